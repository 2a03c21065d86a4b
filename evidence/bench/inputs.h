/* SPDX-License-Identifier: MIT */

/*
 * The inputs of both sides: the same numbers in every run.
 */

#ifndef INPUTS_H
#define INPUTS_H

#include "plain.h"

/* Fewer when instructions are counted. */
#ifndef INPUT_NUMBERS
/* Too many for a branch predictor to learn. */
#define INPUT_NUMBERS (1 << 17)
#define INPUT_DRAWS 100000
#endif

enum {
   INPUT_BUFFERS = 8,
   INPUT_ARCHITECTURE = 7,
   /* Vertex buffers, bound alternately. */
   INPUT_BINDINGS = 64
};

/* The counts that vary from draw to draw. */
struct counts {
   uint32_t vertices;
   uint32_t instances;
};

struct inputs {
   /* 1 to 2^31 - 1, with all magnitudes equally likely. */
   uint32_t vertex_counts[INPUT_NUMBERS];
   /* 1 to 2^32 - 1, with all magnitudes equally likely. */
   uint32_t divisors[INPUT_NUMBERS];
   /* One in four has one instance. */
   struct counts draws[INPUT_DRAWS];
   /* Half are per vertex, half per instance, most with the divisor 1. */
   struct dral_vertex_buffer bindings[INPUT_BINDINGS][INPUT_BUFFERS];
   /* An attribute in each buffer. */
   struct dral_vertex_element elements[INPUT_BINDINGS][INPUT_BUFFERS];
};

extern struct inputs inputs;

void
make_inputs(void);

/* Prepares bindings before anything is drawn. */
struct prepared {
   struct dral_vertex_state states[INPUT_BINDINGS];
   struct dral_bound_buffer bound[INPUT_BINDINGS][INPUT_BUFFERS];
};

/* All buffers of each binding, in a packed table. */
void
prepare_inputs(struct prepared *prepared);

#endif
