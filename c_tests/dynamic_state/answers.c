/* SPDX-License-Identifier: MIT */

/*
 * Known answers about dynamic state.
 */

#include "dral_dynamic_state.h"
#include "harness/known.h"
#include "harness/subjects.h"

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

const struct test dynamic_state_answers_tests[] = {
   QUICK_TEST(dynamic_state_is_the_known_answer),
   NO_MORE_TESTS
};
