/* SPDX-License-Identifier: MIT */

#include "vulkan.h"

#include <stdlib.h>
#include <string.h>

bool
vulkan_check(struct vulkan *vulkan, VkResult result, const char *what)
{
   switch (result) {
   case VK_SUCCESS:
      return true;
   case VK_ERROR_OUT_OF_HOST_MEMORY:
      return fail(vulkan->device, "There is not enough memory (%s).", what);
   case VK_ERROR_OUT_OF_DEVICE_MEMORY:
      return fail(vulkan->device, "The device has not enough memory (%s).",
                  what);
   case VK_ERROR_DEVICE_LOST:
      vulkan->device->lost = true;
      return fail(vulkan->device, "The device was lost (%s).", what);
   case VK_TIMEOUT:
      vulkan->device->lost = true;
      return fail(vulkan->device,
                  "The device did not finish in %d seconds (%s).",
                  WAIT_SECONDS, what);
   default:
      return fail(vulkan->device, "%s failed with VkResult %d.", what,
                  (int)result);
   }
}

/* ---- Contents of buffers ----------------------------------------------- */

/* A buffer of exactly this many bytes, in memory that has more. */
static bool
make_exact(struct vulkan *vulkan, uint32_t number, uint32_t bytes)
{
   VkBufferCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = bytes == 0 ? 4 : bytes,
      .usage = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
   };
   VkMemoryRequirements requirements;

   vulkan->DestroyBuffer(vulkan->vk, vulkan->exact[number], NULL);
   vulkan->exact[number] = VK_NULL_HANDLE;
   TRY(CreateBuffer(vulkan->vk, &create, NULL, &vulkan->exact[number]));
   /* Required before memory is bound. */
   vulkan->GetBufferMemoryRequirements(vulkan->vk, vulkan->exact[number],
                                       &requirements);
   TRY(BindBufferMemory(vulkan->vk, vulkan->exact[number],
                        vulkan->vertices[number].memory, 0));
   return true;
}

static bool
fill_vertices(struct vulkan *vulkan, const struct scene *scene)
{
   uint32_t i, j;

   for (i = 0; i < SCENE_BUFFERS; i++) {
      struct host_buffer *buffer = &vulkan->vertices[i];
      /* What is behind the end has bytes as well, which tell where a wrong
       * read was, and whose memory suffices for the exact buffer. */
      uint32_t bytes =
         scene->buffer_bytes[i] + 4096 + (scene->bounded ? scene->cut : 0);
      VkDeviceSize old = buffer->size;

      if (!vulkan_need_buffer(vulkan, buffer, bytes,
                              VK_BUFFER_USAGE_VERTEX_BUFFER_BIT))
         return false;
      if (buffer->size != old)
         vulkan->filled[i] = 0;
      for (j = vulkan->filled[i]; j < bytes; j++)
         ((uint8_t *)buffer->map)[j] = scene_byte(i, j);
      if (vulkan->filled[i] < j)
         vulkan->filled[i] = j;
      if (!make_exact(vulkan, i, scene->buffer_bytes[i]))
         return false;
   }
   return true;
}

static bool
fill_indices(struct vulkan *vulkan, const struct scene *scene)
{
   if (!vulkan_need_buffer(vulkan, &vulkan->indices, scene->index_bytes + 4u,
                           VK_BUFFER_USAGE_INDEX_BUFFER_BIT))
      return false;
   scene_write_indices(scene, vulkan->indices.map);
   return true;
}

static bool
fill_indirect(struct vulkan *vulkan, const struct scene *scene)
{
   uint32_t bytes = scene_indirect_offset(scene, scene->command_count), i;

   if (!vulkan_need_buffer(vulkan, &vulkan->indirect, bytes,
                           VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT) ||
       !vulkan_need_buffer(vulkan, &vulkan->counts,
                           SCENE_COMMANDS * sizeof(uint32_t),
                           VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT))
      return false;
   scene_write_indirect(scene, vulkan->indirect.map);
   for (i = 0; i < scene->command_count; i++) {
      ((uint32_t *)vulkan->counts.map)[i] = scene->commands[i].counted_draws;
   }
   return true;
}

/* ---- Commands ---------------------------------------------------------- */

/* What is bound in the current command buffer. */
struct bound_state {
   const struct cached_pipeline *pipeline;
   bool buffers[SCENE_BINDINGS];
   bool strides[SCENE_BINDINGS];
   struct scene_bound bound[SCENE_BINDINGS];
   bool set;
   uint32_t resource_set;
   uint32_t index_bytes;
   uint32_t index_offset;
};

struct recording {
   struct vulkan *vulkan;
   const struct drawing *drawing;
   VkCommandBuffer primary;
   VkCommandBuffer current; /* the primary or a secondary */
   VkCommandBuffer outer;   /* that executes it, if secondaries are nested */
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
   if (recording->drawing->scene->nested) {
      vulkan->CmdExecuteCommands(recording->outer, 1, &recording->current);
      TRY(EndCommandBuffer(recording->outer));
      recording->current = recording->outer;
   }
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
   if (recording->drawing->scene->rendering)
      vulkan->CmdEndRendering(recording->primary);
   else
      vulkan->CmdEndRenderPass(recording->primary);
   recording->in_pass = false;
   return true;
}

static const VkClearValue clear = {
   .color.uint32 = {TARGET_CLEAR, TARGET_CLEAR, TARGET_CLEAR, TARGET_CLEAR},
};

static uint32_t
view_mask(const struct scene *scene)
{
   return scene->views ? 3 : 0;
}

static void
begin_rendering(struct recording *recording, bool secondaries)
{
   struct vulkan *vulkan = recording->vulkan;
   bool keeps = recording->passes > 0;
   VkRenderingAttachmentInfoKHR color = {
      .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO_KHR,
      .imageView = vulkan->target_view,
      .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
      .loadOp =
         keeps ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_CLEAR,
      .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
      .clearValue = clear,
   };
   VkRenderingInfoKHR begin = {
      .sType = VK_STRUCTURE_TYPE_RENDERING_INFO_KHR,
      .flags = secondaries
                  ? VK_RENDERING_CONTENTS_SECONDARY_COMMAND_BUFFERS_BIT_KHR
                  : 0u,
      .renderArea = {{0, 0}, {TARGET_COLUMNS, vulkan->target_rows}},
      .layerCount = 1,
      .viewMask = view_mask(recording->drawing->scene),
      .colorAttachmentCount = 1,
      .pColorAttachments = &color,
   };

   vulkan_image_barrier(vulkan, recording->primary, vulkan->target,
                        keeps ? VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL
                              : VK_IMAGE_LAYOUT_UNDEFINED,
                        VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
   vulkan->CmdBeginRendering(recording->primary, &begin);
}

static void
begin_render_pass(struct recording *recording, bool secondaries)
{
   struct vulkan *vulkan = recording->vulkan;
   bool views = recording->drawing->scene->views;
   VkRenderPassBeginInfo begin = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
      .renderPass = vulkan->passes[views][recording->passes > 0],
      .framebuffer = vulkan->framebuffer,
      .renderArea = {{0, 0}, {TARGET_COLUMNS, vulkan->target_rows}},
      .clearValueCount = 1,
      .pClearValues = &clear,
   };

   if (recording->passes > 0) {
      vulkan_image_barrier(vulkan, recording->primary, vulkan->target,
                           VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                           VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
   }
   vulkan->CmdBeginRenderPass(
      recording->primary, &begin,
      secondaries ? VK_SUBPASS_CONTENTS_SECONDARY_COMMAND_BUFFERS
                  : VK_SUBPASS_CONTENTS_INLINE);
}

static void
begin_pass(struct recording *recording, bool secondaries)
{
   if (recording->drawing->scene->rendering)
      begin_rendering(recording, secondaries);
   else
      begin_render_pass(recording, secondaries);
   recording->passes++;
   recording->in_pass = true;
   recording->pass_of_secondaries = secondaries;
   if (!secondaries)
      set_viewport(recording);
}

static bool
begin_secondary(struct recording *recording, uint32_t number)
{
   struct vulkan *vulkan = recording->vulkan;
   const struct scene *scene = recording->drawing->scene;
   VkFormat format = TARGET_FORMAT;
   VkCommandBufferInheritanceRenderingInfoKHR rendering = {
      .sType =
         VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO_KHR,
      .viewMask = view_mask(scene),
      .colorAttachmentCount = 1,
      .pColorAttachmentFormats = &format,
      .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT,
   };
   VkCommandBufferInheritanceInfo inheritance = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO,
      .pNext = scene->rendering ? &rendering : NULL,
      .renderPass = scene->rendering
                       ? VK_NULL_HANDLE
                       : vulkan->passes[scene->views][recording->passes > 1],
      /* Which may be unknown. */
      .framebuffer = number % 2 == 0 && !scene->rendering
                        ? vulkan->framebuffer
                        : VK_NULL_HANDLE,
   };
   VkCommandBufferBeginInfo begin = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
      .flags = VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT,
      .pInheritanceInfo = &inheritance,
   };

   if (scene->nested) {
      if (!vulkan_allocate_commands(vulkan, VK_COMMAND_BUFFER_LEVEL_SECONDARY,
                                    &recording->outer))
         return false;
      TRY(BeginCommandBuffer(recording->outer, &begin));
   }
   if (!vulkan_allocate_commands(vulkan, VK_COMMAND_BUFFER_LEVEL_SECONDARY,
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
      begin_pass(recording, secondaries);
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
          old->offset != new->offset || old->size != new->size ||
          old->null != new->null ||
          (pipeline->dynamic_stride &&
           (!state->strides[binding] || old->stride != new->stride));
}

static void
bind_run(struct recording *recording, const struct scene_command *command,
         const struct scene_pipeline *pipeline, uint32_t first, uint32_t end)
{
   struct vulkan *vulkan = recording->vulkan;
   VkBuffer buffers[SCENE_BINDINGS];
   VkDeviceSize offsets[SCENE_BINDINGS], strides[SCENE_BINDINGS];
   VkDeviceSize sizes[SCENE_BINDINGS];
   bool sized = false;
   uint32_t i;

   for (i = first; i < end; i++) {
      const struct scene_bound *bound = &command->bound[i];

      buffers[i - first] =
         bound->null ? VK_NULL_HANDLE : vulkan->exact[bound->buffer];
      offsets[i - first] = bound->offset;
      strides[i - first] = bound->stride;
      sizes[i - first] = bound->size != 0 ? bound->size : VK_WHOLE_SIZE;
      sized |= bound->size != 0;
   }
   if (pipeline->dynamic_stride || sized) {
      vulkan->CmdBindVertexBuffers2(
         recording->current, first, end - first, buffers, offsets,
         sized ? sizes : NULL, pipeline->dynamic_stride ? strides : NULL);
   } else {
      vulkan->CmdBindVertexBuffers(recording->current, first, end - first,
                                   buffers, offsets);
   }
}

/* Binds runs of buffers that changed. */
static void
bind_buffers(struct recording *recording, const struct scene_command *command,
             const struct scene_pipeline *pipeline)
{
   struct bound_state *state = &recording->state;
   uint32_t first, end;

   for (first = 0; first < SCENE_BINDINGS; first = end + 1) {
      for (end = first; end < SCENE_BINDINGS &&
                        needs_bind(recording, command, pipeline, end);
           end++) {
         state->bound[end] = command->bound[end];
         state->buffers[end] = true;
         state->strides[end] = pipeline->dynamic_stride;
      }
      if (end != first)
         bind_run(recording, command, pipeline, first, end);
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
              const struct scene_pipeline *pipeline)
{
   struct vulkan *vulkan = recording->vulkan;
   const struct cached_pipeline *old = recording->state.pipeline, *new;

   if (!vulkan_get_pipeline(vulkan, recording->drawing->scene, pipeline,
                            &new))
      return false;
   if (new == old)
      return true;
   recording->state.pipeline = new;
   if (pipeline->shader_objects) {
      vulkan_bind_shaders(vulkan, recording->current, pipeline, new->shaders);
   } else {
      vulkan->CmdBindPipeline(recording->current,
                              VK_PIPELINE_BIND_POINT_GRAPHICS, new->pipeline);
      /* Shader objects set it with its count. */
      if (old != NULL && old->key.shader_objects)
         set_viewport(recording);
   }
   if (pipeline->dynamic_input)
      vulkan_set_input(vulkan, recording->current, pipeline);
   /* A pipeline with strides of its own ends dynamic ones. */
   if (!pipeline->dynamic_stride)
      memset(recording->state.strides, 0, sizeof(recording->state.strides));
   return true;
}

static void
bind_indices(struct recording *recording, const struct scene_command *command)
{
   struct vulkan *vulkan = recording->vulkan;
   uint32_t bytes = command->index_bytes;
   uint32_t offset = command->own_indices ? command->index_offset : 0;

   if (bytes == 0 || (recording->state.index_bytes == bytes &&
                      recording->state.index_offset == offset))
      return;
   recording->state.index_bytes = bytes;
   recording->state.index_offset = offset;
   vulkan->CmdBindIndexBuffer(recording->current, vulkan->indices.buffer,
                              offset,
                              bytes == 4   ? VK_INDEX_TYPE_UINT32
                              : bytes == 2 ? VK_INDEX_TYPE_UINT16
                                           : VK_INDEX_TYPE_UINT8_EXT);
}

static void
record_indirect(struct recording *recording, uint32_t number)
{
   struct vulkan *vulkan = recording->vulkan;
   const struct scene *scene = recording->drawing->scene;
   const struct scene_command *command = &scene->commands[number];
   VkBuffer buffer = vulkan->indirect.buffer;
   VkDeviceSize offset = scene_indirect_offset(scene, number);
   VkDeviceSize count_offset = number * sizeof(uint32_t);
   uint32_t stride = scene_indirect_stride(command);

   if (command->counted && command->index_bytes != 0) {
      vulkan->CmdDrawIndexedIndirectCount(recording->current, buffer, offset,
                                          vulkan->counts.buffer, count_offset,
                                          command->draw_count, stride);
   } else if (command->counted) {
      vulkan->CmdDrawIndirectCount(recording->current, buffer, offset,
                                   vulkan->counts.buffer, count_offset,
                                   command->draw_count, stride);
   } else if (command->index_bytes != 0) {
      vulkan->CmdDrawIndexedIndirect(recording->current, buffer, offset,
                                     command->draw_count, stride);
   } else {
      vulkan->CmdDrawIndirect(recording->current, buffer, offset,
                              command->draw_count, stride);
   }
}

/* All draws in one call, as far apart in memory as those of an indirect
 * command. */
static void
record_multi(struct recording *recording, const struct scene_command *command)
{
   struct vulkan *vulkan = recording->vulkan;
   union {
      VkMultiDrawInfoEXT draw;
      VkMultiDrawIndexedInfoEXT indexed;
      uint32_t words[64];
   } infos[SCENE_DRAWS];
   uint32_t stride = scene_indirect_stride(command), i;
   char *to = (char *)infos;

   for (i = 0; i < command->draw_count; i++, to += stride) {
      const struct scene_draw *draw = &command->draws[i];

      if (command->index_bytes != 0) {
         VkMultiDrawIndexedInfoEXT info = {scene_first_index(command, draw),
                                           draw->count, draw->vertex_offset};

         memcpy(to, &info, sizeof(info));
      } else {
         VkMultiDrawInfoEXT info = {draw->first, draw->count};

         memcpy(to, &info, sizeof(info));
      }
   }
   if (command->index_bytes != 0) {
      vulkan->CmdDrawMultiIndexed(
         recording->current, command->draw_count, &infos[0].indexed,
         command->draws[0].instances, command->draws[0].base_instance, stride,
         NULL);
   } else {
      vulkan->CmdDrawMulti(recording->current, command->draw_count,
                           &infos[0].draw, command->draws[0].instances,
                           command->draws[0].base_instance, stride);
   }
}

static void
record_draws(struct recording *recording, uint32_t number)
{
   struct vulkan *vulkan = recording->vulkan;
   const struct scene_command *command =
      &recording->drawing->scene->commands[number];
   uint32_t i;

   if (command->indirect) {
      record_indirect(recording, number);
      return;
   }
   if (command->multi) {
      record_multi(recording, command);
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
   if (!bind_pipeline(recording, pipeline))
      return false;
   bind_buffers(recording, command, pipeline);
   if (pipeline->resources)
      bind_set(recording, command->resource_set);
   bind_indices(recording, command);
   push(recording, &uniforms);
   record_draws(recording, number);
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

   vulkan_image_barrier(vulkan, recording->primary, vulkan->target,
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
   static const struct scene_command inline_command;
   uint32_t i;

   if (!vulkan_begin_primary(vulkan, &recording->primary))
      return false;
   recording->current = recording->primary;
   for (i = 0; i < recording->drawing->scene->command_count; i++) {
      if (!record_command(recording, i))
         return false;
   }
   /* Without any command, the target is cleared all the same. */
   if ((recording->passes == 0 && !enter(recording, &inline_command)) ||
       !end_pass(recording))
      return false;
   record_readback(recording);
   TRY(EndCommandBuffer(recording->primary));
   return true;
}

static bool
make_pool(struct vulkan *vulkan)
{
   VkCommandPoolCreateInfo pool = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
      .queueFamilyIndex = vulkan->family,
   };

   /* Frees the command buffers of the scene before. */
   vulkan->DestroyCommandPool(vulkan->vk, vulkan->pool, NULL);
   vulkan->pool = VK_NULL_HANDLE;
   TRY(CreateCommandPool(vulkan->vk, &pool, NULL, &vulkan->pool));
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

   if (!vulkan_make_target(vulkan, scene) || !fill_vertices(vulkan, scene) ||
       !fill_indices(vulkan, scene) || !fill_indirect(vulkan, scene) ||
       !vulkan_need_buffer(vulkan, &vulkan->readback, bytes,
                           VK_BUFFER_USAGE_TRANSFER_DST_BIT) ||
       !make_pool(vulkan) || !record(&recording))
      return false;
   for (i = 0; i < scene->submissions; i++) {
      memset(vulkan->readback.map, 0xA5, bytes);
      if (!vulkan_submit(vulkan, recording.primary))
         return false;
      memcpy((char *)pixels + i * bytes, vulkan->readback.map, bytes);
   }
   return true;
}

static bool
vulkan_open(struct device *device, const char *driver)
{
   struct vulkan *vulkan = calloc(1, sizeof(*vulkan));
   VkFenceCreateInfo fence = {
      .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
   };
   bool views;

   if (vulkan == NULL)
      return fail(device, "There is not enough memory.");
   device->data = vulkan;
   vulkan->device = device;
   if (!vulkan_create_device(vulkan, driver) || !make_pool(vulkan))
      return false;
   TRY(CreateFence(vulkan->vk, &fence, NULL, &vulkan->fence));
   views = device->limits.views;
   return vulkan_make_resources(vulkan) &&
          vulkan_make_pass(vulkan, false, false) &&
          vulkan_make_pass(vulkan, false, true) &&
          (!views || (vulkan_make_pass(vulkan, true, false) &&
                      vulkan_make_pass(vulkan, true, true)));
}

const struct api vulkan_api = {
   .name = "vulkan",
   .driver = "a driver's library, instead of the Vulkan loader's choice",
   .open = vulkan_open,
   .list = vulkan_list,
   .draw = vulkan_draw,
};

#ifndef CONFORMANCE_NO_MAIN
int
main(int argc, char **argv)
{
   return conformance_main(&vulkan_api, argc, argv);
}
#endif
