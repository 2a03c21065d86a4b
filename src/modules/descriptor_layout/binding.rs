// SPDX-License-Identifier: MIT

//! One binding, as the API passes it and as it is stored in memory.
//!
//! Source: docs/reference/descriptor-layout.md, "The walk".

/// An offset or index that does not exist.
pub const ABSENT: u32 = u32::MAX;

/// An immutable sampler.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct ImmutableSampler {
    /// The planes of its image: 1 without a conversion.
    pub plane_count: u8,
    /// 1 if its chroma planes use a different filter.
    pub own_chroma_filter: u8,
}

/// A binding, as described by VkDescriptorSetLayoutBinding and the structures
/// chained to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Binding<'a> {
    /// The binding number.
    pub binding: u32,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// The number of descriptors; for an inline uniform block, its bytes. A
    /// binding with 0 is absent: it only takes its number.
    pub descriptor_count: u32,
    /// VkShaderStageFlags; only the support of a layout depends on it.
    pub stage_flags: u32,
    /// VkDescriptorBindingFlags.
    pub binding_flags: u32,
    /// Its immutable samplers; empty without them. They repeat if there are
    /// fewer than descriptors. Read only for samplers and combined image
    /// samplers.
    pub immutable_samplers: &'a [ImmutableSampler],
    /// The list of a mutable type; empty if the application gave none.
    pub mutable_types: &'a [u32],
}

/// Where the descriptors of a binding are stored. In an absent binding,
/// array_size and data are 0, offsets and indices DRAL_DESCRIPTOR_ABSENT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct BindingLayout {
    /// Bits of dral_descriptor_data.
    pub data: u32,
    /// The number of descriptors; for an inline uniform block, its bytes.
    pub array_size: u32,
    /// Planes with separate structures.
    pub plane_count: u32,
    /// The index of its first descriptor in the set. With an index unit, its
    /// offset in units.
    pub descriptor_index: u32,
    /// Of its first dynamic offset, or DRAL_DESCRIPTOR_ABSENT.
    pub dynamic_offset_index: u32,
    /// Of its first buffer view, or DRAL_DESCRIPTOR_ABSENT.
    pub buffer_view_index: u32,
    /// Its offset in the surface area, in bytes; of an inline uniform block,
    /// its data's.
    pub surface_offset: u32,
    /// Bytes from one descriptor to the next in the surface area; for an inline
    /// uniform block, its whole size.
    pub surface_stride: u32,
    /// Bytes of a plane in the surface area.
    pub surface_size: u32,
    /// Its offset in the sampler area, in bytes.
    pub sampler_offset: u32,
    /// Bytes from one descriptor to the next in the sampler area.
    pub sampler_stride: u32,
    /// Bytes of a plane in the sampler area.
    pub sampler_size: u32,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// VkDescriptorBindingFlags.
    pub binding_flags: u32,
    /// The index of its first immutable sampler, or DRAL_DESCRIPTOR_ABSENT.
    pub first_immutable_sampler: u32,
    /// Their number; they repeat for more descriptors.
    pub immutable_sampler_count: u32,
}

/// The offsets of a plane of a descriptor, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Element {
    /// In the surface area.
    pub surface_offset: u32,
    /// In the sampler area.
    pub sampler_offset: u32,
}
