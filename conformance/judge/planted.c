/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The programs of conformance/ on a driver that does not exist: its pictures
 * are computed here, as the scene's or as a known defect's. So they can be
 * judged: is the defect found, reduced and named? Does each scene's text give
 * the scene back?
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"

static const struct defect *plant;
/* Missing points, which several defects and none of them explain. */
static bool last_instance_is_missing;
/* Every third picture is right. */
static bool comes_and_goes;
static bool not_mali;
/* The least first vertex, base instance, instances or divisor that fails. */
static uint32_t least;
static const char *least_of;

static bool
planted_open(struct device *device, const char *driver)
{
   (void)driver;
   device->limits = (struct scene_limits){
      .attributes = 16,
      .bindings = 16,
      .stride = 2048,
      .offset = 2047,
      .divisor = UINT32_MAX,
      .points = 1 << 18,
      .vertices = 1 << 21,
      .buffer_bytes = 1 << 25,
      .draws = SCENE_DRAWS,
      .first = UINT32_MAX,
      .formats = {0xFFF, 0xFFF, 0xFF, 0xFF, 0xFF0, 0x100, 0x100},
      .zero_divisor = true,
      .zero_stride = true,
      .base_instance = UINT32_MAX,
      .divisor_base_instance = true,
      .vertex_offset = true,
      .indirect = true,
      .indirect_base_instance = true,
      .index_bytes = {[1] = true, [2] = true, [4] = true},
      .restart = true,
      .index_offsets = true,
      .indirect_index_offsets = true,
      .largest_index = true,
      .indirect_stride = true,
      .count_buffer = true,
      .multi_draw = true,
      .multi_draw_instances = true,
      .draws_base_instance = true,
      .exact_buffers = true,
      .sizes = true,
      .zero_outside = true,
      .zero_outside_sizes = true,
      .bounded = true,
      .null_buffers = true,
      .triangles = true,
      .strips_restart = true,
      .first_provokes = true,
      .last_provokes = true,
      .tessellation = true,
      .dynamic_input = true,
      .pointers = true,
      .dynamic_stride = true,
      .secondaries = true,
      .nested = true,
      .rendering = true,
      .shader_objects = true,
      .views = true,
      .clears = true,
      .resources = SCENE_RESOURCES,
   };
   device->mali = !not_mali;
   strcpy(device->name, "planted");
   strcpy(device->type, "planted");
   return true;
}

static bool
planted_list(struct device *device, const char *driver)
{
   (void)device;
   (void)driver;
   puts("  device 1: planted (planted)");
   return true;
}

static bool
reaches_least(const struct scene *scene)
{
   for (uint32_t i = 0; i < scene->command_count && least_of; i++) {
      const struct scene_command *command = &scene->commands[i];
      const struct scene_pipeline *pipeline =
         &scene->pipelines[command->pipeline];

      for (uint32_t j = 0; j < command->draw_count; j++) {
         const struct scene_draw *draw = &command->draws[j];

         if ((!strcmp(least_of, "first") && draw->first >= least) ||
             (!strcmp(least_of, "base") && draw->base_instance >= least) ||
             (!strcmp(least_of, "instances") && draw->instances >= least))
            return true;
      }
      for (uint32_t j = 0; j < SCENE_BINDINGS; j++) {
         if (!strcmp(least_of, "divisor") && pipeline->bindings[j].used &&
             pipeline->bindings[j].divisor >= least)
            return true;
      }
   }
   return false;
}

static bool
planted_draw(struct device *device, const struct drawing *drawing,
             uint32_t *pixels)
{
   const struct scene *scene = drawing->scene;
   const bool right = comes_and_goes && device->draws % 3 == 0;
   struct scene drawn = *scene;

   if (last_instance_is_missing && !right) {
      for (uint32_t i = 0; i < scene->command_count; i++) {
         for (uint32_t j = 0; j < scene->commands[i].draw_count; j++)
            drawn.commands[i].draws[j].instances -=
               drawn.commands[i].draws[j].instances > 1;
      }
   }
   uint32_t *picture =
      make_picture(&drawn, drawing->output, right ? NULL : plant, NULL, NULL);
   if (picture == NULL)
      return fail(device, "There is not enough memory.");
   memcpy(pixels, picture, scene_numbers(scene) * sizeof(*pixels));
   free(picture);
   if (reaches_least(scene))
      pixels[3] ^= 1;
   return true;
}

static const struct api planted_api = {
   .name = "vulkan",
   .open = planted_open,
   .list = planted_list,
   .draw = planted_draw,
};

/* What a scene's picture depends on, as bytes. */
static bool
same_picture(const struct scene *a, const struct scene *b)
{
   uint32_t *one = make_picture(a, OUTPUT_ALL, NULL, NULL, NULL);
   uint32_t *two = make_picture(b, OUTPUT_ALL, NULL, NULL, NULL);
   const bool same = one != NULL && two != NULL &&
                     scene_numbers(a) == scene_numbers(b) &&
                     memcmp(one, two, scene_numbers(a) * sizeof(*one)) == 0;

   free(one);
   free(two);
   return same;
}

/* The text of each scene gives the same scene: its picture, and its text. */
static int
check_texts(uint32_t count)
{
   struct device device = {0};
   uint32_t wrong = 0;

   planted_open(&device, NULL);
   for (uint32_t i = 0; i < count; i++) {
      struct scene scene, again;
      char *text[2] = {NULL, NULL}, error[256] = "it is another scene";
      size_t length;

      scene_make(&scene, i, &device.limits);
      FILE *stream = open_memstream(&text[0], &length);
      text_print(stream, &scene, "", "; ");
      fclose(stream);
      bool good = text_parse(&again, text[0], error);
      if (good) {
         scene_limit(&again, &device.limits);
         stream = open_memstream(&text[1], &length);
         text_print(stream, &again, "", "; ");
         fclose(stream);
         good = again.left_out == 0 && !strcmp(text[0], text[1]) &&
                same_picture(&scene, &again);
      }
      if (!good && wrong++ == 0)
         printf("scene %u: %s:\n%s\n%s\n", i, error, text[0],
                text[1] ? text[1] : "");
      free(text[0]);
      free(text[1]);
   }
   printf("%u texts, %u wrong\n", count, wrong);
   return wrong != 0;
}

static int
usage(void)
{
   fputs(
      "usage: planted [--plant DEFECT | --missing] [--comes-and-goes]\n"
      "               [--not-mali] [--least first|base|instances|divisor N]\n"
      "               [OPTION OF THE PROGRAMS...]\n"
      "       planted --texts COUNT\n",
      stderr);
   return 2;
}

int
main(int argc, char **argv)
{
   int kept = 1;

   for (int i = 1; i < argc; i++) {
      if (!strcmp(argv[i], "--texts") && i + 1 < argc)
         return check_texts((uint32_t)atoi(argv[i + 1]));
      if (!strcmp(argv[i], "--plant") && i + 1 < argc) {
         plant = defect_find(argv[++i]);
         if (plant == NULL)
            return usage();
      } else if (!strcmp(argv[i], "--least") && i + 2 < argc) {
         least_of = argv[++i];
         least = (uint32_t)atoi(argv[++i]);
      } else if (!strcmp(argv[i], "--missing")) {
         last_instance_is_missing = true;
      } else if (!strcmp(argv[i], "--comes-and-goes")) {
         comes_and_goes = true;
      } else if (!strcmp(argv[i], "--not-mali")) {
         not_mali = true;
      } else {
         argv[kept++] = argv[i];
      }
   }
   argv[kept] = NULL;
   return conformance_main(&planted_api, kept, argv);
}
