// SPDX-License-Identifier: MIT

//! `dral word decode`: descriptor words to fields.

use crate::choice::ARCHITECTURE;
use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{joined, print_or_refuse, words, Sheet, Word};
use crate::streams::Streams;
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
    #[arg(long, default_value = "v7", value_parser = ARCHITECTURE,
          hide_possible_values = true)]
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

/// A descriptor.
#[derive(Serialize)]
struct Descriptor {
    first_word: usize,
    words: Vec<Word>,
    name: String,
    #[serde(serialize_with = "as_map")]
    fields: Fields,
}

fn as_map<S: Serializer>(fields: &Fields, out: S) -> Result<S::Ok, S::Error> {
    out.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

/// The descriptors in some words.
#[derive(Serialize)]
struct Descriptors {
    descriptors: Vec<Descriptor>,
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

/// The descriptors, each at the index of its first word.
fn decode(arguments: &Arguments) -> Result<Descriptors, (usize, Error)> {
    let mut descriptors = Vec::new();
    let mut first_word = 0;
    while let Some(rest @ [_, ..]) = arguments.words.get(first_word..) {
        let architecture = arguments.arch;
        let decoded = if !architecture.has_attribute_records() {
            attribute(rest)
        } else if let [a, b] = *arguments.words {
            invocation([a, b])
        } else {
            slot(rest, architecture)
        };
        let (name, fields, length) =
            decoded.map_err(|error| (first_word, error))?;
        let words = rest.iter().take(length).copied().map(Word);
        descriptors.push(Descriptor {
            first_word,
            words: words.collect(),
            name,
            fields,
        });
        first_word += length;
    }
    Ok(Descriptors { descriptors })
}

fn sheet(Descriptors { descriptors }: &Descriptors) -> Sheet {
    let mut sheet = Sheet::default();
    for Descriptor { first_word, words, name, fields } in descriptors {
        sheet.heading(format!("Word {}: {name}", first_word + 1));
        sheet.line("words", joined(words));
        for (name, value) in fields {
            sheet.line(&name.replace('_', " "), value);
        }
    }
    sheet
}

/// Words of the longest descriptor, of which a message shows one.
const MOST_SHOWN: usize = 8;

/// Decodes the words, or refuses words that are not a descriptor.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    let decoded = decode(arguments).map_err(|(first_word, error)| {
        let rest = arguments.words.get(first_word..).unwrap_or_default();
        let shown = words(rest.get(..MOST_SHOWN).unwrap_or(rest));
        let more = if rest.len() > MOST_SHOWN { "..." } else { "" };
        let number = first_word + 1;
        let has_records = arguments.arch.has_attribute_records();
        let missing = match (error, rest.len()) {
            (Error::TruncatedDescriptor, 0..4) if has_records => ": it has 4",
            (Error::TruncatedDescriptor, _) => ": it has 8",
            _ => "",
        };
        Failure::Refused(format!(
            "word {number}, {shown}{more}: {error}{missing}"
        ))
    });
    print_or_refuse(arguments.json, decoded, sheet, streams)
}
