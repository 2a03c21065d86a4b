// SPDX-License-Identifier: MIT

//! Vulkan's dynamic states, the same in all releases.
//!
//! Source: docs/reference/dynamic-state.md, "Dynamic states of Vulkan".

use super::super::element::State;
use super::states;
use State as S;

/// A VkDynamicState, and the states that it makes dynamic.
pub(in super::super) struct DynamicRow {
    pub(in super::super) number: u32,
    pub(in super::super) name: &'static str,
    pub(in super::super) states: u64,
}

const fn dynamic(
    number: u32,
    name: &'static str,
    list: &[State],
) -> DynamicRow {
    DynamicRow { number, name, states: states(list) }
}

/// In the order of their numbers; the names are Vulkan's without
/// VK_DYNAMIC_STATE_.
#[rustfmt::skip]
pub(in super::super) const DYNAMIC_STATES: &[DynamicRow] = &[
    dynamic(0, "VIEWPORT", &[S::VpViewports]),
    dynamic(1, "SCISSOR", &[S::VpScissors]),
    dynamic(2, "LINE_WIDTH", &[S::RsLineWidth]),
    dynamic(3, "DEPTH_BIAS", &[S::RsDepthBiasFactors]),
    dynamic(4, "BLEND_CONSTANTS", &[S::CbBlendConstants]),
    dynamic(5, "DEPTH_BOUNDS", &[S::DsDepthBoundsTestBounds]),
    dynamic(6, "STENCIL_COMPARE_MASK", &[S::DsStencilCompareMask]),
    dynamic(7, "STENCIL_WRITE_MASK", &[S::DsStencilWriteMask]),
    dynamic(8, "STENCIL_REFERENCE", &[S::DsStencilReference]),
    dynamic(1_000_099_000, "DISCARD_RECTANGLE_EXT", &[S::DrRectangles]),
    dynamic(1_000_099_001, "DISCARD_RECTANGLE_ENABLE_EXT", &[S::DrEnable]),
    dynamic(1_000_099_002, "DISCARD_RECTANGLE_MODE_EXT", &[S::DrMode]),
    dynamic(1_000_143_000, "SAMPLE_LOCATIONS_EXT", &[S::MsSampleLocations]),
    dynamic(1_000_226_000, "FRAGMENT_SHADING_RATE_KHR", &[S::Fsr]),
    dynamic(1_000_259_000, "LINE_STIPPLE", &[S::RsLineStipple]),
    dynamic(1_000_267_000, "CULL_MODE", &[S::RsCullMode]),
    dynamic(1_000_267_001, "FRONT_FACE", &[S::RsFrontFace]),
    dynamic(1_000_267_002, "PRIMITIVE_TOPOLOGY", &[S::IaPrimitiveTopology]),
    dynamic(1_000_267_003, "VIEWPORT_WITH_COUNT",
            &[S::VpViewportCount, S::VpViewports]),
    dynamic(1_000_267_004, "SCISSOR_WITH_COUNT",
            &[S::VpScissorCount, S::VpScissors]),
    dynamic(1_000_267_005, "VERTEX_INPUT_BINDING_STRIDE",
            &[S::ViBindingStrides]),
    dynamic(1_000_267_006, "DEPTH_TEST_ENABLE", &[S::DsDepthTestEnable]),
    dynamic(1_000_267_007, "DEPTH_WRITE_ENABLE", &[S::DsDepthWriteEnable]),
    dynamic(1_000_267_008, "DEPTH_COMPARE_OP", &[S::DsDepthCompareOp]),
    dynamic(1_000_267_009, "DEPTH_BOUNDS_TEST_ENABLE",
            &[S::DsDepthBoundsTestEnable]),
    dynamic(1_000_267_010, "STENCIL_TEST_ENABLE", &[S::DsStencilTestEnable]),
    dynamic(1_000_267_011, "STENCIL_OP", &[S::DsStencilOp]),
    dynamic(1_000_352_000, "VERTEX_INPUT_EXT",
            &[S::Vi, S::ViBindingsValid, S::ViBindingStrides]),
    dynamic(1_000_377_000, "PATCH_CONTROL_POINTS_EXT",
            &[S::TsPatchControlPoints]),
    dynamic(1_000_377_001, "RASTERIZER_DISCARD_ENABLE",
            &[S::RsRasterizerDiscardEnable]),
    dynamic(1_000_377_002, "DEPTH_BIAS_ENABLE", &[S::RsDepthBiasEnable]),
    dynamic(1_000_377_003, "LOGIC_OP_EXT", &[S::CbLogicOp]),
    dynamic(1_000_377_004, "PRIMITIVE_RESTART_ENABLE",
            &[S::IaPrimitiveRestartEnable]),
    dynamic(1_000_381_000, "COLOR_WRITE_ENABLE_EXT",
            &[S::CbColorWriteEnables]),
    dynamic(1_000_455_002, "TESSELLATION_DOMAIN_ORIGIN_EXT",
            &[S::TsDomainOrigin]),
    dynamic(1_000_455_003, "DEPTH_CLAMP_ENABLE_EXT", &[S::RsDepthClampEnable]),
    dynamic(1_000_455_004, "POLYGON_MODE_EXT", &[S::RsPolygonMode]),
    dynamic(1_000_455_005, "RASTERIZATION_SAMPLES_EXT",
            &[S::MsRasterizationSamples]),
    dynamic(1_000_455_006, "SAMPLE_MASK_EXT", &[S::MsSampleMask]),
    dynamic(1_000_455_007, "ALPHA_TO_COVERAGE_ENABLE_EXT",
            &[S::MsAlphaToCoverageEnable]),
    dynamic(1_000_455_008, "ALPHA_TO_ONE_ENABLE_EXT",
            &[S::MsAlphaToOneEnable]),
    dynamic(1_000_455_009, "LOGIC_OP_ENABLE_EXT", &[S::CbLogicOpEnable]),
    dynamic(1_000_455_010, "COLOR_BLEND_ENABLE_EXT", &[S::CbBlendEnables]),
    dynamic(1_000_455_011, "COLOR_BLEND_EQUATION_EXT", &[S::CbBlendEquations]),
    dynamic(1_000_455_012, "COLOR_WRITE_MASK_EXT", &[S::CbWriteMasks]),
    dynamic(1_000_455_013, "RASTERIZATION_STREAM_EXT",
            &[S::RsRasterizationStream]),
    dynamic(1_000_455_014, "CONSERVATIVE_RASTERIZATION_MODE_EXT",
            &[S::RsConservativeMode]),
    dynamic(1_000_455_015, "EXTRA_PRIMITIVE_OVERESTIMATION_SIZE_EXT",
            &[S::RsExtraPrimitiveOverestimationSize]),
    dynamic(1_000_455_016, "DEPTH_CLIP_ENABLE_EXT", &[S::RsDepthClipEnable]),
    dynamic(1_000_455_017, "SAMPLE_LOCATIONS_ENABLE_EXT",
            &[S::MsSampleLocationsEnable]),
    dynamic(1_000_455_019, "PROVOKING_VERTEX_MODE_EXT",
            &[S::RsProvokingVertex]),
    dynamic(1_000_455_020, "LINE_RASTERIZATION_MODE_EXT", &[S::RsLineMode]),
    dynamic(1_000_455_021, "LINE_STIPPLE_ENABLE_EXT",
            &[S::RsLineStippleEnable]),
    dynamic(1_000_455_022, "DEPTH_CLIP_NEGATIVE_ONE_TO_ONE_EXT",
            &[S::VpDepthClipNegativeOneToOne]),
    dynamic(1_000_524_000, "ATTACHMENT_FEEDBACK_LOOP_ENABLE_EXT",
            &[S::AttachmentFeedbackLoopEnable]),
    dynamic(1_000_582_000, "DEPTH_CLAMP_RANGE_EXT", &[S::VpDepthClampRange]),
];

/// If all of these are dynamic, the number of attachments is dynamic too.
pub(in super::super) const OF_ALL_ATTACHMENTS: u64 =
    states(&[S::CbBlendEnables, S::CbBlendEquations, S::CbWriteMasks]);
pub(in super::super) const ATTACHMENT_COUNT: u64 =
    states(&[S::CbAttachmentCount]);
