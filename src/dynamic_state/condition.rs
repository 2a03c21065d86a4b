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

#[cfg(test)]
mod tests {
    use super::*;

    const MESH: u32 = Feature::MeshShading as u32;

    #[test]
    fn versions_decide_on_both_sides_of_a_limit() {
        for (condition, expected) in [
            (ALWAYS, [true, true, true]),
            (NEVER, [false, false, false]),
            (from(120), [false, true, true]),
            (before(120), [true, false, false]),
            (only(120), [false, true, false]),
        ] {
            let held = [110, 120, 125].map(|v| condition.holds(v, 0));
            assert_eq!(held, expected);
            let held = [110, 120, 125].map(|v| condition.holds(v, MESH));
            assert_eq!(held, expected, "features that are not asked for");
        }
    }

    #[test]
    fn all_features_are_required() {
        let capture = Feature::TransformFeedback;
        let both = with(Feature::MeshShading).and(capture);
        assert!(both.holds(90, MESH | capture as u32));
        assert!(!both.holds(90, MESH));
        assert!(!both.holds(90, capture as u32));
        assert!(!from(110).and(capture).holds(90, capture as u32));
        assert!(!with(capture).and(capture).holds(90, 0), "asked for twice");
    }
}
