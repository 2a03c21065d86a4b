/* SPDX-License-Identifier: MIT */

/*
 * Pseudo-random states, index buffers and indirect draws, reproducible from a
 * seed: most are like in applications, some have numbers of any magnitude.
 */

#ifndef DRAWS_H
#define DRAWS_H

#include "indirect.h"

#include <stdint.h>

#define STATES 64

/* Bytes of the index buffer of each state. */
#define INDEX_BYTES 256

struct random_numbers {
   uint64_t state;
};

/* The data that a driver has when it records draws. */
struct scene {
   struct indirect_state states[STATES];
   /* The inputs from which the states were prepared. */
   struct dral_vertex_buffer buffers[STATES][INDIRECT_BINDINGS];
   uint32_t image_counts[STATES];
   /* The index buffers, one after the other. */
   unsigned char indices[STATES * INDEX_BYTES];
};

/* Every second state has indices. */
void
random_scene(struct random_numbers *numbers, struct scene *scene);

/* The index at a position of a buffer. */
uint32_t
index_at(const struct scene *scene, const struct indirect_state *state,
         uint32_t position);

/* A draw with any state, usually a valid one. */
struct indirect_draw
random_draw(struct random_numbers *numbers, const struct scene *scene);

#endif
