// SPDX-License-Identifier: MIT

//! Pointers from C as references and slices.

use crate::Error;

/// A reference to what `pointer` points to.
///
/// # Safety
/// `pointer` is NULL or points to a T that is not written while the reference
/// lives.
#[inline]
pub(super) unsafe fn reference<'a, T>(
    pointer: *const T,
) -> Result<&'a T, Error> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_ref() }.ok_or(Error::NullPointer)
}

/// The same for an output.
///
/// # Safety
/// `pointer` is NULL or points to a T that is not accessed otherwise while the
/// reference lives.
#[inline]
pub(super) unsafe fn reference_mut<'a, T>(
    pointer: *mut T,
) -> Result<&'a mut T, Error> {
    // SAFETY: the caller's promise.
    unsafe { pointer.as_mut() }.ok_or(Error::NullPointer)
}

fn check_array<T>(pointer: *const T, count: usize) -> Result<(), Error> {
    if pointer.is_null() {
        return Err(Error::NullPointer);
    }
    if count > isize::MAX as usize / size_of::<T>() {
        return Err(Error::ArrayLength);
    }
    Ok(())
}

/// An array to read.
///
/// # Safety
/// `pointer` points to `count` values of T that is not written while the slice
/// lives, or `count` is 0, or `pointer` is NULL.
#[inline]
pub(super) unsafe fn slice<'a, T>(
    pointer: *const T,
    count: usize,
) -> Result<&'a [T], Error> {
    if count == 0 {
        return Ok(&[]);
    }
    check_array(pointer, count)?;
    // SAFETY: not NULL and within the address space, so there are `count`
    // values, by the caller's promise.
    Ok(unsafe { core::slice::from_raw_parts(pointer, count) })
}

/// An array to write.
///
/// # Safety
/// `pointer` points to `count` values of T that are not accessed otherwise
/// while the slice lives, or `count` is 0, or `pointer` is NULL.
#[inline]
pub(super) unsafe fn slice_mut<'a, T>(
    pointer: *mut T,
    count: usize,
) -> Result<&'a mut [T], Error> {
    if count == 0 {
        return Ok(&mut []);
    }
    check_array(pointer, count)?;
    // SAFETY: as above.
    Ok(unsafe { core::slice::from_raw_parts_mut(pointer, count) })
}

#[cfg(test)]
mod tests {
    use super::{check_array, Error};
    use core::ptr::{null, without_provenance};

    #[test]
    fn an_array_does_not_exceed_the_address_space() {
        const MOST: usize = isize::MAX as usize;
        // These addresses are never read.
        let bytes = without_provenance::<u8>(64);
        let words = without_provenance::<u32>(64);
        assert_eq!(check_array(bytes, MOST), Ok(()));
        assert_eq!(check_array(bytes, MOST + 1), Err(Error::ArrayLength));
        assert_eq!(check_array(words, 1), Ok(()));
        assert_eq!(check_array(words, MOST / 4), Ok(()));
        assert_eq!(check_array(words, MOST / 4 + 1), Err(Error::ArrayLength));
        assert_eq!(check_array(null::<u32>(), 1), Err(Error::NullPointer));
    }
}
