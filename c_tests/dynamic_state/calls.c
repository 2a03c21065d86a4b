/* SPDX-License-Identifier: MIT */

/* One call of each function that random.c does not call. */

#include "dral_dynamic_state.h"
#include "harness/subjects.h"

static void
other_functions_of_dynamic_state_are_called(struct context *context)
{
   const uint32_t scissors = 1, word = 7;
   uint64_t set;
   uint32_t result;

   CHECK(context, dral_dynamic_source()[0] != '\0', "a text");
   CHECK_RESULT(
      context,
      dral_dynamic_instruction_site(DRAL_DYNAMIC_INSTRUCTION_SCISSOR,
                                    &result),
      result, DRAL_DYNAMIC_SITE_DYNAMIC);
   CHECK_RESULT(
      context,
      dral_dynamic_site_instructions(DRAL_DYNAMIC_SITE_FINAL, &set), set,
      0x7F9FEF);
   CHECK_RESULT(context, dral_dynamic_after_blit(90, 0, 1, &set), set,
                0x74FCF2B007D87);
   CHECK_RESULT(context, dral_dynamic_differs(0, NULL, 0, &word, 1, &result),
                result, 1);
   CHECK_RESULT(context, dral_dynamic_states(&scissors, 1, &set), set, 0x400);
}

const struct test dynamic_state_calls_tests[] = {
   QUICK_TEST(other_functions_of_dynamic_state_are_called),
   NO_MORE_TESTS
};
