// SPDX-License-Identifier: MIT

//! Indirect draws as the API passes them to the driver.

use super::hardware::{Driver, Format, RING_DRAWS};
use super::Error;

/// Indirect draws. Plain draws of ANV need only version, max_draw_count, the
/// thresholds and ring_capacity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct IndirectDraw {
    /// An enum dral_indirect_draw_driver.
    pub driver: u32,
    /// Ten times the generation of the hardware: 90, or 110 and later; with
    /// iris also 80.
    pub version: u32,
    /// 1 if the draws have an index buffer.
    pub indexed: u32,
    /// 1 if the vertex shader reads the first or base vertex.
    pub uses_first_vertex: u32,
    /// 1 if the vertex shader reads the base instance.
    pub uses_base_instance: u32,
    /// 1 if the vertex shader reads the index of the draw.
    pub uses_draw_id: u32,
    /// 1 if the draws depend on a predicate.
    pub predicated: u32,
    /// 1 if the draws are rendered tile by tile (TBIMR).
    pub tiled: u32,
    /// 1 if the number of draws is read from memory.
    pub has_count_buffer: u32,
    /// The memory object control state of the parameters, at most 255.
    pub mocs: u32,
    /// The number of draws, or its maximum.
    pub max_draw_count: u32,
    /// Bytes from one indirect command to the next.
    pub stride: u32,
    /// A shader generates as many draws or more. ANV: 4.
    pub generate_threshold: u32,
    /// The same in a ring. ANV: 100; iris: not read.
    pub ring_threshold: u32,
    /// The maximum number of draws in the ring. ANV: 8192; iris:
    /// dral_indirect_draw_ring_capacity.
    pub ring_capacity: u32,
    /// 1 if the memory is protected.
    pub is_protected: u32,
    /// 1 if the workaround 1306463417 or 16011107343 applies and there is a
    /// tessellation control shader.
    pub tessellation_workaround: u32,
    /// 1 if the hardware can unroll these draws.
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
