// SPDX-License-Identifier: MIT

//! The differences between drivers: how each descriptor type is stored.
//!
//! Source: docs/reference/descriptor-layout.md, "Tables".

use super::number::{is_dynamic, DescriptorType, SetFlag, TableFlag, TypeFlag};
use super::Error;

/// The types that a mutable type without a list can become.
const DEFAULT_MUTABLE: [DescriptorType; 10] = [
    DescriptorType::Sampler,
    DescriptorType::CombinedImageSampler,
    DescriptorType::SampledImage,
    DescriptorType::StorageImage,
    DescriptorType::UniformTexelBuffer,
    DescriptorType::StorageTexelBuffer,
    DescriptorType::UniformBuffer,
    DescriptorType::StorageBuffer,
    DescriptorType::InputAttachment,
    DescriptorType::AccelerationStructure,
];

/// How descriptors of one type are stored. Without a sampler area, sampler_size
/// is 0 and sampler_alignment is 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct TypeLayout {
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// Bits of dral_descriptor_type_flag.
    pub flags: u32,
    /// Bits of dral_descriptor_data, and others of your own.
    pub data: u32,
    /// Maximum planes with separate structures; 0 or 1 if one structure serves
    /// all planes, as for all types but samplers and combined image samplers.
    pub max_planes: u32,
    /// Bytes of a plane in the surface area; not read for inline uniform
    /// blocks.
    pub surface_size: u32,
    /// Bytes of each sampler in the surface area, after the planes. There are
    /// two if an immutable sampler has a different chroma filter.
    pub surface_sampler_size: u32,
    /// The alignment in the surface area, a power of two.
    pub surface_alignment: u32,
    /// Bytes of a plane in the sampler area.
    pub sampler_size: u32,
    /// The alignment in the sampler area, a power of two.
    pub sampler_alignment: u32,
}

impl TypeLayout {
    /// A layout that takes no memory.
    pub(super) const fn empty(descriptor_type: u32) -> Self {
        Self {
            descriptor_type,
            flags: 0,
            data: 0,
            max_planes: 1,
            surface_size: 0,
            surface_sampler_size: 0,
            surface_alignment: 1,
            sampler_size: 0,
            sampler_alignment: 1,
        }
    }

    /// Memory for either of two types.
    fn either(self, other: Self) -> Result<Self, Error> {
        let surface_size = other
            .surface_size
            .checked_add(other.surface_sampler_size)
            .ok_or(Error::SizeRange)?;
        Ok(Self {
            data: self.data | other.data,
            surface_size: self.surface_size.max(surface_size),
            surface_alignment: self
                .surface_alignment
                .max(other.surface_alignment),
            sampler_size: self.sampler_size.max(other.sampler_size),
            sampler_alignment: self
                .sampler_alignment
                .max(other.sampler_alignment),
            ..self
        })
    }

    fn checked(self, rules: &Rules) -> Result<Self, Error> {
        if !self.surface_alignment.is_power_of_two()
            || !self.sampler_alignment.is_power_of_two()
        {
            return Err(Error::Alignment);
        }
        let [first, second] =
            if DescriptorType::InlineUniformBlock.is(self.descriptor_type) {
                [rules.inline_header_size, rules.inline_size_alignment]
            } else {
                [self.surface_size, self.surface_sampler_size]
            };
        let unit = rules.index_unit;
        let whole = |bytes: u32| bytes.checked_rem(unit).unwrap_or(0) == 0;
        if !whole(self.surface_alignment) || !whole(first) || !whole(second) {
            return Err(Error::IndexUnit);
        }
        Ok(self)
    }
}

/// Limits of a driver, and how it rounds and counts. UINT32_MAX is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Rules {
    /// An enum dral_descriptor_model, or 0 for a driver's own table.
    pub model: u32,
    /// VkDescriptorSetLayoutCreateFlags of the sets.
    pub set_flags: u32,
    /// Bits of dral_descriptor_table_flag.
    pub flags: u32,
    /// Alignment of the size of a set's surface area, a power of two.
    pub set_alignment: u32,
    /// The same for each area of a pool.
    pub pool_alignment: u32,
    /// 0 if indices count descriptors. Otherwise they count units of this many
    /// bytes of the surface area.
    pub index_unit: u32,
    /// Alignment of the range of a uniform buffer, a power of two.
    pub uniform_range_alignment: u32,
    /// Bytes before the data of an inline uniform block.
    pub inline_header_size: u32,
    /// Alignment of the size of its data, a power of two.
    pub inline_size_alignment: u32,
    /// Maximum planes of an image; 0 means 1.
    pub max_planes: u32,
    /// Maximum bytes of the surface area of a set.
    pub max_set_size: u32,
    /// Maximum dynamic buffers in a set.
    pub max_set_dynamic_buffers: u32,
    /// Maximum bytes of an inline uniform block.
    pub max_inline_size: u32,
    /// Maximum descriptors in a push descriptor set.
    pub max_push_descriptors: u32,
    /// Maximum sets in a pipeline layout.
    pub max_sets: u32,
    /// Maximum dynamic buffers in a pipeline layout.
    pub max_dynamic_buffers: u32,
    /// The greatest variable count; 0 if the driver has none.
    pub max_variable_count: u32,
    /// The same for an inline uniform block, in bytes.
    pub max_variable_inline_size: u32,
    /// Maximum binding table entries of a stage.
    pub max_binding_table_entries: u32,
}

/// A table: the types that a driver supports, and its rules. Of two entries
/// for one type the first is used. An entry for
/// [mutable](DescriptorType::Mutable) types is not read, because their size
/// follows from their lists.
///
/// ```
/// use dral::modules::descriptor_layout::*;
/// let own = [TypeLayout {
///     descriptor_type: DescriptorType::StorageImage as u32,
///     flags: 0,
///     data: 0,
///     max_planes: 1,
///     surface_size: 24,
///     surface_sampler_size: 0,
///     surface_alignment: 8,
///     sampler_size: 0,
///     sampler_alignment: 1,
/// }];
/// let rules = Rules { index_unit: 8, max_set_size: 4096, ..Rules::default() };
/// let table = Table { types: &own, rules };
/// let binding = Binding {
///     descriptor_type: 3,
///     descriptor_count: 5,
///     ..Binding::default()
/// };
/// let mut layouts = [BindingLayout::ABSENT];
/// let set = set_layout(&table, [binding], &mut layouts)?;
/// assert_eq!((set.surface_size, set.descriptor_count), (120, 15));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table<'a> {
    /// How each type is stored.
    pub types: &'a [TypeLayout],
    /// Limits and rules.
    pub rules: Rules,
}

impl Table<'_> {
    fn entry(&self, descriptor_type: u32) -> Result<&TypeLayout, Error> {
        self.types
            .iter()
            .find(|layout| layout.descriptor_type == descriptor_type)
            .ok_or(Error::UnknownType)
    }

    fn plain_type(&self, entry: &TypeLayout) -> Result<TypeLayout, Error> {
        let descriptor_type = entry.descriptor_type;
        if DescriptorType::Sampler.is(descriptor_type) && self.embeds_samplers()
        {
            let max_planes = entry.max_planes;
            let nothing = TypeLayout::empty(descriptor_type);
            return Ok(TypeLayout { max_planes, ..nothing });
        }
        entry.checked(&self.rules)
    }

    /// Whether samplers take no memory.
    pub(super) fn embeds_samplers(&self) -> bool {
        TableFlag::EmbeddedSamplers.is_in(self.rules.flags)
            && SetFlag::EmbeddedImmutableSamplers.is_in(self.rules.set_flags)
    }

    fn mutable_type(
        &self,
        list: impl Iterator<Item = u32>,
    ) -> Result<TypeLayout, Error> {
        let mut whole = TypeLayout::empty(DescriptorType::Mutable as u32);
        for descriptor_type in list {
            if is_dynamic(descriptor_type)
                || DescriptorType::InlineUniformBlock.is(descriptor_type)
                || DescriptorType::Mutable.is(descriptor_type)
            {
                return Err(Error::MutableType);
            }
            let entry = self.entry(descriptor_type)?;
            if TypeFlag::NotMutable.is_in(entry.flags) {
                return Err(Error::MutableRefused);
            }
            whole = whole.either(self.plain_type(entry)?)?;
        }
        Ok(whole)
    }

    /// How descriptors of a type are stored. `mutable_types` is the list of a
    /// mutable type, and not read for others; an empty list means every type
    /// that is neither dynamic nor inline. Searches the table once for each
    /// type of the list.
    ///
    /// # Errors
    /// As `dral_descriptor_type_find`.
    pub fn type_layout(
        &self,
        descriptor_type: u32,
        mutable_types: &[u32],
    ) -> Result<TypeLayout, Error> {
        if !DescriptorType::Mutable.is(descriptor_type) {
            self.plain_type(self.entry(descriptor_type)?)
        } else if mutable_types.is_empty() {
            let list = DEFAULT_MUTABLE.iter();
            self.mutable_type(list.map(|&known| known as u32))
        } else {
            self.mutable_type(mutable_types.iter().copied())
        }
    }
}
