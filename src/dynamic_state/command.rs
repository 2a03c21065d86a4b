// SPDX-License-Identifier: MIT

//! Changes by commands, other than states.
//!
//! Source: docs/dynamic-state.md, "Commands".

use super::table::COMMANDS;
use super::Error;
use crate::number::from_number;
use core::ffi::CStr;

/// A change other than a state, by its bit in a set of commands. Numbers never
/// change; new commands are appended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Command {
    /// Another pipeline is bound.
    Pipeline = 0,
    /// Another index buffer is bound.
    IndexBuffer = 1,
    /// The render area has changed.
    RenderArea = 2,
    /// The attachments have changed.
    RenderTargets = 3,
    /// Transform feedback begins or ends.
    XfbEnable = 4,
    /// The index that restarts primitives has changed, with the type of
    /// the indices.
    RestartIndex = 5,
    /// An occlusion query begins or ends.
    OcclusionQueryActive = 6,
    /// The multisampling flags that fragment shaders read at run time have
    /// changed.
    FsMsaaFlags = 7,
    /// Coarse pixels are switched on or off.
    CoarsePixelActive = 8,
    /// The stride of indirect draws has changed.
    IndirectDataStride = 9,
}

from_number!(Command, else UnknownCommand, in COMMANDS.command);

impl Command {
    /// Its name in ANV.
    pub fn name(self) -> &'static CStr {
        COMMANDS.get(self as usize).map_or(c"", |row| row.name)
    }
}
