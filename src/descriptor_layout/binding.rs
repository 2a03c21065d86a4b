// SPDX-License-Identifier: MIT

//! One binding: as the API gives it, and as it lies in memory.
//!
//! Source: docs/descriptor-layout.md, "The walk", "Elements".

use super::Error;

/// An offset or index that a binding does not have.
///
/// ```
/// use dral::descriptor_layout::{BindingLayout, NONE};
/// assert_eq!(BindingLayout::ABSENT.surface_offset, NONE);
/// ```
pub const NONE: u32 = u32::MAX;

/// A binding as VkDescriptorSetLayoutBinding and the structures chained to
/// it have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Binding<'a> {
    /// Its number.
    pub binding: u32,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// How many descriptors; for an inline uniform block, how many bytes. A
    /// binding with 0 is absent, and takes its number alone.
    pub descriptor_count: u32,
    /// VkShaderStageFlags; only the support of a layout depends on it.
    pub stage_flags: u32,
    /// VkDescriptorBindingFlags.
    pub binding_flags: u32,
    /// The most planes of its immutable samplers; 0 or 1 without them. Not
    /// read for types without planes.
    pub max_plane_count: u32,
    /// The list of a mutable type; empty if the application gave none.
    pub mutable_types: &'a [u32],
}

/// Where the descriptors of a binding lie. In an absent binding, array_size
/// and data are 0, and all offsets and indices DRAL_DESCRIPTOR_NONE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct BindingLayout {
    /// What each descriptor brings with it: bits of dral_descriptor_data.
    pub data: u32,
    /// How many descriptors; for an inline uniform block, how many bytes.
    pub array_size: u32,
    /// Planes of each descriptor; 1 for types without planes.
    pub plane_count: u32,
    /// The index of its first descriptor among those of the set. An inline
    /// uniform block counts its bytes. With an index unit, what lies before
    /// it in the surface area, in such units.
    pub descriptor_index: u32,
    /// The index of its first dynamic offset in the set, or
    /// DRAL_DESCRIPTOR_NONE.
    pub dynamic_offset_index: u32,
    /// The index of its first buffer view in the set, or
    /// DRAL_DESCRIPTOR_NONE.
    pub buffer_view_index: u32,
    /// Bytes before it in the surface area of the set.
    pub surface_offset: u32,
    /// Bytes in the surface area from descriptor to descriptor; of an inline
    /// uniform block, all its bytes.
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

/// `offset + element * stride + plane * size`.
fn address(
    offset: u32,
    element: u32,
    stride: u32,
    plane: u32,
    size: u32,
) -> Result<u32, Error> {
    let in_array = element.checked_mul(stride);
    let in_element = plane.checked_mul(size);
    match (in_array, in_element) {
        (Some(array), Some(plane)) => offset
            .checked_add(array)
            .and_then(|sum| sum.checked_add(plane))
            .ok_or(Error::SizeRange),
        _ => Err(Error::SizeRange),
    }
}

impl BindingLayout {
    /// A binding that the set does not have.
    ///
    /// ```
    /// use dral::descriptor_layout::BindingLayout;
    /// assert!(BindingLayout::ABSENT.is_absent());
    /// ```
    pub const ABSENT: Self = Self {
        data: 0,
        array_size: 0,
        plane_count: 0,
        descriptor_index: NONE,
        dynamic_offset_index: NONE,
        buffer_view_index: NONE,
        surface_offset: NONE,
        surface_stride: 0,
        surface_size: 0,
        sampler_offset: NONE,
        sampler_stride: 0,
        sampler_size: 0,
        descriptor_type: 0,
        binding_flags: 0,
    };

    /// Whether the set does not have the binding.
    ///
    /// ```
    /// use dral::descriptor_layout::BindingLayout;
    /// let one = BindingLayout { array_size: 1, ..BindingLayout::ABSENT };
    /// assert!(!one.is_absent());
    /// ```
    #[inline]
    pub const fn is_absent(&self) -> bool {
        self.array_size == 0
    }

    /// Where one plane of a descriptor lies. `element` is a byte in an inline
    /// uniform block.
    ///
    /// # Errors
    /// [`Error::NotInBinding`] for an element or a plane that the binding
    /// does not have; [`Error::SizeRange`] for a layout that is none.
    ///
    /// ```
    /// use dral::descriptor_layout::*;
    /// let table = Model::AnvDirect.table(125, 0);
    /// let image = Binding {
    ///     descriptor_type: DescriptorType::CombinedImageSampler as u32,
    ///     descriptor_count: 2,
    ///     max_plane_count: 3,
    ///     ..Binding::default()
    /// };
    /// let mut slots = [BindingLayout::ABSENT];
    /// set_layout(&table, 0, [image].into_iter(), &mut slots)?;
    /// let element = slots[0].element(1, 2)?;
    /// assert_eq!(element.surface_offset, 3 * 64 + 2 * 64);
    /// assert_eq!(element.sampler_offset, 3 * 32 + 2 * 32);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn element(&self, element: u32, plane: u32) -> Result<Element, Error> {
        if element >= self.array_size || plane >= self.plane_count {
            return Err(Error::NotInBinding);
        }
        let is_inline =
            super::DescriptorType::InlineUniformBlock.is(self.descriptor_type);
        let stride = if is_inline { 1 } else { self.surface_stride };
        Ok(Element {
            surface_offset: address(
                self.surface_offset,
                element,
                stride,
                plane,
                self.surface_size,
            )?,
            sampler_offset: address(
                self.sampler_offset,
                element,
                self.sampler_stride,
                plane,
                self.sampler_size,
            )?,
        })
    }
}
