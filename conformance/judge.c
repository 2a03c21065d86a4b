/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Judges PanVK on Mesa's drm-shim, where nothing is executed: draws scenes,
 * runs their jobs here, and compares what each thread reads.
 *
 *    judge --shim LIBRARY [--gpu ID] DRIVER
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge_vulkan.h"
#include "memory.h"

/* Numbers that a shader's system values do not have by chance. */
#define MAGIC_VERTEX 0x5EED0001u
#define MAGIC_INSTANCE 0x5EED0002u

static const struct kernels *kernels;
/* PanVK's images follow as many attributes as a pipeline may have. */
static const struct check_layout layout = {.first_image = SCENE_LOCATIONS};

static struct check *check;
static int32_t values_at[2];

/* ---- Where the system values of a vertex shader are ---------------------- */

static void
find_values(void *data, const struct chain_draw *draw)
{
   (void)data;
   for (int32_t i = 0; i < 512; i += 4) {
      uint32_t word;

      if (!memory_read(draw->vertex.push_uniforms + (uint32_t)i, &word, 4))
         return;
      if (word == MAGIC_VERTEX && values_at[0] < 0)
         values_at[0] = i;
      if (word == MAGIC_INSTANCE && values_at[1] < 0)
         values_at[1] = i;
   }
}

static void
ignore(void *data, const char *what)
{
   (void)data;
   (void)what;
}

static void
on_magic_chain(uint64_t first_job)
{
   const struct chain_user user = {kernels, NULL, find_values, ignore};

   chain_run(first_job, CHAIN_LINKED, &user);
}

/* ---- One scene ----------------------------------------------------------- */

static void
on_chain(uint64_t first_job)
{
   check_chain(check, first_job);
}

static void
before_submit(void *data)
{
   check_submission(data);
}

static uint32_t
judge(const struct scene *scene, const struct check_finding **findings)
{
   static struct check_draw draws[SCENE_COMMANDS * SCENE_DRAWS];
   const uint32_t count = vulkan_expect(scene, draws);
   uint32_t found;

   vulkan_begin(scene, scene->number / SCENE_KINDS % 4 == 0);
   memory_submitted = on_magic_chain;
   for (uint32_t i = 0; i < scene->pipeline_count; i++) {
      values_at[0] = values_at[1] = -1;
      vulkan_draw_once(scene, i, MAGIC_VERTEX, MAGIC_INSTANCE);
      for (uint32_t j = 0; j < count; j++) {
         if (draws[j].pipeline != i)
            continue;
         draws[j].vertex_offset_at = values_at[0];
         draws[j].base_instance_at = values_at[1];
      }
   }
   check = check_begin(kernels, &layout, draws, count);
   memory_submitted = on_chain;
   vulkan_draw(scene, before_submit, check);
   memory_submitted = NULL;
   found = check_end(check, findings);
   vulkan_end(scene);
   return found;
}

static _Noreturn void
usage(void)
{
   fputs("usage: judge --shim LIBRARY [--gpu ID] [--scenes N] [--scene N] "
         "DRIVER\n", stderr);
   exit(2);
}

int
main(int argc, char **argv)
{
   const char *shim = NULL, *gpu = "7212", *driver = NULL;
   uint32_t first = 0, end = 20 * SCENE_KINDS, wrong = 0;

   for (int i = 1; i < argc; i++) {
      const char *value = i + 1 < argc ? argv[i + 1] : NULL;

      if (argv[i][0] != '-') {
         driver = argv[i];
         continue;
      }
      if (!value)
         usage();
      if (strcmp(argv[i], "--shim") == 0)
         shim = value;
      else if (strcmp(argv[i], "--gpu") == 0)
         gpu = value;
      else if (strcmp(argv[i], "--scenes") == 0)
         end = (uint32_t)strtoul(value, NULL, 10);
      else if (strcmp(argv[i], "--scene") == 0)
         end = (first = (uint32_t)strtoul(value, NULL, 10)) + 1;
      else
         usage();
      i++;
   }
   if (!shim || !driver)
      usage();
   if (!getenv("JUDGE_PRELOADED")) {
      setenv("LD_PRELOAD", shim, 1);
      setenv("PAN_GPU_ID", gpu, 1);
      setenv("PAN_I_WANT_A_BROKEN_VULKAN_DRIVER", "1", 1);
      setenv("MESA_SHADER_CACHE_DISABLE", "1", 1);
      setenv("JUDGE_PRELOADED", "1", 1);
      execv("/proc/self/exe", argv);
      perror("judge");
      return 2;
   }
   kernels = gpu[0] == '6' ? &kernels_v6 : &kernels_v7;
   vulkan_open(driver);
   for (uint32_t i = first; i < end; i++) {
      const struct check_finding *findings;
      struct scene scene;
      uint32_t found;

      scene_make(&scene, i, &vulkan_limits);
      found = judge(&scene, &findings);
      wrong += found != 0;
      for (uint32_t j = 0; j < found; j++)
         printf("scene %" PRIu32 " (%s), draw %d, order %d: %s [%s]\n", i,
                scene_kind_name(scene.kind), (int)findings[j].draw,
                findings[j].order, findings[j].text,
                findings[j].defect ? findings[j].defect : "?");
   }
   printf("%" PRIu32 " of %" PRIu32 " scenes are wrong\n", wrong,
          end - first);
   return wrong != 0;
}
