// SPDX-License-Identifier: MIT

//! What differs between drivers: how each descriptor type lies in memory.
//!
//! Source: docs/descriptor-layout.md, "Tables".

use super::number::{is_dynamic, DescriptorType, SetFlag, TableFlag};
use super::Error;

/// What a mutable type without a list can be.
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

/// How one plane of a descriptor of one type lies in the two memory areas of
/// a set. A driver without a sampler area has the sampler size 0 and the
/// sampler alignment 1 everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct TypeLayout {
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// What the descriptor brings with it: bits of dral_descriptor_data, and
    /// any others that the driver wants to find again.
    pub data: u32,
    /// Bytes in the surface area. Not read for inline uniform blocks, which
    /// take their count of bytes.
    pub surface_size: u32,
    /// The alignment of a binding in the surface area, a power of two.
    pub surface_alignment: u32,
    /// Bytes in the sampler area. Not read for inline uniform blocks, which
    /// take none.
    pub sampler_size: u32,
    /// The alignment of a binding in the sampler area, a power of two.
    pub sampler_alignment: u32,
}

impl TypeLayout {
    /// What takes no memory.
    const fn empty(descriptor_type: u32) -> Self {
        Self {
            descriptor_type,
            data: 0,
            surface_size: 0,
            surface_alignment: 1,
            sampler_size: 0,
            sampler_alignment: 1,
        }
    }

    /// Memory that has room for either, one at a time.
    fn either(self, other: Self) -> Self {
        Self {
            descriptor_type: self.descriptor_type,
            data: self.data | other.data,
            surface_size: self.surface_size.max(other.surface_size),
            surface_alignment: self
                .surface_alignment
                .max(other.surface_alignment),
            sampler_size: self.sampler_size.max(other.sampler_size),
            sampler_alignment: self
                .sampler_alignment
                .max(other.sampler_alignment),
        }
    }

    fn checked(self) -> Result<Self, Error> {
        if self.surface_alignment.is_power_of_two()
            && self.sampler_alignment.is_power_of_two()
        {
            Ok(self)
        } else {
            Err(Error::Alignment)
        }
    }
}

/// What a driver allows, and how it rounds and counts. A limit of UINT32_MAX
/// is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Rules {
    /// Bits of dral_descriptor_table_flag.
    pub flags: u32,
    /// The surface area of a set is rounded up to this power of two.
    pub set_alignment: u32,
    /// Each area of a pool is rounded up to this power of two.
    pub pool_alignment: u32,
    /// 0 if descriptor indices count descriptors; else they count units of
    /// so many bytes of the surface area.
    pub index_unit: u32,
    /// Planes of an image at the most.
    pub max_planes: u32,
    /// Bytes of an inline uniform block at the most.
    pub max_inline_size: u32,
    /// Dynamic buffers of a set at the most.
    pub max_dynamic_buffers: u32,
    /// Dynamic uniform buffers of a set at the most.
    pub max_dynamic_uniform_buffers: u32,
    /// Dynamic storage buffers of a set at the most.
    pub max_dynamic_storage_buffers: u32,
    /// Descriptors of a set of push descriptors at the most.
    pub max_push_descriptors: u32,
    /// Sets of a pipeline layout at the most.
    pub max_sets: u32,
    /// The greatest variable count that is offered.
    pub max_variable_count: u32,
    /// The same for an inline uniform block, in bytes.
    pub max_variable_inline_size: u32,
    /// Binding table entries of a shader stage at the most.
    pub max_binding_table_entries: u32,
}

/// A table: the types that a driver has, and its rules. Of two entries for
/// one type the first counts; an entry for
/// [mutable](DescriptorType::Mutable) is not read, for what those take
/// follows from their lists.
///
/// ```
/// use dral::descriptor_layout::*;
/// let own = [TypeLayout {
///     descriptor_type: DescriptorType::StorageImage as u32,
///     data: 0,
///     surface_size: 24,
///     surface_alignment: 8,
///     sampler_size: 0,
///     sampler_alignment: 1,
/// }];
/// let mut table = Model::Panvk.table(10, 0);
/// table.types = &own;
/// let binding = Binding {
///     descriptor_type: 3,
///     descriptor_count: 5,
///     ..Binding::default()
/// };
/// let mut slots = [BindingLayout::ABSENT];
/// let set = set_layout(&table, 0, [binding].into_iter(), &mut slots)?;
/// assert_eq!(set.surface_size, 120);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table<'a> {
    /// How each type lies in memory.
    pub types: &'a [TypeLayout],
    /// What is allowed.
    pub rules: Rules,
}

impl Table<'_> {
    fn plain_type(
        &self,
        set_flags: u32,
        descriptor_type: u32,
    ) -> Result<TypeLayout, Error> {
        let layout = self
            .types
            .iter()
            .find(|layout| layout.descriptor_type == descriptor_type)
            .ok_or(Error::UnknownType)?;
        if DescriptorType::Sampler.is(descriptor_type)
            && self.embeds_samplers(set_flags)
        {
            return Ok(TypeLayout::empty(descriptor_type));
        }
        layout.checked()
    }

    /// Whether samplers of a set with these flags take no memory.
    pub(super) fn embeds_samplers(&self, set_flags: u32) -> bool {
        TableFlag::EmbeddedSamplers.is_in(self.rules.flags)
            && SetFlag::EmbeddedImmutableSamplers.is_in(set_flags)
    }

    fn mutable_type(
        &self,
        set_flags: u32,
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
            if DescriptorType::CombinedImageSampler.is(descriptor_type)
                && TableFlag::NoMutableCombined.is_in(self.rules.flags)
            {
                return Err(Error::MutableCombined);
            }
            let layout = self.plain_type(set_flags, descriptor_type)?;
            whole = whole.either(layout);
        }
        Ok(whole)
    }

    /// How one plane of a descriptor lies in memory, in a set with these
    /// flags. `mutable_types` is the list of a mutable type, and not read for
    /// others; an empty list stands for every type that is neither dynamic
    /// nor inline.
    ///
    /// # Errors
    /// [`Error::UnknownType`], [`Error::MutableType`],
    /// [`Error::MutableCombined`], and [`Error::Alignment`] for a table that
    /// is none.
    ///
    /// ```
    /// use dral::descriptor_layout::{DescriptorType, Model};
    /// let table = Model::AnvDirect.table(125, 0);
    /// let layout = table.type_layout(0, DescriptorType::Mutable as u32, &[])?;
    /// assert_eq!((layout.surface_size, layout.sampler_size), (64, 32));
    /// # Ok::<(), dral::descriptor_layout::Error>(())
    /// ```
    pub fn type_layout(
        &self,
        set_flags: u32,
        descriptor_type: u32,
        mutable_types: &[u32],
    ) -> Result<TypeLayout, Error> {
        if !DescriptorType::Mutable.is(descriptor_type) {
            self.plain_type(set_flags, descriptor_type)
        } else if mutable_types.is_empty() {
            let list = DEFAULT_MUTABLE.iter();
            self.mutable_type(set_flags, list.map(|&known| known as u32))
        } else {
            self.mutable_type(set_flags, mutable_types.iter().copied())
        }
    }
}
