// SPDX-License-Identifier: MIT

//! Errors for C.

use crate::error::nth_text;
use crate::Error;
use core::ffi::{c_char, c_int};

/// Why a function refused a call, as a sentence for a log: static and never
/// NULL. Also for the errors of the modules in this library. 0 and a positive
/// number give "no error", a number of no error "unknown error".
///
/// \param error what the function returned
#[unsafe(no_mangle)]
pub extern "C" fn dral_error_text(error: c_int) -> *const c_char {
    let other = u32::from(error < 0);
    Error::text(error)
        .or_else(|| crate::descriptor_layout::Error::text(error))
        .or_else(|| crate::binding_table::Error::text(error))
        .or_else(|| crate::varying::Error::text(error))
        .or_else(|| crate::indirect_draw::Error::text(error))
        .or_else(|| crate::dynamic_state::Error::text(error))
        .or_else(|| nth_text(" no error\0 unknown error\0", other))
        .unwrap_or_default()
        .as_ptr()
        .cast()
}

#[cfg(test)]
mod tests {
    use super::dral_error_text;
    use crate::error::all;
    use core::ffi::CStr;

    #[test]
    fn every_number_has_a_sentence() {
        // SAFETY: the function returns static strings.
        let text = |number| unsafe { CStr::from_ptr(dral_error_text(number)) };
        for (number, _, message) in all() {
            assert_eq!(text(number), message);
        }
        assert_eq!(text(0), c"no error");
        assert_eq!(text(20), c"no error");
        assert_eq!(text(i32::MIN), c"unknown error");
    }
}
