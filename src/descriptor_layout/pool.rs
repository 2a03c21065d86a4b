// SPDX-License-Identifier: MIT

//! The memory of a pool.
//!
//! Source: docs/descriptor-layout.md, "Memory of a pool".

use super::align::align_wide;
use super::number::{DescriptorType, TableFlag};
use super::table::Table;
use super::Error;

/// A VkDescriptorPoolSize, with the list of a mutable type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolPart<'a> {
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// How many descriptors; bytes of inline uniform blocks.
    pub descriptor_count: u32,
    /// The list of a mutable type; empty if the application gave none.
    pub mutable_types: &'a [u32],
}

/// The bytes of a pool in each area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct PoolSize {
    /// Bytes of the surface area.
    pub surface_size: u64,
    /// Bytes of the sampler area.
    pub sampler_size: u64,
}

fn product(factors: [u32; 3]) -> Option<u64> {
    factors
        .iter()
        .try_fold(1u64, |product, &factor| product.checked_mul(factor.into()))
}

/// How large a pool is for these descriptors, in so many sets with so many
/// inline uniform blocks.
///
/// # Errors
/// [`Error::NoPools`] if the table has none, [`Error::SizeRange`] beyond 64
/// bits, and those of [`Table::type_layout`].
///
/// ```
/// use dral::descriptor_layout::*;
/// let part = PoolPart {
///     descriptor_type: DescriptorType::StorageImage as u32,
///     descriptor_count: 1000,
///     mutable_types: &[],
/// };
/// let table = Model::AnvIndirect.table(120, 0);
/// let size = pool_size(&table, [part].into_iter(), 10, 0)?;
/// assert_eq!(size.surface_size, 12288); // 8,640 rounded up
/// # Ok::<(), Error>(())
/// ```
pub fn pool_size<'a>(
    table: &Table,
    parts: impl Iterator<Item = PoolPart<'a>>,
    max_sets: u32,
    max_inline_bindings: u32,
) -> Result<PoolSize, Error> {
    let rules = &table.rules;
    if !TableFlag::Pools.is_in(rules.flags) {
        return Err(Error::NoPools);
    }
    let inline = DescriptorType::InlineUniformBlock;
    // What can be lost before each set and each block.
    let mut padding = [
        product([rules.set_alignment, max_sets, 1]),
        match max_inline_bindings {
            0 => Some(0),
            count => {
                let block = table.type_layout(0, inline as u32, &[])?;
                product([block.surface_alignment, count, 1])
            }
        },
    ]
    .into_iter();
    let mut surface: Option<u64> =
        padding.try_fold(0u64, |sum, bytes| sum.checked_add(bytes?));
    let mut sampler = Some(0u64);
    for part in parts {
        let kind = part.descriptor_type;
        let count = part.descriptor_count;
        let memory = table.type_layout(0, kind, part.mutable_types)?;
        let combined = DescriptorType::CombinedImageSampler.is(kind);
        let planes = if combined { rules.max_planes } else { 1 };
        let (surface_size, sampler_size) = if inline.is(kind) {
            (1, 0)
        } else {
            (memory.surface_size, memory.sampler_size)
        };
        let add = |sum: Option<u64>, size: u32| {
            sum?.checked_add(product([size, count, planes])?)
        };
        surface = add(surface, surface_size);
        sampler = add(sampler, sampler_size);
    }
    let rounded = |size: Option<u64>| {
        align_wide(size.ok_or(Error::SizeRange)?, rules.pool_alignment)
    };
    Ok(PoolSize {
        surface_size: rounded(surface)?,
        sampler_size: rounded(sampler)?,
    })
}
