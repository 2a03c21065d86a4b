// SPDX-License-Identifier: MIT

//! Arrays from C. Pointers to a single value are `Option<&T>` in signatures.

use crate::instancing::VertexState;
use crate::Error;
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// The words of a descriptor.
///
/// # Safety
/// `words` is NULL or points to `N` words that are not written while the
/// reference lives.
pub(super) unsafe fn words<'a, const N: usize>(
    words: *const u32,
) -> Option<&'a [u32; N]> {
    // SAFETY: the caller's promise.
    unsafe { words.cast::<[u32; N]>().as_ref() }
}

/// Room for an array of a known length.
///
/// # Safety
/// `first` is NULL or points to room for `N` values of T that are not accessed
/// otherwise while the reference lives.
pub(super) unsafe fn room<'a, T, const N: usize>(
    first: *mut T,
) -> Option<&'a mut MaybeUninit<[T; N]>> {
    // SAFETY: the caller's promise.
    unsafe { first.cast::<MaybeUninit<[T; N]>>().as_mut() }
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

/// An array of words to write, as parts of `N` words. Functions return how many
/// they wrote, so it is refused if an int does not count them.
///
/// # Safety
/// As [`slice_mut`].
pub(super) unsafe fn slots<'a, const N: usize>(
    words: *mut u32,
    capacity: usize,
) -> Result<&'a mut [[u32; N]], Error> {
    if capacity > c_int::MAX as usize {
        return Err(Error::ArrayLength);
    }
    if capacity != 0 && words.is_null() {
        return Err(Error::NullPointer);
    }
    // SAFETY: the caller's array, without the words after the last part.
    unsafe { slice_mut(words.cast(), capacity / N) }
}

/// A prepared state's memory, with zeros in it.
pub(super) fn zeroed(state: &mut MaybeUninit<VertexState>) -> &mut VertexState {
    const WORDS: usize = size_of::<VertexState>() / size_of::<u64>();
    let words = state.as_mut_ptr().cast::<u64>();
    for word in 0..WORDS {
        // Volatile, because otherwise the compiler may call memset, but the
        // library needs no symbol.
        // SAFETY: the words are the state's own memory, of its alignment.
        unsafe { words.add(word).write_volatile(0) };
    }
    // SAFETY: all bytes are written, and a state has only integers.
    unsafe { state.assume_init_mut() }
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
