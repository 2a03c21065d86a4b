// SPDX-License-Identifier: MIT

//! `dral valhall`: the attribute descriptor of each row.

pub use super::process as run;
use super::{Numbers, Refused, RowCommand, Rows};
use crate::choice::{choice, ARCHITECTURE, ROUNDING};
use crate::number;
use crate::output::word;
use crate::table::{Columns, Places};
use clap::Args;
use dral::instancing::{
    Architecture, Frequency, Rounding, ValhallAttribute, ValhallSource,
    ValhallType,
};

pub type Arguments = Rows<Options>;

#[derive(Args)]
pub struct Options {
    /// How magic divisors are rounded
    #[arg(long, default_value = "documented", value_parser = choice(&ROUNDING))]
    pub rounding: Rounding,
    /// The architecture of rows, if there is no column arch
    #[arg(long, default_value = "v9", value_parser = ARCHITECTURE,
          hide_possible_values = true)]
    pub arch: Architecture,
    /// The resource table of the buffers
    #[arg(long, default_value = "0", value_parser = number::unsigned)]
    pub table: u32,
}

impl RowCommand for Options {
    const COLUMNS: Columns = Columns {
        required: &["divisor", "stride", "src_offset"],
        optional: &[
            "rate",
            "format",
            "table",
            "buffer_index",
            "base_instance",
            "arch",
        ],
        list: None,
        values: &[],
    };

    fn results(&self, _: &Places) -> Vec<&'static str> {
        vec![
            "attribute_type",
            "frequency",
            "offset_enable",
            "divisor_r",
            "divisor_e",
            "divisor_d",
            "w0_low10",
            "w0",
            "w1",
            "w2",
            "w3",
            "w4",
            "w5",
            "w6",
            "w7",
        ]
    }

    fn compute(&self, row: &Numbers) -> Result<Vec<String>, Refused> {
        let table = match row.has("table") {
            true => row.unsigned("table")?,
            false => self.table,
        };
        let source = ValhallSource {
            rounding: self.rounding as u32,
            rate: row.rate()? as u32,
            divisor: row.unsigned("divisor")?,
            stride: row.unsigned("stride")?,
            format: row.unsigned("format")?,
            table,
            buffer_index: row.unsigned("buffer_index")?,
            offset: row.signed("src_offset")?,
            base_instance: row.unsigned("base_instance")?,
            ..ValhallSource::new(row.architecture(self.arch)?)
        };
        let attribute = ValhallAttribute::new(&source)?;
        let words = attribute.pack()?;
        let frequency = match Frequency::try_from(attribute.frequency)? {
            Frequency::Vertex => "Vertex",
            Frequency::Instance => "Instance",
        };
        let mut values = vec![
            ValhallType::try_from(attribute.r#type)?.name().to_string(),
            frequency.to_string(),
            (attribute.offset_enable != 0).to_string(),
            attribute.shift.to_string(),
            attribute.extra_flags.to_string(),
            attribute.magic.to_string(),
            format!("{:03x}", words[0] & 0x3FF),
        ];
        values.extend(words.map(word));
        Ok(values)
    }
}
