// SPDX-License-Identifier: MIT

//! `dral ids`: the vertex id or instance id record of each row.

pub use super::Rows as Arguments;
use super::{process, Cells, Input, Kind, RowCommand, RowError};
use crate::failure::{Failure, Outcome};
use crate::output::word;
use crate::streams::Streams;
use dral::instancing::{IdRecord, IdType, PaddedCount};
use dral::Error;

/// The columns of a file, for the help. A test compares.
pub const COLUMNS: &str = "\
Required columns: what, vertex_count, instanced
All other columns are kept.";

struct Ids<'a>(&'a Arguments);

/// Computes the id records of a file.
pub fn run(
    arguments: &Arguments,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    process(&arguments.file, &Ids(arguments), streams)
}

impl RowCommand for Ids<'_> {
    fn inputs(&self) -> Vec<Input> {
        vec![
            Input::required("what", Kind::IdType),
            Input::required("vertex_count", Kind::Integer),
            Input::required("instanced", Kind::Integer),
        ]
    }

    fn results(&self, _: &dyn Fn(&str) -> bool) -> Vec<&'static str> {
        vec!["instance_size", "b_w0", "b_w1", "b_w2", "b_w3"]
    }

    fn compute(&self, cells: &Cells) -> Result<Vec<String>, RowError> {
        let rules = &self.0.rules;
        let vertex_count = cells.unsigned("vertex_count")?;
        if vertex_count == 0 {
            return Err(Error::NoVertices.into());
        }
        // A row tells that there are instances, not how many.
        let padded = if cells.flag("instanced")? {
            Some(PaddedCount::new(vertex_count, rules.padding)?)
        } else {
            None
        };
        let record = match cells.id_type()? {
            IdType::Vertex => IdRecord::vertex_id(padded),
            IdType::Instance => IdRecord::instance_id(padded, rules.rounding),
        };
        let size = padded.map_or(1, PaddedCount::count);
        let mut values = vec![size.to_string()];
        values.extend(record.pack()?.map(word));
        Ok(values)
    }
}
