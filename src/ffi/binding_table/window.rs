// SPDX-License-Identifier: MIT

//! The window for C.

use super::super::refusal::pure;
use crate::binding_table::{entry_word, state_address, Bases, StatePool};
use core::ffi::c_int;

/// The base addresses while tables of one block are in use.
///
/// \param version the generation of the hardware times ten: 90, 120, 125
/// \param block_index 0 to 16383
/// \return 0; -EINVAL for a block index above 16383, or NULL.
///
/// Source: docs/binding-table.md, "The window".
///
/// # Safety
/// bases is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_bases_of(
    version: u32,
    block_index: u32,
    bases: *mut Bases,
) -> c_int {
    pure!(bases, Bases::new(version, block_index)?)
}

/// The address of a surface state.
///
/// \param pool an enum dral_surface_state_pool
/// \param offset bytes from the beginning of the pool, a multiple of 64
/// \return 0; -EINVAL for an unknown pool, an offset that is not a multiple of
/// 64 or not in the pool, or NULL.
///
/// Source: docs/binding-table.md, "The window".
///
/// # Safety
/// address is NULL or points to a uint64_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_surface_state_address(
    pool: u32,
    offset: u64,
    address: *mut u64,
) -> c_int {
    pure!(address, state_address(StatePool::try_from(pool)?, offset)?)
}

/// The entry for a surface state: its offset from the surface base. An unused
/// entry is 0.
///
/// \param surface_base that of dral_binding_table_bases_of, or any multiple of
/// 64
/// \param state_address that of dral_surface_state_address, or any multiple
/// of 64
/// \return 0; -EINVAL if an address is not a multiple of 64 or the state is
/// below the base, or for NULL; -ERANGE for a state 4 GiB or more above the
/// base.
///
/// Source: docs/binding-table.md, "The window".
///
/// # Safety
/// word is NULL or points to a uint32_t.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_binding_table_entry_word(
    surface_base: u64,
    state_address: u64,
    word: *mut u32,
) -> c_int {
    pure!(word, entry_word(surface_base, state_address)?)
}
