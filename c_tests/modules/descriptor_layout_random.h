/* SPDX-License-Identifier: MIT */

/* Random tables of descriptor types, most of which are valid. */

#ifndef DESCRIPTOR_LAYOUT_RANDOM_H
#define DESCRIPTOR_LAYOUT_RANDOM_H

#include "dral_descriptor_layout.h"
#include "harness/generator.h"

/* The types in a random table, at most: all but the mutable type. */
#define RANDOM_TYPES 13

/* All types; the mutable one is the last. */
extern const uint32_t descriptor_types[RANDOM_TYPES + 1];

/* Any bits as the flags of a set; of push descriptors and embedded samplers
 * only some. */
uint32_t random_set_flags(struct generator *generator);

/* Type 2 is always in the table. */
void random_table(struct generator *generator,
                  struct dral_descriptor_type_layout *types,
                  struct dral_descriptor_table *table);

#endif
