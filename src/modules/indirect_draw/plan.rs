// SPDX-License-Identifier: MIT

//! What a driver reserves for indirect draws and passes to the shader.
//!
//! Source: docs/reference/indirect-draw.md, "Commands", "In place", "Ring",
//! "Flags".

use super::hardware::{Driver, Format, JUMP_SIZE};
use super::mode::Mode;
use super::request::IndirectDraw;
use super::Error;
use crate::number::bits;

/// The maximum width of a dispatch of the shader, in items.
pub const DISPATCH_WIDTH: u32 = 8192;

/// The maximum number of draws that one dispatch generates.
pub const CHUNK_DRAWS: u32 = DISPATCH_WIDTH * DISPATCH_WIDTH;

/// The maximum number of contiguous bytes in a batch.
pub const MAX_CHUNK_SIZE: u32 = 16 << 20;

/// An offset that does not exist.
pub const NO_OFFSET: u32 = u32::MAX;

/// A bit of the flags word of the shader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum Flag {
    /// An index buffer.
    Indexed = 0x01,
    /// A predicate.
    Predicated = 0x02,
    /// The shader reads the index of the draw.
    DrawId = 0x04,
    /// The shader reads the first vertex or the base instance.
    Base = 0x08,
    /// The number of draws is in memory.
    IndirectCount = 0x10,
    /// The draws go into a ring.
    Ring = 0x20,
    /// The draws are rendered tile by tile.
    Tiled = 0x40,
}

bits!(Flag);

/// What you reserve and pass to the shader. Fields that the mode does not use
/// are 0, offsets DRAL_INDIRECT_DRAW_NO_OFFSET.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Plan {
    /// An enum dral_indirect_draw_mode.
    pub mode: u32,
    /// The flags word: bits of enum dral_indirect_draw_flag, the memory object
    /// control state << 8, command_words << 16.
    pub flags: u32,
    /// 32-bit words per generated draw.
    pub command_words: u32,
    /// Bytes from one indirect command to the next.
    pub stride: u32,
    /// The maximum number of draws.
    pub max_draw_count: u32,
    /// In place: the number of chunks.
    pub chunk_count: u32,
    /// Ring: the number of draws that fit at once.
    pub ring_count: u32,
    /// Ring: the offset of its first draw, in bytes.
    pub commands_offset: u32,
    /// Ring: the offset of the jump after its last draw, in bytes.
    pub end_jump_offset: u32,
    /// Ring: its size in bytes, a multiple of 4096.
    pub ring_size: u32,
    /// The offset of the draw ids in the ring, or in a separate buffer.
    pub draw_id_offset: u32,
    /// Bytes from one draw id to the next: 4; with iris 8.
    pub draw_id_stride: u32,
    /// In place: bytes of the buffer of draw ids.
    pub draw_id_size: u32,
    /// The offset in an indirect command of the base vertex and instance, 8
    /// bytes.
    pub base_offset: u32,
}

/// Words of an indirect command without indices: VkDrawIndirectCommand.
const COMMAND_WORDS: u32 = 4;

/// Words of an indirect command with indices: VkDrawIndexedIndirectCommand.
const INDEXED_COMMAND_WORDS: u32 = 5;

/// The offset of firstVertex and firstInstance in a VkDrawIndirectCommand.
const BASE_OFFSET: u32 = 8;

/// The offset of vertexOffset and firstInstance in a
/// VkDrawIndexedIndirectCommand.
const INDEXED_BASE_OFFSET: u32 = 12;

const MOCS_SHIFT: u32 = 8;
const COMMAND_WORDS_SHIFT: u32 = 16;
const MAX_MOCS: u32 = 0xFF;

impl IndirectDraw {
    /// Bytes from one indirect command to the next.
    fn source_stride(&self) -> u32 {
        let words = if self.indexed == 0 {
            COMMAND_WORDS
        } else {
            INDEXED_COMMAND_WORDS
        };
        self.stride.max(4 * words)
    }

    fn flags(&self, mode: Mode, command_words: u32) -> u32 {
        // The shader of iris gets the address of the count, and has no modes.
        let of_anv = self.driver == Driver::Anv as u32;
        let flags = [
            (Flag::Indexed, self.indexed != 0),
            (Flag::Predicated, self.predicated != 0),
            (Flag::DrawId, self.uses_draw_id != 0),
            (Flag::Base, self.uses_base()),
            (Flag::IndirectCount, of_anv && self.has_count_buffer != 0),
            (Flag::Ring, of_anv && matches!(mode, Mode::Ring)),
            (Flag::Tiled, self.tiled != 0),
        ];
        let set = flags.iter().filter(|(_, set)| *set);
        set.map(|(flag, _)| *flag as u32).sum::<u32>()
            + (self.mocs << MOCS_SHIFT)
            + (command_words << COMMAND_WORDS_SHIFT)
    }

    /// What to reserve for these draws, and what to pass to the shader.
    ///
    /// # Errors
    /// As `dral_indirect_draw_resolve`.
    pub fn plan(&self) -> Result<Plan, Error> {
        let format = self.format()?;
        if self.mocs > MAX_MOCS {
            return Err(Error::MocsRange);
        }
        let mode = self.mode_rule().mode();
        match mode {
            Mode::Registers | Mode::ExecuteIndirect => {
                Ok(Plan::without_shader(mode, self))
            }
            Mode::InPlace => self.with_shader(mode, format).in_place(),
            Mode::Ring => {
                let plan = self.with_shader(mode, format);
                plan.in_ring(format, self.ring_capacity)
            }
        }
    }

    /// The fields that are the same in place and in a ring.
    fn with_shader(&self, mode: Mode, format: Format) -> Plan {
        let command_words =
            format.command_words(self.uses_base(), self.uses_draw_id != 0);
        let base_offset =
            if !format.has_parameter_buffers() || !self.uses_base() {
                NO_OFFSET
            } else if self.indexed != 0 {
                INDEXED_BASE_OFFSET
            } else {
                BASE_OFFSET
            };
        Plan {
            flags: self.flags(mode, command_words),
            command_words,
            draw_id_stride: format.draw_id_stride,
            base_offset,
            ..Plan::without_shader(mode, self)
        }
    }
}

impl Plan {
    /// A plan that generates nothing.
    fn without_shader(mode: Mode, draws: &IndirectDraw) -> Self {
        Self {
            mode: mode as u32,
            flags: 0,
            command_words: 0,
            stride: draws.source_stride(),
            max_draw_count: draws.max_draw_count,
            chunk_count: 0,
            ring_count: 0,
            commands_offset: NO_OFFSET,
            end_jump_offset: NO_OFFSET,
            ring_size: 0,
            draw_id_offset: NO_OFFSET,
            draw_id_stride: 0,
            draw_id_size: 0,
            base_offset: NO_OFFSET,
        }
    }

    fn in_place(self) -> Result<Self, Error> {
        let chunk_count = self.max_draw_count.div_ceil(CHUNK_DRAWS);
        let plan = Self { chunk_count, ..self };
        if chunk_count > 0 {
            // No other chunk is larger.
            plan.chunk(0)?;
        }
        if plan.draw_id_stride == 0 {
            return Ok(plan);
        }
        let draw_id_size = plan.max_draw_count.checked_mul(plan.draw_id_stride);
        Ok(Self {
            draw_id_offset: 0,
            draw_id_size: draw_id_size.ok_or(Error::OffsetRange)?,
            ..plan
        })
    }

    fn in_ring(self, format: Format, capacity: u32) -> Result<Self, Error> {
        let ring_count = self.max_draw_count.min(capacity);
        if ring_count == 0 {
            return Err(Error::EmptyRing);
        }
        // Contains all offsets below.
        let ring_size = format.ring_size(self.command_words, capacity)?;
        let commands_offset = format.ring_commands_offset;
        let end_jump_offset =
            commands_offset + self.command_bytes(ring_count)?;
        let draw_id_offset = if format.has_parameter_buffers() {
            end_jump_offset + JUMP_SIZE
        } else {
            NO_OFFSET
        };
        Ok(Self {
            ring_count,
            commands_offset,
            end_jump_offset,
            ring_size,
            draw_id_offset,
            ..self
        })
    }

    /// The size of this many generated draws, in bytes.
    pub(super) const fn command_bytes(&self, count: u32) -> Result<u32, Error> {
        let bytes = count as u64 * self.command_words as u64;
        match bytes.checked_mul(4) {
            Some(bytes) if bytes <= u32::MAX as u64 => Ok(bytes as u32),
            _ => Err(Error::OffsetRange),
        }
    }
}
