// SPDX-License-Identifier: MIT

//! The examples of the public document and what a real linker computes.
//!
//! Source: docs/varying.md, "Examples".

use super::*;

fn generic(
    semantic_index: u32,
    first_component: u32,
    registers: (u32, u32),
    component_count: u32,
) -> Declaration {
    Declaration {
        semantic: Semantic::Generic as u32,
        semantic_index,
        first_component,
        first: registers.0,
        last: registers.1,
        component_count,
        array_id: 0,
    }
}

/// The elements begin at these positions, and each component is behind the
/// one before it.
fn assert_elements(declaration: &Declaration, positions: &[u32]) {
    for (element, &position) in (0..).zip(positions) {
        for component in 0..declaration.component_count {
            assert_eq!(
                declaration.place(element, component),
                Ok(Place::at(position + component))
            );
        }
    }
    assert_eq!(
        declaration.place(positions.len() as u32, 0),
        Err(Error::NotInDeclaration)
    );
}

/// The addresses at which nvc0 finds the elements.
fn assert_addresses(
    declaration: &Declaration,
    semantic: Semantic,
    addresses: &[u32],
) {
    let base = nvc0_address(semantic, 0, true).unwrap();
    for (element, &expected) in (0..).zip(addresses) {
        let place = declaration.place(element, 0).unwrap();
        assert_eq!(address(base, place.position), Ok(expected));
    }
}

#[test]
fn scalar_declarations_share_slots() {
    for (declaration, positions, addresses) in [
        (
            generic(0, 0, (0, 3), 1),
            &[0, 1, 2, 3][..],
            &[0x80, 0x84, 0x88, 0x8C][..],
        ),
        (generic(1, 0, (4, 5), 2), &[4, 6], &[0x90, 0x98]),
        (generic(2, 0, (6, 6), 4), &[8], &[0xA0]),
    ] {
        assert_elements(&declaration, positions);
        assert_addresses(&declaration, Semantic::Generic, addresses);
        assert_eq!(declaration.span().unwrap().slot_count, 1);
    }
}

#[test]
fn arrays_of_vec3_are_unaligned() {
    let declarations = [
        (generic(0, 0, (0, 3), 3), &[0, 3, 6, 9][..]),
        (generic(3, 0, (4, 5), 3), &[12, 15]),
        (generic(4, 2, (6, 6), 2), &[18]),
    ];
    let mut total = 0;
    for (declaration, positions) in &declarations {
        assert_elements(declaration, positions);
        total += declaration.span().unwrap().component_count;
    }
    assert_eq!(total, 20);
    assert_eq!(total.div_ceil(4), 5);
    let starts =
        [(0, 0), (0, 3), (1, 2), (2, 1), (3, 0), (3, 3), (4, 2)].into_iter();
    let places = declarations.iter().flat_map(|(_, positions)| *positions);
    let places = places.map(|&position| Place::at(position));
    assert!(places.map(|place| (place.slot, place.component)).eq(starts));
    // OUT[5].xyz is OUT[3].w and OUT[4].xy.
    let [first, second] = split(15, 3).unwrap();
    assert_eq!((first.slot, first.write_mask), (3, 0b1000));
    assert_eq!((second.slot, second.write_mask), (4, 0b0011));
    // No two of them have a component in common.
    for (place, (one, _)) in declarations.iter().enumerate() {
        for (two, _) in &declarations[..place] {
            assert_eq!(one.overlaps(two), Ok(false));
        }
    }
}

#[test]
fn clip_distances_lie_one_behind_the_other() {
    let declaration = Declaration {
        semantic: Semantic::Clipdist as u32,
        array_id: 1,
        ..generic(0, 0, (0, 7), 1)
    };
    assert_elements(&declaration, &[0, 1, 2, 3, 4, 5, 6, 7]);
    assert_addresses(
        &declaration,
        Semantic::Clipdist,
        &[0x2C0, 0x2C4, 0x2C8, 0x2CC, 0x2D0, 0x2D4, 0x2D8, 0x2DC],
    );
    assert_eq!(declaration.span().unwrap().slot_count, 2);
}

#[test]
fn a_declaration_may_begin_at_any_component() {
    assert_elements(&generic(0, 0, (0, 2), 1), &[0, 1, 2]);
    assert_elements(&generic(0, 3, (3, 3), 1), &[3]);
}

#[test]
fn vectors_are_split_at_slots() {
    let piece = |slot, write_mask, source, count| Piece {
        slot,
        write_mask,
        source,
        count,
    };
    let none = piece(0, 0, 0, 0);
    for (position, count, first, second) in [
        (0, 4, piece(0, 0b1111, 0, 4), none),
        (3, 3, piece(0, 0b1000, 0, 1), piece(1, 0b0011, 1, 2)),
        (6, 2, piece(1, 0b1100, 0, 2), none),
        (7, 2, piece(1, 0b1000, 0, 1), piece(2, 0b0001, 1, 1)),
        (2, 4, piece(0, 0b1100, 0, 2), piece(1, 0b0011, 2, 2)),
        (15, 3, piece(3, 0b1000, 0, 1), piece(4, 0b0011, 1, 2)),
    ] {
        assert_eq!(split(position, count), Ok([first, second]));
    }
}

#[test]
fn a_scalar_address_register_counts_components() {
    for (register, position) in [(0, 5), (1, 6), (2, 7), (3, 8), (6, 11)] {
        let place = scalar_place(0, register, 1, 1);
        assert_eq!(place, Ok(Place::at(position)));
    }
}

#[test]
fn cull_distances_lie_behind_clip_distances() {
    for (clip, cull, cull_slot, cull_component, slot_count) in
        [(3, 2, 0, 3, 2), (5, 3, 1, 1, 2), (8, 0, 2, 0, 2), (0, 4, 0, 0, 1)]
    {
        let both = ClipCull { cull_slot, cull_component, slot_count };
        assert_eq!(clip_cull(clip, cull), Ok(both));
    }
}

const TIGHT: u32 = 0;
const GL: u32 = PackFlag::GlOrder as u32;
const MESA: u32 = GL | PackFlag::ClassAlign as u32;
const POT_VEC3: u32 = PackFlag::PotVec3 as u32;
const NO_PACK: u32 = PackFlag::Unpacked as u32;

fn float(rows: u32) -> Varying {
    Varying::new(BaseType::Float, rows, 1)
}

fn array(element: Varying, array_length: u32) -> Varying {
    Varying { array_length, ..element }
}

fn assert_packed(
    varyings: &[Varying],
    flags: u32,
    reserved_slots: u64,
    expected: &[u32],
    expected_used: &[u8],
) {
    let rules = PackRules { flags, reserved_slots, max_slots: 32 };
    let (mut positions, mut scratch) = ([u32::MAX; 5], [u32::MAX; 5]);
    let mut used = [u8::MAX; 33];
    let slots = pack(varyings, &rules, &mut positions, &mut used, &mut scratch);
    assert_eq!(slots, Ok(expected_used.len() as u32));
    let (placed, rest) = positions.split_at(varyings.len());
    assert_eq!(placed, expected);
    assert!(rest.iter().all(|&position| position == u32::MAX));
    let (used_slots, rest) = used.split_at(expected_used.len());
    assert_eq!(used_slots, expected_used);
    let (unused, rest) = rest.split_at(32 - expected_used.len());
    assert!(unused.iter().all(|&used| used == 0));
    assert_eq!(rest, [u8::MAX]);
}

#[test]
fn a_linker_sorts_by_what_is_left_of_slots() {
    let varyings = [float(1), float(3), float(2), float(4), float(1)];
    assert_packed(&varyings, MESA, 0, &[6, 8, 4, 0, 7], &[4, 4, 3]);
    let varyings = [array(float(3), 4), array(float(3), 2), float(2)];
    assert_packed(&varyings, MESA, 0, &[2, 14, 0], &[4; 5]);
    assert_packed(&varyings, TIGHT, 0, &[0, 12, 18], &[4; 5]);
}

#[test]
fn a_linker_keeps_interpolations_apart() {
    let noperspective = Interpolation::Noperspective as u32;
    let varyings = [
        float(1),
        Varying::new(BaseType::Int, 1, 1),
        Varying { interpolation: noperspective, ..float(2) },
    ];
    assert_packed(&varyings, MESA, 0, &[0, 4, 8], &[1, 1, 2]);
    assert_packed(&varyings, TIGHT, 0, &[0, 1, 2], &[4]);
}

#[test]
fn without_packing_each_element_has_a_slot() {
    let varyings = [array(float(1), 8), float(4)];
    assert_packed(&varyings, GL, 0, &[4, 0], &[4; 3]);
    assert_packed(&varyings, NO_PACK, 0, &[0, 32], &[4; 9]);
    // It keeps the order.
    assert_packed(&varyings, NO_PACK | GL, 0, &[0, 32], &[4; 9]);
}

#[test]
fn nothing_lies_in_reserved_slots() {
    let varyings = [float(4), float(3), float(1)];
    assert_packed(&varyings, MESA, 0b01, &[4, 9, 8], &[0, 4, 4]);
    assert_packed(&varyings, MESA, 0b10, &[0, 9, 8], &[4, 0, 4]);
}

#[test]
fn a_64_bit_component_takes_two() {
    let varyings = [
        Varying::new(BaseType::Double, 1, 1),
        Varying::new(BaseType::Int, 1, 1),
        Varying::new(BaseType::Double, 3, 1),
    ];
    assert_packed(&varyings, MESA, 0, &[0, 8, 2], &[4, 4, 1]);
}

#[test]
fn a_vec3_may_begin_a_slot() {
    let varyings = [float(3), float(3)];
    assert_packed(&varyings, MESA, 0, &[0, 3], &[4, 2]);
    assert_packed(&varyings, MESA | POT_VEC3, 0, &[0, 4], &[3, 3]);
    assert_packed(&varyings, POT_VEC3, 0, &[0, 4], &[3, 3]);
}

#[test]
fn a_matrix_is_packed_whole() {
    let varyings = [Varying::new(BaseType::Float, 2, 3), array(float(3), 2)];
    assert_packed(&varyings, MESA, 0, &[0, 6], &[4; 3]);
}

#[test]
fn the_last_component_can_be_used_and_none_beyond() {
    let rules = PackRules { flags: MESA, ..PackRules::default() };
    let refused = [array(float(4), 31), array(float(1), 5)];
    let (mut positions, mut scratch) = ([7; 2], [0; 2]);
    let mut used = [7; 32];
    assert_eq!(
        pack(&refused, &rules, &mut positions, &mut used, &mut scratch),
        Err(Error::SlotsFull)
    );
    assert_eq!((positions, used), ([7; 2], [7; 32]));
    assert_packed(&[array(float(1), 128)], MESA, 0, &[0], &[4; 32]);
    assert_packed(&[], MESA, 0, &[], &[]);
}

#[test]
fn what_cannot_be_packed_is_refused() {
    let varyings = [float(1); 5];
    let mut outputs = ([7; 5], [7; 64], [0; 5]);
    let tight = PackRules { max_slots: 64, ..PackRules::default() };
    let mut refuse = |varyings: &[Varying], rules: PackRules, error| {
        let (positions, used, scratch) = &mut outputs;
        let refused = pack(varyings, &rules, positions, used, scratch);
        assert_eq!(refused, Err(error));
        assert_eq!((&*positions, &*used), (&[7; 5], &[7; 64]));
    };
    refuse(&varyings, PackRules { flags: 16, ..tight }, Error::UnknownPackFlag);
    refuse(&varyings, PackRules { max_slots: 65, ..tight }, Error::SlotCount);
    refuse(&varyings, PackRules { max_slots: 1, ..tight }, Error::SlotsFull);
    refuse(&varyings, PackRules { max_slots: 0, ..tight }, Error::SlotsFull);
    let reserved_slots = u64::MAX;
    refuse(&varyings, PackRules { reserved_slots, ..tight }, Error::SlotsFull);
    let bad = [float(1), float(5)];
    refuse(&bad, tight, Error::TypeShape);
    refuse(&[array(float(4), u32::MAX)], tight, Error::SlotsFull);

    for (positions, used, scratch) in [(4, 64, 5), (5, 63, 5), (5, 64, 4)] {
        let (all_positions, all_used, all_scratch) = &mut outputs;
        let refused = pack(
            &varyings,
            &tight,
            &mut all_positions[..positions],
            &mut all_used[..used],
            &mut all_scratch[..scratch],
        );
        assert_eq!(refused, Err(Error::OutputFull));
    }
    assert_eq!((outputs.0, outputs.1), ([7; 5], [7; 64]));
}
