// SPDX-License-Identifier: MIT

//! The errors of these functions as C gets them.

use super::super::errno::{negative_errno, EINVAL, ENOSPC, ERANGE};
use super::super::pointer;
use crate::binding_table::{self as table, ErrorKind};
use crate::Error;
use core::ffi::{c_int, CStr};

/// Why a call was refused.
#[derive(Clone, Copy)]
pub(super) enum Refusal {
    /// Its pointers.
    Pointer(Error),
    /// What they point to.
    Table(table::Error),
}

impl From<Error> for Refusal {
    #[inline]
    fn from(error: Error) -> Self {
        Self::Pointer(error)
    }
}

impl From<table::Error> for Refusal {
    #[inline]
    fn from(error: table::Error) -> Self {
        Self::Table(error)
    }
}

impl Refusal {
    pub(super) const fn message(self) -> &'static CStr {
        match self {
            Self::Pointer(error) => error.message(),
            Self::Table(error) => error.message(),
        }
    }

    const fn negative_errno(self) -> c_int {
        match self {
            Self::Pointer(error) => negative_errno(error),
            Self::Table(error) => -match error.kind() {
                ErrorKind::Invalid => EINVAL,
                ErrorKind::Range => ERANGE,
                ErrorKind::NoSpace => ENOSPC,
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

/// The return value of a function that can fail.
#[inline]
pub(super) fn status(result: Result<(), Refusal>) -> c_int {
    match result {
        Ok(()) => 0,
        Err(refusal) => refusal.negative_errno(),
    }
}
