// SPDX-License-Identifier: MIT

//! The number of components used in each slot.

/// A count of 0 to 4 for each of 64 slots, without an array to initialize: bit
/// b of the count of slot s is bit s of `planes[b]`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct UsedComponents {
    planes: [u64; 3],
}

/// The slots from `first` to `last`, as bits; both are below 64.
#[inline]
pub(super) const fn slots(first: u32, last: u32) -> u64 {
    u64::MAX << first & u64::MAX >> (63 - last)
}

impl UsedComponents {
    fn set(&mut self, slots: u64, count: u32) {
        for (bit, plane) in (0..).zip(&mut self.planes) {
            if count >> bit & 1 == 1 {
                *plane |= slots;
            } else {
                *plane &= !slots;
            }
        }
    }

    /// Adds a varying in the positions from `first` to `last`: all its slots
    /// are full except the last.
    pub(super) fn note(&mut self, first: u32, last: u32) {
        self.set(slots(first / 4, last / 4), 4);
        let last_slot = last / 4;
        self.set(slots(last_slot, last_slot), last % 4 + 1);
    }

    /// The counts of the slots, in order.
    pub(super) fn counts(self) -> impl Iterator<Item = u8> {
        (0..64u32).map(move |slot| {
            let [ones, twos, fours] =
                self.planes.map(|p| (p >> slot & 1) as u8);
            ones + 2 * twos + 4 * fours
        })
    }
}
