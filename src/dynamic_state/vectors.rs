// SPDX-License-Identifier: MIT

//! The rows of dynamic_state_known.csv, and checks of the table as a whole.

use super::table::{
    COMMANDS, COMPANIONS, DYNAMIC_STATES, INSTRUCTIONS, STATES, TRIGGERS,
};
use super::*;
use crate::known::{arguments, known_answers, Argument};
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

/// Checks the devices on which one instruction is a companion of the other.
fn check_companion(
    of: Instruction,
    companion: Instruction,
    when: impl Fn(Device) -> bool,
) {
    for device in all_devices() {
        let closed = device.with_companions(of.into());
        assert!(closed.contains(of));
        assert_eq!(closed.contains(companion), when(device), "{device:?}");
        let back = device.accompanied(companion).contains(of);
        assert_eq!(back, when(device), "{device:?}");
    }
}

#[test]
fn companions_are_those_of_the_rules() {
    use Instruction::*;
    let has = |device: Device, feature: Feature| {
        device.features() & feature as u32 != 0
    };
    check_companion(BlendState, BlendStatePtr, |_| true);
    check_companion(CcState, CcStatePtr, |_| true);
    check_companion(ViewportCc, ViewportCcPtr, |_| true);
    check_companion(ViewportCcPtr, ViewportCc, |d| d.version() == 90);
    check_companion(BlendState, Multisample, |d| d.version() == 110);
    check_companion(Vf, VfStatistics, |d| has(d, Feature::Wa_16012775297));
    check_companion(SoDeclList, Streamout, |d| {
        has(d, Feature::Wa_16011773973) && has(d, Feature::TransformFeedback)
    });
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

#[test]
fn triggers_are_the_way_back() {
    for device in all_devices().step_by(7) {
        for instruction in Instructions::ALL.iter() {
            let (states, commands) = device.triggers(instruction);
            for state in States::ALL.iter() {
                let emitted = device.triggered(state.into(), Commands::EMPTY);
                let triggers = emitted.contains(instruction);
                assert_eq!(states.contains(state), triggers);
            }
            for command in Commands::ALL.iter() {
                let emitted = device.triggered(States::EMPTY, command.into());
                let triggers = emitted.contains(instruction);
                assert_eq!(commands.contains(command), triggers);
            }
        }
    }
}

#[test]
fn some_states_make_nothing_necessary() {
    use State::*;
    let silent = [
        TsPatchControlPoints,
        VpViewportCount,
        VpScissorCount,
        DrRectangles,
        DrMode,
        DrEnable,
        RsExtraPrimitiveOverestimationSize,
        RsRasterizationOrderAmd,
        CbAttachmentCount,
        RpAttachments,
        ColorAttachmentMap,
        InputAttachmentMap,
    ];
    for state in States::ALL.iter() {
        let emitted = all_devices()
            .any(|d| !d.emitted(state.into(), Commands::EMPTY).is_empty());
        assert_eq!(emitted, !silent.contains(&state), "{state:?}");
    }
}

#[test]
fn rows_are_indexed_by_their_numbers() {
    for (place, row) in INSTRUCTIONS.iter().enumerate() {
        assert_eq!(row.instruction as usize, place);
        assert_eq!(Instruction::try_from(place as u32), Ok(row.instruction));
    }
    for (place, row) in STATES.iter().enumerate() {
        assert_eq!(row.state as usize, place);
        assert_eq!(State::try_from(place as u32), Ok(row.state));
    }
    for (place, row) in COMMANDS.iter().enumerate() {
        assert_eq!(row.command as usize, place);
        assert_eq!(Command::try_from(place as u32), Ok(row.command));
    }
    for number in [62, 63, u32::MAX] {
        assert_eq!(State::try_from(number), Err(Error::UnknownState));
    }
    for number in [10, 32, u32::MAX] {
        assert_eq!(Command::try_from(number), Err(Error::UnknownCommand));
    }
    for site in Site::all() {
        assert_eq!(Site::try_from(site as u32), Ok(site));
    }
}

#[test]
fn all_but_three_dynamic_states_have_one_state() {
    let mut numbers: Vec<u32> = Vec::new();
    let mut several = 0;
    for (name, number) in vulkan_names() {
        let states = dynamic_states(&[number]).unwrap();
        several += usize::from(states.iter().count() != 1);
        assert!(!states.is_empty(), "{name}");
        assert!(!numbers.contains(&number), "{name}");
        numbers.push(number);
    }
    assert_eq!(several, 3);
    assert_eq!(numbers.len(), 56);
    // States that no application can make dynamic.
    let all = dynamic_states(&numbers).unwrap();
    let rest = States::ALL.iter().filter(|&state| !all.contains(state));
    let expected = [
        State::RsRasterizationOrderAmd,
        State::RpAttachments,
        State::ColorAttachmentMap,
        State::InputAttachmentMap,
    ];
    assert!(rest.eq(expected));
}

#[test]
fn no_row_is_empty() {
    for row in TRIGGERS {
        assert!(row.states != 0 || row.commands != 0);
        assert!(row.instructions != 0);
    }
    assert!(COMPANIONS.iter().all(|row| row.of != row.instruction));
    assert!(DYNAMIC_STATES.windows(2).all(|w| w[0].number < w[1].number));
    assert!(source().to_str().unwrap().contains("24.3.0"));
}
