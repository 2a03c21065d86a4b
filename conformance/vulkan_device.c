/* SPDX-License-Identifier: MIT */

#include "vulkan.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The device -------------------------------------------------------- */

struct extensions {
   VkExtensionProperties *names;
   uint32_t count;
   const char *enabled[32];
   uint32_t enabled_count;
};

static bool
has_extension(const struct extensions *extensions, const char *name)
{
   uint32_t i;

   for (i = 0; i < extensions->count; i++) {
      if (strcmp(extensions->names[i].extensionName, name) == 0)
         return true;
   }
   return false;
}

static bool
enable(struct extensions *extensions, const char *name)
{
   if (!has_extension(extensions, name))
      return false;
   extensions->enabled[extensions->enabled_count++] = name;
   return true;
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
   return get != NULL ||
          fail(vulkan->device, "%s is not a Vulkan library.", name);
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
   if (!vulkan_check(vulkan, result, "vkCreateInstance"))
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

#define DEVICES 16

static bool
enumerate_devices(struct vulkan *vulkan, VkPhysicalDevice devices[DEVICES],
                  uint32_t *count)
{
   VkResult result;

   *count = DEVICES;
   result =
      vulkan->EnumeratePhysicalDevices(vulkan->instance, count, devices);
   if (result != VK_SUCCESS && result != VK_INCOMPLETE)
      return vulkan_check(vulkan, result, "vkEnumeratePhysicalDevices");
   return *count != 0 || fail(vulkan->device, "There is no Vulkan device.");
}

static const char *
type_name(VkPhysicalDeviceType type)
{
   switch (type) {
   case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return "integrated GPU";
   case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return "discrete GPU";
   case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return "virtual GPU";
   case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return "CPU";
   default:
      return "other";
   }
}

/* The one that was asked for, the first GPU, or else the first device. */
static bool
choose_device(struct vulkan *vulkan)
{
   VkPhysicalDevice devices[DEVICES];
   uint32_t choice = vulkan->device->choice, count, i;

   if (!enumerate_devices(vulkan, devices, &count))
      return false;
   if (choice > count)
      return fail(vulkan->device, "There is no device %u; see --list.",
                  choice);
   vulkan->physical = devices[choice == 0 ? 0 : choice - 1];
   for (i = count; i-- > 0 && choice == 0;) {
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

/* Arm's number in the registry of PCI vendors. */
#define VENDOR_ARM 0x13B5

static void
name_device(struct vulkan *vulkan,
            const VkPhysicalDeviceProperties *properties,
            const VkPhysicalDeviceDriverPropertiesKHR *driver)
{
   struct device *device = vulkan->device;

   snprintf(device->name, sizeof(device->name), "%.200s",
            properties->deviceName);
   snprintf(device->driver, sizeof(device->driver), "%.100s %.100s",
            driver->driverName, driver->driverInfo);
   snprintf(device->version, sizeof(device->version),
            "0x%x, Vulkan %u.%u.%u, %04x:%04x", properties->driverVersion,
            VK_VERSION_MAJOR(properties->apiVersion),
            VK_VERSION_MINOR(properties->apiVersion),
            VK_VERSION_PATCH(properties->apiVersion), properties->vendorID,
            properties->deviceID);
   snprintf(device->type, sizeof(device->type), "%s",
            type_name(properties->deviceType));
   device->cpu = properties->deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
   device->mali = properties->vendorID == VENDOR_ARM;
}

VkFormat
vulkan_format(const struct scene_attribute *attribute)
{
   /* From R8 to R16G16B16A16, these four follow UNORM in this order. */
   static const VkFormat unorms[2][4] = {
      {VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM, VK_FORMAT_R8G8B8_UNORM,
       VK_FORMAT_R8G8B8A8_UNORM},
      {VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_UNORM, VK_FORMAT_R16G16B16_UNORM,
       VK_FORMAT_R16G16B16A16_UNORM},
   };
   static const VkFormat uints[4] = {
      VK_FORMAT_R32_UINT,
      VK_FORMAT_R32G32_UINT,
      VK_FORMAT_R32G32B32_UINT,
      VK_FORMAT_R32G32B32A32_UINT,
   };
   static const uint32_t after_unorm[SCENE_NUMERICS] = {
      [SCENE_UINT] = VK_FORMAT_R16_UINT - VK_FORMAT_R16_UNORM,
      [SCENE_SINT] = VK_FORMAT_R16_SINT - VK_FORMAT_R16_UNORM,
      [SCENE_SNORM] = VK_FORMAT_R16_SNORM - VK_FORMAT_R16_UNORM,
      [SCENE_FLOAT] = VK_FORMAT_R16_SFLOAT - VK_FORMAT_R16_UNORM,
   };
   static const uint32_t after_uint[SCENE_NUMERICS] = {
      [SCENE_SINT] = VK_FORMAT_R32_SINT - VK_FORMAT_R32_UINT,
      [SCENE_FLOAT] = VK_FORMAT_R32_SFLOAT - VK_FORMAT_R32_UINT,
   };
   uint32_t index = attribute->components - 1;

   if (attribute->numeric == SCENE_UNORM10)
      return VK_FORMAT_A2B10G10R10_UNORM_PACK32;
   if (attribute->numeric == SCENE_SNORM10)
      return VK_FORMAT_A2B10G10R10_SNORM_PACK32;
   if (attribute->component_bytes == 4)
      return (VkFormat)(uints[index] + after_uint[attribute->numeric]);
   return (VkFormat)(unorms[attribute->component_bytes - 1][index] +
                     after_unorm[attribute->numeric]);
}

/* Those that exist at all. */
static bool
is_format(const struct scene_attribute *attribute)
{
   switch (attribute->numeric) {
   case SCENE_UNORM:
   case SCENE_SNORM:
      return attribute->component_bytes < 4;
   case SCENE_FLOAT:
      return attribute->component_bytes > 1;
   case SCENE_UNORM10:
   case SCENE_SNORM10:
      return attribute->component_bytes == 4 && attribute->components == 1;
   default:
      return true;
   }
}

static void
find_formats(struct vulkan *vulkan, uint16_t formats[SCENE_NUMERICS])
{
   uint32_t i, j;

   for (i = 0; i < SCENE_NUMERICS; i++) {
      for (j = 0; j < 12; j++) {
         struct scene_attribute attribute = {
            .components = 1 + j % 4,
            .component_bytes = 1u << j / 4,
            .numeric = i,
         };
         VkFormatProperties properties;

         if (!is_format(&attribute))
            continue;
         vulkan->GetPhysicalDeviceFormatProperties(
            vulkan->physical, vulkan_format(&attribute), &properties);
         if ((properties.bufferFeatures &
              VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT) != 0)
            formats[i] |= (uint16_t)(1 << j);
      }
   }
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

/* What the driver has of extensions: the chains that ask for it, and that
 * enable it. Pointers into it must stay, so it is filled in place. */
struct features {
   struct extensions extensions;
   VkPhysicalDeviceProperties properties;
   VkPhysicalDeviceFeatures core;
   VkPhysicalDeviceFeatures2 first;
   VkPhysicalDeviceProperties2 first_property;
   void *last;
   void *last_property;

   VkPhysicalDeviceDriverPropertiesKHR driver;
   VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT divisor;
   VkPhysicalDeviceVertexAttributeDivisorPropertiesEXT max_divisor;
   VkPhysicalDeviceIndexTypeUint8FeaturesEXT index8;
   VkPhysicalDevicePrimitiveTopologyListRestartFeaturesEXT restart;
   VkPhysicalDeviceExtendedDynamicStateFeaturesEXT dynamic;
   VkPhysicalDeviceVertexInputDynamicStateFeaturesEXT dynamic_input;
   VkPhysicalDeviceMultiviewFeatures multiview;
   VkPhysicalDeviceMultiDrawFeaturesEXT multi_draw;
   VkPhysicalDeviceRobustness2FeaturesEXT robustness;
   VkPhysicalDeviceProvokingVertexFeaturesEXT provoking;
   VkPhysicalDeviceDynamicRenderingFeaturesKHR rendering;
#ifdef VK_EXT_shader_object
   VkPhysicalDeviceShaderObjectFeaturesEXT objects;
#endif
#ifdef VK_EXT_nested_command_buffer
   VkPhysicalDeviceNestedCommandBufferFeaturesEXT nested;
#endif
   bool count_buffer;
   bool divisor_base_instance;
   bool honors_sizes;
};

static bool
list_extensions(struct vulkan *vulkan, struct extensions *extensions)
{
   TRY(EnumerateDeviceExtensionProperties(vulkan->physical, NULL,
                                          &extensions->count, NULL));
   extensions->names =
      calloc(extensions->count + 1, sizeof(*extensions->names));
   if (extensions->names == NULL)
      return fail(vulkan->device, "There is not enough memory.");
   TRY(EnumerateDeviceExtensionProperties(
      vulkan->physical, NULL, &extensions->count, extensions->names));
   return true;
}

/* Asks for the features of the extension, if it is there. */
static bool
ask(struct features *features, const char *name, void *feature,
    VkStructureType type)
{
   ((VkBaseOutStructure *)feature)->sType = type;
   if (!enable(&features->extensions, name))
      return false;
   chain(&features->last, feature);
   return true;
}

static void
ask_properties(struct features *features, void *property,
               VkStructureType type)
{
   ((VkBaseOutStructure *)property)->sType = type;
   chain(&features->last_property, property);
}

static void
ask_divisors(struct vulkan *vulkan, struct features *features)
{
   const VkStructureType type =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT;

   features->divisor_base_instance = true;
#ifdef VK_KHR_vertex_attribute_divisor
   VkPhysicalDeviceVertexAttributeDivisorPropertiesKHR base = {
      .sType =
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES_KHR,
      .supportsNonZeroFirstInstance = VK_TRUE,
   };
   VkPhysicalDeviceProperties2 only = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
      .pNext = &base,
   };

   if (ask(features, "VK_KHR_vertex_attribute_divisor", &features->divisor,
           type)) {
      vulkan->GetPhysicalDeviceProperties2(vulkan->physical, &only);
      features->max_divisor.maxVertexAttribDivisor =
         base.maxVertexAttribDivisor;
      features->divisor_base_instance = base.supportsNonZeroFirstInstance;
      return;
   }
#endif
   (void)vulkan;
   if (ask(features, "VK_EXT_vertex_attribute_divisor", &features->divisor,
           type)) {
      ask_properties(
         features, &features->max_divisor,
         VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_PROPERTIES_EXT);
   }
}

static void
ask_all(struct vulkan *vulkan, struct features *features)
{
   features->first.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
   features->first_property.sType =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
   features->last = &features->first;
   features->last_property = &features->first_property;
   if (vulkan->GetPhysicalDeviceFeatures2 == NULL ||
       vulkan->GetPhysicalDeviceProperties2 == NULL)
      return;
   if (enable(&features->extensions, "VK_KHR_driver_properties")) {
      ask_properties(features, &features->driver,
                     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES_KHR);
   }
   ask_divisors(vulkan, features);
#define ASK(name, member, type) \
   ask(features, name, &features->member, VK_STRUCTURE_TYPE_##type)
   if (!ASK("VK_EXT_index_type_uint8", index8,
            PHYSICAL_DEVICE_INDEX_TYPE_UINT8_FEATURES_EXT))
      ASK("VK_KHR_index_type_uint8", index8,
          PHYSICAL_DEVICE_INDEX_TYPE_UINT8_FEATURES_EXT);
   ASK("VK_EXT_primitive_topology_list_restart", restart,
       PHYSICAL_DEVICE_PRIMITIVE_TOPOLOGY_LIST_RESTART_FEATURES_EXT);
   ASK("VK_EXT_extended_dynamic_state", dynamic,
       PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_FEATURES_EXT);
   ASK("VK_EXT_vertex_input_dynamic_state", dynamic_input,
       PHYSICAL_DEVICE_VERTEX_INPUT_DYNAMIC_STATE_FEATURES_EXT);
   ASK("VK_KHR_multiview", multiview, PHYSICAL_DEVICE_MULTIVIEW_FEATURES);
   ASK("VK_EXT_multi_draw", multi_draw,
       PHYSICAL_DEVICE_MULTI_DRAW_FEATURES_EXT);
   ASK("VK_EXT_robustness2", robustness,
       PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT);
   ASK("VK_EXT_provoking_vertex", provoking,
       PHYSICAL_DEVICE_PROVOKING_VERTEX_FEATURES_EXT);
   /* The first two are what the third builds on. */
   if (enable(&features->extensions, "VK_KHR_create_renderpass2") &&
       enable(&features->extensions, "VK_KHR_depth_stencil_resolve"))
      ASK("VK_KHR_dynamic_rendering", rendering,
          PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES_KHR);
#ifdef VK_EXT_shader_object
   if (has_extension(&features->extensions, "VK_KHR_dynamic_rendering"))
      ASK("VK_EXT_shader_object", objects,
          PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT);
#endif
#ifdef VK_EXT_nested_command_buffer
   ASK("VK_EXT_nested_command_buffer", nested,
       PHYSICAL_DEVICE_NESTED_COMMAND_BUFFER_FEATURES_EXT);
#endif
#undef ASK
   features->count_buffer =
      enable(&features->extensions, "VK_KHR_draw_indirect_count");
   /* Drivers that are older than this extension conformed without regard to
    * the sizes of bound buffers; lavapipe of Mesa 22.3 is one. See also
    * https://github.com/GPUOpen-Drivers/AMDVLK/issues/321. */
   features->honors_sizes =
      has_extension(&features->extensions, "VK_KHR_maintenance5");
   vulkan->GetPhysicalDeviceFeatures2(vulkan->physical, &features->first);
   vulkan->GetPhysicalDeviceProperties2(vulkan->physical,
                                        &features->first_property);
   /* Nothing here preserves the mode of a pipeline in transform feedback. */
   features->provoking.transformFeedbackPreservesProvokingVertex = VK_FALSE;
}

static bool
create_device(struct vulkan *vulkan, const struct features *features)
{
   /* Only wrong draws, and scenes about it, read outside of a buffer. */
   VkPhysicalDeviceFeatures enabled = {
      .robustBufferAccess = features->core.robustBufferAccess,
      .multiDrawIndirect = features->core.multiDrawIndirect,
      .drawIndirectFirstInstance = features->core.drawIndirectFirstInstance,
      .fullDrawIndexUint32 = features->core.fullDrawIndexUint32,
      .tessellationShader = features->core.tessellationShader,
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
      .pNext = features->first.pNext,
      .queueCreateInfoCount = 1,
      .pQueueCreateInfos = &queue,
      .pEnabledFeatures = &enabled,
      .enabledExtensionCount = features->extensions.enabled_count,
      .ppEnabledExtensionNames = features->extensions.enabled,
   };

   TRY(CreateDevice(vulkan->physical, &create, NULL, &vulkan->vk));
   return true;
}

static bool
load_device(struct vulkan *vulkan)
{
#define LOAD(name)                                                     \
   vulkan->name =                                                      \
      (PFN_vk##name)vulkan->GetDeviceProcAddr(vulkan->vk, "vk" #name); \
   if (vulkan->name == NULL)                                           \
      return fail(vulkan->device, "The driver lacks vk" #name ".");
   DEVICE_FUNCTIONS(LOAD)
#undef LOAD
#define LOAD(name, suffix)                                         \
   vulkan->name = (PFN_vk##name##suffix)vulkan->GetDeviceProcAddr( \
      vulkan->vk, "vk" #name #suffix);
   LOAD(CmdBindVertexBuffers2, EXT)
   LOAD(CmdSetVertexInput, EXT)
   LOAD(CmdDrawIndirectCount, KHR)
   LOAD(CmdDrawIndexedIndirectCount, KHR)
   LOAD(CmdDrawMulti, EXT)
   LOAD(CmdDrawMultiIndexed, EXT)
   LOAD(CmdBeginRendering, KHR)
   LOAD(CmdEndRendering, KHR)
   LOAD(CmdSetProvokingVertexMode, EXT)
#undef LOAD
#define LOAD(name) \
   vulkan->name =  \
      (PFN_vk##name)vulkan->GetDeviceProcAddr(vulkan->vk, "vk" #name);
   SHADER_OBJECT_FUNCTIONS(LOAD)
#undef LOAD
   vulkan->GetDeviceQueue(vulkan->vk, vulkan->family, 0, &vulkan->queue);
   return true;
}

static void
find_limits(struct vulkan *vulkan, const struct features *features)
{
   const VkPhysicalDeviceLimits *from = &features->properties.limits;
   const VkPhysicalDeviceFeatures *core = &features->core;
   bool dynamic = features->dynamic.extendedDynamicState &&
                  vulkan->CmdBindVertexBuffers2 != NULL;

   vulkan->device->limits = (struct scene_limits){
      .attributes = from->maxVertexInputAttributes,
      .bindings = from->maxVertexInputBindings,
      .stride = from->maxVertexInputBindingStride,
      .offset = from->maxVertexInputAttributeOffset,
      .divisor = features->divisor.vertexAttributeInstanceRateDivisor
                    ? features->max_divisor.maxVertexAttribDivisor
                    : 1,
      .points = 1 << 18,
      .vertices = 1 << 21,
      .buffer_bytes = 1 << 25,
      .draws =
         at_most(core->multiDrawIndirect ? from->maxDrawIndirectCount : 1,
                 SCENE_DRAWS),
      .first = UINT32_MAX,
      .zero_divisor =
         features->divisor.vertexAttributeInstanceRateZeroDivisor,
      .zero_stride = true,
      .base_instance = UINT32_MAX,
      .divisor_base_instance = features->divisor_base_instance,
      .vertex_offset = true,
      .indirect = true,
      .indirect_base_instance = core->drawIndirectFirstInstance,
      .index_bytes =
         {[1] = features->index8.indexTypeUint8, [2] = true, [4] = true},
      .restart = features->restart.primitiveTopologyListRestart,
      .index_offsets = true,
      /* lavapipe of Mesa 22.3 ignores them, and is no board. */
      .indirect_index_offsets =
         !vulkan->device->cpu || features->honors_sizes,
      .largest_index = core->fullDrawIndexUint32,
      .indirect_stride = true,
      .count_buffer = features->count_buffer && core->multiDrawIndirect &&
                      vulkan->CmdDrawIndirectCount != NULL &&
                      vulkan->CmdDrawIndexedIndirectCount != NULL,
      .multi_draw = features->multi_draw.multiDraw &&
                    vulkan->CmdDrawMulti != NULL &&
                    vulkan->CmdDrawMultiIndexed != NULL,
      .multi_draw_instances = true,
      .draws_base_instance = true,
      .exact_buffers = true,
      .sizes = dynamic,
      .zero_outside = features->robustness.robustBufferAccess2,
      .zero_outside_sizes = dynamic &&
                            features->robustness.robustBufferAccess2 &&
                            features->honors_sizes,
      .bounded = core->robustBufferAccess,
      .null_buffers = features->robustness.nullDescriptor,
      .triangles = true,
      .strips_restart = true,
      .first_provokes = true,
      .last_provokes = features->provoking.provokingVertexLast,
      .tessellation = core->tessellationShader,
      .dynamic_input = features->dynamic_input.vertexInputDynamicState &&
                       vulkan->CmdSetVertexInput != NULL,
      .dynamic_stride = dynamic,
      .secondaries = true,
      .rendering = features->rendering.dynamicRendering &&
                   vulkan->CmdBeginRendering != NULL &&
                   vulkan->CmdEndRendering != NULL,
      .views = features->multiview.multiview,
      .clears = true,
      .resources = SCENE_RESOURCES,
   };
#ifdef VK_EXT_shader_object
   vulkan->device->limits.shader_objects =
      features->objects.shaderObject && vulkan->device->limits.rendering;
#endif
#ifdef VK_EXT_nested_command_buffer
   vulkan->device->limits.nested =
      features->nested.nestedCommandBuffer &&
      features->nested.nestedCommandBufferRendering;
#endif
   find_formats(vulkan, vulkan->device->limits.formats);
}

static bool
open_device(struct vulkan *vulkan, struct features *features)
{
   vulkan->GetPhysicalDeviceProperties(vulkan->physical,
                                       &features->properties);
   vulkan->GetPhysicalDeviceFeatures(vulkan->physical, &features->core);
   if (!list_extensions(vulkan, &features->extensions))
      return false;
   ask_all(vulkan, features);
   name_device(vulkan, &features->properties, &features->driver);
   if (!create_device(vulkan, features) || !load_device(vulkan))
      return false;
   find_limits(vulkan, features);
   return true;
}

bool
vulkan_create_device(struct vulkan *vulkan, const char *driver)
{
   struct features features = {.count_buffer = false};
   bool good = load_library(vulkan, driver) && create_instance(vulkan) &&
               choose_device(vulkan) && choose_queue(vulkan) &&
               open_device(vulkan, &features);

   free(features.extensions.names);
   return good;
}

bool
vulkan_list(struct device *device, const char *driver)
{
   struct vulkan vulkan = {.device = device};
   VkPhysicalDevice devices[DEVICES];
   uint32_t count, i;

   if (!load_library(&vulkan, driver) || !create_instance(&vulkan) ||
       !enumerate_devices(&vulkan, devices, &count))
      return false;
   for (i = 0; i < count; i++) {
      VkPhysicalDeviceProperties properties;

      vulkan.GetPhysicalDeviceProperties(devices[i], &properties);
      printf("  device %u: %s (%s)\n", i + 1, properties.deviceName,
             type_name(properties.deviceType));
   }
   return true;
}
