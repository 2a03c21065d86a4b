// SPDX-License-Identifier: MIT

//! The driver arithmetic library: the integer arithmetic that GPU drivers do
//! per draw and per attribute, each piece exact for every input.
//!
//! [`instancing`] is the core: on Mali GPUs, the padded vertex count by which
//! instances are told apart in the linear id of a thread, and the magic
//! divisors and descriptor words by which the attribute unit finds each
//! attribute. [`ffi`] is the same for C; `include/dral.h` is generated from
//! it. What is optional is a module of its own, behind a feature:
//! `descriptor_layout`, the memory of Vulkan descriptor sets;
//! `binding_table`, where the hardware finds them; `varying`, the components
//! of shader inputs and outputs; `indirect_draw`, indirect draws that a shader
//! writes; `dynamic_state`, which instructions of a pipeline are emitted when.
//!
//! Nothing here allocates, does I/O, keeps state or panics, and the crate
//! depends on no other.
//!
//! ```
//! use dral::instancing::{Architecture, Draw, Rate, VertexBuffer};
//!
//! let draw = Draw {
//!     vertex_count: 70,
//!     instance_count: 100,
//!     ..Draw::new(Architecture::V7)
//! };
//! let resolved = draw.resolve()?;
//! assert_eq!(resolved.padded_count, 72);
//!
//! let colors = VertexBuffer {
//!     address: 0x10000,
//!     size: 4096,
//!     stride: 16,
//!     rate: Rate::Instance,
//!     divisor: 3,
//! };
//! let record = resolved.attribute_record(&colors)?;
//! // Thread 15,222 of the draw: vertex 30 of instance 211, so element 70.
//! assert_eq!(record.element(72 * 211 + 30), Ok(211 / 3));
//! # Ok::<(), dral::Error>(())
//! ```

#![no_std]

// rustc asks for a panic handler before it makes the object that C links, and
// std has one. None of it gets there: package/clib/rustc.args emits one object, which
// needs no symbol. With a handler of our own the object would define it, and
// not link beside other Rust.
#[cfg(any(test, dral_object))]
extern crate std;

mod align;
#[cfg(feature = "binding-table")]
pub mod binding_table;
#[cfg(feature = "descriptor-layout")]
pub mod descriptor_layout;
#[cfg(feature = "dynamic-state")]
pub mod dynamic_state;
mod error;
pub mod ffi;
#[cfg(feature = "indirect-draw")]
pub mod indirect_draw;
pub mod instancing;
#[cfg(test)]
mod known;
mod number;
#[cfg(feature = "varying")]
pub mod varying;
pub mod version;

pub use error::{Error, ErrorKind};
