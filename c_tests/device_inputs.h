/* SPDX-License-Identifier: MIT */

/*
 * Draws with a vertex buffer, and attributes of v9 and later, as the GPU is
 * given them: random ones, and those of the driver's rows.
 */

#ifndef DEVICE_INPUTS_H
#define DEVICE_INPUTS_H

#include "device_results.h"
#include "generator.h"

/* One of four architectures, mostly valid, with buffers of all kinds. */
struct device_draw_input
random_device_draw(struct generator *generator);

struct dral_device_valhall_source
random_device_valhall(struct generator *generator);

/* More than the rows give. */
#define DEVICE_ROWS 16384

/*
 * All draws of records.csv, draws.csv, ids.csv and vulkan.csv, on each
 * architecture that they are of: how many there are.
 */
uint32_t
device_draw_rows(struct context *context,
                 struct device_draw_input inputs[DEVICE_ROWS]);

/* The same of valhall.csv. */
uint32_t
device_valhall_rows(struct context *context,
                    struct dral_device_valhall_source sources[DEVICE_ROWS]);

#endif
