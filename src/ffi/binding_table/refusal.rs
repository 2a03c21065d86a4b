// SPDX-License-Identifier: MIT

//! The errors of these functions as C gets them.

use super::super::errno::{EINVAL, ENOSPC, ERANGE};
use super::super::refusal::{self, ModuleError, Reason};
use crate::binding_table::{Error, ErrorKind};
use core::ffi::{c_int, CStr};

pub(super) type Refusal = refusal::Refusal<Error>;

impl ModuleError for Error {
    #[inline]
    fn negative_errno(self) -> c_int {
        -match self.kind() {
            ErrorKind::Invalid => EINVAL,
            ErrorKind::Range => ERANGE,
            ErrorKind::NoSpace => ENOSPC,
        }
    }
}

impl Reason for Error {
    #[inline]
    fn message(self) -> &'static CStr {
        Self::message(self)
    }
}
