/* SPDX-License-Identifier: MIT */

/*
 * Prepared vertex states, and all that a table or an offset comes from.
 */

#ifndef SAMPLE_STATES_H
#define SAMPLE_STATES_H

#include "dral.h"
#include "harness/generator.h"

#define STATE_BUFFERS DRAL_VERTEX_STATE_BUFFERS
#define STATE_IMAGES 3
#define STATE_WORDS (8 * (STATE_BUFFERS + STATE_IMAGES) + 4)

/* What a state is prepared from, the state, and its buffers as bound. */
struct sample_state {
   uint32_t architecture;
   uint32_t rounding;
   uint32_t shape;
   uint32_t image_count;
   uint32_t buffer_count;
   struct dral_vertex_buffer buffers[STATE_BUFFERS];
   struct dral_bound_buffer bound[STATE_BUFFERS];
   struct dral_vertex_state state;
};

/* A table in memory with room around it. */
struct sample_table {
   unsigned char before[64];
   uint32_t words[STATE_WORDS + 8];
   uint32_t slots[STATE_BUFFERS + 1];
   size_t word_count;
   unsigned char after[64];
};

/* Binds the buffers that are used, which are valid, and prepares the state. */
void
prepare(struct context *context, struct sample_state *sample);

/* A state with buffers whose divisors are at the edges of this draw. */
struct sample_state
random_state(struct context *context, struct generator *generator,
             uint32_t architecture, const struct dral_draw *draw);

/* A draw for which there is something to do, by the state's rounding. */
struct dral_draw
random_instanced_draw(struct generator *generator, uint32_t architecture);

/* As a line of text, valid until the next call. */
const char *
state_text(const struct sample_state *sample);

/* The table by the prepared state. */
int
prepared_table(const struct sample_state *sample,
               const struct dral_resolved_draw *draw, size_t capacity,
               struct sample_table *table);

#endif
