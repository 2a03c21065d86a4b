/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The draws of draws.h in Vulkan: vk_draws DRIVER, with the driver's shared
 * library, so that no loader is needed. draw.vert.h and draw.frag.h are the
 * shaders in SPIR-V.
 *
 * vk_draws DRIVER --defects draws the defects that docs/driver-defects.md
 * lists for PanVK, as far as Mesa 25.0 can be made to write them.
 * vk_draws DRIVER --extras draws with an image in the vertex shader.
 * vk_draws DRIVER --cost draws for callgrind.
 */

#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "draw.frag.h"
#include "draw.vert.h"
#include "image.vert.h"
#include "draws.h"

#define BUFFERS 3
#define MOST_BUFFERS 16
#define BUFFER_SIZE 65536
#define DIVISORS_PER_SUBMIT 32

static PFN_vkGetInstanceProcAddr get_instance_proc;
static PFN_vkGetDeviceProcAddr get_device_proc;
static VkInstance instance;
static VkDevice device;
static VkQueue queue;
static VkCommandPool pool;
static VkCommandBuffer commands;
static VkRenderPass pass;
static VkFramebuffer framebuffer;
static VkPipelineLayout layout;
static VkShaderModule vertex, fragment;
static VkBuffer buffers[MOST_BUFFERS], index_buffer;

#define INSTANCE(name) ((PFN_##name) get_instance_proc(instance, #name))
#define DEVICE(name) ((PFN_##name) get_device_proc(device, #name))

static void
check(VkResult result, const char *what)
{
   if (result != VK_SUCCESS) {
      fprintf(stderr, "vk_draws: %s: VkResult %d\n", what, result);
      exit(1);
   }
}

#define CALL(name, ...) check(DEVICE(name)(device, __VA_ARGS__), #name)

static VkShaderModule
shader(const uint32_t *words, size_t size)
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

static VkDeviceMemory
allocate(const VkMemoryRequirements *needed)
{
   const VkMemoryAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
      .allocationSize = needed->size,
      .memoryTypeIndex = (uint32_t) __builtin_ctz(needed->memoryTypeBits),
   };
   VkDeviceMemory memory;

   CALL(vkAllocateMemory, &info, NULL, &memory);
   return memory;
}

static VkPipeline
pipeline(const struct attribute *attributes, unsigned count)
{
   const VkPipelineShaderStageCreateInfo stages[] = {
      {
         .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_VERTEX_BIT,
         .module = vertex,
         .pName = "main",
      },
      {
         .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
         .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
         .module = fragment,
         .pName = "main",
      },
   };
   VkVertexInputBindingDescription bindings[MOST_BUFFERS];
   VkVertexInputAttributeDescription inputs[MOST_BUFFERS];
   VkVertexInputBindingDivisorDescriptionEXT divisors[MOST_BUFFERS];
   unsigned divisor_count = 0;

   for (unsigned i = 0; i < count; i++) {
      const struct attribute *a = &attributes[i];

      bindings[i] = (VkVertexInputBindingDescription){
         i, a->stride,
         a->per_instance ? VK_VERTEX_INPUT_RATE_INSTANCE
                         : VK_VERTEX_INPUT_RATE_VERTEX,
      };
      inputs[i] = (VkVertexInputAttributeDescription){
         i, i, VK_FORMAT_R32G32B32A32_SFLOAT, a->source_offset,
      };
      if (a->per_instance)
         divisors[divisor_count++] =
            (VkVertexInputBindingDivisorDescriptionEXT){i, a->divisor};
   }

   const VkPipelineVertexInputDivisorStateCreateInfoEXT divisor_state = {
      .sType =
 VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT,
      .vertexBindingDivisorCount = divisor_count,
      .pVertexBindingDivisors = divisors,
   };
   const VkPipelineVertexInputStateCreateInfo input = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
      .pNext = divisor_count ? &divisor_state : NULL,
      .vertexBindingDescriptionCount = count,
      .pVertexBindingDescriptions = bindings,
      .vertexAttributeDescriptionCount = count,
      .pVertexAttributeDescriptions = inputs,
   };
   const VkPipelineInputAssemblyStateCreateInfo assembly = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
   };
   const VkViewport viewport = {0, 0, 16, 16, 0, 1};
   const VkRect2D scissor = {{0, 0}, {16, 16}};
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
      .layout = layout,
      .renderPass = pass,
   };
   VkPipeline made;

   CALL(vkCreateGraphicsPipelines, VK_NULL_HANDLE, 1, &info, NULL, &made);
   return made;
}

static void
make_device(const char *driver)
{
   const VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
      .apiVersion = VK_API_VERSION_1_0,
   };
   const char *const instance_extension =
      VK_KHR_GET_PHYSICAL_DEVICE_PROPERTIES_2_EXTENSION_NAME;
   /* Before Mesa 25, PanVK has only the older name. */
   const char *extension = VK_EXT_VERTEX_ATTRIBUTE_DIVISOR_EXTENSION_NAME;
   const VkInstanceCreateInfo instance_info = {
      .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
      .pApplicationInfo = &application,
      .enabledExtensionCount = 1,
      .ppEnabledExtensionNames = &instance_extension,
   };
   const VkPhysicalDeviceVertexAttributeDivisorFeaturesEXT features = {
      .sType =
   VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VERTEX_ATTRIBUTE_DIVISOR_FEATURES_EXT,
      .vertexAttributeInstanceRateDivisor = VK_TRUE,
      .vertexAttributeInstanceRateZeroDivisor = VK_TRUE,
   };
   const float priority = 1;
   const VkDeviceQueueCreateInfo queue_info = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
      .queueCount = 1,
      .pQueuePriorities = &priority,
   };
   const VkDeviceCreateInfo device_info = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
      .pNext = &features,
      .queueCreateInfoCount = 1,
      .pQueueCreateInfos = &queue_info,
      .enabledExtensionCount = 1,
      .ppEnabledExtensionNames = &extension,
   };
   void *library = dlopen(driver, RTLD_NOW);
   VkPhysicalDevice physical;
   uint32_t count = 1;

   if (library == NULL) {
      fprintf(stderr, "vk_draws: %s\n", dlerror());
      exit(1);
   }
   *(void **) &get_instance_proc =
      dlsym(library, "vk_icdGetInstanceProcAddr");
   check(INSTANCE(vkCreateInstance)(&instance_info, NULL, &instance),
         "vkCreateInstance");
   VkResult result =
      INSTANCE(vkEnumeratePhysicalDevices)(instance, &count, &physical);
   check(result == VK_INCOMPLETE ? VK_SUCCESS : result,
         "vkEnumeratePhysicalDevices");
   if (count == 0) {
      fprintf(stderr, "vk_draws: no device\n");
      exit(1);
   }

   VkPhysicalDeviceProperties properties;

   INSTANCE(vkGetPhysicalDeviceProperties)(physical, &properties);
   printf("%s\n", properties.deviceName);
   VkExtensionProperties extensions[256];

   count = sizeof extensions / sizeof extensions[0];
   INSTANCE(vkEnumerateDeviceExtensionProperties)(physical, NULL, &count,
                                                  extensions);
   for (uint32_t i = 0; i < count; i++) {
      if (strcmp(extensions[i].extensionName,
                 "VK_KHR_vertex_attribute_divisor") == 0)
         extension = extensions[i].extensionName;
   }
   check(INSTANCE(vkCreateDevice)(physical, &device_info, NULL, &device),
         "vkCreateDevice");
   get_device_proc = INSTANCE(vkGetDeviceProcAddr);
}

static void
begin(void)
{
   const VkCommandBufferAllocateInfo commands_info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
      .commandPool = pool,
      .commandBufferCount = 1,
   };
   const VkCommandBufferBeginInfo begin_info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
   };
   const VkClearValue clear = {{{0}}};
   const VkRenderPassBeginInfo begin_pass = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
      .renderPass = pass,
      .framebuffer = framebuffer,
      .renderArea = {{0, 0}, {16, 16}},
      .clearValueCount = 1,
      .pClearValues = &clear,
   };

   CALL(vkAllocateCommandBuffers, &commands_info, &commands);
   check(DEVICE(vkBeginCommandBuffer)(commands, &begin_info),
         "vkBeginCommandBuffer");
   DEVICE(vkCmdBeginRenderPass)(commands, &begin_pass,
                                VK_SUBPASS_CONTENTS_INLINE);
}

static void
submit(void)
{
   const VkSubmitInfo info = {
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
      .commandBufferCount = 1,
      .pCommandBuffers = &commands,
   };

   DEVICE(vkCmdEndRenderPass)(commands);
   check(DEVICE(vkEndCommandBuffer)(commands), "vkEndCommandBuffer");
   check(DEVICE(vkQueueSubmit)(queue, 1, &info, VK_NULL_HANDLE),
         "vkQueueSubmit");
   check(DEVICE(vkQueueWaitIdle)(queue), "vkQueueWaitIdle");
}

static void
bind(uint32_t divisor, uint32_t other)
{
   const VkDeviceSize offsets[BUFFERS] = {0, 4, 64};
   const struct attribute attributes[BUFFERS] = {
      {0, 0, 16, 0, 0, BUFFER_SIZE},
      {1, divisor, 32, 4, 4, BUFFER_SIZE - 4},
      {1, other, 48, 8, 64, BUFFER_SIZE - 64},
   };

   for (unsigned i = 0; i < BUFFERS; i++)
      draws_print_attribute(&attributes[i], i == 0);
   DEVICE(vkCmdBindPipeline)(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                             pipeline(attributes, BUFFERS));
   DEVICE(vkCmdBindVertexBuffers)(commands, 0, BUFFERS, buffers, offsets);
}

static unsigned
draw_all(void)
{
   const VkDeviceSize offsets[BUFFERS] = {0, 4, 64};
   PFN_vkCmdBindVertexBuffers bind_buffers = DEVICE(vkCmdBindVertexBuffers);
   PFN_vkCmdDraw draw_arrays = DEVICE(vkCmdDraw);
   uint32_t divisors[DIVISORS];
   unsigned drawn = 0;

   draws_divisors(divisors);
   for (unsigned i = 0; i < DIVISORS; i++) {
      if (i % DIVISORS_PER_SUBMIT == 0)
         begin();
      bind(divisors[i], 1 + i);
      for (unsigned j = 0; j < DRAWS_PER_DIVISOR; j++, drawn++) {
         struct draw draw = draws_next(j);

         /* Otherwise the last draw's records remain (a defect of PanVK). */
         if (j % 4 != 3)
            bind_buffers(commands, 0, BUFFERS, buffers, offsets);
         draws_print(&draw, j % 7 == 0 ? 2 : 0);
         if (draw.indexed) {
            DEVICE(vkCmdBindIndexBuffer)(commands, index_buffer, 0,
                                         VK_INDEX_TYPE_UINT16);
            DEVICE(vkCmdDrawIndexed)(commands, draw.vertices, draw.instances,
                                     draw.first, 0, j % 7 == 0 ? 2 : 0);
         } else {
            draw_arrays(commands, draw.vertices, draw.instances, draw.first,
                        j % 7 == 0 ? 2 : 0);
         }
      }
      if (i % DIVISORS_PER_SUBMIT == DIVISORS_PER_SUBMIT - 1)
         submit();
   }
   return drawn;
}

static VkPipeline cost_pipelines[2];
static VkDescriptorSet sets[2];

/* A layout with one descriptor, and two sets. */
static VkPipelineLayout
make_sets(VkDescriptorType type)
{
   const VkDescriptorSetLayoutBinding binding = {
      .descriptorType = type,
      .descriptorCount = 1,
      .stageFlags = VK_SHADER_STAGE_VERTEX_BIT,
   };
   const VkDescriptorSetLayoutCreateInfo set_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .bindingCount = 1,
      .pBindings = &binding,
   };
   const VkDescriptorPoolSize size = {type, 2};
   const VkDescriptorPoolCreateInfo pool_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
      .maxSets = 2,
      .poolSizeCount = 1,
      .pPoolSizes = &size,
   };
   VkDescriptorPool descriptors;
   VkDescriptorSetLayout layouts[2];

   CALL(vkCreateDescriptorSetLayout, &set_info, NULL, &layouts[0]);
   layouts[1] = layouts[0];
   CALL(vkCreateDescriptorPool, &pool_info, NULL, &descriptors);

   const VkDescriptorSetAllocateInfo sets_info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
      .descriptorPool = descriptors,
      .descriptorSetCount = 2,
      .pSetLayouts = layouts,
   };
   const VkPipelineLayoutCreateInfo layout_info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
      .setLayoutCount = 1,
      .pSetLayouts = layouts,
   };
   VkPipelineLayout made;

   CALL(vkAllocateDescriptorSets, &sets_info, sets);
   CALL(vkCreatePipelineLayout, &layout_info, NULL, &made);
   return made;
}

static void
set_cost(unsigned count)
{
   const VkDeviceSize offsets[MOST_BUFFERS] = {0};
   struct attribute attributes[MOST_BUFFERS];
   static bool begun;

   for (unsigned i = 0; i < count; i++)
      attributes[i] =
         (struct attribute){i % 2, i % 2 ? 1 + i / 2 : 0, 16 + 16 * i, 4, 0, 0};
   cost_pipelines[0] = pipeline(attributes, count);
   attributes[0].per_instance = attributes[0].divisor = 1;
   cost_pipelines[1] = pipeline(attributes, count);
   if (begun)
      submit();
   begun = true;
   begin();
   DEVICE(vkCmdBindPipeline)(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                             cost_pipelines[0]);
   DEVICE(vkCmdBindVertexBuffers)(commands, 0, MOST_BUFFERS, buffers, offsets);
}

static void
draw_cost(enum change change, struct draw draw, unsigned number)
{
   const VkDeviceSize offset =
      change == CHANGE_OFFSETS && number % 2 ? 32 : 0;

   if (change == CHANGE_OFFSETS)
      DEVICE(vkCmdBindVertexBuffers)(commands, 0, 1, &buffers[0], &offset);
   if (change == CHANGE_DESCRIPTORS)
      DEVICE(vkCmdBindDescriptorSets)(
         commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1,
         &sets[number % 2], 0, NULL);
   if (change == CHANGE_BUFFERS)
      DEVICE(vkCmdBindVertexBuffers)(commands, 0, 1,
                                     &buffers[number % 2 ? 0 : 1], &offset);
   if (change == CHANGE_ELEMENTS)
      DEVICE(vkCmdBindPipeline)(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                                cost_pipelines[number % 2]);
   DEVICE(vkCmdDraw)(commands, draw.vertices, draw.instances, draw.first, 0);
}

static unsigned
draw_defects(void)
{
   static const struct {
      uint32_t divisor, other, vertices, instances, first, base;
   } draws[] = {
      /* A correct draw. */
      {1, 3, 70, 3, 0, 0},
      /* The product wraps to 5, and to 2. */
      {1431655767, 1, 3, 2, 0, 0},
      {1431655766, 1, 3, 2, 0, 0},
      /* The counts need 33 bits, and varyings more than 32. */
      {1 << 20, 1 << 20, 9, 268435457, 0, 0},
      /* The offset is 2^31, and three times 2^30. */
      {1, 1, 3, 2, 0, 1 << 26},
      /* The start is not subtracted. */
      {1, 1, 70, 3, 200, 0},
      /* Floating point is wrong from thread 3638791764 on, and varyings take
       * 2^36 bytes. */
      {4971027, 1 << 29, 4, 1 << 30, 0, 0},
      /* The table of the first draw is kept. */
      {7, 7, 3, 1, 0, 0},
      {7, 7, 3, 2, 0, 0},
   };
   const unsigned count = sizeof draws / sizeof draws[0];

   begin();
   for (unsigned i = 0; i < count; i++) {
      if (i == 0 || draws[i].divisor != draws[i - 1].divisor ||
          draws[i].other != draws[i - 1].other ||
          draws[i].first != draws[i - 1].first)
         bind(draws[i].divisor, draws[i].other);
      draws_print(&(struct draw){draws[i].vertices, draws[i].instances,
                                 draws[i].first, false},
                  draws[i].base);
      DEVICE(vkCmdDraw)(commands, draws[i].vertices, draws[i].instances,
                        draws[i].first, draws[i].base);
   }
   submit();
   printf("\nbase instance 0\n");
   return count;
}

/** A view of a new image of 16 x 16 pixels. */
static VkImageView
make_view(VkImageUsageFlags usage)
{
   const VkImageCreateInfo image_info = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
      .imageType = VK_IMAGE_TYPE_2D,
      .format = VK_FORMAT_R8G8B8A8_UNORM,
      .extent = {16, 16, 1},
      .mipLevels = 1,
      .arrayLayers = 1,
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .tiling = VK_IMAGE_TILING_OPTIMAL,
      .usage = usage,
   };
   VkMemoryRequirements needed;
   VkImage image;
   VkImageView view;

   CALL(vkCreateImage, &image_info, NULL, &image);
   DEVICE(vkGetImageMemoryRequirements)(device, image, &needed);
   CALL(vkBindImageMemory, image, allocate(&needed), 0);

   const VkImageViewCreateInfo view_info = {
      .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
      .image = image,
      .viewType = VK_IMAGE_VIEW_TYPE_2D,
      .format = VK_FORMAT_R8G8B8A8_UNORM,
      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
   };

   CALL(vkCreateImageView, &view_info, NULL, &view);
   return view;
}

/** Two images that the vertex shader reads, one in each set. */
static void
make_images(void)
{
   layout = make_sets(VK_DESCRIPTOR_TYPE_STORAGE_IMAGE);
   for (unsigned i = 0; i < 2; i++) {
      const VkDescriptorImageInfo info = {
         .imageView = make_view(VK_IMAGE_USAGE_STORAGE_BIT),
         .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
      };
      const VkWriteDescriptorSet write = {
         .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
         .dstSet = sets[i],
         .descriptorCount = 1,
         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
         .pImageInfo = &info,
      };

      DEVICE(vkUpdateDescriptorSets)(device, 1, &write, 0, NULL);
   }
}

static unsigned
draw_extras(void)
{
   PFN_vkCmdBindPipeline bind_pipeline = DEVICE(vkCmdBindPipeline);
   VkDeviceSize offsets[BUFFERS] = {0, 4, 64};
   struct attribute attributes[BUFFERS] = {
      {0, 0, 16, 0, 0, BUFFER_SIZE},
      {1, 1, 32, 4, 4, BUFFER_SIZE - 4},
      {1, 3, 48, 8, 64, BUFFER_SIZE - 64},
   };
   VkPipeline plain, with_image;
   unsigned set = 0;

   make_images();
   plain = pipeline(attributes, BUFFERS);
   vertex = shader(image_vert, sizeof image_vert);
   with_image = pipeline(attributes, BUFFERS);
   begin();
   DEVICE(vkCmdBindIndexBuffer)(commands, index_buffer, 0,
                                VK_INDEX_TYPE_UINT16);
   for (unsigned i = 0; i < EXTRA_DRAWS; i++) {
      const enum extra change = draws_extra[i].change;
      const bool is_plain = change == EXTRA_PLAIN || change == EXTRA_MOVED;
      const uint32_t vertices = draws_extra[i].vertices;
      const uint32_t instances = draws_extra[i].instances;

      bind_pipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                    is_plain ? plain : with_image);
      if (i == 0 || change == EXTRA_OTHER)
         DEVICE(vkCmdBindDescriptorSets)(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1,
            &sets[set ^= 1], 0, NULL);
      if (change == EXTRA_BUFFERS || change == EXTRA_MOVED) {
         offsets[0] = change == EXTRA_MOVED ? 32 : 0;
         attributes[0].address = (uint32_t) offsets[0];
         attributes[0].size = BUFFER_SIZE - attributes[0].address;
         DEVICE(vkCmdBindVertexBuffers)(commands, 0, BUFFERS, buffers,
                                        offsets);
      }
      for (unsigned j = 0; j < BUFFERS; j++)
         draws_print_attribute(&attributes[j], j == 0);
      draws_print_extra(i, is_plain ? "nothing" : "image", set, 0, 0);
      if (change == EXTRA_INDEXED)
         DEVICE(vkCmdDrawIndexed)(commands, vertices, instances,
                                  draws_extra[i].first, 0, 0);
      else
         DEVICE(vkCmdDraw)(commands, vertices, instances,
                           draws_extra[i].first, 0);
   }
   submit();
   return EXTRA_DRAWS;
}

int
main(int argc, char **argv)
{
   const bool defects = argc == 3 && strcmp(argv[2], "--defects") == 0;
   const bool extras = argc == 3 && strcmp(argv[2], "--extras") == 0;
   const bool cost = argc == 3 && strcmp(argv[2], "--cost") == 0;

   if (argc != 2 && !defects && !extras && !cost) {
      fprintf(stderr,
              "usage: vk_draws DRIVER [--defects | --extras | --cost]\n");
      return 2;
   }
   make_device(argv[1]);

   const VkImageView view = make_view(VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
   VkMemoryRequirements needed;

   const VkAttachmentDescription attachment = {
      .format = VK_FORMAT_R8G8B8A8_UNORM,
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
   const VkRenderPassCreateInfo pass_info = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
      .attachmentCount = 1,
      .pAttachments = &attachment,
      .subpassCount = 1,
      .pSubpasses = &subpass,
   };
   CALL(vkCreateRenderPass, &pass_info, NULL, &pass);

   const VkFramebufferCreateInfo framebuffer_info = {
      .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
      .renderPass = pass,
      .attachmentCount = 1,
      .pAttachments = &view,
      .width = 16,
      .height = 16,
      .layers = 1,
   };
   CALL(vkCreateFramebuffer, &framebuffer_info, NULL, &framebuffer);

   const VkBufferCreateInfo buffer_info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = BUFFER_SIZE,
      .usage = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
   };
   for (unsigned i = 0; i < MOST_BUFFERS; i++) {
      CALL(vkCreateBuffer, &buffer_info, NULL, &buffers[i]);
      DEVICE(vkGetBufferMemoryRequirements)(device, buffers[i], &needed);
      CALL(vkBindBufferMemory, buffers[i], allocate(&needed), 0);
   }

   const VkBufferCreateInfo index_info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = INDICES * sizeof(uint16_t),
      .usage = VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
   };
   VkDeviceMemory memory;
   void *indices;

   CALL(vkCreateBuffer, &index_info, NULL, &index_buffer);
   DEVICE(vkGetBufferMemoryRequirements)(device, index_buffer, &needed);
   memory = allocate(&needed);
   CALL(vkBindBufferMemory, index_buffer, memory, 0);
   CALL(vkMapMemory, memory, 0, VK_WHOLE_SIZE, 0, &indices);
   for (unsigned i = 0; i < INDICES; i++)
      ((uint16_t *) indices)[i] = (uint16_t) i;

   const VkPipelineLayoutCreateInfo layout_info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
   };
   const VkCommandPoolCreateInfo pool_info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
   };
   CALL(vkCreatePipelineLayout, &layout_info, NULL, &layout);
   CALL(vkCreateCommandPool, &pool_info, NULL, &pool);
   DEVICE(vkGetDeviceQueue)(device, 0, 0, &queue);

   vertex = shader(draw_vert, sizeof draw_vert);
   fragment = shader(draw_frag, sizeof draw_frag);
   if (cost) {
      /* No shader uses it. */
      layout = make_sets(VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
      draws_count_costs(CHANGES, set_cost, draw_cost);
      return 0;
   }
   const unsigned drawn = defects  ? draw_defects()
                          : extras ? draw_extras()
                                   : draw_all();

   printf("\n%u draws\n", drawn);
   /* Everything is freed when the process ends. */
   return 0;
}
