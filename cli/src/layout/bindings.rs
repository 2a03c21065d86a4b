// SPDX-License-Identifier: MIT

//! A binding in a file, including its use by a shader.

use super::kind;
use crate::document::Word;
use crate::failure::Failure;
use dral::descriptor_layout::{Binding, Error, OWN_CHROMA_FILTER};
use serde::de::Deserializer;
use serde::Deserialize;

/// A binding as a row of CSV or a JSON object. Unknown names are refused in
/// JSON, because they could be typing errors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a binding")]
pub struct Given {
    pub binding: u32,
    #[serde(rename = "type", deserialize_with = "one_type")]
    pub descriptor_type: u32,
    pub count: u32,
    #[serde(default)]
    pub flags: u32,
    /// Immutable samplers, in the form that the library takes.
    #[serde(default, rename = "planes", deserialize_with = "planes")]
    pub samplers: Vec<u8>,
    #[serde(default, deserialize_with = "types")]
    pub mutable_types: Vec<u32>,
    /// The set that the binding belongs to, and that set's
    /// VkDescriptorSetLayoutCreateFlags.
    #[serde(default)]
    pub set: u32,
    #[serde(default)]
    pub set_flags: u32,
    /// How often a shader uses it; `None` means once.
    pub uses: Option<u32>,
    /// The line of its row.
    #[serde(skip)]
    pub line: Option<u64>,
}

/// A descriptor type by its name or its number.
fn one_type<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let word = Word { expected: kind::EXPECTED, parse: kind::parse };
    from.deserialize_any(word)
}

fn types<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u32>, D::Error> {
    #[derive(Deserialize)]
    struct Kind(#[serde(deserialize_with = "one_type")] u32);

    let kinds: Vec<Kind> = Vec::deserialize(from)?;
    Ok(kinds.into_iter().map(|kind| kind.0).collect())
}

/// Planes of immutable samplers, as a number or as text.
fn planes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    let word = Word { expected: SAMPLERS_EXPECTED, parse: samplers };
    from.deserialize_any(word)
}

impl Given {
    pub fn binding(&self) -> Binding<'_> {
        Binding {
            binding: self.binding,
            descriptor_type: self.descriptor_type,
            descriptor_count: self.count,
            binding_flags: self.flags,
            immutable_samplers: &self.samplers,
            mutable_types: &self.mutable_types,
            ..Binding::default()
        }
    }
}

/// Why a set cannot be laid out, and where.
#[derive(Debug)]
pub struct Refusal {
    line: Option<u64>,
    what: String,
}

impl Refusal {
    /// A refusal without a line.
    pub fn new(what: impl ToString) -> Self {
        Self { line: None, what: what.to_string() }
    }

    /// The failure, with the name of the file.
    pub fn of(&self, file: &str) -> Failure {
        let what = &self.what;
        Failure::Refused(match self.line {
            Some(line) => format!("{file}:{line}: {what}"),
            None => format!("{file}: {what}"),
        })
    }

    /// Adds the number of the set.
    pub fn of_set(self, number: usize) -> Self {
        Self { what: format!("set {number}: {}", self.what), ..self }
    }
}

impl Given {
    /// Refuses the set because of this binding.
    pub fn refuse(&self, error: Error) -> Refusal {
        let what = format!("binding {}: {error}", self.binding);
        Refusal { line: self.line, what }
    }
}

/// Sorts the bindings by number.
pub fn sort(given: &mut [Given]) -> Result<(), Refusal> {
    given.sort_by_key(|given| given.binding);
    match given.windows(2).find(|pair| pair[0].binding == pair[1].binding) {
        Some(pair) => Err(pair[1].refuse(Error::DuplicateBinding)),
        None => Ok(()),
    }
}

/// Parses the plane counts of immutable samplers, separated by dots; a `c`
/// marks a sampler with its own chroma filter. `0` means no samplers.
pub fn samplers(text: &str) -> Option<Vec<u8>> {
    if text.is_empty() || text == "0" {
        return Some(Vec::new());
    }
    let sampler = |part: &str| {
        let (planes, filter) = match part.strip_suffix('c') {
            Some(planes) => (planes, OWN_CHROMA_FILTER),
            None => (part, 0),
        };
        let planes = planes.parse::<u8>().ok()?;
        (planes & OWN_CHROMA_FILTER == 0).then_some(planes | filter)
    };
    text.split('.').map(sampler).collect()
}

/// Describes valid immutable samplers.
pub const SAMPLERS_EXPECTED: &str = "planes of samplers, such as 3 or 1.2c.1";
