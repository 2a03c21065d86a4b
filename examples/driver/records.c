/* SPDX-License-Identifier: MIT */

#include "driver.h"

#ifdef HAVE_DRAL
#include <dral_panfrost.h>
#else
#include "divisor.h"
#endif

#include <errno.h>

/* From here on the padded count would be 2^32. */
#define MAX_VERTICES 0xE0000000
#define MAX_ADDRESS ((uint64_t)1 << 56)

enum {
   TYPE_1D = 1,
   TYPE_1D_POT_DIVISOR = 2,
   TYPE_1D_MODULUS = 3,
   TYPE_1D_NPOT_DIVISOR = 4,
   TYPE_CONTINUATION = 0x20,
};

static unsigned
trailing_zeros(unsigned value)
{
   unsigned zeros = 0;

   for (; (value & 1) == 0; value >>= 1)
      zeros++;
   return zeros;
}

/* `divisor` holds R and, above it, P or E. */
static int
pack_record(const struct driver_buffer *buffer, unsigned type,
            uint32_t divisor, uint32_t stride, uint32_t *words)
{
   const uint32_t low_bits = buffer->address & 63;
   const uint64_t pointer = buffer->address - low_bits;

   words[0] = (uint32_t)pointer | type;
   words[1] = (uint32_t)(pointer >> 32) | divisor << 24;
   words[2] = stride;
   words[3] = buffer->size + low_bits;
   return 4;
}

static int
pack_npot_divisor(const struct driver_buffer *buffer, unsigned hw_divisor,
                  uint32_t *words)
{
   unsigned shift, extra_flags = 0;
   const unsigned magic =
      panfrost_compute_magic_divisor(hw_divisor, &shift, &extra_flags);

   pack_record(buffer, TYPE_1D_NPOT_DIVISOR, shift | extra_flags << 5,
               buffer->stride, words);
   words[4] = TYPE_CONTINUATION;
   words[5] = magic;
   words[6] = 0;
   words[7] = buffer->divisor;
   return 8;
}

int
driver_emit_record(const struct driver_draw *draw,
                   const struct driver_buffer *buffer,
                   uint32_t words[DRIVER_MAX_RECORD_WORDS])
{
   unsigned vertex_count = draw->vertex_count;
   unsigned padded_count, hw_divisor;

   if (vertex_count >= MAX_VERTICES || buffer->address >= MAX_ADDRESS)
      return -ERANGE;
   if (vertex_count == 0 || draw->instance_count == 0)
      return -ERANGE;

   if (draw->instance_count == 1) {
      return pack_record(buffer, TYPE_1D, 0,
                         buffer->per_instance ? 0 : buffer->stride, words);
   }

   if (draw->idvs)
      vertex_count = (vertex_count + 3) & ~3u;
   padded_count = panfrost_padded_vertex_count(vertex_count);

   if (!buffer->per_instance) {
      const unsigned shift = trailing_zeros(padded_count);

      return pack_record(buffer, TYPE_1D_MODULUS,
                         shift | (padded_count >> (shift + 1)) << 5,
                         buffer->stride, words);
   }

   /* 32 bits, as in drivers: larger products wrap. */
   hw_divisor = padded_count * buffer->divisor;
   if (hw_divisor == 0)
      return pack_record(buffer, TYPE_1D, 0, 0, words);
   if ((hw_divisor & (hw_divisor - 1)) == 0) {
      return pack_record(buffer, TYPE_1D_POT_DIVISOR,
                         trailing_zeros(hw_divisor), buffer->stride, words);
   }
   return pack_npot_divisor(buffer, hw_divisor, words);
}
