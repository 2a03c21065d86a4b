/* SPDX-License-Identifier: MIT */

#include "conformance.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
fail(struct device *device, const char *format, ...)
{
   va_list arguments;

   va_start(arguments, format);
   vsnprintf(device->error, sizeof(device->error), format, arguments);
   va_end(arguments);
   return false;
}

uint32_t
target_rows(const struct scene *scene)
{
   /* The last row is only cleared. */
   uint32_t needed = (scene->slots + TARGET_COLUMNS - 1) / TARGET_COLUMNS + 1;
   uint32_t rows = 1;

   while (rows < needed)
      rows *= 2;
   return rows;
}

size_t
target_numbers(const struct scene *scene)
{
   return (size_t)target_rows(scene) * TARGET_COLUMNS * 4 *
          (scene->views ? 2 : 1);
}

struct point_uniforms
point_uniforms(const struct drawing *drawing, uint32_t command)
{
   const struct scene_command *this = &drawing->scene->commands[command];

   return (struct point_uniforms){
      .slot = this->slot,
      .width = this->width,
      .first_vertex = this->first_vertex,
      .first_instance = this->first_instance,
      .output = drawing->output,
      .tag = command + 1,
      .columns = TARGET_COLUMNS,
      .rows = target_rows(drawing->scene),
   };
}

/* ---- Expected pixels --------------------------------------------------- */

/* As in the shaders. */
static uint32_t
fold(uint32_t hash, uint32_t value)
{
   return (hash ^ value) * 16777619u;
}

static void
resource_value(const struct defect_point *point, const struct defect *defect,
               uint32_t resource, uint32_t value[4])
{
   const struct scene_command *command =
      &point->scene->commands[point->command];

   value[0] = defect_empty_resources(defect, point)
                 ? 0
                 : scene_resource(command->resource_set, resource);
   value[1] = value[2] = 0;
   value[3] = 1;
}

static bool
shows(enum point_output output, const struct scene_attribute *attribute)
{
   return (uint32_t)output ==
          OUTPUT_ATTRIBUTE + (uint32_t)attribute->location;
}

static void
point_value(const struct defect_point *point, const struct defect *defect,
            enum point_output output, uint32_t value[4])
{
   const struct scene_pipeline *pipeline =
      &point->scene
          ->pipelines[point->scene->commands[point->command].pipeline];
   uint32_t values[SCENE_LOCATIONS][4] = {{0}};
   uint32_t hash = 2166136261u, i, j;

   if (output >= OUTPUT_RESOURCE) {
      memset(value, 0, 4 * sizeof(value[0]));
      if (pipeline->resources)
         resource_value(point, defect, output - OUTPUT_RESOURCE, value);
      return;
   }
   for (i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *attribute = &pipeline->attributes[i];

      if (output == OUTPUT_ALL || shows(output, attribute)) {
         scene_value(attribute, defect_read(defect, point, attribute),
                     values[attribute->location]);
      }
   }
   if (output != OUTPUT_ALL) {
      memcpy(value, values[output - OUTPUT_ATTRIBUTE], sizeof(values[0]));
      return;
   }
   for (i = 0; i < SCENE_LOCATIONS; i++) {
      for (j = 0; j < 4; j++)
         hash = fold(hash, values[i][j]);
   }
   for (i = 0; i < SCENE_RESOURCES && pipeline->resources; i++) {
      uint32_t resource[4];

      resource_value(point, defect, i, resource);
      hash = fold(hash, resource[0]);
   }
   value[0] = point->command + 1;
   value[1] = point->vertex;
   value[2] = defect_instance_id(defect, point);
   value[3] = hash;
}

bool
each_point(const struct scene *scene,
           void (*call)(const struct defect_point *point, size_t number,
                        void *data),
           void *data)
{
   uint8_t *drawn = malloc(scene->slots + 1u);
   uint32_t i, j, k, vertex;

   if (drawn == NULL)
      return false;
   for (i = 0; i < scene->command_count; i++) {
      const struct scene_command *command = &scene->commands[i];

      for (j = 0; j < command->draw_count; j++) {
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
         for (k = 0; k < draw->instances; k++) {
            point.instance = draw->base_instance + k;
            for (vertex = 0; vertex < command->width; vertex++) {
               point.vertex = command->first_vertex + vertex;
               if (drawn[vertex] != 0) {
                  call(&point,
                       command->slot +
                          (size_t)(point.instance - command->first_instance) *
                             command->width +
                          vertex,
                       data);
               }
            }
         }
      }
   }
   free(drawn);
   return true;
}

static bool
reads_outside(const struct defect_point *point, const struct defect *defect,
              enum point_output output)
{
   const struct scene *scene = point->scene;
   const struct scene_pipeline *pipeline =
      &scene->pipelines[scene->commands[point->command].pipeline];
   uint32_t i;

   for (i = 0; i < pipeline->attribute_count; i++) {
      const struct scene_attribute *attribute = &pipeline->attributes[i];
      struct scene_read read = defect_read(defect, point, attribute);

      if ((output == OUTPUT_ALL || shows(output, attribute)) &&
          read.offset >= scene->buffer_bytes[read.buffer])
         return true;
   }
   return false;
}

struct picture {
   uint32_t *pixels;
   const uint32_t *read; /* or NULL */
   enum point_output output;
   const struct defect *defect;
   uint64_t points;
};

static void
draw_point(const struct defect_point *point, size_t number, void *data)
{
   struct picture *picture = data;
   uint32_t *pixel;

   picture->points++;
   /* The shader's place for the point depends on its ids. */
   number -=
      (size_t)(point->instance - defect_instance_id(picture->defect, point)) *
      point->scene->commands[point->command].width;
   pixel = &picture->pixels[4 * number];
   point_value(point, picture->defect, picture->output, pixel);
   /* A read outside the buffer returns anything but the right value. */
   if (picture->read != NULL &&
       reads_outside(point, picture->defect, picture->output)) {
      uint32_t right[4];
      const uint32_t *read = &picture->read[4 * number];

      point_value(point, NULL, picture->output, right);
      if (memcmp(read, right, sizeof(right)) != 0)
         memcpy(pixel, read, sizeof(right));
   }
}

/* The picture with the defect or, if it is NULL, without. Bytes that the
 * scene does not define are taken from `read`. NULL if out of memory. */
static uint32_t *
make_picture(const struct scene *scene, enum point_output output,
             const struct defect *defect, const uint32_t *read,
             uint64_t *points)
{
   size_t numbers = target_numbers(scene), one = numbers, i;
   struct picture picture = {
      .pixels = malloc(numbers * sizeof(uint32_t)),
      .read = read,
      .output = output,
      .defect = defect,
   };

   if (picture.pixels == NULL)
      return NULL;
   if (scene->views)
      one /= 2;
   memset(picture.pixels, 0xFF, numbers * sizeof(uint32_t));
   if (!each_point(scene, draw_point, &picture)) {
      free(picture.pixels);
      return NULL;
   }
   for (i = 0; i < scene->command_count; i++) {
      size_t j;

      for (j = 0; j < TARGET_COLUMNS * 4 && scene->commands[i].clear_before;
           j++)
         picture.pixels[one - 1 - j] = TARGET_CLEARED_ROW;
   }
   if (scene->views)
      memcpy(picture.pixels + one, picture.pixels, one * sizeof(uint32_t));
   if (points != NULL)
      *points = picture.points;
   return picture.pixels;
}

static bool
out_of_memory(struct device *device)
{
   return fail(device, "There is not enough memory for the scene.");
}

static uint32_t *
read_picture(const struct api *api, struct device *device,
             const struct scene *scene, enum point_output output,
             const struct defect *plant)
{
   struct drawing drawing = {scene, output, plant};
   uint32_t *pixels = malloc(target_numbers(scene) * sizeof(uint32_t));

   if (pixels == NULL) {
      out_of_memory(device);
      return NULL;
   }
   /* Nothing that an earlier picture left can pass for this one. */
   memset(pixels, 0xA5, target_numbers(scene) * sizeof(uint32_t));
   if (!api->draw(device, &drawing, pixels)) {
      free(pixels);
      return NULL;
   }
   return pixels;
}

bool
compare_scene(const struct api *api, struct device *device,
              const struct scene *scene, const struct defect *plant,
              struct difference *difference)
{
   size_t numbers = target_numbers(scene), i;
   uint32_t *read = read_picture(api, device, scene, OUTPUT_ALL, plant);
   uint32_t *expected;

   *difference = (struct difference){0};
   if (read == NULL)
      return false;
   expected =
      make_picture(scene, OUTPUT_ALL, NULL, NULL, &difference->points);
   if (expected == NULL) {
      free(read);
      return out_of_memory(device);
   }
   for (i = 0; i < numbers; i += 4) {
      if (memcmp(&read[i], &expected[i], 4 * sizeof(uint32_t)) != 0)
         difference->wrong++;
   }
   free(read);
   free(expected);
   return true;
}

/* ---- What was read ----------------------------------------------------- */

struct explanation {
   const uint32_t *read;
   const uint32_t *expected;
   size_t view_pixels;
   uint32_t views;
   enum point_output output;
   struct diagnosis *diagnosis;
};

static void
explain_point(const struct defect_point *point, size_t number, void *data)
{
   struct explanation *explanation = data;
   struct diagnosis *diagnosis = explanation->diagnosis;
   uint32_t view;

   for (view = 0; view < explanation->views; view++) {
      size_t pixel = 4 * (number + view * explanation->view_pixels);
      struct wrong_point *wrong = &diagnosis->points[diagnosis->point_count];

      if (diagnosis->point_count == WRONG_POINTS ||
          memcmp(&explanation->read[pixel], &explanation->expected[pixel],
                 sizeof(wrong->read)) == 0)
         continue;
      diagnosis->point_count++;
      *wrong = (struct wrong_point){
         .command = point->command,
         .draw = (uint32_t)(point->draw -
                            point->scene->commands[point->command].draws),
         .vertex = point->vertex,
         .instance = point->instance,
         .view = view,
         .output = explanation->output,
      };
      memcpy(wrong->read, &explanation->read[pixel], sizeof(wrong->read));
      memcpy(wrong->expected, &explanation->expected[pixel],
             sizeof(wrong->expected));
   }
}

static bool
has_output(const struct scene *scene, enum point_output output)
{
   uint32_t i, j;

   if (output == OUTPUT_ALL)
      return true;
   for (i = 0; i < scene->pipeline_count; i++) {
      const struct scene_pipeline *pipeline = &scene->pipelines[i];

      if (output >= OUTPUT_RESOURCE && pipeline->resources)
         return true;
      for (j = 0; j < pipeline->attribute_count; j++) {
         if (shows(output, &pipeline->attributes[j]))
            return true;
      }
   }
   return false;
}

/* Explains what is wrong with the reduced scene. */
static bool
explain_scene(const struct api *api, struct device *device,
              const struct defect *plant, struct diagnosis *diagnosis)
{
   const struct scene *scene = &diagnosis->scene;
   uint32_t rows = target_rows(scene), output, i;

   diagnosis->point_count = 0;
   diagnosis->names = 0;
   if (!compare_scene(api, device, scene, plant, &diagnosis->difference))
      return false;
   if (diagnosis->difference.wrong == 0)
      return true;
   diagnosis->names = (1u << defect_count) - 1;
   /* The attributes first: the hash of all says less. */
   for (output = OUTPUT_ATTRIBUTE; output <= OUTPUT_COUNT; output++) {
      enum point_output this = output % OUTPUT_COUNT;
      uint32_t *read, *expected;
      struct explanation explanation;

      if (!has_output(scene, this))
         continue;
      read = read_picture(api, device, scene, this, plant);
      if (read == NULL)
         return false;
      expected = make_picture(scene, this, NULL, NULL, NULL);
      if (expected == NULL) {
         free(read);
         return out_of_memory(device);
      }
      explanation = (struct explanation){
         .read = read,
         .expected = expected,
         .view_pixels = (size_t)rows * TARGET_COLUMNS,
         .views = scene->views ? 2 : 1,
         .output = this,
         .diagnosis = diagnosis,
      };
      /* The points themselves only if all values are right. */
      if (this != OUTPUT_ALL || diagnosis->point_count == 0)
         each_point(scene, explain_point, &explanation);
      for (i = 0; i < defect_count; i++) {
         uint32_t *predicted;

         if ((diagnosis->names >> i & 1) == 0)
            continue;
         predicted = make_picture(scene, this, &defects[i], read, NULL);
         if (predicted == NULL ||
             memcmp(predicted, read,
                    target_numbers(scene) * sizeof(uint32_t)) != 0)
            diagnosis->names &= ~(1u << i);
         free(predicted);
      }
      free(read);
      free(expected);
   }
   return true;
}

struct failing {
   const struct api *api;
   struct device *device;
   const struct defect *plant;
};

static bool
fails(const struct scene *scene, void *data)
{
   const struct failing *failing = data;
   struct difference difference;

   return compare_scene(failing->api, failing->device, scene, failing->plant,
                        &difference) &&
          difference.wrong != 0;
}

bool
diagnose(const struct api *api, struct device *device,
         const struct scene *scene, const struct defect *plant,
         struct diagnosis *diagnosis)
{
   struct failing failing = {api, device, plant};

   diagnosis->scene = *scene;
   reduce_scene(&diagnosis->scene, &device->limits, fails, &failing);
   return explain_scene(api, device, plant, diagnosis);
}
