/* SPDX-License-Identifier: MIT */

/*
 * Random varyings and declarations, compared with the reference; and that
 * every component can be used.
 */

#include "dral_varying.h"
#include "harness/generator.h"
#include "harness/same.h"
#include "reference/varying.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <string.h>

#define ERROR(name) DRAL_VARYING_ERROR_##name

#define SETS random_cases(100000)
#define TIGHT_SETS random_cases(1000000)
#define PLACES random_cases(100000)

#define SLOTS DRAL_VARYING_MAX_SLOTS
#define COMPONENTS (4 * SLOTS)
/* Two more than fit into all slots. */
#define VARYINGS (COMPONENTS + 2)

struct set {
   uint32_t count;
   struct dral_varying varyings[VARYINGS];
   uint32_t flags;
   uint64_t reserved_slots;
   uint32_t max_slots;
};

/* The arrays are longer than needed, to see writes after their ends. */
struct packed {
   uint32_t positions[VARYINGS + 1];
   uint8_t components_used[SLOTS + 8];
   uint32_t slots_used;
};

static int
pack(const struct set *set, struct packed *packed)
{
   uint32_t scratch[VARYINGS];

   return dral_varying_pack(set->varyings, set->count, set->flags,
                            set->reserved_slots, set->max_slots,
                            packed->positions, packed->components_used,
                            &packed->slots_used, scratch);
}

static int
reference_pack(const struct set *set, struct packed *packed)
{
   return ref_varying_pack(set->varyings, set->count, set->flags,
                           set->reserved_slots, set->max_slots,
                           packed->positions, packed->components_used,
                           &packed->slots_used);
}

/* The number of components, without gaps before 64-bit types. */
static uint64_t
components_of(const struct dral_varying *varying)
{
   const uint32_t width =
      varying->base_type == DRAL_VARYING_BASE_TYPE_DOUBLE ? 2 : 1;

   return (uint64_t)varying->rows * varying->columns * width *
          (varying->array_length ? varying->array_length : 1);
}

/*
 * Checks that no component is used twice, lies outside the slots or in a
 * reserved one.  Returns the number of components used.
 */
static uint32_t
check_components(struct context *context, const struct set *set,
                 const struct packed *packed)
{
   uint8_t taken[COMPONENTS] = { 0 };
   uint32_t used = 0, i;

   for (i = 0; i < set->count; i++) {
      const uint32_t position = packed->positions[i];
      const uint64_t end =
         position + components_of(&set->varyings[i]);
      uint32_t component;

      CHECK(context, end <= 4 * set->max_slots,
            "varying %" PRIu32 " at %" PRIu32, i, position);
      if (end > 4 * set->max_slots)
         return 0;
      for (component = position; component < end; component++) {
         const uint32_t slot = component / 4;

         if (taken[component] || (set->reserved_slots >> slot & 1)) {
            CHECK(context, 0, "component %" PRIu32 " is taken", component);
            return 0;
         }
         taken[component] = 1;
         used++;
         if (component % 4 >= packed->components_used[slot] ||
             slot >= packed->slots_used) {
            CHECK(context, 0, "component %" PRIu32 " is unused", component);
            return 0;
         }
      }
   }
   return used;
}

static struct dral_varying
random_varying(struct generator *generator)
{
   struct dral_varying varying = { 0 };

   if (one_in(generator, 3))
      varying.base_type = 1 + number_below(generator, 3);
   varying.rows = 1 + number_below(generator, 4);
   varying.columns =
      one_in(generator, 8) ? 1 + number_below(generator, 4) : 1;
   if (one_in(generator, 4))
      varying.array_length = 1 + number_below(generator, 6);
   varying.interpolation =
      one_in(generator, 3) ? 1 + number_below(generator, 3) : 1;
   varying.centroid = (uint32_t)one_in(generator, 9);
   varying.sample = (uint32_t)one_in(generator, 9);
   varying.patch = (uint32_t)one_in(generator, 9);
   return varying;
}

/* Makes a value invalid, or huge. */
static void
damage(struct generator *generator, struct set *set)
{
   struct dral_varying *varying =
      &set->varyings[set->count ? number_below(generator, set->count) : 0];

   switch (number_below(generator, 11)) {
   case 0:
      varying->base_type = 4 + number_below(generator, 3);
      break;
   case 1:
      varying->rows = one_in(generator, 2) ? 0 : 5;
      break;
   case 2:
      varying->columns = one_in(generator, 2) ? 0 : 5;
      break;
   case 3:
      varying->interpolation = one_in(generator, 2) ? 0 : 4;
      break;
   case 4:
      varying->centroid = 2 + number_below(generator, 3);
      break;
   case 5:
      varying->sample = UINT32_MAX;
      break;
   case 6:
      varying->patch = 2;
      break;
   case 7:
      set->flags |= 0x10u << number_below(generator, 28);
      break;
   case 8:
      set->max_slots = SLOTS + 1 + number_below(generator, 3);
      break;
   default:
      varying->array_length = edge_number(generator);
      break;
   }
}

static void
fill_random_set(struct generator *generator, struct set *set, uint32_t flags)
{
   uint32_t i;

   set->flags = flags;
   set->max_slots =
      one_in(generator, 4) ? number_below(generator, SLOTS + 1) : 32;
   set->reserved_slots = 0;
   if (one_in(generator, 3)) {
      const uint32_t reserved = number_below(generator, 6);

      for (i = 0; i < reserved; i++)
         set->reserved_slots |= (uint64_t)1 << number_below(generator, SLOTS);
   }
   /* Sometimes more than fit. */
   set->count = number_below(
      generator, 1 + (one_in(generator, 8) ? 3 : 1) * set->max_slots / 3);
   for (i = 0; i < set->count; i++)
      set->varyings[i] = random_varying(generator);
   if (one_in(generator, 12))
      damage(generator, set);
}

#define ANY_FLAGS 16

static void
compare_packs(struct context *context, struct generator *generator,
              uint32_t flags)
{
   struct tally tally = { 0 };
   struct set set;
   uint32_t i;

   memset(&set, 0, sizeof set);
   for (i = 0; i < SETS; i++) {
      struct packed packed;
      int error;

      fill_random_set(generator, &set,
                      flags == ANY_FLAGS ? number_below(generator, 16)
                                         : flags);
      CHECK_SAME_CALLS(context, error, struct packed, out, pack(&set, out),
                       reference_pack(&set, out),
                       "set %" PRIu32 ", flags %" PRIu32, i, set.flags);
      tally_error(&tally, error);
      if (error == 0 && pack(&set, &packed) == 0)
         check_components(context, &set, &packed);
   }
   CHECK_TALLY(context, &tally, SETS / 500, ERROR(UNKNOWN_BASE_TYPE),
               ERROR(TYPE_SHAPE), ERROR(UNKNOWN_INTERPOLATION),
               DRAL_ERROR_UNKNOWN_FLAG, ERROR(UNKNOWN_PACK_FLAG),
               ERROR(SLOT_COUNT), ERROR(SLOTS_FULL));
}

/* Each flag by itself, the flags of a linker, and random ones. */
static void
packs_equal_reference(struct context *context)
{
   static const uint32_t flags[] = {
      0,
      DRAL_VARYING_PACK_FLAG_GL_ORDER,
      DRAL_VARYING_PACK_FLAG_CLASS_ALIGN,
      DRAL_VARYING_PACK_FLAG_GL_ORDER | DRAL_VARYING_PACK_FLAG_CLASS_ALIGN,
      DRAL_VARYING_PACK_FLAG_POT_VEC3,
      DRAL_VARYING_PACK_FLAG_UNPACKED,
      ANY_FLAGS
   };
   struct generator generator = generator_for(context);
   size_t i;

   for (i = 0; i < sizeof flags / sizeof flags[0]; i++)
      compare_packs(context, &generator, flags[i]);
}

/*
 * Fills the slots with varyings of 32-bit components.  Returns the number of
 * components.  If whole is not 0, the slots are exactly full.
 */
static uint32_t
fill_slots(struct generator *generator, struct set *set, int whole)
{
   const uint32_t limit = 4 * set->max_slots;
   uint32_t needed = 0;

   set->count = 0;
   while (needed < limit) {
      struct dral_varying *varying = &set->varyings[set->count];

      *varying = random_varying(generator);
      if (varying->base_type == DRAL_VARYING_BASE_TYPE_DOUBLE)
         varying->base_type = DRAL_VARYING_BASE_TYPE_FLOAT;
      if (needed + components_of(varying) > limit) {
         varying->rows = 1;
         varying->columns = 1;
         varying->array_length = limit - needed;
         if (!whole)
            break;
      }
      needed += (uint32_t)components_of(varying);
      set->count++;
      if (!whole && one_in(generator, 20))
         break;
   }
   return needed;
}

static void
every_component_can_be_used_and_none_beyond(struct context *context)
{
   struct generator generator = generator_for(context);
   struct packed packed;
   struct set set;
   uint32_t full = 0, refused = 0, i;

   memset(&set, 0, sizeof set);
   memset(&packed, 0, sizeof packed);
   for (i = 0; i < TIGHT_SETS; i++) {
      const uint32_t kind = number_below(&generator, 4);
      uint32_t needed;
      int error;

      set.max_slots = number_below(&generator, SLOTS + 1);
      needed = fill_slots(&generator, &set, kind != 0);
      if (kind == 1) {
         /* One component more than fits, at a random place. */
         const struct dral_varying one = { 0, 1, 1, 0, 1, 0, 0, 0 };
         const uint32_t place = number_below(&generator, set.count + 1);

         set.varyings[set.count++] = set.varyings[place];
         set.varyings[place] = one;
         needed++;
      }
      error = pack(&set, &packed);
      CHECK_EQUAL(context, error,
                  needed <= 4 * set.max_slots ? 0 : ERROR(SLOTS_FULL),
                  "set %" PRIu32 ": %" PRIu32 " of %" PRIu32, i, needed,
                  4 * set.max_slots);
      if (error != 0) {
         refused++;
         continue;
      }
      full += needed == 4 * set.max_slots;
      CHECK_EQUAL(context, check_components(context, &set, &packed), needed,
                  "set %" PRIu32, i);
      CHECK_EQUAL(context, packed.slots_used, (needed + 3) / 4,
                  "set %" PRIu32, i);
   }
   CHECK_MET(context, full, TIGHT_SETS / 3);
   CHECK_MET(context, refused, TIGHT_SETS / 5);
}

/* A linker's order wastes no component within a class, and at most 3 for each
 * further class. */
static void
linkers_lose_three_components_a_class(struct context *context)
{
   struct generator generator = generator_for(context);
   struct packed packed;
   struct set set;
   uint32_t one_class = 0, lost = 0, i;

   memset(&set, 0, sizeof set);
   memset(&packed, 0, sizeof packed);
   set.flags = DRAL_VARYING_PACK_FLAG_GL_ORDER |
               DRAL_VARYING_PACK_FLAG_CLASS_ALIGN;
   for (i = 0; i < SETS; i++) {
      uint64_t classes = 0;
      uint32_t class_count = 0, needed, varying;
      int error;

      set.max_slots = 1 + number_below(&generator, SLOTS);
      needed = fill_slots(&generator, &set, 1);
      if (one_in(&generator, 2)) {
         for (varying = 0; varying < set.count; varying++) {
            set.varyings[varying].interpolation = 2;
            set.varyings[varying].centroid = 0;
            set.varyings[varying].sample = 0;
            set.varyings[varying].patch = 0;
         }
      }
      for (varying = 0; varying < set.count; varying++) {
         classes |= (uint64_t)1
                    << ref_varying_class(&set.varyings[varying]);
      }
      for (; classes; classes &= classes - 1)
         class_count++;
      error = pack(&set, &packed);
      if (class_count == 1) {
         one_class++;
         CHECK_EQUAL(context, error, 0, "set %" PRIu32, i);
      }
      lost += error == ERROR(SLOTS_FULL);
      /* With slots for the components that may be wasted, all fit. */
      set.max_slots += (3 * (class_count - 1) + 3) / 4;
      if (set.max_slots <= SLOTS) {
         CHECK_EQUAL(context, pack(&set, &packed), 0, "set %" PRIu32, i);
         CHECK_EQUAL(context, check_components(context, &set, &packed),
                     needed, "set %" PRIu32, i);
      }
   }
   CHECK_MET(context, one_class, SETS / 3);
   CHECK_MET(context, lost, SETS / 5);
}

static uint32_t
small_or_edge(struct generator *generator, uint32_t bound)
{
   return one_in(generator, 6) ? edge_number(generator)
                               : number_below(generator, bound);
}

static struct dral_varying_declaration
random_declaration(struct generator *generator)
{
   struct dral_varying_declaration declaration;

   declaration.semantic = number_below(generator, REF_SEMANTIC_COUNT);
   declaration.semantic_index = small_or_edge(generator, 4);
   declaration.first_component =
      one_in(generator, 2) ? 0 : number_below(generator, 4);
   declaration.first = small_or_edge(generator, 8);
   declaration.last = small_or_edge(generator, 8);
   if (declaration.last < declaration.first && !one_in(generator, 12)) {
      const uint32_t last = declaration.first;

      declaration.first = declaration.last;
      declaration.last = last;
   }
   declaration.component_count = 1 + number_below(generator, 4);
   declaration.array_id = small_or_edge(generator, 3);
   if (one_in(generator, 30))
      declaration.first_component = 4 + number_below(generator, 3);
   if (one_in(generator, 30))
      declaration.component_count = one_in(generator, 2) ? 0 : 5;
   return declaration;
}

struct text {
   char text[DRAL_VARYING_TEXT_SIZE];
   size_t length;
};

static void
texts_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally tally = { 0 };
   uint32_t i;

   for (i = 0; i < PLACES; i++) {
      const struct dral_varying_declaration declaration =
         random_declaration(&generator);
      const uint32_t tgsi = number_below(&generator, 2);
      const size_t capacity = one_in(&generator, 3)
                                 ? number_below(&generator, 60)
                                 : DRAL_VARYING_TEXT_SIZE;
      int error;

      CHECK_SAME_CALLS(
         context, error, struct text, out,
         dral_varying_declaration_text(
            &declaration,
            tgsi ? (uint32_t)DRAL_VARYING_TEXT_FORM_TGSI
                 : (uint32_t)DRAL_VARYING_TEXT_FORM_SCALAR,
            out->text, capacity, &out->length),
         ref_declaration_text(&declaration, (int)tgsi, out->text, capacity,
                              &out->length),
         "text %" PRIu32, i);
      tally_error(&tally, error);
   }
   CHECK_TALLY(context, &tally, PLACES / 100, ERROR(NOT_IN_SLOT),
               ERROR(COMPONENT_COUNT), ERROR(ELEMENT_ORDER),
               ERROR(NO_FIRST_COMPONENT), DRAL_ERROR_OUTPUT_TOO_SMALL);
}

/* The functions that the tests above do not call. */
static void
other_functions_of_varyings_are_called(struct context *context)
{
   const struct dral_varying_declaration two_vec2 = {
      DRAL_VARYING_SEMANTIC_GENERIC, 1, 0, 4, 5, 2, 0
   };
   const struct dral_varying vec3 = { DRAL_VARYING_BASE_TYPE_FLOAT,
                                      3, 1, 2, 1, 0, 0, 0 };
   struct dral_varying_place place = dral_varying_position_place(7);
   struct dral_varying_span span;
   struct dral_varying_piece pieces[2];
   struct dral_varying_clip_cull both;
   uint32_t result;

   CHECK_EQUAL(context, place.position, 7, "position");
   CHECK_EQUAL(context, place.slot, 1, "slot");
   CHECK_EQUAL(context, place.component, 3, "component");
   CHECK_RESULT(context, dral_varying_address(128, 6, &result), result, 152);
   CHECK_RESULT(context, dral_varying_scalar_place(0, 1, 1, 2, &place),
                place.position, 7);
   CHECK_RESULT(context,
                dral_varying_declaration_place(&two_vec2, 1, 0, &place),
                place.position, 6);
   CHECK_RESULT(context, dral_varying_declaration_span(&two_vec2, &span),
                span.position, 4);
   CHECK_RESULT(context, dral_varying_declarations_merge(&two_vec2, 1, &span),
                span.component_count, 4);
   CHECK_RESULT(
      context,
      dral_varying_declarations_overlap(&two_vec2, &two_vec2, &result),
      result, 1);
   CHECK_RESULT(context, dral_varying_split(3, 3, pieces),
                pieces[1].write_mask, 3);
   CHECK_RESULT(context, dral_varying_clip_cull_place(3, 2, &both),
                both.cull_component, 3);
   CHECK_RESULT(context, dral_varying_component_count(&vec3, 0, &result),
                result, 6);
   CHECK_RESULT(context,
                dral_varying_nvc0_address(DRAL_VARYING_SEMANTIC_GENERIC, 0, 1,
                                          &result),
                result, 128);
}

const struct test varying_tests[] = {
   QUICK_TEST(packs_equal_reference),
   QUICK_TEST(every_component_can_be_used_and_none_beyond),
   QUICK_TEST(linkers_lose_three_components_a_class),
   QUICK_TEST(texts_equal_reference),
   QUICK_TEST(other_functions_of_varyings_are_called),
   NO_MORE_TESTS,
};
