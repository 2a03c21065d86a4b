/* SPDX-License-Identifier: MIT */

/* Prints where the descriptors and varyings of a shader are. Compare with
 * `dral-layout examples/bindings.csv`. */

#include "shader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int
main(void)
{
   struct set_layout set;
   struct shader_varyings places;
   const char *reason;
   uint32_t element, offset;
   size_t i;

   if (!create_set_layout(bindings, LENGTH(bindings), &set, &reason)) {
      fprintf(stderr, "the set has no layout: %s\n", reason);
      return EXIT_FAILURE;
   }
   printf("a set takes %" PRIu32 " bytes\n", set.size);
   for (i = 0; i < LENGTH(bindings); i++) {
      for (element = 0; element < bindings[i].descriptor_count; element++) {
         if (!find_descriptor(&set, bindings[i].binding, element, &offset))
            return EXIT_FAILURE;
         printf("  binding %" PRIu32 "[%" PRIu32 "]: offset %" PRIu32 "\n",
                bindings[i].binding, element, offset);
      }
   }

   if (!place_varyings(varyings, LENGTH(varyings), &places)) {
      fprintf(stderr, "too many varyings\n");
      return EXIT_FAILURE;
   }
   printf("the varyings take %" PRIu32 " slots\n", places.slot_count);
   for (i = 0; i < LENGTH(varyings); i++) {
      const struct dral_varying_place place =
         dral_varying_position_place(places.positions[i]);

      printf("  varying %zu: slot %" PRIu32 ".%c\n", i, place.slot,
             "xyzw"[place.component]);
   }
   return EXIT_SUCCESS;
}
