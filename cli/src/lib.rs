// SPDX-License-Identifier: MIT

//! `dral`: what Mali hardware does with a draw, number by number, for people
//! (`explain`, `decode`, `divisor`, `padded`) and row by row for programs
//! (`records`, `draws`, `ids`, `valhall`); what a driver told it to do
//! (`check-trace`); what the optional modules compute,
//! for people (`layout`, `varyings`, `indirect`, `binding-table`,
//! `dynamic-state`); and pictures (`plot`). The whole command is the function
//! [`run`].

mod arguments;
mod binding_table;
mod decode;
mod destination;
mod divisor;
mod document;
mod dynamic_state;
mod explain;
mod failure;
mod indirect;
mod layout;
mod number;
mod output;
mod padded;
mod picture;
mod plot;
mod progress;
mod rows;
mod streams;
mod trace;
mod varyings;

pub use streams::{Streams, Terminal};

use arguments::{Arguments, Command};
use clap::Parser;
use failure::{Failure, Outcome};
use std::ffi::OsString;

/// Runs the command. The first argument is its name; the result is its exit
/// status.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    streams: &mut Streams,
) -> u8 {
    let outcome = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => execute(&arguments.command, streams),
        Err(error) => answer_usage(&error, streams),
    };
    let flushed = outcome.and_then(|outcome| {
        streams.output.flush().map_err(|error| Failure::output(&error))?;
        Ok(outcome)
    });
    match flushed {
        Ok(Outcome::Complete) => 0,
        Ok(Outcome::Refused) => 1,
        // Whoever read our output has enough of it.
        Err(Failure::OutputClosed) => 0,
        Err(Failure::Message(message)) => {
            streams.tell(format_args!("dral: {message}\n"));
            2
        }
        Err(Failure::Usage(usage)) => {
            streams.tell(format_args!("{usage}"));
            2
        }
    }
}

fn execute(
    command: &Command,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    match command {
        Command::Explain(arguments) => explain::run(arguments, streams),
        Command::Records(arguments) => rows::records::run(arguments, streams),
        Command::Draws(arguments) => rows::draws::run(arguments, streams),
        Command::Ids(arguments) => rows::ids::run(arguments, streams),
        Command::Valhall(arguments) => rows::valhall::run(arguments, streams),
        Command::Decode(arguments) => decode::run(arguments, streams),
        Command::Divisor(arguments) => divisor::run(arguments, streams),
        Command::Padded(arguments) => padded::run(arguments, streams),
        Command::CheckTrace(arguments) => trace::run(arguments, streams),
        Command::Indirect(arguments) => indirect::run(arguments, streams),
        Command::Plot(arguments) => plot::run(arguments, streams),
        Command::Layout(arguments) => layout::run(arguments, streams),
        Command::Varyings(arguments) => varyings::run(arguments, streams),
        Command::DynamicState(arguments) => {
            dynamic_state::run(arguments, streams)
        }
        Command::BindingTable(arguments) => {
            binding_table::run(arguments, streams)
        }
    }
}

/// Writes the help or the version that was asked for; fails with the usage
/// if nothing of the kind was.
fn answer_usage(
    error: &clap::Error,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let text = error.render();
    let colored = |colors| {
        if colors {
            text.ansi().to_string()
        } else {
            text.to_string()
        }
    };
    if error.use_stderr() {
        return Err(Failure::Usage(colored(streams.terminal.error_colors)));
    }
    let help = colored(streams.terminal.output_colors);
    write!(streams.output, "{help}")
        .map_err(|error| Failure::output(&error))?;
    Ok(Outcome::Complete)
}
