// SPDX-License-Identifier: MIT

//! What a driver reserves for indirect draws, and tells the shader.
//!
//! Source: docs/indirect-draw.md, "Commands", "Flags".

use super::Error;

/// Where there is no offset.
///
/// ```
/// assert_eq!(dral::indirect_draw::NO_OFFSET, u32::MAX);
/// ```
pub const NO_OFFSET: u32 = u32::MAX;

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
    /// Bytes of this many generated draws.
    #[inline]
    pub(super) const fn command_bytes(&self, count: u32) -> Result<u32, Error> {
        let bytes = count as u64 * self.command_words as u64;
        match bytes.checked_mul(4) {
            Some(bytes) if bytes <= u32::MAX as u64 => Ok(bytes as u32),
            _ => Err(Error::OffsetRange),
        }
    }
}
