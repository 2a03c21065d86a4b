/* SPDX-License-Identifier: MIT */

#include "conformance.h"

#include <stdlib.h>
#include <string.h>

static void *
grow(void *array, size_t count, size_t *capacity, size_t size)
{
   if (count <= *capacity)
      return array;
   *capacity = count + *capacity;
   return realloc(array, *capacity * size);
}

struct capacities {
   size_t draws;
   size_t words;
};

static bool
add_run(struct planted *planted, struct capacities *capacities,
        const struct drawing *drawing, struct defect_point point,
        uint32_t count)
{
   const struct scene *scene = drawing->scene;
   const struct scene_pipeline *pipeline =
      &scene->pipelines[scene->commands[point.command].pipeline];
   struct planted_draw *draws, *draw;
   uint32_t *words;
   size_t first = planted->word_count;
   uint32_t i, j;

   planted->word_count += (size_t)count * pipeline->attribute_count * 4;
   words = grow(planted->words, planted->word_count + 4, &capacities->words,
                sizeof(*words));
   if (words == NULL)
      return false;
   planted->words = words;
   draws = grow(planted->draws, planted->draw_count + 1, &capacities->draws,
                sizeof(*draws));
   if (draws == NULL)
      return false;
   planted->draws = draws;

   draw = &draws[planted->draw_count++];
   *draw = (struct planted_draw){
      .uniforms = point_uniforms(drawing, point.command),
      .command = point.command,
      .count = count,
      .empty_resources = defect_empty_resources(drawing->plant, &point),
      .first = first / 4,
   };
   draw->uniforms.add_vertex = point.vertex;
   draw->uniforms.add_instance = defect_instance_id(drawing->plant, &point);
   words += first;
   for (i = 0; i < pipeline->attribute_count; i++) {
      for (j = 0; j < count; j++) {
         struct defect_point there = point;

         there.vertex += j;
         scene_value(
            &pipeline->attributes[i],
            defect_read(drawing->plant, &there, &pipeline->attributes[i]),
            words);
         words += 4;
      }
   }
   return true;
}

bool
plant_make(struct planted *planted, const struct drawing *drawing)
{
   const struct scene *scene = drawing->scene;
   struct capacities capacities = {0, 0};
   uint8_t *drawn = malloc(scene->slots + 1u);
   bool good = drawn != NULL;
   uint32_t i, j, k, vertex, end;

   *planted = (struct planted){0};
   for (i = 0; i < scene->command_count && good; i++) {
      const struct scene_command *command = &scene->commands[i];

      for (j = 0; j < command->draw_count && good; j++) {
         const struct scene_draw *draw = &command->draws[j];
         struct defect_point point = {
            .scene = scene,
            .command = i,
            .draw = draw,
            .submission = scene->submissions - 1,
         };

         if (draw->count == 0 || draw->instances == 0)
            continue;
         scene_vertices(scene, command, draw, drawn);
         for (k = 0; k < draw->instances && good; k++) {
            point.instance = draw->base_instance + k;
            for (vertex = 0; vertex < command->width && good; vertex = end) {
               for (end = vertex;
                    end < command->width && drawn[end] == drawn[vertex];)
                  end++;
               point.vertex = command->first_vertex + vertex;
               if (drawn[vertex] != 0)
                  good = add_run(planted, &capacities, drawing, point,
                                 end - vertex);
            }
         }
      }
   }
   free(drawn);
   if (!good)
      plant_free(planted);
   return good;
}

void
plant_free(struct planted *planted)
{
   free(planted->draws);
   free(planted->words);
   *planted = (struct planted){0};
}
