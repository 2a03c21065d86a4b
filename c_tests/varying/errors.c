/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the varying functions: the documented
 * errno, and nothing written.
 */

#include "harness/canary.h"
#include "dral_varying.h"
#include "harness/subjects.h"

#include <errno.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* More elements than any memory has. */
#define ENDLESS (SIZE_MAX / 2)

#define VARYINGS 3
#define SLOTS 32

/* What functions may write, all of it with a pattern. */
struct outputs {
   struct dral_varying_place place;
   struct dral_varying_span span;
   struct dral_varying_piece pieces[2];
   struct dral_varying_clip_cull both;
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

/* The call gave this and wrote nothing. */
#define REFUSED(caller, call, error)                                        \
   do {                                                                     \
      CHECK_EQUAL((caller).context, call, error, "line %d", __LINE__);      \
      CHECK((caller).context,                                               \
            is_untouched(&(caller).outputs, sizeof (caller).outputs),       \
            "line %d", __LINE__);                                           \
   } while (0)

static void
sound_callers_are_served(struct context *context)
{
   struct caller c = sound_caller(context);

   CHECK_EQUAL(context, pack(&c), 0, "pack");
   CHECK_EQUAL(context, c.outputs.slots_used, 2, "pack");
   CHECK_EQUAL(context, c.outputs.positions[2], 4, "pack");
   CHECK_EQUAL(context, write_text(&c, 0, sizeof c.outputs.text), 0, "text");
}

static void
null_is_refused_by_varying_functions(struct context *context)
{
   struct caller c = sound_caller(context);
   const struct dral_varying_declaration *d = &c.declaration;
   struct outputs *out = &c.outputs;

   REFUSED(c, dral_varying_address(0, 0, NULL), -EINVAL);
   REFUSED(c, dral_varying_scalar_place(0, 0, 0, 0, NULL), -EINVAL);
   REFUSED(c, dral_varying_element_place(0, 0, 1, 0, 0, NULL), -EINVAL);
   REFUSED(c, dral_varying_declaration_place(NULL, 0, 0, &out->place),
           -EINVAL);
   REFUSED(c, dral_varying_declaration_place(d, 0, 0, NULL), -EINVAL);
   REFUSED(c, dral_varying_declaration_span(NULL, &out->span), -EINVAL);
   REFUSED(c, dral_varying_declaration_span(d, NULL), -EINVAL);
   REFUSED(c, dral_varying_declarations_merge(NULL, 1, &out->span), -EINVAL);
   REFUSED(c, dral_varying_declarations_merge(d, 1, NULL), -EINVAL);
   REFUSED(c, dral_varying_declarations_overlap(NULL, d, &out->number),
           -EINVAL);
   REFUSED(c, dral_varying_declarations_overlap(d, NULL, &out->number),
           -EINVAL);
   REFUSED(c, dral_varying_declarations_overlap(d, d, NULL), -EINVAL);
   REFUSED(c, dral_varying_declaration_text(NULL, 0, out->text,
                                            sizeof out->text, &out->length),
           -EINVAL);
   REFUSED(c, dral_varying_declaration_text(d, 0, NULL, sizeof out->text,
                                            &out->length), -EINVAL);
   REFUSED(c, dral_varying_declaration_text(d, 0, out->text,
                                            sizeof out->text, NULL), -EINVAL);
   REFUSED(c, dral_varying_split(0, 4, NULL), -EINVAL);
   REFUSED(c, dral_varying_clip_cull_place(4, 4, NULL), -EINVAL);
   REFUSED(c, dral_varying_component_count(NULL, 0, &out->number), -EINVAL);
   REFUSED(c, dral_varying_component_count(c.varyings, 0, NULL), -EINVAL);
   REFUSED(c, dral_varying_nvc0_address(0, 0, 0, NULL), -EINVAL);
   REFUSED(c, dral_varying_pack(NULL, 1, 0, 0, SLOTS, out->positions,
                                out->components_used, &out->slots_used,
                                c.scratch), -EINVAL);
   REFUSED(c, dral_varying_pack(c.varyings, 1, 0, 0, SLOTS, NULL,
                                out->components_used, &out->slots_used,
                                c.scratch), -EINVAL);
   REFUSED(c, dral_varying_pack(c.varyings, 1, 0, 0, SLOTS, out->positions,
                                NULL, &out->slots_used, c.scratch), -EINVAL);
   REFUSED(c, dral_varying_pack(c.varyings, 1, 0, 0, SLOTS, out->positions,
                                out->components_used, NULL, c.scratch),
           -EINVAL);
   REFUSED(c, dral_varying_pack(c.varyings, 1, 0, 0, SLOTS, out->positions,
                                out->components_used, &out->slots_used,
                                NULL), -EINVAL);
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

static void
varying_counts_beyond_memory_are_refused(struct context *context)
{
   static const size_t counts[] = {
      ENDLESS, ENDLESS + 1, SIZE_MAX, SIZE_MAX / 4 + 1,
      SIZE_MAX / sizeof(struct dral_varying) + 1
   };
   struct caller c = sound_caller(context);
   struct outputs *out = &c.outputs;
   size_t i;

   for (i = 0; i < LENGTH(counts); i++) {
      REFUSED(c, dral_varying_declarations_merge(&c.declaration, counts[i],
                                                 &out->span), -EINVAL);
      REFUSED(c, dral_varying_pack(c.varyings, counts[i], 0, 0, SLOTS,
                                   out->positions, out->components_used,
                                   &out->slots_used, c.scratch), -EINVAL);
   }
   REFUSED(c, write_text(&c, 0, ENDLESS + 1), -EINVAL);
   REFUSED(c, write_text(&c, 0, SIZE_MAX), -EINVAL);
}

static void
overlapping_varying_arrays_are_refused(struct context *context)
{
   /* So far apart that what is moved by STEPS meets no other. */
   enum { WORD = 4, STEPS = 128, APART = 256, ALL = 6 * APART };
   uint32_t memory[ALL / WORD], before[ALL / WORD];
   const struct dral_varying vec2 = { 0, 2, 1, 0, 1, 0, 0, 0 };
   /* Varyings, positions, components used, slots used, scratch. */
   static const uint32_t sizes[] = { 2 * sizeof vec2, 8, 8, 4, 8 };
   uint32_t refused = 0, moved, target, step;

   for (moved = 0; moved < LENGTH(sizes); moved++) {
      for (target = 0; target < LENGTH(sizes); target++) {
         for (step = 0; step < STEPS; step += WORD) {
            unsigned char *base = (unsigned char *)memory;
            unsigned char *at[LENGTH(sizes)];
            uint32_t shared, i;
            int error;

            if (moved == target)
               continue;
            fill_canary(memory, sizeof memory);
            for (i = 0; i < LENGTH(sizes); i++)
               at[i] = base + (i + 1) * APART;
            at[moved] = at[target] + step;
            shared = step < sizes[target];
            /* What is moved may have to be read. */
            memcpy(at[0], &vec2, sizeof vec2);
            memcpy(at[0] + sizeof vec2, &vec2, sizeof vec2);
            memcpy(before, memory, sizeof before);
            error = dral_varying_pack(
               (const struct dral_varying *)(void *)at[0], 2, 0, 0, 8,
               (uint32_t *)(void *)at[1], at[2], (uint32_t *)(void *)at[3],
               (uint32_t *)(void *)at[4]);
            CHECK_EQUAL(context, error, shared ? -EINVAL : 0,
                        "array %" PRIu32 " at %" PRIu32 " of %" PRIu32,
                        moved, step, target);
            if (shared) {
               refused++;
               CHECK(context, memcmp(memory, before, sizeof before) == 0,
                     "array %" PRIu32 " at %" PRIu32, moved, step);
            }
         }
      }
   }
   CHECK_EQUAL(context, refused, 4 * (64 + 8 + 8 + 4 + 8) / WORD, "refused");
}

static void
text_and_its_length_may_not_overlap(struct context *context)
{
   struct caller c = sound_caller(context);
   union {
      char text[DRAL_VARYING_TEXT_SIZE];
      size_t lengths[DRAL_VARYING_TEXT_SIZE / sizeof(size_t)];
   } shared;
   size_t i;

   fill_canary(&shared, sizeof shared);
   for (i = 0; i < LENGTH(shared.lengths); i++) {
      CHECK_EQUAL(context,
                  dral_varying_declaration_text(&c.declaration, 0,
                                                shared.text,
                                                sizeof shared.text,
                                                &shared.lengths[i]),
                  -EINVAL, "length %zu", i);
      CHECK(context, is_untouched(&shared, sizeof shared), "length %zu", i);
   }
}

static void
unknown_varying_numbers_are_refused(struct context *context)
{
   static const uint32_t unknown[] = { 21, 256, UINT32_MAX };
   struct caller c = sound_caller(context);
   struct outputs *out = &c.outputs;
   size_t i;

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
      c.varyings[2].base_type = number;
      REFUSED(c, pack(&c), -EINVAL);
      REFUSED(c, dral_varying_component_count(&c.varyings[2], 0,
                                              &out->number), -EINVAL);
      c = sound_caller(context);
      c.varyings[1].interpolation = number;
      REFUSED(c, pack(&c), -EINVAL);
      c = sound_caller(context);
      c.varyings[0].patch = number;
      REFUSED(c, pack(&c), -EINVAL);
      c = sound_caller(context);
      c.flags = number;
      REFUSED(c, pack(&c), -EINVAL);
      c = sound_caller(context);
      /* Nobody looks whether so many slots are there. */
      c.max_slots = number == 21 ? 65 : number;
      REFUSED(c, pack(&c), -EINVAL);
   }
}

static void
shapes_that_no_varying_has_are_refused(struct context *context)
{
   static const uint32_t shapes[] = { 0, 5, UINT32_MAX };
   struct caller c = sound_caller(context);
   struct outputs *out = &c.outputs;
   size_t i;

   for (i = 0; i < LENGTH(shapes); i++) {
      c = sound_caller(context);
      c.varyings[0].rows = shapes[i];
      REFUSED(c, pack(&c), -EINVAL);
      c = sound_caller(context);
      c.varyings[0].columns = shapes[i];
      REFUSED(c, pack(&c), -EINVAL);
      c = sound_caller(context);
      c.declaration.component_count = shapes[i];
      REFUSED(c, dral_varying_declaration_span(&c.declaration, &out->span),
              -EINVAL);
      REFUSED(c, dral_varying_declarations_merge(&c.declaration, 1,
                                                 &out->span), -EINVAL);
      REFUSED(c, write_text(&c, 1, sizeof out->text), -EINVAL);
      REFUSED(c, dral_varying_element_place(0, 0, shapes[i], 0, 0,
                                            &out->place), -EINVAL);
   }
   REFUSED(c, dral_varying_split(0, 5, out->pieces), -EINVAL);
   REFUSED(c, dral_varying_split(0, UINT32_MAX, out->pieces), -EINVAL);
   c = sound_caller(context);
   c.declaration.first = 8;
   REFUSED(c, dral_varying_declaration_place(&c.declaration, 0, 0,
                                             &out->place), -EINVAL);
   c = sound_caller(context);
   REFUSED(c, dral_varying_declaration_place(&c.declaration, 8, 0,
                                             &out->place), -EINVAL);
   REFUSED(c, dral_varying_declaration_place(&c.declaration, 0, 2,
                                             &out->place), -EINVAL);
   REFUSED(c, dral_varying_scalar_place(0, 0, 0, 4, &out->place), -EINVAL);
   c.declaration.first_component = 4;
   REFUSED(c, dral_varying_declaration_place(&c.declaration, 0, 0,
                                             &out->place), -EINVAL);
}

static void
positions_beyond_32_bits_are_refused(struct context *context)
{
   struct caller c = sound_caller(context);
   struct outputs *out = &c.outputs;

   REFUSED(c, dral_varying_address(UINT32_MAX, 1, &out->number), -ERANGE);
   REFUSED(c, dral_varying_address(0, 1u << 30, &out->number), -ERANGE);
   REFUSED(c, dral_varying_scalar_place(UINT32_MAX, 0, 0, 0, &out->place),
           -ERANGE);
   REFUSED(c, dral_varying_scalar_place(UINT32_MAX, UINT32_MAX, UINT32_MAX, 3,
                                        &out->place), -ERANGE);
   REFUSED(c, dral_varying_element_place(UINT32_MAX, 3, 4, UINT32_MAX, 3,
                                         &out->place), -ERANGE);
   REFUSED(c, dral_varying_clip_cull_place(UINT32_MAX, 1, &out->both),
           -ERANGE);
   REFUSED(c, dral_varying_clip_cull_place(5, 4, &out->both), -ERANGE);
   REFUSED(c, dral_varying_nvc0_address(DRAL_VARYING_SEMANTIC_TEXCOORD,
                                        UINT32_MAX, 1, &out->number),
           -ERANGE);
   c.declaration.semantic_index = UINT32_MAX;
   REFUSED(c, dral_varying_declaration_place(&c.declaration, 0, 0,
                                             &out->place), -ERANGE);
   REFUSED(c, dral_varying_declaration_span(&c.declaration, &out->span),
           -ERANGE);
   c = sound_caller(context);
   c.declaration.last = UINT32_MAX;
   REFUSED(c, dral_varying_declaration_span(&c.declaration, &out->span),
           -ERANGE);
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

static void
too_little_room_for_a_text_is_refused(struct context *context)
{
   struct caller c = sound_caller(context);
   uint32_t form;

   for (form = 0; form < 3; form++) {
      size_t length, capacity;

      c = sound_caller(context);
      CHECK_EQUAL(context, write_text(&c, form, sizeof c.outputs.text), 0,
                  "form %" PRIu32, form);
      length = c.outputs.length;
      for (capacity = 0; capacity <= length; capacity++) {
         c = sound_caller(context);
         REFUSED(c, write_text(&c, form, capacity), -ENOSPC);
      }
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
   QUICK_TEST(sound_callers_are_served),
   QUICK_TEST(null_is_refused_by_varying_functions),
   QUICK_TEST(varying_functions_take_null_for_nothing),
   QUICK_TEST(varying_counts_beyond_memory_are_refused),
   QUICK_TEST(overlapping_varying_arrays_are_refused),
   QUICK_TEST(text_and_its_length_may_not_overlap),
   QUICK_TEST(unknown_varying_numbers_are_refused),
   QUICK_TEST(shapes_that_no_varying_has_are_refused),
   QUICK_TEST(positions_beyond_32_bits_are_refused),
   QUICK_TEST(what_hardware_and_text_lack_is_unsupported),
   QUICK_TEST(too_little_room_for_a_text_is_refused),
   NO_MORE_TESTS
};
