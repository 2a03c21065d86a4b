// SPDX-License-Identifier: MIT

//! Vertex id and instance id records for C.

use super::draw::{dral_draw, resolve};
use super::pointer::{read, write};
use crate::instancing::{IdRecord, IdType, MagicDivisor};
use crate::Error;
use core::ffi::c_int;

/// A vertex id or instance id record, field by field. As an input, fields
/// that the type does not use are not read; as an output, they are 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_id_record {
    /// An enum dral_id_type.
    pub r#type: u32,
    /// R: the shift of the modulus or of the divisor, 0 to 31.
    pub shift: u32,
    /// P: the odd part of the modulus, 0 to 4 for 1, 3, 5, 7, 9.
    pub odd: u32,
    /// E: the extra flags of the divisor, 0 or 1.
    pub extra_flags: u32,
    /// The magic of the divisor, bit 31 clear.
    pub magic: u32,
}

impl TryFrom<dral_id_record> for IdRecord {
    type Error = Error;

    #[inline]
    fn try_from(record: dral_id_record) -> Result<Self, Error> {
        let dral_id_record { shift, odd, extra_flags, magic, .. } = record;
        Ok(match IdType::try_from(record.r#type)? {
            IdType::Vertex => Self::Vertex { shift, odd },
            IdType::Instance => {
                Self::Instance(MagicDivisor { magic, shift, extra_flags })
            }
        })
    }
}

impl From<IdRecord> for dral_id_record {
    #[inline]
    fn from(record: IdRecord) -> Self {
        match record {
            IdRecord::Vertex { shift, odd } => Self {
                r#type: IdType::Vertex as u32,
                shift,
                odd,
                extra_flags: 0,
                magic: 0,
            },
            IdRecord::Instance(divisor) => Self {
                r#type: IdType::Instance as u32,
                shift: divisor.shift,
                odd: 0,
                extra_flags: divisor.extra_flags,
                magic: divisor.magic,
            },
        }
    }
}

/// The record by which v4 and v5 find the vertex id in a draw.
///
/// \return 0; -EINVAL, -EDOM and -ERANGE as dral_draw_resolve; -EDOM from
/// v6 on, too.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_vertex_id_record(
    draw: *const dral_draw,
    record: *mut dral_id_record,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { resolve(draw) }
        .and_then(|resolved| resolved.vertex_id_record())
        .map(Into::into);
    // SAFETY: the caller's pointer.
    unsafe { write(record, result) }
}

/// The record by which v4 and v5 find the instance id in a draw. For one
/// vertex and several instances it is the record that drivers write, by
/// which every thread with a linear id below 2^31 sees the instance id 0.
///
/// \return 0; -EINVAL, -EDOM and -ERANGE as dral_draw_resolve; -EDOM from
/// v6 on, too.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_instance_id_record(
    draw: *const dral_draw,
    record: *mut dral_id_record,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { resolve(draw) }
        .and_then(|resolved| resolved.instance_id_record())
        .map(Into::into);
    // SAFETY: the caller's pointer.
    unsafe { write(record, result) }
}

/// The four words of an id record.
///
/// \param words 4 words
/// \return 0; -EINVAL for NULL; -EDOM for an unknown type, a field of the
/// type that does not fit its bits or an odd part above 4.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
///
/// # Safety
/// record is NULL or points to a struct, words is NULL or points to 4
/// words.
#[no_mangle]
pub unsafe extern "C" fn dral_id_record_pack(
    record: *const dral_id_record,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { read(record) }
        .and_then(IdRecord::try_from)
        .and_then(|record| record.pack());
    // SAFETY: the caller's pointer.
    unsafe { write(words.cast::<[u32; 4]>(), result) }
}

/// The id record of four words: the reverse of dral_id_record_pack.
///
/// \param words 4 words
/// \return 0; -EINVAL for NULL; -EDOM for words that are no id record.
///
/// # Safety
/// words is NULL or points to 4 words, record is NULL or points to a
/// struct.
#[no_mangle]
pub unsafe extern "C" fn dral_id_record_unpack(
    words: *const u32,
    record: *mut dral_id_record,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { read(words.cast::<[u32; 4]>()) }
        .and_then(IdRecord::unpack)
        .map(Into::into);
    // SAFETY: the caller's pointer.
    unsafe { write(record, result) }
}

/// The model of the hardware: the id that the thread with linear_id sees by
/// an id record.
///
/// \return 0; -EINVAL for NULL; -EDOM for an unknown type.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
///
/// # Safety
/// All pointers are NULL or point to what their types say.
#[no_mangle]
pub unsafe extern "C" fn dral_id_record_value(
    record: *const dral_id_record,
    linear_id: u32,
    id: *mut u32,
) -> c_int {
    // SAFETY: the caller's pointer.
    let result = unsafe { read(record) }
        .and_then(IdRecord::try_from)
        .map(|record| record.value(linear_id));
    // SAFETY: the caller's pointer.
    unsafe { write(id, result) }
}
