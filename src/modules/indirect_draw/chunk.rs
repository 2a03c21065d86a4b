// SPDX-License-Identifier: MIT

//! The chunks in which draws are generated in place.
//!
//! Source: docs/reference/indirect-draw.md, "In place".

use super::mode::Mode;
use super::plan::{
    Plan, CHUNK_DRAWS, DISPATCH_WIDTH, MAX_CHUNK_SIZE, NO_OFFSET,
};
use super::Error;

/// The draws that one dispatch generates in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Chunk {
    /// The first draw: the draw_base of the chunk's items.
    pub draw_base: u32,
    /// The number of draws.
    pub draw_count: u32,
    /// Contiguous bytes to reserve in the batch.
    pub size: u32,
    /// Width of the dispatch. The item at x, y is y * 8192 + x.
    pub width: u32,
    /// Height of the dispatch.
    pub height: u32,
    /// The offset of its ids in the buffer of draw ids (Gfx9).
    pub draw_id_offset: u32,
}

impl Plan {
    /// A chunk of draws in place.
    ///
    /// # Errors
    /// As `dral_indirect_draw_plan_chunk`.
    ///
    /// ```
    /// use dral::modules::indirect_draw::IndirectDraw;
    /// let draws = IndirectDraw {
    ///     max_draw_count: 99,
    ///     ..IndirectDraw::new(125)
    /// };
    /// let chunk = draws.plan()?.chunk(0)?;
    /// assert_eq!((chunk.size, chunk.width, chunk.height), (3960, 99, 1));
    /// # Ok::<(), dral::modules::indirect_draw::Error>(())
    /// ```
    pub fn chunk(&self, index: u32) -> Result<Chunk, Error> {
        if !Mode::InPlace.is(self.mode) {
            return Err(Error::NotInPlace);
        }
        let draw_base =
            index.checked_mul(CHUNK_DRAWS).ok_or(Error::NoSuchChunk)?;
        let draw_count = match self.max_draw_count.checked_sub(draw_base) {
            None | Some(0) => return Err(Error::NoSuchChunk),
            Some(rest) => rest.min(CHUNK_DRAWS),
        };
        let size = match self.command_bytes(draw_count) {
            Ok(size) if size <= MAX_CHUNK_SIZE => size,
            _ => return Err(Error::BatchRange),
        };
        let draw_id_offset = match self.draw_id_offset {
            NO_OFFSET => NO_OFFSET,
            begin => draw_base
                .checked_mul(self.draw_id_stride)
                .and_then(|ids| begin.checked_add(ids))
                .ok_or(Error::OffsetRange)?,
        };
        Ok(Chunk {
            draw_base,
            draw_count,
            size,
            width: draw_count.min(DISPATCH_WIDTH),
            height: draw_count.div_ceil(DISPATCH_WIDTH),
            draw_id_offset,
        })
    }
}
