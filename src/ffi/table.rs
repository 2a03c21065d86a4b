// SPDX-License-Identifier: MIT

//! Tables of attribute buffer records for C.

use super::attribute::{dral_vertex_buffer, vertex_buffers};
use super::draw::{dral_draw, resolve};
use super::pointer::{check_apart, read, slice, slice_mut, write};
use crate::instancing::table;
use crate::Error;
use core::ffi::c_int;

/// How many words the table of these vertex buffers has (v4 to v7).
///
/// \return 0; errors as dral_attribute_record for the draw and for the
/// first buffer that has one; -EINVAL if buffers is NULL and buffer_count
/// not 0, or if word_count is NULL.
///
/// Source: docs/instancing.md, "Tables".
///
/// # Safety
/// buffers has buffer_count elements; the other pointers are NULL or point
/// to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_table_word_count(
    draw: *const dral_draw,
    buffers: *const dral_vertex_buffer,
    buffer_count: usize,
    word_count: *mut usize,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's array.
        let buffers = unsafe { slice(buffers, buffer_count) }?;
        // SAFETY: the caller's pointer.
        let resolved = unsafe { resolve(draw) }?;
        let buffers = vertex_buffers(buffers)?;
        Ok(table::checked_word_count(&resolved, buffers))
    };
    // SAFETY: the caller's pointer.
    unsafe { write(word_count, compute()) }
}

/// Writes the table of attribute buffer records that a draw with these
/// vertex buffers needs: in their order, NPOT divisors with their
/// continuation at even slots, skipped slots zero, and on v6 and v7 an
/// empty slot at the end. A slot is 4 words. Put the table at a multiple of
/// 32 bytes.
///
/// \param words room for capacity words; 8 * buffer_count + 4 are always
/// enough
/// \param slots one for each buffer: its slot, which its attributes name
/// \param word_count how many words the table has
/// \return 0; -ENOSPC for too few words; -EINVAL if arrays overlap; else as
/// dral_attribute_table_word_count. On error nothing is written.
///
/// Source: docs/instancing.md, "Tables".
///
/// # Safety
/// buffers and slots have buffer_count elements, words has capacity
/// words; the other pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_table_pack(
    draw: *const dral_draw,
    buffers: *const dral_vertex_buffer,
    buffer_count: usize,
    words: *mut u32,
    capacity: usize,
    slots: *mut u32,
    word_count: *mut usize,
) -> c_int {
    let compute = || {
        if word_count.is_null() {
            return Err(Error::NullPointer);
        }
        check_apart(buffers, buffer_count, words, capacity)?;
        check_apart(buffers, buffer_count, slots, buffer_count)?;
        check_apart(words, capacity, slots, buffer_count)?;
        // A copy, because the outputs may lie over the draw.
        // SAFETY: the caller's pointer.
        let draw = unsafe { read(draw) }?;
        // SAFETY: it is there, and nobody else has it.
        let resolved = unsafe { resolve(&draw) }?;
        // SAFETY: the caller's arrays, which do not overlap.
        let buffers = unsafe { slice(buffers, buffer_count) }?;
        // SAFETY: likewise.
        let words = unsafe { slice_mut(words, capacity) }?;
        // SAFETY: likewise; these are the whole slots of it.
        let words =
            unsafe { slice_mut(words.as_mut_ptr().cast(), words.len() / 4) }?;
        // SAFETY: likewise.
        let slots = unsafe { slice_mut(slots, buffer_count) }?;
        let buffers = vertex_buffers(buffers)?;
        table::checked_pack(&resolved, buffers, words, slots)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(word_count, compute()) }
}
