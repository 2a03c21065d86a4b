/* SPDX-License-Identifier: MIT */

/*
 * Dynamic state: known answers, and what must hold for the table as a whole.
 */

#include "dral_dynamic_state.h"
#include "reference/dynamic_state.h"
#include "harness/known.h"
#include "harness/subjects.h"

#include <string.h>

DEFINE_ANSWER(site, uint64_t, 1,
              dral_dynamic_site_instructions(GIVEN(0), out))
DEFINE_ANSWER(site_of, uint32_t, 1,
              dral_dynamic_instruction_site(GIVEN(0), out))
/* Given version, features, and whether a blit emits its program. */
DEFINE_ANSWER(after_blit, uint64_t, 1,
              dral_dynamic_after_blit(GIVEN(0), GIVEN(1), GIVEN(2), out))
/* Given version, features, states and commands. */
DEFINE_ANSWER(triggered, uint64_t, 1,
              dral_dynamic_triggered(GIVEN(0), GIVEN(1), given->word[2],
                                     GIVEN(3), out))
DEFINE_ANSWER(initial, uint64_t, 1,
              dral_dynamic_initial(GIVEN(0), GIVEN(1), out))

/* Given an instruction, how many words the old pipeline has, and the words of
 * both pipelines. */
DEFINE_ANSWER(differs, uint32_t, 1,
              dral_dynamic_differs(GIVEN(0), given_from(given, 2), GIVEN(1),
                                   (const uint32_t *)given_from(given, 2) +
                                      GIVEN(1),
                                   given->count - 2 - GIVEN(1), out))
DEFINE_ANSWER(dynamic_states, uint64_t, 1,
              dral_dynamic_states(given_from(given, 0), given->count, out))

KNOWN_TEST(
   dynamic_state_is_the_known_answer, "dynamic_state_known.csv",
   { "site", 1, answer_site },
   { "site_of", 1, answer_site_of },
   { "after_blit", 3, answer_after_blit },
   { "triggered", 4, answer_triggered },
   { "initial", 2, answer_initial },
   { "differs", 0, answer_differs },
   { "dynamic_states", 0, answer_dynamic_states })

static void
numbers_beyond_the_last_have_no_names(struct context *context)
{
   static const uint32_t beyond[] = { 62, 63, 64, 255, UINT32_MAX };
   uint32_t i;

   for (i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
      CHECK_EQUAL(context, *dral_dynamic_state_name(beyond[i]), 0,
                  "%" PRIu32, beyond[i]);
      CHECK_EQUAL(context, *dral_dynamic_command_name(beyond[i]), 0,
                  "%" PRIu32, beyond[i]);
      CHECK_EQUAL(context, *dral_dynamic_instruction_name(beyond[i]), 0,
                  "%" PRIu32, beyond[i]);
   }
   CHECK_EQUAL(context, *dral_dynamic_command_name(COMMAND_COUNT), 0, "10");
   CHECK_EQUAL(context, *dral_dynamic_instruction_name(INSTRUCTION_COUNT), 0,
               "55");
   CHECK(context, strcmp(dral_dynamic_source(), "Mesa 24.3.0") == 0, "%s",
         dral_dynamic_source());
}

const struct test dynamic_state_answers_tests[] = {
   QUICK_TEST(dynamic_state_is_the_known_answer),
   QUICK_TEST(numbers_beyond_the_last_have_no_names),
   NO_MORE_TESTS
};
