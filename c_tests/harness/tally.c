/* SPDX-License-Identifier: MIT */

#include "harness/tally.h"
#include "reference/plain.h"

#include <stdlib.h>

void
tally_error(struct tally *tally, int error)
{
   if (error >= 0)
      tally->successes++;
   else if (ERROR_POSITION(error) > 0 && ERROR_POSITION(error) < TALLY_ERRORS)
      tally->errors[ERROR_POSITION(error)]++;
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
   int i;

   for (i = 1; i < TALLY_ERRORS; i++) {
      const int error = ERROR_POSITION(i);
      const uint32_t count = tally->errors[i];

      total += count;
      CHECK(context, is_listed(errors, error) ? count >= least : count == 0,
            "error %d occurred %" PRIu32 " times", error, count);
   }
   CHECK(context, tally->successes >= total,
         "%" PRIu32 " successes, but %" PRIu32 " errors", tally->successes,
         total);
}
