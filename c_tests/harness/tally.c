/* SPDX-License-Identifier: MIT */

#include "harness/tally.h"

#include <errno.h>

void
tally_error(struct tally *tally, int error)
{
   if (error == 0)
      tally->successes++;
   else if (error == -EINVAL)
      tally->invalid++;
   else if (error == -EDOM)
      tally->domain++;
   else if (error == -ERANGE)
      tally->range++;
   else if (error == -ENOTSUP)
      tally->unsupported++;
   else if (error == -ENOSPC)
      tally->no_space++;
}

void
check_tally(struct context *context, const struct tally *tally,
            uint32_t least_invalid, uint32_t least_domain,
            uint32_t least_range)
{
   CHECK(context,
         tally->successes >= tally->invalid + tally->domain + tally->range,
         "%" PRIu32 " successes, but %" PRIu32 ", %" PRIu32 ", %" PRIu32
         " errors", tally->successes, tally->invalid, tally->domain,
         tally->range);
   CHECK(context, tally->invalid >= least_invalid, "%" PRIu32 " of -EINVAL",
         tally->invalid);
   CHECK(context, tally->domain >= least_domain, "%" PRIu32 " of -EDOM",
         tally->domain);
   CHECK(context, tally->range >= least_range, "%" PRIu32 " of -ERANGE",
         tally->range);
}
