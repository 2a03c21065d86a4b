// SPDX-License-Identifier: MIT

//! The parameters that a draw command takes from an indirect command.
//!
//! Source: docs/reference/indirect-draw.md, "Parameters".

use super::Error;

/// The parameters of a draw command.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub struct Parameters {
    /// Vertices or indices per instance.
    pub vertex_count: u32,
    /// The first vertex, or the first index.
    pub start_vertex: u32,
    /// Instances of all views.
    pub instance_count: u32,
    /// The first instance.
    pub start_instance: u32,
    /// Added to every index; 0 without indices.
    pub base_vertex: i32,
    /// For the vertex shader on Gfx11 and later: the base vertex (without
    /// indices the first vertex), the base instance, the index of the draw.
    pub extended: [u32; 3],
}

impl Parameters {
    /// Reads an indirect command: the words of a VkDrawIndirectCommand, or of
    /// a VkDrawIndexedIndirectCommand if `indexed`; words after it are
    /// ignored. `instance_multiplier` is the number of views if views are
    /// drawn as instances, else 1.
    ///
    /// # Errors
    /// As `dral_indirect_draw_decode`.
    ///
    /// ```
    /// use dral::modules::indirect_draw::Parameters;
    /// let command = [36, 100, 6, -2i32 as u32, 7];
    /// let parameters = Parameters::decode(true, &command, 2, 4)?;
    /// assert_eq!(parameters.instance_count, 200);
    /// assert_eq!(parameters.base_vertex, -2);
    /// assert_eq!(parameters.extended, [-2i32 as u32, 7, 4]);
    /// # Ok::<(), dral::modules::indirect_draw::Error>(())
    /// ```
    pub fn decode(
        indexed: bool,
        command: &[u32],
        instance_multiplier: u32,
        draw_id: u32,
    ) -> Result<Self, Error> {
        let (vertex_count, instances, start_vertex, offset, start_instance) =
            match *command {
                [count, instances, first, offset, instance, ..] if indexed => {
                    (count, instances, first, offset, instance)
                }
                [count, instances, first, instance, ..] if !indexed => {
                    (count, instances, first, 0, instance)
                }
                _ => return Err(Error::TruncatedCommand),
            };
        if instance_multiplier == 0 {
            return Err(Error::ZeroMultiplier);
        }
        let first = if indexed { offset } else { start_vertex };
        Ok(Self {
            vertex_count,
            start_vertex,
            instance_count: instances
                .checked_mul(instance_multiplier)
                .ok_or(Error::InstanceRange)?,
            start_instance,
            base_vertex: offset as i32,
            extended: [first, start_instance, draw_id],
        })
    }
}
