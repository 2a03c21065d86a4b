/* SPDX-License-Identifier: MIT */

#define VK_NO_PROTOTYPES
#include "judge_vulkan.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "judge_frag.h"
#include "judge_vert.h"

#define SIZE 16
#define BUFFER_BYTES (1u << 20)
#define INDEX_BYTES (1u << 20)
#define DRAW_BYTES 32

static PFN_vkGetInstanceProcAddr get_instance_proc;
static PFN_vkGetDeviceProcAddr get_device_proc;
static VkInstance instance;
static VkDevice device;
static VkQueue queue;
static VkCommandPool pool;
static VkShaderModule vertex, fragment;
static VkDescriptorSetLayout set_layout;
static VkPipelineLayout layout;
static VkDescriptorSet sets[SCENE_RESOURCE_SETS];
static VkBuffer vertex_buffers[SCENE_BUFFERS], index_buffer, draw_buffer;
static uint8_t *vertex_bytes[SCENE_BUFFERS], *index_bytes, *draw_bytes;
/* For 1 and 2 views. */
static VkRenderPass passes[2];
static VkFramebuffer framebuffers[2];
static VkPipeline pipelines[SCENE_PIPELINES];

/* What PanVK can do on v6 and v7. */
struct scene_limits vulkan_limits = {
   .attributes = SCENE_LOCATIONS,
   .bindings = SCENE_BINDINGS,
   .stride = 2048,
   .offset = 2047,
   .divisor = UINT32_MAX,
   .points = 1 << 20,
   .buffer_bytes = BUFFER_BYTES,
   .draws = 1,
   .zero_divisor = true,
   .zero_stride = true,
   .base_instance = true,
   .divisor_base_instance = true,
   .vertex_offset = true,
   .indirect = true,
   .indirect_base_instance = true,
   .index_bytes = {[1] = true, [2] = true, [4] = true},
   .restart = true,
   .dynamic_stride = true,
   .secondaries = true,
   .views = true,
   .clears = true,
   .resources = SCENE_RESOURCES,
};

#define INSTANCE(name) ((PFN_##name)get_instance_proc(instance, #name))
#define DEVICE(name) ((PFN_##name)get_device_proc(device, #name))

static void
check_result(VkResult result, const char *what)
{
   if (result == VK_SUCCESS)
      return;
   fprintf(stderr, "judge: %s: VkResult %d\n", what, result);
   exit(2);
}

#define CALL(name, ...) check_result(DEVICE(name)(device, __VA_ARGS__), #name)

static uint8_t *
allocate(const VkMemoryRequirements *needed, VkDeviceMemory *memory)
{
   const VkMemoryAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
      .allocationSize = needed->size,
      .memoryTypeIndex = (uint32_t)__builtin_ctz(needed->memoryTypeBits),
   };
   void *bytes;

   CALL(vkAllocateMemory, &info, NULL, memory);
   CALL(vkMapMemory, *memory, 0, VK_WHOLE_SIZE, 0, &bytes);
   return bytes;
}

static VkBuffer
make_buffer(VkDeviceSize size, VkBufferUsageFlags usage, uint8_t **bytes)
{
   const VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = size,
      .usage = usage,
   };
   VkMemoryRequirements needed;
   VkDeviceMemory memory;
   VkBuffer buffer;

   CALL(vkCreateBuffer, &info, NULL, &buffer);
   DEVICE(vkGetBufferMemoryRequirements)(device, buffer, &needed);
   *bytes = allocate(&needed, &memory);
   CALL(vkBindBufferMemory, buffer, memory, 0);
   return buffer;
}

static VkImageView
make_image(VkFormat format, VkImageUsageFlags usage, uint32_t layers,
           uint32_t fill)
{
   const VkImageCreateInfo image_info = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .imageType = VK_IMAGE_TYPE_2D,
      .format = format,
      .extent = {SIZE, SIZE, 1},
      .mipLevels = 1,
      .arrayLayers = layers,
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .tiling = VK_IMAGE_TILING_OPTIMAL,
      .usage = usage,
   };
   VkMemoryRequirements needed;
   VkDeviceMemory memory;
   uint32_t *words;
   VkImage image;
   VkImageView view;

   CALL(vkCreateImage, &image_info, NULL, &image);
   DEVICE(vkGetImageMemoryRequirements)(device, image, &needed);
   words = (uint32_t *)allocate(&needed, &memory);
   for (uint32_t i = 0; i < needed.size / 4; i++)
      words[i] = fill;
   CALL(vkBindImageMemory, image, memory, 0);

   const VkImageViewCreateInfo view_info = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
      .image = image,
      .viewType = layers > 1 ? VK_IMAGE_VIEW_TYPE_2D_ARRAY
                             : VK_IMAGE_VIEW_TYPE_2D,
      .format = format,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, layers},
   };

   CALL(vkCreateImageView, &view_info, NULL, &view);
   return view;
}

/* Images, then texel buffers. */
static VkDescriptorType
resource_type(uint32_t resource)
{
   return resource < SCENE_RESOURCES / 2
             ? VK_DESCRIPTOR_TYPE_STORAGE_IMAGE
             : VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
}

static void
make_resource(uint32_t set, uint32_t resource)
{
   VkWriteDescriptorSet write = {
      .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
      .dstSet = sets[set],
      .dstBinding = resource,
      .descriptorCount = 1,
      .descriptorType = resource_type(resource),
   };
   const uint32_t word = scene_resource(set, resource);
   VkDescriptorImageInfo image = {.imageLayout = VK_IMAGE_LAYOUT_GENERAL};
   VkBufferView view;

   if (write.descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE) {
      image.imageView = make_image(VK_FORMAT_R8G8B8A8_UINT,
                                   VK_IMAGE_USAGE_STORAGE_BIT, 1, word);
      write.pImageInfo = &image;
   } else {
      uint8_t *texels;
      const VkBufferViewCreateInfo view_info = {
         .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
         .buffer = make_buffer(
            64, VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT, &texels),
         .format = VK_FORMAT_R8G8B8A8_UINT,
         .range = VK_WHOLE_SIZE,
      };

      memcpy(texels, &word, sizeof(word));
      CALL(vkCreateBufferView, &view_info, NULL, &view);
      write.pTexelBufferView = &view;
   }
   DEVICE(vkUpdateDescriptorSets)(device, 1, &write, 0, NULL);
}

static void
make_sets(void)
{
   VkDescriptorSetLayoutBinding bindings[SCENE_RESOURCES];
   const VkDescriptorSetLayoutCreateInfo set_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .bindingCount = SCENE_RESOURCES,
      .pBindings = bindings,
   };
   const VkDescriptorPoolSize sizes[2] = {
      {resource_type(0), SCENE_RESOURCES * SCENE_RESOURCE_SETS},
      {resource_type(SCENE_RESOURCES),
       SCENE_RESOURCES * SCENE_RESOURCE_SETS},
   };
   const VkDescriptorPoolCreateInfo pool_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
      .maxSets = SCENE_RESOURCE_SETS,
      .poolSizeCount = 2,
      .pPoolSizes = sizes,
   };
   VkDescriptorPool descriptors;

   for (uint32_t i = 0; i < SCENE_RESOURCES; i++)
      bindings[i] = (VkDescriptorSetLayoutBinding){
         i, resource_type(i), 1, VK_SHADER_STAGE_VERTEX_BIT, NULL,
      };
   CALL(vkCreateDescriptorSetLayout, &set_info, NULL, &set_layout);
   CALL(vkCreateDescriptorPool, &pool_info, NULL, &descriptors);

   const VkDescriptorSetAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
      .descriptorPool = descriptors,
      .descriptorSetCount = 1,
      .pSetLayouts = &set_layout,
   };

   for (uint32_t i = 0; i < SCENE_RESOURCE_SETS; i++) {
      CALL(vkAllocateDescriptorSets, &info, &sets[i]);
      for (uint32_t j = 0; j < SCENE_RESOURCES; j++)
         make_resource(i, j);
   }
}

static void
make_pass(uint32_t views)
{
   const VkAttachmentDescription attachment = {
      .format = VK_FORMAT_R32G32B32A32_UINT,
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
      .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
      .finalLayout = VK_IMAGE_LAYOUT_GENERAL,
   };
   const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_GENERAL};
   const VkSubpassDescription subpass = {
      .colorAttachmentCount = 1,
      .pColorAttachments = &reference,
   };
   const uint32_t mask = (1u << views) - 1;
   const VkRenderPassMultiviewCreateInfo multiview = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO,
      .subpassCount = 1,
      .pViewMasks = &mask,
   };
   const VkRenderPassCreateInfo pass_info = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
      .pNext = views > 1 ? &multiview : NULL,
      .attachmentCount = 1,
      .pAttachments = &attachment,
      .subpassCount = 1,
      .pSubpasses = &subpass,
   };
   const VkImageView view = make_image(
      attachment.format, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, views, 0);

   CALL(vkCreateRenderPass, &pass_info, NULL, &passes[views - 1]);

   const VkFramebufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
      .renderPass = passes[views - 1],
      .attachmentCount = 1,
      .pAttachments = &view,
      .width = SIZE,
      .height = SIZE,
      .layers = 1,
   };

   CALL(vkCreateFramebuffer, &info, NULL, &framebuffers[views - 1]);
}

static VkShaderModule
make_shader(const uint32_t *words, size_t size)
{
   const VkShaderModuleCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
      .codeSize = size,
      .pCode = words,
   };
   VkShaderModule module;

   CALL(vkCreateShaderModule, &info, NULL, &module);
   return module;
}

/* Unsigned integer formats, by 4 log2(bytes) + components - 1. */
static const VkFormat formats[12] = {
   VK_FORMAT_R8_UINT,           VK_FORMAT_R8G8_UINT,
   VK_FORMAT_R8G8B8_UINT,       VK_FORMAT_R8G8B8A8_UINT,
   VK_FORMAT_R16_UINT,          VK_FORMAT_R16G16_UINT,
   VK_FORMAT_R16G16B16_UINT,    VK_FORMAT_R16G16B16A16_UINT,
   VK_FORMAT_R32_UINT,          VK_FORMAT_R32G32_UINT,
   VK_FORMAT_R32G32B32_UINT,    VK_FORMAT_R32G32B32A32_UINT,
};

static void
make_device(const char *driver)
{
   static const char *const instance_extensions[] = {
      VK_KHR_GET_PHYSICAL_DEVICE_PROPERTIES_2_EXTENSION_NAME,
   };
   static const char *const extensions[] = {
      VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME,
      VK_EXT_INDEX_TYPE_UINT8_EXTENSION_NAME,
      VK_EXT_EXTENDED_DYNAMIC_STATE_EXTENSION_NAME,
      VK_KHR_MULTIVIEW_EXTENSION_NAME,
   };
   const VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
      .apiVersion = VK_API_VERSION_1_0,
   };
   const VkInstanceCreateInfo instance_info = {
      .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
      .pApplicationInfo = &application,
      .enabledExtensionCount = 1,
      .ppEnabledExtensionNames = instance_extensions,
   };
   VkPhysicalDeviceMultiviewFeatures multiview = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES,
      .multiview = VK_TRUE,
   };
   VkPhysicalDeviceExtendedDynamicStateFeaturesEXT dynamic = {
      .sType =
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_FEATURES_EXT,
      .pNext = &multiview,
      .extendedDynamicState = VK_TRUE,
   };
   VkPhysicalDeviceIndexTypeUint8FeaturesEXT bytes = {
      .sType =
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INDEX_TYPE_UINT8_FEATURES_EXT,
      .pNext = &dynamic,
      .indexTypeUint8 = VK_TRUE,
   };
   VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT divisors = {
      .sType =
   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT,
      .pNext = &bytes,
      .vertexAttributeInstanceRateDivisor = VK_TRUE,
      .vertexAttributeInstanceRateZeroDivisor = VK_TRUE,
   };
   const float priority = 1;
   const VkDeviceQueueCreateInfo queue_info = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
      .queueCount = 1,
      .pQueuePriorities = &priority,
   };
   const VkPhysicalDeviceFeatures features = {
      .drawIndirectFirstInstance = VK_TRUE,
      .fullDrawIndexUint32 = VK_TRUE,
   };
   const VkDeviceCreateInfo device_info = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
      .pNext = &divisors,
      .queueCreateInfoCount = 1,
      .pQueueCreateInfos = &queue_info,
      .enabledExtensionCount = 4,
      .ppEnabledExtensionNames = extensions,
      .pEnabledFeatures = &features,
   };
   void *library = dlopen(driver, RTLD_NOW);
   VkPhysicalDevice physical;
   uint32_t count = 1;

   if (!library) {
      fprintf(stderr, "judge: %s\n", dlerror());
      exit(2);
   }
   *(void **)&get_instance_proc = dlsym(library, "vk_icdGetInstanceProcAddr");
   check_result(INSTANCE(vkCreateInstance)(&instance_info, NULL, &instance),
                "vkCreateInstance");
   INSTANCE(vkEnumeratePhysicalDevices)(instance, &count, &physical);
   if (count == 0) {
      fprintf(stderr, "judge: %s finds no device\n", driver);
      exit(2);
   }
   check_result(
      INSTANCE(vkCreateDevice)(physical, &device_info, NULL, &device),
      "vkCreateDevice");
   get_device_proc = INSTANCE(vkGetDeviceProcAddr);
   DEVICE(vkGetDeviceQueue)(device, 0, 0, &queue);
   for (uint32_t i = 0; i < 12; i++) {
      VkFormatProperties properties;

      INSTANCE(vkGetPhysicalDeviceFormatProperties)(physical, formats[i],
                                                    &properties);
      if (properties.bufferFeatures & VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT)
         vulkan_limits.formats |= 1u << i;
   }
}

void
vulkan_open(const char *driver)
{
   const VkCommandPoolCreateInfo pool_info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
   };
   const VkPipelineLayoutCreateInfo layout_info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
      .setLayoutCount = 1,
      .pSetLayouts = &set_layout,
   };

   make_device(driver);
   make_sets();
   make_pass(1);
   make_pass(2);
   for (uint32_t i = 0; i < SCENE_BUFFERS; i++) {
      vertex_buffers[i] = make_buffer(
         BUFFER_BYTES, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT, &vertex_bytes[i]);
      for (uint32_t j = 0; j < BUFFER_BYTES; j++)
         vertex_bytes[i][j] = scene_byte(i, j);
   }
   index_buffer = make_buffer(INDEX_BYTES, VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
                              &index_bytes);
   draw_buffer =
      make_buffer(SCENE_COMMANDS * SCENE_DRAWS * DRAW_BYTES,
                  VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT, &draw_bytes);
   CALL(vkCreatePipelineLayout, &layout_info, NULL, &layout);
   CALL(vkCreateCommandPool, &pool_info, NULL, &pool);
   vertex = make_shader(judge_vert, sizeof(judge_vert));
   fragment = make_shader(judge_frag, sizeof(judge_frag));
}

static VkPipeline
make_pipeline(const struct scene_pipeline *pipeline, bool points,
              uint32_t views)
{
   VkVertexInputBindingDescription bindings[SCENE_BINDINGS];
   VkVertexInputAttributeDescription attributes[SCENE_LOCATIONS];
   VkVertexInputBindingDivisorDescriptionEXT divisors[SCENE_BINDINGS];
   uint32_t constants[3] = {
      0, pipeline->resources ? (1u << SCENE_RESOURCES) - 1 : 0, points,
   };
   VkVertexInputBindingDivisorDescriptionEXT *divisor = divisors;
   VkVertexInputBindingDescription *binding = bindings;

   for (uint32_t i = 0; i < SCENE_BINDINGS; i++) {
      const struct scene_binding *b = &pipeline->bindings[i];

      if (!b->used)
         continue;
      *binding++ = (VkVertexInputBindingDescription){
         i, b->stride,
         b->per_instance ? VK_VERTEX_INPUT_RATE_INSTANCE
                         : VK_VERTEX_INPUT_RATE_VERTEX,
      };
      if (b->per_instance)
         *divisor++ = (VkVertexInputBindingDivisorDescriptionEXT){
            i, b->divisor,
         };
   }
   for (uint32_t i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *a = &pipeline->attributes[i];

      attributes[i] = (VkVertexInputAttributeDescription){
         a->location, a->binding,
         formats[4 * (a->component_bytes >> 1) + a->components - 1],
         a->offset,
      };
      constants[0] |= 1u << a->location;
   }

   static const VkSpecializationMapEntry entries[3] = {
      {0, 0, 4}, {1, 4, 4}, {2, 8, 4},
   };
   const VkSpecializationInfo specialization = {
      3, entries, sizeof(constants), constants,
   };
   const VkPipelineShaderStageCreateInfo stages[] = {
      {
         .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_VERTEX_BIT,
         .module = vertex,
         .pName = "main",
         .pSpecializationInfo = &specialization,
      },
      {
         .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
         .module = fragment,
         .pName = "main",
      },
   };
   const VkPipelineVertexInputDivisorStateCreateInfoEXT divisor_state = {
      .sType =
 VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT,
      .vertexBindingDivisorCount = (uint32_t)(divisor - divisors),
      .pVertexBindingDivisors = divisors,
   };
   const VkPipelineVertexInputStateCreateInfo input = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
      .pNext = divisor > divisors ? &divisor_state : NULL,
      .vertexBindingDescriptionCount = (uint32_t)(binding - bindings),
      .pVertexBindingDescriptions = bindings,
      .vertexAttributeDescriptionCount = pipeline->attribute_count,
      .pVertexAttributeDescriptions = attributes,
   };
   const VkPipelineInputAssemblyStateCreateInfo assembly = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
      .primitiveRestartEnable = pipeline->restart,
   };
   const VkViewport viewport = {0, 0, SIZE, SIZE, 0, 1};
   const VkRect2D scissor = {{0, 0}, {SIZE, SIZE}};
   const VkPipelineViewportStateCreateInfo view = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
      .viewportCount = 1,
      .pViewports = &viewport,
      .scissorCount = 1,
      .pScissors = &scissor,
   };
   const VkPipelineRasterizationStateCreateInfo raster = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
      .lineWidth = 1,
   };
   const VkPipelineMultisampleStateCreateInfo samples = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
      .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT,
   };
   const VkPipelineColorBlendAttachmentState target = {
      .colorWriteMask = 0xF,
   };
   const VkPipelineColorBlendStateCreateInfo blend = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
      .attachmentCount = 1,
      .pAttachments = &target,
   };
   const VkDynamicState stride =
      VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE_EXT;
   const VkPipelineDynamicStateCreateInfo dynamic = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
      .dynamicStateCount = 1,
      .pDynamicStates = &stride,
   };
   const VkGraphicsPipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
      .stageCount = 2,
      .pStages = stages,
      .pVertexInputState = &input,
      .pInputAssemblyState = &assembly,
      .pViewportState = &view,
      .pRasterizationState = &raster,
      .pMultisampleState = &samples,
      .pColorBlendState = &blend,
      .pDynamicState = pipeline->dynamic_stride ? &dynamic : NULL,
      .layout = layout,
      .renderPass = passes[views - 1],
   };
   VkPipeline made;

   CALL(vkCreateGraphicsPipelines, VK_NULL_HANDLE, 1, &info, NULL, &made);
   return made;
}

/* ---- Recording ----------------------------------------------------------- */

struct recorder {
   const struct scene *scene;
   VkCommandBuffer primary, commands;
   /* What is bound; NULL at the beginning. */
   const struct scene_command *last;
   bool in_pass, secondary;
};

static VkCommandBuffer
begin_commands(const struct scene *scene, bool secondary)
{
   const uint32_t views = scene->views ? 2 : 1;
   const VkCommandBufferAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
      .commandPool = pool,
      .level = secondary ? VK_COMMAND_BUFFER_LEVEL_SECONDARY
                         : VK_COMMAND_BUFFER_LEVEL_PRIMARY,
      .commandBufferCount = 1,
   };
   const VkCommandBufferInheritanceInfo inherited = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
      .renderPass = passes[views - 1],
      .framebuffer = framebuffers[views - 1],
   };
   const VkCommandBufferBeginInfo begin_info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
      .flags =
         secondary ? VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT : 0,
      .pInheritanceInfo = &inherited,
   };
   VkCommandBuffer commands;

   CALL(vkAllocateCommandBuffers, &info, &commands);
   check_result(DEVICE(vkBeginCommandBuffer)(commands, &begin_info),
                "vkBeginCommandBuffer");
   return commands;
}

static void
end_secondary(struct recorder *recorder)
{
   if (!recorder->secondary || recorder->commands == recorder->primary)
      return;
   check_result(DEVICE(vkEndCommandBuffer)(recorder->commands),
                "vkEndCommandBuffer");
   DEVICE(vkCmdExecuteCommands)(recorder->primary, 1, &recorder->commands);
   recorder->commands = recorder->primary;
   recorder->last = NULL;
}

static void
end_pass(struct recorder *recorder)
{
   end_secondary(recorder);
   if (recorder->in_pass)
      DEVICE(vkCmdEndRenderPass)(recorder->primary);
   recorder->in_pass = false;
}

/* Opens the pass and the command buffer that a command needs. */
static void
open_pass(struct recorder *recorder, const struct scene_command *command)
{
   const uint32_t views = recorder->scene->views ? 2 : 1;
   const bool secondary = command->secondary != 0;
   const VkClearValue clear = {{{0}}};
   const VkRenderPassBeginInfo info = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
      .renderPass = passes[views - 1],
      .framebuffer = framebuffers[views - 1],
      .renderArea = {{0, 0}, {SIZE, SIZE}},
      .clearValueCount = 1,
      .pClearValues = &clear,
   };

   if (command->pass_before || secondary != recorder->secondary)
      end_pass(recorder);
   if (!recorder->in_pass) {
      DEVICE(vkCmdBeginRenderPass)(
         recorder->primary, &info,
         secondary ? VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS
                   : VK_SUBPASS_CONTENTS_INLINE);
      recorder->in_pass = true;
      recorder->secondary = secondary;
   }
   if (secondary && recorder->last &&
       recorder->last->secondary != command->secondary)
      end_secondary(recorder);
   if (secondary && recorder->commands == recorder->primary) {
      recorder->commands = begin_commands(recorder->scene, true);
      recorder->last = NULL;
   }
}

static void
bind_buffers(struct recorder *recorder, const struct scene_command *command)
{
   const struct scene_pipeline *pipeline =
      &recorder->scene->pipelines[command->pipeline];
   const struct scene_command *last = recorder->last;
   const struct scene_pipeline *before =
      last ? &recorder->scene->pipelines[last->pipeline] : NULL;

   for (uint32_t i = 0; i < SCENE_BINDINGS; i++) {
      const struct scene_bound *bound = &command->bound[i];
      const VkDeviceSize offset = bound->offset, stride = bound->stride;

      if (!pipeline->bindings[i].used)
         continue;
      if (before && before->bindings[i].used &&
          before->dynamic_stride == pipeline->dynamic_stride &&
          last->bound[i].buffer == bound->buffer &&
          last->bound[i].offset == bound->offset &&
          (!pipeline->dynamic_stride ||
           last->bound[i].stride == bound->stride))
         continue;
      if (pipeline->dynamic_stride)
         DEVICE(vkCmdBindVertexBuffers2EXT)(
            recorder->commands, i, 1, &vertex_buffers[bound->buffer],
            &offset, NULL, &stride);
      else
         DEVICE(vkCmdBindVertexBuffers)(recorder->commands, i, 1,
                                        &vertex_buffers[bound->buffer],
                                        &offset);
   }
}

static void
write_indices(const struct scene *scene, const struct scene_command *command)
{
   for (uint32_t d = 0; d < command->draw_count; d++) {
      const struct scene_draw *draw = &command->draws[d];

      for (uint32_t i = 0; i < draw->count; i++) {
         bool restart;
         const uint32_t index =
            scene_index(command, draw, i,
                        &scene->pipelines[command->pipeline], &restart);

         memcpy(index_bytes + command->index_offset +
                   (size_t)(draw->first_index + i) * command->index_bytes,
                &index, command->index_bytes);
      }
   }
}

static void
record_draw(struct recorder *recorder, const struct scene_command *command,
            const struct scene_draw *draw)
{
   const VkDeviceSize offset =
      (VkDeviceSize)((command - recorder->scene->commands) * SCENE_DRAWS +
                     (draw - command->draws)) * DRAW_BYTES;
   const VkDrawIndirectCommand plain = {
      draw->count, draw->instances, draw->first, draw->base_instance,
   };
   const VkDrawIndexedIndirectCommand indexed = {
      draw->count, draw->instances, draw->first_index, draw->vertex_offset,
      draw->base_instance,
   };
   VkCommandBuffer commands = recorder->commands;

   if (command->index_bytes)
      memcpy(draw_bytes + offset, &indexed, sizeof(indexed));
   else
      memcpy(draw_bytes + offset, &plain, sizeof(plain));
   if (command->indirect && command->index_bytes)
      DEVICE(vkCmdDrawIndexedIndirect)(commands, draw_buffer, offset, 1, 0);
   else if (command->indirect)
      DEVICE(vkCmdDrawIndirect)(commands, draw_buffer, offset, 1, 0);
   else if (command->index_bytes)
      DEVICE(vkCmdDrawIndexed)(commands, draw->count, draw->instances,
                               draw->first_index, draw->vertex_offset,
                               draw->base_instance);
   else
      DEVICE(vkCmdDraw)(commands, draw->count, draw->instances, draw->first,
                        draw->base_instance);
}

static void
record(struct recorder *recorder, const struct scene_command *command)
{
   const struct scene_command *last;

   open_pass(recorder, command);
   last = recorder->last;
   if (command->clear_before) {
      const VkClearAttachment clear = {
         .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
      };
      const VkClearRect rect = {{{0, SIZE - 1}, {SIZE, 1}}, 0, 1};

      DEVICE(vkCmdClearAttachments)(recorder->commands, 1, &clear, 1, &rect);
   }
   if (!last || last->pipeline != command->pipeline)
      DEVICE(vkCmdBindPipeline)(recorder->commands,
                                VK_PIPELINE_BIND_POINT_GRAPHICS,
                                pipelines[command->pipeline]);
   bind_buffers(recorder, command);
   if (!last || last->resource_set != command->resource_set)
      DEVICE(vkCmdBindDescriptorSets)(
         recorder->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1,
         &sets[command->resource_set], 0, NULL);
   if (command->index_bytes) {
      DEVICE(vkCmdBindIndexBuffer)(
         recorder->commands, index_buffer, command->index_offset,
         command->index_bytes == 1   ? VK_INDEX_TYPE_UINT8_EXT
         : command->index_bytes == 2 ? VK_INDEX_TYPE_UINT16
                                     : VK_INDEX_TYPE_UINT32);
      write_indices(recorder->scene, command);
   }
   for (uint32_t i = 0; i < command->draw_count; i++)
      record_draw(recorder, command, &command->draws[i]);
   recorder->last = command;
}

static void
submit(VkCommandBuffer commands)
{
   const VkSubmitInfo info = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
      .commandBufferCount = 1,
      .pCommandBuffers = &commands,
   };

   check_result(DEVICE(vkQueueSubmit)(queue, 1, &info, VK_NULL_HANDLE),
                "vkQueueSubmit");
   check_result(DEVICE(vkQueueWaitIdle)(queue), "vkQueueWaitIdle");
}

static VkCommandBuffer
record_all(const struct scene *scene, const struct scene_command *commands,
           uint32_t count)
{
   struct recorder recorder = {.scene = scene};

   recorder.primary = recorder.commands = begin_commands(scene, false);
   for (uint32_t i = 0; i < count; i++)
      record(&recorder, &commands[i]);
   end_pass(&recorder);
   check_result(DEVICE(vkEndCommandBuffer)(recorder.primary),
                "vkEndCommandBuffer");
   return recorder.primary;
}

void
vulkan_begin(const struct scene *scene, bool points)
{
   for (uint32_t i = 0; i < scene->pipeline_count; i++)
      pipelines[i] = make_pipeline(&scene->pipelines[i], points,
                                   scene->views ? 2 : 1);
}

void
vulkan_draw_once(const struct scene *scene, uint32_t pipeline,
                 uint32_t first_vertex, uint32_t base_instance)
{
   struct scene once = *scene;

   once.commands[0] = (struct scene_command){
      .pipeline = pipeline,
      .draw_count = 1,
      .draws = {{.first = first_vertex,
                 .count = 1,
                 .instances = 1,
                 .base_instance = base_instance}},
   };
   submit(record_all(&once, once.commands, 1));
}

void
vulkan_draw(const struct scene *scene, void (*before)(void *), void *data)
{
   VkCommandBuffer commands =
      record_all(scene, scene->commands, scene->command_count);

   for (uint32_t i = 0; i < scene->submissions; i++) {
      before(data);
      submit(commands);
   }
}

void
vulkan_end(const struct scene *scene)
{
   for (uint32_t i = 0; i < scene->pipeline_count; i++)
      DEVICE(vkDestroyPipeline)(device, pipelines[i], NULL);
   CALL(vkResetCommandPool, pool,
        VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT);
}

uint32_t
vulkan_expect(const struct scene *scene,
              struct check_draw draws[SCENE_COMMANDS * SCENE_DRAWS])
{
   uint32_t count = 0;

   for (uint32_t c = 0; c < scene->command_count; c++) {
      const struct scene_command *command = &scene->commands[c];
      const struct scene_pipeline *pipeline =
         &scene->pipelines[command->pipeline];

      for (uint32_t d = 0; d < command->draw_count; d++) {
         const struct scene_draw *draw = &command->draws[d];
         struct check_draw *out = &draws[count++];

         *out = (struct check_draw){
            .number = c * SCENE_DRAWS + d,
            .indirect = command->indirect,
            .index_bytes = command->index_bytes,
            .restart = pipeline->restart,
            .indices = index_bytes + command->index_offset +
                       (size_t)draw->first_index * command->index_bytes,
            .count = draw->count,
            .instances = draw->instances,
            .first = command->index_bytes ? draw->vertex_offset
                                          : (int32_t)draw->first,
            .base_instance = draw->base_instance,
            .views = scene->views ? 2 : 1,
            .pipeline = command->pipeline,
            .images = pipeline->resources ? SCENE_RESOURCES : 0,
         };
         for (uint32_t i = 0; i < out->images; i++)
            out->image_words[i] = scene_resource(command->resource_set, i);
         for (uint32_t i = 0; i < pipeline->attribute_count; i++) {
            const struct scene_attribute *a = &pipeline->attributes[i];
            const struct scene_binding *b = &pipeline->bindings[a->binding];
            const struct scene_bound *bound = &command->bound[a->binding];

            out->attributes[a->location] = (struct check_attribute){
               .used = true,
               .per_instance = b->per_instance,
               .divisor = b->divisor,
               .stride = scene_stride(scene, command, a->binding),
               .pipeline_stride = b->stride,
               .offset = a->offset,
               .bytes = (uint32_t)a->components * a->component_bytes,
               .data = vertex_bytes[bound->buffer] + bound->offset,
               .size = BUFFER_BYTES - bound->offset,
            };
         }
      }
   }
   return count;
}
