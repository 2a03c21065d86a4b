// SPDX-License-Identifier: MIT

//! `dral draw`: draws that options or a file state.

mod explain;
mod options;
mod rows;

use crate::failure::{Failure, Outcome};
use crate::notation::Stated;
use crate::streams::Streams;
use crate::table::Item;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Arguments {
    /// Explain one draw, attribute by attribute
    #[command(
        override_usage = "dral draw explain --vertices <VERTICES> [OPTIONS]
       dral draw explain --draws <FILE> [OPTIONS]"
    )]
    Explain(Box<explain::Arguments>),
    /// Compute the words of each draw of a file, as CSV
    #[command(after_help = Stated::COLUMNS.help())]
    Rows(rows::Arguments),
}

pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    match arguments {
        Arguments::Explain(arguments) => explain::run(arguments, streams),
        Arguments::Rows(arguments) => rows::run(arguments, streams),
    }
}
