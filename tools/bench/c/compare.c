/* SPDX-License-Identifier: MIT */

#include "loops.h"

#include <string.h>

static int
same_resolved(const struct dral_resolved_draw *a,
              const struct dral_resolved_draw *b)
{
   return a->threads == b->threads &&
          a->wasted_threads == b->wasted_threads &&
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

/*
 * Only the fused function gives the factors of a padded count, so they are
 * not compared.
 */
static int
same_outputs(const struct outputs *a, const struct outputs *b)
{
   return a->number == b->number && a->padded.count == b->padded.count &&
          same_resolved(&a->resolved, &b->resolved) &&
          a->word_count == b->word_count &&
          memcmp(a->words, b->words, sizeof(a->words)) == 0 &&
          memcmp(a->slots, b->slots, sizeof(a->slots)) == 0 &&
          memcmp(a->numbers, b->numbers, sizeof(a->numbers)) == 0;
}

static void
tally_divisor(struct comparison *comparison,
              const struct dral_magic_divisor *library,
              const struct dral_magic_divisor *other, uint32_t divisor)
{
   if (same_divisor(library, other))
      return;
   if (is_rounded(library, other, divisor))
      comparison->rounded++;
   else
      comparison->different++;
}

struct comparison
compare(const struct subject *library, const struct subject *other,
        const uint32_t *numbers, size_t count)
{
   static struct outputs a;
   static struct outputs b;
   const size_t step = inputs_per_call(library);
   struct comparison comparison = { 0, 0, 0 };
   size_t i;
   size_t j;

   memset(&a, 0, sizeof(a));
   memset(&b, 0, sizeof(b));
   for (i = 0; i < count; i += step) {
      uint32_t divisor;

      /* Twice: with equal keys the second call leaves the words unchanged. */
      library->run(library, numbers, i, step, &a);
      library->run(library, numbers, i, step, &a);
      other->run(other, numbers, i, step, &b);
      comparison.calls++;
      if (!same_outputs(&a, &b))
         comparison.different++;
      if (numbers == NULL)
         continue;
      divisor = a.padded.count != 0 ? a.padded.count : numbers[i];
      tally_divisor(&comparison, &a.divisor, &b.divisor, divisor);
      for (j = 0; j < step && step > 1; j++)
         tally_divisor(&comparison, &a.divisors[j], &b.divisors[j],
                       numbers[i + j]);
   }
   return comparison;
}
