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
