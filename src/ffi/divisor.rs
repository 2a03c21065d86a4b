// SPDX-License-Identifier: MIT

//! Magic divisors for C.

use super::pointer::read;
use super::refusal::pure;
use crate::instancing::{MagicDivisor, PaddedCount, PaddingRule, Rounding};
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_magic_divisor(
    divisor: u32,
    rounding: u32,
    out: *mut MagicDivisor,
) -> c_int {
    pure!(out, MagicDivisor::new(divisor, Rounding::try_from(rounding)?)?)
}

/// The padded vertex count and its magic divisor, which is the hardware
/// divisor for the API divisor 1. No division is needed, because the odd part
/// of a padded count is 1, 3, 5, 7 or 9.
///
/// \param vertex_count vertices of the draw, up to 0xDFFFFFFF; not 0 under
/// the driver rule
/// \param rule an enum dral_padding_rule
/// \param rounding an enum dral_rounding
/// \return 0; -EINVAL for an unknown rule or rounding, for the padded count
/// 0 or for NULL; -EDOM for a power of two under the nearest rounding;
/// -ERANGE when the padded count would be 2^32.
///
/// Source: docs/instancing.md, "Padded vertex count" and "Magic divisor".
///
/// # Safety
/// padded and divisor are NULL or point to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_padded_count_divisor(
    vertex_count: u32,
    rule: u32,
    rounding: u32,
    padded: *mut PaddedCount,
    divisor: *mut MagicDivisor,
) -> c_int {
    pure!((padded, divisor), [], {
        let rule = PaddingRule::try_from(rule)?;
        let rounding = Rounding::try_from(rounding)?;
        let count = PaddedCount::new(vertex_count, rule)?;
        (count, MagicDivisor::of_padded_count(count, rounding)?)
    })
}

/// The quotient that the hardware computes from a magic divisor:
/// (id + extra_flags) * (magic | 1 << 31) >> (32 + shift) in 64 bits. Only
/// the bits that descriptors store are read: 5 of shift, 1 of extra_flags.
///
/// \return id divided by the divisor; 0 if divisor is NULL.
///
/// Source: docs/instancing.md, "Hardware division".
///
/// # Safety
/// divisor is NULL or points to a struct.
#[unsafe(no_mangle)]
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

/// The first id for which candidate, used as the magic divisor of divisor,
/// gives a wrong quotient; 2^32 if it is exact for every 32-bit id. Use it to
/// check a magic that was computed elsewhere, for example in floating point.
///
/// \return 0; -EINVAL for the divisor 0 or NULL.
///
/// Source: docs/instancing.md, "Why it is exact".
///
/// # Safety
/// candidate and id are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_magic_first_wrong_id(
    candidate: *const MagicDivisor,
    divisor: u32,
    id: *mut u64,
) -> c_int {
    pure!(
        id,
        [candidate = read(candidate)],
        candidate.first_wrong_id(divisor)?.map_or(1 << 32, u64::from)
    )
}
