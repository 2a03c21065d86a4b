// SPDX-License-Identifier: MIT

//! The C interface of dynamic state called as C may call it; see
//! `hostile_callers.rs`.

#![cfg(feature = "dynamic-state")]
// The functions of the C interface take pointers.
#![allow(unsafe_code)]

#[path = "support/calls.rs"]
mod calls;

use calls::{calls, check_table, Call};
use dral::ffi::dynamic_state::emission::*;
use dral::ffi::dynamic_state::name::*;
use dral::ffi::dynamic_state::pipeline::*;
use dral::ffi::dynamic_state::site::*;
use dral::ffi::dynamic_state::vulkan::*;

fn table(check: &dyn Fn(&[Call])) {
    let (states, words) = ([0, 2, 3], [7, 8]);
    check(&calls! { a:
        dral_dynamic_state_name(a.any(0));
        dral_dynamic_command_name(a.any(0));
        dral_dynamic_instruction_name(a.any(0));
        dral_dynamic_source();
        dral_dynamic_triggered(
            a.any(90), a.any(0), a.any(1), a.any(1), a.output());
        dral_dynamic_with_companions(a.any(90), a.any(0), a.any(1), a.output());
        dral_dynamic_emitted(
            a.any(90), a.any(0), a.any(1), a.any(1), a.output());
        dral_dynamic_triggers(
            a.any(90), a.any(0), a.any(25), a.output(), a.output());
        dral_dynamic_initial(a.any(90), a.any(0), a.output());
        dral_dynamic_after_blit(a.any(90), a.any(0), a.any(1), a.output());
        dral_dynamic_instruction_site(a.any(54), a.output());
        dral_dynamic_site_instructions(a.any(3), a.output());
        dral_dynamic_states(a.inputs(0, &states), a.n(0), a.output());
        dral_dynamic_differs(
            a.any(10), a.inputs(0, &words), a.n(0), a.inputs(1, &words),
            a.n(1), a.output());
    });
}

check_table!(table, "../include/dral_dynamic_state.h");
