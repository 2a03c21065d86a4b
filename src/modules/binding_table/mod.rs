// SPDX-License-Identifier: MIT

//! Binding tables of Intel hardware, as in ANV: the entries of a shader stage's
//! table, the addresses of tables and surface states, and the words of entries.
//! The module `binding-table`.
//!
//! The rules and their sources are in `docs/reference/binding-table.md`.
//!
//! ```
//! use dral::modules::binding_table::*;
//! use dral::modules::descriptor_layout::Mesa;
//! // A fragment shader with 9 entries, the second table of its block.
//! let blocks = Blocks::new(Release::new(Mesa::V26_2, 120)?, None)?;
//! let block = Block { index: 3, next: 32 };
//! let (block, offset) = blocks.allocate(block, 9)?;
//! assert_eq!((block.next, offset), (96, 32));
//! // What goes into the table for a state of the internal pool.
//! let bases = blocks.bases(block.index)?;
//! let state = state_address(StatePool::Internal, 0x40)?;
//! assert_eq!(entry_word(bases.surface_base, state)?, 0x3FFD_0040);
//! # Ok::<(), dral::modules::binding_table::Error>(())
//! ```

mod address;
mod block;
mod entry;
mod error;
mod map;
mod order;
mod release;
mod shader;
mod window;

pub use address::{AddressMap, AddressRange, Area};
pub use block::{table_size, Block, Blocks, Emission, MAX_ENTRIES, MAX_STAGES};
pub use entry::{Entry, Map, SetId, Slots};
pub use error::Error;
pub(crate) use map::fill;
pub use map::map;
pub use release::Release;
pub use shader::{
    Access, Set, Shader, Use, UseFlag, BINDLESS, MAX_RENDER_TARGETS,
    MAX_SAMPLERS, MAX_SETS,
};
pub use window::{entry_word, state_address, Bases, StatePool};
