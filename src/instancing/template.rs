// SPDX-License-Identifier: MIT

//! The part of a record that the rate, the divisor and the stride of its
//! buffer decide. The words of a bound buffer and the shift of a draw are
//! added to it.

use super::attribute::{product, BoundBuffer, Rate};
use super::record::{
    AttributeMode, RecordType, Slot, POINTER_ALIGN, SHIFT, STRIDE, TYPE,
};
use super::{MagicDivisor, PaddedCount, Rounding};
use core::array;

/// A record and the slot after it, without the buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct Template {
    /// The record, with an address and a size of 0.
    pub first: [u32; 4],
    /// The continuation, or zeros.
    pub second: [u32; 4],
}

/// Variants of a record: one instance, and each odd part of a padded count.
pub const VARIANTS: usize = 6;

/// How many ids instances are apart in the draws of a variant, for a shift of
/// 0; 0 with one instance.
pub(super) const fn variant_distance(variant: usize) -> u32 {
    (2 * variant as u32).saturating_sub(1)
}

/// The bits of a bound buffer that are in a record, and those to which the
/// shift of a draw is added.
pub(super) const MASKS: [Slot; 2] = {
    let mut shift = [0; 4];
    shift[SHIFT.word_index()] = u32::MAX;
    [[u32::MAX << POINTER_ALIGN, u32::MAX, u32::MAX, u32::MAX], shift]
};

impl Template {
    /// No record.
    pub(super) const NONE: Self = Self { first: [0; 4], second: [0; 4] };

    /// All threads read one element.
    pub(super) const SHARED: Self =
        Self::of_mode(AttributeMode::OneDimensional).with_stride(0);

    const fn of_mode(mode: AttributeMode) -> Self {
        let (mut first, second) = mode.words();
        STRIDE.put32(&mut first, u32::MAX);
        Self { first, second }
    }

    /// The template with the stride of a buffer, if it has one.
    pub(super) const fn with_stride(mut self, stride: u32) -> Self {
        self.first[STRIDE.word_index()] &= stride;
        self
    }

    /// Whether there is a record.
    pub(super) const fn exists(&self) -> bool {
        self.first[0] != 0
    }

    /// The smallest shift of a draw for which the hardware divisor is 2^32 or
    /// more, so that all threads read one element: 0 if nothing is divided.
    pub(super) fn shared_from(&self) -> u32 {
        if TYPE.get32(&self.first) <= RecordType::OneDimensional as u32 {
            0
        } else {
            32 - SHIFT.get32(&self.first)
        }
    }

    /// The words of the record of a bound buffer in a draw with this shift.
    // MASKS is a parameter because a state keeps it in memory, from where it is
    // loaded as two vectors. As constants, each word is computed on its own,
    // which takes a tenth more instructions per draw on aarch64.
    pub(super) fn record(
        &self,
        bound: &BoundBuffer,
        shift: u32,
        [bound_mask, shift_mask]: &[Slot; 2],
    ) -> Slot {
        let shift = SHIFT.in_word(shift);
        // Nothing carries from one field to the next.
        array::from_fn(|word| {
            self.first[word]
                .wrapping_add(bound.words[word] & bound_mask[word])
                .wrapping_add(shift & shift_mask[word])
        })
    }
}

/// The templates of all buffers in the draws of a distance and a rounding.
#[derive(Clone, Copy)]
pub(super) struct Templates {
    /// How many ids instances are apart; 0 with one instance.
    distance: u32,
    rounding: Rounding,
    per_vertex: Template,
}

impl Templates {
    pub(super) const fn new(distance: u32, rounding: Rounding) -> Self {
        let mode = match distance {
            0 => AttributeMode::OneDimensional,
            _ => AttributeMode::Modulus(PaddedCount::factored(distance)),
        };
        Self { distance, rounding, per_vertex: Template::of_mode(mode) }
    }

    /// The template of the buffers with this rate and divisor, and the number
    /// of slots that it takes beyond the first: 1 if a continuation follows.
    /// Its stride is all ones, or 0 where all threads read one element.
    ///
    /// The slots are the same for all draws of a variant, also if the hardware
    /// divisor is 2^32 or more and nothing is divided.
    pub(super) const fn get(
        &self,
        rate: Rate,
        divisor: u32,
    ) -> (Template, u32) {
        match rate {
            Rate::Vertex => return (self.per_vertex, 0),
            Rate::Unused => return (Template::NONE, 0),
            Rate::Instance => {}
        }
        let product = product(self.distance, rate, divisor);
        // One element for all instances.
        if product == 0 {
            return (Template::SHARED, 0);
        }
        let more = !product.is_power_of_two() as u32;
        if product >> 32 != 0 {
            return (Template::SHARED, more);
        }
        let product = product as u32;
        let mode = match more {
            0 => AttributeMode::PotDivisor { shift: product.trailing_zeros() },
            _ => AttributeMode::NpotDivisor {
                magic: MagicDivisor::compute(product, self.rounding),
                divisor,
            },
        };
        (Template::of_mode(mode), more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Divisors for which hardware divisors are POT, NPOT or 2^32 or more.
    fn divisors() -> impl Iterator<Item = u32> {
        let odd = [1_u32, 3, 5, 7, 9, 0xFFFF_FFFF].into_iter();
        odd.flat_map(|odd| (0..32).map(move |bit| odd << bit)).chain([0])
    }

    #[test]
    fn padded_counts_only_shift_the_template_of_their_variant() {
        let (mut shifted, mut shared) = (0, 0);
        for variant in 1..VARIANTS {
            let odd = variant_distance(variant);
            for rounding in [Rounding::Documented, Rounding::Nearest] {
                let per_instance =
                    divisors().map(|divisor| (Rate::Instance, divisor));
                for (rate, divisor) in
                    per_instance.chain([(Rate::Vertex, 0), (Rate::Unused, 0)])
                {
                    let (template, more) =
                        Templates::new(odd, rounding).get(rate, divisor);
                    let shifts = match rate {
                        Rate::Vertex => true,
                        Rate::Instance => divisor != 0,
                        Rate::Unused => false,
                    };
                    for shift in 0..=odd.leading_zeros() {
                        let count = odd << shift;
                        let (expected, slots) =
                            Templates::new(count, rounding).get(rate, divisor);
                        assert_eq!(slots, more, "{count} x {divisor}");
                        let product = u64::from(count) * u64::from(divisor);
                        if rate == Rate::Instance && product >> 32 != 0 {
                            assert!(shift >= template.shared_from());
                            assert_eq!(expected, Template::SHARED);
                            shared += 1;
                            continue;
                        }
                        // Nothing else is shifted out of its field.
                        let from = template.shared_from();
                        assert_eq!(shift < from, shifts, "{count} x {divisor}");
                        let shift = if shifts { shift } else { 0 };
                        let bound = BoundBuffer::default();
                        assert_eq!(
                            template.record(&bound, shift, &MASKS),
                            expected.first,
                            "{count} x {divisor}"
                        );
                        assert_eq!(template.second, expected.second);
                        shifted += 1;
                    }
                }
            }
        }
        assert!(shifted > 1000 && shared > 1000, "{shifted}, {shared}");
    }

    #[test]
    fn nothing_carries_from_one_field_to_the_next() {
        let bound = BoundBuffer::new((1 << 56) - 1, u64::from(u32::MAX) - 63);
        let bound = bound.unwrap();
        let words = bound.words;
        // A divisor of 2^31 in a draw with the odd part 1.
        let templates = Templates::new(1, Rounding::Documented);
        let (template, _) = templates.get(Rate::Instance, 1);
        let [first, second, stride, size] = template.record(&bound, 31, &MASKS);
        // The low bits of the address are not in the words.
        assert_eq!(first, words[0] & !63 | RecordType::PotDivisor as u32);
        assert_eq!(second, words[1] | 31 << 24);
        assert_eq!((stride, size), (u32::MAX, words[3]));
    }
}
