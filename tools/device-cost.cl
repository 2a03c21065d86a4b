/* SPDX-License-Identifier: MIT */

/*
 * Functions whose instructions tools/device-cost counts: FORM_FUNCTION.
 */

/* One instruction each on a GPU, where clang alone has no library. */
static uint
instruction_mul_hi(uint a, uint b)
{
   return (uint)((ulong)a * b >> 32);
}

static uint
instruction_clz(uint value)
{
   return value == 0 ? 32 : (uint)__builtin_clz(value);
}

#define mul_hi instruction_mul_hi
#define clz instruction_clz
#include "device-cost.h"

struct dral_magic_divisor
header_documented(uint divisor)
{
   return dral_device_magic_divisor(divisor,
                                    DRAL_ROUNDING_DOCUMENTED);
}

struct dral_magic_divisor
plain_form_documented(uint divisor)
{
   return plain_documented(divisor);
}

struct dral_magic_divisor
digits_form_documented(uint divisor)
{
   return digits_documented(divisor);
}

struct dral_magic_divisor
header_nearest(uint divisor)
{
   return dral_device_magic_divisor(divisor, DRAL_ROUNDING_NEAREST);
}

struct dral_magic_divisor
plain_form_nearest(uint divisor)
{
   return plain_nearest(divisor);
}

uint
header_padded(uint vertex_count)
{
   return dral_device_padded_vertex_count(vertex_count);
}

struct dral_padded_count
header_factors(uint vertex_count)
{
   return dral_device_padded_count(vertex_count,
                                   DRAL_PADDING_RULE_DRIVER);
}

uint
header_byte(uint size)
{
   return dral_device_instance_size_byte(size);
}

ulong
header_product(uint padded_count, uint divisor)
{
   return dral_device_multiply(padded_count, divisor);
}

struct dral_device_invocation
header_invocation(uint vertex_count, uint instance_count)
{
   return dral_device_invocation_pack(vertex_count, instance_count);
}

struct dral_record_template
header_pair(struct dral_draw draw, struct dral_record_template record,
            struct dral_bound_buffer bound)
{
   return dral_device_vertex_state_record(draw, record, bound);
}

struct dral_record_template
scratch_form_pair(struct dral_draw draw, struct dral_vertex_buffer buffer)
{
   return dral_device_attribute_append(draw, buffer, 0).record;
}
