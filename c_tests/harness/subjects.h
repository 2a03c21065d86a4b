/* SPDX-License-Identifier: MIT */

/*
 * The tests of each subject, in a list that ends with a test without a name.
 * Of each module that is built, which DRAL_TEST_MODULES lists as MODULE(name),
 * there are two.
 */

#ifndef SUBJECTS_H
#define SUBJECTS_H

#include "harness/harness.h"

#define SUBJECTS \
   SUBJECT(version) \
   SUBJECT(answers) \
   SUBJECT(padding) \
   SUBJECT(divisor) \
   SUBJECT(batches) \
   SUBJECT(floating_point_error) \
   SUBJECT(draw) \
   SUBJECT(descriptors) \
   SUBJECT(threads) \
   SUBJECT(vertex_state) \
   SUBJECT(vertex_state_keys) \
   SUBJECT(small_draws) \
   SUBJECT(driver_rows) \
   SUBJECT(panfrost) \
   SUBJECT(device) \
   DRAL_TEST_MODULES

#define MODULE(name) \
   SUBJECT(name##_answers) SUBJECT(name##_random)

#define SUBJECT(name) extern const struct test name##_tests[];
SUBJECTS
#undef SUBJECT

#endif
