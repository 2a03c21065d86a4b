/* SPDX-License-Identifier: MIT */

/* Binding tables: their blocks and the order of entries; see reference.h. */

#ifndef REFERENCE_BINDING_TABLE_H
#define REFERENCE_BINDING_TABLE_H

#include "dral_binding_table.h"

/*
 * dral_binding_table_emit with the next block as the fresh one: 0 or the
 * first error that applies.
 */
int
ref_binding_table_emit(const struct dral_binding_table_blocks *blocks,
                       struct dral_binding_table_block *block,
                       const uint32_t *entries, uint32_t *offsets,
                       uint32_t stages, uint32_t active, uint32_t dirty,
                       struct dral_binding_table_emission *emission);

/* The bit of an error of the module in a set of errors. */
#define REF_BINDING_TABLE_ERROR(name) \
   (UINT32_C(1) << (-10200 - DRAL_BINDING_TABLE_ERROR_##name))

/* DRAL_ERROR_UNKNOWN_FLAG and DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_LAYOUT in
 * such a set. */
#define REF_BINDING_TABLE_FLAG UINT32_C(1)
#define REF_BINDING_TABLE_LAYOUT (UINT32_C(1) << 31)

/*
 * Writes what dral_binding_table_map_make writes in the releases 24.3 and
 * 26.2.  Returns 0 or the set of the shader's errors; on error, outputs are
 * unspecified.  The arrays have room for 240 and 128 entries and for all
 * bindings of all sets; only used elements are written.
 */
uint32_t
ref_binding_table_map(const struct dral_binding_table_shader *shader,
                      struct dral_binding_table_map *map,
                      struct dral_binding_table_entry *surfaces,
                      struct dral_binding_table_entry *samplers,
                      struct dral_binding_table_slots *slots);

#endif
