// SPDX-License-Identifier: MIT

//! The devices to which a row of the table applies.
//!
//! Source: docs/reference/dynamic-state.md, "Devices".

/// Bits of a set of features. WA_... are Intel's workarounds, the last four
/// only in Mesa 26.2.
// Workarounds are spelled as they are printed.
#[allow(missing_docs, non_camel_case_types)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Feature {
    /// VK_EXT_sample_locations.
    SampleLocations = 0x1,
    /// VK_KHR_fragment_shading_rate.
    FragmentShadingRate = 0x2,
    /// VK_EXT_mesh_shader.
    MeshShading = 0x4,
    /// The pipeline captures transform feedback.
    TransformFeedback = 0x8,
    Wa_18019816803 = 0x10,
    Wa_14018283232 = 0x20,
    Wa_16012775297 = 0x40,
    Wa_16011773973 = 0x80,
    Wa_18038825448 = 0x100,
    Wa_14024997852 = 0x200,
    Wa_18019110168 = 0x400,
    Wa_18020335297 = 0x800,
}

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

    pub(super) const fn holds(self, version: u32, features: u32) -> bool {
        self.first_version <= version
            && version <= self.last_version
            && self.features & !features == 0
    }
}

#[cfg(test)]
mod tests {
    use super::{with, Feature};

    #[test]
    fn a_feature_can_be_required_twice() {
        let twice = with(Feature::MeshShading).and(Feature::MeshShading);
        assert!(twice.holds(90, Feature::MeshShading as u32));
        assert!(!twice.holds(90, 0));
    }
}
