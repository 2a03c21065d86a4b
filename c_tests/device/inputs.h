/* SPDX-License-Identifier: MIT */

/*
 * Draws with a vertex buffer, draws with a prepared state, and attributes of
 * v9 and later, as the GPU is given them: random ones, and those of the
 * driver's rows.
 */

#ifndef DEVICE_INPUTS_H
#define DEVICE_INPUTS_H

#include "device/results.h"
#include "instancing/sample_states.h"

/* Memory, or the end of the program. */
void *
allocate(size_t size);

/* One of four architectures, mostly valid, with buffers of all kinds. */
struct device_draw_input
random_device_draw(struct generator *generator);

struct dral_valhall_source
random_device_valhall(struct generator *generator);

/* A state with at least one buffer, and a draw at whose edges it is. */
struct device_state {
   struct sample_state sample;
   struct dral_draw draw;
};

struct device_state
random_device_state(struct context *context, struct generator *generator);

/* A draw that the library resolves, with one of the states. */
struct device_state_input
random_state_input(struct generator *generator,
                   const struct device_state *states, uint32_t count);

/* Inputs of the driver's rows, as many as there are. */
struct device_draw_list {
   struct device_draw_input *inputs;
   uint32_t count;
   uint32_t capacity;
};

struct device_valhall_list {
   struct dral_valhall_source *sources;
   uint32_t count;
   uint32_t capacity;
};

/*
 * All draws of the driver's rows with their vertex buffers, on each
 * architecture that they are of. The caller frees the inputs.
 */
struct device_draw_list
device_draw_rows(struct context *context);

/* The same of the attributes of v9 and later. */
struct device_valhall_list
device_valhall_rows(struct context *context);

#endif
