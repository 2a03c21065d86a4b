/* SPDX-License-Identifier: MIT */

/*
 * Callers that do what they should not, of each function of dral.h: its
 * pointers and counts, unknown values, and fields that do not fit.
 */

#include "harness/calls.h"
#include "harness/canary.h"
#include "harness/text.h"
#include "dral.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

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

#define BUFFERS 3
/* On v7 a terminator follows. */
#define TABLE_WORDS 20
#define PAIR_WORDS (8 * BUFFERS + 4)

static const uint32_t numbers[] = { 3, 5, 7 };
static const struct dral_magic_divisor third = { 0x2AAAAAAA, 1, 1 };
static const struct dral_index_range indices = { 9, 520, 7 };
static const struct dral_attribute_descriptor descriptor = { 6, 0x2AAAAA,
                                                             -4 };
static const uint32_t descriptor_words[] = { 0xAAAAAA06, 0xFFFFFFFC };
static const uint32_t invocation_words[] = { 0x000000C5, 0x21C00000 };
static const uint32_t record_words[8] = {
   4, 0x21000000, 16, 4096, 0x20, 0x2AAAAAAA, 0, 3
};
static const uint32_t short_words[4] = { 1, 0, 16, 4096 };
static const uint32_t id_words[4] = { 0x22, 0, 0, 0 };
static const uint32_t valhall_words[8] = { 0x15, 0, 0, 0, 16, 0, 0, 0 };

/* What the calls read; most are of a draw on v7. */
static struct {
   struct dral_draw draw;
   struct dral_resolved_draw resolved;
   /* Of v5, which has records of ids. */
   struct dral_resolved_draw resolved_v5;
   struct dral_vertex_buffer buffers[BUFFERS];
   struct dral_bound_buffer bound[BUFFERS];
   struct dral_vertex_state state;
   struct dral_attribute_record record, short_record;
   struct dral_id_record id_record;
   struct dral_valhall_source source;
   struct dral_valhall_attribute attribute;
} sound;

static void
make_inputs(struct context *context)
{
   uint32_t i;

   memset(&sound, 0, sizeof sound);
   sound.draw = plain_draw(7, 70, 100);
   sound.resolved = resolved_plain_draw(7, 70, 100);
   sound.resolved_v5 = resolved_plain_draw(5, 70, 2);
   for (i = 0; i < BUFFERS; i++) {
      sound.buffers[i] = plain_buffer(i % 2, 3);
      CHECK_EQUAL(context,
                  dral_buffer_bind(sound.buffers[i].address, 4096,
                                   &sound.bound[i]),
                  0, "bound");
   }
   CHECK_EQUAL(context,
               dral_vertex_state_prepare(7, 0, DRAL_TABLE_SHAPE_PAIRS, 0,
                                         sound.buffers, BUFFERS,
                                         &sound.state),
               0, "prepared");
   CHECK_EQUAL(context,
               dral_attribute_record_unpack(record_words, 8, &sound.record),
               0, "record");
   CHECK_EQUAL(context,
               dral_attribute_record_unpack(short_words, 4,
                                            &sound.short_record),
               0, "record");
   CHECK_EQUAL(context, dral_id_record_unpack(id_words, &sound.id_record), 0,
               "id");
   CHECK_EQUAL(context, dral_valhall_attribute_unpack(valhall_words,
                                                      &sound.attribute), 0,
               "attribute");
   sound.source.architecture = 9;
}

DEFINE_CALL(padded_vertex_counts, at[0], at[1], n[0])
DEFINE_CALL(padded_count, 70, 0, at[0])
DEFINE_CALL(idvs_vertex_count, 70, at[0])
DEFINE_CALL(instance_size_pack, 72, at[0])
DEFINE_CALL(instance_size_unpack, 0x83, at[0])
DEFINE_CALL(magic_divisor, 3, 0, at[0])
DEFINE_CALL(padded_count_divisor, 70, 0, 0, at[0], at[1])
DEFINE_CALL(magic_divisors, at[0], 0, at[1], n[0])
DEFINE_CALL(magic_first_wrong_id, at[0], 3, at[1])
DEFINE_CALL(draw_resolve, at[0], at[1])
DEFINE_CALL(draw_max_instances, at[0], at[1])
DEFINE_CALL(index_range_resolve, at[0], at[1])
DEFINE_CALL(varying_buffer_size, at[0], 16, at[1])
DEFINE_CALL(attribute_descriptor_pack, at[0], at[1])
DEFINE_CALL(attribute_descriptor_unpack, at[0], at[1])
DEFINE_CALL(invocation_pack, 70, 2, at[0])
DEFINE_CALL(invocation_unpack, at[0], at[1], at[2])
DEFINE_CALL(hardware_divisor, at[0], at[1], at[2])
DEFINE_CALL(attribute_offset, at[0], at[1], 4, at[2])
DEFINE_CALL(attribute_record, at[0], at[1], at[2])
DEFINE_CALL(attribute_record_pack, at[0], at[1], n[0], at[2])
DEFINE_CALL(attribute_record_unpack, at[0], n[0], at[1])
DEFINE_CALL(attribute_record_element, at[0], 71, at[1])
DEFINE_CALL(attribute_table_word_count, at[0], 0, 0, at[1], n[0], at[2])
DEFINE_CALL(attribute_table_pack, at[0], 0, 0, at[1], n[0], at[2], n[1],
            at[3], at[4], NULL)
DEFINE_CALL(buffer_bind, 0x1000, 4096, at[0])
DEFINE_CALL(vertex_state_prepare, 7, 0, 1, 0, at[0], n[0], at[1])
DEFINE_CALL(vertex_state_table, at[0], at[1], at[2], n[0], at[3], n[1], at[4],
            at[5])
DEFINE_CALL(vertex_state_offset, at[0], at[1], 1, at[2], 4, at[3])
DEFINE_CALL(vertex_state_key, at[0], at[1], at[2])
DEFINE_CALL(vertex_id_record, at[0], at[1])
DEFINE_CALL(instance_id_record, at[0], at[1])
DEFINE_CALL(id_record_pack, at[0], at[1])
DEFINE_CALL(id_record_unpack, at[0], at[1])
DEFINE_CALL(id_record_value, at[0], 71, at[1])
DEFINE_CALL(valhall_attribute, at[0], at[1])
DEFINE_CALL(valhall_attribute_pack, at[0], at[1])
DEFINE_CALL(valhall_attribute_unpack, at[0], at[1])
DEFINE_CALL(valhall_attribute_element, at[0], 71, 1, at[1])

static const struct call draw_calls[] = {
   CALL(draw_resolve, IN(0, sound.draw), OUT(0, struct dral_resolved_draw)),
   CALL(draw_max_instances, IN(0, sound.draw), OUT(0, uint32_t)),
};

static const struct call buffer_calls[] = {
   CALL(attribute_record, IN(0, sound.resolved), IN(0, sound.buffers[0]),
        OUT(0, struct dral_attribute_record)),
   CALL(attribute_offset, IN(0, sound.resolved), IN(0, sound.buffers[0]),
        OUT(0, int32_t)),
   CALL(attribute_table_word_count, IN(0, sound.resolved),
        IN_ARRAY(0, sound.buffers, 2, 1, 0), OUT(0, size_t)),
   CALL(attribute_table_pack, IN(0, sound.resolved),
        IN_ARRAY(0, sound.buffers, 2, 1, 0),
        OUT_ARRAY(MAY_BE_ENDLESS, uint32_t, TABLE_WORDS, 2, -ENOSPC),
        OUT_ARRAY(0, uint32_t, 2, 1, 0), OUT(0, size_t)),
};

static const struct call hardware_divisor_calls[] = {
   CALL(hardware_divisor, IN(0, sound.resolved), IN(0, sound.buffers[0]),
        OUT(0, uint64_t)),
};

static const struct call record_calls[] = {
   CALL(attribute_record_pack, IN(0, sound.record),
        OUT_ARRAY(MAY_BE_ENDLESS, uint32_t, 8, 1, -ENOSPC), OUT(0, size_t)),
   CALL(attribute_record_element, IN(0, sound.record), OUT(0, uint32_t)),
};

static const struct call id_calls[] = {
   CALL(id_record_pack, IN(0, sound.id_record), OUT_FIXED(0, uint32_t, 4)),
   CALL(id_record_value, IN(0, sound.id_record), OUT(0, uint32_t)),
};

static const struct call source_calls[] = {
   CALL(valhall_attribute, IN(0, sound.source),
        OUT(0, struct dral_valhall_attribute)),
};

static const struct call attribute_calls[] = {
   CALL(valhall_attribute_pack, IN(0, sound.attribute),
        OUT_FIXED(0, uint32_t, 8)),
   CALL(valhall_attribute_element, IN(0, sound.attribute), OUT(0, uint32_t)),
};

static const struct call other_calls[] = {
   CALL(padded_vertex_counts, IN_ARRAY(APART, numbers, 3, 1, 0),
        OUT_ARRAY(APART, uint32_t, 3, 1, 0)),
   CALL(padded_count, OUT(0, struct dral_padded_count)),
   CALL(idvs_vertex_count, OUT(0, uint32_t)),
   CALL(instance_size_pack, OUT(0, uint8_t)),
   CALL(instance_size_unpack, OUT(0, uint32_t)),
   CALL(magic_divisor, OUT(0, struct dral_magic_divisor)),
   CALL(padded_count_divisor, OUT(0, struct dral_padded_count),
        OUT(0, struct dral_magic_divisor)),
   CALL(magic_divisors, IN_ARRAY(APART, numbers, 3, 1, 0),
        OUT_ARRAY(APART, struct dral_magic_divisor, 3, 1, 0)),
   CALL(magic_first_wrong_id, IN(0, third), OUT(0, uint64_t)),
   CALL(index_range_resolve, IN(0, indices),
        OUT(0, struct dral_vertex_range)),
   CALL(varying_buffer_size, IN(0, sound.resolved), OUT(0, uint64_t)),
   CALL(attribute_descriptor_pack, IN(0, descriptor),
        OUT_FIXED(0, uint32_t, 2)),
   CALL(attribute_descriptor_unpack, IN_FIXED(0, descriptor_words, 2),
        OUT(0, struct dral_attribute_descriptor)),
   CALL(invocation_pack, OUT_FIXED(0, uint32_t, 2)),
   CALL(invocation_unpack, IN_FIXED(0, invocation_words, 2), OUT(0, uint32_t),
        OUT(0, uint32_t)),
   CALL(attribute_record_pack, IN(0, sound.short_record),
        OUT_ARRAY(MAY_BE_ENDLESS, uint32_t, 4, 1, -ENOSPC), OUT(0, size_t)),
   CALL(attribute_record_unpack,
        IN_ARRAY(MAY_BE_ENDLESS, short_words, 4, 1, -EINVAL),
        OUT(0, struct dral_attribute_record)),
   CALL(attribute_record_unpack,
        IN_ARRAY(MAY_BE_ENDLESS, record_words, 8, 1, -EINVAL),
        OUT(0, struct dral_attribute_record)),
   CALL(buffer_bind, OUT(0, struct dral_bound_buffer)),
   CALL(vertex_state_prepare, IN_ARRAY(APART, sound.buffers, BUFFERS, 1, 0),
        OUT(APART, struct dral_vertex_state)),
   CALL(vertex_state_table, IN(0, sound.state), IN(0, sound.resolved),
        IN_ARRAY(0, sound.bound, BUFFERS, 1, -EINVAL),
        OUT_ARRAY(0, uint32_t, PAIR_WORDS, 2, -ENOSPC),
        OUT_ARRAY(0, uint32_t, BUFFERS, 1, -EINVAL), OUT(0, size_t)),
   CALL(vertex_state_offset, IN(0, sound.state), IN(0, sound.resolved),
        IN(0, sound.bound[0]), OUT(0, int32_t)),
   CALL(vertex_state_key, IN(0, sound.state), IN(0, sound.resolved),
        OUT(0, struct dral_vertex_state_key)),
   CALL(vertex_id_record, IN(0, sound.resolved_v5),
        OUT(0, struct dral_id_record)),
   CALL(instance_id_record, IN(0, sound.resolved_v5),
        OUT(0, struct dral_id_record)),
   CALL(id_record_unpack, IN_FIXED(0, id_words, 4),
        OUT(0, struct dral_id_record)),
   CALL(valhall_attribute_unpack, IN_FIXED(0, valhall_words, 8),
        OUT(0, struct dral_valhall_attribute)),
};

static void
pointers_and_counts_of_instancing_are_checked(struct context *context)
{
   static const struct {
      const struct call *calls;
      size_t count;
   } topics[] = {
#define TOPIC(calls) { calls, LENGTH(calls) }
      TOPIC(draw_calls),
      TOPIC(buffer_calls),
      TOPIC(hardware_divisor_calls),
      TOPIC(record_calls),
      TOPIC(id_calls),
      TOPIC(source_calls),
      TOPIC(attribute_calls),
      TOPIC(other_calls),
#undef TOPIC
   };
   size_t i;

   make_inputs(context);
   for (i = 0; i < LENGTH(topics); i++)
      check_calls(context, topics[i].calls, topics[i].count);
}

#define MOST 40

/* Lengths on both sides of what compilers unroll to. */
static void
arrays_of_any_length_are_used_to_their_last_element(struct context *context)
{
   static uint32_t many_numbers[MOST];
   static struct dral_vertex_buffer many_buffers[MOST];
   struct call batches[] = {
      CALL(padded_vertex_counts, IN_ARRAY(APART, many_numbers, 0, 1, 0),
           OUT_ARRAY(APART, uint32_t, 0, 1, 0)),
      CALL(magic_divisors, IN_ARRAY(APART, many_numbers, 0, 1, 0),
           OUT_ARRAY(APART, struct dral_magic_divisor, 0, 1, 0)),
      CALL(attribute_table_pack, IN(0, sound.resolved),
           IN_ARRAY(0, many_buffers, 0, 1, 0),
           OUT_ARRAY(MAY_BE_ENDLESS, uint32_t, 0, 2, -ENOSPC),
           OUT_ARRAY(0, uint32_t, 0, 1, 0), OUT(0, size_t)),
   };
   size_t count, words, i;

   make_inputs(context);
   for (count = 0; count < MOST; count++) {
      many_numbers[count] = 2 * (uint32_t)count + 3;
      many_buffers[count].rate = count % 2;
      many_buffers[count].divisor = 3;
   }
   for (count = 1; count <= MOST; count++) {
      CHECK_EQUAL(context,
                  dral_attribute_table_word_count(&sound.resolved, 0, 0,
                                                  many_buffers, count,
                                                  &words),
                  0, "%zu buffers", count);
      for (i = 0; i < 2; i++) {
         batches[i].arguments[0].count = count;
         batches[i].arguments[1].count = count;
      }
      batches[2].arguments[1].count = count;
      batches[2].arguments[2].count = words;
      batches[2].arguments[3].count = count;
      check_calls(context, batches, LENGTH(batches));
   }
}

/* What is not an error to call with NULL has no errno. */
static void
explanations_and_quotients_take_null(struct context *context)
{
   make_inputs(context);
   CHECK(context, dral_draw_explain(NULL) != NULL, "draw");
   CHECK(context, dral_attribute_explain(NULL, sound.buffers) != NULL,
         "draw");
   CHECK(context, dral_attribute_explain(&sound.resolved, NULL) != NULL,
         "buffer");
   CHECK(context, dral_attribute_explain(NULL, NULL) != NULL, "both");
   CHECK_EQUAL(context, dral_magic_divide(NULL, 12345), 0, "divisor");
}

/*
 * NULL for an output and a number that is an error, too: it is not said
 * which of them decides, but it is an error all the same.
 */
static void
null_output_of_a_bad_number_is_refused(struct context *context)
{
   CHECK(context, dral_padded_count(0xE0000000, 0, NULL) < 0, "count");
   CHECK(context, dral_padded_count(70, 2, NULL) < 0, "rule");
   CHECK(context, dral_idvs_vertex_count(0xFFFFFFFF, NULL) < 0, "IDVS");
   CHECK(context, dral_instance_size_pack(11, NULL) < 0, "size");
   CHECK(context, dral_instance_size_unpack(0xFF, NULL) < 0, "byte");
   CHECK(context, dral_magic_divisor(4, 1, NULL) < 0, "POT");
   CHECK(context, dral_magic_first_wrong_id(NULL, 0, NULL) < 0, "divisor");
   CHECK(context, dral_invocation_pack(0xFFFFFFFF, 0xFFFFFFFF, NULL) < 0,
         "counts");
}

/* Records of ids end with v5. */
static void
null_output_of_a_later_draw_is_refused(struct context *context)
{
   make_inputs(context);
   CHECK(context, dral_vertex_id_record(&sound.resolved, NULL) < 0, "v7");
   CHECK(context, dral_instance_id_record(&sound.resolved, NULL) < 0, "v7");
}

/* Makes changes to an input of the first few calls of a topic. */
#define CHECK_CHANGES(context, calls, count, input, changes) \
   check_changes(context, calls, count, &(input), changes, LENGTH(changes))

static void
unknown_values_in_a_draw_are_refused(struct context *context)
{
   static const struct change changes[] = {
      CHANGE(dral_draw, architecture, 0, -EINVAL),
      CHANGE(dral_draw, architecture, 1, -EINVAL),
      CHANGE(dral_draw, architecture, 2, -EINVAL),
      CHANGE(dral_draw, architecture, 3, -EINVAL),
      CHANGE(dral_draw, architecture, 8, -EINVAL),
      CHANGE(dral_draw, architecture, 15, -EINVAL),
      CHANGE(dral_draw, architecture, 16, -EINVAL),
      CHANGE(dral_draw, architecture, 260, -EINVAL),
      CHANGE(dral_draw, architecture, 0xFFFFFFFF, -EINVAL),
      CHANGE(dral_draw, architecture, 9, -EDOM),
      CHANGE(dral_draw, architecture, 10, -EDOM),
      CHANGE(dral_draw, architecture, 11, -EDOM),
      CHANGE(dral_draw, architecture, 12, -EDOM),
      CHANGE(dral_draw, architecture, 13, -EDOM),
      CHANGE(dral_draw, architecture, 14, -EDOM),
      CHANGE(dral_draw, vertices_per_primitive, 0, -EINVAL),
      CHANGE_TO_UNKNOWN(dral_draw, padding_rule, -EINVAL),
      CHANGE_TO_UNKNOWN(dral_draw, rounding, -EINVAL),
      CHANGE_TO_UNKNOWN(dral_draw, idvs, -EINVAL),
      CHANGE_TO_UNKNOWN(dral_draw, primitive_size, -EINVAL),
   };

   make_inputs(context);
   sound.draw = plain_draw(5, 70, 2);
   CHECK_CHANGES(context, draw_calls, 2, sound.draw, changes);
   /* Also where there is nothing to draw. */
   sound.draw.vertex_count = 0;
   CHECK_CHANGES(context, draw_calls, 2, sound.draw, changes);
}

static void
bad_buffers_are_refused(struct context *context)
{
   static const struct change changes[] = {
      CHANGE(dral_vertex_buffer, address, (uint64_t)1 << 56, -ERANGE),
      CHANGE(dral_vertex_buffer, address, UINT64_MAX, -ERANGE),
      CHANGE_TO_UNKNOWN(dral_vertex_buffer, rate, -EINVAL),
   };
   static const struct change size[] = {
      CHANGE(dral_vertex_buffer, size, 0xFFFFFFFF - 62, -ERANGE),
   };
   uint64_t number = 1;

   make_inputs(context);
   CHECK_CHANGES(context, buffer_calls, 4, sound.buffers[0], changes);
   /* All but the first rate, DRAL_RATE_UNUSED. */
   check_changes(context, hardware_divisor_calls, 1, &sound.buffers[0],
                 changes + 3, LENGTH(changes) - 3);
   /* Of the address the low 6 bits are added to the size. */
   sound.buffers[0].address = ((uint64_t)1 << 56) - 1;
   sound.buffers[0].size = 0xFFFFFFFF - 63;
   CHECK_CHANGES(context, buffer_calls, 4, sound.buffers[0], size);
   CHECK_EQUAL(context,
               dral_attribute_record(&sound.resolved, sound.buffers,
                                     &sound.record),
               0, "both are the largest");
   CHECK_EQUAL(context, sound.record.pointer, ((uint64_t)1 << 56) - 64,
               "pointer");
   CHECK_EQUAL(context, sound.record.size, 0xFFFFFFFF, "size");
   sound.buffers[0].address = UINT64_MAX;
   sound.buffers[0].size = UINT32_MAX;
   CHECK_EQUAL(context,
               dral_hardware_divisor(&sound.resolved, sound.buffers, &number),
               0, "neither matters");
   sound.buffers[0].rate = DRAL_RATE_UNUSED;
   CHECK_EQUAL(context,
               dral_hardware_divisor(&sound.resolved, sound.buffers, &number),
               0, "nothing is divided");
   CHECK_EQUAL(context, number, 0, "nothing is divided");
}

static void
record_fields_that_do_not_fit_are_refused(struct context *context)
{
   static const struct change types[] = {
      CHANGE(dral_attribute_record, type, 0, -EDOM),
      CHANGE(dral_attribute_record, type, 5, -EDOM),
      CHANGE(dral_attribute_record, type, 0x20, -EDOM),
      CHANGE(dral_attribute_record, type, 0x22, -EDOM),
      CHANGE(dral_attribute_record, type, 0x24, -EDOM),
      CHANGE(dral_attribute_record, type, 0x41, -EDOM),
      CHANGE(dral_attribute_record, type, 0xFFFFFFFF, -EDOM),
   };
   static const struct change fields[] = {
      CHANGE(dral_attribute_record, pointer, 0x10001, -EDOM),
      CHANGE(dral_attribute_record, pointer, 0x10020, -EDOM),
      CHANGE(dral_attribute_record, pointer, (uint64_t)1 << 56, -ERANGE),
      /* Not of one dimension. */
      CHANGE(dral_attribute_record, shift, 32, -EDOM),
   };
   static const struct change modulus[] = {
      CHANGE(dral_attribute_record, odd, 5, -EDOM),
      CHANGE(dral_attribute_record, odd, 8, -EDOM),
   };
   static const struct change npot[] = {
      CHANGE(dral_attribute_record, extra_flags, 2, -EDOM),
      CHANGE(dral_attribute_record, magic, 0x80000000, -EDOM),
   };
   uint32_t type;

   make_inputs(context);
   CHECK_CHANGES(context, record_calls, 2, sound.record, types);
   for (type = 1; type <= 4; type++) {
      /* A record of one dimension has three of them. */
      const size_t count = LENGTH(fields) - (type == 1);
      struct call pack = record_calls[0];

      sound.record = plain_record(type);
      pack.arguments[1].count = type == 4 ? 8 : 4;
      check_changes(context, &pack, 1, &sound.record, fields, count);
      if (type == DRAL_RECORD_TYPE_MODULUS)
         CHECK_CHANGES(context, &pack, 1, sound.record, modulus);
      if (type == DRAL_RECORD_TYPE_NPOT_DIVISOR)
         CHECK_CHANGES(context, &pack, 1, sound.record, npot);
   }
}

static void
id_fields_that_do_not_fit_are_refused(struct context *context)
{
   static const struct change types[] = {
      CHANGE(dral_id_record, type, 0, -EDOM),
      CHANGE(dral_id_record, type, 1, -EDOM),
      CHANGE(dral_id_record, type, 0x20, -EDOM),
      CHANGE(dral_id_record, type, 0x21, -EDOM),
      CHANGE(dral_id_record, type, 0x23, -EDOM),
      CHANGE(dral_id_record, type, 0x25, -EDOM),
      CHANGE(dral_id_record, type, 0x62, -EDOM),
      CHANGE(dral_id_record, type, 0x124, -EDOM),
      CHANGE(dral_id_record, type, 0xFFFFFFFF, -EDOM),
   };
   static const struct change vertex[] = {
      CHANGE(dral_id_record, shift, 32, -EDOM),
      CHANGE(dral_id_record, odd, 5, -EDOM),
      CHANGE(dral_id_record, odd, 8, -EDOM),
   };
   static const struct change instance[] = {
      CHANGE(dral_id_record, shift, 32, -EDOM),
      CHANGE(dral_id_record, extra_flags, 2, -EDOM),
      CHANGE(dral_id_record, magic, 0x80000000, -EDOM),
   };

   make_inputs(context);
   CHECK_CHANGES(context, id_calls, 2, sound.id_record, types);
   CHECK_CHANGES(context, id_calls, 1, sound.id_record, vertex);
   sound.id_record = plain_id_record(DRAL_ID_TYPE_INSTANCE);
   CHECK_CHANGES(context, id_calls, 1, sound.id_record, instance);
}

static void
bad_valhall_sources_are_refused(struct context *context)
{
   static const struct change changes[] = {
      CHANGE_TO_UNKNOWN(dral_valhall_source, rounding, -EINVAL),
      CHANGE_TO_UNKNOWN(dral_valhall_source, divisor_one, -EINVAL),
      CHANGE(dral_valhall_source, rate, 3, -EINVAL),
      CHANGE(dral_valhall_source, rate, 255, -EINVAL),
      CHANGE(dral_valhall_source, rate, 0x80000000, -EINVAL),
      CHANGE(dral_valhall_source, rate, 0xFFFFFFFF, -EINVAL),
      CHANGE(dral_valhall_source, format, 1 << 22, -ERANGE),
      CHANGE(dral_valhall_source, table, 64, -ERANGE),
   };
   make_inputs(context);
   sound.source.architecture = 10;
   CHECK_CHANGES(context, source_calls, 1, sound.source, changes);
}

static void
valhall_fields_that_do_not_fit_are_refused(struct context *context)
{
   static const struct change changes[] = {
      CHANGE(dral_valhall_attribute, type, 0, -EDOM),
      CHANGE(dral_valhall_attribute, type, 4, -EDOM),
      CHANGE(dral_valhall_attribute, type, 5, -EDOM),
      CHANGE(dral_valhall_attribute, type, 15, -EDOM),
      CHANGE(dral_valhall_attribute, type, 17, -EDOM),
      CHANGE(dral_valhall_attribute, type, 0xFFFFFFFF, -EDOM),
      CHANGE_TO_UNKNOWN(dral_valhall_attribute, frequency, -EDOM),
      CHANGE_TO_UNKNOWN(dral_valhall_attribute, offset_enable, -EINVAL),
   };
   static const struct change fields[] = {
      CHANGE(dral_valhall_attribute, format, 1 << 22, -ERANGE),
      CHANGE(dral_valhall_attribute, table, 64, -ERANGE),
      /* Not of one dimension. */
      CHANGE(dral_valhall_attribute, shift, 32, -EDOM),
   };
   static const struct change npot[] = {
      CHANGE(dral_valhall_attribute, extra_flags, 2, -EDOM),
      CHANGE(dral_valhall_attribute, magic, 0x80000000, -EDOM),
   };
   uint32_t type;

   make_inputs(context);
   sound.attribute = plain_attribute(1);
   CHECK_CHANGES(context, attribute_calls, 2, sound.attribute, changes);
   for (type = 1; type <= 3; type++) {
      sound.attribute = plain_attribute(type);
      check_changes(context, attribute_calls, 1, &sound.attribute, fields,
                    LENGTH(fields) - (type == 1));
   }
   sound.attribute = plain_attribute(DRAL_VALHALL_TYPE_NPOT_DIVISOR);
   CHECK_CHANGES(context, attribute_calls, 1, sound.attribute, npot);
}

static void
arrays_of_no_elements_may_be_null(struct context *context)
{
   const struct dral_resolved_draw draw = resolved_plain_draw(7, 70, 2);
   struct dral_attribute_record record;
   uint32_t words[8];
   size_t count;
   int error;
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
   CHECK_EQUAL(context,
               dral_attribute_table_pack(&draw, 0, 0, NULL, 0, words, 8,
                                         words + 3, &count, NULL), 0,
               "no slot lies among the words");
   CHECK_EQUAL(context, count, 4, "the terminator");
   CHECK_REFUSED(context, dral_attribute_record_unpack(NULL, 0, &record),
                 -EINVAL, record);
   /* NULL and too small: it is not said which of them decides. */
   record = plain_record(1);
   fill_canary(&count, sizeof count);
   error = dral_attribute_record_pack(&record, NULL, 0, &count);
   CHECK(context, error == -ENOSPC || error == -EINVAL, "%d", error);
   CHECK(context, is_untouched(&count, sizeof count), "no words");
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
      const uint64_t modulus = (uint64_t)(2 * (i / 32) + 1) << i % 32;
      const uint32_t id = 0xFEDCBA98;
      uint32_t element;
      uint32_t packed[4];
      size_t count;
      int error;

      record.shift = i % 32;
      record.odd = i / 32;
      words[1] = i << 24;
      fill_canary(packed, sizeof packed);
      error = dral_attribute_record_pack(&record, packed, 4, &count);
      CHECK_EQUAL(context, error,
                  record.odd > 4 || modulus > UINT32_MAX ? -EDOM : 0,
                  "modulus %" PRIu64, modulus);
      if (error == 0)
         CHECK(context, memcmp(packed, words, sizeof words) == 0, "%s",
               words_text(packed, 4));
      else
         CHECK(context, is_untouched(packed, sizeof packed), "refused");
      CHECK_EQUAL(context, dral_attribute_record_unpack(words, 4, &record),
                  error, "%s", words_text(words, 4));
      fill_canary(&element, sizeof element);
      CHECK_EQUAL(context,
                  dral_attribute_record_element(&record, id, &element), error,
                  "%s", words_text(words, 4));
      if (error == 0)
         CHECK_EQUAL(context, element, id % modulus, "%s",
                     words_text(words, 4));
      else
         CHECK(context, is_untouched(&element, sizeof element), "refused");

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
         const struct dral_vertex_buffer buffer = plain_buffer(i % 2, 3);

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

const struct test errors_tests[] = {
   QUICK_TEST(pointers_and_counts_of_instancing_are_checked),
   QUICK_TEST(a_table_over_its_buffers_stays_in_its_outputs),
   QUICK_TEST(arrays_of_any_length_are_used_to_their_last_element),
   QUICK_TEST(explanations_and_quotients_take_null),
   QUICK_TEST(null_output_of_a_bad_number_is_refused),
   QUICK_TEST(null_output_of_a_later_draw_is_refused),
   QUICK_TEST(unknown_values_in_a_draw_are_refused),
   QUICK_TEST(bad_buffers_are_refused),
   QUICK_TEST(record_fields_that_do_not_fit_are_refused),
   QUICK_TEST(id_fields_that_do_not_fit_are_refused),
   QUICK_TEST(bad_valhall_sources_are_refused),
   QUICK_TEST(valhall_fields_that_do_not_fit_are_refused),
   QUICK_TEST(arrays_of_no_elements_may_be_null),
   QUICK_TEST(modulus_packs_just_where_its_words_unpack),
   NO_MORE_TESTS,
};
