// SPDX-License-Identifier: MIT

//! The version of the library and its C interface.

/// The first number of the version: grows when the C interface breaks.
///
/// ```
/// assert_eq!(dral::version::DRAL_VERSION_MAJOR, 0);
/// ```
pub const DRAL_VERSION_MAJOR: u32 = 0;

/// The second number: grows when the C interface gains something.
///
/// ```
/// assert_eq!(dral::version::DRAL_VERSION_MINOR, 2);
/// ```
pub const DRAL_VERSION_MINOR: u32 = 2;

/// The third number: grows with every other release.
///
/// ```
/// assert_eq!(dral::version::DRAL_VERSION_PATCH, 0);
/// ```
pub const DRAL_VERSION_PATCH: u32 = 0;
