// SPDX-License-Identifier: MIT

//! Tables of attribute buffer records for C.

use super::attribute::{dral_vertex_buffer, vertex_buffers};
use super::pointer::{cells, check_apart, read, reference, slice, slice_mut};
use super::refusal::answer;
use crate::instancing::{table, ResolvedDraw, TableShape};
use crate::Error;
use core::cell::Cell;
use core::ffi::c_int;

/// How many words the table of these vertex buffers has (v4 to v7).
///
/// \param shape an enum dral_table_shape
/// \param image_count images in a table of pairs; else 0
/// \return 0; errors as dral_attribute_table_pack.
///
/// Source: docs/instancing.md, "Tables".
///
/// # Safety
/// buffers has buffer_count elements; the other pointers are NULL or point
/// to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_table_word_count(
    draw: *const ResolvedDraw,
    shape: u32,
    image_count: u32,
    buffers: *const dral_vertex_buffer,
    buffer_count: usize,
    word_count: *mut usize,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer(word_count, || {
            let shape = TableShape::try_from(shape)?;
            let draw = reference(draw)?;
            let buffers = slice(buffers, buffer_count)?;
            let buffers = vertex_buffers(shape, buffers)
                .map_err(|buffer| buffer.error)?;
            Ok(table::word_count(draw, shape, image_count, buffers)?)
        })
    }
}

/// Writes the table of attribute buffer records that a draw with these
/// vertex buffers needs. A slot is 4 words. Put the table at a multiple of
/// 32 bytes.
///
/// Packed: in the order of the buffers, NPOT divisors with their
/// continuation at even slots, skipped slots zero, and on v6 and v7 a zero
/// slot at the end. Pairs: buffer b at slot 2b, with a continuation or a zero
/// slot after it; an unused buffer is two zero slots; two slots for each
/// image, which are not written, and a zero slot at the end.
///
/// \param shape an enum dral_table_shape
/// \param image_count images in a table of pairs; else 0
/// \param words room for capacity words; 8 * (buffer_count + image_count) + 4
/// are always enough
/// \param slots one for each buffer: its slot, which its attributes name
/// \param word_count how many words the table has
/// \param refused may be NULL. On error: the index of the first buffer that
/// was refused, or buffer_count if another argument was
/// \return 0; -EINVAL for NULL, an unknown value, overlapping arrays, and an
/// unused buffer or images in a packed table; -ERANGE for an address of 2^56
/// or more, or when size and the low 6 bits of the address exceed 32 bits
/// together; -ENOSPC for too few words. On error only refused is written.
///
/// Source: docs/instancing.md, "Tables".
///
/// # Safety
/// buffers and slots have buffer_count elements, words has capacity
/// words; the other pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_table_pack(
    draw: *const ResolvedDraw,
    shape: u32,
    image_count: u32,
    buffers: *const dral_vertex_buffer,
    buffer_count: usize,
    words: *mut u32,
    capacity: usize,
    slots: *mut u32,
    word_count: *mut usize,
    refused: *mut usize,
) -> c_int {
    let mut first_refused = buffer_count;
    // SAFETY: the caller's pointers. No two of the arrays overlap; the draw is
    // copied, because the outputs may lie over it.
    unsafe {
        let status = answer(word_count, || {
            let shape = TableShape::try_from(shape)?;
            check_apart(buffers, buffer_count, words, capacity)?;
            check_apart(buffers, buffer_count, slots, buffer_count)?;
            check_apart(words, capacity, slots, buffer_count)?;
            let draw = read(draw)?;
            let buffers = slice(buffers, buffer_count)?;
            let words = table_slots(words, capacity)?;
            let slots = slice_mut(slots, buffer_count)?;
            let buffers = vertex_buffers(shape, buffers).map_err(|buffer| {
                first_refused = buffer.index;
                buffer.error
            })?;
            Ok(table::write(&draw, shape, image_count, buffers, words, slots)?)
        });
        if status != 0 && !refused.is_null() {
            refused.write(first_refused);
        }
        status
    }
}

/// The whole slots of an array of words.
///
/// # Safety
/// `words` is NULL or has `capacity` words that nobody else reads or writes.
#[inline]
pub(super) unsafe fn table_slots<'a>(
    words: *mut u32,
    capacity: usize,
) -> Result<&'a mut [[u32; 4]], Error> {
    // SAFETY: the caller's array, with a quarter as many slots as words.
    unsafe {
        let words = slice_mut(words, capacity)?;
        slice_mut(words.as_mut_ptr().cast(), words.len() / 4)
    }
}

/// The whole slots of an array of words.
///
/// # Safety
/// As `cells`, for `capacity` words.
#[inline]
pub(super) unsafe fn table_cells<'a>(
    words: *mut u32,
    capacity: usize,
) -> Result<&'a [Cell<[u32; 4]>], Error> {
    if capacity > isize::MAX as usize / 4 {
        return Err(Error::ArrayLength);
    }
    // SAFETY: a quarter as many slots as there are words.
    unsafe { cells(words.cast(), capacity / 4) }
}
