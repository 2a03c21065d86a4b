/* SPDX-License-Identifier: MIT */

/*
 * Numbers that look random and are the same in every run with the same
 * environment variable DRAL_SEED, or without one.
 */

#ifndef GENERATOR_H
#define GENERATOR_H

#include "harness/harness.h"

struct generator {
   uint64_t state;
};

/* Each test has a sequence of its own, seeded by its name and DRAL_SEED. */
struct generator
generator_for(const struct context *context);

/* Any 64-bit number, all alike. */
uint64_t
next_number(struct generator *generator);

/* 0 to bound - 1, all alike; bound is not 0. */
uint32_t
number_below(struct generator *generator, uint32_t bound);

/* 1 with the probability 1 / odds. */
int
one_in(struct generator *generator, uint32_t odds);

/* Any 32-bit number, with all magnitudes alike. */
uint32_t
any_magnitude(struct generator *generator);

/*
 * Any 32-bit number, preferring those at which instancing changes its
 * rules: small numbers, powers of two and their neighbours, padded counts,
 * the limits of the fields.
 */
uint32_t
edge_number(struct generator *generator);

#endif
