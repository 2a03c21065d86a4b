// SPDX-License-Identifier: MIT

//! A draw as the API passes it to the driver, and its resolution.

use super::resolved::SEVERAL_INSTANCES;
use super::{
    Architecture, Invocation, PaddedCount, PaddingRule, ResolvedDraw, Rounding,
};
use crate::number::from_number;
use crate::Error;

/// The maximum number of threads with 32-bit linear ids.
const MAX_THREADS: u64 = 1 << 32;

/// A draw with nothing to draw, or an error.
pub(crate) struct Unresolved;

/// Whether vertices are shaded in index-driven order (IDVS).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Idvs {
    /// In the order of the vertices.
    Off = 0,
    /// In the order of the indices.
    On = 1,
}

from_number!(Idvs, else UnknownFlag, Off, On);

impl From<bool> for Idvs {
    fn from(on: bool) -> Self {
        if on {
            Self::On
        } else {
            Self::Off
        }
    }
}

/// The instance primitive size of a draw with one instance, which drivers
/// write in two ways.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum PrimitiveSize {
    /// 1, as Gallium's Panfrost writes. The default.
    One = 0,
    /// The padded count of the primitives, as PanVK writes.
    Padded = 1,
}

from_number!(PrimitiveSize, else UnknownPrimitiveSize, One, Padded);

/// A draw as the API passes it to the driver.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Draw {
    /// The GPU that draws.
    pub architecture: Architecture,
    /// How the vertex count is padded.
    pub padding_rule: PaddingRule,
    /// How magic divisors are rounded.
    pub rounding: Rounding,
    /// Whether vertices are shaded in index-driven order.
    pub idvs: Idvs,
    /// Vertices per instance, unpadded.
    pub vertex_count: u32,
    /// Instances.
    pub instance_count: u32,
    /// Vertices per primitive, at least 1.
    pub vertices_per_primitive: u32,
    /// The first vertex, or the smallest index plus the index bias.
    pub offset_start: i32,
    /// The first instance.
    pub base_instance: u32,
    /// The instance primitive size with one instance.
    pub primitive_size: PrimitiveSize,
}

impl Draw {
    /// One point and one instance, with the default rules of drivers.
    pub const fn new(architecture: Architecture) -> Self {
        Self {
            architecture,
            padding_rule: PaddingRule::Driver,
            rounding: Rounding::Documented,
            idvs: Idvs::Off,
            vertex_count: 1,
            instance_count: 1,
            vertices_per_primitive: 1,
            offset_start: 0,
            base_instance: 0,
            primitive_size: PrimitiveSize::One,
        }
    }

    /// Checks the draw and computes once what its descriptor, attribute
    /// records and offsets need. A draw without vertices or instances is not
    /// an error; it has no threads.
    ///
    /// Source: docs/instancing.md, "A draw".
    ///
    /// # Errors
    /// [`Error::NoVerticesPerPrimitive`] for 0; [`Error::NoAttributeRecords`]
    /// from v9 on, where nothing is padded; [`Error::PaddedCountRange`],
    /// [`Error::ThreadRange`], [`Error::InvocationRange`] for a draw that is
    /// too large for one dispatch: [`Draw::max_instances`] returns how many
    /// instances fit.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// use dral::Error;
    /// let draw = Draw {
    ///     vertex_count: 65_536,
    ///     instance_count: 60_000,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// // 73,728 times 60,000 threads are more than 2^32.
    /// assert_eq!(draw.resolve().err(), Some(Error::ThreadRange));
    /// let nothing = Draw { vertex_count: 0, ..draw };
    /// assert_eq!(nothing.resolve()?.threads, 0);
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn resolve(&self) -> Result<ResolvedDraw, Error> {
        let mut resolved = ResolvedDraw::default();
        match self.resolve_to(&mut resolved) {
            Ok(()) => Ok(resolved),
            Err(Unresolved) => self.nothing(),
        }
    }

    /// Resolves a draw unless there is nothing to draw or it is refused; then
    /// writes nothing.
    // Fields are written directly to their destination.
    #[inline(always)]
    pub(crate) fn resolve_to(
        self,
        resolved: &mut ResolvedDraw,
    ) -> Result<(), Unresolved> {
        let Self { vertex_count, instance_count, .. } = self;
        let each = self.vertices_per_primitive;
        if each == 0 || !self.architecture.has_attribute_records() {
            return Err(Unresolved);
        }
        // The inputs, before anything is computed.
        let begin = |resolved: &mut ResolvedDraw| {
            resolved.architecture = self.architecture as u32;
            resolved.rounding = self.rounding as u32;
            resolved.vertex_count = vertex_count;
            resolved.instance_count = instance_count;
            resolved.offset_start = self.offset_start;
            resolved.base_instance = self.base_instance;
        };
        // Rounded up.
        let primitives = |vertices: u32| (vertices - 1) / each + 1;
        let counts = Invocation { vertex_count, instance_count };
        let bits = counts.vertex_bits();
        if instance_count > 1 {
            let padded_count = self.padded();
            let threads = u64::from(padded_count) * u64::from(instance_count);
            // Wraps for 0 vertices and for a padded count of 2^32, which is 0
            // here.
            let last_id = threads.wrapping_sub(1);
            let last_vertex = u64::from(vertex_count).wrapping_sub(1);
            if (last_id | last_vertex | counts.instances(bits)) >> 32 != 0 {
                return Err(Unresolved);
            }
            begin(resolved);
            let [values, shifts] = counts.words(bits);
            resolved.invocation[0] = values;
            resolved.invocation[1] = shifts;
            resolved.threads = threads;
            resolved.wasted_threads = u64::from(padded_count - vertex_count)
                * u64::from(instance_count);
            resolved.padded_count = padded_count;
            resolved.instance_size = padded_count;
            let byte = PaddedCount::byte_of(padded_count);
            resolved.instance_size_byte = byte;
            resolved.variant = SEVERAL_INSTANCES + byte;
            // Fits, because two instances of the padded count do.
            let size = self.padding_rule.pad(primitives(padded_count));
            resolved.instance_primitive_size = size;
            resolved.instance_primitive_size_byte = PaddedCount::byte_of(size);
            return Ok(());
        }
        if instance_count == 0 || vertex_count == 0 {
            return Err(Unresolved);
        }
        let mut size = 1;
        let mut byte = 0;
        if self.primitive_size == PrimitiveSize::Padded {
            size = self.padding_rule.pad(primitives(vertex_count));
            if size == 0 {
                return Err(Unresolved);
            }
            byte = PaddedCount::byte_of(size);
        }
        begin(resolved);
        let [values, shifts] =
            Invocation { vertex_count, instance_count: 1 }.words(bits);
        resolved.invocation[0] = values;
        resolved.invocation[1] = shifts;
        resolved.threads = vertex_count.into();
        resolved.wasted_threads = 0;
        resolved.padded_count = vertex_count;
        resolved.instance_size = 1;
        resolved.instance_size_byte = 0;
        resolved.variant = 0;
        resolved.instance_primitive_size = size;
        resolved.instance_primitive_size_byte = byte;
        Ok(())
    }

    /// The result for a draw without vertices or instances, or the reason why
    /// another draw is refused.
    #[inline]
    pub(crate) fn nothing(&self) -> Result<ResolvedDraw, Error> {
        self.check()?;
        Ok(ResolvedDraw {
            architecture: self.architecture as u32,
            rounding: self.rounding as u32,
            offset_start: self.offset_start,
            base_instance: self.base_instance,
            ..ResolvedDraw::default()
        })
    }

    /// The maximum number of instances of this draw in one dispatch:
    /// [`Draw::resolve`] succeeds for every instance count up to this one. The
    /// draw's own instance count is ignored.
    ///
    /// # Errors
    /// The errors of [`Draw::resolve`] for every instance count.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw = Draw {
    ///     vertex_count: 65_536,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// assert_eq!(draw.max_instances(), Ok(58_254)); // 2^32 / 73,728
    /// ```
    pub fn max_instances(&self) -> Result<u32, Error> {
        self.check_with(1)?;
        if self.vertex_count == 0 {
            return Ok(u32::MAX);
        }
        let padded = self.padded_once();
        if padded == 0 {
            return Ok(1);
        }
        // At most 2^32; the invocation has a lower limit.
        let by_threads = MAX_THREADS / u64::from(padded);
        let by_words = Invocation::max_instances(self.vertex_count);
        Ok(by_threads.min(u64::from(by_words)) as u32)
    }

    /// Whether the draw can be resolved.
    ///
    /// # Errors
    /// The errors of [`Draw::resolve`].
    #[inline]
    pub fn check(&self) -> Result<(), Error> {
        self.check_with(self.instance_count)
    }

    /// Whether the draw can be resolved with this many instances.
    // Not inlined: keeps one copy in the binary.
    #[inline(never)]
    fn check_with(&self, instance_count: u32) -> Result<(), Error> {
        let Self { vertex_count, .. } = *self;
        let each = self.vertices_per_primitive;
        if each == 0 {
            return Err(Error::NoVerticesPerPrimitive);
        }
        if !self.architecture.has_attribute_records() {
            return Err(Error::NoAttributeRecords);
        }
        if vertex_count == 0 || instance_count == 0 {
            return Ok(());
        }
        let several = instance_count > 1;
        let padded = if several { self.padded_once() } else { vertex_count };
        if padded == 0 {
            return Err(Error::PaddedCountRange);
        }
        if u64::from(padded) * u64::from(instance_count) > MAX_THREADS {
            return Err(Error::ThreadRange);
        }
        Invocation { vertex_count, instance_count }.check_range()?;
        let pads_primitives =
            several || self.primitive_size == PrimitiveSize::Padded;
        let primitives = (padded - 1) / each + 1;
        if pads_primitives && self.padding_rule.pad_once(primitives) == 0 {
            return Err(Error::PaddedCountRange);
        }
        Ok(())
    }

    /// The padded count for more than one instance of a draw with vertices; 0
    /// if it would be 2^32.
    #[inline(always)]
    fn padded(&self) -> u32 {
        self.padding_rule.pad(self.aligned_count())
    }

    /// The same, where a call does not matter.
    #[inline]
    fn padded_once(&self) -> u32 {
        self.padding_rule.pad_once(self.aligned_count())
    }

    /// The vertex count that is padded.
    #[inline(always)]
    fn aligned_count(&self) -> u32 {
        // idvs_vertex_count() without a branch. It wraps for draws whose
        // invocation has no room for two instances.
        let more = 3 * self.idvs as u32;
        self.vertex_count.wrapping_add(more) & !more
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(vertex_count: u32, instance_count: u32) -> Draw {
        Draw { vertex_count, instance_count, ..Draw::new(Architecture::V7) }
    }

    #[test]
    fn the_most_instances_fit_and_one_more_does_not() {
        for vertex_count in
            [1, 2, 3, 9, 10, 70, 4095, 65_535, 1 << 20, 0x7000_0000, u32::MAX]
        {
            for vertices_per_primitive in [1, 3] {
                for idvs in [Idvs::Off, Idvs::On] {
                    let draw = |instance_count| Draw {
                        idvs,
                        vertices_per_primitive,
                        ..draw(vertex_count, instance_count)
                    };
                    let most = draw(0).max_instances().unwrap();
                    assert!(draw(most).resolve().is_ok());
                    assert!(draw(most).check().is_ok());
                    if let Some(more) = most.checked_add(1) {
                        assert!(draw(more).resolve().is_err());
                    }
                }
            }
        }
    }
}
