/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the dynamic state functions: -EINVAL, and
 * nothing written.
 */

#include "harness/harness.h"
#include "harness/steps.h"
#include "dral_dynamic_state.h"
#include "harness/subjects.h"

/* What the functions read. */
static struct {
   uint32_t version, features, instruction, site, commands, flag, word;
   uint64_t states, instructions;
   /* Numbers of Vulkan. */
   uint32_t list[3];
} sound;

static void
make_sound(struct context *context)
{
   (void)context;
   sound.version = 120;
   sound.features = 0;
   sound.instruction = 25;
   sound.site = 3;
   sound.commands = 1;
   sound.flag = 1;
   sound.states = 1;
   sound.instructions = 1;
   sound.list[0] = sound.list[1] = sound.list[2] = 2;
}

DEFINE_CALLS(set_calls,
             dral_dynamic_triggered(sound.version, sound.features,
                                    sound.states, sound.commands, OUT(0)),
             dral_dynamic_emitted(sound.version, sound.features, sound.states,
                                  sound.commands, OUT(0)))
DEFINE_CALL(with_companions,
            dral_dynamic_with_companions(sound.version, sound.features,
                                         sound.instructions, OUT(0)))
DEFINE_CALL(triggers,
            dral_dynamic_triggers(sound.version, sound.features,
                                  sound.instruction, OUT(0), OUT(1)))
DEFINE_CALL(after_blit,
            dral_dynamic_after_blit(sound.version, sound.features, sound.flag,
                                    OUT(0)))

/* All functions of a device. */
DEFINE_CALLS(device_calls,
             set_calls(),
             with_companions(),
             triggers(),
             dral_dynamic_initial(sound.version, sound.features, OUT(0)),
             after_blit())
DEFINE_CALL(instruction_site,
            dral_dynamic_instruction_site(sound.instruction, OUT(0)))
DEFINE_CALL(site_instructions,
            dral_dynamic_site_instructions(sound.site, OUT(0)))

DEFINE_CALL(differs,
            dral_dynamic_differs(sound.instruction, &sound.word, 1,
                                 &sound.word, 1, OUT(0)))
DEFINE_CALL(states_of_list, dral_dynamic_states(sound.list, 3, OUT(0)))

static void
unknown_devices_are_refused(struct context *context)
{
   static const uint32_t versions[] = {
      0, 9, 12, 80, 89, 91, 100, 119, 121, 124, 126, 201, 301, 1250,
      UINT32_MAX,
   };
   size_t i;

   make_sound(context);
   for (i = 0; i < LENGTH(versions) + 24; i++) {
      const struct step version[] = {
         STEP(device_calls, sound.version, versions[i % LENGTH(versions)],
              -EINVAL),
      };
      const struct step feature[] = {
         STEP(device_calls, sound.features, 1u << (8 + i % 24), -EINVAL),
      };

      CHECK_STEPS(context, version);
      CHECK_STEPS(context, feature);
   }
}

static void
unknown_bits_of_dynamic_state_are_refused(struct context *context)
{
   unsigned bit;

   make_sound(context);
   for (bit = 0; bit < 64; bit++) {
      const uint64_t set = UINT64_C(1) << bit;
      const struct step steps[] = {
         STEP(set_calls, sound.states, set | (bit >= 62),
              bit < 62 ? 0 : -EINVAL),
         STEP(with_companions, sound.instructions, set | (bit >= 55),
              bit < 55 ? 0 : -EINVAL),
         STEP(set_calls, sound.commands, 1u << bit % 32 | 1,
              bit % 32 < 10 ? 0 : -EINVAL),
      };

      CHECK_STEPS(context, steps);
   }
}

static void
unknown_instructions_and_sites_are_refused(struct context *context)
{
   static const uint32_t beyond[] = { 55, 56, 63, 64, 0x100, UINT32_MAX };
   static const struct step numbers[] = {
      STEP(site_instructions, sound.site, 4, -EINVAL),
      STEP(after_blit, sound.flag, 2, -EINVAL),
      STEP(after_blit, sound.flag, UINT32_MAX, -EINVAL),
   };
   size_t i;

   make_sound(context);
   CHECK_STEPS(context, numbers);
   for (i = 0; i < LENGTH(beyond); i++) {
      const struct step steps[] = {
         STEP(instruction_site, sound.instruction, beyond[i], -EINVAL),
         STEP(triggers, sound.instruction, beyond[i], -EINVAL),
         STEP(differs, sound.instruction, beyond[i], -EINVAL),
         STEP(site_instructions, sound.site, beyond[i], -EINVAL),
      };

      CHECK_STEPS(context, steps);
   }
}

static void
words_that_no_pipeline_has_are_not_compared(struct context *context)
{
   uint32_t instruction, refused = 0;

   for (instruction = 0; instruction < 55; instruction++) {
      uint32_t site = 0;
      const struct step steps[] = {
         STEP(differs, sound.instruction, instruction, -EINVAL),
      };

      CHECK_EQUAL(context, dral_dynamic_instruction_site(instruction, &site),
                  0, "site");
      if (site <= DRAL_DYNAMIC_SITE_PARTIAL)
         continue;
      make_sound(context);
      CHECK_STEPS(context, steps);
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
   size_t i;

   make_sound(context);
   for (i = 0; i < LENGTH(unknown); i++) {
      const struct step steps[] = {
         STEP(states_of_list, sound.list[0], unknown[i], -EINVAL),
         STEP(states_of_list, sound.list[2], unknown[i], -EINVAL),
      };

      CHECK_STEPS(context, steps);
   }
}

const struct test dynamic_state_errors_tests[] = {
   QUICK_TEST(unknown_devices_are_refused),
   QUICK_TEST(unknown_bits_of_dynamic_state_are_refused),
   QUICK_TEST(unknown_instructions_and_sites_are_refused),
   QUICK_TEST(words_that_no_pipeline_has_are_not_compared),
   QUICK_TEST(one_unknown_dynamic_state_refuses_all),
   NO_MORE_TESTS
};
