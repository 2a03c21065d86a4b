// SPDX-License-Identifier: MIT

//! Descriptor words bit by bit.

use askama::Template;
use dral::instancing::{Frequency, RecordType, ValhallType};

/// The fields of a word from bit 0 up: names and widths. Bits without a name
/// are unused.
type Layout = &'static [(&'static str, u32)];

// Source: docs/reference/instancing.md, "Descriptor words",
// "Vertex id and instance id", "Invocation", "Instance size",
// "Valhall and later".
const WHOLE_STRIDE: Layout = &[("stride", 32)];
const POINTER_LOW: (&str, u32) = ("pointer, bits 6 to 31", 26);
const POINTER_HIGH: (&str, u32) = ("pointer, bits 32 to 55", 24);
const SHIFT: (&str, u32) = ("R, shift", 5);
const ODD: (&str, u32) = ("P, odd", 3);
const EXTRA_FLAGS: (&str, u32) = ("E, extra flags", 1);
const MAGIC: Layout = &[("magic", 31), ("", 1)];

const RECORD: [Layout; 4] = [
    &[("type", 6), POINTER_LOW],
    &[POINTER_HIGH, ("", 8)],
    WHOLE_STRIDE,
    &[("size", 32)],
];
const WITH_SHIFT: Layout = &[POINTER_HIGH, SHIFT, ("", 3)];
const WITH_ODD: Layout = &[POINTER_HIGH, SHIFT, ODD];
const WITH_FLAGS: Layout = &[POINTER_HIGH, SHIFT, EXTRA_FLAGS, ("", 2)];
const CONTINUATION: [Layout; 4] =
    [&[("type", 6), ("", 26)], MAGIC, &[("", 32)], &[("API divisor", 32)]];
const VERTEX_ID: [Layout; 4] = [
    &[("type", 6), ("", 26)],
    &[("", 24), SHIFT, ODD],
    &[("", 32)],
    &[("", 32)],
];
const INSTANCE_ID: [Layout; 4] = [
    &[("type", 6), ("", 26)],
    &[("", 24), SHIFT, EXTRA_FLAGS, ("", 2)],
    MAGIC,
    &[("", 32)],
];
const VALHALL: [Layout; 8] = [
    &[
        ("descriptor type", 4),
        ("attribute type", 4),
        ("offset enable", 1),
        ("", 1),
        ("format", 22),
    ],
    &[("table", 6), ("frequency", 2), ("", 16), SHIFT, EXTRA_FLAGS, ("", 2)],
    &[("offset, signed", 32)],
    &[("buffer index", 32)],
    WHOLE_STRIDE,
    MAGIC,
    &[("", 32)],
    &[("", 32)],
];
const SIZE_BYTE: Layout = &[("shift", 5), ("odd", 3)];
const SHIFTS: Layout = &[
    ("shift of size y", 5),
    ("shift of size z", 5),
    ("shift of groups x", 6),
    ("shift of groups y", 6),
    ("shift of groups z", 6),
    ("thread group split", 4),
];

/// A field of a word.
pub struct Field {
    /// What connects the field's bits with its description; none if unused.
    pub letter: Option<char>,
    /// Neighbors have different colors.
    pub tint: usize,
    pub name: &'static str,
    first: u32,
    width: u32,
    pub bits: String,
    pub value: String,
    number: u32,
}

impl Field {
    fn range(&self) -> String {
        match self.width {
            1 => self.first.to_string(),
            width => format!("{} to {}", self.first, self.first + width - 1),
        }
    }
}

/// A word with its fields.
pub struct BitWord {
    word: u32,
    pub number: usize,
    pub hex: String,
    pub fields: Vec<Field>,
}

/// The words of a descriptor.
#[derive(Template, Default)]
#[template(path = "words.html")]
pub struct Words {
    /// The name of the descriptor.
    pub title: &'static str,
    pub words: Vec<BitWord>,
    letters: usize,
}

/// What a number of a field means, if it is more than a number.
fn name(field: &str, number: u32) -> Option<&'static str> {
    match field {
        "type" => match number {
            0x20 => Some("continuation"),
            0x22 => Some("vertex id"),
            0x24 => Some("instance id"),
            _ => RecordType::try_from(number).ok().map(RecordType::name),
        },
        "attribute type" => {
            ValhallType::try_from(number).ok().map(ValhallType::name)
        }
        "frequency" => match Frequency::try_from(number).ok()? {
            Frequency::Vertex => Some("vertex"),
            Frequency::Instance => Some("instance"),
        },
        _ => None,
    }
}

fn value(field: &str, number: u32) -> String {
    match name(field, number) {
        Some(name) => format!("{number}, {name}"),
        None if field == "offset, signed" => (number as i32).to_string(),
        // The bits stay in place.
        None if field == POINTER_LOW.0 => format!("{:#x}", number << 6),
        None if number < 1000 => number.to_string(),
        None => format!("{number} ({number:#x})"),
    }
}

/// A field that two descriptors have differently.
pub struct Difference {
    word: usize,
    /// Where: "bit 29", "bits 24 to 28".
    bits: String,
    name: &'static str,
    found: String,
    right: String,
}

/// A word of one of two descriptors, in the fields of the right one.
pub struct Strip {
    label: &'static str,
    number: usize,
    hex: String,
    /// The bits of each field, from bit 31 down, and whether they differ.
    fields: Vec<(String, bool)>,
}

/// Two descriptors, of which one is right.
#[derive(Template)]
#[template(path = "comparison.html")]
pub struct Comparison {
    differences: Vec<Difference>,
    /// The words that differ, first as found, then the right one.
    strips: Vec<Strip>,
}

impl Comparison {
    /// Compares words with those of the right descriptor.
    pub fn new(found: &[u32], right: &Words) -> Self {
        let (mut differences, mut strips) = (Vec::new(), Vec::new());
        for (&found, right) in found.iter().zip(&right.words) {
            if found == right.word {
                continue;
            }
            let bits = |word: u32, field: &Field| {
                (u64::from(word) >> field.first) & ((1 << field.width) - 1)
            };
            let differs =
                |field: &Field| bits(found, field) != bits(right.word, field);
            let (word, name) =
                (right.number, |field: &Field| match field.name {
                    "" => "unused",
                    name => name,
                });
            let different = right.fields.iter().filter(|field| differs(field));
            differences.extend(different.map(|field| Difference {
                word,
                bits: match field.width {
                    1 => format!("bit {}", field.range()),
                    _ => format!("bits {}", field.range()),
                },
                name: name(field),
                found: value(field.name, bits(found, field) as u32),
                right: field.value.clone(),
            }));
            for (label, word) in [("found", found), ("right", right.word)] {
                let fields = right.fields.iter().rev().map(|field| {
                    let width = field.width as usize;
                    let bits = format!("{:01$b}", bits(word, field), width);
                    (bits, differs(field))
                });
                strips.push(Strip {
                    label,
                    number: right.number,
                    hex: format!("{word:08x}"),
                    fields: fields.collect(),
                });
            }
        }
        Self { differences, strips }
    }
}

impl Words {
    fn new(title: &'static str) -> Self {
        Self { title, ..Self::default() }
    }

    fn add(&mut self, word: u32, layout: &[(&'static str, u32)]) {
        let mut first = 0;
        let fields = layout.iter().map(|&(name, width)| {
            let number = (u64::from(word) >> first) & ((1 << width) - 1);
            let letter = (!name.is_empty()).then(|| {
                self.letters += 1;
                // No descriptor has more fields than the alphabet letters.
                char::from(b'A' + self.letters as u8 - 1)
            });
            let field = Field {
                letter,
                tint: self.letters % 4,
                name,
                first,
                width,
                bits: format!("{number:00$b}", width as usize),
                value: value(name, number as u32),
                number: number as u32,
            };
            first += width;
            field
        });
        let fields: Vec<_> = fields.collect();
        let hex = format!("{word:00$x}", first.div_ceil(4) as usize);
        let number = self.words.len();
        self.words.push(BitWord { word, number, hex, fields });
    }

    fn all(
        title: &'static str,
        words: &[u32],
        layouts: impl IntoIterator<Item = Layout>,
    ) -> Self {
        let mut all = Self::new(title);
        for (&word, layout) in words.iter().zip(layouts) {
            all.add(word, layout);
        }
        all
    }

    /// An attribute buffer record, and its continuation.
    pub fn record(words: &[u32]) -> Self {
        let mut layouts = RECORD;
        let kind = words.first().map_or(0, |word| word & 0x3F);
        match RecordType::try_from(kind) {
            Ok(RecordType::PotDivisor) => layouts[1] = WITH_SHIFT,
            Ok(RecordType::Modulus) => layouts[1] = WITH_ODD,
            Ok(RecordType::NpotDivisor) => layouts[1] = WITH_FLAGS,
            Ok(RecordType::OneDimensional) | Err(_) => {}
        }
        let layouts = layouts.into_iter().chain(CONTINUATION);
        Self::all("Attribute buffer record", words, layouts)
    }

    /// The record of the vertex id on v4 and v5.
    pub fn vertex_id(words: &[u32]) -> Self {
        Self::all("Vertex id record", words, VERTEX_ID)
    }

    /// The record of the instance id on v4 and v5.
    pub fn instance_id(words: &[u32]) -> Self {
        Self::all("Instance id record", words, INSTANCE_ID)
    }

    /// An attribute of v9 and later.
    pub fn valhall(words: &[u32]) -> Self {
        Self::all("Attribute descriptor", words, VALHALL)
    }

    /// The byte of an instance size.
    pub fn size_byte(title: &'static str, byte: u32) -> Self {
        let mut all = Self::new(title);
        all.add(byte, SIZE_BYTE);
        all
    }

    /// The invocation words. The second says where the values of the first are.
    pub fn invocation(words: &[u32]) -> Self {
        let mut all = Self::new("Invocation");
        let &[counts, shifts] = words else { return all };
        let places = Self::all("", &[shifts], [SHIFTS]);
        let fields = places.words.iter().flat_map(|word| &word.fields);
        let ends = fields.take(5).map(|field| field.number.min(32)).chain([32]);
        let mut start = 0;
        let names = [
            "size x - 1",
            "size y - 1",
            "size z - 1",
            "groups x - 1",
            "groups y - 1, the vertices",
            "groups z - 1, the instances",
        ];
        let layout = names.into_iter().zip(ends).map(|(name, end)| {
            let width = end.saturating_sub(start);
            start += width;
            (name, width)
        });
        let layout: Vec<_> = layout.filter(|(_, width)| *width > 0).collect();
        all.add(counts, &layout);
        all.add(shifts, SHIFTS);
        all
    }
}
