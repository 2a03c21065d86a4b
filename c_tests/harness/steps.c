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

void
check_steps(struct context *context, void *outputs, size_t output_size,
            const char *(*explain)(void), const struct step *steps,
            size_t count)
{
   size_t i;

   for (i = 0; i < count; i++) {
      const struct step *const step = &steps[i];
      unsigned char kept[sizeof step->value];

      CHECK_EQUAL(context, step->call(), 0, "before line %d", step->line);
      memcpy(kept, step->field, step->size);
      write_field(step);
      fill_canary(outputs, output_size);
      CHECK_EQUAL(context, step->call(), step->error, "line %d, 0x%" PRIx64,
                  step->line, step->value);
      if (step->words != NULL)
         CHECK(context, strstr(explain(), step->words) != NULL,
               "line %d: %s", step->line, explain());
      if (step->error == 0)
         continue;
      CHECK(context, is_untouched(outputs, output_size),
            "line %d, 0x%" PRIx64 " writes", step->line, step->value);
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
