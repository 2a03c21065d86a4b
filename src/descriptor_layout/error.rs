// SPDX-License-Identifier: MIT

//! Why a layout was refused.

use core::ffi::CStr;
use core::fmt;

/// What kind of refusal an [`Error`] is; C sees one errno for each.
///
/// ```
/// use dral::descriptor_layout::{Error, ErrorKind};
/// assert_eq!(Error::DuplicateBinding.kind(), ErrorKind::Invalid);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A precondition is broken; `-EINVAL` in C.
    Invalid,
    /// A limit is exceeded, or a result does not fit; `-ERANGE` in C.
    Range,
    /// The output is too small; `-ENOSPC` in C.
    NoSpace,
    /// The table has no such descriptors; `-ENOTSUP` in C.
    Unsupported,
}

/// Why a layout was refused. Nothing is written then.
///
/// ```
/// use dral::descriptor_layout::{surface_handle, Error};
/// assert_eq!(surface_handle(0x41, true), Err(Error::Misaligned));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// Not one of the models that the library knows.
    UnknownModel,
    /// Not a release of Mesa that the library has tables of.
    UnknownMesa,
    /// Hardware that the model's driver does not support.
    UnknownVersion,
    /// A size or an alignment of a table is not a multiple of its index
    /// unit.
    IndexUnit,
    /// An alignment of a table is not a power of two.
    Alignment,
    /// Two bindings of a set have the same number.
    DuplicateBinding,
    /// An immutable sampler without planes, or with more than an image can
    /// have.
    PlaneCount,
    /// The size of an inline uniform block is not a multiple of 4.
    InlineSize,
    /// A mutable type's list holds a type that must not be mutable.
    MutableType,
    /// A variable count on a binding that must not have one.
    VariableBinding,
    /// A variable count beyond the count of its binding.
    VariableCount,
    /// A set of embedded samplers has something that takes memory.
    EmbeddedMemory,
    /// The element or the plane is not in the binding.
    NotInBinding,
    /// Sizes and counts that no layout has.
    NotALayout,
    /// An offset is not at the alignment that it must have.
    Misaligned,
    /// A surface state that hardware with short offsets cannot reach.
    BeyondShortOffset,
    /// Not a uniform or storage buffer.
    NotABuffer,
    /// The range goes beyond the end of its buffer.
    BeyondBuffer,
    /// An inline uniform block is too large.
    InlineLimit,
    /// Too many bindings that are not in the order of their numbers.
    UnsortedLimit,
    /// A set takes more memory than the table allows.
    SetSizeLimit,
    /// A set or a pipeline layout has too many dynamic buffers.
    DynamicLimit,
    /// A set has too many push descriptors.
    PushLimit,
    /// A pipeline layout has too many sets.
    SetLimit,
    /// A size or an offset does not fit.
    SizeRange,
    /// A count, an index or a binding number does not fit.
    CountRange,
    /// A handle does not fit.
    HandleRange,
    /// The output has less room than the set has bindings.
    OutputFull,
    /// The table does not have the descriptor type.
    UnknownType,
    /// Mutable descriptors cannot become one of these types here.
    MutableRefused,
    /// The table has no variable counts.
    NoVariableCount,
    /// Sets of this table do not come from pools.
    NoPools,
}

impl Error {
    /// The kind of refusal, which decides the errno that C gets.
    ///
    /// ```
    /// use dral::descriptor_layout::{Error, ErrorKind};
    /// assert_eq!(Error::UnknownType.kind(), ErrorKind::Unsupported);
    /// ```
    #[inline]
    pub const fn kind(self) -> ErrorKind {
        match self {
            Self::UnknownModel
            | Self::UnknownMesa
            | Self::UnknownVersion
            | Self::IndexUnit
            | Self::Alignment
            | Self::DuplicateBinding
            | Self::PlaneCount
            | Self::InlineSize
            | Self::MutableType
            | Self::VariableBinding
            | Self::VariableCount
            | Self::EmbeddedMemory
            | Self::NotInBinding
            | Self::NotALayout
            | Self::Misaligned
            | Self::BeyondShortOffset
            | Self::NotABuffer
            | Self::BeyondBuffer
            | Self::NoPools => ErrorKind::Invalid,
            Self::InlineLimit
            | Self::UnsortedLimit
            | Self::SetSizeLimit
            | Self::DynamicLimit
            | Self::PushLimit
            | Self::SetLimit
            | Self::SizeRange
            | Self::CountRange
            | Self::HandleRange => ErrorKind::Range,
            Self::OutputFull => ErrorKind::NoSpace,
            Self::UnknownType
            | Self::MutableRefused
            | Self::NoVariableCount => ErrorKind::Unsupported,
        }
    }

    /// The reason as a sentence for a driver's log.
    ///
    /// ```
    /// let reason = dral::descriptor_layout::Error::PushLimit.message();
    /// assert!(reason.to_str().unwrap().contains("push"));
    /// ```
    pub const fn message(self) -> &'static CStr {
        match self {
            Self::UnknownModel => c"unknown model of descriptor memory",
            Self::UnknownMesa => c"no tables of this release of Mesa",
            Self::UnknownVersion => {
                c"the model's driver does not support this hardware"
            }
            Self::IndexUnit => {
                c"the table's sizes and alignments are not multiples of its \
                  index unit"
            }
            Self::Alignment => {
                c"an alignment of the table is not a power of two"
            }
            Self::DuplicateBinding => c"two bindings have the same number",
            Self::PlaneCount => {
                c"an immutable sampler has no planes, or more than an image \
                  can have"
            }
            Self::InlineSize => {
                c"the size of an inline uniform block is not a multiple of 4"
            }
            Self::MutableType => {
                c"inline, dynamic and mutable types cannot be in the list of \
                  a mutable type"
            }
            Self::VariableBinding => {
                c"only the highest binding can have a variable count, and no \
                  dynamic buffer"
            }
            Self::VariableCount => {
                c"the variable count is greater than the binding's count"
            }
            Self::EmbeddedMemory => {
                c"a set of embedded samplers can have nothing that takes \
                  memory"
            }
            Self::NotInBinding => c"the binding has no such element or plane",
            Self::NotALayout => c"no layout has these sizes and counts",
            Self::Misaligned => c"the offset is not a multiple of 64",
            Self::BeyondShortOffset => {
                c"hardware before 12.5 reaches only surface states below 2^26"
            }
            Self::NotABuffer => {
                c"not a uniform or storage buffer, dynamic or not"
            }
            Self::BeyondBuffer => c"the range goes beyond the buffer's end",
            Self::InlineLimit => c"the inline uniform block is too large",
            Self::UnsortedLimit => {
                c"more than 65,536 bindings have to be in the order of their \
                  numbers"
            }
            Self::SetSizeLimit => {
                c"the set takes more memory than the driver allows"
            }
            Self::DynamicLimit => c"there are too many dynamic buffers",
            Self::PushLimit => c"the set has too many push descriptors",
            Self::SetLimit => c"the pipeline layout has too many sets",
            Self::SizeRange => c"a size or an offset does not fit",
            Self::CountRange => {
                c"a count, an index or a binding number does not fit"
            }
            Self::HandleRange => c"the handle does not fit",
            Self::OutputFull => c"the output has too little room",
            Self::UnknownType => c"the table lacks the descriptor type",
            Self::MutableRefused => {
                c"a mutable descriptor cannot be one of these types here"
            }
            Self::NoVariableCount => c"the table has no variable counts",
            Self::NoPools => c"sets of this table do not come from pools",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.message().to_str().unwrap_or_default())
    }
}

impl core::error::Error for Error {}
