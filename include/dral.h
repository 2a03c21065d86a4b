/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The driver arithmetic library: the integer arithmetic that GPU drivers do
 * per draw and per attribute. A driver needs only this header; tests and tools
 * also include dral_model.h.
 *
 * Generated from src/ffi; do not edit.
 *
 * The contract of every function, also of the modules:
 *
 * - A function that can fail returns 0, a count, a slot or a set of bits, or a
 *   negative error: an enum dral_error, or a module's own. dral_error_text()
 *   returns its sentence. Errors are -10001 and below, no negated errno.
 * - Any of them may return DRAL_ERROR_NULL_POINTER for NULL where data is
 *   needed (others return 0, or a sentence), and DRAL_ERROR_ARRAY_LENGTH for an
 *   array beyond the address space or more words than an int counts. Comments
 *   list the others. If several apply, which one is returned is unspecified.
 * - A pointer points to its type, an array has the stated length, and outputs
 *   overlap nothing else. An array may be NULL if its count is 0. Output
 *   arrays must be initialized, which is Rust's rule; output structs need not
 *   be. A documented capacity is the worst case: as many words as the function
 *   returns are enough.
 * - Numbers and the bits of structs are not trusted: no value makes a function
 *   crash, run forever or touch memory that is not its argument's. Enums are
 *   passed and stored as uint32_t; unknown values are errors. Flags are 0 or
 *   1.
 * - On error, outputs hold unspecified values. A draw whose resolution failed
 *   has 0 threads, and is an error where a resolved draw is needed.
 * - No allocation, no global state, no I/O. Any number of threads may read one
 *   prepared state or resolved draw; while a function writes a struct, nothing
 *   else may use it.
 * - Within a minor version no struct grows; new inputs and outputs come with
 *   new functions.
 *
 * The linear id is the index that a thread is dispatched with; the padded
 * count is the number of threads per instance; POT means a power of two, NPOT
 * any other number. docs/reference/instancing.md has the rules.
 */

#ifndef DRAL_H
#define DRAL_H

#include <stddef.h>
#include "dral_types.h"

/* For functions that can fail: compilers warn if you ignore the result. */
#ifdef __GNUC__
#define DRAL_MUST_USE __attribute__((__warn_unused_result__))
#else
#define DRAL_MUST_USE
#endif

#if defined(__cplusplus) && defined(__GNUC__)
/* In C++ a function hides the constructor of the struct of the same name. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

/// The major version. After 1.0, it increases when the C interface breaks.
#define DRAL_VERSION_MAJOR 0

/// The minor version increases when the C interface is extended; before 1.0,
/// also when it breaks.
#define DRAL_VERSION_MINOR 6

/// The patch version increases when a release leaves the interface unchanged.
#define DRAL_VERSION_PATCH 0

/// The version as one number, for `#if`: major << 16 | minor << 8 | patch.
#define DRAL_VERSION (((DRAL_VERSION_MAJOR << 16) | (DRAL_VERSION_MINOR << 8)) | DRAL_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// The version of the linked library, as DRAL_VERSION is the header's.
uint32_t dral_version(void);

/// The sentence of an error for a log, also of a module: static and never NULL.
const char *dral_error_text(int error);

/// Prepares a vertex state, when you create vertex elements or a pipeline.
///
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_ROUNDING,
/// DRAL_ERROR_UNKNOWN_TABLE_SHAPE, DRAL_ERROR_UNKNOWN_RATE,
/// DRAL_ERROR_UNKNOWN_FLAG (unused_location), DRAL_ERROR_BUFFER_COUNT,
/// DRAL_ERROR_ELEMENT_COUNT, DRAL_ERROR_IMAGES_IN_PACKED_TABLE,
/// DRAL_ERROR_FORMAT_RANGE; DRAL_ERROR_UNUSED_BUFFER for an unused buffer in a
/// packed table, or its attribute; DRAL_ERROR_OFFSET_RANGE for a source_offset
/// above 0x7FFFFFC0; DRAL_ERROR_NO_ATTRIBUTE_RECORDS for v9 and later. On error
/// the state is not prepared.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
DRAL_MUST_USE
int dral_vertex_state_prepare(struct dral_vertex_state *state,
                              const struct dral_vertex_state_info *info);

/// Checks and stores a vertex buffer's address and size, when you bind it.
///
/// \param bound on error all 0: a record of such a buffer has the size 0
/// \param address GPU address of the first element, in bytes, below 2^56
/// \param size bytes from the address to the end; plus the low 6 bits of the
/// address at most 0xFFFFFFFF
/// \return 0; DRAL_ERROR_ADDRESS_RANGE, DRAL_ERROR_SIZE_RANGE.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
DRAL_MUST_USE
int dral_bound_buffer_init(struct dral_bound_buffer *bound,
                           uint64_t address,
                           uint64_t size);

/// Resolves a draw. It costs less if only the start and the base instance
/// differ from the last draw in `draw`, or if both draws have one instance.
///
/// A draw without vertices or instances is not an error: skip its 0 threads.
///
/// \param draw the last draw, resolved or not; zeroed before the first one
/// \param info may be `&draw->info`, which you change only to pass it here;
/// NULL clears the draw
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_FLAG,
/// DRAL_ERROR_UNKNOWN_IDVS, DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE;
/// DRAL_ERROR_PADDED_COUNT_RANGE, DRAL_ERROR_THREAD_RANGE or
/// DRAL_ERROR_INVOCATION_RANGE for a draw that one dispatch cannot hold;
/// DRAL_ERROR_NO_ATTRIBUTE_RECORDS for v9 and later. On error: 0 threads.
///
/// Source: docs/reference/instancing.md, "A draw".
DRAL_MUST_USE
int dral_draw_resolve(struct dral_draw *draw,
                      const struct dral_draw_info *info);

/// Resolves the vertices of an indexed draw, for struct dral_draw_info and the
/// draw descriptor. All three are 0 if the draw uses no index.
///
/// \return 0; DRAL_ERROR_VERTEX_RANGE, DRAL_ERROR_START_RANGE.
///
/// Source: docs/reference/instancing.md, "Indexed draws".
DRAL_MUST_USE
int dral_index_range_resolve(const struct dral_index_range *range,
                             struct dral_vertex_range *vertices);

/// Returns the words that you must write for a draw, because the newest ones
/// may differ or there are none: a set of enum dral_words. Write each to new
/// memory, and only then add its bit to `written->words`. On error nothing is
/// changed.
///
/// \param buffers the bound buffers, as for dral_vertex_state_table
/// \return 0 to 3; DRAL_ERROR_NOT_PREPARED, DRAL_ERROR_NOT_RESOLVED,
/// DRAL_ERROR_STATE_MISMATCH, DRAL_ERROR_BUFFER_COUNT.
///
/// Source: docs/reference/instancing.md, "Dirty tracking".
DRAL_MUST_USE
int dral_words_to_write(struct dral_written *written,
                        const struct dral_vertex_state *state,
                        const struct dral_draw *draw,
                        const struct dral_bound_buffer *buffers,
                        size_t buffer_count);

/// Writes the table of a draw, as enum dral_table_shape describes it. Place it
/// at a multiple of 32 bytes.
///
/// \param buffers as many and in the same order as in the state; unused ones
/// are ignored
/// \param capacity 8 * (buffers + images) + 4 words are enough; those after the
/// table may be written
/// \return the number of words in the table; DRAL_ERROR_NOT_PREPARED,
/// DRAL_ERROR_NOT_RESOLVED, DRAL_ERROR_STATE_MISMATCH, DRAL_ERROR_BUFFER_COUNT,
/// DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
DRAL_MUST_USE
int dral_vertex_state_table(const struct dral_vertex_state *state,
                            const struct dral_draw *draw,
                            const struct dral_bound_buffer *buffers,
                            size_t buffer_count,
                            uint32_t *words,
                            size_t capacity);

/// Writes the attribute descriptors (v4 to v7) of a draw. A location without an
/// attribute gets what enum dral_unused_location selects.
///
/// \param buffers as for dral_vertex_state_table
/// \param capacity 2 words for each attribute of the state are enough
/// \return the number of words, 2 for each attribute; DRAL_ERROR_NOT_PREPARED,
/// DRAL_ERROR_NOT_RESOLVED, DRAL_ERROR_STATE_MISMATCH, DRAL_ERROR_BUFFER_COUNT,
/// DRAL_ERROR_OUTPUT_TOO_SMALL, DRAL_ERROR_OFFSET_RANGE.
///
/// Source: docs/reference/instancing.md, "Attribute offset" and "Attribute
/// descriptors of v4 to v7".
DRAL_MUST_USE
int dral_vertex_state_attributes(const struct dral_vertex_state *state,
                                 const struct dral_draw *draw,
                                 const struct dral_bound_buffer *buffers,
                                 size_t buffer_count,
                                 uint32_t *words,
                                 size_t capacity);

/// The slot after the records and images in the table of a draw, on v4 and v5
/// also after the zero slot of a table of pairs: put the id records there.
///
/// \return the slot; DRAL_ERROR_NOT_PREPARED, DRAL_ERROR_NOT_RESOLVED,
/// DRAL_ERROR_STATE_MISMATCH.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
DRAL_MUST_USE
int dral_vertex_state_end(const struct dral_vertex_state *state,
                          const struct dral_draw *draw);

/// Writes the two records from which v4 and v5 read the vertex id and the
/// instance id.
///
/// \param words 8 words: the vertex id record, then the instance id record
/// \return 0; DRAL_ERROR_NO_ID_RECORDS for v6 and later;
/// DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
DRAL_MUST_USE
int dral_id_records(const struct dral_draw *draw,
                    uint32_t *words);

/// Writes the two words of an attribute descriptor of v4 to v7.
///
/// \return 0; DRAL_ERROR_SLOT_RANGE, DRAL_ERROR_FORMAT_RANGE.
///
/// Source: docs/reference/instancing.md, "Attribute descriptors of v4 to v7".
DRAL_MUST_USE
int dral_attribute_descriptor_pack(const struct dral_attribute_descriptor *attribute,
                                   uint32_t *words);

/// The size of a varying buffer, in bytes: threads of the draw times stride, in
/// bytes per thread, rounded up to a multiple of 64.
///
/// \return 0; DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/reference/instancing.md, "Varying buffers".
DRAL_MUST_USE
int dral_varying_buffer_size(const struct dral_draw *draw,
                             uint32_t stride,
                             uint64_t *size);

/// The number of vertices, or of instances of per-instance data, up to which no
/// read of an attribute leaves its buffer. Padding threads are not counted.
///
/// \param buffer the address is not read
/// \param offset bytes from the address to the attribute in element 0
/// \param bytes the size of the attribute's format
/// \param offset_start, base_instance as in struct dral_draw_info
/// \param limit UINT64_MAX if there is none, or if it is larger
/// \return 0; DRAL_ERROR_UNKNOWN_RATE.
///
/// Source: docs/reference/instancing.md, "How many elements a buffer holds".
DRAL_MUST_USE
int dral_vertex_buffer_limit(const struct dral_vertex_buffer *buffer,
                             uint64_t offset,
                             uint32_t bytes,
                             int32_t offset_start,
                             uint32_t base_instance,
                             uint64_t *limit);

/// Writes the attribute descriptor of v9 and later. Per instance, base_instance
/// elements are added to the offset.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_ROUNDING,
/// DRAL_ERROR_UNKNOWN_RATE, DRAL_ERROR_UNKNOWN_DIVISOR_ONE,
/// DRAL_ERROR_UNKNOWN_FLAG (unused_location), DRAL_ERROR_FORMAT_RANGE,
/// DRAL_ERROR_TABLE_RANGE, DRAL_ERROR_OFFSET_RANGE;
/// DRAL_ERROR_NO_ATTRIBUTE_DESCRIPTORS before v9.
///
/// Source: docs/reference/instancing.md, "Valhall and later".
DRAL_MUST_USE
int dral_valhall_attribute(const struct dral_valhall_source *source,
                           uint32_t *words);

/// The padded vertex count under DRAL_PADDING_RULE_DRIVER, in vertices. It
/// returns 0 for 0 vertices, and for 0xE0000000 or more, because 2^32 does not
/// fit.
///
/// Source: docs/reference/instancing.md, "Padded vertex count".
uint32_t dral_padded_vertex_count(uint32_t vertex_count);

/// The magic divisor of a divisor, exact for every 32-bit id.
///
/// \param divisor 1 or more
/// \param rounding an enum dral_rounding
/// \return 0; DRAL_ERROR_ZERO_DIVISOR, DRAL_ERROR_UNKNOWN_ROUNDING;
/// DRAL_ERROR_POWER_OF_TWO_DIVISOR under DRAL_ROUNDING_NEAREST.
///
/// Source: docs/reference/instancing.md, "Magic divisor".
DRAL_MUST_USE
int dral_magic_divisor(uint32_t divisor,
                       uint32_t rounding,
                       struct dral_magic_divisor *out);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#if defined(__cplusplus) && defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#endif /* DRAL_H */
