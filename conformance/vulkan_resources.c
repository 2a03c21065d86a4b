/* SPDX-License-Identifier: MIT */

/* Memory, images and the target. */

#include "vulkan.h"

#include <stdio.h>
#include <string.h>

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

bool
vulkan_need_buffer(struct vulkan *vulkan, struct host_buffer *buffer,
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

bool
vulkan_allocate_commands(struct vulkan *vulkan, VkCommandBufferLevel level,
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

bool
vulkan_begin_primary(struct vulkan *vulkan, VkCommandBuffer *commands)
{
   VkCommandBufferBeginInfo begin = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
   };

   if (!vulkan_allocate_commands(vulkan, VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                 commands))
      return false;
   TRY(BeginCommandBuffer(*commands, &begin));
   return true;
}

bool
vulkan_submit(struct vulkan *vulkan, VkCommandBuffer commands)
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

void
vulkan_image_barrier(struct vulkan *vulkan, VkCommandBuffer commands,
                     VkImage image, VkImageLayout before, VkImageLayout after)
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
      vulkan_image_barrier(vulkan, commands, *image,
                           VK_IMAGE_LAYOUT_PREINITIALIZED,
                           VK_IMAGE_LAYOUT_GENERAL);
   } else {
      VkClearColorValue color = {.uint32 = {value, 0, 0, 0}};
      VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

      vulkan_image_barrier(vulkan, commands, *image,
                           VK_IMAGE_LAYOUT_UNDEFINED,
                           VK_IMAGE_LAYOUT_GENERAL);
      vulkan->CmdClearColorImage(commands, *image, VK_IMAGE_LAYOUT_GENERAL,
                                 &color, 1, &range);
      vulkan_image_barrier(vulkan, commands, *image, VK_IMAGE_LAYOUT_GENERAL,
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
      uint32_t value = scene_resource(set, i);
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

bool
vulkan_make_resources(struct vulkan *vulkan)
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
       !vulkan_need_buffer(vulkan, &vulkan->texels,
                           256 * SETS * SCENE_RESOURCES,
                           VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                              VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT) ||
       !vulkan_begin_primary(vulkan, &commands))
      return false;
   TRY(CreateDescriptorPool(vulkan->vk, &pool, NULL, &vulkan->set_pool));
   for (i = 0; i < SETS; i++) {
      if (!make_set(vulkan, commands, i))
         return false;
   }
   TRY(EndCommandBuffer(commands));
   return vulkan_submit(vulkan, commands);
}

/* ---- The target -------------------------------------------------------- */

bool
vulkan_make_pass(struct vulkan *vulkan, bool views, bool keeps)
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

bool
vulkan_make_target(struct vulkan *vulkan, const struct scene *scene)
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
