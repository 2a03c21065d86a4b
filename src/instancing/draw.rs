// SPDX-License-Identifier: MIT

//! A draw, and what all its attributes share once it is resolved.

use super::numbered::from_number;
use super::{
    idvs_vertex_count, Architecture, IdRecord, Invocation, PaddedCount,
    PaddingRule, Rounding,
};
use crate::Error;

/// The most threads that 32-bit linear ids can tell apart.
const MAX_THREADS: u64 = 1 << 32;

/// Whether vertices are shaded in index-driven order (IDVS).
///
/// ```
/// use dral::instancing::Idvs;
/// assert_eq!(Idvs::try_from(1), Ok(Idvs::On));
/// ```
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

/// A draw as the API gives it to the driver.
///
/// ```
/// use dral::instancing::{Architecture, Draw};
/// let draw = Draw {
///     vertex_count: 70,
///     instance_count: 100,
///     ..Draw::new(Architecture::V7)
/// };
/// assert_eq!(draw.resolve()?.threads(), 7200);
/// # Ok::<(), dral::Error>(())
/// ```
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
    /// Vertices per instance, unpadded; at least 1.
    pub vertex_count: u32,
    /// Instances; at least 1.
    pub instance_count: u32,
    /// Vertices per primitive, at least 1.
    pub vertices_per_primitive: u32,
    /// The first vertex, or the smallest index plus the index bias.
    pub offset_start: i32,
    /// The instance that the API counts from.
    pub base_instance: u32,
}

impl Draw {
    /// One point, once, with the rules that drivers use by default.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// assert_eq!(Draw::new(Architecture::V4).vertex_count, 1);
    /// ```
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
        }
    }

    /// Checks the draw and pads its vertex count, which all that the draw
    /// descriptor holds and the attributes need is made from.
    ///
    /// Source: docs/instancing.md, "A draw".
    ///
    /// # Errors
    /// [`Error::NoVertices`], [`Error::NoInstances`],
    /// [`Error::NoVerticesPerPrimitive`] for a count of 0;
    /// [`Error::NoAttributeRecords`] from v9 on, where nothing is padded;
    /// [`Error::PaddedCountRange`], [`Error::ThreadRange`],
    /// [`Error::InvocationRange`] for a draw too large for one piece:
    /// [`Draw::max_instances`] tells how many instances fit.
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
    /// ```
    #[inline]
    pub fn resolve(&self) -> Result<ResolvedDraw<'_>, Error> {
        if self.vertex_count == 0 {
            return Err(Error::NoVertices);
        }
        if self.instance_count == 0 {
            return Err(Error::NoInstances);
        }
        if self.vertices_per_primitive == 0 {
            return Err(Error::NoVerticesPerPrimitive);
        }
        if !self.architecture.has_attribute_records() {
            return Err(Error::NoAttributeRecords);
        }
        let instance_size =
            if self.instance_count > 1 { self.padded()?.count() } else { 1 };
        let resolved = ResolvedDraw { draw: self, instance_size };
        if resolved.threads() > MAX_THREADS {
            return Err(Error::ThreadRange);
        }
        resolved.counts().check_range()?;
        Ok(resolved)
    }

    /// The most instances of this draw that can be dispatched in one piece:
    /// [`Draw::resolve`] succeeds for every instance count from 1 to this
    /// one. The draw's own instance count does not matter.
    ///
    /// # Errors
    /// Those of [`Draw::resolve`] that no instance count mends.
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
        let one = Self { instance_count: 1, ..*self };
        one.resolve()?;
        let Ok(padded) = self.padded() else {
            return Ok(1);
        };
        // At least 1, because no padded count is 2^32, and at most 2^32,
        // which the invocation brings down. No padded count is 0 either.
        let by_threads = MAX_THREADS / u64::from(padded.count().max(1));
        let by_words = Invocation::max_instances(self.vertex_count);
        Ok(by_threads.min(u64::from(by_words)) as u32)
    }

    /// The padded count of the draw if it has more than one instance.
    #[inline]
    fn padded(&self) -> Result<PaddedCount, Error> {
        let vertex_count = if self.idvs == Idvs::On {
            idvs_vertex_count(self.vertex_count)?
        } else {
            self.vertex_count
        };
        PaddedCount::new(vertex_count, self.padding_rule)
    }
}

#[inline]
fn threads(padded_count: u32, instance_count: u32) -> u64 {
    u64::from(padded_count) * u64::from(instance_count)
}

/// A draw that can be dispatched in one piece, resolved once for all its
/// attributes.
///
/// ```
/// use dral::instancing::{Architecture, Draw};
/// let draw = Draw {
///     vertex_count: 70,
///     instance_count: 100,
///     vertices_per_primitive: 3,
///     ..Draw::new(Architecture::V7)
/// };
/// let resolved = draw.resolve()?;
/// assert_eq!(resolved.padded_count(), 72);
/// assert_eq!(resolved.instance_size(), 72);
/// assert_eq!(resolved.instance_primitive_size(), 28); // 24 padded
/// assert_eq!(resolved.wasted_threads(), 200);
/// # Ok::<(), dral::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ResolvedDraw<'a> {
    draw: &'a Draw,
    /// The padded count, or 1 with one instance, when nothing is padded.
    instance_size: u32,
}

impl<'a> ResolvedDraw<'a> {
    /// The draw that was resolved.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw = Draw::new(Architecture::V6);
    /// assert_eq!(*draw.resolve()?.draw(), draw);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub const fn draw(&self) -> &'a Draw {
        self.draw
    }

    /// The padded count by which instances are told apart; `None` with one
    /// instance.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw = Draw::new(Architecture::V6);
    /// assert_eq!(draw.resolve()?.padded(), None);
    /// let twice = Draw { instance_count: 2, ..draw };
    /// assert_eq!(twice.resolve()?.padded().map(|p| p.count()), Some(1));
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn padded(&self) -> Option<PaddedCount> {
        let padded = PaddedCount::factored(self.instance_size);
        (self.draw.instance_count > 1).then_some(padded)
    }

    /// How many linear ids the instances are apart; 0 with one instance.
    #[inline]
    pub(super) fn instance_distance(&self) -> u32 {
        if self.draw.instance_count > 1 {
            self.instance_size
        } else {
            0
        }
    }

    /// Threads per instance: the padded count, or with one instance the
    /// vertex count itself.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw =
    ///     Draw { vertex_count: 70, ..Draw::new(Architecture::V7) };
    /// assert_eq!(draw.resolve()?.padded_count(), 70);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn padded_count(&self) -> u32 {
        if self.draw.instance_count > 1 {
            self.instance_size
        } else {
            self.draw.vertex_count
        }
    }

    /// The instance size of the draw descriptor, which stores it by
    /// [`instance_size_byte`](super::instance_size_byte): the padded count,
    /// or 1 with one instance.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw =
    ///     Draw { vertex_count: 70, ..Draw::new(Architecture::V7) };
    /// assert_eq!(draw.resolve()?.instance_size(), 1);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn instance_size(&self) -> u32 {
        self.instance_size
    }

    /// The instance size as its descriptor field stores it.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw = Draw {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// assert_eq!(draw.resolve()?.instance_size_byte(), 0x83);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub const fn instance_size_byte(&self) -> u8 {
        PaddedCount::factored(self.instance_size).size_byte()
    }

    /// The instance primitive size of the draw descriptor, stored likewise:
    /// the padded count of the primitives that the padded vertices make, or
    /// 1 with one instance.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let lines = Draw {
    ///     vertex_count: 9,
    ///     instance_count: 2,
    ///     vertices_per_primitive: 2,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// assert_eq!(lines.resolve()?.instance_primitive_size(), 5);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn instance_primitive_size(&self) -> u32 {
        self.padded_primitives().count()
    }

    /// The instance primitive size as its descriptor field stores it.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw = Draw {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// // 72 points, padded to 80 = 5 << 4.
    /// assert_eq!(draw.resolve()?.instance_primitive_size_byte(), 0x44);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn instance_primitive_size_byte(&self) -> u8 {
        self.padded_primitives().size_byte()
    }

    #[inline]
    fn padded_primitives(&self) -> PaddedCount {
        // Neither is 0, or the draw would not have been resolved; rounded
        // up. With more than one instance the padded count is at most 2^31,
        // and so is that of the primitives: there is always one.
        let each = self.draw.vertices_per_primitive.max(1);
        let primitives = (self.instance_size - 1) / each + 1;
        PaddedCount::factored(if self.draw.instance_count > 1 {
            self.draw.padding_rule.pad(primitives)
        } else {
            1
        })
    }

    /// The two invocation words.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw =
    ///     Draw { vertex_count: 6, ..Draw::new(Architecture::V7) };
    /// assert_eq!(draw.resolve()?.invocation(), [5, 0x2800_0000]);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn invocation(&self) -> [u32; 2] {
        self.counts().words()
    }

    #[inline]
    const fn counts(&self) -> Invocation {
        Invocation {
            vertex_count: self.draw.vertex_count,
            instance_count: self.draw.instance_count,
        }
    }

    /// Threads dispatched, at most 2^32; the linear ids are 0 to this - 1.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw, Idvs};
    /// let draw = Draw {
    ///     vertex_count: 5,
    ///     instance_count: 3,
    ///     idvs: Idvs::On,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// assert_eq!(draw.resolve()?.threads(), 8 * 3);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn threads(&self) -> u64 {
        threads(self.padded_count(), self.draw.instance_count)
    }

    /// Threads that are dispatched and discarded, because their vertex id
    /// is padding.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw = Draw {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// assert_eq!(draw.resolve()?.wasted_threads(), 200);
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn wasted_threads(&self) -> u64 {
        let padding = self.padded_count() - self.draw.vertex_count;
        threads(padding, self.draw.instance_count)
    }

    /// The record by which v4 and v5 find the vertex id.
    ///
    /// # Errors
    /// [`Error::NoIdRecords`] from v6 on.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw = Draw {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     ..Draw::new(Architecture::V5)
    /// };
    /// let record = draw.resolve()?.vertex_id_record()?;
    /// assert_eq!(record.value(72 * 3 + 50), Ok(50));
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn vertex_id_record(&self) -> Result<IdRecord, Error> {
        self.check_id_records()?;
        Ok(IdRecord::vertex_id(self.padded()))
    }

    /// The record by which v4 and v5 find the instance id.
    ///
    /// # Errors
    /// [`Error::NoIdRecords`] from v6 on.
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw = Draw {
    ///     vertex_count: 70,
    ///     instance_count: 100,
    ///     ..Draw::new(Architecture::V5)
    /// };
    /// let record = draw.resolve()?.instance_id_record()?;
    /// assert_eq!(record.value(72 * 3 + 50), Ok(3));
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub fn instance_id_record(&self) -> Result<IdRecord, Error> {
        self.check_id_records()?;
        Ok(IdRecord::instance_id(self.padded(), self.draw.rounding))
    }

    #[inline]
    fn check_id_records(&self) -> Result<(), Error> {
        if self.draw.architecture.has_id_records() {
            Ok(())
        } else {
            Err(Error::NoIdRecords)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(vertex_count: u32, instance_count: u32) -> Draw {
        Draw { vertex_count, instance_count, ..Draw::new(Architecture::V7) }
    }

    #[test]
    fn one_instance_is_not_padded() {
        for vertex_count in [1, 5, 70, u32::MAX] {
            for padding_rule in [PaddingRule::Driver, PaddingRule::Documented] {
                let draw = Draw {
                    idvs: Idvs::On,
                    padding_rule,
                    ..draw(vertex_count, 1)
                };
                let resolved = draw.resolve().unwrap();
                assert_eq!(resolved.padded_count(), vertex_count);
                assert_eq!(resolved.threads(), u64::from(vertex_count));
                assert_eq!(resolved.wasted_threads(), 0);
                assert_eq!(resolved.instance_size(), 1);
                assert_eq!(resolved.instance_size_byte(), 0);
                assert_eq!(resolved.instance_primitive_size(), 1);
                assert_eq!(resolved.instance_primitive_size_byte(), 0);
            }
        }
    }

    #[test]
    fn a_draw_with_instances_is_described() {
        let describe = |vertex_count, vertices_per_primitive| {
            let draw =
                Draw { vertices_per_primitive, ..draw(vertex_count, 100) };
            let resolved = draw.resolve().unwrap();
            assert_eq!(resolved.instance_size(), resolved.padded_count());
            (resolved.padded_count(), resolved.instance_primitive_size())
        };
        assert_eq!(describe(70, 1), (72, 80));
        // 24, which the driver rule pads further; 14.4 rounds up to 15.
        assert_eq!(describe(70, 3), (72, 28));
        assert_eq!(describe(70, 5), (72, 16));
        assert_eq!(describe(70, 72), (72, 1));
        assert_eq!(describe(70, u32::MAX), (72, 1));

        let draw = draw(70, 100);
        let resolved = draw.resolve().unwrap();
        assert_eq!(resolved.invocation(), [99 << 7 | 69, 0x21C0_0000]);
        assert_eq!(resolved.wasted_threads(), 2 * 100);
        assert_eq!(resolved.instance_size_byte(), 0x83);
        assert_eq!(resolved.instance_primitive_size_byte(), 0x44);
    }

    #[test]
    fn only_v4_and_v5_have_id_records() {
        for architecture in Architecture::ALL {
            let draw = Draw { architecture, ..draw(70, 2) };
            let Ok(resolved) = draw.resolve() else {
                assert!(architecture >= Architecture::V9);
                continue;
            };
            let exist = architecture <= Architecture::V5;
            for record in
                [resolved.vertex_id_record(), resolved.instance_id_record()]
            {
                assert_eq!(record.is_ok(), exist);
                assert!(exist || record == Err(Error::NoIdRecords));
            }
        }
    }

    #[test]
    fn a_draw_without_anything_to_draw_is_refused() {
        assert_eq!(draw(0, 1).resolve(), Err(Error::NoVertices));
        assert_eq!(draw(1, 0).resolve(), Err(Error::NoInstances));
        let no_primitive = Draw { vertices_per_primitive: 0, ..draw(3, 2) };
        assert_eq!(no_primitive.resolve(), Err(Error::NoVerticesPerPrimitive));
    }

    #[test]
    fn what_does_not_fit_is_told_apart() {
        assert_eq!(
            draw(0xE000_0000, 2).resolve(),
            Err(Error::PaddedCountRange)
        );
        assert_eq!(draw(65_536, 60_000).resolve(), Err(Error::ThreadRange));
        // 40,000 * 70,000 threads fit, their 16 + 17 bits do not.
        assert_eq!(draw(40_000, 70_000).resolve(), Err(Error::InvocationRange));
        let valhall = Draw { architecture: Architecture::V9, ..draw(3, 2) };
        assert_eq!(valhall.resolve(), Err(Error::NoAttributeRecords));
        // Exactly 2^32 threads fit.
        assert_eq!(
            draw(57_344, 65_536).resolve().map(|r| r.threads()),
            Ok(1 << 32)
        );
    }

    #[test]
    fn the_most_instances_fit_and_one_more_does_not() {
        for vertex_count in
            [1, 2, 3, 9, 10, 70, 4095, 65_536, 1 << 20, 0x7000_0000, u32::MAX]
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
                    if let Some(more) = most.checked_add(1) {
                        assert!(draw(more).resolve().is_err());
                    }
                }
            }
        }
    }

    #[test]
    fn idvs_and_the_rule_decide_both_padded_counts() {
        let sizes = |idvs, padding_rule, vertex_count| {
            let draw = Draw {
                idvs,
                padding_rule,
                vertices_per_primitive: 3,
                ..draw(vertex_count, 2)
            };
            let resolved = draw.resolve().unwrap();
            (resolved.padded_count(), resolved.instance_primitive_size())
        };
        use PaddingRule::{Documented, Driver};
        assert_eq!(sizes(Idvs::Off, Driver, 9), (9, 3));
        assert_eq!(sizes(Idvs::On, Driver, 9), (12, 4));
        assert_eq!(sizes(Idvs::Off, Documented, 9), (12, 8));
        assert_eq!(sizes(Idvs::On, Documented, 9), (16, 8));
        let wide = Draw { idvs: Idvs::On, ..draw(0xFFFF_FFFD, 2) };
        assert_eq!(wide.resolve(), Err(Error::PaddedCountRange));
    }
}
