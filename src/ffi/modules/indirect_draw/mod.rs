// SPDX-License-Identifier: MIT

//! Indirect draws for C: the functions of `include/dral_indirect_draw.h`.

use crate::ffi::flag::flag;
use crate::ffi::pointer::slice;
use crate::ffi::refusal::{answer, required, sentence, Refusal};
use crate::modules::indirect_draw::{
    Chunk, Driver, IndirectDraw, Item, Parameters, Plan,
};
use core::ffi::{c_char, c_int};
use core::mem::MaybeUninit;

/// Draws whose driver and flags are known.
fn known(draws: Option<&IndirectDraw>) -> Result<&IndirectDraw, Refusal> {
    let draws = required(draws)?;
    Driver::try_from(draws.driver)?;
    for number in [
        draws.indexed,
        draws.uses_first_vertex,
        draws.uses_base_instance,
        draws.uses_draw_id,
        draws.predicated,
        draws.tiled,
        draws.has_count_buffer,
        draws.is_protected,
        draws.tessellation_workaround,
        draws.execute_indirect,
    ] {
        flag(number)?;
    }
    Ok(draws)
}

/// Chooses how indirect draws are issued, and plans what you reserve and pass
/// to the shader.
///
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_DRIVER,
/// DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_HARDWARE, DRAL_ERROR_UNKNOWN_FLAG,
/// DRAL_INDIRECT_DRAW_ERROR_EMPTY_RING, DRAL_INDIRECT_DRAW_ERROR_MOCS_RANGE,
/// DRAL_INDIRECT_DRAW_ERROR_BATCH_RANGE; DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE
/// for a ring whose size exceeds 32 bits.
///
/// Source: docs/reference/indirect-draw.md, "Modes", "Commands", "Flags", "In
/// place", "Ring".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_indirect_draw_resolve(
    draws: Option<&IndirectDraw>,
    plan: Option<&mut MaybeUninit<Plan>>,
) -> c_int {
    answer(plan, || Ok(known(draws)?.plan()?))
}

/// What decides the mode of dral_indirect_draw_resolve, or why it rejects the
/// draws: a sentence for a log, static and never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn dral_indirect_draw_explain(
    draws: Option<&IndirectDraw>,
) -> *const c_char {
    let rule = || {
        let draws = known(draws)?;
        draws.plan()?;
        Ok(draws.mode_rule().message())
    };
    sentence(rule())
}

/// The draws in place that one dispatch of the shader generates.
///
/// \param index below chunk_count of the plan
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_NOT_IN_PLACE,
/// DRAL_INDIRECT_DRAW_ERROR_NO_SUCH_CHUNK; DRAL_INDIRECT_DRAW_ERROR_BATCH_RANGE
/// or DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE for an invalid plan.
///
/// Source: docs/reference/indirect-draw.md, "In place".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_indirect_draw_plan_chunk(
    plan: Option<&Plan>,
    index: u32,
    chunk: Option<&mut MaybeUninit<Chunk>>,
) -> c_int {
    answer(chunk, || Ok(required(plan)?.chunk(index)?))
}

/// How often a ring is filled. Filling n begins with draw n * ring_count.
///
/// \param draw_count the value in the count buffer, which may exceed the
/// maximum, or the maximum
/// \param iterations at least 1: without draws the ring contains only a jump
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_NOT_A_RING.
///
/// Source: docs/reference/indirect-draw.md, "Ring".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_indirect_draw_plan_iterations(
    plan: Option<&Plan>,
    draw_count: u32,
    iterations: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(iterations, || Ok(required(plan)?.iterations(draw_count)?))
}

/// The bytes of a ring for ring_capacity draws of any pipeline. ring_size of a
/// plan is for one pipeline.
///
/// \param draws only driver, version and ring_capacity are read
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_DRIVER,
/// DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_HARDWARE,
/// DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE.
///
/// Source: docs/reference/indirect-draw.md, "Ring".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_indirect_draw_ring_size(
    draws: Option<&IndirectDraw>,
    size: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(size, || Ok(required(draws)?.ring_size()?))
}

/// How many draws of this pipeline fit in a ring of a fixed size, 131072 bytes
/// in iris.
///
/// \param draws ring_capacity is not read
/// \param ring_size bytes of the ring
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_DRIVER,
/// DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_HARDWARE, DRAL_ERROR_UNKNOWN_FLAG.
///
/// Source: docs/reference/indirect-draw.md, "Ring".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_indirect_draw_ring_capacity(
    draws: Option<&IndirectDraw>,
    ring_size: u32,
    capacity: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(capacity, || Ok(known(draws)?.ring_capacity_in(ring_size)?))
}

/// Model of the shader: what one item writes.
///
/// \param draw_count as for dral_indirect_draw_plan_iterations
/// \param draw_base the first draw of the chunk, or of the filling of the ring
/// \param item below ring_count of a ring, or below 2^26 in place
/// \return 0; DRAL_INDIRECT_DRAW_ERROR_NOT_GENERATED,
/// DRAL_INDIRECT_DRAW_ERROR_NO_SUCH_ITEM, DRAL_INDIRECT_DRAW_ERROR_DRAW_RANGE;
/// DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE for an invalid plan.
///
/// Source: docs/reference/indirect-draw.md, "Items".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_indirect_draw_plan_item(
    plan: Option<&Plan>,
    draw_count: u32,
    draw_base: u32,
    item: u32,
    written: Option<&mut MaybeUninit<Item>>,
) -> c_int {
    answer(written, || Ok(required(plan)?.item(draw_count, draw_base, item)?))
}

/// The parameters in an indirect command.
///
/// \param indexed 1 for a VkDrawIndexedIndirectCommand, 0 for a
/// VkDrawIndirectCommand
/// \param command 5 words with indices, else 4; others are ignored
/// \param instance_multiplier the number of views if views are drawn as
/// instances, else 1
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG,
/// DRAL_INDIRECT_DRAW_ERROR_TRUNCATED_COMMAND,
/// DRAL_INDIRECT_DRAW_ERROR_ZERO_MULTIPLIER,
/// DRAL_INDIRECT_DRAW_ERROR_INSTANCE_RANGE.
///
/// Source: docs/reference/indirect-draw.md, "Parameters".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_indirect_draw_decode(
    indexed: u32,
    command: *const u32,
    word_count: usize,
    instance_multiplier: u32,
    draw_id: u32,
    parameters: Option<&mut MaybeUninit<Parameters>>,
) -> c_int {
    answer(parameters, || {
        // SAFETY: the caller's array.
        let command = unsafe { slice(command, word_count) }?;
        let indexed = flag(indexed)?;
        Ok(Parameters::decode(indexed, command, instance_multiplier, draw_id)?)
    })
}
