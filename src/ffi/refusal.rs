// SPDX-License-Identifier: MIT

//! How C gets a result: a value in its output and 0, or an errno.

use super::errno::negative_errno;
use crate::error::Reason;
use crate::ErrorKind;
use core::ffi::{c_char, c_int, CStr};

/// The negative errno of a refused call, from an error of the core or of a
/// module.
#[derive(Clone, Copy)]
pub(super) struct Refusal(c_int);

impl<E: Reason> From<E> for Refusal {
    #[inline]
    fn from(error: E) -> Self {
        Self(negative_errno(error.kind()))
    }
}

/// The return value of a function that can fail.
#[inline]
pub(super) fn status(result: Result<(), Refusal>) -> c_int {
    match result {
        Ok(()) => 0,
        Err(refusal) => refusal.0,
    }
}

/// The reason why a call would be refused, as a sentence.
#[derive(Clone, Copy)]
pub(super) struct Message(&'static CStr);

impl<E: Reason> From<E> for Message {
    // Not inlined: keeps one copy of the table in the binary.
    #[inline(never)]
    fn from(error: E) -> Self {
        Self(error.message())
    }
}

/// A sentence for a log: of a success, or the reason for a refusal.
#[inline]
pub(super) fn sentence(text: Result<&'static CStr, Message>) -> *const c_char {
    text.unwrap_or_else(|message| message.0).as_ptr()
}

/// Computes a value and writes it to `output`. If that is NULL, nothing is
/// computed, so that no other output is written.
///
/// # Safety
/// `output` is NULL or points to room for a T.
#[inline]
pub(super) unsafe fn answer<T>(
    output: *mut T,
    compute: impl FnOnce() -> Result<T, Refusal>,
) -> c_int {
    if output.is_null() {
        return negative_errno(ErrorKind::Invalid);
    }
    status(compute().map(|value| {
        // SAFETY: not NULL, so there is room, by the caller's promise.
        unsafe { output.write(value) }
    }))
}

/// [`answer`] for two outputs that do not overlap.
///
/// # Safety
/// Both are NULL or point to room for what their types say.
#[inline]
pub(super) unsafe fn answer_both<T, U>(
    first: *mut T,
    second: *mut U,
    compute: impl FnOnce() -> Result<(T, U), Refusal>,
) -> c_int {
    if second.is_null() {
        return negative_errno(ErrorKind::Invalid);
    }
    // SAFETY: the caller's pointers, the second of which is not NULL.
    unsafe {
        answer(first, || {
            let (value, other) = compute()?;
            second.write(other);
            Ok(value)
        })
    }
}

/// A closure that computes a value from numbers and from inputs, each of which
/// a function reads from the caller's pointers. The value may use `?`.
macro_rules! from_inputs {
    ([$($input:ident = $read:ident($($from:ident),+)),*], $value:expr) => {
        || {
            // SAFETY: the contract of the C interface.
            $(let $input = unsafe { $read($($from),+) }?;)*
            Ok($value)
        }
    };
}
pub(super) use from_inputs;

/// [`sentence`] of a value from inputs, as in [`from_inputs`].
macro_rules! explain {
    ($inputs:tt, $text:expr) => {{
        let find = $crate::ffi::refusal::from_inputs!($inputs, $text);
        $crate::ffi::refusal::sentence(find())
    }};
}
pub(super) use explain;

/// [`answer`] for a value from inputs, if any, as in [`from_inputs`]:
/// `pure!(output, [input = read(input)], value)`.
macro_rules! pure {
    ($output:ident, $value:expr) => {
        $crate::ffi::refusal::pure!($output, [], $value)
    };
    ($output:ident, $inputs:tt, $value:expr) => {{
        let compute = $crate::ffi::refusal::from_inputs!($inputs, $value);
        // SAFETY: the contract of the C interface.
        unsafe { $crate::ffi::refusal::answer($output, compute) }
    }};
    (($first:ident, $second:ident), $inputs:tt, $values:expr) => {{
        let compute = $crate::ffi::refusal::from_inputs!($inputs, $values);
        // SAFETY: the contract of the C interface.
        unsafe { $crate::ffi::refusal::answer_both($first, $second, compute) }
    }};
}
pub(super) use pure;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    #[test]
    fn results_are_numbers_and_sentences() {
        assert_eq!(status(Ok(())), 0);
        let refused = negative_errno(ErrorKind::Range);
        assert_eq!(status(Err(Error::ThreadRange.into())), refused);
        assert!(refused < 0);
        let explained = |text| {
            // SAFETY: by the promise of the function.
            unsafe { CStr::from_ptr(sentence(text)) }
        };
        assert_eq!(explained(Ok(c"well")), c"well");
        let message = Error::ThreadRange.message();
        assert_eq!(explained(Err(Error::ThreadRange.into())), message);
    }
}
