// SPDX-License-Identifier: MIT

//! The order in which bindings get entries in the tables of a stage.
//!
//! Source: docs/reference/binding-table.md, "Which entry goes where".

use super::block::MAX_ENTRIES;
use super::shader::{
    Access, Set, Shader, TableKind, Use, MAX_SAMPLERS, SAMPLERS, SURFACES,
};
use crate::modules::descriptor_layout::BindingLayout;

/// A table that is being filled.
pub(super) struct Filling {
    kind: TableKind,
    /// The number of entries so far.
    pub count: u32,
    limit: u32,
}

impl Filling {
    /// The number of entries that a binding takes now, if it needs any and
    /// they fit.
    fn fitting(
        &self,
        shader: &Shader,
        set: &Set,
        layout: &BindingLayout,
        uses: &Use,
    ) -> Option<u32> {
        if shader.access(self.kind, set, layout, uses) != Access::Table {
            return None;
        }
        entry_count(layout).filter(|&count| count <= self.limit - self.count)
    }

    fn take(&mut self, count: Option<u32>) -> Option<u32> {
        let first = self.count;
        self.count += count?;
        Some(first)
    }
}

/// The number of entries of a binding; `None` if they fit in no table.
pub(super) fn entry_count(layout: &BindingLayout) -> Option<u32> {
    layout
        .array_size
        .checked_mul(layout.plane_count)
        .filter(|&count| count <= MAX_ENTRIES)
}

/// A binding with entries in at least one table.
pub(super) struct Placed<'a> {
    pub set_number: u32,
    pub binding: u32,
    pub set: &'a Set<'a>,
    pub layout: &'a BindingLayout,
    pub uses: &'a Use,
    /// Its first entry in the binding table.
    pub surface: Option<u32>,
    /// In the sampler table.
    pub sampler: Option<u32>,
}

/// Assigns entries in the order of scores.
///
/// A binding that does not fit in its turn would not fit later either. So each
/// pass only looks for the first binding that still fits: there are at most as
/// many passes as table entries, and no memory is needed to sort.
pub(super) struct Places<'a> {
    shader: &'a Shader<'a>,
    pub surfaces: Filling,
    pub samplers: Filling,
    last: Option<u64>,
}

/// The sort key: by descending score, then by set, then by binding.
fn key(score: u16, set: u32, binding: u32) -> u64 {
    (u64::from(!score) << 40) + (u64::from(set) << 32) + u64::from(binding)
}

impl<'a> Places<'a> {
    /// Starts after this many surfaces.
    pub(super) fn new(shader: &'a Shader<'a>, surface_count: u32) -> Self {
        Self {
            shader,
            surfaces: Filling {
                kind: SURFACES,
                count: surface_count.min(MAX_ENTRIES),
                limit: MAX_ENTRIES,
            },
            samplers: Filling { kind: SAMPLERS, count: 0, limit: MAX_SAMPLERS },
            last: None,
        }
    }

    fn fitting(
        &self,
        set: &Set,
        layout: &BindingLayout,
        uses: &Use,
    ) -> (Option<u32>, Option<u32>) {
        (
            self.surfaces.fitting(self.shader, set, layout, uses),
            self.samplers.fitting(self.shader, set, layout, uses),
        )
    }
}

impl<'a> Iterator for Places<'a> {
    type Item = Placed<'a>;

    fn next(&mut self) -> Option<Placed<'a>> {
        let shader = self.shader;
        let mut first: Option<(u64, Placed)> = None;
        for (set_number, set) in (0u32..).zip(shader.sets) {
            for (binding, layout, uses) in set.used() {
                let score = shader.score(set, layout, uses.use_count);
                let key = key(score, set_number, binding);
                let earlier =
                    first.as_ref().is_none_or(|(least, _)| key < *least);
                if self.last >= Some(key)
                    || !earlier
                    || self.fitting(set, layout, uses) == (None, None)
                {
                    continue;
                }
                first = Some((
                    key,
                    Placed {
                        set_number,
                        binding,
                        set,
                        layout,
                        uses,
                        surface: None,
                        sampler: None,
                    },
                ));
            }
        }
        let (key, mut placed) = first?;
        self.last = Some(key);
        let (surfaces, samplers) =
            self.fitting(placed.set, placed.layout, placed.uses);
        placed.surface = self.surfaces.take(surfaces);
        placed.sampler = self.samplers.take(samplers);
        Some(placed)
    }
}
