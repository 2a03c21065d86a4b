/* SPDX-License-Identifier: MIT */

#include "divisor.h"

#include <stdint.h>

/* floor(log2(value)), for a value of at least 1. */
static unsigned
log2_floor(unsigned value)
{
   unsigned log = 0;

   while (value >>= 1)
      log++;
   return log;
}

unsigned
panfrost_padded_vertex_count(unsigned vertex_count)
{
   unsigned n;

   if (vertex_count < 10)
      return vertex_count;
   if (vertex_count < 20)
      return (vertex_count + 1) & ~1u;

   /* The bits below the top four. */
   n = log2_floor(vertex_count) - 3;
   switch (vertex_count >> n) {
   case 0x8:
      return 9u << n;
   case 0x9:
      return 5u << (n + 1);
   case 0xA:
   case 0xB:
      return 3u << (n + 2);
   case 0xC:
   case 0xD:
      return 7u << (n + 1);
   default:
      return 1u << (n + 4);
   }
}

unsigned
panfrost_compute_magic_divisor(unsigned hw_divisor, unsigned *o_shift,
                               unsigned *extra_flags)
{
   const unsigned shift = log2_floor(hw_divisor);
   const uint64_t numerator = (uint64_t)1 << (32 + shift);
   const uint64_t remainder = numerator % hw_divisor;
   uint64_t magic = numerator / hw_divisor + (remainder != 0);

   if (remainder <= (uint64_t)1 << shift) {
      magic--;
      *extra_flags = 1;
   }
   *o_shift = shift;
   return (unsigned)magic & 0x7FFFFFFF;
}
