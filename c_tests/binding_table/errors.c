/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the binding table functions: the
 * documented errno, and nothing written.
 */

#include "harness/canary.h"
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
   struct dral_binding_table_block block;
   uint32_t entry_count, entry_counts[7], fresh_index, active, dirty;
   size_t stage_count;
   uint64_t surface_base, state_address, shift, alignment, size;
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
   sound.block.index = 7;
   sound.block.next = 64;
   sound.entry_count = 240;
   sound.entry_counts[0] = 240;
   sound.entry_counts[1] = 241;
   sound.stage_count = 2;
   sound.fresh_index = 8;
   sound.active = 1;
   sound.dirty = 1;
   sound.state_address = 64;
   sound.indirect = 1;
   sound.alignment = 4096;
   sound.size = (uint64_t)1 << 48;
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

/* What calls change. */
static struct dral_binding_table_block *
block(void)
{
   static struct dral_binding_table_block copy;

   copy = sound.block;
   return &copy;
}

DEFINE_CALL(allocate,
            dral_binding_table_allocate(block(), sound.entry_count, OUT(0)))
DEFINE_CALL(emit,
            dral_binding_table_emit(block(), sound.fresh_index,
                                    sound.entry_counts, OUT(0),
                                    sound.stage_count, sound.active,
                                    sound.dirty, OUT(1)))
DEFINE_CALLS(block_calls, allocate(), emit())
DEFINE_CALL(entry_word,
            dral_binding_table_entry_word(sound.surface_base + sound.shift,
                                          sound.state_address + sound.shift,
                                          OUT(0)))
DEFINE_CALL(address_map,
            dral_address_map(120, sound.indirect, sound.alignment, sound.size,
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
   blocks_and_tables_that_do_not_fit_are_refused,
   STEP(block_calls, sound.block.index, 16384, -EINVAL),
   STEP(block_calls, sound.block.index, UINT32_MAX, -EINVAL),
   STEP(block_calls, sound.block.next, 1, -EINVAL),
   STEP(block_calls, sound.block.next, 48, -EINVAL),
   STEP(block_calls, sound.block.next, 65536 + 32, -EINVAL),
   STEP(block_calls, sound.block.next, UINT32_MAX - 31, -EINVAL),
   STEP(allocate, sound.entry_count, 241, -ERANGE),
   STEP(emit, sound.active, 3, -ERANGE),
   STEP(emit, sound.stage_count, 7, -ERANGE),
   STEP(emit, sound.active, 5, -EINVAL),
   STEP(emit, sound.dirty, 5, -EINVAL),
   STEP(allocate, sound.block.next, 65536 - 928, -ENOSPC),
   /* A full block, which needs a fresh one. */
   STEP(emit, sound.block.next, 65536 - 928, 0),
   STEP(emit, sound.fresh_index, 16384, -ENOSPC),
   STEP(emit, sound.fresh_index, 7, -EINVAL),
   /* Nor is the last block its own successor. */
   STEP(emit, sound.block.index, 16383, 0),
   STEP(emit, sound.fresh_index, 16383, -EINVAL))

STEPS_TEST(
   addresses_out_of_reach_are_refused,
   STEP(entry_word, sound.surface_base, 128, -EINVAL),
   STEP(entry_word, sound.surface_base, 1, -EINVAL),
   STEP(entry_word, sound.state_address, 65, -EINVAL),
   STEP(entry_word, sound.state_address, 0x100000000, -ERANGE),
   STEP(entry_word, sound.state_address, UINT64_MAX - 63, -ERANGE),
   /* Both are wrong by as much, and their distance is a multiple of 64. */
   STEP(entry_word, sound.shift, 32, -EINVAL),
   STEP(address_map, sound.indirect, 2, -EINVAL),
   /* One byte for the high heap. */
   STEP(address_map, sound.size, 0x63FFFF001, 0))

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
   QUICK_TEST(blocks_and_tables_that_do_not_fit_are_refused),
   QUICK_TEST(addresses_out_of_reach_are_refused),
   QUICK_TEST(shaders_that_cannot_be_are_refused),
   QUICK_TEST(bindings_that_cannot_be_are_refused),
   QUICK_TEST(bindings_that_are_not_used_may_be_anything),
   NO_MORE_TESTS
};
