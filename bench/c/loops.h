/* SPDX-License-Identifier: MIT */

/*
 * The loops that call what is measured: one for each signature, the same for
 * every side, so that calls cost each side the same.
 */

#ifndef LOOPS_H
#define LOOPS_H

#include "inputs.h"

enum {
   BATCH = 4096,
   FEW_BUFFERS = 8,
   TABLE_WORDS = 8 * INPUT_BUFFERS + 4
};

/* Any function: a loop knows of what type its functions are. */
typedef void (*function)(void);

/* What a loop writes: after one call, what that call gave. */
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
};

/*
 * Calls the functions for count inputs, from `first` on. Loops over numbers
 * take them from there, the others from all_inputs().
 */
typedef void (*loop)(const function *functions, const uint32_t *numbers,
                     size_t first, size_t count, struct outputs *outputs);

/* uint32_t f(uint32_t) */
void
loop_counts(const function *functions, const uint32_t *numbers, size_t first,
            size_t count, struct outputs *outputs);

/* dral_magic_divisor; each call can begin before the last has ended. */
void
loop_divisors(const function *functions, const uint32_t *numbers,
              size_t first, size_t count, struct outputs *outputs);

/* dral_magic_divisor; each divisor waits for the magic before it. */
void
loop_divisor_chain(const function *functions, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs);

/* dral_padded_vertex_count, then dral_magic_divisor. */
void
loop_count_then_divisor(const function *functions, const uint32_t *numbers,
                        size_t first, size_t count, struct outputs *outputs);

/* dral_padded_count_divisor */
void
loop_count_divisors(const function *functions, const uint32_t *numbers,
                    size_t first, size_t count, struct outputs *outputs);

/* dral_padded_vertex_counts, for whole batches. */
void
loop_count_batches(const function *functions, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs);

/* dral_magic_divisors, for whole batches. */
void
loop_divisor_batches(const function *functions, const uint32_t *numbers,
                     size_t first, size_t count, struct outputs *outputs);

/* dral_draw_resolve and dral_attribute_table_pack, with few buffers. */
void
loop_draws_by_table(const function *functions, const uint32_t *numbers,
                    size_t first, size_t count, struct outputs *outputs);

/*
 * dral_draw_resolve, then dral_attribute_record and
 * dral_attribute_record_pack for each of few buffers.
 */
void
loop_draws_by_record(const function *functions, const uint32_t *numbers,
                     size_t first, size_t count, struct outputs *outputs);

/* plain_draw, with few buffers. */
void
loop_draws_at_once(const function *functions, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs);

/* dral_attribute_table_pack, with all buffers. */
void
loop_tables(const function *functions, const uint32_t *numbers, size_t first,
            size_t count, struct outputs *outputs);

#endif
