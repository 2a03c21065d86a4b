// SPDX-License-Identifier: MIT

//! Pools for C.

use super::super::pointer::slice;
use super::super::refusal::answer;
use super::table::{dral_descriptor_table, read_table};
use super::MutableTypes;
use crate::descriptor_layout::{pool_size, PoolPart, PoolSize};
use core::ffi::c_int;

/// A VkDescriptorPoolSize, with the list of a mutable type.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_descriptor_pool_part {
    /// The list of a mutable type; not read for other types.
    pub mutable_types: *const u32,
    /// The number of types in the list; 0 if the application gave no list.
    pub mutable_type_count: usize,
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// The number of descriptors; for inline uniform blocks, their size in
    /// bytes.
    pub descriptor_count: u32,
}

impl dral_descriptor_pool_part {
    #[inline]
    fn list(&self) -> MutableTypes {
        MutableTypes::of(
            self.descriptor_type,
            self.mutable_types,
            self.mutable_type_count,
        )
    }
}

/// The size of a pool with room for these descriptors, in this many sets with
/// this many inline uniform blocks, in any order of allocation and in any
/// bindings. A combined image sampler counts with the maximum number of
/// planes. Each area is rounded up as the table says.
///
/// The result equals that of the drivers' own formulas, with one exception: in
/// pools of ANV's direct model with acceleration structures and other
/// descriptors, ANV counts 16 bytes for an acceleration structure and may run
/// out of memory; here it counts 64.
///
/// Cost: two passes over the parts, with a search through the table's types
/// for each.
///
/// \return 0; -ENOTSUP for a type that is not in the table, or a mutable type
/// with one that is marked as not mutable; -EINVAL for a table without pools,
/// a list with inline, dynamic or mutable types, an alignment that is not a
/// power of two, sizes that are not multiples of the index unit, or NULL;
/// -ERANGE if a size exceeds 64 bits.
///
/// Source: docs/descriptor-layout.md, "Memory of a pool".
///
/// # Safety
/// table is NULL or points to a table; parts has part_count elements,
/// whose lists have as many elements as their counts say; size is NULL or
/// points to a struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dral_descriptor_pool_measure(
    table: *const dral_descriptor_table,
    parts: *const dral_descriptor_pool_part,
    part_count: usize,
    max_sets: u32,
    max_inline_bindings: u32,
    size: *mut PoolSize,
) -> c_int {
    // SAFETY: the caller's pointers.
    unsafe {
        answer(size, || {
            let table = read_table(table)?;
            let parts = slice(parts, part_count)?;
            for part in parts {
                part.list().checked()?;
            }
            let parts = parts.iter().map(|part| PoolPart {
                descriptor_type: part.descriptor_type,
                descriptor_count: part.descriptor_count,
                mutable_types: part.list().get(),
            });
            Ok(pool_size(&table, parts, max_sets, max_inline_bindings)?)
        })
    }
}
