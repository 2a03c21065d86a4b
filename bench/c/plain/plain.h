/* SPDX-License-Identifier: MIT */

/*
 * What the library is measured against: the same words, computed as drivers
 * do it in C. The functions take what those of dral.h take, so that both can
 * be called by one loop. Like a driver they check nothing, and floating point
 * makes their magic divisors wrong for 3,297 divisors.
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
 * The two functions above once more, compiled with the flags that Mesa sets
 * for its own code: -fno-math-errno -fno-trapping-math.
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

/* The table of a draw whose padded count is known. */
void
plain_table_of_padded(const struct dral_draw *draw, uint32_t padded_count,
                      const struct dral_vertex_buffer *buffers,
                      size_t buffer_count, uint32_t *words, uint32_t *slots,
                      size_t *word_count);

int
plain_attribute_table_pack(const struct dral_draw *draw,
                           const struct dral_vertex_buffer *buffers,
                           size_t buffer_count, uint32_t *words,
                           size_t capacity, uint32_t *slots,
                           size_t *word_count);

/*
 * Those two once more, refusing what the library refuses and then writing
 * nothing.
 */
int
checked_draw_resolve(const struct dral_draw *draw,
                     struct dral_resolved_draw *resolved);

int
checked_attribute_table_pack(const struct dral_draw *draw,
                             const struct dral_vertex_buffer *buffers,
                             size_t buffer_count, uint32_t *words,
                             size_t capacity, uint32_t *slots,
                             size_t *word_count);

/* Draw and table at once: a driver pads the vertex count only once. */
int
plain_draw(const struct dral_draw *draw,
           const struct dral_vertex_buffer *buffers, size_t buffer_count,
           struct dral_resolved_draw *resolved, uint32_t *words,
           uint32_t *slots, size_t *word_count);

#endif
