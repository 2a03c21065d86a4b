/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the varying functions: the documented
 * errno, and nothing written.
 */

#include "harness/harness.h"
#include "harness/steps.h"
#include "dral_varying.h"
#include "harness/subjects.h"

#include <string.h>

#define VARYINGS 3
#define SLOTS 32

/* What the functions read. */
static struct {
   struct dral_varying_declaration declaration;
   uint32_t element, component, form;
   size_t capacity;
   struct dral_varying varyings[VARYINGS];
   uint32_t flags, max_slots, scratch[VARYINGS];
   uint32_t semantic, index, output;
} sound;

static void
make_sound(struct context *context)
{
   const struct dral_varying vec2 = { 0, 2, 1, 0, 1, 0, 0, 0 };
   uint32_t i;

   (void)context;
   memset(&sound, 0, sizeof sound);
   sound.declaration.semantic = DRAL_VARYING_SEMANTIC_GENERIC;
   sound.declaration.last = 7;
   sound.declaration.component_count = 2;
   sound.declaration.array_id = 1;
   sound.capacity = DRAL_VARYING_TEXT_SIZE;
   for (i = 0; i < VARYINGS; i++)
      sound.varyings[i] = vec2;
   sound.max_slots = SLOTS;
   sound.semantic = DRAL_VARYING_SEMANTIC_GENERIC;
}

DEFINE_CALL(pack,
            dral_varying_pack(sound.varyings, VARYINGS, sound.flags, 0,
                              sound.max_slots, OUT(0), OUT(1), OUT(2),
                              sound.scratch))
DEFINE_CALLS(varying_calls,
             pack(),
             dral_varying_component_count(sound.varyings, 0, OUT(0)))
DEFINE_CALL(write_text,
            dral_varying_declaration_text(&sound.declaration, sound.form,
                                          OUT(0), sound.capacity,
                                          OUT(1)))
DEFINE_CALL(place,
            dral_varying_declaration_place(&sound.declaration, sound.element,
                                           sound.component, OUT(0)))
DEFINE_CALL(merge,
            dral_varying_declarations_merge(&sound.declaration, 1, OUT(0)))
DEFINE_CALLS(declaration_calls,
             place(),
             dral_varying_declaration_span(&sound.declaration, OUT(0)),
             merge(),
             write_text())
DEFINE_CALL(nvc0_address,
            dral_varying_nvc0_address(sound.semantic, sound.index,
                                      sound.output, OUT(0)))

#define FAR_STEPS(call, field)             \
   STEP(call, sound.field, 21, -EINVAL),   \
   STEP(call, sound.field, 256, -EINVAL),  \
   STEP(call, sound.field, UINT32_MAX, -EINVAL)
/* Shapes that no vector and no matrix has. */
#define SHAPE_STEPS(call, field)           \
   STEP(call, sound.field, 0, -EINVAL),    \
   STEP(call, sound.field, 5, -EINVAL),    \
   STEP(call, sound.field, UINT32_MAX, -EINVAL)

STEPS_TEST(
   unknown_varying_numbers_are_refused,
   FAR_STEPS(varying_calls, varyings[0].base_type),
   FAR_STEPS(varying_calls, varyings[0].interpolation),
   FAR_STEPS(varying_calls, varyings[0].patch),
   SHAPE_STEPS(varying_calls, varyings[0].rows),
   SHAPE_STEPS(varying_calls, varyings[0].columns),
   FAR_STEPS(write_text, form),
   FAR_STEPS(write_text, declaration.semantic),
   FAR_STEPS(nvc0_address, semantic),
   FAR_STEPS(nvc0_address, output),
   FAR_STEPS(pack, flags),
   /* No call checks that these slots exist. */
   STEP(pack, sound.max_slots, 65, -EINVAL),
   STEP(pack, sound.max_slots, 256, -EINVAL),
   STEP(pack, sound.max_slots, UINT32_MAX, -EINVAL))

STEPS_TEST(
   declarations_that_cannot_be_are_refused,
   SHAPE_STEPS(declaration_calls, declaration.component_count),
   STEP(declaration_calls, sound.declaration.first, 8, -EINVAL),
   STEP(declaration_calls, sound.declaration.first_component, 4, -EINVAL),
   STEP(place, sound.element, 8, -EINVAL),
   STEP(place, sound.component, 2, -EINVAL))

STEPS_TEST(
   positions_beyond_32_bits_are_refused,
   STEP(place, sound.declaration.semantic_index, UINT32_MAX, -ERANGE),
   STEP(merge, sound.declaration.last, UINT32_MAX, -ERANGE),
   STEP(varying_calls, sound.varyings[0].array_length, UINT32_MAX,
        -ERANGE),
   STEP(pack, sound.max_slots, 1, -ERANGE),
   STEP(pack, sound.max_slots, 0, -ERANGE),
   STEP(pack, sound.flags, DRAL_VARYING_PACK_FLAG_UNPACKED, 0),
   STEP(pack, sound.varyings[0].array_length, UINT32_MAX, -ERANGE))

STEPS_TEST(
   what_text_lacks_is_unsupported,
   STEP(write_text, sound.form, DRAL_VARYING_TEXT_FORM_TGSI, 0),
   STEP(write_text, sound.declaration.first_component, 1, -ENOTSUP))

const struct test varying_errors_tests[] = {
   QUICK_TEST(unknown_varying_numbers_are_refused),
   QUICK_TEST(declarations_that_cannot_be_are_refused),
   QUICK_TEST(positions_beyond_32_bits_are_refused),
   QUICK_TEST(what_text_lacks_is_unsupported),
   NO_MORE_TESTS
};
