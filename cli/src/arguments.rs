// SPDX-License-Identifier: MIT

//! The command line.

use crate::number;
use clap::{Args, Parser, Subcommand, ValueEnum};
use dral::descriptor_layout::Model;
use dral::instancing::{Architecture, PaddingRule, Rounding};
use std::path::PathBuf;

/// Driver arithmetic: what Mali hardware does with a draw.
#[derive(Parser)]
#[command(name = "dral", version)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// What the hardware does with one draw, attribute by attribute
    Explain(Explain),
    /// Attribute buffer records of a CSV file's rows (v4 to v7)
    Records(Records),
    /// Padded counts and invocation words of a CSV file's rows
    Draws(Rows),
    /// Vertex id and instance id records of a CSV file's rows (v4, v5)
    Ids(Rows),
    /// Attribute descriptors of a CSV file's rows (v9 to v14)
    Valhall(Valhall),
    /// Descriptor words to fields: a table of records, an invocation, ids
    Decode(Decode),
    /// The magic divisor of each divisor, and where floating point errs
    Divisor(Divisor),
    /// The padded count of each vertex count under both rules
    Padded(Padded),
    /// Pictures of the rules, as SVG
    #[command(subcommand)]
    Plot(Plot),
    /// The memory map of a descriptor set, from a CSV or JSON file
    Layout(Layout),
    /// What the binding table of a shader stage holds, where it lies, and why
    BindingTable(BindingTable),
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Padding {
    /// What shipped drivers compute
    Driver,
    /// What instancing.rst says
    Documented,
}

impl From<Padding> for PaddingRule {
    fn from(padding: Padding) -> Self {
        match padding {
            Padding::Driver => Self::Driver,
            Padding::Documented => Self::Documented,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub enum MagicRounding {
    /// As in instancing.rst and Mesa up to 25.0
    Documented,
    /// As in newer Mesa
    Nearest,
}

impl From<MagicRounding> for Rounding {
    fn from(rounding: MagicRounding) -> Self {
        match rounding {
            MagicRounding::Documented => Self::Documented,
            MagicRounding::Nearest => Self::Nearest,
        }
    }
}

/// Rules that differ from driver to driver.
#[derive(Args, Clone, Copy)]
pub struct Rules {
    /// How vertex counts are padded
    #[arg(long, value_enum, default_value = "driver")]
    pub padding: Padding,
    /// How magic divisors are rounded
    #[arg(long, value_enum, default_value = "documented")]
    pub rounding: MagicRounding,
}

#[derive(Args)]
pub struct Explain {
    /// Vertices per instance
    #[arg(long, value_parser = number::unsigned)]
    pub vertices: u32,
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
    #[arg(long, default_value = "v7", value_parser = number::architecture)]
    pub arch: Architecture,
    /// Shade vertices in index-driven order
    #[arg(long)]
    pub idvs: bool,
    /// The first vertex, or the smallest index plus the index bias
    #[arg(long, default_value = "0", value_parser = number::start,
          allow_hyphen_values = true)]
    pub start: i32,
    /// The instance that the API counts from
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub base_instance: u32,
    /// Vertices per primitive
    #[arg(long, default_value = "3", value_parser = number::unsigned)]
    pub vertices_per_primitive: u32,
    /// Bytes from one element to the next, of every attribute
    #[arg(long, default_value = "16", value_parser = number::unsigned)]
    pub stride: u32,
    /// Bytes in every vertex buffer
    #[arg(long, default_value = "65536", value_parser = number::unsigned)]
    pub buffer_size: u32,
    /// Bytes before the first element in every vertex buffer
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub buffer_offset: u32,
    /// Bytes before each attribute in its element
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub source_offset: u32,
    #[command(flatten)]
    pub rules: Rules,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// A CSV file, and the rules for its rows.
#[derive(Args)]
pub struct Rows {
    /// The CSV file, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub rules: Rules,
}

#[derive(Args)]
pub struct Records {
    #[command(flatten)]
    pub rows: Rows,
    /// The architecture of rows without a column arch
    #[arg(long, default_value = "v7", value_parser = number::architecture)]
    pub arch: Architecture,
}

#[derive(Args)]
pub struct Valhall {
    #[command(flatten)]
    pub rows: Rows,
    /// The architecture of rows without a column arch
    #[arg(long, default_value = "v9", value_parser = number::architecture)]
    pub arch: Architecture,
    /// The table of the buffers
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub table: u32,
}

#[derive(Args)]
pub struct Decode {
    /// The architecture: v4 to v7, v9 to v14
    #[arg(long, default_value = "v7", value_parser = number::architecture)]
    pub arch: Architecture,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// The words, in hexadecimal
    #[arg(required = true, value_parser = number::word)]
    pub words: Vec<u32>,
}

#[derive(Args)]
pub struct Divisor {
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// The divisors
    #[arg(required = true, value_parser = number::unsigned)]
    pub divisors: Vec<u32>,
}

#[derive(Args)]
pub struct Padded {
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// The vertex counts
    #[arg(required = true, value_parser = number::unsigned)]
    pub vertex_counts: Vec<u32>,
}

#[derive(Subcommand)]
pub enum Plot {
    /// Threads dispatched and wasted, by vertex count, under both rules
    Padding(PlotPadding),
    /// Where magic divisors in floating point are wrong
    Divisors(PlotDivisors),
}

#[derive(Args)]
pub struct PlotPadding {
    /// The first vertex count
    #[arg(long, value_name = "VERTICES", default_value = "1",
          value_parser = number::unsigned)]
    pub from: u32,
    /// The last vertex count
    #[arg(long, value_name = "VERTICES", default_value = "256",
          value_parser = number::unsigned)]
    pub to: u32,
    #[command(flatten)]
    pub picture: Picture,
}

#[derive(Args)]
pub struct PlotDivisors {
    /// The first divisor
    #[arg(long, value_name = "DIVISOR", default_value = "4194304",
          value_parser = number::unsigned)]
    pub from: u32,
    /// The last divisor
    #[arg(long, value_name = "DIVISOR", default_value = "4294967295",
          value_parser = number::unsigned)]
    pub to: u32,
    #[command(flatten)]
    pub picture: Picture,
}

/// Where a picture goes.
#[derive(Args)]
pub struct Picture {
    /// The file to write, in place of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum DescriptorModel {
    /// Intel before 12.5: structures of handles and addresses
    AnvIndirect,
    /// Intel from 12.5 on: surface states and sampler states
    AnvDirect,
    /// Intel with descriptor buffers
    AnvBuffer,
    /// Mali
    Panvk,
}

impl From<DescriptorModel> for Model {
    fn from(model: DescriptorModel) -> Self {
        match model {
            DescriptorModel::AnvIndirect => Self::AnvIndirect,
            DescriptorModel::AnvDirect => Self::AnvDirect,
            DescriptorModel::AnvBuffer => Self::AnvBuffer,
            DescriptorModel::Panvk => Self::Panvk,
        }
    }
}

#[derive(Args)]
pub struct Layout {
    /// The bindings as CSV or JSON, or - for standard input
    pub file: PathBuf,
    /// The driver's model of descriptor memory
    #[arg(long, value_enum, default_value = "anv-indirect")]
    pub model: DescriptorModel,
    /// Intel's generation times ten, such as 125, or Mali's architecture
    #[arg(long, value_name = "VERSION", default_value = "120",
          value_parser = number::unsigned)]
    pub hardware: u32,
    /// VkDescriptorSetLayoutCreateFlags
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub set_flags: u32,
    /// Descriptors of the last binding, if it has a variable count
    #[arg(long, value_parser = number::unsigned)]
    pub variable_count: Option<u32>,
    /// Draw the map as SVG
    #[arg(long, short, value_name = "SVG")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct BindingTable {
    /// The bindings of all sets as CSV or JSON, or - for standard input
    pub file: PathBuf,
    /// The driver's model of descriptor memory
    #[arg(long, value_enum, default_value = "anv-indirect")]
    pub model: DescriptorModel,
    /// Intel's generation times ten
    #[arg(long, value_name = "VERSION", default_value = "120",
          value_parser = number::unsigned)]
    pub hardware: u32,
    /// Render targets of a fragment shader
    #[arg(long, value_name = "COUNT", default_value = "0",
          value_parser = number::unsigned)]
    pub render_targets: u32,
    /// A render target that is not there; repeatable
    #[arg(long, value_name = "TARGET", value_parser = number::unsigned)]
    pub null_target: Vec<u32>,
    /// Make everything bindless that can be
    #[arg(long)]
    pub always_bindless: bool,
    /// The stage has no table: ray tracing, task, mesh
    #[arg(long)]
    pub bindless_stage: bool,
    /// The block of binding tables in use
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub block: u32,
    /// Bytes that tables take in it already
    #[arg(long, value_name = "BYTES", default_value = "0",
          value_parser = number::unsigned)]
    pub taken: u32,
}
