/* SPDX-License-Identifier: MIT */

/* Draws for mesa/costs, under callgrind, which counts the driver's function
 * for a draw. Each case is drawn with one draw and with several, so that the
 * first draw and the draws after a change can be told apart.
 *
 *   costs_vulkan DRIVER
 *   costs_gles
 *
 * In Vulkan, changes that need no bind are draws of one command. Otherwise,
 * each draw also has other push constants or uniforms.
 */

#include "conformance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#ifndef API
#define API vulkan_api
#endif

enum change {
   NOTHING,
   COUNTS,
   EIGHT_COUNTS,
   FIRST_VERTEX,
   BASE_INSTANCE,
   INDICES,
   BUFFERS,
   OFFSETS,
   ELEMENTS,
   STRIDES,
   IMAGES,
   CHANGES,
};

static const char *const names[CHANGES] = {
   [NOTHING] = "the same state",
   [COUNTS] = "other counts",
   [EIGHT_COUNTS] = "one of eight counts",
   [FIRST_VERTEX] = "first vertex",
   [BASE_INSTANCE] = "base instance",
   [INDICES] = "indexed draws",
   [BUFFERS] = "another buffer",
   [OFFSETS] = "another offset",
   [ELEMENTS] = "other elements",
   [STRIDES] = "dynamic strides",
   [IMAGES] = "another image",
};

/* Each case is drawn this often. */
#define REPEATED 4

extern const struct api API;

/* What shaders read of resources is not judged here. */
static struct scene_pipeline
make_pipeline(enum change change, uint32_t attributes, bool other)
{
   struct scene_pipeline pipeline = {
      .attribute_count = attributes,
      .dynamic_stride = change == STRIDES,
      .resources = change == IMAGES,
   };

   for (uint32_t i = 0; i < attributes; i++) {
      pipeline.attributes[i] = (struct scene_attribute){
         .location = (uint8_t)i,
         .binding = (uint8_t)i,
         .components = 4,
         .component_bytes = 4,
         .offset = other ? 4 : 0,
      };
      /* Every other one per instance, with divisors 1, 2, 3 and so on. */
      pipeline.bindings[i] = (struct scene_binding){
         .stride = 32 + 16 * i,
         .divisor = i % 2 ? 1 + i / 2 : 1,
         .used = true,
         .per_instance = i % 2,
      };
   }
   return pipeline;
}

/* Draw `number` of a case. */
static struct scene_draw
make_draw(enum change change, bool instanced, uint32_t number)
{
   const bool other = number % 2 && change == COUNTS;
   const uint32_t more = change == EIGHT_COUNTS ? number % 8 * 2 : 0;

   return (struct scene_draw){
      .count = other ? 25 : 11 + more,
      .instances = !instanced ? 1 : other ? 4 : 3,
      .first = change == FIRST_VERTEX ? number % 2 : 0,
      .range = change == INDICES ? 11 : 0,
      .base_instance = change == BASE_INSTANCE ? number % 2 : 0,
   };
}

static void
make_scene(struct scene *scene, enum change change, bool instanced,
           uint32_t attributes, bool one_command)
{
   *scene = (struct scene){
      .pipeline_count = 2,
      .command_count = SCENE_COMMANDS,
      .submissions = 1,
   };
   for (uint32_t i = 0; i < 2; i++)
      scene->pipelines[i] = make_pipeline(change, attributes, i);
   for (uint32_t i = 0; i < SCENE_COMMANDS; i++) {
      struct scene_command *command = &scene->commands[i];
      const bool other = i % 2;

      command->pipeline = change == ELEMENTS && other;
      command->resource_set = change == IMAGES && other;
      for (uint32_t j = 0; j < SCENE_BINDINGS; j++)
         command->bound[j] = (struct scene_bound){
            .buffer = j % 2 + (change == BUFFERS && other && !j),
            .offset = change == OFFSETS && other && !j ? 32 : 0,
            .stride = 32 + 16 * j + (change == STRIDES && other && !j ? 4 : 0),
         };
      command->index_bytes = change == INDICES ? 2 : 0;
      command->draw_count = one_command ? SCENE_DRAWS : 1;
      for (uint32_t j = 0; j < command->draw_count; j++)
         command->draws[j] = make_draw(change, instanced, i + j);
   }
   if (one_command)
      scene->command_count = 1;
}

static void
draw(struct device *device, struct scene *scene, uint32_t times)
{
   const struct drawing drawing = {.scene = scene};
   uint32_t *pixels;

   if (!scene_place(scene, &device->limits)) {
      fputs("costs: a scene is too large\n", stderr);
      exit(2);
   }
   pixels = malloc(target_numbers(scene) * sizeof(*pixels));
   for (uint32_t i = 0; i < times; i++) {
      if (!pixels || !API.draw(device, &drawing, pixels)) {
         fprintf(stderr, "costs: %s\n", device->error);
         exit(2);
      }
   }
   free(pixels);
}

/* Counts the draws of a scene, without what the first time compiles. */
static void
count(struct device *device, struct scene *scene, const char *name,
      uint32_t draws)
{
   char label[128];

   draw(device, scene, 2);
   CALLGRIND_ZERO_STATS;
   draw(device, scene, REPEATED);
   snprintf(label, sizeof(label), "%s,%u,%u", name, REPEATED, draws);
   CALLGRIND_DUMP_STATS_AT(label);
}

int
main(int argc, char **argv)
{
   static const uint32_t attributes[] = {1, 8, 16};
   const bool is_vulkan = argc > 1;
   struct device device = {0};
   struct scene scene;

   if (!API.open(&device, argc > 1 ? argv[1] : NULL)) {
      fprintf(stderr, "costs: %s\n", device.error);
      return 2;
   }
   for (uint32_t i = 0; i < 2 * CHANGES * 3; i++) {
      const enum change change = i / 6;
      const bool instanced = i / 3 % 2;
      char name[64];

      /* OpenGL ES has no dynamic strides of pipelines, and Gallium no images in
       * vertex shaders. */
      if ((change == STRIDES && !device.limits.dynamic_stride) ||
          (change == IMAGES && !device.limits.resources))
         continue;
      snprintf(name, sizeof(name), "%s,%s,%u", names[change],
               instanced ? "several" : "one", attributes[i % 3]);
      const bool one_command = change < BUFFERS && is_vulkan;

      make_scene(&scene, change, instanced, attributes[i % 3], one_command);
      count(&device, &scene, name,
            one_command ? SCENE_DRAWS : SCENE_COMMANDS);
      scene.command_count = scene.commands[0].draw_count = 1;
      count(&device, &scene, name, 1);
   }
   return 0;
}
