// SPDX-License-Identifier: MIT

//! The place of a binding table.

use super::Arguments;
use dral::binding_table::{
    table_size, Bases, Block, Emission, Error, BLOCK_COUNT, BLOCK_SIZE,
};
use serde::Serialize;

/// Where a table is, in bytes.
#[derive(Serialize)]
pub struct Place {
    /// The given block was full.
    pub new_block: bool,
    pub block: u32,
    /// The offset of the table in its block, and its address.
    pub pointer: u32,
    pub address: u64,
    pub entries: u32,
    pub bytes: u32,
    pub left_in_block: u32,
    pub surface_base: u64,
    /// 0 before version 125.
    pub pool_base: u64,
    pub state_offset: u32,
}

impl Place {
    /// The place of a table in the given block, or in the next one if that is
    /// full.
    pub fn new(arguments: &Arguments, entries: u32) -> Result<Self, String> {
        let tell = |error: Error| error.to_string();
        let Arguments { block: index, taken, .. } = *arguments;
        let mut offset = [0];
        let (block, Emission { new_base, .. }) = Block { index, next: taken }
            .emit(index.saturating_add(1), &[entries], 1, 1, &mut offset)
            .map_err(|error| {
                format!(
                    "block {index} of {BLOCK_COUNT}, {taken} of {BLOCK_SIZE} \
                     bytes taken: {error}"
                )
            })?;
        let bytes = table_size(entries).map_err(tell)?;
        let hardware = arguments.driver.version();
        let Bases { pool_base, surface_base, state_offset, .. } =
            Bases::new(hardware, block.index).map_err(tell)?;
        let base = if pool_base == 0 { surface_base } else { pool_base };
        let [pointer] = offset;
        Ok(Self {
            new_block: new_base != 0,
            block: block.index,
            pointer,
            address: base + u64::from(pointer),
            entries,
            bytes,
            left_in_block: BLOCK_SIZE - block.next,
            surface_base,
            pool_base,
            state_offset,
        })
    }
}
