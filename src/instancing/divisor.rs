// SPDX-License-Identifier: MIT

//! Magic divisors: an exact division by a constant as one multiplication.

use crate::number::from_number;
use crate::Error;

/// How the reciprocal of a divisor is rounded to 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum Rounding {
    /// Down wherever that is exact: instancing.rst and Mesa before 25.1.4. The
    /// default.
    Documented = 0,
    /// To nearest, as newer Mesa does.
    Nearest = 1,
}

from_number!(Rounding, else UnknownRounding, Documented, Nearest);

/// A divisor as a multiplier. The quotient is exact for every 32-bit id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct MagicDivisor {
    /// The multiplier without its bit 31, which is always set.
    pub magic: u32,
    /// floor(log2(divisor)), 0 to 31.
    pub shift: u32,
    /// 1 if the hardware adds 1 to the id before it multiplies.
    pub extra_flags: u32,
}

/// The bit of the multiplier that the hardware supplies itself.
pub(super) const IMPLICIT_BIT: u32 = 1 << 31;

impl MagicDivisor {
    /// The magic divisor of `divisor`, exact for every 32-bit id.
    ///
    /// Source: docs/reference/instancing.md, "Magic divisor".
    ///
    /// # Errors
    /// [`Error::ZeroDivisor`] for 0; [`Error::PowerOfTwoDivisor`] for a power
    /// of two under [`Rounding::Nearest`], whose multiplier would be 2^32.
    ///
    /// ```
    /// use dral::instancing::{MagicDivisor, Rounding};
    /// use dral::Error;
    /// let seven = MagicDivisor::new(7, Rounding::Nearest)?;
    /// assert_eq!(seven.divide(48), 6);
    /// assert_eq!(seven.divide(49), 7);
    /// assert_eq!(
    ///     MagicDivisor::new(8, Rounding::Nearest),
    ///     Err(Error::PowerOfTwoDivisor)
    /// );
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn new(divisor: u32, rounding: Rounding) -> Result<Self, Error> {
        match rounding {
            _ if divisor == 0 => Err(Error::ZeroDivisor),
            Rounding::Nearest if divisor.is_power_of_two() => {
                Err(Error::PowerOfTwoDivisor)
            }
            _ => Ok(Self::compute(divisor, rounding)),
        }
    }

    /// [`MagicDivisor::new`] for a divisor that has one: not 0, and not a
    /// power of two under the nearest rounding.
    pub(super) const fn compute(divisor: u32, rounding: Rounding) -> Self {
        // The divisor shifted left until its bit 31 is set: 2^(32 + shift) /
        // divisor is 2^63 / normalized, and comparisons with 2^shift become
        // comparisons with 2^31. The divisor is not 0, so the bit is already
        // set; the `|` shows the compiler that there is no division by zero.
        let zeros = divisor.leading_zeros();
        let normalized = (divisor.wrapping_shl(zeros) | IMPLICIT_BIT) as u64;
        let half = normalized / 2;
        // One division is enough. The documented rounding rounds down if the
        // remainder is at most this, else up: subtracting one more from the
        // dividend reduces the quotient by 1 in exactly the first case.
        const MOST_ROUNDED_DOWN: u64 = 1 << 31;
        let dividend = match rounding {
            Rounding::Documented => (1 << 63) - MOST_ROUNDED_DOWN - 1,
            Rounding::Nearest => (1 << 63) + half,
        };
        let quotient = dividend / normalized;
        let remainder = dividend % normalized;
        let (multiplier, rounded_down) = match rounding {
            Rounding::Documented => {
                let rest = normalized - remainder;
                (quotient + 1, rest <= MOST_ROUNDED_DOWN)
            }
            Rounding::Nearest => (quotient, remainder > half),
        };
        Self {
            magic: multiplier as u32 & !IMPLICIT_BIT,
            shift: zeros ^ 31,
            extra_flags: rounded_down as u32,
        }
    }

    /// Whether each field fits the bits that descriptors have for it.
    pub(super) const fn is_well_formed(self) -> bool {
        self.magic < IMPLICIT_BIT && self.shift < 32 && self.extra_flags < 2
    }

    /// The first id for which this triple, used as the magic divisor of
    /// `divisor`, gives a wrong quotient; `None` if it is exact for all 2^32
    /// ids. Use it to check a magic from elsewhere, for example from floating
    /// point.
    ///
    /// # Errors
    /// [`Error::ZeroDivisor`] for the divisor 0.
    ///
    /// ```
    /// use dral::instancing::{MagicDivisor, Rounding};
    /// let exact = MagicDivisor::new(4_971_027, Rounding::Documented)?;
    /// assert_eq!(exact.first_wrong_id(4_971_027), Ok(None));
    ///
    /// // What floating point makes of it is one too low.
    /// let floating = MagicDivisor { magic: 0x57FF_FFE4, ..exact };
    /// let wrong = floating.first_wrong_id(4_971_027)?.unwrap();
    /// assert_ne!(floating.divide(wrong), wrong / 4_971_027);
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub const fn first_wrong_id(
        self,
        divisor: u32,
    ) -> Result<Option<u32>, Error> {
        if divisor == 0 {
            return Err(Error::ZeroDivisor);
        }
        let multiplier = (self.magic | IMPLICIT_BIT) as u64;
        let one = 1u64 << (32 + (self.shift & 31));
        let extra = (self.extra_flags & 1) as u64;
        // The model advances to the next element every one / multiplier ids;
        // `divisor` ids would be right.
        let step = multiplier * divisor as u64;
        // Too early: the last id before an element already gets it. With the
        // extra flag this holds for element 1; without it, for the first k for
        // which k * (step - one) makes up for what the product of that id
        // lacks.
        let first_early_element = if extra == 1 && step >= one {
            Some(1)
        } else if extra == 0 && step > one {
            Some(multiplier.div_ceil(step - one))
        } else {
            None
        };
        let id = if let Some(element) = first_early_element {
            match element.checked_mul(one) {
                // Beyond 2^64 there is no 32-bit id.
                None => return Ok(None),
                Some(start) => start.div_ceil(multiplier) - extra,
            }
        } else if step < one {
            // Too late: the first id of element k still gets k - 1.
            let k = extra * multiplier / (one - step) + 1;
            k.saturating_mul(divisor as u64)
        } else {
            return Ok(None);
        };
        if id <= u32::MAX as u64 {
            Ok(Some(id as u32))
        } else {
            Ok(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first wrong id by trying one id after the other.
    fn first_wrong_by_trial(
        candidate: MagicDivisor,
        divisor: u32,
        limit: u32,
    ) -> Option<u32> {
        (0..limit).find(|&id| candidate.divide(id) != id / divisor)
    }

    /// The definition: docs/reference/instancing.md, "Magic divisor".
    fn by_definition(divisor: u32, rounding: Rounding) -> MagicDivisor {
        let shift = divisor.ilog2();
        let dividend = 1_u64 << (32 + shift);
        let (divisor, half) = (u64::from(divisor), u64::from(divisor) / 2);
        let (rounded, flag) = match rounding {
            Rounding::Documented => {
                let down = dividend % divisor <= 1 << shift;
                (dividend.div_ceil(divisor) - u64::from(down), down)
            }
            Rounding::Nearest => {
                let sum = dividend + half;
                (sum / divisor, sum % divisor > half)
            }
        };
        MagicDivisor {
            magic: rounded as u32 & !IMPLICIT_BIT,
            shift,
            extra_flags: flag.into(),
        }
    }

    #[test]
    fn magic_divisors_follow_their_definition() {
        // The only divisors for which the last bound of the documented rounding
        // matters: they divide 2^63 - 1.
        let rare = [0x87FB_C059, 0x8A82_B9F1, 0xEC92_E8EF, 0xF0F8_7817];
        let near = (1..32).flat_map(|bit| {
            let power = 1_u32 << bit;
            (0..9).flat_map(move |d| [power - d.min(power - 1), power + d])
        });
        let mut compared = 0;
        for divisor in (1..2000).chain(rare).chain(near) {
            for rounding in [Rounding::Documented, Rounding::Nearest] {
                let computed = MagicDivisor::new(divisor, rounding);
                let expected = match (divisor.is_power_of_two(), rounding) {
                    (true, Rounding::Nearest) => Err(Error::PowerOfTwoDivisor),
                    _ => Ok(by_definition(divisor, rounding)),
                };
                assert_eq!(computed, expected, "{divisor} {rounding:?}");
                compared += 1;
            }
        }
        assert!(compared > 5000, "{compared}");
        for rounding in [Rounding::Documented, Rounding::Nearest] {
            let computed = MagicDivisor::new(0, rounding);
            assert_eq!(computed, Err(Error::ZeroDivisor));
        }
    }

    #[test]
    fn the_first_wrong_id_is_the_one_that_trial_finds() {
        const LIMIT: u32 = 3000;
        let mut wrong = 0;
        let mut right = 0;
        for divisor in 1..=130u32 {
            let around =
                MagicDivisor::new(divisor, Rounding::Documented).unwrap();
            for change in -40i32..=40 {
                for (shift, extra_flags) in [
                    (around.shift, 0),
                    (around.shift, 1),
                    (around.shift + 1, 1),
                    (around.shift.saturating_sub(1), 0),
                ] {
                    let candidate = MagicDivisor {
                        magic: around.magic.wrapping_add_signed(change << 20)
                            & !IMPLICIT_BIT,
                        shift,
                        extra_flags,
                    };
                    let first = candidate.first_wrong_id(divisor).unwrap();
                    let tried = first_wrong_by_trial(candidate, divisor, LIMIT);
                    if tried.is_some() {
                        wrong += 1;
                        assert_eq!(first, tried, "{divisor} {candidate:?}");
                    } else {
                        right += 1;
                        assert!(first.is_none_or(|id| id >= LIMIT
                            && candidate.divide(id) != id / divisor
                            && candidate.divide(id - 1) == (id - 1) / divisor));
                    }
                }
            }
        }
        assert!(wrong > 1000 && right > 100, "{wrong} wrong, {right} right");
    }
}
