/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the binding table functions: the
 * documented errno, and nothing written.
 */

#include "harness/harness.h"
#include "harness/steps.h"
#include "dral_binding_table.h"
#include "harness/subjects.h"

#include <string.h>

#define SURFACES 10
#define SAMPLERS 6
#define SLOTS 4

/* Whether memory has 32 bits. */
#define IS_SHORT (SIZE_MAX == UINT32_MAX)

/* What they read. */
static struct {
   struct dral_descriptor_set_layout layout;
   struct dral_descriptor_binding_layout bindings[2];
   struct dral_binding_table_use uses[2];
   uint8_t planes[2];
   struct dral_binding_table_set sets[33];
   struct dral_binding_table_shader shader;
   uint32_t indirect;
} sound;

/* A shader with a target, and a set with two combined image samplers of two
 * planes, of which the first uses one, and a uniform buffer: seven surfaces
 * in all, four samplers. */
static void
make_sound(struct context *context)
{
   static const uint8_t planes[] = { 1, 2 };
   struct dral_descriptor_table table = { 0 };
   struct dral_descriptor_binding bindings[2];

   memset(&sound, 0, sizeof sound);
   memset(bindings, 0, sizeof bindings);
   bindings[0].descriptor_type =
      DRAL_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
   bindings[0].descriptor_count = 2;
   bindings[0].immutable_samplers = planes;
   bindings[0].immutable_sampler_count = 2;
   bindings[1].binding = 1;
   bindings[1].descriptor_type = DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
   bindings[1].descriptor_count = 1;
   CHECK_EQUAL(
      context,
      dral_descriptor_table_init(1, DRAL_MESA_RELEASE_V26_2, 120, 0, &table),
      0, "table");
   CHECK_EQUAL(context,
               dral_descriptor_set_lay_out(&table, bindings, 2, &sound.layout,
                                           sound.bindings, 2),
               0, "set");
   sound.uses[0].use_count = 1;
   sound.uses[1].use_count = 1;
   memcpy(sound.planes, planes, sizeof planes);
   sound.sets[0].layout = &sound.layout;
   sound.sets[0].bindings = sound.bindings;
   sound.sets[0].uses = sound.uses;
   sound.sets[0].immutable_samplers = sound.planes;
   sound.shader.sets = sound.sets;
   sound.shader.set_count = 1;
   sound.shader.render_target_count = 1;
   sound.shader.render_target_mask = 1;
}

DEFINE_CALL(map_make,
            dral_binding_table_map_make(&sound.shader, OUT(0), OUT(1),
                                        SURFACES, OUT(2), SAMPLERS,
                                        OUT(3), SLOTS))

static const char *
explain(void)
{
   return dral_binding_table_map_explain(&sound.shader);
}

DEFINE_CALL(address_map,
            dral_address_map(120, sound.indirect, 4096, (uint64_t)1 << 48,
                             OUT(0), DRAL_ADDRESS_AREA_COUNT))

/* A map that is refused, with words of its explanation. */
#define MAP(field, value, error, words) \
   EXPLAINED_STEP(map_make, sound.field, value, error, explain, words)

/* Arrays within what the pointers point to. */
STEPS_TEST(
   missing_and_endless_sets_are_refused,
   MAP(shader.set_count, SIZE_MAX / 2, -EINVAL, NULL),
   /* Of 64 bits, at least these counts have only 32. */
   MAP(layout.binding_count, IS_SHORT ? UINT32_MAX : 2,
       IS_SHORT ? -EINVAL : 0, NULL),
   MAP(shader.sets, 0, -EINVAL, "NULL"),
   MAP(sets[0].bindings, 0, -EINVAL, "NULL"),
   MAP(sets[0].uses, 0, -EINVAL, "NULL"),
   MAP(sets[0].immutable_samplers, 0, -EINVAL, "NULL"),
   /* Without a layout there is no set. */
   MAP(sets[0].layout, 0, 0, "can be made"),
   MAP(sets[0].bindings, 0, 0, "can be made"))

static void
map_leaves_room_that_it_does_not_need(struct context *context)
{
   struct dral_binding_table_map map;
   struct dral_binding_table_entry surfaces[SURFACES], samplers[SAMPLERS];
   struct dral_binding_table_slots slots[SLOTS];

   make_sound(context);
   fill_canary(surfaces, sizeof surfaces);
   fill_canary(samplers, sizeof samplers);
   fill_canary(slots, sizeof slots);
   CHECK_EQUAL(context,
               dral_binding_table_map_make(&sound.shader, &map, surfaces,
                                           SURFACES, samplers, SAMPLERS,
                                           slots, SLOTS),
               0, "map");
   CHECK_EQUAL(context, map.surface_count, 7, "surfaces");
   CHECK_EQUAL(context, map.sampler_count, 4, "samplers");
   CHECK_EQUAL(context, map.slot_count, 2, "slots");
   CHECK(context, is_untouched(surfaces + 7, 3 * sizeof surfaces[0]),
         "surfaces");
   CHECK(context, is_untouched(samplers + 4, 2 * sizeof samplers[0]),
         "samplers");
   CHECK(context, is_untouched(slots + 2, 2 * sizeof slots[0]), "slots");
}

STEPS_TEST(
   address_spaces_have_indirect_descriptors_or_not,
   UNKNOWN_STEPS(address_map, sound.indirect, -EINVAL))

STEPS_TEST(
   shaders_that_cannot_be_are_refused,
   MAP(layout.model, 0, -EINVAL, "model"),
   MAP(layout.model, DRAL_DESCRIPTOR_MODEL_PANVK, -EINVAL, "model"),
   MAP(layout.model, UINT32_MAX, -EINVAL, "model"),
   MAP(shader.always_bindless, 2, -EINVAL, "0 nor 1"),
   MAP(shader.stage_is_bindless, UINT32_MAX, -EINVAL, "0 nor 1"),
   MAP(shader.render_target_count, 9, -ERANGE, "8 render targets"),
   MAP(shader.render_target_count, UINT32_MAX, -ERANGE,
       "8 render targets"),
   MAP(shader.render_target_mask, 2, -EINVAL, "at or above"),
   MAP(shader.set_count, 33, -ERANGE, "32 sets"))

STEPS_TEST(
   bindings_that_cannot_be_are_refused,
   MAP(bindings[0].array_size, 0, -EINVAL, "does not have"),
   MAP(bindings[0].plane_count, 0, -EINVAL, "not a valid"),
   MAP(bindings[0].dynamic_offset_index, 0, -EINVAL, "not a valid"),
   MAP(planes[0], 0, -EINVAL, "planes"),
   MAP(planes[0], 3, -EINVAL, "planes"),
   MAP(bindings[0].first_immutable_sampler, 1, -EINVAL, "missing"),
   MAP(bindings[0].first_immutable_sampler, UINT32_MAX - 1, -EINVAL,
       "missing"),
   MAP(bindings[0].immutable_sampler_count, 0, -EINVAL, "missing"),
   MAP(bindings[0].surface_offset, UINT32_MAX - 7, -ERANGE,
       "index or offset"),
   MAP(bindings[1].descriptor_index, UINT32_MAX, 0, NULL),
   MAP(bindings[1].array_size, 2, -ERANGE, "index or offset"),
   MAP(bindings[1].descriptor_index, 0, 0, NULL),
   /* One that needs the table. */
   MAP(bindings[1].data, 1, 0, NULL),
   MAP(bindings[1].array_size, 239, -ERANGE, "more bindings"),
   MAP(bindings[1].array_size, UINT32_MAX, -ERANGE, "more bindings"),
   MAP(shader.stage_is_bindless, 1, -EINVAL, "no binding table"))

/* Of a binding that is not used, nothing is looked at. */
static void
bindings_that_are_not_used_may_be_anything(struct context *context)
{
   make_sound(context);
   memset(&sound.bindings[1], 0xFF, sizeof sound.bindings[1]);
   memset(&sound.uses[1], 0xFF, sizeof sound.uses[1]);
   sound.uses[1].use_count = 0;
   CHECK_EQUAL(context, map_make(), 0, "not used");
}

const struct test binding_table_errors_tests[] = {
   QUICK_TEST(missing_and_endless_sets_are_refused),
   QUICK_TEST(map_leaves_room_that_it_does_not_need),
   QUICK_TEST(address_spaces_have_indirect_descriptors_or_not),
   QUICK_TEST(shaders_that_cannot_be_are_refused),
   QUICK_TEST(bindings_that_cannot_be_are_refused),
   QUICK_TEST(bindings_that_are_not_used_may_be_anything),
   NO_MORE_TESTS
};
