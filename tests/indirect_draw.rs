// SPDX-License-Identifier: MIT

//! What must hold for every indirect draw, plan and command.

#![cfg(feature = "indirect-draw")]

use dral::indirect_draw::*;
use proptest::prelude::*;

/// Versions of every generation.
const VERSIONS: [u32; 6] = [80, 90, 110, 120, 125, 200];

prop_compose! {
    /// Draws of which a shader generates each.
    fn generated(ring: bool)(
        of_iris: bool,
        version in prop::sample::select(&VERSIONS),
        ring_capacity in prop_oneof![
            4 => Just(RING_DRAWS),
            2 => 1u32..100,
            1 => 1u32..20_000,
        ],
        flags in any::<[bool; 7]>(),
        mocs in 0u32..256,
        max_draw_count in prop_oneof![
            8 => 1u32..50,
            4 => 1u32..1000,
            1 => 8100u32..8300,
            1 => 8192u32..30_000,
        ],
        stride in prop_oneof![0u32..64, any::<u32>()],
    ) -> IndirectDraw {
        let [indexed, first, instance, draw_id, predicated, tiled, counted] =
            flags;
        // In place, and on other hardware, there is ANV alone.
        let (driver, version) = match (ring && of_iris, version) {
            (true, version) => (Driver::Iris, version),
            (false, 80) => (Driver::Anv, 90),
            (false, version) => (Driver::Anv, version),
        };
        IndirectDraw {
            driver,
            ring_capacity,
            indexed,
            uses_first_vertex: first,
            uses_base_instance: instance,
            uses_draw_id: draw_id,
            predicated,
            tiled,
            has_count_buffer: counted,
            mocs,
            max_draw_count,
            stride,
            generate_threshold: 0,
            ring_threshold: if ring { 0 } else { u32::MAX },
            ..IndirectDraw::new(version)
        }
    }
}

/// A count for a maximum: any, but often at a limit.
fn count(kind: u32, number: u32, max: u32) -> u32 {
    match kind {
        0 => 0,
        1 => max,
        2 => max - 1,
        3 => number,
        _ => number % (max + 2),
    }
}

/// What a slot of a chunk or ring holds.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Slot {
    Empty,
    Draw(u32),
    Jump(JumpTarget),
}

/// Runs the items of a dispatch, last first.
fn dispatch(
    plan: &Plan,
    slots: &mut [Slot],
    count: u32,
    draw_base: u32,
    items: u32,
) -> Result<(), TestCaseError> {
    let size = 4 * plan.command_words;
    for item in (0..items).rev() {
        let written = plan.item(count, draw_base, item).unwrap();
        prop_assert_eq!(written.draw_id, draw_base + item);
        if let Some(draw) = written.draw {
            prop_assert_eq!(draw.offset, item * size);
            prop_assert_eq!(
                draw.source,
                u64::from(written.draw_id) * u64::from(plan.stride)
            );
            slots[item as usize] = Slot::Draw(written.draw_id);
        }
        if let Some(jump) = written.jump {
            prop_assert_eq!(jump.offset % size, 0);
            let place = (jump.offset / size) as usize;
            slots[place] = Slot::Jump(jump.target);
        }
    }
    Ok(())
}

/// Executes slots; the jump that ends them, if one does.
fn execute(slots: &[Slot], ran: &mut Vec<u32>) -> Option<JumpTarget> {
    for slot in slots {
        match *slot {
            Slot::Empty => {}
            Slot::Draw(id) => ran.push(id),
            Slot::Jump(target) => return Some(target),
        }
    }
    None
}

fn assert_all_ran(ran: &[u32], expected: u32) -> Result<(), TestCaseError> {
    prop_assert!(ran.iter().copied().eq(0..expected), "{:?}", ran.len());
    Ok(())
}

proptest! {
    #[test]
    fn draws_in_place_run_once_in_order(
        draws in generated(false),
        kind in 0u32..8,
        number: u32,
    ) {
        let plan = draws.plan().unwrap();
        prop_assert_eq!(plan.mode, Mode::InPlace as u32);
        prop_assert_eq!(plan.chunk_count, 1);
        let chunk = plan.chunk(0).unwrap();
        prop_assert_eq!(chunk.draw_count, draws.max_draw_count);
        prop_assert_eq!(chunk.size, 4 * plan.command_words * chunk.draw_count);
        let items = chunk.width * chunk.height;
        prop_assert!(items >= chunk.draw_count);
        prop_assert!(items - chunk.draw_count < DISPATCH_WIDTH);
        let count = count(kind, number, draws.max_draw_count);
        let mut slots = vec![Slot::Empty; chunk.draw_count as usize];
        dispatch(&plan, &mut slots, count, 0, items)?;
        let mut ran = Vec::new();
        let exit = execute(&slots, &mut ran);
        let full = count >= draws.max_draw_count;
        prop_assert_eq!(exit, (!full).then_some(JumpTarget::End));
        assert_all_ran(&ran, count.min(draws.max_draw_count))?;
    }

    #[test]
    fn draws_in_a_ring_run_once_in_order(
        draws in generated(true),
        kind in 0u32..8,
        number: u32,
    ) {
        let plan = draws.plan().unwrap();
        prop_assert_eq!(plan.mode, Mode::Ring as u32);
        let count = count(kind, number, draws.max_draw_count);
        let iterations = plan.iterations(count).unwrap();
        // The last slot is that of the jump behind all draws.
        let mut slots = vec![Slot::Empty; plan.ring_count as usize + 1];
        let mut ran = Vec::new();
        for filling in 1..=iterations {
            let draw_base = (filling - 1) * plan.ring_count;
            dispatch(&plan, &mut slots, count, draw_base, plan.ring_count)?;
            let expected = if filling < iterations {
                JumpTarget::Generate
            } else {
                JumpTarget::End
            };
            prop_assert_eq!(execute(&slots, &mut ran), Some(expected));
        }
        assert_all_ran(&ran, count.min(draws.max_draw_count))?;
    }

    /// What lies in a ring lies there one behind the other, and one ring
    /// serves every pipeline.
    #[test]
    fn rings_have_room_for_all_they_hold(draws in generated(true)) {
        let plan = draws.plan().unwrap();
        let size = 4 * plan.command_words;
        let count = draws.max_draw_count.min(draws.ring_capacity);
        prop_assert_eq!(plan.ring_count, count);
        let end = plan.commands_offset + plan.ring_count * size;
        prop_assert_eq!(plan.end_jump_offset, end);
        let mut used = end + JUMP_SIZE;
        let id_size = match (draws.driver, draws.version) {
            (Driver::Iris, _) => 8,
            (Driver::Anv, 90) => 4,
            (Driver::Anv, _) => 0,
        };
        prop_assert_eq!(plan.draw_id_stride, id_size);
        if id_size > 0 {
            prop_assert_eq!(plan.draw_id_offset, used);
            used += id_size * plan.ring_count;
        } else {
            prop_assert_eq!(plan.draw_id_offset, NO_OFFSET);
        }
        prop_assert!(used <= plan.ring_size);
        prop_assert_eq!(plan.ring_size % 4096, 0);
        prop_assert!(plan.ring_size <= draws.ring_size().unwrap());
        // The capacity of that ring is the one that it was made for, or what
        // its last page has room for beyond.
        let capacity = draws.ring_capacity_in(plan.ring_size).unwrap();
        prop_assert!(capacity >= draws.ring_capacity);
        let spare = (capacity - draws.ring_capacity) * (size + id_size);
        prop_assert!(spare < 4096);
    }

    /// Whatever a plan holds: an answer or an error, never a wrap.
    #[test]
    fn any_plan_has_an_answer(
        mode in 0u32..5,
        numbers in any::<[u32; 13]>(),
        shifts in prop::collection::vec(0u32..32, 13),
        count: u32,
        base: u32,
        item: u32,
        index in 0u32..70,
    ) {
        let mut fields = numbers.iter().zip(shifts).map(|(n, by)| n >> by);
        let mut next = || fields.next().unwrap();
        let plan = Plan {
            mode,
            flags: next(),
            command_words: next(),
            stride: next(),
            max_draw_count: next(),
            chunk_count: next(),
            ring_count: next(),
            commands_offset: next(),
            end_jump_offset: next(),
            ring_size: next(),
            draw_id_offset: next(),
            draw_id_stride: next(),
            draw_id_size: next(),
            base_offset: next(),
        };
        if let Ok(chunk) = plan.chunk(index) {
            prop_assert_eq!(mode, Mode::InPlace as u32);
            prop_assert!(chunk.size <= MAX_CHUNK_SIZE);
            let end = chunk.draw_base.checked_add(chunk.draw_count);
            prop_assert!(end.unwrap() <= plan.max_draw_count);
        }
        if let Ok(iterations) = plan.iterations(count) {
            prop_assert_eq!(mode, Mode::Ring as u32);
            let room = u64::from(iterations) * u64::from(plan.ring_count);
            prop_assert!(room >= u64::from(count.min(plan.max_draw_count)));
        }
        for item in [item, item % 1000] {
            let Ok(written) = plan.item(count, base, item) else { continue };
            prop_assert!(matches!(mode, 2 | 3));
            let bytes = 4 * u64::from(plan.command_words);
            if let Some(draw) = written.draw {
                let offset = u64::from(item) * bytes;
                prop_assert_eq!(u64::from(draw.offset), offset);
                prop_assert!(written.draw_id < count);
            }
        }
    }

    #[test]
    fn commands_decode_to_what_they_say(
        words in any::<[u32; 5]>(),
        indexed: bool,
        multiplier in 1u32..7,
        draw_id: u32,
    ) {
        let decoded =
            Parameters::decode(indexed, &words, multiplier, draw_id);
        let instances = u64::from(words[1]) * u64::from(multiplier);
        let Ok(instance_count) = u32::try_from(instances) else {
            prop_assert_eq!(decoded, Err(Error::InstanceRange));
            return Ok(());
        };
        let decoded = decoded.unwrap();
        prop_assert_eq!(decoded.vertex_count, words[0]);
        prop_assert_eq!(decoded.instance_count, instance_count);
        prop_assert_eq!(decoded.start_vertex, words[2]);
        let (base, first, instance) = if indexed {
            (words[3] as i32, words[3], words[4])
        } else {
            (0, words[2], words[3])
        };
        prop_assert_eq!(decoded.base_vertex, base);
        prop_assert_eq!(decoded.start_instance, instance);
        prop_assert_eq!(decoded.extended, [first, instance, draw_id]);
    }
}
