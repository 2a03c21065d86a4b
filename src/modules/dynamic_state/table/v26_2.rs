// SPDX-License-Identifier: MIT

//! The table of Mesa 26.2.0-rc1. mesa/facts compares
//! c_tests/data/dynamic_state_causes.csv with the driver's source; the tests
//! compare this table with that file.
//!
//! Source: docs/reference/dynamic-state.md.

use super::super::condition::{
    before, from, only, with, Feature, ALWAYS, NEVER,
};
use super::super::element::Site::{Dynamic, Final, Partial, Pseudo};
use super::super::element::{Command, Instruction, State};
use super::{
    commands, companion, instructions, overwritten, row, trigger, Companion,
    InstructionRow, Overwritten, Table, Trigger, DEPTH_STENCIL,
};
use Command as C;
use Instruction as I;
use State as S;

pub(super) const TABLE: Table = Table {
    features: 2 * Feature::Wa_18020335297 as u32 - 1,
    states: u64::MAX >> 1,
    commands: commands(&[
        C::Vs,
        C::Hs,
        C::Ds,
        C::Gs,
        C::Task,
        C::Mesh,
        C::Ps,
        C::IndexBuffer,
        C::IndexType,
        C::RenderArea,
        C::RenderTargets,
        C::XfbEnable,
        C::OcclusionQueryActive,
        C::IndirectDataStride,
    ]),
    instructions: &INSTRUCTIONS,
    triggers: TRIGGERS,
    companions: COMPANIONS,
    blit: BLIT,
    blit_with_fragment_program: instructions(&[I::CcState, I::PsBlend]),
    same_in_all_pipelines: 0,
    emitted_without_words: instructions(&[
        I::Vs,
        I::Hs,
        I::Ds,
        I::Te,
        I::Gs,
        I::MeshControl,
        I::TaskControl,
        I::PsExtra,
    ]),
};

/// The blend state, the color calculator's state and the viewports are emitted
/// together with their pointers, so those are no instructions of their own.
#[rustfmt::skip]
const INSTRUCTIONS: [InstructionRow; 59] = [
    row(I::Urb, Dynamic, ALWAYS),
    row(I::VfStatistics, Dynamic, ALWAYS),
    row(I::VfSgvs, Final, ALWAYS),
    row(I::VfSgvs_2, Final, from(110)),
    row(I::VfSgvsVi, Pseudo, ALWAYS),
    row(I::VfSgvsInstancing, Final, ALWAYS),
    row(I::PrimitiveReplication, Dynamic, from(120)),
    row(I::Sbe, Dynamic, ALWAYS),
    row(I::SbeSwiz, Dynamic, ALWAYS),
    row(I::SoDeclList, Final, NEVER),
    // On hardware before 11 the draw adds a field.
    row(I::Vs, Partial, ALWAYS),
    row(I::Hs, Final, ALWAYS),
    row(I::Ds, Partial, ALWAYS),
    row(I::Gs, Partial, ALWAYS),
    row(I::Ps, Partial, ALWAYS),
    row(I::SbeMesh, Dynamic, with(Feature::MeshShading)),
    row(I::ClipMesh, Final, with(Feature::MeshShading)),
    row(I::MeshControl, Final, with(Feature::MeshShading)),
    row(I::MeshShader, Final, with(Feature::MeshShading)),
    row(I::MeshDistrib, Final, with(Feature::MeshShading)),
    row(I::TaskControl, Final, with(Feature::MeshShading)),
    row(I::TaskShader, Final, with(Feature::MeshShading)),
    row(I::TaskRedistrib, Final, with(Feature::MeshShading)),
    row(I::BlendState, Dynamic, ALWAYS),
    row(I::Clip, Dynamic, ALWAYS),
    row(I::CcState, Dynamic, ALWAYS),
    row(I::Cps, Dynamic, with(Feature::FragmentShadingRate)),
    row(I::DepthBounds, Dynamic, from(120)),
    row(I::IndexBuffer, Dynamic, NEVER),
    row(I::LineStipple, Dynamic, NEVER),
    row(I::Multisample, Dynamic, ALWAYS),
    row(I::PsBlend, Dynamic, ALWAYS),
    row(I::Raster, Dynamic, ALWAYS),
    row(I::SampleMask, Dynamic, ALWAYS),
    row(I::SamplePattern, Dynamic, with(Feature::SampleLocations)),
    row(I::Scissor, Dynamic, ALWAYS),
    row(I::Sf, Dynamic, ALWAYS),
    row(I::Streamout, Partial, ALWAYS),
    row(I::Te, Partial, ALWAYS),
    row(I::VertexInput, Dynamic, ALWAYS),
    row(I::Vf, Dynamic, ALWAYS),
    row(I::VfTopology, Dynamic, ALWAYS),
    row(I::Vfg, Dynamic, ALWAYS),
    row(I::ViewportCc, Dynamic, ALWAYS),
    row(I::ViewportSfClip, Dynamic, ALWAYS),
    row(I::Wm, Partial, ALWAYS),
    row(I::WmDepthStencil, Dynamic, ALWAYS),
    row(I::PsExtra, Partial, ALWAYS),
    row(I::PmaFix, Pseudo, before(110)),
    row(I::Wa_18019816803, Pseudo, with(Feature::Wa_18019816803)),
    row(I::Wa_14018283232, Pseudo, with(Feature::Wa_14018283232)),
    row(I::TbimrTilePassInfo, Dynamic, ALWAYS),
    row(I::VfComponentPacking, Final, ALWAYS),
    row(I::Wa_18038825448, Pseudo, ALWAYS),
    row(I::Wa_14024997852, Pseudo, NEVER),
    row(I::Wa_18019110168, Pseudo, ALWAYS),
    row(I::FsConfig, Pseudo, ALWAYS),
    row(I::TessConfig, Pseudo, ALWAYS),
    row(I::MeshProvokingVertex, Pseudo, ALWAYS),
];

/// The stages that can be the last before rasterization, and those before it.
const BEFORE_RASTER: [C; 5] = [C::Vs, C::Hs, C::Ds, C::Gs, C::Mesh];

/// The states from which the configuration of a fragment shader is computed.
const FRAGMENT: [S; 5] = [
    S::RsConservativeMode,
    S::RsProvokingVertex,
    S::Fsr,
    S::MsRasterizationSamples,
    S::MsAlphaToCoverageEnable,
];

const REMAPPED: Feature = Feature::Wa_18019110168;

#[rustfmt::skip]
const TRIGGERS: &[Trigger] = &[
    // The words of a shader.
    trigger(&[], &[C::Vs], ALWAYS,
        &[I::Vs, I::VfSgvs, I::VfComponentPacking, I::VfSgvsInstancing]),
    trigger(&[], &[C::Vs], from(110), &[I::VfSgvs_2]),
    trigger(&[], &[C::Hs], ALWAYS, &[I::Hs]),
    trigger(&[], &[C::Ds], ALWAYS, &[I::Ds, I::Te]),
    trigger(&[], &[C::Gs], ALWAYS, &[I::Gs]),
    trigger(&[], &[C::Mesh], from(125).and(Feature::MeshShading),
        &[I::MeshControl, I::MeshShader, I::MeshDistrib, I::ClipMesh]),
    trigger(&[], &[C::Task], from(125).and(Feature::MeshShading),
        &[I::TaskControl, I::TaskShader, I::TaskRedistrib]),
    trigger(&[], &[C::Ps], ALWAYS, &[I::Wm, I::Ps, I::PsExtra]),
    trigger(&[], &[C::Vs, C::Ds, C::Gs, C::Mesh], ALWAYS,
        &[I::Streamout, I::SoDeclList]),
    // What depends on several shaders.
    trigger(&[], &[C::Vs, C::Hs, C::Ds, C::Gs, C::Ps], ALWAYS,
        &[I::Sbe, I::SbeSwiz]),
    trigger(&[], &[C::Task, C::Mesh], with(Feature::MeshShading),
        &[I::Sbe, I::SbeSwiz]),
    trigger(&[], &[C::Vs, C::Hs, C::Ds, C::Gs, C::Task, C::Mesh, C::Ps],
        from(125).and(Feature::MeshShading), &[I::SbeMesh]),
    trigger(&[], &BEFORE_RASTER, ALWAYS,
        &[I::Urb, I::Sf, I::Clip, I::Raster]),
    trigger(&[], &BEFORE_RASTER, before(110), &[I::Vs]),
    trigger(&[], &BEFORE_RASTER, from(120), &[I::PrimitiveReplication]),
    trigger(&[], &BEFORE_RASTER, from(125), &[I::Te, I::Vfg]),
    trigger(&[], &[C::Hs, C::Ds], ALWAYS, &[I::Ds, I::Te]),
    trigger(&[S::TsPatchControlPoints], &[C::Hs, C::Ds], ALWAYS,
        &[I::TessConfig]),
    // The configuration of the fragment shader.
    trigger(&FRAGMENT, &[C::Ps], ALWAYS,
        &[I::FsConfig, I::Ps, I::PsExtra, I::Wm]),
    trigger(&FRAGMENT, &[C::Ps], with(Feature::Wa_18038825448),
        &[I::Wa_18038825448]),
    trigger(&FRAGMENT, &[C::Ps, C::Mesh], with(REMAPPED),
        &[I::Wa_18019110168]),
    trigger(&[], &[C::Mesh], with(REMAPPED),
        &[I::FsConfig, I::Ps, I::PsExtra, I::Wm]),
    trigger(&[], &[C::Mesh], with(REMAPPED).and(Feature::Wa_18038825448),
        &[I::Wa_18038825448]),
    trigger(&[S::AttachmentFeedbackLoopEnable], &[], ALWAYS, &[I::PsExtra]),
    trigger(&[], &[C::OcclusionQueryActive], before(125), &[I::PsExtra]),
    trigger(&[S::Fsr], &[], from(110).and(Feature::FragmentShadingRate),
        &[I::Cps]),
    trigger(&[S::RsLineStipple, S::RsLineStippleEnable], &[], ALWAYS,
        &[I::LineStipple, I::Wm]),
    // Vertices.
    trigger(&[S::Vi, S::ViBindingsValid, S::ViBindingStrides], &[C::Vs],
        ALWAYS, &[I::VertexInput]),
    trigger(&[S::IaPrimitiveTopology], &[C::Ds], ALWAYS, &[I::VfTopology]),
    trigger(&[S::IaPrimitiveRestartEnable, S::IaPrimitiveRestartIndex],
        &[C::IndexType], ALWAYS, &[I::Vf]),
    trigger(&[S::IaPrimitiveRestartEnable], &[], from(125), &[I::Vfg]),
    trigger(&[S::IaPrimitiveTopology, S::IaPrimitiveRestartEnable], &[C::Ds],
        with(Feature::Wa_14024997852), &[I::Wa_14024997852]),
    trigger(&[], &[C::IndexBuffer, C::IndexType], ALWAYS, &[I::IndexBuffer]),
    trigger(&[S::TsDomainOrigin], &[], ALWAYS, &[I::Te]),
    trigger(&[S::RsRasterizerDiscardEnable, S::RsRasterizationStream],
        &[C::OcclusionQueryActive], ALWAYS, &[I::Streamout]),
    trigger(&[S::RsProvokingVertex], &[], ALWAYS,
        &[I::Gs, I::Streamout, I::Sf, I::Clip]),
    trigger(&[], &[C::Ps], from(200),
        &[I::Gs, I::Streamout, I::Sf, I::Clip]),
    // Rasterization.
    trigger(&[S::RsLineWidth, S::RsLineMode, S::RsDepthBiasFactors], &[],
        ALWAYS, &[I::Sf]),
    trigger(&[S::VpDepthClipNegativeOneToOne, S::VpViewportCount], &[C::Ps],
        ALWAYS, &[I::Clip]),
    trigger(&[S::MsRasterizationSamples, S::IaPrimitiveTopology,
        S::RsCullMode, S::RsFrontFace, S::RsDepthBiasEnable,
        S::RsDepthBiasFactors, S::RsPolygonMode, S::RsLineMode,
        S::RsLineWidth, S::RsDepthClipEnable, S::RsDepthClampEnable,
        S::RsConservativeMode], &[C::RenderTargets], ALWAYS,
        &[I::Clip, I::Raster]),
    trigger(&[], &[C::RenderTargets], from(120), &[I::PrimitiveReplication]),
    trigger(&[], &[C::RenderTargets], only(125), &[I::TbimrTilePassInfo]),
    trigger(&[S::VpViewports, S::VpViewportCount, S::VpScissors,
        S::VpScissorCount], &[C::RenderArea], ALWAYS,
        &[I::ViewportSfClip, I::ViewportCc, I::Scissor]),
    trigger(&[S::RsDepthClampEnable, S::VpDepthClipNegativeOneToOne,
        S::VpDepthClampRange], &[], ALWAYS,
        &[I::ViewportSfClip, I::ViewportCc]),
    // Samples.
    trigger(&[S::MsRasterizationSamples], &[], ALWAYS, &[I::Multisample]),
    trigger(&[S::MsSampleMask], &[], ALWAYS, &[I::SampleMask]),
    trigger(&[S::MsSampleLocations, S::MsSampleLocationsEnable], &[],
        with(Feature::SampleLocations), &[I::SamplePattern]),
    // Depth, stencil and colors.
    trigger(&DEPTH_STENCIL, &[C::RenderTargets], ALWAYS,
        &[I::WmDepthStencil]),
    trigger(&DEPTH_STENCIL, &[C::RenderTargets],
        with(Feature::Wa_18019816803), &[I::Wa_18019816803]),
    trigger(&DEPTH_STENCIL, &[C::RenderTargets], before(110), &[I::PmaFix]),
    trigger(&[], &[C::Ps], before(110), &[I::WmDepthStencil, I::PmaFix]),
    trigger(&[], &[C::Ps], before(110).and(Feature::Wa_18019816803),
        &[I::Wa_18019816803]),
    trigger(&[S::DsDepthBoundsTestEnable, S::DsDepthBoundsTestBounds], &[],
        from(120), &[I::DepthBounds]),
    trigger(&[S::DsDepthBoundsTestEnable], &[C::Ps],
        with(Feature::Wa_14018283232), &[I::Wa_14018283232]),
    trigger(&[S::CbLogicOp, S::CbLogicOpEnable, S::CbColorWriteEnables,
        S::CbWriteMasks, S::CbBlendEnables, S::CbBlendEquations,
        S::MsAlphaToOneEnable, S::MsAlphaToCoverageEnable],
        &[C::Ps, C::RenderTargets], ALWAYS, &[I::BlendState, I::PsBlend]),
    trigger(&[S::CbBlendConstants], &[], ALWAYS, &[I::CcState]),
];

const DUMMY_DRAW: Feature = Feature::Wa_18020335297;

#[rustfmt::skip]
const COMPANIONS: &[Companion] = &[
    companion(I::ViewportSfClip, ALWAYS, I::ViewportCc),
    companion(I::ViewportCc, ALWAYS, I::ViewportSfClip),
    companion(I::BlendState, only(110), I::Multisample),
    companion(I::Wa_18038825448, with(Feature::Wa_18038825448), I::PsExtra),
    // A draw that changes all of them comes before.
    companion(I::ViewportCc, from(125).and(DUMMY_DRAW), I::Vfg),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::Vf),
    companion(I::ViewportCc, from(120).and(DUMMY_DRAW),
              I::PrimitiveReplication),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::Raster),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::VfStatistics),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::VfSgvs),
    companion(I::ViewportCc, from(110).and(DUMMY_DRAW), I::VfSgvs_2),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::Clip),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::Streamout),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::VertexInput),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::VfTopology),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::Vs),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::Gs),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::Hs),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::Te),
    companion(I::ViewportCc, with(DUMMY_DRAW), I::Ds),
    companion(I::Vf, with(Feature::Wa_16012775297), I::VfStatistics),
    companion(I::SoDeclList,
              with(Feature::Wa_16011773973).and(Feature::TransformFeedback),
              I::Streamout),
];

#[rustfmt::skip]
const BLIT: &[Overwritten] = &[
    overwritten(ALWAYS,
                &[I::Urb, I::VfStatistics, I::Vf, I::VfTopology,
                  I::VertexInput, I::VfSgvs, I::ViewportCc, I::Streamout,
                  I::Raster, I::Clip, I::SampleMask, I::Multisample, I::Sf,
                  I::Sbe, I::SbeSwiz, I::DepthBounds, I::Wm,
                  I::WmDepthStencil, I::Vs, I::Hs, I::Ds, I::Te, I::Gs, I::Ps,
                  I::PsExtra, I::BlendState]),
    overwritten(from(110), &[I::VfSgvs_2]),
    overwritten(from(120), &[I::PrimitiveReplication]),
    overwritten(with(Feature::MeshShading),
                &[I::MeshControl, I::TaskControl]),
    overwritten(with(Feature::Wa_18019816803), &[I::Wa_18019816803]),
    overwritten(with(Feature::Wa_14018283232), &[I::Wa_14018283232]),
];
