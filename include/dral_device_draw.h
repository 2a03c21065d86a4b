/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The part of dral_device.h for draws and their vertex id and instance id.
 * Include dral_device.h, which has the conventions.
 */

#ifndef DRAL_DEVICE_DRAW_H
#define DRAL_DEVICE_DRAW_H

#include "dral_device_numbers.h"

/* First bits, counted from bit 0 of the word. docs/reference/instancing.md,
 * "Invocation" and "Vertex id and instance id". */

/// The first bit of the shift of groups z in word 1 of an invocation.
#define DRAL_DEVICE_INVOCATION_GROUPS_Z_SHIFT 22
/// The first bit of the thread group split in word 1 of an invocation.
#define DRAL_DEVICE_INVOCATION_SPLIT 28
/// The thread group split of every vertex job.
#define DRAL_DEVICE_VERTEX_SPLIT 2u
/// The first bit of R in word 1 of a record of v4 to v7.
#define DRAL_DEVICE_RECORD_SHIFT 24
/// The first bit of P in word 1 of a record of v4 to v7.
#define DRAL_DEVICE_RECORD_ODD 29
/// The bit of E in word 1 of a record of v4 to v7.
#define DRAL_DEVICE_RECORD_EXTRA_FLAGS 29
/// The magic of the divisor 1 << R if E is 1.
#define DRAL_DEVICE_POWER_OF_TWO_MAGIC 0x7FFFFFFFu

/// The two invocation words of a draw.
struct dral_device_invocation {
   /// Both are 0 for rejected counts; otherwise word 1 is never 0.
   dral_device_u32 words[2];
};

/// The offset of an attribute.
struct dral_device_offset {
   /// In bytes.
   dral_device_i32 offset;
   /// 1, or 0 if it was rejected.
   dral_device_u32 valid;
};

/// The words of both id records.
struct dral_device_id_words {
   /// The vertex id record, then the instance id record.
   dral_device_u32 words[8];
};

/* A word with a sign. Avoids an implementation-defined conversion. */
static inline dral_device_i32
dral_device_i32_of(dral_device_u32 word)
{
   return word >> 31 ? -(dral_device_i32)~word - 1 : (dral_device_i32)word;
}

/* A 64-bit value as a signed word, if it fits. */
static inline struct dral_device_offset
dral_device_signed_word(dral_device_u64 value)
{
   const dral_device_u32 low = (dral_device_u32)value;
   struct dral_device_offset result;

   /* The high word only extends the sign. */
   result.valid = (dral_device_u32)(value >> 32) == 0u - (low >> 31);
   result.offset = result.valid ? dral_device_i32_of(low) : 0;
   return result;
}

/*
 * Draws.
 */

/// The two invocation words of a draw (v4 to v7): dral_invocation_pack.
///
/// Source: docs/reference/instancing.md, "Invocation".
static inline struct dral_device_invocation
dral_device_invocation_pack(dral_device_u32 vertex_count,
                            dral_device_u32 instance_count)
{
   const dral_device_u32 vertices = vertex_count - 1;
   const dral_device_u32 instances = instance_count - 1;
   /* With one instance drivers write 32, which the hardware accepts. */
   const dral_device_u32 start =
      instances == 0 ? 32 : dral_device_bits(vertices);
   struct dral_device_invocation result = { { 0, 0 } };

   if (vertex_count == 0 || instance_count == 0 ||
       start + dral_device_bits(instances) > 32)
      return result;
   result.words[0] = vertices;
   /* start is below 32 if there are bits to shift. */
   if (instances != 0)
      result.words[0] |= instances << start;
   result.words[1] = start << DRAL_DEVICE_INVOCATION_GROUPS_Z_SHIFT |
                     DRAL_DEVICE_VERTEX_SPLIT << DRAL_DEVICE_INVOCATION_SPLIT;
   return result;
}

/* Whether every input of a draw is known. */
static inline dral_device_u32
dral_device_draw_is_known(struct dral_draw_info info)
{
   return info.architecture >= 4 && info.architecture <= 7 &&
          info.padding_rule <= DRAL_PADDING_RULE_DOCUMENTED &&
          info.rounding <= DRAL_ROUNDING_NEAREST &&
          (info.idvs == DRAL_IDVS_NO || info.idvs == DRAL_IDVS_YES) &&
          info.primitive_size_rule <= DRAL_PRIMITIVE_SIZE_RULE_NONE &&
          (info.vertices_per_primitive != 0 ||
           info.primitive_size_rule == DRAL_PRIMITIVE_SIZE_RULE_NONE);
}

/// Resolves a draw: dral_draw_resolve. Skip a draw of 0 threads, whose info and
/// offset_key are set nevertheless.
///
/// Source: docs/reference/instancing.md, "A draw".
static inline struct dral_draw
dral_device_draw_resolve(struct dral_draw_info info)
{
   const dral_device_u32 several = info.instance_count > 1;
   const struct dral_device_invocation invocation =
      dral_device_invocation_pack(info.vertex_count, info.instance_count);
   /* A padded count of 1, of one instance, of one primitive. */
   struct dral_padded_count instance = { 1, 0, 0 };
   struct dral_padded_count primitives = { 1, 0, 0 };
   dral_device_u32 padded = info.vertex_count;
   dral_device_u64 threads;
   struct dral_draw draw;

   draw.info = info;
   if (info.primitive_size_rule == DRAL_PRIMITIVE_SIZE_RULE_NONE)
      draw.info.vertices_per_primitive = 0;
   draw.threads = 0;
   draw.padded_count = 0;
   draw.instance_size = 0;
   draw.instance_size_byte = 0;
   draw.instance_primitive_size = 0;
   draw.instance_primitive_size_byte = 0;
   draw.invocation[0] = 0;
   draw.invocation[1] = 0;
   draw.table_key = 0;
   /* With one instance the start moves no attribute. */
   draw.offset_key =
      (dral_device_u64)info.base_instance << 32 |
      (info.instance_count == 1 ? 0 : (dral_device_u32)info.offset_start);
   if (!dral_device_draw_is_known(info))
      return draw;

   if (several) {
      instance = dral_device_padded_count(
         info.idvs == DRAL_IDVS_YES
            ? dral_device_idvs_vertex_count(info.vertex_count)
            : info.vertex_count,
         info.padding_rule);
      padded = instance.count;
   }
   if (info.primitive_size_rule == DRAL_PRIMITIVE_SIZE_RULE_NONE)
      primitives.count = 0;
   else if (several ||
            info.primitive_size_rule == DRAL_PRIMITIVE_SIZE_RULE_PADDED)
      /* Rounded up. */
      primitives = dral_device_padded_count(
         (padded - 1) / info.vertices_per_primitive + 1, info.padding_rule);
   threads = dral_device_multiply(padded, info.instance_count);
   /* Several instances of 2^31 vertices or more do not fit in the invocation,
    * so the padded count is never 2^32 here. */
   if (invocation.words[1] == 0 || threads > (dral_device_u64)1 << 32 ||
       (primitives.count == 0 &&
        info.primitive_size_rule != DRAL_PRIMITIVE_SIZE_RULE_NONE))
      return draw;

   draw.threads = threads;
   draw.padded_count = padded;
   draw.instance_size = instance.count;
   draw.instance_size_byte = dral_device_size_byte(instance);
   draw.instance_primitive_size = primitives.count;
   draw.instance_primitive_size_byte = dral_device_size_byte(primitives);
   draw.invocation[0] = invocation.words[0];
   draw.invocation[1] = invocation.words[1];
   draw.table_key = (several ? 2u : 1u) << DRAL_DEVICE_SIZE_BYTE_ODD;
   draw.table_key += draw.instance_size_byte;
   return draw;
}

/// Resolves the vertices of an indexed draw: dral_index_range_resolve.
///
/// Source: docs/reference/instancing.md, "Indexed draws".
static inline struct dral_vertex_range
dral_device_index_range_resolve(struct dral_index_range range)
{
   const dral_device_u64 offset = (dral_device_u64)range.vertex_offset;
   const dral_device_u32 beyond = (range.max_index + offset) >> 32 == 1;
   struct dral_vertex_range vertices;

   vertices.vertex_count = 0;
   vertices.offset_start = 0;
   vertices.base_vertex_offset = 0;
   if (range.min_index > range.max_index || beyond ||
       range.max_index - range.min_index == 0xFFFFFFFFu)
      return vertices;
   vertices.vertex_count = range.max_index - range.min_index + 1;
   vertices.offset_start =
      dral_device_i32_of(range.min_index + (dral_device_u32)offset);
   vertices.base_vertex_offset = dral_device_i32_of(0 - range.min_index);
   return vertices;
}

/* The variant of a draw, or a number that is not below
 * DRAL_VERTEX_STATE_VARIANTS if it is not resolved. */
static inline dral_device_u32
dral_device_draw_any_variant(struct dral_draw draw)
{
   return (draw.table_key >> DRAL_DEVICE_SIZE_BYTE_ODD) - 1;
}

/// 1 if a draw is resolved, else 0.
///
/// Source: docs/reference/instancing.md, "A draw".
static inline dral_device_u32
dral_device_draw_is_resolved(struct dral_draw draw)
{
   return dral_device_draw_any_variant(draw) < DRAL_VERTEX_STATE_VARIANTS;
}

/// The bytes that a draw writes to a varying buffer: threads x stride, as in
/// the buffer's record if it fits in 32 bits.
///
/// Source: docs/reference/instancing.md, "Varying buffers".
static inline dral_device_u64
dral_device_varying_size(struct dral_draw draw, dral_device_u32 stride)
{
   return dral_device_draw_is_resolved(draw)
             ? dral_device_multiply(draw.threads, stride)
             : 0;
}

/// The size of a varying buffer, in bytes: dral_varying_buffer_size.
///
/// Source: docs/reference/instancing.md, "Varying buffers".
static inline dral_device_u64
dral_device_varying_buffer_size(struct dral_draw draw, dral_device_u32 stride)
{
   return (dral_device_varying_size(draw, stride) + 63) &
          ~(dral_device_u64)63;
}

/// The variant of a prepared state for a draw: 0 with one instance, 1 to 5 if
/// the odd part of its padded count is 1, 3, 5, 7 or 9.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
static inline dral_device_u32
dral_device_draw_variant(struct dral_draw draw)
{
   return dral_device_draw_is_resolved(draw)
             ? dral_device_draw_any_variant(draw)
             : DRAL_VERTEX_STATE_VARIANTS - 1;
}

/* The number that a draw adds to the shift of its records: the power of two
 * in its padded count, 0 to 31. */
static inline dral_device_u32
dral_device_draw_shift(struct dral_draw draw)
{
   return draw.table_key & ((1u << DRAL_DEVICE_SIZE_BYTE_ODD) - 1);
}

/* How many ids instances are apart; 0 with one instance. */
static inline dral_device_u32
dral_device_draw_distance(struct dral_draw draw)
{
   return dral_device_draw_any_variant(draw) != 0 ? draw.instance_size : 0;
}

/// How many ids instances are apart in the draws of a variant, for a shift of
/// 0; 0 with one instance.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
static inline dral_device_u32
dral_device_variant_distance(dral_device_u32 variant)
{
   return variant != 0 ? 2 * variant - 1 : 0;
}

/*
 * Id records.
 */

/* The divisor of the instance id record of a resolved draw. */
static inline struct dral_magic_divisor
dral_device_instance_divisor(struct dral_draw draw)
{
   const dral_device_u32 distance = dral_device_draw_distance(draw);
   /* 2^31, which drivers write for one instance: all ids are smaller. */
   struct dral_magic_divisor divisor = { DRAL_DEVICE_POWER_OF_TWO_MAGIC, 31,
                                         1 };

   if (distance == 1) {
      divisor.shift = 0;
   } else if (dral_device_is_power_of_two(distance)) {
      /* The implicit bit of the magic is a factor of 1/2. */
      divisor.magic = 0;
      divisor.shift = dral_device_trailing_zeros(distance) - 1;
      divisor.extra_flags = 0;
   } else if (distance != 0) {
      divisor = dral_device_magic_divisor(distance, draw.info.rounding);
   } else if (draw.threads > (dral_device_u64)1 << 31) {
      /* 2^32, again with a factor of 1/2. */
      divisor.magic = 0;
      divisor.extra_flags = 0;
   }
   return divisor;
}

/// The two records from which v4 and v5 read the vertex id and the instance
/// id: dral_id_records.
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
static inline struct dral_device_id_words
dral_device_id_records(struct dral_draw draw)
{
   const dral_device_u32 distance = dral_device_draw_distance(draw);
   const struct dral_padded_count padded = dral_device_factored(distance);
   struct dral_device_id_words result = { { 0, 0, 0, 0, 0, 0, 0, 0 } };
   struct dral_magic_divisor divisor;

   if (draw.info.architecture > 5 || !dral_device_draw_is_resolved(draw))
      return result;
   divisor = dral_device_instance_divisor(draw);
   result.words[0] = DRAL_ID_TYPE_VERTEX;
   /* With one instance 9 << 31, which is greater than every linear id. */
   result.words[1] =
      (distance != 0 ? padded.shift : 31) << DRAL_DEVICE_RECORD_SHIFT |
      (distance != 0 ? padded.odd : 4) << DRAL_DEVICE_RECORD_ODD;
   result.words[4] = DRAL_ID_TYPE_INSTANCE;
   result.words[5] = divisor.shift << DRAL_DEVICE_RECORD_SHIFT |
                     divisor.extra_flags << DRAL_DEVICE_RECORD_EXTRA_FLAGS;
   result.words[6] = divisor.magic;
   return result;
}

#endif /* DRAL_DEVICE_DRAW_H */
