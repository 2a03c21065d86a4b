// SPDX-License-Identifier: MIT

//! The tables of drivers.
//!
//! Source: docs/reference/descriptor-layout.md, "Tables".

use super::handle::PLANES;
use super::number::{
    DescriptorData, DescriptorType, SetFlag, TableFlag, TypeFlag,
};
use super::table::{Rules, Table, TypeLayout};
use super::Error;
use crate::mesa::Mesa;
use crate::number::from_number;
use DescriptorType as T;

/// A model of descriptor memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Model {
    /// ANV before hardware 12.5: handles and addresses.
    AnvIndirect = 1,
    /// ANV on hardware 12.5 and later: surface states and sampler states.
    AnvDirect = 2,
    /// ANV with VK_EXT_descriptor_buffer: all states in one area.
    AnvBuffer = 3,
    /// PanVK: units of 32 bytes.
    Panvk = 4,
}

from_number!(
    Model, else UnknownModel, AnvIndirect, AnvDirect, AnvBuffer, Panvk
);

/// The first generation of Intel hardware, times ten, that ANV supports.
pub(super) const ANV_FROM: u32 = 90;

/// The Mali architectures that PanVK supports. A new one goes here only when a
/// release of Mesa has it.
const fn panvk_supports(mesa: Mesa, version: u32) -> bool {
    match mesa {
        Mesa::V24_3 => matches!(version, 6 | 7 | 10),
        Mesa::V26_2 => matches!(version, 6 | 7 | 10 | 12 | 13 | 14),
    }
}

/// The first generation of Intel hardware, times ten, with 32-bit bindless
/// surface offsets.
const FULL_SURFACE_OFFSETS: u32 = 125;

/// The last Mali architecture before Valhall: few sets, a texture per plane,
/// no mutable types.
const BIFROST_UP_TO: u32 = 7;

// Separate bits: the sum of several is their union.
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

/// The types that a driver's table can have: all except mutable ones.
const TYPE_COUNT: usize = T::NAMES.len() - 1;

type Types = [TypeLayout; TYPE_COUNT];

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
        data,
        surface_size: surface.0,
        surface_alignment: surface.1,
        sampler_size: sampler.0,
        sampler_alignment: sampler.1,
        ..TypeLayout::empty(descriptor_type as u32)
    }
}

/// The same layout with a structure per plane.
const fn planar(layout: TypeLayout) -> TypeLayout {
    TypeLayout { max_planes: PLANES, ..layout }
}

const NOT_MUTABLE: u32 = TypeFlag::NotMutable as u32;

const fn not_mutable(layout: TypeLayout) -> TypeLayout {
    TypeLayout { flags: NOT_MUTABLE, ..layout }
}

/// An inline uniform block of ANV.
const INLINE_BLOCK: TypeLayout =
    entry(T::InlineUniformBlock, INLINE, (0, 64), NOTHING);

/// An acceleration structure of ANV.
const ACCELERATION_STRUCTURE: TypeLayout =
    entry(T::AccelerationStructure, ADDRESS_RANGE, (16, 8), NOTHING);

/// The table of the indirect model, with this size for a storage image.
const fn anv_indirect(storage_size: u32) -> Types {
    const fn handles(t: T, data: u32) -> TypeLayout {
        entry(t, data, (8, 8), NOTHING)
    }
    const fn address(t: T, data: u32) -> TypeLayout {
        entry(t, data + ADDRESS_RANGE, (16, 8), NOTHING)
    }
    const SAMPLED: u32 = BTI_SURFACE + SAMPLED_IMAGE;
    const STORAGE: u32 = BTI_SURFACE + STORAGE_IMAGE;
    [
        planar(handles(T::Sampler, BTI_SAMPLER + SAMPLED_IMAGE)),
        planar(handles(T::CombinedImageSampler, BTI_SAMPLER + SAMPLED)),
        handles(T::SampledImage, SAMPLED),
        entry(T::StorageImage, STORAGE, (storage_size, 8), NOTHING),
        handles(T::UniformTexelBuffer, SAMPLED),
        entry(T::StorageTexelBuffer, STORAGE, (storage_size, 8), NOTHING),
        address(T::UniformBuffer, BTI_SURFACE + BUFFER_VIEW),
        address(T::StorageBuffer, BTI_SURFACE + BUFFER_VIEW),
        address(T::UniformBufferDynamic, BTI_SURFACE),
        address(T::StorageBufferDynamic, BTI_SURFACE),
        handles(T::InputAttachment, SAMPLED),
        INLINE_BLOCK,
        ACCELERATION_STRUCTURE,
    ]
}

const ANV_INDIRECT_24_3: Types = anv_indirect(8);

const ANV_INDIRECT_26_2: Types = anv_indirect(40);

/// A table of states: the given samplers and combined image samplers, and a
/// surface state for everything else.
const fn states(
    sampler: TypeLayout,
    combined: TypeLayout,
    surface_data: u32,
) -> Types {
    const fn surface(t: T, data: u32) -> TypeLayout {
        entry(t, data, (64, 64), NOTHING)
    }
    [
        planar(sampler),
        planar(combined),
        surface(T::SampledImage, surface_data),
        surface(T::StorageImage, surface_data),
        surface(T::UniformTexelBuffer, surface_data),
        surface(T::StorageTexelBuffer, surface_data),
        surface(T::UniformBuffer, surface_data),
        surface(T::StorageBuffer, surface_data),
        surface(T::UniformBufferDynamic, surface_data),
        surface(T::StorageBufferDynamic, surface_data),
        surface(T::InputAttachment, surface_data),
        INLINE_BLOCK,
        ACCELERATION_STRUCTURE,
    ]
}

const ANV_DIRECT: Types = states(
    entry(T::Sampler, BTI_SAMPLER + SAMPLER, NOTHING, (32, 32)),
    entry(
        T::CombinedImageSampler,
        BTI_SURFACE + BTI_SAMPLER + SURFACE + SAMPLER,
        (64, 64),
        (32, 32),
    ),
    BTI_SURFACE + SURFACE,
);

/// The table of descriptor buffers, with these bits for access through the
/// binding table.
const fn anv_buffer(bti_surface: u32, bti_sampler: u32) -> Types {
    states(
        entry(T::Sampler, bti_sampler + SAMPLER, (32, 32), NOTHING),
        not_mutable(entry(
            T::CombinedImageSampler,
            bti_surface + bti_sampler + SURFACE_SAMPLER,
            (128, 64),
            NOTHING,
        )),
        bti_surface + SURFACE,
    )
}

const ANV_BUFFER: Types = anv_buffer(0, 0);

const ANV_BUFFER_PUSH: Types = anv_buffer(BTI_SURFACE, BTI_SAMPLER);

/// Size of a descriptor in PanVK, in bytes.
const PANVK_UNIT: u32 = 32;

/// The types of PanVK. A combined image sampler has up to `texture_planes`
/// textures; `flags` apply to types that some mutable type can become.
const fn panvk(texture_planes: u32, flags: u32) -> Types {
    const fn listed(t: T, count: u32, flags: u32) -> TypeLayout {
        let units = entry(t, 0, (count * PANVK_UNIT, PANVK_UNIT), NOTHING);
        TypeLayout { flags, ..units }
    }
    const fn units(t: T, count: u32) -> TypeLayout {
        listed(t, count, NOT_MUTABLE)
    }
    [
        units(T::Sampler, 1),
        TypeLayout {
            max_planes: texture_planes,
            surface_sampler_size: PANVK_UNIT,
            ..units(T::CombinedImageSampler, 1)
        },
        listed(T::SampledImage, 1, flags),
        listed(T::StorageImage, 1, flags),
        listed(T::UniformTexelBuffer, 1, flags),
        listed(T::StorageTexelBuffer, 1, flags),
        listed(T::UniformBuffer, 1, flags),
        listed(T::StorageBuffer, 1, flags),
        // These are in a separate table.
        listed(T::UniformBufferDynamic, 0, flags),
        listed(T::StorageBufferDynamic, 0, flags),
        units(T::InputAttachment, 1),
        units(T::AccelerationStructure, 1),
        // Last, because PanVK of 24.3 has none.
        listed(T::InlineUniformBlock, 0, flags),
    ]
}

const PANVK_BIFROST: Types = panvk(PLANES, NOT_MUTABLE);

const PANVK_24_3: &[TypeLayout] = PANVK_BIFROST.split_at(TYPE_COUNT - 1).0;

/// One texture for all planes, and mutable types.
const PANVK_VALHALL: Types = panvk(1, 0);

const fn anv_rules(
    model: Model,
    mesa: Mesa,
    set_flags: u32,
    flags: u32,
) -> Rules {
    let (uniform_range_alignment, max_sets) = match mesa {
        Mesa::V24_3 => (64, 8),
        Mesa::V26_2 => (16, 32),
    };
    Rules {
        model: model as u32,
        set_flags,
        flags,
        set_alignment: 64,
        pool_alignment: 4096,
        index_unit: 0,
        uniform_range_alignment,
        inline_header_size: 0,
        inline_size_alignment: 1,
        max_planes: PLANES,
        max_set_size: u32::MAX,
        max_set_dynamic_buffers: u32::MAX,
        max_inline_size: 65535,
        max_push_descriptors: 32,
        max_sets,
        max_dynamic_buffers: 16,
        max_variable_count: 65535,
        max_variable_inline_size: 4096,
        // 240, with 8 reserved for render targets.
        max_binding_table_entries: 232,
    }
}

const fn panvk_rules(mesa: Mesa, version: u32, set_flags: u32) -> Rules {
    let bifrost = version <= BIFROST_UP_TO;
    let rules = Rules {
        model: Model::Panvk as u32,
        set_flags,
        flags: TableFlag::Pools as u32 + TableFlag::UnitPools as u32,
        set_alignment: PANVK_UNIT,
        pool_alignment: 4096,
        index_unit: PANVK_UNIT,
        uniform_range_alignment: 1,
        inline_header_size: PANVK_UNIT,
        inline_size_alignment: PANVK_UNIT,
        max_planes: 1,
        max_set_size: PANVK_UNIT << 24,
        max_set_dynamic_buffers: 24,
        max_inline_size: 0,
        max_push_descriptors: 32,
        max_sets: if bifrost { 4 } else { 15 },
        max_dynamic_buffers: 24,
        max_variable_count: 0,
        max_variable_inline_size: 0,
        max_binding_table_entries: u32::MAX,
    };
    match mesa {
        Mesa::V24_3 => rules,
        Mesa::V26_2 => Rules {
            uniform_range_alignment: 16,
            max_planes: PLANES,
            max_inline_size: 65536,
            max_sets: if bifrost { 4 } else { 7 },
            max_variable_count: u32::MAX,
            max_variable_inline_size: 65536,
            ..rules
        },
    }
}

impl Model {
    /// The model that ANV chooses: descriptor buffers if the set's flags ask
    /// for them, the indirect model before 12.5 or if `forced_indirect`, else
    /// the direct model. `version` is the hardware's generation times ten.
    ///
    /// # Errors
    /// [`Error::UnknownVersion`] below 90, which ANV does not support.
    ///
    /// ```
    /// use dral::modules::descriptor_layout::{Error, Model};
    /// assert_eq!(Model::of_anv(120, 0, false), Ok(Model::AnvIndirect));
    /// assert_eq!(Model::of_anv(125, 0, false), Ok(Model::AnvDirect));
    /// assert_eq!(Model::of_anv(125, 0x10, false), Ok(Model::AnvBuffer));
    /// assert_eq!(Model::of_anv(80, 0, false), Err(Error::UnknownVersion));
    /// ```
    pub const fn of_anv(
        version: u32,
        set_flags: u32,
        forced_indirect: bool,
    ) -> Result<Self, Error> {
        Ok(if version < ANV_FROM {
            return Err(Error::UnknownVersion);
        } else if SetFlag::DescriptorBuffer.is_in(set_flags) {
            Self::AnvBuffer
        } else if forced_indirect || version < FULL_SURFACE_OFFSETS {
            Self::AnvIndirect
        } else {
            Self::AnvDirect
        })
    }

    /// The table of a model in a release of Mesa, for sets with these flags.
    /// `version` is the generation of Intel hardware times ten (120 for 12,
    /// 125 for 12.5), or the architecture of Mali hardware (7, 10).
    ///
    /// # Errors
    /// As `dral_descriptor_table_init`.
    pub const fn table(
        self,
        mesa: Mesa,
        version: u32,
        set_flags: u32,
    ) -> Result<Table<'static>, Error> {
        const POOLS: u32 = TableFlag::Pools as u32;
        const EMBEDDED: u32 = TableFlag::EmbeddedSamplers as u32;
        const BINDING_TABLE: u32 = TableFlag::BindingTable as u32;
        let is_supported = match self {
            Self::Panvk => panvk_supports(mesa, version),
            _ => version >= ANV_FROM,
        };
        if !is_supported {
            return Err(Error::UnknownVersion);
        }
        let (types, flags): (&[TypeLayout], u32) = match (self, mesa) {
            (Self::AnvIndirect, Mesa::V24_3) => {
                (&ANV_INDIRECT_24_3, POOLS + BINDING_TABLE)
            }
            (Self::AnvIndirect, Mesa::V26_2) => {
                (&ANV_INDIRECT_26_2, POOLS + BINDING_TABLE)
            }
            (Self::AnvDirect, _) => (&ANV_DIRECT, POOLS + EMBEDDED),
            // Push descriptors are not in the buffer, and older hardware
            // accesses them only through the binding table.
            (Self::AnvBuffer, _)
                if version < FULL_SURFACE_OFFSETS
                    && SetFlag::PushDescriptor.is_in(set_flags) =>
            {
                (&ANV_BUFFER_PUSH, EMBEDDED + BINDING_TABLE)
            }
            (Self::AnvBuffer, _) => (&ANV_BUFFER, EMBEDDED),
            (Self::Panvk, _) => {
                let types = match mesa {
                    Mesa::V24_3 => PANVK_24_3,
                    Mesa::V26_2 if version <= BIFROST_UP_TO => &PANVK_BIFROST,
                    Mesa::V26_2 => &PANVK_VALHALL,
                };
                let rules = panvk_rules(mesa, version, set_flags);
                return Ok(Table { types, rules });
            }
        };
        let rules = anv_rules(self, mesa, set_flags, flags);
        Ok(Table { types, rules })
    }
}
