/* SPDX-License-Identifier: MIT */

/* The command line of both programs. */

#include "run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define DEFAULT_SCENES (SCENE_KINDS * 8)
#define DEFAULT_SECONDS 30

static int
usage(const struct api *api, FILE *stream)
{
   fprintf(
      stream,
      "usage: %s [--scenes COUNT] [--kind NAME] [--first] [--json]\n"
      "          [--seconds N] [--device N]%s\n"
      "       %s --scene N | --scene TEXT\n"
      "       %s --list%s\n\n"
      "Draws scenes of instanced points and triangles, and compares what\n"
      "every vertex read with what the API specifies.\n\n"
      "  --scenes COUNT  scenes 0 to COUNT - 1; %u without\n"
      "  --kind NAME     so many scenes of this kind; 8 without\n"
      "  --scene N       only this scene\n"
      "  --scene TEXT    a scene that a report printed\n"
      "  --first         stop at the first scene that is wrong\n"
      "  --json          print the result as JSON\n"
      "  --seconds N     a scene hangs after N seconds; %u without\n"
      "  --device N      a device of --list, instead of the first GPU\n",
      api->name, api->driver != NULL ? " [--driver FILE]" : "", api->name,
      api->name, api->driver != NULL ? " [--driver FILE]" : "",
      (unsigned)DEFAULT_SCENES, (unsigned)DEFAULT_SECONDS);
   if (api->driver != NULL)
      fprintf(stream, "  --driver FILE   %s\n", api->driver);
   fprintf(
      stream,
      "  --list          the devices, the kinds of scenes and the names of\n"
      "                  defects\n\n"
      "The status is 0 if all points are right, 1 if some are wrong or a\n"
      "scene crashed, hung or lost the device, and 2 without a verdict.\n");
   return stream == stdout ? STATUS_RIGHT : STATUS_NO_VERDICT;
}

static bool
parse_number(const char *text, uint32_t least, uint32_t *number)
{
   uint64_t value = 0;
   const char *digit;

   for (digit = text; *digit >= '0' && *digit <= '9'; digit++) {
      value = 10 * value + (uint64_t)(*digit - '0');
      if (value > 0x7FFFFFFF)
         return false;
   }
   *number = (uint32_t)value;
   return digit != text && *digit == '\0' && *number >= least;
}

static bool
parse_scene(struct options *options, const char *value)
{
   options->scenes = 1;
   if (*value >= '0' && *value <= '9')
      return parse_number(value, 0, &options->first);
   options->text = value;
   return true;
}

static bool
parse_kind(struct options *options, const char *value)
{
   for (options->first = 0; options->first < SCENE_KINDS; options->first++) {
      if (strcmp(scene_kind_name((enum scene_kind)options->first), value) ==
          0)
         break;
   }
   options->step = SCENE_KINDS;
   if (options->scenes == DEFAULT_SCENES)
      options->scenes = 8;
   return options->first < SCENE_KINDS;
}

/* Takes an option's value. False: it is none, and printed. */
static bool
parse_value(const struct api *api, struct options *options, const char *name,
            const char *value, bool *known)
{
   bool good = true;

   *known = true;
   if (strcmp(name, "--scenes") == 0)
      good = parse_number(value, 1, &options->scenes);
   else if (strcmp(name, "--scene") == 0)
      good = parse_scene(options, value);
   else if (strcmp(name, "--kind") == 0)
      good = parse_kind(options, value);
   else if (strcmp(name, "--seconds") == 0)
      good = parse_number(value, 1, &options->seconds);
   else if (strcmp(name, "--device") == 0)
      good = parse_number(value, 1, &options->device);
   else if (strcmp(name, "--driver") == 0 && api->driver != NULL)
      options->driver = value;
   else
      *known = false;
   if (!good)
      fprintf(stderr, "%s: not a number or name that it can have: %s\n", name,
              value);
   return good;
}

static bool
parse_flag(struct options *options, const char *name)
{
   if (strcmp(name, "--list") == 0)
      return options->list = true;
   if (strcmp(name, "--json") == 0)
      return options->json = true;
   if (strcmp(name, "--first") == 0)
      return options->stop = true;
   return false;
}

/* 0: go on. Otherwise the status + 1. */
static int
parse(const struct api *api, struct options *options, int argc, char **argv)
{
   int i;

   options->scenes = DEFAULT_SCENES;
   options->seconds = DEFAULT_SECONDS;
   options->step = 1;
   for (i = 1; i < argc; i++) {
      bool known;

      if (strcmp(argv[i], "--help") == 0)
         return usage(api, stdout) + 1;
      if (parse_flag(options, argv[i]))
         continue;
      if (i + 1 == argc)
         return usage(api, stderr) + 1;
      if (!parse_value(api, options, argv[i], argv[i + 1], &known))
         return STATUS_NO_VERDICT + 1;
      if (!known)
         return usage(api, stderr) + 1;
      i++;
   }
   return 0;
}

static int
print_list(struct run *run)
{
   uint32_t i;
   bool good;

   printf("Devices:\n");
   good = run->api->list(&run->device, run->options.driver);
   if (!good)
      printf("  none: %s\n", run->device.error);
   printf("Kinds of scenes; scene N is of kind N %% %u:\n",
          (unsigned)SCENE_KINDS);
   for (i = 0; i < SCENE_KINDS; i++)
      printf("  %2u  %s\n", i, scene_kind_name((enum scene_kind)i));
   printf("Defects of drivers for Mali that are named:\n");
   for (i = 0; i < defect_count; i++)
      printf("  %-16s %s\n", defects[i].option, defects[i].title);
   printf("Defects that no point shows:\n");
   for (i = 0; i < defect_left_out_count; i++) {
      printf("  %s: %s\n", defects_left_out[i].title,
             defects_left_out[i].reason);
   }
   return STATUS_RIGHT;
}

int
conformance_main(const struct api *api, int argc, char **argv)
{
   struct run *run = mmap(NULL, sizeof(*run), PROT_READ | PROT_WRITE,
                          MAP_SHARED | MAP_ANONYMOUS, -1, 0);
   int status;

   if (run == MAP_FAILED) {
      fprintf(stderr, "%s: There is not enough memory.\n", api->name);
      return STATUS_NO_VERDICT;
   }
   run->api = api;
   status = parse(api, &run->options, argc, argv);
   if (status != 0)
      return status - 1;
   if (run->options.list)
      return print_list(run);
   run_all(run);
   if (isatty(STDERR_FILENO))
      fprintf(stderr, "\r\033[K");
   if (run->options.json)
      report_json(run);
   else if (run->ever_opened)
      report_text(run);
   fflush(stdout);
   if (run->failed) {
      fprintf(stderr, "%s: no verdict: %s\n", api->name, run->device.error);
      return STATUS_NO_VERDICT;
   }
   return run->wrong_scenes + run->ended_scenes == 0 ? STATUS_RIGHT
                                                     : STATUS_WRONG;
}
