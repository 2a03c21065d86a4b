/* SPDX-License-Identifier: MIT */

/*
 * dral_c_tests         runs all tests
 * dral_c_tests --quick runs all but the sweeps
 * dral_c_tests --main  runs the sweeps of the four main functions
 * dral_c_tests --sweep runs the other sweeps
 * dral_c_tests NAME... runs these tests
 * dral_c_tests --list  names all tests, with "quick", "main" or "sweep"
 *
 * Results are printed as TAP. The status is 1 if a test failed and 2 if a
 * name is unknown.
 */

#include "harness/harness.h"
#include "harness/subjects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_UNKNOWN 2

/* By enum test_kind: the word of --list and, behind two dashes, the option.
 */
static const char *const kinds[] = { "quick", "main", "sweep" };

#define SUBJECT(name) name##_tests,
static const struct test *const subjects[] = { SUBJECTS };

#define SUBJECT_COUNT (sizeof subjects / sizeof subjects[0])

/* The test at a place of the whole list, NULL beyond its end. */
static const struct test *
test_at(size_t place)
{
   size_t subject;

   for (subject = 0; subject < SUBJECT_COUNT; subject++) {
      const struct test *test;

      for (test = subjects[subject]; test->name != NULL; test++) {
         if (place-- == 0)
            return test;
      }
   }
   return NULL;
}

static const struct test *
test_named(const char *name)
{
   const struct test *test;
   size_t place;

   for (place = 0; (test = test_at(place)) != NULL; place++) {
      if (strcmp(test->name, name) == 0)
         return test;
   }
   return NULL;
}

static void
list(void)
{
   const struct test *test;
   size_t place;

   for (place = 0; (test = test_at(place)) != NULL; place++)
      printf("%s %s\n", test->name, kinds[test->kind]);
}

/* A name stands for one test. */
static int
names_are_unique(void)
{
   const struct test *test;
   size_t place;

   for (place = 0; (test = test_at(place)) != NULL; place++) {
      if (test_named(test->name) != test) {
         fprintf(stderr, "two tests of one name: %s\n", test->name);
         return 0;
      }
   }
   return 1;
}

/* Whether an argument asks for the tests of this kind. */
static int
asks_for(const char *argument, enum test_kind kind)
{
   return strncmp(argument, "--", 2) == 0 &&
          strcmp(argument + 2, kinds[kind]) == 0;
}

/* Puts the tests of one kind, or those that are named, into an array. */
static int
choose(int argc, char **argv, const struct test **tests, size_t *count)
{
   const struct test *test;
   size_t place;
   int i;

   *count = 0;
   if (argc <= 2) {
      for (place = 0; (test = test_at(place)) != NULL; place++) {
         if (argc == 1 || asks_for(argv[1], test->kind))
            tests[(*count)++] = test;
      }
      if (*count > 0)
         return EXIT_SUCCESS;
   }
   for (i = 1; i < argc; i++) {
      test = test_named(argv[i]);
      if (test == NULL) {
         fprintf(stderr, "unknown test: %s\n", argv[i]);
         return STATUS_UNKNOWN;
      }
      tests[(*count)++] = test;
   }
   return EXIT_SUCCESS;
}

int
main(int argc, char **argv)
{
   const struct test **tests;
   size_t count = 0;
   int status;

   if (!names_are_unique())
      return STATUS_UNKNOWN;
   if (argc == 2 && strcmp(argv[1], "--list") == 0) {
      list();
      return EXIT_SUCCESS;
   }

   while (test_at(count) != NULL)
      count++;
   /* As many as there are, or as many as are named. */
   tests = calloc(count + (size_t)argc, sizeof *tests);
   if (tests == NULL)
      return EXIT_FAILURE;
   status = choose(argc, argv, tests, &count);
   if (status == EXIT_SUCCESS)
      status = run_tests(tests, count);
   free(tests);
   return status;
}
