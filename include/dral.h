/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The driver arithmetic library: the integer arithmetic that GPU drivers do
 * per draw and per attribute, exact for every input.
 *
 * Generated from src/ffi by build.rs; do not edit.
 *
 * - Every function is pure: no allocation, no state, no I/O, no panic. Call
 *   them from any thread and from a signal handler. (A batch may set the
 *   inexact flag of floating point.)
 * - A function that cannot fail returns its value. Every other returns 0 or
 *   a negative errno: -EINVAL for a broken precondition (NULL where data is
 *   needed, an unknown value, a count or divisor of 0), -EDOM for a value
 *   outside the function's domain, -ERANGE for a result that does not fit,
 *   -ENOSPC for an output with too little room.
 * - Outputs are written on success only. Which of several errors of one call
 *   is told is not promised.
 * - An array may be NULL if its count is 0.
 * - Enums are passed and stored as uint32_t; unknown values are errors.
 * - No struct ever grows; what needs more becomes a new function.
 *
 * Words: the linear id is the index that a thread is dispatched with; the
 * padded count is the number of threads per instance; the hardware divisor
 * is padded count x API divisor; POT and NPOT are powers of two and all
 * other numbers. docs/instancing.md has the rules.
 */


#ifndef DRAL_H
#define DRAL_H

#include <stddef.h>
#include <stdint.h>

/**
 * The first number of the version: grows when the C interface breaks.
 */
#define DRAL_VERSION_MAJOR 0

/**
 * The second number: grows when the C interface gains something.
 */
#define DRAL_VERSION_MINOR 1

/**
 * The third number: grows with every other release.
 */
#define DRAL_VERSION_PATCH 0

/**
 * Which id the descriptor divides, by the number that it stores.
 */
enum dral_frequency {
   /**
    * The vertex id.
    */
   DRAL_FREQUENCY_VERTEX = 0,
   /**
    * The instance id.
    */
   DRAL_FREQUENCY_INSTANCE = 1,
};

/**
 * The types of id records, by the number that they store.
 */
enum dral_id_type {
   /**
    * The vertex id, 0x22.
    */
   DRAL_ID_TYPE_VERTEX = 34,
   /**
    * The instance id, 0x24.
    */
   DRAL_ID_TYPE_INSTANCE = 36,
};

/**
 * Which padded counts a vertex count may get.
 */
enum dral_padding_rule {
   /**
    * What every shipped Panfrost driver computes: the smallest padded
    * count that is at least the vertex count, from 20 vertices on greater
    * than it. The default.
    */
   DRAL_PADDING_RULE_DRIVER = 0,
   /**
    * What instancing.rst says: the smallest padded count that is a
    * multiple of four and greater than the vertex count. The same as the
    * driver rule from 20 vertices on.
    */
   DRAL_PADDING_RULE_DOCUMENTED = 1,
};

/**
 * How often an attribute steps to its next element. In OpenGL a divisor of
 * 0 means per vertex; in Vulkan rate and divisor are separate.
 */
enum dral_rate {
   /**
    * Every vertex has its own element.
    */
   DRAL_RATE_VERTEX = 0,
   /**
    * Every `divisor` instances share one; all do when the divisor is 0.
    */
   DRAL_RATE_INSTANCE = 1,
};

/**
 * The types of attribute buffer records, by the number that they store.
 */
enum dral_record_type {
   /**
    * "1D": the linear id is the element.
    */
   DRAL_RECORD_TYPE_ONE_DIMENSIONAL = 1,
   /**
    * "1D POT Divisor": a shift divides.
    */
   DRAL_RECORD_TYPE_POT_DIVISOR = 2,
   /**
    * "1D Modulus": the remainder by the padded count.
    */
   DRAL_RECORD_TYPE_MODULUS = 3,
   /**
    * "1D NPOT Divisor": a magic divisor divides; a continuation follows.
    */
   DRAL_RECORD_TYPE_NPOT_DIVISOR = 4,
};

/**
 * How the reciprocal of a divisor is rounded to 32 bits.
 */
enum dral_rounding {
   /**
    * Down wherever rounding down is exact, as instancing.rst has it and
    * Mesa did up to 25.0. The default.
    */
   DRAL_ROUNDING_DOCUMENTED = 0,
   /**
    * To the nearest, as newer Mesa does.
    */
   DRAL_ROUNDING_NEAREST = 1,
};

/**
 * The attribute types, by the number that descriptors store.
 */
enum dral_valhall_type {
   /**
    * "1D": the id is the element.
    */
   DRAL_VALHALL_TYPE_ONE_DIMENSIONAL = 1,
   /**
    * "1D POT Divisor": a shift divides.
    */
   DRAL_VALHALL_TYPE_POT_DIVISOR = 2,
   /**
    * "1D NPOT Divisor": a magic divisor divides.
    */
   DRAL_VALHALL_TYPE_NPOT_DIVISOR = 3,
};

/**
 * A padded count with its two factors: `(2 * odd + 1) << shift`.
 */
struct dral_padded_count {
   /**
    * The padded count in vertices: `(2 * odd + 1) << shift`, or 0.
    */
   uint32_t count;
   /**
    * The power of two in it, 0 to 31. 0 when the count is 0.
    */
   uint32_t shift;
   /**
    * The odd part as the hardware stores it: 0 to 4 for 1, 3, 5, 7, 9.
    */
   uint32_t odd;
};

/**
 * A divisor as the attribute unit takes it: an id is divided by a
 * multiplication, and the result is exact for every 32-bit id.
 */
struct dral_magic_divisor {
   /**
    * The multiplier without its bit 31, which the hardware sets itself.
    */
   uint32_t magic;
   /**
    * floor(log2(divisor)), 0 to 31.
    */
   uint32_t shift;
   /**
    * 1 when the hardware adds 1 to the id before it multiplies, else 0.
    */
   uint32_t extra_flags;
};

/**
 * A draw as the API gives it to the driver. All zero but architecture,
 * vertex_count, instance_count and vertices_per_primitive is a plain draw
 * under the rules that drivers use by default.
 */
struct dral_draw {
   /**
    * The Mali architecture: 4 to 7 for v4 to v7.
    */
   uint32_t architecture;
   /**
    * How the vertex count is padded: an enum dral_padding_rule.
    */
   uint32_t padding_rule;
   /**
    * How magic divisors are rounded: an enum dral_rounding.
    */
   uint32_t rounding;
   /**
    * 1 for index-driven vertex shading (IDVS), else 0.
    */
   uint32_t idvs;
   /**
    * Vertices per instance, unpadded; at least 1.
    */
   uint32_t vertex_count;
   /**
    * Instances; at least 1.
    */
   uint32_t instance_count;
   /**
    * Vertices per primitive, at least 1.
    */
   uint32_t vertices_per_primitive;
   /**
    * The first vertex, or the smallest index plus the index bias.
    */
   int32_t offset_start;
   /**
    * The instance that the API counts from.
    */
   uint32_t base_instance;
};

/**
 * What the draw descriptor holds and a draw costs.
 */
struct dral_resolved_draw {
   /**
    * Threads dispatched: padded_count times the instance count, at most
    * 2^32. The linear ids are 0 to this - 1.
    */
   uint64_t threads;
   /**
    * Those of them that are discarded, because their vertex is padding.
    */
   uint64_t wasted_threads;
   /**
    * Threads per instance: the padded vertex count, or with one instance
    * the vertex count itself.
    */
   uint32_t padded_count;
   /**
    * The instance size: padded_count, or 1 with one instance.
    */
   uint32_t instance_size;
   /**
    * The instance size as its descriptor field stores it.
    */
   uint32_t instance_size_byte;
   /**
    * The instance primitive size: the padded count of the primitives that
    * padded_count vertices make, or 1 with one instance.
    */
   uint32_t instance_primitive_size;
   /**
    * The instance primitive size as its descriptor field stores it.
    */
   uint32_t instance_primitive_size_byte;
   /**
    * The two invocation words.
    */
   uint32_t invocation[2];
};

/**
 * A vertex buffer as it is bound for a draw.
 */
struct dral_vertex_buffer {
   /**
    * GPU address of the first element, in bytes, below 2^56.
    */
   uint64_t address;
   /**
    * Bytes from the address to the end of the buffer.
    */
   uint32_t size;
   /**
    * Bytes from one element to the next.
    */
   uint32_t stride;
   /**
    * How often the attribute steps: an enum dral_rate. (An OpenGL divisor
    * of 0 is DRAL_RATE_VERTEX.)
    */
   uint32_t rate;
   /**
    * Instances per element; 0 if all share one. Not read per vertex.
    */
   uint32_t divisor;
};

/**
 * An attribute buffer record, field by field. As an input, fields that the
 * type does not use are not read; as an output, they are 0.
 */
struct dral_attribute_record {
   /**
    * GPU address in bytes, a multiple of 64 below 2^56.
    */
   uint64_t pointer;
   /**
    * An enum dral_record_type.
    */
   uint32_t type;
   /**
    * Bytes from one element to the next; 0 when all share one.
    */
   uint32_t stride;
   /**
    * Bytes from the pointer to the end of the buffer.
    */
   uint32_t size;
   /**
    * R: the shift of a POT divisor, a modulus or an NPOT divisor, 0 to 31.
    */
   uint32_t shift;
   /**
    * P: the odd part of a modulus, 0 to 4 for 1, 3, 5, 7, 9.
    */
   uint32_t odd;
   /**
    * E: the extra flags of an NPOT divisor, 0 or 1.
    */
   uint32_t extra_flags;
   /**
    * The magic of an NPOT divisor, bit 31 clear.
    */
   uint32_t magic;
   /**
    * The API divisor of an NPOT divisor.
    */
   uint32_t divisor;
};

/**
 * A vertex id or instance id record, which yields an id in place of an
 * attribute's element: the linear id modulo `(2 * odd + 1) << shift`, which
 * need not fit 32 bits, or the linear id divided by the padded count. As an
 * input, fields that the type does not use are not read; as an output, they
 * are 0.
 */
struct dral_id_record {
   /**
    * An enum dral_id_type.
    */
   uint32_t type;
   /**
    * R: the shift of the modulus or of the divisor, 0 to 31.
    */
   uint32_t shift;
   /**
    * P: the odd part of the modulus, 0 to 4 for 1, 3, 5, 7, 9.
    */
   uint32_t odd;
   /**
    * E: the extra flags of the divisor, 0 or 1.
    */
   uint32_t extra_flags;
   /**
    * The magic of the divisor, bit 31 clear.
    */
   uint32_t magic;
};

/**
 * What an attribute descriptor is made from. All zero but architecture,
 * stride and format is a per-vertex attribute.
 */
struct dral_valhall_source {
   /**
    * The Mali architecture: 9 to 14 for v9 to v14.
    */
   uint32_t architecture;
   /**
    * How a magic divisor is rounded: an enum dral_rounding.
    */
   uint32_t rounding;
   /**
    * How often the attribute steps: an enum dral_rate.
    */
   uint32_t rate;
   /**
    * Instances per element; 0 if all share one. Not read per vertex.
    */
   uint32_t divisor;
   /**
    * Bytes from one element to the next.
    */
   uint32_t stride;
   /**
    * The attribute's format, 22 bits as the hardware codes it.
    */
   uint32_t format;
   /**
    * The table of the buffer, 6 bits.
    */
   uint32_t table;
   /**
    * The index of the buffer in its table.
    */
   uint32_t buffer_index;
   /**
    * Bytes from the beginning of the buffer to the attribute.
    */
   int32_t offset;
};

/**
 * An attribute descriptor, field by field. As an input, fields that the
 * type does not use are not read; as an output, they are 0.
 */
struct dral_valhall_attribute {
   /**
    * An enum dral_valhall_type.
    */
   uint32_t type;
   /**
    * Which id is divided: an enum dral_frequency.
    */
   uint32_t frequency;
   /**
    * 1 if the hardware adds the draw's offset to the id, else 0.
    */
   uint32_t offset_enable;
   /**
    * The attribute's format, 22 bits.
    */
   uint32_t format;
   /**
    * The table of the buffer, 6 bits.
    */
   uint32_t table;
   /**
    * The index of the buffer in its table.
    */
   uint32_t buffer_index;
   /**
    * Bytes from one element to the next; 0 when all share one.
    */
   uint32_t stride;
   /**
    * Bytes from the beginning of the buffer to the attribute.
    */
   int32_t offset;
   /**
    * R: the shift of a POT or NPOT divisor, 0 to 31.
    */
   uint32_t shift;
   /**
    * E: the extra flags of an NPOT divisor, 0 or 1.
    */
   uint32_t extra_flags;
   /**
    * The magic of an NPOT divisor ("divisor D"), bit 31 clear.
    */
   uint32_t magic;
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the library that is linked, which a shared library can
 * make another than the header's: major << 16 | minor << 8 | patch.
 */
uint32_t dral_version(void);

/**
 * The padded vertex count under the driver rule, in vertices: the smallest
 * number that is 1, 3, 5, 7 or 9 times a power of two and at least
 * vertex_count, from 20 vertices on greater than it.
 *
 * Any vertex count is allowed. 0 gives 0, and so does 0xE0000000 or more,
 * where the padded count would be 2^32.
 *
 * Source: docs/instancing.md, "Padded vertex count"; the table of
 * instancing.rst.
 */
uint32_t dral_padded_vertex_count(uint32_t vertex_count);

/**
 * The padded count under either rule, with its factors.
 *
 * \param rule an enum dral_padding_rule
 * \return 0; -EINVAL for an unknown rule or NULL; -ERANGE if the padded
 * count would be 2^32. 0 vertices under the driver rule give count, shift
 * and odd of 0.
 *
 * Source: docs/instancing.md, "Padded vertex count"; instancing.rst.
 *
 * # Safety
 * padded is NULL or points to a struct.
 */
int dral_padded_count(uint32_t vertex_count,
                      uint32_t rule,
                      struct dral_padded_count *padded);

/**
 * The vertex count that is padded in place of vertex_count under
 * index-driven vertex shading (IDVS) with more than one instance: rounded
 * up to a multiple of 4.
 *
 * \return 0; -EINVAL for NULL; -ERANGE if it would be 2^32.
 *
 * Source: docs/instancing.md, "Index-driven vertex shading".
 *
 * # Safety
 * idvs_count is NULL or points to a uint32_t.
 */
int dral_idvs_vertex_count(uint32_t vertex_count, uint32_t *idvs_count);

/**
 * The byte by which a draw descriptor stores an instance size or an
 * instance primitive size: shift | odd << 5. The size 1, of a draw with
 * one instance, is 0x00.
 *
 * \param size a padded count, in vertices or primitives
 * \return 0; -EINVAL for NULL; -EDOM if size is no padded count.
 *
 * Source: docs/instancing.md, "Instance size".
 *
 * # Safety
 * byte is NULL or points to a uint8_t.
 */
int dral_instance_size_pack(uint32_t size, uint8_t *byte);

/**
 * The instance size that a byte stands for: the reverse of
 * dral_instance_size_pack.
 *
 * \return 0; -EINVAL for NULL; -EDOM for a byte that stands for none.
 *
 * # Safety
 * size is NULL or points to a uint32_t.
 */
int dral_instance_size_unpack(uint8_t byte, uint32_t *size);

/**
 * The magic divisor of a divisor, exact for every 32-bit id.
 *
 * \param divisor 1 or more
 * \param rounding an enum dral_rounding
 * \return 0; -EINVAL for the divisor 0, an unknown rounding or NULL; -EDOM
 * for a power of two under DRAL_ROUNDING_NEAREST, which has no 31-bit
 * magic.
 *
 * Source: docs/instancing.md, "Magic divisor"; instancing.rst.
 *
 * # Safety
 * out is NULL or points to a struct.
 */
int dral_magic_divisor(uint32_t divisor,
                       uint32_t rounding,
                       struct dral_magic_divisor *out);

/**
 * The padded count of vertices and its magic divisor at once: the hardware
 * divisor of the API divisor 1. Nothing is divided, because the odd part of
 * a padded count is 1, 3, 5, 7 or 9.
 *
 * \param vertex_count vertices of the draw, up to 0xDFFFFFFF; not 0 under
 * the driver rule
 * \param rule an enum dral_padding_rule
 * \param rounding an enum dral_rounding
 * \return 0; -EINVAL for an unknown rule or rounding, for the padded count
 * 0 or for NULL; -EDOM for a power of two under the nearest rounding;
 * -ERANGE when the padded count would be 2^32.
 *
 * Source: docs/instancing.md, "Padded vertex count" and "Magic divisor".
 *
 * # Safety
 * padded and divisor are NULL or point to a struct.
 */
int dral_padded_count_divisor(uint32_t vertex_count,
                              uint32_t rule,
                              uint32_t rounding,
                              struct dral_padded_count *padded,
                              struct dral_magic_divisor *divisor);

/**
 * The quotient that the hardware computes from a magic divisor:
 * (id + extra_flags) * (magic | 1 << 31) >> (32 + shift) in 64 bits. Only
 * the bits that descriptors store are read: 5 of shift, 1 of extra_flags.
 *
 * \return id divided by the divisor; 0 if divisor is NULL.
 *
 * Source: docs/instancing.md, "The hardware's own sum".
 *
 * # Safety
 * divisor is NULL or points to a struct.
 */
uint32_t dral_magic_divide(const struct dral_magic_divisor *divisor,
                           uint32_t id);

/**
 * The first id that candidate, taken as the magic divisor of divisor,
 * divides wrongly; 2^32 if it is exact for every 32-bit id. It shows where
 * a magic that was computed elsewhere, in floating point say, goes wrong.
 *
 * \return 0; -EINVAL for the divisor 0 or NULL.
 *
 * Source: docs/instancing.md, "Why it is exact".
 *
 * # Safety
 * candidate and id are NULL or point to what their types say.
 */
int dral_magic_first_wrong_id(const struct dral_magic_divisor *candidate,
                              uint32_t divisor,
                              uint64_t *id);

/**
 * dral_padded_vertex_count for each of count vertex counts, in vertices.
 *
 * \return 0; -ERANGE if a padded count would be 2^32 (a vertex count of
 * 0xE0000000 or more); -EINVAL if an array is NULL and count is not 0, if
 * the arrays overlap, or if count is beyond memory. On error nothing is
 * written. It computes in floating point, and may set the inexact flag.
 *
 * # Safety
 * Both arrays have count elements.
 */
int dral_padded_vertex_counts(const uint32_t *vertex_counts,
                              uint32_t *padded_counts,
                              size_t count);

/**
 * dral_magic_divisor for each of count divisors.
 *
 * \return 0; -EINVAL or -EDOM as dral_magic_divisor for the first divisor
 * that is an error; -EINVAL if an array is NULL and count is not 0, if the
 * arrays overlap, or if count is beyond memory. On error nothing is
 * written. It computes in floating point, and may set the inexact flag.
 *
 * # Safety
 * Both arrays have count elements.
 */
int dral_magic_divisors(const uint32_t *divisors,
                        uint32_t rounding,
                        struct dral_magic_divisor *out,
                        size_t count);

/**
 * Resolves a draw: all that its descriptor holds and its attributes share.
 *
 * \return 0; -EINVAL for an unknown value, a count of 0 or NULL; -EDOM for
 * v9 and later, where nothing is padded; -ERANGE for a draw that one
 * dispatch cannot hold: more than 2^32 threads, or counts that need more
 * than the 32 bits of the invocation. dral_draw_max_instances tells how
 * many instances fit, dral_draw_explain the reason.
 *
 * Source: docs/instancing.md, "A draw".
 *
 * # Safety
 * draw and resolved are NULL or point to what their types say.
 */
int dral_draw_resolve(const struct dral_draw *draw,
                      struct dral_resolved_draw *resolved);

/**
 * The most instances of a draw that one dispatch can hold; the draw's own
 * instance count, even 0, does not matter. A driver splits a larger draw
 * into pieces of so many.
 *
 * \return 0; -EINVAL and -EDOM as dral_draw_resolve.
 *
 * Source: docs/instancing.md, "What a draw costs".
 *
 * # Safety
 * draw and instance_count are NULL or point to what their types say.
 */
int dral_draw_max_instances(const struct dral_draw *draw,
                            uint32_t *instance_count);

/**
 * Why dral_draw_resolve refuses a draw, or that it does not: a sentence
 * for a log, static and never NULL.
 *
 * # Safety
 * draw is NULL or points to a struct.
 */
const char *dral_draw_explain(const struct dral_draw *draw);

/**
 * The two invocation words of a draw (v4 to v7).
 *
 * \param vertex_count the raw vertex count, at least 1
 * \param instance_count at least 1
 * \param words 2 words
 * \return 0; -EINVAL for a count of 0 or NULL; -ERANGE if the counts need
 * more than 32 bits together.
 *
 * Source: docs/instancing.md, "Invocation".
 *
 * # Safety
 * words is NULL or points to 2 words.
 */
int dral_invocation_pack(uint32_t vertex_count,
                         uint32_t instance_count,
                         uint32_t *words);

/**
 * The counts of two invocation words: the reverse of
 * dral_invocation_pack.
 *
 * \param words 2 words
 * \return 0; -EINVAL for NULL; -EDOM for words that no draw has.
 *
 * # Safety
 * words is NULL or points to 2 words; the others are NULL or point to a
 * uint32_t each, which may not be the same.
 */
int dral_invocation_unpack(const uint32_t *words,
                           uint32_t *vertex_count,
                           uint32_t *instance_count);

/**
 * The attribute buffer record of a vertex buffer in a draw (v4 to v7).
 *
 * \return 0; -EINVAL, -EDOM and -ERANGE as dral_draw_resolve for the draw;
 * -EINVAL for an unknown rate or NULL; -ERANGE for an address of 2^56 or
 * more, or when size and the low 6 bits of the address exceed 32 bits
 * together.
 *
 * Source: docs/instancing.md, "Attribute modes".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_attribute_record(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          struct dral_attribute_record *record);

/**
 * The hardware divisor of a vertex buffer in a draw: padded count times
 * API divisor, 0 where nothing is divided (per-vertex data, one instance,
 * the divisor 0).
 *
 * \return 0; errors as dral_attribute_record but for address and size.
 *
 * Source: docs/instancing.md, "Attribute modes".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_hardware_divisor(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint64_t *hardware_divisor);

/**
 * The offset of an attribute, in bytes: source_offset, which is its place
 * in each element, and the low 6 bits of the buffer's address, which the
 * record's pointer lacks. Per instance come base_instance elements (no API
 * divides the base instance), less the offset_start elements that the
 * hardware adds to every index of a record with a stride.
 *
 * \return 0; -ERANGE if the offset does not fit; else as
 * dral_attribute_record.
 *
 * Source: docs/instancing.md, "Attribute offset".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_attribute_offset(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint32_t source_offset,
                          int32_t *offset);

/**
 * Which rule chooses the mode of the record that dral_attribute_record
 * gives, or why it gives none: a sentence for a log, static and never
 * NULL.
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
const char *dral_attribute_explain(const struct dral_draw *draw,
                                   const struct dral_vertex_buffer *buffer);

/**
 * The words of a record: 4, or 8 for an NPOT divisor, whose continuation
 * follows.
 *
 * \param words room for capacity words
 * \param word_count how many were written
 * \return 0; -EINVAL for NULL; -EDOM for an unknown type, a field of the
 * type that does not fit its bits, a modulus that is no padded count or a
 * pointer that is no multiple of 64; -ERANGE for a pointer of 2^56 or more;
 * -ENOSPC for too little room.
 *
 * Source: docs/instancing.md, "Descriptor words".
 *
 * # Safety
 * All pointers are NULL or point to what their types say; words has
 * capacity words.
 */
int dral_attribute_record_pack(const struct dral_attribute_record *record,
                               uint32_t *words,
                               size_t capacity,
                               size_t *word_count);

/**
 * The record that begins with the first of count words: the reverse of
 * dral_attribute_record_pack. Words after the record are not looked at.
 *
 * \return 0; -EINVAL for NULL or fewer words than the record has; -EDOM
 * for words that are no record.
 *
 * # Safety
 * words has count words; record is NULL or points to a struct.
 */
int dral_attribute_record_unpack(const uint32_t *words,
                                 size_t count,
                                 struct dral_attribute_record *record);

/**
 * The model of the hardware: the index of the element that the thread with
 * linear_id reads by a record. It is 0 for every thread if the stride is
 * 0.
 *
 * \return 0; -EINVAL for NULL; -EDOM for an unknown type or a modulus that
 * is no padded count.
 *
 * Source: docs/instancing.md, "Attribute modes".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_attribute_record_element(const struct dral_attribute_record *record,
                                  uint32_t linear_id,
                                  uint32_t *element);

/**
 * How many words the table of these vertex buffers has (v4 to v7).
 *
 * \return 0; errors as dral_attribute_record for the draw and for the
 * first buffer that has one; -EINVAL if buffers is NULL and buffer_count
 * not 0, or if word_count is NULL.
 *
 * Source: docs/instancing.md, "Tables".
 *
 * # Safety
 * buffers has buffer_count elements; the other pointers are NULL or point
 * to what their types say.
 */
int dral_attribute_table_word_count(const struct dral_draw *draw,
                                    const struct dral_vertex_buffer *buffers,
                                    size_t buffer_count,
                                    size_t *word_count);

/**
 * Writes the table of attribute buffer records that a draw with these
 * vertex buffers needs: in their order, NPOT divisors with their
 * continuation at even slots, skipped slots zero, and on v6 and v7 an
 * empty slot at the end. A slot is 4 words. Put the table at a multiple of
 * 32 bytes.
 *
 * \param words room for capacity words; 8 * buffer_count + 4 are always
 * enough
 * \param slots one for each buffer: its slot, which its attributes name
 * \param word_count how many words the table has
 * \return 0; -ENOSPC for too few words; -EINVAL if arrays overlap; else as
 * dral_attribute_table_word_count. On error nothing is written.
 *
 * Source: docs/instancing.md, "Tables".
 *
 * # Safety
 * buffers and slots have buffer_count elements, words has capacity
 * words; the other pointers are NULL or point to what their types say.
 */
int dral_attribute_table_pack(const struct dral_draw *draw,
                              const struct dral_vertex_buffer *buffers,
                              size_t buffer_count,
                              uint32_t *words,
                              size_t capacity,
                              uint32_t *slots,
                              size_t *word_count);

/**
 * The record by which v4 and v5 find the vertex id in a draw.
 *
 * \return 0; -EINVAL, -EDOM and -ERANGE as dral_draw_resolve; -EDOM from
 * v6 on, too.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_vertex_id_record(const struct dral_draw *draw,
                          struct dral_id_record *record);

/**
 * The record by which v4 and v5 find the instance id in a draw. For one
 * vertex and several instances it is the record that drivers write, by
 * which every thread with a linear id below 2^31 sees the instance id 0.
 *
 * \return 0; -EINVAL, -EDOM and -ERANGE as dral_draw_resolve; -EDOM from
 * v6 on, too.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_instance_id_record(const struct dral_draw *draw,
                            struct dral_id_record *record);

/**
 * The four words of an id record.
 *
 * \param words 4 words
 * \return 0; -EINVAL for NULL; -EDOM for an unknown type, a field of the
 * type that does not fit its bits or an odd part above 4.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 *
 * # Safety
 * record is NULL or points to a struct, words is NULL or points to 4
 * words.
 */
int dral_id_record_pack(const struct dral_id_record *record, uint32_t *words);

/**
 * The id record of four words: the reverse of dral_id_record_pack.
 *
 * \param words 4 words
 * \return 0; -EINVAL for NULL; -EDOM for words that are no id record.
 *
 * # Safety
 * words is NULL or points to 4 words, record is NULL or points to a
 * struct.
 */
int dral_id_record_unpack(const uint32_t *words,
                          struct dral_id_record *record);

/**
 * The model of the hardware: the id that the thread with linear_id sees by
 * an id record.
 *
 * \return 0; -EINVAL for NULL; -EDOM for an unknown type.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_id_record_value(const struct dral_id_record *record,
                         uint32_t linear_id,
                         uint32_t *id);

/**
 * The attribute descriptor of v9 to v14. The API divisor divides the
 * instance id; nothing is padded.
 *
 * \return 0; -EINVAL for an unknown value or NULL; -EDOM before v9;
 * -ERANGE for a format or table that does not fit its bits.
 *
 * Source: docs/instancing.md, "Valhall and later".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_valhall_attribute(const struct dral_valhall_source *source,
                           struct dral_valhall_attribute *attribute);

/**
 * The eight words of an attribute descriptor.
 *
 * \param words 8 words
 * \return 0; -EINVAL for NULL or an offset_enable that is neither 0 nor 1;
 * -EDOM for an unknown type or frequency, or a field of the type that does
 * not fit its bits; -ERANGE for a format or table that does not fit.
 *
 * Source: docs/instancing.md, "Valhall and later".
 *
 * # Safety
 * attribute is NULL or points to a struct, words is NULL or points to 8
 * words.
 */
int dral_valhall_attribute_pack(const struct dral_valhall_attribute *attribute,
                                uint32_t *words);

/**
 * The attribute descriptor of eight words: the reverse of
 * dral_valhall_attribute_pack.
 *
 * \param words 8 words
 * \return 0; -EINVAL for NULL; -EDOM for words that are no such
 * descriptor.
 *
 * # Safety
 * words is NULL or points to 8 words, attribute is NULL or points to a
 * struct.
 */
int dral_valhall_attribute_unpack(const uint32_t *words,
                                  struct dral_valhall_attribute *attribute);

/**
 * The model of the hardware: the index of the element that the thread with
 * these ids reads by a descriptor. It is 0 for every thread if the stride
 * is 0.
 *
 * \return 0; -EINVAL for NULL or an offset_enable that is neither 0 nor 1;
 * -EDOM for an unknown type or frequency.
 *
 * Source: docs/instancing.md, "Valhall and later".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_valhall_attribute_element(const struct dral_valhall_attribute *attribute,
                                   uint32_t vertex_id,
                                   uint32_t instance_id,
                                   uint32_t *element);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* DRAL_H */
