// SPDX-License-Identifier: MIT

//! The command line.

use crate::dynamic_state::change::{self, Change};
use crate::number;
use clap::{Args, Parser, Subcommand, ValueEnum};
use dral::descriptor_layout::{Mesa, Model};
use dral::dynamic_state::Feature;
use dral::indirect_draw::Driver;
use dral::instancing::{
    Architecture, PaddingRule, PrimitiveSize, Rounding, TableShape,
};
use std::path::PathBuf;

/// Driver arithmetic: what Mali hardware does with a draw.
#[derive(Parser)]
#[command(name = "dral", version)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

// The columns of files, and the members of JSON's objects. A test compares.

const RECORD_COLUMNS: &str = "\
Required columns: none, but one of these
Optional columns: vertex_count, instance_count, idvs, divisor, rate, stride,
  buffer_offset, buffer_size, src_offset, offset_start, base_instance, arch
All other columns are kept.";

const DRAW_COLUMNS: &str = "\
Required columns: idvs, vertex_count, instance_count
All other columns are kept.";

const ID_COLUMNS: &str = "\
Required columns: what, vertex_count, instanced
All other columns are kept.";

const VALHALL_COLUMNS: &str = "\
Required columns: divisor, stride, src_offset
Optional columns: rate, format, table, buffer_index, arch
All other columns are kept.";

const BINDING_COLUMNS: &str = "\
Required columns: binding, type, count
Optional columns: flags, planes, mutable_types, set, set_flags, uses";

const VARYING_COLUMNS: &str = "\
Required columns: type
Optional columns: name, interpolation, centroid, sample, patch";

#[derive(Subcommand)]
pub enum Command {
    /// What the hardware does with one draw, attribute by attribute
    Explain(Explain),
    /// Attribute buffer records of a CSV file's rows (v4 to v7)
    #[command(after_help = RECORD_COLUMNS)]
    Records(Records),
    /// Padded counts and invocation words of a CSV file's rows
    #[command(after_help = DRAW_COLUMNS)]
    Draws(Rows),
    /// Vertex id and instance id records of a CSV file's rows (v4, v5)
    #[command(after_help = ID_COLUMNS)]
    Ids(Rows),
    /// Attribute descriptors of a CSV file's rows (v9 to v14)
    #[command(after_help = VALHALL_COLUMNS)]
    Valhall(Valhall),
    /// Descriptor words to fields: a table of records, an invocation, ids
    Decode(Decode),
    /// The magic divisor of each divisor, and where floating point is wrong
    Divisor(Divisor),
    /// The padded count of each vertex count under both rules
    Padded(Padded),
    /// What is wrong in the vertex jobs of a driver's decoded trace
    CheckTrace(CheckTrace),
    /// What is reserved and written for generated indirect draws, and why
    Indirect(Indirect),
    /// Pictures of the rules, as SVG
    #[command(subcommand)]
    Plot(Plot),
    /// The memory map of a descriptor set, from a CSV or JSON file
    #[command(after_help = BINDING_COLUMNS)]
    Layout(Layout),
    /// The slot map of varyings, from a CSV or JSON file
    #[command(after_help = VARYING_COLUMNS)]
    Varyings(Varyings),
    /// What a draw emits after changes, where and why (Intel)
    DynamicState(DynamicState),
    /// What the binding table of a shader stage holds, where it lies, and why
    #[command(after_help = BINDING_COLUMNS)]
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

#[derive(Clone, Copy, ValueEnum)]
pub enum OnePrimitiveSize {
    /// 1, as Gallium writes
    One,
    /// The padded count of the primitives, as PanVK writes
    Padded,
}

impl From<OnePrimitiveSize> for PrimitiveSize {
    fn from(size: OnePrimitiveSize) -> Self {
        match size {
            OnePrimitiveSize::One => Self::One,
            OnePrimitiveSize::Padded => Self::Padded,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Shape {
    /// One record after the other, as Gallium has them
    Packed,
    /// Two slots for every buffer, as PanVK has them
    Pairs,
}

impl From<Shape> for TableShape {
    fn from(shape: Shape) -> Self {
        match shape {
            Shape::Packed => Self::Packed,
            Shape::Pairs => Self::Pairs,
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
    /// The first vertex, or the smallest index plus the vertex offset
    #[arg(long, default_value = "0", value_parser = number::start,
          allow_hyphen_values = true)]
    pub start: i32,
    /// The instance that the API counts from
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub base_instance: u32,
    /// Vertices per primitive
    #[arg(long, default_value = "3", value_parser = number::unsigned)]
    pub vertices_per_primitive: u32,
    /// The instance primitive size with one instance
    #[arg(long, value_enum, default_value = "one")]
    pub primitive_size: OnePrimitiveSize,
    /// The shape of the table of attribute buffers
    #[arg(long, value_enum, default_value = "packed")]
    pub table: Shape,
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
pub struct CheckTrace {
    /// Traces as Mesa decodes them (PAN_MESA_DEBUG=trace), or - for standard
    /// input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The base instance of every draw; a trace does not have it
    #[arg(long, value_parser = number::unsigned)]
    pub base_instance: Option<u32>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
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
    /// The file to write, instead of standard output
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

/// A release of Mesa with descriptor layouts of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MesaRelease {
    /// Also ANV of 25.0
    #[value(name = "24.3")]
    V24_3,
    /// What changed since: storage images, PanVK's inline uniform blocks
    #[value(name = "26.2")]
    V26_2,
}

impl From<MesaRelease> for Mesa {
    fn from(release: MesaRelease) -> Self {
        match release {
            MesaRelease::V24_3 => Self::V24_3,
            MesaRelease::V26_2 => Self::V26_2,
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
    /// The release of Mesa
    #[arg(long, value_enum, default_value = "26.2")]
    pub mesa: MesaRelease,
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
pub struct Varyings {
    /// The varyings as CSV or JSON, or - for standard input
    pub file: PathBuf,
    /// Pack as Mesa's linker does: --gl-order --class-align
    #[arg(long)]
    pub linker: bool,
    /// Sort by interpolation, then vec4, vec2, scalar, vec3
    #[arg(long)]
    pub gl_order: bool,
    /// Begin a slot where the interpolation changes
    #[arg(long)]
    pub class_align: bool,
    /// Begin a slot for each vec3
    #[arg(long)]
    pub pot_vec3: bool,
    /// Begin a slot for each varying, element and column
    #[arg(long)]
    pub unpacked: bool,
    /// How many slots there are, at most 64
    #[arg(long, default_value = "32", value_parser = number::unsigned)]
    pub slots: u32,
    /// A slot that no varying may lie in; repeatable
    #[arg(long, value_name = "SLOT",
          value_parser = clap::value_parser!(u8).range(0..64))]
    pub reserve: Vec<u8>,
    /// Draw the map as SVG
    #[arg(long, short, value_name = "SVG")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum IndirectDriver {
    /// Vulkan: in place, and in a ring
    Anv,
    /// OpenGL: in a ring
    Iris,
}

impl From<IndirectDriver> for Driver {
    fn from(driver: IndirectDriver) -> Self {
        match driver {
            IndirectDriver::Anv => Self::Anv,
            IndirectDriver::Iris => Self::Iris,
        }
    }
}

#[derive(Args)]
pub struct Indirect {
    /// The driver that generates the draws
    #[arg(long, value_enum, default_value = "anv")]
    pub driver: IndirectDriver,
    /// Intel's generation times ten: 90, or 110 and later; 80 with iris
    #[arg(long, value_name = "VERSION", default_value = "125",
          value_parser = number::unsigned)]
    pub hardware: u32,
    /// How many draws there are, or with --count can be
    #[arg(long, value_parser = number::unsigned)]
    pub draws: u32,
    /// The draw count that a count buffer holds
    #[arg(long, value_parser = number::unsigned)]
    pub count: Option<u32>,
    /// With an index buffer
    #[arg(long)]
    pub indexed: bool,
    /// Bytes from one indirect command to the next
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub stride: u32,
    /// The vertex shader reads the first or base vertex
    #[arg(long)]
    pub first_vertex: bool,
    /// The vertex shader reads the base instance
    #[arg(long)]
    pub base_instance: bool,
    /// The vertex shader reads the index of the draw
    #[arg(long)]
    pub draw_id: bool,
    /// The draws depend on a predicate
    #[arg(long)]
    pub predicated: bool,
    /// The draws are rendered tile by tile
    #[arg(long)]
    pub tiled: bool,
    /// The memory object control state, 8 bits
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub mocs: u32,
    /// Draw count from which a shader generates the draws
    #[arg(long, value_name = "DRAWS", default_value = "4",
          value_parser = number::unsigned)]
    pub generate_threshold: u32,
    /// Draw count from which it does so in a ring
    #[arg(long, value_name = "DRAWS", default_value = "100",
          value_parser = number::unsigned)]
    pub ring_threshold: u32,
    /// The most draws in the ring; else what the driver's own ring holds
    #[arg(long, value_name = "DRAWS", value_parser = number::unsigned)]
    pub ring_capacity: Option<u32>,
    /// The memory is protected
    #[arg(long)]
    pub protected: bool,
    /// A workaround forbids generated draws
    #[arg(long)]
    pub tessellation_workaround: bool,
    /// The hardware itself can unroll the draws
    #[arg(long)]
    pub execute_indirect: bool,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum DynamicFeature {
    /// VK_EXT_sample_locations
    SampleLocations,
    /// VK_KHR_fragment_shading_rate
    FragmentShadingRate,
    /// VK_EXT_mesh_shader
    MeshShading,
    /// A pipeline that captures transform feedback
    TransformFeedback,
    /// Intel's workaround 18019816803
    #[value(name = "wa-18019816803")]
    Wa18019816803,
    /// Intel's workaround 14018283232
    #[value(name = "wa-14018283232")]
    Wa14018283232,
    /// Intel's workaround 16012775297
    #[value(name = "wa-16012775297")]
    Wa16012775297,
    /// Intel's workaround 16011773973
    #[value(name = "wa-16011773973")]
    Wa16011773973,
}

impl From<DynamicFeature> for Feature {
    fn from(feature: DynamicFeature) -> Self {
        match feature {
            DynamicFeature::SampleLocations => Self::SampleLocations,
            DynamicFeature::FragmentShadingRate => Self::FragmentShadingRate,
            DynamicFeature::MeshShading => Self::MeshShading,
            DynamicFeature::TransformFeedback => Self::TransformFeedback,
            DynamicFeature::Wa18019816803 => Self::Wa_18019816803,
            DynamicFeature::Wa14018283232 => Self::Wa_14018283232,
            DynamicFeature::Wa16012775297 => Self::Wa_16012775297,
            DynamicFeature::Wa16011773973 => Self::Wa_16011773973,
        }
    }
}

#[derive(Args)]
pub struct DynamicState {
    /// What has changed: states (VP_VIEWPORTS), dynamic states of Vulkan
    /// (VK_DYNAMIC_STATE_VIEWPORT), commands (PIPELINE); without any of them,
    /// what can make each instruction necessary
    #[arg(value_name = "CHANGE", value_parser = change::parse)]
    pub changes: Vec<Change>,
    /// Intel's generation times ten: 90, 110, 120, 125, 200 or 300
    #[arg(long, value_name = "VERSION", default_value = "125",
          value_parser = change::version)]
    pub hardware: u32,
    /// Extensions and workarounds of the device; repeatable
    #[arg(long, value_name = "FEATURE", value_enum, value_delimiter = ',')]
    pub with: Vec<DynamicFeature>,
    /// The draw is the first of its command buffer
    #[arg(long)]
    pub first_draw: bool,
    /// The driver has cleared or copied on the 3D pipeline before the draw
    #[arg(long)]
    pub after_blit: bool,
    /// It has done so with a fragment program
    #[arg(long)]
    pub after_fragment_blit: bool,
}

#[derive(Args)]
pub struct BindingTable {
    /// The bindings of all sets as CSV or JSON, or - for standard input
    pub file: PathBuf,
    /// The driver's model of descriptor memory
    #[arg(long, value_enum, default_value = "anv-indirect")]
    pub model: DescriptorModel,
    /// The release of Mesa
    #[arg(long, value_enum, default_value = "26.2")]
    pub mesa: MesaRelease,
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
