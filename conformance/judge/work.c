/* SPDX-License-Identifier: MIT */

#include "work.h"

#include <stddef.h>

#include "chain.h"
#include "explain.h"
#include "stream.h"

struct run {
   enum work_order order;
   const struct work_user *user;
   /* The direct draw before this one. */
   struct mali_draw last;
};

/* Of the last draw that a kernel writes, as jobs are linked. */
static uint64_t last_buffers;

/* As drivers with planted defects would have written it. */
static void
on_draw(void *data, const struct work_draw *found)
{
   struct run *run = data;
   struct work_draw draw = *found;

   if (draw.by_kernel && draw.vertices && run->order == WORK_LINKED)
      last_buffers = draw.vertex.buffers;
   /* The last kernel has written the table before the first draw reads it. */
   if (check_plant == DEFECT_SHARED && draw.by_kernel &&
       run->order == WORK_DRAWS_LATE)
      draw.vertex.buffers = last_buffers;
   if (!draw.by_kernel) {
      if (check_plant == DEFECT_STALE &&
          draw.vertex.state == run->last.state) {
         draw.vertex.buffers = run->last.buffers;
         draw.vertex.attributes = run->last.attributes;
      }
      run->last = draw.vertex;
   }
   run->user->draw(run->user->data, &draw);
}

static void
on_dispatch(void *data, const uint32_t *registers)
{
   const struct run *run = data;

   run->user->dispatch(run->user->data, registers);
}

static void
on_wrong(void *data, enum work_fault fault, const char *what)
{
   const struct run *run = data;

   run->user->wrong(run->user->data, fault, what);
}

void
work_run(const struct work *work, enum work_order order, bool keep,
         const struct work_user *user)
{
   struct run run = {order, user, {0}};
   const struct work_user planted = {
      .kernels = user->kernels,
      .data = &run,
      .draw = on_draw,
      .dispatch = user->dispatch ? on_dispatch : NULL,
      .wrong = on_wrong,
   };

   if (work->first_job)
      chain_run(work->first_job, order, &planted);
   else
      stream_run(work, order, keep, &planted);
}
