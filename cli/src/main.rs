// SPDX-License-Identifier: MIT

//! `dral`: what Mali hardware does with a draw, number by number, for people
//! (`explain`, `decode`, `divisor`, `padded`) and row by row for programs
//! (`records`, `draws`, `ids`, `valhall`).

mod arguments;
mod decode;
mod divisor;
mod explain;
mod failure;
mod number;
mod output;
mod padded;
mod rows;

use arguments::{Arguments, Command};
use clap::Parser;
use failure::{Failure, Outcome};
use std::process::ExitCode;

fn run(command: Command) -> Result<Outcome, Failure> {
    match command {
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Records(arguments) => rows::records::run(&arguments),
        Command::Draws(arguments) => rows::draws::run(&arguments),
        Command::Ids(arguments) => rows::ids::run(&arguments),
        Command::Valhall(arguments) => rows::valhall::run(&arguments),
        Command::Decode(arguments) => decode::run(&arguments),
        Command::Divisor(arguments) => divisor::run(&arguments),
        Command::Padded(arguments) => padded::run(&arguments),
    }
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(Outcome::Complete) => ExitCode::SUCCESS,
        Ok(Outcome::Refused) => ExitCode::from(1),
        // Whoever read our output has enough of it.
        Err(Failure::OutputClosed) => ExitCode::SUCCESS,
        Err(Failure::Message(message)) => {
            eprintln!("dral: {message}");
            ExitCode::from(2)
        }
    }
}
