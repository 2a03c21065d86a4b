// SPDX-License-Identifier: MIT

//! `dral completions`: what makes a shell complete the command.

use crate::failure::{Failure, Outcome};
use crate::streams::Streams;
use clap::Args;
use clap_complete::Shell;

#[derive(Args)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script of the shell.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    // To write into memory cannot fail, which would panic.
    let mut script = Vec::new();
    let mut command = crate::arguments();
    clap_complete::generate(arguments.shell, &mut command, "dral", &mut script);
    streams.output.write_all(&script)?;
    Ok(Outcome::Complete)
}
