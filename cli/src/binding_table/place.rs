// SPDX-License-Identifier: MIT

//! Places a binding table in its block.

use super::Arguments;
use dral::binding_table::{
    table_size, Bases, Block, Emission, BLOCK_COUNT, BLOCK_SIZE,
};

/// The place of a table in its block.
pub struct Place {
    pub block: Block,
    pub offset: u32,
    pub size: u32,
    pub bases: Bases,
    /// Whether the given block was full.
    pub moved: bool,
}

impl Place {
    /// Allocates the table in the given block, or in the next one if it is
    /// full.
    pub fn new(
        arguments: &Arguments,
        entry_count: u32,
    ) -> Result<Self, String> {
        let tell = |error: dral::binding_table::Error| error.to_string();
        let block = Block { index: arguments.block, next: arguments.taken };
        let fresh = arguments.block.saturating_add(1);
        let mut offsets = [0];
        let (block, Emission { new_base, .. }) = block
            .emit(fresh, &[entry_count], 1, 1, &mut offsets)
            .map_err(|error| {
                format!(
                    "block {} of {BLOCK_COUNT}, {} of {BLOCK_SIZE} bytes \
                     taken: {error}",
                    arguments.block, arguments.taken
                )
            })?;
        Ok(Self {
            block,
            offset: offsets[0],
            size: table_size(entry_count).map_err(tell)?,
            bases: Bases::new(arguments.driver.hardware, block.index)
                .map_err(tell)?,
            moved: new_base != 0,
        })
    }
}
