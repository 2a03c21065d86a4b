// SPDX-License-Identifier: MIT

//! Attribute descriptors of Valhall and later for C.

use super::pointer::{read, reference, same_fields};
use super::refusal::pure;
use crate::instancing::{
    Architecture, DivisorOne, InstanceId, Rate, Rounding, ValhallAttribute,
    ValhallSource, VertexId,
};
use crate::Error;
use core::ffi::c_int;

/// The inputs of an attribute descriptor. A per-vertex attribute needs only
/// architecture, stride and format; the other fields are 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_valhall_source {
    /// The Mali architecture: 9 to 14 for v9 to v14.
    pub architecture: u32,
    /// How a magic divisor is rounded: an enum dral_rounding.
    pub rounding: u32,
    /// How often the attribute advances: an enum dral_rate.
    pub rate: u32,
    /// Instances per element; 0 if all share one. Ignored for per-vertex data.
    pub divisor: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// The attribute's format as the hardware encodes it, 22 bits.
    pub format: u32,
    /// The table of the buffer, 6 bits.
    pub table: u32,
    /// The index of the buffer in its table.
    pub buffer_index: u32,
    /// Bytes from the beginning of the buffer to the attribute in element 0.
    pub offset: i32,
    /// The first instance. Ignored for per-vertex data.
    pub base_instance: u32,
    /// How the divisor 1 is encoded: an enum dral_divisor_one.
    pub divisor_one: u32,
}

same_fields! {
    dral_valhall_source as ValhallSource:
    architecture, rounding, rate, divisor, stride, format, table,
    buffer_index, offset, base_instance, divisor_one
}

/// Checks the numbers of a source from C.
#[inline]
fn checked(numbers: &dral_valhall_source) -> Result<&ValhallSource, Error> {
    Architecture::try_from(numbers.architecture)?;
    Rounding::try_from(numbers.rounding)?;
    Rate::try_from(numbers.rate)?;
    DivisorOne::try_from(numbers.divisor_one)?;
    // SAFETY: the two types have the same fields, and each number is valid for
    // its enum.
    Ok(unsafe { &*core::ptr::from_ref(numbers).cast() })
}

/// The attribute descriptor of v9 to v14. The API divisor divides the instance
/// id; nothing is padded. Per instance, base_instance elements are added to
/// the offset. With DRAL_RATE_UNUSED it is the descriptor of a location
/// without an attribute: table 17, which no shader uses.
///
/// \return 0; -EINVAL for an unknown value or NULL; -EDOM before v9; -ERANGE
/// for a format or table that does not fit its bits, or an offset that does
/// not fit in a signed word.
///
/// Source: docs/instancing.md, "Valhall and later".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_valhall_attribute(
    source: *const dral_valhall_source,
    attribute: *mut ValhallAttribute,
) -> c_int {
    pure!(
        attribute,
        [source = reference(source)],
        ValhallAttribute::new(checked(source)?)?
    )
}

/// The eight words of an attribute descriptor.
///
/// \param words 8 words
/// \return 0; -EINVAL for NULL or an offset_enable that is neither 0 nor 1;
/// -EDOM for an unknown type or frequency, or a used field that does not fit
/// its bits; -ERANGE for a format or table that does not fit.
///
/// Source: docs/instancing.md, "Valhall and later".
///
/// # Safety
/// attribute is NULL or points to a struct, words is NULL or points to 8
/// words.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_valhall_attribute_pack(
    attribute: *const ValhallAttribute,
    words: *mut u32,
) -> c_int {
    let words = words.cast::<[u32; 8]>();
    pure!(words, [attribute = read(attribute)], attribute.pack()?)
}

/// The attribute descriptor of eight words: the reverse of
/// dral_valhall_attribute_pack.
///
/// \param words 8 words
/// \return 0; -EINVAL for NULL; -EDOM for words that are not an attribute
/// descriptor.
///
/// # Safety
/// words is NULL or points to 8 words, attribute is NULL or points to a
/// struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_valhall_attribute_unpack(
    words: *const u32,
    attribute: *mut ValhallAttribute,
) -> c_int {
    let words = words.cast::<[u32; 8]>();
    pure!(attribute, [words = read(words)], ValhallAttribute::unpack(words)?)
}

/// Model of the hardware: the index of the element that the thread with these
/// ids reads through a descriptor. 0 for every thread if the stride is 0.
///
/// \return 0; -EINVAL for NULL or an offset_enable that is neither 0 nor 1;
/// -EDOM for an unknown type or frequency.
///
/// Source: docs/instancing.md, "Valhall and later".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_valhall_attribute_element(
    attribute: *const ValhallAttribute,
    vertex_id: u32,
    instance_id: u32,
    element: *mut u32,
) -> c_int {
    let (vertex, instance) = (VertexId(vertex_id), InstanceId(instance_id));
    pure!(
        element,
        [attribute = read(attribute)],
        attribute.element(vertex, instance)?
    )
}
