// SPDX-License-Identifier: MIT

//! What one shader stage binds: its render targets, and what it uses of each
//! set.
//!
//! Source: docs/binding-table.md, "Which entry goes where".

use super::Error;
use crate::descriptor_layout::{BindingLayout, DescriptorData, Model, NONE};

/// Sets of a shader at the most.
///
/// ```
/// assert_eq!(dral::binding_table::MAX_SETS, 8);
/// ```
pub const MAX_SETS: usize = 8;

/// Render targets of a shader at the most.
///
/// ```
/// assert_eq!(dral::binding_table::MAX_RENDER_TARGETS, 8);
/// ```
pub const MAX_RENDER_TARGETS: u32 = 8;

/// Uses of a binding are not counted further.
pub(super) const MAX_USE_COUNT: u32 = 255;

/// How a binding is used: bits of the flags of a use.
///
/// ```
/// assert_eq!(dral::binding_table::UseFlag::PlaneCounts as u32, 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum UseFlag {
    /// The shader does not reach the binding through the binding table.
    NoBindingTable = 0x1,
    /// The binding has immutable samplers, and the plane counts of the set
    /// have one for each of them.
    PlaneCounts = 0x2,
}

impl UseFlag {
    #[inline]
    const fn is_in(self, flags: u32) -> bool {
        flags & self as u32 != 0
    }
}

/// What a shader does with a binding; nothing by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(C)]
pub struct Use {
    /// How often the shader uses it; above 255 as if it were 255.
    pub use_count: u32,
    /// Bits of dral_binding_table_use_flag; others are ignored.
    pub flags: u32,
    /// The first of its plane counts in those of the set; not read without
    /// DRAL_BINDING_TABLE_USE_FLAG_PLANE_COUNTS.
    pub first_plane_count: u32,
}

/// A set as a shader sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set<'a> {
    /// VkDescriptorSetLayoutCreateFlags.
    pub flags: u32,
    /// The slots of its layout.
    pub bindings: &'a [BindingLayout],
    /// What the shader does with each of them.
    pub uses: &'a [Use],
    /// How many planes each immutable sampler has, for those bindings that
    /// say so.
    pub plane_counts: &'a [u8],
}

impl Set<'_> {
    /// No set at all.
    pub const NONE: Self =
        Self { flags: 0, bindings: &[], uses: &[], plane_counts: &[] };

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

    /// The planes of each immutable sampler of a binding; nothing if its use
    /// gives none, or the set lacks them.
    pub(super) fn plane_counts_of(
        &self,
        layout: &BindingLayout,
        uses: &Use,
    ) -> Option<&[u8]> {
        if !UseFlag::PlaneCounts.is_in(uses.flags) {
            return None;
        }
        let first = uses.first_plane_count as usize;
        let end = first.checked_add(layout.array_size as usize)?;
        self.plane_counts.get(first..end)
    }

    fn check(&self) -> Result<(), Error> {
        if self.bindings.len() != self.uses.len() {
            return Err(Error::UseCount);
        }
        for (_, layout, uses) in self.used() {
            if layout.is_absent() {
                return Err(Error::AbsentBinding);
            }
            let is_dynamic = layout.dynamic_offset_index != NONE;
            if layout.plane_count == 0 || is_dynamic && layout.plane_count != 1
            {
                return Err(Error::NotALayout);
            }
            if !UseFlag::PlaneCounts.is_in(uses.flags) {
                continue;
            }
            let counts = self.plane_counts_of(layout, uses);
            let all = counts.ok_or(Error::PlaneCount)?;
            if all.iter().any(|&planes| {
                planes == 0 || u32::from(planes) > layout.plane_count
            }) {
                return Err(Error::PlaneCount);
            }
        }
        Ok(())
    }
}

/// How a shader reaches the surfaces, or the samplers, of a binding.
///
/// ```
/// use dral::binding_table::Access;
/// assert!(Access::BindlessSet != Access::Table);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// The binding has none.
    Nothing,
    /// Through the table, if there is room.
    Table,
    /// Without it: the shader's use says so.
    BindlessUse,
    /// Without it: everything that can be is.
    AlwaysBindless,
    /// Without it: the set lies in a descriptor buffer, or has embedded
    /// samplers.
    BindlessSet,
    /// Without it: descriptors may change, or be missing, while the set is
    /// bound.
    BindlessBinding,
    /// Without it: the stage has no table.
    BindlessStage,
}

/// The bits of VkDescriptorBindingFlags that rule out the table: update after
/// bind, update unused while pending, partially bound.
const BINDLESS_BINDING_FLAGS: u32 = 0x1 | 0x2 | 0x4;

const PUSH_DESCRIPTOR: u32 = 0x01;

/// Sets of these kinds have nothing in the table: a descriptor buffer,
/// embedded immutable samplers.
const BINDLESS_SET_FLAGS: u32 = 0x10 | 0x20;

/// The data by which a shader reaches a descriptor in the indirect model.
const INDIRECT_DATA: u32 = DescriptorData::IndirectAddressRange as u32
    | DescriptorData::IndirectSampledImage as u32
    | DescriptorData::IndirectStorageImage as u32;

/// The first generation of hardware, times ten, whose handles have all bits
/// of a surface's offset.
const FULL_SURFACE_OFFSETS: u32 = 125;

/// One of the two tables of a stage, as it looks at descriptors.
#[derive(Clone, Copy)]
pub(super) struct TableKind {
    /// What has a place in it.
    data: u32,
    /// What does not need one where everything is bindless.
    direct_data: u32,
}

pub(super) const SURFACES: TableKind = TableKind {
    data: DescriptorData::BtiSurface as u32,
    direct_data: DescriptorData::Surface as u32,
};

pub(super) const SAMPLERS: TableKind = TableKind {
    data: DescriptorData::BtiSampler as u32,
    direct_data: DescriptorData::Sampler as u32,
};

/// What a shader stage binds.
///
/// ```
/// use dral::binding_table::Shader;
/// use dral::descriptor_layout::Model;
/// let compute = Shader::new(Model::AnvIndirect, 120, &[]);
/// assert_eq!(compute.render_target_count, 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shader<'a> {
    /// The model of its sets, one of ANV's.
    pub model: Model,
    /// The generation of the hardware times ten.
    pub version: u32,
    /// Whether whatever can be bindless is.
    pub always_bindless: bool,
    /// Whether the stage has no binding table: ray tracing, task, mesh.
    pub stage_is_bindless: bool,
    /// Render targets of a fragment shader.
    pub render_target_count: u32,
    /// Which of them are there; the others are null surfaces.
    pub render_target_mask: u32,
    /// Its sets; [`Set::NONE`] where it has none.
    pub sets: &'a [Set<'a>],
}

impl<'a> Shader<'a> {
    /// A shader without render targets, with a table.
    pub const fn new(model: Model, version: u32, sets: &'a [Set<'a>]) -> Self {
        Self {
            model,
            version,
            always_bindless: false,
            stage_is_bindless: false,
            render_target_count: 0,
            render_target_mask: 0,
            sets,
        }
    }

    /// Refuses what no table can be made for, whatever its size.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.model == Model::Panvk {
            return Err(Error::UnknownModel);
        }
        if self.render_target_count > MAX_RENDER_TARGETS {
            return Err(Error::RenderTargetLimit);
        }
        if self.render_target_mask >> self.render_target_count != 0 {
            return Err(Error::RenderTargetMask);
        }
        if self.sets.len() > MAX_SETS {
            return Err(Error::SetLimit);
        }
        for set in self.sets {
            set.check()?;
        }
        Ok(())
    }

    /// Whether a shader can reach a descriptor without the table.
    pub fn supports_bindless(&self, set: &Set, layout: &BindingLayout) -> bool {
        let pushed = set.flags & PUSH_DESCRIPTOR != 0;
        let by_data = match self.model {
            Model::AnvIndirect => true,
            Model::AnvBuffer => pushed && self.version < FULL_SURFACE_OFFSETS,
            _ => false,
        };
        !by_data || layout.data & INDIRECT_DATA != 0
    }

    /// Which uses come first when places are given out: the greater, the
    /// earlier. Uses for each descriptor, in units of 1/128; and above all
    /// what cannot do without the table. 0 for an absent binding.
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
            score | 0x8000
        }
    }

    /// How the shader reaches the surfaces of a binding that it uses.
    pub fn surface_access(
        &self,
        set: &Set,
        layout: &BindingLayout,
        uses: &Use,
    ) -> Access {
        self.access(SURFACES, set, layout, uses)
    }

    /// How the shader reaches the samplers of a binding that it uses.
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
        if UseFlag::NoBindingTable.is_in(uses.flags) {
            return Access::BindlessUse;
        }
        if self.always_bindless {
            if layout.data & kind.direct_data != 0
                || self.supports_bindless(set, layout)
            {
                return Access::AlwaysBindless;
            }
        } else if set.flags & PUSH_DESCRIPTOR == 0 {
            if set.flags & BINDLESS_SET_FLAGS != 0 {
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
