/* SPDX-License-Identifier: MIT */

/*
 * Layouts of descriptor sets that are known: the picture of anv.rst, and what
 * functions of real drivers printed.
 */

#include "dral_descriptor_layout.h"
#include "harness/known.h"
#include "harness/subjects.h"

#include <errno.h>
#include <string.h>

enum {
   SAMPLED = DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
   UNIFORM = DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER
};

#define MOST_BINDINGS 4
#define MOST_SLOTS 6
/* Model, release of Mesa, version and flags of the set. */
#define TABLE_WORDS 4
/* Number, type, count, flags, planes of the immutable sampler, types in the
 * list of a mutable binding. */
#define BINDING_WORDS 6
#define PART_WORDS 2

static int
given_table(const struct words *given, struct dral_descriptor_table *table)
{
   return dral_descriptor_table_init(GIVEN(0),
                                     GIVEN(1),
                                     GIVEN(2),
                                     GIVEN(3), table);
}

/* Given a table: how many types it has, and its rules. */
static int
known_rules(const struct words *given, struct words *answer)
{
   struct dral_descriptor_table table = { 0 };
   const int error = given_table(given, &table);

   add_word(answer, table.type_count);
   add_struct(answer, &table.rules, sizeof table.rules);
   return error;
}

/* Given a table and a type. */
static int
find_type(const struct words *given, struct dral_descriptor_type_layout *out)
{
   struct dral_descriptor_table table = { 0 };
   const int error = given_table(given, &table);

   return error != 0 ? error
                     : dral_descriptor_type_find(&table, GIVEN(TABLE_WORDS),
                                                 NULL, 0, out);
}

DEFINE_ANSWER(type, uint32_t, sizeof(struct dral_descriptor_type_layout) / 4,
              find_type(given, out))

/* Adds where all elements of a slot begin. */
static int
add_elements(struct words *answer,
             const struct dral_descriptor_binding_layout *slot)
{
   uint32_t i;

   for (i = 0; i < slot->array_size && slot->array_size <= 4; i++) {
      struct dral_descriptor_element element = { 0 };
      const int error = dral_descriptor_element_locate(slot, i, 0, &element);

      if (error != 0)
         return error;
      add_word(answer, element.surface_offset);
   }
   return 0;
}

/*
 * Given a table, a variable count and bindings: the totals of the layout,
 * those of a set, and of each slot offset and stride in both areas, three
 * indices, its data, and where its elements begin if it has at most four.
 */
static int
known_layout(const struct words *given, struct words *answer)
{
   static const uint32_t image_or_buffer[] = {
      SAMPLED, DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER
   };
   static const uint8_t samplers[] = { 0, 1, 2, 3 };
   const size_t count = (given->count - TABLE_WORDS - 1) / BINDING_WORDS;
   struct dral_descriptor_binding bindings[MOST_BINDINGS] = { { 0 } };
   struct dral_descriptor_binding_layout slots[MOST_SLOTS];
   struct dral_descriptor_table table = { 0 };
   struct dral_descriptor_set_layout set = { 0 };
   struct dral_descriptor_set_size size = { 0 };
   size_t i;
   int error = given_table(given, &table);

   for (i = 0; i < count; i++) {
      uint32_t words[BINDING_WORDS];

      take_struct(given, TABLE_WORDS + 1 + i * BINDING_WORDS, words,
                  sizeof words);
      bindings[i].binding = words[0];
      bindings[i].descriptor_type = words[1];
      bindings[i].descriptor_count = words[2];
      bindings[i].binding_flags = words[3];
      bindings[i].immutable_samplers = &samplers[words[4]];
      bindings[i].immutable_sampler_count = words[4] > 0;
      bindings[i].mutable_types = image_or_buffer;
      bindings[i].mutable_type_count = words[5];
   }
   if (error == 0)
      error = dral_descriptor_set_lay_out(&table, bindings, count, &set,
                                          slots, MOST_SLOTS);
   if (error == 0)
      error = dral_descriptor_set_measure(
         &table, &set, slots, GIVEN(TABLE_WORDS), &size);
   if (error != 0)
      return error;
   add_word(answer, set.surface_size);
   add_word(answer, set.sampler_size);
   add_word(answer, set.descriptor_count);
   add_word(answer, set.buffer_view_count);
   add_word(answer, set.dynamic_offset_count);
   add_struct(answer, &size, sizeof size);
   for (i = 0; i < set.binding_count; i++) {
      add_word(answer, slots[i].surface_offset);
      add_word(answer, slots[i].surface_stride);
      add_word(answer, slots[i].sampler_offset);
      add_word(answer, slots[i].sampler_stride);
      add_word(answer, slots[i].descriptor_index);
      add_word(answer, slots[i].dynamic_offset_index);
      add_word(answer, slots[i].buffer_view_index);
      add_word(answer, slots[i].data);
      error = add_elements(answer, &slots[i]);
      if (error != 0)
         return error;
   }
   return 0;
}

/* Given a table, an alignment or 0 for the table's, how many sets and inline
 * blocks, and types with counts. */
static int
known_pool(const struct words *given, struct words *answer)
{
   const size_t count = (given->count - TABLE_WORDS - 3) / PART_WORDS;
   struct dral_descriptor_pool_part parts[MOST_BINDINGS] = { { 0 } };
   struct dral_descriptor_table table = { 0 };
   struct dral_descriptor_pool_size size = { 0 };
   size_t i;
   int error = given_table(given, &table);

   if (GIVEN(TABLE_WORDS) != 0)
      table.rules.pool_alignment = GIVEN(TABLE_WORDS);
   for (i = 0; i < count; i++) {
      const size_t part = TABLE_WORDS + 3 + PART_WORDS * i;

      parts[i].descriptor_type = GIVEN(part);
      parts[i].descriptor_count = GIVEN(part + 1);
   }
   if (error == 0)
      error = dral_descriptor_pool_measure(
         &table, parts, count, GIVEN(TABLE_WORDS + 1),
         GIVEN(TABLE_WORDS + 2), &size);
   add_word(answer, size.surface_size);
   add_word(answer, size.sampler_size);
   return error;
}

/* Given a table, a type, the size of the buffer, offset, range and dynamic
 * offset. */
static int
known_range(const struct words *given, struct words *answer)
{
   const uint64_t *word = given->word + TABLE_WORDS;
   struct dral_descriptor_table table = { 0 };
   struct dral_descriptor_buffer_range covered = { 0 };
   int error = given_table(given, &table);

   if (error == 0)
      error = dral_descriptor_buffer_range_resolve(
         &table, (uint32_t)word[0], word[1], word[2], word[3], word[4],
         &covered);
   add_word(answer, covered.offset);
   add_word(answer, covered.range);
   return error;
}

DEFINE_ANSWER(surface_handle, uint32_t, 1,
              dral_descriptor_surface_handle(given->word[0], GIVEN(1), out))
DEFINE_ANSWER(sampler_handle, uint32_t, 1,
              dral_descriptor_sampler_handle(GIVEN(0), GIVEN(1), out))
DEFINE_ANSWER(push_constant, uint32_t, 1,
              dral_descriptor_push_constant_word(GIVEN(0), GIVEN(1), out))

/* 0 for another driver's hardware. */
static int
known_anv_model(const struct words *given, struct words *answer)
{
   add_word(answer,
            dral_descriptor_anv_model(GIVEN(0),
                                      GIVEN(1),
                                      GIVEN(2)));
   return 0;
}

static const struct known_function known[] = {
   { "layout", 0, known_layout },
   { "pool", 0, known_pool },
   { "range", TABLE_WORDS + 5, known_range },
   { "surface_handle", 2, answer_surface_handle },
   { "sampler_handle", 2, answer_sampler_handle },
   { "push_constant", 2, answer_push_constant },
   { "anv_model", 3, known_anv_model },
};

static void
layouts_are_the_known_answers(struct context *context)
{
   check_known_answers(context, "descriptor_layout_known.csv", known,
                       sizeof known / sizeof known[0]);
}

static void
tables_of_drivers_are_the_known_ones(struct context *context)
{
   static const struct known_function tables[] = {
      { "rules", TABLE_WORDS, known_rules },
      { "type", TABLE_WORDS + 1, answer_type },
   };

   check_known_answers(context, "descriptor_tables.csv", tables,
                       sizeof tables / sizeof tables[0]);
}

/* In no order, as many as are allowed; and one more. */
static void
bindings_in_no_order_are_laid_out_up_to_their_limit(struct context *context)
{
   static struct dral_descriptor_binding bindings[65537];
   static struct dral_descriptor_binding_layout slots[65537];
   struct dral_descriptor_table table = { 0 };
   struct dral_descriptor_set_layout set = { 0 };
   struct dral_descriptor_set_layout totals = { 0 };
   struct dral_descriptor_set_support support = { 0 };
   uint32_t count;
   uint32_t i;

   CHECK_EQUAL(context,
               dral_descriptor_table_init(DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT,
                                          DRAL_MESA_RELEASE_V24_3, 120, 0,
                                          &table),
               0, "the table");
   for (count = 65535; count <= 65537; count++) {
      const int error = count <= 65536 ? 0 : -ERANGE;

      memset(bindings, 0, sizeof bindings);
      for (i = 0; i < count; i++) {
         bindings[i].binding = count - 1 - i;
         bindings[i].descriptor_type = i % 2 ? SAMPLED : UNIFORM;
         bindings[i].descriptor_count = 1;
      }
      CHECK_EQUAL(context,
                  dral_descriptor_set_totals(&table, bindings, count,
                                             &totals),
                  error, "%" PRIu32, count);
      CHECK_EQUAL(
         context,
         dral_descriptor_set_query_support(&table, bindings, count, &support),
         error, "%" PRIu32, count);
      CHECK_EQUAL(context,
                  dral_descriptor_set_lay_out(&table, bindings, count, &set,
                                              slots, count),
                  error, "%" PRIu32, count);
      if (error != 0)
         continue;
      CHECK_EQUAL(context, support.supported, 1, "%" PRIu32, count);
      CHECK(context, memcmp(&set, &totals, sizeof set) == 0, "%" PRIu32,
            count);
      CHECK_EQUAL(context, set.binding_count, count, "%" PRIu32, count);
      CHECK_EQUAL(context, slots[count - 1].surface_offset,
                  set.surface_size - 16, "%" PRIu32, count);
   }
   /* Those that are in order may be more. */
   for (i = 0; i < 65537; i++)
      bindings[i].binding = i;
   CHECK_EQUAL(context,
               dral_descriptor_set_lay_out(&table, bindings, 65537, &set,
                                           slots, 65537),
               0, "in order");
   /* One that is there twice is found in the first pass. */
   bindings[65536].binding = 65535;
   CHECK_EQUAL(context,
               dral_descriptor_set_totals(&table, bindings, 65537, &totals),
               -EINVAL, "twice");
}

static void
heaps_of_anv_have_the_known_sizes(struct context *context)
{
   static const struct dral_descriptor_heap expected = {
      32, 32, 64, 64, 64, 64, 64, 64, 0, 0, 256, 2048,
   };
   struct dral_descriptor_heap heap = { 0 };

   CHECK_EQUAL(context, dral_descriptor_heap_init(90, &heap), 0, "90");
   CHECK(context, memcmp(&heap, &expected, sizeof heap) == 0, "90");
   CHECK_EQUAL(context, dral_descriptor_heap_init(89, &heap), -EINVAL, "89");
   CHECK_EQUAL(context, dral_descriptor_heap_init(90, NULL), -EINVAL, "NULL");
   CHECK(context, memcmp(&heap, &expected, sizeof heap) == 0, "untouched");
}

const struct test descriptor_layout_answers_tests[] = {
   QUICK_TEST(heaps_of_anv_have_the_known_sizes),
   QUICK_TEST(layouts_are_the_known_answers),
   QUICK_TEST(tables_of_drivers_are_the_known_ones),
   QUICK_TEST(bindings_in_no_order_are_laid_out_up_to_their_limit),
   NO_MORE_TESTS,
};
