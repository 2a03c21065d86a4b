// SPDX-License-Identifier: MIT

//! What a driver calls: the functions of `dral.h`, in their order there.

use super::pointer::{room, slice, slots, zeroed};
use super::refusal::{answer, count, required, status};
use crate::error::text;
use crate::instancing::{
    padded_vertex_count, Architecture, AttributeDescriptor, BoundBuffer, Draw,
    DrawInfo, IndexRange, MagicDivisor, Rounding, TableShape, UnusedLocation,
    ValhallAttribute, ValhallSource, VertexBuffer, VertexElement, VertexRange,
    VertexState, VertexStateRules, Written,
};
use crate::version::{
    DRAL_VERSION_MAJOR, DRAL_VERSION_MINOR, DRAL_VERSION_PATCH,
};
use crate::Error;
use core::ffi::{c_char, c_int};
use core::mem::{offset_of, MaybeUninit};

/// The version of the linked library, as DRAL_VERSION is the header's.
#[unsafe(no_mangle)]
pub extern "C" fn dral_version() -> u32 {
    u32::from_be_bytes([
        0,
        DRAL_VERSION_MAJOR as u8,
        DRAL_VERSION_MINOR as u8,
        DRAL_VERSION_PATCH as u8,
    ])
}

/// The sentence of an error for a log, also of a module: static and never NULL.
#[unsafe(no_mangle)]
pub extern "C" fn dral_error_text(error: c_int) -> *const c_char {
    text(error).as_ptr().cast()
}

/// Inputs of dral_vertex_state_prepare.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_vertex_state_info {
    /// The Mali architecture, 4 to 7.
    pub architecture: u32,
    /// An enum dral_rounding.
    pub rounding: u32,
    /// An enum dral_table_shape.
    pub shape: u32,
    /// Images in a table of pairs; otherwise 0.
    pub image_count: u32,
    /// An enum dral_unused_location, for attributes of DRAL_NO_BUFFER.
    pub unused_location: u32,
    /// The vertex buffers. Address and size are not read.
    pub buffers: *const VertexBuffer,
    /// At most DRAL_VERTEX_STATE_BUFFERS.
    pub buffer_count: usize,
    /// The attributes, in the order of their locations.
    pub elements: *const VertexElement,
    /// At most DRAL_VERTEX_STATE_ELEMENTS.
    pub element_count: usize,
}

/// Prepares a vertex state, when you create vertex elements or a pipeline.
///
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_ROUNDING,
/// DRAL_ERROR_UNKNOWN_TABLE_SHAPE, DRAL_ERROR_UNKNOWN_RATE,
/// DRAL_ERROR_UNKNOWN_FLAG (unused_location), DRAL_ERROR_BUFFER_COUNT,
/// DRAL_ERROR_ELEMENT_COUNT, DRAL_ERROR_IMAGES_IN_PACKED_TABLE,
/// DRAL_ERROR_FORMAT_RANGE; DRAL_ERROR_UNUSED_BUFFER for an unused buffer in a
/// packed table, or its attribute; DRAL_ERROR_OFFSET_RANGE for a source_offset
/// above 0x7FFFFFC0; DRAL_ERROR_NO_ATTRIBUTE_RECORDS for v9 and later. On error
/// the state is not prepared.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_vertex_state_prepare(
    state: Option<&mut MaybeUninit<VertexState>>,
    info: Option<&dral_vertex_state_info>,
) -> c_int {
    let prepare = || {
        // Not prepared, whatever the error is.
        let state = zeroed(required(state)?);
        let info = required(info)?;
        // SAFETY: the arrays of the caller's struct.
        let (buffers, elements) = unsafe {
            (
                slice(info.buffers, info.buffer_count)?,
                slice(info.elements, info.element_count)?,
            )
        };
        let rules = VertexStateRules {
            architecture: Architecture::try_from(info.architecture)?,
            rounding: Rounding::try_from(info.rounding)?,
            shape: TableShape::try_from(info.shape)?,
            image_count: info.image_count,
            unused_location: UnusedLocation::try_from(info.unused_location)?,
        };
        Ok(state.prepare(rules, buffers, elements)?)
    };
    status(prepare())
}

/// Checks and stores a vertex buffer's address and size, when you bind it.
///
/// \param bound on error all 0: a record of such a buffer has the size 0
/// \param address GPU address of the first element, in bytes, below 2^56
/// \param size bytes from the address to the end; plus the low 6 bits of the
/// address at most 0xFFFFFFFF
/// \return 0; DRAL_ERROR_ADDRESS_RANGE, DRAL_ERROR_SIZE_RANGE.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_bound_buffer_init(
    bound: Option<&mut MaybeUninit<BoundBuffer>>,
    address: u64,
    size: u64,
) -> c_int {
    let init = || {
        let bound = required(bound)?;
        let result = BoundBuffer::new(address, size);
        bound.write(match result {
            Ok(words) => words,
            Err(_) => BoundBuffer::NOTHING,
        });
        result?;
        Ok(())
    };
    status(init())
}

/// Resolves a draw. It costs less if only the start and the base instance
/// differ from the last draw in `draw`, or if both draws have one instance.
///
/// A draw without vertices or instances is not an error: skip its 0 threads.
///
/// \param draw the last draw, resolved or not; zeroed before the first one
/// \param info may be `&draw->info`, which you change only to pass it here;
/// NULL clears the draw
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_FLAG,
/// DRAL_ERROR_UNKNOWN_IDVS, DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE;
/// DRAL_ERROR_PADDED_COUNT_RANGE, DRAL_ERROR_THREAD_RANGE or
/// DRAL_ERROR_INVOCATION_RANGE for a draw that one dispatch cannot hold;
/// DRAL_ERROR_NO_ATTRIBUTE_RECORDS for v9 and later. On error: 0 threads.
///
/// Source: docs/reference/instancing.md, "A draw".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_draw_resolve(
    draw: *mut Draw,
    info: *const DrawInfo,
) -> c_int {
    // The inputs of a draw are its first member, and Rust forbids references
    // to both.
    const { assert!(offset_of!(Draw, info) == 0) };
    if info.is_null() || draw.is_null() || info.addr() == draw.addr() {
        // SAFETY: the caller's draw and inputs.
        return unsafe { resolve_unusual(draw, info) };
    }
    // SAFETY: they do not overlap.
    let (draw, info) = unsafe { (&mut *draw, &*info) };
    if draw.follows(info) {
        return 0;
    }
    resolve_all(draw, info)
}

/// Resolves a draw whose inputs are its own, or clears it if there are none.
///
/// # Safety
/// As dral_draw_resolve.
#[cold]
#[inline(never)]
unsafe fn resolve_unusual(draw: *mut Draw, info: *const DrawInfo) -> c_int {
    // SAFETY: the caller's inputs, copied before the draw is written.
    let info = unsafe { info.as_ref() }.copied();
    // SAFETY: the caller's draw.
    let draw = unsafe { draw.as_mut() };
    match (draw, info) {
        (Some(draw), Some(info)) => resolve_all(draw, &info),
        (draw, _) => {
            if let Some(draw) = draw {
                *draw = Draw::default();
            }
            Error::NullPointer as c_int
        }
    }
}

// Not inlined: the short way above then needs no registers of the caller.
#[inline(never)]
fn resolve_all(draw: &mut Draw, info: &DrawInfo) -> c_int {
    status(draw.resolve_all(info).map_err(Into::into))
}

/// Resolves the vertices of an indexed draw, for struct dral_draw_info and the
/// draw descriptor. All three are 0 if the draw uses no index.
///
/// \return 0; DRAL_ERROR_VERTEX_RANGE, DRAL_ERROR_START_RANGE.
///
/// Source: docs/reference/instancing.md, "Indexed draws".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_index_range_resolve(
    range: Option<&IndexRange>,
    vertices: Option<&mut MaybeUninit<VertexRange>>,
) -> c_int {
    answer(vertices, || Ok(required(range)?.resolve()?))
}

/// Returns the words that you must write for a draw, because the newest ones
/// may differ or there are none: a set of enum dral_words. Write each to new
/// memory, and only then add its bit to `written->words`. On error nothing is
/// changed.
///
/// \param buffers the bound buffers, as for dral_vertex_state_table
/// \return 0 to 3; DRAL_ERROR_NOT_PREPARED, DRAL_ERROR_NOT_RESOLVED,
/// DRAL_ERROR_STATE_MISMATCH, DRAL_ERROR_BUFFER_COUNT.
///
/// Source: docs/reference/instancing.md, "Dirty tracking".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_words_to_write(
    written: Option<&mut Written>,
    state: Option<&VertexState>,
    draw: Option<&Draw>,
    buffers: *const BoundBuffer,
    buffer_count: usize,
) -> c_int {
    let to_write = || {
        let written = required(written)?;
        let (state, draw) = (required(state)?, required(draw)?);
        // SAFETY: the caller's array.
        let buffers = unsafe { slice(buffers, buffer_count) }?;
        Ok(written.to_write(state, draw, buffers)?)
    };
    count(to_write())
}

/// Writes the table of a draw, as enum dral_table_shape describes it. Place it
/// at a multiple of 32 bytes.
///
/// \param buffers as many and in the same order as in the state; unused ones
/// are ignored
/// \param capacity 8 * (buffers + images) + 4 words are enough; those after the
/// table may be written
/// \return the number of words in the table; DRAL_ERROR_NOT_PREPARED,
/// DRAL_ERROR_NOT_RESOLVED, DRAL_ERROR_STATE_MISMATCH, DRAL_ERROR_BUFFER_COUNT,
/// DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_vertex_state_table(
    state: Option<&VertexState>,
    draw: Option<&Draw>,
    buffers: *const BoundBuffer,
    buffer_count: usize,
    words: *mut u32,
    capacity: usize,
) -> c_int {
    let write = || {
        let (state, draw) = (required(state)?, required(draw)?);
        // SAFETY: the caller's arrays.
        let (buffers, words) =
            unsafe { (slice(buffers, buffer_count)?, slots(words, capacity)?) };
        Ok(state.table(draw, buffers, words)?)
    };
    count(write())
}

/// Writes the attribute descriptors (v4 to v7) of a draw. A location without an
/// attribute gets what enum dral_unused_location selects.
///
/// \param buffers as for dral_vertex_state_table
/// \param capacity 2 words for each attribute of the state are enough
/// \return the number of words, 2 for each attribute; DRAL_ERROR_NOT_PREPARED,
/// DRAL_ERROR_NOT_RESOLVED, DRAL_ERROR_STATE_MISMATCH, DRAL_ERROR_BUFFER_COUNT,
/// DRAL_ERROR_OUTPUT_TOO_SMALL, DRAL_ERROR_OFFSET_RANGE.
///
/// Source: docs/reference/instancing.md, "Attribute offset" and "Attribute
/// descriptors of v4 to v7".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_vertex_state_attributes(
    state: Option<&VertexState>,
    draw: Option<&Draw>,
    buffers: *const BoundBuffer,
    buffer_count: usize,
    words: *mut u32,
    capacity: usize,
) -> c_int {
    let write = || {
        let (state, draw) = (required(state)?, required(draw)?);
        // SAFETY: the caller's arrays.
        let (buffers, words) =
            unsafe { (slice(buffers, buffer_count)?, slots(words, capacity)?) };
        Ok(state.attributes(draw, buffers, words)?)
    };
    count(write())
}

/// The slot after the records and images in the table of a draw, on v4 and v5
/// also after the zero slot of a table of pairs: put the id records there.
///
/// \return the slot; DRAL_ERROR_NOT_PREPARED, DRAL_ERROR_NOT_RESOLVED,
/// DRAL_ERROR_STATE_MISMATCH.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_vertex_state_end(
    state: Option<&VertexState>,
    draw: Option<&Draw>,
) -> c_int {
    let end = || {
        let end = required(state)?.end(required(draw)?)?;
        // More images than an int counts.
        c_int::try_from(end).map_or(Err(Error::ArrayLength.into()), |_| Ok(end))
    };
    count(end())
}

/// Writes the two records from which v4 and v5 read the vertex id and the
/// instance id.
///
/// \param words 8 words: the vertex id record, then the instance id record
/// \return 0; DRAL_ERROR_NO_ID_RECORDS for v6 and later;
/// DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_id_records(
    draw: Option<&Draw>,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's 8 words.
    let words = unsafe { room(words.cast()) };
    answer(words, || {
        let [vertex, instance] = required(draw)?.id_records()?;
        Ok([vertex.words(), instance.words()])
    })
}

/// Writes the two words of an attribute descriptor of v4 to v7.
///
/// \return 0; DRAL_ERROR_SLOT_RANGE, DRAL_ERROR_FORMAT_RANGE.
///
/// Source: docs/reference/instancing.md, "Attribute descriptors of v4 to v7".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_attribute_descriptor_pack(
    attribute: Option<&AttributeDescriptor>,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's 2 words.
    let words = unsafe { room(words) };
    answer(words, || Ok(required(attribute)?.pack()?))
}

/// The size of a varying buffer, in bytes: threads of the draw times stride, in
/// bytes per thread, rounded up to a multiple of 64.
///
/// \return 0; DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/reference/instancing.md, "Varying buffers".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_buffer_size(
    draw: Option<&Draw>,
    stride: u32,
    size: Option<&mut MaybeUninit<u64>>,
) -> c_int {
    answer(size, || Ok(required(draw)?.varying_buffer_size(stride)?))
}

/// The number of vertices, or of instances of per-instance data, up to which no
/// read of an attribute leaves its buffer. Padding threads are not counted.
///
/// \param buffer the address is not read
/// \param offset bytes from the address to the attribute in element 0
/// \param bytes the size of the attribute's format
/// \param offset_start, base_instance as in struct dral_draw_info
/// \param limit UINT64_MAX if there is none, or if it is larger
/// \return 0; DRAL_ERROR_UNKNOWN_RATE.
///
/// Source: docs/reference/instancing.md, "How many elements a buffer holds".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_vertex_buffer_limit(
    buffer: Option<&VertexBuffer>,
    offset: u64,
    bytes: u32,
    offset_start: i32,
    base_instance: u32,
    limit: Option<&mut MaybeUninit<u64>>,
) -> c_int {
    answer(limit, || {
        let buffer = required(buffer)?;
        Ok(buffer.limit(offset, bytes, offset_start, base_instance)?)
    })
}

/// Writes the attribute descriptor of v9 and later. Per instance, base_instance
/// elements are added to the offset.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_ROUNDING,
/// DRAL_ERROR_UNKNOWN_RATE, DRAL_ERROR_UNKNOWN_DIVISOR_ONE,
/// DRAL_ERROR_UNKNOWN_FLAG (unused_location), DRAL_ERROR_FORMAT_RANGE,
/// DRAL_ERROR_TABLE_RANGE, DRAL_ERROR_OFFSET_RANGE;
/// DRAL_ERROR_NO_ATTRIBUTE_DESCRIPTORS before v9.
///
/// Source: docs/reference/instancing.md, "Valhall and later".
#[must_use]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_valhall_attribute(
    source: Option<&ValhallSource>,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's 8 words.
    let words = unsafe { room(words) };
    answer(words, || Ok(ValhallAttribute::new(required(source)?)?.words()))
}

/// The padded vertex count under DRAL_PADDING_RULE_DRIVER, in vertices. It
/// returns 0 for 0 vertices, and for 0xE0000000 or more, because 2^32 does not
/// fit.
///
/// Source: docs/reference/instancing.md, "Padded vertex count".
#[unsafe(no_mangle)]
pub extern "C" fn dral_padded_vertex_count(vertex_count: u32) -> u32 {
    padded_vertex_count(vertex_count)
}

/// The magic divisor of a divisor, exact for every 32-bit id.
///
/// \param divisor 1 or more
/// \param rounding an enum dral_rounding
/// \return 0; DRAL_ERROR_ZERO_DIVISOR, DRAL_ERROR_UNKNOWN_ROUNDING;
/// DRAL_ERROR_POWER_OF_TWO_DIVISOR under DRAL_ROUNDING_NEAREST.
///
/// Source: docs/reference/instancing.md, "Magic divisor".
#[must_use]
#[unsafe(no_mangle)]
pub extern "C" fn dral_magic_divisor(
    divisor: u32,
    rounding: u32,
    out: Option<&mut MaybeUninit<MagicDivisor>>,
) -> c_int {
    answer(out, || {
        Ok(MagicDivisor::new(divisor, Rounding::try_from(rounding)?)?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::all;
    use crate::instancing::Idvs;
    use crate::version::DRAL_VERSION;
    use core::ffi::CStr;
    use core::ptr::null;

    #[test]
    fn each_number_of_the_version_has_its_place() {
        let version = dral_version();
        assert_eq!(version >> 16, DRAL_VERSION_MAJOR);
        assert_eq!(version >> 8 & 0xFF, DRAL_VERSION_MINOR);
        assert_eq!(version & 0xFF, DRAL_VERSION_PATCH);
        assert_eq!(version, DRAL_VERSION);
    }

    #[test]
    fn every_number_has_a_sentence() {
        // SAFETY: the function returns static strings.
        let text = |number| unsafe { CStr::from_ptr(dral_error_text(number)) };
        for (number, _, message) in all() {
            assert_eq!(text(number), message);
            assert_ne!(message, c"unknown error", "{number}");
        }
        assert_eq!(text(0), c"no error");
        assert_eq!(text(20), c"no error");
        // A negated errno, and a number beyond all errors.
        for unknown in [-1, -12, -4095, -10000, i32::MIN] {
            assert_eq!(text(unknown), c"unknown error");
        }
    }

    #[test]
    fn c_gets_the_padded_count_of_the_driver_rule() {
        assert_eq!(dral_padded_vertex_count(70), 72);
        assert_eq!(dral_padded_vertex_count(6), 6);
        assert_eq!(dral_padded_vertex_count(0xE000_0000), 0);
    }

    #[test]
    fn a_draw_is_resolved_again_or_cleared() {
        let info = DrawInfo::new(Architecture::V7, Idvs::No);
        let mut draw = info.resolve().unwrap();
        let resolved = draw;
        // From scratch, as the last one, moved, or by its own inputs.
        draw = Draw::default();
        for base_instance in [0, 0, 7, 7, 0] {
            let info = DrawInfo { base_instance, ..info };
            // SAFETY: a draw and other inputs.
            assert_eq!(unsafe { dral_draw_resolve(&mut draw, &info) }, 0);
            assert_eq!(draw, info.resolve().unwrap());
        }
        let own = &raw mut draw;
        // SAFETY: its inputs are its first member.
        assert_eq!(unsafe { dral_draw_resolve(own, own.cast()) }, 0);
        assert_eq!(draw, resolved);
        // SAFETY: a draw, and no inputs.
        let error = unsafe { dral_draw_resolve(&mut draw, null()) };
        assert_eq!(error, Error::NullPointer as c_int);
        assert_eq!(draw, Draw::default());
    }
}
