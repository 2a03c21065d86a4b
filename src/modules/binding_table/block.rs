// SPDX-License-Identifier: MIT

//! Blocks of memory for binding tables, and the tables of a draw.
//!
//! Source: docs/reference/binding-table.md, "Blocks", "A full block".

use super::Error;

/// Maximum entries in a binding table.
pub const MAX_ENTRIES: u32 = 240;

/// Size of a block of binding tables, in bytes.
// The range of a pointer to a table on all hardware.
pub const BLOCK_SIZE: u32 = 0x10000;

/// Number of blocks.
pub const BLOCK_COUNT: u32 = 0x4000;

const ENTRY_SIZE: u32 = 4;

/// The alignment of tables: pointers to tables have no lower bits.
const TABLE_ALIGNMENT: u32 = 32;

/// The size of a table with this many entries in its block, in bytes.
///
/// # Errors
/// [`Error::EntryLimit`]
pub const fn table_size(entry_count: u32) -> Result<u32, Error> {
    if entry_count > MAX_ENTRIES {
        return Err(Error::EntryLimit);
    }
    Ok((ENTRY_SIZE * entry_count).next_multiple_of(TABLE_ALIGNMENT))
}

/// A block of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Block {
    /// Its index, 0 to 16383.
    pub index: u32,
    /// Bytes used by its tables; 0 in a fresh block.
    pub next: u32,
}

impl Block {
    /// Allocates a table. Returns the block after that, and the offset of the
    /// table from the base of the block. A table without entries takes no room
    /// and has the offset 0.
    ///
    /// # Errors
    /// [`Error::BlockFull`], [`Error::EntryLimit`], and [`Error::BlockIndex`]
    /// and [`Error::NotABlock`] for an invalid block.
    pub const fn allocate(
        self,
        entry_count: u32,
    ) -> Result<(Self, u32), Error> {
        if self.index >= BLOCK_COUNT {
            return Err(Error::BlockIndex);
        }
        if self.next > BLOCK_SIZE || self.next % TABLE_ALIGNMENT != 0 {
            return Err(Error::NotABlock);
        }
        match table_size(entry_count) {
            Err(error) => Err(error),
            Ok(0) => Ok((self, 0)),
            Ok(size) if size > BLOCK_SIZE - self.next => Err(Error::BlockFull),
            Ok(size) => {
                Ok((Self { next: self.next + size, ..self }, self.next))
            }
        }
    }
}

/// Maximum stages with tables.
// Five of the 3D pipeline, and compute.
pub const MAX_STAGES: usize = 6;

/// What must be emitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Emission {
    /// A bit for each stage whose table you write and whose pointer you emit.
    pub stages: u32,
    /// 1 if you emit the bases of the block first.
    pub new_base: u32,
}

impl Block {
    /// Allocates the tables of the stages that are active and dirty. If one
    /// does not fit, all active stages get tables in the block `fresh_index`,
    /// because the old tables cannot be reached from the new base. The offsets
    /// of other stages are not written. Returns the block to continue with.
    ///
    /// # Errors
    /// [`Error::BlockFull`] if the tables do not fit and `fresh_index` is not
    /// a block, [`Error::SameBlock`] if it is this one; [`Error::EntryLimit`]
    /// for an active stage, [`Error::StageLimit`], [`Error::StageMask`],
    /// [`Error::OutputFull`], and the errors of [`Block::allocate`]. On error
    /// the offsets are unspecified.
    ///
    /// ```
    /// use dral::modules::binding_table::{Block, Emission};
    /// let block = Block { index: 4, next: 65504 };
    /// let mut offsets = [0, 320];
    /// // The second stage alone has changed, and its table does not fit.
    /// let (block, emission) =
    ///     block.emit(5, &[3, 20], 0b11, 0b10, &mut offsets)?;
    /// assert_eq!(block, Block { index: 5, next: 32 + 96 });
    /// assert_eq!(emission, Emission { stages: 0b11, new_base: 1 });
    /// assert_eq!(offsets, [0, 32]);
    /// # Ok::<(), dral::modules::binding_table::Error>(())
    /// ```
    pub fn emit(
        self,
        fresh_index: u32,
        entry_counts: &[u32],
        active: u32,
        dirty: u32,
        offsets: &mut [u32],
    ) -> Result<(Self, Emission), Error> {
        let stage_count = entry_counts.len();
        if stage_count > MAX_STAGES {
            return Err(Error::StageLimit);
        }
        if (active | dirty) >> stage_count != 0 {
            return Err(Error::StageMask);
        }
        if offsets.len() < stage_count {
            return Err(Error::OutputFull);
        }
        for (stage, &count) in entry_counts.iter().enumerate() {
            if active >> stage & 1 != 0 {
                table_size(count)?;
            }
        }
        let stages = active & dirty;
        match self.allocate_each(entry_counts, stages, offsets) {
            Err(Error::BlockFull) if fresh_index == self.index => {
                Err(Error::SameBlock)
            }
            Err(Error::BlockFull) if fresh_index < BLOCK_COUNT => {
                let fresh = Self { index: fresh_index, next: 0 };
                let block =
                    fresh.allocate_each(entry_counts, active, offsets)?;
                Ok((block, Emission { stages: active, new_base: 1 }))
            }
            block => Ok((block?, Emission { stages, new_base: 0 })),
        }
    }

    /// Allocates the tables of these stages. Returns the block after them.
    fn allocate_each(
        self,
        entry_counts: &[u32],
        stages: u32,
        offsets: &mut [u32],
    ) -> Result<Self, Error> {
        // An invalid block is refused even without tables.
        let (mut block, _) = self.allocate(0)?;
        let tables = entry_counts.iter().zip(offsets);
        for (stage, (&count, offset)) in tables.enumerate() {
            if stages >> stage & 1 != 0 {
                (block, *offset) = block.allocate(count)?;
            }
        }
        Ok(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stage_has_room_for_its_offset() {
        let full = Block { index: 3, next: BLOCK_SIZE };
        let few = full.emit(4, &[1, 1], 0b11, 1, &mut [7]);
        assert_eq!(few, Err(Error::OutputFull));
    }
}
