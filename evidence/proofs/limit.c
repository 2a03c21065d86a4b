/* SPDX-License-Identifier: MIT */

/*
 * The limit of a buffer: a vertex or instance with this number reads only the
 * buffer exactly if it is below the limit. Tests compare the limit with
 * ref_vertex_buffer_limit, which has products instead of quotients.
 */

#define PLAIN_PRODUCTS
#define WIDE_PRODUCTS
#include "core.h"

#include "dral_device_numbers.h"

static uint64_t
saturated_product(uint64_t a, uint32_t b)
{
   const struct wide result = wide_product(a, b);

   return result.high != 0 ? ~(uint64_t)0 : result.low;
}

/* A test compares dral_device_divide. */
#define dral_device_divide             wide_quotient
#define dral_device_multiply_saturated saturated_product

#include "known.h"

#include "core_functions.h"

/* Whether a vertex or an instance with this number reads only the buffer. */
static int
is_below(struct dral_vertex_buffer buffer, u64 offset, u32 bytes_read,
         s32 start, u32 base_instance, u64 number)
{
   const u64 rest = buffer.size - offset - bytes_read;
   const int is_per_vertex = buffer.rate == DRAL_RATE_VERTEX;
   const u64 first = is_per_vertex ? (u64)(s64)start : base_instance;
   u64 steps = number, last;

   if (buffer.rate == DRAL_RATE_UNUSED)
      return 1;
   if (buffer.size < offset || buffer.size - offset < bytes_read)
      return 0;
   if (buffer.stride == 0)
      return 1;
   if (!is_per_vertex)
      steps = buffer.divisor == 0 ? 0 : wide_quotient(number, buffer.divisor);
   last = wide_quotient(rest, buffer.stride);
   return !(is_per_vertex && start < 0) && first <= last &&
          steps <= last - first;
}

void
vertex_buffer_limit(void)
{
   WORDS(dral_vertex_buffer) buffer;
   const u64 offset = nondet_u64(), number = nondet_u64();
   const u32 bytes_read = nondet_u32(), base_instance = nondet_u32();
   const s32 start = (s32)nondet_u32();
   u64 errors = 0, limit, limit_on_gpu;
   int expected;
   s32 status;

   any(buffer);
   /* The greatest limit means that there is none. */
   assume(number != ~(u64)0);
   compared[0] = number;
   compared[1] = buffer.it.size - offset - bytes_read;
   pass(argument(2), buffer);
   may_read(2, sizeof buffer);
   may_write(3, sizeof limit);
   status = (s32)wasm_dral_vertex_buffer_limit(
      ARGUMENT(2), offset, bytes_read, (u32)start, base_instance, ARGUMENT(3));
   if (buffer.it.rate > DRAL_RATE_UNUSED)
      errors = ERROR_SET(DRAL_ERROR_UNKNOWN_RATE);
   claim_status(status, errors);
   limit_on_gpu = dral_device_vertex_buffer_limit(
      buffer.it, offset, bytes_read, start, base_instance);
   if (errors) {
      claim(limit_on_gpu == 0);
      return;
   }
   expected = is_below(buffer.it, offset, bytes_read, start, base_instance,
                       number);
   limit = load64(ARGUMENT(3));
   claim((number < limit) == expected);
   claim((number < limit_on_gpu) == expected);
   if (expected)
      reach("a number below");
   else
      reach("another");
}
