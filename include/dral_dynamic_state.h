/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Dynamic state on Intel hardware, as in ANV: which instructions of the 3D
 * pipeline are baked into a pipeline, which are packed at the draw, and which
 * of them a draw must emit again after a change.
 *
 * A module of dral. Generated from src/ffi/modules/dynamic_state; do not
 * edit. dral.h has the contract.
 *
 * - In a set, bit n is the enumerator n: DRAL_DYNAMIC_BIT(n).
 * - Numbers of enumerators never change; new ones are appended.
 * - Each enum dral_mesa_release has some of the states, commands and
 *   instructions; the others are errors.
 * - mesa is an enum dral_mesa_release. version is ten times the generation of
 *   the hardware: 90, 110, 120, 125, 200, 300, and 350 in Mesa 26.2. features
 *   are bits of enum dral_dynamic_feature. instruction and site are
 *   enumerators, not bits.
 *
 * docs/reference/dynamic-state.md has the rules.
 */

#ifndef DRAL_DYNAMIC_STATE_H
#define DRAL_DYNAMIC_STATE_H

#include <stddef.h>
#include <stdint.h>
#include "dral_descriptor_layout.h"

/**
 * The bit of an enumerator in a set of states, commands or instructions. Sets
 * are uint64_t; a set of commands also fits in a uint32_t.
 */
#define DRAL_DYNAMIC_BIT(enumerator) (UINT64_C(1) << (enumerator))

/// A change other than a state, by its bit in a set of commands.
enum dral_dynamic_command {
   /// Another pipeline (Mesa 24.3).
   DRAL_DYNAMIC_COMMAND_PIPELINE = 0,
   /// Another index buffer.
   DRAL_DYNAMIC_COMMAND_INDEX_BUFFER = 1,
   /// The render area.
   DRAL_DYNAMIC_COMMAND_RENDER_AREA = 2,
   /// The attachments.
   DRAL_DYNAMIC_COMMAND_RENDER_TARGETS = 3,
   /// Transform feedback begins or ends.
   DRAL_DYNAMIC_COMMAND_XFB_ENABLE = 4,
   /// The index that restarts primitives (Mesa 24.3).
   DRAL_DYNAMIC_COMMAND_RESTART_INDEX = 5,
   /// An occlusion query begins or ends.
   DRAL_DYNAMIC_COMMAND_OCCLUSION_QUERY_ACTIVE = 6,
   /// The multisampling flags that fragment shaders read (Mesa 24.3).
   DRAL_DYNAMIC_COMMAND_FS_MSAA_FLAGS = 7,
   /// Coarse pixels on or off (Mesa 24.3).
   DRAL_DYNAMIC_COMMAND_COARSE_PIXEL_ACTIVE = 8,
   /// The stride of indirect draws.
   DRAL_DYNAMIC_COMMAND_INDIRECT_DATA_STRIDE = 9,
   /// Another shader of this stage, or none: from here to PS (Mesa 26.2).
   DRAL_DYNAMIC_COMMAND_VS = 10,
   DRAL_DYNAMIC_COMMAND_HS = 11,
   DRAL_DYNAMIC_COMMAND_DS = 12,
   DRAL_DYNAMIC_COMMAND_GS = 13,
   DRAL_DYNAMIC_COMMAND_TASK = 14,
   DRAL_DYNAMIC_COMMAND_MESH = 15,
   DRAL_DYNAMIC_COMMAND_PS = 16,
   /// The type of the indices (Mesa 26.2).
   DRAL_DYNAMIC_COMMAND_INDEX_TYPE = 17,
};

/// Why a call fails. Functions return the negative number.
enum dral_dynamic_state_error {
   /// hardware is not 90, 110, 120, 125, 200, 300 or (26.2) 350
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_VERSION = -10501,
   /// feature is not in this Mesa
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_FEATURE = -10502,
   /// state is not in this Mesa
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_STATE = -10503,
   /// command is not in this Mesa
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_COMMAND = -10504,
   /// instruction is not in this Mesa
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_INSTRUCTION = -10505,
   /// unknown emission site
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_SITE = -10506,
   /// unsupported VkDynamicState
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_DYNAMIC_STATE = -10507,
   /// instruction is not in pipelines
   DRAL_DYNAMIC_STATE_ERROR_NOT_IN_PIPELINES = -10508,
};

/// Bits of a set of features. WA_... are Intel's workarounds, the last four
/// only in Mesa 26.2.
enum dral_dynamic_feature {
   /// VK_EXT_sample_locations.
   DRAL_DYNAMIC_FEATURE_SAMPLE_LOCATIONS = 1,
   /// VK_KHR_fragment_shading_rate.
   DRAL_DYNAMIC_FEATURE_FRAGMENT_SHADING_RATE = 2,
   /// VK_EXT_mesh_shader.
   DRAL_DYNAMIC_FEATURE_MESH_SHADING = 4,
   /// The pipeline captures transform feedback.
   DRAL_DYNAMIC_FEATURE_TRANSFORM_FEEDBACK = 8,
   DRAL_DYNAMIC_FEATURE_WA_18019816803 = 16,
   DRAL_DYNAMIC_FEATURE_WA_14018283232 = 32,
   DRAL_DYNAMIC_FEATURE_WA_16012775297 = 64,
   DRAL_DYNAMIC_FEATURE_WA_16011773973 = 128,
   DRAL_DYNAMIC_FEATURE_WA_18038825448 = 256,
   DRAL_DYNAMIC_FEATURE_WA_14024997852 = 512,
   DRAL_DYNAMIC_FEATURE_WA_18019110168 = 1024,
   DRAL_DYNAMIC_FEATURE_WA_18020335297 = 2048,
};

/// An instruction of the 3D pipeline, by its bit in a set of instructions.
/// VF_SGVS is 3DSTATE_VF_SGVS. CLIP_MESH and SBE_MESH are CLIP and SBE in a
/// pipeline with mesh shaders.
enum dral_dynamic_instruction {
   DRAL_DYNAMIC_INSTRUCTION_URB = 0,
   DRAL_DYNAMIC_INSTRUCTION_VF_STATISTICS = 1,
   DRAL_DYNAMIC_INSTRUCTION_VF_SGVS = 2,
   DRAL_DYNAMIC_INSTRUCTION_VF_SGVS_2 = 3,
   DRAL_DYNAMIC_INSTRUCTION_VF_SGVS_VI = 4,
   DRAL_DYNAMIC_INSTRUCTION_VF_SGVS_INSTANCING = 5,
   DRAL_DYNAMIC_INSTRUCTION_PRIMITIVE_REPLICATION = 6,
   DRAL_DYNAMIC_INSTRUCTION_SBE = 7,
   DRAL_DYNAMIC_INSTRUCTION_SBE_SWIZ = 8,
   DRAL_DYNAMIC_INSTRUCTION_SO_DECL_LIST = 9,
   DRAL_DYNAMIC_INSTRUCTION_VS = 10,
   DRAL_DYNAMIC_INSTRUCTION_HS = 11,
   DRAL_DYNAMIC_INSTRUCTION_DS = 12,
   DRAL_DYNAMIC_INSTRUCTION_GS = 13,
   DRAL_DYNAMIC_INSTRUCTION_PS = 14,
   DRAL_DYNAMIC_INSTRUCTION_SBE_MESH = 15,
   DRAL_DYNAMIC_INSTRUCTION_CLIP_MESH = 16,
   DRAL_DYNAMIC_INSTRUCTION_MESH_CONTROL = 17,
   DRAL_DYNAMIC_INSTRUCTION_MESH_SHADER = 18,
   DRAL_DYNAMIC_INSTRUCTION_MESH_DISTRIB = 19,
   DRAL_DYNAMIC_INSTRUCTION_TASK_CONTROL = 20,
   DRAL_DYNAMIC_INSTRUCTION_TASK_SHADER = 21,
   DRAL_DYNAMIC_INSTRUCTION_TASK_REDISTRIB = 22,
   DRAL_DYNAMIC_INSTRUCTION_BLEND_STATE = 23,
   DRAL_DYNAMIC_INSTRUCTION_BLEND_STATE_PTR = 24,
   DRAL_DYNAMIC_INSTRUCTION_CLIP = 25,
   DRAL_DYNAMIC_INSTRUCTION_CC_STATE = 26,
   DRAL_DYNAMIC_INSTRUCTION_CC_STATE_PTR = 27,
   DRAL_DYNAMIC_INSTRUCTION_CPS = 28,
   DRAL_DYNAMIC_INSTRUCTION_DEPTH_BOUNDS = 29,
   DRAL_DYNAMIC_INSTRUCTION_INDEX_BUFFER = 30,
   DRAL_DYNAMIC_INSTRUCTION_LINE_STIPPLE = 31,
   DRAL_DYNAMIC_INSTRUCTION_MULTISAMPLE = 32,
   DRAL_DYNAMIC_INSTRUCTION_PS_BLEND = 33,
   DRAL_DYNAMIC_INSTRUCTION_RASTER = 34,
   DRAL_DYNAMIC_INSTRUCTION_SAMPLE_MASK = 35,
   DRAL_DYNAMIC_INSTRUCTION_SAMPLE_PATTERN = 36,
   DRAL_DYNAMIC_INSTRUCTION_SCISSOR = 37,
   DRAL_DYNAMIC_INSTRUCTION_SF = 38,
   DRAL_DYNAMIC_INSTRUCTION_STREAMOUT = 39,
   DRAL_DYNAMIC_INSTRUCTION_TE = 40,
   DRAL_DYNAMIC_INSTRUCTION_VERTEX_INPUT = 41,
   DRAL_DYNAMIC_INSTRUCTION_VF = 42,
   DRAL_DYNAMIC_INSTRUCTION_VF_TOPOLOGY = 43,
   DRAL_DYNAMIC_INSTRUCTION_VFG = 44,
   DRAL_DYNAMIC_INSTRUCTION_VIEWPORT_CC = 45,
   DRAL_DYNAMIC_INSTRUCTION_VIEWPORT_CC_PTR = 46,
   DRAL_DYNAMIC_INSTRUCTION_VIEWPORT_SF_CLIP = 47,
   DRAL_DYNAMIC_INSTRUCTION_WM = 48,
   DRAL_DYNAMIC_INSTRUCTION_WM_DEPTH_STENCIL = 49,
   DRAL_DYNAMIC_INSTRUCTION_PS_EXTRA = 50,
   DRAL_DYNAMIC_INSTRUCTION_PMA_FIX = 51,
   DRAL_DYNAMIC_INSTRUCTION_WA_18019816803 = 52,
   DRAL_DYNAMIC_INSTRUCTION_WA_14018283232 = 53,
   DRAL_DYNAMIC_INSTRUCTION_TBIMR_TILE_PASS_INFO = 54,
   DRAL_DYNAMIC_INSTRUCTION_VF_COMPONENT_PACKING = 55,
   DRAL_DYNAMIC_INSTRUCTION_WA_18038825448 = 56,
   DRAL_DYNAMIC_INSTRUCTION_WA_14024997852 = 57,
   DRAL_DYNAMIC_INSTRUCTION_WA_18019110168 = 58,
   DRAL_DYNAMIC_INSTRUCTION_FS_CONFIG = 59,
   DRAL_DYNAMIC_INSTRUCTION_TESS_CONFIG = 60,
   DRAL_DYNAMIC_INSTRUCTION_MESH_PROVOKING_VERTEX = 61,
};

/// Where an instruction is packed and emitted.
enum dral_dynamic_site {
   /// Baked into the pipeline or shader.
   DRAL_DYNAMIC_SITE_FINAL = 0,
   /// Packed with the pipeline or shader; the draw adds dynamic fields.
   DRAL_DYNAMIC_SITE_PARTIAL = 1,
   /// Packed at the draw.
   DRAL_DYNAMIC_SITE_DYNAMIC = 2,
   /// Not a separate instruction: a workaround, data of a shader, or unused.
   DRAL_DYNAMIC_SITE_PSEUDO = 3,
};

/// An API state, by its bit in a set of states, with its name in Mesa's
/// common Vulkan code. The first 62 numbers are Mesa 24.3's.
enum dral_dynamic_state {
   DRAL_DYNAMIC_STATE_VI = 0,
   DRAL_DYNAMIC_STATE_VI_BINDINGS_VALID = 1,
   DRAL_DYNAMIC_STATE_VI_BINDING_STRIDES = 2,
   DRAL_DYNAMIC_STATE_IA_PRIMITIVE_TOPOLOGY = 3,
   DRAL_DYNAMIC_STATE_IA_PRIMITIVE_RESTART_ENABLE = 4,
   DRAL_DYNAMIC_STATE_TS_PATCH_CONTROL_POINTS = 5,
   DRAL_DYNAMIC_STATE_TS_DOMAIN_ORIGIN = 6,
   DRAL_DYNAMIC_STATE_VP_VIEWPORT_COUNT = 7,
   DRAL_DYNAMIC_STATE_VP_VIEWPORTS = 8,
   DRAL_DYNAMIC_STATE_VP_SCISSOR_COUNT = 9,
   DRAL_DYNAMIC_STATE_VP_SCISSORS = 10,
   DRAL_DYNAMIC_STATE_VP_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE = 11,
   DRAL_DYNAMIC_STATE_VP_DEPTH_CLAMP_RANGE = 12,
   DRAL_DYNAMIC_STATE_DR_RECTANGLES = 13,
   DRAL_DYNAMIC_STATE_DR_MODE = 14,
   DRAL_DYNAMIC_STATE_DR_ENABLE = 15,
   DRAL_DYNAMIC_STATE_RS_RASTERIZER_DISCARD_ENABLE = 16,
   DRAL_DYNAMIC_STATE_RS_DEPTH_CLAMP_ENABLE = 17,
   DRAL_DYNAMIC_STATE_RS_DEPTH_CLIP_ENABLE = 18,
   DRAL_DYNAMIC_STATE_RS_POLYGON_MODE = 19,
   DRAL_DYNAMIC_STATE_RS_CULL_MODE = 20,
   DRAL_DYNAMIC_STATE_RS_FRONT_FACE = 21,
   DRAL_DYNAMIC_STATE_RS_CONSERVATIVE_MODE = 22,
   DRAL_DYNAMIC_STATE_RS_EXTRA_PRIMITIVE_OVERESTIMATION_SIZE = 23,
   DRAL_DYNAMIC_STATE_RS_RASTERIZATION_ORDER_AMD = 24,
   DRAL_DYNAMIC_STATE_RS_PROVOKING_VERTEX = 25,
   DRAL_DYNAMIC_STATE_RS_RASTERIZATION_STREAM = 26,
   DRAL_DYNAMIC_STATE_RS_DEPTH_BIAS_ENABLE = 27,
   DRAL_DYNAMIC_STATE_RS_DEPTH_BIAS_FACTORS = 28,
   DRAL_DYNAMIC_STATE_RS_LINE_WIDTH = 29,
   DRAL_DYNAMIC_STATE_RS_LINE_MODE = 30,
   DRAL_DYNAMIC_STATE_RS_LINE_STIPPLE_ENABLE = 31,
   DRAL_DYNAMIC_STATE_RS_LINE_STIPPLE = 32,
   DRAL_DYNAMIC_STATE_FSR = 33,
   DRAL_DYNAMIC_STATE_MS_RASTERIZATION_SAMPLES = 34,
   DRAL_DYNAMIC_STATE_MS_SAMPLE_MASK = 35,
   DRAL_DYNAMIC_STATE_MS_ALPHA_TO_COVERAGE_ENABLE = 36,
   DRAL_DYNAMIC_STATE_MS_ALPHA_TO_ONE_ENABLE = 37,
   DRAL_DYNAMIC_STATE_MS_SAMPLE_LOCATIONS_ENABLE = 38,
   DRAL_DYNAMIC_STATE_MS_SAMPLE_LOCATIONS = 39,
   DRAL_DYNAMIC_STATE_DS_DEPTH_TEST_ENABLE = 40,
   DRAL_DYNAMIC_STATE_DS_DEPTH_WRITE_ENABLE = 41,
   DRAL_DYNAMIC_STATE_DS_DEPTH_COMPARE_OP = 42,
   DRAL_DYNAMIC_STATE_DS_DEPTH_BOUNDS_TEST_ENABLE = 43,
   DRAL_DYNAMIC_STATE_DS_DEPTH_BOUNDS_TEST_BOUNDS = 44,
   DRAL_DYNAMIC_STATE_DS_STENCIL_TEST_ENABLE = 45,
   DRAL_DYNAMIC_STATE_DS_STENCIL_OP = 46,
   DRAL_DYNAMIC_STATE_DS_STENCIL_COMPARE_MASK = 47,
   DRAL_DYNAMIC_STATE_DS_STENCIL_WRITE_MASK = 48,
   DRAL_DYNAMIC_STATE_DS_STENCIL_REFERENCE = 49,
   DRAL_DYNAMIC_STATE_CB_LOGIC_OP_ENABLE = 50,
   DRAL_DYNAMIC_STATE_CB_LOGIC_OP = 51,
   DRAL_DYNAMIC_STATE_CB_ATTACHMENT_COUNT = 52,
   DRAL_DYNAMIC_STATE_CB_COLOR_WRITE_ENABLES = 53,
   DRAL_DYNAMIC_STATE_CB_BLEND_ENABLES = 54,
   DRAL_DYNAMIC_STATE_CB_BLEND_EQUATIONS = 55,
   DRAL_DYNAMIC_STATE_CB_WRITE_MASKS = 56,
   DRAL_DYNAMIC_STATE_CB_BLEND_CONSTANTS = 57,
   DRAL_DYNAMIC_STATE_RP_ATTACHMENTS = 58,
   DRAL_DYNAMIC_STATE_ATTACHMENT_FEEDBACK_LOOP_ENABLE = 59,
   DRAL_DYNAMIC_STATE_COLOR_ATTACHMENT_MAP = 60,
   DRAL_DYNAMIC_STATE_INPUT_ATTACHMENT_MAP = 61,
   DRAL_DYNAMIC_STATE_IA_PRIMITIVE_RESTART_INDEX = 62,
};

/// A set of states or of instructions: number n is bit n % 64 of word n / 64.
/// A new state or instruction takes the next bit, so the struct keeps its size
/// until there are 128.
struct dral_dynamic_set {
   /// The bits.
   uint64_t words[2];
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// The name of an enum dral_dynamic_state in Mesa: static, never NULL, and
/// empty for an unknown number.
///
/// Source: docs/reference/dynamic-state.md, "States".
const char *dral_dynamic_state_name(uint32_t state);

/// dral_dynamic_state_name for an enum dral_dynamic_command.
///
/// Source: docs/reference/dynamic-state.md, "Commands".
const char *dral_dynamic_command_name(uint32_t command);

/// dral_dynamic_state_name for an enum dral_dynamic_instruction.
///
/// Source: docs/reference/dynamic-state.md, "Instructions".
const char *dral_dynamic_instruction_name(uint32_t instruction);

/// Where an instruction is packed and emitted, whatever states are dynamic.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_INSTRUCTION.
///
/// Source: docs/reference/dynamic-state.md, "Sites".
DRAL_MUST_USE
int dral_dynamic_instruction_site(uint32_t mesa,
                                  uint32_t instruction,
                                  uint32_t *site);

/// The set of instructions of an enum dral_dynamic_site.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_SITE.
///
/// Source: docs/reference/dynamic-state.md, "Sites".
DRAL_MUST_USE
int dral_dynamic_site_instructions(uint32_t mesa,
                                   uint32_t site,
                                   struct dral_dynamic_set *instructions);

/// The instructions that a draw may have to emit after these states and
/// commands have changed, without companions. A driver that compares values
/// emits a subset.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_VERSION,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_FEATURE,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_STATE,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_COMMAND.
///
/// Source: docs/reference/dynamic-state.md, "Triggers".
DRAL_MUST_USE
int dral_dynamic_triggered(uint32_t mesa,
                           uint32_t version,
                           uint32_t features,
                           struct dral_dynamic_set states,
                           uint32_t commands,
                           struct dral_dynamic_set *instructions);

/// Adds the companions of instructions. Call it when all instructions to emit
/// are known.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_VERSION,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_FEATURE,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_INSTRUCTION.
///
/// Source: docs/reference/dynamic-state.md, "Companions".
DRAL_MUST_USE
int dral_dynamic_with_companions(uint32_t mesa,
                                 uint32_t version,
                                 uint32_t features,
                                 struct dral_dynamic_set instructions,
                                 struct dral_dynamic_set *closed);

/// The instructions that the next draw emits after changes:
/// dral_dynamic_triggered, then dral_dynamic_with_companions.
///
/// \return 0; errors as dral_dynamic_triggered.
///
/// Source: docs/reference/dynamic-state.md, "Triggers", "Companions".
DRAL_MUST_USE
int dral_dynamic_emitted(uint32_t mesa,
                         uint32_t version,
                         uint32_t features,
                         struct dral_dynamic_set states,
                         uint32_t commands,
                         struct dral_dynamic_set *instructions);

/// The states and commands that may make an instruction necessary, except as a
/// companion.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_VERSION,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_FEATURE,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_INSTRUCTION.
///
/// Source: docs/reference/dynamic-state.md, "Triggers".
DRAL_MUST_USE
int dral_dynamic_triggers(uint32_t mesa,
                          uint32_t version,
                          uint32_t features,
                          uint32_t instruction,
                          struct dral_dynamic_set *states,
                          uint32_t *commands);

/// The instructions that the first draw of a command buffer emits, without
/// companions.
///
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_VERSION,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_FEATURE.
///
/// Source: docs/reference/dynamic-state.md, "The first draw".
DRAL_MUST_USE
int dral_dynamic_initial(uint32_t mesa,
                         uint32_t version,
                         uint32_t features,
                         struct dral_dynamic_set *instructions);

/// The instructions that a blit on the 3D pipeline has overwritten; the next
/// draw emits them again.
///
/// \param fragment_program 1 if the blit had a fragment program, else 0
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG; errors as dral_dynamic_initial.
///
/// Source: docs/reference/dynamic-state.md, "Blits".
DRAL_MUST_USE
int dral_dynamic_after_blit(uint32_t mesa,
                            uint32_t version,
                            uint32_t features,
                            uint32_t fragment_program,
                            struct dral_dynamic_set *instructions);

/// Whether an instruction must be emitted again because another pipeline, or in
/// Mesa 26.2 another shader, was bound.
///
/// \param old_words the words of the previous pipeline or shader; old_count is
/// 0 if there was none
/// \param new_words the words of the new one; new_count is 0 if it packed none
/// \param differs 1 if it must be emitted, else 0
/// \return 0; DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA,
/// DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_INSTRUCTION;
/// DRAL_DYNAMIC_STATE_ERROR_NOT_IN_PIPELINES for one that is neither final nor
/// partial.
///
/// Source: docs/reference/dynamic-state.md, "Switching pipelines".
DRAL_MUST_USE
int dral_dynamic_differs(uint32_t mesa,
                         uint32_t instruction,
                         const uint32_t *old_words,
                         size_t old_count,
                         const uint32_t *new_words,
                         size_t new_count,
                         uint32_t *differs);

/// The set of states that a pipeline's dynamic states make dynamic.
///
/// \param dynamic_states dynamic_state_count VkDynamicState values, as in
/// VkPipelineDynamicStateCreateInfo
/// \return 0; DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_DYNAMIC_STATE.
///
/// Source: docs/reference/dynamic-state.md, "Dynamic states of Vulkan".
DRAL_MUST_USE
int dral_dynamic_states(const uint32_t *dynamic_states,
                        size_t dynamic_state_count,
                        struct dral_dynamic_set *states);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif /* DRAL_DYNAMIC_STATE_H */
