// SPDX-License-Identifier: MIT

//! Plans for C.

use super::super::pointer::read;
use super::super::refusal::{explain, pure, Message, Refusal};
use super::request::dral_indirect_draw;
use crate::indirect_draw::{Chunk, Plan};
use core::ffi::{c_char, c_int};

/// Chooses how indirect draws are issued, and plans what to reserve and what
/// to pass to the shader.
///
/// \return 0; -EINVAL for an unknown driver or hardware, a flag that is
/// neither 0 nor 1, a ring for no draws (a ring threshold or capacity of 0) or
/// NULL; -ERANGE for mocs above 255, a chunk of more than 16 MiB, or a ring
/// whose size exceeds 32 bits.
///
/// Source: docs/indirect-draw.md, "Modes", "Commands", "Flags", "In place",
/// "Ring".
///
/// # Safety
/// draws and plan are NULL or point to a struct each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_resolve(
    draws: *const dral_indirect_draw,
    plan: *mut Plan,
) -> c_int {
    pure!(plan, [draws = read(draws)], draws.checked::<Refusal>()?.plan()?)
}

/// Explains what decides the mode that dral_indirect_draw_resolve chooses, or
/// why it refuses the draws: a sentence for a log, static and never NULL.
///
/// # Safety
/// draws is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_explain(
    draws: *const dral_indirect_draw,
) -> *const c_char {
    explain!([draws = read(draws)], {
        let draws = draws.checked::<Message>()?;
        draws.plan()?;
        draws.mode_rule().message()
    })
}

/// A chunk of draws in place: the draws that one dispatch of the shader
/// generates.
///
/// \param index below chunk_count of the plan
/// \return 0; -EINVAL for a plan that is not in place, a chunk that it does
/// not have, or NULL; -ERANGE for a plan that dral_indirect_draw_resolve
/// cannot have written.
///
/// Source: docs/indirect-draw.md, "In place".
///
/// # Safety
/// plan and chunk are NULL or point to a struct each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_plan_chunk(
    plan: *const Plan,
    index: u32,
    chunk: *mut Chunk,
) -> c_int {
    pure!(chunk, [plan = read(plan)], plan.chunk(index)?)
}

/// How often a ring is filled. Filling n, counted from 0, begins with draw n *
/// ring_count. When the draws are issued again, it begins with draw 0 again.
///
/// \param draw_count the number of draws: the value in the count buffer, which
/// may exceed the maximum, or the maximum if there is no count buffer
/// \param iterations at least 1: without draws the ring contains only a jump
/// \return 0; -EINVAL for a plan that is not a ring, or NULL.
///
/// Source: docs/indirect-draw.md, "Ring".
///
/// # Safety
/// plan is NULL or points to a struct, iterations to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_plan_iterations(
    plan: *const Plan,
    draw_count: u32,
    iterations: *mut u32,
) -> c_int {
    pure!(iterations, [plan = read(plan)], plan.iterations(draw_count)?)
}

/// The size in bytes of a ring that has room for ring_capacity draws of any
/// pipeline. A driver that keeps one ring allocates this size: ring_size of a
/// plan is for its own pipeline, and another pipeline may need more if it
/// reads parameters from vertex buffers.
///
/// \param draws only driver, version and ring_capacity matter
/// \return 0; -EINVAL for an unknown driver or hardware, a flag that is
/// neither 0 nor 1, or NULL; -ERANGE for a size that exceeds 32 bits.
///
/// Source: docs/indirect-draw.md, "Ring".
///
/// # Safety
/// draws is NULL or points to a struct, size to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_ring_size(
    draws: *const dral_indirect_draw,
    size: *mut u32,
) -> c_int {
    pure!(size, [draws = read(draws)], draws.checked::<Refusal>()?.ring_size()?)
}

/// The number of draws of this pipeline for which a ring of a fixed size has
/// room: the ring_capacity to plan with. The ring of iris has 131072 bytes.
///
/// \param draws ring_capacity is not read
/// \param ring_size size of the ring in bytes
/// \param capacity 0 if no draw fits
/// \return 0; -EINVAL for an unknown driver or hardware, a flag that is
/// neither 0 nor 1, or NULL.
///
/// Source: docs/indirect-draw.md, "Ring".
///
/// # Safety
/// draws is NULL or points to a struct, capacity to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_ring_capacity(
    draws: *const dral_indirect_draw,
    ring_size: u32,
    capacity: *mut u32,
) -> c_int {
    pure!(
        capacity,
        [draws = read(draws)],
        draws.checked::<Refusal>()?.ring_capacity_in(ring_size)?
    )
}
