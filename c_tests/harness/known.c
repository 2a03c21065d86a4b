/* SPDX-License-Identifier: MIT */

#include "harness/known.h"

#include "harness/csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MOST_FUNCTIONS 32

void
add_word(struct words *words, uint64_t word)
{
   if (words->count == KNOWN_WORDS)
      abort();
   words->word[words->count++] = word;
}

static void
add_fields(struct words *words, const void *fields, size_t size,
           size_t wide_count)
{
   const unsigned char *bytes = fields;
   const unsigned char *const end = bytes + size;
   uint64_t wide;
   uint32_t field;

   if (size == 1)
      add_word(words, *bytes++);
   for (; wide_count > 0; wide_count--, bytes += sizeof wide) {
      memcpy(&wide, bytes, sizeof wide);
      add_word(words, wide);
   }
   for (; bytes < end; bytes += sizeof field) {
      memcpy(&field, bytes, sizeof field);
      add_word(words, field);
   }
}

void
add_struct(struct words *words, const void *fields, size_t size)
{
   add_fields(words, fields, size, 0);
}

int
give_answer(struct words *answer, int error, const void *out, size_t size,
            size_t wide_count)
{
   if (error != 0)
      return is_untouched(out, size) ? error : 1;
   add_fields(answer, out, size, wide_count);
   return 0;
}

const void *
given_from(const struct words *given, size_t place)
{
   static uint32_t words[KNOWN_WORDS];

   take_struct(given, place, words, (given->count - place) * sizeof words[0]);
   return words;
}

size_t
take_fields(const struct words *words, size_t first, void *fields,
            size_t size, size_t wide_count)
{
   unsigned char *bytes = fields;
   const unsigned char *const end = bytes + size;

   for (; wide_count > 0; wide_count--, bytes += sizeof words->word[0])
      memcpy(bytes, &words->word[first++], sizeof words->word[0]);
   while (bytes < end) {
      const uint32_t field = (uint32_t)words->word[first++];

      memcpy(bytes, &field, sizeof field);
      bytes += sizeof field;
   }
   return first;
}

size_t
take_struct(const struct words *words, size_t first, void *fields,
            size_t size)
{
   return take_fields(words, first, fields, size, 0);
}

/* The error that a row has for an answer, or 0.  The name after it is that of
 * the error in Rust. */
static int
error_of(const struct csv *csv)
{
   static const struct {
      const char *name;
      int error;
   } errors[] = {
      { "EINVAL", -EINVAL },
      { "EDOM", -EDOM },
      { "ERANGE", -ERANGE },
      { "ENOSPC", -ENOSPC },
      { "ENOTSUP", -ENOTSUP },
   };
   const char *text = csv_text(csv, "answer");
   const size_t length = strcspn(text, " ");
   size_t i;

   for (i = 0; i < sizeof errors / sizeof errors[0]; i++) {
      if (strlen(errors[i].name) == length &&
          strncmp(text, errors[i].name, length) == 0)
         return errors[i].error;
   }
   return 0;
}

/* Decimal, or hexadecimal after 0x; below 0 it has 32 bits. */
static struct words
words_of(const struct csv *csv, const char *column)
{
   struct words words = { 0, { 0 } };
   const char *text = csv_text(csv, column);

   for (;;) {
      unsigned long long word;
      char *end;

      text += strspn(text, " ;");
      if (*text == '\0')
         return words;
      errno = 0;
      word = strtoull(text, &end, 0);
      CHECK(csv->context,
            end != text && errno == 0 && strchr(" ;", *end) != NULL,
            "\"%s\" in line %u of %s", text, csv->line_number,
            csv->file_name);
      if (end == text)
         return words;
      add_word(&words, *text == '-' ? (uint32_t)word : word);
      text = end;
   }
}

static void
check_row(struct context *context, const struct csv *csv,
          const struct known_function *function)
{
   const struct words given = words_of(csv, "given");
   const int error = error_of(csv);
   struct words expected = { 0, { 0 } };
   struct words answer = { 0, { 0 } };
   size_t i;

   if (error == 0) {
      expected = words_of(csv, "answer");
      CHECK(context, expected.count > 0, "line %u of %s", csv->line_number,
            csv->file_name);
   }
   if (function->given_count != 0 && given.count != function->given_count) {
      CHECK_EQUAL(context, given.count, function->given_count,
                  "words in line %u of %s", csv->line_number, csv->file_name);
      return;
   }
   CHECK_EQUAL(context, function->answer(&given, &answer), error,
               "%s, line %u of %s", function->name, csv->line_number,
               csv->file_name);
   CHECK_EQUAL(context, answer.count, expected.count,
               "words of %s, line %u of %s", function->name,
               csv->line_number, csv->file_name);
   for (i = 0; i < answer.count && i < expected.count; i++)
      CHECK(context, answer.word[i] == expected.word[i],
            "word %zu of %s is %" PRIu64 ", not %" PRIu64 ", line %u of %s",
            i, function->name, answer.word[i], expected.word[i],
            csv->line_number, csv->file_name);
}

void
check_known_answers(struct context *context, const char *file_name,
                    const struct known_function *functions, size_t count)
{
   uint32_t rows[MOST_FUNCTIONS] = { 0 };
   struct csv csv;
   size_t i;

   if (count > MOST_FUNCTIONS)
      abort();
   if (!csv_open(&csv, context, file_name))
      return;
   while (csv_next(&csv)) {
      const char *name = csv_text(&csv, "function");

      for (i = 0; i < count && strcmp(functions[i].name, name) != 0; i++)
         ;
      CHECK(context, i < count, "unknown function %s in line %u of %s", name,
            csv.line_number, file_name);
      if (i == count)
         continue;
      rows[i]++;
      check_row(context, &csv, &functions[i]);
   }
   csv_close(&csv);
   for (i = 0; i < count; i++)
      CHECK(context, rows[i] > 0, "%s has no rows of %s", file_name,
            functions[i].name);
}
