// SPDX-License-Identifier: MIT

//! What a driver reserves for indirect draws, and tells the shader.
//!
//! Source: docs/indirect-draw.md, "Commands", "In place", "Ring", "Flags".

use super::chunk::chunk_count;
use super::ring::sized_ring;
use super::{Driver, Error, Format, IndirectDraw, Mode, JUMP_SIZE};

/// Where there is no offset.
///
/// ```
/// assert_eq!(dral::indirect_draw::NO_OFFSET, u32::MAX);
/// ```
pub const NO_OFFSET: u32 = u32::MAX;

/// Words of an indirect command without indices: VkDrawIndirectCommand.
const COMMAND_WORDS: u32 = 4;

/// Words of one with indices: VkDrawIndexedIndirectCommand.
const INDEXED_COMMAND_WORDS: u32 = 5;

/// Where firstVertex and firstInstance stand in a VkDrawIndirectCommand.
const BASE_OFFSET: u32 = 8;

/// Where vertexOffset and firstInstance stand in a
/// VkDrawIndexedIndirectCommand.
const INDEXED_BASE_OFFSET: u32 = 12;

/// A bit of the word that tells the shader what to write.
///
/// ```
/// assert_eq!(dral::indirect_draw::Flag::Ring as u32, 0x20);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum Flag {
    /// The draws have an index buffer.
    Indexed = 0x01,
    /// The draws depend on a predicate.
    Predicated = 0x02,
    /// The vertex shader reads the index of the draw.
    DrawId = 0x04,
    /// The vertex shader reads the first vertex or the base instance.
    Base = 0x08,
    /// The number of draws is read from memory.
    IndirectCount = 0x10,
    /// The draws go into a ring.
    Ring = 0x20,
    /// The draws are rendered tile by tile.
    Tiled = 0x40,
}

impl Flag {
    /// Whether a flags word has this bit.
    ///
    /// ```
    /// use dral::indirect_draw::Flag;
    /// assert!(Flag::DrawId.is_in(0x0A_0005));
    /// ```
    #[inline]
    pub const fn is_in(self, flags: u32) -> bool {
        flags & self as u32 != 0
    }
}

const MOCS_SHIFT: u32 = 8;
const COMMAND_WORDS_SHIFT: u32 = 16;
const MAX_MOCS: u32 = 0xFF;

/// What a driver reserves for indirect draws, and tells the shader. What the
/// mode has no use for is 0, or DRAL_INDIRECT_DRAW_NO_OFFSET for an offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Plan {
    /// How the draws are issued: an enum dral_indirect_draw_mode.
    pub mode: u32,
    /// The flags word of the shader: bits of enum dral_indirect_draw_flag,
    /// the memory object control state << 8, command_words << 16.
    pub flags: u32,
    /// 32-bit words of each generated draw.
    pub command_words: u32,
    /// Bytes from one indirect command to the next.
    pub stride: u32,
    /// How many draws there can be.
    pub max_draw_count: u32,
    /// In place: how many pieces the draws are generated in.
    pub chunk_count: u32,
    /// Ring: how many draws fit at once.
    pub ring_count: u32,
    /// Ring: where its first draw lies, in bytes from its beginning.
    pub commands_offset: u32,
    /// Ring: where the jump behind its last draw lies, likewise.
    pub end_jump_offset: u32,
    /// Ring: its bytes, a multiple of 4096.
    pub ring_size: u32,
    /// Where draw ids lie, if draws read them from a vertex buffer (Gfx9,
    /// and always with iris). In a ring one for each of its draws, from its
    /// beginning; in place one for each draw, in a buffer of their own.
    pub draw_id_offset: u32,
    /// Bytes from one draw id to the next: 4; with iris 8, of which the
    /// second 4 are all ones with indices and else 0.
    pub draw_id_stride: u32,
    /// In place: bytes of the buffer of draw ids.
    pub draw_id_size: u32,
    /// Where in an indirect command the base vertex and instance lie, 8
    /// bytes, if draws read them from a vertex buffer: 31 with ANV, with
    /// iris the first that is free.
    pub base_offset: u32,
}

impl Plan {
    /// Nothing is generated.
    const fn without_shader(mode: Mode, draws: &IndirectDraw) -> Self {
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

    /// Bytes of so many generated draws.
    #[inline]
    pub(super) const fn command_bytes(&self, count: u32) -> Result<u32, Error> {
        let bytes = count as u64 * self.command_words as u64;
        match bytes.checked_mul(4) {
            Some(bytes) if bytes <= u32::MAX as u64 => Ok(bytes as u32),
            _ => Err(Error::OffsetRange),
        }
    }
}

impl IndirectDraw {
    /// Bytes from one indirect command to the next.
    const fn source_stride(&self) -> u32 {
        let words =
            if self.indexed { INDEXED_COMMAND_WORDS } else { COMMAND_WORDS };
        if self.stride > 4 * words {
            self.stride
        } else {
            4 * words
        }
    }

    const fn flags(&self, mode: Mode, command_words: u32) -> u32 {
        const fn bit(flag: Flag, set: bool) -> u32 {
            if set {
                flag as u32
            } else {
                0
            }
        }
        // The shader of iris has an address of the count, and knows no mode.
        let of_anv = matches!(self.driver, Driver::Anv);
        bit(Flag::Indexed, self.indexed)
            | bit(Flag::Predicated, self.predicated)
            | bit(Flag::DrawId, self.uses_draw_id)
            | bit(Flag::Base, self.uses_base())
            | bit(Flag::IndirectCount, of_anv && self.has_count_buffer)
            | bit(Flag::Ring, of_anv && matches!(mode, Mode::Ring))
            | bit(Flag::Tiled, self.tiled)
            | self.mocs << MOCS_SHIFT
            | command_words << COMMAND_WORDS_SHIFT
    }

    /// What to reserve for these draws, and to tell the shader.
    ///
    /// # Errors
    /// [`Error::UnknownHardware`]; [`Error::MocsRange`];
    /// [`Error::BatchRange`] for more draws in place than 16 MiB hold;
    /// [`Error::EmptyRing`] for a ring of no draws, because of a threshold or
    /// a capacity of 0; [`Error::OffsetRange`] for a ring beyond 32 bits.
    ///
    /// ```
    /// use dral::indirect_draw::IndirectDraw;
    /// let draws = IndirectDraw {
    ///     uses_draw_id: true,
    ///     max_draw_count: 500,
    ///     ..IndirectDraw::new(90)
    /// };
    /// let plan = draws.plan()?;
    /// assert_eq!((plan.command_words, plan.ring_count), (12, 500));
    /// assert_eq!(plan.end_jump_offset, 500 * 48);
    /// assert_eq!(plan.draw_id_offset, 500 * 48 + 12);
    /// # Ok::<(), dral::indirect_draw::Error>(())
    /// ```
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

    /// What is the same in place and in a ring.
    const fn with_shader(&self, mode: Mode, format: Format) -> Plan {
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
        // All that follows lies in it.
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
