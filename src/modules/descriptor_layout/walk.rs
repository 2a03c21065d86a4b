// SPDX-License-Identifier: MIT

//! The walk over the bindings of a set.
//!
//! Source: docs/reference/descriptor-layout.md, "The walk".

use super::align::{align, end, exceeds, narrow};
use super::binding::{Binding, BindingLayout, ImmutableSampler, ABSENT};
use super::number::{
    has_samplers, is_dynamic, BindingFlag, DescriptorData, DescriptorType,
    SetFlag,
};
use super::set::SetLayout;
use super::table::{Rules, Table, TypeLayout};
use super::Error;

/// Iterates over the bindings of a set with their layouts, and ends with the
/// first error. The numbers of the bindings ascend. Bindings with a count of 0
/// are absent; only their number is read.
///
/// ```
/// use dral::modules::descriptor_layout::*;
/// let table = Model::Panvk.table(Mesa::V26_2, 10, 0)?;
/// let bindings = [
///     Binding { binding: 1, descriptor_count: 1, ..Binding::default() },
///     Binding { binding: 4, descriptor_count: 2, ..Binding::default() },
/// ];
/// let mut walk = Walk::new(&table, bindings);
/// let (first, _) = walk.next().unwrap()?;
/// let (second, layout) = walk.next().unwrap()?;
/// assert_eq!((first.binding, second.binding), (1, 4));
/// assert_eq!(layout.surface_offset, 32);
/// assert!(walk.next().is_none());
/// assert_eq!(walk.finish()?.surface_size, 96);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a, I> {
    table: &'a Table<'a>,
    bindings: I,
    pub(super) totals: Totals,
    failed: bool,
}

/// The sums up to a binding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Totals {
    pub set: SetLayout,
    /// The number of descriptors as the API counts them.
    descriptors: u64,
    /// Bytes of the largest inline uniform block.
    inline_size: u32,
}

impl<'a, I> Walk<'a, I>
where
    I: ExactSizeIterator<Item: TryInto<Binding<'a>, Error: Into<Error>>>,
{
    /// Begins a walk. Each binding is read once.
    pub fn new(
        table: &'a Table<'a>,
        bindings: impl IntoIterator<IntoIter = I>,
    ) -> Self {
        let Rules { model, set_flags, flags, .. } = table.rules;
        Self {
            table,
            bindings: bindings.into_iter(),
            totals: Totals {
                set: SetLayout {
                    model,
                    set_flags,
                    table_flags: flags,
                    ..SetLayout::default()
                },
                descriptors: 0,
                inline_size: 0,
            },
            failed: false,
        }
    }

    /// Walks to the end and returns the totals of the set.
    ///
    /// # Errors
    /// As `dral_descriptor_set_totals`: the error of the first binding that has
    /// one.
    pub fn finish(mut self) -> Result<SetLayout, Error> {
        while self.step()?.is_some() {}
        Ok(self.totals.set)
    }

    fn step(&mut self) -> Result<Option<(Binding<'a>, BindingLayout)>, Error> {
        let Some(binding) = self.next_binding()? else {
            return Ok(None);
        };
        if binding.descriptor_count == 0 {
            return Ok(Some((binding, BindingLayout::ABSENT)));
        }
        let (layout, totals) = self.place(&binding)?;
        self.check_limits(&totals)?;
        self.table.rules.check_support(&totals.set)?;
        self.totals = totals;
        Ok(Some((binding, layout)))
    }

    /// The next binding, which must follow those before it.
    pub(super) fn next_binding(
        &mut self,
    ) -> Result<Option<Binding<'a>>, Error> {
        let Some(binding) = self.bindings.next() else {
            return Ok(None);
        };
        let binding = binding.try_into().map_err(Into::into)?;
        if binding.binding < self.totals.set.binding_count {
            return Err(Error::BindingOrder);
        }
        self.totals.set.binding_count =
            binding.binding.checked_add(1).ok_or(Error::CountRange)?;
        Ok(Some(binding))
    }

    fn check_variable(&self, binding: &Binding) -> Result<(), Error> {
        if !BindingFlag::VariableDescriptorCount.is_in(binding.binding_flags) {
            return Ok(());
        }
        let is_last = self.bindings.len() == 0;
        if !is_last || is_dynamic(binding.descriptor_type) {
            return Err(Error::VariableBinding);
        }
        if self.table.rules.max_variable_count == 0 {
            return Err(Error::NoVariableCount);
        }
        Ok(())
    }

    /// Checks the limits that applications must keep. Drivers do not check
    /// these in a query of support.
    fn check_limits(&self, totals: &Totals) -> Result<(), Error> {
        let rules = &self.table.rules;
        if exceeds(totals.inline_size.into(), rules.max_inline_size) {
            return Err(Error::InlineLimit);
        }
        if SetFlag::PushDescriptor.is_in(rules.set_flags)
            && exceeds(totals.descriptors, rules.max_push_descriptors)
        {
            return Err(Error::PushLimit);
        }
        Ok(())
    }

    /// Places a binding after the previous ones.
    pub(super) fn place(
        &self,
        binding: &Binding,
    ) -> Result<(BindingLayout, Totals), Error> {
        self.check_variable(binding)?;
        let rules = &self.table.rules;
        let Binding { descriptor_count, descriptor_type, .. } = *binding;
        let needs = Needs::new(samplers_of(binding), rules)?;
        let memory =
            self.table.type_layout(descriptor_type, binding.mutable_types)?;
        let plane_count = needs.planes.min(memory.max_planes.max(1));

        let mut totals = self.totals;
        totals.descriptors =
            totals.descriptors.saturating_add(descriptor_count.into());
        let set = &mut totals.set;
        let surfaces = if DescriptorType::InlineUniformBlock.is(descriptor_type)
        {
            totals.inline_size = totals.inline_size.max(descriptor_count);
            set.place_bytes(descriptor_count, &memory, rules)?
        } else {
            set.place_surfaces(descriptor_count, plane_count, &needs, &memory)?
        };
        let samplers = set.place_samplers(
            descriptor_count,
            product(plane_count, surfaces.sampler_size)?,
            &memory,
        )?;
        let first = set.take_indices(binding, &memory, &surfaces, rules)?;
        if self.table.embeds_samplers() {
            set.embed_samplers(binding, &needs)?;
        }
        let layout = BindingLayout {
            data: memory.data,
            array_size: descriptor_count,
            plane_count,
            descriptor_index: first.descriptor,
            dynamic_offset_index: first.dynamic_offset,
            buffer_view_index: first.buffer_view,
            surface_offset: surfaces.offset,
            surface_stride: surfaces.stride,
            surface_size: surfaces.size,
            sampler_offset: samplers.offset,
            sampler_stride: samplers.stride,
            sampler_size: surfaces.sampler_size,
            descriptor_type,
            binding_flags: binding.binding_flags,
            first_immutable_sampler: first.immutable_sampler,
            immutable_sampler_count: count_samplers(binding)?,
        };
        Ok((layout, totals))
    }
}

/// What a binding takes of the surface area, in bytes, and the size of its
/// samplers in the other area.
struct Surfaces {
    offset: u32,
    /// From one array element to the next.
    stride: u32,
    size: u32,
    sampler_size: u32,
}

/// What a binding takes of the sampler area, in bytes.
struct Samplers {
    offset: u32,
    /// From one array element to the next.
    stride: u32,
}

/// The indices at which a binding begins in the sequences of a set;
/// [`ABSENT`] where it is not counted.
struct Indices {
    descriptor: u32,
    dynamic_offset: u32,
    buffer_view: u32,
    immutable_sampler: u32,
}

/// The totals, to which a binding is added.
impl SetLayout {
    /// Takes room for an inline uniform block, whose count is a number of
    /// bytes.
    fn place_bytes(
        &mut self,
        count: u32,
        memory: &TypeLayout,
        rules: &Rules,
    ) -> Result<Surfaces, Error> {
        if count % 4 != 0 {
            return Err(Error::InlineSize);
        }
        let start = align(self.surface_size.into(), memory.surface_alignment)?;
        let offset = narrow(start + u64::from(rules.inline_header_size))?;
        let bytes = align(count.into(), rules.inline_size_alignment)?;
        self.surface_size = narrow(u64::from(offset) + bytes)?;
        Ok(Surfaces { offset, stride: count, size: count, sampler_size: 0 })
    }

    /// Takes room for an array of descriptors, each with its planes and the
    /// samplers that are stored with them.
    fn place_surfaces(
        &mut self,
        count: u32,
        plane_count: u32,
        needs: &Needs,
        memory: &TypeLayout,
    ) -> Result<Surfaces, Error> {
        let start = align(self.surface_size.into(), memory.surface_alignment)?;
        let offset = narrow(start)?;
        let samplers = product(needs.samplers, memory.surface_sampler_size)?;
        let stride = end(samplers, plane_count, memory.surface_size)?;
        self.surface_size = end(offset, count, stride)?;
        Ok(Surfaces {
            offset,
            stride,
            size: memory.surface_size,
            sampler_size: memory.sampler_size,
        })
    }

    /// Takes room for samplers in their own area.
    fn place_samplers(
        &mut self,
        count: u32,
        stride: u32,
        memory: &TypeLayout,
    ) -> Result<Samplers, Error> {
        let start = align(self.sampler_size.into(), memory.sampler_alignment)?;
        let offset = narrow(start)?;
        self.sampler_size = end(offset, count, stride)?;
        Ok(Samplers { offset, stride })
    }

    /// Counts the descriptors, the dynamic offsets, the buffer views and the
    /// immutable samplers of a binding.
    fn take_indices(
        &mut self,
        binding: &Binding,
        memory: &TypeLayout,
        surfaces: &Surfaces,
        rules: &Rules,
    ) -> Result<Indices, Error> {
        let count = binding.descriptor_count;
        let descriptor = match rules.index_unit {
            0 => take(true, &mut self.descriptor_count, count)?,
            // An index is a place in the surface area.
            unit => {
                self.descriptor_count = self.surface_size / unit;
                surfaces.offset / unit
            }
        };
        let is_dynamic = is_dynamic(binding.descriptor_type);
        let has_view = DescriptorData::BufferView.is_in(memory.data);
        let samplers = count_samplers(binding)?;
        Ok(Indices {
            descriptor,
            dynamic_offset: take(
                is_dynamic,
                &mut self.dynamic_offset_count,
                count,
            )?,
            buffer_view: take(has_view, &mut self.buffer_view_count, count)?,
            immutable_sampler: take(
                samplers != 0,
                &mut self.immutable_sampler_count,
                samplers,
            )?,
        })
    }

    /// Counts samplers that are embedded in the shader. Such a set takes no
    /// memory.
    fn embed_samplers(
        &mut self,
        binding: &Binding,
        needs: &Needs,
    ) -> Result<(), Error> {
        if DescriptorType::Sampler.is(binding.descriptor_type) {
            let count = product(needs.planes, binding.descriptor_count)?;
            take(true, &mut self.embedded_sampler_count, count)?;
        }
        if self.surface_size != 0 || self.sampler_size != 0 {
            return Err(Error::EmbeddedMemory);
        }
        Ok(())
    }
}

/// Lays a set out: writes the layout of each binding number from 0 to the
/// highest, including absent bindings, and returns the totals. One walk.
///
/// # Errors
/// As `dral_descriptor_set_lay_out`. On error the layouts are unspecified.
pub fn set_layout<'a>(
    table: &'a Table<'a>,
    bindings: impl IntoIterator<
        Item: TryInto<Binding<'a>, Error: Into<Error>>,
        IntoIter: ExactSizeIterator,
    >,
    layouts: &mut [BindingLayout],
) -> Result<SetLayout, Error> {
    let mut walk = Walk::new(table, bindings);
    let mut rest = layouts.iter_mut();
    let mut next = 0;
    while let Some((binding, layout)) = walk.step()? {
        let gap = binding.binding - next;
        for absent in rest.by_ref().take(gap as usize) {
            *absent = BindingLayout::ABSENT;
        }
        *rest.next().ok_or(Error::OutputFull)? = layout;
        next = walk.totals.set.binding_count;
    }
    Ok(walk.totals.set)
}

impl Rules {
    /// Refuses sets that the driver does not support.
    pub(super) fn check_support(&self, set: &SetLayout) -> Result<(), Error> {
        if exceeds(set.surface_size.into(), self.max_set_size) {
            return Err(Error::SetSizeLimit);
        }
        let dynamic = set.dynamic_offset_count.into();
        if exceeds(dynamic, self.max_set_dynamic_buffers) {
            return Err(Error::DynamicLimit);
        }
        Ok(())
    }
}

impl<'a, I> Iterator for Walk<'a, I>
where
    I: ExactSizeIterator<Item: TryInto<Binding<'a>, Error: Into<Error>>>,
{
    type Item = Result<(Binding<'a>, BindingLayout), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let step = self.step();
        self.failed = step.is_err();
        step.transpose()
    }
}

/// The maximum that an immutable sampler of a binding needs.
struct Needs {
    planes: u32,
    /// Two if the chroma filter differs, else one.
    samplers: u32,
}

impl Needs {
    fn new(
        samplers: &[ImmutableSampler],
        rules: &Rules,
    ) -> Result<Self, Error> {
        let mut needs = Self { planes: 1, samplers: 1 };
        for sampler in samplers {
            let planes = sampler.plane_count.into();
            if planes == 0 || planes > rules.max_planes.max(1) {
                return Err(Error::PlaneCount);
            }
            if sampler.own_chroma_filter > 1 {
                return Err(Error::UnknownFlag);
            }
            needs.planes = needs.planes.max(planes);
            if planes > 1 && sampler.own_chroma_filter == 1 {
                needs.samplers = 2;
            }
        }
        Ok(needs)
    }
}

/// The immutable samplers of a binding.
pub(super) fn samplers_of<'a>(binding: &Binding<'a>) -> &'a [ImmutableSampler] {
    if has_samplers(binding.descriptor_type) {
        binding.immutable_samplers
    } else {
        &[]
    }
}

fn count_samplers(binding: &Binding) -> Result<u32, Error> {
    let count = samplers_of(binding).len();
    u32::try_from(count).map_err(|_| Error::CountRange)
}

fn product(count: u32, size: u32) -> Result<u32, Error> {
    count.checked_mul(size).ok_or(Error::SizeRange)
}

fn sum(total: u32, count: u32) -> Result<u32, Error> {
    total.checked_add(count).ok_or(Error::CountRange)
}

/// Takes `count` of a sequence if `wanted`, and returns the first index.
fn take(wanted: bool, total: &mut u32, count: u32) -> Result<u32, Error> {
    if !wanted {
        return Ok(ABSENT);
    }
    let first = *total;
    *total = sum(first, count)?;
    Ok(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::descriptor_layout::{Mesa, Model};

    #[test]
    fn a_walk_ends_with_its_error() {
        let binding = |binding, descriptor_type| Binding {
            binding,
            descriptor_type,
            descriptor_count: 1,
            ..Binding::default()
        };
        let bindings = [binding(0, 2), binding(1, 77), binding(2, 2)];
        let table = Model::AnvIndirect.table(Mesa::V24_3, 120, 0).unwrap();
        let mut walk = Walk::new(&table, bindings);
        assert!(walk.next().is_some_and(|first| first.is_ok()));
        assert_eq!(walk.next(), Some(Err(Error::UnknownType)));
        assert_eq!(walk.next(), None);
        assert_eq!(walk.next(), None);
    }
}
