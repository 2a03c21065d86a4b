/* SPDX-License-Identifier: MIT */

/*
 * The plain functions for draws once more, refusing what the library refuses
 * and then writing nothing: what a driver would have to add for the same
 * promise.
 */

#include "plain.h"

#include <errno.h>
#include <stdbool.h>

/* The bits that value - 1 can need. */
static uint32_t
bits_of(uint32_t value)
{
   return value == 1 ? 0 : 32 - (uint32_t)__builtin_clz(value - 1);
}

static int
check_numbers(const struct dral_draw *draw)
{
   if (draw == NULL)
      return -EINVAL;
   if (draw->architecture < 4 || draw->architecture > 14 ||
       draw->architecture == 8)
      return -EINVAL;
   if (draw->padding_rule > DRAL_PADDING_RULE_DOCUMENTED ||
       draw->rounding > DRAL_ROUNDING_NEAREST || draw->idvs > 1)
      return -EINVAL;
   if (draw->vertex_count == 0 || draw->instance_count == 0 ||
       draw->vertices_per_primitive == 0)
      return -EINVAL;
   if (draw->architecture > 7)
      return -EDOM;
   return 0;
}

/* Also the padded count, or the vertex count of a single instance. */
static int
check_draw(const struct dral_draw *draw, uint32_t *padded_count)
{
   const int error = check_numbers(draw);

   if (error != 0)
      return error;
   *padded_count = draw->vertex_count;
   if (draw->instance_count > 1) {
      if (draw->vertex_count >= 0xE0000000)
         return -ERANGE;
      *padded_count = plain_padded_vertex_count(draw->vertex_count);
   }
   if ((uint64_t)*padded_count * draw->instance_count > (uint64_t)1 << 32)
      return -ERANGE;
   if (bits_of(draw->vertex_count) + bits_of(draw->instance_count) > 32)
      return -ERANGE;
   return 0;
}

static int
check_buffers(const struct dral_vertex_buffer *buffers, size_t count)
{
   size_t i;

   for (i = 0; i < count; i++) {
      const struct dral_vertex_buffer *buffer = &buffers[i];

      if (buffer->rate > DRAL_RATE_INSTANCE)
         return -EINVAL;
      if (buffer->address >> 56 != 0)
         return -ERANGE;
      if (buffer->size > UINT32_MAX - (uint32_t)(buffer->address & 63))
         return -ERANGE;
   }
   return 0;
}

static size_t
count_words(const struct dral_draw *draw, uint32_t padded_count,
            const struct dral_vertex_buffer *buffers, size_t count)
{
   size_t next = 0;
   size_t i;

   for (i = 0; i < count; i++) {
      const uint64_t divisor = (uint64_t)padded_count * buffers[i].divisor;
      const bool npot = draw->instance_count > 1 &&
                        buffers[i].rate == DRAL_RATE_INSTANCE &&
                        divisor >> 32 == 0 && (divisor & (divisor - 1)) != 0;

      if (npot)
         next += next % 2;
      next += npot ? 2 : 1;
   }
   return 4 * (next + (draw->architecture >= 6));
}

static bool
overlap(const void *first, size_t first_length, const void *second,
        size_t second_length)
{
   const uintptr_t a = (uintptr_t)first;
   const uintptr_t b = (uintptr_t)second;

   return first_length != 0 && second_length != 0 && a < b + second_length &&
          b < a + first_length;
}

int
checked_draw_resolve(const struct dral_draw *draw,
                     struct dral_resolved_draw *resolved)
{
   uint32_t padded_count;
   const int error = check_draw(draw, &padded_count);

   if (error != 0)
      return error;
   if (resolved == NULL)
      return -EINVAL;
   return plain_draw_resolve(draw, resolved);
}

int
checked_attribute_table_pack(const struct dral_draw *draw,
                             const struct dral_vertex_buffer *buffers,
                             size_t buffer_count, uint32_t *words,
                             size_t capacity, uint32_t *slots,
                             size_t *word_count)
{
   uint32_t padded_count;
   int error;

   if (word_count == NULL || (capacity != 0 && words == NULL) ||
       (buffer_count != 0 && (buffers == NULL || slots == NULL)))
      return -EINVAL;
   if (overlap(buffers, buffer_count * sizeof(*buffers), words,
               4 * capacity) ||
       overlap(buffers, buffer_count * sizeof(*buffers), slots,
               4 * buffer_count) ||
       overlap(words, 4 * capacity, slots, 4 * buffer_count))
      return -EINVAL;
   error = check_draw(draw, &padded_count);
   if (error != 0)
      return error;
   error = check_buffers(buffers, buffer_count);
   if (error != 0)
      return error;
   if (capacity < 8 * buffer_count + 4 &&
       capacity < count_words(draw, padded_count, buffers, buffer_count))
      return -ENOSPC;
   plain_table_of_padded(draw, padded_count, buffers, buffer_count, words,
                         slots, word_count);
   return 0;
}
