/* SPDX-License-Identifier: MIT */

/*
 * The lists of tests, one for each subject, which end with a test without a
 * name.
 */

#ifndef SUBJECTS_H
#define SUBJECTS_H

#include "harness/harness.h"

#define SUBJECTS \
   SUBJECT(version) \
   SUBJECT(padding) \
   SUBJECT(divisor) \
   SUBJECT(floating_point_error) \
   SUBJECT(draw) \
   SUBJECT(descriptors) \
   SUBJECT(threads) \
   SUBJECT(vertex_state) \
   SUBJECT(vertex_state_keys) \
   SUBJECT(words_to_write) \
   SUBJECT(small_draws) \
   SUBJECT(contract) \
   SUBJECT(panfrost) \
   SUBJECT(device) \
   SUBJECT(device_check) \
   SUBJECT(binding_table) \
   SUBJECT(descriptor_layout) \
   SUBJECT(dynamic_state) \
   SUBJECT(indirect_draw) \
   SUBJECT(varying)

#define SUBJECT(name) extern const struct test name##_tests[];
SUBJECTS
#undef SUBJECT

#endif
