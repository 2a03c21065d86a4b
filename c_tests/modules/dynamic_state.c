/* SPDX-License-Identifier: MIT */

/*
 * Dynamic state: random sets on random devices, compared with the reference,
 * and what must hold for every set.
 */

#include "dral_dynamic_state.h"
#include "harness/generator.h"
#include "reference/dynamic_state.h"
#include "harness/subjects.h"

#define ROUNDS 20000

static const uint32_t versions[] = { 90, 110, 120, 125, 200, 300, 350 };

/* A device and changes. */
struct question {
   uint32_t mesa;
   uint32_t version;
   uint32_t features;
   uint64_t states;
   uint32_t commands;
   uint64_t instructions;
};

/* A random set of this many bits, sparse or dense. */
static uint64_t
any_set(struct generator *generator, unsigned bits)
{
   uint64_t set = next_number(generator) >> (64 - bits);

   switch (number_below(generator, 5)) {
   case 0:
      return 0;
   case 1:
      return UINT64_C(1) << number_below(generator, bits);
   case 2: /* an eighth of them */
      set &= next_number(generator);
      return set & next_number(generator);
   default:
      return set;
   }
}

static struct question
any_question(struct generator *generator)
{
   const struct release *const release =
      &reference_releases()[number_below(generator, RELEASE_COUNT)];
   struct question question;

   question.mesa = release->mesa;
   do {
      question.version = versions[number_below(generator, LENGTH(versions))];
   } while (question.version > release->last_version);
   question.features = (uint32_t)any_set(generator, 12) & release->features;
   question.states = any_set(generator, STATE_COUNT) & release->states;
   question.commands =
      (uint32_t)any_set(generator, COMMAND_COUNT) & release->commands;
   question.instructions =
      any_set(generator, INSTRUCTION_COUNT) & release->instructions;
   return question;
}

/* Checks the result of a call; prints the question on failure. */
#define CHECK_ANSWER(context, question, call, expected)                     \
   do {                                                                     \
      uint64_t answer = 0;                                                  \
      uint64_t *const out = &answer;                                        \
                                                                            \
      CHECK_EQUAL(context, call, 0, #call);                                 \
      CHECK_EQUAL(context, answer, expected,                                \
                  #call ": mesa %" PRIu32 ", version %" PRIu32              \
                  ", features %" PRIx32 ", states %" PRIx64                 \
                  ", commands %" PRIx32 ", instructions %" PRIx64,          \
                  (question)->mesa, (question)->version,                    \
                  (question)->features, (question)->states,                 \
                  (question)->commands, (question)->instructions);          \
   } while (0)

/* An instruction is triggered if one of its causes is there. */
static uint64_t
expected_instructions(const struct question *q)
{
   uint64_t expected = 0;
   uint32_t instruction;

   for (instruction = 0; instruction < INSTRUCTION_COUNT; instruction++) {
      uint64_t states;
      uint32_t commands;

      reference_triggers(q->mesa, q->version, q->features, instruction,
                         &states, &commands);
      if ((states & q->states) != 0 || (commands & q->commands) != 0)
         expected |= UINT64_C(1) << instruction;
   }
   return expected;
}

/* What is triggered, emitted with its companions, and the companions of any
 * instructions. */
static void
emissions_of_any_changes_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint64_t seen = 0;
   uint64_t added = 0;
   int seen_count = 0;
   int i;

   reference_read_causes(context);
   for (i = 0; i < ROUNDS; i++) {
      const struct question q = any_question(&generator);
      const uint64_t triggered = expected_instructions(&q);
      const uint64_t closed = reference_with_companions(
         q.mesa, q.version, q.features, q.instructions);

      CHECK_ANSWER(context, &q,
                   dral_dynamic_triggered(q.mesa, q.version, q.features,
                                          q.states, q.commands, out),
                   triggered);
      CHECK_ANSWER(context, &q,
                   dral_dynamic_emitted(q.mesa, q.version, q.features,
                                        q.states, q.commands, out),
                   reference_with_companions(q.mesa, q.version, q.features,
                                             triggered));
      CHECK_ANSWER(context, &q,
                   dral_dynamic_with_companions(q.mesa, q.version,
                                                q.features, q.instructions,
                                                out),
                   closed);
      seen |= triggered;
      added |= closed & ~q.instructions;
   }
   /* The others are final, unused or companions alone. */
   for (; seen != 0; seen &= seen - 1)
      seen_count++;
   CHECK_EQUAL(context, seen_count, 56, "instructions that were triggered");
   CHECK_EQUAL(context, added,
               reference_instructions("BLEND_STATE_PTR CC_STATE_PTR "
                                      "VIEWPORT_CC_PTR VIEWPORT_CC "
                                      "VIEWPORT_SF_CLIP PS_EXTRA VFG VF "
                                      "PRIMITIVE_REPLICATION RASTER "
                                      "VF_SGVS VF_SGVS_2 CLIP VERTEX_INPUT "
                                      "VF_TOPOLOGY VS GS HS TE DS "
                                      "MULTISAMPLE VF_STATISTICS STREAMOUT"),
               "companions seen");
}

static void
check_device(struct context *context, struct question *q,
             const struct release *release)
{
   uint32_t i;

   CHECK_ANSWER(context, q,
                dral_dynamic_initial(q->mesa, q->version, q->features, out),
                reference_initial(q->mesa, q->version, q->features));
   for (i = 0; i < INSTRUCTION_COUNT; i++) {
      uint32_t commands = 0;

      q->instructions = UINT64_C(1) << i;
      if ((release->instructions & q->instructions) == 0)
         continue;
      reference_triggers(q->mesa, q->version, q->features, i, &q->states,
                         &q->commands);
      CHECK_ANSWER(context, q,
                   dral_dynamic_triggers(q->mesa, q->version, q->features, i,
                                         out, &commands),
                   q->states);
      CHECK_EQUAL(context, commands, q->commands, "commands of %" PRIu32, i);
   }
}

/* What triggers each instruction, and what the first draw emits. */
static void
triggers_and_first_draws_of_all_devices_equal_reference(
   struct context *context)
{
   struct question q = { 0, 0, 0, 0, 0, 0 };
   size_t version, place;

   reference_read_causes(context);
   for (place = 0; place < RELEASE_COUNT; place++) {
      const struct release *const release = &reference_releases()[place];

      q.mesa = release->mesa;
      for (version = 0; version < LENGTH(versions); version++) {
         q.version = versions[version];
         if (q.version > release->last_version)
            continue;
         for (q.features = 0; q.features <= release->features; q.features++)
            check_device(context, &q, release);
      }
   }
}

/* The functions that the tests above do not call. */
static void
other_functions_of_dynamic_state_are_called(struct context *context)
{
   const uint32_t scissors = 1, word = 7;
   uint64_t set;
   uint32_t result;

   CHECK_RESULT(
      context,
      dral_dynamic_instruction_site(DRAL_MESA_RELEASE_V26_2,
                                    DRAL_DYNAMIC_INSTRUCTION_SCISSOR,
                                    &result),
      result, DRAL_DYNAMIC_SITE_DYNAMIC);
   CHECK_RESULT(
      context,
      dral_dynamic_site_instructions(DRAL_MESA_RELEASE_V24_3,
                                     DRAL_DYNAMIC_SITE_FINAL, &set), set,
      0x7F9FEF);
   CHECK_RESULT(context,
                dral_dynamic_after_blit(DRAL_MESA_RELEASE_V24_3, 90, 0, 1,
                                        &set),
                set, 0x74FCF2B007D87);
   CHECK_RESULT(context,
                dral_dynamic_differs(DRAL_MESA_RELEASE_V24_3, 0, NULL, 0,
                                     &word, 1, &result),
                result, 1);
   CHECK_RESULT(context, dral_dynamic_states(&scissors, 1, &set), set, 0x400);
}

const struct test dynamic_state_tests[] = {
   QUICK_TEST(triggers_and_first_draws_of_all_devices_equal_reference),
   QUICK_TEST(emissions_of_any_changes_equal_reference),
   QUICK_TEST(other_functions_of_dynamic_state_are_called),
   NO_MORE_TESTS,
};
