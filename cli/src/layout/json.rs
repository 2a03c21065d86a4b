// SPDX-License-Identifier: MIT

//! Bindings as JSON: an array of objects.

use super::bindings::{samplers, Given, SAMPLERS_EXPECTED};
use super::kind;
use crate::document;
use crate::failure::Failure;
use crate::rows::shortened;
use serde::de::{Deserializer, Error, Visitor};
use serde::Deserialize;
use std::fmt;

/// A descriptor type by its name or its number.
struct Kind(u32);

struct KindVisitor;

impl Visitor<'_> for KindVisitor {
    type Value = Kind;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(kind::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Kind, E> {
        kind::parse(text).map(Kind).ok_or_else(|| {
            let shown = shortened(text);
            E::custom(format!("{shown:?} is not {}", kind::EXPECTED))
        })
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Kind, E> {
        u32::try_from(number).map(Kind).map_err(|_| {
            E::custom(format!("{number} is not {}", kind::EXPECTED))
        })
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(KindVisitor)
    }
}

/// Planes of immutable samplers, as a number or as text.
#[derive(Default)]
struct Samplers(Vec<u8>);

struct SamplersVisitor;

impl Visitor<'_> for SamplersVisitor {
    type Value = Samplers;

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(SAMPLERS_EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Samplers, E> {
        samplers(text).map(Samplers).ok_or_else(|| {
            let shown = shortened(text);
            E::custom(format!("{shown:?} is not {SAMPLERS_EXPECTED}"))
        })
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Samplers, E> {
        self.visit_str(&number.to_string())
    }
}

impl<'de> Deserialize<'de> for Samplers {
    fn deserialize<D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SamplersVisitor)
    }
}

/// A binding; what is not listed here is refused, for it could be a name
/// mistyped.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    binding: u32,
    #[serde(rename = "type")]
    kind: Kind,
    count: u32,
    #[serde(default)]
    flags: u32,
    #[serde(default)]
    planes: Samplers,
    #[serde(default)]
    mutable_types: Vec<Kind>,
    #[serde(default)]
    set: u32,
    #[serde(default)]
    set_flags: u32,
    uses: Option<u32>,
}

impl From<Object> for Given {
    fn from(object: Object) -> Self {
        Self {
            binding: object.binding,
            descriptor_type: object.kind.0,
            count: object.count,
            flags: object.flags,
            samplers: object.planes.0,
            mutable_types: object
                .mutable_types
                .iter()
                .map(|kind| kind.0)
                .collect(),
            set: object.set,
            set_flags: object.set_flags,
            uses: object.uses,
            line: None,
        }
    }
}

/// Reads all bindings of a file.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<Given>, Failure> {
    let objects: Vec<Object> = serde_json::from_slice(bytes)
        .map_err(|error| document::json_failure(file, &error))?;
    Ok(objects.into_iter().map(Given::from).collect())
}
