// SPDX-License-Identifier: MIT

//! Instructions that program the 3D pipeline, and where they are emitted.
//!
//! Source: docs/dynamic-state.md, "Instructions", "Sites".

use super::table::INSTRUCTIONS;
use super::{Error, Instructions};
use crate::number::from_number;
use core::ffi::CStr;

/// An instruction that programs the 3D pipeline, by its bit in a set of
/// instructions. Numbers never change; new instructions are appended, even if
/// the driver orders them differently. VF_SGVS is 3DSTATE_VF_SGVS. CLIP_MESH
/// is 3DSTATE_CLIP in a pipeline with mesh shaders; likewise SBE_MESH.
// The names are self-explanatory, and spelled as they are printed.
#[allow(missing_docs, non_camel_case_types)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Instruction {
    Urb = 0,
    VfStatistics = 1,
    VfSgvs = 2,
    VfSgvs_2 = 3,
    VfSgvsVi = 4,
    VfSgvsInstancing = 5,
    PrimitiveReplication = 6,
    Sbe = 7,
    SbeSwiz = 8,
    SoDeclList = 9,
    Vs = 10,
    Hs = 11,
    Ds = 12,
    Gs = 13,
    Ps = 14,
    SbeMesh = 15,
    ClipMesh = 16,
    MeshControl = 17,
    MeshShader = 18,
    MeshDistrib = 19,
    TaskControl = 20,
    TaskShader = 21,
    TaskRedistrib = 22,
    BlendState = 23,
    BlendStatePtr = 24,
    Clip = 25,
    CcState = 26,
    CcStatePtr = 27,
    Cps = 28,
    DepthBounds = 29,
    IndexBuffer = 30,
    LineStipple = 31,
    Multisample = 32,
    PsBlend = 33,
    Raster = 34,
    SampleMask = 35,
    SamplePattern = 36,
    Scissor = 37,
    Sf = 38,
    Streamout = 39,
    Te = 40,
    VertexInput = 41,
    Vf = 42,
    VfTopology = 43,
    Vfg = 44,
    ViewportCc = 45,
    ViewportCcPtr = 46,
    ViewportSfClip = 47,
    Wm = 48,
    WmDepthStencil = 49,
    PsExtra = 50,
    PmaFix = 51,
    Wa_18019816803 = 52,
    Wa_14018283232 = 53,
    TbimrTilePassInfo = 54,
}

from_number!(Instruction, else UnknownInstruction, in INSTRUCTIONS.instruction);

impl Instruction {
    /// Its name in ANV.
    pub fn name(self) -> &'static CStr {
        INSTRUCTIONS.get(self as usize).map_or(c"", |row| row.name)
    }

    /// Where it is packed and emitted. This is decided once per instruction,
    /// by what *can* be dynamic; it does not depend on what a pipeline
    /// declares dynamic.
    pub fn site(self) -> Site {
        let row = INSTRUCTIONS.get(self as usize);
        row.map_or(Site::Pseudo, |row| row.site)
    }
}

/// Where an instruction is packed and emitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Site {
    /// Baked into the pipeline; no field is dynamic.
    Final = 0,
    /// Packed with the pipeline; dynamic fields are added at the draw.
    Partial = 1,
    /// Packed at the draw.
    Dynamic = 2,
    /// Not a separate instruction: a workaround, or unused.
    Pseudo = 3,
}

impl Site {
    /// All sites.
    pub const fn all() -> [Self; 4] {
        [Self::Final, Self::Partial, Self::Dynamic, Self::Pseudo]
    }

    /// The instructions of the site.
    pub fn instructions(self) -> Instructions {
        let mut bits = 0;
        for row in &INSTRUCTIONS {
            if row.site == self {
                bits |= 1 << row.instruction as u32;
            }
        }
        Instructions::from_table(bits)
    }
}

from_number!(Site, else UnknownSite, Final, Partial, Dynamic, Pseudo);
