// SPDX-License-Identifier: MIT

//! States of the API, changes by commands, and the instructions that program
//! the 3D pipeline, with the sites where they are emitted.
//!
//! Source: docs/reference/dynamic-state.md, "States", "Commands",
//! "Instructions", "Sites".

use super::Error;
use crate::number::{from_number, named};

/// An API state, by its bit in a set of states, with its name in Mesa's
/// common Vulkan code. The first 62 numbers are Mesa 24.3's.
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
    IaPrimitiveRestartIndex = 62,
}

named! { State:
    Vi => c"VI",
    ViBindingsValid => c"VI_BINDINGS_VALID",
    ViBindingStrides => c"VI_BINDING_STRIDES",
    IaPrimitiveTopology => c"IA_PRIMITIVE_TOPOLOGY",
    IaPrimitiveRestartEnable => c"IA_PRIMITIVE_RESTART_ENABLE",
    TsPatchControlPoints => c"TS_PATCH_CONTROL_POINTS",
    TsDomainOrigin => c"TS_DOMAIN_ORIGIN",
    VpViewportCount => c"VP_VIEWPORT_COUNT",
    VpViewports => c"VP_VIEWPORTS",
    VpScissorCount => c"VP_SCISSOR_COUNT",
    VpScissors => c"VP_SCISSORS",
    VpDepthClipNegativeOneToOne => c"VP_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE",
    VpDepthClampRange => c"VP_DEPTH_CLAMP_RANGE",
    DrRectangles => c"DR_RECTANGLES",
    DrMode => c"DR_MODE",
    DrEnable => c"DR_ENABLE",
    RsRasterizerDiscardEnable => c"RS_RASTERIZER_DISCARD_ENABLE",
    RsDepthClampEnable => c"RS_DEPTH_CLAMP_ENABLE",
    RsDepthClipEnable => c"RS_DEPTH_CLIP_ENABLE",
    RsPolygonMode => c"RS_POLYGON_MODE",
    RsCullMode => c"RS_CULL_MODE",
    RsFrontFace => c"RS_FRONT_FACE",
    RsConservativeMode => c"RS_CONSERVATIVE_MODE",
    RsExtraPrimitiveOverestimationSize => c"RS_EXTRA_PRIMITIVE_OVERESTIMATION_SIZE",
    RsRasterizationOrderAmd => c"RS_RASTERIZATION_ORDER_AMD",
    RsProvokingVertex => c"RS_PROVOKING_VERTEX",
    RsRasterizationStream => c"RS_RASTERIZATION_STREAM",
    RsDepthBiasEnable => c"RS_DEPTH_BIAS_ENABLE",
    RsDepthBiasFactors => c"RS_DEPTH_BIAS_FACTORS",
    RsLineWidth => c"RS_LINE_WIDTH",
    RsLineMode => c"RS_LINE_MODE",
    RsLineStippleEnable => c"RS_LINE_STIPPLE_ENABLE",
    RsLineStipple => c"RS_LINE_STIPPLE",
    Fsr => c"FSR",
    MsRasterizationSamples => c"MS_RASTERIZATION_SAMPLES",
    MsSampleMask => c"MS_SAMPLE_MASK",
    MsAlphaToCoverageEnable => c"MS_ALPHA_TO_COVERAGE_ENABLE",
    MsAlphaToOneEnable => c"MS_ALPHA_TO_ONE_ENABLE",
    MsSampleLocationsEnable => c"MS_SAMPLE_LOCATIONS_ENABLE",
    MsSampleLocations => c"MS_SAMPLE_LOCATIONS",
    DsDepthTestEnable => c"DS_DEPTH_TEST_ENABLE",
    DsDepthWriteEnable => c"DS_DEPTH_WRITE_ENABLE",
    DsDepthCompareOp => c"DS_DEPTH_COMPARE_OP",
    DsDepthBoundsTestEnable => c"DS_DEPTH_BOUNDS_TEST_ENABLE",
    DsDepthBoundsTestBounds => c"DS_DEPTH_BOUNDS_TEST_BOUNDS",
    DsStencilTestEnable => c"DS_STENCIL_TEST_ENABLE",
    DsStencilOp => c"DS_STENCIL_OP",
    DsStencilCompareMask => c"DS_STENCIL_COMPARE_MASK",
    DsStencilWriteMask => c"DS_STENCIL_WRITE_MASK",
    DsStencilReference => c"DS_STENCIL_REFERENCE",
    CbLogicOpEnable => c"CB_LOGIC_OP_ENABLE",
    CbLogicOp => c"CB_LOGIC_OP",
    CbAttachmentCount => c"CB_ATTACHMENT_COUNT",
    CbColorWriteEnables => c"CB_COLOR_WRITE_ENABLES",
    CbBlendEnables => c"CB_BLEND_ENABLES",
    CbBlendEquations => c"CB_BLEND_EQUATIONS",
    CbWriteMasks => c"CB_WRITE_MASKS",
    CbBlendConstants => c"CB_BLEND_CONSTANTS",
    RpAttachments => c"RP_ATTACHMENTS",
    AttachmentFeedbackLoopEnable => c"ATTACHMENT_FEEDBACK_LOOP_ENABLE",
    ColorAttachmentMap => c"COLOR_ATTACHMENT_MAP",
    InputAttachmentMap => c"INPUT_ATTACHMENT_MAP",
    IaPrimitiveRestartIndex => c"IA_PRIMITIVE_RESTART_INDEX",
}

/// A change other than a state, by its bit in a set of commands.
#[allow(missing_docs)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub enum Command {
    /// Another pipeline (Mesa 24.3).
    Pipeline = 0,
    /// Another index buffer.
    IndexBuffer = 1,
    /// The render area.
    RenderArea = 2,
    /// The attachments.
    RenderTargets = 3,
    /// Transform feedback begins or ends.
    XfbEnable = 4,
    /// The index that restarts primitives (Mesa 24.3).
    RestartIndex = 5,
    /// An occlusion query begins or ends.
    OcclusionQueryActive = 6,
    /// The multisampling flags that fragment shaders read (Mesa 24.3).
    FsMsaaFlags = 7,
    /// Coarse pixels on or off (Mesa 24.3).
    CoarsePixelActive = 8,
    /// The stride of indirect draws.
    IndirectDataStride = 9,
    /// Another shader of this stage, or none: from here to PS (Mesa 26.2).
    Vs = 10,
    Hs = 11,
    Ds = 12,
    Gs = 13,
    Task = 14,
    Mesh = 15,
    Ps = 16,
    /// The type of the indices (Mesa 26.2).
    IndexType = 17,
}

named! { Command:
    Pipeline => c"PIPELINE",
    IndexBuffer => c"INDEX_BUFFER",
    RenderArea => c"RENDER_AREA",
    RenderTargets => c"RENDER_TARGETS",
    XfbEnable => c"XFB_ENABLE",
    RestartIndex => c"RESTART_INDEX",
    OcclusionQueryActive => c"OCCLUSION_QUERY_ACTIVE",
    FsMsaaFlags => c"FS_MSAA_FLAGS",
    CoarsePixelActive => c"COARSE_PIXEL_ACTIVE",
    IndirectDataStride => c"INDIRECT_DATA_STRIDE",
    Vs => c"VS",
    Hs => c"HS",
    Ds => c"DS",
    Gs => c"GS",
    Task => c"TASK",
    Mesh => c"MESH",
    Ps => c"PS",
    IndexType => c"INDEX_TYPE",
}

/// An instruction of the 3D pipeline, by its bit in a set of instructions.
/// VF_SGVS is 3DSTATE_VF_SGVS. CLIP_MESH and SBE_MESH are CLIP and SBE in a
/// pipeline with mesh shaders.
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
    VfComponentPacking = 55,
    Wa_18038825448 = 56,
    Wa_14024997852 = 57,
    Wa_18019110168 = 58,
    FsConfig = 59,
    TessConfig = 60,
    MeshProvokingVertex = 61,
}

named! { Instruction:
    Urb => c"URB",
    VfStatistics => c"VF_STATISTICS",
    VfSgvs => c"VF_SGVS",
    VfSgvs_2 => c"VF_SGVS_2",
    VfSgvsVi => c"VF_SGVS_VI",
    VfSgvsInstancing => c"VF_SGVS_INSTANCING",
    PrimitiveReplication => c"PRIMITIVE_REPLICATION",
    Sbe => c"SBE",
    SbeSwiz => c"SBE_SWIZ",
    SoDeclList => c"SO_DECL_LIST",
    Vs => c"VS",
    Hs => c"HS",
    Ds => c"DS",
    Gs => c"GS",
    Ps => c"PS",
    SbeMesh => c"SBE_MESH",
    ClipMesh => c"CLIP_MESH",
    MeshControl => c"MESH_CONTROL",
    MeshShader => c"MESH_SHADER",
    MeshDistrib => c"MESH_DISTRIB",
    TaskControl => c"TASK_CONTROL",
    TaskShader => c"TASK_SHADER",
    TaskRedistrib => c"TASK_REDISTRIB",
    BlendState => c"BLEND_STATE",
    BlendStatePtr => c"BLEND_STATE_PTR",
    Clip => c"CLIP",
    CcState => c"CC_STATE",
    CcStatePtr => c"CC_STATE_PTR",
    Cps => c"CPS",
    DepthBounds => c"DEPTH_BOUNDS",
    IndexBuffer => c"INDEX_BUFFER",
    LineStipple => c"LINE_STIPPLE",
    Multisample => c"MULTISAMPLE",
    PsBlend => c"PS_BLEND",
    Raster => c"RASTER",
    SampleMask => c"SAMPLE_MASK",
    SamplePattern => c"SAMPLE_PATTERN",
    Scissor => c"SCISSOR",
    Sf => c"SF",
    Streamout => c"STREAMOUT",
    Te => c"TE",
    VertexInput => c"VERTEX_INPUT",
    Vf => c"VF",
    VfTopology => c"VF_TOPOLOGY",
    Vfg => c"VFG",
    ViewportCc => c"VIEWPORT_CC",
    ViewportCcPtr => c"VIEWPORT_CC_PTR",
    ViewportSfClip => c"VIEWPORT_SF_CLIP",
    Wm => c"WM",
    WmDepthStencil => c"WM_DEPTH_STENCIL",
    PsExtra => c"PS_EXTRA",
    PmaFix => c"PMA_FIX",
    Wa_18019816803 => c"WA_18019816803",
    Wa_14018283232 => c"WA_14018283232",
    TbimrTilePassInfo => c"TBIMR_TILE_PASS_INFO",
    VfComponentPacking => c"VF_COMPONENT_PACKING",
    Wa_18038825448 => c"WA_18038825448",
    Wa_14024997852 => c"WA_14024997852",
    Wa_18019110168 => c"WA_18019110168",
    FsConfig => c"FS_CONFIG",
    TessConfig => c"TESS_CONFIG",
    MeshProvokingVertex => c"MESH_PROVOKING_VERTEX",
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
