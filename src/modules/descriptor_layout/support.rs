// SPDX-License-Identifier: MIT

//! The answer of vkGetDescriptorSetLayoutSupport.
//!
//! Source: docs/reference/descriptor-layout.md, "Support".

use super::align::exceeds;
use super::binding::{Binding, BindingLayout, ImmutableSampler};
use super::number::{is_bindless, BindingFlag, DescriptorType, TableFlag};
use super::table::Table;
use super::walk::{samplers_of, Walk};
use super::Error;

/// Whether a layout is supported, and the greatest variable count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Support {
    /// 1 if the layout is supported.
    pub supported: u32,
    /// The greatest variable count; 0 without one, or if not supported.
    pub max_variable_count: u32,
}

const UNSUPPORTED: Support = Support { supported: 0, max_variable_count: 0 };

/// Whether a layout is supported. It is not if it exceeds 32 bits or a limit
/// that the driver checks, if a mutable type can become one that is marked as
/// not mutable, or if a shader stage needs too many binding table entries. As
/// in Vulkan, a variable count may be 0 here. One walk.
///
/// # Errors
/// As `dral_descriptor_set_query_support`. A set that is too large or not
/// supported is not an error.
///
/// ```
/// use dral::modules::descriptor_layout::*;
/// let mutable = Binding {
///     descriptor_type: DescriptorType::Mutable as u32,
///     descriptor_count: 1,
///     ..Binding::default()
/// };
/// let ask = |model: Model| {
///     let table = model.table(Mesa::V26_2, 125, 0)?;
///     support(&table, [mutable]).map(|s| s.supported)
/// };
/// assert_eq!(ask(Model::AnvDirect), Ok(1));
/// assert_eq!(ask(Model::AnvBuffer), Ok(0));
/// ```
pub fn support<'a>(
    table: &'a Table<'a>,
    bindings: impl IntoIterator<
        Item: TryInto<Binding<'a>, Error: Into<Error>>,
        IntoIter: ExactSizeIterator,
    >,
) -> Result<Support, Error> {
    match ask(table, bindings) {
        Ok(support) => Ok(support),
        Err(
            Error::MutableRefused
            | Error::NoVariableCount
            | Error::SetSizeLimit
            | Error::DynamicLimit
            | Error::SizeRange
            | Error::CountRange,
        ) => Ok(UNSUPPORTED),
        Err(error) => Err(error),
    }
}

fn ask<'a>(
    table: &'a Table<'a>,
    bindings: impl IntoIterator<
        Item: TryInto<Binding<'a>, Error: Into<Error>>,
        IntoIter: ExactSizeIterator,
    >,
) -> Result<Support, Error> {
    let rules = &table.rules;
    let mut walk = Walk::new(table, bindings);
    let mut entries = Entries::default();
    let mut max_variable_count = 0;
    while let Some(mut binding) = walk.next_binding()? {
        let inline =
            DescriptorType::InlineUniformBlock.is(binding.descriptor_type);
        let variable =
            BindingFlag::VariableDescriptorCount.is_in(binding.binding_flags);
        let asked = binding.descriptor_count;
        if asked == 0 {
            if !variable {
                continue;
            }
            // Takes the size of one descriptor.
            binding.descriptor_count = if inline { 4 } else { 1 };
        }
        let (layout, totals) = walk.place(&binding)?;
        if variable {
            max_variable_count = if inline {
                rules.max_variable_inline_size
            } else {
                let left =
                    rules.max_set_size.saturating_sub(layout.surface_offset);
                left.checked_div(layout.surface_stride)
                    .unwrap_or(u32::MAX)
                    .min(rules.max_variable_count)
            };
        }
        if asked != 0 {
            rules.check_support(&totals.set)?;
            entries.add(&binding, &layout);
            walk.totals = totals;
        }
    }
    if TableFlag::BindingTable.is_in(rules.flags)
        && exceeds(entries.most().into(), rules.max_binding_table_entries)
    {
        return Ok(UNSUPPORTED);
    }
    Ok(Support { supported: 1, max_variable_count })
}

/// The binding table entries of each shader stage.
#[derive(Default)]
struct Entries {
    stages: [u32; 32],
    /// 1 if the memory of the set has an entry.
    set_memory: u32,
}

impl Entries {
    fn add(&mut self, binding: &Binding, layout: &BindingLayout) {
        let kind = layout.descriptor_type;
        let inline = DescriptorType::InlineUniformBlock.is(kind);
        if layout.surface_stride != 0 || layout.sampler_stride != 0 || inline {
            self.set_memory = 1;
        }
        let never = inline || DescriptorType::Sampler.is(kind);
        if never || is_bindless(layout.data) {
            return;
        }
        let count = plane_sum(layout.array_size, samplers_of(binding));
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        for (stage, entries) in self.stages.iter_mut().enumerate() {
            if binding.stage_flags >> stage & 1 != 0 {
                *entries = entries.saturating_add(count);
            }
        }
    }

    fn most(&self) -> u32 {
        let most = self.stages.iter().fold(0u32, |most, &one| most.max(one));
        most.saturating_add(self.set_memory)
    }
}

/// The number of planes of this many descriptors with these immutable
/// samplers, which repeat.
fn plane_sum(count: u32, samplers: &[ImmutableSampler]) -> u64 {
    let planes = |samplers: &[ImmutableSampler]| -> u64 {
        samplers.iter().map(|sampler| u64::from(sampler.plane_count)).sum()
    };
    let count = count as usize;
    let Some(rounds) = count.checked_div(samplers.len()) else {
        return count as u64;
    };
    let rest = samplers.get(..count - rounds * samplers.len());
    planes(samplers)
        .saturating_mul(rounds as u64)
        .saturating_add(planes(rest.unwrap_or_default()))
}
