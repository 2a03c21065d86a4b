// SPDX-License-Identifier: MIT

//! The numbers of a row.

use super::Refused;
use crate::number;
use crate::table::{shortened, Cell, Failed, Row};
use dral::instancing::{Architecture, IdType, Rate};
use dral::Error;

/// The numbers of a row by their columns, with their text. Numbers of missing
/// columns are 0.
pub struct Numbers<'a>(Vec<(&'static str, i128, &'a str)>);

/// How cells of a column are parsed, and what they hold.
fn parser(column: &str) -> (fn(&str) -> Option<i128>, &'static str) {
    match column {
        "arch" => (number::architecture_number, "an architecture, such as v7"),
        "what" => (id_type, "vertex_id or instance_id"),
        _ => (number::integer, "a number"),
    }
}

fn id_type(text: &str) -> Option<i128> {
    match text.trim() {
        "vertex_id" => Some(IdType::Vertex as i128),
        "instance_id" => Some(IdType::Instance as i128),
        _ => None,
    }
}

impl<'a> Numbers<'a> {
    /// Parses all cells of a row.
    pub fn new(row: &'a Row) -> Result<Self, Failed> {
        let number = |cell: &'a Cell| {
            let (parse, expected) = parser(cell.column);
            let number = cell.parse(&cell.text, expected, parse)?;
            Ok((cell.column, number, cell.text.trim()))
        };
        row.cells.iter().map(number).collect::<Result<_, _>>().map(Self)
    }

    fn number(&self, column: &str) -> Option<(i128, &str)> {
        let mut numbers = self.0.iter();
        let (_, number, text) = numbers.find(|(name, ..)| *name == column)?;
        Some((*number, text))
    }

    pub fn has(&self, column: &str) -> bool {
        self.number(column).is_some()
    }

    /// A number that satisfies `convert`.
    fn within<T: Default>(
        &self,
        column: &str,
        range: &str,
        convert: impl Fn(i128) -> Option<T>,
    ) -> Result<T, Refused> {
        let Some((number, text)) = self.number(column) else {
            return Ok(T::default());
        };
        convert(number).ok_or_else(|| {
            // The original text: the number may be cut to 128 bits.
            let text = shortened(text);
            format!("{column}: {text} is not within {range}").into()
        })
    }

    pub fn unsigned(&self, column: &str) -> Result<u32, Refused> {
        let convert = |number| u32::try_from(number).ok();
        self.within(column, "0 to 4294967295", convert)
    }

    /// A signed value, which can also be written as its unsigned 32-bit
    /// pattern.
    pub fn signed_pattern(&self, column: &str) -> Result<i32, Refused> {
        let range = "-2147483648 to 4294967295";
        self.within(column, range, number::signed_pattern)
    }

    pub fn signed(&self, column: &str) -> Result<i32, Refused> {
        let convert = |number| i32::try_from(number).ok();
        self.within(column, "-2147483648 to 2147483647", convert)
    }

    pub fn flag(&self, column: &str) -> Result<bool, Refused> {
        self.within(column, "0 to 1", |number| match number {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        })
    }

    /// The architecture of the row, or the one that is given.
    pub fn architecture(
        &self,
        given: Architecture,
    ) -> Result<Architecture, Refused> {
        let Some((number, _)) = self.number("arch") else { return Ok(given) };
        let number = u32::try_from(number);
        let number = number.map_err(|_| Error::UnknownArchitecture)?;
        Ok(Architecture::try_from(number)?)
    }

    /// The rate in the column `rate`, by Vulkan's numbers. Without the column,
    /// a divisor of 0 means per vertex, as in OpenGL.
    pub fn rate(&self) -> Result<Rate, Refused> {
        if self.has("rate") {
            Ok(Rate::try_from(self.unsigned("rate")?)?)
        } else if self.unsigned("divisor")? == 0 {
            Ok(Rate::Vertex)
        } else {
            Ok(Rate::Instance)
        }
    }

    pub fn id_type(&self) -> Result<IdType, Refused> {
        Ok(IdType::try_from(self.unsigned("what")?)?)
    }
}
