// SPDX-License-Identifier: MIT

//! `dral plot`: pictures of the rules, as SVG.

mod chart;
mod divisors;
mod padding;
mod wrong_divisors;

use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::streams::Streams;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand)]
pub enum Arguments {
    /// Threads dispatched and wasted, by vertex count, under both rules
    Padding(padding::Arguments),
    /// Where magic divisors in floating point are wrong
    Divisors(divisors::Arguments),
}

/// The destination of a picture.
#[derive(Args)]
pub struct Destination {
    /// The file to write, or - for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
}

/// Draws the picture, then writes it.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let (svg, destination) = match arguments {
        Arguments::Padding(arguments) => {
            (padding::draw(arguments)?, &arguments.destination)
        }
        Arguments::Divisors(arguments) => {
            (divisors::draw(arguments)?, &arguments.destination)
        }
    };
    destination::replace(&destination.output, streams.output, |output| {
        output.write_all(&svg)
    })?;
    Ok(Outcome::Complete)
}

/// Checks `--from` and `--to` of a quantity between 1 and `most`.
fn check_range(
    from: u32,
    to: u32,
    most: u32,
    quantity: &str,
) -> Result<(), Failure> {
    for (name, value) in [("from", from), ("to", to)] {
        if value == 0 || value > most {
            return Err(Failure::Message(format!(
                "--{name} {value}: {quantity} must be within 1 to {most}"
            )));
        }
    }
    if from >= to {
        return Err(Failure::Message(format!(
            "--from {from} is not less than --to {to}"
        )));
    }
    Ok(())
}
