// SPDX-License-Identifier: MIT

//! Indirect draws that a shader writes: on Intel GPUs, what a driver reserves
//! and where each generated draw and each jump goes. The optional module
//! `indirect-draw`.
//!
//! The command streamer is slow where it loads the parameters of every
//! indirect draw from memory. A shader can instead write whole draw commands,
//! in place into the batch or, if there are many, into a ring that is filled
//! again and again. The shader runs on the GPU; here is the plan that the
//! driver makes for it ([`IndirectDraw::plan`]), and a model of the shader
//! ([`Plan::item`]) to which it can be compared.
//!
//! The rules and their sources are in `docs/indirect-draw.md`.
//!
//! ```
//! use dral::indirect_draw::*;
//! let draw = IndirectDraw {
//!     indexed: true,
//!     max_draw_count: 20_000,
//!     stride: 20,
//!     ..IndirectDraw::new(120)
//! };
//! let plan = draw.plan()?;
//! assert_eq!(plan.mode, Mode::Ring as u32);
//! assert_eq!(plan.iterations(20_000)?, 3);
//! let last = plan.item(20_000, 16_384, 3_615)?;
//! assert_eq!(last.draw.map(|draw| draw.source), Some(399_980));
//! assert_eq!(
//!     last.jump,
//!     Some(Jump { target: JumpTarget::End, offset: 144_640 })
//! );
//! # Ok::<(), dral::indirect_draw::Error>(())
//! ```

mod chunk;
mod error;
mod hardware;
mod item;
mod mode;
mod parameters;
mod plan;
mod planner;
mod request;
mod ring;
#[cfg(test)]
mod vectors;

pub use chunk::{Chunk, CHUNK_DRAWS, DISPATCH_WIDTH, MAX_CHUNK_SIZE};
pub use error::Error;
pub use hardware::{Driver, Format, JUMP_SIZE};
pub use item::{GeneratedDraw, Item, Jump, JumpTarget};
pub use mode::{Mode, ModeRule};
pub use parameters::Parameters;
pub use plan::{Flag, Plan, NO_OFFSET};
pub use request::IndirectDraw;
pub use ring::RING_DRAWS;
