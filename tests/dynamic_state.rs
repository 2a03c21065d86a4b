// SPDX-License-Identifier: MIT

//! What must hold for all changes on all devices, tried on random ones.

#![cfg(feature = "dynamic-state")]

use dral::dynamic_state::{
    differs, dynamic_states, vulkan_names, Command, Commands, Device,
    Instruction, Instructions, Site, State, States,
};
use proptest::prelude::*;

prop_compose! {
    fn device()(
        version in prop::sample::select(Device::versions().to_vec()),
        features in 0u32..0x100,
    ) -> Device {
        Device::new(version, features).expect("both are known")
    }
}

fn states() -> impl Strategy<Value = States> {
    prop::collection::vec(0u32..62, 0..9).prop_map(|numbers| {
        let states = numbers.into_iter().map(State::try_from);
        states.collect::<Result<_, _>>().expect("they are known")
    })
}

fn commands() -> impl Strategy<Value = Commands> {
    prop::collection::vec(0u32..10, 0..4).prop_map(|numbers| {
        let commands = numbers.into_iter().map(Command::try_from);
        commands.collect::<Result<_, _>>().expect("they are known")
    })
}

fn instruction() -> impl Strategy<Value = Instruction> {
    (0u32..55)
        .prop_map(|number| Instruction::try_from(number).expect("it is known"))
}

fn is_subset(small: Instructions, large: Instructions) -> bool {
    small.union(large) == large
}

proptest! {
    #[test]
    fn more_changes_emit_no_less(
        device in device(),
        (states, more_states) in (states(), states()),
        (commands, more_commands) in (commands(), commands()),
    ) {
        let few = device.emitted(states, commands);
        let many = device.emitted(
            states.union(more_states),
            commands.union(more_commands),
        );
        prop_assert!(is_subset(few, many));
    }

    #[test]
    fn every_emitted_instruction_has_a_reason_and_no_other_has(
        device in device(),
        states in states(),
        commands in commands(),
    ) {
        let emitted = device.emitted(states, commands);
        for instruction in Instructions::ALL.iter() {
            let triggers = device.triggers(instruction);
            let of = device.accompanied(instruction).intersection(emitted);
            let reason = !triggers.0.intersection(states).is_empty()
                || !triggers.1.intersection(commands).is_empty()
                || !of.is_empty();
            prop_assert_eq!(emitted.contains(instruction), reason);
        }
    }

    #[test]
    fn what_the_draw_packs_is_dirty_at_the_first_draw(
        device in device(),
        states in states(),
        commands in commands(),
    ) {
        // Each of these needs an extension, hardware that has it, or a
        // command that brings it.
        let optional = [
            Instruction::IndexBuffer,
            Instruction::SamplePattern,
            Instruction::Cps,
        ];
        let emitted = device.emitted(states, commands);
        let missing = emitted
            .iter()
            .filter(|i| !device.initial().contains(*i))
            .filter(|i| !optional.contains(i));
        prop_assert_eq!(missing.count(), 0);
    }

    #[test]
    fn companions_are_added_and_nothing_else(
        device in device(),
        bits in 0u64..1 << 55,
    ) {
        let given = Instructions::try_from(bits).expect("55 bits");
        let closed = device.with_companions(given);
        prop_assert!(is_subset(given, closed));
        prop_assert_eq!(device.with_companions(closed), closed);
        for added in closed.iter().filter(|i| !given.contains(*i)) {
            let of = device.accompanied(added);
            prop_assert!(!of.intersection(closed).is_empty());
        }
    }

    #[test]
    fn lists_of_dynamic_states_do_not_depend_on_their_order(
        mut places in prop::collection::vec(0usize..56, 0..12),
    ) {
        let all: Vec<u32> = vulkan_names().map(|(_, n)| n).collect();
        let list = |places: &[usize]| -> Vec<u32> {
            places.iter().map(|&place| all[place]).collect()
        };
        let states = dynamic_states(&list(&places));
        places.sort_unstable();
        prop_assert_eq!(dynamic_states(&list(&places)), states);
        places.dedup();
        prop_assert_eq!(dynamic_states(&list(&places)), states);
    }

    #[test]
    fn other_numbers_are_no_dynamic_states(
        any: u32,
        place in 0usize..56,
        by in -20i32..20,
        near: bool,
    ) {
        let neighbour = vulkan_names().nth(place).map(|(_, n)| n);
        let neighbour = neighbour.map(|n| n.wrapping_add_signed(by));
        let number = neighbour.filter(|_| near).unwrap_or(any);
        let known = vulkan_names().any(|(_, n)| n == number);
        prop_assert_eq!(dynamic_states(&[number]).is_ok(), known);
    }

    #[test]
    fn a_pipeline_bound_again_emits_nothing(
        instruction in instruction(),
        words in prop::collection::vec(any::<u32>(), 1..9),
        change: (prop::sample::Index, u32),
    ) {
        let packed =
            matches!(instruction.site(), Site::Final | Site::Partial);
        let same = differs(instruction, &words, &words);
        prop_assert_eq!(same.ok(), packed.then_some(false));
        let mut other = words.clone();
        other[change.0.index(words.len())] ^= change.1;
        let expected =
            change.1 != 0 && instruction != Instruction::VfStatistics;
        let found = differs(instruction, &words, &other);
        prop_assert_eq!(found.ok(), packed.then_some(expected));
    }
}
