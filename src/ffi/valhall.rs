// SPDX-License-Identifier: MIT

//! Attribute descriptors of Valhall and later for C.

use super::flag;
use super::pointer::{read, write};
use crate::instancing::{
    Architecture, Frequency, MagicDivisor, Rate, Rounding, ValhallAttribute,
    ValhallMode, ValhallSource, ValhallType,
};
use crate::Error;
use core::ffi::c_int;

/// What an attribute descriptor is made from. All zero but architecture,
/// stride and format is a per-vertex attribute.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_valhall_source {
    /// The Mali architecture: 9 to 14 for v9 to v14.
    pub architecture: u32,
    /// How a magic divisor is rounded: an enum dral_rounding.
    pub rounding: u32,
    /// How often the attribute steps: an enum dral_rate.
    pub rate: u32,
    /// Instances per element; 0 if all share one. Not read per vertex.
    pub divisor: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// The attribute's format, 22 bits as the hardware codes it.
    pub format: u32,
    /// The table of the buffer, 6 bits.
    pub table: u32,
    /// The index of the buffer in its table.
    pub buffer_index: u32,
    /// Bytes from the beginning of the buffer to the attribute.
    pub offset: i32,
}

impl TryFrom<dral_valhall_source> for ValhallSource {
    type Error = Error;

    #[inline]
    fn try_from(source: dral_valhall_source) -> Result<Self, Error> {
        Ok(Self {
            architecture: Architecture::try_from(source.architecture)?,
            rounding: Rounding::try_from(source.rounding)?,
            rate: Rate::try_from(source.rate)?,
            divisor: source.divisor,
            stride: source.stride,
            format: source.format,
            table: source.table,
            buffer_index: source.buffer_index,
            offset: source.offset,
        })
    }
}

/// An attribute descriptor, field by field. As an input, fields that the
/// type does not use are not read; as an output, they are 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_valhall_attribute {
    /// An enum dral_valhall_type.
    pub r#type: u32,
    /// Which id is divided: an enum dral_frequency.
    pub frequency: u32,
    /// 1 if the hardware adds the draw's offset to the id, else 0.
    pub offset_enable: u32,
    /// The attribute's format, 22 bits.
    pub format: u32,
    /// The table of the buffer, 6 bits.
    pub table: u32,
    /// The index of the buffer in its table.
    pub buffer_index: u32,
    /// Bytes from one element to the next; 0 when all share one.
    pub stride: u32,
    /// Bytes from the beginning of the buffer to the attribute.
    pub offset: i32,
    /// R: the shift of a POT or NPOT divisor, 0 to 31.
    pub shift: u32,
    /// E: the extra flags of an NPOT divisor, 0 or 1.
    pub extra_flags: u32,
    /// The magic of an NPOT divisor ("divisor D"), bit 31 clear.
    pub magic: u32,
}

impl TryFrom<dral_valhall_attribute> for ValhallAttribute {
    type Error = Error;

    #[inline]
    fn try_from(fields: dral_valhall_attribute) -> Result<Self, Error> {
        let shift = fields.shift;
        let mode = match ValhallType::try_from(fields.r#type)? {
            ValhallType::OneDimensional => ValhallMode::OneDimensional,
            ValhallType::PotDivisor => ValhallMode::PotDivisor { shift },
            ValhallType::NpotDivisor => ValhallMode::NpotDivisor {
                magic: MagicDivisor {
                    magic: fields.magic,
                    shift,
                    extra_flags: fields.extra_flags,
                },
            },
        };
        Ok(Self {
            frequency: Frequency::try_from(fields.frequency)?,
            mode,
            offset_enable: flag(fields.offset_enable)?,
            format: fields.format,
            table: fields.table,
            buffer_index: fields.buffer_index,
            stride: fields.stride,
            offset: fields.offset,
        })
    }
}

impl From<ValhallAttribute> for dral_valhall_attribute {
    #[inline]
    fn from(attribute: ValhallAttribute) -> Self {
        let (shift, extra_flags, magic) = match attribute.mode {
            ValhallMode::OneDimensional => (0, 0, 0),
            ValhallMode::PotDivisor { shift } => (shift, 0, 0),
            ValhallMode::NpotDivisor { magic } => {
                (magic.shift, magic.extra_flags, magic.magic)
            }
        };
        Self {
            r#type: attribute.mode.attribute_type() as u32,
            frequency: attribute.frequency as u32,
            offset_enable: attribute.offset_enable.into(),
            format: attribute.format,
            table: attribute.table,
            buffer_index: attribute.buffer_index,
            stride: attribute.stride,
            offset: attribute.offset,
            shift,
            extra_flags,
            magic,
        }
    }
}

/// The attribute descriptor of v9 to v14. The API divisor divides the
/// instance id; nothing is padded.
///
/// \return 0; -EINVAL for an unknown value or NULL; -EDOM before v9;
/// -ERANGE for a format or table that does not fit its bits.
///
/// Source: docs/instancing.md, "Valhall and later".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_valhall_attribute(
    source: *const dral_valhall_source,
    attribute: *mut dral_valhall_attribute,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { read(source) }
        .and_then(ValhallSource::try_from)
        .and_then(|source| ValhallAttribute::new(&source))
        .map(Into::into);
    // SAFETY: the caller's pointer.
    unsafe { write(attribute, result) }
}

/// The eight words of an attribute descriptor.
///
/// \param words 8 words
/// \return 0; -EINVAL for NULL or an offset_enable that is neither 0 nor 1;
/// -EDOM for an unknown type or frequency, or a field of the type that does
/// not fit its bits; -ERANGE for a format or table that does not fit.
///
/// Source: docs/instancing.md, "Valhall and later".
///
/// # Safety
/// attribute is NULL or points to a struct, words is NULL or points to 8
/// words.
#[no_mangle]
pub unsafe extern "C" fn dral_valhall_attribute_pack(
    attribute: *const dral_valhall_attribute,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { read(attribute) }
        .and_then(ValhallAttribute::try_from)
        .and_then(|attribute| attribute.pack());
    // SAFETY: the caller's pointer.
    unsafe { write(words.cast::<[u32; 8]>(), result) }
}

/// The attribute descriptor of eight words: the reverse of
/// dral_valhall_attribute_pack.
///
/// \param words 8 words
/// \return 0; -EINVAL for NULL; -EDOM for words that are no such
/// descriptor.
///
/// # Safety
/// words is NULL or points to 8 words, attribute is NULL or points to a
/// struct.
#[no_mangle]
pub unsafe extern "C" fn dral_valhall_attribute_unpack(
    words: *const u32,
    attribute: *mut dral_valhall_attribute,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { read(words.cast::<[u32; 8]>()) }
        .and_then(ValhallAttribute::unpack)
        .map(Into::into);
    // SAFETY: the caller's pointer.
    unsafe { write(attribute, result) }
}

/// The model of the hardware: the index of the element that the thread with
/// these ids reads by a descriptor. It is 0 for every thread if the stride
/// is 0.
///
/// \return 0; -EINVAL for NULL or an offset_enable that is neither 0 nor 1;
/// -EDOM for an unknown type or frequency.
///
/// Source: docs/instancing.md, "Valhall and later".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_valhall_attribute_element(
    attribute: *const dral_valhall_attribute,
    vertex_id: u32,
    instance_id: u32,
    element: *mut u32,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { read(attribute) }
        .and_then(ValhallAttribute::try_from)
        .map(|attribute| attribute.element(vertex_id, instance_id));
    // SAFETY: the caller's pointer.
    unsafe { write(element, result) }
}
