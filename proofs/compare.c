/* SPDX-License-Identifier: MIT */

/*
 * Compares the results of the proofs' definitions, as printed by Coq, with
 * those of the library and dral_device.h.
 *
 *   compare DIRECTORY
 *
 * reads the tables of Evaluate.v in that directory. The status is 1 if a
 * number differs, or if a table is cut off or has too few rows.
 */

#include "dral.h"
#include "dral_device.h"

#include <inttypes.h>
#include <stdio.h>

#define NOTHING UINT64_MAX
#define MAX_COLUMNS 18
/* Every table in Evaluate.v has more inputs. */
#define LEAST_ROWS 2000

struct table {
   const char *name;
   unsigned columns;
   /* Computes the numbers of a row that are not inputs, in place. */
   void (*answer)(uint64_t *row);
};

static void
put(uint64_t *row, int error, const struct dral_magic_divisor *divisor)
{
   row[0] = error == 0 ? divisor->magic : NOTHING;
   row[1] = error == 0 ? divisor->shift : NOTHING;
   row[2] = error == 0 ? divisor->extra_flags : NOTHING;
}

/* Everything but the triples that a kernel computes. */
static void
answer_number(uint64_t *row)
{
   const uint32_t number = (uint32_t)row[0];
   struct dral_padded_count driver = { 0, 0, 0 }, documented = { 0, 0, 0 };
   struct dral_magic_divisor divisor;
   uint32_t idvs, rounding;

   dral_padded_count(number, DRAL_PADDING_RULE_DRIVER, &driver);
   dral_padded_count(number, DRAL_PADDING_RULE_DOCUMENTED, &documented);
   row[1] = dral_padded_vertex_count(number);
   row[2] = documented.count;
   row[3] = driver.shift;
   row[4] = driver.odd;
   row[5] = dral_idvs_vertex_count(number, &idvs) == 0 ? idvs : NOTHING;
   for (rounding = 0; rounding < 2; rounding++) {
      const int error = dral_magic_divisor(number, rounding, &divisor);

      put(&row[6 + 6 * rounding], error, &divisor);
   }
}

static void
answer_number_on_device(uint64_t *row)
{
   const uint32_t number = (uint32_t)row[0];
   const struct dral_padded_count driver =
      dral_device_padded_count(number, DRAL_PADDING_RULE_DRIVER);
   const uint32_t idvs = dral_device_idvs_vertex_count(number);
   uint32_t rounding;

   row[1] = driver.count;
   row[2] = dral_device_documented_vertex_count(number);
   row[3] = driver.shift;
   row[4] = driver.odd;
   /* The device returns 0 where the library returns an error. */
   row[5] = idvs == 0 && row[5] == NOTHING ? NOTHING : idvs;
   for (rounding = 0; rounding < 2; rounding++) {
      const struct dral_magic_divisor divisor =
         dral_device_magic_divisor(number, rounding);

      put(&row[9 + 6 * rounding], 0, &divisor);
   }
}

static void
answer_candidates(uint64_t *row)
{
   const struct dral_magic_divisor candidate = {
      (uint32_t)row[1], (uint32_t)row[2], (uint32_t)row[3]
   };
   uint64_t id = 0;
   const int error =
      dral_magic_first_wrong_id(&candidate, (uint32_t)row[0], &id);

   row[5] = dral_magic_divide(&candidate, (uint32_t)row[4]);
   row[6] = error != 0 || id > UINT32_MAX ? NOTHING : id;
}

static const struct table tables[] = {
   { "numbers", 18, answer_number },
   { "numbers", 18, answer_number_on_device },
   { "candidates", 7, answer_candidates },
};

/* The number of differences; at least 1 if the table is incomplete. */
static uint64_t
compare(const char *directory, const struct table *table)
{
   char path[4096];
   uint64_t row[MAX_COLUMNS], answers[MAX_COLUMNS];
   uint64_t rows = 0, different = 0;
   unsigned column = 0;
   FILE *file;

   snprintf(path, sizeof(path), "%s/%s.out", directory, table->name);
   file = fopen(path, "r");
   if (file == NULL) {
      perror(path);
      return 1;
   }
   /* All that is between numbers is skipped. */
   while (fscanf(file, "%*[^0-9]%" SCNu64, &row[column]) == 1) {
      answers[column] = row[column];
      column++;
      if (column < table->columns)
         continue;
      table->answer(answers);
      for (column = 0; column < table->columns; column++) {
         if (answers[column] == row[column])
            continue;
         if (different++ < 5)
            printf("%s: row %" PRIu64 ", input %" PRIu64
                   ", column %u: Coq %" PRIu64 ", library %" PRIu64 "\n",
                   table->name, rows, row[0], column, row[column],
                   answers[column]);
      }
      rows++;
      column = 0;
   }
   fclose(file);
   printf("%s: %" PRIu64 " rows compared, %" PRIu64 " numbers differ\n",
          table->name, rows, different);
   if (rows < LEAST_ROWS || column != 0) {
      printf("%s: too few rows, or the last is cut off\n", table->name);
      return different + 1;
   }
   return different;
}

int
main(int argc, char **argv)
{
   uint64_t wrong = 0;
   size_t i;

   if (argc != 2) {
      fprintf(stderr, "usage: compare DIRECTORY\n");
      return 2;
   }
   for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
      wrong += compare(argv[1], &tables[i]);
   return wrong == 0 ? 0 : 1;
}
