// SPDX-License-Identifier: MIT

//! `dral`: what Mali hardware does with a draw, for people
//! (`explain`, `decode`, `divisor`, `padded`) and row by row for programs
//! (`records`, `draws`, `ids`, `valhall`); errors in the traces of a driver
//! (`check-trace`); the results of the optional modules, for people (`layout`,
//! `varyings`, `indirect`, `binding-table`, `dynamic-state`); and pictures
//! (`plot`). The function [`run`] is the whole command.

mod binding_table;
mod choice;
mod color;
mod decode;
mod destination;
mod divisor;
mod dynamic_state;
mod escape;
mod explain;
mod failure;
mod indirect;
mod layout;
mod number;
mod output;
mod padded;
mod page;
mod picture;
mod plot;
mod record;
mod rows;
mod streams;
mod table;
mod trace;
mod varyings;

pub use streams::{Streams, Terminal};

use clap::{CommandFactory, Parser, Subcommand};
use escape::escaped;
use failure::{Failure, Outcome};
use std::ffi::OsString;
use table::Item;

const EXIT_STATUS: &str = "Exit status: 0; 1 if a row, draw or word was \
    refused, with the reason in the output, or if a trace has faults; 2 for a \
    file or argument that cannot be read.";

/// Driver arithmetic: what Mali hardware does with a draw.
#[derive(Parser)]
#[command(name = "dral", version, after_help = EXIT_STATUS)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// When to use colors: by default on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: clap::ColorChoice,
}

/// Defines the subcommands: each is a module with its `Arguments` and `run`.
macro_rules! subcommands {
    ($($(#[$attribute:meta])* $name:ident: $($module:ident)::+,)+) => {
        #[derive(Subcommand)]
        enum Command {
            $($(#[$attribute])* $name($($module)::+::Arguments),)+
        }

        impl Command {
            fn run(&self, streams: &mut Streams) -> Result<Outcome, Failure> {
                match self {
                    $(Self::$name(arguments) => {
                        $($module)::+::run(arguments, streams)
                    })+
                }
            }
        }
    };
}

subcommands! {
    /// Errors in the vertex jobs of a driver's decoded trace
    CheckTrace: trace,
    /// What the hardware does with one draw, attribute by attribute
    Explain: explain,
    /// Decode descriptor words: a table of records, an invocation, ids
    Decode: decode,
    /// The magic divisor of each divisor, and where floating point is wrong
    Divisor: divisor,
    /// The padded count of each vertex count under both rules
    Padded: padded,
    /// Attribute buffer records for the rows of a CSV file (v4 to v7)
    #[command(after_help = rows::help::<rows::records::Options>())]
    Records: rows::records,
    /// Padded counts and invocation words for the rows of a CSV file
    #[command(after_help = rows::help::<rows::draws::Options>())]
    Draws: rows::draws,
    /// Vertex id and instance id records for the rows of a CSV file (v4, v5)
    #[command(after_help = rows::help::<rows::ids::Options>())]
    Ids: rows::ids,
    /// Attribute descriptors for the rows of a CSV file (v9 to v14)
    #[command(after_help = rows::help::<rows::valhall::Options>())]
    Valhall: rows::valhall,
    /// Pictures of the rules, as SVG
    #[command(subcommand)]
    Plot: plot,
    /// The slot map of varyings, from a CSV or JSON file
    #[command(after_help = varyings::Given::COLUMNS.help(""))]
    Varyings: varyings,
    /// The memory map of a descriptor set, from a CSV or JSON file
    #[command(after_help = layout::Given::COLUMNS.help(""))]
    Layout: layout,
    /// The binding table of a shader stage: its entries, its place, and why
    /// (Intel)
    #[command(after_help = layout::Given::COLUMNS.help(""))]
    BindingTable: binding_table,
    /// The instructions that a draw emits after changes, and why (Intel)
    DynamicState: dynamic_state,
    /// Memory that is reserved and written for generated indirect draws, and
    /// why (Intel)
    Indirect: indirect,
}

/// All arguments, for tests that try them.
pub fn arguments() -> clap::Command {
    Arguments::command()
}

/// Runs the command. The first argument is the program name; the result is the
/// exit status.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    streams: &mut Streams,
) -> u8 {
    let arguments: Vec<_> = arguments.into_iter().collect();
    color::apply(&arguments, &mut streams.terminal);
    let outcome = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments.command.run(streams),
        Err(error) => answer_usage(&error, streams),
    };
    let flushed = outcome.and_then(|outcome| {
        streams.output.flush()?;
        Ok(outcome)
    });
    let (told, status) = match flushed {
        Ok(Outcome::Complete) | Err(Failure::OutputClosed) => return 0,
        Ok(Outcome::Refused) => return 1,
        Err(Failure::Usage(usage)) => {
            streams.tell(format_args!("{usage}"));
            return 2;
        }
        Err(Failure::Refused(message)) => (message, 1),
        Err(Failure::Output(error)) => (format!("standard output: {error}"), 2),
        Err(Failure::Message(message)) => (message, 2),
    };
    streams.complain(&told);
    status
}

/// Prints the help or the version, if it was requested; otherwise fails with
/// the usage.
fn answer_usage(
    error: &clap::Error,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let text = error.render();
    let colored = |colors| {
        if colors {
            return text.ansi().to_string();
        }
        let text = text.to_string();
        text.split('\n').map(escaped).collect::<Vec<_>>().join("\n")
    };
    if error.use_stderr() {
        return Err(Failure::Usage(colored(streams.terminal.error_colors)));
    }
    let help = colored(streams.terminal.output_colors);
    write!(streams.output, "{help}")?;
    Ok(Outcome::Complete)
}
