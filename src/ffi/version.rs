// SPDX-License-Identifier: MIT

//! The version that a program was linked with.

use crate::version::{
    DRAL_VERSION_MAJOR, DRAL_VERSION_MINOR, DRAL_VERSION_PATCH,
};

/// The version of the library that is linked, which a shared library can
/// make another than the header's: major << 16 | minor << 8 | patch.
#[no_mangle]
pub extern "C" fn dral_version() -> u32 {
    DRAL_VERSION_MAJOR << 16 | DRAL_VERSION_MINOR << 8 | DRAL_VERSION_PATCH
}
