// SPDX-License-Identifier: MIT

//! Values in findings, as people and pages show them.

use crate::output::{words, Word};
use crate::record::record_words;
use crate::trace::model::access::Selector;
use dral::instancing::{
    AttributeMode, AttributeRecord, RecordType, ValhallAttribute, ValhallType,
};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// What the words of a value are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordsOf {
    None,
    Record,
    Valhall,
}

/// A value, and its words if it has some.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The value, or what the words mean.
    pub text: String,
    pub kind: WordsOf,
    pub words: Vec<u32>,
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        // WordsOf with their meaning, a number, or a text.
        if self.kind != WordsOf::None {
            let mut value = out.serialize_struct("Value", 2)?;
            let words: Vec<_> = self.words.iter().copied().map(Word).collect();
            value.serialize_field("words", &words)?;
            value.serialize_field("meaning", &self.text)?;
            return value.end();
        }
        match self.text.parse::<i64>() {
            Ok(number) => out.serialize_i64(number),
            Err(_) => out.serialize_str(&self.text),
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match &self.words[..] {
            [] => out.write_str(&self.text),
            packed => write!(out, "{} ({})", words(packed), self.text),
        }
    }
}

impl<T: Into<String>> From<T> for Shown {
    fn from(text: T) -> Self {
        Self { text: text.into(), kind: WordsOf::None, words: Vec::new() }
    }
}

impl Shown {
    /// What selects the elements of an attribute.
    pub fn of(selector: &Selector) -> Self {
        match selector {
            Selector::Record(record) => Self::record(record),
            Selector::Valhall(attribute) => Self::valhall(attribute),
        }
    }

    /// The words of a record and their meaning; only the meaning if the record
    /// cannot be packed.
    pub fn record(record: &AttributeRecord) -> Self {
        let AttributeRecord { shift, odd, extra_flags, .. } = *record;
        let name = RecordType::try_from(record.r#type)
            .map_or("no record", RecordType::name);
        let more = match record.mode() {
            Ok(AttributeMode::Modulus(padded)) => {
                format!(", modulus {}", padded.count())
            }
            Ok(AttributeMode::OneDimensional) => {
                format!(", stride {}", record.stride)
            }
            Ok(AttributeMode::PotDivisor { .. }) => format!(", shift {shift}"),
            Ok(AttributeMode::NpotDivisor { magic, divisor }) => format!(
            ", magic {:08x}, shift {shift}, extra flags {extra_flags}, API \
             divisor {divisor}",
            magic.magic
        ),
            Err(_) => format!(", shift {shift}, odd part {odd}"),
        };
        let text = format!("{name}{more}");
        match record_words(record) {
            Ok(words) => Self { text, kind: WordsOf::Record, words },
            Err(_) => text.into(),
        }
    }

    /// The words of a descriptor of v9 and later, which the trace has without
    /// its format.
    pub fn valhall(attribute: &ValhallAttribute) -> Self {
        let name = ValhallType::try_from(attribute.r#type)
            .map_or("no type", ValhallType::name);
        match attribute.pack() {
            Ok(packed) => Self {
                text: format!("{name}, without format"),
                kind: WordsOf::Valhall,
                words: packed.to_vec(),
            },
            Err(error) => format!("{name}: {error}").into(),
        }
    }
}
