/* SPDX-License-Identifier: MIT */

/*
 * What a successful call writes: all of its outputs and nothing around them.
 * And what it reads of an array: no element that is not there, which
 * sanitizers and valgrind see at the ends of memory from malloc.
 */

#include "harness/canary.h"
#include "dral.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"

#include <stdlib.h>
#include <string.h>

/* The call succeeds and writes the output, not its margins. */
#define CHECK_WRITES(context, call, output)                                 \
   do {                                                                     \
      fill_canary(&(output), sizeof(output));                               \
      CHECK_EQUAL(context, call, 0, #output);                               \
      CHECK(context, !is_untouched(&(output).value, sizeof (output).value), \
            "%s", #call);                                                   \
      CHECK(context, is_untouched((output).before, CANARY_MARGIN), "%s",    \
            #call);                                                         \
      CHECK(context, is_untouched((output).after, CANARY_MARGIN), "%s",     \
            #call);                                                         \
   } while (0)

static void
successful_calls_write_their_outputs_alone(struct context *context)
{
   const struct dral_draw whole_draw = plain_draw(5, 70, 2);
   const struct dral_resolved_draw draw = resolved_plain_draw(5, 70, 2);
   const struct dral_index_range range = { 9, 520, 7 };
   const struct dral_attribute_descriptor sound = { 6, 0x2AAAAA, -4 };
   const struct dral_vertex_buffer buffer = { 0x10000, 4096, 16, 1, 3 };
   struct dral_valhall_source source = { 0 };
   const uint32_t in[3] = { 3, 5, 7 };
   GUARDED(struct dral_padded_count, padded);
   GUARDED(struct dral_magic_divisor, divisor);
   GUARDED(struct dral_resolved_draw, resolved);
   GUARDED(struct dral_vertex_range, vertices);
   GUARDED(struct dral_attribute_descriptor, descriptor);
   GUARDED(struct dral_attribute_record, record);
   GUARDED(struct dral_id_record, id_record);
   GUARDED(struct dral_valhall_attribute, attribute);
   GUARDED(uint8_t, byte);
   GUARDED(uint32_t, number);
   GUARDED(uint32_t, other);
   GUARDED(int32_t, offset);
   GUARDED(uint64_t, large);
   GUARDED(size_t, count);
   GUARDED_ARRAY(uint32_t, two, 2);
   GUARDED_ARRAY(uint32_t, three, 3);
   GUARDED_ARRAY(uint32_t, four, 4);
   GUARDED_ARRAY(uint32_t, eight, 8);
   GUARDED_ARRAY(struct dral_magic_divisor, divisors, 3);

   source.architecture = 9;
   CHECK_WRITES(context, dral_padded_vertex_counts(in, three.value, 3),
                three);
   CHECK_WRITES(context, dral_padded_count(70, 0, &padded.value), padded);
   CHECK_WRITES(context, dral_idvs_vertex_count(70, &number.value), number);
   CHECK_WRITES(context, dral_instance_size_pack(72, &byte.value), byte);
   CHECK_WRITES(context, dral_instance_size_unpack(0x83, &number.value),
                number);
   CHECK_WRITES(context, dral_magic_divisor(3, 0, &divisor.value), divisor);
   CHECK_WRITES(context,
                dral_padded_count_divisor(70, 0, 0, &padded.value,
                                          &divisor.value),
                padded);
   CHECK_WRITES(context,
                dral_padded_count_divisor(70, 0, 0, &padded.value,
                                          &divisor.value),
                divisor);
   CHECK_WRITES(context, dral_magic_divisors(in, 0, divisors.value, 3),
                divisors);
   CHECK_WRITES(context,
                dral_magic_first_wrong_id(&divisor.value, 3, &large.value),
                large);

   CHECK_WRITES(context, dral_draw_resolve(&whole_draw, &resolved.value),
                resolved);
   CHECK_WRITES(context, dral_draw_max_instances(&whole_draw, &number.value),
                number);
   CHECK_WRITES(context, dral_index_range_resolve(&range, &vertices.value),
                vertices);
   CHECK_WRITES(context, dral_varying_buffer_size(&draw, 16, &large.value),
                large);
   CHECK_WRITES(context, dral_attribute_descriptor_pack(&sound, two.value),
                two);
   CHECK_WRITES(context, dral_attribute_descriptor_unpack(two.value,
                                                          &descriptor.value),
                descriptor);
   CHECK_WRITES(context, dral_invocation_pack(70, 2, two.value), two);
   CHECK_WRITES(context, dral_invocation_unpack(two.value, &number.value,
                                                &other.value),
                number);
   CHECK_WRITES(context, dral_invocation_unpack(two.value, &number.value,
                                                &other.value),
                other);

   CHECK_WRITES(context,
                dral_hardware_divisor(&draw, &buffer, &large.value), large);
   CHECK_WRITES(context,
                dral_attribute_offset(&draw, &buffer, 4, &offset.value),
                offset);
   CHECK_WRITES(context,
                dral_attribute_record(&draw, &buffer, &record.value), record);
   CHECK_WRITES(context,
                dral_attribute_record_pack(&record.value, eight.value, 8,
                                           &count.value),
                eight);
   CHECK_WRITES(context,
                dral_attribute_record_unpack(eight.value, 8, &record.value),
                record);
   CHECK_WRITES(context,
                dral_attribute_record_element(&record.value, 71,
                                              &number.value),
                number);
   CHECK_WRITES(context,
                dral_attribute_table_word_count(&draw, 0, 0, &buffer, 1,
                                                &count.value),
                count);
   CHECK_WRITES(context,
                dral_attribute_table_pack(&draw, 0, 0, &buffer, 1, eight.value, 8,
                                          &number.value, &count.value, NULL),
                eight);
   CHECK_WRITES(context,
                dral_attribute_table_pack(&draw, 0, 0, &buffer, 1, eight.value, 8,
                                          &number.value, &count.value, NULL),
                number);
   CHECK_WRITES(context,
                dral_attribute_table_pack(&draw, 0, 0, &buffer, 1, eight.value, 8,
                                          &number.value, &count.value, NULL),
                count);

   CHECK_WRITES(context, dral_vertex_id_record(&draw, &id_record.value),
                id_record);
   CHECK_WRITES(context, dral_instance_id_record(&draw, &id_record.value),
                id_record);
   CHECK_WRITES(context, dral_id_record_pack(&id_record.value, four.value),
                four);
   CHECK_WRITES(context, dral_id_record_unpack(four.value, &id_record.value),
                id_record);
   CHECK_WRITES(context,
                dral_id_record_value(&id_record.value, 71, &number.value),
                number);

   CHECK_WRITES(context, dral_valhall_attribute(&source, &attribute.value),
                attribute);
   CHECK_WRITES(context,
                dral_valhall_attribute_pack(&attribute.value, eight.value),
                eight);
   CHECK_WRITES(context,
                dral_valhall_attribute_unpack(eight.value, &attribute.value),
                attribute);
   CHECK_WRITES(context,
                dral_valhall_attribute_element(&attribute.value, 71, 1,
                                               &number.value),
                number);
}

/* A copy that ends where its memory does. */
static void *
exactly(struct context *context, const void *elements, size_t size)
{
   void *copy = malloc(size);

   CHECK(context, copy != NULL, "%u bytes", (unsigned)size);
   if (copy == NULL)
      abort();
   memcpy(copy, elements, size);
   return copy;
}

#define MOST 40

static void
arrays_are_used_to_their_last_element_and_no_further(struct context *context)
{
   const struct dral_resolved_draw draw = resolved_plain_draw(7, 70, 2);
   struct dral_vertex_buffer many_buffers[MOST] = { { 0 } };
   uint32_t many[8 * MOST + 4];
   struct dral_magic_divisor many_divisors[MOST];
   size_t count;

   for (count = 0; count < 8 * MOST + 4; count++)
      many[count] = 2 * (uint32_t)count + 3;
   memset(many_divisors, 0, sizeof many_divisors);
   for (count = 0; count < MOST; count++) {
      many_buffers[count].rate = count % 2;
      many_buffers[count].divisor = 3;
   }

   /* Lengths on both sides of what compilers unroll to. */
   for (count = 1; count <= MOST; count++) {
      const size_t size = count * sizeof many[0];
      const size_t capacity = 8 * count + 4;
      uint32_t *in = exactly(context, many, size);
      uint32_t *out = exactly(context, many, size);
      uint32_t *words = exactly(context, many, capacity * sizeof many[0]);
      struct dral_magic_divisor *divisors =
         exactly(context, many_divisors, count * sizeof many_divisors[0]);
      struct dral_vertex_buffer *buffers =
         exactly(context, many_buffers, count * sizeof many_buffers[0]);
      size_t word_count = 0;

      CHECK_EQUAL(context, dral_padded_vertex_counts(in, out, count), 0,
                  "%u counts", (unsigned)count);
      CHECK_EQUAL(context, out[count - 1],
                  dral_padded_vertex_count(in[count - 1]), "%u counts",
                  (unsigned)count);
      CHECK_EQUAL(context, dral_magic_divisors(in, 0, divisors, count), 0,
                  "%u divisors", (unsigned)count);
      CHECK_EQUAL(context, dral_magic_divide(&divisors[count - 1], 1000000),
                  1000000 / in[count - 1], "%u divisors", (unsigned)count);

      CHECK_EQUAL(context, dral_attribute_table_word_count(&draw, 0, 0, buffers,
                                                           count,
                                                           &word_count),
                  0, "%u buffers", (unsigned)count);
      free(words);
      words = exactly(context, many, word_count * sizeof many[0]);
      CHECK_EQUAL(context,
                  dral_attribute_table_pack(&draw, 0, 0, buffers, count, words,
                                            word_count, out, &word_count, NULL),
                  0, "%u buffers", (unsigned)count);
      /* v7: an empty slot is the end. */
      CHECK_EQUAL(context, words[word_count - 1], 0, "%u buffers",
                  (unsigned)count);
      free(in);
      free(out);
      free(words);
      free(divisors);
      free(buffers);
   }

   /* Words of a record that are too few, and just enough. */
   for (count = 1; count <= 8; count++) {
      static const uint32_t record_words[8] = { 4, 0x21000000, 16, 4096,
                                                0x20, 0x2AAAAAAA, 0, 3 };
      uint32_t *words = exactly(context, record_words,
                                count * sizeof record_words[0]);
      struct dral_attribute_record *record =
         malloc(sizeof(struct dral_attribute_record));

      CHECK_EQUAL(context,
                  dral_attribute_record_unpack(words, count, record) == 0,
                  count == 8, "%u words", (unsigned)count);
      free(words);
      free(record);
   }
}

const struct test outputs_tests[] = {
   QUICK_TEST(successful_calls_write_their_outputs_alone),
   QUICK_TEST(arrays_are_used_to_their_last_element_and_no_further),
   NO_MORE_TESTS,
};
