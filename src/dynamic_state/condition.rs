// SPDX-License-Identifier: MIT

//! The devices to which a row of the table applies.
//!
//! Source: docs/reference/dynamic-state.md, "Devices".

/// Enabled extensions, properties of the pipeline, hardware workarounds: bits
/// of a set of features.
// Workarounds are spelled as they are printed.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Feature {
    /// VK_EXT_sample_locations is enabled.
    SampleLocations = 0x1,
    /// VK_KHR_fragment_shading_rate is enabled.
    FragmentShadingRate = 0x2,
    /// VK_EXT_mesh_shader is enabled.
    MeshShading = 0x4,
    /// The pipeline captures transform feedback.
    TransformFeedback = 0x8,
    /// Intel's workaround 18019816803.
    Wa_18019816803 = 0x10,
    /// Intel's workaround 14018283232.
    Wa_14018283232 = 0x20,
    /// Intel's workaround 16012775297.
    Wa_16012775297 = 0x40,
    /// Intel's workaround 16011773973.
    Wa_16011773973 = 0x80,
    /// Intel's workaround 18038825448. In Mesa 26.2.
    Wa_18038825448 = 0x100,
    /// Intel's workaround 14024997852. In Mesa 26.2.
    Wa_14024997852 = 0x200,
    /// Intel's workaround 18019110168. In Mesa 26.2.
    Wa_18019110168 = 0x400,
    /// Intel's workaround 18020335297. In Mesa 26.2.
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
