// SPDX-License-Identifier: MIT

//! Draws and their invocation words for C.

use super::pointer::{read, reference, same_place, status, write};
use crate::instancing::{
    Architecture, Draw, Idvs, Invocation, PaddingRule, ResolvedDraw, Rounding,
};
use crate::Error;
use core::ffi::{c_char, c_int};

/// A draw as the API gives it to the driver. All zero but architecture,
/// vertex_count, instance_count and vertices_per_primitive is a plain draw
/// under the rules that drivers use by default.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_draw {
    /// The Mali architecture: 4 to 7 for v4 to v7.
    pub architecture: u32,
    /// How the vertex count is padded: an enum dral_padding_rule.
    pub padding_rule: u32,
    /// How magic divisors are rounded: an enum dral_rounding.
    pub rounding: u32,
    /// 1 for index-driven vertex shading (IDVS), else 0.
    pub idvs: u32,
    /// Vertices per instance, unpadded; at least 1.
    pub vertex_count: u32,
    /// Instances; at least 1.
    pub instance_count: u32,
    /// Vertices per primitive, at least 1.
    pub vertices_per_primitive: u32,
    /// The first vertex, or the smallest index plus the index bias.
    pub offset_start: i32,
    /// The instance that the API counts from.
    pub base_instance: u32,
}

// The same fields at the same places; only types of numbers differ.
const _: () = {
    assert!(size_of::<dral_draw>() == size_of::<Draw>());
    assert!(align_of::<dral_draw>() == align_of::<Draw>());
    same_place!(dral_draw, Draw, architecture, padding_rule, rounding, idvs);
    same_place!(dral_draw, Draw, vertex_count, instance_count);
    same_place!(dral_draw, Draw, vertices_per_primitive);
    same_place!(dral_draw, Draw, offset_start, base_instance);
};

/// Checks the numbers of a draw from C.
///
/// # Safety
/// `draw` is NULL or points to a draw that nobody writes while the reference
/// lives.
#[inline]
unsafe fn checked<'a>(draw: *const dral_draw) -> Result<&'a Draw, Error> {
    // SAFETY: the caller's pointer.
    let numbers = unsafe { reference(draw) }?;
    Architecture::try_from(numbers.architecture)?;
    PaddingRule::try_from(numbers.padding_rule)?;
    Rounding::try_from(numbers.rounding)?;
    Idvs::try_from(numbers.idvs)?;
    // SAFETY: the two types have the same fields, and each number is one
    // that its enum has.
    Ok(unsafe { &*draw.cast() })
}

/// What the draw descriptor holds and a draw costs.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_resolved_draw {
    /// Threads dispatched: padded_count times the instance count, at most
    /// 2^32. The linear ids are 0 to this - 1.
    pub threads: u64,
    /// Those of them that are discarded, because their vertex is padding.
    pub wasted_threads: u64,
    /// Threads per instance: the padded vertex count, or with one instance
    /// the vertex count itself.
    pub padded_count: u32,
    /// The instance size: padded_count, or 1 with one instance.
    pub instance_size: u32,
    /// The instance size as its descriptor field stores it.
    pub instance_size_byte: u32,
    /// The instance primitive size: the padded count of the primitives that
    /// padded_count vertices make, or 1 with one instance.
    pub instance_primitive_size: u32,
    /// The instance primitive size as its descriptor field stores it.
    pub instance_primitive_size_byte: u32,
    /// The two invocation words.
    pub invocation: [u32; 2],
}

/// Checks the numbers of a draw and resolves it, without a copy.
///
/// # Safety
/// `draw` is NULL or points to a draw that nobody writes while the result
/// lives.
// One copy of the code for all who need it.
#[inline(never)]
pub(super) unsafe fn resolve<'a>(
    draw: *const dral_draw,
) -> Result<ResolvedDraw<'a>, Error> {
    // SAFETY: the caller's pointer.
    unsafe { checked(draw) }?.resolve()
}

fn describe(resolved: ResolvedDraw<'_>) -> dral_resolved_draw {
    dral_resolved_draw {
        threads: resolved.threads(),
        wasted_threads: resolved.wasted_threads(),
        padded_count: resolved.padded_count(),
        instance_size: resolved.instance_size(),
        instance_size_byte: resolved.instance_size_byte().into(),
        instance_primitive_size: resolved.instance_primitive_size(),
        instance_primitive_size_byte: resolved
            .instance_primitive_size_byte()
            .into(),
        invocation: resolved.invocation(),
    }
}

/// Resolves a draw: all that its descriptor holds and its attributes share.
///
/// \return 0; -EINVAL for an unknown value, a count of 0 or NULL; -EDOM for
/// v9 and later, where nothing is padded; -ERANGE for a draw that one
/// dispatch cannot hold: more than 2^32 threads, or counts that need more
/// than the 32 bits of the invocation. dral_draw_max_instances tells how
/// many instances fit, dral_draw_explain the reason.
///
/// Source: docs/instancing.md, "A draw".
///
/// # Safety
/// draw and resolved are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_draw_resolve(
    draw: *const dral_draw,
    resolved: *mut dral_resolved_draw,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { resolve(draw) }.map(describe);
    // SAFETY: the caller's pointer.
    unsafe { write(resolved, result) }
}

/// The most instances of a draw that one dispatch can hold; the draw's own
/// instance count, even 0, does not matter. A driver splits a larger draw
/// into pieces of so many.
///
/// \return 0; -EINVAL and -EDOM as dral_draw_resolve.
///
/// Source: docs/instancing.md, "What a draw costs".
///
/// # Safety
/// draw and instance_count are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_draw_max_instances(
    draw: *const dral_draw,
    instance_count: *mut u32,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { checked(draw) }.and_then(|draw| draw.max_instances());
    // SAFETY: the caller's pointer.
    unsafe { write(instance_count, result) }
}

/// Why dral_draw_resolve refuses a draw, or that it does not: a sentence
/// for a log, static and never NULL.
///
/// # Safety
/// draw is NULL or points to a struct.
#[no_mangle]
pub unsafe extern "C" fn dral_draw_explain(
    draw: *const dral_draw,
) -> *const c_char {
    // SAFETY: the caller's pointer.
    let text = match unsafe { resolve(draw) } {
        Ok(_) => c"the draw can be dispatched",
        Err(error) => error.message(),
    };
    text.as_ptr()
}

/// The two invocation words of a draw (v4 to v7).
///
/// \param vertex_count the raw vertex count, at least 1
/// \param instance_count at least 1
/// \param words 2 words
/// \return 0; -EINVAL for a count of 0 or NULL; -ERANGE if the counts need
/// more than 32 bits together.
///
/// Source: docs/instancing.md, "Invocation".
///
/// # Safety
/// words is NULL or points to 2 words.
#[no_mangle]
pub unsafe extern "C" fn dral_invocation_pack(
    vertex_count: u32,
    instance_count: u32,
    words: *mut u32,
) -> c_int {
    let counts = Invocation { vertex_count, instance_count };
    // SAFETY: the caller's pointer.
    unsafe { write(words.cast::<[u32; 2]>(), counts.pack()) }
}

/// The counts of two invocation words: the reverse of
/// dral_invocation_pack.
///
/// \param words 2 words
/// \return 0; -EINVAL for NULL; -EDOM for words that no draw has.
///
/// # Safety
/// words is NULL or points to 2 words; the others are NULL or point to a
/// uint32_t each, which may not be the same.
#[no_mangle]
pub unsafe extern "C" fn dral_invocation_unpack(
    words: *const u32,
    vertex_count: *mut u32,
    instance_count: *mut u32,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointer.
        let words = unsafe { read(words.cast::<[u32; 2]>()) }?;
        let counts = Invocation::unpack(words)?;
        if vertex_count.is_null() || instance_count.is_null() {
            return Err(Error::NullPointer);
        }
        // SAFETY: not NULL, so there is room, by the caller's promise.
        unsafe { vertex_count.write(counts.vertex_count) };
        // SAFETY: likewise.
        unsafe { instance_count.write(counts.instance_count) };
        Ok(())
    };
    status(compute())
}
