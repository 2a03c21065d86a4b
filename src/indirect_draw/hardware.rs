// SPDX-License-Identifier: MIT

//! What differs between generations of hardware.
//!
//! Source: docs/indirect-draw.md, "Commands".

use super::Error;

/// Bytes of a jump from one batch to another, MI_BATCH_BUFFER_START.
///
/// ```
/// assert_eq!(dral::indirect_draw::JUMP_SIZE, 12);
/// ```
pub const JUMP_SIZE: u32 = 12;

/// Generations that differ in how a draw is commanded.
///
/// ```
/// use dral::indirect_draw::Hardware;
/// assert_eq!(Hardware::try_from(125), Ok(Hardware::Gfx12));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hardware {
    /// Draw parameters reach shaders as vertex buffers.
    Gfx9,
    /// A draw command has draw parameters of its own.
    Gfx11,
    /// Prefetching of commands is switched off before a ring. Later
    /// generations are like this one.
    Gfx12,
}

impl TryFrom<u32> for Hardware {
    type Error = Error;

    /// Takes the generation times ten, as drivers write it: 90, 110, 125.
    #[inline]
    fn try_from(version: u32) -> Result<Self, Error> {
        match version {
            90..=99 => Ok(Self::Gfx9),
            110..=119 => Ok(Self::Gfx11),
            120.. => Ok(Self::Gfx12),
            _ => Err(Error::UnknownHardware),
        }
    }
}

impl Hardware {
    /// Whether draw parameters lie in memory, for vertex buffers.
    ///
    /// ```
    /// use dral::indirect_draw::Hardware;
    /// assert!(Hardware::Gfx9.has_parameter_buffers());
    /// ```
    #[inline]
    pub const fn has_parameter_buffers(self) -> bool {
        matches!(self, Self::Gfx9)
    }

    /// 32-bit words of a generated draw: on Gfx9 the draw alone, or with
    /// vertex buffers for the base vertex and instance and for the draw id.
    ///
    /// ```
    /// use dral::indirect_draw::Hardware;
    /// assert_eq!(Hardware::Gfx9.command_words(true, false), 12);
    /// ```
    #[inline]
    pub const fn command_words(
        self,
        uses_base: bool,
        uses_draw_id: bool,
    ) -> u32 {
        if !self.has_parameter_buffers() {
            return 10;
        }
        match (uses_base, uses_draw_id) {
            (false, false) => 7,
            (true, false) | (false, true) => 12,
            (true, true) => 16,
        }
    }

    /// Bytes before the first command of a ring: those of MI_ARB_CHECK,
    /// which switches prefetching off.
    ///
    /// ```
    /// use dral::indirect_draw::Hardware;
    /// assert_eq!(Hardware::Gfx12.ring_commands_offset(), 4);
    /// ```
    #[inline]
    pub const fn ring_commands_offset(self) -> u32 {
        match self {
            Self::Gfx9 | Self::Gfx11 => 0,
            Self::Gfx12 => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_belong_to_their_generation() {
        for (version, known) in [
            (0, Err(Error::UnknownHardware)),
            (9, Err(Error::UnknownHardware)),
            (89, Err(Error::UnknownHardware)),
            (90, Ok(Hardware::Gfx9)),
            (99, Ok(Hardware::Gfx9)),
            (100, Err(Error::UnknownHardware)),
            (109, Err(Error::UnknownHardware)),
            (110, Ok(Hardware::Gfx11)),
            (119, Ok(Hardware::Gfx11)),
            (120, Ok(Hardware::Gfx12)),
            (125, Ok(Hardware::Gfx12)),
            (300, Ok(Hardware::Gfx12)),
        ] {
            assert_eq!(Hardware::try_from(version), known, "{version}");
        }
    }
}
