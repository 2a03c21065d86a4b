// SPDX-License-Identifier: MIT

//! `dral draws`: padded count and invocation words of each row.

pub use super::process as run;
use super::{Cells, Input, Kind, RowCommand, RowError, Rows};
use crate::output::word;
use clap::Args;
use dral::instancing::{Architecture, Draw};

/// The columns of a file, for the help. A test compares.
pub const COLUMNS: &str = "\
Required columns: idvs, vertex_count, instance_count
All other columns are kept.";

#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    pub rows: Rows,
}

impl RowCommand for Arguments {
    fn rows(&self) -> &Rows {
        &self.rows
    }

    fn inputs(&self) -> Vec<Input> {
        ["idvs", "vertex_count", "instance_count"]
            .map(|name| Input::required(name, Kind::Integer))
            .into()
    }

    fn results(&self, _: &dyn Fn(&str) -> bool) -> Vec<&'static str> {
        vec![
            "padded_count",
            "instance_size",
            "instance_size_byte",
            "inv_w0",
            "inv_w1",
        ]
    }

    fn compute(&self, cells: &Cells) -> Result<Vec<String>, RowError> {
        // All of v4 to v7 dispatch alike.
        let draw = Draw {
            padding_rule: self.rows.rules.padding,
            idvs: cells.flag("idvs")?.into(),
            vertex_count: cells.unsigned("vertex_count")?,
            instance_count: cells.unsigned("instance_count")?,
            ..Draw::new(Architecture::V7)
        };
        let resolved = draw.resolve()?;
        let [first, second] = resolved.invocation.map(word);
        Ok(vec![
            resolved.padded_count.to_string(),
            resolved.instance_size.to_string(),
            format!("{:02x}", resolved.instance_size_byte),
            first,
            second,
        ])
    }
}
