/* SPDX-License-Identifier: MIT */

/*
 * A second, independent implementation of the placement and packing of
 * varyings, written from the text of the rules only.  The tests compare the
 * library with it, so it is plain on purpose: loops, 64-bit arithmetic and
 * no shared code.
 *
 * Everything is counted in fine positions, units of one 32-bit component:
 * fine = 4 * slot + component.  Fine positions are 32-bit results like any
 * other: one that needs more is -ERANGE.
 *
 * Functions that can fail return 0 or a negative errno and write their
 * outputs only on success.  Errors are looked for in a fixed order: first
 * everything that is -EINVAL, then -ENOTSUP, then -ERANGE, then -ENOSPC.
 * Pointers are never NULL, except that an array of no elements may be.
 */

#ifndef VARYING_H
#define VARYING_H

#include "dral_varying.h"

#include <stddef.h>
#include <stdint.h>

/* No address, no position. */
#define REF_NONE 0xFFFFFFFFu

/* As many slots as the mask of reserved slots has bits. */
#define REF_MAX_SLOTS 64

/* One for each component, as no varying is smaller than that. */
#define REF_MAX_PACKED_VARYINGS (4 * REF_MAX_SLOTS)

/* Room enough for each of the text forms, with its NUL. */
#define REF_DECLARATION_TEXT_SIZE 128

#define REF_SEMANTIC_COUNT 21

enum {
   REF_BASE_FLOAT = 0,
   REF_BASE_INT = 1,
   REF_BASE_UINT = 2,
   REF_BASE_DOUBLE = 3
};

enum {
   REF_INTERP_SMOOTH = 1,
   REF_INTERP_FLAT = 2,
   REF_INTERP_NOPERSPECTIVE = 3
};

/* No flag at all is the tight mode. */
enum {
   REF_PACK_GL_ORDER = 1,
   REF_PACK_CLASS_ALIGN = 2,
   REF_PACK_POT_VEC3 = 4,
   REF_PACK_NONE = 8
};

struct ref_slot {
   uint32_t slot;
   uint32_t component;
};

/* Placement. */

/*
 * -EINVAL: unknown semantic, first_component above 3, no or more than 4
 * components, last before first; or the declaration has no such element or
 * component.
 */
int
ref_declaration_place(const struct dral_varying_declaration *declaration,
                      uint32_t element, uint32_t component, uint32_t *fine);

/*
 * The same without a declaration, for an array that has no end: -EINVAL for
 * frac, component_count and component only.
 */
int
ref_component_place(uint32_t location, uint32_t frac,
                    uint32_t component_count, uint32_t element,
                    uint32_t component, struct ref_slot *place);

struct ref_slot
ref_slot_of(uint32_t fine);

/* base + 4 * fine; base is where the semantic's index 0 is. */
int
ref_byte_address(uint32_t base, uint32_t fine, uint32_t *address);

/* How many components the declaration uses. */
int
ref_declaration_components(const struct dral_varying_declaration *declaration,
                           uint32_t *components);

/* How many slots it reaches into, from that of semantic_index on. */
int
ref_declaration_slots(const struct dral_varying_declaration *declaration,
                      uint32_t *slots);

/*
 * Full vectors in place of the declarations: OUT[0..last_register] for the
 * sum of their components.  -EINVAL also if there is no declaration.
 */
int
ref_merged_declaration(const struct dral_varying_declaration *declarations,
                       uint32_t count, uint32_t *components,
                       uint32_t *last_register);

/* 1 if both have the same semantic and a component in common, else 0. */
int ref_declarations_overlap(const struct dral_varying_declaration *a,
                             const struct dral_varying_declaration *b,
                             uint32_t *overlap);

/*
 * OUT[ADDR + relative].component with a scalar address register, which
 * counts components.  -EINVAL: component above 3.
 */
int
ref_scalar_index(uint32_t first, uint32_t address_register,
                 uint32_t relative, uint32_t component, uint32_t *fine);

/*
 * Up to 4 components from fine on, cut at the slot boundary.  An unused
 * piece is all zero; both are for a count of 0.  -EINVAL: count above 4.
 */
int
ref_split(uint32_t fine, uint32_t count, struct dral_varying_piece pieces[2]);

/* Where element is, relative to the first slot.  -EINVAL: frac above 3. */
int
ref_compact_element(uint32_t frac, uint32_t element, struct ref_slot *offset);

/*
 * Clip distances and after them cull distances, from CLIP_DIST0 on: where
 * the first cull distance is or would be, and the slots of both together.
 * -ERANGE: more than 8 in all.
 */
int
ref_clip_cull(uint32_t clip, uint32_t cull, struct ref_slot *first_cull,
              uint32_t *slots);

/* The packer. */

/*
 * The components that the varying takes from fine on, with the padding of
 * 64-bit types.  Walks the array element by element.
 */
int
ref_varying_components(const struct dral_varying *varying, uint32_t fine,
                       uint32_t *components);

/* What may share a slot under REF_PACK_CLASS_ALIGN. */
int
ref_varying_class(const struct dral_varying *varying,
                  uint32_t *varying_class);

/*
 * fine[i] is the position of varyings[i]; components_used has max_slots
 * elements, 0 for a slot that nothing was put into.  Patch varyings are a
 * class like any other: for a counter of their own pack them alone.
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
 * nvc0's byte address of semantic[index]; index counts only where addresses
 * depend on it.  REF_NONE for the edge flag as an output.
 *
 * -EINVAL: an unknown semantic, one that the direction lacks, or output is
 * neither 0 nor 1.  -ERANGE: GENERIC from 32 on, CLIPDIST from 2 on, an
 * address of more than 32 bits.
 */
int
ref_nvc0_address(uint32_t semantic, uint32_t index, uint32_t output,
                 uint32_t *address);

/* Text forms. */

/*
 * OUT[0..7].x, CLIPDIST, ARRAY(1)
 *
 * length is without the NUL.  -ENOSPC: text and NUL need more than capacity.
 */
int ref_proposed_text(const struct dral_varying_declaration *declaration,
                      char *text, size_t capacity, size_t *length);

/*
 * DCL OUT[0..7].x, ARRAY(1), CLIPDIST
 *
 * -ENOTSUP: frac is not 0, which TGSI has no words for.
 */
int
ref_tgsi_text(const struct dral_varying_declaration *declaration, char *text,
              size_t capacity, size_t *length);

#endif
