/* SPDX-License-Identifier: MIT */

/* What scenes draw, before limits. */

#include "random.h"
#include "scenes.h"

#include <string.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* How the scenes of a kind are made. */
enum {
   /* Few commands, all drawn in this kind's own way; otherwise many
    * that may draw in any way. */
   FEW = 1 << 0,
   /* As FEW, in each command anew. */
   ANEW = 1 << 1,
   /* Buffers rarely change between commands. */
   RARE_REBINDS = 1 << 2,
   /* Clears and passes between commands. */
   BREAKS = 1 << 3,
   INDEXED = 1 << 4,
   MAYBE_INDEXED = 1 << 5,
   INDIRECT = 1 << 6,
   SEVERAL = 1 << 7,
   /* Draws begin anywhere. */
   STARTS = 1 << 8,
   /* Each attribute has its own binding. */
   OWN_BINDINGS = 1 << 9,
   /* All bindings but the first are per instance. */
   PER_INSTANCE = 1 << 10,
};

static const uint32_t recipes[SCENE_KINDS] = {
   [SCENE_VERTICES] = FEW,
   [SCENE_DIVISORS] = FEW | OWN_BINDINGS | PER_INSTANCE,
   [SCENE_LARGE_DIVISORS] = FEW | OWN_BINDINGS | PER_INSTANCE,
   [SCENE_FIRST_VERTEX] = FEW | STARTS,
   [SCENE_INDEXED] = FEW | INDEXED,
   [SCENE_INDIRECT] = FEW | INDIRECT,
   [SCENE_INDEXED_INDIRECT] = FEW | INDEXED | INDIRECT,
   [SCENE_SEVERAL_DRAWS] = FEW | MAYBE_INDEXED | INDIRECT | SEVERAL,
   [SCENE_PARTIAL_REBINDS] = OWN_BINDINGS,
   [SCENE_DYNAMIC_STRIDES] = OWN_BINDINGS | PER_INSTANCE | STARTS,
   [SCENE_RESTART] = INDEXED,
   [SCENE_SECONDARIES] = RARE_REBINDS,
   [SCENE_SUBMISSIONS] = RARE_REBINDS | STARTS,
   [SCENE_VIEWS] = RARE_REBINDS,
   [SCENE_CLEARS] = RARE_REBINDS | BREAKS,
   [SCENE_MIXED] = ANEW | RARE_REBINDS | BREAKS,
   [SCENE_MANY_INSTANCES] = FEW | OWN_BINDINGS | PER_INSTANCE,
   [SCENE_LARGE_STARTS] = FEW | MAYBE_INDEXED | STARTS,
   [SCENE_LARGEST_INDICES] = FEW | INDEXED,
   [SCENE_INDIRECT_STRIDES] = FEW | MAYBE_INDEXED | INDIRECT | SEVERAL,
   [SCENE_COUNT_BUFFERS] = FEW | MAYBE_INDEXED | INDIRECT | SEVERAL,
   [SCENE_MULTI_DRAW] = FEW | MAYBE_INDEXED | SEVERAL,
   [SCENE_EXACT_BUFFERS] = FEW | MAYBE_INDEXED,
   [SCENE_BIND_SIZES] = FEW | MAYBE_INDEXED,
   [SCENE_READS_OUTSIDE] = FEW | MAYBE_INDEXED,
   [SCENE_SMALL_SIZES] = FEW | MAYBE_INDEXED,
   [SCENE_NULL_BUFFERS] = OWN_BINDINGS,
   [SCENE_TRIANGLES] = MAYBE_INDEXED,
   [SCENE_STRIPS] = MAYBE_INDEXED,
   [SCENE_TESSELLATION] = FEW | MAYBE_INDEXED,
   [SCENE_BOUNDED] = FEW | MAYBE_INDEXED,
   [SCENE_RENDERING] = RARE_REBINDS | BREAKS,
   [SCENE_NESTED] = RARE_REBINDS,
};

static bool
is(const struct scene *scene, uint32_t flag)
{
   return (recipes[scene->kind] & flag) != 0;
}

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

/* Divisors whose elements change within as many instances as can be drawn. */
static uint32_t
pick_stepping_divisor(struct random *random)
{
   uint32_t power = 1u << (8 + below(random, 13));

   switch (below(random, 4)) {
   case 0:
      return power;
   case 1:
      return power + 1 - 2 * below(random, 2);
   case 2:
      return 1 + below(random, 65536);
   default:
      return 1 + below(random, 300);
   }
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
   if (kind == SCENE_MANY_INSTANCES)
      return pick_stepping_divisor(random);
   if (kind == SCENE_DIVISORS && one_in(random, 2))
      return 1 + below(random, 300);
   if (kind == SCENE_LARGE_DIVISORS || one_in(random, 20)) {
      if (one_in(random, 2))
         return large[below(random, ARRAY_SIZE(large))];
      return next(random);
   }
   return small[below(random, ARRAY_SIZE(small))];
}

static uint32_t
pick_stride(struct random *random, const struct scene *scene,
            uint32_t binding)
{
   uint32_t end, align = scene_alignment(scene, binding, &end);

   /* Large elements would need too large buffers. */
   if (scene->kind == SCENE_LARGE_STARTS)
      return one_in(random, 6) ? 0 : end;
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
make_format(struct random *random, enum scene_kind kind, uint32_t number,
            struct scene_attribute *attribute)
{
   attribute->components = 1 + below(random, 4);
   attribute->component_bytes = 1u << below(random, 3);
   /* Mostly large enough to tell elements apart. */
   if (one_in(random, 2)) {
      attribute->components = one_in(random, 2) ? 1 : 4;
      attribute->component_bytes = 4;
   }
   /* A word of 32 bits tells where it was read. */
   if (kind == SCENE_BOUNDED)
      attribute->component_bytes = 4;
   /* Outside of buffers, drivers differ in missing components. */
   if (kind == SCENE_BOUNDED || kind == SCENE_NULL_BUFFERS ||
       kind == SCENE_READS_OUTSIDE || kind == SCENE_SMALL_SIZES) {
      attribute->components = 4;
      return;
   }
   if (kind != SCENE_FORMATS && !one_in(random, 8))
      return;
   /* A scene of formats has each kind of numbers. */
   attribute->numeric =
      (kind == SCENE_FORMATS ? number : next(random)) % SCENE_NUMERICS;
   switch (attribute->numeric) {
   case SCENE_UNORM:
   case SCENE_SNORM:
      attribute->component_bytes = 1 + below(random, 2);
      break;
   case SCENE_FLOAT:
      attribute->component_bytes = 2 + 2 * below(random, 2);
      break;
   case SCENE_UNORM10:
   case SCENE_SNORM10:
      attribute->components = 1;
      attribute->component_bytes = 4;
      break;
   default:
      break;
   }
}

static uint32_t
pick_attribute_count(struct random *random, enum scene_kind kind)
{
   switch (kind) {
   case SCENE_ATTRIBUTES:
      return one_in(random, 2) ? 16 : 1 + below(random, 16);
   case SCENE_MANY_BINDINGS:
      return 17 + below(random, SCENE_LOCATIONS - 16);
   case SCENE_FORMATS:
      return SCENE_NUMERICS + below(random, 16 - SCENE_NUMERICS);
   case SCENE_NO_BUFFERS:
      return 0;
   default:
      return 1 + below(random, 1 + below(random, 6));
   }
}

static void
make_attributes(struct random *random, struct scene *scene,
                enum scene_kind kind, struct scene_pipeline *pipeline)
{
   uint32_t count = pick_attribute_count(random, kind);
   /* Most devices have 16, so that others are left out. */
   uint32_t locations = count > 16 ? SCENE_LOCATIONS : 16;
   uint32_t bindings, location = 0, i;

   bindings = one_in(random, 3) ? 1 + below(random, 3) : 1 + count;
   if (is(scene, OWN_BINDINGS) && count > 0) {
      count = larger(count, kind == SCENE_DYNAMIC_STRIDES ? 4 : 2);
      bindings = count;
   }
   for (i = 0; i < count; i++) {
      struct scene_attribute *attribute =
         &pipeline->attributes[pipeline->attribute_count];

      /* Gaps, as long as the rest fits. */
      if (locations - location > count - i && one_in(random, 3))
         location += 1 + below(random, locations - location - (count - i));
      attribute->location = location++;
      attribute->binding = below(random, bindings);
      if (is(scene, OWN_BINDINGS) || one_in(random, 2)) {
         attribute->binding = i;
         /* Gaps between bindings. */
         if (count < 5 && one_in(random, 3))
            attribute->binding = 3 * i + 1;
      }
      if (kind == SCENE_MANY_BINDINGS)
         attribute->binding = SCENE_BINDINGS - 1 - i;
      make_format(random, kind, i, attribute);
      attribute->offset =
         below(random, 1 + below(random, 9)) * attribute->component_bytes;
      if (one_in(random, 30) && kind != SCENE_LARGE_STARTS)
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
      if (is(scene, PER_INSTANCE) && i > 0)
         binding->per_instance = true;
      if (binding->per_instance)
         binding->divisor = pick_divisor(random, kind);
   }
}

/* What is not an attribute. */
static void
make_state(struct random *random, const struct scene *scene,
           struct scene_pipeline *pipeline)
{
   enum scene_kind kind = scene->kind;
   /* Each way in turn: strips, points, and either with restart. */
   uint32_t way = scene->number / SCENE_KINDS % 4;

   pipeline->dynamic_stride =
      kind == SCENE_DYNAMIC_STRIDES ? !one_in(random, 4)
      /* https://github.com/KhronosGroup/MoltenVK/issues/2428 */
      : kind == SCENE_TESSELLATION ? one_in(random, 2)
                                   : one_in(random, 12);
   pipeline->resources = kind == SCENE_IMAGES ||
                         (kind == SCENE_NO_BUFFERS && one_in(random, 2)) ||
                         (kind == SCENE_MIXED && one_in(random, 3)) ||
                         (kind == SCENE_OTHER_PIPELINES && one_in(random, 4));
   pipeline->restart = kind == SCENE_RESTART ||
                       (kind == SCENE_MIXED && one_in(random, 4)) ||
                       (kind == SCENE_STRIPS && one_in(random, 3)) ||
                       (kind == SCENE_LARGEST_INDICES && way >= 2);
   if (kind == SCENE_TRIANGLES)
      pipeline->topology = SCENE_TRIANGLE_LIST;
   if (kind == SCENE_STRIPS ||
       (kind == SCENE_LARGEST_INDICES && way % 2 == 0))
      pipeline->topology = SCENE_TRIANGLE_STRIP;
   if (kind == SCENE_TESSELLATION)
      pipeline->topology = SCENE_PATCHES;
   pipeline->last_provokes = one_in(random, 2);
   pipeline->dynamic_input = kind == SCENE_DYNAMIC_INPUT;
   pipeline->pointers = kind == SCENE_POINTERS || one_in(random, 3);
   pipeline->shader_objects =
      kind == SCENE_SHADER_OBJECTS && !one_in(random, 4);
}

static void
make_pipelines(struct random *random, struct scene *scene)
{
   enum scene_kind kind = scene->kind;
   uint32_t i;

   scene->pipeline_count = 1;
   if (kind == SCENE_OTHER_PIPELINES || kind == SCENE_DYNAMIC_INPUT ||
       kind == SCENE_POINTERS || kind == SCENE_SHADER_OBJECTS)
      scene->pipeline_count = 2 + below(random, 2);
   if (kind == SCENE_MIXED || kind == SCENE_SECONDARIES ||
       kind == SCENE_NO_BUFFERS)
      scene->pipeline_count = 1 + below(random, 2);
   for (i = 0; i < scene->pipeline_count; i++) {
      struct scene_pipeline *pipeline = &scene->pipelines[i];

      make_attributes(
         random, scene,
         i > 0 && kind == SCENE_NO_BUFFERS ? SCENE_ATTRIBUTES : kind,
         pipeline);
      make_state(random, scene, pipeline);
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
   uint32_t end, align = scene_alignment(scene, binding, &end);

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
pick_first(struct random *random, enum scene_kind kind)
{
   static const uint32_t firsts[] = {
      0, 1, 1, 2, 3, 4, 7, 15, 16, 17, 63, 100, 255, 1000, 4095, 4097,
   };
   static const uint32_t large[] = {
      256,   1023,  1024,  4096,   32767,   32768,
      65535, 65536, 65537, 131072, 1048575, 1048576,
   };

   if (kind != SCENE_LARGE_STARTS || one_in(random, 4))
      return firsts[below(random, ARRAY_SIZE(firsts))];
   return large[below(random, ARRAY_SIZE(large))] + below(random, 40);
}

/* Many, with ids beyond 10, 16 and 20 bits. */
static void
make_many_instances(struct random *random, struct scene_command *command)
{
   struct scene_draw *draw = &command->draws[0];

   draw->count = 1 + below(random, 2);
   switch (below(random, 3)) {
   case 0:
      draw->instances = 1000 + below(random, 9000);
      break;
   case 1:
      draw->instances = 65536 + below(random, 3000);
      break;
   default:
      draw->instances = 1048576 + below(random, 3000);
      draw->count = 1;
      break;
   }
   /* What is shown includes a step of each divisor. */
   command->hidden = draw->instances > 80000 ? draw->instances - 70000 : 0;
}

static void
make_indices(struct random *random, const struct scene *scene,
             const struct scene_command *command, struct scene_draw *draw,
             bool starts)
{
   uint32_t max = command->index_bytes == 1 ? 254 : 65534;

   draw->first %= max / 2;
   draw->range = pick_count(random, max / 2);
   draw->range = smaller(draw->range, draw->count);
   if (command->index_bytes == 4 && one_in(random, 4))
      draw->first += 70000;
   if (starts && one_in(random, 2)) {
      draw->vertex_offset = one_in(random, 3)
                               ? -(int32_t)(draw->first / 2)
                               : (int32_t)pick_first(random, scene->kind);
   }
}

/* Triangles and patches are few. */
static void
make_topology(struct scene_command *command, struct scene_draw *draw,
              uint32_t topology)
{
   if (topology == SCENE_POINTS)
      return;
   draw->instances = smaller(draw->instances, 17);
   if (topology == SCENE_PATCHES) {
      draw->count = smaller(draw->count, 1000);
      draw->range = smaller(draw->range, draw->count);
      return;
   }
   draw->count = 3 + draw->count % (SCENE_ROW / 2 - 8);
   /* Indices in ascending order are triangles beside each other. */
   command->index_seed = command->index_seed / 4 * 4;
   if (command->index_bytes != 0 && draw->range != draw->count) {
      draw->first = smaller(draw->first, 100);
      draw->range = draw->count;
   }
}

/* The largest index is a vertex, unless it restarts:
 * https://github.com/KhronosGroup/MoltenVK/issues/1521 */
static void
make_largest_index(const struct scene_command *command,
                   const struct scene_pipeline *pipeline,
                   struct scene_draw *draw)
{
   uint32_t largest =
      (uint32_t)(((uint64_t)1 << 8 * command->index_bytes) - 1);

   draw->count = smaller(draw->count, 200);
   draw->range = pipeline->topology == SCENE_TRIANGLE_STRIP
                    ? draw->count
                    : smaller(draw->range, draw->count);
   draw->vertex_offset = 0;
   draw->first = largest + 1 - draw->range - pipeline->restart;
}

/* Counts and first numbers. Draws of one command have vertices of their own,
 * because the shader does not know which draw it belongs to. */
static void
make_counts(struct random *random, const struct scene *scene,
            struct scene_command *command)
{
   enum scene_kind kind = scene->kind;
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t vertex = 0, i;

   command->hidden = 0;
   for (i = 0; i < command->draw_count; i++) {
      struct scene_draw *draw = &command->draws[i];
      bool starts = is(scene, STARTS) || one_in(random, 3);

      *draw = (struct scene_draw){.instances = pick_instances(random)};
      draw->count = pick_count(random, draw->instances > 8 ? 300 : 20000);
      if (kind == SCENE_DIVISORS && one_in(random, 2)) {
         draw->count = 1 + below(random, 12);
         draw->instances = 1 + below(random, 1000);
      }
      if (kind == SCENE_LARGE_DIVISORS)
         draw->instances = 2 + below(random, 40);
      /* Counts beyond 16 bits; hardware of VC4 has no larger:
       * https://github.com/anholt/mesa/issues/82 */
      if ((kind == SCENE_VERTICES || kind == SCENE_INDEXED) &&
          one_in(random, 4)) {
         draw->count = 65536 + below(random, 3000);
         draw->instances = 1;
      }
      if (kind == SCENE_LARGE_STARTS)
         draw->count = smaller(draw->count, 500);
      draw->base_instance =
         starts && !one_in(random, 3) ? pick_first(random, kind) : 0;
      if (kind != SCENE_LARGE_STARTS)
         draw->base_instance %= 300;
      draw->first = starts ? pick_first(random, kind) : 0;
      if (kind == SCENE_MANY_INSTANCES)
         make_many_instances(random, command);
      /* Few points, because what is read outside is searched for in the whole
       * buffer, and some far from its beginning. */
      if (kind == SCENE_BOUNDED) {
         draw->count = smaller(draw->count, 100);
         draw->instances = smaller(draw->instances, 5);
         draw->first += one_in(random, 2) ? 0 : 1000 + below(random, 3000);
      }
      if (command->index_bytes != 0)
         make_indices(random, scene, command, draw, starts);
      make_topology(command, draw, pipeline->topology);
      if (kind == SCENE_LARGEST_INDICES)
         make_largest_index(command, pipeline, draw);
      if (command->draw_count > 1) {
         draw->count = smaller(draw->count, 200 / command->draw_count);
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
      /* The last of these reset an Adreno, with indirect draws:
       * https://github.com/KhronosGroup/VK-GL-CTS/issues/316 */
      if (kind == SCENE_NOTHING_TO_DRAW && one_in(random, 2)) {
         uint32_t empty = below(random, 3);

         if (empty != 0)
            draw->count = 0;
         if (empty != 1)
            draw->instances = 0;
      }
      if (pipeline->restart && kind != SCENE_LARGEST_INDICES &&
          one_in(random, 3))
         draw->only_restart = true;
      vertex = larger(vertex, draw->first + (uint32_t)draw->vertex_offset +
                                 larger(draw->count, draw->range));
   }
   for (i = 1; i < command->draw_count && command->multi; i++) {
      command->draws[i].instances = command->draws[0].instances;
      command->draws[i].base_instance = command->draws[0].base_instance;
   }
}

static void
make_kind_of_command(struct random *random, const struct scene *scene,
                     struct scene_command *command)
{
   static const uint32_t bytes[] = {1, 2, 2, 4};
   enum scene_kind kind = scene->kind;
   bool any = !is(scene, FEW);
   bool indexed = any && one_in(random, 3);

   if (is(scene, INDEXED) || (is(scene, MAYBE_INDEXED) && one_in(random, 2)))
      indexed = true;
   command->index_bytes =
      indexed ? bytes[below(random, ARRAY_SIZE(bytes))] : 0;
   command->index_seed = next(random);
   command->own_indices = mix(command->index_seed) % 2 != 0;
   command->indirect =
      is(scene, INDIRECT) ||
      (any && one_in(random, kind == SCENE_DYNAMIC_STRIDES ? 2 : 3));
   command->draw_count = 1;
   if (is(scene, SEVERAL) ||
       (kind == SCENE_MIXED && command->indirect && one_in(random, 3)))
      command->draw_count = 2 + below(random, SCENE_DRAWS - 1);
   command->multi = kind == SCENE_MULTI_DRAW;
   if (kind == SCENE_INDIRECT_STRIDES || kind == SCENE_COUNT_BUFFERS ||
       kind == SCENE_MULTI_DRAW) {
      static const uint32_t strides[] = {0, 20, 24, 32, 36, 64, 256};

      command->indirect_stride = strides[below(random, ARRAY_SIZE(strides))];
   }
   /* More than the command has, fewer, or none:
    * https://github.com/HansKristian-Work/vkd3d-proton/issues/42 and
    * https://github.com/gfx-rs/wgpu-native/issues/429 */
   command->counted = kind == SCENE_COUNT_BUFFERS;
   if (command->counted)
      command->counted_draws = below(random, SCENE_DRAWS + 2);
}

static void
make_commands(struct random *random, struct scene *scene)
{
   enum scene_kind kind = scene->kind;
   uint32_t i, j;

   scene->command_count = is(scene, FEW)
                             ? 1 + below(random, 5)
                             : 2 + below(random, SCENE_COMMANDS - 2);
   if (kind == SCENE_MANY_INSTANCES)
      scene->command_count = 1;
   for (i = 0; i < scene->command_count; i++) {
      struct scene_command *command = &scene->commands[i];
      bool first = i == 0;

      if (!first)
         *command = scene->commands[i - 1];
      for (j = 0; j < SCENE_BINDINGS; j++) {
         /* All buffers change at once, or some, or none. */
         if (first || (kind == SCENE_PARTIAL_REBINDS && one_in(random, 3)) ||
             (is(scene, RARE_REBINDS) && one_in(random, 20)))
            make_bound(random, scene, command, j);
         else if (kind == SCENE_OTHER_OFFSETS && one_in(random, 2))
            make_offset(random, scene, command, j);
         else if (kind == SCENE_DYNAMIC_STRIDES && one_in(random, 2))
            command->bound[j].stride =
               command->bound[j].stride != 0 && one_in(random, 2)
                  ? 0
                  : pick_stride(random, scene, j);
         if (kind == SCENE_NULL_BUFFERS && one_in(random, 3))
            command->bound[j].null = !command->bound[j].null;
      }
      if (kind == SCENE_IMAGES && !first && one_in(random, 2))
         make_bound(random, scene, command, below(random, 3));
      command->pipeline = below(random, scene->pipeline_count);
      if (first || one_in(random, 2))
         command->resource_set = below(random, SCENE_RESOURCE_SETS);
      if (first || is(scene, FEW | ANEW) || one_in(random, 2))
         make_kind_of_command(random, scene, command);
      make_counts(random, scene, command);
      command->clear_before = is(scene, BREAKS) && one_in(random, 3);
      command->pass_before = is(scene, BREAKS) && !first && one_in(random, 4);
      if (kind == SCENE_SECONDARIES || kind == SCENE_NESTED ||
          (kind == SCENE_MIXED && i % 8 == 7))
         command->secondary =
            first ? 1 : command->secondary + below(random, 2);
      /* Some in the rendering itself, some in a secondary. */
      if (kind == SCENE_RENDERING)
         command->secondary = one_in(random, 2) ? 0 : i + 1;
   }
}

/* An index of 32 bits is too large for any buffer with a stride. */
static void
make_strides_zero(struct scene *scene)
{
   bool wide = false;
   uint32_t i, j;

   for (i = 0; i < scene->command_count; i++)
      wide |= scene->commands[i].index_bytes == 4;
   for (i = 0; i < scene->pipeline_count && wide; i++) {
      scene->pipelines[i].dynamic_stride = false;
      for (j = 0; j < SCENE_BINDINGS; j++)
         scene->pipelines[i].bindings[j].stride = 0;
   }
}

/* Ids that no float holds, and that are negative as signed numbers. */
static void
make_huge_starts(struct scene *scene)
{
   static const uint32_t huge[] = {1 << 24, 0x80000000, 0xF0000000};
   uint32_t i, j;

   for (i = 0; i < scene->pipeline_count; i++) {
      scene->pipelines[i].dynamic_stride = false;
      for (j = 0; j < SCENE_BINDINGS; j++)
         scene->pipelines[i].bindings[j].stride = 0;
   }
   for (i = 0; i < scene->command_count; i++) {
      struct scene_command *command = &scene->commands[i];
      struct scene_draw *draw = &command->draws[0];

      draw->base_instance += huge[i % ARRAY_SIZE(huge)];
      if (command->index_bytes == 0)
         draw->first += huge[(i + 1) % ARRAY_SIZE(huge)];
   }
}

/* Between the first two commands, the strides differ, from 0 to another, and
 * the base instance by 1. */
static void
make_other_strides(struct scene *scene)
{
   struct scene_command *first = &scene->commands[0], *second = first + 1;
   uint32_t i;

   scene->pipelines[first->pipeline].dynamic_stride = true;
   first->indirect = true;
   memcpy(second, first, sizeof(*second));
   second->draws[0].base_instance += 1;
   second->pass_before = false;
   for (i = 0; i < SCENE_BINDINGS; i++) {
      uint32_t end;

      scene_alignment(scene, i, &end);
      first->bound[i].stride = 0;
      second->bound[i].stride = end;
   }
}

/* Beyond what 16 bits hold. */
static void
make_large_offsets(struct scene *scene)
{
   uint32_t i, j;

   for (i = 0; i < scene->command_count; i++) {
      for (j = 0; j < SCENE_BINDINGS; j++) {
         if (mix(scene->number + 1024 * i + j) % 6 == 0)
            scene->commands[i].bound[j].offset += 65536u << i % 4;
      }
   }
}

/* One element for all instances, where the next one is different. */
static void
make_divisor_zero(struct scene *scene)
{
   struct scene_pipeline *pipeline = &scene->pipelines[0];
   uint32_t number =
      pipeline->attributes[pipeline->attribute_count - 1].binding;
   struct scene_binding *binding = &pipeline->bindings[number];

   binding->per_instance = true;
   binding->divisor = 0;
   binding->stride = larger(binding->stride, 16);
   scene->commands[0].draws[0].instances += 2;
}

/* Two indirect draws between which only strides change, from 0. */
static void
make_strides_grow(struct scene *scene)
{
   struct scene_pipeline *pipeline = &scene->pipelines[0];
   struct scene_command *commands = scene->commands;
   uint32_t i;

   pipeline->dynamic_stride = true;
   commands[0].pipeline = 0;
   commands[0].indirect = true;
   commands[0].draws[0].base_instance =
      larger(commands[0].draws[0].base_instance, 1);
   commands[1] = commands[0];
   for (i = 0; i < SCENE_BINDINGS; i++) {
      commands[0].bound[i].stride = 0;
      commands[1].bound[i].stride = larger(pipeline->bindings[i].stride, 16);
   }
}

/* Inputs that random numbers rarely hit, from reports about drivers. */
static void
make_special(struct random *random, struct scene *scene)
{
   struct scene_pipeline *pipeline = &scene->pipelines[0];
   struct scene_draw *draw = &scene->commands[0].draws[0];
   /* Each special is in one of four scenes of its kind. */
   uint32_t way = scene->number / SCENE_KINDS % 4;
   bool wraps_to_zero = way == 1;
   uint32_t i;

   if (scene->kind == SCENE_LARGEST_INDICES)
      make_strides_zero(scene);
   if (scene->kind == SCENE_LARGE_STARTS && way == 3)
      make_huge_starts(scene);
   if (scene->kind == SCENE_OTHER_OFFSETS)
      make_large_offsets(scene);
   if (scene->kind == SCENE_DYNAMIC_STRIDES && way == 1)
      make_other_strides(scene);
   if (scene->kind == SCENE_DIVISORS && way == 2)
      make_divisor_zero(scene);
   if (scene->kind == SCENE_DYNAMIC_STRIDES && way == 2)
      make_strides_grow(scene);
   if (scene->kind != SCENE_LARGE_DIVISORS ||
       (!wraps_to_zero && one_in(random, 3)))
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
   if (wraps_to_zero) {
      draw->count = 57344;
      draw->instances = 2;
      draw->base_instance = draw->first = 0;
      for (i = 0; i < SCENE_BINDINGS; i++) {
         if (pipeline->bindings[i].per_instance)
            pipeline->bindings[i].divisor = 65536;
      }
   }
}

/* Bytes of the bound buffer up to the last one that the command reads. */
static uint32_t
bytes_read(const struct scene *scene, const struct scene_command *command,
           uint32_t binding)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint64_t end = 0;
   uint32_t i, j;

   for (i = 0; i < command->draw_count; i++) {
      const struct scene_draw *draw = &command->draws[i];
      uint32_t vertex = draw->first + draw->count - 1;

      if (command->index_bytes != 0)
         vertex =
            draw->first + (uint32_t)draw->vertex_offset + draw->range - 1;
      for (j = 0; j < pipeline->attribute_count; j++) {
         const struct scene_attribute *attribute = &pipeline->attributes[j];
         uint64_t offset;

         if (attribute->binding != binding)
            continue;
         offset = scene_read(scene, command, draw, attribute, vertex,
                             draw->base_instance + draw->instances - 1)
                     .offset -
                  command->bound[binding].offset +
                  scene_attribute_bytes(attribute);
         end = offset > end ? offset : end;
      }
   }
   return end < 1 << 24 ? (uint32_t)end : 0;
}

/* Sizes end with what the command reads, or before. */
static void
make_sizes(struct random *random, struct scene *scene)
{
   uint32_t i, j;

   for (i = 0; i < scene->command_count; i++) {
      struct scene_command *command = &scene->commands[i];

      for (j = 0; j < SCENE_BINDINGS; j++) {
         uint32_t size = bytes_read(scene, command, j);

         /* A driver that rounds sizes up reads more.
          * https://github.com/GPUOpen-Drivers/AMDVLK/issues/321 is about one
          * that rounds them down. */
         if (scene->kind == SCENE_SMALL_SIZES && size > 4)
            size = one_in(random, 2) ? size - 1 - below(random, 4)
                                     : 1 + below(random, size);
         command->bound[j].size = size;
      }
   }
}

void
scene_make(struct scene *scene, uint32_t number,
           const struct scene_limits *limits)
{
   struct random random = {.seed = mix(number + 1)};

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
   scene->rendering = scene->kind == SCENE_RENDERING;
   scene->nested = scene->kind == SCENE_NESTED;
   scene->bounded = scene->kind == SCENE_BOUNDED;
   scene->exact = scene->kind == SCENE_EXACT_BUFFERS ||
                  scene->kind == SCENE_READS_OUTSIDE || scene->bounded;
   if (scene->kind == SCENE_READS_OUTSIDE || scene->bounded) {
      scene->cut =
         1 + below(&random, 1u << below(&random, scene->bounded ? 17 : 12));
   }
   scene_limit(scene, limits);
   if (scene->kind == SCENE_BIND_SIZES || scene->kind == SCENE_SMALL_SIZES) {
      make_sizes(&random, scene);
      scene_limit(scene, limits);
   }
}
