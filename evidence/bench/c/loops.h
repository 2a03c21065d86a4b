/* SPDX-License-Identifier: MIT */

/*
 * Everything that can be measured, by name. The loops of all sides are made
 * in the same way, so that calls cost the same on each side.
 */

#ifndef LOOPS_H
#define LOOPS_H

#include "inputs.h"

#include <stdbool.h>

enum {
   TABLE_WORDS = 8 * INPUT_BUFFERS + 4
};

typedef int divisor_function(uint32_t divisor, uint32_t rounding,
                             struct dral_magic_divisor *out);

struct outputs;
struct subject;

/* Calls what is measured for count inputs of the subject, from `first` on. */
typedef void loop(const struct subject *subject, size_t first, size_t count,
                  struct outputs *outputs);

struct subject {
   const char *kernel;
   const char *side;
   loop *run;
   size_t input_count;
   /* For divisors. */
   divisor_function *make;
   /* For tables, and whether a prepared state has their slots. */
   uint32_t shape;
   size_t buffer_count;
   bool has_state;
   const struct prepared *prepared;
};

/* The output of a loop: after one call, the result of that call. */
struct outputs {
   uint32_t number;
   struct dral_magic_divisor divisor;
   struct dral_draw draw;
   /* Tables lie at multiples of 32 bytes. */
   uint32_t words[TABLE_WORDS] __attribute__((aligned(64)));
   uint32_t slots[INPUT_BUFFERS];
   int word_count;
   uint32_t attributes[2 * INPUT_BUFFERS];
   int attribute_words;
   /* For draws by key: what each has written. */
   struct dral_written written[INPUT_DRAWS];
};

/* Other ways to make a divisor, in peers.c. */
#if __has_include(<libdivide.h>)
#define HAS_LIBDIVIDE
divisor_function libdivide_divisor;
#endif
#if __has_include(<fxdiv.h>)
#define HAS_FXDIV
divisor_function fxdiv_divisor;
#endif

/* NULL if this build has no such subject. */
const struct subject *
find_subject(const char *kernel, const char *side);

size_t
input_count(const struct subject *subject);

void
run_subject(const struct subject *subject, size_t count);

/* The same for a divisor function that is not among the subjects. */
void
run_divisor_function(divisor_function *make, size_t count);

/*
 * The number of results that differ between two subjects of one kernel: times
 * only compare if both sides do the same work. A magic that floating point
 * made one too low does not count.
 */
size_t
compare(const struct subject *library, const struct subject *other,
        size_t count);

#endif
