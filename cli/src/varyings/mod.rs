// SPDX-License-Identifier: MIT

//! `dral varyings`: which slots a list of varyings is packed into.

mod given;
mod glsl;
mod map;
mod picture;
mod read;
mod text;

use crate::arguments::Varyings;
use crate::destination;
use crate::document;
use crate::failure::{Failure, Outcome};
use crate::rows::{open, Source};
use crate::streams::Streams;
use dral::varying::{PackFlag, PackRules};
use given::Given;
use map::Map;

impl Varyings {
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

/// The name of a file, and its varyings.
fn given(mut source: Source) -> Result<(String, Vec<Given>), Failure> {
    let bytes = document::read(&mut source)?;
    let given = read::read(&source.name, &bytes)?;
    Ok((source.name, given))
}

/// Packs the varyings and prints their map, or refuses them.
pub fn run(
    arguments: &Varyings,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    if let Some(output) = &arguments.output {
        destination::check(output, &arguments.file)?;
    }
    let (name, given) = given(open(&arguments.file, streams.input)?)?;
    let map = match Map::new(given, &arguments.rules()) {
        Ok(map) => map,
        Err(reason) => {
            streams.tell(format_args!("dral: {name}{reason}\n"));
            return Ok(Outcome::Refused);
        }
    };
    if let Some(output) = &arguments.output {
        destination::replace(output, |file| picture::write(&map, file))?;
    }
    text::print(&map, streams.output)?;
    Ok(Outcome::Complete)
}
