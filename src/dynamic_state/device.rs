// SPDX-License-Identifier: MIT

//! The properties of a device on which the instructions depend.
//!
//! Source: docs/dynamic-state.md, "Devices".

use super::condition::KNOWN_FEATURES;
use super::table::VERSIONS;
use super::Error;

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
    use super::{Device, Error, KNOWN_FEATURES};
    use std::string::ToString;

    #[test]
    fn the_message_names_the_known_versions() {
        let message = Error::UnknownVersion.message().to_str().unwrap();
        for version in Device::versions() {
            assert!(Device::new(version, KNOWN_FEATURES).is_ok());
            assert!(message.contains(&version.to_string()), "{version}");
        }
    }
}
