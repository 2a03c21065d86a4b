/* SPDX-License-Identifier: MIT */

#include "conformance.h"

#include <stdlib.h>

struct planting {
   const struct drawing *drawing;
   struct planted *planted;
   size_t draw_capacity;
   size_t word_capacity;
   struct defect_point last;
   bool failed;
};

/* The array, with room for one more element at least. */
static void *
grow(void *array, size_t count, size_t *capacity, size_t size)
{
   if (count <= *capacity)
      return array;
   *capacity = 2 * count;
   return realloc(array, *capacity * size);
}

static bool
follows(const struct defect_point *point, const struct defect_point *last)
{
   return point->draw == last->draw && point->instance == last->instance &&
          point->vertex == last->vertex + 1;
}

static bool
make_room(struct planting *planting, size_t words)
{
   struct planted *planted = planting->planted;
   void *draws = grow(planted->draws, planted->draw_count + 1,
                      &planting->draw_capacity, sizeof(*planted->draws));
   void *more;

   if (draws == NULL)
      return false;
   planted->draws = draws;
   more = grow(planted->words, planted->word_count + words,
               &planting->word_capacity, sizeof(*planted->words));
   if (more == NULL)
      return false;
   planted->words = more;
   return true;
}

static void
plant_point(const struct defect_point *point, size_t number, void *data)
{
   struct planting *planting = data;
   struct planted *planted = planting->planted;
   const struct drawing *drawing = planting->drawing;
   const struct scene *scene = drawing->scene;
   const struct scene_pipeline *pipeline =
      &scene->pipelines[scene->commands[point->command].pipeline];
   uint32_t i;

   (void)number;
   planting->failed |= !make_room(planting, 4 * SCENE_LOCATIONS);
   if (planting->failed)
      return;
   if (!follows(point, &planting->last)) {
      struct planted_draw *draw = &planted->draws[planted->draw_count++];

      *draw = (struct planted_draw){
         .uniforms = point_uniforms(drawing, point->command),
         .command = point->command,
         .empty_resources = defect_empty_resources(drawing->plant, point),
         .first_word = planted->word_count,
      };
      draw->uniforms.add_vertex = point->vertex;
      draw->uniforms.add_instance = defect_instance_id(drawing->plant, point);
   }
   planted->draws[planted->draw_count - 1].count++;
   planting->last = *point;
   for (i = 0; i < pipeline->attribute_count; i++) {
      scene_value(
         &pipeline->attributes[i],
         defect_read(drawing->plant, point, &pipeline->attributes[i]),
         planted->words + planted->word_count);
      planted->word_count += 4;
   }
}

bool
plant_make(struct planted *planted, const struct drawing *drawing)
{
   struct planting planting = {.drawing = drawing, .planted = planted};

   *planted = (struct planted){0};
   if (each_point(drawing->scene, plant_point, &planting) && !planting.failed)
      return true;
   plant_free(planted);
   return false;
}

void
plant_free(struct planted *planted)
{
   free(planted->draws);
   free(planted->words);
   *planted = (struct planted){0};
}
