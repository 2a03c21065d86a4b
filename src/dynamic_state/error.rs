// SPDX-License-Identifier: MIT

//! Why a question about dynamic state was refused.

use core::ffi::CStr;
use core::fmt;

/// Why a question was refused: always a broken precondition, `-EINVAL` in C.
/// Nothing is written then.
///
/// ```
/// use dral::dynamic_state::{Device, Error};
/// assert_eq!(Device::new(121, 0), Err(Error::UnknownVersion));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// Not one of the hardware's versions that the table knows.
    UnknownVersion,
    /// A feature that is none.
    UnknownFeature,
    /// A state that is none.
    UnknownState,
    /// A command that is none.
    UnknownCommand,
    /// An instruction that is none.
    UnknownInstruction,
    /// A site that is none.
    UnknownSite,
    /// A VkDynamicState that the driver does not have.
    UnknownDynamicState,
    /// No pipeline has words of the instruction.
    NotInPipelines,
}

impl Error {
    /// The reason as a sentence for a driver's log.
    ///
    /// ```
    /// let reason = dral::dynamic_state::Error::UnknownVersion.message();
    /// assert!(reason.to_str().unwrap().contains("125"));
    /// ```
    pub const fn message(self) -> &'static CStr {
        match self {
            Self::UnknownVersion => {
                c"unknown hardware: 90, 110, 120, 125, 200 and 300 are known"
            }
            Self::UnknownFeature => c"a bit of the features is none",
            Self::UnknownState => c"a state is none",
            Self::UnknownCommand => c"a command is none",
            Self::UnknownInstruction => c"an instruction is none",
            Self::UnknownSite => c"the emission site is none",
            Self::UnknownDynamicState => {
                c"a VkDynamicState that the driver does not have"
            }
            Self::NotInPipelines => {
                c"pipelines have no words of the instruction"
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.message().to_str().unwrap_or_default())
    }
}

impl core::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::Error;
    use std::format;
    use std::string::ToString;

    #[test]
    fn every_error_has_a_message_of_its_own() {
        let errors = [
            Error::UnknownVersion,
            Error::UnknownFeature,
            Error::UnknownState,
            Error::UnknownCommand,
            Error::UnknownInstruction,
            Error::UnknownSite,
            Error::UnknownDynamicState,
            Error::NotInPipelines,
        ];
        for (place, error) in errors.iter().enumerate() {
            assert_eq!(*error as usize, place);
            let message = error.to_string();
            assert_eq!(Ok(&*message), error.message().to_str());
            let same = errors.iter().filter(|e| e.to_string() == message);
            assert_eq!(same.count(), 1, "{message}");
        }
        assert_eq!(errors.len(), Error::NotInPipelines as usize + 1);
        let message = Error::UnknownVersion.to_string();
        for version in super::super::Device::versions() {
            assert!(message.contains(&format!("{version}")), "{version}");
        }
    }
}
