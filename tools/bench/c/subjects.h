/* SPDX-License-Identifier: MIT */

/*
 * Everything that can be measured, by name.
 */

#ifndef SUBJECTS_H
#define SUBJECTS_H

#include "loops.h"

/* NULL if this build has no such subject. */
const struct subject *
find_subject(const char *kernel, const char *side);

/*
 * The numbers for a subject; NULL if its inputs are draws. Sets `count` to
 * the number of inputs.
 */
const uint32_t *
inputs_of(const struct subject *subject, size_t *count);

#endif
