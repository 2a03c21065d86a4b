// SPDX-License-Identifier: MIT

//! `dral draw explain`: what the hardware does with a draw.

use super::options::Options;
use crate::explain::{Asked, Driver, Explained, Form, Request};
use crate::failure::{Failure, Outcome};
use crate::notation::Stated;
use crate::streams::Streams;
use crate::table;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    options: Options,
    /// Explain the draws of this CSV file, or - for standard input [instead of
    /// --vertices]
    #[arg(long, value_name = "FILE", display_order = 1)]
    draws: Option<PathBuf>,
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    driver: Driver,
    #[command(flatten)]
    form: Form,
}

/// Explains the draws.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Arguments { options, draws, asked, driver, form } = arguments;
    let mut explained = Vec::new();
    let mut explain = |stated: &Stated| {
        explained.push(Explained::new(&Request::new(stated, driver)));
    };
    match draws {
        None => explain(&options.0),
        Some(file) => {
            table::each_of_some(file, streams.input, |stated, _| {
                explain(&stated);
                Ok(())
            })?;
        }
    }
    for one in explained.iter_mut().filter(|_| asked.is_any()) {
        one.ask(asked).map_err(Failure::Message)?;
    }
    form.write(&explained, draws.as_ref(), streams)
}
