// SPDX-License-Identifier: MIT

//! Errors for C.

use crate::Error;
use core::ffi::{c_char, c_int};

/// Why a function refused a call, as a sentence for a log: static and never
/// NULL. Also for the errors of the modules in this library. 0 and a positive
/// number give "no error", a number of no error "unknown error".
///
/// \param error what the function returned
#[unsafe(no_mangle)]
pub extern "C" fn dral_error_text(error: c_int) -> *const c_char {
    let text = Error::text(error);
    let text = text.or(crate::descriptor_layout::Error::text(error));
    let text = text.or(crate::binding_table::Error::text(error));
    let text = text.or(crate::varying::Error::text(error));
    let text = text.or(crate::indirect_draw::Error::text(error));
    let text = text.or(crate::dynamic_state::Error::text(error));
    let other = if error < 0 { c"unknown error" } else { c"no error" };
    text.unwrap_or(other).as_ptr()
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
