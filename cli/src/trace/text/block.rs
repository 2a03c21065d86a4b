// SPDX-License-Identifier: MIT

//! A descriptor in the decoder's format: a heading, then a line for each field,
//! indented by two more spaces.

use super::Problem;
use crate::escape::shortened;
use std::ops::Range;

/// The headings of descriptors that are checked.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub enum Kind {
    #[default]
    JobHeader,
    /// An attribute or an attribute buffer of v4 to v7.
    Attribute,
    /// The same for the output of a vertex shader.
    Varying,
    Invocation,
    Primitive,
    Draw,
    FragmentDraw,
    /// The counts of v9, in separate blocks.
    InstanceCount,
    ValhallAttribute,
    ValhallBuffer,
    PrimitiveFlags,
    PrimitiveSize,
    Indices,
    /// The strides of a vertex packet (v9).
    Allocation,
    /// The counts of a compute job (v9).
    Compute,
}

/// More fields than any descriptor has.
const MOST_FIELDS: usize = 64;

struct Field {
    name: Range<usize>,
    value: Range<usize>,
    line: u64,
}

/// The heading, and the fields read so far.
#[derive(Default)]
pub struct Block {
    pub kind: Kind,
    pub line: u64,
    /// Spaces before the heading.
    indent: usize,
    heading: Vec<u8>,
    text: Vec<u8>,
    fields: Vec<Field>,
    /// The FAU count and the resources of a nested shader environment.
    pub fau_count: Option<i64>,
    pub resources: Option<i64>,
}

impl Block {
    /// Begins a block with its heading, and reuses the memory of the last
    /// block.
    pub fn begin(&mut self, kind: Kind, line: u64, indent: usize, text: &[u8]) {
        self.kind = kind;
        self.line = line;
        self.indent = indent;
        self.heading.clear();
        self.heading.extend(text);
        self.text.clear();
        self.fields.clear();
        self.fau_count = None;
        self.resources = None;
    }

    /// Takes a line, and returns whether it belongs to this block. Skips nested
    /// descriptors.
    pub fn take(
        &mut self,
        line: u64,
        indent: usize,
        text: &[u8],
    ) -> Result<bool, Problem> {
        let within = self.indent + 2;
        if indent < within {
            return Ok(false);
        }
        if indent > within {
            let nested = |name: &[u8]| {
                let value = text.strip_prefix(name)?;
                value.strip_prefix(b": ").and_then(number)
            };
            self.fau_count = self.fau_count.or(nested(b"FAU count"));
            self.resources = self.resources.or(nested(b"Resources"));
        }
        let colon = text.windows(2).position(|two| two == b": ");
        if let (true, Some(colon)) = (indent == within, colon) {
            if self.fields.len() == MOST_FIELDS {
                return Err(Problem::new(
                    line,
                    "more fields than a descriptor has",
                ));
            }
            let start = self.text.len();
            self.text.extend(text);
            self.fields.push(Field {
                name: start..start + colon,
                value: start + colon + 2..self.text.len(),
                line,
            });
        }
        Ok(true)
    }

    pub fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether one of its fields after these many repeats one of them, so that
    /// it belongs to another descriptor. Both halves of a record have some.
    pub fn repeats(&self, before: usize) -> bool {
        let part = |range: &Range<usize>| self.text.get(range.clone());
        let is_second = |f: &Field| part(&f.value) == Some(b"Continuation");
        let second = self.fields.iter().position(is_second);
        let second = second.unwrap_or(self.fields.len());
        let names = |from: usize, to: usize| {
            self.fields[from..to].iter().map(|f| part(&f.name))
        };
        let is_twice = |from: usize, to: usize| {
            let middle = before.clamp(from, to);
            names(middle, to).any(|name| names(from, middle).any(|n| n == name))
        };
        is_twice(0, second) || is_twice(second, self.fields.len())
    }

    /// The line that begins the descriptor, without its indentation.
    pub fn heading(&self) -> &[u8] {
        &self.heading
    }

    /// The address in the heading, in parentheses, without 0x.
    pub fn address(&self) -> &[u8] {
        let mut parts = self.heading.split(|byte| b"()".contains(byte));
        parts.nth(1).unwrap_or_default()
    }

    fn find(&self, name: &str, last: bool) -> Option<&Field> {
        let is_it = |field: &&Field| {
            self.text.get(field.name.clone()) == Some(name.as_bytes())
        };
        if last {
            self.fields.iter().rev().find(is_it)
        } else {
            self.fields.iter().find(is_it)
        }
    }

    /// The line of a field; of the heading if it is not there.
    pub fn line_of(&self, name: &str) -> u64 {
        self.find(name, false).map_or(self.line, |field| field.line)
    }

    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    pub fn has(&self, name: &str) -> bool {
        self.find(name, false).is_some()
    }

    /// The value of a field; of two fields with one name, the first or the
    /// last.
    fn read<'a, T>(
        &'a self,
        name: &str,
        last: bool,
        expected: &str,
        parse: impl Fn(&'a [u8]) -> Option<T>,
    ) -> Result<T, Problem> {
        let field = self.find(name, last).ok_or_else(|| Problem {
            line: self.line,
            what: format!("no {name} in this descriptor"),
            is_missing: true,
        })?;
        let value = self.text.get(field.value.clone()).unwrap_or_default();
        parse(value)
            .ok_or_else(|| Problem::value(field.line, name, value, expected))
    }

    /// The text of a field; of two fields with one name, the first.
    pub fn text(&self, name: &str) -> Result<&str, Problem> {
        self.read(name, false, "UTF-8", |value| std::str::from_utf8(value).ok())
    }

    /// The text of a field whose values have names: one that is known, or what
    /// the decoder prints for any other value.
    pub fn name(
        &self,
        name: &str,
        is_known: impl Fn(&str) -> bool,
    ) -> Result<&str, Problem> {
        let text = self.text(name)?;
        if is_known(text) || text.contains("INVALID") {
            return Ok(text);
        }
        let line = self.line_of(name);
        let what = format!("{name}: {:?} is unknown", shortened(text));
        Err(Problem::new(line, what))
    }

    /// The text of the last of two fields with one name.
    pub fn last_text(&self, name: &str) -> Result<&str, Problem> {
        self.read(name, true, "UTF-8", |value| std::str::from_utf8(value).ok())
    }

    /// The number of a field, with or without a sign.
    pub fn number(&self, name: &str) -> Result<i64, Problem> {
        self.read(name, false, "a number", number)
    }

    /// The number or address of a field that not every trace has, or 0.
    pub fn optional(&self, name: &str) -> Result<u64, Problem> {
        if !self.has(name) {
            return Ok(0);
        }
        self.number(name).map(|number| number as u64)
    }

    /// The pointer of a record, which has 56 bits and lacks the low 6.
    pub fn pointer(&self, name: &str) -> Result<u64, Problem> {
        self.read(name, false, "a multiple of 64 below 2^56", |value| {
            let pointer = u64::try_from(number(value)?).ok()?;
            (pointer % 64 == 0 && pointer >> 56 == 0).then_some(pointer)
        })
    }

    fn unsigned(&self, name: &str, last: bool) -> Result<u32, Problem> {
        let number = self.read(name, last, "a number", number)?;
        u32::try_from(number)
            .or_else(|_| self.read(name, last, "a word of 32 bits", |_| None))
    }

    /// The number of a field of at most 32 bits.
    pub fn word(&self, name: &str) -> Result<u32, Problem> {
        self.unsigned(name, false)
    }

    /// The last of two fields with one name.
    pub fn last_word(&self, name: &str) -> Result<u32, Problem> {
        self.unsigned(name, true)
    }

    /// The value of a field with this many bits.
    pub fn bits(&self, name: &str, bits: u32) -> Result<u32, Problem> {
        let word = self.word(name)?;
        if word >> bits == 0 {
            return Ok(word);
        }
        let expected = match bits {
            1 => "0 or 1".into(),
            _ => format!("a number of {bits} bits"),
        };
        self.read(name, false, &expected, |_| None)
    }

    /// A signed field, which can also be printed as its unsigned bit pattern.
    pub fn signed(&self, name: &str) -> Result<i32, Problem> {
        let number = self.number(name)?;
        crate::number::signed_pattern(number.into()).map_or_else(
            || self.read(name, false, "a word of 32 bits", |_| None),
            Ok,
        )
    }

    /// The flag of a field that not every trace has.
    pub fn some_flag(&self, name: &str) -> Result<Option<bool>, Problem> {
        self.has(name).then(|| self.flag(name)).transpose()
    }

    /// The line and the address of a field that not every trace has.
    pub fn some_address(
        &self,
        name: &str,
    ) -> Result<Option<(u64, u64)>, Problem> {
        let address = || Ok((self.line_of(name), self.optional(name)?));
        self.has(name).then(address).transpose()
    }

    pub fn flag(&self, name: &str) -> Result<bool, Problem> {
        self.read(name, false, "true or false", |value| match value {
            b"true" => Some(true),
            b"false" => Some(false),
            _ => None,
        })
    }
}

/// A number as the decoder prints it: `12`, `-12` or `0xc`.
pub fn number(text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?;
    match text.strip_prefix("0x") {
        // An address can use all 64 bits; one above 63 bits is not a number
        // here.
        Some(digits) if !digits.starts_with('+') => {
            i64::from_str_radix(digits, 16).ok()
        }
        None if !text.starts_with('+') => text.parse().ok(),
        _ => None,
    }
}

/// What follows a mark in a line.
pub fn after<'a>(text: &'a [u8], mark: &[u8]) -> Option<&'a [u8]> {
    let place = text.windows(mark.len()).position(|part| part == mark)?;
    text.get(place + mark.len()..)
}
