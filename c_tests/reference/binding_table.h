/* SPDX-License-Identifier: MIT */

/*
 * A second, independent implementation of the arithmetic of binding tables:
 * their blocks, the address space around them, and the order of entries.  The
 * tests compare the library with it, so it is deliberately plain: 64-bit
 * arithmetic, the rules branch by branch, no shared code.
 *
 * Functions return 0 or a negative errno and write their outputs only on
 * success.  Errors are checked in a fixed order: first everything that is
 * -EINVAL, then -ERANGE, then -ENOSPC.  Pointers are never NULL, except for
 * an array of no elements.
 */

#ifndef REFERENCE_BINDING_TABLE_H
#define REFERENCE_BINDING_TABLE_H

#include "dral_binding_table.h"

#include <stdint.h>

/*
 * Allocates one table.  No entries: the null table, offset 0, which takes no
 * space.  -EINVAL: no such block; -ERANGE: more than 240 entries; -ENOSPC:
 * the block is full and is not changed.
 */
int
ref_binding_table_alloc(struct dral_binding_table_block *block,
                        uint32_t entries, uint32_t *offset);

/*
 * One table for each dirty stage.  If they do not fit in the block, all
 * active stages get a new table in the next block, and new_base says that the
 * base must be re-emitted.  The offsets of stages that are neither dirty nor
 * moved do not change.  -ENOSPC: there is no next block.
 */
int
ref_binding_table_emit(struct dral_binding_table_block *block,
                       const uint32_t *entries, uint32_t *offsets,
                       uint32_t stages, uint32_t active, uint32_t dirty,
                       struct dral_binding_table_emission *emission);

/* Errors that apply to a shader; which one is returned is unspecified. */
enum {
   REF_BINDING_TABLE_INVALID = 1,
   REF_BINDING_TABLE_RANGE = 2
};

/*
 * The map of a table's entries; or the errors of the shader, and then the
 * outputs mean nothing.  The arrays have room for 240, 128, and all bindings
 * of all sets.  What is not used is not written.
 *
 * Invalid: unknown model, a flag that is neither 0 nor 1, more than 32 sets
 * or 8 targets, or a used binding without elements or planes, dynamic with
 * more than one plane, with an immutable sampler of no planes or more than
 * the binding has, or that must be in the table and must not be there.
 * Range: a field of an entry needs more than 32 bits, or a binding that must
 * be in the table does not fit.
 */
uint32_t
ref_binding_table_map(const struct dral_binding_table_shader *shader,
                      struct dral_binding_table_map *map,
                      struct dral_binding_table_entry *surfaces,
                      struct dral_binding_table_entry *samplers,
                      struct dral_binding_table_slots *slots);

#endif
