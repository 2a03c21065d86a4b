/* SPDX-License-Identifier: MIT */

/*
 * The code that the library is measured against: it computes the same words
 * as drivers do it in C. The functions have the same parameters as those of
 * dral.h, so that one loop can call both. Like drivers they check nothing,
 * and because of floating point their magic is wrong for 3,297 divisors.
 */

#ifndef PLAIN_H
#define PLAIN_H

#include "dral.h"

uint32_t
plain_padded_vertex_count(uint32_t vertex_count);

int
plain_padded_vertex_counts(const uint32_t *vertex_counts,
                           uint32_t *padded_counts, size_t count);

int
plain_magic_divisor(uint32_t divisor, uint32_t rounding,
                    struct dral_magic_divisor *out);

int
plain_magic_divisors(const uint32_t *divisors, uint32_t rounding,
                     struct dral_magic_divisor *out, size_t count);

/*
 * The same two functions, compiled with the flags that Mesa sets for its own
 * code: -fno-math-errno -fno-trapping-math.
 */
int
plain_magic_divisor_mesa(uint32_t divisor, uint32_t rounding,
                         struct dral_magic_divisor *out);

int
plain_magic_divisors_mesa(const uint32_t *divisors, uint32_t rounding,
                          struct dral_magic_divisor *out, size_t count);

int
plain_draw_resolve(const struct dral_draw *draw,
                   struct dral_resolved_draw *resolved);

/* Draw and table at once: a driver pads the vertex count only once. */
int
plain_draw(const struct dral_draw *draw,
           const struct dral_vertex_buffer *buffers, size_t buffer_count,
           struct dral_resolved_draw *resolved, uint32_t *words,
           uint32_t *slots, size_t *word_count);

/* The same with two slots per buffer. */
int
plain_draw_pairs(const struct dral_draw *draw,
                 const struct dral_vertex_buffer *buffers,
                 size_t buffer_count, struct dral_resolved_draw *resolved,
                 uint32_t *words, uint32_t *slots, size_t *word_count);

/* The tables of a draw with a known padded count. */
void
plain_table(const struct dral_draw *draw, uint32_t padded_count,
            const struct dral_vertex_buffer *buffers, size_t buffer_count,
            uint32_t *words, uint32_t *slots, size_t *word_count);

void
plain_table_pairs(const struct dral_draw *draw, uint32_t padded_count,
                  const struct dral_vertex_buffer *buffers,
                  size_t buffer_count, uint32_t *words, uint32_t *slots,
                  size_t *word_count);

enum {
   PLAIN_TYPE_1D = 1,
   PLAIN_TYPE_1D_POT_DIVISOR = 2,
   PLAIN_TYPE_1D_MODULUS = 3,
   PLAIN_TYPE_1D_NPOT_DIVISOR = 4,
   PLAIN_TYPE_CONTINUATION = 0x20,

   PLAIN_STATE_BUFFERS = 16
};

/*
 * The same preparation as in the library's vertex state: the records of a
 * buffer with one instance, and with several for the five odd parts of a
 * padded count.
 */
struct plain_template {
   uint32_t type;
   uint32_t stride;
   /* For an odd padded count. */
   uint32_t shift;
   /* The field above the shift. */
   uint32_t top;
   uint32_t magic;
   uint32_t divisor;
};

struct plain_state {
   struct plain_template templates[6][PLAIN_STATE_BUFFERS];
};

struct plain_bound {
   uint64_t pointer;
   uint32_t size;
};

void
plain_state_prepare(const struct dral_vertex_buffer *buffers,
                    size_t buffer_count, struct plain_state *state);

void
plain_buffer_bind(const struct dral_vertex_buffer *buffer,
                  struct plain_bound *bound);

/* plain_draw with a prepared state. */
int
plain_draw_prepared(const struct dral_draw *draw,
                    const struct plain_state *state,
                    const struct plain_bound *buffers, size_t buffer_count,
                    struct dral_resolved_draw *resolved, uint32_t *words,
                    uint32_t *slots, size_t *word_count);

#endif
