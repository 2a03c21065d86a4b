/* SPDX-License-Identifier: MIT */

/* The memory layout of descriptor sets; see reference.h. */

#ifndef DESCRIPTOR_LAYOUT_H
#define DESCRIPTOR_LAYOUT_H

#include "dral_descriptor_layout.h"

/*
 * The functions that can fail return 0 or an error that applies; if several
 * apply, the library may return another.  On error, outputs are unspecified.
 */

int
ref_is_dynamic(uint32_t type);

int
ref_is_inline(uint32_t type);

/* Whether sets of the table have only samplers, embedded in the shader. */
int
ref_embeds_samplers(const struct dral_descriptor_table *table);

/* NULL if the table does not have the type; mutable types have no row. */
const struct dral_descriptor_type_layout *
ref_find_row(const struct dral_descriptor_table *table, uint32_t type);

int
ref_layout_type(const struct dral_descriptor_table *table, uint32_t type,
                const uint32_t *mutable_types, uint32_t count,
                struct dral_descriptor_type_layout *layout);

int
ref_layout_set(const struct dral_descriptor_table *table,
               const struct dral_descriptor_binding *bindings, uint32_t count,
               struct dral_descriptor_set_layout *set,
               struct dral_descriptor_binding_layout *slots,
               uint32_t capacity);

int
ref_layout_set_size(const struct dral_descriptor_table *table,
                    const struct dral_descriptor_set_layout *set,
                    const struct dral_descriptor_binding_layout *slots,
                    uint32_t variable_count,
                    struct dral_descriptor_set_size *out);

int
ref_layout_element(const struct dral_descriptor_binding_layout *slot,
                   uint32_t element, uint32_t plane,
                   struct dral_descriptor_element *address);

/*
 * A set is not supported if ref_layout_set refuses it as too large, or
 * because of a list or a variable count that the table does not allow, or if
 * a stage has too many entries in its binding table.  The limits on inline
 * uniform blocks and push descriptors are not checked.  Otherwise the
 * errors of ref_layout_set, except that no array is full.
 */
int
ref_layout_support(const struct dral_descriptor_table *table,
                   const struct dral_descriptor_binding *bindings,
                   uint32_t count,
                   struct dral_descriptor_set_support *support);

int
ref_layout_pool_size(const struct dral_descriptor_table *table,
                     const struct dral_descriptor_pool_part *sizes,
                     uint32_t count, uint32_t max_sets,
                     uint32_t max_inline_bindings,
                     struct dral_descriptor_pool_size *size);

#endif
