/* SPDX-License-Identifier: MIT */
/**
 * \file
 * PanVK's kernels for indexed and indirect draws, compiled as C from the tree
 * of the driver for v6 and v7.
 */

#ifndef KERNELS_H
#define KERNELS_H

#include <stdbool.h>
#include <stdint.h>

enum kernel {
   KERNEL_INDIRECT,
   KERNEL_INDEXED,
   KERNEL_SEARCH,
};

struct kernels {
   /** The job that a draw kernel with these arguments writes. */
   uint64_t (*target)(enum kernel kernel, const void *arguments);

   /** Where it writes first vertex, base instance and offset of vertices. */
   void (*system_values)(enum kernel kernel, const void *arguments,
                         uint64_t addresses[3]);

   /** Runs it; \p index_bytes and \p restart are for the search. */
   void (*run)(enum kernel kernel, const void *arguments,
               uint32_t index_bytes, bool restart);
};

extern const struct kernels kernels_v6, kernels_v7;

/** Kernels call it before each atomic access: others may run there. */
extern void (*kernels_pause)(void);

#endif
