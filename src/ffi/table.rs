// SPDX-License-Identifier: MIT

//! Tables of attribute buffer records for C.

use super::attribute::{
    buffer_values, check_buffers, check_each, checked_buffer,
    dral_vertex_buffer,
};
use super::error::Error;
use super::pointer::{byte_length, cells, reference};
use super::refusal::answer;
use crate::instancing::table::{self, Layout};
use crate::instancing::{ResolvedDraw, TableShape};
use core::cell::Cell;
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// The number of words in the table for these vertex buffers (v4 to v7).
///
/// \param shape an enum dral_table_shape
/// \param image_count images in a table of pairs; otherwise 0
/// \return 0; errors as dral_attribute_table_pack.
///
/// Source: docs/instancing.md, "Tables".
///
/// # Safety
/// buffers has buffer_count elements; the other pointers are NULL or point
/// to what their types say.
#[unsafe(no_mangle)]
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
            let buffers = buffer_values(buffers, buffer_count)?;
            check_each(shape, buffers).map_err(|buffer| buffer.error)?;
            let layout = Layout::new(draw.architecture, shape, image_count)?;
            let buffers = buffers.iter().map(checked_buffer);
            Ok(table::count_words(draw, layout, buffers))
        })
    }
}

/// Writes the table of attribute buffer records for a draw with these vertex
/// buffers. A slot is 4 words. The table must be placed at a multiple of 32
/// bytes.
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
/// are always enough
/// \param slots receives the slot of each buffer, for its attributes
/// \param word_count number of words in the table
/// \param refused may be NULL. On error it receives the index of the first
/// buffer that was refused, or buffer_count if another argument was
/// \return 0; -EINVAL for NULL, an unknown value, and an unused buffer or
/// images in a packed table; -ERANGE for an address of 2^56 or more, or if
/// size plus the low 6 bits of the address exceeds 32 bits; -ENOSPC for too
/// few words. On error only refused is written. If words or slots overlap the
/// buffers or each other, their values are unspecified.
///
/// Source: docs/instancing.md, "Tables".
///
/// # Safety
/// buffers and slots have buffer_count elements, words has capacity
/// words; the other pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
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
    // SAFETY: the caller's pointers. The draw is copied, because the outputs
    // may overlap it.
    unsafe {
        let status = answer(word_count, || {
            let shape = TableShape::try_from(shape)?;
            let draw = reference(draw)?.for_records();
            let buffers = buffer_values(buffers, buffer_count)?;
            let words = table_cells(words, capacity)?;
            let slots = cells(slots, buffer_count)?;
            check_buffers(shape, buffers).map_err(|buffer| {
                first_refused = buffer.index;
                buffer.error
            })?;
            let layout = Layout::new(draw.architecture, shape, image_count)?;
            let buffers = buffers.iter().map(checked_buffer);
            Ok(table::write(&draw, layout, buffers, words, slots)?)
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
/// As `cells`, for `capacity` words.
#[inline]
pub(super) unsafe fn table_cells<'a>(
    words: *mut u32,
    capacity: usize,
) -> Result<&'a [Cell<MaybeUninit<[u32; 4]>>], Error> {
    byte_length::<u32>(capacity)?;
    // SAFETY: the caller's array, with a quarter as many slots as words.
    unsafe {
        let words = cells(words, capacity)?;
        cells(words.as_ptr().cast_mut().cast(), words.len() / 4)
    }
}

#[cfg(test)]
mod tests {
    use crate::instancing::table::Output;
    use core::cell::Cell;
    use core::mem::MaybeUninit;

    #[test]
    fn an_output_without_a_value_receives_one() {
        let word = Cell::new(MaybeUninit::new(0));
        word.put(7);
        // SAFETY: it has had a value from the beginning.
        assert_eq!(unsafe { word.get().assume_init() }, 7);
    }
}
