/* SPDX-License-Identifier: MIT */

/*
 * Random numbers, which are the same in every run with the same environment
 * variable DRAL_SEED, or without it.
 */

#ifndef GENERATOR_H
#define GENERATOR_H

#include "harness/harness.h"

struct generator {
   uint64_t state;
};

/*
 * The number of random cases of a test: this one, or a tenth with --tenth.
 * Checkers of memory find in these what they find in all.
 */
uint32_t
random_cases(uint32_t count);

/* From now on, a tenth. */
void
take_a_tenth(void);

/* Each test has its own sequence, seeded with its name and DRAL_SEED. */
struct generator
generator_for(const struct context *context);

/* A 64-bit number; all are equally likely. */
uint64_t
next_number(struct generator *generator);

/* 0 to bound - 1, all equally likely; bound is not 0. */
uint32_t
number_below(struct generator *generator, uint32_t bound);

/* 1 with the probability 1 / odds. */
int
one_in(struct generator *generator, uint32_t odds);

/* A 32-bit number; all magnitudes are equally likely. */
uint32_t
any_magnitude(struct generator *generator);

/*
 * A 32-bit number, preferably one at which the rules of instancing change:
 * small numbers, powers of two and their neighbours, padded counts, limits of
 * fields.
 */
uint32_t
edge_number(struct generator *generator);

#endif
