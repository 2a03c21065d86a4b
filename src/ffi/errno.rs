// SPDX-License-Identifier: MIT

//! Errors in C. The numbers are those of Linux and the BSDs on every
//! architecture. The library does not use libc, so they are defined here; the
//! tests in C compare them with errno.h.

use crate::ErrorKind;
use core::ffi::c_int;

const EINVAL: c_int = 22;
const ENOSPC: c_int = 28;
const EDOM: c_int = 33;
const ERANGE: c_int = 34;

/// Unlike the others, this differs between systems.
const ENOTSUP: c_int = if cfg!(target_os = "netbsd") {
    86
} else if cfg!(target_os = "openbsd") {
    91
} else if cfg!(not(any(target_os = "linux", target_os = "android")))
    || cfg!(any(target_arch = "sparc", target_arch = "sparc64"))
{
    45
} else if cfg!(any(target_arch = "mips", target_arch = "mips64")) {
    122
} else {
    95
};

/// The negative errno of a kind of error.
#[inline]
pub(super) const fn negative_errno(kind: ErrorKind) -> c_int {
    -match kind {
        ErrorKind::Invalid => EINVAL,
        ErrorKind::Domain => EDOM,
        ErrorKind::Range => ERANGE,
        ErrorKind::NoSpace => ENOSPC,
        ErrorKind::Unsupported => ENOTSUP,
    }
}

#[cfg(test)]
mod tests {
    use super::negative_errno;
    use crate::ErrorKind;

    #[test]
    fn each_kind_has_its_number() {
        assert_eq!(negative_errno(ErrorKind::Invalid), -22);
        assert_eq!(negative_errno(ErrorKind::NoSpace), -28);
        assert_eq!(negative_errno(ErrorKind::Domain), -33);
        assert_eq!(negative_errno(ErrorKind::Range), -34);
    }
}
