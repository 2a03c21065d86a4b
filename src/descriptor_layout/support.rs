// SPDX-License-Identifier: MIT

//! What vkGetDescriptorSetLayoutSupport answers.
//!
//! Source: docs/descriptor-layout.md, "Support".

use super::binding::Binding;
use super::number::{BindingFlag, DescriptorData, DescriptorType, TableFlag};
use super::table::Table;
use super::walk::Walk;
use super::Error;

/// Whether a layout can be made, and with which variable count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct Support {
    /// 1 if the layout is supported, else 0.
    pub supported: u32,
    /// The greatest variable count; 0 without a binding that has one, and if
    /// the layout is not supported.
    pub max_variable_count: u32,
}

const UNSUPPORTED: Support = Support { supported: 0, max_variable_count: 0 };

/// Bits of VkShaderStageFlags.
const STAGES: u32 = 32;

/// Whether a descriptor can be reached through the set's memory alone.
const fn is_bindless(data: u32) -> bool {
    DescriptorData::IndirectAddressRange.is_in(data)
        || DescriptorData::IndirectSampledImage.is_in(data)
        || DescriptorData::IndirectStorageImage.is_in(data)
}

/// A binding as this query takes it: Vulkan asks for the greatest variable
/// count by a count of 0, too.
fn asked(binding: Binding) -> Binding {
    let variable = BindingFlag::VariableDescriptorCount;
    if binding.descriptor_count != 0 || !variable.is_in(binding.binding_flags) {
        return binding;
    }
    let inline = DescriptorType::InlineUniformBlock;
    let descriptor_count =
        if inline.is(binding.descriptor_type) { 4 } else { 1 };
    Binding { descriptor_count, ..binding }
}

/// Tells whether a layout is supported. It is not if a mutable type can become
/// a combined image sampler where the table refuses that, or if a shader
/// stage needs too many binding table entries. A binding with a variable
/// count of 0 is taken as one with a descriptor.
///
/// # Errors
/// Those of [`Walk::finish`] but [`Error::MutableCombined`].
///
/// ```
/// use dral::descriptor_layout::*;
/// let mutable = Binding {
///     descriptor_type: DescriptorType::Mutable as u32,
///     descriptor_count: 1,
///     ..Binding::default()
/// };
/// let ask = |model: Model| {
///     let table = model.table(125, 0);
///     support(&table, 0, [mutable].into_iter()).map(|s| s.supported)
/// };
/// assert_eq!(ask(Model::AnvDirect), Ok(1));
/// assert_eq!(ask(Model::AnvBuffer), Ok(0));
/// ```
pub fn support<'a, I>(
    table: &Table,
    set_flags: u32,
    bindings: I,
) -> Result<Support, Error>
where
    I: Iterator<Item = Binding<'a>> + Clone,
{
    let walk = Walk::new(table, set_flags, bindings.map(asked));
    match walk.clone().finish() {
        Ok(_) => {}
        Err(Error::MutableCombined) => return Ok(UNSUPPORTED),
        Err(error) => return Err(error),
    }
    if TableFlag::BindingTable.is_in(table.rules.flags) {
        let most = u64::from(table.rules.max_binding_table_entries);
        for stage in 0..STAGES {
            if binding_table_entries(walk.clone(), 1 << stage)? > most {
                return Ok(UNSUPPORTED);
            }
        }
    }
    let mut max_variable_count = 0;
    for placed in walk {
        let (binding, _) = placed?;
        let variable = BindingFlag::VariableDescriptorCount;
        if variable.is_in(binding.binding_flags) {
            let inline = DescriptorType::InlineUniformBlock;
            max_variable_count = if inline.is(binding.descriptor_type) {
                table.rules.max_variable_inline_size
            } else {
                table.rules.max_variable_count
            };
        }
    }
    Ok(Support { supported: 1, max_variable_count })
}

/// The binding table entries of one shader stage.
fn binding_table_entries<'a, I>(
    walk: Walk<'_, I>,
    stage: u32,
) -> Result<u64, Error>
where
    I: Iterator<Item = Binding<'a>> + Clone,
{
    let mut entries = 0u64;
    let mut set_buffer = 0;
    for placed in walk {
        let (binding, layout) = placed?;
        let kind = layout.descriptor_type;
        let inline = DescriptorType::InlineUniformBlock.is(kind);
        if layout.surface_stride != 0 || layout.sampler_stride != 0 || inline {
            // The memory of the set itself.
            set_buffer = 1;
        }
        let never = inline || DescriptorType::Sampler.is(kind);
        if binding.stage_flags & stage != 0
            && !never
            && !is_bindless(layout.data)
        {
            let planes = u64::from(layout.plane_count);
            entries =
                entries.saturating_add(u64::from(layout.array_size) * planes);
        }
    }
    Ok(entries.saturating_add(set_buffer))
}
