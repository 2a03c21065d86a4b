// SPDX-License-Identifier: MIT

//! Model of the shader: what one item writes.
//!
//! Source: docs/reference/indirect-draw.md, "Items".

use super::mode::Mode;
use super::plan::{Flag, Plan, CHUNK_DRAWS, NO_OFFSET};
use super::Error;

/// The target of a jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum JumpTarget {
    /// The commands that refill the ring.
    Generate = 1,
    /// The commands after all draws.
    End = 2,
}

/// What one item of the shader writes. Offsets are bytes from the first draw of
/// the chunk or ring, or DRAL_INDIRECT_DRAW_NO_OFFSET.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Item {
    /// Bytes from the first indirect command to the item's; 0 without a draw.
    pub source: u64,
    /// 1 if a draw is written.
    pub writes_draw: u32,
    /// The index of the draw.
    pub draw_id: u32,
    /// The offset of the draw.
    pub draw_offset: u32,
    /// The offset of draw_id, counted as in the plan.
    pub draw_id_offset: u32,
    /// 0 if no jump is written; else an enum dral_indirect_draw_jump.
    pub jump: u32,
    /// The offset of the jump.
    pub jump_offset: u32,
}

impl Plan {
    /// What an item writes, in a chunk or a filling of the ring that begins
    /// with draw `draw_base`. `draw_count` is the value in the count buffer,
    /// or the maximum draw count without one.
    ///
    /// # Errors
    /// As `dral_indirect_draw_plan_item`.
    pub fn item(
        &self,
        draw_count: u32,
        draw_base: u32,
        item: u32,
    ) -> Result<Item, Error> {
        let in_ring = Mode::Ring.is(self.mode);
        if !in_ring && !Mode::InPlace.is(self.mode) {
            return Err(Error::NotGenerated);
        }
        let items = if in_ring { self.ring_count } else { CHUNK_DRAWS };
        if item >= items {
            return Err(Error::NoSuchItem);
        }
        let draw_id = draw_base.checked_add(item).ok_or(Error::DrawRange)?;
        let draw_count = draw_count.min(self.max_draw_count);
        let writes_draw = draw_id < draw_count;
        let (source, draw_offset, draw_id_offset) = if writes_draw {
            let source = u64::from(draw_id) * u64::from(self.stride);
            let draw_id_offset = self.item_draw_id(draw_id, item)?;
            (source, self.command_bytes(item)?, draw_id_offset)
        } else {
            (0, NO_OFFSET, NO_OFFSET)
        };
        let is_last = draw_id == draw_count.saturating_sub(1);
        let jump = if is_last && (in_ring || draw_count < self.max_draw_count) {
            JumpTarget::End as u32
        } else if in_ring && item == items - 1 {
            JumpTarget::Generate as u32
        } else {
            0
        };
        let jump_offset = match jump {
            0 => NO_OFFSET,
            // After the draw, or at its place if there is no draw.
            _ if draw_count == 0 => self.command_bytes(item)?,
            _ => self.command_bytes(item + 1)?,
        };
        Ok(Item {
            source,
            writes_draw: writes_draw.into(),
            draw_id,
            draw_offset,
            draw_id_offset,
            jump,
            jump_offset,
        })
    }

    /// The offset of the draw id that an item writes, if it writes one.
    fn item_draw_id(&self, draw_id: u32, item: u32) -> Result<u32, Error> {
        if self.draw_id_offset == NO_OFFSET || !Flag::DrawId.is_in(self.flags) {
            return Ok(NO_OFFSET);
        }
        let index = if Mode::Ring.is(self.mode) { item } else { draw_id };
        index
            .checked_mul(self.draw_id_stride)
            .and_then(|ids| self.draw_id_offset.checked_add(ids))
            .ok_or(Error::OffsetRange)
    }
}
