/* SPDX-License-Identifier: MIT */

#include <dral.h>

uint32_t
padded_count(uint32_t vertex_count);

uint32_t
padded_count(uint32_t vertex_count)
{
   return dral_padded_vertex_count(vertex_count);
}
