// SPDX-License-Identifier: MIT

//! The drivers and their models of descriptor memory.

use crate::choice::{choice, Choice};
use crate::number;
use clap::Args;
use dral::modules::descriptor_layout::{Error, Mesa, Model, Table};

/// A driver's model, release and hardware.
#[derive(Args, Clone, Copy)]
pub struct Driver {
    /// The driver's model of descriptor memory
    #[arg(long, default_value = "anv-indirect", value_parser = choice(&MODELS))]
    pub model: Model,
    /// The release of Mesa
    #[arg(long, default_value = "26.2", value_parser = choice(&RELEASES))]
    pub mesa: Mesa,
    /// Intel's generation times ten, such as 125, or Mali's architecture
    /// [default: 120, with panvk 10]
    #[arg(long, value_name = "VERSION", value_parser = number::unsigned)]
    pub hardware: Option<u32>,
}

const MODELS: [Choice<Model>; 4] = [
    (
        "anv-indirect",
        Model::AnvIndirect,
        "Intel before 12.5: structures of handles and addresses",
    ),
    (
        "anv-direct",
        Model::AnvDirect,
        "Intel 12.5 and later: surface states and sampler states",
    ),
    ("anv-buffer", Model::AnvBuffer, "Intel with descriptor buffers"),
    ("panvk", Model::Panvk, "Mali"),
];

/// Releases with different descriptor layouts.
const RELEASES: [Choice<Mesa>; Mesa::ALL.len()] = {
    let mut releases = [("", Mesa::V26_2, ""); Mesa::ALL.len()];
    let mut index = 0;
    while index < releases.len() {
        let mesa = Mesa::ALL[index];
        releases[index] = (mesa.name(), mesa, help(mesa));
        index += 1;
    }
    releases
};

/// How the layouts of a release differ from the layouts of others.
const fn help(mesa: Mesa) -> &'static str {
    match mesa {
        Mesa::V24_3 => "Also ANV of 25.0",
        Mesa::V26_2 => {
            "Later changes: storage images, PanVK's inline uniform blocks"
        }
    }
}

impl Driver {
    /// The version of the hardware.
    pub fn version(self) -> u32 {
        let default = if self.model == Model::Panvk { 10 } else { 120 };
        self.hardware.unwrap_or(default)
    }

    /// The layout table for these set flags.
    pub fn table(self, set_flags: u32) -> Result<Table<'static>, Error> {
        self.model.table(self.mesa, self.version(), set_flags)
    }
}
