// SPDX-License-Identifier: MIT

//! The Mali architectures and their numbers in drivers.

use crate::number::from_number;
use crate::Error;
use core::ops::RangeInclusive;

/// A Mali architecture. There is no v8.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(C)]
pub enum Architecture {
    /// Midgard, the older half.
    V4 = 4,
    /// Midgard, the newer half.
    V5 = 5,
    /// Bifrost, the older half.
    V6 = 6,
    /// Bifrost, the newer half.
    V7 = 7,
    /// Valhall with a job manager.
    V9 = 9,
    /// Valhall with a command stream frontend.
    V10 = 10,
    /// Mali-G615 and G715.
    V11 = 11,
    /// Mali-G620 and G720.
    V12 = 12,
    /// Mali-G625, G725 and Immortalis-G925.
    V13 = 13,
    /// Mali-G1.
    V14 = 14,
}

impl Architecture {
    /// All of them, the oldest first.
    pub const ALL: [Self; 10] = [
        Self::V4,
        Self::V5,
        Self::V6,
        Self::V7,
        Self::V9,
        Self::V10,
        Self::V11,
        Self::V12,
        Self::V13,
        Self::V14,
    ];

    /// The numbers of those with attribute buffer records.
    pub(super) const WITH_RECORDS: RangeInclusive<u32> =
        Self::V4 as u32..=Self::V7 as u32;

    /// Whether vertex buffers are described by attribute buffer records,
    /// and instances by a padded count (v4 to v7).
    #[inline]
    pub fn has_attribute_records(self) -> bool {
        Self::WITH_RECORDS.contains(&(self as u32))
    }

    /// Whether vertex id and instance id are attribute records too (v4,
    /// v5).
    #[inline]
    pub fn has_id_records(self) -> bool {
        self <= Self::V5
    }
}

from_number!(
    Architecture, else UnknownArchitecture, V4, V5, V6, V7, V9, V10, V11,
    V12, V13, V14
);

#[cfg(test)]
mod tests {
    use super::Architecture;

    #[test]
    fn numbers_and_architectures_are_the_same_list() {
        let known: [u32; 10] = [4, 5, 6, 7, 9, 10, 11, 12, 13, 14];
        assert_eq!(Architecture::ALL.map(|a| a as u32), known);
        for number in 0..300 {
            let back = Architecture::try_from(number).map(|a| a as u32);
            assert_eq!(back.is_ok(), known.contains(&number));
            assert_eq!(back.unwrap_or(number), number);
        }
    }

    #[test]
    fn generations_have_their_records() {
        let number = |a: &Architecture| *a as u32;
        let having = |has: fn(Architecture) -> bool| {
            Architecture::ALL.iter().filter(move |a| has(**a)).map(number)
        };
        assert!(having(Architecture::has_attribute_records).eq(4..8));
        assert!(having(Architecture::has_id_records).eq(4..6));
    }
}
