// SPDX-License-Identifier: MIT

//! Declarations of elements that may have fewer than four components.
//!
//! Source: docs/reference/varying.md, "Declarations".

use super::place::Place;
use super::Error;

/// A declaration: elements with one index each, packed one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Declaration {
    /// An enum dral_varying_semantic, for texts and overlaps.
    pub semantic: u32,
    /// The semantic index; each index covers a whole slot.
    pub semantic_index: u32,
    /// The component of that slot where the first element begins, 0 to 3.
    pub first_component: u32,
    /// The index of the first element.
    pub first: u32,
    /// The index of the last element.
    pub last: u32,
    /// Components of each element, 1 to 4.
    pub component_count: u32,
    /// The id of the array, or 0.
    pub array_id: u32,
}

/// The components that a declaration covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Span {
    /// The position of its first component.
    pub position: u32,
    /// The number of components.
    pub component_count: u32,
    /// Slots, beginning with its semantic index.
    pub slot_count: u32,
}

impl Declaration {
    /// # Errors
    /// [`Error::NotInSlot`], [`Error::ComponentCount`],
    /// [`Error::ElementOrder`]
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.first_component > 3 {
            return Err(Error::NotInSlot);
        }
        if self.component_count == 0 || self.component_count > 4 {
            return Err(Error::ComponentCount);
        }
        if self.last < self.first {
            return Err(Error::ElementOrder);
        }
        Ok(())
    }

    fn start(&self) -> u64 {
        4 * u64::from(self.semantic_index) + u64::from(self.first_component)
    }

    fn components(&self) -> u64 {
        let elements = u64::from(self.last - self.first) + 1;
        elements * u64::from(self.component_count)
    }

    /// The position after the last component.
    fn end(&self) -> u64 {
        self.start() + self.components()
    }

    /// The place of a component of an element. `element` counts from the first
    /// element.
    ///
    /// # Errors
    /// As `dral_varying_declaration_place`.
    ///
    /// ```
    /// use dral::modules::varying::*;
    /// // OUT[4..5].xyz, GENERIC[3]
    /// let declaration = Declaration {
    ///     semantic: Semantic::Generic as u32,
    ///     semantic_index: 3,
    ///     first: 4,
    ///     last: 5,
    ///     component_count: 3,
    ///     ..Declaration::default()
    /// };
    /// assert_eq!(declaration.place(1, 0), Ok(Place::at(15)));
    /// ```
    pub fn place(&self, element: u32, component: u32) -> Result<Place, Error> {
        self.check()?;
        if element > self.last - self.first || component >= self.component_count
        {
            return Err(Error::NotInDeclaration);
        }
        Place::checked(
            self.start()
                + u64::from(element) * u64::from(self.component_count)
                + u64::from(component),
        )
    }

    /// The components that the declaration covers.
    ///
    /// # Errors
    /// As `dral_varying_declaration_span`; [`Error::PositionRange`] also if the
    /// number of components exceeds 32 bits.
    pub fn span(&self) -> Result<Span, Error> {
        self.check()?;
        let first = Place::checked(self.start())?;
        let last = Place::checked(self.end() - 1)?;
        let component_count = u32::try_from(self.components())
            .map_err(|_| Error::PositionRange)?;
        Ok(Span {
            position: first.position,
            component_count,
            slot_count: last.slot - first.slot + 1,
        })
    }

    /// Whether two declarations have a component in common, which is not
    /// allowed. Declarations may share a slot if they use different components
    /// of it. Declarations of different semantics never overlap.
    ///
    /// # Errors
    /// As `dral_varying_declarations_overlap`.
    pub fn overlaps(&self, other: &Self) -> Result<bool, Error> {
        self.check()?;
        other.check()?;
        Ok(self.semantic == other.semantic
            && self.start() < other.end()
            && other.start() < self.end())
    }
}

/// The components that declarations cover as whole slots, one after the other
/// from register 0: one scalar address register reaches all of them. All zero
/// without declarations.
///
/// # Errors
/// As `dral_varying_declarations_merge`; [`Error::PositionRange`] if the number
/// of components exceeds 32 bits.
pub fn merge(declarations: &[Declaration]) -> Result<Span, Error> {
    for declaration in declarations {
        declaration.check()?;
    }
    let mut total = 0u32;
    for declaration in declarations {
        total = u32::try_from(declaration.components())
            .ok()
            .and_then(|components| total.checked_add(components))
            .ok_or(Error::PositionRange)?;
    }
    Ok(Span {
        position: 0,
        component_count: total,
        slot_count: total.div_ceil(4),
    })
}
