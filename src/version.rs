// SPDX-License-Identifier: MIT

//! The version of the library and its C interface.

/// The major version: increases when the C interface breaks.
pub const DRAL_VERSION_MAJOR: u32 = 0;

/// The minor version: increases when the C interface is extended.
pub const DRAL_VERSION_MINOR: u32 = 3;

/// The patch version: increases with every other release.
pub const DRAL_VERSION_PATCH: u32 = 0;
