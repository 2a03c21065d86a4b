// SPDX-License-Identifier: MIT

//! Vulkan's numbers that matter here, and the bits with which tables describe
//! descriptors. Functions take plain numbers, because a driver's own table may
//! have types that are not listed.

use crate::number::bits;

/// VkDescriptorType.
// Vulkan's names.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum DescriptorType {
    /// A sampler; has planes.
    Sampler = 0,
    /// An image with its sampler; has planes.
    CombinedImageSampler = 1,
    SampledImage = 2,
    StorageImage = 3,
    UniformTexelBuffer = 4,
    StorageTexelBuffer = 5,
    UniformBuffer = 6,
    StorageBuffer = 7,
    UniformBufferDynamic = 8,
    StorageBufferDynamic = 9,
    InputAttachment = 10,
    /// An inline uniform block; its count is its bytes.
    InlineUniformBlock = 1_000_138_000,
    AccelerationStructure = 1_000_150_000,
    /// Any of the types of a list.
    Mutable = 1_000_351_000,
}

impl DescriptorType {
    /// All of them, with their names in Vulkan, without VK_DESCRIPTOR_TYPE_ and
    /// the suffix of an extension.
    pub const NAMES: [(&'static str, Self); 14] = [
        ("SAMPLER", Self::Sampler),
        ("COMBINED_IMAGE_SAMPLER", Self::CombinedImageSampler),
        ("SAMPLED_IMAGE", Self::SampledImage),
        ("STORAGE_IMAGE", Self::StorageImage),
        ("UNIFORM_TEXEL_BUFFER", Self::UniformTexelBuffer),
        ("STORAGE_TEXEL_BUFFER", Self::StorageTexelBuffer),
        ("UNIFORM_BUFFER", Self::UniformBuffer),
        ("STORAGE_BUFFER", Self::StorageBuffer),
        ("UNIFORM_BUFFER_DYNAMIC", Self::UniformBufferDynamic),
        ("STORAGE_BUFFER_DYNAMIC", Self::StorageBufferDynamic),
        ("INPUT_ATTACHMENT", Self::InputAttachment),
        ("INLINE_UNIFORM_BLOCK", Self::InlineUniformBlock),
        ("ACCELERATION_STRUCTURE", Self::AccelerationStructure),
        ("MUTABLE", Self::Mutable),
    ];

    /// Whether a VkDescriptorType is this one.
    pub(super) const fn is(self, number: u32) -> bool {
        self as u32 == number
    }
}

/// Whether it has an offset that is given at bind time.
pub(super) const fn is_dynamic(descriptor_type: u32) -> bool {
    DescriptorType::UniformBufferDynamic.is(descriptor_type)
        || DescriptorType::StorageBufferDynamic.is(descriptor_type)
}

/// Whether a descriptor can have immutable samplers.
pub(crate) const fn has_samplers(descriptor_type: u32) -> bool {
    DescriptorType::Sampler.is(descriptor_type)
        || DescriptorType::CombinedImageSampler.is(descriptor_type)
}

/// The data that a descriptor needs, as bits. Only
/// DRAL_DESCRIPTOR_DATA_BUFFER_VIEW and the bits for bindless access are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum DescriptorData {
    /// A surface in the binding table.
    BtiSurface = 0x001,
    /// A sampler in the sampler table.
    BtiSampler = 0x002,
    /// A buffer view.
    BufferView = 0x004,
    /// Uniform data.
    InlineUniform = 0x008,
    /// Address and range, 16 bytes, bindless.
    IndirectAddressRange = 0x010,
    /// Handles of image and sampler, 8 bytes, bindless.
    IndirectSampledImage = 0x020,
    /// Handle of an image and its depth, 8 bytes, bindless.
    IndirectStorageImage = 0x040,
    /// A surface state of 64 bytes.
    Surface = 0x080,
    /// A sampler state of 32 bytes.
    Sampler = 0x100,
    /// Both, 128 bytes.
    SurfaceSampler = 0x200,
}

/// Whether a shader can access the descriptor through the set's memory.
pub(crate) const fn is_bindless(data: u32) -> bool {
    DescriptorData::IndirectAddressRange.is_in(data)
        || DescriptorData::IndirectSampledImage.is_in(data)
        || DescriptorData::IndirectStorageImage.is_in(data)
}

/// The bits of VkDescriptorSetLayoutCreateFlags that are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum SetFlag {
    /// Push descriptors.
    PushDescriptor = 0x01,
    /// A set in a descriptor buffer.
    DescriptorBuffer = 0x10,
    /// Samplers that take no memory.
    EmbeddedImmutableSamplers = 0x20,
}

/// The bit of VkDescriptorBindingFlags that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum BindingFlag {
    /// The descriptor count of this binding varies by set.
    VariableDescriptorCount = 0x8,
}

/// Bits of the flags of a table's rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum TableFlag {
    /// Sets come from pools.
    Pools = 0x1,
    /// With embedded immutable samplers, samplers take no memory.
    EmbeddedSamplers = 0x2,
    /// Pools count index units: one for each byte of an inline uniform block,
    /// and none for sets whose descriptors take no memory.
    UnitPools = 0x4,
    /// Descriptors without data for bindless access take a binding table entry.
    BindingTable = 0x8,
}

/// Bits of the flags of a type in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum TypeFlag {
    /// A mutable type cannot become this type.
    NotMutable = 0x1,
}

bits!(DescriptorData, SetFlag, BindingFlag, TableFlag, TypeFlag);
