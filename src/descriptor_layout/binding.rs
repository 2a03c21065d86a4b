// SPDX-License-Identifier: MIT

//! One binding: as the API gives it, and as it lies in memory.
//!
//! Source: docs/descriptor-layout.md, "The walk".

/// The offset or index that a binding does not have.
///
/// ```
/// use dral::descriptor_layout::{BindingLayout, ABSENT};
/// assert_eq!(BindingLayout::ABSENT.surface_offset, ABSENT);
/// ```
pub const ABSENT: u32 = u32::MAX;

/// In the byte of an immutable sampler, above its planes: the filter of its
/// chroma planes is another than its own.
///
/// ```
/// assert_eq!(dral::descriptor_layout::OWN_CHROMA_FILTER, 0x80);
/// ```
pub const OWN_CHROMA_FILTER: u8 = 0x80;

/// A binding as VkDescriptorSetLayoutBinding and the structures chained to
/// it have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Binding<'a> {
    /// Its number.
    pub binding: u32,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// How many descriptors; for an inline uniform block, how many bytes. A
    /// binding with 0 is absent, and takes only its number.
    pub descriptor_count: u32,
    /// VkShaderStageFlags; only the support of a layout depends on it.
    pub stage_flags: u32,
    /// VkDescriptorBindingFlags.
    pub binding_flags: u32,
    /// Its immutable samplers, empty without them: each its planes, and
    /// [`OWN_CHROMA_FILTER`] if it has one. If they are fewer than the
    /// descriptors, they repeat. Not read for types other than samplers and
    /// combined image samplers.
    pub immutable_samplers: &'a [u8],
    /// The list of a mutable type; empty if the application gave none.
    pub mutable_types: &'a [u32],
}

/// Where the descriptors of a binding lie. In an absent binding, array_size
/// and data are 0, and all offsets and indices DRAL_DESCRIPTOR_ABSENT.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct BindingLayout {
    /// What each descriptor brings with it: bits of dral_descriptor_data.
    pub data: u32,
    /// How many descriptors; for an inline uniform block, how many bytes.
    pub array_size: u32,
    /// Planes of each descriptor that have a structure of their own.
    pub plane_count: u32,
    /// The index of its first descriptor among those of the set. An inline
    /// uniform block counts its bytes. With an index unit, what lies before
    /// it in the surface area, in such units.
    pub descriptor_index: u32,
    /// The index of its first dynamic offset in the set, or
    /// DRAL_DESCRIPTOR_ABSENT.
    pub dynamic_offset_index: u32,
    /// The index of its first buffer view in the set, or
    /// DRAL_DESCRIPTOR_ABSENT.
    pub buffer_view_index: u32,
    /// Bytes before it in the surface area of the set; of an inline uniform
    /// block, before its data.
    pub surface_offset: u32,
    /// Bytes in the surface area from descriptor to descriptor: those of its
    /// planes, and behind them those of its samplers if they lie there. Of an
    /// inline uniform block, all its bytes.
    pub surface_stride: u32,
    /// Bytes of a plane in the surface area.
    pub surface_size: u32,
    /// Bytes before it in the sampler area of the set, even if it has
    /// nothing there.
    pub sampler_offset: u32,
    /// Bytes in the sampler area from descriptor to descriptor.
    pub sampler_stride: u32,
    /// Bytes of a plane in the sampler area.
    pub sampler_size: u32,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// VkDescriptorBindingFlags.
    pub binding_flags: u32,
    /// The index of its first immutable sampler among those of the set, which
    /// are those of its bindings by ascending number; or
    /// DRAL_DESCRIPTOR_ABSENT.
    pub first_immutable_sampler: u32,
    /// How many it has; they repeat if they are fewer than the descriptors.
    pub immutable_sampler_count: u32,
}

/// Where one plane of a descriptor lies in the two areas of a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Element {
    /// Bytes before it in the surface area.
    pub surface_offset: u32,
    /// Bytes before it in the sampler area.
    pub sampler_offset: u32,
}
