/* SPDX-License-Identifier: MIT */

/*
 * Dynamic state: known answers, and what must hold for the table as a whole.
 */

#include "dral_dynamic_state.h"
#include "reference/dynamic_state.h"
#include "harness/csv.h"
#include "harness/known.h"
#include "harness/subjects.h"

#include <errno.h>
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

static const struct known_function known[] = {
   { "site", 1, answer_site },
   { "site_of", 1, answer_site_of },
   { "after_blit", 3, answer_after_blit },
   { "triggered", 4, answer_triggered },
   { "initial", 2, answer_initial },
};

static void
dynamic_state_is_the_known_answer(struct context *context)
{
   check_known_answers(context, "dynamic_state_known.csv", known,
                       sizeof known / sizeof known[0]);
}

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

static uint64_t
named_states(const char *list)
{
   return reference_bits(list, dral_dynamic_state_name);
}

/* With the number of attachments if all three that count them are there. */
static uint64_t
with_attachments(uint64_t states)
{
   const uint64_t three =
      named_states("CB_BLEND_ENABLES CB_BLEND_EQUATIONS CB_WRITE_MASKS");

   if ((states & three) == three)
      states |= named_states("CB_ATTACHMENT_COUNT");
   return states;
}

#define MOST_DYNAMIC_STATES 80

/* All of Vulkan 1.4, one by one and together with all before; those without
 * a state are refused. */
static void
dynamic_states_of_vulkan_have_their_states(struct context *context)
{
   uint32_t numbers[MOST_DYNAMIC_STATES];
   uint64_t all = 0;
   size_t count = 0;
   struct csv csv;

   if (!csv_open(&csv, context, "dynamic_state_vulkan_known.csv"))
      return;
   while (count < MOST_DYNAMIC_STATES && csv_next(&csv)) {
      const uint32_t number = csv_unsigned(&csv, "number");
      const uint64_t expected = named_states(csv_text(&csv, "states"));
      uint64_t states = 0;

      CHECK_EQUAL(context, dral_dynamic_states(&number, 1, &states),
                  expected != 0 ? 0 : -EINVAL, IN_ROW(&csv));
      CHECK_EQUAL(context, states, expected, IN_ROW(&csv));
      if (expected == 0)
         continue;
      numbers[count++] = number;
      all |= expected;
      CHECK_EQUAL(context, dral_dynamic_states(numbers, count, &states), 0,
                  IN_ROW(&csv));
      CHECK_EQUAL(context, states, with_attachments(all), IN_ROW(&csv));
   }
   csv_close(&csv);
   CHECK_EQUAL(context, csv.row_count, 73, "dynamic states");
   CHECK_EQUAL(context, count, 56, "supported");
}

const struct test dynamic_state_answers_tests[] = {
   QUICK_TEST(dynamic_state_is_the_known_answer),
   QUICK_TEST(numbers_beyond_the_last_have_no_names),
   QUICK_TEST(dynamic_states_of_vulkan_have_their_states),
   NO_MORE_TESTS
};
