// SPDX-License-Identifier: MIT

//! What tells two prepared states apart: the digest of all their inputs.
//!
//! Whoever finds two states with the same digest can make a driver keep wrong
//! words, so a checksum is not enough: an application chooses the inputs.
//! Ascon-Hash256 needs no table, and the work for a collision is 2^128.
//!
//! Source: NIST SP 800-232, "Ascon-Based Lightweight Cryptography Standards
//! for Constrained Devices".

use super::attribute::{Rate, VertexBuffer};
use super::vertex_state::{PreparedElement, VertexStateRules};

/// What the rounds of the permutation add to its third row.
const FIRST_ROUND: u64 = 0xF0;
const LAST_ROUND: u64 = 0x4B;
const NEXT_ROUND: u64 = 0x0F;

/// Ascon-Hash256 of a message of 64-bit words in little-endian order.
struct Hash([u64; 5]);

impl Hash {
    /// No word yet. The number is the initial value of Ascon-Hash256.
    const START: Self = {
        let mut hash = Self([0x0000_0801_00CC_0002, 0, 0, 0, 0]);
        hash.add(0);
        hash
    };

    /// Adds a word to the first row of the state, and permutes the state:
    /// Ascon-p[12].
    // Once in the library, because it is called for many words.
    #[inline(never)]
    const fn add(&mut self, word: u64) {
        let [mut a, mut b, mut c, mut d, mut e] = self.0;
        a ^= word;
        let mut round = FIRST_ROUND;
        while round >= LAST_ROUND {
            // The substitution, of the five bits of 64 columns.
            c ^= round;
            a ^= e;
            e ^= d;
            c ^= b;
            let rows =
                (a ^ !b & c, b ^ !c & d, c ^ !d & e, d ^ !e & a, e ^ !a & b);
            a = rows.0 ^ rows.4;
            b = rows.1 ^ rows.0;
            c = !rows.2;
            d = rows.3 ^ rows.2;
            e = rows.4;
            // The diffusion of each row.
            a ^= a.rotate_right(19) ^ a.rotate_right(28);
            b ^= b.rotate_right(61) ^ b.rotate_right(39);
            c ^= c.rotate_right(1) ^ c.rotate_right(6);
            d ^= d.rotate_right(10) ^ d.rotate_right(17);
            e ^= e.rotate_right(7) ^ e.rotate_right(41);
            round -= NEXT_ROUND;
        }
        self.0 = [a, b, c, d, e];
    }

    /// The digest.
    fn digest(mut self) -> [u64; 4] {
        // The padding of a message that ends with a word.
        let mut next = 1;
        [0; 4].map(|_: u64| {
            self.add(next);
            next = 0;
            self.0[0]
        })
    }
}

/// The bits of an element's word where its buffer is added: the slot, which is
/// 0 in the word.
const BUFFER: u32 = 0x1FF;

/// The identity of a state with these inputs.
///
/// The message determines the inputs: it begins with the numbers of buffers
/// and elements, each of which is one word. Numbers that are not read are 0.
pub(super) fn identity(
    rules: VertexStateRules,
    buffers: &[VertexBuffer],
    elements: &[PreparedElement],
) -> [u64; 4] {
    let VertexStateRules {
        architecture,
        rounding,
        shape,
        image_count,
        // The word of an element without a buffer.
        unused_location: _,
    } = rules;
    let pair = |low, high| u64::from(high) << 32 | u64::from(low);
    let counts = (buffers.len() as u32) << 8 | elements.len() as u32;
    let enums = (shape as u32) << 8 | (rounding as u32) << 4;
    let mut hash = Hash::START;
    hash.add(pair(counts << 16 | enums | architecture as u32, image_count));
    let mut rates = 0;
    for &VertexBuffer { stride, rate, divisor, address: _, size: _ } in buffers
    {
        const VERTEX: u32 = Rate::Vertex as u32;
        const INSTANCE: u32 = Rate::Instance as u32;
        rates = rates << 2 | rate;
        hash.add(match rate {
            VERTEX => pair(stride, 0),
            INSTANCE => pair(stride, divisor),
            _ => 0,
        });
    }
    hash.add(rates.into());
    for &PreparedElement { word, source_offset, buffer } in elements {
        hash.add(pair(word | buffer & BUFFER, source_offset));
    }
    hash.digest()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_the_known_answers() {
        // LWC_HASH_KAT_256.txt of https://github.com/ascon/ascon-c: messages
        // of 0, 8, 16 and 24 bytes 0, 1, 2 and so on.
        let digests: [[u8; 32]; 4] = [
            "0B3BE5850F2F6B98CAF29F8FDEA89B64A1FA70AA249B8F839BD53BAA304D92B2",
            "B88E497AE8E6FB641B87EF622EB8F2FCA0ED95383F7FFEBE167ACF1099BA764F",
            "3158C1940A2FBADBD68AB661777859B94A689E4EFC375911467ADDD641835C38",
            "7E6A31FA6559536A7AD61622F6150FA3B2A29EBBF39AD8011B7902CC612571E6",
        ]
        .map(|digits| {
            core::array::from_fn(|byte| {
                u8::from_str_radix(&digits[2 * byte..][..2], 16).unwrap()
            })
        });
        for (words, expected) in digests.iter().enumerate() {
            let mut hash = Hash::START;
            for word in 0..words as u8 {
                let bytes = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| 8 * word + i);
                hash.add(u64::from_le_bytes(bytes));
            }
            let digest = hash.digest().map(u64::to_le_bytes);
            assert_eq!(digest.as_flattened(), expected, "{words} words");
        }
    }
}
