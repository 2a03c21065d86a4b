/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the descriptor layout functions: the
 * documented errno, and nothing written.
 */

#include "harness/harness.h"
#include "harness/steps.h"
#include "dral_descriptor_layout.h"
#include "harness/subjects.h"

#include <string.h>

#define SAMPLED DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE
#define MUTABLE DRAL_DESCRIPTOR_TYPE_MUTABLE
#define SAMPLER DRAL_DESCRIPTOR_TYPE_SAMPLER

#define SLOTS 4

#define MESA DRAL_MESA_RELEASE_V26_2

/* What the functions read. */
static struct {
   uint32_t model, release, version;
   struct dral_descriptor_table table;
   struct dral_descriptor_type_layout types[1];
   struct dral_descriptor_binding bindings[2];
   struct dral_descriptor_pool_part part;
   struct dral_descriptor_set_layout set;
   struct dral_descriptor_binding_layout slots[2];
   uint32_t variable_count, element, plane, full_offsets, type;
} sound;

static struct dral_descriptor_binding
binding_of(uint32_t number, uint32_t type, uint32_t count)
{
   struct dral_descriptor_binding binding = { 0 };

   binding.binding = number;
   binding.descriptor_type = type;
   binding.descriptor_count = count;
   return binding;
}

DEFINE_CALL(lay_out,
            dral_descriptor_set_lay_out(&sound.table, sound.bindings, 2,
                                        OUT(0), OUT(1), SLOTS))

static const char *
explain(void)
{
   return dral_descriptor_set_explain(&sound.table, sound.bindings, 2);
}

static void
make_sound(struct context *context)
{
   memset(&sound, 0, sizeof sound);
   sound.model = 1;
   sound.release = MESA;
   sound.version = 120;
   CHECK_EQUAL(context,
               dral_descriptor_table_init(1, MESA, 120, 0, &sound.table), 0,
               "table");
   sound.types[0] = sound.table.types[2];
   sound.bindings[0] = binding_of(0, SAMPLED, 2);
   sound.bindings[1] = binding_of(1, MUTABLE, 3);
   sound.part.descriptor_type = SAMPLED;
   sound.part.descriptor_count = 7;
   sound.full_offsets = 1;
   sound.type = DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
   CHECK_EQUAL(context,
               dral_descriptor_set_lay_out(&sound.table, sound.bindings, 2,
                                           &sound.set, sound.slots, 2),
               0, "set layout");
}

DEFINE_CALL(table_init,
            dral_descriptor_table_init(sound.model, sound.release,
                                       sound.version, 0, OUT(0)))
DEFINE_CALL(type_find,
            dral_descriptor_type_find(&sound.table, sound.type, NULL, 0,
                                      OUT(0)))
DEFINE_CALL(totals,
            dral_descriptor_set_totals(&sound.table, sound.bindings, 2,
                                       OUT(0)))
DEFINE_CALLS(set_calls,
             lay_out(),
             totals(),
             dral_descriptor_set_query_support(&sound.table, sound.bindings,
                                               2, OUT(0)))
DEFINE_CALL(measure_set,
            dral_descriptor_set_measure(&sound.table, &sound.set, sound.slots,
                                        sound.variable_count, OUT(0)))
DEFINE_CALL(measure_pool,
            dral_descriptor_pool_measure(&sound.table, &sound.part, 1, 1, 0,
                                         OUT(0)))
DEFINE_CALL(locate,
            dral_descriptor_element_locate(&sound.slots[1], sound.element,
                                           sound.plane, OUT(0)))
DEFINE_CALL(surface_handle,
            dral_descriptor_surface_handle(64, sound.full_offsets, OUT(0)))
DEFINE_CALL(resolve_range,
            dral_descriptor_buffer_range_resolve(&sound.table, sound.type, 64,
                                                 0, 64, 0, OUT(0)))

/* Arrays within what the pointers point to. */
STEPS_TEST(
   missing_lists_are_refused,
   STEP(set_calls, sound.table.types, 0, -EINVAL),
   STEP(set_calls, sound.table.type_count, SIZE_MAX / 2, -EINVAL),
   STEP(set_calls, sound.bindings[1].mutable_type_count, 2, -EINVAL),
   STEP(measure_pool, sound.part.descriptor_type, MUTABLE, 0),
   STEP(measure_pool, sound.part.mutable_type_count, 1, -EINVAL),
   /* No list is looked at without a type that has one. */
   STEP(set_calls, sound.bindings[0].mutable_type_count, SIZE_MAX, 0),
   STEP(set_calls, sound.bindings[0].immutable_sampler_count, SIZE_MAX, 0),
   STEP(set_calls, sound.bindings[0].descriptor_type, SAMPLER, -EINVAL))

STEPS_TEST(
   unknown_models_and_flags_are_refused,
   STEP(table_init, sound.release, 0, -EINVAL),
   STEP(table_init, sound.release, 2402, -EINVAL),
   STEP(table_init, sound.release, 2500, -EINVAL),
   STEP(table_init, sound.release, 2603, -EINVAL),
   STEP(table_init, sound.release, UINT32_MAX, -EINVAL),
   STEP(table_init, sound.model, 0, -EINVAL),
   STEP(table_init, sound.model, 5, -EINVAL),
   STEP(table_init, sound.model, 0x101, -EINVAL),
   STEP(table_init, sound.model, UINT32_MAX, -EINVAL),
   STEP(table_init, sound.version, 89, -EINVAL),
   STEP(table_init, sound.version, 125, 0),
   STEP(table_init, sound.model, 2, 0),
   STEP(table_init, sound.version, 89, -EINVAL),
   STEP(table_init, sound.model, 3, 0),
   STEP(table_init, sound.version, 89, -EINVAL),
   STEP(table_init, sound.model, 4, 0),
   STEP(table_init, sound.version, 5, -EINVAL),
   STEP(surface_handle, sound.full_offsets, 2, -EINVAL),
   STEP(type_find, sound.type, 11, -ENOTSUP),
   STEP(resolve_range, sound.type, SAMPLED, -EINVAL))

/* Each refusal, and the sentence that goes with it. */
static void
refused_layouts_are_explained(struct context *context)
{
   static const uint32_t inline_list[] = { 2, 1000138000 };
   static const uint8_t four_planes[] = { 1, 4 };
   static const uint8_t no_planes[] = { 0x80 };
   static const struct {
      /* Before an image with the number 1. */
      struct dral_descriptor_binding binding;
      uint32_t model, set_flags;
      int error;
      const char *words;
   } refused[] = {
#define ONE(number, type, count, flags)                                     \
   { NULL, 0, NULL, 0, number, type, count, 0, flags }
      { ONE(1, 2, 1, 0), 1, 0, -EINVAL, "same number" },
      { { NULL, 0, four_planes, 2, 0, 1, 2, 0, 0 }, 1, 0, -EINVAL, "planes" },
      { { NULL, 0, no_planes, 1, 0, 0, 2, 0, 0 }, 1, 0, -EINVAL, "planes" },
      { ONE(0, 1000138000, 6, 0), 1, 0, -EINVAL, "multiple of 4" },
      { { inline_list, 2, NULL, 0, 0, MUTABLE, 6, 0, 0 }, 1, 0, -EINVAL,
        "mutable" },
      { ONE(0, 2, 6, 8), 1, 0, -EINVAL, "highest" },
      { ONE(0, 2, 6, 0), 2, 0x20, -EINVAL, "embedded" },
      { ONE(0, 77, 6, 0), 1, 0, -ENOTSUP, "does not have" },
      { ONE(0, MUTABLE, 6, 0), 3, 0, -ENOTSUP, "one of these types" },
      { ONE(2, 2, 6, 8), 0, 0, -ENOTSUP, "no variable counts" },
      { ONE(0, 1000138000, 65536, 0), 1, 0, -ERANGE, "too large" },
      { ONE(0, 8, 25, 0), 4, 0, -ERANGE, "dynamic" },
      { ONE(0, 2, 0x1000000, 0), 4, 0, -ERANGE, "more memory" },
      { ONE(0, 2, 32, 0), 1, 1, -ERANGE, "push" },
      { ONE(0, 2, UINT32_MAX, 0), 1, 0, -ERANGE, "size or offset" },
      { ONE(UINT32_MAX, 3, 1, 0), 1, 0, -ERANGE, "binding number" },
#undef ONE
   };
   size_t i;

   for (i = 0; i < LENGTH(refused); i++) {
      const char *told;

      make_sound(context);
      /* The older PanVK stands for a table without variable counts. */
      CHECK_EQUAL(context,
                  dral_descriptor_table_init(
                     refused[i].model == 0 ? 4 : refused[i].model,
                     refused[i].model == 0 ? DRAL_MESA_RELEASE_V24_3 : MESA,
                     125, refused[i].set_flags, &sound.table),
                  0, "table");
      sound.bindings[0] = refused[i].binding;
      sound.bindings[1] = binding_of(1, 3, 1);
      fill_canary(outputs, sizeof outputs);
      CHECK_EQUAL(context, lay_out(), refused[i].error, "%s",
                  refused[i].words);
      CHECK_EQUAL(context, totals(), refused[i].error, "%s",
                  refused[i].words);
      CHECK(context, is_untouched(outputs, sizeof outputs), "%s",
            refused[i].words);
      told = explain();
      CHECK(context, strstr(told, refused[i].words) != NULL, "%s: %s",
            refused[i].words, told);
   }
   CHECK(context, strstr(dral_descriptor_set_explain(NULL, NULL, 0),
                         "NULL") != NULL, "NULL");
}

static void
alignments_that_are_no_power_of_two_are_refused(struct context *context)
{
   static const uint32_t alignments[] = { 0, 3, 24, UINT32_MAX };
   size_t i;

   for (i = 0; i < LENGTH(alignments); i++) {
      const struct step steps[] = {
         STEP(measure_set, sound.table.rules.set_alignment, alignments[i],
              -EINVAL),
         STEP(measure_pool, sound.table.rules.pool_alignment, alignments[i],
              -EINVAL),
         STEP(lay_out, sound.types[0].surface_alignment, alignments[i],
              -EINVAL),
         STEP(lay_out, sound.types[0].sampler_alignment, alignments[i],
              -EINVAL),
      };

      make_sound(context);
      sound.types[0].surface_alignment = 8;
      sound.types[0].sampler_alignment = 1;
      sound.table.types = sound.types;
      sound.table.type_count = 1;
      sound.bindings[1] = binding_of(1, SAMPLED, 2);
      CHECK_STEPS(context, steps);
   }
}

static void
descriptor_buffers_have_no_pools(struct context *context)
{
   make_sound(context);
   CHECK_EQUAL(context, measure_pool(), 0, "pools");
   CHECK_EQUAL(context,
               dral_descriptor_table_init(3, MESA, 125, 0, &sound.table), 0,
               "table");
   fill_canary(outputs, sizeof outputs);
   CHECK_EQUAL(context, measure_pool(), -EINVAL, "no pools");
   CHECK(context, is_untouched(outputs, sizeof outputs), "no pools");
}

/* Layouts that the library never made: any answer, but no wrong write. */
STEPS_TEST(
   layouts_that_cannot_be_are_refused,
   STEP(locate, sound.element, 3, -EINVAL),
   STEP(locate, sound.plane, 1, -EINVAL),
   STEP(locate, sound.element, 2, 0),
   STEP(locate, sound.slots[1].surface_stride, UINT32_MAX, -ERANGE),
   /* Of the last binding, which has 3, a variable count. */
   STEP(measure_set, sound.slots[1].binding_flags, 8, 0),
   STEP(measure_set, sound.variable_count, 4, -EINVAL),
   STEP(measure_set, sound.set.surface_size, 1, -EINVAL),
   STEP(measure_set, sound.slots[1].surface_stride, UINT32_MAX, -EINVAL))

const struct test descriptor_layout_errors_tests[] = {
   QUICK_TEST(missing_lists_are_refused),
   QUICK_TEST(unknown_models_and_flags_are_refused),
   QUICK_TEST(refused_layouts_are_explained),
   QUICK_TEST(alignments_that_are_no_power_of_two_are_refused),
   QUICK_TEST(descriptor_buffers_have_no_pools),
   QUICK_TEST(layouts_that_cannot_be_are_refused),
   NO_MORE_TESTS,
};
