// SPDX-License-Identifier: MIT

//! Known maps, as printed by the real driver function.

extern crate std;

use super::*;
use crate::descriptor_layout::{
    set_layout, Binding, BindingLayout, Mesa, Model, SetLayout, ABSENT,
};
use crate::known::{assert_known, narrow, wide};
use std::vec;
use std::vec::Vec;

const SAMPLER: u32 = 0;
const COMBINED: u32 = 1;
const SAMPLED: u32 = 2;
const STORAGE_IMAGE: u32 = 3;
const UNIFORM_TEXEL: u32 = 4;
const UNIFORM: u32 = 6;
const STORAGE: u32 = 7;
const UNIFORM_DYNAMIC: u32 = 8;
const INLINE: u32 = 1_000_138_000;
const PARTIALLY_BOUND: u32 = 4;
const PUSH: u32 = 1;

/// A set with its layout, and the uses of a shader.
struct Laid {
    layout: SetLayout,
    bindings: Vec<BindingLayout>,
    uses: Vec<Use>,
    immutable_samplers: Vec<u8>,
}

/// Sets that tests change, and the shader that has them.
struct Given {
    model: Model,
    version: u32,
    always_bindless: bool,
    stage_is_bindless: bool,
    render_target_count: u32,
    render_target_mask: u32,
    sets: Vec<Laid>,
}

/// The outputs.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Answer {
    map: Map,
    surfaces: Vec<Entry>,
    samplers: Vec<Entry>,
    /// The slots of each set.
    slots: Vec<Vec<Slots>>,
}

/// Type, count, flags, immutable samplers.
type GivenBinding<'a> = (u32, u32, u32, &'a [u8]);

impl Given {
    /// A set of bindings of types and counts, numbered from 0, with flags
    /// and immutable samplers.
    fn add(&mut self, flags: u32, bindings: &[GivenBinding]) {
        let table = self.model.table(Mesa::V24_3, self.version, flags).unwrap();
        let mut slots = vec![BindingLayout::ABSENT; bindings.len()];
        let numbered = (0..).zip(bindings);
        let given: Vec<_> = numbered
            .map(|(binding, &(kind, count, binding_flags, samplers))| Binding {
                binding,
                descriptor_type: kind,
                descriptor_count: count,
                binding_flags,
                immutable_samplers: samplers,
                ..Binding::default()
            })
            .collect();
        let layout = set_layout(&table, &given[..], &mut slots).unwrap();
        let immutable_samplers =
            given.iter().flat_map(|b| b.immutable_samplers);
        self.sets.push(Laid {
            layout,
            uses: vec![Use::default(); slots.len()],
            bindings: slots,
            immutable_samplers: immutable_samplers.copied().collect(),
        });
    }

    /// Sets the use counts of bindings of sets.
    fn uses(mut self, uses: &[(usize, usize, u32)]) -> Self {
        for &(set, binding, count) in uses {
            self.sets[set].uses[binding].use_count = count;
        }
        self
    }

    /// Maps into tables and slots of these sizes, and checks that they are
    /// unchanged on error.
    fn map_into(&self, room: [usize; 3]) -> Result<Answer, Error> {
        let sets: Vec<_> = self
            .sets
            .iter()
            .map(|laid| Set {
                layout: laid.layout,
                bindings: &laid.bindings,
                uses: &laid.uses,
                immutable_samplers: &laid.immutable_samplers,
            })
            .collect();
        let shader = Shader {
            always_bindless: self.always_bindless,
            stage_is_bindless: self.stage_is_bindless,
            render_target_count: self.render_target_count,
            render_target_mask: self.render_target_mask,
            sets: &sets,
        };
        let untouched = Entry { set: 1000, ..Entry::NULL };
        let mut surfaces = vec![untouched; room[0]];
        let mut samplers = vec![untouched; room[1]];
        let no_slots = Slots { surface: 1000, sampler: 1000 };
        let mut slots = vec![no_slots; room[2]];
        let result = map(&shader, &mut surfaces, &mut samplers, &mut slots);
        if result != Err(Error::OutputFull) {
            assert_eq!(check(&shader), result.map(drop));
        }
        if result.is_err() {
            let mut entries = surfaces.iter().chain(&samplers);
            assert!(entries.all(|entry| *entry == untouched));
            assert!(slots.iter().all(|slots| *slots == no_slots));
        }
        let map = result?;
        surfaces.truncate(map.surface_count as usize);
        samplers.truncate(map.sampler_count as usize);
        let mut slots = slots.into_iter();
        let slots = self
            .sets
            .iter()
            .map(|set| slots.by_ref().take(set.bindings.len()).collect())
            .collect();
        Ok(Answer { map, surfaces, samplers, slots })
    }

    fn slot_count(&self) -> usize {
        self.sets.iter().map(|set| set.bindings.len()).sum()
    }

    fn try_map(&self) -> Result<Answer, Error> {
        self.map_into([240, 128, self.slot_count()])
    }

    fn map(&self) -> Answer {
        self.try_map().expect("the map is sound")
    }
}

impl Answer {
    /// The entries as set and binding, or as special values.
    fn names(&self) -> Vec<(u32, u32)> {
        self.surfaces
            .iter()
            .map(|entry| match entry.binding {
                ABSENT => (entry.set, entry.index),
                binding => (entry.set, binding),
            })
            .collect()
    }

    fn surface(&self, set: usize, binding: usize) -> u32 {
        self.slots[set][binding].surface
    }
}

/// The sets of the known maps.
fn given(model: Model, render_targets: u32, sets: usize) -> Given {
    let version = if model == Model::AnvIndirect { 120 } else { 125 };
    let mut given = Given {
        model,
        version,
        always_bindless: false,
        stage_is_bindless: false,
        render_target_count: render_targets,
        render_target_mask: (1 << render_targets) - 1,
        sets: Vec::new(),
    };
    let all: [&[GivenBinding]; 4] = [
        &[
            (STORAGE_IMAGE, 3, 0, &[]),
            (COMBINED, 2, 0, &[]),
            (UNIFORM, 1, 0, &[]),
            (UNIFORM_TEXEL, 1, 0, &[]),
        ],
        &[(UNIFORM_DYNAMIC, 1, 0, &[]), (SAMPLED, 4, 0, &[])],
        &[(SAMPLED, 300, 0, &[])],
        &[(STORAGE, 1, PARTIALLY_BOUND, &[]), (INLINE, 64, 0, &[])],
    ];
    for bindings in all.into_iter().take(sets) {
        given.add(0, bindings);
    }
    given
}

/// 0 for sets that do not exist.
fn slots_of(sets: &[u32]) -> [u32; MAX_SETS] {
    let mut slots = [0; MAX_SETS];
    slots[..sets.len()].copy_from_slice(sets);
    slots
}

const PICTURE: [(usize, usize, u32); 6] =
    [(0, 0, 1), (0, 1, 2), (0, 2, 4), (0, 3, 1), (1, 0, 1), (1, 1, 1)];

const TARGET: u32 = SetId::RenderTarget as u32;

fn entry_words(entries: &[Entry]) -> Vec<u64> {
    let mut words = wide([entries.len() as u32]);
    words.extend(wide(entries.iter().flat_map(|entry| {
        [
            entry.set,
            entry.binding,
            entry.index,
            entry.plane,
            entry.dynamic_offset_index,
            entry.set_offset,
        ]
    })));
    words
}

/// Given model, version, render targets, how many of the sets, whether all is
/// bindless, and set, binding, count and flags of uses: the entries of both
/// tables, the slots of all bindings, and entry and first slot of each set.
fn map_words(fields: &[u32]) -> Vec<u64> {
    let sets = fields[3] as usize;
    let model = Model::try_from(fields[0]).unwrap();
    let mut given = given(model, fields[2], sets);
    assert_eq!(given.version, fields[1]);
    given.always_bindless = fields[4] == 1;
    for used in fields[5..].chunks(4) {
        let set = &mut given.sets[used[0] as usize];
        let binding = &mut set.uses[used[1] as usize];
        (binding.use_count, binding.flags) = (used[2], used[3]);
    }
    let answer = given.map();
    let mut words = entry_words(&answer.surfaces);
    words.extend(entry_words(&answer.samplers));
    let slots = answer.slots.concat();
    words.extend(wide(slots.iter().flat_map(|s| [s.surface, s.sampler])));
    for (set, &slot) in answer.map.set_slots.iter().enumerate() {
        let both = [slot, answer.map.first_slots[set]];
        if set < sets {
            words.extend(wide(both));
        } else {
            assert_eq!(both, [0, 0]);
        }
    }
    words
}

fn area_words(given: &[u64]) -> Result<Vec<u64>, Error> {
    let [version, indirect, alignment, size] = given.try_into().unwrap();
    let version = version as u32;
    let map = AddressMap::new(version, indirect == 1, alignment, size)?;
    let ranges = Area::ALL.into_iter().map(|area| map.range(area));
    Ok(ranges.flat_map(|r| [r.address, r.address + r.size]).collect())
}

fn entry_of(given: &[u64]) -> Result<Vec<u64>, Error> {
    let words = narrow(&given[..3]);
    let bases = Bases::new(words[0], words[1])?;
    let pool = StatePool::try_from(words[2])?;
    let state = state_address(pool, given[3])?;
    Ok(wide([entry_word(bases.surface_base, state)?]))
}

/// Given a block, a fresh index, active and dirty stages and counts: the block
/// behind, the emission and the offsets, with 7 where none is written.
fn emission(given: &[u32]) -> Result<Vec<u64>, Error> {
    let &[index, next, fresh, active, dirty, ref counts @ ..] = given else {
        panic!()
    };
    let mut offsets = [7; MAX_STAGES + 1];
    let block = Block { index, next };
    let emitted = block.emit(fresh, counts, active, dirty, &mut offsets);
    let written = if emitted.is_ok() { counts.len() } else { 0 };
    assert!(offsets[written..].iter().all(|&offset| offset == 7));
    let (Block { index, next }, emission) = emitted?;
    let mut words = wide([index, next, emission.stages, emission.new_base]);
    words.extend(wide(offsets.into_iter().take(written)));
    Ok(words)
}

#[test]
fn binding_tables_are_the_known_answers() {
    let functions = [
        "map",
        "size",
        "allocate",
        "emit",
        "entry",
        "bases",
        "state_address",
        "entry_word",
        "areas",
    ];
    let table = include_str!("../../c_tests/data/binding_table_known.csv");
    assert_known(table, &functions, |function, given| match function {
        "map" => Ok(map_words(&narrow(given))),
        "size" => Ok(wide([table_size(narrow(given)[0])?])),
        "allocate" => {
            let [index, next, count] = narrow(given)[..] else { panic!() };
            let (block, offset) = Block { index, next }.allocate(count)?;
            assert_eq!(block.index, index);
            Ok(wide([block.next, offset]))
        }
        "emit" => emission(&narrow(given)),
        "entry" => entry_of(given),
        "bases" => {
            let bases = Bases::new(given[0] as u32, given[1] as u32)?;
            let offset = u64::from(bases.state_offset);
            Ok(Vec::from([bases.surface_base, bases.pool_base, offset]))
        }
        "state_address" => {
            let pool = StatePool::try_from(given[0] as u32)?;
            Ok(Vec::from([state_address(pool, given[1])?]))
        }
        "entry_word" => Ok(wide([entry_word(given[0], given[1])?])),
        _ => area_words(given),
    });
}

#[test]
fn every_stage_has_room_for_its_offset() {
    let full = Block { index: 3, next: BLOCK_SIZE };
    let few = full.emit(4, &[1, 1], 0b11, 1, &mut [7]);
    assert_eq!(few, Err(Error::OutputFull));
}

#[test]
fn a_null_target_keeps_its_entry() {
    let mut given = given(Model::AnvIndirect, 3, 0);
    given.render_target_mask = 0b101;
    let answer = given.map();
    assert_eq!(answer.names(), [(TARGET, 0), (TARGET, ABSENT), (TARGET, 2)]);
}

#[test]
fn a_stage_without_a_table_has_nothing_but_255() {
    let mut given = given(Model::AnvDirect, 0, 4);
    given = given.uses(&[(0, 1, 1), (3, 1, 1)]);
    given.stage_is_bindless = true;
    let answer = given.map();
    assert_eq!((answer.map.surface_count, answer.map.sampler_count), (0, 0));
    assert_eq!(answer.map.set_slots, slots_of(&[255, 0, 0, 255]));
    assert!(answer.slots.concat().iter().all(|&s| s == Slots::BINDLESS));
}

#[test]
fn sets_of_descriptor_buffers_have_their_own_sentinel() {
    let mut given = given(Model::AnvBuffer, 0, 0);
    given.add(0x10, &[(SAMPLED, 1, 0, &[])]);
    let answer = given.uses(&[(0, 0, 1)]).map();
    assert_eq!(answer.names(), [(SetId::DescriptorBuffer as u32, 0)]);
    assert_eq!(answer.surface(0, 0), BINDLESS);
}

#[test]
fn missing_planes_of_a_sampler_are_null() {
    let mut given = given(Model::AnvDirect, 0, 0);
    given.add(0, &[(UNIFORM, 1, 0, &[]), (COMBINED, 3, 0, &[3])]);
    let mut given = given.uses(&[(0, 1, 1)]);
    let all = given.map();
    assert_eq!(all.map.surface_count, 1 + 9);
    assert!(!all.surfaces.contains(&Entry::NULL));

    given.sets[0].immutable_samplers = vec![9, 3, 1, 0x82];
    given.sets[0].bindings[1].first_immutable_sampler = 1;
    given.sets[0].bindings[1].immutable_sampler_count = 3;
    let some = given.map();
    assert_eq!(some.slots, all.slots);
    for (table, whole) in [
        (&some.surfaces[1..], &all.surfaces[1..]),
        (&some.samplers, &all.samplers),
    ] {
        assert_eq!(table.len(), 9);
        for (place, (entry, full)) in table.iter().zip(whole).enumerate() {
            let expected =
                if [4, 5, 8].contains(&place) { &Entry::NULL } else { full };
            assert_eq!(entry, expected, "{place}");
        }
    }
    let offsets: Vec<_> =
        all.samplers.iter().map(|e| (e.plane, e.set_offset)).collect();
    assert_eq!(offsets[..4], [(0, 0), (1, 32), (2, 64), (0, 96)]);

    for counts in [&[9, 0, 1, 2][..], &[9, 4, 1, 2], &[9, 3, 1]] {
        given.sets[0].immutable_samplers = counts.to_vec();
        assert_eq!(given.try_map(), Err(Error::PlaneCount));
    }
    given.sets[0].bindings[1].first_immutable_sampler = u32::MAX - 1;
    assert_eq!(given.try_map(), Err(Error::PlaneCount));
    given.sets[0].bindings[1].first_immutable_sampler = 0;
    given.sets[0].bindings[1].immutable_sampler_count = 0;
    assert_eq!(given.try_map(), Err(Error::PlaneCount));
    // Two samplers repeat: the third descriptor has that of the first.
    given.sets[0].immutable_samplers = vec![3, 1];
    given.sets[0].bindings[1].immutable_sampler_count = 2;
    let repeated = given.map();
    let nulls: Vec<_> = (0..9)
        .filter(|&place| repeated.surfaces[place + 1] == Entry::NULL)
        .collect();
    assert_eq!(nulls, [4, 5]);
}

#[test]
fn a_set_of_only_samplers_has_no_surface() {
    let mut given = given(Model::AnvDirect, 0, 0);
    given.add(0, &[(SAMPLER, 1, 0, &[])]);
    let map = given.uses(&[(0, 0, 1)]).map().map;
    assert_eq!((map.surface_count, map.sampler_count), (0, 1));
}

#[test]
fn use_counts_are_saturated_and_divided_by_the_array() {
    let given = given(Model::AnvIndirect, 0, 1);
    let sets = [Set::NONE];
    let shader = Shader::new(&sets);
    let layout = given.sets[0].bindings[0];
    assert_eq!(layout.array_size, 3);
    let score = |count| shader.score(&sets[0], &layout, count);
    assert_eq!(score(1), 42);
    assert_eq!(score(255), 10880);
    assert_eq!(score(256), 10880);
    assert_eq!(score(u32::MAX), 10880);
    let mut needs_table = Set::NONE;
    needs_table.layout.table_flags = 8;
    let data = 0x81;
    let only_there = BindingLayout { data, ..layout };
    assert_eq!(shader.score(&needs_table, &only_there, 1), 0x8000 + 42);
}

/// A push set that older hardware accesses only through the table.
fn pushed(count: u32) -> Given {
    let mut given = given(Model::AnvBuffer, 1, 0);
    given.version = 120;
    given.add(0x10, &[(SAMPLED, 4, 0, &[])]);
    given.add(PUSH | 0x10, &[(STORAGE, 2, 0, &[]), (COMBINED, count, 0, &[])]);
    given.uses(&[(0, 0, 200), (1, 0, 1), (1, 1, 1)])
}

#[test]
fn bindings_that_cannot_be_bindless_come_first() {
    let answer = pushed(4).map();
    let buffer = SetId::DescriptorBuffer as u32;
    assert_eq!(
        answer.names(),
        [
            (TARGET, 0),
            (buffer, 0),
            (buffer, 1),
            (1, 0),
            (1, 0),
            (1, 1),
            (1, 1),
            (1, 1),
            (1, 1)
        ]
    );
    assert_eq!(answer.surface(0, 0), BINDLESS);
}

#[test]
fn always_bindless_removes_bindings_that_can_be() {
    let mut given = pushed(1);
    given.always_bindless = true;
    let answer = given.map();
    let buffer = SetId::DescriptorBuffer as u32;
    assert_eq!(answer.names(), [(TARGET, 0), (buffer, 0), (buffer, 1), (1, 1)]);
    assert_eq!(answer.surface(1, 0), BINDLESS);
}

#[test]
fn flags_of_bindings_and_sets_rule_out_the_table() {
    let shader = Shader::new(&[]);
    let layout = given(Model::AnvIndirect, 0, 1).sets[0].bindings[0];
    let access = |binding_flags, set_flags| {
        let mut set = Set::NONE;
        set.layout.set_flags = set_flags;
        let layout = BindingLayout { binding_flags, ..layout };
        shader.surface_access(&set, &layout, &Use::default())
    };
    for flag in [0x1, 0x2, PARTIALLY_BOUND] {
        assert_eq!(access(flag, 0), Access::BindlessBinding);
        assert_eq!(access(flag, PUSH), Access::Table);
    }
    for flag in [0x10, 0x20] {
        assert_eq!(access(0, flag), Access::BindlessSet);
    }
    // A variable count; update after bind.
    assert_eq!(access(0x8, 0x2), Access::Table);
}

#[test]
fn bindings_that_cannot_be_bindless_must_fit() {
    let mut given = pushed(1);
    // A driver's own layout: no other has that many push descriptors.
    given.sets[1].bindings[1].array_size = 240 - 3 - 2;
    given.sets[1].bindings[1].data = 0x281;
    assert_eq!(given.map().map.surface_count, 240);
    given.sets[1].bindings[1].array_size += 1;
    assert_eq!(given.try_map(), Err(Error::TableFull));
    given.sets[1].bindings[1].array_size = u32::MAX;
    given.sets[1].bindings[1].plane_count = u32::MAX;
    assert_eq!(given.try_map(), Err(Error::TableFull));
    // It must not have too many samplers.
    given.sets[1].bindings[1].plane_count = 1;
    given.sets[1].bindings[1].data = 0x102;
    given.sets[1].bindings[1].array_size = 128;
    assert_eq!(given.map().map.sampler_count, 128);
    given.sets[1].bindings[1].array_size = 129;
    assert_eq!(given.try_map(), Err(Error::TableFull));
    // And there must be a table.
    let mut given = pushed(1);
    given.stage_is_bindless = true;
    assert_eq!(given.try_map(), Err(Error::NotBindless));
}

#[test]
fn slots_of_32_sets_follow_one_another() {
    let mut given = given(Model::AnvDirect, 8, 0);
    for set in 0..32 {
        let bindings = [(SAMPLED, 1, 0, &[][..]); 3];
        given.add(0, &bindings[..set % 4]);
    }
    let answer = given.uses(&[(31, 2, 1), (30, 0, 1)]).map();
    let mut first = 0;
    for (set, &slot) in answer.map.first_slots.iter().enumerate() {
        assert_eq!(slot, first);
        first += set as u32 % 4;
    }
    assert_eq!(answer.map.slot_count, first);
    assert_eq!(answer.map.surface_count, 8 + 2 + 2);
    assert_eq!(answer.map.set_slots[30..], [8, 9]);
    assert_eq!(answer.surface(30, 0), 10);
    assert_eq!(answer.surface(31, 2), 11);
}

#[test]
fn a_binding_that_does_not_fit_leaves_room_for_others() {
    let mut given = given(Model::AnvIndirect, 0, 0);
    given.add(
        0,
        &[
            (SAMPLED, 40, 0, &[]),
            (SAMPLED, 200, 0, &[]),
            (SAMPLED, 199, 0, &[]),
        ],
    );
    let answer = given.uses(&[(0, 0, 40), (0, 1, 190), (0, 2, 1)]).map();
    assert_eq!(answer.map.surface_count, 240);
    let slots: Vec<_> = answer.slots[0].iter().map(|s| s.surface).collect();
    assert_eq!(slots, [1, BINDLESS, 41]);
}

#[test]
fn room_must_be_there() {
    let given = given(Model::AnvIndirect, 2, 2).uses(&PICTURE);
    let slots = given.slot_count();
    assert!(given.map_into([16, 2, slots]).is_ok());
    for room in [[15, 2, slots], [16, 1, slots], [16, 2, slots - 1]] {
        assert_eq!(given.map_into(room), Err(Error::OutputFull));
    }
}

#[test]
fn invalid_shaders_are_refused() {
    let refuse = |change: &dyn Fn(&mut Given), error| {
        let mut given = given(Model::AnvIndirect, 2, 2).uses(&PICTURE);
        change(&mut given);
        assert_eq!(given.try_map(), Err(error));
    };
    for model in [0, 4, 5] {
        refuse(&|g| g.sets[1].layout.model = model, Error::UnknownModel);
    }
    refuse(&|g| g.render_target_count = 9, Error::RenderTargetLimit);
    refuse(&|g| g.render_target_count = u32::MAX, Error::RenderTargetLimit);
    refuse(&|g| g.render_target_mask = 4, Error::RenderTargetMask);
    refuse(&|g| g.sets[1].uses.truncate(1), Error::UseCount);
    refuse(
        &|g| g.sets[1].bindings[0] = BindingLayout::ABSENT,
        Error::AbsentBinding,
    );
    refuse(&|g| g.sets[1].bindings[0].plane_count = 0, Error::NotALayout);
    refuse(&|g| g.sets[1].bindings[0].plane_count = 2, Error::NotALayout);
    let large = 0xFFFF_FFF0;
    refuse(
        &|g| g.sets[1].bindings[1].descriptor_index = u32::MAX - 2,
        Error::IndexRange,
    );
    refuse(
        &|g| g.sets[1].bindings[1].surface_offset = large,
        Error::IndexRange,
    );
    refuse(
        &|g| {
            g.sets[1].bindings[0].array_size = 3;
            g.sets[1].bindings[0].dynamic_offset_index = ABSENT - 1;
        },
        Error::IndexRange,
    );
    refuse(
        &|g| (0..31).for_each(|_| g.add(0, &[(SAMPLED, 1, 0, &[])])),
        Error::SetLimit,
    );
}
