// SPDX-License-Identifier: MIT

//! What a driver reserves for indirect draws and passes to the shader.
//!
//! Source: docs/indirect-draw.md, "Commands", "Flags".

use super::Error;
use crate::number::bits;

/// An offset that does not exist.
pub const NO_OFFSET: u32 = u32::MAX;

/// A bit of the flags word, which tells the shader what to write.
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

bits!(Flag);

/// What a driver reserves for indirect draws and passes to the shader. Fields
/// that the mode does not use are 0, offsets DRAL_INDIRECT_DRAW_NO_OFFSET.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Plan {
    /// How the draws are issued: an enum dral_indirect_draw_mode.
    pub mode: u32,
    /// The flags word of the shader: bits of enum dral_indirect_draw_flag,
    /// the memory object control state << 8, command_words << 16.
    pub flags: u32,
    /// 32-bit words per generated draw.
    pub command_words: u32,
    /// Bytes from one indirect command to the next.
    pub stride: u32,
    /// The maximum number of draws.
    pub max_draw_count: u32,
    /// In place: the number of chunks in which the draws are generated.
    pub chunk_count: u32,
    /// Ring: the number of draws that fit at once.
    pub ring_count: u32,
    /// Ring: the offset of its first draw, in bytes.
    pub commands_offset: u32,
    /// Ring: the offset of the jump after its last draw, in bytes.
    pub end_jump_offset: u32,
    /// Ring: its size in bytes, a multiple of 4096.
    pub ring_size: u32,
    /// The offset of the draw ids, if draws read them from a vertex buffer
    /// (Gfx9, and always with iris). A ring has one id for each of its draws,
    /// and the offset counts from its beginning; in place, a separate buffer
    /// has one id for each draw.
    pub draw_id_offset: u32,
    /// Bytes from one draw id to the next: 4; with iris 8, where the second
    /// word is all ones with indices and 0 without.
    pub draw_id_stride: u32,
    /// In place: the size of the buffer of draw ids, in bytes.
    pub draw_id_size: u32,
    /// The offset in an indirect command of the base vertex and instance, 8
    /// bytes, if draws read them from a vertex buffer (ANV: buffer 31; iris:
    /// the first free one).
    pub base_offset: u32,
}

impl Plan {
    /// The size of this many generated draws, in bytes.
    #[inline]
    pub(super) const fn command_bytes(&self, count: u32) -> Result<u32, Error> {
        let bytes = count as u64 * self.command_words as u64;
        match bytes.checked_mul(4) {
            Some(bytes) if bytes <= u32::MAX as u64 => Ok(bytes as u32),
            _ => Err(Error::OffsetRange),
        }
    }
}
