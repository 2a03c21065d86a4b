// SPDX-License-Identifier: MIT

//! Indirect draws from C.

use super::super::error;
use super::super::flag::flag;
use crate::indirect_draw::{Error, IndirectDraw};

/// Indirect draws, and the conditions that decide how the driver issues them.
/// Plain draws of ANV without indices, with consecutive commands, need only
/// version, max_draw_count, the thresholds and ring_capacity; the other fields
/// are 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct dral_indirect_draw {
    /// An enum dral_indirect_draw_driver.
    pub driver: u32,
    /// The generation of the hardware times ten: 90, or 110 (for Gfx11) and
    /// later; 80 with iris.
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
    /// The number of draws, or its maximum.
    pub max_draw_count: u32,
    /// Bytes from one indirect command to the next; at least the size of a
    /// command is used.
    pub stride: u32,
    /// From this many draws on, a shader generates them. ANV: 4.
    pub generate_threshold: u32,
    /// From this many draws on, it generates them in a ring. ANV: 100. Not
    /// read for iris, which always uses a ring.
    pub ring_threshold: u32,
    /// The maximum number of draws in the ring at once. ANV: 8192; iris: the
    /// result of dral_indirect_draw_ring_capacity.
    pub ring_capacity: u32,
    /// 1 if the memory is protected, so that no shader can write commands,
    /// else 0.
    pub is_protected: u32,
    /// 1 if a workaround of the hardware (1306463417, 16011107343) applies
    /// and there is a tessellation control shader, else 0.
    pub tessellation_workaround: u32,
    /// 1 if the hardware can unroll these draws itself, else 0.
    pub execute_indirect: u32,
}

impl dral_indirect_draw {
    #[inline]
    pub(super) fn checked<E: From<error::Error> + From<Error>>(
        self,
    ) -> Result<IndirectDraw, E> {
        Ok(IndirectDraw {
            driver: self.driver.try_into()?,
            version: self.version,
            indexed: flag(self.indexed)?,
            uses_first_vertex: flag(self.uses_first_vertex)?,
            uses_base_instance: flag(self.uses_base_instance)?,
            uses_draw_id: flag(self.uses_draw_id)?,
            predicated: flag(self.predicated)?,
            tiled: flag(self.tiled)?,
            has_count_buffer: flag(self.has_count_buffer)?,
            mocs: self.mocs,
            max_draw_count: self.max_draw_count,
            stride: self.stride,
            generate_threshold: self.generate_threshold,
            ring_threshold: self.ring_threshold,
            ring_capacity: self.ring_capacity,
            protected: flag(self.is_protected)?,
            tessellation_workaround: flag(self.tessellation_workaround)?,
            execute_indirect: flag(self.execute_indirect)?,
        })
    }
}
