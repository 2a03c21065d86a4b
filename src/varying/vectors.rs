// SPDX-License-Identifier: MIT

//! The examples of the public document, and results of a real linker.
//!
//! Source: docs/varying.md, "Examples".

use super::*;
use crate::known::{arguments, known_answers, numbers};
use std::vec::Vec;

type Given = crate::known::Given<Error>;

arguments! {
    Error: Semantic;
    Declaration {
        semantic, semantic_index, first_component, first, last,
        component_count; array_id: 0
    }
    Varying {
        base_type, rows, columns, array_length, interpolation, centroid,
        sample, patch
    }
}

/// The positions of all components, element by element.
fn elements(declaration: Declaration) -> Vec<u32> {
    let count = declaration.last - declaration.first + 1;
    let places = (0..count).flat_map(|element| {
        (0..declaration.component_count).map(move |component| {
            declaration.place(element, component).unwrap().position
        })
    });
    places.collect()
}

/// The addresses of the elements in nvc0.
fn addresses(declaration: Declaration) -> Vec<u32> {
    let semantic = Semantic::try_from(declaration.semantic).unwrap();
    let base = nvc0_address(semantic, 0, true).unwrap();
    let elements = 0..=declaration.last - declaration.first;
    let addresses = elements.map(|element| {
        let place = declaration.place(element, 0).unwrap();
        address(base, place.position).unwrap()
    });
    addresses.collect()
}

/// Given flags, reserved slots, slots, and base type, rows, columns, array
/// length and interpolation of each varying: the slots used, the positions
/// and the components used of each slot.
fn packed(given: &mut Given) -> Result<Vec<u64>, Error> {
    let rules = PackRules {
        flags: given.take()?,
        reserved_slots: given.take()?,
        max_slots: given.take()?,
    };
    let fields: Vec<[u32; 5]> = given.take()?;
    let varyings = fields.into_iter().map(
        |[base_type, rows, columns, array_length, interpolation]| Varying {
            base_type,
            rows,
            columns,
            array_length,
            interpolation,
            ..Varying::new(BaseType::Float, 1, 1)
        },
    );
    let varyings: Vec<_> = varyings.collect();
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
    Ok(numbers(&(packed?, placed, used)))
}

/// A place in one call is a position in the table.
fn position(place: Place) -> u32 {
    assert_eq!(place, Place::at(place.position));
    place.position
}

known_answers! {
    varyings_are_the_known_answers,
    "../../c_tests/data/varying_known.csv", given: Error;
    "pack" => packed(given)?,
    "elements" => elements(given.take::<Declaration>()?),
    "addresses" => addresses(given.take::<Declaration>()?),
    "span" => given.take::<Declaration>()?.span()?,
    "merge" => merge(&given.take::<Vec<_>>()?)?,
    "overlap" => {
        u32::from(given.take::<Declaration>()?.overlaps(&given.take()?)?)
    },
    "place" => {
        let declaration: Declaration = given.take()?;
        position(declaration.place(given.take()?, given.take()?)?)
    },
    "element_place" => {
        let [location, first, count, element, component] = given.take()?;
        position(element_place(location, first, count, element, component)?)
    },
    "scalar_place" => {
        let [first, address, offset, component] = given.take()?;
        position(scalar_place(first, address, offset, component)?)
    },
    "address" => address(given.take()?, given.take()?)?,
    "nvc0_address" => {
        let (semantic, index) = (given.take()?, given.take()?);
        let output = match given.take()? {
            0 => false,
            1 => true,
            2u32.. => return Err(Error::UnknownFlag),
        };
        nvc0_address(semantic, index, output)?
    },
    "split" => split(given.take()?, given.take()?)?,
    "clip_cull" => clip_cull(given.take()?, given.take()?)?,
    "component_count" => {
        given.take::<Varying>()?.component_count(given.take()?)?
    },
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
