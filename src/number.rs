// SPDX-License-Identifier: MIT

//! Enums by the numbers that C and descriptors give them.

/// Implements the conversion from a number to its variant; unknown numbers are
/// an `Error` of the module. The enum contains the numbers; variants that
/// [`named`] lists count from 0.
macro_rules! from_number {
    ($type:ty, else $error:ident $(,)?) => {
        impl TryFrom<u32> for $type {
            type Error = Error;

            #[inline]
            fn try_from(number: u32) -> Result<Self, Error> {
                let variant = Self::ALL.get(number as usize);
                variant.copied().ok_or(Error::$error)
            }
        }
    };
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

/// The length of a name, with the 0 at its end.
// Used by modules.
#[allow(dead_code)]
pub(crate) const fn name_length(variant: &[u8]) -> usize {
    // The first word has no underscore, but there is the 0.
    let mut length = variant.len();
    let mut letters = variant;
    while let [letter, rest @ ..] = letters {
        length += letter.is_ascii_uppercase() as usize;
        letters = rest;
    }
    length
}

/// The name of a variant, with a 0 at its end: VP_VIEWPORTS for `VpViewports`.
/// Only runs at compile time.
// Used by modules.
#[allow(dead_code)]
pub(crate) const fn name<const LENGTH: usize>(variant: &[u8]) -> [u8; LENGTH] {
    let mut name = [0; LENGTH];
    let (mut end, mut letters) = (0, variant);
    while let [letter, rest @ ..] = letters {
        if letter.is_ascii_uppercase() && end > 0 {
            name[end] = b'_';
            end += 1;
        }
        name[end] = letter.to_ascii_uppercase();
        end += 1;
        letters = rest;
    }
    name
}

/// Defines an enum that counts from 0, with a list of its variants and their
/// names in drivers.
// build.rs reads the enum for the header: it must be all of the macro's input.
// Used by modules.
#[allow(unused_macros)]
macro_rules! named {
    (
        $(#[$attribute:meta])*
        pub enum $type:ident {
            $($(#[$comment:meta])* $variant:ident = $number:literal,)+
        }
    ) => {
        $(#[$attribute])*
        pub enum $type {
            $($(#[$comment])* $variant = $number,)+
        }

        impl $type {
            /// All of them, indexed by their numbers.
            pub(super) const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name in drivers.
            pub const fn name(self) -> &'static core::ffi::CStr {
                use $crate::number::{name, name_length};
                match self {
                    $(Self::$variant => const {
                        const VARIANT: &[u8] =
                            stringify!($variant).as_bytes();
                        const NAME: &[u8] =
                            &name::<{ name_length(VARIANT) }>(VARIANT);
                        match core::ffi::CStr::from_bytes_with_nul(NAME) {
                            Ok(name) => name,
                            Err(_) => panic!("a 0 within the name"),
                        }
                    },)+
                }
            }
        }
    };
}
#[allow(unused_imports)]
pub(crate) use named;

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
