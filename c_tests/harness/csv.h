/* SPDX-License-Identifier: MIT */

/*
 * Tables of comma-separated values whose first line has the names of the
 * columns.  No value contains a comma, a quote or a line break.
 *
 * The tables are in the directory DRAL_DRIVER_DATA, by default c_tests/data.
 * A file that is missing, empty or malformed fails the test that reads it.
 */

#ifndef CSV_H
#define CSV_H

#include "harness/harness.h"

#include <stdio.h>

#define CSV_COLUMNS 32
#define CSV_LINE 1024

struct csv {
   struct context *context;
   const char *file_name;
   FILE *file;
   unsigned line_number;
   uint32_t row_count;
   unsigned column_count;
   char names_line[CSV_LINE];
   char values_line[CSV_LINE];
   const char *names[CSV_COLUMNS];
   const char *values[CSV_COLUMNS];
};

/* The current row, for the message of a check. */
#define IN_ROW(csv) "line %u of %s", (csv)->line_number, (csv)->file_name

/* Opens a file of that directory.  Returns 0 if it does not exist. */
int
csv_open(struct csv *csv, struct context *context, const char *file_name);

/* Goes to the next row.  Returns 0 after the last one. */
int
csv_next(struct csv *csv);

/* Prints the number of rows that the test read. */
void
csv_close(struct csv *csv);

/* 1 if the file has such a column. */
int
csv_has(const struct csv *csv, const char *column);

/* The text of the current row in a column. */
const char *
csv_text(const struct csv *csv, const char *column);

/* 1 if the column is empty in the current row. */
int
csv_is_empty(const struct csv *csv, const char *column);

/* A decimal value from 0 to 2^32 - 1. */
uint32_t
csv_unsigned(const struct csv *csv, const char *column);

/* The same for a signed 32-bit number, or the unsigned pattern of one. */
int32_t
csv_signed(const struct csv *csv, const char *column);

/* A hexadecimal value of at most 32 bits; an address has at most 63. */
uint32_t
csv_word(const struct csv *csv, const char *column);

uint64_t
csv_address(const struct csv *csv, const char *column);

#endif
