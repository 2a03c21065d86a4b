/* SPDX-License-Identifier: MIT */

/* The command line and the report of both programs. */

#include "conformance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define DEFAULT_SCENES (SCENE_KINDS * 8)

enum status {
   STATUS_RIGHT = 0,
   STATUS_WRONG = 1,
   STATUS_NO_VERDICT = 2,
};

struct options {
   uint32_t first;
   uint32_t scenes;
   bool list;
   bool json;
   bool stop;
   const struct defect *plant;
   const char *driver;
};

struct kind_result {
   uint32_t scenes;
   uint32_t wrong_scenes;
   uint64_t points;
   uint32_t left_out;
   bool diagnosed;
   struct diagnosis diagnosis;
   uint32_t smallest; /* the number of the failing scene that was reduced */
};

struct run {
   const struct api *api;
   struct device device;
   struct options options;
   struct kind_result kinds[SCENE_KINDS];
   uint32_t scenes;
   uint32_t wrong_scenes;
   bool complete;
};

static int
usage(const struct api *api, FILE *stream)
{
   uint32_t i;

   fprintf(stream,
           "usage: %s [--scenes COUNT | --scene N] [--first] [--json]\n"
           "          [--plant NAME]%s\n"
           "       %s --list\n\n"
           "Draws scenes of instanced points and compares what every vertex\n"
           "read with what the API specifies.\n\n"
           "  --scenes COUNT  scenes 0 to COUNT - 1; %u without\n"
           "  --scene N       only this scene\n"
           "  --first         stop at the first scene that is wrong\n"
           "  --json          print the result as JSON\n"
           "  --plant NAME    draw wrongly, in the way of a known defect:\n",
           api->name, api->driver != NULL ? " [--driver FILE]" : "",
           api->name, (unsigned)DEFAULT_SCENES);
   for (i = 0; i < defect_count; i++)
      fprintf(stream, "                    %s\n", defects[i].option);
   if (api->driver != NULL)
      fprintf(stream, "  --driver FILE   %s\n", api->driver);
   fprintf(
      stream,
      "  --list          the kinds of scenes, the defects, and exit\n\n"
      "The status is 0 if all points are right, 1 if some are wrong, and\n"
      "2 if there is no verdict.\n");
   return stream == stdout ? STATUS_RIGHT : STATUS_NO_VERDICT;
}

static bool
parse_number(const char *text, uint32_t *number)
{
   uint64_t value = 0;
   const char *digit;

   for (digit = text; *digit >= '0' && *digit <= '9'; digit++) {
      value = 10 * value + (uint64_t)(*digit - '0');
      if (value > 0x7FFFFFFF)
         return false;
   }
   *number = (uint32_t)value;
   return digit != text && *digit == '\0';
}

/* 0: go on. Otherwise the status + 1. */
static int
parse(const struct api *api, struct options *options, int argc, char **argv)
{
   int i;

   options->scenes = DEFAULT_SCENES;
   for (i = 1; i < argc; i++) {
      const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
      bool takes_value = true;

      if (strcmp(name, "--help") == 0)
         return usage(api, stdout) + 1;
      if (strcmp(name, "--list") == 0) {
         options->list = true;
         takes_value = false;
      } else if (strcmp(name, "--json") == 0) {
         options->json = true;
         takes_value = false;
      } else if (strcmp(name, "--first") == 0) {
         options->stop = true;
         takes_value = false;
      } else if (value == NULL) {
         return usage(api, stderr) + 1;
      } else if (strcmp(name, "--scenes") == 0 ||
                 strcmp(name, "--scene") == 0) {
         uint32_t number;

         if (!parse_number(value, &number) ||
             (number == 0 && strcmp(name, "--scenes") == 0)) {
            fprintf(stderr, "%s: not a number of scenes: %s\n", name, value);
            return STATUS_NO_VERDICT + 1;
         }
         options->first = strcmp(name, "--scene") == 0 ? number : 0;
         options->scenes = strcmp(name, "--scene") == 0 ? 1 : number;
      } else if (strcmp(name, "--plant") == 0) {
         options->plant = defect_find(value);
         if (options->plant == NULL) {
            fprintf(stderr, "--plant: no such defect: %s; see --help\n",
                    value);
            return STATUS_NO_VERDICT + 1;
         }
      } else if (strcmp(name, "--driver") == 0 && api->driver != NULL) {
         options->driver = value;
      } else {
         return usage(api, stderr) + 1;
      }
      i += takes_value;
   }
   return 0;
}

static void
print_list(void)
{
   uint32_t i;

   printf("Kinds of scenes; scene N is of kind N %% %u:\n",
          (unsigned)SCENE_KINDS);
   for (i = 0; i < SCENE_KINDS; i++)
      printf("  %2u  %s\n", i, scene_kind_name((enum scene_kind)i));
   printf("Defects that are named, and planted by --plant:\n");
   for (i = 0; i < defect_count; i++)
      printf("  %-16s %s\n", defects[i].option, defects[i].title);
   printf("Defects that no point shows:\n");
   for (i = 0; i < defect_left_out_count; i++) {
      printf("  %s: %s\n", defects_left_out[i].title,
             defects_left_out[i].reason);
   }
}

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
print_value(const uint32_t value[4], uint32_t components)
{
   uint32_t i;

   for (i = 0; i < components; i++)
      printf(" %x", value[i]);
}

/* Where the bytes are in the buffer. */
static void
print_place(const struct scene *scene, const struct wrong_point *point,
            const struct scene_attribute *attribute, uint64_t offset)
{
   const struct scene_command *command = &scene->commands[point->command];
   uint32_t stride = scene_stride(scene, command, attribute->binding);
   uint64_t start =
      command->bound[attribute->binding].offset + (uint64_t)attribute->offset;

   printf(" (byte %llu", (unsigned long long)offset);
   if (stride != 0 && offset >= start && (offset - start) % stride == 0)
      printf(", element %llu", (unsigned long long)(offset - start) / stride);
   printf(")");
}

/* Where a wrong value is in the buffer, if it is there once. */
static void
print_wrong_place(const struct scene *scene, const struct wrong_point *point,
                  const struct scene_attribute *attribute, uint32_t buffer)
{
   uint64_t offset, found = 0;
   uint32_t count = 0;

   for (offset = 0; offset < scene->buffer_bytes[buffer]; offset++) {
      struct scene_read there = {buffer, offset};
      uint32_t value[4];

      scene_value(attribute, there, value);
      if (memcmp(value, point->read, sizeof(value)) == 0) {
         found = offset;
         count++;
      }
   }
   if (count == 1)
      print_place(scene, point, attribute, found);
}

static void
print_attribute(const struct scene *scene, const struct wrong_point *point)
{
   const struct scene_command *command = &scene->commands[point->command];
   const struct scene_attribute *attribute = shown_attribute(scene, point);
   struct scene_read read;

   if (attribute == NULL)
      return;
   read = scene_read(scene, command, &command->draws[point->draw], attribute,
                     point->vertex, point->instance);
   printf("location %u reads", attribute->location);
   print_value(point->read, attribute->components);
   print_wrong_place(scene, point, attribute, read.buffer);
   printf(", not");
   print_value(point->expected, attribute->components);
   print_place(scene, point, attribute, read.offset);
}

static void
print_point(const struct scene *scene, const struct wrong_point *point)
{
   printf("  command %u", point->command);
   if (scene->commands[point->command].draw_count > 1)
      printf(", draw %u", point->draw);
   if (scene->views)
      printf(", view %u", point->view);
   printf(", vertex %u, instance %u: ", point->vertex, point->instance);
   if (point->output == OUTPUT_ALL) {
      if (point->read[0] == TARGET_CLEAR && point->read[1] == TARGET_CLEAR)
         printf("no point");
      else
         printf("a point of command %u, vertex %u, instance %u%s",
                point->read[0] - 1, point->read[1], point->read[2],
                point->read[3] != point->expected[3] ? ", with other values"
                                                     : "");
   } else if (point->output >= OUTPUT_RESOURCE) {
      printf("%s %u reads",
             point->output < OUTPUT_RESOURCE + 2 ? "image" : "texel buffer",
             point->output - OUTPUT_RESOURCE);
      print_value(point->read, 1);
      printf(", not");
      print_value(point->expected, 1);
   } else {
      print_attribute(scene, point);
   }
   printf("\n");
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
   if (diagnosis->difference.wrong == 0)
      printf("not wrong when drawn again");
   else if (!any)
      printf("no known defect");
}

static void
print_diagnosis(const struct kind_result *kind)
{
   const struct diagnosis *diagnosis = &kind->diagnosis;
   const struct scene *scene = &diagnosis->scene;
   uint32_t i;

   printf("\nScene %u (%s), reduced:\n", kind->smallest,
          scene_kind_name(scene->kind));
   scene_print(scene);
   printf("%llu of %llu points differ:\n",
          (unsigned long long)diagnosis->difference.wrong,
          (unsigned long long)diagnosis->difference.points);
   for (i = 0; i < diagnosis->point_count; i++)
      print_point(scene, &diagnosis->points[i]);
   if (diagnosis->point_count == 0)
      printf("  points appear where nothing must be drawn\n");
   printf("Named: ");
   print_names(diagnosis);
   printf("\n");
}

/* ---- The report -------------------------------------------------------- */

static uint64_t
weight(const struct diagnosis *diagnosis)
{
   return diagnosis->difference.points + 100 * diagnosis->scene.command_count;
}

static void
print_left_out(const struct run *run)
{
   uint32_t left_out = 0, i;

   for (i = 0; i < SCENE_KINDS; i++)
      left_out |= run->kinds[i].left_out;
   for (i = 0; i < LEFT_COUNT; i++) {
      if (left_out >> i & 1)
         printf("left out: %s\n",
                scene_left_out_name((enum scene_left_out)i));
   }
}

static void
print_report(const struct run *run)
{
   const struct kind_result *smallest = NULL;
   uint32_t i;

   printf("%s: %s\n", run->api->name, run->device.name);
   for (i = 0; i < SCENE_KINDS; i++) {
      const struct kind_result *kind = &run->kinds[i];

      if (kind->scenes == 0)
         continue;
      printf("%-6s %-32s %3u of %3u scenes, %8llu points",
             kind->wrong_scenes == 0 ? "ok" : "WRONG",
             scene_kind_name((enum scene_kind)i),
             kind->scenes - kind->wrong_scenes, kind->scenes,
             (unsigned long long)kind->points);
      if (kind->diagnosed) {
         printf("  ");
         print_names(&kind->diagnosis);
         if (smallest == NULL ||
             weight(&kind->diagnosis) < weight(&smallest->diagnosis))
            smallest = kind;
      }
      printf("\n");
   }
   print_left_out(run);
   if (smallest != NULL)
      print_diagnosis(smallest);
   if (run->complete)
      printf("%u scenes, %u wrong\n", run->scenes, run->wrong_scenes);
}

static void
print_json_text(const char *text)
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
print_machine(void)
{
   char model[128] = "";
   struct utsname names;
   FILE *file = fopen("/proc/device-tree/model", "r");

   if (file != NULL) {
      model[fread(model, 1, sizeof(model) - 1, file)] = '\0';
      fclose(file);
   }
   printf("  \"board\": ");
   print_json_text(model);
   if (uname(&names) != 0)
      memset(&names, 0, sizeof(names));
   printf(",\n  \"kernel\": ");
   print_json_text(names.release);
   printf(",\n  \"machine\": ");
   print_json_text(names.machine);
   printf(",\n");
}

static void
print_json_kind(const struct kind_result *kind, enum scene_kind number)
{
   const struct diagnosis *diagnosis = &kind->diagnosis;
   bool any = false;
   uint32_t i;

   printf("    {\"kind\": ");
   print_json_text(scene_kind_name(number));
   printf(
      ", \"scenes\": %u, \"wrong\": %u, \"points\": %llu, \"left_out\": [",
      kind->scenes, kind->wrong_scenes, (unsigned long long)kind->points);
   for (i = 0; i < LEFT_COUNT; i++) {
      if ((kind->left_out >> i & 1) == 0)
         continue;
      printf("%s", any ? ", " : "");
      print_json_text(scene_left_out_name((enum scene_left_out)i));
      any = true;
   }
   printf("]");
   if (kind->diagnosed) {
      printf(", \"scene\": %u, \"names\": [", kind->smallest);
      any = false;
      for (i = 0; i < defect_count; i++) {
         if ((diagnosis->names >> i & 1) == 0)
            continue;
         printf("%s", any ? ", " : "");
         print_json_text(defects[i].title);
         any = true;
      }
      printf("], \"reduced_points\": %llu, \"reduced_wrong\": %llu",
             (unsigned long long)diagnosis->difference.points,
             (unsigned long long)diagnosis->difference.wrong);
   }
   printf("}");
}

/* docs/guide/on-a-board.md asks for it, conformance/results reads it. */
static void
print_json(const struct run *run)
{
   bool any = false;
   uint32_t i;

   printf("{\n  \"format\": 1,\n  \"program\": ");
   print_json_text(run->api->name);
   printf(",\n  \"device\": ");
   print_json_text(run->device.name);
   printf(",\n");
   print_machine();
   printf("  \"planted\": ");
   print_json_text(run->options.plant == NULL ? ""
                                              : run->options.plant->option);
   printf(",\n  \"error\": ");
   print_json_text(run->complete ? "" : run->device.error);
   printf(",\n  \"scenes\": %u,\n  \"wrong\": %u,\n  \"kinds\": [\n",
          run->scenes, run->wrong_scenes);
   for (i = 0; i < SCENE_KINDS; i++) {
      if (run->kinds[i].scenes == 0)
         continue;
      printf("%s", any ? ",\n" : "");
      print_json_kind(&run->kinds[i], (enum scene_kind)i);
      any = true;
   }
   printf("\n  ]\n}\n");
}

/* ---- The run ----------------------------------------------------------- */

static void
progress(const struct run *run, const char *what, uint32_t number)
{
   if (isatty(STDERR_FILENO))
      fprintf(stderr, "\r\033[K%s %u of %u, %u wrong", what, number,
              run->options.scenes, run->wrong_scenes);
}

static bool
run_scene(struct run *run, uint32_t number, bool *wrong)
{
   struct scene scene;
   struct difference difference;
   struct kind_result *kind;

   scene_make(&scene, number, &run->device.limits);
   kind = &run->kinds[scene.kind];
   kind->left_out |= scene.left_out;
   if (!compare_scene(run->api, &run->device, &scene, run->options.plant,
                      &difference))
      return false;
   kind->scenes++;
   kind->points += difference.points;
   run->scenes++;
   *wrong = difference.wrong != 0;
   if (!*wrong)
      return true;
   kind->wrong_scenes++;
   run->wrong_scenes++;
   /* The smallest failing scene of each kind is reduced later. */
   if (!kind->diagnosed ||
       difference.points < kind->diagnosis.difference.points) {
      kind->diagnosed = true;
      kind->smallest = number;
      kind->diagnosis.scene = scene;
      kind->diagnosis.difference = difference;
   }
   return true;
}

static bool
run_scenes(struct run *run)
{
   uint32_t i;

   for (i = 0; i < run->options.scenes; i++) {
      bool wrong;

      progress(run, "scene", i + 1);
      if (!run_scene(run, run->options.first + i, &wrong)) {
         size_t length = strlen(run->device.error);

         snprintf(run->device.error + length,
                  sizeof(run->device.error) - length, " (scene %u)",
                  run->options.first + i);
         return false;
      }
      if (wrong && run->options.stop)
         break;
   }
   for (i = 0; i < SCENE_KINDS; i++) {
      struct kind_result *kind = &run->kinds[i];
      struct scene scene = kind->diagnosis.scene;

      if (!kind->diagnosed)
         continue;
      progress(run, "reducing the scene of kind", i);
      if (!diagnose(run->api, &run->device, &scene, run->options.plant,
                    &kind->diagnosis)) {
         kind->diagnosed = false;
         return false;
      }
   }
   return true;
}

int
conformance_main(const struct api *api, int argc, char **argv)
{
   static struct run run;
   int status;

   run.api = api;
   status = parse(api, &run.options, argc, argv);
   if (status != 0)
      return status - 1;
   if (run.options.list) {
      print_list();
      return STATUS_RIGHT;
   }
   if (!api->open(&run.device, run.options.driver)) {
      fprintf(stderr, "%s: %s\n", api->name, run.device.error);
      return STATUS_NO_VERDICT;
   }
   run.complete = run_scenes(&run);
   if (isatty(STDERR_FILENO))
      fprintf(stderr, "\r\033[K");
   if (run.options.json)
      print_json(&run);
   else
      print_report(&run);
   fflush(stdout);
   if (!run.complete) {
      fprintf(stderr, "%s: no verdict: %s\n", api->name, run.device.error);
      return STATUS_NO_VERDICT;
   }
   return run.wrong_scenes == 0 ? STATUS_RIGHT : STATUS_WRONG;
}
