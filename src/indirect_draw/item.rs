// SPDX-License-Identifier: MIT

//! Model of the shader: what one item writes.
//!
//! Source: docs/indirect-draw.md, "Items".

use super::mode::Mode;
use super::plan::{Flag, Plan, CHUNK_DRAWS, NO_OFFSET};
use super::Error;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::indirect_draw::IndirectDraw;

    #[test]
    fn invalid_plans_are_refused_if_a_result_does_not_fit() {
        let draws = IndirectDraw {
            uses_base_instance: true,
            uses_draw_id: true,
            max_draw_count: 5,
            ..IndirectDraw::new(90)
        };
        let place = draws.plan().unwrap();
        let other = Plan { ring_count: 5, ..place };
        assert_eq!(other.iterations(1), Err(Error::NotARing));
        let wide = Plan { command_words: u32::MAX, ..place };
        assert_eq!(wide.chunk(0), Err(Error::BatchRange));
        assert_eq!(wide.item(5, 0, 4), Err(Error::OffsetRange));
        let far = Plan { draw_id_offset: u32::MAX - 3, ..place };
        assert_eq!(far.item(5, 0, 1), Err(Error::OffsetRange));
        let many = Plan { max_draw_count: u32::MAX, ..far };
        assert_eq!(many.chunk(0), Err(Error::BatchRange));
        let long = Plan { max_draw_count: u32::MAX, command_words: 0, ..far };
        assert_eq!(long.chunk(0).map(|chunk| chunk.size), Ok(0));
        assert_eq!(long.chunk(1), Err(Error::OffsetRange));
        assert_eq!(long.chunk(64), Err(Error::NoSuchChunk));
        let unknown = Plan { mode: 4, ..place };
        assert_eq!(unknown.item(5, 0, 0), Err(Error::NotGenerated));
        let hollow = Plan { mode: Mode::Ring as u32, ..place };
        assert_eq!(hollow.iterations(5), Err(Error::NotARing));
        assert_eq!(hollow.item(5, 0, 0), Err(Error::NoSuchItem));
        let largest = Plan { ring_count: u32::MAX, ..hollow };
        let last = largest.item(0, 0, u32::MAX - 1);
        assert_eq!(last, Err(Error::OffsetRange));
    }
}
