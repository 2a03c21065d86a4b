/* SPDX-License-Identifier: MIT */

/* A run over many scenes, in memory that the processes share. */

#ifndef RUN_H
#define RUN_H

#include "conformance.h"

enum status {
   STATUS_RIGHT = 0,
   STATUS_WRONG = 1,
   STATUS_NO_VERDICT = 2,
};

struct options {
   uint32_t first;
   uint32_t scenes;
   uint32_t step;    /* from number to number */
   const char *text; /* the scene, instead of numbers */
   bool list;
   bool json;
   bool stop;
   uint32_t seconds;
   uint32_t device;
   const char *driver;
};

/* A scene that ended the process or the device. */
struct ended {
   uint32_t scenes;
   char how[128]; /* of the first one */
   struct scene scene;
};

struct kind_result {
   uint32_t scenes; /* that were drawn with what the kind needs */
   uint32_t wrong_scenes;
   uint64_t points;
   uint64_t left_out;
   struct ended ended;
   bool diagnosed;
   struct diagnosis diagnosis;
   uint32_t smallest; /* the number of the failing scene that was reduced */
   char interrupted[128]; /* how the reduction ended, if not by itself */
};

struct run {
   const struct api *api;
   struct device device;
   struct options options;
   struct kind_result kinds[SCENE_KINDS + 1];
   uint32_t scenes;
   uint32_t wrong_scenes;
   uint32_t ended_scenes;
   /* Where the next process goes on: a scene, or a kind to be reduced. */
   uint32_t next;
   uint32_t next_kind;
   struct scene current; /* that is drawn now */
   bool opened;          /* by the process that runs now */
   bool ever_opened;
   bool complete;
   bool failed; /* no verdict: device.error */
};

/* False: run->device.error. */
bool run_all(struct run *run);

void report_text(const struct run *run);
void report_json(const struct run *run);

#endif
