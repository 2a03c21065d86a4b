/* SPDX-License-Identifier: MIT */

/*
 * How often a function under test succeeded, and how often it returned each
 * error: a random test that never meets an error, or meets little else, is
 * broken.
 */

#ifndef TALLY_H
#define TALLY_H

#include "harness/harness.h"

/* More than the number of any error. */
#define TALLY_ERRORS 1000

struct tally {
   uint32_t successes;
   /* By the number of the error, negated. */
   uint32_t errors[TALLY_ERRORS];
};

/* Checks that a case occurred often enough to be tested. */
#define CHECK_MET(context, count, least)                       \
   CHECK(context, (count) >= (least), "only %" PRIu64 " of %s", \
         (uint64_t)(count), #count)

/* Counts what a function returned. */
void
tally_error(struct tally *tally, int error);

/*
 * Checks that at least half of the calls succeeded, and that each error of a
 * list, which ends with 0, occurred at least this often and no other error at
 * all.
 */
void
check_tally(struct context *context, const struct tally *tally,
            uint32_t least, const int *errors);

#define CHECK_TALLY(context, tally, least, ...) \
   check_tally(context, tally, least, (const int[]){ __VA_ARGS__, 0 })

#endif
