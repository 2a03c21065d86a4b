/* SPDX-License-Identifier: MIT */

/*
 * Functions for the program in Rust, in addition to find_subject, inputs_of
 * and compare.
 */

#ifndef WORKBENCH_H
#define WORKBENCH_H

#include "subjects.h"

void
run_subject(const struct subject *subject, const uint32_t *numbers,
            size_t count);

/* The same for a divisor function that is not among the subjects. */
void
run_divisor_function(function divisor_function, const uint32_t *numbers,
                     size_t count);

#endif
