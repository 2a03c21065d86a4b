// SPDX-License-Identifier: MIT

//! The rows of binding_table_known.csv, among them maps that the real driver
//! function printed, and what rows cannot hold.

extern crate std;

use super::*;
use crate::descriptor_layout::{BindingLayout, SetLayout};
use crate::known::{assert_known, fields, narrow, take, wide};
use std::vec;
use std::vec::Vec;

const PARTIALLY_BOUND: u32 = 4;
const PUSH: u32 = 1;

/// Three storage images.
const IMAGES: BindingLayout = BindingLayout {
    data: 0x41,
    array_size: 3,
    plane_count: 1,
    ..BindingLayout::ABSENT
};

/// A set as a shader sees it.
struct Given {
    layout: SetLayout,
    bindings: Vec<BindingLayout>,
    uses: Vec<Use>,
    immutable_samplers: Vec<u8>,
}

/// Given the layout of each set, the layout and the use of each of its
/// bindings and its immutable samplers.
fn given_sets(words: &[u32]) -> Vec<Given> {
    let mut words = words.iter().copied();
    let mut sets = Vec::new();
    while words.len() != 0 {
        let layout = take! {
            words, SetLayout {}, model, table_flags, set_flags, binding_count,
            descriptor_count, buffer_view_count, dynamic_offset_count,
            surface_size, sampler_size, embedded_sampler_count,
            immutable_sampler_count
        };
        let (mut bindings, mut uses) = (Vec::new(), Vec::new());
        for _ in 0..layout.binding_count {
            bindings.push(take! {
                words, BindingLayout {}, data, array_size, plane_count,
                descriptor_index, dynamic_offset_index, buffer_view_index,
                surface_offset, surface_stride, surface_size, sampler_offset,
                sampler_stride, sampler_size, descriptor_type, binding_flags,
                first_immutable_sampler, immutable_sampler_count
            });
            uses.push(take! { words, Use {}, use_count, flags });
        }
        let count = layout.immutable_sampler_count as usize;
        let samplers = words.by_ref().take(count);
        let immutable_samplers = samplers.map(|word| word as u8).collect();
        sets.push(Given { layout, bindings, uses, immutable_samplers });
    }
    sets
}

/// Maps into tables and slots of these sizes, and checks that they are
/// unchanged on error. Returns the entries of both tables, the slots of all
/// bindings, and entry and first slot of each set.
fn map_into(shader: &Shader, room: [usize; 3]) -> Result<Vec<u64>, Error> {
    let untouched = Entry { set: 1000, ..Entry::NULL };
    let mut surfaces = vec![untouched; room[0]];
    let mut samplers = vec![untouched; room[1]];
    let no_slots = Slots { surface: 1000, sampler: 1000 };
    let mut slots = vec![no_slots; room[2]];
    let result = map(shader, &mut surfaces, &mut samplers, &mut slots);
    if result != Err(Error::OutputFull) {
        assert_eq!(check(shader), result.map(drop));
    }
    let used = result.map_or([0; 3], |map| {
        let Map { surface_count, sampler_count, slot_count, .. } = map;
        [surface_count, sampler_count, slot_count].map(|count| count as usize)
    });
    let mut rest = surfaces[used[0]..].iter().chain(&samplers[used[1]..]);
    assert!(rest.all(|entry| *entry == untouched));
    assert!(slots[used[2]..].iter().all(|slots| *slots == no_slots));
    let map = result?;
    let mut words = wide([map.surface_count]);
    words.extend(surfaces[..used[0]].iter().flat_map(fields));
    words.extend(wide([map.sampler_count]));
    words.extend(samplers[..used[1]].iter().flat_map(fields));
    words.extend(slots[..used[2]].iter().flat_map(fields));
    for (set, &slot) in map.set_slots.iter().enumerate() {
        let both = [slot, map.first_slots[set]];
        if set < shader.sets.len() {
            words.extend(wide(both));
        } else {
            assert_eq!(both, [0, 0]);
        }
    }
    Ok(words)
}

/// Given whether all is bindless, whether the stage is, count and mask of
/// render targets, and sets: calls `then` with the shader.
fn with_shader<T>(given: &[u32], then: impl FnOnce(Shader) -> T) -> T {
    let sets = given_sets(&given[4..]);
    let sets: Vec<_> = sets
        .iter()
        .map(|set| Set {
            layout: set.layout,
            bindings: &set.bindings,
            uses: &set.uses,
            immutable_samplers: &set.immutable_samplers,
        })
        .collect();
    then(Shader {
        always_bindless: given[0] == 1,
        stage_is_bindless: given[1] == 1,
        render_target_count: given[2],
        render_target_mask: given[3],
        sets: &sets,
    })
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
    let room = &mut offsets[..counts.len()];
    let emitted = block.emit(fresh, counts, active, dirty, room);
    let written = if emitted.is_ok() { counts.len() } else { 0 };
    assert!(offsets[written..].iter().all(|&offset| offset == 7));
    let (Block { index, next }, emission) = emitted?;
    let mut words = wide([index, next, emission.stages, emission.new_base]);
    words.extend(wide(offsets.into_iter().take(written)));
    Ok(words)
}

#[test]
fn binding_tables_are_the_known_answers() {
    let table = include_str!("../../c_tests/data/binding_table_known.csv");
    assert_known(table, |function, given| match function {
        "map" => with_shader(&narrow(given), |shader| {
            map_into(&shader, [240, 128, 200])
        }),
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
            let [version, block] = narrow(given)[..] else { panic!() };
            Ok(fields(&Bases::new(version, block)?))
        }
        "state_address" => {
            let pool = StatePool::try_from(given[0] as u32)?;
            Ok(Vec::from([state_address(pool, given[1])?]))
        }
        "entry_word" => Ok(wide([entry_word(given[0], given[1])?])),
        "areas" => area_words(given),
        _ => panic!("unknown function: {function}"),
    });
}

#[test]
fn every_stage_has_room_for_its_offset() {
    let full = Block { index: 3, next: BLOCK_SIZE };
    let few = full.emit(4, &[1, 1], 0b11, 1, &mut [7]);
    assert_eq!(few, Err(Error::OutputFull));
}

#[test]
fn use_counts_are_saturated_and_divided_by_the_array() {
    let sets = [Set::NONE];
    let shader = Shader::new(&sets);
    let score = |count| shader.score(&sets[0], &IMAGES, count);
    assert_eq!(score(1), 42);
    assert_eq!(score(255), 10880);
    assert_eq!(score(256), 10880);
    assert_eq!(score(u32::MAX), 10880);
    let mut needs_table = Set::NONE;
    needs_table.layout.table_flags = 8;
    let data = 0x81;
    let only_there = BindingLayout { data, ..IMAGES };
    assert_eq!(shader.score(&needs_table, &only_there, 1), 0x8000 + 42);
}

#[test]
fn flags_of_bindings_and_sets_rule_out_the_table() {
    let shader = Shader::new(&[]);
    let access = |binding_flags, set_flags| {
        let mut set = Set::NONE;
        set.layout.set_flags = set_flags;
        let layout = BindingLayout { binding_flags, ..IMAGES };
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
fn every_output_has_room() {
    let layout = SetLayout {
        model: 1,
        table_flags: 1,
        binding_count: 1,
        ..SetLayout::default()
    };
    // Sampled images with samplers.
    let bindings = [BindingLayout {
        data: 0x23,
        descriptor_index: 0,
        surface_offset: 0,
        ..IMAGES
    }];
    let set = |uses| Set {
        layout,
        bindings: &bindings,
        uses,
        immutable_samplers: &[],
    };
    let sets = [set(&[Use { use_count: 1, flags: 0 }])];
    let shader = Shader { sets: &sets, ..Shader::new(&[]) };
    assert_eq!(map_into(&shader, [3, 3, 1]).map(drop), Ok(()));
    for room in [[2, 3, 1], [3, 2, 1], [3, 3, 0]] {
        assert_eq!(map_into(&shader, room), Err(Error::OutputFull));
    }
    let sets = [set(&[])];
    let shader = Shader { sets: &sets, ..shader };
    assert_eq!(check(&shader), Err(Error::UseCount));
}

#[test]
fn base_and_entry_are_the_state_for_every_block() {
    for block in 0..BLOCK_COUNT {
        for version in [90, 124, 125, 200] {
            let bases = Bases::new(version, block).unwrap();
            for (pool, offset) in [
                (StatePool::Internal, 0x3FFF_FFC0),
                (StatePool::Bindless, 0x7FFF_FFC0),
            ] {
                let state = state_address(pool, offset).unwrap();
                let entry = entry_word(bases.surface_base, state).unwrap();
                let entry = u64::from(entry);
                assert_eq!(bases.surface_base + entry, state);
                let within = state - 0x1_0000_0000;
                assert_eq!(entry, within + u64::from(bases.state_offset));
            }
        }
    }
}
