// SPDX-License-Identifier: MIT

//! Bit fields of descriptors.

/// A range of bits in a descriptor, numbered as in hardware documents: bit 0
/// is the lowest bit of word 0, bit 32 the lowest of word 1.
#[derive(Clone, Copy)]
pub(super) struct Field {
    first: u32,
    width: u32,
}

/// The value of a field that not every descriptor uses; 0 if unused. A mask,
/// because a branch would be hard to predict.
pub(super) const fn only_if(used: bool, value: u32) -> u32 {
    value & (used as u32).wrapping_neg()
}

impl Field {
    /// The bits `first` to `last`, both included.
    pub(super) const fn bits(first: u32, last: u32) -> Self {
        Self { first, width: last - first + 1 }
    }

    /// The single bit `position`.
    pub(super) const fn bit(position: u32) -> Self {
        Self::bits(position, position)
    }

    /// All of the word `index`.
    pub(super) const fn word(index: u32) -> Self {
        Self::bits(32 * index, 32 * index + 31)
    }

    const fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// The word in which the field begins.
    pub(super) const fn word_index(self) -> usize {
        self.first as usize / 32
    }

    /// A value at the place of the field in that word.
    pub(super) const fn in_word(self, value: u32) -> u32 {
        value << (self.first % 32)
    }

    /// Whether the field can hold `value`.
    pub(super) const fn fits(self, value: u64) -> bool {
        value & !self.mask() == 0
    }

    /// Writes `value` to words in which the field is zero.
    pub(super) const fn put(self, words: &mut [u32], value: u64) {
        let value = value & self.mask();
        let mut index = 0;
        while index < words.len() {
            let start = 32 * index as u32;
            if start <= self.first && start + 32 > self.first {
                words[index] |= (value << (self.first - start)) as u32;
            } else if start > self.first && start < self.first + self.width {
                words[index] |= (value >> (start - self.first)) as u32;
            }
            index += 1;
        }
    }

    /// The same for a value of at most 32 bits.
    pub(super) const fn put32(self, words: &mut [u32], value: u32) {
        self.put(words, value as u64);
    }

    /// Reads the value.
    pub(super) fn get(self, words: &[u32]) -> u64 {
        let mut value = 0;
        let mut start = 0;
        for &word in words {
            if start <= self.first && start + 32 > self.first {
                value |= u64::from(word) >> (self.first - start);
            } else if start > self.first && start < self.first + self.width {
                value |= u64::from(word) << (start - self.first);
            }
            start += 32;
        }
        value & self.mask()
    }

    /// Reads a value of at most 32 bits.
    pub(super) fn get32(self, words: &[u32]) -> u32 {
        self.get(words) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn a_field_crosses_words_and_changes_no_neighbour() {
        let field = Field::bits(6, 55);
        let mut words = [0x3F, 0xFF00_0000, 7];
        field.put(&mut words, u64::MAX);
        assert_eq!(words, [u32::MAX, u32::MAX, 7]);
        assert_eq!(field.get(&words), (1 << 50) - 1);
        // The words may end before the field.
        let mut first = [0x3F];
        field.put(&mut first, u64::MAX);
        assert_eq!(first, [u32::MAX]);
    }

    #[test]
    fn every_bit_of_a_field_comes_back() {
        for (first, last) in [(0, 5), (31, 31), (32, 63), (30, 33), (0, 63)] {
            let field = Field::bits(first, last);
            for bit in 0..=last - first {
                let mut words = [0; 3];
                field.put(&mut words, 1u64 << bit);
                let position = (first + bit) as usize;
                assert_eq!(words[position / 32], 1 << (position % 32));
                assert_eq!(field.get(&words), 1 << bit);
            }
        }
    }

    #[test]
    fn a_field_holds_exactly_its_width() {
        assert!(Field::bits(10, 31).fits((1 << 22) - 1));
        assert!(!Field::bits(10, 31).fits(1 << 22));
        assert!(Field::bits(0, 63).fits(u64::MAX));
        assert!(!Field::bit(8).fits(2));
        assert_eq!(Field::word(3).get(&[0, 1, 2, 3]), 3);
    }
}
