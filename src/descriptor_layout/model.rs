// SPDX-License-Identifier: MIT

//! The tables of drivers.
//!
//! Source: docs/descriptor-layout.md, "Tables".

use super::number::{DescriptorData, DescriptorType, SetFlag, TableFlag};
use super::table::{Rules, Table, TypeLayout};
use super::Error;

/// The drivers' models of descriptor memory that the library knows.
///
/// ```
/// use dral::descriptor_layout::Model;
/// assert_eq!(Model::AnvIndirect as u32, 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Model {
    /// ANV before 12.5: structures of handles and addresses, which a shader
    /// reads to find surfaces and samplers.
    AnvIndirect = 1,
    /// ANV from 12.5 on: surface states and sampler states themselves, each
    /// in an area of its own.
    AnvDirect = 2,
    /// ANV with VK_EXT_descriptor_buffer: both states in one area.
    AnvBuffer = 3,
    /// PanVK: units of 32 bytes.
    Panvk = 4,
}

impl TryFrom<u32> for Model {
    type Error = Error;

    #[inline]
    fn try_from(number: u32) -> Result<Self, Error> {
        [Self::AnvIndirect, Self::AnvDirect, Self::AnvBuffer, Self::Panvk]
            .into_iter()
            .find(|&model| model as u32 == number)
            .ok_or(Error::UnknownModel)
    }
}

/// The first generation of Intel hardware, times ten, with bindless surface
/// offsets of all 32 bits.
const FULL_SURFACE_OFFSETS: u32 = 125;

/// The last Mali architecture on which PanVK has few sets.
const FEW_SETS_UP_TO: u32 = 7;

const BTI_SURFACE: u32 = DescriptorData::BtiSurface as u32;
const BTI_SAMPLER: u32 = DescriptorData::BtiSampler as u32;
const BUFFER_VIEW: u32 = DescriptorData::BufferView as u32;
const INLINE: u32 = DescriptorData::InlineUniform as u32;
const ADDRESS_RANGE: u32 = DescriptorData::IndirectAddressRange as u32;
const SAMPLED_IMAGE: u32 = DescriptorData::IndirectSampledImage as u32;
const STORAGE_IMAGE: u32 = DescriptorData::IndirectStorageImage as u32;
const SURFACE: u32 = DescriptorData::Surface as u32;
const SAMPLER: u32 = DescriptorData::Sampler as u32;
const SURFACE_SAMPLER: u32 = DescriptorData::SurfaceSampler as u32;

/// Size and alignment in an area.
type Area = (u32, u32);

const NOTHING: Area = (0, 1);

const fn entry(
    descriptor_type: DescriptorType,
    data: u32,
    surface: Area,
    sampler: Area,
) -> TypeLayout {
    TypeLayout {
        descriptor_type: descriptor_type as u32,
        data,
        surface_size: surface.0,
        surface_alignment: surface.1,
        sampler_size: sampler.0,
        sampler_alignment: sampler.1,
    }
}

/// An inline uniform block of ANV.
const INLINE_BLOCK: TypeLayout =
    entry(DescriptorType::InlineUniformBlock, INLINE, (0, 64), NOTHING);

/// An acceleration structure of ANV.
const ACCELERATION_STRUCTURE: TypeLayout = entry(
    DescriptorType::AccelerationStructure,
    ADDRESS_RANGE,
    (16, 8),
    NOTHING,
);

const ANV_INDIRECT: [TypeLayout; 13] = {
    const fn handles(t: DescriptorType, data: u32) -> TypeLayout {
        entry(t, data, (8, 8), NOTHING)
    }
    const fn address(t: DescriptorType, data: u32) -> TypeLayout {
        entry(t, data | ADDRESS_RANGE, (16, 8), NOTHING)
    }
    const SAMPLED: u32 = BTI_SURFACE | SAMPLED_IMAGE;
    const STORAGE: u32 = BTI_SURFACE | STORAGE_IMAGE;
    [
        handles(DescriptorType::Sampler, BTI_SAMPLER | SAMPLED_IMAGE),
        handles(DescriptorType::CombinedImageSampler, BTI_SAMPLER | SAMPLED),
        handles(DescriptorType::SampledImage, SAMPLED),
        handles(DescriptorType::StorageImage, STORAGE),
        handles(DescriptorType::UniformTexelBuffer, SAMPLED),
        handles(DescriptorType::StorageTexelBuffer, STORAGE),
        address(DescriptorType::UniformBuffer, BTI_SURFACE | BUFFER_VIEW),
        address(DescriptorType::StorageBuffer, BTI_SURFACE | BUFFER_VIEW),
        address(DescriptorType::UniformBufferDynamic, BTI_SURFACE),
        address(DescriptorType::StorageBufferDynamic, BTI_SURFACE),
        handles(DescriptorType::InputAttachment, SAMPLED),
        INLINE_BLOCK,
        ACCELERATION_STRUCTURE,
    ]
};

/// States: samplers and combined image samplers as given, a surface state
/// for everything else.
const fn states(
    sampler: TypeLayout,
    combined: TypeLayout,
    surface_data: u32,
) -> [TypeLayout; 13] {
    const fn surface(t: DescriptorType, data: u32) -> TypeLayout {
        entry(t, data, (64, 64), NOTHING)
    }
    [
        sampler,
        combined,
        surface(DescriptorType::SampledImage, surface_data),
        surface(DescriptorType::StorageImage, surface_data),
        surface(DescriptorType::UniformTexelBuffer, surface_data),
        surface(DescriptorType::StorageTexelBuffer, surface_data),
        surface(DescriptorType::UniformBuffer, surface_data),
        surface(DescriptorType::StorageBuffer, surface_data),
        surface(DescriptorType::UniformBufferDynamic, surface_data),
        surface(DescriptorType::StorageBufferDynamic, surface_data),
        surface(DescriptorType::InputAttachment, surface_data),
        INLINE_BLOCK,
        ACCELERATION_STRUCTURE,
    ]
}

const ANV_DIRECT: [TypeLayout; 13] = states(
    entry(DescriptorType::Sampler, BTI_SAMPLER | SAMPLER, NOTHING, (32, 32)),
    entry(
        DescriptorType::CombinedImageSampler,
        BTI_SURFACE | BTI_SAMPLER | SURFACE | SAMPLER,
        (64, 64),
        (32, 32),
    ),
    BTI_SURFACE | SURFACE,
);

/// The table of descriptor buffers, with these bits for what is reached
/// through the binding table.
const fn anv_buffer(bti_surface: u32, bti_sampler: u32) -> [TypeLayout; 13] {
    states(
        entry(
            DescriptorType::Sampler,
            bti_sampler | SAMPLER,
            (32, 32),
            NOTHING,
        ),
        entry(
            DescriptorType::CombinedImageSampler,
            bti_surface | bti_sampler | SURFACE_SAMPLER,
            (128, 64),
            NOTHING,
        ),
        bti_surface | SURFACE,
    )
}

const ANV_BUFFER: [TypeLayout; 13] = anv_buffer(0, 0);

const ANV_BUFFER_PUSH: [TypeLayout; 13] = anv_buffer(BTI_SURFACE, BTI_SAMPLER);

/// Bytes of a descriptor of PanVK.
const PANVK_UNIT: u32 = 32;

const PANVK: [TypeLayout; 12] = {
    const fn units(t: DescriptorType, count: u32) -> TypeLayout {
        entry(t, 0, (count * PANVK_UNIT, PANVK_UNIT), NOTHING)
    }
    [
        units(DescriptorType::Sampler, 1),
        // The texture, then the sampler.
        units(DescriptorType::CombinedImageSampler, 2),
        units(DescriptorType::SampledImage, 1),
        units(DescriptorType::StorageImage, 1),
        units(DescriptorType::UniformTexelBuffer, 1),
        units(DescriptorType::StorageTexelBuffer, 1),
        units(DescriptorType::UniformBuffer, 1),
        units(DescriptorType::StorageBuffer, 1),
        // These stand in a table of their own.
        units(DescriptorType::UniformBufferDynamic, 0),
        units(DescriptorType::StorageBufferDynamic, 0),
        units(DescriptorType::InputAttachment, 1),
        units(DescriptorType::AccelerationStructure, 1),
    ]
};

const fn anv_rules(flags: u32) -> Rules {
    Rules {
        flags,
        set_alignment: 64,
        pool_alignment: 4096,
        index_unit: 0,
        max_planes: 3,
        max_inline_size: 65535,
        max_dynamic_buffers: 16,
        max_dynamic_uniform_buffers: u32::MAX,
        max_dynamic_storage_buffers: u32::MAX,
        max_push_descriptors: 32,
        max_sets: 8,
        max_variable_count: 65535,
        max_variable_inline_size: 4096,
        // Of 240, 8 are left to render targets.
        max_binding_table_entries: 232,
    }
}

const fn panvk_rules(max_sets: u32) -> Rules {
    Rules {
        flags: 0,
        set_alignment: PANVK_UNIT,
        pool_alignment: 1,
        index_unit: PANVK_UNIT,
        max_planes: 3,
        max_inline_size: 0,
        max_dynamic_buffers: 24,
        max_dynamic_uniform_buffers: 16,
        max_dynamic_storage_buffers: 8,
        max_push_descriptors: 32,
        max_sets,
        max_variable_count: 65535,
        max_variable_inline_size: 0,
        max_binding_table_entries: u32::MAX,
    }
}

impl Model {
    /// What ANV chooses: descriptor buffers if the set's flags ask for them,
    /// the indirect model before 12.5 or if `forced_indirect`, else the
    /// direct model. `version` is the hardware's generation times ten.
    ///
    /// ```
    /// use dral::descriptor_layout::Model;
    /// assert_eq!(Model::of_anv(120, 0, false), Model::AnvIndirect);
    /// assert_eq!(Model::of_anv(125, 0, false), Model::AnvDirect);
    /// assert_eq!(Model::of_anv(125, 0x10, false), Model::AnvBuffer);
    /// ```
    #[inline]
    pub const fn of_anv(
        version: u32,
        set_flags: u32,
        forced_indirect: bool,
    ) -> Self {
        if SetFlag::DescriptorBuffer.is_in(set_flags) {
            Self::AnvBuffer
        } else if forced_indirect || version < FULL_SURFACE_OFFSETS {
            Self::AnvIndirect
        } else {
            Self::AnvDirect
        }
    }

    /// The table of a model. `version` is the generation of Intel hardware
    /// times ten (120 for 12, 125 for 12.5), or the architecture of Mali
    /// hardware (7, 10).
    ///
    /// ```
    /// use dral::descriptor_layout::Model;
    /// assert_eq!(Model::Panvk.table(7, 0).rules.max_sets, 4);
    /// ```
    pub const fn table(self, version: u32, set_flags: u32) -> Table<'static> {
        const POOLS: u32 = TableFlag::Pools as u32;
        const EMBEDDED: u32 = TableFlag::EmbeddedSamplers as u32;
        const BUFFER: u32 = EMBEDDED | TableFlag::NoMutableCombined as u32;
        const BINDING_TABLE: u32 = TableFlag::BindingTable as u32;
        match self {
            Self::AnvIndirect => Table {
                types: &ANV_INDIRECT,
                rules: anv_rules(POOLS | BINDING_TABLE),
            },
            Self::AnvDirect => {
                Table { types: &ANV_DIRECT, rules: anv_rules(POOLS | EMBEDDED) }
            }
            // Push descriptors are outside of the buffer, and older hardware
            // reaches them through the binding table alone.
            Self::AnvBuffer
                if version < FULL_SURFACE_OFFSETS
                    && SetFlag::PushDescriptor.is_in(set_flags) =>
            {
                Table {
                    types: &ANV_BUFFER_PUSH,
                    rules: anv_rules(BUFFER | BINDING_TABLE),
                }
            }
            Self::AnvBuffer => {
                Table { types: &ANV_BUFFER, rules: anv_rules(BUFFER) }
            }
            Self::Panvk => Table {
                types: &PANVK,
                rules: panvk_rules(if version <= FEW_SETS_UP_TO {
                    4
                } else {
                    15
                }),
            },
        }
    }
}
