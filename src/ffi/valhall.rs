// SPDX-License-Identifier: MIT

//! Attribute descriptors of Valhall and later for C.

use super::pointer::{self, room};
use super::refusal::{answer, required};
use crate::instancing::{
    InstanceId, ValhallAttribute, ValhallSource, VertexId,
};
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// The attribute descriptor of v9 to v14. The API divisor divides the instance
/// id; nothing is padded. Per instance, base_instance elements are added to
/// the offset. With DRAL_RATE_UNUSED it is the Null Descriptor of a location
/// without an attribute: eight zero words, as PanVK of Mesa 26 writes.
///
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_ROUNDING,
/// DRAL_ERROR_UNKNOWN_RATE or DRAL_ERROR_UNKNOWN_DIVISOR_ONE for an unknown
/// value; DRAL_ERROR_NO_ATTRIBUTE_DESCRIPTORS before v9;
/// DRAL_ERROR_FORMAT_RANGE and DRAL_ERROR_TABLE_RANGE for a format or table
/// that does not fit its bits;
/// DRAL_ERROR_OFFSET_RANGE for an offset that does not fit in a signed word.
///
/// Source: docs/instancing.md, "Valhall and later".
#[unsafe(no_mangle)]
pub extern "C" fn dral_valhall_attribute(
    source: Option<&ValhallSource>,
    attribute: Option<&mut MaybeUninit<ValhallAttribute>>,
) -> c_int {
    answer(attribute, || Ok(ValhallAttribute::new(required(source)?)?))
}

/// The eight words of an attribute descriptor.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG for an offset_enable that is neither 0
/// nor 1; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type or frequency, or a
/// used field that does not fit its bits; DRAL_ERROR_FORMAT_RANGE and
/// DRAL_ERROR_TABLE_RANGE for a format or table that does not fit.
///
/// Source: docs/instancing.md, "Valhall and later".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_valhall_attribute_pack(
    attribute: Option<&ValhallAttribute>,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's 8 words.
    let words = unsafe { room(words) };
    answer(words, || Ok(required(attribute)?.pack()?))
}

/// The attribute descriptor of eight words: the reverse of
/// dral_valhall_attribute_pack.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for words that are not an attribute
/// descriptor.
///
/// Source: docs/instancing.md, "Valhall and later".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_valhall_attribute_unpack(
    words: *const u32,
    attribute: Option<&mut MaybeUninit<ValhallAttribute>>,
) -> c_int {
    // SAFETY: the caller's 8 words.
    let words = unsafe { pointer::words(words) };
    answer(attribute, || Ok(ValhallAttribute::unpack(*required(words)?)?))
}

/// Model of the hardware: the index of the element that the thread with these
/// ids reads through a descriptor. 0 for every thread if the stride is 0.
///
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG for an offset_enable that is neither 0
/// nor 1; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type or frequency;
/// DRAL_ERROR_UNUSED_BUFFER for a Null Descriptor.
///
/// Source: docs/instancing.md, "Valhall and later".
#[unsafe(no_mangle)]
pub extern "C" fn dral_valhall_attribute_element(
    attribute: Option<&ValhallAttribute>,
    vertex_id: u32,
    instance_id: u32,
    element: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    let (vertex, instance) = (VertexId(vertex_id), InstanceId(instance_id));
    answer(element, || Ok(required(attribute)?.element(vertex, instance)?))
}
