// SPDX-License-Identifier: MIT

//! The C interface of indirect draws.

use crate::calls::{
    self, answer, calls, check_table, values, Call, Values, MOST, UNKNOWN,
};
use dral::ffi::modules::indirect_draw::*;
use dral::modules::indirect_draw::Error::*;
use dral::modules::indirect_draw::{IndirectDraw, Plan};
use dral::Error::UnknownFlag;
use std::ffi::c_int;
use std::mem::zeroed;

const TRUNCATED: c_int = TruncatedCommand as c_int;

/// Draws of Gfx9, which uses all fields, in a ring.
const RING: IndirectDraw = IndirectDraw {
    version: 90,
    indexed: 1,
    uses_first_vertex: 1,
    uses_draw_id: 1,
    has_count_buffer: 1,
    mocs: 4,
    max_draw_count: 50,
    generate_threshold: 4,
    ring_threshold: 50,
    ring_capacity: 20,
    // SAFETY: numbers only.
    ..unsafe { zeroed() }
};

const DRAW_VALUES: &[Values] = values! { 0 IndirectDraw:
    // Gfx8 has iris and not ANV.
    version = [0, 7, 9, 75, 80, 89, 100, 109] UnknownHardware "hardware is not";
    driver = UNKNOWN UnknownDriver "unknown driver";
    indexed = UNKNOWN UnknownFlag "flag";
    uses_first_vertex = UNKNOWN UnknownFlag "flag";
    uses_base_instance = UNKNOWN UnknownFlag "flag";
    uses_draw_id = UNKNOWN UnknownFlag "flag";
    predicated = UNKNOWN UnknownFlag "flag";
    tiled = UNKNOWN UnknownFlag "flag";
    has_count_buffer = UNKNOWN UnknownFlag "flag";
    is_protected = UNKNOWN UnknownFlag "flag";
    tessellation_workaround = UNKNOWN UnknownFlag "flag";
    execute_indirect = UNKNOWN UnknownFlag "flag";
};

/// Plans that the library cannot have written: no offset wraps, and nothing is
/// divided by 0.
const CHUNK_VALUES: &[Values] = values! { 0 Plan:
    mode = [0, 1, 3, 4, 6, MOST] NotInPlace;
    command_words = [MOST] BatchRange;
    max_draw_count = [MOST] BatchRange;
};
const ITEM_VALUES: &[Values] = values! { 0 Plan:
    mode = [0, 1, 4, 6, MOST] NotGenerated;
    command_words = [MOST] OffsetRange;
};
const RING_VALUES: &[Values] = values! { 0 Plan:
    mode = [0, 1, 2, 4, 6, MOST] NotARing;
    ring_count = [0] NotARing;
};

fn plan(draws: &IndirectDraw) -> Plan {
    answer(|out| dral_indirect_draw_resolve(Some(draws), out))
}

fn table(check: &dyn Fn(&[Call])) {
    let ring = plan(&RING);
    let in_place = plan(&IndirectDraw { ring_threshold: 51, ..RING });
    // With the highest index of a chunk that a plan can have.
    let endless = Plan {
        command_words: 0,
        max_draw_count: u32::MAX,
        draw_id_stride: 1,
        ..in_place
    };
    let command = [36, 100, 6, 2, 7];
    check(&calls! { a:
        dral_indirect_draw_resolve(a.input(&RING), a.output())
            .with(DRAW_VALUES);
        dral_indirect_draw_explain(a.input(&RING))
            .with(DRAW_VALUES)
            .with(values! { 0 IndirectDraw:
                max_draw_count = [3] 0 "fewer draws";
                max_draw_count = [4, 49] 0 "between";
                tessellation_workaround = [1] 0 "workaround";
                is_protected = [1] 0 "protected";
                execute_indirect = [1] 0 "unrolls";
            });
        // The first rule that applies is explained.
        dral_indirect_draw_explain(a.input(&IndirectDraw {
            tessellation_workaround: 1,
            ..RING
        }))
        .with(values! { 0 IndirectDraw:
            is_protected = [1] 0 "protected";
        });
        dral_indirect_draw_ring_size(a.input(&RING), a.output())
            .with(values! { 0 IndirectDraw:
                version = [0, 7, 75, 80, 89, 100, 109] UnknownHardware;
                driver = UNKNOWN UnknownDriver;
                ring_capacity = [0] 0;
                ring_capacity = [MOST] OffsetRange;
                // Nothing else is read.
                indexed = UNKNOWN 0;
                uses_first_vertex = UNKNOWN 0;
                uses_base_instance = UNKNOWN 0;
                uses_draw_id = UNKNOWN 0;
                predicated = UNKNOWN 0;
                tiled = UNKNOWN 0;
                has_count_buffer = UNKNOWN 0;
                mocs = [256, MOST] 0;
                max_draw_count = [0, MOST] 0;
                stride = [0, MOST] 0;
                generate_threshold = [0, MOST] 0;
                ring_threshold = [0, MOST] 0;
                is_protected = UNKNOWN 0;
                tessellation_workaround = UNKNOWN 0;
                execute_indirect = UNKNOWN 0;
            });
        dral_indirect_draw_ring_capacity(
            a.input(&RING), a.fuzzed(4096), a.output())
            .with(DRAW_VALUES);
        dral_indirect_draw_plan_chunk(a.input(&in_place), a.fuzzed(0), a.output())
            .with(CHUNK_VALUES);
        dral_indirect_draw_plan_chunk(a.input(&endless), a.fuzzed(63), a.output())
            .with(values! { 0 Plan:
                draw_id_stride = [4] OffsetRange;
                draw_id_offset = [MOST - 1] OffsetRange;
            });
        dral_indirect_draw_plan_iterations(
            a.input(&ring), a.fuzzed(50), a.output())
            .with(RING_VALUES)
            .with(values! { 0 = [MOST] 0; });
        dral_indirect_draw_plan_item(
            a.input(&ring), a.fuzzed(50), a.fuzzed(0), a.fuzzed(9), a.output())
            .with(ITEM_VALUES)
            .with(values! { 0 Plan:
                ring_count = [0] NoSuchItem;
                draw_id_offset = [MOST - 1] OffsetRange;
            })
            .with(values! { 1 = [MOST] DrawRange; });
        dral_indirect_draw_plan_item(
            a.input(&in_place), a.fuzzed(50), a.fuzzed(0), a.fuzzed(9), a.output())
            .with(ITEM_VALUES);
        dral_indirect_draw_decode(
            a.number(1), a.needed(0, &command, TRUNCATED), a.n(0), a.fuzzed(1), a.fuzzed(0),
            a.output())
            .with(values! { 0 = UNKNOWN UnknownFlag; });
        dral_indirect_draw_decode(
            0, a.needed(0, &command[..4], TRUNCATED), a.n(0), a.fuzzed(1), a.fuzzed(0),
            a.output());
    });
}

check_table!(table, "../../include/dral_indirect_draw.h");
