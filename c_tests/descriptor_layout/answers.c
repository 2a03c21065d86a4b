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
#define PART_WORDS 2

static int
given_table(const struct words *given, struct dral_descriptor_table *table)
{
   return dral_descriptor_table_init(GIVEN(0),
                                     GIVEN(1),
                                     GIVEN(2),
                                     GIVEN(3), table);
}

/* Bindings from a place on, until the next call: number, type, count, flags
 * and stages of each, and its immutable samplers and its list of types, each
 * after its length. */
static const struct dral_descriptor_binding *
given_bindings(const struct words *given, size_t place, size_t *count)
{
   static struct dral_descriptor_binding bindings[MOST_BINDINGS];
   static uint8_t samplers[KNOWN_WORDS];
   const uint32_t *words = given_from(given, 0);
   size_t i;

   for (i = 0; i < given->count; i++)
      samplers[i] = (uint8_t)words[i];
   for (*count = 0; place < given->count; (*count)++) {
      struct dral_descriptor_binding *binding = &bindings[*count];

      binding->binding = words[place];
      binding->descriptor_type = words[place + 1];
      binding->descriptor_count = words[place + 2];
      binding->binding_flags = words[place + 3];
      binding->stage_flags = words[place + 4];
      place += 5;
      binding->immutable_sampler_count = words[place];
      binding->immutable_samplers = &samplers[place + 1];
      place += 1 + words[place];
      binding->mutable_type_count = words[place];
      binding->mutable_types = &words[place + 1];
      place += 1 + words[place];
   }
   return bindings;
}

static struct {
   struct dral_descriptor_set_layout set;
   struct dral_descriptor_binding_layout slots[MOST_SLOTS];
} laid;

/* Lays out the bindings from a place on. */
static int
lay_out(const struct words *given, size_t place,
        const struct dral_descriptor_table *table)
{
   size_t count;
   const struct dral_descriptor_binding *bindings =
      given_bindings(given, place, &count);

   return dral_descriptor_set_lay_out(table, bindings, count, &laid.set,
                                      laid.slots, MOST_SLOTS);
}

/* Given a table and bindings: all fields of the layouts of the set and of its
 * bindings. */
static int
known_structs(const struct words *given, struct words *answer)
{
   struct dral_descriptor_table table = { 0 };
   int error = given_table(given, &table);

   if (error == 0)
      error = lay_out(given, TABLE_WORDS, &table);
   if (error != 0)
      return error;
   add_struct(answer, &laid.set, sizeof laid.set);
   add_struct(answer, laid.slots,
              laid.set.binding_count * sizeof laid.slots[0]);
   return 0;
}

/* What a call writes for the table of the row. */
#define DEFINE_TABLE_ANSWER(name, type, count, call)                    \
   static int                                                           \
   name##_of_table(const struct words *given, void *out)                \
   {                                                                    \
      struct dral_descriptor_table table = { 0 };                       \
      const int error = given_table(given, &table);                     \
                                                                        \
      return error != 0 ? error : call;                                 \
   }                                                                    \
   DEFINE_ANSWER(name, type, count, name##_of_table(given, out))

static int
set_size(const struct words *given,
         const struct dral_descriptor_table *table, void *size)
{
   const int error = lay_out(given, TABLE_WORDS + 1, table);

   return error != 0 ? error
                     : dral_descriptor_set_measure(table, &laid.set,
                                                   laid.slots,
                                                   GIVEN(TABLE_WORDS), size);
}

/* Given a table, a variable count and bindings. */
DEFINE_TABLE_ANSWER(size, uint32_t,
                    sizeof(struct dral_descriptor_set_size) / 4,
                    set_size(given, &table, out))

/* Given a table and bindings: where the elements of each begin, if it has at
 * most four. */
static int
known_elements(const struct words *given, struct words *answer)
{
   struct dral_descriptor_table table = { 0 };
   uint32_t slot, i;
   int error = given_table(given, &table);

   if (error == 0)
      error = lay_out(given, TABLE_WORDS, &table);
   for (slot = 0; error == 0 && slot < laid.set.binding_count; slot++) {
      const uint32_t size = laid.slots[slot].array_size;

      for (i = 0; error == 0 && i < size && size <= 4; i++) {
         struct dral_descriptor_element element = { 0 };

         error = dral_descriptor_element_locate(&laid.slots[slot], i, 0,
                                                &element);
         add_struct(answer, &element, sizeof element);
      }
   }
   return error;
}

static int
query_support(const struct words *given,
              const struct dral_descriptor_table *table, void *support)
{
   size_t count;
   const struct dral_descriptor_binding *bindings =
      given_bindings(given, TABLE_WORDS, &count);

   return dral_descriptor_set_query_support(table, bindings, count, support);
}

DEFINE_TABLE_ANSWER(support, uint32_t, 2,
                    query_support(given, &table, out))

/* Given a table, a type and the list of a mutable type. */
DEFINE_TABLE_ANSWER(
   type, uint32_t, sizeof(struct dral_descriptor_type_layout) / 4,
   dral_descriptor_type_find(&table, GIVEN(TABLE_WORDS),
                             given_from(given, TABLE_WORDS + 1),
                             given->count - TABLE_WORDS - 1, out))

static int
known_table(const struct words *given, struct words *answer)
{
   struct dral_descriptor_table table = { 0 };
   const int error = given_table(given, &table);

   if (error == 0)
      add_struct(answer, &table.rules, sizeof table.rules);
   return error;
}

/* Given a table and the dynamic offsets of sets: where those of each set
 * begin. */
static int
known_offset_starts(const struct words *given, struct words *answer)
{
   const size_t count = given->count - TABLE_WORDS;
   const uint32_t *counts = given_from(given, TABLE_WORDS);
   struct dral_descriptor_table table = { 0 };
   uint32_t starts[KNOWN_WORDS];
   int error = given_table(given, &table);

   if (error != 0)
      return error;
   fill_canary(starts, sizeof starts);
   error = dral_descriptor_dynamic_offset_starts(&table, counts, starts,
                                                 count);
   if (error != 0)
      return give_answer(answer, error, starts, sizeof starts, 0);
   add_struct(answer, starts, count * sizeof starts[0]);
   return 0;
}

/* Given a table, an alignment or 0 for the table's, how many sets and inline
 * blocks, and types with counts. */
static int
pool_size(const struct words *given, struct dral_descriptor_table *table,
          void *size)
{
   const size_t count = (given->count - TABLE_WORDS - 3) / PART_WORDS;
   struct dral_descriptor_pool_part parts[MOST_BINDINGS] = { { 0 } };
   size_t i;

   if (GIVEN(TABLE_WORDS) != 0)
      table->rules.pool_alignment = GIVEN(TABLE_WORDS);
   for (i = 0; i < count; i++) {
      const size_t part = TABLE_WORDS + 3 + PART_WORDS * i;

      parts[i].descriptor_type = GIVEN(part);
      parts[i].descriptor_count = GIVEN(part + 1);
   }
   return dral_descriptor_pool_measure(table, parts, count,
                                       GIVEN(TABLE_WORDS + 1),
                                       GIVEN(TABLE_WORDS + 2), size);
}

DEFINE_TABLE_ANSWER(pool, uint64_t, 2, pool_size(given, &table, out))

/* Given a table, a type, the size of the buffer, offset, range and dynamic
 * offset. */
DEFINE_TABLE_ANSWER(
   range, uint64_t, 2,
   dral_descriptor_buffer_range_resolve(
      &table, GIVEN(TABLE_WORDS), given->word[TABLE_WORDS + 1],
      given->word[TABLE_WORDS + 2], given->word[TABLE_WORDS + 3],
      given->word[TABLE_WORDS + 4], out))

DEFINE_ANSWER(surface_handle, uint32_t, 1,
              dral_descriptor_surface_handle(given->word[0], GIVEN(1), out))
DEFINE_ANSWER(sampler_handle, uint32_t, 1,
              dral_descriptor_sampler_handle(GIVEN(0), GIVEN(1), out))
DEFINE_ANSWER(push_constant, uint32_t, 1,
              dral_descriptor_push_constant_word(GIVEN(0), GIVEN(1), out))

DEFINE_ANSWER(heap, uint32_t, sizeof(struct dral_descriptor_heap) / 4,
              dral_descriptor_heap_init(GIVEN(0), out))

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

KNOWN_TEST(
   layouts_are_the_known_answers, "descriptor_layout_known.csv",
   { "size", 0, answer_size },
   { "elements", 0, known_elements },
   { "structs", 0, known_structs },
   { "support", 0, answer_support },
   { "table", TABLE_WORDS, known_table },
   { "type", 0, answer_type },
   { "pool", 0, answer_pool },
   { "offset_starts", 0, known_offset_starts },
   { "range", TABLE_WORDS + 5, answer_range },
   { "surface_handle", 2, answer_surface_handle },
   { "sampler_handle", 2, answer_sampler_handle },
   { "push_constant", 2, answer_push_constant },
   { "heap", 1, answer_heap },
   { "anv_model", 3, known_anv_model })

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

const struct test descriptor_layout_answers_tests[] = {
   QUICK_TEST(layouts_are_the_known_answers),
   QUICK_TEST(bindings_in_no_order_are_laid_out_up_to_their_limit),
   NO_MORE_TESTS,
};
