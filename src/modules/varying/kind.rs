// SPDX-License-Identifier: MIT

//! Varyings and their types.
//!
//! Source: docs/reference/varying.md, "Varyings".

use super::Error;

/// The type of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum BaseType {
    /// A 32-bit float.
    Float = 0,
    /// A signed 32-bit integer.
    Int = 1,
    /// An unsigned 32-bit integer.
    Uint = 2,
    /// A 64-bit float, which takes two components of a slot.
    Double = 3,
}

/// Interpolation between vertices. Everything except 32-bit floats is flat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Interpolation {
    /// With perspective.
    Smooth = 1,
    /// Not interpolated.
    Flat = 2,
    /// Without perspective.
    Noperspective = 3,
}

/// A varying: a scalar, a vector or a matrix, or an array of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Varying {
    /// An enum dral_varying_base_type.
    pub base_type: u32,
    /// Components of a vector or matrix column: 1 to 4.
    pub rows: u32,
    /// Columns of a matrix: 1 to 4.
    pub columns: u32,
    /// Array elements; 0 without an array.
    pub array_length: u32,
    /// An enum dral_varying_interpolation.
    pub interpolation: u32,
    /// 1 if it is interpolated at the centroid.
    pub centroid: u32,
    /// 1 if it is interpolated at each sample.
    pub sample: u32,
    /// 1 if it is per patch.
    pub patch: u32,
}

impl Varying {
    /// A smooth varying that is not an array.
    pub const fn new(base_type: BaseType, rows: u32, columns: u32) -> Self {
        Self {
            base_type: base_type as u32,
            rows,
            columns,
            array_length: 0,
            interpolation: Interpolation::Smooth as u32,
            centroid: 0,
            sample: 0,
            patch: 0,
        }
    }

    /// # Errors
    /// [`Error::UnknownBaseType`], [`Error::TypeShape`],
    /// [`Error::UnknownInterpolation`], [`Error::UnknownFlag`]
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.base_type > BaseType::Double as u32 {
            return Err(Error::UnknownBaseType);
        }
        if !(1..=4).contains(&self.rows) || !(1..=4).contains(&self.columns) {
            return Err(Error::TypeShape);
        }
        let interpolations =
            Interpolation::Smooth as u32..=Interpolation::Noperspective as u32;
        if !interpolations.contains(&self.interpolation) {
            return Err(Error::UnknownInterpolation);
        }
        if self.centroid > 1 || self.sample > 1 || self.patch > 1 {
            return Err(Error::UnknownFlag);
        }
        Ok(())
    }

    /// The number of components that it takes if it begins at a position. With
    /// 64-bit components it takes one more if it begins at an odd position and
    /// does not end in that slot.
    ///
    /// # Errors
    /// As `dral_varying_component_count`; [`Error::PositionRange`] is for a
    /// count that exceeds 32 bits.
    pub fn component_count(&self, position: u32) -> Result<u32, Error> {
        self.check()?;
        u32::try_from(self.components_at(position))
            .map_err(|_| Error::PositionRange)
    }

    /// [`Varying::component_count`] of a varying that was checked.
    pub(super) fn components_at(&self, position: u32) -> u64 {
        let components =
            u64::from(self.element_components()) * self.element_count();
        // The first element of an array aligns the others, so the rule for one
        // element holds for the total.
        let begins_odd = self.is_wide() && position % 2 == 1;
        let crosses = u64::from(position % 4) + components > 4;
        components + u64::from(begins_odd && crosses)
    }

    /// The number of slots that it takes if every column begins a new slot.
    pub(super) fn slots(&self) -> u64 {
        let of_column = if self.is_wide() && self.rows > 2 { 2 } else { 1 };
        u64::from(of_column * self.columns) * self.element_count()
    }

    /// The interpolation class.
    pub(super) fn class(&self) -> u32 {
        let interpolation = if self.base_type == BaseType::Float as u32 {
            self.interpolation
        } else {
            Interpolation::Flat as u32
        };
        interpolation + 8 * self.centroid + 16 * self.sample + 32 * self.patch
    }

    /// The sort key within a class.
    pub(super) fn remainder(&self) -> Remainder {
        match self.element_components() % 4 {
            0 => Remainder::Vec4,
            1 => Remainder::Scalar,
            2 => Remainder::Vec2,
            _ => Remainder::Vec3,
        }
    }

    fn is_wide(&self) -> bool {
        self.base_type == BaseType::Double as u32
    }

    fn element_components(&self) -> u32 {
        self.rows * self.columns * if self.is_wide() { 2 } else { 1 }
    }

    fn element_count(&self) -> u64 {
        self.array_length.max(1).into()
    }
}

/// The components of an element beyond whole slots, in the order in which
/// linkers place them: elements that fill slots first, elements after which
/// nothing fits last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Remainder {
    Vec4 = 0,
    Vec2 = 1,
    Scalar = 2,
    Vec3 = 3,
}
