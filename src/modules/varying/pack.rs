// SPDX-License-Identifier: MIT

//! The packer: the order in which varyings are placed, their places, and the
//! number of components used in each slot.
//!
//! Source: docs/reference/varying.md, "The packer".

use super::kind::{Remainder, Varying};
use super::Error;
use crate::number::bits;
use core::cell::Cell;
use core::iter::once;

/// Maximum slots for the packer.
pub const MAX_SLOTS: u32 = 64;

/// How varyings are packed, as bits. Mesa's linker is
/// DRAL_VARYING_PACK_FLAG_GL_ORDER | DRAL_VARYING_PACK_FLAG_CLASS_ALIGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum PackFlag {
    /// Sort by interpolation, then by element: vec4, vec2, scalar, vec3.
    GlOrder = 1,
    /// Begin a new slot where the interpolation changes.
    ClassAlign = 2,
    /// Begin a new slot for each vec3.
    PotVec3 = 4,
    /// No packing and no sorting: each varying, element and column begins a
    /// new slot.
    Unpacked = 8,
}

impl PackFlag {
    const ALL: u32 = Self::GlOrder as u32
        + Self::ClassAlign as u32
        + Self::PotVec3 as u32
        + Self::Unpacked as u32;
}

bits!(PackFlag);

/// How and where varyings are packed; by default tightly, into 32 slots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackRules {
    /// Bits of [`PackFlag`].
    pub flags: u32,
    /// The slots that no varying may use, as bits.
    pub reserved_slots: u64,
    /// The number of slots, at most [`MAX_SLOTS`].
    pub max_slots: u32,
}

impl Default for PackRules {
    fn default() -> Self {
        Self { flags: 0, reserved_slots: 0, max_slots: 32 }
    }
}

/// Packs varyings. Writes the position of each varying to `positions`, and the
/// number of components used in each slot, including unused slots, to
/// `components_used`. Returns the number of slots up to the last used one.
///
/// `scratch` has room for one number per varying; its contents are meaningless
/// before and after the call. Room that is not needed is unchanged, except in
/// `scratch`. On error, the outputs are unspecified.
///
/// # Errors
/// As `dral_varying_pack`; [`Error::OutputFull`] for too little room.
pub fn pack(
    varyings: &[Varying],
    rules: &PackRules,
    positions: &mut [u32],
    components_used: &mut [u8],
    scratch: &mut [u32],
) -> Result<u32, Error> {
    let no_pack = PackFlag::Unpacked.is_in(rules.flags);
    let linker = PackFlag::GlOrder.is_in(rules.flags) && !no_pack;
    if rules.flags & !PackFlag::ALL != 0 {
        return Err(Error::UnknownPackFlag);
    }
    if rules.max_slots > MAX_SLOTS {
        return Err(Error::SlotCount);
    }
    let slot_count = rules.max_slots as usize;
    let count = varyings.len();
    if positions.len() < count
        || scratch.len() < count
        || components_used.len() < slot_count
    {
        return Err(Error::OutputFull);
    }
    for varying in varyings {
        varying.check()?;
    }
    // Each takes at least one component. This also limits the number of
    // varyings to sort.
    if count > 4 * slot_count {
        return Err(Error::SlotsFull);
    }
    let mut packed = Packer::new(rules);
    for number in order(varyings, linker, scratch) {
        let (varying, position) =
            (varyings.get(number), positions.get_mut(number));
        if let (Some(varying), Some(position)) = (varying, position) {
            *position = packed.place(varying)?;
        }
    }
    let counts = packed.used.counts().take(slot_count);
    for (output, used) in components_used.iter_mut().zip(counts) {
        *output = used;
    }
    Ok(packed.next.div_ceil(4))
}

/// A walk over the slots.
struct Packer<'r> {
    rules: &'r PackRules,
    /// The position after the last varying; at most 4 x [`MAX_SLOTS`].
    next: u32,
    /// The class of the last varying.
    class: Option<u32>,
    used: UsedComponents,
}

impl<'r> Packer<'r> {
    fn new(rules: &'r PackRules) -> Self {
        let used = UsedComponents::default();
        Self { rules, next: 0, class: None, used }
    }

    /// Whether a varying begins a slot.
    fn begins_slot(&self, varying: &Varying) -> bool {
        let flags = self.rules.flags;
        PackFlag::Unpacked.is_in(flags)
            || PackFlag::ClassAlign.is_in(flags)
                && self.class != Some(varying.class())
            || PackFlag::PotVec3.is_in(flags)
                && varying.remainder() == Remainder::Vec3
    }

    /// Places a varying after the previous ones, and returns its position.
    fn place(&mut self, varying: &Varying) -> Result<u32, Error> {
        let end = 4 * self.rules.max_slots;
        let mut first = self.next;
        if self.begins_slot(varying) {
            first = first.next_multiple_of(4);
        }
        self.class = Some(varying.class());
        let count = if PackFlag::Unpacked.is_in(self.rules.flags) {
            4 * varying.slots()
        } else {
            varying.components_at(first)
        };
        // Behind a reserved slot, the varying keeps its number of components.
        let behind = first / 4 + 1..self.rules.max_slots;
        let mut places = once(first).chain(behind.map(|slot| 4 * slot));
        let last_from = |first| u64::from(first) + count - 1;
        let first = places
            .find(|&first| {
                let last = last_from(first);
                last < u64::from(end)
                    && slots(first / 4, last as u32 / 4)
                        & self.rules.reserved_slots
                        == 0
            })
            .ok_or(Error::SlotsFull)?;
        let last = last_from(first) as u32;
        self.used.note(first, last);
        self.next = last + 1;
        Ok(first)
    }
}

/// The number of a varying is below its sort key, so that varyings with equal
/// keys keep their order. The packer has fewer than 2^16 varyings.
const NUMBER_BITS: u32 = 16;

/// The indices of the varyings in their order: sorted if `linker` asks for the
/// order of linkers. `scratch` has room for all of them.
fn order<'s>(
    varyings: &[Varying],
    linker: bool,
    scratch: &'s mut [u32],
) -> impl Iterator<Item = usize> + 's {
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

/// A count of 0 to 4 for each of 64 slots, without an array to initialize: bit
/// b of the count of slot s is bit s of `planes[b]`.
#[derive(Clone, Copy, Debug, Default)]
struct UsedComponents {
    planes: [u64; 3],
}

/// The slots from `first` to `last`, as bits; both are below 64.
const fn slots(first: u32, last: u32) -> u64 {
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
    fn note(&mut self, first: u32, last: u32) {
        self.set(slots(first / 4, last / 4), 4);
        let last_slot = last / 4;
        self.set(slots(last_slot, last_slot), last % 4 + 1);
    }

    /// The counts of the slots, in order.
    fn counts(self) -> impl Iterator<Item = u8> {
        (0..64u32).map(move |slot| {
            let [ones, twos, fours] =
                self.planes.map(|p| (p >> slot & 1) as u8);
            ones + 2 * twos + 4 * fours
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::varying::BaseType;

    /// As many as components, which no other test packs.
    #[test]
    fn every_component_can_have_a_varying() {
        let rules = PackRules { max_slots: 64, ..PackRules::default() };
        let all = [Varying::new(BaseType::Float, 1, 1); 256];
        let pack_into = |positions: usize, used: usize, scratch: usize| {
            let (mut all_positions, mut all_used) = ([7; 256], [7; 64]);
            let (positions, used) =
                (&mut all_positions[..positions], &mut all_used[..used]);
            let scratch = &mut [0; 256][..scratch];
            let packed = pack(&all, &rules, positions, used, scratch);
            (packed, all_positions, all_used)
        };
        let (count, positions, used) = pack_into(256, 64, 256);
        assert_eq!((count, positions[255], used), (Ok(64), 255, [4; 64]));
        for (positions, used, scratch) in
            [(255, 64, 256), (256, 63, 256), (256, 64, 255)]
        {
            let (refused, ..) = pack_into(positions, used, scratch);
            assert_eq!(refused, Err(Error::OutputFull));
        }
    }
}
