/* SPDX-License-Identifier: MIT */

/*
 * Plans of generated indirect draws: the mode, and the memory for generated
 * commands; see reference.h.
 */

#ifndef REFERENCE_INDIRECT_DRAW_H
#define REFERENCE_INDIRECT_DRAW_H

#include "dral_indirect_draw.h"

/*
 * As dral_indirect_draw_resolve.  Returns 0 or the first error that applies:
 * unknown values, then an empty ring, mocs, sizes.  On error the plan is
 * unspecified.
 */
int
ref_indirect_plan(const struct dral_indirect_draw *config,
                  struct dral_indirect_draw_plan *plan);

#endif
