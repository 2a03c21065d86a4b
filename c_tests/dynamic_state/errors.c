/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the dynamic state functions: -EINVAL, and
 * nothing written.
 */

#include "harness/calls.h"
#include "harness/canary.h"
#include "dral_dynamic_state.h"
#include "harness/subjects.h"

#include <errno.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Outputs, with a pattern. */
struct outputs {
   unsigned char before[CANARY_MARGIN];
   uint64_t set;
   uint32_t number;
   unsigned char after[CANARY_MARGIN];
};

/* The call is refused and writes nothing. */
#define INVALID(context, outputs, call)                                     \
   do {                                                                     \
      fill_canary(&(outputs), sizeof (outputs));                            \
      CHECK_EQUAL(context, call, -EINVAL, "line %d", __LINE__);             \
      CHECK(context, is_untouched(&(outputs), sizeof (outputs)), "line %d", \
            __LINE__);                                                      \
   } while (0)

/* The call succeeds and writes these outputs alone. */
#define WRITES(context, outputs, call, set_written, number_written)         \
   do {                                                                     \
      fill_canary(&(outputs), sizeof (outputs));                            \
      CHECK_EQUAL(context, call, 0, "line %d", __LINE__);                   \
      CHECK(context,                                                        \
            is_untouched((outputs).before, CANARY_MARGIN) &&                \
            is_untouched((outputs).after, CANARY_MARGIN), "line %d",        \
            __LINE__);                                                      \
      CHECK(context,                                                        \
            is_untouched(&(outputs).set, sizeof (outputs).set) ==           \
            !(set_written), "line %d", __LINE__);                           \
      CHECK(context,                                                        \
            is_untouched(&(outputs).number, sizeof (outputs).number) ==     \
            !(number_written), "line %d", __LINE__);                        \
   } while (0)

static const uint32_t numbers[] = { 2 };

DEFINE_CALL(dynamic_triggered, 90, 0, 1, 1, at[0])
DEFINE_CALL(dynamic_with_companions, 90, 0, 1, at[0])
DEFINE_CALL(dynamic_emitted, 90, 0, 1, 1, at[0])
DEFINE_CALL(dynamic_triggers, 90, 0, 25, at[0], at[1])
DEFINE_CALL(dynamic_initial, 90, 0, at[0])
DEFINE_CALL(dynamic_after_blit, 90, 0, 1, at[0])
DEFINE_CALL(dynamic_instruction_site, 54, at[0])
DEFINE_CALL(dynamic_site_instructions, 3, at[0])
DEFINE_CALL(dynamic_states, at[0], n[0], at[1])
DEFINE_CALL(dynamic_differs, 0, at[0], n[0], at[1], n[1], at[2])

static const struct call calls[] = {
   CALL(dynamic_triggered, OUT(0, uint64_t)),
   CALL(dynamic_with_companions, OUT(0, uint64_t)),
   CALL(dynamic_emitted, OUT(0, uint64_t)),
   CALL(dynamic_triggers, OUT(0, uint64_t), OUT(0, uint32_t)),
   CALL(dynamic_initial, OUT(0, uint64_t)),
   CALL(dynamic_after_blit, OUT(0, uint64_t)),
   CALL(dynamic_instruction_site, OUT(0, uint32_t)),
   CALL(dynamic_site_instructions, OUT(0, uint64_t)),
   CALL(dynamic_states, IN_ARRAY(0, numbers, 1, 1, 0), OUT(0, uint64_t)),
   CALL(dynamic_differs, IN_ARRAY(0, numbers, 1, 1, 0),
        IN_ARRAY(0, numbers, 1, 2, 0), OUT(0, uint32_t)),
};

static void
pointers_and_counts_of_dynamic_state_are_checked(struct context *context)
{
   check_calls(context, calls, LENGTH(calls));
}

static void
dynamic_state_functions_take_null_for_nothing(struct context *context)
{
   struct outputs out;

   WRITES(context, out, dral_dynamic_states(NULL, 0, &out.set), 1, 0);
   CHECK_EQUAL(context, out.set, 0, "no dynamic state");
   WRITES(context, out, dral_dynamic_differs(0, NULL, 0, NULL, 0,
                                             &out.number), 0, 1);
   CHECK_EQUAL(context, out.number, 0, "no words");
}

/* All functions of a device. */
static void
check_device_refused(struct context *context, uint32_t version,
                     uint32_t features)
{
   struct outputs out;

   INVALID(context, out, dral_dynamic_triggered(version, features, 1, 1,
                                                &out.set));
   INVALID(context, out, dral_dynamic_with_companions(version, features, 1,
                                                      &out.set));
   INVALID(context, out, dral_dynamic_emitted(version, features, 1, 1,
                                              &out.set));
   INVALID(context, out, dral_dynamic_triggers(version, features, 25,
                                               &out.set, &out.number));
   INVALID(context, out, dral_dynamic_initial(version, features, &out.set));
   INVALID(context, out, dral_dynamic_after_blit(version, features, 0,
                                                 &out.set));
}

static void
unknown_devices_are_refused(struct context *context)
{
   static const uint32_t versions[] = {
      0, 9, 12, 80, 89, 91, 100, 119, 121, 124, 126, 201, 301, 1250,
      UINT32_MAX,
   };
   size_t i;
   unsigned bit;

   for (i = 0; i < sizeof versions / sizeof versions[0]; i++)
      check_device_refused(context, versions[i], 0);
   for (bit = 8; bit < 32; bit++)
      check_device_refused(context, 120, UINT32_C(1) << bit);
}

static void
unknown_bits_of_dynamic_state_are_refused(struct context *context)
{
   struct outputs out;
   unsigned bit;

   for (bit = 0; bit < 64; bit++) {
      const uint64_t set = UINT64_C(1) << bit;

      if (bit < 62) {
         WRITES(context, out, dral_dynamic_emitted(120, 0, set, 0,
                                                   &out.set), 1, 0);
         WRITES(context, out, dral_dynamic_triggered(120, 0, set, 0,
                                                     &out.set), 1, 0);
      } else {
         INVALID(context, out, dral_dynamic_emitted(120, 0, set | 1, 0,
                                                    &out.set));
         INVALID(context, out, dral_dynamic_triggered(120, 0, set | 1, 0,
                                                      &out.set));
      }
      if (bit < 55) {
         WRITES(context, out, dral_dynamic_with_companions(120, 0, set,
                                                           &out.set), 1, 0);
      } else {
         INVALID(context, out,
                 dral_dynamic_with_companions(120, 0, set | 1, &out.set));
      }
   }
   for (bit = 10; bit < 32; bit++) {
      const uint32_t commands = UINT32_C(1) << bit;

      INVALID(context, out, dral_dynamic_emitted(120, 0, 0, commands | 1,
                                                 &out.set));
      INVALID(context, out, dral_dynamic_triggered(120, 0, 0, commands | 1,
                                                   &out.set));
   }
}

static void
unknown_instructions_and_sites_are_refused(struct context *context)
{
   static const uint32_t beyond[] = { 55, 56, 63, 64, 0x100, UINT32_MAX };
   const uint32_t word = 0;
   struct outputs out;
   size_t i;

   for (i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
      INVALID(context, out,
              dral_dynamic_instruction_site(beyond[i], &out.number));
      INVALID(context, out, dral_dynamic_triggers(120, 0, beyond[i],
                                                  &out.set, &out.number));
      INVALID(context, out, dral_dynamic_differs(beyond[i], &word, 1, &word,
                                                 1, &out.number));
      INVALID(context, out, dral_dynamic_site_instructions(beyond[i],
                                                           &out.set));
   }
   INVALID(context, out, dral_dynamic_site_instructions(4, &out.set));
   INVALID(context, out, dral_dynamic_after_blit(120, 0, 2, &out.set));
   INVALID(context, out, dral_dynamic_after_blit(120, 0, UINT32_MAX,
                                                 &out.set));
}

static void
words_that_no_pipeline_has_are_not_compared(struct context *context)
{
   const uint32_t word = 0;
   uint32_t instruction, refused = 0;
   struct outputs out;

   for (instruction = 0; instruction < 55; instruction++) {
      uint32_t site = 0;

      CHECK_EQUAL(context, dral_dynamic_instruction_site(instruction, &site),
                  0, "site");
      if (site <= DRAL_DYNAMIC_SITE_PARTIAL)
         continue;
      INVALID(context, out, dral_dynamic_differs(instruction, &word, 1,
                                                 &word, 1, &out.number));
      refused++;
   }
   CHECK_EQUAL(context, refused, 24, "neither final nor partial");
}

static void
one_unknown_dynamic_state_refuses_all(struct context *context)
{
   static const uint32_t unknown[] = {
      9, 1000267012, 1000455018, 1000455000, 1000999000, UINT32_MAX,
   };
   struct outputs out;
   size_t i;

   for (i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
      const uint32_t first[] = { unknown[i], 2 };
      const uint32_t last[] = { 2, 2, unknown[i] };

      INVALID(context, out, dral_dynamic_states(first, 2, &out.set));
      INVALID(context, out, dral_dynamic_states(last, 3, &out.set));
      WRITES(context, out, dral_dynamic_states(last, 2, &out.set), 1, 0);
   }
}

const struct test dynamic_state_errors_tests[] = {
   QUICK_TEST(pointers_and_counts_of_dynamic_state_are_checked),
   QUICK_TEST(dynamic_state_functions_take_null_for_nothing),
   QUICK_TEST(unknown_devices_are_refused),
   QUICK_TEST(unknown_bits_of_dynamic_state_are_refused),
   QUICK_TEST(unknown_instructions_and_sites_are_refused),
   QUICK_TEST(words_that_no_pipeline_has_are_not_compared),
   QUICK_TEST(one_unknown_dynamic_state_refuses_all),
   NO_MORE_TESTS
};
