// SPDX-License-Identifier: MIT

//! `dral word`: descriptor words and single numbers.

mod decode;
pub mod divisor;
mod padded;

use crate::failure::{Failure, Outcome};
use crate::streams::Streams;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Arguments {
    /// Decode descriptor words: a table of records, an invocation, ids
    Decode(decode::Arguments),
    /// Compute magic divisors, and report where floating point is wrong
    Divisor(divisor::Arguments),
    /// Pad vertex counts under both rules
    Padded(padded::Arguments),
}

pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    match arguments {
        Arguments::Decode(arguments) => decode::run(arguments, streams),
        Arguments::Divisor(arguments) => divisor::run(arguments, streams),
        Arguments::Padded(arguments) => padded::run(arguments, streams),
    }
}
