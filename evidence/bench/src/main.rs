// SPDX-License-Identifier: MIT

//! Compares the speed of the library with the C that it replaces: both through
//! the C interface, in one run, as ratios. docs/reference/performance.md has
//! the results and explains them.

mod aarch64;
mod build;
mod crates;
mod document;
mod machine;
mod measure;
mod timer;
mod workbench;

use clap::Parser;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

/// Any error that stops the bench.
type Failure = Box<dyn Error>;

/// Measures the library against plain C and prints the ratios of times.
#[derive(Parser)]
struct Arguments {
    /// Samples of each side, taken alternately
    #[arg(long, default_value_t = 101,
          value_parser = clap::value_parser!(u32).range(31..))]
    rounds: u32,
    /// Do not count instructions on aarch64
    #[arg(long)]
    no_aarch64: bool,
    /// Write the results into this document, between its two marks
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

fn main() -> Result<(), Failure> {
    let arguments = Arguments::parse();
    let machine = machine::describe()?;
    let workbench = build::workbench()?;
    let cells =
        if arguments.no_aarch64 { Vec::new() } else { aarch64::cells()? };
    let table = measure::table(&workbench, arguments.rounds as usize, &cells)?;
    let results = format!("- {}\n\n{table}", machine.join("\n- "));
    print!("{results}");
    if let Some(file) = &arguments.markdown {
        let text = fs::read_to_string(file)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        fs::write(file, document::replace(&text, &results)?)?;
    }
    Ok(())
}
