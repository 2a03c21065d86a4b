// SPDX-License-Identifier: MIT

//! Known answers of varyings: the examples of the public document, and results
//! of a real linker.
//!
//! Source: docs/reference/varying.md, "The packer".

use crate::rows::{
    arguments, array, known_answers, named, output, results, written, Answer,
    Given,
};
use core::ffi::CStr;
use dral::ffi::modules::varying::*;
use dral::modules::varying::*;
use std::vec;

arguments! {
    Declaration {
        semantic, semantic_index, first_component, first, last,
        component_count; array_id: 0
    }
    Varying {
        base_type, rows, columns, array_length, interpolation, centroid,
        sample, patch
    }
}

results! {
    Place { position, slot, component }
    Span { position, component_count, slot_count }
    Piece { slot, write_mask, source, count }
    ClipCull { cull_slot, cull_component, slot_count }
}

/// Given flags, reserved slots, slots and varyings: the slots used, the
/// positions, and the components used of each slot.
fn packed(given: &mut Given) -> Answer {
    let flags = given.take();
    let (reserved, slots) = given.take();
    let (varyings, count) = given.rest();
    let (mut positions, mut scratch) = (vec![0; count], vec![0; count]);
    let mut used = vec![0; slots as usize];
    // SAFETY: the arrays have these lengths.
    let slots_used = written(|out| unsafe {
        dral_varying_pack(
            varyings,
            count,
            flags,
            reserved,
            slots,
            positions.as_mut_ptr(),
            used.as_mut_ptr(),
            out,
            scratch.as_mut_ptr(),
        )
    })?;
    let slots_used: u32 = slots_used;
    Ok(named! { slots_used: slots_used, positions: positions, used: used })
}

known_answers! {
    varyings_are_the_known_answers,
    "varying", given, out;
    "position_place" => {
        Ok(output(&dral_varying_position_place(given.take())))
    },
    "address": u32 => dral_varying_address(given.take(), given.take(), out),
    "scalar_place": Place => {
        let [first, address, offset, component] = given.take();
        dral_varying_scalar_place(first, address, offset, component, out)
    },
    "place": Place => {
        let declaration = given.take();
        let [element, component] = given.take();
        dral_varying_declaration_place(Some(&declaration), element, component, out)
    },
    "span": Span => dral_varying_declaration_span(Some(&given.take()), out),
    "merge": Span => {
        let (declarations, count) = given.rest();
        dral_varying_declarations_merge(declarations, count, out)
    },
    "overlap": u32 => {
        dral_varying_declarations_overlap(Some(&given.take()), Some(&given.take()), out)
    },
    "split": [Piece; 2] => {
        dral_varying_split(given.take(), given.take(), array(out))
    },
    "clip_cull": ClipCull => {
        dral_varying_clip_cull_place(given.take(), given.take(), out)
    },
    "component_count": u32 => {
        dral_varying_component_count(Some(&given.take()), given.take(), out)
    },
    "pack" => packed(given),
    // A declaration and a form: the length of its text, which text.rs checks.
    "text": usize => {
        let (declaration, form) = (given.take(), given.take());
        let mut text = [0; DRAL_VARYING_TEXT_SIZE as usize];
        let (to, capacity) = (text.as_mut_ptr(), text.len());
        let declaration = Some(&declaration);
        dral_varying_declaration_text(declaration, form, to, capacity, out)
    },
    "nvc0_address": u32 => {
        let [semantic, index, output] = given.take();
        dral_varying_nvc0_address(semantic, index, output, out)
    },
}

#[test]
fn every_text_fits_its_size() {
    let mut text = [0; DRAL_VARYING_TEXT_SIZE as usize];
    let mut longest = 0;
    for (semantic, form) in (0..=20).flat_map(|s| [(s, 0), (s, 1), (s, 2)]) {
        // Only a low index lets the registers be counted.
        let is_vector = form == 1;
        let declaration = Declaration {
            semantic,
            semantic_index: if is_vector { 1_000_000_000 } else { u32::MAX },
            first_component: if form == 0 { 3 } else { 0 },
            first: u32::MAX - if is_vector { 2 } else { 1 },
            last: u32::MAX,
            component_count: 3,
            array_id: u32::MAX,
        };
        let (capacity, to) = (text.len(), text.as_mut_ptr());
        // SAFETY: `text` has this length.
        let length = written(|out| unsafe {
            dral_varying_declaration_text(
                Some(&declaration),
                form,
                to,
                capacity,
                out,
            )
        });
        // SAFETY: a text ends with 0.
        let written = unsafe { CStr::from_ptr(text.as_ptr()) };
        assert_eq!(length, Ok(written.count_bytes()), "{written:?}");
        longest = longest.max(written.count_bytes());
    }
    assert!(longest > 80);
}
