/* SPDX-License-Identifier: MIT */

/* Draws the scenes in processes of their own, because a driver may crash or
 * hang: that is a result, and the run goes on behind the scene. This process
 * only waits, and never loads a driver.
 */

#include "run.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Scenes of one process. */
#define BATCH 64
/* More scenes that hang are not waited for. */
#define MOST_HANGS 12

/* ---- In the process that draws ----------------------------------------- */

/* The number behind the last scene. */
static uint32_t
end_of(const struct run *run)
{
   return run->options.first + run->options.scenes * run->options.step;
}

static void
progress(const struct run *run, const char *what, uint32_t number)
{
   if (isatty(STDERR_FILENO))
      fprintf(stderr, "\r\033[K%s %u of %u, %u wrong", what, number,
              run->options.scenes, run->wrong_scenes);
}

static void
say_cpu(const struct run *run)
{
   fprintf(
      stderr,
      "%s: %s is the CPU: this is no result of a GPU.\n"
      "  For that of a board: your user must be in the group \"render\"\n"
      "  (ls -l /dev/dri); PanVK on v7 needs the variable\n"
      "  PAN_I_WANT_A_BROKEN_VULKAN_DRIVER=1; VK_DRIVER_FILES names the\n"
      "  loader's driver; --list prints all devices.\n",
      run->api->name, run->device.name);
}

static bool
make_scene(struct run *run, struct scene *scene)
{
   char error[256];
   uint32_t i;

   if (run->options.text == NULL) {
      scene_make(scene, run->next, &run->device.limits);
      return true;
   }
   if (!text_parse(scene, run->options.text, error))
      return fail(&run->device, "--scene: %s.", error);
   scene_limit(scene, &run->device.limits);
   for (i = 0; i < LEFT_COUNT; i++) {
      if ((scene->left_out >> i & 1) != 0)
         return fail(&run->device, "The device cannot draw this scene: %s.",
                     scene_left_out_name((enum scene_left_out)i));
   }
   return true;
}

static bool
run_scene(struct run *run, bool *wrong)
{
   struct scene *scene = &run->current;
   struct difference difference;
   struct kind_result *kind;
   enum scene_left_out needs;

   *wrong = false;
   if (!make_scene(run, scene))
      return false;
   kind = &run->kinds[scene->kind];
   kind->left_out |= scene->left_out;
   needs = scene_kind_needs(scene->kind);
   if (needs != LEFT_NOTHING && (scene->left_out >> needs & 1) != 0)
      return true;
   if (!compare_scene(run->api, &run->device, scene, &difference))
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
      kind->smallest = scene->number;
      kind->diagnosis.scene = *scene;
      kind->diagnosis.difference = difference;
   }
   return true;
}

/* Counts the scene that is drawn now, as one with no other verdict. */
static void
count_ended(struct run *run, const char *how)
{
   struct kind_result *kind = &run->kinds[run->current.kind];

   kind->scenes++;
   run->scenes++;
   run->ended_scenes++;
   if (kind->ended.scenes++ != 0)
      return;
   snprintf(kind->ended.how, sizeof(kind->ended.how), "%s", how);
   kind->ended.scene = run->current;
}

/* How this process goes on after an error. */
static void
handle_error(struct run *run)
{
   if (run->device.lost)
      count_ended(run, run->device.error);
   else
      run->failed = true;
   run->next += run->options.step;
}

static void
draw_batch(struct run *run)
{
   uint32_t end = end_of(run), i;

   for (i = 0; i < BATCH && run->next < end; i++) {
      bool wrong;

      progress(run, "scene",
               (run->next - run->options.first) / run->options.step + 1);
      if (!run_scene(run, &wrong)) {
         handle_error(run);
         return;
      }
      run->next += run->options.step;
      if (wrong && run->options.stop)
         run->next = end;
   }
}

static void
reduce_kinds(struct run *run)
{
   for (; run->next_kind <= SCENE_KINDS; run->next_kind++) {
      struct kind_result *kind = &run->kinds[run->next_kind];

      if (!kind->diagnosed)
         continue;
      progress(run, "reducing the scene of kind", run->next_kind);
      if (!diagnose(run->api, &run->device, &kind->diagnosis)) {
         snprintf(kind->interrupted, sizeof(kind->interrupted), "%.120s",
                  run->device.error);
         run->next_kind++;
         return;
      }
   }
   run->complete = true;
}

static void
work(struct run *run)
{
   run->device.choice = run->options.device;
   run->device.lost = false;
   if (!run->api->open(&run->device, run->options.driver)) {
      run->failed = true;
      return;
   }
   run->opened = true;
   if (run->device.cpu && !run->ever_opened)
      say_cpu(run);
   run->ever_opened = true;
   draw_batch(run);
   if (!run->failed && !run->device.lost && run->next == end_of(run))
      reduce_kinds(run);
}

/* ---- In the process that waits ----------------------------------------- */

/* False: it is still there after SIGKILL, in the kernel. */
static bool
wait_for(const struct run *run, pid_t child, int *status, bool *hangs)
{
   const struct timespec pause = {0, 5000000};
   const volatile uint32_t *draws = &run->device.draws;
   uint32_t drawn = *draws;
   time_t since = time(NULL);

   *hangs = false;
   for (;;) {
      pid_t ended = waitpid(child, status, WNOHANG);

      if (ended == child || (ended < 0 && errno != EINTR))
         return true;
      nanosleep(&pause, NULL);
      if (*draws != drawn) {
         drawn = *draws;
         since = time(NULL);
      }
      if (time(NULL) <= since + (time_t)run->options.seconds)
         continue;
      if (*hangs)
         return false;
      *hangs = true;
      since = time(NULL);
      kill(child, SIGKILL);
   }
}

static void
describe_end(const struct run *run, int status, bool hangs, char how[128])
{
   if (hangs) {
      snprintf(how, 128, "The driver did not finish in %u seconds.",
               run->options.seconds);
   } else if (WIFSIGNALED(status)) {
      snprintf(how, 128, "The driver ended by signal %d (%s).",
               WTERMSIG(status), strsignal(WTERMSIG(status)));
   } else {
      snprintf(how, 128, "The driver ended the program with status %d.",
               WEXITSTATUS(status));
   }
}

/* Status of a process that ended as it should. */
#define WORKED 77

/* False: the run cannot go on. */
static bool
run_process(struct run *run, uint32_t *hung)
{
   char how[128];
   bool hangs, gone;
   int status = 0;
   pid_t child;

   run->opened = false;
   fflush(NULL);
   child = fork();
   if (child < 0)
      return fail(&run->device, "There is no process for the scenes.");
   if (child == 0) {
      work(run);
      fflush(NULL);
      _exit(WORKED);
   }
   gone = wait_for(run, child, &status, &hangs);
   if (!hangs && WIFEXITED(status) && WEXITSTATUS(status) == WORKED)
      return !run->failed;
   describe_end(run, status, hangs, how);
   if (!run->opened)
      return fail(&run->device, "Before anything was drawn: %s", how);
   if (run->next < end_of(run)) {
      count_ended(run, how);
      run->next += run->options.step;
      if (run->options.stop)
         run->next = end_of(run);
   } else {
      struct kind_result *kind = &run->kinds[run->next_kind++];

      memcpy(kind->interrupted, how, sizeof(how));
   }
   if (!gone)
      return fail(&run->device, "The driver cannot even be ended.");
   *hung += hangs;
   return *hung < MOST_HANGS ||
          fail(&run->device, "%u scenes hang; the rest was not drawn.",
               *hung);
}

bool
run_all(struct run *run)
{
   uint32_t hung = 0;

   run->next = run->options.first;
   while (!run->complete) {
      if (!run_process(run, &hung)) {
         run->failed = true;
         return false;
      }
      if (run->next_kind > SCENE_KINDS)
         run->complete = true;
   }
   return true;
}
