/* SPDX-License-Identifier: MIT */

/*
 * A second, independent implementation of the library, with which the tests
 * compare it: instancing here, the modules in the other files of this folder.
 * It is written only from docs/ and the documents named there, and is
 * deliberately plain: loops, wide arithmetic, the rules branch by branch, no
 * shared code, no tables derived from the library.  Only the structs are
 * the headers'.
 *
 * Functions of instancing that can fail return 0, or the set of all errors
 * that apply, with bit n for the error -n, because it is unspecified which of
 * them the library returns.  An unknown number hides the errors of everything
 * computed from it.  On error, outputs are unspecified.  Pointers are not
 * NULL, except to an array without elements.
 */

#ifndef REFERENCE_H
#define REFERENCE_H

#include "dral.h"

#include <stddef.h>
#include <stdint.h>

/* The driver rule, branch by branch; 0 where the result would be 2^32. */
uint32_t
ref_padded_vertex_count(uint32_t v);

/*
 * The same counts by their other definition: the smallest number of the
 * padded form that the rule allows.  0 if that needs more than 32 bits, if v
 * is 0 under the driver rule, or if the rule is unknown.
 */
uint32_t
ref_padded_by_search(uint32_t v, uint32_t rule);

/* The factors of a padded count, or of 0. */
struct dral_padded_count
ref_split_padded(uint32_t count);

uint64_t
ref_padded_count(uint32_t v, uint32_t rule, struct dral_padded_count *out);

/* Rounds up to a multiple of 4. */
uint64_t
ref_idvs_vertex_count(uint32_t v, uint32_t *out);

uint64_t
ref_magic_divisor(uint32_t d, uint32_t rounding,
                  struct dral_magic_divisor *out);

/*
 * The hardware's quotient for an id.  As in all models, only the stored bits
 * are used: 31 of magic, 5 of shift, 1 of extra_flags.
 */
uint32_t
ref_magic_divide(const struct dral_magic_divisor *m, uint32_t id);

/*
 * 1 if a sufficient condition proves m exact for all 2^32 ids.  0 does not
 * prove the opposite: a large d has few multiples below 2^32, so a triple
 * outside the bound can still be correct for every id.
 */
int
ref_magic_is_exact(uint32_t d, const struct dral_magic_divisor *m);

uint64_t
ref_index_range(const struct dral_index_range *range,
                struct dral_vertex_range *vertices);

/*
 * Resolves a draw, except for its offset_key.  A draw without vertices or
 * instances succeeds, with 0 threads and the table_key 0; then, as on error,
 * the other results are unspecified.
 */
uint64_t
ref_draw_resolve(const struct dral_draw_info *info, struct dral_draw *draw);

/* The maximum instance count of a valid draw; the draw's own is ignored. */
uint64_t
ref_draw_max_instances(const struct dral_draw_info *info,
                       uint32_t *instances);

/* The invocation of work groups.  values: sizes x, y, z, counts x, y, z. */
uint64_t
ref_work_groups(const uint32_t values[6], int graphics, int indirect,
                uint32_t words[2]);

uint64_t
ref_invocation(uint32_t vertex_count, uint32_t instance_count,
               uint32_t words[2]);

/* The words of a bound buffer, all 0 on error. */
uint64_t
ref_bound_buffer(uint64_t address, uint64_t size, uint32_t words[4]);

/*
 * The functions below take the inputs of a draw with vertices and instances,
 * and resolve it themselves.
 */

/* The words of a record.  Without a continuation, its words are 0. */
void
ref_record_pack(const struct dral_attribute_record *record,
                uint32_t words[8]);

/* slots receives the number of slots in a packed table, 1 or 2. */
uint64_t
ref_attribute_record(const struct dral_draw_info *info,
                     const struct dral_vertex_buffer *buffer,
                     uint32_t words[8], uint32_t *slots);

/* Writes exactly the words of the table, except images. */
uint64_t
ref_attribute_table(const struct dral_draw_info *info, uint32_t shape,
                    uint32_t image_count,
                    const struct dral_vertex_buffer *buffers,
                    size_t buffer_count, uint32_t *words, uint32_t *slots,
                    uint32_t *word_count);

uint64_t
ref_attribute_offset(const struct dral_draw_info *info,
                     const struct dral_vertex_buffer *buffer,
                     uint32_t source_offset, int32_t *offset);

/* The vertex id and the instance id record of Midgard (v4 and v5). */
/* How many vertices or instances a draw may have in a buffer. */
uint64_t
ref_vertex_buffer_limit(const struct dral_vertex_buffer *buffer,
                        uint64_t offset, uint32_t bytes, int32_t offset_start,
                        uint32_t base_instance, uint64_t *limit);

/* The descriptor of a location without an attribute on v4 to v7. */
void
ref_unused_attribute(uint32_t architecture, uint32_t unused_location,
                     uint32_t words[2]);

uint64_t
ref_id_records(const struct dral_draw_info *info, uint32_t words[8]);

/* The attribute descriptor of v9 and later. */
uint64_t
ref_valhall(const struct dral_valhall_source *attribute, uint32_t words[8]);

/*
 * Models of the hardware, which use only the words.  They return 1, or 0 if
 * the words are of another type.
 */

/* The elements of consecutive linear ids. */
int
ref_record_elements(const uint32_t words[8], uint32_t first_linear_id,
                    uint32_t count, uint32_t *elements);

int
ref_id_value(const uint32_t words[4], uint32_t linear_id, uint32_t *id);

int
ref_valhall_element(const uint32_t words[8], uint32_t vertex_id,
                    uint32_t instance_id, uint32_t *element);

/*
 * The element that an attribute reads by the rules of the graphics APIs,
 * independent of hardware.  At instance rate, divisor 0 means element 0.
 */
uint32_t
ref_api_element(uint32_t rate, uint32_t divisor, uint32_t vertex_id,
                uint32_t instance_id);

#endif
