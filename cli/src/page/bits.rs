// SPDX-License-Identifier: MIT

//! Descriptor words bit by bit.

use askama::Template;
use dral::instancing::{Frequency, RecordType, ValhallType};

/// The fields of a word from bit 0 up: names and widths. Bits without a name
/// are unused.
type Layout = &'static [(&'static str, u32)];

// Source: docs/reference/instancing.md, "Descriptor words" and
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
/// A field of a word.
struct Field {
    /// What connects the bits with their description; none if they are unused.
    letter: Option<char>,
    name: &'static str,
    first: u32,
    width: u32,
}

impl Field {
    fn range(&self) -> String {
        match self.width {
            1 => self.first.to_string(),
            width => format!("{} to {}", self.first, self.first + width - 1),
        }
    }

    fn number(&self, word: &u32) -> u32 {
        word >> self.first & (u32::MAX >> (32 - self.width))
    }

    fn bits(&self, word: &u32) -> String {
        format!("{:01$b}", self.number(word), self.width as usize)
    }

    fn value(&self, word: &u32) -> String {
        value(self.name, self.number(word))
    }

    /// Neighbors differ.
    fn tint(&self) -> u32 {
        self.letter.map_or(0, u32::from) % 4
    }
}

/// A word with its fields.
struct BitWord {
    word: u32,
    number: usize,
    fields: Vec<Field>,
}

/// The words of a descriptor.
#[derive(Template)]
#[template(path = "words.html")]
pub struct Words {
    /// The name of the descriptor.
    title: &'static str,
    words: Vec<BitWord>,
}

/// What a number of a field means, if it is more than a number.
fn name(field: &str, number: u32) -> Option<&'static str> {
    match field {
        "type" => match number {
            0x20 => Some("continuation"),
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
struct Difference {
    word: usize,
    /// Where: "bit 29", "bits 24 to 28".
    bits: String,
    name: &'static str,
    found: String,
    right: String,
}

/// A word of one of two descriptors, in the fields of the right one.
struct Strip {
    label: &'static str,
    number: usize,
    word: u32,
    /// The bits of each field, from bit 31 down, and whether they differ.
    fields: Vec<(String, bool)>,
}

/// The descriptor that was found, and the right one.
#[derive(Template)]
#[template(path = "comparison.html")]
pub struct Comparison {
    differences: Vec<Difference>,
    /// The words that differ, first as found, then the right one.
    strips: Vec<Strip>,
}

impl Comparison {
    /// Compares words with the right descriptor.
    pub fn new(found: &[u32], right: &Words) -> Self {
        let (mut differences, mut strips) = (Vec::new(), Vec::new());
        for (&found, right) in found.iter().zip(&right.words) {
            if found == right.word {
                continue;
            }
            let differs = |field: &Field| {
                field.number(&found) != field.number(&right.word)
            };
            let different = right.fields.iter().filter(|field| differs(field));
            differences.extend(different.map(|field| Difference {
                word: right.number,
                bits: match field.width {
                    1 => format!("bit {}", field.range()),
                    _ => format!("bits {}", field.range()),
                },
                name: match field.name {
                    "" => "unused",
                    name => name,
                },
                found: field.value(&found),
                right: field.value(&right.word),
            }));
            for (label, word) in [("found", found), ("right", right.word)] {
                let fields = right.fields.iter().rev();
                let fields =
                    fields.map(|field| (field.bits(&word), differs(field)));
                let (number, fields) = (right.number, fields.collect());
                strips.push(Strip { label, number, word, fields });
            }
        }
        Self { differences, strips }
    }
}

impl Words {
    fn new(
        title: &'static str,
        words: &[u32],
        layouts: impl IntoIterator<Item = Layout>,
    ) -> Self {
        // No descriptor has more fields than the alphabet letters.
        let mut letters = 'A'..='Z';
        let words = words.iter().zip(layouts).zip(0..);
        let words = words.map(|((&word, layout), number)| {
            let mut first = 0;
            let fields = layout.iter().map(|&(name, width)| {
                let is_used = !name.is_empty();
                let letter = is_used.then(|| letters.next()).flatten();
                let field = Field { letter, name, first, width };
                first += width;
                field
            });
            BitWord { word, number, fields: fields.collect() }
        });
        Self { title, words: words.collect() }
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
        Self::new("Attribute buffer record", words, layouts)
    }

    /// An attribute of v9 and later.
    pub fn valhall(words: &[u32]) -> Self {
        Self::new("Attribute descriptor", words, VALHALL)
    }
}
