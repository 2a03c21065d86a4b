// SPDX-License-Identifier: MIT

//! `dral binding-table`: the tables of a shader stage, where its binding table
//! is placed, and why.

mod place;
mod sets;
mod text;

use crate::failure::{Failure, Outcome};
use crate::layout::Driver;
use crate::number;
use crate::output::print_or_refuse;
use crate::streams::Streams;
use crate::table;
use clap::Args;
use dral::binding_table::{
    map, Entry, Error, Map, Shader, Slots, MAX_ENTRIES, MAX_RENDER_TARGETS,
    MAX_SAMPLERS,
};
use dral::descriptor_layout::Model;
use place::Place;
use sets::{lay_out, UsedSet};
use std::io::Read;
use std::path::PathBuf;
use text::Tables;

#[derive(Args)]
pub struct Arguments {
    /// The bindings of all sets as CSV or JSON, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub driver: Driver,
    /// Render targets of a fragment shader
    #[arg(long, value_name = "COUNT", default_value = "0",
          value_parser = number::unsigned)]
    pub render_targets: u32,
    /// A render target that is absent; repeatable
    #[arg(long, value_name = "TARGET", value_parser = number::unsigned)]
    pub null_target: Vec<u32>,
    /// Make every binding bindless that can be
    #[arg(long)]
    pub always_bindless: bool,
    /// The stage has no table: ray tracing, task, mesh
    #[arg(long)]
    pub bindless_stage: bool,
    /// The block of binding tables in use
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub block: u32,
    /// Bytes of that block that are already in use
    #[arg(long, value_name = "BYTES", default_value = "0",
          value_parser = number::unsigned)]
    pub taken: u32,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// The tables of a stage.
struct Stage<'a> {
    shader: Shader<'a>,
    sets: &'a [UsedSet],
    map: Map,
    surfaces: Vec<Entry>,
    samplers: Vec<Entry>,
    /// The slots of all sets, at the indices in `map`.
    slots: Vec<Slots>,
}

impl<'a> Stage<'a> {
    fn new(shader: Shader<'a>, sets: &'a [UsedSet]) -> Result<Self, String> {
        let mut surfaces = vec![Entry::NULL; MAX_ENTRIES as usize];
        let mut samplers = vec![Entry::NULL; MAX_SAMPLERS as usize];
        let count = sets.iter().map(|set| set.laid.bindings.len()).sum();
        let mut slots = vec![Slots::BINDLESS; count];
        let map = map(&shader, &mut surfaces, &mut samplers, &mut slots)
            .map_err(|error| error.to_string())?;
        surfaces.truncate(map.surface_count as usize);
        samplers.truncate(map.sampler_count as usize);
        Ok(Self { shader, sets, map, surfaces, samplers, slots })
    }
}

/// A bit for each render target that is present.
fn target_mask(arguments: &Arguments) -> Result<u32, String> {
    let count = arguments.render_targets;
    if count > MAX_RENDER_TARGETS {
        return Err(Error::RenderTargetLimit.to_string());
    }
    let mut mask = (1 << count) - 1;
    for &target in &arguments.null_target {
        if target >= count {
            return Err(format!("there is no render target {target}"));
        }
        mask &= !(1 << target);
    }
    Ok(mask)
}

/// The tables of the stage, unless it is refused.
fn tables(
    arguments: &Arguments,
    input: &mut dyn Read,
) -> Result<Tables, Failure> {
    let (name, given) = table::read(&arguments.file, input)?;
    let refuse = |what: String| Failure::Refused(format!("{name}{what}"));
    let refuse_text = |what: String| refuse(format!(": {what}"));
    if arguments.driver.model == Model::Panvk {
        return Err(refuse_text(Error::UnknownModel.to_string()));
    }
    let sets = lay_out(arguments.driver, given).map_err(refuse)?;
    let views: Vec<_> = sets.iter().map(UsedSet::view).collect();
    let shader = Shader {
        always_bindless: arguments.always_bindless,
        stage_is_bindless: arguments.bindless_stage,
        render_target_count: arguments.render_targets,
        render_target_mask: target_mask(arguments).map_err(refuse_text)?,
        ..Shader::new(&views)
    };
    let stage = Stage::new(shader, &sets).map_err(refuse_text)?;
    let place = Place::new(arguments, stage.map.surface_count);
    Ok(Tables::new(&stage, place.map_err(refuse_text)?))
}

/// Prints the tables, or refuses the stage.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let tables = tables(arguments, streams.input);
    print_or_refuse(arguments.json, tables, Tables::sheet, streams)
}
