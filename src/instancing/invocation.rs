// SPDX-License-Identifier: MIT

//! The invocation: the numbers of vertices and instances that a draw
//! dispatches.

use super::field::Field;
use super::padding::bit_width;
use crate::Error;

/// The counts that the two invocation words of a draw hold (v4 to v7).
///
/// ```
/// use dral::instancing::Invocation;
/// let counts = Invocation { vertex_count: 2, instance_count: 1000 };
/// let words = counts.pack()?;
/// assert_eq!(words, [0x0000_07CF, 0x2040_0000]);
/// assert_eq!(Invocation::unpack(words), Ok(counts));
/// # Ok::<(), dral::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Invocation {
    /// The raw vertex count, not the padded one; at least 1.
    pub vertex_count: u32,
    /// The instance count, at least 1.
    pub instance_count: u32,
}

// Word 0 holds six values one after the other, sizes and groups in x, y, z;
// word 1 stores where each except the first begins. A draw has sizes of 1 and
// one group in x, which take no bits, so groups y (the vertices) also begin at
// 0. Only the shift of groups z (the instances) is ever set.
const VALUES: Field = Field::word(0);
const GROUPS_Z_SHIFT: Field = Field::bits(32 + 22, 32 + 27);
const THREAD_GROUP_SPLIT: Field = Field::bits(32 + 28, 32 + 31);

/// Word 1 with the thread group split of every vertex job.
const SPLIT_WORD: u32 = {
    let mut words = [0; 2];
    THREAD_GROUP_SPLIT.put32(&mut words, 2);
    words[1]
};

impl Invocation {
    /// The two words.
    ///
    /// # Errors
    /// As `dral_invocation_pack`.
    pub fn pack(self) -> Result<[u32; 2], Error> {
        if self.vertex_count == 0 {
            return Err(Error::NoVertices);
        }
        if self.instance_count == 0 {
            return Err(Error::NoInstances);
        }
        let vertex_bits = bit_width(self.vertex_count - 1);
        if self.stored_instances(vertex_bits) >> 32 != 0 {
            return Err(Error::InvocationRange);
        }
        Ok(self.words(vertex_bits))
    }

    /// The instance count as stored, above the bits of the vertices: the counts
    /// fit if it does in 32 bits. Neither count is 0.
    pub(super) fn stored_instances(self, vertex_bits: u32) -> u64 {
        u64::from(self.instance_count - 1) << vertex_bits
    }

    /// The two words of nonzero counts, whose vertices need this many bits.
    /// Meaningless if the counts do not fit.
    pub(super) fn words(self, vertex_bits: u32) -> [u32; 2] {
        let Self { vertex_count, instance_count } = self;
        // With one instance this is not the number of bits of the vertex
        // count, but what drivers write, and the hardware accepts, for a draw
        // without instancing.
        let groups_z_shift = if instance_count == 1 { 32 } else { vertex_bits };
        let instances = self.stored_instances(vertex_bits) as u32;
        [
            instances | (vertex_count - 1),
            SPLIT_WORD | GROUPS_Z_SHIFT.in_word(groups_z_shift),
        ]
    }

    /// The counts of two words: the reverse of [`Invocation::pack`].
    ///
    /// # Errors
    /// As `dral_invocation_unpack`. Whether one dispatch holds the threads is
    /// not checked.
    pub fn unpack(words: [u32; 2]) -> Result<Self, Error> {
        let values = VALUES.get(&words);
        let start = GROUPS_Z_SHIFT.get32(&words);
        let vertices = (values & !(u64::MAX << start)) + 1;
        let instances = (values >> start) + 1;
        // Counts of 2^32 become 0 here, which pack refuses.
        let counts = Self {
            vertex_count: vertices as u32,
            instance_count: instances as u32,
        };
        if counts.pack() == Ok(words) {
            Ok(counts)
        } else {
            Err(Error::NotADescriptor)
        }
    }

    /// The maximum number of instances in an invocation with this many
    /// vertices.
    pub(super) const fn max_instances(vertex_count: u32) -> u32 {
        let room = 32 - bit_width(vertex_count - 1);
        ((1u64 << room) - (room == 32) as u64) as u32
    }
}
