/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Varyings by component: the places of a declaration's elements, the packing
 * of varyings into slots, and the splitting of vectors at slots.
 *
 * A module of dral. Generated from src/ffi/modules/varying; do not edit.
 * dral.h has the contract.
 *
 * A slot has 4 components of 32 bits, x, y, z and w; a position counts
 * components through all slots, 4 x slot + component.
 * docs/reference/varying.md has the rules.
 */

#ifndef DRAL_VARYING_H
#define DRAL_VARYING_H

#include <stddef.h>
#include <stdint.h>
#include "dral.h"

/// Characters for any text of a declaration, with the final 0.
#define DRAL_VARYING_TEXT_SIZE 96

/// Maximum slots for the packer.
#define DRAL_VARYING_MAX_SLOTS 64

/// The type of a component.
enum dral_varying_base_type {
   /// A 32-bit float.
   DRAL_VARYING_BASE_TYPE_FLOAT = 0,
   /// A signed 32-bit integer.
   DRAL_VARYING_BASE_TYPE_INT = 1,
   /// An unsigned 32-bit integer.
   DRAL_VARYING_BASE_TYPE_UINT = 2,
   /// A 64-bit float, which takes two components of a slot.
   DRAL_VARYING_BASE_TYPE_DOUBLE = 3,
};

/// Why a call fails. Functions return the negative number.
enum dral_varying_error {
   /// unknown semantic
   DRAL_VARYING_ERROR_UNKNOWN_SEMANTIC = -10301,
   /// unknown base type
   DRAL_VARYING_ERROR_UNKNOWN_BASE_TYPE = -10302,
   /// unknown interpolation
   DRAL_VARYING_ERROR_UNKNOWN_INTERPOLATION = -10303,
   /// unknown pack flag
   DRAL_VARYING_ERROR_UNKNOWN_PACK_FLAG = -10304,
   /// unknown text form
   DRAL_VARYING_ERROR_UNKNOWN_TEXT_FORM = -10305,
   /// type is not 1 to 4 rows and columns
   DRAL_VARYING_ERROR_TYPE_SHAPE = -10306,
   /// element is not 1 to 4 components
   DRAL_VARYING_ERROR_COMPONENT_COUNT = -10307,
   /// component is not 0 to 3
   DRAL_VARYING_ERROR_NOT_IN_SLOT = -10308,
   /// last element is before the first
   DRAL_VARYING_ERROR_ELEMENT_ORDER = -10309,
   /// not in the declaration
   DRAL_VARYING_ERROR_NOT_IN_DECLARATION = -10310,
   /// more than 64 slots
   DRAL_VARYING_ERROR_SLOT_COUNT = -10311,
   /// position exceeds 32 bits
   DRAL_VARYING_ERROR_POSITION_RANGE = -10312,
   /// address exceeds 32 bits
   DRAL_VARYING_ERROR_ADDRESS_RANGE = -10313,
   /// varyings do not fit the slots
   DRAL_VARYING_ERROR_SLOTS_FULL = -10314,
   /// more than 8 clip and cull distances
   DRAL_VARYING_ERROR_CLIP_CULL_LIMIT = -10315,
   /// semantic lacks this index
   DRAL_VARYING_ERROR_INDEX_RANGE = -10316,
   /// hardware has no address for this
   DRAL_VARYING_ERROR_NO_ADDRESS = -10317,
   /// text form has no first component
   DRAL_VARYING_ERROR_NO_FIRST_COMPONENT = -10318,
};

/// Interpolation between vertices. Everything except 32-bit floats is flat.
enum dral_varying_interpolation {
   /// With perspective.
   DRAL_VARYING_INTERPOLATION_SMOOTH = 1,
   /// Not interpolated.
   DRAL_VARYING_INTERPOLATION_FLAT = 2,
   /// Without perspective.
   DRAL_VARYING_INTERPOLATION_NOPERSPECTIVE = 3,
};

/// How varyings are packed, as bits. Mesa's linker is
/// DRAL_VARYING_PACK_FLAG_GL_ORDER | DRAL_VARYING_PACK_FLAG_CLASS_ALIGN.
enum dral_varying_pack_flag {
   /// Sort by interpolation, then by element: vec4, vec2, scalar, vec3.
   DRAL_VARYING_PACK_FLAG_GL_ORDER = 1,
   /// Begin a new slot where the interpolation changes.
   DRAL_VARYING_PACK_FLAG_CLASS_ALIGN = 2,
   /// Begin a new slot for each vec3.
   DRAL_VARYING_PACK_FLAG_POT_VEC3 = 4,
   /// No packing and no sorting: each varying, element and column begins a
   /// new slot.
   DRAL_VARYING_PACK_FLAG_UNPACKED = 8,
};

/// The meaning of an input or output. The numbers are the library's own.
enum dral_varying_semantic {
   DRAL_VARYING_SEMANTIC_POSITION = 0,
   /// Defined by the application.
   DRAL_VARYING_SEMANTIC_GENERIC = 1,
   DRAL_VARYING_SEMANTIC_TEXCOORD = 2,
   DRAL_VARYING_SEMANTIC_COLOR = 3,
   /// The color of a back face.
   DRAL_VARYING_SEMANTIC_BCOLOR = 4,
   DRAL_VARYING_SEMANTIC_FOG = 5,
   DRAL_VARYING_SEMANTIC_PSIZE = 6,
   /// Clip and cull distances, four per index.
   DRAL_VARYING_SEMANTIC_CLIPDIST = 7,
   /// The vertex for clipping by user planes.
   DRAL_VARYING_SEMANTIC_CLIPVERTEX = 8,
   DRAL_VARYING_SEMANTIC_EDGEFLAG = 9,
   DRAL_VARYING_SEMANTIC_LAYER = 10,
   DRAL_VARYING_SEMANTIC_VIEWPORT_INDEX = 11,
   DRAL_VARYING_SEMANTIC_VIEWPORT_MASK = 12,
   DRAL_VARYING_SEMANTIC_PRIMID = 13,
   /// Defined by the application, per patch.
   DRAL_VARYING_SEMANTIC_PATCH = 14,
   DRAL_VARYING_SEMANTIC_TESSOUTER = 15,
   DRAL_VARYING_SEMANTIC_TESSINNER = 16,
   /// The coordinate in the patch.
   DRAL_VARYING_SEMANTIC_TESSCOORD = 17,
   /// The coordinate in the point.
   DRAL_VARYING_SEMANTIC_PCOORD = 18,
   DRAL_VARYING_SEMANTIC_INSTANCEID = 19,
   DRAL_VARYING_SEMANTIC_VERTEXID = 20,
};

/// The text form of a declaration.
enum dral_varying_text_form {
   /// An index for each element, with as many components as it has:
   /// `OUT[0..7].x, CLIPDIST, ARRAY(1)`.
   DRAL_VARYING_TEXT_FORM_SCALAR = 0,
   /// An index for each slot, with all its components:
   /// `OUT[0..1].xyzw, CLIPDIST, ARRAY(1)`.
   DRAL_VARYING_TEXT_FORM_VECTOR = 1,
   /// Like SCALAR, in the order of Mesa's TGSI: `DCL OUT[0..7].x, ARRAY(1),
   /// CLIPDIST`. It cannot express a first component other than x.
   DRAL_VARYING_TEXT_FORM_TGSI = 2,
};

/// The place of a component.
struct dral_varying_place {
   /// 4 x slot + component.
   uint32_t position;
   /// Its slot.
   uint32_t slot;
   /// Its component in the slot: 0 is x, 3 is w.
   uint32_t component;
};

/// A declaration: elements with one index each, packed one after the other.
struct dral_varying_declaration {
   /// An enum dral_varying_semantic, for texts and overlaps.
   uint32_t semantic;
   /// The semantic index; each index covers a whole slot.
   uint32_t semantic_index;
   /// The component of that slot where the first element begins, 0 to 3.
   uint32_t first_component;
   /// The index of the first element.
   uint32_t first;
   /// The index of the last element.
   uint32_t last;
   /// Components of each element, 1 to 4.
   uint32_t component_count;
   /// The id of the array, or 0.
   uint32_t array_id;
};

/// The components that a declaration covers.
struct dral_varying_span {
   /// The position of its first component.
   uint32_t position;
   /// The number of components.
   uint32_t component_count;
   /// Slots, beginning with its semantic index.
   uint32_t slot_count;
};

/// The part of a vector in one slot; all zero without components.
struct dral_varying_piece {
   /// The slot.
   uint32_t slot;
   /// Components to write there: bit 0 is x.
   uint32_t write_mask;
   /// The first of these components in the vector.
   uint32_t source;
   /// The number of components.
   uint32_t count;
};

/// The place of the cull distances, after the clip distances from x of the
/// first slot.
struct dral_varying_clip_cull {
   /// The slot of the first cull distance, relative to the first clip
   /// distance.
   uint32_t cull_slot;
   /// Its component in the slot.
   uint32_t cull_component;
   /// The number of slots for both.
   uint32_t slot_count;
};

/// A varying: a scalar, a vector or a matrix, or an array of them.
struct dral_varying {
   /// An enum dral_varying_base_type.
   uint32_t base_type;
   /// Components of a vector or matrix column: 1 to 4.
   uint32_t rows;
   /// Columns of a matrix: 1 to 4.
   uint32_t columns;
   /// Array elements; 0 without an array.
   uint32_t array_length;
   /// An enum dral_varying_interpolation.
   uint32_t interpolation;
   /// 1 if it is interpolated at the centroid.
   uint32_t centroid;
   /// 1 if it is interpolated at each sample.
   uint32_t sample;
   /// 1 if it is per patch.
   uint32_t patch;
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// The slot and the component of a position.
///
/// Source: docs/reference/varying.md, "Positions".
struct dral_varying_place dral_varying_position_place(uint32_t position);

/// The byte address of a position if slot 0 is at base.
///
/// \return 0; DRAL_VARYING_ERROR_ADDRESS_RANGE.
///
/// Source: docs/reference/varying.md, "Positions".
DRAL_MUST_USE
int dral_varying_address(uint32_t base,
                         uint32_t position,
                         uint32_t *address);

/// The place of `OUT[ADDR + register_offset].component`, where the address
/// register counts components from x of register first.
///
/// \param component 0 for x to 3 for w
/// \return 0; DRAL_VARYING_ERROR_NOT_IN_SLOT,
/// DRAL_VARYING_ERROR_POSITION_RANGE.
///
/// Source: docs/reference/varying.md, "Scalar address registers".
DRAL_MUST_USE
int dral_varying_scalar_place(uint32_t first,
                              uint32_t address_register,
                              uint32_t register_offset,
                              uint32_t component,
                              struct dral_varying_place *place);

/// The place of a component of an element of a declaration.
///
/// \param element counted from the first element of the declaration
/// \return 0; DRAL_VARYING_ERROR_NOT_IN_SLOT,
/// DRAL_VARYING_ERROR_COMPONENT_COUNT, DRAL_VARYING_ERROR_ELEMENT_ORDER,
/// DRAL_VARYING_ERROR_NOT_IN_DECLARATION, DRAL_VARYING_ERROR_POSITION_RANGE.
///
/// Source: docs/reference/varying.md, "Declarations".
DRAL_MUST_USE
int dral_varying_declaration_place(const struct dral_varying_declaration *declaration,
                                   uint32_t element,
                                   uint32_t component,
                                   struct dral_varying_place *place);

/// The components that a declaration covers.
///
/// \return 0; errors as dral_varying_declaration_place.
///
/// Source: docs/reference/varying.md, "Declarations".
DRAL_MUST_USE
int dral_varying_declaration_span(const struct dral_varying_declaration *declaration,
                                  struct dral_varying_span *span);

/// The components that declarations cover as whole slots, one after the other
/// from register 0.
///
/// \return 0; errors as dral_varying_declaration_place.
///
/// Source: docs/reference/varying.md, "Scalar address registers".
DRAL_MUST_USE
int dral_varying_declarations_merge(const struct dral_varying_declaration *declarations,
                                    size_t count,
                                    struct dral_varying_span *span);

/// Whether two declarations of one semantic have a component in common, which
/// is not allowed.
///
/// \param overlap 1 if they overlap, else 0
/// \return 0; errors as dral_varying_declaration_place.
///
/// Source: docs/reference/varying.md, "Declarations".
DRAL_MUST_USE
int dral_varying_declarations_overlap(const struct dral_varying_declaration *first,
                                      const struct dral_varying_declaration *second,
                                      uint32_t *overlap);

/// Writes a declaration as text for a person, with a 0 after it: `OUT[0..3].x,
/// GENERIC[0], ARRAY(1)`
///
/// \param form an enum dral_varying_text_form
/// \param capacity DRAL_VARYING_TEXT_SIZE characters are always enough
/// \param length number of characters, without the 0
/// \return 0; DRAL_VARYING_ERROR_UNKNOWN_SEMANTIC,
/// DRAL_VARYING_ERROR_UNKNOWN_TEXT_FORM, DRAL_VARYING_ERROR_NO_FIRST_COMPONENT,
/// DRAL_VARYING_ERROR_POSITION_RANGE, DRAL_ERROR_OUTPUT_TOO_SMALL; errors as
/// dral_varying_declaration_place.
///
/// Source: docs/reference/varying.md, "Text".
DRAL_MUST_USE
int dral_varying_declaration_text(const struct dral_varying_declaration *declaration,
                                  uint32_t form,
                                  char *text,
                                  size_t capacity,
                                  size_t *length);

/// Splits a vector of up to 4 components at a position into the part in its
/// first slot and the part in the next.
///
/// \param pieces 2
/// \return 0; DRAL_VARYING_ERROR_COMPONENT_COUNT,
/// DRAL_VARYING_ERROR_POSITION_RANGE.
///
/// Source: docs/reference/varying.md, "Splitting".
DRAL_MUST_USE
int dral_varying_split(uint32_t position,
                       uint32_t count,
                       struct dral_varying_piece *pieces);

/// Places cull distances after clip distances, from x of a slot.
///
/// \return 0; DRAL_VARYING_ERROR_CLIP_CULL_LIMIT.
///
/// Source: docs/reference/varying.md, "Clip and cull distances".
DRAL_MUST_USE
int dral_varying_clip_cull_place(uint32_t clip_count,
                                 uint32_t cull_count,
                                 struct dral_varying_clip_cull *both);

/// The number of components that a varying takes if it begins at a position.
///
/// \return 0; DRAL_VARYING_ERROR_UNKNOWN_BASE_TYPE,
/// DRAL_VARYING_ERROR_TYPE_SHAPE, DRAL_VARYING_ERROR_UNKNOWN_INTERPOLATION,
/// DRAL_ERROR_UNKNOWN_FLAG, DRAL_VARYING_ERROR_POSITION_RANGE.
///
/// Source: docs/reference/varying.md, "Varyings".
DRAL_MUST_USE
int dral_varying_component_count(const struct dral_varying *varying,
                                 uint32_t position,
                                 uint32_t *component_count);

/// Packs varyings into slots, per-patch varyings with the others.
///
/// \param flags bits of dral_varying_pack_flag
/// \param reserved_slots slots that no varying may use: bit 0 is slot 0
/// \param max_slots number of slots, at most DRAL_VARYING_MAX_SLOTS
/// \param positions count positions, one of each varying
/// \param components_used max_slots numbers: the components of each slot up to
/// the last used one
/// \param slots_used number of slots up to the last used one
/// \param scratch room for count numbers
/// \return 0; DRAL_VARYING_ERROR_SLOTS_FULL, DRAL_VARYING_ERROR_SLOT_COUNT,
/// DRAL_VARYING_ERROR_UNKNOWN_PACK_FLAG; errors of a varying as
/// dral_varying_component_count.
///
/// Source: docs/reference/varying.md, "The packer".
DRAL_MUST_USE
int dral_varying_pack(const struct dral_varying *varyings,
                      size_t count,
                      uint32_t flags,
                      uint64_t reserved_slots,
                      uint32_t max_slots,
                      uint32_t *positions,
                      uint8_t *components_used,
                      uint32_t *slots_used,
                      uint32_t *scratch);

/// The byte address of an input or output in nvc0, Nouveau's driver for Fermi
/// and later. For a component of a declaration, pass the address of index 0 of
/// its semantic as base to dral_varying_address.
///
/// \param semantic an enum dral_varying_semantic
/// \param output 1 for an output, 0 for an input
/// \return 0; DRAL_VARYING_ERROR_NO_ADDRESS, DRAL_VARYING_ERROR_INDEX_RANGE,
/// DRAL_VARYING_ERROR_ADDRESS_RANGE, DRAL_VARYING_ERROR_UNKNOWN_SEMANTIC,
/// DRAL_ERROR_UNKNOWN_FLAG.
///
/// Source: docs/reference/varying.md, "Addresses of nvc0".
DRAL_MUST_USE
int dral_varying_nvc0_address(uint32_t semantic,
                              uint32_t index,
                              uint32_t output,
                              uint32_t *address);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif /* DRAL_VARYING_H */
