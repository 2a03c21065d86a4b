/* SPDX-License-Identifier: MIT */

/* Prints what the driver computes for one draw. */

#include "driver.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int
main(void)
{
   static const struct dral_draw info = {
      .architecture = 7,
      .vertex_count = 70,
      .instance_count = 100,
      .vertices_per_primitive = 3,
   };
   static const struct dral_vertex_buffer buffers[] = {
      { .address = 0x10000, .size = 1120, .stride = 16,
        .rate = DRAL_RATE_VERTEX },
      { .address = 0x20000, .size = 408, .stride = 12,
        .rate = DRAL_RATE_INSTANCE, .divisor = 3 },
   };
   const size_t buffer_count = sizeof buffers / sizeof buffers[0];
   struct driver_divisor divisor;
   struct driver_draw draw;
   size_t i;

   if (driver_draw(&info, buffers, buffer_count, &draw) != 0) {
      fputs("the draw was refused\n", stderr);
      return EXIT_FAILURE;
   }
   printf("%" PRIu32 " vertices, padded to %" PRIu32 ", times %" PRIu32
          " instances: %" PRIu64 " threads, %" PRIu64 " of them wasted\n",
          info.vertex_count, draw.resolved.padded_count, info.instance_count,
          draw.resolved.threads, draw.resolved.wasted_threads);
   for (i = 0; i < buffer_count; i++)
      printf("buffer %zu has slot %" PRIu32 "\n", i, draw.slots[i]);
   for (i = 0; i < draw.table_words; i += 4) {
      printf("slot %zu: %08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32
             "\n",
             i / 4, draw.table[i], draw.table[i + 1], draw.table[i + 2],
             draw.table[i + 3]);
   }

   driver_divisor(info.vertex_count, buffers[1].divisor, &divisor);
   printf("divided by %u: magic %08x, shift %u, extra flags %u\n",
          divisor.padded_count * buffers[1].divisor, divisor.magic,
          divisor.shift, divisor.extra_flags);
   return EXIT_SUCCESS;
}
