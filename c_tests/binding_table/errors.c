/* SPDX-License-Identifier: MIT */

/*
 * Callers that break the rules of the binding table functions: the
 * documented errno, and nothing written.
 */

#include "harness/calls.h"
#include "harness/canary.h"
#include "dral_binding_table.h"
#include "harness/subjects.h"

#include <errno.h>
#include <string.h>

/* More elements than any memory has. */
#define ENDLESS (SIZE_MAX / 2)

#define SURFACES 10
#define SAMPLERS 6
#define SLOTS 4

/* What functions may write, all of it with a pattern. */
struct outputs {
   struct dral_binding_table_map map;
   struct dral_binding_table_entry surfaces[SURFACES];
   struct dral_binding_table_entry samplers[SAMPLERS];
   struct dral_binding_table_slots slots[SLOTS];
   struct dral_binding_table_bases bases;
   struct dral_binding_table_emission emission;
   struct dral_address_range ranges[DRAL_ADDRESS_AREA_COUNT];
   uint32_t words[8];
};

struct caller {
   struct context *context;
   struct dral_descriptor_set_layout layout;
   struct dral_descriptor_binding_layout bindings[2];
   struct dral_binding_table_use uses[2];
   uint8_t planes[2];
   struct dral_binding_table_set sets[33];
   struct dral_binding_table_shader shader;
   struct dral_binding_table_block block;
   struct outputs outputs;
};

/* A shader with a target, and a set with two combined image samplers of two
 * planes, of which the first uses one, and a uniform buffer: seven surfaces
 * in all, four samplers. */
static void
sound_caller(struct context *context, struct caller *caller)
{
   static const uint8_t planes[] = { 1, 2 };
   struct dral_descriptor_table table = { 0 };
   struct dral_descriptor_binding bindings[2];

   memset(caller, 0, sizeof *caller);
   memset(bindings, 0, sizeof bindings);
   caller->context = context;
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
               dral_descriptor_set_lay_out(
                  &table, bindings, 2, &caller->layout, caller->bindings, 2),
               0, "set");
   caller->uses[0].use_count = 1;
   caller->uses[1].use_count = 1;
   memcpy(caller->planes, planes, sizeof planes);
   caller->sets[0].layout = &caller->layout;
   caller->sets[0].bindings = caller->bindings;
   caller->sets[0].uses = caller->uses;
   caller->sets[0].immutable_samplers = caller->planes;
   caller->shader.sets = caller->sets;
   caller->shader.set_count = 1;
   caller->shader.render_target_count = 1;
   caller->shader.render_target_mask = 1;
   caller->block.index = 7;
   caller->block.next = 64;
   fill_canary(&caller->outputs, sizeof caller->outputs);
}

#define SIMPLE_MAP(c)                                                        \
   dral_binding_table_map_make(                                              \
      &(c).shader, &(c).outputs.map, (c).outputs.surfaces, SURFACES,         \
      (c).outputs.samplers, SAMPLERS, (c).outputs.slots, SLOTS)

/* The same for a map, with words of its explanation. */
#define MAP_REFUSED(c, error, reason)                                       \
   do {                                                                     \
      REFUSED(c, SIMPLE_MAP(c), error);                                     \
      CHECK((c).context,                                                    \
            strstr(dral_binding_table_map_explain(&(c).shader),             \
                   reason) != NULL, "line %d", __LINE__);                   \
   } while (0)

static const uint32_t entry_counts[] = { 1, 2 };
static struct caller sound;

DEFINE_CALL(binding_table_size, 9, at[0])
DEFINE_CALL(binding_table_allocate, at[0], 1, at[1])
DEFINE_CALL(binding_table_emit, at[0], 8, at[1], at[2], n[0], 3, 3, at[3])
DEFINE_CALL(binding_table_bases_of, 120, 0, at[0])
DEFINE_CALL(surface_state_address, 0, 0, at[0])
DEFINE_CALL(binding_table_entry_word, 0, 64, at[0])
DEFINE_CALL(address_map, 120, 1, 4096, UINT64_C(1) << 48, at[0], n[0])
DEFINE_CALL(binding_table_map_make, at[0], at[1], at[2], n[0], at[3], n[1],
            at[4], n[2])

static const struct call calls[] = {
   CALL(binding_table_size, OUT(0, uint32_t)),
   CALL(binding_table_allocate, IN_OUT(APART, sound.block),
        OUT(APART, uint32_t)),
   CALL(binding_table_emit, IN_OUT(APART_TOO, sound.block),
        IN_ARRAY(APART, entry_counts, 2, 1, 0),
        OUT_ARRAY(APART | APART_TOO, uint32_t, 2, 1, 0),
        OUT(APART_TOO, struct dral_binding_table_emission)),
   CALL(binding_table_bases_of, OUT(0, struct dral_binding_table_bases)),
   CALL(surface_state_address, OUT(0, uint64_t)),
   CALL(binding_table_entry_word, OUT(0, uint32_t)),
   CALL(address_map, OUT_ARRAY(0, struct dral_address_range,
                               DRAL_ADDRESS_AREA_COUNT, 1, -ENOSPC)),
   CALL(binding_table_map_make, IN(0, sound.shader),
        OUT(APART, struct dral_binding_table_map),
        OUT_ARRAY(APART, struct dral_binding_table_entry, 7, 1, -ENOSPC),
        OUT_ARRAY(APART, struct dral_binding_table_entry, 4, 2, -ENOSPC),
        OUT_ARRAY(APART, struct dral_binding_table_slots, 2, 3, -ENOSPC)),
};

static void
pointers_and_counts_of_binding_tables_are_checked(struct context *context)
{
   sound_caller(context, &sound);
   check_calls(context, calls, sizeof calls / sizeof calls[0]);
   CHECK(context,
         strstr(dral_binding_table_map_explain(NULL), "NULL") != NULL,
         "explanation");
}

/* Arrays within what the pointers point to. */
static void
missing_and_endless_sets_are_refused(struct context *context)
{
   struct caller c;

   sound_caller(context, &c);
   c.shader.set_count = ENDLESS;
   REFUSED(c, SIMPLE_MAP(c), -EINVAL);
   sound_caller(context, &c);
   /* Of 64 bits, at least these counts have only 32. */
   if (SIZE_MAX == UINT32_MAX) {
      c.layout.binding_count = UINT32_MAX;
      REFUSED(c, SIMPLE_MAP(c), -EINVAL);
   }
   sound_caller(context, &c);
   c.shader.sets = NULL;
   MAP_REFUSED(c, -EINVAL, "NULL");
   sound_caller(context, &c);
   c.sets[0].bindings = NULL;
   MAP_REFUSED(c, -EINVAL, "NULL");
   sound_caller(context, &c);
   c.sets[0].uses = NULL;
   MAP_REFUSED(c, -EINVAL, "NULL");
   sound_caller(context, &c);
   c.sets[0].immutable_samplers = NULL;
   MAP_REFUSED(c, -EINVAL, "NULL");
   /* Without a layout there is no set. */
   sound_caller(context, &c);
   c.sets[0].layout = NULL;
   c.sets[0].bindings = NULL;
   CHECK_EQUAL(context, SIMPLE_MAP(c), 0, "no set");
   CHECK_EQUAL(context, c.outputs.map.slot_count, 0, "no set");
}

static void
binding_table_functions_take_null_for_nothing(struct context *context)
{
   struct caller c;
   struct outputs *out = &c.outputs;

   sound_caller(context, &c);
   c.shader.sets = NULL;
   c.shader.set_count = 0;
   c.shader.render_target_count = 0;
   c.shader.render_target_mask = 0;
   CHECK_EQUAL(context,
               dral_binding_table_map_make(&c.shader, &out->map, NULL, 0,
                                           NULL, 0, NULL, 0),
               0, "no sets");
   CHECK_EQUAL(context, out->map.surface_count, 0, "no sets");
   CHECK_EQUAL(context, out->map.sampler_count, 0, "no sets");
   /* Sets that are not there, as many as there can be. */
   sound_caller(context, &c);
   memset(c.sets, 0, sizeof c.sets);
   c.shader.set_count = 32;
   CHECK_EQUAL(context,
               dral_binding_table_map_make(
                  &c.shader, &out->map, out->surfaces, 1, NULL, 0, NULL, 0),
               0, "a target");
   CHECK_EQUAL(context, out->map.surface_count, 1, "a target");
   CHECK_EQUAL(context, dral_binding_table_emit(&c.block, 8, NULL, NULL, 0, 0,
                                                0, &out->emission), 0,
               "no stages");
   CHECK_EQUAL(context, out->emission.stages, 0, "no stages");
}

static void
map_writes_its_outputs_alone(struct context *context)
{
   struct caller c;
   struct outputs *out = &c.outputs;

   sound_caller(context, &c);
   CHECK_EQUAL(context, SIMPLE_MAP(c), 0, "map");
   CHECK_EQUAL(context, out->map.surface_count, 7, "surfaces");
   CHECK_EQUAL(context, out->map.sampler_count, 4, "samplers");
   CHECK_EQUAL(context, out->map.slot_count, 2, "slots");
   CHECK_EQUAL(context, out->surfaces[4].set,
               DRAL_BINDING_TABLE_SET_ID_NULL, "the second plane");
   CHECK(context, is_untouched(&out->surfaces[7],
                               (SURFACES - 7) * sizeof out->surfaces[0]),
         "surfaces");
   CHECK(context, is_untouched(&out->samplers[4],
                               (SAMPLERS - 4) * sizeof out->samplers[0]),
         "samplers");
   CHECK(context, is_untouched(&out->slots[2], 2 * sizeof out->slots[0]),
         "slots");
   CHECK(context, is_untouched(&out->bases, sizeof out->bases), "bases");
}

/* Memory that two arrays share. */
union shared {
   struct dral_descriptor_set_layout layout;
   struct dral_descriptor_binding_layout bindings[2];
   struct dral_binding_table_use uses[2];
   uint8_t planes[2];
   struct dral_binding_table_entry entries[SURFACES];
   struct dral_binding_table_slots slots[SLOTS];
   struct dral_binding_table_map map;
};

/* The map is fine without the overlap, and refused with it. */
#define OVERLAP_REFUSED(c, map, surfaces, samplers, slots)                   \
   do {                                                                      \
      const union shared shared_before = both;                               \
                                                                             \
      REFUSED(c,                                                             \
              dral_binding_table_map_make(&(c).shader, map, surfaces,        \
                                          SURFACES, samplers, SAMPLERS,      \
                                          slots, SLOTS),                     \
              -EINVAL);                                                      \
      CHECK((c).context, memcmp(&both, &shared_before, sizeof both) == 0,    \
            "line %d", __LINE__);                                            \
      CHECK_EQUAL((c).context, SIMPLE_MAP(c), 0, "line %d", __LINE__);       \
      fill_canary(&(c).outputs, sizeof(c).outputs);                          \
   } while (0)

/* Each input of a set with each output. */
static void
inputs_of_a_map_must_not_overlap_its_outputs(struct context *context)
{
   uint32_t input;

   for (input = 0; input < 4; input++) {
      struct caller c;
      struct outputs *out = &c.outputs;
      union shared both;

      memset(&both, 0, sizeof both);
      sound_caller(context, &c);
      if (input == 0) {
         both.layout = c.layout;
         c.sets[0].layout = &both.layout;
      } else if (input == 1) {
         memcpy(both.bindings, c.bindings, sizeof c.bindings);
         c.sets[0].bindings = both.bindings;
      } else if (input == 2) {
         memcpy(both.uses, c.uses, sizeof c.uses);
         c.sets[0].uses = both.uses;
      } else {
         memcpy(both.planes, c.planes, sizeof c.planes);
         c.sets[0].immutable_samplers = both.planes;
      }
      OVERLAP_REFUSED(c, &both.map, out->surfaces, out->samplers, out->slots);
      OVERLAP_REFUSED(c, &out->map, both.entries, out->samplers, out->slots);
      OVERLAP_REFUSED(c, &out->map, out->surfaces, both.entries, out->slots);
      OVERLAP_REFUSED(c, &out->map, out->surfaces, out->samplers, both.slots);
   }
}

static void
blocks_that_are_none_are_refused(struct context *context)
{
   static const struct dral_binding_table_block blocks[] = {
      { 16384, 0 }, { UINT32_MAX, 0 },          { 0, 1 },
      { 0, 48 },    { 0, 65536 + 32 },          { 0, UINT32_MAX - 31 },
   };
   const uint32_t counts[2] = { 0, 0 };
   struct caller c;
   struct outputs *out = &c.outputs;
   size_t i;

   for (i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
      sound_caller(context, &c);
      c.block = blocks[i];
      REFUSED(c, dral_binding_table_allocate(&c.block, 0, out->words),
              -EINVAL);
      REFUSED(c, dral_binding_table_emit(&c.block, 8, counts, out->words, 2,
                                         0, 0, &out->emission), -EINVAL);
   }
}

static void
tables_that_do_not_fit_are_refused(struct context *context)
{
   const uint32_t counts[7] = { 240, 241, 0, 0, 0, 0, 0 };
   struct caller c;
   struct outputs *out = &c.outputs;

   sound_caller(context, &c);
   REFUSED(c, dral_binding_table_allocate(&c.block, 241, out->words),
           -ERANGE);
   REFUSED(c, dral_binding_table_emit(&c.block, 8, counts, out->words, 2, 3,
                                      1, &out->emission), -ERANGE);
   REFUSED(c, dral_binding_table_emit(&c.block, 8, counts, out->words, 7, 1,
                                      1, &out->emission), -ERANGE);
   REFUSED(c, dral_binding_table_emit(&c.block, 8, counts, out->words,
                                      ENDLESS, 1, 1, &out->emission),
           -EINVAL);
   REFUSED(c, dral_binding_table_emit(&c.block, 8, counts, out->words, 2, 5,
                                      1, &out->emission), -EINVAL);
   REFUSED(c, dral_binding_table_emit(&c.block, 8, counts, out->words, 2, 1,
                                      5, &out->emission), -EINVAL);
   c.block.next = 65536 - 928;
   REFUSED(c, dral_binding_table_allocate(&c.block, 240, out->words),
           -ENOSPC);
   REFUSED(c, dral_binding_table_emit(&c.block, 16384, counts, out->words, 2,
                                      1, 1, &out->emission), -ENOSPC);
   REFUSED(c, dral_binding_table_emit(&c.block, 7, counts, out->words, 2, 1,
                                      1, &out->emission), -EINVAL);
   /* Nor is the last block its own successor. */
   c.block.index = 16383;
   REFUSED(c, dral_binding_table_emit(&c.block, 16383, counts, out->words, 2,
                                      1, 1, &out->emission), -EINVAL);
}

static void
states_out_of_reach_are_refused(struct context *context)
{
   struct caller c;
   struct outputs *out = &c.outputs;

   sound_caller(context, &c);
   REFUSED(c, dral_binding_table_entry_word(128, 64, out->words), -EINVAL);
   REFUSED(c, dral_binding_table_entry_word(1, 64, out->words), -EINVAL);
   REFUSED(c, dral_binding_table_entry_word(0, 65, out->words), -EINVAL);
   /* Both are wrong by as much, and their distance is a multiple of 64. */
   REFUSED(c, dral_binding_table_entry_word(32, 96, out->words), -EINVAL);
   REFUSED(c, dral_binding_table_entry_word(0, 0x100000000, out->words),
           -ERANGE);
   REFUSED(c, dral_binding_table_entry_word(0, UINT64_MAX - 63, out->words),
           -ERANGE);
}

static void
address_spaces_out_of_range_are_refused(struct context *context)
{
   const uint64_t whole = (uint64_t)1 << 48;
   const size_t all = DRAL_ADDRESS_AREA_COUNT;
   struct caller c;
   struct outputs *out = &c.outputs;

   sound_caller(context, &c);
   REFUSED(c, dral_address_map(120, 2, 4096, whole, out->ranges, all),
           -EINVAL);
   REFUSED(c, dral_address_map(120, 1, 4096, whole, out->ranges, all - 1),
           -ENOSPC);
   REFUSED(c, dral_address_map(120, 1, 4096, whole, out->ranges, ENDLESS),
           -EINVAL);
   CHECK_EQUAL(context, dral_address_map(120, 1, 4096, 0x63FFFF001,
                                         out->ranges, all), 0, "one byte");
   CHECK_EQUAL(context, out->ranges[DRAL_ADDRESS_AREA_HIGH_HEAP].size, 1,
               "one byte");
}

static void
shaders_that_cannot_be_are_refused(struct context *context)
{
   struct caller c;

   sound_caller(context, &c);
   c.layout.model = 0;
   MAP_REFUSED(c, -EINVAL, "model");
   c.layout.model = DRAL_DESCRIPTOR_MODEL_PANVK;
   MAP_REFUSED(c, -EINVAL, "model");
   c.layout.model = UINT32_MAX;
   MAP_REFUSED(c, -EINVAL, "model");
   sound_caller(context, &c);
   c.shader.always_bindless = 2;
   MAP_REFUSED(c, -EINVAL, "0 nor 1");
   sound_caller(context, &c);
   c.shader.stage_is_bindless = UINT32_MAX;
   MAP_REFUSED(c, -EINVAL, "0 nor 1");
   sound_caller(context, &c);
   c.shader.render_target_count = 9;
   MAP_REFUSED(c, -ERANGE, "8 render targets");
   c.shader.render_target_count = UINT32_MAX;
   MAP_REFUSED(c, -ERANGE, "8 render targets");
   sound_caller(context, &c);
   c.shader.render_target_mask = 2;
   MAP_REFUSED(c, -EINVAL, "at or above");
   sound_caller(context, &c);
   c.shader.set_count = 33;
   MAP_REFUSED(c, -ERANGE, "32 sets");
}

static void
bindings_that_cannot_be_are_refused(struct context *context)
{
   struct caller c;

   sound_caller(context, &c);
   c.bindings[0].array_size = 0;
   MAP_REFUSED(c, -EINVAL, "does not have");
   sound_caller(context, &c);
   c.bindings[0].plane_count = 0;
   MAP_REFUSED(c, -EINVAL, "not a valid");
   sound_caller(context, &c);
   c.bindings[0].dynamic_offset_index = 0;
   MAP_REFUSED(c, -EINVAL, "not a valid");
   sound_caller(context, &c);
   c.planes[0] = 0;
   MAP_REFUSED(c, -EINVAL, "planes");
   c.planes[0] = 3;
   MAP_REFUSED(c, -EINVAL, "planes");
   sound_caller(context, &c);
   c.bindings[0].first_immutable_sampler = 1;
   MAP_REFUSED(c, -EINVAL, "missing");
   c.bindings[0].first_immutable_sampler = UINT32_MAX - 1;
   MAP_REFUSED(c, -EINVAL, "missing");
   sound_caller(context, &c);
   c.bindings[0].immutable_sampler_count = 0;
   MAP_REFUSED(c, -EINVAL, "missing");
   sound_caller(context, &c);
   c.bindings[1].descriptor_index = UINT32_MAX;
   CHECK_EQUAL(context, SIMPLE_MAP(c), 0, "the last index");
   sound_caller(context, &c);
   c.bindings[1].array_size = 2;
   c.bindings[1].descriptor_index = UINT32_MAX;
   MAP_REFUSED(c, -ERANGE, "index or offset");
   sound_caller(context, &c);
   c.bindings[0].surface_offset = UINT32_MAX - 7;
   MAP_REFUSED(c, -ERANGE, "index or offset");
   /* One that needs the table. */
   sound_caller(context, &c);
   c.bindings[1].data = 1;
   c.bindings[1].array_size = 239;
   MAP_REFUSED(c, -ERANGE, "more bindings");
   c.bindings[1].array_size = UINT32_MAX;
   MAP_REFUSED(c, -ERANGE, "more bindings");
   c.bindings[1].array_size = 1;
   c.shader.stage_is_bindless = 1;
   MAP_REFUSED(c, -EINVAL, "no binding table");
   /* Of a binding that is not used, nothing is looked at. */
   sound_caller(context, &c);
   memset(&c.bindings[1], 0xFF, sizeof c.bindings[1]);
   memset(&c.uses[1], 0xFF, sizeof c.uses[1]);
   c.uses[1].use_count = 0;
   CHECK_EQUAL(context, SIMPLE_MAP(c), 0, "not used");
   CHECK_EQUAL(context, c.outputs.map.surface_count, 6, "not used");
}

const struct test binding_table_errors_tests[] = {
   QUICK_TEST(pointers_and_counts_of_binding_tables_are_checked),
   QUICK_TEST(missing_and_endless_sets_are_refused),
   QUICK_TEST(binding_table_functions_take_null_for_nothing),
   QUICK_TEST(map_writes_its_outputs_alone),
   QUICK_TEST(inputs_of_a_map_must_not_overlap_its_outputs),
   QUICK_TEST(blocks_that_are_none_are_refused),
   QUICK_TEST(tables_that_do_not_fit_are_refused),
   QUICK_TEST(states_out_of_reach_are_refused),
   QUICK_TEST(address_spaces_out_of_range_are_refused),
   QUICK_TEST(shaders_that_cannot_be_are_refused),
   QUICK_TEST(bindings_that_cannot_be_are_refused),
   NO_MORE_TESTS
};
