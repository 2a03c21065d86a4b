// SPDX-License-Identifier: MIT

//! Known items and rings, as written by the shader of a real driver.
//! docs/indirect-draw.md has them as a table.

extern crate std;

use super::*;
use crate::known::{assert_known, narrow, wide};
use std::vec::Vec;

/// Draws with their fields in the order of C.
fn draws(fields: &[u32]) -> IndirectDraw {
    let flag = |place: usize| {
        assert!(fields[place] < 2);
        fields[place] == 1
    };
    IndirectDraw {
        driver: Driver::try_from(fields[0]).unwrap(),
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
    }
}

fn plan_words(plan: Plan) -> Vec<u64> {
    wide([
        plan.mode,
        plan.flags,
        plan.command_words,
        plan.stride,
        plan.max_draw_count,
        plan.chunk_count,
        plan.ring_count,
        plan.commands_offset,
        plan.end_jump_offset,
        plan.ring_size,
        plan.draw_id_offset,
        plan.draw_id_stride,
        plan.draw_id_size,
        plan.base_offset,
    ])
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

fn chunk_words(chunk: Chunk) -> Vec<u64> {
    wide([
        chunk.draw_base,
        chunk.draw_count,
        chunk.size,
        chunk.width,
        chunk.height,
        chunk.draw_id_offset,
    ])
}

fn parameter_words(given: &[u32]) -> Vec<u64> {
    let found =
        Parameters::decode(given[0] == 1, &given[3..], given[1], given[2]);
    let found = found.unwrap();
    let mut words = wide([
        found.vertex_count,
        found.start_vertex,
        found.instance_count,
        found.start_instance,
        found.base_vertex as u32,
    ]);
    words.extend(wide(found.extended));
    words
}

#[test]
fn indirect_draws_are_the_known_answers() {
    let functions =
        ["plan", "item", "chunk", "iterations", "ring", "parameters"];
    let table = include_str!("../../c_tests/data/indirect_draw_known.csv");
    assert_known(table, &functions, |function, given| {
        let given = narrow(given);
        if function == "parameters" {
            return parameter_words(&given);
        }
        let (fields, rest) = given.split_at(18);
        let draws = draws(fields);
        if function == "ring" {
            let capacity = draws.ring_capacity_in(rest[0]).unwrap();
            return wide([draws.ring_size().unwrap(), capacity]);
        }
        let plan = draws.plan().unwrap();
        match function {
            "plan" => plan_words(plan),
            "item" => item_words(plan.item(rest[0], rest[1], rest[2]).unwrap()),
            "chunk" => chunk_words(plan.chunk(rest[0]).unwrap()),
            _ => wide([plan.iterations(rest[0]).unwrap()]),
        }
    });
}

#[test]
fn rings_need_a_plan_for_one_and_known_hardware() {
    assert_eq!(IndirectDraw::new(80).ring_size(), Err(Error::UnknownHardware));
    let ring = plan(120, false, 20, 20_000, true);
    let other = Plan { mode: Mode::InPlace as u32, ..ring };
    assert_eq!(other.iterations(1), Err(Error::NotARing));
    let mocs = IndirectDraw { mocs: 256, ..IndirectDraw::new(125) };
    let mocs = IndirectDraw { max_draw_count: 4, ..mocs };
    assert_eq!(mocs.plan(), Err(Error::MocsRange));
}

/// Draws of a vector: the generation, whether the vertex shader reads base
/// and draw id, the stride, the maximum, and whether they go into a ring.
fn plan(
    version: u32,
    reads_all: bool,
    stride: u32,
    max_draw_count: u32,
    ring: bool,
) -> Plan {
    let draws = IndirectDraw {
        indexed: stride == 20,
        uses_base_instance: reads_all,
        uses_draw_id: reads_all,
        max_draw_count,
        stride,
        ring_threshold: if ring { max_draw_count } else { u32::MAX },
        ..IndirectDraw::new(version)
    };
    draws.plan().expect("the vectors are sound")
}

#[test]
fn rings_have_the_capacity_that_is_asked_for() {
    let draws = IndirectDraw {
        max_draw_count: 1000,
        ring_capacity: 50,
        ..IndirectDraw::new(90)
    };
    let plan = draws.plan().unwrap();
    assert_eq!((plan.ring_count, plan.ring_size), (50, 4096));
    assert_eq!(plan.iterations(1000), Ok(20));
    let none = IndirectDraw { ring_capacity: 0, ..draws };
    assert_eq!(none.plan(), Err(Error::EmptyRing));
    let in_place = IndirectDraw { ring_threshold: 1001, ..none };
    assert!(in_place.plan().is_ok());
    // 32 bytes per draw, and 12 for the jump.
    let largest = (u32::MAX - 4095 - 12) / 32;
    let room = |ring_capacity| IndirectDraw { ring_capacity, ..draws }.plan();
    assert_eq!(room(largest).unwrap().ring_size, 0xFFFF_F000);
    assert_eq!(room(largest + 1), Err(Error::OffsetRange));
    assert_eq!(draws.ring_capacity_in(12 + 31), Ok(0));
    assert_eq!(draws.ring_capacity_in(12 + 32), Ok(1));
    assert_eq!(draws.ring_capacity_in(0), Ok(0));
    let newer = IndirectDraw::new(120);
    assert_eq!(newer.ring_capacity_in(4 + 12 + 39), Ok(0));
    assert_eq!(newer.ring_capacity_in(4 + 12 + 40), Ok(1));
    assert_eq!(draws.ring_capacity_in(u32::MAX), Ok(134_217_727));
    // 36 bytes a draw with its id: 341 of them and the jump are 3 pages.
    let of_iris = |ring_capacity| IndirectDraw {
        driver: Driver::Iris,
        version: 80,
        ring_capacity,
        ..draws
    };
    assert_eq!(of_iris(341).plan().unwrap().ring_size, 3 * 4096);
    assert_eq!(of_iris(342).plan().unwrap().ring_size, 4 * 4096);
    let huge = IndirectDraw { ring_capacity: u32::MAX, ..draws };
    assert_eq!(huge.ring_size(), Err(Error::OffsetRange));
}

#[test]
fn draws_in_place_end_at_16_mib() {
    let draws = |max_draw_count, version| IndirectDraw {
        max_draw_count,
        ring_threshold: u32::MAX,
        ..IndirectDraw::new(version)
    };
    let plan = draws(419_430, 120).plan().unwrap();
    assert_eq!(plan.chunk(1), Err(Error::NoSuchChunk));
    for beyond in [419_431, CHUNK_DRAWS, CHUNK_DRAWS + 1, u32::MAX - 1] {
        let refused = draws(beyond, 120).plan();
        assert_eq!(refused, Err(Error::BatchRange), "{beyond}");
    }
    // 599,186 times 28 are 16,777,208 bytes.
    assert_eq!(draws(599_187, 90).plan(), Err(Error::BatchRange));
}

#[test]
fn strides_below_a_command_are_those_of_a_command() {
    for (indexed, stride, used) in [
        (false, 0, 16),
        (false, 16, 16),
        (false, 17, 17),
        (true, 16, 20),
        (true, 21, 21),
        (true, u32::MAX, u32::MAX),
    ] {
        let draws = IndirectDraw { indexed, stride, ..IndirectDraw::new(110) };
        assert_eq!(draws.plan().unwrap().stride, used);
    }
    let draws = IndirectDraw {
        stride: u32::MAX,
        max_draw_count: u32::MAX,
        ..IndirectDraw::new(110)
    };
    let plan = draws.plan().unwrap();
    let item = plan.item(u32::MAX, u32::MAX - 8191, 8190).unwrap();
    let source = u64::from(u32::MAX - 1) * u64::from(u32::MAX);
    assert_eq!(item.draw.unwrap().source, source);
}

#[test]
fn gfx9_draws_read_their_base_and_id_as_vertex_buffers() {
    let draws = IndirectDraw {
        uses_base_instance: true,
        uses_draw_id: true,
        max_draw_count: 99,
        ..IndirectDraw::new(90)
    };
    let place = draws.plan().unwrap();
    assert_eq!(place.base_offset, 8);
    let id = |plan: Plan, base, item| {
        plan.item(u32::MAX, base, item).unwrap().draw.unwrap().draw_id_offset
    };
    assert_eq!(id(place, 0, 7), Some(28));
    let indexed = IndirectDraw { indexed: true, ..draws };
    assert_eq!(indexed.plan().unwrap().base_offset, 12);
    let ring = IndirectDraw { max_draw_count: 20_000, ..draws };
    let ring = ring.plan().unwrap();
    assert_eq!(id(ring, 8192, 7), Some(64 * 8192 + 12 + 28));
    let without = IndirectDraw { uses_draw_id: false, ..draws };
    assert_eq!(id(without.plan().unwrap(), 0, 7), None);
    let newer = IndirectDraw { version: 110, ..draws }.plan().unwrap();
    assert_eq!(
        (newer.base_offset, newer.draw_id_offset),
        (NO_OFFSET, NO_OFFSET)
    );
    assert_eq!(id(newer, 0, 7), None);
}

#[test]
fn plans_without_a_shader_reserve_nothing() {
    let few = IndirectDraw {
        max_draw_count: 3,
        uses_draw_id: true,
        ..IndirectDraw::new(90)
    };
    let plan = few.plan().unwrap();
    assert_eq!(plan.mode, Mode::Registers as u32);
    assert_eq!((plan.stride, plan.max_draw_count), (16, 3));
    assert_eq!((plan.flags, plan.command_words, plan.ring_size), (0, 0, 0));
    assert_eq!((plan.chunk_count, plan.ring_count), (0, 0));
    assert_eq!(
        (plan.commands_offset, plan.end_jump_offset),
        (NO_OFFSET, NO_OFFSET)
    );
    assert_eq!((plan.draw_id_offset, plan.base_offset), (NO_OFFSET, NO_OFFSET));
    assert_eq!(plan.item(3, 0, 0), Err(Error::NotGenerated));
    assert_eq!(plan.chunk(0), Err(Error::NotInPlace));
    assert_eq!(plan.iterations(3), Err(Error::NotARing));
    let unrolled = IndirectDraw { execute_indirect: true, ..few };
    let mode = unrolled.plan().unwrap().mode;
    assert_eq!(mode, Mode::ExecuteIndirect as u32);
}

#[test]
fn no_draws_need_no_chunk_and_no_ring() {
    let draws =
        IndirectDraw { generate_threshold: 0, ..IndirectDraw::new(120) };
    let plan = draws.plan().unwrap();
    assert_eq!((plan.mode, plan.chunk_count), (Mode::InPlace as u32, 0));
    assert_eq!(plan.chunk(0), Err(Error::NoSuchChunk));
    let ring = IndirectDraw { ring_threshold: 0, ..draws };
    assert_eq!(ring.plan(), Err(Error::EmptyRing));
}

#[test]
fn items_that_no_dispatch_has_are_harmless_or_refused() {
    let place = plan(120, false, 16, 5, false);
    for item in [5, 8191, CHUNK_DRAWS - 1] {
        let written = place.item(9, 0, item).unwrap();
        assert_eq!((written.draw, written.jump), (None, None));
    }
    assert_eq!(place.item(9, 0, CHUNK_DRAWS), Err(Error::NoSuchItem));
    assert_eq!(place.item(9, u32::MAX, 1), Err(Error::DrawRange));
    let ring = plan(120, false, 16, 500, true);
    assert!(ring.item(500, 0, 499).is_ok());
    for item in [500, 8191, u32::MAX] {
        assert_eq!(ring.item(500, 0, item), Err(Error::NoSuchItem));
    }
}

#[test]
fn invalid_plans_are_refused_if_a_result_does_not_fit() {
    let place = plan(90, true, 16, 5, false);
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

#[test]
fn commands_that_are_too_short_or_too_large_are_refused() {
    let decode = Parameters::decode;
    let words = [36, 100, 6, u32::MAX - 1, 7];
    assert_eq!(decode(true, &words[..4], 1, 0), Err(Error::TruncatedCommand));
    assert_eq!(decode(false, &words[..3], 1, 0), Err(Error::TruncatedCommand));
    assert!(decode(false, &words[..4], 1, 0).is_ok());
    assert_eq!(decode(true, &words, 0, 0), Err(Error::ZeroMultiplier));
    let many = [1, 0x8000_0000, 0, 0];
    assert_eq!(decode(false, &many, 2, 0), Err(Error::InstanceRange));
    assert!(decode(false, &many, 1, 0).is_ok());
}
