/* SPDX-License-Identifier: MIT */

/*
 * Pseudo-random indirect draws, reproducible from a seed. They favor edge
 * cases: powers of two, padded counts and their neighbors, products close to
 * 2^32, the limits of fields.
 */

#ifndef DRAWS_H
#define DRAWS_H

#include "indirect.h"

#include <stdint.h>

struct random_numbers {
   uint64_t state;
};

/* Usually a valid state. */
struct indirect_state
random_state(struct random_numbers *numbers);

/* Occasionally one that no record can hold. */
struct dral_vertex_buffer
random_buffer(struct random_numbers *numbers);

/*
 * A command for a draw with a buffer of this divisor, usually a valid one.
 */
struct indirect_command
random_command(struct random_numbers *numbers, uint32_t divisor);

/* 0 to bound - 1. */
uint32_t
random_below(struct random_numbers *numbers, uint32_t bound);

/* An edge case, or a number of any magnitude. */
uint32_t
random_edge(struct random_numbers *numbers);

/* 1 in one of `odds` calls on average, else 0. */
int
random_one_in(struct random_numbers *numbers, uint32_t odds);

#endif
