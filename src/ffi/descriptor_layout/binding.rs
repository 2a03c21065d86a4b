// SPDX-License-Identifier: MIT

//! Bindings for C.

use super::super::pointer::{check_apart, read, slice};
use super::super::refusal::write;
use super::{MutableTypes, Refusal};
use crate::descriptor_layout::{Binding, BindingLayout, Element, NONE};
use core::ffi::c_int;

/// An offset or index that a binding does not have.
pub const DRAL_DESCRIPTOR_NONE: u32 = u32::MAX;

const _: () = assert!(DRAL_DESCRIPTOR_NONE == NONE);

/// A binding as VkDescriptorSetLayoutBinding and the structures chained to
/// it have it. All zero but binding, descriptor_type and descriptor_count is
/// a plain one.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_descriptor_binding {
    /// The list of a mutable type; not read for other types.
    pub mutable_types: *const u32,
    /// How many there are; 0 if the application gave no list.
    pub mutable_type_count: usize,
    /// Its number.
    pub binding: u32,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// How many descriptors; for an inline uniform block, how many bytes. A
    /// binding with 0 is absent, and takes its number alone.
    pub descriptor_count: u32,
    /// VkShaderStageFlags; only dral_descriptor_set_support reads them.
    pub stage_flags: u32,
    /// VkDescriptorBindingFlags.
    pub binding_flags: u32,
    /// The most planes of its immutable samplers; 0 or 1 without them. Not
    /// read for types without planes.
    pub max_plane_count: u32,
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

    /// # Safety
    /// Its list has so many elements as it says.
    #[inline]
    unsafe fn get(&self) -> Binding<'_> {
        Binding {
            binding: self.binding,
            descriptor_type: self.descriptor_type,
            descriptor_count: self.descriptor_count,
            stage_flags: self.stage_flags,
            binding_flags: self.binding_flags,
            max_plane_count: self.max_plane_count,
            // SAFETY: the caller's list.
            mutable_types: unsafe { self.list().get() },
        }
    }
}

/// The bindings of an array from C, apart from an output.
///
/// # Safety
/// `bindings` has `count` elements, and their lists have as many as they
/// say; nobody writes any of them while the result lives.
#[inline]
pub(super) unsafe fn bindings<'a, T>(
    bindings: *const dral_descriptor_binding,
    count: usize,
    output: *const T,
    output_count: usize,
) -> Result<impl Iterator<Item = Binding<'a>> + Clone, Refusal> {
    check_apart(bindings, count, output, output_count)?;
    // SAFETY: the caller's array.
    let bindings = unsafe { slice::<'a>(bindings, count) }?;
    for binding in bindings {
        let list = binding.list();
        list.check_apart(output, output_count)?;
        // SAFETY: the caller's list.
        unsafe { list.checked() }?;
    }
    // SAFETY: the caller's list, which was checked.
    Ok(bindings.iter().map(|binding| unsafe { binding.get() }))
}

/// Where one plane of a descriptor lies in the memory of its set.
///
/// \param layout the slot of the binding
/// \param element the descriptor in the array; a byte of an inline uniform
/// block
/// \param plane 0 for types without planes
/// \return 0; -EINVAL for an element or a plane that the binding does not
/// have, or NULL; -ERANGE for a layout that is none.
///
/// Source: docs/descriptor-layout.md, "Elements".
///
/// # Safety
/// layout and address are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_descriptor_element(
    layout: *const BindingLayout,
    element: u32,
    plane: u32,
    address: *mut Element,
) -> c_int {
    let compute = || -> Result<Element, Refusal> {
        // SAFETY: the caller's pointer.
        let layout = unsafe { read(layout) }?;
        Ok(layout.element(element, plane)?)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(address, compute()) }
}
