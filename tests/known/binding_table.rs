// SPDX-License-Identifier: MIT

//! Known answers of binding tables, among them maps that the real driver
//! function printed.

use crate::rows::{
    arguments, array, known_answers, named, results, written, Answer, Argument,
    Given,
};
use core::ffi::c_int;
use dral::ffi::modules::binding_table::*;
use dral::modules::binding_table::*;
use dral::modules::descriptor_layout::{
    BindingLayout, ImmutableSampler, SetLayout,
};
use std::vec;
use std::vec::Vec;

arguments! {
    Use { use_count, flags }
    dral_binding_table_blocks { mesa, version, size }
    Block { index, next }
}

results! {
    Bases { surface_base, pool_base, state_offset }
    AddressRange { address, size }
    Entry { set, binding, index, plane, dynamic_offset_index, set_offset }
    Slots { surface, sampler }
}

/// Its layout, the layout and the use of each of its bindings, and its
/// immutable samplers.
impl Argument for dral_binding_table_set {
    fn read(given: &mut Given) -> Self {
        let layout: SetLayout = given.take();
        let bindings = 0..layout.binding_count;
        let (bindings, uses): (Vec<_>, Vec<_>) =
            bindings.map(|_| given.take::<(BindingLayout, Use)>()).unzip();
        let samplers = 0..layout.immutable_sampler_count;
        let samplers: Vec<ImmutableSampler> =
            samplers.map(|_| given.take()).collect();
        Self {
            layout: given.keep(vec![layout]),
            bindings: given.keep(bindings),
            uses: given.keep(uses),
            immutable_samplers: given.keep(samplers),
        }
    }
}

impl Argument for dral_binding_table_shader {
    fn read(given: &mut Given) -> Self {
        let [mesa, version] = given.take();
        let [always_bindless, stage_is_bindless] = given.take();
        let [render_target_count, render_target_mask] = given.take();
        let (sets, set_count) = given.rest();
        Self {
            mesa,
            version,
            sets,
            set_count,
            always_bindless,
            stage_is_bindless,
            render_target_count,
            render_target_mask,
        }
    }
}

type Tables = (Map, Vec<Entry>, Vec<Entry>, Vec<Slots>);

/// Maps into tables and slots of these sizes.
fn map_into(
    shader: &dral_binding_table_shader,
    [surface_count, sampler_count, slot_count]: [usize; 3],
) -> Result<Tables, c_int> {
    let mut surfaces = vec![Entry::NULL; surface_count];
    let mut samplers = vec![Entry::NULL; sampler_count];
    let mut slots = vec![Slots { surface: 7, sampler: 7 }; slot_count];
    let mut map = Map {
        surface_count: 7,
        sampler_count: 7,
        slot_count: 7,
        set_slots: [7; MAX_SETS],
        first_slots: [7; MAX_SETS],
    };
    // SAFETY: the arrays have these lengths.
    let error = unsafe {
        dral_binding_table_map_make(
            Some(shader),
            Some(&mut map),
            surfaces.as_mut_ptr(),
            surface_count,
            samplers.as_mut_ptr(),
            sampler_count,
            slots.as_mut_ptr(),
            slot_count,
        )
    };
    match error {
        0 => Ok((map, surfaces, samplers, slots)),
        _ => Err(error),
    }
}

/// The entries of both tables, the slots of all bindings, and entry and first
/// slot of each set. Checks that each needs room.
fn map(given: &mut Given) -> Answer {
    let shader = given.take();
    let (map, ..) = map_into(&shader, [240, 128, 200])?;
    let room = [map.surface_count, map.sampler_count, map.slot_count]
        .map(|count| count as usize);
    // Miri has no time for it.
    let outputs = if cfg!(miri) { 0..0 } else { 0..3 };
    for output in outputs.filter(|&output| room[output] > 0) {
        let mut few = room;
        few[output] -= 1;
        let refused = map_into(&shader, few).err();
        assert_eq!(refused, Some(Error::OutputFull as c_int));
    }
    let (same, surfaces, samplers, slots) = map_into(&shader, room)?;
    assert_eq!(same, map);
    let (set_slots, rest) = map.set_slots.split_at(shader.set_count);
    assert!(rest.iter().all(|&slot| slot == 0));
    let (first_slots, rest) = map.first_slots.split_at(shader.set_count);
    assert!(rest.iter().all(|&slot| slot == 0));
    Ok(named! {
        surface_count: map.surface_count,
        sampler_count: map.sampler_count,
        set_slots: *set_slots,
        first_slots: *first_slots,
        slots: slots,
        surfaces: surfaces,
        samplers: samplers,
    })
}

/// Given blocks and a block: the block after a call, and its output.
fn after<T>(
    given: &mut Given,
    call: impl FnOnce(
        Option<&dral_binding_table_blocks>,
        Option<&mut Block>,
        &mut Given,
    ) -> Result<T, c_int>,
) -> Result<(Block, T), c_int> {
    let blocks = given.take();
    let before: Block = given.take();
    let mut block = before;
    let result = call(Some(&blocks), Some(&mut block), given);
    assert!(result.is_ok() || block == before);
    Ok((block, result?))
}

known_answers! {
    binding_tables_are_the_known_answers,
    "binding_table", given, out;
    "map" => map(given),
    "size": u32 => dral_binding_table_size(given.take(), out),
    "allocate" => {
        let (block, offset) = after(given, |blocks, block, given| {
            let count = given.take();
            written(|out| {
                dral_binding_table_allocate(blocks, block, count, out)
            })
        })?;
        let offset: u32 = offset;
        Ok(named! { index: block.index, next: block.next, offset: offset })
    },
    // The offset is 7 where none is written.
    "emit" => {
        let (block, (emission, offsets)) = after(given, |blocks, block, given| {
            let [fresh, active, dirty] = given.take();
            let (counts, count) = given.rest();
            let mut offsets = vec![7; count];
            let to = offsets.as_mut_ptr();
            // SAFETY: a block and arrays of this length.
            let emission = written(|out| unsafe {
                dral_binding_table_emit(
                    blocks, block, fresh, counts, to, count, active, dirty,
                    out,
                )
            });
            Ok((emission?, offsets))
        })?;
        let Emission { stages, new_base } = emission;
        Ok(named! {
            index: block.index,
            next: block.next,
            stages: stages,
            new_base: new_base,
            offsets: offsets,
        })
    },
    // Blocks, block, pool and offset of a state.
    "entry": u32 => {
        let blocks = given.take();
        let bases: Bases = written(|out| {
            dral_binding_table_bases_of(Some(&blocks), given.take(), out)
        })?;
        let state = written(|out| {
            dral_surface_state_address(given.take(), given.take(), out)
        })?;
        dral_binding_table_entry_word(bases.surface_base, state, out)
    },
    "bases": Bases => {
        let blocks = given.take();
        dral_binding_table_bases_of(Some(&blocks), given.take(), out)
    },
    "state_address": u64 => {
        dral_surface_state_address(given.take(), given.take(), out)
    },
    "entry_word": u32 => {
        dral_binding_table_entry_word(given.take(), given.take(), out)
    },
    "areas": [AddressRange; DRAL_ADDRESS_AREA_COUNT] => {
        let [mesa, version, indirect] = given.take();
        let (alignment, size) = given.take();
        dral_address_map(
            mesa, version, indirect, alignment, size, array(out),
            DRAL_ADDRESS_AREA_COUNT,
        )
    },
}
