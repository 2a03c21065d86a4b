/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The arithmetic of dral.h for code that cannot link a library, such as a
 * kernel that computes padded counts, divisors and records of an indirect
 * draw on the GPU. Every function returns the same words as dral.h, bit for
 * bit.
 *
 * - Freestanding: no library functions, no memory, no globals, no floats. One
 *   source for C99, C++11 and OpenCL C 1.2 to 3.0.
 * - dral_device_x(a) corresponds to dral_x(&a, &result) and returns the
 *   result. Structs are passed and returned by value, so their address space
 *   does not matter. A prepared state is large, so functions take only the
 *   fields that they need.
 * - There are no error codes on the GPU: where dral.h has an error, the
 *   result is all zero, and each comment names the field to check. All-zero
 *   words are not a descriptor; tables use them in empty slots.
 * - Arithmetic is in 32-bit words, because GPUs have no 64-bit multiplication
 *   or division. 64-bit values of dral.h are 64-bit here too, but they are
 *   only added and split.
 *
 * docs/instancing.md has the rules; docs/adopting.md shows how a driver uses
 * both headers.
 */

#ifndef DRAL_DEVICE_H
#define DRAL_DEVICE_H

#include "dral_types.h"

#ifdef DRAL_OPENCL
typedef uchar dral_device_u8;
typedef ushort dral_device_u16;
typedef uint dral_device_u32;
typedef int dral_device_i32;
typedef ulong dral_device_u64;
#else
typedef uint8_t dral_device_u8;
typedef uint16_t dral_device_u16;
typedef uint32_t dral_device_u32;
typedef int32_t dral_device_i32;
typedef uint64_t dral_device_u64;
#endif

/*
 * First bits, counted from bit 0 of the word, and widths of fields.
 * docs/instancing.md, "Descriptor words", "Vertex id and instance id",
 * "Invocation" and "Valhall and later".
 */

/** The lowest bits of an address, which pointer fields cannot hold. */
#define DRAL_DEVICE_ADDRESS_LOW_BITS 63u
/** The width of an address. */
#define DRAL_DEVICE_ADDRESS_WIDTH 56
/** The first bit of R in word 1 of a record of v4 to v7. */
#define DRAL_DEVICE_RECORD_SHIFT 24
/** The first bit of P in word 1 of a record of v4 to v7. */
#define DRAL_DEVICE_RECORD_ODD 29
/** The bit of E in word 1 of a record of v4 to v7. */
#define DRAL_DEVICE_RECORD_EXTRA_FLAGS 29
/** The first word of a continuation: its type. */
#define DRAL_DEVICE_CONTINUATION 0x20u
/** The first bit of the odd part in the byte of an instance size. */
#define DRAL_DEVICE_SIZE_BYTE_ODD 5
/** The width of the slot in word 0 of an attribute of v6 and v7. */
#define DRAL_DEVICE_ATTRIBUTE_SLOT_WIDTH 9
/** The bit that enables the offset of an attribute of v6 and v7. */
#define DRAL_DEVICE_ATTRIBUTE_OFFSET_ENABLE 9
/** The first bit of the shift of groups z in word 1 of an invocation. */
#define DRAL_DEVICE_INVOCATION_GROUPS_Z_SHIFT 22
/** The first bit of the thread group split in word 1 of an invocation. */
#define DRAL_DEVICE_INVOCATION_SPLIT 28
/** The thread group split of every vertex job. */
#define DRAL_DEVICE_VERTEX_SPLIT 2u
/** The descriptor type in word 0 of an attribute of v9 and later. */
#define DRAL_DEVICE_VALHALL_DESCRIPTOR_TYPE 5u
/** The first bit of the attribute type in word 0. */
#define DRAL_DEVICE_VALHALL_TYPE 4
/** The bit that enables the offset, in word 0. */
#define DRAL_DEVICE_VALHALL_OFFSET_ENABLE 8
/** The first bit of an attribute's format in word 0, from v6 on. */
#define DRAL_DEVICE_ATTRIBUTE_FORMAT 10
/** The width of a format. */
#define DRAL_DEVICE_ATTRIBUTE_FORMAT_WIDTH 22
/** The width of the table in the lowest bits of word 1. */
#define DRAL_DEVICE_VALHALL_TABLE_WIDTH 6
/** The table of an unused location, which no shader uses. */
#define DRAL_DEVICE_VALHALL_UNUSED_TABLE 17
/** The first bit of the frequency in word 1. */
#define DRAL_DEVICE_VALHALL_FREQUENCY 6
/** The first bit of R in word 1. */
#define DRAL_DEVICE_VALHALL_SHIFT 24
/** The bit of E in word 1. */
#define DRAL_DEVICE_VALHALL_EXTRA_FLAGS 29

/** Returned by dral_device_instance_size_byte if it is not a padded count. */
#define DRAL_DEVICE_NO_INSTANCE_SIZE 0xFFu

/** The two invocation words of a draw. */
struct dral_device_invocation {
   /** Both are 0 for refused counts; otherwise word 1 is never 0. */
   dral_device_u32 words[2];
};

/** The words of an attribute buffer record. */
struct dral_device_attribute_words {
   /** The record, and its continuation or zeros. */
   dral_device_u32 words[8];
   /** 4; 8 with a continuation; 0 for a refused record. */
   dral_device_u32 word_count;
};

/** The offset of an attribute. */
struct dral_device_attribute_offset {
   /** In bytes. */
   dral_device_i32 offset;
   /** 1, or 0 if it was refused. */
   dral_device_u32 valid;
};

/** The words of an attribute descriptor of v6 and v7. */
struct dral_device_attribute_descriptor_words {
   /** Both are 0 for a refused descriptor; otherwise word 0 is never 0. */
   dral_device_u32 words[2];
};

/** The words of an id record. */
struct dral_device_id_words {
   /** All 0 for a refused record. */
   dral_device_u32 words[4];
};

/** The words of an attribute descriptor. */
struct dral_device_valhall_words {
   /** All 0 for a refused descriptor. */
   dral_device_u32 words[8];
};

/*
 * Operations for which GPUs have an instruction.
 */

/* The number of leading zeros; 32 for 0. */
static inline dral_device_u32
dral_device_leading_zeros(dral_device_u32 value)
{
#if defined(DRAL_OPENCL)
   return clz(value);
   /* With DRAL_DEVICE_PORTABLE tests use the code for other compilers. */
#elif defined(__GNUC__) && !defined(DRAL_DEVICE_PORTABLE)
   return value == 0 ? 32 : (dral_device_u32)__builtin_clz(value);
#else
   dral_device_u32 zeros = 32;
   dral_device_u32 step;

   for (step = 16; step != 0; step >>= 1) {
      if (value >> step != 0) {
         value >>= step;
         zeros -= step;
      }
   }
   return zeros - value;
#endif
}

/* The high word of the product. */
static inline dral_device_u32
dral_device_multiply_high(dral_device_u32 a, dral_device_u32 b)
{
#ifdef DRAL_OPENCL
   return mul_hi(a, b);
#else
   return (dral_device_u32)((dral_device_u64)a * b >> 32);
#endif
}

/* The low 64 bits of the product; the first factor may have 64 bits. */
static inline dral_device_u64
dral_device_multiply(dral_device_u64 a, dral_device_u32 b)
{
   const dral_device_u32 low = (dral_device_u32)a;
   const dral_device_u32 high = (dral_device_u32)(a >> 32) * b +
                                dral_device_multiply_high(low, b);

   return (dral_device_u64)high << 32 | low * b;
}

/* A 64-bit value as a signed word, if it fits. */
static inline struct dral_device_attribute_offset
dral_device_signed_word(dral_device_u64 value)
{
   const dral_device_u32 low = (dral_device_u32)value;
   struct dral_device_attribute_offset result;

   /* The high word only extends the sign. */
   result.valid = (dral_device_u32)(value >> 32) == 0u - (low >> 31);
   result.offset = 0;
   /* Avoids an implementation-defined conversion. */
   if (result.valid)
      result.offset = low >> 31 ? -(dral_device_i32)~low - 1
                                : (dral_device_i32)low;
   return result;
}

/* The offset of a number of elements, which may be negative, plus bytes. */
static inline struct dral_device_attribute_offset
dral_device_offset_of(dral_device_u64 elements, dral_device_u32 stride,
                      dral_device_u64 bytes)
{
   /* 2^32 elements or more only fit if they take no bytes. */
   const dral_device_u32 beyond = elements >> 32 == 1 && stride != 0;

   return dral_device_signed_word(
      beyond ? elements : dral_device_multiply(elements, stride) + bytes);
}

/* The power of two in a value that is not 0. */
static inline dral_device_u32
dral_device_trailing_zeros(dral_device_u32 value)
{
   return 31 - dral_device_leading_zeros(value & (0u - value));
}

static inline dral_device_u32
dral_device_is_power_of_two(dral_device_u32 value)
{
   return value != 0 && (value & (value - 1)) == 0;
}

/*
 * Padded counts.
 */

/* The smallest padded count greater than vertex_count; 0 when it is 2^32. */
static inline dral_device_u32
dral_device_next_padded(dral_device_u32 vertex_count)
{
   /* The result is a multiple of the lowest of the top four bits if these are
    * 8 or 9, and of the next higher bit from 10 to 15. Seven eighths lose the
    * top bit just below 9, and for 9 both cases give 10. */
   const dral_device_u32 step =
      0x20000000u >>
      dral_device_leading_zeros((vertex_count - (vertex_count >> 3)) | 4);

   return (vertex_count & (0u - step)) + step;
}

/**
 * The padded vertex count under the driver rule, in vertices:
 * dral_padded_vertex_count. Returns 0 for 0 vertices, and for 0xE0000000 or
 * more, where it would be 2^32.
 *
 * Source: docs/instancing.md, "Padded vertex count".
 */
static inline dral_device_u32
dral_device_padded_vertex_count(dral_device_u32 vertex_count)
{
   return dral_device_next_padded(vertex_count - (vertex_count < 20));
}

/**
 * The padded vertex count under the documented rule, in vertices. Returns 0
 * for 0xE0000000 or more, where it would be 2^32.
 *
 * Source: docs/instancing.md, "Padded vertex count".
 */
static inline dral_device_u32
dral_device_documented_vertex_count(dral_device_u32 vertex_count)
{
   if (vertex_count < 20)
      return (vertex_count & ~3u) + 4;
   return dral_device_next_padded(vertex_count);
}

/**
 * The padded count under either rule, with its factors: dral_padded_count.
 * All are 0 for an unknown rule, where the padded count would be 2^32, and
 * for 0 vertices under the driver rule, which dral_padded_count does not
 * refuse.
 *
 * \param rule an enum dral_padding_rule
 *
 * Source: docs/instancing.md, "Padded vertex count".
 */
static inline struct dral_padded_count
dral_device_padded_count(dral_device_u32 vertex_count, dral_device_u32 rule)
{
   struct dral_padded_count padded;

   padded.count = 0;
   padded.shift = 0;
   padded.odd = 0;
   if (rule == DRAL_PADDING_RULE_DRIVER)
      padded.count = dral_device_padded_vertex_count(vertex_count);
   else if (rule == DRAL_PADDING_RULE_DOCUMENTED)
      padded.count = dral_device_documented_vertex_count(vertex_count);
   if (padded.count != 0) {
      padded.shift = dral_device_trailing_zeros(padded.count);
      padded.odd = padded.count >> padded.shift >> 1;
   }
   return padded;
}

/**
 * The vertex count that is padded under IDVS with more than one instance:
 * dral_idvs_vertex_count. 0 if it would be 2^32.
 *
 * Source: docs/instancing.md, "Index-driven vertex shading".
 */
static inline dral_device_u32
dral_device_idvs_vertex_count(dral_device_u32 vertex_count)
{
   return (vertex_count + 3) & ~3u;
}

/* The byte of two factors. */
static inline dral_device_u32
dral_device_size_byte(dral_device_u32 shift, dral_device_u32 odd)
{
   return shift | odd << DRAL_DEVICE_SIZE_BYTE_ODD;
}

/**
 * The byte that encodes an instance size or an instance primitive size in a
 * draw descriptor: dral_instance_size_pack.
 *
 * \param size a padded count, in vertices or primitives; any other number
 * gives DRAL_DEVICE_NO_INSTANCE_SIZE, which encodes no padded count
 *
 * Source: docs/instancing.md, "Instance size".
 */
static inline dral_device_u32
dral_device_instance_size_byte(dral_device_u32 size)
{
   /* The `| !size` only keeps the shifts in range. */
   const dral_device_u32 shift = dral_device_trailing_zeros(size | !size);
   const dral_device_u32 odd = size >> shift >> 1;

   if (size == 0 || odd > 4)
      return DRAL_DEVICE_NO_INSTANCE_SIZE;
   return dral_device_size_byte(shift, odd);
}

/*
 * Magic divisors.
 */

/**
 * The magic divisor of a divisor, exact for every 32-bit id:
 * dral_magic_divisor. All are 0 for the divisor 0, an unknown rounding, and a
 * power of two under DRAL_ROUNDING_NEAREST; a valid result is never all 0.
 *
 * \param divisor at least 1
 * \param rounding an enum dral_rounding
 *
 * Source: docs/instancing.md, "Magic divisor", "Without 64-bit division".
 */
static inline struct dral_magic_divisor
dral_device_magic_divisor(dral_device_u32 divisor, dral_device_u32 rounding)
{
   const dral_device_u32 refused =
      divisor == 0 || rounding > DRAL_ROUNDING_NEAREST ||
      (rounding == DRAL_ROUNDING_NEAREST &&
       dral_device_is_power_of_two(divisor));
   /* No branches; `| 1` keeps the shifts in range for 0. */
   const dral_device_u32 zeros = dral_device_leading_zeros(divisor | 1);
   struct dral_magic_divisor result;
   dral_device_u32 n, x, factor, low, high, top, q, limit;

   /* n is the divisor shifted left to bit 31; D = n / 2^32, from 1/2 to 1. */
   n = divisor << zeros;
   /* X approximates 1 / D. First a line with an error of at most 1/17: X =
    * 48/17 - 32/17 D, x = X * 2^31. The constant has 2^32 subtracted. */
   x = 1768515944u - dral_device_multiply_high(n, 4042322160u);
   /* A Newton step, with an error of at most 1/545: X * (2 + 1/578 - D * X),
    * x = X * 2^30. The 1/578 centers the error, which is a square and
    * therefore has one sign. */
   factor = 3715542u - dral_device_multiply_high(n, x);
   x = dral_device_multiply_high(x, factor);
   /* Another step, X * (2 - D * X), with an error below 2^-18 and never too
    * large; x = X * 2^31. */
   factor = 0x7FFFFFFFu - dral_device_multiply_high(n, x);
   x = dral_device_multiply_high(x, factor) << 3;

   /* The remainder of 2^63 - 1, below 2^45; x * rest / 2^63 completes q. */
   low = ~(n * x);
   high = 0x7FFFFFFFu - dral_device_multiply_high(n, x);
   top = high << 19 | low >> 13;
   q = x + (dral_device_multiply_high(top, x) >> 18);

   /* The remainder for q: at least 0, below n + n / 16. It may use bit 32. */
   low = ~(n * q);
   high = 0x7FFFFFFFu - dral_device_multiply_high(n, q);

   /* Below n, this plus 1 is the remainder of 2^63 by n, and q is rounded up
    * from `limit` on. Otherwise q is one too low, and is rounded down. */
   limit = rounding == DRAL_ROUNDING_NEAREST ? (n - 1) >> 1
                                                    : 0x80000000u;
   q += (high != 0) | (low >= limit);
   result.magic = refused ? 0 : q & 0x7FFFFFFFu;
   result.shift = refused ? 0 : 31 - zeros;
   result.extra_flags =
      refused ? 0 : (high != 0) | (low >= n) | (low < limit);
   return result;
}

/*
 * Draws.
 */

/**
 * The two invocation words of a draw (v4 to v7): dral_invocation_pack. Both
 * are 0 for a count of 0, and for counts that need more than 32 bits in
 * total.
 *
 * \param vertex_count the vertex count before padding, at least 1
 * \param instance_count at least 1
 *
 * Source: docs/instancing.md, "Invocation".
 */
static inline struct dral_device_invocation
dral_device_invocation_pack(dral_device_u32 vertex_count,
                            dral_device_u32 instance_count)
{
   const dral_device_u32 split = DRAL_DEVICE_VERTEX_SPLIT
                                 << DRAL_DEVICE_INVOCATION_SPLIT;
   const dral_device_u32 vertices = vertex_count - 1;
   const dral_device_u32 instances = instance_count - 1;
   /* With one instance drivers write 32, which the hardware accepts. */
   const dral_device_u32 start =
      instances == 0 ? 32 : 32 - dral_device_leading_zeros(vertices);
   struct dral_device_invocation result;

   result.words[0] = 0;
   result.words[1] = 0;
   if (vertex_count == 0 || instance_count == 0 ||
       start > dral_device_leading_zeros(instances))
      return result;
   result.words[0] = vertices;
   /* start is below 32 if there are bits to shift. */
   if (instances != 0)
      result.words[0] |= instances << start;
   result.words[1] = start << DRAL_DEVICE_INVOCATION_GROUPS_Z_SHIFT | split;
   return result;
}

/**
 * A refused draw: every field is 0. For kernels that refuse a command
 * themselves.
 *
 * Source: docs/instancing.md, "A draw".
 */
static inline struct dral_resolved_draw
dral_device_draw_refused(void)
{
   struct dral_resolved_draw resolved;

   resolved.threads = 0;
   resolved.wasted_threads = 0;
   resolved.architecture = 0;
   resolved.rounding = 0;
   resolved.vertex_count = 0;
   resolved.instance_count = 0;
   resolved.padded_count = 0;
   resolved.instance_size = 0;
   resolved.instance_size_byte = 0;
   resolved.instance_primitive_size = 0;
   resolved.instance_primitive_size_byte = 0;
   resolved.invocation[0] = 0;
   resolved.invocation[1] = 0;
   resolved.offset_start = 0;
   resolved.base_instance = 0;
   resolved.variant = 0;
   return resolved;
}

/**
 * Resolves a draw: dral_draw_resolve. The architecture is 0 for a refused
 * draw. Nothing to draw is not an error: a command with a count of 0 has no
 * threads.
 *
 * Source: docs/instancing.md, "A draw".
 */
static inline struct dral_resolved_draw
dral_device_draw_resolve(struct dral_draw draw)
{
   struct dral_resolved_draw resolved = dral_device_draw_refused();
   const dral_device_u32 several = draw.instance_count > 1;
   const struct dral_device_invocation invocation =
      dral_device_invocation_pack(draw.vertex_count, draw.instance_count);
   struct dral_padded_count vertices, primitives;

   if (draw.architecture < 4 || draw.architecture > 7 ||
       draw.padding_rule > DRAL_PADDING_RULE_DOCUMENTED ||
       draw.rounding > DRAL_ROUNDING_NEAREST || draw.idvs > 1 ||
       draw.primitive_size > DRAL_PRIMITIVE_SIZE_PADDED ||
       draw.vertices_per_primitive == 0)
      return resolved;

   if (draw.vertex_count != 0 && draw.instance_count != 0) {
      /* A padded count of 1, of one instance, of one primitive. */
      vertices.count = 1;
      vertices.shift = 0;
      vertices.odd = 0;
      primitives = vertices;
      if (several)
         vertices = dral_device_padded_count(
            draw.idvs ? dral_device_idvs_vertex_count(draw.vertex_count)
                      : draw.vertex_count,
            draw.padding_rule);
      resolved.padded_count = several ? vertices.count : draw.vertex_count;
      if (several ||
          draw.primitive_size == DRAL_PRIMITIVE_SIZE_PADDED)
         /* Rounded up. */
         primitives = dral_device_padded_count(
            (resolved.padded_count - 1) / draw.vertices_per_primitive + 1,
            draw.padding_rule);
      resolved.threads =
         dral_device_multiply(resolved.padded_count, draw.instance_count);
      /* Several instances of 2^31 vertices or more do not fit in the
       * invocation, so the padded count is never 2^32 here. */
      if (invocation.words[1] == 0 || primitives.count == 0 ||
          resolved.threads > (dral_device_u64)1 << 32)
         return dral_device_draw_refused();

      resolved.wasted_threads = dral_device_multiply(
         resolved.padded_count - draw.vertex_count, draw.instance_count);
      resolved.vertex_count = draw.vertex_count;
      resolved.instance_count = draw.instance_count;
      resolved.instance_size = vertices.count;
      resolved.instance_size_byte =
         dral_device_size_byte(vertices.shift, vertices.odd);
      if (draw.instance_count > 1) {
         resolved.variant = resolved.instance_size_byte +
                            (1u << DRAL_DEVICE_SIZE_BYTE_ODD);
      }
      resolved.instance_primitive_size = primitives.count;
      resolved.instance_primitive_size_byte =
         dral_device_size_byte(primitives.shift, primitives.odd);
      resolved.invocation[0] = invocation.words[0];
      resolved.invocation[1] = invocation.words[1];
   }
   resolved.architecture = draw.architecture;
   resolved.rounding = draw.rounding;
   resolved.offset_start = draw.offset_start;
   resolved.base_instance = draw.base_instance;
   return resolved;
}

/**
 * Resolves the vertices of an indexed draw: dral_index_range_resolve. All are
 * 0 if no index is used, and where dral.h has an error: with 2^32 vertices,
 * or a start or base vertex offset that does not fit.
 *
 * Source: docs/instancing.md, "Indexed draws".
 */
static inline struct dral_vertex_range
dral_device_index_range_resolve(struct dral_index_range range)
{
   const dral_device_u64 min = range.min_index;
   const struct dral_device_attribute_offset start = dral_device_signed_word(
      min + (dral_device_u64)range.vertex_offset);
   const struct dral_device_attribute_offset base =
      dral_device_signed_word(0 - min);
   struct dral_vertex_range vertices;

   vertices.vertex_count = 0;
   vertices.offset_start = 0;
   vertices.base_vertex_offset = 0;
   if (range.min_index > range.max_index || !start.valid || !base.valid ||
       range.max_index - range.min_index == 0xFFFFFFFFu)
      return vertices;
   vertices.vertex_count = range.max_index - range.min_index + 1;
   vertices.offset_start = start.offset;
   vertices.base_vertex_offset = base.offset;
   return vertices;
}

/**
 * The size of a varying buffer, in bytes: dral_varying_buffer_size.
 *
 * \param stride bytes per thread
 *
 * Source: docs/instancing.md, "Varying buffers".
 */
static inline dral_device_u64
dral_device_varying_buffer_size(struct dral_resolved_draw draw,
                                dral_device_u32 stride)
{
   return (dral_device_multiply(draw.threads, stride) + 63) &
          ~(dral_device_u64)63;
}

/*
 * Record templates: attribute buffer records without their buffers.
 */

/**
 * The variant, of six, of a record that a draw needs: 0 with one instance, 1
 * to 5 if the odd part of its padded count is 1, 3, 5, 7 or 9. This is the
 * index into `templates` of a prepared state.
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 */
static inline dral_device_u32
dral_device_draw_variant(struct dral_resolved_draw draw)
{
   const dral_device_u32 variant = draw.variant >> DRAL_DEVICE_SIZE_BYTE_ODD;

   return variant < 5 ? variant : 5;
}

/**
 * The number that a draw adds to the shift of its records: the power of two
 * in its padded count, 0 to 31.
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 */
static inline dral_device_u32
dral_device_draw_shift(struct dral_resolved_draw draw)
{
   return draw.variant & ((1u << DRAL_DEVICE_SIZE_BYTE_ODD) - 1);
}

/* A template of a record type, with everything after word 0. */
static inline struct dral_record_template
dral_device_template_of(dral_device_u32 type, dral_device_u32 word_1,
                        dral_device_u32 stride, dral_device_u32 magic,
                        dral_device_u32 divisor)
{
   const dral_device_u32 has_continuation =
      type == DRAL_RECORD_TYPE_NPOT_DIVISOR;
   struct dral_record_template result;

   result.head = (dral_device_u64)word_1 << 32 | type;
   result.shift_bits =
      type > DRAL_RECORD_TYPE_ONE_DIMENSIONAL ? 0xFFFFFFFFu : 0;
   result.stride = stride;
   result.second[0] = has_continuation ? DRAL_DEVICE_CONTINUATION : 0;
   result.second[1] = magic;
   result.second[2] = 0;
   result.second[3] = has_continuation ? divisor : 0;
   return result;
}

/**
 * The template of all records with the given rate, stride and divisor in a
 * variant, as stored by dral_vertex_state_prepare. Every field is 0 if there
 * is no record, for an unused or unknown rate.
 *
 * \param variant 0 to 5
 * \param rounding an enum dral_rounding
 * \param rate an enum dral_rate
 * \param stride bytes from one element to the next
 * \param divisor instances per element; ignored per vertex
 *
 * Source: docs/instancing.md, "Attribute modes".
 */
static inline struct dral_record_template
dral_device_record_template(dral_device_u32 variant, dral_device_u32 rounding,
                            dral_device_u32 rate, dral_device_u32 stride,
                            dral_device_u32 divisor)
{
   const dral_device_u64 product = dral_device_multiply(
      variant != 0 ? 2 * variant - 1 : 0, divisor);
   const dral_device_u32 hardware_divisor = (dral_device_u32)product;
   const dral_device_u32 is_vertex_rate = rate == DRAL_RATE_VERTEX;
   dral_device_u32 type = DRAL_RECORD_TYPE_ONE_DIMENSIONAL;
   dral_device_u32 word_1 = 0;
   struct dral_magic_divisor magic;

   magic.magic = 0;
   if (rate > DRAL_RATE_INSTANCE) {
      type = 0;
      stride = 0;
   } else if (is_vertex_rate && variant != 0) {
      type = DRAL_RECORD_TYPE_MODULUS;
      word_1 = (variant - 1) << DRAL_DEVICE_RECORD_ODD;
   } else if (product == 0 || product >> 32 != 0) {
      /* All threads read one element per instance. */
      stride = is_vertex_rate ? stride : 0;
   } else if (dral_device_is_power_of_two(hardware_divisor)) {
      type = DRAL_RECORD_TYPE_POT_DIVISOR;
      word_1 = dral_device_trailing_zeros(hardware_divisor)
               << DRAL_DEVICE_RECORD_SHIFT;
   } else {
      type = DRAL_RECORD_TYPE_NPOT_DIVISOR;
      magic = dral_device_magic_divisor(hardware_divisor, rounding);
      word_1 = magic.shift << DRAL_DEVICE_RECORD_SHIFT |
               magic.extra_flags << DRAL_DEVICE_RECORD_EXTRA_FLAGS;
   }
   return dral_device_template_of(type, word_1, stride, magic.magic, divisor);
}

/**
 * A template of the draw's variant, adjusted to the draw: the draw's shift is
 * added. If the hardware divisor is then 2^32 or more, all threads read one
 * element and `shift_bits` is 0.
 *
 * \param shift dral_device_draw_shift
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 */
static inline struct dral_record_template
dral_device_record_template_moved_up(
   struct dral_record_template record, dral_device_u32 shift)
{
   const dral_device_u32 word_1 = (dral_device_u32)(record.head >> 32);

   if (record.shift_bits == 0)
      return record;
   if ((word_1 >> DRAL_DEVICE_RECORD_SHIFT & 31) + shift > 31)
      return dral_device_template_of(DRAL_RECORD_TYPE_ONE_DIMENSIONAL,
                                     0, 0, 0, 0);
   record.head += (dral_device_u64)shift << (32 + DRAL_DEVICE_RECORD_SHIFT);
   return record;
}

/* The low bits of an address, which are added to the offset. */
static inline dral_device_u32
dral_device_low_bits(dral_device_u64 address)
{
   return (dral_device_u32)address & DRAL_DEVICE_ADDRESS_LOW_BITS;
}

/**
 * Whether a record can hold an address and a size, so that dral_buffer_bind
 * returns no error.
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 */
static inline dral_device_u32
dral_device_buffer_fits(dral_device_u64 address, dral_device_u64 size)
{
   return address >> DRAL_DEVICE_ADDRESS_WIDTH == 0 && size >> 32 == 0 &&
          (size + dral_device_low_bits(address)) >> 32 == 0;
}

/**
 * A bound buffer: dral_buffer_bind. One that does not fit has size 0 and
 * address 0; see dral_device_buffer_fits.
 *
 * \param address GPU address of the first element, in bytes, below 2^56
 * \param size bytes from the address to the end of the buffer
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 */
static inline struct dral_bound_buffer
dral_device_buffer_bind(dral_device_u64 address, dral_device_u64 size)
{
   const dral_device_u32 fits = dral_device_buffer_fits(address, size);
   struct dral_bound_buffer bound;

   bound.address = fits ? address : 0;
   bound.size = fits ? (dral_device_u32)size : 0;
   bound.record_size = bound.size + dral_device_low_bits(bound.address);
   return bound;
}

/**
 * The words of a template's record with its buffer, as in
 * dral_vertex_state_table. The last four are 0 without a continuation, so
 * that the eight words are the two slots of a table of pairs; all are 0
 * without a record. No division is needed.
 *
 * \param record a template from dral_device_record_template_moved_up
 *
 * Source: docs/instancing.md, "Descriptor words".
 */
static inline struct dral_device_attribute_words
dral_device_record_template_pack(struct dral_record_template record,
                                 struct dral_bound_buffer bound)
{
   const dral_device_u32 exists = record.head != 0;
   const dral_device_u64 head =
      exists ? record.head | (bound.address -
                              dral_device_low_bits(bound.address))
             : 0;
   struct dral_device_attribute_words result;

   result.words[0] = (dral_device_u32)head;
   result.words[1] = (dral_device_u32)(head >> 32);
   result.words[2] = record.stride;
   result.words[3] = exists ? bound.record_size : 0;
   result.words[4] = record.second[0];
   result.words[5] = record.second[1];
   result.words[6] = record.second[2];
   result.words[7] = record.second[3];
   result.word_count = record.second[0] != 0 ? 8 : exists ? 4 : 0;
   return result;
}

/*
 * Attribute buffer records.
 */

/**
 * The hardware divisor of a vertex buffer in a draw: dral_hardware_divisor. 0
 * if nothing is divided, and for an unknown rate.
 *
 * Source: docs/instancing.md, "Attribute modes".
 */
static inline dral_device_u64
dral_device_hardware_divisor(struct dral_resolved_draw draw,
                             struct dral_vertex_buffer buffer)
{
   if (buffer.rate != DRAL_RATE_INSTANCE || draw.instance_count <= 1)
      return 0;
   return dral_device_multiply(draw.instance_size, buffer.divisor);
}

/* The template of a buffer in a draw; all 0 if either is refused. */
static inline struct dral_record_template
dral_device_buffer_template(struct dral_resolved_draw draw,
                            struct dral_vertex_buffer buffer)
{
   if (draw.architecture == 0 ||
       !dral_device_buffer_fits(buffer.address, buffer.size))
      return dral_device_template_of(0, 0, 0, 0, 0);
   return dral_device_record_template_moved_up(
      dral_device_record_template(dral_device_draw_variant(draw),
                                  draw.rounding, buffer.rate, buffer.stride,
                                  buffer.divisor),
      dral_device_draw_shift(draw));
}

/**
 * The attribute buffer record of a vertex buffer in a draw (v4 to v7):
 * dral_attribute_record. The type is 0 for a refused draw, for an unknown or
 * unused rate, for an address of 2^56 or more, and if the sum of the size and
 * the low 6 bits of the address exceeds 32 bits.
 *
 * Source: docs/instancing.md, "Attribute modes".
 */
static inline struct dral_attribute_record
dral_device_attribute_record(struct dral_resolved_draw draw,
                             struct dral_vertex_buffer buffer)
{
   const struct dral_record_template fields =
      dral_device_buffer_template(draw, buffer);
   const dral_device_u32 word_1 = (dral_device_u32)(fields.head >> 32);
   const dral_device_u32 low_bits = dral_device_low_bits(buffer.address);
   struct dral_attribute_record record;

   record.type = (dral_device_u32)fields.head;
   record.pointer = record.type != 0 ? buffer.address - low_bits : 0;
   record.stride = fields.stride;
   record.size = record.type != 0 ? buffer.size + low_bits : 0;
   record.shift = word_1 >> DRAL_DEVICE_RECORD_SHIFT & 31;
   record.odd = 0;
   record.extra_flags = 0;
   record.magic = fields.second[1];
   record.divisor = fields.second[3];
   if (record.type == DRAL_RECORD_TYPE_MODULUS)
      record.odd = word_1 >> DRAL_DEVICE_RECORD_ODD;
   if (record.type == DRAL_RECORD_TYPE_NPOT_DIVISOR)
      record.extra_flags = word_1 >> DRAL_DEVICE_RECORD_EXTRA_FLAGS;
   return record;
}

/**
 * The words of a record: dral_attribute_record_pack. Fields are not checked:
 * the record must come from dral_device_attribute_record. All are 0 for a
 * refused record.
 *
 * Source: docs/instancing.md, "Descriptor words".
 */
static inline struct dral_device_attribute_words
dral_device_attribute_record_pack(struct dral_attribute_record record)
{
   struct dral_bound_buffer bound;

   bound.address = record.pointer;
   bound.size = record.size;
   bound.record_size = record.size;
   /* P and E overlap, but no record has both. */
   return dral_device_record_template_pack(
      dral_device_template_of(
         record.type,
         record.shift << DRAL_DEVICE_RECORD_SHIFT |
            record.odd << DRAL_DEVICE_RECORD_ODD |
            record.extra_flags << DRAL_DEVICE_RECORD_EXTRA_FLAGS,
         record.stride, record.magic, record.divisor),
      bound);
}

/**
 * The 4-word slot at which a record of a packed table begins: an even one if
 * it has a continuation. A skipped slot is zero. The next free slot is the
 * result plus word_count / 4.
 *
 * \param next the first free slot
 * \param word_count of the record: 4 or 8
 *
 * Source: docs/instancing.md, "Tables".
 */
static inline dral_device_u32
dral_device_table_slot(dral_device_u32 next, dral_device_u32 word_count)
{
   return next + (word_count == 8 ? next & 1 : 0);
}

/**
 * The number of slots after the records of a table: two for each image, which
 * the driver writes, and a zero slot in a table of pairs and on v6 and v7.
 *
 * \param architecture 4 to 7 for v4 to v7
 * \param shape an enum dral_table_shape
 * \param image_count images in a table of pairs; else 0
 *
 * Source: docs/instancing.md, "Tables".
 */
static inline dral_device_u32
dral_device_table_end_slots(dral_device_u32 architecture,
                            dral_device_u32 shape,
                            dral_device_u32 image_count)
{
   return 2 * image_count +
          (shape == DRAL_TABLE_SHAPE_PAIRS || architecture >= 6);
}

/**
 * The offset of an attribute from a template, in bytes:
 * dral_vertex_state_offset. `valid` is 0 if the offset does not fit in a
 * signed word, and without a record.
 *
 * \param record a template from dral_device_record_template_moved_up
 * \param is_instance_strided the bit of the buffer in `instance_strided` of
 * the state
 * \param stride bytes from one element to the next
 * \param source_offset the attribute's offset in each element, in bytes
 *
 * Source: docs/instancing.md, "Attribute offset".
 */
static inline struct dral_device_attribute_offset
dral_device_vertex_state_offset(struct dral_resolved_draw draw,
                                struct dral_record_template record,
                                dral_device_u32 is_instance_strided,
                                dral_device_u32 stride,
                                struct dral_bound_buffer bound,
                                dral_device_u32 source_offset)
{
   dral_device_u64 elements = is_instance_strided ? draw.base_instance : 0;
   struct dral_device_attribute_offset result;

   if (is_instance_strided && record.shift_bits != 0)
      elements -= (dral_device_u64)draw.offset_start;
   result = dral_device_offset_of(
      elements, stride,
      (dral_device_u64)source_offset + dral_device_low_bits(bound.address));
   if (record.head == 0) {
      result.offset = 0;
      result.valid = 0;
   }
   return result;
}

/**
 * The offset of an attribute, in bytes: dral_attribute_offset. `valid` is 0
 * if it does not fit in a signed word, and if the record is refused.
 *
 * \param source_offset the attribute's offset in each element, in bytes
 *
 * Source: docs/instancing.md, "Attribute offset".
 */
static inline struct dral_device_attribute_offset
dral_device_attribute_offset(struct dral_resolved_draw draw,
                             struct dral_vertex_buffer buffer,
                             dral_device_u32 source_offset)
{
   return dral_device_vertex_state_offset(
      draw, dral_device_buffer_template(draw, buffer),
      buffer.rate == DRAL_RATE_INSTANCE, buffer.stride,
      dral_device_buffer_bind(buffer.address, buffer.size), source_offset);
}

/**
 * The key of the table and the offsets of a draw: dral_vertex_state_key. The
 * parameters after the draw are fields of the state, for the draw's variant.
 *
 * \param dividing from the draw's shift `slow_from` on, without the buffers
 * whose template for the draw has `shift_bits` of 0
 *
 * Source: docs/instancing.md, "Dirty tracking".
 */
static inline struct dral_vertex_state_key
dral_device_vertex_state_key(struct dral_resolved_draw draw,
                             dral_device_u32 has_vertex_rate,
                             dral_device_u32 instance_strided,
                             dral_device_u32 dividing,
                             dral_device_u32 shared_from)
{
   const dral_device_u32 shift = dral_device_draw_shift(draw);
   struct dral_vertex_state_key key;

   key.moved = draw.offset_start != 0 ? dividing : 0;
   key.table = has_vertex_rate == 0 && shift >= shared_from
                  ? 0
                  : 1 + draw.variant;
   key.offsets = instance_strided != 0 ? draw.base_instance : 0;
   if (key.moved != 0)
      key.offsets |= (dral_device_u64)draw.offset_start << 32;
   return key;
}

/**
 * The words of an attribute descriptor of v6 and v7:
 * dral_attribute_descriptor_pack. Both are 0 for a slot of more than 9 bits
 * or a format of more than 22 bits.
 *
 * Source: docs/instancing.md, "Attribute descriptors of v6 and v7".
 */
static inline struct dral_device_attribute_descriptor_words
dral_device_attribute_descriptor_pack(
   struct dral_attribute_descriptor attribute)
{
   const dral_device_u32 fits =
      attribute.slot >> DRAL_DEVICE_ATTRIBUTE_SLOT_WIDTH == 0 &&
      attribute.format >> DRAL_DEVICE_ATTRIBUTE_FORMAT_WIDTH == 0;
   struct dral_device_attribute_descriptor_words result;

   result.words[0] =
      fits ? attribute.slot | 1u << DRAL_DEVICE_ATTRIBUTE_OFFSET_ENABLE |
                attribute.format << DRAL_DEVICE_ATTRIBUTE_FORMAT
           : 0;
   result.words[1] = fits ? (dral_device_u32)attribute.offset : 0;
   return result;
}

/*
 * Id records.
 */

/* A record of the given type, with 0 in all other fields. */
static inline struct dral_id_record
dral_device_id_record_of(struct dral_resolved_draw draw,
                         dral_device_u32 type)
{
   struct dral_id_record record;

   /* Neither refused draws nor draws from v6 on. */
   record.type = draw.architecture - 4 <= 1 ? type : 0;
   record.shift = 0;
   record.odd = 0;
   record.extra_flags = 0;
   record.magic = 0;
   return record;
}

/**
 * The record from which v4 and v5 read the vertex id: dral_vertex_id_record.
 * All are 0 for a refused draw, and from v6 on.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 */
static inline struct dral_id_record
dral_device_vertex_id_record(struct dral_resolved_draw draw)
{
   const dral_device_u32 variant = dral_device_draw_variant(draw);
   struct dral_id_record record =
      dral_device_id_record_of(draw, DRAL_ID_TYPE_VERTEX);

   if (record.type == 0)
      return record;
   /* 9 << 31 is greater than every linear id. */
   record.shift = variant != 0 ? dral_device_draw_shift(draw) : 31;
   record.odd = variant != 0 ? variant - 1 : 4;
   return record;
}

/**
 * The record from which v4 and v5 read the instance id:
 * dral_instance_id_record. All are 0 for a refused draw, and from v6 on.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 */
static inline struct dral_id_record
dral_device_instance_id_record(struct dral_resolved_draw draw)
{
   struct dral_magic_divisor magic;
   struct dral_id_record record =
      dral_device_id_record_of(draw, DRAL_ID_TYPE_INSTANCE);

   if (record.type == 0)
      return record;
   if (draw.instance_size <= 1) {
      /* Drivers write this; it yields 0 for every linear id below 2^31. */
      record.shift = 31;
      record.extra_flags = 1;
      record.magic = 0x7FFFFFFFu;
   } else if (dral_device_is_power_of_two(draw.instance_size)) {
      /* The implicit bit of the magic is a factor of 1/2. */
      record.shift = dral_device_draw_shift(draw) - 1;
   } else {
      magic = dral_device_magic_divisor(draw.instance_size, draw.rounding);
      record.shift = magic.shift;
      record.extra_flags = magic.extra_flags;
      record.magic = magic.magic;
   }
   return record;
}

/**
 * The words of an id record: dral_id_record_pack. Fields are not checked: the
 * record must come from one of the two functions above. All are 0 for a
 * refused record.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 */
static inline struct dral_device_id_words
dral_device_id_record_pack(struct dral_id_record record)
{
   struct dral_device_id_words result;

   result.words[0] = record.type;
   result.words[1] = record.shift << DRAL_DEVICE_RECORD_SHIFT |
                     record.odd << DRAL_DEVICE_RECORD_ODD |
                     record.extra_flags << DRAL_DEVICE_RECORD_EXTRA_FLAGS;
   result.words[2] = record.magic;
   result.words[3] = 0;
   return result;
}

/*
 * Attribute descriptors.
 */

/**
 * The attribute descriptor of v9 to v14: dral_valhall_attribute. The type is
 * 0 for an unknown value, before v9, for a format or table that is too wide,
 * and for an offset that does not fit in a signed word.
 *
 * Source: docs/instancing.md, "Valhall and later".
 */
static inline struct dral_valhall_attribute
dral_device_valhall_attribute(struct dral_valhall_source source)
{
   const dral_device_u32 per_instance =
      source.rate == DRAL_RATE_INSTANCE;
   const struct dral_device_attribute_offset offset = dral_device_offset_of(
      per_instance ? source.base_instance : 0, source.stride,
      (dral_device_u64)source.offset);
   struct dral_valhall_attribute result;
   struct dral_magic_divisor magic;

   result.type = 0;
   result.frequency = 0;
   result.offset_enable = 0;
   result.format = 0;
   result.table = 0;
   result.buffer_index = 0;
   result.stride = 0;
   result.offset = 0;
   result.shift = 0;
   result.extra_flags = 0;
   result.magic = 0;
   if (source.architecture < 9 || source.architecture > 14 ||
       source.rounding > DRAL_ROUNDING_NEAREST ||
       source.rate > DRAL_RATE_UNUSED ||
       source.divisor_one > DRAL_DIVISOR_ONE_ONE_DIMENSIONAL)
      return result;
   if (source.rate == DRAL_RATE_UNUSED) {
      result.type = DRAL_VALHALL_TYPE_ONE_DIMENSIONAL;
      result.table = DRAL_DEVICE_VALHALL_UNUSED_TABLE;
      return result;
   }
   if (source.format >> DRAL_DEVICE_ATTRIBUTE_FORMAT_WIDTH != 0 ||
       source.table >> DRAL_DEVICE_VALHALL_TABLE_WIDTH != 0 || !offset.valid)
      return result;

   result.type = DRAL_VALHALL_TYPE_ONE_DIMENSIONAL;
   result.format = source.format;
   result.table = source.table;
   result.buffer_index = source.buffer_index;
   result.stride = source.stride;
   result.offset = offset.offset;
   if (!per_instance) {
      result.frequency = DRAL_FREQUENCY_VERTEX;
      result.offset_enable = 1;
      return result;
   }
   result.frequency = DRAL_FREQUENCY_INSTANCE;
   if (source.divisor == 0) {
      result.stride = 0;
   } else if (source.divisor == 1 &&
              source.divisor_one == DRAL_DIVISOR_ONE_ONE_DIMENSIONAL) {
      /* The type is kept. */
   } else if (dral_device_is_power_of_two(source.divisor)) {
      result.type = DRAL_VALHALL_TYPE_POT_DIVISOR;
      result.shift = dral_device_trailing_zeros(source.divisor);
   } else {
      magic = dral_device_magic_divisor(source.divisor, source.rounding);
      result.type = DRAL_VALHALL_TYPE_NPOT_DIVISOR;
      result.shift = magic.shift;
      result.extra_flags = magic.extra_flags;
      result.magic = magic.magic;
   }
   return result;
}

/**
 * The words of an attribute descriptor: dral_valhall_attribute_pack. Fields
 * are not checked: it must come from dral_device_valhall_attribute. All are 0
 * for a refused descriptor.
 *
 * Source: docs/instancing.md, "Valhall and later".
 */
static inline struct dral_device_valhall_words
dral_device_valhall_attribute_pack(
   struct dral_valhall_attribute attribute)
{
   struct dral_device_valhall_words result;

   result.words[0] =
      (attribute.type != 0 ? DRAL_DEVICE_VALHALL_DESCRIPTOR_TYPE : 0) |
      attribute.type << DRAL_DEVICE_VALHALL_TYPE |
      attribute.offset_enable << DRAL_DEVICE_VALHALL_OFFSET_ENABLE |
      attribute.format << DRAL_DEVICE_ATTRIBUTE_FORMAT;
   result.words[1] =
      attribute.table |
      attribute.frequency << DRAL_DEVICE_VALHALL_FREQUENCY |
      attribute.shift << DRAL_DEVICE_VALHALL_SHIFT |
      attribute.extra_flags << DRAL_DEVICE_VALHALL_EXTRA_FLAGS;
   result.words[2] = (dral_device_u32)attribute.offset;
   result.words[3] = attribute.buffer_index;
   result.words[4] = attribute.stride;
   result.words[5] = attribute.magic;
   result.words[6] = 0;
   result.words[7] = 0;
   return result;
}

#endif
