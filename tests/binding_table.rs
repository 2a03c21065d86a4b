// SPDX-License-Identifier: MIT

//! What must hold for the binding tables of every shader.

#![cfg(feature = "binding-table")]

use dral::binding_table::*;
use dral::descriptor_layout::*;
use proptest::prelude::*;

const TARGET: u32 = SetId::RenderTarget as u32;
const MEMORY: u32 = SetId::SetMemory as u32;
const NULL: u32 = SetId::Null as u32;

/// Types of one descriptor for each element, and such with planes.
const TYPES: [u32; 8] = [0, 1, 2, 3, 6, 7, 8, 10];

/// Immutable samplers, all of an image of as many planes, so that none of
/// their entries is null.
const SAMPLERS: [&[u8]; 4] = [&[], &[1], &[2], &[3]];

/// A set: its flags, its slots, and what a shader uses of them.
#[derive(Clone, Debug)]
struct Laid {
    layout: SetLayout,
    bindings: Vec<BindingLayout>,
    uses: Vec<Use>,
    samplers: Vec<u8>,
}

/// Type, count, binding flags, planes, uses.
type Given = (u32, u32, u32, u32, u32);

fn given() -> impl Strategy<Value = Given> {
    (
        prop::sample::select(&TYPES[..]),
        prop_oneof![4 => 1u32..8, 1 => 1u32..300],
        prop_oneof![4 => Just(0u32), 1 => 0u32..8],
        0u32..4,
        prop_oneof![1 => Just(0u32), 4 => 0u32..300],
    )
}

fn lay(model: Model, version: u32, flags: u32, given: &[Given]) -> Laid {
    let table = model.table(Mesa::V26_2, version, flags).expect("it is known");
    let bindings = (0..).zip(given).map(|(binding, given)| Binding {
        binding,
        descriptor_type: given.0,
        // A set has 16 dynamic buffers at the most.
        descriptor_count: if given.0 == 8 { 1 } else { given.1 },
        binding_flags: given.2 & !8,
        immutable_samplers: SAMPLERS[given.3 as usize],
        ..Binding::default()
    });
    let bindings: Vec<_> = bindings.collect();
    let mut slots = vec![BindingLayout::ABSENT; given.len()];
    let layout =
        set_layout(&table, &bindings[..], &mut slots).expect("it is sound");
    let uses = given.iter().map(|given| Use { use_count: given.4, flags: 0 });
    let samplers = bindings
        .iter()
        .filter(|binding| binding.descriptor_type < 2)
        .flat_map(|binding| binding.immutable_samplers.iter().copied());
    Laid {
        layout,
        bindings: slots,
        uses: uses.collect(),
        samplers: samplers.collect(),
    }
}

/// A shader without its sets.
#[derive(Clone, Copy, Debug)]
struct Stage {
    model: Model,
    version: u32,
    always_bindless: bool,
    render_target_count: u32,
}

prop_compose! {
    fn stage()(
        (model, version) in prop::sample::select(vec![
            (Model::AnvIndirect, 90), (Model::AnvDirect, 125),
        ]),
        always_bindless in prop::bool::weighted(0.1),
        render_target_count in 0u32..9,
    ) -> Stage {
        Stage { model, version, always_bindless, render_target_count }
    }
}

prop_compose! {
    fn shader()(stage in stage())(
        sets in prop::collection::vec(
            (
                prop_oneof![6 => Just(0u32), 1 => Just(0x2u32)],
                prop::collection::vec(given(), 0..6),
            ),
            0..9,
        ),
        stage in Just(stage),
    ) -> (Stage, Vec<Laid>) {
        let sets = sets.iter().map(|(flags, given)| {
            lay(stage.model, stage.version, *flags, given)
        });
        (stage, sets.collect())
    }
}

struct Answer {
    map: Map,
    surfaces: Vec<Entry>,
    samplers: Vec<Entry>,
    slots: Vec<Slots>,
}

fn make(
    stage: Stage,
    laid: &[Laid],
    room: [usize; 2],
) -> Result<Answer, dral::binding_table::Error> {
    let sets: Vec<Set> = laid
        .iter()
        .map(|laid| Set {
            layout: laid.layout,
            bindings: &laid.bindings,
            uses: &laid.uses,
            immutable_samplers: &laid.samplers,
        })
        .collect();
    let shader = Shader {
        always_bindless: stage.always_bindless,
        render_target_count: stage.render_target_count,
        render_target_mask: (1 << stage.render_target_count) - 1,
        ..Shader::new(&sets)
    };
    let mut surfaces = vec![Entry::NULL; room[0]];
    let mut samplers = vec![Entry::NULL; room[1]];
    let count = laid.iter().map(|laid| laid.bindings.len()).sum();
    let mut slots = vec![Slots::BINDLESS; count];
    let map = map(&shader, &mut surfaces, &mut samplers, &mut slots)?;
    Ok(Answer { map, surfaces, samplers, slots })
}

/// The bindings of all sets with their slots.
fn slots<'a>(
    laid: &'a [Laid],
    answer: &'a Answer,
) -> impl Iterator<Item = (u32, u32, &'a BindingLayout, &'a Use, Slots)> {
    let all = (0..).zip(laid).flat_map(|(set, laid)| {
        (0..)
            .zip(laid.bindings.iter().zip(&laid.uses))
            .map(move |(binding, (layout, uses))| (set, binding, layout, uses))
    });
    all.zip(&answer.slots).map(|((set, binding, layout, uses), &s)| {
        (set, binding, layout, uses, s)
    })
}

proptest! {
    /// A slot leads to all entries of its binding, in order, and all entries
    /// belong to a target, a set or a slot.
    #[test]
    fn each_slot_leads_to_its_binding((stage, laid) in shader()) {
        let answer = make(stage, &laid, [240, 128]).unwrap();
        let mut owned = [
            stage.render_target_count as usize,
            0,
        ];
        for (index, slot) in answer.map.set_slots.iter().enumerate() {
            let entry = &answer.surfaces[*slot as usize];
            if entry.set == MEMORY && entry.index as usize == index {
                owned[0] += 1;
            }
        }
        for (set, binding, layout, uses, found) in slots(&laid, &answer) {
            let tables = [
                (found.surface, &answer.surfaces),
                (found.sampler, &answer.samplers),
            ];
            for (table, (slot, entries)) in tables.into_iter().enumerate() {
                if slot == BINDLESS {
                    continue;
                }
                prop_assert!(uses.use_count > 0);
                let count = layout.array_size * layout.plane_count;
                owned[table] += count as usize;
                let mut place = slot as usize;
                for element in 0..layout.array_size {
                    for plane in 0..layout.plane_count {
                        let entry = &entries[place];
                        prop_assert_eq!(entry.set, set);
                        prop_assert_eq!(entry.binding, binding);
                        prop_assert_eq!(entry.plane, plane);
                        prop_assert_eq!(
                            entry.index,
                            layout.descriptor_index + element
                        );
                        let at = layout.element(element, plane).unwrap();
                        let offsets = [at.surface_offset, at.sampler_offset];
                        prop_assert_eq!(entry.set_offset, offsets[table]);
                        place += 1;
                    }
                }
            }
        }
        prop_assert_eq!(owned[0], answer.map.surface_count as usize);
        prop_assert_eq!(owned[1], answer.map.sampler_count as usize);
    }

    /// What is not in the table is not used, has a reason, or does not fit.
    #[test]
    fn nothing_is_left_out_without_a_reason((stage, laid) in shader()) {
        let answer = make(stage, &laid, [240, 128]).unwrap();
        let left = 240 - answer.map.surface_count;
        for (_, _, layout, uses, found) in slots(&laid, &answer) {
            let wanted = layout.data & DescriptorData::BtiSurface as u32 != 0
                && uses.use_count > 0
                && !stage.always_bindless
                && layout.binding_flags & 7 == 0;
            let size = layout.array_size * layout.plane_count;
            let absent = found.surface == BINDLESS;
            prop_assert_eq!(absent, !wanted || size > left && absent);
            prop_assert!(wanted || absent);
        }
    }

    /// The room that the tables take is enough, and less is not.
    #[test]
    fn exact_room_is_enough((stage, laid) in shader()) {
        let whole = make(stage, &laid, [240, 128]).unwrap();
        let room = [whole.map.surface_count, whole.map.sampler_count]
            .map(|count| count as usize);
        let exact = make(stage, &laid, room).unwrap();
        prop_assert_eq!(exact.map, whole.map);
        prop_assert_eq!(&exact.surfaces[..], &whole.surfaces[..room[0]]);
        prop_assert_eq!(&exact.samplers[..], &whole.samplers[..room[1]]);
        prop_assert_eq!(exact.slots, whole.slots);
        for table in 0..2 {
            if room[table] > 0 {
                let mut less = room;
                less[table] -= 1;
                let refused = make(stage, &laid, less).err();
                prop_assert_eq!(
                    refused,
                    Some(dral::binding_table::Error::OutputFull)
                );
            }
        }
        let table = &whole.surfaces[..room[0]];
        prop_assert!(table.iter().all(|entry| entry.set != NULL));
        let targets = stage.render_target_count as usize;
        prop_assert!(whole.surfaces[..targets].iter().all(|e| e.set == TARGET));
    }

    /// Tables of a block follow each other, and none extends past its end.
    #[test]
    fn tables_do_not_overlap(
        counts in prop::collection::vec(0u32..241, 0..200),
    ) {
        let mut block = Block { index: 1, next: 0 };
        let mut end = 0;
        for count in counts {
            let size = table_size(count).unwrap();
            prop_assert!(size % 32 == 0 && size >= 4 * count);
            prop_assert!(size < 4 * count + 32);
            match block.allocate(count) {
                Ok((behind, offset)) => {
                    prop_assert_eq!(offset, if count == 0 { 0 } else { end });
                    end += size;
                    prop_assert!(end <= BLOCK_SIZE);
                    prop_assert_eq!(behind.next, end);
                    block = behind;
                }
                Err(error) => {
                    prop_assert_eq!(
                        error,
                        dral::binding_table::Error::BlockFull
                    );
                    prop_assert!(end + size > BLOCK_SIZE);
                }
            }
        }
    }

    /// Base and entry are the state, at any base.
    #[test]
    fn base_and_entry_are_the_state(
        base in (0u64..1 << 42).prop_map(|n| n * 64),
        distance in (0u64..1 << 26).prop_map(|n| n * 64),
    ) {
        let word = entry_word(base, base + distance).unwrap();
        prop_assert_eq!(base + u64::from(word), base + distance);
    }
}
