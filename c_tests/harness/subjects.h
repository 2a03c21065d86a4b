/* SPDX-License-Identifier: MIT */

/*
 * The tests of each subject, in a list that ends with a test without a name.
 */

#ifndef SUBJECTS_H
#define SUBJECTS_H

#include "harness/harness.h"

extern const struct test version_tests[];
extern const struct test answers_tests[];
extern const struct test padding_tests[];
extern const struct test divisor_tests[];
extern const struct test padded_divisor_tests[];
extern const struct test rounding_modes_tests[];
extern const struct test floating_point_error_tests[];
extern const struct test draw_tests[];
extern const struct test draw_words_tests[];
extern const struct test attribute_tests[];
extern const struct test table_tests[];
extern const struct test vertex_state_tests[];
extern const struct test vertex_state_keys_tests[];
extern const struct test vertex_state_errors_tests[];
extern const struct test id_tests[];
extern const struct test valhall_tests[];
extern const struct test small_draws_tests[];
extern const struct test driver_rows_tests[];
extern const struct test driver_rows_panvk_tests[];
extern const struct test panfrost_tests[];
extern const struct test errors_tests[];
extern const struct test device_tests[];

/* Those of modules; main.c says which are there. */
extern const struct test descriptor_layout_tests[];
extern const struct test descriptor_layout_random_tests[];
extern const struct test descriptor_layout_errors_tests[];
extern const struct test varying_tests[];
extern const struct test varying_random_tests[];
extern const struct test varying_errors_tests[];
extern const struct test indirect_draw_tests[];
extern const struct test indirect_draw_flow_tests[];
extern const struct test indirect_draw_random_tests[];
extern const struct test indirect_draw_errors_tests[];
extern const struct test dynamic_state_tests[];
extern const struct test dynamic_state_random_tests[];
extern const struct test dynamic_state_errors_tests[];
extern const struct test binding_table_tests[];
extern const struct test binding_table_errors_tests[];
extern const struct test binding_table_random_tests[];

#endif
