// SPDX-License-Identifier: MIT

//! The errors of optional modules as C gets them. Each module has errors of
//! its own; those of pointers and flags are the core's.

use super::errno::negative_errno;
use super::pointer;
use crate::Error;
use core::ffi::c_int;
#[cfg(any(feature = "descriptor-layout", feature = "indirect-draw"))]
use core::ffi::CStr;

/// An error of a module.
pub(super) trait ModuleError: Copy {
    /// What C gets for it.
    fn negative_errno(self) -> c_int;
}

/// An error of a module that has a function for the reason.
#[cfg(any(feature = "descriptor-layout", feature = "indirect-draw"))]
pub(super) trait Reason: ModuleError {
    /// What it is, for people.
    fn message(self) -> &'static CStr;
}

/// Why a call of a module was refused.
#[derive(Clone, Copy)]
pub(super) enum Refusal<E> {
    /// Its pointers and flags.
    Caller(Error),
    /// What it asks for.
    Module(E),
}

impl<E> From<Error> for Refusal<E> {
    #[inline]
    fn from(error: Error) -> Self {
        Self::Caller(error)
    }
}

impl<E: ModuleError> From<E> for Refusal<E> {
    #[inline]
    fn from(error: E) -> Self {
        Self::Module(error)
    }
}

impl<E: ModuleError> ModuleError for Refusal<E> {
    #[inline]
    fn negative_errno(self) -> c_int {
        match self {
            Self::Caller(error) => negative_errno(error),
            Self::Module(error) => error.negative_errno(),
        }
    }
}

#[cfg(any(feature = "descriptor-layout", feature = "indirect-draw"))]
impl<E: Reason> Reason for Refusal<E> {
    #[inline]
    fn message(self) -> &'static CStr {
        match self {
            Self::Caller(error) => error.message(),
            Self::Module(error) => error.message(),
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
    result: Result<T, impl ModuleError>,
) -> c_int {
    match result {
        // SAFETY: the caller's pointer.
        Ok(value) => unsafe { pointer::write(output, Ok(value)) },
        Err(refusal) => refusal.negative_errno(),
    }
}

/// The return value of a function that can fail.
#[cfg(feature = "descriptor-layout")]
#[inline]
pub(super) fn status(result: Result<(), impl ModuleError>) -> c_int {
    match result {
        Ok(()) => 0,
        Err(refusal) => refusal.negative_errno(),
    }
}
