// SPDX-License-Identifier: MIT

//! `dral`: errors in the traces of a driver and their draws (`trace`), what
//! Mali hardware does with a draw (`draw`), and descriptor words and single
//! numbers (`word`). The function [`run`] is the whole command. [`run_layout`]
//! is the program `dral-layout`, which lays out descriptor sets.

mod choice;
mod completions;
mod destination;
mod draw;
mod escape;
mod explain;
mod failure;
pub mod help;
mod layout;
mod look;
mod manual;
mod notation;
mod number;
mod output;
mod page;
pub mod palette;
mod record;
mod streams;
mod table;
mod trace;
mod word;

pub use look::Look;
pub use streams::Streams;
pub use word::divisor::through_floating_point;

use clap::builder::Styles;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use escape::escaped;
use failure::{Failure, Outcome};
use std::ffi::OsString;

/// Driver arithmetic: what Mali hardware does with a draw.
#[derive(Parser)]
#[command(name = "dral", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check, list, explain and compare a driver's decoded traces
    #[command(subcommand)]
    Trace(trace::Arguments),
    /// Explain draws, and compute their words
    #[command(subcommand)]
    Draw(draw::Arguments),
    /// Decode words, compute magic divisors and padded counts
    #[command(subcommand)]
    Word(word::Arguments),
    /// Print what makes a shell complete the command
    Completions(completions::Arguments),
    /// Print a page of the manual
    Man(manual::Arguments),
}

impl Command {
    fn run(&self, streams: &mut Streams) -> Result<Outcome, Failure> {
        match self {
            Self::Trace(arguments) => trace::run(arguments, streams),
            Self::Draw(arguments) => draw::run(arguments, streams),
            Self::Word(arguments) => word::run(arguments, streams),
            Self::Completions(arguments) => {
                completions::run(arguments, streams)
            }
            Self::Man(arguments) => manual::run(arguments, streams),
        }
    }
}

/// All arguments, for tests that try them.
pub fn arguments() -> clap::Command {
    help::completed(Arguments::command(), "")
}

/// The same of `dral-layout`.
pub fn layout_arguments() -> clap::Command {
    layout::Arguments::command()
}

/// Runs the command. The first argument is the program name; the result is the
/// exit status.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    streams: &mut Streams,
) -> u8 {
    let run = |all: Arguments, streams: &mut Streams| all.command.run(streams);
    run_program(self::arguments(), arguments, run, streams)
}

/// The same of `dral-layout`.
pub fn run_layout(
    arguments: impl IntoIterator<Item = OsString>,
    streams: &mut Streams,
) -> u8 {
    run_program(layout_arguments(), arguments, layout::run, streams)
}

/// Runs a program. Returns its exit status.
fn run_program<A: FromArgMatches>(
    program: clap::Command,
    arguments: impl IntoIterator<Item = OsString>,
    run: impl FnOnce(A, &mut Streams) -> Result<Outcome, Failure>,
    streams: &mut Streams,
) -> u8 {
    let name = program.get_name().to_string();
    // 0 is as wide as the text.
    let program = program.term_width(streams.look.columns.unwrap_or(0));
    let arguments: Vec<_> = arguments.into_iter().collect();
    let matches = program.clone().try_get_matches_from(&arguments);
    let matches = match matches {
        // Without styles, it has no escapes but what its arguments contain.
        Err(error) if error.use_stderr() => {
            program.styles(Styles::plain()).try_get_matches_from(&arguments)
        }
        other => other,
    };
    let parsed = matches.and_then(|all| A::from_arg_matches(&all));
    let outcome = match parsed {
        Ok(arguments) => run(arguments, streams),
        Err(error) => answer_usage(&error, streams),
    };
    let flushed = outcome.and_then(|outcome| {
        match streams.output.flush().map_err(Failure::from) {
            // A closed output does not change the status.
            Ok(()) | Err(Failure::OutputClosed) => Ok(outcome),
            Err(failure) => Err(failure),
        }
    });
    let (told, status) = match flushed {
        Ok(Outcome::Complete) | Err(Failure::OutputClosed) => return 0,
        Ok(Outcome::Refused) => return 1,
        Err(Failure::Usage(usage)) => {
            let usage = streams.error_look.message(usage);
            streams.tell(format_args!("{usage}"));
            return 2;
        }
        Err(Failure::Refused(message)) => (message, 1),
        Err(Failure::Output(error)) => (format!("standard output: {error}"), 2),
        Err(Failure::Message(message)) => (message, 2),
    };
    streams.complain(&name, &told);
    status
}

/// Prints the help or the version, if it was requested; otherwise fails with
/// the usage.
fn answer_usage(
    error: &clap::Error,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let text = error.render();
    if error.use_stderr() {
        let text = text.ansi().to_string();
        let text: Vec<_> = text.split('\n').map(escaped).collect();
        return Err(Failure::Usage(text.join("\n")));
    }
    let text = match streams.look.is_colored {
        true => text.ansi().to_string(),
        false => text.to_string(),
    };
    write!(streams.output, "{text}")?;
    Ok(Outcome::Complete)
}
