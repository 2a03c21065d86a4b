// SPDX-License-Identifier: MIT

//! Compares the speed of the library with the C that it replaces: both through
//! the C interface, in one run, as ratios. docs/performance.md has the results
//! and explains them.

mod aarch64;
mod build;
mod chart;
mod crates;
mod document;
mod machine;
mod measure;
mod row;
mod statistics;
mod table;
mod timer;
mod trace;
mod workbench;

use clap::Parser;
use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Any error that stops the bench.
type Failure = Box<dyn Error>;

/// Measures the library against plain C and prints the ratios of times. A
/// missed goal is printed as missed, and is not a failure.
#[derive(Parser)]
struct Arguments {
    /// Samples of each side per run, taken alternately
    #[arg(long, default_value_t = 51,
          value_parser = clap::value_parser!(u32).range(31..))]
    rounds: u32,
    /// How often everything is measured
    #[arg(long, default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Write the results into this document, between its two marks
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Draw the results as SVG
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let machine = machine::describe()?;
    let workbenches = build::all()?;
    let rounds = arguments.rounds as usize;
    let mut rows = measure::rows(&workbenches)?;
    for number in 1..=arguments.runs {
        eprintln!("run {number} of {}", arguments.runs);
        for row in &mut rows {
            row.measure(rounds)?;
        }
    }
    rows.extend(aarch64::rows());
    rows.push(trace::row());

    let results = [
        table::conditions(&machine, arguments.rounds),
        table::markdown(&rows),
        table::variation(&rows),
    ]
    .join("\n");
    print!("{results}");
    if let Some(file) = &arguments.markdown {
        let text = fs::read_to_string(file)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        fs::write(file, document::replace(&text, &results)?)?;
    }
    if let Some(file) = &arguments.chart {
        fs::write(file, chart::draw(&rows)?)?;
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
