// SPDX-License-Identifier: MIT

//! The rows of dynamic_state_known.csv and dynamic_state_causes.csv, and checks
//! of the table as a whole.

use super::table::{COMPANIONS, TRIGGERS};
use super::*;
use crate::known::{arguments, known_answers, Argument};
use core::ffi::CStr;
use core::ops::RangeInclusive;
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

type Given = crate::known::Given<Error>;

arguments! { Error: Commands, Instruction, Site; }

impl Argument<Error> for States {
    fn read(given: &mut Given) -> Result<Self, Error> {
        given.take::<u64>()?.try_into()
    }
}

impl Argument<Error> for Device {
    fn read(given: &mut Given) -> Result<Self, Error> {
        Self::new(given.take()?, given.take()?)
    }
}

known_answers! {
    dynamic_state_is_the_known_answer,
    "../../c_tests/data/dynamic_state_known.csv", given: Error;
    "site" => given.take::<Site>()?.instructions().bits(),
    "site_of" => given.take::<Instruction>()?.site() as u32,
    "after_blit" => given.take::<Device>()?.after_blit(given.take()?).bits(),
    "triggered" => {
        let device = given.take::<Device>()?;
        device.triggered(given.take()?, given.take()?).bits()
    },
    "initial" => given.take::<Device>()?.initial().bits(),
    "differs" => {
        let (instruction, count) = (given.take()?, given.take::<usize>()?);
        let words: Vec<u32> = given.take()?;
        let (old, new) = words.split_at(count);
        u32::from(differs(instruction, old, new)?)
    },
    "dynamic_states" => dynamic_states(&given.take::<Vec<_>>()?)?.bits(),
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

/// The elements with these names.
fn named<E: Copy, S: FromIterator<E>>(
    names: &str,
    all: impl Iterator<Item = E>,
    name: fn(E) -> &'static CStr,
) -> S {
    let all: Vec<E> = all.collect();
    let find = |text: &str| {
        let has_name = |&&e: &&E| name(e).to_bytes() == text.as_bytes();
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
            named(names, Instructions::ALL.iter(), Instruction::name)
        };
        Cause {
            instruction: instructions(name).iter().next().expect(line),
            versions: number(first)..=number(last),
            features: number(features),
            states: named(states, States::ALL.iter(), State::name),
            commands: named(commands, Commands::ALL.iter(), Command::name),
            instructions: instructions(of),
        }
    });
    rows.collect()
}

#[test]
fn instructions_have_their_causes_on_every_device() {
    let causes = causes();
    for device in all_devices() {
        let here = |cause: &&Cause| {
            cause.versions.contains(&device.version())
                && cause.features & !device.features() == 0
        };
        let causes: Vec<_> = causes.iter().filter(here).collect();
        let caused = |by: &dyn Fn(&Cause) -> bool| -> Instructions {
            let caused = causes.iter().filter(|cause| by(cause));
            caused.map(|cause| cause.instruction).collect()
        };
        for state in States::ALL.iter() {
            let triggered = device.triggered(state.into(), Commands::EMPTY);
            let expected = caused(&|cause| cause.states.contains(state));
            assert_eq!(triggered, expected, "{device:?} {state:?}");
        }
        for command in Commands::ALL.iter() {
            let triggered = device.triggered(States::EMPTY, command.into());
            let expected = caused(&|cause| cause.commands.contains(command));
            assert_eq!(triggered, expected, "{device:?} {command:?}");
        }
        for one in Instructions::ALL.iter() {
            let closed = device.with_companions(one.into());
            let expected = caused(&|cause| cause.instructions.contains(one));
            assert_eq!(
                closed,
                expected.union(one.into()),
                "{device:?} {one:?}"
            );
            let (mut states, mut commands) = (States::EMPTY, Commands::EMPTY);
            let mut of = Instructions::EMPTY;
            for cause in causes.iter().filter(|row| row.instruction == one) {
                states = states.union(cause.states);
                commands = commands.union(cause.commands);
                of = of.union(cause.instructions);
            }
            assert_eq!(device.triggers(one), (states, commands), "{one:?}");
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
        assert_eq!(here.intersection(reached), here, "{site:?}");
    }
}

/// Checks that `count` elements and no others have numbers, and bits in sets.
macro_rules! check_numbers {
    ($element:ident in $set:ident: $bits:ty, $count:literal, $error:ident) => {
        for number in 0..<$bits>::BITS {
            let element = $element::try_from(number);
            let set = $set::try_from(1 << number);
            if number < $count {
                assert_eq!(element.map(|e| e as u32), Ok(number));
                assert!(set.unwrap().iter().eq(element), "{number}");
            } else {
                assert_eq!(element, Err(Error::$error));
                assert_eq!(set, Err(Error::$error));
            }
        }
        assert!($element::try_from(u32::MAX).is_err());
        assert_eq!($set::ALL.bits(), (1 << $count) - 1);
        assert_eq!($set::ALL.iter().collect::<$set>(), $set::ALL);
        assert!($set::EMPTY.is_empty() && !$set::ALL.is_empty());
    };
}

#[test]
fn elements_are_numbered_by_their_rows() {
    check_numbers!(State in States: u64, 62, UnknownState);
    check_numbers!(Command in Commands: u32, 10, UnknownCommand);
    check_numbers!(Instruction in Instructions: u64, 55, UnknownInstruction);
    for site in Site::all() {
        assert_eq!(Site::try_from(site as u32), Ok(site));
    }
}

#[test]
fn no_row_is_empty() {
    for row in TRIGGERS {
        assert!(row.states != 0 || row.commands != 0);
        assert!(row.instructions != 0);
    }
    assert!(COMPANIONS.iter().all(|row| row.of != row.instruction));
    assert!(vulkan_names().map(|(_, number)| number).is_sorted());
    assert_eq!(vulkan_names().count(), 56);
    assert!(source().to_str().unwrap().contains("24.3.0"));
}
