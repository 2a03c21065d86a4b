// SPDX-License-Identifier: MIT

//! The named values of a draw, and what is wrong if one differs from a value
//! that should be the same: the driver's line has it, other draws of the
//! shader, other frames, or a good trace. Addresses are not among them, because
//! they differ from run to run.

use super::finding::{Finding, Rule};
use super::shown::Shown;
use crate::trace::model::access;
use crate::trace::text::job::{label_text, Label};
use std::collections::HashMap;

/// A value of a job.
#[derive(Clone, Copy)]
pub enum Value {
    Number(i64),
    /// The beginning of a name, such as a draw mode.
    Label(Label),
}

/// A number of any type, as a value.
pub fn number(number: impl Into<i64>) -> Option<Value> {
    Some(Value::Number(number.into()))
}

/// The values that a job has.
pub fn known<const N: usize>(
    all: [(Name, Option<Value>); N],
) -> Vec<(Name, Value)> {
    let known = all.into_iter();
    known.filter_map(|(name, value)| Some((name, value?))).collect()
}

macro_rules! names {
    ($($name:ident, $text:literal;)*) => {
        /// What a value is.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Name {
            $($name,)*
        }

        impl Name {
            /// The beginning of what is wrong if it differs.
            fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }

            /// What is wrong if it differs from the driver's line.
            fn of_line(self) -> &'static str {
                match self {
                    $(Self::$name => concat!($text, " the draw's"),)*
                }
            }
        }
    };
}

names! {
    Vertices, "the vertices differ from";
    Instances, "the instances differ from";
    Start, "the start differs from";
    InstanceOffset, "the instance offset differs from";
    InstanceSize, "the instance size differs from";
    PrimitiveSize, "the instance primitive size differs from";
    DrawMode, "the draw mode differs from";
    IndexType, "the index type differs from";
    IndexCount, "the index count differs from";
    BaseVertex, "the base vertex offset differs from";
    IndexOffset, "the index offset differs from";
    IndexArraySize, "the size of the index array differs from";
    // Words that the fragment shader reads directly.
    FauCount, "the FAU count differs from";
    Tables, "the number of resource tables differs from";
    PacketStride, "the stride of the vertex packet differs from";
    AttributeStride, "the stride of the packet's attributes differs from";
    Divisor, "the divisor differs from";
    Stride, "the stride differs from";
    Offset, "the offset differs from";
    Distance, "the distance from the first offset of the buffer differs from";
    BufferSize, "the size of the buffer differs from";
    SameBuffer, "the location with the same buffer differs from";
    Format, "the format differs from";
}

/// Instead of an API divisor.
pub const PER_VERTEX: i64 = access::PER_VERTEX as i64;

/// The names of formats and modes, by number.
#[derive(Default)]
pub struct Labels {
    numbers: HashMap<Label, i64>,
    labels: Vec<Label>,
}

impl Labels {
    /// The number that stands for a value.
    pub fn number(&mut self, value: Value) -> i64 {
        let label = match value {
            Value::Number(number) => return number,
            Value::Label(label) => label,
        };
        let next = self.labels.len() as i64;
        let number = *self.numbers.entry(label).or_insert(next);
        if number == next {
            self.labels.push(label);
        }
        number
    }

    pub fn text(&self, name: Name, number: Option<i64>) -> String {
        let Some(number) = number else { return "none".into() };
        match name {
            Name::Divisor if number == PER_VERTEX => "per vertex".into(),
            Name::DrawMode | Name::IndexType | Name::Format => {
                label_text(&self.labels[number as usize])
            }
            _ => number.to_string(),
        }
    }
}

/// With what a value is compared.
#[derive(Clone, Copy)]
pub enum With<'a> {
    /// The driver's line, or a row.
    Line,
    /// All other draws of its shader.
    Shader,
    /// The same draw of other frames.
    Frames,
    /// A draw of a good trace, which is at this place.
    Good(&'a str),
}

impl With<'_> {
    fn rule(self) -> Rule {
        match self {
            Self::Line => Rule::Draw,
            Self::Shader | Self::Frames => Rule::Inconsistent,
            Self::Good(_) => Rule::Diff,
        }
    }

    fn cause(self, name: Name) -> &'static str {
        match (self, name) {
            (Self::Line, _) => name.of_line(),
            (Self::Shader, Name::Stride) => {
                "the stride differs from all other draws of the shader \
                 with this buffer"
            }
            (Self::Shader, Name::Offset) => {
                "the offset, without base instance and start, differs from all \
                 other draws of the shader with this buffer"
            }
            (Self::Shader, Name::Distance) => {
                "the distance from the offset of the first attribute of this \
                 buffer differs from all other draws of the shader"
            }
            (Self::Shader, _) => {
                "the divisor differs from all other draws of the shader"
            }
            (Self::Frames | Self::Good(_), _) => name.text(),
        }
    }

    /// What is wrong with a value that differs.
    pub fn differs(
        self,
        line: u64,
        name: Name,
        found: impl Into<Shown>,
        right: impl Into<Shown>,
    ) -> Finding {
        let cause = self.cause(name);
        let finding = Finding::new(line, self.rule(), cause);
        let finding = finding.found(found).right(right);
        match self {
            Self::Line | Self::Shader => finding,
            Self::Frames => finding
                .message(format!("{cause} the same draw of other frames")),
            Self::Good(place) => {
                finding.message(format!("{cause} the draw of {place}"))
            }
        }
    }
}

/// A number that the driver's line has, if it differs.
pub fn differs_from_line<T: PartialEq + ToString>(
    line: u64,
    name: Name,
    found: T,
    right: Option<T>,
) -> Option<Finding> {
    let right = right.filter(|right| *right != found)?.to_string();
    Some(With::Line.differs(line, name, found.to_string(), right))
}
