/* SPDX-License-Identifier: MIT */

/*
 * A second, independent implementation of the placement and packing of
 * varyings, written only from the text of the rules.  The tests compare the
 * library with it, so it is deliberately plain: loops, 64-bit arithmetic and
 * no shared code.
 *
 * The unit is the fine position, one 32-bit component: fine = 4 * slot +
 * component.  A fine position is a 32-bit result; one that needs more bits is
 * -ERANGE.
 *
 * Functions that can fail return 0 or a negative errno and write their
 * outputs only on success.  Errors are checked in a fixed order: first
 * everything that is -EINVAL, then -ENOTSUP, then -ERANGE, then -ENOSPC.
 * Pointers are never NULL, except for an array of no elements.
 */

#ifndef VARYING_H
#define VARYING_H

#include "dral_varying.h"

#include <stddef.h>
#include <stdint.h>

/* The number of bits in the mask of reserved slots. */
#define REF_MAX_SLOTS 64

/* One per component, the size of the smallest varying. */
#define REF_MAX_PACKED_VARYINGS (4 * REF_MAX_SLOTS)

/* Enough space for each of the text forms, with its NUL. */
#define REF_DECLARATION_TEXT_SIZE 128

#define REF_SEMANTIC_COUNT 21

/* Placement. */

/*
 * -EINVAL: unknown semantic, first_component above 3, no or more than 4
 * components, last before first; or the declaration has no such element or
 * component.  -ERANGE: the position needs more than 32 bits.
 */
int
ref_declaration_place(const struct dral_varying_declaration *declaration,
                      uint32_t element, uint32_t component,
                      struct dral_varying_place *place);

/*
 * The same without a declaration, for an unbounded array: -EINVAL only for
 * frac, component_count and component.
 */
int
ref_component_place(uint32_t location, uint32_t frac,
                    uint32_t component_count, uint32_t element,
                    uint32_t component, struct dral_varying_place *place);

struct dral_varying_place
ref_place_at(uint32_t fine);

/* base + 4 * fine; base is the address of the semantic's index 0. */
int
ref_byte_address(uint32_t base, uint32_t fine, uint32_t *address);

/* -ERANGE: a position or a number of components of more than 32 bits. */
int
ref_declaration_span(const struct dral_varying_declaration *declaration,
                     struct dral_varying_span *span);

/*
 * Full vectors instead of the declarations, from position 0 on, for the sum
 * of their components.
 */
int
ref_merged_declaration(const struct dral_varying_declaration *declarations,
                       uint32_t count, struct dral_varying_span *span);

/* 1 if both have the same semantic and a component in common, else 0. */
int
ref_declarations_overlap(const struct dral_varying_declaration *a,
                         const struct dral_varying_declaration *b,
                         uint32_t *overlap);

/*
 * OUT[ADDR + relative].component with a scalar address register, which
 * counts components.  -EINVAL: component above 3.
 */
int
ref_scalar_place(uint32_t first, uint32_t address_register,
                 uint32_t relative, uint32_t component,
                 struct dral_varying_place *place);

/*
 * Up to 4 components from fine on, split at the slot boundary.  An unused
 * piece is all zero; for a count of 0, both are.  -EINVAL: count above 4.
 */
int
ref_split(uint32_t fine, uint32_t count, struct dral_varying_piece pieces[2]);

/*
 * Clip distances followed by cull distances, from CLIP_DIST0 on.  -ERANGE:
 * more than 8 in total.
 */
int
ref_clip_cull(uint32_t clip, uint32_t cull,
              struct dral_varying_clip_cull *both);

/* The packer. */

/*
 * The components that the varying takes from fine on, with the padding of
 * 64-bit types.  Loops over the elements of the array.
 */
int
ref_varying_components(const struct dral_varying *varying, uint32_t fine,
                       uint32_t *components);

/* Varyings of one class may share a slot where classes are aligned. */
int
ref_varying_class(const struct dral_varying *varying,
                  uint32_t *varying_class);

/*
 * fine[i] is the position of varyings[i]; components_used has max_slots
 * elements, 0 for an empty slot.  Patch varyings are an ordinary class: to
 * count them separately, pack them in a separate call.
 *
 * -EINVAL: an unknown flag, a max_slots above REF_MAX_SLOTS, or a value of a
 * varying outside its range.  -ERANGE: they do not fit.
 */
int
ref_pack(const struct dral_varying *varyings, uint32_t count, uint32_t flags,
         uint64_t reserved_slots, uint32_t max_slots, uint32_t *fine,
         uint8_t *components_used, uint32_t *slots_used);

/* Hardware presets. */

/*
 * nvc0's byte address of semantic[index].  -ENOTSUP: it has none in the
 * direction.  -ERANGE: there are not that many, or an address of more than 32
 * bits.
 */
int
ref_nvc0_address(uint32_t semantic, uint32_t index, uint32_t output,
                 uint32_t *address);

/* Text forms. */

/*
 * OUT[0..7].x, CLIPDIST, ARRAY(1)
 *
 * length excludes the NUL.  -ENOSPC: text and NUL need more than capacity.
 */
int
ref_proposed_text(const struct dral_varying_declaration *declaration,
                  char *text, size_t capacity, size_t *length);

/*
 * DCL OUT[0..7].x, ARRAY(1), CLIPDIST
 *
 * -ENOTSUP: frac is not 0, which TGSI cannot express.
 */
int
ref_tgsi_text(const struct dral_varying_declaration *declaration, char *text,
              size_t capacity, size_t *length);

#endif
