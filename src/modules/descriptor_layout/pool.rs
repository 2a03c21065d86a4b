// SPDX-License-Identifier: MIT

//! The memory of a pool.
//!
//! Source: docs/reference/descriptor-layout.md, "Memory of a pool".

use super::align::align;
use super::number::{DescriptorType, TableFlag};
use super::table::Table;
use super::Error;

/// A VkDescriptorPoolSize, with the list of a mutable type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PoolPart<'a> {
    /// The VkDescriptorType.
    pub descriptor_type: u32,
    /// The number of descriptors; of inline uniform blocks, their bytes.
    pub descriptor_count: u32,
    /// The list of a mutable type; empty if the application gave none.
    pub mutable_types: &'a [u32],
}

/// The size of each area of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct PoolSize {
    /// Bytes of the surface area.
    pub surface_size: u64,
    /// Bytes of the sampler area.
    pub sampler_size: u64,
}

/// The size of a pool for these descriptors, in this many sets with this many
/// inline uniform blocks, in any order of allocation and in any bindings. One
/// pass over the parts, after one for their alignments.
///
/// # Errors
/// [`Error::NoPools`] if the table has none, [`Error::SizeRange`] if a size
/// exceeds 64 bits, and the errors of [`Table::type_layout`].
pub fn pool_size<'a>(
    table: &Table,
    parts: impl Iterator<Item: TryInto<PoolPart<'a>, Error: Into<Error>>> + Clone,
    max_sets: u32,
    max_inline_bindings: u32,
) -> Result<PoolSize, Error> {
    let rules = &table.rules;
    if !TableFlag::Pools.is_in(rules.flags) {
        return Err(Error::NoPools);
    }
    let inline = DescriptorType::InlineUniformBlock;
    let alignments = alignments(table, parts.clone())?;
    let mut inline_bytes = 0u64;
    let mut surface = Some(0u64);
    let mut sampler = Some(0u64);
    for part in parts {
        let part = part.try_into().map_err(Into::into)?;
        let kind = part.descriptor_type;
        let count = u64::from(part.descriptor_count);
        let memory = table.type_layout(kind, part.mutable_types)?;
        if inline.is(kind) {
            inline_bytes = inline_bytes.saturating_add(count);
            continue;
        }
        let planes = match DescriptorType::CombinedImageSampler.is(kind) {
            true => u64::from(rules.max_planes.max(1)),
            false => 1,
        };
        // Only an image of several planes has two filters.
        let samplers = planes.min(2) * u64::from(memory.surface_sampler_size);
        let add = |sum: Option<u64>, bytes: u64, alignment: u32| {
            let bytes = align(bytes, alignment).ok()?;
            sum?.checked_add(bytes.checked_mul(count)?)
        };
        let bytes = planes * u64::from(memory.surface_size) + samplers;
        surface = add(surface, bytes, alignments.surface);
        let bytes = planes * u64::from(memory.sampler_size);
        sampler = add(sampler, bytes, alignments.sampler);
    }
    let units = TableFlag::UnitPools.is_in(rules.flags);
    let mut add = |bytes: Option<u64>| {
        surface = surface.and_then(|sum| sum.checked_add(bytes?));
    };
    if !units || inline_bytes != 0 {
        let lost = match max_inline_bindings {
            0 => 0,
            _ => {
                let block = table.type_layout(inline as u32, &[])?;
                // Before the header, and after the data.
                u64::from(block.surface_alignment.max(alignments.surface))
                    + u64::from(rules.inline_header_size)
                    + u64::from(rules.inline_size_alignment.saturating_sub(1))
            }
        };
        let exact = lost
            .checked_mul(max_inline_bindings.into())
            .and_then(|lost| lost.checked_add(inline_bytes));
        let unit = if units { rules.index_unit } else { 1 };
        let counted = inline_bytes.checked_mul(unit.into());
        add(exact.and_then(|exact| Some(exact.max(counted?))));
    }
    if !units || surface != Some(0) {
        let set = u64::from(rules.set_alignment);
        surface = surface
            .and_then(|sum| sum.checked_add(set.checked_mul(max_sets.into())?));
    }
    let rounded = |size: Option<u64>| {
        align(size.ok_or(Error::SizeRange)?, rules.pool_alignment)
    };
    Ok(PoolSize {
        surface_size: rounded(surface)?,
        sampler_size: rounded(sampler)?,
    })
}

/// The greatest alignment in each area.
struct Alignments {
    surface: u32,
    sampler: u32,
}

/// The alignments of the descriptors in a pool; in the surface area without
/// inline uniform blocks. If the size of each descriptor is a multiple of
/// them, no order of allocation leaves a gap.
fn alignments<'a>(
    table: &Table,
    parts: impl Iterator<Item: TryInto<PoolPart<'a>, Error: Into<Error>>>,
) -> Result<Alignments, Error> {
    let mut greatest = Alignments { surface: 1, sampler: 1 };
    for part in parts {
        let part = part.try_into().map_err(Into::into)?;
        if part.descriptor_count == 0 {
            continue;
        }
        let kind = part.descriptor_type;
        let memory = table.type_layout(kind, part.mutable_types)?;
        let Alignments { surface, sampler } = &mut greatest;
        if !DescriptorType::InlineUniformBlock.is(kind) {
            *surface = memory.surface_alignment.max(*surface);
        }
        *sampler = memory.sampler_alignment.max(*sampler);
    }
    Ok(greatest)
}
