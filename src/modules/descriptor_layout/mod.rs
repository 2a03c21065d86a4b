// SPDX-License-Identifier: MIT

//! Descriptor set layouts: where the descriptors of a Vulkan descriptor set
//! are stored in memory. The module `descriptor-layout`.
//!
//! Every driver walks over the bindings of a set in the order of their
//! numbers, aligns, multiplies and adds. That walk is implemented once, here.
//! The differences between drivers are in a [`Table`]: size and alignment of
//! each descriptor type in two memory areas, and a few limits. The tables of
//! two drivers are included ([`Model`]); another driver fills in its own.
//!
//! The rules and their sources are in `docs/reference/descriptor-layout.md`.
//!
//! ```
//! use dral::modules::descriptor_layout::*;
//! let table = Model::AnvIndirect.table(Mesa::V26_2, 120, 0)?;
//! let binding = |binding, descriptor_type, descriptor_count| Binding {
//!     binding,
//!     descriptor_type: descriptor_type as u32,
//!     descriptor_count,
//!     ..Binding::default()
//! };
//! let bindings = [
//!     binding(0, DescriptorType::SampledImage, 3),
//!     binding(1, DescriptorType::CombinedImageSampler, 2),
//!     binding(2, DescriptorType::UniformBuffer, 1),
//!     binding(3, DescriptorType::UniformTexelBuffer, 1),
//! ];
//! let mut layouts = [BindingLayout::ABSENT; 4];
//! let set = set_layout(&table, bindings, &mut layouts)?;
//! assert_eq!(layouts.map(|layout| layout.surface_offset), [0, 24, 40, 56]);
//! assert_eq!(set.surface_size, 64);
//! # Ok::<(), dral::modules::descriptor_layout::Error>(())
//! ```

mod align;
mod binding;
mod buffer;
mod element;
mod error;
mod handle;
mod heap;
mod model;
mod number;
mod pipeline;
mod pool;
mod set;
mod structure;
mod support;
mod table;
mod walk;

pub use crate::mesa::Mesa;
pub use binding::{Binding, BindingLayout, Element, ImmutableSampler, ABSENT};
pub use buffer::{buffer_range, BufferRange, WHOLE_SIZE};
pub use error::Error;
pub(crate) use handle::SURFACE_STATE_SIZE;
pub use handle::{sampler_handle, surface_handle};
pub use heap::Heap;
pub use model::Model;
pub(crate) use number::has_samplers;
pub(crate) use number::is_bindless;
pub use number::{
    BindingFlag, DescriptorData, DescriptorType, SetFlag, TableFlag, TypeFlag,
};
pub use pipeline::{dynamic_offset_starts, push_constant_word};
pub use pool::{pool_size, PoolPart, PoolSize};
pub use set::{SetLayout, SetSize};
pub use structure::{address_range, sampled_image, StorageImage, Structure};
pub use support::{support, Support};
pub use table::{Rules, Table, TypeLayout};
pub use walk::{set_layout, Walk};
