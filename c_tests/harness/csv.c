/* SPDX-License-Identifier: MIT */

#include "harness/csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PATH_LENGTH 4096

static const char *
data_directory(void)
{
   const char *directory = getenv("DRAL_DRIVER_DATA");

#ifdef DRAL_TEST_DATA_DIR
   if (directory == NULL)
      directory = DRAL_TEST_DATA_DIR;
#endif
   return directory;
}

/* Splits a line at its commas.  Returns the number of values, 0 if too
 * many. */
static unsigned
split(char *line, const char *values[CSV_COLUMNS])
{
   unsigned count = 0;

   line[strcspn(line, "\r\n")] = '\0';
   for (;;) {
      char *comma = strchr(line, ',');

      if (count == CSV_COLUMNS)
         return 0;
      values[count++] = line;
      if (comma == NULL)
         return count;
      *comma = '\0';
      line = comma + 1;
   }
}

int
csv_open(struct csv *csv, struct context *context, const char *file_name)
{
   const char *directory = data_directory();
   char path[PATH_LENGTH];
   int length;

   csv->context = context;
   csv->file_name = file_name;
   csv->file = NULL;
   csv->line_number = 0;
   csv->row_count = 0;
   csv->column_count = 0;

   CHECK(context, directory != NULL, "DRAL_DRIVER_DATA is not set");
   if (directory == NULL)
      return 0;

   length = snprintf(path, sizeof path, "%s/%s", directory, file_name);
   if (length > 0 && (size_t)length < sizeof path)
      csv->file = fopen(path, "r");
   CHECK(context, csv->file != NULL, "cannot open %s", path);
   if (csv->file == NULL)
      return 0;

   if (fgets(csv->names_line, CSV_LINE, csv->file) != NULL)
      csv->column_count = split(csv->names_line, csv->names);
   csv->line_number++;
   CHECK(context, csv->column_count > 0, "%s names no columns", file_name);
   return csv->column_count > 0;
}

int
csv_next(struct csv *csv)
{
   unsigned count;

   if (fgets(csv->values_line, CSV_LINE, csv->file) == NULL)
      return 0;
   csv->line_number++;

   count = split(csv->values_line, csv->values);
   CHECK_EQUAL(csv->context, count, csv->column_count,
               "values in line %u of %s", csv->line_number, csv->file_name);
   if (count != csv->column_count)
      return 0;
   csv->row_count++;
   return 1;
}

void
csv_close(struct csv *csv)
{
   if (csv->file != NULL)
      fclose(csv->file);
   csv->file = NULL;
   CHECK(csv->context, csv->row_count > 0, "%s has no rows", csv->file_name);
   printf("# %s: %" PRIu32 " rows of %s compared\n", csv->context->test,
          csv->row_count, csv->file_name);
}

/* The value in a column, or NULL. */
static const char *
find(const struct csv *csv, const char *column)
{
   unsigned i;

   for (i = 0; i < csv->column_count; i++) {
      if (strcmp(csv->names[i], column) == 0)
         return csv->values[i];
   }
   return NULL;
}

int
csv_has(const struct csv *csv, const char *column)
{
   return find(csv, column) != NULL;
}

const char *
csv_text(const struct csv *csv, const char *column)
{
   const char *const text = find(csv, column);

   CHECK(csv->context, text != NULL, "%s has no column %s", csv->file_name,
         column);
   return text != NULL ? text : "";
}

int
csv_is_empty(const struct csv *csv, const char *column)
{
   return csv_text(csv, column)[0] == '\0';
}

/* A number from least to most. */
static int64_t
number(const struct csv *csv, const char *column, int base, int64_t least,
       int64_t most)
{
   const char *text = csv_text(csv, column);
   char *end;
   long long value;

   errno = 0;
   value = strtoll(text, &end, base);
   CHECK(csv->context,
         end != text && *end == '\0' && errno == 0 && value >= least &&
            value <= most,
         "\"%s\" in column %s, line %u of %s", text, column,
         csv->line_number, csv->file_name);
   return value;
}

uint32_t
csv_unsigned(const struct csv *csv, const char *column)
{
   return (uint32_t)number(csv, column, 10, 0, UINT32_MAX);
}

int32_t
csv_signed(const struct csv *csv, const char *column)
{
   return (int32_t)number(csv, column, 10, INT32_MIN, UINT32_MAX);
}

uint32_t
csv_word(const struct csv *csv, const char *column)
{
   return (uint32_t)number(csv, column, 16, 0, UINT32_MAX);
}

uint64_t
csv_address(const struct csv *csv, const char *column)
{
   return (uint64_t)number(csv, column, 16, 0, INT64_MAX);
}
