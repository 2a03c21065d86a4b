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
 * - No struct ever grows; what needs more becomes a new function.
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
 * The first number of the version: grows when the C interface breaks.
 */
#define DRAL_VERSION_MAJOR 0

/**
 * The second number: grows when the C interface gains something.
 */
#define DRAL_VERSION_MINOR 2

/**
 * The third number: grows with every other release.
 */
#define DRAL_VERSION_PATCH 0

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
 * The vertex count that is padded instead of vertex_count under
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
 * \return 0; -EINVAL for NULL; -EDOM if size is not a padded count.
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
 * \return 0; -EINVAL for NULL; -EDOM for a byte that is not the size of a
 * padded count.
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
 * Source: docs/instancing.md, "Hardware division".
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
 * Resolves a draw: computes everything that its descriptor, its attribute
 * records and its offsets need, once. Every other function that needs a draw
 * takes the result.
 *
 * A draw without vertices or without instances is not an error: it has no
 * threads, and a driver skips it.
 *
 * \return 0; -EINVAL for an unknown value, no vertices per primitive or
 * NULL; -EDOM for v9 and later, where nothing is padded; -ERANGE for a draw
 * that one dispatch cannot hold: more than 2^32 threads, or counts that need
 * more than the 32 bits of the invocation. dral_draw_max_instances tells how
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
 * Resolves the vertices of an indexed draw: its vertex count and its start,
 * which go into the draw, and the base vertex offset. A smallest index above
 * the largest is a draw without any index, and all are 0.
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
 * The size of a varying buffer, in bytes: a resolved draw's threads times
 * the bytes of each, rounded up to a multiple of 64.
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
 * The most instances of a draw that one dispatch can hold; the draw's own
 * instance count does not matter. A driver splits a larger draw into pieces
 * of that many.
 *
 * \return 0; -EINVAL and -EDOM as dral_draw_resolve; -ERANGE if not even one
 * instance fits: when its primitives are padded to 2^32.
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
 * \return 0; -EINVAL for NULL and for an unknown or unused rate; -ERANGE
 * for an address of 2^56 or more, or when size and the low 6 bits of the
 * address exceed 32 bits together.
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
 * The hardware divisor of a vertex buffer in a draw: padded count times
 * API divisor, 0 where nothing is divided (per-vertex data, one instance,
 * the divisor 0).
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
 * The offset of an attribute, in bytes: source_offset, which is its place
 * in each element, plus the low 6 bits of the buffer's address, which the
 * record's pointer cannot hold. Per instance, base_instance elements are
 * added (no API divides the base instance), and the offset_start elements
 * that the hardware adds to every index of a record with a stride are
 * subtracted.
 *
 * \return 0; -ERANGE if the offset does not fit; else as
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
 * Which rule chooses the mode of the record that dral_attribute_record
 * gives, or why it gives none: a sentence for a log, static and never
 * NULL.
 *
 * # Safety
 * All pointers are NULL or point to what their types say.
 */
const char *dral_attribute_explain(const struct dral_resolved_draw *draw,
                                   const struct dral_vertex_buffer *buffer);

/**
 * The words of a record: 4, or 8 for an NPOT divisor, whose continuation
 * follows.
 *
 * \param words room for capacity words
 * \param word_count how many were written
 * \return 0; -EINVAL for NULL; -EDOM for an unknown type, a field of the type
 * that does not fit its bits, a modulus that is not a padded count or a
 * pointer that is not a multiple of 64; -ERANGE for a pointer of 2^56 or
 * more; -ENOSPC for too little room.
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
 * The model of the hardware: the index of the element that the thread with
 * linear_id reads by a record. It is 0 for every thread if the stride is
 * 0.
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
 * The two words of an attribute descriptor of v6 and v7, by which an
 * attribute names its buffer's record and its place there. The offset is
 * enabled.
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
 * How many words the table of these vertex buffers has (v4 to v7).
 *
 * \param shape an enum dral_table_shape
 * \param image_count images in a table of pairs; else 0
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
 * Writes the table of attribute buffer records that a draw with these
 * vertex buffers needs. A slot is 4 words. Put the table at a multiple of
 * 32 bytes.
 *
 * Packed: in the order of the buffers, NPOT divisors with their
 * continuation at even slots, skipped slots zero, and on v6 and v7 a zero
 * slot at the end. Pairs: buffer b at slot 2b, with a continuation or a zero
 * slot after it; an unused buffer is two zero slots; two slots for each
 * image, which are not written, and a zero slot at the end.
 *
 * \param shape an enum dral_table_shape
 * \param image_count images in a table of pairs; else 0
 * \param words room for capacity words; 8 * (buffer_count + image_count) + 4
 * are always enough
 * \param slots one for each buffer: its slot, which its attributes name
 * \param word_count how many words the table has
 * \param refused may be NULL. On error: the index of the first buffer that
 * was refused, or buffer_count if another argument was
 * \return 0; -EINVAL for NULL, an unknown value, and an unused buffer or
 * images in a packed table; -ERANGE for an address of 2^56 or more, or when
 * size and the low 6 bits of the address exceed 32 bits together; -ENOSPC
 * for too few words. On error only refused is written. Words and slots must
 * not lie over the buffers or one another: their values are unspecified
 * then.
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
 * Checks the address and the size of a buffer once, when it is bound.
 *
 * \param address GPU address of the first element, in bytes, below 2^56
 * \param size bytes from the address to the end of the buffer
 * \return 0; -EINVAL for NULL; -ERANGE for an address of 2^56 or more, or
 * when size and the low 6 bits of the address exceed 32 bits together.
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
 * Prepares a vertex state: everything about the table and the offsets that
 * rates, strides and divisors decide. Do this when vertex elements or a
 * pipeline are created. Of the buffers only stride, rate and divisor are
 * read.
 *
 * \param architecture 4 to 7 for v4 to v7
 * \param rounding an enum dral_rounding
 * \param shape an enum dral_table_shape
 * \param image_count images in a table of pairs; else 0
 * \param state memory of the caller, which need not be initialized
 * \return 0; -EINVAL for NULL, an unknown value, overlapping arrays, more
 * than DRAL_VERTEX_STATE_BUFFERS buffers, and an unused buffer or images in
 * a packed table; -EDOM for v9 and later. On error the state is as it was.
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
 * Writes the table of a draw by a prepared state: the words that
 * dral_attribute_table_pack writes, without a division. The architecture and
 * the rounding are those of the state.
 *
 * \param buffers as many as the state was prepared for; one that is unused
 * is not read
 * \param words room for capacity words; 8 * (buffer_count + image_count) + 4
 * are always enough
 * \param slots one for each buffer: its slot, which its attributes name
 * \param word_count how many words the table has
 * \return 0; -EINVAL for NULL, a state that was never prepared or was
 * prepared for another number of buffers; -ENOSPC for too few words. On
 * error nothing is written. Words and slots must not lie over the state,
 * the buffers or one another: their values are unspecified then.
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
 * The offset of an attribute by a prepared state: what
 * dral_attribute_offset gives for its buffer.
 *
 * \param buffer the index of its buffer in the state
 * \param bound the buffer as it is bound
 * \param source_offset its place in each element, in bytes
 * \return 0; -EINVAL for NULL, a state that was never prepared and an index
 * that it does not have or that is unused; -ERANGE if the offset does not
 * fit.
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
 * What the table and the offsets of a draw depend on, as numbers. Draws
 * whose keys have the same `table` have the same table, for the same state
 * and bound buffers; those with the same `offsets` and `moved` have the same
 * attribute offsets. A driver keeps the key of what it wrote and compares.
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
 * The record by which v4 and v5 find the vertex id in a draw.
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
 * The record by which v4 and v5 find the instance id in a draw. For one
 * vertex and several instances it is the record that drivers write, by
 * which every thread with a linear id below 2^31 sees the instance id 0.
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
 * \return 0; -EINVAL for NULL; -EDOM for words that are not an id record.
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
 * instance id; nothing is padded. Per instance, base_instance elements are
 * added to the offset. With DRAL_RATE_UNUSED it is the descriptor of a
 * location without an attribute: table 17, which no shader has.
 *
 * \return 0; -EINVAL for an unknown value or NULL; -EDOM before v9;
 * -ERANGE for a format or table that does not fit its bits and an offset
 * that does not fit a signed word.
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
 * \return 0; -EINVAL for NULL; -EDOM for words that are not such a
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
