// SPDX-License-Identifier: MIT

//! `dral word decode`: descriptor words to fields.

use crate::choice::architectures;
use crate::failure::{Failure, Outcome};
use crate::number::{self, architecture};
use crate::output::{joined, print, Answer, Sheet, Word};
use crate::streams::Streams;
use clap::builder::TypedValueParser;
use clap::Args;
use dral::instancing::{
    Architecture, AttributeMode, AttributeRecord, Frequency, IdRecord, IdType,
    Invocation, MagicDivisor, ValhallAttribute, ValhallMode,
};
use dral::Error;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display, Formatter};

#[derive(Args)]
pub struct Arguments {
    /// The architecture: v4 to v7, or v9 and later
    #[arg(long, default_value = "v7", hide_possible_values = true)]
    #[arg(value_parser = architectures().try_map(|a| architecture(&a)))]
    pub arch: Architecture,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// The words, in hexadecimal
    #[arg(required = true, value_parser = number::word)]
    pub words: Vec<u32>,
}

/// The value of a field.
#[derive(Serialize)]
#[serde(untagged)]
enum Value {
    Number(i64),
    Text(String),
    Word(Word),
    Flag(bool),
}

impl Display for Value {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(out),
            Self::Text(text) => text.fmt(out),
            Self::Word(word) => write!(out, "0x{word}"),
            Self::Flag(flag) => flag.fmt(out),
        }
    }
}

/// Fields by name, as in JSON; text output replaces underscores by spaces.
type Fields = Vec<(&'static str, Value)>;

fn number(value: impl Into<i64>) -> Value {
    Value::Number(value.into())
}

/// A descriptor, or words that do not form one.
#[derive(Serialize)]
struct Descriptor {
    first_word: usize,
    words: Vec<Word>,
    error: Option<String>,
    name: String,
    #[serde(serialize_with = "as_map")]
    fields: Fields,
}

impl Answer for Descriptor {
    fn is_refused(&self) -> bool {
        self.error.is_some()
    }
}

fn as_map<S: Serializer>(fields: &Fields, out: S) -> Result<S::Ok, S::Error> {
    out.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

/// The name and the fields of the descriptor at the start of the words, and its
/// length in words.
type Decoded = Result<(String, Fields, usize), Error>;

fn magic_fields(magic: MagicDivisor) -> Fields {
    vec![
        ("shift", number(magic.shift)),
        ("extra_flags", number(magic.extra_flags)),
        ("magic", Value::Word(Word(magic.magic))),
    ]
}

fn record(given: &[u32]) -> Decoded {
    let record = AttributeRecord::unpack(given)?;
    let mut fields = vec![
        ("pointer", Value::Text(format!("{:#x}", record.pointer))),
        ("stride", number(record.stride)),
        ("size", number(record.size)),
    ];
    let mut length = 4;
    let mode = record.mode()?;
    match mode {
        AttributeMode::OneDimensional => {}
        AttributeMode::Modulus(padded) => fields.extend([
            ("shift", number(padded.shift())),
            ("odd", number(padded.odd())),
            ("padded_count", number(padded.count())),
        ]),
        AttributeMode::PotDivisor { shift } => fields.extend([
            ("shift", number(shift)),
            ("hardware_divisor", number(1i64 << shift)),
        ]),
        AttributeMode::NpotDivisor { magic, divisor } => {
            fields.extend(magic_fields(magic));
            fields.push(("api_divisor", number(divisor)));
            length = 8;
        }
    }
    Ok((mode.record_type().name().into(), fields, length))
}

fn id_record(given: [u32; 4]) -> Decoded {
    let record = IdRecord::unpack(given)?;
    let (name, fields) = match record.id_type()? {
        IdType::Vertex => {
            let modulus = i64::from(2 * record.odd + 1) << record.shift;
            let fields = vec![
                ("shift", number(record.shift)),
                ("odd", number(record.odd)),
                ("modulus", number(modulus)),
            ];
            ("Vertex ID", fields)
        }
        IdType::Instance => ("Instance ID", magic_fields(record.divisor())),
    };
    Ok((name.into(), fields, 4))
}

fn invocation(given: [u32; 2]) -> Decoded {
    let counts = Invocation::unpack(given)?;
    let fields = vec![
        ("vertex_count", number(counts.vertex_count)),
        ("instance_count", number(counts.instance_count)),
    ];
    Ok(("Invocation".into(), fields, 2))
}

fn attribute(given: &[u32]) -> Decoded {
    let given = given.first_chunk().ok_or(Error::TruncatedDescriptor)?;
    let attribute = ValhallAttribute::unpack(*given)?;
    let frequency = match Frequency::try_from(attribute.frequency)? {
        Frequency::Vertex => "vertex",
        Frequency::Instance => "instance",
    };
    let mut fields = vec![
        ("frequency", Value::Text(frequency.into())),
        ("offset_enable", Value::Flag(attribute.offset_enable != 0)),
        ("format", Value::Text(format!("{:#x}", attribute.format))),
        ("table", number(attribute.table)),
        ("buffer_index", number(attribute.buffer_index)),
        ("stride", number(attribute.stride)),
        ("offset", number(attribute.offset)),
    ];
    let mode = attribute.mode()?;
    match mode {
        ValhallMode::OneDimensional => {}
        ValhallMode::PotDivisor { shift } => {
            fields.push(("shift", number(shift)));
        }
        ValhallMode::NpotDivisor { magic } => {
            fields.extend(magic_fields(magic));
        }
    }
    let name = mode.attribute_type().name();
    Ok((format!("Attribute, {name}"), fields, 8))
}

/// Decodes the next descriptor of a table.
fn slot(given: &[u32], architecture: Architecture) -> Decoded {
    match *given {
        [0, 0, 0, 0, ..] => Ok(("empty slot".into(), Vec::new(), 4)),
        [a, b, c, d, ..] if architecture.has_id_records() => record(given)
            .or_else(|error| id_record([a, b, c, d]).map_err(|_| error)),
        _ => record(given),
    }
}

/// The descriptors, each at the index of its first word. Words that do not form
/// a descriptor come last, because their length is unknown.
fn decode(arguments: &Arguments) -> Vec<Descriptor> {
    let Arguments { arch, ref words, .. } = *arguments;
    let mut descriptors = Vec::new();
    let mut first_word = 0;
    while let Some(rest @ [_, ..]) = words.get(first_word..) {
        let decoded = if !arch.has_attribute_records() {
            attribute(rest)
        } else if let [a, b] = words[..] {
            invocation([a, b])
        } else {
            slot(rest, arch)
        };
        let (name, fields, length, error) = match decoded {
            Ok((name, fields, length)) => (name, fields, length, None),
            Err(error) => {
                let what = refusal(arch, rest.len(), error);
                ("refused".into(), Vec::new(), rest.len(), Some(what))
            }
        };
        let words = rest.iter().take(length).copied().map(Word).collect();
        descriptors.push(Descriptor { first_word, words, error, name, fields });
        first_word += length;
    }
    descriptors
}

/// Why so many words are refused.
fn refusal(arch: Architecture, count: usize, error: Error) -> String {
    let missing = match (error, count) {
        (Error::TruncatedDescriptor, 0..4) if arch.has_attribute_records() => {
            ": it has 4"
        }
        (Error::TruncatedDescriptor, _) => ": it has 8",
        _ => "",
    };
    format!("{error}{missing}")
}

fn sheet(descriptors: &[Descriptor]) -> Sheet {
    let mut sheet = Sheet::default();
    for Descriptor { first_word, words, error, name, fields } in descriptors {
        sheet.heading(format!("Word {}: {name}", first_word + 1));
        sheet.line("words", joined(words));
        sheet.some(None, "error", error.as_ref());
        for (name, value) in fields {
            sheet.line(&name.replace('_', " "), value);
        }
    }
    sheet
}

/// Decodes the words.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let descriptors = decode(arguments);
    print("descriptors", &descriptors, arguments.json, sheet, streams)
}
