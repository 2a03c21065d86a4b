// SPDX-License-Identifier: MIT

//! Indirect draws as the API passes them to the driver.

use super::hardware::{Driver, Format, RING_DRAWS};
use super::Error;

/// Indirect draws, and the conditions that decide how the driver issues them.
/// Plain draws of ANV without indices, with consecutive commands, need only
/// version, max_draw_count, the thresholds and ring_capacity; the other fields
/// are 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct IndirectDraw {
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

impl IndirectDraw {
    /// No draws, with ANV's default thresholds and ring.
    pub const fn new(version: u32) -> Self {
        Self {
            driver: Driver::Anv as u32,
            version,
            indexed: 0,
            uses_first_vertex: 0,
            uses_base_instance: 0,
            uses_draw_id: 0,
            predicated: 0,
            tiled: 0,
            has_count_buffer: 0,
            mocs: 0,
            max_draw_count: 0,
            stride: 0,
            generate_threshold: 4,
            ring_threshold: 100,
            ring_capacity: RING_DRAWS,
            is_protected: 0,
            tessellation_workaround: 0,
            execute_indirect: 0,
        }
    }

    /// The format of the generated draws.
    pub(super) fn format(&self) -> Result<Format, Error> {
        Format::new(self.driver.try_into()?, self.version)
    }

    /// Whether the vertex shader reads the first vertex, base vertex or base
    /// instance.
    pub(super) const fn uses_base(&self) -> bool {
        self.uses_first_vertex != 0 || self.uses_base_instance != 0
    }
}
