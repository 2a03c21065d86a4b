// SPDX-License-Identifier: MIT

//! Known answers of dynamic state: the rows of dynamic_state_known.csv and
//! dynamic_state_causes.csv, and checks of the table as a whole.

use crate::rows::{
    both_written, known_answers, written, Argument, Given, Item, Output,
};
use core::ffi::c_char;
use core::ffi::CStr;
use core::ops::RangeInclusive;
use dral::ffi::modules::dynamic_state::*;
use dral::modules::dynamic_state::vulkan_names;
use dral::modules::dynamic_state::*;
use std::format;
use std::vec::Vec;

/// The devices that the tables distinguish: up to two features alone, or
/// missing.
fn all_devices() -> impl Iterator<Item = Device> {
    // Miri would take hours, so it only gets each feature alone, and all of
    // them.
    let few = if cfg!(miri) { 1 } else { 2 };
    Mesa::ALL.iter().flat_map(move |&mesa| {
        let count = feature_count(mesa);
        let features = move |f: &u32| {
            f.count_ones() <= few || f.count_ones() + few > count
        };
        mesa.anv_versions().iter().flat_map(move |version| {
            let all = (0..1 << count).filter(features);
            all.map(move |f| Device::new(mesa, *version, f).unwrap())
        })
    })
}

/// How many features the table of a release distinguishes.
fn feature_count(mesa: Mesa) -> u32 {
    match mesa {
        Mesa::V24_3 => 8,
        Mesa::V26_2 => 12,
    }
}

/// Rows have one number for a set, because no release has more than 64
/// elements yet.
impl Argument for dral_dynamic_set {
    fn read(given: &mut Given) -> Self {
        Self { words: [given.take(), 0] }
    }
}

impl Output for dral_dynamic_set {
    fn add_to(&self, items: &mut Vec<Item<'static>>) {
        let [low, high] = self.words;
        assert_eq!(high, 0);
        low.add_to(items);
    }
}

known_answers! {
    dynamic_state_is_the_known_answer,
    "dynamic_state", given, out;
    "site": dral_dynamic_set => {
        dral_dynamic_site_instructions(given.take(), given.take(), out)
    },
    "site_of": u32 => {
        dral_dynamic_instruction_site(given.take(), given.take(), out)
    },
    "after_blit": dral_dynamic_set => {
        let [mesa, version, features, fragment_program] = given.take();
        dral_dynamic_after_blit(mesa, version, features, fragment_program, out)
    },
    "triggered": dral_dynamic_set => {
        let [mesa, version, features]: [u32; 3] = given.take();
        let (states, commands) = given.take();
        dral_dynamic_triggered(mesa, version, features, states, commands, out)
    },
    "initial": dral_dynamic_set => {
        let [mesa, version, features] = given.take();
        dral_dynamic_initial(mesa, version, features, out)
    },
    // An instruction, and the words of the old and of the new pipeline.
    "differs": u32 => {
        let (mesa, instruction) = given.take();
        let ((old, old_count), (new, count)) = (given.list(), given.rest());
        dral_dynamic_differs(mesa, instruction, old, old_count, new, count, out)
    },
    "dynamic_states": dral_dynamic_set => {
        let (numbers, count) = given.rest();
        dral_dynamic_states(numbers, count, out)
    },
}

/// Enumerators count from 0, so that a new one goes to the end.
#[test]
fn enumerators_are_spelt_as_their_names_are_printed() {
    let header = include_str!("../../include/dral_dynamic_state.h");
    let kinds: [(&str, extern "C" fn(u32) -> *const c_char); 3] = [
        ("STATE", dral_dynamic_state_name),
        ("COMMAND", dral_dynamic_command_name),
        ("INSTRUCTION", dral_dynamic_instruction_name),
    ];
    for (kind, name) in kinds {
        let prefix = format!("   DRAL_DYNAMIC_{kind}_");
        let lines = header.lines();
        let lines = lines.filter_map(|line| line.strip_prefix(&prefix));
        let lines: Vec<_> = lines
            .filter(|line| line.contains(" = ") && !line.contains("ERROR_"))
            .collect();
        // SAFETY: names are static strings.
        let name = |number| unsafe { CStr::from_ptr(name(number)) };
        let names = (0..).map(|number| (number, name(number)));
        let names = names.take_while(|(_, name)| !name.is_empty());
        let printed: Vec<_> = names
            .map(|(number, name)| {
                format!("{} = {number},", name.to_str().unwrap())
            })
            .collect();
        assert_eq!(lines, printed, "{kind}");
        assert!(lines.len() > 15, "{kind}");
    }
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

/// A row of dynamic_state_causes.csv: an instruction, and the states, commands
/// and instructions that cause it on some devices.
struct Cause {
    mesa: u32,
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
        let [mesa, name, first, last, features, states, commands, of] =
            values[..]
        else {
            panic!("eight values in a row: {line}");
        };
        let number = |text: &str| text.parse::<u32>().expect(line);
        let instructions = |names: &str| -> Instructions {
            named(names, Instructions::ALL.iter(), |instruction| {
                dral_dynamic_instruction_name(instruction as u32)
            })
        };
        Cause {
            mesa: number(mesa),
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

/// The causes that exist on a device, and the numbers by which C knows it.
struct Causes<'a> {
    device: [u32; 3],
    all: Vec<&'a Cause>,
}

impl<'a> Causes<'a> {
    fn of(
        causes: &'a [Cause],
        mesa: Mesa,
        version: u32,
        features: u32,
    ) -> Self {
        let here = |cause: &&Cause| {
            cause.mesa == mesa as u32
                && cause.versions.contains(&version)
                && cause.features & !features == 0
        };
        let all = causes.iter().filter(here).collect();
        Self { device: [mesa as u32, version, features], all }
    }

    fn caused(&self, by: impl Fn(&Cause) -> bool) -> Instructions {
        let caused = self.all.iter().filter(|cause| by(cause));
        caused.map(|cause| cause.instruction).collect()
    }

    /// With companions, and their companions, until there are no more.
    fn closed(&self, mut all: Instructions) -> Instructions {
        loop {
            let more = all.union(self.caused(|cause| {
                !cause.instructions.intersection(all).is_empty()
            }));
            if more == all {
                return all;
            }
            all = more;
        }
    }

    /// What these changes trigger and emit. Returns whether both are the same.
    fn check(&self, states: States, commands: Commands) -> bool {
        let [mesa, version, features] = self.device;
        let expected = self.caused(|cause| {
            !cause.states.intersection(states).is_empty()
                || !cause.commands.intersection(commands).is_empty()
        });
        let emitted = self.closed(expected);
        let of = (self.device, states, commands);
        let (states, commands) = (states.bits().into(), commands.bits());
        let triggered = written(|out| {
            dral_dynamic_triggered(
                mesa, version, features, states, commands, out,
            )
        });
        assert_eq!(triggered, Ok(expected.bits().into()), "{of:x?}");
        let all = written(|out| {
            dral_dynamic_emitted(mesa, version, features, states, commands, out)
        });
        assert_eq!(all, Ok(emitted.bits().into()), "{of:x?}");
        expected == emitted
    }
}

#[test]
fn instructions_have_their_causes_on_every_device() {
    let table = causes();
    for device in all_devices() {
        let mesa = device.mesa();
        let causes =
            Causes::of(&table, mesa, device.version(), device.features());
        for state in States::of(mesa).iter() {
            causes.check(state.into(), Commands::EMPTY);
        }
        for command in Commands::of(mesa).iter() {
            causes.check(States::EMPTY, command.into());
        }
        let [mesa, version, features] = causes.device;
        for one in Instructions::of(device.mesa()).iter() {
            let all = Instructions::from(one);
            let closed = written(|out| {
                let all = all.bits().into();
                dral_dynamic_with_companions(mesa, version, features, all, out)
            });
            let expected = Ok(causes.closed(all).bits().into());
            assert_eq!(closed, expected, "{device:?} {one:?}");
            let (mut states, mut commands) = (States::EMPTY, Commands::EMPTY);
            let mut of = Instructions::EMPTY;
            for cause in causes.all.iter().filter(|row| row.instruction == one)
            {
                states = states.union(cause.states);
                commands = commands.union(cause.commands);
                of = of.union(cause.instructions);
            }
            let number = one as u32;
            let triggers = both_written(|states, commands| {
                dral_dynamic_triggers(
                    mesa, version, features, number, states, commands,
                )
            });
            let expected = Ok((states.bits().into(), commands.bits()));
            assert_eq!(triggers, expected, "{device:?} {one:?}");
            assert_eq!(device.accompanied(one), of, "{device:?} {one:?}");
        }
    }
}

/// A random set of these elements, sparse or dense.
fn some_of<E, S: FromIterator<E>>(
    all: impl Iterator<Item = E>,
    random: &mut u64,
) -> S {
    // Xorshift.
    let mut next = || {
        *random ^= *random << 13;
        *random ^= *random >> 7;
        *random ^= *random << 17;
        *random >> 32
    };
    let odds = 1 << (next() % 5);
    all.filter(|_| next() % odds == 0).collect()
}

#[test]
fn changes_emit_what_any_of_their_causes_emits() {
    let table = causes();
    let mut random = 0x2545_F491_4F6C_DD1D;
    let mut seen = [0; 2];
    // Miri has no time for more.
    let devices = all_devices().step_by(if cfg!(miri) { 100 } else { 1 });
    for device in devices {
        let mesa = device.mesa();
        // Any features, also more than all_devices() combines.
        let all = (0..feature_count(mesa)).map(|bit| 1 << bit);
        let features: Vec<u32> = some_of(all, &mut random);
        let features = features.iter().sum();
        let causes = Causes::of(&table, mesa, device.version(), features);
        let states = some_of(States::of(mesa).iter(), &mut random);
        let commands = some_of(Commands::of(mesa).iter(), &mut random);
        seen[usize::from(causes.check(states, commands))] += 1;
    }
    assert!(cfg!(miri) || seen[1] > 10 && seen[0] > 100, "{seen:?}");
}

#[test]
fn one_pass_finds_all_companions() {
    for device in all_devices() {
        for instruction in Instructions::of(device.mesa()).iter() {
            let once = device.with_companions(instruction.into());
            assert_eq!(device.with_companions(once), once, "{device:?}");
        }
    }
}

#[test]
fn what_can_be_dynamic_is_never_baked() {
    for device in all_devices() {
        let mesa = device.mesa();
        // In 26.2 a command has the words of a shader.
        let commands = match mesa {
            Mesa::V24_3 => Commands::of(mesa),
            Mesa::V26_2 => Commands::EMPTY,
        };
        let emitted = device.triggered(States::of(mesa), commands);
        let baked = emitted.intersection(Site::Final.instructions(mesa));
        assert!(baked.is_empty(), "{device:?}: {baked:?}");
    }
}

#[test]
fn dynamic_instructions_are_emitted_for_some_change() {
    for &mesa in Mesa::ALL {
        let mut reached = Instructions::EMPTY;
        for device in all_devices().filter(|device| device.mesa() == mesa) {
            let (states, commands) = (States::of(mesa), Commands::of(mesa));
            reached = reached.union(device.emitted(states, commands));
        }
        for site in [Site::Partial, Site::Dynamic] {
            let here = site.instructions(mesa);
            assert!(!here.is_empty(), "{site:?}");
            assert_eq!(here.intersection(reached), here, "{site:?}");
        }
    }
}
