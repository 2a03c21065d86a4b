/* SPDX-License-Identifier: MIT */

/*
 * Structs and the words that they pack to: records, descriptors and the
 * invocation.
 */

#include "harness/harness.h"
#include "harness/same.h"
#include "harness/tally.h"
#include "harness/text.h"
#include "dral.h"
#include "dral_model.h"
#include "instancing/sample_draws.h"
#include "reference/reference.h"
#include "harness/subjects.h"

#include <string.h>

#define INPUTS random_cases(1000000)
#define OTHER_WORDS random_cases(20000)
#define MOST_WORDS 8
#define MARGIN 4

struct counts {
   uint32_t vertices, instances;
};

/* Memory for the largest struct. None has padding. */
union fields {
   struct dral_attribute_record record;
   struct dral_id_record id;
   struct dral_valhall_attribute attribute;
   struct dral_attribute_descriptor descriptor;
   struct counts counts;
};

/* The inputs from which a struct is computed. */
struct input {
   struct dral_draw_info draw;
   struct dral_vertex_buffer buffer;
   struct dral_valhall_source source;
   struct dral_attribute_descriptor descriptor;
   int is_vertex_id;
};

struct kind {
   const char *name;
   size_t struct_size;
   size_t word_count;
   /* Writes count words, at most word_count. */
   int (*pack)(const union fields *fields, uint32_t *words, size_t *count);
   int (*unpack)(const uint32_t *words, size_t count, union fields *fields);
   /* The struct of a random input, from the library, and the reference's
    * words of it, or the errors that apply. */
   int (*make)(struct generator *generator, struct input *input,
               union fields *fields);
   uint64_t (*expect)(const struct input *input, uint32_t *words,
                      size_t *count);
   /* Fills the fields that the struct's type does not use with numbers. */
   void (*fill_unused)(struct generator *generator, union fields *fields);
   /* The errors of random inputs. Each must occur. */
   int errors[10];
   /* Bits to try at random. */
   uint32_t random[MOST_WORDS];
   /* The types in the low bits of word 0. Each must occur. */
   uint32_t types[4];
};

/* All fields are used. */
static void
fill_nothing(struct generator *generator, union fields *fields)
{
   (void)generator;
   (void)fields;
}

/* A struct whose types all have this many words. */
#define DEFINE_PACKING(name, words_of_all, pack, unpack)                     \
   static int                                                                \
   pack_##name(const union fields *fields, uint32_t *words, size_t *count)   \
   {                                                                         \
      *count = words_of_all;                                                 \
      return pack;                                                           \
   }                                                                         \
                                                                             \
   static int                                                                \
   unpack_##name(const uint32_t *words, size_t count, union fields *fields)  \
   {                                                                         \
      (void)count;                                                           \
      return unpack;                                                         \
   }

DEFINE_PACKING(id, 4, dral_id_record_pack(&fields->id, words),
               dral_id_record_unpack(words, &fields->id))
DEFINE_PACKING(attribute, 8,
               dral_valhall_attribute_pack(&fields->attribute, words),
               dral_valhall_attribute_unpack(words, &fields->attribute))
DEFINE_PACKING(descriptor, 2,
               dral_attribute_descriptor_pack(&fields->descriptor, words),
               dral_attribute_descriptor_unpack(words, &fields->descriptor))
DEFINE_PACKING(counts, 2,
               dral_invocation_pack(fields->counts.vertices,
                                    fields->counts.instances, words),
               dral_invocation_unpack(words, &fields->counts.vertices,
                                      &fields->counts.instances))

/* The library only unpacks records. */
static int
pack_record(const union fields *fields, uint32_t *words, size_t *count)
{
   uint32_t both[8];

   ref_record_pack(&fields->record, both);
   *count = fields->record.type == DRAL_RECORD_TYPE_NPOT_DIVISOR ? 8 : 4;
   memcpy(words, both, *count * sizeof both[0]);
   return 0;
}

static int
unpack_record(const uint32_t *words, size_t count, union fields *fields)
{
   return dral_attribute_record_unpack(words, count, &fields->record);
}

static int
make_record(struct generator *generator, struct input *input,
            union fields *fields)
{
   uint32_t words[8];
   uint32_t next = 0;
   struct dral_draw draw;
   int error;

   input->draw = random_valid_draw(generator, 4 + number_below(generator, 4));
   input->buffer = random_buffer(generator, &input->draw);
   memset(&draw, 0, sizeof draw);
   error = dral_draw_resolve(&draw, &input->draw);
   if (error == 0)
      error =
         dral_attribute_append(&draw, &input->buffer, words, 8, &next);
   return error != 0 ? error
                     : dral_attribute_record_unpack(words, 8,
                                                    &fields->record);
}

static uint64_t
expect_record(const struct input *input, uint32_t *words, size_t *count)
{
   uint32_t slots;
   const uint64_t errors = ref_attribute_record(&input->draw, &input->buffer,
                                                words, &slots);

   if (errors != 0)
      return errors;
   *count = 8;
   if ((words[0] & 63) != DRAL_RECORD_TYPE_NPOT_DIVISOR) {
      *count = 4;
      /* A continuation, which another type may need. */
      words[4] = 0x20;
   }
   return 0;
}

/* v6 and v7 have no id records. */
static int
make_id(struct generator *generator, struct input *input,
        union fields *fields)
{
   struct dral_draw draw;
   uint32_t words[8];
   int error;

   input->draw = random_valid_draw(generator,
                                   (one_in(generator, 8) ? 6 : 4) +
                                      number_below(generator, 2));
   input->is_vertex_id = one_in(generator, 2);
   memset(&draw, 0, sizeof draw);
   error = dral_draw_resolve(&draw, &input->draw);
   if (error == 0)
      error = dral_id_records(&draw, words);
   if (error != 0)
      return error;
   return dral_id_record_unpack(&words[input->is_vertex_id ? 0 : 4],
                                &fields->id);
}

static uint64_t
expect_id(const struct input *input, uint32_t *words, size_t *count)
{
   uint32_t both[8];
   const uint64_t errors = ref_id_records(&input->draw, both);

   *count = 4;
   if (errors == 0)
      memcpy(words, &both[input->is_vertex_id ? 0 : 4], 4 * sizeof both[0]);
   return errors;
}

static void
fill_id(struct generator *generator, union fields *fields)
{
   if (fields->id.type == DRAL_ID_TYPE_VERTEX) {
      fields->id.extra_flags = edge_number(generator);
      fields->id.magic = edge_number(generator);
   } else {
      fields->id.odd = edge_number(generator);
   }
}

static int
make_attribute(struct generator *generator, struct input *input,
               union fields *fields)
{
   uint32_t words[8];
   int error;

   input->source = random_valhall(
      generator, 9 + number_below(generator, DRAL_ARCHITECTURE_LAST - 8));
   error = dral_valhall_attribute(&input->source, words);
   return error != 0
             ? error
             : dral_valhall_attribute_unpack(words, &fields->attribute);
}

static uint64_t
expect_attribute(const struct input *input, uint32_t *words, size_t *count)
{
   *count = 8;
   return ref_valhall(&input->source, words);
}

static void
fill_attribute(struct generator *generator, union fields *fields)
{
   fill_unused_of_valhall(generator, &fields->attribute);
}

static int
make_descriptor(struct generator *generator, struct input *input,
                union fields *fields)
{
   struct dral_attribute_descriptor *const made = &input->descriptor;
   uint32_t words[2];
   int error;

   made->slot = number_below(generator, 512);
   made->format = number_below(generator, 1 << 22);
   made->offset = (int32_t)edge_number(generator);
   if (one_in(generator, 16))
      made->slot = 511 + number_below(generator, 3);
   if (one_in(generator, 16))
      made->format = ((uint32_t)1 << 22) - 1 + number_below(generator, 3);
   if (one_in(generator, 32))
      made->format = edge_number(generator);
   error = dral_attribute_descriptor_pack(made, words);
   if (error == 0)
      fields->descriptor = *made;
   return error;
}

/* Word 0: slot, bit 9, format; word 1: the offset. */
static uint64_t
expect_descriptor(const struct input *input, uint32_t *words, size_t *count)
{
   const struct dral_attribute_descriptor *const made = &input->descriptor;

   uint64_t errors = 0;

   if (made->slot >= 512)
      errors |= ERROR_SET(DRAL_ERROR_SLOT_RANGE);
   if (made->format >= 1 << 22)
      errors |= ERROR_SET(DRAL_ERROR_FORMAT_RANGE);
   if (errors != 0)
      return errors;
   *count = 2;
   words[0] = made->slot + 512 + made->format * 1024;
   words[1] = (uint32_t)made->offset;
   return 0;
}

static int
make_counts(struct generator *generator, struct input *input,
            union fields *fields)
{
   const struct counts counts = { edge_number(generator),
                                  one_in(generator, 2)
                                     ? 1 + number_below(generator, 8)
                                     : edge_number(generator) };
   uint32_t words[2];
   int error;

   input->draw = plain_draw(4, counts.vertices, counts.instances);
   error = dral_invocation_pack(counts.vertices, counts.instances, words);
   if (error == 0)
      fields->counts = counts;
   return error;
}

static uint64_t
expect_counts(const struct input *input, uint32_t *words, size_t *count)
{
   *count = 2;
   return ref_invocation(input->draw.vertex_count, input->draw.instance_count,
                         words);
}

#define ALL UINT32_MAX

static const struct kind kinds[] = {
   { "record", sizeof(struct dral_attribute_record), 8, pack_record,
     unpack_record, make_record, expect_record, fill_nothing,
     { DRAL_ERROR_UNKNOWN_RATE, DRAL_ERROR_UNUSED_BUFFER,
       DRAL_ERROR_ADDRESS_RANGE, DRAL_ERROR_SIZE_RANGE },
     { 0xFFFFFFC7, ALL, ALL, ALL, 0x40, ALL, 1, ALL }, { 1, 2, 3, 4 } },
   { "id", sizeof(struct dral_id_record), 4, pack_id, unpack_id, make_id,
     expect_id, fill_id, { DRAL_ERROR_NO_ID_RECORDS },
     { 0x06, 0xFF000000, ALL }, { 0x22, 0x24 } },
   { "attribute", sizeof(struct dral_valhall_attribute), 8, pack_attribute,
     unpack_attribute, make_attribute, expect_attribute, fill_attribute,
     { DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_NO_ATTRIBUTE_DESCRIPTORS,
       DRAL_ERROR_UNKNOWN_ROUNDING, DRAL_ERROR_UNKNOWN_RATE,
       DRAL_ERROR_UNKNOWN_DIVISOR_ONE, DRAL_ERROR_UNKNOWN_FLAG,
       DRAL_ERROR_FORMAT_RANGE, DRAL_ERROR_TABLE_RANGE,
       DRAL_ERROR_OFFSET_RANGE },
     { 0xFFFFFDF0, 0x3F0000FF, ALL, ALL, ALL }, { 0x15, 0x25, 0x35 } },
   { "descriptor", sizeof(struct dral_attribute_descriptor), 2,
     pack_descriptor, unpack_descriptor, make_descriptor, expect_descriptor,
     fill_nothing, { DRAL_ERROR_SLOT_RANGE, DRAL_ERROR_FORMAT_RANGE },
     { ALL, ALL }, { 0 } },
   /* The right thread group split is kept: it would be rare. */
   { "invocation", sizeof(struct counts), 2, pack_counts, unpack_counts,
     make_counts, expect_counts, fill_nothing,
     { DRAL_ERROR_NO_VERTICES, DRAL_ERROR_NO_INSTANCES,
       DRAL_ERROR_INVOCATION_RANGE },
     { ALL, 0x0FFFFFFF }, { 0 } },
};

static void
check_words(struct context *context, const struct kind *kind,
            const union fields *fields, const uint32_t *expected,
            size_t expected_count)
{
   uint32_t words[MOST_WORDS + MARGIN];
   size_t count = 0;

   fill_canary(words, sizeof words);
   CHECK_EQUAL(context, kind->pack(fields, words, &count), 0, "%s %s",
               kind->name, words_text(expected, expected_count));
   CHECK_EQUAL(context, count, expected_count, "%s %s", kind->name,
               words_text(expected, expected_count));
   CHECK(context,
         memcmp(words, expected, expected_count * sizeof words[0]) == 0,
         "%s %s", kind->name, words_text(words, expected_count));
   CHECK(context,
         is_untouched(words + expected_count,
                      sizeof words - expected_count * sizeof words[0]),
         "%s, more words than %s", kind->name,
         words_text(expected, expected_count));
}

/*
 * The struct packs to these words and writes no more, also with numbers in
 * fields that its type does not use, and the words unpack to it.
 */
static void
check_packed(struct context *context, struct generator *generator,
             const struct kind *kind, const union fields *fields,
             const uint32_t *expected, size_t expected_count)
{
   union fields full, again;

   check_words(context, kind, fields, expected, expected_count);
   fill_canary(&again, sizeof again);
   CHECK_EQUAL(context, kind->unpack(expected, expected_count, &again), 0,
               "%s %s", kind->name, words_text(expected, expected_count));
   CHECK(context, memcmp(&again, fields, kind->struct_size) == 0, "%s %s",
         kind->name, words_text(expected, expected_count));
   full = *fields;
   kind->fill_unused(generator, &full);
   check_words(context, kind, &full, expected, expected_count);
}

static void
check_kind(struct context *context, struct generator *generator,
           const struct kind *kind)
{
   struct tally tally = { 0 };
   uint32_t met[64] = { 0 };
   uint32_t i;

   for (i = 0; i < INPUTS; i++) {
      struct input input = { 0 };
      union fields fields;
      uint32_t words[MOST_WORDS];
      size_t count;
      uint64_t errors;
      int error;

      fill_canary(&fields, sizeof fields);
      error = kind->make(generator, &input, &fields);
      errors = kind->expect(&input, words, &count);
      tally_error(&tally, error);
      CHECK_ERROR(context, error, errors, "error %d, %s of %s, %s, %s", error,
                  kind->name, draw_text(&input.draw),
                  buffer_text(&input.buffer), valhall_text(&input.source));
      if (error == 0 && errors == 0) {
         check_packed(context, generator, kind, &fields, words, count);
         met[words[0] & 63]++;
      }
   }
   check_tally(context, &tally, INPUTS / 1000, kind->errors);
   for (i = 0; i < LENGTH(kind->types) && kind->types[i] != 0; i++)
      CHECK(context, met[kind->types[i]] > INPUTS / 100,
            "type 0x%" PRIX32 " of %s", kind->types[i], kind->name);
}

static void
descriptors_equal_reference_and_reverse(struct context *context)
{
   struct generator generator = generator_for(context);
   size_t i;

   for (i = 0; i < LENGTH(kinds); i++)
      check_kind(context, &generator, &kinds[i]);
}

/* The words are refused, or equal the struct that they unpack to, packed.
 * Returns 1 for the latter. */
static uint32_t
check_any_words(struct context *context, const struct kind *kind,
                const uint32_t *words)
{
   union fields fields;
   uint32_t again[MOST_WORDS];
   size_t count = kind->word_count;
   int error;

   fill_canary(&fields, sizeof fields);
   error = kind->unpack(words, count, &fields);
   if (error != 0) {
      CHECK(context,
            error == DRAL_ERROR_NOT_A_DESCRIPTOR ||
               (error == DRAL_ERROR_NOT_A_PADDED_COUNT &&
                (words[0] & 63) == DRAL_RECORD_TYPE_MODULUS),
            "error %d, %s %s", error, kind->name, words_text(words, count));
      return 0;
   }
   CHECK_EQUAL(context, kind->pack(&fields, again, &count), 0, "%s %s",
               kind->name, words_text(words, count));
   CHECK(context, memcmp(words, again, count * sizeof words[0]) == 0,
         "%s %s", kind->name, words_text(words, count));
   return 1;
}

/* The reference's words with one bit changed, and with several. */
static void
check_other_words(struct context *context, struct generator *generator,
                  const struct kind *kind)
{
   uint32_t taken = 0;
   uint32_t i;
   size_t j;

   for (i = 0; i < OTHER_WORDS; i++) {
      uint32_t words[MOST_WORDS] = { 0 };
      union fields fields;
      struct input input;
      size_t count;

      do {
         (void)kind->make(generator, &input, &fields);
      } while (kind->expect(&input, words, &count) != 0);
      for (j = 0; j < 32 * kind->word_count; j++) {
         words[j / 32] ^= (uint32_t)1 << j % 32;
         taken += check_any_words(context, kind, words);
         words[j / 32] ^= (uint32_t)1 << j % 32;
      }
      for (j = 0; j < kind->word_count; j++) {
         words[j] ^= (uint32_t)next_number(generator) & kind->random[j];
         taken += check_any_words(context, kind, words);
      }
   }
   CHECK(context, taken >= OTHER_WORDS, "only %" PRIu32 " of %s", taken,
         kind->name);
}

static void
other_words_are_refused_or_pack_the_same(struct context *context)
{
   struct generator generator = generator_for(context);
   size_t i;

   for (i = 0; i < LENGTH(kinds); i++)
      check_other_words(context, &generator, &kinds[i]);
}

const struct test descriptors_tests[] = {
   QUICK_TEST(descriptors_equal_reference_and_reverse),
   QUICK_TEST(other_words_are_refused_or_pack_the_same),
   NO_MORE_TESTS,
};
