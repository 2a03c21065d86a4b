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

/* -EINVAL: not in-place, or no such chunk; -ERANGE: more than 16 MiB. */
int
ref_indirect_chunk(const struct dral_indirect_draw_plan *plan, uint32_t index,
                   struct dral_indirect_draw_chunk *chunk);

/*
 * The number of draws that fit in a ring of size bytes, and the size of a
 * ring that is large enough for every pipeline.  Errors as for the plan.
 */
int
ref_indirect_ring_capacity(const struct dral_indirect_draw *config,
                           uint32_t size, uint32_t *capacity);
int
ref_indirect_ring_size(const struct dral_indirect_draw *config,
                       uint32_t *size);

/*
 * The number of times that the ring is generated for count draws.  -EINVAL:
 * not a ring.
 */
int
ref_indirect_iterations(const struct dral_indirect_draw_plan *plan,
                        uint32_t count, uint32_t *iterations);

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

/*
 * The application's command, 4 words or 5 if indexed.
 * -EINVAL: indexed is neither 0 nor 1; -ERANGE: the instance count needs
 * more than 32 bits.
 */
int
ref_indirect_decode(uint32_t indexed, const uint32_t *command,
                    uint32_t instance_multiplier, uint32_t draw_id,
                    struct dral_indirect_draw_parameters *params);

#endif
