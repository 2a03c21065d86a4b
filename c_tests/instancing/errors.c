/* SPDX-License-Identifier: MIT */

/*
 * Arguments that are not valid, of the functions of dral.h: unknown values,
 * and fields that do not fit.  Numbers that are passed by value are in the
 * known answers.
 */

#include "harness/canary.h"
#include "harness/steps.h"
#include "harness/text.h"
#include "dral.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"

#include <string.h>

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

/* What the calls read; most are of a draw on v7. */
static struct {
   struct dral_draw draw;
   struct dral_resolved_draw resolved;
   struct dral_vertex_buffer buffer;
   struct dral_attribute_record record;
   struct dral_id_record id;
   struct dral_valhall_source source;
   struct dral_valhall_attribute attribute;
   uint32_t rounding;
} sound;

/* What they write. */
static struct {
   struct dral_resolved_draw resolved;
   struct dral_attribute_record record;
   struct dral_valhall_attribute attribute;
   uint64_t divisor;
   uint32_t number;
   int32_t offset;
   uint32_t words[8];
   uint32_t slot;
   size_t count;
} out;

static void
make_inputs(void)
{
   memset(&sound, 0, sizeof sound);
   sound.draw = plain_draw(5, 70, 2);
   sound.resolved = resolved_plain_draw(7, 70, 100);
   sound.buffer = plain_buffer(0, 3);
   sound.source.architecture = 10;
   sound.attribute.type = DRAL_VALHALL_TYPE_ONE_DIMENSIONAL;
   sound.attribute.stride = 16;
}

static int
draw_calls(void)
{
   const int errors[] = {
      dral_draw_resolve(&sound.draw, &out.resolved),
      dral_draw_max_instances(&sound.draw, &out.number),
   };

   return same_error(errors, LENGTH(errors));
}

static int
buffer_calls(void)
{
   const int errors[] = {
      dral_attribute_record(&sound.resolved, &sound.buffer, &out.record),
      dral_attribute_offset(&sound.resolved, &sound.buffer, 4, &out.offset),
      dral_attribute_table_word_count(&sound.resolved, 0, 0, &sound.buffer, 1,
                                      &out.count),
      dral_attribute_table_pack(&sound.resolved, 0, 0, &sound.buffer, 1,
                                out.words, 8, &out.slot, &out.count, NULL),
   };

   return same_error(errors, LENGTH(errors));
}

static int
hardware_divisor(void)
{
   return dral_hardware_divisor(&sound.resolved, &sound.buffer, &out.divisor);
}

static int
pack_record(void)
{
   return dral_attribute_record_pack(&sound.record, out.words, 8, &out.count);
}

static int
record_calls(void)
{
   const int errors[] = {
      pack_record(),
      dral_attribute_record_element(&sound.record, 71, &out.number),
   };

   return same_error(errors, LENGTH(errors));
}

static int
pack_id(void)
{
   return dral_id_record_pack(&sound.id, out.words);
}

static int
id_calls(void)
{
   const int errors[] = {
      pack_id(),
      dral_id_record_value(&sound.id, 71, &out.number),
   };

   return same_error(errors, LENGTH(errors));
}

static int
valhall_attribute(void)
{
   return dral_valhall_attribute(&sound.source, &out.attribute);
}

static int
pack_attribute(void)
{
   return dral_valhall_attribute_pack(&sound.attribute, out.words);
}

static int
attribute_calls(void)
{
   const int errors[] = {
      pack_attribute(),
      dral_valhall_attribute_element(&sound.attribute, 71, 1, &out.number),
   };

   return same_error(errors, LENGTH(errors));
}

static int
no_magic_divisors(void)
{
   return dral_magic_divisors(NULL, sound.rounding, NULL, 0);
}

static void
unknown_values_in_a_draw_are_refused(struct context *context)
{
   static const struct step steps[] = {
#define ARCHITECTURE(value, error) \
   STEP(draw_calls, sound.draw.architecture, value, error)
      ARCHITECTURE(0, -EINVAL),
      ARCHITECTURE(1, -EINVAL),
      ARCHITECTURE(2, -EINVAL),
      ARCHITECTURE(3, -EINVAL),
      ARCHITECTURE(8, -EINVAL),
      ARCHITECTURE(15, -EINVAL),
      ARCHITECTURE(16, -EINVAL),
      ARCHITECTURE(260, -EINVAL),
      ARCHITECTURE(0xFFFFFFFF, -EINVAL),
      ARCHITECTURE(9, -EDOM),
      ARCHITECTURE(10, -EDOM),
      ARCHITECTURE(11, -EDOM),
      ARCHITECTURE(12, -EDOM),
      ARCHITECTURE(13, -EDOM),
      ARCHITECTURE(14, -EDOM),
#undef ARCHITECTURE
      STEP(draw_calls, sound.draw.vertices_per_primitive, 0, -EINVAL),
      UNKNOWN_STEPS(draw_calls, sound.draw.padding_rule, -EINVAL),
      UNKNOWN_STEPS(draw_calls, sound.draw.rounding, -EINVAL),
      UNKNOWN_STEPS(draw_calls, sound.draw.idvs, -EINVAL),
      UNKNOWN_STEPS(draw_calls, sound.draw.primitive_size, -EINVAL),
   };

   make_inputs();
   CHECK_STEPS(context, steps);
   /* Also where there is nothing to draw. */
   sound.draw.vertex_count = 0;
   CHECK_STEPS(context, steps);
}

/* Also of no divisors. */
static void
unknown_rounding_of_divisors_is_refused(struct context *context)
{
   static const struct step steps[] = {
      STEP(no_magic_divisors, sound.rounding, 1, 0),
      UNKNOWN_STEPS(no_magic_divisors, sound.rounding, -EINVAL),
   };

   make_inputs();
   CHECK_STEPS(context, steps);
   CHECK_EQUAL(context, dral_magic_divide(NULL, 12345), 0, "no divisor");
}

static void
bad_buffers_are_refused(struct context *context)
{
   static const struct step steps[] = {
      STEP(buffer_calls, sound.buffer.address, (uint64_t)1 << 56, -ERANGE),
      STEP(buffer_calls, sound.buffer.address, UINT64_MAX, -ERANGE),
      UNKNOWN_STEPS(buffer_calls, sound.buffer.rate, -EINVAL),
      /* Of the address the low 6 bits are added to the size. */
      STEP(buffer_calls, sound.buffer.address, ((uint64_t)1 << 56) - 1, 0),
      STEP(buffer_calls, sound.buffer.size, 0xFFFFFFFF - 63, 0),
      STEP(buffer_calls, sound.buffer.size, 0xFFFFFFFF - 62, -ERANGE),
   };
   static const struct step divisors[] = {
      /* Neither matters. */
      STEP(hardware_divisor, sound.buffer.address, UINT64_MAX, 0),
      STEP(hardware_divisor, sound.buffer.size, UINT32_MAX, 0),
      STEP(hardware_divisor, sound.buffer.rate, 3, -EINVAL),
      STEP(hardware_divisor, sound.buffer.rate, 0x80000000, -EINVAL),
      STEP(hardware_divisor, sound.buffer.rate, 0xFFFFFFFF, -EINVAL),
      STEP(hardware_divisor, sound.buffer.rate, DRAL_RATE_UNUSED, 0),
   };

   make_inputs();
   CHECK_STEPS(context, steps);
   CHECK_EQUAL(context, buffer_calls(), 0, "both are the largest");
   CHECK_EQUAL(context, out.record.pointer, ((uint64_t)1 << 56) - 64,
               "pointer");
   CHECK_EQUAL(context, out.record.size, 0xFFFFFFFF, "size");
   CHECK_STEPS(context, divisors);
   CHECK_EQUAL(context, out.divisor, 0, "nothing is divided");
}

static void
record_fields_that_do_not_fit_are_refused(struct context *context)
{
   static const struct step types[] = {
      STEP(record_calls, sound.record.type, 0, -EDOM),
      STEP(record_calls, sound.record.type, 5, -EDOM),
      STEP(record_calls, sound.record.type, 0x20, -EDOM),
      STEP(record_calls, sound.record.type, 0x22, -EDOM),
      STEP(record_calls, sound.record.type, 0x24, -EDOM),
      STEP(record_calls, sound.record.type, 0x41, -EDOM),
      STEP(record_calls, sound.record.type, 0xFFFFFFFF, -EDOM),
   };
   static const struct step fields[] = {
      STEP(pack_record, sound.record.pointer, 0x10001, -EDOM),
      STEP(pack_record, sound.record.pointer, 0x10020, -EDOM),
      STEP(pack_record, sound.record.pointer, (uint64_t)1 << 56, -ERANGE),
   };
   static const struct step shift[] = {
      STEP(pack_record, sound.record.shift, 32, -EDOM),
   };
   static const struct step modulus[] = {
      STEP(record_calls, sound.record.odd, 5, -EDOM),
      STEP(record_calls, sound.record.odd, 7, -EDOM),
      STEP(record_calls, sound.record.odd, 8, -EDOM),
      STEP(record_calls, sound.record.odd, 0xFFFFFFFF, -EDOM),
   };
   static const struct step npot[] = {
      STEP(pack_record, sound.record.extra_flags, 2, -EDOM),
      STEP(pack_record, sound.record.magic, 0x80000000, -EDOM),
   };
   uint32_t type;

   for (type = 1; type <= 4; type++) {
      sound.record = plain_record(type);
      CHECK_STEPS(context, types);
      CHECK_STEPS(context, fields);
      if (type != DRAL_RECORD_TYPE_ONE_DIMENSIONAL)
         CHECK_STEPS(context, shift);
      if (type == DRAL_RECORD_TYPE_MODULUS)
         CHECK_STEPS(context, modulus);
      if (type == DRAL_RECORD_TYPE_NPOT_DIVISOR)
         CHECK_STEPS(context, npot);
   }
}

static void
id_fields_that_do_not_fit_are_refused(struct context *context)
{
   static const struct step types[] = {
      STEP(id_calls, sound.id.type, 0, -EDOM),
      STEP(id_calls, sound.id.type, 1, -EDOM),
      STEP(id_calls, sound.id.type, 0x20, -EDOM),
      STEP(id_calls, sound.id.type, 0x21, -EDOM),
      STEP(id_calls, sound.id.type, 0x23, -EDOM),
      STEP(id_calls, sound.id.type, 0x25, -EDOM),
      STEP(id_calls, sound.id.type, 0x62, -EDOM),
      STEP(id_calls, sound.id.type, 0x124, -EDOM),
      STEP(id_calls, sound.id.type, 0xFFFFFFFF, -EDOM),
      STEP(pack_id, sound.id.shift, 32, -EDOM),
      STEP(pack_id, sound.id.shift, 0xFFFFFFFF, -EDOM),
   };
   static const struct step vertex[] = {
      STEP(pack_id, sound.id.odd, 5, -EDOM),
      STEP(pack_id, sound.id.odd, 7, -EDOM),
      STEP(pack_id, sound.id.odd, 8, -EDOM),
      STEP(pack_id, sound.id.odd, 0xFFFFFFFF, -EDOM),
   };
   static const struct step instance[] = {
      STEP(pack_id, sound.id.extra_flags, 2, -EDOM),
      STEP(pack_id, sound.id.magic, 0x80000000, -EDOM),
   };

   sound.id = plain_id_record(DRAL_ID_TYPE_VERTEX);
   CHECK_STEPS(context, types);
   CHECK_STEPS(context, vertex);
   sound.id = plain_id_record(DRAL_ID_TYPE_INSTANCE);
   CHECK_STEPS(context, types);
   CHECK_STEPS(context, instance);
}

static void
bad_valhall_sources_are_refused(struct context *context)
{
   static const struct step steps[] = {
      UNKNOWN_STEPS(valhall_attribute, sound.source.rounding, -EINVAL),
      UNKNOWN_STEPS(valhall_attribute, sound.source.divisor_one, -EINVAL),
      STEP(valhall_attribute, sound.source.rate, 3, -EINVAL),
      STEP(valhall_attribute, sound.source.rate, 255, -EINVAL),
      STEP(valhall_attribute, sound.source.rate, 0x80000000, -EINVAL),
      STEP(valhall_attribute, sound.source.rate, 0xFFFFFFFF, -EINVAL),
      STEP(valhall_attribute, sound.source.format, 1 << 22, -ERANGE),
      STEP(valhall_attribute, sound.source.table, 64, -ERANGE),
   };

   make_inputs();
   CHECK_STEPS(context, steps);
}

static void
valhall_fields_that_do_not_fit_are_refused(struct context *context)
{
   static const struct step fields[] = {
      STEP(attribute_calls, sound.attribute.type, 0, -EDOM),
      STEP(attribute_calls, sound.attribute.type, 4, -EDOM),
      STEP(attribute_calls, sound.attribute.type, 5, -EDOM),
      STEP(attribute_calls, sound.attribute.type, 15, -EDOM),
      STEP(attribute_calls, sound.attribute.type, 17, -EDOM),
      STEP(attribute_calls, sound.attribute.type, 0xFFFFFFFF, -EDOM),
      UNKNOWN_STEPS(attribute_calls, sound.attribute.frequency, -EDOM),
      UNKNOWN_STEPS(attribute_calls, sound.attribute.offset_enable, -EINVAL),
      STEP(pack_attribute, sound.attribute.format, 1 << 22, -ERANGE),
      STEP(pack_attribute, sound.attribute.table, 64, -ERANGE),
   };
   static const struct step shift[] = {
      STEP(pack_attribute, sound.attribute.shift, 32, -EDOM),
   };
   static const struct step npot[] = {
      STEP(pack_attribute, sound.attribute.extra_flags, 2, -EDOM),
      STEP(pack_attribute, sound.attribute.magic, 0x80000000, -EDOM),
   };
   uint32_t type;

   make_inputs();
   for (type = 1; type <= 3; type++) {
      sound.attribute.type = type;
      CHECK_STEPS(context, fields);
      if (type != DRAL_VALHALL_TYPE_ONE_DIMENSIONAL)
         CHECK_STEPS(context, shift);
      if (type == DRAL_VALHALL_TYPE_NPOT_DIVISOR)
         CHECK_STEPS(context, npot);
   }
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

const struct test errors_tests[] = {
   QUICK_TEST(unknown_values_in_a_draw_are_refused),
   QUICK_TEST(unknown_rounding_of_divisors_is_refused),
   QUICK_TEST(bad_buffers_are_refused),
   QUICK_TEST(record_fields_that_do_not_fit_are_refused),
   QUICK_TEST(id_fields_that_do_not_fit_are_refused),
   QUICK_TEST(bad_valhall_sources_are_refused),
   QUICK_TEST(valhall_fields_that_do_not_fit_are_refused),
   QUICK_TEST(modulus_packs_just_where_its_words_unpack),
   NO_MORE_TESTS,
};
