/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The arithmetic of dral.h where no library can be linked: in a kernel that
 * makes padded counts, divisors and records from an indirect draw on the
 * GPU. Every function gives the words that dral.h gives, bit for bit.
 *
 * - Freestanding: no function of any library, no memory, no global, no
 *   float. One source for C99, C++11 and OpenCL C 1.2 to 3.0.
 * - dral_device_x(a) is dral_x(&a, &result), the result returned. Structs are
 *   passed and returned by value, so it does not matter in which address
 *   space they lie. Those with a namesake in dral.h have its fields in its
 *   order: what the CPU writes for one, the GPU reads as the other. A
 *   prepared state is large: functions take the fields of it that they need.
 * - A GPU has nobody to return an errno to. Where dral.h has an error, the
 *   result is all zero, and each comment names the field that tells. Words
 *   of zero are no descriptor: tables have them in empty slots.
 * - 32-bit words, as GPUs have no 64-bit multiplication or division. What is
 *   longer in dral.h is so here, and only added and taken apart.
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
typedef uchar dral_device_u8;
typedef ushort dral_device_u16;
typedef uint dral_device_u32;
typedef int dral_device_i32;
typedef ulong dral_device_u64;
#else
#include <stdint.h>

typedef uint8_t dral_device_u8;
typedef uint16_t dral_device_u16;
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

/** The instance primitive size of one instance: enum dral_primitive_size. */
enum dral_device_primitive_size {
   /** 1, the default. */
   DRAL_DEVICE_PRIMITIVE_SIZE_ONE = 0,
   /** The padded count of the primitives. */
   DRAL_DEVICE_PRIMITIVE_SIZE_PADDED = 1,
};

/** How often an attribute steps to its next element: enum dral_rate. */
enum dral_device_rate {
   /** Every vertex has its own element. */
   DRAL_DEVICE_RATE_VERTEX = 0,
   /** Every `divisor` instances share one; all do when it is 0. */
   DRAL_DEVICE_RATE_INSTANCE = 1,
   /** Nothing is bound here. */
   DRAL_DEVICE_RATE_UNUSED = 2,
};

/** Where the records of a table lie: enum dral_table_shape. */
enum dral_device_table_shape {
   /** One after the other: dral_device_table_slot. */
   DRAL_DEVICE_TABLE_SHAPE_PACKED = 0,
   /** Two slots for every buffer: buffer b is at slot 2b. */
   DRAL_DEVICE_TABLE_SHAPE_PAIRS = 1,
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

/** The form of the divisor 1 on v9 and later: enum dral_divisor_one. */
enum dral_device_divisor_one {
   /** "1D POT Divisor" with a shift of 0, the default. */
   DRAL_DEVICE_DIVISOR_ONE_POT_DIVISOR = 0,
   /** "1D" */
   DRAL_DEVICE_DIVISOR_ONE_ONE_DIMENSIONAL = 1,
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
/** An attribute of v6 and v7 names its slot in so many bits of word 0. */
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
/** A format has so many bits. */
#define DRAL_DEVICE_ATTRIBUTE_FORMAT_WIDTH 22
/** A table, in the lowest bits of word 1, has so many bits. */
#define DRAL_DEVICE_VALHALL_TABLE_WIDTH 6
/** The table of an unused location, which no shader has. */
#define DRAL_DEVICE_VALHALL_UNUSED_TABLE 17
/** The first bit of the frequency in word 1. */
#define DRAL_DEVICE_VALHALL_FREQUENCY 6
/** The first bit of R in word 1. */
#define DRAL_DEVICE_VALHALL_SHIFT 24
/** The bit of E in word 1. */
#define DRAL_DEVICE_VALHALL_EXTRA_FLAGS 29

/** The most buffers that a prepared state holds. */
#define DRAL_DEVICE_VERTEX_STATE_BUFFERS 16
/** One instance, and the odd parts 1, 3, 5, 7 and 9. */
#define DRAL_DEVICE_VERTEX_STATE_VARIANTS 6

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
   /** Vertices per instance, unpadded. */
   dral_device_u32 vertex_count;
   /** Instances. */
   dral_device_u32 instance_count;
   /** Vertices per primitive, at least 1. */
   dral_device_u32 vertices_per_primitive;
   /** The first vertex, or the smallest index plus the vertex offset. */
   dral_device_i32 offset_start;
   /** The instance that the API counts from. */
   dral_device_u32 base_instance;
   /** An enum dral_device_primitive_size. */
   dral_device_u32 primitive_size;
};

/** A draw that one dispatch can hold: struct dral_resolved_draw. */
struct dral_device_resolved_draw {
   /** Threads dispatched; 0 if there is nothing to draw. */
   dral_device_u64 threads;
   /** Those of them that are discarded. */
   dral_device_u64 wasted_threads;
   /** 4 to 7 for v4 to v7; 0 if the draw was refused, as all is then. */
   dral_device_u32 architecture;
   /** An enum dral_device_rounding. */
   dral_device_u32 rounding;
   /** Vertices per instance, unpadded; 0 if there is nothing to draw. */
   dral_device_u32 vertex_count;
   /** Instances; 0 if there is nothing to draw. */
   dral_device_u32 instance_count;
   /** Threads per instance: the vertex count itself with one instance. */
   dral_device_u32 padded_count;
   /** The instance size: padded_count, or 1 with one instance. */
   dral_device_u32 instance_size;
   /** The instance size as its descriptor field stores it. */
   dral_device_u32 instance_size_byte;
   /** The padded count of the primitives; 1 instead, if the draw chose it. */
   dral_device_u32 instance_primitive_size;
   /** The instance primitive size as its descriptor field stores it. */
   dral_device_u32 instance_primitive_size_byte;
   /** The two invocation words. */
   dral_device_u32 invocation[2];
   /** The first vertex, or the smallest index plus the vertex offset. */
   dral_device_i32 offset_start;
   /** The instance that the API counts from. */
   dral_device_u32 base_instance;
   /**
    * Which records the draw has: 0 with one instance or nothing to draw, else
    * 32 more than instance_size_byte.
    */
   dral_device_u32 variant;
};

/** The two invocation words of a draw. */
struct dral_device_invocation {
   /** Both are 0 for counts that are refused; word 1 never is else. */
   dral_device_u32 words[2];
};

/** The indices of an indexed draw: struct dral_index_range. */
struct dral_device_index_range {
   /** The smallest index that the draw uses; above the other if none. */
   dral_device_u32 min_index;
   /** The largest index that the draw uses. */
   dral_device_u32 max_index;
   /** What the API adds to every index. */
   dral_device_i32 vertex_offset;
};

/** The vertices of an indexed draw: struct dral_vertex_range. */
struct dral_device_vertex_range {
   /** The vertex count of the draw; 0 if it uses no index, or is refused. */
   dral_device_u32 vertex_count;
   /** The offset_start of the draw. */
   dral_device_i32 offset_start;
   /** What the hardware adds to an index: the smallest one, negated. */
   dral_device_i32 base_vertex_offset;
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

/** An attribute descriptor of v6 and v7: struct dral_attribute_descriptor. */
struct dral_device_attribute_descriptor {
   /** The slot of its buffer's record in the table, 9 bits. */
   dral_device_u32 slot;
   /** The attribute's format, 22 bits. */
   dral_device_u32 format;
   /** Bytes from the record's pointer to the attribute in element 0. */
   dral_device_i32 offset;
};

/** The words of an attribute descriptor of v6 and v7. */
struct dral_device_attribute_descriptor_words {
   /** Both are 0 for a descriptor that was refused; word 0 never is else. */
   dral_device_u32 words[2];
};

/** A buffer as it is bound: struct dral_bound_buffer. */
struct dral_device_bound_buffer {
   /** GPU address of the first element, in bytes, below 2^56. */
   dral_device_u64 address;
   /** Bytes from the address to the end of the buffer. */
   dral_device_u32 size;
   /** Bytes from the aligned address to the end of the buffer. */
   dral_device_u32 record_size;
};

/** A record without its buffer: struct dral_record_template. */
struct dral_device_record_template {
   /** Words 0 and 1, word 0 in the low half; 0 if there is no record. */
   dral_device_u64 head;
   /** Not 0 if the shift of a draw is added to R. */
   dral_device_u32 shift_bits;
   /** The stride of the record. */
   dral_device_u32 stride;
   /** The words of the continuation, or zeros. */
   dral_device_u32 second[4];
};

/** A prepared state: struct dral_vertex_state, which the CPU prepares. */
struct dral_device_vertex_state {
   /** Tells that the state was prepared. */
   dral_device_u32 seal;
   /** How many buffers it was prepared for. */
   dral_device_u32 buffer_count;
   /** An enum dral_device_table_shape. */
   dral_device_u32 shape;
   /** The images in the table. */
   dral_device_u32 image_count;
   /** 1 if a zero slot ends the table, else 0. */
   dral_device_u32 has_terminator;
   /** 1 if there is a buffer per vertex, else 0. */
   dral_device_u32 has_vertex_rate;
   /** By their bits: the buffers per instance that have a stride. */
   dral_device_u32 instance_strided;
   /** For each variant those of them whose record divides. */
   dral_device_u16 dividing[8];
   /** For each variant the slots that the records take below slow_from. */
   dral_device_u8 record_slots[8];
   /** The shift from which on not all records only have the shift added. */
   dral_device_u8 slow_from[8];
   /** The shift from which on no hardware divisor is below 2^32. */
   dral_device_u8 shared_from[8];
   /** The strides of the buffers. */
   dral_device_u32 strides[DRAL_DEVICE_VERTEX_STATE_BUFFERS];
   /** For each variant the slots of the buffers below slow_from. */
   dral_device_u8 slots[DRAL_DEVICE_VERTEX_STATE_VARIANTS]
                       [DRAL_DEVICE_VERTEX_STATE_BUFFERS];
   /** For each variant the records of the buffers. */
   struct dral_device_record_template
      templates[DRAL_DEVICE_VERTEX_STATE_VARIANTS]
               [DRAL_DEVICE_VERTEX_STATE_BUFFERS];
};

/** What words depend on: struct dral_vertex_state_key. */
struct dral_device_vertex_state_key {
   /** The base instance, and above it the start of the draw. */
   dral_device_u64 offsets;
   /** The padded count, as far as a record depends on it. */
   dral_device_u32 table;
   /** The buffers, by their bits, whose offsets the start moves. */
   dral_device_u32 moved;
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
   /** The instance that the API counts from. */
   dral_device_u32 base_instance;
   /** An enum dral_device_divisor_one. */
   dral_device_u32 divisor_one;
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

/* The low 64 bits of the product, of which the first factor may have 64. */
static inline dral_device_u64
dral_device_multiply(dral_device_u64 a, dral_device_u32 b)
{
   const dral_device_u32 low = (dral_device_u32)a;
   const dral_device_u32 high = (dral_device_u32)(a >> 32) * b +
                                dral_device_multiply_high(low, b);

   return (dral_device_u64)high << 32 | low * b;
}

/* A value of 64 bits as a signed word, if it is one. */
static inline struct dral_device_attribute_offset
dral_device_signed_word(dral_device_u64 value)
{
   const dral_device_u32 low = (dral_device_u32)value;
   struct dral_device_attribute_offset result;

   /* The high word is nothing but the sign. */
   result.valid = (dral_device_u32)(value >> 32) == 0u - (low >> 31);
   result.offset = 0;
   /* Without a conversion that C leaves open. */
   if (result.valid)
      result.offset = low >> 31 ? -(dral_device_i32)~low - 1
                                : (dral_device_i32)low;
   return result;
}

/* The offset of so many elements, which may be negative, and bytes. */
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
   /* It is a multiple of the lowest of the top four bits with 8 and 9, of the
    * next one up from 10 to 15: seven eighths lose the top bit just below 9,
    * and with 9 both lead to 10. */
   const dral_device_u32 step =
      0x20000000u >>
      dral_device_leading_zeros((vertex_count - (vertex_count >> 3)) | 4);

   return (vertex_count & (0u - step)) + step;
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
 * A draw that is refused: all is 0. For a kernel that refuses a command on
 * its own.
 *
 * Source: docs/instancing.md, "A draw".
 */
static inline struct dral_device_resolved_draw
dral_device_draw_refused(void)
{
   struct dral_device_resolved_draw resolved;

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
 * Resolves a draw: dral_draw_resolve. The architecture is 0 for a draw that
 * it refuses. Nothing to draw is no error: a command with a count of 0 has no
 * threads.
 *
 * Source: docs/instancing.md, "A draw".
 */
static inline struct dral_device_resolved_draw
dral_device_draw_resolve(struct dral_device_draw draw)
{
   struct dral_device_resolved_draw resolved = dral_device_draw_refused();
   const dral_device_u32 several = draw.instance_count > 1;
   const struct dral_device_invocation invocation =
      dral_device_invocation_pack(draw.vertex_count, draw.instance_count);
   struct dral_device_padded_count vertices, primitives;

   if (draw.architecture < 4 || draw.architecture > 7 ||
       draw.padding_rule > DRAL_DEVICE_PADDING_RULE_DOCUMENTED ||
       draw.rounding > DRAL_DEVICE_ROUNDING_NEAREST || draw.idvs > 1 ||
       draw.primitive_size > DRAL_DEVICE_PRIMITIVE_SIZE_PADDED ||
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
          draw.primitive_size == DRAL_DEVICE_PRIMITIVE_SIZE_PADDED)
         /* Rounded up. */
         primitives = dral_device_padded_count(
            (resolved.padded_count - 1) / draw.vertices_per_primitive + 1,
            draw.padding_rule);
      resolved.threads =
         dral_device_multiply(resolved.padded_count, draw.instance_count);
      /* The invocation has no room for several instances of 2^31 vertices or
       * more, so that their padded count is never 2^32. */
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
 * 0 without any index, and also where dral.h has an error: with 2^32
 * vertices, or a start or a base vertex offset that does not fit.
 *
 * Source: docs/instancing.md, "Indexed draws".
 */
static inline struct dral_device_vertex_range
dral_device_index_range_resolve(struct dral_device_index_range range)
{
   const dral_device_u64 min = range.min_index;
   const struct dral_device_attribute_offset start = dral_device_signed_word(
      min + (dral_device_u64)range.vertex_offset);
   const struct dral_device_attribute_offset base =
      dral_device_signed_word(0 - min);
   struct dral_device_vertex_range vertices;

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
dral_device_varying_buffer_size(struct dral_device_resolved_draw draw,
                                dral_device_u32 stride)
{
   return (dral_device_multiply(draw.threads, stride) + 63) &
          ~(dral_device_u64)63;
}

/*
 * Record templates: attribute buffer records without their buffers.
 */

/**
 * Which of the six variants of a record a draw needs: 0 with one instance,
 * 1 to 5 if the odd part of its padded count is 1, 3, 5, 7 or 9. The index of
 * `templates` in a prepared state.
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 */
static inline dral_device_u32
dral_device_draw_variant(struct dral_device_resolved_draw draw)
{
   const dral_device_u32 variant = draw.variant >> DRAL_DEVICE_SIZE_BYTE_ODD;

   return variant < 5 ? variant : 5;
}

/**
 * How far a draw moves the shift of its records up: the power of two in its
 * padded count, 0 to 31.
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 */
static inline dral_device_u32
dral_device_draw_shift(struct dral_device_resolved_draw draw)
{
   return draw.variant & ((1u << DRAL_DEVICE_SIZE_BYTE_ODD) - 1);
}

/* Of a record of a type, with all that follows word 0. */
static inline struct dral_device_record_template
dral_device_template_of(dral_device_u32 type, dral_device_u32 word_1,
                        dral_device_u32 stride, dral_device_u32 magic,
                        dral_device_u32 divisor)
{
   const dral_device_u32 has_continuation =
      type == DRAL_DEVICE_RECORD_TYPE_NPOT_DIVISOR;
   struct dral_device_record_template result;

   result.head = (dral_device_u64)word_1 << 32 | type;
   result.shift_bits =
      type > DRAL_DEVICE_RECORD_TYPE_ONE_DIMENSIONAL ? 0xFFFFFFFFu : 0;
   result.stride = stride;
   result.second[0] = has_continuation ? DRAL_DEVICE_CONTINUATION : 0;
   result.second[1] = magic;
   result.second[2] = 0;
   result.second[3] = has_continuation ? divisor : 0;
   return result;
}

/**
 * The template of all records with a rate, a stride and a divisor in a
 * variant: what dral_vertex_state_prepare stores. All is 0 if there is no
 * record, for an unused and for an unknown rate.
 *
 * \param variant 0 to 5
 * \param rounding an enum dral_device_rounding
 * \param rate an enum dral_device_rate
 * \param stride bytes from one element to the next
 * \param divisor instances per element; not read per vertex
 *
 * Source: docs/instancing.md, "Attribute modes".
 */
static inline struct dral_device_record_template
dral_device_record_template(dral_device_u32 variant, dral_device_u32 rounding,
                            dral_device_u32 rate, dral_device_u32 stride,
                            dral_device_u32 divisor)
{
   const dral_device_u64 product = dral_device_multiply(
      variant != 0 ? 2 * variant - 1 : 0, divisor);
   const dral_device_u32 hardware_divisor = (dral_device_u32)product;
   const dral_device_u32 is_vertex_rate = rate == DRAL_DEVICE_RATE_VERTEX;
   dral_device_u32 type = DRAL_DEVICE_RECORD_TYPE_ONE_DIMENSIONAL;
   dral_device_u32 word_1 = 0;
   struct dral_device_magic_divisor magic;

   magic.magic = 0;
   if (rate > DRAL_DEVICE_RATE_INSTANCE) {
      type = 0;
      stride = 0;
   } else if (is_vertex_rate && variant != 0) {
      type = DRAL_DEVICE_RECORD_TYPE_MODULUS;
      word_1 = (variant - 1) << DRAL_DEVICE_RECORD_ODD;
   } else if (product == 0 || product >> 32 != 0) {
      /* Per instance all threads read one element. */
      stride = is_vertex_rate ? stride : 0;
   } else if (dral_device_is_power_of_two(hardware_divisor)) {
      type = DRAL_DEVICE_RECORD_TYPE_POT_DIVISOR;
      word_1 = dral_device_trailing_zeros(hardware_divisor)
               << DRAL_DEVICE_RECORD_SHIFT;
   } else {
      type = DRAL_DEVICE_RECORD_TYPE_NPOT_DIVISOR;
      magic = dral_device_magic_divisor(hardware_divisor, rounding);
      word_1 = magic.shift << DRAL_DEVICE_RECORD_SHIFT |
               magic.extra_flags << DRAL_DEVICE_RECORD_EXTRA_FLAGS;
   }
   return dral_device_template_of(type, word_1, stride, magic.magic, divisor);
}

/**
 * A template of the draw's variant for the draw itself: its shift is added,
 * until the hardware divisor is 2^32 or more and all threads read one
 * element. Then `shift_bits` is 0.
 *
 * \param shift dral_device_draw_shift
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 */
static inline struct dral_device_record_template
dral_device_record_template_moved_up(
   struct dral_device_record_template record, dral_device_u32 shift)
{
   const dral_device_u32 word_1 = (dral_device_u32)(record.head >> 32);

   if (record.shift_bits == 0)
      return record;
   if ((word_1 >> DRAL_DEVICE_RECORD_SHIFT & 31) + shift > 31)
      return dral_device_template_of(DRAL_DEVICE_RECORD_TYPE_ONE_DIMENSIONAL,
                                     0, 0, 0, 0);
   record.head += (dral_device_u64)shift << (32 + DRAL_DEVICE_RECORD_SHIFT);
   return record;
}

/* The low bits of an address, which the offset takes over. */
static inline dral_device_u32
dral_device_low_bits(dral_device_u64 address)
{
   return (dral_device_u32)address & DRAL_DEVICE_ADDRESS_LOW_BITS;
}

/**
 * Whether a record can hold an address and a size: dral_buffer_bind gives no
 * error.
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
 * A buffer as it is bound: dral_buffer_bind. One that does not fit has no
 * bytes at the address 0: see dral_device_buffer_fits.
 *
 * \param address GPU address of the first element, in bytes, below 2^56
 * \param size bytes from the address to the end of the buffer
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 */
static inline struct dral_device_bound_buffer
dral_device_buffer_bind(dral_device_u64 address, dral_device_u64 size)
{
   const dral_device_u32 fits = dral_device_buffer_fits(address, size);
   struct dral_device_bound_buffer bound;

   bound.address = fits ? address : 0;
   bound.size = fits ? (dral_device_u32)size : 0;
   bound.record_size = bound.size + dral_device_low_bits(bound.address);
   return bound;
}

/**
 * The words of a template's record with its buffer: those of
 * dral_vertex_state_table. The last four are 0 without a continuation, so
 * that all eight are the two slots of a table of pairs; all are 0 without a
 * record. Nothing is divided.
 *
 * \param record a template that was moved up
 *
 * Source: docs/instancing.md, "Descriptor words".
 */
static inline struct dral_device_attribute_words
dral_device_record_template_pack(struct dral_device_record_template record,
                                 struct dral_device_bound_buffer bound)
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
 * The hardware divisor of a vertex buffer in a draw: dral_hardware_divisor.
 * 0 where nothing is divided, and for an unknown rate.
 *
 * Source: docs/instancing.md, "Attribute modes".
 */
static inline dral_device_u64
dral_device_hardware_divisor(struct dral_device_resolved_draw draw,
                             struct dral_device_vertex_buffer buffer)
{
   if (buffer.rate != DRAL_DEVICE_RATE_INSTANCE || draw.instance_count <= 1)
      return 0;
   return dral_device_multiply(draw.instance_size, buffer.divisor);
}

/* The template of a buffer in a draw; all is 0 if one of them is refused. */
static inline struct dral_device_record_template
dral_device_buffer_template(struct dral_device_resolved_draw draw,
                            struct dral_device_vertex_buffer buffer)
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
 * dral_attribute_record. The type is 0 for a draw that was refused, for an
 * unknown or unused rate, for an address of 2^56 or more, and when size and
 * the low 6 bits of the address exceed 32 bits together.
 *
 * Source: docs/instancing.md, "Attribute modes".
 */
static inline struct dral_device_attribute_record
dral_device_attribute_record(struct dral_device_resolved_draw draw,
                             struct dral_device_vertex_buffer buffer)
{
   const struct dral_device_record_template fields =
      dral_device_buffer_template(draw, buffer);
   const dral_device_u32 word_1 = (dral_device_u32)(fields.head >> 32);
   const dral_device_u32 low_bits = dral_device_low_bits(buffer.address);
   struct dral_device_attribute_record record;

   record.type = (dral_device_u32)fields.head;
   record.pointer = record.type != 0 ? buffer.address - low_bits : 0;
   record.stride = fields.stride;
   record.size = record.type != 0 ? buffer.size + low_bits : 0;
   record.shift = word_1 >> DRAL_DEVICE_RECORD_SHIFT & 31;
   record.odd = 0;
   record.extra_flags = 0;
   record.magic = fields.second[1];
   record.divisor = fields.second[3];
   if (record.type == DRAL_DEVICE_RECORD_TYPE_MODULUS)
      record.odd = word_1 >> DRAL_DEVICE_RECORD_ODD;
   if (record.type == DRAL_DEVICE_RECORD_TYPE_NPOT_DIVISOR)
      record.extra_flags = word_1 >> DRAL_DEVICE_RECORD_EXTRA_FLAGS;
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
   struct dral_device_bound_buffer bound;

   bound.address = record.pointer;
   bound.size = record.size;
   bound.record_size = record.size;
   /* P and E have bits in common, and no record has both. */
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
 * The slot of 4 words in which a record of a packed table begins: an even one
 * if it has a continuation. A slot that is skipped is zero. The next free
 * slot is this plus word_count / 4.
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
 * How many slots follow the records of a table: two for each image, which
 * the driver writes, and one of zeros in a table of pairs, and on v6 and v7.
 *
 * \param architecture 4 to 7 for v4 to v7
 * \param shape an enum dral_device_table_shape
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
          (shape == DRAL_DEVICE_TABLE_SHAPE_PAIRS || architecture >= 6);
}

/**
 * The offset of an attribute by a template, in bytes:
 * dral_vertex_state_offset. `valid` is 0 if it does not fit a signed word,
 * and without a record.
 *
 * \param record a template that was moved up
 * \param is_instance_strided the bit of the buffer in `instance_strided` of
 * the state
 * \param stride bytes from one element to the next
 * \param source_offset the attribute's place in each element, in bytes
 *
 * Source: docs/instancing.md, "Attribute offset".
 */
static inline struct dral_device_attribute_offset
dral_device_vertex_state_offset(struct dral_device_resolved_draw draw,
                                struct dral_device_record_template record,
                                dral_device_u32 is_instance_strided,
                                dral_device_u32 stride,
                                struct dral_device_bound_buffer bound,
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
 * if it does not fit a signed word, and where the record is refused.
 *
 * \param source_offset the attribute's place in each element, in bytes
 *
 * Source: docs/instancing.md, "Attribute offset".
 */
static inline struct dral_device_attribute_offset
dral_device_attribute_offset(struct dral_device_resolved_draw draw,
                             struct dral_device_vertex_buffer buffer,
                             dral_device_u32 source_offset)
{
   return dral_device_vertex_state_offset(
      draw, dral_device_buffer_template(draw, buffer),
      buffer.rate == DRAL_DEVICE_RATE_INSTANCE, buffer.stride,
      dral_device_buffer_bind(buffer.address, buffer.size), source_offset);
}

/**
 * What the table and the offsets of a draw depend on:
 * dral_vertex_state_key. The parameters after the draw are fields of the
 * state, for the draw's variant.
 *
 * \param dividing from the draw's shift `slow_from` on without the buffers
 * whose template, moved up, has `shift_bits` of 0
 *
 * Source: docs/instancing.md, "What depends on what".
 */
static inline struct dral_device_vertex_state_key
dral_device_vertex_state_key(struct dral_device_resolved_draw draw,
                             dral_device_u32 has_vertex_rate,
                             dral_device_u32 instance_strided,
                             dral_device_u32 dividing,
                             dral_device_u32 shared_from)
{
   const dral_device_u32 shift = dral_device_draw_shift(draw);
   struct dral_device_vertex_state_key key;

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
 * or a format of more than 22.
 *
 * Source: docs/instancing.md, "Attribute descriptors of v6 and v7".
 */
static inline struct dral_device_attribute_descriptor_words
dral_device_attribute_descriptor_pack(
   struct dral_device_attribute_descriptor attribute)
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

/* Of a type, with 0 in all other fields. */
static inline struct dral_device_id_record
dral_device_id_record_of(struct dral_device_resolved_draw draw,
                         dral_device_u32 type)
{
   struct dral_device_id_record record;

   /* No draw that was refused, and none from v6 on. */
   record.type = draw.architecture - 4 <= 1 ? type : 0;
   record.shift = 0;
   record.odd = 0;
   record.extra_flags = 0;
   record.magic = 0;
   return record;
}

/**
 * The record by which v4 and v5 find the vertex id: dral_vertex_id_record.
 * All are 0 for a draw that was refused, and from v6 on.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 */
static inline struct dral_device_id_record
dral_device_vertex_id_record(struct dral_device_resolved_draw draw)
{
   const dral_device_u32 variant = dral_device_draw_variant(draw);
   struct dral_device_id_record record =
      dral_device_id_record_of(draw, DRAL_DEVICE_ID_TYPE_VERTEX);

   if (record.type == 0)
      return record;
   /* 9 << 31 is greater than every linear id. */
   record.shift = variant != 0 ? dral_device_draw_shift(draw) : 31;
   record.odd = variant != 0 ? variant - 1 : 4;
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
dral_device_instance_id_record(struct dral_device_resolved_draw draw)
{
   struct dral_device_magic_divisor magic;
   struct dral_device_id_record record =
      dral_device_id_record_of(draw, DRAL_DEVICE_ID_TYPE_INSTANCE);

   if (record.type == 0)
      return record;
   if (draw.instance_size <= 1) {
      /* What drivers write: 0 for every linear id below 2^31. */
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
 * 0 for an unknown value, before v9, for a format or table that does not fit
 * its bits, and for an offset that does not fit a signed word.
 *
 * Source: docs/instancing.md, "Valhall and later".
 */
static inline struct dral_device_valhall_attribute
dral_device_valhall_attribute(struct dral_device_valhall_source source)
{
   const dral_device_u32 per_instance =
      source.rate == DRAL_DEVICE_RATE_INSTANCE;
   const struct dral_device_attribute_offset offset = dral_device_offset_of(
      per_instance ? source.base_instance : 0, source.stride,
      (dral_device_u64)source.offset);
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
       source.rate > DRAL_DEVICE_RATE_UNUSED ||
       source.divisor_one > DRAL_DEVICE_DIVISOR_ONE_ONE_DIMENSIONAL)
      return result;
   if (source.rate == DRAL_DEVICE_RATE_UNUSED) {
      result.type = DRAL_DEVICE_VALHALL_TYPE_ONE_DIMENSIONAL;
      result.table = DRAL_DEVICE_VALHALL_UNUSED_TABLE;
      return result;
   }
   if (source.format >> DRAL_DEVICE_ATTRIBUTE_FORMAT_WIDTH != 0 ||
       source.table >> DRAL_DEVICE_VALHALL_TABLE_WIDTH != 0 || !offset.valid)
      return result;

   result.type = DRAL_DEVICE_VALHALL_TYPE_ONE_DIMENSIONAL;
   result.format = source.format;
   result.table = source.table;
   result.buffer_index = source.buffer_index;
   result.stride = source.stride;
   result.offset = offset.offset;
   if (!per_instance) {
      result.frequency = DRAL_DEVICE_FREQUENCY_VERTEX;
      result.offset_enable = 1;
      return result;
   }
   result.frequency = DRAL_DEVICE_FREQUENCY_INSTANCE;
   if (source.divisor == 0) {
      result.stride = 0;
   } else if (source.divisor == 1 &&
              source.divisor_one == DRAL_DEVICE_DIVISOR_ONE_ONE_DIMENSIONAL) {
      /* The type stays. */
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
