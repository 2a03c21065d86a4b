// SPDX-License-Identifier: MIT

//! Blocks for C.

use super::super::pointer::{check_apart, read, slice, slice_mut};
use super::refusal::write;
use super::Refusal;
use crate::binding_table::{
    table_size, Block, BLOCK_COUNT, BLOCK_SIZE, MAX_ENTRIES,
};
use core::ffi::c_int;

/// Entries of a binding table at the most.
pub const DRAL_BINDING_TABLE_MAX_ENTRIES: u32 = 240;

/// Bytes of a block of binding tables.
pub const DRAL_BINDING_TABLE_BLOCK_SIZE: u32 = 65536;

/// How many blocks there are.
pub const DRAL_BINDING_TABLE_BLOCK_COUNT: u32 = 16384;

const _: () = assert!(DRAL_BINDING_TABLE_MAX_ENTRIES == MAX_ENTRIES);
const _: () = assert!(DRAL_BINDING_TABLE_BLOCK_SIZE == BLOCK_SIZE);
const _: () = assert!(DRAL_BINDING_TABLE_BLOCK_COUNT == BLOCK_COUNT);

/// The bytes that a table of so many entries takes in its block: 4 for each,
/// rounded up to 32.
///
/// \return 0; -ERANGE for more than 240 entries; -EINVAL for NULL.
///
/// Source: docs/binding-table.md, "Blocks".
///
/// # Safety
/// size is NULL or points to a uint32_t.
#[no_mangle]
pub unsafe extern "C" fn dral_binding_table_size(
    entry_count: u32,
    size: *mut u32,
) -> c_int {
    let result = table_size(entry_count);
    // SAFETY: the caller's pointer.
    unsafe { write(size, result) }
}

/// Takes room in a block for several tables, for all or for none, one behind
/// the other. A table without entries takes no room and has the offset 0.
///
/// On -ENOSPC the caller takes another block, sets its next to 0, emits the
/// bases of that block, and allocates and emits the tables of all active
/// stages in it, not those alone that have changed: what was emitted before
/// counts from the old base. A fresh block has room for the largest tables
/// of eleven draws with six stages each.
///
/// \param block the block; next moves behind the tables
/// \param entry_counts how many entries each table has
/// \param offsets what 3DSTATE_BINDING_TABLE_POINTERS takes for each table:
/// bytes from the base of the block, a multiple of 32
/// \return 0; -ENOSPC if the tables do not all fit; -ERANGE for more than
/// 240 entries; -EINVAL for an index from 16384 on, a next that is no
/// multiple of 32 or above 65536, arrays that overlap, or NULL. On error
/// nothing is written.
///
/// Source: docs/binding-table.md, "Blocks".
///
/// # Safety
/// block is NULL or points to a struct; both arrays have table_count
/// elements.
#[no_mangle]
pub unsafe extern "C" fn dral_binding_table_allocate(
    block: *mut Block,
    entry_counts: *const u32,
    offsets: *mut u32,
    table_count: usize,
) -> c_int {
    let compute = || -> Result<Block, Refusal> {
        check_apart(entry_counts, table_count, offsets, table_count)?;
        check_apart(block, 1, offsets, table_count)?;
        // SAFETY: the caller's pointer.
        let filled = unsafe { read(block) }?;
        // SAFETY: the caller's arrays, which do not overlap.
        let counts = unsafe { slice(entry_counts, table_count) }?;
        // SAFETY: likewise.
        let offsets = unsafe { slice_mut(offsets, table_count) }?;
        Ok(filled.allocate_all(counts, offsets)?)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(block, compute()) }
}
