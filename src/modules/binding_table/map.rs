// SPDX-License-Identifier: MIT

//! The map of a stage: the entries of its tables, and the entry of each
//! binding.
//!
//! Source: docs/reference/binding-table.md, "Which entry goes where".

use super::block::MAX_ENTRIES;
use super::entry::{Entry, Map, SetId, Slots};
use super::order::{entry_count, Placed, Places};
use super::shader::{
    Access, Set, Shader, TableKind, BINDLESS, MAX_SAMPLERS, MAX_SETS, SAMPLERS,
    SURFACES,
};
use super::{Error, Release};
use crate::modules::descriptor_layout::{
    BindingLayout, DescriptorData, Element, Model, ABSENT,
};

impl Entry {
    /// Nothing.
    pub const NULL: Self = Self {
        set: SetId::Null as u32,
        binding: ABSENT,
        index: ABSENT,
        plane: 0,
        dynamic_offset_index: ABSENT,
        set_offset: ABSENT,
    };

    const fn render_target(index: u32, is_real: bool) -> Self {
        Self {
            set: SetId::RenderTarget as u32,
            index: if is_real { index } else { ABSENT },
            ..Self::NULL
        }
    }

    fn set_memory(release: Release, model: u32, set: u32) -> Self {
        // 26.2 has one number for all models.
        let is_buffer = model == Model::AnvBuffer as u32;
        let id = if is_buffer && !release.is_26_2() {
            SetId::DescriptorBuffer
        } else {
            SetId::SetMemory
        };
        Self { set: id as u32, index: set, ..Self::NULL }
    }
}

impl Slots {
    /// Not in a table.
    pub const BINDLESS: Self = Self { surface: BINDLESS, sampler: BINDLESS };
}

/// Assigns the entries of a stage's tables: first render targets, then the
/// memory of each set, then single bindings by their scores. Writes the
/// entries of both tables and the slots of all bindings, set after set. Takes
/// at most one pass over the bindings for each entry of a table.
///
/// # Errors
/// As `dral_binding_table_map_make`. On error the outputs are unspecified.
///
/// ```
/// use dral::modules::binding_table::{
///     map, Entry, Release, Set, Shader, Slots, Use,
/// };
/// use dral::modules::descriptor_layout::*;
/// let table = Model::AnvIndirect.table(Mesa::V26_2, 120, 0)?;
/// let images = Binding {
///     descriptor_type: 2,
///     descriptor_count: 3,
///     ..Binding::default()
/// };
/// let mut layouts = [BindingLayout::ABSENT];
/// let layout = set_layout(&table, [images], &mut layouts)?;
/// let uses = [Use { use_count: 1, ..Use::default() }];
/// let bindings = &layouts;
/// let sets = [Set { layout, bindings, uses: &uses, ..Set::default() }];
/// let shader = Shader::new(Release::new(Mesa::V26_2, 120)?, &sets);
///
/// let mut entries = [Entry::NULL; 4];
/// let mut slots = [Slots::BINDLESS];
/// let map = map(&shader, &mut entries, &mut [], &mut slots)?;
/// assert_eq!((map.surface_count, map.set_slots[0]), (4, 0));
/// assert_eq!(slots[map.first_slots[0] as usize].surface, 1);
/// assert_eq!((entries[3].binding, entries[3].set_offset), (0, 16));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn map(
    shader: &Shader,
    surfaces: &mut [Entry],
    samplers: &mut [Entry],
    slots: &mut [Slots],
) -> Result<Map, Error> {
    let mut map = Map {
        surface_count: 0,
        sampler_count: 0,
        slot_count: 0,
        set_slots: [0; MAX_SETS],
        first_slots: [0; MAX_SETS],
    };
    fill(shader, &mut map, surfaces, samplers, slots)?;
    Ok(map)
}

/// [`map`] with outputs provided by the caller.
pub(crate) fn fill(
    shader: &Shader,
    map: &mut Map,
    surfaces: &mut [Entry],
    samplers: &mut [Entry],
    slots: &mut [Slots],
) -> Result<(), Error> {
    shader.check()?;
    let fixed = shader.render_target_count + memory_count(shader);
    check_needs(shader, SURFACES, MAX_ENTRIES - fixed)?;
    check_needs(shader, SAMPLERS, MAX_SAMPLERS)?;
    map.slot_count = count_slots(shader)?;
    if surfaces.len() < fixed as usize || slots.len() < map.slot_count as usize
    {
        return Err(Error::OutputFull);
    }
    write_first_slots(shader, &mut map.first_slots);
    write_fixed(shader, surfaces, &mut map.set_slots);
    write_fallbacks(shader, &map.set_slots, slots);
    let mut places = Places::new(shader, fixed);
    for placed in places.by_ref() {
        placed.write_entries(surfaces, samplers)?;
        let first = map.first_slots.get(placed.set_number as usize);
        let place = first.copied().unwrap_or(0) as usize;
        let place = place.saturating_add(placed.binding as usize);
        if let Some(slots) = slots.get_mut(place) {
            placed.write_slots(slots);
        }
    }
    map.surface_count = places.surfaces.count;
    map.sampler_count = places.samplers.count;
    Ok(())
}

/// The number of slots.
fn count_slots(shader: &Shader) -> Result<u32, Error> {
    let mut counts = shader.sets.iter().map(|set| set.bindings.len());
    counts.try_fold(0u32, |sum, count| {
        let count = u32::try_from(count).map_err(|_| Error::IndexRange)?;
        sum.checked_add(count).ok_or(Error::IndexRange)
    })
}

fn write_first_slots(shader: &Shader, first_slots: &mut [u32; MAX_SETS]) {
    *first_slots = [0; MAX_SETS];
    let mut count = 0u32;
    for (first, set) in first_slots.iter_mut().zip(shader.sets) {
        *first = count;
        count = count.wrapping_add(set.bindings.len() as u32);
    }
}

/// Whether the shader needs the memory of a set.
fn needs_memory(set: &Set) -> bool {
    set.used().any(|(_, layout, _)| layout.surface_stride > 0)
}

/// Whether the memory of sets has entries.
const fn has_set_entries(shader: &Shader) -> bool {
    !shader.stage_is_bindless && shader.release.has_set_entries()
}

/// The number of sets that have an entry for their memory.
fn memory_count(shader: &Shader) -> u32 {
    if !has_set_entries(shader) {
        return 0;
    }
    shader.sets.iter().map(|set| u32::from(needs_memory(set))).sum()
}

/// Refuses bindings that cannot be bindless and have no table or do not fit.
/// They come first in the order, so they fit if there is room for all of them.
fn check_needs(
    shader: &Shader,
    kind: TableKind,
    mut room: u32,
) -> Result<(), Error> {
    for set in shader.sets {
        for (_, layout, uses) in set.used() {
            if shader.supports_bindless(set, layout) {
                continue;
            }
            match shader.access(kind, set, layout, uses) {
                Access::Table => {
                    room = entry_count(layout)
                        .and_then(|count| room.checked_sub(count))
                        .ok_or(Error::TableFull)?;
                }
                Access::BindlessSet
                | Access::BindlessBinding
                | Access::BindlessStage => return Err(Error::NotBindless),
                _ => {}
            }
        }
    }
    Ok(())
}

/// Writes the entries that do not depend on scores: render targets and the
/// memory of sets. Also writes the slots of sets.
fn write_fixed(
    shader: &Shader,
    surfaces: &mut [Entry],
    set_slots: &mut [u32; MAX_SETS],
) {
    *set_slots = [0; MAX_SETS];
    let has_entries = has_set_entries(shader);
    // In 24.3 the slot of an unused set is that of the first entry.
    let without_entry = match has_entries && !shader.release.is_26_2() {
        true => 0,
        false => BINDLESS,
    };
    let mut surfaces = (0u32..).zip(surfaces);
    let count = shader.render_target_count as usize;
    for (index, surface) in surfaces.by_ref().take(count) {
        let is_real = shader.render_target_mask >> index & 1 != 0;
        *surface = Entry::render_target(index, is_real);
    }
    for ((number, set), slot) in (0u32..).zip(shader.sets).zip(set_slots) {
        *slot = without_entry;
        if !needs_memory(set) || !has_entries {
            continue;
        }
        if let Some((index, surface)) = surfaces.next() {
            let (release, model) = (shader.release, set.layout.model);
            *surface = Entry::set_memory(release, model, number);
            *slot = index;
        }
    }
}

fn is_inline(layout: &BindingLayout) -> bool {
    DescriptorData::InlineUniform.is_in(layout.data)
}

/// Writes the slots of all bindings as if none were in a table.
fn write_fallbacks(
    shader: &Shader,
    set_slots: &[u32; MAX_SETS],
    slots: &mut [Slots],
) {
    let mut slots = slots.iter_mut();
    for (set, &memory) in shader.sets.iter().zip(set_slots) {
        for (layout, uses) in set.bindings.iter().zip(set.uses) {
            let at_memory = uses.use_count != 0 && is_inline(layout);
            let surface = if at_memory { memory } else { BINDLESS };
            if let Some(slot) = slots.next() {
                *slot = Slots { surface, sampler: BINDLESS };
            }
        }
    }
}

impl Placed<'_> {
    fn is_dynamic(&self) -> bool {
        self.layout.dynamic_offset_index != ABSENT
    }

    /// The entry of one plane of a descriptor.
    fn entry(
        &self,
        element: u32,
        plane: u32,
        offset: impl Fn(Element) -> u32,
    ) -> Result<Entry, Error> {
        let layout = self.layout;
        let sum =
            |index: u32| index.checked_add(element).ok_or(Error::IndexRange);
        let address =
            layout.element(element, plane).map_err(|_| Error::IndexRange)?;
        Ok(Entry {
            set: self.set_number,
            binding: self.binding,
            index: sum(layout.descriptor_index)?,
            plane,
            dynamic_offset_index: if self.is_dynamic() {
                sum(layout.dynamic_offset_index)?
            } else {
                ABSENT
            },
            set_offset: offset(address),
        })
    }

    fn write_entries(
        &self,
        surfaces: &mut [Entry],
        samplers: &mut [Entry],
    ) -> Result<(), Error> {
        if let Some(first) = self.surface {
            self.write_table(first, surfaces, |a| a.surface_offset)?;
        }
        if let Some(first) = self.sampler {
            self.write_table(first, samplers, |a| a.sampler_offset)?;
        }
        Ok(())
    }

    /// Writes the binding's entries in one table, descriptor by descriptor.
    /// Planes that an immutable sampler does not have are null.
    fn write_table(
        &self,
        first: u32,
        entries: &mut [Entry],
        offset: impl Fn(Element) -> u32 + Copy,
    ) -> Result<(), Error> {
        let samplers = self.set.samplers_of(self.layout).unwrap_or_default();
        let mut entries = entries.iter_mut().skip(first as usize);
        for element in 0..self.layout.array_size {
            let own = (element as usize)
                .checked_rem(samplers.len())
                .and_then(|place| samplers.get(place))
                .map_or(self.layout.plane_count, |own| own.plane_count.into());
            for plane in 0..self.layout.plane_count {
                let Some(entry) = entries.next() else {
                    return Err(Error::OutputFull);
                };
                *entry = if plane < own {
                    self.entry(element, plane, offset)?
                } else {
                    Entry::NULL
                };
            }
        }
        Ok(())
    }

    fn write_slots(&self, slots: &mut Slots) {
        // An inline uniform block is read from the memory of its set.
        if let (Some(first), false) = (self.surface, is_inline(self.layout)) {
            slots.surface = first;
        }
        if let Some(first) = self.sampler {
            slots.sampler = first;
        }
    }
}
