// SPDX-License-Identifier: MIT

//! `dral trace explain`: draws of a trace, as their driver should have written
//! them.

use super::{draws, Reading};
use crate::explain::{Driver, Explained, Form, Request};
use crate::failure::{Failure, Outcome};
use crate::streams::Streams;
use clap::Args;
use dral::instancing::DrawInfo;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// A trace as Mesa decodes it, or - for standard input
    file: PathBuf,
    /// The numbers of draws, as check and draws print them, separated by commas
    #[arg(
        long,
        required = true,
        value_name = "NUMBERS",
        value_delimiter = ','
    )]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    draw: Vec<u64>,
    #[command(flatten)]
    driver: Driver,
    #[command(flatten)]
    form: Form,
}

impl Reading {
    /// The draw that is explained, as this driver writes it.
    fn request(&self, driver: &Driver) -> Request {
        let mut request = Request::new(&self.stated(Some(0)), driver);
        request.draw = DrawInfo {
            padding_rule: self.draw.info.padding_rule,
            // Only IDVS jobs contain them with the vertices.
            vertices_per_primitive: match self.draw.info.vertices_per_primitive
            {
                0 => driver.vertices_per_primitive,
                known => known,
            },
            ..request.draw
        };
        request
    }
}

/// Explains the draws.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Arguments { file, draw: numbers, driver, form } = arguments;
    let (mut found, mut count) = (BTreeMap::new(), 0);
    let bar = streams.terminal.bar;
    let last = numbers.iter().max().copied().unwrap_or(0);
    let read = draws::each(file, streams.input, bar, &mut |number, job| {
        count = number;
        if numbers.contains(&number) {
            found.insert(number, job.found.reading.map(|r| r.request(driver)));
        }
        Ok(())
    });
    let mut explained = Vec::new();
    for number in numbers {
        let error = match found.get(number) {
            Some(Some(request)) => {
                explained.push(Explained::new(request));
                continue;
            }
            Some(None) => format!(
                "draw {number} has no counts in the trace: a kernel writes \
                 them, or its invocation is invalid"
            ),
            None => format!("the trace has {count} draws"),
        };
        // What is wrong after the last draw does not matter.
        if count < last {
            read?;
        }
        return form.refuse(error, streams);
    }
    form.write(&explained, streams)
}
