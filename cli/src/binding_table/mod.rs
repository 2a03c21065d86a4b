// SPDX-License-Identifier: MIT

//! `dral binding-table`: what the tables of a shader stage hold, where the
//! binding table lies, and why.

mod place;
mod sets;
mod text;

use crate::arguments::BindingTable;
use crate::failure::{Failure, Outcome};
use crate::layout::given;
use crate::rows::open;
use crate::streams::Streams;
use dral::binding_table::{
    map, Entry, Error, Map, Shader, Slots, MAX_ENTRIES, MAX_RENDER_TARGETS,
    MAX_SAMPLERS,
};
use dral::descriptor_layout::Model;
use place::Place;
use sets::{views, Laid};

/// The tables of a stage.
struct Stage<'a> {
    shader: Shader<'a>,
    sets: &'a [Laid],
    map: Map,
    surfaces: Vec<Entry>,
    samplers: Vec<Entry>,
    /// Of each set.
    slots: Vec<Vec<Slots>>,
}

impl<'a> Stage<'a> {
    fn new(shader: Shader<'a>, sets: &'a [Laid]) -> Result<Self, String> {
        let mut surfaces = vec![Entry::NULL; MAX_ENTRIES as usize];
        let mut samplers = vec![Entry::NULL; MAX_SAMPLERS as usize];
        let count = sets.iter().map(|set| set.bindings.len()).sum();
        let mut slots = vec![Slots::BINDLESS; count];
        let map = map(&shader, &mut surfaces, &mut samplers, &mut slots)
            .map_err(|error| error.to_string())?;
        surfaces.truncate(map.surface_count as usize);
        samplers.truncate(map.sampler_count as usize);
        let mut slots = slots.into_iter();
        let slots = sets
            .iter()
            .map(|set| slots.by_ref().take(set.bindings.len()).collect())
            .collect();
        Ok(Self { shader, sets, map, surfaces, samplers, slots })
    }
}

/// A bit for each render target that is there.
fn target_mask(arguments: &BindingTable) -> Result<u32, String> {
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

/// Prints the tables, or refuses the stage.
pub fn run(
    arguments: &BindingTable,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let (name, given) = given(open(&arguments.file, streams.input)?)?;
    let model = Model::from(arguments.model);
    let refused = |reason: String, streams: &mut Streams| {
        streams.tell(format_args!("dral: {name}: {reason}\n"));
        Ok(Outcome::Refused)
    };
    if model == Model::Panvk {
        return refused(Error::UnknownModel.to_string(), streams);
    }
    let laid = sets::lay_out(model, arguments.hardware, given);
    let (sets, mask) = match laid.and_then(|s| Ok((s, target_mask(arguments)?)))
    {
        Ok(sound) => sound,
        Err(reason) => return refused(reason, streams),
    };
    let views = views(&sets);
    let shader = Shader {
        always_bindless: arguments.always_bindless,
        stage_is_bindless: arguments.bindless_stage,
        render_target_count: arguments.render_targets,
        render_target_mask: mask,
        ..Shader::new(model, arguments.hardware, &views)
    };
    let placed = Stage::new(shader, &sets).and_then(|stage| {
        let place = Place::new(arguments, stage.map.surface_count)?;
        Ok((stage, place))
    });
    match placed {
        Ok((stage, place)) => {
            text::print(&stage, &place, streams.output)?;
            Ok(Outcome::Complete)
        }
        Err(reason) => refused(reason, streams),
    }
}
