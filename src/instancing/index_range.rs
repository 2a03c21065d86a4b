// SPDX-License-Identifier: MIT

//! Indexed draws: their vertices, from the smallest and the largest index.

use crate::Error;

/// The indices of an indexed draw, without restart indices. If it uses none,
/// min_index is above max_index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct IndexRange {
    /// The smallest index used.
    pub min_index: u32,
    /// The largest index used.
    pub max_index: u32,
    /// The vertex offset (base vertex) that the API adds to every index.
    pub vertex_offset: i32,
}

/// The vertices of an indexed draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(C)]
pub struct VertexRange {
    /// The vertex count; 0 if the draw uses no index.
    pub vertex_count: u32,
    /// The smallest index plus the vertex offset, modulo 2^32.
    pub offset_start: i32,
    /// The smallest index, negated, modulo 2^32, which the hardware adds to an
    /// index.
    pub base_vertex_offset: i32,
}

impl IndexRange {
    /// The vertices of the draw. Without any index all fields are 0.
    ///
    /// # Errors
    /// As `dral_index_range_resolve`.
    ///
    /// ```
    /// use dral::instancing::IndexRange;
    /// let range =
    ///     IndexRange { min_index: 9, max_index: 520, vertex_offset: -9 };
    /// let vertices = range.resolve()?;
    /// assert_eq!((vertices.vertex_count, vertices.offset_start), (512, 0));
    /// # Ok::<(), dral::Error>(())
    /// ```
    pub fn resolve(&self) -> Result<VertexRange, Error> {
        let Some(distance) = self.max_index.checked_sub(self.min_index) else {
            return Ok(VertexRange::default());
        };
        let vertex_count = distance.checked_add(1).ok_or(Error::VertexRange)?;
        let last = i64::from(self.max_index) + i64::from(self.vertex_offset);
        if last > u32::MAX.into() {
            return Err(Error::StartRange);
        }
        let start = self.min_index.wrapping_add_signed(self.vertex_offset);
        Ok(VertexRange {
            vertex_count,
            offset_start: start as i32,
            base_vertex_offset: self.min_index.wrapping_neg() as i32,
        })
    }
}
