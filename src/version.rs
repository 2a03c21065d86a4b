// SPDX-License-Identifier: MIT

//! The version of the library and its C interface.

/// The major version: increases when the C interface breaks.
///
/// ```
/// assert_eq!(dral::version::DRAL_VERSION_MAJOR, 0);
/// ```
pub const DRAL_VERSION_MAJOR: u32 = 0;

/// The minor version: increases when the C interface is extended.
///
/// ```
/// assert_eq!(dral::version::DRAL_VERSION_MINOR, 2);
/// ```
pub const DRAL_VERSION_MINOR: u32 = 2;

/// The patch version: increases with every other release.
///
/// ```
/// assert_eq!(dral::version::DRAL_VERSION_PATCH, 0);
/// ```
pub const DRAL_VERSION_PATCH: u32 = 0;
