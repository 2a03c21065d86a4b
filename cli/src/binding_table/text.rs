// SPDX-License-Identifier: MIT

//! The entries of the tables of a stage, and what has none.

use super::place::Place;
use super::sets::UsedSet;
use super::Stage;
use crate::layout::kind;
use crate::output::Sheet;
use dral::binding_table::{
    Access, Entry, SetId, Use, BINDLESS, MAX_ENTRIES, MAX_SAMPLERS,
};
use dral::descriptor_layout::{BindingLayout, DescriptorData, ABSENT};
use serde::Serialize;

/// A binding of a stage.
#[derive(Clone, Copy)]
struct Bound<'a> {
    stage: &'a Stage<'a>,
    set: usize,
    place: usize,
    layout: &'a BindingLayout,
    uses: &'a Use,
}

impl<'a> Bound<'a> {
    fn at(stage: &'a Stage, set: usize, place: usize) -> Option<Self> {
        let UsedSet { laid, uses, .. } = stage.sets.get(set)?;
        Some(Self {
            stage,
            set,
            place,
            layout: laid.bindings.get(place)?,
            uses: uses.get(place)?,
        })
    }

    /// All bindings that the shader uses.
    fn used(stage: &'a Stage) -> impl Iterator<Item = Self> {
        let sets = 0..stage.sets.len();
        sets.flat_map(move |set| {
            let places = 0..stage.sets[set].laid.bindings.len();
            places.filter_map(move |place| Self::at(stage, set, place))
        })
        .filter(|bound| bound.uses.use_count > 0)
    }

    fn number(&self) -> u32 {
        self.stage.sets[self.set].laid.given[self.place].binding
    }

    /// The set, the number and the type.
    fn name(&self) -> String {
        let kind = kind::name(self.layout.descriptor_type);
        format!("{}.{} {kind}", self.set, self.number())
    }

    /// The score that orders bindings, and whether the binding needs the table.
    fn score(&self) -> String {
        let set = &self.stage.shader.sets[self.set];
        let shader = &self.stage.shader;
        let uses = self.uses.use_count;
        let score = shader.score(set, self.layout, uses);
        let counted = format!(
            "score {}: uses {uses}, descriptors {}",
            score & 0x7FFF,
            self.layout.array_size
        );
        if shader.supports_bindless(set, self.layout) {
            counted
        } else {
            format!("needs the table; {counted}")
        }
    }

    /// Why one of its tables has no entry for the binding; `None` if it has one
    /// or needs none.
    fn reason(&self, slot: u32, access: Access) -> Option<String> {
        if slot != BINDLESS {
            return None;
        }
        Some(match access {
            Access::Nothing => return None,
            Access::Table => {
                let entries = u64::from(self.layout.array_size)
                    * u64::from(self.layout.plane_count);
                format!("no room: entries {entries}, {}", self.score())
            }
            Access::BindlessUse => "ruled out by the flags of its use".into(),
            Access::AlwaysBindless => "bindless wherever possible".into(),
            Access::BindlessSet => {
                "its set is a descriptor buffer or embeds its samplers".into()
            }
            Access::BindlessBinding => format!(
                "descriptors may change or be missing (flags 0x{:x})",
                self.layout.binding_flags
            ),
            Access::BindlessStage => "the stage has no table".into(),
        })
    }
}

/// The memory of a set in which a table looks.
struct Area {
    name: &'static str,
    /// The bytes that one plane of a descriptor takes here.
    size: fn(&BindingLayout) -> u32,
}

const SURFACES: Area =
    Area { name: "the set", size: |layout| layout.surface_size };
const SAMPLERS: Area =
    Area { name: "the set's samplers", size: |layout| layout.sampler_size };

/// An entry of a table, with `None` for what it does not have.
#[derive(Default, Serialize)]
struct Row {
    what: String,
    why: String,
    set: Option<u32>,
    binding: Option<u32>,
    descriptor: Option<u32>,
    plane: Option<u32>,
    dynamic_offset: Option<u32>,
    set_offset: Option<u32>,
}

impl Row {
    /// What an entry refers to, and why it is there.
    fn new(stage: &Stage, entry: &Entry, area: &Area) -> Self {
        let row =
            |what, why: &str| Self { what, why: why.into(), ..Self::default() };
        let set = entry.set;
        if set == SetId::RenderTarget as u32 {
            let what = match entry.index {
                ABSENT => "null surface".into(),
                index => format!("render target {index}"),
            };
            return row(what, "render targets come first");
        }
        if set == SetId::SetMemory as u32
            || set == SetId::DescriptorBuffer as u32
        {
            let what = format!("memory of set {}", entry.index);
            return row(what, "the stage uses the set");
        }
        let bound = Bound::at(stage, set as usize, entry.binding as usize);
        let Some(bound) = bound else {
            return row("nothing".into(), "the sampler lacks the plane");
        };
        let mut what = format!("{}, descriptor {}", bound.name(), entry.index);
        if bound.layout.plane_count > 1 {
            what += &format!(", plane {}", entry.plane);
        }
        let dynamic = entry.dynamic_offset_index;
        let dynamic = Some(dynamic).filter(|&dynamic| dynamic != ABSENT);
        if let Some(index) = dynamic {
            what += &format!(", dynamic offset {index}");
        }
        let offset = entry.set_offset;
        if (area.size)(bound.layout) > 0 {
            what += &format!(", at byte {offset} of {}", area.name);
        }
        Self {
            what,
            why: bound.score(),
            set: Some(set),
            binding: Some(bound.number()),
            descriptor: Some(entry.index),
            plane: Some(entry.plane),
            dynamic_offset: dynamic,
            set_offset: Some(offset),
        }
    }
}

/// A binding that the shader uses without an entry in any table.
#[derive(Serialize)]
struct Without {
    binding: String,
    /// The part of it.
    part: &'static str,
    why: String,
}

fn without_entries(stage: &Stage) -> Vec<Without> {
    let mut rows = Vec::new();
    for bound in Bound::used(stage) {
        let set = &stage.shader.sets[bound.set];
        let first = stage.map.first_slots[bound.set] as usize;
        let slots = stage.slots[first + bound.place];
        let surface =
            stage.shader.surface_access(set, bound.layout, bound.uses);
        let sampler =
            stage.shader.sampler_access(set, bound.layout, bound.uses);
        let inline = DescriptorData::InlineUniform as u32;
        let data =
            (bound.layout.data & inline != 0).then(|| match slots.surface {
                BINDLESS => "an inline uniform block; the stage has no table"
                    .to_string(),
                slot => format!(
                "an inline uniform block: in its set's memory, entry {slot}"
            ),
            });
        for (part, why) in [
            ("surfaces", bound.reason(slots.surface, surface)),
            ("samplers", bound.reason(slots.sampler, sampler)),
            ("data", data),
        ] {
            let binding = bound.name();
            rows.extend(why.map(|why| Without { binding, part, why }));
        }
    }
    rows
}

/// The tables of a stage, and where its binding table is.
#[derive(Serialize)]
pub struct Tables {
    place: Place,
    surfaces: Vec<Row>,
    samplers: Vec<Row>,
    without_entries: Vec<Without>,
}

impl Tables {
    pub fn new(stage: &Stage, place: Place) -> Self {
        let rows = |entries: &[Entry], area| {
            let rows = entries.iter().map(|entry| Row::new(stage, entry, area));
            rows.collect()
        };
        Self {
            place,
            surfaces: rows(&stage.surfaces, &SURFACES),
            samplers: rows(&stage.samplers, &SAMPLERS),
            without_entries: without_entries(stage),
        }
    }

    pub fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::default();
        place_lines(&mut sheet, &self.place);
        for (rows, name, limit) in [
            (&self.surfaces, "Binding table", MAX_ENTRIES),
            (&self.samplers, "Sampler table", MAX_SAMPLERS),
        ] {
            let count = rows.len();
            sheet.heading(format!("{name}: {count} of {limit} entries"));
            for (index, Row { what, why, .. }) in rows.iter().enumerate() {
                if index == 0 {
                    sheet.row(["  entry", "what", "why"]);
                }
                sheet.row([&format!("  {index}"), what, why]);
            }
        }
        if !self.without_entries.is_empty() {
            sheet.heading("Without entries");
        }
        for Without { binding, part, why } in &self.without_entries {
            sheet.row([format!("  {binding}").as_str(), *part, why]);
        }
        sheet
    }
}

fn place_lines(sheet: &mut Sheet, place: &Place) {
    let Place { pointer, address, left_in_block, .. } = place;
    sheet.heading("Place");
    if place.new_block {
        let what = "the table does not fit: emit these bases, then the tables \
                    of all active stages";
        sheet.line("new block", what);
    }
    sheet.line("block", place.block);
    let pointer = match place.entries {
        0 => "0: the table is empty and takes no room".into(),
        _ => format!("{pointer:#x}, so the table lies at {address:#x}"),
    };
    sheet.line("pointer", pointer);
    sheet.line("bytes", place.bytes);
    sheet.line("left in block", format!("{left_in_block} bytes"));
    sheet.line("surface base", format!("{:#x}", place.surface_base));
    let pool = match place.pool_base {
        0 => "none before version 125".into(),
        base => format!("{base:#x}"),
    };
    sheet.line("pool base", pool);
    let what = "added to a state's offset in the internal pool";
    sheet.line("state offset", format!("{:#x}, {what}", place.state_offset));
}
