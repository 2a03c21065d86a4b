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

/* The table of docs/reference/instancing.md, branch by branch. */
static inline uint32_t
plain_padded_vertex_count_inline(uint32_t vertex_count)
{
   uint32_t below;

   if (vertex_count < 10)
      return vertex_count;
   if (vertex_count < 20)
      return (vertex_count + 1) & ~1u;

   below = 28 - (uint32_t)__builtin_clz(vertex_count);
   switch (vertex_count >> below) {
   case 8:
      return 9u << below;
   case 9:
      return 5u << (below + 1);
   case 10:
   case 11:
      return 3u << (below + 2);
   case 12:
   case 13:
      return 7u << (below + 1);
   default:
      return 1u << (below + 4);
   }
}

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

/* The same with two slots per buffer. */
int
plain_draw_pairs(struct dral_draw *draw,
                 const struct dral_vertex_buffer *buffers,
                 size_t buffer_count, uint32_t *words, uint32_t *slots);

/* The descriptors of attributes, from the slots of a table. Returns the
 * number of words. */
int
plain_attributes(const struct dral_draw *draw,
                 const struct dral_vertex_buffer *buffers,
                 const struct dral_vertex_element *elements,
                 size_t element_count, const uint32_t *slots,
                 uint32_t *words);

/* The table of a draw with a known padded count. */
int
plain_table(const struct dral_draw *draw,
            const struct dral_vertex_buffer *buffers, size_t buffer_count,
            uint32_t *words, uint32_t *slots);

int
plain_table_pairs(const struct dral_draw *draw,
                  const struct dral_vertex_buffer *buffers,
                  size_t buffer_count, uint32_t *words, uint32_t *slots);

#endif
