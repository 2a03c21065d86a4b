// SPDX-License-Identifier: MIT

//! The descriptors of a binding, one by one.
//!
//! Source: docs/reference/descriptor-layout.md, "Elements".

use super::binding::{BindingLayout, Element, ABSENT};
use super::number::DescriptorType;
use super::Error;

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
    pub const ABSENT: Self = Self {
        data: 0,
        array_size: 0,
        plane_count: 0,
        descriptor_index: ABSENT,
        dynamic_offset_index: ABSENT,
        buffer_view_index: ABSENT,
        surface_offset: ABSENT,
        surface_stride: 0,
        surface_size: 0,
        sampler_offset: ABSENT,
        sampler_stride: 0,
        sampler_size: 0,
        descriptor_type: 0,
        binding_flags: 0,
        first_immutable_sampler: ABSENT,
        immutable_sampler_count: 0,
    };

    /// Whether the set does not have the binding.
    pub const fn is_absent(&self) -> bool {
        self.array_size == 0
    }

    /// The offsets of one plane of a descriptor. `element` is a byte in an
    /// inline uniform block.
    ///
    /// # Errors
    /// As `dral_descriptor_element_locate`.
    pub fn element(&self, element: u32, plane: u32) -> Result<Element, Error> {
        if element >= self.array_size || plane >= self.plane_count {
            return Err(Error::NotInBinding);
        }
        let is_inline =
            DescriptorType::InlineUniformBlock.is(self.descriptor_type);
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
