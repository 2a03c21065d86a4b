// SPDX-License-Identifier: MIT

//! `dral trace draws`: the draws of a trace, in the notation that other
//! commands read.

use super::model::access::Selector;
use super::model::Draw;
use super::pass::Reader;
use super::rules::checker::Checked;
use super::rules::truth::Truths;
use super::text::job::JobName;
use crate::failure::{Failure, Outcome};
use crate::notation::{Stated, NAMES};
use crate::streams::Streams;
use clap::Args;
use std::io::Read;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub struct Arguments {
    /// A trace as Mesa decodes it, or - for standard input
    file: PathBuf,
}

impl Draw {
    /// The draw as the trace contains it. What is stated of it in addition, by
    /// its driver for example, comes first.
    /// `base_instance` is assumed if it is not stated.
    pub fn stated(&self, base_instance: Option<u32>) -> Stated {
        let draw = &self.resolved.info;
        let truth = &self.truth;
        let mut stated = Stated {
            arch: draw.architecture.try_into().ok(),
            idvs: draw.idvs.try_into().ok(),
            vertices: Some(draw.vertex_count),
            instances: Some(draw.instance_count),
            start: self.start,
            base_instance: truth.base_instance,
            min_index: truth.min_index,
            max_index: truth.max_index,
            ..Stated::default()
        };
        for access in self.attributes() {
            let location = access.place.location;
            let buffer = access.buffer;
            let base = truth.base_instance.or(base_instance);
            let within = access.within(false, base);
            let within = within.and_then(|offset| offset.try_into().ok());
            let step = truth.step(location).or_else(|| Some(access.step()));
            let stride = access.stride.try_into().ok();
            put(&mut stated.steps, location, step);
            let stride = truth.stride(location).or(stride);
            put(&mut stated.strides, location, stride);
            let offset = truth.offset(location).or(within);
            put(&mut stated.offsets, location, offset);
            let size = buffer.map(|buffer| buffer.size.into());
            let size = truth.size(location).or(size);
            put(&mut stated.sizes, location, size);
            // The low bits of an address are in the offset.
            let address = truth
                .address(location)
                .filter(|_| matches!(access.selector, Selector::Record(_)));
            let address = address.or(buffer.and_then(|buffer| buffer.address));
            put(&mut stated.addresses, location, address);
        }
        stated
    }
}

/// Sets the value at a location. A trace has no more than the reader allows.
fn put<T: Copy>(list: &mut Vec<Option<T>>, location: u32, value: Option<T>) {
    let location = location as usize;
    if list.len() <= location {
        list.resize(location + 1, None);
    }
    list[location] = value;
}

/// Reads the jobs of a trace.
pub fn each(
    file: &Path,
    input: &mut dyn Read,
    take: &mut dyn FnMut(Checked) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut reader = Reader::new(input, Truths::default());
    reader.read(file, take)?;
    match reader.end(0, 1).pop() {
        Some(trouble) => Err(Failure::Message(trouble.to_string())),
        None => Ok(()),
    }
}

/// The values of a draw by column.
fn values(number: usize, job: &Checked) -> Vec<(&'static str, String)> {
    let JobName { line, shader, .. } = job.name;
    let mut values =
        vec![("draw", number.to_string()), ("line", line.to_string())];
    values.extend(shader.map(|shader| ("shader", format!("{shader:#x}"))));
    let draw = job.found.draw.as_ref();
    let stated = draw.map(|draw| draw.stated(None));
    let stated = stated.unwrap_or_default();
    values.extend(stated.values());
    values
}

/// The columns, without addresses, which differ from run to run.
fn columns() -> impl Iterator<Item = &'static str> {
    let left_out = ["addresses", "job", "resources"];
    let first = ["draw", "line", "shader"];
    let names = NAMES.iter().map(|(name, _)| *name);
    let names = names
        .filter(move |name| !left_out.contains(name) && !first.contains(name));
    first.into_iter().chain(names)
}

/// Writes a row for each draw of a trace.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Streams { input, output, .. } = streams;
    let mut output = csv::Writer::from_writer(&mut **output);
    output.write_record(columns())?;
    let read = each(&arguments.file, &mut **input, &mut |job| {
        let Some(number) = job.name.draw else { return Ok(()) };
        let values = values(number, &job);
        let cells = columns().map(|name| {
            let value = values.iter().find(|(other, _)| *other == name);
            value.map_or("", |(_, text)| text)
        });
        Ok(output.write_record(cells)?)
    });
    // What is known before a failure is printed.
    output.flush()?;
    read?;
    Ok(Outcome::Complete)
}
