// SPDX-License-Identifier: MIT

//! The version of the library and its C interface.

/// The major version. After 1.0, it increases when the C interface breaks.
pub const DRAL_VERSION_MAJOR: u32 = 0;

/// The minor version increases when the C interface is extended; before 1.0,
/// also when it breaks.
pub const DRAL_VERSION_MINOR: u32 = 6;

/// The patch version increases when a release leaves the interface unchanged.
pub const DRAL_VERSION_PATCH: u32 = 0;

/// The version as one number, for `#if`: major << 16 | minor << 8 | patch.
pub const DRAL_VERSION: u32 =
    DRAL_VERSION_MAJOR << 16 | DRAL_VERSION_MINOR << 8 | DRAL_VERSION_PATCH;
