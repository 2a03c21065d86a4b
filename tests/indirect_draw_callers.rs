// SPDX-License-Identifier: MIT

//! The C interface of indirect draws called as C may call it; see
//! `hostile_callers.rs`.

#![cfg(feature = "indirect-draw")]
// The functions of the C interface take pointers.
#![allow(unsafe_code)]

#[path = "support/calls.rs"]
mod calls;

use calls::{answer, calls, check_table, Call};
use dral::ffi::indirect_draw::item::*;
use dral::ffi::indirect_draw::parameters::*;
use dral::ffi::indirect_draw::plan::*;
use dral::ffi::indirect_draw::request::*;
use dral::indirect_draw::Plan;
use std::mem::zeroed;

/// For Gfx9, which has all fields, by a ring.
const RING: dral_indirect_draw = dral_indirect_draw {
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

fn plan(draws: &dral_indirect_draw) -> Plan {
    // SAFETY: draws, and room for their plan.
    answer(|out| unsafe { dral_indirect_draw_resolve(draws, out) })
}

fn table(check: &dyn Fn(&[Call])) {
    let ring = plan(&RING);
    let in_place = plan(&dral_indirect_draw { ring_threshold: 51, ..RING });
    let command = [36, 100, 6, 2, 7];
    check(&calls! { a:
        dral_indirect_draw_resolve(a.input(&RING), a.output());
        dral_indirect_draw_explain(a.input(&RING));
        dral_indirect_draw_ring_size(a.input(&RING), a.output());
        dral_indirect_draw_ring_capacity(
            a.input(&RING), a.any(4096), a.output());
        dral_indirect_draw_plan_chunk(a.input(&in_place), a.any(0), a.output());
        dral_indirect_draw_plan_iterations(
            a.input(&ring), a.any(50), a.output());
        dral_indirect_draw_plan_item(
            a.input(&ring), a.any(50), a.any(0), a.any(9), a.output());
        dral_indirect_draw_plan_item(
            a.input(&in_place), a.any(50), a.any(0), a.any(9), a.output());
        dral_indirect_draw_decode(
            1, a.needed(0, &command), a.n(0), a.any(1), a.any(0), a.output());
        dral_indirect_draw_decode(
            0, a.needed(0, &command[..4]), a.n(0), a.any(1), a.any(0),
            a.output());
    });
}

check_table!(table, "../include/dral_indirect_draw.h");
