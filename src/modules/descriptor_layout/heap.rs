// SPDX-License-Identifier: MIT

//! Descriptors in heaps, VK_EXT_descriptor_heap.
//!
//! Source: docs/reference/descriptor-layout.md, "Heaps".

use super::model::ANV_FROM;
use super::Error;

/// A driver's descriptor heaps, as in
/// VkPhysicalDeviceDescriptorHeapPropertiesEXT. All fields except the last are
/// bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Heap {
    /// A sampler; planes are adjacent.
    pub sampler_size: u32,
    /// A sampler's alignment in its heap.
    pub sampler_alignment: u32,
    /// A sampled or storage image, or an input attachment; planes are adjacent.
    pub image_size: u32,
    /// An image's alignment.
    pub image_alignment: u32,
    /// A buffer, texel buffer or acceleration structure.
    pub buffer_size: u32,
    /// A buffer's alignment.
    pub buffer_alignment: u32,
    /// Alignment of the address of a heap of samplers.
    pub sampler_heap_alignment: u32,
    /// Alignment of the address of a heap of resources.
    pub resource_heap_alignment: u32,
    /// Reserved in each heap of samplers.
    pub sampler_reserved_size: u32,
    /// Reserved in each heap of resources.
    pub resource_reserved_size: u32,
    /// The maximum size of push data.
    pub max_push_data_size: u32,
    /// The maximum number of embedded samplers.
    pub max_embedded_samplers: u32,
}

impl Heap {
    /// The values of ANV from Mesa 26.2 on, the same on all hardware.
    /// `version` is ten times the generation, at least 90.
    ///
    /// # Errors
    /// As `dral_descriptor_heap_init`.
    pub const fn of_anv(version: u32) -> Result<Self, Error> {
        if version < ANV_FROM {
            return Err(Error::UnknownVersion);
        }
        Ok(Self {
            sampler_size: 32,
            sampler_alignment: 32,
            image_size: 64,
            image_alignment: 64,
            buffer_size: 64,
            buffer_alignment: 64,
            sampler_heap_alignment: 64,
            resource_heap_alignment: 64,
            sampler_reserved_size: 0,
            resource_reserved_size: 0,
            max_push_data_size: 256,
            max_embedded_samplers: 2048,
        })
    }
}
