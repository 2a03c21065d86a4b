/* SPDX-License-Identifier: MIT */

/*
 * dral_c_tests         runs all tests
 * dral_c_tests --quick runs all except sweeps
 * dral_c_tests --sweep runs the sweeps over 2^32 inputs
 * dral_c_tests NAME... runs these tests
 * dral_c_tests --list  lists all tests, with "quick" or "sweep"
 *
 * With --tenth as the last argument, most tests try a tenth of their random
 * cases.
 *
 * Results are printed as TAP. The status is 1 if a test failed and 2 if a
 * name is unknown.
 */

#include "harness/generator.h"
#include "harness/harness.h"
#include "harness/subjects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_UNKNOWN 2
#define MOST_TESTS 1024

/* By enum test_kind: the word in --list, and the option without its
 * dashes. */
static const char *const kinds[] = { "quick", "sweep" };

#define SUBJECT(name) name##_tests,
static const struct test *const subjects[] = { SUBJECTS };

/* Whether an argument names the test or its kind. */
static int
asks_for(const char *argument, const struct test *test)
{
   return strcmp(argument, test->name) == 0 ||
          (strncmp(argument, "--", 2) == 0 &&
           strcmp(argument + 2, kinds[test->kind]) == 0);
}

/* Lists all tests, whose names must differ. */
static size_t
collect(const struct test **tests)
{
   const struct test *test;
   size_t count = 0;
   size_t subject, i;

   for (subject = 0; subject < LENGTH(subjects); subject++) {
      for (test = subjects[subject]; test->name != NULL; test++) {
         for (i = 0; i < count; i++) {
            if (strcmp(tests[i]->name, test->name) == 0)
               break;
         }
         if (i < count || count == MOST_TESTS) {
            fprintf(stderr, "too many tests, or two with one name: %s\n",
                    test->name);
            exit(STATUS_UNKNOWN);
         }
         tests[count++] = test;
      }
   }
   return count;
}

int
main(int argc, char **argv)
{
   static const struct test *tests[MOST_TESTS];
   static const struct test *chosen[MOST_TESTS];
   const size_t count = collect(tests);
   size_t chosen_count = 0;
   size_t i;
   int argument;

   if (argc == 2 && strcmp(argv[1], "--list") == 0) {
      for (i = 0; i < count; i++)
         printf("%s %s\n", tests[i]->name, kinds[tests[i]->kind]);
      return EXIT_SUCCESS;
   }
   if (argc > 1 && strcmp(argv[argc - 1], "--tenth") == 0) {
      take_a_tenth();
      argc--;
   }
   for (argument = 1; argument < argc; argument++) {
      for (i = 0; i < count && !asks_for(argv[argument], tests[i]); i++)
         ;
      if (i == count) {
         fprintf(stderr, "unknown test: %s\n", argv[argument]);
         return STATUS_UNKNOWN;
      }
   }
   for (i = 0; i < count; i++) {
      for (argument = 1;
           argument < argc && !asks_for(argv[argument], tests[i]); argument++)
         ;
      if (argc == 1 || argument < argc)
         chosen[chosen_count++] = tests[i];
   }
   return run_tests(chosen, chosen_count);
}
