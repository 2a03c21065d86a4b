// SPDX-License-Identifier: MIT

//! The tables of a stage, as JSON and as aligned text.

use super::place::Place;
use super::Stage;
use crate::layout::kind;
use crate::output::{elements, plain, Sheet};
use dral::binding_table::{
    Access, Entry, SetId, Use, BINDLESS, MAX_ENTRIES, MAX_SAMPLERS,
};
use dral::descriptor_layout::{BindingLayout, DescriptorData, ABSENT};
use serde_json::{json, Value};

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
        let laid = stage.sets.get(set)?;
        Some(Self {
            stage,
            set,
            place,
            layout: laid.bindings.get(place)?,
            uses: laid.uses.get(place)?,
        })
    }

    /// All bindings that the shader uses.
    fn used(stage: &'a Stage) -> impl Iterator<Item = Self> {
        let sets = 0..stage.sets.len();
        sets.flat_map(move |set| {
            let places = 0..stage.sets[set].bindings.len();
            places.filter_map(move |place| Self::at(stage, set, place))
        })
        .filter(|bound| bound.uses.use_count > 0)
    }

    /// The set, the number and the type.
    fn name(&self) -> String {
        format!(
            "{}.{} {}",
            self.set,
            self.stage.sets[self.set].numbers[self.place],
            kind::name(self.layout.descriptor_type)
        )
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
#[derive(Clone, Copy)]
enum Area {
    Surfaces,
    Samplers,
}

impl Area {
    /// The bytes that one plane of a descriptor takes here.
    fn size(self, layout: &BindingLayout) -> u32 {
        match self {
            Self::Surfaces => layout.surface_size,
            Self::Samplers => layout.sampler_size,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Surfaces => "the set",
            Self::Samplers => "the set's samplers",
        }
    }
}

/// What an entry refers to, and why it is there. `area` is the memory of the
/// set in which its table looks.
fn entry_texts(stage: &Stage, entry: &Entry, area: Area) -> [String; 2] {
    let set = entry.set;
    if set == SetId::RenderTarget as u32 {
        let what = match entry.index {
            ABSENT => "null surface".into(),
            index => format!("render target {index}"),
        };
        return [what, "render targets come first".into()];
    }
    if set == SetId::SetMemory as u32 || set == SetId::DescriptorBuffer as u32 {
        return [
            format!("memory of set {}", entry.index),
            "the stage uses the set".into(),
        ];
    }
    let bound = Bound::at(stage, set as usize, entry.binding as usize);
    let Some(bound) = bound else {
        return ["nothing".into(), "the sampler lacks the plane".into()];
    };
    let mut what = format!("{}, descriptor {}", bound.name(), entry.index);
    if bound.layout.plane_count > 1 {
        what.push_str(&format!(", plane {}", entry.plane));
    }
    if entry.dynamic_offset_index != ABSENT {
        let index = entry.dynamic_offset_index;
        what.push_str(&format!(", dynamic offset {index}"));
    }
    if area.size(bound.layout) > 0 {
        let offset = entry.set_offset;
        what.push_str(&format!(", at byte {offset} of {}", area.name()));
    }
    [what, bound.score()]
}

/// The bindings that the shader uses without an entry in any table: the binding,
/// the part of it, and why.
fn without_entries(stage: &Stage) -> Vec<[String; 3]> {
    let mut rows = Vec::new();
    for bound in Bound::used(stage) {
        let set = &stage.shader.sets[bound.set];
        let first = stage.map.first_slots[bound.set] as usize;
        let slots = stage.slots[first + bound.place];
        let surface =
            stage.shader.surface_access(set, bound.layout, bound.uses);
        let sampler =
            stage.shader.sampler_access(set, bound.layout, bound.uses);
        for (part, reason) in [
            ("surfaces", bound.reason(slots.surface, surface)),
            ("samplers", bound.reason(slots.sampler, sampler)),
        ] {
            if let Some(reason) = reason {
                rows.push([bound.name(), part.into(), reason]);
            }
        }
        let inline = DescriptorData::InlineUniform as u32;
        if bound.layout.data & inline != 0 {
            let reason = match slots.surface {
                BINDLESS => "an inline uniform block; the stage has no table"
                    .to_string(),
                slot => format!(
                    "an inline uniform block: in its set's memory, entry {slot}"
                ),
            };
            rows.push([bound.name(), "data".into(), reason]);
        }
    }
    rows
}

/// The entries of a table; `null` for what an entry does not have.
fn entries_json(stage: &Stage, entries: &[Entry], area: Area) -> Value {
    let entry = |entry: &Entry| {
        let [what, why] = entry_texts(stage, entry, area);
        let bound = stage.sets.get(entry.set as usize);
        let numbers = bound.map(|set| &set.numbers);
        let number = numbers.and_then(|all| all.get(entry.binding as usize));
        let dynamic = entry.dynamic_offset_index;
        json!({
            "what": what,
            "why": why,
            "set": bound.map(|_| entry.set),
            "binding": number,
            "descriptor": number.map(|_| entry.index),
            "plane": number.map(|_| entry.plane),
            "dynamic_offset": number.and(Some(dynamic)).filter(|&d| d != ABSENT),
            "set_offset": number.map(|_| entry.set_offset),
        })
    };
    entries.iter().map(entry).collect()
}

/// The tables of a stage.
pub fn json(stage: &Stage, place: &Place) -> Value {
    let without = without_entries(stage).into_iter();
    let without = without.map(|[binding, part, reason]| {
        json!({ "binding": binding, "part": part, "why": reason })
    });
    json!({
        "place": place,
        "surfaces": entries_json(stage, &stage.surfaces, Area::Surfaces),
        "samplers": entries_json(stage, &stage.samplers, Area::Samplers),
        "without_entries": without.collect::<Value>(),
    })
}

fn place_lines(sheet: &mut Sheet, place: &Value) {
    let number = |name: &str| place[name].as_u64().unwrap_or_default();
    let address = |name: &str| format!("0x{:x}", number(name));
    sheet.heading("Place");
    if place["new_block"] == true {
        let what = "the table does not fit: emit these bases, then the tables \
                    of all active stages";
        sheet.line("new block", what);
    }
    sheet.value("block", &place["block"]);
    let [pointer, table, pool, state] =
        ["pointer", "address", "pool_base", "state_offset"].map(address);
    let pointer = match number("entries") {
        0 => "0: the table is empty and takes no room".into(),
        _ => format!("{pointer}, so the table lies at {table}"),
    };
    sheet.line("pointer", pointer);
    sheet.value("bytes", &place["bytes"]);
    let left = number("left_in_block");
    sheet.line("left in block", format!("{left} bytes"));
    sheet.line("surface base", address("surface_base"));
    let pool = match number("pool_base") {
        0 => "none before version 125".into(),
        _ => pool,
    };
    sheet.line("pool base", pool);
    let what = "added to a state's offset in the internal pool";
    sheet.line("state offset", format!("{state}, {what}"));
}

/// The tables of a stage as aligned text.
pub fn sheet(stage: &Value) -> Sheet {
    let mut sheet = Sheet::default();
    place_lines(&mut sheet, &stage["place"]);
    for (entries, name, limit) in [
        (&stage["surfaces"], "Binding table", MAX_ENTRIES),
        (&stage["samplers"], "Sampler table", MAX_SAMPLERS),
    ] {
        let count = elements(entries).count();
        sheet.heading(format!("{name}: {count} of {limit} entries"));
        for (index, entry) in elements(entries).enumerate() {
            if index == 0 {
                sheet.row(["  entry", "what", "why"]);
            }
            let [what, why] = ["what", "why"].map(|name| plain(&entry[name]));
            sheet.row([format!("  {index}"), what, why]);
        }
    }
    for (index, left) in elements(&stage["without_entries"]).enumerate() {
        if index == 0 {
            sheet.heading("Without entries");
        }
        let [binding, part, why] =
            ["binding", "part", "why"].map(|name| plain(&left[name]));
        sheet.row([format!("  {binding}"), part, why]);
    }
    sheet
}
