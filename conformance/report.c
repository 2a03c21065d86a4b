/* SPDX-License-Identifier: MIT */

/* What a run found, as text and as the result file. */

#include "run.h"

#include <string.h>
#include <sys/utsname.h>

/* The Makefile's. */
#ifndef VERSION
#define VERSION "unknown"
#endif

/* ---- Points as text ---------------------------------------------------- */

static const struct scene_attribute *
shown_attribute(const struct scene *scene, const struct wrong_point *point)
{
   const struct scene_pipeline *pipeline =
      &scene->pipelines[scene->commands[point->command].pipeline];
   uint32_t i;

   for (i = 0; i < pipeline->attribute_count; i++) {
      if (pipeline->attributes[i].location + (uint32_t)OUTPUT_ATTRIBUTE ==
          (uint32_t)point->output)
         return &pipeline->attributes[i];
   }
   return NULL;
}

static void
print_value(FILE *stream, const uint32_t value[4], uint32_t components)
{
   uint32_t i;

   for (i = 0; i < components; i++)
      fprintf(stream, " %x", value[i]);
}

static uint32_t
shown_components(const struct scene_attribute *attribute)
{
   return attribute->numeric >= SCENE_UNORM10 ? 4 : attribute->components;
}

/* Where the bytes are in the buffer. */
static void
print_place(FILE *stream, const struct scene *scene,
            const struct wrong_point *point,
            const struct scene_attribute *attribute, uint64_t offset)
{
   const struct scene_command *command = &scene->commands[point->command];
   uint32_t stride = scene_stride(scene, command, attribute->binding);
   uint64_t start =
      command->bound[attribute->binding].offset + (uint64_t)attribute->offset;

   fprintf(stream, " (byte %llu", (unsigned long long)offset);
   if (stride != 0 && offset >= start && (offset - start) % stride == 0)
      fprintf(stream, ", element %llu",
              (unsigned long long)(offset - start) / stride);
   fprintf(stream, ")");
}

/* Where a wrong value is in the buffer, if it is there once. */
static void
print_wrong_place(FILE *stream, const struct scene *scene,
                  const struct wrong_point *point,
                  const struct scene_attribute *attribute, uint32_t buffer)
{
   uint64_t offset, found = 0;
   uint32_t count = 0;

   for (offset = 0; offset < scene->buffer_bytes[buffer] + 4096u; offset++) {
      struct scene_read there = {buffer, offset, false};
      uint32_t value[4];

      scene_value(attribute, there, value);
      if (memcmp(value, point->read, sizeof(value)) == 0) {
         found = offset;
         count++;
      }
   }
   if (count == 1)
      print_place(stream, scene, point, attribute, found);
}

static void
print_attribute(FILE *stream, const struct scene *scene,
                const struct wrong_point *point)
{
   const struct scene_command *command = &scene->commands[point->command];
   const struct scene_attribute *attribute = shown_attribute(scene, point);
   struct scene_read read;

   if (attribute == NULL)
      return;
   read = scene_read(scene, command, &command->draws[point->draw], attribute,
                     point->vertex, point->instance);
   fprintf(stream, "location %u reads", attribute->location);
   print_value(stream, point->read, shown_components(attribute));
   print_wrong_place(stream, scene, point, attribute, read.buffer);
   fprintf(stream, ", not");
   print_value(stream, point->expected, shown_components(attribute));
   if (read.zeros)
      fprintf(stream, " (outside of the buffer)");
   else
      print_place(stream, scene, point, attribute, read.offset);
}

static bool
is_clear(const uint32_t pixel[4])
{
   return pixel[0] == TARGET_CLEAR && pixel[1] == TARGET_CLEAR &&
          pixel[2] == TARGET_CLEAR && pixel[3] == TARGET_CLEAR;
}

static void
print_point(FILE *stream, const struct scene *scene,
            const struct wrong_point *point)
{
   fprintf(stream, "command %u", point->command);
   if (scene->commands[point->command].draw_count > 1)
      fprintf(stream, ", draw %u", point->draw);
   if (scene->views)
      fprintf(stream, ", view %u", point->view);
   if (scene->submissions > 1)
      fprintf(stream, ", submission %u", point->submission);
   fprintf(stream, ", vertex %u, instance %u: ", point->vertex,
           point->instance);
   if (is_clear(point->read)) {
      fprintf(stream, "no point");
   } else if (point->output == OUTPUT_ALL) {
      fprintf(
         stream, "a point of command %u, vertex %u, instance %u%s",
         point->read[0] - 1, point->read[1], point->read[2],
         point->read[3] != point->expected[3] ? ", with other values" : "");
   } else if (point->output >= OUTPUT_RESOURCE) {
      fprintf(stream, "%s %u reads",
              point->output < OUTPUT_RESOURCE + 2 ? "image" : "texel buffer",
              point->output - OUTPUT_RESOURCE);
      print_value(stream, point->read, 1);
      fprintf(stream, ", not");
      print_value(stream, point->expected, 1);
   } else {
      print_attribute(stream, scene, point);
   }
}

static void
print_names(const struct diagnosis *diagnosis)
{
   uint32_t i;
   bool any = false;

   for (i = 0; i < defect_count; i++) {
      if ((diagnosis->names >> i & 1) == 0)
         continue;
      printf("%s%s", any ? "; or " : "", defects[i].title);
      any = true;
   }
   if (!any)
      printf("no known defect");
}

static bool
is_steady(const struct diagnosis *diagnosis)
{
   return diagnosis->wrong_again == DRAWN_AGAIN;
}

static void
print_steadiness(const struct diagnosis *diagnosis)
{
   if (diagnosis->reduced && !is_steady(diagnosis))
      printf("comes and goes: wrong %u of %u times again",
             diagnosis->wrong_again, (unsigned)DRAWN_AGAIN);
}

static void
print_diagnosis(const struct run *run, const struct kind_result *kind)
{
   const struct diagnosis *diagnosis = &kind->diagnosis;
   const struct scene *scene = &diagnosis->scene;
   uint32_t i;

   printf("\nScene %u (%s)%s:\n", kind->smallest,
          scene_kind_name(scene->kind),
          is_steady(diagnosis) ? ", reduced" : "");
   text_print(stdout, scene, "  ", "\n");
   printf("\n%llu pixels of %llu points differ:\n",
          (unsigned long long)diagnosis->difference.wrong,
          (unsigned long long)diagnosis->difference.points);
   for (i = 0; i < diagnosis->point_count; i++) {
      printf("  ");
      print_point(stdout, scene, &diagnosis->points[i]);
      printf("\n");
   }
   if (!diagnosis->reduced || kind->interrupted[0] != '\0')
      printf("The reduction ended: %s\n", kind->interrupted);
   else if (diagnosis->difference.wrong == 0)
      printf("  not wrong when drawn for this report\n");
   else if (diagnosis->point_count == 0)
      printf("  points appear where nothing must be drawn\n");
   if (!is_steady(diagnosis) && diagnosis->reduced) {
      print_steadiness(diagnosis);
      printf("\n");
   } else if (run->device.mali) {
      printf("Named: ");
      print_names(diagnosis);
      printf("\n");
   }
}

/* ---- The report -------------------------------------------------------- */

static uint64_t
weight(const struct diagnosis *diagnosis)
{
   return diagnosis->difference.points +
          100 * diagnosis->scene.command_count +
          (is_steady(diagnosis) ? 0 : 1u << 30);
}

static void
print_left_out(const struct run *run)
{
   uint64_t left_out = 0;
   uint32_t i;

   for (i = 0; i <= SCENE_KINDS; i++)
      left_out |= run->kinds[i].left_out;
   for (i = 0; i < LEFT_COUNT; i++) {
      if (left_out >> i & 1)
         printf("left out: %s\n",
                scene_left_out_name((enum scene_left_out)i));
   }
}

static void
print_kind(const struct run *run, uint32_t number)
{
   const struct kind_result *kind = &run->kinds[number];
   uint32_t bad = kind->wrong_scenes + kind->ended.scenes;

   if (kind->scenes == 0) {
      if (kind->left_out != 0)
         printf("-      %-32s left out\n",
                scene_kind_name((enum scene_kind)number));
      return;
   }
   printf("%-6s %-32s %3u of %3u scenes, %8llu points",
          bad == 0 ? "ok" : "WRONG", scene_kind_name((enum scene_kind)number),
          kind->scenes - bad, kind->scenes, (unsigned long long)kind->points);
   if (kind->diagnosed && !is_steady(&kind->diagnosis)) {
      printf("  ");
      print_steadiness(&kind->diagnosis);
   } else if (kind->diagnosed && run->device.mali) {
      printf("  ");
      print_names(&kind->diagnosis);
   }
   printf("\n");
   if (kind->ended.scenes != 0)
      printf("       %u ended: %s\n", kind->ended.scenes, kind->ended.how);
}

void
report_text(const struct run *run)
{
   const struct device *device = &run->device;
   const struct kind_result *smallest = NULL, *ended = NULL;
   uint32_t i;

   printf("%s: %s (%s), %s, %s\n", run->api->name, device->name, device->type,
          device->driver, device->version);
   for (i = 0; i <= SCENE_KINDS; i++) {
      const struct kind_result *kind = &run->kinds[i];

      print_kind(run, i);
      if (kind->diagnosed &&
          (smallest == NULL ||
           weight(&kind->diagnosis) < weight(&smallest->diagnosis)))
         smallest = kind;
      if (kind->ended.scenes != 0 && ended == NULL)
         ended = kind;
   }
   print_left_out(run);
   if (smallest != NULL)
      print_diagnosis(run, smallest);
   if (ended != NULL) {
      printf("\nThis scene has no picture (%s):\n", ended->ended.how);
      text_print(stdout, &ended->ended.scene, "  ", "\n");
      printf("\n");
   }
   if (run->complete)
      printf("%u scenes, %u wrong\n", run->scenes,
             run->wrong_scenes + run->ended_scenes);
}

/* ---- The result file --------------------------------------------------- */

static void
json_text(const char *text)
{
   putchar('"');
   for (; *text != '\0'; text++) {
      unsigned char byte = (unsigned char)*text;

      if (byte == '"' || byte == '\\')
         printf("\\%c", byte);
      else if (byte < 0x20 || byte > 0x7E)
         printf("\\u%04x", byte);
      else
         putchar(byte);
   }
   putchar('"');
}

static void
json_member(const char *name, const char *text)
{
   printf("  \"%s\": ", name);
   json_text(text);
   printf(",\n");
}

static void
json_machine(void)
{
   char model[128] = "";
   struct utsname names;
   FILE *file = fopen("/proc/device-tree/model", "r");

   if (file != NULL) {
      model[fread(model, 1, sizeof(model) - 1, file)] = '\0';
      fclose(file);
   }
   if (uname(&names) != 0)
      memset(&names, 0, sizeof(names));
   json_member("board", model);
   json_member("kernel", names.release);
   json_member("machine", names.machine);
}

static void
json_limits(const struct scene_limits *limits)
{
   printf("  \"limits\": {\"attributes\": %u, \"bindings\": %u, "
          "\"stride\": %u, \"offset\": %u, \"divisor\": %u, "
          "\"draws\": %u},\n",
          limits->attributes, limits->bindings, limits->stride,
          limits->offset, limits->divisor, limits->draws);
}

static void
json_names(const struct diagnosis *diagnosis)
{
   bool any = false;
   uint32_t i;

   printf("\"names\": [");
   for (i = 0; i < defect_count; i++) {
      if ((diagnosis->names >> i & 1) == 0)
         continue;
      printf("%s", any ? ", " : "");
      json_text(defects[i].title);
      any = true;
   }
   printf("]");
}

/* What `print` writes, as a string. */
static void
json_scene(const struct scene *scene)
{
   /* The text has no byte that a string must not have. */
   printf("\"scene\": \"");
   text_print(stdout, scene, "", "; ");
   printf("\"");
}

static void
json_diagnosis(const struct kind_result *kind)
{
   const struct diagnosis *diagnosis = &kind->diagnosis;
   uint32_t i;

   printf(",\n     \"difference\": {");
   json_scene(&diagnosis->scene);
   printf(", \"points\": %llu, \"wrong\": %llu, \"again\": %u, "
          "\"steady\": %s, \"interrupted\": ",
          (unsigned long long)diagnosis->difference.points,
          (unsigned long long)diagnosis->difference.wrong,
          diagnosis->wrong_again, is_steady(diagnosis) ? "true" : "false");
   json_text(kind->interrupted);
   printf(", ");
   json_names(diagnosis);
   printf(", \"read\": [");
   for (i = 0; i < diagnosis->point_count; i++) {
      printf("%s\"", i == 0 ? "" : ", ");
      print_point(stdout, &diagnosis->scene, &diagnosis->points[i]);
      printf("\"");
   }
   printf("]}");
}

static void
json_kind(const struct kind_result *kind, enum scene_kind number)
{
   bool any = false;
   uint32_t i;

   printf("    {\"kind\": ");
   json_text(scene_kind_name(number));
   printf(", \"scenes\": %u, \"wrong\": %u, \"ended\": %u, "
          "\"points\": %llu, \"left_out\": [",
          kind->scenes, kind->wrong_scenes, kind->ended.scenes,
          (unsigned long long)kind->points);
   for (i = 0; i < LEFT_COUNT; i++) {
      if ((kind->left_out >> i & 1) == 0)
         continue;
      printf("%s", any ? ", " : "");
      json_text(scene_left_out_name((enum scene_left_out)i));
      any = true;
   }
   printf("]");
   if (kind->diagnosed)
      json_diagnosis(kind);
   if (kind->ended.scenes != 0) {
      printf(",\n     \"end\": {");
      json_scene(&kind->ended.scene);
      printf(", \"how\": ");
      json_text(kind->ended.how);
      printf("}");
   }
   printf("}");
}

/* docs/guide/on-a-board.md asks for it, results.py reads it. */
void
report_json(const struct run *run)
{
   const struct device *device = &run->device;
   uint32_t i;

   printf("{\n  \"format\": 2,\n");
   json_member("program", run->api->name);
   json_member("version", VERSION);
   json_member("device", device->name);
   json_member("type", device->type);
   json_member("driver", device->driver);
   json_member("driver_version", device->version);
   json_machine();
   json_limits(&device->limits);
   json_member("error", run->failed ? device->error : "");
   printf("  \"scenes\": %u,\n  \"wrong\": %u,\n  \"ended\": %u,\n"
          "  \"kinds\": [\n",
          run->scenes, run->wrong_scenes, run->ended_scenes);
   for (i = 0; i < SCENE_KINDS; i++) {
      json_kind(&run->kinds[i], (enum scene_kind)i);
      printf("%s\n", i + 1 < SCENE_KINDS ? "," : "");
   }
   printf("  ]\n}\n");
}
