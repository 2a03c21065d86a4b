// SPDX-License-Identifier: MIT

//! The errors of these functions as C gets them.

use super::super::errno::{negative_errno, EINVAL, ERANGE};
use super::super::pointer;
use crate::indirect_draw::{self as indirect, ErrorKind};
use crate::Error;
use core::ffi::{c_int, CStr};

/// Why a call was refused.
#[derive(Clone, Copy)]
pub(super) enum Refusal {
    /// Its pointers and flags.
    Caller(Error),
    /// What they say.
    Draws(indirect::Error),
}

impl From<Error> for Refusal {
    #[inline]
    fn from(error: Error) -> Self {
        Self::Caller(error)
    }
}

impl From<indirect::Error> for Refusal {
    #[inline]
    fn from(error: indirect::Error) -> Self {
        Self::Draws(error)
    }
}

impl Refusal {
    pub(super) const fn message(self) -> &'static CStr {
        match self {
            Self::Caller(error) => error.message(),
            Self::Draws(error) => error.message(),
        }
    }

    const fn negative_errno(self) -> c_int {
        match self {
            Self::Caller(error) => negative_errno(error),
            Self::Draws(error) => -match error.kind() {
                ErrorKind::Invalid => EINVAL,
                ErrorKind::Range => ERANGE,
            },
        }
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
    match result {
        // SAFETY: the caller's pointer.
        Ok(value) => unsafe { pointer::write(output, Ok(value)) },
        Err(refusal) => refusal.into().negative_errno(),
    }
}
