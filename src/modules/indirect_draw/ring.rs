// SPDX-License-Identifier: MIT

//! The ring in which draws are generated, one part at a time.
//!
//! Source: docs/reference/indirect-draw.md, "Ring".

use super::hardware::JUMP_SIZE;
use super::mode::Mode;
use super::plan::Plan;
use super::request::IndirectDraw;
use super::Error;
use core::num::NonZeroU32;

impl IndirectDraw {
    /// The size in bytes of a ring of this capacity with room for the draws of
    /// any pipeline, so that one ring is enough.
    ///
    /// # Errors
    /// As `dral_indirect_draw_ring_size`.
    pub fn ring_size(&self) -> Result<u32, Error> {
        let format = self.format()?;
        let command_words = format.command_words(true, true);
        format.ring_size(command_words, self.ring_capacity)
    }

    /// The number of these draws that fit in a ring of `size` bytes.
    ///
    /// # Errors
    /// As `dral_indirect_draw_ring_capacity`.
    pub fn ring_capacity_in(&self, size: u32) -> Result<u32, Error> {
        let format = self.format()?;
        let words =
            format.command_words(self.uses_base(), self.uses_draw_id != 0);
        let room = size.saturating_sub(format.ring_commands_offset + JUMP_SIZE);
        let each = NonZeroU32::new(format.ring_draw_size(words));
        Ok(each.map_or(0, |each| room / each))
    }
}

impl Plan {
    /// How often the ring is filled for this many draws; without draws it is
    /// filled once, with a jump to the end. Filling n, counted from 0, begins
    /// with draw n * `ring_count`.
    ///
    /// # Errors
    /// As `dral_indirect_draw_plan_iterations`.
    pub fn iterations(&self, draw_count: u32) -> Result<u32, Error> {
        let ring_count = match NonZeroU32::new(self.ring_count) {
            Some(count) if Mode::Ring.is(self.mode) => count,
            _ => return Err(Error::NotARing),
        };
        Ok(match draw_count.min(self.max_draw_count).checked_sub(1) {
            None => 1,
            Some(last) => (last / ring_count).saturating_add(1),
        })
    }
}
