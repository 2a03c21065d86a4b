// SPDX-License-Identifier: MIT

//! Errors as C gets them. The numbers are those of Linux and the BSDs on
//! every architecture; the library links no libc that would supply them, and
//! a test compares.

use crate::{Error, ErrorKind};
use core::ffi::c_int;

pub(super) const EINVAL: c_int = 22;
pub(super) const ENOSPC: c_int = 28;
const EDOM: c_int = 33;
pub(super) const ERANGE: c_int = 34;

/// The negative errno of an error of the core.
#[inline]
pub(super) const fn negative_errno(error: Error) -> c_int {
    -match error.kind() {
        ErrorKind::Invalid => EINVAL,
        ErrorKind::Domain => EDOM,
        ErrorKind::Range => ERANGE,
        ErrorKind::NoSpace => ENOSPC,
    }
}

#[cfg(test)]
mod tests {
    use super::negative_errno;
    use crate::Error;

    #[test]
    fn each_kind_has_its_number() {
        assert_eq!(negative_errno(Error::NoVertices), -22);
        assert_eq!(negative_errno(Error::TableFull), -28);
        assert_eq!(negative_errno(Error::NoIdRecords), -33);
        assert_eq!(negative_errno(Error::ThreadRange), -34);
    }
}
