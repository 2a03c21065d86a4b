// SPDX-License-Identifier: MIT

//! The version that a program was linked with.

use crate::version::{
    DRAL_VERSION_MAJOR, DRAL_VERSION_MINOR, DRAL_VERSION_PATCH,
};

/// The version of the linked library, major << 16 | minor << 8 | patch. With a
/// shared library it can differ from the header's.
#[unsafe(no_mangle)]
pub extern "C" fn dral_version() -> u32 {
    u32::from_be_bytes([
        0,
        DRAL_VERSION_MAJOR as u8,
        DRAL_VERSION_MINOR as u8,
        DRAL_VERSION_PATCH as u8,
    ])
}

#[cfg(test)]
mod tests {
    use super::dral_version;
    use crate::version::{
        DRAL_VERSION_MAJOR, DRAL_VERSION_MINOR, DRAL_VERSION_PATCH,
    };

    #[test]
    fn each_number_of_the_version_has_its_place() {
        let version = dral_version();
        assert_eq!(version >> 16, DRAL_VERSION_MAJOR);
        assert_eq!(version >> 8 & 0xFF, DRAL_VERSION_MINOR);
        assert_eq!(version & 0xFF, DRAL_VERSION_PATCH);
    }
}
