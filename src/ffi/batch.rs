// SPDX-License-Identifier: MIT

//! Padded vertex counts and magic divisors of whole arrays for C.

use super::pointer::{check_apart, slice, slice_mut, status};
use crate::instancing::{batch, MagicDivisor, Rounding};
use crate::Error;
use core::ffi::c_int;

/// An array to read and one to write, of `count` elements each.
///
/// # Safety
/// Each is NULL or has `count` elements that nobody else writes; those of
/// `outputs` nobody else reads.
#[inline]
unsafe fn arrays<'a, T>(
    inputs: *const u32,
    outputs: *mut T,
    count: usize,
) -> Result<(&'a [u32], &'a mut [T]), Error> {
    check_apart(inputs, count, outputs, count)?;
    // SAFETY: the caller's arrays, which do not overlap.
    let inputs = unsafe { slice(inputs, count) }?;
    // SAFETY: likewise.
    let outputs = unsafe { slice_mut(outputs, count) }?;
    Ok((inputs, outputs))
}

/// dral_padded_vertex_count for each of count vertex counts, in vertices.
///
/// \return 0; -ERANGE if a padded count would be 2^32 (a vertex count of
/// 0xE0000000 or more); -EINVAL if an array is NULL and count is not 0, if
/// the arrays overlap, or if count is beyond memory. On error nothing is
/// written. It computes in floating point, and may set the inexact flag.
///
/// # Safety
/// Both arrays have count elements.
#[no_mangle]
pub unsafe extern "C" fn dral_padded_vertex_counts(
    vertex_counts: *const u32,
    padded_counts: *mut u32,
    count: usize,
) -> c_int {
    // SAFETY: the caller's arrays.
    let arrays = unsafe { arrays(vertex_counts, padded_counts, count) };
    status(arrays.and_then(|(inputs, outputs)| {
        batch::padded_vertex_counts(inputs, outputs)
    }))
}

/// dral_magic_divisor for each of count divisors.
///
/// \return 0; -EINVAL or -EDOM as dral_magic_divisor for the first divisor
/// that is an error; -EINVAL if an array is NULL and count is not 0, if the
/// arrays overlap, or if count is beyond memory. On error nothing is
/// written. It computes in floating point, and may set the inexact flag.
///
/// # Safety
/// Both arrays have count elements.
#[no_mangle]
pub unsafe extern "C" fn dral_magic_divisors(
    divisors: *const u32,
    rounding: u32,
    out: *mut MagicDivisor,
    count: usize,
) -> c_int {
    let compute = || {
        let rounding = Rounding::try_from(rounding)?;
        // SAFETY: the caller's arrays.
        let (inputs, outputs) = unsafe { arrays(divisors, out, count) }?;
        batch::magic_divisors(inputs, rounding, outputs)
    };
    status(compute())
}
