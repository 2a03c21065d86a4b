// SPDX-License-Identifier: MIT

//! Blocks of memory for binding tables, and the tables in them.
//!
//! Source: docs/binding-table.md, "Blocks".

use super::Error;

/// Entries of a binding table at the most.
///
/// ```
/// assert_eq!(dral::binding_table::MAX_ENTRIES, 240);
/// ```
pub const MAX_ENTRIES: u32 = 240;

/// Bytes of a block: what the pointer to a table reaches on all hardware.
///
/// ```
/// assert_eq!(dral::binding_table::BLOCK_SIZE, 65536);
/// ```
pub const BLOCK_SIZE: u32 = 0x10000;

/// How many blocks the area of binding tables has.
///
/// ```
/// use dral::binding_table::{BLOCK_COUNT, BLOCK_SIZE};
/// assert_eq!(u64::from(BLOCK_COUNT) * u64::from(BLOCK_SIZE), 1 << 30);
/// ```
pub const BLOCK_COUNT: u32 = 0x4000;

const ENTRY_SIZE: u32 = 4;

/// The pointer to a table has no bits below this.
const TABLE_ALIGNMENT: u32 = 32;

/// The bytes that a table of so many entries takes in its block.
///
/// # Errors
/// [`Error::EntryLimit`]
///
/// ```
/// use dral::binding_table::table_size;
/// assert_eq!(table_size(0), Ok(0));
/// assert_eq!(table_size(9), Ok(64));
/// ```
#[inline]
pub const fn table_size(entry_count: u32) -> Result<u32, Error> {
    if entry_count > MAX_ENTRIES {
        return Err(Error::EntryLimit);
    }
    let mask = TABLE_ALIGNMENT - 1;
    Ok((ENTRY_SIZE * entry_count + mask) & !mask)
}

/// A block, filled with tables from its beginning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Block {
    /// Its index in the area of binding tables: 0 to 16383.
    pub index: u32,
    /// The bytes that its tables take; 0 in a fresh block.
    pub next: u32,
}

impl Block {
    /// Takes room for a table. The block behind the table, and the offset of
    /// the table from the base of the block; a table without entries takes
    /// no room and has the offset 0.
    ///
    /// # Errors
    /// [`Error::BlockFull`], [`Error::EntryLimit`], and [`Error::BlockIndex`]
    /// and [`Error::NotABlock`] for what is no block.
    ///
    /// ```
    /// use dral::binding_table::{Block, Error};
    /// let block = Block { index: 7, next: 65504 };
    /// let (block, offset) = block.allocate(8)?;
    /// assert_eq!((block.next, offset), (65536, 65504));
    /// assert_eq!(block.allocate(1), Err(Error::BlockFull));
    /// # Ok::<(), Error>(())
    /// ```
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

    /// Takes room for several tables, for all or for none: writes the offset
    /// of each, and returns the block behind the last.
    ///
    /// # Errors
    /// Those of [`Block::allocate`], and [`Error::OutputFull`] for too few
    /// offsets. Nothing is written then.
    ///
    /// ```
    /// use dral::binding_table::Block;
    /// let fresh = Block { index: 0, next: 0 };
    /// let mut offsets = [0; 3];
    /// let block = fresh.allocate_all(&[2, 0, 9], &mut offsets)?;
    /// assert_eq!((block.next, offsets), (96, [0, 0, 32]));
    /// # Ok::<(), dral::binding_table::Error>(())
    /// ```
    pub fn allocate_all(
        self,
        entry_counts: &[u32],
        offsets: &mut [u32],
    ) -> Result<Self, Error> {
        if offsets.len() < entry_counts.len() {
            return Err(Error::OutputFull);
        }
        // A block that is none is refused without tables, too.
        let (mut end, _) = self.allocate(0)?;
        for &count in entry_counts {
            (end, _) = end.allocate(count)?;
        }
        let mut block = self;
        for (offset, &count) in offsets.iter_mut().zip(entry_counts) {
            (block, *offset) = block.allocate(count)?;
        }
        Ok(end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRESH: Block = Block { index: 0, next: 0 };

    #[test]
    fn sizes_of_tables_are_the_known_answers() {
        for (entries, size) in
            [(0, 0), (1, 32), (8, 32), (9, 64), (16, 64), (17, 96), (240, 960)]
        {
            assert_eq!(table_size(entries), Ok(size));
        }
        for entries in [241, 0x4000_0000, u32::MAX] {
            assert_eq!(table_size(entries), Err(Error::EntryLimit));
        }
    }

    /// How many tables go into a block until it is full.
    fn capacity(entry_count: u32) -> u32 {
        let mut block = FRESH;
        let mut tables = 0;
        loop {
            match block.allocate(entry_count) {
                Ok((behind, offset)) => {
                    assert_eq!(offset, block.next);
                    assert_eq!(offset % 32, 0);
                    block = behind;
                    tables += 1;
                }
                Err(error) => {
                    assert_eq!(error, Error::BlockFull);
                    return tables;
                }
            }
        }
    }

    #[test]
    fn a_block_has_room_for_as_many_tables_as_are_known() {
        for entries in 1..=8 {
            assert_eq!(capacity(entries), 2048);
        }
        assert_eq!(capacity(9), 1024);
        assert_eq!(capacity(240), 68);
    }

    #[test]
    fn all_stages_at_their_limit_fit_a_fresh_block() {
        let mut offsets = [1; 6];
        let block = FRESH.allocate_all(&[240; 6], &mut offsets);
        assert_eq!(block, Ok(Block { index: 0, next: 5760 }));
        assert_eq!(offsets, [0, 960, 1920, 2880, 3840, 4800]);
    }

    #[test]
    fn a_table_without_entries_fits_a_full_block() {
        let full = Block { index: 3, next: BLOCK_SIZE };
        assert_eq!(full.allocate(0), Ok((full, 0)));
        assert_eq!(full.allocate(1), Err(Error::BlockFull));
    }

    #[test]
    fn tables_are_allocated_all_or_none() {
        let mut offsets = [77; 3];
        let block = Block { index: 0, next: BLOCK_SIZE - 64 };
        for (counts, error) in [
            ([1, 1, 1], Error::BlockFull),
            ([1, 9, 0], Error::BlockFull),
            ([1, 1, 241], Error::EntryLimit),
        ] {
            let refused = block.allocate_all(&counts, &mut offsets);
            assert_eq!(refused, Err(error));
            assert_eq!(offsets, [77; 3]);
        }
        let few = &mut offsets[..2];
        let refused = block.allocate_all(&[0, 0, 0], few);
        assert_eq!(refused, Err(Error::OutputFull));
        let fits = block.allocate_all(&[1, 0, 8], &mut offsets);
        assert_eq!(fits, Ok(Block { index: 0, next: BLOCK_SIZE }));
        assert_eq!(offsets, [65472, 0, 65504]);
    }

    #[test]
    fn what_is_no_block_is_refused() {
        let beyond = Block { index: BLOCK_COUNT, next: 0 };
        assert_eq!(beyond.allocate(1), Err(Error::BlockIndex));
        for next in [1, 31, 33, BLOCK_SIZE + 32, u32::MAX] {
            let block = Block { index: 0, next };
            assert_eq!(block.allocate(0), Err(Error::NotABlock));
            let all = block.allocate_all(&[], &mut []);
            assert_eq!(all, Err(Error::NotABlock));
        }
    }
}
