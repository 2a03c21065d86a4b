// SPDX-License-Identifier: MIT

//! A binding in a file, CSV or JSON.

use super::{kind, Driver};
use crate::number::integer;
use crate::table::{Columns, Failed, Item, Row};
use dral::descriptor_layout::{
    Binding, BindingLayout, Error, ImmutableSampler, SetLayout, Table, Walk,
};
use std::fmt::Display;

/// A binding as a row of CSV or a JSON object.
#[derive(Clone)]
pub struct Given {
    pub binding: u32,
    pub descriptor_type: u32,
    pub count: u32,
    pub flags: u32,
    /// Immutable samplers.
    pub samplers: Vec<ImmutableSampler>,
    pub mutable_types: Vec<u32>,
    /// The set that the binding belongs to, and that set's
    /// VkDescriptorSetLayoutCreateFlags.
    pub set: u32,
    pub set_flags: u32,
    /// The line on which it begins.
    line: u64,
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

const NUMBER_EXPECTED: &str = "a number from 0 to 4294967295";

fn number(text: &str) -> Option<u32> {
    u32::try_from(integer(text)?).ok()
}

impl Item for Given {
    /// Cells of optional columns may be missing.
    const COLUMNS: Columns = Columns {
        required: &["binding", "type", "count"],
        optional: &["flags", "planes", "mutable_types", "set", "set_flags"],
        lists: &["mutable_types"],
        values: &[("type", kind::values)],
    };

    fn new(row: &Row) -> Result<Self, Failed> {
        let (expected, parse) = (NUMBER_EXPECTED, number);
        let optional = |column| row.parse(column, expected, parse);
        let planes = row.parse("planes", SAMPLERS_EXPECTED, samplers)?;
        let (types, of_type) = (kind::EXPECTED, kind::parse);
        Ok(Self {
            binding: row.require("binding", expected, parse)?,
            descriptor_type: row.require("type", types, of_type)?,
            count: row.require("count", expected, parse)?,
            flags: optional("flags")?.unwrap_or(0),
            samplers: planes.unwrap_or_default(),
            mutable_types: row.list("mutable_types", types, of_type)?,
            set: optional("set")?.unwrap_or(0),
            set_flags: optional("set_flags")?.unwrap_or(0),
            line: row.line,
        })
    }
}

impl Given {
    /// Refuses its set because of this binding. The text follows the name of
    /// the file; `set` names the set if there are several.
    pub fn refuse(&self, set: &str, error: impl Display) -> String {
        format!(":{}: {set}binding {}: {error}", self.line, self.binding)
    }
}

/// The bindings of a set, in ascending order of their numbers, and where they
/// are.
pub struct Laid {
    pub table: Table<'static>,
    pub given: Vec<Given>,
    pub layout: SetLayout,
    pub bindings: Vec<BindingLayout>,
}

impl Laid {
    /// Lays out a set with these flags, in addition to those of its bindings,
    /// or says why it is refused, after the name of the file. `name` names the
    /// set if there are several.
    pub fn new(
        driver: Driver,
        flags: u32,
        mut given: Vec<Given>,
        name: &str,
    ) -> Result<Self, String> {
        let refuse = |error: Error| format!(": {name}{error}");
        let flags = given.iter().fold(flags, |all, one| all | one.set_flags);
        let table = driver.table(flags).map_err(refuse)?;
        given.sort_by_key(|given| given.binding);
        let same = |pair: &&[Given]| pair[0].binding == pair[1].binding;
        if let Some(pair) = given.windows(2).find(same) {
            let what = "two bindings have the same number";
            return Err(pair[1].refuse(name, what));
        }
        let walk = || Walk::new(&table, given.iter().map(Given::binding));
        let bindings = walk().zip(&given).map(|(placed, given)| {
            let placed = placed.map(|(_, layout)| layout);
            placed.map_err(|error| given.refuse(name, error))
        });
        let bindings = bindings.collect::<Result<_, _>>()?;
        let layout = walk().finish().map_err(refuse)?;
        Ok(Self { table, given, layout, bindings })
    }
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
