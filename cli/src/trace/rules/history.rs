// SPDX-License-Identifier: MIT

//! What the same attribute has in every draw of a trace. A value that one draw
//! alone has is reported when the trace ends.

use super::finding::{Finding, Rule};
use super::Origin;
use crate::trace::model::access::PER_VERTEX;
use crate::trace::text::job::Place;
use std::collections::HashMap;

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

/// Values of an attribute that are kept: with a third one none is reported.
const MOST_OF_ONE: usize = 3;

#[derive(Default)]
pub struct History {
    values: HashMap<(AttributeKey, What), Vec<Seen>>,
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
        let same =
            |known: &&mut Seen| known.value.abs_diff(value) <= slack.into();
        if let Some(known) = values.iter_mut().find(same) {
            known.draws += 1;
        } else if values.len() < MOST_OF_ONE {
            let draw = draw.clone();
            values.push(Seen { value, draws: 1, line, draw });
        }
    }

    /// What one draw alone has, by file and line.
    pub fn end(self) -> Vec<(Origin, Finding)> {
        let mut found = Vec::new();
        for ((key, what), mut values) in self.values {
            values.sort_by_key(|value| value.draws);
            let Ok([alone, usual]) = <[Seen; 2]>::try_from(values) else {
                continue;
            };
            if alone.draws > 1 || usual.draws < ENOUGH {
                continue;
            }
            let other = &usual.draw.file;
            let place = match *other == alone.draw.file {
                true => format!("line {}", usual.line),
                false => format!("{other}:{}", usual.line),
            };
            let right = format!(
                "{}, as in {} draws, the first at {place}",
                what.text(usual.value),
                usual.draws,
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
