/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Varyings, component by component: where the elements of a declaration lie,
 * how varyings are packed into slots, and how vectors are split at slots.
 *
 * An optional module of the driver arithmetic library. Generated from
 * src/ffi/varying by build.rs; do not edit.
 *
 * - Every function is pure: no allocation, no state, no I/O, no panic. Call
 *   them from any thread and from a signal handler.
 * - A function that can fail returns 0 or a negative errno: -EINVAL for a
 *   broken precondition (NULL where data is needed, an unknown value, what
 *   is no declaration or no varying), -ERANGE for varyings that do not fit
 *   the slots or a result that does not fit 32 bits, -ENOSPC for a text with
 *   too little room, -ENOTSUP for what hardware or text does not have. No
 *   result ever wraps.
 * - Outputs are written on success only. If several errors apply, which one
 *   is returned is unspecified.
 * - An array may be NULL if its count is 0.
 * - Enums are passed and stored as uint32_t; unknown values are errors.
 * - No struct ever grows; what needs more becomes a new function.
 *
 * Terms: a slot has 4 components of 32 bits, x, y, z and w; a position counts
 * components through all slots, 4 x slot + component. docs/varying.md has the
 * rules.
 */


#ifndef DRAL_VARYING_H
#define DRAL_VARYING_H

#include <stddef.h>
#include <stdint.h>

/**
 * Room for every text of a declaration, with the 0 after it.
 */
#define DRAL_VARYING_TEXT_SIZE 96

/**
 * The most slots that the packer knows.
 */
#define DRAL_VARYING_MAX_SLOTS 64

/**
 * What a component is.
 */
enum dral_varying_base_type {
   /**
    * A 32-bit float.
    */
   DRAL_VARYING_BASE_TYPE_FLOAT = 0,
   /**
    * A signed 32-bit integer.
    */
   DRAL_VARYING_BASE_TYPE_INT = 1,
   /**
    * An unsigned 32-bit integer.
    */
   DRAL_VARYING_BASE_TYPE_UINT = 2,
   /**
    * A 64-bit float, which takes two components of a slot.
    */
   DRAL_VARYING_BASE_TYPE_DOUBLE = 3,
};

/**
 * How values come from vertices to fragments. Whatever is no 32-bit float
 * is flat.
 */
enum dral_varying_interpolation {
   /**
    * With perspective.
    */
   DRAL_VARYING_INTERPOLATION_SMOOTH = 1,
   /**
    * Not at all.
    */
   DRAL_VARYING_INTERPOLATION_FLAT = 2,
   /**
    * Without perspective.
    */
   DRAL_VARYING_INTERPOLATION_NOPERSPECTIVE = 3,
};

/**
 * How varyings are placed, as bits. Without any they lie as they come, one
 * after the other, and every component can be used. Mesa's linker has
 * DRAL_VARYING_PACK_FLAG_GL_ORDER | DRAL_VARYING_PACK_FLAG_CLASS_ALIGN.
 */
enum dral_varying_pack_flag {
   /**
    * Sorts them by interpolation, and then by what their elements leave
    * of a slot: vec4, vec2, scalar, vec3.
    */
   DRAL_VARYING_PACK_FLAG_GL_ORDER = 1,
   /**
    * Begins a slot where the interpolation changes.
    */
   DRAL_VARYING_PACK_FLAG_CLASS_ALIGN = 2,
   /**
    * Begins a slot for each vec3.
    */
   DRAL_VARYING_PACK_FLAG_POT_VEC3 = 4,
   /**
    * Packs nothing: each varying, each element and each column begins a
    * slot, and they lie as they come.
    */
   DRAL_VARYING_PACK_FLAG_UNPACKED = 8,
};

/**
 * What an input or output means. The numbers are the library's own.
 */
enum dral_varying_semantic {
   /**
    * The position of the vertex.
    */
   DRAL_VARYING_SEMANTIC_POSITION = 0,
   /**
    * What the application means.
    */
   DRAL_VARYING_SEMANTIC_GENERIC = 1,
   /**
    * A texture coordinate of fixed function.
    */
   DRAL_VARYING_SEMANTIC_TEXCOORD = 2,
   /**
    * A colour of fixed function.
    */
   DRAL_VARYING_SEMANTIC_COLOR = 3,
   /**
    * The colour of a back face.
    */
   DRAL_VARYING_SEMANTIC_BCOLOR = 4,
   /**
    * The fog coordinate.
    */
   DRAL_VARYING_SEMANTIC_FOG = 5,
   /**
    * The size of a point.
    */
   DRAL_VARYING_SEMANTIC_PSIZE = 6,
   /**
    * Clip and cull distances, four an index.
    */
   DRAL_VARYING_SEMANTIC_CLIPDIST = 7,
   /**
    * The vertex for clipping by user planes.
    */
   DRAL_VARYING_SEMANTIC_CLIPVERTEX = 8,
   /**
    * Whether an edge is one of the polygon.
    */
   DRAL_VARYING_SEMANTIC_EDGEFLAG = 9,
   /**
    * The layer to render to.
    */
   DRAL_VARYING_SEMANTIC_LAYER = 10,
   /**
    * The viewport to render to.
    */
   DRAL_VARYING_SEMANTIC_VIEWPORT_INDEX = 11,
   /**
    * All viewports to render to.
    */
   DRAL_VARYING_SEMANTIC_VIEWPORT_MASK = 12,
   /**
    * The primitive's number.
    */
   DRAL_VARYING_SEMANTIC_PRIMID = 13,
   /**
    * What the application means, once a patch.
    */
   DRAL_VARYING_SEMANTIC_PATCH = 14,
   /**
    * An outer tessellation level.
    */
   DRAL_VARYING_SEMANTIC_TESSOUTER = 15,
   /**
    * An inner tessellation level.
    */
   DRAL_VARYING_SEMANTIC_TESSINNER = 16,
   /**
    * Where in the patch.
    */
   DRAL_VARYING_SEMANTIC_TESSCOORD = 17,
   /**
    * Where in the point.
    */
   DRAL_VARYING_SEMANTIC_PCOORD = 18,
   /**
    * The instance's number.
    */
   DRAL_VARYING_SEMANTIC_INSTANCEID = 19,
   /**
    * The vertex's number.
    */
   DRAL_VARYING_SEMANTIC_VERTEXID = 20,
};

/**
 * How a declaration is written.
 */
enum dral_varying_text_form {
   /**
    * An index for each element, with as many components as it has:
    * `OUT[0..7].x, CLIPDIST, ARRAY(1)`.
    */
   DRAL_VARYING_TEXT_FORM_SCALAR = 0,
   /**
    * An index for each slot, with all its components:
    * `OUT[0..1].xyzw, CLIPDIST, ARRAY(1)`.
    */
   DRAL_VARYING_TEXT_FORM_VECTOR = 1,
   /**
    * As the first, in the order of the TGSI that Mesa has:
    * `DCL OUT[0..7].x, ARRAY(1), CLIPDIST`. It has no way to tell a first
    * component other than x.
    */
   DRAL_VARYING_TEXT_FORM_TGSI = 2,
};

/**
 * Where a component lies.
 */
struct dral_varying_place {
   /**
    * 4 x slot + component: the components before it, in all slots.
    */
   uint32_t position;
   /**
    * Its slot.
    */
   uint32_t slot;
   /**
    * Its component in the slot: 0 is x, 3 is w.
    */
   uint32_t component;
};

/**
 * A declaration: elements with one index each, packed one after the other.
 */
struct dral_varying_declaration {
   /**
    * The semantic: an enum dral_varying_semantic. Only texts and overlaps
    * depend on it.
    */
   uint32_t semantic;
   /**
    * The semantic index; each covers a whole slot.
    */
   uint32_t semantic_index;
   /**
    * The component of that slot in which the first element begins, 0 to 3.
    */
   uint32_t first_component;
   /**
    * The index of the first element.
    */
   uint32_t first;
   /**
    * The index of the last element.
    */
   uint32_t last;
   /**
    * Components of each element, 1 to 4.
    */
   uint32_t component_count;
   /**
    * The number of the array, or 0.
    */
   uint32_t array_id;
};

/**
 * What a declaration takes.
 */
struct dral_varying_span {
   /**
    * The position of its first component.
    */
   uint32_t position;
   /**
    * How many components it has.
    */
   uint32_t component_count;
   /**
    * How many slots they are in, from its semantic index on.
    */
   uint32_t slot_count;
};

/**
 * The part of a vector that lies in one slot; all zero if there is none.
 */
struct dral_varying_piece {
   /**
    * The slot.
    */
   uint32_t slot;
   /**
    * The components to write there: bit 0 is x, bit 3 is w.
    */
   uint32_t write_mask;
   /**
    * The first component of the vector that goes there.
    */
   uint32_t source;
   /**
    * How many.
    */
   uint32_t count;
};

/**
 * Where cull distances follow the clip distances, which begin with the
 * first component of the first slot.
 */
struct dral_varying_clip_cull {
   /**
    * The slot of the first cull distance, from that of the first clip
    * distance on.
    */
   uint32_t cull_slot;
   /**
    * Its component in the slot.
    */
   uint32_t cull_component;
   /**
    * How many slots both need.
    */
   uint32_t slot_count;
};

/**
 * A varying: a scalar, a vector or a matrix, or an array of them.
 */
struct dral_varying {
   /**
    * An enum dral_varying_base_type.
    */
   uint32_t base_type;
   /**
    * Components of a vector, 1 for a scalar; of a matrix, those of a
    * column. 1 to 4.
    */
   uint32_t rows;
   /**
    * Columns of a matrix; else 1. 1 to 4.
    */
   uint32_t columns;
   /**
    * How many elements an array has; 0 if it is not an array.
    */
   uint32_t array_length;
   /**
    * An enum dral_varying_interpolation.
    */
   uint32_t interpolation;
   /**
    * 1 if it is interpolated at the centroid, else 0.
    */
   uint32_t centroid;
   /**
    * 1 if it is interpolated at each sample, else 0.
    */
   uint32_t sample;
   /**
    * 1 if it is one of a patch, else 0.
    */
   uint32_t patch;
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The slot and the component of a position.
 *
 * Source: docs/varying.md, "Positions".
 */
struct dral_varying_place dral_varying_position_place(uint32_t position);

/**
 * The byte address of a position, in memory that holds slot 0 at base.
 *
 * \return 0; -ERANGE for an address beyond 32 bits; -EINVAL for NULL.
 *
 * Source: docs/varying.md, "Positions".
 *
 * # Safety
 * address is NULL or points to a uint32_t.
 */
int dral_varying_address(uint32_t base, uint32_t position, uint32_t *address);

/**
 * Where an operand with a scalar address register points,
 * `OUT[ADDR + register_offset].component`: the address register counts
 * components, from the x of register first on.
 *
 * \param component 0 for x to 3 for w
 * \return 0; -ERANGE for a position beyond 32 bits; -EINVAL for a component
 * that is not 0 to 3, or NULL.
 *
 * Source: docs/varying.md, "Scalar address registers".
 *
 * # Safety
 * place is NULL or points to a struct.
 */
int dral_varying_scalar_place(uint32_t first,
                              uint32_t address_register,
                              uint32_t register_offset,
                              uint32_t component,
                              struct dral_varying_place *place);

/**
 * Where a component of an element lies, in an array that begins in slot
 * location at first_component; its elements have component_count components
 * each and lie one after the other. With 1 component it is a compact array.
 *
 * \return 0; -ERANGE for a position beyond 32 bits; -EINVAL for a
 * first_component that is not 0 to 3, a component_count that is not 1 to 4,
 * a component beyond it, or NULL.
 *
 * Source: docs/varying.md, "Declarations".
 *
 * # Safety
 * place is NULL or points to a struct.
 */
int dral_varying_element_place(uint32_t location,
                               uint32_t first_component,
                               uint32_t component_count,
                               uint32_t element,
                               uint32_t component,
                               struct dral_varying_place *place);

/**
 * Where a component of an element of a declaration lies.
 *
 * \param element counts from the first one of the declaration on
 * \return 0; -ERANGE for a position beyond 32 bits; -EINVAL for an invalid
 * declaration, an element or a component that it does not have, or NULL.
 *
 * Source: docs/varying.md, "Declarations".
 *
 * # Safety
 * declaration and place are NULL or point to what their types say.
 */
int dral_varying_declaration_place(const struct dral_varying_declaration *declaration,
                                   uint32_t element,
                                   uint32_t component,
                                   struct dral_varying_place *place);

/**
 * What a declaration takes.
 *
 * \return 0; -ERANGE if a component lies beyond 32 bits, or if there are more
 * components than that; -EINVAL for an invalid declaration, or NULL.
 *
 * Source: docs/varying.md, "Declarations".
 *
 * # Safety
 * declaration and span are NULL or point to what their types say.
 */
int dral_varying_declaration_span(const struct dral_varying_declaration *declaration,
                                  struct dral_varying_span *span);

/**
 * What declarations take as whole slots, one after the other and from
 * register 0 on, when a scalar address register reaches all of them. With no
 * declaration it is nothing.
 *
 * \return 0; -ERANGE for more components than 32 bits tell; -EINVAL for an
 * invalid declaration, or NULL.
 *
 * Source: docs/varying.md, "Scalar address registers".
 *
 * # Safety
 * declarations has count elements; span is NULL or points to a struct.
 */
int dral_varying_declarations_merge(const struct dral_varying_declaration *declarations,
                                    size_t count,
                                    struct dral_varying_span *span);

/**
 * Whether two declarations have a component in common, which they may not:
 * in a slot that both are in they must have different ones. Those of
 * different semantics never have.
 *
 * \param overlap 1 if they have, else 0
 * \return 0; -EINVAL for an invalid declaration, or NULL.
 *
 * Source: docs/varying.md, "Declarations".
 *
 * # Safety
 * first, second and overlap are NULL or point to what their types say.
 */
int dral_varying_declarations_overlap(const struct dral_varying_declaration *first,
                                      const struct dral_varying_declaration *second,
                                      uint32_t *overlap);

/**
 * Writes a declaration as text for a person, with a 0 after it:
 * `OUT[0..3].x, GENERIC[0], ARRAY(1)`
 *
 * \param form an enum dral_varying_text_form
 * \param text room for capacity characters; DRAL_VARYING_TEXT_SIZE are
 * always enough
 * \param length how many characters the text has, without the 0
 * \return 0; -ENOSPC for too little room; -ENOTSUP for a first component that
 * the form cannot tell; -ERANGE for a register beyond 32 bits; -EINVAL for an
 * invalid declaration, an unknown semantic or form, outputs that overlap, or
 * NULL.
 *
 * Source: docs/varying.md, "Text".
 *
 * # Safety
 * text has capacity characters; declaration and length are NULL or point to
 * what their types say.
 */
int dral_varying_declaration_text(const struct dral_varying_declaration *declaration,
                                  uint32_t form,
                                  char *text,
                                  size_t capacity,
                                  size_t *length);

/**
 * Splits a vector of up to 4 components at a position into what lies in its
 * first slot and what lies in the next. A piece that is not needed is all
 * zero.
 *
 * \param pieces room for 2
 * \return 0; -EINVAL for more than 4 components, or NULL.
 *
 * Source: docs/varying.md, "Splitting".
 *
 * # Safety
 * pieces is NULL or has 2 elements.
 */
int dral_varying_split(uint32_t position,
                       uint32_t count,
                       struct dral_varying_piece *pieces);

/**
 * Puts cull distances behind clip distances, in one compact array that
 * begins with the x of a slot.
 *
 * \return 0; -ERANGE for more than 8 of both; -EINVAL for NULL.
 *
 * Source: docs/varying.md, "Clip and cull distances".
 *
 * # Safety
 * both is NULL or points to a struct.
 */
int dral_varying_clip_cull_place(uint32_t clip_count,
                                 uint32_t cull_count,
                                 struct dral_varying_clip_cull *both);

/**
 * How many components a varying takes if it begins at a position. One of
 * 64-bit components takes one more if it begins at an odd position and does
 * not end in that slot.
 *
 * \return 0; -ERANGE for a count beyond 32 bits; -EINVAL for an invalid
 * varying, or NULL.
 *
 * Source: docs/varying.md, "Varyings".
 *
 * # Safety
 * varying and component_count are NULL or point to what their types say.
 */
int dral_varying_component_count(const struct dral_varying *varying,
                                 uint32_t position,
                                 uint32_t *component_count);

/**
 * Packs varyings into slots: without flags one after the other, so that those
 * of 32-bit types fit just if there are enough components; with flags in the
 * orders of linkers, which lose some. Varyings of patches are packed with the
 * others; a driver that counts them apart calls twice.
 *
 * \param flags bits of dral_varying_pack_flag
 * \param reserved_slots the slots that no varying may lie in; bit 0 is
 * slot 0
 * \param max_slots how many slots there are, at most DRAL_VARYING_MAX_SLOTS
 * \param positions room for count: the position of each varying
 * \param components_used room for max_slots: how many components of each
 * slot are used, counted from its x on, with the gaps before 64-bit types
 * \param slots_used how many slots are used: the last one used and all
 * before it
 * \param scratch room for count; its contents are unspecified, before and
 * after, on an error too
 * \return 0; -ERANGE if they do not fit; -EINVAL for an invalid varying, an
 * unknown flag, too many slots, arrays that overlap, or NULL.
 *
 * Source: docs/varying.md, "The packer".
 *
 * # Safety
 * varyings, positions and scratch have count elements, components_used has
 * max_slots; slots_used is NULL or points to a uint32_t.
 */
int dral_varying_pack(const struct dral_varying *varyings,
                      size_t count,
                      uint32_t flags,
                      uint64_t reserved_slots,
                      uint32_t max_slots,
                      uint32_t *positions,
                      uint8_t *components_used,
                      uint32_t *slots_used,
                      uint32_t *scratch);

/**
 * The byte address of an input or output of nvc0, Nouveau's driver for
 * Fermi and later. That of a declaration's component is
 * dral_varying_address of its position, from the address of index 0 of its
 * semantic on.
 *
 * \param semantic an enum dral_varying_semantic
 * \param output 1 for an output, 0 for an input
 * \return 0; -ENOTSUP for a semantic that is not an output, or not an input;
 * -ERANGE for an index that the semantic does not have, or an address beyond
 * 32 bits; -EINVAL for an unknown semantic, an output that is neither 0 nor
 * 1, or NULL.
 *
 * Source: docs/varying.md, "Addresses of nvc0".
 *
 * # Safety
 * address is NULL or points to a uint32_t.
 */
int dral_varying_nvc0_address(uint32_t semantic,
                              uint32_t index,
                              uint32_t output,
                              uint32_t *address);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* DRAL_VARYING_H */
