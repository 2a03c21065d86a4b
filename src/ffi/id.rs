// SPDX-License-Identifier: MIT

//! Vertex id and instance id records for C.

use super::pointer::{self, room};
use super::refusal::{answer, required};
use crate::instancing::{Draw, IdRecord};
use core::ffi::c_int;
use core::mem::MaybeUninit;

/// The record from which v4 and v5 read the vertex id of a draw.
///
/// \return 0; DRAL_ERROR_NO_ID_RECORDS from v6 on; DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
#[unsafe(no_mangle)]
pub extern "C" fn dral_vertex_id_record(
    draw: Option<&Draw>,
    record: Option<&mut MaybeUninit<IdRecord>>,
) -> c_int {
    answer(record, || Ok(required(draw)?.vertex_id_record()?))
}

/// The record from which v4 and v5 read the instance id of a draw. For one
/// vertex and several instances it is the record that drivers write, with
/// which every thread with a linear id below 2^31 reads the instance id 0.
///
/// \return 0; DRAL_ERROR_NO_ID_RECORDS from v6 on; DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
#[unsafe(no_mangle)]
pub extern "C" fn dral_instance_id_record(
    draw: Option<&Draw>,
    record: Option<&mut MaybeUninit<IdRecord>>,
) -> c_int {
    answer(record, || Ok(required(draw)?.instance_id_record()?))
}

/// The four words of an id record.
///
/// \param words 4 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type, a used field
/// that does not fit its bits or an `odd` above 4.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_id_record_pack(
    record: Option<&IdRecord>,
    words: *mut u32,
) -> c_int {
    // SAFETY: the caller's 4 words.
    let words = unsafe { room(words) };
    answer(words, || Ok(required(record)?.pack()?))
}

/// The id record of four words: the reverse of dral_id_record_pack.
///
/// \param words 4 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for words that are not an id record.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_id_record_unpack(
    words: *const u32,
    record: Option<&mut MaybeUninit<IdRecord>>,
) -> c_int {
    // SAFETY: the caller's 4 words.
    let words = unsafe { pointer::words(words) };
    answer(record, || Ok(IdRecord::unpack(*required(words)?)?))
}

/// Model of the hardware: the id that the thread with linear_id reads through
/// an id record.
///
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
#[unsafe(no_mangle)]
pub extern "C" fn dral_id_record_value(
    record: Option<&IdRecord>,
    linear_id: u32,
    id: Option<&mut MaybeUninit<u32>>,
) -> c_int {
    answer(id, || Ok(required(record)?.value(linear_id)?))
}
