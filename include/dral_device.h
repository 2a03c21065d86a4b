/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The arithmetic of dral.h where no library can be linked: in a kernel that
 * makes padded counts, divisors and records from an indirect draw on the
 * GPU. Every function gives the words that dral.h gives, bit for bit.
 *
 * - Freestanding: no function of any library, no memory, no global, no
 *   float. One source for C99, C++11 and OpenCL C 1.2 to 3.0.
 * - dral_device_x(a) is dral_x(&a, &result), the result returned; what
 *   dral.h makes of a draw anew each time, this makes of a resolved draw.
 *   Structs are passed and returned by value, so it does not matter in which
 *   address space they lie. Those with a namesake in dral.h have its fields
 *   in its order: what the CPU writes for one, the GPU reads as the other.
 *   The one exception is the resolved draw, which has the draw in it here and
 *   stays on the GPU.
 * - A GPU has nobody to return an errno to. Where dral.h has an error, the
 *   result is all zero, and each comment names the field that tells. Words
 *   of zero are no descriptor: tables have them in empty slots.
 * - 32-bit words throughout, as GPUs have no 64-bit multiplication or
 *   division. Addresses are the exception: they are only taken apart, which
 *   costs nothing.
 *
 * docs/instancing.md has the rules, docs/adopting.md how a driver uses both.
 */

#ifndef DRAL_DEVICE_H
#define DRAL_DEVICE_H

/* A compiler for OpenCL C has the one or the other, or both. */
#if defined(__OPENCL_C_VERSION__) || defined(__OPENCL_VERSION__)
#define DRAL_DEVICE_OPENCL
#endif

#ifdef DRAL_DEVICE_OPENCL
typedef uint dral_device_u32;
typedef int dral_device_i32;
typedef ulong dral_device_u64;
#else
#include <stdint.h>

typedef uint32_t dral_device_u32;
typedef int32_t dral_device_i32;
typedef uint64_t dral_device_u64;
#endif

/** Which padded counts a vertex count may get: enum dral_padding_rule. */
enum dral_device_padding_rule {
   /** The driver rule, the default. */
   DRAL_DEVICE_PADDING_RULE_DRIVER = 0,
   /** The documented rule. */
   DRAL_DEVICE_PADDING_RULE_DOCUMENTED = 1,
};

/** How a reciprocal is rounded to 32 bits: enum dral_rounding. */
enum dral_device_rounding {
   /** Down wherever that is exact, the default. */
   DRAL_DEVICE_ROUNDING_DOCUMENTED = 0,
   /** To the nearest. */
   DRAL_DEVICE_ROUNDING_NEAREST = 1,
};

/** How often an attribute steps to its next element: enum dral_rate. */
enum dral_device_rate {
   /** Every vertex has its own element. */
   DRAL_DEVICE_RATE_VERTEX = 0,
   /** Every `divisor` instances share one; all do when it is 0. */
   DRAL_DEVICE_RATE_INSTANCE = 1,
};

/** The types of attribute buffer records: enum dral_record_type. */
enum dral_device_record_type {
   /** "1D" */
   DRAL_DEVICE_RECORD_TYPE_ONE_DIMENSIONAL = 1,
   /** "1D POT Divisor" */
   DRAL_DEVICE_RECORD_TYPE_POT_DIVISOR = 2,
   /** "1D Modulus" */
   DRAL_DEVICE_RECORD_TYPE_MODULUS = 3,
   /** "1D NPOT Divisor", which a continuation follows. */
   DRAL_DEVICE_RECORD_TYPE_NPOT_DIVISOR = 4,
};

/** The types of id records: enum dral_id_type. */
enum dral_device_id_type {
   /** The vertex id. */
   DRAL_DEVICE_ID_TYPE_VERTEX = 0x22,
   /** The instance id. */
   DRAL_DEVICE_ID_TYPE_INSTANCE = 0x24,
};

/** The attribute types of v9 and later: enum dral_valhall_type. */
enum dral_device_valhall_type {
   /** "1D" */
   DRAL_DEVICE_VALHALL_TYPE_ONE_DIMENSIONAL = 1,
   /** "1D POT Divisor" */
   DRAL_DEVICE_VALHALL_TYPE_POT_DIVISOR = 2,
   /** "1D NPOT Divisor" */
   DRAL_DEVICE_VALHALL_TYPE_NPOT_DIVISOR = 3,
};

/** Which id a descriptor of v9 and later divides: enum dral_frequency. */
enum dral_device_frequency {
   /** The vertex id. */
   DRAL_DEVICE_FREQUENCY_VERTEX = 0,
   /** The instance id. */
   DRAL_DEVICE_FREQUENCY_INSTANCE = 1,
};

/*
 * Where fields begin, counted from bit 0 of their word, and how far they
 * reach. docs/instancing.md, "Descriptor words", "Vertex id and instance
 * id", "Invocation" and "Valhall and later".
 */

/** The lowest bits of an address, which no pointer field holds. */
#define DRAL_DEVICE_ADDRESS_LOW_BITS 63u
/** Addresses have so many bits. */
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
/** The first bit of the format in word 0. */
#define DRAL_DEVICE_VALHALL_FORMAT 10
/** A format has so many bits. */
#define DRAL_DEVICE_VALHALL_FORMAT_WIDTH 22
/** A table, in the lowest bits of word 1, has so many bits. */
#define DRAL_DEVICE_VALHALL_TABLE_WIDTH 6
/** The first bit of the frequency in word 1. */
#define DRAL_DEVICE_VALHALL_FREQUENCY 6
/** The first bit of R in word 1. */
#define DRAL_DEVICE_VALHALL_SHIFT 24
/** The bit of E in word 1. */
#define DRAL_DEVICE_VALHALL_EXTRA_FLAGS 29

/** What dral_device_instance_size_byte gives for no padded count. */
#define DRAL_DEVICE_NO_INSTANCE_SIZE 0xFFu

/** A padded count with its factors: struct dral_padded_count. */
struct dral_device_padded_count {
   /** In vertices: `(2 * odd + 1) << shift`, or 0. */
   dral_device_u32 count;
   /** The power of two in it, 0 to 31. */
   dral_device_u32 shift;
   /** The odd part, 0 to 4 for 1, 3, 5, 7, 9. */
   dral_device_u32 odd;
};

/** A divisor as the attribute unit takes it: struct dral_magic_divisor. */
struct dral_device_magic_divisor {
   /** The multiplier without its bit 31. */
   dral_device_u32 magic;
   /** floor(log2(divisor)), 0 to 31. */
   dral_device_u32 shift;
   /** 1 when the hardware adds 1 to the id, else 0. */
   dral_device_u32 extra_flags;
};

/** A draw: struct dral_draw, with the same units and domains. */
struct dral_device_draw {
   /** 4 to 7 for v4 to v7. */
   dral_device_u32 architecture;
   /** An enum dral_device_padding_rule. */
   dral_device_u32 padding_rule;
   /** An enum dral_device_rounding. */
   dral_device_u32 rounding;
   /** 1 for index-driven vertex shading (IDVS), else 0. */
   dral_device_u32 idvs;
   /** Vertices per instance, unpadded; at least 1. */
   dral_device_u32 vertex_count;
   /** Instances; at least 1. */
   dral_device_u32 instance_count;
   /** Vertices per primitive, at least 1. */
   dral_device_u32 vertices_per_primitive;
   /** The first vertex, or the smallest index plus the index bias. */
   dral_device_i32 offset_start;
   /** The instance that the API counts from. */
   dral_device_u32 base_instance;
};

/** What the draw descriptor holds and attributes share. */
struct dral_device_resolved_draw {
   /** The draw that was resolved, also if it was refused. */
   struct dral_device_draw draw;
   /** 1, or 0 if the draw was refused and all that follows is 0. */
   dral_device_u32 valid;
   /** Threads per instance: the vertex count itself with one instance. */
   dral_device_u32 padded_count;
   /** R of the padded count; 0 with one instance. */
   dral_device_u32 shift;
   /** P of the padded count; 0 with one instance. */
   dral_device_u32 odd;
   /** The instance size: padded_count, or 1 with one instance. */
   dral_device_u32 instance_size;
   /** The instance size as its descriptor field stores it. */
   dral_device_u32 instance_size_byte;
   /** The padded count of the primitives, or 1 with one instance. */
   dral_device_u32 instance_primitive_size;
   /** The instance primitive size as its descriptor field stores it. */
   dral_device_u32 instance_primitive_size_byte;
   /** The two invocation words. */
   dral_device_u32 invocation[2];
};

/** The two invocation words of a draw. */
struct dral_device_invocation {
   /** Both are 0 for counts that are refused; word 1 never is else. */
   dral_device_u32 words[2];
};

/** A vertex buffer: struct dral_vertex_buffer, same units and domains. */
struct dral_device_vertex_buffer {
   /** GPU address of the first element, in bytes, below 2^56. */
   dral_device_u64 address;
   /** Bytes from the address to the end of the buffer. */
   dral_device_u32 size;
   /** Bytes from one element to the next. */
   dral_device_u32 stride;
   /** An enum dral_device_rate. */
   dral_device_u32 rate;
   /** Instances per element; 0 if all share one. */
   dral_device_u32 divisor;
};

/** Padded count x API divisor, in two words. */
struct dral_device_hardware_divisor {
   /** The divisor, if high is 0. */
   dral_device_u32 low;
   /** Not 0 for 2^32 or more, which no linear id reaches. */
   dral_device_u32 high;
};

/** How a record finds its element. */
struct dral_device_attribute_mode {
   /** An enum dral_device_record_type; 0 if draw or rate are refused. */
   dral_device_u32 type;
   /** 1 if the record has the buffer's stride, 0 if its stride is 0. */
   dral_device_u32 has_stride;
   /** Of a POT or NPOT divisor, else 0. */
   dral_device_u32 hardware_divisor;
};

/** An attribute buffer record: struct dral_attribute_record. */
struct dral_device_attribute_record {
   /** GPU address in bytes, a multiple of 64 below 2^56. */
   dral_device_u64 pointer;
   /** An enum dral_device_record_type; 0 if the record was refused. */
   dral_device_u32 type;
   /** Bytes from one element to the next; 0 when all share one. */
   dral_device_u32 stride;
   /** Bytes from the pointer to the end of the buffer. */
   dral_device_u32 size;
   /** R, 0 to 31. */
   dral_device_u32 shift;
   /** P of a modulus, 0 to 4. */
   dral_device_u32 odd;
   /** E of an NPOT divisor, 0 or 1. */
   dral_device_u32 extra_flags;
   /** The magic of an NPOT divisor, bit 31 clear. */
   dral_device_u32 magic;
   /** The API divisor of an NPOT divisor. */
   dral_device_u32 divisor;
};

/** The words of an attribute buffer record. */
struct dral_device_attribute_words {
   /** The record, and its continuation or zeros. */
   dral_device_u32 words[8];
   /** 4; 8 with a continuation; 0 for a record that was refused. */
   dral_device_u32 word_count;
};

/** The offset of an attribute. */
struct dral_device_attribute_offset {
   /** In bytes. */
   dral_device_i32 offset;
   /** 1, or 0 if it was refused. */
   dral_device_u32 valid;
};

/** A vertex id or instance id record: struct dral_id_record. */
struct dral_device_id_record {
   /** An enum dral_device_id_type; 0 if the record was refused. */
   dral_device_u32 type;
   /** R, 0 to 31. */
   dral_device_u32 shift;
   /** P of a vertex id, 0 to 4. */
   dral_device_u32 odd;
   /** E of an instance id, 0 or 1. */
   dral_device_u32 extra_flags;
   /** The magic of an instance id, bit 31 clear. */
   dral_device_u32 magic;
};

/** The words of an id record. */
struct dral_device_id_words {
   /** All 0 for a record that was refused. */
   dral_device_u32 words[4];
};

/** What a descriptor is made from: struct dral_valhall_source. */
struct dral_device_valhall_source {
   /** 9 to 14 for v9 to v14. */
   dral_device_u32 architecture;
   /** An enum dral_device_rounding. */
   dral_device_u32 rounding;
   /** An enum dral_device_rate. */
   dral_device_u32 rate;
   /** Instances per element; 0 if all share one. */
   dral_device_u32 divisor;
   /** Bytes from one element to the next. */
   dral_device_u32 stride;
   /** The attribute's format, 22 bits. */
   dral_device_u32 format;
   /** The table of the buffer, 6 bits. */
   dral_device_u32 table;
   /** The index of the buffer in its table. */
   dral_device_u32 buffer_index;
   /** Bytes from the beginning of the buffer to the attribute. */
   dral_device_i32 offset;
};

/** An attribute descriptor: struct dral_valhall_attribute. */
struct dral_device_valhall_attribute {
   /** An enum dral_device_valhall_type; 0 if it was refused. */
   dral_device_u32 type;
   /** An enum dral_device_frequency. */
   dral_device_u32 frequency;
   /** 1 if the hardware adds the draw's offset to the id, else 0. */
   dral_device_u32 offset_enable;
   /** The attribute's format, 22 bits. */
   dral_device_u32 format;
   /** The table of the buffer, 6 bits. */
   dral_device_u32 table;
   /** The index of the buffer in its table. */
   dral_device_u32 buffer_index;
   /** Bytes from one element to the next; 0 when all share one. */
   dral_device_u32 stride;
   /** Bytes from the beginning of the buffer to the attribute. */
   dral_device_i32 offset;
   /** R of a POT or NPOT divisor, 0 to 31. */
   dral_device_u32 shift;
   /** E of an NPOT divisor, 0 or 1. */
   dral_device_u32 extra_flags;
   /** The magic of an NPOT divisor, bit 31 clear. */
   dral_device_u32 magic;
};

/** The words of an attribute descriptor. */
struct dral_device_valhall_words {
   /** All 0 for a descriptor that was refused. */
   dral_device_u32 words[8];
};

/*
 * What GPUs have an instruction for.
 */

/* How many bits lie above the highest that is set; 32 for 0. */
static inline dral_device_u32
dral_device_leading_zeros(dral_device_u32 value)
{
#if defined(DRAL_DEVICE_OPENCL)
   return clz(value);
   /* With DRAL_DEVICE_PORTABLE tests get what other compilers get. */
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
#ifdef DRAL_DEVICE_OPENCL
   return mul_hi(a, b);
#else
   return (dral_device_u32)((dral_device_u64)a * b >> 32);
#endif
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

/*
 * The smallest padded count greater than vertex_count, which must be 8 or
 * more; 0 when that is 2^32.
 */
static inline dral_device_u32
dral_device_next_padded(dral_device_u32 vertex_count)
{
   /* The top four bits, 8 to 15, go up to the next of 9, 10, 12, 14, 16. */
   const dral_device_u32 below = 28 - dral_device_leading_zeros(vertex_count);
   const dral_device_u32 top = vertex_count >> below;

   return (((top + 2) & ~1u) - (top == 8)) << below;
}

/**
 * The padded vertex count under the driver rule, in vertices:
 * dral_padded_vertex_count. 0 gives 0, and so does 0xE0000000 or more, where
 * it would be 2^32.
 *
 * Source: docs/instancing.md, "Padded vertex count".
 */
static inline dral_device_u32
dral_device_padded_vertex_count(dral_device_u32 vertex_count)
{
   if (vertex_count < 10)
      return vertex_count;
   return dral_device_next_padded(vertex_count - (vertex_count < 20));
}

/**
 * The padded vertex count under the documented rule, in vertices. 0xE0000000
 * or more gives 0, where it would be 2^32.
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
 * All are 0 for an unknown rule, and where the padded count would be 2^32;
 * also for 0 vertices under the driver rule, which dral_padded_count does
 * not refuse.
 *
 * \param rule an enum dral_device_padding_rule
 *
 * Source: docs/instancing.md, "Padded vertex count".
 */
static inline struct dral_device_padded_count
dral_device_padded_count(dral_device_u32 vertex_count, dral_device_u32 rule)
{
   struct dral_device_padded_count padded;

   padded.count = 0;
   padded.shift = 0;
   padded.odd = 0;
   if (rule == DRAL_DEVICE_PADDING_RULE_DRIVER)
      padded.count = dral_device_padded_vertex_count(vertex_count);
   else if (rule == DRAL_DEVICE_PADDING_RULE_DOCUMENTED)
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
 * The byte by which a draw descriptor stores an instance size or an instance
 * primitive size: dral_instance_size_pack.
 *
 * \param size a padded count, in vertices or primitives; for any other
 * number the result is DRAL_DEVICE_NO_INSTANCE_SIZE, which stands for none
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
 * dral_magic_divisor. All are 0 for the divisor 0, an unknown rounding, and
 * a power of two under DRAL_DEVICE_ROUNDING_NEAREST; no divisor has just
 * zeros.
 *
 * \param divisor 1 or more
 * \param rounding an enum dral_device_rounding
 *
 * Source: docs/instancing.md, "Magic divisor", "Without a division".
 */
static inline struct dral_device_magic_divisor
dral_device_magic_divisor(dral_device_u32 divisor, dral_device_u32 rounding)
{
   const dral_device_u32 refused =
      divisor == 0 || rounding > DRAL_DEVICE_ROUNDING_NEAREST ||
      (rounding == DRAL_DEVICE_ROUNDING_NEAREST &&
       dral_device_is_power_of_two(divisor));
   /* Nothing branches, and `| 1` keeps the shifts in range for 0. */
   const dral_device_u32 zeros = dral_device_leading_zeros(divisor | 1);
   struct dral_device_magic_divisor result;
   dral_device_u32 n, x, factor, low, high, top, q, limit;

   /* n is the divisor moved up to bit 31, D = n / 2^32, from 1/2 to 1. */
   n = divisor << zeros;
   /* X is about 1 / D. First the line that is off by 1/17 at most: X is
    * 48/17 - 32/17 D, and x = X * 2^31. The constant is less 2^32. */
   x = 1768515944u - dral_device_multiply_high(n, 4042322160u);
   /* Newton's step, off by 1/545: X * (2 + 1/578 - D * X), x = X * 2^30.
    * The 1/578 centres the error, which is a square and so of one sign. */
   factor = 3715542u - dral_device_multiply_high(n, x);
   x = dral_device_multiply_high(x, factor);
   /* Once more, X * (2 - D * X), off by less than 2^-18 and never too large,
    * x = X * 2^31. */
   factor = 0x7FFFFFFFu - dral_device_multiply_high(n, x);
   x = dral_device_multiply_high(x, factor) << 3;

   /* What is left of 2^63 - 1, below 2^45; x * rest / 2^63 completes q. */
   low = ~(n * x);
   high = 0x7FFFFFFFu - dral_device_multiply_high(n, x);
   top = high << 19 | low >> 13;
   q = x + (dral_device_multiply_high(top, x) >> 18);

   /* And of that: at least 0, below n + n / 16. It may take bit 32. */
   low = ~(n * q);
   high = 0x7FFFFFFFu - dral_device_multiply_high(n, q);

   /* Below n it is the remainder, less one, of 2^63 by n, and q is rounded
    * up from here on. Above, q is one too low, and then rounded down. */
   limit = rounding == DRAL_DEVICE_ROUNDING_NEAREST ? (n - 1) >> 1
                                                    : 0x80000000u;
   q += (high != 0) | (low >= limit);
   result.magic = refused ? 0 : q & 0x7FFFFFFFu;
   result.shift = refused ? 0 : 31 - zeros;
   result.extra_flags =
      refused ? 0 : (high != 0) | (low >= n) | (low < limit);
   return result;
}

/**
 * Padded count times API divisor, whole: no product wraps. Nothing is
 * refused.
 *
 * \param padded_count in vertices
 * \param divisor instances per element
 *
 * Source: docs/instancing.md, "Attribute modes".
 */
static inline struct dral_device_hardware_divisor
dral_device_hardware_divisor(dral_device_u32 padded_count,
                             dral_device_u32 divisor)
{
   struct dral_device_hardware_divisor result;

   result.low = padded_count * divisor;
   result.high = dral_device_multiply_high(padded_count, divisor);
   return result;
}

/*
 * Draws.
 */

/**
 * The two invocation words of a draw (v4 to v7): dral_invocation_pack. Both
 * are 0 for a count of 0, and for counts that need more than 32 bits
 * together.
 *
 * \param vertex_count the raw vertex count, at least 1
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
   /* With one instance the drivers write 32, and the hardware takes it. */
   const dral_device_u32 start =
      instances == 0 ? 32 : 32 - dral_device_leading_zeros(vertices);
   struct dral_device_invocation result;

   result.words[0] = 0;
   result.words[1] = 0;
   if (vertex_count == 0 || instance_count == 0 ||
       start > dral_device_leading_zeros(instances))
      return result;
   result.words[0] = vertices;
   /* Where there is something to shift, start is below 32. */
   if (instances != 0)
      result.words[0] |= instances << start;
   result.words[1] = start << DRAL_DEVICE_INVOCATION_GROUPS_Z_SHIFT | split;
   return result;
}

/**
 * The draw, refused: `valid` is 0, and so is all that is computed. For a
 * kernel that refuses a command on its own.
 *
 * Source: docs/instancing.md, "A draw".
 */
static inline struct dral_device_resolved_draw
dral_device_draw_refused(struct dral_device_draw draw)
{
   struct dral_device_resolved_draw resolved;

   resolved.draw = draw;
   resolved.valid = 0;
   resolved.padded_count = 0;
   resolved.shift = 0;
   resolved.odd = 0;
   resolved.instance_size = 0;
   resolved.instance_size_byte = 0;
   resolved.instance_primitive_size = 0;
   resolved.instance_primitive_size_byte = 0;
   resolved.invocation[0] = 0;
   resolved.invocation[1] = 0;
   return resolved;
}

/**
 * Resolves a draw: dral_draw_resolve, without the numbers of threads. The
 * draws that it refuses have a `valid` of 0 here: an indirect command with a
 * count of 0 among them, which draws nothing.
 *
 * Source: docs/instancing.md, "A draw".
 */
static inline struct dral_device_resolved_draw
dral_device_draw_resolve(struct dral_device_draw draw)
{
   struct dral_device_resolved_draw resolved = dral_device_draw_refused(draw);
   const struct dral_device_invocation invocation =
      dral_device_invocation_pack(draw.vertex_count, draw.instance_count);
   struct dral_device_padded_count vertices, primitives;
   struct dral_device_hardware_divisor threads;

   /* Words of 0 tell that a count is 0, or that both are too large. With
    * several instances at most 2^31 vertices are left, so that no padded
    * count below is 2^32. */
   if (draw.architecture < 4 || draw.architecture > 7 ||
       draw.padding_rule > DRAL_DEVICE_PADDING_RULE_DOCUMENTED ||
       draw.rounding > DRAL_DEVICE_ROUNDING_NEAREST || draw.idvs > 1 ||
       draw.vertices_per_primitive == 0 || invocation.words[1] == 0)
      return resolved;

   if (draw.instance_count > 1) {
      vertices = dral_device_padded_count(
         draw.idvs ? dral_device_idvs_vertex_count(draw.vertex_count)
                   : draw.vertex_count,
         draw.padding_rule);
      /* Rounded up. */
      primitives = dral_device_padded_count(
         (vertices.count - 1) / draw.vertices_per_primitive + 1,
         draw.padding_rule);
      /* At most 2^32 threads. */
      threads = dral_device_hardware_divisor(vertices.count,
                                             draw.instance_count);
      if (threads.high > 1 || (threads.high == 1 && threads.low != 0))
         return resolved;
      resolved.padded_count = vertices.count;
      resolved.instance_size = vertices.count;
      resolved.instance_primitive_size = primitives.count;
   } else {
      vertices.shift = 0;
      vertices.odd = 0;
      primitives.shift = 0;
      primitives.odd = 0;
      resolved.padded_count = draw.vertex_count;
      resolved.instance_size = 1;
      resolved.instance_primitive_size = 1;
   }
   resolved.valid = 1;
   resolved.shift = vertices.shift;
   resolved.odd = vertices.odd;
   resolved.instance_size_byte =
      dral_device_size_byte(vertices.shift, vertices.odd);
   resolved.instance_primitive_size_byte =
      dral_device_size_byte(primitives.shift, primitives.odd);
   resolved.invocation[0] = invocation.words[0];
   resolved.invocation[1] = invocation.words[1];
   return resolved;
}

/*
 * Attribute buffer records.
 */

/**
 * How the record of a vertex buffer finds its element (v4 to v7). The type
 * is 0 for a draw that was refused and for an unknown rate.
 *
 * \param rate an enum dral_device_rate
 * \param divisor instances per element; not read per vertex
 *
 * Source: docs/instancing.md, "Attribute modes".
 */
static inline struct dral_device_attribute_mode
dral_device_attribute_mode(struct dral_device_resolved_draw resolved,
                           dral_device_u32 rate, dral_device_u32 divisor)
{
   const dral_device_u32 instanced = resolved.draw.instance_count > 1;
   const struct dral_device_hardware_divisor hardware =
      dral_device_hardware_divisor(resolved.padded_count, divisor);
   struct dral_device_attribute_mode mode;

   mode.type = 0;
   mode.has_stride = 0;
   mode.hardware_divisor = 0;
   if (resolved.valid == 0 || rate > DRAL_DEVICE_RATE_INSTANCE)
      return mode;

   if (rate == DRAL_DEVICE_RATE_VERTEX) {
      mode.type = instanced ? DRAL_DEVICE_RECORD_TYPE_MODULUS
                            : DRAL_DEVICE_RECORD_TYPE_ONE_DIMENSIONAL;
      mode.has_stride = 1;
   } else if (!instanced || divisor == 0 || hardware.high != 0) {
      mode.type = DRAL_DEVICE_RECORD_TYPE_ONE_DIMENSIONAL;
   } else {
      mode.type = dral_device_is_power_of_two(hardware.low)
                     ? DRAL_DEVICE_RECORD_TYPE_POT_DIVISOR
                     : DRAL_DEVICE_RECORD_TYPE_NPOT_DIVISOR;
      mode.has_stride = 1;
      mode.hardware_divisor = hardware.low;
   }
   return mode;
}

/* Whether the address and the size have room in a record. */
static inline dral_device_u32
dral_device_buffer_fits(struct dral_device_vertex_buffer buffer)
{
   const dral_device_u32 low_bits =
      (dral_device_u32)buffer.address & DRAL_DEVICE_ADDRESS_LOW_BITS;

   return buffer.address >> DRAL_DEVICE_ADDRESS_WIDTH == 0 &&
          buffer.size + low_bits >= low_bits;
}

/**
 * The attribute buffer record of a vertex buffer in a draw (v4 to v7):
 * dral_attribute_record. The type is 0 for a draw that was refused, for an
 * unknown rate, for an address of 2^56 or more, and when size and the low 6
 * bits of the address exceed 32 bits together.
 *
 * Source: docs/instancing.md, "Attribute modes".
 */
static inline struct dral_device_attribute_record
dral_device_attribute_record(struct dral_device_resolved_draw resolved,
                             struct dral_device_vertex_buffer buffer)
{
   const struct dral_device_attribute_mode mode =
      dral_device_attribute_mode(resolved, buffer.rate, buffer.divisor);
   const dral_device_u32 low_bits =
      (dral_device_u32)buffer.address & DRAL_DEVICE_ADDRESS_LOW_BITS;
   struct dral_device_attribute_record record;
   struct dral_device_magic_divisor magic;

   record.pointer = 0;
   record.type = 0;
   record.stride = 0;
   record.size = 0;
   record.shift = 0;
   record.odd = 0;
   record.extra_flags = 0;
   record.magic = 0;
   record.divisor = 0;
   if (mode.type == 0 || !dral_device_buffer_fits(buffer))
      return record;

   record.pointer =
      buffer.address & ~(dral_device_u64)DRAL_DEVICE_ADDRESS_LOW_BITS;
   record.type = mode.type;
   record.stride = mode.has_stride ? buffer.stride : 0;
   record.size = buffer.size + low_bits;
   if (mode.type == DRAL_DEVICE_RECORD_TYPE_MODULUS) {
      record.shift = resolved.shift;
      record.odd = resolved.odd;
   } else if (mode.type == DRAL_DEVICE_RECORD_TYPE_POT_DIVISOR) {
      record.shift = dral_device_trailing_zeros(mode.hardware_divisor);
   } else if (mode.type == DRAL_DEVICE_RECORD_TYPE_NPOT_DIVISOR) {
      magic = dral_device_magic_divisor(mode.hardware_divisor,
                                        resolved.draw.rounding);
      record.shift = magic.shift;
      record.extra_flags = magic.extra_flags;
      record.magic = magic.magic;
      record.divisor = buffer.divisor;
   }
   return record;
}

/**
 * The words of a record: dral_attribute_record_pack. Fields are not checked:
 * the record must be one of dral_device_attribute_record. All are 0 for one
 * that was refused.
 *
 * Source: docs/instancing.md, "Descriptor words".
 */
static inline struct dral_device_attribute_words
dral_device_attribute_record_pack(struct dral_device_attribute_record record)
{
   const dral_device_u32 has_continuation =
      record.type == DRAL_DEVICE_RECORD_TYPE_NPOT_DIVISOR;
   struct dral_device_attribute_words result;

   result.words[0] = (dral_device_u32)record.pointer | record.type;
   /* P and E have bits in common, and no record has both. */
   result.words[1] = (dral_device_u32)(record.pointer >> 32) |
                     record.shift << DRAL_DEVICE_RECORD_SHIFT |
                     record.odd << DRAL_DEVICE_RECORD_ODD |
                     record.extra_flags << DRAL_DEVICE_RECORD_EXTRA_FLAGS;
   result.words[2] = record.stride;
   result.words[3] = record.size;
   result.words[4] = has_continuation ? DRAL_DEVICE_CONTINUATION : 0;
   result.words[5] = record.magic;
   result.words[6] = 0;
   result.words[7] = record.divisor;
   result.word_count = has_continuation ? 8 : record.type != 0 ? 4 : 0;
   return result;
}

/**
 * The slot of 4 words in which a record of a table begins: an even one if it
 * has a continuation. A slot that is skipped is zero. The next free slot is
 * this plus word_count / 4.
 *
 * \param next the first slot that is free
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
 * How many slots of zeros end a table: 1 on v6 and v7, else 0.
 *
 * \param architecture 4 to 7 for v4 to v7
 *
 * Source: docs/instancing.md, "Tables".
 */
static inline dral_device_u32
dral_device_table_end_slots(dral_device_u32 architecture)
{
   return architecture == 6 || architecture == 7;
}

/**
 * The offset of an attribute, in bytes: dral_attribute_offset. `valid` is 0
 * if it does not fit a signed word, and where the record is refused.
 *
 * \param source_offset the attribute's place in each element, in bytes
 *
 * Source: docs/instancing.md, "Attribute offset".
 */
static inline struct dral_device_attribute_offset
dral_device_attribute_offset(struct dral_device_resolved_draw resolved,
                             struct dral_device_vertex_buffer buffer,
                             dral_device_u32 source_offset)
{
   const struct dral_device_attribute_mode mode =
      dral_device_attribute_mode(resolved, buffer.rate, buffer.divisor);
   const dral_device_u32 base = resolved.draw.base_instance;
   const dral_device_u32 start = (dral_device_u32)resolved.draw.offset_start;
   const dral_device_u32 low_bits =
      (dral_device_u32)buffer.address & DRAL_DEVICE_ADDRESS_LOW_BITS;
   /* Elements are base, or base - start, of either sign: two words. */
   dral_device_u32 elements = 0, negative = 0, beyond = 0;
   dral_device_u32 low, high, sum, sum_high;
   struct dral_device_attribute_offset result;

   result.offset = 0;
   result.valid = 0;
   if (mode.type == 0 || !dral_device_buffer_fits(buffer))
      return result;

   if (buffer.rate == DRAL_DEVICE_RATE_INSTANCE)
      elements = base;
   if (mode.hardware_divisor != 0) {
      /* Below 0 only if start is not, and then above -2^31. From 2^32 on
       * only if start is negative. */
      elements = base - start;
      negative = start >> 31 == 0 && base < start;
      beyond = start >> 31 == 1 && elements < base;
   }
   /* So many elements fit just if they take no bytes. */
   if (beyond && buffer.stride != 0)
      return result;

   /* The bytes of the elements, by their magnitude. */
   if (negative)
      elements = 0u - elements;
   low = elements * buffer.stride;
   high = dral_device_multiply_high(elements, buffer.stride);
   if (negative) {
      high = ~high + (low == 0);
      low = 0u - low;
   }
   sum = source_offset + low_bits;
   sum_high = sum < low_bits;
   low += sum;
   high += sum_high + (low < sum);
   /* It fits if the high word is nothing but the sign. */
   if (high != 0u - (low >> 31))
      return result;
   /* Without a conversion that C leaves open. */
   result.offset = low >> 31 ? -(dral_device_i32)~low - 1
                             : (dral_device_i32)low;
   result.valid = 1;
   return result;
}

/*
 * Id records.
 */

/* Whether the draw has records for ids. */
static inline dral_device_u32
dral_device_has_id_records(struct dral_device_resolved_draw resolved)
{
   return resolved.valid && resolved.draw.architecture <= 5;
}

/**
 * The record by which v4 and v5 find the vertex id: dral_vertex_id_record.
 * All are 0 for a draw that was refused, and from v6 on.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 */
static inline struct dral_device_id_record
dral_device_vertex_id_record(struct dral_device_resolved_draw resolved)
{
   const dral_device_u32 instanced = resolved.draw.instance_count > 1;
   struct dral_device_id_record record;

   record.type = 0;
   record.shift = 0;
   record.odd = 0;
   record.extra_flags = 0;
   record.magic = 0;
   if (!dral_device_has_id_records(resolved))
      return record;
   record.type = DRAL_DEVICE_ID_TYPE_VERTEX;
   /* 9 << 31 is greater than every linear id. */
   record.shift = instanced ? resolved.shift : 31;
   record.odd = instanced ? resolved.odd : 4;
   return record;
}

/**
 * The record by which v4 and v5 find the instance id:
 * dral_instance_id_record. All are 0 for a draw that was refused, and from
 * v6 on.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 */
static inline struct dral_device_id_record
dral_device_instance_id_record(struct dral_device_resolved_draw resolved)
{
   struct dral_device_magic_divisor magic;
   struct dral_device_id_record record;

   record.type = 0;
   record.shift = 0;
   record.odd = 0;
   record.extra_flags = 0;
   record.magic = 0;
   if (!dral_device_has_id_records(resolved))
      return record;
   record.type = DRAL_DEVICE_ID_TYPE_INSTANCE;
   if (resolved.instance_size == 1) {
      /* What drivers write: 0 for every linear id below 2^31. */
      record.shift = 31;
      record.extra_flags = 1;
      record.magic = 0x7FFFFFFFu;
   } else if (resolved.odd == 0) {
      /* The implicit bit of the magic is a factor of 1/2. */
      record.shift = resolved.shift - 1;
   } else {
      magic = dral_device_magic_divisor(resolved.instance_size,
                                        resolved.draw.rounding);
      record.shift = magic.shift;
      record.extra_flags = magic.extra_flags;
      record.magic = magic.magic;
   }
   return record;
}

/**
 * The words of an id record: dral_id_record_pack. Fields are not checked:
 * the record must be one of the two functions above. All are 0 for one that
 * was refused.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 */
static inline struct dral_device_id_words
dral_device_id_record_pack(struct dral_device_id_record record)
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
 * 0 for an unknown value, before v9, and for a format or table that does not
 * fit its bits.
 *
 * Source: docs/instancing.md, "Valhall and later".
 */
static inline struct dral_device_valhall_attribute
dral_device_valhall_attribute(struct dral_device_valhall_source source)
{
   struct dral_device_valhall_attribute result;
   struct dral_device_magic_divisor magic;

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
       source.rounding > DRAL_DEVICE_ROUNDING_NEAREST ||
       source.rate > DRAL_DEVICE_RATE_INSTANCE ||
       source.format >> DRAL_DEVICE_VALHALL_FORMAT_WIDTH != 0 ||
       source.table >> DRAL_DEVICE_VALHALL_TABLE_WIDTH != 0)
      return result;

   result.type = DRAL_DEVICE_VALHALL_TYPE_ONE_DIMENSIONAL;
   result.format = source.format;
   result.table = source.table;
   result.buffer_index = source.buffer_index;
   result.stride = source.stride;
   result.offset = source.offset;
   if (source.rate == DRAL_DEVICE_RATE_VERTEX) {
      result.frequency = DRAL_DEVICE_FREQUENCY_VERTEX;
      result.offset_enable = 1;
      return result;
   }
   result.frequency = DRAL_DEVICE_FREQUENCY_INSTANCE;
   if (source.divisor == 0) {
      result.stride = 0;
   } else if (dral_device_is_power_of_two(source.divisor)) {
      result.type = DRAL_DEVICE_VALHALL_TYPE_POT_DIVISOR;
      result.shift = dral_device_trailing_zeros(source.divisor);
   } else {
      magic = dral_device_magic_divisor(source.divisor, source.rounding);
      result.type = DRAL_DEVICE_VALHALL_TYPE_NPOT_DIVISOR;
      result.shift = magic.shift;
      result.extra_flags = magic.extra_flags;
      result.magic = magic.magic;
   }
   return result;
}

/**
 * The words of an attribute descriptor: dral_valhall_attribute_pack. Fields
 * are not checked: it must be one of dral_device_valhall_attribute. All are
 * 0 for one that was refused.
 *
 * Source: docs/instancing.md, "Valhall and later".
 */
static inline struct dral_device_valhall_words
dral_device_valhall_attribute_pack(
   struct dral_device_valhall_attribute attribute)
{
   struct dral_device_valhall_words result;

   result.words[0] =
      (attribute.type != 0 ? DRAL_DEVICE_VALHALL_DESCRIPTOR_TYPE : 0) |
      attribute.type << DRAL_DEVICE_VALHALL_TYPE |
      attribute.offset_enable << DRAL_DEVICE_VALHALL_OFFSET_ENABLE |
      attribute.format << DRAL_DEVICE_VALHALL_FORMAT;
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
