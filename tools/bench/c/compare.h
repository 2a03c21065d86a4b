/* SPDX-License-Identifier: MIT */

/*
 * Checks that two sides do the same work; otherwise their times do not
 * compare.
 */

#ifndef COMPARE_H
#define COMPARE_H

#include "subjects.h"

struct comparison {
   uint64_t calls;
   /* Outputs that differ, and not because of floating point. */
   uint64_t different;
   /* The other side's magic is one too low: its quotient was rounded. */
   uint64_t rounded;
};

/*
 * Compares the results of two subjects of one kernel for count inputs.
 * `numbers` is as for a loop.
 */
struct comparison
compare(const struct subject *library, const struct subject *other,
        const uint32_t *numbers, size_t count);

#endif
