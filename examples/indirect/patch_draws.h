/* SPDX-License-Identifier: MIT */

/*
 * Pseudo-random states, index buffers and draws for patch.cl, reproducible
 * from a seed.
 */

#ifndef PATCH_DRAWS_H
#define PATCH_DRAWS_H

#include "draws.h"
#include "patch.h"

#define PATCH_STATES 64

/* Bytes of the index buffer of each state. */
#define PATCH_INDEX_BYTES 256

/* The data that a driver has when it records draws. */
struct patch_scene {
   struct patch_state states[PATCH_STATES];
   /* The inputs from which the states were prepared. */
   struct dral_vertex_buffer buffers[PATCH_STATES][PATCH_BINDINGS];
   /* The index buffers, one after the other. */
   unsigned char indices[PATCH_STATES * PATCH_INDEX_BYTES];
};

/* Every second state has indices. */
void
random_scene(struct random_numbers *numbers, struct patch_scene *scene);

/* The index at a position of a buffer. */
uint32_t
index_at(const struct patch_scene *scene, const struct patch_state *state,
         uint32_t position);

/* A draw with a state, usually a valid one. */
struct patch_draw
random_draw(struct random_numbers *numbers, const struct patch_scene *scene,
            uint32_t state);

#endif
