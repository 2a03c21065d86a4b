// SPDX-License-Identifier: MIT

//! Why a computation was refused.

use core::ffi::CStr;

/// The kind of an error; each kind is one errno in C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// A broken precondition; `-EINVAL` in C.
    Invalid,
    /// A value outside the function's domain; `-EDOM` in C.
    Domain,
    /// A limit is exceeded, or a result does not fit; `-ERANGE` in C.
    Range,
    /// The output is too small; `-ENOSPC` in C.
    NoSpace,
    /// Not supported by the driver or the hardware; `-ENOTSUP` in C.
    Unsupported,
}

/// The errors of the core or of a module.
pub(crate) trait Reason: Copy {
    /// The kind of error, which determines the errno in C.
    fn kind(self) -> ErrorKind;

    /// The reason as a sentence for a driver's log.
    fn message(self) -> &'static CStr;
}

/// The text before the first NUL.
pub(crate) const fn until_nul(bytes: &[u8]) -> &CStr {
    match CStr::from_bytes_until_nul(bytes) {
        Ok(text) => text,
        Err(_) => c"",
    }
}

/// Defines the enum `Error` of a module from a list of variants by kind, each
/// with its message, which is also its documentation. Also defines a test of
/// the messages.
macro_rules! errors {
    (
        $(#[$attribute:meta])*
        $($kind:ident { $($variant:ident: $message:literal,)+ })+
    ) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Error {
            $($(#[doc = $message] $variant,)+)+
        }

        impl Error {
            /// The kind of error, which determines the errno in C.
            #[inline]
            pub const fn kind(self) -> $crate::ErrorKind {
                // Computed from the position of the variant, because compilers
                // turn a match into a table in every function.
                let mut end = 0;
                $(
                    end += [$(Self::$variant),+].len();
                    if (self as usize) < end {
                        return $crate::ErrorKind::$kind;
                    }
                )+
                $crate::ErrorKind::Invalid
            }

            /// The reason as a sentence for a driver's log.
            pub const fn message(self) -> &'static core::ffi::CStr {
                match self {
                    $($(Self::$variant => {
                        const {
                            let bytes = concat!($message, "\0").as_bytes();
                            $crate::error::until_nul(bytes)
                        }
                    })+)+
                }
            }

        }

        #[cfg(test)]
        mod messages {
            #[test]
            fn every_error_has_a_message_of_its_own() {
                use super::Error;
                $crate::error::check_messages(&[$($(Error::$variant),+),+]);
            }
        }

        impl $crate::error::Reason for Error {
            #[inline]
            fn kind(self) -> $crate::ErrorKind {
                Self::kind(self)
            }

            #[inline]
            fn message(self) -> &'static core::ffi::CStr {
                Self::message(self)
            }
        }

        impl core::fmt::Display for Error {
            fn fmt(
                &self,
                formatter: &mut core::fmt::Formatter<'_>,
            ) -> core::fmt::Result {
                formatter
                    .write_str(self.message().to_str().unwrap_or_default())
            }
        }

        impl core::error::Error for Error {}
    };
}
pub(crate) use errors;

errors! {
    /// Why a computation was refused. On error nothing is written.
    Invalid {
        UnknownArchitecture:
            "unknown architecture: v4 to v7 and v9 to v14 are known",
        UnknownPaddingRule:
            "unknown padding rule: driver (0) or documented (1)",
        UnknownRounding: "unknown rounding: documented (0) or nearest (1)",
        UnknownRate:
            "unknown rate: per vertex (0), per instance (1) or unused (2)",
        UnknownFlag: "a flag is neither 0 nor 1",
        UnknownTableShape: "unknown table shape: packed (0) or pairs (1)",
        UnknownPrimitiveSize: "unknown primitive size: 1 (0) or padded (1)",
        UnknownDivisorOne: "unknown form of the divisor 1: POT (0) or 1D (1)",
        UnusedBuffer: "an unused buffer has no record",
        ImagesInPackedTable: "a packed table has no room for images",
        BufferCount:
            "more than 16 buffers, or not the number that the vertex state \
             was prepared for",
        NotPrepared: "the vertex state was never prepared",
        NoVertices: "vertex count is 0",
        NoInstances: "instance count is 0",
        NoVerticesPerPrimitive: "vertices per primitive is 0",
        ZeroDivisor: "divisor is 0",
        TruncatedDescriptor: "fewer words than the descriptor has",
    }
    Domain {
        NoAttributeRecords:
            "v9 and later have neither attribute buffer records nor padded \
             counts",
        NoIdRecords: "only v4 and v5 have vertex id and instance id records",
        NoAttributeDescriptors:
            "no attribute descriptors with a divisor before v9",
        PowerOfTwoDivisor:
            "a power of two has no 31-bit magic under the nearest rounding",
        NotAPaddedCount: "not 1, 3, 5, 7 or 9 times a power of two below 2^32",
        NotADescriptor: "not a valid descriptor of this kind",
    }
    Range {
        PaddedCountRange: "padded count exceeds 32 bits",
        ThreadRange: "padded count x instances exceeds 2^32 threads",
        InvocationRange:
            "vertex count and instance count exceed the 32 bits of the \
             invocation",
        AddressRange: "address exceeds 56 bits",
        SizeRange: "size from the aligned address exceeds 32 bits",
        OffsetRange: "attribute offset does not fit a signed 32-bit field",
        FormatRange: "format exceeds 22 bits",
        TableRange: "table number exceeds 6 bits",
        VertexRange: "the index range has 2^32 vertices",
        StartRange:
            "smallest index or start of the draw does not fit a signed 32-bit \
             field",
        SlotRange: "slot exceeds 9 bits",
    }
    NoSpace {
        TableFull: "output is too small",
    }
}

#[cfg(test)]
pub(crate) fn check_messages(errors: &[impl Reason]) {
    let messages = errors.iter().map(|error| error.message());
    for message in messages.clone() {
        let sentence = message.to_bytes().contains(&b' ');
        assert!(sentence, "{message:?}");
        let same = messages.clone().filter(|other| *other == message);
        assert_eq!(same.count(), 1, "{message:?}");
    }
}

#[cfg(test)]
mod tests {
    use super::{Error, ErrorKind};

    #[test]
    fn kinds_are_those_of_the_interface() {
        assert_eq!(Error::ZeroDivisor.kind(), ErrorKind::Invalid);
        assert_eq!(Error::NotADescriptor.kind(), ErrorKind::Domain);
        assert_eq!(Error::ThreadRange.kind(), ErrorKind::Range);
        assert_eq!(Error::TableFull.kind(), ErrorKind::NoSpace);
    }
}
