// SPDX-License-Identifier: MIT

//! The rows of indirect_draw_known.csv, among them items and rings that the
//! shader of a real driver wrote (docs/indirect-draw.md), and invalid plans.

extern crate std;

use super::*;
use crate::known::{assert_known, fields, narrow, wide};
use std::vec::Vec;

/// Draws with their fields in the order of C.
fn draws(fields: &[u32]) -> Result<IndirectDraw, Error> {
    let flag = |place: usize| {
        assert!(fields[place] < 2);
        fields[place] == 1
    };
    Ok(IndirectDraw {
        driver: Driver::try_from(fields[0])?,
        version: fields[1],
        indexed: flag(2),
        uses_first_vertex: flag(3),
        uses_base_instance: flag(4),
        uses_draw_id: flag(5),
        predicated: flag(6),
        tiled: flag(7),
        has_count_buffer: flag(8),
        mocs: fields[9],
        max_draw_count: fields[10],
        stride: fields[11],
        generate_threshold: fields[12],
        ring_threshold: fields[13],
        ring_capacity: fields[14],
        protected: flag(15),
        tessellation_workaround: flag(16),
        execute_indirect: flag(17),
    })
}

/// Offset, id, offset of the id and source of the draw, target and offset of
/// the jump.
fn item_words(item: Item) -> Vec<u64> {
    let (offset, source) =
        item.draw.map_or((NO_OFFSET, 0), |draw| (draw.offset, draw.source));
    let id_offset = item.draw.and_then(|draw| draw.draw_id_offset);
    let (target, jump) = item
        .jump
        .map_or((0, NO_OFFSET), |jump| (jump.target as u32, jump.offset));
    let id_offset = id_offset.unwrap_or(NO_OFFSET);
    let mut words = wide([offset, item.draw_id, id_offset]);
    words.push(source);
    words.extend(wide([target, jump]));
    words
}

#[test]
fn indirect_draws_are_the_known_answers() {
    let table = include_str!("../../c_tests/data/indirect_draw_known.csv");
    assert_known(table, |function, given| {
        let given = narrow(given);
        if function == "parameters" {
            let [indexed, multiplier, id, command @ ..] = &given[..] else {
                panic!()
            };
            let indexed = *indexed == 1;
            return Ok::<_, Error>(fields(&Parameters::decode(
                indexed,
                command,
                *multiplier,
                *id,
            )?));
        }
        let (draw, rest) = given.split_at(18);
        let draws = draws(draw)?;
        if function == "ring" {
            let size = draws.ring_size()?;
            return Ok(wide([size, draws.ring_capacity_in(rest[0])?]));
        }
        let plan = draws.plan()?;
        Ok(match function {
            "plan" => fields(&plan),
            "item" => item_words(plan.item(rest[0], rest[1], rest[2])?),
            "chunk" => fields(&plan.chunk(rest[0])?),
            "iterations" => wide([plan.iterations(rest[0])?]),
            _ => panic!("unknown function: {function}"),
        })
    });
}

#[test]
fn invalid_plans_are_refused_if_a_result_does_not_fit() {
    let draws = IndirectDraw {
        uses_base_instance: true,
        uses_draw_id: true,
        max_draw_count: 5,
        ..IndirectDraw::new(90)
    };
    let place = draws.plan().unwrap();
    let other = Plan { ring_count: 5, ..place };
    assert_eq!(other.iterations(1), Err(Error::NotARing));
    let wide = Plan { command_words: u32::MAX, ..place };
    assert_eq!(wide.chunk(0), Err(Error::BatchRange));
    assert_eq!(wide.item(5, 0, 4), Err(Error::OffsetRange));
    let far = Plan { draw_id_offset: u32::MAX - 3, ..place };
    assert_eq!(far.item(5, 0, 1), Err(Error::OffsetRange));
    let many = Plan { max_draw_count: u32::MAX, ..far };
    assert_eq!(many.chunk(0), Err(Error::BatchRange));
    let long = Plan { max_draw_count: u32::MAX, command_words: 0, ..far };
    assert_eq!(long.chunk(0).map(|chunk| chunk.size), Ok(0));
    assert_eq!(long.chunk(1), Err(Error::OffsetRange));
    assert_eq!(long.chunk(64), Err(Error::NoSuchChunk));
    let unknown = Plan { mode: 4, ..place };
    assert_eq!(unknown.item(5, 0, 0), Err(Error::NotGenerated));
    let hollow = Plan { mode: Mode::Ring as u32, ..place };
    assert_eq!(hollow.iterations(5), Err(Error::NotARing));
    assert_eq!(hollow.item(5, 0, 0), Err(Error::NoSuchItem));
    let largest = Plan { ring_count: u32::MAX, ..hollow };
    assert_eq!(largest.item(0, 0, u32::MAX - 1), Err(Error::OffsetRange));
}
