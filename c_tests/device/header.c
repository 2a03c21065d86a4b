/* SPDX-License-Identifier: MIT */

/*
 * dral_device.h on the CPU: equal to the library for all 2^32 inputs and for
 * random draws, and its bit layouts are the library's.
 */

#include "device/check.h"
#include "device/inputs.h"
#include "dral.h"
#include "harness/subjects.h"
#include "harness/tally.h"
#include "harness/sweep.h"

#include <stdlib.h>
#include <string.h>

#define DRAWS 1048576
#define STATES 512
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/*
 * Bit layouts.  A field of a struct is varied: to all single bits, and to all
 * ones below each.  What the library takes it must pack as the device header
 * does.
 */
struct varied_field {
   /* The struct's types that use it. */
   uint32_t first_type, last_type;
   size_t offset, size;
   /* How many values the library takes. */
   uint32_t taken;
};

#define FIELD(type, field) \
   offsetof(struct type, field), sizeof(((struct type *)NULL)->field)

/* 2^0, 2^1 - 1, 2^1, 2^2 - 1 and so on. */
static uint64_t
varied(uint32_t step)
{
   const uint64_t bit = (uint64_t)1 << step / 2;

   return step % 2 == 0 ? bit : 2 * bit - 1;
}

#define STEPS 64

/* Room for the largest of the structs, and where it has its type. */
union varied_struct {
   struct dral_attribute_record record;
   struct dral_attribute_descriptor descriptor;
   struct dral_id_record id;
   struct dral_valhall_attribute valhall;
   unsigned char bytes[64];
};

static void
check_layout(struct context *context, const struct varied_field *fields,
             size_t field_count, size_t type_offset,
             int (*is_taken)(struct context *context,
                             const union varied_struct *varied))
{
   size_t i;
   uint32_t type;

   for (i = 0; i < field_count; i++) {
      const struct varied_field *field = &fields[i];

      for (type = field->first_type; type <= field->last_type; type++) {
         uint32_t taken = 0;
         uint32_t step;

         for (step = 0; step < 16 * field->size; step++) {
            union varied_struct varied_struct = { 0 };
            /* Pointers are aligned. */
            const uint64_t pointer = varied(step) & ~(uint64_t)63;
            const uint32_t word = (uint32_t)varied(step);

            memcpy(varied_struct.bytes + type_offset, &type, sizeof type);
            if (field->size == sizeof pointer)
               memcpy(varied_struct.bytes + field->offset, &pointer,
                      sizeof pointer);
            else
               memcpy(varied_struct.bytes + field->offset, &word,
                      sizeof word);
            taken += is_taken(context, &varied_struct) != 0;
         }
         CHECK_EQUAL(context, taken, field->taken,
                     "values of field %zu, type %" PRIu32, i, type);
      }
   }
}

static void
check_layout_words(struct context *context, const uint32_t *device,
                   const uint32_t *words, uint32_t count)
{
   uint32_t i;

   for (i = 0; i < count; i++)
      CHECK_EQUAL(context, device[i], words[i], "word %" PRIu32, i);
}

static int
takes_record(struct context *context, const union varied_struct *varied)
{
   const struct dral_attribute_record *record = &varied->record;
   struct dral_device_attribute_words device;
   uint32_t words[8] = { 0 };
   size_t count = 0;

   if (dral_attribute_record_pack(record, words, 8, &count) != 0)
      return 0;
   device = dral_device_attribute_record_pack(*record);
   CHECK_EQUAL(context, device.word_count, count, "type %" PRIu32,
               record->type);
   check_layout_words(context, device.words, words, 8);
   return 1;
}

static void
device_record_layout_is_that_of_the_library(struct context *context)
{
   /* 5 bits of R; odd parts are 1, 2, 3, 4 and 1 again. */
   static const struct varied_field fields[] = {
      { 1, 4, FIELD(dral_attribute_record, pointer), 112 },
      { 1, 4, FIELD(dral_attribute_record, stride), STEPS },
      { 1, 4, FIELD(dral_attribute_record, size), STEPS },
      { 2, 4, FIELD(dral_attribute_record, shift), 10 },
      { 3, 3, FIELD(dral_attribute_record, odd), 5 },
      { 4, 4, FIELD(dral_attribute_record, extra_flags), 2 },
      { 4, 4, FIELD(dral_attribute_record, magic), 62 },
      { 4, 4, FIELD(dral_attribute_record, divisor), STEPS },
   };

   check_layout(context, fields, LENGTH(fields),
                offsetof(struct dral_attribute_record, type), takes_record);
}

/* What is refused is all 0 on the device. */
static int
takes_descriptor(struct context *context, const union varied_struct *varied)
{
   const struct dral_device_attribute_descriptor_words device =
      dral_device_attribute_descriptor_pack(varied->descriptor);
   uint32_t words[2] = { 0 };
   const int error =
      dral_attribute_descriptor_pack(&varied->descriptor, words);

   check_layout_words(context, device.words, words, 2);
   return error == 0;
}

static void
device_descriptor_layout_is_that_of_the_library(struct context *context)
{
   static const struct varied_field fields[] = {
      { 0, 0, FIELD(dral_attribute_descriptor, slot), 18 },
      { 0, 0, FIELD(dral_attribute_descriptor, format), 44 },
      { 0, 0, FIELD(dral_attribute_descriptor, offset), STEPS },
   };

   /* It has no type. */
   check_layout(context, fields, LENGTH(fields),
                sizeof(struct dral_attribute_descriptor), takes_descriptor);
}

static int
takes_id(struct context *context, const union varied_struct *varied)
{
   struct dral_device_id_words device;
   uint32_t words[4] = { 0 };

   if (dral_id_record_pack(&varied->id, words) != 0)
      return 0;
   device = dral_device_id_record_pack(varied->id);
   check_layout_words(context, device.words, words, 4);
   return 1;
}

static void
device_id_layout_is_that_of_the_library(struct context *context)
{
   enum { VERTEX = DRAL_ID_TYPE_VERTEX, INSTANCE = DRAL_ID_TYPE_INSTANCE };
   static const struct varied_field fields[] = {
      { VERTEX, VERTEX, FIELD(dral_id_record, shift), 10 },
      { VERTEX, VERTEX, FIELD(dral_id_record, odd), 5 },
      { INSTANCE, INSTANCE, FIELD(dral_id_record, shift), 10 },
      { INSTANCE, INSTANCE, FIELD(dral_id_record, extra_flags), 2 },
      { INSTANCE, INSTANCE, FIELD(dral_id_record, magic), 62 },
   };

   check_layout(context, fields, LENGTH(fields),
                offsetof(struct dral_id_record, type), takes_id);
}

static int
takes_valhall(struct context *context, const union varied_struct *varied)
{
   struct dral_device_valhall_words device;
   uint32_t words[8] = { 0 };

   if (dral_valhall_attribute_pack(&varied->valhall, words) != 0)
      return 0;
   device = dral_device_valhall_attribute_pack(varied->valhall);
   check_layout_words(context, device.words, words, 8);
   return 1;
}

static void
device_valhall_layout_is_that_of_the_library(struct context *context)
{
   static const struct varied_field fields[] = {
      { 1, 3, FIELD(dral_valhall_attribute, frequency), 2 },
      { 1, 3, FIELD(dral_valhall_attribute, offset_enable), 2 },
      { 1, 3, FIELD(dral_valhall_attribute, format), 44 },
      { 1, 3, FIELD(dral_valhall_attribute, table), 12 },
      { 1, 3, FIELD(dral_valhall_attribute, buffer_index), STEPS },
      { 1, 3, FIELD(dral_valhall_attribute, stride), STEPS },
      { 1, 3, FIELD(dral_valhall_attribute, offset), STEPS },
      { 2, 3, FIELD(dral_valhall_attribute, shift), 10 },
      { 3, 3, FIELD(dral_valhall_attribute, extra_flags), 2 },
      { 3, 3, FIELD(dral_valhall_attribute, magic), 62 },
   };

   check_layout(context, fields, LENGTH(fields),
                offsetof(struct dral_valhall_attribute, type),
                takes_valhall);
}

static void
device_bytes_are_those_of_the_library(struct context *context)
{
   uint32_t byte;
   uint32_t sizes = 0;

   for (byte = 0; byte <= UINT8_MAX; byte++) {
      uint32_t size;

      if (dral_instance_size_unpack((uint8_t)byte, &size) != 0)
         continue;
      sizes++;
      CHECK_EQUAL(context, dral_device_instance_size_byte(size), byte,
                  "size %" PRIu32, size);
   }
   CHECK_MET(context, sizes, 140);
   CHECK(context, dral_instance_size_unpack(DRAL_DEVICE_NO_INSTANCE_SIZE,
                                            &byte) != 0,
         "no size has the byte that says so");
   CHECK_EQUAL(context, dral_device_instance_size_byte(0),
               DRAL_DEVICE_NO_INSTANCE_SIZE, "0");
   CHECK_EQUAL(context, dral_device_instance_size_byte(11),
               DRAL_DEVICE_NO_INSTANCE_SIZE, "11");
}

/* Counts of all magnitudes beside each other. */
static void
device_invocations_are_those_of_the_library(struct context *context)
{
   uint32_t fitting = 0;
   uint32_t i;
   uint32_t j;

   for (i = 0; i < STEPS; i++) {
      for (j = 0; j < STEPS; j++) {
         const uint32_t vertices = (uint32_t)varied(i);
         const uint32_t instances = (uint32_t)varied(j);
         const struct dral_device_invocation device =
            dral_device_invocation_pack(vertices, instances);
         uint32_t words[2] = { 0 };

         fitting += dral_invocation_pack(vertices, instances, words) == 0;
         CHECK_EQUAL(context, device.words[0], words[0],
                     "%" PRIu32 " vertices, %" PRIu32 " instances", vertices,
                     instances);
         CHECK_EQUAL(context, device.words[1], words[1],
                     "%" PRIu32 " vertices, %" PRIu32 " instances", vertices,
                     instances);
      }
   }
   CHECK(context, fitting > STEPS * STEPS / 3 &&
                     fitting < STEPS * STEPS * 2 / 3,
         "%" PRIu32 " fit", fitting);
}

/* What types the results had: all kinds, and not too few of each. */
static void
check_types(struct context *context, const struct device_types *types,
            uint32_t least)
{
   uint32_t i;

   for (i = 0; i < LENGTH(types->records); i++)
      CHECK(context, types->records[i] >= least,
            "only %" PRIu32 " records of type %" PRIu32, types->records[i],
            i);
   CHECK_MET(context, types->offsets, least);
   CHECK_MET(context, types->ids, least);
   CHECK_MET(context, types->nothing, least);
   CHECK_MET(context, types->ranges, least);
   CHECK_MET(context, types->descriptors, least);
}

static void
device_draws_equal_the_library(struct context *context)
{
   struct generator generator = generator_for(context);
   struct device_types types = { 0 };
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const struct device_draw_input input = random_device_draw(&generator);
      const struct device_draw_result result = device_draw_result(input);

      check_device_draw(context, &input, &result, &types);
   }
   check_types(context, &types, DRAWS / 100);
}

static void
device_valhall_equals_the_library(struct context *context)
{
   struct generator generator = generator_for(context);
   struct device_types types = { 0 };
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const struct dral_valhall_source source =
         random_device_valhall(&generator);
      const struct device_valhall_result result =
         device_valhall_result(source);

      check_device_valhall(context, &source, &result, &types);
   }
   for (i = 0; i < LENGTH(types.valhall); i++)
      CHECK(context, types.valhall[i] >= DRAWS / 100,
            "only %" PRIu32 " of type %" PRIu32, types.valhall[i], i);
}

static void
device_states_equal_the_library(struct context *context)
{
   struct generator generator = generator_for(context);
   struct device_types types = { 0 };
   struct device_state *states = malloc(STATES * sizeof *states);
   uint32_t i;

   CHECK(context, states != NULL, "memory");
   if (states == NULL)
      return;
   for (i = 0; i < STATES; i++)
      states[i] = random_device_state(context, &generator);
   for (i = 0; i < DRAWS / 4; i++) {
      const struct device_state_input input =
         random_state_input(&generator, states, STATES);
      const struct sample_state *state = &states[input.state].sample;
      const struct device_state_result result =
         device_state_result(&state->state, input);

      check_device_state(context, state, &input, &result, &types);
   }
   for (i = 0; i < LENGTH(types.records); i++)
      CHECK(context, types.records[i] >= DRAWS / 400,
            "only %" PRIu32 " records of type %" PRIu32, types.records[i], i);
   CHECK_MET(context, types.offsets, DRAWS / 40);
   CHECK_MET(context, types.shared_keys, DRAWS / 400);
   CHECK_MET(context, types.moved_keys, DRAWS / 400);
   free(states);
}

static void
device_draws_of_driver_rows_equal_the_library(struct context *context)
{
   const struct device_draw_list list = device_draw_rows(context);
   struct device_types types = { 0 };
   uint32_t i;

   CHECK(context, list.count > 0, "no draws");
   for (i = 0; i < list.count; i++) {
      const struct device_draw_result result =
         device_draw_result(list.inputs[i]);

      check_device_draw(context, &list.inputs[i], &result, &types);
   }
   for (i = 1; i < LENGTH(types.records); i++)
      CHECK(context, types.records[i] > 0, "no record of type %" PRIu32, i);
   free(list.inputs);
}

static void
device_valhall_of_driver_rows_equals_the_library(struct context *context)
{
   const struct device_valhall_list list = device_valhall_rows(context);
   struct device_types types = { 0 };
   uint32_t i;

   CHECK(context, list.count > 0, "no attributes");
   for (i = 0; i < list.count; i++) {
      const struct device_valhall_result result =
         device_valhall_result(list.sources[i]);

      check_device_valhall(context, &list.sources[i], &result, &types);
   }
   free(list.sources);
}

/* Tables of random records: where the header puts them is where they are. */
static void
device_slots_are_those_of_the_library(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t skipped = 0;
   uint32_t tables[2] = { 0 };
   uint32_t i;

   for (i = 0; i < DRAWS / 64; i++) {
      const uint32_t shape = i % 2;
      const uint32_t images =
         shape == DRAL_TABLE_SHAPE_PAIRS ? number_below(&generator, 4) : 0;
      struct device_draw_input inputs[8];
      struct dral_vertex_buffer buffers[8];
      struct dral_resolved_draw resolved;
      uint32_t words[8 * (8 + 3) + 4];
      uint32_t slots[8];
      size_t word_count;
      uint32_t next = 0;
      uint32_t j;

      for (j = 0; j < 8; j++) {
         inputs[j] = random_device_draw(&generator);
         inputs[j].draw = inputs[0].draw;
         buffers[j] = inputs[j].buffer;
      }
      if (dral_draw_resolve(&inputs[0].draw, &resolved) != 0 ||
          dral_attribute_table_pack(&resolved, shape, images, buffers, 8,
                                    words, LENGTH(words), slots, &word_count,
                                    NULL) != 0)
         continue;
      tables[shape]++;
      for (j = 0; j < 8; j++) {
         const struct device_draw_result result =
            device_draw_result(inputs[j]);
         const uint32_t count = result.record.word_count;
         const uint32_t slot = shape == DRAL_TABLE_SHAPE_PAIRS
                                  ? 2 * j
                                  : dral_device_table_slot(next, count);
         const uint32_t size = shape == DRAL_TABLE_SHAPE_PAIRS ? 8 : count;
         uint32_t k;

         CHECK_EQUAL(context, slot, slots[j], "slot");
         skipped += slot != next;
         next = slot + size / 4;
         /* An unused buffer is refused by itself, and a hole in a table. */
         for (k = 0; k < size; k++)
            CHECK_EQUAL(context, result.record.words[k], words[4 * slot + k],
                        "word %" PRIu32 " of %s", k, "a record");
      }
      next += dral_device_table_end_slots(resolved.architecture, shape,
                                          images);
      CHECK_EQUAL(context, 4 * next, word_count, "words of the table");
   }
   CHECK_MET(context, skipped, 100);
   CHECK(context, tables[0] > DRAWS / 512 && tables[1] > DRAWS / 512,
         "only %" PRIu32 " and %" PRIu32 " tables", tables[0], tables[1]);
}

static int
padding_differs(uint32_t vertex_count)
{
   uint32_t rule;
   uint32_t idvs_count = 0;
   uint8_t byte = DRAL_DEVICE_NO_INSTANCE_SIZE;

   for (rule = DRAL_PADDING_RULE_DRIVER;
        rule <= DRAL_PADDING_RULE_DOCUMENTED; rule++) {
      const struct dral_padded_count device =
         dral_device_padded_count(vertex_count, rule);
      struct dral_padded_count padded = { 0, 0, 0 };

      (void)dral_padded_count(vertex_count, rule, &padded);
      if (device.count != padded.count || device.shift != padded.shift ||
          device.odd != padded.odd)
         return 1;
   }
   (void)dral_idvs_vertex_count(vertex_count, &idvs_count);
   (void)dral_instance_size_pack(vertex_count, &byte);
   return dral_device_idvs_vertex_count(vertex_count) != idvs_count ||
          dral_device_instance_size_byte(vertex_count) != byte;
}

static void
compare_padding(uint32_t first, struct sweep *sweep)
{
   uint32_t i;

   for (i = 0; i < SWEEP_BLOCK; i++) {
      if (padding_differs(first + i))
         sweep_mismatch(sweep, first + i);
   }
}

static void
device_padding_equals_the_library_for_all_vertex_counts(
   struct context *context)
{
   sweep_expecting_none(context, compare_padding, 0);
}

static int
magic_differs(uint32_t divisor, uint32_t rounding,
              const struct dral_magic_divisor *expected)
{
   const struct dral_magic_divisor device =
      dral_device_magic_divisor(divisor, rounding);

   return device.magic != expected->magic ||
          device.shift != expected->shift ||
          device.extra_flags != expected->extra_flags;
}

static void
compare_magic(uint32_t first, struct sweep *sweep)
{
   const uint32_t rounding = sweep->variant;
   struct dral_magic_divisor expected[SWEEP_BLOCK];
   uint32_t divisors[SWEEP_BLOCK];
   uint32_t i;

   for (i = 0; i < SWEEP_BLOCK; i++)
      divisors[i] = first + i;
   /* A block with a divisor that is refused is asked for one by one. */
   if (dral_magic_divisors(divisors, rounding, expected, SWEEP_BLOCK) != 0) {
      for (i = 0; i < SWEEP_BLOCK; i++) {
         memset(&expected[i], 0, sizeof expected[i]);
         (void)dral_magic_divisor(divisors[i], rounding, &expected[i]);
      }
   }
   for (i = 0; i < SWEEP_BLOCK; i++) {
      if (magic_differs(first + i, rounding, &expected[i]))
         sweep_mismatch(sweep, first + i);
   }
}

static void
device_documented_magic_equals_the_library_for_all_divisors(
   struct context *context)
{
   sweep_expecting_none(context, compare_magic, DRAL_ROUNDING_DOCUMENTED);
}

static void
device_nearest_magic_equals_the_library_for_all_divisors(
   struct context *context)
{
   sweep_expecting_none(context, compare_magic, DRAL_ROUNDING_NEAREST);
}

/*
 * The divisors of 2^64 - 1 with bit 31: 2^63 leaves just above half of each,
 * so that nothing is nearer to where the nearest rounding changes.
 */
static const uint32_t halfway[] = { 3570783445, 4294967295 };

/* The same on the numbers at which the rules change, for each change. */
static void
device_numbers_equal_the_library(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i;

   for (i = 0; i < LENGTH(halfway); i++) {
      struct dral_magic_divisor expected = { 0, 0, 0 };

      CHECK_EQUAL(context, dral_magic_divisor(halfway[i],
                                              DRAL_ROUNDING_NEAREST,
                                              &expected), 0, "%" PRIu32,
                  halfway[i]);
      CHECK(context, !magic_differs(halfway[i], DRAL_ROUNDING_NEAREST,
                                    &expected), "%" PRIu32, halfway[i]);
   }
   for (i = 0; i < DRAWS; i++) {
      const uint32_t number = i < 65536 ? i : edge_number(&generator);
      const uint32_t rounding = i % 2;
      struct dral_magic_divisor expected = { 0, 0, 0 };

      (void)dral_magic_divisor(number, rounding, &expected);
      CHECK(context, !padding_differs(number), "%" PRIu32, number);
      CHECK(context, !magic_differs(number, rounding, &expected),
            "%" PRIu32 ", rounding %" PRIu32, number, rounding);
   }
   CHECK_EQUAL(context, dral_device_padded_count(70, 2).count, 0,
               "unknown rule");
   CHECK_EQUAL(context, dral_device_magic_divisor(3, 2).magic, 0,
               "unknown rounding");
}

const struct test device_tests[] = {
   QUICK_TEST(device_record_layout_is_that_of_the_library),
   QUICK_TEST(device_descriptor_layout_is_that_of_the_library),
   QUICK_TEST(device_id_layout_is_that_of_the_library),
   QUICK_TEST(device_valhall_layout_is_that_of_the_library),
   QUICK_TEST(device_bytes_are_those_of_the_library),
   QUICK_TEST(device_invocations_are_those_of_the_library),
   QUICK_TEST(device_numbers_equal_the_library),
   QUICK_TEST(device_draws_equal_the_library),
   QUICK_TEST(device_valhall_equals_the_library),
   QUICK_TEST(device_states_equal_the_library),
   QUICK_TEST(device_draws_of_driver_rows_equal_the_library),
   QUICK_TEST(device_valhall_of_driver_rows_equals_the_library),
   QUICK_TEST(device_slots_are_those_of_the_library),
   SWEEP_TEST(device_padding_equals_the_library_for_all_vertex_counts),
   SWEEP_TEST(device_documented_magic_equals_the_library_for_all_divisors),
   SWEEP_TEST(device_nearest_magic_equals_the_library_for_all_divisors),
   NO_MORE_TESTS,
};
