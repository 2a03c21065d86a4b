// SPDX-License-Identifier: MIT

//! How C gets a result: a value in its output and 0, or the number of an
//! error.

use crate::error::Reason;
use crate::Error;
use core::ffi::{c_char, c_int, CStr};

/// The number of an error of the core or of a module.
#[derive(Clone, Copy)]
pub(super) struct Refusal(c_int);

impl<E: Reason> From<E> for Refusal {
    #[inline]
    fn from(error: E) -> Self {
        Self(error.number())
    }
}

/// The return value of a function that can fail.
#[inline]
pub(super) fn status(result: Result<(), Refusal>) -> c_int {
    count(result.map(|()| 0))
}

/// The return value of a function that counts: at most c_int::MAX.
#[inline]
pub(super) fn count(result: Result<u32, Refusal>) -> c_int {
    match result {
        Ok(count) => count as c_int,
        Err(refusal) => refusal.0,
    }
}

/// Computes a value and writes it to `output`.
///
/// # Safety
/// `output` is NULL or points to room for a T.
#[inline]
pub(super) unsafe fn answer<T>(
    output: *mut T,
    compute: impl FnOnce() -> Result<T, Refusal>,
) -> c_int {
    if output.is_null() {
        return Error::NullPointer as c_int;
    }
    status(compute().map(|value| {
        // SAFETY: not NULL, so there is room, by the caller's promise.
        unsafe { output.write(value) }
    }))
}

/// A sentence, or that of the error.
#[inline]
pub(super) fn sentence(text: Result<&'static CStr, Error>) -> *const c_char {
    text.unwrap_or_else(Error::message).as_ptr()
}

/// Computes a value from numbers and from inputs, each of which a function
/// reads from the caller's pointers, and writes it to an output: `pure!(output,
/// [input = reference(input)], value)`. The value may use `?`.
macro_rules! pure {
    ($output:ident, $value:expr) => {
        $crate::ffi::refusal::pure!($output, [], $value)
    };
    (
        $output:ident,
        [$($input:ident = $read:ident($($from:ident),+)),*],
        $value:expr
    ) => {{
        let compute = || {
            // SAFETY: the contract of the C interface.
            $(let $input = unsafe { $read($($from),+) }?;)*
            Ok($value)
        };
        // SAFETY: the contract of the C interface.
        unsafe { $crate::ffi::refusal::answer($output, compute) }
    }};
}
pub(super) use pure;
