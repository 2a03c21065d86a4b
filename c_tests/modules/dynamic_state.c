/* SPDX-License-Identifier: MIT */

/*
 * Dynamic state: one call of each function from C. tests/known/ compares them
 * with the causes of each instruction.
 */

#include "dral_dynamic_state.h"
#include "harness/subjects.h"

#define RELEASE DRAL_MESA_RELEASE_V24_3
#define SCISSOR ((uint64_t)1 << DRAL_DYNAMIC_INSTRUCTION_SCISSOR)

static void
functions_of_dynamic_state_are_called_from_c(struct context *context)
{
   const uint32_t number = 1, word = 7;
   const struct dral_dynamic_set scissors = {
      { (uint64_t)1 << DRAL_DYNAMIC_STATE_VP_SCISSORS, 0 }
   };
   const struct dral_dynamic_set scissor = { { SCISSOR, 0 } };
   struct dral_dynamic_set set, states;
   uint32_t result, commands;

   CHECK_RESULT(
      context,
      dral_dynamic_instruction_site(DRAL_MESA_RELEASE_V26_2,
                                    DRAL_DYNAMIC_INSTRUCTION_SCISSOR,
                                    &result),
      result, DRAL_DYNAMIC_SITE_DYNAMIC);
   CHECK_RESULT(context,
                dral_dynamic_site_instructions(
                   RELEASE, DRAL_DYNAMIC_SITE_FINAL, &set),
                set.words[0], 0x7F9FEF);
   CHECK_RESULT(context,
                dral_dynamic_triggered(RELEASE, 90, 0, scissors, 0, &set),
                set.words[0] & SCISSOR, SCISSOR);
   CHECK_RESULT(context,
                dral_dynamic_emitted(RELEASE, 90, 0, scissors, 0, &set),
                set.words[0] & SCISSOR, SCISSOR);
   CHECK_RESULT(context,
                dral_dynamic_with_companions(RELEASE, 90, 0, scissor, &set),
                set.words[0], SCISSOR);
   CHECK_RESULT(context,
                dral_dynamic_triggers(RELEASE, 90, 0,
                                      DRAL_DYNAMIC_INSTRUCTION_SCISSOR,
                                      &states, &commands),
                states.words[0] & scissors.words[0], scissors.words[0]);
   CHECK_RESULT(context, dral_dynamic_initial(RELEASE, 90, 1, &set),
                set.words[0], 0x4FFFFF8F807DB7);
   CHECK_RESULT(context, dral_dynamic_after_blit(RELEASE, 90, 0, 1, &set),
                set.words[0], 0x74FCF2B007D87);
   CHECK_RESULT(context,
                dral_dynamic_differs(RELEASE, 0, NULL, 0, &word, 1, &result),
                result, 1);
   CHECK_RESULT(context, dral_dynamic_states(&number, 1, &set),
                set.words[0], 0x400);
}

const struct test dynamic_state_tests[] = {
   QUICK_TEST(functions_of_dynamic_state_are_called_from_c),
   NO_MORE_TESTS,
};
