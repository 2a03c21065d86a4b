/* SPDX-License-Identifier: MIT */

#include "loops.h"

#include <string.h>

static int
same_draw(const struct dral_draw *a, const struct dral_draw *b)
{
   return a->threads == b->threads &&
          a->padded_count == b->padded_count &&
          a->instance_size == b->instance_size &&
          a->instance_size_byte == b->instance_size_byte &&
          a->instance_primitive_size == b->instance_primitive_size &&
          a->instance_primitive_size_byte ==
             b->instance_primitive_size_byte &&
          a->invocation[0] == b->invocation[0] &&
          a->invocation[1] == b->invocation[1];
}

static int
same_divisor(const struct dral_magic_divisor *a,
             const struct dral_magic_divisor *b)
{
   return a->magic == b->magic && a->shift == b->shift &&
          a->extra_flags == b->extra_flags;
}

/*
 * Whether the other magic is one too low because floating point rounded its
 * quotient down.
 */
static int
is_rounded(const struct dral_magic_divisor *library,
           const struct dral_magic_divisor *other, uint32_t divisor)
{
   const uint64_t numerator = (uint64_t)1 << (32 + library->shift);
   uint64_t magic = numerator / divisor;

   if (numerator % divisor != 0)
      magic++;
   if (library->extra_flags)
      magic--;
   return (magic & 0x7FFFFFFF) == library->magic &&
          other->magic + 1 == library->magic &&
          other->shift == library->shift &&
          other->extra_flags == library->extra_flags;
}

static int
same_outputs(const struct outputs *a, const struct outputs *b)
{
   const size_t length = (size_t)a->word_count * sizeof(a->words[0]);

   return a->number == b->number && same_draw(&a->draw, &b->draw) &&
          a->word_count == b->word_count &&
          memcmp(a->words, b->words, length) == 0 &&
          memcmp(a->slots, b->slots, sizeof(a->slots)) == 0;
}

struct comparison
compare(const struct subject *library, const struct subject *other,
        const uint32_t *numbers, size_t count)
{
   static struct outputs a;
   static struct outputs b;
   struct comparison comparison = { 0, 0, 0 };
   size_t i;

   memset(&a, 0, sizeof(a));
   memset(&b, 0, sizeof(b));
   for (i = 0; i < count; i++) {
      /* Twice: with equal keys the second call leaves the words unchanged. */
      library->run(library, numbers, i, 1, &a);
      library->run(library, numbers, i, 1, &a);
      other->run(other, numbers, i, 1, &b);
      comparison.calls++;
      if (!same_outputs(&a, &b))
         comparison.different++;
      if (numbers == NULL || same_divisor(&a.divisor, &b.divisor))
         continue;
      if (is_rounded(&a.divisor, &b.divisor, numbers[i]))
         comparison.rounded++;
      else
         comparison.different++;
   }
   return comparison;
}
