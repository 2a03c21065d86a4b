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

#endif
