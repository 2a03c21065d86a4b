/* SPDX-License-Identifier: MIT */

/* Valid and invalid layouts and pools, compared with the reference. */

#include "dral_descriptor_layout.h"
#include "harness/generator.h"
#include "harness/same.h"
#include "modules/descriptor_layout_random.h"
#include "reference/descriptor_layout.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <stdio.h>
#include <string.h>

#define LAYOUTS random_cases(100000)
#define BINDINGS 10
#define LIST 4

/* The binding numbers of valid requests are below NUMBERS.  MARGIN slots
 * before and after detect wrong writes. */
#define NUMBERS 24
#define MARGIN 2

enum {
   MUTABLE = DRAL_DESCRIPTOR_TYPE_MUTABLE,
   INLINE = DRAL_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK,
   PUSH = DRAL_DESCRIPTOR_SET_FLAG_PUSH_DESCRIPTOR,
   VARIABLE = DRAL_DESCRIPTOR_BINDING_FLAG_VARIABLE_DESCRIPTOR_COUNT
};

/* The inputs of a layout. */
struct request {
   struct dral_descriptor_table table;
   struct dral_descriptor_type_layout types[RANDOM_TYPES];
   uint32_t lists[BINDINGS][LIST];
   struct dral_descriptor_immutable_sampler samplers[BINDINGS][LIST];
   struct dral_descriptor_binding bindings[BINDINGS];
   uint32_t count;
   uint32_t capacity;
};

struct result {
   struct dral_descriptor_set_layout set;
   struct dral_descriptor_binding_layout slots[MARGIN + NUMBERS + MARGIN];
};

#define ERROR(name) DRAL_DESCRIPTOR_LAYOUT_ERROR_##name

/* The errors of sets with any table. */
#define SET_ERRORS                                                           \
   ERROR(BINDING_ORDER), ERROR(PLANE_COUNT), DRAL_ERROR_UNKNOWN_FLAG,        \
      ERROR(INLINE_SIZE), ERROR(MUTABLE_TYPE), ERROR(VARIABLE_BINDING),      \
      ERROR(UNKNOWN_TYPE), ERROR(MUTABLE_REFUSED), ERROR(NO_VARIABLE_COUNT), \
      ERROR(INLINE_LIMIT), ERROR(PUSH_LIMIT), ERROR(SET_SIZE_LIMIT),         \
      ERROR(DYNAMIC_LIMIT), ERROR(SIZE_RANGE), ERROR(COUNT_RANGE),           \
      DRAL_ERROR_OUTPUT_TOO_SMALL

static int
may_be_listed(const struct dral_descriptor_table *table, uint32_t type)
{
   const struct dral_descriptor_type_layout *row = ref_find_row(table, type);

   return row != NULL && row->flags == 0 && !ref_is_inline(type) &&
          !ref_is_dynamic(type);
}

static int
takes_default_list(const struct dral_descriptor_table *table)
{
   struct dral_descriptor_type_layout layout;

   return ref_layout_type(table, MUTABLE, NULL, 0, &layout) == 0;
}

static uint32_t
any_type(struct generator *generator)
{
   return descriptor_types[number_below(generator, RANDOM_TYPES + 1)];
}

/* A type that may be in a list; 2 is in every table, though not in lists. */
static uint32_t
listed_type(struct generator *generator,
            const struct dral_descriptor_table *table)
{
   uint32_t tries;

   for (tries = 0; tries < 20; tries++) {
      const uint32_t type = any_type(generator);

      if (may_be_listed(table, type))
         return type;
   }
   return 2;
}

static uint32_t
bound_type(struct generator *generator, const struct request *request)
{
   uint32_t tries;

   if (ref_embeds_samplers(&request->table))
      return 0;
   for (tries = 0; tries < 20; tries++) {
      const uint32_t type = any_type(generator);

      if (type == MUTABLE ? may_be_listed(&request->table, 2)
                          : ref_find_row(&request->table, type) != NULL)
         return type;
   }
   return 2;
}

static uint32_t
count_of(struct generator *generator, const struct request *request,
         uint32_t type)
{
   const int is_push = (request->table.rules.set_flags & PUSH) != 0;

   if (one_in(generator, 12))
      return 0;
   if (ref_is_dynamic(type))
      return 1;
   if (type == INLINE)
      return 4 * (1 + number_below(generator, is_push ? 5 : 100));
   if (is_push)
      return 1 + number_below(generator, 3);
   if (one_in(generator, 10))
      return 1 + number_below(generator, 5000);
   return 1 + number_below(generator, 12);
}

static void
bind(struct generator *generator, struct request *request, uint32_t place)
{
   struct dral_descriptor_binding *binding = &request->bindings[place];
   const uint32_t planes = request->table.rules.max_planes;
   uint32_t i;

   memset(binding, 0, sizeof *binding);
   binding->stage_flags =
      (uint32_t)(next_number(generator) & next_number(generator));
   binding->descriptor_type = bound_type(generator, request);
   binding->descriptor_count =
      count_of(generator, request, binding->descriptor_type);
   binding->binding_flags =
      (uint32_t)next_number(generator) & ~(uint32_t)VARIABLE;
   binding->immutable_samplers = request->samplers[place];
   binding->immutable_sampler_count =
      one_in(generator, 2) ? 0 : 1 + number_below(generator, LIST);
   for (i = 0; i < LIST; i++) {
      request->samplers[place][i].plane_count =
         (uint8_t)(1 + number_below(generator, planes > 1 ? planes : 1));
      request->samplers[place][i].own_chroma_filter =
         (uint8_t)number_below(generator, 2);
   }
   binding->mutable_types = request->lists[place];
   binding->mutable_type_count = 1 + number_below(generator, LIST);
   for (i = 0; i < LIST; i++)
      request->lists[place][i] = listed_type(generator, &request->table);
   if (one_in(generator, 5) && takes_default_list(&request->table))
      binding->mutable_type_count = 0;
}

static uint32_t
slots_needed(const struct request *request)
{
   if (request->count == 0)
      return 0;
   return request->bindings[request->count - 1].binding + 1;
}

/* Replaces one of the numbers by another, which may be invalid. */
static void
damage(struct generator *generator, struct request *request)
{
   static const uint32_t odd[] = {
      0, 1, 2, 4, 5, 8, 9, 11, 25, 33, 128, 1000, 65536, 65540,
      0x800000, 0x1000000, INLINE, INLINE + 1, MUTABLE, UINT32_MAX
   };
   const uint32_t number = one_in(generator, 4)
                              ? edge_number(generator)
                              : odd[number_below(generator, 20)];
   const uint32_t place = number_below(generator, request->count);
   struct dral_descriptor_binding *binding = &request->bindings[place];

   switch (number_below(generator, 9)) {
   case 0:
      /* Only the last binding can be beyond the slots without another
       * error. */
      binding->binding =
         place + 1 < request->count ? number % NUMBERS : number;
      break;
   case 1:
      binding->descriptor_type = number;
      break;
   case 2:
   case 3:
      binding->descriptor_count = number;
      break;
   case 4:
      binding->binding_flags |= VARIABLE;
      break;
   case 5:
      if (one_in(generator, 2))
         request->samplers[place][0].plane_count = (uint8_t)number;
      else
         request->samplers[place][0].own_chroma_filter = (uint8_t)number;
      break;
   case 6:
      request->lists[place][number_below(generator, LIST)] = number;
      break;
   case 7:
      binding->mutable_type_count = 0;
      break;
   default:
      request->capacity = number_below(generator, NUMBERS);
      break;
   }
}

static void
fill_request(struct generator *generator, struct request *request)
{
   uint32_t next = number_below(generator, 3);
   uint32_t i;

   request->count = number_below(generator, BINDINGS + 1);
   for (i = 0; i < request->count; i++) {
      bind(generator, request, i);
      request->bindings[i].binding = next;
      next += 1 + number_below(generator, 2);
   }
   if (request->count > 0 && one_in(generator, 4))
      request->bindings[request->count - 1].binding_flags |= VARIABLE;
   request->capacity = NUMBERS;
   if (slots_needed(request) <= NUMBERS && one_in(generator, 2))
      request->capacity = slots_needed(request);
   if (request->count > 0 && one_in(generator, 3))
      damage(generator, request);
}

/* The request, for the message of a failure. */
static const char *
request_text(const struct request *request)
{
   static char text[1024];
   size_t used = 0;
   uint32_t i;

   used += (size_t)snprintf(text, sizeof text, "set flags %#" PRIx32
                            ", capacity %" PRIu32,
                            request->table.rules.set_flags,
                            request->capacity);
   for (i = 0; i < request->count && used < sizeof text; i++) {
      const struct dral_descriptor_binding *binding = &request->bindings[i];

      used += (size_t)snprintf(
         text + used, sizeof text - used,
         "; %" PRIu32 ": type %" PRIu32 " x %" PRIu32 ", flags %#" PRIx32
         ", samplers %" PRIu32 ", list %" PRIu32, binding->binding,
         binding->descriptor_type, binding->descriptor_count,
         binding->binding_flags,
         (uint32_t)binding->immutable_sampler_count,
         (uint32_t)binding->mutable_type_count);
   }
   return text;
}

static uint32_t other_errors;

/* The expected error instead of any other, which is counted, because which
 * of several errors is returned is unspecified. */
static int
same_error(int expected, int error)
{
   if (expected == 0 || error == 0)
      return error;
   other_errors += error != expected;
   return expected;
}

static void
check_element(struct context *context, struct generator *generator,
              const struct request *request,
              const struct dral_descriptor_binding_layout *slot)
{
   const uint32_t element =
      one_in(generator, 4) ? edge_number(generator)
                           : number_below(generator, slot->array_size + 1);
   const uint32_t plane = number_below(generator, 4);
   int error;

   CHECK_SAME_CALLS(context, error, struct dral_descriptor_element, out,
                    dral_descriptor_element_locate(slot, element, plane, out),
                    ref_layout_element(slot, element, plane, out),
                    "element %" PRIu32 ", plane %" PRIu32 ", %s", element,
                    plane, request_text(request));
}

/* The layout of a binding's type, sometimes without its list. */
static void
check_type(struct context *context, struct generator *generator,
           const struct request *request,
           const struct dral_descriptor_binding *binding)
{
   const uint32_t count =
      one_in(generator, 4) ? 0 : (uint32_t)binding->mutable_type_count;
   int error;
   int found;

   CHECK_OUTPUTS(context, found, struct dral_descriptor_type_layout, out,
                 dral_descriptor_type_find(
                    &request->table, binding->descriptor_type,
                    binding->mutable_types, count, out),
                 error = ref_layout_type(&request->table,
                                         binding->descriptor_type,
                                         binding->mutable_types, count, out),
                 same_error(error, found) == error, "type %" PRIu32 ", %s",
                 binding->descriptor_type, request_text(request));
}

static void
check_size(struct context *context, struct generator *generator,
           const struct request *request,
           const struct dral_descriptor_set_layout *set,
           const struct dral_descriptor_binding_layout *slots)
{
   const uint32_t most =
      set->binding_count > 0 ? slots[set->binding_count - 1].array_size : 0;
   const uint32_t variable_count = one_in(generator, 10)
                                      ? edge_number(generator)
                                      : number_below(generator, most + 1);
   int error;

   CHECK_SAME_CALLS(context, error, struct dral_descriptor_set_size, out,
                    dral_descriptor_set_measure(&request->table, set, slots,
                                                variable_count, out),
                    ref_layout_set_size(&request->table, set, slots,
                                        variable_count, out),
                    "variable count %" PRIu32 ", %s", variable_count,
                    request_text(request));
}

static void
check_support(struct context *context, const struct request *request,
              const struct dral_descriptor_binding *bindings)
{
   struct dral_descriptor_set_support support = { 9, 9 };
   struct dral_descriptor_set_support expected = { 9, 9 };
   const int error = ref_layout_support(&request->table, bindings,
                                        request->count, &expected);
   const int found = dral_descriptor_set_query_support(
      &request->table, bindings, request->count, &support);

   /* If several errors apply, one of them may be the answer "no" instead. */
   if (error != 0 && found == 0) {
      CHECK_EQUAL(context, support.supported, 0, "%s", request_text(request));
      return;
   }
   if (error == 0 && found != 0 && !expected.supported)
      return;
   CHECK_EQUAL(context, same_error(error, found), error, "%s",
               request_text(request));
   CHECK(context,
         error != 0 || memcmp(&support, &expected, sizeof support) == 0,
         "supported %" PRIu32 ", at most %" PRIu32 ", %s", support.supported,
         support.max_variable_count, request_text(request));
}

/* The same totals without slots. */
static void
check_totals(struct context *context, const struct request *request,
             const struct dral_descriptor_binding *bindings,
             const struct dral_descriptor_set_layout *set)
{
   struct dral_descriptor_set_layout totals;

   CHECK_EQUAL(context,
               dral_descriptor_set_totals(&request->table, bindings,
                                          request->count, &totals), 0,
               "%s", request_text(request));
   CHECK(context, memcmp(set, &totals, sizeof totals) == 0, "%s",
         request_text(request));
}

static int
check_request(struct context *context, struct generator *generator,
              const struct request *request)
{
   const struct dral_descriptor_binding *bindings = request->bindings;
   struct result result;
   struct result expected;
   uint32_t i;
   int error;
   int found;

   fill_canary(&result, sizeof result);
   fill_canary(&expected, sizeof expected);
   error = ref_layout_set(&request->table, bindings, request->count,
                          &expected.set, expected.slots + MARGIN,
                          request->capacity);
   found = dral_descriptor_set_lay_out(
      &request->table, bindings, request->count, &result.set,
      result.slots + MARGIN, request->capacity);
   CHECK_EQUAL(context, same_error(error, found), error, "%s",
               request_text(request));
   for (i = 0; i < MARGIN + NUMBERS + MARGIN; i++) {
      const int is_within = i >= MARGIN && i - MARGIN < request->capacity;

      /* On error they are unspecified. */
      if (error != 0 && is_within)
         continue;
      CHECK(context,
            memcmp(&result.slots[i], &expected.slots[i],
                   sizeof result.slots[i]) == 0,
            "slot %" PRIu32 ", %s", i - MARGIN, request_text(request));
   }
   for (i = 0; i < request->count; i++)
      check_type(context, generator, request, &bindings[i]);
   check_support(context, request, bindings);
   if (error != 0 || found != 0)
      return error;

   CHECK(context, memcmp(&result.set, &expected.set, sizeof result.set) == 0,
         "the set, %s", request_text(request));
   check_totals(context, request, bindings, &result.set);
   for (i = 0; i < result.set.binding_count; i++)
      check_element(context, generator, request, &result.slots[MARGIN + i]);
   check_size(context, generator, request, &result.set,
              result.slots + MARGIN);
   return 0;
}

/* A table of a driver, or model 0 for a random one. */
static void
any_table(struct context *context, struct generator *generator,
          struct request *request, uint32_t model, uint32_t set_flags)
{
   static const uint32_t intel[] = { 90, 120, 124, 125, 200 };
   /* Only 26.2 has the last three. */
   static const uint32_t mali[] = { 6, 7, 10, 12, 13, 14 };
   const int is_early = one_in(generator, 2);

   if (model == 0) {
      random_table(generator, request->types, &request->table);
      return;
   }
   CHECK_EQUAL(context,
               dral_descriptor_table_init(
                  model,
                  is_early ? DRAL_MESA_RELEASE_V24_3
                           : DRAL_MESA_RELEASE_V26_2,
                  model == DRAL_DESCRIPTOR_MODEL_PANVK
                     ? mali[number_below(generator, is_early ? 3 : 6)]
                     : intel[number_below(generator, 5)],
                  set_flags, &request->table),
               0, "model %" PRIu32, model);
}

static void
layouts_of_drivers_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally met = { 0 };
   uint32_t i;

   other_errors = 0;
   for (i = 0; i < 4 * LAYOUTS; i++) {
      const uint32_t model = DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT + i % 4;
      struct request request;

      any_table(context, &generator, &request, model,
                random_set_flags(&generator));
      fill_request(&generator, &request);
      tally_error(&met, check_request(context, &generator, &request));
   }
   CHECK_TALLY(context, &met, LAYOUTS / 5000, SET_ERRORS,
               ERROR(EMBEDDED_MEMORY));
   /* Few of the 4 * LAYOUTS have several errors. */
   CHECK(context, other_errors < LAYOUTS / 20, "%" PRIu32 " other errors",
         other_errors);
}

static void
layouts_of_random_tables_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally met = { 0 };
   uint32_t i;

   for (i = 0; i < LAYOUTS; i++) {
      struct request request;

      random_table(&generator, request.types, &request.table);
      fill_request(&generator, &request);
      tally_error(&met, check_request(context, &generator, &request));
   }
   CHECK_TALLY(context, &met, LAYOUTS / 10000, SET_ERRORS, ERROR(INDEX_UNIT));
}

/* A random pool, sometimes with an error. */
static int
check_pool(struct context *context, struct generator *generator,
           const struct request *request)
{
   struct dral_descriptor_pool_part parts[BINDINGS];
   uint32_t lists[BINDINGS][LIST];
   const uint32_t count = number_below(generator, BINDINGS + 1);
   const int is_small = one_in(generator, 2);
   const uint32_t max_sets =
      is_small ? number_below(generator, 20) : edge_number(generator);
   const uint32_t blocks =
      one_in(generator, 2) ? number_below(generator, 9) : max_sets;
   int error;
   int found;
   uint32_t j;
   uint32_t k;

   for (j = 0; j < count; j++) {
      for (k = 0; k < LIST; k++)
         lists[j][k] = one_in(generator, 8)
                          ? number_below(generator, 8)
                          : listed_type(generator, &request->table);
      parts[j].descriptor_type = one_in(generator, 30)
                                    ? any_type(generator)
                                    : bound_type(generator, request);
      parts[j].descriptor_count = is_small ? number_below(generator, 50)
                                           : edge_number(generator);
      parts[j].mutable_types = lists[j];
      parts[j].mutable_type_count = number_below(generator, LIST + 1);
      if (one_in(generator, 60))
         parts[j].descriptor_type = 11;
      if (one_in(generator, 60))
         lists[j][0] = 9;
   }
   CHECK_OUTPUTS(context, found, struct dral_descriptor_pool_size, out,
                 dral_descriptor_pool_measure(&request->table, parts, count,
                                              max_sets, blocks, out),
                 error = ref_layout_pool_size(&request->table, parts, count,
                                              max_sets, blocks, out),
                 same_error(error, found) == error,
                 "%" PRIu32 " sets, %" PRIu32 " blocks: %d", max_sets, blocks,
                 found);
   return error;
}

static void
pools_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally met = { 0 };
   uint32_t i;

   for (i = 0; i < LAYOUTS; i++) {
      struct request request;

      any_table(context, &generator, &request, number_below(&generator, 5),
                0);
      tally_error(&met, check_pool(context, &generator, &request));
   }
   CHECK_TALLY(context, &met, LAYOUTS / 2000, ERROR(NO_POOLS),
               ERROR(UNKNOWN_TYPE), ERROR(MUTABLE_TYPE), ERROR(MUTABLE_REFUSED),
               ERROR(INDEX_UNIT), ERROR(SIZE_RANGE));
}

#define POOL_SETS 3

/* The parts of a pool that its sets take, and the sets. */
struct pool {
   struct request sets[POOL_SETS];
   struct dral_descriptor_pool_part parts[POOL_SETS * BINDINGS];
   uint32_t part_count, blocks;
   /* The largest alignment of samplers. */
   uint32_t alignment;
};

static void
add_part(struct pool *pool, const struct dral_descriptor_binding *binding)
{
   struct dral_descriptor_pool_part *part = &pool->parts[pool->part_count];
   struct dral_descriptor_type_layout layout = { 0 };

   if (binding->descriptor_count == 0)
      return;
   pool->part_count++;
   part->descriptor_type = binding->descriptor_type;
   part->descriptor_count = binding->descriptor_count;
   part->mutable_types = binding->mutable_types;
   part->mutable_type_count = binding->mutable_type_count;
   pool->blocks += part->descriptor_type == INLINE;
   if (dral_descriptor_type_find(&pool->sets[0].table, part->descriptor_type,
                                 part->mutable_types,
                                 part->mutable_type_count, &layout) != 0)
      return;
   if (layout.sampler_alignment > pool->alignment)
      pool->alignment = layout.sampler_alignment;
}

/* Adds a set to the memory taken.  Returns 1 if it can be laid out. */
static int
take_from_pool(const struct pool *pool, const struct request *request,
               struct dral_descriptor_pool_size *taken)
{
   const uint64_t unaligned = taken->sampler_size % pool->alignment;
   struct dral_descriptor_binding_layout slots[NUMBERS];
   struct dral_descriptor_set_layout set;
   struct dral_descriptor_set_size size;

   if (dral_descriptor_set_lay_out(&request->table, request->bindings,
                                   request->count, &set, slots,
                                   NUMBERS) != 0 ||
       dral_descriptor_set_measure(&request->table, &set, slots, 0,
                                   &size) != 0)
      return 0;
   if (unaligned != 0)
      taken->sampler_size += pool->alignment - unaligned;
   taken->surface_size += size.surface_size;
   taken->sampler_size += size.sampler_size;
   return 1;
}

/* A pool has room for all sets that are made of its parts. */
static void
pools_have_room_for_their_sets(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t met = 0;
   uint32_t i;
   uint32_t j;
   uint32_t k;

   for (i = 0; i < LAYOUTS; i++) {
      const uint32_t model = number_below(&generator, 5);
      struct dral_descriptor_pool_size size = { 0, 0 };
      struct dral_descriptor_pool_size taken = { 0, 0 };
      struct pool pool;
      int fits = 1;
      int error;

      pool.part_count = pool.blocks = 0;
      pool.alignment = 1;
      any_table(context, &generator, &pool.sets[0], model, 0);
      pool.sets[0].table.rules.flags |= DRAL_DESCRIPTOR_TABLE_FLAG_POOLS;
      pool.sets[0].table.rules.pool_alignment = 1;
      for (j = 0; j < POOL_SETS; j++) {
         struct request *request = &pool.sets[j];

         request->table = pool.sets[0].table;
         fill_request(&generator, request);
         for (k = 0; k < request->count; k++) {
            struct dral_descriptor_binding *binding = &request->bindings[k];

            binding->binding_flags = 0;
            /* Only combined image samplers have images of several planes. */
            if (binding->descriptor_type == DRAL_DESCRIPTOR_TYPE_SAMPLER)
               binding->immutable_sampler_count = 0;
            add_part(&pool, binding);
         }
      }
      for (j = 0; j < POOL_SETS; j++)
         fits = fits && take_from_pool(&pool, &pool.sets[j], &taken);
      error = dral_descriptor_pool_measure(&pool.sets[0].table, pool.parts,
                                           pool.part_count, POOL_SETS,
                                           pool.blocks, &size);
      /* With the largest alignment for all, the size may exceed 64 bits. */
      if (!fits || (model == 0 && error == ERROR(SIZE_RANGE)))
         continue;
      met++;
      CHECK_EQUAL(context, error, 0, "pool %" PRIu32, i);
      CHECK(context,
            taken.surface_size <= size.surface_size &&
               taken.sampler_size <= size.sampler_size,
            "pool %" PRIu32 ", model %" PRIu32 ": %" PRIu64 " of %" PRIu64
            ", %" PRIu64 " of %" PRIu64, i, model, taken.surface_size,
            size.surface_size, taken.sampler_size, size.sampler_size);
   }
   CHECK_MET(context, met, LAYOUTS / 4);
}

/* The functions that the tests above do not call. */
static void
other_functions_of_layouts_are_called(struct context *context)
{
   const uint32_t counts[] = { 3, 0, 13 };
   struct dral_descriptor_table table;
   const struct dral_descriptor_storage_image image = { .format = 8 };
   struct dral_descriptor_heap heap;
   struct dral_descriptor_structure words;
   struct dral_descriptor_buffer_range range;
   uint32_t starts[3], result;

   CHECK_EQUAL(context, dral_descriptor_anv_model(120, 0, 0),
               DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT, "the model");
   CHECK_RESULT(context,
                dral_descriptor_table_init(DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT,
                                           DRAL_MESA_RELEASE_V24_3, 120, 0,
                                           &table),
                table.rules.set_alignment, 64);
   CHECK_RESULT(
      context,
      dral_descriptor_dynamic_offset_starts(&table, counts, starts, 3),
      starts[1], 3);
   CHECK_RESULT(context,
                dral_descriptor_push_constant_word(0x1240, 5, &result),
                result, 0x1245);
   CHECK_RESULT(context, dral_descriptor_surface_handle(0x40, 0, &result),
                result, 4096);
   CHECK_RESULT(context, dral_descriptor_sampler_handle(96, 1, &result),
                result, 128);
   CHECK_RESULT(context, dral_descriptor_sampled_image_pack(7, 9, &words),
                words.words[1], 9);
   CHECK_RESULT(context,
                dral_descriptor_storage_image_pack(DRAL_MESA_RELEASE_V26_2,
                                                   &image, &words),
                words.words[7], 8);
   CHECK_RESULT(context, dral_descriptor_address_range_pack(1, 2, &words),
                words.words[2], 2);
   CHECK_RESULT(context, dral_descriptor_heap_init(125, &heap),
                heap.max_embedded_samplers, 2048);
   CHECK_RESULT(context,
                dral_descriptor_buffer_range_resolve(
                   &table, DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1000, 0, 198,
                   0, &range),
                range.range, 256);
}

const struct test descriptor_layout_tests[] = {
   QUICK_TEST(layouts_of_drivers_equal_reference),
   QUICK_TEST(layouts_of_random_tables_equal_reference),
   QUICK_TEST(pools_equal_reference),
   QUICK_TEST(pools_have_room_for_their_sets),
   QUICK_TEST(other_functions_of_layouts_are_called),
   NO_MORE_TESTS,
};
