// SPDX-License-Identifier: MIT

//! `dral records`: the attribute buffer record of each row.

pub use super::process as run;
use super::{Numbers, Refused, RowCommand, Rows};
use crate::choice::{Rules, ARCHITECTURE};
use crate::output::word;
use crate::record::{record_of, record_words};
use crate::table::{Columns, Places};
use clap::Args;
use dral::instancing::{Architecture, Draw, Rate, VertexBuffer};

pub type Arguments = Rows<Options>;

#[derive(Args)]
pub struct Options {
    #[command(flatten)]
    pub rules: Rules,
    /// The architecture of rows, if there is no column arch
    #[arg(long, default_value = "v7", value_parser = ARCHITECTURE,
          hide_possible_values = true)]
    pub arch: Architecture,
}

/// The record and the attribute's offset: results of every row.
const RECORD: [&str; 10] = [
    "rec_type",
    "rec_w0",
    "rec_w1",
    "rec_w2",
    "rec_w3",
    "cont_w0",
    "cont_w1",
    "cont_w2",
    "cont_w3",
    "attr_offset",
];

/// Results before the record in a Vulkan row.
const VULKAN: [&str; 3] = ["instance_size", "inv_w0", "inv_w1"];

const PADDING: [&str; 2] = ["padded_count", "instance_size_byte"];
const ADDRESS: [&str; 2] = ["address_add", "hw_divisor"];

impl Options {
    fn resolved(&self, row: &Numbers) -> Result<Draw, Refused> {
        let rules = &self.rules;
        let mut draw = Draw {
            padding_rule: rules.padding as u32,
            rounding: rules.rounding as u32,
            idvs: row.flag("idvs")?.into(),
            vertex_count: row.unsigned("vertex_count")?,
            instance_count: row.unsigned("instance_count")?,
            offset_start: row.signed_pattern("offset_start")?,
            base_instance: row.unsigned("base_instance")?,
            ..Draw::new(row.architecture(self.arch)?)
        };
        draw.resolve()?;
        Ok(draw)
    }
}

/// The vertex buffer of a row, at address 0. Without a column for its size, the
/// size is unknown and no bytes follow the address.
fn vertex_buffer(row: &Numbers) -> Result<VertexBuffer, Refused> {
    let offset = row.unsigned("buffer_offset")?;
    let size = if row.has("buffer_size") {
        let whole = row.unsigned("buffer_size")?;
        whole.checked_sub(offset).ok_or_else(|| {
            Refused::from(format!(
                "buffer_offset: {offset} is beyond the buffer's {whole} bytes"
            ))
        })?
    } else {
        0
    };
    Ok(VertexBuffer {
        address: offset.into(),
        size: size.into(),
        stride: row.unsigned("stride")?,
        rate: row.rate()? as u32,
        divisor: row.unsigned("divisor")?,
    })
}

/// The values of `RECORD` and of `ADDRESS`, all empty if there is nothing to
/// draw.
type BufferValues = ([String; 10], [String; 2]);

fn buffer_values(
    draw: &Draw,
    buffer: &VertexBuffer,
    source_offset: u32,
) -> Result<BufferValues, Refused> {
    let rate = Rate::try_from(buffer.rate)?;
    if draw.threads == 0 {
        return Ok(BufferValues::default());
    }
    let record = record_of(draw, buffer)?;
    let offset = draw.attribute_offset(buffer, source_offset)?;
    let mut values: [String; 10] = Default::default();
    values[0] = record.mode()?.record_type().name().to_string();
    for (value, packed) in values[1..9].iter_mut().zip(record_words(&record)?) {
        *value = word(packed);
    }
    values[9] = offset.to_string();
    let hardware_divisor = match draw.hardware_divisor(rate, buffer.divisor)? {
        0 => String::new(),
        divisor => divisor.to_string(),
    };
    Ok((values, [record.pointer.to_string(), hardware_divisor]))
}

impl RowCommand for Options {
    const COLUMNS: Columns = Columns {
        required: &[],
        optional: &[
            "vertex_count",
            "instance_count",
            "idvs",
            "divisor",
            "rate",
            "stride",
            "buffer_offset",
            "buffer_size",
            "src_offset",
            "offset_start",
            "base_instance",
            "arch",
        ],
        list: None,
        values: &[],
    };

    fn results(&self, places: &Places) -> Vec<&'static str> {
        let record = RECORD.as_slice();
        if places.has("rate") {
            [&VULKAN, record, &PADDING, &ADDRESS].concat()
        } else {
            [&PADDING, record, &ADDRESS].concat()
        }
    }

    fn compute(&self, row: &Numbers) -> Result<Vec<String>, Refused> {
        let buffer = vertex_buffer(row)?;
        let draw = self.resolved(row)?;
        let source_offset = row.unsigned("src_offset")?;
        let (record, address) = buffer_values(&draw, &buffer, source_offset)?;
        let padding = [
            draw.padded_count.to_string(),
            format!("{:02x}", draw.instance_size_byte),
        ];
        if row.has("rate") {
            let [first, second] = draw.invocation.map(word);
            let size = draw.instance_size.to_string();
            Ok([&[size, first, second], record.as_slice(), &padding, &address]
                .concat())
        } else {
            Ok([&padding, record.as_slice(), &address].concat())
        }
    }
}
