/* SPDX-License-Identifier: MIT */

/*
 * A second, independent implementation of the arithmetic of generated
 * indirect draws: the mode of a draw, the memory that the generated commands
 * need, and what the generation shader writes for each item.  The tests
 * compare the library with it, so it is deliberately plain: 64-bit
 * arithmetic, the rules branch by branch, no shared code.
 *
 * Functions return 0 or a negative errno and write their outputs only on
 * success.  Errors are checked in a fixed order: first everything that is
 * -EINVAL, then -ERANGE.  Pointers are never NULL.
 */

#ifndef REFERENCE_INDIRECT_DRAW_H
#define REFERENCE_INDIRECT_DRAW_H

#include "dral_indirect_draw.h"

#include <stdint.h>

/*
 * -EINVAL: a flag that is neither 0 nor 1, an unknown driver, a ring for no
 * draws, a version that is neither Gfx9 nor at least 110, nor Gfx8 with iris;
 * -ERANGE: mocs needs more than 8 bits, the in-place commands more than 16
 * MiB, or the ring more than 32 bits.
 */
int
ref_indirect_plan(const struct dral_indirect_draw *config,
                  struct dral_indirect_draw_plan *plan);

/*
 * What the shader does for one item.  draw_base is the base of the chunk, or
 * the number of draws that the ring generated before.  -EINVAL: nothing is
 * generated in this mode, or no dispatch has such an item; -ERANGE: the draw
 * id or an offset needs more than 32 bits.
 */
int
ref_indirect_item(const struct dral_indirect_draw_plan *plan, uint32_t count,
                  uint32_t draw_base, uint32_t item,
                  struct dral_indirect_draw_item *written);

#endif
