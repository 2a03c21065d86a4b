/* SPDX-License-Identifier: MIT */

/* The scenes in Vulkan 1.0 with what extensions are there. Functions come
 * from the loader or a driver at run time, so that only headers are needed to
 * build.
 *
 * Nothing is freed at the end, or after an error, which ends the process.
 */

#ifndef VULKAN_H
#define VULKAN_H

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include "conformance.h"
#include "spirv.h"

#define TARGET_FORMAT VK_FORMAT_R32G32B32A32_UINT
#define WAIT_SECONDS 60
#define CACHED_PIPELINES 16
#define SETS SCENE_RESOURCE_SETS

#define INSTANCE_FUNCTIONS(F)                \
   F(EnumeratePhysicalDevices)               \
   F(EnumerateDeviceExtensionProperties)     \
   F(GetPhysicalDeviceProperties)            \
   F(GetPhysicalDeviceFeatures)              \
   F(GetPhysicalDeviceFormatProperties)      \
   F(GetPhysicalDeviceMemoryProperties)      \
   F(GetPhysicalDeviceQueueFamilyProperties) \
   F(CreateDevice)                           \
   F(GetDeviceProcAddr)

#define DEVICE_FUNCTIONS(F)       \
   F(GetDeviceQueue)              \
   F(CreateCommandPool)           \
   F(DestroyCommandPool)          \
   F(AllocateCommandBuffers)      \
   F(BeginCommandBuffer)          \
   F(EndCommandBuffer)            \
   F(QueueSubmit)                 \
   F(CreateFence)                 \
   F(ResetFences)                 \
   F(WaitForFences)               \
   F(CreateBuffer)                \
   F(DestroyBuffer)               \
   F(GetBufferMemoryRequirements) \
   F(BindBufferMemory)            \
   F(CreateBufferView)            \
   F(AllocateMemory)              \
   F(FreeMemory)                  \
   F(MapMemory)                   \
   F(CreateImage)                 \
   F(DestroyImage)                \
   F(GetImageMemoryRequirements)  \
   F(BindImageMemory)             \
   F(CreateImageView)             \
   F(DestroyImageView)            \
   F(CreateRenderPass)            \
   F(CreateFramebuffer)           \
   F(DestroyFramebuffer)          \
   F(CreateShaderModule)          \
   F(DestroyShaderModule)         \
   F(CreateDescriptorSetLayout)   \
   F(CreateDescriptorPool)        \
   F(AllocateDescriptorSets)      \
   F(UpdateDescriptorSets)        \
   F(CreatePipelineLayout)        \
   F(CreateGraphicsPipelines)     \
   F(DestroyPipeline)             \
   F(CmdBeginRenderPass)          \
   F(CmdEndRenderPass)            \
   F(CmdExecuteCommands)          \
   F(CmdBindPipeline)             \
   F(CmdBindVertexBuffers)        \
   F(CmdBindIndexBuffer)          \
   F(CmdBindDescriptorSets)       \
   F(CmdPushConstants)            \
   F(CmdSetViewport)              \
   F(CmdSetScissor)               \
   F(CmdDraw)                     \
   F(CmdDrawIndexed)              \
   F(CmdDrawIndirect)             \
   F(CmdDrawIndexedIndirect)      \
   F(CmdClearAttachments)         \
   F(CmdClearColorImage)          \
   F(CmdPipelineBarrier)          \
   F(CmdCopyImageToBuffer)

/* Older headers lack these extensions. */
#ifdef VK_EXT_shader_object
#define SHADER_OBJECT_FUNCTIONS(F)     \
   F(CreateShadersEXT)                 \
   F(DestroyShaderEXT)                 \
   F(CmdBindShadersEXT)                \
   F(CmdSetViewportWithCountEXT)       \
   F(CmdSetScissorWithCountEXT)        \
   F(CmdSetPrimitiveTopologyEXT)       \
   F(CmdSetPrimitiveRestartEnableEXT)  \
   F(CmdSetRasterizerDiscardEnableEXT) \
   F(CmdSetPolygonModeEXT)             \
   F(CmdSetCullModeEXT)                \
   F(CmdSetFrontFaceEXT)               \
   F(CmdSetDepthTestEnableEXT)         \
   F(CmdSetDepthWriteEnableEXT)        \
   F(CmdSetDepthBoundsTestEnableEXT)   \
   F(CmdSetDepthBiasEnableEXT)         \
   F(CmdSetStencilTestEnableEXT)       \
   F(CmdSetRasterizationSamplesEXT)    \
   F(CmdSetSampleMaskEXT)              \
   F(CmdSetAlphaToCoverageEnableEXT)   \
   F(CmdSetColorBlendEnableEXT)        \
   F(CmdSetColorWriteMaskEXT)
#else
#define SHADER_OBJECT_FUNCTIONS(F)
typedef VkShaderModule VkShaderEXT;
#endif

#define DECLARE(name) PFN_vk##name name;

/* Host-visible memory that grows. */
struct host_buffer {
   VkBuffer buffer;
   VkDeviceMemory memory;
   VkDeviceSize size;
   void *map;
};

struct cached_pipeline {
   VkPipeline pipeline;
   VkShaderEXT shaders[2]; /* instead, of vertices and of fragments */
   struct scene_pipeline key;
   bool used;
   bool views;
   bool rendering;
   bool no_point_size;
};

struct vulkan {
   struct device *device;
   void *library;
   PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
   INSTANCE_FUNCTIONS(DECLARE)
   DEVICE_FUNCTIONS(DECLARE)
   /* Of extensions; NULL if missing. */
   PFN_vkCmdBindVertexBuffers2EXT CmdBindVertexBuffers2;
   PFN_vkCmdSetVertexInputEXT CmdSetVertexInput;
   PFN_vkCmdDrawIndirectCountKHR CmdDrawIndirectCount;
   PFN_vkCmdDrawIndexedIndirectCountKHR CmdDrawIndexedIndirectCount;
   PFN_vkCmdDrawMultiEXT CmdDrawMulti;
   PFN_vkCmdDrawMultiIndexedEXT CmdDrawMultiIndexed;
   PFN_vkCmdBeginRenderingKHR CmdBeginRendering;
   PFN_vkCmdEndRenderingKHR CmdEndRendering;
   PFN_vkCmdSetProvokingVertexModeEXT CmdSetProvokingVertexMode;
   SHADER_OBJECT_FUNCTIONS(DECLARE)
   PFN_vkGetPhysicalDeviceFeatures2 GetPhysicalDeviceFeatures2;
   PFN_vkGetPhysicalDeviceProperties2 GetPhysicalDeviceProperties2;

   VkInstance instance;
   VkPhysicalDevice physical;
   VkPhysicalDeviceMemoryProperties memory;
   VkDevice vk;
   VkQueue queue;
   uint32_t family;
   VkFence fence;
   VkCommandPool pool;
   VkDescriptorSetLayout set_layout;
   VkDescriptorPool set_pool;
   VkPipelineLayout layout;

   VkImage images[SETS][SPIRV_IMAGES];
   VkDeviceMemory image_memory[SETS][SPIRV_IMAGES];
   VkImageView image_views[SETS][SPIRV_IMAGES];
   struct host_buffer texels;
   VkBufferView texel_views[SETS][SCENE_RESOURCES];
   VkDescriptorSet sets[SETS];

   /* [two views][keeps the target] */
   VkRenderPass passes[2][2];
   VkImage target;
   VkDeviceMemory target_memory;
   VkImageView target_view;
   VkFramebuffer framebuffer;
   uint32_t target_rows;
   bool target_views;

   struct host_buffer readback;
   struct host_buffer vertices[SCENE_BUFFERS];
   /* As large as the scene says, in the memory of vertices[] */
   VkBuffer exact[SCENE_BUFFERS];
   uint32_t filled[SCENE_BUFFERS]; /* bytes that hold scene_byte() */
   struct host_buffer indices;
   struct host_buffer indirect;
   struct host_buffer counts;

   struct cached_pipeline pipelines[CACHED_PIPELINES];
   uint32_t next_pipeline;
};

#define TRY(call)                                          \
   do {                                                    \
      if (!vulkan_check(vulkan, vulkan->call, "vk" #call)) \
         return false;                                     \
   } while (false)

/* False, with a sentence, if the result is not VK_SUCCESS. */
bool vulkan_check(struct vulkan *vulkan, VkResult result, const char *what);

/* ---- vulkan_device.c --------------------------------------------------- */

bool vulkan_create_device(struct vulkan *vulkan, const char *driver);
bool vulkan_list(struct device *device, const char *driver);
VkFormat vulkan_format(const struct scene_attribute *attribute);

/* ---- vulkan_resources.c ------------------------------------------------ */

/* At least this large, with old contents lost if it grows. */
bool vulkan_need_buffer(struct vulkan *vulkan, struct host_buffer *buffer,
                        VkDeviceSize size, VkBufferUsageFlags usage);
bool vulkan_allocate_commands(struct vulkan *vulkan,
                              VkCommandBufferLevel level,
                              VkCommandBuffer *commands);
bool vulkan_begin_primary(struct vulkan *vulkan, VkCommandBuffer *commands);
bool vulkan_submit(struct vulkan *vulkan, VkCommandBuffer commands);
void vulkan_image_barrier(struct vulkan *vulkan, VkCommandBuffer commands,
                          VkImage image, VkImageLayout before,
                          VkImageLayout after);
bool vulkan_make_resources(struct vulkan *vulkan);
bool vulkan_make_pass(struct vulkan *vulkan, bool views, bool keeps);
bool vulkan_make_target(struct vulkan *vulkan, const struct scene *scene);

/* ---- vulkan_pipelines.c ------------------------------------------------ */

#define STAGES 4

struct vulkan_stage {
   VkShaderStageFlagBits bit;
   struct spirv spirv;
};

/* Vertex and fragment shaders, and then tessellation shaders. */
uint32_t vulkan_write_stages(struct vulkan *vulkan,
                             const struct scene_pipeline *pipeline,
                             struct vulkan_stage stages[STAGES]);
bool vulkan_get_pipeline(struct vulkan *vulkan, const struct scene *scene,
                         const struct scene_pipeline *pipeline,
                         const struct cached_pipeline **result);
VkPrimitiveTopology vulkan_topology(const struct scene_pipeline *pipeline);
void vulkan_set_input(struct vulkan *vulkan, VkCommandBuffer commands,
                      const struct scene_pipeline *pipeline);

/* ---- vulkan_objects.c -------------------------------------------------- */

bool vulkan_make_shaders(struct vulkan *vulkan,
                         const struct scene_pipeline *pipeline,
                         VkShaderEXT shaders[2]);
void vulkan_destroy_shaders(struct vulkan *vulkan, VkShaderEXT shaders[2]);
/* With all the state that a pipeline would have. */
void vulkan_bind_shaders(struct vulkan *vulkan, VkCommandBuffer commands,
                         const struct scene_pipeline *pipeline,
                         const VkShaderEXT shaders[2]);

#endif
