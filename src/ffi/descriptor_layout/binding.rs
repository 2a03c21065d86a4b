// SPDX-License-Identifier: MIT

//! Bindings for C.

use super::super::error::Error;
use super::super::pointer::{check_apart, read, slice};
use super::super::refusal::pure;
use super::MutableTypes;
use crate::descriptor_layout::{
    has_samplers, Binding, BindingLayout, Bindings, Element,
};
use core::ffi::c_int;

/// A binding, as described by VkDescriptorSetLayoutBinding and the structures
/// chained to it. A plain binding needs only binding, descriptor_type and
/// descriptor_count; the other fields are 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_descriptor_binding {
    /// The list of a mutable type; not read for other types.
    pub mutable_types: *const u32,
    /// The number of types in the list; 0 if the application gave no list.
    pub mutable_type_count: usize,
    /// The immutable samplers of samplers and combined image samplers; not
    /// read for other types. Each byte is the number of planes of its image (1
    /// without a conversion), plus DRAL_DESCRIPTOR_OWN_CHROMA_FILTER if its
    /// chroma filter differs.
    pub immutable_samplers: *const u8,
    /// The number of immutable samplers; 0 if the samplers are not immutable.
    /// They repeat if there are fewer than descriptors.
    pub immutable_sampler_count: usize,
    /// The binding number.
    pub binding: u32,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// The number of descriptors; for an inline uniform block, its size in
    /// bytes. A binding with 0 is absent: it only takes its number.
    pub descriptor_count: u32,
    /// VkShaderStageFlags; only dral_descriptor_set_query_support reads them.
    pub stage_flags: u32,
    /// VkDescriptorBindingFlags.
    pub binding_flags: u32,
}

impl dral_descriptor_binding {
    #[inline]
    fn list(&self) -> MutableTypes {
        MutableTypes::of(
            self.descriptor_type,
            self.mutable_types,
            self.mutable_type_count,
        )
    }

    /// Its immutable samplers, if they are a valid slice.
    ///
    /// # Safety
    /// There are as many as it says, or they are NULL.
    #[inline]
    unsafe fn samplers(&self) -> Result<&[u8], Error> {
        if has_samplers(self.descriptor_type) {
            // SAFETY: the caller's array.
            unsafe {
                slice(self.immutable_samplers, self.immutable_sampler_count)
            }
        } else {
            Ok(&[])
        }
    }

    /// # Safety
    /// Its arrays have as many elements as it says.
    #[inline]
    unsafe fn get(&self) -> Binding<'_> {
        // SAFETY: the caller's arrays.
        let (immutable_samplers, mutable_types) =
            unsafe { (self.samplers().unwrap_or_default(), self.list().get()) };
        Binding {
            binding: self.binding,
            descriptor_type: self.descriptor_type,
            descriptor_count: self.descriptor_count,
            stage_flags: self.stage_flags,
            binding_flags: self.binding_flags,
            immutable_samplers,
            mutable_types,
        }
    }
}

/// An array of bindings from C.
#[derive(Clone, Copy)]
pub(super) struct Given<'a>(&'a [dral_descriptor_binding]);

impl<'a> Bindings<'a> for Given<'a> {
    #[inline]
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn at(&self, place: usize) -> Binding<'a> {
        let binding = self.0.get(place);
        // SAFETY: `bindings` checked its arrays; the rest is its caller's
        // promise.
        binding.map_or_else(Binding::default, |one| unsafe { one.get() })
    }
}

/// The bindings of an array from C, which does not overlap an output.
///
/// # Safety
/// `bindings` has `count` elements, and their arrays have as many as they say;
/// none of them is written while the result lives.
#[inline]
pub(super) unsafe fn bindings<'a, T>(
    bindings: *const dral_descriptor_binding,
    count: usize,
    output: *const T,
    output_count: usize,
) -> Result<Given<'a>, Error> {
    check_apart(bindings, count, output, output_count)?;
    // SAFETY: the caller's arrays.
    unsafe {
        let bindings = slice::<'a>(bindings, count)?;
        for binding in bindings {
            let list = binding.list();
            list.check_apart(output, output_count)?;
            list.checked()?;
            let samplers = binding.samplers()?;
            let count = samplers.len();
            check_apart(samplers.as_ptr(), count, output, output_count)?;
        }
        Ok(Given(bindings))
    }
}

/// Finds one plane of a descriptor in the memory of its set.
///
/// \param layout the layout of the binding
/// \param element the index of the descriptor in the array, or of a byte in an
/// inline uniform block
/// \param plane 0 for types without planes
/// \return 0; -EINVAL for an element or a plane that the binding does not
/// have, or NULL; -ERANGE for an invalid layout.
///
/// Source: docs/descriptor-layout.md, "Elements".
///
/// # Safety
/// layout and address are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_element_locate(
    layout: *const BindingLayout,
    element: u32,
    plane: u32,
    address: *mut Element,
) -> c_int {
    pure!(address, [layout = read(layout)], layout.element(element, plane)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bindings_are_those_of_the_array() {
        let plain = dral_descriptor_binding {
            mutable_types: core::ptr::null(),
            mutable_type_count: 0,
            immutable_samplers: core::ptr::null(),
            immutable_sampler_count: 0,
            binding: 5,
            descriptor_type: 2,
            descriptor_count: 7,
            stage_flags: 1,
            binding_flags: 4,
        };
        let bindings = [5, 6, 7]
            .map(|binding| dral_descriptor_binding { binding, ..plain });
        let given = Given(&bindings);
        assert_eq!(given.count(), 3);
        let expected = Binding {
            binding: 7,
            descriptor_type: 2,
            descriptor_count: 7,
            stage_flags: 1,
            binding_flags: 4,
            ..Binding::default()
        };
        assert_eq!(given.at(2), expected);
    }
}
