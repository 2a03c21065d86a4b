// SPDX-License-Identifier: MIT

//! Enums by the numbers that C and descriptors give them.

/// Implements the conversion from a number to its variant; unknown numbers are
/// an `Error` of the module. Only the enum contains the numbers.
macro_rules! from_number {
    ($type:ty, else $error:ident, $($variant:ident),+ $(,)?) => {
        impl TryFrom<u32> for $type {
            type Error = Error;

            #[inline]
            fn try_from(number: u32) -> Result<Self, Error> {
                $(
                    if number == Self::$variant as u32 {
                        return Ok(Self::$variant);
                    }
                )+
                Err(Error::$error)
            }
        }
    };
}
pub(crate) use from_number;

/// Implements the test of whether a word has the bit that is a variant.
// Used by modules.
#[allow(unused_macros)]
macro_rules! bits {
    ($($type:ty),+) => {
        $(impl $type {
            /// Whether a word has this bit.
            #[inline]
            pub const fn is_in(self, word: u32) -> bool {
                word & self as u32 != 0
            }
        })+
    };
}
#[allow(unused_imports)]
pub(crate) use bits;
