/* SPDX-License-Identifier: MIT */

/*
 * Second, independent implementations of what the library computes, which the
 * tests compare with it: here instancing, and in the files beside this one
 * the modules.  They are written only from docs/ and the documents named
 * there, and deliberately plain: loops, wide arithmetic, the rules branch by
 * branch, no shared code, no tables derived from the library.  Only the
 * structs are those of the headers.
 *
 * Functions that can fail return what the library's of that name do, and write
 * their outputs only on success.  Errors are checked in a fixed order: first
 * everything that is -EINVAL, then -EDOM and -ENOTSUP, then -ERANGE, then
 * -ENOSPC; those of a draw before those of its buffers, and buffers in order.
 * Pointers are never NULL, except for an array of no elements.
 */

#ifndef REFERENCE_H
#define REFERENCE_H

#include "dral.h"

#include <stdint.h>

/* The driver rule, branch by branch; 0 where the result would be 2^32. */
uint32_t
ref_padded_vertex_count(uint32_t v);

/*
 * The same counts by their other definition: the smallest number of the
 * padded form that the rule allows.  0 if it needs more than 32 bits, for v
 * == 0 under the driver rule, and for an unknown rule.
 */
uint32_t
ref_padded_by_search(uint32_t v, uint32_t rule);

int
ref_padded_count(uint32_t v, uint32_t rule, struct dral_padded_count *out);

/* Rounds up to a multiple of 4. */
int
ref_idvs_vertex_count(uint32_t v, uint32_t *out);

int
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

int
ref_index_range(const struct dral_index_range *range,
                struct dral_vertex_range *vertices);

/* A draw of no vertices or no instances succeeds, and every field is 0. */
int
ref_draw_resolve(const struct dral_draw *draw,
                 struct dral_resolved_draw *out);

/* The maximum instance count that resolves; the draw's own is ignored. */
int
ref_draw_max_instances(const struct dral_draw *draw, uint32_t *instances);

/* The invocation of work groups: sizes x, y, z, counts x, y, z. */
int
ref_work_groups(const uint32_t values[6], int graphics, int indirect,
                uint32_t words[2]);

int
ref_invocation(uint32_t vertex_count, uint32_t instance_count,
               uint32_t words[2]);

/*
 * slots is 1, or 2 for an NPOT record and its continuation.  All eight words
 * are written, those beyond the slots with 0.
 */
int
ref_attribute_record(const struct dral_draw *draw,
                     const struct dral_vertex_buffer *buffer,
                     uint32_t words[8], uint32_t *slots);

int
ref_attribute_offset(const struct dral_draw *draw,
                     const struct dral_vertex_buffer *buffer,
                     uint32_t source_offset, int32_t *offset);

/* Midgard's two id records. */
int
ref_vertex_id(const struct dral_draw *draw, uint32_t words[4]);

int
ref_instance_id(const struct dral_draw *draw, uint32_t words[4]);

/* The attribute descriptor of v9 and later. */
int
ref_valhall(const struct dral_valhall_source *attribute, uint32_t words[8]);

/*
 * Models of the hardware, which use only the words.  -EDOM for words of a
 * type other than the function's.
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
 * independent of hardware.  Divisor 0 at instance rate: always the first.
 */
uint32_t
ref_api_element(uint32_t rate, uint32_t divisor, uint32_t vertex_id,
                uint32_t instance_id);

#endif
