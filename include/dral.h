/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The driver arithmetic library: the integer arithmetic that GPU drivers do
 * per draw and per attribute, exact for every input.
 *
 * Generated from src/ffi by build.rs; do not edit.
 *
 * The contract of every function, also of the modules:
 *
 * - A function that cannot fail returns its value. Every other returns 0, a
 *   count or a slot, or a negative enum dral_error (in modules also an error
 *   enum of their own), whose sentence dral_error_text() returns. If several
 *   errors apply, which one is returned is unspecified.
 * - Errors are -10001 and below; those of modules begin with -10101, -10201 and
 *   so on. None of them is a negated errno, which is -4095 or above.
 * - NULL where data is needed is DRAL_ERROR_NULL_POINTER, or 0 from a function
 *   that cannot fail. An array may be NULL if its count is 0. Any other pointer
 *   is what its type says, an array has the stated length, and outputs overlap
 *   nothing else. An array that would exceed the address space is
 *   DRAL_ERROR_ARRAY_LENGTH, as are more words than an int can count. These two
 *   are errors of every function; each function lists its others.
 * - A capacity that is always enough is an upper bound: less is enough if the
 *   output fits in it.
 * - Numbers and the bits of structs are not trusted: no value of them makes a
 *   function crash, run forever or write outside its outputs. Enums are passed
 *   and stored as uint32_t; unknown values are errors.
 * - On error, outputs hold unspecified values. A refused draw has 0 threads.
 * - Functions are pure: no allocation, no state, no I/O. Call them from any
 *   thread and from a signal handler.
 * - No struct ever grows; new inputs and outputs come with new functions.
 *
 * Terms: the linear id is the index that a thread is dispatched with; the
 * padded count is the number of threads per instance; the hardware divisor is
 * padded count x API divisor; POT means a power of two, NPOT any other number.
 * docs/instancing.md has the rules.
 */

#ifndef DRAL_H
#define DRAL_H


#include <stddef.h>
#include "dral_types.h"

#if defined(__cplusplus) && defined(__GNUC__)
/* In C++ a function hides the constructor of the struct that it writes. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
/* The casts are those of C. */
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif

/// The major version: from 1.0 on, increases when the C interface breaks.
#define DRAL_VERSION_MAJOR 0

/// The minor version: increases when the C interface is extended; before 1.0,
/// also when it breaks.
#define DRAL_VERSION_MINOR 4

/// The patch version: increases when a release leaves the interface unchanged.
#define DRAL_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// The version of the linked library, major << 16 | minor << 8 | patch. With a
/// shared library it can differ from the header's.
uint32_t dral_version(void);

/// Why a function refused a call, as a sentence for a log: static and never
/// NULL. Also for the errors of the modules in this library. 0 and a positive
/// number give "no error", a number of no error "unknown error".
///
/// \param error what the function returned
const char *dral_error_text(int error);

/// The padded vertex count under the driver rule, in vertices: the smallest
/// number that is 1, 3, 5, 7 or 9 times a power of two and at least
/// vertex_count. From 20 vertices on it is greater than vertex_count.
///
/// Any vertex count is allowed. The result is 0 for 0, and for 0xE0000000 or
/// more, where the padded count would be 2^32.
///
/// Source: docs/instancing.md, "Padded vertex count"; the table of
/// instancing.rst.
uint32_t dral_padded_vertex_count(uint32_t vertex_count);

/// The padded count under either rule, with its factors.
///
/// \param rule an enum dral_padding_rule
/// \return 0; DRAL_ERROR_UNKNOWN_PADDING_RULE; DRAL_ERROR_PADDED_COUNT_RANGE if
/// the padded count would be 2^32. 0 vertices under the driver rule give
/// count, shift and odd of 0.
///
/// Source: docs/instancing.md, "Padded vertex count"; instancing.rst.
int dral_padded_count(uint32_t vertex_count,
                      uint32_t rule,
                      struct dral_padded_count *padded);

/// The vertex count to pad under index-driven vertex shading (IDVS) with more
/// than one instance: vertex_count rounded up to a multiple of 4.
///
/// \return 0; DRAL_ERROR_PADDED_COUNT_RANGE if the result would be 2^32.
///
/// Source: docs/instancing.md, "Index-driven vertex shading".
int dral_idvs_vertex_count(uint32_t vertex_count, uint32_t *idvs_count);

/// The byte that encodes an instance size or an instance primitive size in a
/// draw descriptor: shift | odd << 5. The size of a draw with one instance is
/// 1, encoded as 0x00.
///
/// \param size a padded count, in vertices or primitives
/// \return 0; DRAL_ERROR_NOT_A_PADDED_COUNT if size is not a padded count.
///
/// Source: docs/instancing.md, "Instance size".
int dral_instance_size_pack(uint32_t size, uint8_t *byte);

/// The instance size that a byte encodes: the reverse of
/// dral_instance_size_pack.
///
/// \return 0; DRAL_ERROR_NOT_A_PADDED_COUNT for a byte that encodes no padded
/// count.
///
/// Source: docs/instancing.md, "Instance size".
int dral_instance_size_unpack(uint8_t byte, uint32_t *size);

/// The magic divisor of a divisor, exact for every 32-bit id.
///
/// \param divisor 1 or more
/// \param rounding an enum dral_rounding
/// \return 0; DRAL_ERROR_ZERO_DIVISOR; DRAL_ERROR_UNKNOWN_ROUNDING;
/// DRAL_ERROR_POWER_OF_TWO_DIVISOR for a power of two under
/// DRAL_ROUNDING_NEAREST, which has no 31-bit magic.
///
/// Source: docs/instancing.md, "Magic divisor"; instancing.rst.
int dral_magic_divisor(uint32_t divisor,
                       uint32_t rounding,
                       struct dral_magic_divisor *out);

/// The quotient that the hardware computes from a magic divisor:
/// (id + extra_flags) * (magic | 1 << 31) >> (32 + shift) in 64 bits. Only
/// the bits that descriptors store are read: 5 of shift, 1 of extra_flags.
///
/// \return id divided by the divisor; 0 if divisor is NULL.
///
/// Source: docs/instancing.md, "Hardware division".
uint32_t dral_magic_divide(const struct dral_magic_divisor *divisor,
                           uint32_t id);

/// The first id for which candidate, used as the magic divisor of divisor,
/// gives a wrong quotient; 2^32 if it is exact for every 32-bit id. Use it to
/// check a magic that was computed elsewhere, for example in floating point.
///
/// \return 0; DRAL_ERROR_ZERO_DIVISOR.
///
/// Source: docs/instancing.md, "Why it is exact".
int dral_magic_first_wrong_id(const struct dral_magic_divisor *candidate,
                              uint32_t divisor,
                              uint64_t *id);

/// Resolves a draw: checks its inputs and computes its results, which other
/// functions read.
///
/// A draw without vertices or without instances is not an error: it has no
/// threads, and a driver skips it.
///
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE; DRAL_ERROR_NO_ATTRIBUTE_RECORDS
/// for v9 and later, where nothing is padded; DRAL_ERROR_UNKNOWN_FLAG for an
/// unknown rule or an idvs above 1; DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE for
/// 0; DRAL_ERROR_PADDED_COUNT_RANGE, DRAL_ERROR_THREAD_RANGE (more than 2^32
/// threads) or DRAL_ERROR_INVOCATION_RANGE for a draw that one dispatch cannot
/// hold. dral_draw_max_instances returns how many instances fit. On error the
/// draw has no threads.
///
/// Source: docs/instancing.md, "A draw".
int dral_draw_resolve(struct dral_draw *draw);

/// Resolves the next draw of a driver in place: the same as dral_draw_resolve
/// with these inputs, but cheaper if only the start or the base instance
/// changes, or the vertex count of draws with one instance.
///
/// \param draw the last draw, resolved or refused, or a zeroed struct; in both
/// cases with the architecture and the rules of the new draw. If one of these
/// changes, call dral_draw_resolve instead.
/// \return as dral_draw_resolve
///
/// Source: docs/instancing.md, "Dirty tracking".
int dral_draw_next(struct dral_draw *draw,
                   uint32_t vertex_count,
                   uint32_t instance_count,
                   int32_t offset_start,
                   uint32_t base_instance,
                   uint32_t vertices_per_primitive,
                   uint32_t idvs);

/// Resolves the vertices of an indexed draw: the vertex count and the start,
/// for struct dral_draw, and the base vertex offset. If the smallest index is
/// above the largest, the draw uses no index and all three are 0.
///
/// \return 0; DRAL_ERROR_VERTEX_RANGE for the range 0 to 0xFFFFFFFF, which has
/// 2^32 vertices; DRAL_ERROR_START_RANGE if the start or the negated smallest
/// index does not fit in a signed 32-bit field.
///
/// Source: docs/instancing.md, "Indexed draws".
int dral_index_range_resolve(const struct dral_index_range *range,
                             struct dral_vertex_range *vertices);

/// The size of a varying buffer, in bytes: threads of the draw times stride,
/// rounded up to a multiple of 64.
///
/// \param stride bytes per thread
/// \return 0; DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/instancing.md, "Varying buffers".
int dral_varying_buffer_size(const struct dral_draw *draw,
                             uint32_t stride,
                             uint64_t *size);

/// The maximum number of instances that one dispatch of a draw can hold; the
/// instance count of the draw is ignored. A driver splits a larger draw into
/// pieces of that many instances. Without vertices every number fits.
///
/// \return 0; errors as dral_draw_resolve; DRAL_ERROR_PADDED_COUNT_RANGE if
/// not even one instance fits, because its primitives would be padded to 2^32.
///
/// Source: docs/instancing.md, "What a draw costs".
int dral_draw_max_instances(const struct dral_draw *draw,
                            uint32_t *instance_count);

/// The two invocation words of a draw (v4 to v7).
///
/// \param vertex_count the raw vertex count, at least 1
/// \param instance_count at least 1
/// \param words 2 words
/// \return 0; DRAL_ERROR_NO_VERTICES or DRAL_ERROR_NO_INSTANCES for a count of
/// 0; DRAL_ERROR_INVOCATION_RANGE if the counts need more than 32 bits
/// together.
///
/// Source: docs/instancing.md, "Invocation".
int dral_invocation_pack(uint32_t vertex_count,
                         uint32_t instance_count,
                         uint32_t *words);

/// The counts of two invocation words: the reverse of
/// dral_invocation_pack.
///
/// \param words 2 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for words that dral_invocation_pack
/// never writes. Whether one dispatch holds the threads is not checked.
///
/// Source: docs/instancing.md, "Invocation".
int dral_invocation_unpack(const uint32_t *words,
                           uint32_t *vertex_count,
                           uint32_t *instance_count);

/// The hardware divisor of a vertex buffer in a draw: padded count times API
/// divisor, or 0 if nothing is divided (per-vertex data, one instance, or the
/// divisor 0). Address and size are not read.
///
/// \return 0; DRAL_ERROR_NOT_RESOLVED; DRAL_ERROR_UNKNOWN_RATE.
///
/// Source: docs/instancing.md, "Attribute modes".
int dral_hardware_divisor(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint64_t *hardware_divisor);

/// Explains which rule selects the mode of a buffer's record in a draw, or why
/// there is none: a sentence for a log, static and never NULL, for NULL, too.
/// Address and size are not read.
///
/// Source: docs/instancing.md, "Attribute modes".
const char *dral_attribute_explain(const struct dral_draw *draw,
                                   const struct dral_vertex_buffer *buffer);

/// Writes the attribute buffer record of a vertex buffer in a draw (v4 to v7)
/// to a packed table: to the slot *next, or to the one after it, because a
/// record with a continuation begins at an even slot. A slot is 4 words. The
/// slot after the record receives its continuation or zeros; *next is then the
/// slot after those that the record takes: two if its divisor needs a
/// continuation in any draw with this odd part, else one.
///
/// On v6 and v7, a zero slot must follow the last record: it is already there
/// unless the record has a continuation.
///
/// \param words a table with room for capacity words; 8 for each buffer and 4
/// more are always enough
/// \param next 0 at first, then what the previous call left in it
/// \return the slot of the record, for its attributes;
/// DRAL_ERROR_NOT_RESOLVED; DRAL_ERROR_UNKNOWN_RATE; DRAL_ERROR_UNUSED_BUFFER;
/// DRAL_ERROR_ADDRESS_RANGE for an address of 2^56 or more;
/// DRAL_ERROR_SIZE_RANGE if size plus the low 6 bits of the address exceeds 32
/// bits; DRAL_ERROR_TABLE_FULL.
///
/// Source: docs/instancing.md, "Attribute modes" and "Tables".
int dral_attribute_append(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint32_t *words,
                          size_t capacity,
                          uint32_t *next);

/// Writes the table of attribute buffer records for a draw with these vertex
/// buffers (v4 to v7). A slot is 4 words. The table must be placed at a
/// multiple of 32 bytes.
///
/// - DRAL_TABLE_SHAPE_PACKED: records in the order of the buffers. A record
///   with a continuation begins at an even slot; a slot skipped for that is
///   zero. On v6 and v7 a zero slot ends the table.
/// - DRAL_TABLE_SHAPE_PAIRS: buffer b at slot 2b, followed by its continuation
///   or a zero slot; an unused buffer is two zero slots. Then two slots for
///   each image, which are not written, and a zero slot.
///
/// \param shape an enum dral_table_shape
/// \param image_count images in a table of pairs; otherwise 0
/// \param words room for capacity words; 8 * (buffer_count + image_count) + 4
/// are always enough, of which those after the table may be written
/// \param slots receives the slot of each buffer, for its attributes
/// \return the number of words in the table; DRAL_ERROR_UNKNOWN_TABLE_SHAPE;
/// DRAL_ERROR_IMAGES_IN_PACKED_TABLE; errors of a buffer as
/// dral_attribute_append.
///
/// Source: docs/instancing.md, "Tables".
int dral_attribute_table(const struct dral_draw *draw,
                         uint32_t shape,
                         uint32_t image_count,
                         const struct dral_vertex_buffer *buffers,
                         size_t buffer_count,
                         uint32_t *words,
                         size_t capacity,
                         uint32_t *slots);

/// The offset of an attribute, in bytes: source_offset, its offset within an
/// element, plus the low 6 bits of the buffer's address, which the record's
/// pointer cannot hold. For a per-instance attribute, base_instance elements
/// are added (no API divides the base instance). If its record has a stride,
/// offset_start elements are subtracted, because the hardware adds them to
/// every index.
///
/// \return 0; DRAL_ERROR_OFFSET_RANGE if the offset does not fit in a signed
/// 32-bit field; otherwise as dral_attribute_append.
///
/// Source: docs/instancing.md, "Attribute offset".
int dral_attribute_offset(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint32_t source_offset,
                          int32_t *offset);

/// The record that begins with the first of count words. Words after the
/// record are ignored.
///
/// \return 0; DRAL_ERROR_TRUNCATED_DESCRIPTOR for fewer words than the record
/// has; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type, bits outside its
/// fields, or an NPOT divisor of 0; DRAL_ERROR_NOT_A_PADDED_COUNT for a modulus
/// that is not a padded count. Whether the magic is that of the divisor is not
/// checked.
///
/// Source: docs/instancing.md, "Descriptor words".
int dral_attribute_record_unpack(const uint32_t *words,
                                 size_t count,
                                 struct dral_attribute_record *record);

/// Model of the hardware: the index of the element that the thread with
/// linear_id reads through a record. 0 for every thread if the stride is 0.
///
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type;
/// DRAL_ERROR_NOT_A_PADDED_COUNT for a modulus that is not a padded count.
///
/// Source: docs/instancing.md, "Attribute modes".
int dral_attribute_record_element(const struct dral_attribute_record *record,
                                  uint32_t linear_id,
                                  uint32_t *element);

/// The two words of an attribute descriptor of v4 to v7, which names the slot
/// of the buffer's record and the attribute's offset. The offset is enabled.
///
/// \param words 2 words
/// \return 0; DRAL_ERROR_SLOT_RANGE for a slot of more than 9 bits;
/// DRAL_ERROR_FORMAT_RANGE for a format of more than 22 bits.
///
/// Source: docs/instancing.md, "Attribute descriptors of v4 to v7".
int dral_attribute_descriptor_pack(const struct dral_attribute_descriptor *attribute,
                                   uint32_t *words);

/// The attribute descriptor of two words: the reverse of
/// dral_attribute_descriptor_pack.
///
/// \param words 2 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for words whose offset is not
/// enabled.
///
/// Source: docs/instancing.md, "Attribute descriptors of v4 to v7".
int dral_attribute_descriptor_unpack(const uint32_t *words,
                                     struct dral_attribute_descriptor *attribute);

/// Prepares a vertex state: checks the buffers and the attributes, and computes
/// the part of the table and of the attributes' descriptors that depends only
/// on them. Call it when vertex elements or a pipeline are created.
///
/// \param state memory provided by the caller; it need not be initialized
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_ROUNDING,
/// DRAL_ERROR_UNKNOWN_TABLE_SHAPE or DRAL_ERROR_UNKNOWN_RATE for an unknown
/// value;
/// DRAL_ERROR_BUFFER_COUNT for more than DRAL_VERTEX_STATE_BUFFERS buffers or
/// DRAL_VERTEX_STATE_ELEMENTS attributes, or an attribute whose buffer is not
/// among them; DRAL_ERROR_UNUSED_BUFFER for an unused buffer in a packed table
/// or an attribute of an unused buffer; DRAL_ERROR_IMAGES_IN_PACKED_TABLE;
/// DRAL_ERROR_FORMAT_RANGE for a format of more than 22 bits;
/// DRAL_ERROR_OFFSET_RANGE for a source_offset above 0x7FFFFFC0;
/// DRAL_ERROR_NO_ATTRIBUTE_RECORDS for v9 and later. On error the state is not
/// prepared, and other functions refuse it.
///
/// Source: docs/instancing.md, "Prepared vertex state".
int dral_vertex_state_prepare(struct dral_vertex_state *state,
                              const struct dral_vertex_state_info *info);

/// Writes the table of a draw from a prepared state: the same words as
/// dral_attribute_table, without a division. The architecture and the rounding
/// are those of the state.
///
/// \param buffers the bound buffers, as many and in the same order as in the
/// state; unused ones are ignored
/// \param words room for capacity words; 8 * (buffers + images) + 4 are always
/// enough, of which those after the table may be written
/// \return the number of words in the table; DRAL_ERROR_NOT_PREPARED;
/// DRAL_ERROR_NOT_RESOLVED; DRAL_ERROR_TABLE_FULL.
///
/// Source: docs/instancing.md, "Prepared vertex state".
int dral_vertex_state_table(const struct dral_vertex_state *state,
                            const struct dral_draw *draw,
                            const struct dral_bound_buffer *buffers,
                            uint32_t *words,
                            size_t capacity);

/// The offset of an attribute from a prepared state: the same as
/// dral_attribute_offset.
///
/// \param buffer the index of the attribute's buffer in the state
/// \param bound the buffer as it is bound
/// \param source_offset the attribute's offset within an element, in bytes
/// \return 0; DRAL_ERROR_NOT_PREPARED; DRAL_ERROR_NOT_RESOLVED;
/// DRAL_ERROR_BUFFER_COUNT for a buffer that is not in the state;
/// DRAL_ERROR_UNUSED_BUFFER; DRAL_ERROR_OFFSET_RANGE if the offset does not
/// fit in a signed 32-bit field.
///
/// Source: docs/instancing.md, "Attribute offset".
int dral_vertex_state_offset(const struct dral_vertex_state *state,
                             const struct dral_draw *draw,
                             uint32_t buffer,
                             const struct dral_bound_buffer *bound,
                             uint32_t source_offset,
                             int32_t *offset);

/// Writes the attribute descriptors (v4 to v7) of a draw from a prepared state:
/// for each attribute the slot of its buffer in the table, its format and its
/// offset, which is that of dral_attribute_offset and enabled. For a location
/// without an attribute, two zero words.
///
/// \param buffers the bound buffers, as in dral_vertex_state_table
/// \param words room for capacity words; 2 for each attribute of the state are
/// enough
/// \return the number of words, 2 for each attribute; DRAL_ERROR_TABLE_FULL;
/// DRAL_ERROR_NOT_PREPARED; DRAL_ERROR_NOT_RESOLVED; DRAL_ERROR_OFFSET_RANGE if
/// an offset does not fit in a signed 32-bit field.
///
/// Source: docs/instancing.md, "Attribute offset" and "Attribute descriptors
/// of v4 to v7".
int dral_vertex_state_attributes(const struct dral_vertex_state *state,
                                 const struct dral_draw *draw,
                                 const struct dral_bound_buffer *buffers,
                                 uint32_t *words,
                                 size_t capacity);

/// The slot of a buffer in the tables of a draw from a prepared state, for its
/// attributes.
///
/// \param buffer the index of the buffer in the state
/// \return the slot; DRAL_ERROR_NOT_PREPARED; DRAL_ERROR_NOT_RESOLVED;
/// DRAL_ERROR_BUFFER_COUNT for a buffer that is not in the state.
///
/// Source: docs/instancing.md, "Prepared vertex state".
int dral_vertex_state_slot(const struct dral_vertex_state *state,
                           const struct dral_draw *draw,
                           uint32_t buffer);

/// Whether the attributes of a draw have the same descriptors as those of an
/// earlier draw with the same state and buffers: 1, or 0 if they may differ.
/// Where ids are records (v4 and v5), this includes the slots after the table.
///
/// \param table_key table_key of the earlier draw; 0 if there was none
/// \param offset_key offset_key of the earlier draw
/// \return 1 or 0; 0 for NULL, a state that is not prepared and a draw that is
/// not resolved
///
/// Source: docs/instancing.md, "Dirty tracking".
uint32_t dral_vertex_state_same_attributes(const struct dral_vertex_state *state,
                                           uint32_t table_key,
                                           uint64_t offset_key,
                                           const struct dral_draw *draw);

/// The record from which v4 and v5 read the vertex id of a draw.
///
/// \return 0; DRAL_ERROR_NO_ID_RECORDS from v6 on; DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
int dral_vertex_id_record(const struct dral_draw *draw,
                          struct dral_id_record *record);

/// The record from which v4 and v5 read the instance id of a draw. For one
/// vertex and several instances it is the record that drivers write, with
/// which every thread with a linear id below 2^31 reads the instance id 0.
///
/// \return 0; DRAL_ERROR_NO_ID_RECORDS from v6 on; DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
int dral_instance_id_record(const struct dral_draw *draw,
                            struct dral_id_record *record);

/// The four words of an id record.
///
/// \param words 4 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type, a used field
/// that does not fit its bits or an `odd` above 4.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
int dral_id_record_pack(const struct dral_id_record *record, uint32_t *words);

/// The id record of four words: the reverse of dral_id_record_pack.
///
/// \param words 4 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for words that are not an id record.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
int dral_id_record_unpack(const uint32_t *words,
                          struct dral_id_record *record);

/// Model of the hardware: the id that the thread with linear_id reads through
/// an id record.
///
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type.
///
/// Source: docs/instancing.md, "Vertex id and instance id".
int dral_id_record_value(const struct dral_id_record *record,
                         uint32_t linear_id,
                         uint32_t *id);

/// The attribute descriptor of v9 to v14. The API divisor divides the instance
/// id; nothing is padded. Per instance, base_instance elements are added to
/// the offset. With DRAL_RATE_UNUSED it is the Null Descriptor of a location
/// without an attribute: eight zero words, as PanVK of Mesa 26 writes.
///
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_ROUNDING,
/// DRAL_ERROR_UNKNOWN_RATE or DRAL_ERROR_UNKNOWN_DIVISOR_ONE for an unknown
/// value; DRAL_ERROR_NO_ATTRIBUTE_DESCRIPTORS before v9;
/// DRAL_ERROR_FORMAT_RANGE and DRAL_ERROR_TABLE_RANGE for a format or table
/// that does not fit its bits;
/// DRAL_ERROR_OFFSET_RANGE for an offset that does not fit in a signed word.
///
/// Source: docs/instancing.md, "Valhall and later".
int dral_valhall_attribute(const struct dral_valhall_source *source,
                           struct dral_valhall_attribute *attribute);

/// The eight words of an attribute descriptor.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG for an offset_enable that is neither 0
/// nor 1; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type or frequency, or a
/// used field that does not fit its bits; DRAL_ERROR_FORMAT_RANGE and
/// DRAL_ERROR_TABLE_RANGE for a format or table that does not fit.
///
/// Source: docs/instancing.md, "Valhall and later".
int dral_valhall_attribute_pack(const struct dral_valhall_attribute *attribute,
                                uint32_t *words);

/// The attribute descriptor of eight words: the reverse of
/// dral_valhall_attribute_pack.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_NOT_A_DESCRIPTOR for words that are not an attribute
/// descriptor.
///
/// Source: docs/instancing.md, "Valhall and later".
int dral_valhall_attribute_unpack(const uint32_t *words,
                                  struct dral_valhall_attribute *attribute);

/// Model of the hardware: the index of the element that the thread with these
/// ids reads through a descriptor. 0 for every thread if the stride is 0.
///
/// \return 0; DRAL_ERROR_UNKNOWN_FLAG for an offset_enable that is neither 0
/// nor 1; DRAL_ERROR_NOT_A_DESCRIPTOR for an unknown type or frequency;
/// DRAL_ERROR_UNUSED_BUFFER for a Null Descriptor.
///
/// Source: docs/instancing.md, "Valhall and later".
int dral_valhall_attribute_element(const struct dral_valhall_attribute *attribute,
                                   uint32_t vertex_id,
                                   uint32_t instance_id,
                                   uint32_t *element);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

/// Checks the address and the size of a buffer and stores them as a record
/// needs them: once, for all draws until another buffer is bound.
///
/// \param bound on error all words are 0: a record of such a buffer has the
/// size 0
/// \param address GPU address of the first element, in bytes, below 2^56
/// \param size bytes from the address to the end of the buffer
/// \return 0; DRAL_ERROR_NULL_POINTER; DRAL_ERROR_ADDRESS_RANGE for an
/// address of 2^56 or more; DRAL_ERROR_SIZE_RANGE if size plus the low 6 bits
/// of the address exceeds 32 bits.
///
/// Source: docs/instancing.md, "Prepared vertex state".
static inline int
dral_bound_buffer_init(struct dral_bound_buffer *bound, uint64_t address,
                       uint64_t size)
{
   const uint32_t low_bits = (uint32_t)address & 63;
   const struct dral_bound_buffer none = { { 0, 0, 0, 0 } };

   if (!bound)
      return DRAL_ERROR_NULL_POINTER;
   bound->words[0] = (uint32_t)address;
   bound->words[1] = (uint32_t)(address >> 32);
   bound->words[2] = 0;
   bound->words[3] = (uint32_t)size + low_bits;
   if (address >> 56 == 0 && (size | (size + low_bits)) >> 32 == 0)
      return 0;
   *bound = none;
   return address >> 56 != 0 ? DRAL_ERROR_ADDRESS_RANGE
                             : DRAL_ERROR_SIZE_RANGE;
}

/// Whether attributes have the same offsets in two bound buffers: 1, or 0 if
/// their descriptors must be written again. Only the low 6 bits of an address
/// are part of an offset. The table is always written again.
///
/// \return 1 or 0; 0 for NULL
///
/// Source: docs/instancing.md, "Dirty tracking".
static inline uint32_t
dral_bound_buffer_same_offsets(const struct dral_bound_buffer *last,
                               const struct dral_bound_buffer *bound)
{
   return last && bound && ((last->words[0] ^ bound->words[0]) & 63) == 0;
}

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif /* DRAL_H */
