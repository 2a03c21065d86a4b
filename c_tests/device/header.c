/* SPDX-License-Identifier: MIT */

/*
 * dral_device.h on the CPU: equal to the library for all 2^32 inputs and for
 * random draws.
 */

#include "device/check.h"
#include "dral.h"
#include "dral_model.h"
#include "harness/generator.h"
#include "harness/subjects.h"
#include "harness/sweep.h"
#include "harness/tally.h"
#include "harness/text.h"
#include "instancing/sample_draws.h"

#include <string.h>

void
make_results(enum device_kernel kernel, const union device_inputs *inputs,
             union device_results *results, uint32_t count,
             const struct dral_vertex_state *states, uint32_t state_count)
{
   uint32_t i;

   (void)state_count;
   for (i = 0; i < count; i++) {
      if (kernel == DEVICE_DRAWS)
         results->draws[i] = device_draw_result(inputs->draws[i]);
      else if (kernel == DEVICE_VALHALL)
         results->valhall[i] =
            dral_device_valhall_attribute(inputs->valhall[i]);
      else
         results->states[i] = device_state_result(
            &states[inputs->states[i].state], inputs->states[i]);
   }
}

static void
compare_magics(uint32_t first, uint32_t count, uint32_t rounding,
               struct sweep *sweep)
{
   struct magic_result expected[SWEEP_BLOCK];
   uint32_t i;

   expect_magic(first, count, rounding, expected);
   for (i = 0; i < count; i++) {
      const struct magic_result result = magic_result(first + i, rounding);

      if (memcmp(&result, &expected[i], sizeof result) != 0)
         sweep_mismatch(sweep, first + i);
   }
}

/* All that there is of a number, a divisor in both roundings. */
static void
compare_numbers(uint32_t first, struct sweep *sweep)
{
   struct padding_result expected[SWEEP_BLOCK];
   uint32_t i;

   expect_padding(first, SWEEP_BLOCK, expected);
   for (i = 0; i < SWEEP_BLOCK; i++) {
      const struct padding_result result = padding_result(first + i);

      if (memcmp(&result, &expected[i], sizeof result) != 0)
         sweep_mismatch(sweep, first + i);
   }
   compare_magics(first, SWEEP_BLOCK, DRAL_ROUNDING_DOCUMENTED, sweep);
   compare_magics(first, SWEEP_BLOCK, DRAL_ROUNDING_NEAREST, sweep);
}

DEFINE_SWEEP(device_numbers_equal_the_library_for_all_numbers,
             compare_numbers, 0)

/*
 * The divisors of 2^64 - 1 with bit 31: 2^63 leaves just above half of each,
 * so that nothing is nearer to where the nearest rounding changes.
 */
static const uint32_t halfway[] = { 3570783445, 4294967295 };

static void
device_numbers_equal_the_library(struct context *context)
{
   struct sweep sweep = { 0 };
   uint32_t i;

   CHECK(context, dral_instance_size_unpack(DRAL_DEVICE_NO_INSTANCE_SIZE,
                                            &i) != 0,
         "no size has the byte that says so");
   sample_expecting_none(context, compare_numbers, 0);
   for (i = 0; i < LENGTH(halfway); i++)
      compare_magics(halfway[i], 1, DRAL_ROUNDING_NEAREST, &sweep);
   CHECK_EQUAL(context, sweep.mismatch_count, 0, "the first is %" PRIu32,
               sweep.mismatches[0]);
   CHECK_EQUAL(context, dral_device_padded_count(70, 2).count, 0,
               "unknown rule");
   CHECK_EQUAL(context, dral_device_magic_divisor(3, 2).magic, 0,
               "unknown rounding");
}

/* Draws of any bits: nothing is written, shifted or indexed out of range. */
static void
device_draws_that_were_never_resolved_are_safe(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t unknown = 0;
   uint32_t i;

   for (i = 0; i < DRAWS; i++) {
      const uint32_t divisor = edge_number(&generator);
      const struct dral_vertex_buffer buffer = {
         0x1000, 4096, 16, number_below(&generator, 4), divisor
      };
      const struct dral_record_template record = dral_device_record_template(
         5, DRAL_ROUNDING_DOCUMENTED, DRAL_RATE_INSTANCE, 16, 3);
      const struct dral_bound_buffer bound = { { 0x1000, 0, 0, 4096 } };
      uint32_t bits[sizeof(struct dral_draw) / 4];
      struct dral_draw draw;
      struct dral_device_table_record appended;
      uint32_t j;
      int is_known;

      for (j = 0; j < LENGTH(bits); j++)
         bits[j] = edge_number(&generator);
      memcpy(&draw, bits, sizeof draw);
      if (one_in(&generator, 2))
         draw.table_key %= 256;
      is_known = draw.table_key / 32 - 1 < DRAL_VERTEX_STATE_VARIANTS;
      unknown += !is_known;

      CHECK(context,
            dral_device_draw_variant(draw) < DRAL_VERTEX_STATE_VARIANTS,
            "key %" PRIu32, draw.table_key);
      CHECK(context,
            (dral_device_vertex_state_record(draw, record, bound).first[0] !=
             0) == is_known,
            "record for the key %" PRIu32, draw.table_key);
      CHECK(context,
            is_known ||
               !dral_device_vertex_state_offset(draw, record, 0, bound, 0)
                   .valid,
            "offset for the key %" PRIu32, draw.table_key);
      appended = dral_device_attribute_append(draw, buffer, i % 8);
      CHECK(context,
            is_known ? appended.next - i % 8 <= 3
                     : appended.next == i % 8 &&
                          appended.record.first[0] == 0,
            "next slot for the key %" PRIu32, draw.table_key);
      CHECK(context,
            is_known ||
               (dral_device_hardware_divisor(draw, buffer) == 0 &&
                dral_device_varying_buffer_size(draw, divisor) == 0 &&
                dral_device_id_records(draw).words[0] == 0 &&
                dral_device_id_records(draw).words[4] == 0 &&
                !dral_device_attribute_offset(draw, buffer, 0).valid &&
                !dral_device_draw_may_run(draw, NULL, 0, NULL, 0)),
            "results for the key %" PRIu32, draw.table_key);
      (void)dral_device_hardware_divisor(draw, buffer);
      (void)dral_device_varying_buffer_size(draw, divisor);
      (void)dral_device_attribute_offset(draw, buffer, divisor);
      (void)dral_device_id_records(draw);
   }
   CHECK_MET(context, unknown, DRAWS / 10);
   CHECK_MET(context, DRAWS - unknown, DRAWS / 10);
}

/* Whether the library prepares an attribute of a buffer, and writes its
 * descriptor in a draw. */
static int
library_writes_attribute(const struct dral_draw *draw,
                         const struct dral_vertex_buffer *buffer,
                         struct dral_vertex_element element)
{
   const struct dral_vertex_state_info info = {
      draw->info.architecture, draw->info.rounding, DRAL_TABLE_SHAPE_PAIRS, 0,
      0, buffer, 1, &element, 1,
   };
   struct dral_vertex_state state;
   struct dral_bound_buffer bound;
   uint32_t words[2];

   element.buffer = 0;
   return dral_vertex_state_prepare(&state, &info) == 0 &&
          dral_bound_buffer_init(&bound, buffer->address, buffer->size) ==
             0 &&
          dral_vertex_state_attributes(&state, draw, &bound, 1, words, 2) ==
             2;
}

/* A draw may run exactly if the library writes all attributes. */
static void
device_draws_run_if_all_attributes_fit(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t may_run = 0;
   uint32_t i, j;

   for (i = 0; i < DRAWS; i++) {
      struct dral_draw_info info =
         random_valid_draw(&generator, 4 + number_below(&generator, 4));
      const uint32_t buffer_count = number_below(&generator, 4);
      const uint32_t element_count = number_below(&generator, 5);
      /* One more than the draw has, which must not be read. */
      struct dral_vertex_buffer buffers[4];
      struct dral_vertex_element elements[4];
      uint32_t expected = 1;
      struct dral_draw draw;

      info.base_instance %= 0x10000;
      info.offset_start %= 0x10000;
      draw = resolved_draw(context, &info);
      for (j = 0; j <= buffer_count; j++) {
         buffers[j] = one_in(&generator, 9)
                         ? random_buffer(&generator, &info)
                         : random_valid_buffer(&generator, &info);
         buffers[j].stride %= 0x10000;
      }
      for (j = 0; j < element_count; j++) {
         struct dral_vertex_element *element = &elements[j];

         element->buffer = one_in(&generator, 9)
                              ? edge_number(&generator)
                              : number_below(&generator, buffer_count + 1);
         if (element->buffer == buffer_count && !one_in(&generator, 4))
            element->buffer = DRAL_NO_BUFFER;
         element->format = any_magnitude(&generator) >> 9;
         element->source_offset = number_below(&generator, 4096);
         /* Near the largest one that is prepared. */
         if (one_in(&generator, 9))
            element->source_offset += INT32_MAX - 3000;
         if (element->buffer != DRAL_NO_BUFFER &&
             (element->buffer >= buffer_count ||
              !library_writes_attribute(&draw, &buffers[element->buffer],
                                        *element)))
            expected = 0;
      }
      may_run += expected;
      CHECK_EQUAL(context,
                  dral_device_draw_may_run(draw, buffers, buffer_count,
                                           elements, element_count),
                  expected, "%s", draw_text(&info));
   }
   CHECK_MET(context, may_run, DRAWS / 10);
   CHECK_MET(context, DRAWS - may_run, DRAWS / 10);
}

#define MANY_BUFFERS 300

/* In a table of pairs, an attribute of buffer b names the slot 2b. */
static void
device_draws_run_if_all_slots_fit(struct context *context)
{
   const struct dral_draw_info info = plain_draw(7, 70, 100);
   const struct dral_draw draw = resolved_draw(context, &info);
   static struct dral_vertex_buffer buffers[MANY_BUFFERS];
   uint32_t i;

   for (i = 0; i < MANY_BUFFERS; i++) {
      const struct dral_vertex_element element = { i, 0, 0 };
      const struct dral_attribute_descriptor descriptor = { 2 * i, 0, 0 };
      uint32_t words[2];

      CHECK_EQUAL(context,
                  dral_device_draw_may_run(draw, buffers, MANY_BUFFERS,
                                           &element, 1),
                  dral_attribute_descriptor_pack(&descriptor, words) == 0,
                  "buffer %" PRIu32, i);
   }
}

const struct test device_tests[] = {
   QUICK_TEST(device_numbers_equal_the_library),
   QUICK_TEST(device_draws_that_were_never_resolved_are_safe),
   QUICK_TEST(device_draws_run_if_all_attributes_fit),
   QUICK_TEST(device_draws_run_if_all_slots_fit),
   SWEEP_TEST(device_numbers_equal_the_library_for_all_numbers),
   NO_MORE_TESTS,
};
