// SPDX-License-Identifier: MIT

//! Blocks of memory for binding tables, and the tables of a draw.
//!
//! Source: docs/reference/binding-table.md, "Blocks", "A full block".

use super::{Error, Release};

/// Maximum entries in a binding table.
pub const MAX_ENTRIES: u32 = 240;

/// The bytes of the address space for blocks.
pub(super) const TABLES_SIZE: u32 = 1 << 30;

/// The size of a block where it is fixed, in bytes: the range of a pointer to
/// a table on the oldest hardware.
const FIXED_SIZE: u32 = 0x10000;

/// Where the size of a block is an option of the driver: the default, the
/// least and the greatest.
const DEFAULT_SIZE: u32 = 0x1000;
const MIN_SIZE: u32 = 0x400;
const MAX_SIZE: u32 = 0x20000;

/// Where the size of a block is an option: the base of tables is a multiple
/// of this many bytes.
const VIEW_SIZE: u32 = 1 << 20;

const ENTRY_SIZE: u32 = 4;

/// The alignment of tables: pointers to tables have no lower bits.
const TABLE_ALIGNMENT: u32 = 32;

/// The size of a table with this many entries in its block, in bytes.
///
/// # Errors
/// As `dral_binding_table_size`.
pub const fn table_size(entry_count: u32) -> Result<u32, Error> {
    if entry_count > MAX_ENTRIES {
        return Err(Error::EntryLimit);
    }
    Ok((ENTRY_SIZE * entry_count).next_multiple_of(TABLE_ALIGNMENT))
}

/// The blocks of a driver.
///
/// ```
/// use dral::modules::binding_table::*;
/// use dral::modules::descriptor_layout::Mesa;
/// // 1 MiB has 256 blocks of 4,096 bytes, all with one base.
/// let blocks = Blocks::new(Release::new(Mesa::V26_2, 125)?, None)?;
/// let block = Block { index: 257, next: 32 };
/// let (block, offset) = blocks.allocate(block, 9)?;
/// assert_eq!((block.next, offset), (96, 4096 + 32));
/// assert_eq!(blocks.bases(257)?.pool_base, 0xC010_0000);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocks {
    release: Release,
    /// The size is 2 to the power of this; a shift cannot divide by zero.
    size_log2: u32,
}

/// A block of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Block {
    /// Its index, below the number of blocks.
    pub index: u32,
    /// Bytes used by its tables; 0 in a fresh block.
    pub next: u32,
}

impl Blocks {
    /// Blocks of a release: with the driver's default size, or with the size
    /// in bytes that an option of the driver sets.
    ///
    /// # Errors
    /// [`Error::BlockSize`] if the driver has no blocks of this size.
    pub const fn new(
        release: Release,
        size: Option<u32>,
    ) -> Result<Self, Error> {
        let is_option = release.is_26_2() && release.has_pool_base();
        let size = match size {
            None if is_option => DEFAULT_SIZE,
            None => FIXED_SIZE,
            Some(size) => size,
        };
        let is_valid = if is_option {
            size >= MIN_SIZE && size <= MAX_SIZE && size.is_power_of_two()
        } else {
            size == FIXED_SIZE
        };
        if !is_valid {
            return Err(Error::BlockSize);
        }
        Ok(Self { release, size_log2: size.trailing_zeros() })
    }

    /// The size of a block in bytes.
    pub const fn size(self) -> u32 {
        1 << self.size_log2
    }

    /// The number of blocks.
    pub const fn count(self) -> u32 {
        TABLES_SIZE >> self.size_log2
    }

    pub(super) const fn release(self) -> Release {
        self.release
    }

    /// The first byte of a block, and the base for pointers to its tables, in
    /// bytes after the first block.
    pub(super) const fn place(self, index: u32) -> Result<(u32, u32), Error> {
        if index >= self.count() {
            return Err(Error::BlockIndex);
        }
        let start = index << self.size_log2;
        let is_rounded = self.release.is_26_2() && self.release.has_pool_base();
        let base = if is_rounded { start - start % VIEW_SIZE } else { start };
        Ok((start, base))
    }

    /// Allocates a table. Returns the block after that, and the offset of the
    /// table from the base of the block. A table without entries takes no room
    /// and has the offset 0.
    ///
    /// # Errors
    /// As `dral_binding_table_allocate`.
    pub const fn allocate(
        self,
        block: Block,
        entry_count: u32,
    ) -> Result<(Block, u32), Error> {
        let (start, base) = match self.place(block.index) {
            Ok(place) => place,
            Err(error) => return Err(error),
        };
        if block.next > self.size() || block.next % TABLE_ALIGNMENT != 0 {
            return Err(Error::NotABlock);
        }
        match table_size(entry_count) {
            Err(error) => Err(error),
            Ok(0) => Ok((block, 0)),
            Ok(size) if size > self.size() - block.next => {
                Err(Error::BlockFull)
            }
            Ok(size) => {
                let offset = start - base + block.next;
                Ok((Block { next: block.next + size, ..block }, offset))
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
    /// 1 if you emit the bases of the block first; 0 if they are the same.
    pub new_base: u32,
}

impl Blocks {
    /// Allocates the tables of the stages that are active and dirty. If one
    /// does not fit, all active stages get tables in the block `fresh_index`,
    /// because the old tables may be out of reach of the new base. The offsets
    /// of other stages are not written. Returns the block to continue with.
    ///
    /// # Errors
    /// As `dral_binding_table_emit`; [`Error::BlockFull`] if the tables do not
    /// fit and `fresh_index` is not a block; [`Error::OutputFull`] for too few
    /// offsets. On error the offsets are unspecified.
    ///
    /// ```
    /// use dral::modules::binding_table::*;
    /// use dral::modules::descriptor_layout::Mesa;
    /// let blocks = Blocks::new(Release::new(Mesa::V26_2, 120)?, None)?;
    /// let block = Block { index: 4, next: 65504 };
    /// let mut offsets = [0, 320];
    /// // The second stage alone has changed, and its table does not fit.
    /// let (block, emission) =
    ///     blocks.emit(block, 5, &[3, 20], 0b11, 0b10, &mut offsets)?;
    /// assert_eq!(block, Block { index: 5, next: 32 + 96 });
    /// assert_eq!(emission, Emission { stages: 0b11, new_base: 1 });
    /// assert_eq!(offsets, [0, 32]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn emit(
        self,
        block: Block,
        fresh_index: u32,
        entry_counts: &[u32],
        active: u32,
        dirty: u32,
        offsets: &mut [u32],
    ) -> Result<(Block, Emission), Error> {
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
        match self.allocate_each(block, entry_counts, stages, offsets) {
            Err(Error::BlockFull) if fresh_index == block.index => {
                Err(Error::SameBlock)
            }
            Err(Error::BlockFull) if fresh_index < self.count() => {
                let (_, old) = self.place(block.index)?;
                let (_, new) = self.place(fresh_index)?;
                let fresh = Block { index: fresh_index, next: 0 };
                let block =
                    self.allocate_each(fresh, entry_counts, active, offsets)?;
                let new_base = u32::from(new != old);
                Ok((block, Emission { stages: active, new_base }))
            }
            block => Ok((block?, Emission { stages, new_base: 0 })),
        }
    }

    /// Allocates the tables of these stages. Returns the block after them.
    fn allocate_each(
        self,
        block: Block,
        entry_counts: &[u32],
        stages: u32,
        offsets: &mut [u32],
    ) -> Result<Block, Error> {
        // An invalid block is refused even without tables.
        let (mut block, _) = self.allocate(block, 0)?;
        let tables = entry_counts.iter().zip(offsets);
        for (stage, (&count, offset)) in tables.enumerate() {
            if stages >> stage & 1 != 0 {
                (block, *offset) = self.allocate(block, count)?;
            }
        }
        Ok(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesa::Mesa;

    #[test]
    fn every_stage_has_room_for_its_offset() {
        let release = Release::new(Mesa::V24_3, 90).unwrap();
        let blocks = Blocks::new(release, None).unwrap();
        let full = Block { index: 3, next: blocks.size() };
        let few = blocks.emit(full, 4, &[1, 1], 0b11, 1, &mut [7]);
        assert_eq!(few, Err(Error::OutputFull));
    }
}
