// SPDX-License-Identifier: MIT

//! Attribute buffer records and attribute offsets for C.

use super::draw::{dral_draw, resolve};
use super::pointer::{read, slice, write};
use crate::instancing::{
    AttributeMode, AttributeRecord, MagicDivisor, PaddedCount, Rate,
    RecordType, VertexBuffer,
};
use crate::Error;
use core::ffi::{c_char, c_int};

/// A vertex buffer as it is bound for a draw.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_vertex_buffer {
    /// GPU address of the first element, in bytes, below 2^56.
    pub address: u64,
    /// Bytes from the address to the end of the buffer.
    pub size: u32,
    /// Bytes from one element to the next.
    pub stride: u32,
    /// How often the attribute steps: an enum dral_rate. (An OpenGL divisor
    /// of 0 is DRAL_RATE_VERTEX.)
    pub rate: u32,
    /// Instances per element; 0 if all share one. Not read per vertex.
    pub divisor: u32,
}

impl TryFrom<dral_vertex_buffer> for VertexBuffer {
    type Error = Error;

    #[inline]
    fn try_from(buffer: dral_vertex_buffer) -> Result<Self, Error> {
        Ok(Self {
            address: buffer.address,
            size: buffer.size,
            stride: buffer.stride,
            rate: Rate::try_from(buffer.rate)?,
            divisor: buffer.divisor,
        })
    }
}

/// An attribute buffer record, field by field. As an input, fields that the
/// type does not use are not read; as an output, they are 0.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct dral_attribute_record {
    /// GPU address in bytes, a multiple of 64 below 2^56.
    pub pointer: u64,
    /// An enum dral_record_type.
    pub r#type: u32,
    /// Bytes from one element to the next; 0 when all share one.
    pub stride: u32,
    /// Bytes from the pointer to the end of the buffer.
    pub size: u32,
    /// R: the shift of a POT divisor, a modulus or an NPOT divisor, 0 to 31.
    pub shift: u32,
    /// P: the odd part of a modulus, 0 to 4 for 1, 3, 5, 7, 9.
    pub odd: u32,
    /// E: the extra flags of an NPOT divisor, 0 or 1.
    pub extra_flags: u32,
    /// The magic of an NPOT divisor, bit 31 clear.
    pub magic: u32,
    /// The API divisor of an NPOT divisor.
    pub divisor: u32,
}

impl TryFrom<dral_attribute_record> for AttributeRecord {
    type Error = Error;

    #[inline]
    fn try_from(record: dral_attribute_record) -> Result<Self, Error> {
        let shift = record.shift;
        let mode = match RecordType::try_from(record.r#type)? {
            RecordType::OneDimensional => AttributeMode::OneDimensional,
            RecordType::PotDivisor => AttributeMode::PotDivisor { shift },
            RecordType::Modulus => AttributeMode::Modulus(
                PaddedCount::from_fields(shift, record.odd)?,
            ),
            RecordType::NpotDivisor => AttributeMode::NpotDivisor {
                magic: MagicDivisor {
                    magic: record.magic,
                    shift,
                    extra_flags: record.extra_flags,
                },
                divisor: record.divisor,
            },
        };
        Ok(Self {
            pointer: record.pointer,
            stride: record.stride,
            size: record.size,
            mode,
        })
    }
}

impl From<AttributeRecord> for dral_attribute_record {
    #[inline]
    fn from(record: AttributeRecord) -> Self {
        let fields = Self {
            pointer: record.pointer,
            r#type: record.mode.record_type() as u32,
            stride: record.stride,
            size: record.size,
            ..Self::default()
        };
        match record.mode {
            AttributeMode::OneDimensional => fields,
            AttributeMode::PotDivisor { shift } => Self { shift, ..fields },
            AttributeMode::Modulus(padded) => {
                Self { shift: padded.shift(), odd: padded.odd(), ..fields }
            }
            AttributeMode::NpotDivisor { magic, divisor } => Self {
                shift: magic.shift,
                extra_flags: magic.extra_flags,
                magic: magic.magic,
                divisor,
                ..fields
            },
        }
    }
}

/// Reads a vertex buffer.
///
/// # Safety
/// `buffer` is NULL or points to a struct.
unsafe fn vertex_buffer(
    buffer: *const dral_vertex_buffer,
) -> Result<VertexBuffer, Error> {
    // SAFETY: the caller's pointer.
    unsafe { read(buffer) }.and_then(VertexBuffer::try_from)
}

/// The attribute buffer record of a vertex buffer in a draw (v4 to v7).
///
/// \return 0; -EINVAL, -EDOM and -ERANGE as dral_draw_resolve for the draw;
/// -EINVAL for an unknown rate or NULL; -ERANGE for an address of 2^56 or
/// more, or when size and the low 6 bits of the address exceed 32 bits
/// together.
///
/// Source: docs/instancing.md, "Attribute modes".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_record(
    draw: *const dral_draw,
    buffer: *const dral_vertex_buffer,
    record: *mut dral_attribute_record,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointers.
        let buffer = unsafe { vertex_buffer(buffer) }?;
        // SAFETY: likewise.
        let resolved = unsafe { resolve(draw) }?;
        resolved.attribute_record(&buffer).map(Into::into)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(record, compute()) }
}

/// The hardware divisor of a vertex buffer in a draw: padded count times
/// API divisor, 0 where nothing is divided (per-vertex data, one instance,
/// the divisor 0).
///
/// \return 0; errors as dral_attribute_record but for address and size.
///
/// Source: docs/instancing.md, "Attribute modes".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_hardware_divisor(
    draw: *const dral_draw,
    buffer: *const dral_vertex_buffer,
    hardware_divisor: *mut u64,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointers.
        let buffer = unsafe { vertex_buffer(buffer) }?;
        // SAFETY: likewise.
        let resolved = unsafe { resolve(draw) }?;
        Ok(resolved.hardware_divisor(&buffer).unwrap_or(0))
    };
    // SAFETY: the caller's pointer.
    unsafe { write(hardware_divisor, compute()) }
}

/// The offset of an attribute, in bytes: source_offset, which is its place
/// in each element, and the low 6 bits of the buffer's address, which the
/// record's pointer lacks. Per instance come base_instance elements (no API
/// divides the base instance), less the offset_start elements that the
/// hardware adds to every index of a record with a stride.
///
/// \return 0; -ERANGE if the offset does not fit; else as
/// dral_attribute_record.
///
/// Source: docs/instancing.md, "Attribute offset".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_offset(
    draw: *const dral_draw,
    buffer: *const dral_vertex_buffer,
    source_offset: u32,
    offset: *mut i32,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointers.
        let buffer = unsafe { vertex_buffer(buffer) }?;
        // SAFETY: likewise.
        let resolved = unsafe { resolve(draw) }?;
        resolved.attribute_offset(&buffer, source_offset)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(offset, compute()) }
}

/// Which rule chooses the mode of the record that dral_attribute_record
/// gives, or why it gives none: a sentence for a log, static and never
/// NULL.
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_explain(
    draw: *const dral_draw,
    buffer: *const dral_vertex_buffer,
) -> *const c_char {
    let compute = || {
        // SAFETY: the caller's pointers.
        let buffer = unsafe { vertex_buffer(buffer) }?;
        // SAFETY: likewise.
        let resolved = unsafe { resolve(draw) }?;
        resolved.attribute_record(&buffer)?;
        Ok(resolved.mode_rule(&buffer).message())
    };
    compute().unwrap_or_else(|error: Error| error.message()).as_ptr()
}

/// The words of a record: 4, or 8 for an NPOT divisor, whose continuation
/// follows.
///
/// \param words room for capacity words
/// \param word_count how many were written
/// \return 0; -EINVAL for NULL; -EDOM for an unknown type, a field of the
/// type that does not fit its bits, a modulus that is no padded count or a
/// pointer that is no multiple of 64; -ERANGE for a pointer of 2^56 or more;
/// -ENOSPC for too little room.
///
/// Source: docs/instancing.md, "Descriptor words".
///
/// # Safety
/// All pointers are NULL or point to what their types say; words has
/// capacity words.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_record_pack(
    record: *const dral_attribute_record,
    words: *mut u32,
    capacity: usize,
    word_count: *mut usize,
) -> c_int {
    let compute = || {
        // SAFETY: the caller's pointer.
        let record = unsafe { read(record) }?;
        let packed = AttributeRecord::try_from(record)?.pack()?;
        let count = match packed.continuation {
            Some(_) => 8,
            None => 4,
        };
        if capacity < count {
            return Err(Error::TableFull);
        }
        if word_count.is_null() || words.is_null() {
            return Err(Error::NullPointer);
        }
        let slots = words.cast::<[u32; 4]>();
        // SAFETY: there is room for 4 words, by the caller's promise.
        unsafe { slots.write(packed.first) };
        if let Some(continuation) = packed.continuation {
            // SAFETY: and for 8.
            unsafe { slots.add(1).write(continuation) };
        }
        Ok(count)
    };
    // SAFETY: the caller's pointer.
    unsafe { write(word_count, compute()) }
}

/// The record that begins with the first of count words: the reverse of
/// dral_attribute_record_pack. Words after the record are not looked at.
///
/// \return 0; -EINVAL for NULL or fewer words than the record has; -EDOM
/// for words that are no record.
///
/// # Safety
/// words has count words; record is NULL or points to a struct.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_record_unpack(
    words: *const u32,
    count: usize,
    record: *mut dral_attribute_record,
) -> c_int {
    // SAFETY: the caller's array.
    let result = unsafe { slice(words, count) }
        .and_then(AttributeRecord::unpack)
        .map(Into::into);
    // SAFETY: the caller's pointer.
    unsafe { write(record, result) }
}

/// The model of the hardware: the index of the element that the thread with
/// linear_id reads by a record. It is 0 for every thread if the stride is
/// 0.
///
/// \return 0; -EINVAL for NULL; -EDOM for an unknown type or a modulus that
/// is no padded count.
///
/// Source: docs/instancing.md, "Attribute modes".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_attribute_record_element(
    record: *const dral_attribute_record,
    linear_id: u32,
    element: *mut u32,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { read(record) }
        .and_then(AttributeRecord::try_from)
        .map(|record| record.element(linear_id));
    // SAFETY: the caller's pointer.
    unsafe { write(element, result) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instancing::Rounding;

    #[test]
    fn a_record_keeps_its_fields_on_the_way_to_c_and_back() {
        let magic = MagicDivisor::new(216, Rounding::Documented).unwrap();
        assert_eq!(magic.extra_flags, 1);
        for mode in [
            AttributeMode::OneDimensional,
            AttributeMode::Modulus(PaddedCount::from_count(72).unwrap()),
            AttributeMode::PotDivisor { shift: 31 },
            AttributeMode::NpotDivisor { magic, divisor: 3 },
        ] {
            let record = AttributeRecord {
                pointer: 0x00AB_CDEF_0123_4540,
                stride: 16,
                size: 4096,
                mode,
            };
            let back = dral_attribute_record::from(record).try_into();
            assert_eq!(back, Ok(record));
        }
        let none = dral_attribute_record::default();
        assert_eq!(AttributeRecord::try_from(none), Err(Error::NotADescriptor));
    }
}
