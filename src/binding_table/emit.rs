// SPDX-License-Identifier: MIT

//! The tables of a draw, and the handling of a full block.
//!
//! Source: docs/binding-table.md, "A full block".

use super::block::{table_size, Block, BLOCK_COUNT};
use super::Error;

/// Maximum number of stages with tables.
// Five of the 3D pipeline, and compute.
pub const MAX_STAGES: usize = 6;

/// What must be emitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Emission {
    /// A bit for each stage whose table must be written and whose pointer must
    /// be emitted.
    pub stages: u32,
    /// 1 if the bases of the block must be emitted first, else 0.
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
    /// [`Error::OutputFull`], and those of [`Block::allocate`]. On error
    /// nothing is written.
    ///
    /// ```
    /// use dral::binding_table::{Block, Emission};
    /// let block = Block { index: 4, next: 65504 };
    /// let mut offsets = [0, 320];
    /// // The second stage alone has changed, and its table does not fit.
    /// let (block, emission) =
    ///     block.emit(5, &[3, 20], 0b11, 0b10, &mut offsets)?;
    /// assert_eq!(block, Block { index: 5, next: 32 + 96 });
    /// assert_eq!(emission, Emission { stages: 0b11, new_base: 1 });
    /// assert_eq!(offsets, [0, 32]);
    /// # Ok::<(), dral::binding_table::Error>(())
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
        let (start, stages, new_base) = match self.end(entry_counts, stages) {
            Ok(_) => (self, stages, 0),
            Err(Error::BlockFull) if fresh_index == self.index => {
                return Err(Error::SameBlock);
            }
            Err(Error::BlockFull) if fresh_index < BLOCK_COUNT => {
                (Self { index: fresh_index, next: 0 }, active, 1)
            }
            Err(error) => return Err(error),
        };
        let end = start.end(entry_counts, stages)?;
        let mut block = start;
        for ((stage, &count), offset) in
            entry_counts.iter().enumerate().zip(offsets)
        {
            if stages >> stage & 1 != 0 {
                (block, *offset) = block.allocate(count)?;
            }
        }
        Ok((end, Emission { stages, new_base }))
    }

    /// The block after allocating the tables of these stages.
    fn end(self, entry_counts: &[u32], stages: u32) -> Result<Self, Error> {
        // An invalid block is refused even without tables.
        let (mut block, _) = self.allocate(0)?;
        for (stage, &count) in entry_counts.iter().enumerate() {
            if stages >> stage & 1 != 0 {
                (block, _) = block.allocate(count)?;
            }
        }
        Ok(block)
    }
}
