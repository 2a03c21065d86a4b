// SPDX-License-Identifier: MIT

//! Attribute buffer records and attribute offsets for C.

use super::error;
use super::pointer::{
    byte_length, read, reference, same_fields, slice, Values,
};
use super::refusal::{answer, explain, pure};
use crate::instancing::record::continuation;
use crate::instancing::table::Buffer;
use crate::instancing::{
    table, AttributeDescriptor, AttributeRecord, Rate, ResolvedDraw,
    TableShape, VertexBuffer,
};
use crate::Error;
use core::ffi::{c_char, c_int};

/// A vertex buffer as it is bound for a draw.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_vertex_buffer {
    /// GPU address of the first element, in bytes, below 2^56.
    pub address: u64,
    /// Bytes from the address to the end of the buffer.
    pub size: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// How often the attribute advances: an enum dral_rate. (An OpenGL divisor
    /// of 0 is DRAL_RATE_VERTEX.)
    pub rate: u32,
    /// Instances per element; 0 if all share one. Ignored for per-vertex data.
    pub divisor: u32,
}

same_fields! {
    dral_vertex_buffer as VertexBuffer:
    address, size, stride, rate, divisor
}

/// Buffers from C of which only stride, rate and divisor are read.
#[inline]
pub(super) fn typed_rates(
    buffers: &[dral_vertex_buffer],
) -> Result<&[VertexBuffer], Error> {
    for buffer in buffers {
        Rate::try_from(buffer.rate)?;
    }
    let (first, count) = (buffers.as_ptr().cast(), buffers.len());
    // SAFETY: the two types have the same fields, and every rate is valid.
    Ok(unsafe { core::slice::from_raw_parts(first, count) })
}

/// An array of buffers, which may be overwritten while it is read.
///
/// # Safety
/// As [`Values::new`].
#[inline(always)]
pub(super) unsafe fn buffer_values(
    buffers: *const dral_vertex_buffer,
    count: usize,
) -> Result<Values<dral_vertex_buffer>, error::Error> {
    byte_length::<dral_vertex_buffer>(count)?;
    // SAFETY: the caller's array.
    unsafe { Values::new(buffers, count) }
}

/// Checks that a table of this shape can hold all buffers.
#[inline]
pub(super) fn check_buffers(
    shape: TableShape,
    buffers: Values<dral_vertex_buffer>,
) -> Result<(), table::RefusedBuffer> {
    for buffer in buffers.iter() {
        let dral_vertex_buffer { address, size, rate, .. } = buffer;
        // Address above 56 bits; size that exceeds 32 bits with the low bits
        // of some address; rate neither per vertex nor per instance.
        if address >> 56 != 0
            || size.checked_add(63).is_none()
            || matches!(rate, 2..)
        {
            return check_each(shape, buffers);
        }
    }
    Ok(())
}

/// The first buffer that a table of this shape cannot hold.
// Not inlined: keeps one copy in the binary.
#[cold]
#[inline(never)]
pub(super) fn check_each(
    shape: TableShape,
    buffers: Values<dral_vertex_buffer>,
) -> Result<(), table::RefusedBuffer> {
    for (index, numbers) in buffers.iter().enumerate() {
        Rate::try_from(numbers.rate)
            .and_then(|rate| {
                let dral_vertex_buffer { address, size, .. } = numbers;
                table::check_buffer(shape, rate, address, size)
            })
            .map_err(|error| table::RefusedBuffer { index, error })?;
    }
    Ok(())
}

/// A buffer that was checked.
#[inline(always)]
pub(super) fn checked_buffer(buffer: dral_vertex_buffer) -> Buffer {
    let dral_vertex_buffer { address, size, stride, rate, divisor } = buffer;
    Buffer { address, size, stride, rate, divisor }
}

/// A buffer from C.
#[inline]
fn vertex_buffer(buffer: &dral_vertex_buffer) -> Result<&VertexBuffer, Error> {
    Rate::try_from(buffer.rate)?;
    // SAFETY: the two types have the same fields, and the rate is valid.
    Ok(unsafe { &*core::ptr::from_ref(buffer).cast() })
}

/// The attribute buffer record for a vertex buffer in a draw (v4 to v7).
///
/// \return 0; -EINVAL for NULL and for an unknown or unused rate; -ERANGE for
/// an address of 2^56 or more, or if size plus the low 6 bits of the address
/// exceeds 32 bits.
///
/// Source: docs/instancing.md, "Attribute modes".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_record(
    draw: *const ResolvedDraw,
    buffer: *const dral_vertex_buffer,
    record: *mut AttributeRecord,
) -> c_int {
    pure!(
        record,
        [draw = reference(draw), buffer = reference(buffer)],
        draw.attribute_record(vertex_buffer(buffer)?)?
    )
}

/// The hardware divisor of a vertex buffer in a draw: padded count times API
/// divisor, or 0 if nothing is divided (per-vertex data, one instance, or the
/// divisor 0).
///
/// \return 0; -EINVAL for NULL and for an unknown rate.
///
/// Source: docs/instancing.md, "Attribute modes".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_hardware_divisor(
    draw: *const ResolvedDraw,
    buffer: *const dral_vertex_buffer,
    hardware_divisor: *mut u64,
) -> c_int {
    pure!(
        hardware_divisor,
        [draw = reference(draw), buffer = reference(buffer)],
        draw.hardware_divisor(vertex_buffer(buffer)?).unwrap_or(0)
    )
}

/// The offset of an attribute, in bytes: source_offset, its offset within an
/// element, plus the low 6 bits of the buffer's address, which the record's
/// pointer cannot hold. For a per-instance attribute, base_instance elements
/// are added (no API divides the base instance). If its record has a stride,
/// offset_start elements are subtracted, because the hardware adds them to
/// every index.
///
/// \return 0; -ERANGE if the offset does not fit; otherwise as
/// dral_attribute_record.
///
/// Source: docs/instancing.md, "Attribute offset".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_offset(
    draw: *const ResolvedDraw,
    buffer: *const dral_vertex_buffer,
    source_offset: u32,
    offset: *mut i32,
) -> c_int {
    pure!(
        offset,
        [draw = reference(draw), buffer = reference(buffer)],
        draw.attribute_offset(vertex_buffer(buffer)?, source_offset)?
    )
}

/// Explains which rule selects the mode of the record from
/// dral_attribute_record, or why there is no record: a sentence for a log,
/// static and never NULL.
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_explain(
    draw: *const ResolvedDraw,
    buffer: *const dral_vertex_buffer,
) -> *const c_char {
    explain!([draw = reference(draw), buffer = reference(buffer)], {
        let buffer = vertex_buffer(buffer)?;
        draw.check_record(buffer)?;
        draw.mode_rule(buffer).message()
    })
}

/// The words of a record: 4, or 8 for an NPOT divisor, which has a
/// continuation.
///
/// \param words room for capacity words
/// \param word_count number of words written
/// \return 0; -EINVAL for NULL; -EDOM for an unknown type, a used field that
/// does not fit its bits, a modulus that is not a padded count or a pointer
/// that is not a multiple of 64; -ERANGE for a pointer of 2^56 or more;
/// -ENOSPC for too little room.
///
/// Source: docs/instancing.md, "Descriptor words".
///
/// # Safety
/// All pointers are NULL or point to what their types say; words has
/// capacity words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_record_pack(
    record: *const AttributeRecord,
    words: *mut u32,
    capacity: usize,
    word_count: *mut usize,
) -> c_int {
    // SAFETY: the caller's pointers; there are `capacity` words.
    unsafe {
        answer(word_count, || {
            let record = reference(record)?;
            let head = record.head()?;
            let AttributeRecord { stride, size, magic, divisor, .. } = *record;
            let continues = record.has_continuation();
            let count = if continues { 8 } else { 4 };
            if capacity < count {
                return Err(Error::TableFull.into());
            }
            if words.is_null() {
                return Err(error::Error::NullPointer.into());
            }
            let first = &mut *words.cast::<[u32; 4]>();
            first[0] = head as u32;
            first[1] = (head >> 32) as u32;
            first[2] = stride;
            if continues {
                *words.add(4).cast() = continuation(magic, divisor);
            }
            // Written after the stride: compilers would otherwise read both at
            // once, which waits for the two writes of dral_attribute_record.
            first[3] = size;
            Ok(count)
        })
    }
}

/// The record that begins with the first of count words: the reverse of
/// dral_attribute_record_pack. Words after the record are ignored.
///
/// \return 0; -EINVAL for NULL or fewer words than the record has; -EDOM for
/// words that are not a record.
///
/// # Safety
/// words has count words; record is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_record_unpack(
    words: *const u32,
    count: usize,
    record: *mut AttributeRecord,
) -> c_int {
    pure!(
        record,
        [words = slice(words, count)],
        AttributeRecord::unpack(words)?
    )
}

/// Model of the hardware: the index of the element that the thread with
/// linear_id reads through a record. 0 for every thread if the stride is 0.
///
/// \return 0; -EINVAL for NULL; -EDOM for an unknown type or a modulus that is
/// not a padded count.
///
/// Source: docs/instancing.md, "Attribute modes".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_record_element(
    record: *const AttributeRecord,
    linear_id: u32,
    element: *mut u32,
) -> c_int {
    pure!(element, [record = read(record)], record.element(linear_id)?)
}

/// The two words of an attribute descriptor of v6 and v7, which names the slot
/// of the buffer's record and the attribute's offset. The offset is enabled.
///
/// \param words 2 words
/// \return 0; -EINVAL for NULL; -ERANGE for a slot of more than 9 bits or a
/// format of more than 22.
///
/// Source: docs/instancing.md, "Attribute descriptors of v6 and v7".
///
/// # Safety
/// attribute is NULL or points to a struct, words is NULL or points to 2
/// words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_descriptor_pack(
    attribute: *const AttributeDescriptor,
    words: *mut u32,
) -> c_int {
    let words = words.cast::<[u32; 2]>();
    pure!(words, [attribute = read(attribute)], attribute.pack()?)
}

/// The attribute descriptor of two words: the reverse of
/// dral_attribute_descriptor_pack.
///
/// \param words 2 words
/// \return 0; -EINVAL for NULL; -EDOM for words whose offset is not enabled.
///
/// # Safety
/// words is NULL or points to 2 words, attribute is NULL or points to a
/// struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_descriptor_unpack(
    words: *const u32,
    attribute: *mut AttributeDescriptor,
) -> c_int {
    let words = words.cast::<[u32; 2]>();
    pure!(attribute, [words = read(words)], AttributeDescriptor::unpack(words)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests the limits of each field, separately and combined.
    #[test]
    fn the_quick_check_of_buffers_refuses_what_the_full_one_does() {
        let mut refused = 0;
        for address in [0, 0x103F, (1 << 56) - 1, 1 << 56, 1 << 63] {
            for size in [0, 4096, u32::MAX - 63, u32::MAX - 62, u32::MAX] {
                for rate in [0, 1, 2, 3, 1 << 31] {
                    let buffer = dral_vertex_buffer {
                        address,
                        size,
                        stride: 16,
                        rate,
                        divisor: 1,
                    };
                    // SAFETY: one buffer, which outlives its use.
                    let buffers = unsafe { Values::at(&buffer, 1) };
                    for shape in [TableShape::Packed, TableShape::Pairs] {
                        let full = check_each(shape, buffers);
                        assert_eq!(check_buffers(shape, buffers), full);
                        refused += usize::from(full.is_err());
                    }
                }
            }
        }
        // Unknown rates; addresses and sizes of two rates; unused buffers in
        // a packed table.
        assert_eq!(refused, 100 + 2 * 2 * 14 + 25);
    }
}
