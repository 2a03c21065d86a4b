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

/// Checks the address and size of a buffer once, when it is bound.
///
/// \param address GPU address of the first element, in bytes, below 2^56
/// \param size bytes from the address to the end of the buffer
/// \return 0; -EINVAL for NULL; -ERANGE for an address of 2^56 or more, or if
/// size plus the low 6 bits of the address exceeds 32 bits.
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

/// Prepares a vertex state: the part of the table and the offsets that depends
/// only on rates, strides and divisors. Call it when vertex elements or a
/// pipeline are created. Of the buffers only stride, rate and divisor are
/// read.
///
/// \param architecture 4 to 7 for v4 to v7
/// \param rounding an enum dral_rounding
/// \param shape an enum dral_table_shape
/// \param image_count images in a table of pairs; otherwise 0
/// \param state memory provided by the caller; it need not be initialized
/// \return 0; -EINVAL for NULL, an unknown value, overlapping arrays, more
/// than DRAL_VERTEX_STATE_BUFFERS buffers, and an unused buffer or images in a
/// packed table; -EDOM for v9 and later. On error the state is unchanged.
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
        // SAFETY: the caller's pointers; the state does not overlap the
        // buffers.
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

/// Writes the table of a draw from a prepared state: the same words as
/// dral_attribute_table_pack, without a division. The architecture and the
/// rounding are those of the state.
///
/// \param buffers the bound buffers, in the order of the state; unused ones
/// are not read
/// \param words room for capacity words; 8 * (buffer_count + image_count) + 4
/// are always enough
/// \param slots receives the slot of each buffer, for its attributes
/// \param word_count number of words in the table
/// \return 0; -EINVAL for NULL, a state that was never prepared, or a
/// buffer_count that differs from the state's; -ENOSPC for too few words. On
/// error nothing is written. If words or slots overlap the state, the buffers
/// or each other, their values are unspecified.
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
    // fits in the words.
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

/// The rows of a state, which outputs may overlap.
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

/// dral_vertex_state_table for tables on the slow path, and for errors.
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

/// The offset of an attribute from a prepared state: the same as
/// dral_attribute_offset.
///
/// \param buffer the index of the attribute's buffer in the state
/// \param bound the buffer as it is bound
/// \param source_offset the attribute's offset within an element, in bytes
/// \return 0; -EINVAL for NULL, a state that was never prepared, or a buffer
/// that is not in the state or is unused; -ERANGE if the offset does not fit.
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

/// A key for the table and the offsets of a draw. With the same state and
/// bound buffers, draws with equal `table` have the same table, and draws with
/// equal `offsets` and `moved` have the same attribute offsets. A driver keeps
/// the key of what it last wrote, and writes again if the key differs.
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
