// SPDX-License-Identifier: MIT

//! Why an instruction is emitted.

use super::change::{text, Change};
use super::Arguments;
use dral::dynamic_state::{
    Commands, Device, Instruction, Instructions, States,
};

/// A device and what has changed on it.
pub struct Question {
    pub device: Device,
    pub changed: Change,
    /// Other events, with the instructions that each makes necessary.
    pub events: Vec<(&'static str, Instructions)>,
}

impl Question {
    pub fn new(device: Device, arguments: &Arguments) -> Self {
        let none = Change::default();
        let changed = arguments.changes.iter().fold(none, |all, one| Change {
            states: all.states.union(one.states),
            commands: all.commands.union(one.commands),
        });
        let Arguments { first_draw, after_blit, after_fragment_blit, .. } =
            *arguments;
        let events = [
            (first_draw, "first draw", device.initial()),
            (after_blit, "blit", device.after_blit(false)),
            (
                after_fragment_blit,
                "blit with fragment program",
                device.after_blit(true),
            ),
        ];
        let events = events
            .into_iter()
            .filter(|(happened, _, _)| *happened)
            .map(|(_, name, instructions)| (name, instructions))
            .collect();
        Self { device, changed, events }
    }

    pub fn is_empty(&self) -> bool {
        self.changed == Change::default() && self.events.is_empty()
    }

    pub fn emitted(&self) -> Instructions {
        let Change { states, commands } = self.changed;
        let triggered = self.device.triggered(states, commands);
        let all = self
            .events
            .iter()
            .fold(triggered, |all, (_, emitted)| all.union(*emitted));
        self.device.with_companions(all)
    }

    /// Everything that makes an instruction necessary, including other emitted
    /// instructions; empty if it is not necessary.
    pub fn reasons(
        &self,
        instruction: Instruction,
        emitted: Instructions,
    ) -> Vec<String> {
        let (states, commands) = self.device.triggers(instruction);
        let states = states.intersection(self.changed.states);
        let commands = commands.intersection(self.changed.commands);
        let events = self
            .events
            .iter()
            .filter(|(_, emitted)| emitted.contains(instruction))
            .map(|(name, _)| name.to_string());
        let of = self.device.accompanied(instruction);
        let of = of.intersection(emitted);
        states
            .iter()
            .map(|state| text(state.name()))
            .chain(commands.iter().map(|command| text(command.name())))
            .chain(events)
            .chain(of.iter().map(|of| format!("with {}", text(of.name()))))
            .collect()
    }

    /// The names of changes that make no instruction necessary.
    pub fn idle(&self) -> Vec<String> {
        let device = self.device;
        let states = self.changed.states.iter().filter(|&state| {
            device.triggered(state.into(), Commands::EMPTY).is_empty()
        });
        let commands = self.changed.commands.iter().filter(|&command| {
            device.triggered(States::EMPTY, command.into()).is_empty()
        });
        states
            .map(|state| text(state.name()))
            .chain(commands.map(|command| text(command.name())))
            .collect()
    }
}
