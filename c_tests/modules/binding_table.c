/* SPDX-License-Identifier: MIT */

/* Valid and invalid shaders and emissions, compared with the reference. */

#include "dral_binding_table.h"
#include "harness/generator.h"
#include "harness/same.h"
#include "reference/binding_table.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <string.h>

#define CASES random_cases(100000)
#define SETS DRAL_BINDING_TABLE_MAX_SETS
#define BINDINGS 6
#define SLOTS (SETS * BINDINGS)
#define SURFACES DRAL_BINDING_TABLE_MAX_ENTRIES
#define SAMPLERS DRAL_BINDING_TABLE_MAX_SAMPLERS

/* The maximum number of descriptors with different immutable samplers. */
#define PLANE_COUNTS 12

#define NONE DRAL_DESCRIPTOR_ABSENT
#define ERROR(name) DRAL_BINDING_TABLE_ERROR_##name

/* How often each kind of result occurred. */
struct met {
   struct tally errors;
   /* Bindings in the table, bindings that did not fit, and null planes. */
   uint32_t placed, without_room, null_planes;
};

/* A shader with its sets. */
struct request {
   struct dral_descriptor_set_layout layouts[SETS];
   struct dral_descriptor_binding_layout bindings[SETS][BINDINGS];
   struct dral_binding_table_use uses[SETS][BINDINGS];
   struct dral_descriptor_immutable_sampler
      samplers[SETS][BINDINGS * PLANE_COUNTS];
   struct dral_binding_table_set sets[SETS];
   struct dral_binding_table_shader shader;
};

struct result {
   struct dral_binding_table_map map;
   struct dral_binding_table_entry surfaces[SURFACES];
   struct dral_binding_table_entry samplers[SAMPLERS];
   struct dral_binding_table_slots slots[SLOTS];
};

/* Data that occurs in the tables of ANV, and sometimes other data. */
static uint32_t
any_data(struct generator *generator)
{
   static const uint32_t known[] = {
      0x022, 0x023, 0x021, 0x041, 0x015, 0x011, 0x008, 0x010, 0x077,
      0x102, 0x183, 0x081, 0x193, 0x100, 0x200, 0x080, 0x390, 0x201,
   };

   if (one_in(generator, 12))
      return number_below(generator, 0x400);
   return known[number_below(generator,
                             (uint32_t)(sizeof known / sizeof known[0]))];
}

static uint32_t
any_array_size(struct generator *generator)
{
   switch (number_below(generator, 12)) {
   case 0:
      return 1 + number_below(generator, 300);
   case 1:
      return 1 + any_magnitude(generator) / 2;
   case 2:
      return 1 + number_below(generator, 80);
   default:
      return 1 + number_below(generator, PLANE_COUNTS);
   }
}

static void
bind(struct generator *generator, struct request *request, uint32_t s,
     uint32_t b)
{
   struct dral_descriptor_binding_layout *layout = &request->bindings[s][b];
   struct dral_binding_table_use *use = &request->uses[s][b];

   memset(layout, 0, sizeof *layout);
   memset(use, 0, sizeof *use);
   layout->descriptor_type = DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
   layout->dynamic_offset_index = NONE;
   layout->first_immutable_sampler = NONE;
   /* Sometimes an absent binding, which is not used. */
   if (one_in(generator, 10))
      return;
   layout->data = any_data(generator);
   layout->array_size = any_array_size(generator);
   layout->plane_count = 1;
   if (one_in(generator, 6))
      layout->dynamic_offset_index = number_below(generator, 16);
   else if (one_in(generator, 3))
      layout->plane_count = 1 + number_below(generator, 3);
   layout->descriptor_index = number_below(generator, 1000);
   layout->surface_offset = 8 * number_below(generator, 1000);
   layout->surface_size = 8 * number_below(generator, 9);
   layout->surface_stride = layout->plane_count * layout->surface_size;
   layout->sampler_offset = 32 * number_below(generator, 1000);
   layout->sampler_size = 32 * number_below(generator, 2);
   layout->sampler_stride = layout->plane_count * layout->sampler_size;
   layout->binding_flags =
      one_in(generator, 6) ? number_below(generator, 16) : 8;
   if (one_in(generator, 4))
      return;
   use->use_count = one_in(generator, 3) ? number_below(generator, 256)
                                         : number_below(generator, 6);
   /* Beyond the largest use count that matters. */
   if (use->use_count == 255)
      use->use_count += any_magnitude(generator) / 2;
   if (one_in(generator, 12))
      use->flags |= DRAL_BINDING_TABLE_USE_FLAG_NO_BINDING_TABLE;
   /* Unknown flags are ignored. */
   use->flags |= (uint32_t)next_number(generator) << 1;
   if (layout->array_size <= PLANE_COUNTS && one_in(generator, 3)) {
      layout->first_immutable_sampler = b * PLANE_COUNTS;
      /* If there are fewer than descriptors, they repeat. */
      layout->immutable_sampler_count =
         1 + number_below(generator, PLANE_COUNTS);
   }
}

static void
fill_request(struct generator *generator, struct request *request)
{
   static const uint32_t flags[] = { 0x00, 0x01, 0x10, 0x20, 0x11, 0x02 };
   struct dral_binding_table_shader *shader = &request->shader;
   const uint32_t model = 1 + number_below(generator, 3);
   uint32_t s;
   uint32_t b;
   uint32_t i;

   memset(request, 0, sizeof *request);
   shader->mesa = one_in(generator, 2) ? DRAL_MESA_RELEASE_V24_3 : DRAL_MESA_RELEASE_V26_2;
   shader->version = one_in(generator, 2) ? 120 : 125;
   shader->sets = request->sets;
   shader->set_count =
      number_below(generator, one_in(generator, 8) ? SETS + 1 : 9);
   shader->always_bindless = (uint32_t)one_in(generator, 8);
   shader->stage_is_bindless = (uint32_t)one_in(generator, 12);
   shader->render_target_count = number_below(generator, 9);
   shader->render_target_mask = (uint32_t)next_number(generator) &
                                ((1u << shader->render_target_count) - 1);
   for (s = 0; s < shader->set_count; s++) {
      struct dral_binding_table_set *set = &request->sets[s];
      struct dral_descriptor_set_layout *layout = &request->layouts[s];

      set->layout = layout;
      set->bindings = request->bindings[s];
      set->uses = request->uses[s];
      set->immutable_samplers = request->samplers[s];
      layout->model = model;
      layout->binding_count = number_below(generator, BINDINGS + 1);
      layout->immutable_sampler_count = BINDINGS * PLANE_COUNTS;
      if (one_in(generator, 3))
         layout->set_flags = flags[number_below(generator, 6)];
      /* As in some tables, and unknown flags. */
      layout->table_flags =
         (uint32_t)next_number(generator) &
         ~(uint32_t)DRAL_DESCRIPTOR_TABLE_FLAG_BINDING_TABLE;
      if (model == DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT ||
          one_in(generator, 12))
         layout->table_flags |= DRAL_DESCRIPTOR_TABLE_FLAG_BINDING_TABLE;
      for (b = 0; b < layout->binding_count; b++) {
         bind(generator, request, s, b);
         for (i = 0; i < PLANE_COUNTS; i++) {
            const uint32_t planes = request->bindings[s][b].plane_count;
            struct dral_descriptor_immutable_sampler *sampler =
               &request->samplers[s][b * PLANE_COUNTS + i];

            sampler->plane_count =
               (uint8_t)(1 + number_below(generator, planes ? planes : 1));
            /* Not read. */
            sampler->own_chroma_filter = (uint8_t)next_number(generator);
         }
      }
   }
}

/* Replaces one of the numbers by another, which may be invalid. */
static void
damage(struct generator *generator, struct request *request)
{
   struct dral_binding_table_shader *shader = &request->shader;
   const uint32_t sets = shader->set_count ? (uint32_t)shader->set_count : 1;
   const uint32_t s = number_below(generator, sets);
   const uint32_t b = number_below(generator, BINDINGS);
   struct dral_descriptor_binding_layout *layout = &request->bindings[s][b];
   const uint32_t near_end =
      UINT32_MAX - number_below(generator, one_in(generator, 2) ? 4 : 300);
   const uint32_t numbers[] = { 0, 1, 2, 4, 6, near_end };
   const uint32_t number = numbers[number_below(generator, 6)];
   uint32_t *const fields[] = {
      &request->layouts[s].model, &shader->always_bindless,
      &shader->stage_is_bindless, &shader->render_target_mask,
      &layout->array_size, &layout->plane_count, &layout->descriptor_index,
      &layout->dynamic_offset_index, &layout->surface_offset
   };
   const uint32_t field = number_below(generator, 10);

   if (field == 9) {
      request->samplers[s][b * PLANE_COUNTS].plane_count = (uint8_t)number;
      return;
   }
   *fields[field] = number;
   /* No entry in the sampler table has a surface. */
   if (fields[field] == &layout->surface_offset)
      layout->data &= ~(uint32_t)2;
}

/* Counts bindings and planes. */
static void
count_met(const struct request *request, const struct result *result,
          struct met *met)
{
   uint32_t s;
   uint32_t b;
   uint32_t i;

   for (s = 0; s < request->shader.set_count; s++) {
      for (b = 0; b < request->layouts[s].binding_count; b++) {
         if (result->slots[result->map.first_slots[s] + b].surface !=
             DRAL_BINDING_TABLE_BINDLESS)
            met->placed++;
         else if (request->uses[s][b].use_count != 0 &&
                  result->map.surface_count > 230)
            met->without_room++;
      }
   }
   for (i = 0; i < result->map.surface_count; i++)
      met->null_planes +=
         result->surfaces[i].set == DRAL_BINDING_TABLE_SET_ID_NULL;
}

/* The bit of an error in a set of errors. */
static uint32_t
error_bit(int error)
{
   if (error == DRAL_ERROR_UNKNOWN_FLAG)
      return REF_BINDING_TABLE_FLAG;
   if (error == DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_LAYOUT)
      return REF_BINDING_TABLE_LAYOUT;
   return error < -10200 && error > -10231 ? UINT32_C(1) << (-10200 - error)
                                           : 0;
}

#define SAME_PART(part)                                                     \
   CHECK(context,                                                           \
         memcmp(&result.part, &expected.part, sizeof result.part) == 0,     \
         "shader %" PRIu32, number)

static void
check_map(struct context *context, const struct request *request,
          uint32_t number, struct met *met)
{
   static struct result result;
   static struct result expected;
   uint32_t errors;
   int error;

   fill_canary(&result, sizeof result);
   fill_canary(&expected, sizeof expected);
   errors = ref_binding_table_map(&request->shader, &expected.map,
                                  expected.surfaces, expected.samplers,
                                  expected.slots);
   error = dral_binding_table_map_make(
      &request->shader, &result.map, result.surfaces, SURFACES,
      result.samplers, SAMPLERS, result.slots, SLOTS);
   tally_error(&met->errors, error);
   if (errors != 0 || error != 0) {
      CHECK(context, (errors & error_bit(error)) != 0,
            "shader %" PRIu32 ": error %d of %#" PRIx32, number, error,
            errors);
      return;
   }
   SAME_PART(map);
   SAME_PART(surfaces);
   SAME_PART(samplers);
   SAME_PART(slots);
   count_met(request, &result, met);
}

static void
maps_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   static struct request request;
   static struct met met;
   uint32_t i;

   for (i = 0; i < CASES; i++) {
      fill_request(&generator, &request);
      if (one_in(&generator, 4))
         damage(&generator, &request);
      check_map(context, &request, i, &met);
   }
   CHECK_TALLY(context, &met.errors, CASES / 10000, DRAL_ERROR_UNKNOWN_FLAG,
               ERROR(SET_LIMIT), ERROR(UNKNOWN_MODEL),
               ERROR(RENDER_TARGET_MASK),
               ERROR(ABSENT_BINDING),
               DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_LAYOUT, ERROR(PLANE_COUNT),
               ERROR(NOT_BINDLESS), ERROR(TABLE_FULL), ERROR(INDEX_RANGE));
   CHECK_MET(context, met.placed, CASES);
   CHECK_MET(context, met.without_room, CASES / 50);
   CHECK_MET(context, met.null_planes, CASES / 10);
}

static uint32_t
any_entry_count(struct generator *generator)
{
   switch (number_below(generator, 8)) {
   case 0:
      return 0;
   case 1:
      return 238 + number_below(generator, one_in(generator, 10) ? 4 : 3);
   default:
      return number_below(generator, 241);
   }
}

#define STAGES DRAL_BINDING_TABLE_MAX_STAGES

/* Blocks of each size and rule. */
static const struct dral_binding_table_blocks block_kinds[] = {
   { DRAL_MESA_RELEASE_V24_3, 90, 0 },
   { DRAL_MESA_RELEASE_V24_3, 125, 65536 },
   { DRAL_MESA_RELEASE_V26_2, 120, 0 },
   { DRAL_MESA_RELEASE_V26_2, 125, 0 },
   { DRAL_MESA_RELEASE_V26_2, 125, 1024 },
   { DRAL_MESA_RELEASE_V26_2, 200, 8192 },
   { DRAL_MESA_RELEASE_V26_2, 350, 65536 },
   { DRAL_MESA_RELEASE_V26_2, 300, 131072 },
};

/* What happened in emissions. */
struct emitted {
   struct tally errors;
   /* Draws that took a fresh block. */
   uint32_t moved;
};

/* Draw after draw, through block after block. */
static void
check_emissions(struct context *context, struct generator *generator,
                const struct dral_binding_table_blocks *blocks,
                uint32_t size, struct emitted *met)
{
   const uint32_t count = (1u << 30) / size;
   struct dral_binding_table_block block = { 0, 0 };
   struct dral_binding_table_block expected = { 0, 0 };
   uint32_t offsets[STAGES] = { 0 };
   uint32_t expected_offsets[STAGES] = { 0 };
   uint32_t i;
   uint32_t j;

   for (i = 0; i < CASES / 8; i++) {
      const uint32_t stages = number_below(generator, STAGES + 1);
      const uint32_t active = number_below(generator, 1u << stages);
      const uint32_t dirty = number_below(generator, 1u << stages);
      uint32_t before;
      uint32_t counts[STAGES];
      int error;

      /* Sometimes jump to the last blocks. */
      if (one_in(generator, 500)) {
         block.index = count - 1 - number_below(generator, 3);
         expected.index = block.index;
      }
      /* And to the end of a block. */
      if (one_in(generator, 40)) {
         block.next = size - 32 * number_below(generator, 30);
         expected.next = block.next;
      }
      before = block.index;
      for (j = 0; j < stages; j++)
         counts[j] = any_entry_count(generator);
      CHECK_SAME_CALLS(context, error, struct dral_binding_table_emission,
                       out,
                       dral_binding_table_emit(blocks, &block,
                                               block.index + 1, counts,
                                               offsets, stages, active,
                                               dirty, out),
                       ref_binding_table_emit(blocks, &expected, counts,
                                              expected_offsets, stages,
                                              active, dirty, out),
                       "draw %" PRIu32, i);
      tally_error(&met->errors, error);
      if (error == 0) {
         CHECK_EQUAL(context, block.index, expected.index,
                     "draw %" PRIu32, i);
         CHECK_EQUAL(context, block.next, expected.next, "draw %" PRIu32, i);
         CHECK(context,
               memcmp(offsets, expected_offsets, sizeof offsets) == 0,
               "draw %" PRIu32, i);
      } else {
         /* Unspecified. */
         block = expected;
         memcpy(offsets, expected_offsets, sizeof offsets);
      }
      met->moved += error == 0 && block.index != before;
      /* After the last block, start again. */
      if (error == ERROR(BLOCK_FULL)) {
         block.index = expected.index = number_below(generator, count / 2);
         block.next = expected.next = 0;
      }
   }
}

static void
emissions_equal_reference(struct context *context)
{
   static const uint32_t sizes[] = { 65536, 65536, 65536, 4096,
                                     1024,  8192,  65536, 131072 };
   struct generator generator = generator_for(context);
   struct emitted met = { 0 };
   uint32_t i;

   for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
      check_emissions(context, &generator, &block_kinds[i], sizes[i], &met);
   CHECK_TALLY(context, &met.errors, CASES / 2000, ERROR(ENTRY_LIMIT),
               ERROR(BLOCK_FULL));
   CHECK_MET(context, met.moved, CASES / 200);
}

/* The functions that the tests above do not call. */
static void
other_functions_of_binding_tables_are_called(struct context *context)
{
   const struct dral_binding_table_blocks blocks = {
      DRAL_MESA_RELEASE_V26_2, 90, 0
   };
   struct dral_binding_table_block block = { 3, 32 };
   struct dral_binding_table_bases bases;
   struct dral_address_range ranges[DRAL_ADDRESS_AREA_COUNT];
   uint64_t state;
   uint32_t result;

   CHECK_RESULT(context, dral_binding_table_size(9, &result), result, 64);
   CHECK_RESULT(context,
                dral_binding_table_allocate(&blocks, &block, 9, &result),
                result, 32);
   CHECK_EQUAL(context, block.next, 96, "the next table");
   CHECK_RESULT(context, dral_binding_table_bases_of(&blocks, 5, &bases),
                bases.surface_base, 0xC0050000);
   CHECK_RESULT(context,
                dral_surface_state_address(
                   DRAL_SURFACE_STATE_POOL_INTERNAL, 64, &state),
                state, 0x100000040);
   CHECK_RESULT(context,
                dral_binding_table_entry_word(bases.surface_base, state,
                                              &result),
                result, 0x3FFB0040);
   CHECK_RESULT(context,
                dral_address_map(DRAL_MESA_RELEASE_V26_2, 120, 1, 4096,
                                 (uint64_t)1 << 48, ranges,
                                 DRAL_ADDRESS_AREA_COUNT),
                ranges[0].address, 0x200000);
}

const struct test binding_table_tests[] = {
   QUICK_TEST(maps_equal_reference),
   QUICK_TEST(emissions_equal_reference),
   QUICK_TEST(other_functions_of_binding_tables_are_called),
   NO_MORE_TESTS,
};
