// SPDX-License-Identifier: MIT

//! Indirect draws as the API passes them to the driver.

use super::hardware::{Driver, RING_DRAWS};

/// Indirect draws, and the conditions that decide how the driver issues them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IndirectDraw {
    /// The driver.
    pub driver: Driver,
    /// The generation of the hardware times ten: 90, 110, 120, 125.
    pub version: u32,
    /// Whether the draws have an index buffer.
    pub indexed: bool,
    /// Whether the vertex shader reads the first or base vertex.
    pub uses_first_vertex: bool,
    /// Whether the vertex shader reads the base instance.
    pub uses_base_instance: bool,
    /// Whether the vertex shader reads the index of the draw.
    pub uses_draw_id: bool,
    /// Whether the draws depend on a predicate.
    pub predicated: bool,
    /// Whether the draws are rendered tile by tile.
    pub tiled: bool,
    /// Whether the number of draws is read from memory.
    pub has_count_buffer: bool,
    /// The memory object control state of the parameters, 8 bits.
    pub mocs: u32,
    /// The number of draws, or its maximum.
    pub max_draw_count: u32,
    /// Bytes from one indirect command to the next; at least the size of a
    /// command is used.
    pub stride: u32,
    /// From this many draws on, a shader generates them.
    pub generate_threshold: u32,
    /// From this many draws on, it generates them in a ring. Not read for
    /// iris, which always uses a ring.
    pub ring_threshold: u32,
    /// The maximum number of draws in the ring at once.
    pub ring_capacity: u32,
    /// Whether the memory is protected, so that no shader can write commands.
    pub protected: bool,
    /// Whether a workaround of the hardware forbids generated draws, because
    /// of a tessellation control shader.
    pub tessellation_workaround: bool,
    /// Whether the hardware can unroll these draws itself.
    pub execute_indirect: bool,
}

impl IndirectDraw {
    /// No draws, with ANV's default thresholds and ring.
    pub const fn new(version: u32) -> Self {
        Self {
            driver: Driver::Anv,
            version,
            indexed: false,
            uses_first_vertex: false,
            uses_base_instance: false,
            uses_draw_id: false,
            predicated: false,
            tiled: false,
            has_count_buffer: false,
            mocs: 0,
            max_draw_count: 0,
            stride: 0,
            generate_threshold: 4,
            ring_threshold: 100,
            ring_capacity: RING_DRAWS,
            protected: false,
            tessellation_workaround: false,
            execute_indirect: false,
        }
    }

    /// Whether the vertex shader reads the first vertex, base vertex or base
    /// instance.
    #[inline]
    pub(super) const fn uses_base(&self) -> bool {
        self.uses_first_vertex || self.uses_base_instance
    }
}
