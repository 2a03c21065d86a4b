// SPDX-License-Identifier: MIT

//! `dral ids`: the vertex id or instance id record of each row.

pub use super::process as run;
use super::{Numbers, Refused, RowCommand, Rows};
use crate::choice::Rules;
use crate::output::word;
use crate::table::{Columns, Places};
use clap::Args;
use dral::instancing::{IdRecord, IdType, PaddedCount};
use dral::Error;

pub type Arguments = Rows<Options>;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    pub rules: Rules,
}

impl RowCommand for Options {
    const COLUMNS: Columns = Columns {
        required: &["what", "vertex_count", "instanced"],
        optional: &[],
        list: None,
        values: &[("what", || "vertex_id or instance_id".into())],
    };

    fn results(&self, _: &Places) -> Vec<&'static str> {
        vec!["instance_size", "b_w0", "b_w1", "b_w2", "b_w3"]
    }

    fn compute(&self, row: &Numbers) -> Result<Vec<String>, Refused> {
        let rules = &self.rules;
        let vertex_count = row.unsigned("vertex_count")?;
        if vertex_count == 0 {
            return Err(Error::NoVertices.into());
        }
        // A row says whether there are several instances, not how many.
        let padded = if row.flag("instanced")? {
            Some(PaddedCount::new(vertex_count, rules.padding)?)
        } else {
            None
        };
        let record = match row.id_type()? {
            IdType::Vertex => IdRecord::vertex_id(padded),
            IdType::Instance => IdRecord::instance_id(padded, rules.rounding),
        };
        let size = padded.map_or(1, PaddedCount::count);
        let mut values = vec![size.to_string()];
        values.extend(record.pack()?.map(word));
        Ok(values)
    }
}
