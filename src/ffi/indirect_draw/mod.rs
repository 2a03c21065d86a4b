// SPDX-License-Identifier: MIT

//! Indirect draws for C: the functions of `include/dral_indirect_draw.h`.

use super::error::dral_error_text;
use super::flag::flag;
use super::pointer::{reference, slice};
use super::refusal::{pure, status, Refusal};
use crate::indirect_draw::{
    Chunk, IndirectDraw, Item, Parameters, Plan, NO_OFFSET,
};
use core::ffi::{c_char, c_int};

#[cfg(test)]
mod vectors;

/// Indirect draws, and the conditions that decide how the driver issues them.
/// Plain draws of ANV without indices, with consecutive commands, need only
/// version, max_draw_count, the thresholds and ring_capacity; the other fields
/// are 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_indirect_draw {
    /// An enum dral_indirect_draw_driver.
    pub driver: u32,
    /// The generation of the hardware times ten: 90, or 110 (for Gfx11) and
    /// later; 80 with iris.
    pub version: u32,
    /// 1 if the draws have an index buffer, else 0.
    pub indexed: u32,
    /// 1 if the vertex shader reads the first or base vertex, else 0.
    pub uses_first_vertex: u32,
    /// 1 if the vertex shader reads the base instance, else 0.
    pub uses_base_instance: u32,
    /// 1 if the vertex shader reads the index of the draw, else 0.
    pub uses_draw_id: u32,
    /// 1 if the draws depend on a predicate, else 0.
    pub predicated: u32,
    /// 1 if the draws are rendered tile by tile (TBIMR), else 0.
    pub tiled: u32,
    /// 1 if the number of draws is read from memory, else 0.
    pub has_count_buffer: u32,
    /// The memory object control state of the parameters, at most 255.
    pub mocs: u32,
    /// The number of draws, or its maximum.
    pub max_draw_count: u32,
    /// Bytes from one indirect command to the next; at least the size of a
    /// command is used.
    pub stride: u32,
    /// From this many draws on, a shader generates them. ANV: 4.
    pub generate_threshold: u32,
    /// From this many draws on, it generates them in a ring. ANV: 100. Not
    /// read for iris, which always uses a ring.
    pub ring_threshold: u32,
    /// The maximum number of draws in the ring at once. ANV: 8192; iris: the
    /// result of dral_indirect_draw_ring_capacity.
    pub ring_capacity: u32,
    /// 1 if the memory is protected, so that no shader can write commands,
    /// else 0.
    pub is_protected: u32,
    /// 1 if a workaround of the hardware (1306463417, 16011107343) applies
    /// and there is a tessellation control shader, else 0.
    pub tessellation_workaround: u32,
    /// 1 if the hardware can unroll these draws itself, else 0.
    pub execute_indirect: u32,
}

impl dral_indirect_draw {
    #[inline]
    fn checked(&self) -> Result<IndirectDraw, Refusal> {
        Ok(IndirectDraw {
            driver: self.driver.try_into()?,
            version: self.version,
            indexed: flag(self.indexed)?,
            uses_first_vertex: flag(self.uses_first_vertex)?,
            uses_base_instance: flag(self.uses_base_instance)?,
            uses_draw_id: flag(self.uses_draw_id)?,
            predicated: flag(self.predicated)?,
            tiled: flag(self.tiled)?,
            has_count_buffer: flag(self.has_count_buffer)?,
            mocs: self.mocs,
            max_draw_count: self.max_draw_count,
            stride: self.stride,
            generate_threshold: self.generate_threshold,
            ring_threshold: self.ring_threshold,
            ring_capacity: self.ring_capacity,
            protected: flag(self.is_protected)?,
            tessellation_workaround: flag(self.tessellation_workaround)?,
            execute_indirect: flag(self.execute_indirect)?,
        })
    }
}

/// Chooses how indirect draws are issued, and plans what to reserve and what
/// to pass to the shader.
///
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_DRIVER;
/// DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_HARDWARE; DRAL_ERROR_UNKNOWN_FLAG;
/// DRAL_INDIRECT_DRAW_ERROR_EMPTY_RING for a ring threshold or capacity of 0;
/// DRAL_INDIRECT_DRAW_ERROR_MOCS_RANGE for mocs above 255;
/// DRAL_INDIRECT_DRAW_ERROR_BATCH_RANGE for a chunk of more than 16 MiB;
/// DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE for a ring whose size exceeds 32 bits.
///
/// Source: docs/indirect-draw.md, "Modes", "Commands", "Flags", "In place",
/// "Ring".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_resolve(
    draws: *const dral_indirect_draw,
    plan: *mut Plan,
) -> c_int {
    pure!(plan, [draws = reference(draws)], draws.checked()?.plan()?)
}

/// Explains what decides the mode that dral_indirect_draw_resolve chooses, or
/// why it refuses the draws: a sentence for a log, static and never NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_explain(
    draws: *const dral_indirect_draw,
) -> *const c_char {
    let rule = || {
        // SAFETY: the caller's pointer.
        let draws = unsafe { reference(draws) }?.checked()?;
        draws.plan()?;
        Ok(draws.mode_rule().message().as_ptr())
    };
    rule().unwrap_or_else(|error| dral_error_text(status(Err(error))))
}

/// A chunk of draws in place: the draws that one dispatch of the shader
/// generates.
///
/// \param index below chunk_count of the plan
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_NOT_IN_PLACE;
/// DRAL_INDIRECT_DRAW_ERROR_NO_SUCH_CHUNK; DRAL_INDIRECT_DRAW_ERROR_BATCH_RANGE
/// or DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE for a plan that
/// dral_indirect_draw_resolve cannot have written.
///
/// Source: docs/indirect-draw.md, "In place".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_plan_chunk(
    plan: *const Plan,
    index: u32,
    chunk: *mut Chunk,
) -> c_int {
    pure!(chunk, [plan = reference(plan)], plan.chunk(index)?)
}

/// How often a ring is filled. Filling n, counted from 0, begins with draw n *
/// ring_count. When the draws are issued again, it begins with draw 0 again.
///
/// \param draw_count the number of draws: the value in the count buffer, which
/// may exceed the maximum, or the maximum if there is no count buffer
/// \param iterations at least 1: without draws the ring contains only a jump
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_NOT_A_RING.
///
/// Source: docs/indirect-draw.md, "Ring".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_plan_iterations(
    plan: *const Plan,
    draw_count: u32,
    iterations: *mut u32,
) -> c_int {
    pure!(iterations, [plan = reference(plan)], plan.iterations(draw_count)?)
}

/// The size in bytes of a ring that has room for ring_capacity draws of any
/// pipeline. A driver that keeps one ring allocates this size: ring_size of a
/// plan is for its own pipeline, and another pipeline may need more if it
/// reads parameters from vertex buffers.
///
/// \param draws only driver, version and ring_capacity matter
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_DRIVER;
/// DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_HARDWARE; DRAL_ERROR_UNKNOWN_FLAG;
/// DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE for a size that exceeds 32 bits.
///
/// Source: docs/indirect-draw.md, "Ring".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_ring_size(
    draws: *const dral_indirect_draw,
    size: *mut u32,
) -> c_int {
    pure!(size, [draws = reference(draws)], draws.checked()?.ring_size()?)
}

/// The number of draws of this pipeline for which a ring of a fixed size has
/// room: the ring_capacity to plan with. The ring of iris has 131072 bytes.
///
/// \param draws ring_capacity is not read
/// \param ring_size size of the ring in bytes
/// \param capacity 0 if no draw fits
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_DRIVER;
/// DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_HARDWARE; DRAL_ERROR_UNKNOWN_FLAG.
///
/// Source: docs/indirect-draw.md, "Ring".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_ring_capacity(
    draws: *const dral_indirect_draw,
    ring_size: u32,
    capacity: *mut u32,
) -> c_int {
    pure!(
        capacity,
        [draws = reference(draws)],
        draws.checked()?.ring_capacity_in(ring_size)?
    )
}

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
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_NOT_GENERATED for a plan without a
/// shader; DRAL_INDIRECT_DRAW_ERROR_NO_SUCH_ITEM for an item that no dispatch
/// has; DRAL_INDIRECT_DRAW_ERROR_DRAW_RANGE if the index of the draw exceeds 32
/// bits; DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE for a plan that
/// dral_indirect_draw_resolve cannot have written.
///
/// Source: docs/indirect-draw.md, "Items".
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
        [plan = reference(plan)],
        plan.item(draw_count, draw_base, item)?.into()
    )
}

/// The parameters that a draw command takes from an indirect command.
///
/// \param indexed 1 for a VkDrawIndexedIndirectCommand, 0 for a
/// VkDrawIndirectCommand
/// \param command the words of the indirect command: 5 with indices, else 4
/// \param word_count number of words; those after the command are ignored
/// \param instance_multiplier the number of views if views are drawn as
/// instances, else 1
/// \param draw_id the index of the draw
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG;
/// DRAL_INDIRECT_DRAW_ERROR_TRUNCATED_COMMAND for fewer words;
/// DRAL_INDIRECT_DRAW_ERROR_ZERO_MULTIPLIER;
/// DRAL_INDIRECT_DRAW_ERROR_INSTANCE_RANGE if the instances of all views exceed
/// 32 bits.
///
/// Source: docs/indirect-draw.md, "Parameters".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_decode(
    indexed: u32,
    command: *const u32,
    word_count: usize,
    instance_multiplier: u32,
    draw_id: u32,
    parameters: *mut Parameters,
) -> c_int {
    pure!(parameters, [command = slice(command, word_count)], {
        let indexed = flag(indexed)?;
        Parameters::decode(indexed, command, instance_multiplier, draw_id)?
    })
}
