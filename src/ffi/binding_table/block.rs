// SPDX-License-Identifier: MIT

//! Blocks for C.

use super::super::pointer::{arrays, check_apart, read};
use super::super::refusal::{answer_both, pure};
use crate::binding_table::{table_size, Block, Emission};
use core::ffi::c_int;

/// The size of a table in its block, in bytes: 4 for each entry, rounded up to
/// a multiple of 32.
///
/// \return 0; -ERANGE for more than 240 entries; -EINVAL for NULL.
///
/// Source: docs/binding-table.md, "Blocks".
///
/// # Safety
/// size is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_size(
    entry_count: u32,
    size: *mut u32,
) -> c_int {
    pure!(size, table_size(entry_count)?)
}

/// Allocates a table in a block, after the previous tables. A table without
/// entries takes no room and has the offset 0.
///
/// On -ENOSPC, go on as dral_binding_table_emit does, or call that function
/// instead.
///
/// \param block the block; next moves past the table
/// \param offset the value for 3DSTATE_BINDING_TABLE_POINTERS: bytes from the
/// base of the block, a multiple of 32
/// \return 0; -ENOSPC if the table does not fit; -ERANGE for more than 240
/// entries; -EINVAL for an index from 16384 on, a next that is not a multiple
/// of 32 or above 65536, outputs that overlap, or NULL. On error nothing is
/// written.
///
/// Source: docs/binding-table.md, "Blocks".
///
/// # Safety
/// block and offset are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_allocate(
    block: *mut Block,
    entry_count: u32,
    offset: *mut u32,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer_both(block, offset, || {
            check_apart(block, 1, offset, 1)?;
            Ok(read(block)?.allocate(entry_count)?)
        })
    }
}

/// Allocates the tables of the stages of a draw or dispatch that are active
/// and dirty. If they do not all fit, all active stages get tables in a fresh
/// block, because pointers emitted before are relative to the old base. Then
/// emit the bases of the fresh block first, and the tables of all active
/// stages after them.
///
/// \param block the block; on return the block to continue with
/// \param fresh_index the block to use if this one is full; 16384 or more if
/// no block is left
/// \param entry_counts the number of table entries of each stage; read only
/// for active stages
/// \param offsets the value for 3DSTATE_BINDING_TABLE_POINTERS of each stage;
/// written only for stages that must be emitted
/// \param stage_count at most 6
/// \param active a bit for each stage that the draw has
/// \param dirty a bit for each stage whose table has changed
/// \param emission what to emit
/// \return 0; -ENOSPC if the tables do not fit and there is no fresh block;
/// -ERANGE for more than 240 entries in a table, or more than 6 stages;
/// -EINVAL for bits beyond the stages, a fresh block that is the full one, an
/// index of the block from 16384 on, a next that is not a multiple of 32 or
/// above 65536, outputs or arrays that overlap, or NULL. On error nothing is
/// written.
///
/// Source: docs/binding-table.md, "A full block".
///
/// # Safety
/// block and emission are NULL or point to a struct; both arrays have
/// stage_count elements.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_emit(
    block: *mut Block,
    fresh_index: u32,
    entry_counts: *const u32,
    offsets: *mut u32,
    stage_count: usize,
    active: u32,
    dirty: u32,
    emission: *mut Emission,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer_both(block, emission, || {
            check_apart(block, 1, offsets, stage_count)?;
            check_apart(emission, 1, offsets, stage_count)?;
            check_apart(emission, 1, block, 1)?;
            let full = read(block)?;
            let (counts, offsets) = arrays(entry_counts, offsets, stage_count)?;
            Ok(full.emit(fresh_index, counts, active, dirty, offsets)?)
        })
    }
}
