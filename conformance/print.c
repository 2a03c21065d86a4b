/* SPDX-License-Identifier: MIT */

/* Scenes as text. */

#include "scenes.h"

#include <stdio.h>

static void
print_pipeline(const struct scene *scene, uint32_t number)
{
   const struct scene_pipeline *pipeline = &scene->pipelines[number];
   uint32_t i;

   printf("  pipeline %u:%s%s%s\n", number,
          pipeline->attribute_count == 0 ? " no attributes" : "",
          pipeline->resources ? " images and texel buffers" : "",
          pipeline->restart ? " primitive restart" : "");
   for (i = 0; i < SCENE_BINDINGS; i++) {
      const struct scene_binding *binding = &pipeline->bindings[i];

      if (!binding->used)
         continue;
      printf("    binding %u: stride %u%s, per %s", i, binding->stride,
             pipeline->dynamic_stride ? " (dynamic: see the command)" : "",
             binding->per_instance ? "instance" : "vertex");
      if (binding->per_instance)
         printf(", divisor %u", binding->divisor);
      printf("\n");
   }
   for (i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *attribute = &pipeline->attributes[i];

      printf("    location %u: binding %u, offset %u, %u x %u bits\n",
             attribute->location, attribute->binding, attribute->offset,
             attribute->components, 8u * attribute->component_bytes);
   }
}

static void
print_command(const struct scene *scene, uint32_t number)
{
   const struct scene_command *command = &scene->commands[number];
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t i;

   printf("  command %u: pipeline %u", number, command->pipeline);
   if (command->secondary != 0)
      printf(", secondary %u", command->secondary);
   if (command->pass_before)
      printf(", in a new pass");
   if (command->clear_before)
      printf(", after a clear");
   if (pipeline->resources)
      printf(", images of set %u", command->resource_set);
   printf("\n");
   for (i = 0; i < SCENE_BINDINGS; i++) {
      const struct scene_bound *bound = &command->bound[i];

      if (!pipeline->bindings[i].used)
         continue;
      printf("    binding %u: buffer %u at %u", i, bound->buffer,
             bound->offset);
      if (pipeline->dynamic_stride)
         printf(", stride %u", bound->stride);
      printf("\n");
   }
   for (i = 0; i < command->draw_count; i++) {
      const struct scene_draw *draw = &command->draws[i];

      printf("    %s%s: ", command->indirect ? "indirect " : "",
             command->index_bytes != 0 ? "indexed draw" : "draw");
      if (command->index_bytes != 0) {
         printf("%u indices of %u bits, %u to %u, vertex offset %d%s",
                draw->count, 8 * command->index_bytes, draw->first,
                draw->first + draw->range - 1, draw->vertex_offset,
                draw->only_restart ? ", all restart" : "");
      } else {
         printf("%u vertices from %u", draw->count, draw->first);
      }
      printf(", %u instances from %u\n", draw->instances,
             draw->base_instance);
   }
}

void
scene_print(const struct scene *scene)
{
   uint32_t i;

   for (i = 0; i < scene->pipeline_count; i++)
      print_pipeline(scene, i);
   for (i = 0; i < scene->command_count; i++)
      print_command(scene, i);
   if (scene->submissions > 1)
      printf("  submitted %u times\n", scene->submissions);
   if (scene->views)
      printf("  two views\n");
}
