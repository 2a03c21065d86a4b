/* SPDX-License-Identifier: MIT */

#include "harness/steps.h"

#include <stdlib.h>
#include <string.h>

static void
write_field(const struct step *step)
{
   const uint32_t word = (uint32_t)step->value;
   const uint8_t byte = (uint8_t)step->value;

   switch (step->size) {
   case sizeof step->value:
      memcpy(step->field, &step->value, step->size);
      break;
   case sizeof word:
      memcpy(step->field, &word, step->size);
      break;
   case sizeof byte:
      memcpy(step->field, &byte, step->size);
      break;
   default:
      abort();
   }
}

uint64_t outputs[MOST_OUTPUTS][512];

void
check_steps(struct context *context, const struct step *steps, size_t count)
{
   size_t i;

   for (i = 0; i < count; i++) {
      const struct step *const step = &steps[i];
      unsigned char kept[sizeof step->value];

      CHECK_EQUAL(context, step->call(), 0, "before %s = 0x%" PRIx64,
                  step->name, step->value);
      memcpy(kept, step->field, step->size);
      write_field(step);
      fill_canary(outputs, sizeof outputs);
      CHECK_EQUAL(context, step->call(), step->error, "%s = 0x%" PRIx64,
                  step->name, step->value);
      if (step->words != NULL)
         CHECK(context, strstr(step->explain(), step->words) != NULL,
               "%s = 0x%" PRIx64 ": %s", step->name, step->value,
               step->explain());
      if (step->error == 0)
         continue;
      CHECK(context, is_untouched(outputs, sizeof outputs),
            "%s = 0x%" PRIx64 " writes", step->name, step->value);
      memcpy(step->field, kept, step->size);
   }
}

int
same_error(const int *errors, size_t count)
{
   size_t i;

   for (i = 1; i < count; i++) {
      if (errors[i] != errors[0])
         return 1;
   }
   return errors[0];
}
