/* SPDX-License-Identifier: MIT */

#include "workbench.h"

static struct outputs outputs;

void
run_subject(const struct subject *subject, const uint32_t *numbers,
            size_t count)
{
   subject->run(subject, numbers, 0, count, &outputs);
}

void
run_divisor_function(function divisor_function, const uint32_t *numbers,
                     size_t count)
{
   const struct subject subject = {
      .run = loop_divisors,
      .functions = { divisor_function },
   };

   run_subject(&subject, numbers, count);
}
