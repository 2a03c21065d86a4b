// SPDX-License-Identifier: MIT

//! A draw as the API passes it to the driver, and its resolution.

use super::padding::{bit_width, Size, SIZE_BYTE_ODD};
use super::template::VARIANTS;
use super::{Architecture, Invocation, PaddedCount, PaddingRule, Rounding};
use crate::align::wrapping_align_up;
use crate::Error;

/// The maximum number of threads with 32-bit linear ids.
const MAX_THREADS: u64 = 1 << 32;

/// The table keys of a variant: one for each shift of an instance size byte.
const VARIANT_KEYS: u32 = 1 << SIZE_BYTE_ODD;

/// The table key of one instance. 0 is no key, so variants begin at 1.
const ONE_INSTANCE: u32 = VARIANT_KEYS;

/// Added to the instance size byte, which has the odd part above the shift,
/// for the table key of several instances.
const SEVERAL_INSTANCES: u32 = 2 * VARIANT_KEYS;

/// The size of a varying buffer is a multiple of this many bytes.
const VARYING_ALIGNMENT: u64 = 64;

const NONE: Size = Size { count: 0, byte: 0 };
const ONE: Size = Size { count: 1, byte: 0 };

/// The instance primitive size of a draw: which one drivers write with one
/// instance, and whether they write it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum PrimitiveSizeRule {
    /// 1 with one instance, as Gallium's Panfrost writes. The default.
    One = 0,
    /// The padded count of the primitives, also with one instance, as PanVK
    /// writes.
    Padded = 1,
    /// None: the driver does not write it, and vertices_per_primitive is not
    /// read.
    None = 2,
}

const PRIMITIVE_SIZE_ONE: u32 = PrimitiveSizeRule::One as u32;
const NO_PRIMITIVE_SIZE: u32 = PrimitiveSizeRule::None as u32;

/// A draw: what the API passes to the driver, and what dral_draw_resolve
/// computes from it. A plain draw under the default rules needs only
/// architecture, vertex_count, instance_count and vertices_per_primitive; the
/// other inputs are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct Draw {
    /// Input: the Mali architecture, 4 to 7 for v4 to v7.
    pub architecture: u32,
    /// Input: how the vertex count is padded, an enum dral_padding_rule.
    pub padding_rule: u32,
    /// Input: how magic divisors are rounded, an enum dral_rounding.
    pub rounding: u32,
    /// Input: 1 for index-driven vertex shading (IDVS), else 0.
    pub idvs: u32,
    /// Input: how the instance primitive size is computed, an enum
    /// dral_primitive_size_rule.
    pub primitive_size_rule: u32,
    /// Input: vertices per instance, unpadded.
    pub vertex_count: u32,
    /// Input: instances.
    pub instance_count: u32,
    /// Input: vertices per primitive, at least 1; not read under
    /// DRAL_PRIMITIVE_SIZE_RULE_NONE.
    pub vertices_per_primitive: u32,
    /// Input: the first vertex, or for indexed draws the smallest index plus
    /// the vertex offset.
    pub offset_start: i32,
    /// Input: the first instance.
    pub base_instance: u32,
    /// Threads of the draw: padded_count x instance_count. 0 if the draw is
    /// refused or has nothing to draw.
    pub threads: u64,
    /// Threads per instance: the padded vertex count, or the vertex count
    /// itself with one instance.
    pub padded_count: u32,
    /// The instance size: padded_count, or 1 with one instance.
    pub instance_size: u32,
    /// The instance size as its descriptor field stores it.
    pub instance_size_byte: u32,
    /// The instance primitive size: the padded count of the primitives in
    /// padded_count vertices, or 1 or 0 as primitive_size_rule says.
    pub instance_primitive_size: u32,
    /// The instance primitive size as its descriptor field stores it.
    pub instance_primitive_size_byte: u32,
    /// The two invocation words.
    pub invocation: [u32; 2],
    /// For dirty tracking: draws with equal keys have equal tables for the
    /// same state and buffers. 32 with one instance, instance_size_byte + 64
    /// with several. 0 is no key: the draw was never resolved, was refused or
    /// has nothing to draw, and functions that need a resolved draw refuse it.
    pub table_key: u32,
    /// Draws for which both keys are equal have equal attribute offsets for
    /// the same state and buffers: base_instance << 32, plus the bits of
    /// offset_start with several instances.
    pub offset_key: u64,
}

impl Draw {
    /// One point and one instance, with the default rules of drivers.
    pub fn new(architecture: Architecture) -> Self {
        Self {
            architecture: architecture as u32,
            vertex_count: 1,
            instance_count: 1,
            vertices_per_primitive: 1,
            ..Self::default()
        }
    }

    /// Checks the draw and computes what its descriptor, attribute records and
    /// offsets need. A draw without vertices or instances is not an error; it
    /// has no threads.
    ///
    /// Source: docs/instancing.md, "A draw".
    ///
    /// # Errors
    /// [`Error::UnknownArchitecture`]; [`Error::NoAttributeRecords`] from v9
    /// on, where nothing is padded; [`Error::UnknownFlag`] for a rule or a flag
    /// that is out of range; [`Error::NoVerticesPerPrimitive`] for 0;
    /// [`Error::PaddedCountRange`], [`Error::ThreadRange`],
    /// [`Error::InvocationRange`] for a draw that is too large for one
    /// dispatch: [`Draw::max_instances`] returns how many instances fit. The
    /// draw then has no threads.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// use dral::Error;
    /// let mut draw = Draw {
    ///     vertex_count: 65_536,
    ///     instance_count: 60_000,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// // 73,728 times 60,000 threads are more than 2^32.
    /// assert_eq!(draw.resolve(), Err(Error::ThreadRange));
    /// assert_eq!(draw.threads, 0);
    /// draw.instance_count = 100;
    /// draw.resolve()?;
    /// assert_eq!((draw.padded_count, draw.threads), (73_728, 7_372_800));
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn resolve(&mut self) -> Result<(), Error> {
        let result = self.compute();
        if result.is_err() {
            self.threads = 0;
            self.table_key = 0;
        }
        result
    }

    #[inline]
    fn compute(&mut self) -> Result<(), Error> {
        self.check()?;
        match (self.vertex_count, self.instance_count) {
            (0, _) | (_, 0) => {
                self.set_sizes(0, NONE, NONE);
                self.set_offset_key();
                self.invocation = [0; 2];
                self.threads = 0;
                self.table_key = 0;
                Ok(())
            }
            (_, 1) => self.resolve_one(),
            // Inline and for one rule, this takes 78 instructions on aarch64
            // instead of 101.
            _ => match self.padding_rule() {
                PaddingRule::Driver => {
                    self.resolve_several(PaddingRule::Driver)
                }
                PaddingRule::Documented => {
                    self.resolve_several(PaddingRule::Documented)
                }
            },
        }
    }

    /// Resolves the next draw of a driver in place: with the architecture and
    /// the rules of this one, which was resolved before or is new. Costs less
    /// than [`Draw::resolve`] if only the start or the base instance changes,
    /// or the vertex count of draws with one instance.
    ///
    /// Source: docs/instancing.md, "Dirty tracking".
    ///
    /// # Errors
    /// As [`Draw::resolve`].
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let mut draw = Draw::new(Architecture::V7);
    /// draw.next(70, 100, 0, 0, 3, 0)?;
    /// assert_eq!((draw.padded_count, draw.threads), (72, 7200));
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn next(
        &mut self,
        vertex_count: u32,
        instance_count: u32,
        offset_start: i32,
        base_instance: u32,
        vertices_per_primitive: u32,
        idvs: u32,
    ) -> Result<(), Error> {
        if self.set_next(
            vertex_count,
            instance_count,
            offset_start,
            base_instance,
            vertices_per_primitive,
            idvs,
        ) {
            Ok(())
        } else {
            self.resolve()
        }
    }

    /// Sets the inputs of the next draw, and the few results that differ from
    /// those of the last draw if no other can. Returns whether that is so: if
    /// not, the caller resolves the draw.
    #[inline]
    pub(crate) fn set_next(
        &mut self,
        vertex_count: u32,
        instance_count: u32,
        offset_start: i32,
        base_instance: u32,
        vertices_per_primitive: u32,
        idvs: u32,
    ) -> bool {
        let has_other_vertices = self.vertex_count != vertex_count;
        let has_few_changes = self.table_key != 0
            && self.instance_count == instance_count
            && self.vertices_per_primitive == vertices_per_primitive
            && self.idvs == idvs
            && !(has_other_vertices
                && (instance_count != 1 || vertex_count == 0));
        self.vertex_count = vertex_count;
        self.offset_start = offset_start;
        self.base_instance = base_instance;
        if !has_few_changes {
            self.instance_count = instance_count;
            self.vertices_per_primitive = vertices_per_primitive;
            self.idvs = idvs;
            return false;
        }
        if has_other_vertices {
            return self.resolve_one().is_ok();
        }
        self.set_offset_key();
        true
    }

    /// Sets the results that depend on the vertex count of a draw with one
    /// instance, except for its primitives.
    #[inline]
    fn set_one_instance(&mut self) {
        let Self { vertex_count, instance_count, .. } = *self;
        // The bits of the vertices only matter to a second instance.
        self.invocation = Invocation { vertex_count, instance_count }.words(0);
        self.padded_count = vertex_count;
        self.threads = vertex_count.into();
    }

    #[inline]
    fn set_offset_key(&mut self) {
        // With one instance nothing is divided, and the start moves nothing.
        let start = match self.instance_count {
            1 => 0,
            _ => self.offset_start as u32,
        };
        self.offset_key =
            u64::from(self.base_instance) << 32 | u64::from(start);
    }

    #[inline]
    fn resolve_one(&mut self) -> Result<(), Error> {
        let vertex_count = self.vertex_count;
        let primitives = match self.primitive_size_rule {
            PRIMITIVE_SIZE_ONE => ONE,
            _ => self.pad_primitives(self.padding_rule(), vertex_count),
        };
        self.set_sizes(vertex_count, ONE, primitives);
        if self.exceeds(primitives) {
            return Err(Error::PaddedCountRange);
        }
        self.set_one_instance();
        self.set_offset_key();
        self.table_key = ONE_INSTANCE;
        Ok(())
    }

    #[inline(always)]
    fn resolve_several(&mut self, rule: PaddingRule) -> Result<(), Error> {
        let Self { vertex_count, instance_count, .. } = *self;
        let bits = bit_width(vertex_count - 1);
        let counts = Invocation { vertex_count, instance_count };
        self.invocation = counts.words(bits);
        let size = rule.pad(self.aligned_count());
        let primitives = self.pad_primitives(rule, size.count);
        self.set_sizes(size.count, size, primitives);

        // A padded count of 2^32 is 0: no threads, and 0 - 1 has 64 bits. If
        // two instances fit, their primitives are at most 2^31, and padding
        // these does not wrap.
        let threads = u64::from(size.count) * u64::from(instance_count);
        let stored_instances = counts.stored_instances(bits);
        if (threads.wrapping_sub(1) | stored_instances) >> 32 != 0 {
            return Err(if size.count == 0 || self.exceeds(primitives) {
                Error::PaddedCountRange
            } else if threads > MAX_THREADS {
                Error::ThreadRange
            } else {
                Error::InvocationRange
            });
        }
        self.set_offset_key();
        self.table_key = SEVERAL_INSTANCES + size.byte;
        self.threads = threads;
        Ok(())
    }

    /// The padded count of the primitives in this many vertices, if it is
    /// asked for.
    #[inline]
    fn pad_primitives(&self, rule: PaddingRule, vertices: u32) -> Size {
        let vertices_per_primitive = match self.primitive_size_rule {
            NO_PRIMITIVE_SIZE => 0,
            _ => self.vertices_per_primitive,
        };
        let last = vertices.wrapping_sub(1).checked_div(vertices_per_primitive);
        match last {
            // Wraps only if the padded count would be 2^32.
            Some(last) => rule.pad(last.wrapping_add(1)),
            None => NONE,
        }
    }

    /// Whether the padded count of the primitives would be 2^32.
    #[inline]
    fn exceeds(&self, primitives: Size) -> bool {
        primitives.count == 0 && self.primitive_size_rule != NO_PRIMITIVE_SIZE
    }

    #[inline]
    fn set_sizes(&mut self, padded_count: u32, size: Size, primitives: Size) {
        self.padded_count = padded_count;
        self.instance_size = size.count;
        self.instance_size_byte = size.byte;
        self.instance_primitive_size = primitives.count;
        self.instance_primitive_size_byte = primitives.byte;
    }

    /// Checks the numbers that an API does not determine.
    #[inline]
    fn check(&self) -> Result<(), Error> {
        if !Architecture::WITH_RECORDS.contains(&self.architecture) {
            Architecture::try_from(self.architecture)?;
            return Err(Error::NoAttributeRecords);
        }
        let Self { padding_rule, rounding, idvs, primitive_size_rule, .. } =
            *self;
        if padding_rule | rounding | idvs > 1
            || primitive_size_rule > NO_PRIMITIVE_SIZE
        {
            return Err(Error::UnknownFlag);
        }
        if self.vertices_per_primitive == 0
            && primitive_size_rule != NO_PRIMITIVE_SIZE
        {
            return Err(Error::NoVerticesPerPrimitive);
        }
        Ok(())
    }

    /// The padding rule of a draw that was checked.
    #[inline]
    const fn padding_rule(&self) -> PaddingRule {
        match self.padding_rule & 1 {
            0 => PaddingRule::Driver,
            _ => PaddingRule::Documented,
        }
    }

    /// The vertex count that is padded for more than one instance.
    #[inline]
    fn aligned_count(&self) -> u32 {
        // idvs_vertex_count() without a branch. It wraps for draws whose
        // invocation has no room for two instances.
        let more = 3 * self.idvs;
        self.vertex_count.wrapping_add(more) & !more
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
        self.check()?;
        if self.vertex_count == 0 {
            return Ok(u32::MAX);
        }
        Self { instance_count: 1, ..*self }.resolve_one()?;
        let padding_rule = self.padding_rule();
        let padded = padding_rule.pad(self.aligned_count()).count;
        if padded == 0 {
            return Ok(1);
        }
        // At most 2^32; the invocation has a lower limit.
        let by_threads = MAX_THREADS / u64::from(padded);
        let by_words = Invocation::max_instances(self.vertex_count);
        Ok(by_threads.min(u64::from(by_words)) as u32)
    }

    /// The size of a varying buffer in bytes: one element per thread, rounded
    /// up to a multiple of 64.
    ///
    /// Source: docs/instancing.md, "Varying buffers".
    ///
    /// # Errors
    /// [`Error::NotResolved`].
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let mut draw = Draw {
    ///     vertex_count: 14_336,
    ///     instance_count: 16_384,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// draw.resolve()?;
    /// // 2^32 bytes.
    /// assert_eq!(draw.varying_buffer_size(16), Ok(16_384 * 16_384 * 16));
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn varying_buffer_size(&self, stride: u32) -> Result<u64, Error> {
        self.variant_and_shift()?;
        // With at most 2^32 threads nothing wraps: the product is at most
        // 2^64 - 2^32, a multiple of 64.
        let bytes = self.threads.wrapping_mul(stride.into());
        Ok(wrapping_align_up(bytes, VARYING_ALIGNMENT))
    }

    /// The variant of the prepared records for the draw (0 with one instance,
    /// else 1 to 5 for the odd parts 1, 3, 5, 7, 9), and the number that the
    /// draw adds to their shifts.
    #[inline]
    pub(super) const fn variant_and_shift(
        &self,
    ) -> Result<(usize, u32), Error> {
        match variant_of(self.table_key) {
            Some(variant) => Ok((variant, self.table_key % VARIANT_KEYS)),
            None => Err(Error::NotResolved),
        }
    }

    /// How many ids instances are apart; 0 with one instance.
    #[inline]
    pub(super) const fn distance(&self) -> Result<u32, Error> {
        match self.variant_and_shift() {
            Ok((0, _)) => Ok(0),
            Ok(_) => Ok(self.instance_size),
            Err(error) => Err(error),
        }
    }

    /// The padded count of a draw with several instances.
    ///
    /// # Errors
    /// [`Error::NotResolved`].
    #[inline]
    pub fn padded(&self) -> Result<Option<PaddedCount>, Error> {
        let distance = self.distance()?;
        Ok((distance != 0).then_some(PaddedCount::factored(distance)))
    }

    /// How magic divisors are rounded.
    #[inline]
    pub(super) const fn rounding(&self) -> Rounding {
        match self.rounding & 1 {
            0 => Rounding::Documented,
            _ => Rounding::Nearest,
        }
    }
}

/// The variant of prepared records for draws with this table key; `None` for a
/// key that no resolved draw has.
#[inline]
pub(super) const fn variant_of(table_key: u32) -> Option<usize> {
    let variant = (table_key / VARIANT_KEYS).wrapping_sub(1) as usize;
    if variant < VARIANTS {
        Some(variant)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_instances_fit_and_one_more_does_not() {
        for vertex_count in
            [1, 2, 3, 9, 10, 70, 4095, 65_535, 1 << 20, 0x7000_0000, u32::MAX]
        {
            for vertices_per_primitive in [1, 3] {
                for idvs in [0, 1] {
                    let draw = |instance_count| Draw {
                        vertex_count,
                        instance_count,
                        idvs,
                        vertices_per_primitive,
                        ..Draw::new(Architecture::V7)
                    };
                    let most = draw(0).max_instances().unwrap();
                    assert_eq!(draw(most).resolve(), Ok(()));
                    if let Some(more) = most.checked_add(1) {
                        let mut refused = Draw { threads: 7, ..draw(more) };
                        assert!(refused.resolve().is_err());
                        assert_eq!(refused.threads, 0);
                    }
                }
            }
        }
    }

    #[test]
    fn a_draw_has_only_known_numbers() {
        let resolve = |change: fn(&mut Draw)| {
            let mut draw = Draw::new(Architecture::V7);
            change(&mut draw);
            draw.resolve().err()
        };
        assert_eq!(resolve(|_| ()), None);
        assert_eq!(
            resolve(|draw| draw.architecture = 8),
            Some(Error::UnknownArchitecture)
        );
        assert_eq!(
            resolve(|draw| draw.architecture = 9),
            Some(Error::NoAttributeRecords)
        );
        for change in [
            |draw: &mut Draw| draw.padding_rule = 2,
            |draw: &mut Draw| draw.rounding = 2,
            |draw: &mut Draw| draw.idvs = 2,
            |draw: &mut Draw| draw.primitive_size_rule = 3,
            // Equal bits do not cancel out.
            |draw: &mut Draw| (draw.padding_rule, draw.rounding) = (2, 2),
            |draw: &mut Draw| (draw.rounding, draw.idvs) = (2, 2),
            |draw: &mut Draw| {
                (draw.idvs, draw.primitive_size_rule) = (2, 1);
            },
        ] {
            assert_eq!(resolve(change), Some(Error::UnknownFlag));
        }
        assert_eq!(
            resolve(|draw| draw.vertices_per_primitive = 0),
            Some(Error::NoVerticesPerPrimitive)
        );
    }

    #[test]
    fn the_table_key_is_the_variant_and_the_shift() {
        for odd in [1_u32, 3, 5, 7, 9] {
            for shift in 0..=odd.leading_zeros() {
                // From 20 on, the vertex count is below its padded count.
                let padded = odd << shift;
                let vertex_count = padded - u32::from(padded >= 20);
                let mut draw = Draw {
                    vertex_count,
                    instance_count: 2,
                    ..Draw::new(Architecture::V7)
                };
                let is_resolved = draw.resolve().is_ok();
                assert_eq!(is_resolved, padded <= 1 << 31, "{padded}");
                if !is_resolved {
                    assert_eq!((draw.threads, draw.table_key), (0, 0));
                    continue;
                }
                assert_eq!(draw.padded_count, padded);
                assert_eq!(draw.distance(), Ok(padded));
                assert_eq!(draw.threads, 2 * u64::from(padded));
                let variant = (odd as usize).div_ceil(2);
                assert_eq!(draw.variant_and_shift(), Ok((variant, shift)));
                assert_eq!(draw.table_key, 64 + draw.instance_size_byte);
                let factors = draw.padded().unwrap().unwrap();
                assert_eq!((factors.odd(), factors.shift()), (odd / 2, shift));
                assert_eq!(draw.instance_size_byte, shift | ((odd / 2) << 5));
            }
        }
        let mut single = Draw {
            vertex_count: 70,
            table_key: 99,
            ..Draw::new(Architecture::V7)
        };
        assert_eq!(single.resolve(), Ok(()));
        assert_eq!(single.table_key, 32);
        assert_eq!(single.variant_and_shift(), Ok((0, 0)));
        assert_eq!((single.distance(), single.padded()), (Ok(0), Ok(None)));
    }

    #[test]
    fn only_resolved_draws_have_a_key() {
        let refused = {
            let mut draw = Draw::new(Architecture::V7);
            draw.resolve().unwrap();
            draw.rounding = 2;
            draw.resolve().unwrap_err();
            draw
        };
        let empty = {
            let mut draw =
                Draw { instance_count: 0, ..Draw::new(Architecture::V7) };
            draw.resolve().unwrap();
            draw
        };
        let beyond = Draw { table_key: 32 * 7, ..empty };
        for draw in [Draw::default(), refused, empty, beyond] {
            let not_resolved = Err(Error::NotResolved);
            assert_eq!(draw.variant_and_shift(), not_resolved);
            assert_eq!(draw.distance().err(), not_resolved.err());
            assert_eq!(draw.padded().err(), not_resolved.err());
            assert_eq!(draw.varying_buffer_size(16).err(), not_resolved.err());
        }
    }

    /// The fields of a draw that was resolved from scratch.
    fn resolved(draw: Draw) -> (Result<(), Error>, Draw) {
        let mut fresh = Draw { threads: 1, table_key: 99, ..draw };
        (fresh.resolve(), fresh)
    }

    #[test]
    fn the_next_draw_is_the_one_resolved_from_scratch() {
        let counts = [0, 1, 3, 70, 71, u32::MAX];
        let instances = [0, 1, 2, 100, u32::MAX];
        let places = [(0, 0), (5, 0), (-5, 7), (0, u32::MAX)];
        let ways = [(3, 0), (1, 0), (3, 1), (0, 0), (3, 2)];
        let all = || {
            counts.into_iter().flat_map(move |count| {
                instances.into_iter().flat_map(move |instances| {
                    places.into_iter().flat_map(move |place| {
                        ways.map(|way| (count, instances, place, way))
                    })
                })
            })
        };
        let step = if cfg!(miri) { 97 } else { 1 };
        for primitive_size_rule in 0..3 {
            let mut draw = Draw {
                primitive_size_rule,
                vertices_per_primitive: 0,
                ..Draw::new(Architecture::V7)
            };
            for one in all().step_by(7 * step) {
                for two in all().step_by(3 * step) {
                    for (count, instances, (start, base), (vertices, idvs)) in
                        [one, two]
                    {
                        let result = draw.next(
                            count, instances, start, base, vertices, idvs,
                        );
                        let (expected, fresh) = resolved(Draw {
                            vertex_count: count,
                            instance_count: instances,
                            offset_start: start,
                            base_instance: base,
                            vertices_per_primitive: vertices,
                            idvs,
                            ..draw
                        });
                        assert_eq!(result, expected);
                        if expected.is_ok() {
                            assert_eq!(draw, fresh);
                        } else {
                            assert_eq!((draw.threads, draw.table_key), (0, 0));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_primitive_size_that_is_not_asked_for_is_0() {
        for (vertex_count, instance_count) in [(70, 1), (70, 100)] {
            let draw = |primitive_size_rule| Draw {
                primitive_size_rule,
                vertex_count,
                instance_count,
                vertices_per_primitive: 3,
                ..Draw::new(Architecture::V7)
            };
            let (_, padded) = resolved(draw(PrimitiveSizeRule::Padded as u32));
            let (_, none) = resolved(Draw {
                vertices_per_primitive: 0,
                ..draw(NO_PRIMITIVE_SIZE)
            });
            assert_eq!(padded.instance_primitive_size, 28);
            assert_eq!(
                none,
                Draw {
                    primitive_size_rule: NO_PRIMITIVE_SIZE,
                    vertices_per_primitive: 0,
                    instance_primitive_size: 0,
                    instance_primitive_size_byte: 0,
                    ..padded
                }
            );
        }
    }

    #[test]
    fn the_offset_key_is_the_start_and_the_base_instance() {
        let key = |instance_count, (offset_start, base_instance)| {
            let mut draw = Draw {
                instance_count,
                offset_start,
                base_instance,
                ..Draw::new(Architecture::V7)
            };
            draw.resolve().unwrap();
            draw.offset_key
        };
        let starts = [0, 1, -1, i32::MIN, i32::MAX];
        let bases = [0, 1, u32::MAX, 1 << 31];
        let all = || starts.iter().flat_map(|&s| bases.map(|b| (s, b)));
        for one in all() {
            // With one instance, the start moves no attribute.
            assert_eq!(key(1, one), key(2, (0, one.1)));
            for two in all() {
                let is_same = key(2, one) == key(2, two);
                assert_eq!(is_same, one == two, "{one:?} {two:?}");
            }
        }
    }

    #[test]
    fn nothing_to_draw_is_not_an_error_and_has_no_threads() {
        for (vertex_count, instance_count) in
            [(0, 0), (0, 1), (0, 9), (1, 0), (70, 0), (u32::MAX, 0)]
        {
            let mut draw = Draw {
                vertex_count,
                instance_count,
                threads: 7,
                ..Draw::new(Architecture::V7)
            };
            assert_eq!(draw.resolve(), Ok(()));
            assert_eq!((draw.threads, draw.table_key), (0, 0));
            draw.rounding = 2;
            assert_eq!(draw.resolve(), Err(Error::UnknownFlag));
        }
    }
}
