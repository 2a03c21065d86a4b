// SPDX-License-Identifier: MIT

//! Findings in the instructions of a command stream.

use super::finding::{Finding, Rule};
use crate::trace::text::listing::{Fault, Mistake};

pub fn finding(fault: &Fault) -> Finding {
    let Fault { line, mistake, register, other } = *fault;
    let (rule, cause) = match mistake {
        Mistake::NotLoaded => {
            (Rule::NotWaited, "nothing waits for the load of a register")
        }
        Mistake::NotStored => {
            let cause = "the draw does not wait for the store of its uniforms";
            (Rule::NotWaited, cause)
        }
        Mistake::Endless => (
            Rule::DrawLoop,
            "the loop does not change the register that ends it",
        ),
        Mistake::NotRepeated => {
            (Rule::DrawLoop, "a count of draws is decreased, but none repeats")
        }
        Mistake::SameArguments => (
            Rule::DrawLoop,
            "all draws of a loop load their arguments from one address",
        ),
        Mistake::SameStores => (
            Rule::DrawLoop,
            "all draws of a loop store their offsets at one address",
        ),
        Mistake::SameUniforms => (
            Rule::DrawLoop,
            "the draws of a loop store their offsets apart, but share their \
             uniforms",
        ),
    };
    let place = match mistake {
        Mistake::NotLoaded => "loaded",
        Mistake::NotStored => "stored",
        Mistake::Endless => "in the loop that begins",
        Mistake::NotRepeated => "tested",
        _ => "of the draw",
    };
    let message = format!("{cause}: r{register}, {place} in line {other}");
    Finding::new(line, rule, cause).message(message)
}
