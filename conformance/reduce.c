/* SPDX-License-Identifier: MIT */

/* Fewer commands, fewer attributes, smaller numbers, as long as the scene
 * still fails. */

#include "conformance.h"

#include <string.h>

struct reduction {
   const struct scene_limits *limits;
   bool (*fails)(const struct scene *scene, void *data);
   void *data;
   struct scene *scene;
   uint32_t tries;
};

/* Enough for all scenes seen; a device that is slow gets a larger scene. */
#define MAX_TRIES 400

/* What the APIs require of offsets, strides and formats. */
static bool
is_valid(const struct scene *scene, const struct scene_limits *limits)
{
   uint32_t i, j, k;

   for (i = 0; i < scene->pipeline_count; i++) {
      const struct scene_pipeline *pipeline = &scene->pipelines[i];

      for (j = 0; j < pipeline->attribute_count; j++) {
         const struct scene_attribute *attribute = &pipeline->attributes[j];
         uint32_t bytes = attribute->component_bytes;
         uint32_t stride = pipeline->bindings[attribute->binding].stride;

         if (attribute->offset % bytes != 0 || stride % bytes != 0 ||
             (stride == 0 && !limits->zero_stride))
            return false;
         for (k = 0; k < scene->command_count; k++) {
            const struct scene_bound *bound =
               &scene->commands[k].bound[attribute->binding];

            if (bound->offset % bytes != 0 || bound->stride % bytes != 0 ||
                (bound->stride == 0 && !limits->zero_stride) ||
                (bound->stride != 0 &&
                 bound->stride <
                    attribute->offset + attribute->components * bytes))
               return false;
         }
      }
   }
   return true;
}

/* Takes the smaller scene if it fails. */
static bool
take(struct reduction *reduction, struct scene *smaller)
{
   if (memcmp(smaller, reduction->scene, sizeof(*smaller)) == 0 ||
       reduction->tries == MAX_TRIES ||
       !is_valid(smaller, reduction->limits) ||
       !scene_place(smaller, reduction->limits))
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
   uint8_t binding = pipeline->attributes[number].binding;
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
   uint32_t i;

   TRY(smaller.submissions = 1);
   TRY(smaller.views = false);
   for (i = 0; i < reduction->scene->pipeline_count; i++) {
      TRY(smaller.pipelines[i].resources = false);
      TRY(smaller.pipelines[i].restart = false);
      TRY(smaller.pipelines[i].dynamic_stride = false);
   }
   for (i = 0; i < reduction->scene->command_count; i++) {
      TRY(smaller.commands[i].clear_before = false);
      TRY(smaller.commands[i].pass_before = false);
      TRY(smaller.commands[i].secondary = 0);
      if (reduction->scene->commands[i].draw_count == 1)
         TRY(smaller.commands[i].indirect = false);
      TRY(remove_indices(&smaller.commands[i]));
      TRY(smaller.commands[i].index_seed = 0);
      TRY(smaller.commands[i].resource_set = 0);
      if (i == 0)
         continue;
      /* As little as possible changes between commands. */
      TRY(memcpy(smaller.commands[i].bound, smaller.commands[i - 1].bound,
                 sizeof(smaller.commands[i].bound)));
      TRY(copy_draws(&smaller.commands[i], &smaller.commands[i - 1]));
   }
   return changed;
}

/* One number at `offset` in the scene: 0 or 1, then by halves and ones. */
static bool
smaller_number(struct reduction *reduction, size_t offset, uint32_t minimum)
{
   bool changed = false;
   uint32_t i;

   for (i = 0; i < 40; i++) {
      uint32_t value, steps[3], j;
      bool took = false;

      memcpy(&value, (char *)reduction->scene + offset, sizeof(value));
      if (value <= minimum)
         break;
      steps[0] = minimum;
      steps[1] = minimum + (value - minimum) / 2;
      steps[2] = value - 1;
      for (j = 0; j < 3 && !took; j++) {
         struct scene smaller = *reduction->scene;

         memcpy((char *)&smaller + offset, &steps[j], sizeof(steps[j]));
         took = take(reduction, &smaller);
      }
      if (!took)
         break;
      changed = true;
   }
   return changed;
}

#define NUMBER(field, minimum)                                           \
   smaller_number(                                                       \
      reduction,                                                         \
      (size_t)((const char *)&(field) - (const char *)reduction->scene), \
      minimum)

static bool
smaller_draw(struct reduction *reduction, const struct scene_command *command,
             const struct scene_draw *draw)
{
   bool changed = false;

   changed |= NUMBER(draw->instances, 1);
   /* The range of indices first, because it must not exceed the count. */
   if (command->index_bytes != 0)
      changed |= NUMBER(draw->range, 1);
   if (command->index_bytes == 0 || draw->count > draw->range)
      changed |= NUMBER(draw->count, 1);
   changed |= NUMBER(draw->base_instance, 0);
   if (draw->vertex_offset == 0 || command->index_bytes == 0)
      changed |= NUMBER(draw->first, 0);
   else if (draw->vertex_offset > 0)
      changed |= NUMBER(draw->vertex_offset, 0);
   return changed;
}

static bool
smaller_numbers(struct reduction *reduction)
{
   const struct scene *scene = reduction->scene;
   bool changed = false;
   uint32_t i, j;

   for (i = 0; i < scene->command_count; i++) {
      const struct scene_command *command = &scene->commands[i];

      for (j = 0; j < command->draw_count; j++)
         changed |= smaller_draw(reduction, command, &command->draws[j]);
      for (j = 0; j < SCENE_BINDINGS; j++)
         TRY(smaller.commands[i].bound[j].offset = 0;
             smaller.commands[i].bound[j].buffer = 0);
   }
   for (i = 0; i < scene->pipeline_count; i++) {
      for (j = 0; j < scene->pipelines[i].attribute_count; j++) {
         uint32_t binding = scene->pipelines[i].attributes[j].binding;

         TRY(smaller.pipelines[i].attributes[j].offset = 0;
             smaller.pipelines[i].attributes[j].components = 1;
             smaller.pipelines[i].attributes[j].component_bytes = 4);
         TRY(smaller.pipelines[i].bindings[binding].stride = 4);
         if (scene->pipelines[i].bindings[binding].divisor > 2)
            TRY(smaller.pipelines[i].bindings[binding].divisor = 2);
      }
   }
   return changed;
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
            scene->commands[i].bound[j] = (struct scene_bound){.stride = 64};
      }
   }
}

void
reduce_scene(struct scene *scene, const struct scene_limits *limits,
             bool (*fails)(const struct scene *scene, void *data), void *data)
{
   struct reduction reduction = {limits, fails, data, scene, 0};
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
