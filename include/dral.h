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
 * - Outputs are written on success only. If several errors apply, which one
 *   is returned is unspecified.
 * - An array may be NULL if its count is 0.
 * - Enums are passed and stored as uint32_t; unknown values are errors.
 * - No struct ever grows; new inputs and outputs come with new functions.
 *
 * Terms: the linear id is the index that a thread is dispatched with; the
 * padded count is the number of threads per instance; the hardware divisor is
 * padded count x API divisor; POT and NPOT are powers of two and all other
 * numbers. docs/instancing.md has the rules.
 */


#ifndef DRAL_H
#define DRAL_H

#include <stddef.h>
#include "dral_types.h"

/**
 * The major version: increases when the C interface breaks.
 */
#define DRAL_VERSION_MAJOR 0

/**
 * The minor version: increases when the C interface is extended.
 */
#define DRAL_VERSION_MINOR 2

/**
 * The patch version: increases with every other release.
 */
#define DRAL_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The version of the linked library, major << 16 | minor << 8 | patch. With a
 * shared library it can differ from the header's.
 */
uint32_t dral_version(void);

/**
 * The padded vertex count under the driver rule, in vertices: the smallest
 * number that is 1, 3, 5, 7 or 9 times a power of two and at least
 * vertex_count. From 20 vertices on it is greater than vertex_count.
 *
 * Any vertex count is allowed. The result is 0 for 0, and for 0xE0000000 or
 * more, where the padded count would be 2^32.
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
 * The vertex count to pad under index-driven vertex shading (IDVS) with more
 * than one instance: vertex_count rounded up to a multiple of 4.
 *
 * \return 0; -EINVAL for NULL; -ERANGE if the result would be 2^32.
 *
 * Source: docs/instancing.md, "Index-driven vertex shading".
 *
 * # Safety
 * idvs_count is NULL or points to a uint32_t.
 */
int dral_idvs_vertex_count(uint32_t vertex_count, uint32_t *idvs_count);

/**
 * The byte that encodes an instance size or an instance primitive size in a
 * draw descriptor: shift | odd << 5. The size of a draw with one instance is
 * 1, encoded as 0x00.
 *
 * \param size a padded count, in vertices or primitives
 * \return 0; -EINVAL for NULL; -EDOM if size is not a padded count.
 *
 * Source: docs/instancing.md, "Instance size".
 *
 * # Safety
 * byte is NULL or points to a uint8_t.
 */
int dral_instance_size_pack(uint32_t size, uint8_t *byte);

/**
 * The instance size that a byte encodes: the reverse of
 * dral_instance_size_pack.
 *
 * \return 0; -EINVAL for NULL; -EDOM for a byte that encodes no padded count.
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
 * The padded vertex count and its magic divisor, which is the hardware
 * divisor for the API divisor 1. No division is needed, because the odd part
 * of a padded count is 1, 3, 5, 7 or 9.
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
 * Source: docs/instancing.md, "Hardware division".
 *
 * # Safety
 * divisor is NULL or points to a struct.
 */
uint32_t dral_magic_divide(const struct dral_magic_divisor *divisor,
                           uint32_t id);

/**
 * The first id for which candidate, used as the magic divisor of divisor,
 * gives a wrong quotient; 2^32 if it is exact for every 32-bit id. Use it to
 * check a magic that was computed elsewhere, for example in floating point.
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
 * 0xE0000000 or more); -EINVAL if an array is NULL and count is not 0, if the
 * arrays overlap, or if the arrays exceed the address space. On error nothing
 * is written. May set the inexact flag of floating point.
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
 * arrays overlap, or if the arrays exceed the address space. On error nothing
 * is written. May set the inexact flag of floating point.
 *
 * # Safety
 * Both arrays have count elements.
 */
int dral_magic_divisors(const uint32_t *divisors,
                        uint32_t rounding,
                        struct dral_magic_divisor *out,
                        size_t count);

/**
 * Resolves a draw: computes once what its descriptor, attribute records and
 * offsets need. The other functions take the resolved draw.
 *
 * A draw without vertices or without instances is not an error: it has no
 * threads, and a driver skips it.
 *
 * \return 0; -EINVAL for an unknown value, 0 vertices per primitive or NULL;
 * -EDOM for v9 and later, where nothing is padded; -ERANGE for a draw that
 * one dispatch cannot hold: more than 2^32 threads, or counts that need more
 * than the 32 bits of the invocation. dral_draw_max_instances returns how
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
 * Resolves the vertices of an indexed draw: the vertex count and the start,
 * for struct dral_draw, and the base vertex offset. If the smallest index is
 * above the largest, the draw uses no index and all three are 0.
 *
 * \return 0; -EINVAL for NULL; -ERANGE for the range 0 to 0xFFFFFFFF, which
 * has 2^32 vertices, and when the start or the negated smallest index does
 * not fit a signed 32-bit field.
 *
 * Source: docs/instancing.md, "Indexed draws".
 *
 * # Safety
 * range and vertices are NULL or point to what their types say.
 */
int dral_index_range_resolve(const struct dral_index_range *range,
                             struct dral_vertex_range *vertices);

/**
 * The size of a varying buffer, in bytes: threads of the draw times stride,
 * rounded up to a multiple of 64.
 *
 * \param stride bytes per thread
 * \return 0; -EINVAL for NULL.
 *
 * Source: docs/instancing.md, "Varying buffers".
 *
 * # Safety
 * draw and size are NULL or point to what their types say.
 */
int dral_varying_buffer_size(const struct dral_resolved_draw *draw,
                             uint32_t stride,
                             uint64_t *size);

/**
 * The maximum number of instances that one dispatch of a draw can hold; the
 * instance count of the draw is ignored. A driver splits a larger draw into
 * pieces of that many instances.
 *
 * \return 0; -EINVAL and -EDOM as dral_draw_resolve; -ERANGE if not even one
 * instance fits, because its primitives would be padded to 2^32.
 *
 * Source: docs/instancing.md, "What a draw costs".
 *
 * # Safety
 * draw and instance_count are NULL or point to what their types say.
 */
int dral_draw_max_instances(const struct dral_draw *draw,
                            uint32_t *instance_count);

/**
 * Explains why dral_draw_resolve refuses a draw, or says that it does not: a
 * sentence for a log, static and never NULL.
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
 * words is NULL or points to 2 words; the others are NULL or point
 * to different uint32_t.
 */
int dral_invocation_unpack(const uint32_t *words,
                           uint32_t *vertex_count,
                           uint32_t *instance_count);

/**
 * The attribute buffer record for a vertex buffer in a draw (v4 to v7).
 *
 * \return 0; -EINVAL for NULL and for an unknown or unused rate; -ERANGE for
 * an address of 2^56 or more, or if size plus the low 6 bits of the address
 * exceeds 32 bits.
 *
 * Source: docs/instancing.md, "Attribute modes".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_attribute_record(const struct dral_resolved_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          struct dral_attribute_record *record);

/**
 * The hardware divisor of a vertex buffer in a draw: padded count times API
 * divisor, or 0 if nothing is divided (per-vertex data, one instance, or the
 * divisor 0).
 *
 * \return 0; -EINVAL for NULL and for an unknown rate.
 *
 * Source: docs/instancing.md, "Attribute modes".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_hardware_divisor(const struct dral_resolved_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint64_t *hardware_divisor);

/**
 * The offset of an attribute, in bytes: source_offset, its offset within an
 * element, plus the low 6 bits of the buffer's address, which the record's
 * pointer cannot hold. For a per-instance attribute, base_instance elements
 * are added (no API divides the base instance). If its record has a stride,
 * offset_start elements are subtracted, because the hardware adds them to
 * every index.
 *
 * \return 0; -ERANGE if the offset does not fit; otherwise as
 * dral_attribute_record.
 *
 * Source: docs/instancing.md, "Attribute offset".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_attribute_offset(const struct dral_resolved_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint32_t source_offset,
                          int32_t *offset);

/**
 * Explains which rule selects the mode of the record from
 * dral_attribute_record, or why there is no record: a sentence for a log,
 * static and never NULL.
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
const char *dral_attribute_explain(const struct dral_resolved_draw *draw,
                                   const struct dral_vertex_buffer *buffer);

/**
 * The words of a record: 4, or 8 for an NPOT divisor, which has a
 * continuation.
 *
 * \param words room for capacity words
 * \param word_count number of words written
 * \return 0; -EINVAL for NULL; -EDOM for an unknown type, a used field that
 * does not fit its bits, a modulus that is not a padded count or a pointer
 * that is not a multiple of 64; -ERANGE for a pointer of 2^56 or more;
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
 * dral_attribute_record_pack. Words after the record are ignored.
 *
 * \return 0; -EINVAL for NULL or fewer words than the record has; -EDOM for
 * words that are not a record.
 *
 * # Safety
 * words has count words; record is NULL or points to a struct.
 */
int dral_attribute_record_unpack(const uint32_t *words,
                                 size_t count,
                                 struct dral_attribute_record *record);

/**
 * Model of the hardware: the index of the element that the thread with
 * linear_id reads through a record. 0 for every thread if the stride is 0.
 *
 * \return 0; -EINVAL for NULL; -EDOM for an unknown type or a modulus that is
 * not a padded count.
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
 * The two words of an attribute descriptor of v6 and v7, which names the slot
 * of the buffer's record and the attribute's offset. The offset is enabled.
 *
 * \param words 2 words
 * \return 0; -EINVAL for NULL; -ERANGE for a slot of more than 9 bits or a
 * format of more than 22.
 *
 * Source: docs/instancing.md, "Attribute descriptors of v6 and v7".
 *
 * # Safety
 * attribute is NULL or points to a struct, words is NULL or points to 2
 * words.
 */
int dral_attribute_descriptor_pack(const struct dral_attribute_descriptor *attribute,
                                   uint32_t *words);

/**
 * The attribute descriptor of two words: the reverse of
 * dral_attribute_descriptor_pack.
 *
 * \param words 2 words
 * \return 0; -EINVAL for NULL; -EDOM for words whose offset is not enabled.
 *
 * # Safety
 * words is NULL or points to 2 words, attribute is NULL or points to a
 * struct.
 */
int dral_attribute_descriptor_unpack(const uint32_t *words,
                                     struct dral_attribute_descriptor *attribute);

/**
 * The number of words in the table for these vertex buffers (v4 to v7).
 *
 * \param shape an enum dral_table_shape
 * \param image_count images in a table of pairs; otherwise 0
 * \return 0; errors as dral_attribute_table_pack.
 *
 * Source: docs/instancing.md, "Tables".
 *
 * # Safety
 * buffers has buffer_count elements; the other pointers are NULL or point
 * to what their types say.
 */
int dral_attribute_table_word_count(const struct dral_resolved_draw *draw,
                                    uint32_t shape,
                                    uint32_t image_count,
                                    const struct dral_vertex_buffer *buffers,
                                    size_t buffer_count,
                                    size_t *word_count);

/**
 * Writes the table of attribute buffer records for a draw with these vertex
 * buffers. A slot is 4 words. The table must be placed at a multiple of 32
 * bytes.
 *
 * - DRAL_TABLE_SHAPE_PACKED: records in the order of the buffers. A record
 *   with a continuation begins at an even slot; a slot skipped for that is
 *   zero. On v6 and v7 a zero slot ends the table.
 * - DRAL_TABLE_SHAPE_PAIRS: buffer b at slot 2b, followed by its continuation
 *   or a zero slot; an unused buffer is two zero slots. Then two slots for
 *   each image, which are not written, and a zero slot.
 *
 * \param shape an enum dral_table_shape
 * \param image_count images in a table of pairs; otherwise 0
 * \param words room for capacity words; 8 * (buffer_count + image_count) + 4
 * are always enough
 * \param slots receives the slot of each buffer, for its attributes
 * \param word_count number of words in the table
 * \param refused may be NULL. On error it receives the index of the first
 * buffer that was refused, or buffer_count if another argument was
 * \return 0; -EINVAL for NULL, an unknown value, and an unused buffer or
 * images in a packed table; -ERANGE for an address of 2^56 or more, or if
 * size plus the low 6 bits of the address exceeds 32 bits; -ENOSPC for too
 * few words. On error only refused is written. If words or slots overlap the
 * buffers or each other, their values are unspecified.
 *
 * Source: docs/instancing.md, "Tables".
 *
 * # Safety
 * buffers and slots have buffer_count elements, words has capacity
 * words; the other pointers are NULL or point to what their types say.
 */
int dral_attribute_table_pack(const struct dral_resolved_draw *draw,
                              uint32_t shape,
                              uint32_t image_count,
                              const struct dral_vertex_buffer *buffers,
                              size_t buffer_count,
                              uint32_t *words,
                              size_t capacity,
                              uint32_t *slots,
                              size_t *word_count,
                              size_t *refused);

/**
 * Checks the address and size of a buffer once, when it is bound.
 *
 * \param address GPU address of the first element, in bytes, below 2^56
 * \param size bytes from the address to the end of the buffer
 * \return 0; -EINVAL for NULL; -ERANGE for an address of 2^56 or more, or if
 * size plus the low 6 bits of the address exceeds 32 bits.
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 *
 * # Safety
 * bound is NULL or points to a struct.
 */
int dral_buffer_bind(uint64_t address,
                     uint64_t size,
                     struct dral_bound_buffer *bound);

/**
 * Prepares a vertex state: the part of the table and the offsets that depends
 * only on rates, strides and divisors. Call it when vertex elements or a
 * pipeline are created. Of the buffers only stride, rate and divisor are
 * read.
 *
 * \param architecture 4 to 7 for v4 to v7
 * \param rounding an enum dral_rounding
 * \param shape an enum dral_table_shape
 * \param image_count images in a table of pairs; otherwise 0
 * \param state memory provided by the caller; it need not be initialized
 * \return 0; -EINVAL for NULL, an unknown value, overlapping arrays, more
 * than DRAL_VERTEX_STATE_BUFFERS buffers, and an unused buffer or images in a
 * packed table; -EDOM for v9 and later. On error the state is unchanged.
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 *
 * # Safety
 * buffers has buffer_count elements, state is NULL or points to a struct.
 */
int dral_vertex_state_prepare(uint32_t architecture,
                              uint32_t rounding,
                              uint32_t shape,
                              uint32_t image_count,
                              const struct dral_vertex_buffer *buffers,
                              size_t buffer_count,
                              struct dral_vertex_state *state);

/**
 * Writes the table of a draw from a prepared state: the same words as
 * dral_attribute_table_pack, without a division. The architecture and the
 * rounding are those of the state.
 *
 * \param buffers the bound buffers, in the order of the state; unused ones
 * are not read
 * \param words room for capacity words; 8 * (buffer_count + image_count) + 4
 * are always enough
 * \param slots receives the slot of each buffer, for its attributes
 * \param word_count number of words in the table
 * \return 0; -EINVAL for NULL, a state that was never prepared, or a
 * buffer_count that differs from the state's; -ENOSPC for too few words. On
 * error nothing is written. If words or slots overlap the state, the buffers
 * or each other, their values are unspecified.
 *
 * Source: docs/instancing.md, "Prepared vertex state".
 *
 * # Safety
 * buffers and slots have buffer_count elements, words has capacity words;
 * the other pointers are NULL or point to what their types say.
 */
int dral_vertex_state_table(const struct dral_vertex_state *state,
                            const struct dral_resolved_draw *draw,
                            const struct dral_bound_buffer *buffers,
                            size_t buffer_count,
                            uint32_t *words,
                            size_t capacity,
                            uint32_t *slots,
                            size_t *word_count);

/**
 * The offset of an attribute from a prepared state: the same as
 * dral_attribute_offset.
 *
 * \param buffer the index of the attribute's buffer in the state
 * \param bound the buffer as it is bound
 * \param source_offset the attribute's offset within an element, in bytes
 * \return 0; -EINVAL for NULL, a state that was never prepared, or a buffer
 * that is not in the state or is unused; -ERANGE if the offset does not fit.
 *
 * Source: docs/instancing.md, "Attribute offset".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_vertex_state_offset(const struct dral_vertex_state *state,
                             const struct dral_resolved_draw *draw,
                             uint32_t buffer,
                             const struct dral_bound_buffer *bound,
                             uint32_t source_offset,
                             int32_t *offset);

/**
 * A key for the table and the offsets of a draw. With the same state and
 * bound buffers, draws with equal `table` have the same table, and draws with
 * equal `offsets` and `moved` have the same attribute offsets. A driver keeps
 * the key of what it last wrote, and writes again if the key differs.
 *
 * \return 0; -EINVAL for NULL or a state that was never prepared.
 *
 * Source: docs/instancing.md, "Dirty tracking".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_vertex_state_key(const struct dral_vertex_state *state,
                          const struct dral_resolved_draw *draw,
                          struct dral_vertex_state_key *key);

/**
 * The record from which v4 and v5 read the vertex id of a draw.
 *
 * \return 0; -EINVAL for NULL; -EDOM from v6 on.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_vertex_id_record(const struct dral_resolved_draw *draw,
                          struct dral_id_record *record);

/**
 * The record from which v4 and v5 read the instance id of a draw. For one
 * vertex and several instances it is the record that drivers write, with
 * which every thread with a linear id below 2^31 reads the instance id 0.
 *
 * \return 0; -EINVAL for NULL; -EDOM from v6 on.
 *
 * Source: docs/instancing.md, "Vertex id and instance id".
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
int dral_instance_id_record(const struct dral_resolved_draw *draw,
                            struct dral_id_record *record);

/**
 * The four words of an id record.
 *
 * \param words 4 words
 * \return 0; -EINVAL for NULL; -EDOM for an unknown type, a used field that
 * does not fit its bits or an odd part above 4.
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
 * \return 0; -EINVAL for NULL; -EDOM for words that are not an id record.
 *
 * # Safety
 * words is NULL or points to 4 words, record is NULL or points to a
 * struct.
 */
int dral_id_record_unpack(const uint32_t *words,
                          struct dral_id_record *record);

/**
 * Model of the hardware: the id that the thread with linear_id reads through
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
 * The attribute descriptor of v9 to v14. The API divisor divides the instance
 * id; nothing is padded. Per instance, base_instance elements are added to
 * the offset. With DRAL_RATE_UNUSED it is the descriptor of a location
 * without an attribute: table 17, which no shader uses.
 *
 * \return 0; -EINVAL for an unknown value or NULL; -EDOM before v9; -ERANGE
 * for a format or table that does not fit its bits, or an offset that does
 * not fit in a signed word.
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
 * -EDOM for an unknown type or frequency, or a used field that does not fit
 * its bits; -ERANGE for a format or table that does not fit.
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
 * \return 0; -EINVAL for NULL; -EDOM for words that are not an attribute
 * descriptor.
 *
 * # Safety
 * words is NULL or points to 8 words, attribute is NULL or points to a
 * struct.
 */
int dral_valhall_attribute_unpack(const uint32_t *words,
                                  struct dral_valhall_attribute *attribute);

/**
 * Model of the hardware: the index of the element that the thread with these
 * ids reads through a descriptor. 0 for every thread if the stride is 0.
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
