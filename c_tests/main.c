/* SPDX-License-Identifier: MIT */

/*
 * dral_c_tests                      runs all tests
 * dral_c_tests --quick              runs all but the sweeps
 * dral_c_tests NAME...              runs these tests
 * dral_c_tests --list               names all tests, with "sweep" or "quick"
 * dral_c_tests --check-list NAME... fails unless these are all the tests
 *
 * The status is 1 if a test failed and 2 if a name is unknown.
 */

#include "harness.h"
#include "subjects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATUS_FAILED 1
#define STATUS_UNKNOWN 2

static const struct test *const subjects[] = {
   version_tests,
   padding_tests,
   divisor_tests,
   padded_divisor_tests,
   rounding_modes_tests,
   floating_point_error_tests,
   draw_tests,
   draw_words_tests,
   attribute_tests,
   table_tests,
   vertex_state_tests,
   vertex_state_keys_tests,
   vertex_state_errors_tests,
   id_tests,
   valhall_tests,
   small_draws_tests,
   driver_rows_tests,
   driver_rows_panvk_tests,
   panfrost_tests,
   errors_tests,
   outputs_tests,
   device_tests,
#ifdef DRAL_TEST_DESCRIPTOR_LAYOUT
   descriptor_layout_tests,
   descriptor_layout_random_tests,
   descriptor_layout_errors_tests,
#endif
#ifdef DRAL_TEST_VARYING
   varying_tests,
   varying_random_tests,
   varying_errors_tests,
#endif
#ifdef DRAL_TEST_INDIRECT_DRAW
   indirect_draw_tests,
   indirect_draw_flow_tests,
   indirect_draw_random_tests,
   indirect_draw_errors_tests,
#endif
#ifdef DRAL_TEST_DYNAMIC_STATE
   dynamic_state_tests,
   dynamic_state_random_tests,
   dynamic_state_errors_tests,
#endif
#ifdef DRAL_TEST_BINDING_TABLE
   binding_table_tests,
   binding_table_errors_tests,
   binding_table_random_tests,
#endif
};

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
      printf("%s %s\n", test->name, test->sweep ? "sweep" : "quick");
}

static int
is_among(const char *name, char *const *names, int count)
{
   int i;

   for (i = 0; i < count; i++) {
      if (strcmp(names[i], name) == 0)
         return 1;
   }
   return 0;
}

/* Each test once, and nothing else. */
static int
check_list(char *const *names, int count)
{
   const struct test *test;
   size_t place;
   int status = EXIT_SUCCESS;
   int i;

   for (place = 0; (test = test_at(place)) != NULL; place++) {
      if (!is_among(test->name, names, count)) {
         printf("not on the list: %s\n", test->name);
         status = STATUS_FAILED;
      }
      if (test_named(test->name) != test) {
         printf("two tests of one name: %s\n", test->name);
         status = STATUS_FAILED;
      }
   }
   for (i = 0; i < count; i++) {
      if (test_named(names[i]) == NULL) {
         printf("not a test: %s\n", names[i]);
         status = STATUS_FAILED;
      }
      if (is_among(names[i], names, i)) {
         printf("twice on the list: %s\n", names[i]);
         status = STATUS_FAILED;
      }
   }
   return status;
}

static int
summary(unsigned passed, unsigned failed)
{
   printf("%u passed, %u failed\n", passed, failed);
   return failed > 0 ? STATUS_FAILED : EXIT_SUCCESS;
}

static int
run_all(int with_sweeps)
{
   const struct test *test;
   unsigned passed = 0;
   unsigned failed = 0;
   size_t place;

   for (place = 0; (test = test_at(place)) != NULL; place++) {
      if (test->sweep && !with_sweeps)
         continue;
      if (run_test(test))
         passed++;
      else
         failed++;
   }
   return summary(passed, failed);
}

static int
run_named(char *const *names, int count)
{
   unsigned passed = 0;
   unsigned failed = 0;
   int i;

   for (i = 0; i < count; i++) {
      if (test_named(names[i]) == NULL) {
         fprintf(stderr, "unknown test: %s\n", names[i]);
         return STATUS_UNKNOWN;
      }
   }
   for (i = 0; i < count; i++) {
      if (run_test(test_named(names[i])))
         passed++;
      else
         failed++;
   }
   return summary(passed, failed);
}

int
main(int argc, char **argv)
{
   if (argc == 1)
      return run_all(1);
   if (strcmp(argv[1], "--check-list") == 0)
      return check_list(argv + 2, argc - 2);
   if (argc == 2 && strcmp(argv[1], "--quick") == 0)
      return run_all(0);
   if (argc == 2 && strcmp(argv[1], "--list") == 0) {
      list();
      return EXIT_SUCCESS;
   }
   return run_named(argv + 1, argc - 1);
}
