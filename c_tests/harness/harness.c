/* SPDX-License-Identifier: MIT */

#include "harness/harness.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PRINTED_FAILURES 10

/* No valid descriptor, flag, count or version is made of these. */
#define PATTERN 0xA5

void
fill_canary(void *memory, size_t size)
{
   memset(memory, PATTERN, size);
}

int
is_untouched(const void *memory, size_t size)
{
   const unsigned char *bytes = memory;
   size_t i;

   for (i = 0; i < size; i++) {
      if (bytes[i] != PATTERN)
         return 0;
   }
   return 1;
}

/* Counts a failure.  Returns 1 if it is to be printed. */
static int
count_failure(struct context *context, const char *file, int line)
{
   context->failures++;
   if (context->failures > PRINTED_FAILURES)
      return 0;

   printf("# %s:%d: %s: ", file, line, context->test);
   return 1;
}

void
report_failure(struct context *context, const char *file, int line,
               const char *condition, const char *format, ...)
{
   va_list arguments;

   if (!count_failure(context, file, line))
      return;

   printf("not (%s): ", condition);
   va_start(arguments, format);
   vprintf(format, arguments);
   va_end(arguments);
   putchar('\n');
}

void
report_difference(struct context *context, const char *file, int line,
                  const char *what, int64_t actual, int64_t expected,
                  const char *format, ...)
{
   va_list arguments;

   if (!count_failure(context, file, line))
      return;

   printf("%s is %" PRId64 " (0x%" PRIX64 "), not %" PRId64 " (0x%" PRIX64
          "): ",
          what, actual, (uint64_t)actual, expected, (uint64_t)expected);
   va_start(arguments, format);
   vprintf(format, arguments);
   va_end(arguments);
   putchar('\n');
}

int
run_tests(const struct test *const *tests, size_t count)
{
   int status = EXIT_SUCCESS;
   size_t i;

   printf("1..%zu\n", count);
   for (i = 0; i < count; i++) {
      struct context context = { tests[i]->name, 0, 0 };
      int passed;

      tests[i]->run(&context);
      if (context.failures > 0)
         printf("# %" PRIu64 " of %" PRIu64 " checks failed\n",
                context.failures, context.checks);
      else if (context.checks == 0)
         printf("# no checks\n");
      passed = context.failures == 0 && context.checks > 0;
      if (!passed)
         status = EXIT_FAILURE;
      printf("%s %zu - %s\n", passed ? "ok" : "not ok", i + 1,
             tests[i]->name);
      /* So that nothing is lost if a later test crashes. */
      fflush(stdout);
   }
   return status;
}
