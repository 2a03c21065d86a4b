/* SPDX-License-Identifier: MIT */

/*
 * Times the library and plain C, and prints a line per row: its number, its
 * name and the ratio of the times, with tabs between them. `bench compare` only
 * compares the results. `bench ROW SIDE COUNT` calls one side for all inputs
 * and then for that many, so that an emulator can count their instructions.
 */

#include "rows.h"

#include "dral_model.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
   ROUNDS = 51
};

/* The slots of a prepared table, which drivers read where they are. */
static void
copy_slots(size_t input, struct outputs *outputs)
{
   const struct dral_vertex_state *state =
      &prepared.states[input % INPUT_BINDINGS];
   uint32_t i;

   for (i = 0; i < INPUT_BUFFERS; i++)
      outputs->slots[i] =
         (uint32_t)dral_vertex_state_slot(state, &outputs->draw, i);
}

static bool
same_outputs(const struct outputs *a, const struct outputs *b)
{
   const struct dral_draw *one = &a->draw;
   const struct dral_draw *two = &b->draw;
   const size_t length = (size_t)a->word_count * sizeof(a->words[0]);

   return a->number == b->number &&
          a->divisor.magic == b->divisor.magic &&
          a->divisor.shift == b->divisor.shift &&
          a->divisor.extra_flags == b->divisor.extra_flags &&
          one->threads == two->threads &&
          one->padded_count == two->padded_count &&
          one->instance_size == two->instance_size &&
          one->instance_size_byte == two->instance_size_byte &&
          one->instance_primitive_size == two->instance_primitive_size &&
          one->instance_primitive_size_byte ==
             two->instance_primitive_size_byte &&
          one->invocation[0] == two->invocation[0] &&
          one->invocation[1] == two->invocation[1] &&
          a->word_count == b->word_count &&
          memcmp(a->words, b->words, length) == 0 &&
          a->attribute_words == b->attribute_words &&
          memcmp(a->attributes, b->attributes, sizeof(a->attributes)) == 0 &&
          memcmp(a->slots, b->slots, sizeof(a->slots)) == 0;
}

/* Times only compare if both sides do the same work. */
static void
compare(const struct row *row)
{
   static struct outputs a;
   static struct outputs b;
   size_t different = 0;
   size_t i;

   memset(&a, 0, sizeof(a));
   memset(&b, 0, sizeof(b));
   for (i = 0; i < row->input_count; i++) {
      /* Twice: with equal keys the second call leaves the words unchanged. */
      row->library(i, 1, &a);
      row->library(i, 1, &a);
      row->plain(i, 1, &b);
      if (row->has_buffers)
         copy_slots(i, &a);
      different += !same_outputs(&a, &b);
   }
   if (different != 0) {
      fprintf(stderr, "%s: %zu differences\n", row->name, different);
      exit(EXIT_FAILURE);
   }
}

/* Only time in which the thread runs counts, so other programs only affect
 * the caches. In seconds. */
static double
time_of(const struct row *row, loop *side)
{
   static struct outputs outputs;
   struct timespec start;
   struct timespec end;

   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
   side(0, row->input_count, &outputs);
   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
   return (double)(end.tv_sec - start.tv_sec) +
          (double)(end.tv_nsec - start.tv_nsec) / 1e9;
}

static int
compare_ratios(const void *one, const void *two)
{
   const double a = *(const double *)one;
   const double b = *(const double *)two;

   return (a > b) - (a < b);
}

/* The side that goes first alternates. */
static void
print_ratio(const struct row *row)
{
   double ratios[ROUNDS];
   int i;

   time_of(row, row->library);
   time_of(row, row->plain);
   for (i = 0; i < ROUNDS; i++) {
      loop *const first = i % 2 == 0 ? row->library : row->plain;
      loop *const second = i % 2 == 0 ? row->plain : row->library;
      const double time = time_of(row, first);
      const double ratio = time_of(row, second) / time;

      ratios[i] = i % 2 == 0 ? ratio : 1 / ratio;
   }
   qsort(ratios, ROUNDS, sizeof(ratios[0]), compare_ratios);
   printf("%zu\t%s\t%.2fx (%.2f to %.2f)\n", (size_t)(row - rows), row->name,
          ratios[ROUNDS / 2], ratios[ROUNDS / 4], ratios[3 * ROUNDS / 4]);
}

int
main(int argc, char **argv)
{
   static struct outputs outputs;
   size_t i;

   make_inputs();
   prepare_inputs(&prepared);
   if (argc == 4) {
      const struct row *row = &rows[strtoul(argv[1], NULL, 10) % row_count];

      loop *const side =
         strcmp(argv[2], "library") == 0 ? row->library : row->plain;

      /* With equal keys the second call writes nothing, and is counted. */
      side(0, row->input_count, &outputs);
      side(0, strtoul(argv[3], NULL, 10), &outputs);
      return 0;
   }
   for (i = 0; i < row_count; i++) {
      compare(&rows[i]);
      if (argc == 1)
         print_ratio(&rows[i]);
   }
   return 0;
}
