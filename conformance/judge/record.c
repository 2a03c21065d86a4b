/* SPDX-License-Identifier: MIT */

#include "record.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include "memory.h"

#define EXPORT __attribute__((visibility("default")))
#define BINDINGS 32
#define ATTRIBUTES 32
#define SUBPASSES 16

const char *record_driver;

/* ---- Functions of the driver ------------------------------------------- */

#define HOOKS(F)                   \
   F(CreateInstance)               \
   F(CreateDevice)                 \
   F(GetDeviceProcAddr)            \
   F(CreateBuffer)                 \
   F(DestroyBuffer)                \
   F(BindBufferMemory)             \
   F(BindBufferMemory2)            \
   F(CreateGraphicsPipelines)      \
   F(DestroyPipeline)              \
   F(CreateRenderPass)             \
   F(CreateRenderPass2)            \
   F(DestroyRenderPass)            \
   F(BeginCommandBuffer)           \
   F(FreeCommandBuffers)           \
   F(CmdBeginRenderPass)           \
   F(CmdBeginRenderPass2)          \
   F(CmdNextSubpass)               \
   F(CmdNextSubpass2)              \
   F(CmdBeginRendering)            \
   F(CmdEndRenderPass)             \
   F(CmdEndRenderPass2)            \
   F(CmdEndRendering)              \
   F(EndCommandBuffer)             \
   F(CmdBindPipeline)              \
   F(CmdBindVertexBuffers)         \
   F(CmdBindVertexBuffers2)        \
   F(CmdSetVertexInputEXT)         \
   F(CmdBindIndexBuffer)           \
   F(CmdBindIndexBuffer2)          \
   F(CmdSetPrimitiveRestartEnable) \
   F(CmdSetPrimitiveTopology)      \
   F(CmdDraw)                      \
   F(CmdDrawIndexed)               \
   F(CmdDrawMultiEXT)              \
   F(CmdDrawMultiIndexedEXT)       \
   F(CmdDrawIndirect)              \
   F(CmdDrawIndexedIndirect)       \
   F(CmdDrawIndirectCount)         \
   F(CmdDrawIndexedIndirectCount)  \
   F(CmdExecuteCommands)           \
   F(CmdCopyBuffer)                \
   F(CmdCopyBuffer2)               \
   F(CmdFillBuffer)                \
   F(CmdUpdateBuffer)              \
   F(QueueSubmit)                  \
   F(QueueSubmit2)

/* Called, these are errors: what they draw is not known. */
#define REFUSED(F)                      \
   F(CmdBindShadersEXT)                 \
   F(CmdDrawIndirectByteCountEXT)       \
   F(CmdDrawMeshTasksEXT)               \
   F(CmdDrawMeshTasksIndirectEXT)       \
   F(CmdDrawMeshTasksIndirectCountEXT)  \
   F(CmdExecuteGeneratedCommandsEXT)    \
   F(CmdExecuteGeneratedCommandsNV)     \
   F(CmdBindPipelineShaderGroupNV)      \
   F(CmdBeginConditionalRenderingEXT)   \
   F(QueueBindSparse)

static struct {
#define DECLARE(name) PFN_vk##name name;
   HOOKS(DECLARE)
#undef DECLARE
} next;

static PFN_vkGetInstanceProcAddr get_instance;
static PFN_vkGetBufferDeviceAddress get_address;
static PFN_vkCmdDraw draw;
/* Of submissions and of the objects below. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static _Noreturn void
refuse(const char *what)
{
   fprintf(stderr, "judge: %s is not supported\n", what);
   __atomic_add_fetch(&record_counts->refused, 1, __ATOMIC_RELAXED);
   _exit(2);
}

static void *
allocate(size_t count, size_t size)
{
   void *bytes = calloc(count ? count : 1, size);

   if (!bytes)
      abort();
   return bytes;
}

/* The structure of this type that follows, or NULL. */
static const void *
following(const void *chain, VkStructureType type)
{
   const VkBaseInStructure *one = chain;

   while (one && one->sType != type)
      one = one->pNext;
   return one;
}

/* ---- Objects by their handles ------------------------------------------ */

enum kind {
   KIND_BUFFER,
   KIND_PIPELINE,
   KIND_PASS,
   KIND_COMMANDS,
};

struct object {
   uint64_t handle;
   enum kind kind;
   void *data;
   struct object *next;
};

static struct object *objects[4096];

static struct object **
place_of(uint64_t handle, enum kind kind)
{
   struct object **place = &objects[(handle >> 4) % 4096];

   while (*place && ((*place)->handle != handle || (*place)->kind != kind))
      place = &(*place)->next;
   return place;
}

static void *
find_object(uint64_t handle, enum kind kind)
{
   pthread_mutex_lock(&mutex);

   const struct object *object = *place_of(handle, kind);

   pthread_mutex_unlock(&mutex);
   return object ? object->data : NULL;
}

static void *
add_object(uint64_t handle, enum kind kind, size_t size)
{
   struct object *object = allocate(1, sizeof(*object));

   pthread_mutex_lock(&mutex);
   *object = (struct object){handle, kind, allocate(1, size), NULL};
   *place_of(handle, kind) = object;
   pthread_mutex_unlock(&mutex);
   return object->data;
}

static void
remove_object(uint64_t handle, enum kind kind)
{
   pthread_mutex_lock(&mutex);

   struct object **place = place_of(handle, kind), *object = *place;

   if (object) {
      *place = object->next;
      free(object->data);
      free(object);
   }
   pthread_mutex_unlock(&mutex);
}

#define HANDLE(object) ((uint64_t)(uintptr_t)(object))

/* ---- Buffers ----------------------------------------------------------- */

struct buffer {
   uint64_t address, size;
};

static struct buffer *
buffer_of(VkBuffer buffer)
{
   static struct buffer none;

   if (buffer == VK_NULL_HANDLE)
      return &none;

   struct buffer *found = find_object(HANDLE(buffer), KIND_BUFFER);

   if (!found)
      refuse("a buffer that another function creates");
   return found;
}

static uint64_t
address_of(VkBuffer buffer, uint64_t offset)
{
   return buffer == VK_NULL_HANDLE ? 0 : buffer_of(buffer)->address + offset;
}

static uint64_t
end_of(VkBuffer buffer, uint64_t offset, uint64_t size)
{
   if (buffer == VK_NULL_HANDLE)
      return 0;
   return size == VK_WHOLE_SIZE
             ? buffer_of(buffer)->address + buffer_of(buffer)->size
             : address_of(buffer, offset) + size;
}

static VkResult
hook_CreateBuffer(VkDevice device, const VkBufferCreateInfo *info,
                  const VkAllocationCallbacks *callbacks, VkBuffer *buffer)
{
   const VkResult result =
      next.CreateBuffer(device, info, callbacks, buffer);

   if (result == VK_SUCCESS)
      ((struct buffer *)add_object(HANDLE(*buffer), KIND_BUFFER,
                                   sizeof(struct buffer)))->size = info->size;
   return result;
}

static void
hook_DestroyBuffer(VkDevice device, VkBuffer buffer,
                   const VkAllocationCallbacks *callbacks)
{
   remove_object(HANDLE(buffer), KIND_BUFFER);
   next.DestroyBuffer(device, buffer, callbacks);
}

static void
find_address(VkDevice device, VkBuffer buffer)
{
   const VkBufferDeviceAddressInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
      .buffer = buffer,
   };

   if (!get_address)
      refuse("a driver without addresses of buffers");
   buffer_of(buffer)->address = get_address(device, &info);
}

static VkResult
hook_BindBufferMemory(VkDevice device, VkBuffer buffer, VkDeviceMemory memory,
                      VkDeviceSize offset)
{
   const VkResult result =
      next.BindBufferMemory(device, buffer, memory, offset);

   if (result == VK_SUCCESS)
      find_address(device, buffer);
   return result;
}

static VkResult
hook_BindBufferMemory2(VkDevice device, uint32_t count,
                       const VkBindBufferMemoryInfo *infos)
{
   const VkResult result = next.BindBufferMemory2(device, count, infos);

   for (uint32_t i = 0; i < count && result == VK_SUCCESS; i++)
      find_address(device, infos[i].buffer);
   return result;
}

/* ---- Vertex input ------------------------------------------------------ */

struct input {
   struct {
      bool used, per_instance;
      uint32_t stride, divisor;
   } bindings[BINDINGS];
   struct {
      bool used;
      uint32_t binding, offset, bytes;
   } attributes[ATTRIBUTES];
};

struct pipeline {
   bool is_graphics, has_input, has_assembly;
   bool dynamic_input, dynamic_stride, dynamic_restart, dynamic_topology;
   bool restart;
   uint32_t topology;
   struct input input;
   /* Work that is still submitted may use them: they are never freed. */
   struct read_values *values;
};

/* Bytes of each format, up to the last of a size. */
static uint32_t
format_bytes(VkFormat format)
{
   static const struct {
      VkFormat last;
      uint32_t bytes;
   } sizes[] = {
      {VK_FORMAT_UNDEFINED, 0},
      {VK_FORMAT_R4G4_UNORM_PACK8, 1},
      {VK_FORMAT_A1R5G5B5_UNORM_PACK16, 2},
      {VK_FORMAT_R8_SRGB, 1},
      {VK_FORMAT_R8G8_SRGB, 2},
      {VK_FORMAT_B8G8R8_SRGB, 3},
      {VK_FORMAT_A2B10G10R10_SINT_PACK32, 4},
      {VK_FORMAT_R16_SFLOAT, 2},
      {VK_FORMAT_R16G16_SFLOAT, 4},
      {VK_FORMAT_R16G16B16_SFLOAT, 6},
      {VK_FORMAT_R16G16B16A16_SFLOAT, 8},
      {VK_FORMAT_R32_SFLOAT, 4},
      {VK_FORMAT_R32G32_SFLOAT, 8},
      {VK_FORMAT_R32G32B32_SFLOAT, 12},
      {VK_FORMAT_R32G32B32A32_SFLOAT, 16},
      {VK_FORMAT_R64_SFLOAT, 8},
      {VK_FORMAT_R64G64_SFLOAT, 16},
      {VK_FORMAT_R64G64B64A64_SFLOAT, 0},
      {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 4},
   };

   for (uint32_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
      if (format <= sizes[i].last && sizes[i].bytes)
         return sizes[i].bytes;
      if (format <= sizes[i].last)
         break;
   }
   refuse("the format of an attribute");
}

static void
add_binding(struct input *input, uint32_t number, uint32_t stride,
            VkVertexInputRate rate, uint32_t divisor)
{
   if (number >= BINDINGS)
      refuse("a binding above 31");
   input->bindings[number].used = true;
   input->bindings[number].per_instance =
      rate == VK_VERTEX_INPUT_RATE_INSTANCE;
   input->bindings[number].stride = stride;
   input->bindings[number].divisor = divisor;
}

static void
add_attribute(struct input *input, uint32_t location, uint32_t binding,
              VkFormat format, uint32_t offset)
{
   if (location >= ATTRIBUTES || binding >= BINDINGS)
      refuse("a location or binding above 31");
   input->attributes[location].used = true;
   input->attributes[location].binding = binding;
   input->attributes[location].offset = offset;
   input->attributes[location].bytes = format_bytes(format);
}

static void
read_input(struct input *input,
           const VkPipelineVertexInputStateCreateInfo *info)
{
   const VkPipelineVertexInputDivisorStateCreateInfoEXT *divisors = following(
      info->pNext,
      VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT);

   for (uint32_t i = 0; i < info->vertexBindingDescriptionCount; i++) {
      const VkVertexInputBindingDescription *one =
         &info->pVertexBindingDescriptions[i];

      add_binding(input, one->binding, one->stride, one->inputRate, 1);
   }
   for (uint32_t i = 0; i < info->vertexAttributeDescriptionCount; i++) {
      const VkVertexInputAttributeDescription *one =
         &info->pVertexAttributeDescriptions[i];

      add_attribute(input, one->location, one->binding, one->format,
                    one->offset);
   }
   for (uint32_t i = 0; divisors && i < divisors->vertexBindingDivisorCount;
        i++)
      input->bindings[divisors->pVertexBindingDivisors[i].binding].divisor =
         divisors->pVertexBindingDivisors[i].divisor;
}

static void
read_dynamic(struct pipeline *pipeline,
             const VkPipelineDynamicStateCreateInfo *info)
{
   for (uint32_t i = 0; info && i < info->dynamicStateCount; i++) {
      switch (info->pDynamicStates[i]) {
      case VK_DYNAMIC_STATE_VERTEX_INPUT_EXT:
         pipeline->dynamic_input = true;
         break;
      case VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE:
         pipeline->dynamic_stride = true;
         break;
      case VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE:
         pipeline->dynamic_restart = true;
         break;
      case VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY:
         pipeline->dynamic_topology = true;
         break;
      default:
         break;
      }
   }
}

/* What a pipeline takes from its libraries. */
static void
read_libraries(struct pipeline *pipeline,
               const VkPipelineLibraryCreateInfoKHR *info)
{
   for (uint32_t i = 0; info && i < info->libraryCount; i++) {
      const struct pipeline *library =
         find_object(HANDLE(info->pLibraries[i]), KIND_PIPELINE);

      if (library && library->is_graphics &&
          (library->has_input || library->has_assembly ||
           library->dynamic_input))
         *pipeline = *library;
   }
}

static void
read_pipeline(struct pipeline *pipeline,
              const VkGraphicsPipelineCreateInfo *info)
{
   pipeline->is_graphics = true;
   read_libraries(
      pipeline,
      following(info->pNext,
                VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR));
   pipeline->values = allocate(1, sizeof(*pipeline->values));
   *pipeline->values = (struct read_values){-1, -1, false};
   read_dynamic(pipeline, info->pDynamicState);
   if (info->pVertexInputState && !pipeline->dynamic_input) {
      pipeline->has_input = true;
      read_input(&pipeline->input, info->pVertexInputState);
   }
   if (info->pInputAssemblyState) {
      pipeline->has_assembly = true;
      pipeline->restart =
         info->pInputAssemblyState->primitiveRestartEnable;
      pipeline->topology = info->pInputAssemblyState->topology;
   }
}

static VkResult
hook_CreateGraphicsPipelines(VkDevice device, VkPipelineCache cache,
                             uint32_t count,
                             const VkGraphicsPipelineCreateInfo *infos,
                             const VkAllocationCallbacks *callbacks,
                             VkPipeline *pipelines)
{
   const VkResult result = next.CreateGraphicsPipelines(
      device, cache, count, infos, callbacks, pipelines);

   for (uint32_t i = 0; i < count; i++) {
      if (pipelines[i] != VK_NULL_HANDLE)
         read_pipeline(add_object(HANDLE(pipelines[i]), KIND_PIPELINE,
                                  sizeof(struct pipeline)),
                       &infos[i]);
   }
   return result;
}

static void
hook_DestroyPipeline(VkDevice device, VkPipeline pipeline,
                     const VkAllocationCallbacks *callbacks)
{
   remove_object(HANDLE(pipeline), KIND_PIPELINE);
   next.DestroyPipeline(device, pipeline, callbacks);
}

/* ---- Views ------------------------------------------------------------- */

struct pass {
   uint32_t masks[SUBPASSES];
};

static uint32_t
mask_of(VkRenderPass handle, uint32_t subpass)
{
   const struct pass *pass = find_object(HANDLE(handle), KIND_PASS);

   if (!pass || subpass >= SUBPASSES)
      refuse("a pass that another function creates, or a subpass above 15");
   return pass->masks[subpass];
}

static VkResult
hook_CreateRenderPass(VkDevice device, const VkRenderPassCreateInfo *info,
                      const VkAllocationCallbacks *callbacks,
                      VkRenderPass *handle)
{
   const VkResult result =
      next.CreateRenderPass(device, info, callbacks, handle);
   const VkRenderPassMultiviewCreateInfo *views =
      following(info->pNext,
                VK_STRUCTURE_TYPE_RENDER_PASS_MULTIVIEW_CREATE_INFO);

   if (result == VK_SUCCESS) {
      struct pass *pass =
         add_object(HANDLE(*handle), KIND_PASS, sizeof(*pass));

      for (uint32_t i = 0; views && i < views->subpassCount && i < SUBPASSES;
           i++)
         pass->masks[i] = views->pViewMasks[i];
   }
   return result;
}

static VkResult
hook_CreateRenderPass2(VkDevice device, const VkRenderPassCreateInfo2 *info,
                       const VkAllocationCallbacks *callbacks,
                       VkRenderPass *handle)
{
   const VkResult result =
      next.CreateRenderPass2(device, info, callbacks, handle);

   if (result == VK_SUCCESS) {
      struct pass *pass =
         add_object(HANDLE(*handle), KIND_PASS, sizeof(*pass));

      for (uint32_t i = 0; i < info->subpassCount && i < SUBPASSES; i++)
         pass->masks[i] = info->pSubpasses[i].viewMask;
   }
   return result;
}

static void
hook_DestroyRenderPass(VkDevice device, VkRenderPass pass,
                       const VkAllocationCallbacks *callbacks)
{
   remove_object(HANDLE(pass), KIND_PASS);
   next.DestroyRenderPass(device, pass, callbacks);
}

/* ---- Command buffers --------------------------------------------------- */

enum type {
   TYPE_DRAW,
   TYPE_INDIRECT,
   TYPE_EXECUTE,
   TYPE_COPY,
   TYPE_FILL,
   TYPE_UPDATE,
};

struct command {
   enum type type;
   /* Its attributes belong to the command. */
   struct record_draw draw;
   /* Of indirect draws, the words and how many there are; `counts` is 0, or
    * where the number of draws is. */
   uint64_t from, counts;
   uint32_t count, stride;
   uint64_t to, size;
   uint32_t value;
   /* Of an update */
   void *bytes;
   VkCommandBuffer secondary;
};

struct commands {
   struct command *list;
   uint32_t count, capacity;
   /* What is bound. */
   struct pipeline pipeline;
   uint32_t strides[BINDINGS];
   struct {
      uint64_t address, end;
   } bound[BINDINGS];
   uint64_t indices, index_end;
   uint32_t index_bytes;
   VkRenderPass pass;
   uint32_t subpass, view_mask;
   /* The pipeline that was asked last where its ids begin. */
   const struct read_values *asked;
   bool has_drawn, is_submitted;
};

static void
clear_commands(struct commands *commands)
{
   for (uint32_t i = 0; i < commands->count; i++) {
      free((void *)(uintptr_t)commands->list[i].draw.expected.attributes);
      free(commands->list[i].bytes);
   }
   free(commands->list);
   *commands = (struct commands){0};
}

static struct commands *
commands_of(VkCommandBuffer handle)
{
   struct commands *found = find_object(HANDLE(handle), KIND_COMMANDS);

   return found ? found
                : add_object(HANDLE(handle), KIND_COMMANDS, sizeof(*found));
}

static struct command *
add_command(struct commands *commands, enum type type)
{
   if (commands->count == commands->capacity) {
      commands->capacity = 2 * commands->capacity + 64;
      commands->list = realloc(commands->list, commands->capacity *
                                                  sizeof(struct command));
      if (!commands->list)
         abort();
   }

   struct command *command = &commands->list[commands->count++];

   *command = (struct command){.type = type};
   return command;
}

static VkResult
hook_BeginCommandBuffer(VkCommandBuffer handle,
                        const VkCommandBufferBeginInfo *info)
{
   struct commands *commands = commands_of(handle);
   const VkCommandBufferInheritanceInfo *inherited = info->pInheritanceInfo;
   const VkCommandBufferInheritanceRenderingInfo *rendering = NULL;

   clear_commands(commands);
   /* Primary command buffers ignore it. */
   if (info->flags & VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT &&
       inherited) {
      rendering = following(
         inherited->pNext,
         VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_RENDERING_INFO);
      if (inherited->renderPass != VK_NULL_HANDLE)
         commands->view_mask =
            mask_of(inherited->renderPass, inherited->subpass);
      else if (rendering)
         commands->view_mask = rendering->viewMask;
   }
   return next.BeginCommandBuffer(handle, info);
}

static void
hook_FreeCommandBuffers(VkDevice device, VkCommandPool pool, uint32_t count,
                        const VkCommandBuffer *handles)
{
   for (uint32_t i = 0; i < count; i++) {
      if (!handles[i])
         continue;
      clear_commands(commands_of(handles[i]));
      remove_object(HANDLE(handles[i]), KIND_COMMANDS);
   }
   next.FreeCommandBuffers(device, pool, count, handles);
}

static void draw_magic(VkCommandBuffer handle);

static void
begin_subpass(VkCommandBuffer handle, VkRenderPass pass, uint32_t subpass)
{
   struct commands *commands = commands_of(handle);

   commands->pass = pass;
   commands->subpass = subpass;
   commands->view_mask = mask_of(pass, subpass);
}

static void
hook_CmdBeginRenderPass(VkCommandBuffer handle,
                        const VkRenderPassBeginInfo *info,
                        VkSubpassContents contents)
{
   begin_subpass(handle, info->renderPass, 0);
   next.CmdBeginRenderPass(handle, info, contents);
}

static void
hook_CmdBeginRenderPass2(VkCommandBuffer handle,
                         const VkRenderPassBeginInfo *info,
                         const VkSubpassBeginInfo *contents)
{
   begin_subpass(handle, info->renderPass, 0);
   next.CmdBeginRenderPass2(handle, info, contents);
}

static void
hook_CmdNextSubpass(VkCommandBuffer handle, VkSubpassContents contents)
{
   draw_magic(handle);
   begin_subpass(handle, commands_of(handle)->pass,
                 commands_of(handle)->subpass + 1);
   next.CmdNextSubpass(handle, contents);
}

static void
hook_CmdNextSubpass2(VkCommandBuffer handle, const VkSubpassBeginInfo *begin,
                     const VkSubpassEndInfo *end)
{
   draw_magic(handle);
   begin_subpass(handle, commands_of(handle)->pass,
                 commands_of(handle)->subpass + 1);
   next.CmdNextSubpass2(handle, begin, end);
}

static void
hook_CmdEndRenderPass(VkCommandBuffer handle)
{
   draw_magic(handle);
   next.CmdEndRenderPass(handle);
}

static void
hook_CmdEndRenderPass2(VkCommandBuffer handle, const VkSubpassEndInfo *end)
{
   draw_magic(handle);
   next.CmdEndRenderPass2(handle, end);
}

static void
hook_CmdEndRendering(VkCommandBuffer handle)
{
   draw_magic(handle);
   next.CmdEndRendering(handle);
}

/* A secondary command buffer may end inside of a render pass. */
static VkResult
hook_EndCommandBuffer(VkCommandBuffer handle)
{
   draw_magic(handle);
   return next.EndCommandBuffer(handle);
}

static void
hook_CmdBeginRendering(VkCommandBuffer handle, const VkRenderingInfo *info)
{
   commands_of(handle)->view_mask = info->viewMask;
   next.CmdBeginRendering(handle, info);
}

/* ---- State ------------------------------------------------------------- */

static void
hook_CmdBindPipeline(VkCommandBuffer handle, VkPipelineBindPoint point,
                     VkPipeline pipeline)
{
   struct commands *commands = commands_of(handle);
   const struct pipeline *found =
      find_object(HANDLE(pipeline), KIND_PIPELINE);

   if (point == VK_PIPELINE_BIND_POINT_GRAPHICS) {
      if (!found)
         refuse("a pipeline that another function creates");
      if (commands->pipeline.values != found->values)
         draw_magic(handle);
   }
   next.CmdBindPipeline(handle, point, pipeline);
   if (point != VK_PIPELINE_BIND_POINT_GRAPHICS)
      return;

   /* What is dynamic stays. */
   const struct pipeline old = commands->pipeline;

   commands->pipeline = *found;
   if (found->dynamic_input)
      commands->pipeline.input = old.input;
   if (found->dynamic_restart)
      commands->pipeline.restart = old.restart;
   if (found->dynamic_topology)
      commands->pipeline.topology = old.topology;
   for (uint32_t i = 0;
        i < BINDINGS && !found->dynamic_input &&
        (!found->dynamic_stride || record_plant == RECORD_STRIDE);
        i++)
      commands->strides[i] = found->input.bindings[i].stride;
}

static void
bind_vertices(VkCommandBuffer handle, uint32_t first, uint32_t count,
              const VkBuffer *buffers, const VkDeviceSize *offsets,
              const VkDeviceSize *sizes, const VkDeviceSize *strides)
{
   struct commands *commands = commands_of(handle);

   if (first + count > BINDINGS)
      refuse("a binding above 31");
   for (uint32_t i = 0; i < count; i++) {
      const uint32_t from =
         record_plant == RECORD_PREVIOUS_OFFSET && i ? i - 1 : i;

      commands->bound[first + i].address =
         address_of(buffers[i], offsets[from]);
      commands->bound[first + i].end =
         end_of(buffers[i], offsets[i], sizes ? sizes[i] : VK_WHOLE_SIZE);
      if (strides && record_plant != RECORD_STRIDE)
         commands->strides[first + i] = (uint32_t)strides[i];
   }
}

static void
hook_CmdBindVertexBuffers(VkCommandBuffer handle, uint32_t first,
                          uint32_t count, const VkBuffer *buffers,
                          const VkDeviceSize *offsets)
{
   bind_vertices(handle, first, count, buffers, offsets, NULL, NULL);
   next.CmdBindVertexBuffers(handle, first, count, buffers, offsets);
}

static void
hook_CmdBindVertexBuffers2(VkCommandBuffer handle, uint32_t first,
                           uint32_t count, const VkBuffer *buffers,
                           const VkDeviceSize *offsets,
                           const VkDeviceSize *sizes,
                           const VkDeviceSize *strides)
{
   bind_vertices(handle, first, count, buffers, offsets, sizes, strides);
   next.CmdBindVertexBuffers2(handle, first, count, buffers, offsets, sizes,
                              strides);
}

static void
hook_CmdSetVertexInputEXT(
   VkCommandBuffer handle, uint32_t binding_count,
   const VkVertexInputBindingDescription2EXT *bindings,
   uint32_t attribute_count,
   const VkVertexInputAttributeDescription2EXT *attributes)
{
   struct commands *commands = commands_of(handle);
   struct input input = {0};

   for (uint32_t i = 0; i < binding_count; i++) {
      add_binding(&input, bindings[i].binding, bindings[i].stride,
                  bindings[i].inputRate, bindings[i].divisor);
      commands->strides[bindings[i].binding] = bindings[i].stride;
   }
   for (uint32_t i = 0; i < attribute_count; i++)
      add_attribute(&input, attributes[i].location, attributes[i].binding,
                    attributes[i].format, attributes[i].offset);
   commands->pipeline.input = input;
   next.CmdSetVertexInputEXT(handle, binding_count, bindings,
                             attribute_count, attributes);
}

static void
bind_indices(VkCommandBuffer handle, VkBuffer buffer, VkDeviceSize offset,
             VkDeviceSize size, VkIndexType type)
{
   struct commands *commands = commands_of(handle);

   commands->indices = address_of(buffer, offset);
   commands->index_end = end_of(buffer, offset, size);
   switch (type) {
   case VK_INDEX_TYPE_UINT8_EXT:
      commands->index_bytes = 1;
      break;
   case VK_INDEX_TYPE_UINT16:
      commands->index_bytes = 2;
      break;
   case VK_INDEX_TYPE_UINT32:
      commands->index_bytes = 4;
      break;
   default:
      refuse("a type of indices");
   }
}

static void
hook_CmdBindIndexBuffer(VkCommandBuffer handle, VkBuffer buffer,
                        VkDeviceSize offset, VkIndexType type)
{
   bind_indices(handle, buffer, offset, VK_WHOLE_SIZE, type);
   next.CmdBindIndexBuffer(handle, buffer, offset, type);
}

static void
hook_CmdBindIndexBuffer2(VkCommandBuffer handle, VkBuffer buffer,
                         VkDeviceSize offset, VkDeviceSize size,
                         VkIndexType type)
{
   bind_indices(handle, buffer, offset, size, type);
   next.CmdBindIndexBuffer2(handle, buffer, offset, size, type);
}

static void
hook_CmdSetPrimitiveRestartEnable(VkCommandBuffer handle, VkBool32 enable)
{
   commands_of(handle)->pipeline.restart = enable;
   next.CmdSetPrimitiveRestartEnable(handle, enable);
}

static void
hook_CmdSetPrimitiveTopology(VkCommandBuffer handle,
                             VkPrimitiveTopology topology)
{
   commands_of(handle)->pipeline.topology = topology;
   next.CmdSetPrimitiveTopology(handle, topology);
}

/* ---- Draws ------------------------------------------------------------- */

static uint32_t
divisor_of(uint32_t divisor)
{
   if (record_plant == (divisor ? RECORD_DIVISOR : RECORD_ZERO_DIVISOR))
      return 1;
   return divisor;
}

static void
take_attributes(const struct commands *commands, struct expect_draw *draw)
{
   const struct input *input = &commands->pipeline.input;
   struct expect_attribute *attributes =
      allocate(ATTRIBUTES, sizeof(*attributes));

   for (uint32_t i = 0; i < ATTRIBUTES; i++) {
      const uint32_t binding = input->attributes[i].binding;

      if (!input->attributes[i].used)
         continue;
      attributes[draw->attribute_count++] = (struct expect_attribute){
         .location = i,
         .binding = binding,
         .bytes = input->attributes[i].bytes,
         .divisor = divisor_of(input->bindings[binding].divisor),
         .slot = i,
         .offset = record_plant == RECORD_ATTRIBUTE_OFFSET
                      ? 0 : input->attributes[i].offset,
         .stride = commands->strides[binding],
         .pipeline_stride = input->bindings[binding].stride,
         .per_instance = input->bindings[binding].per_instance,
         .begin = commands->bound[binding].address,
         .end = commands->bound[binding].end,
      };
   }
   draw->attributes = attributes;
}

static void
set_draw(struct record_draw *recorded, uint32_t count, uint32_t instances,
         uint32_t first, int32_t vertex_offset, uint32_t base_instance)
{
   struct expect_draw *draw = &recorded->expected;

   draw->count = count;
   draw->instances = instances;
   draw->vertex_offset = vertex_offset;
   draw->base_instance = base_instance;
   if (record_plant !=
       (draw->index_bytes ? RECORD_FIRST_INDEX : RECORD_FIRST_VERTEX))
      draw->first = first;
   if (record_plant == RECORD_VERTEX_OFFSET)
      draw->vertex_offset = 0;
   if (record_plant == RECORD_BASE_INSTANCE)
      draw->base_instance = 0;
   draw->indices += (uint64_t)draw->first * draw->index_bytes;
}

static struct command *
add_one_draw(struct commands *commands, enum type type, uint32_t index_bytes)
{
   struct command *command = add_command(commands, type);

   command->draw = (struct record_draw){
      .expected = {
         .view_mask = commands->view_mask,
         .restart =
            commands->pipeline.restart && record_plant != RECORD_RESTART,
         .index_bytes = index_bytes,
         .indices = commands->indices,
         .values = commands->pipeline.values,
         .dynamic_stride = commands->pipeline.dynamic_stride ||
                           commands->pipeline.dynamic_input,
      },
      .index_end = commands->index_end,
      .topology = commands->pipeline.topology,
   };
   take_attributes(commands, &command->draw.expected);
   return command;
}

/* Draws what shows where ids begin, when a pipeline has drawn: before, it
 * would hide that the driver keeps something of a draw for the next one. */
static void
draw_magic(VkCommandBuffer handle)
{
   struct commands *commands = commands_of(handle);

   const bool has_drawn = commands->has_drawn;

   commands->has_drawn = false;
   if (!has_drawn || commands->pipeline.values->is_known ||
       commands->asked == commands->pipeline.values)
      return;
   commands->asked = commands->pipeline.values;

   struct record_draw *magic = &add_one_draw(commands, TYPE_DRAW, 0)->draw;

   set_draw(magic, 1, 1, READ_MAGIC_VERTEX, 0, READ_MAGIC_INSTANCE);
   magic->is_magic = true;
   draw(handle, 1, 1, READ_MAGIC_VERTEX, READ_MAGIC_INSTANCE);
}

static struct command *
add_draw(VkCommandBuffer handle, enum type type, bool indexed)
{
   struct commands *commands = commands_of(handle);

   if (indexed && !commands->index_bytes)
      refuse("an indexed draw without an index buffer");
   commands->has_drawn = true;
   return add_one_draw(commands, type, indexed ? commands->index_bytes : 0);
}

static void
hook_CmdDraw(VkCommandBuffer handle, uint32_t count, uint32_t instances,
             uint32_t first, uint32_t base_instance)
{
   set_draw(&add_draw(handle, TYPE_DRAW, false)->draw, count, instances,
            first, 0, base_instance);
   next.CmdDraw(handle, count, instances, first, base_instance);
}

static void
hook_CmdDrawIndexed(VkCommandBuffer handle, uint32_t count,
                    uint32_t instances, uint32_t first,
                    int32_t vertex_offset, uint32_t base_instance)
{
   set_draw(&add_draw(handle, TYPE_DRAW, true)->draw, count, instances,
            first, vertex_offset, base_instance);
   next.CmdDrawIndexed(handle, count, instances, first, vertex_offset,
                       base_instance);
}

static void
hook_CmdDrawMultiEXT(VkCommandBuffer handle, uint32_t draw_count,
                     const VkMultiDrawInfoEXT *draws, uint32_t instances,
                     uint32_t base_instance, uint32_t stride)
{
   for (uint32_t i = 0; i < draw_count; i++) {
      const VkMultiDrawInfoEXT *one =
         (const void *)((const char *)draws + (size_t)i * stride);

      set_draw(&add_draw(handle, TYPE_DRAW, false)->draw, one->vertexCount,
               instances, one->firstVertex, 0, base_instance);
   }
   next.CmdDrawMultiEXT(handle, draw_count, draws, instances, base_instance,
                        stride);
}

static void
hook_CmdDrawMultiIndexedEXT(VkCommandBuffer handle, uint32_t draw_count,
                            const VkMultiDrawIndexedInfoEXT *draws,
                            uint32_t instances, uint32_t base_instance,
                            uint32_t stride, const int32_t *vertex_offset)
{
   for (uint32_t i = 0; i < draw_count; i++) {
      const VkMultiDrawIndexedInfoEXT *one =
         (const void *)((const char *)draws + (size_t)i * stride);

      set_draw(&add_draw(handle, TYPE_DRAW, true)->draw, one->indexCount,
               instances, one->firstIndex,
               vertex_offset ? *vertex_offset : one->vertexOffset,
               base_instance);
   }
   next.CmdDrawMultiIndexedEXT(handle, draw_count, draws, instances,
                               base_instance, stride, vertex_offset);
}

static void
add_indirect(VkCommandBuffer handle, bool indexed, uint64_t from,
             uint32_t count, uint32_t stride, uint64_t counts)
{
   struct command *command = add_draw(handle, TYPE_INDIRECT, indexed);

   command->from = from;
   command->counts = counts;
   command->count = count;
   command->stride = stride;
}

static uint64_t
draws_at(VkBuffer buffer, VkDeviceSize offset)
{
   return address_of(buffer,
                     record_plant == RECORD_INDIRECT_OFFSET ? 0 : offset);
}

static void
hook_CmdDrawIndirect(VkCommandBuffer handle, VkBuffer buffer,
                     VkDeviceSize offset, uint32_t count, uint32_t stride)
{
   add_indirect(handle, false, draws_at(buffer, offset), count, stride, 0);
   next.CmdDrawIndirect(handle, buffer, offset, count, stride);
}

static void
hook_CmdDrawIndexedIndirect(VkCommandBuffer handle, VkBuffer buffer,
                            VkDeviceSize offset, uint32_t count,
                            uint32_t stride)
{
   add_indirect(handle, true, draws_at(buffer, offset), count, stride, 0);
   next.CmdDrawIndexedIndirect(handle, buffer, offset, count, stride);
}

static void
hook_CmdDrawIndirectCount(VkCommandBuffer handle, VkBuffer buffer,
                          VkDeviceSize offset, VkBuffer counts,
                          VkDeviceSize counts_offset, uint32_t most,
                          uint32_t stride)
{
   add_indirect(handle, false, draws_at(buffer, offset), most, stride,
                address_of(counts, counts_offset));
   next.CmdDrawIndirectCount(handle, buffer, offset, counts, counts_offset,
                             most, stride);
}

static void
hook_CmdDrawIndexedIndirectCount(VkCommandBuffer handle, VkBuffer buffer,
                                 VkDeviceSize offset, VkBuffer counts,
                                 VkDeviceSize counts_offset, uint32_t most,
                                 uint32_t stride)
{
   add_indirect(handle, true, draws_at(buffer, offset), most, stride,
                address_of(counts, counts_offset));
   next.CmdDrawIndexedIndirectCount(handle, buffer, offset, counts,
                                    counts_offset, most, stride);
}

/* ---- Other commands ---------------------------------------------------- */

static void
hook_CmdExecuteCommands(VkCommandBuffer handle, uint32_t count,
                        const VkCommandBuffer *secondaries)
{
   for (uint32_t i = 0; i < count; i++)
      add_command(commands_of(handle), TYPE_EXECUTE)->secondary =
         secondaries[i];
   next.CmdExecuteCommands(handle, count, secondaries);
}

static void
add_copy(VkCommandBuffer handle, enum type type, uint64_t from, uint64_t to,
         uint64_t size)
{
   struct command *command = add_command(commands_of(handle), type);

   command->from = from;
   command->to = to;
   command->size = size;
}

static void
hook_CmdCopyBuffer(VkCommandBuffer handle, VkBuffer from, VkBuffer to,
                   uint32_t count, const VkBufferCopy *regions)
{
   for (uint32_t i = 0; i < count; i++)
      add_copy(handle, TYPE_COPY, address_of(from, regions[i].srcOffset),
               address_of(to, regions[i].dstOffset), regions[i].size);
   next.CmdCopyBuffer(handle, from, to, count, regions);
}

static void
hook_CmdCopyBuffer2(VkCommandBuffer handle, const VkCopyBufferInfo2 *info)
{
   for (uint32_t i = 0; i < info->regionCount; i++)
      add_copy(handle, TYPE_COPY,
               address_of(info->srcBuffer, info->pRegions[i].srcOffset),
               address_of(info->dstBuffer, info->pRegions[i].dstOffset),
               info->pRegions[i].size);
   next.CmdCopyBuffer2(handle, info);
}

static void
hook_CmdFillBuffer(VkCommandBuffer handle, VkBuffer buffer,
                   VkDeviceSize offset, VkDeviceSize size, uint32_t value)
{
   struct commands *commands = commands_of(handle);
   const uint64_t to = address_of(buffer, offset);

   add_copy(handle, TYPE_FILL, 0, to, end_of(buffer, offset, size) - to);
   commands->list[commands->count - 1].value = value;
   next.CmdFillBuffer(handle, buffer, offset, size, value);
}

static void
hook_CmdUpdateBuffer(VkCommandBuffer handle, VkBuffer buffer,
                     VkDeviceSize offset, VkDeviceSize size,
                     const void *bytes)
{
   struct commands *commands = commands_of(handle);

   add_copy(handle, TYPE_UPDATE, 0, address_of(buffer, offset), size);
   commands->list[commands->count - 1].bytes =
      memcpy(allocate(size, 1), bytes, size);
   next.CmdUpdateBuffer(handle, buffer, offset, size, bytes);
}

/* ---- Submissions ------------------------------------------------------- */

static void
expect_indirect(const struct command *command, bool is_repeated)
{
   const uint32_t words = command->draw.expected.index_bytes ? 5 : 4;
   uint32_t count = command->count, counted;

   if (command->counts) {
      if (!memory_read(command->counts, &counted, sizeof(counted)))
         refuse("a number of draws outside of memory");
      count = counted < count ? counted : count;
   }
   for (uint32_t i = 0; i < count; i++) {
      struct record_draw draw = command->draw;
      uint32_t w[5] = {0};

      if (!memory_read(command->from + (uint64_t)i * command->stride, w,
                       4 * words))
         refuse("an indirect draw outside of memory");
      draw.expected.indirect = command;
      draw.expected.is_repeated = is_repeated;
      if (words == 5)
         set_draw(&draw, w[0], w[1], w[2], (int32_t)w[3], w[4]);
      else
         set_draw(&draw, w[0], w[1], w[2], 0, w[3]);
      record_expect(&draw);
   }
}

static void
write_buffer(const struct command *command)
{
   if (!memory_holds(command->to, command->size) ||
       (command->type == TYPE_COPY &&
        !memory_holds(command->from, command->size)))
      refuse("a copy outside of memory");

   void *to = (void *)(uintptr_t)command->to;

   if (command->type == TYPE_COPY)
      memmove(to, (const void *)(uintptr_t)command->from, command->size);
   else if (command->type == TYPE_UPDATE)
      memcpy(to, command->bytes, command->size);
   else
      for (uint64_t i = 0; i < command->size / 4; i++)
         ((uint32_t *)to)[i] = command->value;
}

/* Objects are not looked up here, so the mutex is held. */
static void
expect_commands(VkCommandBuffer handle)
{
   const struct object *object = *place_of(HANDLE(handle), KIND_COMMANDS);
   struct commands *commands = object ? object->data : NULL;

   for (uint32_t i = 0; commands && i < commands->count; i++) {
      const struct command *command = &commands->list[i];

      switch (command->type) {
      case TYPE_DRAW:
         record_expect(&command->draw);
         break;
      case TYPE_INDIRECT:
         expect_indirect(command, commands->is_submitted);
         break;
      case TYPE_EXECUTE:
         if (record_plant != RECORD_SECONDARY)
            expect_commands(command->secondary);
         break;
      case TYPE_COPY:
      case TYPE_FILL:
      case TYPE_UPDATE:
         write_buffer(command);
         break;
      }
   }
   if (commands)
      commands->is_submitted = true;
}

static VkResult
hook_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *infos,
                 VkFence fence)
{
   pthread_mutex_lock(&mutex);
   for (uint32_t i = 0; i < count; i++) {
      for (uint32_t j = 0; j < infos[i].commandBufferCount; j++)
         expect_commands(infos[i].pCommandBuffers[j]);
   }

   const VkResult result = next.QueueSubmit(queue, count, infos, fence);

   record_end();
   pthread_mutex_unlock(&mutex);
   return result;
}

static VkResult
hook_QueueSubmit2(VkQueue queue, uint32_t count, const VkSubmitInfo2 *infos,
                  VkFence fence)
{
   pthread_mutex_lock(&mutex);
   for (uint32_t i = 0; i < count; i++) {
      for (uint32_t j = 0; j < infos[i].commandBufferInfoCount; j++)
         expect_commands(infos[i].pCommandBufferInfos[j].commandBuffer);
   }

   const VkResult result = next.QueueSubmit2(queue, count, infos, fence);

   record_end();
   pthread_mutex_unlock(&mutex);
   return result;
}

/* ---- What a loader or a program asks for ------------------------------- */

/* Buffers have addresses since Vulkan 1.2. */
static VkResult
hook_CreateInstance(const VkInstanceCreateInfo *info,
                    const VkAllocationCallbacks *callbacks,
                    VkInstance *instance)
{
   VkApplicationInfo application = {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
   };
   VkInstanceCreateInfo changed = *info;

   if (info->pApplicationInfo)
      application = *info->pApplicationInfo;
   if (application.apiVersion < VK_API_VERSION_1_2)
      application.apiVersion = VK_API_VERSION_1_2;
   changed.pApplicationInfo = &application;
   return next.CreateInstance(&changed, callbacks, instance);
}

static VkResult
hook_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                  const VkAllocationCallbacks *callbacks, VkDevice *device)
{
   const VkResult result =
      next.CreateDevice(physical, info, callbacks, device);

   if (result == VK_SUCCESS && next.GetDeviceProcAddr) {
      get_address = (PFN_vkGetBufferDeviceAddress)next.GetDeviceProcAddr(
         *device, "vkGetBufferDeviceAddress");
      draw = (PFN_vkCmdDraw)next.GetDeviceProcAddr(*device, "vkCmdDraw");
   }
   return result;
}

#define REFUSE(name)           \
   static void refused_##name(void) \
   {                           \
      refuse("vk" #name);      \
   }
REFUSED(REFUSE)

static PFN_vkVoidFunction wrap(const char *name, PFN_vkVoidFunction function);

static PFN_vkVoidFunction
hook_GetDeviceProcAddr(VkDevice device, const char *name)
{
   return wrap(name, next.GetDeviceProcAddr(device, name));
}

/* Whether it is this function, maybe as one of an extension. */
static bool
is_name(const char *name, const char *own)
{
   const size_t length = strlen(own);

   return strncmp(name, own, length) == 0 &&
          (!name[length] || strcmp(name + length, "KHR") == 0 ||
           strcmp(name + length, "EXT") == 0 ||
           strcmp(name + length, "AMD") == 0);
}

static PFN_vkVoidFunction
wrap(const char *name, PFN_vkVoidFunction function)
{
   if (!function)
      return NULL;
#define WRAP(own)                                      \
   if (is_name(name, "vk" #own)) {                     \
      next.own = (PFN_vk##own)function;                \
      return (PFN_vkVoidFunction)hook_##own;           \
   }
   HOOKS(WRAP)
#undef WRAP
#define WRAP(own)                                      \
   if (strcmp(name, "vk" #own) == 0)                   \
      return refused_##own;
   REFUSED(WRAP)
#undef WRAP
   return function;
}

static void
open_driver(void)
{
   void *library = dlopen(record_driver, RTLD_NOW | RTLD_LOCAL);
   VkResult (*negotiate)(uint32_t *version) = NULL;
   uint32_t version = 5;

   if (library) {
      *(void **)&get_instance = dlsym(library, "vk_icdGetInstanceProcAddr");
      *(void **)&negotiate =
         dlsym(library, "vk_icdNegotiateLoaderICDInterfaceVersion");
   }
   if (!get_instance || !negotiate || negotiate(&version) != VK_SUCCESS) {
      fprintf(stderr, "judge: no driver that a loader could load: %s\n",
              library ? record_driver : dlerror());
      _exit(2);
   }
}

EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance,
                                                    const char *name);
EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version);

PFN_vkVoidFunction
vk_icdGetInstanceProcAddr(VkInstance instance, const char *name)
{
   if (!get_instance)
      open_driver();
   if (strcmp(name, "vkGetInstanceProcAddr") == 0)
      return (PFN_vkVoidFunction)vk_icdGetInstanceProcAddr;
   if (instance && !next.GetDeviceProcAddr)
      next.GetDeviceProcAddr = (PFN_vkGetDeviceProcAddr)get_instance(
         instance, "vkGetDeviceProcAddr");
   return wrap(name, get_instance(instance, name));
}

/* Version 5 is the last without functions that the recorder would have to
 * pass on by itself. */
VkResult
vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version)
{
   if (*version > 5)
      *version = 5;
   return VK_SUCCESS;
}
