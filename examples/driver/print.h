/* SPDX-License-Identifier: MIT */

/* Prints tables: the raw words, and their decoded contents beside them. */

#ifndef PRINT_H
#define PRINT_H

#include "tables.h"

#include <stdio.h>

/* Prints the tables of the last draw. Returns 0, or a negative errno for
 * words that cannot be decoded. */
int
driver_print_tables(FILE *out, const struct driver_draw *draw,
                    const struct driver_context *context);

#endif
