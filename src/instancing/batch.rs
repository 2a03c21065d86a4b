// SPDX-License-Identifier: MIT

//! Padded vertex counts and magic divisors of whole arrays, in a form that
//! compilers can vectorize: no branches, and no leading zeros or integer
//! division, which few processors have for vectors. The exponent of a float
//! gives the number of bits of a number, and its mantissa the number shifted
//! left.
//!
//! Floating point only estimates, with a margin greater than its rounding
//! error, and integers decide, so results are exact in every rounding mode.

use super::divisor::{MagicDivisor, Rounding, IMPLICIT_BIT};
use super::padded_vertex_count;
use crate::Error;

/// A multiple of the vector length of every processor, so that compilers need
/// no second loop for a remainder.
const BLOCK: usize = 16;

/// The first input that `is_bad`.
#[inline(always)]
fn first_bad(inputs: &[u32], is_bad: impl Fn(u32) -> bool) -> Option<u32> {
    let (blocks, rest) = inputs.split_at(inputs.len() / BLOCK * BLOCK);
    let mut searched = rest;
    // Checks whole blocks, because a vector loop cannot stop early.
    if !blocks.is_empty()
        && blocks.iter().fold(false, |any, &input| any | is_bad(input))
    {
        searched = blocks;
    }
    searched.iter().copied().find(|&input| is_bad(input))
}

/// Computes the outputs of all inputs: whole blocks with `by_vectors`, the
/// rest with `alone`.
#[inline(always)]
fn compute_each<T>(
    inputs: &[u32],
    outputs: &mut [T],
    by_vectors: impl Fn(u32) -> T,
    alone: impl Fn(u32) -> T,
) {
    let count = inputs.len().min(outputs.len()) / BLOCK * BLOCK;
    let (blocks, inputs) = inputs.split_at(count);
    let (block_outputs, outputs) = outputs.split_at_mut(count);
    if count != 0 {
        for (output, &input) in block_outputs.iter_mut().zip(blocks) {
            *output = by_vectors(input);
        }
    }
    for (output, &input) in outputs.iter_mut().zip(inputs) {
        *output = alone(input);
    }
}

/// [`super::padded_vertex_count`] of a vertex count below 0xE0000000.
#[inline]
fn padded_count(vertex_count: u32) -> u32 {
    // The padded count is the next multiple of a step, a power of two. From 10
    // vertices on, the step follows from the top four bits of the vertex
    // count: with 8 it is their lowest bit, with 10 or more the next higher
    // bit; with 9 both give
    // 10. Seven eighths of the vertex count are below its highest bit with 8,
    // but not with 10 or more. The bit that is shifted out does not matter,
    // and if the float is rounded up to a power of two, the step is the same.
    // Up to 9 vertices the step is 1.
    let size = (vertex_count >> 1) as i32 as f32 * 0.875;
    // Not `max`, which some processors need libm for.
    let size = if size > 2.0 { size } else { 2.0 };
    let step = 1 << (size.to_bits() >> 23 & 31);
    // Below 20 vertices, a multiple stays as it is.
    let before = vertex_count.wrapping_sub((vertex_count < 20) as u32);
    (before & !(step - 1)).wrapping_add(step)
}

/// [`super::padded_vertex_count`] of each. On error nothing is written.
///
/// # Errors
/// [`Error::PaddedCountRange`] if a padded count would be 2^32.
pub(crate) fn padded_vertex_counts(
    vertex_counts: &[u32],
    padded_counts: &mut [u32],
) -> Result<(), Error> {
    if first_bad(vertex_counts, |v| v >= 0xE000_0000).is_some() {
        return Err(Error::PaddedCountRange);
    }
    compute_each(
        vertex_counts,
        padded_counts,
        padded_count,
        padded_vertex_count,
    );
    Ok(())
}

/// Less than 1 by more than the rounding error of a quotient.
const BELOW_ONE: f64 = 1.0 - 1.0 / (1u64 << 50) as f64;

/// A float scaled by a power of two to between 2^31 and 2^32, without its
/// fraction.
#[inline]
fn normalized(float: f64) -> u64 {
    let below_implicit = u64::from(IMPLICIT_BIT) - 1;
    (float.to_bits() >> 21 & below_implicit) + u64::from(IMPLICIT_BIT)
}

/// [`MagicDivisor::new`] of each. On error nothing is written.
///
/// # Errors
/// The errors of [`MagicDivisor::new`] for the first invalid divisor.
pub(crate) fn magic_divisors(
    divisors: &[u32],
    rounding: Rounding,
    outputs: &mut [MagicDivisor],
) -> Result<(), Error> {
    // Nearest is 1; powers of two are then refused in addition to 0.
    let nearest = rounding as u32;
    let is_bad = |d: u32| d & d.wrapping_sub(nearest) == 0;
    if let Some(bad) = first_bad(divisors, is_bad) {
        return Err(match bad {
            0 => Error::ZeroDivisor,
            _ => Error::PowerOfTwoDivisor,
        });
    }
    // With the normalized divisor n, the multiplier is the smallest whose
    // product with n is at least 2^63 - margin. The margin is n / 2 for the
    // nearest rounding, else 2^31. It is added to 2^63, so that bit 63 of a
    // sum shows whether a product is less.
    let half = u64::from(nearest).wrapping_neg();
    let fixed = (1 << 63) + (!half & 1 << 31);
    let by_vectors = |divisor| {
        let float = f64::from(divisor);
        let n = normalized(float);
        // 2^63 / n, or one less if the quotient is an integer or just above
        // one. So it is the multiplier or one less: just above an integer the
        // multiplier is that integer, except for powers of two, where it may
        // be one less.
        let quotient = normalized(BELOW_ONE / float);
        let product = quotient * n;
        let next = product + n;
        let up = product.wrapping_add(n >> 1 & half).wrapping_add(fixed);
        let multiplier = quotient + (up >> 63);
        // The product of the quotient is less than 2^63. So the product of the
        // multiplier is 2^63 or more only if the multiplier is the next number
        // and its product is 2^63 or more.
        let rounded_up = up & next;
        MagicDivisor {
            magic: multiplier as u32 & !IMPLICIT_BIT,
            shift: (float.to_bits() >> 52) as u32 - 1023,
            extra_flags: 1 ^ (rounded_up >> 63) as u32,
        }
    };
    compute_each(divisors, outputs, by_vectors, |divisor| {
        MagicDivisor::compute_once(divisor, rounding)
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// The edges of every rule: small numbers, and numbers around each power
    /// of two and around numbers with a few more bits.
    fn edges() -> impl Iterator<Item = u32> {
        let tops = (4..32).flat_map(|bit| {
            (16..32u64).map(move |top| (top << bit >> 4) as i64)
        });
        let around = tops.flat_map(|top| (-3..4).map(move |d| top + d));
        (0..300).chain(around.filter_map(|number| number.try_into().ok()))
    }

    /// Two blocks and a remainder.
    const LENGTH: usize = 37;

    const NONE: MagicDivisor =
        MagicDivisor { magic: !0, shift: !0, extra_flags: !0 };

    #[test]
    fn batches_pad_as_single_counts() {
        let fitting: Vec<_> = edges().filter(|&v| v < 0xE000_0000).collect();
        assert!(fitting.len() > 2500);
        for counts in fitting.chunks(LENGTH) {
            let mut padded = [!0; LENGTH];
            assert_eq!(padded_vertex_counts(counts, &mut padded), Ok(()));
            for (&count, padded) in counts.iter().zip(padded) {
                assert_eq!(padded, padded_vertex_count(count), "{count}");
            }
            assert!(padded[counts.len()..].iter().all(|&p| p == !0));
        }
    }

    #[test]
    fn batches_divide_as_single_divisors() {
        for rounding in [Rounding::Documented, Rounding::Nearest] {
            let fitting: Vec<_> = edges()
                .filter(|&d| MagicDivisor::new(d, rounding).is_ok())
                .collect();
            assert!(fitting.len() > 2500);
            for divisors in fitting.chunks(LENGTH) {
                let mut magics = [NONE; LENGTH];
                let result = magic_divisors(divisors, rounding, &mut magics);
                assert_eq!(result, Ok(()));
                for (&divisor, magic) in divisors.iter().zip(magics) {
                    let single = MagicDivisor::new(divisor, rounding);
                    assert_eq!(Ok(magic), single, "{divisor}");
                }
                assert!(magics[divisors.len()..].iter().all(|&m| m == NONE));
            }
        }
    }

    #[test]
    fn one_bad_input_anywhere_is_found_before_anything_is_written() {
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
