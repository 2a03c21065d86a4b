// SPDX-License-Identifier: MIT

//! `dral draws`: padded count and invocation words of each row.

pub use super::process as run;
use super::{Numbers, Refused, RowCommand, Rows};
use crate::choice::{choice, PADDING};
use crate::output::word;
use crate::table::{Columns, Places};
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
        list: None,
        values: &[],
    };

    fn results(&self, _: &Places) -> Vec<&'static str> {
        vec![
            "padded_count",
            "instance_size",
            "instance_size_byte",
            "inv_w0",
            "inv_w1",
        ]
    }

    fn compute(&self, row: &Numbers) -> Result<Vec<String>, Refused> {
        // v4 to v7 all dispatch alike.
        let mut draw = Draw {
            padding_rule: self.padding as u32,
            idvs: row.flag("idvs")?.into(),
            vertex_count: row.unsigned("vertex_count")?,
            instance_count: row.unsigned("instance_count")?,
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
