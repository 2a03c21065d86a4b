// SPDX-License-Identifier: MIT

//! Model of the shader: what one item writes.
//!
//! Source: docs/indirect-draw.md, "Items".

use super::plan::{Flag, NO_OFFSET};
use super::{Error, Mode, Plan, CHUNK_DRAWS};

/// A draw that an item writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GeneratedDraw {
    /// Bytes from the first indirect command to the one that the item reads.
    pub source: u64,
    /// Bytes from the first generated draw of the chunk or ring to this one.
    pub offset: u32,
    /// The offset of the index of the draw, if draws read it from a vertex
    /// buffer.
    pub draw_id_offset: Option<u32>,
}

/// The target of a jump.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum JumpTarget {
    /// The commands that fill the ring with the next draws.
    Generate = 1,
    /// The commands after all draws.
    End = 2,
}

/// A jump that an item writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Jump {
    /// Its target.
    pub target: JumpTarget,
    /// Bytes from the first generated draw of the chunk or ring to it.
    pub offset: u32,
}

/// What one item of the shader writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Item {
    /// The index of its draw.
    pub draw_id: u32,
    /// The draw, unless its index is at or beyond the count.
    pub draw: Option<GeneratedDraw>,
    /// The jump, if the draws of the chunk or the ring end after this item.
    pub jump: Option<Jump>,
}

impl Plan {
    /// What an item writes, in a chunk or a filling of the ring that begins
    /// with draw `draw_base`. `draw_count` is the value in the count buffer,
    /// or the maximum draw count without one.
    ///
    /// # Errors
    /// [`Error::NotGenerated`] for a plan without a shader;
    /// [`Error::NoSuchItem`]; [`Error::DrawRange`] and [`Error::OffsetRange`]
    /// if a number exceeds 32 bits.
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
        let draw = if draw_id < draw_count {
            Some(GeneratedDraw {
                source: u64::from(draw_id) * u64::from(self.stride),
                offset: self.command_bytes(item)?,
                draw_id_offset: self.item_draw_id(draw_id, item)?,
            })
        } else {
            None
        };
        let is_last = draw_id == draw_count.saturating_sub(1);
        let target = if in_ring {
            if is_last {
                Some(JumpTarget::End)
            } else if item == items - 1 {
                Some(JumpTarget::Generate)
            } else {
                None
            }
        } else if is_last && draw_count < self.max_draw_count {
            Some(JumpTarget::End)
        } else {
            None
        };
        let jump = match target {
            None => None,
            Some(target) => {
                // After the draw, or at its place if there is no draw.
                let place = if draw_count == 0 { item } else { item + 1 };
                Some(Jump { target, offset: self.command_bytes(place)? })
            }
        };
        Ok(Item { draw_id, draw, jump })
    }

    fn item_draw_id(
        &self,
        draw_id: u32,
        item: u32,
    ) -> Result<Option<u32>, Error> {
        if self.draw_id_offset == NO_OFFSET || !Flag::DrawId.is_in(self.flags) {
            return Ok(None);
        }
        let index = if Mode::Ring.is(self.mode) { item } else { draw_id };
        index
            .checked_mul(self.draw_id_stride)
            .and_then(|ids| self.draw_id_offset.checked_add(ids))
            .map(Some)
            .ok_or(Error::OffsetRange)
    }
}
