// SPDX-License-Identifier: MIT

//! Indirect draws as a driver in C gives them.

use super::super::flag::flag;
use crate::indirect_draw::IndirectDraw;
use crate::Error;

/// Indirect draws, and what decides how the driver issues them. All zero but
/// version, max_draw_count, generate_threshold and ring_threshold are plain
/// draws without indices, one command after the other.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_indirect_draw {
    /// The generation of the hardware times ten: 90, or 110 (for Gfx11) and
    /// later.
    pub version: u32,
    /// 1 if the draws have an index buffer, else 0.
    pub indexed: u32,
    /// 1 if the vertex shader reads the first or base vertex, else 0.
    pub uses_first_vertex: u32,
    /// 1 if the vertex shader reads the base instance, else 0.
    pub uses_base_instance: u32,
    /// 1 if the vertex shader reads the index of the draw, else 0.
    pub uses_draw_id: u32,
    /// 1 if the draws depend on a predicate, else 0.
    pub predicated: u32,
    /// 1 if the draws are rendered tile by tile (TBIMR), else 0.
    pub tiled: u32,
    /// 1 if the number of draws is read from memory, else 0.
    pub has_count_buffer: u32,
    /// The memory object control state of the parameters, at most 255.
    pub mocs: u32,
    /// How many draws there are, or can be.
    pub max_draw_count: u32,
    /// Bytes from one indirect command to the next; if less than a command
    /// has, those of a command count.
    pub stride: u32,
    /// From so many draws on, a shader generates them. ANV: 4.
    pub generate_threshold: u32,
    /// From so many draws on, it does so in a ring. ANV: 100.
    pub ring_threshold: u32,
    /// 1 if the memory is protected, where no shader writes commands, else 0.
    pub is_protected: u32,
    /// 1 if a workaround of the hardware (1306463417, 16011107343) applies
    /// and there is a tessellation control shader, else 0.
    pub tessellation_workaround: u32,
    /// 1 if the hardware itself can unroll these draws, else 0.
    pub execute_indirect: u32,
}

impl TryFrom<dral_indirect_draw> for IndirectDraw {
    type Error = Error;

    #[inline]
    fn try_from(draws: dral_indirect_draw) -> Result<Self, Error> {
        Ok(Self {
            version: draws.version,
            indexed: flag(draws.indexed)?,
            uses_first_vertex: flag(draws.uses_first_vertex)?,
            uses_base_instance: flag(draws.uses_base_instance)?,
            uses_draw_id: flag(draws.uses_draw_id)?,
            predicated: flag(draws.predicated)?,
            tiled: flag(draws.tiled)?,
            has_count_buffer: flag(draws.has_count_buffer)?,
            mocs: draws.mocs,
            max_draw_count: draws.max_draw_count,
            stride: draws.stride,
            generate_threshold: draws.generate_threshold,
            ring_threshold: draws.ring_threshold,
            protected: flag(draws.is_protected)?,
            tessellation_workaround: flag(draws.tessellation_workaround)?,
            execute_indirect: flag(draws.execute_indirect)?,
        })
    }
}
