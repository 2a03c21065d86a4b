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

size_t
scene_numbers(const struct scene *scene)
{
   return target_numbers(scene) * scene->submissions;
}

static bool
zigzag(const struct scene_pipeline *pipeline)
{
   return pipeline->topology == SCENE_TRIANGLE_LIST ||
          pipeline->topology == SCENE_TRIANGLE_STRIP;
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
      .shown = this->shown,
      .zigzag = zigzag(&drawing->scene->pipelines[this->pipeline]),
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

/* The vertices of one draw by their places, less the first. */
struct places {
   const struct scene_command *command;
   bool *drawn;
   uint32_t *color_vertices;
};

static void
mark_place(uint32_t color_vertex, uint32_t place_vertex, void *data)
{
   struct places *places = data;
   uint32_t place = place_vertex - places->command->first_vertex;

   places->drawn[place] = true;
   places->color_vertices[place] = color_vertex;
}

static void
each_point_of(struct defect_point *point, const struct places *places,
              void (*call)(const struct defect_point *point, size_t number,
                           void *data),
              void *data)
{
   const struct scene_command *command = places->command;
   uint32_t first = point->draw->base_instance;
   uint32_t end = first + point->draw->instances, place;

   if (first < command->first_instance)
      first = command->first_instance;
   for (point->instance = first; point->instance < end; point->instance++) {
      for (place = 0; place < command->width; place++) {
         if (!places->drawn[place])
            continue;
         point->vertex = places->color_vertices[place];
         call(point,
              command->slot +
                 (size_t)(point->instance - command->first_instance) *
                    command->width +
                 place,
              data);
      }
   }
}

bool
each_point(const struct scene *scene, uint32_t submission,
           void (*call)(const struct defect_point *point, size_t number,
                        void *data),
           void *data)
{
   struct places places = {
      .drawn = malloc(scene->slots + 1u),
      .color_vertices = malloc((scene->slots + 1u) * sizeof(uint32_t)),
   };
   bool good = places.drawn != NULL && places.color_vertices != NULL;
   uint32_t i, j;

   for (i = 0; i < scene->command_count && good; i++) {
      const struct scene_command *command = &scene->commands[i];

      places.command = command;
      for (j = 0; j < scene_drawn(command) && command->shown != 0; j++) {
         const struct scene_draw *draw = &command->draws[j];
         struct defect_point point = {
            .scene = scene,
            .command = i,
            .draw = draw,
            .submission = submission,
         };

         if (draw->count == 0 || draw->instances == 0)
            continue;
         memset(places.drawn, 0, command->width);
         scene_pixels(scene, command, draw, mark_place, &places);
         each_point_of(&point, &places, call, data);
      }
   }
   free(places.drawn);
   free(places.color_vertices);
   return good;
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

      if ((output == OUTPUT_ALL || shows(output, attribute)) && !read.zeros &&
          read.offset >= scene->buffer_bytes[read.buffer])
         return true;
   }
   return false;
}

/* Whether it is outside, and reads what it may read there. */
static bool
reads_bounded(const struct defect_point *point, enum point_output output,
              const uint32_t read[4])
{
   const struct scene *scene = point->scene;
   const struct scene_command *command = &scene->commands[point->command];
   const struct scene_pipeline *pipeline =
      &scene->pipelines[command->pipeline];
   uint32_t i;

   for (i = 0; i < pipeline->attribute_count; i++) {
      uint32_t binding = pipeline->attributes[i].binding;

      if (shows(output, &pipeline->attributes[i])) {
         return scene_may_be_outside(scene, command, point->draw, binding,
                                     point->vertex, point->instance) &&
                scene_is_bounded(scene, command->bound[binding].buffer, read);
      }
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
   if (picture->read != NULL && point->scene->bounded &&
       reads_bounded(point, picture->output, &picture->read[4 * number]))
      memcpy(pixel, &picture->read[4 * number], 4 * sizeof(*pixel));
   /* A read outside the buffer returns anything but the right value. */
   if (picture->read != NULL && picture->defect != NULL &&
       reads_outside(point, picture->defect, picture->output)) {
      uint32_t right[4];
      const uint32_t *read = &picture->read[4 * number];

      point_value(point, NULL, picture->output, right);
      if (memcmp(read, right, sizeof(right)) != 0)
         memcpy(pixel, read, sizeof(right));
   }
}

/* One submission's picture. */
static bool
make_one(const struct scene *scene, struct picture *picture,
         uint32_t submission)
{
   size_t numbers = target_numbers(scene), one = numbers, i, j;

   if (scene->views)
      one /= 2;
   memset(picture->pixels, 0xFF, numbers * sizeof(uint32_t));
   if (!each_point(scene, submission, draw_point, picture))
      return false;
   for (i = 0; i < scene->command_count; i++) {
      for (j = 0; j < TARGET_COLUMNS * 4 && scene->commands[i].clear_before;
           j++)
         picture->pixels[one - 1 - j] = TARGET_CLEARED_ROW;
   }
   if (scene->views)
      memcpy(picture->pixels + one, picture->pixels, one * sizeof(uint32_t));
   return true;
}

uint32_t *
make_picture(const struct scene *scene, enum point_output output,
             const struct defect *defect, const uint32_t *read,
             uint64_t *points)
{
   size_t numbers = target_numbers(scene);
   uint32_t *pixels = malloc(scene_numbers(scene) * sizeof(uint32_t));
   struct picture picture = {.output = output, .defect = defect};
   uint32_t i;

   for (i = 0; i < scene->submissions && pixels != NULL; i++) {
      picture.pixels = pixels + i * numbers;
      picture.read = read == NULL ? NULL : read + i * numbers;
      if (!make_one(scene, &picture, i)) {
         free(pixels);
         return NULL;
      }
   }
   if (points != NULL)
      *points = picture.points / scene->submissions;
   return pixels;
}

static bool
out_of_memory(struct device *device)
{
   return fail(device, "There is not enough memory for the scene.");
}

static uint32_t *
read_picture(const struct api *api, struct device *device,
             const struct scene *scene, enum point_output output)
{
   struct drawing drawing = {scene, output};
   size_t bytes = scene_numbers(scene) * sizeof(uint32_t);
   uint32_t *pixels = malloc(bytes);

   if (pixels == NULL) {
      out_of_memory(device);
      return NULL;
   }
   /* Nothing that an earlier picture left can pass for this one. */
   memset(pixels, 0xA5, bytes);
   device->draws++;
   if (!api->draw(device, &drawing, pixels)) {
      free(pixels);
      return NULL;
   }
   return pixels;
}

static bool
is_clear(const uint32_t pixel[4])
{
   return pixel[0] == TARGET_CLEAR && pixel[1] == TARGET_CLEAR &&
          pixel[2] == TARGET_CLEAR && pixel[3] == TARGET_CLEAR;
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

static bool
compare_output(const struct api *api, struct device *device,
               const struct scene *scene, enum point_output output,
               struct difference *difference)
{
   size_t numbers = scene_numbers(scene), i;
   uint32_t *read = read_picture(api, device, scene, output);
   uint32_t *expected;

   if (read == NULL)
      return false;
   expected = make_picture(scene, output, NULL, read, &difference->points);
   if (expected == NULL) {
      free(read);
      return out_of_memory(device);
   }
   for (i = 0; i < numbers; i += 4) {
      if (memcmp(&read[i], &expected[i], 4 * sizeof(uint32_t)) == 0)
         continue;
      difference->wrong++;
      difference->wrong_values += !is_clear(&read[i]);
   }
   free(read);
   free(expected);
   return true;
}

/* A hash of values that may differ says nothing: then each attribute has its
 * own picture. */
bool
compare_scene(const struct api *api, struct device *device,
              const struct scene *scene, struct difference *difference)
{
   uint32_t output = scene->bounded ? OUTPUT_ATTRIBUTE : OUTPUT_ALL;
   uint32_t end = scene->bounded ? OUTPUT_COUNT : OUTPUT_ALL + 1;

   *difference = (struct difference){0};
   for (; output < end; output++) {
      if (has_output(scene, output) &&
          !compare_output(api, device, scene, output, difference))
         return false;
   }
   return true;
}

/* ---- What was read ----------------------------------------------------- */

struct explanation {
   const uint32_t *read;
   const uint32_t *expected;
   size_t view_pixels;
   uint32_t views;
   uint32_t submissions;
   enum point_output output;
   struct diagnosis *diagnosis;
};

static void
explain_point(const struct defect_point *point, size_t number, void *data)
{
   struct explanation *explanation = data;
   struct diagnosis *diagnosis = explanation->diagnosis;
   uint32_t copies = explanation->views * explanation->submissions, copy;

   for (copy = 0; copy < copies; copy++) {
      size_t pixel = 4 * (number + copy * explanation->view_pixels);
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
         .view = copy % explanation->views,
         .submission = copy / explanation->views,
         .output = explanation->output,
      };
      memcpy(wrong->read, &explanation->read[pixel], sizeof(wrong->read));
      memcpy(wrong->expected, &explanation->expected[pixel],
             sizeof(wrong->expected));
   }
}

/* Removes the names of defects that predict another picture. */
static void
keep_names(struct diagnosis *diagnosis, enum point_output output,
           const uint32_t *read)
{
   const struct scene *scene = &diagnosis->scene;
   uint32_t i;

   for (i = 0; i < defect_count; i++) {
      uint32_t *predicted;

      if ((diagnosis->names >> i & 1) == 0)
         continue;
      predicted = make_picture(scene, output, &defects[i], read, NULL);
      if (predicted == NULL ||
          memcmp(predicted, read, scene_numbers(scene) * sizeof(uint32_t)) !=
             0)
         diagnosis->names &= ~(1u << i);
      free(predicted);
   }
}

static bool
explain_output(const struct api *api, struct device *device,
               struct diagnosis *diagnosis, enum point_output output)
{
   const struct scene *scene = &diagnosis->scene;
   uint32_t *read = read_picture(api, device, scene, output), *expected;
   struct explanation explanation;

   if (read == NULL)
      return false;
   expected = make_picture(scene, output, NULL, read, NULL);
   if (expected == NULL) {
      free(read);
      return out_of_memory(device);
   }
   explanation = (struct explanation){
      .read = read,
      .expected = expected,
      .view_pixels = (size_t)target_rows(scene) * TARGET_COLUMNS,
      .views = scene->views ? 2 : 1,
      .submissions = scene->submissions,
      .output = output,
      .diagnosis = diagnosis,
   };
   /* The points themselves only if all values are right. */
   if (output != OUTPUT_ALL || diagnosis->point_count == 0)
      each_point(scene, 0, explain_point, &explanation);
   keep_names(diagnosis, output, read);
   free(read);
   free(expected);
   return true;
}

/* Explains what is wrong with the reduced scene. */
static bool
explain_scene(const struct api *api, struct device *device,
              struct diagnosis *diagnosis)
{
   uint32_t output;

   diagnosis->point_count = 0;
   diagnosis->names = 0;
   if (!compare_scene(api, device, &diagnosis->scene, &diagnosis->difference))
      return false;
   if (diagnosis->difference.wrong == 0)
      return true;
   /* Known defects are Mali's. Where points are only missing, whatever drops
    * them looks the same. */
   if (device->mali && diagnosis->difference.wrong_values != 0)
      diagnosis->names = (1u << defect_count) - 1;
   /* The attributes first: the hash of all says less. */
   for (output = OUTPUT_ATTRIBUTE; output <= OUTPUT_COUNT; output++) {
      enum point_output this = output % OUTPUT_COUNT;

      if ((this != OUTPUT_ALL || !diagnosis->scene.bounded) &&
          has_output(&diagnosis->scene, this) &&
          !explain_output(api, device, diagnosis, this))
         return false;
   }
   return true;
}

/* ---- Reduction --------------------------------------------------------- */

/* A smaller scene must fail in the same way: with values that are wrong, and
 * not only points that are missing. */
struct failing {
   const struct api *api;
   struct device *device;
   bool values;
   bool failed; /* to draw */
};

static bool
fails_once(const struct scene *scene, struct failing *failing)
{
   struct difference difference;

   if (!compare_scene(failing->api, failing->device, scene, &difference)) {
      failing->failed = true;
      return false;
   }
   return difference.wrong != 0 &&
          (!failing->values || difference.wrong_values != 0);
}

static bool
fails_twice(const struct scene *scene, void *data)
{
   struct failing *failing = data;

   return !failing->failed && fails_once(scene, failing) &&
          fails_once(scene, failing);
}

bool
diagnose(const struct api *api, struct device *device,
         struct diagnosis *diagnosis)
{
   struct failing failing = {
      .api = api,
      .device = device,
      .values = diagnosis->difference.wrong_values != 0,
   };
   uint32_t i;

   for (i = 0; i < DRAWN_AGAIN && !failing.failed; i++)
      diagnosis->wrong_again += fails_once(&diagnosis->scene, &failing);
   if (failing.failed)
      return false;
   if (diagnosis->wrong_again == DRAWN_AGAIN)
      reduce_scene(&diagnosis->scene, &device->limits, fails_twice, &failing);
   diagnosis->reduced = true;
   return !failing.failed && explain_scene(api, device, diagnosis);
}
