// SPDX-License-Identifier: MIT

//! Magic divisors for C.

use super::pointer::{read, write};
use crate::instancing::{MagicDivisor, Rounding};
use crate::Error;
use core::ffi::c_int;

/// The magic divisor of a divisor, exact for every 32-bit id.
///
/// \param divisor 1 or more
/// \param rounding an enum dral_rounding
/// \return 0; -EINVAL for the divisor 0, an unknown rounding or NULL; -EDOM
/// for a power of two under DRAL_ROUNDING_NEAREST, which has no 31-bit
/// magic.
///
/// Source: docs/instancing.md, "Magic divisor"; instancing.rst.
///
/// # Safety
/// out is NULL or points to a struct.
#[no_mangle]
pub unsafe extern "C" fn dral_magic_divisor(
    divisor: u32,
    rounding: u32,
    out: *mut MagicDivisor,
) -> c_int {
    let result = Rounding::try_from(rounding)
        .and_then(|rounding| MagicDivisor::new(divisor, rounding));
    // SAFETY: the caller's pointer.
    unsafe { write(out, result) }
}

/// The quotient that the hardware computes from a magic divisor:
/// (id + extra_flags) * (magic | 1 << 31) >> (32 + shift) in 64 bits. Only
/// the bits that descriptors store are read: 5 of shift, 1 of extra_flags.
///
/// \return id divided by the divisor; 0 if divisor is NULL.
///
/// Source: docs/instancing.md, "The hardware's own sum".
///
/// # Safety
/// divisor is NULL or points to a struct.
#[no_mangle]
pub unsafe extern "C" fn dral_magic_divide(
    divisor: *const MagicDivisor,
    id: u32,
) -> u32 {
    // SAFETY: the caller's pointer.
    match unsafe { read(divisor) } {
        Ok(divisor) => divisor.divide(id),
        Err(_) => 0,
    }
}

/// The first id that candidate, taken as the magic divisor of divisor,
/// divides wrongly; 2^32 if it is exact for every 32-bit id. It shows where
/// a magic that was computed elsewhere, in floating point say, goes wrong.
///
/// \return 0; -EINVAL for the divisor 0 or NULL.
///
/// Source: docs/instancing.md, "Why it is exact".
///
/// # Safety
/// candidate and id are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_magic_first_wrong_id(
    candidate: *const MagicDivisor,
    divisor: u32,
    id: *mut u64,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result: Result<u64, Error> = unsafe { read(candidate) }
        .and_then(|candidate| candidate.first_wrong_id(divisor))
        .map(|id| id.map_or(1 << 32, u64::from));
    // SAFETY: the caller's pointer.
    unsafe { write(id, result) }
}
