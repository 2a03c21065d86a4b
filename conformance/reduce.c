/* SPDX-License-Identifier: MIT */

/* Fewer commands, fewer attributes, smaller numbers, as long as the scene
 * still fails. */

#include "conformance.h"

#include <string.h>
#include <time.h>

struct reduction {
   const struct scene_limits *limits;
   bool (*fails)(const struct scene *scene, void *data);
   void *data;
   struct scene *scene;
   uint32_t tries;
   time_t end;
   bool changed; /* since the last round */
};

/* Enough for all scenes seen; a device that is slow gets a larger scene. */
#define MAX_TRIES 2000
#define MAX_SECONDS 60

/* Makes what the APIs require of the scene. False if it then lacks anything.
 */
static bool
is_drawable(struct scene *scene, const struct scene_limits *limits)
{
   uint64_t left_out = scene->left_out;
   bool whole;

   scene->left_out = 0;
   scene_limit(scene, limits);
   whole = scene->left_out == 0;
   scene->left_out = left_out;
   return whole;
}

/* Takes the smaller scene if it fails. */
static bool
take(struct reduction *reduction, struct scene *smaller)
{
   if (reduction->tries == MAX_TRIES || time(NULL) >= reduction->end ||
       !is_drawable(smaller, reduction->limits) ||
       memcmp(smaller, reduction->scene, sizeof(*smaller)) == 0)
      return false;
   reduction->tries++;
   if (!reduction->fails(smaller, reduction->data))
      return false;
   *reduction->scene = *smaller;
   return true;
}

/* Tries the scene after an edit of `smaller`. */
#define TRY(edit)                               \
   do {                                         \
      struct scene smaller = *reduction->scene; \
                                                \
      edit;                                     \
      changed |= take(reduction, &smaller);     \
   } while (false)

/* Removes an element of an array; what is behind the last one is zero. */
static void
remove_element(void *array, uint32_t number, uint32_t *count, size_t size)
{
   char *element = (char *)array + number * size;

   (*count)--;
   memmove(element, element + size, (*count - number) * size);
   memset((char *)array + *count * size, 0, size);
}

static bool
fewer_commands(struct reduction *reduction)
{
   bool changed = false;
   uint32_t i;

   for (i = reduction->scene->command_count; i-- > 0;)
      TRY(remove_element(smaller.commands, i, &smaller.command_count,
                         sizeof(smaller.commands[0])));
   return changed;
}

static bool
fewer_draws(struct reduction *reduction)
{
   bool changed = false;
   uint32_t i, j;

   for (i = 0; i < reduction->scene->command_count; i++) {
      for (j = reduction->scene->commands[i].draw_count;
           j-- > 0 && reduction->scene->commands[i].draw_count > 1;)
         TRY(remove_element(smaller.commands[i].draws, j,
                            &smaller.commands[i].draw_count,
                            sizeof(struct scene_draw)));
   }
   return changed;
}

static void
remove_attribute(struct scene_pipeline *pipeline, uint32_t number)
{
   uint32_t binding = pipeline->attributes[number].binding;
   bool used = false;
   uint32_t i;

   remove_element(pipeline->attributes, number, &pipeline->attribute_count,
                  sizeof(pipeline->attributes[0]));
   for (i = 0; i < pipeline->attribute_count; i++)
      used |= pipeline->attributes[i].binding == binding;
   if (!used)
      memset(&pipeline->bindings[binding], 0, sizeof(*pipeline->bindings));
}

static bool
fewer_pipelines(struct reduction *reduction)
{
   struct scene *scene = reduction->scene;
   bool changed = false;
   uint32_t i, j;

   for (i = 0; i < scene->pipeline_count; i++) {
      for (j = scene->pipelines[i].attribute_count; j-- > 0;)
         TRY(remove_attribute(&smaller.pipelines[i], j));
   }
   /* Pipelines that no command uses. */
   for (i = scene->pipeline_count; i-- > 1;) {
      bool used = false;

      for (j = 0; j < scene->command_count; j++)
         used |= scene->commands[j].pipeline >= i;
      if (!used)
         scene->pipeline_count = i;
   }
   for (i = 0; i < scene->command_count; i++)
      TRY(smaller.commands[i].pipeline = 0);
   return changed;
}

static void
remove_indices(struct scene_command *command)
{
   uint32_t i;

   command->index_bytes = 0;
   for (i = 0; i < command->draw_count; i++) {
      struct scene_draw *draw = &command->draws[i];

      draw->first += (uint32_t)draw->vertex_offset;
      draw->vertex_offset = 0;
      draw->range = 0;
      draw->only_restart = false;
   }
}

static void
copy_draws(struct scene_command *command, const struct scene_command *from)
{
   memcpy(command->draws, from->draws, sizeof(command->draws));
   command->draw_count = from->draw_count;
   command->index_bytes = from->index_bytes;
   command->indirect = from->indirect;
}

static bool
fewer_states(struct reduction *reduction)
{
   bool changed = false;
   uint32_t i, j;

   for (i = 0; i < reduction->scene->command_count; i++) {
      TRY(remove_indices(&smaller.commands[i]));
      TRY(memset(smaller.commands[i].bound, 0,
                 sizeof(smaller.commands[i].bound)));
      if (i == 0)
         continue;
      /* As little as possible changes between commands. */
      TRY(memcpy(smaller.commands[i].bound, smaller.commands[i - 1].bound,
                 sizeof(smaller.commands[i].bound)));
      TRY(copy_draws(&smaller.commands[i], &smaller.commands[i - 1]));
   }
   for (i = 0; i < reduction->scene->pipeline_count; i++) {
      for (j = 0; j < reduction->scene->pipelines[i].attribute_count; j++) {
         TRY(smaller.pipelines[i].attributes[j].components = 1;
             smaller.pipelines[i].attributes[j].component_bytes = 4;
             smaller.pipelines[i].attributes[j].numeric = SCENE_UINT;
             smaller.pipelines[i].attributes[j].offset = 0);
      }
   }
   return changed;
}

static bool
try_number(struct reduction *reduction, size_t offset, uint32_t value)
{
   struct scene smaller = *reduction->scene;

   memcpy((char *)&smaller + offset, &value, sizeof(value));
   return take(reduction, &smaller);
}

/* The smallest number that fails, if all above it do. */
static bool
smaller_number(struct reduction *reduction, size_t offset, uint32_t least)
{
   uint32_t value, passes = least;
   bool changed = false;

   memcpy(&value, (const char *)reduction->scene + offset, sizeof(value));
   if (value <= least)
      return false;
   if (try_number(reduction, offset, least))
      return true;
   while (value - passes > 1) {
      uint32_t middle = passes + (value - passes) / 2;

      if (try_number(reduction, offset, middle)) {
         value = middle;
         changed = true;
      } else {
         passes = middle;
      }
   }
   return changed;
}

static void
try_smaller(const struct text_number *number, void *data)
{
   struct reduction *reduction = data;

   if (number->flag) {
      struct scene smaller = *reduction->scene;

      *(bool *)((char *)&smaller + number->offset) = false;
      reduction->changed |= take(reduction, &smaller);
      return;
   }
   reduction->changed |=
      smaller_number(reduction, number->offset, number->least);
}

/* Each number of the scene as it is now: the visit goes through a copy,
 * because what is visited must not change with the scene. */
static bool
smaller_numbers(struct reduction *reduction)
{
   struct scene visited = *reduction->scene;

   reduction->changed = false;
   text_each_number(&visited, try_smaller, reduction);
   return reduction->changed;
}

/* What no draw uses differs between scenes, but says nothing. */
static void
clear_unused(struct scene *scene)
{
   uint32_t i, j;

   for (i = 0; i < scene->command_count; i++) {
      for (j = 0; j < SCENE_BINDINGS; j++) {
         bool used = false;
         uint32_t k;

         for (k = 0; k < scene->pipeline_count; k++)
            used |= scene->pipelines[k].bindings[j].used;
         if (!used)
            scene->commands[i].bound[j] = (struct scene_bound){0};
      }
   }
}

void
reduce_scene(struct scene *scene, const struct scene_limits *limits,
             bool (*fails)(const struct scene *scene, void *data), void *data)
{
   struct reduction reduction = {.limits = limits,
                                 .fails = fails,
                                 .data = data,
                                 .scene = scene,
                                 .end = time(NULL) + MAX_SECONDS};
   bool changed = true;

   while (changed && reduction.tries < MAX_TRIES) {
      struct scene smaller = *scene;

      clear_unused(&smaller);
      take(&reduction, &smaller);
      changed = fewer_commands(&reduction);
      changed |= fewer_draws(&reduction);
      changed |= fewer_pipelines(&reduction);
      changed |= fewer_states(&reduction);
      changed |= smaller_numbers(&reduction);
   }
}
