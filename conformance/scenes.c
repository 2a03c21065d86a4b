/* SPDX-License-Identifier: MIT */

#include "scenes.h"

#include <string.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Wrong reads a little beyond the data still find bytes that tell where. */
#define MARGIN 4096

static const char *const kind_names[SCENE_KINDS] = {
   [SCENE_VERTICES] = "vertex counts",
   [SCENE_DIVISORS] = "divisors",
   [SCENE_LARGE_DIVISORS] = "large divisors",
   [SCENE_FIRST_VERTEX] = "first vertex and base instance",
   [SCENE_INDEXED] = "indexed",
   [SCENE_INDIRECT] = "indirect",
   [SCENE_INDEXED_INDIRECT] = "indexed indirect",
   [SCENE_SEVERAL_DRAWS] = "several draws per command",
   [SCENE_CHANGED_COUNTS] = "changed counts without a bind",
   [SCENE_PARTIAL_REBINDS] = "partial rebinds",
   [SCENE_OTHER_OFFSETS] = "other offsets",
   [SCENE_OTHER_PIPELINES] = "other pipelines",
   [SCENE_DYNAMIC_STRIDES] = "dynamic strides",
   [SCENE_IMAGES] = "images and texel buffers",
   [SCENE_NO_BUFFERS] = "no vertex buffers",
   [SCENE_NOTHING_TO_DRAW] = "nothing to draw",
   [SCENE_RESTART] = "primitive restart",
   [SCENE_ATTRIBUTES] = "many attributes",
   [SCENE_SECONDARIES] = "secondary command buffers",
   [SCENE_SUBMISSIONS] = "submitted again",
   [SCENE_VIEWS] = "multiview",
   [SCENE_CLEARS] = "clears and passes in between",
   [SCENE_MIXED] = "everything mixed",
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
   [LEFT_RESTART] = "primitive restart of points",
   [LEFT_DYNAMIC_STRIDE] = "dynamic strides",
   [LEFT_SECONDARIES] = "secondary command buffers",
   [LEFT_VIEWS] = "multiview",
   [LEFT_CLEARS] = "clears inside a pass",
   [LEFT_RESOURCES] = "images and texel buffers",
   [LEFT_FORMATS] = "vertex formats",
   [LEFT_POINTS] = "draws with too many points or too large buffers",
};

const char *
scene_kind_name(enum scene_kind kind)
{
   return kind_names[kind];
}

const char *
scene_left_out_name(enum scene_left_out left)
{
   return left_out_names[left];
}

/* ---- Random numbers and contents --------------------------------------- */

static uint32_t
mix(uint32_t value)
{
   value ^= value >> 16;
   value *= 0x7FEB352D;
   value ^= value >> 15;
   value *= 0x846CA68B;
   return value ^ value >> 16;
}

struct random {
   uint32_t seed;
   uint32_t step;
};

static uint32_t
next(struct random *random)
{
   return mix(random->seed + mix(++random->step));
}

/* 0 to below - 1 */
static uint32_t
below(struct random *random, uint32_t limit)
{
   return next(random) % limit;
}

static bool
one_in(struct random *random, uint32_t count)
{
   return below(random, count) == 0;
}

static uint32_t
smaller(uint32_t a, uint32_t b)
{
   return a < b ? a : b;
}

static uint32_t
larger(uint32_t a, uint32_t b)
{
   return a > b ? a : b;
}

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

   return (struct scene_read){
      .buffer = bound->buffer,
      .offset = bound->offset + attribute->offset +
                element * scene_stride(scene, command, attribute->binding),
   };
}

void
scene_value(const struct scene_attribute *attribute, struct scene_read read,
            uint32_t value[4])
{
   uint32_t i, byte;

   for (i = 0; i < 4; i++) {
      value[i] = i == 3 ? 1 : 0;
      if (i >= attribute->components)
         continue;
      value[i] = 0;
      for (byte = 0; byte < attribute->component_bytes; byte++) {
         value[i] |= (uint32_t)scene_byte(read.buffer, read.offset++)
                     << 8 * byte;
      }
   }
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

   memcpy(to, bytes == 4 ? (const void *)&index
              : bytes == 2 ? (const void *)&index16 : &index8, bytes);
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

            write_index(scene_index(command, &command->draws[j], k,
                                    &scene->pipelines[command->pipeline],
                                    &restart),
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
   return command->index_offset / command->index_bytes + draw->first_index;
}

uint32_t
scene_write_indirect(const struct scene_command *command,
                     const struct scene_draw *draw, uint32_t words[5])
{
   uint32_t count = 0;

   words[count++] = draw->count;
   words[count++] = draw->instances;
   if (command->index_bytes != 0) {
      words[count++] = scene_first_index(command, draw);
      words[count++] = (uint32_t)draw->vertex_offset;
   } else {
      words[count++] = draw->first;
   }
   words[count++] = draw->base_instance;
   return count;
}

uint32_t
scene_locations(const struct scene_pipeline *pipeline)
{
   uint32_t locations = 0, i;

   for (i = 0; i < pipeline->attribute_count; i++)
      locations |= 1u << pipeline->attributes[i].location;
   return locations;
}

void
scene_vertices(const struct scene *scene, const struct scene_command *command,
               const struct scene_draw *draw, uint8_t *drawn)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t i;

   memset(drawn, 0, command->width);
   for (i = 0; i < draw->count; i++) {
      uint32_t vertex = draw->first + i;
      bool restart = false;

      if (command->index_bytes != 0) {
         vertex = scene_index(command, draw, i, pipeline, &restart) +
                  (uint32_t)draw->vertex_offset;
      }
      if (!restart)
         drawn[vertex - command->first_vertex] = 1;
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

static bool
place_command(struct scene *scene, struct scene_command *command,
              const struct scene_limits *limits)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   struct range vertices = {UINT32_MAX, 0}, instances = {UINT32_MAX, 0};
   uint64_t slots;
   uint32_t i, j;

   command->slot = scene->slots;
   command->slots = command->width = 0;
   command->first_vertex = command->first_instance = 0;
   command->index_count = 0;
   for (i = 0; i < command->draw_count; i++) {
      struct scene_draw *draw = &command->draws[i];
      struct range range = draw_vertices(command, draw);

      if (command->index_bytes != 0) {
         draw->first_index = command->index_count;
         command->index_count += draw->count;
      }
      if (draw->count == 0 || draw->instances == 0)
         continue;
      vertices.first = smaller(vertices.first, range.first);
      vertices.last = larger(vertices.last, range.last);
      instances.first = smaller(instances.first, draw->base_instance);
      instances.last =
         larger(instances.last, draw->base_instance + draw->instances - 1);

      for (j = 0; j < pipeline->attribute_count; j++) {
         const struct scene_attribute *attribute = &pipeline->attributes[j];
         uint32_t last = draw->base_instance + draw->instances - 1;
         struct scene_read read =
            scene_read(scene, command, draw, attribute, range.last, last);
         uint64_t end = read.offset + MARGIN;

         if (end > limits->buffer_bytes)
            return false;
         scene->buffer_bytes[read.buffer] =
            larger(scene->buffer_bytes[read.buffer], (uint32_t)end / 4 * 4);
      }
   }

   command->index_offset = (scene->index_bytes + 3) / 4 * 4;
   scene->index_bytes =
      command->index_offset + command->index_count * command->index_bytes;
   if (vertices.first > vertices.last)
      return true;
   command->first_vertex = vertices.first;
   command->first_instance = instances.first;
   command->width = vertices.last - vertices.first + 1;
   slots = (uint64_t)command->width * (instances.last - instances.first + 1);
   if (slots > limits->points)
      return false;
   command->slots = (uint32_t)slots;
   scene->slots += command->slots;
   return scene->slots <= limits->points;
}

bool
scene_place(struct scene *scene, const struct scene_limits *limits)
{
   uint32_t i, j;

   scene->slots = scene->index_bytes = 0;
   for (i = 0; i < SCENE_BUFFERS; i++)
      scene->buffer_bytes[i] = 0;
   for (i = 0; i < scene->command_count; i++) {
      struct scene_command *command = &scene->commands[i];

      if (!place_command(scene, command, limits))
         return false;
      /* All bindings stay bound, also for pipelines that do not use them. */
      for (j = 0; j < SCENE_BINDINGS; j++) {
         uint32_t *bytes = &scene->buffer_bytes[command->bound[j].buffer];

         *bytes = larger(*bytes, (command->bound[j].offset + MARGIN) / 4 * 4);
      }
   }
   return true;
}

/* ---- Generation -------------------------------------------------------- */

/* A number next to where a rule for counts can change: small odd numbers
 * times a power of two. */
static uint32_t
pick_count(struct random *random, uint32_t max)
{
   static const uint32_t odd[] = {1, 1, 3, 5, 7, 9, 11, 13, 15, 17};
   uint32_t shift = below(random, 1 + below(random, 14));
   uint32_t count = odd[below(random, ARRAY_SIZE(odd))] << shift;

   count += below(random, 3) - 1;
   return count == 0 ? 1 : count > max ? 1 + count % max : count;
}

static uint32_t
pick_instances(struct random *random)
{
   static const uint32_t counts[] = {
      1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 255,
   };

   return counts[below(random, ARRAY_SIZE(counts))];
}

static uint32_t
pick_divisor(struct random *random, enum scene_kind kind)
{
   static const uint32_t small[] = {
      1, 1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 17, 31, 32, 33, 100,
   };
   static const uint32_t large[] = {
      255,        256,        257,        65535,      65536,      65537,
      0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFF,
   };

   if (one_in(random, 12))
      return 0;
   if (kind == SCENE_LARGE_DIVISORS || one_in(random, 20)) {
      if (one_in(random, 2))
         return large[below(random, ARRAY_SIZE(large))];
      return next(random);
   }
   return small[below(random, ARRAY_SIZE(small))];
}

/* The largest component and the end of the attributes that share a binding,
 * in all pipelines: offsets and strides must be multiples of one and at least
 * the other. */
static uint32_t
alignment(const struct scene *scene, uint32_t binding, uint32_t *end)
{
   uint32_t align = 1, i, j;

   *end = 0;
   for (i = 0; i < scene->pipeline_count; i++) {
      const struct scene_pipeline *pipeline = &scene->pipelines[i];

      for (j = 0; j < pipeline->attribute_count; j++) {
         const struct scene_attribute *attribute = &pipeline->attributes[j];

         if (attribute->binding != binding)
            continue;
         align = larger(align, attribute->component_bytes);
         *end =
            larger(*end, attribute->offset + attribute->components *
                                                attribute->component_bytes);
      }
   }
   *end = (*end + align - 1) / align * align;
   return align;
}

static uint32_t
pick_stride(struct random *random, const struct scene *scene,
            uint32_t binding)
{
   uint32_t end, align = alignment(scene, binding, &end);

   switch (below(random, 12)) {
   case 0:
      return 0;
   case 1:
      return (end + 15) / 16 * 16;
   case 2:
      return end + align * below(random, 64);
   case 3:
      return larger(end, (1u << below(random, 10)) / align * align);
   case 4:
      return one_in(random, 3) ? 2048 : end + align;
   default:
      return end;
   }
}

static void
make_attributes(struct random *random, enum scene_kind kind,
                struct scene_pipeline *pipeline)
{
   uint32_t count = 1 + below(random, 1 + below(random, 6));
   uint32_t bindings, location = 0, i;

   if (kind == SCENE_ATTRIBUTES)
      count = one_in(random, 2) ? 16 : 1 + below(random, 16);
   if (kind == SCENE_NO_BUFFERS)
      count = 0;
   bindings = one_in(random, 3) ? 1 + below(random, 3) : 1 + count;
   if (kind == SCENE_PARTIAL_REBINDS || kind == SCENE_DIVISORS ||
       kind == SCENE_DYNAMIC_STRIDES) {
      count = larger(count, 2);
      bindings = count;
   }
   for (i = 0; i < count; i++) {
      struct scene_attribute *attribute =
         &pipeline->attributes[pipeline->attribute_count];

      /* Gaps, as long as the rest fits. */
      if (SCENE_LOCATIONS - location > count - i && one_in(random, 3))
         location +=
            1 + below(random, SCENE_LOCATIONS - location - (count - i));
      attribute->location = (uint8_t)location++;
      attribute->binding =
         (uint8_t)(below(random, bindings) % SCENE_BINDINGS);
      if (kind == SCENE_DIVISORS || kind == SCENE_LARGE_DIVISORS ||
          kind == SCENE_PARTIAL_REBINDS || one_in(random, 2)) {
         attribute->binding = (uint8_t)(i % SCENE_BINDINGS);
         /* Gaps between bindings. */
         if (count < 5 && one_in(random, 3))
            attribute->binding = (uint8_t)(3 * i + 1);
      }
      attribute->components = (uint8_t)(1 + below(random, 4));
      attribute->component_bytes = (uint8_t)(1 << below(random, 3));
      /* Mostly large enough to tell elements apart. */
      if (one_in(random, 2)) {
         attribute->components = one_in(random, 2) ? 1 : 4;
         attribute->component_bytes = 4;
      }
      attribute->offset =
         below(random, 1 + below(random, 9)) * attribute->component_bytes;
      if (one_in(random, 30))
         attribute->offset = 2044;
      pipeline->attribute_count++;
   }
}

static void
make_bindings(struct random *random, enum scene_kind kind,
              struct scene *scene, struct scene_pipeline *pipeline)
{
   uint32_t i;

   for (i = 0; i < pipeline->attribute_count; i++) {
      uint32_t number = pipeline->attributes[i].binding;
      struct scene_binding *binding = &pipeline->bindings[number];

      if (binding->used)
         continue;
      binding->used = true;
      binding->stride = pick_stride(random, scene, number);
      binding->per_instance = one_in(random, 2);
      if ((kind == SCENE_DIVISORS || kind == SCENE_LARGE_DIVISORS ||
           kind == SCENE_DYNAMIC_STRIDES) &&
          i > 0)
         binding->per_instance = true;
      if (binding->per_instance)
         binding->divisor = pick_divisor(random, kind);
   }
}

static void
make_pipelines(struct random *random, struct scene *scene)
{
   enum scene_kind kind = scene->kind;
   uint32_t i;

   scene->pipeline_count = 1;
   if (kind == SCENE_OTHER_PIPELINES)
      scene->pipeline_count = 2 + below(random, 2);
   if (kind == SCENE_MIXED || kind == SCENE_SECONDARIES ||
       kind == SCENE_NO_BUFFERS)
      scene->pipeline_count = 1 + below(random, 2);
   for (i = 0; i < scene->pipeline_count; i++) {
      struct scene_pipeline *pipeline = &scene->pipelines[i];

      make_attributes(
         random, i > 0 && kind == SCENE_NO_BUFFERS ? SCENE_ATTRIBUTES : kind,
         pipeline);
      pipeline->dynamic_stride = kind == SCENE_DYNAMIC_STRIDES
                                    ? !one_in(random, 4)
                                    : one_in(random, 12);
      pipeline->resources =
         kind == SCENE_IMAGES ||
         (kind == SCENE_NO_BUFFERS && one_in(random, 2)) ||
         (kind == SCENE_MIXED && one_in(random, 3)) ||
         (kind == SCENE_OTHER_PIPELINES && one_in(random, 4));
      pipeline->restart =
         kind == SCENE_RESTART || (kind == SCENE_MIXED && one_in(random, 4));
   }
   /* Strides depend on the attributes of all pipelines. */
   for (i = 0; i < scene->pipeline_count; i++)
      make_bindings(random, kind, scene, &scene->pipelines[i]);
}

static void
make_offset(struct random *random, const struct scene *scene,
            struct scene_command *command, uint32_t binding)
{
   struct scene_bound *bound = &command->bound[binding];
   uint32_t end, align = alignment(scene, binding, &end);

   bound->offset = below(random, 1 + below(random, 300)) * align;
   /* Drivers align addresses to 64 bytes. */
   if (one_in(random, 3))
      bound->offset = below(random, 5) * 64;
}

static void
make_bound(struct random *random, const struct scene *scene,
           struct scene_command *command, uint32_t binding)
{
   command->bound[binding].buffer = below(random, SCENE_BUFFERS);
   command->bound[binding].stride = pick_stride(random, scene, binding);
   make_offset(random, scene, command, binding);
}

static uint32_t
pick_first(struct random *random)
{
   static const uint32_t firsts[] = {
      0, 1, 1, 2, 3, 4, 7, 15, 16, 17, 63, 100, 255, 1000, 4095, 4097,
   };

   return firsts[below(random, ARRAY_SIZE(firsts))];
}

/* Counts and first numbers. Draws of one command have vertices of their own,
 * because the shader does not know which draw it belongs to. */
static void
make_counts(struct random *random, const struct scene *scene,
            struct scene_command *command)
{
   enum scene_kind kind = scene->kind;
   uint32_t vertex = 0, i;

   for (i = 0; i < command->draw_count; i++) {
      struct scene_draw *draw = &command->draws[i];
      bool starts = kind == SCENE_FIRST_VERTEX ||
                    kind == SCENE_DYNAMIC_STRIDES || one_in(random, 3);
      uint32_t end;

      draw->instances = pick_instances(random);
      draw->count = pick_count(random, draw->instances > 8 ? 300 : 20000);
      if (kind == SCENE_DIVISORS && one_in(random, 2)) {
         draw->count = 1 + below(random, 12);
         draw->instances = 1 + below(random, 1000);
      }
      if (kind == SCENE_LARGE_DIVISORS)
         draw->instances = 2 + below(random, 40);
      draw->base_instance =
         starts && !one_in(random, 3) ? pick_first(random) % 300 : 0;
      draw->first = starts ? pick_first(random) : 0;
      draw->vertex_offset = 0;
      draw->only_restart = false;
      if (command->index_bytes != 0) {
         uint32_t max = command->index_bytes == 1 ? 254 : 65534;

         draw->first %= max / 2;
         draw->range = pick_count(random, max / 2);
         draw->range = smaller(draw->range, draw->count);
         if (command->index_bytes == 4 && one_in(random, 4))
            draw->first += 70000;
         if (starts && one_in(random, 2)) {
            draw->vertex_offset = one_in(random, 3)
                                     ? -(int32_t)(draw->first / 2)
                                     : (int32_t)pick_first(random);
         }
      }
      if (command->draw_count > 1) {
         draw->count = smaller(draw->count, 200);
         draw->range = smaller(draw->range, draw->count);
         draw->instances = smaller(draw->instances, 20);
         draw->base_instance %= 8;
         if (command->index_bytes != 0) {
            draw->first %= 40;
            draw->vertex_offset = (int32_t)vertex;
         } else {
            draw->first = vertex + draw->first % 40;
         }
      }
      if (kind == SCENE_NOTHING_TO_DRAW && one_in(random, 2)) {
         if (one_in(random, 2))
            draw->count = 0;
         else
            draw->instances = 0;
      }
      if (scene->pipelines[command->pipeline].restart && one_in(random, 3))
         draw->only_restart = true;
      end = draw_vertices(command, draw).last + 1;
      vertex = larger(vertex, end);
   }
}

static void
make_kind_of_command(struct random *random, const struct scene *scene,
                     struct scene_command *command)
{
   static const uint32_t bytes[] = {1, 2, 2, 4};
   enum scene_kind kind = scene->kind;
   bool any = kind > SCENE_SEVERAL_DRAWS;
   bool indexed = any && one_in(random, 3);

   if (kind == SCENE_INDEXED || kind == SCENE_INDEXED_INDIRECT ||
       kind == SCENE_RESTART ||
       (kind == SCENE_SEVERAL_DRAWS && one_in(random, 2)))
      indexed = true;
   command->index_bytes =
      indexed ? bytes[below(random, ARRAY_SIZE(bytes))] : 0;
   command->index_seed = next(random);
   command->indirect =
      kind == SCENE_INDIRECT || kind == SCENE_INDEXED_INDIRECT ||
      kind == SCENE_SEVERAL_DRAWS ||
      (any && one_in(random, kind == SCENE_DYNAMIC_STRIDES ? 2 : 3));
   command->draw_count = 1;
   if (kind == SCENE_SEVERAL_DRAWS ||
       (kind == SCENE_MIXED && command->indirect && one_in(random, 3)))
      command->draw_count = 2 + below(random, SCENE_DRAWS - 1);
}

static void
make_commands(struct random *random, struct scene *scene)
{
   enum scene_kind kind = scene->kind;
   uint32_t i, j;

   scene->command_count = 2 + below(random, SCENE_COMMANDS - 2);
   if (kind <= SCENE_SEVERAL_DRAWS)
      scene->command_count = 1 + below(random, 5);
   for (i = 0; i < scene->command_count; i++) {
      struct scene_command *command = &scene->commands[i];
      bool first = i == 0;

      if (!first)
         *command = scene->commands[i - 1];
      for (j = 0; j < SCENE_BINDINGS; j++) {
         /* All buffers change at once, or some, or none. */
         if (first || (kind == SCENE_PARTIAL_REBINDS && one_in(random, 3)) ||
             (kind >= SCENE_SECONDARIES && one_in(random, 20)))
            make_bound(random, scene, command, j);
         else if (kind == SCENE_OTHER_OFFSETS && one_in(random, 2))
            make_offset(random, scene, command, j);
         else if (kind == SCENE_DYNAMIC_STRIDES && one_in(random, 2))
            command->bound[j].stride =
               command->bound[j].stride != 0 && one_in(random, 2)
                  ? 0
                  : pick_stride(random, scene, j);
      }
      if (kind == SCENE_IMAGES && !first && one_in(random, 2))
         make_bound(random, scene, command, below(random, 3));
      command->pipeline = below(random, scene->pipeline_count);
      if (first || one_in(random, 2))
         command->resource_set = below(random, SCENE_RESOURCE_SETS);
      if (first || kind == SCENE_MIXED || kind <= SCENE_SEVERAL_DRAWS ||
          one_in(random, 2))
         make_kind_of_command(random, scene, command);
      make_counts(random, scene, command);
      command->clear_before = kind >= SCENE_CLEARS && one_in(random, 3);
      command->pass_before =
         kind >= SCENE_CLEARS && !first && one_in(random, 4);
      if (kind == SCENE_SECONDARIES || (kind == SCENE_MIXED && i % 8 == 7))
         command->secondary =
            first ? 1 : command->secondary + below(random, 2);
   }
}

/* Inputs that random numbers rarely hit, from reports about drivers. */
static void
make_special(struct random *random, struct scene *scene)
{
   struct scene_pipeline *pipeline = &scene->pipelines[0];
   struct scene_draw *draw = &scene->commands[0].draws[0];
   uint32_t i;

   if (scene->kind != SCENE_LARGE_DIVISORS || one_in(random, 3))
      return;
   scene->command_count = 1;
   draw->count = one_in(random, 2)
                    ? 4 + 4 * below(random, 4)
                    : (1 + 2 * below(random, 4)) << below(random, 8);
   draw->instances = 2 + below(random, 8);
   for (i = 0; i < SCENE_BINDINGS; i++) {
      /* Count times divisor is slightly more than 2^32. */
      if (pipeline->bindings[i].per_instance) {
         pipeline->bindings[i].divisor =
            (uint32_t)(((uint64_t)1 << 32) / draw->count) + 1 +
            below(random, 4);
         if (draw->count == 1)
            pipeline->bindings[i].divisor = UINT32_MAX;
      }
   }
   if (scene->number / SCENE_KINDS % 4 == 1) {
      draw->count = 57344;
      draw->instances = 2;
      draw->base_instance = draw->first = 0;
      for (i = 0; i < SCENE_BINDINGS; i++) {
         if (pipeline->bindings[i].per_instance)
            pipeline->bindings[i].divisor = 65536;
      }
   }
}

/* ---- Limits ------------------------------------------------------------ */

static void
leave_out(struct scene *scene, enum scene_left_out left)
{
   scene->left_out |= 1u << left;
}

static bool
has_format(const struct scene_limits *limits,
           const struct scene_attribute *attribute)
{
   uint32_t log = attribute->component_bytes / 2;

   return limits->formats >> (4 * log + attribute->components - 1u) & 1;
}

static void
limit_attributes(struct scene *scene, struct scene_pipeline *pipeline,
                 const struct scene_limits *limits)
{
   uint32_t kept = 0, i;

   for (i = 0; i < pipeline->attribute_count; i++) {
      struct scene_attribute attribute = pipeline->attributes[i];

      if (attribute.location >= limits->attributes) {
         leave_out(scene, LEFT_ATTRIBUTES);
         continue;
      }
      if (attribute.binding >= limits->bindings) {
         leave_out(scene, LEFT_BINDINGS);
         continue;
      }
      if (attribute.offset > limits->offset) {
         leave_out(scene, LEFT_STRIDE);
         attribute.offset = limits->offset / 4 * 4;
      }
      if (!has_format(limits, &attribute)) {
         leave_out(scene, LEFT_FORMATS);
         attribute.components = 4;
         if (!has_format(limits, &attribute)) {
            attribute.component_bytes = 4;
            attribute.offset = attribute.offset / 4 * 4;
            attribute.components = 1;
         }
      }
      pipeline->attributes[kept++] = attribute;
   }
   pipeline->attribute_count = kept;
}

static uint32_t
limit_stride(struct scene *scene, uint32_t binding, uint32_t stride,
             const struct scene_limits *limits)
{
   uint32_t end, align = alignment(scene, binding, &end);

   if (stride == 0 && !limits->zero_stride && end > 0) {
      leave_out(scene, LEFT_ZERO_STRIDE);
      stride = end;
   }
   stride = (stride + align - 1) / align * align;
   /* With dynamic strides the API requires it. */
   if (stride > 0)
      stride = larger(stride, end);
   if (stride > limits->stride) {
      leave_out(scene, LEFT_STRIDE);
      stride = limits->stride / align * align;
      /* Where it means packed, overlapping elements are allowed. */
      if (stride < end && limits->zero_stride)
         stride = 0;
   }
   return stride;
}

static bool
keeps_divisors(const struct scene *scene)
{
   return scene->kind == SCENE_DIVISORS ||
          scene->kind == SCENE_LARGE_DIVISORS ||
          scene->number / SCENE_KINDS % 8 == 0;
}

static void
limit_bindings(struct scene *scene, struct scene_pipeline *pipeline,
               const struct scene_limits *limits)
{
   uint32_t i;

   for (i = 0; i < SCENE_BINDINGS; i++)
      pipeline->bindings[i].used = false;
   for (i = 0; i < pipeline->attribute_count; i++)
      pipeline->bindings[pipeline->attributes[i].binding].used = true;
   for (i = 0; i < SCENE_BINDINGS; i++) {
      struct scene_binding *binding = &pipeline->bindings[i];

      if (!binding->used) {
         *binding = (struct scene_binding){0};
         continue;
      }
      binding->stride = limit_stride(scene, i, binding->stride, limits);
      if (!binding->per_instance)
         continue;
      if (binding->divisor == 0 && !limits->zero_divisor) {
         leave_out(scene, LEFT_ZERO_DIVISOR);
         binding->divisor = 1;
      }
      if (binding->divisor > larger(limits->divisor, 1)) {
         leave_out(scene, LEFT_DIVISOR);
         binding->divisor = larger(limits->divisor, 1);
      }
      /* A scene keeps its divisors, or its base instances. */
      if (binding->divisor != 1 && !limits->divisor_base_instance &&
          !keeps_divisors(scene)) {
         leave_out(scene, LEFT_DIVISOR_BASE_INSTANCE);
         binding->divisor = 1;
      }
   }
   if (pipeline->dynamic_stride && !limits->dynamic_stride) {
      leave_out(scene, LEFT_DYNAMIC_STRIDE);
      pipeline->dynamic_stride = false;
   }
   if (pipeline->resources && limits->resources < SCENE_RESOURCES) {
      leave_out(scene, LEFT_RESOURCES);
      pipeline->resources = false;
   }
   if (pipeline->restart && !limits->restart) {
      leave_out(scene, LEFT_RESTART);
      pipeline->restart = false;
   }
}

static void
limit_base_instance(struct scene *scene, struct scene_command *command,
                    struct scene_draw *draw,
                    const struct scene_limits *limits)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t i;

   if (draw->base_instance == 0)
      return;
   if (!limits->base_instance) {
      leave_out(scene, LEFT_BASE_INSTANCE);
      draw->base_instance = 0;
   }
   if (command->indirect && !limits->indirect_base_instance) {
      leave_out(scene, LEFT_INDIRECT_BASE_INSTANCE);
      draw->base_instance = 0;
   }
   for (i = 0; i < SCENE_BINDINGS && !limits->divisor_base_instance; i++) {
      if (pipeline->bindings[i].per_instance &&
          pipeline->bindings[i].divisor != 1) {
         leave_out(scene, LEFT_DIVISOR_BASE_INSTANCE);
         draw->base_instance = 0;
      }
   }
}

static void
limit_command(struct scene *scene, struct scene_command *command,
              const struct scene_limits *limits)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t i;

   for (i = 0; i < SCENE_BINDINGS; i++) {
      struct scene_bound *bound = &command->bound[i];

      uint32_t end, align = alignment(scene, i, &end);

      bound->stride = limit_stride(scene, i, bound->stride, limits);
      bound->offset = bound->offset / align * align;
   }
   if (command->indirect && !limits->indirect) {
      leave_out(scene, LEFT_INDIRECT);
      command->indirect = false;
      command->draw_count = 1;
   }
   if (command->draw_count > larger(limits->draws, 1)) {
      leave_out(scene, LEFT_SEVERAL_DRAWS);
      command->draw_count = larger(limits->draws, 1);
   }
   if (command->index_bytes == 1 && !limits->index_bytes[1]) {
      leave_out(scene, LEFT_INDEX_8);
      command->index_bytes = 2;
   }
   if (command->index_bytes == 4 && !limits->index_bytes[4]) {
      leave_out(scene, LEFT_INDEX_32);
      command->index_bytes = 2;
      for (i = 0; i < command->draw_count; i++)
         command->draws[i].first %= 30000;
   }
   if (command->secondary != 0 && !limits->secondaries) {
      leave_out(scene, LEFT_SECONDARIES);
      command->secondary = 0;
   }
   if (command->clear_before && !limits->clears) {
      leave_out(scene, LEFT_CLEARS);
      command->clear_before = false;
   }
   for (i = 0; i < command->draw_count; i++) {
      struct scene_draw *draw = &command->draws[i];

      limit_base_instance(scene, command, draw, limits);
      if (draw->vertex_offset != 0 && !limits->vertex_offset) {
         leave_out(scene, LEFT_VERTEX_OFFSET);
         draw->vertex_offset = 0;
         if (command->draw_count > 1)
            command->draw_count = i + 1;
      }
      if (draw->only_restart && !pipeline->restart)
         draw->only_restart = false;
   }
}

/* Halves the largest draw until all points have a place. */
static void
make_small(struct scene *scene, const struct scene_limits *limits)
{
   while (!scene_place(scene, limits)) {
      struct scene_draw *most = NULL;
      uint64_t most_size = 0;
      uint32_t i, j;

      leave_out(scene, LEFT_POINTS);
      for (i = 0; i < scene->command_count; i++) {
         struct scene_command *command = &scene->commands[i];

         for (j = 0; j < command->draw_count; j++) {
            struct scene_draw *draw = &command->draws[j];
            uint64_t size =
               (uint64_t)(draw->count + draw->range) * draw->instances +
               draw->first + draw->base_instance +
               draw_vertices(command, draw).last;

            if (size > most_size) {
               most = draw;
               most_size = size;
            }
         }
      }
      if (most == NULL) {
         /* Only offsets are left. */
         scene->command_count = 0;
         continue;
      }
      most->first /= 2;
      most->base_instance /= 2;
      most->vertex_offset /= 2;
      if (most->vertex_offset < -(int32_t)most->first)
         most->vertex_offset = -(int32_t)most->first;
      most->range = (most->range + 1) / 2;
      if (most->count > most->instances)
         most->count /= 2;
      else
         most->instances /= 2;
      if (most->count > 0 && most->range > most->count)
         most->range = most->count;
   }
}

void
scene_make(struct scene *scene, uint32_t number,
           const struct scene_limits *limits)
{
   struct random random = {.seed = mix(number + 1)};
   uint32_t i;

   memset(scene, 0, sizeof(*scene));
   scene->number = number;
   scene->kind = (enum scene_kind)(number % SCENE_KINDS);
   scene->submissions = 1;
   make_pipelines(&random, scene);
   make_commands(&random, scene);
   make_special(&random, scene);
   if (scene->kind == SCENE_SUBMISSIONS ||
       (scene->kind == SCENE_MIXED && one_in(&random, 4)))
      scene->submissions = 2 + below(&random, 2);
   scene->views = scene->kind == SCENE_VIEWS;

   for (i = 0; i < scene->pipeline_count; i++)
      limit_attributes(scene, &scene->pipelines[i], limits);
   for (i = 0; i < scene->pipeline_count; i++)
      limit_bindings(scene, &scene->pipelines[i], limits);
   for (i = 0; i < scene->command_count; i++)
      limit_command(scene, &scene->commands[i], limits);
   if (scene->views && !limits->views) {
      leave_out(scene, LEFT_VIEWS);
      scene->views = false;
   }
   make_small(scene, limits);
}
