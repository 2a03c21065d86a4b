// SPDX-License-Identifier: MIT

//! Why a computation was refused.

use core::ffi::CStr;
use core::fmt;

/// What kind of refusal an [`Error`] is; C sees one errno for each.
///
/// ```
/// use dral::{Error, ErrorKind};
/// assert_eq!(Error::ZeroDivisor.kind(), ErrorKind::Invalid);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A precondition is broken; `-EINVAL` in C.
    Invalid,
    /// The value lies outside the function's domain; `-EDOM` in C.
    Domain,
    /// The result does not fit its field; `-ERANGE` in C.
    Range,
    /// The output is too small; `-ENOSPC` in C.
    NoSpace,
}

/// Why a computation was refused. Nothing is written then.
///
/// ```
/// use dral::instancing::{MagicDivisor, Rounding};
/// use dral::Error;
/// let refused = MagicDivisor::new(0, Rounding::Documented);
/// assert_eq!(refused, Err(Error::ZeroDivisor));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// A pointer from C is NULL where data is needed.
    NullPointer,
    /// An array from C has more elements than any memory.
    ArrayLength,
    /// Two arrays from C overlap that must not.
    OverlappingArrays,
    /// Not one of v4, v5, v6, v7, v9 to v14.
    UnknownArchitecture,
    /// Neither the driver rule nor the documented rule.
    UnknownPaddingRule,
    /// Neither the documented rounding nor the nearest one.
    UnknownRounding,
    /// Neither per vertex nor per instance.
    UnknownRate,
    /// A yes-or-no value that is neither 0 nor 1.
    UnknownFlag,
    /// Neither packed nor pairs.
    UnknownTableShape,
    /// Neither 1 nor the padded count of the primitives.
    UnknownPrimitiveSize,
    /// Neither POT nor 1D.
    UnknownDivisorOne,
    /// An unused buffer has no record.
    UnusedBuffer,
    /// Only a table of pairs has room for images.
    ImagesInPackedTable,
    /// More buffers than a vertex state holds, or other than it was prepared
    /// for.
    BufferCount,
    /// The vertex state was never prepared.
    NotPrepared,
    /// An invocation has at least one vertex.
    NoVertices,
    /// An invocation has at least one instance.
    NoInstances,
    /// A primitive has at least one vertex.
    NoVerticesPerPrimitive,
    /// Nothing is divided by zero.
    ZeroDivisor,
    /// Fewer words than the descriptor has.
    TruncatedDescriptor,
    /// Attribute buffer records, padded counts and invocations end with v7.
    NoAttributeRecords,
    /// Vertex id and instance id records exist on v4 and v5 alone.
    NoIdRecords,
    /// Attribute descriptors with a divisor begin with v9.
    NoAttributeDescriptors,
    /// A power of two has no 31-bit magic under the nearest rounding.
    PowerOfTwoDivisor,
    /// Not 1, 3, 5, 7 or 9 times a power of two.
    NotAPaddedCount,
    /// Words or fields that no descriptor of this kind has.
    NotADescriptor,
    /// The padded count would be 2^32 or more.
    PaddedCountRange,
    /// The draw has more than 2^32 threads, so its linear ids do not fit.
    ThreadRange,
    /// Vertex count and instance count need more than 32 bits together.
    InvocationRange,
    /// The address does not fit the 56 bits of a record.
    AddressRange,
    /// The size from the aligned address on does not fit 32 bits.
    SizeRange,
    /// The attribute offset does not fit a signed 32-bit field.
    OffsetRange,
    /// The format does not fit its 22 bits.
    FormatRange,
    /// The table number does not fit its 6 bits.
    TableRange,
    /// The index range has 2^32 vertices.
    VertexRange,
    /// The start of the draw does not fit a signed 32-bit field.
    StartRange,
    /// The slot of a buffer does not fit its 9 bits.
    SlotRange,
    /// The output has less room than the table needs.
    TableFull,
}

impl Error {
    /// The kind of refusal, which decides the errno that C gets.
    ///
    /// ```
    /// use dral::{Error, ErrorKind};
    /// assert_eq!(Error::OffsetRange.kind(), ErrorKind::Range);
    /// ```
    #[inline]
    pub const fn kind(self) -> ErrorKind {
        // By the order of the cases: compilers make a table of a match, one
        // in each function.
        let number = self as u8;
        if number < Self::NoAttributeRecords as u8 {
            ErrorKind::Invalid
        } else if number < Self::PaddedCountRange as u8 {
            ErrorKind::Domain
        } else if number < Self::TableFull as u8 {
            ErrorKind::Range
        } else {
            ErrorKind::NoSpace
        }
    }

    /// The reason as a sentence for a driver's log.
    ///
    /// ```
    /// let reason = dral::Error::NoInstances.message();
    /// assert!(reason.to_str().unwrap().contains("instance"));
    /// ```
    pub const fn message(self) -> &'static CStr {
        match self {
            Self::NullPointer => c"NULL where data is needed",
            Self::ArrayLength => c"an array is longer than memory",
            Self::OverlappingArrays => c"input and output arrays overlap",
            Self::UnknownArchitecture => {
                c"unknown architecture: v4 to v7 and v9 to v14 are known"
            }
            Self::UnknownPaddingRule => {
                c"unknown padding rule: driver (0) or documented (1)"
            }
            Self::UnknownRounding => {
                c"unknown rounding: documented (0) or nearest (1)"
            }
            Self::UnknownRate => {
                c"unknown rate: per vertex (0), per instance (1) or unused (2)"
            }
            Self::UnknownFlag => c"a flag is neither 0 nor 1",
            Self::UnknownTableShape => {
                c"unknown table shape: packed (0) or pairs (1)"
            }
            Self::UnknownPrimitiveSize => {
                c"unknown primitive size: 1 (0) or padded (1)"
            }
            Self::UnknownDivisorOne => {
                c"unknown form of the divisor 1: POT (0) or 1D (1)"
            }
            Self::UnusedBuffer => c"an unused buffer has no record",
            Self::ImagesInPackedTable => {
                c"a packed table has no room for images"
            }
            Self::BufferCount => {
                c"not the number of buffers of this vertex state"
            }
            Self::NotPrepared => c"the vertex state was never prepared",
            Self::NoVertices => c"vertex count is 0",
            Self::NoInstances => c"instance count is 0",
            Self::NoVerticesPerPrimitive => c"vertices per primitive is 0",
            Self::ZeroDivisor => c"a divisor of 0 divides nothing",
            Self::TruncatedDescriptor => c"fewer words than the descriptor has",
            Self::NoAttributeRecords => {
                c"v9 and later have no attribute buffer records and pad \
                  nothing"
            }
            Self::NoIdRecords => {
                c"only v4 and v5 have vertex id and instance id records"
            }
            Self::NoAttributeDescriptors => {
                c"attribute descriptors with a divisor begin with v9"
            }
            Self::PowerOfTwoDivisor => {
                c"a power of two has no 31-bit magic under the nearest \
                  rounding"
            }
            Self::NotAPaddedCount => {
                c"not 1, 3, 5, 7 or 9 times a power of two below 2^32"
            }
            Self::NotADescriptor => c"no descriptor of this kind is so",
            Self::PaddedCountRange => {
                c"the padded count would need more than 32 bits"
            }
            Self::ThreadRange => {
                c"more than 2^32 threads: a linear id would not fit 32 bits"
            }
            Self::InvocationRange => {
                c"vertex count and instance count need more than the 32 bits \
                  of the invocation"
            }
            Self::AddressRange => c"the address needs more than 56 bits",
            Self::SizeRange => {
                c"the size from the aligned address on needs more than 32 \
                  bits"
            }
            Self::OffsetRange => {
                c"the attribute offset does not fit a signed 32-bit field"
            }
            Self::FormatRange => c"the format needs more than 22 bits",
            Self::TableRange => c"the table number needs more than 6 bits",
            Self::VertexRange => c"the index range has 2^32 vertices",
            Self::StartRange => {
                c"the smallest index or the start of the draw does not fit a \
                  signed 32-bit field"
            }
            Self::SlotRange => c"the slot needs more than 9 bits",
            Self::TableFull => c"the output has too little room",
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
        use ErrorKind::{Domain, Invalid, NoSpace, Range};
        let kinds = [
            (Error::NullPointer, Invalid),
            (Error::ArrayLength, Invalid),
            (Error::OverlappingArrays, Invalid),
            (Error::UnknownArchitecture, Invalid),
            (Error::UnknownPaddingRule, Invalid),
            (Error::UnknownRounding, Invalid),
            (Error::UnknownRate, Invalid),
            (Error::UnknownFlag, Invalid),
            (Error::UnknownTableShape, Invalid),
            (Error::UnknownPrimitiveSize, Invalid),
            (Error::UnknownDivisorOne, Invalid),
            (Error::UnusedBuffer, Invalid),
            (Error::ImagesInPackedTable, Invalid),
            (Error::BufferCount, Invalid),
            (Error::NotPrepared, Invalid),
            (Error::NoVertices, Invalid),
            (Error::NoInstances, Invalid),
            (Error::NoVerticesPerPrimitive, Invalid),
            (Error::ZeroDivisor, Invalid),
            (Error::TruncatedDescriptor, Invalid),
            (Error::NoAttributeRecords, Domain),
            (Error::NoIdRecords, Domain),
            (Error::NoAttributeDescriptors, Domain),
            (Error::PowerOfTwoDivisor, Domain),
            (Error::NotAPaddedCount, Domain),
            (Error::NotADescriptor, Domain),
            (Error::PaddedCountRange, Range),
            (Error::ThreadRange, Range),
            (Error::InvocationRange, Range),
            (Error::AddressRange, Range),
            (Error::SizeRange, Range),
            (Error::OffsetRange, Range),
            (Error::FormatRange, Range),
            (Error::TableRange, Range),
            (Error::VertexRange, Range),
            (Error::StartRange, Range),
            (Error::SlotRange, Range),
            (Error::TableFull, NoSpace),
        ];
        // None is left out.
        for (place, (error, _)) in kinds.iter().enumerate() {
            assert_eq!(*error as usize, place);
        }
        assert_eq!(kinds.len(), Error::TableFull as usize + 1);
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
