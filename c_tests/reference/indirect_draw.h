/* SPDX-License-Identifier: MIT */

/*
 * The plans of generated indirect draws: their mode, and the memory that the
 * generated commands need; see reference.h.
 */

#ifndef REFERENCE_INDIRECT_DRAW_H
#define REFERENCE_INDIRECT_DRAW_H

#include "dral_indirect_draw.h"

/*
 * dral_indirect_draw_resolve: 0 or the first error that applies, in the order
 * of unknown values, an empty ring, mocs and sizes.  On error the plan is
 * unspecified.
 */
int
ref_indirect_plan(const struct dral_indirect_draw *config,
                  struct dral_indirect_draw_plan *plan);

#endif
