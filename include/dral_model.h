/* SPDX-License-Identifier: MIT */
/**
 * \file
 * For tests and tools: what takes words apart, models the hardware, explains,
 * or writes a single record. A driver needs only dral.h, which has the
 * contract.
 *
 * Generated from src/ffi/model; do not edit.
 */

#ifndef DRAL_MODEL_H
#define DRAL_MODEL_H

#include <stddef.h>
#include "dral.h"

#if defined(__cplusplus) && defined(__GNUC__)
/* In C++ a function hides the constructor of the struct of the same name. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// The padded count under either rule, with its factors.
///
/// \param rule an enum dral_padding_rule
/// \return 0; DRAL_ERROR_UNKNOWN_PADDING_RULE, DRAL_ERROR_PADDED_COUNT_RANGE.
///
/// Source: docs/reference/instancing.md, "Padded vertex count"; instancing.rst.
DRAL_MUST_USE
int dral_padded_count(uint32_t vertex_count,
                      uint32_t rule,
                      struct dral_padded_count *padded);

/// The vertex count to pad under index-driven vertex shading (IDVS) with
/// several instances: vertex_count rounded up to a multiple of 4.
///
/// \return 0; DRAL_ERROR_PADDED_COUNT_RANGE.
///
/// Source: docs/reference/instancing.md, "Index-driven vertex shading".
DRAL_MUST_USE
int dral_idvs_vertex_count(uint32_t vertex_count,
                           uint32_t *idvs_count);

/// The byte that encodes an instance size or an instance primitive size in a
/// draw descriptor: shift | odd << 5.
///
/// \param size a padded count, in vertices or primitives
/// \return 0; DRAL_ERROR_NOT_A_PADDED_COUNT.
///
/// Source: docs/reference/instancing.md, "Instance size".
DRAL_MUST_USE int dral_instance_size_pack(uint32_t size, uint8_t *byte);

/// The instance size that a byte encodes: the reverse of
/// dral_instance_size_pack.
///
/// \return 0; DRAL_ERROR_NOT_A_PADDED_COUNT.
///
/// Source: docs/reference/instancing.md, "Instance size".
DRAL_MUST_USE int dral_instance_size_unpack(uint8_t byte, uint32_t *size);

/// Model of the hardware: (id + extra_flags) * (magic | 1 << 31) >> (32 +
/// shift) in 64 bits. Only 5 bits of shift and 1 of extra_flags are read.
///
/// \return id divided by the divisor; 0 if divisor is NULL.
///
/// Source: docs/reference/instancing.md, "Hardware division".
uint32_t dral_magic_divide(const struct dral_magic_divisor *divisor,
                           uint32_t id);

/// The first id for which candidate, used as the magic divisor of divisor,
/// gives a wrong quotient; 2^32 if it is exact for every 32-bit id.
///
/// \return 0; DRAL_ERROR_ZERO_DIVISOR.
///
/// Source: docs/reference/instancing.md, "Why it is exact".
DRAL_MUST_USE
int dral_magic_first_wrong_id(const struct dral_magic_divisor *candidate,
                              uint32_t divisor,
                              uint64_t *id);

/// The maximum number of instances that one dispatch of a draw can hold,
/// whatever its instance count.
///
/// \return 0; errors as dral_draw_resolve; DRAL_ERROR_PADDED_COUNT_RANGE if not
/// even one instance fits.
///
/// Source: docs/reference/instancing.md, "What a draw costs".
DRAL_MUST_USE
int dral_draw_max_instances(const struct dral_draw_info *info,
                            uint32_t *instance_count);

/// The two invocation words of a draw (v4 to v7).
///
/// \param vertex_count before padding, at least 1
/// \param instance_count at least 1
/// \param words 2 words
/// \return 0; DRAL_ERROR_NO_VERTICES, DRAL_ERROR_NO_INSTANCES,
/// DRAL_ERROR_INVOCATION_RANGE.
///
/// Source: docs/reference/instancing.md, "Invocation".
DRAL_MUST_USE
int dral_invocation_pack(uint32_t vertex_count,
                         uint32_t instance_count,
                         uint32_t *words);

/// The counts of two invocation words: the reverse of dral_invocation_pack.
///
/// \param words 2 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR.
///
/// Source: docs/reference/instancing.md, "Invocation".
DRAL_MUST_USE
int dral_invocation_unpack(const uint32_t *words,
                           uint32_t *vertex_count,
                           uint32_t *instance_count);

/// The hardware divisor of a vertex buffer in a draw: padded count times API
/// divisor, or 0 if nothing is divided. Address and size are not read.
///
/// \return 0; DRAL_ERROR_NOT_RESOLVED, DRAL_ERROR_UNKNOWN_RATE.
///
/// Source: docs/reference/instancing.md, "Attribute modes".
DRAL_MUST_USE
int dral_hardware_divisor(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint64_t *hardware_divisor);

/// Which rule selects the mode of a buffer's record in a draw: a sentence for a
/// log, static and never NULL. Address and size are not read.
///
/// Source: docs/reference/instancing.md, "Attribute modes".
const char *dral_attribute_explain(const struct dral_draw *draw,
                                   const struct dral_vertex_buffer *buffer);

/// Writes the attribute buffer record of a vertex buffer (v4 to v7) to a packed
/// table, at the slot *next or the one after it. A slot is 4 words. The slot
/// after the record receives its continuation or zeros. *next is then after the
/// slots that the record takes.
///
/// On v6 and v7 a zero slot must follow the last record.
///
/// \param capacity 8 words for each buffer and 4 more are always enough
/// \param next 0 at first, then what the previous call left in it
/// \return the slot of the record; DRAL_ERROR_NOT_RESOLVED,
/// DRAL_ERROR_UNKNOWN_RATE, DRAL_ERROR_UNUSED_BUFFER, DRAL_ERROR_ADDRESS_RANGE,
/// DRAL_ERROR_SIZE_RANGE, DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/instancing.md, "Attribute modes" and "Tables".
DRAL_MUST_USE
int dral_attribute_append(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint32_t *words,
                          size_t capacity,
                          uint32_t *next);

/// Writes the table of a draw (v4 to v7) without a prepared state. The slots of
/// images are not written.
///
/// \param shape an enum dral_table_shape
/// \param image_count images in a table of pairs; otherwise 0
/// \param capacity 8 * (buffer_count + image_count) + 4 words are enough; those
/// after the table may be written
/// \param slots the slot of each buffer
/// \return the number of words in the table; DRAL_ERROR_UNKNOWN_TABLE_SHAPE,
/// DRAL_ERROR_IMAGES_IN_PACKED_TABLE; errors of a buffer as
/// dral_attribute_append.
///
/// Source: docs/reference/instancing.md, "Tables".
DRAL_MUST_USE
int dral_attribute_table(const struct dral_draw *draw,
                         uint32_t shape,
                         uint32_t image_count,
                         const struct dral_vertex_buffer *buffers,
                         size_t buffer_count,
                         uint32_t *words,
                         size_t capacity,
                         uint32_t *slots);

/// The offset of an attribute, in bytes. source_offset is its offset within an
/// element.
///
/// \return 0; DRAL_ERROR_OFFSET_RANGE; otherwise as dral_attribute_append.
///
/// Source: docs/reference/instancing.md, "Attribute offset".
DRAL_MUST_USE
int dral_attribute_offset(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint32_t source_offset,
                          int32_t *offset);

/// The record that begins with the first of count words; others are ignored.
///
/// \return 0; DRAL_ERROR_TRUNCATED_DESCRIPTOR, DRAL_ERROR_NOT_A_DESCRIPTOR,
/// DRAL_ERROR_NOT_A_PADDED_COUNT.
///
/// Source: docs/reference/instancing.md, "Descriptor words".
DRAL_MUST_USE
int dral_attribute_record_unpack(const uint32_t *words,
                                 size_t count,
                                 struct dral_attribute_record *record);

/// Model of the hardware: the index of the element that the thread with
/// linear_id reads through a record. 0 if the stride is 0.
///
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR, DRAL_ERROR_NOT_A_PADDED_COUNT.
///
/// Source: docs/reference/instancing.md, "Attribute modes".
DRAL_MUST_USE
int dral_attribute_record_element(const struct dral_attribute_record *record,
                                  uint32_t linear_id,
                                  uint32_t *element);

/// The attribute descriptor of two words: the reverse of
/// dral_attribute_descriptor_pack.
///
/// \param words 2 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for words whose offset is not
/// enabled.
///
/// Source: docs/reference/instancing.md, "Attribute descriptors of v4 to v7".
DRAL_MUST_USE
int dral_attribute_descriptor_unpack(const uint32_t *words,
                                     struct dral_attribute_descriptor *attribute);

/// The slot of a buffer in the tables of a draw from a prepared state.
///
/// \param buffer the index of the buffer in the state
/// \return the slot; DRAL_ERROR_NOT_PREPARED, DRAL_ERROR_NOT_RESOLVED,
/// DRAL_ERROR_STATE_MISMATCH, DRAL_ERROR_BUFFER_COUNT.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
DRAL_MUST_USE
int dral_vertex_state_slot(const struct dral_vertex_state *state,
                           const struct dral_draw *draw,
                           uint32_t buffer);

/// dral_attribute_offset from a prepared state.
///
/// \param buffer the index of the attribute's buffer in the state
/// \param bound the buffer as it is bound
/// \param source_offset the attribute's offset within an element, in bytes
/// \return 0; DRAL_ERROR_NOT_PREPARED, DRAL_ERROR_NOT_RESOLVED,
/// DRAL_ERROR_STATE_MISMATCH, DRAL_ERROR_BUFFER_COUNT,
/// DRAL_ERROR_UNUSED_BUFFER, DRAL_ERROR_OFFSET_RANGE.
///
/// Source: docs/reference/instancing.md, "Attribute offset".
DRAL_MUST_USE
int dral_vertex_state_offset(const struct dral_vertex_state *state,
                             const struct dral_draw *draw,
                             uint32_t buffer,
                             const struct dral_bound_buffer *bound,
                             uint32_t source_offset,
                             int32_t *offset);

/// The four words of an id record.
///
/// \param words 4 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR.
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
DRAL_MUST_USE
int dral_id_record_pack(const struct dral_id_record *record,
                        uint32_t *words);

/// The id record of four words: the reverse of dral_id_record_pack.
///
/// \param words 4 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR.
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
DRAL_MUST_USE
int dral_id_record_unpack(const uint32_t *words,
                          struct dral_id_record *record);

/// Model of the hardware: the id that the thread with linear_id reads through
/// an id record.
///
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR.
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
DRAL_MUST_USE
int dral_id_record_value(const struct dral_id_record *record,
                         uint32_t linear_id,
                         uint32_t *id);

/// The eight words of an attribute descriptor.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG (offset_enable),
/// DRAL_ERROR_NOT_A_DESCRIPTOR, DRAL_ERROR_FORMAT_RANGE,
/// DRAL_ERROR_TABLE_RANGE.
///
/// Source: docs/reference/instancing.md, "Valhall and later".
DRAL_MUST_USE
int dral_valhall_attribute_pack(const struct dral_valhall_attribute *attribute,
                                uint32_t *words);

/// The attribute descriptor of eight words: the reverse of
/// dral_valhall_attribute_pack.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR.
///
/// Source: docs/reference/instancing.md, "Valhall and later".
DRAL_MUST_USE
int dral_valhall_attribute_unpack(const uint32_t *words,
                                  struct dral_valhall_attribute *attribute);

/// Model of the hardware: the index of the element that the thread with these
/// ids reads through a descriptor. 0 if the stride is 0.
///
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG (offset_enable),
/// DRAL_ERROR_NOT_A_DESCRIPTOR; DRAL_ERROR_UNUSED_BUFFER for a Null Descriptor.
///
/// Source: docs/reference/instancing.md, "Valhall and later".
DRAL_MUST_USE
int dral_valhall_attribute_element(const struct dral_valhall_attribute *attribute,
                                   uint32_t vertex_id,
                                   uint32_t instance_id,
                                   uint32_t *element);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif /* DRAL_MODEL_H */
