// SPDX-License-Identifier: MIT

//! The draws of a trace, for `dral explain`.

use super::access::Access;
use super::job::hexadecimal;
use super::reader::{Checked, Reader};
use super::truth::{Step, Truth, Truths};
use super::Reading;
use crate::failure::{Failure, Outcome};
use crate::output::print_each;
use crate::streams::Streams;
use serde::Serialize;
use std::io::Read;
use std::path::Path;

/// A draw of the list.
#[derive(Serialize)]
struct Row {
    draw: u64,
    /// The line of its job.
    line: u64,
    #[serde(serialize_with = "hexadecimal")]
    shader: Option<u64>,
    /// Null if a kernel writes them, or no draw has the invocation.
    vertices: Option<u32>,
    instances: Option<u32>,
    padded: Option<u32>,
    attributes: Vec<Attribute>,
}

#[derive(Serialize)]
struct Attribute {
    location: u32,
    #[serde(rename = "type")]
    name: &'static str,
    /// The API divisor; null per vertex.
    divisor: Option<u32>,
    /// The element of the first thread; null if all read one.
    first: Option<i64>,
}

impl Attribute {
    fn new(access: &Access) -> Self {
        let moves = access.stride != 0;
        let first = || access.begin().div_euclid(access.stride) as i64;
        Self {
            location: access.place.location,
            name: access.type_name(),
            divisor: match access.step() {
                Step::Vertex => None,
                Step::Instance(divisor) => Some(divisor),
            },
            first: moves.then(first),
        }
    }

    fn text(&self) -> String {
        let Self { location, name, divisor, first } = self;
        let divisor = divisor.map(|divisor| format!(", divisor {divisor}"));
        let first = first.filter(|first| *first != 0);
        let first = first.map(|first| format!(", from {first}"));
        let [divisor, first] = [divisor, first].map(Option::unwrap_or_default);
        format!("{location}: {name}{divisor}{first}")
    }
}

impl Row {
    fn new(number: u64, job: &Checked) -> Self {
        let reading = job.found.reading.as_ref();
        let draw = reading.map(|reading| reading.draw);
        let counts = job.found.counts;
        let attributes = reading.into_iter().flat_map(Reading::attributes);
        Self {
            draw: number,
            line: job.name.line,
            shader: job.name.shader,
            vertices: counts.map(|counts| counts.vertices),
            instances: counts.map(|counts| counts.instances),
            padded: draw.map(|draw| draw.padded_count).filter(|&n| n != 0),
            attributes: attributes.map(Attribute::new).collect(),
        }
    }

    fn cells(&self) -> Vec<[String; 6]> {
        let text = |number: Option<u32>| match number {
            Some(number) => number.to_string(),
            None => "-".into(),
        };
        let shader = self.shader.map(|shader| format!("{shader:#x}"));
        let counts = match (self.vertices, self.instances) {
            (Some(vertices), Some(instances)) => {
                format!("{vertices} x {instances}")
            }
            _ => "unknown".into(),
        };
        let attributes = self.attributes.iter().map(Attribute::text);
        vec![[
            self.draw.to_string(),
            self.line.to_string(),
            counts,
            text(self.padded),
            shader.unwrap_or_else(|| "-".into()),
            attributes.collect::<Vec<_>>().join("; "),
        ]]
    }
}

/// The columns of the list, with their widths.
const COLUMNS: [(&str, usize); 6] = [
    ("draw", 6),
    ("line", 8),
    ("vertices x instances", 20),
    ("padded", 10),
    ("shader", 14),
    ("attributes", 0),
];

/// Reads the draws of a trace, with their numbers.
fn each(
    file: &Path,
    input: &mut dyn Read,
    bar: bool,
    take: &mut dyn FnMut(u64, Checked) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut reader = Reader::new(input, Truths::new(Truth::default()), bar);
    reader.read(file, &mut |job| match job.name.draw {
        Some(number) => take(number as u64, job),
        None => Ok(()),
    })?;
    match reader.end(1).pop() {
        Some(trouble) => Err(Failure::Message(trouble.to_string())),
        None => Ok(()),
    }
}

/// Prints a row for each draw of a trace.
pub fn list(
    file: &Path,
    json: bool,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let Streams { input, output, terminal, .. } = streams;
    print_each(json, COLUMNS, Row::cells, *output, |print| {
        each(file, &mut **input, terminal.bar, &mut |number, job| {
            job.bar.suspend(|| print(&Row::new(number, &job)))
        })
    })?;
    Ok(Outcome::Complete)
}

/// The draw with this number.
pub fn draw(
    file: &Path,
    number: u64,
    streams: &mut Streams,
) -> Result<Reading, Failure> {
    let (mut found, mut count, mut is_known) = (None, 0, false);
    let bar = streams.terminal.bar;
    let read = each(file, &mut *streams.input, bar, &mut |other, job| {
        count = other;
        if other == number {
            is_known = true;
            found = job.found.reading;
        }
        Ok(())
    });
    match found {
        // What is wrong behind it does not matter.
        Some(reading) => Ok(reading),
        None if is_known => Err(Failure::Refused(format!(
            "draw {number} has no counts in the trace: a kernel writes them, \
             or its invocation is invalid"
        ))),
        None => {
            read?;
            let what = format!("the trace has {count} draws");
            Err(Failure::Refused(what))
        }
    }
}
