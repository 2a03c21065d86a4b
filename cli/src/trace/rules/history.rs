// SPDX-License-Identifier: MIT

//! What the same attribute has in every draw of a trace. A value that one draw
//! alone has is reported when the trace ends.

use super::differences::{JobValues, Labels, Name};
use super::finding::{Finding, Rule};
use super::Origin;
use crate::trace::model::access::PER_VERTEX;
use crate::trace::text::job::{Counts, Place};
use std::collections::HashMap;
use std::rc::Rc;

/// Values that a trace may have; more are not compared, to limit memory.
const MOST_VALUES: usize = 1 << 14;

/// Draws with a value before another value of one draw is reported.
const ENOUGH: usize = 3;

/// What is compared. An attribute of a shader has one divisor, whatever is
/// bound; the others belong to a shader and a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum What {
    /// The API divisor, or `PER_VERTEX`.
    Divisor,
    Stride,
    /// The offset without base instance and start, which varies by the low
    /// bits of the buffer's address.
    Offset,
    /// The distance from the offset of another attribute of the same buffer.
    Distance,
}

/// The attribute whose values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AttributeKey {
    pub shader: u64,
    pub location: u32,
    /// The address and the size of the buffer.
    pub buffer: (u64, u32),
}

/// A value of an attribute in a draw.
#[derive(Clone, Copy)]
pub struct Fact {
    pub line: u64,
    pub key: AttributeKey,
    pub what: What,
    pub value: i128,
    /// Values that differ by at most this much are the same.
    pub slack: u32,
}

struct Seen {
    value: i128,
    draws: usize,
    /// The first draw with it.
    line: u64,
    draw: Origin,
}

impl Seen {
    /// Where it is, for a reader of another value.
    fn place(&self, other: &Self) -> String {
        let Self { draws, line, draw, .. } = self;
        let place = match draw.file == other.draw.file {
            true => format!("line {line}"),
            false => format!("{}:{line}", draw.file),
        };
        format!("in {draws} draws, the first at {place}")
    }
}

/// Counts a value.
fn see(
    values: &mut Vec<Seen>,
    value: i128,
    slack: u32,
    line: u64,
    draw: &Origin,
) {
    let same = |known: &&mut Seen| known.value.abs_diff(value) <= slack.into();
    if let Some(known) = values.iter_mut().find(same) {
        known.draws += 1;
    } else if values.len() < MOST_OF_ONE {
        let draw = draw.clone();
        values.push(Seen { value, draws: 1, line, draw });
    }
}

/// The value of one draw alone, and the value of all others.
fn alone(mut values: Vec<Seen>) -> Option<(Seen, Seen)> {
    values.sort_by_key(|value| value.draws);
    let [alone, usual] = <[Seen; 2]>::try_from(values).ok()?;
    let is_alone = alone.draws == 1 && usual.draws >= ENOUGH;
    is_alone.then_some((alone, usual))
}

/// Values of an attribute that are kept: with a third one none is reported.
const MOST_OF_ONE: usize = 3;

/// A value of the nth job of a kind and a shader in each frame.
#[derive(Clone, PartialEq, Eq, Hash)]
struct FrameKey {
    kind: String,
    shader: u64,
    number: usize,
    /// None for the counts themselves.
    counts: Option<Counts>,
    name: Name,
}

#[derive(Default)]
pub struct History {
    values: HashMap<(AttributeKey, What), Vec<Seen>>,
    frames: HashMap<FrameKey, Vec<Seen>>,
    labels: Labels,
    /// The file that is read, and its jobs so far by kind and shader.
    file: Option<Rc<str>>,
    jobs: HashMap<(String, u64), usize>,
}

impl What {
    fn text(self, value: i128) -> String {
        match self {
            Self::Divisor if value == PER_VERTEX => "per vertex".into(),
            Self::Divisor => format!("divisor {value}"),
            Self::Stride => format!("stride {value}"),
            Self::Offset => format!("offset {value}"),
            Self::Distance => format!("{value} bytes"),
        }
    }

    fn cause(self) -> &'static str {
        match self {
            Self::Divisor => {
                "the divisor differs from all other draws of the shader"
            }
            Self::Stride => {
                "the stride differs from all other draws of the shader \
                 with this buffer"
            }
            Self::Offset => {
                "the offset, without base instance and start, differs from all \
                 other draws of the shader with this buffer"
            }
            Self::Distance => {
                "the distance from the offset of the first attribute of this \
                 buffer differs from all other draws of the shader"
            }
        }
    }
}

impl History {
    pub fn take(&mut self, fact: &Fact, draw: &Origin) {
        let Fact { line, mut key, what, value, slack } = *fact;
        if what == What::Divisor {
            key.buffer = (0, 0);
        }
        let place = (key, what);
        if self.values.len() >= MOST_VALUES && !self.values.contains_key(&place)
        {
            return;
        }
        let values = self.values.entry(place).or_default();
        see(values, value, slack, line, draw);
    }

    /// Takes what a job contains in addition. Frames draw the same in the same
    /// order.
    pub fn frame(&mut self, draw: &Origin, other: &JobValues) {
        let Some(shader) = draw.name.shader else { return };
        if self.file.as_ref() != Some(&draw.file) {
            self.file = Some(Rc::clone(&draw.file));
            self.jobs.clear();
        }
        let kind = draw.name.kind.clone();
        let number = self.jobs.entry((kind.clone(), shader)).or_default();
        *number += 1;
        let (number, line, counts) = (*number, draw.name.line, draw.counts);
        let name = Name::Vertices;
        let key = FrameKey { kind, shader, number, counts: None, name };
        let own = counts;
        let counts = [
            (Name::Vertices, counts.map(|counts| counts.vertices.into())),
            (Name::Instances, counts.map(|counts| counts.instances.into())),
        ];
        let others = other.numbers(&mut self.labels);
        for (name, value) in counts.into_iter().chain(others) {
            let Some(value) = value else { continue };
            let counts = match name {
                Name::Vertices | Name::Instances => None,
                // They follow from the counts.
                Name::InstanceSize | Name::PrimitiveSize => continue,
                _ => own,
            };
            let key = FrameKey { name, counts, ..key.clone() };
            let is_full = self.frames.len() >= MOST_VALUES;
            if !is_full || self.frames.contains_key(&key) {
                let values = self.frames.entry(key).or_default();
                see(values, value.into(), 0, line, draw);
            }
        }
    }

    /// What one frame alone has.
    fn end_frames(&mut self) -> Vec<(Origin, Finding)> {
        let mut found = Vec::new();
        for (FrameKey { name, .. }, values) in self.frames.drain() {
            let Some((alone, usual)) = alone(values) else { continue };
            let cause = name.text();
            let message = format!("{cause} the same draw of other frames");
            let text = |value| self.labels.text(name, Some(value as i64));
            let right =
                format!("{}, as {}", text(usual.value), usual.place(&alone));
            let finding = Finding::new(alone.line, Rule::Inconsistent, cause);
            let finding = finding.message(message).found(text(alone.value));
            found.push((alone.draw, finding.right(right)));
        }
        found
    }

    /// What one draw alone has, by file and line.
    pub fn end(mut self) -> Vec<(Origin, Finding)> {
        let mut found = self.end_frames();
        for ((key, what), values) in self.values {
            let Some((alone, usual)) = alone(values) else { continue };
            let right = format!(
                "{}, as {}",
                what.text(usual.value),
                usual.place(&alone)
            );
            let (rule, place) = (Rule::Inconsistent, Place::at(key.location));
            let finding = Finding::new(alone.line, rule, what.cause());
            let finding = finding.found(what.text(alone.value)).right(right);
            found.push((alone.draw, finding.at(place)));
        }
        found.sort_by(|(one, a), (other, b)| {
            (&one.file, a.line, a.cause).cmp(&(&other.file, b.line, b.cause))
        });
        found
    }
}
