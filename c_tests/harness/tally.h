/* SPDX-License-Identifier: MIT */

/*
 * Counts how often a function succeeded and how often it returned each error.
 * A random test is broken if it never causes an error, or hardly ever a
 * success.
 */

#ifndef TALLY_H
#define TALLY_H

#include "harness/harness.h"

/* More than the position of any error. */
#define TALLY_ERRORS 1000

struct tally {
   uint32_t successes;
   /* By the position of the error. */
   uint32_t errors[TALLY_ERRORS];
};

/* Checks that a case occurred often enough. */
#define CHECK_MET(context, count, least)                       \
   CHECK(context, (count) >= (least), "only %" PRIu64 " of %s", \
         (uint64_t)(count), #count)

/* Counts the return value of a function. */
void
tally_error(struct tally *tally, int error);

/*
 * Checks that at least half of the calls succeeded, that each listed error
 * occurred at least this often, and that no other error occurred.  The list
 * ends with 0.
 */
void
check_tally(struct context *context, const struct tally *tally,
            uint32_t least, const int *errors);

#define CHECK_TALLY(context, tally, least, ...) \
   check_tally(context, tally, least, (const int[]){ __VA_ARGS__, 0 })

#endif
