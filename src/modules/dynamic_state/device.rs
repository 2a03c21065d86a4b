// SPDX-License-Identifier: MIT

//! A driver's release, and the properties of a device on which the
//! instructions depend.
//!
//! Source: docs/reference/dynamic-state.md, "Devices".

use super::table::{self, Table};
use super::{Commands, Error, Instruction, Instructions, Site, States};
use crate::mesa::Mesa;

/// A device with a release of the driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Device {
    mesa: Mesa,
    version: u32,
    features: u32,
}

impl Device {
    /// A device of this version with these features.
    ///
    /// # Errors
    /// [`Error::UnknownVersion`], [`Error::UnknownFeature`]
    pub fn new(mesa: Mesa, version: u32, features: u32) -> Result<Self, Error> {
        if !mesa.anv_versions().contains(&version) {
            return Err(Error::UnknownVersion);
        }
        if features & !table::of(mesa).features != 0 {
            return Err(Error::UnknownFeature);
        }
        Ok(Self { mesa, version, features })
    }

    /// The release of the driver.
    pub const fn mesa(self) -> Mesa {
        self.mesa
    }

    /// Ten times the generation of the hardware.
    pub const fn version(self) -> u32 {
        self.version
    }

    /// Its features, as bits.
    pub const fn features(self) -> u32 {
        self.features
    }

    pub(super) const fn table(self) -> &'static Table {
        table::of(self.mesa)
    }
}

// What a release has. It is the same on all devices.

impl States {
    /// All states of a release.
    pub const fn of(mesa: Mesa) -> Self {
        Self::from_table(table::of(mesa).states)
    }

    /// States by their bits.
    ///
    /// # Errors
    /// [`Error::UnknownState`] for one that the release does not have.
    pub fn known(mesa: Mesa, bits: u128) -> Result<Self, Error> {
        if bits & !u128::from(table::of(mesa).states) != 0 {
            return Err(Error::UnknownState);
        }
        Self::try_from(bits)
    }
}

impl Commands {
    /// All commands of a release.
    pub const fn of(mesa: Mesa) -> Self {
        Self::from_table(table::of(mesa).commands)
    }

    /// Commands by their bits.
    ///
    /// # Errors
    /// [`Error::UnknownCommand`] for one that the release does not have.
    pub fn known(mesa: Mesa, bits: u32) -> Result<Self, Error> {
        if bits & !table::of(mesa).commands != 0 {
            return Err(Error::UnknownCommand);
        }
        Self::try_from(bits)
    }
}

impl Instructions {
    /// All instructions of a release.
    pub fn of(mesa: Mesa) -> Self {
        let rows = table::of(mesa).instructions.iter();
        rows.map(|row| row.instruction).collect()
    }

    /// Instructions by their bits.
    ///
    /// # Errors
    /// [`Error::UnknownInstruction`] for one that the release does not have.
    pub fn known(mesa: Mesa, bits: u128) -> Result<Self, Error> {
        if bits & !Self::of(mesa).bits() != 0 {
            return Err(Error::UnknownInstruction);
        }
        Self::try_from(bits)
    }
}

impl Instruction {
    /// Where a release packs and emits it. This is decided once per
    /// instruction, by what *can* be dynamic; it does not depend on what a
    /// pipeline declares dynamic.
    ///
    /// # Errors
    /// As `dral_dynamic_instruction_site`.
    pub fn site(self, mesa: Mesa) -> Result<Site, Error> {
        let mut rows = table::of(mesa).instructions.iter();
        let row = rows.find(|row| row.instruction == self);
        row.map(|row| row.site).ok_or(Error::UnknownInstruction)
    }
}

impl Site {
    /// The instructions of the site in a release.
    pub fn instructions(self, mesa: Mesa) -> Instructions {
        let rows = table::of(mesa).instructions.iter();
        rows.filter(|row| row.site == self).map(|row| row.instruction).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{table, Device, Error, Mesa};
    use std::string::ToString;

    #[test]
    fn the_message_names_the_known_versions() {
        let message = Error::UnknownVersion.message().to_str().unwrap();
        for &mesa in Mesa::ALL {
            let features = table::of(mesa).features;
            for &version in mesa.anv_versions() {
                assert!(Device::new(mesa, version, features).is_ok());
                assert!(message.contains(&version.to_string()), "{version}");
            }
        }
        assert!(Device::new(Mesa::V24_3, 350, 0).is_err());
    }
}
