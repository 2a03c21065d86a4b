/* SPDX-License-Identifier: MIT */

/* One call of each function that random.c does not call. */

#include "dral_indirect_draw.h"
#include "harness/subjects.h"

static void
other_functions_of_indirect_draws_are_called(struct context *context)
{
   const uint32_t command[] = { 36, 100, 6, 40, 7 };
   struct dral_indirect_draw draws = { 0 };
   struct dral_indirect_draw_parameters parameters;
   uint32_t capacity;

   draws.version = 120;
   CHECK(context, dral_indirect_draw_explain(&draws)[0] != '\0', "a text");
   CHECK_RESULT(context,
                dral_indirect_draw_ring_capacity(&draws, 131072, &capacity),
                capacity, 3276);
   CHECK_RESULT(context,
                dral_indirect_draw_decode(1, command, 5, 3, 9, &parameters),
                parameters.instance_count, 300);
}

const struct test indirect_draw_calls_tests[] = {
   QUICK_TEST(other_functions_of_indirect_draws_are_called),
   NO_MORE_TESTS
};
