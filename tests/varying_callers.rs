// SPDX-License-Identifier: MIT

//! The C interface of varyings called as C may call it; see
//! `hostile_callers.rs`.

#![cfg(feature = "varying")]
// The functions of the C interface take pointers.
#![allow(unsafe_code)]

#[path = "support/calls.rs"]
mod calls;

use calls::{calls, check_table, values, Call, Values, MOST};
use dral::ffi::varying::*;
use dral::varying::{BaseType, Declaration, Piece, Place, Semantic, Varying};
use libc::{EINVAL, ENOTSUP, ERANGE};

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

/// A gap above all values that there are.
const FAR: [u64; 3] = [21, 256, MOST];
/// No vector and no matrix has so many.
const NO_SHAPE: [u64; 3] = [0, 5, MOST];

const VARYING_VALUES: &[Values] = values! { 0 Varying:
    base_type = FAR EINVAL;
    rows = NO_SHAPE EINVAL;
    columns = NO_SHAPE EINVAL;
    array_length = [MOST] ERANGE;
    interpolation = FAR EINVAL;
    centroid = FAR EINVAL;
    sample = FAR EINVAL;
    patch = FAR EINVAL;
};

const DECLARATION_VALUES: &[Values] = values! { 0 Declaration:
    component_count = NO_SHAPE EINVAL;
    first = [8] EINVAL;
    first_component = [4] EINVAL;
};

impl calls::Answer for Place {
    fn status(&self) -> i32 {
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
            a.input(&DECLARATION), a.any(3), a.any(1), a.output())
            .with(DECLARATION_VALUES);
        dral_varying_declaration_span(a.input(&DECLARATION), a.output())
            .with(DECLARATION_VALUES);
        dral_varying_declarations_merge(
            a.inputs(0, &declarations), a.n(0), a.output())
            .with(DECLARATION_VALUES);
        dral_varying_declarations_overlap(
            a.input(&DECLARATION), a.input(&DECLARATION), a.output());
        dral_varying_declaration_text(
            a.input(&DECLARATION), a.any(0), a.room(0, TEXTS[0].len() + 1),
            a.n(0), a.output())
            .apart(&[1, 2])
            .with(DECLARATION_VALUES)
            .with(values! { 0 = FAR EINVAL; })
            .with(values! { 0 Declaration: semantic = FAR EINVAL; });
        dral_varying_declaration_text(
            a.input(&DECLARATION), 1, a.room(0, TEXTS[1].len() + 1), a.n(0),
            a.output())
            .apart(&[1, 2]);
        dral_varying_declaration_text(
            a.input(&DECLARATION), 2, a.room(0, TEXTS[2].len() + 1), a.n(0),
            a.output())
            .apart(&[1, 2])
            .with(values! { 0 Declaration: first_component = [1] ENOTSUP; });
        dral_varying_split(
            a.any(3), a.any(4), a.output::<[Piece; 2]>().cast());
        dral_varying_clip_cull_place(a.any(4), a.any(4), a.output());
        dral_varying_component_count(
            a.input(&varyings[0]), a.any(0), a.output())
            .with(VARYING_VALUES);
        dral_varying_pack(
            a.inputs(0, &varyings), a.n(0), a.any(0), a.any(0), a.number(8),
            a.outputs(0), a.output::<[u8; 8]>().cast(), a.output(),
            a.scratch(0))
            .apart(&[0, 1, 2, 3, 4])
            .with(VARYING_VALUES)
            .with(values! { 0 = FAR EINVAL; 2 = [65, 256, MOST] EINVAL; });
        dral_varying_nvc0_address(a.any(0), a.any(0), a.any(0), a.output())
            .with(values! { 0 = FAR EINVAL; 2 = FAR EINVAL; });
    });
}

check_table!(table, "../include/dral_varying.h");
