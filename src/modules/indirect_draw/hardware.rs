// SPDX-License-Identifier: MIT

//! The differences between drivers and generations of hardware.
//!
//! Source: docs/reference/indirect-draw.md, "Commands", "Ring".

use super::Error;
use crate::align::align_up;
use crate::number::from_number;

/// Size in bytes of a jump to another batch, MI_BATCH_BUFFER_START.
pub const JUMP_SIZE: u32 = 12;

/// A driver whose shader generates draws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum Driver {
    /// Vulkan; in place or in a ring. Version 90, and 110 and later.
    Anv = 0,
    /// OpenGL; in a ring. Versions 80 and 90, and 110 and later.
    Iris = 1,
}

from_number!(Driver, else UnknownDriver, Anv, Iris);

/// The maximum number of draws in ANV's ring at once.
pub const RING_DRAWS: u32 = 8192;

const RING_ALIGNMENT: u64 = 4096;

/// The format of a driver's generated draws on one generation of hardware.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// Bytes that the shader writes for the id of each draw, which is read
    /// from a vertex buffer. 0 if the draw command contains the parameters.
    pub draw_id_stride: u32,
    /// Bytes before the first command of a ring, for MI_ARB_CHECK, which stops
    /// the prefetching of commands.
    pub ring_commands_offset: u32,
}

impl Format {
    /// The format of a driver; `version` is the generation times ten: 90, 110,
    /// 125.
    ///
    /// # Errors
    /// [`Error::UnknownHardware`]
    pub const fn new(driver: Driver, version: u32) -> Result<Self, Error> {
        let draw_id_stride = match (driver, version) {
            (Driver::Anv, 90..=99) => 4,
            (Driver::Anv, 110..) => 0,
            // The second word shows whether there are indices.
            (Driver::Iris, 80..=99 | 110..) => 8,
            _ => return Err(Error::UnknownHardware),
        };
        let ring_commands_offset = if version >= 120 { 4 } else { 0 };
        Ok(Self { draw_id_stride, ring_commands_offset })
    }

    /// Whether draw parameters are read from vertex buffers.
    pub const fn has_parameter_buffers(self) -> bool {
        self.draw_id_stride != 0
    }

    /// 32-bit words of a generated draw. It contains the parameters, or is
    /// accompanied by vertex buffers for the base vertex and instance and for
    /// the draw id, where these are read.
    pub const fn command_words(
        self,
        uses_base: bool,
        uses_draw_id: bool,
    ) -> u32 {
        if !self.has_parameter_buffers() {
            return 10;
        }
        match (uses_base, uses_draw_id) {
            (false, false) => 7,
            (true, false) | (false, true) => 12,
            (true, true) => 16,
        }
    }

    /// Bytes of a ring per draw.
    pub(super) const fn ring_draw_size(self, command_words: u32) -> u32 {
        4 * command_words + self.draw_id_stride
    }

    /// The size of a ring for `capacity` commands of this many words, in bytes.
    ///
    /// # Errors
    /// [`Error::OffsetRange`]
    pub(super) fn ring_size(
        self,
        command_words: u32,
        capacity: u32,
    ) -> Result<u32, Error> {
        let draw_size = self.ring_draw_size(command_words);
        let bytes = u64::from(self.ring_commands_offset)
            + u64::from(draw_size) * u64::from(capacity)
            + u64::from(JUMP_SIZE);
        let aligned = align_up(bytes, RING_ALIGNMENT);
        aligned.and_then(|size| size.try_into().ok()).ok_or(Error::OffsetRange)
    }
}
