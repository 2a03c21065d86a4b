/* SPDX-License-Identifier: MIT */

/* `dral-layout examples/bindings.csv` prints the same offsets. */

#include "shader.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int failures;

static void
expect(const char *what, uint32_t actual, uint32_t expected)
{
   if (actual == expected)
      return;
   printf("%s: %" PRIu32 ", expected %" PRIu32 "\n", what, actual, expected);
   failures++;
}

int
main(void)
{
   /* Storage images have 40 bytes each, combined image samplers 8. */
   static const struct {
      uint32_t binding, element, offset;
   } descriptors[] = { { 0, 0, 0 },   { 0, 2, 80 },  { 1, 0, 120 },
                       { 1, 1, 128 }, { 2, 0, 136 }, { 3, 0, 152 } };
   /* Elements of 3 components follow one another across slots. */
   static const uint32_t positions[] = { 0, 12, 18, 20, 21 };
   /* A binding with a type that no driver has, and a varying without rows. */
   const struct dral_descriptor_binding wrong_binding = {
      .descriptor_type = 99, .descriptor_count = 1
   };
   const struct dral_varying wrong_varying = { .rows = 0 };
   struct set_layout set = { 0 };
   struct shader_varyings places = { 0 };
   const char *reason = "";
   uint32_t offset = 0;
   size_t i;

   expect("set", create_set_layout(bindings, LENGTH(bindings), &set, &reason),
          true);
   expect("bytes of a set", set.size, 192);
   for (i = 0; i < LENGTH(descriptors); i++) {
      expect("descriptor",
             find_descriptor(&set, descriptors[i].binding,
                             descriptors[i].element, &offset),
             true);
      expect("offset", offset, descriptors[i].offset);
   }
   expect("no such descriptor", find_descriptor(&set, 0, 3, &offset), false);
   expect("no such binding", find_descriptor(&set, 4, 0, &offset), false);
   expect("wrong set", create_set_layout(&wrong_binding, 1, &set, &reason),
          false);

   expect("varyings", place_varyings(varyings, LENGTH(varyings), &places),
          true);
   expect("slots", places.slot_count, 6);
   for (i = 0; i < LENGTH(positions); i++)
      expect("position", places.positions[i], positions[i]);
   expect("wrong varying", place_varyings(&wrong_varying, 1, &places), false);
   return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
