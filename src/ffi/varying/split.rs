// SPDX-License-Identifier: MIT

//! Split vectors and arrays for C.

use super::super::refusal::pure;
use crate::varying::{self, ClipCull, Piece};
use core::ffi::c_int;

/// Splits a vector of up to 4 components at a position into the part in its
/// first slot and the part in the next. A piece without components is all
/// zero.
///
/// \param pieces room for 2
/// \return 0; -EINVAL for more than 4 components, or NULL.
///
/// Source: docs/varying.md, "Splitting".
///
/// # Safety
/// pieces is NULL or has 2 elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_split(
    position: u32,
    count: u32,
    pieces: *mut Piece,
) -> c_int {
    let pieces = pieces.cast::<[Piece; 2]>();
    pure!(pieces, varying::split(position, count)?)
}

/// Places cull distances after clip distances, in one compact array that
/// begins with x of a slot.
///
/// \return 0; -ERANGE for more than 8 distances in total; -EINVAL for NULL.
///
/// Source: docs/varying.md, "Clip and cull distances".
///
/// # Safety
/// both is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_varying_clip_cull_place(
    clip_count: u32,
    cull_count: u32,
    both: *mut ClipCull,
) -> c_int {
    pure!(both, varying::clip_cull(clip_count, cull_count)?)
}
