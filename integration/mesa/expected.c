/* SPDX-License-Identifier: MIT */
/**
 * \file
 * What the reference in C, which shares no code with the library, expects of
 * draws. Reads a line for each:
 *
 *    architecture shape rounding idvs vertices instances first base buffers
 *
 * and for each of the buffers, on the same line:
 *
 *    rate divisor stride source_offset address size
 *
 * Writes a line for each: "refused", or the instance size, the two invocation
 * words, the threads, the words of the ids of v4 and v5, and for each buffer
 * its slot, its 8 words and its offset.
 */

#include "reference.h"

#include <inttypes.h>
#include <stdio.h>

#define MOST_BUFFERS 16

static void
print_words(const uint32_t *words, unsigned count)
{
   for (unsigned i = 0; i < count; i++)
      printf(" %" PRIu32, words[i]);
}

static int
answer(struct dral_draw *draw, uint32_t shape,
       const struct dral_vertex_buffer *buffers, const uint32_t *sources,
       uint32_t count)
{
   uint32_t table[8 * MOST_BUFFERS + 4], slots[MOST_BUFFERS], length;
   uint32_t ids[8] = {0};
   int32_t offsets[MOST_BUFFERS];

   if (ref_draw_resolve(draw) || !draw->threads ||
       ref_attribute_table(draw, shape, 0, buffers, count, table, slots,
                           &length))
      return 0;
   for (uint32_t i = 0; i < count; i++) {
      if (ref_attribute_offset(draw, &buffers[i], sources[i], &offsets[i]))
         return 0;
   }
   if (draw->architecture <= 5 &&
       (ref_vertex_id(draw, ids) || ref_instance_id(draw, ids + 4)))
      return 0;

   printf("%" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu64, draw->instance_size,
          draw->invocation[0], draw->invocation[1], draw->threads);
   print_words(ids, 8);
   for (uint32_t i = 0; i < count; i++) {
      uint32_t words[8], used;

      ref_attribute_record(draw, &buffers[i], words, &used);
      printf(" %" PRIu32, slots[i]);
      print_words(words, 8);
      printf(" %" PRId32, offsets[i]);
   }
   puts("");
   return 1;
}

int
main(void)
{
   struct dral_draw draw = {0};
   uint32_t shape, count;

   while (scanf("%" SCNu32 "%" SCNu32 "%" SCNu32 "%" SCNu32 "%" SCNu32
                "%" SCNu32 "%" SCNd32 "%" SCNu32 "%" SCNu32,
                &draw.architecture, &shape, &draw.rounding, &draw.idvs,
                &draw.vertex_count, &draw.instance_count, &draw.offset_start,
                &draw.base_instance, &count) == 9) {
      struct dral_vertex_buffer buffers[MOST_BUFFERS];
      uint32_t sources[MOST_BUFFERS];

      if (count > MOST_BUFFERS)
         return 1;
      draw.vertices_per_primitive = 1;
      for (uint32_t i = 0; i < count; i++) {
         struct dral_vertex_buffer *b = &buffers[i];

         if (scanf("%" SCNu32 "%" SCNu32 "%" SCNu32 "%" SCNu32 "%" SCNu64
                   "%" SCNu64, &b->rate, &b->divisor, &b->stride, &sources[i],
                   &b->address, &b->size) != 6)
            return 1;
      }
      if (!answer(&draw, shape, buffers, sources, count))
         puts("refused");
   }
   return !feof(stdin);
}
