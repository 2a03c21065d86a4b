// SPDX-License-Identifier: MIT

//! Draws and their invocation words for C.

use super::pointer::{self, room};
use super::refusal::{answer, required, status};
use crate::instancing::{Draw, IndexRange, Invocation, VertexRange};
use crate::Error;
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// Resolves a draw: checks its inputs and computes its results, which other
/// functions read.
///
/// A draw without vertices or without instances is not an error: it has no
/// threads, and a driver skips it.
///
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE; DRAL_ERROR_NO_ATTRIBUTE_RECORDS
/// for v9 and later, where nothing is padded; DRAL_ERROR_UNKNOWN_FLAG for an
/// unknown rule or an idvs above 1; DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE for
/// 0; DRAL_ERROR_PADDED_COUNT_RANGE, DRAL_ERROR_THREAD_RANGE (more than 2^32
/// threads) or DRAL_ERROR_INVOCATION_RANGE for a draw that one dispatch cannot
/// hold. dral_draw_max_instances returns how many instances fit. On error the
/// draw has no threads.
///
/// Source: docs/instancing.md, "A draw".
#[unsafe(no_mangle)]
pub extern "C" fn dral_draw_resolve(draw: Option<&mut Draw>) -> c_int {
    let resolve = || Ok(required(draw)?.resolve()?);
    status(resolve())
}

/// Resolves the next draw of a driver in place: the same as dral_draw_resolve
/// with these inputs, but cheaper if only the start or the base instance
/// changes, or the vertex count of draws with one instance.
///
/// \param draw the last draw, resolved or refused, or a zeroed struct; in both
/// cases with the architecture and the rules of the new draw. If one of these
/// changes, call dral_draw_resolve instead.
/// \return as dral_draw_resolve
///
/// Source: docs/instancing.md, "Dirty tracking".
#[unsafe(no_mangle)]
pub extern "C" fn dral_draw_next(
    draw: Option<&mut Draw>,
    vertex_count: u32,
    instance_count: u32,
    offset_start: i32,
    base_instance: u32,
    vertices_per_primitive: u32,
    idvs: u32,
) -> c_int {
    let Some(draw) = draw else {
        return Error::NullPointer as c_int;
    };
    // Not Draw::next, which would be another copy of resolve.
    if draw.set_next(
        vertex_count,
        instance_count,
        offset_start,
        base_instance,
        vertices_per_primitive,
        idvs,
    ) {
        0
    } else {
        dral_draw_resolve(Some(draw))
    }
}

/// Resolves the vertices of an indexed draw: the vertex count and the start,
/// for struct dral_draw, and the base vertex offset. If the smallest index is
/// above the largest, the draw uses no index and all three are 0.
///
/// \return 0; DRAL_ERROR_VERTEX_RANGE for the range 0 to 0xFFFFFFFF, which has
/// 2^32 vertices; DRAL_ERROR_START_RANGE if the start or the negated smallest
/// index does not fit in a signed 32-bit field.
///
/// Source: docs/instancing.md, "Indexed draws".
#[unsafe(no_mangle)]
pub extern "C" fn dral_index_range_resolve(
    range: Option<&IndexRange>,
    vertices: Option<&mut MaybeUninit<VertexRange>>,
) -> c_int {
    answer(vertices, || Ok(required(range)?.resolve()?))
}

/// The size of a varying buffer, in bytes: threads of the draw times stride,
/// rounded up to a multiple of 64.
///
/// \param stride bytes per thread
/// \return 0; DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/instancing.md, "Varying buffers".
#[unsafe(no_mangle)]
pub extern "C" fn dral_varying_buffer_size(
    draw: Option<&Draw>,
    stride: u32,
    size: Option<&mut MaybeUninit<u64>>,
) -> c_int {
    answer(size, || Ok(required(draw)?.varying_buffer_size(stride)?))
}

/// The maximum number of instances that one dispatch of a draw can hold; the
/// instance count of the draw is ignored. A driver splits a larger draw into
/// pieces of that many instances. Without vertices every number fits.
///
/// \return 0; errors as dral_draw_resolve; DRAL_ERROR_PADDED_COUNT_RANGE if
/// not even one instance fits, because its primitives would be padded to 2^32.
///
/// Source: docs/instancing.md, "What a draw costs".
#[unsafe(no_mangle)]
pub extern "C" fn dral_draw_max_instances(
    draw: Option<&Draw>,
    instance_count: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(instance_count, || Ok(required(draw)?.max_instances()?))
}

/// The two invocation words of a draw (v4 to v7).
///
/// \param vertex_count the raw vertex count, at least 1
/// \param instance_count at least 1
/// \param words 2 words
/// \return 0; DRAL_ERROR_NO_VERTICES or DRAL_ERROR_NO_INSTANCES for a count of
/// 0; DRAL_ERROR_INVOCATION_RANGE if the counts need more than 32 bits
/// together.
///
/// Source: docs/instancing.md, "Invocation".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_invocation_pack(
    vertex_count: u32,
    instance_count: u32,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's 2 words.
    let words = unsafe { room(words) };
    answer(words, || Ok(Invocation { vertex_count, instance_count }.pack()?))
}

/// The counts of two invocation words: the reverse of
/// dral_invocation_pack.
///
/// \param words 2 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for words that dral_invocation_pack
/// never writes. Whether one dispatch holds the threads is not checked.
///
/// Source: docs/instancing.md, "Invocation".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_invocation_unpack(
    words: *const u32,
    vertex_count: Option<&mut MaybeUninit<u32>>,
    instance_count: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    // SAFETY: the caller's 2 words.
    let words = unsafe { pointer::words(words) };
    answer(vertex_count, || {
        let counts = Invocation::unpack(*required(words)?)?;
        required(instance_count)?.write(counts.instance_count);
        Ok(counts.vertex_count)
    })
}
