// SPDX-License-Identifier: MIT

//! The C interface of dynamic state.

use crate::calls::{
    self, calls, check_table, values, Answer, Call, Place, Values, MOST,
};
use dral::ffi::modules::dynamic_state::*;
use dral::modules::dynamic_state::Error::*;
use dral::Error::UnknownFlag;
use std::ffi::{c_char, c_int};

/// The bits from `first` on.
const fn bits<const COUNT: usize>(first: usize) -> [u64; COUNT] {
    let mut bits = [0; COUNT];
    let mut bit = 0;
    while bit < COUNT {
        bits[bit] = 1 << (first + bit);
        bit += 1;
    }
    bits
}

const MESA_VALUES: &[Values] = values! {
    0 = [2403] 0;
    0 = [0, 1, 2402, 2404, 2500, 2601, 2603, 26020, MOST] UnknownMesa;
};

const DEVICE_VALUES: &[Values] = values! {
    1 = [0, 9, 12, 80, 89, 91, 100, 119, 121, 124, 126, 201, 301, 1250, MOST]
        UnknownVersion;
    2 = (bits::<12>(0)) 0;
    2 = (bits::<20>(12)) UnknownFeature;
};

/// In Mesa 24.3.
const EARLIER_FEATURES: &[Values] = values! {
    1 = [350] UnknownVersion;
    2 = (bits::<8>(0)) 0;
    2 = (bits::<24>(8)) UnknownFeature;
};

/// Bits of the second word of a set, which no release has.
const BEYOND: [u64; 4] = [1, 2, 1 << 63, u64::MAX];

/// A set of these words.
fn set(low: u64, high: u64) -> dral_dynamic_set {
    dral_dynamic_set { words: [low, high] }
}

/// In Mesa 24.3.
const SET_VALUES: &[Values] = values! {
    3 = (bits::<62>(0)) 0;
    3 = [1 << 62, 1 << 63, 1 | 1 << 62, 1 | 1 << 63] UnknownState;
    4 = BEYOND UnknownState;
    5 = (bits::<10>(0)) 0;
    5 = (bits::<22>(10)) UnknownCommand;
    5 = [1 | 1 << 10, 1 | 1 << 31] UnknownCommand;
};

/// In Mesa 26.2.
const LATER_SET_VALUES: &[Values] = values! {
    3 = (bits::<63>(0)) 0;
    3 = [1 << 63, 1 | 1 << 63] UnknownState;
    4 = BEYOND UnknownState;
    5 = (bits::<8>(10)) 0;
    5 = [1, 1 << 5, 1 << 7, 1 << 8, 1 << 18, 1 << 31, MOST] UnknownCommand;
};

const BEYOND_INSTRUCTIONS: [u64; 8] = [24, 27, 46, 62, 63, 64, 256, MOST];

const UNKNOWN_STATES: &[u64] =
    &[9, 1000267012, 1000455018, 1000455000, 1000999000, MOST];
const STATE_VALUES: &[Values] = &[
    Values {
        place: Place::Field(0, 0, 4),
        values: UNKNOWN_STATES,
        status: UnknownDynamicState as c_int,
        words: "",
    },
    Values {
        place: Place::Field(0, 8, 4),
        values: UNKNOWN_STATES,
        status: UnknownDynamicState as c_int,
        words: "",
    },
];

fn table(check: &dyn Fn(&[Call])) {
    let (states, words) = ([0, 2, 3], [7, 8]);
    check(&calls! { a:
        dral_dynamic_state_name(a.fuzzed(0));
        dral_dynamic_command_name(a.fuzzed(0));
        dral_dynamic_instruction_name(a.fuzzed(0));
        dral_dynamic_triggered(
            a.fuzzed(2403), a.fuzzed(90), a.fuzzed(0),
            set(a.fuzzed(1), a.fuzzed(0)), a.fuzzed(1), a.output())
            .with(MESA_VALUES)
            .with(EARLIER_FEATURES)
            .with(SET_VALUES);
        dral_dynamic_triggered(
            a.fuzzed(2602), a.fuzzed(90), a.fuzzed(0),
            set(a.fuzzed(1), a.fuzzed(0)), a.fuzzed(2), a.output())
            .with(LATER_SET_VALUES);
        dral_dynamic_with_companions(
            a.fuzzed(2403), a.fuzzed(90), a.fuzzed(0),
            set(a.fuzzed(1), a.fuzzed(0)), a.output())
            .with(MESA_VALUES)
            .with(EARLIER_FEATURES)
            .with(values! {
                3 = (bits::<55>(0)) 0;
                3 = (bits::<9>(55)) UnknownInstruction;
                3 = [1 | 1 << 55, 1 | 1 << 63] UnknownInstruction;
                4 = BEYOND UnknownInstruction;
            });
        dral_dynamic_with_companions(
            a.fuzzed(2602), a.fuzzed(350), a.fuzzed(0),
            set(a.fuzzed(1), a.fuzzed(0)), a.output())
            .with(values! {
                3 = (bits::<24>(0)) 0;
                3 = (bits::<15>(47)) 0;
                3 = [1 << 24, 1 << 27, 1 << 46, 1 << 62, 1 << 63]
                    UnknownInstruction;
                4 = BEYOND UnknownInstruction;
            });
        dral_dynamic_emitted(
            a.fuzzed(2403), a.fuzzed(90), a.fuzzed(0),
            set(a.fuzzed(1), a.fuzzed(0)), a.fuzzed(1), a.output())
            .with(MESA_VALUES)
            .with(EARLIER_FEATURES)
            .with(SET_VALUES);
        dral_dynamic_triggers(
            a.fuzzed(2602), a.fuzzed(90), a.fuzzed(0), a.fuzzed(25), a.output(),
            a.output())
            .with(MESA_VALUES)
            .with(DEVICE_VALUES)
            .with(values! { 3 = BEYOND_INSTRUCTIONS UnknownInstruction; });
        dral_dynamic_initial(
            a.fuzzed(2602), a.fuzzed(90), a.fuzzed(0), a.output())
            .with(MESA_VALUES)
            .with(DEVICE_VALUES);
        dral_dynamic_after_blit(
            a.fuzzed(2602), a.fuzzed(90), a.fuzzed(0), a.fuzzed(1), a.output())
            .with(MESA_VALUES)
            .with(DEVICE_VALUES)
            .with(values! { 3 = [2, MOST] UnknownFlag; });
        dral_dynamic_instruction_site(a.fuzzed(2602), a.fuzzed(54), a.output())
            .with(MESA_VALUES)
            .with(values! { 1 = BEYOND_INSTRUCTIONS UnknownInstruction; });
        dral_dynamic_site_instructions(a.fuzzed(2602), a.fuzzed(3), a.output())
            .with(MESA_VALUES)
            .with(values! { 1 = [4, 55, 64, MOST] UnknownSite; });
        dral_dynamic_differs(
            a.fuzzed(2602), a.fuzzed(10), a.inputs(0, &words), a.n(0),
            a.inputs(1, &words), a.n(1), a.output())
            .with(MESA_VALUES)
            .with(values! { 1 = BEYOND_INSTRUCTIONS UnknownInstruction; });
        dral_dynamic_states(a.inputs(0, &states), a.n(0), a.output())
            .with(STATE_VALUES);
    });
}

check_table!(table, "../../include/dral_dynamic_state.h");

#[test]
fn numbers_beyond_the_last_have_no_names() {
    let counts: [(extern "C" fn(u32) -> *const c_char, u32); 3] = [
        (dral_dynamic_state_name, 63),
        (dral_dynamic_command_name, 18),
        (dral_dynamic_instruction_name, 62),
    ];
    for (name, count) in counts {
        assert_ne!(name(count - 1).text(), "");
        for beyond in [count, 63, 64, 255, u32::MAX] {
            assert_eq!(name(beyond).text(), "", "{beyond}");
        }
    }
}
