// SPDX-License-Identifier: MIT

//! Padded vertex counts and magic divisors of whole arrays for C.

use super::pointer::arrays;
use super::refusal::status;
use crate::instancing::{batch, MagicDivisor, Rounding};
use core::ffi::c_int;

/// dral_padded_vertex_count for each of count vertex counts, in vertices.
///
/// \return 0; -ERANGE if a padded count would be 2^32 (a vertex count of
/// 0xE0000000 or more); -EINVAL if an array is NULL and count is not 0, if the
/// arrays overlap, or if the arrays exceed the address space. On error nothing
/// is written. May set the inexact flag of floating point.
///
/// # Safety
/// Both arrays have count elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_padded_vertex_counts(
    vertex_counts: *const u32,
    padded_counts: *mut u32,
    count: usize,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's arrays.
        let (inputs, outputs) =
            unsafe { arrays(vertex_counts, padded_counts, count) }?;
        Ok(batch::padded_vertex_counts(inputs, outputs)?)
    };
    status(compute())
}

/// dral_magic_divisor for each of count divisors.
///
/// \return 0; -EINVAL or -EDOM as dral_magic_divisor for the first divisor
/// that is an error; -EINVAL if an array is NULL and count is not 0, if the
/// arrays overlap, or if the arrays exceed the address space. On error nothing
/// is written. May set the inexact flag of floating point.
///
/// # Safety
/// Both arrays have count elements.
#[unsafe(no_mangle)]
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
        Ok(batch::magic_divisors(inputs, rounding, outputs)?)
    };
    status(compute())
}
