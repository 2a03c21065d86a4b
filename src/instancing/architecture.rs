// SPDX-License-Identifier: MIT

//! The Mali architectures and their numbers in drivers.

use crate::number::from_number;
use crate::Error;
use core::ops::RangeInclusive;

/// The number of the newest architecture.
pub const ARCHITECTURE_LAST: u32 = 15;

/// Defines the architectures, the list of them and their numbers.
macro_rules! architectures {
    ($($(#[$comment:meta])* $name:ident = $number:expr,)+) => {
        /// A Mali architecture. There is no v8.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u32)]
        pub enum Architecture {
            $($(#[$comment])* $name = $number,)+
        }

        impl Architecture {
            /// All of them, the oldest first.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];
        }

        from_number!(Architecture, else UnknownArchitecture, $($name),+);
    };
}

architectures! {
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
    /// The generation after Mali-G1.
    V15 = ARCHITECTURE_LAST,
}

impl Architecture {
    /// The numbers of those with attribute buffer records.
    pub(super) const WITH_RECORDS: RangeInclusive<u32> =
        Self::V4 as u32..=Self::V7 as u32;

    /// Whether vertex buffers are described by attribute buffer records,
    /// and instances by a padded count (v4 to v7).
    pub fn has_attribute_records(self) -> bool {
        Self::WITH_RECORDS.contains(&(self as u32))
    }

    /// Whether vertex id and instance id are attribute records too (v4,
    /// v5).
    pub fn has_id_records(self) -> bool {
        self <= Self::V5
    }
}

#[cfg(test)]
mod tests {
    use super::{Architecture, ARCHITECTURE_LAST};

    #[test]
    fn every_number_from_4_to_the_last_but_8_is_an_architecture() {
        for number in 0..300 {
            let known = (4..=ARCHITECTURE_LAST).contains(&number);
            let back = Architecture::try_from(number).map(|a| a as u32);
            assert_eq!(back.is_ok(), known && number != 8);
            assert_eq!(back.unwrap_or(number), number);
        }
        assert!(Architecture::ALL.is_sorted());
        // All but v0 to v3 and v8.
        let count = Architecture::ALL.len() as u32;
        assert_eq!(count, ARCHITECTURE_LAST - 4);
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
