/* SPDX-License-Identifier: MIT */

#include "driver.h"

#include <dral_panfrost.h>
#include <errno.h>

int
driver_draw(const struct dral_draw *info,
            const struct dral_vertex_buffer *buffers, size_t buffer_count,
            struct driver_draw *draw)
{
   int status;

   if (buffer_count > DRIVER_MAX_BUFFERS)
      return -ENOSPC;

   status = dral_draw_resolve(info, &draw->resolved);
   if (status != 0)
      return status;

   return dral_attribute_table_pack(info, buffers, buffer_count, draw->table,
                                    DRIVER_MAX_TABLE_WORDS, draw->slots,
                                    &draw->table_words);
}

/* The swap: this is what a Panfrost driver does with functions of its own.
 * It stays as it is; dral_panfrost.h supplies the functions. The product has
 * 32 bits and wraps, as the drivers' does; the records of driver_draw come
 * from one of 64. */
void
driver_divisor(unsigned vertex_count, unsigned api_divisor,
               struct driver_divisor *divisor)
{
   divisor->padded_count = panfrost_padded_vertex_count(vertex_count);
   divisor->magic =
      panfrost_compute_magic_divisor(divisor->padded_count * api_divisor,
                                     &divisor->shift, &divisor->extra_flags);
}
