/* SPDX-License-Identifier: MIT */

#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "read.h"
#include "stream_plant.h"

#define MOST_FINDINGS 256
#define MOST_DRAWS 4096
#define SCENE_ALL (SCENE_COMMANDS * SCENE_DRAWS)

/* A draw as the API specifies it. */
struct check_draw {
   const struct scene_command *command;
   const struct scene_draw *draw;
   const struct scene_pipeline *pipeline;
   /* First vertex, or what is added to each index. */
   int32_t first;
   /* Vertices from the smallest to the largest index; 0: nothing to draw. */
   uint64_t range;
   uint32_t smallest;
};

/* What is known of the draws of a work, by their keys. */
struct pair {
   uint64_t key;
   /* NULL: not one of the scene */
   const struct check_draw *draw;
};

struct check {
   const struct kernels *kernels;
   const struct check_layout *layout;
   const struct scene *scene;
   const struct read_values *values;
   bool may_refuse;
   struct check_draw draws[SCENE_ALL];
   uint32_t count;
   /* The first draw that is not paired yet, and how many of its views are. */
   uint32_t next, views;
   /* Where the first work with draws is; it begins each submission. */
   uint64_t first_work;

   /* Of the work that runs. */
   bool has_streams;
   enum work_order order;
   bool pairing;
   struct pair pairs[MOST_DRAWS];
   uint32_t pair_count;
   struct varyings varyings;
   /* For which draw of the scene each table was written. */
   struct {
      uint64_t address;
      const struct check_draw *draw;
   } tables[MOST_DRAWS];
   uint32_t table_count;
   /* The draw before this one in its stream, and which of the scene it is */
   struct mali_idvs last_idvs;
   const struct check_draw *last_draw;
   bool after_indirect;

   uint32_t finding_count;
};

uint64_t check_draw_count, check_read_count;

static struct check_finding findings[MOST_FINDINGS];

static void __attribute__((format(printf, 4, 5)))
find(struct check *check, const struct check_draw *draw,
     enum check_defect defect,
     const char *format, ...)
{
   const uint32_t command =
      draw ? (uint32_t)(draw->command - check->scene->commands) : CHECK_CHAIN;
   const uint32_t number =
      draw ? (uint32_t)(draw->draw - draw->command->draws) : CHECK_CHAIN;
   va_list list;

   /* What only happens in another order than the submitted one is its
    * fault. */
   if (check->order == WORK_DRAWS_LATE && defect != DEFECT_VARYING_BUFFER)
      defect = check->has_streams ? DEFECT_OVERWRITTEN : DEFECT_SHARED;
   if (check->order == WORK_DRAWS_EARLY && defect != DEFECT_UNIFORMS)
      defect = DEFECT_WAIT;

   /* One of each draw, and what also happens in another order is no matter of
    * order. */
   for (uint32_t i = 0; i < check->finding_count; i++) {
      if (findings[i].command == command && findings[i].draw == number &&
          (findings[i].defect == defect ||
           (findings[i].order == WORK_LINKED &&
            check->order != WORK_LINKED)))
         return;
   }
   if (check->finding_count == MOST_FINDINGS)
      return;

   struct check_finding *finding = &findings[check->finding_count++];

   *finding = (struct check_finding){
      command, number, check->order, defect, "",
   };
   va_start(list, format);
   vsnprintf(finding->text, sizeof(finding->text), format, list);
   va_end(list);
}

/* ---- What a draw uses -------------------------------------------------- */

static bool
index_of(const struct check_draw *draw, uint32_t number, uint32_t *index)
{
   bool restart = false;

   *index = number;
   if (draw->command->index_bytes)
      *index = scene_index(draw->command, draw->draw, number, draw->pipeline,
                           &restart);
   return !restart;
}

static void
find_range(struct check_draw *draw)
{
   uint32_t low = UINT32_MAX, high = 0, index;

   if (!draw->draw->instances || !draw->draw->count)
      return;
   if (!draw->command->index_bytes) {
      draw->range = draw->draw->count;
      return;
   }
   for (uint32_t i = 0; i < draw->draw->count; i++) {
      if (!index_of(draw, i, &index))
         continue;
      low = index < low ? index : low;
      high = index > high ? index : high;
   }
   if (low > high)
      return;
   draw->range = (uint64_t)high - low + 1;
   draw->smallest = low;
}

/* ---- Which draw of the chain is which of the scene --------------------- */

static bool
same_counts(const struct check_draw *draw, const struct work_draw *found)
{
   const uint32_t index_bytes = draw->command->index_bytes;

   if (found->has_idvs)
      return index_bytes == found->idvs.index_bytes &&
             found->vertices == draw->draw->count &&
             found->instances == draw->draw->instances;
   if (index_bytes != found->primitive.index_bytes && found->has_tiler)
      return false;
   if (found->vertices == 0)
      return draw->range == 0 && found->by_kernel;
   if (found->instances != draw->draw->instances)
      return false;
   return index_bytes ? found->primitive.index_count == draw->draw->count
                      : found->vertices == draw->draw->count;
}

static void
find_missing(struct check *check, const struct check_draw *draw)
{
   const struct scene *scene = check->scene;
   const bool is_last =
      draw->command == &scene->commands[scene->command_count - 1];

   if (!draw->range)
      return;
   /* Only the draws before the last one are too large. */
   if (check->may_refuse && !(is_last && scene->command_count > 1))
      return;
   find(check, draw,
        check->may_refuse    ? DEFECT_VARYING_BUFFER
        : check->has_streams ? DEFECT_MISSING
                             : DEFECT_NONE,
        "the draw is missing");
}

static bool
has_more(const struct check *check)
{
   for (uint32_t i = check->next; i < check->count; i++) {
      if (check->draws[i].range)
         return true;
   }
   return false;
}

static void
pair(struct check *check, const struct work_draw *found)
{
   const struct check_draw *draw = NULL;

   if (check->views) {
      draw = &check->draws[check->next - 1];
      check->views--;
   } else {
      uint32_t i;

      /* OpenGL may put several submissions into one chain. */
      if (check->scene->submissions > 1 && found->vertices &&
          !has_more(check))
         check->next = 0;
      i = check->next;
      while (i < check->count && !same_counts(&check->draws[i], found))
         i++;
      /* Counts may be wrong. */
      if (i == check->count)
         i = check->next;
      if (i < check->count) {
         for (; check->next < i; check->next++)
            find_missing(check, &check->draws[check->next]);
         draw = &check->draws[i];
         check->next = i + 1;
         /* IDVS draws of v10 and later have a mask of views. */
         check->views = !found->has_idvs && check->scene->views;
      }
   }
   check_draw_count += draw != NULL;
   if (check->pair_count < MOST_DRAWS)
      check->pairs[check->pair_count++] =
         (struct pair){found->key, draw};
}

/* ---- One draw ---------------------------------------------------------- */

struct place {
   struct check *check;
   const struct check_draw *draw;
};

static void
on_varyings(void *data, enum check_defect defect, const char *text)
{
   const struct place *place = data;

   find(place->check, place->draw, defect, "%s", text);
}

static void
check_varyings(struct check *check, const struct check_draw *draw,
               const struct work_draw *found)
{
   struct place place = {check, draw};

   varyings_check(&check->varyings, found, on_varyings, &place);
}

/* The draw that used these tables first. */
static const struct check_draw *
first_with_table(struct check *check, const struct work_draw *found,
                 const struct check_draw *draw)
{
   const uint64_t address = found->vertex.buffers;

   for (uint32_t i = 0; i < check->table_count; i++) {
      if (check->tables[i].address == address)
         return check->tables[i].draw;
   }
   if (check->table_count < MOST_DRAWS) {
      check->tables[check->table_count].address = address;
      check->tables[check->table_count++].draw = draw;
   }
   return draw;
}

/* Whether a direct draw has the tables or the uniforms after those of an
 * indirect draw. Draws after it keep them. */
static bool
is_after_indirect(const struct check *check, const struct check_draw *draw,
                  const struct mali_idvs *idvs)
{
   const struct mali_idvs *last = &check->last_idvs;
   const bool moves = check->last_draw && !check->after_indirect;
   const uint64_t size = moves ? 16 * (last->resources & 63) : 0;
   const uint64_t uniforms = moves ? 8 * last->uniform_count : 0;

   return !draw->command->indirect && check->last_draw &&
          (check->last_draw->command->indirect || check->after_indirect) &&
          (idvs->resources == last->resources + size ||
           idvs->uniforms == last->uniforms + uniforms);
}

static enum check_defect
explain_tables(const struct check *check, const struct work_draw *found)
{
   return found->has_idvs && check->after_indirect ? DEFECT_AFTER_INDIRECT
                                                   : DEFECT_NONE;
}

/* Whether a draw of an indirect command has tables, but not those after the
 * tables of the draw before. */
static bool
is_of_other(const struct check *check, const struct check_draw *draw,
            const struct work_draw *found)
{
   const uint64_t size = (check->last_idvs.resources & 63) * 16;

   return check->last_draw && draw->command == check->last_draw->command &&
          found->idvs.resources != check->last_idvs.resources + size;
}

static enum check_defect
explain_no_tables(const struct check *check, const struct check_draw *draw,
                  const struct work_draw *found)
{
   if (!found->has_idvs)
      return DEFECT_NONE;
   if (explain_tables(check, found))
      return DEFECT_AFTER_INDIRECT;
   if (check->last_draw &&
       found->idvs.resources == check->last_idvs.resources)
      return DEFECT_STALE;
   return is_of_other(check, draw, found) ? DEFECT_OTHER_TABLES
                                          : DEFECT_TABLES;
}

/* v9 and later: `more` bytes are added to where a thread reads. */
static enum check_defect
explain_idvs(const struct check *check, const struct check_draw *draw,
             const struct work_draw *found,
             const struct scene_attribute *attribute, uint32_t stride,
             int64_t more)
{
   const struct scene_binding *binding =
      &draw->pipeline->bindings[attribute->binding];
   const uint32_t right =
      scene_stride(check->scene, draw->command, attribute->binding);
   const int64_t base = (int64_t)draw->draw->base_instance * right;
   const bool indirect = draw->command->indirect;

   if (explain_tables(check, found))
      return DEFECT_AFTER_INDIRECT;
   if (binding->per_instance && base > INT32_MAX)
      return DEFECT_OFFSET;
   if (check->last_draw &&
       found->idvs.resources == check->last_idvs.resources)
      return draw->pipeline->dynamic_stride && binding->per_instance &&
                   check->last_draw->draw->base_instance !=
                      draw->draw->base_instance
                ? DEFECT_STRIDES
                : DEFECT_STALE;
   if (is_of_other(check, draw, found))
      return DEFECT_OTHER_TABLES;
   if (binding->per_instance && base) {
      if (more == -base)
         return indirect && draw->pipeline->dynamic_stride ? DEFECT_STRIDES
                                                           : DEFECT_BASE_LOST;
      if (indirect && check->scene->submissions > 1 && more > 0 &&
          more % base == 0)
         return DEFECT_ACCUMULATED;
      if (more == base)
         return DEFECT_BASE_TWICE;
   }
   if (indirect && binding->per_instance &&
       (more == INT32_MIN || (base && (more - INT32_MIN) % base == 0)))
      return DEFECT_ODD_STRIDE;
   if (stride != right && (binding->divisor || !binding->per_instance))
      return DEFECT_OTHER_STRIDE;
   return DEFECT_NONE;
}

static struct explain_asked
ask(const struct check *check, const struct check_draw *draw,
    const struct scene_attribute *attribute)
{
   const struct scene_pipeline *pipeline = draw->pipeline;
   const struct scene_binding *binding =
      &pipeline->bindings[attribute->binding];
   const struct scene_attribute *last =
      &pipeline->attributes[pipeline->attribute_count - 1];

   return (struct explain_asked){
      .stride = scene_stride(check->scene, draw->command, attribute->binding),
      .pipeline_stride = binding->stride,
      .last_stride = scene_stride(check->scene, draw->command, last->binding),
      .divisor = binding->divisor,
      .base_instance = draw->draw->base_instance,
      .per_instance = binding->per_instance,
   };
}

static enum check_defect
explain(struct check *check, const struct check_draw *draw,
        const struct work_draw *found,
        const struct scene_attribute *attribute, uint32_t record_stride,
        uint32_t id, int64_t more)
{
   if (found->has_idvs)
      return explain_idvs(check, draw, found, attribute, record_stride,
                          more);

   const struct check_draw *first = first_with_table(check, found, draw);
   const struct explain_asked asked = ask(check, draw, attribute);
   const int64_t base = draw->draw->base_instance;

   if (!found->by_kernel &&
       (first->draw->instances != draw->draw->instances ||
        first->draw->count != draw->draw->count ||
        first->first != draw->first ||
        first->draw->base_instance != draw->draw->base_instance))
      return DEFECT_STALE;
   if (base * scene_stride(check->scene, draw->command,
                           attribute->binding) > INT32_MAX)
      return DEFECT_OFFSET;
   return explain_bytes(&asked, found, record_stride, id, more);
}

static bool
is_right(const uint8_t *bytes, const struct scene_attribute *attribute,
         struct scene_read read)
{
   const uint32_t count =
      (uint32_t)attribute->components * attribute->component_bytes;

   for (uint32_t i = 0; i < count; i++) {
      if (bytes[i] != scene_byte(read.buffer, read.offset + i))
         return false;
   }
   return true;
}

/* `vertex` and `instance` as the API counts them. */
static void
check_attribute(struct check *check, const struct check_draw *draw,
                const struct work_draw *found, uint32_t number,
                uint32_t vertex, uint32_t instance,
                const struct read_thread *thread)
{
   const struct scene_attribute *a = &draw->pipeline->attributes[number];
   const uint32_t slot = check->layout->packed ? number : a->location;
   const uint32_t count = (uint32_t)a->components * a->component_bytes;
   const uint32_t bound = draw->command->bound[a->binding].offset;
   const struct explain_asked asked = ask(check, draw, a);
   const struct scene_read right = scene_read(
      check->scene, draw->command, draw->draw, a, vertex, instance);
   struct read_descriptor descriptor;
   struct read read;
   char text[96];

   check_read_count++;
   if (!read_descriptor(found, check->layout->attribute_table, slot,
                        &descriptor)) {
      find(check, draw, explain_no_tables(check, draw, found),
           "location %u: no descriptor", a->location);
      return;
   }
   explain_plant(&asked, found, thread->linear_id, &descriptor);
   read_bytes(found, &descriptor, thread, count, &read);
   if (read.is_inside && is_right(read.bytes, a, right))
      return;

   const int64_t byte = read.byte - bound;
   const int64_t wanted = (int64_t)right.offset - bound;

   read_print(found, &descriptor, text, sizeof(text));
   find(check, draw,
        explain(check, draw, found, a, read_stride(found, &descriptor),
                thread->linear_id, byte - wanted),
        "location %u: vertex %" PRIu32 " of instance %" PRIu32
        " reads byte %" PRId64 "%s, not %" PRId64 ", of its binding (%s)",
        a->location, vertex, instance, byte,
        read.is_inside ? "" : ", outside", wanted, text);
}

/* v9 and later: the tables hold descriptors of textures and of buffers. */
static void
check_resources(struct check *check, const struct check_draw *draw,
                const struct work_draw *found)
{
   uint32_t missing = (1u << SCENE_RESOURCES) - 1;
   uint32_t words[8], word;

   if (!draw->pipeline->resources)
      return;
   for (uint32_t i = 0;
        mali_resource(found->idvs.resources, check->layout->image_table, i,
                      words);
        i++) {
      if (!mali_first_word(words, &word))
         continue;
      for (uint32_t j = 0; j < SCENE_RESOURCES; j++) {
         if (word == scene_resource(draw->command->resource_set, j))
            missing &= ~(1u << j);
      }
   }
   for (uint32_t j = 0; j < SCENE_RESOURCES; j++) {
      if (missing >> j & 1) {
         find(check, draw, explain_no_tables(check, draw, found),
              "no descriptor is of image or texel buffer %" PRIu32, j);
         return;
      }
   }
}

static void
check_images(struct check *check, const struct check_draw *draw,
             const struct work_draw *found)
{
   uint32_t missing = (1u << SCENE_RESOURCES) - 1;

   if (!draw->pipeline->resources)
      return;
   /* In the order that the compiler chooses. */
   for (uint32_t i = 0; i < check->layout->image_count; i++) {
      struct mali_attribute attribute = {0};
      struct mali_record record;
      uint32_t word = 0, j = 0;

      if (!mali_attribute(found->vertex.attributes,
                          check->layout->first_image + i, &attribute) ||
          !mali_record(found->vertex.buffers, attribute.slot, &record) ||
          !memory_read(record.pointer + (uint32_t)attribute.offset, &word,
                       sizeof(word)) ||
          check_plant == (!draw->pipeline->attribute_count && found->by_kernel
                             ? DEFECT_NO_TABLES : DEFECT_IMAGES))
         word = 0;
      while (j < SCENE_RESOURCES &&
             !(missing >> j & 1 &&
               word == scene_resource(draw->command->resource_set, j)))
         j++;
      if (j < SCENE_RESOURCES)
         missing &= ~(1u << j);
      else
         find(check, draw,
              !draw->pipeline->attribute_count && found->by_kernel
                 ? DEFECT_NO_TABLES
                 : DEFECT_IMAGES,
              "image %" PRIu32 ": slot %" PRIu32 " holds none of the draw", i,
              attribute.slot);
   }
}

static enum check_defect
explain_uniforms(const struct check *check, const struct check_draw *draw,
                 const struct work_draw *found)
{
   if (found->has_idvs && draw->command->indirect &&
       check->order == WORK_DRAWS_EARLY)
      return DEFECT_UNIFORMS;
   if (!found->has_idvs)
      return DEFECT_NONE;
   if (explain_tables(check, found))
      return DEFECT_AFTER_INDIRECT;
   return check->last_draw && found->uniforms == check->last_idvs.uniforms
             ? DEFECT_UNIFORMS_REUSED : DEFECT_IDS;
}

static void
check_ids(struct check *check, const struct check_draw *draw,
          const struct work_draw *found)
{
   const struct read_values *values =
      &check->values[draw->command->pipeline];
   const uint64_t uniforms = found->uniforms;
   /* v10 and later do not search the smallest index. */
   const uint32_t offset =
      (uint32_t)draw->first + (found->has_idvs ? 0 : draw->smallest);
   const enum check_defect defect = explain_uniforms(check, draw, found);
   uint32_t word = 0;

   if (values->vertex_offset >= 0 &&
       (!memory_read(uniforms + (uint32_t)values->vertex_offset, &word, 4) ||
        word != offset))
      find(check, draw, defect,
           "vertex ids begin at %" PRIu32 ", not %" PRIu32,
           word, offset);
   if (values->base_instance >= 0 &&
       (!memory_read(uniforms + (uint32_t)values->base_instance, &word, 4) ||
        word != draw->draw->base_instance))
      find(check, draw, defect,
           "instance ids begin at %" PRIu32 ", not %" PRIu32, word,
           draw->draw->base_instance);
}

/* Bits that an invocation needs for a count. */
static uint32_t
bits_of(uint64_t count)
{
   return count > 1 ? 64 - (uint32_t)__builtin_clzll(count - 1) : 0;
}

static bool
check_counts(struct check *check, const struct check_draw *draw,
             const struct work_draw *found)
{
   const uint64_t range = draw->range;
   const uint32_t instances = draw->draw->instances;

   if (range == 0) {
      if (found->vertices || check_plant == DEFECT_EMPTY)
         find(check, draw,
              DEFECT_EMPTY,
              "nothing to draw, but %" PRIu64 " vertices run",
              found->vertices);
      return false;
   }
   if (found->vertices == 0) {
      find_missing(check, draw);
      return false;
   }
   if (found->vertices != range || found->instances != instances) {
      const bool wide = bits_of(range) + bits_of(instances) > 32;

      find(check, draw,
           wide ? DEFECT_INVOCATION : DEFECT_NONE,
           "%" PRIu64 " vertices x %" PRIu64 " instances run, not %" PRIu64
           " x %" PRIu32,
           found->vertices, found->instances, range, instances);
      return false;
   }
   if (found->vertex.offset_start != draw->first + (int32_t)draw->smallest) {
      find(check, draw, DEFECT_NONE,
           "the draw starts at %" PRId32 ", not %" PRId64,
           found->vertex.offset_start, (int64_t)draw->first + draw->smallest);
      return false;
   }
   if (range > 1 && instances > 1 &&
       found->vertex.instance_size < range) {
      find(check, draw,
           DEFECT_NONE,
           "instances of %" PRIu64 " vertices are padded to %" PRIu32, range,
           found->vertex.instance_size);
      return false;
   }
   return true;
}

static void
check_tiler(struct check *check, const struct check_draw *draw,
            const struct work_draw *found)
{
   const struct mali_primitive *primitive = &found->primitive;
   const uint32_t index_bytes = draw->command->index_bytes;
   const uint32_t count = draw->draw->count;

   if (!found->has_tiler)
      return;
   if (found->tiler.offset_start != found->vertex.offset_start ||
       found->tiler.instance_size != found->vertex.instance_size)
      find(check, draw, DEFECT_NONE,
           "the tiler starts at %" PRId32 " with instances of %" PRIu32
           ", vertices at %" PRId32 " with %" PRIu32,
           found->tiler.offset_start, found->tiler.instance_size,
           found->vertex.offset_start, found->vertex.instance_size);
   if (primitive->index_count != count) {
      find(check, draw, DEFECT_NONE, "%" PRIu32 " indices, not %" PRIu32,
           primitive->index_count, count);
      return;
   }
   if (primitive->mode == MALI_POINTS &&
       found->tiler.primitive_size < found->vertices &&
       !(found->tiler.primitive_size == 1 &&
         (check->layout->primitive_size_one || draw->draw->instances == 1)))
      find(check, draw, DEFECT_NONE,
           "%" PRIu64 " primitives are padded to %" PRIu32, found->vertices,
           found->tiler.primitive_size);
   for (uint32_t i = 0; i < count && index_bytes; i++) {
      uint32_t index, word = 0;

      if (index_of(draw, i, &index) &&
          (!memory_read(primitive->indices + (uint64_t)i * index_bytes, &word,
                        index_bytes) ||
           word != index)) {
         find(check, draw, DEFECT_NONE,
              "the tiler reads index %" PRIu32 ", not %" PRIu32, word, index);
         return;
      }
   }
}

static void
check_threads(struct check *check, const struct check_draw *draw,
              const struct work_draw *found)
{
   const uint32_t all = draw->draw->instances, count = draw->draw->count;
   const uint32_t instances = all < 16 ? all : 16;
   const uint32_t most = READ_THREADS / instances;
   const uint32_t vertices = count < most ? count : most;
   const uint32_t padded = all > 1 ? found->vertex.instance_size : 0;

   for (uint32_t v = 0; v < vertices; v++) {
      uint32_t index;

      if (!index_of(draw, read_sample(v, vertices, count), &index))
         continue;

      const int64_t vertex =
         draw->command->index_bytes
            ? (int64_t)index + found->primitive.base_vertex_offset : index;

      if (!found->has_idvs &&
          (vertex < 0 || vertex >= (int64_t)found->vertices)) {
         find(check, draw, DEFECT_NONE,
              "index %" PRIu32 " is vertex %" PRId64 " of %" PRIu64, index,
              vertex, found->vertices);
         return;
      }
      for (uint32_t i = 0; i < instances; i++) {
         const uint32_t instance = read_sample(i, instances, all);

         const struct read_thread thread = {
            index, instance, (uint32_t)vertex + instance * padded,
         };

         for (uint32_t a = 0; a < draw->pipeline->attribute_count; a++)
            check_attribute(check, draw, found, a,
                            (uint32_t)draw->first + index,
                            draw->draw->base_instance + instance, &thread);
      }
   }
}

/* ---- One draw of v9 and later ------------------------------------------ */

/* The defect, unless a register has the previous draw's value. */
static enum check_defect
explain_register(const struct check *check, uint64_t value,
                 uint64_t last_value, enum check_defect defect)
{
   return check->last_draw && value == last_value ? DEFECT_REGISTERS : defect;
}

static void
check_indices(struct check *check, const struct check_draw *draw,
              const struct mali_idvs *idvs)
{
   const struct mali_idvs *last = &check->last_idvs;
   const uint64_t bytes = idvs->index_bytes;
   const enum check_defect defect =
      idvs->indices == last->indices
         ? explain_register(check, idvs->first_index, last->first_index,
                            DEFECT_INDICES)
         : DEFECT_INDICES;

   for (uint32_t i = 0; i < idvs->index_count && bytes; i++) {
      const uint64_t at = (idvs->first_index + (uint64_t)i) * bytes;
      const bool inside = at + bytes <= idvs->index_size;
      uint32_t index, word = 0;
      const bool shaded = index_of(draw, i, &index);

      if (!inside || !memory_read(idvs->indices + at, &word, bytes) ||
          word != index) {
         find(check, draw, defect,
              "index %" PRIu32 " is %" PRIu32 "%s, not %" PRIu32, i, word,
              inside ? "" : ", outside", index);
         return;
      }
      if (!shaded && !idvs->restart) {
         find(check, draw, DEFECT_INDICES,
              "index %" PRIu32 " does not restart", i);
         return;
      }
   }
}

static bool
check_idvs_counts(struct check *check, const struct check_draw *draw,
                  const struct work_draw *found)
{
   const struct mali_idvs *idvs = &found->idvs, *last = &check->last_idvs;
   const struct scene_draw *right = draw->draw;
   const uint32_t views = check->scene->views ? 3 : 0;

   if (idvs->index_count != right->count ||
       idvs->instance_count != right->instances) {
      find(check, draw,
           idvs->index_count != right->count
              ? explain_register(check, idvs->index_count, last->index_count,
                                 DEFECT_COUNTS)
              : explain_register(check, idvs->instance_count,
                                 last->instance_count, DEFECT_COUNTS),
           "%" PRIu32 " vertices x %" PRIu32 " instances run, not %" PRIu32
           " x %" PRIu32,
           idvs->index_count, idvs->instance_count, right->count,
           right->instances);
      return false;
   }
   if (!right->count || !right->instances)
      return false;
   if (idvs->index_bytes != draw->command->index_bytes) {
      find(check, draw,
           explain_register(check, idvs->index_bytes, last->index_bytes,
                            DEFECT_INDICES),
           "indices of %" PRIu32 " bytes, not %" PRIu32, idvs->index_bytes,
           draw->command->index_bytes);
      return false;
   }
   if (idvs->vertex_offset != draw->first) {
      find(check, draw,
           explain_register(check, (uint32_t)idvs->vertex_offset,
                            (uint32_t)last->vertex_offset,
                            DEFECT_VERTEX_OFFSET),
           "the vertex offset is %" PRId32 ", not %" PRId32,
           idvs->vertex_offset, draw->first);
      return false;
   }
   /* Attributes per instance would be divided with it. */
   if (idvs->instance_offset)
      find(check, draw, DEFECT_INSTANCE_OFFSET,
           "the instance offset is %" PRIu32, idvs->instance_offset);
   if (views && idvs->view_mask && idvs->view_mask != views)
      find(check, draw, DEFECT_NONE, "the views are 0x%" PRIx32,
           idvs->view_mask);
   return true;
}

static void
check_idvs(struct check *check, const struct check_draw *draw,
           const struct work_draw *found)
{
   struct work_draw varying = *found;

   varying.idvs.resources = found->idvs.varying_resources;
   check->after_indirect = is_after_indirect(check, draw, &found->idvs);
   if (check_idvs_counts(check, draw, found)) {
      check_indices(check, draw, &found->idvs);
      check_ids(check, draw, found);
      check_resources(check, draw, found);
      check_threads(check, draw, found);
      if (varying.idvs.resources)
         check_threads(check, draw, &varying);
   }
   check->last_idvs = found->idvs;
   check->last_draw = draw;
}

/* ------------------------------------------------------------------------ */

static void
check_one(struct check *check, const struct check_draw *draw,
          const struct work_draw *found)
{
   if (found->has_idvs) {
      check_idvs(check, draw, found);
      return;
   }
   first_with_table(check, found, draw);
   if (!check_counts(check, draw, found))
      return;
   check_varyings(check, draw, found);
   check_tiler(check, draw, found);
   check_ids(check, draw, found);
   check_images(check, draw, found);
   check_threads(check, draw, found);
}

static void
on_draw(void *data, const struct work_draw *found)
{
   struct check *check = data;

   /* The driver's own draws, for clears, are triangles. The recorder's are
    * magic. */
   if (check->pairing) {
      if (read_is_magic(found))
         return;
      if (found->has_idvs ? found->idvs.mode == MALI_POINTS
                          : !found->has_tiler ||
                               found->primitive.mode == MALI_POINTS)
         pair(check, found);
      return;
   }
   for (uint32_t i = 0; i < check->pair_count; i++) {
      if (check->pairs[i].key != found->key)
         continue;
      if (check->pairs[i].draw)
         check_one(check, check->pairs[i].draw, found);
      else
         find(check, NULL, DEFECT_NONE, "a draw that the scene has not");
      return;
   }
   /* Its varyings must not be overwritten, and overwrite nothing. */
   if (found->vertices && !found->has_idvs)
      check_varyings(check, NULL, found);
}

static void
on_nothing(void *data, const struct work_draw *found)
{
   (void)data;
   (void)found;
}

static void
on_wrong(void *data, enum work_fault fault, const char *what)
{
   static const enum check_defect defects[] = {
      [WORK_BROKEN] = DEFECT_NONE,
      [WORK_COPY_FAILS] = DEFECT_NO_TABLES,
      [WORK_ENDLESS] = DEFECT_ENDLESS,
      [WORK_NOT_LOADED] = DEFECT_NOT_LOADED,
      [WORK_SHADER] = DEFECT_NONE,
   };
   struct check *check = data;

   if (!check->pairing)
      find(check, NULL, defects[fault], "%s", what);
}

/* ---- A scene ----------------------------------------------------------- */

struct check *
check_begin(const struct kernels *kernels, const struct check_layout *layout,
            const struct scene *scene, const struct read_values *values,
            bool may_refuse)
{
   struct check *check = calloc(1, sizeof(*check));

   if (!check)
      abort();
   check->kernels = kernels;
   check->layout = layout;
   check->scene = scene;
   check->values = values;
   check->may_refuse = may_refuse;
   for (uint32_t i = 0; i < scene->command_count; i++) {
      const struct scene_command *command = &scene->commands[i];

      for (uint32_t j = 0; j < command->draw_count; j++) {
         const struct scene_draw *draw = &command->draws[j];
         struct check_draw *out = &check->draws[check->count++];

         *out = (struct check_draw){
            .command = command,
            .draw = draw,
            .pipeline = &scene->pipelines[command->pipeline],
            .first = command->index_bytes ? draw->vertex_offset
                                          : (int32_t)draw->first,
         };
         find_range(out);
      }
   }
   return check;
}

static void
find_rest(struct check *check)
{
   check->order = WORK_LINKED;
   for (; check->next < check->count; check->next++)
      find_missing(check, &check->draws[check->next]);
   check->views = 0;
}

/* Where it is: its first job, or its last stream that is not empty. */
static uint64_t
address_of(const struct work *work)
{
   uint64_t address = work->first_job;

   for (uint32_t i = 0; i < work->stream_count; i++) {
      if (work->streams[i].size)
         address = work->streams[i].address;
   }
   return address;
}

void
check_work(struct check *check, const struct work *work)
{
   struct work_user user = {
      .kernels = check->kernels,
      .data = check,
      .draw = on_draw,
      .wrong = on_wrong,
   };

   /* PanVK submits the same work again; Gallium reuses its memory. */
   if (address_of(work) == check->first_work && !check->layout->packed) {
      find_rest(check);
      check->next = 0;
   }
   /* Gallium has tables for each chain, in memory that it uses again. */
   if (check->layout->packed)
      check->table_count = 0;
   check->has_streams = work->stream_count;
   check->pair_count = 0;
   check->pairing = true;
   memory_keep_writes(false);
   work_run(work, WORK_LINKED, false, &user);
   check->pairing = false;
   /* What copies images, for example. */
   if (!check->pair_count && work->first_job) {
      memory_keep_writes(true);
      return;
   }
   if (!check->first_work && check->pair_count)
      check->first_work = address_of(work);
   for (check->order = 0;
        check->order < WORK_ORDERS && check->pair_count; check->order++) {
      check->varyings.count = 0;
      check->last_draw = NULL;
      check->after_indirect = false;
      memory_keep_writes(false);
      work_run(work, check->order, false, &user);
   }
   /* As the driver finds its memory afterwards, without what is planted. */
   const struct stream_plant *plant = stream_plant;

   stream_plant = NULL;
   check->order = WORK_LINKED;
   check->pairing = true;
   memory_keep_writes(true);

   user.draw = on_nothing;
   work_run(work, WORK_LINKED, true, &user);
   check->pairing = false;
   stream_plant = plant;
}

uint32_t
check_end(struct check *check, const struct check_finding **found)
{
   uint32_t count;

   find_rest(check);
   count = check->finding_count;
   *found = findings;
   free(check);
   return count;
}
