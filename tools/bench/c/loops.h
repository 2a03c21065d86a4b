/* SPDX-License-Identifier: MIT */

/*
 * The loops that call the measured functions: one for each signature, the
 * same for every side, so that calls cost the same on each side.
 */

#ifndef LOOPS_H
#define LOOPS_H

#include "inputs.h"

enum {
   BATCH = 4096,
   TABLE_WORDS = 8 * INPUT_BUFFERS + 4
};

/* Any function: each loop knows the type of its functions. */
typedef void (*function)(void);

struct outputs;
struct subject;

/*
 * Calls the functions of a subject for count inputs, from `first` on. Loops
 * over numbers read `first`, other loops read all_inputs().
 */
typedef void loop(const struct subject *subject, const uint32_t *numbers,
                  size_t first, size_t count, struct outputs *outputs);
#define LOOP(name)                                                          \
   void name(const struct subject *subject, const uint32_t *numbers,        \
             size_t first, size_t count, struct outputs *outputs)

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
   struct dral_padded_count padded;
   struct dral_magic_divisor divisor;
   struct dral_resolved_draw resolved;
   uint32_t words[TABLE_WORDS];
   uint32_t slots[INPUT_BUFFERS];
   size_t word_count;
   uint32_t numbers[BATCH];
   struct dral_magic_divisor divisors[BATCH];
   /* For loop_draws_by_key; initially 0, which is not the key of any draw. */
   struct dral_vertex_state_key kept[INPUT_DRAWS];
};

/* uint32_t f(uint32_t) */
LOOP(loop_counts);

/* dral_magic_divisor; each call can begin before the last has ended. */
LOOP(loop_divisors);

/* dral_magic_divisor; each divisor waits for the magic before it. */
LOOP(loop_divisor_chain);

/* dral_padded_vertex_count, then dral_magic_divisor. */
LOOP(loop_count_then_divisor);

/* dral_padded_count_divisor */
LOOP(loop_count_divisors);

/* dral_padded_vertex_counts, for whole batches. */
LOOP(loop_count_batches);

/* dral_magic_divisors, for whole batches. */
LOOP(loop_divisor_batches);

/* dral_draw_resolve */
LOOP(loop_draws_resolved);

/* dral_draw_resolve and dral_attribute_table_pack. */
LOOP(loop_draws_by_table);

/* dral_draw_resolve and dral_vertex_state_table, with bound buffers. */
LOOP(loop_draws_by_state);

/* The same, after dral_buffer_bind for each buffer. */
LOOP(loop_draws_by_bind);

/*
 * dral_draw_resolve and dral_vertex_state_key, and a table only if the key
 * differs from the last key of the same draw. A driver keeps one key, that of
 * its last table; here each draw has its own, so that the keys of mixed draws
 * are equal from the second time on.
 */
LOOP(loop_draws_by_key);

/*
 * dral_draw_resolve, then dral_attribute_record and
 * dral_attribute_record_pack for each buffer, packed.
 */
LOOP(loop_draws_by_record);

/* plain_draw or plain_draw_pairs */
LOOP(loop_draws_at_once);

/* plain_draw_prepared */
LOOP(loop_draws_prepared_by_hand);

#endif
