// SPDX-License-Identifier: MIT

//! Rules that differ from driver to driver.

use crate::choice::{choice, Choice};
use clap::Args;
use dral::instancing::{PaddingRule, Rounding};

#[derive(Args, Clone, Copy)]
pub struct Rules {
    /// How vertex counts are padded
    #[arg(long, default_value = "driver", value_parser = choice(&PADDING))]
    pub padding: PaddingRule,
    /// How magic divisors are rounded
    #[arg(long, default_value = "documented", value_parser = choice(&ROUNDING))]
    pub rounding: Rounding,
}

const PADDING: [Choice<PaddingRule>; 2] = [
    ("driver", PaddingRule::Driver, "What shipped drivers compute"),
    ("documented", PaddingRule::Documented, "What instancing.rst says"),
];

const ROUNDING: [Choice<Rounding>; 2] = [
    (
        "documented",
        Rounding::Documented,
        "As in instancing.rst and Mesa up to 25.0",
    ),
    ("nearest", Rounding::Nearest, "As in newer Mesa"),
];
