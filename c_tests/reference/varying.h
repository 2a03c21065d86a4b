/* SPDX-License-Identifier: MIT */

/* Packing of varyings, and the texts of declarations; see reference.h. */

#ifndef VARYING_H
#define VARYING_H

#include "dral_varying.h"

#define REF_SEMANTIC_COUNT 21

/* If classes are aligned, only varyings of one class share a slot. */
uint32_t
ref_varying_class(const struct dral_varying *varying);

/*
 * The functions that can fail return 0 or the first error that applies.  On
 * error, outputs are unspecified.
 */

/* As dral_varying_pack without scratch memory, for at most as many varyings
 * as there are components. */
int
ref_varying_pack(const struct dral_varying *varyings, uint32_t count,
                 uint32_t flags, uint64_t reserved_slots, uint32_t max_slots,
                 uint32_t *positions, uint8_t *components_used,
                 uint32_t *slots_used);

/* As dral_varying_declaration_text for a known semantic, in the form SCALAR
 * or TGSI. */
int
ref_declaration_text(const struct dral_varying_declaration *declaration,
                     int tgsi, char *text, size_t capacity, size_t *length);

#endif
