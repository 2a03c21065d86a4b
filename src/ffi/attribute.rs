// SPDX-License-Identifier: MIT

//! Attribute buffer records and attribute offsets for C.

use super::draw::{dral_draw, resolve};
use super::pointer::{read, same_place, slice, write};
use crate::instancing::{AttributeRecord, Rate, VertexBuffer};
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
    /// How often the attribute steps: an enum dral_rate. (An OpenGL divisor
    /// of 0 is DRAL_RATE_VERTEX.)
    pub rate: u32,
    /// Instances per element; 0 if all share one. Not read per vertex.
    pub divisor: u32,
}

// The same fields at the same places; only the rate has another type.
const _: () = {
    type Typed = VertexBuffer;
    assert!(size_of::<dral_vertex_buffer>() == size_of::<Typed>());
    assert!(align_of::<dral_vertex_buffer>() == align_of::<Typed>());
    same_place!(dral_vertex_buffer, Typed, address, size, stride);
    same_place!(dral_vertex_buffer, Typed, rate, divisor);
};

/// Checks the numbers of buffers from C.
#[inline]
pub(super) fn vertex_buffers(
    buffers: &[dral_vertex_buffer],
) -> Result<&[VertexBuffer], Error> {
    for buffer in buffers {
        Rate::try_from(buffer.rate)?;
    }
    let (first, count) = (buffers.as_ptr().cast(), buffers.len());
    // SAFETY: the two types have the same fields, and every rate is one.
    Ok(unsafe { core::slice::from_raw_parts(first, count) })
}

unsafe fn vertex_buffer<'a>(
    buffer: *const dral_vertex_buffer,
) -> Result<&'a VertexBuffer, Error> {
    // SAFETY: the caller's pointer.
    let buffers = vertex_buffers(unsafe { slice(buffer, 1) }?)?;
    buffers.first().ok_or(Error::NullPointer)
}

/// The attribute buffer record of a vertex buffer in a draw (v4 to v7).
///
/// \return 0; -EINVAL, -EDOM and -ERANGE as dral_draw_resolve for the draw;
/// -EINVAL for an unknown rate or NULL; -ERANGE for an address of 2^56 or
/// more, or when size and the low 6 bits of the address exceed 32 bits
/// together.
///
/// Source: docs/instancing.md, "Attribute modes".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_record(
    draw: *const dral_draw,
    buffer: *const dral_vertex_buffer,
    record: *mut AttributeRecord,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointers.
        let buffer = unsafe { vertex_buffer(buffer) }?;
        // SAFETY: likewise.
        let resolved = unsafe { resolve(draw) }?;
        resolved.attribute_record(buffer)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(record, compute()) }
}

/// The hardware divisor of a vertex buffer in a draw: padded count times
/// API divisor, 0 where nothing is divided (per-vertex data, one instance,
/// the divisor 0).
///
/// \return 0; errors as dral_attribute_record but for address and size.
///
/// Source: docs/instancing.md, "Attribute modes".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_hardware_divisor(
    draw: *const dral_draw,
    buffer: *const dral_vertex_buffer,
    hardware_divisor: *mut u64,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointers.
        let buffer = unsafe { vertex_buffer(buffer) }?;
        // SAFETY: likewise.
        let resolved = unsafe { resolve(draw) }?;
        Ok(resolved.hardware_divisor(buffer).unwrap_or(0))
    };
    // SAFETY: the caller's pointer.
    unsafe { write(hardware_divisor, compute()) }
}

/// The offset of an attribute, in bytes: source_offset, which is its place
/// in each element, and the low 6 bits of the buffer's address, which the
/// record's pointer lacks. Per instance come base_instance elements (no API
/// divides the base instance), less the offset_start elements that the
/// hardware adds to every index of a record with a stride.
///
/// \return 0; -ERANGE if the offset does not fit; else as
/// dral_attribute_record.
///
/// Source: docs/instancing.md, "Attribute offset".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_offset(
    draw: *const dral_draw,
    buffer: *const dral_vertex_buffer,
    source_offset: u32,
    offset: *mut i32,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointers.
        let buffer = unsafe { vertex_buffer(buffer) }?;
        // SAFETY: likewise.
        let resolved = unsafe { resolve(draw) }?;
        resolved.attribute_offset(buffer, source_offset)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(offset, compute()) }
}

/// Which rule chooses the mode of the record that dral_attribute_record
/// gives, or why it gives none: a sentence for a log, static and never
/// NULL.
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_explain(
    draw: *const dral_draw,
    buffer: *const dral_vertex_buffer,
) -> *const c_char {
    let compute = || {
        // SAFETY: the caller's pointers.
        let buffer = unsafe { vertex_buffer(buffer) }?;
        // SAFETY: likewise.
        let resolved = unsafe { resolve(draw) }?;
        resolved.attribute_record(buffer)?;
        Ok(resolved.mode_rule(buffer).message())
    };
    compute().unwrap_or_else(|error: Error| error.message()).as_ptr()
}

/// The words of a record: 4, or 8 for an NPOT divisor, whose continuation
/// follows.
///
/// \param words room for capacity words
/// \param word_count how many were written
/// \return 0; -EINVAL for NULL; -EDOM for an unknown type, a field of the
/// type that does not fit its bits, a modulus that is no padded count or a
/// pointer that is no multiple of 64; -ERANGE for a pointer of 2^56 or more;
/// -ENOSPC for too little room.
///
/// Source: docs/instancing.md, "Descriptor words".
///
/// # Safety
/// All pointers are NULL or point to what their types say; words has
/// capacity words.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_record_pack(
    record: *const AttributeRecord,
    words: *mut u32,
    capacity: usize,
    word_count: *mut usize,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointer.
        let record = unsafe { read(record) }?;
        let packed = record.pack()?;
        let count = match packed.continuation {
            Some(_) => 8,
            None => 4,
        };
        if capacity < count {
            return Err(Error::TableFull);
        }
        if word_count.is_null() || words.is_null() {
            return Err(Error::NullPointer);
        }
        let slots = words.cast::<[u32; 4]>();
        // SAFETY: there is room for 4 words, by the caller's promise.
        unsafe { slots.write(packed.first) };
        if let Some(continuation) = packed.continuation {
            // SAFETY: and for 8.
            unsafe { slots.add(1).write(continuation) };
        }
        Ok(count)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(word_count, compute()) }
}

/// The record that begins with the first of count words: the reverse of
/// dral_attribute_record_pack. Words after the record are not looked at.
///
/// \return 0; -EINVAL for NULL or fewer words than the record has; -EDOM
/// for words that are no record.
///
/// # Safety
/// words has count words; record is NULL or points to a struct.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_record_unpack(
    words: *const u32,
    count: usize,
    record: *mut AttributeRecord,
) -> c_int {
    // SAFETY: the caller's array.
    let result =
        unsafe { slice(words, count) }.and_then(AttributeRecord::unpack);
    // SAFETY: the caller's pointer.
    unsafe { write(record, result) }
}

/// The model of the hardware: the index of the element that the thread with
/// linear_id reads by a record. It is 0 for every thread if the stride is
/// 0.
///
/// \return 0; -EINVAL for NULL; -EDOM for an unknown type or a modulus that
/// is no padded count.
///
/// Source: docs/instancing.md, "Attribute modes".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_record_element(
    record: *const AttributeRecord,
    linear_id: u32,
    element: *mut u32,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result =
        unsafe { read(record) }.and_then(|record| record.element(linear_id));
    // SAFETY: the caller's pointer.
    unsafe { write(element, result) }
}
