// SPDX-License-Identifier: MIT

//! Why a call fails.

use core::ffi::{c_int, CStr};

/// An error of the core or of a module, with its number in C.
pub(crate) trait Reason: Copy {
    /// The negative number that C gets.
    fn number(self) -> c_int;
}

/// A documentation comment as a sentence: without its first space, up to the
/// first NUL.
pub(crate) const fn sentence(comment: &'static [u8]) -> &'static CStr {
    let text = match comment {
        [b' ', text @ ..] => text,
        text => text,
    };
    match CStr::from_bytes_until_nul(text) {
        Ok(text) => text,
        Err(_) => c"",
    }
}

/// The numbers of the core and of each module begin this far apart.
const NUMBERS_PER_ENUM: u32 = 100;

/// The number of the first error.
const FIRST: c_int = -10001;

/// Checks that numbers count down by 1 from the first of this enum.
pub(crate) const fn assert_consecutive(numbers: &[c_int]) {
    assert!(numbers.len() <= NUMBERS_PER_ENUM as usize);
    let from_first = FIRST - numbers[0];
    assert!(from_first >= 0 && from_first % NUMBERS_PER_ENUM as c_int == 0);
    let mut index = 1;
    while index < numbers.len() {
        assert!(numbers[index] + 1 == numbers[index - 1]);
        index += 1;
    }
}

/// The sentence for a number that C gets, with its NUL and what follows it.
pub(crate) fn text(number: c_int) -> &'static [u8] {
    let index = FIRST.wrapping_sub(number) as u32;
    let comments = match index / NUMBERS_PER_ENUM {
        0 => Error::COMMENTS,
        1 => crate::modules::descriptor_layout::Error::COMMENTS,
        2 => crate::modules::binding_table::Error::COMMENTS,
        3 => crate::modules::varying::Error::COMMENTS,
        4 => crate::modules::indirect_draw::Error::COMMENTS,
        5 => crate::modules::dynamic_state::Error::COMMENTS,
        _ => "",
    };
    nth_text(comments, index % NUMBERS_PER_ENUM)
        .or_else(|| {
            nth_text(" no error\0 unknown error\0", (number < 0).into())
        })
        .unwrap_or_default()
}

/// The documentation comment at an index, without its first space, and with
/// its NUL and everything that follows it.
///
/// They are one constant, because linkers keep or drop the strings of an object
/// all together: a driver that asks for the text of an error would get the
/// strings of every module.
fn nth_text(comments: &'static str, index: u32) -> Option<&'static [u8]> {
    let mut rest = comments.as_bytes();
    for _ in 0..index {
        let end = rest.iter().position(|byte| *byte == 0)?;
        rest = rest.get(end + 1..)?;
    }
    rest.get(1..)
}

/// Defines the enum `Error` of the core or of a module. The comment of a
/// variant is also its sentence for a log. A reason that another enum also has
/// is shared: it has the number and the sentence there, and C sees only that
/// one.
macro_rules! errors {
    (
        $(#[$attribute:meta])*
        pub enum Error {
            $($(#[doc = $line:literal])+ $variant:ident = $number:literal,)+
        }
        $(shared { $($shared:ident = $same:path,)+ })?
    ) => {
        $(#[$attribute])*
        pub enum Error {
            $($(#[doc = $line])+ $variant = $number,)+
            $($(
                #[doc = concat!("the same as [`", stringify!($same), "`]")]
                $shared = $same as isize,
            )+)?
        }

        impl Error {
            /// The sentences, each with a space before and a NUL after it.
            pub(crate) const COMMENTS: &'static str =
                concat!($($($line,)+ "\0"),+);

            /// All errors that are not shared, in the order of their numbers.
            pub const ALL: &'static [Self] = {
                $crate::error::assert_consecutive(&[$($number),+]);
                &[$(Self::$variant),+]
            };

            /// The reason as a sentence for a driver's log.
            pub fn message(self) -> &'static core::ffi::CStr {
                let text = $crate::error::text(self as core::ffi::c_int);
                core::ffi::CStr::from_bytes_until_nul(text).unwrap_or_default()
            }
        }

        impl $crate::error::Reason for Error {
            fn number(self) -> core::ffi::c_int {
                self as core::ffi::c_int
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
    /// Why a call fails. Functions return the negative number.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Error {
        /// NULL pointer
        NullPointer = -10001,
        /// array is too long
        ArrayLength = -10002,
        /// output is too small
        OutputTooSmall = -10003,
        /// unknown architecture
        UnknownArchitecture = -10004,
        /// unknown padding rule
        UnknownPaddingRule = -10005,
        /// unknown rounding
        UnknownRounding = -10006,
        /// unknown rate
        UnknownRate = -10007,
        /// unknown rule or flag
        UnknownFlag = -10008,
        /// unknown table shape
        UnknownTableShape = -10009,
        /// unknown form of divisor 1
        UnknownDivisorOne = -10010,
        /// unused buffer has no record
        UnusedBuffer = -10011,
        /// packed table has no images
        ImagesInPackedTable = -10012,
        /// more than 16 buffers, or not as prepared
        BufferCount = -10013,
        /// vertex state is not prepared
        NotPrepared = -10014,
        /// draw is unresolved, not valid or empty
        NotResolved = -10015,
        /// vertex count is 0
        NoVertices = -10016,
        /// instance count is 0
        NoInstances = -10017,
        /// vertices per primitive is 0
        NoVerticesPerPrimitive = -10018,
        /// divisor is 0
        ZeroDivisor = -10019,
        /// descriptor is cut off
        TruncatedDescriptor = -10020,
        /// v9 and later have no attribute records
        NoAttributeRecords = -10021,
        /// only v4 and v5 have id records
        NoIdRecords = -10022,
        /// no divisors in descriptors before v9
        NoAttributeDescriptors = -10023,
        /// divisor is a power of two: shift instead
        PowerOfTwoDivisor = -10024,
        /// not a padded count
        NotAPaddedCount = -10025,
        /// not a valid descriptor of this kind
        NotADescriptor = -10026,
        /// padded count exceeds 32 bits
        PaddedCountRange = -10027,
        /// draw exceeds 2^32 threads
        ThreadRange = -10028,
        /// counts exceed the invocation's 32 bits
        InvocationRange = -10029,
        /// address exceeds 56 bits
        AddressRange = -10030,
        /// buffer size exceeds 32 bits
        SizeRange = -10031,
        /// attribute offset exceeds signed 32 bits
        OffsetRange = -10032,
        /// format exceeds 22 bits
        FormatRange = -10033,
        /// table number exceeds 6 bits
        TableRange = -10034,
        /// index range has 2^32 vertices
        VertexRange = -10035,
        /// vertex number exceeds 32 bits
        StartRange = -10036,
        /// slot exceeds 9 bits
        SlotRange = -10037,
        /// more than 32 attributes
        ElementCount = -10038,
        /// idvs is neither no nor yes
        UnknownIdvs = -10039,
        /// state and draw differ in architecture or rounding
        StateMismatch = -10040,
    }
}

/// The numbers, names and sentences of all errors of the library.
#[cfg(test)]
pub(crate) fn all() -> std::vec::Vec<(c_int, std::string::String, &'static CStr)>
{
    let mut all = std::vec::Vec::new();
    macro_rules! add {
        ($error:ty) => {
            all.extend(<$error>::ALL.iter().map(|error| {
                (*error as c_int, std::format!("{error:?}"), error.message())
            }));
        };
    }
    add!(Error);
    add!(crate::modules::descriptor_layout::Error);
    add!(crate::modules::binding_table::Error);
    add!(crate::modules::varying::Error);
    add!(crate::modules::indirect_draw::Error);
    add!(crate::modules::dynamic_state::Error);
    all
}

#[cfg(test)]
mod tests {
    use super::{all, assert_consecutive, Error};

    #[test]
    #[should_panic]
    fn a_gap_between_numbers_is_refused() {
        assert_consecutive(&[-10_001, -10_003]);
    }

    #[test]
    fn every_error_has_a_number_and_a_sentence_of_its_own() {
        let all = all();
        // Beyond the numbers of errno, which end at 4095.
        assert_eq!(all[0].0, -10001);
        // The core's, then each module's.
        assert!(all.is_sorted_by(|(one, ..), (next, ..)| one > next));
        for (_, name, text) in &all {
            assert!(text.to_bytes().contains(&b' '), "{name}: {text:?}");
            assert_ne!(text.to_bytes()[0], b' ', "{name}: {text:?}");
            let same = all.iter().filter(|(_, _, its_text)| its_text == text);
            assert_eq!(same.count(), 1, "{name}: {text:?}");
        }
        assert_eq!(Error::ZeroDivisor.message(), c"divisor is 0");
    }

    #[test]
    fn a_module_shares_an_error_with_the_core() {
        let shared = crate::modules::varying::Error::UnknownFlag;
        assert_eq!(shared as i32, Error::UnknownFlag as i32);
        assert_eq!(shared.message(), Error::UnknownFlag.message());
        assert!(!crate::modules::varying::Error::ALL.contains(&shared));
    }
}
