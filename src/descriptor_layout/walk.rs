// SPDX-License-Identifier: MIT

//! The walk over the bindings of a set.
//!
//! Source: docs/descriptor-layout.md, "The walk".

use super::align::{align, narrow};
use super::binding::{Binding, BindingLayout, NONE};
use super::number::{
    has_planes, is_dynamic, BindingFlag, DescriptorData, DescriptorType,
    SetFlag,
};
use super::order::Ascending;
use super::set::SetLayout;
use super::table::Table;
use super::Error;

/// Gives each binding of a set with its layout, by ascending number; bindings
/// with the count 0 are absent ones, of which only the number is looked at.
///
/// ```
/// use dral::descriptor_layout::*;
/// let table = Model::Panvk.table(10, 0);
/// let bindings = [
///     Binding { binding: 4, descriptor_count: 2, ..Binding::default() },
///     Binding { binding: 1, descriptor_count: 1, ..Binding::default() },
/// ];
/// let mut walk = Walk::new(&table, 0, bindings.into_iter());
/// let (first, _) = walk.next().unwrap()?;
/// let (second, layout) = walk.next().unwrap()?;
/// assert_eq!((first.binding, second.binding), (1, 4));
/// assert_eq!(layout.surface_offset, 32);
/// assert!(walk.next().is_none());
/// assert_eq!(walk.finish()?.surface_size, 96);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'t, I> {
    table: &'t Table<'t>,
    set_flags: u32,
    bindings: Ascending<I>,
    set: SetLayout,
    /// How many descriptors the API counts.
    descriptors: u64,
    dynamic_uniform_buffers: u64,
}

impl<'a, 't, I: Iterator<Item = Binding<'a>> + Clone> Walk<'t, I> {
    /// Begins a walk. The bindings may come in any order; if it is that of
    /// their numbers, the walk takes one pass over them.
    pub fn new(table: &'t Table<'t>, set_flags: u32, bindings: I) -> Self {
        Self {
            table,
            set_flags,
            bindings: Ascending::new(bindings),
            set: SetLayout::default(),
            descriptors: 0,
            dynamic_uniform_buffers: 0,
        }
    }

    /// Goes on to the end. The whole set, if all that is left can be laid
    /// out.
    ///
    /// # Errors
    /// That of the first binding that has one, then
    /// [`Error::PushLimit`], [`Error::DynamicLimit`],
    /// [`Error::EmbeddedMemory`] and [`Error::CountRange`] for the set.
    pub fn finish(mut self) -> Result<SetLayout, Error> {
        while self.step()?.is_some() {}
        let rules = &self.table.rules;
        if SetFlag::PushDescriptor.is_in(self.set_flags)
            && self.descriptors > u64::from(rules.max_push_descriptors)
        {
            return Err(Error::PushLimit);
        }
        let dynamic_buffers = u64::from(self.set.dynamic_offset_count);
        let uniform = self.dynamic_uniform_buffers;
        let storage = dynamic_buffers - uniform;
        if dynamic_buffers > u64::from(rules.max_dynamic_buffers)
            || uniform > u64::from(rules.max_dynamic_uniform_buffers)
            || storage > u64::from(rules.max_dynamic_storage_buffers)
        {
            return Err(Error::DynamicLimit);
        }
        if self.table.embeds_samplers(self.set_flags)
            && (self.set.surface_size != 0 || self.set.sampler_size != 0)
        {
            return Err(Error::EmbeddedMemory);
        }
        if let Some(highest) = self.bindings.highest() {
            self.set.binding_count =
                highest.checked_add(1).ok_or(Error::CountRange)?;
        }
        Ok(self.set)
    }

    fn step(&mut self) -> Result<Option<(Binding<'a>, BindingLayout)>, Error> {
        let Some(binding) = self.bindings.next()? else {
            return Ok(None);
        };
        if binding.descriptor_count == 0 {
            return Ok(Some((binding, BindingLayout::ABSENT)));
        }
        self.check_variable(&binding)?;
        let layout = self.place(&binding)?;
        Ok(Some((binding, layout)))
    }

    fn check_variable(&self, binding: &Binding) -> Result<(), Error> {
        let variable =
            BindingFlag::VariableDescriptorCount.is_in(binding.binding_flags);
        let highest = self.bindings.highest() == Some(binding.binding);
        if variable && (!highest || is_dynamic(binding.descriptor_type)) {
            return Err(Error::VariableBinding);
        }
        Ok(())
    }

    /// Puts a binding behind those before it.
    fn place(&mut self, binding: &Binding) -> Result<BindingLayout, Error> {
        let rules = &self.table.rules;
        let count = binding.descriptor_count;
        let kind = binding.descriptor_type;
        let is_inline = DescriptorType::InlineUniformBlock.is(kind);
        let plane_count =
            if has_planes(kind) { binding.max_plane_count.max(1) } else { 1 };
        if plane_count > rules.max_planes.max(1) {
            return Err(Error::TooManyPlanes);
        }
        if is_inline && count % 4 != 0 {
            return Err(Error::InlineSize);
        }
        let memory = self.table.type_layout(
            self.set_flags,
            kind,
            binding.mutable_types,
        )?;
        if is_inline && count > rules.max_inline_size {
            return Err(Error::InlineLimit);
        }

        let (surface_size, sampler_size) = if is_inline {
            (count, 0)
        } else {
            (memory.surface_size, memory.sampler_size)
        };
        let surface_stride = stride(plane_count, surface_size)?;
        let sampler_stride = stride(plane_count, sampler_size)?;
        let surface_elements = if is_inline { 1 } else { count };

        let set = &mut self.set;
        let surface_offset =
            narrow(align(set.surface_size, memory.surface_alignment)?)?;
        let sampler_offset =
            narrow(align(set.sampler_size, memory.sampler_alignment)?)?;
        let surface_end =
            end(surface_offset, surface_elements, surface_stride)?;
        let sampler_end = end(sampler_offset, count, sampler_stride)?;

        let in_units = |bytes: u32| bytes.checked_div(rules.index_unit);
        let descriptor_index =
            in_units(surface_offset).unwrap_or(set.descriptor_count);
        let descriptor_count = match in_units(surface_end) {
            Some(units) => units,
            None => sum(set.descriptor_count, count)?,
        };
        let has_view = DescriptorData::BufferView.is_in(memory.data);
        let (buffer_view_index, buffer_view_count) =
            take(has_view, set.buffer_view_count, count)?;
        let (dynamic_offset_index, dynamic_offset_count) =
            take(is_dynamic(kind), set.dynamic_offset_count, count)?;
        let embedded = DescriptorType::Sampler.is(kind)
            && self.table.embeds_samplers(self.set_flags);
        let embedded_count = stride(plane_count, count)?;
        let (_, embedded_sampler_count) =
            take(embedded, set.embedded_sampler_count, embedded_count)?;

        set.descriptor_count = descriptor_count;
        set.buffer_view_count = buffer_view_count;
        set.dynamic_offset_count = dynamic_offset_count;
        set.embedded_sampler_count = embedded_sampler_count;
        set.surface_size = surface_end;
        set.sampler_size = sampler_end;
        self.descriptors = self.descriptors.saturating_add(count.into());
        if DescriptorType::UniformBufferDynamic.is(kind) {
            self.dynamic_uniform_buffers += u64::from(count);
        }
        Ok(BindingLayout {
            data: memory.data,
            array_size: count,
            plane_count,
            descriptor_index,
            dynamic_offset_index,
            buffer_view_index,
            surface_offset,
            surface_stride,
            surface_size,
            sampler_offset,
            sampler_stride,
            sampler_size,
            descriptor_type: kind,
            binding_flags: binding.binding_flags,
        })
    }
}

impl<'a, I: Iterator<Item = Binding<'a>> + Clone> Iterator for Walk<'_, I> {
    type Item = Result<(Binding<'a>, BindingLayout), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.step().transpose()
    }
}

fn stride(plane_count: u32, size: u32) -> Result<u32, Error> {
    plane_count.checked_mul(size).ok_or(Error::SizeRange)
}

/// Where so many elements end.
fn end(offset: u32, count: u32, stride: u32) -> Result<u32, Error> {
    count
        .checked_mul(stride)
        .and_then(|bytes| offset.checked_add(bytes))
        .ok_or(Error::SizeRange)
}

fn sum(total: u32, count: u32) -> Result<u32, Error> {
    total.checked_add(count).ok_or(Error::CountRange)
}

/// Takes so many of a sequence, if any: the first index, and the new total.
fn take(wanted: bool, total: u32, count: u32) -> Result<(u32, u32), Error> {
    if wanted {
        Ok((total, sum(total, count)?))
    } else {
        Ok((NONE, total))
    }
}
