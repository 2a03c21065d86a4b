// SPDX-License-Identifier: MIT

//! States of the API, changes by commands, and the instructions that program
//! the 3D pipeline, with the sites where they are emitted.
//!
//! Source: docs/reference/dynamic-state.md, "States", "Commands",
//! "Instructions", "Sites".

use super::Error;
use crate::number::{from_number, named};

named! {
    /// An API state, by its bit in a set of states, with its name in Mesa's
    /// common Vulkan code. The first 62 numbers are those of Mesa 24.3.
    // The names are self-explanatory.
    #[allow(missing_docs)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum State {
        Vi = 0 => c"VI",
        ViBindingsValid = 1 => c"VI_BINDINGS_VALID",
        ViBindingStrides = 2 => c"VI_BINDING_STRIDES",
        IaPrimitiveTopology = 3 => c"IA_PRIMITIVE_TOPOLOGY",
        IaPrimitiveRestartEnable = 4 => c"IA_PRIMITIVE_RESTART_ENABLE",
        TsPatchControlPoints = 5 => c"TS_PATCH_CONTROL_POINTS",
        TsDomainOrigin = 6 => c"TS_DOMAIN_ORIGIN",
        VpViewportCount = 7 => c"VP_VIEWPORT_COUNT",
        VpViewports = 8 => c"VP_VIEWPORTS",
        VpScissorCount = 9 => c"VP_SCISSOR_COUNT",
        VpScissors = 10 => c"VP_SCISSORS",
        VpDepthClipNegativeOneToOne = 11
            => c"VP_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE",
        VpDepthClampRange = 12 => c"VP_DEPTH_CLAMP_RANGE",
        DrRectangles = 13 => c"DR_RECTANGLES",
        DrMode = 14 => c"DR_MODE",
        DrEnable = 15 => c"DR_ENABLE",
        RsRasterizerDiscardEnable = 16 => c"RS_RASTERIZER_DISCARD_ENABLE",
        RsDepthClampEnable = 17 => c"RS_DEPTH_CLAMP_ENABLE",
        RsDepthClipEnable = 18 => c"RS_DEPTH_CLIP_ENABLE",
        RsPolygonMode = 19 => c"RS_POLYGON_MODE",
        RsCullMode = 20 => c"RS_CULL_MODE",
        RsFrontFace = 21 => c"RS_FRONT_FACE",
        RsConservativeMode = 22 => c"RS_CONSERVATIVE_MODE",
        RsExtraPrimitiveOverestimationSize = 23
            => c"RS_EXTRA_PRIMITIVE_OVERESTIMATION_SIZE",
        RsRasterizationOrderAmd = 24 => c"RS_RASTERIZATION_ORDER_AMD",
        RsProvokingVertex = 25 => c"RS_PROVOKING_VERTEX",
        RsRasterizationStream = 26 => c"RS_RASTERIZATION_STREAM",
        RsDepthBiasEnable = 27 => c"RS_DEPTH_BIAS_ENABLE",
        RsDepthBiasFactors = 28 => c"RS_DEPTH_BIAS_FACTORS",
        RsLineWidth = 29 => c"RS_LINE_WIDTH",
        RsLineMode = 30 => c"RS_LINE_MODE",
        RsLineStippleEnable = 31 => c"RS_LINE_STIPPLE_ENABLE",
        RsLineStipple = 32 => c"RS_LINE_STIPPLE",
        Fsr = 33 => c"FSR",
        MsRasterizationSamples = 34 => c"MS_RASTERIZATION_SAMPLES",
        MsSampleMask = 35 => c"MS_SAMPLE_MASK",
        MsAlphaToCoverageEnable = 36 => c"MS_ALPHA_TO_COVERAGE_ENABLE",
        MsAlphaToOneEnable = 37 => c"MS_ALPHA_TO_ONE_ENABLE",
        MsSampleLocationsEnable = 38 => c"MS_SAMPLE_LOCATIONS_ENABLE",
        MsSampleLocations = 39 => c"MS_SAMPLE_LOCATIONS",
        DsDepthTestEnable = 40 => c"DS_DEPTH_TEST_ENABLE",
        DsDepthWriteEnable = 41 => c"DS_DEPTH_WRITE_ENABLE",
        DsDepthCompareOp = 42 => c"DS_DEPTH_COMPARE_OP",
        DsDepthBoundsTestEnable = 43 => c"DS_DEPTH_BOUNDS_TEST_ENABLE",
        DsDepthBoundsTestBounds = 44 => c"DS_DEPTH_BOUNDS_TEST_BOUNDS",
        DsStencilTestEnable = 45 => c"DS_STENCIL_TEST_ENABLE",
        DsStencilOp = 46 => c"DS_STENCIL_OP",
        DsStencilCompareMask = 47 => c"DS_STENCIL_COMPARE_MASK",
        DsStencilWriteMask = 48 => c"DS_STENCIL_WRITE_MASK",
        DsStencilReference = 49 => c"DS_STENCIL_REFERENCE",
        CbLogicOpEnable = 50 => c"CB_LOGIC_OP_ENABLE",
        CbLogicOp = 51 => c"CB_LOGIC_OP",
        CbAttachmentCount = 52 => c"CB_ATTACHMENT_COUNT",
        CbColorWriteEnables = 53 => c"CB_COLOR_WRITE_ENABLES",
        CbBlendEnables = 54 => c"CB_BLEND_ENABLES",
        CbBlendEquations = 55 => c"CB_BLEND_EQUATIONS",
        CbWriteMasks = 56 => c"CB_WRITE_MASKS",
        CbBlendConstants = 57 => c"CB_BLEND_CONSTANTS",
        RpAttachments = 58 => c"RP_ATTACHMENTS",
        AttachmentFeedbackLoopEnable = 59 => c"ATTACHMENT_FEEDBACK_LOOP_ENABLE",
        ColorAttachmentMap = 60 => c"COLOR_ATTACHMENT_MAP",
        InputAttachmentMap = 61 => c"INPUT_ATTACHMENT_MAP",
        IaPrimitiveRestartIndex = 62 => c"IA_PRIMITIVE_RESTART_INDEX",
    }
}

named! {
    /// A change other than a state, by its bit in a set of commands.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Command {
        /// Another pipeline is bound. In Mesa 24.3.
        Pipeline = 0 => c"PIPELINE",
        /// Another index buffer is bound.
        IndexBuffer = 1 => c"INDEX_BUFFER",
        /// The render area has changed.
        RenderArea = 2 => c"RENDER_AREA",
        /// The attachments have changed.
        RenderTargets = 3 => c"RENDER_TARGETS",
        /// Transform feedback begins or ends.
        XfbEnable = 4 => c"XFB_ENABLE",
        /// The index that restarts primitives has changed. In Mesa 24.3.
        RestartIndex = 5 => c"RESTART_INDEX",
        /// An occlusion query begins or ends.
        OcclusionQueryActive = 6 => c"OCCLUSION_QUERY_ACTIVE",
        /// The multisampling flags that fragment shaders read have changed. In
        /// Mesa 24.3.
        FsMsaaFlags = 7 => c"FS_MSAA_FLAGS",
        /// Coarse pixels are switched on or off. In Mesa 24.3.
        CoarsePixelActive = 8 => c"COARSE_PIXEL_ACTIVE",
        /// The stride of indirect draws has changed.
        IndirectDataStride = 9 => c"INDIRECT_DATA_STRIDE",
        /// Another vertex shader is bound, or none. This and the following:
        /// Mesa 26.2.
        Vs = 10 => c"VS",
        /// Another tessellation control shader is bound, or none.
        Hs = 11 => c"HS",
        /// Another tessellation evaluation shader is bound, or none.
        Ds = 12 => c"DS",
        /// Another geometry shader is bound, or none.
        Gs = 13 => c"GS",
        /// Another task shader is bound, or none.
        Task = 14 => c"TASK",
        /// Another mesh shader is bound, or none.
        Mesh = 15 => c"MESH",
        /// Another fragment shader is bound, or none.
        Ps = 16 => c"PS",
        /// The type of the indices has changed.
        IndexType = 17 => c"INDEX_TYPE",
    }
}

named! {
    /// An instruction of the 3D pipeline, by its bit in a set of instructions.
    /// VF_SGVS is 3DSTATE_VF_SGVS. CLIP_MESH and SBE_MESH are CLIP and SBE in a
    /// pipeline with mesh shaders.
    // The names are self-explanatory, and spelled as they are printed.
    #[allow(missing_docs, non_camel_case_types)]
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    #[repr(C)]
    pub enum Instruction {
        Urb = 0 => c"URB",
        VfStatistics = 1 => c"VF_STATISTICS",
        VfSgvs = 2 => c"VF_SGVS",
        VfSgvs_2 = 3 => c"VF_SGVS_2",
        VfSgvsVi = 4 => c"VF_SGVS_VI",
        VfSgvsInstancing = 5 => c"VF_SGVS_INSTANCING",
        PrimitiveReplication = 6 => c"PRIMITIVE_REPLICATION",
        Sbe = 7 => c"SBE",
        SbeSwiz = 8 => c"SBE_SWIZ",
        SoDeclList = 9 => c"SO_DECL_LIST",
        Vs = 10 => c"VS",
        Hs = 11 => c"HS",
        Ds = 12 => c"DS",
        Gs = 13 => c"GS",
        Ps = 14 => c"PS",
        SbeMesh = 15 => c"SBE_MESH",
        ClipMesh = 16 => c"CLIP_MESH",
        MeshControl = 17 => c"MESH_CONTROL",
        MeshShader = 18 => c"MESH_SHADER",
        MeshDistrib = 19 => c"MESH_DISTRIB",
        TaskControl = 20 => c"TASK_CONTROL",
        TaskShader = 21 => c"TASK_SHADER",
        TaskRedistrib = 22 => c"TASK_REDISTRIB",
        BlendState = 23 => c"BLEND_STATE",
        BlendStatePtr = 24 => c"BLEND_STATE_PTR",
        Clip = 25 => c"CLIP",
        CcState = 26 => c"CC_STATE",
        CcStatePtr = 27 => c"CC_STATE_PTR",
        Cps = 28 => c"CPS",
        DepthBounds = 29 => c"DEPTH_BOUNDS",
        IndexBuffer = 30 => c"INDEX_BUFFER",
        LineStipple = 31 => c"LINE_STIPPLE",
        Multisample = 32 => c"MULTISAMPLE",
        PsBlend = 33 => c"PS_BLEND",
        Raster = 34 => c"RASTER",
        SampleMask = 35 => c"SAMPLE_MASK",
        SamplePattern = 36 => c"SAMPLE_PATTERN",
        Scissor = 37 => c"SCISSOR",
        Sf = 38 => c"SF",
        Streamout = 39 => c"STREAMOUT",
        Te = 40 => c"TE",
        VertexInput = 41 => c"VERTEX_INPUT",
        Vf = 42 => c"VF",
        VfTopology = 43 => c"VF_TOPOLOGY",
        Vfg = 44 => c"VFG",
        ViewportCc = 45 => c"VIEWPORT_CC",
        ViewportCcPtr = 46 => c"VIEWPORT_CC_PTR",
        ViewportSfClip = 47 => c"VIEWPORT_SF_CLIP",
        Wm = 48 => c"WM",
        WmDepthStencil = 49 => c"WM_DEPTH_STENCIL",
        PsExtra = 50 => c"PS_EXTRA",
        PmaFix = 51 => c"PMA_FIX",
        Wa_18019816803 = 52 => c"WA_18019816803",
        Wa_14018283232 = 53 => c"WA_14018283232",
        TbimrTilePassInfo = 54 => c"TBIMR_TILE_PASS_INFO",
        VfComponentPacking = 55 => c"VF_COMPONENT_PACKING",
        Wa_18038825448 = 56 => c"WA_18038825448",
        Wa_14024997852 = 57 => c"WA_14024997852",
        Wa_18019110168 = 58 => c"WA_18019110168",
        FsConfig = 59 => c"FS_CONFIG",
        TessConfig = 60 => c"TESS_CONFIG",
        MeshProvokingVertex = 61 => c"MESH_PROVOKING_VERTEX",
    }
}

/// Where an instruction is packed and emitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Site {
    /// Baked into the pipeline or shader.
    Final = 0,
    /// Packed with the pipeline or shader; the draw adds dynamic fields.
    Partial = 1,
    /// Packed at the draw.
    Dynamic = 2,
    /// Not a separate instruction: a workaround, data of a shader, or unused.
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
