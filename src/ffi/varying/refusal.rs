// SPDX-License-Identifier: MIT

//! The errors of these functions as C gets them.

use super::super::errno::{negative_errno, EINVAL, ENOSPC, ENOTSUP, ERANGE};
use super::super::pointer;
use crate::varying::{self, ErrorKind};
use crate::Error;
use core::ffi::c_int;

/// Why a call was refused.
#[derive(Clone, Copy)]
pub(super) enum Refusal {
    /// Its pointers and flags.
    Caller(Error),
    /// What it asks for.
    Varying(varying::Error),
}

impl From<Error> for Refusal {
    #[inline]
    fn from(error: Error) -> Self {
        Self::Caller(error)
    }
}

impl From<varying::Error> for Refusal {
    #[inline]
    fn from(error: varying::Error) -> Self {
        Self::Varying(error)
    }
}

impl Refusal {
    const fn negative_errno(self) -> c_int {
        match self {
            Self::Caller(error) => negative_errno(error),
            Self::Varying(error) => -match error.kind() {
                ErrorKind::Invalid => EINVAL,
                ErrorKind::Range => ERANGE,
                ErrorKind::NoSpace => ENOSPC,
                ErrorKind::Unsupported => ENOTSUP,
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
