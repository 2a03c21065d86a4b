// SPDX-License-Identifier: MIT

//! Enums by the numbers that C and descriptors give them.

/// Implements the conversion from a number to its variant; unknown numbers are
/// an `Error` of the module. The variants are listed by [`named`] or by the
/// call.
macro_rules! from_number {
    ($type:ty, else $error:ident $(,)?) => {
        impl TryFrom<u32> for $type {
            type Error = Error;

            fn try_from(number: u32) -> Result<Self, Error> {
                let variant = Self::ALL.get(number as usize);
                variant.copied().ok_or(Error::$error)
            }
        }
    };
    ($type:ty, else $error:ident, $($variant:ident),+ $(,)?) => {
        impl TryFrom<u32> for $type {
            type Error = Error;

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

/// Lists the variants of an enum that counts from 0, in their order, with
/// their names in drivers.
macro_rules! named {
    ($type:ty: $($variant:ident => $name:literal,)+) => {
        impl $type {
            /// All of them, indexed by their numbers.
            pub(super) const ALL: &'static [Self] = {
                let all = &[$(Self::$variant),+];
                let mut number = 0;
                while number < all.len() {
                    assert!(all[number] as usize == number);
                    number += 1;
                }
                all
            };

            /// Its name in drivers.
            pub const fn name(self) -> &'static core::ffi::CStr {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}
pub(crate) use named;

/// Implements the test of whether a word has the bit that is a variant.
macro_rules! bits {
    ($($type:ty),+) => {
        $(impl $type {
            /// Whether a word has this bit.
            pub const fn is_in(self, word: u32) -> bool {
                word & self as u32 != 0
            }
        })+
    };
}
pub(crate) use bits;
