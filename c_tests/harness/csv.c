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

/* Cuts a line at its commas: how many values it has, 0 if too many. */
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

void
check_rows(struct context *context, const char *file_name,
           uint32_t first_architecture, uint32_t last_architecture,
           void (*check_row)(const struct csv *csv, uint32_t architecture))
{
   struct csv csv;
   uint32_t i;

   if (!csv_open(&csv, context, file_name))
      return;
   while (csv_next(&csv)) {
      for (i = first_architecture; i <= last_architecture; i++)
         check_row(&csv, i);
   }
   csv_close(&csv);
}

int
csv_has(const struct csv *csv, const char *column)
{
   unsigned i;

   for (i = 0; i < csv->column_count; i++) {
      if (strcmp(csv->names[i], column) == 0)
         return 1;
   }
   return 0;
}

const char *
csv_text(const struct csv *csv, const char *column)
{
   unsigned i;

   for (i = 0; i < csv->column_count; i++) {
      if (strcmp(csv->names[i], column) == 0)
         return csv->values[i];
   }
   CHECK(csv->context, 0, "%s has no column %s", csv->file_name, column);
   return "";
}

int
csv_is_empty(const struct csv *csv, const char *column)
{
   return csv_text(csv, column)[0] == '\0';
}

/* Marks a value that is not as its column should be. */
static void
refuse_value(const struct csv *csv, const char *column, const char *text)
{
   CHECK(csv->context, 0, "\"%s\" in column %s, line %u of %s", text, column,
         csv->line_number, csv->file_name);
}

int64_t
csv_number(const struct csv *csv, const char *column)
{
   const char *text = csv_text(csv, column);
   char *end;
   long long number;

   errno = 0;
   number = strtoll(text, &end, 10);
   if (end == text || *end != '\0' || errno != 0)
      refuse_value(csv, column, text);
   return number;
}

uint32_t
csv_unsigned(const struct csv *csv, const char *column)
{
   const int64_t number = csv_number(csv, column);

   if (number < 0 || number > UINT32_MAX)
      refuse_value(csv, column, csv_text(csv, column));
   return (uint32_t)number;
}

int32_t
csv_signed(const struct csv *csv, const char *column)
{
   const int64_t number = csv_number(csv, column);

   if (number < INT32_MIN || number > UINT32_MAX)
      refuse_value(csv, column, csv_text(csv, column));
   return (int32_t)(number > INT32_MAX ? number - ((int64_t)1 << 32)
                                       : number);
}

uint32_t
csv_word(const struct csv *csv, const char *column)
{
   const char *text = csv_text(csv, column);
   char *end;
   unsigned long long word;

   errno = 0;
   word = strtoull(text, &end, 16);
   if (end == text || *end != '\0' || errno != 0 || word > UINT32_MAX)
      refuse_value(csv, column, text);
   return (uint32_t)word;
}
