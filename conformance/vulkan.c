/* SPDX-License-Identifier: MIT */

/* The scenes in Vulkan 1.0 with what extensions are there. Functions come
 * from the loader or a driver at run time, so that only headers are needed to
 * build.
 *
 * Nothing is freed at the end, or after an error, which ends the run.
 */

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include "conformance.h"
#include "spirv.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TARGET_FORMAT VK_FORMAT_R32G32B32A32_UINT
#define WAIT_SECONDS 60
#define CACHED_PIPELINES 16
#define SETS (SCENE_RESOURCE_SETS + 1)

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
   struct scene_pipeline key;
   bool planted;
   bool views;
   bool no_point_size;
};

struct vulkan {
   struct device *device;
   void *library;
   PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
   INSTANCE_FUNCTIONS(DECLARE)
   DEVICE_FUNCTIONS(DECLARE)
   PFN_vkCmdBindVertexBuffers2EXT CmdBindVertexBuffers2;
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
   uint32_t filled[SCENE_BUFFERS]; /* bytes that hold scene_byte() */
   struct host_buffer indices;
   struct host_buffer indirect;
   struct host_buffer planted;

   struct cached_pipeline pipelines[CACHED_PIPELINES];
   uint32_t next_pipeline;
};

/* ---- Errors ------------------------------------------------------------ */

static bool
check(struct vulkan *vulkan, VkResult result, const char *what)
{
   switch (result) {
   case VK_SUCCESS:
      return true;
   case VK_ERROR_OUT_OF_HOST_MEMORY:
      return fail(vulkan->device, "There is not enough memory (%s).", what);
   case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return fail(vulkan->device,
                  "The device has not enough memory (%s).", what);
   case VK_ERROR_DEVICE_LOST:
      return fail(vulkan->device, "The device was lost (%s).", what);
   case VK_TIMEOUT:
      return fail(vulkan->device,
                  "The device did not finish in %d seconds (%s).",
                  WAIT_SECONDS, what);
   default:
      return fail(vulkan->device,
                  "%s failed with VkResult %d.", what, (int)result);
   }
}

#define TRY(call)                                   \
   do {                                             \
      if (!check(vulkan, vulkan->call, "vk" #call)) \
         return false;                              \
   } while (false)

/* ---- Memory ------------------------------------------------------------ */

static bool
find_memory(const struct vulkan *vulkan, uint32_t types,
            VkMemoryPropertyFlags flags, uint32_t *type)
{
   uint32_t i;

   for (i = 0; i < vulkan->memory.memoryTypeCount; i++) {
      if ((types >> i & 1) != 0 &&
          (vulkan->memory.memoryTypes[i].propertyFlags & flags) == flags) {
         *type = i;
         return true;
      }
   }
   return false;
}

#define HOST_MEMORY                       \
   (VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | \
    VK_MEMORY_PROPERTY_HOST_COHERENT_BIT)

static void
free_host_buffer(struct vulkan *vulkan, struct host_buffer *buffer)
{
   vulkan->DestroyBuffer(vulkan->vk, buffer->buffer, NULL);
   vulkan->FreeMemory(vulkan->vk, buffer->memory, NULL);
   *buffer = (struct host_buffer){0};
}

/* At least this large, with old contents lost if it grows. */
static bool
need_host_buffer(struct vulkan *vulkan, struct host_buffer *buffer,
                 VkDeviceSize size, VkBufferUsageFlags usage)
{
   VkBufferCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = size < 256 ? 256 : size,
      .usage = usage,
   };
   VkMemoryAllocateInfo allocate = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
   };
   VkMemoryRequirements requirements;

   if (buffer->size >= size && buffer->size > 0)
      return true;
   free_host_buffer(vulkan, buffer);
   TRY(CreateBuffer(vulkan->vk, &create, NULL, &buffer->buffer));
   vulkan->GetBufferMemoryRequirements(vulkan->vk, buffer->buffer,
                                       &requirements);
   allocate.allocationSize = requirements.size;
   /* Memory that the CPU reads fast, if there is any. */
   if (!find_memory(vulkan, requirements.memoryTypeBits,
                    HOST_MEMORY | VK_MEMORY_PROPERTY_HOST_CACHED_BIT,
                    &allocate.memoryTypeIndex) &&
       !find_memory(vulkan, requirements.memoryTypeBits, HOST_MEMORY,
                    &allocate.memoryTypeIndex))
      return fail(vulkan->device, "The device has no memory for buffers.");
   TRY(AllocateMemory(vulkan->vk, &allocate, NULL, &buffer->memory));
   TRY(BindBufferMemory(vulkan->vk, buffer->buffer, buffer->memory, 0));
   TRY(MapMemory(vulkan->vk, buffer->memory, 0, VK_WHOLE_SIZE, 0,
                 &buffer->map));
   buffer->size = create.size;
   return true;
}

/* ---- Submission -------------------------------------------------------- */

static bool
allocate_commands(struct vulkan *vulkan, VkCommandBufferLevel level,
                  VkCommandBuffer *commands)
{
   VkCommandBufferAllocateInfo allocate = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
      .commandPool = vulkan->pool,
      .level = level,
      .commandBufferCount = 1,
   };

   TRY(AllocateCommandBuffers(vulkan->vk, &allocate, commands));
   return true;
}

static bool
begin_primary(struct vulkan *vulkan, VkCommandBuffer *commands)
{
   VkCommandBufferBeginInfo begin = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
   };

   if (!allocate_commands(vulkan, VK_COMMAND_BUFFER_LEVEL_PRIMARY, commands))
      return false;
   TRY(BeginCommandBuffer(*commands, &begin));
   return true;
}

static bool
submit_and_wait(struct vulkan *vulkan, VkCommandBuffer commands)
{
   VkSubmitInfo submit = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
      .commandBufferCount = 1,
      .pCommandBuffers = &commands,
   };

   TRY(QueueSubmit(vulkan->queue, 1, &submit, vulkan->fence));
   TRY(WaitForFences(vulkan->vk, 1, &vulkan->fence, VK_TRUE,
                     (uint64_t)WAIT_SECONDS * 1000000000));
   TRY(ResetFences(vulkan->vk, 1, &vulkan->fence));
   return true;
}

static void
image_barrier(struct vulkan *vulkan, VkCommandBuffer commands, VkImage image,
              VkImageLayout before, VkImageLayout after)
{
   VkImageMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
      .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_WRITE_BIT,
      .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
      .oldLayout = before,
      .newLayout = after,
      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
      .image = image,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0,
                           VK_REMAINING_ARRAY_LAYERS},
   };

   vulkan->CmdPipelineBarrier(
      commands,
      VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT,
      VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, NULL, 0, NULL, 1, &barrier);
}

/* ---- The device -------------------------------------------------------- */

struct extensions {
   VkExtensionProperties *names;
   uint32_t count;
   const char *enabled[16];
   uint32_t enabled_count;
};

static bool
enable(struct extensions *extensions, const char *name)
{
   uint32_t i;

   for (i = 0; i < extensions->count; i++) {
      if (strcmp(extensions->names[i].extensionName, name) == 0) {
         extensions->enabled[extensions->enabled_count++] = name;
         return true;
      }
   }
   return false;
}

static bool
load_library(struct vulkan *vulkan, const char *driver)
{
   const char *name = driver != NULL ? driver : "libvulkan.so.1";
   PFN_vkGetInstanceProcAddr get;

   vulkan->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
   if (vulkan->library == NULL && driver == NULL)
      vulkan->library = dlopen("libvulkan.so", RTLD_NOW | RTLD_LOCAL);
   if (vulkan->library == NULL) {
      return fail(vulkan->device,
                  driver != NULL ? "The driver cannot be loaded: %s."
                                 : "There is no Vulkan loader: %s.",
                  dlerror());
   }
   *(void **)&get = dlsym(vulkan->library, "vk_icdGetInstanceProcAddr");
   if (get != NULL) {
      VkResult (*negotiate)(uint32_t *version);
      uint32_t version = 5;

      *(void **)&negotiate =
         dlsym(vulkan->library, "vk_icdNegotiateLoaderICDInterfaceVersion");
      if (negotiate != NULL)
         negotiate(&version);
   } else {
      *(void **)&get = dlsym(vulkan->library, "vkGetInstanceProcAddr");
   }
   vulkan->GetInstanceProcAddr = get;
   return get != NULL || fail(vulkan->device,
                              "%s is not a Vulkan library.", name);
}

static bool
has_instance_extension(struct vulkan *vulkan, const char *name)
{
   PFN_vkEnumerateInstanceExtensionProperties enumerate =
      (PFN_vkEnumerateInstanceExtensionProperties)vulkan->GetInstanceProcAddr(
         NULL, "vkEnumerateInstanceExtensionProperties");
   VkExtensionProperties *names;
   uint32_t count = 0, i;
   bool found = false;

   if (enumerate == NULL || enumerate(NULL, &count, NULL) != VK_SUCCESS)
      return false;
   names = calloc(count + 1, sizeof(*names));
   if (names != NULL && enumerate(NULL, &count, names) == VK_SUCCESS) {
      for (i = 0; i < count; i++)
         found |= strcmp(names[i].extensionName, name) == 0;
   }
   free(names);
   return found;
}

static bool
create_instance(struct vulkan *vulkan)
{
   const char *properties2 = "VK_KHR_get_physical_device_properties2";
   PFN_vkCreateInstance create_vk =
      (PFN_vkCreateInstance)vulkan->GetInstanceProcAddr(NULL,
                                                        "vkCreateInstance");
   PFN_vkEnumerateInstanceVersion version =
      (PFN_vkEnumerateInstanceVersion)vulkan->GetInstanceProcAddr(
         NULL, "vkEnumerateInstanceVersion");
   VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
      .pApplicationName = "conformance",
      .apiVersion = version != NULL ? VK_API_VERSION_1_1 : VK_API_VERSION_1_0,
   };
   VkInstanceCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
      .pApplicationInfo = &application,
      .ppEnabledExtensionNames = &properties2,
   };
   VkResult result;

   if (create_vk == NULL)
      return fail(vulkan->device,
                  "The Vulkan library lacks vkCreateInstance.");
   create.enabledExtensionCount = has_instance_extension(vulkan, properties2);
   result = create_vk(&create, NULL, &vulkan->instance);
   if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
      return fail(vulkan->device,
                  "No Vulkan driver is installed for this machine.");
   if (!check(vulkan, result, "vkCreateInstance"))
      return false;
#define LOAD(name)                                           \
   vulkan->name = (PFN_vk##name)vulkan->GetInstanceProcAddr( \
      vulkan->instance, "vk" #name);                         \
   if (vulkan->name == NULL)                                 \
      return fail(vulkan->device, "The Vulkan library lacks vk" #name ".");
   INSTANCE_FUNCTIONS(LOAD)
#undef LOAD
   if (create.enabledExtensionCount != 0) {
      vulkan->GetPhysicalDeviceFeatures2 =
         (PFN_vkGetPhysicalDeviceFeatures2)vulkan->GetInstanceProcAddr(
            vulkan->instance, "vkGetPhysicalDeviceFeatures2KHR");
      vulkan->GetPhysicalDeviceProperties2 =
         (PFN_vkGetPhysicalDeviceProperties2)vulkan->GetInstanceProcAddr(
            vulkan->instance, "vkGetPhysicalDeviceProperties2KHR");
   }
   return true;
}

/* The first GPU, or else the first device. */
static bool
choose_device(struct vulkan *vulkan)
{
   VkPhysicalDevice devices[16];
   uint32_t count = 16, i;
   VkResult result =
      vulkan->EnumeratePhysicalDevices(vulkan->instance, &count, devices);

   if (result != VK_SUCCESS && result != VK_INCOMPLETE)
      return check(vulkan, result, "vkEnumeratePhysicalDevices");
   if (count == 0)
      return fail(vulkan->device, "There is no Vulkan device.");
   vulkan->physical = devices[0];
   for (i = count; i-- > 0;) {
      VkPhysicalDeviceProperties properties;

      vulkan->GetPhysicalDeviceProperties(devices[i], &properties);
      if (properties.deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU)
         vulkan->physical = devices[i];
   }
   vulkan->GetPhysicalDeviceMemoryProperties(vulkan->physical,
                                             &vulkan->memory);
   return true;
}

static bool
choose_queue(struct vulkan *vulkan)
{
   VkQueueFamilyProperties families[32];
   uint32_t count = 32, i;

   vulkan->GetPhysicalDeviceQueueFamilyProperties(vulkan->physical, &count,
                                                  families);
   for (i = 0; i < count; i++) {
      if ((families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0) {
         vulkan->family = i;
         return true;
      }
   }
   return fail(vulkan->device, "The device cannot draw.");
}

static void
name_device(struct vulkan *vulkan,
            const VkPhysicalDeviceProperties *properties,
            bool driver_properties)
{
   VkPhysicalDeviceDriverPropertiesKHR driver = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES_KHR,
   };
   VkPhysicalDeviceProperties2 properties2 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
      .pNext = &driver,
   };

   if (driver_properties)
      vulkan->GetPhysicalDeviceProperties2(vulkan->physical, &properties2);
   snprintf(vulkan->device->name, sizeof(vulkan->device->name),
            "%.200s, %.100s %.100s, driver version 0x%x, Vulkan %u.%u.%u",
            properties->deviceName, driver.driverName, driver.driverInfo,
            properties->driverVersion,
            VK_VERSION_MAJOR(properties->apiVersion),
            VK_VERSION_MINOR(properties->apiVersion),
            VK_VERSION_PATCH(properties->apiVersion));
}

static VkFormat
format_of(const struct scene_attribute *attribute)
{
   static const VkFormat formats[3][4] = {
      {VK_FORMAT_R8_UINT, VK_FORMAT_R8G8_UINT, VK_FORMAT_R8G8B8_UINT,
       VK_FORMAT_R8G8B8A8_UINT},
      {VK_FORMAT_R16_UINT, VK_FORMAT_R16G16_UINT, VK_FORMAT_R16G16B16_UINT,
       VK_FORMAT_R16G16B16A16_UINT},
      {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT,
       VK_FORMAT_R32G32B32A32_UINT},
   };

   return formats[attribute->component_bytes / 2][attribute->components - 1];
}

static uint16_t
vertex_formats(struct vulkan *vulkan)
{
   uint16_t formats = 0;
   uint32_t i;

   for (i = 0; i < 12; i++) {
      struct scene_attribute attribute = {
         .components = (uint8_t)(1 + i % 4),
         .component_bytes = (uint8_t)(1 << i / 4),
      };
      VkFormatProperties properties;

      vulkan->GetPhysicalDeviceFormatProperties(
         vulkan->physical, format_of(&attribute), &properties);
      if ((properties.bufferFeatures & VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT) !=
          0)
         formats |= (uint16_t)(1 << i);
   }
   return formats;
}

static uint32_t
at_most(uint32_t value, uint32_t limit)
{
   return value < limit ? value : limit;
}

/* Each feature structure begins like this. */
static void
chain(void **last, void *feature)
{
   ((VkBaseOutStructure *)*last)->pNext = feature;
   *last = feature;
}

static bool
create_device(struct vulkan *vulkan)
{
   struct scene_limits *limits = &vulkan->device->limits;
   struct extensions extensions = {0};
   VkPhysicalDeviceProperties properties;
   VkPhysicalDeviceFeatures features, enabled = {0};
   VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT divisor = {
      .sType =
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT,
   };
   VkPhysicalDeviceVertexAttributeDivisorPropertiesEXT max_divisor = {
      .sType =
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES_EXT,
   };
   VkPhysicalDeviceIndexTypeUint8FeaturesEXT index8 = {
      .sType =
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INDEX_TYPE_UINT8_FEATURES_EXT,
   };
   VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT restart = {
      .sType =
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRIMITIVE_TOPOLOGY_LIST_RESTART_FEATURES_EXT,
   };
   VkPhysicalDeviceExtendedDynamicStateFeaturesEXT dynamic = {
      .sType =
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_FEATURES_EXT,
   };
   VkPhysicalDeviceMultiviewFeatures multiview = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES,
   };
   VkPhysicalDeviceFeatures2 features2 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
   };
   VkPhysicalDeviceProperties2 properties2 = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
   };
   float priority = 1;
   VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
      .queueFamilyIndex = vulkan->family,
      .queueCount = 1,
      .pQueuePriorities = &priority,
   };
   VkDeviceCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
      .queueCreateInfoCount = 1,
      .pQueueCreateInfos = &queue,
      .pEnabledFeatures = &enabled,
   };
   void *last = &features2;
   bool driver_properties = false, has_divisor = false;

   vulkan->GetPhysicalDeviceProperties(vulkan->physical, &properties);
   vulkan->GetPhysicalDeviceFeatures(vulkan->physical, &features);
   TRY(EnumerateDeviceExtensionProperties(vulkan->physical, NULL,
                                          &extensions.count, NULL));
   extensions.names = calloc(extensions.count + 1, sizeof(*extensions.names));
   if (extensions.names == NULL)
      return fail(vulkan->device, "There is not enough memory.");
   TRY(EnumerateDeviceExtensionProperties(
      vulkan->physical, NULL, &extensions.count, extensions.names));

   limits->divisor = 1;
   limits->divisor_base_instance = true;
   if (vulkan->GetPhysicalDeviceFeatures2 != NULL &&
       vulkan->GetPhysicalDeviceProperties2 != NULL) {
      void *last_property = &properties2;

      driver_properties = enable(&extensions, "VK_KHR_driver_properties");
#ifdef VK_KHR_vertex_attribute_divisor
      VkPhysicalDeviceVertexAttributeDivisorPropertiesKHR base = {
         .sType =
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES_KHR,
         .supportsNonZeroFirstInstance = VK_TRUE,
      };
      if (enable(&extensions, "VK_KHR_vertex_attribute_divisor")) {
         has_divisor = true;
         chain(&last_property, &base);
      } else
#endif
         if (enable(&extensions, "VK_EXT_vertex_attribute_divisor")) {
         has_divisor = true;
         chain(&last_property, &max_divisor);
      }
      if (has_divisor)
         chain(&last, &divisor);
      if (enable(&extensions, "VK_EXT_index_type_uint8") ||
          enable(&extensions, "VK_KHR_index_type_uint8"))
         chain(&last, &index8);
      if (enable(&extensions, "VK_EXT_primitive_topology_list_restart"))
         chain(&last, &restart);
      if (enable(&extensions, "VK_EXT_extended_dynamic_state"))
         chain(&last, &dynamic);
      if (enable(&extensions, "VK_KHR_multiview"))
         chain(&last, &multiview);
      vulkan->GetPhysicalDeviceFeatures2(vulkan->physical, &features2);
      vulkan->GetPhysicalDeviceProperties2(vulkan->physical, &properties2);
#ifdef VK_KHR_vertex_attribute_divisor
      if (base.maxVertexAttribDivisor != 0) {
         max_divisor.maxVertexAttribDivisor = base.maxVertexAttribDivisor;
         limits->divisor_base_instance = base.supportsNonZeroFirstInstance;
      }
#endif
      if (divisor.vertexAttributeInstanceRateDivisor)
         limits->divisor = max_divisor.maxVertexAttribDivisor;
      create.pNext = features2.pNext;
   }
   name_device(vulkan, &properties, driver_properties);

   /* Only wrong draws read outside a buffer. */
   enabled.robustBufferAccess = features.robustBufferAccess;
   enabled.multiDrawIndirect = features.multiDrawIndirect;
   enabled.drawIndirectFirstInstance = features.drawIndirectFirstInstance;
   create.enabledExtensionCount = extensions.enabled_count;
   create.ppEnabledExtensionNames = extensions.enabled;
   TRY(CreateDevice(vulkan->physical, &create, NULL, &vulkan->vk));
   free(extensions.names);
#define LOAD(name)                                                     \
   vulkan->name =                                                      \
      (PFN_vk##name)vulkan->GetDeviceProcAddr(vulkan->vk, "vk" #name); \
   if (vulkan->name == NULL)                                           \
      return fail(vulkan->device, "The driver lacks vk" #name ".");
   DEVICE_FUNCTIONS(LOAD)
#undef LOAD
   vulkan->CmdBindVertexBuffers2 =
      (PFN_vkCmdBindVertexBuffers2EXT)vulkan->GetDeviceProcAddr(
         vulkan->vk, "vkCmdBindVertexBuffers2EXT");
   vulkan->GetDeviceQueue(vulkan->vk, vulkan->family, 0, &vulkan->queue);

   limits->attributes = properties.limits.maxVertexInputAttributes;
   limits->bindings = properties.limits.maxVertexInputBindings;
   limits->stride = properties.limits.maxVertexInputBindingStride;
   limits->offset = properties.limits.maxVertexInputAttributeOffset;
   limits->points = 1 << 18;
   limits->buffer_bytes = 1 << 24;
   limits->draws =
      features.multiDrawIndirect ? properties.limits.maxDrawIndirectCount : 1;
   limits->draws = at_most(limits->draws, SCENE_DRAWS);
   limits->formats = vertex_formats(vulkan);
   limits->zero_divisor = divisor.vertexAttributeInstanceRateZeroDivisor;
   limits->zero_stride = true;
   limits->base_instance = true;
   limits->vertex_offset = true;
   limits->indirect = true;
   limits->indirect_base_instance = features.drawIndirectFirstInstance;
   limits->index_bytes[1] = index8.indexTypeUint8;
   limits->index_bytes[2] = true;
   limits->index_bytes[4] = true;
   limits->restart = restart.primitiveTopologyListRestart;
   limits->dynamic_stride =
      dynamic.extendedDynamicState && vulkan->CmdBindVertexBuffers2 != NULL;
   limits->secondaries = true;
   limits->views = multiview.multiview;
   limits->clears = true;
   limits->resources = SCENE_RESOURCES;
   return true;
}

/* ---- Images and texel buffers ------------------------------------------ */

static bool
is_linear_storage(struct vulkan *vulkan)
{
   VkFormatProperties properties;

   vulkan->GetPhysicalDeviceFormatProperties(vulkan->physical,
                                             VK_FORMAT_R32_UINT, &properties);
   return (properties.linearTilingFeatures &
           VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) != 0;
}

/* With its own memory, which has these flags if they must be or can be. */
static bool
create_image(struct vulkan *vulkan, const VkImageCreateInfo *create,
             VkMemoryPropertyFlags flags, VkImage *image,
             VkDeviceMemory *memory, VkDeviceSize *size)
{
   VkMemoryAllocateInfo allocate = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
   };
   VkMemoryRequirements requirements;

   TRY(CreateImage(vulkan->vk, create, NULL, image));
   vulkan->GetImageMemoryRequirements(vulkan->vk, *image, &requirements);
   *size = allocate.allocationSize = requirements.size;
   if (!find_memory(vulkan, requirements.memoryTypeBits, flags,
                    &allocate.memoryTypeIndex) &&
       ((flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT) != 0 ||
        !find_memory(vulkan, requirements.memoryTypeBits, 0,
                     &allocate.memoryTypeIndex)))
      return fail(vulkan->device, "The device has no memory for images.");
   TRY(AllocateMemory(vulkan->vk, &allocate, NULL, memory));
   TRY(BindImageMemory(vulkan->vk, *image, *memory, 0));
   return true;
}

/* One texel, filled by the CPU where the layout is known. */
static bool
make_image(struct vulkan *vulkan, VkCommandBuffer commands, bool linear,
           uint32_t value, VkImage *image, VkDeviceMemory *memory)
{
   VkImageCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .imageType = VK_IMAGE_TYPE_2D,
      .format = VK_FORMAT_R32_UINT,
      .extent = {1, 1, 1},
      .mipLevels = 1,
      .arrayLayers = 1,
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .tiling = linear ? VK_IMAGE_TILING_LINEAR : VK_IMAGE_TILING_OPTIMAL,
      .usage = VK_IMAGE_USAGE_STORAGE_BIT |
               (linear ? 0u : VK_IMAGE_USAGE_TRANSFER_DST_BIT),
      .initialLayout =
         linear ? VK_IMAGE_LAYOUT_PREINITIALIZED : VK_IMAGE_LAYOUT_UNDEFINED,
   };
   VkDeviceSize size;

   if (!create_image(vulkan, &create, linear ? HOST_MEMORY : 0, image, memory,
                     &size))
      return false;
   if (linear) {
      void *map;

      TRY(MapMemory(vulkan->vk, *memory, 0, VK_WHOLE_SIZE, 0, &map));
      /* All bytes of a value are equal. */
      memset(map, (int)(value & 0xFF), size);
      image_barrier(vulkan, commands, *image, VK_IMAGE_LAYOUT_PREINITIALIZED,
                    VK_IMAGE_LAYOUT_GENERAL);
   } else {
      VkClearColorValue color = {.uint32 = {value, 0, 0, 0}};
      VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

      image_barrier(vulkan, commands, *image, VK_IMAGE_LAYOUT_UNDEFINED,
                    VK_IMAGE_LAYOUT_GENERAL);
      vulkan->CmdClearColorImage(commands, *image, VK_IMAGE_LAYOUT_GENERAL,
                                 &color, 1, &range);
      image_barrier(vulkan, commands, *image, VK_IMAGE_LAYOUT_GENERAL,
                    VK_IMAGE_LAYOUT_GENERAL);
   }
   return true;
}

static bool
make_set_layout(struct vulkan *vulkan)
{
   VkDescriptorSetLayoutBinding bindings[SCENE_RESOURCES];
   static const VkDescriptorType types[SCENE_RESOURCES] = {
      VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
      VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
      VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
      VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER,
   };
   VkDescriptorSetLayoutCreateInfo layout = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .bindingCount = SCENE_RESOURCES,
      .pBindings = bindings,
   };
   VkPushConstantRange range = {VK_SHADER_STAGE_VERTEX_BIT, 0,
                                sizeof(struct point_uniforms)};
   VkPipelineLayoutCreateInfo pipeline = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
      .setLayoutCount = 1,
      .pSetLayouts = &vulkan->set_layout,
      .pushConstantRangeCount = 1,
      .pPushConstantRanges = &range,
   };
   uint32_t i;

   for (i = 0; i < SCENE_RESOURCES; i++) {
      bindings[i] = (VkDescriptorSetLayoutBinding){
         .binding = i,
         .descriptorType = types[i],
         .descriptorCount = 1,
         .stageFlags = VK_SHADER_STAGE_VERTEX_BIT,
      };
   }
   TRY(CreateDescriptorSetLayout(vulkan->vk, &layout, NULL,
                                 &vulkan->set_layout));
   TRY(CreatePipelineLayout(vulkan->vk, &pipeline, NULL, &vulkan->layout));
   return true;
}

static bool
make_set(struct vulkan *vulkan, VkCommandBuffer commands, uint32_t set)
{
   VkDescriptorSetAllocateInfo allocate = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
      .descriptorPool = vulkan->set_pool,
      .descriptorSetCount = 1,
      .pSetLayouts = &vulkan->set_layout,
   };
   bool linear = is_linear_storage(vulkan);
   uint32_t i;

   TRY(AllocateDescriptorSets(vulkan->vk, &allocate, &vulkan->sets[set]));
   for (i = 0; i < SCENE_RESOURCES; i++) {
      uint32_t value = set == EMPTY_RESOURCE_SET ? 0 : scene_resource(set, i);
      VkDescriptorImageInfo image = {.imageLayout = VK_IMAGE_LAYOUT_GENERAL};
      VkWriteDescriptorSet write = {
         .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
         .dstSet = vulkan->sets[set],
         .dstBinding = i,
         .descriptorCount = 1,
         .pImageInfo = &image,
         .pTexelBufferView = &vulkan->texel_views[set][i],
      };

      if (i < SPIRV_IMAGES) {
         VkImageViewCreateInfo create = {
            .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
            .viewType = VK_IMAGE_VIEW_TYPE_2D,
            .format = VK_FORMAT_R32_UINT,
            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
         };

         if (!make_image(vulkan, commands, linear, value,
                         &vulkan->images[set][i],
                         &vulkan->image_memory[set][i]))
            return false;
         create.image = vulkan->images[set][i];
         TRY(CreateImageView(vulkan->vk, &create, NULL,
                             &vulkan->image_views[set][i]));
         image.imageView = vulkan->image_views[set][i];
         write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
      } else {
         /* 256 is the largest alignment that a device may require. */
         VkBufferViewCreateInfo create = {
            .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
            .buffer = vulkan->texels.buffer,
            .format = VK_FORMAT_R32_UINT,
            .offset = 256 * (set * SCENE_RESOURCES + i),
            .range = sizeof(value),
         };

         memcpy((char *)vulkan->texels.map + create.offset, &value,
                sizeof(value));
         TRY(CreateBufferView(vulkan->vk, &create, NULL,
                              &vulkan->texel_views[set][i]));
         write.descriptorType = i == SPIRV_IMAGES
                                   ? VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER
                                   : VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
      }
      vulkan->UpdateDescriptorSets(vulkan->vk, 1, &write, 0, NULL);
   }
   return true;
}

static bool
make_resources(struct vulkan *vulkan)
{
   VkDescriptorPoolSize sizes[] = {
      {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, SETS * SPIRV_IMAGES},
      {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, SETS},
      {VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER, SETS},
   };
   VkDescriptorPoolCreateInfo pool = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
      .maxSets = SETS,
      .poolSizeCount = 3,
      .pPoolSizes = sizes,
   };
   VkCommandBuffer commands;
   uint32_t i;

   if (!make_set_layout(vulkan) ||
       !need_host_buffer(vulkan, &vulkan->texels,
                         256 * SETS * SCENE_RESOURCES,
                         VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                            VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT) ||
       !begin_primary(vulkan, &commands))
      return false;
   TRY(CreateDescriptorPool(vulkan->vk, &pool, NULL, &vulkan->set_pool));
   for (i = 0; i < SETS; i++) {
      if (!make_set(vulkan, commands, i))
         return false;
   }
   TRY(EndCommandBuffer(commands));
   return submit_and_wait(vulkan, commands);
}

/* ---- The target -------------------------------------------------------- */

static bool
make_pass(struct vulkan *vulkan, bool views, bool keeps)
{
   uint32_t mask = 3;
   VkRenderPassMultiviewCreateInfo multiview = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO,
      .subpassCount = 1,
      .pViewMasks = &mask,
   };
   VkAttachmentDescription attachment = {
      .format = TARGET_FORMAT,
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .loadOp =
         keeps ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_CLEAR,
      .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
      .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
      .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
      .initialLayout = keeps ? VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL
                             : VK_IMAGE_LAYOUT_UNDEFINED,
      .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
   };
   VkAttachmentReference reference = {
      0, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
   VkSubpassDescription subpass = {
      .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
      .colorAttachmentCount = 1,
      .pColorAttachments = &reference,
   };
   VkRenderPassCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
      .pNext = views ? &multiview : NULL,
      .attachmentCount = 1,
      .pAttachments = &attachment,
      .subpassCount = 1,
      .pSubpasses = &subpass,
   };

   TRY(CreateRenderPass(vulkan->vk, &create, NULL,
                        &vulkan->passes[views][keeps]));
   return true;
}

static bool
make_target(struct vulkan *vulkan, const struct scene *scene)
{
   uint32_t rows = target_rows(scene), layers = scene->views ? 2 : 1;
   VkImageCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .imageType = VK_IMAGE_TYPE_2D,
      .format = TARGET_FORMAT,
      .extent = {TARGET_COLUMNS, rows, 1},
      .mipLevels = 1,
      .arrayLayers = layers,
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .tiling = VK_IMAGE_TILING_OPTIMAL,
      .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
               VK_IMAGE_USAGE_TRANSFER_SRC_BIT,
   };
   VkImageViewCreateInfo view = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
      .viewType =
         scene->views ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D,
      .format = TARGET_FORMAT,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, layers},
   };
   VkFramebufferCreateInfo framebuffer = {
      .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
      .renderPass = vulkan->passes[scene->views][false],
      .attachmentCount = 1,
      .pAttachments = &vulkan->target_view,
      .width = TARGET_COLUMNS,
      .height = rows,
      .layers = 1,
   };
   VkDeviceSize size;

   if (vulkan->target != VK_NULL_HANDLE && vulkan->target_rows == rows &&
       vulkan->target_views == scene->views)
      return true;
   vulkan->DestroyFramebuffer(vulkan->vk, vulkan->framebuffer, NULL);
   vulkan->DestroyImageView(vulkan->vk, vulkan->target_view, NULL);
   vulkan->DestroyImage(vulkan->vk, vulkan->target, NULL);
   vulkan->FreeMemory(vulkan->vk, vulkan->target_memory, NULL);
   if (!create_image(vulkan, &create, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                     &vulkan->target, &vulkan->target_memory, &size))
      return false;
   view.image = vulkan->target;
   TRY(CreateImageView(vulkan->vk, &view, NULL, &vulkan->target_view));
   TRY(CreateFramebuffer(vulkan->vk, &framebuffer, NULL,
                         &vulkan->framebuffer));
   vulkan->target_rows = rows;
   vulkan->target_views = scene->views;
   return true;
}

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
   VkVertexInputBindingDescription bindings[SCENE_LOCATIONS];
   VkVertexInputBindingDivisorDescriptionEXT divisors[SCENE_LOCATIONS];
   VkPipelineVertexInputDivisorStateCreateInfoEXT divisor_state;
   VkPipelineVertexInputStateCreateInfo state;
};

static void
describe_input(struct vertex_input *input,
               const struct scene_pipeline *pipeline, bool planted)
{
   uint32_t binding_count = 0, divisor_count = 0, i;

   for (i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *attribute = &pipeline->attributes[i];

      input->attributes[i] = (VkVertexInputAttributeDescription){
         .location = attribute->location,
         .binding = planted ? 0 : attribute->binding,
         .format =
            planted ? VK_FORMAT_R32G32B32A32_UINT : format_of(attribute),
         .offset = planted ? 16 * i : attribute->offset,
      };
   }
   if (planted && pipeline->attribute_count > 0) {
      input->bindings[binding_count++] = (VkVertexInputBindingDescription){
         .stride = 16 * pipeline->attribute_count,
      };
   }
   for (i = 0; i < SCENE_BINDINGS && !planted; i++) {
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

static bool
make_pipeline(struct vulkan *vulkan, const struct scene_pipeline *pipeline,
              bool planted, bool views, VkPipeline *result)
{
   VkDynamicState dynamic_states[] = {
      VK_DYNAMIC_STATE_VIEWPORT,
      VK_DYNAMIC_STATE_SCISSOR,
      VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE_EXT,
   };
   VkPipelineDynamicStateCreateInfo dynamic = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
      .dynamicStateCount = pipeline->dynamic_stride && !planted ? 3 : 2,
      .pDynamicStates = dynamic_states,
   };
   VkPipelineShaderStageCreateInfo stages[2] = {
      {
         .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_VERTEX_BIT,
         .pName = "main",
      },
      {
         .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
         .pName = "main",
      },
   };
   struct spirv spirv;
   struct vertex_input input;
   VkPipelineInputAssemblyStateCreateInfo assembly = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
      .primitiveRestartEnable = pipeline->restart && !planted,
   };
   VkPipelineViewportStateCreateInfo viewport = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
      .viewportCount = 1,
      .scissorCount = 1,
   };
   VkPipelineRasterizationStateCreateInfo rasterization = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
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
   VkGraphicsPipelineCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
      .stageCount = 2,
      .pStages = stages,
      .pVertexInputState = &input.state,
      .pInputAssemblyState = &assembly,
      .pViewportState = &viewport,
      .pRasterizationState = &rasterization,
      .pMultisampleState = &multisample,
      .pColorBlendState = &blend,
      .pDynamicState = &dynamic,
      .layout = vulkan->layout,
      .renderPass = vulkan->passes[views][false],
   };

   describe_input(&input, pipeline, planted);
   spirv_points(&spirv, scene_locations(pipeline), pipeline->resources,
                !vulkan->device->no_point_size);
   if (!make_shader(vulkan, &spirv, &stages[0].module))
      return false;
   spirv_color(&spirv);
   if (!make_shader(vulkan, &spirv, &stages[1].module))
      return false;
   TRY(CreateGraphicsPipelines(vulkan->vk, VK_NULL_HANDLE, 1, &create, NULL,
                               result));
   vulkan->DestroyShaderModule(vulkan->vk, stages[0].module, NULL);
   vulkan->DestroyShaderModule(vulkan->vk, stages[1].module, NULL);
   return true;
}

static bool
get_pipeline(struct vulkan *vulkan, const struct scene_pipeline *pipeline,
             bool planted, bool views, VkPipeline *result)
{
   struct cached_pipeline *cached;
   uint32_t i;

   for (i = 0; i < CACHED_PIPELINES; i++) {
      cached = &vulkan->pipelines[i];
      if (cached->pipeline != VK_NULL_HANDLE && cached->planted == planted &&
          cached->views == views &&
          cached->no_point_size == vulkan->device->no_point_size &&
          memcmp(&cached->key, pipeline, sizeof(*pipeline)) == 0) {
         *result = cached->pipeline;
         return true;
      }
   }
   /* A scene has fewer pipelines than the cache. */
   cached = &vulkan->pipelines[vulkan->next_pipeline++ % CACHED_PIPELINES];
   vulkan->DestroyPipeline(vulkan->vk, cached->pipeline, NULL);
   *cached = (struct cached_pipeline){
      .planted = planted,
      .views = views,
      .no_point_size = vulkan->device->no_point_size,
   };
   memcpy(&cached->key, pipeline, sizeof(*pipeline));
   if (!make_pipeline(vulkan, pipeline, planted, views, &cached->pipeline))
      return false;
   *result = cached->pipeline;
   return true;
}

/* ---- Contents of buffers ----------------------------------------------- */

static bool
fill_vertices(struct vulkan *vulkan, const struct scene *scene)
{
   uint32_t i, j;

   for (i = 0; i < SCENE_BUFFERS; i++) {
      struct host_buffer *buffer = &vulkan->vertices[i];
      VkDeviceSize old = buffer->size;

      if (!need_host_buffer(vulkan, buffer, scene->buffer_bytes[i],
                            VK_BUFFER_USAGE_VERTEX_BUFFER_BIT))
         return false;
      if (buffer->size != old)
         vulkan->filled[i] = 0;
      for (j = vulkan->filled[i]; j < scene->buffer_bytes[i]; j++)
         ((uint8_t *)buffer->map)[j] = scene_byte(i, j);
      if (vulkan->filled[i] < j)
         vulkan->filled[i] = j;
   }
   return true;
}

static bool
fill_indices(struct vulkan *vulkan, const struct scene *scene)
{
   if (!need_host_buffer(vulkan, &vulkan->indices, scene->index_bytes + 4u,
                         VK_BUFFER_USAGE_INDEX_BUFFER_BIT))
      return false;
   scene_write_indices(scene, vulkan->indices.map);
   return true;
}

#define INDIRECT_BYTES (SCENE_DRAWS * sizeof(VkDrawIndexedIndirectCommand))

static bool
fill_indirect(struct vulkan *vulkan, const struct scene *scene)
{
   uint32_t i, j;

   if (!need_host_buffer(vulkan, &vulkan->indirect,
                         SCENE_COMMANDS * INDIRECT_BYTES,
                         VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT))
      return false;
   for (i = 0; i < scene->command_count; i++) {
      uint32_t *words =
         (uint32_t *)vulkan->indirect.map + i * INDIRECT_BYTES / 4;

      for (j = 0; j < scene->commands[i].draw_count; j++) {
         words += scene_write_indirect(&scene->commands[i],
                                       &scene->commands[i].draws[j], words);
      }
   }
   return true;
}

/* ---- Commands ---------------------------------------------------------- */

/* What is bound in the current command buffer. */
struct bound_state {
   VkPipeline pipeline;
   bool buffers[SCENE_BINDINGS];
   bool strides[SCENE_BINDINGS];
   struct scene_bound bound[SCENE_BINDINGS];
   bool set;
   uint32_t resource_set;
   uint32_t index_bytes;
};

struct recording {
   struct vulkan *vulkan;
   const struct drawing *drawing;
   VkCommandBuffer primary;
   VkCommandBuffer current; /* the primary or a secondary */
   struct bound_state state;
   bool in_pass;
   bool pass_of_secondaries;
   uint32_t secondary; /* open, or 0 */
   uint32_t passes;
};

static void
set_viewport(struct recording *recording)
{
   struct vulkan *vulkan = recording->vulkan;
   float rows = (float)vulkan->target_rows;
   VkViewport viewport = {0, 0, TARGET_COLUMNS, rows, 0, 1};
   VkRect2D scissor = {{0, 0}, {TARGET_COLUMNS, vulkan->target_rows}};

   vulkan->CmdSetViewport(recording->current, 0, 1, &viewport);
   vulkan->CmdSetScissor(recording->current, 0, 1, &scissor);
}

static bool
end_secondary(struct recording *recording)
{
   struct vulkan *vulkan = recording->vulkan;

   if (recording->secondary == 0)
      return true;
   TRY(EndCommandBuffer(recording->current));
   vulkan->CmdExecuteCommands(recording->primary, 1, &recording->current);
   recording->secondary = 0;
   recording->current = recording->primary;
   return true;
}

static bool
end_pass(struct recording *recording)
{
   struct vulkan *vulkan = recording->vulkan;

   if (!recording->in_pass)
      return true;
   if (!end_secondary(recording))
      return false;
   vulkan->CmdEndRenderPass(recording->primary);
   recording->in_pass = false;
   return true;
}

static bool
begin_pass(struct recording *recording, bool secondaries)
{
   struct vulkan *vulkan = recording->vulkan;
   bool views = recording->drawing->scene->views;
   VkClearValue clear = {.color.uint32 = {TARGET_CLEAR, TARGET_CLEAR,
                                          TARGET_CLEAR, TARGET_CLEAR}};
   VkRenderPassBeginInfo begin = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
      .renderPass = vulkan->passes[views][recording->passes > 0],
      .framebuffer = vulkan->framebuffer,
      .renderArea = {{0, 0}, {TARGET_COLUMNS, vulkan->target_rows}},
      .clearValueCount = 1,
      .pClearValues = &clear,
   };

   if (recording->passes > 0) {
      image_barrier(vulkan, recording->primary, vulkan->target,
                    VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                    VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
   }
   vulkan->CmdBeginRenderPass(
      recording->primary, &begin,
      secondaries ? VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS
                  : VK_SUBPASS_CONTENTS_INLINE);
   recording->passes++;
   recording->in_pass = true;
   recording->pass_of_secondaries = secondaries;
   if (!secondaries)
      set_viewport(recording);
   return true;
}

static bool
begin_secondary(struct recording *recording, uint32_t number)
{
   struct vulkan *vulkan = recording->vulkan;
   VkCommandBufferInheritanceInfo inheritance = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
      .renderPass = vulkan->passes[recording->drawing->scene->views]
                                  [recording->passes > 1],
      .framebuffer = vulkan->framebuffer,
   };
   VkCommandBufferBeginInfo begin = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
      .flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT,
      .pInheritanceInfo = &inheritance,
   };

   if (!allocate_commands(vulkan, VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                          &recording->current))
      return false;
   TRY(BeginCommandBuffer(recording->current, &begin));
   recording->secondary = number;
   set_viewport(recording);
   return true;
}

/* Brings the command buffer into which the command is recorded up. */
static bool
enter(struct recording *recording, const struct scene_command *command)
{
   bool secondaries = command->secondary != 0;
   bool other =
      recording->in_pass &&
      (command->pass_before || recording->pass_of_secondaries != secondaries);

   if (other && !end_pass(recording))
      return false;
   if (!recording->in_pass) {
      /* A command buffer keeps its state from pass to pass. */
      if (secondaries || recording->pass_of_secondaries)
         recording->state = (struct bound_state){0};
      if (!begin_pass(recording, secondaries))
         return false;
   }
   if (recording->secondary == command->secondary)
      return true;
   recording->state = (struct bound_state){0};
   return end_secondary(recording) &&
          begin_secondary(recording, command->secondary);
}

static void
clear_row(struct recording *recording)
{
   struct vulkan *vulkan = recording->vulkan;
   VkClearAttachment attachment = {
      .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
      .clearValue = {.color.uint32 = {TARGET_CLEARED_ROW, TARGET_CLEARED_ROW,
                                      TARGET_CLEARED_ROW,
                                      TARGET_CLEARED_ROW}},
   };
   VkClearRect rect = {
      .rect = {{0, (int32_t)vulkan->target_rows - 1}, {TARGET_COLUMNS, 1}},
      .layerCount = 1,
   };

   vulkan->CmdClearAttachments(recording->current, 1, &attachment, 1, &rect);
}

static bool
needs_bind(const struct recording *recording,
           const struct scene_command *command,
           const struct scene_pipeline *pipeline, uint32_t binding)
{
   const struct bound_state *state = &recording->state;
   const struct scene_bound *old = &state->bound[binding];
   const struct scene_bound *new = &command->bound[binding];

   if (!pipeline->bindings[binding].used)
      return false;
   return !state->buffers[binding] || old->buffer != new->buffer ||
          old->offset != new->offset ||
          (pipeline->dynamic_stride &&
           (!state->strides[binding] || old->stride != new->stride));
}

/* Binds runs of buffers that changed. */
static void
bind_buffers(struct recording *recording, const struct scene_command *command,
             const struct scene_pipeline *pipeline)
{
   struct vulkan *vulkan = recording->vulkan;
   struct bound_state *state = &recording->state;
   uint32_t first, end;

   for (first = 0; first < SCENE_BINDINGS; first = end + 1) {
      VkBuffer buffers[SCENE_BINDINGS];
      VkDeviceSize offsets[SCENE_BINDINGS], strides[SCENE_BINDINGS];

      for (end = first; end < SCENE_BINDINGS &&
                        needs_bind(recording, command, pipeline, end);
           end++) {
         const struct scene_bound *bound = &command->bound[end];

         buffers[end - first] = vulkan->vertices[bound->buffer].buffer;
         offsets[end - first] = bound->offset;
         strides[end - first] = bound->stride;
         state->bound[end] = *bound;
         state->buffers[end] = true;
         state->strides[end] = pipeline->dynamic_stride;
      }
      if (end == first)
         continue;
      if (pipeline->dynamic_stride) {
         vulkan->CmdBindVertexBuffers2(recording->current, first, end - first,
                                       buffers, offsets, NULL, strides);
      } else {
         vulkan->CmdBindVertexBuffers(recording->current, first, end - first,
                                      buffers, offsets);
      }
   }
}

static void
bind_set(struct recording *recording, uint32_t set)
{
   struct vulkan *vulkan = recording->vulkan;

   if (recording->state.set && recording->state.resource_set == set)
      return;
   recording->state.set = true;
   recording->state.resource_set = set;
   vulkan->CmdBindDescriptorSets(
      recording->current, VK_PIPELINE_BIND_POINT_GRAPHICS, vulkan->layout, 0,
      1, &vulkan->sets[set], 0, NULL);
}

static void
push(struct recording *recording, const struct point_uniforms *uniforms)
{
   struct vulkan *vulkan = recording->vulkan;

   vulkan->CmdPushConstants(recording->current, vulkan->layout,
                            VK_SHADER_STAGE_VERTEX_BIT, 0, sizeof(*uniforms),
                            uniforms);
}

static bool
bind_pipeline(struct recording *recording,
              const struct scene_pipeline *pipeline, bool planted)
{
   struct vulkan *vulkan = recording->vulkan;
   VkPipeline handle;

   if (!get_pipeline(vulkan, pipeline, planted,
                     recording->drawing->scene->views, &handle))
      return false;
   if (handle == recording->state.pipeline)
      return true;
   recording->state.pipeline = handle;
   vulkan->CmdBindPipeline(recording->current,
                           VK_PIPELINE_BIND_POINT_GRAPHICS, handle);
   /* A pipeline with strides of its own ends dynamic ones. */
   if (!pipeline->dynamic_stride)
      memset(recording->state.strides, 0, sizeof(recording->state.strides));
   return true;
}

static void
bind_indices(struct recording *recording, uint32_t bytes)
{
   struct vulkan *vulkan = recording->vulkan;

   if (bytes == 0 || recording->state.index_bytes == bytes)
      return;
   recording->state.index_bytes = bytes;
   vulkan->CmdBindIndexBuffer(recording->current, vulkan->indices.buffer, 0,
                              bytes == 4   ? VK_INDEX_TYPE_UINT32
                              : bytes == 2 ? VK_INDEX_TYPE_UINT16
                                           : VK_INDEX_TYPE_UINT8_EXT);
}

static void
record_draws(struct recording *recording, uint32_t number)
{
   struct vulkan *vulkan = recording->vulkan;
   const struct scene_command *command =
      &recording->drawing->scene->commands[number];
   VkDeviceSize offset = number * INDIRECT_BYTES;
   uint32_t i;

   if (command->indirect && command->index_bytes != 0) {
      vulkan->CmdDrawIndexedIndirect(
         recording->current, vulkan->indirect.buffer, offset,
         command->draw_count, sizeof(VkDrawIndexedIndirectCommand));
      return;
   }
   if (command->indirect) {
      vulkan->CmdDrawIndirect(recording->current, vulkan->indirect.buffer,
                              offset, command->draw_count,
                              sizeof(VkDrawIndirectCommand));
      return;
   }
   for (i = 0; i < command->draw_count; i++) {
      const struct scene_draw *draw = &command->draws[i];

      if (command->index_bytes != 0) {
         vulkan->CmdDrawIndexed(recording->current, draw->count,
                                draw->instances,
                                scene_first_index(command, draw),
                                draw->vertex_offset, draw->base_instance);
      } else {
         vulkan->CmdDraw(recording->current, draw->count, draw->instances,
                         draw->first, draw->base_instance);
      }
   }
}

static bool
record_command(struct recording *recording, uint32_t number)
{
   const struct scene *scene = recording->drawing->scene;
   const struct scene_command *command = &scene->commands[number];
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   struct point_uniforms uniforms =
      point_uniforms(recording->drawing, number);

   if (!enter(recording, command))
      return false;
   if (command->clear_before)
      clear_row(recording);
   if (!bind_pipeline(recording, pipeline, false))
      return false;
   bind_buffers(recording, command, pipeline);
   if (pipeline->resources)
      bind_set(recording, command->resource_set);
   bind_indices(recording, command->index_bytes);
   push(recording, &uniforms);
   record_draws(recording, number);
   return true;
}

static bool
record_planted(struct recording *recording, const struct planted *planted)
{
   struct vulkan *vulkan = recording->vulkan;
   const struct scene *scene = recording->drawing->scene;
   static const struct scene_command inline_command;
   size_t i;

   if (!need_host_buffer(vulkan, &vulkan->planted,
                         (planted->word_count + 4) * sizeof(uint32_t),
                         VK_BUFFER_USAGE_VERTEX_BUFFER_BIT) ||
       !enter(recording, &inline_command))
      return false;
   if (planted->word_count > 0) {
      memcpy(vulkan->planted.map, planted->words,
             planted->word_count * sizeof(uint32_t));
   }
   for (i = 0; i < scene->command_count; i++) {
      if (scene->commands[i].clear_before)
         clear_row(recording);
   }
   for (i = 0; i < planted->draw_count; i++) {
      const struct planted_draw *draw = &planted->draws[i];
      const struct scene_command *command = &scene->commands[draw->command];
      const struct scene_pipeline *pipeline =
         &scene->pipelines[command->pipeline];
      VkDeviceSize offset;

      if (!bind_pipeline(recording, pipeline, true))
         return false;
      offset = draw->first_word * sizeof(uint32_t);
      vulkan->CmdBindVertexBuffers(recording->current, 0, 1,
                                   &vulkan->planted.buffer, &offset);
      if (pipeline->resources) {
         bind_set(recording, draw->empty_resources ? EMPTY_RESOURCE_SET
                                                   : command->resource_set);
      }
      push(recording, &draw->uniforms);
      vulkan->CmdDraw(recording->current, draw->count, 1, 0, 0);
   }
   return true;
}

static void
record_readback(struct recording *recording)
{
   struct vulkan *vulkan = recording->vulkan;
   VkBufferImageCopy copy = {
      .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0,
                           recording->drawing->scene->views ? 2 : 1},
      .imageExtent = {TARGET_COLUMNS, vulkan->target_rows, 1},
   };
   VkMemoryBarrier barrier = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
      .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
      .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
   };

   image_barrier(vulkan, recording->primary, vulkan->target,
                 VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                 VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
   vulkan->CmdCopyImageToBuffer(recording->primary, vulkan->target,
                                VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                vulkan->readback.buffer, 1, &copy);
   vulkan->CmdPipelineBarrier(
      recording->primary, VK_PIPELINE_STAGE_TRANSFER_BIT,
      VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static bool
record(struct recording *recording)
{
   struct vulkan *vulkan = recording->vulkan;
   const struct drawing *drawing = recording->drawing;
   static const struct scene_command inline_command;
   bool good = true;
   uint32_t i;

   if (!begin_primary(vulkan, &recording->primary))
      return false;
   recording->current = recording->primary;
   if (drawing->plant != NULL) {
      struct planted planted;

      if (!plant_make(&planted, drawing))
         return fail(vulkan->device,
                     "There is not enough memory to plant a defect.");
      good = record_planted(recording, &planted);
      plant_free(&planted);
   }
   for (i = 0;
        i < drawing->scene->command_count && drawing->plant == NULL && good;
        i++)
      good = record_command(recording, i);
   /* Without any command, the target is cleared all the same. */
   if (!good ||
       (recording->passes == 0 && !enter(recording, &inline_command)) ||
       !end_pass(recording))
      return false;
   record_readback(recording);
   TRY(EndCommandBuffer(recording->primary));
   return true;
}

static bool
vulkan_draw(struct device *device, const struct drawing *drawing,
            uint32_t *pixels)
{
   struct vulkan *vulkan = device->data;
   const struct scene *scene = drawing->scene;
   size_t bytes = target_numbers(scene) * sizeof(uint32_t);
   struct recording recording = {.vulkan = vulkan, .drawing = drawing};
   uint32_t i;

   if (!make_target(vulkan, scene) || !fill_vertices(vulkan, scene) ||
       !fill_indices(vulkan, scene) || !fill_indirect(vulkan, scene) ||
       !need_host_buffer(vulkan, &vulkan->readback, bytes,
                         VK_BUFFER_USAGE_TRANSFER_DST_BIT))
      return false;
   memset(vulkan->readback.map, 0xA5, bytes);
   /* Frees the command buffers of the scene before. */
   vulkan->DestroyCommandPool(vulkan->vk, vulkan->pool, NULL);
   {
      VkCommandPoolCreateInfo pool = {
         .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
         .queueFamilyIndex = vulkan->family,
      };

      TRY(CreateCommandPool(vulkan->vk, &pool, NULL, &vulkan->pool));
   }
   if (!record(&recording))
      return false;
   for (i = 0; i < scene->submissions; i++) {
      if (!submit_and_wait(vulkan, recording.primary))
         return false;
   }
   memcpy(pixels, vulkan->readback.map, bytes);
   return true;
}

static bool
vulkan_open(struct device *device, const char *driver)
{
   struct vulkan *vulkan = calloc(1, sizeof(*vulkan));
   VkCommandPoolCreateInfo pool = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
   };
   VkFenceCreateInfo fence = {
      .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
   };
   bool views;

   if (vulkan == NULL)
      return fail(device, "There is not enough memory.");
   device->data = vulkan;
   vulkan->device = device;
   if (!load_library(vulkan, driver) || !create_instance(vulkan) ||
       !choose_device(vulkan) || !choose_queue(vulkan) ||
       !create_device(vulkan))
      return false;
   pool.queueFamilyIndex = vulkan->family;
   TRY(CreateCommandPool(vulkan->vk, &pool, NULL, &vulkan->pool));
   TRY(CreateFence(vulkan->vk, &fence, NULL, &vulkan->fence));
   views = device->limits.views;
   return make_resources(vulkan) && make_pass(vulkan, false, false) &&
          make_pass(vulkan, false, true) &&
          (!views ||
           (make_pass(vulkan, true, false) && make_pass(vulkan, true, true)));
}

const struct api vulkan_api = {
   .name = "vulkan",
   .driver = "a driver's library, instead of the Vulkan loader's choice",
   .open = vulkan_open,
   .draw = vulkan_draw,
};

#ifndef CONFORMANCE_NO_MAIN
int
main(int argc, char **argv)
{
   return conformance_main(&vulkan_api, argc, argv);
}
#endif
