// SPDX-License-Identifier: MIT

//! States of the API, changes by commands, and the instructions that program
//! the 3D pipeline, with the sites where they are emitted.
//!
//! Source: docs/dynamic-state.md, "States", "Commands", "Instructions",
//! "Sites".

use super::Error;
use crate::number::{from_number, named};

named! {
    /// An API state that draws depend on, by its bit in a set of states. Names
    /// are those of Mesa's common Vulkan code, numbers those of Mesa 24.3.
    /// Numbers never change; new states are appended, even if Mesa orders them
    /// differently.
    // The names are self-explanatory.
    #[allow(missing_docs)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum State {
        Vi = 0,
        ViBindingsValid = 1,
        ViBindingStrides = 2,
        IaPrimitiveTopology = 3,
        IaPrimitiveRestartEnable = 4,
        TsPatchControlPoints = 5,
        TsDomainOrigin = 6,
        VpViewportCount = 7,
        VpViewports = 8,
        VpScissorCount = 9,
        VpScissors = 10,
        VpDepthClipNegativeOneToOne = 11,
        VpDepthClampRange = 12,
        DrRectangles = 13,
        DrMode = 14,
        DrEnable = 15,
        RsRasterizerDiscardEnable = 16,
        RsDepthClampEnable = 17,
        RsDepthClipEnable = 18,
        RsPolygonMode = 19,
        RsCullMode = 20,
        RsFrontFace = 21,
        RsConservativeMode = 22,
        RsExtraPrimitiveOverestimationSize = 23,
        RsRasterizationOrderAmd = 24,
        RsProvokingVertex = 25,
        RsRasterizationStream = 26,
        RsDepthBiasEnable = 27,
        RsDepthBiasFactors = 28,
        RsLineWidth = 29,
        RsLineMode = 30,
        RsLineStippleEnable = 31,
        RsLineStipple = 32,
        Fsr = 33,
        MsRasterizationSamples = 34,
        MsSampleMask = 35,
        MsAlphaToCoverageEnable = 36,
        MsAlphaToOneEnable = 37,
        MsSampleLocationsEnable = 38,
        MsSampleLocations = 39,
        DsDepthTestEnable = 40,
        DsDepthWriteEnable = 41,
        DsDepthCompareOp = 42,
        DsDepthBoundsTestEnable = 43,
        DsDepthBoundsTestBounds = 44,
        DsStencilTestEnable = 45,
        DsStencilOp = 46,
        DsStencilCompareMask = 47,
        DsStencilWriteMask = 48,
        DsStencilReference = 49,
        CbLogicOpEnable = 50,
        CbLogicOp = 51,
        CbAttachmentCount = 52,
        CbColorWriteEnables = 53,
        CbBlendEnables = 54,
        CbBlendEquations = 55,
        CbWriteMasks = 56,
        CbBlendConstants = 57,
        RpAttachments = 58,
        AttachmentFeedbackLoopEnable = 59,
        ColorAttachmentMap = 60,
        InputAttachmentMap = 61,
    }
}

named! {
    /// A change other than a state, by its bit in a set of commands. Numbers
    /// never change; new commands are appended.
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
}

named! {
    /// An instruction that programs the 3D pipeline, by its bit in a set of
    /// instructions. Numbers never change; new instructions are appended, even
    /// if the driver orders them differently. VF_SGVS is 3DSTATE_VF_SGVS.
    /// CLIP_MESH is 3DSTATE_CLIP in a pipeline with mesh shaders; likewise
    /// SBE_MESH.
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
}

from_number!(State, else UnknownState);
from_number!(Command, else UnknownCommand);
from_number!(Instruction, else UnknownInstruction);
from_number!(Site, else UnknownSite, Final, Partial, Dynamic, Pseudo);
