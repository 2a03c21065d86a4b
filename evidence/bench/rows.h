/* SPDX-License-Identifier: MIT */

/*
 * The rows of the table: what is measured, with the library and in plain C.
 * The loops of both sides are made in the same way, so that calls cost the
 * same on each side.
 */

#ifndef ROWS_H
#define ROWS_H

#include "inputs.h"

#include <stdbool.h>

enum {
   TABLE_WORDS = 8 * INPUT_BUFFERS + 4
};

struct outputs;

/* Calls what is measured for count inputs, from `first` on. */
typedef void loop(size_t first, size_t count, struct outputs *outputs);

struct row {
   const char *name;
   loop *library;
   loop *plain;
   size_t input_count;
   bool has_buffers;
};

/* The output of a loop: after one call, the result of that call. */
struct outputs {
   uint32_t number;
   struct dral_magic_divisor divisor;
   struct dral_draw draw;
   /* Tables lie at multiples of 32 bytes. */
   uint32_t words[TABLE_WORDS] __attribute__((aligned(64)));
   uint32_t slots[INPUT_BUFFERS];
   int word_count;
   uint32_t attributes[2 * INPUT_BUFFERS];
   int attribute_words;
   /* For draws by key: what each has written. */
   struct dral_written written[INPUT_DRAWS];
};

extern struct prepared prepared;
extern const struct row rows[];
extern const size_t row_count;

#endif
