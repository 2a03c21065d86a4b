// SPDX-License-Identifier: MIT

//! CSV in, CSV out: each row gets the columns of the input, the results and a
//! column `error`.

pub mod draws;
pub mod ids;
mod input;
pub mod records;
mod source;
mod table;
pub mod valhall;

pub use input::{shortened, Cells, Inputs, RowError};
pub use source::{open, without_mark, Source};
pub use table::{process, RowCommand};

use clap::Args;
use std::path::PathBuf;

/// The arguments of a command: the file of rows, and options.
#[derive(Args)]
pub struct Rows<C: Args> {
    /// The CSV file, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub command: C,
}

/// The list of columns in the help text.
pub fn help<C: RowCommand>() -> String {
    C::COLUMNS.help() + "\nAll other columns are kept."
}
