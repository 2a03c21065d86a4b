/* SPDX-License-Identifier: MIT */

/*
 * Everything that can be measured, by name. A loop calls the functions of one
 * signature; it is the same for every side, so that calls cost the same on
 * each side.
 */

#ifndef LOOPS_H
#define LOOPS_H

#include "inputs.h"

enum {
   TABLE_WORDS = 8 * INPUT_BUFFERS + 4
};

/* Any function: each loop knows the type of its functions. */
typedef void (*function)(void);

struct outputs;
struct subject;

/*
 * Calls the functions of a subject for count inputs, from `first` on. Loops
 * over numbers read `numbers`, other loops all_inputs().
 */
typedef void loop(const struct subject *subject, const uint32_t *numbers,
                  size_t first, size_t count, struct outputs *outputs);

/* A function to measure, and the loop that calls it. */
struct subject {
   const char *kernel;
   const char *side;
   loop *run;
   function functions[3];
   /* The memory for tables. */
   uint32_t shape;
   size_t buffer_count;
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
   /* For loop_draws_by_key: the keys of the table that was written last. */
   struct {
      uint32_t is_written;
      uint32_t table;
      uint64_t offset;
   } kept[INPUT_DRAWS];
};

/* Other ways to make a divisor, in peers.c. */
typedef int divisor_function(uint32_t divisor, uint32_t rounding,
                             struct dral_magic_divisor *out);
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

/*
 * The numbers for a subject; NULL if its inputs are draws. Sets `count` to
 * the number of inputs.
 */
const uint32_t *
inputs_of(const struct subject *subject, size_t *count);

void
run_subject(const struct subject *subject, const uint32_t *numbers,
            size_t count);

/* The same for a divisor function that is not among the subjects. */
void
run_divisor_function(function make, const uint32_t *numbers, size_t count);

struct comparison {
   uint64_t calls;
   /* Outputs that differ, and not because of floating point. */
   uint64_t different;
   /* The other side's magic is one too low: its quotient was rounded. */
   uint64_t rounded;
};

/*
 * Compares the results of two subjects of one kernel for count inputs: times
 * only compare if both sides do the same work. `numbers` is as for a loop.
 */
struct comparison
compare(const struct subject *library, const struct subject *other,
        const uint32_t *numbers, size_t count);

#endif
