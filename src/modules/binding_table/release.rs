// SPDX-License-Identifier: MIT

//! The release of ANV and the hardware on which the rules depend.
//!
//! Source: docs/reference/binding-table.md, "Releases".

use super::Error;
use crate::mesa::Mesa;

/// The first generation of hardware, times ten, with separate bases for
/// binding tables and surface states, and with messages that reach the memory
/// of a set without an entry.
const SEPARATE_BASES_FROM: u32 = 125;

/// A release of ANV on a generation of hardware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Release {
    mesa: Mesa,
    version: u32,
}

impl Release {
    /// A release on hardware of generation `version` / 10.
    ///
    /// # Errors
    /// [`Error::UnknownVersion`] if the release does not support it.
    pub fn new(mesa: Mesa, version: u32) -> Result<Self, Error> {
        if !mesa.anv_versions().contains(&version) {
            return Err(Error::UnknownVersion);
        }
        Ok(Self { mesa, version })
    }

    /// Whether binding tables have a base of their own.
    pub(super) const fn has_pool_base(self) -> bool {
        self.version >= SEPARATE_BASES_FROM
    }

    /// Whether it has the rules of 26.2.
    pub(super) const fn is_26_2(self) -> bool {
        match self.mesa {
            Mesa::V24_3 => false,
            Mesa::V26_2 => true,
        }
    }

    /// Whether the memory of a set has an entry.
    pub(super) const fn has_set_entries(self) -> bool {
        !(self.is_26_2() && self.has_pool_base())
    }

    /// Maximum sets of a shader.
    pub const fn max_sets(self) -> usize {
        if self.is_26_2() {
            32
        } else {
            8
        }
    }
}
