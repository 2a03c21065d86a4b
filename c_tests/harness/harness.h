/* SPDX-License-Identifier: MIT */

/*
 * Tests and their checks.  A test is a function that makes checks; it fails
 * if one of them fails, and also if it makes none, because a test that
 * checks nothing proves nothing.
 */

#ifndef HARNESS_H
#define HARNESS_H

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* The checks of a test so far. */
struct context {
   const char *test;
   uint64_t checks;
   uint64_t failures;
};

enum test_kind {
   TEST_KIND_QUICK,
   /* Over all 2^32 inputs: too long for every test run. */
   TEST_KIND_SWEEP,
};

struct test {
   /* The rule that the test checks. */
   const char *name;
   void (*run)(struct context *context);
   enum test_kind kind;
};

/* Entries of a list of tests.  A test has the name of its function. */
#define QUICK_TEST(function) { #function, function, TEST_KIND_QUICK }
#define SWEEP_TEST(function) { #function, function, TEST_KIND_SWEEP }
#define NO_MORE_TESTS { NULL, NULL, TEST_KIND_QUICK }

#ifdef __GNUC__
#define PRINTF_LIKE(text, arguments) \
   __attribute__((format(printf, text, arguments)))
#else
#define PRINTF_LIKE(text, arguments)
#endif

/*
 * One check.  The format and its arguments say what was checked; they are
 * evaluated on failure only.
 */
#define CHECK(context, condition, ...)                                      \
   do {                                                                     \
      (context)->checks++;                                                  \
      if (!(condition))                                                     \
         report_failure((context), __FILE__, __LINE__, #condition,          \
                        __VA_ARGS__);                                       \
   } while (0)

/* Two integers are equal; both are below 2^63. */
#define CHECK_EQUAL(context, actual, expected, ...)                         \
   do {                                                                     \
      const int64_t actual_value = (int64_t)(actual);                       \
      const int64_t expected_value = (int64_t)(expected);                   \
                                                                            \
      (context)->checks++;                                                  \
      if (actual_value != expected_value)                                   \
         report_difference((context), __FILE__, __LINE__, #actual,          \
                           actual_value, expected_value, __VA_ARGS__);      \
   } while (0)

/* A call succeeds, and its result is then this integer. */
#define CHECK_RESULT(context, call, result, expected)                       \
   do {                                                                     \
      CHECK_EQUAL(context, call, 0, "it succeeds");                         \
      CHECK_EQUAL(context, result, expected, "%s", #call);                  \
   } while (0)

/* The first few failures of a test are printed, the others only counted. */
void
report_failure(struct context *context, const char *file, int line,
               const char *condition, const char *format, ...)
   PRINTF_LIKE(5, 6);

void
report_difference(struct context *context, const char *file, int line,
                  const char *what, int64_t actual, int64_t expected,
                  const char *format, ...)
   PRINTF_LIKE(7, 8);

/* Fills memory with a pattern, to detect writes later. */
void
fill_canary(void *memory, size_t size);

/* 1 if the memory is as fill_canary left it. */
int
is_untouched(const void *memory, size_t size);

/* Runs tests and prints the results as TAP.  Returns the exit status. */
int
run_tests(const struct test *const *tests, size_t count);

#endif
