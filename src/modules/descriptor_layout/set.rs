// SPDX-License-Identifier: MIT

//! Whole sets: their totals, and the memory that one set takes.
//!
//! Source: docs/reference/descriptor-layout.md, "Memory of a set".

use super::align::{align, narrow};
use super::binding::BindingLayout;
use super::number::{BindingFlag, DescriptorData, DescriptorType};
use super::table::Rules;
use super::Error;

/// The totals of a set; all 0 by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct SetLayout {
    /// The model of its table.
    pub model: u32,
    /// The flags of its table: bits of dral_descriptor_table_flag.
    pub table_flags: u32,
    /// VkDescriptorSetLayoutCreateFlags.
    pub set_flags: u32,
    /// The highest binding number plus 1: the number of layouts.
    pub binding_count: u32,
    /// The number of descriptors; inline uniform blocks count their bytes. With
    /// an index unit, the units in the surface area.
    pub descriptor_count: u32,
    /// The number of buffer views that the driver creates.
    pub buffer_view_count: u32,
    /// The number of dynamic offsets.
    pub dynamic_offset_count: u32,
    /// Bytes of the surface area, not rounded up.
    pub surface_size: u32,
    /// Bytes of the sampler area, not rounded up.
    pub sampler_size: u32,
    /// The number of embedded samplers; each plane counts.
    pub embedded_sampler_count: u32,
    /// The number of immutable samplers, without repetitions.
    pub immutable_sampler_count: u32,
}

/// The size of one set, which depends on its variable count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub struct SetSize {
    /// Size of the surface area in bytes, rounded up.
    pub surface_size: u32,
    /// Bytes of the sampler area.
    pub sampler_size: u32,
    /// The number of descriptors, counted as in the layout.
    pub descriptor_count: u32,
    /// Buffer views.
    pub buffer_view_count: u32,
}

impl SetLayout {
    /// The memory that a set of this layout takes. `last` is the layout with
    /// the highest number. If it has a variable count, `variable_count` is the
    /// number of its descriptors (bytes of an inline uniform block), else it
    /// is not read.
    ///
    /// # Errors
    /// As `dral_descriptor_set_measure`.
    pub fn size(
        &self,
        rules: &Rules,
        last: Option<&BindingLayout>,
        variable_count: u32,
    ) -> Result<SetSize, Error> {
        let whole = SetSize {
            surface_size: self.surface_size,
            sampler_size: self.sampler_size,
            descriptor_count: self.descriptor_count,
            buffer_view_count: self.buffer_view_count,
        };
        let variable = last.filter(|last| {
            !last.is_absent()
                && BindingFlag::VariableDescriptorCount
                    .is_in(last.binding_flags)
        });
        let shrunk = match variable {
            None => whole,
            Some(last) => {
                if variable_count > last.array_size {
                    return Err(Error::VariableCount);
                }
                whole.with(rules, last, variable_count)?
            }
        };
        let rounded = align(shrunk.surface_size.into(), rules.set_alignment)?;
        Ok(SetSize { surface_size: narrow(rounded)?, ..shrunk })
    }
}

impl SetSize {
    /// The set, not yet rounded up, with only this many descriptors in its last
    /// binding, if the binding has that many.
    fn with(
        self,
        rules: &Rules,
        last: &BindingLayout,
        variable_count: u32,
    ) -> Result<Self, Error> {
        let inline =
            DescriptorType::InlineUniformBlock.is(last.descriptor_type);
        let missing = last.array_size.saturating_sub(variable_count);
        let less = |size: u32, stride: u32| {
            missing
                .checked_mul(stride)
                .and_then(|less| size.checked_sub(less))
                .ok_or(Error::NotALayout)
        };
        let surface_size = if inline {
            let bytes =
                |count: u32| align(count.into(), rules.inline_size_alignment);
            let less = bytes(last.array_size)? - bytes(variable_count)?;
            u64::from(self.surface_size)
                .checked_sub(less)
                .ok_or(Error::NotALayout)
                .and_then(narrow)?
        } else {
            less(self.surface_size, last.surface_stride)?
        };
        let views = !inline && DescriptorData::BufferView.is_in(last.data);
        Ok(Self {
            surface_size,
            sampler_size: less(self.sampler_size, last.sampler_stride)?,
            descriptor_count: match surface_size.checked_div(rules.index_unit) {
                Some(units) => units,
                // The bytes of an inline uniform block still count.
                None => less(self.descriptor_count, (!inline).into())?,
            },
            buffer_view_count: less(self.buffer_view_count, views.into())?,
        })
    }
}
