// SPDX-License-Identifier: MIT

//! Pointers from C, with all checks that are possible.

use super::error::Error;
use core::cell::Cell;
use core::mem::MaybeUninit;

/// Asserts that a struct from C has the same fields at the same places as one
/// with enums where it has numbers.
macro_rules! same_fields {
    ($numbers:ident as $typed:ident: $($field:ident),+) => {
        const _: () = {
            use core::mem::offset_of;
            use $crate::ffi::pointer::size_of_field;
            assert!(size_of::<$numbers>() == size_of::<$typed>());
            assert!(align_of::<$numbers>() == align_of::<$typed>());
            $(
                assert!(
                    offset_of!($numbers, $field) == offset_of!($typed, $field)
                );
                assert!(
                    size_of_field::<$numbers, _>(|numbers| &numbers.$field)
                        == size_of_field::<$typed, _>(|typed| &typed.$field)
                );
            )+
        };
    };
}
pub(super) use same_fields;

/// The size of the field that a function picks.
// Rust 1.85 does not see that constants use it.
#[allow(dead_code)]
pub(super) const fn size_of_field<T, F>(_: fn(&T) -> &F) -> usize {
    size_of::<F>()
}

/// Copies what `pointer` points to.
///
/// # Safety
/// `pointer` is NULL or points to a T.
#[inline]
pub(super) unsafe fn read<T: Copy>(pointer: *const T) -> Result<T, Error> {
    if pointer.is_null() {
        return Err(Error::NullPointer);
    }
    // SAFETY: not NULL, so it points to a T, by the caller's promise.
    Ok(unsafe { pointer.read() })
}

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

/// The size of an array in bytes.
#[inline(always)]
pub(super) fn byte_length<T>(count: usize) -> Result<usize, Error> {
    if count > isize::MAX as usize / size_of::<T>() {
        return Err(Error::ArrayLength);
    }
    Ok(count * size_of::<T>())
}

fn check_length<T>(pointer: *const T, count: usize) -> Result<(), Error> {
    if pointer.is_null() {
        return Err(Error::NullPointer);
    }
    byte_length::<T>(count).map(drop)
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
    check_length(pointer, count)?;
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
    check_length(pointer, count)?;
    // SAFETY: as above.
    Ok(unsafe { core::slice::from_raw_parts_mut(pointer, count) })
}

/// An input and an output array that do not overlap.
///
/// # Safety
/// As [`slice`] and [`slice_mut`].
#[inline]
pub(super) unsafe fn arrays<'a, T, U>(
    inputs: *const T,
    outputs: *mut U,
    count: usize,
) -> Result<(&'a [T], &'a mut [U]), Error> {
    check_apart(inputs, count, outputs, count)?;
    // SAFETY: the caller's arrays, which do not overlap.
    unsafe { Ok((slice(inputs, count)?, slice_mut(outputs, count)?)) }
}

/// An array that is read by value, because outputs may overlap it.
#[derive(Clone, Copy)]
pub(super) struct Values<T> {
    first: *const T,
    count: usize,
}

impl<T: Copy> Values<T> {
    /// # Safety
    /// `first` points to `count` values of T, which no other thread writes
    /// while this one uses them, or `count` is 0.
    #[inline(always)]
    pub(super) const unsafe fn at(first: *const T, count: usize) -> Self {
        Self { first, count }
    }

    /// # Safety
    /// As [`Values::at`], or `first` is NULL.
    #[inline(always)]
    pub(super) unsafe fn new(
        first: *const T,
        count: usize,
    ) -> Result<Self, Error> {
        if count != 0 && first.is_null() {
            return Err(Error::NullPointer);
        }
        Ok(Self { first, count })
    }

    /// Closures that read the values one by one. Reading late keeps the values
    /// off the stack.
    #[inline(always)]
    pub(super) fn readers(
        self,
    ) -> impl ExactSizeIterator<Item = impl Fn() -> T> + Clone {
        // SAFETY: there are `count` values, by the promise of `at`.
        (0..self.count)
            .map(move |index| move || unsafe { self.first.add(index).read() })
    }

    #[inline(always)]
    pub(super) fn iter(self) -> impl ExactSizeIterator<Item = T> + Clone {
        // SAFETY: as above.
        (0..self.count)
            .map(move |index| unsafe { self.first.add(index).read() })
    }
}

/// An array that is written by value, because outputs may overlap; it need not
/// be initialized. `count` values must fit in the address space.
///
/// # Safety
/// `pointer` points to room for `count` values of T that no other thread uses
/// while the slice lives, or `count` is 0, or `pointer` is NULL.
#[inline(always)]
pub(super) unsafe fn cells<'a, T>(
    pointer: *mut T,
    count: usize,
) -> Result<&'a [Cell<MaybeUninit<T>>], Error> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(Error::NullPointer);
    }
    // SAFETY: not NULL, so `count` values are there, by the caller's promise.
    Ok(unsafe { core::slice::from_raw_parts(pointer.cast(), count) })
}

/// Refuses an output array that shares memory with an input array, before
/// slices of both are created.
#[inline(always)]
pub(super) fn check_apart<T, U>(
    input: *const T,
    input_count: usize,
    output: *const U,
    output_count: usize,
) -> Result<(), Error> {
    let input_length = byte_length::<T>(input_count)?;
    let output_length = byte_length::<U>(output_count)?;
    if overlap(input.addr(), input_length, output.addr(), output_length) {
        return Err(Error::OverlappingArrays);
    }
    Ok(())
}

/// Whether two arrays share memory, from their addresses and sizes in bytes.
// Not inlined: keeps one copy in the binary.
#[inline(never)]
fn overlap(
    input: usize,
    input_length: usize,
    output: usize,
    output_length: usize,
) -> bool {
    // An array that would wrap around the address space ends at its end; an
    // empty array shares nothing.
    let input_end = input.saturating_add(input_length);
    let output_end = output.saturating_add(output_length);
    (input < output_end)
        & (output < input_end)
        & (input_length != 0)
        & (output_length != 0)
}

#[cfg(test)]
mod tests {
    use super::{check_apart, check_length, size_of_field, Error};
    use core::ptr::{null, without_provenance};

    #[test]
    fn a_field_has_the_size_of_its_type() {
        assert_eq!(size_of_field::<(u8, u64), _>(|pair| &pair.0), 1);
        assert_eq!(size_of_field::<(u8, u64), _>(|pair| &pair.1), 8);
    }

    #[test]
    fn an_array_does_not_exceed_the_address_space() {
        const MOST: usize = isize::MAX as usize;
        // These addresses are never read.
        let bytes = without_provenance::<u8>(64);
        let words = without_provenance::<u32>(64);
        assert_eq!(check_length(bytes, MOST), Ok(()));
        assert_eq!(check_length(bytes, MOST + 1), Err(Error::ArrayLength));
        assert_eq!(check_length(words, 1), Ok(()));
        assert_eq!(check_length(words, MOST / 4), Ok(()));
        assert_eq!(check_length(words, MOST / 4 + 1), Err(Error::ArrayLength));
        assert_eq!(check_length(null::<u32>(), 1), Err(Error::NullPointer));
    }

    #[test]
    fn arrays_that_share_a_byte_are_refused() {
        // Three words, and two pairs of words.
        const WORDS: usize = 0x1000;
        let words = without_provenance::<u32>(WORDS);
        let mut refused = 0;
        for pairs in WORDS - 20..WORDS + 20 {
            let share = pairs < WORDS + 12 && WORDS < pairs + 16;
            let expected =
                if share { Err(Error::OverlappingArrays) } else { Ok(()) };
            let pairs = without_provenance::<[u32; 2]>(pairs);
            assert_eq!(check_apart(words, 3, pairs, 2), expected);
            assert_eq!(check_apart(pairs, 2, words, 3), expected);
            refused += usize::from(share);
        }
        assert_eq!(refused, 12 + 16 - 1);
        let inside = without_provenance::<u32>(WORDS + 4);
        assert_eq!(check_apart(words, 3, inside, 0), Ok(()));
        assert_eq!(check_apart(inside, 0, words, 3), Ok(()));
        // An array that would wrap around ends with the address space.
        let last = without_provenance::<u32>(usize::MAX - 7);
        assert_eq!(
            check_apart(last, 9, last.wrapping_add(1), 1),
            Err(Error::OverlappingArrays)
        );
        assert_eq!(check_apart(last, 9, words, 3), Ok(()));
        assert_eq!(
            check_apart(words, usize::MAX / 2, words.wrapping_add(9), 1),
            Err(Error::ArrayLength)
        );
    }
}
