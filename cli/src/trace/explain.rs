// SPDX-License-Identifier: MIT

//! `dral trace explain`: draws of a trace, as their driver should have written
//! them.

use super::draws;
use super::model::{Draw, DrawWords};
use super::rules::shown::Shown;
use crate::explain::{Driver, Explained, Form, FoundDraw, Request};
use crate::failure::{Failure, Outcome};
use crate::notation::Stated;
use crate::number;
use crate::output::{counted, Word};
use crate::streams::Streams;
use crate::table;
use clap::Args;
use dral::instancing::{Architecture, DrawInfo};
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Args)]
pub struct Arguments {
    /// A trace as Mesa decodes it, or - for standard input
    file: PathBuf,
    /// The numbers of draws, as check and draws print them, separated by
    /// commas; a trace with one draw needs none
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    #[arg(value_parser = number::counted)]
    draw: Vec<u64>,
    #[command(flatten)]
    driver: Driver,
    #[command(flatten)]
    form: Form,
}

impl Draw {
    /// The draw that is explained, with the words of the trace and where each
    /// number comes from.
    fn explained(&self, driver: &Driver) -> Explained {
        let stated = self.stated(Some(0));
        let mut explained = Explained::new(&self.request(&stated, driver));
        explained.assumed_primitives = self.lacks_primitives();
        let DrawWords { instance_size, primitive_size, invocation } =
            self.words;
        explained.found = Some(FoundDraw {
            instance_size,
            instance_primitive_size: primitive_size,
            invocation: invocation.map(|words| words.map(Word)),
        });
        for attribute in &mut explained.attributes {
            let location = attribute.location;
            let mut accesses = self.attributes();
            let own = accesses.find(|a| a.place.location == location);
            let words = own.map(|access| Shown::of(&access.selector).words);
            attribute.found =
                words.map(|words| words.into_iter().map(Word).collect());
            // Where the source offset is the trace's, the right offset is its
            // offset again, and says nothing.
            let is_stated = self.truth.offset(location).is_some();
            attribute.found_offset = own
                .map(|access| access.offset as i64)
                .filter(|found| is_stated || *found != attribute.offset());
            let source = stated.offset(location).unwrap_or(0);
            attribute.origin = Some(self.origin(location, source));
        }
        explained
    }

    /// Whether the vertices per primitive matter, and no job has them.
    fn lacks_primitives(&self) -> bool {
        let info = &self.resolved.info;
        let known = Architecture::try_from(info.architecture);
        info.vertices_per_primitive == 0
            && known.is_ok_and(Architecture::has_attribute_records)
    }

    /// Where the numbers of an attribute come from.
    fn origin(&self, location: u32, source_offset: u32) -> String {
        let truth = &self.truth;
        let offset = format!("source offset {source_offset}");
        let stated = [
            ("divisor", truth.step(location).is_some()),
            ("stride", truth.stride(location).is_some()),
            (&*offset, truth.offset(location).is_some()),
            ("base instance", truth.base_instance.is_some()),
        ];
        let names = |wanted: bool| {
            let names = stated.iter().filter(|(_, is)| *is == wanted);
            names.map(|(name, _)| *name).collect::<Vec<_>>()
        };
        let mut parts = Vec::new();
        let own = names(true);
        if !own.is_empty() {
            parts.push(format!("the driver's line: {}", own.join(", ")));
        }
        let mut others = names(false);
        if others.last() == Some(&"base instance") {
            others.pop();
            parts.push("assumed: base instance 0".into());
        }
        if !others.is_empty() {
            let text =
                format!("the trace, right or wrong: {}", others.join(", "));
            parts.push(text);
        }
        parts.join("; ")
    }

    /// The draw that is explained, as this driver writes it.
    fn request(&self, stated: &Stated, driver: &Driver) -> Request {
        let mut request = Request::new(stated, driver);
        request.draw = DrawInfo {
            padding_rule: self.resolved.info.padding_rule,
            // A vertex job has them in its tiler job.
            vertices_per_primitive: match self
                .resolved
                .info
                .vertices_per_primitive
            {
                0 => driver.vertices_per_primitive,
                known => known,
            },
            ..request.draw
        };
        request
    }
}

/// Explains the draws.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Arguments { file, draw, driver, form } = arguments;
    let only = [1];
    let numbers = match draw[..] {
        [] => &only[..],
        _ => draw,
    };
    let (mut found, mut count) = (BTreeMap::new(), 0);
    let last = numbers.iter().max().copied().unwrap_or(0);
    let read = draws::each(file, streams.input, &mut |job| {
        if let Some(number) = job.name.draw {
            // The draw after the last one has no more of it.
            if count == last && draw.is_empty() {
                let what = "the trace has several draws: name them with --draw";
                return Err(Failure::Message(what.into()));
            }
            if count == last {
                return Err(Failure::OutputClosed);
            }
            count = number as u64;
            if numbers.contains(&count) {
                found.insert(count, (job.name.line, job.found.draw));
            }
        } else if let Some((line, vertices, size)) = job.found.primitives {
            let mut draws = found.values_mut().rev();
            let own = draws.find(|(other, _)| *other <= line);
            if let Some((_, Some(draw))) = own.filter(|o| o.0 == line) {
                draw.resolved.info.vertices_per_primitive = vertices;
                draw.words.primitive_size = Some(size);
            }
        }
        // Nothing after the last draw is read.
        let whole = |(_, draw): &(u64, Option<Draw>)| {
            !draw.as_ref().is_some_and(Draw::lacks_primitives)
        };
        match !draw.is_empty() && found.get(&last).is_some_and(whole) {
            true => Err(Failure::OutputClosed),
            false => Ok(()),
        }
    });
    let read = match read {
        // All draws are read, to know that there is one.
        Err(failure) if draw.is_empty() => return Err(failure),
        read => read,
    };
    let mut explained = Vec::new();
    for (place, number) in numbers.iter().enumerate() {
        if numbers[..place].contains(number) {
            continue;
        }
        let error = match found.remove(number) {
            Some((_, Some(draw))) => {
                explained.push(draw.explained(driver));
                continue;
            }
            Some((_, None)) => format!(
                "draw {number} has no counts in the trace: a kernel writes \
                 them, or its invocation is invalid"
            ),
            None => {
                let has = counted(count, "draw", "draws");
                let name = table::name(file);
                format!("{name}: no draw {number}: the trace has {has}")
            }
        };
        // What is wrong after the last draw does not matter.
        if count < last {
            read?;
        }
        return Err(Failure::Refused(error));
    }
    form.write(&explained, Some(file), streams)
}
