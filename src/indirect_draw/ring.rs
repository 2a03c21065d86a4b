// SPDX-License-Identifier: MIT

//! The ring that draws are generated in, part after part.
//!
//! Source: docs/indirect-draw.md, "Ring".

use super::{Error, Hardware, Mode, Plan, JUMP_SIZE};
use core::num::NonZeroU32;

/// The most draws that a ring has at once.
///
/// ```
/// assert_eq!(dral::indirect_draw::RING_DRAWS, 8192);
/// ```
pub const RING_DRAWS: u32 = 8192;

const RING_ALIGNMENT: u32 = 4096;

/// Bytes of a full ring of commands of so many words.
pub(super) const fn sized_ring(hardware: Hardware, command_words: u32) -> u32 {
    let draw_id_words = hardware.has_parameter_buffers() as u32;
    let bytes = hardware.ring_commands_offset()
        + 4 * (command_words + draw_id_words) * RING_DRAWS
        + JUMP_SIZE;
    (bytes + RING_ALIGNMENT - 1) & !(RING_ALIGNMENT - 1)
}

/// Bytes of a ring that has room for the draws of every pipeline, so that
/// one ring serves them all.
///
/// # Errors
/// [`Error::UnknownHardware`]
///
/// ```
/// use dral::indirect_draw::ring_size;
/// assert_eq!((ring_size(90), ring_size(120)), (Ok(561_152), Ok(331_776)));
/// ```
pub fn ring_size(version: u32) -> Result<u32, Error> {
    let hardware = Hardware::try_from(version)?;
    Ok(sized_ring(hardware, hardware.command_words(true, true)))
}

impl Plan {
    /// How often the ring is filled for so many draws; for none it is filled
    /// once, with a jump to the end. The index of the first draw of a part
    /// is the number of parts before it times the plan's `ring_count`.
    ///
    /// # Errors
    /// [`Error::NotARing`]
    ///
    /// ```
    /// use dral::indirect_draw::IndirectDraw;
    /// let draws = IndirectDraw {
    ///     max_draw_count: 20_000,
    ///     ..IndirectDraw::new(125)
    /// };
    /// let plan = draws.plan()?;
    /// assert_eq!(plan.iterations(0)?, 1);
    /// assert_eq!(plan.iterations(8_193)?, 2);
    /// assert_eq!(plan.iterations(u32::MAX)?, 3);
    /// # Ok::<(), dral::indirect_draw::Error>(())
    /// ```
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
