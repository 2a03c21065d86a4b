// SPDX-License-Identifier: MIT

//! The errors of these functions as C gets them.

use super::super::errno::EINVAL;
use super::super::refusal::{self, ModuleError};
use crate::dynamic_state::Error;
use core::ffi::c_int;

pub(super) type Refusal = refusal::Refusal<Error>;

impl ModuleError for Error {
    #[inline]
    fn negative_errno(self) -> c_int {
        // All of them are broken preconditions.
        -EINVAL
    }
}
