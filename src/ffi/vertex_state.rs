// SPDX-License-Identifier: MIT

//! Prepared vertex state for C.

use super::attribute::{dral_vertex_buffer, typed_rates};
use super::error::Error;
use super::pointer::{cells, check_apart, reference, slice, Values};
use super::refusal::{answer, pure, status};
use super::table::table_cells;
use crate::instancing::vertex_state::{write_records, write_slowly};
use crate::instancing::{
    Architecture, BoundBuffer, ResolvedDraw, Rounding, TableShape, Template,
    VertexState, VertexStateKey, VERTEX_STATE_BUFFERS, VERTEX_STATE_VARIANTS,
};
use core::ffi::c_int;

/// Checks the address and the size of a buffer once, when it is bound.
///
/// \param address GPU address of the first element, in bytes, below 2^56
/// \param size bytes from the address to the end of the buffer
/// \return 0; -EINVAL for NULL; -ERANGE for an address of 2^56 or more, or
/// when size and the low 6 bits of the address exceed 32 bits together.
///
/// Source: docs/instancing.md, "Prepared vertex state".
///
/// # Safety
/// bound is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_buffer_bind(
    address: u64,
    size: u64,
    bound: *mut BoundBuffer,
) -> c_int {
    pure!(bound, BoundBuffer::new(address, size)?)
}

/// Prepares a vertex state: everything about the table and the offsets that
/// rates, strides and divisors decide. Do this when vertex elements or a
/// pipeline are created. Of the buffers only stride, rate and divisor are
/// read.
///
/// \param architecture 4 to 7 for v4 to v7
/// \param rounding an enum dral_rounding
/// \param shape an enum dral_table_shape
/// \param image_count images in a table of pairs; else 0
/// \param state memory of the caller, which need not be initialized
/// \return 0; -EINVAL for NULL, an unknown value, overlapping arrays, more
/// than DRAL_VERTEX_STATE_BUFFERS buffers, and an unused buffer or images in
/// a packed table; -EDOM for v9 and later. On error the state is as it was.
///
/// Source: docs/instancing.md, "Prepared vertex state".
///
/// # Safety
/// buffers has buffer_count elements, state is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_vertex_state_prepare(
    architecture: u32,
    rounding: u32,
    shape: u32,
    image_count: u32,
    buffers: *const dral_vertex_buffer,
    buffer_count: usize,
    state: *mut VertexState,
) -> c_int {
    let compute = || {
        let architecture = Architecture::try_from(architecture)?;
        let rounding = Rounding::try_from(rounding)?;
        let shape = TableShape::try_from(shape)?;
        check_apart(buffers, buffer_count, state, 1)?;
        // SAFETY: the caller's pointers; the state is apart from the buffers.
        let (buffers, state) = unsafe {
            let state = state.as_mut().ok_or(Error::NullPointer)?;
            (slice(buffers, buffer_count)?, state)
        };
        let buffers = typed_rates(buffers)?;
        state.prepare(architecture, rounding, shape, image_count, buffers)?;
        Ok(())
    };
    status(compute())
}

/// Writes the table of a draw by a prepared state: the words that
/// dral_attribute_table_pack writes, without a division. The architecture and
/// the rounding are those of the state.
///
/// \param buffers as many as the state was prepared for; one that is unused
/// is not read
/// \param words room for capacity words; 8 * (buffer_count + image_count) + 4
/// are always enough
/// \param slots one for each buffer: its slot, which its attributes name
/// \param word_count how many words the table has
/// \return 0; -EINVAL for NULL, a state that was never prepared or was
/// prepared for another number of buffers; -ENOSPC for too few words. On
/// error nothing is written. Words and slots must not lie over the state,
/// the buffers or one another: their values are unspecified then.
///
/// Source: docs/instancing.md, "Prepared vertex state".
///
/// # Safety
/// buffers and slots have buffer_count elements, words has capacity words;
/// the other pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_vertex_state_table(
    state: *const VertexState,
    draw: *const ResolvedDraw,
    buffers: *const BoundBuffer,
    buffer_count: usize,
    words: *mut u32,
    capacity: usize,
    slots: *mut u32,
    word_count: *mut usize,
) -> c_int {
    // SAFETY: the caller's pointers; the state has the variant, and the table
    // no more slots than there are.
    unsafe {
        let write = || {
            let (prepared, draw) = (state.as_ref()?, draw.as_ref()?);
            let (variant, shift) = prepared.variant(draw, buffer_count).ok()?;
            let count = prepared.slot_count(variant, shift)?;
            let has_null = words.is_null() | word_count.is_null();
            let fits = capacity >= count.saturating_mul(4);
            if has_null | !fits | (capacity > isize::MAX as usize / 4) {
                return None;
            }
            let (templates, row) = rows(state, variant);
            let buffers = Values::new(buffers, buffer_count).ok()?;
            let slots = cells(slots, buffer_count).ok()?;
            let table = cells(words.cast(), count).ok()?;
            let records = templates
                .readers()
                .zip(buffers.readers())
                .map(|(template, buffer)| move || (template(), buffer()));
            let records = row.iter().zip(records);
            word_count.write(write_records(shift, records, table, slots));
            Some(())
        };
        match write() {
            Some(()) => 0,
            None => slow_table(
                state,
                draw,
                buffers,
                buffer_count,
                words,
                capacity,
                slots,
                word_count,
            ),
        }
    }
}

/// The rows of a state, which outputs may lie over.
///
/// # Safety
/// `state` points to a state.
#[inline(always)]
unsafe fn rows(
    state: *const VertexState,
    variant: usize,
) -> (Values<Template>, Values<u8>) {
    let variant = variant.min(VERTEX_STATE_VARIANTS - 1);
    // SAFETY: the caller's pointer, and the state has the variant.
    unsafe {
        let templates = (&raw const (*state).templates[variant]).cast();
        let row = (&raw const (*state).slots[variant]).cast();
        (
            Values::at(templates, VERTEX_STATE_BUFFERS),
            Values::at(row, VERTEX_STATE_BUFFERS),
        )
    }
}

/// dral_vertex_state_table for tables that are not written fast, and for
/// errors.
///
/// # Safety
/// As dral_vertex_state_table.
#[cold]
#[inline(never)]
unsafe extern "C" fn slow_table(
    state: *const VertexState,
    draw: *const ResolvedDraw,
    buffers: *const BoundBuffer,
    buffer_count: usize,
    words: *mut u32,
    capacity: usize,
    slots: *mut u32,
    word_count: *mut usize,
) -> c_int {
    // SAFETY: the caller's pointers; the state has the variant.
    unsafe {
        answer(word_count, || {
            let (prepared, draw) = (reference(state)?, reference(draw)?);
            let (variant, shift) = prepared.variant(draw, buffer_count)?;
            let layout = prepared.layout();
            let (templates, _) = rows(state, variant);
            let buffers = Values::new(buffers, buffer_count)?;
            let slots = cells(slots, buffer_count)?;
            let table = table_cells(words, capacity)?;
            let records = templates.iter().zip(buffers.iter());
            Ok(write_slowly(layout, shift, records, table, slots)?)
        })
    }
}

/// The offset of an attribute by a prepared state: what
/// dral_attribute_offset gives for its buffer.
///
/// \param buffer the index of its buffer in the state
/// \param bound the buffer as it is bound
/// \param source_offset its place in each element, in bytes
/// \return 0; -EINVAL for NULL, a state that was never prepared and an index
/// that it does not have or that is unused; -ERANGE if the offset does not
/// fit.
///
/// Source: docs/instancing.md, "Attribute offset".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_vertex_state_offset(
    state: *const VertexState,
    draw: *const ResolvedDraw,
    buffer: u32,
    bound: *const BoundBuffer,
    source_offset: u32,
    offset: *mut i32,
) -> c_int {
    pure!(
        offset,
        [
            state = reference(state),
            draw = reference(draw),
            bound = reference(bound)
        ],
        state.offset(draw, buffer as usize, bound, source_offset)?
    )
}

/// What the table and the offsets of a draw depend on, as numbers. Draws
/// whose keys have the same `table` have the same table, for the same state
/// and bound buffers; those with the same `offsets` and `moved` have the same
/// attribute offsets. A driver keeps the key of what it wrote and compares.
///
/// \return 0; -EINVAL for NULL or a state that was never prepared.
///
/// Source: docs/instancing.md, "Dirty tracking".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_vertex_state_key(
    state: *const VertexState,
    draw: *const ResolvedDraw,
    key: *mut VertexStateKey,
) -> c_int {
    pure!(
        key,
        [state = reference(state), draw = reference(draw)],
        state.key(draw)?
    )
}
