// SPDX-License-Identifier: MIT

//! The input columns of a command, and their values in one row.

use super::RowCommand;
use crate::number;
use csv::StringRecord;
use dral::instancing::{Architecture, IdType, Rate};
use dral::Error;

/// Parses the cell of a column, or says what the column holds.
fn parse(column: &str, text: &str) -> Result<i128, &'static str> {
    match (column, text.trim()) {
        ("arch", text) => number::architecture_number(text)
            .ok_or("an architecture, such as v7"),
        ("what", "vertex_id") => Ok(IdType::Vertex as i128),
        ("what", "instance_id") => Ok(IdType::Instance as i128),
        ("what", _) => Err("vertex_id or instance_id"),
        (_, text) => number::integer(text).ok_or("a number"),
    }
}

/// An input column with its place in the file.
struct Input {
    name: &'static str,
    place: Option<usize>,
    /// The value if the column is missing.
    default: i128,
}

/// Why a row has no results.
#[derive(Debug)]
pub enum RowError {
    /// The message for the row's `error` column; later rows are still
    /// processed.
    Refused(String),
    /// Reading cannot continue, for this reason.
    Fatal(String),
}

impl From<Error> for RowError {
    fn from(error: Error) -> Self {
        Self::Refused(error.to_string())
    }
}

/// The maximum length of a value in a message, in characters.
const MOST_SHOWN: usize = 60;

/// A value for a message, cut to a limited length.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}

/// The input columns of a command.
pub struct Inputs(Vec<Input>);

impl Inputs {
    /// Finds the inputs in the header, or says what is wrong with the header.
    pub fn find<C: RowCommand>(
        command: &C,
        header: &StringRecord,
    ) -> Result<Self, String> {
        C::COLUMNS.check(header)?;
        let input = |name| Input {
            name,
            place: header.iter().position(|column| column.trim() == name),
            default: command.default(name).into(),
        };
        let inputs: Vec<_> = C::COLUMNS.all().map(input).collect();
        if inputs.iter().all(|input| input.place.is_none()) {
            let what = "no column of this command in the header; is this CSV?";
            return Err(what.into());
        }
        Ok(Self(inputs))
    }

    pub fn present(&self, name: &str) -> bool {
        let mut present = self.0.iter().filter(|input| input.place.is_some());
        present.any(|input| input.name == name)
    }

    /// Reads all inputs of a row. An input that is not a number is fatal.
    pub fn read<'a>(
        &'a self,
        row: &'a StringRecord,
    ) -> Result<Cells<'a>, RowError> {
        let value = |input: &Input| {
            let Some(text) = input.place.and_then(|place| row.get(place))
            else {
                return Ok(input.default);
            };
            parse(input.name, text).map_err(|expected| {
                let (name, text) = (input.name, shortened(text));
                let what = format!("column {name}: {text:?} is not {expected}");
                RowError::Fatal(what)
            })
        };
        let values = self.0.iter().map(value).collect::<Result<_, _>>()?;
        Ok(Cells { columns: self, row, values })
    }
}

/// The inputs of one row.
pub struct Cells<'a> {
    columns: &'a Inputs,
    row: &'a StringRecord,
    /// The values of all inputs.
    values: Vec<i128>,
}

impl Cells<'_> {
    /// Whether the file has the column.
    pub fn present(&self, name: &str) -> bool {
        self.columns.present(name)
    }

    fn value(&self, name: &str) -> i128 {
        let mut all = self.columns.0.iter().zip(&self.values);
        let found = all.find(|(input, _)| input.name == name);
        found.map_or(0, |(_, value)| *value)
    }

    fn out_of_range(&self, name: &str, range: &str) -> RowError {
        // The original text: the number may be cut to 128 bits.
        let input = self.columns.0.iter().find(|input| input.name == name);
        let text = input
            .and_then(|input| self.row.get(input.place?))
            .map(|text| shortened(text.trim()))
            .unwrap_or_default();
        RowError::Refused(format!("{name}: {text} is not within {range}"))
    }

    pub fn unsigned(&self, name: &str) -> Result<u32, RowError> {
        u32::try_from(self.value(name))
            .map_err(|_| self.out_of_range(name, "0 to 4294967295"))
    }

    /// A signed value, which can also be written as its unsigned 32-bit
    /// pattern.
    pub fn signed_pattern(&self, name: &str) -> Result<i32, RowError> {
        number::signed_pattern(self.value(name))
            .ok_or_else(|| self.out_of_range(name, "-2147483648 to 4294967295"))
    }

    pub fn signed(&self, name: &str) -> Result<i32, RowError> {
        i32::try_from(self.value(name))
            .map_err(|_| self.out_of_range(name, "-2147483648 to 2147483647"))
    }

    pub fn flag(&self, name: &str) -> Result<bool, RowError> {
        match self.value(name) {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(self.out_of_range(name, "0 to 1")),
        }
    }

    pub fn architecture(&self) -> Result<Architecture, RowError> {
        let number = u32::try_from(self.value("arch"))
            .map_err(|_| Error::UnknownArchitecture)?;
        Ok(Architecture::try_from(number)?)
    }

    /// The rate in the column `rate`, by Vulkan's numbers. Without the column,
    /// a divisor of 0 means per vertex, as in OpenGL.
    pub fn rate(&self) -> Result<Rate, RowError> {
        if self.present("rate") {
            Ok(Rate::try_from(self.unsigned("rate")?)?)
        } else if self.unsigned("divisor")? == 0 {
            Ok(Rate::Vertex)
        } else {
            Ok(Rate::Instance)
        }
    }

    pub fn id_type(&self) -> Result<IdType, RowError> {
        Ok(IdType::try_from(self.unsigned("what")?)?)
    }
}
