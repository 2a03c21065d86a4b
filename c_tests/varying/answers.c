/* SPDX-License-Identifier: MIT */

/*
 * Known answers about varyings: the examples of the public document and what
 * a real linker computes (docs/varying.md, "Examples").
 */

#include "dral_varying.h"
#include "harness/subjects.h"

#include <errno.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum {
   GENERIC = DRAL_VARYING_SEMANTIC_GENERIC,
   CLIPDIST = DRAL_VARYING_SEMANTIC_CLIPDIST
};

static struct dral_varying_declaration
declaration_of(uint32_t semantic, uint32_t index, uint32_t first_component,
               uint32_t first, uint32_t last, uint32_t component_count)
{
   struct dral_varying_declaration declaration = { 0 };

   declaration.semantic = semantic;
   declaration.semantic_index = index;
   declaration.first_component = first_component;
   declaration.first = first;
   declaration.last = last;
   declaration.component_count = component_count;
   return declaration;
}

/* The elements of a declaration begin at these positions and addresses. */
static void
check_elements(struct context *context,
               const struct dral_varying_declaration *declaration,
               const uint32_t *positions, const uint32_t *addresses)
{
   struct dral_varying_place place;
   uint32_t base, address, i;

   CHECK_EQUAL(context,
               dral_varying_nvc0_address(declaration->semantic, 0, 1, &base),
               0, "base");
   for (i = 0; i <= declaration->last - declaration->first; i++) {
      CHECK_EQUAL(context,
                  dral_varying_declaration_place(declaration, i, 0, &place),
                  0, "element %" PRIu32, i);
      CHECK_EQUAL(context, place.position, positions[i], "element %" PRIu32,
                  i);
      CHECK_EQUAL(context, place.slot, positions[i] / 4, "element %" PRIu32,
                  i);
      CHECK_EQUAL(context, place.component, positions[i] % 4,
                  "element %" PRIu32, i);
      CHECK_EQUAL(context,
                  dral_varying_address(base, place.position, &address), 0,
                  "element %" PRIu32, i);
      if (addresses)
         CHECK_EQUAL(context, address, addresses[i], "element %" PRIu32, i);
   }
}

static void
scalar_declarations_share_slots(struct context *context)
{
   static const uint32_t floats[] = { 0, 1, 2, 3 };
   static const uint32_t float_addresses[] = { 0x80, 0x84, 0x88, 0x8C };
   static const uint32_t pairs[] = { 4, 6 };
   static const uint32_t pair_addresses[] = { 0x90, 0x98 };
   static const uint32_t whole[] = { 8 };
   static const uint32_t whole_address[] = { 0xA0 };
   const struct dral_varying_declaration declarations[] = {
      declaration_of(GENERIC, 0, 0, 0, 3, 1),
      declaration_of(GENERIC, 1, 0, 4, 5, 2),
      declaration_of(GENERIC, 2, 0, 6, 6, 4),
   };
   struct dral_varying_span span;
   uint32_t slots = 0, i;

   check_elements(context, &declarations[0], floats, float_addresses);
   check_elements(context, &declarations[1], pairs, pair_addresses);
   check_elements(context, &declarations[2], whole, whole_address);
   for (i = 0; i < LENGTH(declarations); i++) {
      CHECK_EQUAL(context,
                  dral_varying_declaration_span(&declarations[i], &span), 0,
                  "span");
      CHECK_EQUAL(context, span.position, 4 * i, "span");
      slots += span.slot_count;
   }
   CHECK_EQUAL(context, slots, 3, "slots");
}

static void
unaligned_arrays_fill_five_slots(struct context *context)
{
   static const uint32_t four[] = { 0, 3, 6, 9 };
   static const uint32_t two[] = { 12, 15 };
   static const uint32_t one[] = { 18 };
   const struct dral_varying_declaration declarations[] = {
      declaration_of(GENERIC, 0, 0, 0, 3, 3),
      declaration_of(GENERIC, 3, 0, 4, 5, 3),
      declaration_of(GENERIC, 4, 2, 6, 6, 2),
   };
   struct dral_varying_span span;
   uint32_t overlap = 2, i, j;

   check_elements(context, &declarations[0], four, NULL);
   check_elements(context, &declarations[1], two, NULL);
   check_elements(context, &declarations[2], one, NULL);
   CHECK_EQUAL(context,
               dral_varying_declarations_merge(declarations, 3, &span), 0,
               "merge");
   CHECK_EQUAL(context, span.component_count, 20, "merge");
   CHECK_EQUAL(context, span.slot_count, 5, "merge");
   for (i = 0; i < 3; i++) {
      for (j = 0; j < 3; j++) {
         CHECK_EQUAL(context,
                     dral_varying_declarations_overlap(&declarations[i],
                                                       &declarations[j],
                                                       &overlap), 0,
                     "%" PRIu32 " and %" PRIu32, i, j);
         CHECK_EQUAL(context, overlap, i == j, "%" PRIu32 " and %" PRIu32, i,
                     j);
      }
   }
}

static void
clip_distances_lie_one_behind_the_other(struct context *context)
{
   static const uint32_t positions[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
   static const uint32_t addresses[] = { 0x2C0, 0x2C4, 0x2C8, 0x2CC,
                                         0x2D0, 0x2D4, 0x2D8, 0x2DC };
   const struct dral_varying_declaration declaration =
      declaration_of(CLIPDIST, 0, 0, 0, 7, 1);
   struct dral_varying_span span;

   check_elements(context, &declaration, positions, addresses);
   CHECK_EQUAL(context, dral_varying_declaration_span(&declaration, &span), 0,
               "span");
   CHECK_EQUAL(context, span.slot_count, 2, "span");
}

static void
declarations_begin_at_any_component(struct context *context)
{
   static const uint32_t first[] = { 0, 1, 2 };
   static const uint32_t last[] = { 3 };
   const struct dral_varying_declaration three =
      declaration_of(GENERIC, 0, 0, 0, 2, 1);
   const struct dral_varying_declaration one =
      declaration_of(GENERIC, 0, 3, 3, 3, 1);

   check_elements(context, &three, first, NULL);
   check_elements(context, &one, last, NULL);
}

static void
vectors_are_split_at_slots(struct context *context)
{
   static const struct {
      uint32_t position, count;
      struct dral_varying_piece pieces[2];
   } rows[] = {
      { 0, 4, { { 0, 0xF, 0, 4 }, { 0, 0, 0, 0 } } },
      { 3, 3, { { 0, 0x8, 0, 1 }, { 1, 0x3, 1, 2 } } },
      { 6, 2, { { 1, 0xC, 0, 2 }, { 0, 0, 0, 0 } } },
      { 7, 2, { { 1, 0x8, 0, 1 }, { 2, 0x1, 1, 1 } } },
      { 2, 4, { { 0, 0xC, 0, 2 }, { 1, 0x3, 2, 2 } } },
      { 15, 3, { { 3, 0x8, 0, 1 }, { 4, 0x3, 1, 2 } } },
   };
   struct dral_varying_piece pieces[2];
   size_t i;

   for (i = 0; i < LENGTH(rows); i++) {
      CHECK_EQUAL(context,
                  dral_varying_split(rows[i].position, rows[i].count, pieces),
                  0, "position %" PRIu32, rows[i].position);
      CHECK(context, memcmp(pieces, rows[i].pieces, sizeof pieces) == 0,
            "position %" PRIu32, rows[i].position);
   }
}

static void
scalar_address_registers_count_components(struct context *context)
{
   static const uint32_t rows[][2] = {
      { 0, 5 }, { 1, 6 }, { 2, 7 }, { 3, 8 }, { 6, 11 }
   };
   struct dral_varying_place place;
   size_t i;

   for (i = 0; i < LENGTH(rows); i++) {
      CHECK_EQUAL(context,
                  dral_varying_scalar_place(0, rows[i][0], 1, 1, &place), 0,
                  "ADDR %" PRIu32, rows[i][0]);
      CHECK_EQUAL(context, place.position, rows[i][1], "ADDR %" PRIu32,
                  rows[i][0]);
   }
}

static void
cull_distances_lie_behind_clip_distances(struct context *context)
{
   static const uint32_t rows[][5] = {
      { 3, 2, 0, 3, 2 }, { 5, 3, 1, 1, 2 }, { 8, 0, 2, 0, 2 },
      { 0, 4, 0, 0, 1 }
   };
   struct dral_varying_clip_cull both;
   size_t i;

   for (i = 0; i < LENGTH(rows); i++) {
      CHECK_EQUAL(context,
                  dral_varying_clip_cull_place(rows[i][0], rows[i][1],
                                               &both), 0, "row %zu", i);
      CHECK_EQUAL(context, both.cull_slot, rows[i][2], "row %zu", i);
      CHECK_EQUAL(context, both.cull_component, rows[i][3], "row %zu", i);
      CHECK_EQUAL(context, both.slot_count, rows[i][4], "row %zu", i);
   }
}

static void
declarations_are_written_in_every_form(struct context *context)
{
   struct dral_varying_declaration array =
      declaration_of(GENERIC, 0, 0, 0, 3, 1);
   const struct dral_varying_declaration vector =
      declaration_of(GENERIC, 3, 1, 4, 5, 3);
   const struct {
      const struct dral_varying_declaration *declaration;
      uint32_t form;
      const char *text;
   } rows[] = {
      { &array, 0, "OUT[0..3].x, GENERIC[0], ARRAY(1)" },
      { &array, 1, "OUT[0].xyzw, GENERIC[0], ARRAY(1)" },
      { &array, 2, "DCL OUT[0..3].x, ARRAY(1), GENERIC[0]" },
      { &vector, 0, "OUT[4..5].xyz, GENERIC[3].y" },
      { &vector, 1, "OUT[4..5].xyzw, GENERIC[3]" },
   };
   char text[DRAL_VARYING_TEXT_SIZE];
   size_t length, i;

   array.array_id = 1;
   for (i = 0; i < LENGTH(rows); i++) {
      CHECK_EQUAL(context,
                  dral_varying_declaration_text(rows[i].declaration,
                                                rows[i].form, text,
                                                sizeof text, &length), 0,
                  "row %zu", i);
      CHECK(context, strcmp(text, rows[i].text) == 0, "%s", text);
      CHECK_EQUAL(context, length, strlen(rows[i].text), "row %zu", i);
   }
}

static void
every_text_fits_its_size(struct context *context)
{
   struct dral_varying_declaration longest =
      declaration_of(0, UINT32_MAX, 0, UINT32_MAX - 1, UINT32_MAX, 3);
   char text[DRAL_VARYING_TEXT_SIZE];
   size_t length, most = 0;
   uint32_t form;

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

enum {
   F = DRAL_VARYING_BASE_TYPE_FLOAT,
   I = DRAL_VARYING_BASE_TYPE_INT,
   D = DRAL_VARYING_BASE_TYPE_DOUBLE,
   SMOOTH = DRAL_VARYING_INTERPOLATION_SMOOTH,
   FLAT = DRAL_VARYING_INTERPOLATION_FLAT,
   NOPERSPECTIVE = DRAL_VARYING_INTERPOLATION_NOPERSPECTIVE,
   TIGHT = 0,
   GL = DRAL_VARYING_PACK_FLAG_GL_ORDER,
   LINKER = GL | DRAL_VARYING_PACK_FLAG_CLASS_ALIGN,
   POT_VEC3 = DRAL_VARYING_PACK_FLAG_POT_VEC3,
   NO_PACK = DRAL_VARYING_PACK_FLAG_UNPACKED
};

#define MOST 5

static const struct {
   uint32_t count;
   /* Base type, rows, columns, array length, interpolation. */
   struct dral_varying varyings[MOST];
   uint32_t flags, reserved_slots;
   uint32_t positions[MOST];
   uint32_t slots_used;
   uint8_t components_used[9];
} packs[] = {
   { 5, { { F, 1, 1, 0, SMOOTH, 0, 0, 0 }, { F, 3, 1, 0, SMOOTH, 0, 0, 0 },
          { F, 2, 1, 0, SMOOTH, 0, 0, 0 }, { F, 4, 1, 0, SMOOTH, 0, 0, 0 },
          { F, 1, 1, 0, SMOOTH, 0, 0, 0 } },
     LINKER, 0, { 6, 8, 4, 0, 7 }, 3, { 4, 4, 3 } },
   { 3, { { F, 3, 1, 4, SMOOTH, 0, 0, 0 }, { F, 3, 1, 2, SMOOTH, 0, 0, 0 },
          { F, 2, 1, 0, SMOOTH, 0, 0, 0 } },
     LINKER, 0, { 2, 14, 0 }, 5, { 4, 4, 4, 4, 4 } },
   { 3, { { F, 3, 1, 4, SMOOTH, 0, 0, 0 }, { F, 3, 1, 2, SMOOTH, 0, 0, 0 },
          { F, 2, 1, 0, SMOOTH, 0, 0, 0 } },
     TIGHT, 0, { 0, 12, 18 }, 5, { 4, 4, 4, 4, 4 } },
   { 3, { { F, 1, 1, 0, SMOOTH, 0, 0, 0 }, { I, 1, 1, 0, FLAT, 0, 0, 0 },
          { F, 2, 1, 0, NOPERSPECTIVE, 0, 0, 0 } },
     LINKER, 0, { 0, 4, 8 }, 3, { 1, 1, 2 } },
   { 3, { { F, 1, 1, 0, SMOOTH, 0, 0, 0 }, { I, 1, 1, 0, FLAT, 0, 0, 0 },
          { F, 2, 1, 0, NOPERSPECTIVE, 0, 0, 0 } },
     TIGHT, 0, { 0, 1, 2 }, 1, { 4 } },
   { 2, { { F, 1, 1, 8, SMOOTH, 0, 0, 0 }, { F, 4, 1, 0, SMOOTH, 0, 0, 0 } },
     GL, 0, { 4, 0 }, 3, { 4, 4, 4 } },
   { 2, { { F, 1, 1, 8, SMOOTH, 0, 0, 0 }, { F, 4, 1, 0, SMOOTH, 0, 0, 0 } },
     NO_PACK, 0, { 0, 32 }, 9, { 4, 4, 4, 4, 4, 4, 4, 4, 4 } },
   { 3, { { F, 4, 1, 0, SMOOTH, 0, 0, 0 }, { F, 3, 1, 0, SMOOTH, 0, 0, 0 },
          { F, 1, 1, 0, SMOOTH, 0, 0, 0 } },
     LINKER, 1, { 4, 9, 8 }, 3, { 0, 4, 4 } },
   { 3, { { F, 4, 1, 0, SMOOTH, 0, 0, 0 }, { F, 3, 1, 0, SMOOTH, 0, 0, 0 },
          { F, 1, 1, 0, SMOOTH, 0, 0, 0 } },
     LINKER, 2, { 0, 9, 8 }, 3, { 4, 0, 4 } },
   { 3, { { D, 1, 1, 0, FLAT, 0, 0, 0 }, { I, 1, 1, 0, FLAT, 0, 0, 0 },
          { D, 3, 1, 0, FLAT, 0, 0, 0 } },
     LINKER, 0, { 0, 8, 2 }, 3, { 4, 4, 1 } },
   { 2, { { F, 3, 1, 0, SMOOTH, 0, 0, 0 }, { F, 3, 1, 0, SMOOTH, 0, 0, 0 } },
     LINKER, 0, { 0, 3 }, 2, { 4, 2 } },
   { 2, { { F, 3, 1, 0, SMOOTH, 0, 0, 0 }, { F, 3, 1, 0, SMOOTH, 0, 0, 0 } },
     LINKER | POT_VEC3, 0, { 0, 4 }, 2, { 3, 3 } },
   { 2, { { F, 2, 3, 0, SMOOTH, 0, 0, 0 }, { F, 3, 1, 2, SMOOTH, 0, 0, 0 } },
     LINKER, 0, { 0, 6 }, 3, { 4, 4, 4 } },
};

static void
packed_varyings_are_the_known_answers(struct context *context)
{
   uint32_t positions[MOST], scratch[MOST], slots_used, i, slot;
   uint8_t components_used[32];
   size_t row;

   for (row = 0; row < LENGTH(packs); row++) {
      CHECK_EQUAL(context,
                  dral_varying_pack(packs[row].varyings, packs[row].count,
                                    packs[row].flags,
                                    packs[row].reserved_slots, 32, positions,
                                    components_used, &slots_used, scratch),
                  0, "row %zu", row);
      CHECK_EQUAL(context, slots_used, packs[row].slots_used, "row %zu", row);
      for (i = 0; i < packs[row].count; i++) {
         CHECK_EQUAL(context, positions[i], packs[row].positions[i],
                     "row %zu, varying %" PRIu32, row, i);
      }
      for (slot = 0; slot < 32; slot++) {
         CHECK_EQUAL(context, components_used[slot],
                     slot < 9 ? packs[row].components_used[slot] : 0,
                     "row %zu, slot %" PRIu32, row, slot);
      }
   }
}

static void
all_slots_can_be_filled(struct context *context)
{
   struct dral_varying floats = { F, 1, 1, 128, SMOOTH, 0, 0, 0 };
   const struct dral_varying too_many[] = {
      { F, 4, 1, 31, SMOOTH, 0, 0, 0 }, { F, 1, 1, 5, SMOOTH, 0, 0, 0 }
   };
   uint32_t positions[2], scratch[2], slots_used, slot;
   uint8_t components_used[64];

   CHECK_EQUAL(context,
               dral_varying_pack(&floats, 1, LINKER, 0, 32, positions,
                                 components_used, &slots_used, scratch), 0,
               "128 of 128");
   CHECK_EQUAL(context, positions[0], 0, "128 of 128");
   CHECK_EQUAL(context, slots_used, 32, "128 of 128");
   for (slot = 0; slot < 32; slot++)
      CHECK_EQUAL(context, components_used[slot], 4, "slot %" PRIu32, slot);
   CHECK_EQUAL(context,
               dral_varying_pack(too_many, 2, LINKER, 0, 32, positions,
                                 components_used, &slots_used, scratch),
               -ERANGE, "129 of 128");
   floats.array_length = 256;
   CHECK_EQUAL(context,
               dral_varying_pack(&floats, 1, TIGHT, 0, 64, positions,
                                 components_used, &slots_used, scratch), 0,
               "256 of 256");
   CHECK_EQUAL(context, slots_used, 64, "256 of 256");
}

const struct test varying_tests[] = {
   QUICK_TEST(scalar_declarations_share_slots),
   QUICK_TEST(unaligned_arrays_fill_five_slots),
   QUICK_TEST(clip_distances_lie_one_behind_the_other),
   QUICK_TEST(declarations_begin_at_any_component),
   QUICK_TEST(vectors_are_split_at_slots),
   QUICK_TEST(scalar_address_registers_count_components),
   QUICK_TEST(cull_distances_lie_behind_clip_distances),
   QUICK_TEST(declarations_are_written_in_every_form),
   QUICK_TEST(every_text_fits_its_size),
   QUICK_TEST(packed_varyings_are_the_known_answers),
   QUICK_TEST(all_slots_can_be_filled),
   NO_MORE_TESTS
};
