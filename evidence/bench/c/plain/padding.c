/* SPDX-License-Identifier: MIT */

#include "plain.h"

uint32_t
plain_padded_vertex_count(uint32_t vertex_count)
{
   return plain_padded_vertex_count_inline(vertex_count);
}
