// SPDX-License-Identifier: MIT

//! A resolved draw: the values from which its descriptor, attribute records
//! and offsets are computed.

use super::padding::{MAX_ODD, SIZE_BYTE_ODD};
use super::{Architecture, IdRecord, PaddedCount, Rounding};
use crate::align::wrapping_align_up;
use crate::Error;

/// A draw that fits in one dispatch, with everything that its descriptor,
/// records and offsets are computed from. If there is nothing to draw, every
/// computed field is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct ResolvedDraw {
    /// Threads dispatched: padded_count times instance_count, at most 2^32;
    /// 0 if there is nothing to draw. The linear ids are 0 to threads - 1.
    pub threads: u64,
    /// The threads that are discarded, because their vertex is padding.
    pub wasted_threads: u64,
    /// The Mali architecture of the draw: 4 to 7.
    pub architecture: u32,
    /// How magic divisors are rounded: an enum dral_rounding.
    pub rounding: u32,
    /// Vertices per instance, unpadded; 0 if there is nothing to draw.
    pub vertex_count: u32,
    /// Instances; 0 if there is nothing to draw.
    pub instance_count: u32,
    /// Threads per instance: the padded vertex count, or the vertex count
    /// itself with one instance.
    pub padded_count: u32,
    /// The instance size: padded_count, or 1 with one instance.
    pub instance_size: u32,
    /// The instance size as its descriptor field stores it.
    pub instance_size_byte: u32,
    /// The instance primitive size: the padded count of the primitives in
    /// padded_count vertices. With one instance, primitive_size of the draw
    /// selects between that and 1.
    pub instance_primitive_size: u32,
    /// The instance primitive size as its descriptor field stores it.
    pub instance_primitive_size_byte: u32,
    /// The two invocation words.
    pub invocation: [u32; 2],
    /// The first vertex, or for indexed draws the smallest index plus the
    /// vertex offset.
    pub offset_start: i32,
    /// The first instance.
    pub base_instance: u32,
    /// Identifies the records of the draw: 0 with one instance or nothing to
    /// draw, else instance_size_byte + 32.
    pub variant: u32,
}

impl ResolvedDraw {
    /// The variant of the prepared records for the draw (0 with one instance,
    /// else the odd part plus 1), and the number that the draw adds to their
    /// shifts.
    #[inline]
    pub(super) fn variant_and_shift(&self) -> (usize, u32) {
        let variant = (self.variant >> SIZE_BYTE_ODD).min(1 + MAX_ODD);
        (variant as usize, self.variant & (SEVERAL_INSTANCES - 1))
    }

    /// Whether the draw has several instances.
    #[inline]
    pub(super) const fn has_several(&self) -> bool {
        self.variant >= SEVERAL_INSTANCES
    }

    /// The padded count of the draw; `None` with one instance or nothing to
    /// draw.
    #[inline]
    pub fn padded(&self) -> Option<PaddedCount> {
        let padded = PaddedCount::factored(self.instance_size);
        self.has_several().then_some(padded)
    }

    /// How magic divisors are rounded.
    #[inline]
    pub(super) const fn rounding(&self) -> Rounding {
        // Reads only a bit, which compilers use as a number.
        match self.rounding & 1 {
            0 => Rounding::Documented,
            _ => Rounding::Nearest,
        }
    }

    /// The size of a varying buffer in bytes: one element per thread, rounded
    /// up to a multiple of 64.
    ///
    /// Source: docs/instancing.md, "Varying buffers".
    ///
    /// ```
    /// use dral::instancing::{Architecture, Draw};
    /// let draw = Draw {
    ///     vertex_count: 14_336,
    ///     instance_count: 16_384,
    ///     ..Draw::new(Architecture::V7)
    /// };
    /// let size = draw.resolve()?.varying_buffer_size(16);
    /// assert_eq!(size, 16_384 * 16_384 * 16); // 2^32
    /// # Ok::<(), dral::Error>(())
    /// ```
    #[inline]
    pub const fn varying_buffer_size(&self, stride: u32) -> u64 {
        // With at most 2^32 threads nothing wraps: the product is at most
        // 2^64 - 2^32, a multiple of 64.
        let bytes = self.threads.wrapping_mul(stride as u64);
        wrapping_align_up(bytes, VARYING_ALIGNMENT)
    }

    /// The record from which v4 and v5 read the vertex id.
    ///
    /// # Errors
    /// [`Error::NoIdRecords`] from v6 on.
    #[inline]
    pub fn vertex_id_record(&self) -> Result<IdRecord, Error> {
        self.check_id_records()?;
        Ok(IdRecord::vertex_id(self.padded()))
    }

    /// The record from which v4 and v5 read the instance id.
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
        Ok(IdRecord::instance_id(self.padded(), self.rounding()))
    }

    #[inline]
    fn check_id_records(&self) -> Result<(), Error> {
        if self.architecture <= Architecture::V5 as u32 {
            Ok(())
        } else {
            Err(Error::NoIdRecords)
        }
    }
}

/// Added to the instance size byte in `variant`: 1 above the shift.
pub(super) const SEVERAL_INSTANCES: u32 = 1 << SIZE_BYTE_ODD;

/// The size of a varying buffer is a multiple of this many bytes.
const VARYING_ALIGNMENT: u64 = 64;
