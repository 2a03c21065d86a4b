/* SPDX-License-Identifier: MIT */

/*
 * Whether two sides do the same work: only then do their times compare.
 */

#ifndef COMPARE_H
#define COMPARE_H

#include "subjects.h"

struct comparison {
   uint64_t calls;
   /* Outputs that differ though floating point has no part in it. */
   uint64_t different;
   /* The other side's magic is one too low: its quotient was rounded. */
   uint64_t rounded;
};

/*
 * What two subjects of one kernel make of count inputs. `numbers` as for a
 * loop.
 */
struct comparison
compare(const struct subject *library, const struct subject *other,
        const uint32_t *numbers, size_t count);

#endif
