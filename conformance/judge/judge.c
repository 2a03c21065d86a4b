/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Judges a driver on Mesa's drm-shim, where nothing is executed: draws the
 * scenes of the conformance test, runs their jobs here, and compares what
 * each thread reads.
 */

#include <fcntl.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "conformance.h"
#include "memory.h"
#include "random.h"
#include "read.h"
#include "record.h"
#include "record_run.h"
#include "stream_plant.h"
#include "stream.h"

extern const struct api vulkan_api, gles_api;

/* MAX_VS_ATTRIBS of panvk_physical_device.h */
#define PANVK_ATTRIBUTES 16

/* In PanVK, images and texel buffers follow as many attributes as a pipeline
 * may have. In Gallium they are not among the attributes. */
static const struct target {
   const struct api *api;
   struct check_layout layout;
} targets[] = {
   {&vulkan_api, {.first_image = PANVK_ATTRIBUTES,
                  .image_count = SCENE_RESOURCES,
                  .image_table = 1}},
   {&gles_api, {.packed = true, .image_count = SCENE_RESOURCES,
                .primitive_size_one = true, .attribute_table = 1,
                .image_table = 5}},
};

static const struct target *target = &targets[0];
static struct check_layout layout;
static const struct kernels *kernels;

static struct device device;
/* What --plant changes in the streams of scenes. */
static const struct stream_plant *planted;
static struct check *check;

/* ---- Numbers near the ends of their fields ----------------------------- */

/* Scenes with these numbers; they are far from what can be rendered. */
#define LARGE_NUMBERS (1u << 20)

static const struct large {
   uint32_t count, instances, base_instance, divisor, stride;
   /* 0 without indices */
   uint32_t index_bytes;
   uint32_t submissions;
   /* Instances of further draws; 0 ends them */
   uint32_t more[3];
} large[] = {
   /* The product of padded count and divisor is 2^32 + 5, and 2^32. */
   {3, 2, 0, 1431655767, 4, 0, 1, {0}},
   {57344, 2, 0, 65536, 4, 0, 1, {0}},
   /* A multiple of four, and a padded count, of 2^32. */
   {4294967293, 2, 0, 1, 0, 0, 1, {0}},
   {3758096384, 2, 0, 1, 0, 0, 1, {0}},
   /* An invocation of 33 bits. */
   {9, 268435457, 0, 1, 0, 0, 1, {0}},
   {4294967294, 1, 0, 1, 0, 0, 1, {0}},
   /* An offset of 2^31. */
   {3, 2, 1048576, 1, 2048, 0, 1, {0}},
   /* Varyings of 2^32 bytes. */
   {14336, 16384, 0, 1, 0, 0, 1, {0}},
   /* Varyings that only together exceed their buffer. */
   {20000, 1, 0, 1, 4, 4, 300, {0}},
   /* The last draw has room, also while the draw before it finds none. */
   {1000, 3000, 0, 1, 0, 0, 1, {2000, 2}},
};

/* Direct and indirect */
#define LARGE_COUNT (2 * sizeof(large) / sizeof(large[0]))

static void
make_large(struct scene *scene, uint32_t number)
{
   const struct large *from = &large[number / 2];

   *scene = (struct scene){
      .number = LARGE_NUMBERS + number,
      .pipeline_count = 1,
      .pipelines = {{
         .attribute_count = 1,
         .attributes = {{.components = 1, .component_bytes = 4}},
         .bindings = {{from->stride, from->divisor, true, true}},
      }},
      .command_count = 1,
      .commands = {{
         .index_bytes = from->index_bytes,
         .index_count = from->index_bytes ? from->count : 0,
         .indirect = number % 2,
         .draw_count = 1,
         .draws = {{
            .count = from->count,
            .base_instance = from->base_instance,
            .instances = from->instances,
            .range = from->index_bytes ? from->count : 0,
         }},
      }},
      .submissions = from->submissions,
      .slots = 1,
      .buffer_bytes = {4096},
      .index_bytes = from->index_bytes * from->count,
   };
   for (uint32_t i = 0; from->more[i]; i++) {
      scene->commands[i + 1] = scene->commands[0];
      scene->commands[i + 1].draws[0].instances = from->more[i];
      scene->command_count++;
   }
}

/* ---- Where the system values of a vertex shader are -------------------- */

static void
find_values(void *data, const struct work_draw *draw)
{
   read_find_values(draw, data);
}

static void
ignore(void *data, enum work_fault fault, const char *what)
{
   (void)data;
   (void)fault;
   (void)what;
}

static struct read_values *magic_values;

/* --recorded: the recorder is between the scenes and the driver, and judges
 * their draws as those of any program. */
static bool is_recorded;

static void
record(const struct work *work)
{
   if (is_recorded)
      record_work(work, false);
}

static void
on_magic_work(const struct work *work)
{
   record(work);

   const struct work_user user = {
      .kernels = kernels,
      .data = magic_values,
      .draw = find_values,
      .wrong = ignore,
   };

   memory_keep_writes(work->stream_count);
   work_run(work, WORK_LINKED, true, &user);
   memory_keep_writes(true);
}

/* ---- What belongs to no scene ------------------------------------------ */

static void
ignore_draw(void *data, const struct work_draw *draw)
{
   (void)data;
   (void)draw;
}

static void
leave(void *data, enum work_fault fault, const char *what)
{
   (void)data;
   (void)fault;
   fprintf(stderr, "judge: %s\n", what);
   exit(2);
}

/* Streams leave values in registers and in memory. */
static void
on_other_work(const struct work *work)
{
   const struct work_user user = {
      .kernels = kernels,
      .draw = ignore_draw,
      .wrong = leave,
   };

   record(work);
   if (work->stream_count)
      work_run(work, WORK_LINKED, true, &user);
}

/* ---- One scene --------------------------------------------------------- */

static void
on_work(const struct work *work)
{
   record(work);
   check_work(check, work);
}

static sigjmp_buf before_draw;

static void
on_abort(int signal)
{
   (void)signal;
   siglongjmp(before_draw, 1);
}

/* False: the driver refuses a draw with numbers that no job can hold, with an
 * error or, if it has assertions, with one of them. */
static bool
draw_scene(const struct drawing *drawing, uint32_t *pixels)
{
   const struct sigaction action = {.sa_handler = on_abort};
   struct sigaction old;
   bool drawn = false;

   if (drawing->scene->number < LARGE_NUMBERS)
      return target->api->draw(&device, drawing, pixels);
   sigaction(SIGABRT, &action, &old);
   if (sigsetjmp(before_draw, 1) == 0)
      drawn = target->api->draw(&device, drawing, pixels);
   sigaction(SIGABRT, &old, NULL);
   return drawn;
}

static bool
draw(const struct scene *scene)
{
   const struct drawing drawing = {.scene = scene};
   uint32_t *pixels = malloc(scene_numbers(scene) * sizeof(*pixels));

   /* So that PanVK shades vertices by index. */
   device.no_point_size = scene->number / SCENE_KINDS % 4 != 0;
   const bool drawn = pixels && draw_scene(&drawing, pixels);

   free(pixels);
   if (!drawn && scene->number < LARGE_NUMBERS) {
      fprintf(stderr, "judge: scene %" PRIu32 ": %s\n", scene->number,
              pixels ? device.error : "There is not enough memory.");
      exit(2);
   }
   return drawn;
}

static void
find_magic(const struct scene *scene, uint32_t pipeline,
           struct read_values *values)
{
   struct scene one = *scene;

   *values = (struct read_values){-1, -1, false};
   magic_values = values;
   one.submissions = 1;
   one.command_count = 1;
   one.commands[0] = (struct scene_command){
      .pipeline = pipeline,
      .draw_count = 1,
      .draws = {{.first = READ_MAGIC_VERTEX,
                 .count = 1,
                 .instances = 1,
                 .base_instance =
                    device.limits.base_instance ? READ_MAGIC_INSTANCE : 0}},
   };
   memory_submitted = on_magic_work;
   draw(&one);
}

/* Of the last scene that was judged. */
static bool recorded_wrong;

static uint32_t
judge(const struct scene *scene, const struct check_finding **findings)
{
   struct read_values values[SCENE_PIPELINES];
   uint64_t wrong;

   for (uint32_t i = 0; i < scene->pipeline_count; i++)
      find_magic(scene, i, &values[i]);
   check = check_begin(kernels, &layout, scene, values,
                       scene->number >= LARGE_NUMBERS);
   memory_submitted = on_work;
   stream_plant = planted;
   wrong = record_counts->wrong + record_counts->missing;
   draw(scene);
   recorded_wrong = record_counts->wrong + record_counts->missing != wrong;
   stream_plant = NULL;
   memory_submitted = on_other_work;
   return check_end(check, findings);
}

/* ---- The report -------------------------------------------------------- */

/* For each defect, the smallest scene that shows it. */
static struct shown {
   uint32_t scenes;
   struct scene scene;
   struct check_finding finding;
} shown[CHECK_DEFECTS];

static struct {
   uint32_t scenes, wrong;
} kinds[SCENE_KINDS + 1];

/* The first finding of a defect. */
static const struct check_finding *
find_defect(const struct scene *scene, enum check_defect defect)
{
   const struct check_finding *findings;
   const uint32_t count = judge(scene, &findings);

   for (uint32_t i = 0; i < count; i++) {
      if (findings[i].defect == defect)
         return &findings[i];
   }
   return NULL;
}

static bool
shows(const struct scene *scene, void *defect)
{
   return find_defect(scene, *(const enum check_defect *)defect) != NULL;
}

static const char *
kind_name(uint32_t number)
{
   return number >= LARGE_NUMBERS ? "large numbers"
                                  : scene_kind_name(number % SCENE_KINDS);
}

/* Scenes that only one front end found wrong. */
static uint32_t only_scenes, only_recorded;

static void
compare_verdicts(const struct scene *scene,
                 const struct check_finding *findings, uint32_t count)
{
   uint32_t shown = 0;

   if (!is_recorded || recorded_wrong == (count != 0))
      return;
   only_scenes += count != 0;
   only_recorded += count == 0;
   /* The recorder does not compare images. */
   for (uint32_t i = count; i-- > 0;) {
      if (!strstr(findings[i].text, "image "))
         shown = i;
   }
   printf("scene %" PRIu32 " (%s): only the %s front end finds %s\n",
          scene->number, kind_name(scene->number),
          count ? "scenes'" : "recording",
          count ? findings[shown].text : "it wrong");
}

static void
judge_number(uint32_t number, bool all)
{
   const struct check_finding *findings;
   bool counted[CHECK_DEFECTS] = {false};
   const bool is_large = number >= LARGE_NUMBERS;
   const uint32_t kind = is_large ? SCENE_KINDS : number % SCENE_KINDS;
   struct scene scene;
   uint32_t count;

   if (is_large)
      make_large(&scene, number - LARGE_NUMBERS);
   else
      scene_make(&scene, number, &device.limits);
   count = judge(&scene, &findings);
   compare_verdicts(&scene, findings, count);
   kinds[kind].scenes++;
   kinds[kind].wrong += count != 0;
   for (uint32_t i = 0; i < count; i++) {
      struct shown *this = &shown[findings[i].defect];

      if (all)
         printf("command %" PRIu32 ", draw %" PRIu32 ": %s (%s)\n",
                findings[i].command, findings[i].draw, findings[i].text,
                check_defects[findings[i].defect].title);
      if (counted[findings[i].defect])
         continue;
      counted[findings[i].defect] = true;
      if (!this->scenes++ ||
          scene.command_count < this->scene.command_count) {
         this->scene = scene;
         this->finding = findings[i];
      }
   }
}

/* A driver with assertions ends the process in draws that it cannot refuse.
 * Whether it does is tried by this program, started again: in a fork, a lock
 * that a thread of the driver held would stay locked. */
static bool
survives(uint32_t number, int argc, char **argv)
{
   char text[11], *arguments[argc + 3];
   int status = 0;
   pid_t child;

   snprintf(text, sizeof(text), "%" PRIu32, number);
   memcpy(arguments, argv, argc * sizeof(*argv));
   arguments[argc] = "--scene";
   arguments[argc + 1] = text;
   arguments[argc + 2] = NULL;
   fflush(NULL);
   child = fork();
   if (child == 0) {
      /* What it finds is found again here. */
      if (dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO) >= 0)
         execv("/proc/self/exe", arguments);
      _exit(127);
   }
   if (child < 0 || waitpid(child, &status, 0) != child ||
       (WIFEXITED(status) && WEXITSTATUS(status) == 127)) {
      perror("judge");
      exit(2);
   }
   return !WIFSIGNALED(status);
}

static void
reduce(struct shown *this)
{
   enum check_defect defect = this->finding.defect;
   const struct check_finding *finding;

   if (this->scene.number >= LARGE_NUMBERS)
      return;
   reduce_scene(&this->scene, &device.limits, shows, &defect);
   finding = find_defect(&this->scene, defect);
   if (finding)
      this->finding = *finding;
}

static const char *const orders[WORK_ORDERS] = {
   "in the order of the chain",
   "with draws as late as dependencies allow",
   "with draws as early as dependencies allow",
};

static void
print_shown(const struct shown *this)
{
   const struct check_finding *finding = &this->finding;

   printf("\n%s: %" PRIu32 " scenes\n", check_defects[finding->defect].title,
          this->scenes);
   printf("Scene %" PRIu32 " (%s):\n", this->scene.number,
          kind_name(this->scene.number));
   text_print(stdout, &this->scene, "  ", "\n");
   putchar('\n');
   if (finding->command != CHECK_CHAIN)
      printf("command %" PRIu32 ", draw %" PRIu32 ", ", finding->command,
             finding->draw);
   printf("%s:\n  %s\n", orders[finding->order], finding->text);
}

static void
print_json(uint32_t wrong)
{
   const char *comma = "";

   printf("{\"wrong\": %" PRIu32 ", \"defects\": [", wrong);
   for (uint32_t i = 0; i < CHECK_DEFECTS; i++) {
      if (!shown[i].scenes)
         continue;
      printf("%s\n  {\"defect\": \"%s\", \"scenes\": %" PRIu32
             ", \"scene\": %" PRIu32 ", \"order\": \"%s\", "
             "\"read\": \"%s\"}",
             comma, check_defects[i].title, shown[i].scenes,
             shown[i].scene.number, orders[shown[i].finding.order],
             shown[i].finding.text);
      comma = ",";
   }
   puts("\n]}");
}

/* ---- Options ----------------------------------------------------------- */

static const char usage[] =
   "usage: judge --shim LIBRARY [OPTION...] DRIVER\n"
   "       judge --shim LIBRARY [OPTION...] --gles\n"
   "       judge run ...   any Vulkan program; judge run shows how\n"
   "\n"
   "  DRIVER          PanVK's library\n"
   "  --gles          Gallium, by EGL and OpenGL ES of LD_LIBRARY_PATH\n"
   "  --shim LIBRARY  Mesa's drm-shim of Panfrost\n"
   "  --gpu ID        as PAN_GPU_ID; 7212, a G52, by default; a867: a G610\n"
   "  --scenes N      so many scenes; 20 of each kind by default\n"
   "  --scene N       only this one, with all that is wrong\n"
   "  --mesa-25.0     without what it lacks on v6 and v7: indirect draws\n"
   "  --plant NAME    with a planted defect, of those that --list names\n"
   "  --list          the kinds of scenes, and the defects that are named:\n"
   "                  those that unmodified drivers show on the GPU\n"
   "  --json          for programs; scenes are not reduced\n"
   "  --recorded      PanVK; prints only which scenes the recorder of\n"
   "                  judge run finds wrong, and the scenes do not, or else\n"
   "\n"
   "The status is 0 if all is right, 1 if not, 2 if it cannot be judged.\n";

struct options {
   const char *shim, *gpu, *driver;
   uint32_t first, end;
   bool json, mesa_25_0, list;
};

static bool
plant(const char *name)
{
   for (uint32_t i = DEFECT_NONE + 1; i < CHECK_DEFECTS; i++) {
      if (check_defects[i].plant && strcmp(check_defects[i].plant, name) == 0)
         check_plant = i;
   }
   for (uint32_t i = 0; i < stream_plant_count; i++) {
      if (strcmp(stream_plants[i].name, name) == 0)
         planted = &stream_plants[i];
   }
   return check_plant != DEFECT_NONE || planted;
}

static bool
parse(int argc, char **argv, struct options *options)
{
   for (int i = 1; i < argc; i++) {
      const char *value = i + 1 < argc ? argv[i + 1] : NULL;
      char *end = NULL;

      if (argv[i][0] != '-') {
         options->driver = argv[i];
         continue;
      }
      if (strcmp(argv[i], "--list") == 0) {
         options->list = true;
         continue;
      }
      if (strcmp(argv[i], "--json") == 0) {
         options->json = true;
         continue;
      }
      if (strcmp(argv[i], "--recorded") == 0) {
         is_recorded = true;
         continue;
      }
      if (strcmp(argv[i], "--mesa-25.0") == 0) {
         options->mesa_25_0 = true;
         continue;
      }
      if (strcmp(argv[i], "--gles") == 0) {
         target = &targets[1];
         continue;
      }
      if (!value)
         return false;
      if (strcmp(argv[i], "--shim") == 0)
         options->shim = value;
      else if (strcmp(argv[i], "--gpu") == 0)
         options->gpu = value;
      else if (strcmp(argv[i], "--plant") == 0) {
         if (!plant(value))
            return false;
      } else if (strcmp(argv[i], "--scenes") == 0)
         options->end = (uint32_t)strtoul(value, &end, 10);
      else if (strcmp(argv[i], "--scene") == 0)
         options->end =
            (options->first = (uint32_t)strtoul(value, &end, 10)) + 1;
      else
         return false;
      if (end && (*end || end == value))
         return false;
      i++;
   }
   return options->list ||
          (options->shim && !options->driver == (target == &targets[1]) &&
           (!is_recorded || options->driver));
}

static void
list(void)
{
   for (uint32_t i = 0; i < SCENE_KINDS; i++)
      printf("%2" PRIu32 " %s\n", i, kind_name(i));
   for (uint32_t i = DEFECT_NONE + 1; i < CHECK_DEFECTS; i++) {
      /* Gallium shows none on v9 and later. */
      if (check_is_expected(i, stream_architecture))
         printf("%s: %s\n",
                stream_architecture < 9 ? check_defects[i].driver : "vulkan",
                check_defects[i].title);
   }
   for (uint32_t i = 0;
        i < stream_plant_count && stream_architecture >= 10; i++)
      printf("--plant %s  %s\n", stream_plants[i].name,
             check_defects[stream_plants[i].defect].title);
   /* The first ones are of v4 to v7. The recorder sees no images. */
   for (uint32_t i = DEFECT_NONE + 1; i < CHECK_DEFECTS; i++) {
      if (is_recorded && (i == DEFECT_IMAGES || i == DEFECT_NO_TABLES))
         continue;
      if (check_defects[i].plant &&
          (i < DEFECT_ACCUMULATED) == (stream_architecture < 9))
         printf("--plant %s  %s\n", check_defects[i].plant,
                check_defects[i].title);
   }
}

/* The shim must be there before the program begins. */
static void
preload(const struct options *options, char **argv)
{
   if (getenv("JUDGE_PRELOADED"))
      return;
   setenv("LD_PRELOAD", options->shim, 1);
   setenv("PAN_GPU_ID", options->gpu, 1);
   setenv("PAN_I_WANT_A_BROKEN_VULKAN_DRIVER", "1", 1);
   setenv("MESA_SHADER_CACHE_DISABLE", "1", 1);
   setenv("JUDGE_PRELOADED", "1", 1);
   execv("/proc/self/exe", argv);
   perror("judge");
   exit(2);
}

/* What the check does not model, or what is not about attributes. */
static void
leave_out_what_is_not_judged(struct scene_limits *limits)
{
   for (uint32_t i = 1; i < SCENE_NUMERICS; i++)
      limits->formats[i] = 0;
   /* PanVK asserts that starts are below INT32_MAX. */
   limits->first = smaller(limits->first, INT32_MAX - 1);
   limits->base_instance = smaller(limits->base_instance, INT32_MAX - 1);
   limits->index_offsets = false;
   limits->largest_index = limits->indirect_stride = false;
   limits->count_buffer = limits->multi_draw = false;
   limits->rendering = limits->shader_objects = limits->nested = false;
   limits->exact_buffers = limits->sizes = false;
   limits->zero_outside = limits->zero_outside_sizes = false;
   limits->null_buffers = false;
   limits->triangles = limits->strips_restart = false;
   limits->tessellation = limits->dynamic_input = false;
}

int
main(int argc, char **argv)
{
   struct options options = {.gpu = "7212", .end = 20 * SCENE_KINDS};
   uint32_t wrong = 0, scenes = 0, asserted = 0;

   if (argc > 1 && strcmp(argv[1], "run") == 0)
      return record_run(argv + 2);
   if (!parse(argc, argv, &options)) {
      fputs(usage, stderr);
      return 2;
   }
   stream_architecture =
      (uint32_t)strtoul(options.gpu, NULL, 16) >> 12;
   if (options.list) {
      list();
      return 0;
   }
   preload(&options, argv);
   layout = target->layout;
   kernels = stream_architecture == 6 ? &kernels_v6 : &kernels_v7;
   memory_submitted = on_other_work;
   if (is_recorded) {
      /* The driver is then in this program. */
      record_driver = options.driver;
      record_set_gpu(options.gpu);
      options.driver = "";
   }
   if (!target->api->open(&device, options.driver)) {
      fprintf(stderr, "judge: %s\n", device.error);
      return 2;
   }
   leave_out_what_is_not_judged(&device.limits);
   if (options.mesa_25_0) {
      device.limits.indirect = false;
      layout.image_count = SCENE_RESOURCES - 1;
      layout.primitive_size_one = true;
   }
   for (uint32_t i = options.first; i < options.end; i++) {
      judge_number(i, options.end == options.first + 1 && !options.json);
      if (isatty(2))
         fprintf(stderr, "\rscene %" PRIu32 " of %" PRIu32, i + 1,
                 options.end);
   }
   if (isatty(2))
      fputc('\n', stderr);
   /* Drivers may refuse these, and some read outside of their buffers: the
    * recorder has no verdict on them. */
   for (uint32_t i = 0; i < LARGE_COUNT && !is_recorded &&
                        options.end > options.first + 1;
        i += options.mesa_25_0 ? 2 : 1) {
      if (large[i / 2].base_instance && !device.limits.base_instance)
         continue;
      if (survives(LARGE_NUMBERS + i, argc, argv))
         judge_number(LARGE_NUMBERS + i, false);
      else
         asserted++;
   }
   for (uint32_t i = 0; i <= SCENE_KINDS; i++) {
      scenes += kinds[i].scenes;
      wrong += kinds[i].wrong;
   }
   /* A driver that draws nothing has no verdict. */
   if (!check_draw_count || (!check_read_count && !wrong)) {
      fputs("judge: no thread of any draw was seen\n", stderr);
      return 2;
   }
   if (is_recorded) {
      const int verdict = record_report(record_counts);

      printf("%" PRIu32 " scenes, %" PRIu32 " wrong; only the scenes find %"
             PRIu32 ", only the recorder %" PRIu32 "\n",
             scenes, wrong, only_scenes, only_recorded);
      return verdict == 2 ? 2 : only_scenes || only_recorded;
   }
   for (uint32_t i = 0; i <= SCENE_KINDS; i++) {
      if (kinds[i].scenes && !options.json)
         printf("%-8s%s: %" PRIu32 " of %" PRIu32 " scenes wrong\n",
                kinds[i].wrong ? "WRONG" : "ok",
                kind_name(i < SCENE_KINDS ? i : LARGE_NUMBERS),
                kinds[i].wrong, kinds[i].scenes);
   }
   if (asserted && !options.json)
      printf("the driver asserts in %" PRIu32 " scenes of large numbers\n",
             asserted);
   if (options.json)
      print_json(wrong);
   else
      printf("%" PRIu32 " scenes, %" PRIu32 " wrong; %" PRIu64
             " draws, %" PRIu64 " attributes read; %" PRIu64
             " dispatches of shaders not executed\n",
             scenes, wrong, check_draw_count, check_read_count,
             stream_shader_count);
   for (uint32_t i = 0; i < CHECK_DEFECTS && !options.json; i++) {
      if (!shown[i].scenes)
         continue;
      reduce(&shown[i]);
      print_shown(&shown[i]);
   }
   return wrong != 0;
}
