// SPDX-License-Identifier: MIT

//! Bindings as JSON: an array of objects.

use super::bindings::{samplers, Given, SAMPLERS_EXPECTED};
use super::kind;
use crate::document::{self, Word};
use crate::failure::Failure;
use serde::de::Deserializer;
use serde::Deserialize;

/// A descriptor type by its name or its number.
struct Kind(u32);

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = Word { expected: kind::EXPECTED, parse: kind::parse };
        from.deserialize_any(word).map(Self)
    }
}

/// Planes of immutable samplers, as a number or as text.
fn planes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    let word = Word { expected: SAMPLERS_EXPECTED, parse: samplers };
    from.deserialize_any(word)
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
    #[serde(default, deserialize_with = "planes")]
    planes: Vec<u8>,
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
        let mutable_types = object.mutable_types.iter();
        Self {
            binding: object.binding,
            descriptor_type: object.kind.0,
            count: object.count,
            flags: object.flags,
            samplers: object.planes,
            mutable_types: mutable_types.map(|kind| kind.0).collect(),
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
