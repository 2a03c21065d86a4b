// SPDX-License-Identifier: MIT

//! What the same attribute has in every draw of a trace. A value that one draw
//! alone has is reported when the trace ends.

use super::finding::Finding;
use super::values::{Labels, Name, With};
use super::{Found, Origin};
use crate::trace::model::access::PER_VERTEX;
use crate::trace::text::job::{Counts, Place};
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

/// Values that a trace may have; more are not compared, to limit memory.
const MOST_VALUES: usize = 1 << 14;

/// Draws with a value before another value of one draw is reported.
const ENOUGH: usize = 3;

/// The attribute whose values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AttributeKey {
    pub shader: u64,
    pub location: u32,
    /// The address and the size of the buffer.
    pub buffer: (u64, u32),
}

/// A value of an attribute in a draw: its API divisor, or `PER_VERTEX`; its
/// stride; its offset without base instance and start, which varies by the low
/// bits of the buffer's address; or the distance from the offset of another
/// attribute of the same buffer.
#[derive(Clone, Copy)]
pub struct Fact {
    pub line: u64,
    pub key: AttributeKey,
    pub name: Name,
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

/// Values of an attribute that are kept: with a third one none is reported.
const MOST_OF_ONE: usize = 3;

/// The values that should be the same, by what they are values of.
struct Known<K>(HashMap<(K, Name), Vec<Seen>>);

impl<K> Default for Known<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<K: Hash + Eq> Known<K> {
    /// Counts a value.
    fn see(
        &mut self,
        key: (K, Name),
        (value, slack): (i128, u32),
        line: u64,
        draw: &Origin,
    ) {
        if self.0.len() >= MOST_VALUES && !self.0.contains_key(&key) {
            return;
        }
        let values = self.0.entry(key).or_default();
        let same =
            |known: &&mut Seen| known.value.abs_diff(value) <= slack.into();
        if let Some(known) = values.iter_mut().find(same) {
            known.draws += 1;
        } else if values.len() < MOST_OF_ONE {
            let draw = draw.clone();
            values.push(Seen { value, draws: 1, line, draw });
        }
    }

    /// What one draw alone has: what it is, its value, and the value of all
    /// others.
    fn alone(self) -> impl Iterator<Item = (K, Name, Seen, Seen)> {
        self.0.into_iter().filter_map(|((key, name), mut values)| {
            values.sort_by_key(|value| value.draws);
            let [alone, usual] = <[Seen; 2]>::try_from(values).ok()?;
            let is_alone = alone.draws == 1 && usual.draws >= ENOUGH;
            is_alone.then_some((key, name, alone, usual))
        })
    }
}

/// The nth job of a kind and a shader in each frame.
#[derive(Clone, PartialEq, Eq, Hash)]
struct FrameKey {
    kind: String,
    shader: u64,
    number: usize,
    /// None for the counts themselves.
    counts: Option<Counts>,
}

#[derive(Default)]
pub struct History {
    attributes: Known<AttributeKey>,
    frames: Known<FrameKey>,
    labels: Labels,
    /// The file that is read, and its jobs so far by kind and shader.
    file: Option<Rc<str>>,
    jobs: HashMap<(String, u64), usize>,
}

/// The text of a value of an attribute.
fn fact_text(name: Name, value: i128) -> String {
    match name {
        Name::Divisor if value == PER_VERTEX => "per vertex".into(),
        Name::Divisor => format!("divisor {value}"),
        Name::Stride => format!("stride {value}"),
        Name::Offset => format!("offset {value}"),
        _ => format!("{value} bytes"),
    }
}

impl History {
    /// Takes a value of an attribute.
    pub fn take(&mut self, fact: &Fact, draw: &Origin) {
        let Fact { line, mut key, name, value, slack } = *fact;
        // An attribute of a shader has one divisor, whatever is bound.
        if name == Name::Divisor {
            key.buffer = (0, 0);
        }
        self.attributes.see((key, name), (value, slack), line, draw);
    }

    /// Takes what a job contains in addition. Frames draw the same in the same
    /// order.
    pub fn frame(&mut self, draw: &Origin, found: &Found) {
        let Some(shader) = draw.name.shader else { return };
        if self.file.as_ref() != Some(&draw.file) {
            self.file = Some(Rc::clone(&draw.file));
            self.jobs.clear();
        }
        let kind = draw.name.kind.clone();
        let number = self.jobs.entry((kind.clone(), shader)).or_default();
        *number += 1;
        let key = FrameKey { kind, shader, number: *number, counts: None };
        for (name, value) in found.named() {
            let counts = match name {
                Name::Vertices | Name::Instances => None,
                // They follow from the counts.
                Name::InstanceSize | Name::PrimitiveSize => continue,
                _ => found.counts,
            };
            let key = (FrameKey { counts, ..key.clone() }, name);
            let value = self.labels.number(value).into();
            self.frames.see(key, (value, 0), draw.name.line, draw);
        }
    }

    /// What one draw or one frame alone has, by file and line.
    pub fn end(self) -> Vec<(Origin, Finding)> {
        let Self { attributes, frames, labels, .. } = self;
        let frames = frames.alone().map(|(_, name, alone, usual)| {
            let text = |value| labels.text(name, Some(value as i64));
            let right =
                format!("{}, as {}", text(usual.value), usual.place(&alone));
            let found = text(alone.value);
            let finding = With::Frames.differs(alone.line, name, found, right);
            (alone.draw, finding)
        });
        let attributes = attributes.alone();
        let attributes = attributes.map(|(key, name, alone, usual)| {
            let right = fact_text(name, usual.value);
            let right = format!("{right}, as {}", usual.place(&alone));
            let found = fact_text(name, alone.value);
            let finding = With::Shader.differs(alone.line, name, found, right);
            (alone.draw, finding.at(Place::at(key.location)))
        });
        let mut found: Vec<_> = frames.chain(attributes).collect();
        // A line has several if attributes share a record.
        let place = |(draw, finding): &(Origin, Finding)| {
            let location = finding.attribute.map(|place| place.location);
            (Rc::clone(&draw.file), finding.line, finding.cause, location)
        };
        found.sort_by_cached_key(place);
        found
    }
}
