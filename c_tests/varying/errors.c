/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the varying functions: the documented
 * errno, and nothing written.
 */

#include "harness/calls.h"
#include "harness/canary.h"
#include "dral_varying.h"
#include "harness/subjects.h"

#include <errno.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#define VARYINGS 3
#define SLOTS 32

/* What functions may write, all of it with a pattern. */
struct outputs {
   struct dral_varying_place place;
   struct dral_varying_span span;
   uint32_t number;
   size_t length;
   char text[DRAL_VARYING_TEXT_SIZE];
   uint32_t positions[VARYINGS];
   uint32_t slots_used;
   uint8_t components_used[SLOTS];
};

struct caller {
   struct context *context;
   struct dral_varying_declaration declaration;
   struct dral_varying varyings[VARYINGS];
   uint32_t flags, max_slots;
   uint32_t scratch[VARYINGS];
   struct outputs outputs;
};

/* A caller that does everything right. */
static struct caller
sound_caller(struct context *context)
{
   const struct dral_varying vec2 = { 0, 2, 1, 0, 1, 0, 0, 0 };
   struct caller caller;
   uint32_t i;

   memset(&caller, 0, sizeof caller);
   caller.context = context;
   caller.declaration.semantic = DRAL_VARYING_SEMANTIC_GENERIC;
   caller.declaration.last = 7;
   caller.declaration.component_count = 2;
   caller.declaration.array_id = 1;
   for (i = 0; i < VARYINGS; i++)
      caller.varyings[i] = vec2;
   caller.max_slots = SLOTS;
   fill_canary(&caller.outputs, sizeof caller.outputs);
   return caller;
}

static int
pack(struct caller *caller)
{
   struct outputs *out = &caller->outputs;

   return dral_varying_pack(caller->varyings, VARYINGS, caller->flags, 0,
                            caller->max_slots, out->positions,
                            out->components_used, &out->slots_used,
                            caller->scratch);
}

static int
write_text(struct caller *caller, uint32_t form, size_t capacity)
{
   return dral_varying_declaration_text(&caller->declaration, form,
                                        caller->outputs.text, capacity,
                                        &caller->outputs.length);
}

#define TEXT "OUT[0..7].xy, GENERIC[0], ARRAY(1)"

static struct dral_varying_declaration declaration = {
   DRAL_VARYING_SEMANTIC_GENERIC, 0, 0, 0, 7, 2, 1
};
static struct dral_varying vec2s[VARYINGS] = {
   { 0, 2, 1, 0, 1, 0, 0, 0 },
   { 0, 2, 1, 0, 1, 0, 0, 0 },
   { 0, 2, 1, 0, 1, 0, 0, 0 }
};

DEFINE_CALL(varying_address, 0, 0, at[0])
DEFINE_CALL(varying_scalar_place, 0, 0, 0, 0, at[0])
DEFINE_CALL(varying_element_place, 0, 0, 1, 0, 0, at[0])
DEFINE_CALL(varying_declaration_place, at[0], 0, 0, at[1])
DEFINE_CALL(varying_declaration_span, at[0], at[1])
DEFINE_CALL(varying_declarations_merge, at[0], n[0], at[1])
DEFINE_CALL(varying_declarations_overlap, at[0], at[1], at[2])
DEFINE_CALL(varying_declaration_text, at[0], 0, at[1], n[0], at[2])
DEFINE_CALL(varying_split, 0, 4, at[0])
DEFINE_CALL(varying_clip_cull_place, 4, 4, at[0])
DEFINE_CALL(varying_component_count, at[0], 0, at[1])
DEFINE_CALL(varying_nvc0_address, 0, 0, 0, at[0])
DEFINE_CALL(varying_pack, at[0], n[0], 0, 0, 8, at[1], at[2], at[3], at[4])

static const struct call declaration_calls[] = {
   CALL(varying_declaration_place, IN(0, declaration),
        OUT(0, struct dral_varying_place)),
   CALL(varying_declaration_span, IN(0, declaration),
        OUT(0, struct dral_varying_span)),
   CALL(varying_declarations_merge,
        { ROLE_INPUT, 0, sizeof declaration, 1, 1, 0, &declaration },
        OUT(0, struct dral_varying_span)),
   CALL(varying_declaration_text, IN(0, declaration),
        OUT_ARRAY(APART, char, sizeof TEXT, 1, -ENOSPC), OUT(APART, size_t)),
};

static const struct call varying_calls[] = {
   CALL(varying_component_count, IN(0, vec2s[0]), OUT(0, uint32_t)),
   CALL(varying_pack, IN_ARRAY(APART, vec2s, VARYINGS, 1, 0),
        OUT_ARRAY(APART, uint32_t, VARYINGS, 1, 0),
        OUT_FIXED(APART, uint8_t, 8), OUT(APART, uint32_t),
        { ROLE_SCRATCH, APART, 4, VARYINGS, 1, 0, NULL }),
};

static const struct call other_calls[] = {
   CALL(varying_address, OUT(0, uint32_t)),
   CALL(varying_scalar_place, OUT(0, struct dral_varying_place)),
   CALL(varying_element_place, OUT(0, struct dral_varying_place)),
   CALL(varying_declarations_overlap, IN(0, declaration), IN(0, declaration),
        OUT(0, uint32_t)),
   CALL(varying_split, OUT_FIXED(0, struct dral_varying_piece, 2)),
   CALL(varying_clip_cull_place, OUT(0, struct dral_varying_clip_cull)),
   CALL(varying_nvc0_address, OUT(0, uint32_t)),
};

static void
pointers_and_counts_of_varyings_are_checked(struct context *context)
{
   check_calls(context, declaration_calls, LENGTH(declaration_calls));
   check_calls(context, varying_calls, LENGTH(varying_calls));
   check_calls(context, other_calls, LENGTH(other_calls));
}

static void
varying_functions_take_null_for_nothing(struct context *context)
{
   struct dral_varying_span span;
   uint32_t slots_used = 7;
   uint8_t used[2] = { 7, 7 };

   CHECK_EQUAL(context, dral_varying_declarations_merge(NULL, 0, &span), 0,
               "merge");
   CHECK_EQUAL(context, span.component_count, 0, "merge");
   CHECK_EQUAL(context, span.slot_count, 0, "merge");
   CHECK_EQUAL(context,
               dral_varying_pack(NULL, 0, 0, 0, 0, NULL, NULL, &slots_used,
                                 NULL), 0, "pack");
   CHECK_EQUAL(context, slots_used, 0, "pack");
   CHECK_EQUAL(context,
               dral_varying_pack(NULL, 0, 0, 0, 2, NULL, used, &slots_used,
                                 NULL), 0, "pack");
   CHECK_EQUAL(context, used[0], 0, "pack");
   CHECK_EQUAL(context, used[1], 0, "pack");
}

/* Makes changes to an input of some of the calls. */
#define CHECK_CHANGES(context, calls, input, changes)                      \
   check_changes(context, calls, LENGTH(calls), &(input), changes,         \
                 LENGTH(changes))

static void
unknown_varying_numbers_are_refused(struct context *context)
{
   static const uint32_t unknown[] = { 21, 256, UINT32_MAX };
   static const struct change varying[] = {
#define UNKNOWN(field)                                   \
   CHANGE(dral_varying, field, 21, -EINVAL),             \
   CHANGE(dral_varying, field, 256, -EINVAL),            \
   CHANGE(dral_varying, field, UINT32_MAX, -EINVAL)
      UNKNOWN(base_type),
      UNKNOWN(interpolation),
      UNKNOWN(patch),
      /* No varying has these shapes. */
      CHANGE(dral_varying, rows, 0, -EINVAL),
      CHANGE(dral_varying, rows, 5, -EINVAL),
      CHANGE(dral_varying, rows, UINT32_MAX, -EINVAL),
      CHANGE(dral_varying, columns, 0, -EINVAL),
      CHANGE(dral_varying, columns, 5, -EINVAL),
      CHANGE(dral_varying, columns, UINT32_MAX, -EINVAL),
#undef UNKNOWN
   };
   struct caller c = sound_caller(context);
   struct outputs *out = &c.outputs;
   size_t i;

   CHECK_CHANGES(context, varying_calls, vec2s[0], varying);
   for (i = 0; i < LENGTH(unknown); i++) {
      const uint32_t number = unknown[i];

      c = sound_caller(context);
      REFUSED(c, write_text(&c, number, sizeof out->text), -EINVAL);
      REFUSED(c, dral_varying_nvc0_address(number, 0, 0, &out->number),
              -EINVAL);
      REFUSED(c, dral_varying_nvc0_address(0, 0, number, &out->number),
              -EINVAL);
      c.declaration.semantic = number;
      REFUSED(c, write_text(&c, 0, sizeof out->text), -EINVAL);
      c.flags = number;
      REFUSED(c, pack(&c), -EINVAL);
      c = sound_caller(context);
      /* No call checks that these slots exist. */
      c.max_slots = number == 21 ? 65 : number;
      REFUSED(c, pack(&c), -EINVAL);
   }
}

static void
declarations_that_cannot_be_are_refused(struct context *context)
{
   static const struct change changes[] = {
      CHANGE(dral_varying_declaration, component_count, 0, -EINVAL),
      CHANGE(dral_varying_declaration, component_count, 5, -EINVAL),
      CHANGE(dral_varying_declaration, component_count, UINT32_MAX, -EINVAL),
      CHANGE(dral_varying_declaration, first, 8, -EINVAL),
      CHANGE(dral_varying_declaration, first_component, 4, -EINVAL),
   };
   struct caller c = sound_caller(context);
   struct outputs *out = &c.outputs;
   size_t i;

   CHECK_CHANGES(context, declaration_calls, declaration, changes);
   /* The count of components is also an argument. */
   for (i = 0; i < 3; i++)
      REFUSED(c, dral_varying_element_place(0, 0,
                                            (uint32_t)changes[i].value, 0, 0,
                                            &out->place), -EINVAL);
   REFUSED(c, dral_varying_declaration_place(&c.declaration, 8, 0,
                                             &out->place), -EINVAL);
   REFUSED(c, dral_varying_declaration_place(&c.declaration, 0, 2,
                                             &out->place), -EINVAL);
}

static void
positions_beyond_32_bits_are_refused(struct context *context)
{
   struct caller c = sound_caller(context);
   struct outputs *out = &c.outputs;

   REFUSED(c, dral_varying_address(UINT32_MAX, 1, &out->number), -ERANGE);
   REFUSED(c, dral_varying_address(0, 1u << 30, &out->number), -ERANGE);
   REFUSED(c, dral_varying_element_place(UINT32_MAX, 3, 4, UINT32_MAX, 3,
                                         &out->place), -ERANGE);
   REFUSED(c, dral_varying_nvc0_address(DRAL_VARYING_SEMANTIC_TEXCOORD,
                                        UINT32_MAX, 1, &out->number),
           -ERANGE);
   c.declaration.semantic_index = UINT32_MAX;
   REFUSED(c, dral_varying_declaration_place(&c.declaration, 0, 0,
                                             &out->place), -ERANGE);
   c = sound_caller(context);
   c.declaration.last = UINT32_MAX;
   REFUSED(c, dral_varying_declarations_merge(&c.declaration, 1, &out->span),
           -ERANGE);
   c.varyings[0].array_length = UINT32_MAX;
   REFUSED(c, dral_varying_component_count(c.varyings, 0, &out->number),
           -ERANGE);
   REFUSED(c, pack(&c), -ERANGE);
   c.flags = DRAL_VARYING_PACK_FLAG_UNPACKED;
   REFUSED(c, pack(&c), -ERANGE);
   c = sound_caller(context);
   c.max_slots = 1;
   REFUSED(c, pack(&c), -ERANGE);
   c.max_slots = 0;
   REFUSED(c, pack(&c), -ERANGE);
}

static void
what_hardware_and_text_lack_is_unsupported(struct context *context)
{
   static const uint32_t inputs[] = {
      DRAL_VARYING_SEMANTIC_PCOORD, DRAL_VARYING_SEMANTIC_TESSCOORD,
      DRAL_VARYING_SEMANTIC_INSTANCEID, DRAL_VARYING_SEMANTIC_VERTEXID,
      DRAL_VARYING_SEMANTIC_EDGEFLAG
   };
   struct caller c = sound_caller(context);
   struct outputs *out = &c.outputs;
   size_t i;

   for (i = 0; i < LENGTH(inputs); i++)
      REFUSED(c, dral_varying_nvc0_address(inputs[i], 0, 1, &out->number),
              -ENOTSUP);
   REFUSED(c, dral_varying_nvc0_address(DRAL_VARYING_SEMANTIC_VIEWPORT_MASK,
                                        0, 0, &out->number), -ENOTSUP);
   c.declaration.first_component = 1;
   REFUSED(c, write_text(&c, DRAL_VARYING_TEXT_FORM_TGSI, sizeof out->text),
           -ENOTSUP);
}

/* In each form; the capacities of the first are in the table above. */
static void
too_little_room_for_a_text_is_refused(struct context *context)
{
   struct caller c = sound_caller(context);
   uint32_t form;

   for (form = 0; form < 3; form++) {
      size_t length;

      c = sound_caller(context);
      CHECK_EQUAL(context, write_text(&c, form, sizeof c.outputs.text), 0,
                  "form %" PRIu32, form);
      length = c.outputs.length;
      c = sound_caller(context);
      REFUSED(c, write_text(&c, form, length), -ENOSPC);
      CHECK_EQUAL(context, write_text(&c, form, length + 1), 0,
                  "form %" PRIu32, form);
      CHECK_EQUAL(context, c.outputs.text[length], 0, "form %" PRIu32, form);
      CHECK(context,
            is_untouched(c.outputs.text + length + 1,
                         sizeof c.outputs.text - length - 1),
            "form %" PRIu32, form);
   }
   c = sound_caller(context);
   REFUSED(c, dral_varying_declaration_text(&c.declaration, 0, NULL, 0,
                                            &c.outputs.length), -ENOSPC);
}

const struct test varying_errors_tests[] = {
   QUICK_TEST(pointers_and_counts_of_varyings_are_checked),
   QUICK_TEST(varying_functions_take_null_for_nothing),
   QUICK_TEST(unknown_varying_numbers_are_refused),
   QUICK_TEST(declarations_that_cannot_be_are_refused),
   QUICK_TEST(positions_beyond_32_bits_are_refused),
   QUICK_TEST(what_hardware_and_text_lack_is_unsupported),
   QUICK_TEST(too_little_room_for_a_text_is_refused),
   NO_MORE_TESTS
};
