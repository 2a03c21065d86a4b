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
   TABLE_WORDS = 8 * INPUT_BUFFERS + 4
};

/* Any function: a loop knows of what type its functions are. */
typedef void (*function)(void);

struct outputs;
struct subject;

/*
 * Calls the functions of a subject for count inputs, from `first` on. Loops
 * over numbers take them from there, the others from all_inputs().
 */
typedef void (*loop)(const struct subject *subject, const uint32_t *numbers,
                     size_t first, size_t count, struct outputs *outputs);

/* What makes it, and how it is called. */
struct subject {
   const char *kernel;
   const char *side;
   loop run;
   function functions[3];
   /* Where tables are written. */
   uint32_t shape;
   size_t buffer_count;
};

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
   /* For loop_draws_by_key; 0 before the first, which no draw's key is. */
   struct dral_vertex_state_key kept[INPUT_DRAWS];
};

/* uint32_t f(uint32_t) */
void
loop_counts(const struct subject *subject, const uint32_t *numbers,
            size_t first, size_t count, struct outputs *outputs);

/* dral_magic_divisor; each call can begin before the last has ended. */
void
loop_divisors(const struct subject *subject, const uint32_t *numbers,
              size_t first, size_t count, struct outputs *outputs);

/* dral_magic_divisor; each divisor waits for the magic before it. */
void
loop_divisor_chain(const struct subject *subject, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs);

/* dral_padded_vertex_count, then dral_magic_divisor. */
void
loop_count_then_divisor(const struct subject *subject,
                        const uint32_t *numbers, size_t first, size_t count,
                        struct outputs *outputs);

/* dral_padded_count_divisor */
void
loop_count_divisors(const struct subject *subject, const uint32_t *numbers,
                    size_t first, size_t count, struct outputs *outputs);

/* dral_padded_vertex_counts, for whole batches. */
void
loop_count_batches(const struct subject *subject, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs);

/* dral_magic_divisors, for whole batches. */
void
loop_divisor_batches(const struct subject *subject, const uint32_t *numbers,
                     size_t first, size_t count, struct outputs *outputs);

/* dral_draw_resolve */
void
loop_draws_resolved(const struct subject *subject, const uint32_t *numbers,
                    size_t first, size_t count, struct outputs *outputs);

/* dral_draw_resolve and dral_attribute_table_pack. */
void
loop_draws_by_table(const struct subject *subject, const uint32_t *numbers,
                    size_t first, size_t count, struct outputs *outputs);

/* dral_draw_resolve and dral_vertex_state_table, with bound buffers. */
void
loop_draws_by_state(const struct subject *subject, const uint32_t *numbers,
                    size_t first, size_t count, struct outputs *outputs);

/* The same, after dral_buffer_bind for each buffer. */
void
loop_draws_by_bind(const struct subject *subject, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs);

/*
 * dral_draw_resolve and dral_vertex_state_key, and a table only if the key is
 * not that of the same draw before. A driver keeps one key, of its last
 * table; here there is one for each draw, so that the keys of mixed draws are
 * equal from the second time on.
 */
void
loop_draws_by_key(const struct subject *subject, const uint32_t *numbers,
                  size_t first, size_t count, struct outputs *outputs);

/*
 * dral_draw_resolve, then dral_attribute_record and
 * dral_attribute_record_pack for each buffer, packed.
 */
void
loop_draws_by_record(const struct subject *subject, const uint32_t *numbers,
                     size_t first, size_t count, struct outputs *outputs);

/* plain_draw or plain_draw_pairs */
void
loop_draws_at_once(const struct subject *subject, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs);

/* plain_draw_prepared */
void
loop_draws_prepared_by_hand(const struct subject *subject,
                            const uint32_t *numbers, size_t first,
                            size_t count, struct outputs *outputs);

#endif
