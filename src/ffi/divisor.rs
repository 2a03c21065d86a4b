// SPDX-License-Identifier: MIT

//! Magic divisors for C.

use super::refusal::{answer, required};
use crate::instancing::{MagicDivisor, Rounding};
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// The magic divisor of a divisor, exact for every 32-bit id.
///
/// \param divisor 1 or more
/// \param rounding an enum dral_rounding
/// \return 0; DRAL_ERROR_ZERO_DIVISOR; DRAL_ERROR_UNKNOWN_ROUNDING;
/// DRAL_ERROR_POWER_OF_TWO_DIVISOR for a power of two under
/// DRAL_ROUNDING_NEAREST, which has no 31-bit magic.
///
/// Source: docs/instancing.md, "Magic divisor"; instancing.rst.
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

/// The quotient that the hardware computes from a magic divisor:
/// (id + extra_flags) * (magic | 1 << 31) >> (32 + shift) in 64 bits. Only
/// the bits that descriptors store are read: 5 of shift, 1 of extra_flags.
///
/// \return id divided by the divisor; 0 if divisor is NULL.
///
/// Source: docs/instancing.md, "Hardware division".
#[unsafe(no_mangle)]
pub extern "C" fn dral_magic_divide(
    divisor: Option<&MagicDivisor>,
    id: u32,
) -> u32 {
    divisor.map_or(0, |divisor| divisor.divide(id))
}

/// The first id for which candidate, used as the magic divisor of divisor,
/// gives a wrong quotient; 2^32 if it is exact for every 32-bit id. Use it to
/// check a magic that was computed elsewhere, for example in floating point.
///
/// \return 0; DRAL_ERROR_ZERO_DIVISOR.
///
/// Source: docs/instancing.md, "Why it is exact".
#[unsafe(no_mangle)]
pub extern "C" fn dral_magic_first_wrong_id(
    candidate: Option<&MagicDivisor>,
    divisor: u32,
    id: Option<&mut MaybeUninit<u64>>,
) -> c_int {
    answer(id, || {
        Ok(required(candidate)?
            .first_wrong_id(divisor)?
            .map_or(1 << 32, u64::from))
    })
}
