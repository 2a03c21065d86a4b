// SPDX-License-Identifier: MIT

//! A JSON array of objects, alone or as the command writes it.

use super::csv::named;
use super::Item;
use crate::escape::shortened;
use crate::failure::Failure;
use crate::output::VERSION;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use std::fmt::{self, Formatter};
use std::io::Read;
use std::marker::PhantomData;

/// The maximum size in bytes.
const MOST: u64 = 16 << 20;

/// A list as the command writes it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Item")]
struct List<T> {
    version: u32,
    draws: Vec<Object<T>>,
}

/// An item, from an object with the columns' names.
struct Object<T>(T);

impl<'de, T: Item> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(Members(PhantomData))
    }
}

struct Members<T>(PhantomData<T>);

impl<'de, T: Item> Visitor<'de> for Members<T> {
    type Value = Object<T>;

    fn expecting(&self, out: &mut Formatter) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(
        self,
        mut map: A,
    ) -> Result<Object<T>, A::Error> {
        let (mut item, mut names) = (T::default(), Vec::new());
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            let column = T::COLUMNS.known(&name).map_err(A::Error::custom)?;
            let set = text(&value).and_then(|text| match text {
                Some(text) => item.set(column, &text),
                None => Ok(()),
            });
            set.map_err(|what| A::Error::custom(named(column, &what)))?;
            names.push(column);
        }
        T::COLUMNS.check(names.into_iter()).map_err(A::Error::custom)?;
        Ok(Object(item))
    }
}

/// A value as in a cell of CSV; `null` is unknown, as an empty cell.
fn text(value: &Value) -> Result<Option<String>, String> {
    match value {
        Value::Null => Ok(None),
        Value::String(text) => Ok(Some(text.clone())),
        Value::Bool(_) | Value::Number(_) => Ok(Some(value.to_string())),
        Value::Array(values) => {
            let texts = values.iter().map(|value| match value {
                Value::Array(_) => Err(unexpected(value)),
                _ => Ok(text(value)?.unwrap_or_default()),
            });
            Ok(Some(texts.collect::<Result<Vec<_>, _>>()?.join(",")))
        }
        Value::Object(_) => Err(unexpected(value)),
    }
}

fn unexpected(value: &Value) -> String {
    let value = shortened(&value.to_string());
    format!("{value} is neither a word, a number nor a list of them")
}

/// Reads the items of a file that begins with this byte.
pub fn each<T: Item>(
    name: &str,
    reader: impl Read,
    first: u8,
    mut take: impl FnMut(T, &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let fail = |what: String| Failure::Message(format!("{name}: {what}"));
    let mut bytes = Vec::new();
    let read = reader.take(MOST + 1).read_to_end(&mut bytes);
    read.map_err(|error| fail(error.to_string()))?;
    if bytes.len() as u64 > MOST {
        return Err(fail(format!("longer than {MOST} bytes")));
    }
    let list = match first {
        b'{' => serde_json::from_slice(&bytes),
        _ => serde_json::from_slice(&bytes)
            .map(|draws| List { version: VERSION, draws }),
    };
    let List { version, draws } =
        list.map_err(|error| fail(error.to_string()))?;
    if version != VERSION {
        return Err(fail(format!("version {version} is not {VERSION}")));
    }
    for (number, Object(item)) in (1..).zip(draws) {
        take(item, &format!("{name}, object {number}"))?;
    }
    Ok(())
}
