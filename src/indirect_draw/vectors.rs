// SPDX-License-Identifier: MIT

//! The rows of indirect_draw_known.csv, among them items and rings that the
//! shader of a real driver wrote (docs/indirect-draw.md), and invalid plans.

use super::*;
use crate::known::{arguments, known_answers};
use std::vec::Vec;

type Given = crate::known::Given<Error>;

arguments! {
    Error: Driver;
    IndirectDraw {
        driver, version, indexed, uses_first_vertex, uses_base_instance,
        uses_draw_id, predicated, tiled, has_count_buffer, mocs,
        max_draw_count, stride, generate_threshold, ring_threshold,
        ring_capacity, protected, tessellation_workaround, execute_indirect
    }
}

/// Offset, id, offset of the id and source of the draw, target and offset of
/// the jump.
fn item_words(item: Item) -> ([u32; 3], u64, [u32; 2]) {
    let (offset, source) =
        item.draw.map_or((NO_OFFSET, 0), |draw| (draw.offset, draw.source));
    let id_offset = item.draw.and_then(|draw| draw.draw_id_offset);
    let jump = item
        .jump
        .map_or([0, NO_OFFSET], |jump| [jump.target as u32, jump.offset]);
    ([offset, item.draw_id, id_offset.unwrap_or(NO_OFFSET)], source, jump)
}

fn plan(given: &mut Given) -> Result<Plan, Error> {
    given.take::<IndirectDraw>()?.plan()
}

known_answers! {
    indirect_draws_are_the_known_answers,
    "../../c_tests/data/indirect_draw_known.csv", given: Error;
    "parameters" => {
        let indexed = given.take()?;
        let [multiplier, id] = given.take()?;
        let command: Vec<u32> = given.take()?;
        Parameters::decode(indexed, &command, multiplier, id)?
    },
    "ring" => {
        let draws: IndirectDraw = given.take()?;
        [draws.ring_size()?, draws.ring_capacity_in(given.take()?)?]
    },
    "plan" => plan(given)?,
    "item" => {
        let plan = plan(given)?;
        let [count, base, item] = given.take()?;
        item_words(plan.item(count, base, item)?)
    },
    "chunk" => plan(given)?.chunk(given.take()?)?,
    "iterations" => plan(given)?.iterations(given.take()?)?,
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
