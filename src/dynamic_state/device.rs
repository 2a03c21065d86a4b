// SPDX-License-Identifier: MIT

//! The properties of a device on which the instructions depend.
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

impl Feature {
    /// All features.
    pub const fn all() -> [Self; 8] {
        [
            Self::SampleLocations,
            Self::FragmentShadingRate,
            Self::MeshShading,
            Self::TransformFeedback,
            Self::Wa_18019816803,
            Self::Wa_14018283232,
            Self::Wa_16012775297,
            Self::Wa_16011773973,
        ]
    }
}

/// The bits of all features.
const KNOWN_FEATURES: u32 = 0xFF;

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

#[cfg(test)]
mod tests {
    use super::{Device, Feature, KNOWN_FEATURES};
    use crate::dynamic_state::Error;
    use std::string::ToString;

    #[test]
    fn features_are_separate_bits() {
        let bits = Feature::all().map(|feature| feature as u32);
        for (place, bit) in bits.iter().enumerate() {
            assert_eq!(*bit, 1 << place);
        }
        assert_eq!(bits.iter().sum::<u32>(), KNOWN_FEATURES);
    }

    #[test]
    fn the_message_names_the_known_versions() {
        let message = Error::UnknownVersion.message().to_str().unwrap();
        for version in Device::versions() {
            assert!(Device::new(version, KNOWN_FEATURES).is_ok());
            assert!(message.contains(&version.to_string()), "{version}");
        }
    }
}
