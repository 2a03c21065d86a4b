// SPDX-License-Identifier: MIT

//! The table: which instructions program the 3D pipeline, where each is
//! emitted and what makes it necessary. Everything else in this module reads
//! it. It describes the driver release that `SOURCE` names; for a later
//! release the rows must be compared.
//!
//! Source: docs/dynamic-state.md.

use super::condition::{
    before, from, only, with, Condition, Feature, ALWAYS, NEVER,
};
use super::element::Site::{self, Dynamic, Final, Partial, Pseudo};
use super::element::{Command, Instruction, State};
use core::ffi::CStr;
use Command as C;
use Instruction as I;
use State as S;

/// The driver release that the table describes.
pub(super) const SOURCE: &CStr = c"Mesa 24.3.0";

/// Ten times the generations of hardware in the driver.
pub(super) const VERSIONS: [u32; 6] = [90, 110, 120, 125, 200, 300];

/// An instruction.
pub(super) struct InstructionRow {
    pub(super) instruction: Instruction,
    pub(super) site: Site,
    /// Whether the first draw of a command buffer emits it.
    pub(super) initial: Condition,
}

const fn row(
    instruction: Instruction,
    site: Site,
    initial: Condition,
) -> InstructionRow {
    InstructionRow { instruction, site, initial }
}

/// Indexed by their numbers.
#[rustfmt::skip]
pub(super) const INSTRUCTIONS: [InstructionRow; 55] = [
    row(I::Urb, Final, ALWAYS),
    row(I::VfStatistics, Final, ALWAYS),
    row(I::VfSgvs, Final, ALWAYS),
    row(I::VfSgvs_2, Final, from(110)),
    row(I::VfSgvsVi, Pseudo, ALWAYS),
    row(I::VfSgvsInstancing, Final, ALWAYS),
    row(I::PrimitiveReplication, Final, from(120)),
    row(I::Sbe, Final, ALWAYS),
    row(I::SbeSwiz, Final, ALWAYS),
    row(I::SoDeclList, Final, NEVER),
    row(I::Vs, Final, ALWAYS),
    row(I::Hs, Final, ALWAYS),
    row(I::Ds, Final, ALWAYS),
    row(I::Gs, Partial, ALWAYS),
    row(I::Ps, Partial, ALWAYS),
    row(I::SbeMesh, Final, with(Feature::MeshShading)),
    row(I::ClipMesh, Final, with(Feature::MeshShading)),
    row(I::MeshControl, Final, with(Feature::MeshShading)),
    row(I::MeshShader, Final, with(Feature::MeshShading)),
    row(I::MeshDistrib, Final, with(Feature::MeshShading)),
    row(I::TaskControl, Final, with(Feature::MeshShading)),
    row(I::TaskShader, Final, with(Feature::MeshShading)),
    row(I::TaskRedistrib, Final, with(Feature::MeshShading)),
    row(I::BlendState, Dynamic, ALWAYS),
    row(I::BlendStatePtr, Dynamic, ALWAYS),
    row(I::Clip, Partial, ALWAYS),
    row(I::CcState, Dynamic, ALWAYS),
    row(I::CcStatePtr, Dynamic, ALWAYS),
    row(I::Cps, Dynamic, with(Feature::FragmentShadingRate)),
    row(I::DepthBounds, Dynamic, from(120)),
    row(I::IndexBuffer, Dynamic, NEVER),
    row(I::LineStipple, Dynamic, ALWAYS),
    row(I::Multisample, Partial, ALWAYS),
    row(I::PsBlend, Dynamic, ALWAYS),
    row(I::Raster, Partial, ALWAYS),
    row(I::SampleMask, Dynamic, ALWAYS),
    row(I::SamplePattern, Dynamic, with(Feature::SampleLocations)),
    row(I::Scissor, Dynamic, ALWAYS),
    row(I::Sf, Partial, ALWAYS),
    row(I::Streamout, Partial, ALWAYS),
    row(I::Te, Partial, ALWAYS),
    row(I::VertexInput, Dynamic, ALWAYS),
    row(I::Vf, Dynamic, ALWAYS),
    row(I::VfTopology, Dynamic, ALWAYS),
    row(I::Vfg, Partial, ALWAYS),
    row(I::ViewportCc, Dynamic, ALWAYS),
    row(I::ViewportCcPtr, Dynamic, ALWAYS),
    row(I::ViewportSfClip, Dynamic, ALWAYS),
    row(I::Wm, Partial, ALWAYS),
    row(I::WmDepthStencil, Dynamic, ALWAYS),
    row(I::PsExtra, Partial, ALWAYS),
    row(I::PmaFix, Pseudo, before(110)),
    row(I::Wa_18019816803, Pseudo, with(Feature::Wa_18019816803)),
    row(I::Wa_14018283232, Pseudo, with(Feature::Wa_14018283232)),
    row(I::TbimrTilePassInfo, Dynamic, ALWAYS),
];

// Lists as bits. These functions only run at compile time.

const fn states(list: &[State]) -> u64 {
    let mut bits = 0;
    let mut place = 0;
    while place < list.len() {
        bits |= 1 << list[place] as u32;
        place += 1;
    }
    bits
}

const fn instructions(list: &[Instruction]) -> u64 {
    let mut bits = 0;
    let mut place = 0;
    while place < list.len() {
        bits |= 1 << list[place] as u32;
        place += 1;
    }
    bits
}

/// Any of these states or commands makes all of these instructions necessary,
/// on a device that meets the condition.
pub(super) struct Trigger {
    pub(super) states: u64,
    pub(super) commands: u32,
    pub(super) condition: Condition,
    pub(super) instructions: u64,
}

const fn set(
    list: &[State],
    condition: Condition,
    emitted: &[Instruction],
) -> Trigger {
    Trigger {
        states: states(list),
        commands: 0,
        condition,
        instructions: instructions(emitted),
    }
}

const fn done(
    command: Command,
    condition: Condition,
    emitted: &[Instruction],
) -> Trigger {
    Trigger {
        states: 0,
        commands: 1 << command as u32,
        condition,
        instructions: instructions(emitted),
    }
}

/// States of the depth and stencil test.
const DEPTH_STENCIL: [State; 8] = [
    S::DsDepthTestEnable,
    S::DsDepthWriteEnable,
    S::DsDepthCompareOp,
    S::DsStencilTestEnable,
    S::DsStencilOp,
    S::DsStencilCompareMask,
    S::DsStencilWriteMask,
    S::DsStencilReference,
];

/// The triggers of instructions. States that are in no row make nothing
/// necessary.
#[rustfmt::skip]
pub(super) const TRIGGERS: &[Trigger] = &[
    set(&[S::Vi, S::ViBindingsValid, S::ViBindingStrides], ALWAYS,
        &[I::VertexInput]),
    set(&[S::IaPrimitiveTopology], ALWAYS,
        &[I::Clip, I::Raster, I::VfTopology]),
    set(&[S::IaPrimitiveRestartEnable], ALWAYS, &[I::Vf]),
    set(&[S::IaPrimitiveRestartEnable], from(125), &[I::Vfg]),
    set(&[S::TsDomainOrigin], ALWAYS, &[I::Te]),
    set(&[S::VpViewports, S::VpScissors], ALWAYS,
        &[I::Clip, I::Scissor, I::ViewportCc, I::ViewportSfClip]),
    set(&[S::VpDepthClipNegativeOneToOne, S::VpDepthClampRange], ALWAYS,
        &[I::Clip, I::ViewportCc, I::ViewportSfClip]),
    set(&[S::RsRasterizerDiscardEnable, S::RsRasterizationStream], ALWAYS,
        &[I::Gs, I::Streamout]),
    set(&[S::RsProvokingVertex], ALWAYS,
        &[I::Gs, I::Streamout, I::Sf, I::Clip]),
    set(&[S::RsDepthClampEnable], ALWAYS,
        &[I::Clip, I::Raster, I::ViewportCc, I::ViewportSfClip]),
    set(&[S::RsDepthClipEnable, S::RsPolygonMode, S::RsCullMode,
          S::RsFrontFace, S::RsConservativeMode, S::RsDepthBiasEnable,
          S::RsLineMode], ALWAYS,
        &[I::Clip, I::Raster]),
    set(&[S::RsDepthBiasFactors, S::RsLineWidth], ALWAYS,
        &[I::Clip, I::Raster, I::Sf]),
    set(&[S::RsLineStipple, S::RsLineStippleEnable], ALWAYS,
        &[I::LineStipple, I::Wm]),
    set(&[S::Fsr], ALWAYS, &[I::Ps, I::PsExtra, I::Wm]),
    set(&[S::Fsr], from(110), &[I::Cps]),
    set(&[S::MsRasterizationSamples], ALWAYS,
        &[I::Multisample, I::Ps, I::PsExtra, I::Wm]),
    set(&[S::MsRasterizationSamples], from(110), &[I::Cps]),
    set(&[S::MsSampleMask], ALWAYS, &[I::SampleMask]),
    set(&[S::MsAlphaToCoverageEnable], ALWAYS,
        &[I::BlendState, I::PsBlend, I::Ps, I::PsExtra, I::Wm]),
    set(&[S::MsAlphaToCoverageEnable], from(110), &[I::Cps]),
    set(&[S::MsAlphaToOneEnable, S::CbLogicOp, S::CbLogicOpEnable,
          S::CbColorWriteEnables, S::CbBlendEnables, S::CbBlendEquations,
          S::CbWriteMasks], ALWAYS,
        &[I::BlendState, I::PsBlend]),
    set(&[S::MsSampleLocations, S::MsSampleLocationsEnable], ALWAYS,
        &[I::SamplePattern]),
    set(&DEPTH_STENCIL, ALWAYS, &[I::WmDepthStencil]),
    set(&DEPTH_STENCIL, before(110), &[I::PmaFix]),
    set(&DEPTH_STENCIL, with(Feature::Wa_18019816803), &[I::Wa_18019816803]),
    set(&[S::DsDepthBoundsTestEnable, S::DsDepthBoundsTestBounds], from(120),
        &[I::DepthBounds]),
    set(&[S::DsDepthBoundsTestEnable], with(Feature::Wa_14018283232),
        &[I::Wa_14018283232]),
    set(&[S::CbBlendConstants], ALWAYS, &[I::CcState]),
    set(&[S::AttachmentFeedbackLoopEnable], ALWAYS, &[I::PsExtra]),
    done(C::Pipeline, ALWAYS,
         &[I::Gs, I::Ps, I::BlendState, I::Clip, I::PsBlend, I::Raster,
           I::Streamout, I::Te, I::VertexInput, I::VfTopology, I::Wm,
           I::PsExtra]),
    done(C::Pipeline, from(110), &[I::Cps]),
    done(C::Pipeline, before(110), &[I::WmDepthStencil, I::PmaFix]),
    done(C::Pipeline, before(110).and(Feature::Wa_18019816803),
         &[I::Wa_18019816803]),
    done(C::Pipeline, with(Feature::Wa_14018283232), &[I::Wa_14018283232]),
    done(C::IndexBuffer, ALWAYS, &[I::IndexBuffer]),
    done(C::RenderArea, ALWAYS,
         &[I::Clip, I::Scissor, I::ViewportCc, I::ViewportSfClip]),
    done(C::RenderTargets, ALWAYS,
         &[I::BlendState, I::Clip, I::PsBlend, I::Raster,
           I::WmDepthStencil]),
    done(C::RenderTargets, before(110), &[I::PmaFix]),
    done(C::RenderTargets, with(Feature::Wa_18019816803),
         &[I::Wa_18019816803]),
    done(C::RenderTargets, only(125), &[I::TbimrTilePassInfo]),
    done(C::XfbEnable, ALWAYS, &[I::Gs, I::Streamout]),
    done(C::RestartIndex, ALWAYS, &[I::Vf]),
    done(C::OcclusionQueryActive, ALWAYS, &[I::Gs, I::Streamout]),
    done(C::OcclusionQueryActive, before(125), &[I::PsExtra]),
    done(C::FsMsaaFlags, ALWAYS, &[I::Ps, I::Wm, I::PsExtra]),
    done(C::FsMsaaFlags, from(110), &[I::Cps]),
    done(C::CoarsePixelActive, ALWAYS, &[I::Ps, I::Wm, I::PsExtra]),
];

/// An instruction that is emitted whenever another one is.
pub(super) struct Companion {
    pub(super) of: Instruction,
    pub(super) condition: Condition,
    pub(super) instruction: Instruction,
}

const fn companion(
    of: Instruction,
    condition: Condition,
    instruction: Instruction,
) -> Companion {
    Companion { of, condition, instruction }
}

/// One pass over them is enough: no row adds an instruction that an earlier
/// row depends on, except the color calculator's viewports and their pointer,
/// which are companions of each other.
#[rustfmt::skip]
pub(super) const COMPANIONS: &[Companion] = &[
    companion(I::BlendState, ALWAYS, I::BlendStatePtr),
    companion(I::CcState, ALWAYS, I::CcStatePtr),
    companion(I::ViewportCc, ALWAYS, I::ViewportCcPtr),
    companion(I::ViewportCcPtr, before(110), I::ViewportCc),
    companion(I::BlendState, only(110), I::Multisample),
    companion(I::Vf, with(Feature::Wa_16012775297), I::VfStatistics),
    companion(I::SoDeclList,
              with(Feature::Wa_16011773973).and(Feature::TransformFeedback),
              I::Streamout),
];

/// The instructions that the driver's own blits overwrite, on a device that
/// meets the condition.
pub(super) struct Overwritten {
    pub(super) condition: Condition,
    pub(super) instructions: u64,
}

const fn overwritten(
    condition: Condition,
    list: &[Instruction],
) -> Overwritten {
    Overwritten { condition, instructions: instructions(list) }
}

#[rustfmt::skip]
pub(super) const BLIT: &[Overwritten] = &[
    overwritten(ALWAYS,
                &[I::Urb, I::VfStatistics, I::VfSgvs, I::Sbe, I::SbeSwiz,
                  I::Vs, I::Hs, I::Ds, I::Gs, I::Ps, I::BlendStatePtr,
                  I::Clip, I::DepthBounds, I::Multisample, I::Raster,
                  I::SampleMask, I::Sf, I::Streamout, I::Te, I::VertexInput,
                  I::Vf, I::VfTopology, I::ViewportCcPtr, I::Wm,
                  I::WmDepthStencil, I::PsExtra]),
    overwritten(from(110), &[I::VfSgvs_2]),
    overwritten(from(120), &[I::PrimitiveReplication]),
    overwritten(with(Feature::MeshShading),
                &[I::MeshControl, I::TaskControl]),
];

/// The instructions that blits with a fragment program overwrite in addition.
pub(super) const BLIT_WITH_FRAGMENT_PROGRAM: u64 =
    instructions(&[I::CcStatePtr, I::PsBlend]);

/// Instructions that are the same in all pipelines.
pub(super) const SAME_IN_ALL_PIPELINES: u64 = instructions(&[I::VfStatistics]);

/// A VkDynamicState, and the states that it makes dynamic.
pub(super) struct DynamicRow {
    pub(super) number: u32,
    pub(super) name: &'static str,
    pub(super) states: u64,
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
pub(super) const DYNAMIC_STATES: &[DynamicRow] = &[
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
pub(super) const OF_ALL_ATTACHMENTS: u64 =
    states(&[S::CbBlendEnables, S::CbBlendEquations, S::CbWriteMasks]);
pub(super) const ATTACHMENT_COUNT: u64 = states(&[S::CbAttachmentCount]);

#[cfg(test)]
mod tests {
    use super::{COMPANIONS, TRIGGERS};
    use crate::dynamic_state::vulkan_names;

    #[test]
    fn no_row_is_empty() {
        for row in TRIGGERS {
            assert!(row.states != 0 || row.commands != 0);
            assert!(row.instructions != 0);
        }
        assert!(COMPANIONS.iter().all(|row| row.of != row.instruction));
        assert!(vulkan_names().map(|(_, number)| number).is_sorted());
        assert_eq!(vulkan_names().count(), 56);
    }
}
