/* SPDX-License-Identifier: MIT */

/* judge run PROGRAM */

#define _GNU_SOURCE
#include "record_run.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record.h"

static const char usage[] =
   "usage: judge run --shim LIBRARY --driver LIBRARY [OPTION...] PROGRAM\n"
   "                 [ARGUMENT...]\n"
   "\n"
   "Runs a Vulkan program on Mesa's drm-shim, where nothing is executed,\n"
   "and compares where its draws read with what the program asked for.\n"
   "\n"
   "  --shim LIBRARY    Mesa's drm-shim of Panfrost\n"
   "  --driver LIBRARY  PanVK's library\n"
   "  --gpu ID          as PAN_GPU_ID; 7212, a G52, by default\n"
   "  --plant NAME      with a defect of the recorder, which must be found\n"
   "  --list            the names of these defects\n"
   "\n"
   "The status is 0 if all is right, 1 if not, 2 if it cannot be judged.\n";

struct options {
   const char *shim, *driver, *gpu, *plant;
   char **program;
   bool list;
};

static bool
is_plant(const char *name)
{
   for (uint32_t i = 1; i < RECORD_PLANTS; i++) {
      if (strcmp(name, record_plants[i]) == 0)
         return true;
   }
   return false;
}

static bool
parse(char **argv, struct options *options)
{
   for (; *argv && argv[0][0] == '-'; argv += 2) {
      if (strcmp(argv[0], "--list") == 0)
         return options->list = true;
      if (!argv[1])
         return false;
      if (strcmp(argv[0], "--shim") == 0)
         options->shim = argv[1];
      else if (strcmp(argv[0], "--driver") == 0)
         options->driver = argv[1];
      else if (strcmp(argv[0], "--gpu") == 0)
         options->gpu = argv[1];
      else if (strcmp(argv[0], "--plant") == 0 && is_plant(argv[1]))
         options->plant = argv[1];
      else
         return false;
   }
   options->program = argv;
   return options->shim && options->driver && *argv;
}

/* The library beside this program. */
static bool
find_recorder(char path[PATH_MAX])
{
   const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX - 1);

   if (length < 0)
      return false;
   path[length] = '\0';

   char *slash = strrchr(path, '/');

   if (!slash || slash - path > PATH_MAX - 16)
      return false;
   strcpy(slash, "/recorder.so");
   return access(path, R_OK) == 0;
}

/* For a Vulkan loader: the recorder is the only driver. */
static bool
write_manifest(char path[], const char *recorder)
{
   const int file = mkstemps(path, 5);
   FILE *stream = file < 0 ? NULL : fdopen(file, "w");

   if (!stream)
      return false;
   fprintf(stream,
           "{\"file_format_version\": \"1.0.0\", \"ICD\": {\n"
           "  \"library_path\": \"%s\", \"api_version\": \"1.4.0\"}}\n",
           recorder);
   return fclose(stream) == 0;
}

static void
start(const struct options *options, const char *recorder,
      const char *manifest, int counts)
{
   const char *other = getenv("LD_PRELOAD");
   char text[3 * PATH_MAX];

   if (snprintf(text, sizeof(text), "%s:%s%s%s", recorder, options->shim,
                other ? ":" : "", other ? other : "") >= (int)sizeof(text)) {
      fprintf(stderr, "judge: LD_PRELOAD is too long: %s\n", other);
      _exit(2);
   }
   setenv("LD_PRELOAD", text, 1);
   snprintf(text, sizeof(text), "%d", counts);
   setenv("JUDGE_COUNTS", text, 1);
   setenv("JUDGE_DRIVER", options->driver, 1);
   if (options->plant)
      setenv("JUDGE_PLANT", options->plant, 1);
   setenv("PAN_GPU_ID", options->gpu, 1);
   setenv("PAN_I_WANT_A_BROKEN_VULKAN_DRIVER", "1", 1);
   setenv("MESA_SHADER_CACHE_DISABLE", "1", 1);
   setenv("VK_DRIVER_FILES", manifest, 1);
   setenv("VK_ICD_FILENAMES", manifest, 1);
   execvp(options->program[0], options->program);
   fprintf(stderr, "judge: %s: %s\n", options->program[0], strerror(errno));
   _exit(127);
}

int
record_run(char **argv)
{
   struct options options = {.gpu = "7212"};
   char recorder[PATH_MAX], manifest[] = "/tmp/judge-XXXXXX.json";
   struct record_counts *counts = MAP_FAILED;
   int file, status = 0;

   if (!parse(argv, &options)) {
      fputs(usage, stderr);
      return 2;
   }
   for (uint32_t i = 1; options.list && i < RECORD_PLANTS; i++)
      printf("--plant %s\n", record_plants[i]);
   if (options.list)
      return 0;
   if (!find_recorder(recorder)) {
      fputs("judge: recorder.so is not beside the judge\n", stderr);
      return 2;
   }
   file = memfd_create("judge counts", 0);
   if (file >= 0 && ftruncate(file, sizeof(*counts)) == 0)
      counts = mmap(NULL, sizeof(*counts), PROT_READ | PROT_WRITE, MAP_SHARED,
                    file, 0);
   if (counts == MAP_FAILED || !write_manifest(manifest, recorder)) {
      perror("judge");
      return 2;
   }

   const pid_t child = fork();

   if (child == 0)
      start(&options, recorder, manifest, file);
   if (child < 0 || waitpid(child, &status, 0) != child)
      perror("judge");
   unlink(manifest);
   fflush(stdout);
   if (!WIFEXITED(status) || WEXITSTATUS(status))
      printf("%s ended with %s %d.\n", options.program[0],
             WIFEXITED(status) ? "status" : "signal",
             WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));

   const int verdict = record_report(counts);

   /* A program that crashed did not draw all. */
   return verdict == 0 && (child < 0 || !WIFEXITED(status) ||
                           WEXITSTATUS(status) == 127)
             ? 2 : verdict;
}
