// SPDX-License-Identifier: MIT

//! For tests and tools: what takes words apart, models the hardware, explains,
//! or writes a single record.

use super::pointer::{self, room, slice, slice_mut, slots};
use super::refusal::{answer, count, required, sentence};
use crate::instancing::{
    append, idvs_vertex_count, instance_size, instance_size_byte, table,
    AttributeDescriptor, AttributeRecord, BoundBuffer, Draw, DrawInfo,
    IdRecord, InstanceId, Invocation, MagicDivisor, PaddedCount, PaddingRule,
    Rate, TableShape, ValhallAttribute, VertexBuffer, VertexId, VertexState,
};
use crate::Error;
use core::ffi::{c_char, c_int};
use core::mem::MaybeUninit;

/// The padded count under either rule, with its factors.
///
/// \param rule an enum dral_padding_rule
/// \return 0; DRAL_ERROR_UNKNOWN_PADDING_RULE, DRAL_ERROR_PADDED_COUNT_RANGE.
///
/// Source: docs/reference/instancing.md, "Padded vertex count"; instancing.rst.
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_padded_count(
    vertex_count: u32,
    rule: u32,
    padded: Option<&mut MaybeUninit<PaddedCount>>,
) -> c_int {
    answer(padded, || {
        Ok(PaddedCount::new(vertex_count, PaddingRule::try_from(rule)?)?)
    })
}

/// The vertex count to pad under index-driven vertex shading (IDVS) with
/// several instances: vertex_count rounded up to a multiple of 4.
///
/// \return 0; DRAL_ERROR_PADDED_COUNT_RANGE.
///
/// Source: docs/reference/instancing.md, "Index-driven vertex shading".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_idvs_vertex_count(
    vertex_count: u32,
    idvs_count: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(idvs_count, || Ok(idvs_vertex_count(vertex_count)?))
}

/// The byte that encodes an instance size or an instance primitive size in a
/// draw descriptor: shift | odd << 5.
///
/// \param size a padded count, in vertices or primitives
/// \return 0; DRAL_ERROR_NOT_A_PADDED_COUNT.
///
/// Source: docs/reference/instancing.md, "Instance size".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_instance_size_pack(
    size: u32,
    byte: Option<&mut MaybeUninit<u8>>,
) -> c_int {
    answer(byte, || Ok(instance_size_byte(size)?))
}

/// The instance size that a byte encodes: the reverse of
/// dral_instance_size_pack.
///
/// \return 0; DRAL_ERROR_NOT_A_PADDED_COUNT.
///
/// Source: docs/reference/instancing.md, "Instance size".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_instance_size_unpack(
    byte: u8,
    size: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(size, || Ok(instance_size(byte)?))
}

/// Model of the hardware: (id + extra_flags) * (magic | 1 << 31) >> (32 +
/// shift) in 64 bits. Only 5 bits of shift and 1 of extra_flags are read.
///
/// \return id divided by the divisor; 0 if divisor is NULL.
///
/// Source: docs/reference/instancing.md, "Hardware division".
#[unsafe(no_mangle)]
pub extern "C" fn dral_magic_divide(
    divisor: Option<&MagicDivisor>,
    id: u32,
) -> u32 {
    divisor.map_or(0, |divisor| divisor.divide(id))
}

/// The first id for which candidate, used as the magic divisor of divisor,
/// gives a wrong quotient; 2^32 if it is exact for every 32-bit id.
///
/// \return 0; DRAL_ERROR_ZERO_DIVISOR.
///
/// Source: docs/reference/instancing.md, "Why it is exact".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_magic_first_wrong_id(
    candidate: Option<&MagicDivisor>,
    divisor: u32,
    id: Option<&mut MaybeUninit<u64>>,
) -> c_int {
    answer(id, || {
        Ok(required(candidate)?
            .first_wrong_id(divisor)?
            .map_or(1 << 32, u64::from))
    })
}

/// The maximum number of instances that one dispatch of a draw can hold,
/// whatever its instance count.
///
/// \return 0; errors as dral_draw_resolve; DRAL_ERROR_PADDED_COUNT_RANGE if not
/// even one instance fits.
///
/// Source: docs/reference/instancing.md, "What a draw costs".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_draw_max_instances(
    info: Option<&DrawInfo>,
    instance_count: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(instance_count, || Ok(required(info)?.max_instances()?))
}

/// The two invocation words of a draw (v4 to v7).
///
/// \param vertex_count before padding, at least 1
/// \param instance_count at least 1
/// \param words 2 words
/// \return 0; DRAL_ERROR_NO_VERTICES, DRAL_ERROR_NO_INSTANCES,
/// DRAL_ERROR_INVOCATION_RANGE.
///
/// Source: docs/reference/instancing.md, "Invocation".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_invocation_pack(
    vertex_count: u32,
    instance_count: u32,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's 2 words.
    let words = unsafe { room(words) };
    answer(words, || Ok(Invocation { vertex_count, instance_count }.pack()?))
}

/// The counts of two invocation words: the reverse of dral_invocation_pack.
///
/// \param words 2 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR.
///
/// Source: docs/reference/instancing.md, "Invocation".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_invocation_unpack(
    words: *const u32,
    vertex_count: Option<&mut MaybeUninit<u32>>,
    instance_count: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    // SAFETY: the caller's 2 words.
    let words = unsafe { pointer::words(words) };
    answer(vertex_count, || {
        let counts = Invocation::unpack(*required(words)?)?;
        required(instance_count)?.write(counts.instance_count);
        Ok(counts.vertex_count)
    })
}

/// The hardware divisor of a vertex buffer in a draw: padded count times API
/// divisor, or 0 if nothing is divided. Address and size are not read.
///
/// \return 0; DRAL_ERROR_NOT_RESOLVED, DRAL_ERROR_UNKNOWN_RATE.
///
/// Source: docs/reference/instancing.md, "Attribute modes".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_hardware_divisor(
    draw: Option<&Draw>,
    buffer: Option<&VertexBuffer>,
    hardware_divisor: Option<&mut MaybeUninit<u64>>,
) -> c_int {
    answer(hardware_divisor, || {
        let draw = required(draw)?;
        let buffer = required(buffer)?;
        Ok(draw
            .hardware_divisor(Rate::try_from(buffer.rate)?, buffer.divisor)?)
    })
}

/// Which rule selects the mode of a buffer's record in a draw: a sentence for a
/// log, static and never NULL. Address and size are not read.
///
/// Source: docs/reference/instancing.md, "Attribute modes".
#[unsafe(no_mangle)]
pub extern "C" fn dral_attribute_explain(
    draw: Option<&Draw>,
    buffer: Option<&VertexBuffer>,
) -> *const c_char {
    let rule = || {
        let (draw, buffer) = (required(draw)?, required(buffer)?);
        let rate = Rate::try_from(buffer.rate)?;
        Ok(draw.mode_rule(rate, buffer.divisor)?.message())
    };
    sentence(rule())
}

/// Writes the attribute buffer record of a vertex buffer (v4 to v7) to a packed
/// table, at the slot *next or the one after it. A slot is 4 words. The slot
/// after the record receives its continuation or zeros. *next is then after the
/// slots that the record takes.
///
/// On v6 and v7 a zero slot must follow the last record.
///
/// \param capacity 8 words for each buffer and 4 more are always enough
/// \param next 0 at first, then what the previous call left in it
/// \return the slot of the record; DRAL_ERROR_NOT_RESOLVED,
/// DRAL_ERROR_UNKNOWN_RATE, DRAL_ERROR_UNUSED_BUFFER, DRAL_ERROR_ADDRESS_RANGE,
/// DRAL_ERROR_SIZE_RANGE, DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/instancing.md, "Attribute modes" and "Tables".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_append(
    draw: Option<&Draw>,
    buffer: Option<&VertexBuffer>,
    words: *mut u32,
    capacity: usize,
    next: Option<&mut u32>,
) -> c_int {
    let append = || {
        let (draw, buffer) = (required(draw)?, required(buffer)?);
        // SAFETY: the caller's array.
        let words = unsafe { slots(words, capacity) }?;
        Ok(append(draw, buffer, words, required(next)?)?)
    };
    count(append())
}

/// Writes the table of a draw (v4 to v7) without a prepared state. The slots of
/// images are not written.
///
/// \param shape an enum dral_table_shape
/// \param image_count images in a table of pairs; otherwise 0
/// \param capacity 8 * (buffer_count + image_count) + 4 words are enough; those
/// after the table may be written
/// \param slots the slot of each buffer
/// \return the number of words in the table; DRAL_ERROR_UNKNOWN_TABLE_SHAPE,
/// DRAL_ERROR_IMAGES_IN_PACKED_TABLE; errors of a buffer as
/// dral_attribute_append.
///
/// Source: docs/reference/instancing.md, "Tables".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_table(
    draw: Option<&Draw>,
    shape: u32,
    image_count: u32,
    buffers: *const VertexBuffer,
    buffer_count: usize,
    words: *mut u32,
    capacity: usize,
    slots: *mut u32,
) -> c_int {
    let write = || {
        let shape = TableShape::try_from(shape)?;
        let draw = required(draw)?;
        // SAFETY: the caller's arrays.
        let (buffers, words, slots) = unsafe {
            (
                slice(buffers, buffer_count)?,
                pointer::slots(words, capacity)?,
                slice_mut(slots, buffer_count)?,
            )
        };
        Ok(table(draw, shape, image_count, buffers, words, slots)?)
    };
    count(write())
}

/// The offset of an attribute, in bytes. source_offset is its offset within an
/// element.
///
/// \return 0; DRAL_ERROR_OFFSET_RANGE; otherwise as dral_attribute_append.
///
/// Source: docs/reference/instancing.md, "Attribute offset".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_attribute_offset(
    draw: Option<&Draw>,
    buffer: Option<&VertexBuffer>,
    source_offset: u32,
    offset: Option<&mut MaybeUninit<i32>>,
) -> c_int {
    answer(offset, || {
        let draw = required(draw)?;
        let buffer = required(buffer)?;
        Ok(draw.attribute_offset(buffer, source_offset)?)
    })
}

/// The record that begins with the first of count words; others are ignored.
///
/// \return 0; DRAL_ERROR_TRUNCATED_DESCRIPTOR, DRAL_ERROR_NOT_A_DESCRIPTOR,
/// DRAL_ERROR_NOT_A_PADDED_COUNT.
///
/// Source: docs/reference/instancing.md, "Descriptor words".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_record_unpack(
    words: *const u32,
    count: usize,
    record: Option<&mut MaybeUninit<AttributeRecord>>,
) -> c_int {
    answer(record, || {
        if count > c_int::MAX as usize {
            return Err(Error::ArrayLength.into());
        }
        // SAFETY: the caller's array.
        let words = unsafe { slice(words, count) }?;
        Ok(AttributeRecord::unpack(words)?)
    })
}

/// Model of the hardware: the index of the element that the thread with
/// linear_id reads through a record. 0 if the stride is 0.
///
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR, DRAL_ERROR_NOT_A_PADDED_COUNT.
///
/// Source: docs/reference/instancing.md, "Attribute modes".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_attribute_record_element(
    record: Option<&AttributeRecord>,
    linear_id: u32,
    element: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(element, || Ok(required(record)?.element(linear_id)?))
}

/// The attribute descriptor of two words: the reverse of
/// dral_attribute_descriptor_pack.
///
/// \param words 2 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for words whose offset is not
/// enabled.
///
/// Source: docs/reference/instancing.md, "Attribute descriptors of v4 to v7".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_descriptor_unpack(
    words: *const u32,
    attribute: Option<&mut MaybeUninit<AttributeDescriptor>>,
) -> c_int {
    // SAFETY: the caller's 2 words.
    let words = unsafe { pointer::words(words) };
    answer(attribute, || Ok(AttributeDescriptor::unpack(*required(words)?)?))
}

/// The slot of a buffer in the tables of a draw from a prepared state.
///
/// \param buffer the index of the buffer in the state
/// \return the slot; DRAL_ERROR_NOT_PREPARED, DRAL_ERROR_NOT_RESOLVED,
/// DRAL_ERROR_STATE_MISMATCH, DRAL_ERROR_BUFFER_COUNT.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_vertex_state_slot(
    state: Option<&VertexState>,
    draw: Option<&Draw>,
    buffer: u32,
) -> c_int {
    let slot = || Ok(required(state)?.slot(required(draw)?, buffer as usize)?);
    count(slot())
}

/// dral_attribute_offset from a prepared state.
///
/// \param buffer the index of the attribute's buffer in the state
/// \param bound the buffer as it is bound
/// \param source_offset the attribute's offset within an element, in bytes
/// \return 0; DRAL_ERROR_NOT_PREPARED, DRAL_ERROR_NOT_RESOLVED,
/// DRAL_ERROR_STATE_MISMATCH, DRAL_ERROR_BUFFER_COUNT,
/// DRAL_ERROR_UNUSED_BUFFER, DRAL_ERROR_OFFSET_RANGE.
///
/// Source: docs/reference/instancing.md, "Attribute offset".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_vertex_state_offset(
    state: Option<&VertexState>,
    draw: Option<&Draw>,
    buffer: u32,
    bound: Option<&BoundBuffer>,
    source_offset: u32,
    offset: Option<&mut MaybeUninit<i32>>,
) -> c_int {
    answer(offset, || {
        let state = required(state)?;
        let draw = required(draw)?;
        let bound = required(bound)?;
        Ok(state.offset(draw, buffer as usize, bound, source_offset)?)
    })
}

/// The four words of an id record.
///
/// \param words 4 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR.
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_id_record_pack(
    record: Option<&IdRecord>,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's 4 words.
    let words = unsafe { room(words) };
    answer(words, || Ok(required(record)?.pack()?))
}

/// The id record of four words: the reverse of dral_id_record_pack.
///
/// \param words 4 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR.
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_id_record_unpack(
    words: *const u32,
    record: Option<&mut MaybeUninit<IdRecord>>,
) -> c_int {
    // SAFETY: the caller's 4 words.
    let words = unsafe { pointer::words(words) };
    answer(record, || Ok(IdRecord::unpack(*required(words)?)?))
}

/// Model of the hardware: the id that the thread with linear_id reads through
/// an id record.
///
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR.
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_id_record_value(
    record: Option<&IdRecord>,
    linear_id: u32,
    id: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(id, || Ok(required(record)?.value(linear_id)?))
}

/// The eight words of an attribute descriptor.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG (offset_enable),
/// DRAL_ERROR_NOT_A_DESCRIPTOR, DRAL_ERROR_FORMAT_RANGE,
/// DRAL_ERROR_TABLE_RANGE.
///
/// Source: docs/reference/instancing.md, "Valhall and later".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_valhall_attribute_pack(
    attribute: Option<&ValhallAttribute>,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's 8 words.
    let words = unsafe { room(words) };
    answer(words, || Ok(required(attribute)?.pack()?))
}

/// The attribute descriptor of eight words: the reverse of
/// dral_valhall_attribute_pack.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR.
///
/// Source: docs/reference/instancing.md, "Valhall and later".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_valhall_attribute_unpack(
    words: *const u32,
    attribute: Option<&mut MaybeUninit<ValhallAttribute>>,
) -> c_int {
    // SAFETY: the caller's 8 words.
    let words = unsafe { pointer::words(words) };
    answer(attribute, || Ok(ValhallAttribute::unpack(*required(words)?)?))
}

/// Model of the hardware: the index of the element that the thread with these
/// ids reads through a descriptor. 0 if the stride is 0.
///
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG (offset_enable),
/// DRAL_ERROR_NOT_A_DESCRIPTOR; DRAL_ERROR_UNUSED_BUFFER for a Null Descriptor.
///
/// Source: docs/reference/instancing.md, "Valhall and later".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_valhall_attribute_element(
    attribute: Option<&ValhallAttribute>,
    vertex_id: u32,
    instance_id: u32,
    element: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    let (vertex, instance) = (VertexId(vertex_id), InstanceId(instance_id));
    answer(element, || Ok(required(attribute)?.element(vertex, instance)?))
}

#[cfg(test)]
mod tests {
    use super::Error;
    use super::{dral_attribute_explain, Draw, DrawInfo, VertexBuffer};
    use crate::instancing::{Architecture, Idvs, ModeRule};
    use core::ffi::CStr;

    #[test]
    fn c_gets_the_sentence_of_the_rule_or_of_the_error() {
        let unresolved = Draw::default();
        let draw = DrawInfo::new(Architecture::V7, Idvs::No).resolve().unwrap();
        let explain_in = |draw: &Draw, buffer: Option<&VertexBuffer>| {
            let sentence = dral_attribute_explain(Some(draw), buffer);
            // SAFETY: the function returns static strings.
            unsafe { CStr::from_ptr(sentence) }
        };
        let explain = |buffer: Option<&VertexBuffer>| explain_in(&draw, buffer);
        let buffer = |rate| VertexBuffer { rate, ..VertexBuffer::default() };
        assert_eq!(explain(Some(&buffer(0))), ModeRule::OneInstance.message());
        assert_eq!(explain(Some(&buffer(2))), ModeRule::Unused.message());
        assert_eq!(explain(Some(&buffer(3))), Error::UnknownRate.message());
        assert_eq!(explain(None), Error::NullPointer.message());
        assert_ne!(explain(Some(&buffer(0))), explain(Some(&buffer(2))));
        let explained = explain_in(&unresolved, Some(&buffer(0)));
        assert_eq!(explained, Error::NotResolved.message());
    }
}
