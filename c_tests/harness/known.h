/* SPDX-License-Identifier: MIT */

/*
 * Known answers, which c_tests/data/README.md describes: rows that the tests
 * in Rust read, too.
 */

#ifndef KNOWN_H
#define KNOWN_H

#include "harness/harness.h"

#define KNOWN_WORDS 2048

struct words {
   size_t count;
   uint64_t word[KNOWN_WORDS];
};

struct known_function {
   const char *name;
   /* How many words it is given; 0 for any number. */
   size_t given_count;
   /* Adds the words of its answer: 0, or the function's error. */
   int (*answer)(const struct words *given, struct words *answer);
};

void
add_word(struct words *words, uint64_t word);

/*
 * Adds what a function wrote, fields of which those of 64 bits come first, or
 * a byte.  On error that is still a canary.  The result is the error, or 1 if
 * it is not.
 */
int
give_answer(struct words *answer, int error, const void *out, size_t size,
            size_t wide_count);

/* Defines answer_name() by a call that writes this many integers to out. */
#define DEFINE_ANSWER(name, integer, count, call)                       \
   static int                                                           \
   answer_##name(const struct words *given, struct words *answer)       \
   {                                                                    \
      integer integers[count];                                          \
      void *const out = integers;                                       \
                                                                        \
      fill_canary(out, sizeof integers);                                \
      return give_answer(answer, call, out, sizeof integers,            \
                         sizeof(integer) == 8 ? count : 0);             \
   }

/* The same for a struct, of whose fields this many have 64 bits. */
#define DEFINE_STRUCT_ANSWER(name, type, wide_count, call)              \
   static int                                                           \
   answer_##name(const struct words *given, struct words *answer)       \
   {                                                                    \
      type value;                                                       \
      type *const out = &value;                                         \
                                                                        \
      fill_canary(out, sizeof value);                                   \
      return give_answer(answer, call, out, sizeof value, wide_count);  \
   }

/* A word of what is given, of 32 bits. */
#define GIVEN(place) ((uint32_t)given->word[place])

/* Those from a place on, as a struct or an array; until the next call. */
const void *
given_from(const struct words *given, size_t place);

/* Adds a struct that has only 32-bit fields, or an array of these. */
void
add_struct(struct words *words, const void *fields, size_t size);

/* Fields from words at a place on, of which those of 64 bits come first; the
 * place behind them. */
size_t
take_fields(const struct words *words, size_t first, void *fields,
            size_t size, size_t wide_count);

size_t
take_struct(const struct words *words, size_t first, void *fields,
            size_t size);

/* Each function of the table has at least one row, and no row another. */
void
check_known_answers(struct context *context, const char *file_name,
                    const struct known_function *functions, size_t count);

/* A test of a file and its functions. */
#define KNOWN_TEST(name, file_name, ...)                                    \
   static void                                                              \
   name(struct context *context)                                            \
   {                                                                        \
      static const struct known_function known[] = { __VA_ARGS__ };         \
                                                                            \
      check_known_answers(context, file_name, known, LENGTH(known));        \
   }

#endif
