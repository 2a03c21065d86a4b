// SPDX-License-Identifier: MIT

//! The order in which varyings are placed.
//!
//! Source: docs/varying.md, "The packer".

use super::kind::Varying;
use core::cell::Cell;

/// The number of a varying is below its sort key, so that varyings with equal
/// keys keep their order. The packer has fewer than 2^16 varyings.
const NUMBER_BITS: u32 = 16;

/// The indices of the varyings in their order: sorted if `linker` asks for the
/// order of linkers. `scratch` has room for all of them.
pub(super) fn order<'s>(
    varyings: &[Varying],
    linker: bool,
    scratch: &'s mut [u32],
) -> impl Iterator<Item = usize> + Clone + 's {
    let (keys, _) =
        scratch.split_at_mut_checked(varyings.len()).unwrap_or_default();
    for (number, (key, varying)) in (0..).zip(keys.iter_mut().zip(varyings)) {
        let rank = if linker {
            4 * varying.class() + varying.remainder() as u32
        } else {
            0
        };
        *key = (rank << NUMBER_BITS) + number;
    }
    sort(Cell::from_mut(keys).as_slice_of_cells());
    keys.iter().map(|key| (key & ((1 << NUMBER_BITS) - 1)) as usize)
}

/// Insertion sort: there are few varyings, and most often they are already
/// sorted.
fn sort(keys: &[Cell<u32>]) {
    for end in 2..=keys.len() {
        let sorted_and_next = keys.get(..end).unwrap_or_default();
        for pair in sorted_and_next.windows(2).rev() {
            let [left, right] = pair else { break };
            if left.get() <= right.get() {
                break;
            }
            left.swap(right);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::varying::BaseType;

    #[test]
    fn keys_are_sorted() {
        let mut state = 1u32;
        for length in 0..40 {
            let mut keys = [0u32; 40];
            for key in &mut keys {
                state = state.wrapping_mul(1_664_525).wrapping_add(1);
                *key = state >> 27;
            }
            let mut expected = keys;
            expected[..length].sort_unstable();
            sort(Cell::from_mut(&mut keys[..length]).as_slice_of_cells());
            assert_eq!(keys, expected);
        }
    }

    #[test]
    fn classes_come_first_then_remainders_then_numbers() {
        let float = |rows| Varying::new(BaseType::Float, rows, 1);
        let varyings = [
            Varying::new(BaseType::Int, 4, 1),
            float(3),
            float(1),
            float(2),
            Varying { centroid: 1, ..float(4) },
            float(4),
            float(1),
            // As many components as a vec4, so no remainder.
            Varying::new(BaseType::Float, 2, 2),
            Varying::new(BaseType::Double, 1, 1),
        ];
        let mut scratch = [u32::MAX; 10];
        let mut sorted = [0; 9];
        for (place, number) in
            sorted.iter_mut().zip(order(&varyings, true, &mut scratch))
        {
            *place = number;
        }
        assert_eq!(sorted, [5, 7, 3, 2, 6, 1, 0, 8, 4]);
        assert_eq!(scratch[9], u32::MAX);
        let plain = order(&varyings, false, &mut scratch);
        assert!(plain.eq(0..9));
    }
}
