// SPDX-License-Identifier: MIT

//! Items of the shader for C.

use super::super::pointer::read;
use super::super::refusal::pure;
use crate::indirect_draw::{Item, Plan, NO_OFFSET};
use core::ffi::c_int;

/// What one item of the shader writes. Offsets are in bytes from the first
/// generated draw of the chunk or ring (commands_offset of a ring).
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_indirect_draw_item {
    /// Bytes from the first indirect command to the one that the item reads; 0
    /// if no draw is written.
    pub source: u64,
    /// 1 if a draw is written, else 0.
    pub writes_draw: u32,
    /// The index of the draw.
    pub draw_id: u32,
    /// The offset of the draw; DRAL_INDIRECT_DRAW_NO_OFFSET if none is
    /// written.
    pub draw_offset: u32,
    /// The offset of draw_id, relative to the same base as in the plan;
    /// DRAL_INDIRECT_DRAW_NO_OFFSET if it is not written.
    pub draw_id_offset: u32,
    /// 0 if no jump is written; else an enum dral_indirect_draw_jump.
    pub jump: u32,
    /// The offset of the jump; DRAL_INDIRECT_DRAW_NO_OFFSET if none is
    /// written.
    pub jump_offset: u32,
}

impl From<Item> for dral_indirect_draw_item {
    #[inline]
    fn from(item: Item) -> Self {
        let (source, draw_offset, draw_id_offset) = match item.draw {
            Some(draw) => {
                let draw_id_offset = draw.draw_id_offset.unwrap_or(NO_OFFSET);
                (draw.source, draw.offset, draw_id_offset)
            }
            None => (0, NO_OFFSET, NO_OFFSET),
        };
        let (jump, jump_offset) = match item.jump {
            Some(jump) => (jump.target as u32, jump.offset),
            None => (0, NO_OFFSET),
        };
        Self {
            source,
            writes_draw: item.draw.is_some().into(),
            draw_id: item.draw_id,
            draw_offset,
            draw_id_offset,
            jump,
            jump_offset,
        }
    }
}

/// Model of the shader: what one item writes. Use it to check a shader.
///
/// \param draw_count the number of draws: the value in the count buffer, which
/// may exceed the maximum, or the maximum if there is no count buffer
/// \param draw_base the first draw of the chunk, or of the filling of the
/// ring
/// \param item below ring_count of a ring; in place below 2^26, where items
/// beyond the chunk write nothing
/// \return 0; -EINVAL for a plan without a shader, an item that no dispatch
/// has, or NULL; -ERANGE if the index of the draw exceeds 32 bits, or for a
/// plan that dral_indirect_draw_resolve cannot have written.
///
/// Source: docs/indirect-draw.md, "Items".
///
/// # Safety
/// plan and written are NULL or point to a struct each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_plan_item(
    plan: *const Plan,
    draw_count: u32,
    draw_base: u32,
    item: u32,
    written: *mut dral_indirect_draw_item,
) -> c_int {
    pure!(
        written,
        [plan = read(plan)],
        plan.item(draw_count, draw_base, item)?.into()
    )
}
