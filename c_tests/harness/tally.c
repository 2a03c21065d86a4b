/* SPDX-License-Identifier: MIT */

#include "harness/tally.h"

#include <stdlib.h>

void
tally_error(struct tally *tally, int error)
{
   if (error >= 0)
      tally->successes++;
   else if (error > -TALLY_ERRORS)
      tally->errors[-error]++;
   else
      abort();
}

static int
is_listed(const int *errors, int error)
{
   for (; *errors != 0; errors++) {
      if (*errors == error)
         return 1;
   }
   return 0;
}

void
check_tally(struct context *context, const struct tally *tally,
            uint32_t least, const int *errors)
{
   uint32_t total = 0;
   int error;

   for (error = -1; error > -TALLY_ERRORS; error--) {
      const uint32_t count = tally->errors[-error];

      total += count;
      CHECK(context, is_listed(errors, error) ? count >= least : count == 0,
            "error %d occurred %" PRIu32 " times", error, count);
   }
   CHECK(context, tally->successes >= total,
         "%" PRIu32 " successes, but %" PRIu32 " errors", tally->successes,
         total);
}
