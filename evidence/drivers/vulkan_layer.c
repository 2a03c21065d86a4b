/* SPDX-License-Identifier: MIT */
/**
 * \file
 * A Vulkan layer that makes a right driver wrong, in the way of a driver, a
 * translation layer or a tool that was. FAULT in the environment is the name
 * of a fault in faults.csv, which has the report that each comes from.
 *
 * One device, and one thread.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#define BINDINGS 32
#define PIPELINES 4096
#define BUFFERS 4096

static const char *fault;

static int
is(const char *name)
{
   return fault != NULL && strcmp(fault, name) == 0;
}

/* ---- The driver below --------------------------------------------------- */

#define DEVICE_FUNCTIONS(F)          \
   F(AllocateMemory)                 \
   F(CreateBuffer)                   \
   F(BindBufferMemory)               \
   F(MapMemory)                      \
   F(CreateRenderPass)               \
   F(CreateGraphicsPipelines)        \
   F(QueueSubmit)                    \
   F(BeginCommandBuffer)             \
   F(CmdBeginRenderPass)             \
   F(CmdBeginRenderingKHR)           \
   F(CmdBindPipeline)                \
   F(CmdBindVertexBuffers)           \
   F(CmdBindVertexBuffers2EXT)       \
   F(CmdBindIndexBuffer)             \
   F(CmdSetVertexInputEXT)           \
   F(CmdDraw)                        \
   F(CmdDrawIndexed)                 \
   F(CmdDrawIndirect)                \
   F(CmdDrawIndexedIndirect)         \
   F(CmdDrawIndirectCountKHR)        \
   F(CmdDrawIndexedIndirectCountKHR) \
   F(CmdDrawMultiEXT)                \
   F(CmdDrawMultiIndexedEXT)         \
   F(CmdExecuteCommands)             \
   SHADER_OBJECT_FUNCTIONS(F)

/* Older headers lack the extension. */
#ifdef VK_EXT_shader_object
#define SHADER_OBJECT_FUNCTIONS(F) F(CmdBindShadersEXT)
#else
#define SHADER_OBJECT_FUNCTIONS(F)
#endif

#define DECLARE(name) static PFN_vk##name next_##name;
DEVICE_FUNCTIONS(DECLARE)
static PFN_vkGetInstanceProcAddr next_instance;
static PFN_vkGetDeviceProcAddr next_device;

/* ---- What is known of its objects --------------------------------------- */

struct rate {
   uint32_t stride, divisor;
   VkBool32 used, per_instance;
};

static struct pipeline {
   VkPipeline handle;
   struct rate bindings[BINDINGS];
   VkBool32 tessellated;
} pipelines[PIPELINES];
static uint32_t pipeline_count;

static struct buffer {
   VkBuffer handle;
   VkDeviceMemory memory;
   VkDeviceSize size;
} buffers[BUFFERS];
static uint32_t buffer_count;

static struct memory {
   VkDeviceMemory handle;
   VkDeviceSize size;
   void *map;
} memories[BUFFERS];
static uint32_t memory_count;

static VkCommandBuffer secondaries[256];
static uint32_t secondary_count;

static VkRenderPass multiview_passes[16];
static uint32_t multiview_count;

static struct {
   const struct pipeline *pipeline;
   VkBuffer buffers[BINDINGS];
   VkDeviceSize offsets[BINDINGS];
   uint32_t strides[BINDINGS];
   VkIndexType index_type;
   VkBool32 multiview;
   VkBool32 rendering;
   VkBool32 shader_objects;
   VkBool32 has_instance;
   uint32_t first_instance, first_vertex;
   VkBool32 unchanged;
} bound;

static const struct pipeline *
find_pipeline(VkPipeline handle)
{
   for (uint32_t i = pipeline_count; i-- > 0;) {
      if (pipelines[i % PIPELINES].handle == handle)
         return &pipelines[i % PIPELINES];
   }
   return NULL;
}

static struct buffer *
find_buffer(VkBuffer handle)
{
   for (uint32_t i = buffer_count; i-- > 0;) {
      if (buffers[i % BUFFERS].handle == handle)
         return &buffers[i % BUFFERS];
   }
   return NULL;
}

static struct memory *
find_memory(VkDeviceMemory handle)
{
   for (uint32_t i = memory_count; i-- > 0;) {
      if (memories[i % BUFFERS].handle == handle)
         return &memories[i % BUFFERS];
   }
   abort();
}

/* The words of an indirect command, which are there when it is recorded. */
static uint32_t *
words_of(VkBuffer handle, VkDeviceSize offset)
{
   const struct buffer *buffer = find_buffer(handle);

   return (uint32_t *)((char *)find_memory(buffer->memory)->map + offset);
}

/* ---- Elements of per-instance attributes -------------------------------- */

/* Faults of the division draw each instance by itself, with all per-instance
 * buffers at the element that the fault selects and with stride 0. */
static int
divides(void)
{
   static const char *const names[] = {
      "start-added",        "product-wraps",       "product-zero",
      "zero-divisor-1",     "base-not-added",      "float-division",
      "divisor-16-bits",    "id-16-bits",          "id-10-bits",
      "powers-of-2-double", "divisors-end-at-100", "reciprocal-16-bits",
   };

   for (uint32_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
      if (is(names[i]))
         return 1;
   }
   return 0;
}

struct draw {
   uint32_t first, count, base, instances, indexed;
   int32_t vertex_offset;
};

static uint32_t
padded(uint32_t count)
{
   uint32_t unit = 1;

   while (count / unit > 15)
      unit *= 2;
   return count < 20 ? count : (count / (2 * unit) + 1) * 2 * unit;
}

static uint64_t
element_of(const struct draw *draw, uint32_t divisor, uint32_t id)
{
   const uint32_t product = padded(draw->count) * divisor;
   const uint64_t linear = (uint64_t)padded(draw->count) * id;
   const int wraps = (uint64_t)padded(draw->count) * divisor > UINT32_MAX;

   if (is("zero-divisor-1") && divisor == 0)
      return draw->base + id;
   if (divisor == 0)
      return draw->base;
   if (is("start-added") && !draw->indexed && draw->instances > 1)
      return draw->base + id / divisor + draw->first;
   if (is("base-not-added"))
      return id / divisor;
   if (is("product-wraps") && wraps && product != 0)
      return draw->base + linear / product;
   if (is("product-zero") && wraps && product == 0)
      return draw->base + id;
   if (is("float-division"))
      return draw->base + (uint32_t)((float)id * (1.0f / (float)divisor));
   if (is("divisor-16-bits") && (uint16_t)divisor != 0)
      return draw->base + id / (uint16_t)divisor;
   if (is("id-16-bits"))
      return draw->base + (uint16_t)id / divisor;
   if (is("id-10-bits"))
      return draw->base + id % 1024 / divisor;
   if (is("powers-of-2-double") && divisor >= 256 &&
       (divisor & (divisor - 1)) == 0)
      return draw->base + id / divisor / 2;
   if (is("divisors-end-at-100") && divisor > 100)
      return draw->base;
   if (is("reciprocal-16-bits"))
      return draw->base +
             ((uint64_t)id * ((0x10000 + divisor - 1) / divisor) >> 16);
   return draw->base + id / divisor;
}

static void
draw_one(VkCommandBuffer commands, const struct draw *draw)
{
   if (draw->indexed)
      next_CmdDrawIndexed(commands, draw->count, draw->instances, draw->first,
                          draw->vertex_offset, draw->base);
   else
      next_CmdDraw(commands, draw->count, draw->instances, draw->first,
                   draw->base);
}

/* Where the per-instance buffer is bound for an instance of the draw. */
static VkDeviceSize
offset_of(const struct draw *draw, uint32_t binding, uint32_t id)
{
   const struct rate *rate = &bound.pipeline->bindings[binding];
   const VkDeviceSize offset =
      bound.offsets[binding] +
      element_of(draw, rate->divisor, id) *
         (rate->stride != UINT32_MAX ? rate->stride : bound.strides[binding]);

   return offset + 16 <= find_buffer(bound.buffers[binding])->size ? offset
                                                                   : 0;
}

static int
moves(uint32_t binding)
{
   const struct rate *rate = &bound.pipeline->bindings[binding];

   return rate->used && rate->per_instance &&
          bound.buffers[binding] != VK_NULL_HANDLE;
}

/* Instances that read the same elements are one draw. */
static void
draw_divided(VkCommandBuffer commands, const struct draw *draw)
{
   for (uint32_t i = 0, end; i < draw->instances; i = end) {
      struct draw one = *draw;

      end = draw->instances;
      for (uint32_t j = 0; bound.pipeline && j < BINDINGS; j++) {
         if (!moves(j))
            continue;
         const VkDeviceSize offset = offset_of(draw, j, i);
         uint32_t same = i + 1;

         while (same < end && offset_of(draw, j, same) == offset)
            same++;
         end = same;
         next_CmdBindVertexBuffers(commands, j, 1, &bound.buffers[j],
                                   &offset);
      }
      one.instances = end - i;
      one.base = draw->base + i;
      draw_one(commands, &one);
   }
}

/* ---- Draws --------------------------------------------------------------- */

static void
draw(VkCommandBuffer commands, struct draw draw)
{
   if (is("first-16-bits") && !draw.indexed)
      draw.first = (uint16_t)draw.first;
   if (is("first-not-added") && !draw.indexed)
      draw.first = 0;
   if (is("count-16-bits"))
      draw.count = (uint16_t)draw.count;
   if (is("instances-16-bits"))
      draw.instances = (uint16_t)draw.instances;
   if (is("instances-10-bits"))
      draw.instances %= 1024;
   if (is("base-sticks")) {
      if (bound.has_instance)
         draw.base = bound.first_instance;
      bound.has_instance = VK_TRUE;
      bound.first_instance = draw.base;
   }
   if (is("base-8-bits"))
      draw.base = (uint8_t)draw.base;
   if (is("base-lost-in-views") && bound.multiview)
      draw.base = 0;
   if (is("draw-keeps-first") && bound.unchanged && !draw.indexed)
      draw.first = bound.first_vertex;
   if (is("index-offset-of-4-bytes") && draw.indexed &&
       bound.index_type == VK_INDEX_TYPE_UINT16)
      draw.first *= 2;
   bound.first_vertex = draw.first;
   bound.unchanged = VK_TRUE;
   if (divides() && draw.instances != 0)
      draw_divided(commands, &draw);
   else
      draw_one(commands, &draw);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdDraw(VkCommandBuffer commands, uint32_t count, uint32_t instances,
              uint32_t first, uint32_t base)
{
   draw(commands, (struct draw){first, count, base, instances, 0, 0});
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdDrawIndexed(VkCommandBuffer commands, uint32_t count,
                     uint32_t instances, uint32_t first, int32_t offset,
                     uint32_t base)
{
   draw(commands, (struct draw){first, count, base, instances, 1, offset});
}

/* Some faults need the words, and all of them may be drawn directly. */
static void
draw_words(VkCommandBuffer commands, const uint32_t *words, int indexed)
{
   struct draw this = {words[2],           words[0],
                       words[3 + indexed], words[1],
                       (uint32_t)indexed,  indexed ? (int32_t)words[3] : 0};

   if (is("empty-indirect-draw-resets") && this.count == 0 &&
       this.instances == 0)
      abort();
   if (is("indirect-base-lost"))
      this.base = 0;
   draw(commands, this);
}

static void
draw_indirect(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset,
              uint32_t count, uint32_t stride, int indexed)
{
   if (is("indirect-stride-tight"))
      stride = indexed ? 20 : 16;
   if (is("indirect-stride-of-5-words") && stride == 16)
      stride = 20;
   if (is("indirect-stride-padded") && stride == (indexed ? 20 : 16))
      stride = 32;
   for (uint32_t i = 0; i < count; i++)
      draw_words(commands, words_of(buffer, offset + i * stride), indexed);
}

/* Where indirect draws of the last recording have their base instance. */
static struct {
   uint32_t *word, base;
} bases[64];
static uint32_t base_count, submissions;

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdDrawIndirect(VkCommandBuffer commands, VkBuffer buffer,
                      VkDeviceSize offset, uint32_t count, uint32_t stride)
{
   if (!is("base-added-again")) {
      draw_indirect(commands, buffer, offset, count, stride, 0);
      return;
   }
   if (submissions != 0)
      base_count = submissions = 0;
   for (uint32_t i = 0; i < count && base_count < 64; i++) {
      bases[base_count].word = words_of(buffer, offset + i * stride) + 3;
      bases[base_count].base = *bases[base_count].word;
      base_count++;
   }
   next_CmdDrawIndirect(commands, buffer, offset, count, stride);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdDrawIndexedIndirect(VkCommandBuffer commands, VkBuffer buffer,
                             VkDeviceSize offset, uint32_t count,
                             uint32_t stride)
{
   draw_indirect(commands, buffer, offset, count, stride, 1);
}

static void
draw_counted(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset,
             VkBuffer counts, VkDeviceSize counts_offset, uint32_t most,
             uint32_t stride, int indexed)
{
   uint32_t count = *words_of(counts, counts_offset);

   if (is("count-buffer-ignored"))
      count = most;
   if (is("count-not-clamped"))
      most = count < 4 ? count : 4;
   draw_indirect(commands, buffer, offset, count < most ? count : most,
                 stride, indexed);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdDrawIndirectCountKHR(VkCommandBuffer commands, VkBuffer buffer,
                              VkDeviceSize offset, VkBuffer counts,
                              VkDeviceSize counts_offset, uint32_t most,
                              uint32_t stride)
{
   draw_counted(commands, buffer, offset, counts, counts_offset, most, stride,
                0);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdDrawIndexedIndirectCountKHR(VkCommandBuffer commands,
                                     VkBuffer buffer, VkDeviceSize offset,
                                     VkBuffer counts,
                                     VkDeviceSize counts_offset,
                                     uint32_t most, uint32_t stride)
{
   draw_counted(commands, buffer, offset, counts, counts_offset, most, stride,
                1);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdDrawMultiEXT(VkCommandBuffer commands, uint32_t count,
                      const VkMultiDrawInfoEXT *infos, uint32_t instances,
                      uint32_t base, uint32_t stride)
{
   if (is("multi-draw-stride-tight"))
      stride = sizeof(*infos);
   for (uint32_t i = 0; i < count; i++) {
      const VkMultiDrawInfoEXT *info =
         (const VkMultiDrawInfoEXT *)((const char *)infos + i * stride);

      draw(commands, (struct draw){info->firstVertex, info->vertexCount, base,
                                   instances, 0, 0});
   }
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdDrawMultiIndexedEXT(VkCommandBuffer commands, uint32_t count,
                             const VkMultiDrawIndexedInfoEXT *infos,
                             uint32_t instances, uint32_t base,
                             uint32_t stride, const int32_t *offset)
{
   if (is("multi-draw-stride-tight"))
      stride = sizeof(*infos);
   for (uint32_t i = 0; i < count; i++) {
      const VkMultiDrawIndexedInfoEXT *info =
         (const VkMultiDrawIndexedInfoEXT *)((const char *)infos +
                                             i * stride);

      draw(commands,
           (struct draw){info->firstIndex, info->indexCount, base, instances,
                         1, offset ? *offset : info->vertexOffset});
   }
}

/* ---- State --------------------------------------------------------------- */

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdBindPipeline(VkCommandBuffer commands, VkPipelineBindPoint point,
                      VkPipeline pipeline)
{
   bound.pipeline = find_pipeline(pipeline);
   bound.shader_objects = VK_FALSE;
   bound.unchanged = VK_FALSE;
   next_CmdBindPipeline(commands, point, pipeline);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdBindIndexBuffer(VkCommandBuffer commands, VkBuffer buffer,
                         VkDeviceSize offset, VkIndexType type)
{
   bound.index_type = type;
   if (is("bytes-are-16-bit-indices") && type == VK_INDEX_TYPE_UINT8_EXT)
      type = VK_INDEX_TYPE_UINT16;
   if (is("index-buffer-offset-lost"))
      offset = 0;
   next_CmdBindIndexBuffer(commands, buffer, offset, type);
}

static void
bind(VkCommandBuffer commands, uint32_t first, uint32_t count,
     const VkBuffer *handles, const VkDeviceSize *offsets,
     const VkDeviceSize *sizes, const VkDeviceSize *strides)
{
   VkDeviceSize wrong_strides[BINDINGS];

   if (is("first-binding-ignored"))
      first = 0;
   if (is("bindings-below-16") && first + count > 16)
      count = first < 16 ? 16 - first : 0;
   for (uint32_t i = 0; i < count; i++) {
      bound.buffers[first + i] = handles[i];
      bound.offsets[first + i] = offsets[i];
      if (strides == NULL)
         continue;
      wrong_strides[i] = strides[i];
      bound.strides[first + i] = (uint32_t)strides[i];
      if (is("dynamic-stride-lost-in-tessellation") && bound.pipeline &&
          bound.pipeline->tessellated)
         wrong_strides[i] = 0;
      if (is("strides-by-index") && first != 0)
         wrong_strides[i] = strides[(i + first) % count];
      if (divides() && bound.pipeline &&
          bound.pipeline->bindings[first + i].per_instance)
         wrong_strides[i] = 0;
   }
   bound.unchanged = VK_FALSE;
   if (count == 0)
      return;
   if (sizes || strides)
      next_CmdBindVertexBuffers2EXT(commands, first, count, handles, offsets,
                                    sizes, strides ? wrong_strides : NULL);
   else
      next_CmdBindVertexBuffers(commands, first, count, handles, offsets);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdBindVertexBuffers(VkCommandBuffer commands, uint32_t first,
                           uint32_t count, const VkBuffer *handles,
                           const VkDeviceSize *offsets)
{
   bind(commands, first, count, handles, offsets, NULL, NULL);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdBindVertexBuffers2EXT(VkCommandBuffer commands, uint32_t first,
                               uint32_t count, const VkBuffer *handles,
                               const VkDeviceSize *offsets,
                               const VkDeviceSize *sizes,
                               const VkDeviceSize *strides)
{
   bind(commands, first, count, handles, offsets, sizes, strides);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdSetVertexInputEXT(
   VkCommandBuffer commands, uint32_t binding_count,
   const VkVertexInputBindingDescription2EXT *bindings,
   uint32_t attribute_count,
   const VkVertexInputAttributeDescription2EXT *attributes)
{
   VkVertexInputBindingDescription2EXT wrong[BINDINGS];
   static uint32_t divisors[BINDINGS];

   memcpy(wrong, bindings, binding_count * sizeof(*bindings));
   for (uint32_t i = 0; i < binding_count; i++) {
      uint32_t *divisor = &divisors[wrong[i].binding];

      if (is("dynamic-divisor-kept") && *divisor != 0)
         wrong[i].divisor = *divisor;
      if (wrong[i].inputRate == VK_VERTEX_INPUT_RATE_INSTANCE)
         *divisor = wrong[i].divisor;
      if (wrong[i].inputRate == VK_VERTEX_INPUT_RATE_VERTEX)
         wrong[i].divisor = 1;
      if (is("stride-lost-in-shader-objects") && bound.shader_objects)
         wrong[i].stride = 0;
   }
   next_CmdSetVertexInputEXT(commands, binding_count, wrong, attribute_count,
                             attributes);
}

static VKAPI_ATTR VkResult VKAPI_CALL
wrong_BeginCommandBuffer(VkCommandBuffer commands,
                         const VkCommandBufferBeginInfo *begin)
{
   for (uint32_t i = 0; i < 256; i++) {
      if (secondaries[i] == commands)
         secondaries[i] = VK_NULL_HANDLE;
   }
   if (begin->flags & VK_COMMAND_BUFFER_USAGE_RENDER_PASS_CONTINUE_BIT)
      secondaries[secondary_count++ % 256] = commands;
   return next_BeginCommandBuffer(commands, begin);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdExecuteCommands(VkCommandBuffer commands, uint32_t count,
                         const VkCommandBuffer *executed)
{
   VkBool32 nested = VK_FALSE;

   for (uint32_t i = 0; i < 256; i++)
      nested |= secondaries[i] == commands;
   if ((is("nested-lost") && nested) ||
       (is("secondaries-of-rendering-lost") && bound.rendering))
      return;
   next_CmdExecuteCommands(commands, count, executed);
}

static void
begin_pass(VkBool32 rendering, VkBool32 multiview)
{
   bound.rendering = rendering;
   bound.multiview = multiview;
   bound.unchanged = VK_FALSE;
   bound.has_instance = VK_FALSE;
   memset(bound.buffers, 0, sizeof(bound.buffers));
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdBeginRenderPass(VkCommandBuffer commands,
                         const VkRenderPassBeginInfo *begin,
                         VkSubpassContents contents)
{
   VkBool32 multiview = VK_FALSE;

   for (uint32_t i = 0; i < multiview_count; i++)
      multiview |= multiview_passes[i] == begin->renderPass;
   begin_pass(VK_FALSE, multiview);
   next_CmdBeginRenderPass(commands, begin, contents);
}

static VKAPI_ATTR void VKAPI_CALL
wrong_CmdBeginRenderingKHR(VkCommandBuffer commands,
                           const VkRenderingInfoKHR *begin)
{
   begin_pass(VK_TRUE, begin->viewMask != 0);
   next_CmdBeginRenderingKHR(commands, begin);
}

#ifdef VK_EXT_shader_object
static VKAPI_ATTR void VKAPI_CALL
wrong_CmdBindShadersEXT(VkCommandBuffer commands, uint32_t count,
                        const VkShaderStageFlagBits *stages,
                        const VkShaderEXT *shaders)
{
   bound.pipeline = NULL;
   bound.shader_objects = VK_TRUE;
   bound.unchanged = VK_FALSE;
   next_CmdBindShadersEXT(commands, count, stages, shaders);
}
#endif

static VKAPI_ATTR VkResult VKAPI_CALL
wrong_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *infos,
                  VkFence fence)
{
   for (uint32_t i = 0; i < base_count; i++)
      *bases[i].word = bases[i].base * (submissions + 1);
   submissions++;
   return next_QueueSubmit(queue, count, infos, fence);
}

/* ---- Objects ------------------------------------------------------------- */

static VKAPI_ATTR VkResult VKAPI_CALL
wrong_CreateRenderPass(VkDevice device, const VkRenderPassCreateInfo *create,
                       const VkAllocationCallbacks *allocator,
                       VkRenderPass *pass)
{
   const VkResult result =
      next_CreateRenderPass(device, create, allocator, pass);

   if (result == VK_SUCCESS && create->pNext != NULL && multiview_count < 16)
      multiview_passes[multiview_count++] = *pass;
   return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL
wrong_AllocateMemory(VkDevice device, const VkMemoryAllocateInfo *allocate,
                     const VkAllocationCallbacks *allocator,
                     VkDeviceMemory *memory)
{
   const VkResult result =
      next_AllocateMemory(device, allocate, allocator, memory);

   if (result == VK_SUCCESS)
      memories[memory_count++ % BUFFERS] =
         (struct memory){*memory, allocate->allocationSize, NULL};
   return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL
wrong_CreateBuffer(VkDevice device, const VkBufferCreateInfo *create,
                   const VkAllocationCallbacks *allocator, VkBuffer *buffer)
{
   VkBufferCreateInfo wrong = *create;

   if ((wrong.usage & VK_BUFFER_USAGE_VERTEX_BUFFER_BIT) != 0) {
      if (is("last-element-outside") && wrong.size > 16)
         wrong.size = wrong.size / 16 * 16;
      if (is("buffers-end-at-1-mib") && wrong.size > 1 << 20)
         wrong.size = 1 << 20;
      if (is("buffers-end-later"))
         wrong.size += 256;
      if (is("buffers-end-4000-bytes-early") && wrong.size > 4000)
         wrong.size -= 4000;
      if (is("robustness-off"))
         wrong.size += 1 << 20;
   }
   const VkResult result =
      next_CreateBuffer(device, &wrong, allocator, buffer);

   if (result == VK_SUCCESS)
      buffers[buffer_count++ % BUFFERS] =
         (struct buffer){*buffer, VK_NULL_HANDLE, create->size};
   return result;
}

static VKAPI_ATTR VkResult VKAPI_CALL
wrong_BindBufferMemory(VkDevice device, VkBuffer buffer,
                       VkDeviceMemory memory, VkDeviceSize offset)
{
   struct buffer *known = find_buffer(buffer);

   if (known != NULL)
      known->memory = memory;
   return next_BindBufferMemory(device, buffer, memory, offset);
}

static VKAPI_ATTR VkResult VKAPI_CALL
wrong_MapMemory(VkDevice device, VkDeviceMemory memory, VkDeviceSize offset,
                VkDeviceSize size, VkMemoryMapFlags flags, void **map)
{
   const VkResult result =
      next_MapMemory(device, memory, offset, size, flags, map);

   if (result == VK_SUCCESS) {
      find_memory(memory)->map = *map;
      if (is("robustness-off"))
         memset(*map, 0x5A, find_memory(memory)->size);
   }
   return result;
}

static VkFormat
wrong_format(VkFormat format)
{
   switch (format) {
   case VK_FORMAT_A2B10G10R10_SNORM_PACK32:
      return is("10-bit-signs-swapped") ? VK_FORMAT_A2B10G10R10_UNORM_PACK32
                                        : format;
   case VK_FORMAT_R8_SNORM:
   case VK_FORMAT_R8G8_SNORM:
   case VK_FORMAT_R8G8B8_SNORM:
   case VK_FORMAT_R8G8B8A8_SNORM:
   case VK_FORMAT_R16_SNORM:
   case VK_FORMAT_R16G16_SNORM:
   case VK_FORMAT_R16G16B16_SNORM:
   case VK_FORMAT_R16G16B16A16_SNORM:
      /* In front of each is UNORM. */
      return is("snorm-is-unorm") ? format - 1 : format;
   default:
      return format;
   }
}

static void
learn_pipeline(struct pipeline *pipeline,
               const VkGraphicsPipelineCreateInfo *create)
{
   const VkPipelineVertexInputStateCreateInfo *input =
      create->pVertexInputState;
   const VkPipelineVertexInputDivisorStateCreateInfoEXT *divisors;

   memset(pipeline, 0, sizeof(*pipeline));
   pipeline->tessellated = create->pTessellationState != NULL;
   if (input == NULL)
      return;
   for (uint32_t i = 0; i < input->vertexBindingDescriptionCount; i++) {
      const VkVertexInputBindingDescription *from =
         &input->pVertexBindingDescriptions[i];

      pipeline->bindings[from->binding] =
         (struct rate){from->stride, 1, VK_TRUE,
                       from->inputRate == VK_VERTEX_INPUT_RATE_INSTANCE};
      if (create->pDynamicState->dynamicStateCount > 2)
         pipeline->bindings[from->binding].stride = UINT32_MAX;
   }
   divisors = input->pNext;
   for (uint32_t i = 0; divisors && i < divisors->vertexBindingDivisorCount;
        i++) {
      pipeline->bindings[divisors->pVertexBindingDivisors[i].binding]
         .divisor = divisors->pVertexBindingDivisors[i].divisor;
   }
}

static VKAPI_ATTR VkResult VKAPI_CALL
wrong_CreateGraphicsPipelines(VkDevice device, VkPipelineCache cache,
                              uint32_t count,
                              const VkGraphicsPipelineCreateInfo *create,
                              const VkAllocationCallbacks *allocator,
                              VkPipeline *result)
{
   VkGraphicsPipelineCreateInfo wrong = *create;
   VkPipelineInputAssemblyStateCreateInfo assembly =
      *create->pInputAssemblyState;
   VkPipelineRasterizationStateCreateInfo rasterization =
      *create->pRasterizationState;
   VkPipelineVertexInputStateCreateInfo input = {0};
   VkVertexInputBindingDescription bindings[BINDINGS];
   VkVertexInputAttributeDescription attributes[BINDINGS];
   const int strip =
      assembly.topology == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
   struct pipeline *pipeline = &pipelines[pipeline_count++ % PIPELINES];

   wrong.pInputAssemblyState = &assembly;
   wrong.pRasterizationState = &rasterization;
   if (is("restart-always") || (is("restart-of-strips-stays") && strip) ||
       (is("restart-of-lists") && !strip))
      assembly.primitiveRestartEnable = VK_TRUE;
   if (is("restart-not-recognized"))
      assembly.primitiveRestartEnable = VK_FALSE;
   if (is("first-vertex-provokes"))
      rasterization.pNext = NULL;
   if (create->pVertexInputState != NULL) {
      input = *create->pVertexInputState;
      memcpy(bindings, input.pVertexBindingDescriptions,
             input.vertexBindingDescriptionCount * sizeof(bindings[0]));
      memcpy(attributes, input.pVertexAttributeDescriptions,
             input.vertexAttributeDescriptionCount * sizeof(attributes[0]));
      input.pVertexBindingDescriptions = bindings;
      input.pVertexAttributeDescriptions = attributes;
      wrong.pVertexInputState = &input;
   }
   for (uint32_t i = 0; i < input.vertexBindingDescriptionCount; i++) {
      if (is("stride-multiple-of-4"))
         bindings[i].stride = (bindings[i].stride + 3) / 4 * 4;
      if (divides() && bindings[i].inputRate == VK_VERTEX_INPUT_RATE_INSTANCE)
         bindings[i].stride = 0;
   }
   for (uint32_t i = 0; i < input.vertexAttributeDescriptionCount; i++) {
      attributes[i].format = wrong_format(attributes[i].format);
   }
   learn_pipeline(pipeline, create);
   const VkResult status = next_CreateGraphicsPipelines(
      device, cache, count, &wrong, allocator, result);

   pipeline->handle = *result;
   return status;
}

/* ---- The layer ----------------------------------------------------------- */

static VKAPI_ATTR VkResult VKAPI_CALL
layer_CreateInstance(const VkInstanceCreateInfo *create,
                     const VkAllocationCallbacks *allocator,
                     VkInstance *instance)
{
   VkLayerInstanceCreateInfo *link = (void *)create->pNext;

   while (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
          link->function != VK_LAYER_LINK_INFO)
      link = (void *)link->pNext;
   next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
   link->u.pLayerInfo = link->u.pLayerInfo->pNext;
   fault = getenv("FAULT");
   return ((PFN_vkCreateInstance)next_instance(NULL, "vkCreateInstance"))(
      create, allocator, instance);
}

static VKAPI_ATTR VkResult VKAPI_CALL
layer_CreateDevice(VkPhysicalDevice physical,
                   const VkDeviceCreateInfo *create,
                   const VkAllocationCallbacks *allocator, VkDevice *device)
{
   VkLayerDeviceCreateInfo *link = (void *)create->pNext;

   while (link->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO ||
          link->function != VK_LAYER_LINK_INFO)
      link = (void *)link->pNext;
   next_device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
   const PFN_vkCreateDevice next =
      (PFN_vkCreateDevice)link->u.pLayerInfo->pfnNextGetInstanceProcAddr(
         NULL, "vkCreateDevice");
   link->u.pLayerInfo = link->u.pLayerInfo->pNext;
   const VkResult result = next(physical, create, allocator, device);

   if (result != VK_SUCCESS)
      return result;
#define LOAD(name) \
   next_##name = (PFN_vk##name)next_device(*device, "vk" #name);
   DEVICE_FUNCTIONS(LOAD)
   return result;
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
layer_GetDeviceProcAddr(VkDevice device, const char *name)
{
#define FIND(function)                    \
   if (strcmp(name, "vk" #function) == 0) \
      return (PFN_vkVoidFunction)wrong_##function;
   DEVICE_FUNCTIONS(FIND)
   if (strcmp(name, "vkGetDeviceProcAddr") == 0)
      return (PFN_vkVoidFunction)layer_GetDeviceProcAddr;
   return next_device(device, name);
}

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
layer_GetInstanceProcAddr(VkInstance instance, const char *name)
{
   if (strcmp(name, "vkCreateInstance") == 0)
      return (PFN_vkVoidFunction)layer_CreateInstance;
   if (strcmp(name, "vkCreateDevice") == 0)
      return (PFN_vkVoidFunction)layer_CreateDevice;
   if (strcmp(name, "vkGetDeviceProcAddr") == 0)
      return (PFN_vkVoidFunction)layer_GetDeviceProcAddr;
   if (strcmp(name, "vkGetInstanceProcAddr") == 0)
      return (PFN_vkVoidFunction)layer_GetInstanceProcAddr;
   return next_instance(instance, name);
}

VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *version)
{
   version->pfnGetInstanceProcAddr = layer_GetInstanceProcAddr;
   version->pfnGetDeviceProcAddr = layer_GetDeviceProcAddr;
   version->pfnGetPhysicalDeviceProcAddr = NULL;
   version->loaderLayerInterfaceVersion = 2;
   return VK_SUCCESS;
}
