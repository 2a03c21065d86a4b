/* SPDX-License-Identifier: MIT */

/*
 * How often a function under test succeeded and was refused, by errno: a
 * random test that never meets an error, or nothing but errors, is broken.
 */

#ifndef TALLY_H
#define TALLY_H

#include "harness/harness.h"

struct tally {
   uint32_t successes;
   uint32_t invalid;
   uint32_t domain;
   uint32_t range;
   uint32_t unsupported;
   uint32_t no_space;
};

/* Something was met at least as often, or the test does not test it. */
#define CHECK_MET(context, count, least)                       \
   CHECK(context, (count) >= (least), "only %" PRIu64 " of %s", \
         (uint64_t)(count), #count)

void
tally_error(struct tally *tally, int error);

/* At least half succeeded; least were refused for each of these reasons. */
void
check_tally(struct context *context, const struct tally *tally,
            uint32_t least_invalid, uint32_t least_domain,
            uint32_t least_range);

#endif
