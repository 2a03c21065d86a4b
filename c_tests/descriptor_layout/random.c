/* SPDX-License-Identifier: MIT */

/*
 * Random layouts of descriptor sets, compared with the reference: sound ones,
 * and such with a single fault, so that the errno is that of the fault.
 */

#include "harness/canary.h"
#include "dral_descriptor_layout.h"
#include "harness/generator.h"
#include "reference/descriptor_layout.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define LAYOUTS 100000
#define BINDINGS 10
#define LIST 4

/* The highest number of a sound binding, and some room beyond it. */
#define NUMBERS 24
#define MARGIN 2

enum {
   MUTABLE = REF_LAYOUT_MUTABLE,
   INLINE = REF_LAYOUT_INLINE_UNIFORM_BLOCK,
   PUSH = REF_LAYOUT_SET_PUSH_DESCRIPTOR,
   EMBEDDED = REF_LAYOUT_SET_EMBEDDED_IMMUTABLE_SAMPLERS,
   VARIABLE = REF_LAYOUT_BINDING_VARIABLE_DESCRIPTOR_COUNT
};

/* What is wrong with a layout. */
enum fault {
   FAULT_DUPLICATE,
   FAULT_PLANES,
   FAULT_INLINE_SIZE,
   FAULT_LIST,
   FAULT_VARIABLE_BELOW,
   FAULT_VARIABLE_DYNAMIC,
   FAULT_EMBEDDED,
   FAULT_UNKNOWN_TYPE,
   FAULT_UNKNOWN_IN_LIST,
   FAULT_DEFAULT_LIST,
   FAULT_VARIABLE_COUNT,
   FAULT_MANY_UNITS,
   FAULT_INLINE_LIMIT,
   FAULT_DYNAMIC_LIMIT,
   FAULT_PUSH_LIMIT,
   FAULT_SIZE,
   FAULT_NUMBER,
   FAULT_CAPACITY,
   FAULTS
};

/* A layout as it is asked for. */
struct request {
   struct ref_layout_table reference;
   struct dral_descriptor_table table;
   uint32_t set_flags;
   uint32_t lists[BINDINGS][LIST];
   uint8_t samplers[BINDINGS][LIST];
   struct dral_descriptor_binding bindings[BINDINGS];
   uint32_t count;
   uint32_t capacity;
   /* There may be more than one fault: then the errno is any of them. */
   int many_faults;
};

struct result {
   struct dral_descriptor_set_layout set;
   struct dral_descriptor_binding_layout slots[MARGIN + NUMBERS + MARGIN];
};

static const uint32_t types[] = {
   0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, REF_LAYOUT_ACCELERATION_STRUCTURE,
   INLINE, MUTABLE
};

#define TYPES (sizeof types / sizeof types[0])

static void
check_met(struct context *context, const struct tally *met)
{
   CHECK_MET(context, met->successes, LAYOUTS / 2);
   CHECK_MET(context, met->invalid, LAYOUTS / 200);
   CHECK_MET(context, met->unsupported, LAYOUTS / 200);
   CHECK_MET(context, met->range, LAYOUTS / 200);
   CHECK_MET(context, met->no_space, LAYOUTS / 200);
}

static uint32_t
type_of_row(uint32_t row)
{
   if (row == REF_LAYOUT_ROW_INLINE_UNIFORM_BLOCK)
      return INLINE;
   if (row == REF_LAYOUT_ROW_ACCELERATION_STRUCTURE)
      return REF_LAYOUT_ACCELERATION_STRUCTURE;
   return row;
}

static int
is_supported(const struct ref_layout_table *table, uint32_t type)
{
   if (type == INLINE)
      return table->rows[REF_LAYOUT_ROW_INLINE_UNIFORM_BLOCK].supported != 0;
   if (type == REF_LAYOUT_ACCELERATION_STRUCTURE)
      return table->rows[REF_LAYOUT_ROW_ACCELERATION_STRUCTURE].supported !=
             0;
   return type < REF_LAYOUT_ROW_INLINE_UNIFORM_BLOCK &&
          table->rows[type].supported;
}

static int
is_dynamic(uint32_t type)
{
   return type == 8 || type == 9;
}

static int
may_be_listed(const struct ref_layout_table *table, uint32_t type)
{
   const uint32_t row =
      type == REF_LAYOUT_ACCELERATION_STRUCTURE
         ? (uint32_t)REF_LAYOUT_ROW_ACCELERATION_STRUCTURE : type;

   return is_supported(table, type) && type != INLINE && type != 8 &&
          type != 9 && !table->rows[row].not_mutable;
}

static int
takes_default_list(const struct ref_layout_table *table)
{
   uint32_t i;

   for (i = 0; i < TYPES; i++) {
      if (types[i] != INLINE && types[i] != MUTABLE && types[i] != 8 &&
          types[i] != 9 && !may_be_listed(table, types[i]))
         return 0;
   }
   return 1;
}

static uint32_t
any_type(struct generator *generator)
{
   return types[number_below(generator, TYPES)];
}

/* A type that may be in a list; 2 is in every table, though not in lists. */
static uint32_t
listed_type(struct generator *generator, const struct ref_layout_table *table)
{
   uint32_t tries;

   for (tries = 0; tries < 20; tries++) {
      const uint32_t type = any_type(generator);

      if (type != MUTABLE && may_be_listed(table, type))
         return type;
   }
   return 2;
}

static uint32_t
bound_type(struct generator *generator, const struct request *request)
{
   uint32_t tries;

   if (request->reference.embedded_samplers)
      return 0;
   for (tries = 0; tries < 20; tries++) {
      const uint32_t type = any_type(generator);

      if (type == MUTABLE ? !request->reference.rows[2].not_mutable
                          : is_supported(&request->reference, type))
         return type;
   }
   return 2;
}

static uint32_t
count_of(struct generator *generator, const struct request *request,
         uint32_t type)
{
   if (one_in(generator, 12))
      return 0;
   if (is_dynamic(type))
      return 1;
   if (type == INLINE)
      return 4 * (1 + number_below(generator,
                                   request->set_flags & PUSH ? 5 : 100));
   if (request->set_flags & PUSH)
      return 1 + number_below(generator, 3);
   if (one_in(generator, 10))
      return 1 + number_below(generator, 5000);
   return 1 + number_below(generator, 12);
}

static void
bind(struct generator *generator, struct request *request, uint32_t place)
{
   struct dral_descriptor_binding *binding = &request->bindings[place];
   uint32_t i;

   memset(binding, 0, sizeof *binding);
   binding->descriptor_type = bound_type(generator, request);
   /* The bytes of a block would count as push descriptors. */
   if (binding->descriptor_type == INLINE && (request->set_flags & PUSH) &&
       !request->many_faults)
      binding->descriptor_type = 2;
   binding->descriptor_count =
      count_of(generator, request, binding->descriptor_type);
   binding->binding_flags =
      (uint32_t)next_number(generator) & ~(uint32_t)VARIABLE;
   binding->immutable_samplers = request->samplers[place];
   binding->immutable_sampler_count =
      one_in(generator, 2) ? 0 : 1 + number_below(generator, LIST);
   for (i = 0; i < LIST; i++)
      request->samplers[place][i] =
         (uint8_t)(1 + number_below(generator,
                                    request->reference.max_planes > 1
                                       ? request->reference.max_planes : 1) +
                   128 * number_below(generator, 2));
   binding->mutable_types = request->lists[place];
   binding->mutable_type_count = 1 + number_below(generator, LIST);
   for (i = 0; i < LIST; i++)
      request->lists[place][i] = listed_type(generator, &request->reference);
   if (one_in(generator, 5) && takes_default_list(&request->reference))
      binding->mutable_type_count = 0;
}

/* Numbers without duplicates, in order or not. */
static void
number_bindings(struct generator *generator, struct request *request)
{
   uint32_t numbers[NUMBERS];
   uint32_t i;
   const int in_order = one_in(generator, 3);
   uint32_t next = number_below(generator, 3);

   for (i = 0; i < NUMBERS; i++)
      numbers[i] = i;
   for (i = 0; i < request->count; i++) {
      const uint32_t other = i + number_below(generator, NUMBERS - i);
      const uint32_t number = numbers[other];

      numbers[other] = numbers[i];
      numbers[i] = number;
      request->bindings[i].binding = in_order ? next : number;
      next += 1 + number_below(generator, 2);
   }
}

static uint32_t
highest(const struct request *request)
{
   uint32_t found = 0;
   uint32_t i;

   for (i = 1; i < request->count; i++) {
      if (request->bindings[i].binding > request->bindings[found].binding)
         found = i;
   }
   return found;
}

static uint32_t
slots_needed(const struct request *request)
{
   if (request->count == 0)
      return 0;
   return request->bindings[highest(request)].binding + 1;
}

static void
plant(struct generator *generator, struct request *request, enum fault fault)
{
   const uint32_t place = number_below(generator, request->count);
   struct dral_descriptor_binding *binding = &request->bindings[place];
   uint32_t *list = request->lists[place];
   static const uint32_t not_listed[] = { INLINE, MUTABLE, 8, 9 };
   static const uint32_t unknown[] = { 11, 12, UINT32_MAX, 1000138001 };

   switch (fault) {
   case FAULT_DUPLICATE:
      binding->binding =
         request->bindings[(place + 1) % request->count].binding;
      break;
   case FAULT_PLANES:
      request->samplers[place][0] = (uint8_t)(
         one_in(generator, 3) ? 128 : 4 + number_below(generator, 9));
      break;
   case FAULT_INLINE_SIZE:
      if (binding->descriptor_type == INLINE)
         binding->descriptor_count += 1 + number_below(generator, 3);
      break;
   case FAULT_LIST:
      list[number_below(generator, LIST)] =
         not_listed[number_below(generator, 4)];
      break;
   case FAULT_VARIABLE_BELOW:
      binding->binding_flags |= VARIABLE;
      break;
   case FAULT_VARIABLE_DYNAMIC:
      if (is_dynamic(request->bindings[highest(request)].descriptor_type))
         request->bindings[highest(request)].binding_flags |= VARIABLE;
      break;
   case FAULT_EMBEDDED:
      if (request->reference.embedded_samplers)
         binding->descriptor_type = 1;
      break;
   case FAULT_UNKNOWN_TYPE:
      if (!request->reference.embedded_samplers)
         binding->descriptor_type = unknown[number_below(generator, 4)];
      break;
   case FAULT_UNKNOWN_IN_LIST:
      list[number_below(generator, LIST)] =
         unknown[number_below(generator, 4)];
      break;
   case FAULT_DEFAULT_LIST:
      binding->mutable_type_count = 0;
      break;
   case FAULT_VARIABLE_COUNT:
      if (!is_dynamic(request->bindings[highest(request)].descriptor_type))
         request->bindings[highest(request)].binding_flags |= VARIABLE;
      break;
   case FAULT_MANY_UNITS:
      if (binding->descriptor_type != INLINE)
         binding->descriptor_count =
            0x1000000 / (1 + number_below(generator, 2)) -
            number_below(generator, 40);
      break;
   case FAULT_INLINE_LIMIT:
      if (binding->descriptor_type == INLINE)
         binding->descriptor_count = 65528 + 4 * number_below(generator, 5);
      break;
   case FAULT_DYNAMIC_LIMIT:
      if (is_dynamic(binding->descriptor_type))
         binding->descriptor_count = 5 + number_below(generator, 20);
      break;
   case FAULT_PUSH_LIMIT:
      if ((request->set_flags & PUSH) &&
          !is_dynamic(binding->descriptor_type))
         binding->descriptor_count = 1 + number_below(generator, 60);
      break;
   case FAULT_SIZE:
      if (binding->descriptor_type != INLINE)
         binding->descriptor_count =
            UINT32_MAX >> number_below(generator, 10);
      break;
   case FAULT_NUMBER:
      binding->binding = UINT32_MAX;
      break;
   default:
      if (slots_needed(request) > 0)
         request->capacity = number_below(generator, slots_needed(request));
      break;
   }
}

static void
ask(struct generator *generator, struct request *request)
{
   uint32_t i;

   request->count = number_below(generator, BINDINGS + 1);
   for (i = 0; i < request->count; i++)
      bind(generator, request, i);
   number_bindings(generator, request);
   if (request->count > 0 && one_in(generator, 4)) {
      struct dral_descriptor_binding *last =
         &request->bindings[highest(request)];

      if (!is_dynamic(last->descriptor_type) &&
          (request->reference.max_variable_count > 0 || request->many_faults))
         last->binding_flags |= VARIABLE;
   }
   request->capacity = NUMBERS;
   if (slots_needed(request) <= NUMBERS && one_in(generator, 2))
      request->capacity = slots_needed(request);
   if (request->count > 0 && one_in(generator, 3))
      plant(generator, request,
            (enum fault)number_below(generator, FAULTS));
}

/* What to blame. */
static const char *
request_text(const struct request *request)
{
   static char text[1024];
   size_t used = 0;
   uint32_t i;

   used += (size_t)snprintf(text, sizeof text, "set flags %#" PRIx32
                            ", capacity %" PRIu32, request->set_flags,
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

static void
check_elements(struct context *context, struct generator *generator,
               const struct request *request,
               const struct dral_descriptor_binding_layout *slot,
               const struct dral_descriptor_binding_layout *expected)
{
   const uint32_t element =
      one_in(generator, 4)
         ? edge_number(generator)
         : number_below(generator, expected->array_size + 1);
   const uint32_t plane = number_below(generator, 4);
   struct dral_descriptor_element address = { 9, 9 };
   uint32_t surface = 9;
   uint32_t sampler = 9;

   CHECK_EQUAL(
      context, dral_descriptor_element_locate(slot, element, plane, &address),
      ref_layout_element(expected, element, plane, &surface, &sampler),
      "element %" PRIu32 ", plane %" PRIu32 ", %s", element, plane,
      request_text(request));
   CHECK_EQUAL(context, address.surface_offset, surface,
               "element %" PRIu32 ", plane %" PRIu32 ", %s", element, plane,
               request_text(request));
   CHECK_EQUAL(context, address.sampler_offset, sampler,
               "element %" PRIu32 ", plane %" PRIu32 ", %s", element, plane,
               request_text(request));
}

static void
check_size(struct context *context, struct generator *generator,
           const struct request *request, const struct result *result,
           const struct dral_descriptor_set_layout *set,
           const struct dral_descriptor_binding_layout *slots)
{
   const uint32_t most =
      set->binding_count > 0 ? slots[set->binding_count - 1].array_size : 0;
   const uint32_t variable_count = one_in(generator, 10)
                                      ? edge_number(generator)
                                      : number_below(generator, most + 1);
   struct dral_descriptor_set_size size = { 9, 9, 9, 9 };
   struct dral_descriptor_set_size expected = { 9, 9, 9, 9 };
   const int error =
      ref_layout_set_size(&request->reference, set, slots, variable_count,
                          &expected);

   CHECK_EQUAL(context,
               dral_descriptor_set_measure(&request->table, &result->set,
                                           result->slots + MARGIN,
                                           variable_count, &size),
               error, "variable count %" PRIu32 ", %s", variable_count,
               request_text(request));
   CHECK(context, memcmp(&size, &expected, sizeof size) == 0,
         "variable count %" PRIu32 ", %s", variable_count,
         request_text(request));
}

/* The errno, or the expected one if any will do. */
static int
same_error(const struct request *request, int expected, int error)
{
   if (request->many_faults && expected != 0 && error != 0)
      return expected;
   return error;
}

static void
check_support(struct context *context, const struct request *request,
              const struct dral_descriptor_binding *bindings)
{
   struct dral_descriptor_set_support support = { 9, 9 };
   uint32_t supported = 9;
   uint32_t max_variable_count = 9;
   const int error = ref_layout_support(
      &request->reference, request->set_flags, request->bindings,
      request->count, &supported, &max_variable_count);
   const int found = dral_descriptor_set_query_support(
      &request->table, bindings, request->count, &support);

   /* "No" is an answer where one of several faults is not an error here. */
   if (request->many_faults && error != 0 && found == 0) {
      CHECK_EQUAL(context, support.supported, 0, "%s", request_text(request));
      return;
   }
   if (request->many_faults && error == 0 && found != 0 && !supported)
      return;
   CHECK_EQUAL(context, same_error(request, error, found), error, "%s",
               request_text(request));
   if (error != 0)
      return;
   CHECK_EQUAL(context, support.supported, supported, "%s",
               request_text(request));
   CHECK_EQUAL(context, support.max_variable_count, max_variable_count, "%s",
               request_text(request));
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
   struct dral_descriptor_set_layout set;
   struct dral_descriptor_binding_layout slots[NUMBERS];
   const char *explanation;
   uint32_t i;
   int found;
   const int error = ref_layout_set_from_table(
      &request->reference, request->set_flags, request->bindings,
      request->count, &set, slots, request->capacity);

   fill_canary(&result, sizeof result);
   found = dral_descriptor_set_lay_out(
      &request->table, bindings, request->count, &result.set,
      result.slots + MARGIN, request->capacity);
   CHECK_EQUAL(context, same_error(request, error, found), error, "%s",
               request_text(request));
   check_support(context, request, bindings);
   explanation = dral_descriptor_set_explain(&request->table, bindings,
                                             request->count);
   CHECK_EQUAL(context, strcmp(explanation, "the set can be laid out") == 0,
               error == 0 || error == -ENOSPC, "%s: %s", explanation,
               request_text(request));
   if (error != 0) {
      CHECK(context, is_untouched(&result, sizeof result), "%s",
            request_text(request));
      return error;
   }
   /* There is nothing to look at. */
   if (found != 0)
      return 0;

   set.model = request->table.rules.model;
   set.set_flags = request->set_flags;
   set.table_flags = request->table.rules.flags;
   CHECK(context, memcmp(&result.set, &set, sizeof set) == 0, "%s",
         request_text(request));
   check_totals(context, request, bindings, &result.set);
   for (i = 0; i < set.binding_count; i++) {
      CHECK(context,
            memcmp(&result.slots[MARGIN + i], &slots[i], sizeof slots[i]) ==
               0,
            "binding %" PRIu32 ", %s", i, request_text(request));
      check_elements(context, generator, request, &result.slots[MARGIN + i],
                     &slots[i]);
   }
   check_size(context, generator, request, &result, &set, slots);

   fill_canary(&result.set, sizeof result.set);
   fill_canary(result.slots + MARGIN,
               set.binding_count * sizeof result.slots[0]);
   CHECK(context, is_untouched(&result, sizeof result),
         "more was written than %" PRIu32 " slots, %s", set.binding_count,
         request_text(request));
   return 0;
}

static uint32_t
any_set_flags(struct generator *generator)
{
   uint32_t flags =
      (uint32_t)next_number(generator) & ~(uint32_t)(PUSH | EMBEDDED);

   if (one_in(generator, 6))
      flags |= PUSH;
   if (one_in(generator, 8))
      flags |= EMBEDDED;
   return flags;
}

/* Rules that a layout does not show. */
static void
check_rules(struct context *context, const struct request *request)
{
   const struct dral_descriptor_rules *rules = &request->table.rules;

   CHECK_EQUAL(context, rules->max_sets, request->reference.max_sets,
               "model %" PRIu32, rules->model);
   CHECK_EQUAL(context, rules->max_dynamic_buffers,
               request->reference.max_dynamic, "model %" PRIu32,
               rules->model);
   CHECK_EQUAL(context, rules->uniform_range_alignment,
               request->reference.range_alignment, "model %" PRIu32,
               rules->model);
}

static void
compare_model(struct context *context, uint32_t model)
{
   static const uint32_t intel[] = { 90, 120, 124, 125, 200 };
   static const uint32_t mali[] = { 6, 7, 10, 12, 13 };
   struct generator generator = generator_for(context);
   struct tally met = { 0 };
   uint32_t i;

   for (i = 0; i < LAYOUTS; i++) {
      struct request request;
      const uint32_t version = model == REF_LAYOUT_PANVK
                                  ? mali[number_below(&generator, 5)]
                                  : intel[number_below(&generator, 5)];
      const uint32_t mesa = one_in(&generator, 2) ? REF_LAYOUT_MESA_24_3
                                                  : REF_LAYOUT_MESA_26_2;

      request.set_flags = any_set_flags(&generator);
      CHECK_EQUAL(context,
                  dral_descriptor_table_init(
                     model, mesa, version, request.set_flags, &request.table),
                  ref_layout_table(model, mesa, request.set_flags, version,
                                   &request.reference),
                  "model %" PRIu32, model);
      check_rules(context, &request);
      request.many_faults = 0;
      ask(&generator, &request);
      tally_error(&met, check_request(context, &generator, &request));
   }
   check_met(context, &met);
}

static void
anv_indirect_layouts_equal_reference(struct context *context)
{
   compare_model(context, REF_LAYOUT_ANV_INDIRECT);
}

static void
anv_direct_layouts_equal_reference(struct context *context)
{
   compare_model(context, REF_LAYOUT_ANV_DIRECT);
}

static void
anv_buffer_layouts_equal_reference(struct context *context)
{
   compare_model(context, REF_LAYOUT_ANV_BUFFER);
}

static void
panvk_layouts_equal_reference(struct context *context)
{
   compare_model(context, REF_LAYOUT_PANVK);
}

static uint32_t
any_limit(struct generator *generator, uint32_t most)
{
   if (one_in(generator, 3))
      return UINT32_MAX;
   return one_in(generator, 10) ? edge_number(generator)
                                : number_below(generator, most);
}

/* A size, of whole units where there are any; but now and then not. */
static uint32_t
any_bytes(struct generator *generator, uint32_t unit)
{
   const uint32_t bytes = one_in(generator, 40) ? edge_number(generator)
                                                : number_below(generator, 99);

   return unit == 0 || one_in(generator, 300) ? bytes : bytes / unit * unit;
}

static uint32_t
any_alignment(struct generator *generator, uint32_t unit)
{
   const uint32_t alignment = 1u << number_below(generator, 9);

   if (one_in(generator, 60))
      return 0x80000000;
   if (alignment >= unit || one_in(generator, 300))
      return alignment;
   return unit;
}

/* A driver's rules with anything in them, in both forms. */
static void
own_rules(struct generator *generator, struct request *request)
{
   struct ref_layout_table *reference = &request->reference;
   struct dral_descriptor_rules *rules = &request->table.rules;
   const uint32_t unit =
      one_in(generator, 2) ? 0 : 1u << number_below(generator, 6);

   memset(rules, 0, sizeof *rules);
   rules->set_flags = request->set_flags;
   reference->embedded_samplers = 0;
#define RULE(field, other, value)                                           \
   (rules->field = reference->other = (value))
   RULE(set_alignment, allocation_alignment,
        1u << number_below(generator, 13));
   RULE(pool_alignment, pool_alignment, 1u << number_below(generator, 13));
   RULE(index_unit, index_unit, unit);
   RULE(inline_header_size, inline_header,
        one_in(generator, 2) ? 0 : any_bytes(generator, unit));
   RULE(inline_size_alignment, inline_alignment,
        any_alignment(generator, unit));
   RULE(max_planes, max_planes, number_below(generator, 5));
   RULE(max_set_size, max_set_size, any_limit(generator, 200000));
   RULE(max_set_dynamic_buffers, max_set_dynamic, any_limit(generator, 12));
   RULE(max_inline_size, max_inline_size, any_limit(generator, 500));
   RULE(max_push_descriptors, max_push, any_limit(generator, 100));
   RULE(max_sets, max_sets, any_limit(generator, 10));
   RULE(max_dynamic_buffers, max_dynamic, any_limit(generator, 16));
   RULE(max_variable_count, max_variable_count, any_limit(generator, 90000));
   RULE(max_variable_inline_size, max_variable_inline_size,
        any_limit(generator, 90000));
#undef RULE
   rules->flags = DRAL_DESCRIPTOR_TABLE_FLAG_POOLS;
   reference->pools = REF_LAYOUT_POOLS;
   if (unit != 0 && one_in(generator, 2)) {
      rules->flags |= DRAL_DESCRIPTOR_TABLE_FLAG_UNIT_POOLS;
      reference->pools = REF_LAYOUT_UNIT_POOLS;
   }
}

/* A driver's table with anything in it, in both forms. */
static void
own_table(struct generator *generator, struct request *request,
          struct dral_descriptor_type_layout *own)
{
   struct ref_layout_table *reference = &request->reference;
   uint32_t i;

   own_rules(generator, request);
   request->table.type_count = 0;
   request->table.types = own;
   for (i = 0; i < REF_LAYOUT_ROWS; i++) {
      struct ref_layout_row *row = &reference->rows[i];
      const uint32_t unit = reference->index_unit;

      row->supported = i == 2 || !one_in(generator, 8);
      row->data = number_below(generator, 0x400);
      row->max_planes = number_below(generator, 5);
      row->not_mutable = (uint32_t)one_in(generator, 12);
      row->surface_size = any_bytes(generator, unit);
      row->surface_sampler_size =
         one_in(generator, 2) ? 0 : any_bytes(generator, unit);
      row->sampler_size = any_bytes(generator, 0);
      row->surface_alignment = any_alignment(generator, unit);
      row->sampler_alignment = 1u << number_below(generator, 9);
      if (row->supported) {
         struct dral_descriptor_type_layout *layout =
            &own[request->table.type_count++];

         layout->descriptor_type = type_of_row(i);
         layout->flags = row->not_mutable;
         layout->data = row->data;
         layout->max_planes = row->max_planes;
         layout->surface_size = row->surface_size;
         layout->surface_sampler_size = row->surface_sampler_size;
         layout->surface_alignment = row->surface_alignment;
         layout->sampler_size = row->sampler_size;
         layout->sampler_alignment = row->sampler_alignment;
      }
   }
}

static void
layouts_of_any_table_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally met = { 0 };
   uint32_t i;

   for (i = 0; i < LAYOUTS; i++) {
      struct dral_descriptor_type_layout own[REF_LAYOUT_ROWS];
      struct request request;

      request.set_flags = any_set_flags(&generator);
      request.many_faults = 1;
      own_table(&generator, &request, own);
      ask(&generator, &request);
      tally_error(&met, check_request(context, &generator, &request));
   }
   check_met(context, &met);
}

/* A pool of a table, with a fault now and then. */
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
   struct dral_descriptor_pool_size size = { 9, 9 };
   uint64_t surface = 9;
   uint64_t sampler = 9;
   int error;
   int found;
   uint32_t j;
   uint32_t k;

   for (j = 0; j < count; j++) {
      for (k = 0; k < LIST; k++)
         lists[j][k] = one_in(generator, 8)
                          ? number_below(generator, 8)
                          : listed_type(generator, &request->reference);
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
   error = ref_layout_pool_size(&request->reference, parts, count, max_sets,
                                blocks, &surface, &sampler);
   found = dral_descriptor_pool_measure(&request->table, parts, count,
                                        max_sets, blocks, &size);
   CHECK_EQUAL(context, same_error(request, error, found), error,
               "%" PRIu32 " sets, %" PRIu32 " blocks", max_sets, blocks);
   CHECK(context, size.surface_size == surface,
         "%" PRIu64 ", not %" PRIu64, size.surface_size, surface);
   CHECK(context, size.sampler_size == sampler,
         "%" PRIu64 ", not %" PRIu64, size.sampler_size, sampler);
   return error;
}

static void
pools_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct tally met = { 0 };
   uint32_t i;

   for (i = 0; i < LAYOUTS; i++) {
      struct dral_descriptor_type_layout own[REF_LAYOUT_ROWS];
      struct request request;
      const uint32_t model = number_below(&generator, 5);
      const uint32_t mesa = one_in(&generator, 2) ? REF_LAYOUT_MESA_24_3
                                                  : REF_LAYOUT_MESA_26_2;

      /* Which of two errors is returned is unspecified. */
      request.many_faults = 1;
      request.set_flags = 0;
      if (model == 0) {
         own_table(&generator, &request, own);
      } else {
         CHECK_EQUAL(
            context,
            dral_descriptor_table_init(model, mesa, 120, 0, &request.table),
            0, "model %" PRIu32, model);
         ref_layout_table(model, mesa, 0, 120, &request.reference);
      }
      tally_error(&met, check_pool(context, &generator, &request));
   }
   CHECK_MET(context, met.successes, LAYOUTS / 4);
   CHECK_MET(context, met.invalid, LAYOUTS / 100);
   CHECK_MET(context, met.unsupported, LAYOUTS / 100);
}

/* Entries of the binding table, by the limit at which support ends. */
static void
binding_table_entries_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t refused = 0;
   uint32_t i;
   uint32_t j;

   for (i = 0; i < LAYOUTS; i++) {
      struct dral_descriptor_set_support support = { 9, 9 };
      struct request request;
      uint64_t most = 0;

      request.set_flags = PUSH;
      ref_layout_table(3, REF_LAYOUT_MESA_26_2, PUSH, 120,
                       &request.reference);
      dral_descriptor_table_init(3, REF_LAYOUT_MESA_26_2, 120, PUSH,
                                 &request.table);
      request.count = 1 + number_below(&generator, BINDINGS);
      for (j = 0; j < request.count; j++) {
         struct dral_descriptor_binding *binding = &request.bindings[j];

         bind(&generator, &request, j);
         binding->stage_flags =
            (uint32_t)(next_number(&generator) & next_number(&generator));
      }
      number_bindings(&generator, &request);
      for (j = 0; j < 32; j++) {
         uint64_t entries = 0;

         CHECK_EQUAL(context,
                     ref_layout_stage_entries(3, PUSH, 120, request.bindings,
                                              request.count, 1u << j,
                                              &entries), 0,
                     "%s", request_text(&request));
         if (entries > most)
            most = entries;
      }
      request.table.rules.max_binding_table_entries =
         (uint32_t)most + 2 - number_below(&generator, 4);
      if (most + 2 < 4)
         request.table.rules.max_binding_table_entries = 0;
      CHECK_EQUAL(context,
                  dral_descriptor_set_query_support(&request.table,
                                                    request.bindings,
                                                    request.count, &support),
                  0, "%s", request_text(&request));
      CHECK_EQUAL(context, support.supported,
                  most <= request.table.rules.max_binding_table_entries,
                  "%u entries, %s", (unsigned)most, request_text(&request));
      refused += !support.supported;
   }
   CHECK(context, refused > LAYOUTS / 10 && refused < LAYOUTS / 2,
         "%" PRIu32 " refused", refused);
}

static uint64_t
any_size(struct generator *generator)
{
   const uint64_t number = next_number(generator);

   if (one_in(generator, 8))
      return UINT64_MAX - number_below(generator, 130);
   return number >> number_below(generator, 64);
}

static void
buffer_ranges_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t sound = 0;
   uint32_t i;

   for (i = 0; i < 4 * LAYOUTS; i++) {
      const uint32_t type = 6 + number_below(&generator, 4);
      const uint64_t size = any_size(&generator);
      const uint64_t offset = any_size(&generator);
      const uint64_t range = any_size(&generator);
      const uint64_t moved = any_size(&generator);
      struct dral_descriptor_buffer_range covered = { 9, 9 };
      struct dral_descriptor_table table = { 0 };
      uint64_t expected_offset = 9;
      uint64_t expected_range = 9;
      const uint32_t alignment = 1u << number_below(&generator, 32);
      int error = ref_layout_buffer_range(type, size, offset, range, moved,
                                          alignment, &expected_offset,
                                          &expected_range);

      table.rules.uniform_range_alignment = alignment;

      /* The reference leaves this to the application. */
      if (!is_dynamic(type) && range != UINT64_MAX &&
          (offset > size || range > size - offset)) {
         error = -EINVAL;
         expected_offset = 9;
         expected_range = 9;
      }
      CHECK_EQUAL(context,
                  dral_descriptor_buffer_range_resolve(
                     &table, type, size, offset, range, moved, &covered),
                  error, "%" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64,
                  size, offset, range, moved);
      CHECK(context,
            covered.offset == expected_offset &&
               covered.range == expected_range,
            "%" PRIu64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64, size, offset,
            range, moved);
      sound += error == 0;
   }
   CHECK_MET(context, sound, LAYOUTS);
}

static void
handles_and_words_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < LAYOUTS; i++) {
      const uint64_t offset = any_size(&generator) &
                              (one_in(&generator, 4) ? ~(uint64_t)0 : ~63ull);
      const uint32_t flag = number_below(&generator, 2);
      const uint32_t base = edge_number(&generator);
      const uint32_t plane = number_below(&generator, 5);
      const uint32_t start = number_below(&generator, 70);
      const uint32_t set_offset =
         one_in(&generator, 4) ? base : base & ~UINT32_C(63);
      uint32_t word = 9;
      uint32_t expected = 9;

      CHECK_EQUAL(context,
                  dral_descriptor_surface_handle(offset, flag, &word),
                  ref_layout_surface_handle(offset, (int)flag, &expected),
                  "%" PRIu64, offset);
      CHECK_EQUAL(context, word, expected, "%" PRIu64, offset);
      CHECK_EQUAL(context, dral_descriptor_sampler_handle(base, plane, &word),
                  ref_layout_sampler_handle(base, plane, &expected),
                  "%" PRIu32 ", %" PRIu32, base, plane);
      CHECK_EQUAL(context, word, expected, "%" PRIu32 ", %" PRIu32, base,
                  plane);
      CHECK_EQUAL(context,
                  dral_descriptor_push_constant_word(set_offset, start,
                                                     &word),
                  ref_layout_push_constant(set_offset, start, &expected),
                  "%" PRIu32 ", %" PRIu32, set_offset, start);
      CHECK_EQUAL(context, word, expected, "%" PRIu32 ", %" PRIu32,
                  set_offset, start);
   }
}

static void
dynamic_offsets_of_sets_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t refused = 0;
   uint32_t i;
   uint32_t j;

   for (i = 0; i < LAYOUTS; i++) {
      const uint32_t count = number_below(&generator, 10);
      struct dral_descriptor_set_layout sets[10];
      const struct dral_descriptor_set_layout *pointers[10];
      uint32_t counts[10];
      uint32_t starts[10];
      uint32_t expected[10];
      struct ref_layout_table reference;
      struct dral_descriptor_table table = { 0 };
      int error;

      reference.max_sets = table.rules.max_sets = any_limit(&generator, 16);
      reference.max_dynamic = table.rules.max_dynamic_buffers =
         any_limit(&generator, 60);
      memset(sets, 0, sizeof sets);
      fill_canary(starts, sizeof starts);
      fill_canary(expected, sizeof expected);
      for (j = 0; j < count; j++) {
         counts[j] = one_in(&generator, 20) ? edge_number(&generator)
                                            : number_below(&generator, 9);
         sets[j].dynamic_offset_count = counts[j];
         pointers[j] = &sets[j];
      }
      error =
         ref_layout_dynamic_starts(&reference, pointers, count, expected);
      CHECK_EQUAL(context,
                  dral_descriptor_dynamic_offset_starts(&table, counts,
                                                        starts, count),
                  error, "%" PRIu32 " sets", count);
      CHECK(context, memcmp(starts, expected, sizeof starts) == 0,
            "%" PRIu32 " sets", count);
      refused += error != 0;
   }
   CHECK(context, refused > LAYOUTS / 10 && refused < LAYOUTS / 2,
         "%" PRIu32 " refused", refused);
}

const struct test descriptor_layout_random_tests[] = {
   QUICK_TEST(anv_indirect_layouts_equal_reference),
   QUICK_TEST(anv_direct_layouts_equal_reference),
   QUICK_TEST(anv_buffer_layouts_equal_reference),
   QUICK_TEST(panvk_layouts_equal_reference),
   QUICK_TEST(layouts_of_any_table_equal_reference),
   QUICK_TEST(pools_equal_reference),
   QUICK_TEST(binding_table_entries_equal_reference),
   QUICK_TEST(buffer_ranges_equal_reference),
   QUICK_TEST(handles_and_words_equal_reference),
   QUICK_TEST(dynamic_offsets_of_sets_equal_reference),
   NO_MORE_TESTS,
};
