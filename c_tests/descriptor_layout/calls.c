/* SPDX-License-Identifier: MIT */

/* One call of each function that random.c does not call. */

#include "dral_descriptor_layout.h"
#include "harness/subjects.h"

static void
other_functions_of_layouts_are_called(struct context *context)
{
   const uint32_t counts[] = { 3, 0, 13 };
   struct dral_descriptor_table table;
   struct dral_descriptor_heap heap;
   struct dral_descriptor_buffer_range range;
   uint32_t starts[3], result;

   CHECK_EQUAL(context, dral_descriptor_anv_model(120, 0, 0),
               DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT, "the model");
   CHECK_RESULT(context,
                dral_descriptor_table_init(DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT,
                                           DRAL_MESA_RELEASE_V24_3, 120, 0,
                                           &table),
                table.rules.set_alignment, 64);
   CHECK_RESULT(
      context,
      dral_descriptor_dynamic_offset_starts(&table, counts, starts, 3),
      starts[1], 3);
   CHECK_RESULT(context,
                dral_descriptor_push_constant_word(0x1240, 5, &result),
                result, 0x1245);
   CHECK_RESULT(context, dral_descriptor_surface_handle(0x40, 0, &result),
                result, 4096);
   CHECK_RESULT(context, dral_descriptor_sampler_handle(96, 1, &result),
                result, 128);
   CHECK_RESULT(context, dral_descriptor_heap_init(125, &heap),
                heap.max_embedded_samplers, 2048);
   CHECK_RESULT(context,
                dral_descriptor_buffer_range_resolve(
                   &table, DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1000, 0, 198,
                   0, &range),
                range.range, 256);
}

const struct test descriptor_layout_calls_tests[] = {
   QUICK_TEST(other_functions_of_layouts_are_called),
   NO_MORE_TESTS
};
