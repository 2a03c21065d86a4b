// SPDX-License-Identifier: MIT

//! Items and rings that are known: what the shader of a real driver wrote.
//! docs/indirect-draw.md has them as a table.

use super::JumpTarget::{End, Generate};
use super::*;

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
fn items_of_the_known_vectors() {
    let place = |stride, max| plan(125, false, stride, max, false);
    let ring = |max| plan(125, false, 20, max, true);
    let gfx9 = plan(90, true, 16, 4, false);
    for (name, plan, count, base, item, draw, jump) in [
        ("G1", place(16, 5), 5, 0, 4, Some((160, 4, 64)), None),
        ("G2", place(16, 5), 3, 0, 2, Some((80, 2, 32)), Some((End, 120))),
        ("G3", place(16, 5), 3, 0, 3, None, None),
        ("G4", place(16, 5), 0, 0, 0, None, Some((End, 0))),
        ("G5", place(16, 5), 9, 0, 4, Some((160, 4, 64)), None),
        (
            "G6",
            ring(20_000),
            20_000,
            0,
            8191,
            Some((327_640, 8191, 163_820)),
            Some((Generate, 327_680)),
        ),
        (
            "G7",
            ring(20_000),
            20_000,
            16_384,
            3615,
            Some((144_600, 19_999, 399_980)),
            Some((End, 144_640)),
        ),
        ("G8", ring(20_000), 20_000, 16_384, 3616, None, None),
        (
            "G9",
            ring(8192),
            8192,
            0,
            8191,
            Some((327_640, 8191, 163_820)),
            Some((End, 327_680)),
        ),
        ("G10", ring(500), 0, 0, 0, None, Some((End, 0))),
        ("G11", gfx9, 3, 0, 2, Some((128, 2, 32)), Some((End, 192))),
    ] {
        let written = plan.item(count, base, item).expect(name);
        let got = written.draw.map(|d| (d.offset, written.draw_id, d.source));
        assert_eq!(got, draw, "{name}");
        let got = written.jump.map(|jump| (jump.target, jump.offset));
        assert_eq!(got, jump, "{name}");
    }
    assert_eq!(ring(500).ring_count, 500);
    assert_eq!(ring(20_000).ring_count, 8192);
    assert_eq!((gfx9.command_words, ring(500).command_words), (16, 10));
}

#[test]
fn rings_of_the_known_sizes() {
    for version in [110, 120, 125] {
        let plan = plan(version, true, 16, 8192, true);
        assert_eq!(plan.ring_size, 331_776, "{version}");
        assert_eq!(plan.command_words, 10, "{version}");
        assert_eq!(IndirectDraw::new(version).ring_size(), Ok(331_776));
        let begin = if version >= 120 { 4 } else { 0 };
        assert_eq!(plan.commands_offset, begin);
        assert_eq!(plan.end_jump_offset, begin + 327_680);
        assert_eq!(plan.draw_id_offset, NO_OFFSET);
    }
    let gfx9 = |base, draw_id| {
        let draws = IndirectDraw {
            uses_first_vertex: base,
            uses_draw_id: draw_id,
            max_draw_count: 100,
            ..IndirectDraw::new(90)
        };
        let plan = draws.plan().unwrap();
        assert_eq!(plan.commands_offset, 0);
        assert_eq!(plan.end_jump_offset, 400 * plan.command_words);
        assert_eq!(plan.draw_id_offset, 400 * plan.command_words + 12);
        (plan.command_words, plan.ring_size)
    };
    assert_eq!(gfx9(false, false), (7, 266_240));
    assert_eq!(gfx9(true, false), (12, 430_080));
    assert_eq!(gfx9(false, true), (12, 430_080));
    assert_eq!(gfx9(true, true), (16, 561_152));
    assert_eq!(IndirectDraw::new(90).ring_size(), Ok(561_152));
    assert_eq!(IndirectDraw::new(80).ring_size(), Err(Error::UnknownHardware));
}

/// The ring of iris has 128 KiB, and each of its draws an id of 8 bytes.
#[test]
fn rings_of_iris_hold_what_fits() {
    for (version, base, draw_id, words, capacity, offset) in [
        (80, false, false, 7, 3640, 0),
        (90, true, false, 12, 2340, 0),
        (110, false, true, 12, 2340, 0),
        (120, true, true, 16, 1820, 4),
        (300, false, false, 7, 3640, 4),
    ] {
        let draws = IndirectDraw {
            driver: Driver::Iris,
            uses_first_vertex: base,
            uses_draw_id: draw_id,
            indexed: true,
            has_count_buffer: true,
            max_draw_count: 100_000,
            ..IndirectDraw::new(version)
        };
        let found = draws.ring_capacity_in(128 << 10);
        assert_eq!(found, Ok(capacity), "{version}");
        let ring = IndirectDraw { ring_capacity: capacity, ..draws };
        let plan = ring.plan().unwrap();
        assert_eq!(plan.command_words, words);
        assert_eq!((plan.ring_count, plan.ring_size), (capacity, 128 << 10));
        assert_eq!(plan.commands_offset, offset);
        let end = offset + 4 * words * capacity;
        assert_eq!(plan.end_jump_offset, end);
        assert_eq!(plan.draw_id_offset, end + 12);
        assert_eq!(plan.draw_id_stride, 8);
        assert_eq!(plan.base_offset, if base { 12 } else { NO_OFFSET });
        // No bit for a ring or a count: its shader does not look.
        let bits = 1 | u32::from(draw_id) << 2 | u32::from(base) << 3;
        assert_eq!(plan.flags, words << 16 | bits);
        let item = plan.item(100_000, capacity, 2).unwrap();
        let written = item.draw.unwrap();
        let ids = plan.draw_id_offset + 16;
        assert_eq!(written.draw_id_offset, draw_id.then_some(ids));
        assert_eq!(written.source, u64::from(capacity + 2) * 20);
    }
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
    // 32 bytes a draw, and 12 for the jump.
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
fn rings_are_filled_as_often_as_needed() {
    let plan = plan(120, false, 20, 20_000, true);
    for (count, times) in
        [(0, 1), (1, 1), (8192, 1), (8193, 2), (20_000, 3), (u32::MAX, 3)]
    {
        assert_eq!(plan.iterations(count), Ok(times), "{count}");
    }
    let other = Plan { mode: Mode::InPlace as u32, ..plan };
    assert_eq!(other.iterations(1), Err(Error::NotARing));
}

#[test]
fn draws_in_place_end_at_16_mib() {
    let draws = |max_draw_count, version| IndirectDraw {
        max_draw_count,
        ring_threshold: u32::MAX,
        ..IndirectDraw::new(version)
    };
    let plan = draws(419_430, 120).plan().unwrap();
    assert_eq!((plan.chunk_count, plan.draw_id_size), (1, 0));
    let chunk = plan.chunk(0).unwrap();
    assert_eq!(
        chunk,
        Chunk {
            draw_base: 0,
            draw_count: 419_430,
            size: 16_777_200,
            width: 8192,
            height: 52,
            draw_id_offset: NO_OFFSET,
        }
    );
    assert_eq!(plan.chunk(1), Err(Error::NoSuchChunk));
    for beyond in [419_431, CHUNK_DRAWS, CHUNK_DRAWS + 1, u32::MAX - 1] {
        let refused = draws(beyond, 120).plan();
        assert_eq!(refused, Err(Error::BatchRange), "{beyond}");
    }
    // 599,186 times 28 are 16,777,208 bytes.
    let plan = draws(599_186, 90).plan().unwrap();
    assert_eq!((plan.draw_id_offset, plan.draw_id_size), (0, 4 * 599_186));
    assert_eq!(plan.chunk(0).unwrap().draw_id_offset, 0);
    assert_eq!(draws(599_187, 90).plan(), Err(Error::BatchRange));
}

#[test]
fn flags_have_their_bits() {
    let none = IndirectDraw {
        max_draw_count: 4,
        mocs: 0x5A,
        ..IndirectDraw::new(125)
    };
    let all = IndirectDraw {
        indexed: true,
        uses_first_vertex: true,
        uses_draw_id: true,
        predicated: true,
        tiled: true,
        has_count_buffer: true,
        ring_threshold: 4,
        ..none
    };
    let flags = |draws: IndirectDraw| draws.plan().unwrap().flags;
    assert_eq!(flags(none), 0x000A_5A00);
    assert_eq!(flags(all), 0x000A_5A7F);
    for (less, bit) in [
        (IndirectDraw { indexed: false, ..all }, 0x01),
        (IndirectDraw { predicated: false, ..all }, 0x02),
        (IndirectDraw { uses_draw_id: false, ..all }, 0x04),
        (IndirectDraw { uses_first_vertex: false, ..all }, 0x08),
        (IndirectDraw { has_count_buffer: false, ..all }, 0x10),
        (IndirectDraw { ring_threshold: 5, ..all }, 0x20),
        (IndirectDraw { tiled: false, ..all }, 0x40),
    ] {
        assert_eq!(flags(less), 0x000A_5A7F ^ bit, "{bit:#x}");
    }
    assert_eq!(flags(IndirectDraw { version: 90, ..all }), 0x0010_5A7F);
    let mocs = |mocs| IndirectDraw { mocs, ..none }.plan().map(|p| p.flags);
    assert_eq!(mocs(255), Ok(0x000A_FF00));
    assert_eq!(mocs(256), Err(Error::MocsRange));
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
fn no_draws_are_no_chunk_and_no_ring() {
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
fn what_is_no_plan_is_refused_where_it_does_not_fit() {
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
fn commands_become_parameters() {
    let decode = Parameters::decode;
    let words = [36, 100, 6, u32::MAX - 1, 7];
    assert_eq!(
        decode(true, &words, 3, 9),
        Ok(Parameters {
            vertex_count: 36,
            start_vertex: 6,
            instance_count: 300,
            start_instance: 7,
            base_vertex: -2,
            extended: [u32::MAX - 1, 7, 9],
        })
    );
    assert_eq!(
        decode(false, &words, 1, 9),
        Ok(Parameters {
            vertex_count: 36,
            start_vertex: 6,
            instance_count: 100,
            start_instance: u32::MAX - 1,
            base_vertex: 0,
            extended: [6, u32::MAX - 1, 9],
        })
    );
    assert_eq!(decode(true, &words[..4], 1, 0), Err(Error::TruncatedCommand));
    assert_eq!(decode(false, &words[..3], 1, 0), Err(Error::TruncatedCommand));
    assert!(decode(false, &words[..4], 1, 0).is_ok());
    assert_eq!(decode(true, &words, 0, 0), Err(Error::ZeroMultiplier));
    let many = [1, 0x8000_0000, 0, 0];
    assert_eq!(decode(false, &many, 2, 0), Err(Error::InstanceRange));
    assert!(decode(false, &many, 1, 0).is_ok());
}
