// SPDX-License-Identifier: MIT

//! Blocks of memory for binding tables, and the tables in them.
//!
//! Source: docs/binding-table.md, "Blocks".

use super::Error;

/// Maximum number of entries in a binding table.
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
#[inline]
pub const fn table_size(entry_count: u32) -> Result<u32, Error> {
    if entry_count > MAX_ENTRIES {
        return Err(Error::EntryLimit);
    }
    Ok((ENTRY_SIZE * entry_count).next_multiple_of(TABLE_ALIGNMENT))
}

/// A block, which is filled with tables from the beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Block {
    /// The index in the area of binding tables: 0 to 16383.
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
    #[inline]
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
