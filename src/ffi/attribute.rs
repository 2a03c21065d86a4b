// SPDX-License-Identifier: MIT

//! Attribute buffer records, their tables and attribute offsets for C.

use super::pointer::{self, room, slice, slice_mut};
use super::refusal::{answer, count, required, sentence};
use crate::instancing::{
    append, table, AttributeDescriptor, AttributeRecord, Draw, Rate, Slot,
    TableShape, VertexBuffer,
};
use crate::Error;
use core::ffi::{c_char, c_int};
use core::mem::MaybeUninit;

/// An array of words as whole slots. An int must be able to count the words.
///
/// # Safety
/// As [`slice_mut`], for `capacity` words.
#[inline]
pub(super) unsafe fn slots<'a>(
    words: *mut u32,
    capacity: usize,
) -> Result<&'a mut [Slot], Error> {
    if capacity > c_int::MAX as usize {
        return Err(Error::ArrayLength);
    }
    // SAFETY: the caller's array, with a quarter as many slots as words.
    unsafe { slice_mut(words.cast(), capacity / 4) }
}

/// The hardware divisor of a vertex buffer in a draw: padded count times API
/// divisor, or 0 if nothing is divided (per-vertex data, one instance, or the
/// divisor 0). Address and size are not read.
///
/// \return 0; DRAL_ERROR_NOT_RESOLVED; DRAL_ERROR_UNKNOWN_RATE.
///
/// Source: docs/instancing.md, "Attribute modes".
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

/// Explains which rule selects the mode of a buffer's record in a draw, or why
/// there is none: a sentence for a log, static and never NULL, for NULL, too.
/// Address and size are not read.
///
/// Source: docs/instancing.md, "Attribute modes".
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

/// Writes the attribute buffer record of a vertex buffer in a draw (v4 to v7)
/// to a packed table: to the slot *next, or to the one after it, because a
/// record with a continuation begins at an even slot. A slot is 4 words. The
/// slot after the record receives its continuation or zeros; *next is then the
/// slot after those that the record takes: two if its divisor needs a
/// continuation in any draw with this odd part, else one.
///
/// On v6 and v7, a zero slot must follow the last record: it is already there
/// unless the record has a continuation.
///
/// \param words a table with room for capacity words; 8 for each buffer and 4
/// more are always enough
/// \param next 0 at first, then what the previous call left in it
/// \return the slot of the record, for its attributes;
/// DRAL_ERROR_NOT_RESOLVED; DRAL_ERROR_UNKNOWN_RATE; DRAL_ERROR_UNUSED_BUFFER;
/// DRAL_ERROR_ADDRESS_RANGE for an address of 2^56 or more;
/// DRAL_ERROR_SIZE_RANGE if size plus the low 6 bits of the address exceeds 32
/// bits; DRAL_ERROR_TABLE_FULL.
///
/// Source: docs/instancing.md, "Attribute modes" and "Tables".
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

/// Writes the table of attribute buffer records for a draw with these vertex
/// buffers (v4 to v7). A slot is 4 words. The table must be placed at a
/// multiple of 32 bytes.
///
/// - DRAL_TABLE_SHAPE_PACKED: records in the order of the buffers. A record
///   with a continuation begins at an even slot; a slot skipped for that is
///   zero. On v6 and v7 a zero slot ends the table.
/// - DRAL_TABLE_SHAPE_PAIRS: buffer b at slot 2b, followed by its continuation
///   or a zero slot; an unused buffer is two zero slots. Then two slots for
///   each image, which are not written, and a zero slot.
///
/// \param shape an enum dral_table_shape
/// \param image_count images in a table of pairs; otherwise 0
/// \param words room for capacity words; 8 * (buffer_count + image_count) + 4
/// are always enough, of which those after the table may be written
/// \param slots receives the slot of each buffer, for its attributes
/// \return the number of words in the table; DRAL_ERROR_UNKNOWN_TABLE_SHAPE;
/// DRAL_ERROR_IMAGES_IN_PACKED_TABLE; errors of a buffer as
/// dral_attribute_append.
///
/// Source: docs/instancing.md, "Tables".
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
                self::slots(words, capacity)?,
                slice_mut(slots, buffer_count)?,
            )
        };
        Ok(table(draw, shape, image_count, buffers, words, slots)?)
    };
    count(write())
}

/// The offset of an attribute, in bytes: source_offset, its offset within an
/// element, plus the low 6 bits of the buffer's address, which the record's
/// pointer cannot hold. For a per-instance attribute, base_instance elements
/// are added (no API divides the base instance). If its record has a stride,
/// offset_start elements are subtracted, because the hardware adds them to
/// every index.
///
/// \return 0; DRAL_ERROR_OFFSET_RANGE if the offset does not fit in a signed
/// 32-bit field; otherwise as dral_attribute_append.
///
/// Source: docs/instancing.md, "Attribute offset".
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

/// The record that begins with the first of count words. Words after the
/// record are ignored.
///
/// \return 0; DRAL_ERROR_TRUNCATED_DESCRIPTOR for fewer words than the record
/// has; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type, bits outside its
/// fields, or an NPOT divisor of 0; DRAL_ERROR_NOT_A_PADDED_COUNT for a modulus
/// that is not a padded count. Whether the magic is that of the divisor is not
/// checked.
///
/// Source: docs/instancing.md, "Descriptor words".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_record_unpack(
    words: *const u32,
    count: usize,
    record: Option<&mut MaybeUninit<AttributeRecord>>,
) -> c_int {
    answer(record, || {
        // SAFETY: the caller's array.
        let words = unsafe { slice(words, count) }?;
        Ok(AttributeRecord::unpack(words)?)
    })
}

/// Model of the hardware: the index of the element that the thread with
/// linear_id reads through a record. 0 for every thread if the stride is 0.
///
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type;
/// DRAL_ERROR_NOT_A_PADDED_COUNT for a modulus that is not a padded count.
///
/// Source: docs/instancing.md, "Attribute modes".
#[unsafe(no_mangle)]
pub extern "C" fn dral_attribute_record_element(
    record: Option<&AttributeRecord>,
    linear_id: u32,
    element: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(element, || Ok(required(record)?.element(linear_id)?))
}

/// The two words of an attribute descriptor of v4 to v7, which names the slot
/// of the buffer's record and the attribute's offset. The offset is enabled.
///
/// \param words 2 words
/// \return 0; DRAL_ERROR_SLOT_RANGE for a slot of more than 9 bits;
/// DRAL_ERROR_FORMAT_RANGE for a format of more than 22 bits.
///
/// Source: docs/instancing.md, "Attribute descriptors of v4 to v7".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_descriptor_pack(
    attribute: Option<&AttributeDescriptor>,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's 2 words.
    let words = unsafe { room(words) };
    answer(words, || Ok(required(attribute)?.pack()?))
}

/// The attribute descriptor of two words: the reverse of
/// dral_attribute_descriptor_pack.
///
/// \param words 2 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for words whose offset is not
/// enabled.
///
/// Source: docs/instancing.md, "Attribute descriptors of v4 to v7".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_descriptor_unpack(
    words: *const u32,
    attribute: Option<&mut MaybeUninit<AttributeDescriptor>>,
) -> c_int {
    // SAFETY: the caller's 2 words.
    let words = unsafe { pointer::words(words) };
    answer(attribute, || Ok(AttributeDescriptor::unpack(*required(words)?)?))
}

#[cfg(test)]
mod tests {
    use super::{dral_attribute_explain, Draw, Error, VertexBuffer};
    use crate::instancing::{Architecture, ModeRule};
    use core::ffi::CStr;

    #[test]
    fn c_gets_the_sentence_of_the_rule_or_of_the_error() {
        let unresolved = Draw::new(Architecture::V7);
        let mut draw = unresolved;
        draw.resolve().unwrap();
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
