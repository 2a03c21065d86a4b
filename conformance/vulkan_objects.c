/* SPDX-License-Identifier: MIT */

/* Shader objects, which have no pipeline: all of its state is set. */

#include "vulkan.h"

#ifdef VK_EXT_shader_object

bool
vulkan_make_shaders(struct vulkan *vulkan,
                    const struct scene_pipeline *pipeline,
                    VkShaderEXT shaders[2])
{
   static struct vulkan_stage stages[STAGES];
   VkPushConstantRange range = {VK_SHADER_STAGE_VERTEX_BIT, 0,
                                sizeof(struct point_uniforms)};
   uint32_t i;

   vulkan_write_stages(vulkan, pipeline, stages);
   for (i = 0; i < 2; i++) {
      VkShaderCreateInfoEXT create = {
         .sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
         .stage = stages[i].bit,
         .nextStage = i == 0 ? VK_SHADER_STAGE_FRAGMENT_BIT : 0,
         .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
         .codeSize = stages[i].spirv.count * sizeof(stages[i].spirv.words[0]),
         .pCode = stages[i].spirv.words,
         .pName = "main",
         .setLayoutCount = 1,
         .pSetLayouts = &vulkan->set_layout,
         .pushConstantRangeCount = 1,
         .pPushConstantRanges = &range,
      };

      TRY(CreateShadersEXT(vulkan->vk, 1, &create, NULL, &shaders[i]));
   }
   return true;
}

void
vulkan_destroy_shaders(struct vulkan *vulkan, VkShaderEXT shaders[2])
{
   uint32_t i;

   for (i = 0; i < 2 && shaders[i] != VK_NULL_HANDLE; i++)
      vulkan->DestroyShaderEXT(vulkan->vk, shaders[i], NULL);
}

/* What does not depend on the scene. */
static void
set_state(struct vulkan *vulkan, VkCommandBuffer commands)
{
   float rows = (float)vulkan->target_rows;
   VkViewport viewport = {0, 0, TARGET_COLUMNS, rows, 0, 1};
   VkRect2D scissor = {{0, 0}, {TARGET_COLUMNS, vulkan->target_rows}};
   VkSampleMask samples = UINT32_MAX;
   VkBool32 blends = VK_FALSE;
   VkColorComponentFlags components = 0xF;

   vulkan->CmdSetViewportWithCountEXT(commands, 1, &viewport);
   vulkan->CmdSetScissorWithCountEXT(commands, 1, &scissor);
   vulkan->CmdSetRasterizerDiscardEnableEXT(commands, VK_FALSE);
   vulkan->CmdSetPolygonModeEXT(commands, VK_POLYGON_MODE_FILL);
   vulkan->CmdSetCullModeEXT(commands, VK_CULL_MODE_NONE);
   vulkan->CmdSetFrontFaceEXT(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
   vulkan->CmdSetDepthTestEnableEXT(commands, VK_FALSE);
   vulkan->CmdSetDepthWriteEnableEXT(commands, VK_FALSE);
   vulkan->CmdSetDepthBoundsTestEnableEXT(commands, VK_FALSE);
   vulkan->CmdSetDepthBiasEnableEXT(commands, VK_FALSE);
   vulkan->CmdSetStencilTestEnableEXT(commands, VK_FALSE);
   vulkan->CmdSetRasterizationSamplesEXT(commands, VK_SAMPLE_COUNT_1_BIT);
   vulkan->CmdSetSampleMaskEXT(commands, VK_SAMPLE_COUNT_1_BIT, &samples);
   vulkan->CmdSetAlphaToCoverageEnableEXT(commands, VK_FALSE);
   vulkan->CmdSetColorBlendEnableEXT(commands, 0, 1, &blends);
   vulkan->CmdSetColorWriteMaskEXT(commands, 0, 1, &components);
}

void
vulkan_bind_shaders(struct vulkan *vulkan, VkCommandBuffer commands,
                    const struct scene_pipeline *pipeline,
                    const VkShaderEXT shaders[2])
{
   /* Those of enabled features must be bound, if only to nothing. */
   VkShaderStageFlagBits bits[STAGES] = {
      VK_SHADER_STAGE_VERTEX_BIT,
      VK_SHADER_STAGE_FRAGMENT_BIT,
      VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
      VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
   };
   VkShaderEXT bound[STAGES] = {shaders[0], shaders[1]};
   uint32_t count = vulkan->device->limits.tessellation ? STAGES : 2;

   vulkan->CmdBindShadersEXT(commands, count, bits, bound);
   set_state(vulkan, commands);
   vulkan_set_input(vulkan, commands, pipeline);
   vulkan->CmdSetPrimitiveTopologyEXT(commands, vulkan_topology(pipeline));
   vulkan->CmdSetPrimitiveRestartEnableEXT(commands, pipeline->restart);
   if (vulkan->device->limits.last_provokes) {
      vulkan->CmdSetProvokingVertexMode(
         commands, pipeline->last_provokes
                      ? VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT
                      : VK_PROVOKING_VERTEX_MODE_FIRST_VERTEX_EXT);
   }
}

#else

/* The limits leave them out. */
bool
vulkan_make_shaders(struct vulkan *vulkan,
                    const struct scene_pipeline *pipeline,
                    VkShaderEXT shaders[2])
{
   (void)pipeline;
   (void)shaders;
   return fail(vulkan->device, "The headers lack shader objects.");
}

void
vulkan_destroy_shaders(struct vulkan *vulkan, VkShaderEXT shaders[2])
{
   (void)vulkan;
   (void)shaders;
}

void
vulkan_bind_shaders(struct vulkan *vulkan, VkCommandBuffer commands,
                    const struct scene_pipeline *pipeline,
                    const VkShaderEXT shaders[2])
{
   (void)vulkan;
   (void)commands;
   (void)pipeline;
   (void)shaders;
}

#endif
