// SPDX-License-Identifier: MIT

//! `dral explain`: what the hardware does with one draw, as text, JSON or
//! a page in HTML.

mod answer;
mod page;
mod request;
mod text;
mod traced;

use crate::choice::{choice, Choice, Rules, ARCHITECTURE};
use crate::destination;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::print;
use crate::streams::Streams;
use crate::trace;
use answer::Explained;
use clap::Args;
use dral::instancing::{Architecture, PrimitiveSizeRule, TableShape};
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// Vertices per instance
    #[arg(long, value_parser = number::unsigned,
          required_unless_present = "trace")]
    pub vertices: Option<u32>,
    /// Instances
    #[arg(long, default_value = "1", value_parser = number::unsigned)]
    pub instances: u32,
    /// An attribute by its OpenGL divisor: 0 is per vertex; repeatable
    #[arg(long, value_parser = number::unsigned)]
    pub divisor: Vec<u32>,
    /// A per-instance attribute by its Vulkan divisor, 0 too; repeatable
    #[arg(long, value_name = "DIVISOR", value_parser = number::unsigned)]
    pub instance_divisor: Vec<u32>,
    /// The architecture: v4 to v7, v9 to v14
    #[arg(long, default_value = "v7", value_parser = ARCHITECTURE,
          hide_possible_values = true)]
    pub arch: Architecture,
    /// Use index-driven vertex shading
    #[arg(long)]
    pub idvs: bool,
    /// The first vertex, or the smallest index plus the vertex offset
    #[arg(long, default_value = "0", value_parser = number::start,
          allow_hyphen_values = true)]
    pub start: i32,
    /// The first instance
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub base_instance: u32,
    /// Vertices per primitive
    #[arg(long, default_value = "3", value_parser = number::unsigned)]
    pub vertices_per_primitive: u32,
    /// The instance primitive size of a draw with one instance
    #[arg(long, value_parser = choice(&PRIMITIVE_SIZE), default_value = "one")]
    pub primitive_size: PrimitiveSizeRule,
    /// The shape of the attribute buffer table
    #[arg(long, value_parser = choice(&TABLE), default_value = "packed")]
    pub table: TableShape,
    /// Stride of every attribute, in bytes
    #[arg(long, default_value = "16", value_parser = number::unsigned)]
    pub stride: u32,
    /// Size of every vertex buffer, in bytes
    #[arg(long, default_value = "65536", value_parser = number::unsigned)]
    pub buffer_size: u32,
    /// Offset of the first element in every vertex buffer, in bytes
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub buffer_offset: u32,
    /// Offset of every attribute in its element, in bytes
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub source_offset: u32,
    #[command(flatten)]
    pub rules: Rules,
    /// A trace as Mesa decodes it, or - for standard input: explain one of its
    /// draws, or list them
    #[arg(long, value_name = "FILE", requires = "of_trace",
          conflicts_with_all = OF_THE_TRACE)]
    pub trace: Option<PathBuf>,
    /// The number of the draw, as check-trace and --list have it
    #[arg(long, value_name = "NUMBER", requires = "trace", group = "of_trace")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub draw: Option<u64>,
    /// List the draws of the trace, and how they read each attribute
    #[arg(long, requires = "trace", group = "of_trace",
          conflicts_with_all = ["html", "output"])]
    pub list: bool,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// Write a page in HTML to this file, or to standard output if it is -
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub html: Option<PathBuf>,
    /// Draw the threads and the words as SVG; with -, on standard output in
    /// place of the text
    #[arg(short, long, value_name = "FILE", conflicts_with = "html")]
    pub output: Option<PathBuf>,
}

/// What a trace has, and an option would state again.
const OF_THE_TRACE: [&str; 13] = [
    "vertices",
    "instances",
    "divisor",
    "instance_divisor",
    "arch",
    "idvs",
    "start",
    "base_instance",
    "stride",
    "buffer_size",
    "buffer_offset",
    "source_offset",
    "padding",
];

const PRIMITIVE_SIZE: [Choice<PrimitiveSizeRule>; 2] = [
    ("one", PrimitiveSizeRule::One, "1, as Gallium writes"),
    (
        "padded",
        PrimitiveSizeRule::Padded,
        "The padded count of the primitives, as PanVK writes",
    ),
];

const TABLE: [Choice<TableShape>; 2] = [
    ("packed", TableShape::Packed, "Records without gaps, as in Gallium"),
    ("pairs", TableShape::Pairs, "Two slots per buffer, as in PanVK"),
];

/// Explains the draw, even if the draw or one of its attributes is refused.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let request = match &arguments.trace {
        None => Ok(arguments.request()),
        Some(file) => match arguments.draw {
            None => return trace::list(file, arguments.json, streams),
            Some(number) => trace::draw(file, number, streams)
                .map(|reading| reading.request(arguments)),
        },
    };
    let explained = match request {
        Ok(request) => Explained::new(&request),
        // So says the JSON.
        Err(Failure::Refused(error)) if arguments.json => {
            Explained { error: Some(error), ..Explained::default() }
        }
        Err(failure) => return Err(failure),
    };
    let picture = arguments.output.as_deref();
    if let Some(file) = picture {
        destination::replace(file, streams.output, |output| {
            page::draw(&explained, output)
        })?;
    }
    if let Some(file) = &arguments.html {
        destination::replace(file, streams.output, |output| {
            page::write(&explained, output)
        })?;
    } else if !picture.is_some_and(destination::is_standard_output) {
        print(arguments.json, &explained, text::sheet, streams)?;
    }
    Ok(Outcome::refused_if(explained.is_refused()))
}
