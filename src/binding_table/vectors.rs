// SPDX-License-Identifier: MIT

//! The rows of binding_table_known.csv, among them maps that the real driver
//! function printed, and what rows cannot hold.

use super::*;
use crate::descriptor_layout::{BindingLayout, SetLayout};
use crate::known::{arguments, known_answers, numbers, Argument};
use std::vec;
use std::vec::Vec;

/// Three storage images.
const IMAGES: BindingLayout = BindingLayout {
    data: 0x41,
    array_size: 3,
    plane_count: 1,
    ..BindingLayout::ABSENT
};

type Given = crate::known::Given<Error>;

arguments! {
    Error: StatePool;
    Block { index, next }
    SetLayout {
        model, table_flags, set_flags, binding_count, descriptor_count,
        buffer_view_count, dynamic_offset_count, surface_size, sampler_size,
        embedded_sampler_count, immutable_sampler_count
    }
    BindingLayout {
        data, array_size, plane_count, descriptor_index, dynamic_offset_index,
        buffer_view_index, surface_offset, surface_stride, surface_size,
        sampler_offset, sampler_stride, sampler_size, descriptor_type,
        binding_flags, first_immutable_sampler, immutable_sampler_count
    }
    Use { use_count, flags }
}

/// A set as a shader sees it: its layout, the layout and the use of each of
/// its bindings, and its immutable samplers.
struct GivenSet {
    layout: SetLayout,
    bindings: Vec<BindingLayout>,
    uses: Vec<Use>,
    immutable_samplers: Vec<u8>,
}

impl Argument<Error> for GivenSet {
    fn read(given: &mut Given) -> Result<Self, Error> {
        let layout: SetLayout = given.take()?;
        let (mut bindings, mut uses) = (Vec::new(), Vec::new());
        for _ in 0..layout.binding_count {
            bindings.push(given.take()?);
            uses.push(given.take()?);
        }
        let samplers = 0..layout.immutable_sampler_count;
        let immutable_samplers =
            samplers.map(|_| given.take()).collect::<Result<_, _>>()?;
        Ok(Self { layout, bindings, uses, immutable_samplers })
    }
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
    let mut words = numbers(&(map.surface_count, &surfaces[..used[0]]));
    words.extend(numbers(&(map.sampler_count, &samplers[..used[1]])));
    words.extend(numbers(&&slots[..used[2]]));
    for (set, &slot) in map.set_slots.iter().enumerate() {
        let both = [slot, map.first_slots[set]];
        if set < shader.sets.len() {
            words.extend(both.map(u64::from));
        } else {
            assert_eq!(both, [0, 0]);
        }
    }
    Ok(words)
}

/// Given whether all is bindless, whether the stage is, count and mask of
/// render targets, and sets.
fn map_words(given: &mut Given) -> Result<Vec<u64>, Error> {
    let (always_bindless, stage_is_bindless) = (given.take()?, given.take()?);
    let [render_target_count, render_target_mask] = given.take()?;
    let sets: Vec<GivenSet> = given.take()?;
    let sets: Vec<_> = sets
        .iter()
        .map(|set| Set {
            layout: set.layout,
            bindings: &set.bindings,
            uses: &set.uses,
            immutable_samplers: &set.immutable_samplers,
        })
        .collect();
    let shader = Shader {
        always_bindless,
        stage_is_bindless,
        render_target_count,
        render_target_mask,
        sets: &sets,
    };
    map_into(&shader, [240, 128, 200])
}

/// Given a block, a fresh index, active and dirty stages and counts: the block
/// behind, the emission and the offsets, with 7 where none is written.
fn emission(given: &mut Given) -> Result<Vec<u64>, Error> {
    let block: Block = given.take()?;
    let [fresh, active, dirty]: [u32; 3] = given.take()?;
    let counts: Vec<u32> = given.take()?;
    let mut offsets = [7; MAX_STAGES + 1];
    let room = &mut offsets[..counts.len()];
    let emitted = block.emit(fresh, &counts, active, dirty, room);
    let written = if emitted.is_ok() { counts.len() } else { 0 };
    let (offsets, rest) = offsets.split_at(written);
    assert!(rest.iter().all(|&offset| offset == 7));
    Ok(numbers(&(emitted?, offsets)))
}

known_answers! {
    binding_tables_are_the_known_answers,
    "../../c_tests/data/binding_table_known.csv", given: Error;
    "map" => map_words(given)?,
    "size" => table_size(given.take()?)?,
    "allocate" => {
        let block: Block = given.take()?;
        let (after, offset) = block.allocate(given.take()?)?;
        assert_eq!(after.index, block.index);
        (after.next, offset)
    },
    "emit" => emission(given)?,
    "entry" => {
        let bases = Bases::new(given.take()?, given.take()?)?;
        let state = state_address(given.take()?, given.take()?)?;
        entry_word(bases.surface_base, state)?
    },
    "bases" => Bases::new(given.take()?, given.take()?)?,
    "state_address" => state_address(given.take()?, given.take()?)?,
    "entry_word" => entry_word(given.take()?, given.take()?)?,
    "areas" => {
        let (version, indirect) = (given.take()?, given.take()?);
        let [alignment, size] = given.take()?;
        let map = AddressMap::new(version, indirect, alignment, size)?;
        let ranges = Area::ALL.map(|area| map.range(area));
        ranges.map(|r| [r.address, r.address + r.size])
    },
}

#[test]
fn every_stage_has_room_for_its_offset() {
    let full = Block { index: 3, next: BLOCK_SIZE };
    let few = full.emit(4, &[1, 1], 0b11, 1, &mut [7]);
    assert_eq!(few, Err(Error::OutputFull));
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
