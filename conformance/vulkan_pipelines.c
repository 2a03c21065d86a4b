/* SPDX-License-Identifier: MIT */

#include "vulkan.h"

#include <string.h>

/* ---- Shaders and pipelines --------------------------------------------- */

static bool
make_shader(struct vulkan *vulkan, const struct spirv *spirv,
            VkShaderModule *module)
{
   VkShaderModuleCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
      .codeSize = spirv->count * sizeof(spirv->words[0]),
      .pCode = spirv->words,
   };

   TRY(CreateShaderModule(vulkan->vk, &create, NULL, module));
   return true;
}

struct vertex_input {
   VkVertexInputAttributeDescription attributes[SCENE_LOCATIONS];
   VkVertexInputBindingDescription bindings[SCENE_BINDINGS];
   VkVertexInputBindingDivisorDescriptionEXT divisors[SCENE_BINDINGS];
   VkPipelineVertexInputDivisorStateCreateInfoEXT divisor_state;
   VkPipelineVertexInputStateCreateInfo state;
};

static void
describe_input(struct vertex_input *input,
               const struct scene_pipeline *pipeline)
{
   uint32_t binding_count = 0, divisor_count = 0, i;

   for (i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *attribute = &pipeline->attributes[i];

      input->attributes[i] = (VkVertexInputAttributeDescription){
         .location = attribute->location,
         .binding = attribute->binding,
         .format = vulkan_format(attribute),
         .offset = attribute->offset,
      };
   }
   for (i = 0; i < SCENE_BINDINGS; i++) {
      const struct scene_binding *binding = &pipeline->bindings[i];

      if (!binding->used)
         continue;
      input->bindings[binding_count++] = (VkVertexInputBindingDescription){
         .binding = i,
         .stride = binding->stride,
         .inputRate = binding->per_instance ? VK_VERTEX_INPUT_RATE_INSTANCE
                                            : VK_VERTEX_INPUT_RATE_VERTEX,
      };
      /* Without a description the divisor is 1. */
      if (binding->per_instance && binding->divisor != 1) {
         input->divisors[divisor_count++] =
            (VkVertexInputBindingDivisorDescriptionEXT){i, binding->divisor};
      }
   }
   input->divisor_state = (VkPipelineVertexInputDivisorStateCreateInfoEXT){
      .sType =
         VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT,
      .vertexBindingDivisorCount = divisor_count,
      .pVertexBindingDivisors = input->divisors,
   };
   input->state = (VkPipelineVertexInputStateCreateInfo){
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
      .pNext = divisor_count > 0 ? &input->divisor_state : NULL,
      .vertexBindingDescriptionCount = binding_count,
      .pVertexBindingDescriptions = input->bindings,
      .vertexAttributeDescriptionCount = pipeline->attribute_count,
      .pVertexAttributeDescriptions = input->attributes,
   };
}

void
vulkan_set_input(struct vulkan *vulkan, VkCommandBuffer commands,
                 const struct scene_pipeline *pipeline)
{
   VkVertexInputBindingDescription2EXT bindings[SCENE_BINDINGS];
   VkVertexInputAttributeDescription2EXT attributes[SCENE_LOCATIONS];
   uint32_t count = 0, i;

   for (i = 0; i < SCENE_BINDINGS; i++) {
      const struct scene_binding *binding = &pipeline->bindings[i];

      if (!binding->used)
         continue;
      bindings[count++] = (VkVertexInputBindingDescription2EXT){
         .sType = VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT,
         .binding = i,
         .stride = binding->stride,
         .inputRate = binding->per_instance ? VK_VERTEX_INPUT_RATE_INSTANCE
                                            : VK_VERTEX_INPUT_RATE_VERTEX,
         .divisor = binding->per_instance ? binding->divisor : 1,
      };
   }
   for (i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *attribute = &pipeline->attributes[i];

      attributes[i] = (VkVertexInputAttributeDescription2EXT){
         .sType = VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT,
         .location = attribute->location,
         .binding = attribute->binding,
         .format = vulkan_format(attribute),
         .offset = attribute->offset,
      };
   }
   vulkan->CmdSetVertexInput(commands, count, bindings,
                             pipeline->attribute_count, attributes);
}

uint32_t
vulkan_write_stages(struct vulkan *vulkan,
                    const struct scene_pipeline *pipeline,
                    struct vulkan_stage stages[STAGES])
{
   spirv_vertex(&stages[0].spirv, pipeline, !vulkan->device->no_point_size);
   stages[0].bit = VK_SHADER_STAGE_VERTEX_BIT;
   spirv_color(&stages[1].spirv);
   stages[1].bit = VK_SHADER_STAGE_FRAGMENT_BIT;
   if (pipeline->topology != SCENE_PATCHES)
      return 2;
   spirv_control(&stages[2].spirv);
   stages[2].bit = VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
   spirv_evaluation(&stages[3].spirv);
   stages[3].bit = VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
   return STAGES;
}

static bool
make_stages(struct vulkan *vulkan, const struct scene_pipeline *pipeline,
            VkPipelineShaderStageCreateInfo stages[STAGES], uint32_t *count)
{
   static struct vulkan_stage written[STAGES];
   uint32_t stage_count = vulkan_write_stages(vulkan, pipeline, written), i;

   for (i = 0; i < stage_count; i++) {
      stages[i] = (VkPipelineShaderStageCreateInfo){
         .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = written[i].bit,
         .pName = "main",
      };
      if (!make_shader(vulkan, &written[i].spirv, &stages[i].module))
         return false;
      *count = i + 1;
   }
   return true;
}

VkPrimitiveTopology
vulkan_topology(const struct scene_pipeline *pipeline)
{
   static const VkPrimitiveTopology topologies[SCENE_TOPOLOGIES] = {
      VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
      VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
      VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
      VK_PRIMITIVE_TOPOLOGY_PATCH_LIST,
   };

   return topologies[pipeline->topology];
}

static bool
create_pipeline(struct vulkan *vulkan, const struct scene_pipeline *pipeline,
                const VkPipelineShaderStageCreateInfo *stages,
                uint32_t stage_count, struct cached_pipeline *cached)
{
   VkDynamicState dynamic_states[] = {
      VK_DYNAMIC_STATE_VIEWPORT,
      VK_DYNAMIC_STATE_SCISSOR,
      pipeline->dynamic_input
         ? VK_DYNAMIC_STATE_VERTEX_INPUT_EXT
         : VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE_EXT,
   };
   VkPipelineDynamicStateCreateInfo dynamic = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
      .dynamicStateCount =
         pipeline->dynamic_stride || pipeline->dynamic_input ? 3 : 2,
      .pDynamicStates = dynamic_states,
   };
   struct vertex_input input;
   VkPipelineInputAssemblyStateCreateInfo assembly = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = vulkan_topology(pipeline),
      .primitiveRestartEnable = pipeline->restart,
   };
   VkPipelineTessellationStateCreateInfo tessellation = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO,
      .patchControlPoints = 1,
   };
   VkPipelineViewportStateCreateInfo viewport = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
      .viewportCount = 1,
      .scissorCount = 1,
   };
   VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking = {
      .sType =
         VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT,
      .provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT,
   };
   VkPipelineRasterizationStateCreateInfo rasterization = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
      .pNext = pipeline->last_provokes ? &provoking : NULL,
      .lineWidth = 1,
   };
   VkPipelineMultisampleStateCreateInfo multisample = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
      .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT,
   };
   VkPipelineColorBlendAttachmentState blend_attachment = {
      .colorWriteMask = 0xF,
   };
   VkPipelineColorBlendStateCreateInfo blend = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
      .attachmentCount = 1,
      .pAttachments = &blend_attachment,
   };
   VkFormat format = TARGET_FORMAT;
   VkPipelineRenderingCreateInfoKHR rendering = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO_KHR,
      .viewMask = cached->views ? 3 : 0,
      .colorAttachmentCount = 1,
      .pColorAttachmentFormats = &format,
   };
   VkGraphicsPipelineCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
      .pNext = cached->rendering ? &rendering : NULL,
      .stageCount = stage_count,
      .pStages = stages,
      .pVertexInputState = pipeline->dynamic_input ? NULL : &input.state,
      .pInputAssemblyState = &assembly,
      .pTessellationState =
         pipeline->topology == SCENE_PATCHES ? &tessellation : NULL,
      .pViewportState = &viewport,
      .pRasterizationState = &rasterization,
      .pMultisampleState = &multisample,
      .pColorBlendState = &blend,
      .pDynamicState = &dynamic,
      .layout = vulkan->layout,
      .renderPass = cached->rendering ? VK_NULL_HANDLE
                                      : vulkan->passes[cached->views][false],
   };

   describe_input(&input, pipeline);
   TRY(CreateGraphicsPipelines(vulkan->vk, VK_NULL_HANDLE, 1, &create, NULL,
                               &cached->pipeline));
   return true;
}

static bool
make_pipeline(struct vulkan *vulkan, const struct scene_pipeline *pipeline,
              struct cached_pipeline *cached)
{
   VkPipelineShaderStageCreateInfo stages[STAGES];
   uint32_t count = 0, i;
   bool good = make_stages(vulkan, pipeline, stages, &count) &&
               create_pipeline(vulkan, pipeline, stages, count, cached);

   for (i = 0; i < count; i++)
      vulkan->DestroyShaderModule(vulkan->vk, stages[i].module, NULL);
   return good;
}

bool
vulkan_get_pipeline(struct vulkan *vulkan, const struct scene *scene,
                    const struct scene_pipeline *pipeline,
                    const struct cached_pipeline **result)
{
   struct cached_pipeline *cached;
   uint32_t i;

   for (i = 0; i < CACHED_PIPELINES; i++) {
      cached = &vulkan->pipelines[i];
      if (cached->used && cached->views == scene->views &&
          cached->rendering == scene->rendering &&
          cached->no_point_size == vulkan->device->no_point_size &&
          memcmp(&cached->key, pipeline, sizeof(*pipeline)) == 0) {
         *result = cached;
         return true;
      }
   }
   /* A scene has fewer pipelines than the cache. */
   cached = &vulkan->pipelines[vulkan->next_pipeline++ % CACHED_PIPELINES];
   vulkan->DestroyPipeline(vulkan->vk, cached->pipeline, NULL);
   vulkan_destroy_shaders(vulkan, cached->shaders);
   *cached = (struct cached_pipeline){
      .used = true,
      .views = scene->views,
      .rendering = scene->rendering,
      .no_point_size = vulkan->device->no_point_size,
   };
   memcpy(&cached->key, pipeline, sizeof(*pipeline));
   *result = cached;
   return pipeline->shader_objects
             ? vulkan_make_shaders(vulkan, pipeline, cached->shaders)
             : make_pipeline(vulkan, pipeline, cached);
}
