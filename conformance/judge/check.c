/* SPDX-License-Identifier: MIT */

#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"
#include "memory.h"
#include "stream.h"
#include "stream_plant.h"

#define MOST_FINDINGS 256
#define MOST_DRAWS 4096
#define SCENE_ALL (SCENE_COMMANDS * SCENE_DRAWS)

/* A draw of the scene; `expected` is the first, so that it leads here. */
struct check_draw {
   struct expect_draw expected;
   const struct scene_command *command;
   const struct scene_draw *draw;
   const struct scene_pipeline *pipeline;
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
   bool may_refuse;
   struct check_draw draws[SCENE_ALL];
   uint32_t count;
   /* The first draw that is not paired yet, and how many of its views are. */
   uint32_t next, views;
   /* Where the first work with draws is; it begins each submission. */
   uint64_t first_work;

   struct expect_attribute attributes[SCENE_COMMANDS][SCENE_LOCATIONS];
   struct read_values *values;
   /* Of the scene, as in its index buffer */
   void *indices;
   struct expect expect;

   /* Of the work that runs. */
   bool pairing;
   struct pair pairs[MOST_DRAWS];
   uint32_t pair_count;

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

   defect = explain_order(check->expect.order, defect);
   /* One of each draw, and what also happens in another order is no matter of
    * order. */
   for (uint32_t i = 0; i < check->finding_count; i++) {
      if (findings[i].command == command && findings[i].draw == number &&
          (findings[i].defect == defect ||
           (findings[i].order == WORK_LINKED &&
            check->expect.order != WORK_LINKED)))
         return;
   }
   if (check->finding_count == MOST_FINDINGS)
      return;

   struct check_finding *finding = &findings[check->finding_count++];

   *finding = (struct check_finding){
      command, number, check->expect.order, defect, "",
   };
   va_start(list, format);
   vsnprintf(finding->text, sizeof(finding->text), format, list);
   va_end(list);
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
      return draw->expected.range == 0 && found->by_kernel;
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

   if (!draw->expected.range)
      return;
   /* Only the draws before the last one are too large. */
   if (check->may_refuse && !(is_last && scene->command_count > 1))
      return;
   find(check, draw,
        check->may_refuse          ? DEFECT_VARYING_BUFFER
        : stream_architecture < 10 ? DEFECT_NONE
                                   : DEFECT_MISSING,
        "the draw is missing");
}

static bool
has_more(const struct check *check)
{
   for (uint32_t i = check->next; i < check->count; i++) {
      if (check->draws[i].expected.range)
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

static void
on_wrong(void *data, const struct expect_draw *draw, enum check_defect defect,
         const char *text)
{
   find(data, (const struct check_draw *)draw, defect, "%s", text);
}

static void
on_misread(void *data, const struct expect_draw *draw,
           enum check_defect defect, const struct expect_misread *misread)
{
   const int64_t begin = (int64_t)misread->attribute->begin;
   char text[96];

   read_print(misread->work, &misread->descriptor, text, sizeof(text));
   find(data, (const struct check_draw *)draw, defect,
        "location %u: vertex %" PRIu32 " of instance %" PRIu32
        " reads byte %" PRId64 "%s, not %" PRId64 ", of its binding (%s)",
        misread->attribute->location, misread->vertex,
        draw->base_instance + misread->instance, misread->read - begin,
        misread->is_inside ? "" : ", outside", misread->right - begin, text);
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
         find(check, draw,
              explain_no_tables(&check->expect, &draw->expected, found),
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

static void
check_padding(struct check *check, const struct check_draw *draw,
              const struct work_draw *found)
{
   const uint32_t size = found->tiler.primitive_size;

   if (found->has_tiler && found->primitive.mode == MALI_POINTS &&
       size < found->vertices &&
       !(size == 1 && (check->layout->primitive_size_one ||
                       draw->draw->instances == 1)))
      find(check, draw, DEFECT_NONE,
           "%" PRIu64 " primitives are padded to %" PRIu32, found->vertices,
           size);
}

static void
check_one(struct check *check, const struct check_draw *draw,
          const struct work_draw *found)
{
   if (!found->has_idvs && !found->vertices && draw->expected.range) {
      find_missing(check, draw);
      return;
   }
   if (!expect_check_draw(&check->expect, &draw->expected, found))
      return;
   if (found->has_idvs) {
      check_resources(check, draw, found);
   } else {
      check_padding(check, draw, found);
      check_images(check, draw, found);
   }
   expect_check_reads(&check->expect, &draw->expected, found);
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
   expect_other(&check->expect, found);
}

static void
on_nothing(void *data, const struct work_draw *found)
{
   (void)data;
   (void)found;
}

static void
on_fault(void *data, enum work_fault fault, const char *what)
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

static void
expect_attributes(struct check *check, uint32_t number)
{
   const struct scene_command *command = &check->scene->commands[number];
   const struct scene_pipeline *pipeline =
      &check->scene->pipelines[command->pipeline];

   for (uint32_t i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *from = &pipeline->attributes[i];
      const struct scene_binding *binding =
         &pipeline->bindings[from->binding];
      const uint32_t stride =
         scene_stride(check->scene, command, from->binding);

      check->attributes[number][i] = (struct expect_attribute){
         .location = from->location,
         .binding = from->binding,
         .bytes = scene_attribute_bytes(from),
         .divisor = binding->divisor,
         .slot = check->layout->packed ? i : from->location,
         .offset = from->offset,
         .stride = stride,
         /* OpenGL has no pipelines. */
         .pipeline_stride = check->layout->packed ? stride : binding->stride,
         .per_instance = binding->per_instance,
         .begin = command->bound[from->binding].offset,
         /* No scene reads outside, but for a defect with large numbers. */
         .end = UINT64_MAX,
         .buffer = command->bound[from->binding].buffer,
      };
   }
}

static void
expect_draws(struct check *check, uint32_t number)
{
   const struct scene *scene = check->scene;
   const struct scene_command *command = &scene->commands[number];
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint64_t indices =
      (uint64_t)(uintptr_t)check->indices + command->index_offset;

   expect_attributes(check, number);
   for (uint32_t i = 0; i < command->draw_count; i++) {
      const struct scene_draw *draw = &command->draws[i];
      struct check_draw *out = &check->draws[check->count++];

      *out = (struct check_draw){
         .expected = {
            .first = draw->first,
            .count = draw->count,
            .base_instance = draw->base_instance,
            .instances = draw->instances,
            .vertex_offset = draw->vertex_offset,
            .view_mask = scene->views ? 3 : 0,
            .restart = pipeline->restart,
            .index_bytes = command->index_bytes,
            .indices = indices,
            .attribute_count = pipeline->attribute_count,
            .attributes = check->attributes[number],
            .values = &check->values[command->pipeline],
            .indirect = command->indirect ? command : NULL,
            .dynamic_stride = pipeline->dynamic_stride,
            .is_repeated = scene->submissions > 1,
         },
         .command = command,
         .draw = draw,
         .pipeline = pipeline,
      };
      indices += (uint64_t)command->index_bytes * draw->count;
      expect_range(&out->expected);
   }
}

struct check *
check_begin(const struct kernels *kernels, const struct check_layout *layout,
            const struct scene *scene, struct read_values *values,
            bool may_refuse)
{
   struct check *check = calloc(1, sizeof(*check));

   if (!check || !(check->indices = malloc(scene->index_bytes + 1)))
      abort();
   check->kernels = kernels;
   check->layout = layout;
   check->scene = scene;
   check->values = values;
   check->may_refuse = may_refuse;
   check->expect.data = check;
   check->expect.wrong = on_wrong;
   check->expect.misread = on_misread;
   check->expect.byte = scene_byte;
   check->expect.attribute_table = layout->attribute_table;
   scene_write_indices(scene, check->indices);
   for (uint32_t i = 0; i < scene->command_count; i++)
      expect_draws(check, i);
   return check;
}

static void
find_rest(struct check *check)
{
   check->expect.order = WORK_LINKED;
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
      .wrong = on_fault,
   };

   /* PanVK submits the same work again; Gallium reuses its memory. */
   if (address_of(work) == check->first_work && !check->layout->packed) {
      find_rest(check);
      check->next = 0;
   }
   /* Gallium has tables for each chain, in memory that it uses again. */
   if (check->layout->packed)
      check->expect.table_count = 0;
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
   for (uint32_t order = 0; order < WORK_ORDERS && check->pair_count;
        order++) {
      expect_begin(&check->expect, order);
      memory_keep_writes(false);
      work_run(work, order, false, &user);
   }
   /* As the driver finds its memory afterwards, without what is planted. */
   const struct stream_plant *plant = stream_plant;

   stream_plant = NULL;
   check->expect.order = WORK_LINKED;
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
   check_read_count += check->expect.reads;
   *found = findings;
   free(check->indices);
   free(check);
   return count;
}
