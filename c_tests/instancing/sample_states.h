/* SPDX-License-Identifier: MIT */

/*
 * Prepared vertex states with everything that tables and offsets depend on.
 */

#ifndef SAMPLE_STATES_H
#define SAMPLE_STATES_H

#include "dral.h"
#include "harness/generator.h"

#define STATE_BUFFERS DRAL_VERTEX_STATE_BUFFERS
#define STATE_IMAGES 3
#define STATE_WORDS (8 * (STATE_BUFFERS + STATE_IMAGES) + 4)
#define STATE_ELEMENTS DRAL_VERTEX_STATE_ELEMENTS

/* The inputs of a state, the state, and its buffers as they are bound. */
struct sample_state {
   uint32_t architecture;
   uint32_t rounding;
   uint32_t shape;
   uint32_t image_count;
   uint32_t unused_location;
   uint32_t buffer_count;
   uint32_t element_count;
   struct dral_vertex_buffer buffers[STATE_BUFFERS];
   struct dral_vertex_element elements[STATE_ELEMENTS];
   struct dral_bound_buffer bound[STATE_BUFFERS];
   struct dral_vertex_state state;
};

/* A table with margins. */
struct sample_table {
   unsigned char before[64];
   uint32_t words[STATE_WORDS + 8];
   uint32_t slots[STATE_BUFFERS + 1];
   unsigned char after[64];
};

/* Binds the buffers that are used, which must be valid, and prepares the
 * state. */
void
prepare(struct context *context, struct sample_state *sample);

/* A state with divisors for which hardware divisors of this draw are near the
 * limits. */
struct sample_state
random_state(struct context *context, struct generator *generator,
             uint32_t architecture, const struct dral_draw_info *draw);

/* A line of text, valid until the next call. */
const char *
state_text(const struct sample_state *sample);

/* The capacity in words that every table of the state fits in. */
size_t
enough_words(const struct sample_state *sample);

/* What dral_vertex_state_prepare reads for a state. */
struct dral_vertex_state_info
info_of(const struct sample_state *sample);

/* Writes the table of the prepared state, and the slots.  Returns the number
 * of words in it, or the error. */
int
prepared_table(const struct sample_state *sample,
               const struct dral_draw *draw, size_t capacity,
               struct sample_table *table);

#endif
