// SPDX-License-Identifier: MIT

//! Known answers of indirect draws, among them items and rings that the shader
//! of a real driver wrote (docs/indirect-draw.md).

use super::*;
use crate::ffi::known::{arguments, known_answers, written, Given};

arguments! {
    IndirectDraw {
        driver, version, indexed, uses_first_vertex, uses_base_instance,
        uses_draw_id, predicated, tiled, has_count_buffer, mocs,
        max_draw_count, stride, generate_threshold, ring_threshold,
        ring_capacity, is_protected, tessellation_workaround, execute_indirect
    }
    Plan {
        mode, flags, command_words, stride, max_draw_count, chunk_count,
        ring_count, commands_offset, end_jump_offset, ring_size,
        draw_id_offset, draw_id_stride, draw_id_size, base_offset
    }
}

fn plan(given: &mut Given) -> Result<Plan, c_int> {
    // SAFETY: structs.
    written(|out| unsafe { dral_indirect_draw_resolve(given.point(), out) })
}

known_answers! {
    indirect_draws_are_the_known_answers,
    "../../../c_tests/data/indirect_draw_known.csv", given, out;
    "parameters": Parameters => {
        let [indexed, multiplier, id]: [u32; 3] = given.take();
        let (command, count) = given.rest();
        dral_indirect_draw_decode(
            indexed, command, count, multiplier, id, out,
        )
    },
    "ring": [u32; 2] => {
        let (draws, out) = (given.point(), out.cast());
        match dral_indirect_draw_ring_size(draws, out) {
            0 => {
                let (size, capacity) = (given.take(), out.add(1));
                dral_indirect_draw_ring_capacity(draws, size, capacity)
            }
            error => error,
        }
    },
    "plan": Plan => dral_indirect_draw_resolve(given.point(), out),
    "item": Item => {
        let plan = plan(given)?;
        let [count, base, item]: [u32; 3] = given.take();
        dral_indirect_draw_plan_item(&plan, count, base, item, out)
    },
    "chunk": Chunk => {
        dral_indirect_draw_plan_chunk(&plan(given)?, given.take(), out)
    },
    "iterations": u32 => {
        dral_indirect_draw_plan_iterations(&plan(given)?, given.take(), out)
    },
    // Plans that the library cannot have written.
    "item_of": Item => {
        let plan = given.point();
        let [count, base, item]: [u32; 3] = given.take();
        dral_indirect_draw_plan_item(plan, count, base, item, out)
    },
    "chunk_of": Chunk => {
        dral_indirect_draw_plan_chunk(given.point(), given.take(), out)
    },
    "iterations_of": u32 => {
        dral_indirect_draw_plan_iterations(given.point(), given.take(), out)
    },
}
