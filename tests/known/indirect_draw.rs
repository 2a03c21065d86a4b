// SPDX-License-Identifier: MIT

//! Known answers of indirect draws, among them items and rings that the shader
//! of a real driver wrote (docs/reference/indirect-draw.md).

use crate::rows::{
    arguments, both, known_answers, named, results, written, Given,
};
use core::ffi::c_int;
use dral::ffi::modules::indirect_draw::*;
use dral::modules::indirect_draw::*;

arguments! {
    IndirectDraw {
        driver, version, indexed, uses_first_vertex, uses_base_instance,
        uses_draw_id, predicated, tiled, has_count_buffer, mocs,
        max_draw_count, stride, generate_threshold, ring_threshold,
        ring_capacity, is_protected, tessellation_workaround, execute_indirect
    }
}

both! {
    Plan {
        mode, flags, command_words, stride, max_draw_count, chunk_count,
        ring_count, commands_offset, end_jump_offset, ring_size, draw_id_offset,
        draw_id_stride, draw_id_size, base_offset
    }
}

results! {
    Parameters {
        vertex_count, start_vertex, instance_count, start_instance, base_vertex,
        extended
    }
    Chunk { draw_base, draw_count, size, width, height, draw_id_offset }
    Item {
        source, writes_draw, draw_id, draw_offset, draw_id_offset, jump,
        jump_offset
    }
}

fn plan(given: &mut Given) -> Result<Plan, c_int> {
    written(|out| dral_indirect_draw_resolve(Some(&given.take()), out))
}

known_answers! {
    indirect_draws_are_the_known_answers,
    "indirect_draw", given, out;
    "parameters": Parameters => {
        let [indexed, multiplier, id]: [u32; 3] = given.take();
        let (command, count) = given.rest();
        dral_indirect_draw_decode(
            indexed, command, count, multiplier, id, out,
        )
    },
    "ring" => {
        let draws = given.take();
        let draws = Some(&draws);
        let size = written(|out| dral_indirect_draw_ring_size(draws, out))?;
        let capacity = written(|out| {
            dral_indirect_draw_ring_capacity(draws, given.take(), out)
        })?;
        let (size, capacity): (u32, u32) = (size, capacity);
        Ok(named! { size: size, capacity: capacity })
    },
    "plan": Plan => dral_indirect_draw_resolve(Some(&given.take()), out),
    "item": Item => {
        let plan = plan(given)?;
        let [count, base, item]: [u32; 3] = given.take();
        dral_indirect_draw_plan_item(Some(&plan), count, base, item, out)
    },
    "chunk": Chunk => {
        dral_indirect_draw_plan_chunk(Some(&plan(given)?), given.take(), out)
    },
    "iterations": u32 => {
        dral_indirect_draw_plan_iterations(Some(&plan(given)?), given.take(), out)
    },
    // Plans that the library cannot have written.
    "item_of": Item => {
        let plan = given.take();
        let [count, base, item]: [u32; 3] = given.take();
        dral_indirect_draw_plan_item(Some(&plan), count, base, item, out)
    },
    "chunk_of": Chunk => {
        dral_indirect_draw_plan_chunk(Some(&given.take()), given.take(), out)
    },
    "iterations_of": u32 => {
        dral_indirect_draw_plan_iterations(Some(&given.take()), given.take(), out)
    },
}
