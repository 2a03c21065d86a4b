// SPDX-License-Identifier: MIT

//! `dral records`: the attribute buffer record of each row.

use super::{process, Cells, Input, RowCommand, RowError};
use crate::arguments::Records;
use crate::failure::{Failure, Outcome};
use crate::output::word;
use crate::streams::Streams;
use dral::instancing::{instance_size_byte, Draw, ResolvedDraw, VertexBuffer};

/// The record and the attribute's offset, which every row gets.
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

/// What a Vulkan row has before the record.
const VULKAN: [&str; 3] = ["instance_size", "inv_w0", "inv_w1"];

const PADDING: [&str; 2] = ["padded_count", "instance_size_byte"];
const ADDRESS: [&str; 2] = ["address_add", "hw_divisor"];

/// Computes the records of a file.
pub fn run(
    arguments: &Records,
    streams: &mut Streams,
) -> Result<Outcome, Failure> {
    process(&arguments.rows.file, arguments, streams)
}

impl Records {
    fn draw(&self, cells: &Cells) -> Result<Draw, RowError> {
        let rules = &self.rows.rules;
        Ok(Draw {
            padding_rule: rules.padding.into(),
            rounding: rules.rounding.into(),
            idvs: cells.flag("idvs")?.into(),
            vertex_count: cells.unsigned("vertex_count")?,
            instance_count: cells.unsigned("instance_count")?,
            offset_start: cells.signed_pattern("offset_start")?,
            base_instance: cells.unsigned("base_instance")?,
            ..Draw::new(cells.architecture()?)
        })
    }
}

/// The buffer of a row, which begins at address 0. Nothing is known of its
/// size without a column for it; then no bytes follow the address.
fn vertex_buffer(cells: &Cells) -> Result<VertexBuffer, RowError> {
    let offset = cells.unsigned("buffer_offset")?;
    let size = if cells.present("buffer_size") {
        let whole = cells.unsigned("buffer_size")?;
        whole.checked_sub(offset).ok_or_else(|| {
            RowError::Refused(format!(
                "buffer_offset: {offset} is beyond the buffer's {whole} bytes"
            ))
        })?
    } else {
        0
    };
    Ok(VertexBuffer {
        address: offset.into(),
        size,
        stride: cells.unsigned("stride")?,
        rate: cells.rate()?,
        divisor: cells.unsigned("divisor")?,
    })
}

/// The values of `PADDING`.
fn padding(draw: &ResolvedDraw) -> Result<[String; 2], RowError> {
    let byte = instance_size_byte(draw.instance_size())?;
    Ok([draw.padded_count().to_string(), format!("{byte:02x}")])
}

impl RowCommand for Records {
    fn inputs(&self) -> Vec<Input> {
        let numbers = [
            "idvs",
            "vertex_count",
            "instance_count",
            "rate",
            "divisor",
            "stride",
            "buffer_offset",
            "src_offset",
            "buffer_size",
            "offset_start",
            "base_instance",
        ];
        let mut inputs: Vec<_> =
            numbers.map(|name| Input::optional(name, 0)).into();
        inputs.push(Input::architecture(self.arch));
        inputs
    }

    fn results(&self, present: &dyn Fn(&str) -> bool) -> Vec<&'static str> {
        let record = RECORD.as_slice();
        if present("rate") {
            [&VULKAN, record, &PADDING, &ADDRESS].concat()
        } else {
            [&PADDING, record, &ADDRESS].concat()
        }
    }

    fn compute(&self, cells: &Cells) -> Result<Vec<String>, RowError> {
        let buffer = vertex_buffer(cells)?;
        let draw = self.draw(cells)?;
        let draw = draw.resolve()?;
        let record = draw.attribute_record(&buffer)?;
        let packed = record.pack()?;
        let source_offset = cells.unsigned("src_offset")?;
        let offset = draw.attribute_offset(&buffer, source_offset)?;

        let mut record_values =
            vec![record.mode()?.record_type().name().to_string()];
        record_values.extend(packed.first.map(word));
        record_values.extend(match packed.continuation {
            Some(words) => words.map(word),
            None => [const { String::new() }; 4],
        });
        record_values.push(offset.to_string());

        let hardware_divisor = draw.hardware_divisor(&buffer);
        let address = [
            record.pointer.to_string(),
            hardware_divisor.map_or(String::new(), |d| d.to_string()),
        ];
        if cells.present("rate") {
            let [first, second] = draw.invocation().map(word);
            let size = draw.instance_size().to_string();
            let mut values = vec![size, first, second];
            values.extend(record_values);
            values.extend(padding(&draw)?);
            values.extend(address);
            Ok(values)
        } else {
            let mut values = Vec::from(padding(&draw)?);
            values.extend(record_values);
            values.extend(address);
            Ok(values)
        }
    }
}
