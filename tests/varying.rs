// SPDX-License-Identifier: MIT

//! What must hold for every list of varyings, and every declaration.

#![cfg(feature = "varying")]

use dral::varying::*;
use proptest::prelude::*;

const WIDE: u32 = BaseType::Double as u32;
const MESA: u32 = PackFlag::GlOrder as u32 | PackFlag::ClassAlign as u32;

prop_compose! {
    fn varying()(
        base_type in 0u32..4,
        rows in 1u32..=4,
        columns in prop_oneof![4 => Just(1u32), 1 => 1u32..=4],
        array_length in prop_oneof![3 => Just(0u32), 1 => 0u32..9],
        interpolation in 1u32..=3,
        flags in prop::array::uniform3(0u32..2),
    ) -> Varying {
        let [centroid, sample, patch] = flags;
        Varying {
            base_type,
            rows,
            columns,
            array_length,
            interpolation,
            centroid,
            sample,
            patch,
        }
    }
}

fn varyings() -> impl Strategy<Value = Vec<Varying>> {
    prop::collection::vec(varying(), 0..24)
}

fn rules() -> impl Strategy<Value = PackRules> {
    let reserved = prop_oneof![2 => Just(0u64), 1 => any::<u64>()];
    (0u32..16, reserved, any::<u64>(), 0u32..=MAX_SLOTS).prop_map(
        |(flags, reserved, thin, max_slots)| PackRules {
            flags,
            // Not half of them, or hardly anything fits.
            reserved_slots: reserved & thin & thin.rotate_left(7),
            max_slots,
        },
    )
}

prop_compose! {
    fn declaration()(
        semantic_index in 0u32..9,
        first_component in 0u32..4,
        first in 0u32..9,
        elements in 0u32..9,
        component_count in 1u32..=4,
    ) -> Declaration {
        Declaration {
            semantic: Semantic::Generic as u32,
            semantic_index,
            first_component,
            first,
            last: first + elements,
            component_count,
            array_id: 0,
        }
    }
}

struct Packed {
    positions: Vec<u32>,
    used: Vec<u8>,
    slots: u32,
}

fn packed(varyings: &[Varying], rules: &PackRules) -> Result<Packed, Error> {
    let mut positions = vec![u32::MAX; varyings.len()];
    let mut scratch = vec![u32::MAX; varyings.len()];
    let mut used = vec![u8::MAX; rules.max_slots as usize];
    let slots = pack(varyings, rules, &mut positions, &mut used, &mut scratch)?;
    Ok(Packed { positions, used, slots })
}

/// Without the gaps before 64-bit components.
fn components(varying: &Varying) -> u32 {
    let width = if varying.base_type == WIDE { 2 } else { 1 };
    width * varying.rows * varying.columns * varying.array_length.max(1)
}

proptest! {
    #[test]
    fn no_component_is_used_twice(varyings in varyings(), rules in rules()) {
        let Ok(packed) = packed(&varyings, &rules) else {
            return Ok(());
        };
        let mut taken = vec![false; 4 * rules.max_slots as usize];
        for (varying, &position) in varyings.iter().zip(&packed.positions) {
            for component in position..position + components(varying) {
                // Out of bounds if it lies outside.
                let taken = &mut taken[component as usize];
                prop_assert!(!*taken);
                *taken = true;
                let slot = component / 4;
                prop_assert_eq!(rules.reserved_slots >> slot & 1, 0);
                prop_assert!(slot < packed.slots);
                let used = packed.used[slot as usize];
                prop_assert!(component % 4 < used.into());
            }
        }
        let (inside, outside) = packed.used.split_at(packed.slots as usize);
        prop_assert!(outside.iter().all(|&used| used == 0));
        prop_assert!(inside.iter().all(|&used| used <= 4));
        prop_assert!(inside.last().is_none_or(|&used| used > 0));
    }

    #[test]
    fn tight_varyings_fit_if_their_components_do(
        mut varyings in varyings(),
        max_slots in 0u32..=MAX_SLOTS,
    ) {
        for varying in &mut varyings {
            varying.base_type %= WIDE;
        }
        let needed: u32 = varyings.iter().map(components).sum();
        let rules = PackRules { max_slots, ..PackRules::default() };
        match packed(&varyings, &rules) {
            Ok(packed) => {
                prop_assert!(needed <= 4 * max_slots);
                prop_assert_eq!(packed.slots, needed.div_ceil(4));
            }
            Err(error) => {
                prop_assert!(needed > 4 * max_slots);
                prop_assert_eq!(error, Error::SlotsFull);
            }
        }
    }

    #[test]
    fn more_slots_change_no_position(
        varyings in varyings(),
        rules in rules(),
    ) {
        if let Ok(packed) = packed(&varyings, &rules) {
            let more = PackRules { max_slots: MAX_SLOTS, ..rules };
            let again = self::packed(&varyings, &more).unwrap();
            prop_assert_eq!(packed.positions, again.positions);
            prop_assert_eq!(packed.slots, again.slots);
        }
    }

    #[test]
    fn a_linker_sorts_what_is_sorted_already(varyings in varyings()) {
        let rules =
            PackRules { flags: MESA, max_slots: 64, ..PackRules::default() };
        if let Ok(packed) = packed(&varyings, &rules) {
            let mut order: Vec<usize> = (0..varyings.len()).collect();
            order.sort_by_key(|&number| packed.positions[number]);
            let sorted: Vec<Varying> =
                order.iter().map(|&number| varyings[number]).collect();
            let again = self::packed(&sorted, &rules).unwrap();
            prop_assert!(again.positions.is_sorted());
            let positions =
                order.iter().map(|&number| packed.positions[number]);
            prop_assert!(positions.eq(again.positions));
        }
    }

    #[test]
    fn components_of_a_declaration_lie_one_behind_the_other(
        declaration in declaration(),
        other in declaration(),
    ) {
        let places = |declaration: Declaration| {
            let elements = 0..=declaration.last - declaration.first;
            elements.flat_map(move |element| {
                (0..declaration.component_count).map(move |component| {
                    declaration.place(element, component).unwrap()
                })
            })
        };
        let span = declaration.span().unwrap();
        let range = span.position..span.position + span.component_count;
        prop_assert!(places(declaration).eq(range.map(Place::at)));
        let slots: Vec<u32> =
            places(declaration).map(|place| place.slot).collect();
        let slot_count = slots[slots.len() - 1] - slots[0] + 1;
        prop_assert_eq!(span.slot_count, slot_count);

        let shared = places(declaration)
            .any(|place| places(other).any(|found| found == place));
        prop_assert_eq!(declaration.overlaps(&other), Ok(shared));
        prop_assert_eq!(other.overlaps(&declaration), Ok(shared));
    }

    #[test]
    fn pieces_of_a_vector_are_its_components(
        position: u32,
        count in 0u32..=4,
    ) {
        let mut components = Vec::new();
        for piece in split(position, count).unwrap() {
            prop_assert_eq!(piece.write_mask.count_ones(), piece.count);
            let bits = (0..4).filter(|bit| piece.write_mask >> bit & 1 == 1);
            for (source, bit) in (piece.source..).zip(bits) {
                prop_assert_eq!(source as usize, components.len());
                components.push(4 * u64::from(piece.slot) + bit);
            }
        }
        let expected = (0..count.into()).map(|n: u64| n + u64::from(position));
        prop_assert!(components.into_iter().eq(expected));
    }
}
