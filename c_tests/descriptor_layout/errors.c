/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the descriptor layout functions: the
 * documented errno, and nothing written.
 */

#include "harness/calls.h"
#include "harness/canary.h"
#include "dral_descriptor_layout.h"
#include "harness/subjects.h"

#include <errno.h>
#include <string.h>

#define SAMPLED DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE
#define MUTABLE DRAL_DESCRIPTOR_TYPE_MUTABLE
#define UNIFORM DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER

/* More elements than any memory has. */
#define ENDLESS (SIZE_MAX / 2)

#define SLOTS 4

#define MESA DRAL_MESA_RELEASE_V26_2

/* What functions may write, all of it with a pattern. */
struct outputs {
   struct dral_descriptor_set_layout set;
   struct dral_descriptor_binding_layout slots[SLOTS];
   struct dral_descriptor_set_size set_size;
   struct dral_descriptor_set_support support;
   struct dral_descriptor_element element;
   struct dral_descriptor_pool_size pool_size;
   struct dral_descriptor_type_layout type_layout;
   struct dral_descriptor_table table;
   struct dral_descriptor_buffer_range range;
   uint32_t words[2];
};

struct caller {
   struct context *context;
   struct dral_descriptor_table table;
   struct dral_descriptor_binding bindings[2];
   struct dral_descriptor_pool_part part;
   struct dral_descriptor_set_layout set;
   struct dral_descriptor_binding_layout slots[SLOTS];
   struct outputs outputs;
};

static struct dral_descriptor_binding
binding_of(uint32_t number, uint32_t type, uint32_t count)
{
   struct dral_descriptor_binding binding = { 0 };

   binding.binding = number;
   binding.descriptor_type = type;
   binding.descriptor_count = count;
   return binding;
}

/* A caller that does everything right. */
static struct caller
sound_caller(struct context *context)
{
   struct caller caller;

   memset(&caller, 0, sizeof caller);
   caller.context = context;
   CHECK_EQUAL(context,
               dral_descriptor_table_init(1, MESA, 120, 0, &caller.table), 0,
               "table");
   caller.bindings[0] = binding_of(0, SAMPLED, 2);
   caller.bindings[1] = binding_of(1, MUTABLE, 3);
   caller.part.descriptor_type = SAMPLED;
   caller.part.descriptor_count = 7;
   CHECK_EQUAL(context,
               dral_descriptor_set_lay_out(&caller.table, caller.bindings, 2,
                                           &caller.set, caller.slots, SLOTS),
               0, "set layout");
   fill_canary(&caller.outputs, sizeof caller.outputs);
   return caller;
}

#define LAYOUT(caller)                                                       \
   dral_descriptor_set_lay_out(&(caller).table, (caller).bindings, 2,        \
                               &(caller).outputs.set,                        \
                               (caller).outputs.slots, SLOTS)
#define SUPPORT(caller)                                                      \
   dral_descriptor_set_query_support(&(caller).table, (caller).bindings, 2,  \
                                     &(caller).outputs.support)

static const uint32_t counts[] = { 1, 2 };
static const uint32_t list[] = { SAMPLED };
static struct caller sound;

DEFINE_CALL(descriptor_table_init, 1, MESA, 120, 0, at[0])
DEFINE_CALL(descriptor_type_find, at[0], MUTABLE, at[1], n[0], at[2])
DEFINE_CALL(descriptor_element_locate, at[0], 0, 0, at[1])
DEFINE_CALL(descriptor_set_lay_out, at[0], at[1], n[0], at[2], at[3], n[1])
DEFINE_CALL(descriptor_set_totals, at[0], at[1], n[0], at[2])
DEFINE_CALL(descriptor_set_query_support, at[0], at[1], n[0], at[2])
DEFINE_CALL(descriptor_set_measure, at[0], at[1], at[2], 0, at[3])
DEFINE_CALL(descriptor_pool_measure, at[0], at[1], n[0], 1, 0, at[2])
DEFINE_CALL(descriptor_dynamic_offset_starts, at[0], at[1], at[2], n[0])
DEFINE_CALL(descriptor_push_constant_word, 64, 0, at[0])
DEFINE_CALL(descriptor_surface_handle, 64, 1, at[0])
DEFINE_CALL(descriptor_sampler_handle, 64, 1, at[0])
DEFINE_CALL(descriptor_heap_init, 125, at[0])
DEFINE_CALL(descriptor_buffer_range_resolve, at[0], UNIFORM, 64, 0, 64, 0,
            at[1])

static const struct call calls[] = {
   CALL(descriptor_table_init, OUT(0, struct dral_descriptor_table)),
   CALL(descriptor_type_find, IN(0, sound.table),
        IN_ARRAY(0, list, 1, 1, 0),
        OUT(0, struct dral_descriptor_type_layout)),
   CALL(descriptor_element_locate, IN(0, sound.slots[0]),
        OUT(0, struct dral_descriptor_element)),
   CALL(descriptor_set_lay_out, IN(0, sound.table),
        IN_ARRAY(APART, sound.bindings, 2, 1, 0),
        OUT(APART_TOO, struct dral_descriptor_set_layout),
        OUT_ARRAY(APART | APART_TOO, struct dral_descriptor_binding_layout, 2,
                  2, -ENOSPC)),
   CALL(descriptor_set_totals, IN(0, sound.table),
        IN_ARRAY(0, sound.bindings, 2, 1, 0),
        OUT(0, struct dral_descriptor_set_layout)),
   CALL(descriptor_set_query_support, IN(0, sound.table),
        IN_ARRAY(0, sound.bindings, 2, 1, 0),
        OUT(0, struct dral_descriptor_set_support)),
   CALL(descriptor_set_measure, IN(0, sound.table), IN(0, sound.set),
        IN_FIXED(0, sound.slots, 2), OUT(0, struct dral_descriptor_set_size)),
   CALL(descriptor_pool_measure, IN(0, sound.table),
        { ROLE_INPUT, 0, sizeof sound.part, 1, 1, 0, &sound.part },
        OUT(0, struct dral_descriptor_pool_size)),
   CALL(descriptor_dynamic_offset_starts, IN(0, sound.table),
        IN_ARRAY(APART, counts, 2, 1, 0),
        OUT_ARRAY(APART, uint32_t, 2, 1, 0)),
   CALL(descriptor_push_constant_word, OUT(0, uint32_t)),
   CALL(descriptor_surface_handle, OUT(0, uint32_t)),
   CALL(descriptor_sampler_handle, OUT(0, uint32_t)),
   CALL(descriptor_heap_init, OUT(0, struct dral_descriptor_heap)),
   CALL(descriptor_buffer_range_resolve, IN(0, sound.table),
        OUT(0, struct dral_descriptor_buffer_range)),
};

static void
pointers_and_counts_of_layouts_are_checked(struct context *context)
{
   sound = sound_caller(context);
   check_calls(context, calls, sizeof calls / sizeof calls[0]);
}

/* Arrays within what the pointers point to. */
static void
missing_and_endless_lists_are_refused(struct context *context)
{
   static const struct {
      size_t binding;
      uint32_t type;
      const uint32_t *types;
      size_t type_count;
      const uint8_t *samplers;
      size_t sampler_count;
   } refused[] = {
      { 1, MUTABLE, NULL, 2, NULL, 0 },
      { 1, MUTABLE, list, ENDLESS, NULL, 0 },
      { 0, DRAL_DESCRIPTOR_TYPE_SAMPLER, NULL, 0, NULL, 1 },
      { 0, DRAL_DESCRIPTOR_TYPE_SAMPLER, NULL, 0, (const uint8_t *)list,
        SIZE_MAX },
   };
   struct caller c;
   size_t i;

   for (i = 0; i < sizeof refused / sizeof refused[0]; i++) {
      struct dral_descriptor_binding *binding;

      c = sound_caller(context);
      binding = &c.bindings[refused[i].binding];
      binding->descriptor_type = refused[i].type;
      CHECK_EQUAL(context, LAYOUT(c), 0, "without a list");
      CHECK_EQUAL(context, SUPPORT(c), 0, "without a list");
      fill_canary(&c.outputs, sizeof c.outputs);
      binding->mutable_types = refused[i].types;
      binding->mutable_type_count = refused[i].type_count;
      binding->immutable_samplers = refused[i].samplers;
      binding->immutable_sampler_count = refused[i].sampler_count;
      REFUSED(c, LAYOUT(c), -EINVAL);
      REFUSED(c, SUPPORT(c), -EINVAL);
   }
   c = sound_caller(context);
   c.table.types = NULL;
   REFUSED(c, LAYOUT(c), -EINVAL);
   REFUSED(c, SUPPORT(c), -EINVAL);
   c = sound_caller(context);
   c.table.type_count = ENDLESS;
   REFUSED(c, LAYOUT(c), -EINVAL);
   c = sound_caller(context);
   c.part.descriptor_type = MUTABLE;
   CHECK_EQUAL(context,
               dral_descriptor_pool_measure(&c.table, &c.part, 1, 1, 0,
                                            &c.outputs.pool_size),
               0, "without a list");
   fill_canary(&c.outputs, sizeof c.outputs);
   c.part.mutable_type_count = 1;
   REFUSED(c,
           dral_descriptor_pool_measure(&c.table, &c.part, 1, 1, 0,
                                        &c.outputs.pool_size),
           -EINVAL);
}

static void
layout_functions_take_null_for_nothing(struct context *context)
{
   struct caller c = sound_caller(context);
   struct outputs *out = &c.outputs;

   CHECK_EQUAL(
      context,
      dral_descriptor_set_lay_out(&c.table, NULL, 0, &out->set, NULL, 0), 0,
      "no bindings");
   CHECK_EQUAL(context, out->set.binding_count, 0, "no bindings");
   CHECK_EQUAL(context,
               dral_descriptor_set_measure(&c.table, &out->set, NULL, 0,
                                           &out->set_size),
               0, "no slots");
   CHECK_EQUAL(
      context,
      dral_descriptor_set_query_support(&c.table, NULL, 0, &out->support), 0,
      "no bindings");
   CHECK_EQUAL(context, out->support.supported, 1, "no bindings");
   CHECK_EQUAL(
      context,
      dral_descriptor_pool_measure(&c.table, NULL, 0, 0, 0, &out->pool_size),
      0, "no parts");
   CHECK_EQUAL(context, out->pool_size.surface_size, 0, "no parts");
   CHECK_EQUAL(context, dral_descriptor_dynamic_offset_starts(&c.table, NULL,
                                                              NULL, 0), 0,
               "no sets");
   /* The list of what is not mutable is not looked at. */
   c.bindings[1] = binding_of(1, SAMPLED, 1);
   c.bindings[1].mutable_type_count = ENDLESS;
   CHECK_EQUAL(context, LAYOUT(c), 0, "a list");
   /* Nor are the immutable samplers of what has none. */
   c.bindings[1].immutable_sampler_count = SIZE_MAX;
   CHECK_EQUAL(context, LAYOUT(c), 0, "samplers");
}

/* Arrays within what the pointers point to share memory with the slots. */
static void
lists_must_not_overlap_the_slots(struct context *context)
{
   union {
      struct dral_descriptor_binding_layout slots[SLOTS];
      struct dral_descriptor_type_layout types[1];
      uint32_t list[1];
      uint8_t samplers[1];
   } both, copy;
   uint32_t i;

   for (i = 0; i < 3; i++) {
      struct caller c = sound_caller(context);

      memset(&both, 0, sizeof both);
      if (i == 0) {
         both.types[0] = c.table.types[2];
         c.table.types = both.types;
         c.table.type_count = 1;
         c.bindings[1] = c.bindings[0];
         c.bindings[1].binding = 1;
      } else if (i == 1) {
         both.list[0] = SAMPLED;
         c.bindings[1].mutable_types = both.list;
         c.bindings[1].mutable_type_count = 1;
      } else {
         both.samplers[0] = 1;
         c.bindings[0].descriptor_type = DRAL_DESCRIPTOR_TYPE_SAMPLER;
         c.bindings[0].immutable_samplers = both.samplers;
         c.bindings[0].immutable_sampler_count = 1;
      }
      CHECK_EQUAL(context, LAYOUT(c), 0, "list %" PRIu32 " apart", i);
      fill_canary(&c.outputs, sizeof c.outputs);
      copy = both;
      REFUSED(c,
              dral_descriptor_set_lay_out(&c.table, c.bindings, 2,
                                          &c.outputs.set, both.slots, SLOTS),
              -EINVAL);
      CHECK(context, memcmp(&both, &copy, sizeof both) == 0,
            "list %" PRIu32, i);
   }
}

static void
unknown_models_and_flags_are_refused(struct context *context)
{
   struct caller c = sound_caller(context);
   static const uint32_t models[] = { 0, 5, 0x101, UINT32_MAX };
   static const uint32_t releases[] = { 0, 2402, 2500, 2603, UINT32_MAX };
   size_t i;

   for (i = 0; i < sizeof releases / sizeof releases[0]; i++)
      REFUSED(
         c,
         dral_descriptor_table_init(1, releases[i], 120, 0, &c.outputs.table),
         -EINVAL);
   for (i = 1; i <= 3; i++)
      REFUSED(c,
              dral_descriptor_table_init((uint32_t)i, MESA, 89, 0,
                                         &c.outputs.table),
              -EINVAL);
   REFUSED(c, dral_descriptor_table_init(4, MESA, 5, 0, &c.outputs.table),
           -EINVAL);

   for (i = 0; i < sizeof models / sizeof models[0]; i++)
      REFUSED(c,
              dral_descriptor_table_init(models[i], MESA, 120, 0,
                                         &c.outputs.table),
              -EINVAL);
   REFUSED(c, dral_descriptor_surface_handle(64, 2, c.outputs.words),
           -EINVAL);
   REFUSED(c,
           dral_descriptor_type_find(&c.table, 11, NULL, 0,
                                     &c.outputs.type_layout),
           -ENOTSUP);
   REFUSED(c,
           dral_descriptor_buffer_range_resolve(&c.table, SAMPLED, 64, 0, 64,
                                                0, &c.outputs.range),
           -EINVAL);
}

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

   for (i = 0; i < sizeof refused / sizeof refused[0]; i++) {
      struct caller c = sound_caller(context);
      const char *told;

      /* The older PanVK stands for a table without variable counts. */
      CHECK_EQUAL(context,
                  dral_descriptor_table_init(
                     refused[i].model == 0 ? 4 : refused[i].model,
                     refused[i].model == 0 ? DRAL_MESA_RELEASE_V24_3 : MESA,
                     125, refused[i].set_flags, &c.table),
                  0, "table");
      c.bindings[0] = refused[i].binding;
      c.bindings[1] = binding_of(1, 3, 1);
      REFUSED(c, LAYOUT(c), refused[i].error);
      REFUSED(c, dral_descriptor_set_totals(&c.table, c.bindings, 2,
                                            &c.outputs.set),
              refused[i].error);
      told = dral_descriptor_set_explain(&c.table, c.bindings, 2);
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

   for (i = 0; i < sizeof alignments / sizeof alignments[0]; i++) {
      struct caller c = sound_caller(context);
      struct dral_descriptor_type_layout own = c.table.types[2];

      c.table.rules.set_alignment = alignments[i];
      c.table.rules.pool_alignment = alignments[i];
      REFUSED(c,
              dral_descriptor_set_measure(&c.table, &c.set, c.slots, 0,
                                          &c.outputs.set_size),
              -EINVAL);
      REFUSED(c,
              dral_descriptor_pool_measure(&c.table, &c.part, 1, 1, 0,
                                           &c.outputs.pool_size),
              -EINVAL);
      own.surface_alignment = alignments[i];
      c.table.types = &own;
      c.table.type_count = 1;
      c.bindings[1] = c.bindings[0];
      c.bindings[1].binding = 1;
      REFUSED(c, LAYOUT(c), -EINVAL);
      own.surface_alignment = 8;
      own.sampler_alignment = alignments[i];
      REFUSED(c, LAYOUT(c), -EINVAL);
      own.sampler_alignment = 1;
      CHECK_EQUAL(context, LAYOUT(c), 0, "powers of two");
   }
}

static void
descriptor_buffers_have_no_pools(struct context *context)
{
   struct caller c = sound_caller(context);

   CHECK_EQUAL(context, dral_descriptor_table_init(3, MESA, 125, 0, &c.table),
               0, "table");
   REFUSED(c,
           dral_descriptor_pool_measure(&c.table, &c.part, 1, 1, 0,
                                        &c.outputs.pool_size),
           -EINVAL);
}

/* Layouts that the library never made: any answer, but no wrong write. */
static void
layouts_that_are_none_are_refused(struct context *context)
{
   struct caller c = sound_caller(context);

   c.slots[1].binding_flags = 8;
   c.set.surface_size = 1;
   REFUSED(c,
           dral_descriptor_set_measure(&c.table, &c.set, c.slots, 0,
                                       &c.outputs.set_size),
           -EINVAL);
   c.slots[1].surface_stride = UINT32_MAX;
   REFUSED(c,
           dral_descriptor_set_measure(&c.table, &c.set, c.slots, 0,
                                       &c.outputs.set_size),
           -EINVAL);
   REFUSED(
      c,
      dral_descriptor_element_locate(&c.slots[1], 2, 0, &c.outputs.element),
      -ERANGE);
   REFUSED(
      c,
      dral_descriptor_element_locate(&c.slots[1], 3, 0, &c.outputs.element),
      -EINVAL);
   REFUSED(
      c,
      dral_descriptor_element_locate(&c.slots[1], 0, 1, &c.outputs.element),
      -EINVAL);
   REFUSED(c,
           dral_descriptor_set_measure(&c.table, &c.set, c.slots, 4,
                                       &c.outputs.set_size),
           -EINVAL);
}

const struct test descriptor_layout_errors_tests[] = {
   QUICK_TEST(pointers_and_counts_of_layouts_are_checked),
   QUICK_TEST(missing_and_endless_lists_are_refused),
   QUICK_TEST(layout_functions_take_null_for_nothing),
   QUICK_TEST(lists_must_not_overlap_the_slots),
   QUICK_TEST(unknown_models_and_flags_are_refused),
   QUICK_TEST(refused_layouts_are_explained),
   QUICK_TEST(alignments_that_are_no_power_of_two_are_refused),
   QUICK_TEST(descriptor_buffers_have_no_pools),
   QUICK_TEST(layouts_that_are_none_are_refused),
   NO_MORE_TESTS,
};
