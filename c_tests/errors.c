/* SPDX-License-Identifier: MIT */

/*
 * Callers that do what they should not: each exported function gets NULL
 * for each of its pointers, unknown values, fields that do not fit, counts
 * of 0 and beyond memory and arrays that overlap.
 */

#include "canary.h"
#include "conversion.h"
#include "dral.h"
#include "sample_draws.h"
#include "subjects.h"

#include <errno.h>
#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static struct dral_vertex_buffer
plain_buffer(void)
{
   struct dral_vertex_buffer buffer = { 0 };

   buffer.address = 0x10000;
   buffer.size = 4096;
   buffer.stride = 16;
   return buffer;
}

static struct dral_attribute_record
plain_record(uint32_t type)
{
   struct dral_attribute_record record = { 0 };

   record.pointer = 0x10000;
   record.type = type;
   record.stride = 16;
   record.size = 4096;
   return record;
}

static struct dral_id_record
plain_id_record(uint32_t type)
{
   struct dral_id_record record = { 0 };

   record.type = type;
   return record;
}

static struct dral_valhall_attribute
plain_attribute(uint32_t type)
{
   struct dral_valhall_attribute attribute = { 0 };

   attribute.type = type;
   attribute.stride = 16;
   return attribute;
}

/* One expression is this error and leaves a canary alone. */
#define CHECK_REFUSED(context, call, expected, output)                      \
   do {                                                                     \
      fill_canary(&(output), sizeof(output));                               \
      CHECK_EQUAL(context, call, expected, #output);                        \
      CHECK(context, is_untouched(&(output), sizeof(output)), "%s", #call); \
   } while (0)

static void
null_is_refused_by_padding_functions(struct context *context)
{
   const uint32_t in[2] = { 70, 71 };
   GUARDED_ARRAY(uint32_t, out, 2);

   CHECK_EQUAL(context, dral_padded_count(70, 0, NULL), -EINVAL, "output");
   CHECK_EQUAL(context, dral_idvs_vertex_count(70, NULL), -EINVAL, "output");
   CHECK_EQUAL(context, dral_instance_size_pack(72, NULL), -EINVAL, "output");
   CHECK_EQUAL(context, dral_instance_size_unpack(0x83, NULL), -EINVAL,
               "output");
   CHECK_REFUSED(context, dral_padded_vertex_counts(NULL, out.value, 2),
                 -EINVAL, out);
   CHECK_EQUAL(context, dral_padded_vertex_counts(in, NULL, 2), -EINVAL,
               "output");
   CHECK_EQUAL(context, dral_padded_vertex_counts(NULL, NULL, 1), -EINVAL,
               "both");
}

static void
null_is_refused_by_divisor_functions(struct context *context)
{
   const uint32_t in[2] = { 3, 5 };
   const struct dral_magic_divisor divisor = { 0x2AAAAAAA, 1, 1 };
   GUARDED_ARRAY(struct dral_magic_divisor, out, 2);
   GUARDED(struct dral_padded_count, padded);
   GUARDED(uint64_t, id);

   CHECK_EQUAL(context, dral_magic_divisor(3, 0, NULL), -EINVAL, "output");
   CHECK_REFUSED(context,
                 dral_padded_count_divisor(70, 0, 0, NULL, &out.value[0]),
                 -EINVAL, out);
   CHECK_REFUSED(context,
                 dral_padded_count_divisor(70, 0, 0, &padded.value, NULL),
                 -EINVAL, padded);
   CHECK_REFUSED(context, dral_magic_divisors(NULL, 0, out.value, 2), -EINVAL,
                 out);
   CHECK_EQUAL(context, dral_magic_divisors(in, 0, NULL, 2), -EINVAL,
               "output");
   CHECK_EQUAL(context, dral_magic_divisors(NULL, 0, NULL, 1), -EINVAL,
               "both");
   CHECK_EQUAL(context, dral_magic_divide(NULL, 12345), 0, "divisor");
   CHECK_REFUSED(context, dral_magic_first_wrong_id(NULL, 3, &id.value),
                 -EINVAL, id);
   CHECK_EQUAL(context, dral_magic_first_wrong_id(&divisor, 3, NULL),
               -EINVAL, "output");
}

static void
null_is_refused_by_draw_functions(struct context *context)
{
   const struct dral_draw draw = plain_draw(7, 70, 2);
   const uint32_t words[2] = { 0x000000C5, 0x21C00000 };
   GUARDED(struct dral_resolved_draw, resolved);
   GUARDED(uint32_t, vertices);
   GUARDED(uint32_t, instances);

   CHECK_REFUSED(context, dral_draw_resolve(NULL, &resolved.value), -EINVAL,
                 resolved);
   CHECK_EQUAL(context, dral_draw_resolve(&draw, NULL), -EINVAL, "output");
   CHECK_REFUSED(context, dral_draw_max_instances(NULL, &instances.value),
                 -EINVAL, instances);
   CHECK_EQUAL(context, dral_draw_max_instances(&draw, NULL), -EINVAL,
               "output");
   CHECK(context, dral_draw_explain(NULL) != NULL, "explanation");
   CHECK_EQUAL(context, dral_invocation_pack(70, 2, NULL), -EINVAL, "words");

   CHECK_EQUAL(
      context,
      dral_invocation_unpack(words, &vertices.value, &instances.value), 0,
      "the words are good");
   CHECK_REFUSED(
      context, dral_invocation_unpack(NULL, &vertices.value, &instances.value),
      -EINVAL, vertices);
   CHECK_REFUSED(
      context, dral_invocation_unpack(NULL, &vertices.value, &instances.value),
      -EINVAL, instances);
   CHECK_REFUSED(context,
                 dral_invocation_unpack(words, NULL, &instances.value),
                 -EINVAL, instances);
   CHECK_REFUSED(context, dral_invocation_unpack(words, &vertices.value, NULL),
                 -EINVAL, vertices);
}

static void
null_is_refused_by_attribute_functions(struct context *context)
{
   const struct dral_resolved_draw draw = resolved_plain_draw(7, 70, 2);
   const struct dral_vertex_buffer buffer = plain_buffer();
   GUARDED(struct dral_attribute_record, record);
   GUARDED(uint64_t, divisor);
   GUARDED(int32_t, offset);

   CHECK_REFUSED(context, dral_attribute_record(NULL, &buffer, &record.value),
                 -EINVAL, record);
   CHECK_REFUSED(context, dral_attribute_record(&draw, NULL, &record.value),
                 -EINVAL, record);
   CHECK_EQUAL(context, dral_attribute_record(&draw, &buffer, NULL), -EINVAL,
               "output");
   CHECK_REFUSED(context, dral_hardware_divisor(NULL, &buffer, &divisor.value),
                 -EINVAL, divisor);
   CHECK_REFUSED(context, dral_hardware_divisor(&draw, NULL, &divisor.value),
                 -EINVAL, divisor);
   CHECK_EQUAL(context, dral_hardware_divisor(&draw, &buffer, NULL), -EINVAL,
               "output");
   CHECK_REFUSED(context,
                 dral_attribute_offset(NULL, &buffer, 0, &offset.value),
                 -EINVAL, offset);
   CHECK_REFUSED(context, dral_attribute_offset(&draw, NULL, 0, &offset.value),
                 -EINVAL, offset);
   CHECK_EQUAL(context, dral_attribute_offset(&draw, &buffer, 0, NULL),
               -EINVAL, "output");
   CHECK(context, dral_attribute_explain(NULL, &buffer) != NULL, "draw");
   CHECK(context, dral_attribute_explain(&draw, NULL) != NULL, "buffer");
   CHECK(context, dral_attribute_explain(NULL, NULL) != NULL, "both");
}

static void
null_is_refused_by_record_functions(struct context *context)
{
   const struct dral_attribute_record record = plain_record(1);
   GUARDED(struct dral_attribute_record, out);
   GUARDED_ARRAY(uint32_t, words, 8);
   GUARDED(uint32_t, element);
   GUARDED(size_t, count);

   CHECK_REFUSED(
      context, dral_attribute_record_pack(NULL, words.value, 8, &count.value),
      -EINVAL, words);
   CHECK_REFUSED(
      context, dral_attribute_record_pack(NULL, words.value, 8, &count.value),
      -EINVAL, count);
   CHECK_REFUSED(context, dral_attribute_record_pack(&record, NULL, 8,
                                                     &count.value),
                 -EINVAL, count);
   CHECK_REFUSED(context,
                 dral_attribute_record_pack(&record, words.value, 8, NULL),
                 -EINVAL, words);
   CHECK_REFUSED(context, dral_attribute_record_unpack(NULL, 8, &out.value),
                 -EINVAL, out);
   CHECK_EQUAL(
      context,
      dral_attribute_record_pack(&record, words.value, 8, &count.value), 0,
      "good words");
   CHECK_EQUAL(context, dral_attribute_record_unpack(words.value, 4, NULL),
               -EINVAL, "output");
   CHECK_REFUSED(context,
                 dral_attribute_record_element(NULL, 0, &element.value),
                 -EINVAL, element);
   CHECK_EQUAL(context, dral_attribute_record_element(&record, 0, NULL),
               -EINVAL, "output");
}

static void
null_is_refused_by_table_functions(struct context *context)
{
   const struct dral_resolved_draw draw = resolved_plain_draw(7, 70, 2);
   const struct dral_vertex_buffer buffer = plain_buffer();
   GUARDED_ARRAY(uint32_t, words, 12);
   GUARDED(uint32_t, slot);
   GUARDED(size_t, count);

   CHECK_REFUSED(context, dral_attribute_table_word_count(NULL, 0, 0, &buffer, 1,
                                                          &count.value),
                 -EINVAL, count);
   CHECK_REFUSED(context, dral_attribute_table_word_count(&draw, 0, 0, NULL, 1,
                                                          &count.value),
                 -EINVAL, count);
   CHECK_EQUAL(context, dral_attribute_table_word_count(&draw, 0, 0, &buffer, 1,
                                                        NULL), -EINVAL,
               "word_count");
   CHECK_REFUSED(context,
                 dral_attribute_table_pack(NULL, 0, 0, &buffer, 1, words.value, 12,
                                           &slot.value, &count.value, NULL),
                 -EINVAL, words);
   CHECK_REFUSED(context,
                 dral_attribute_table_pack(&draw, 0, 0, NULL, 1, words.value, 12,
                                           &slot.value, &count.value, NULL),
                 -EINVAL, words);
   CHECK_REFUSED(context,
                 dral_attribute_table_pack(&draw, 0, 0, &buffer, 1, NULL, 12,
                                           &slot.value, &count.value, NULL),
                 -EINVAL, slot);
   CHECK_REFUSED(context,
                 dral_attribute_table_pack(&draw, 0, 0, &buffer, 1, words.value, 12,
                                           NULL, &count.value, NULL),
                 -EINVAL, words);
   CHECK_REFUSED(context,
                 dral_attribute_table_pack(&draw, 0, 0, &buffer, 1, words.value, 12,
                                           NULL, &count.value, NULL),
                 -EINVAL, count);
   CHECK_REFUSED(context,
                 dral_attribute_table_pack(&draw, 0, 0, &buffer, 1, words.value, 12,
                                           &slot.value, NULL, NULL),
                 -EINVAL, words);
   CHECK_REFUSED(context,
                 dral_attribute_table_pack(&draw, 0, 0, &buffer, 1, words.value, 12,
                                           &slot.value, NULL, NULL),
                 -EINVAL, slot);
}

static void
null_is_refused_by_id_functions(struct context *context)
{
   const struct dral_resolved_draw draw = resolved_plain_draw(5, 70, 2);
   const struct dral_id_record record = plain_id_record(DRAL_ID_TYPE_VERTEX);
   const uint32_t good_words[4] = { 0x22, 0, 0, 0 };
   GUARDED(struct dral_id_record, out);
   GUARDED_ARRAY(uint32_t, words, 4);
   GUARDED(uint32_t, id);

   CHECK_REFUSED(context, dral_vertex_id_record(NULL, &out.value), -EINVAL,
                 out);
   CHECK_EQUAL(context, dral_vertex_id_record(&draw, NULL), -EINVAL,
               "output");
   CHECK_REFUSED(context, dral_instance_id_record(NULL, &out.value), -EINVAL,
                 out);
   CHECK_EQUAL(context, dral_instance_id_record(&draw, NULL), -EINVAL,
               "output");
   CHECK_REFUSED(context, dral_id_record_pack(NULL, words.value), -EINVAL,
                 words);
   CHECK_EQUAL(context, dral_id_record_pack(&record, NULL), -EINVAL,
               "output");
   CHECK_REFUSED(context, dral_id_record_unpack(NULL, &out.value), -EINVAL,
                 out);
   CHECK_EQUAL(context, dral_id_record_unpack(good_words, NULL), -EINVAL,
               "output");
   CHECK_REFUSED(context, dral_id_record_value(NULL, 0, &id.value), -EINVAL,
                 id);
   CHECK_EQUAL(context, dral_id_record_value(&record, 0, NULL), -EINVAL,
               "output");
}

static void
null_is_refused_by_valhall_functions(struct context *context)
{
   const struct dral_valhall_attribute attribute = plain_attribute(1);
   const uint32_t good_words[8] = { 0x15, 0, 0, 0, 16, 0, 0, 0 };
   struct dral_valhall_source source = { 0 };
   GUARDED(struct dral_valhall_attribute, out);
   GUARDED_ARRAY(uint32_t, words, 8);
   GUARDED(uint32_t, element);

   source.architecture = 9;
   CHECK_REFUSED(context, dral_valhall_attribute(NULL, &out.value), -EINVAL,
                 out);
   CHECK_EQUAL(context, dral_valhall_attribute(&source, NULL), -EINVAL,
               "output");
   CHECK_REFUSED(context, dral_valhall_attribute_pack(NULL, words.value),
                 -EINVAL, words);
   CHECK_EQUAL(context, dral_valhall_attribute_pack(&attribute, NULL),
               -EINVAL, "output");
   CHECK_REFUSED(context, dral_valhall_attribute_unpack(NULL, &out.value),
                 -EINVAL, out);
   CHECK_EQUAL(context, dral_valhall_attribute_unpack(good_words, NULL),
               -EINVAL, "output");
   CHECK_REFUSED(context, dral_valhall_attribute_element(NULL, 0, 0,
                                                         &element.value),
                 -EINVAL, element);
   CHECK_EQUAL(context, dral_valhall_attribute_element(&attribute, 0, 0,
                                                       NULL), -EINVAL,
               "output");
}

/*
 * NULL for an output and an input that is an error, too: it is not said
 * which of them decides, but it is an error all the same.
 */
static void
null_output_of_a_bad_input_is_refused(struct context *context)
{
   const struct dral_draw draw = plain_draw(9, 0xFFFFFFFF, 2);
   const struct dral_resolved_draw resolved = resolved_plain_draw(7, 70, 2);
   struct dral_vertex_buffer buffer = plain_buffer();

   buffer.rate = 3;
   CHECK(context, dral_padded_count(0xE0000000, 0, NULL) < 0, "count");
   CHECK(context, dral_padded_count(70, 2, NULL) < 0, "rule");
   CHECK(context, dral_idvs_vertex_count(0xFFFFFFFF, NULL) < 0, "IDVS");
   CHECK(context, dral_instance_size_pack(11, NULL) < 0, "size");
   CHECK(context, dral_instance_size_unpack(0xFF, NULL) < 0, "byte");
   CHECK(context, dral_magic_divisor(4, 1, NULL) < 0, "POT");
   CHECK(context, dral_magic_first_wrong_id(NULL, 0, NULL) < 0, "divisor");
   CHECK(context, dral_draw_resolve(&draw, NULL) < 0, "draw");
   CHECK(context, dral_draw_max_instances(&draw, NULL) < 0, "draw");
   CHECK(context, dral_attribute_record(&resolved, &buffer, NULL) < 0,
         "rate");
   CHECK(context, dral_hardware_divisor(&resolved, &buffer, NULL) < 0,
         "rate");
   CHECK(context, dral_attribute_offset(&resolved, &buffer, 0, NULL) < 0,
         "rate");
   CHECK(context, dral_vertex_id_record(&resolved, NULL) < 0, "v7");
   CHECK(context, dral_instance_id_record(&resolved, NULL) < 0, "v7");
   CHECK(context, dral_invocation_pack(0xFFFFFFFF, 0xFFFFFFFF, NULL) < 0,
         "counts");
}

static void
null_for_all_pointers_is_refused(struct context *context)
{
   CHECK_EQUAL(context, dral_magic_first_wrong_id(NULL, 3, NULL), -EINVAL,
               "first wrong id");
   CHECK_EQUAL(context, dral_draw_resolve(NULL, NULL), -EINVAL, "draw");
   CHECK_EQUAL(context, dral_draw_max_instances(NULL, NULL), -EINVAL, "draw");
   CHECK_EQUAL(context, dral_index_range_resolve(NULL, NULL), -EINVAL,
               "index range");
   CHECK_EQUAL(context, dral_varying_buffer_size(NULL, 16, NULL), -EINVAL,
               "varyings");
   CHECK_EQUAL(context, dral_attribute_descriptor_pack(NULL, NULL), -EINVAL,
               "attribute");
   CHECK_EQUAL(context, dral_attribute_descriptor_unpack(NULL, NULL),
               -EINVAL, "attribute");
   CHECK_EQUAL(context, dral_invocation_unpack(NULL, NULL, NULL), -EINVAL,
               "invocation");
   CHECK_EQUAL(context, dral_attribute_record(NULL, NULL, NULL), -EINVAL,
               "record");
   CHECK_EQUAL(context, dral_hardware_divisor(NULL, NULL, NULL), -EINVAL,
               "hardware divisor");
   CHECK_EQUAL(context, dral_attribute_offset(NULL, NULL, 0, NULL), -EINVAL,
               "offset");
   CHECK_EQUAL(context, dral_attribute_record_pack(NULL, NULL, 8, NULL),
               -EINVAL, "record");
   CHECK_EQUAL(context, dral_attribute_record_unpack(NULL, 8, NULL), -EINVAL,
               "record");
   CHECK_EQUAL(context, dral_attribute_record_element(NULL, 0, NULL), -EINVAL,
               "record");
   CHECK_EQUAL(context, dral_attribute_table_word_count(NULL, 0, 0, NULL, 1, NULL),
               -EINVAL, "table");
   CHECK_EQUAL(context, dral_attribute_table_pack(NULL, 0, 0, NULL, 1, NULL, 12,
                                                  NULL, NULL, NULL),
               -EINVAL, "table");
   CHECK_EQUAL(context, dral_vertex_id_record(NULL, NULL), -EINVAL, "id");
   CHECK_EQUAL(context, dral_instance_id_record(NULL, NULL), -EINVAL, "id");
   CHECK_EQUAL(context, dral_id_record_pack(NULL, NULL), -EINVAL, "id");
   CHECK_EQUAL(context, dral_id_record_unpack(NULL, NULL), -EINVAL, "id");
   CHECK_EQUAL(context, dral_id_record_value(NULL, 0, NULL), -EINVAL, "id");
   CHECK_EQUAL(context, dral_valhall_attribute(NULL, NULL), -EINVAL,
               "descriptor");
   CHECK_EQUAL(context, dral_valhall_attribute_pack(NULL, NULL), -EINVAL,
               "descriptor");
   CHECK_EQUAL(context, dral_valhall_attribute_unpack(NULL, NULL), -EINVAL,
               "descriptor");
   CHECK_EQUAL(context, dral_valhall_attribute_element(NULL, 0, 0, NULL),
               -EINVAL, "descriptor");
}

static void
arrays_of_no_elements_may_be_null(struct context *context)
{
   uint32_t out[1];
   struct dral_magic_divisor divisors[1];

   fill_canary(out, sizeof out);
   fill_canary(divisors, sizeof divisors);
   CHECK_EQUAL(context, dral_padded_vertex_counts(NULL, NULL, 0), 0, "both");
   CHECK_EQUAL(context, dral_padded_vertex_counts(NULL, out, 0), 0, "input");
   CHECK_EQUAL(context, dral_padded_vertex_counts(out, out, 0), 0,
               "nothing overlaps");
   CHECK_EQUAL(context, dral_magic_divisors(NULL, 0, NULL, 0), 0, "both");
   CHECK_EQUAL(context, dral_magic_divisors(NULL, 1, divisors, 0), 0,
               "input");
   CHECK_EQUAL(context, dral_magic_divisors(NULL, 2, NULL, 0), -EINVAL,
               "an unknown rounding is an error even so");
   CHECK(context, is_untouched(out, sizeof out), "padded counts");
   CHECK(context, is_untouched(divisors, sizeof divisors), "divisors");
}

static void
counts_beyond_memory_are_refused(struct context *context)
{
   /* The sizes in bytes wrap around, or exceed half of memory just so. */
   static const size_t counts[] = {
      SIZE_MAX,
      SIZE_MAX / 2,
      SIZE_MAX / 4 + 2,
      SIZE_MAX / 2 / sizeof(uint32_t) + 1,
   };
   static const size_t divisor_counts[] = {
      SIZE_MAX / sizeof(struct dral_magic_divisor) + 1,
      SIZE_MAX / 2 / sizeof(struct dral_magic_divisor) + 1,
   };
   static const size_t buffer_counts[] = {
      SIZE_MAX / sizeof(struct dral_vertex_buffer) + 1,
      SIZE_MAX / 2 / sizeof(struct dral_vertex_buffer) + 1,
   };
   const struct dral_resolved_draw draw = resolved_plain_draw(7, 70, 2);
   const struct dral_vertex_buffer buffer = plain_buffer();
   const uint32_t in[1] = { 70 };
   GUARDED_ARRAY(uint32_t, out, 1);
   GUARDED_ARRAY(struct dral_magic_divisor, divisors, 1);
   GUARDED_ARRAY(uint32_t, words, 12);
   uint32_t slot;
   GUARDED(size_t, word_count);
   size_t i;

   for (i = 0; i < LENGTH(counts); i++) {
      CHECK_REFUSED(context,
                    dral_padded_vertex_counts(in, out.value, counts[i]),
                    -EINVAL, out);
      CHECK_REFUSED(context,
                    dral_magic_divisors(in, 0, divisors.value, counts[i]),
                    -EINVAL, divisors);
      CHECK_REFUSED(context, dral_attribute_table_word_count(
                                &draw, 0, 0, &buffer, counts[i], &word_count.value),
                    -EINVAL, word_count);
      CHECK_REFUSED(context,
                    dral_attribute_table_pack(&draw, 0, 0, &buffer, counts[i],
                                              words.value, 12, &slot,
                                              &word_count.value, NULL),
                    -EINVAL, words);
   }
   for (i = 0; i < LENGTH(divisor_counts); i++)
      CHECK_REFUSED(context, dral_magic_divisors(in, 0, divisors.value,
                                                 divisor_counts[i]),
                    -EINVAL, divisors);
   for (i = 0; i < LENGTH(buffer_counts); i++) {
      CHECK_REFUSED(context, dral_attribute_table_word_count(
                                &draw, 0, 0, &buffer, buffer_counts[i],
                                &word_count.value),
                    -EINVAL, word_count);
      CHECK_REFUSED(context, dral_attribute_table_pack(
                                &draw, 0, 0, &buffer, buffer_counts[i],
                                words.value, 12, &slot, &word_count.value, NULL),
                    -EINVAL, words);
   }
}

static void
overlapping_arrays_are_refused(struct context *context)
{
   uint32_t counts[32];
   uint32_t kept[32];
   union {
      uint32_t divisors[96];
      struct dral_magic_divisor out[32];
   } memory;
   size_t i;

   for (i = 0; i < LENGTH(counts); i++)
      counts[i] = (uint32_t)i + 3;
   memcpy(kept, counts, sizeof kept);

   /* Each distance between the arrays at which they share an element. */
   for (i = 0; i < 8; i++) {
      CHECK_EQUAL(context, dral_padded_vertex_counts(counts, counts + i, 8),
                  -EINVAL, "output %u later", (unsigned)i);
      CHECK_EQUAL(context, dral_padded_vertex_counts(counts + i, counts, 8),
                  -EINVAL, "output %u earlier", (unsigned)i);
   }
   CHECK(context, memcmp(kept, counts, sizeof kept) == 0, "untouched");
   CHECK_EQUAL(context, dral_padded_vertex_counts(counts, counts + 8, 8), 0,
               "side by side");
   CHECK_EQUAL(context, dral_padded_vertex_counts(counts + 24, counts + 16,
                                                  8), 0,
               "side by side");
   CHECK_EQUAL(context, counts[8], 3, "padded count of 3");
   CHECK_EQUAL(context, counts[16], 28, "padded count of 27");

   for (i = 0; i < 8; i++) {
      fill_canary(&memory, sizeof memory);
      CHECK_EQUAL(context, dral_magic_divisors(memory.divisors + 12 + i, 0,
                                               memory.out + 4, 8), -EINVAL,
                  "input within the output");
      CHECK(context, is_untouched(&memory, sizeof memory), "untouched");
      CHECK_EQUAL(context, dral_magic_divisors(memory.divisors + 5 + i, 0,
                                               memory.out + 4, 8), -EINVAL,
                  "input before and within the output");
      CHECK(context, is_untouched(&memory, sizeof memory), "untouched");
   }
   for (i = 0; i < 8; i++)
      memory.divisors[4 + i] = 3;
   CHECK_EQUAL(context, dral_magic_divisors(memory.divisors + 4, 0,
                                            memory.out + 4, 8), 0,
               "side by side");
   CHECK_EQUAL(context, memory.out[11].magic, 0x2AAAAAAA, "divisor 3");
}

/*
 * A table whose outputs lie over its buffers, or over one another, at every
 * distance: its words are not promised, but that nothing else changes.
 */
static void
a_table_over_its_buffers_stays_in_its_outputs(struct context *context)
{
   enum { COUNT = 4, WORDS = 8 * COUNT + 4, BUFFER_WORDS = 6 * COUNT };
   const struct dral_resolved_draw draw = resolved_plain_draw(7, 70, 2);
   union {
      struct dral_vertex_buffer buffers[3 * COUNT];
      uint32_t words[WORDS + BUFFER_WORDS + WORDS];
   } memory;
   uint32_t *const middle = memory.words + WORDS;
   uint32_t far[WORDS];
   size_t place;

   for (place = 0; place <= 3 * (WORDS + BUFFER_WORDS); place++) {
      uint32_t *const moved = memory.words + place / 3;
      uint32_t *const words = place % 3 == 1 ? far : moved;
      uint32_t *const slots =
         place % 3 == 0 ? far : place % 3 == 1 ? moved : middle;
      uint32_t copy[LENGTH(memory.words)];
      size_t count = 0;
      size_t i;

      fill_canary(&memory, sizeof memory);
      for (i = 0; i < COUNT; i++) {
         struct dral_vertex_buffer buffer = plain_buffer();

         buffer.rate = i % 2;
         buffer.divisor = 3;
         memcpy(middle + 6 * i, &buffer, sizeof buffer);
      }
      memcpy(copy, &memory, sizeof copy);
      CHECK_EQUAL(context,
                  dral_attribute_table_pack(&draw, 1, 0, (void *)middle, COUNT,
                                            words, WORDS, slots, &count,
                                            NULL),
                  0, "place %u", (unsigned)place);
      CHECK_EQUAL(context, count, WORDS, "place %u", (unsigned)place);
      for (i = 0; i < LENGTH(copy); i++) {
         const uint32_t *const word = &memory.words[i];

         CHECK(context,
               (word >= words && word < words + WORDS) ||
                  (word >= slots && word < slots + COUNT) || *word == copy[i],
               "place %u: word %u", (unsigned)place, (unsigned)i);
      }
   }
}

/* Values next to those that an enum or a flag has, and far away. */
static const uint32_t unknown[] = { 2, 3, 255, 256, 0x7FFFFFFF, 0x80000000,
                                    0x80000001, 0xFFFFFFFF };

static void
unknown_rules_and_roundings_are_refused(struct context *context)
{
   const uint32_t in[1] = { 3 };
   GUARDED(struct dral_padded_count, padded);
   GUARDED(struct dral_magic_divisor, divisor);
   size_t i;

   for (i = 0; i < LENGTH(unknown); i++) {
      CHECK_REFUSED(context, dral_padded_count(70, unknown[i], &padded.value),
                    -EINVAL, padded);
      CHECK_REFUSED(context, dral_magic_divisor(3, unknown[i], &divisor.value),
                    -EINVAL, divisor);
      fill_canary(&padded, sizeof padded);
      CHECK_REFUSED(context,
                    dral_padded_count_divisor(70, unknown[i], 0,
                                              &padded.value, &divisor.value),
                    -EINVAL, divisor);
      CHECK_REFUSED(context,
                    dral_padded_count_divisor(70, 0, unknown[i],
                                              &padded.value, &divisor.value),
                    -EINVAL, divisor);
      CHECK(context, is_untouched(&padded, sizeof padded), "padded count");
      CHECK_REFUSED(context,
                    dral_magic_divisors(in, unknown[i], &divisor.value, 1),
                    -EINVAL, divisor);
   }
   CHECK_REFUSED(context, dral_magic_divisor(0, 0, &divisor.value), -EINVAL,
                 divisor);
   CHECK_REFUSED(context, dral_magic_divisor(0, 1, &divisor.value), -EINVAL,
                 divisor);
}

/* Both functions for tables refuse, and leave all outputs alone. */
static void
check_refused_table(struct context *context,
                    const struct dral_resolved_draw *draw,
                    const struct dral_vertex_buffer *buffer, int expected)
{
   GUARDED_ARRAY(uint32_t, words, 12);
   GUARDED(uint32_t, slot);
   GUARDED(size_t, count);

   CHECK_REFUSED(context, dral_attribute_table_word_count(draw, 0, 0, buffer, 1,
                                                          &count.value),
                 expected, count);
   fill_canary(&words, sizeof words);
   fill_canary(&slot, sizeof slot);
   CHECK_REFUSED(context,
                 dral_attribute_table_pack(draw, 0, 0, buffer, 1, words.value, 12,
                                           &slot.value, &count.value, NULL),
                 expected, count);
   CHECK(context, is_untouched(&words, sizeof words), "words");
   CHECK(context, is_untouched(&slot, sizeof slot), "slot");
}

/* A draw is refused and the refusal is explained. */
static void
check_refused_draw(struct context *context, const struct dral_draw *draw,
                   int expected, const char *why)
{
   const struct dral_draw good = plain_draw(5, 70, 2);
   GUARDED(struct dral_resolved_draw, resolved);
   const uint64_t failures = context->failures;

   CHECK_REFUSED(context, dral_draw_resolve(draw, &resolved.value), expected,
                 resolved);
   CHECK(context,
         strcmp(dral_draw_explain(draw), dral_draw_explain(&good)) != 0,
         "explained");
   CHECK(context, context->failures == failures, "%s: %s", why,
         draw_text(draw));
}

static void
unknown_values_in_a_draw_are_refused(struct context *context)
{
   static const uint32_t architectures[] = { 0, 1, 2, 3, 8, 15, 16, 260,
                                             0xFFFFFFFF };
   struct dral_draw draw;
   GUARDED(uint32_t, most);
   size_t i;

   for (i = 0; i < LENGTH(architectures); i++) {
      draw = plain_draw(architectures[i], 70, 2);
      check_refused_draw(context, &draw, -EINVAL, "architecture");
      CHECK_REFUSED(context, dral_draw_max_instances(&draw, &most.value),
                    -EINVAL, most);
   }
   for (i = 0; i < LENGTH(unknown); i++) {
      draw = plain_draw(5, 70, 2);
      draw.padding_rule = unknown[i];
      check_refused_draw(context, &draw, -EINVAL, "padding rule");
      CHECK_REFUSED(context, dral_draw_max_instances(&draw, &most.value),
                    -EINVAL, most);
      draw = plain_draw(5, 70, 2);
      draw.rounding = unknown[i];
      check_refused_draw(context, &draw, -EINVAL, "rounding");
      CHECK_REFUSED(context, dral_draw_max_instances(&draw, &most.value),
                    -EINVAL, most);
      draw = plain_draw(5, 70, 2);
      draw.idvs = unknown[i];
      check_refused_draw(context, &draw, -EINVAL, "IDVS");
      CHECK_REFUSED(context, dral_draw_max_instances(&draw, &most.value),
                    -EINVAL, most);
      draw = plain_draw(5, 70, 2);
      draw.primitive_size = unknown[i];
      check_refused_draw(context, &draw, -EINVAL, "primitive size");
      CHECK_REFUSED(context, dral_draw_max_instances(&draw, &most.value),
                    -EINVAL, most);
      /* Also where there is nothing to draw. */
      draw.vertex_count = 0;
      check_refused_draw(context, &draw, -EINVAL, "primitive size");
   }
}

/* What no vertex and no instance have is still not an error. */
static void
draws_of_nothing_are_taken_by_all(struct context *context)
{
   static const uint32_t counts[][2] = { { 0, 2 }, { 70, 0 }, { 0, 0 } };
   struct dral_draw draw = plain_draw(5, 70, 2);
   GUARDED(uint32_t, most);
   size_t i;

   for (i = 0; i < LENGTH(counts); i++) {
      const struct dral_resolved_draw resolved = resolved_plain_draw(
         5, counts[i][0], counts[i][1]);
      struct dral_vertex_buffer buffer = plain_buffer();
      struct dral_attribute_record record;
      struct dral_id_record id_record;
      uint32_t words[4];
      uint32_t slot;
      uint64_t number = 1;
      int32_t offset;
      size_t count = 0;

      buffer.rate = DRAL_RATE_INSTANCE;
      buffer.divisor = 3;
      CHECK_EQUAL(context, resolved.threads, 0, "threads");
      CHECK_EQUAL(context, dral_attribute_record(&resolved, &buffer, &record),
                  0, "record");
      CHECK_EQUAL(context,
                  dral_attribute_offset(&resolved, &buffer, 4, &offset), 0,
                  "offset");
      CHECK_EQUAL(context, offset, 4, "offset");
      CHECK_EQUAL(context,
                  dral_hardware_divisor(&resolved, &buffer, &number), 0,
                  "divisor");
      CHECK_EQUAL(context, number, 0, "divisor");
      CHECK_EQUAL(context,
                  dral_attribute_table_pack(&resolved, 0, 0, &buffer, 1,
                                            words, 4, &slot, &count, NULL),
                  0, "table");
      CHECK_EQUAL(context, count, 4, "table");
      CHECK_EQUAL(context, dral_vertex_id_record(&resolved, &id_record), 0,
                  "vertex id");
      CHECK_EQUAL(context, dral_instance_id_record(&resolved, &id_record), 0,
                  "instance id");
      number = 1;
      CHECK_EQUAL(context, dral_varying_buffer_size(&resolved, 16, &number),
                  0, "varyings");
      CHECK_EQUAL(context, number, 0, "varyings");
   }

   draw.vertices_per_primitive = 0;
   check_refused_draw(context, &draw, -EINVAL, "no vertices per primitive");
   CHECK_REFUSED(context, dral_draw_max_instances(&draw, &most.value), -EINVAL,
                 most);
   draw = plain_draw(5, 70, 0);
   CHECK_EQUAL(context, dral_draw_max_instances(&draw, &most.value), 0,
               "its own instance count does not matter");
   CHECK_EQUAL(context, most.value, 1 << 25, "70 takes 7 bits of 32");
   draw = plain_draw(5, 0, 2);
   CHECK_EQUAL(context, dral_draw_max_instances(&draw, &most.value), 0,
               "no vertices");
   CHECK_EQUAL(context, most.value, UINT32_MAX, "no vertices");
}

static void
draws_too_large_or_too_new_are_refused(struct context *context)
{
   struct dral_draw draw;
   GUARDED(uint32_t, most);
   uint32_t architecture;

   for (architecture = 9; architecture <= 14; architecture++) {
      draw = plain_draw(architecture, 70, 2);
      check_refused_draw(context, &draw, -EDOM, "v9 and later");
      CHECK_REFUSED(context, dral_draw_max_instances(&draw, &most.value),
                    -EDOM, most);
   }
   draw = plain_draw(5, 0xE0000000, 2);
   check_refused_draw(context, &draw, -ERANGE, "padded count");
   draw = plain_draw(5, 60000, 65537);
   check_refused_draw(context, &draw, -ERANGE, "threads");
   draw = plain_draw(5, 5, 0x20000001);
   check_refused_draw(context, &draw, -ERANGE, "invocation");
}

/* -EINVAL decides over -EDOM, and that over -ERANGE. */
static void
worst_error_of_a_draw_decides(struct context *context)
{
   struct dral_draw draw = plain_draw(9, 0xFFFFFFFF, 0xFFFFFFFF);

   check_refused_draw(context, &draw, -EDOM, "v9, too many threads");
   draw.idvs = 2;
   check_refused_draw(context, &draw, -EINVAL, "and IDVS");
   draw.architecture = 5;
   check_refused_draw(context, &draw, -EINVAL, "IDVS, too many threads");
}

static void
unknown_and_unused_rates_are_refused(struct context *context)
{
   const struct dral_resolved_draw draw = resolved_plain_draw(7, 70, 2);
   GUARDED(struct dral_attribute_record, record);
   GUARDED(uint64_t, divisor);
   GUARDED(int32_t, offset);
   size_t i;

   for (i = 0; i < LENGTH(unknown); i++) {
      struct dral_vertex_buffer buffer = plain_buffer();

      buffer.rate = unknown[i];
      CHECK_REFUSED(context,
                    dral_attribute_record(&draw, &buffer, &record.value),
                    -EINVAL, record);
      if (buffer.rate == DRAL_RATE_UNUSED) {
         CHECK_EQUAL(context,
                     dral_hardware_divisor(&draw, &buffer, &divisor.value),
                     0, "nothing is divided");
         CHECK_EQUAL(context, divisor.value, 0, "nothing is divided");
      } else {
         CHECK_REFUSED(context,
                       dral_hardware_divisor(&draw, &buffer, &divisor.value),
                       -EINVAL, divisor);
      }
      CHECK_REFUSED(context, dral_attribute_offset(&draw, &buffer, 0,
                                                   &offset.value),
                    -EINVAL, offset);
      check_refused_table(context, &draw, &buffer, -EINVAL);
   }
}

static void
address_and_size_are_refused_at_their_limits(struct context *context)
{
   const struct dral_resolved_draw draw = resolved_plain_draw(7, 70, 2);
   struct dral_vertex_buffer buffer = plain_buffer();
   GUARDED(struct dral_attribute_record, record);
   uint64_t divisor;
   GUARDED(int32_t, offset);

   buffer.address = ((uint64_t)1 << 56) - 1;
   buffer.size = 0xFFFFFFFF - 63;
   CHECK_EQUAL(context, dral_attribute_record(&draw, &buffer, &record.value),
               0, "both are the largest");
   CHECK_EQUAL(context, record.value.pointer, ((uint64_t)1 << 56) - 64,
               "pointer");
   CHECK_EQUAL(context, record.value.size, 0xFFFFFFFF, "size");

   buffer.size++;
   CHECK_REFUSED(context, dral_attribute_record(&draw, &buffer, &record.value),
                 -ERANGE, record);
   CHECK_REFUSED(context,
                 dral_attribute_offset(&draw, &buffer, 0, &offset.value),
                 -ERANGE, offset);
   check_refused_table(context, &draw, &buffer, -ERANGE);
   CHECK_EQUAL(context, dral_hardware_divisor(&draw, &buffer, &divisor), 0,
               "size does not matter");

   buffer = plain_buffer();
   buffer.address = (uint64_t)1 << 56;
   CHECK_REFUSED(context, dral_attribute_record(&draw, &buffer, &record.value),
                 -ERANGE, record);
   CHECK_REFUSED(context,
                 dral_attribute_offset(&draw, &buffer, 0, &offset.value),
                 -ERANGE, offset);
   check_refused_table(context, &draw, &buffer, -ERANGE);
   CHECK_EQUAL(context, dral_hardware_divisor(&draw, &buffer, &divisor), 0,
               "address does not matter");
   buffer.address = UINT64_MAX;
   CHECK_REFUSED(context, dral_attribute_record(&draw, &buffer, &record.value),
                 -ERANGE, record);
}

static void
check_refused_record(struct context *context,
                     const struct dral_attribute_record *record, int expected)
{
   GUARDED_ARRAY(uint32_t, words, 8);
   GUARDED(size_t, count);

   CHECK_REFUSED(context, dral_attribute_record_pack(record, words.value, 8,
                                                     &count.value),
                 expected, words);
   CHECK_REFUSED(context, dral_attribute_record_pack(record, words.value, 8,
                                                     &count.value),
                 expected, count);
}

static void
record_fields_that_do_not_fit_are_refused(struct context *context)
{
   static const uint32_t types[] = { 0, 5, 0x20, 0x22, 0x24, 0x41,
                                     0xFFFFFFFF };
   struct dral_attribute_record record;
   GUARDED(uint32_t, element);
   uint32_t type;
   size_t i;

   for (i = 0; i < LENGTH(types); i++) {
      record = plain_record(types[i]);
      check_refused_record(context, &record, -EDOM);
      CHECK_REFUSED(context, dral_attribute_record_element(&record, 0,
                                                           &element.value),
                    -EDOM, element);
   }
   for (type = 1; type <= 4; type++) {
      record = plain_record(type);
      record.pointer = 0x10001;
      check_refused_record(context, &record, -EDOM);
      record.pointer = 0x10020;
      check_refused_record(context, &record, -EDOM);
      record.pointer = (uint64_t)1 << 56;
      check_refused_record(context, &record, -ERANGE);
      if (type == DRAL_RECORD_TYPE_ONE_DIMENSIONAL)
         continue;
      record = plain_record(type);
      record.shift = 32;
      check_refused_record(context, &record, -EDOM);
   }
   record = plain_record(DRAL_RECORD_TYPE_MODULUS);
   record.odd = 5;
   check_refused_record(context, &record, -EDOM);
   record.odd = 8;
   check_refused_record(context, &record, -EDOM);
   record = plain_record(DRAL_RECORD_TYPE_NPOT_DIVISOR);
   record.extra_flags = 2;
   check_refused_record(context, &record, -EDOM);
   record = plain_record(DRAL_RECORD_TYPE_NPOT_DIVISOR);
   record.magic = 0x80000000;
   check_refused_record(context, &record, -EDOM);
}

/* All values of the two fields of a modulus. */
static void
modulus_packs_just_where_its_words_unpack(struct context *context)
{
   uint32_t i;

   for (i = 0; i < 256; i++) {
      struct dral_attribute_record record =
         plain_record(DRAL_RECORD_TYPE_MODULUS);
      struct dral_id_record id_record = plain_id_record(DRAL_ID_TYPE_VERTEX);
      uint32_t words[4] = { 0x10003, 0, 16, 4096 };
      uint32_t packed[4];
      size_t count;
      int error;

      record.shift = i % 32;
      record.odd = i / 32;
      words[1] = i << 24;
      fill_canary(packed, sizeof packed);
      error = dral_attribute_record_pack(&record, packed, 4, &count);
      CHECK(context, error == 0 || error == -EDOM, "%d", error);
      if (record.odd > 4)
         CHECK_EQUAL(context, error, -EDOM, "odd %" PRIu32, record.odd);
      else if ((uint64_t)(2 * record.odd + 1) << record.shift <= UINT32_MAX)
         CHECK_EQUAL(context, error, 0, "a padded count");
      if (error == 0)
         CHECK(context, memcmp(packed, words, sizeof words) == 0, "%s",
               words_text(packed, 4));
      else
         CHECK(context, is_untouched(packed, sizeof packed), "refused");
      CHECK_EQUAL(context, dral_attribute_record_unpack(words, 4, &record),
                  error, "%s", words_text(words, 4));

      /* That of a vertex id can be above every id. */
      id_record.shift = i % 32;
      id_record.odd = i / 32;
      words[0] = DRAL_ID_TYPE_VERTEX;
      words[2] = 0;
      words[3] = 0;
      error = id_record.odd > 4 ? -EDOM : 0;
      CHECK_EQUAL(context, dral_id_record_pack(&id_record, packed), error,
                  "%s", words_text(words, 4));
      if (error == 0)
         CHECK(context, memcmp(packed, words, sizeof words) == 0, "%s",
               words_text(packed, 4));
      CHECK_EQUAL(context, dral_id_record_unpack(words, &id_record), error,
                  "%s", words_text(words, 4));
   }
}

/* Room without end is room enough, or an array beyond memory. */
static void
capacity_beyond_memory_is_used_or_refused(struct context *context)
{
   const struct dral_resolved_draw draw = resolved_plain_draw(5, 70, 2);
   const struct dral_vertex_buffer buffer = plain_buffer();
   struct dral_attribute_record record = plain_record(1);
   const uint32_t expected[4] = { 0x10003, 0x83000000, 16, 4096 };
   uint32_t words[4];
   uint32_t slot;
   size_t count;
   int error;

   fill_canary(words, sizeof words);
   fill_canary(&slot, sizeof slot);
   error = dral_attribute_table_pack(&draw, 0, 0, &buffer, 1, words, SIZE_MAX,
                                     &slot, &count, NULL);
   if (error == 0) {
      CHECK(context, memcmp(words, expected, sizeof words) == 0, "%s",
            words_text(words, 4));
      CHECK_EQUAL(context, slot, 0, "slot");
   } else {
      CHECK_EQUAL(context, error, -EINVAL, "table");
      CHECK(context, is_untouched(words, sizeof words), "words");
      CHECK(context, is_untouched(&slot, sizeof slot), "slot");
   }

   record.type = DRAL_RECORD_TYPE_MODULUS;
   record.shift = 3;
   record.odd = 4;
   fill_canary(words, sizeof words);
   error = dral_attribute_record_pack(&record, words, SIZE_MAX, &count);
   if (error == 0) {
      CHECK(context, memcmp(words, expected, sizeof words) == 0, "%s",
            words_text(words, 4));
   } else {
      CHECK_EQUAL(context, error, -EINVAL, "record");
      CHECK(context, is_untouched(words, sizeof words), "words");
   }

   fill_canary(&record, sizeof record);
   error = dral_attribute_record_unpack(expected, SIZE_MAX, &record);
   if (error == 0) {
      CHECK_EQUAL(context, record.odd, 4, "record");
   } else {
      CHECK_EQUAL(context, error, -EINVAL, "record");
      CHECK(context, is_untouched(&record, sizeof record), "record");
   }
}

static void
modulus_that_is_no_padded_count_has_no_element(struct context *context)
{
   struct dral_attribute_record record =
      plain_record(DRAL_RECORD_TYPE_MODULUS);
   GUARDED(uint32_t, element);

   for (record.odd = 0; record.odd < 8; record.odd++) {
      for (record.shift = 0; record.shift < 32; record.shift++) {
         const uint64_t modulus = (uint64_t)(2 * record.odd + 1)
                                  << record.shift;
         const uint32_t id = 0xFEDCBA98;

         if (record.odd > 4 || modulus > UINT32_MAX) {
            CHECK_REFUSED(context, dral_attribute_record_element(
                                      &record, id, &element.value),
                          -EDOM, element);
            continue;
         }
         CHECK_EQUAL(context, dral_attribute_record_element(&record, id,
                                                            &element.value), 0,
                     "modulus %" PRIu64, modulus);
         CHECK_EQUAL(context, element.value, id % modulus, "modulus %" PRIu64,
                     modulus);
      }
   }
}

static void
too_little_room_for_a_record_is_refused(struct context *context)
{
   struct dral_attribute_record record = plain_record(1);
   GUARDED_ARRAY(uint32_t, words, 8);
   size_t count;
   size_t capacity;
   int error;

   for (capacity = 0; capacity < 4; capacity++)
      CHECK_REFUSED(context, dral_attribute_record_pack(&record, words.value,
                                                        capacity, &count),
                    -ENOSPC, words);
   CHECK_EQUAL(context,
               dral_attribute_record_pack(&record, words.value, 4, &count), 0,
               "4 words");
   record.type = DRAL_RECORD_TYPE_NPOT_DIVISOR;
   for (capacity = 0; capacity < 8; capacity++)
      CHECK_REFUSED(context, dral_attribute_record_pack(&record, words.value,
                                                        capacity, &count),
                    -ENOSPC, words);
   CHECK_EQUAL(context,
               dral_attribute_record_pack(&record, words.value, 8, &count), 0,
               "8 words");
   /* NULL and too small: it is not said which of them decides. */
   fill_canary(&count, sizeof count);
   error = dral_attribute_record_pack(&record, NULL, 0, &count);
   CHECK(context, error == -ENOSPC || error == -EINVAL, "%d", error);
   CHECK(context, is_untouched(&count, sizeof count), "no words");
}

static void
too_few_words_of_a_record_are_refused(struct context *context)
{
   const uint32_t words[4] = { 1, 0, 16, 4096 };
   GUARDED(struct dral_attribute_record, record);
   size_t count;

   for (count = 0; count < 4; count++)
      CHECK_REFUSED(context, dral_attribute_record_unpack(words, count,
                                                          &record.value),
                    -EINVAL, record);
   CHECK_REFUSED(context, dral_attribute_record_unpack(NULL, 0, &record.value),
                 -EINVAL, record);
   CHECK_EQUAL(context, dral_attribute_record_unpack(words, 4, &record.value),
               0, "4 words");
}

static void
id_fields_that_do_not_fit_are_refused(struct context *context)
{
   static const uint32_t types[] = { 0, 1, 0x20, 0x21, 0x23, 0x25, 0x62,
                                     0x124, 0xFFFFFFFF };
   struct dral_id_record record;
   GUARDED_ARRAY(uint32_t, words, 4);
   GUARDED(uint32_t, id);
   size_t i;

   for (i = 0; i < LENGTH(types); i++) {
      record = plain_id_record(types[i]);
      CHECK_REFUSED(context, dral_id_record_pack(&record, words.value), -EDOM,
                    words);
      CHECK_REFUSED(context, dral_id_record_value(&record, 0, &id.value),
                    -EDOM, id);
   }
   record = plain_id_record(DRAL_ID_TYPE_VERTEX);
   record.shift = 32;
   CHECK_REFUSED(context, dral_id_record_pack(&record, words.value), -EDOM,
                 words);
   record = plain_id_record(DRAL_ID_TYPE_VERTEX);
   record.odd = 5;
   CHECK_REFUSED(context, dral_id_record_pack(&record, words.value), -EDOM,
                 words);
   record.odd = 8;
   CHECK_REFUSED(context, dral_id_record_pack(&record, words.value), -EDOM,
                 words);
   record = plain_id_record(DRAL_ID_TYPE_INSTANCE);
   record.shift = 32;
   CHECK_REFUSED(context, dral_id_record_pack(&record, words.value), -EDOM,
                 words);
   record = plain_id_record(DRAL_ID_TYPE_INSTANCE);
   record.extra_flags = 2;
   CHECK_REFUSED(context, dral_id_record_pack(&record, words.value), -EDOM,
                 words);
   record = plain_id_record(DRAL_ID_TYPE_INSTANCE);
   record.magic = 0x80000000;
   CHECK_REFUSED(context, dral_id_record_pack(&record, words.value), -EDOM,
                 words);
}

static void
bad_valhall_sources_are_refused(struct context *context)
{
   struct dral_valhall_source good = { 0 };
   struct dral_valhall_source source;
   GUARDED(struct dral_valhall_attribute, out);
   uint32_t architecture;
   size_t i;

   good.architecture = 10;
   for (i = 0; i < LENGTH(unknown); i++) {
      source = good;
      source.rounding = unknown[i];
      CHECK_REFUSED(context, dral_valhall_attribute(&source, &out.value),
                    -EINVAL, out);
      source = good;
      source.divisor_one = unknown[i];
      CHECK_REFUSED(context, dral_valhall_attribute(&source, &out.value),
                    -EINVAL, out);
      source = good;
      source.rate = unknown[i];
      if (source.rate == DRAL_RATE_UNUSED)
         source.rounding = 2;
      CHECK_REFUSED(context, dral_valhall_attribute(&source, &out.value),
                    -EINVAL, out);
   }
   for (architecture = 0; architecture < 20; architecture++) {
      const int known = architecture >= 4 && architecture <= 14 &&
                        architecture != 8;

      if (architecture >= 9 && known)
         continue;
      source = good;
      source.architecture = architecture;
      CHECK_REFUSED(context, dral_valhall_attribute(&source, &out.value),
                    known ? -EDOM : -EINVAL, out);
   }
   source = good;
   source.format = 1 << 22;
   CHECK_REFUSED(context, dral_valhall_attribute(&source, &out.value), -ERANGE,
                 out);
   source = good;
   source.table = 64;
   CHECK_REFUSED(context, dral_valhall_attribute(&source, &out.value), -ERANGE,
                 out);
   source.format = (1 << 22) - 1;
   source.table = 63;
   CHECK_EQUAL(context, dral_valhall_attribute(&source, &out.value), 0,
               "both are the largest");
}

static void
valhall_fields_that_do_not_fit_are_refused(struct context *context)
{
   static const uint32_t types[] = { 0, 4, 5, 15, 17, 0xFFFFFFFF };
   struct dral_valhall_attribute attribute;
   GUARDED_ARRAY(uint32_t, words, 8);
   GUARDED(uint32_t, element);
   uint32_t type;
   size_t i;

   for (i = 0; i < LENGTH(types); i++) {
      attribute = plain_attribute(types[i]);
      CHECK_REFUSED(context,
                    dral_valhall_attribute_pack(&attribute, words.value),
                    -EDOM, words);
      CHECK_REFUSED(context, dral_valhall_attribute_element(
                                &attribute, 0, 0, &element.value),
                    -EDOM, element);
   }
   for (i = 0; i < LENGTH(unknown); i++) {
      attribute = plain_attribute(1);
      attribute.frequency = unknown[i];
      CHECK_REFUSED(context,
                    dral_valhall_attribute_pack(&attribute, words.value),
                    -EDOM, words);
      CHECK_REFUSED(context, dral_valhall_attribute_element(
                                &attribute, 0, 0, &element.value),
                    -EDOM, element);
      attribute = plain_attribute(1);
      attribute.offset_enable = unknown[i];
      CHECK_REFUSED(context,
                    dral_valhall_attribute_pack(&attribute, words.value),
                    -EINVAL, words);
      CHECK_REFUSED(context, dral_valhall_attribute_element(
                                &attribute, 0, 0, &element.value),
                    -EINVAL, element);
   }
   for (type = 1; type <= 3; type++) {
      attribute = plain_attribute(type);
      attribute.format = 1 << 22;
      CHECK_REFUSED(context,
                    dral_valhall_attribute_pack(&attribute, words.value),
                    -ERANGE, words);
      attribute = plain_attribute(type);
      attribute.table = 64;
      CHECK_REFUSED(context,
                    dral_valhall_attribute_pack(&attribute, words.value),
                    -ERANGE, words);
      if (type == DRAL_VALHALL_TYPE_ONE_DIMENSIONAL)
         continue;
      attribute = plain_attribute(type);
      attribute.shift = 32;
      CHECK_REFUSED(context,
                    dral_valhall_attribute_pack(&attribute, words.value),
                    -EDOM, words);
   }
   attribute = plain_attribute(DRAL_VALHALL_TYPE_NPOT_DIVISOR);
   attribute.extra_flags = 2;
   CHECK_REFUSED(context, dral_valhall_attribute_pack(&attribute, words.value),
                 -EDOM, words);
   attribute = plain_attribute(DRAL_VALHALL_TYPE_NPOT_DIVISOR);
   attribute.magic = 0x80000000;
   CHECK_REFUSED(context, dral_valhall_attribute_pack(&attribute, words.value),
                 -EDOM, words);
}

static void
first_wrong_id_needs_a_divisor(struct context *context)
{
   const struct dral_magic_divisor candidate = { 0x2AAAAAAA, 1, 1 };
   GUARDED(uint64_t, id);

   CHECK_REFUSED(context, dral_magic_first_wrong_id(&candidate, 0, &id.value),
                 -EINVAL, id);
}

static void
counts_are_refused_at_their_limits(struct context *context)
{
   static const uint32_t invocations[][2] = {
      { 0, 1 },
      { 1, 0 },
      { 0x10000, 0x10001 },
      { 0x10001, 0x10000 },
      { 0xFFFFFFFF, 2 },
      { 2, 0xFFFFFFFF },
   };
   static const uint32_t no_padded_counts[] = { 0, 11, 71, 73, 0xE0000001,
                                                0xFFFFFFFF };
   GUARDED(struct dral_padded_count, padded);
   GUARDED(uint32_t, count);
   GUARDED(uint32_t, other_count);
   GUARDED(uint8_t, byte);
   GUARDED_ARRAY(uint32_t, words, 2);
   uint32_t rule;
   size_t i;

   for (rule = 0; rule <= 1; rule++) {
      CHECK_EQUAL(context, dral_padded_count(0xDFFFFFFF, rule, &padded.value),
                  0, "the largest");
      CHECK_REFUSED(context,
                    dral_padded_count(0xE0000000, rule, &padded.value),
                    -ERANGE, padded);
   }
   CHECK_EQUAL(context, dral_idvs_vertex_count(0xFFFFFFFC, &count.value), 0,
               "the largest");
   CHECK_EQUAL(context, count.value, 0xFFFFFFFC, "the largest");
   CHECK_REFUSED(context, dral_idvs_vertex_count(0xFFFFFFFD, &count.value),
                 -ERANGE, count);
   CHECK_EQUAL(context, dral_instance_size_pack(0xE0000000, &byte.value), 0,
               "the largest");
   for (i = 0; i < LENGTH(no_padded_counts); i++)
      CHECK_REFUSED(context,
                    dral_instance_size_pack(no_padded_counts[i], &byte.value),
                    -EDOM, byte);
   CHECK_REFUSED(context, dral_instance_size_unpack(0xA0, &count.value),
                 -EDOM, count);
   CHECK_REFUSED(context, dral_instance_size_unpack(0x3F, &count.value),
                 -EDOM, count);
   CHECK_EQUAL(context, dral_invocation_pack(0x10000, 0x10000, words.value),
               0, "32 bits");
   for (i = 0; i < LENGTH(invocations); i++)
      CHECK_REFUSED(context,
                    dral_invocation_pack(invocations[i][0], invocations[i][1],
                                         words.value),
                    i < 2 ? -EINVAL : -ERANGE, words);
   fill_canary(&count, sizeof count);
   CHECK_REFUSED(context,
                 dral_invocation_unpack(invocations[0], &count.value,
                                        &other_count.value),
                 -EDOM, other_count);
   CHECK(context, is_untouched(&count, sizeof count), "vertex count");
}

/* Each field has its largest value; one more is refused elsewhere here. */
static void
fields_at_their_limits_come_back(struct context *context)
{
   uint32_t type;

   for (type = 1; type <= 4; type++) {
      const int is_modulus = type == DRAL_RECORD_TYPE_MODULUS;
      const uint32_t is_npot = type == DRAL_RECORD_TYPE_NPOT_DIVISOR;
      struct dral_attribute_record record = plain_record(type);
      struct dral_attribute_record unpacked;
      uint32_t words[8];
      size_t count = 0;

      record.pointer = ((uint64_t)1 << 56) - 64;
      record.stride = UINT32_MAX;
      record.size = UINT32_MAX;
      /* 9 << 28 is the largest modulus with the odd part 4. */
      record.shift = type == 1 ? 0 : is_modulus ? 28 : 31;
      record.odd = is_modulus ? 4 : 0;
      record.extra_flags = is_npot;
      record.magic = is_npot ? 0x7FFFFFFF : 0;
      record.divisor = is_npot ? UINT32_MAX : 0;
      CHECK_EQUAL(context,
                  dral_attribute_record_pack(&record, words, 8, &count), 0,
                  "type %" PRIu32, type);
      CHECK_EQUAL(context,
                  dral_attribute_record_unpack(words, count, &unpacked), 0,
                  "type %" PRIu32, type);
      CHECK(context, memcmp(&record, &unpacked, sizeof record) == 0,
            "type %" PRIu32, type);
   }
   for (type = 1; type <= 3; type++) {
      const uint32_t is_npot = type == DRAL_VALHALL_TYPE_NPOT_DIVISOR;
      struct dral_valhall_attribute attribute = plain_attribute(type);
      struct dral_valhall_attribute unpacked;
      uint32_t words[8];

      attribute.frequency = DRAL_FREQUENCY_INSTANCE;
      attribute.offset_enable = 1;
      attribute.format = (1 << 22) - 1;
      attribute.table = 63;
      attribute.buffer_index = UINT32_MAX;
      attribute.stride = UINT32_MAX;
      attribute.offset = INT32_MIN;
      attribute.shift = type == 1 ? 0 : 31;
      attribute.extra_flags = is_npot;
      attribute.magic = is_npot ? 0x7FFFFFFF : 0;
      CHECK_EQUAL(context, dral_valhall_attribute_pack(&attribute, words), 0,
                  "type %" PRIu32, type);
      CHECK_EQUAL(context, dral_valhall_attribute_unpack(words, &unpacked), 0,
                  "type %" PRIu32, type);
      CHECK(context, memcmp(&attribute, &unpacked, sizeof attribute) == 0,
            "type %" PRIu32, type);
   }
   for (type = DRAL_ID_TYPE_VERTEX; type <= DRAL_ID_TYPE_INSTANCE;
        type += 2) {
      const uint32_t is_instance = type == DRAL_ID_TYPE_INSTANCE;
      struct dral_id_record record = plain_id_record(type);
      struct dral_id_record unpacked;
      uint32_t words[4];

      record.shift = 31;
      record.odd = is_instance ? 0 : 4;
      record.extra_flags = is_instance;
      record.magic = is_instance ? 0x7FFFFFFF : 0;
      CHECK_EQUAL(context, dral_id_record_pack(&record, words), 0,
                  "type %" PRIu32, type);
      CHECK_EQUAL(context, dral_id_record_unpack(words, &unpacked), 0,
                  "type %" PRIu32, type);
      CHECK(context, memcmp(&record, &unpacked, sizeof record) == 0,
            "type %" PRIu32, type);
   }
}

/* Of a magic divisor only the bits that descriptors store are read. */
static void
foreign_magic_divisors_are_taken_by_their_bits(struct context *context)
{
   const struct dral_magic_divisor foreign[] = {
      { 0x2AAAAAAA, 1, 1 },
      { 0xAAAAAAAA, 33, 3 },
      { 0xAAAAAAAA, 0xFFFFFFE1, 0xFFFFFFFF },
   };
   uint64_t id = 0;
   size_t i;

   for (i = 0; i < LENGTH(foreign); i++) {
      CHECK_EQUAL(context, dral_magic_divide(&foreign[i], UINT32_MAX),
                  UINT32_MAX / 3, "a divisor of 3");
      CHECK_EQUAL(context, dral_magic_first_wrong_id(&foreign[i], 3, &id), 0,
                  "a divisor of 3");
      CHECK_EQUAL(context, id, (uint64_t)1 << 32, "a divisor of 3");
   }
}

const struct test errors_tests[] = {
   QUICK_TEST(null_is_refused_by_padding_functions),
   QUICK_TEST(null_is_refused_by_divisor_functions),
   QUICK_TEST(null_is_refused_by_draw_functions),
   QUICK_TEST(null_is_refused_by_attribute_functions),
   QUICK_TEST(null_is_refused_by_record_functions),
   QUICK_TEST(null_is_refused_by_table_functions),
   QUICK_TEST(null_is_refused_by_id_functions),
   QUICK_TEST(null_is_refused_by_valhall_functions),
   QUICK_TEST(null_output_of_a_bad_input_is_refused),
   QUICK_TEST(null_for_all_pointers_is_refused),
   QUICK_TEST(arrays_of_no_elements_may_be_null),
   QUICK_TEST(counts_beyond_memory_are_refused),
   QUICK_TEST(overlapping_arrays_are_refused),
   QUICK_TEST(a_table_over_its_buffers_stays_in_its_outputs),
   QUICK_TEST(unknown_rules_and_roundings_are_refused),
   QUICK_TEST(unknown_values_in_a_draw_are_refused),
   QUICK_TEST(draws_of_nothing_are_taken_by_all),
   QUICK_TEST(draws_too_large_or_too_new_are_refused),
   QUICK_TEST(worst_error_of_a_draw_decides),
   QUICK_TEST(unknown_and_unused_rates_are_refused),
   QUICK_TEST(address_and_size_are_refused_at_their_limits),
   QUICK_TEST(record_fields_that_do_not_fit_are_refused),
   QUICK_TEST(modulus_packs_just_where_its_words_unpack),
   QUICK_TEST(modulus_that_is_no_padded_count_has_no_element),
   QUICK_TEST(capacity_beyond_memory_is_used_or_refused),
   QUICK_TEST(too_little_room_for_a_record_is_refused),
   QUICK_TEST(too_few_words_of_a_record_are_refused),
   QUICK_TEST(id_fields_that_do_not_fit_are_refused),
   QUICK_TEST(bad_valhall_sources_are_refused),
   QUICK_TEST(valhall_fields_that_do_not_fit_are_refused),
   QUICK_TEST(first_wrong_id_needs_a_divisor),
   QUICK_TEST(counts_are_refused_at_their_limits),
   QUICK_TEST(fields_at_their_limits_come_back),
   QUICK_TEST(foreign_magic_divisors_are_taken_by_their_bits),
   NO_MORE_TESTS,
};
