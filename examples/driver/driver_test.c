/* SPDX-License-Identifier: MIT */

/* The driver against known answers. */

#include "driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

/* Not assert(), which a release build drops. */
#define CHECK(condition)                                                    \
   do {                                                                     \
      if (!(condition)) {                                                   \
         fprintf(stderr, "line %d: not %s\n", __LINE__, #condition);        \
         failures++;                                                        \
      }                                                                     \
   } while (0)

static const struct dral_draw info = {
   .architecture = 7,
   .vertex_count = 70,
   .instance_count = 100,
   .vertices_per_primitive = 3,
};

/* Per vertex, every third instance, and one for all instances. */
static const struct dral_vertex_buffer buffers[] = {
   { .address = 0x10000, .size = 1120, .stride = 16,
     .rate = DRAL_RATE_VERTEX },
   { .address = 0x20000, .size = 408, .stride = 12,
     .rate = DRAL_RATE_INSTANCE, .divisor = 3 },
   { .address = 0x30000, .size = 16, .stride = 16,
     .rate = DRAL_RATE_INSTANCE, .divisor = 0 },
};

static void
test_resolved_draw(void)
{
   struct driver_draw draw;

   CHECK(driver_draw(&info, NULL, 0, &draw) == 0);
   CHECK(draw.resolved.padded_count == 72);
   /* 72 is 9 << 3. */
   CHECK(draw.resolved.instance_size_byte == (4 << 5 | 3));
   CHECK(draw.resolved.threads == 7200);
   CHECK(draw.resolved.wasted_threads == 200);
}

static void
test_table(void)
{
   static const uint32_t expected[] = {
      /* Slot 0: a modulus, 9 << 3. */
      0x00010003, 0x83000000, 16, 1120,
      /* Slot 1: a gap, because a continuation needs an even slot before. */
      0, 0, 0, 0,
      /* Slots 2 and 3: a divisor, 216, and its continuation. */
      0x00020004, 0x27000000, 12, 408,
      0x00000020, 0x17B425ED, 0, 3,
      /* Slot 4: every instance reads element 0. */
      0x00030001, 0x00000000, 0, 16,
      /* Slot 5: the end. */
      0, 0, 0, 0,
   };
   struct driver_draw draw;

   CHECK(driver_draw(&info, buffers, 3, &draw) == 0);
   CHECK(draw.slots[0] == 0);
   CHECK(draw.slots[1] == 2);
   CHECK(draw.slots[2] == 4);
   CHECK(draw.table_words == sizeof expected / sizeof expected[0]);
   CHECK(memcmp(draw.table, expected, sizeof expected) == 0);
}

static void
test_refused_draws(void)
{
   struct dral_draw none = info;
   struct dral_draw huge = info;
   struct driver_draw draw;

   none.instance_count = 0;
   CHECK(driver_draw(&none, NULL, 0, &draw) == -EINVAL);
   huge.instance_count = 0xFFFFFFFF;
   CHECK(driver_draw(&huge, NULL, 0, &draw) == -ERANGE);
   CHECK(driver_draw(&info, buffers, DRIVER_MAX_BUFFERS + 1, &draw) ==
         -ENOSPC);
}

static void
test_swapped_functions(void)
{
   struct driver_divisor divisor;

   driver_divisor(70, 3, &divisor);
   CHECK(divisor.padded_count == 72);
   CHECK(divisor.magic == 0x17B425ED);
   CHECK(divisor.shift == 7);
   CHECK(divisor.extra_flags == 1);

   /* One vertex is not padded, so this divides by 3. */
   driver_divisor(1, 3, &divisor);
   CHECK(divisor.padded_count == 1);
   CHECK(divisor.magic == 0x2AAAAAAA);
   CHECK(divisor.shift == 1);
   CHECK(divisor.extra_flags == 1);

   /* extra_flags is written where it is 0, too. */
   divisor.extra_flags = 2;
   driver_divisor(1, 11, &divisor);
   CHECK(divisor.magic == 0x3A2E8BA3);
   CHECK(divisor.shift == 3);
   CHECK(divisor.extra_flags == 0);
}

int
main(void)
{
   test_resolved_draw();
   test_table();
   test_refused_draws();
   test_swapped_functions();
   return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
