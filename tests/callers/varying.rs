// SPDX-License-Identifier: MIT

//! The C interface of varyings.

use crate::calls::{self, calls, check_table, values, Call, Values, MOST};
use dral::ffi::modules::varying::*;
use dral::modules::varying::Error::*;
use dral::modules::varying::{BaseType, Declaration, Place, Semantic, Varying};
use dral::Error::UnknownFlag as UnknownFlagOfCore;
use std::ffi::c_int;

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

const FULL: c_int = OutputFull as c_int;

/// Values that no enum and no flag has.
const FAR: [u64; 3] = [21, 256, MOST];
/// Numbers of components that no vector and no matrix has.
const NO_SHAPE: [u64; 3] = [0, 5, MOST];

const VARYING_VALUES: &[Values] = values! { 0 Varying:
    base_type = FAR UnknownBaseType;
    rows = NO_SHAPE TypeShape;
    columns = NO_SHAPE TypeShape;
    interpolation = FAR UnknownInterpolation;
    centroid = FAR UnknownFlag;
    sample = FAR UnknownFlag;
    patch = FAR UnknownFlag;
};

const DECLARATION_VALUES: &[Values] = values! { 0 Declaration:
    component_count = NO_SHAPE ComponentCount;
    first = [8] ElementOrder;
    first_component = [4] NotInSlot;
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
        dral_varying_position_place(a.fuzzed(7));
        dral_varying_address(a.fuzzed(128), a.fuzzed(7), a.output());
        dral_varying_scalar_place(
            a.fuzzed(0), a.fuzzed(1), a.fuzzed(1), a.fuzzed(1), a.output());
        dral_varying_declaration_place(
            a.input(&DECLARATION), a.fuzzed(3), a.fuzzed(1), a.output())
            .with(DECLARATION_VALUES);
        dral_varying_declaration_span(a.input(&DECLARATION), a.output())
            .with(DECLARATION_VALUES);
        dral_varying_declarations_merge(
            a.inputs(0, &declarations), a.n(0), a.output())
            .with(DECLARATION_VALUES);
        dral_varying_declarations_overlap(
            a.input(&DECLARATION), a.input(&DECLARATION), a.output());
        dral_varying_declaration_text(
            a.input(&DECLARATION), a.fuzzed(0), a.capacity_array(0, TEXTS[0].len() + 1, FULL),
            a.n(0), a.output())
            .with(DECLARATION_VALUES)
            .with(values! { 0 = FAR UnknownTextForm; })
            .with(values! { 0 Declaration: semantic = FAR UnknownSemantic; });
        dral_varying_declaration_text(
            a.input(&DECLARATION), 1, a.capacity_array(0, TEXTS[1].len() + 1, FULL), a.n(0),
            a.output());
        dral_varying_declaration_text(
            a.input(&DECLARATION), 2, a.capacity_array(0, TEXTS[2].len() + 1, FULL), a.n(0),
            a.output())
            .with(values! { 0 Declaration: first_component = [1] NoFirstComponent; });
        dral_varying_split(
            a.fuzzed(3), a.fuzzed(4), a.room(2))
            .with(values! {
                0 = [MOST - 2, MOST - 1, MOST] PositionRange;
                0 = [MOST - 3] 0;
                1 = [5, MOST] ComponentCount;
            });
        dral_varying_clip_cull_place(a.fuzzed(4), a.fuzzed(4), a.output());
        dral_varying_component_count(
            a.input(&varyings[0]), a.fuzzed(0), a.output())
            .with(VARYING_VALUES)
            .with(values! { 0 Varying: array_length = [MOST] PositionRange; });
        dral_varying_pack(
            a.inputs(0, &varyings), a.n(0), a.fuzzed(0), a.fuzzed(0), a.number(8),
            a.outputs(0), a.room(8), a.output(),
            a.scratch(0))
            .with(VARYING_VALUES)
            .with(values! { 0 Varying: array_length = [MOST] SlotsFull; })
            .with(values! {
                0 = FAR UnknownPackFlag;
                2 = [65, 256, MOST] SlotCount;
            });
        dral_varying_nvc0_address(a.fuzzed(0), a.fuzzed(0), a.fuzzed(0), a.output())
            .with(values! {
                0 = FAR UnknownSemantic;
                2 = FAR UnknownFlagOfCore;
            });
    });
}

check_table!(table, "../../include/dral_varying.h");
