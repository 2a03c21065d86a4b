// SPDX-License-Identifier: MIT

//! Known answers of dynamic state: the rows of dynamic_state_known.csv and
//! dynamic_state_causes.csv, and checks of the table as a whole.

use crate::rows::{both_written, known_answers, written};
use core::ffi::c_char;
use core::ffi::CStr;
use core::ops::RangeInclusive;
use dral::dynamic_state::vulkan_names;
use dral::dynamic_state::*;
use dral::ffi::dynamic_state::*;
use std::vec::Vec;

/// Every device that the table distinguishes.
fn all_devices() -> impl Iterator<Item = Device> {
    // Miri would take hours, so it only gets each feature alone, and all of
    // them.
    let features =
        |f: &u32| !cfg!(miri) || f.is_power_of_two() || [0, 0xFF].contains(f);
    Device::versions().into_iter().flat_map(move |version| {
        let all = (0..=0xFF).filter(features);
        all.map(move |f| Device::new(version, f).unwrap())
    })
}

known_answers! {
    dynamic_state_is_the_known_answer,
    "../../c_tests/data/dynamic_state_known.csv", given, out;
    "site": u64 => dral_dynamic_site_instructions(given.take(), out),
    "site_of": u32 => dral_dynamic_instruction_site(given.take(), out),
    "after_blit": u64 => {
        let [version, features, fragment_program] = given.take();
        dral_dynamic_after_blit(version, features, fragment_program, out)
    },
    "triggered": u64 => {
        let [version, features]: [u32; 2] = given.take();
        let (states, commands) = given.take();
        dral_dynamic_triggered(version, features, states, commands, out)
    },
    "initial": u64 => dral_dynamic_initial(given.take(), given.take(), out),
    // An instruction, and the words of the old and of the new pipeline.
    "differs": u32 => {
        let instruction = given.take();
        let ((old, old_count), (new, count)) = (given.list(), given.rest());
        dral_dynamic_differs(instruction, old, old_count, new, count, out)
    },
    "dynamic_states": u64 => {
        let (numbers, count) = given.rest();
        dral_dynamic_states(numbers, count, out)
    },
}

#[test]
fn dynamic_states_of_vulkan_have_their_names() {
    let table = include_str!("../../c_tests/data/dynamic_state_known.csv");
    let known = table.lines().filter_map(|line| {
        let (name, rest) = line.split_once(": ")?;
        let (_, call) = rest.split_once(",dynamic_states,")?;
        let (number, states) = call.split_once(',')?;
        let number = number.parse().expect(line);
        (states != "UnknownDynamicState").then_some((name, number))
    });
    assert!(vulkan_names().eq(known));
}

#[test]
fn the_source_is_the_release_of_the_table() {
    // SAFETY: a static string.
    let source = unsafe { CStr::from_ptr(dral_dynamic_source()) };
    assert!(source.to_str().unwrap().contains("24.3.0"));
}

/// A row of dynamic_state_causes.csv: an instruction, and the states, commands
/// and instructions that cause it on some devices.
struct Cause {
    instruction: Instruction,
    versions: RangeInclusive<u32>,
    features: u32,
    states: States,
    commands: Commands,
    instructions: Instructions,
}

/// The elements with these names, as C returns them.
fn named<E: Copy, S: FromIterator<E>>(
    names: &str,
    all: impl Iterator<Item = E>,
    name: impl Fn(E) -> *const c_char,
) -> S {
    let all: Vec<E> = all.collect();
    let find = |text: &str| {
        let has_name = |&&e: &&E| {
            // SAFETY: names are static strings.
            unsafe { CStr::from_ptr(name(e)) }.to_bytes() == text.as_bytes()
        };
        *all.iter().find(has_name).expect(text)
    };
    names.split_whitespace().map(find).collect()
}

fn causes() -> Vec<Cause> {
    let table = include_str!("../../c_tests/data/dynamic_state_causes.csv");
    let rows = table.lines().skip(1).map(|line| {
        let values: Vec<_> = line.split(',').collect();
        let [name, first, last, features, states, commands, of] = values[..]
        else {
            panic!("seven values in a row: {line}");
        };
        let number = |text: &str| text.parse::<u32>().expect(line);
        let instructions = |names: &str| -> Instructions {
            named(names, Instructions::ALL.iter(), |instruction| {
                dral_dynamic_instruction_name(instruction as u32)
            })
        };
        Cause {
            instruction: instructions(name).iter().next().expect(line),
            versions: number(first)..=number(last),
            features: number(features),
            states: named(states, States::ALL.iter(), |state| {
                dral_dynamic_state_name(state as u32)
            }),
            commands: named(commands, Commands::ALL.iter(), |command| {
                dral_dynamic_command_name(command as u32)
            }),
            instructions: instructions(of),
        }
    });
    rows.collect()
}

#[test]
fn instructions_have_their_causes_on_every_device() {
    let causes = causes();
    for device in all_devices() {
        let (version, features) = (device.version(), device.features());
        let here = |cause: &&Cause| {
            cause.versions.contains(&version) && cause.features & !features == 0
        };
        let causes: Vec<_> = causes.iter().filter(here).collect();
        let caused = |by: &dyn Fn(&Cause) -> bool| -> Instructions {
            let caused = causes.iter().filter(|cause| by(cause));
            caused.map(|cause| cause.instruction).collect()
        };
        let close = |all: Instructions| {
            let all = all.bits();
            written(|out| {
                dral_dynamic_with_companions(version, features, all, out)
            })
        };
        let check = |states: States,
                     commands: Commands,
                     expected: Instructions| {
            let changes = (device, states, commands);
            let (states, commands) = (states.bits(), commands.bits());
            let triggered = written(|out| {
                dral_dynamic_triggered(version, features, states, commands, out)
            });
            let emitted = written(|out| {
                dral_dynamic_emitted(version, features, states, commands, out)
            });
            assert_eq!(triggered, Ok(expected.bits()), "{changes:?}");
            assert_eq!(emitted, close(expected), "{changes:?}");
        };
        for state in States::ALL.iter() {
            let expected = caused(&|cause| cause.states.contains(state));
            check(state.into(), Commands::EMPTY, expected);
        }
        for command in Commands::ALL.iter() {
            let expected = caused(&|cause| cause.commands.contains(command));
            check(States::EMPTY, command.into(), expected);
        }
        for one in Instructions::ALL.iter() {
            let companions = caused(&|cause| cause.instructions.contains(one));
            let closed = companions.union(one.into()).bits();
            assert_eq!(close(one.into()), Ok(closed), "{device:?} {one:?}");
            let (mut states, mut commands) = (States::EMPTY, Commands::EMPTY);
            let mut of = Instructions::EMPTY;
            for cause in causes.iter().filter(|row| row.instruction == one) {
                states = states.union(cause.states);
                commands = commands.union(cause.commands);
                of = of.union(cause.instructions);
            }
            let number = one as u32;
            let triggers = both_written(|states, commands| {
                dral_dynamic_triggers(
                    version, features, number, states, commands,
                )
            });
            let expected = Ok((states.bits(), commands.bits()));
            assert_eq!(triggers, expected, "{device:?} {one:?}");
            assert_eq!(device.accompanied(one), of, "{device:?} {one:?}");
        }
    }
}

#[test]
fn one_pass_finds_all_companions() {
    for device in all_devices() {
        for instruction in Instructions::ALL.iter() {
            let once = device.with_companions(instruction.into());
            assert_eq!(device.with_companions(once), once, "{device:?}");
        }
    }
}

#[test]
fn what_can_be_dynamic_is_never_baked() {
    for device in all_devices() {
        let emitted = device.triggered(States::ALL, Commands::ALL);
        let baked = emitted.intersection(Site::Final.instructions());
        assert!(baked.is_empty(), "{device:?}: {baked:?}");
    }
}

#[test]
fn dynamic_instructions_are_emitted_for_some_change() {
    for site in [Site::Partial, Site::Dynamic] {
        let mut reached = Instructions::EMPTY;
        for device in all_devices() {
            let emitted = device.emitted(States::ALL, Commands::ALL);
            reached = reached.union(emitted);
        }
        let here = site.instructions();
        assert!(!here.is_empty(), "{site:?}");
        assert_eq!(here.intersection(reached), here, "{site:?}");
    }
}
