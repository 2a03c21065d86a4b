/* SPDX-License-Identifier: MIT */

/*
 * Compares the results of dral_device.h, from any machine, with the library's
 * for the same input.
 */

#ifndef DEVICE_CHECK_H
#define DEVICE_CHECK_H

#include "device/results.h"
#include "harness/harness.h"

/* The kernel that computes the results. */
enum device_kernel {
   DEVICE_DRAWS,
   DEVICE_VALHALL,
   DEVICE_STATES,
};

#define DEVICE_BATCH 65536

union device_inputs {
   struct device_draw_input draws[DEVICE_BATCH];
   struct dral_valhall_source valhall[DEVICE_BATCH];
   struct device_state_input states[DEVICE_BATCH];
};

union device_results {
   struct device_draw_result draws[DEVICE_BATCH];
   struct dral_device_valhall_words valhall[DEVICE_BATCH];
   struct device_state_result states[DEVICE_BATCH];
};

/*
 * A loop on the CPU, or kernels.  Inputs of draws with a prepared state name
 * one of those.
 */
void
make_results(enum device_kernel kernel, const union device_inputs *inputs,
             union device_results *results, uint32_t count,
             const struct dral_vertex_state *states, uint32_t state_count);

/* Random inputs of each test of what they make. */
#define DRAWS 1048576

/* These tests, and those with the drivers' rows. */
extern const struct test device_check_tests[];

/* What the library makes of numbers; of those that it refuses all is 0. */
void
expect_padding(uint32_t first, uint32_t count, void *results);

void
expect_magic(uint32_t first, uint32_t count, uint32_t rounding,
             struct magic_result *results);

#endif
