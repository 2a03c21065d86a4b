// SPDX-License-Identifier: MIT

//! Why a plan or an item was refused.

use core::ffi::CStr;
use core::fmt;

/// What kind of refusal an [`Error`] is; C sees one errno for each.
///
/// ```
/// use dral::indirect_draw::{Error, ErrorKind};
/// assert_eq!(Error::BatchRange.kind(), ErrorKind::Range);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A precondition is broken; `-EINVAL` in C.
    Invalid,
    /// A limit is exceeded, or a result does not fit; `-ERANGE` in C.
    Range,
}

/// Why a plan or an item was refused. Nothing is written then.
///
/// ```
/// use dral::indirect_draw::{Error, IndirectDraw};
/// assert_eq!(IndirectDraw::new(80).plan(), Err(Error::UnknownHardware));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// A driver that is not known.
    UnknownDriver,
    /// Hardware whose draw commands are not known, or not the driver's.
    UnknownHardware,
    /// A ring for no draws, in which nothing would jump back.
    EmptyRing,
    /// The plan is not one of draws in place.
    NotInPlace,
    /// The plan is not one of a ring.
    NotARing,
    /// The plan is one under which no shader generates draws.
    NotGenerated,
    /// The plan has no chunk of this index.
    NoSuchChunk,
    /// No dispatch of the shader has an item of this index.
    NoSuchItem,
    /// Fewer words than an indirect command has.
    TruncatedCommand,
    /// Every draw has at least one instance for each of its instances.
    ZeroMultiplier,
    /// The memory object control state does not fit its 8 bits.
    MocsRange,
    /// Draws in place take more than a batch has in one piece.
    BatchRange,
    /// The index of a draw does not fit 32 bits.
    DrawRange,
    /// An offset does not fit 32 bits.
    OffsetRange,
    /// The instances of all views do not fit 32 bits.
    InstanceRange,
}

impl Error {
    /// The kind of refusal, which decides the errno that C gets.
    ///
    /// ```
    /// use dral::indirect_draw::{Error, ErrorKind};
    /// assert_eq!(Error::NotARing.kind(), ErrorKind::Invalid);
    /// ```
    #[inline]
    pub const fn kind(self) -> ErrorKind {
        match self {
            Self::UnknownDriver
            | Self::UnknownHardware
            | Self::EmptyRing
            | Self::NotInPlace
            | Self::NotARing
            | Self::NotGenerated
            | Self::NoSuchChunk
            | Self::NoSuchItem
            | Self::TruncatedCommand
            | Self::ZeroMultiplier => ErrorKind::Invalid,
            Self::MocsRange
            | Self::BatchRange
            | Self::DrawRange
            | Self::OffsetRange
            | Self::InstanceRange => ErrorKind::Range,
        }
    }

    /// The reason as a sentence for a driver's log.
    ///
    /// ```
    /// let reason = dral::indirect_draw::Error::BatchRange.message();
    /// assert!(reason.to_str().unwrap().contains("16 MiB"));
    /// ```
    pub const fn message(self) -> &'static CStr {
        match self {
            Self::UnknownDriver => c"unknown driver",
            Self::UnknownHardware => {
                c"unknown hardware: version 90, and 110 or later, are known; \
                  80 of iris"
            }
            Self::EmptyRing => {
                c"a ring for no draws would never jump back: raise the ring's \
                  threshold and capacity above 0"
            }
            Self::NotInPlace => c"the plan does not generate draws in place",
            Self::NotARing => c"the plan does not generate draws in a ring",
            Self::NotGenerated => c"the plan generates no draws",
            Self::NoSuchChunk => c"the plan has fewer chunks",
            Self::NoSuchItem => c"no dispatch has so many items",
            Self::TruncatedCommand => {
                c"fewer words than the indirect command has"
            }
            Self::ZeroMultiplier => c"the instance multiplier is 0",
            Self::MocsRange => {
                c"the memory object control state needs more than 8 bits"
            }
            Self::BatchRange => {
                c"the draws take more than the 16 MiB that a batch has in \
                  one piece: lower the ring threshold"
            }
            Self::DrawRange => c"the index of a draw needs more than 32 bits",
            Self::OffsetRange => c"an offset needs more than 32 bits",
            Self::InstanceRange => {
                c"the instances of all views need more than 32 bits"
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
    use super::{Error, ErrorKind};
    use std::string::ToString;

    #[test]
    fn every_error_has_its_kind_and_a_message_of_its_own() {
        use ErrorKind::{Invalid, Range};
        let kinds = [
            (Error::UnknownDriver, Invalid),
            (Error::UnknownHardware, Invalid),
            (Error::EmptyRing, Invalid),
            (Error::NotInPlace, Invalid),
            (Error::NotARing, Invalid),
            (Error::NotGenerated, Invalid),
            (Error::NoSuchChunk, Invalid),
            (Error::NoSuchItem, Invalid),
            (Error::TruncatedCommand, Invalid),
            (Error::ZeroMultiplier, Invalid),
            (Error::MocsRange, Range),
            (Error::BatchRange, Range),
            (Error::DrawRange, Range),
            (Error::OffsetRange, Range),
            (Error::InstanceRange, Range),
        ];
        // None is left out.
        for (place, (error, _)) in kinds.iter().enumerate() {
            assert_eq!(*error as usize, place);
        }
        assert_eq!(kinds.len(), Error::InstanceRange as usize + 1);
        for (error, kind) in kinds {
            assert_eq!(error.kind(), kind, "{error:?}");
            let message = error.to_string();
            assert_eq!(Ok(&*message), error.message().to_str());
            assert!(message.contains(' '), "{error:?}: {message}");
            let same = kinds.iter().filter(|k| k.0.to_string() == message);
            assert_eq!(same.count(), 1, "{message}");
        }
    }
}
