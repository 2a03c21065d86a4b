// SPDX-License-Identifier: MIT

//! Padded vertex counts and magic divisors of whole arrays, in forms that
//! compilers make vector instructions of: no branch, and no leading zeros or
//! integer division, which few processors have for vectors. The exponent of
//! a float tells the size of a number instead.
//!
//! What floating point computes is let be wrong by more than any rounding
//! makes it, and integers decide; so the results are exact, whatever
//! rounding mode the caller has set.

use super::divisor::{MagicDivisor, Rounding, IMPLICIT_BIT};
use crate::Error;

/// The first input that `is_bad`, looking at so many at once that compilers
/// use vectors.
#[inline]
fn first_bad(inputs: &[u32], is_bad: impl Fn(u32) -> bool) -> Option<u32> {
    let mut rest = inputs;
    while let Some((block, others)) = rest.split_first_chunk::<8>() {
        if block.iter().fold(false, |any, &input| any | is_bad(input)) {
            break;
        }
        rest = others;
    }
    rest.iter().copied().find(|&input| is_bad(input))
}

/// The padded count of a vertex count below 0xE0000000, as
/// [`super::padded_vertex_count`] has it.
#[inline]
fn padded_count(vertex_count: u32) -> u32 {
    // The padded count is the next multiple of `step`, a power of two: below
    // 10 vertices it is 1, else an eighth of the highest bit of the vertex
    // count if the top four bits are 8 (or 9, which is free: both steps
    // lead to 10), a quarter if they are 10 or more. 7/8 of the vertex count
    // has its highest bit one lower just in the first case. Rounding by
    // `f32` can take 9 for 10, or 15.99 for the 8 of the next power of two,
    // which gives the same step. The bit that is shifted out has no say.
    let size = ((vertex_count >> 1) as i32 as f32 * 0.875).max(2.0);
    let step = 1 << (size.to_bits() >> 23 & 31);
    // Below 20 vertices a multiple of the step stays.
    let before = vertex_count.wrapping_sub((vertex_count < 20) as u32);
    (before & !(step - 1)).wrapping_add(step)
}

/// [`super::padded_vertex_count`] of each; all fit into the output, or
/// nothing is written.
///
/// # Errors
/// [`Error::PaddedCountRange`] when a padded count would be 2^32.
pub(crate) fn padded_vertex_counts(
    vertex_counts: &[u32],
    padded_counts: &mut [u32],
) -> Result<(), Error> {
    if first_bad(vertex_counts, |v| v >= 0xE000_0000).is_some() {
        return Err(Error::PaddedCountRange);
    }
    for (output, &input) in padded_counts.iter_mut().zip(vertex_counts) {
        *output = padded_count(input);
    }
    Ok(())
}

/// Slightly less than 1.
const BELOW_ONE: f64 = 1.0 - 1.0 / (1u64 << 50) as f64;

/// Where the bits of the mantissa of an `f64` begin that are left when it
/// has 31 of them; the implicit one before it is [`IMPLICIT_BIT`].
const MANTISSA: u32 = 52 - 31;

/// A float between powers of two, moved up until bit 31 is set, and rounded
/// down.
#[inline]
fn normalized(float: u64) -> u64 {
    let implicit = u64::from(IMPLICIT_BIT);
    float >> MANTISSA & (implicit - 1) | implicit
}

/// [`MagicDivisor::new`] of each; all have one, or nothing is written.
///
/// # Errors
/// Those of [`MagicDivisor::new`] for the first that has none.
pub(crate) fn magic_divisors(
    divisors: &[u32],
    rounding: Rounding,
    outputs: &mut [MagicDivisor],
) -> Result<(), Error> {
    // 0 for both roundings; powers of two for the nearest.
    let low = rounding as u32;
    if let Some(bad) = first_bad(divisors, |d| d & d.wrapping_sub(low) == 0) {
        return Err(match bad {
            0 => Error::ZeroDivisor,
            _ => Error::PowerOfTwoDivisor,
        });
    }
    // The multiplier is the least whose product with the normalized divisor
    // n is 2^63 - margin or more; the margin is 2^31, or n / 2.
    let half = u64::from(low).wrapping_neg();
    let fixed = 1 << 63 | (1 << 31 & !half);
    for (output, &divisor) in outputs.iter_mut().zip(divisors) {
        let float = f64::from(divisor);
        let n = normalized(float.to_bits());
        // 2^63 / n, or one less if that is an integer or hardly greater;
        // either way the multiplier or one less. Just a power of two has
        // the multiplier 2^32 - 1 for 2^63 / n = 2^32.
        let quotient = normalized((BELOW_ONE / float).to_bits());
        let product = quotient * n;
        // Bit 63 is set if it must be one more.
        let up = product.wrapping_add(n >> 1 & half).wrapping_add(fixed);
        let multiplier = quotient + (up >> 63);
        // With the quotient itself the product is less than 2^63, as with
        // every multiplier that was rounded down.
        let above = up & (product + n);
        *output = MagicDivisor {
            magic: multiplier as u32 & !IMPLICIT_BIT,
            shift: (float.to_bits() >> 52) as u32 - 1023,
            extra_flags: 1 ^ (above >> 63) as u32,
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instancing::padded_vertex_count;

    /// Small numbers, and those around each power of two and the numbers
    /// with a few more bits: the edges of every rule.
    fn edges() -> impl Iterator<Item = u32> {
        let tops = (4..32).flat_map(|bit| {
            (16..32u64).map(move |top| (top << bit >> 4) as i64)
        });
        let around = tops.flat_map(|top| (-40..40).map(move |d| top + d));
        (0..2000).chain(around.filter_map(|number| number.try_into().ok()))
    }

    const LENGTH: usize = 37;

    /// Calls `compare` with all numbers, some at a time.
    fn in_batches(
        mut numbers: impl Iterator<Item = u32>,
        mut compare: impl FnMut(&[u32]),
    ) -> usize {
        let mut batch = [0; LENGTH];
        let mut compared = 0;
        loop {
            let mut length = 0;
            for (place, number) in batch.iter_mut().zip(&mut numbers) {
                *place = number;
                length += 1;
            }
            if length == 0 {
                return compared;
            }
            compare(&batch[..length]);
            compared += length;
        }
    }

    #[test]
    fn batches_pad_as_single_counts() {
        let fitting = edges().filter(|&v| v < 0xE000_0000);
        let compared = in_batches(fitting, |counts| {
            let mut padded = [!0; LENGTH];
            assert_eq!(padded_vertex_counts(counts, &mut padded), Ok(()));
            for (&count, padded) in counts.iter().zip(padded) {
                assert_eq!(padded, padded_vertex_count(count), "{count}");
            }
            assert!(padded[counts.len()..].iter().all(|&p| p == !0));
        });
        assert!(compared > 20_000, "{compared}");
    }

    #[test]
    fn batches_divide_as_single_divisors() {
        const NONE: MagicDivisor =
            MagicDivisor { magic: !0, shift: !0, extra_flags: !0 };
        for rounding in [Rounding::Documented, Rounding::Nearest] {
            let fitting =
                edges().filter(|&d| MagicDivisor::new(d, rounding).is_ok());
            let compared = in_batches(fitting, |divisors| {
                let mut magics = [NONE; LENGTH];
                let result = magic_divisors(divisors, rounding, &mut magics);
                assert_eq!(result, Ok(()));
                for (&divisor, magic) in divisors.iter().zip(magics) {
                    let single = MagicDivisor::new(divisor, rounding);
                    assert_eq!(Ok(magic), single, "{divisor}");
                }
                assert!(magics[divisors.len()..].iter().all(|&m| m == NONE));
            });
            assert!(compared > 20_000, "{compared}");
        }
    }

    #[test]
    fn one_bad_input_anywhere_is_found_before_anything_is_written() {
        const NONE: MagicDivisor =
            MagicDivisor { magic: !0, shift: !0, extra_flags: !0 };
        for length in 1..LENGTH {
            for place in 0..length {
                let mut inputs = [7; LENGTH];
                let mut padded = [!0; LENGTH];
                inputs[place] = 0xE000_0000;
                assert_eq!(
                    padded_vertex_counts(&inputs[..length], &mut padded),
                    Err(Error::PaddedCountRange)
                );
                assert_eq!(padded, [!0; LENGTH]);

                let mut magics = [NONE; LENGTH];
                let mut refusal = |bad, rounding| {
                    inputs[place] = bad;
                    // The first decides.
                    if let Some(next) = inputs.get_mut(place + 1) {
                        *next = 4 - bad;
                    }
                    let inputs = &inputs[..length];
                    magic_divisors(inputs, rounding, &mut magics)
                };
                for rounding in [Rounding::Documented, Rounding::Nearest] {
                    let zero = refusal(0, rounding);
                    assert_eq!(zero, Err(Error::ZeroDivisor));
                }
                let power = refusal(4, Rounding::Nearest);
                assert_eq!(power, Err(Error::PowerOfTwoDivisor));
                assert_eq!(magics, [NONE; LENGTH]);
            }
        }
    }
}
