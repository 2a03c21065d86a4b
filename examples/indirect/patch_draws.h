/* SPDX-License-Identifier: MIT */

/*
 * States, index buffers and draws for patch.cl that look random and are the
 * same for the same seed.
 */

#ifndef PATCH_DRAWS_H
#define PATCH_DRAWS_H

#include "draws.h"
#include "patch.h"

#define PATCH_STATES 64

/* Bytes of the index buffer of each state. */
#define PATCH_INDEX_BYTES 256

/* What a driver has when it records draws. */
struct patch_scene {
   struct patch_state states[PATCH_STATES];
   /* What the states were prepared from. */
   struct dral_vertex_buffer buffers[PATCH_STATES][PATCH_BINDINGS];
   /* The index buffers, one after the other. */
   unsigned char indices[PATCH_STATES * PATCH_INDEX_BYTES];
};

/* Every second state has indices. */
void
random_scene(struct random_numbers *numbers, struct patch_scene *scene);

/* The index of a buffer at a position. */
uint32_t
index_at(const struct patch_scene *scene, const struct patch_state *state,
         uint32_t position);

/* A draw with a state, mostly one that can be drawn. */
struct patch_draw
random_draw(struct random_numbers *numbers, const struct patch_scene *scene,
            uint32_t state);

#endif
