// SPDX-License-Identifier: MIT

//! How C gets a result: a value in its output and 0, or the number of an
//! error.

use crate::error::{self, Reason};
use crate::Error;
use core::ffi::{c_char, c_int, CStr};
use core::mem::MaybeUninit;

/// The number of an error of the core or of a module.
#[derive(Clone, Copy)]
pub(super) struct Refusal(c_int);

impl<E: Reason> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self(error.number())
    }
}

/// The return value of a function that can fail.
pub(super) fn status(result: Result<(), Refusal>) -> c_int {
    count(result.map(|()| 0))
}

/// The return value of a function that counts: at most c_int::MAX.
pub(super) fn count(result: Result<u32, Refusal>) -> c_int {
    match result {
        Ok(count) => count as c_int,
        Err(refusal) => refusal.0,
    }
}

/// What C points to, unless that is NULL.
pub(super) fn required<T>(pointer: Option<T>) -> Result<T, Error> {
    pointer.ok_or(Error::NullPointer)
}

/// Computes a value and writes it to `output`.
pub(super) fn answer<T>(
    output: Option<&mut MaybeUninit<T>>,
    compute: impl FnOnce() -> Result<T, Refusal>,
) -> c_int {
    let Some(output) = output else {
        return Error::NullPointer as c_int;
    };
    status(compute().map(|value| {
        output.write(value);
    }))
}

/// A sentence, or the error's.
pub(super) fn sentence(text: Result<&'static CStr, Refusal>) -> *const c_char {
    match text {
        Ok(text) => text.as_ptr(),
        Err(refusal) => error::text(refusal.0).as_ptr().cast(),
    }
}
