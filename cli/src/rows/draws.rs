// SPDX-License-Identifier: MIT

//! `dral draws`: padded count and invocation words of each row.

pub use super::process as run;
use super::{Cells, Inputs, RowCommand, RowError, Rows};
use crate::choice::{choice, PADDING};
use crate::columns::Columns;
use crate::output::word;
use clap::Args;
use dral::instancing::{Architecture, Draw, PaddingRule};

pub type Arguments = Rows<Options>;

#[derive(Args)]
pub struct Options {
    /// How vertex counts are padded
    #[arg(long, default_value = "driver", value_parser = choice(&PADDING))]
    pub padding: PaddingRule,
}

impl RowCommand for Options {
    const COLUMNS: Columns = Columns {
        required: &["idvs", "vertex_count", "instance_count"],
        optional: &[],
    };

    fn results(&self, _: &Inputs) -> Vec<&'static str> {
        vec![
            "padded_count",
            "instance_size",
            "instance_size_byte",
            "inv_w0",
            "inv_w1",
        ]
    }

    fn compute(&self, cells: &Cells) -> Result<Vec<String>, RowError> {
        // v4 to v7 all dispatch alike.
        let mut draw = Draw {
            padding_rule: self.padding as u32,
            idvs: cells.flag("idvs")?.into(),
            vertex_count: cells.unsigned("vertex_count")?,
            instance_count: cells.unsigned("instance_count")?,
            ..Draw::new(Architecture::V7)
        };
        draw.resolve()?;
        let [first, second] = draw.invocation.map(word);
        Ok(vec![
            draw.padded_count.to_string(),
            draw.instance_size.to_string(),
            format!("{:02x}", draw.instance_size_byte),
            first,
            second,
        ])
    }
}
