// SPDX-License-Identifier: MIT

//! Dynamic state on Intel hardware, as in ANV: which instructions of the 3D
//! pipeline are baked into a pipeline, which are packed at the draw, and which
//! of them a draw must emit again after a change. The module `dynamic-state`.
//!
//! All facts come from one table for each release of the driver. The rules and
//! their sources are in `docs/reference/dynamic-state.md`.
//!
//! ```
//! use dral::modules::dynamic_state::*;
//! let device = Device::new(Mesa::V26_2, 125, Feature::MeshShading as u32)?;
//! let changed: States = [State::RsLineWidth].into_iter().collect();
//! let emitted = device.emitted(changed, Commands::EMPTY);
//! let names: Vec<_> = emitted.iter().map(Instruction::name).collect();
//! assert_eq!(names, [c"CLIP", c"RASTER", c"SF"]);
//! // All three are packed at the draw.
//! assert!(emitted.iter().all(|i| i.site(Mesa::V26_2) == Ok(Site::Dynamic)));
//! # Ok::<(), Error>(())
//! ```

mod condition;
mod device;
mod element;
mod emission;
mod error;
mod set;
mod table;
mod vulkan;

pub use crate::mesa::Mesa;
pub use condition::Feature;
pub use device::Device;
pub use element::{Command, Instruction, Site, State};
pub use emission::differs;
pub use error::Error;
pub use set::{Commands, Instructions, States};
pub use vulkan::{dynamic_states, vulkan_names};
