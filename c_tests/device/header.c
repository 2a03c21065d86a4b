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
 * Bit layouts.  A descriptor is an array of words in which a field is varied:
 * to all single bits, and to all ones below each.  What the library takes it
 * must pack as the device header does, and it must take some.
 */

static void
check_record_layout(struct context *context,
                    const struct dral_attribute_record *record,
                    uint32_t *taken)
{
   struct dral_device_attribute_words device;
   uint32_t words[8] = { 0 };
   size_t count = 0;
   size_t i;

   if (dral_attribute_record_pack(record, words, 8, &count) != 0)
      return;
   (*taken)++;
   device = dral_device_attribute_record_pack(*record);
   CHECK_EQUAL(context, device.word_count, count, "type %" PRIu32,
               record->type);
   for (i = 0; i < 8; i++)
      CHECK_EQUAL(context, device.words[i], words[i],
                  "word %u of type %" PRIu32, (unsigned)i, record->type);
}

/* 2^0, 2^1 - 1, 2^1, 2^2 - 1 and so on. */
static uint64_t
varied(uint32_t step)
{
   const uint64_t bit = (uint64_t)1 << step / 2;

   return step % 2 == 0 ? bit : 2 * bit - 1;
}

#define STEPS 64
#define WIDE_STEPS 128

static void
device_record_layout_is_that_of_the_library(struct context *context)
{
   uint32_t type;
   uint32_t step;

   for (type = DRAL_RECORD_TYPE_ONE_DIMENSIONAL;
        type <= DRAL_RECORD_TYPE_NPOT_DIVISOR; type++) {
      /* How many values of each field were taken. */
      uint32_t taken[8] = { 0 };

      for (step = 0; step < WIDE_STEPS; step++) {
         struct dral_attribute_record record = { 0 };

         record.type = type;
         record.pointer = varied(step) & ~(uint64_t)63;
         check_record_layout(context, &record, &taken[0]);
      }
      for (step = 0; step < STEPS; step++) {
         const uint32_t value = (uint32_t)varied(step);
         const struct dral_attribute_record zero = { 0 };
         struct dral_attribute_record record[7];
         uint32_t field;

         for (field = 0; field < LENGTH(record); field++) {
            record[field] = zero;
            record[field].type = type;
         }
         record[0].stride = value;
         record[1].size = value;
         /* Fields that the type lacks are not read by the library alone. */
         if (type != DRAL_RECORD_TYPE_ONE_DIMENSIONAL)
            record[2].shift = value;
         if (type == DRAL_RECORD_TYPE_MODULUS)
            record[3].odd = value;
         if (type == DRAL_RECORD_TYPE_NPOT_DIVISOR) {
            record[4].extra_flags = value;
            record[5].magic = value;
            record[6].divisor = value;
         }
         for (field = 0; field < LENGTH(record); field++)
            check_record_layout(context, &record[field], &taken[1 + field]);
      }
      CHECK_MET(context, taken[0], 90);
      CHECK_EQUAL(context, taken[1], STEPS, "strides");
      CHECK_EQUAL(context, taken[2], STEPS, "sizes");
      /* 5 bits of R; a modulus must stay below 2^32. */
      CHECK_MET(context, taken[3], 9);
      /* 1, 2, 3, 4 and 1 again. */
      CHECK_MET(context, taken[4], 5);
      CHECK_MET(context, taken[5], 2);
      CHECK_MET(context, taken[6], 62);
      CHECK_EQUAL(context, taken[7], STEPS, "divisors");
   }
}

static void
device_descriptor_layout_is_that_of_the_library(struct context *context)
{
   uint32_t taken[3] = { 0 };
   uint32_t step;

   for (step = 0; step < STEPS; step++) {
      const uint32_t value = (uint32_t)varied(step);
      uint32_t field;

      for (field = 0; field < LENGTH(taken); field++) {
         struct dral_attribute_descriptor attribute = { 0 };
         struct dral_device_attribute_descriptor_words device;
         uint32_t words[2] = { 0 };

         if (field == 0)
            attribute.slot = value;
         else if (field == 1)
            attribute.format = value;
         else
            memcpy(&attribute.offset, &value, sizeof value);
         taken[field] += dral_attribute_descriptor_pack(&attribute,
                                                        words) == 0;
         device = dral_device_attribute_descriptor_pack(attribute);
         CHECK_EQUAL(context, device.words[0], words[0], "word 0");
         CHECK_EQUAL(context, device.words[1], words[1], "word 1");
      }
   }
   CHECK_EQUAL(context, taken[0], 18, "slots");
   CHECK_EQUAL(context, taken[1], 44, "formats");
   CHECK_EQUAL(context, taken[2], STEPS, "offsets");
}

static void
check_id_layout(struct context *context, const struct dral_id_record *record,
                uint32_t *taken)
{
   struct dral_device_id_words device;
   uint32_t words[4] = { 0 };
   size_t i;

   if (dral_id_record_pack(record, words) != 0)
      return;
   (*taken)++;
   device = dral_device_id_record_pack(*record);
   for (i = 0; i < 4; i++)
      CHECK_EQUAL(context, device.words[i], words[i],
                  "word %u of type %" PRIu32, (unsigned)i, record->type);
}

static void
device_id_layout_is_that_of_the_library(struct context *context)
{
   uint32_t taken[5] = { 0 };
   uint32_t step;

   for (step = 0; step < STEPS; step++) {
      const uint32_t value = (uint32_t)varied(step);
      struct dral_id_record record = { 0 };

      record.type = DRAL_ID_TYPE_VERTEX;
      record.shift = value;
      check_id_layout(context, &record, &taken[0]);
      record.shift = 0;
      record.odd = value;
      check_id_layout(context, &record, &taken[1]);
      record.odd = 0;
      record.type = DRAL_ID_TYPE_INSTANCE;
      record.shift = value;
      check_id_layout(context, &record, &taken[2]);
      record.shift = 0;
      record.extra_flags = value;
      check_id_layout(context, &record, &taken[3]);
      record.extra_flags = 0;
      record.magic = value;
      check_id_layout(context, &record, &taken[4]);
   }
   CHECK_EQUAL(context, taken[0], 10, "shifts");
   CHECK_EQUAL(context, taken[1], 5, "odd parts");
   CHECK_EQUAL(context, taken[2], 10, "shifts");
   CHECK_EQUAL(context, taken[3], 2, "flags");
   CHECK_EQUAL(context, taken[4], 62, "magics");
}

static void
check_valhall_layout(struct context *context,
                     const struct dral_valhall_attribute *attribute,
                     uint32_t *taken)
{
   struct dral_device_valhall_words device;
   uint32_t words[8] = { 0 };
   size_t i;

   if (dral_valhall_attribute_pack(attribute, words) != 0)
      return;
   (*taken)++;
   device = dral_device_valhall_attribute_pack(*attribute);
   for (i = 0; i < 8; i++)
      CHECK_EQUAL(context, device.words[i], words[i],
                  "word %u of type %" PRIu32, (unsigned)i, attribute->type);
}

static void
device_valhall_layout_is_that_of_the_library(struct context *context)
{
   uint32_t type;
   uint32_t step;

   for (type = DRAL_VALHALL_TYPE_ONE_DIMENSIONAL;
        type <= DRAL_VALHALL_TYPE_NPOT_DIVISOR; type++) {
      static const uint32_t expected[] = { 2, 2, 44, 12, 64, 64, 64, 10, 2,
                                           62 };
      uint32_t taken[LENGTH(expected)] = { 0 };
      uint32_t field;

      for (step = 0; step < STEPS; step++) {
         const struct dral_valhall_attribute zero = { 0 };
         const uint32_t value = (uint32_t)varied(step);
         struct dral_valhall_attribute attribute[LENGTH(expected)];

         for (field = 0; field < LENGTH(expected); field++) {
            attribute[field] = zero;
            attribute[field].type = type;
         }
         attribute[0].frequency = value;
         attribute[1].offset_enable = value;
         attribute[2].format = value;
         attribute[3].table = value;
         attribute[4].buffer_index = value;
         attribute[5].stride = value;
         memcpy(&attribute[6].offset, &value, sizeof value);
         if (type != DRAL_VALHALL_TYPE_ONE_DIMENSIONAL)
            attribute[7].shift = value;
         if (type == DRAL_VALHALL_TYPE_NPOT_DIVISOR) {
            attribute[8].extra_flags = value;
            attribute[9].magic = value;
         }
         for (field = 0; field < LENGTH(expected); field++)
            check_valhall_layout(context, &attribute[field], &taken[field]);
      }
      for (field = 0; field < 7; field++)
         CHECK_EQUAL(context, taken[field], expected[field],
                     "values of field %" PRIu32, field);
      if (type == DRAL_VALHALL_TYPE_NPOT_DIVISOR) {
         for (field = 7; field < LENGTH(expected); field++)
            CHECK_EQUAL(context, taken[field], expected[field],
                        "values of field %" PRIu32, field);
      }
   }
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
   sweep_expecting_none(context, compare_padding);
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
compare_magic(uint32_t first, uint32_t rounding, struct sweep *sweep)
{
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
compare_documented(uint32_t first, struct sweep *sweep)
{
   compare_magic(first, DRAL_ROUNDING_DOCUMENTED, sweep);
}

static void
device_documented_magic_equals_the_library_for_all_divisors(
   struct context *context)
{
   sweep_expecting_none(context, compare_documented);
}

static void
compare_nearest(uint32_t first, struct sweep *sweep)
{
   compare_magic(first, DRAL_ROUNDING_NEAREST, sweep);
}

static void
device_nearest_magic_equals_the_library_for_all_divisors(
   struct context *context)
{
   sweep_expecting_none(context, compare_nearest);
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
