// SPDX-License-Identifier: MIT

//! The properties of a device on which the instructions depend, and the
//! devices to which a row of the table applies.
//!
//! Source: docs/dynamic-state.md, "Devices".

use super::table::VERSIONS;
use super::Error;

/// Conditions besides the hardware version: enabled extensions, properties of
/// the pipeline, hardware workarounds. Bits of a set of features.
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
}

/// The bits of all features, up to the last one.
const KNOWN_FEATURES: u32 = 2 * Feature::Wa_16011773973 as u32 - 1;

/// A device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Device {
    version: u32,
    features: u32,
}

impl Device {
    /// The versions in the table: ten times the generation.
    pub const fn versions() -> [u32; 6] {
        VERSIONS
    }

    /// A device of this version with these features.
    #[inline]
    pub fn new(version: u32, features: u32) -> Result<Self, Error> {
        if !VERSIONS.contains(&version) {
            return Err(Error::UnknownVersion);
        }
        if features & !KNOWN_FEATURES != 0 {
            return Err(Error::UnknownFeature);
        }
        Ok(Self { version, features })
    }

    /// Ten times the generation of the hardware.
    #[inline]
    pub const fn version(self) -> u32 {
        self.version
    }

    /// Its features, as bits.
    #[inline]
    pub const fn features(self) -> u32 {
        self.features
    }
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

    #[inline]
    pub(super) const fn holds(self, version: u32, features: u32) -> bool {
        self.first_version <= version
            && version <= self.last_version
            && self.features & !features == 0
    }
}

#[cfg(test)]
mod tests {
    use super::{with, Device, Feature, KNOWN_FEATURES};
    use crate::dynamic_state::Error;
    use std::string::ToString;

    #[test]
    fn the_message_names_the_known_versions() {
        let message = Error::UnknownVersion.message().to_str().unwrap();
        for version in Device::versions() {
            assert!(Device::new(version, KNOWN_FEATURES).is_ok());
            assert!(message.contains(&version.to_string()), "{version}");
        }
    }

    #[test]
    fn a_feature_can_be_required_twice() {
        let twice = with(Feature::MeshShading).and(Feature::MeshShading);
        assert!(twice.holds(90, Feature::MeshShading as u32));
        assert!(!twice.holds(90, 0));
    }
}
