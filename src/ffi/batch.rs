// SPDX-License-Identifier: MIT

//! Padded vertex counts and magic divisors of whole arrays for C.

use super::pointer::status;
use crate::instancing::{batch, MagicDivisor, Rounding};
use crate::Error;
use core::ffi::c_int;
use core::slice::{from_raw_parts, from_raw_parts_mut};

/// Refuses arrays that cannot be: neither is NULL, nor longer than memory,
/// and they share no byte.
#[inline]
fn check<T>(
    inputs: *const u32,
    outputs: *const T,
    count: usize,
) -> Result<(), Error> {
    if inputs.is_null() || outputs.is_null() {
        return Err(Error::NullPointer);
    }
    let longest = size_of::<T>().max(size_of::<u32>());
    if count > isize::MAX as usize / longest {
        return Err(Error::ArrayLength);
    }
    // From the one to the other, around memory if need be.
    let distance = outputs.addr().wrapping_sub(inputs.addr());
    if distance < count * size_of::<u32>()
        || distance.wrapping_neg() < count * size_of::<T>()
    {
        return Err(Error::OverlappingArrays);
    }
    Ok(())
}

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
    if count == 0 {
        return Ok((&[], &mut []));
    }
    check(inputs, outputs, count)?;
    // SAFETY: neither NULL nor longer than memory, so `count` values are
    // there, by the caller's promise.
    let inputs = unsafe { from_raw_parts(inputs, count) };
    // SAFETY: likewise, and no other slice is in it.
    let outputs = unsafe { from_raw_parts_mut(outputs, count) };
    Ok((inputs, outputs))
}

/// dral_padded_vertex_count for each of count vertex counts, in vertices.
///
/// \return 0; -ERANGE if a padded count would be 2^32 (a vertex count of
/// 0xE0000000 or more); -EINVAL if an array is NULL and count is not 0, if
/// the arrays overlap, or if count is beyond memory. On error nothing is
/// written.
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
/// written.
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

#[cfg(test)]
mod tests {
    use super::check;
    use crate::Error;
    use core::ptr::{null, without_provenance};

    /// An address that nobody reads.
    const WORDS: usize = 0x1000;

    #[test]
    fn arrays_that_share_a_byte_are_refused() {
        // Two words, and two triples.
        let words = without_provenance::<u32>(WORDS);
        let mut refused = 0;
        for address in WORDS - 40..WORDS + 40 {
            let triples = without_provenance::<[u32; 3]>(address);
            let share = address < WORDS + 8 && WORDS < address + 24;
            let expected =
                if share { Err(Error::OverlappingArrays) } else { Ok(()) };
            assert_eq!(check(words, triples, 2), expected);
            refused += usize::from(share);
        }
        assert_eq!(refused, 8 + 24 - 1);
    }

    #[test]
    fn an_array_is_there_and_no_longer_than_memory() {
        const MOST: usize = isize::MAX as usize;
        let words = without_provenance::<u32>(WORDS);
        let far = without_provenance::<u32>(WORDS + MOST);
        assert_eq!(check(words, null::<u32>(), 1), Err(Error::NullPointer));
        assert_eq!(check(null(), words, 1), Err(Error::NullPointer));
        assert_eq!(check(words, far, MOST / 4), Ok(()));
        assert_eq!(check(words, far, MOST / 4 + 1), Err(Error::ArrayLength));
        let bytes = far.cast::<u8>();
        assert_eq!(check(words, bytes, MOST / 4), Ok(()));
        assert_eq!(check(words, bytes, MOST / 4 + 1), Err(Error::ArrayLength));
        let triples = far.cast::<[u32; 3]>();
        assert_eq!(check(words, triples, MOST / 12), Ok(()));
        assert_eq!(
            check(words, triples, MOST / 12 + 1),
            Err(Error::ArrayLength)
        );
    }
}
