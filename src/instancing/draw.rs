// SPDX-License-Identifier: MIT

//! A draw as the API passes it to the driver, and its resolution.

use super::padding::{bit_width, Size, SIZE_BYTE_ODD};
use super::template::VARIANTS;
use super::{Architecture, Invocation, PaddedCount, PaddingRule, Rounding};
use crate::align::wrapping_align_up;
use crate::number::from_number;
use crate::Error;
use core::num::NonZeroU32;

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

/// The instance primitive size that a driver writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum PrimitiveSizeRule {
    /// 1 with one instance, as Gallium writes. The default.
    One = 0,
    /// Always the padded count of the primitives, as PanVK writes.
    Padded = 1,
    /// Not written; vertices_per_primitive is not read.
    None = 2,
}

/// Whether a draw uses index-driven vertex shading (IDVS), which changes the
/// padded count of several instances. 0 is an error: a driver that forgets it
/// would get the padded count of other draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum Idvs {
    /// The vertex shader is one. On v4 and v5, every draw.
    No = 1,
    /// The vertex shader is split into positions and varyings. Also draws
    /// without indices.
    Yes = 2,
}

from_number!(Idvs, else UnknownIdvs, No, Yes);

const PRIMITIVE_SIZE_ONE: u32 = PrimitiveSizeRule::One as u32;
const NO_PRIMITIVE_SIZE: u32 = PrimitiveSizeRule::None as u32;

/// The inputs of a draw. A plain draw needs only architecture, idvs,
/// vertex_count, instance_count and vertices_per_primitive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct DrawInfo {
    /// The Mali architecture, 4 to 7.
    pub architecture: u32,
    /// An enum dral_padding_rule.
    pub padding_rule: u32,
    /// An enum dral_rounding.
    pub rounding: u32,
    /// An enum dral_idvs, also with one instance; 0 is an error.
    pub idvs: u32,
    /// An enum dral_primitive_size_rule.
    pub primitive_size_rule: u32,
    /// Vertices per instance, unpadded.
    pub vertex_count: u32,
    /// Instances.
    pub instance_count: u32,
    /// Vertices per primitive, at least 1.
    pub vertices_per_primitive: u32,
    /// The first vertex, or the smallest index plus the vertex offset.
    pub offset_start: i32,
    /// The first instance.
    pub base_instance: u32,
}

/// A resolved draw. Zero it before you resolve the first draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct Draw {
    /// Its inputs; vertices_per_primitive is 0 if it is not read.
    pub info: DrawInfo,
    /// padded_count x instance_count, or 0: an error, or nothing to draw.
    pub threads: u64,
    /// Threads per instance; with one instance, the vertex count.
    pub padded_count: u32,
    /// The instance size: padded_count, or 1 with one instance.
    pub instance_size: u32,
    /// instance_size as its descriptor field stores it.
    pub instance_size_byte: u32,
    /// The padded count of the primitives in padded_count vertices, or 1 or 0
    /// by primitive_size_rule.
    pub instance_primitive_size: u32,
    /// instance_primitive_size as its descriptor field stores it.
    pub instance_primitive_size_byte: u32,
    /// The two invocation words.
    pub invocation: [u32; 2],
    /// Selects the table: 32 with one instance, instance_size_byte + 64 with
    /// several, 0 without threads.
    pub table_key: u32,
    /// With table_key, selects the attribute offsets: base_instance << 32, plus
    /// the bits of offset_start with several instances.
    pub offset_key: u64,
}

impl DrawInfo {
    /// One point and one instance, with the default rules of drivers.
    pub fn new(architecture: Architecture, idvs: Idvs) -> Self {
        Self {
            architecture: architecture as u32,
            idvs: idvs as u32,
            vertex_count: 1,
            instance_count: 1,
            vertices_per_primitive: 1,
            ..Self::default()
        }
    }

    /// Resolves a draw from scratch.
    ///
    /// # Errors
    /// As [`Draw::resolve`].
    ///
    /// ```
    /// use dral::instancing::{Architecture, DrawInfo, Idvs};
    /// use dral::Error;
    /// let info = DrawInfo {
    ///     vertex_count: 65_536,
    ///     instance_count: 100,
    ///     ..DrawInfo::new(Architecture::V7, Idvs::No)
    /// };
    /// let draw = info.resolve()?;
    /// assert_eq!((draw.padded_count, draw.threads), (73_728, 7_372_800));
    /// // 73,728 times 60,000 threads are more than 2^32.
    /// let more = DrawInfo { instance_count: 60_000, ..info };
    /// assert_eq!(more.resolve(), Err(Error::ThreadRange));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn resolve(&self) -> Result<Draw, Error> {
        let mut draw = Draw::default();
        draw.resolve(self)?;
        Ok(draw)
    }

    /// Checks the numbers that an API does not determine. Returns the vertices
    /// per primitive, if the primitive size is asked for.
    fn check(&self) -> Result<Option<NonZeroU32>, Error> {
        if !Architecture::WITH_RECORDS.contains(&self.architecture) {
            Architecture::try_from(self.architecture)?;
            return Err(Error::NoAttributeRecords);
        }
        let idvs = self.idvs.wrapping_sub(Idvs::No as u32);
        if self.padding_rule | self.rounding | idvs > 1
            || self.primitive_size_rule > NO_PRIMITIVE_SIZE
        {
            Idvs::try_from(self.idvs)?;
            return Err(Error::UnknownFlag);
        }
        if self.primitive_size_rule == NO_PRIMITIVE_SIZE {
            return Ok(None);
        }
        match NonZeroU32::new(self.vertices_per_primitive) {
            None => Err(Error::NoVerticesPerPrimitive),
            some => Ok(some),
        }
    }

    /// The padding rule of a draw that was checked.
    const fn padding_rule(&self) -> PaddingRule {
        match self.padding_rule & 1 {
            0 => PaddingRule::Driver,
            _ => PaddingRule::Documented,
        }
    }

    /// How magic divisors are rounded, for a draw that was checked.
    pub(super) const fn rounding(&self) -> Rounding {
        match self.rounding & 1 {
            0 => Rounding::Documented,
            _ => Rounding::Nearest,
        }
    }

    const fn invocation(&self) -> Invocation {
        let Self { vertex_count, instance_count, .. } = *self;
        Invocation { vertex_count, instance_count }
    }

    /// The vertex count that is padded for more than one instance.
    const fn aligned_count(&self) -> u32 {
        // idvs_vertex_count() without a branch. It wraps for draws whose
        // invocation has no room for two instances. 3 with IDVS, else 0.
        let more = self.idvs ^ Idvs::No as u32;
        const { assert!(Idvs::Yes as u32 ^ Idvs::No as u32 == 3) };
        self.vertex_count.wrapping_add(more) & !more
    }

    /// The maximum number of instances of this draw in one dispatch:
    /// [`DrawInfo::resolve`] succeeds for every instance count up to this one.
    /// The draw's own instance count is ignored.
    ///
    /// # Errors
    /// As `dral_draw_max_instances`.
    ///
    /// ```
    /// use dral::instancing::{Architecture, DrawInfo, Idvs};
    /// let info = DrawInfo {
    ///     vertex_count: 65_536,
    ///     ..DrawInfo::new(Architecture::V7, Idvs::No)
    /// };
    /// assert_eq!(info.max_instances(), Ok(58_254)); // 2^32 / 73,728
    /// ```
    pub fn max_instances(&self) -> Result<u32, Error> {
        self.check()?;
        if self.vertex_count == 0 {
            return Ok(u32::MAX);
        }
        Self { instance_count: 1, ..*self }.resolve()?;
        let padded = self.padding_rule().pad(self.aligned_count()).count;
        if padded == 0 {
            return Ok(1);
        }
        // At most 2^32; the invocation has a lower limit.
        let by_threads = MAX_THREADS / u64::from(padded);
        let by_words = Invocation::max_instances(self.vertex_count);
        Ok(by_threads.min(u64::from(by_words)) as u32)
    }

    /// Whether another draw differs at most in the vertices, the start and the
    /// base instance.
    fn is_like(&self, other: &Self) -> bool {
        // As pairs, which are loaded and compared together.
        let pairs = |info: &Self| {
            let pair = |low, high| u64::from(high) << 32 | u64::from(low);
            (
                pair(info.architecture, info.padding_rule),
                pair(info.rounding, info.idvs),
            )
        };
        self.primitive_size_rule == other.primitive_size_rule
            && pairs(self) == pairs(other)
            && self.instance_count == other.instance_count
            // Not read without a primitive size.
            && (self.primitive_size_rule == NO_PRIMITIVE_SIZE
                || self.vertices_per_primitive == other.vertices_per_primitive)
    }
}

/// The padded count of the primitives in this many vertices; [`NONE`] if it is
/// not asked for.
const fn pad_primitives(
    rule: PaddingRule,
    vertices: u32,
    vertices_per_primitive: Option<NonZeroU32>,
) -> Size {
    match vertices_per_primitive {
        Some(divisor) => {
            let last = vertices.wrapping_sub(1) / divisor.get();
            // Wraps only if the padded count would be 2^32.
            rule.pad(last.wrapping_add(1))
        }
        None => NONE,
    }
}

impl Draw {
    /// Resolves a draw with these inputs: checks them and computes what its
    /// descriptor, attribute records and offsets need. A draw without vertices
    /// or instances is not an error; it has no threads.
    ///
    /// It costs least if the last draw in this struct differs only in the start
    /// and the base instance, or with one instance in the vertex count.
    ///
    /// # Errors
    /// As `dral_draw_resolve`.
    pub fn resolve(&mut self, info: &DrawInfo) -> Result<(), Error> {
        if self.follows(info) {
            return Ok(());
        }
        self.resolve_all(info)
    }

    /// Resolves a draw that differs little from the last one in this struct:
    /// only in the start and the base instance, or with one instance in the
    /// vertex count. Returns whether it was such a draw.
    pub(crate) fn follows(&mut self, info: &DrawInfo) -> bool {
        if self.table_key == ONE_INSTANCE {
            // Compared on its own, because what cannot be predicted should
            // not wait for a pair that was written in two parts.
            let is_like = info.instance_count == 1
                && info.vertex_count != 0
                && self.info.is_like(info);
            if is_like && info.primitive_size_rule == PRIMITIVE_SIZE_ONE {
                self.info.vertex_count = info.vertex_count;
                self.move_to(info);
                self.set_one(info);
                return true;
            }
            // Under the other rules, the primitive size follows the count.
            let follows =
                is_like && self.info.vertex_count == info.vertex_count;
            if follows {
                self.move_to(info);
                self.set_offset_key(info, 0);
            }
            return follows;
        }
        let follows = self.table_key != 0
            && self.info.vertex_count == info.vertex_count
            && self.info.is_like(info);
        if follows {
            self.move_to(info);
            self.set_offset_key(info, info.offset_start);
        }
        follows
    }

    /// Takes the start and the base instance of a draw.
    fn move_to(&mut self, info: &DrawInfo) {
        self.info.offset_start = info.offset_start;
        self.info.base_instance = info.base_instance;
    }

    /// Resolves a draw whatever the last one was.
    // Reads `info` and not the copy: the caller has just written it in small
    // pieces, and a processor stalls on a large read of small writes.
    #[inline(always)]
    pub(crate) fn resolve_all(&mut self, info: &DrawInfo) -> Result<(), Error> {
        self.info = *info;
        let result = self.compute(info);
        if result.is_err() {
            self.threads = 0;
            self.table_key = 0;
        }
        result
    }

    #[inline(always)]
    fn compute(&mut self, info: &DrawInfo) -> Result<(), Error> {
        let vertices_per_primitive = info.check()?;
        // 0 if it is not read, because it need not be initialized.
        self.info.vertices_per_primitive =
            vertices_per_primitive.map_or(0, NonZeroU32::get);
        match info.instance_count {
            2.. if info.vertex_count != 0 => {
                self.resolve_several(info, vertices_per_primitive)
            }
            1 if info.vertex_count != 0 => {
                self.resolve_one(info, vertices_per_primitive)
            }
            _ => {
                self.set_empty(info);
                Ok(())
            }
        }
    }

    /// The results of a draw without vertices or instances.
    fn set_empty(&mut self, info: &DrawInfo) {
        self.set_size(0, NONE);
        self.set_primitive_size(NONE);
        self.invocation = [0; 2];
        self.threads = 0;
        self.table_key = 0;
        let start = match info.instance_count {
            1 => 0,
            _ => info.offset_start,
        };
        self.set_offset_key(info, start);
    }

    fn set_offset_key(&mut self, info: &DrawInfo, start: i32) {
        let DrawInfo { base_instance, .. } = *info;
        self.offset_key =
            u64::from(base_instance) << 32 | u64::from(start as u32);
    }

    /// The results of one instance, except for another primitive size than 1.
    fn set_one(&mut self, info: &DrawInfo) {
        let vertices = info.vertex_count;
        self.set_size(vertices, ONE);
        self.set_primitive_size(ONE);
        // The bits of the vertices only matter to a second instance.
        self.invocation =
            Invocation { vertex_count: vertices, instance_count: 1 }.words(0);
        self.threads = vertices.into();
        self.table_key = ONE_INSTANCE;
        // Nothing is divided, and the start moves nothing.
        self.set_offset_key(info, 0);
    }

    #[inline(always)]
    fn resolve_one(
        &mut self,
        info: &DrawInfo,
        vertices_per_primitive: Option<NonZeroU32>,
    ) -> Result<(), Error> {
        self.set_one(info);
        if info.primitive_size_rule != PRIMITIVE_SIZE_ONE {
            let rule = info.padding_rule();
            let vertices = info.vertex_count;
            let primitives =
                pad_primitives(rule, vertices, vertices_per_primitive);
            self.set_primitive_size(primitives);
            if primitives.count == 0 && vertices_per_primitive.is_some() {
                return Err(Error::PaddedCountRange);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn resolve_several(
        &mut self,
        info: &DrawInfo,
        vertices_per_primitive: Option<NonZeroU32>,
    ) -> Result<(), Error> {
        let counts = info.invocation();
        let bits = bit_width(counts.vertex_count - 1);
        self.invocation = counts.words(bits);
        let rule = info.padding_rule();
        let size = rule.pad(info.aligned_count());
        self.set_size(size.count, size);

        // A padded count of 2^32 is 0: no threads, and 0 - 1 has 64 bits.
        let threads = u64::from(size.count) * u64::from(counts.instance_count);
        self.threads = threads;
        let stored_instances = counts.stored_instances(bits);
        if (threads.wrapping_sub(1) | stored_instances) >> 32 != 0 {
            return Err(if size.count == 0 {
                Error::PaddedCountRange
            } else if threads > MAX_THREADS {
                Error::ThreadRange
            } else {
                Error::InvocationRange
            });
        }
        self.table_key = SEVERAL_INSTANCES + size.byte;
        self.set_offset_key(info, info.offset_start);
        // Two instances fit, so the primitives are at most 2^31, and padding
        // these does not wrap.
        let primitives =
            pad_primitives(rule, size.count, vertices_per_primitive);
        self.set_primitive_size(primitives);
        Ok(())
    }

    fn set_size(&mut self, padded_count: u32, size: Size) {
        self.padded_count = padded_count;
        self.instance_size = size.count;
        self.instance_size_byte = size.byte;
    }

    fn set_primitive_size(&mut self, primitives: Size) {
        self.instance_primitive_size = primitives.count;
        self.instance_primitive_size_byte = primitives.byte;
    }

    /// The size of a varying buffer in bytes: one element per thread, rounded
    /// up to a multiple of 64.
    ///
    /// # Errors
    /// As `dral_varying_buffer_size`.
    ///
    /// ```
    /// use dral::instancing::{Architecture, DrawInfo, Idvs};
    /// let draw = DrawInfo {
    ///     vertex_count: 14_336,
    ///     instance_count: 16_384,
    ///     ..DrawInfo::new(Architecture::V7, Idvs::No)
    /// }
    /// .resolve()?;
    /// // 2^32 bytes.
    /// assert_eq!(draw.varying_buffer_size(16), Ok(16_384 * 16_384 * 16));
    /// # Ok::<(), dral::Error>(())
    /// ```
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
    pub(super) const fn variant_and_shift(
        &self,
    ) -> Result<(usize, u32), Error> {
        match variant_of(self.table_key) {
            Some(variant) => Ok((variant, self.table_key % VARIANT_KEYS)),
            None => Err(Error::NotResolved),
        }
    }

    /// How many ids instances are apart; 0 with one instance.
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
    pub fn padded(&self) -> Result<Option<PaddedCount>, Error> {
        let distance = self.distance()?;
        Ok((distance != 0).then_some(PaddedCount::factored(distance)))
    }
}

/// The variant of prepared records for draws with this table key; `None` for a
/// key that no resolved draw has.
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

    const POINT: DrawInfo = DrawInfo {
        architecture: 7,
        padding_rule: 0,
        rounding: 0,
        idvs: Idvs::No as u32,
        primitive_size_rule: 0,
        vertex_count: 1,
        instance_count: 1,
        vertices_per_primitive: 1,
        offset_start: 0,
        base_instance: 0,
    };

    #[test]
    fn the_most_instances_fit_and_one_more_does_not() {
        for vertex_count in
            [1, 2, 3, 9, 10, 70, 4095, 65_535, 1 << 20, 0x7000_0000, u32::MAX]
        {
            for vertices_per_primitive in [1, 3] {
                for idvs in [Idvs::No as u32, Idvs::Yes as u32] {
                    let info = |instance_count| DrawInfo {
                        vertex_count,
                        instance_count,
                        idvs,
                        vertices_per_primitive,
                        ..POINT
                    };
                    let most = info(0).max_instances().unwrap();
                    assert!(info(most).resolve().is_ok());
                    if let Some(more) = most.checked_add(1) {
                        assert!(info(more).resolve().is_err());
                    }
                }
            }
        }
    }

    #[test]
    fn a_draw_has_only_known_numbers() {
        let resolve = |change: fn(&mut DrawInfo)| {
            let mut info = POINT;
            change(&mut info);
            info.resolve().err()
        };
        assert_eq!(resolve(|_| ()), None);
        assert_eq!(
            resolve(|info| info.architecture = 8),
            Some(Error::UnknownArchitecture)
        );
        assert_eq!(
            resolve(|info| info.architecture = 9),
            Some(Error::NoAttributeRecords)
        );
        for change in [
            |info: &mut DrawInfo| info.padding_rule = 2,
            |info: &mut DrawInfo| info.rounding = 2,
            |info: &mut DrawInfo| info.primitive_size_rule = 3,
            // Equal bits do not cancel out.
            |info: &mut DrawInfo| (info.padding_rule, info.rounding) = (2, 2),
        ] {
            assert_eq!(resolve(change), Some(Error::UnknownFlag));
        }
        for change in [
            |info: &mut DrawInfo| info.idvs = 0,
            |info: &mut DrawInfo| info.idvs = 3,
            |info: &mut DrawInfo| (info.idvs, info.instance_count) = (0, 2),
            |info: &mut DrawInfo| (info.idvs, info.vertex_count) = (0, 0),
        ] {
            assert_eq!(resolve(change), Some(Error::UnknownIdvs));
        }
        assert_eq!(
            resolve(|info| info.vertices_per_primitive = 0),
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
                let info =
                    DrawInfo { vertex_count, instance_count: 2, ..POINT };
                let result = info.resolve();
                assert_eq!(result.is_ok(), padded <= 1 << 31, "{padded}");
                let Ok(draw) = result else {
                    continue;
                };
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
        let single = DrawInfo { vertex_count: 70, ..POINT }.resolve().unwrap();
        assert_eq!(single.table_key, 32);
        assert_eq!(single.variant_and_shift(), Ok((0, 0)));
        assert_eq!((single.distance(), single.padded()), (Ok(0), Ok(None)));
    }

    #[test]
    fn only_resolved_draws_have_a_key() {
        let mut refused = POINT.resolve().unwrap();
        refused.resolve(&DrawInfo { rounding: 2, ..POINT }).unwrap_err();
        let empty = DrawInfo { instance_count: 0, ..POINT }.resolve().unwrap();
        let beyond = Draw { table_key: 32 * 7, ..empty };
        for draw in [Draw::default(), refused, empty, beyond] {
            let not_resolved = Err(Error::NotResolved);
            assert_eq!(draw.variant_and_shift(), not_resolved);
            assert_eq!(draw.distance().err(), not_resolved.err());
            assert_eq!(draw.padded().err(), not_resolved.err());
            assert_eq!(draw.varying_buffer_size(16).err(), not_resolved.err());
        }
    }

    /// The inputs in a resolved draw.
    fn as_kept(info: &DrawInfo) -> DrawInfo {
        let vertices_per_primitive = match info.primitive_size_rule {
            NO_PRIMITIVE_SIZE => 0,
            _ => info.vertices_per_primitive,
        };
        DrawInfo { vertices_per_primitive, ..*info }
    }

    /// Every input in a few values; some are refused.
    fn infos() -> std::vec::Vec<DrawInfo> {
        let mut infos = std::vec![POINT];
        let mut vary = |values: &[fn(&mut DrawInfo)]| {
            let old = core::mem::take(&mut infos);
            infos.extend(old.iter().flat_map(|info| {
                values.iter().map(|change| {
                    let mut info = *info;
                    change(&mut info);
                    info
                })
            }));
        };
        vary(&[
            |_| (),
            |i| i.vertex_count = 0,
            |i| i.vertex_count = 70,
            |i| {
                i.vertex_count = 71;
            },
            |i| i.vertex_count = u32::MAX,
        ]);
        vary(&[
            |_| (),
            |i| i.instance_count = 0,
            |i| i.instance_count = 2,
            |i| {
                i.instance_count = 100;
            },
            |i| i.instance_count = u32::MAX,
        ]);
        vary(&[
            |_| (),
            |i| i.offset_start = 5,
            |i| {
                (i.offset_start, i.base_instance) = (-5, 7);
            },
            |i| i.base_instance = u32::MAX,
        ]);
        vary(&[
            |_| (),
            |i| i.vertices_per_primitive = 3,
            |i| {
                i.vertices_per_primitive = 0;
            },
        ]);
        vary(&[
            |_| (),
            |i| i.idvs = 2,
            |i| i.idvs = 0,
            |i| {
                i.architecture = 5;
            },
            |i| i.architecture = 9,
            |i| i.padding_rule = 1,
            |i| i.rounding = 1,
            |i| i.rounding = 2,
            |i| {
                i.primitive_size_rule = 1;
            },
            |i| i.primitive_size_rule = 2,
            // The numbers of two inputs change in the same bit.
            |i| (i.architecture, i.padding_rule) = (6, 1),
        ]);
        infos
    }

    #[test]
    fn the_next_draw_is_the_one_resolved_from_scratch() {
        let infos = infos();
        let step = if cfg!(miri) { 97 } else { 1 };
        let mut draw = Draw::default();
        for one in infos.iter().step_by(7 * step) {
            for two in infos.iter().step_by(3 * step) {
                for info in [one, two] {
                    let result = draw.resolve(info);
                    assert_eq!(draw.info, as_kept(info));
                    match info.resolve() {
                        Ok(fresh) => {
                            assert_eq!((result, draw), (Ok(()), fresh))
                        }
                        Err(error) => {
                            assert_eq!(result, Err(error));
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
            let info = |primitive_size_rule, vertices_per_primitive| DrawInfo {
                primitive_size_rule,
                vertex_count,
                instance_count,
                vertices_per_primitive,
                ..POINT
            };
            let padded = info(PrimitiveSizeRule::Padded as u32, 3);
            let padded = padded.resolve().unwrap();
            let none = info(NO_PRIMITIVE_SIZE, 0);
            assert_eq!(padded.instance_primitive_size, 28);
            assert_eq!(
                none.resolve().unwrap(),
                Draw {
                    info: none,
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
            let info = DrawInfo {
                instance_count,
                offset_start,
                base_instance,
                ..POINT
            };
            info.resolve().unwrap().offset_key
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
            let info = DrawInfo { vertex_count, instance_count, ..POINT };
            let draw = info.resolve().unwrap();
            assert_eq!((draw.threads, draw.table_key), (0, 0));
            let unknown = DrawInfo { rounding: 2, ..info };
            assert_eq!(unknown.resolve(), Err(Error::UnknownFlag));
        }
    }
}
