/* SPDX-License-Identifier: MIT */

/*
 * A second, independent implementation of the memory layout of descriptor
 * sets, written only from the specification.  The tests compare the library
 * with it, so it is deliberately plain: wide arithmetic, explicit range
 * checks, no shared code, no tables derived from the library.
 *
 * Functions that can fail return 0 or a negative errno and write their
 * outputs only on success.  Errors are checked in a fixed order: first
 * everything that is -EINVAL, then -ENOTSUP, then -ERANGE, then -ENOSPC.
 * Pointers are never NULL, except for an array of no elements.
 *
 * A binding with a descriptor count of 0 only reserves its number: its type,
 * flags, samplers and list of types are ignored.  An unused number has NONE
 * in its four indices and two offsets, and 0 everywhere else.
 */

#ifndef DESCRIPTOR_LAYOUT_H
#define DESCRIPTOR_LAYOUT_H

#include "dral_descriptor_layout.h"

#include <stdint.h>

/*
 * One type of the table; a mutable one has what any of its list has, or of
 * the types that can be mutable if there is no list.  Errors as for a set.
 */
int
ref_layout_type(const struct dral_descriptor_table *table, uint32_t type,
                const uint32_t *mutable_types, uint32_t count,
                struct dral_descriptor_type_layout *layout);

/*
 * The layout of a set; slots is indexed by binding number.  -EINVAL: broken
 * precondition; -ENOTSUP: a type that the table does not have, a mutable list
 * with a type that it does not allow, or a variable count that it does not
 * support; -ERANGE: a limit, or a number of more than 32 bits; -ENOSPC:
 * capacity is less than binding_count.
 */
int
ref_layout_set(const struct dral_descriptor_table *table,
               const struct dral_descriptor_binding *bindings, uint32_t count,
               struct dral_descriptor_set_layout *set,
               struct dral_descriptor_binding_layout *slots,
               uint32_t capacity);

/*
 * The memory of a set whose last binding has only variable_count descriptors,
 * or bytes; variable_count is ignored if the layout has no variable count.
 * -EINVAL: variable_count is more than the layout has; -ERANGE: more than 32
 * bits.
 */
int
ref_layout_set_size(const struct dral_descriptor_table *table,
                    const struct dral_descriptor_set_layout *set,
                    const struct dral_descriptor_binding_layout *slots,
                    uint32_t variable_count,
                    struct dral_descriptor_set_size *out);

/*
 * Offsets of one plane of one element; the element of an inline uniform
 * block is a byte of it.  -EINVAL: no such element or plane; -ERANGE: more
 * than 32 bits.
 */
int
ref_layout_element(const struct dral_descriptor_binding_layout *slot,
                   uint32_t element, uint32_t plane,
                   struct dral_descriptor_element *address);

/*
 * Can a set with this layout be created, and with how many descriptors or
 * bytes in the binding of a variable count (0 if there is none, or if the
 * answer is no)?  A variable count of 0 is also valid.  The answer is no for
 * everything that ref_layout_set refuses as too large, or as a list or a
 * variable count that the table does not allow, and for a stage with too many
 * entries in its binding table; but the limits on inline uniform blocks and
 * push descriptors are not checked.  Everything else that ref_layout_set
 * refuses is the same error here, except -ENOSPC.
 */
int
ref_layout_support(const struct dral_descriptor_table *table,
                   const struct dral_descriptor_binding *bindings,
                   uint32_t count,
                   struct dral_descriptor_set_support *support);

/*
 * Bytes of the two heaps of a descriptor pool.  -EINVAL: a table without
 * pools, or a broken list; -ENOTSUP: unknown type or refused list; -ERANGE:
 * more than 64 bits.
 */
int
ref_layout_pool_size(const struct dral_descriptor_table *table,
                     const struct dral_descriptor_pool_part *sizes,
                     uint32_t count, uint32_t max_sets,
                     uint32_t max_inline_bindings,
                     struct dral_descriptor_pool_size *size);

#endif
