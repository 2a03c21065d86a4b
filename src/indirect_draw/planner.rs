// SPDX-License-Identifier: MIT

//! The plan for indirect draws.
//!
//! Source: docs/indirect-draw.md, "Commands", "In place", "Ring", "Flags".

use super::chunk::chunk_count;
use super::plan::{Flag, NO_OFFSET};
use super::ring::sized_ring;
use super::{Driver, Error, Format, IndirectDraw, Mode, Plan, JUMP_SIZE};

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
        let words =
            if self.indexed { INDEXED_COMMAND_WORDS } else { COMMAND_WORDS };
        self.stride.max(4 * words)
    }

    fn flags(&self, mode: Mode, command_words: u32) -> u32 {
        // The shader of iris gets the address of the count, and has no modes.
        let of_anv = matches!(self.driver, Driver::Anv);
        let flags = [
            (Flag::Indexed, self.indexed),
            (Flag::Predicated, self.predicated),
            (Flag::DrawId, self.uses_draw_id),
            (Flag::Base, self.uses_base()),
            (Flag::IndirectCount, of_anv && self.has_count_buffer),
            (Flag::Ring, of_anv && matches!(mode, Mode::Ring)),
            (Flag::Tiled, self.tiled),
        ];
        let set = flags.iter().filter(|(_, set)| *set);
        set.map(|(flag, _)| *flag as u32).sum::<u32>()
            + (self.mocs << MOCS_SHIFT)
            + (command_words << COMMAND_WORDS_SHIFT)
    }

    /// What to reserve for these draws, and what to pass to the shader.
    ///
    /// # Errors
    /// [`Error::UnknownHardware`]; [`Error::MocsRange`]; [`Error::BatchRange`]
    /// for draws in place that exceed 16 MiB; [`Error::EmptyRing`] for a ring
    /// of no draws, because of a threshold or a capacity of 0;
    /// [`Error::OffsetRange`] for a ring that exceeds 32 bits.
    pub fn plan(&self) -> Result<Plan, Error> {
        let format = Format::new(self.driver, self.version)?;
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
            format.command_words(self.uses_base(), self.uses_draw_id);
        let base_offset =
            if !format.has_parameter_buffers() || !self.uses_base() {
                NO_OFFSET
            } else if self.indexed {
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
        let plan =
            Self { chunk_count: chunk_count(self.max_draw_count), ..self };
        if plan.chunk_count > 0 {
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
        let ring_size = sized_ring(format, self.command_words, capacity)?;
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
}
