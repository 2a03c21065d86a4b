// SPDX-License-Identifier: MIT

//! Draws and their invocation words for C.

use super::pointer::{read, reference, same_fields};
use super::refusal::{explain, pure};
use crate::instancing::{
    Architecture, Draw, Idvs, IndexRange, Invocation, PaddingRule,
    PrimitiveSize, ResolvedDraw, Rounding, VertexRange,
};
use crate::Error;
use core::ffi::{c_char, c_int};

/// A draw as the API passes it to the driver. A plain draw under the default
/// rules needs only architecture, vertex_count, instance_count and
/// vertices_per_primitive; the other fields are 0.
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
    /// Vertices per instance, unpadded.
    pub vertex_count: u32,
    /// Instances.
    pub instance_count: u32,
    /// Vertices per primitive, at least 1.
    pub vertices_per_primitive: u32,
    /// The first vertex, or for indexed draws the smallest index plus the
    /// vertex offset.
    pub offset_start: i32,
    /// The first instance.
    pub base_instance: u32,
    /// The instance primitive size with one instance: an enum
    /// dral_primitive_size.
    pub primitive_size: u32,
}

same_fields! {
    dral_draw as Draw:
    architecture, padding_rule, rounding, idvs, vertex_count,
    instance_count, vertices_per_primitive, offset_start, base_instance,
    primitive_size
}

/// Checks the numbers of a draw from C.
#[inline]
fn checked(numbers: &dral_draw) -> Result<&Draw, Error> {
    let dral_draw { padding_rule, rounding, idvs, primitive_size, .. } =
        *numbers;
    let first = Architecture::V4 as u32;
    let records = Architecture::V7 as u32 - first;
    if (padding_rule | rounding | idvs | primitive_size > 1)
        | (numbers.architecture.wrapping_sub(first) > records)
    {
        return Err(refused_number(numbers));
    }
    // SAFETY: the two types have the same fields, and each number is valid for
    // its enum.
    Ok(unsafe { &*core::ptr::from_ref(numbers).cast() })
}

/// [`checked`], where a call does not matter.
// Not inlined: keeps one copy in the binary.
#[inline(never)]
fn checked_once(numbers: &dral_draw) -> Result<&Draw, Error> {
    checked(numbers)
}

/// Why the numbers of a draw are refused.
#[cold]
#[inline(never)]
fn refused_number(numbers: &dral_draw) -> Error {
    let check = || {
        Architecture::try_from(numbers.architecture)?;
        PaddingRule::try_from(numbers.padding_rule)?;
        Rounding::try_from(numbers.rounding)?;
        Idvs::try_from(numbers.idvs)?;
        PrimitiveSize::try_from(numbers.primitive_size)?;
        if numbers.vertices_per_primitive == 0 {
            return Err(Error::NoVerticesPerPrimitive);
        }
        Ok(Error::NoAttributeRecords)
    };
    check().unwrap_or_else(|error| error)
}

/// Resolves a draw: computes once what its descriptor, attribute records and
/// offsets need. The other functions take the resolved draw.
///
/// A draw without vertices or without instances is not an error: it has no
/// threads, and a driver skips it.
///
/// \return 0; -EINVAL for an unknown value, 0 vertices per primitive or NULL;
/// -EDOM for v9 and later, where nothing is padded; -ERANGE for a draw that
/// one dispatch cannot hold: more than 2^32 threads, or counts that need more
/// than the 32 bits of the invocation. dral_draw_max_instances returns how
/// many instances fit, dral_draw_explain the reason.
///
/// Source: docs/instancing.md, "A draw".
///
/// # Safety
/// draw and resolved are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_draw_resolve(
    draw: *const dral_draw,
    resolved: *mut ResolvedDraw,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        if !resolved.is_null() {
            if let Some(Ok(typed)) = draw.as_ref().map(checked) {
                // A copy, because the output may overlap the draw.
                let typed = *typed;
                if typed.resolve_to(&mut *resolved).is_ok() {
                    return 0;
                }
            }
        }
        unresolved(draw, resolved)
    }
}

/// dral_draw_resolve for draws with nothing to draw and for errors.
///
/// # Safety
/// As dral_draw_resolve.
#[cold]
#[inline(never)]
unsafe fn unresolved(
    draw: *const dral_draw,
    resolved: *mut ResolvedDraw,
) -> c_int {
    pure!(resolved, [draw = reference(draw)], checked_once(draw)?.nothing()?)
}

/// Resolves the vertices of an indexed draw: the vertex count and the start,
/// for struct dral_draw, and the base vertex offset. If the smallest index is
/// above the largest, the draw uses no index and all three are 0.
///
/// \return 0; -EINVAL for NULL; -ERANGE for the range 0 to 0xFFFFFFFF, which
/// has 2^32 vertices, and when the start or the negated smallest index does
/// not fit a signed 32-bit field.
///
/// Source: docs/instancing.md, "Indexed draws".
///
/// # Safety
/// range and vertices are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_index_range_resolve(
    range: *const IndexRange,
    vertices: *mut VertexRange,
) -> c_int {
    pure!(vertices, [range = read(range)], range.resolve()?)
}

/// The size of a varying buffer, in bytes: threads of the draw times stride,
/// rounded up to a multiple of 64.
///
/// \param stride bytes per thread
/// \return 0; -EINVAL for NULL.
///
/// Source: docs/instancing.md, "Varying buffers".
///
/// # Safety
/// draw and size are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_buffer_size(
    draw: *const ResolvedDraw,
    stride: u32,
    size: *mut u64,
) -> c_int {
    pure!(size, [draw = reference(draw)], draw.varying_buffer_size(stride))
}

/// The maximum number of instances that one dispatch of a draw can hold; the
/// instance count of the draw is ignored. A driver splits a larger draw into
/// pieces of that many instances.
///
/// \return 0; -EINVAL and -EDOM as dral_draw_resolve; -ERANGE if not even one
/// instance fits, because its primitives would be padded to 2^32.
///
/// Source: docs/instancing.md, "What a draw costs".
///
/// # Safety
/// draw and instance_count are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_draw_max_instances(
    draw: *const dral_draw,
    instance_count: *mut u32,
) -> c_int {
    pure!(
        instance_count,
        [draw = reference(draw)],
        checked_once(draw)?.max_instances()?
    )
}

/// Explains why dral_draw_resolve refuses a draw, or says that it does not: a
/// sentence for a log, static and never NULL.
///
/// # Safety
/// draw is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_draw_explain(
    draw: *const dral_draw,
) -> *const c_char {
    explain!([draw = reference(draw)], {
        checked_once(draw)?.check()?;
        c"the draw can be dispatched"
    })
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_invocation_pack(
    vertex_count: u32,
    instance_count: u32,
    words: *mut u32,
) -> c_int {
    let words = words.cast::<[u32; 2]>();
    pure!(words, Invocation { vertex_count, instance_count }.pack()?)
}

/// The counts of two invocation words: the reverse of
/// dral_invocation_pack.
///
/// \param words 2 words
/// \return 0; -EINVAL for NULL; -EDOM for words that no draw has.
///
/// # Safety
/// words is NULL or points to 2 words; the others are NULL or point
/// to different uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_invocation_unpack(
    words: *const u32,
    vertex_count: *mut u32,
    instance_count: *mut u32,
) -> c_int {
    let words = words.cast::<[u32; 2]>();
    pure!((vertex_count, instance_count), [words = read(words)], {
        let counts = Invocation::unpack(words)?;
        (counts.vertex_count, counts.instance_count)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAW: dral_draw = dral_draw {
        architecture: 7,
        padding_rule: 0,
        rounding: 0,
        idvs: 0,
        vertex_count: 3,
        instance_count: 2,
        vertices_per_primitive: 3,
        offset_start: 0,
        base_instance: 0,
        primitive_size: 0,
    };

    #[test]
    fn a_draw_has_only_numbers_of_its_enums() {
        let numbers = [0, 1, 2, 3, u32::MAX];
        for architecture in [0, 3, 4, 7, 8, 9, u32::MAX] {
            for padding_rule in numbers {
                for rounding in numbers {
                    for (idvs, primitive_size) in
                        [(0, 0), (1, 1), (2, 0), (0, 2), (2, 2)]
                    {
                        let draw = dral_draw {
                            architecture,
                            padding_rule,
                            rounding,
                            idvs,
                            primitive_size,
                            ..DRAW
                        };
                        let known = (4..8).contains(&architecture)
                            && padding_rule.max(rounding) < 2
                            && idvs.max(primitive_size) < 2;
                        assert_eq!(checked_once(&draw).is_ok(), known);
                    }
                }
            }
        }
    }

    #[test]
    fn why_a_draw_is_refused() {
        let refused = |draw| checked_once(&draw).err();
        let later = dral_draw { architecture: 9, ..DRAW };
        assert_eq!(refused(later), Some(Error::NoAttributeRecords));
        let empty = dral_draw { vertices_per_primitive: 0, ..later };
        assert_eq!(refused(empty), Some(Error::NoVerticesPerPrimitive));
        let other = dral_draw { idvs: 2, ..DRAW };
        assert_eq!(refused(other), Some(Error::UnknownFlag));
    }
}
