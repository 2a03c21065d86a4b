// SPDX-License-Identifier: MIT

//! The devices to which a row of the table applies.

use super::Feature;

/// A range of hardware versions, and features that are all required.
#[derive(Clone, Copy)]
pub(super) struct Condition {
    first_version: u32,
    last_version: u32,
    features: u32,
}

pub(super) const ALWAYS: Condition = from(0);

pub(super) const NEVER: Condition =
    Condition { first_version: 1, last_version: 0, features: 0 };

pub(super) const fn from(version: u32) -> Condition {
    Condition { first_version: version, last_version: u32::MAX, features: 0 }
}

pub(super) const fn before(version: u32) -> Condition {
    Condition { last_version: version - 1, ..ALWAYS }
}

pub(super) const fn only(version: u32) -> Condition {
    Condition { last_version: version, ..from(version) }
}

pub(super) const fn with(feature: Feature) -> Condition {
    ALWAYS.and(feature)
}

impl Condition {
    pub(super) const fn and(self, feature: Feature) -> Self {
        Self { features: self.features | feature as u32, ..self }
    }

    #[inline]
    pub(super) const fn holds(self, version: u32, features: u32) -> bool {
        self.first_version <= version
            && version <= self.last_version
            && self.features & !features == 0
    }
}
