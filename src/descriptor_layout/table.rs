// SPDX-License-Identifier: MIT

//! The differences between drivers: how each descriptor type is stored.
//!
//! Source: docs/descriptor-layout.md, "Tables".

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

/// How descriptors of one type are stored in the two memory areas of a set.
/// Without a sampler area, sampler_size is 0 and sampler_alignment is 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct TypeLayout {
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// Bits of dral_descriptor_type_flag.
    pub flags: u32,
    /// The data that the descriptor needs: bits of dral_descriptor_data, and
    /// any others that the driver defines.
    pub data: u32,
    /// The maximum number of planes of an image with separate structures; 0 or
    /// 1 if one structure serves all planes. Only samplers and combined image
    /// samplers can have more than one.
    pub max_planes: u32,
    /// Bytes of a plane in the surface area. Not read for inline uniform
    /// blocks, whose descriptor count is their size.
    pub surface_size: u32,
    /// Bytes of each sampler of a descriptor in the surface area, after its
    /// planes. A descriptor has one sampler, or two if an immutable sampler
    /// has a different chroma filter. Not read for inline uniform blocks.
    pub surface_sampler_size: u32,
    /// The alignment of a binding in the surface area, a power of two.
    pub surface_alignment: u32,
    /// Bytes of a plane in the sampler area. Not read for inline uniform
    /// blocks, which take none.
    pub sampler_size: u32,
    /// The alignment of a binding in the sampler area, a power of two.
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

/// The limits of a driver, and how it rounds and counts. UINT32_MAX means no
/// limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Rules {
    /// The enum dral_descriptor_model, or 0 for a driver's own table.
    pub model: u32,
    /// VkDescriptorSetLayoutCreateFlags of the sets that use the table.
    pub set_flags: u32,
    /// Bits of dral_descriptor_table_flag.
    pub flags: u32,
    /// The surface area of a set is rounded up to this power of two.
    pub set_alignment: u32,
    /// Each area of a pool is rounded up to this power of two.
    pub pool_alignment: u32,
    /// 0 if descriptor indices count descriptors. Otherwise they count units
    /// of this many bytes of the surface area; all sizes and alignments in it
    /// must be multiples of the unit.
    pub index_unit: u32,
    /// The range of a uniform buffer is rounded up to this power of two.
    pub uniform_range_alignment: u32,
    /// Bytes before the data of an inline uniform block.
    pub inline_header_size: u32,
    /// The data of an inline uniform block is rounded up to this power of
    /// two.
    pub inline_size_alignment: u32,
    /// Maximum number of planes of an image; 0 means 1.
    pub max_planes: u32,
    /// Maximum size of the surface area of a set, in bytes.
    pub max_set_size: u32,
    /// Maximum number of dynamic buffers in a set.
    pub max_set_dynamic_buffers: u32,
    /// Maximum size of an inline uniform block, in bytes. Not checked by
    /// dral_descriptor_set_query_support.
    pub max_inline_size: u32,
    /// Maximum number of descriptors in a push descriptor set. Not checked by
    /// dral_descriptor_set_query_support.
    pub max_push_descriptors: u32,
    /// Maximum number of sets in a pipeline layout.
    pub max_sets: u32,
    /// Maximum number of dynamic buffers in a pipeline layout.
    pub max_dynamic_buffers: u32,
    /// The greatest variable count that the driver offers; 0 if it has no
    /// variable counts.
    pub max_variable_count: u32,
    /// The same for an inline uniform block, in bytes.
    pub max_variable_inline_size: u32,
    /// Maximum number of binding table entries of a shader stage.
    pub max_binding_table_entries: u32,
}

/// A table: the types that a driver supports, and its rules. Of two entries
/// for one type the first is used. An entry for
/// [mutable](DescriptorType::Mutable) types is not read, because their size
/// follows from their lists.
///
/// ```
/// use dral::descriptor_layout::*;
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
    /// The limits and rules of the driver.
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
    /// [`Error::UnknownType`], [`Error::MutableType`],
    /// [`Error::MutableRefused`], and [`Error::Alignment`] and
    /// [`Error::IndexUnit`] for an invalid table.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor_layout::{
        pool_size, set_layout, support, Binding, BindingLayout,
        ImmutableSampler, Mesa, Model, PoolPart, SetLayout,
    };
    use std::vec::Vec;

    const SAMPLER: u32 = 0;
    const COMBINED: u32 = 1;
    const SAMPLED: u32 = 2;
    const INLINE: u32 = 1_000_138_000;

    fn table(model: Model, version: u32, set_flags: u32) -> Table<'static> {
        model.table(Mesa::V24_3, version, set_flags).unwrap()
    }

    fn indirect() -> Table<'static> {
        table(Model::AnvIndirect, 120, 0)
    }

    fn binding(
        binding: u32,
        descriptor_type: u32,
        count: u32,
    ) -> Binding<'static> {
        Binding {
            binding,
            descriptor_type,
            descriptor_count: count,
            ..Binding::default()
        }
    }

    fn part(descriptor_type: u32, descriptor_count: u32) -> PoolPart<'static> {
        PoolPart { descriptor_type, descriptor_count, mutable_types: &[] }
    }

    fn lay(table: Table, bindings: &[Binding]) -> Result<SetLayout, Error> {
        let mut layouts = [BindingLayout::ABSENT; 2];
        set_layout(&table, bindings.iter().copied(), &mut layouts)
    }

    #[test]
    fn a_mutable_type_may_have_samplers_if_the_table_allows_it() {
        let buffer = table(Model::AnvBuffer, 125, 0x10);
        let types = buffer.types.iter();
        let types: Vec<_> =
            types.map(|layout| TypeLayout { flags: 0, ..*layout }).collect();
        let combined = Table { types: &types, ..buffer };
        let mutable = DescriptorType::Mutable as u32;
        let layout = combined.type_layout(mutable, &[]).unwrap();
        assert_eq!((layout.data, layout.surface_size), (0x390, 128));
    }

    #[test]
    fn samplers_in_the_surface_area_follow_the_planes() {
        // Planes of 16 bytes, and after them samplers of 8 bytes.
        let types = [TypeLayout {
            max_planes: 3,
            surface_size: 16,
            surface_sampler_size: 8,
            surface_alignment: 8,
            ..TypeLayout::empty(COMBINED)
        }];
        let rules = Rules { max_planes: 3, ..indirect().rules };
        let table = Table { types: &types, rules };
        let lay = |immutable_samplers| {
            let mut layouts = [BindingLayout::ABSENT];
            let combined =
                Binding { immutable_samplers, ..binding(0, COMBINED, 3) };
            let set = set_layout(&table, [combined], &mut layouts).unwrap();
            (set.surface_size, layouts[0])
        };
        let (size, layout) = lay(&[]);
        assert_eq!(size, 3 * (16 + 8));
        assert_eq!((layout.surface_stride, layout.surface_size), (24, 16));
        assert_eq!(layout.element(2, 0).unwrap().surface_offset, 2 * 24);
        // Two planes and two samplers.
        let sampler = ImmutableSampler { plane_count: 2, own_chroma_filter: 1 };
        let (size, layout) = lay(&[sampler; 3]);
        assert_eq!(size, 3 * (2 * 16 + 2 * 8));
        let element = layout.element(1, 1).unwrap();
        assert_eq!(element.surface_offset, 48 + 16);
        // A mutable type has room for planes and samplers of each type.
        let mutable = DescriptorType::Mutable as u32;
        let layout = table.type_layout(mutable, &[COMBINED]).unwrap();
        assert_eq!(layout.surface_size, 24);
    }

    #[test]
    fn memory_of_samplers_takes_a_binding_table_entry() {
        let mut table = table(Model::AnvDirect, 125, 0);
        table.rules.flags |= TableFlag::BindingTable as u32;
        let ask = |most, bindings: &[Binding]| {
            let rules =
                Rules { max_binding_table_entries: most, ..table.rules };
            let table = Table { rules, ..table };
            support(&table, bindings.iter().copied()).unwrap().supported
        };
        let samplers = [binding(0, SAMPLER, 2)];
        assert_eq!([ask(0, &samplers), ask(1, &samplers)], [0, 1]);
        assert_eq!(ask(0, &[binding(0, SAMPLER, 0)]), 1);
    }

    #[test]
    fn a_limit_of_all_ones_means_no_limit() {
        let mut table = table(Model::Panvk, 10, 1);
        table.rules.max_set_dynamic_buffers = u32::MAX;
        table.rules.max_push_descriptors = u32::MAX;
        table.rules.max_set_size = u32::MAX;
        // A number of descriptors that exceeds 32 bits, without memory.
        const DYNAMIC: u32 = DescriptorType::UniformBufferDynamic as u32;
        let all = [binding(0, DYNAMIC, 0xFFFF_FFF0), binding(1, SAMPLED, 0x40)];
        assert!(lay(table, &all).is_ok());
        table.rules.max_push_descriptors = u32::MAX - 1;
        assert_eq!(lay(table, &all).err(), Some(Error::PushLimit));
    }

    #[test]
    fn each_inline_block_of_a_pool_can_lose_bytes() {
        let rules = Rules {
            inline_header_size: 32,
            inline_size_alignment: 16,
            pool_alignment: 1,
            ..indirect().rules
        };
        let size = |table: Table, part, blocks| {
            pool_size(&table, [part].into_iter(), 1, blocks)
                .map(|size| size.surface_size)
        };
        let all = Table { rules, ..indirect() };
        let bytes = 2 * (64 + 32 + 15) + 100;
        assert_eq!(size(all, part(INLINE, 100), 2), Ok(bytes + 64));
        // Without the type, there are no blocks.
        let types = [*all.types.first().unwrap()];
        let samplers = Table { types: &types, ..all };
        assert_eq!(size(samplers, part(SAMPLER, 3), 0), Ok(24 + 64));
        let refused = size(samplers, part(SAMPLER, 3), 1);
        assert_eq!(refused, Err(Error::UnknownType));
    }

    #[test]
    fn a_pool_without_planes_has_room_for_one() {
        let mut table = indirect();
        table.rules.max_planes = 0;
        let parts = [part(COMBINED, 1000)].into_iter();
        let size = pool_size(&table, parts, 1, 0).unwrap();
        assert_eq!(size.surface_size, 8192);
    }

    #[test]
    fn sizes_are_multiples_of_the_index_unit() {
        let base = *indirect().types.first().unwrap();
        let rules = Rules { index_unit: 8, ..indirect().rules };
        let check = |own: TypeLayout, rules: Rules| {
            let types = [own];
            Table { types: &types, rules }.type_layout(own.descriptor_type, &[])
        };
        assert_eq!(check(base, rules), Ok(base));
        for own in [
            TypeLayout { surface_size: 12, ..base },
            TypeLayout { surface_sampler_size: 4, ..base },
            TypeLayout { surface_alignment: 4, ..base },
        ] {
            assert_eq!(check(own, rules), Err(Error::IndexUnit));
            let any = Rules { index_unit: 0, ..rules };
            assert_eq!(check(own, any), Ok(own));
        }
        let block = TypeLayout { descriptor_type: INLINE, ..base };
        let header = |inline_header_size, inline_size_alignment| {
            let rules =
                Rules { inline_header_size, inline_size_alignment, ..rules };
            check(block, rules).map(drop)
        };
        assert_eq!(header(16, 8), Ok(()));
        assert_eq!(header(0, 1), Err(Error::IndexUnit));
        assert_eq!(header(4, 8), Err(Error::IndexUnit));
    }
}
