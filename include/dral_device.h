/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The arithmetic of dral.h for code that cannot link a library, such as a
 * kernel for indirect draws. Every function returns the same words as dral.h.
 *
 * - No library functions, memory, globals or floats. One source for C99,
 *   C++11, OpenCL C 1.2 to 3.0 and C++ for OpenCL.
 * - dral_device_x(a) returns the result of dral_x(&a, &result). Structs are
 *   passed by value, so their address space does not matter. Do not copy a
 *   prepared state: read its fields, except private ones, where the CPU
 *   wrote them.
 * - Where dral.h returns an error, and for a draw that is not resolved, words,
 *   counts and `valid` are 0. `info` and `offset_key` of a draw, and `slot` and
 *   `next` of a record, hold the inputs. All-zero words are not a descriptor;
 *   tables use them in empty slots.
 * - 64-bit values are only added and split, because GPUs have no 64-bit
 *   multiplication or division.
 *
 * docs/reference/instancing.md has the rules.
 */

#ifndef DRAL_DEVICE_H
#define DRAL_DEVICE_H

#if defined(__cplusplus) && defined(__GNUC__)
/* C has only these casts. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

#include "dral_device_draw.h"

/* First bits, counted from bit 0 of the word, and widths of fields.
 * docs/reference/instancing.md, "Descriptor words" and "Valhall and later". */

/// The lowest bits of an address, which pointer fields cannot hold.
#define DRAL_DEVICE_ADDRESS_LOW_BITS 63u
/// The width of an address.
#define DRAL_DEVICE_ADDRESS_WIDTH 56
/// The first word of a continuation: its type.
#define DRAL_DEVICE_CONTINUATION 0x20u
/// The width of the slot in word 0 of an attribute of v4 to v7.
#define DRAL_DEVICE_ATTRIBUTE_SLOT_WIDTH 9
/// The bit that enables the offset of an attribute of v4 to v7.
#define DRAL_DEVICE_ATTRIBUTE_OFFSET_ENABLE 9
/// The descriptor type in word 0 of an attribute of v9 and later.
#define DRAL_DEVICE_VALHALL_DESCRIPTOR_TYPE 5u
/// The first bit of the attribute type in word 0.
#define DRAL_DEVICE_VALHALL_TYPE 4
/// The bit that enables the offset, in word 0.
#define DRAL_DEVICE_VALHALL_OFFSET_ENABLE 8
/// The first bit of an attribute's format in word 0.
#define DRAL_DEVICE_ATTRIBUTE_FORMAT 10
/// The width of a format.
#define DRAL_DEVICE_ATTRIBUTE_FORMAT_WIDTH 22
/// The maximum offset of an attribute within an element in a prepared state.
#define DRAL_DEVICE_SOURCE_OFFSET_MAX                                      \
   (0x7FFFFFFFu - DRAL_DEVICE_ADDRESS_LOW_BITS)
/// The width of the table in the lowest bits of word 1.
#define DRAL_DEVICE_VALHALL_TABLE_WIDTH 6
/// The first bit of the frequency in word 1.
#define DRAL_DEVICE_VALHALL_FREQUENCY 6
/// The first bit of R in word 1.
#define DRAL_DEVICE_VALHALL_SHIFT 24
/// The bit of E in word 1.
#define DRAL_DEVICE_VALHALL_EXTRA_FLAGS 29
/// The table of a location without an attribute, which no shader has.
#define DRAL_DEVICE_VALHALL_INVALID_TABLE 17u
/// The format of a location without an attribute: R16F.
#define DRAL_DEVICE_VALHALL_INVALID_FORMAT (199u << 12)

/// A record in a packed table.
struct dral_device_table_record {
   /// The words of the record and of the slot after it.
   struct dral_record_template record;
   /// The slot of the record.
   dral_device_u32 slot;
   /// The slot after the record.
   dral_device_u32 next;
};

/// The words of an attribute descriptor of v4 to v7.
struct dral_device_attribute_descriptor_words {
   /// Both are 0 for a rejected descriptor; otherwise word 0 is never 0.
   dral_device_u32 words[2];
};

/// The words of an attribute descriptor of v9 and later.
struct dral_device_valhall_words {
   /// All 0 for a rejected descriptor, and for a Null Descriptor.
   dral_device_u32 words[8];
};

/* The offset of a number of elements, which may be negative, plus bytes. */
static inline struct dral_device_offset
dral_device_offset_of(dral_device_u64 elements, dral_device_u32 stride,
                      dral_device_u64 bytes)
{
   /* 2^32 elements or more only fit if they take no bytes. */
   const dral_device_u32 beyond = elements >> 32 == 1 && stride != 0;

   return dral_device_signed_word(
      beyond ? elements : dral_device_multiply(elements, stride) + bytes);
}

/*
 * Record templates: attribute buffer records without their buffers.
 */

/* The rules that select the mode of a record, in their order. */
enum dral_device_mode {
   DRAL_DEVICE_MODE_UNUSED,
   DRAL_DEVICE_MODE_ONE_INSTANCE,
   DRAL_DEVICE_MODE_ONE_INSTANCE_PER_INSTANCE,
   DRAL_DEVICE_MODE_PER_VERTEX,
   DRAL_DEVICE_MODE_DIVISOR_ZERO,
   DRAL_DEVICE_MODE_DIVISOR_BEYOND_IDS,
   DRAL_DEVICE_MODE_POWER_OF_TWO,
   DRAL_DEVICE_MODE_NOT_POWER_OF_TWO
};

/* The first rule that applies to a rate and a divisor. */
static inline dral_device_u32
dral_device_mode_rule(dral_device_u32 distance, dral_device_u32 rate,
                      dral_device_u32 divisor)
{
   if (rate > DRAL_RATE_INSTANCE)
      return DRAL_DEVICE_MODE_UNUSED;
   if (distance == 0)
      return rate == DRAL_RATE_VERTEX
                ? DRAL_DEVICE_MODE_ONE_INSTANCE
                : DRAL_DEVICE_MODE_ONE_INSTANCE_PER_INSTANCE;
   if (rate == DRAL_RATE_VERTEX)
      return DRAL_DEVICE_MODE_PER_VERTEX;
   if (divisor == 0)
      return DRAL_DEVICE_MODE_DIVISOR_ZERO;
   if (dral_device_multiply_high(distance, divisor) != 0)
      return DRAL_DEVICE_MODE_DIVISOR_BEYOND_IDS;
   return dral_device_is_power_of_two(distance * divisor)
             ? DRAL_DEVICE_MODE_POWER_OF_TWO
             : DRAL_DEVICE_MODE_NOT_POWER_OF_TWO;
}

/* A template of a record type. */
static inline struct dral_record_template
dral_device_template_of(dral_device_u32 type, dral_device_u32 word_1,
                        dral_device_u32 stride)
{
   struct dral_record_template record = { { 0, 0, 0, 0 }, { 0, 0, 0, 0 } };

   record.first[0] = type;
   record.first[1] = word_1;
   record.first[2] = stride;
   return record;
}

/// The template of the records of a buffer, as dral_vertex_state_prepare
/// stores it for each variant. All 0 for an unused or unknown rate.
///
/// \param distance dral_device_variant_distance
/// \param rate as stride and divisor, of a struct dral_vertex_buffer
///
/// Source: docs/reference/instancing.md, "Attribute modes".
static inline struct dral_record_template
dral_device_record_template(dral_device_u32 distance,
                            dral_device_u32 rounding, dral_device_u32 rate,
                            dral_device_u32 stride, dral_device_u32 divisor)
{
   const dral_device_u32 rule =
      dral_device_mode_rule(distance, rate, divisor);
   const dral_device_u32 product = distance * divisor;
   const struct dral_padded_count padded = dral_device_factored(distance);
   struct dral_record_template record =
      dral_device_template_of(DRAL_RECORD_TYPE_ONE_DIMENSIONAL, 0, stride);
   struct dral_magic_divisor magic;

   switch (rule) {
   case DRAL_DEVICE_MODE_UNUSED:
      record = dral_device_template_of(0, 0, 0);
      break;
   case DRAL_DEVICE_MODE_ONE_INSTANCE:
      break;
   case DRAL_DEVICE_MODE_PER_VERTEX:
      record.first[0] = DRAL_RECORD_TYPE_MODULUS;
      record.first[1] = padded.shift << DRAL_DEVICE_RECORD_SHIFT |
                        padded.odd << DRAL_DEVICE_RECORD_ODD;
      break;
   case DRAL_DEVICE_MODE_POWER_OF_TWO:
      record.first[0] = DRAL_RECORD_TYPE_POT_DIVISOR;
      record.first[1] =
         dral_device_trailing_zeros(product) << DRAL_DEVICE_RECORD_SHIFT;
      break;
   case DRAL_DEVICE_MODE_NOT_POWER_OF_TWO:
      magic = dral_device_magic_divisor(product, rounding);
      record.first[0] = DRAL_RECORD_TYPE_NPOT_DIVISOR;
      record.first[1] = magic.shift << DRAL_DEVICE_RECORD_SHIFT |
                        magic.extra_flags << DRAL_DEVICE_RECORD_EXTRA_FLAGS;
      record.second[0] = DRAL_DEVICE_CONTINUATION;
      record.second[1] = magic.magic;
      record.second[3] = divisor;
      break;
   default:
      /* All threads read one element. */
      record.first[2] = 0;
      break;
   }
   return record;
}

/* The number of slots that the records of a buffer take beyond the first: 1
 * if a continuation follows, also if the hardware divisor is 2^32 or more,
 * so that slots do not depend on the shift of a draw. */
static inline dral_device_u32
dral_device_more_slots(dral_device_u32 distance, dral_device_u32 rate,
                       dral_device_u32 divisor)
{
   return rate == DRAL_RATE_INSTANCE && distance != 0 && divisor != 0 &&
          (!dral_device_is_power_of_two(distance) ||
           !dral_device_is_power_of_two(divisor));
}

/* The smallest shift of a draw for which the hardware divisor is 2^32 or
 * more, so that all threads read one element. */
static inline dral_device_u32
dral_device_template_shared_from(struct dral_record_template record)
{
   return record.first[0] == DRAL_RECORD_TYPE_ONE_DIMENSIONAL
             ? 0
             : 32 - (record.first[1] >> DRAL_DEVICE_RECORD_SHIFT & 31);
}

/* The words of the record of a bound buffer in a draw with this shift. */
static inline struct dral_record_template
dral_device_template_record(struct dral_record_template record,
                            struct dral_bound_buffer bound,
                            dral_device_u32 shift)
{
   const dral_device_u32 type = record.first[0];

   if (type == 0)
      return record;
   /* Nothing carries from one field to the next. */
   record.first[0] += bound.words[0] & ~DRAL_DEVICE_ADDRESS_LOW_BITS;
   record.first[1] += bound.words[1];
   record.first[3] += bound.words[3];
   if (type != DRAL_RECORD_TYPE_ONE_DIMENSIONAL)
      record.first[1] += shift << DRAL_DEVICE_RECORD_SHIFT;
   return record;
}

/* The low bits of an address, which are added to the offset. */
static inline dral_device_u32
dral_device_low_bits(dral_device_u64 address)
{
   return (dral_device_u32)address & DRAL_DEVICE_ADDRESS_LOW_BITS;
}

/// Whether a record can hold an address and a size.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
static inline dral_device_u32
dral_device_buffer_fits(dral_device_u64 address, dral_device_u64 size)
{
   return address >> DRAL_DEVICE_ADDRESS_WIDTH == 0 && size >> 32 == 0 &&
          (size + dral_device_low_bits(address)) >> 32 == 0;
}

/// A bound buffer: dral_bound_buffer_init.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
static inline struct dral_bound_buffer
dral_device_bound_buffer_init(dral_device_u64 address, dral_device_u64 size)
{
   const dral_device_u32 low_bits = dral_device_low_bits(address);
   struct dral_bound_buffer bound = { { 0, 0, 0, 0 } };

   if (!dral_device_buffer_fits(address, size))
      return bound;
   bound.words[0] = (dral_device_u32)address;
   bound.words[1] = (dral_device_u32)(address >> 32);
   bound.words[3] = (dral_device_u32)size + low_bits;
   return bound;
}

/// The record of a buffer from a prepared state, and the slot after it, as
/// dral_vertex_state_table writes them to `slots` of the variant. Write them
/// in the order of the buffers: the next record may have the second slot.
///
/// \param record from `templates` of the variant dral_device_draw_variant
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
static inline struct dral_record_template
dral_device_vertex_state_record(struct dral_draw draw,
                                struct dral_record_template record,
                                struct dral_bound_buffer bound)
{
   const dral_device_u32 shift = dral_device_draw_shift(draw);
   const dral_device_u32 is_resolved = dral_device_draw_is_resolved(draw);
   /* With one instance nothing is divided. */
   const dral_device_u32 is_shared =
      dral_device_draw_any_variant(draw) != 0 &&
      shift >= dral_device_template_shared_from(record);

   if (!is_resolved || is_shared)
      record = dral_device_template_of(
         is_resolved ? DRAL_RECORD_TYPE_ONE_DIMENSIONAL : 0, 0, 0);
   return dral_device_template_record(record, bound, shift);
}

/*
 * Attribute buffer records.
 */

/// The hardware divisor of a vertex buffer in a draw: dral_hardware_divisor.
///
/// Source: docs/reference/instancing.md, "Attribute modes".
static inline dral_device_u64
dral_device_hardware_divisor(struct dral_draw draw,
                             struct dral_vertex_buffer buffer)
{
   if (buffer.rate != DRAL_RATE_INSTANCE ||
       !dral_device_draw_is_resolved(draw))
      return 0;
   return dral_device_multiply(dral_device_draw_distance(draw),
                               buffer.divisor);
}

/* The slot of the next record of a packed table: an even one if it takes more
 * than one slot. */
static inline dral_device_u32
dral_device_table_slot(dral_device_u32 next, dral_device_u32 more)
{
   return next + (next & more);
}

/// The attribute buffer record of a vertex buffer in a draw (v4 to v7), for a
/// packed table: dral_attribute_append. Write the record to its slot and the
/// one after it, and append the next buffer at `next`. After the last record
/// write a zero slot. In a table of pairs buffer b is at slot 2b instead.
///
/// A rejected record is all zero, and leaves `next` unchanged.
///
/// \param next the first free slot, 0 for the first record
///
/// Source: docs/reference/instancing.md, "Attribute modes" and "Tables".
static inline struct dral_device_table_record
dral_device_attribute_append(struct dral_draw draw,
                             struct dral_vertex_buffer buffer,
                             dral_device_u32 next)
{
   const dral_device_u32 distance = dral_device_draw_distance(draw);
   const dral_device_u32 more =
      dral_device_more_slots(distance, buffer.rate, buffer.divisor);
   struct dral_device_table_record result;

   result.record = dral_device_template_of(0, 0, 0);
   result.slot = next;
   result.next = next;
   if (buffer.rate > DRAL_RATE_INSTANCE ||
       !dral_device_draw_is_resolved(draw) ||
       !dral_device_buffer_fits(buffer.address, buffer.size))
      return result;
   result.record = dral_device_template_record(
      dral_device_record_template(distance, draw.info.rounding, buffer.rate,
                                  buffer.stride, buffer.divisor),
      dral_device_bound_buffer_init(buffer.address, buffer.size), 0);
   result.slot = dral_device_table_slot(next, more);
   result.next = result.slot + 1 + more;
   return result;
}

/* The offset of an attribute. `instance_stride` is the stride of the buffer,
 * or 0 for per-vertex data; `moves` is whether the hardware adds the start of
 * the draw to the index, times that stride. */
static inline struct dral_device_offset
dral_device_draw_offset(struct dral_draw draw, dral_device_u32 low_bits,
                        dral_device_u32 instance_stride,
                        dral_device_u32 moves, dral_device_u32 source_offset)
{
   dral_device_u64 elements = draw.info.base_instance;

   if (moves)
      elements -= (dral_device_u64)draw.info.offset_start;
   return dral_device_offset_of(elements, instance_stride,
                                (dral_device_u64)source_offset + low_bits);
}

/// The offset of an attribute from a prepared state, in bytes:
/// dral_vertex_state_offset. A draw must not run if `valid` is 0.
///
/// \param record from `templates` of the variant dral_device_draw_variant
/// \param instance_stride of the buffer in the state
///
/// Source: docs/reference/instancing.md, "Attribute offset".
static inline struct dral_device_offset
dral_device_vertex_state_offset(struct dral_draw draw,
                                struct dral_record_template record,
                                dral_device_u32 instance_stride,
                                struct dral_bound_buffer bound,
                                dral_device_u32 source_offset)
{
   const dral_device_u32 moves = dral_device_draw_shift(draw) <
                                 dral_device_template_shared_from(record);
   struct dral_device_offset refused = { 0, 0 };

   if (record.first[0] == 0 || !dral_device_draw_is_resolved(draw))
      return refused;
   return dral_device_draw_offset(draw,
                                  dral_device_low_bits(bound.words[0]),
                                  instance_stride, moves, source_offset);
}

/// The offset of an attribute, in bytes: dral_attribute_offset. A draw must
/// not run if `valid` is 0.
///
/// Source: docs/reference/instancing.md, "Attribute offset".
static inline struct dral_device_offset
dral_device_attribute_offset(struct dral_draw draw,
                             struct dral_vertex_buffer buffer,
                             dral_device_u32 source_offset)
{
   const dral_device_u32 rule = dral_device_mode_rule(
      dral_device_draw_distance(draw), buffer.rate, buffer.divisor);
   struct dral_device_offset refused = { 0, 0 };

   if (rule == DRAL_DEVICE_MODE_UNUSED ||
       !dral_device_draw_is_resolved(draw) ||
       !dral_device_buffer_fits(buffer.address, buffer.size))
      return refused;
   return dral_device_draw_offset(
      draw, dral_device_low_bits(buffer.address),
      buffer.rate == DRAL_RATE_INSTANCE ? buffer.stride : 0,
      rule >= DRAL_DEVICE_MODE_POWER_OF_TWO, source_offset);
}

/// Whether a draw may run: 1 if it is resolved and the descriptor of each
/// attribute fits, else 0. Call it before you write the type of the job.
/// Attributes of buffer 256 and later do not fit.
///
/// Source: docs/reference/instancing.md, "Attribute offset".
static inline dral_device_u32
dral_device_draw_may_run(
   struct dral_draw draw,
   DRAL_DEVICE_GLOBAL const struct dral_vertex_buffer *buffers,
   dral_device_u32 buffer_count,
   DRAL_DEVICE_GLOBAL const struct dral_vertex_element *elements,
   dral_device_u32 element_count)
{
   dral_device_u32 i;

   for (i = 0; i < element_count; i++) {
      const struct dral_vertex_element element = elements[i];

      if (element.buffer == DRAL_NO_BUFFER)
         continue;
      /* The slot of buffer b is at most 2b. */
      if (element.buffer >= buffer_count ||
          element.buffer >> (DRAL_DEVICE_ATTRIBUTE_SLOT_WIDTH - 1) != 0 ||
          element.format >> DRAL_DEVICE_ATTRIBUTE_FORMAT_WIDTH != 0 ||
          element.source_offset > DRAL_DEVICE_SOURCE_OFFSET_MAX ||
          !dral_device_attribute_offset(draw, buffers[element.buffer],
                                        element.source_offset)
              .valid)
         return 0;
   }
   return dral_device_draw_is_resolved(draw);
}

/// How many vertices or instances a draw may have so that no read of an
/// attribute leaves its buffer: dral_vertex_buffer_limit. 0 for an unknown
/// rate.
///
/// Source: docs/reference/instancing.md, "How many elements a buffer holds".
static inline dral_device_u64
dral_device_vertex_buffer_limit(struct dral_vertex_buffer buffer,
                                dral_device_u64 offset, dral_device_u32 bytes,
                                dral_device_i32 offset_start,
                                dral_device_u32 base_instance)
{
   const dral_device_u64 none = ~(dral_device_u64)0;
   const dral_device_u64 first = buffer.rate == DRAL_RATE_VERTEX
                                    ? (dral_device_u32)offset_start
                                    : base_instance;
   dral_device_u64 last;

   if (buffer.rate == DRAL_RATE_UNUSED)
      return none;
   if (buffer.rate > DRAL_RATE_UNUSED || buffer.size < offset ||
       buffer.size - offset < bytes)
      return 0;
   if (buffer.stride == 0)
      return none;
   last = dral_device_divide(buffer.size - offset - bytes, buffer.stride);
   if ((buffer.rate == DRAL_RATE_VERTEX && offset_start < 0) || last < first)
      return 0;
   if (last - first == none ||
       (buffer.rate == DRAL_RATE_INSTANCE && buffer.divisor == 0))
      return none;
   if (buffer.rate == DRAL_RATE_VERTEX)
      return last - first + 1;
   return dral_device_multiply_saturated(last - first + 1, buffer.divisor);
}

/// The words of an attribute descriptor of v4 to v7:
/// dral_attribute_descriptor_pack.
///
/// Source: docs/reference/instancing.md, "Attribute descriptors of v4 to v7".
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
 * Attribute descriptors of v9 and later.
 */

/* Whether every enum is known, and the format and the table fit, which are
 * not read for a location without an attribute. */
static inline dral_device_u32
dral_device_valhall_is_known(struct dral_valhall_source source)
{
   return source.architecture >= 9 &&
          source.architecture <= DRAL_ARCHITECTURE_LAST &&
          source.rounding <= DRAL_ROUNDING_NEAREST &&
          source.rate <= DRAL_RATE_UNUSED &&
          source.divisor_one <= DRAL_DIVISOR_ONE_ONE_DIMENSIONAL &&
          source.unused_location <= DRAL_UNUSED_LOCATION_NULL_DESCRIPTOR &&
          (source.rate == DRAL_RATE_UNUSED ||
           (source.format >> DRAL_DEVICE_ATTRIBUTE_FORMAT_WIDTH == 0 &&
            source.table >> DRAL_DEVICE_VALHALL_TABLE_WIDTH == 0));
}

/// The attribute descriptor of v9 and later: dral_valhall_attribute. A Null
/// Descriptor is all 0 as well.
///
/// Source: docs/reference/instancing.md, "Valhall and later".
static inline struct dral_device_valhall_words
dral_device_valhall_attribute(struct dral_valhall_source source)
{
   const dral_device_u32 per_instance = source.rate == DRAL_RATE_INSTANCE;
   const struct dral_device_offset offset = dral_device_offset_of(
      per_instance ? source.base_instance : 0, source.stride,
      (dral_device_u64)source.offset);
   struct dral_device_valhall_words result = { { 0, 0, 0, 0, 0, 0, 0, 0 } };
   struct dral_magic_divisor divisor = { 0, 0, 0 };
   dral_device_u32 type = DRAL_VALHALL_TYPE_ONE_DIMENSIONAL;

   if (!dral_device_valhall_is_known(source))
      return result;
   if (source.rate == DRAL_RATE_UNUSED) {
      if (source.unused_location == DRAL_UNUSED_LOCATION_NULL_DESCRIPTOR)
         return result;
      result.words[0] =
         DRAL_DEVICE_VALHALL_DESCRIPTOR_TYPE |
         DRAL_DEVICE_VALHALL_INVALID_FORMAT << DRAL_DEVICE_ATTRIBUTE_FORMAT;
      result.words[1] = DRAL_DEVICE_VALHALL_INVALID_TABLE;
      return result;
   }
   if (!offset.valid)
      return result;

   if (per_instance && dral_device_is_power_of_two(source.divisor)) {
      /* The divisor 1 divides nothing; drivers encode it in two ways. */
      if (source.divisor != 1 ||
          source.divisor_one == DRAL_DIVISOR_ONE_POT_DIVISOR)
         type = DRAL_VALHALL_TYPE_POT_DIVISOR;
      divisor.shift = dral_device_trailing_zeros(source.divisor);
   } else if (per_instance && source.divisor != 0) {
      type = DRAL_VALHALL_TYPE_NPOT_DIVISOR;
      divisor = dral_device_magic_divisor(source.divisor, source.rounding);
   }
   result.words[0] =
      DRAL_DEVICE_VALHALL_DESCRIPTOR_TYPE |
      type << DRAL_DEVICE_VALHALL_TYPE |
      (per_instance ? 0 : 1u << DRAL_DEVICE_VALHALL_OFFSET_ENABLE) |
      source.format << DRAL_DEVICE_ATTRIBUTE_FORMAT;
   result.words[1] =
      source.table |
      per_instance << DRAL_DEVICE_VALHALL_FREQUENCY |
      divisor.shift << DRAL_DEVICE_VALHALL_SHIFT |
      divisor.extra_flags << DRAL_DEVICE_VALHALL_EXTRA_FLAGS;
   result.words[2] = (dral_device_u32)offset.offset;
   result.words[3] = source.buffer_index;
   /* With the divisor 0, all instances share one element. */
   result.words[4] =
      per_instance && source.divisor == 0 ? 0 : source.stride;
   result.words[5] = divisor.magic;
   return result;
}

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif /* DRAL_DEVICE_H */
