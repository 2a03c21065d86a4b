// SPDX-License-Identifier: MIT

//! States of the API.
//!
//! Source: docs/dynamic-state.md, "States".

use super::table::STATES;
use super::Error;
use crate::number::from_number;
use core::ffi::CStr;

/// An API state that draws depend on, by its bit in a set of states. Names are
/// those of Mesa's common Vulkan code, numbers those of Mesa 24.3. Numbers
/// never change; new states are appended, even if Mesa orders them
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

from_number!(State, else UnknownState, in STATES.state);

impl State {
    /// Its name in Mesa.
    pub fn name(self) -> &'static CStr {
        STATES.get(self as usize).map_or(c"", |row| row.name)
    }
}
