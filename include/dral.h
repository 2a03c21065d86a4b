/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The driver arithmetic library: the integer arithmetic that GPU drivers do
 * per draw and per attribute. This header is all that a driver calls; tests
 * and tools also include dral_model.h.
 *
 * Generated from src/ffi by build.rs; do not edit.
 *
 * The contract of every function, also of the modules:
 *
 * - A function that cannot fail returns its value. Every other returns 0, a
 *   count, a slot or a set of bits, or a negative enum dral_error (in modules
 *   also an error enum of their own). dral_error_text() returns its sentence.
 *   If several errors apply, which one is returned is unspecified.
 * - Errors are -10001 and below; those of modules begin with -10101, -10201 and
 *   so on. A negated errno is -4095 or above.
 * - NULL where data is needed is DRAL_ERROR_NULL_POINTER, or 0 from a function
 *   that cannot fail. An array may be NULL if its count is 0. An array
 *   beyond the address space, and more words than an int counts, are
 *   DRAL_ERROR_ARRAY_LENGTH. Every function can return these two; its comment
 *   lists the others.
 * - Any other pointer is what its type says, an array has the stated length,
 *   and outputs overlap nothing else.
 * - A capacity that is always enough is an upper bound: less is enough if the
 *   output fits in it.
 * - Numbers and the bits of structs are not trusted: no value makes a function
 *   crash, run forever or touch memory that is not its argument's. Enums are
 *   passed and stored as uint32_t; unknown values are errors.
 * - An output struct need not be initialized. An array that a function writes
 *   is zeroed or written before.
 * - On error, outputs hold unspecified values; a refused draw has 0 threads,
 *   and every function that needs a resolved draw refuses it.
 * - No allocation, no global state, no I/O. Any number of threads may read one
 *   prepared state or resolved draw; while a function writes a struct, nothing
 *   else may use it.
 * - No struct ever grows; new inputs and outputs come with new functions.
 *
 * Terms: the linear id is the index that a thread is dispatched with; the
 * padded count is the number of threads per instance; POT means a power of
 * two, NPOT any other number. docs/reference/instancing.md describes the
 * rules.
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

/// The major version: from 1.0 on, increases when the C interface breaks.
#define DRAL_VERSION_MAJOR 0

/// The minor version: increases when the C interface is extended; before 1.0,
/// also when it breaks.
#define DRAL_VERSION_MINOR 5

/// The patch version: increases when a release leaves the interface unchanged.
#define DRAL_VERSION_PATCH 0

/// The version as one number, for `#if`: major << 16 | minor << 8 | patch.
#define DRAL_VERSION (((DRAL_VERSION_MAJOR << 16) | (DRAL_VERSION_MINOR << 8)) | DRAL_VERSION_PATCH)

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// The version of the linked library, to compare with DRAL_VERSION: with a
/// shared library it can differ from the header's.
uint32_t dral_version(void);

/// Why a function refused a call, as a sentence for a log: static and never
/// NULL, also for the errors of modules. 0 and a positive number give "no
/// error", any other number "unknown error".
///
/// \param error what the function returned
const char *dral_error_text(int error);

/// Prepares a vertex state: checks the buffers and the attributes, and computes
/// the part of the table and of the attributes' descriptors that depends only
/// on them. Call it when vertex elements or a pipeline are created.
///
/// \param state your memory; it need not be initialized
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_ROUNDING,
/// DRAL_ERROR_UNKNOWN_TABLE_SHAPE or DRAL_ERROR_UNKNOWN_RATE for an unknown
/// value; DRAL_ERROR_BUFFER_COUNT for more than DRAL_VERTEX_STATE_BUFFERS
/// buffers, or an attribute whose buffer is not among them;
/// DRAL_ERROR_ELEMENT_COUNT for more than DRAL_VERTEX_STATE_ELEMENTS
/// attributes; DRAL_ERROR_UNUSED_BUFFER for an unused buffer in a packed
/// table, or an attribute of an unused buffer;
/// DRAL_ERROR_IMAGES_IN_PACKED_TABLE; DRAL_ERROR_FORMAT_RANGE for a format of
/// more than 22 bits; DRAL_ERROR_OFFSET_RANGE for a source_offset above
/// 0x7FFFFFC0; DRAL_ERROR_NO_ATTRIBUTE_RECORDS for v9 and later. On error the
/// state is not prepared, and other functions refuse it.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
DRAL_MUST_USE
int dral_vertex_state_prepare(struct dral_vertex_state *state,
                              const struct dral_vertex_state_info *info);

/// Checks the address and the size of a buffer and stores them as its record
/// needs them. Call it when you bind a vertex buffer.
///
/// \param bound on error all words are 0: a record of such a buffer has the
/// size 0
/// \param address GPU address of the first element, in bytes, below 2^56
/// \param size bytes from the address to the end of the buffer
/// \return 0; DRAL_ERROR_ADDRESS_RANGE for an address of 2^56 or more;
/// DRAL_ERROR_SIZE_RANGE if size plus the low 6 bits of the address exceeds 32
/// bits.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
DRAL_MUST_USE
int dral_bound_buffer_init(struct dral_bound_buffer *bound,
                           uint64_t address,
                           uint64_t size);

/// Resolves a draw: checks its inputs, copies them to `draw`, and computes its
/// results, which other functions read. It costs less if only the start and the
/// base instance differ from the last draw in `draw`, or if both draws have one
/// instance.
///
/// A draw without vertices or without instances is not an error: it has 0
/// threads, and you skip it. A draw that one dispatch cannot hold is refused.
///
/// \param draw the last draw, resolved or refused; zeroed before the first one
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE; DRAL_ERROR_NO_ATTRIBUTE_RECORDS
/// for v9 and later, where nothing is padded; DRAL_ERROR_UNKNOWN_FLAG for an
/// unknown rule or an idvs above 1; DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE for
/// 0; DRAL_ERROR_PADDED_COUNT_RANGE, DRAL_ERROR_THREAD_RANGE (more than 2^32
/// threads) or DRAL_ERROR_INVOCATION_RANGE for a draw that one dispatch cannot
/// hold. On error the draw has 0 threads.
///
/// Source: docs/reference/instancing.md, "A draw".
DRAL_MUST_USE
int dral_draw_resolve(struct dral_draw *draw,
                      const struct dral_draw_info *info);

/// Resolves the vertices of an indexed draw: the vertex count and the start
/// for struct dral_draw_info, and the base vertex offset. If the smallest index
/// is above the largest, the draw uses no index and all three are 0.
///
/// \return 0; DRAL_ERROR_VERTEX_RANGE for the range 0 to 0xFFFFFFFF, which has
/// 2^32 vertices; DRAL_ERROR_START_RANGE if the start or the negated smallest
/// index does not fit in a signed 32-bit field.
///
/// Source: docs/reference/instancing.md, "Indexed draws".
DRAL_MUST_USE
int dral_index_range_resolve(const struct dral_index_range *range,
                             struct dral_vertex_range *vertices);

/// Returns which words you must write for a draw, because they are not in
/// memory or would differ: a set of enum dral_words. Write each, and only then
/// add its bit to `written->words`.
///
/// Another state, buffer or draw is noticed; you need not report it. Zero
/// `written` when you allocate or give up the memory of the words.
///
/// \param buffers the bound buffers, as for dral_vertex_state_table
/// \return 0 to 3; DRAL_ERROR_NOT_PREPARED; DRAL_ERROR_NOT_RESOLVED;
/// DRAL_ERROR_BUFFER_COUNT if the state was prepared for another number of
/// buffers.
///
/// Source: docs/reference/instancing.md, "Dirty tracking".
DRAL_MUST_USE
int dral_words_to_write(struct dral_written *written,
                        const struct dral_vertex_state *state,
                        const struct dral_draw *draw,
                        const struct dral_bound_buffer *buffers,
                        size_t buffer_count);

/// Writes the table of a draw: the attribute buffer records of the bound
/// buffers, as enum dral_table_shape describes. The architecture and the
/// rounding are those of the state. Place the table at a multiple of 32 bytes.
///
/// \param buffers the bound buffers, as many and in the same order as in the
/// state; unused ones are ignored
/// \param words room for capacity words; 8 * (buffers + images) + 4 are always
/// enough, of which those after the table may be written
/// \return the number of words in the table; DRAL_ERROR_NOT_PREPARED;
/// DRAL_ERROR_NOT_RESOLVED; DRAL_ERROR_BUFFER_COUNT if the state was prepared
/// for another number of buffers; DRAL_ERROR_OUTPUT_TOO_SMALL.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
DRAL_MUST_USE
int dral_vertex_state_table(const struct dral_vertex_state *state,
                            const struct dral_draw *draw,
                            const struct dral_bound_buffer *buffers,
                            size_t buffer_count,
                            uint32_t *words,
                            size_t capacity);

/// Writes the attribute descriptors (v4 to v7) of a draw: for each attribute
/// the slot of its buffer in the table, its format and its offset, which is
/// enabled. For a location without an attribute, two zero words.
///
/// \param buffers the bound buffers, as for dral_vertex_state_table
/// \param words room for capacity words; 2 for each attribute of the state are
/// enough
/// \return the number of words, 2 for each attribute; DRAL_ERROR_NOT_PREPARED;
/// DRAL_ERROR_NOT_RESOLVED; DRAL_ERROR_BUFFER_COUNT if the state was prepared
/// for another number of buffers; DRAL_ERROR_OUTPUT_TOO_SMALL;
/// DRAL_ERROR_OFFSET_RANGE if an offset does not fit in a signed 32-bit field.
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

/// The slot after the records and images in the table of a draw: on v4 and v5
/// the first that is free for the id records.
///
/// \return the slot; DRAL_ERROR_NOT_PREPARED; DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/reference/instancing.md, "Prepared vertex state".
DRAL_MUST_USE
int dral_vertex_state_end(const struct dral_vertex_state *state,
                          const struct dral_draw *draw);

/// Writes the two records from which v4 and v5 read the vertex id and the
/// instance id of a draw. Write them when you write the table.
///
/// \param words 8 words: the vertex id record, then the instance id record
/// \return 0; DRAL_ERROR_NO_ID_RECORDS for v6 and later;
/// DRAL_ERROR_NOT_RESOLVED.
///
/// Source: docs/reference/instancing.md, "Vertex id and instance id".
DRAL_MUST_USE
int dral_id_records(const struct dral_draw *draw,
                    uint32_t *words);

/// Writes the attribute descriptor of v9 and later. The API divisor divides
/// the instance id; nothing is padded. Per instance, base_instance elements
/// are added to the offset.
///
/// \param words 8 words
/// \return 0; DRAL_ERROR_UNKNOWN_ARCHITECTURE, DRAL_ERROR_UNKNOWN_ROUNDING,
/// DRAL_ERROR_UNKNOWN_RATE, DRAL_ERROR_UNKNOWN_DIVISOR_ONE or
/// DRAL_ERROR_UNKNOWN_FLAG (unused_location) for an unknown value;
/// DRAL_ERROR_NO_ATTRIBUTE_DESCRIPTORS before v9; DRAL_ERROR_FORMAT_RANGE and
/// DRAL_ERROR_TABLE_RANGE for a format or table that does not fit its bits;
/// DRAL_ERROR_OFFSET_RANGE for an offset that does not fit in a signed word.
///
/// Source: docs/reference/instancing.md, "Valhall and later".
DRAL_MUST_USE
int dral_valhall_attribute(const struct dral_valhall_source *source,
                           uint32_t *words);

/// The padded vertex count under the driver rule, in vertices: the smallest
/// number that is 1, 3, 5, 7 or 9 times a power of two and at least
/// vertex_count. For 20 vertices and more it is greater than vertex_count.
///
/// Any vertex count is allowed. The result is 0 for 0, and for 0xE0000000 or
/// more, where the padded count would be 2^32.
///
/// Source: docs/reference/instancing.md, "Padded vertex count".
uint32_t dral_padded_vertex_count(uint32_t vertex_count);

/// The magic divisor of a divisor, exact for every 32-bit id.
///
/// \param divisor 1 or more
/// \param rounding an enum dral_rounding
/// \return 0; DRAL_ERROR_ZERO_DIVISOR; DRAL_ERROR_UNKNOWN_ROUNDING;
/// DRAL_ERROR_POWER_OF_TWO_DIVISOR for a power of two under
/// DRAL_ROUNDING_NEAREST, which has no 31-bit magic.
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
