// SPDX-License-Identifier: MIT

//! A binding in a file.

use super::{kind, Driver};
use crate::escape::shortened;
use crate::number::unsigned;
use crate::table::{Columns, Item};
use dral::modules::descriptor_layout::{
    Binding, BindingLayout, DescriptorType, Error, ImmutableSampler, SetLayout,
    Table, Walk,
};
use std::fmt::Display;

/// A binding as a row of CSV.
#[derive(Clone, Default)]
pub struct Given {
    pub binding: u32,
    pub descriptor_type: u32,
    pub count: u32,
    pub flags: u32,
    /// Immutable samplers.
    pub samplers: Vec<ImmutableSampler>,
    pub mutable_types: Vec<u32>,
    /// Its place in the file.
    pub place: String,
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

    /// The first of its types that the table lacks.
    fn unknown_type(&self, table: &Table) -> Option<String> {
        let known = |kind: &u32| {
            // Only its types are in the table.
            DescriptorType::Mutable as u32 == *kind
                || table.types.iter().any(|one| one.descriptor_type == *kind)
        };
        let types = [self.descriptor_type];
        let mut types = types.iter().chain(&self.mutable_types);
        types.find(|kind| !known(kind)).map(|kind| kind::name(*kind))
    }

    /// Why its set is refused because of it.
    pub fn refused(&self, error: impl Display) -> String {
        format!("{}: binding {}: {error}", self.place, self.binding)
    }
}

impl Item for Given {
    const COLUMNS: Columns = Columns {
        required: 3,
        all: &[
            ("binding", "its number"),
            ("type", "VkDescriptorType, such as SAMPLED_IMAGE or 2"),
            ("count", "descriptors"),
            ("flags", "VkDescriptorBindingFlags"),
            ("planes", "planes of immutable samplers, such as 3 or 1.2c.1"),
            ("mutable_types", "types of a mutable binding"),
        ],
    };

    fn set(&mut self, column: &'static str, text: &str) -> Result<(), String> {
        match column {
            "binding" => self.binding = unsigned(text)?,
            "type" => self.descriptor_type = kind::parse(text)?,
            "count" => self.count = unsigned(text)?,
            "flags" => self.flags = unsigned(text)?,
            "planes" => self.samplers = samplers(text)?,
            _ => {
                let types = text.split([' ', ',']);
                let types = types.filter(|name| !name.is_empty());
                self.mutable_types =
                    types.map(kind::parse).collect::<Result<_, _>>()?;
            }
        }
        Ok(())
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
    /// Lays out a set with these flags, or returns why it is refused.
    pub fn new(
        driver: Driver,
        set_flags: u32,
        mut given: Vec<Given>,
    ) -> Result<Self, String> {
        let table = driver.table(set_flags);
        let table = table.map_err(|error| match error {
            Error::UnknownVersion => {
                format!("--hardware {}: {error}", driver.version())
            }
            _ => error.to_string(),
        })?;
        given.sort_by_key(|given| given.binding);
        let same = |pair: &&[Given]| pair[0].binding == pair[1].binding;
        if let Some(pair) = given.windows(2).find(same) {
            return Err(pair[1].refused("two bindings have the same number"));
        }
        let walk = || Walk::new(&table, given.iter().map(Given::binding));
        let bindings = walk().zip(&given).map(|(placed, given)| {
            let placed = placed.map(|(_, layout)| layout);
            placed.map_err(|error| match given.unknown_type(&table) {
                Some(unknown) if error == Error::UnknownType => {
                    given.refused(format_args!("{error}: {unknown}"))
                }
                _ => given.refused(error),
            })
        });
        let bindings = bindings.collect::<Result<_, _>>()?;
        let layout = walk().finish().map_err(|error| error.to_string())?;
        Ok(Self { table, given, layout, bindings })
    }
}

/// Parses the plane counts of immutable samplers, separated by dots; a `c`
/// marks a sampler with its own chroma filter. `0` means no samplers.
fn samplers(text: &str) -> Result<Vec<ImmutableSampler>, String> {
    if text == "0" {
        return Ok(Vec::new());
    }
    let sampler = |part: &str| {
        let (planes, own_chroma_filter) = match part.strip_suffix('c') {
            Some(planes) => (planes, 1),
            None => (part, 0),
        };
        let plane_count = planes.parse().ok()?;
        Some(ImmutableSampler { plane_count, own_chroma_filter })
    };
    let all: Option<_> = text.split('.').map(sampler).collect();
    let expected = "planes of samplers, such as 3 or 1.2c.1";
    all.ok_or_else(|| format!("{:?} is not {expected}", shortened(text)))
}
