// SPDX-License-Identifier: MIT

//! The window of 4 GiB for binding tables and surface states: 1 GiB of tables,
//! 1 GiB of the driver's own states, 2 GiB of bindless states.
//!
//! Source: docs/reference/binding-table.md, "The window".

use super::block::{Blocks, TABLES_SIZE as BLOCKS_SIZE};
use super::Error;
use crate::modules::descriptor_layout::SURFACE_STATE_SIZE;
use crate::number::from_number;

/// 1 GiB.
pub(super) const GIB: u64 = 1 << 30;

/// The address of binding tables: the first GiB of the window.
pub(super) const TABLES: u64 = 3 * GIB;
pub(super) const TABLES_SIZE: u64 = BLOCKS_SIZE as u64;

/// The address of the internal surface states, which binding tables and the
/// driver use.
pub(super) const INTERNAL: u64 = TABLES + TABLES_SIZE;
pub(super) const INTERNAL_SIZE: u64 = GIB;

/// The address of the bindless surface states, which shaders access by a
/// handle.
pub(super) const BINDLESS: u64 = INTERNAL + INTERNAL_SIZE;
pub(super) const BINDLESS_SIZE: u64 = 2 * GIB;

/// A pool of surface states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum StatePool {
    /// The driver's own: render targets, descriptor sets. 1 GiB.
    Internal = 0,
    /// Surface states accessed by a handle. 2 GiB.
    Bindless = 1,
}

from_number!(StatePool, else UnknownPool, Internal, Bindless);

/// The address of a surface state from its offset in its pool.
///
/// # Errors
/// As `dral_surface_state_address`.
pub const fn state_address(pool: StatePool, offset: u64) -> Result<u64, Error> {
    let (start, size) = match pool {
        StatePool::Internal => (INTERNAL, INTERNAL_SIZE),
        StatePool::Bindless => (BINDLESS, BINDLESS_SIZE),
    };
    if offset % SURFACE_STATE_SIZE != 0 {
        return Err(Error::Misaligned);
    }
    if offset >= size {
        return Err(Error::BeyondPool);
    }
    Ok(start + offset)
}

/// The base addresses for the tables of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Bases {
    /// The surface state base address, for entries; before version 125 also for
    /// pointers to tables.
    pub surface_base: u64,
    /// The binding table pool base address, for pointers to tables. 0 before
    /// version 125.
    pub pool_base: u64,
    /// The entry of the internal pool's first surface state.
    pub state_offset: u32,
}

impl Blocks {
    /// The bases for a block.
    ///
    /// # Errors
    /// As `dral_binding_table_bases_of`.
    pub const fn bases(self, block_index: u32) -> Result<Bases, Error> {
        let base = match self.place(block_index) {
            Ok((_, base)) => base,
            Err(error) => return Err(error),
        };
        let tables = TABLES + base as u64;
        Ok(if self.release().has_pool_base() {
            Bases { surface_base: INTERNAL, pool_base: tables, state_offset: 0 }
        } else {
            Bases {
                surface_base: tables,
                pool_base: 0,
                state_offset: BLOCKS_SIZE - base,
            }
        })
    }
}

/// The table entry for a surface state: its offset from the surface base.
///
/// # Errors
/// As `dral_binding_table_entry_word`.
pub const fn entry_word(
    surface_base: u64,
    state_address: u64,
) -> Result<u32, Error> {
    if surface_base % SURFACE_STATE_SIZE != 0
        || state_address % SURFACE_STATE_SIZE != 0
    {
        return Err(Error::Misaligned);
    }
    let Some(distance) = state_address.checked_sub(surface_base) else {
        return Err(Error::BeforeBase);
    };
    if distance >> 32 != 0 {
        return Err(Error::EntryRange);
    }
    Ok(distance as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesa::Mesa;
    use crate::modules::binding_table::Release;

    #[test]
    fn base_and_entry_are_the_state_for_every_block() {
        for (mesa, version, size) in [
            (Mesa::V24_3, 90, None),
            (Mesa::V24_3, 300, None),
            (Mesa::V26_2, 120, None),
            (Mesa::V26_2, 125, None),
            (Mesa::V26_2, 350, Some(0x400)),
        ] {
            let release = Release::new(mesa, version).unwrap();
            let blocks = Blocks::new(release, size).unwrap();
            for block in 0..blocks.count() {
                let bases = blocks.bases(block).unwrap();
                for (pool, offset) in [
                    (StatePool::Internal, 0x3FFF_FFC0),
                    (StatePool::Bindless, 0x7FFF_FFC0),
                ] {
                    let state = state_address(pool, offset).unwrap();
                    let entry = entry_word(bases.surface_base, state).unwrap();
                    let entry = u64::from(entry);
                    assert_eq!(bases.surface_base + entry, state);
                    let within = state - 0x1_0000_0000;
                    assert_eq!(entry, within + u64::from(bases.state_offset));
                }
            }
        }
    }
}
