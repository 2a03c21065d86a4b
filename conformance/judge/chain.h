/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Runs a chain of jobs as the GPU may run it: writes values, searches
 * indices, runs kernels and descriptor copies, and shows each draw at the
 * moment at which its vertex shader would run.
 */

#ifndef CHAIN_H
#define CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels.h"
#include "mali.h"

/** In which order jobs run. Their dependencies allow each. */
enum chain_order {
   /** As they are linked. */
   CHAIN_LINKED,
   /** Draws as late as possible: what overwrites their data? */
   CHAIN_DRAWS_LATE,
   /** Draws as early as possible: which data is not there yet? */
   CHAIN_DRAWS_EARLY,
   CHAIN_ORDERS,
};

/** A draw of the chain, as its descriptors are when it runs. */
struct chain_draw {
   /** The job that shades vertices */
   struct mali_job job;
   /** 0 vertices if it is a null job */
   uint64_t vertices, instances;
   struct mali_draw vertex;
   /** Of the tiler; not without has_tiler */
   struct mali_draw tiler;
   struct mali_primitive primitive;
   bool has_tiler;
   /** Whether a kernel writes it */
   bool by_kernel;
};

struct chain_user {
   const struct kernels *kernels;
   /** Planted: draws depend on no job. */
   bool draws_wait_for_nothing;
   void *data;
   void (*draw)(void *data, const struct chain_draw *draw);
   /** A chain that cannot be run, or a kernel that fails */
   void (*wrong)(void *data, const char *what);
};

/** What chain_user.wrong gets if a copy of descriptors fails. */
extern const char chain_copy_fails[];

/** Runs the chain once. */
void chain_run(uint64_t first_job, enum chain_order order,
               const struct chain_user *user);

#endif
