/* SPDX-License-Identifier: MIT */

#include "harness/descriptor.h"

#include "harness/canary.h"
#include "harness/text.h"

#include <errno.h>
#include <string.h>

#define MARGIN 4

/* Room for the largest struct. */
union fields {
   uint64_t align;
   unsigned char bytes[64];
};

static void
check_words(struct context *context, const struct descriptor *descriptor,
            const void *fields, const uint32_t *expected,
            size_t expected_count)
{
   uint32_t words[DESCRIPTOR_WORDS + MARGIN];
   size_t count = expected_count;

   fill_canary(words, sizeof words);
   CHECK_EQUAL(context, descriptor->pack(fields, words, &count), 0, "%s",
               words_text(expected, expected_count));
   CHECK_EQUAL(context, count, expected_count, "%s",
               words_text(expected, expected_count));
   CHECK(context,
         memcmp(words, expected, expected_count * sizeof words[0]) == 0,
         "%s", words_text(words, expected_count));
   CHECK(context,
         is_untouched(words + expected_count,
                      sizeof words - expected_count * sizeof words[0]),
         "more words than %s", words_text(expected, expected_count));
}

void
check_packed(struct context *context, struct generator *generator,
             const struct descriptor *descriptor, const void *fields,
             const uint32_t *expected, size_t expected_count)
{
   union fields full, again;

   check_words(context, descriptor, fields, expected, expected_count);
   fill_canary(&again, sizeof again);
   CHECK_EQUAL(context, descriptor->unpack(expected, expected_count, &again),
               0, "%s", words_text(expected, expected_count));
   CHECK(context, memcmp(&again, fields, descriptor->struct_size) == 0, "%s",
         words_text(expected, expected_count));
   memcpy(&full, fields, descriptor->struct_size);
   descriptor->fill_unused(generator, &full);
   check_words(context, descriptor, &full, expected, expected_count);
}

uint32_t
check_any_words(struct context *context, const struct descriptor *descriptor,
                const uint32_t *words)
{
   union fields fields;
   uint32_t again[DESCRIPTOR_WORDS];
   size_t count = descriptor->word_count;
   int error;

   fill_canary(&fields, sizeof fields);
   error = descriptor->unpack(words, count, &fields);
   if (error != 0) {
      CHECK_EQUAL(context, error, -EDOM, "%s", words_text(words, count));
      CHECK(context, is_untouched(&fields, sizeof fields), "%s",
            words_text(words, count));
      return 0;
   }
   CHECK_EQUAL(context, descriptor->pack(&fields, again, &count), 0, "%s",
               words_text(words, count));
   CHECK(context, memcmp(words, again, count * sizeof words[0]) == 0, "%s",
         words_text(words, count));
   return 1;
}

uint32_t
check_each_bit(struct context *context, const struct descriptor *descriptor,
               uint32_t *words)
{
   uint32_t taken = 0;
   size_t bit;

   for (bit = 0; bit < 32 * descriptor->word_count; bit++) {
      words[bit / 32] ^= (uint32_t)1 << bit % 32;
      taken += check_any_words(context, descriptor, words);
      words[bit / 32] ^= (uint32_t)1 << bit % 32;
   }
   return taken;
}

void
check_taken_bits(struct context *context,
                 const struct descriptor *descriptor, uint32_t *words,
                 const uint32_t *tried, const uint32_t *taken)
{
   const size_t count = descriptor->word_count;
   union fields fields;
   size_t bit;

   CHECK_EQUAL(context, descriptor->unpack(words, count, &fields), 0, "%s",
               words_text(words, count));
   for (bit = 0; bit < 32 * count; bit++) {
      const uint32_t flag = (uint32_t)1 << bit % 32;

      if ((tried[bit / 32] & flag) == 0)
         continue;
      words[bit / 32] ^= flag;
      CHECK_EQUAL(context, descriptor->unpack(words, count, &fields),
                  (taken[bit / 32] & flag) != 0 ? 0 : -EDOM, "%s",
                  words_text(words, count));
      words[bit / 32] ^= flag;
   }
}
