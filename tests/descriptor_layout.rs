// SPDX-License-Identifier: MIT

//! What must hold for the layout of every descriptor set, under every table.

#![cfg(feature = "descriptor-layout")]

use dral::descriptor_layout::*;
use proptest::prelude::*;

const INLINE: u32 = DescriptorType::InlineUniformBlock as u32;
const MUTABLE: u32 = DescriptorType::Mutable as u32;
const ACCELERATION: u32 = DescriptorType::AccelerationStructure as u32;
const VARIABLE: u32 = BindingFlag::VariableDescriptorCount as u32;

/// Lists of mutable types that every table takes.
const LISTS: [&[u32]; 4] =
    [&[2], &[2, 7], &[0, 3, ACCELERATION], &[6, 6, 10, 4, 5]];

/// Immutable samplers that every table takes but that of the older PanVK.
const SAMPLERS: [&[u8]; 4] = [&[], &[1], &[1, 0x82], &[3]];

/// More than any set here has.
const MOST_SLOTS: usize = 40;

fn model() -> impl Strategy<Value = Table<'static>> {
    let hardware = prop::sample::select(vec![
        (Model::AnvIndirect, 120, 0),
        (Model::AnvDirect, 125, 0),
        (Model::AnvBuffer, 125, 0x10),
        (Model::Panvk, 7, 0),
        (Model::Panvk, 10, 0),
    ]);
    let release = prop::sample::select(vec![Mesa::V24_3, Mesa::V26_2]);
    (hardware, release).prop_map(|((model, version, flags), mesa)| {
        model.table(mesa, version, flags).expect("it is known")
    })
}

/// Rules without limits.
fn own_rules() -> Rules {
    Model::AnvIndirect.table(Mesa::V26_2, 120, 0).expect("it is known").rules
}

prop_compose! {
    /// A driver's own table: any sizes, any alignments.
    fn own_types()(
        types in prop::collection::vec(
            (
                (0u32..200, 0u32..8, 0u32..200, 0u32..8, 0u32..0x400),
                (0u32..5, 0u32..99),
            ),
            13,
        ),
    ) -> Vec<TypeLayout> {
        let kinds = (0..11).chain([INLINE, ACCELERATION]);
        kinds.zip(types).map(|(descriptor_type, (numbers, more))| TypeLayout {
            descriptor_type,
            flags: 0,
            data: numbers.4,
            max_planes: more.0,
            surface_sampler_size: more.1,
            surface_size: numbers.0,
            surface_alignment: 1 << numbers.1,
            sampler_size: numbers.2,
            sampler_alignment: 1 << numbers.3,
        }).collect()
    }
}

prop_compose! {
    fn one_binding()(
        kind in prop_oneof![
            0u32..11,
            Just(INLINE),
            Just(ACCELERATION),
            Just(MUTABLE),
        ],
        count in prop_oneof![0u32..9, 0u32..3000],
        samplers in prop::sample::select(&SAMPLERS),
        list in prop::sample::select(&LISTS),
    ) -> Binding<'static> {
        let descriptor_count = match kind {
            8 | 9 => count % 2,
            INLINE => count / 4 * 4,
            _ => count,
        };
        Binding {
            descriptor_type: kind,
            descriptor_count,
            immutable_samplers: samplers,
            mutable_types: list,
            ..Binding::default()
        }
    }
}

prop_compose! {
    /// Bindings in any order, with gaps, perhaps of a variable count.
    fn bindings()(
        mut given in prop::collection::vec(one_binding(), 0..12),
        numbers in Just((0u32..MOST_SLOTS as u32).collect::<Vec<_>>())
            .prop_shuffle(),
        variable: bool,
    ) -> Vec<Binding<'static>> {
        for (binding, number) in given.iter_mut().zip(numbers) {
            binding.binding = number;
        }
        let last = given.iter_mut().max_by_key(|binding| binding.binding);
        if let Some(last) = last {
            if variable && !matches!(last.descriptor_type, 8 | 9) {
                last.binding_flags = VARIABLE;
            }
        }
        given
    }
}

struct Laid {
    set: SetLayout,
    slots: Vec<BindingLayout>,
}

fn lay(table: &Table, bindings: &[Binding]) -> Result<Laid, Error> {
    let mut slots = [BindingLayout::ABSENT; MOST_SLOTS];
    let set = set_layout(table, bindings, &mut slots)?;
    let slots = slots[..set.binding_count as usize].to_vec();
    Ok(Laid { set, slots })
}

/// What a slot takes of an area: begin, end, alignment.
type Run = (u32, u32, u32);

fn runs(
    table: &Table,
    bindings: &[Binding],
    laid: &Laid,
) -> (Vec<Run>, Vec<Run>) {
    let (mut surface, mut sampler) = (Vec::new(), Vec::new());
    let mut sorted = bindings.to_vec();
    sorted.sort_unstable_by_key(|binding| binding.binding);
    for binding in sorted {
        let slot = &laid.slots[binding.binding as usize];
        if slot.is_absent() {
            continue;
        }
        let memory = table
            .type_layout(binding.descriptor_type, binding.mutable_types)
            .unwrap();
        let elements =
            if binding.descriptor_type == INLINE { 1 } else { slot.array_size };
        let rules = &table.rules;
        let (header, end) = if binding.descriptor_type == INLINE {
            let unit = rules.inline_size_alignment;
            let bytes = slot.array_size.next_multiple_of(unit);
            (rules.inline_header_size, slot.surface_offset + bytes)
        } else {
            (0, slot.surface_offset + elements * slot.surface_stride)
        };
        let begin = slot.surface_offset - header;
        surface.push((begin, end, memory.surface_alignment));
        let end = slot.sampler_offset + slot.array_size * slot.sampler_stride;
        sampler.push((slot.sampler_offset, end, memory.sampler_alignment));
    }
    (surface, sampler)
}

/// Runs are aligned, ascend, never overlap, waste less than an alignment, and
/// end with the area.
fn check_runs(runs: &[Run], size: u32) -> Result<(), TestCaseError> {
    let mut next = 0;
    for &(begin, end, alignment) in runs {
        prop_assert_eq!(begin % alignment, 0);
        prop_assert!(begin >= next && begin - next < alignment);
        next = end;
    }
    prop_assert_eq!(next, size);
    Ok(())
}

fn check(table: &Table, bindings: &[Binding]) -> Result<(), TestCaseError> {
    let laid = match lay(table, bindings) {
        Ok(laid) => laid,
        Err(error) => {
            // All that these bindings can be refused for: PanVK.
            prop_assert!(table.rules.model == Model::Panvk as u32);
            let known = match error {
                Error::UnknownType => INLINE,
                Error::MutableRefused => MUTABLE,
                Error::PlaneCount | Error::NoVariableCount => return Ok(()),
                _ => 77,
            };
            let any = bindings.iter().any(|b| b.descriptor_type == known);
            prop_assert!(any, "{}", error);
            return Ok(());
        }
    };
    let (surface, sampler) = runs(table, bindings, &laid);
    check_runs(&surface, laid.set.surface_size)?;
    check_runs(&sampler, laid.set.sampler_size)?;
    check_elements(&laid)?;
    check_sequences(table, &laid)
}

/// Every element, and every plane of it, lies in its binding.
fn check_elements(laid: &Laid) -> Result<(), TestCaseError> {
    for slot in laid.slots.iter().filter(|slot| !slot.is_absent()) {
        let inline = slot.descriptor_type == INLINE;
        let last = (slot.array_size - 1, slot.plane_count - 1);
        for (element, plane) in [(0, 0), (slot.array_size / 2, 0), last] {
            let place = slot.element(element, plane).unwrap();
            let size = if inline { 1 } else { slot.surface_size };
            prop_assert!(place.surface_offset >= slot.surface_offset);
            prop_assert!(place.surface_offset + size <= laid.set.surface_size);
            prop_assert!(
                place.sampler_offset + slot.sampler_size
                    <= laid.set.sampler_size
                    || slot.sampler_size == 0
            );
        }
        prop_assert!(slot.element(slot.array_size, 0).is_err());
        prop_assert!(slot.element(0, slot.plane_count).is_err());
    }
    Ok(())
}

/// Indices ascend and count what comes before.
fn check_sequences(table: &Table, laid: &Laid) -> Result<(), TestCaseError> {
    let (mut descriptors, mut views, mut dynamic) = (0, 0, 0);
    for slot in &laid.slots {
        if slot.is_absent() {
            prop_assert_eq!(*slot, BindingLayout::ABSENT);
            continue;
        }
        if table.rules.index_unit == 0 {
            prop_assert_eq!(slot.descriptor_index, descriptors);
        }
        descriptors += slot.array_size;
        if slot.buffer_view_index != ABSENT {
            prop_assert_eq!(slot.buffer_view_index, views);
            views += slot.array_size;
        }
        if slot.dynamic_offset_index != ABSENT {
            prop_assert_eq!(slot.dynamic_offset_index, dynamic);
            dynamic += slot.array_size;
        }
    }
    if table.rules.index_unit == 0 {
        prop_assert_eq!(laid.set.descriptor_count, descriptors);
    }
    prop_assert_eq!(laid.set.buffer_view_count, views);
    prop_assert_eq!(laid.set.dynamic_offset_count, dynamic);
    Ok(())
}

proptest! {
    #[test]
    fn areas_are_aligned_and_apart(table in model(), given in bindings()) {
        check(&table, &given)?;
    }

    #[test]
    fn areas_of_any_table_are_aligned_and_apart(
        types in own_types(),
        given in bindings(),
    ) {
        let rules = own_rules();
        check(&Table { types: &types, rules }, &given)?;
    }

    #[test]
    fn the_order_of_bindings_changes_nothing(
        table in model(),
        given in bindings(),
    ) {
        let mut sorted = given.clone();
        sorted.sort_unstable_by_key(|binding| binding.binding);
        match (lay(&table, &given), lay(&table, &sorted)) {
            (Ok(one), Ok(other)) => {
                prop_assert_eq!(one.set, other.set);
                prop_assert_eq!(one.slots, other.slots);
            }
            (one, other) => prop_assert_eq!(one.err(), other.err()),
        }
    }

    /// A set with all of its variable count is the whole layout; each
    /// descriptor less takes its stride off.
    #[test]
    fn a_variable_count_shrinks_a_set_by_strides(
        table in model(),
        given in bindings(),
        share in 0u32..=16,
    ) {
        let Ok(laid) = lay(&table, &given) else { return Ok(()) };
        let mut rules = table.rules;
        rules.set_alignment = 1;
        let last = laid.slots.last();
        let most = last.map_or(0, |slot| slot.array_size);
        let whole = laid.set.size(&rules, last, most).unwrap();
        prop_assert_eq!(whole.surface_size, laid.set.surface_size);
        prop_assert_eq!(whole.sampler_size, laid.set.sampler_size);
        let fewer = most * share / 16;
        let size = laid.set.size(&rules, last, fewer).unwrap();
        let missing = match last {
            Some(last) if last.binding_flags & VARIABLE != 0 => most - fewer,
            _ => 0,
        };
        let stride = match last {
            Some(last) if last.descriptor_type == INLINE => 1,
            Some(last) => last.surface_stride,
            None => 0,
        };
        // The data of an inline uniform block are rounded up.
        let unit = match last {
            Some(last) if last.descriptor_type == INLINE => {
                table.rules.inline_size_alignment
            }
            _ => 1,
        };
        let bytes = |count: u32| (count * stride).next_multiple_of(unit);
        prop_assert_eq!(
            size.surface_size,
            laid.set.surface_size - (bytes(most) - bytes(most - missing))
        );
        let rounded = laid.set.size(&table.rules, last, fewer).unwrap();
        let alignment = table.rules.set_alignment;
        prop_assert_eq!(rounded.surface_size % alignment, 0);
        prop_assert!(rounded.surface_size - size.surface_size < alignment);
    }

    /// Whatever bindings there are: an answer or an error, and on an error
    /// no slot is written.
    #[test]
    fn refused_layouts_write_nothing(
        table in model(),
        given in prop::collection::vec(
            (
                (0u32..9, any::<u32>(), any::<u32>()),
                (0u32..6, any::<u32>(), 0usize..4),
            ),
            0..6,
        ),
        set_flags: u32,
    ) {
        let bindings: Vec<_> = given
            .iter()
            .map(|&((binding, kind, count), (planes, flags, list))| Binding {
                binding,
                descriptor_type: [kind, kind % 12, INLINE, MUTABLE][list],
                descriptor_count: count >> (kind % 32),
                stage_flags: flags,
                binding_flags: flags >> 16,
                immutable_samplers: SAMPLERS[planes as usize % 4],
                mutable_types: LISTS[list],
            })
            .collect();
        let mark = BindingLayout { data: 0xA5, ..BindingLayout::ABSENT };
        let mut slots = [mark; 9];
        let mut table = table;
        table.rules.set_flags = set_flags;
        let set = set_layout(&table, &bindings[..], &mut slots);
        let written = set.map_or(0, |set| set.binding_count as usize);
        prop_assert!(slots[..written].iter().all(|slot| *slot != mark));
        prop_assert!(slots[written..].iter().all(|slot| *slot == mark));
        let _ = support(&table, &bindings[..]);
    }

    /// Whatever sets are made of the parts of a pool, in whatever order: the
    /// pool has room for all of them.
    #[test]
    fn pools_have_room_in_any_order(
        table in prop_oneof![
            model().prop_map(|table| (table.types.to_vec(), table.rules)),
            own_types().prop_map(|types| (types, own_rules())),
        ],
        sets in prop::collection::vec(bindings(), 1..4),
    ) {
        let table = Table { types: &table.0, rules: table.1 };
        let mut exact = table;
        exact.rules.pool_alignment = 1;
        exact.rules.flags |= TableFlag::Pools as u32;
        // Only combined image samplers have images of several planes.
        let sets: Vec<Vec<Binding>> = sets
            .into_iter()
            .map(|mut set| {
                for binding in &mut set {
                    binding.binding_flags = 0;
                    if binding.descriptor_type == 0 {
                        binding.immutable_samplers = &[];
                    }
                }
                set
            })
            .collect();
        let there = || sets.iter().flatten().filter(|b| b.descriptor_count > 0);
        // Where the samplers of a set can begin.
        let alignment = there()
            .filter_map(|binding| {
                let Binding { descriptor_type, mutable_types, .. } = *binding;
                table.type_layout(descriptor_type, mutable_types).ok()
            })
            .map(|layout| u64::from(layout.sampler_alignment))
            .max();
        let (mut surface, mut sampler) = (0, 0);
        for set in &sets {
            let Ok(laid) = lay(&table, set) else { return Ok(()) };
            let size = laid.set.size(&table.rules, None, 0).unwrap();
            surface += u64::from(size.surface_size);
            sampler = u64::next_multiple_of(sampler, alignment.unwrap_or(1));
            sampler += u64::from(size.sampler_size);
        }
        let parts = there().map(|binding| PoolPart {
            descriptor_type: binding.descriptor_type,
            descriptor_count: binding.descriptor_count,
            mutable_types: binding.mutable_types,
        });
        let inline = there().filter(|b| b.descriptor_type == INLINE).count();
        let pool =
            pool_size(&exact, parts, sets.len() as u32, inline as u32).unwrap();
        prop_assert!(surface <= pool.surface_size, "{surface} > {pool:?}");
        prop_assert!(sampler <= pool.sampler_size, "{sampler} > {pool:?}");
    }
}

/// An eighth: each has a thousand bindings.
fn few_cases() -> ProptestConfig {
    ProptestConfig::with_cases(ProptestConfig::default().cases / 8)
}

proptest! {
    #![proptest_config(few_cases())]

    /// As many bindings as one pass does not sort.
    #[test]
    fn many_bindings_are_laid_out_in_any_order(
        numbers in prop::collection::vec(0u32..5000, 300..1500),
    ) {
        let table = own_rules();
        let types =
            Model::AnvIndirect.table(Mesa::V26_2, 120, 0).unwrap().types;
        let table = Table { types, rules: table };
        let bindings: Vec<_> = numbers
            .iter()
            .map(|&binding| Binding {
                binding,
                descriptor_type: 6 + binding % 2,
                descriptor_count: 1 + binding % 3,
                ..Binding::default()
            })
            .collect();
        let mut sorted = bindings.clone();
        sorted.sort_by_key(|binding| binding.binding);
        let twice =
            sorted.windows(2).any(|pair| pair[0].binding == pair[1].binding);
        let given = Walk::new(&table, &bindings[..]).finish();
        prop_assert_eq!(given.is_err(), twice);
        sorted.dedup_by_key(|binding| binding.binding);
        let mut turned = sorted.clone();
        turned.rotate_left(numbers.len() / 3 % sorted.len());
        let mut slots = vec![BindingLayout::ABSENT; 5000];
        let mut others = slots.clone();
        let set = set_layout(&table, &sorted[..], &mut slots);
        prop_assert_eq!(set, set_layout(&table, &turned[..], &mut others));
        prop_assert_eq!(slots, others);
    }
}
