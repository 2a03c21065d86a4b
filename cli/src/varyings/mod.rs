// SPDX-License-Identifier: MIT

//! `dral varyings`: packs a list of varyings into slots.

mod given;
mod glsl;
mod map;

use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::print_or_refuse;
use crate::streams::Streams;
use crate::table;
use clap::Args;
use dral::varying::{PackFlag, PackRules};
pub use given::Given;
use map::Map;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// The varyings as CSV or JSON, or - for standard input
    pub file: PathBuf,
    /// Pack as Mesa's linker does: --gl-order --class-align
    #[arg(long)]
    pub linker: bool,
    /// Sort by interpolation, then vec4, vec2, scalar, vec3
    #[arg(long)]
    pub gl_order: bool,
    /// Start a new slot where the interpolation changes
    #[arg(long)]
    pub class_align: bool,
    /// Start a new slot for each vec3
    #[arg(long)]
    pub pot_vec3: bool,
    /// Start a new slot for each varying, element and column
    #[arg(long)]
    pub unpacked: bool,
    /// The number of available slots, at most 64
    #[arg(long, default_value = "32", value_parser = number::unsigned)]
    pub slots: u32,
    /// A slot that varyings must not use; repeatable
    #[arg(long, value_name = "SLOT",
          value_parser = clap::value_parser!(u8).range(0..64))]
    pub reserve: Vec<u8>,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

impl Arguments {
    fn rules(&self) -> PackRules {
        let flags = [
            (self.gl_order || self.linker, PackFlag::GlOrder),
            (self.class_align || self.linker, PackFlag::ClassAlign),
            (self.pot_vec3, PackFlag::PotVec3),
            (self.unpacked, PackFlag::Unpacked),
        ];
        let flags = flags.into_iter().filter(|(given, _)| *given);
        PackRules {
            flags: flags.fold(0, |flags, (_, flag)| flags | flag as u32),
            reserved_slots: self
                .reserve
                .iter()
                .fold(0, |slots, slot| slots | 1 << slot),
            max_slots: self.slots,
        }
    }
}

/// Packs the varyings and prints their map, or refuses them.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let (name, given) = table::read(&arguments.file, streams.input)?;
    let map = Map::new(given, &arguments.rules())
        .map_err(|reason| Failure::Refused(format!("{name}{reason}")));
    print_or_refuse(arguments.json, map, Map::sheet, streams)
}
