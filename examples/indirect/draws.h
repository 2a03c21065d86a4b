/* SPDX-License-Identifier: MIT */

/*
 * Indirect draws that look random and are the same for the same seed. They
 * prefer what lies at an edge: powers of two and padded counts and their
 * neighbours, products next to 2^32, the ends of fields.
 */

#ifndef DRAWS_H
#define DRAWS_H

#include "indirect.h"

#include <stdint.h>

struct random_numbers {
   uint64_t state;
};

/* Mostly a state that can be drawn with. */
struct indirect_state
random_state(struct random_numbers *numbers);

/* Now and then one that no record can hold. */
struct dral_vertex_buffer
random_buffer(struct random_numbers *numbers);

/*
 * A command for a draw with a buffer that has this divisor, mostly one that
 * can be drawn.
 */
struct indirect_command
random_command(struct random_numbers *numbers, uint32_t divisor);

/* 0 to bound - 1. */
uint32_t
random_below(struct random_numbers *numbers, uint32_t bound);

/* A number at an edge, or of any magnitude. */
uint32_t
random_edge(struct random_numbers *numbers);

/* 1 so often, else 0. */
int
random_one_in(struct random_numbers *numbers, uint32_t odds);

#endif
