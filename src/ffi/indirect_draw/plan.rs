// SPDX-License-Identifier: MIT

//! Plans for C.

use super::super::pointer::read;
use super::super::refusal::{explain, pure, Message, Refusal};
use super::request::dral_indirect_draw;
use crate::indirect_draw::{Chunk, Plan, NO_OFFSET};
use core::ffi::{c_char, c_int};

/// Where there is no offset.
pub const DRAL_INDIRECT_DRAW_NO_OFFSET: u32 = u32::MAX;

const _: () = assert!(DRAL_INDIRECT_DRAW_NO_OFFSET == NO_OFFSET);

/// Chooses how indirect draws are issued, and plans what to reserve and what
/// to tell the shader.
///
/// \return 0; -EINVAL for an unknown driver or hardware, a flag that is
/// neither 0 nor 1, a ring for no draws (a ring threshold or capacity of 0)
/// or NULL; -ERANGE for mocs above 255, draws in place that need more than
/// 16 MiB in one piece, or a ring beyond 32 bits.
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

/// What decided the mode of dral_indirect_draw_resolve, or why that refuses the
/// draws: a sentence for a log, static and never NULL.
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

/// A chunk of draws in place: what one dispatch of the shader generates.
///
/// \param index below the chunk_count of the plan
/// \return 0; -EINVAL for a plan that is not in place, a chunk that it does
/// not have, or NULL; -ERANGE for what dral_indirect_draw_resolve never wrote.
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

/// How often a ring is filled. The first draw of a filling is the number of
/// fillings before it times the ring_count of the plan; that of the first is
/// 0 again when the draws are issued again.
///
/// \param draw_count how many draws there are: what the count buffer says,
/// which may exceed the maximum, or without one the maximum
/// \param iterations at least 1: without draws the ring has only a jump
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

/// Bytes of a ring of the ring_capacity of the draws that has room for the
/// draws of every pipeline. A driver that keeps one ring needs this many: the
/// ring_size of a plan is that of its own pipeline, and where parameters are
/// read from vertex buffers the next one may need more.
///
/// \param draws only driver, version and ring_capacity matter
/// \return 0; -EINVAL for an unknown driver or hardware, a flag that is
/// neither 0 nor 1, or NULL; -ERANGE for a size beyond 32 bits.
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

/// How many draws of this pipeline a ring of a fixed size has room for: the
/// ring_capacity to plan with. The ring of iris has 131072 bytes.
///
/// \param draws its ring_capacity is not read
/// \param ring_size bytes
/// \param capacity 0 if not one fits
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
