/* SPDX-License-Identifier: MIT */

/*
 * Random shaders, blocks, states and address spaces, compared with the
 * reference: sound ones, and such with a single fault, so that the errno is
 * that of the fault.
 */

#include "harness/canary.h"
#include "dral_binding_table.h"
#include "harness/generator.h"
#include "reference/binding_table.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <errno.h>
#include <string.h>

#define CASES 100000
#define SETS REF_BINDING_TABLE_SETS
#define BINDINGS 6
#define SLOTS (SETS * BINDINGS)
#define SURFACES REF_BINDING_TABLE_SURFACES
#define SAMPLERS REF_BINDING_TABLE_SAMPLERS

/* The most descriptors whose immutable samplers are distinguished. */
#define PLANE_COUNTS 12

#define NONE DRAL_DESCRIPTOR_ABSENT
#define BINDLESS DRAL_BINDING_TABLE_BINDLESS

/* How often each kind of answer was met. */
struct met {
   struct tally errors;
   /* Bindings in the table, without room there, and null planes. */
   uint32_t placed, without_room, null_planes;
};

/* A shader, as the library and as the reference see it. */
struct request {
   uint32_t model, version;
   struct dral_descriptor_set_layout layouts[SETS];
   struct dral_descriptor_binding_layout bindings[SETS][BINDINGS];
   struct dral_binding_table_use uses[SETS][BINDINGS];
   uint8_t plane_counts[SETS][BINDINGS * PLANE_COUNTS];
   struct dral_binding_table_set sets[SETS];
   struct dral_binding_table_shader shader;

   struct ref_binding ref_bindings[SETS][BINDINGS];
   uint32_t ref_planes[SETS][BINDINGS][PLANE_COUNTS];
   struct ref_binding_set ref_sets[SETS];
   struct ref_binding_table_input input;
};

struct result {
   struct dral_binding_table_map map;
   struct dral_binding_table_entry surfaces[SURFACES];
   struct dral_binding_table_entry samplers[SAMPLERS];
   struct dral_binding_table_slots slots[SLOTS];
};

struct ref_result {
   struct ref_binding_table_map map;
   struct ref_binding_table_entry surfaces[SURFACES];
   struct ref_binding_table_slots slots[SLOTS];
};

/* What tables of ANV have, and what they have not. */
static uint32_t
any_data(struct generator *generator)
{
   static const uint32_t known[] = {
      0x022, 0x023, 0x021, 0x041, 0x015, 0x011, 0x008, 0x010, 0x077,
      0x102, 0x183, 0x081, 0x193, 0x100, 0x200, 0x080, 0x390, 0x201,
   };

   if (one_in(generator, 12)) {
      const uint32_t data = number_below(generator, 0x400);

      /* The slot of an inline block does not tell whether it is in the
       * table, so it had better not need it. */
      return data & 8 ? data | 0x40 : data;
   }
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
   /* An absent one now and then, which is not used. */
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
   if (one_in(generator, 12))
      use->flags |= DRAL_BINDING_TABLE_USE_FLAG_NO_BINDING_TABLE;
   /* What is not listed changes nothing. */
   use->flags |= (uint32_t)next_number(generator) << 1;
   if (layout->array_size <= PLANE_COUNTS && one_in(generator, 3)) {
      layout->first_immutable_sampler = b * PLANE_COUNTS;
      /* Fewer repeat. */
      layout->immutable_sampler_count =
         1 + number_below(generator, PLANE_COUNTS);
   }
}

/* Whether shaders reach what has no data for it only through the table. */
static int
needs_table(const struct request *request, uint32_t set_flags)
{
   return request->model == 1 ||
          (request->model == 3 && (set_flags & 1) && request->version < 125);
}

static void
choose(struct generator *generator, struct request *request)
{
   static const uint32_t versions[] = { 90, 120, 124, 125, 200 };
   static const uint32_t flags[] = { 0x00, 0x01, 0x10, 0x20, 0x11, 0x02 };
   struct dral_binding_table_shader *shader = &request->shader;
   uint32_t s;
   uint32_t b;
   uint32_t i;

   memset(request, 0, sizeof *request);
   shader->sets = request->sets;
   shader->set_count =
      number_below(generator, one_in(generator, 8) ? SETS + 1 : 9);
   request->model = 1 + number_below(generator, 3);
   request->version = versions[number_below(generator, 5)];
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
      set->immutable_samplers = request->plane_counts[s];
      layout->model = request->model;
      layout->binding_count = number_below(generator, BINDINGS + 1);
      layout->immutable_sampler_count = sizeof request->plane_counts[s];
      if (one_in(generator, 3))
         layout->set_flags = flags[number_below(generator, 6)];
      /* As the tables have it, and what is not listed. */
      layout->table_flags =
         (uint32_t)next_number(generator) &
         ~(uint32_t)DRAL_DESCRIPTOR_TABLE_FLAG_BINDING_TABLE;
      if (needs_table(request, layout->set_flags))
         layout->table_flags |= DRAL_DESCRIPTOR_TABLE_FLAG_BINDING_TABLE;
      for (b = 0; b < layout->binding_count; b++) {
         bind(generator, request, s, b);
         for (i = 0; i < PLANE_COUNTS; i++)
            request->plane_counts[s][b * PLANE_COUNTS + i] =
               (uint8_t)(1 + number_below(generator,
                                          request->bindings[s][b].plane_count
                                             ? request->bindings[s][b]
                                                  .plane_count
                                             : 1) +
                         128 * number_below(generator, 2));
      }
   }
}

enum fault {
   FAULT_MODEL,
   FAULT_FLAG,
   FAULT_MASK,
   FAULT_ABSENT,
   FAULT_PLANES,
   FAULT_PLANE_COUNT,
   FAULT_INDEX,
   FAULT_DYNAMIC_INDEX,
   FAULT_OFFSET,
   FAULTS
};

static void
plant(struct generator *generator, struct request *request)
{
   const uint32_t s = number_below(generator, SETS);
   const uint32_t b = number_below(generator, BINDINGS);
   struct dral_binding_table_shader *shader = &request->shader;
   struct dral_descriptor_binding_layout *layout = &request->bindings[s][b];
   const uint32_t near_end = UINT32_MAX - number_below(generator, 4);

   switch ((enum fault)number_below(generator, FAULTS)) {
   case FAULT_MODEL:
      if (request->layouts[s].binding_count > 0) {
         request->layouts[s].model =
            one_in(generator, 2) ? 0 : 4 + number_below(generator, 3);
         request->model = 7;
      }
      break;
   case FAULT_FLAG:
      if (one_in(generator, 2))
         shader->always_bindless = 2;
      else
         shader->stage_is_bindless = 2;
      break;
   case FAULT_MASK:
      shader->render_target_mask |= 1u << shader->render_target_count;
      break;
   case FAULT_ABSENT:
      layout->array_size = 0;
      break;
   case FAULT_PLANES:
      layout->plane_count =
         layout->dynamic_offset_index == NONE ? 0 : 2;
      break;
   case FAULT_PLANE_COUNT:
      request->plane_counts[s][b * PLANE_COUNTS] =
         (uint8_t)(one_in(generator, 2) ? 0 : layout->plane_count + 1);
      break;
   case FAULT_INDEX:
      layout->descriptor_index = near_end;
      break;
   case FAULT_DYNAMIC_INDEX:
      /* The reference does not look at it for samplers. */
      if (layout->dynamic_offset_index != NONE && !(layout->data & 2))
         layout->dynamic_offset_index = near_end - 1;
      break;
   case FAULT_OFFSET:
      /* Every plane counts, and there is no sampler to look at. */
      layout->first_immutable_sampler = NONE;
      layout->data &= ~(uint32_t)2;
      layout->surface_offset = near_end - 8 * number_below(generator, 40);
      break;
   case FAULTS:
      break;
   }
}

/* The same for the reference. */
static void
translate(struct request *request)
{
   const struct dral_binding_table_shader *shader = &request->shader;
   struct ref_binding_table_input *input = &request->input;
   uint32_t s;
   uint32_t b;
   uint32_t i;

   input->model = request->model;
   input->verx10 = request->version;
   input->always_bindless = shader->always_bindless;
   input->stage_is_bindless = shader->stage_is_bindless;
   input->render_targets = shader->render_target_count;
   input->null_render_targets = shader->render_target_mask ^
                                ((1u << shader->render_target_count) - 1);
   input->set_count = (uint32_t)shader->set_count;
   input->sets = request->ref_sets;
   for (s = 0; s < shader->set_count; s++) {
      const struct dral_descriptor_set_layout *set = &request->layouts[s];

      request->ref_sets[s].set_flags = set->set_flags;
      request->ref_sets[s].binding_count = set->binding_count;
      request->ref_sets[s].bindings = request->ref_bindings[s];
      for (b = 0; b < set->binding_count; b++) {
         const struct dral_descriptor_binding_layout *layout =
            &request->bindings[s][b];
         const struct dral_binding_table_use *use = &request->uses[s][b];
         struct ref_binding *binding = &request->ref_bindings[s][b];

         binding->data = layout->data;
         binding->array_size = layout->array_size;
         binding->planes = layout->plane_count;
         binding->descriptor_index = layout->descriptor_index;
         binding->dynamic_offset_index = layout->dynamic_offset_index;
         binding->surface_offset = layout->surface_offset;
         binding->surface_stride = layout->surface_stride;
         binding->surface_size = layout->surface_size;
         binding->binding_flags = layout->binding_flags;
         binding->no_binding_table = use->flags & 1;
         binding->use_count = use->use_count;
         if (layout->first_immutable_sampler != NONE) {
            for (i = 0; i < PLANE_COUNTS; i++)
               request->ref_planes[s][b][i] =
                  request->plane_counts[s][b * PLANE_COUNTS +
                                           i % layout
                                                  ->immutable_sampler_count] %
                  128;
            binding->sampler_planes = request->ref_planes[s][b];
         }
      }
   }
}

/* What has to be in a table, and is not. */
struct unmet {
   int without_table, without_room;
};

/*
 * The reference leaves what has to be in a table out of it where a driver
 * would assert; the library refuses the shader.
 */
static struct unmet
unmet_needs(const struct request *request, const struct ref_result *expected)
{
   struct unmet unmet = { 0, 0 };
   const struct dral_binding_table_shader *shader = &request->shader;
   uint32_t slot = 0;
   uint32_t s;
   uint32_t b;

   for (s = 0; s < shader->set_count; s++) {
      const struct dral_descriptor_set_layout *set = &request->layouts[s];
      const int pushed = (set->set_flags & 1) != 0;
      const int by_data = needs_table(request, set->set_flags);

      for (b = 0; b < set->binding_count; b++, slot++) {
         const struct dral_descriptor_binding_layout *layout =
            &request->bindings[s][b];
         const struct dral_binding_table_use *use = &request->uses[s][b];
         const int direct = shader->always_bindless != 0;
         const int surface = (layout->data & 1) && !(use->flags & 1) &&
                             !(direct && (layout->data & 0x80)) &&
                             expected->slots[slot].surface == BINDLESS;
         const int sampler = (layout->data & 2) &&
                             !(direct && (layout->data & 0x100)) &&
                             expected->slots[slot].sampler == BINDLESS;

         if (use->use_count == 0 || !by_data || (layout->data & 0x70) ||
             !(surface || sampler))
            continue;
         if (shader->stage_is_bindless ||
             (!direct && !pushed &&
              ((set->set_flags & 0x30) || (layout->binding_flags & 7))))
            unmet.without_table = 1;
         else
            unmet.without_room = 1;
      }
   }
   return unmet;
}

/* What the library says where the reference says this. */
static struct dral_binding_table_entry
expected_entry(const struct request *request,
               const struct ref_binding_table_entry *given, uint32_t place,
               int is_sampler)
{
   struct dral_binding_table_entry entry = { given->set, NONE, given->index,
                                             0,          NONE, NONE };
   const struct dral_descriptor_binding_layout *layout;

   if (given->set == REF_ENTRY_NULL) {
      /* A target that is not there is still a target. */
      if (!is_sampler && place < request->shader.render_target_count)
         entry.set = DRAL_BINDING_TABLE_SET_ID_RENDER_TARGET;
      entry.index = NONE;
   }
   if (given->set >= SETS)
      return entry;
   layout = &request->bindings[given->set][given->binding];
   entry.binding = given->binding;
   entry.plane = given->plane_or_dynamic;
   entry.set_offset = given->set_offset;
   if (is_sampler)
      entry.set_offset =
         layout->sampler_offset +
         (given->index - layout->descriptor_index) * layout->sampler_stride +
         given->plane_or_dynamic * layout->sampler_size;
   if (layout->dynamic_offset_index != NONE) {
      entry.plane = 0;
      entry.dynamic_offset_index =
         layout->dynamic_offset_index +
         (given->index - layout->descriptor_index);
      if (is_sampler)
         entry.set_offset = layout->sampler_offset +
                            (given->index - layout->descriptor_index) *
                               layout->sampler_stride;
      else
         entry.dynamic_offset_index = given->plane_or_dynamic;
   }
   return entry;
}

static void
check_entries(struct context *context, const struct request *request,
              const struct dral_binding_table_entry *entries,
              const struct ref_binding_table_entry *expected, uint32_t count,
              int is_sampler, struct met *met)
{
   uint32_t i;

   for (i = 0; i < count; i++) {
      const struct dral_binding_table_entry entry =
         expected_entry(request, &expected[i], i, is_sampler);

      CHECK(context, memcmp(&entries[i], &entry, sizeof entry) == 0,
            "%s %" PRIu32 ": set %" PRIu32 ", binding %" PRIu32
            ", index %" PRIu32 ", plane %" PRIu32 ", dynamic %" PRIu32
            ", offset %" PRIu32,
            is_sampler ? "sampler" : "surface", i, entries[i].set,
            entries[i].binding, entries[i].index, entries[i].plane,
            entries[i].dynamic_offset_index, entries[i].set_offset);
      if (entry.set == DRAL_BINDING_TABLE_SET_ID_NULL)
         met->null_planes++;
   }
}

static void
check_result(struct context *context, const struct request *request,
             const struct result *result, const struct ref_result *expected,
             struct met *met)
{
   const uint32_t surfaces = expected->map.surface_count;
   const uint32_t samplers = expected->map.sampler_count;
   uint32_t slot = 0;
   uint32_t s;
   uint32_t b;

   CHECK_EQUAL(context, result->map.surface_count, surfaces, "surfaces");
   CHECK_EQUAL(context, result->map.sampler_count, samplers, "samplers");
   for (s = 0; s < SETS; s++)
      CHECK_EQUAL(context, result->map.set_slots[s],
                  expected->map.set_slot[s], "set %" PRIu32, s);
   for (s = 0; s < request->shader.set_count; s++) {
      CHECK_EQUAL(context, result->map.first_slots[s], slot, "set %" PRIu32,
                  s);
      for (b = 0; b < request->layouts[s].binding_count; b++, slot++) {
         CHECK_EQUAL(context, result->slots[slot].surface,
                     expected->slots[slot].surface, "%" PRIu32 ".%" PRIu32, s,
                     b);
         CHECK_EQUAL(context, result->slots[slot].sampler,
                     expected->slots[slot].sampler, "%" PRIu32 ".%" PRIu32, s,
                     b);
         if (expected->slots[slot].surface != BINDLESS)
            met->placed++;
         else if (request->uses[s][b].use_count != 0 && surfaces > 230)
            met->without_room++;
      }
   }
   CHECK_EQUAL(context, result->map.slot_count, slot, "slots");
   check_entries(context, request, result->surfaces, expected->surfaces,
                 surfaces, 0, met);
   check_entries(context, request, result->samplers, expected->map.samplers,
                 samplers, 1, met);
   CHECK(context, is_untouched(&result->surfaces[surfaces],
                               (SURFACES - surfaces) *
                                  sizeof result->surfaces[0]),
         "after the surfaces");
   CHECK(context, is_untouched(&result->samplers[samplers],
                               (SAMPLERS - samplers) *
                                  sizeof result->samplers[0]),
         "after the samplers");
   CHECK(context, is_untouched(&result->slots[slot],
                               (SLOTS - slot) * sizeof result->slots[0]),
         "after the slots");
}

/* With one element less in one of the outputs that are not empty. */
static void
check_room(struct context *context, struct generator *generator,
           const struct request *request, const struct ref_result *expected,
           uint32_t slots, struct met *met)
{
   size_t room[3];
   const uint32_t short_of = number_below(generator, 3);
   struct result result;
   int error = 0;

   room[0] = expected->map.surface_count;
   room[1] = expected->map.sampler_count;
   room[2] = slots;
   if (room[short_of] > 0) {
      room[short_of]--;
      error = -ENOSPC;
   }
   fill_canary(&result, sizeof result);
   CHECK_EQUAL(context,
               dral_binding_table_map_make(
                  &request->shader, &result.map, result.surfaces, room[0],
                  result.samplers, room[1], result.slots, room[2]),
               error, "room");
   if (error != 0)
      CHECK(context, is_untouched(&result, sizeof result), "room");
   tally_error(&met->errors, error);
}

static uint32_t
count_slots(const struct request *request)
{
   uint32_t count = 0;
   uint32_t s;

   for (s = 0; s < request->shader.set_count; s++)
      count += request->layouts[s].binding_count;
   return count;
}

static void
check_map(struct context *context, struct generator *generator,
          struct request *request, struct met *met)
{
   static struct result result;
   static struct ref_result expected;
   struct unmet unmet = { 0, 0 };
   int ref_error;
   int error;

   ref_error = ref_binding_table_map(&request->input, expected.surfaces,
                                     SURFACES, &expected.map, expected.slots);
   if (ref_error == 0)
      unmet = unmet_needs(request, &expected);
   fill_canary(&result, sizeof result);
   error = dral_binding_table_map_make(
      &request->shader, &result.map, result.surfaces, SURFACES,
      result.samplers, SAMPLERS, result.slots, SLOTS);
   tally_error(&met->errors, error);
   if (error != 0)
      CHECK(context, is_untouched(&result, sizeof result), "error %d", error);
   if (ref_error == -ERANGE) {
      /* There may be an unmet need as well. */
      CHECK(context, error == -ERANGE || error == -EINVAL, "error %d",
            error);
      return;
   }
   if (unmet.without_table || unmet.without_room) {
      CHECK(context, (unmet.without_table && error == -EINVAL) ||
                        (unmet.without_room && error == -ERANGE),
            "error %d", error);
      return;
   }
   CHECK_EQUAL(context, error, ref_error, "error");
   if (error != 0 || ref_error != 0)
      return;
   check_result(context, request, &result, &expected, met);
   if (one_in(generator, 8))
      check_room(context, generator, request, &expected,
                 count_slots(request), met);
}

static void
maps_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   static struct request request;
   struct met met = { { 0 }, 0, 0, 0 };
   uint32_t i;
   uint32_t s;
   uint32_t b;

   for (i = 0; i < CASES; i++) {
      choose(&generator, &request);
      if (one_in(&generator, 4))
         plant(&generator, &request);
      translate(&request);
      /* Uses beyond those that are counted: the reference has no more. */
      for (s = 0; s < SETS; s++) {
         for (b = 0; b < BINDINGS; b++) {
            if (request.uses[s][b].use_count == 255)
               request.uses[s][b].use_count += any_magnitude(&generator) / 2;
         }
      }
      check_map(context, &generator, &request, &met);
   }
   CHECK_MET(context, met.errors.successes, CASES / 2);
   CHECK_MET(context, met.errors.invalid, CASES / 50);
   CHECK_MET(context, met.errors.range, CASES / 200);
   CHECK_MET(context, met.errors.no_space, CASES / 50);
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

static void
allocations_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct met met = { { 0 }, 0, 0, 0 };
   uint32_t i;

   for (i = 0; i < CASES; i++) {
      const uint32_t count = any_entry_count(&generator);
      struct dral_binding_table_block block;
      struct ref_binding_table_block expected;
      uint32_t offset = 77;
      uint32_t expected_offset = 77;
      int error;

      block.index = number_below(&generator, 16384 + 100);
      block.next = 32 * number_below(&generator, 2060);
      if (one_in(&generator, 2))
         block.next = 65536 - 32 * number_below(&generator, 40);
      if (one_in(&generator, 20))
         block.next += number_below(&generator, 64);
      expected.index = block.index;
      expected.next = block.next;
      error = ref_binding_table_alloc(&expected, count, &expected_offset);
      CHECK_EQUAL(context, dral_binding_table_allocate(&block, count,
                                                       &offset), error,
                  "%" PRIu32 " entries at %" PRIu32, count, block.next);
      CHECK_EQUAL(context, block.index, expected.index, "index");
      CHECK_EQUAL(context, block.next, expected.next, "next");
      CHECK_EQUAL(context, offset, expected_offset, "offset");
      tally_error(&met.errors, error);
   }
   CHECK_MET(context, met.errors.successes, CASES / 4);
   CHECK_MET(context, met.errors.invalid, CASES / 50);
   CHECK_MET(context, met.errors.range, CASES / 1000);
   CHECK_MET(context, met.errors.no_space, CASES / 50);
}

#define STAGES REF_BINDING_TABLE_STAGES

/* Draw after draw, through block after block. */
static void
emissions_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct dral_binding_table_block block = { 0, 0 };
   struct ref_binding_table_block expected = { 0, 0 };
   uint32_t offsets[STAGES] = { 0 };
   uint32_t expected_offsets[STAGES] = { 0 };
   struct met met = { { 0 }, 0, 0, 0 };
   uint32_t moved = 0;
   uint32_t i;
   uint32_t j;

   for (i = 0; i < CASES; i++) {
      const uint32_t stages = number_below(&generator, STAGES + 1);
      struct dral_binding_table_emission emission = { 77, 77 };
      uint32_t active[STAGES];
      uint32_t dirty[STAGES];
      uint32_t counts[STAGES];
      uint32_t active_mask = 0;
      uint32_t dirty_mask = 0;
      uint32_t new_base = 77;
      int error;

      /* Towards the last block now and then. */
      if (one_in(&generator, 500)) {
         block.index = 16384 - 1 - number_below(&generator, 3);
         expected.index = block.index;
      }
      /* And towards the end of a block. */
      if (one_in(&generator, 40)) {
         block.next = 65536 - 32 * number_below(&generator, 60);
         expected.next = block.next;
      }
      for (j = 0; j < stages; j++) {
         active[j] = number_below(&generator, 2);
         dirty[j] = number_below(&generator, 2);
         counts[j] = any_entry_count(&generator);
         active_mask |= active[j] << j;
         dirty_mask |= dirty[j] << j;
      }
      error = ref_binding_table_emit(&expected, active, dirty, counts, stages,
                                     expected_offsets, &new_base);
      CHECK_EQUAL(context,
                  dral_binding_table_emit(&block, block.index + 1, counts,
                                          offsets, stages, active_mask,
                                          dirty_mask, &emission), error,
                  "draw %" PRIu32, i);
      CHECK_EQUAL(context, block.index, expected.index, "draw %" PRIu32, i);
      CHECK_EQUAL(context, block.next, expected.next, "draw %" PRIu32, i);
      CHECK_EQUAL(context, emission.new_base, new_base, "draw %" PRIu32, i);
      CHECK(context, memcmp(offsets, expected_offsets, sizeof offsets) == 0,
            "draw %" PRIu32, i);
      CHECK_EQUAL(context, emission.stages,
                  error != 0      ? 77
                  : new_base != 0 ? active_mask
                                  : (active_mask & dirty_mask),
                  "draw %" PRIu32, i);
      tally_error(&met.errors, error);
      moved += error == 0 && new_base;
      /* After the last block, start again. */
      if (error == -ENOSPC) {
         block.index = expected.index = number_below(&generator, 9000);
         block.next = expected.next = 0;
      }
   }
   CHECK_MET(context, met.errors.successes, CASES / 2);
   CHECK_MET(context, met.errors.range, CASES / 1000);
   CHECK_MET(context, met.errors.no_space, 50);
   CHECK_MET(context, moved, CASES / 200);
}

static void
entry_words_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < CASES; i++) {
      const uint32_t version = 80 + number_below(&generator, 130);
      const uint32_t block = number_below(&generator, 16384);
      const uint32_t pool = number_below(&generator, 2);
      const uint64_t offset =
         64 * (uint64_t)number_below(&generator, pool ? 1 << 25 : 1 << 24);
      struct dral_binding_table_bases bases = { 0 };
      uint64_t surface_base;
      uint64_t pool_base;
      uint32_t state_offset;
      uint64_t state = offset;
      uint64_t address = 0;
      uint32_t word = 0;
      uint32_t expected = 1;

      CHECK_EQUAL(context, ref_binding_table_bases(version, block,
                                                   &surface_base, &pool_base,
                                                   &state_offset), 0,
                  "reference");
      CHECK_EQUAL(context,
                  dral_binding_table_bases_of(version, block, &bases), 0,
                  "bases");
      CHECK_EQUAL(context, bases.surface_base, surface_base, "surface base");
      CHECK_EQUAL(context, bases.pool_base, pool_base, "pool base");
      CHECK_EQUAL(context, bases.state_offset, state_offset, "state offset");
      if (pool)
         CHECK_EQUAL(context, ref_binding_table_bindless_state(offset,
                                                               &state), 0,
                     "reference");
      CHECK_EQUAL(context, ref_binding_table_entry(version, block, state,
                                                   &expected), 0,
                  "reference");
      CHECK_EQUAL(context, dral_surface_state_address(pool, offset, &address),
                  0, "address");
      CHECK_EQUAL(context, dral_binding_table_entry_word(bases.surface_base,
                                                         address, &word), 0,
                  "word");
      CHECK_EQUAL(context, word, expected, "version %" PRIu32
                  ", block %" PRIu32 ", offset 0x%" PRIx64, version, block,
                  offset);
      CHECK_EQUAL(context, ref_binding_table_entry_at(surface_base, address,
                                                      &expected), 0,
                  "reference");
      CHECK_EQUAL(context, word, expected, "from addresses");
   }
}

static uint64_t
any_space(struct generator *generator)
{
   switch (number_below(generator, 6)) {
   case 0:
      return ((uint64_t)1 << 48) + number_below(generator, 3) - 1;
   case 1:
      /* About where the high heap begins. */
      return ((uint64_t)0x30 + number_below(generator, 0x50)) << 28;
   case 2:
      return next_number(generator) >> number_below(generator, 64);
   default:
      return next_number(generator) >> 16;
   }
}

static void
address_maps_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct met met = { { 0 }, 0, 0, 0 };
   uint32_t i;
   uint32_t j;

   for (i = 0; i < CASES; i++) {
      const uint32_t version = 80 + number_below(&generator, 130);
      const uint32_t indirect =
         number_below(&generator, one_in(&generator, 20) ? 3 : 2);
      const uint64_t size = any_space(&generator);
      uint64_t alignment = (uint64_t)1 << number_below(&generator, 48);
      struct dral_address_range ranges[REF_RANGE_COUNT];
      struct ref_address_range expected[REF_RANGE_COUNT];
      int error;

      if (one_in(&generator, 2))
         alignment = one_in(&generator, 2) ? 4096 : 65536;
      if (one_in(&generator, 20))
         alignment = next_number(&generator) >> number_below(&generator, 64);
      fill_canary(ranges, sizeof ranges);
      error = ref_address_space(version, indirect, alignment, size, expected);
      CHECK_EQUAL(context, dral_address_map(version, indirect, alignment,
                                            size, ranges, REF_RANGE_COUNT),
                  error, "version %" PRIu32 ", alignment 0x%" PRIx64
                  ", size 0x%" PRIx64, version, alignment, size);
      tally_error(&met.errors, error);
      if (error != 0) {
         CHECK(context, is_untouched(ranges, sizeof ranges), "refused");
         continue;
      }
      for (j = 0; j < REF_RANGE_COUNT; j++) {
         CHECK_EQUAL(context, ranges[j].address, expected[j].address,
                     "area %" PRIu32, j);
         CHECK_EQUAL(context, ranges[j].size, expected[j].size,
                     "area %" PRIu32, j);
      }
   }
   CHECK_MET(context, met.errors.successes, CASES / 4);
   CHECK_MET(context, met.errors.invalid, CASES / 50);
   CHECK_MET(context, met.errors.range, CASES / 50);
}

const struct test binding_table_random_tests[] = {
   QUICK_TEST(maps_equal_reference),
   QUICK_TEST(allocations_equal_reference),
   QUICK_TEST(emissions_equal_reference),
   QUICK_TEST(entry_words_equal_reference),
   QUICK_TEST(address_maps_equal_reference),
   NO_MORE_TESTS
};
