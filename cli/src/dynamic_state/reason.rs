// SPDX-License-Identifier: MIT

//! Why an instruction is emitted.

use super::change::{text, Change};
use super::Arguments;
use dral::dynamic_state::{
    Commands, Device, Instruction, Instructions, States,
};

/// What is emitted by a draw, and why.
#[derive(Clone, Copy)]
pub struct Question {
    pub device: Device,
    pub changed: Change,
    /// The draw is the first of its command buffer.
    pub first: bool,
    /// The driver has blitted before the draw.
    pub blit: bool,
    /// It has, with a fragment program.
    pub fragment_blit: bool,
}

const FIRST: &str = "first draw";
const BLIT: &str = "blit";
const FRAGMENT_BLIT: &str = "blit with fragment program";

impl Question {
    /// A draw after nothing.
    pub fn of(device: Device) -> Self {
        Self {
            device,
            changed: Change::default(),
            first: false,
            blit: false,
            fragment_blit: false,
        }
    }

    pub fn new(device: Device, arguments: &Arguments) -> Self {
        let none = Change::default();
        let changed = arguments.changes.iter().fold(none, |all, one| Change {
            states: all.states.union(one.states),
            commands: all.commands.union(one.commands),
        });
        Self {
            device,
            changed,
            first: arguments.first_draw,
            blit: arguments.after_blit,
            fragment_blit: arguments.after_fragment_blit,
        }
    }

    pub fn is_empty(&self) -> bool {
        self.changed == Change::default() && self.events().next().is_none()
    }

    /// What happened beside states and commands, and what it made necessary.
    fn causes(&self) -> impl Iterator<Item = (&'static str, Instructions)> {
        let device = self.device;
        [
            (self.first, FIRST, device.initial()),
            (self.blit, BLIT, device.after_blit(false)),
            (self.fragment_blit, FRAGMENT_BLIT, device.after_blit(true)),
        ]
        .into_iter()
        .filter(|(happened, _, _)| *happened)
        .map(|(_, name, instructions)| (name, instructions))
    }

    /// What happened beside states and commands.
    pub fn events(&self) -> impl Iterator<Item = &'static str> {
        self.causes().map(|(name, _)| name)
    }

    pub fn emitted(&self) -> Instructions {
        let Change { states, commands } = self.changed;
        let triggered = self.device.triggered(states, commands);
        let all = self
            .causes()
            .fold(triggered, |all, (_, emitted)| all.union(emitted));
        self.device.with_companions(all)
    }

    /// All that make it necessary, beside instructions that are emitted;
    /// none if nothing does.
    pub fn reasons(
        &self,
        instruction: Instruction,
        emitted: Instructions,
    ) -> Vec<String> {
        let (states, commands) = self.device.triggers(instruction);
        let states = states.intersection(self.changed.states);
        let commands = commands.intersection(self.changed.commands);
        let events = self
            .causes()
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

    /// The names of changes that make nothing necessary.
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
