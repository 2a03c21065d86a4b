/* SPDX-License-Identifier: MIT */

#include "random.h"
#include "scenes.h"

#include <string.h>

/* Wrong reads a little beyond the data still find bytes that tell where. */
#define MARGIN 4096

static const struct kind {
   const char *name;
   enum scene_left_out needs;
} kinds[SCENE_KINDS + 1] = {
   [SCENE_VERTICES] = {"vertex counts", LEFT_NOTHING},
   [SCENE_DIVISORS] = {"divisors", LEFT_NOTHING},
   [SCENE_LARGE_DIVISORS] = {"large divisors", LEFT_NOTHING},
   [SCENE_FIRST_VERTEX] = {"first vertex and base instance", LEFT_NOTHING},
   [SCENE_INDEXED] = {"indexed", LEFT_NOTHING},
   [SCENE_INDIRECT] = {"indirect", LEFT_INDIRECT},
   [SCENE_INDEXED_INDIRECT] = {"indexed indirect", LEFT_INDIRECT},
   [SCENE_SEVERAL_DRAWS] = {"several draws per command", LEFT_SEVERAL_DRAWS},
   [SCENE_CHANGED_COUNTS] = {"changed counts without a bind", LEFT_NOTHING},
   [SCENE_PARTIAL_REBINDS] = {"partial rebinds", LEFT_NOTHING},
   [SCENE_OTHER_OFFSETS] = {"other offsets", LEFT_NOTHING},
   [SCENE_OTHER_PIPELINES] = {"other pipelines", LEFT_NOTHING},
   [SCENE_DYNAMIC_STRIDES] = {"dynamic strides", LEFT_DYNAMIC_STRIDE},
   [SCENE_IMAGES] = {"images and texel buffers", LEFT_RESOURCES},
   [SCENE_NO_BUFFERS] = {"no vertex buffers", LEFT_NOTHING},
   [SCENE_NOTHING_TO_DRAW] = {"nothing to draw", LEFT_NOTHING},
   [SCENE_RESTART] = {"primitive restart", LEFT_RESTART},
   [SCENE_ATTRIBUTES] = {"many attributes", LEFT_NOTHING},
   [SCENE_SECONDARIES] = {"secondary command buffers", LEFT_SECONDARIES},
   [SCENE_SUBMISSIONS] = {"submitted again", LEFT_NOTHING},
   [SCENE_VIEWS] = {"multiview", LEFT_VIEWS},
   [SCENE_CLEARS] = {"clears and passes in between", LEFT_CLEARS},
   [SCENE_MIXED] = {"everything mixed", LEFT_NOTHING},
   [SCENE_MANY_INSTANCES] = {"many instances", LEFT_NOTHING},
   [SCENE_LARGE_STARTS] = {"large starts", LEFT_NOTHING},
   [SCENE_LARGEST_INDICES] = {"largest indices", LEFT_NOTHING},
   [SCENE_INDIRECT_STRIDES] = {"strides of indirect draws",
                               LEFT_INDIRECT_STRIDE},
   [SCENE_COUNT_BUFFERS] = {"count buffers", LEFT_COUNT_BUFFER},
   [SCENE_MULTI_DRAW] = {"multi draw", LEFT_MULTI_DRAW},
   [SCENE_EXACT_BUFFERS] = {"exact ends of buffers", LEFT_EXACT_BUFFERS},
   [SCENE_BIND_SIZES] = {"sizes of bound buffers", LEFT_SIZES},
   [SCENE_READS_OUTSIDE] = {"reads outside of buffers", LEFT_ZERO_OUTSIDE},
   [SCENE_SMALL_SIZES] = {"reads outside of bound sizes",
                          LEFT_ZERO_OUTSIDE_SIZES},
   [SCENE_NULL_BUFFERS] = {"null buffers", LEFT_NULL_BUFFERS},
   [SCENE_MANY_BINDINGS] = {"many bindings", LEFT_NOTHING},
   [SCENE_TRIANGLES] = {"triangle lists", LEFT_TRIANGLES},
   [SCENE_STRIPS] = {"triangle strips", LEFT_TRIANGLES},
   [SCENE_TESSELLATION] = {"tessellation", LEFT_TESSELLATION},
   [SCENE_FORMATS] = {"vertex formats", LEFT_NOTHING},
   [SCENE_DYNAMIC_INPUT] = {"dynamic vertex input", LEFT_DYNAMIC_INPUT},
   [SCENE_POINTERS] = {"attribute pointers", LEFT_POINTERS},
   [SCENE_BOUNDED] = {"reads bounded by buffers", LEFT_BOUNDED},
   [SCENE_RENDERING] = {"dynamic rendering", LEFT_RENDERING},
   [SCENE_NESTED] = {"nested command buffers", LEFT_NESTED},
   [SCENE_SHADER_OBJECTS] = {"shader objects", LEFT_SHADER_OBJECTS},
   [SCENE_KINDS] = {"given as text", LEFT_NOTHING},
};

static const char *const left_out_names[LEFT_COUNT] = {
   [LEFT_ATTRIBUTES] = "attributes beyond the limit",
   [LEFT_BINDINGS] = "bindings beyond the limit",
   [LEFT_STRIDE] = "strides or offsets beyond the limit",
   [LEFT_DIVISOR] = "divisors beyond the limit",
   [LEFT_ZERO_DIVISOR] = "divisor 0 per instance",
   [LEFT_ZERO_STRIDE] = "stride 0",
   [LEFT_BASE_INSTANCE] = "base instances",
   [LEFT_DIVISOR_BASE_INSTANCE] = "base instances with divisors",
   [LEFT_VERTEX_OFFSET] = "vertex offsets",
   [LEFT_INDIRECT] = "indirect draws",
   [LEFT_INDIRECT_BASE_INSTANCE] = "base instances of indirect draws",
   [LEFT_SEVERAL_DRAWS] = "several draws per command",
   [LEFT_INDEX_8] = "indices of 8 bits",
   [LEFT_INDEX_32] = "indices of 32 bits",
   [LEFT_RESTART] = "primitive restart of lists",
   [LEFT_DYNAMIC_STRIDE] = "dynamic strides",
   [LEFT_SECONDARIES] = "secondary command buffers",
   [LEFT_VIEWS] = "multiview",
   [LEFT_CLEARS] = "clears inside a pass",
   [LEFT_RESOURCES] = "images and texel buffers",
   [LEFT_FORMATS] = "vertex formats",
   [LEFT_POINTS] = "draws with too many points or too large buffers",
   [LEFT_LARGEST_INDEX] = "the largest index of 32 bits",
   [LEFT_INDIRECT_STRIDE] = "strides of indirect draws",
   [LEFT_COUNT_BUFFER] = "count buffers",
   [LEFT_MULTI_DRAW] = "multi draw",
   [LEFT_EXACT_BUFFERS] = "exact ends of buffers",
   [LEFT_SIZES] = "sizes of bound buffers",
   [LEFT_ZERO_OUTSIDE] = "reads outside of buffers",
   [LEFT_ZERO_OUTSIDE_SIZES] = "reads outside of bound sizes",
   [LEFT_NULL_BUFFERS] = "null buffers",
   [LEFT_TRIANGLES] = "triangles",
   [LEFT_STRIPS_RESTART] = "primitive restart of strips",
   [LEFT_PROVOKING] = "the choice of the provoking vertex",
   [LEFT_TESSELLATION] = "tessellation",
   [LEFT_DYNAMIC_INPUT] = "dynamic vertex input",
   [LEFT_POINTERS] = "attribute pointers",
   [LEFT_BOUNDED] = "reads bounded by buffers",
   [LEFT_RENDERING] = "dynamic rendering",
   [LEFT_NESTED] = "nested command buffers",
   [LEFT_SHADER_OBJECTS] = "shader objects",
   [LEFT_INDEX_OFFSETS] = "offsets of index buffers of indirect draws",
};

const char *
scene_kind_name(enum scene_kind kind)
{
   return kinds[kind].name;
}

enum scene_left_out
scene_kind_needs(enum scene_kind kind)
{
   return kinds[kind].needs;
}

const char *
scene_left_out_name(enum scene_left_out left)
{
   return left_out_names[left];
}

/* ---- Contents ---------------------------------------------------------- */

uint8_t
scene_byte(uint32_t buffer, uint64_t offset)
{
   uint32_t word = mix((uint32_t)(offset / 4) + 0x9E3779B9 * (buffer + 1));

   return (uint8_t)(word >> offset % 4 * 8);
}

uint32_t
scene_resource(uint32_t set, uint32_t resource)
{
   /* All bytes equal, so that filling any layout of an image is the same. */
   return 0x01010101 * (1 + set * SCENE_RESOURCES + resource);
}

/* ---- What the API specifies -------------------------------------------- */

uint32_t
scene_stride(const struct scene *scene, const struct scene_command *command,
             uint32_t binding)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];

   return pipeline->dynamic_stride ? command->bound[binding].stride
                                   : pipeline->bindings[binding].stride;
}

uint32_t
scene_element(const struct scene_binding *binding,
              const struct scene_draw *draw, uint32_t vertex,
              uint32_t instance)
{
   if (!binding->per_instance)
      return vertex;
   if (binding->divisor == 0)
      return draw->base_instance;
   return draw->base_instance +
          (instance - draw->base_instance) / binding->divisor;
}

struct scene_read
scene_read(const struct scene *scene, const struct scene_command *command,
           const struct scene_draw *draw,
           const struct scene_attribute *attribute, uint32_t vertex,
           uint32_t instance)
{
   const struct scene_bound *bound = &command->bound[attribute->binding];
   const struct scene_binding *binding =
      &scene->pipelines[command->pipeline].bindings[attribute->binding];
   uint64_t element = scene_element(binding, draw, vertex, instance);
   uint64_t offset =
      attribute->offset +
      element * scene_stride(scene, command, attribute->binding);
   uint64_t end = offset + scene_attribute_bytes(attribute);

   return (struct scene_read){
      .buffer = bound->buffer,
      .offset = bound->offset + offset,
      .zeros = bound->null || (bound->size != 0 && end > bound->size) ||
               (scene->cut != 0 &&
                bound->offset + end > scene->buffer_bytes[bound->buffer]),
   };
}

uint32_t
scene_attribute_bytes(const struct scene_attribute *attribute)
{
   return attribute->components * attribute->component_bytes;
}

static uint32_t
little_endian(struct scene_read read, uint32_t bytes)
{
   uint32_t value = 0, i;

   for (i = 0; i < bytes && !read.zeros; i++)
      value |= (uint32_t)scene_byte(read.buffer, read.offset + i) << 8 * i;
   return value;
}

static int32_t
sign_extend(uint32_t value, uint32_t bits)
{
   uint32_t sign = 1u << (bits - 1);

   return (int32_t)((value ^ sign) - sign);
}

/* Both smallest values of a signed format are -1. */
static uint32_t
normalized_bits(uint32_t value, uint32_t bits, bool is_signed)
{
   int32_t most = (int32_t)((1u << (bits - 1)) - 1);
   int32_t number;

   if (!is_signed)
      return value;
   number = sign_extend(value, bits);
   return (uint32_t)((number < -most ? -most : number) + most);
}

/* The bits of a float, if it is normal. */
static uint32_t
float_bits(uint32_t value, uint32_t bytes)
{
   uint32_t exponent = value >> (bytes == 2 ? 10 : 23);
   uint32_t most = bytes == 2 ? 31 : 255;

   exponent &= most;
   if (exponent == 0 || exponent == most)
      return 0;
   return bytes == 4 ? value
                     : (value >> 15) << 31 | (exponent + 112) << 23 |
                          (value & 0x3FF) << 13;
}

uint32_t
scene_normalized_bits(const struct scene_attribute *attribute,
                      uint32_t component)
{
   if (attribute->numeric >= SCENE_UNORM10)
      return component == 3 ? 2 : 10;
   return 8 * attribute->component_bytes;
}

/* 0 or 1 of a format, for components that it lacks. */
static uint32_t
missing(const struct scene_attribute *attribute, uint32_t component)
{
   uint32_t bits = scene_normalized_bits(attribute, component);
   bool one = component == 3;

   switch (attribute->numeric) {
   case SCENE_UNORM:
      return one ? (1u << bits) - 1 : 0;
   case SCENE_SNORM:
      return ((1u << (bits - 1)) - 1) * (one ? 2 : 1);
   case SCENE_FLOAT:
      return one ? 0x3F800000 : 0;
   default:
      return one;
   }
}

void
scene_value(const struct scene_attribute *attribute, struct scene_read read,
            uint32_t value[4])
{
   uint32_t bytes = attribute->component_bytes, i;

   for (i = 0; i < 4; i++) {
      uint32_t bits = scene_normalized_bits(attribute, i);
      uint32_t raw;

      if (attribute->numeric >= SCENE_UNORM10) {
         raw = little_endian(read, 4) >> 10 * i & ((1u << bits) - 1);
         value[i] =
            normalized_bits(raw, bits, attribute->numeric == SCENE_SNORM10);
         continue;
      }
      if (i >= attribute->components) {
         value[i] = missing(attribute, i);
         continue;
      }
      raw = little_endian(read, bytes);
      read.offset += bytes;
      switch (attribute->numeric) {
      case SCENE_SINT:
         value[i] = (uint32_t)sign_extend(raw, 8 * bytes);
         break;
      case SCENE_UNORM:
      case SCENE_SNORM:
         value[i] =
            normalized_bits(raw, bits, attribute->numeric == SCENE_SNORM);
         break;
      case SCENE_FLOAT:
         value[i] = float_bits(raw, bytes);
         break;
      default:
         value[i] = raw;
         break;
      }
   }
}

/* robustBufferAccess looks at whole strides, and at all attributes of a
 * binding together:
 * https://docs.vulkan.org/spec/latest/chapters/shaders.html */
bool
scene_may_be_outside(const struct scene *scene,
                     const struct scene_command *command,
                     const struct scene_draw *draw, uint32_t binding,
                     uint32_t vertex, uint32_t instance)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   const struct scene_bound *bound = &command->bound[binding];
   uint32_t stride = scene_stride(scene, command, binding);
   uint64_t bytes = scene->buffer_bytes[bound->buffer] - bound->offset;
   uint32_t i;

   if (stride != 0)
      bytes -= bytes % stride;
   for (i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *attribute = &pipeline->attributes[i];

      if (attribute->binding == binding &&
          scene_read(scene, command, draw, attribute, vertex, instance)
                   .offset +
                scene_attribute_bytes(attribute) >
             bound->offset + bytes)
         return true;
   }
   return false;
}

/* Each component by itself. The last one may be 1 or the largest number. */
bool
scene_is_bounded(const struct scene *scene, uint32_t buffer,
                 const uint32_t value[4])
{
   /* Drivers round the memory of a buffer up. */
   uint64_t end = scene->buffer_bytes[buffer] + MARGIN, offset;
   uint32_t missing = 0, word = 0, i;

   for (i = 0; i < 4; i++) {
      bool last = i == 3 && (value[i] == 1 || value[i] == INT32_MAX ||
                             value[i] == UINT32_MAX);

      missing |= (uint32_t)(value[i] != 0 && !last) << i;
   }
   for (offset = 0; offset < end && missing != 0; offset++) {
      word = word >> 8 | (uint32_t)scene_byte(buffer, offset) << 24;
      for (i = 0; i < 4 && offset >= 3; i++) {
         if (word == value[i])
            missing &= ~(1u << i);
      }
   }
   return missing == 0;
}

uint32_t
scene_index(const struct scene_command *command,
            const struct scene_draw *draw, uint32_t i,
            const struct scene_pipeline *pipeline, bool *restart)
{
   uint32_t seed = command->index_seed;

   *restart = pipeline->restart &&
              (draw->only_restart || i % (2 + seed / 4 % 5) == 1);
   if (*restart)
      return (uint32_t)(((uint64_t)1 << 8 * command->index_bytes) - 1);
   switch (seed % 4) {
   case 0:
      return draw->first + i % draw->range;
   case 1:
      return draw->first + draw->range - 1 - i % draw->range;
   default:
      return draw->first + mix(seed + i) % draw->range;
   }
}

static void
write_index(uint32_t index, uint32_t bytes, void *to)
{
   const uint16_t index16 = (uint16_t)index;
   const uint8_t index8 = (uint8_t)index;

   memcpy(to,
          bytes == 4   ? (const void *)&index
          : bytes == 2 ? (const void *)&index16
                       : &index8,
          bytes);
}

void
scene_write_indices(const struct scene *scene, void *bytes)
{
   uint32_t i, j, k;

   for (i = 0; i < scene->command_count; i++) {
      const struct scene_command *command = &scene->commands[i];
      uint8_t *to = (uint8_t *)bytes + command->index_offset;

      for (j = 0; j < command->draw_count && command->index_bytes != 0; j++) {
         for (k = 0; k < command->draws[j].count; k++) {
            bool restart;

            write_index(
               scene_index(command, &command->draws[j], k,
                           &scene->pipelines[command->pipeline], &restart),
               command->index_bytes, to);
            to += command->index_bytes;
         }
      }
   }
}

uint32_t
scene_first_index(const struct scene_command *command,
                  const struct scene_draw *draw)
{
   return draw->first_index +
          (command->own_indices
              ? 0
              : command->index_offset / command->index_bytes);
}

uint32_t
scene_drawn(const struct scene_command *command)
{
   return command->counted
             ? smaller(command->counted_draws, command->draw_count)
             : command->draw_count;
}

uint32_t
scene_indirect_stride(const struct scene_command *command)
{
   if (command->indirect_stride != 0)
      return command->indirect_stride;
   return command->index_bytes != 0 ? 20 : 16;
}

/* SCENE_DRAWS draws of each command, and what is between them. */
uint32_t
scene_indirect_offset(const struct scene *scene, uint32_t number)
{
   uint32_t bytes = 0, i;

   for (i = 0; i < number; i++)
      bytes += SCENE_DRAWS * scene_indirect_stride(&scene->commands[i]);
   return bytes;
}

/* Behind the command's draws is one that must not be drawn: a point where the
 * second instance begins. */
static void
write_indirect(const struct scene_command *command, uint32_t number, char *to)
{
   struct scene_draw draw = command->draws[0];
   uint32_t words[5], count = 0;

   if (number < command->draw_count) {
      draw = command->draws[number];
   } else {
      draw.count = draw.instances = 1;
      if (command->index_bytes != 0)
         draw.vertex_offset += (int32_t)command->width;
      else
         draw.first = command->first_vertex + command->width;
      draw.base_instance = command->first_instance;
   }
   words[count++] = draw.count;
   words[count++] = draw.instances;
   if (command->index_bytes != 0) {
      words[count++] = scene_first_index(command, &draw);
      words[count++] = (uint32_t)draw.vertex_offset;
   } else {
      words[count++] = draw.first;
   }
   words[count++] = draw.base_instance;
   memcpy(to, words, count * sizeof(words[0]));
}

void
scene_write_indirect(const struct scene *scene, void *bytes)
{
   uint32_t i, j;

   memset(bytes, 0, scene_indirect_offset(scene, scene->command_count));
   for (i = 0; i < scene->command_count; i++) {
      const struct scene_command *command = &scene->commands[i];
      char *to = (char *)bytes + scene_indirect_offset(scene, i);

      for (j = 0; j < SCENE_DRAWS; j++, to += scene_indirect_stride(command))
         write_indirect(command, j, to);
   }
}

void
scene_pixels(const struct scene *scene, const struct scene_command *command,
             const struct scene_draw *draw,
             void (*call)(uint32_t color_vertex, uint32_t place_vertex,
                          void *data),
             void *data)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t corners[3] = {0}, length = 0, i;

   for (i = 0; i < draw->count; i++) {
      uint32_t vertex = draw->first + i;
      bool restart = false;

      if (command->index_bytes != 0) {
         vertex = scene_index(command, draw, i, pipeline, &restart) +
                  (uint32_t)draw->vertex_offset;
      }
      if (restart) {
         length = 0;
         continue;
      }
      if (pipeline->topology == SCENE_POINTS ||
          pipeline->topology == SCENE_PATCHES) {
         call(vertex, vertex, data);
         continue;
      }
      corners[0] = corners[1];
      corners[1] = corners[2];
      corners[2] = vertex;
      length++;
      /* The corner in the middle is above or below the center of its pixel,
       * the others half a pixel or more from it. */
      if (length == 3 ||
          (length > 3 && pipeline->topology == SCENE_TRIANGLE_STRIP))
         call(corners[pipeline->last_provokes ? 2 : 0], corners[1], data);
      if (length == 3 && pipeline->topology == SCENE_TRIANGLE_LIST)
         length = 0;
   }
}

/* ---- Places ------------------------------------------------------------ */

struct range {
   uint32_t first;
   uint32_t last;
};

static struct range
draw_vertices(const struct scene_command *command,
              const struct scene_draw *draw)
{
   uint32_t first = draw->first, count = draw->count;

   if (command->index_bytes != 0) {
      first += (uint32_t)draw->vertex_offset;
      count = draw->range;
   }
   return (struct range){first, first + count - 1};
}

/* Makes the buffer at least this large. */
static bool
place_end(struct scene *scene, uint32_t buffer, uint64_t end,
          const struct scene_limits *limits)
{
   if (!scene->exact)
      end = (end + MARGIN) / 4 * 4;
   if (end > limits->buffer_bytes)
      return false;
   scene->buffer_bytes[buffer] =
      larger(scene->buffer_bytes[buffer], (uint32_t)end);
   return true;
}

/* Whether the API says what is read. */
static bool
is_defined(const struct scene *scene, const struct scene_attribute *attribute,
           const struct scene_bound *bound, struct scene_read read,
           const struct scene_limits *limits)
{
   if (!read.zeros)
      return true;
   /* Drivers differ in components that the format lacks. */
   if (attribute->components != 4)
      return false;
   if (bound->null)
      return limits->null_buffers;
   if (bound->size != 0)
      return limits->zero_outside_sizes;
   return scene->bounded ? limits->bounded : limits->zero_outside;
}

/* Calls for the last element that each attribute of each draw reads. */
static bool
each_last_read(struct scene *scene, const struct scene_limits *limits,
               bool (*call)(struct scene *scene,
                            const struct scene_attribute *attribute,
                            const struct scene_bound *bound,
                            struct scene_read read,
                            const struct scene_limits *limits))
{
   uint32_t i, j, k;

   for (i = 0; i < scene->command_count; i++) {
      const struct scene_command *command = &scene->commands[i];
      const struct scene_pipeline *pipeline =
         &scene->pipelines[command->pipeline];

      for (j = 0; j < command->draw_count; j++) {
         const struct scene_draw *draw = &command->draws[j];

         for (k = 0; k < pipeline->attribute_count && draw->count != 0 &&
                     draw->instances != 0;
              k++) {
            const struct scene_attribute *attribute =
               &pipeline->attributes[k];

            if (!call(scene, attribute, &command->bound[attribute->binding],
                      scene_read(scene, command, draw, attribute,
                                 draw_vertices(command, draw).last,
                                 draw->base_instance + draw->instances - 1),
                      limits))
               return false;
         }
      }
   }
   return true;
}

static bool
place_read(struct scene *scene, const struct scene_attribute *attribute,
           const struct scene_bound *bound, struct scene_read read,
           const struct scene_limits *limits)
{
   if (bound->null || bound->size != 0)
      return true;
   return place_end(scene, read.buffer,
                    read.offset + scene_attribute_bytes(attribute), limits);
}

static bool
check_read(struct scene *scene, const struct scene_attribute *attribute,
           const struct scene_bound *bound, struct scene_read read,
           const struct scene_limits *limits)
{
   return is_defined(scene, attribute, bound, read, limits);
}

/* Each buffer reaches behind where it is bound. */
static bool
place_bound(struct scene *scene, const struct scene_limits *limits)
{
   uint32_t i, j;

   for (i = 0; i < scene->command_count; i++) {
      const struct scene_command *command = &scene->commands[i];
      const struct scene_pipeline *pipeline =
         &scene->pipelines[command->pipeline];

      for (j = 0; j < SCENE_BINDINGS; j++) {
         const struct scene_bound *bound = &command->bound[j];

         if (pipeline->bindings[j].used &&
             !place_end(scene, bound->buffer,
                        (uint64_t)bound->offset + larger(bound->size, 4),
                        limits))
            return false;
      }
   }
   return true;
}

/* Sizes of buffers, after commands have their draws. */
static bool
place_buffers(struct scene *scene, const struct scene_limits *limits)
{
   uint32_t i;

   for (i = 0; i < SCENE_BUFFERS; i++)
      scene->buffer_bytes[i] = 0;
   if (!each_last_read(scene, limits, place_read))
      return false;
   for (i = 0; i < SCENE_BUFFERS && scene->exact; i++)
      scene->buffer_bytes[i] -= smaller(scene->cut, scene->buffer_bytes[i]);
   return place_bound(scene, limits) &&
          each_last_read(scene, limits, check_read);
}

/* Triangles of one instance are in one row, where neighbours in a row touch
 * no other pixel. */
static bool
place_rows(struct scene_command *command)
{
   if (command->width > SCENE_ROW)
      return false;
   command->width = SCENE_ROW;
   command->slot = (command->slot + SCENE_ROW - 1) / SCENE_ROW * SCENE_ROW;
   return true;
}

static bool
place_command(struct scene *scene, struct scene_command *command,
              const struct scene_limits *limits, uint64_t *vertices_shaded)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   struct range vertices = {UINT32_MAX, 0}, instances = {UINT32_MAX, 0};
   uint64_t slots;
   uint32_t i;

   command->slot = scene->slots;
   command->slots = command->width = command->shown = 0;
   command->first_vertex = command->first_instance = 0;
   command->index_count = 0;
   for (i = 0; i < command->draw_count; i++) {
      struct scene_draw *draw = &command->draws[i];
      struct range range = draw_vertices(command, draw);

      /* The call has them once. */
      if (command->multi) {
         draw->instances = command->draws[0].instances;
         draw->base_instance = command->draws[0].base_instance;
      }
      if (command->index_bytes != 0) {
         draw->first_index = command->index_count;
         command->index_count += draw->count;
      }
      if (draw->count == 0 || draw->instances == 0)
         continue;
      *vertices_shaded += (uint64_t)draw->count * draw->instances;
      vertices.first = smaller(vertices.first, range.first);
      vertices.last = larger(vertices.last, range.last);
      instances.first = smaller(instances.first, draw->base_instance);
      instances.last =
         larger(instances.last, draw->base_instance + draw->instances - 1);
   }

   command->index_offset = (scene->index_bytes + 3) / 4 * 4;
   scene->index_bytes =
      command->index_offset + command->index_count * command->index_bytes;
   if (vertices.first > vertices.last ||
       command->hidden > instances.last - instances.first)
      return true;
   command->first_vertex = vertices.first;
   command->first_instance = instances.first + command->hidden;
   command->shown = instances.last - command->first_instance + 1;
   command->width = vertices.last - vertices.first + 1;
   if ((pipeline->topology == SCENE_TRIANGLE_LIST ||
        pipeline->topology == SCENE_TRIANGLE_STRIP) &&
       !place_rows(command))
      return false;
   slots = (uint64_t)command->width * command->shown;
   if (slots > limits->points)
      return false;
   command->slots = (uint32_t)slots;
   scene->slots = command->slot + command->slots;
   return scene->slots <= limits->points;
}

bool
scene_place(struct scene *scene, const struct scene_limits *limits)
{
   uint64_t vertices_shaded = 0;
   uint32_t i;

   scene->slots = scene->index_bytes = 0;
   for (i = 0; i < scene->command_count; i++) {
      if (!place_command(scene, &scene->commands[i], limits,
                         &vertices_shaded))
         return false;
   }
   return vertices_shaded <= limits->vertices && place_buffers(scene, limits);
}
