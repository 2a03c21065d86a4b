// SPDX-License-Identifier: MIT

//! Attribute buffer records as the library writes them.

use dral::instancing::{
    append, AttributeRecord, Draw, RecordType, VertexBuffer,
};
use dral::Error;

/// The record of a buffer in a resolved draw.
pub fn record_of(
    draw: &Draw,
    buffer: &VertexBuffer,
) -> Result<AttributeRecord, Error> {
    let mut words = [[0; 4]; 2];
    append(draw, buffer, &mut words, &mut 0)?;
    AttributeRecord::unpack(words.as_flattened())
}

/// The words of a record: 4, or 8 with a continuation.
pub fn record_words(record: &AttributeRecord) -> Result<Vec<u32>, Error> {
    let mut words = record.pack()?.as_flattened().to_vec();
    if record.r#type != RecordType::NpotDivisor as u32 {
        words.truncate(4);
    }
    Ok(words)
}
