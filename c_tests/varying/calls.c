/* SPDX-License-Identifier: MIT */

/* One call of each function that random.c does not call. */

#include "dral_varying.h"
#include "harness/subjects.h"

static void
other_functions_of_varyings_are_called(struct context *context)
{
   const struct dral_varying_declaration two_vec2 = {
      DRAL_VARYING_SEMANTIC_GENERIC, 1, 0, 4, 5, 2, 0
   };
   const struct dral_varying vec3 = { DRAL_VARYING_BASE_TYPE_FLOAT,
                                      3, 1, 2, 1, 0, 0, 0 };
   struct dral_varying_place place = dral_varying_position_place(7);
   struct dral_varying_span span;
   struct dral_varying_piece pieces[2];
   struct dral_varying_clip_cull both;
   uint32_t result;

   CHECK_EQUAL(context, place.position, 7, "position");
   CHECK_EQUAL(context, place.slot, 1, "slot");
   CHECK_EQUAL(context, place.component, 3, "component");
   CHECK_RESULT(context, dral_varying_address(128, 6, &result), result, 152);
   CHECK_RESULT(context, dral_varying_scalar_place(0, 1, 1, 2, &place),
                place.position, 7);
   CHECK_RESULT(context,
                dral_varying_declaration_place(&two_vec2, 1, 0, &place),
                place.position, 6);
   CHECK_RESULT(context, dral_varying_declaration_span(&two_vec2, &span),
                span.position, 4);
   CHECK_RESULT(context, dral_varying_declarations_merge(&two_vec2, 1, &span),
                span.component_count, 4);
   CHECK_RESULT(
      context,
      dral_varying_declarations_overlap(&two_vec2, &two_vec2, &result),
      result, 1);
   CHECK_RESULT(context, dral_varying_split(3, 3, pieces),
                pieces[1].write_mask, 3);
   CHECK_RESULT(context, dral_varying_clip_cull_place(3, 2, &both),
                both.cull_component, 3);
   CHECK_RESULT(context, dral_varying_component_count(&vec3, 0, &result),
                result, 6);
   CHECK_RESULT(context,
                dral_varying_nvc0_address(DRAL_VARYING_SEMANTIC_GENERIC, 0, 1,
                                          &result),
                result, 128);
}

const struct test varying_calls_tests[] = {
   QUICK_TEST(other_functions_of_varyings_are_called),
   NO_MORE_TESTS
};
