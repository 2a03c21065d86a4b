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
    /// Changed states, commands and other events, with the instructions that
    /// each makes necessary.
    pub causes: Vec<(String, Instructions)>,
}

impl Question {
    /// The question about these states and commands.
    pub fn new(device: Device, change: Change) -> Self {
        let states = change.states.iter().map(|state| {
            let emitted = device.triggered(state.into(), Commands::EMPTY);
            (text(state.name()), emitted)
        });
        let commands = change.commands.iter().map(|command| {
            let emitted = device.triggered(States::EMPTY, command.into());
            (text(command.name()), emitted)
        });
        Self { device, causes: states.chain(commands).collect() }
    }

    /// Adds the other events.
    pub fn with_events(mut self, arguments: &Arguments) -> Self {
        let device = self.device;
        for (happened, name, emitted) in [
            (arguments.first_draw, "first draw", device.initial()),
            (arguments.after_blit, "blit", device.after_blit(false)),
            (
                arguments.after_fragment_blit,
                "blit with fragment program",
                device.after_blit(true),
            ),
        ] {
            if happened {
                self.causes.push((name.into(), emitted));
            }
        }
        self
    }

    pub fn emitted(&self) -> Instructions {
        let emitted = self.causes.iter().map(|(_, emitted)| *emitted);
        let all = emitted.fold(Instructions::EMPTY, Instructions::union);
        self.device.with_companions(all)
    }

    /// Everything that makes an instruction necessary, including other emitted
    /// instructions; empty if it is not necessary.
    pub fn reasons(
        &self,
        instruction: Instruction,
        emitted: Instructions,
    ) -> Vec<String> {
        let of = self.device.accompanied(instruction);
        let of = of.intersection(emitted);
        let mut reasons = self.names(|emitted| emitted.contains(instruction));
        reasons.extend(of.iter().map(|of| format!("with {}", text(of.name()))));
        reasons
    }

    /// The names of the causes of such instructions.
    pub fn names(&self, such: impl Fn(Instructions) -> bool) -> Vec<String> {
        let causes = self.causes.iter().filter(|(_, emitted)| such(*emitted));
        causes.map(|(name, _)| name.clone()).collect()
    }
}
