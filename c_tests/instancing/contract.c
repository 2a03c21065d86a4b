/* SPDX-License-Identifier: MIT */

/*
 * Sentences of the headers that hold for several functions: what is not read,
 * what NULL does, and which draws a state is for.
 */

#include "dral.h"
#include "dral_device.h"
#include "dral_model.h"
#include "harness/generator.h"
#include "harness/subjects.h"
#include "instancing/sample_draws.h"
#include "instancing/sample_states.h"
#include "reference/reference.h"

#include <stdlib.h>
#include <string.h>

/* What the memory of a field holds that nobody sets: for valgrind it is also
 * uninitialized. */
enum unset {
   UNSET_ZEROS,
   UNSET_ONES,
   UNSET_UNINITIALIZED,
   UNSETS
};

static void
leave_unset(void *field, size_t size, enum unset unset)
{
   void *memory = malloc(size);

   memset(field, unset == UNSET_ONES ? 0xFF : 0, size);
   if (unset == UNSET_UNINITIALIZED && memory != NULL)
      memcpy(field, memory, size);
   free(memory);
}

#define UNSET(field, unset) leave_unset(&(field), sizeof(field), unset)

/* A state with a buffer per vertex, one per instance and one unused, their
 * bound buffers, and a draw, with every field unset that is not read. */
struct inputs {
   struct dral_vertex_buffer buffers[3];
   struct dral_vertex_element elements[2];
   struct dral_vertex_state state;
   struct dral_bound_buffer bound[3];
   struct dral_draw draw;
   struct dral_written written;
};

static void
prepare_inputs(struct context *context, struct inputs *inputs,
               enum unset unset)
{
   static const struct dral_draw_info several = {
      7, DRAL_PADDING_RULE_DRIVER, DRAL_ROUNDING_DOCUMENTED, DRAL_IDVS_NO,
      DRAL_PRIMITIVE_SIZE_RULE_NONE, 70, 100, 0, 5, 2,
   };
   const struct dral_vertex_state_info info = {
      7, DRAL_ROUNDING_DOCUMENTED, DRAL_TABLE_SHAPE_PAIRS, 0,
      DRAL_UNUSED_LOCATION_READS_ZERO, inputs->buffers, 3, inputs->elements,
      2,
   };
   struct dral_draw_info draw = several;
   uint32_t i;

   memset(&inputs->draw, 0, sizeof inputs->draw);
   memset(&inputs->written, 0, sizeof inputs->written);
   leave_unset(&inputs->state, sizeof inputs->state, unset);
   leave_unset(inputs->bound, sizeof inputs->bound, unset);
   for (i = 0; i < 3; i++) {
      struct dral_vertex_buffer *buffer = &inputs->buffers[i];

      UNSET(*buffer, unset);
      buffer->rate = i;
      if (i == DRAL_RATE_UNUSED)
         continue;
      buffer->stride = 16;
      if (i == DRAL_RATE_INSTANCE)
         buffer->divisor = 3;
      CHECK_EQUAL(context,
                  dral_bound_buffer_init(&inputs->bound[i], 0x1000, 64), 0,
                  "buffer %" PRIu32, i);
   }
   UNSET(inputs->elements[0], unset);
   inputs->elements[0].buffer = DRAL_NO_BUFFER;
   inputs->elements[1].buffer = 1;
   inputs->elements[1].format = 7;
   inputs->elements[1].source_offset = 4;
   CHECK_EQUAL(context, dral_vertex_state_prepare(&inputs->state, &info), 0,
               "unset %d", unset);
   UNSET(draw.vertices_per_primitive, unset);
   CHECK_EQUAL(context, dral_draw_resolve(&inputs->draw, &draw), 0,
               "unset %d", unset);
}

/* The words of one draw. */
struct output {
   uint32_t table[28];
   uint32_t attributes[4];
};

static void
write_words(struct context *context, const struct inputs *inputs,
            struct output *output)
{
   memset(output, 0, sizeof *output);
   CHECK_EQUAL(context,
               dral_vertex_state_table(&inputs->state, &inputs->draw,
                                       inputs->bound, 3, output->table, 28),
               28, "table");
   CHECK_EQUAL(context,
               dral_vertex_state_attributes(&inputs->state, &inputs->draw,
                                            inputs->bound, 3,
                                            output->attributes, 4),
               4, "attributes");
}

static void
fields_that_are_not_read_change_nothing(struct context *context)
{
   struct inputs inputs, first;
   struct output expected, output;
   int unset;

   for (unset = 0; unset < UNSETS; unset++) {
      struct dral_draw_info again;
      struct dral_draw before;

      prepare_inputs(context, &inputs, (enum unset)unset);
      write_words(context, &inputs, &output);
      if (unset == 0) {
         first = inputs;
         expected = output;
         CHECK_EQUAL(context,
                     dral_words_to_write(&first.written, &first.state,
                                         &first.draw, first.bound, 3),
                     3, "the first draw");
         first.written.words = 3;
      }
      CHECK(context, memcmp(&output, &expected, sizeof output) == 0,
            "unset %d", unset);
      /* The words are the same, and are known to be. */
      CHECK_EQUAL(context,
                  dral_words_to_write(&first.written, &inputs.state,
                                      &inputs.draw, inputs.bound, 3),
                  0, "unset %d", unset);

      /* The next draw is compared with the last one. */
      before = inputs.draw;
      again = inputs.draw.info;
      UNSET(again.vertices_per_primitive, (enum unset)((unset + 1) % UNSETS));
      again.base_instance = 9;
      CHECK_EQUAL(context, dral_draw_resolve(&inputs.draw, &again), 0,
                  "unset %d", unset);
      CHECK_EQUAL(context, inputs.draw.threads, before.threads, "unset %d",
                  unset);
      CHECK_EQUAL(context, inputs.draw.offset_key >> 32, 9, "unset %d",
                  unset);
   }
}

/* Of v9 and later, and the functions of single steps. */
static void
other_fields_that_are_not_read_change_nothing(struct context *context)
{
   int unset;

   for (unset = 0; unset < UNSETS; unset++) {
      const enum unset how = (enum unset)unset;
      struct dral_valhall_source source;
      struct dral_vertex_buffer buffer;
      struct dral_draw_info info = plain_draw(7, 70, 100);
      const struct dral_draw draw = resolved_draw(context, &info);
      uint32_t words[8] = { 0 };
      uint32_t instances = 0;
      uint64_t divisor = 0;

      UNSET(source, how);
      source.architecture = 9;
      source.rounding = DRAL_ROUNDING_DOCUMENTED;
      source.rate = DRAL_RATE_UNUSED;
      source.divisor_one = DRAL_DIVISOR_ONE_POT_DIVISOR;
      source.unused_location = DRAL_UNUSED_LOCATION_READS_ZERO;
      CHECK_RESULT(context, dral_valhall_attribute(&source, words), words[0],
                   0x31C00005);
      source.rate = DRAL_RATE_VERTEX;
      source.stride = 16;
      source.format = 1;
      source.table = 0;
      source.buffer_index = 3;
      source.offset = 8;
      CHECK_RESULT(context, dral_valhall_attribute(&source, words), words[2],
                   8);
      CHECK_EQUAL(context, words[0], 0x515, "no divisor");
      CHECK_EQUAL(context, words[1], 0, "no divisor");
      CHECK_EQUAL(context, words[5], 0, "no divisor");

      UNSET(buffer, how);
      buffer.rate = DRAL_RATE_VERTEX;
      CHECK_RESULT(context, dral_hardware_divisor(&draw, &buffer, &divisor),
                   divisor, 0);
      CHECK(context,
            strstr(dral_attribute_explain(&draw, &buffer), "Modulus") != NULL,
            "%s", dral_attribute_explain(&draw, &buffer));

      UNSET(info.instance_count, how);
      CHECK_RESULT(context, dral_draw_max_instances(&info, &instances),
                   instances, 33554432);
   }
}

/* A driver that ignores the error then has nothing to draw. */
static void
null_inputs_clear_a_draw(struct context *context)
{
   static const struct dral_draw cleared;
   const struct dral_draw_info info = plain_draw(7, 70, 100);
   struct dral_draw draw = resolved_draw(context, &info);

   CHECK_EQUAL(context, dral_draw_resolve(&draw, NULL),
               DRAL_ERROR_NULL_POINTER, "no inputs");
   CHECK(context, memcmp(&draw, &cleared, sizeof draw) == 0, "%" PRIu64,
         draw.threads);
   CHECK_EQUAL(context, dral_draw_resolve(NULL, &info),
               DRAL_ERROR_NULL_POINTER, "no draw");
   CHECK_EQUAL(context, dral_draw_resolve(NULL, NULL),
               DRAL_ERROR_NULL_POINTER, "nothing");
}

static void
a_draw_may_resolve_inputs_of_its_own(struct context *context)
{
   struct generator generator = generator_for(context);
   const struct dral_draw_info info = plain_draw(7, 70, 100);
   struct dral_draw draw = resolved_draw(context, &info);
   uint32_t i;

   for (i = 0; i < random_cases(20000); i++) {
      const struct dral_draw_info next = one_in(&generator, 2)
                                            ? random_draw(&generator, 7)
                                            : draw.info;
      struct dral_draw expected = { 0 };
      const int error = dral_draw_resolve(&expected, &next);

      draw.info = next;
      if (one_in(&generator, 2)) {
         draw.info.vertex_count ^= 1;
         expected.info = draw.info;
         CHECK_EQUAL(context, dral_draw_resolve(&draw, &draw.info),
                     dral_draw_resolve(&expected, &expected.info), "%d", error);
      } else {
         CHECK_EQUAL(context, dral_draw_resolve(&draw, &draw.info), error,
                     "%d", error);
      }
      CHECK_EQUAL(context, draw.threads, expected.threads, "threads");
      CHECK_EQUAL(context, draw.table_key, expected.table_key, "key");
      if (draw.threads != 0)
         CHECK(context, memcmp(&draw, &expected, sizeof draw) == 0,
               "%" PRIu32, draw.padded_count);
   }
}

static void
a_state_is_for_draws_of_its_architecture_and_rounding(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t i, refused = 0, accepted = 0;

   for (i = 0; i < random_cases(5000); i++) {
      const uint32_t architecture = 4 + number_below(&generator, 4);
      const struct dral_draw_info info =
         random_valid_draw(&generator, architecture);
      const struct sample_state sample = random_state(
         context, &generator, 4 + number_below(&generator, 4), &info);
      const struct dral_draw draw = resolved_draw(context, &info);
      const int agree = sample.architecture == architecture &&
                        sample.rounding == info.rounding;
      uint32_t words[STATE_WORDS];
      uint32_t attributes[2 * STATE_ELEMENTS];
      struct dral_written written;
      int statuses[4];
      size_t j;

      memset(&written, 0, sizeof written);
      statuses[0] =
         dral_vertex_state_table(&sample.state, &draw, sample.bound,
                                 sample.buffer_count, words, STATE_WORDS);
      statuses[1] = dral_vertex_state_attributes(
         &sample.state, &draw, sample.bound, sample.buffer_count, attributes,
         2 * STATE_ELEMENTS);
      statuses[2] = dral_vertex_state_end(&sample.state, &draw);
      statuses[3] =
         dral_words_to_write(&written, &sample.state, &draw, sample.bound,
                             sample.buffer_count);
      for (j = 0; j < LENGTH(statuses); j++)
         CHECK(context,
               agree == (statuses[j] != DRAL_ERROR_STATE_MISMATCH),
               "function %zu, status %d, %s", j, statuses[j],
               state_text(&sample));
      if (!agree) {
         refused++;
         continue;
      }
      accepted++;
      /* Nothing that follows the table on v4 and v5 overwrites it. */
      if (architecture <= 5)
         CHECK_EQUAL(context, 4 * statuses[2], statuses[0], "%s",
                     state_text(&sample));
   }
   CHECK(context, refused > accepted && accepted > 0,
         "%" PRIu32 " refused, %" PRIu32 " accepted", refused, accepted);
}

/* Which attribute of a buffer reads which elements. */
struct reads {
   struct dral_vertex_buffer buffer;
   uint64_t offset;
   uint32_t bytes;
   int32_t start;
   uint32_t base;
};

/* How many buffers hold no element, some, or any number. */
struct limits {
   uint32_t none, some, any;
};

static void
check_limit(struct context *context, const struct reads *reads,
            struct limits *limits)
{
   uint64_t limit = 0, expected = 0;
   const uint64_t errors = ref_vertex_buffer_limit(
      &reads->buffer, reads->offset, reads->bytes, reads->start, reads->base,
      &expected);
   const int error = dral_vertex_buffer_limit(&reads->buffer, reads->offset,
                                              reads->bytes, reads->start,
                                              reads->base, &limit);

   CHECK(context, error == (errors ? DRAL_ERROR_UNKNOWN_RATE : 0), "%d",
         error);
   if (errors) {
      expected = 0;
      limit = 0;
   }
   CHECK(context, limit == expected,
         "%" PRIu64 ", not %" PRIu64 ": size %" PRIu64 " stride %" PRIu32
         " rate %" PRIu32 " divisor %" PRIu32 " offset %" PRIu64
         " bytes %" PRIu32 " start %" PRId32 " base %" PRIu32,
         limit, expected, reads->buffer.size, reads->buffer.stride,
         reads->buffer.rate, reads->buffer.divisor, reads->offset,
         reads->bytes, reads->start, reads->base);
   CHECK(context,
         dral_device_vertex_buffer_limit(reads->buffer, reads->offset,
                                         reads->bytes, reads->start,
                                         reads->base) == expected,
         "on the GPU, not %" PRIu64 ": size %" PRIu64 " stride %" PRIu32,
         expected, reads->buffer.size, reads->buffer.stride);
   limits->none += expected == 0;
   limits->any += expected == UINT64_MAX;
   limits->some += expected != 0 && expected != UINT64_MAX;
}

static void
check_limits(struct context *context, const struct limits *limits)
{
   const uint32_t count = limits->none + limits->some + limits->any;

   CHECK(context,
         limits->none > count / 20 && limits->some > count / 20 &&
            limits->any > count / 20,
         "%" PRIu32 " none, %" PRIu32 " some, %" PRIu32 " any", limits->none,
         limits->some, limits->any);
}

/* Sizes up to 2^64, also near a multiple of the stride. */
static void
buffer_limits_equal_reference(struct context *context)
{
   struct generator generator = generator_for(context);
   struct limits limits = { 0, 0, 0 };
   uint32_t i;

   for (i = 0; i < random_cases(100000); i++) {
      const uint32_t bits = number_below(&generator, 64);
      struct reads reads;

      memset(&reads, 0, sizeof reads);
      reads.bytes = number_below(&generator, 18);
      reads.start = (int32_t)edge_number(&generator);
      reads.base = one_in(&generator, 2) ? 0 : edge_number(&generator);
      reads.offset = one_in(&generator, 4) ? next_number(&generator) >> bits
                                           : number_below(&generator, 64);
      reads.buffer.address = next_number(&generator);
      reads.buffer.stride = one_in(&generator, 2)
                               ? number_below(&generator, 40)
                               : edge_number(&generator);
      reads.buffer.rate =
         number_below(&generator, one_in(&generator, 9) ? 5 : 2);
      reads.buffer.divisor = one_in(&generator, 2)
                                ? number_below(&generator, 5)
                                : edge_number(&generator);
      reads.buffer.size = next_number(&generator) >> bits;
      if (one_in(&generator, 4))
         reads.buffer.size =
            reads.offset + reads.bytes + number_below(&generator, 3) - 1 +
            (uint64_t)reads.buffer.stride * number_below(&generator, 9);
      if (one_in(&generator, 16))
         reads.buffer.size = UINT64_MAX - number_below(&generator, 3);
      check_limit(context, &reads, &limits);
   }
   check_limits(context, &limits);
}

#define EACH(i, values)                                                     \
   for (i = 0; i < sizeof(values) / sizeof((values)[0]); i++)

/* Each size with each offset, stride, divisor, and so on. */
static void
buffer_limits_equal_reference_at_all_edges(struct context *context)
{
   static const uint64_t sizes[] = {
      0, 1, 16, 64, 0xFFFFFFFF, 0x100000000, (uint64_t)1 << 63,
      UINT64_MAX - 1, UINT64_MAX,
   };
   static const uint64_t offsets[] = { 0, 1, 63, 0x100000000, UINT64_MAX };
   static const uint32_t bytes[] = { 0, 1, 16, 0xFFFFFFFF };
   static const uint32_t strides[] = { 0, 1, 16, 0x80000000, 0xFFFFFFFF };
   static const uint32_t divisors[] = { 0, 1, 2, 3, 0x80000000, 0xFFFFFFFF };
   static const uint32_t firsts[] = { 0, 1, 0x7FFFFFFF, 0x80000000,
                                      0xFFFFFFFF };
   struct limits limits = { 0, 0, 0 };
   struct reads reads;
   size_t size, offset, byte, stride, divisor, first;

   memset(&reads, 0, sizeof reads);
   EACH(size, sizes)
   EACH(offset, offsets)
   EACH(byte, bytes)
   EACH(stride, strides)
   EACH(divisor, divisors)
   EACH(first, firsts)
   {
      reads.buffer.size = sizes[size];
      reads.offset = offsets[offset];
      reads.bytes = bytes[byte];
      reads.buffer.stride = strides[stride];
      reads.buffer.divisor = divisors[divisor];
      reads.start = (int32_t)firsts[first];
      reads.base = firsts[first];
      for (reads.buffer.rate = DRAL_RATE_VERTEX;
           reads.buffer.rate <= DRAL_RATE_INSTANCE; reads.buffer.rate++)
         check_limit(context, &reads, &limits);
   }
   check_limits(context, &limits);
}

static void
functions_that_cannot_fail_return_0_or_a_sentence(struct context *context)
{
   CHECK_EQUAL(context, dral_magic_divide(NULL, 7), 0, "a number");
   CHECK_EQUAL(context,
               strcmp(dral_attribute_explain(NULL, NULL),
                      dral_error_text(DRAL_ERROR_NULL_POINTER)),
               0, "%s", dral_attribute_explain(NULL, NULL));
}

const struct test contract_tests[] = {
   QUICK_TEST(fields_that_are_not_read_change_nothing),
   QUICK_TEST(other_fields_that_are_not_read_change_nothing),
   QUICK_TEST(null_inputs_clear_a_draw),
   QUICK_TEST(a_draw_may_resolve_inputs_of_its_own),
   QUICK_TEST(a_state_is_for_draws_of_its_architecture_and_rounding),
   QUICK_TEST(buffer_limits_equal_reference),
   QUICK_TEST(buffer_limits_equal_reference_at_all_edges),
   QUICK_TEST(functions_that_cannot_fail_return_0_or_a_sentence),
   NO_MORE_TESTS,
};
