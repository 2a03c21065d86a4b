// SPDX-License-Identifier: MIT

//! Varyings by component: the places of a declaration's elements, and the
//! packing of varyings into slots. The module `varying`.
//!
//! A slot has four 32-bit components. Drivers advertise a number of
//! components, and all of them must be usable: without flags [`pack`] succeeds
//! whenever the components fit. Its flags select the orders of linkers, which
//! leave components unused.
//!
//! The rules and their sources are in `docs/reference/varying.md`.
//!
//! ```
//! use dral::modules::varying::*;
//! let vec3 = Varying::new(BaseType::Float, 3, 1);
//! let varyings = [
//!     Varying { array_length: 4, ..vec3 },
//!     Varying { array_length: 2, ..vec3 },
//!     Varying::new(BaseType::Float, 2, 1),
//! ];
//! let rules = PackRules { max_slots: 5, ..PackRules::default() };
//! let (mut positions, mut scratch) = ([0; 3], [0; 3]);
//! let mut used = [0; 5];
//! let slots =
//!     pack(&varyings, &rules, &mut positions, &mut used, &mut scratch)?;
//! assert_eq!((positions, used, slots), ([0, 12, 18], [4; 5], 5));
//! # Ok::<(), Error>(())
//! ```

mod clip_cull;
mod declaration;
mod error;
mod kind;
mod pack;
mod place;
mod semantic;
mod split;
mod text;

pub use clip_cull::{clip_cull, ClipCull};
pub use declaration::{merge, Declaration, Span};
pub use error::Error;
pub use kind::{BaseType, Interpolation, Varying};
pub use pack::{pack, PackFlag, PackRules, MAX_SLOTS};
pub use place::{address, scalar_place, Place};
pub use semantic::{nvc0_address, Semantic};
pub use split::{split, Piece};
pub use text::TextForm;
