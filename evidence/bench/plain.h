/* SPDX-License-Identifier: MIT */

/*
 * The code that the library is measured against: it computes the same words
 * as drivers do it in C. The functions have the same parameters as in
 * dral.h, so that one loop can call both. Like drivers they check nothing,
 * and because of floating point their magic is wrong for 3,297 divisors.
 */

#ifndef PLAIN_H
#define PLAIN_H

#include "dral.h"

uint32_t
plain_padded_vertex_count(uint32_t vertex_count);

int
plain_magic_divisor(uint32_t divisor, uint32_t rounding,
                    struct dral_magic_divisor *out);

int
plain_draw_resolve(struct dral_draw *draw);

/*
 * Draw and table at once: a driver pads the vertex count only once. Returns
 * the number of words.
 */
int
plain_draw(struct dral_draw *draw, const struct dral_vertex_buffer *buffers,
           size_t buffer_count, uint32_t *words, uint32_t *slots);

/* The descriptors of attributes, from the slots of a table. Returns the
 * number of words. */
int
plain_attributes(const struct dral_draw *draw,
                 const struct dral_vertex_buffer *buffers,
                 const struct dral_vertex_element *elements,
                 size_t element_count, const uint32_t *slots,
                 uint32_t *words);

#endif
