// SPDX-License-Identifier: MIT

//! The examples of the public document, and results of a real linker.
//!
//! Source: docs/varying.md, "Examples".

extern crate std;

use super::*;
use crate::known::{assert_known, narrow, wide};
use std::vec::Vec;

fn declaration(fields: &[u32]) -> Declaration {
    let [semantic, semantic_index, first_component, first, last, count] =
        fields.try_into().unwrap();
    Declaration {
        semantic,
        semantic_index,
        first_component,
        first,
        last,
        component_count: count,
        array_id: 0,
    }
}

/// The positions of all components, element by element.
fn elements(declaration: Declaration) -> Vec<u64> {
    let count = declaration.last - declaration.first + 1;
    let end = declaration.place(count, 0);
    assert_eq!(end, Err(Error::NotInDeclaration));
    let places = (0..count).flat_map(|element| {
        (0..declaration.component_count).map(move |component| {
            let place = declaration.place(element, component).unwrap();
            assert_eq!(place, Place::at(place.position));
            place.position
        })
    });
    wide(places)
}

/// The addresses of the elements in nvc0.
fn addresses(declaration: Declaration) -> Vec<u64> {
    let semantic = Semantic::try_from(declaration.semantic).unwrap();
    let base = nvc0_address(semantic, 0, true).unwrap();
    wide((0..=declaration.last - declaration.first).map(|element| {
        let place = declaration.place(element, 0).unwrap();
        address(base, place.position).unwrap()
    }))
}

/// Merges declarations of which no two overlap.
fn merged(fields: &[u32]) -> Vec<u64> {
    let declarations: Vec<_> = fields.chunks(6).map(declaration).collect();
    for (place, one) in declarations.iter().enumerate() {
        for (other, two) in declarations.iter().enumerate() {
            assert_eq!(one.overlaps(two), Ok(place == other));
        }
    }
    let spans = declarations.iter().map(|one| one.span().unwrap());
    let total: u32 = spans.map(|span| span.component_count).sum();
    wide([0, total, total.div_ceil(4)])
}

/// Given flags, reserved slots, slots, and base type, rows, columns, array
/// length and interpolation of each varying: the slots used, the positions
/// and the components used of each slot.
fn packed(given: &[u32]) -> Result<Vec<u64>, Error> {
    let varyings: Vec<_> = given[3..]
        .chunks(5)
        .map(|fields| Varying {
            base_type: fields[0],
            rows: fields[1],
            columns: fields[2],
            array_length: fields[3],
            interpolation: fields[4],
            ..float(1)
        })
        .collect();
    let rules = PackRules {
        flags: given[0],
        reserved_slots: given[1].into(),
        max_slots: given[2],
    };
    let (mut positions, mut scratch) = ([u32::MAX; 6], [u32::MAX; 6]);
    let mut used = [u8::MAX; 65];
    let slots =
        pack(&varyings, &rules, &mut positions, &mut used, &mut scratch)?;
    let (placed, rest) = positions.split_at(varyings.len());
    assert!(rest.iter().all(|&position| position == u32::MAX));
    let (used, rest) = used.split_at(given[2] as usize);
    assert!(rest.iter().all(|&used| used == u8::MAX));
    let mut answer = wide([slots]);
    answer.extend(wide(placed.iter().copied()));
    answer.extend(used.iter().map(|&used| u64::from(used)));
    Ok(answer)
}

#[test]
fn varyings_are_the_known_answers() {
    let functions = [
        "elements",
        "addresses",
        "span",
        "merge",
        "split",
        "scalar_place",
        "clip_cull",
        "pack",
    ];
    let table = include_str!("../../c_tests/data/varying_known.csv");
    assert_known(table, &functions, |function, given| {
        let given = narrow(given);
        Ok::<_, Error>(match function {
            "elements" => elements(declaration(&given)),
            "addresses" => addresses(declaration(&given)),
            "span" => {
                let span = declaration(&given).span()?;
                wide([span.position, span.component_count, span.slot_count])
            }
            "merge" => merged(&given),
            "split" => {
                let pieces = split(given[0], given[1])?;
                wide(pieces.into_iter().flat_map(|piece| {
                    [piece.slot, piece.write_mask, piece.source, piece.count]
                }))
            }
            "scalar_place" => {
                let [first, address, offset, component] = given[..] else {
                    panic!()
                };
                let place = scalar_place(first, address, offset, component)?;
                wide([place.position])
            }
            "clip_cull" => {
                let both = clip_cull(given[0], given[1])?;
                wide([both.cull_slot, both.cull_component, both.slot_count])
            }
            _ => packed(&given)?,
        })
    });
}

fn float(rows: u32) -> Varying {
    Varying::new(BaseType::Float, rows, 1)
}

fn array(element: Varying, array_length: u32) -> Varying {
    Varying { array_length, ..element }
}

#[test]
fn the_last_component_can_be_used_and_none_beyond() {
    let rules = PackRules {
        flags: PackFlag::GlOrder as u32 | PackFlag::ClassAlign as u32,
        ..PackRules::default()
    };
    let refused = [array(float(4), 31), array(float(1), 5)];
    let (mut positions, mut scratch) = ([7; 2], [0; 2]);
    let mut used = [7; 32];
    assert_eq!(
        pack(&refused, &rules, &mut positions, &mut used, &mut scratch),
        Err(Error::SlotsFull)
    );
    assert_eq!((positions, used), ([7; 2], [7; 32]));
    let rules = PackRules { max_slots: 64, ..rules };
    let (mut positions, mut scratch) = ([7; 256], [0; 256]);
    let mut used = [7; 64];
    let all = [float(1); 256];
    let count = pack(&all, &rules, &mut positions, &mut used, &mut scratch);
    assert_eq!((count, positions[255], used), (Ok(64), 255, [4; 64]));
}

#[test]
fn a_varying_that_a_reserved_slot_cuts_moves_behind_it() {
    let rules = PackRules { reserved_slots: 0b10, ..PackRules::default() };
    let (mut positions, mut scratch) = ([7; 2], [0; 2]);
    let mut used = [7; 32];
    let both = [float(2), float(3)];
    let count = pack(&both, &rules, &mut positions, &mut used, &mut scratch);
    assert_eq!((count, positions), (Ok(3), [0, 8]));
}

#[test]
fn varyings_that_cannot_be_packed_are_refused() {
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
