/* SPDX-License-Identifier: MIT */

/*
 * Known answers about varyings: the examples of the public document and what
 * a real linker computes (docs/varying.md, "Examples").
 */

#include "dral_varying.h"
#include "harness/known.h"
#include "harness/subjects.h"

#include <errno.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static struct dral_varying_declaration
declaration_at(const struct words *given, size_t first)
{
   struct dral_varying_declaration declaration = { 0 };

   /* The identifier of the array is for texts only. */
   take_struct(given, first, &declaration, 6 * sizeof(uint32_t));
   return declaration;
}

/* Until the next call. */
static const struct dral_varying_declaration *
given_declaration(const struct words *given)
{
   static struct dral_varying_declaration declaration;

   declaration = declaration_at(given, 0);
   return &declaration;
}

/* The positions of all components, element by element. */
static int
known_elements(const struct words *given, struct words *answer)
{
   const struct dral_varying_declaration declaration =
      declaration_at(given, 0);
   uint32_t element, component;

   for (element = 0; element <= declaration.last - declaration.first;
        element++) {
      for (component = 0; component < declaration.component_count;
           component++) {
         struct dral_varying_place place = { 0 };
         const int error = dral_varying_declaration_place(
            &declaration, element, component, &place);

         if (error != 0 || place.position / 4 != place.slot ||
             place.position % 4 != place.component)
            return error != 0 ? error : -EINVAL;
         add_word(answer, place.position);
      }
   }
   return 0;
}

/* The addresses at which nvc0 finds the elements. */
static int
known_addresses(const struct words *given, struct words *answer)
{
   const struct dral_varying_declaration declaration =
      declaration_at(given, 0);
   struct dral_varying_place place = { 0 };
   uint32_t base, address, element;
   int error =
      dral_varying_nvc0_address(declaration.semantic, 0, 1, &base);

   for (element = 0;
        error == 0 && element <= declaration.last - declaration.first;
        element++) {
      error =
         dral_varying_declaration_place(&declaration, element, 0, &place);
      if (error == 0)
         error = dral_varying_address(base, place.position, &address);
      if (error == 0)
         add_word(answer, address);
   }
   return error;
}

DEFINE_ANSWER(span, uint32_t, 3,
              dral_varying_declaration_span(given_declaration(given), out))

/* Any number of declarations. */
static int
merged(const struct words *given, void *span)
{
   struct dral_varying_declaration declarations[5];
   size_t i;

   for (i = 0; i < given->count / 6; i++)
      declarations[i] = declaration_at(given, 6 * i);
   return dral_varying_declarations_merge(declarations, i, span);
}

DEFINE_ANSWER(merge, uint32_t, 3, merged(given, out))

static int
overlap(const struct words *given, uint32_t *overlap)
{
   const struct dral_varying_declaration two = declaration_at(given, 6);

   return dral_varying_declarations_overlap(given_declaration(given), &two,
                                            overlap);
}

DEFINE_ANSWER(overlap, uint32_t, 1, overlap(given, out))

DEFINE_ANSWER(split, uint32_t, 8,
              dral_varying_split(GIVEN(0), GIVEN(1), out))

/* Defines answer_name() by a call that writes a place: its position, which has
 * the same slot and component in every call. */
#define DEFINE_POSITION(name, call)                                     \
   static int                                                           \
   name##_position(const struct words *given, uint32_t *position)       \
   {                                                                    \
      struct dral_varying_place place, same;                            \
      const int error = call;                                           \
                                                                        \
      if (error != 0)                                                   \
         return error;                                                  \
      same = dral_varying_position_place(place.position);               \
      *position = place.position;                                       \
      return memcmp(&place, &same, sizeof place) == 0 ? 0 : 1;          \
   }                                                                    \
   DEFINE_ANSWER(name, uint32_t, 1, name##_position(given, out))

DEFINE_POSITION(place,
                dral_varying_declaration_place(given_declaration(given),
                                               GIVEN(6), GIVEN(7), &place))
DEFINE_POSITION(element_place,
                dral_varying_element_place(GIVEN(0), GIVEN(1), GIVEN(2),
                                           GIVEN(3), GIVEN(4), &place))
DEFINE_POSITION(scalar_place,
                dral_varying_scalar_place(GIVEN(0), GIVEN(1), GIVEN(2),
                                          GIVEN(3), &place))

DEFINE_ANSWER(address, uint32_t, 1,
              dral_varying_address(GIVEN(0), GIVEN(1), out))
DEFINE_ANSWER(nvc0_address, uint32_t, 1,
              dral_varying_nvc0_address(GIVEN(0), GIVEN(1), GIVEN(2), out))
DEFINE_ANSWER(component_count, uint32_t, 1,
              dral_varying_component_count(given_from(given, 0), GIVEN(8),
                                           out))

DEFINE_ANSWER(clip_cull, uint32_t, 3,
              dral_varying_clip_cull_place(GIVEN(0), GIVEN(1), out))

#define MOST 5
#define FIELDS 5

/*
 * Given flags, reserved slots, slots, and of each varying the base type,
 * rows, columns, array length and interpolation: the slots used, the
 * positions and the components used of each slot.
 */
static int
known_pack(const struct words *given, struct words *answer)
{
   const uint32_t count = (uint32_t)(given->count - 3) / FIELDS;
   struct dral_varying varyings[MOST] = { { 0 } };
   uint32_t positions[MOST], scratch[MOST], slots_used = 0, i;
   uint8_t components_used[64];
   int error;

   for (i = 0; i < count; i++)
      take_struct(given, 3 + FIELDS * i, &varyings[i],
                  FIELDS * sizeof(uint32_t));
   error = dral_varying_pack(varyings, count, (uint32_t)given->word[0],
                             given->word[1], (uint32_t)given->word[2],
                             positions, components_used, &slots_used,
                             scratch);
   if (error != 0)
      return error;
   add_word(answer, slots_used);
   add_struct(answer, positions, count * sizeof positions[0]);
   for (i = 0; i < given->word[2]; i++)
      add_word(answer, components_used[i]);
   return 0;
}

KNOWN_TEST(
   varyings_are_the_known_answers, "varying_known.csv",
   { "elements", 6, known_elements },
   { "addresses", 6, known_addresses },
   { "span", 6, answer_span },
   { "merge", 0, answer_merge },
   { "overlap", 12, answer_overlap },
   { "place", 8, answer_place },
   { "element_place", 5, answer_element_place },
   { "scalar_place", 4, answer_scalar_place },
   { "address", 2, answer_address },
   { "nvc0_address", 3, answer_nvc0_address },
   { "split", 2, answer_split },
   { "clip_cull", 2, answer_clip_cull },
   { "component_count", 9, answer_component_count },
   { "pack", 0, known_pack })

static void
every_text_fits_its_size(struct context *context)
{
   struct dral_varying_declaration longest = { 0 };
   char text[DRAL_VARYING_TEXT_SIZE];
   size_t length, most = 0;
   uint32_t form;

   longest.last = UINT32_MAX;
   longest.component_count = 3;
   longest.array_id = UINT32_MAX;
   for (longest.semantic = 0; longest.semantic <= 20; longest.semantic++) {
      for (form = 0; form < 3; form++) {
         /* Only a low index lets the registers be counted. */
         longest.semantic_index = form == 1 ? 1000000000 : UINT32_MAX;
         longest.first_component = form == 0 ? 3 : 0;
         longest.first =
            form == 1 ? UINT32_MAX - 2 : UINT32_MAX - 1;
         CHECK_EQUAL(context,
                     dral_varying_declaration_text(&longest, form, text,
                                                   sizeof text, &length), 0,
                     "semantic %" PRIu32, longest.semantic);
         CHECK_EQUAL(context, strlen(text), length, "%s", text);
         most = length > most ? length : most;
      }
   }
   CHECK(context, most + 1 <= sizeof text, "%zu", most);
   CHECK(context, most > 80, "%zu", most);
}

const struct test varying_answers_tests[] = {
   QUICK_TEST(varyings_are_the_known_answers),
   QUICK_TEST(every_text_fits_its_size),
   NO_MORE_TESTS
};
