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
    // Numbered by the rows of a table from 0 on.
    ($type:ty, else $error:ident, in $rows:ident.$variant:ident) => {
        impl TryFrom<u32> for $type {
            type Error = Error;

            #[inline]
            fn try_from(number: u32) -> Result<Self, Error> {
                $rows
                    .get(number as usize)
                    .map(|row| row.$variant)
                    .ok_or(Error::$error)
            }
        }
    };
}
pub(crate) use from_number;

#[cfg(test)]
mod tests {
    use crate::instancing::*;
    use crate::Error;

    #[test]
    fn only_the_numbers_of_variants_are_taken() {
        for number in 0..300 {
            let result = RecordType::try_from(number).map(|t| t as u32);
            if (1..=4).contains(&number) {
                assert_eq!(result, Ok(number));
            } else {
                assert_eq!(result, Err(Error::NotADescriptor));
            }
            let result = Rate::try_from(number).map(|rate| rate as u32);
            if number < 3 {
                assert_eq!(result, Ok(number));
            } else {
                assert_eq!(result, Err(Error::UnknownRate));
            }
        }
        for number in [2, 256, u32::MAX] {
            assert_eq!(
                PaddingRule::try_from(number),
                Err(Error::UnknownPaddingRule)
            );
            assert_eq!(Rounding::try_from(number), Err(Error::UnknownRounding));
            assert_eq!(Frequency::try_from(number), Err(Error::NotADescriptor));
        }
        for number in [0, 4, 0x22 + 256] {
            assert!(ValhallType::try_from(number).is_err());
            assert!(IdType::try_from(number).is_err());
        }
    }
}
