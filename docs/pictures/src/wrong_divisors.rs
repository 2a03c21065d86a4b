// SPDX-License-Identifier: MIT

//! All divisors whose magic is wrong in floating point.

use dral::instancing::{MagicDivisor, Rounding};
use dral_cli::through_floating_point;
use machine_factor::factorize;

/// A divisor with a wrong magic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WrongDivisor {
    pub divisor: u32,
    /// `None` if the wrong magic divides every 32-bit id correctly.
    pub first_wrong_id: Option<u32>,
}

/// The wrong divisors from `from` to `to`, in ascending order.
///
/// They are found without trying all divisors. The quotient 2^(32 + s) / d of a
/// divisor d with s = floor(log2 d) is at least 2^31, so a double has 21 bits
/// for its fraction. The quotient is rounded to the integer below, which makes
/// its ceiling wrong, only if the fraction is above 0 and at most 2^-22. The
/// fraction is e / d, where e is the remainder, so that 1 <= e <= d / 2^22 and
/// d divides 2^(32 + s) - e. Because d < 2^(s + 1), each s has fewer than
/// 2^(s - 21) such numbers: few enough to factorize them all.
pub fn between(from: u32, to: u32) -> Vec<WrongDivisor> {
    let mut wrong: Vec<WrongDivisor> = (from.max(1).ilog2()..=to.ilog2())
        .flat_map(candidates)
        .filter(|candidate| (from..=to).contains(candidate))
        .filter_map(wrong_divisor)
        .collect();
    wrong.sort_unstable();
    wrong.dedup();
    wrong
}

/// All divisors from 2^shift to 2^(shift + 1) - 1 that can be wrong.
fn candidates(shift: u32) -> impl Iterator<Item = u32> {
    let end = (2u64 << shift) >> 22;
    (1..end).flat_map(move |remainder| {
        divisors((1 << (32 + shift)) - remainder)
            .into_iter()
            .filter(move |divisor| divisor.ilog2() == shift)
    })
}

/// The divisors of a number that fit 32 bits.
fn divisors(number: u64) -> Vec<u32> {
    let mut divisors = vec![1u32];
    let factorization = factorize(number);
    let primes = factorization.factors.into_iter().zip(factorization.powers);
    for (prime, exponent) in primes.take(factorization.len) {
        let Ok(prime) = u32::try_from(prime) else { continue };
        let mut begin = 0;
        for _ in 0..exponent {
            let end = divisors.len();
            let larger: Vec<u32> = divisors[begin..end]
                .iter()
                .filter_map(|divisor| divisor.checked_mul(prime))
                .collect();
            // Each further power multiplies the divisors added last.
            begin = end;
            divisors.extend(larger);
        }
    }
    divisors
}

fn wrong_divisor(divisor: u32) -> Option<WrongDivisor> {
    let exact = MagicDivisor::new(divisor, Rounding::Documented).ok()?;
    let computed = through_floating_point(divisor)?;
    (computed != exact).then(|| WrongDivisor {
        divisor,
        first_wrong_id: computed.first_wrong_id(divisor).ok().flatten(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_divisors_equal_those_found_by_trial() {
        // Above 2^25 a test in C tries all:
        // c_tests/instancing/floating_point_error.c.
        let (from, to) = (1 << 20, 1 << 25);
        let tried: Vec<_> = (from..=to).filter_map(wrong_divisor).collect();
        assert!(tried.len() > 40, "{}", tried.len());
        assert_eq!(between(from, to), tried);
    }

    #[test]
    fn the_rules_have_the_right_numbers() {
        let all = between(1, u32::MAX);
        assert_eq!(all.len(), 3297);
        assert_eq!(
            all.iter().filter(|w| w.first_wrong_id.is_some()).count(),
            2350
        );
        let lowest = all.iter().filter_map(|w| w.first_wrong_id).min();
        assert_eq!(lowest, Some((1 << 31) - 22));
        let rules = include_str!("../../reference/instancing.md");
        let rules: Vec<_> = rules.split_whitespace().collect();
        for number in ["3,297 divisors", "smallest 4,971,027"] {
            assert!(rules.join(" ").contains(number), "{number}");
        }
    }
}
