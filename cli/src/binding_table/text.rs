// SPDX-License-Identifier: MIT

//! The tables of a stage as aligned text.

use super::{Arguments, Stage};
use crate::layout::kind;
use crate::output::Sheet;
use dral::binding_table::{
    table_size, Access, Bases, Block, Emission, Entry, Error, SetId, Use,
    BINDLESS, BLOCK_COUNT, BLOCK_SIZE, MAX_ENTRIES, MAX_SAMPLERS,
};
use dral::descriptor_layout::{BindingLayout, DescriptorData, ABSENT};

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

/// The place of the table in the given block, or in the next one if that is
/// full.
fn place_lines(
    sheet: &mut Sheet,
    arguments: &Arguments,
    count: u32,
) -> Result<(), String> {
    let tell = |error: Error| error.to_string();
    let Arguments { block: index, taken, .. } = *arguments;
    let mut offset = [0];
    let (block, Emission { new_base, .. }) = Block { index, next: taken }
        .emit(index.saturating_add(1), &[count], 1, 1, &mut offset)
        .map_err(|error| {
            format!(
                "block {index} of {BLOCK_COUNT}, {taken} of {BLOCK_SIZE} \
                 bytes taken: {error}"
            )
        })?;
    let size = table_size(count).map_err(tell)?;
    let hardware = arguments.driver.version();
    let bases = Bases::new(hardware, block.index).map_err(tell)?;
    sheet.heading("Place");
    if new_base != 0 {
        sheet.line(
            "new block",
            "the table does not fit: emit these bases, then the tables of all \
             active stages",
        );
    }
    let Bases { pool_base: pool, surface_base: surface, state_offset, .. } =
        bases;
    let table = if pool == 0 { surface } else { pool } + u64::from(offset[0]);
    sheet.line("block", block.index);
    sheet.line(
        "pointer",
        match count {
            0 => "0: the table is empty and takes no room".into(),
            _ => {
                format!("0x{:x}, so the table lies at 0x{table:x}", offset[0])
            }
        },
    );
    sheet.line("bytes", size);
    let left = BLOCK_SIZE - block.next;
    sheet.line("left in block", format!("{left} bytes"));
    sheet.line("surface base", format!("0x{surface:x}"));
    sheet.line(
        "pool base",
        match pool {
            0 => "none before version 125".into(),
            _ => format!("0x{pool:x}"),
        },
    );
    sheet.line(
        "state offset",
        format!(
            "0x{state_offset:x}, added to a state's offset in the internal pool"
        ),
    );
    Ok(())
}

fn table_lines(
    sheet: &mut Sheet,
    area: Area,
    stage: &Stage,
    entries: &[Entry],
) {
    let (name, limit) = match area {
        Area::Surfaces => ("Binding table", MAX_ENTRIES),
        Area::Samplers => ("Sampler table", MAX_SAMPLERS),
    };
    sheet.heading(format!("{name}: {} of {limit} entries", entries.len()));
    if entries.is_empty() {
        return;
    }
    sheet.row(["  entry", "what", "why"]);
    for (index, entry) in entries.iter().enumerate() {
        let [what, why] = entry_texts(stage, entry, area);
        sheet.row([format!("  {index}"), what, why]);
    }
}

/// Bindings that the shader uses without an entry in any table.
fn fallback_lines(sheet: &mut Sheet, stage: &Stage) {
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
                rows.push([format!("  {}", bound.name()), part.into(), reason]);
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
            rows.push([format!("  {}", bound.name()), "data".into(), reason]);
        }
    }
    if !rows.is_empty() {
        sheet.heading("Without entries");
        for row in rows {
            sheet.row(row);
        }
    }
}

/// The tables, or why there is no place for them.
pub fn sheet(arguments: &Arguments, stage: &Stage) -> Result<Sheet, String> {
    let mut sheet = Sheet::default();
    place_lines(&mut sheet, arguments, stage.map.surface_count)?;
    table_lines(&mut sheet, Area::Surfaces, stage, &stage.surfaces);
    table_lines(&mut sheet, Area::Samplers, stage, &stage.samplers);
    fallback_lines(&mut sheet, stage);
    Ok(sheet)
}
