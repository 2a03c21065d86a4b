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
/// As `dral_descriptor_pool_measure`.
pub fn pool_size<'a>(
    table: &Table,
    parts: impl Iterator<Item = PoolPart<'a>> + Clone,
    max_sets: u32,
    max_inline_bindings: u32,
) -> Result<PoolSize, Error> {
    let rules = &table.rules;
    if !TableFlag::Pools.is_in(rules.flags) {
        return Err(Error::NoPools);
    }
    let alignments = Alignments::of(table, parts.clone())?;
    let mut inline_bytes = 0u64;
    let mut surface = Sum(Some(0));
    let mut sampler = Sum(Some(0));
    for part in parts {
        let kind = part.descriptor_type;
        let memory = table.type_layout(kind, part.mutable_types)?;
        let count = u64::from(part.descriptor_count);
        if DescriptorType::InlineUniformBlock.is(kind) {
            inline_bytes = inline_bytes.saturating_add(count);
            continue;
        }
        let planes = match DescriptorType::CombinedImageSampler.is(kind) {
            true => u64::from(rules.max_planes.max(1)),
            false => 1,
        };
        // Only an image of several planes has two filters.
        let samplers = planes.min(2) * u64::from(memory.surface_sampler_size);
        let bytes = planes * u64::from(memory.surface_size) + samplers;
        surface.add(count, align(bytes, alignments.surface).ok());
        let bytes = planes * u64::from(memory.sampler_size);
        sampler.add(count, align(bytes, alignments.sampler).ok());
    }
    let has_units = TableFlag::UnitPools.is_in(rules.flags);
    if !has_units || inline_bytes != 0 {
        let blocks = inline_size(
            table,
            alignments.surface,
            inline_bytes,
            max_inline_bindings,
        )?;
        surface.add(1, blocks);
    }
    if !has_units || surface.0 != Some(0) {
        surface.add(max_sets.into(), Some(rules.set_alignment.into()));
    }
    Ok(PoolSize {
        surface_size: surface.rounded(rules.pool_alignment)?,
        sampler_size: sampler.rounded(rules.pool_alignment)?,
    })
}

/// A sum of bytes; `None` beyond 64 bits.
struct Sum(Option<u64>);

impl Sum {
    /// Adds a size this many times.
    fn add(&mut self, count: u64, size: Option<u64>) {
        let added = size.and_then(|size| size.checked_mul(count));
        self.0 = match (self.0, added) {
            (Some(sum), Some(added)) => sum.checked_add(added),
            _ => None,
        };
    }

    fn rounded(self, alignment: u32) -> Result<u64, Error> {
        align(self.0.ok_or(Error::SizeRange)?, alignment)
    }
}

/// The bytes for inline uniform blocks with these bytes of data: room for each
/// wherever it begins, or what a driver's units count, if that is more. `None`
/// beyond 64 bits.
fn inline_size(
    table: &Table,
    surface_alignment: u32,
    bytes: u64,
    max_bindings: u32,
) -> Result<Option<u64>, Error> {
    let rules = &table.rules;
    let lost = match max_bindings {
        0 => 0,
        _ => {
            let block = DescriptorType::InlineUniformBlock as u32;
            let block = table.type_layout(block, &[])?;
            // Before the header, and after the data.
            u64::from(block.surface_alignment.max(surface_alignment))
                + u64::from(rules.inline_header_size)
                + u64::from(rules.inline_size_alignment.saturating_sub(1))
        }
    };
    let unit = match TableFlag::UnitPools.is_in(rules.flags) {
        true => rules.index_unit,
        false => 1,
    };
    let exact = lost
        .checked_mul(max_bindings.into())
        .and_then(|lost| lost.checked_add(bytes));
    let counted = bytes.checked_mul(unit.into());
    Ok(exact.zip(counted).map(|(exact, counted)| exact.max(counted)))
}

/// The greatest alignment in each area.
struct Alignments {
    surface: u32,
    sampler: u32,
}

impl Alignments {
    /// The alignments of the descriptors in a pool; in the surface area without
    /// inline uniform blocks. If the size of each descriptor is a multiple of
    /// them, no order of allocation leaves a gap.
    fn of<'a>(
        table: &Table,
        parts: impl Iterator<Item = PoolPart<'a>>,
    ) -> Result<Self, Error> {
        let mut greatest = Self { surface: 1, sampler: 1 };
        for part in parts.filter(|part| part.descriptor_count != 0) {
            let kind = part.descriptor_type;
            let memory = table.type_layout(kind, part.mutable_types)?;
            if !DescriptorType::InlineUniformBlock.is(kind) {
                greatest.surface =
                    memory.surface_alignment.max(greatest.surface);
            }
            greatest.sampler = memory.sampler_alignment.max(greatest.sampler);
        }
        Ok(greatest)
    }
}
