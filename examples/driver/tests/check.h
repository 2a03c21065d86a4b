/* SPDX-License-Identifier: MIT */

/* Checks of unit tests. A test program returns check_result(). */

#ifndef CHECK_H
#define CHECK_H

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int check_failures;

/* Not assert(), which release builds disable. */
#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(value, expected)                                        \
   check_equal((int64_t)(value), (int64_t)(expected), #value, __FILE__,     \
               __LINE__)
#define CHECK_TEXT(text, expected)                                          \
   check_text((text), (expected), #text, __FILE__, __LINE__)

static inline void
check(bool condition, const char *what, const char *file, int line)
{
   if (condition)
      return;
   fprintf(stderr, "%s:%d: not %s\n", file, line, what);
   check_failures++;
}

static inline void
check_equal(int64_t value, int64_t expected, const char *what,
            const char *file, int line)
{
   if (value == expected)
      return;
   fprintf(stderr,
           "%s:%d: %s is %" PRId64 " (0x%" PRIx64 "), not %" PRId64
           " (0x%" PRIx64 ")\n",
           file, line, what, value, (uint64_t)value, expected,
           (uint64_t)expected);
   check_failures++;
}

static inline void
check_text(const char *text, const char *expected, const char *what,
           const char *file, int line)
{
   if (strcmp(text, expected) == 0)
      return;
   fprintf(stderr, "%s:%d: %s is\n%s\nnot\n%s\n", file, line, what, text,
           expected);
   check_failures++;
}

static inline int
check_result(void)
{
   return check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif
