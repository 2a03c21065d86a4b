// SPDX-License-Identifier: MIT

//! The errors of these functions as C gets them.

use super::super::errno::{negative_errno, EINVAL};
use super::super::pointer;
use crate::dynamic_state as dynamic;
use crate::Error;
use core::ffi::c_int;

/// A call that was refused, as its negative errno.
#[derive(Clone, Copy)]
pub(super) struct Refusal(c_int);

impl From<Error> for Refusal {
    #[inline]
    fn from(error: Error) -> Self {
        Self(negative_errno(error))
    }
}

impl From<dynamic::Error> for Refusal {
    #[inline]
    fn from(_: dynamic::Error) -> Self {
        // All of them are broken preconditions.
        Self(-EINVAL)
    }
}

/// Writes `result` to `output` if it is a success and `output` not NULL.
///
/// # Safety
/// `output` is NULL or points to room for a T.
#[inline]
pub(super) unsafe fn write<T>(
    output: *mut T,
    result: Result<T, impl Into<Refusal>>,
) -> c_int {
    match result.map_err(Into::into) {
        // SAFETY: the caller's pointer.
        Ok(value) => unsafe { pointer::write(output, Ok(value)) },
        Err(Refusal(status)) => status,
    }
}
