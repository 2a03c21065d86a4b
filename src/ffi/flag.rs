// SPDX-License-Identifier: MIT

//! Flags from C: 0 or 1.

use crate::Error;

/// Converts a flag from C.
pub(super) fn flag(number: u32) -> Result<bool, Error> {
    match number {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Error::UnknownFlag),
    }
}

#[cfg(test)]
mod tests {
    use super::{flag, Error};

    #[test]
    fn a_flag_is_0_or_1() {
        assert_eq!(flag(0), Ok(false));
        assert_eq!(flag(1), Ok(true));
        for number in [2, 256, u32::MAX] {
            assert_eq!(flag(number), Err(Error::UnknownFlag));
        }
    }
}
