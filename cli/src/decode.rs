// SPDX-License-Identifier: MIT

//! `dral decode`: descriptor words to fields.

use crate::failure::{Failure, Outcome};
use crate::number;
use crate::output::{elements, hex, plain, print, word, words, Sheet};
use crate::streams::Streams;
use clap::Args;
use dral::instancing::{
    Architecture, AttributeMode, AttributeRecord, Frequency, IdRecord, IdType,
    Invocation, MagicDivisor, ValhallAttribute, ValhallMode,
};
use dral::Error;
use serde_json::{json, Value};

#[derive(Args)]
pub struct Arguments {
    /// The architecture: v4 to v7, v9 to v14
    #[arg(long, default_value = "v7", value_parser = number::architecture)]
    pub arch: Architecture,
    /// Write JSON
    #[arg(long)]
    pub json: bool,
    /// The words, in hexadecimal
    #[arg(required = true, value_parser = number::word)]
    pub words: Vec<u32>,
}

/// Fields by name, as in JSON; text output replaces underscores by spaces.
type Fields = Vec<(&'static str, Value)>;

/// The name and the fields of the descriptor at the start of the words, and its
/// length in words.
type Decoded = Result<(String, Fields, usize), Error>;

fn magic_fields(magic: MagicDivisor) -> Fields {
    vec![
        ("shift", json!(magic.shift)),
        ("extra_flags", json!(magic.extra_flags)),
        ("magic", json!(word(magic.magic))),
    ]
}

fn record(given: &[u32]) -> Decoded {
    let record = AttributeRecord::unpack(given)?;
    let mut fields = vec![
        ("pointer", json!(format!("{:#x}", record.pointer))),
        ("stride", json!(record.stride)),
        ("size", json!(record.size)),
    ];
    let mut length = 4;
    let mode = record.mode()?;
    match mode {
        AttributeMode::OneDimensional => {}
        AttributeMode::Modulus(padded) => fields.extend([
            ("shift", json!(padded.shift())),
            ("odd", json!(padded.odd())),
            ("padded_count", json!(padded.count())),
        ]),
        AttributeMode::PotDivisor { shift } => fields.extend([
            ("shift", json!(shift)),
            ("hardware_divisor", json!(1u64 << shift)),
        ]),
        AttributeMode::NpotDivisor { magic, divisor } => {
            fields.extend(magic_fields(magic));
            fields.push(("api_divisor", json!(divisor)));
            length = 8;
        }
    }
    Ok((mode.record_type().name().into(), fields, length))
}

fn id_record(given: [u32; 4]) -> Decoded {
    let record = IdRecord::unpack(given)?;
    let (name, fields) = match record.id_type()? {
        IdType::Vertex => {
            let modulus = u64::from(2 * record.odd + 1) << record.shift;
            let fields = vec![
                ("shift", json!(record.shift)),
                ("odd", json!(record.odd)),
                ("modulus", json!(modulus)),
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
        ("vertex_count", json!(counts.vertex_count)),
        ("instance_count", json!(counts.instance_count)),
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
        ("frequency", json!(frequency)),
        ("offset_enable", json!(attribute.offset_enable != 0)),
        ("format", json!(format!("{:#x}", attribute.format))),
        ("table", json!(attribute.table)),
        ("buffer_index", json!(attribute.buffer_index)),
        ("stride", json!(attribute.stride)),
        ("offset", json!(attribute.offset)),
    ];
    let mode = attribute.mode()?;
    match mode {
        ValhallMode::OneDimensional => {}
        ValhallMode::PotDivisor { shift } => {
            fields.push(("shift", json!(shift)));
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
fn descriptors(arguments: &Arguments) -> Result<Value, (usize, Error)> {
    let mut found = Vec::new();
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
        let words = rest.iter().take(length).map(|&value| word(value));
        found.push(json!({
            "first_word": first_word,
            "words": words.collect::<Vec<_>>(),
            "name": name,
            "fields": Value::from_iter(fields),
        }));
        first_word += length;
    }
    Ok(found.into())
}

fn sheet(descriptors: &Value) -> Sheet {
    let mut sheet = Sheet::default();
    for descriptor in elements(descriptors) {
        let first = descriptor["first_word"].as_u64().unwrap_or_default();
        let name = plain(&descriptor["name"]);
        sheet.heading(format!("Word {}: {name}", first + 1));
        sheet.value("words", &descriptor["words"]);
        let fields = descriptor["fields"].as_object();
        for (name, value) in fields.into_iter().flatten() {
            match &name[..] {
                "magic" => sheet.line("magic", hex(value)),
                _ => sheet.value(&name.replace('_', " "), value),
            }
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
    let found = descriptors(arguments).map_err(|(first_word, error)| {
        let rest = arguments.words.get(first_word..).unwrap_or_default();
        let shown = words(rest.get(..MOST_SHOWN).unwrap_or(rest));
        let more = if rest.len() > MOST_SHOWN { "..." } else { "" };
        let number = first_word + 1;
        Failure::Refused(format!("word {number}, {shown}{more}: {error}"))
    })?;
    print(arguments.json, &found, sheet, streams)?;
    Ok(Outcome::Complete)
}
