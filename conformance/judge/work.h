/* SPDX-License-Identifier: MIT */
/**
 * \file
 * What a driver submits at once: a chain of jobs (chain.c), or command
 * streams (stream.c). Either runs as the GPU may run it, and shows each draw
 * at the moment at which its vertex shader would run.
 */

#ifndef WORK_H
#define WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels.h"
#include "mali.h"

/** A command stream for a queue of a group. */
struct work_stream {
   uint32_t queue, size;
   uint64_t address;
};

struct work {
   /** The first job of a chain; 0 for streams */
   uint64_t first_job;
   /** The group of the streams, and the streams as they are submitted */
   uint32_t group, stream_count;
   const struct work_stream *streams;
};

/** In which order jobs, or operations of streams, run. Their dependencies
 * allow each. */
enum work_order {
   /** As they are linked; operations of a stream one after another. */
   WORK_LINKED,
   /** Draws as late as possible, and kernels of draws within each other: what
    * overwrites their data? */
   WORK_DRAWS_LATE,
   /** Draws as early as possible: which data is not there yet? */
   WORK_DRAWS_EARLY,
   WORK_ORDERS,
};

/** A draw, as its descriptors are when it runs. */
struct work_draw {
   /** The same in each order, and different from other draws of the work */
   uint64_t key;
   /** 0 vertices if it is a null job; indices of an indexed IDVS draw */
   uint64_t vertices, instances;
   /** Of the vertex shader */
   uint64_t uniforms;
   /** v4 to v7: descriptors of the jobs; not without has_tiler: of the tiler
    */
   struct mali_draw vertex, tiler;
   struct mali_primitive primitive;
   bool has_tiler;
   /** Whether a kernel writes it */
   bool by_kernel;
   /** v9 and later, if has_idvs; the rest of the above is 0 */
   struct mali_idvs idvs;
   bool has_idvs;
};

/** What is wrong with work, apart from what its draws read. */
enum work_fault {
   /** It cannot be run. */
   WORK_BROKEN,
   /** A copy of descriptors leaves its tables. */
   WORK_COPY_FAILS,
   /** A stream never ends, or waits forever. */
   WORK_ENDLESS,
   /** Nothing waits for a load. */
   WORK_NOT_LOADED,
   /** A job of a shader that is not executed: none of the driver's. */
   WORK_SHADER,
};

struct work_user {
   const struct kernels *kernels;
   void *data;
   void (*draw)(void *data, const struct work_draw *draw);
   /** A shader that is not executed, if not NULL: registers of RUN_COMPUTE,
    * when it would run */
   void (*dispatch)(void *data, const uint32_t *registers);
   void (*wrong)(void *data, enum work_fault fault, const char *what);
};

/** Runs the work once. The registers of streams keep their values only if
 * \p keep. */
void work_run(const struct work *work, enum work_order order, bool keep,
              const struct work_user *user);

#endif
