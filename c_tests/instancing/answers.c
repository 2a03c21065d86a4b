/* SPDX-License-Identifier: MIT */

/*
 * Known answers, a table for each topic.  A draw is given as in struct
 * dral_draw, or as a plain draw: architecture, rounding, vertices, instances.
 */

#include "dral.h"
#include "harness/known.h"
#include "harness/subjects.h"
#include "instancing/sample_draws.h"
#include "instancing/whole_draws.h"

#include <string.h>

/* Vertex count and rule. */
DEFINE_ANSWER(padded_count, uint32_t, 3,
              dral_padded_count(GIVEN(0), GIVEN(1), out))
DEFINE_ANSWER(idvs_vertex_count, uint32_t, 1,
              dral_idvs_vertex_count(GIVEN(0), out))
DEFINE_ANSWER(instance_size_byte, uint8_t, 1,
              dral_instance_size_pack(GIVEN(0), out))
DEFINE_ANSWER(instance_size, uint32_t, 1,
              dral_instance_size_unpack((uint8_t)GIVEN(0), out))

KNOWN_TEST(
   padded_counts_are_the_known_answers, "padding_known.csv",
   { "padded_count", 2, answer_padded_count },
   { "idvs_vertex_count", 1, answer_idvs_vertex_count },
   { "instance_size_byte", 1, answer_instance_size_byte },
   { "instance_size", 1, answer_instance_size })

/* Divisor and rounding. */
DEFINE_ANSWER(magic_divisor, uint32_t, 3,
              dral_magic_divisor(GIVEN(0), GIVEN(1), out))
/* Vertex count, rule and rounding. */
DEFINE_ANSWER(padded_count_divisor, uint32_t, 6,
              dral_padded_count_divisor(
                 GIVEN(0), GIVEN(1), GIVEN(2), out,
                 (void *)((struct dral_padded_count *)out + 1)))

/* A magic divisor and an id. */
static int
answer_quotient(const struct words *given, struct words *answer)
{
   add_word(answer, dral_magic_divide(given_from(given, 0), GIVEN(3)));
   return 0;
}

/* A magic divisor and the divisor that it may be one of. */
DEFINE_ANSWER(first_wrong_id, uint64_t, 1,
              dral_magic_first_wrong_id(given_from(given, 0), GIVEN(3), out))

KNOWN_TEST(
   magic_divisors_are_the_known_answers, "divisor_known.csv",
   { "magic_divisor", 2, answer_magic_divisor },
   { "padded_count_divisor", 3, answer_padded_count_divisor },
   { "quotient", 4, answer_quotient },
   { "first_wrong_id", 4, answer_first_wrong_id })

static struct dral_draw
given_plain_draw(const struct words *given)
{
   struct dral_draw draw = plain_draw(GIVEN(0), GIVEN(2), GIVEN(3));

   draw.rounding = GIVEN(1);
   return draw;
}

/* That draw; until the next call. */
static const struct dral_resolved_draw *
resolved_plain(const struct words *given)
{
   static struct dral_resolved_draw resolved;
   const struct dral_draw draw = given_plain_draw(given);

   return dral_draw_resolve(&draw, &resolved) == 0 ? &resolved : NULL;
}

DEFINE_STRUCT_ANSWER(draw, struct dral_resolved_draw, 2,
                     dral_draw_resolve(given_from(given, 0), out))
DEFINE_ANSWER(max_instances, uint32_t, 1,
              dral_draw_max_instances(given_from(given, 0), out))
DEFINE_ANSWER(index_range, uint32_t, 3,
              dral_index_range_resolve(given_from(given, 0), out))

/* A plain draw and a stride. */
DEFINE_ANSWER(varying_buffer_size, uint64_t, 1,
              dral_varying_buffer_size(resolved_plain(given), GIVEN(4), out))

DEFINE_ANSWER(invocation, uint32_t, 2,
              dral_invocation_pack(GIVEN(0), GIVEN(1), out))
DEFINE_ANSWER(invocation_counts, uint32_t, 2,
              dral_invocation_unpack(given_from(given, 0), out,
                                     (uint32_t *)out + 1))

KNOWN_TEST(
   draws_are_the_known_answers, "draw_known.csv",
   { "draw", 10, answer_draw },
   { "max_instances", 10, answer_max_instances },
   { "index_range", 3, answer_index_range },
   { "varying_buffer_size", 5, answer_varying_buffer_size },
   { "invocation", 2, answer_invocation },
   { "invocation_counts", 2, answer_invocation_counts })

/* Address, size, stride, rate and divisor; until the next call. */
static const struct dral_vertex_buffer *
given_buffer(const struct words *given, size_t place)
{
   static struct dral_vertex_buffer buffer;

   take_fields(given, place, &buffer, sizeof buffer, 1);
   return &buffer;
}

/* The words of a record. */
static int
give_record(struct words *answer, const struct dral_attribute_record *record)
{
   uint32_t words[8];
   size_t count = LENGTH(words);
   int error;

   fill_canary(words, sizeof words);
   error = dral_attribute_record_pack(record, words, LENGTH(words), &count);
   return give_answer(answer, error, words, count * sizeof words[0], 0);
}

/* A plain draw and a buffer. */
static int
answer_record(const struct words *given, struct words *answer)
{
   struct dral_attribute_record record;
   int error;

   fill_canary(&record, sizeof record);
   error = dral_attribute_record(resolved_plain(given),
                                 given_buffer(given, 4), &record);
   return error != 0
             ? give_answer(answer, error, &record, sizeof record, 1)
             : give_record(answer, &record);
}

/* A plain draw, a buffer, a vertex id and an instance id. */
static int
record_element(const struct words *given, uint32_t *element)
{
   const struct dral_resolved_draw *draw = resolved_plain(given);
   struct dral_attribute_record record;
   const int error =
      dral_attribute_record(draw, given_buffer(given, 4), &record);

   return error != 0 ? error
                     : dral_attribute_record_element(
                          &record, GIVEN(10) * draw->padded_count + GIVEN(9),
                          element);
}

DEFINE_ANSWER(record_element, uint32_t, 1, record_element(given, out))
DEFINE_ANSWER(hardware_divisor, uint64_t, 1,
              dral_hardware_divisor(resolved_plain(given),
                                    given_buffer(given, 4), out))

/* A plain draw, its start and base instance, a buffer, a source offset. */
static int
offset_of(const struct words *given, void *out)
{
   struct dral_draw draw = given_plain_draw(given);

   draw.offset_start = (int32_t)GIVEN(4);
   draw.base_instance = GIVEN(5);
   return draw_attribute_offset(&draw, given_buffer(given, 6), GIVEN(11),
                                out);
}

DEFINE_ANSWER(offset, uint32_t, 1, offset_of(given, out))

/* An address and a size, of 64 bits. */
DEFINE_STRUCT_ANSWER(bound_buffer, struct dral_bound_buffer, 1,
                     dral_buffer_bind(given->word[0], given->word[1], out))

/* All fields of a record. */
static int
answer_record_words(const struct words *given, struct words *answer)
{
   struct dral_attribute_record record;

   take_fields(given, 0, &record, sizeof record, 1);
   return give_record(answer, &record);
}

/* Words; the answer is the fields of their record. */
DEFINE_STRUCT_ANSWER(record_fields, struct dral_attribute_record, 1,
                     dral_attribute_record_unpack(given_from(given, 0),
                                                  given->count, out))

#define MOST_BUFFERS 8

/* The buffers from a place on; until the next call. */
static const struct dral_vertex_buffer *
given_buffers(const struct words *given, size_t place, size_t *count)
{
   static struct dral_vertex_buffer buffers[MOST_BUFFERS];

   for (*count = 0; place < given->count; place += 5)
      buffers[(*count)++] = *given_buffer(given, place);
   return buffers;
}

static int
are_all_ones(const uint32_t *words, size_t count)
{
   while (count > 0 && words[count - 1] == UINT32_MAX)
      count--;
   return count == 0;
}

/* A plain draw, a shape, images, room in words and buffers: the number of
 * words, the slots, and the words, with all ones where none is written. */
static int
answer_table(const struct words *given, struct words *answer)
{
   uint32_t words[16 * MOST_BUFFERS];
   uint32_t slots[MOST_BUFFERS];
   size_t word_count = 0, count;
   const struct dral_vertex_buffer *buffers =
      given_buffers(given, 7, &count);
   int error;

   memset(words, 0xFF, sizeof words);
   memset(slots, 0xFF, sizeof slots);
   error = dral_attribute_table_pack(
      resolved_plain(given), GIVEN(4), GIVEN(5), buffers, count, words,
      GIVEN(6), slots, &word_count, NULL);
   if (error != 0)
      return word_count == 0 && are_all_ones(words, LENGTH(words)) &&
                   are_all_ones(slots, LENGTH(slots))
                ? error
                : 1;
   add_word(answer, word_count);
   add_struct(answer, slots, count * sizeof slots[0]);
   add_struct(answer, words, word_count * sizeof words[0]);
   return 0;
}

/* A plain draw, a shape, images and buffers. */
static int
word_count_of(const struct words *given, size_t *word_count)
{
   size_t count;
   const struct dral_vertex_buffer *buffers =
      given_buffers(given, 6, &count);

   return dral_attribute_table_word_count(resolved_plain(given), GIVEN(4),
                                          GIVEN(5), buffers, count,
                                          word_count);
}

DEFINE_ANSWER(word_count, size_t, 1, word_count_of(given, out))

/* A buffer, and two draws by their vertices, instances, start and base
 * instance: whether they have one table, and whether one offset. */
static int
answer_same_keys(const struct words *given, struct words *answer)
{
   struct dral_vertex_state state;
   struct dral_vertex_state_key keys[2];
   size_t i;
   int error = dral_vertex_state_prepare(7, DRAL_ROUNDING_NEAREST,
                                         DRAL_TABLE_SHAPE_PAIRS, 0,
                                         given_buffer(given, 0), 1, &state);

   for (i = 0; i < 2 && error == 0; i++) {
      struct dral_draw draw = plain_draw(7, GIVEN(5 + 4 * i),
                                         GIVEN(6 + 4 * i));
      struct dral_resolved_draw resolved;

      draw.offset_start = (int32_t)GIVEN(7 + 4 * i);
      draw.base_instance = GIVEN(8 + 4 * i);
      error = dral_draw_resolve(&draw, &resolved);
      if (error == 0)
         error = dral_vertex_state_key(&state, &resolved, &keys[i]);
   }
   if (error != 0)
      return error;
   add_word(answer, keys[0].table == keys[1].table);
   add_word(answer, keys[0].offsets == keys[1].offsets &&
                       keys[0].moved == keys[1].moved);
   return 0;
}

DEFINE_ANSWER(descriptor, uint32_t, 2,
              dral_attribute_descriptor_pack(given_from(given, 0), out))
DEFINE_ANSWER(descriptor_fields, uint32_t, 3,
              dral_attribute_descriptor_unpack(given_from(given, 0), out))

KNOWN_TEST(
   attribute_records_are_the_known_answers, "record_known.csv",
   { "record", 9, answer_record },
   { "element", 11, answer_record_element },
   { "hardware_divisor", 9, answer_hardware_divisor },
   { "offset", 12, answer_offset },
   { "bound_buffer", 2, answer_bound_buffer },
   { "record_words", 9, answer_record_words },
   { "record_fields", 0, answer_record_fields },
   { "table", 0, answer_table },
   { "word_count", 0, answer_word_count },
   { "same_keys", 13, answer_same_keys },
   { "descriptor", 3, answer_descriptor },
   { "descriptor_fields", 2, answer_descriptor_fields })

static int
vertex_id(const struct words *given, void *words)
{
   struct dral_id_record record;
   const int error = dral_vertex_id_record(resolved_plain(given), &record);

   return error != 0 ? error : dral_id_record_pack(&record, words);
}

static int
instance_id(const struct words *given, void *words)
{
   struct dral_id_record record;
   const int error = dral_instance_id_record(resolved_plain(given), &record);

   return error != 0 ? error : dral_id_record_pack(&record, words);
}

/* The words of a record, and a linear id. */
static int
id_value(const struct words *given, void *value)
{
   struct dral_id_record record;
   const int error = dral_id_record_unpack(given_from(given, 0), &record);

   return error != 0 ? error
                     : dral_id_record_value(&record, GIVEN(4), value);
}

DEFINE_ANSWER(vertex_id, uint32_t, 4, vertex_id(given, out))
DEFINE_ANSWER(instance_id, uint32_t, 4, instance_id(given, out))
DEFINE_ANSWER(id_value, uint32_t, 1, id_value(given, out))
DEFINE_ANSWER(id_words, uint32_t, 4,
              dral_id_record_pack(given_from(given, 0), out))

KNOWN_TEST(
   id_records_are_the_known_answers, "id_known.csv",
   { "vertex_id", 4, answer_vertex_id },
   { "instance_id", 4, answer_instance_id },
   { "id_value", 5, answer_id_value },
   { "words", 5, answer_id_words })

static int
descriptor_words(const struct words *given, void *words)
{
   struct dral_valhall_attribute attribute;
   const int error =
      dral_valhall_attribute(given_from(given, 0), &attribute);

   return error != 0 ? error
                     : dral_valhall_attribute_pack(&attribute, words);
}

/* A source, a vertex id and an instance id. */
static int
element(const struct words *given, void *out)
{
   struct dral_valhall_attribute attribute;
   const int error =
      dral_valhall_attribute(given_from(given, 0), &attribute);

   return error != 0 ? error
                     : dral_valhall_attribute_element(&attribute, GIVEN(11),
                                                      GIVEN(12), out);
}

DEFINE_ANSWER(valhall, uint32_t, 8, descriptor_words(given, out))
DEFINE_ANSWER(attribute_words, uint32_t, 8,
              dral_valhall_attribute_pack(given_from(given, 0), out))
DEFINE_ANSWER(element, uint32_t, 1, element(given, out))

KNOWN_TEST(
   attribute_descriptors_are_the_known_answers, "valhall_known.csv",
   { "valhall", 11, answer_valhall },
   { "words", 11, answer_attribute_words },
   { "element", 13, answer_element })

const struct test answers_tests[] = {
   QUICK_TEST(padded_counts_are_the_known_answers),
   QUICK_TEST(magic_divisors_are_the_known_answers),
   QUICK_TEST(draws_are_the_known_answers),
   QUICK_TEST(attribute_records_are_the_known_answers),
   QUICK_TEST(id_records_are_the_known_answers),
   QUICK_TEST(attribute_descriptors_are_the_known_answers),
   NO_MORE_TESTS,
};
