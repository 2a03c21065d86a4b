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

use crate::arguments::Plot;
use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::streams::Streams;

/// Draws the picture, then writes it.
pub fn run(
    arguments: &Plot,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let (svg, picture) = match arguments {
        Plot::Padding(arguments) => {
            (padding::draw(arguments)?, &arguments.picture)
        }
        Plot::Divisors(arguments) => {
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
