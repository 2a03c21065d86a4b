// SPDX-License-Identifier: MIT

//! Prepared vertex state for C.

use super::attribute::slots;
use super::pointer::{slice, slice_mut};
use super::refusal::{answer, count, required, status};
use crate::instancing::{
    Architecture, BoundBuffer, Draw, Rounding, TableShape, VertexBuffer,
    VertexElement, VertexState,
};
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// What dral_vertex_state_prepare reads.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_vertex_state_info {
    /// The Mali architecture: 4 to 7 for v4 to v7.
    pub architecture: u32,
    /// How magic divisors are rounded: an enum dral_rounding.
    pub rounding: u32,
    /// An enum dral_table_shape.
    pub shape: u32,
    /// Images in a table of pairs; otherwise 0.
    pub image_count: u32,
    /// The vertex buffers, of which only stride, rate and divisor are read.
    pub buffers: *const VertexBuffer,
    /// Their number, at most DRAL_VERTEX_STATE_BUFFERS.
    pub buffer_count: usize,
    /// The attributes, in the order of their locations.
    pub elements: *const VertexElement,
    /// Their number, at most DRAL_VERTEX_STATE_ELEMENTS.
    pub element_count: usize,
}

/// Prepares a vertex state: checks the buffers and the attributes, and computes
/// the part of the table and of the attributes' descriptors that depends only
/// on them. Call it when vertex elements or a pipeline are created.
///
/// \param state memory provided by the caller; it need not be initialized
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_ROUNDING,
/// DRAL_ERROR_UNKNOWN_TABLE_SHAPE or DRAL_ERROR_UNKNOWN_RATE for an unknown
/// value;
/// DRAL_ERROR_BUFFER_COUNT for more than DRAL_VERTEX_STATE_BUFFERS buffers or
/// DRAL_VERTEX_STATE_ELEMENTS attributes, or an attribute whose buffer is not
/// among them; DRAL_ERROR_UNUSED_BUFFER for an unused buffer in a packed table
/// or an attribute of an unused buffer; DRAL_ERROR_IMAGES_IN_PACKED_TABLE;
/// DRAL_ERROR_FORMAT_RANGE for a format of more than 22 bits;
/// DRAL_ERROR_OFFSET_RANGE for a source_offset above 0x7FFFFFC0;
/// DRAL_ERROR_NO_ATTRIBUTE_RECORDS for v9 and later. On error the state is not
/// prepared, and other functions refuse it.
///
/// Source: docs/instancing.md, "Prepared vertex state".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_vertex_state_prepare(
    state: Option<&mut VertexState>,
    info: Option<&dral_vertex_state_info>,
) -> c_int {
    let prepare = || {
        let state = required(state)?;
        // Not prepared, whatever the error is.
        state.seal = 0;
        let info = required(info)?;
        // SAFETY: the array of the caller's struct.
        let buffers = unsafe { slice(info.buffers, info.buffer_count) }?;
        // SAFETY: as above.
        let elements = unsafe { slice(info.elements, info.element_count) }?;
        Ok(state.prepare(
            Architecture::try_from(info.architecture)?,
            Rounding::try_from(info.rounding)?,
            TableShape::try_from(info.shape)?,
            info.image_count,
            buffers,
            elements,
        )?)
    };
    status(prepare())
}

/// Writes the table of a draw from a prepared state: the same words as
/// dral_attribute_table, without a division. The architecture and the rounding
/// are those of the state.
///
/// \param buffers the bound buffers, as many and in the same order as in the
/// state; unused ones are ignored
/// \param words room for capacity words; 8 * (buffers + images) + 4 are always
/// enough, of which those after the table may be written
/// \return the number of words in the table; DRAL_ERROR_NOT_PREPARED;
/// DRAL_ERROR_NOT_RESOLVED; DRAL_ERROR_TABLE_FULL.
///
/// Source: docs/instancing.md, "Prepared vertex state".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_vertex_state_table(
    state: Option<&VertexState>,
    draw: Option<&Draw>,
    buffers: *const BoundBuffer,
    words: *mut u32,
    capacity: usize,
) -> c_int {
    let write = || {
        let (state, draw) = (required(state)?, required(draw)?);
        // SAFETY: the caller's arrays, with as many buffers as the state has.
        let (buffers, words) = unsafe {
            (slice(buffers, state.buffer_count()?)?, slots(words, capacity)?)
        };
        Ok(state.table(draw, buffers, words)?)
    };
    count(write())
}

/// The offset of an attribute from a prepared state: the same as
/// dral_attribute_offset.
///
/// \param buffer the index of the attribute's buffer in the state
/// \param bound the buffer as it is bound
/// \param source_offset the attribute's offset within an element, in bytes
/// \return 0; DRAL_ERROR_NOT_PREPARED; DRAL_ERROR_NOT_RESOLVED;
/// DRAL_ERROR_BUFFER_COUNT for a buffer that is not in the state;
/// DRAL_ERROR_UNUSED_BUFFER; DRAL_ERROR_OFFSET_RANGE if the offset does not
/// fit in a signed 32-bit field.
///
/// Source: docs/instancing.md, "Attribute offset".
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

/// Writes the attribute descriptors (v4 to v7) of a draw from a prepared state:
/// for each attribute the slot of its buffer in the table, its format and its
/// offset, which is that of dral_attribute_offset and enabled. For a location
/// without an attribute, two zero words.
///
/// \param buffers the bound buffers, as in dral_vertex_state_table
/// \param words room for capacity words; 2 for each attribute of the state are
/// enough
/// \return the number of words, 2 for each attribute; DRAL_ERROR_TABLE_FULL;
/// DRAL_ERROR_NOT_PREPARED; DRAL_ERROR_NOT_RESOLVED; DRAL_ERROR_OFFSET_RANGE if
/// an offset does not fit in a signed 32-bit field.
///
/// Source: docs/instancing.md, "Attribute offset" and "Attribute descriptors
/// of v4 to v7".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_vertex_state_attributes(
    state: Option<&VertexState>,
    draw: Option<&Draw>,
    buffers: *const BoundBuffer,
    words: *mut u32,
    capacity: usize,
) -> c_int {
    let write = || {
        let (state, draw) = (required(state)?, required(draw)?);
        // SAFETY: the caller's arrays, with as many buffers as the state has,
        // and half as many descriptors as words.
        let (buffers, words) = unsafe {
            (
                slice(buffers, state.buffer_count()?)?,
                slice_mut(words.cast(), capacity / 2)?,
            )
        };
        Ok(state.attributes(draw, buffers, words)?)
    };
    count(write())
}

/// The slot of a buffer in the tables of a draw from a prepared state, for its
/// attributes.
///
/// \param buffer the index of the buffer in the state
/// \return the slot; DRAL_ERROR_NOT_PREPARED; DRAL_ERROR_NOT_RESOLVED;
/// DRAL_ERROR_BUFFER_COUNT for a buffer that is not in the state.
///
/// Source: docs/instancing.md, "Prepared vertex state".
#[unsafe(no_mangle)]
pub extern "C" fn dral_vertex_state_slot(
    state: Option<&VertexState>,
    draw: Option<&Draw>,
    buffer: u32,
) -> c_int {
    let slot = || Ok(required(state)?.slot(required(draw)?, buffer as usize)?);
    count(slot())
}

/// Whether the attributes of a draw have the same descriptors as those of an
/// earlier draw with the same state and buffers: 1, or 0 if they may differ.
/// Where ids are records (v4 and v5), this includes the slots after the table.
///
/// \param table_key table_key of the earlier draw; 0 if there was none
/// \param offset_key offset_key of the earlier draw
/// \return 1 or 0; 0 for NULL, a state that is not prepared and a draw that is
/// not resolved
///
/// Source: docs/instancing.md, "Dirty tracking".
#[unsafe(no_mangle)]
pub extern "C" fn dral_vertex_state_same_attributes(
    state: Option<&VertexState>,
    table_key: u32,
    offset_key: u64,
    draw: Option<&Draw>,
) -> u32 {
    match (state, draw) {
        (Some(state), Some(draw)) => {
            state.same_attributes(table_key, offset_key, draw).into()
        }
        _ => 0,
    }
}
