// SPDX-License-Identifier: MIT

//! A binding in a file, CSV or JSON, including its use by a shader.

use super::kind;
use crate::columns::Columns;
use crate::document::{Item, Word};
use crate::number::integer;
use dral::descriptor_layout::{
    Binding, BindingLayout, ImmutableSampler, SetLayout, Table, Walk,
};
use serde::de::Deserializer;
use serde::Deserialize;
use std::fmt::Display;

/// A binding as a row of CSV or a JSON object. Unknown names are refused in
/// JSON, because they could be typing errors.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a binding")]
pub struct Given {
    #[serde(deserialize_with = "number")]
    pub binding: u32,
    #[serde(rename = "type", deserialize_with = "one_type")]
    pub descriptor_type: u32,
    #[serde(deserialize_with = "number")]
    pub count: u32,
    #[serde(default, deserialize_with = "number")]
    pub flags: u32,
    /// Immutable samplers.
    #[serde(default, rename = "planes", deserialize_with = "planes")]
    pub samplers: Vec<ImmutableSampler>,
    #[serde(default, deserialize_with = "types")]
    pub mutable_types: Vec<u32>,
    /// The set that the binding belongs to, and that set's
    /// VkDescriptorSetLayoutCreateFlags.
    #[serde(default, deserialize_with = "number")]
    pub set: u32,
    #[serde(default, deserialize_with = "number")]
    pub set_flags: u32,
    /// How often a shader uses it.
    #[serde(default = "once", deserialize_with = "number")]
    pub uses: u32,
    /// The line on which it begins.
    #[serde(skip)]
    line: u64,
}

fn once() -> u32 {
    1
}

fn number<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    from.deserialize_any(Word {
        expected: "a number from 0 to 4294967295",
        parse: |text| u32::try_from(integer(text)?).ok(),
    })
}

/// A descriptor type by its name or its number.
fn one_type<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let word = Word { expected: kind::EXPECTED, parse: kind::parse };
    from.deserialize_any(word)
}

fn types<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u32>, D::Error> {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Kind(#[serde(deserialize_with = "one_type")] u32);

    let kinds: Vec<Kind> = Vec::deserialize(from)?;
    Ok(kinds.into_iter().map(|kind| kind.0).collect())
}

/// Planes of immutable samplers, as a number or as text.
fn planes<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<ImmutableSampler>, D::Error> {
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

impl Item for Given {
    /// Cells of optional columns may be missing.
    const COLUMNS: Columns = Columns {
        required: &["binding", "type", "count"],
        optional: &[
            "flags",
            "planes",
            "mutable_types",
            "set",
            "set_flags",
            "uses",
        ],
    };

    fn set_line(&mut self, line: u64) {
        self.line = line;
    }
}

impl Given {
    /// Refuses its set because of this binding. The text follows the name of
    /// the file; `set` names the set if there are several.
    pub fn refuse(&self, set: &str, error: impl Display) -> String {
        format!(":{}: {set}binding {}: {error}", self.line, self.binding)
    }
}

/// Sorts the bindings of a set by number and lays them out.
pub fn lay_out(
    table: &Table,
    given: &mut [Given],
    set: &str,
) -> Result<(SetLayout, Vec<BindingLayout>), String> {
    given.sort_by_key(|given| given.binding);
    let same = |pair: &&[Given]| pair[0].binding == pair[1].binding;
    if let Some(pair) = given.windows(2).find(same) {
        return Err(pair[1].refuse(set, "two bindings have the same number"));
    }
    let given = &*given;
    let walk = || Walk::new(table, given.iter().map(Given::binding));
    let layouts = walk().zip(given).map(|(placed, given)| {
        let placed = placed.map(|(_, layout)| layout);
        placed.map_err(|error| given.refuse(set, error))
    });
    let layouts = layouts.collect::<Result<_, _>>()?;
    let layout = walk().finish().map_err(|error| format!(": {set}{error}"))?;
    Ok((layout, layouts))
}

/// Parses the plane counts of immutable samplers, separated by dots; a `c`
/// marks a sampler with its own chroma filter. `0` means no samplers.
pub fn samplers(text: &str) -> Option<Vec<ImmutableSampler>> {
    if text.is_empty() || text == "0" {
        return Some(Vec::new());
    }
    let sampler = |part: &str| {
        let (planes, own_chroma_filter) = match part.strip_suffix('c') {
            Some(planes) => (planes, 1),
            None => (part, 0),
        };
        let plane_count = planes.parse().ok()?;
        Some(ImmutableSampler { plane_count, own_chroma_filter })
    };
    text.split('.').map(sampler).collect()
}

/// Describes valid immutable samplers.
pub const SAMPLERS_EXPECTED: &str = "planes of samplers, such as 3 or 1.2c.1";
