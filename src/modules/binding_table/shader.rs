// SPDX-License-Identifier: MIT

//! The bindings of a shader stage: its render targets, and the bindings that
//! it uses in each set.
//!
//! Source: docs/reference/binding-table.md, "Which entry goes where".

use super::{Error, Release};
use crate::modules::descriptor_layout::{
    is_bindless, BindingLayout, DescriptorData, ImmutableSampler, Model,
    SetFlag, SetLayout, TableFlag, ABSENT,
};

/// The slot of a binding that is not in the table.
pub const BINDLESS: u32 = 255;

/// Maximum entries in a sampler table.
pub const MAX_SAMPLERS: u32 = 128;

/// Maximum sets of a shader in any release.
pub const MAX_SETS: usize = 32;

/// Maximum render targets of a shader.
pub const MAX_RENDER_TARGETS: u32 = 8;

/// The maximum number of uses that counts.
pub(super) const MAX_USE_COUNT: u32 = 255;

/// How a shader uses a binding: bits of the flags of a use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum UseFlag {
    /// Only its samplers are accessed through a table.
    NoBindingTable = 0x1,
}

/// How a shader uses a binding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Use {
    /// How often; values above 255 count as 255.
    pub use_count: u32,
    /// Bits of dral_binding_table_use_flag; others are ignored.
    pub flags: u32,
}

/// A set as a shader sees it; by default, no set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Set<'a> {
    /// The totals of its layout.
    pub layout: SetLayout,
    /// The binding layouts of its layout.
    pub bindings: &'a [BindingLayout],
    /// How the shader uses each binding.
    pub uses: &'a [Use],
    /// The immutable samplers of its bindings, by ascending number.
    pub immutable_samplers: &'a [ImmutableSampler],
}

impl<'a> Set<'a> {
    /// The bindings that the shader uses, with their numbers.
    pub(super) fn used(
        &self,
    ) -> impl Iterator<Item = (u32, &BindingLayout, &Use)> {
        (0u32..)
            .zip(self.bindings)
            .zip(self.uses)
            .map(|((number, layout), uses)| (number, layout, uses))
            .filter(|(_, _, uses)| uses.use_count != 0)
    }

    /// The immutable samplers of a binding, if it has any and they are in the
    /// set.
    pub(super) fn samplers_of(
        &self,
        layout: &BindingLayout,
    ) -> Option<&'a [ImmutableSampler]> {
        if layout.first_immutable_sampler == ABSENT {
            return None;
        }
        let first = layout.first_immutable_sampler as usize;
        let count = layout.immutable_sampler_count as usize;
        self.immutable_samplers.get(first..first.checked_add(count)?)
    }

    /// Whether descriptors without data for bindless access need the table.
    fn needs_table(&self) -> bool {
        TableFlag::BindingTable.is_in(self.layout.table_flags)
    }

    fn check(&self) -> Result<(), Error> {
        if self.bindings.len() != self.uses.len() {
            return Err(Error::NotALayout);
        }
        let model = Model::try_from(self.layout.model);
        if !self.bindings.is_empty()
            && !model.is_ok_and(|model| model != Model::Panvk)
        {
            return Err(Error::UnknownModel);
        }
        for (_, layout, _) in self.used() {
            if layout.is_absent() {
                return Err(Error::AbsentBinding);
            }
            let is_dynamic = layout.dynamic_offset_index != ABSENT;
            if layout.plane_count == 0 || is_dynamic && layout.plane_count != 1
            {
                return Err(Error::NotALayout);
            }
            if layout.first_immutable_sampler == ABSENT {
                continue;
            }
            let samplers = self.samplers_of(layout).unwrap_or_default();
            let wrong = |sampler: &ImmutableSampler| {
                let planes = u32::from(sampler.plane_count);
                planes == 0 || planes > layout.plane_count
            };
            if samplers.is_empty() || samplers.iter().any(wrong) {
                return Err(Error::PlaneCount);
            }
        }
        Ok(())
    }
}

/// How a shader accesses the surfaces or the samplers of a binding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// The binding has no surfaces or samplers.
    Nothing,
    /// Through the table, if there is room.
    Table,
    /// Bindless: the flags of the use say so.
    BindlessUse,
    /// Bindless: everything that can be bindless is.
    AlwaysBindless,
    /// Bindless: the set is in a descriptor buffer, or has embedded samplers.
    BindlessSet,
    /// Bindless: descriptors may change, or be missing, while the set is
    /// bound.
    BindlessBinding,
    /// Bindless: the stage has no table.
    BindlessStage,
}

/// The bits of VkDescriptorBindingFlags that make a binding bindless: update
/// after bind, update unused while pending, partially bound.
const BINDLESS_BINDING_FLAGS: u32 = 0x1 + 0x2 + 0x4;

/// One of the two tables of a stage: which descriptors it takes.
#[derive(Clone, Copy)]
pub(super) struct TableKind {
    /// The data of descriptors that have an entry.
    data: u32,
    /// The data of descriptors that need no entry if everything is bindless.
    direct_data: u32,
    /// The use flag that excludes a binding.
    kept_out: u32,
}

pub(super) const SURFACES: TableKind = TableKind {
    data: DescriptorData::BtiSurface as u32,
    direct_data: DescriptorData::Surface as u32,
    kept_out: UseFlag::NoBindingTable as u32,
};

pub(super) const SAMPLERS: TableKind = TableKind {
    data: DescriptorData::BtiSampler as u32,
    direct_data: DescriptorData::Sampler as u32,
    kept_out: 0,
};

/// The bindings of a shader stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shader<'a> {
    /// The release of the driver, and the hardware.
    pub release: Release,
    /// Whether everything is bindless that can be.
    pub always_bindless: bool,
    /// Whether the stage has no binding table: ray tracing, task, mesh.
    pub stage_is_bindless: bool,
    /// Render targets of a fragment shader.
    pub render_target_count: u32,
    /// A bit for each that exists; the others are null surfaces.
    pub render_target_mask: u32,
    /// Its sets, by their numbers.
    pub sets: &'a [Set<'a>],
}

impl<'a> Shader<'a> {
    /// A shader without render targets, with a table.
    pub const fn new(release: Release, sets: &'a [Set<'a>]) -> Self {
        Self {
            release,
            always_bindless: false,
            stage_is_bindless: false,
            render_target_count: 0,
            render_target_mask: 0,
            sets,
        }
    }

    /// Refuses invalid shaders, whatever the size of the outputs.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.render_target_count > MAX_RENDER_TARGETS {
            return Err(Error::RenderTargetLimit);
        }
        if self.render_target_mask >> self.render_target_count != 0 {
            return Err(Error::RenderTargetMask);
        }
        if self.sets.len() > self.release.max_sets() {
            return Err(Error::SetLimit);
        }
        for set in self.sets {
            set.check()?;
        }
        Ok(())
    }

    /// Whether a shader can access the binding without the table.
    pub fn supports_bindless(&self, set: &Set, layout: &BindingLayout) -> bool {
        !set.needs_table() || is_bindless(layout.data)
    }

    /// The score of a binding; greater scores get entries first. It is the
    /// number of uses per descriptor, in units of 1/128; bindings that cannot
    /// be bindless have greater scores than all others. 0 for an absent
    /// binding.
    pub fn score(
        &self,
        set: &Set,
        layout: &BindingLayout,
        use_count: u32,
    ) -> u16 {
        let uses = use_count.min(MAX_USE_COUNT) << 7;
        let score = uses.checked_div(layout.array_size).unwrap_or(0) as u16;
        if self.supports_bindless(set, layout) {
            score
        } else {
            score + 0x8000
        }
    }

    /// How the shader accesses the surfaces of a binding that it uses.
    pub fn surface_access(
        &self,
        set: &Set,
        layout: &BindingLayout,
        uses: &Use,
    ) -> Access {
        self.access(SURFACES, set, layout, uses)
    }

    /// How the shader accesses the samplers of a binding that it uses.
    pub fn sampler_access(
        &self,
        set: &Set,
        layout: &BindingLayout,
        uses: &Use,
    ) -> Access {
        self.access(SAMPLERS, set, layout, uses)
    }

    pub(super) fn access(
        &self,
        kind: TableKind,
        set: &Set,
        layout: &BindingLayout,
        uses: &Use,
    ) -> Access {
        if layout.data & kind.data == 0 {
            return Access::Nothing;
        }
        if uses.flags & kind.kept_out != 0 {
            return Access::BindlessUse;
        }
        if self.always_bindless {
            if layout.data & kind.direct_data != 0
                || self.supports_bindless(set, layout)
            {
                return Access::AlwaysBindless;
            }
        } else if !SetFlag::PushDescriptor.is_in(set.layout.set_flags) {
            if SetFlag::DescriptorBuffer.is_in(set.layout.set_flags)
                || SetFlag::EmbeddedImmutableSamplers
                    .is_in(set.layout.set_flags)
            {
                return Access::BindlessSet;
            }
            if layout.binding_flags & BINDLESS_BINDING_FLAGS != 0 {
                return Access::BindlessBinding;
            }
        }
        if self.stage_is_bindless {
            return Access::BindlessStage;
        }
        Access::Table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_binding_has_its_use() {
        let layout =
            SetLayout { model: 1, binding_count: 1, ..SetLayout::default() };
        let bindings = [BindingLayout::ABSENT];
        let uses = [Use { use_count: 0, flags: 0 }];
        let check = |uses| {
            let set =
                Set { layout, bindings: &bindings, uses, ..Set::default() };
            set.check()
        };
        assert_eq!(check(&uses), Ok(()));
        assert_eq!(check(&[]), Err(Error::NotALayout));
    }
}
