// SPDX-License-Identifier: MIT

//! Why a computation about varyings was refused.

use core::ffi::CStr;
use core::fmt;

/// What kind of refusal an [`Error`] is; C sees one errno for each.
///
/// ```
/// use dral::varying::{Error, ErrorKind};
/// assert_eq!(Error::SlotsFull.kind(), ErrorKind::Range);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A precondition is broken; `-EINVAL` in C.
    Invalid,
    /// A limit is exceeded, or a result does not fit; `-ERANGE` in C.
    Range,
    /// The output is too small; `-ENOSPC` in C.
    NoSpace,
    /// There is no such thing here; `-ENOTSUP` in C.
    Unsupported,
}

/// Why a computation about varyings was refused. Nothing is written then.
///
/// ```
/// use dral::varying::{clip_cull, Error};
/// assert_eq!(clip_cull(5, 4), Err(Error::ClipCullLimit));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// Not one of the semantics that the library knows.
    UnknownSemantic,
    /// Not one of the base types.
    UnknownBaseType,
    /// Not one of the interpolations.
    UnknownInterpolation,
    /// A flag of the packer that it does not have.
    UnknownPackFlag,
    /// Not one of the forms of text.
    UnknownTextForm,
    /// A yes-or-no value that is neither 0 nor 1.
    UnknownFlag,
    /// A type with no rows or columns, or more than 4.
    TypeShape,
    /// A count of components that no element and no vector has.
    ComponentCount,
    /// A component of a slot that is not 0 to 3.
    NotInSlot,
    /// A declaration whose last element is before its first.
    ElementOrder,
    /// The element or the component is not in the declaration.
    NotInDeclaration,
    /// More slots than the packer knows.
    SlotCount,
    /// A position does not fit 32 bits.
    PositionRange,
    /// An address does not fit 32 bits.
    AddressRange,
    /// The varyings do not fit the slots.
    SlotsFull,
    /// More clip and cull distances than there are.
    ClipCullLimit,
    /// The index is beyond those of its semantic.
    IndexRange,
    /// The output has too little room.
    OutputFull,
    /// The hardware has no address for this.
    NoAddress,
    /// The text form cannot tell the first component.
    NoFirstComponent,
}

impl Error {
    /// The kind of refusal, which decides the errno that C gets.
    ///
    /// ```
    /// use dral::varying::{Error, ErrorKind};
    /// assert_eq!(Error::NoAddress.kind(), ErrorKind::Unsupported);
    /// ```
    #[inline]
    pub const fn kind(self) -> ErrorKind {
        match self {
            Self::UnknownSemantic
            | Self::UnknownBaseType
            | Self::UnknownInterpolation
            | Self::UnknownPackFlag
            | Self::UnknownTextForm
            | Self::UnknownFlag
            | Self::TypeShape
            | Self::ComponentCount
            | Self::NotInSlot
            | Self::ElementOrder
            | Self::NotInDeclaration
            | Self::SlotCount => ErrorKind::Invalid,
            Self::PositionRange
            | Self::AddressRange
            | Self::SlotsFull
            | Self::ClipCullLimit
            | Self::IndexRange => ErrorKind::Range,
            Self::OutputFull => ErrorKind::NoSpace,
            Self::NoAddress | Self::NoFirstComponent => ErrorKind::Unsupported,
        }
    }

    /// The reason as a sentence for a driver's log.
    ///
    /// ```
    /// let reason = dral::varying::Error::SlotsFull.message();
    /// assert!(reason.to_str().unwrap().contains("slots"));
    /// ```
    pub const fn message(self) -> &'static CStr {
        match self {
            Self::UnknownSemantic => c"unknown semantic",
            Self::UnknownBaseType => c"unknown base type",
            Self::UnknownInterpolation => c"unknown interpolation",
            Self::UnknownPackFlag => c"unknown flag of the packer",
            Self::UnknownTextForm => c"unknown form of text",
            Self::UnknownFlag => c"a flag is neither 0 nor 1",
            Self::TypeShape => c"a type has 1 to 4 rows and 1 to 4 columns",
            Self::ComponentCount => {
                c"an element has 1 to 4 components, a vector at most 4"
            }
            Self::NotInSlot => c"a slot has the components 0 to 3",
            Self::ElementOrder => c"the last element is before the first",
            Self::NotInDeclaration => {
                c"the declaration has no such element or component"
            }
            Self::SlotCount => c"the packer knows at most 64 slots",
            Self::PositionRange => c"a position needs more than 32 bits",
            Self::AddressRange => c"an address needs more than 32 bits",
            Self::SlotsFull => c"the varyings do not fit the slots",
            Self::ClipCullLimit => {
                c"there are at most 8 clip and cull distances"
            }
            Self::IndexRange => c"the semantic has no such index",
            Self::OutputFull => c"the output has too little room",
            Self::NoAddress => c"the hardware has no address for this",
            Self::NoFirstComponent => {
                c"this form of text cannot tell the first component"
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
    extern crate std;
    use super::{Error, ErrorKind};
    use std::string::ToString;

    #[test]
    fn every_error_has_its_kind_and_a_message_of_its_own() {
        use ErrorKind::{Invalid, NoSpace, Range, Unsupported};
        let kinds = [
            (Error::UnknownSemantic, Invalid),
            (Error::UnknownBaseType, Invalid),
            (Error::UnknownInterpolation, Invalid),
            (Error::UnknownPackFlag, Invalid),
            (Error::UnknownTextForm, Invalid),
            (Error::UnknownFlag, Invalid),
            (Error::TypeShape, Invalid),
            (Error::ComponentCount, Invalid),
            (Error::NotInSlot, Invalid),
            (Error::ElementOrder, Invalid),
            (Error::NotInDeclaration, Invalid),
            (Error::SlotCount, Invalid),
            (Error::PositionRange, Range),
            (Error::AddressRange, Range),
            (Error::SlotsFull, Range),
            (Error::ClipCullLimit, Range),
            (Error::IndexRange, Range),
            (Error::OutputFull, NoSpace),
            (Error::NoAddress, Unsupported),
            (Error::NoFirstComponent, Unsupported),
        ];
        // None is left out.
        for (place, (error, _)) in kinds.iter().enumerate() {
            assert_eq!(*error as usize, place);
        }
        assert_eq!(kinds.len(), Error::NoFirstComponent as usize + 1);
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
