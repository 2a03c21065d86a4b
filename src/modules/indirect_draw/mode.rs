// SPDX-License-Identifier: MIT

//! How indirect draws are issued, and why.
//!
//! Source: docs/reference/indirect-draw.md, "Modes".

use super::hardware::Driver;
use super::request::IndirectDraw;
use core::ffi::CStr;

/// How indirect draws are issued.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(C)]
pub enum Mode {
    /// The command streamer loads each draw.
    Registers = 0,
    /// The hardware unrolls the draws.
    ExecuteIndirect = 1,
    /// A shader writes the draws into slots of the batch.
    InPlace = 2,
    /// A shader writes the draws into a ring, one part at a time.
    Ring = 3,
}

impl Mode {
    /// Whether this is the mode with that number.
    pub(super) const fn is(self, number: u32) -> bool {
        self as u32 == number
    }
}

/// The rule that selects the mode: the first that applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ModeRule {
    /// The hardware can unroll these draws.
    ExecuteIndirect,
    /// No shader can write commands to protected memory.
    Protected,
    /// A workaround forbids generated draws.
    TessellationWorkaround,
    /// Fewer draws than the generation threshold.
    FewDraws,
    /// At least as many draws as the ring threshold.
    ManyDraws,
    /// The driver generates nothing in place.
    RingOnly,
    /// A number of draws between the thresholds.
    Between,
}

impl ModeRule {
    /// The mode that the rule selects.
    pub const fn mode(self) -> Mode {
        match self {
            Self::ExecuteIndirect => Mode::ExecuteIndirect,
            Self::Protected | Self::TessellationWorkaround | Self::FewDraws => {
                Mode::Registers
            }
            Self::ManyDraws | Self::RingOnly => Mode::Ring,
            Self::Between => Mode::InPlace,
        }
    }

    /// The rule as a sentence for a driver's log.
    pub const fn message(self) -> &'static CStr {
        match self {
            Self::ExecuteIndirect => {
                c"execute indirect: the hardware unrolls the draws itself"
            }
            Self::Protected => {
                c"registers: no shader can write commands to protected memory"
            }
            Self::TessellationWorkaround => {
                c"registers: a workaround of the hardware forbids generated \
                  draws with a tessellation control shader"
            }
            Self::FewDraws => {
                c"registers: fewer draws than the generation threshold"
            }
            Self::ManyDraws => {
                c"ring: at least as many draws as the ring threshold"
            }
            Self::RingOnly => c"ring: iris generates nothing in place",
            Self::Between => {
                c"in place: between the generation and ring thresholds"
            }
        }
    }
}

impl IndirectDraw {
    /// The rule that selects the mode of these draws.
    pub const fn mode_rule(&self) -> ModeRule {
        if self.execute_indirect != 0 {
            ModeRule::ExecuteIndirect
        } else if self.is_protected != 0 {
            ModeRule::Protected
        } else if self.tessellation_workaround != 0 {
            ModeRule::TessellationWorkaround
        } else if self.max_draw_count < self.generate_threshold {
            ModeRule::FewDraws
        } else if self.driver == Driver::Iris as u32 {
            ModeRule::RingOnly
        } else if self.max_draw_count >= self.ring_threshold {
            ModeRule::ManyDraws
        } else {
            ModeRule::Between
        }
    }
}
