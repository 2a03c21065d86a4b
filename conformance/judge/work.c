/* SPDX-License-Identifier: MIT */

#include "work.h"

#include "chain.h"
#include "stream.h"

void
work_run(const struct work *work, enum work_order order, bool keep,
         const struct work_user *user)
{
   if (work->first_job)
      chain_run(work->first_job, order, user);
   else
      stream_run(work, order, keep, user);
}
