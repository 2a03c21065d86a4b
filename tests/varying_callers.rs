// SPDX-License-Identifier: MIT

//! The C interface of varyings called as C may call it; see
//! `hostile_callers.rs`.

#![cfg(feature = "varying")]
// The functions of the C interface take pointers.
#![allow(unsafe_code)]

#[path = "support/calls.rs"]
mod calls;

use calls::{calls, check_table, Call};
use dral::ffi::varying::declaration::*;
use dral::ffi::varying::nvc0::*;
use dral::ffi::varying::pack::*;
use dral::ffi::varying::place::*;
use dral::ffi::varying::split::*;
use dral::ffi::varying::text::*;
use dral::varying::{BaseType, Declaration, Piece, Place, Semantic, Varying};

const DECLARATION: Declaration = Declaration {
    semantic: Semantic::Generic as u32,
    semantic_index: 0,
    first_component: 0,
    first: 0,
    last: 7,
    component_count: 2,
    array_id: 1,
};
const TEXTS: [&str; 3] = [
    "OUT[0..7].xy, GENERIC[0], ARRAY(1)",
    "OUT[0..3].xyzw, GENERIC[0], ARRAY(1)",
    "DCL OUT[0..7].xy, ARRAY(1), GENERIC[0]",
];

impl calls::Answer for Place {
    fn status(self) -> i32 {
        0
    }
}

fn table(check: &dyn Fn(&[Call])) {
    let varyings = [Varying::new(BaseType::Float, 2, 1); 3];
    let declarations = [DECLARATION; 2];
    check(&calls! { a:
        dral_varying_position_place(a.any(7));
        dral_varying_address(a.any(128), a.any(7), a.output());
        dral_varying_scalar_place(
            a.any(0), a.any(1), a.any(1), a.any(1), a.output());
        dral_varying_element_place(
            a.any(0), a.any(0), a.any(1), a.any(0), a.any(0), a.output());
        dral_varying_declaration_place(
            a.input(&DECLARATION), a.any(3), a.any(1), a.output());
        dral_varying_declaration_span(a.input(&DECLARATION), a.output());
        dral_varying_declarations_merge(
            a.inputs(0, &declarations), a.n(0), a.output());
        dral_varying_declarations_overlap(
            a.input(&DECLARATION), a.input(&DECLARATION), a.output());
        dral_varying_declaration_text(
            a.input(&DECLARATION), a.any(0), a.room(0, TEXTS[0].len() + 1),
            a.n(0), a.output())
            .apart(&[1, 2]);
        dral_varying_declaration_text(
            a.input(&DECLARATION), 1, a.room(0, TEXTS[1].len() + 1), a.n(0),
            a.output())
            .apart(&[1, 2]);
        dral_varying_declaration_text(
            a.input(&DECLARATION), 2, a.room(0, TEXTS[2].len() + 1), a.n(0),
            a.output())
            .apart(&[1, 2]);
        dral_varying_split(
            a.any(3), a.any(4), a.output::<[Piece; 2]>().cast());
        dral_varying_clip_cull_place(a.any(4), a.any(4), a.output());
        dral_varying_component_count(
            a.input(&varyings[0]), a.any(0), a.output());
        dral_varying_pack(
            a.inputs(0, &varyings), a.n(0), a.any(0), a.any(0), 8,
            a.outputs(0), a.output::<[u8; 8]>().cast(), a.output(),
            a.scratch(0))
            .apart(&[0, 1, 2, 3, 4]);
        dral_varying_nvc0_address(a.any(0), a.any(0), a.any(0), a.output());
    });
}

check_table!(table, "../include/dral_varying.h");
