/* SPDX-License-Identifier: MIT */

/* In a file of their own, as in drivers, where nothing of them is inlined. */

#include "plain.h"

/* The table of docs/reference/instancing.md, branch by branch. */
uint32_t
plain_padded_vertex_count(uint32_t vertex_count)
{
   uint32_t below;

   if (vertex_count < 10)
      return vertex_count;
   if (vertex_count < 20)
      return (vertex_count + 1) & ~1u;

   below = 28 - (uint32_t)__builtin_clz(vertex_count);
   switch (vertex_count >> below) {
   case 8:
      return 9u << below;
   case 9:
      return 5u << (below + 1);
   case 10:
   case 11:
      return 3u << (below + 2);
   case 12:
   case 13:
      return 7u << (below + 1);
   default:
      return 1u << (below + 4);
   }
}

/* The reciprocal, rounded up, or down if its remainder is small. */
int
plain_magic_divisor(uint32_t divisor, uint32_t rounding,
                    struct dral_magic_divisor *out)
{
   const uint32_t shift = 31 - (uint32_t)__builtin_clz(divisor);
   const uint64_t numerator = (uint64_t)1 << (32 + shift);
   const uint64_t remainder = numerator % divisor;
   uint32_t magic = (uint32_t)(numerator / divisor) + (remainder != 0);

   (void)rounding;
   out->extra_flags = 0;
   if (remainder <= (uint64_t)1 << shift) {
      magic--;
      out->extra_flags = 1;
   }
   out->magic = magic & 0x7FFFFFFF;
   out->shift = shift;
   return 0;
}
