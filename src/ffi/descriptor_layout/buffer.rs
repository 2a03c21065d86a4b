// SPDX-License-Identifier: MIT

//! Buffer ranges for C.

use super::super::refusal::pure;
use super::table::{dral_descriptor_table, read_table};
use crate::descriptor_layout::{buffer_range, BufferRange};
use core::ffi::c_int;

/// The part of a buffer that a descriptor covers. For a dynamic buffer, the
/// dynamic offset is added and the range ends with the buffer. The range of a
/// uniform buffer is rounded up as the table says, and may extend past the end
/// of the buffer.
///
/// \param descriptor_type a VkDescriptorType: a uniform or storage buffer,
/// dynamic or not
/// \param size size of the buffer in bytes
/// \param offset offset of the range in bytes
/// \param range size of the range in bytes, or UINT64_MAX (VK_WHOLE_SIZE) for
/// the rest of the buffer
/// \param dynamic_offset the offset at bind time; not read for buffers that
/// are not dynamic
/// \return 0; -EINVAL for another type, a range beyond the end of a buffer
/// that is not dynamic, an alignment that is not a power of two, or NULL;
/// -ERANGE if the range rounded up exceeds 64 bits.
///
/// Source: docs/descriptor-layout.md, "Buffer ranges".
///
/// # Safety
/// table is NULL or points to a table; covered is NULL or points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_buffer_range_resolve(
    table: *const dral_descriptor_table,
    descriptor_type: u32,
    size: u64,
    offset: u64,
    range: u64,
    dynamic_offset: u64,
    covered: *mut BufferRange,
) -> c_int {
    pure!(covered, [table = read_table(table)], {
        let (rules, kind) = (&table.rules, descriptor_type);
        buffer_range(rules, kind, size, offset, range, dynamic_offset)?
    })
}
