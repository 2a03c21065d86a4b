// SPDX-License-Identifier: MIT

//! `dral plot`: pictures of the rules, as SVG.

mod axis;
mod divisors;
mod legend;
mod octaves;
mod padding;
mod panel;
mod range;
mod style;
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
pub struct Picture {
    /// The file to write, instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Draws the picture, then writes it.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let (svg, picture) = match arguments {
        Arguments::Padding(arguments) => {
            (padding::draw(arguments)?, &arguments.picture)
        }
        Arguments::Divisors(arguments) => {
            (divisors::draw(arguments)?, &arguments.picture)
        }
    };
    match &picture.output {
        Some(file) if file.as_os_str() != "-" => {
            destination::replace(file, |file| file.write_all(svg.as_bytes()))?;
        }
        _ => streams
            .output
            .write_all(svg.as_bytes())
            .map_err(|error| Failure::output(&error))?,
    }
    Ok(Outcome::Complete)
}
