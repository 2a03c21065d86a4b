// SPDX-License-Identifier: MIT

//! The examples of the public document, and results of a real linker.
//!
//! Source: docs/varying.md, "Examples".

extern crate std;

use super::*;
use crate::known::{assert_known, fields, narrow, take, wide};
use std::vec::Vec;

fn declaration(fields: &[u32]) -> Declaration {
    let mut fields = fields.iter().copied();
    take! {
        fields, Declaration { array_id: 0 }, semantic, semantic_index,
        first_component, first, last, component_count
    }
}

/// The positions of all components, element by element.
fn elements(declaration: Declaration) -> Vec<u64> {
    let count = declaration.last - declaration.first + 1;
    let places = (0..count).flat_map(|element| {
        (0..declaration.component_count).map(move |component| {
            declaration.place(element, component).unwrap().position
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

/// Given flags, reserved slots, slots, and base type, rows, columns, array
/// length and interpolation of each varying: the slots used, the positions
/// and the components used of each slot.
fn packed(given: &[u64]) -> Result<Vec<u64>, Error> {
    let fields = narrow(&given[3..]);
    let varyings: Vec<_> = fields
        .chunks(5)
        .map(|fields| varying(&[fields, &[0; 3]].concat()))
        .collect();
    let rules = PackRules {
        flags: given[0] as u32,
        reserved_slots: given[1],
        max_slots: given[2] as u32,
    };
    let (mut positions, mut scratch) = ([u32::MAX; 6], [u32::MAX; 6]);
    let mut used = [u8::MAX; 65];
    let packed =
        pack(&varyings, &rules, &mut positions, &mut used, &mut scratch);
    let written = if packed.is_ok() { varyings.len() } else { 0 };
    let (placed, rest) = positions.split_at(written);
    assert!(rest.iter().all(|&position| position == u32::MAX));
    let written = if packed.is_ok() { rules.max_slots as usize } else { 0 };
    let (used, rest) = used.split_at(written);
    assert!(rest.iter().all(|&used| used == u8::MAX));
    let mut answer = wide([packed?]);
    answer.extend(wide(placed.iter().copied()));
    answer.extend(used.iter().map(|&used| u64::from(used)));
    Ok(answer)
}

fn varying(fields: &[u32]) -> Varying {
    let mut fields = fields.iter().copied();
    take! {
        fields, Varying {}, base_type, rows, columns, array_length,
        interpolation, centroid, sample, patch
    }
}

/// A place in one call is a position in the table.
fn position(place: Place) -> Vec<u64> {
    assert_eq!(place, Place::at(place.position));
    wide([place.position])
}

fn answer(function: &str, words: &[u64]) -> Result<Vec<u64>, Error> {
    if function == "pack" {
        return packed(words);
    }
    let given = narrow(words);
    Ok(match (function, &given[..]) {
        ("elements", _) => elements(declaration(&given)),
        ("addresses", _) => addresses(declaration(&given)),
        ("span", _) => fields(&declaration(&given).span()?),
        ("merge", _) => {
            let all: Vec<_> = given.chunks(6).map(declaration).collect();
            fields(&merge(&all)?)
        }
        ("overlap", _) => {
            let (one, two) = given.split_at(6);
            let overlap = declaration(one).overlaps(&declaration(two))?;
            wide([overlap.into()])
        }
        ("place", &[.., element, component]) => {
            position(declaration(&given[..6]).place(element, component)?)
        }
        ("element_place", &[location, first, count, element, component]) => {
            position(element_place(location, first, count, element, component)?)
        }
        ("scalar_place", &[first, address, offset, component]) => {
            position(scalar_place(first, address, offset, component)?)
        }
        ("address", &[base, position]) => wide([address(base, position)?]),
        ("nvc0_address", &[semantic, index, output]) => {
            let semantic = Semantic::try_from(semantic)?;
            let output = match output {
                0 | 1 => output == 1,
                _ => return Err(Error::UnknownFlag),
            };
            wide([nvc0_address(semantic, index, output)?])
        }
        ("split", &[position, count]) => fields(&split(position, count)?),
        ("clip_cull", &[clip, cull]) => fields(&clip_cull(clip, cull)?),
        ("component_count", [fields @ .., position]) => {
            wide([varying(fields).component_count(*position)?])
        }
        _ => panic!("unknown function: {function}, or other words"),
    })
}

#[test]
fn varyings_are_the_known_answers() {
    let table = include_str!("../../c_tests/data/varying_known.csv");
    assert_known(table, answer);
}

/// As many as components, which the C tests do not pack.
#[test]
fn every_component_can_have_a_varying() {
    let rules = PackRules { max_slots: 64, ..PackRules::default() };
    let (mut positions, mut scratch) = ([7; 256], [0; 256]);
    let mut used = [7; 64];
    let all = [Varying::new(BaseType::Float, 1, 1); 256];
    let count = pack(&all, &rules, &mut positions, &mut used, &mut scratch);
    assert_eq!((count, positions[255], used), (Ok(64), 255, [4; 64]));
    for (positions, used, scratch) in
        [(255, 64, 256), (256, 63, 256), (256, 64, 255)]
    {
        let (positions, used) =
            (&mut [7; 256][..positions], &mut [7; 64][..used]);
        let refused =
            pack(&all, &rules, positions, used, &mut [7; 256][..scratch]);
        assert_eq!(refused, Err(Error::OutputFull));
        assert!(positions.iter().all(|&position| position == 7));
        assert!(used.iter().all(|&used| used == 7));
    }
}
