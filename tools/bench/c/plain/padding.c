/* SPDX-License-Identifier: MIT */

#include "plain.h"

/* The table of docs/instancing.md, branch by branch. */
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

int
plain_padded_vertex_counts(const uint32_t *vertex_counts,
                           uint32_t *padded_counts, size_t count)
{
   size_t i;

   for (i = 0; i < count; i++)
      padded_counts[i] = plain_padded_vertex_count(vertex_counts[i]);
   return 0;
}
