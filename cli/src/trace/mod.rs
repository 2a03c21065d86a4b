// SPDX-License-Identifier: MIT

//! `dral trace`: what is wrong in a driver's decoded traces, and their draws.
//!
//! Data flows one way. `text` splits lines into jobs; `rules` compares a job
//! with its `model`, which computes what each thread reads; `report` shows what
//! was found. A trace may be long, so only the current job is kept in memory.

mod check;
mod diff;
mod draws;
mod explain;
mod interrupt;
mod model;
mod pass;
mod report;
mod rule_texts;
mod rules;
mod text;

use crate::failure::{Failure, Outcome};
use crate::streams::Streams;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Arguments {
    /// Report errors in the vertex jobs of a driver's decoded traces
    Check(check::Arguments),
    /// List the draws of a trace, as CSV that check and draw read
    Draws(draws::Arguments),
    /// Explain draws of a trace, as the driver should have written them
    Explain(explain::Arguments),
    /// Report draws that differ from a good trace of the same program
    Diff(diff::Arguments),
    /// Print what the rules mean, and what to do next
    Rules(rule_texts::Arguments),
}

pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    match arguments {
        Arguments::Check(arguments) => check::run(arguments, streams),
        Arguments::Draws(arguments) => draws::run(arguments, streams),
        Arguments::Explain(arguments) => explain::run(arguments, streams),
        Arguments::Diff(arguments) => diff::run(arguments, streams),
        Arguments::Rules(arguments) => rule_texts::run(arguments, streams),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    /// The folders in the order in which data flows.
    const FLOW: [&str; 4] = ["text", "model", "rules", "report"];

    #[test]
    fn no_folder_uses_a_later_one() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/trace");
        for (place, folder) in FLOW.iter().enumerate() {
            let entries = fs::read_dir(root.join(folder)).expect("a folder");
            let mut files = 0;
            for entry in entries {
                let file = entry.expect("a file").path();
                let text = fs::read_to_string(&file).expect("text");
                for later in &FLOW[place + 1..] {
                    let used = text.contains(&format!("trace::{later}::"));
                    assert!(!used, "{} uses {later}", file.display());
                }
                files += 1;
            }
            assert!(files > 1, "{folder}");
        }
    }
}
