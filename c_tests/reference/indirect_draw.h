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
 * -EINVAL, then -ENOTSUP, then -ERANGE.  Pointers are never NULL.  A field
 * that does not apply is 0.
 */

#ifndef REFERENCE_INDIRECT_DRAW_H
#define REFERENCE_INDIRECT_DRAW_H

#include "dral_indirect_draw.h"

#include <stdint.h>

enum {
   REF_INDIRECT_MODE_REGISTERS = 0,
   REF_INDIRECT_MODE_EXECUTE_INDIRECT = 1,
   REF_INDIRECT_MODE_IN_PLACE = 2,
   REF_INDIRECT_MODE_RING = 3
};

enum {
   REF_INDIRECT_JUMP_NONE = 0,
   REF_INDIRECT_JUMP_GENERATE = 1,
   REF_INDIRECT_JUMP_END = 2
};

enum {
   REF_INDIRECT_DRIVER_ANV = 0,
   REF_INDIRECT_DRIVER_IRIS = 1
};

struct ref_indirect_plan {
   /* in every mode */
   uint32_t verx10;
   uint32_t mode;
   uint32_t flags;
   uint32_t command_dwords;
   uint32_t stride_in;
   uint32_t max_draw_count;
   /* in-place only */
   uint32_t chunk_count;
   uint64_t draw_id_bytes; /* of the buffer of draw ids on Gfx9 */
   /* ring only */
   uint32_t ring_count;
   uint32_t commands_offset;
   uint32_t end_jump_offset;
   uint32_t draw_id_offset;
   uint32_t bo_size;
   /* in both: bytes of a draw id in a vertex buffer, or 0 */
   uint32_t draw_id_each;
};

struct ref_indirect_chunk {
   uint32_t base;
   uint32_t count;
   uint32_t bytes;
   uint32_t rectangle_width;
   uint32_t rectangle_height;
   uint64_t draw_id_offset; /* Gfx9 */
};

/* dst and jump_dst are relative to the first command. */
struct ref_indirect_action {
   uint32_t writes_draw;
   uint32_t draw_id;
   uint32_t dst;
   uint64_t src;
   uint32_t jump;
   uint32_t jump_dst;
};

/*
 * The vertex buffers of a generated draw on Gfx9, and always with iris.  The
 * first is an offset into the application's commands, the second an offset
 * into the ring, or into the buffer of draw ids if in-place.
 */
struct ref_indirect_vertex_buffers {
   uint32_t has_base;
   uint32_t base_size;
   uint64_t base_offset;
   uint32_t has_draw_id;
   uint32_t draw_id_size;
   uint64_t draw_id_offset;
};

/*
 * -EINVAL: a flag that is neither 0 nor 1, an unknown driver, a ring for no
 * draws; -ENOTSUP: a verx10 that is neither Gfx9 nor at least 110, nor Gfx8
 * with iris; -ERANGE: mocs needs more than 8 bits, the in-place commands more
 * than 16 MiB, or the ring more than 32 bits.
 */
int
ref_indirect_plan(const struct dral_indirect_draw *config,
                  struct ref_indirect_plan *plan);

/* -EINVAL: not in-place, or no such chunk; -ERANGE: more than 16 MiB. */
int
ref_indirect_chunk(const struct ref_indirect_plan *plan, uint32_t index,
                   struct ref_indirect_chunk *chunk);

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
ref_indirect_iterations(const struct ref_indirect_plan *plan, uint32_t count,
                        uint32_t *iterations);

/*
 * What the shader does for one item.  draw_base is the base of the chunk, or
 * the number of draws that the ring generated before.  -EINVAL: nothing is
 * generated in this mode, or no dispatch has such an item; -ERANGE: the draw
 * id or an offset needs more than 32 bits.
 */
int
ref_indirect_item(const struct ref_indirect_plan *plan, uint32_t count,
                  uint32_t draw_base, uint32_t item,
                  struct ref_indirect_action *action);

/* Errors as for the item.  From verx10 110 on there are no such buffers. */
int
ref_indirect_vertex_buffers(const struct ref_indirect_plan *plan,
                            uint32_t draw_base, uint32_t item,
                            struct ref_indirect_vertex_buffers *buffers);

/*
 * The application's command, 16 bytes or 20 if indexed, little-endian.
 * -EINVAL: indexed is neither 0 nor 1; -ERANGE: the instance count needs
 * more than 32 bits.
 */
int
ref_indirect_decode(uint32_t indexed, const void *command,
                    uint32_t instance_multiplier, uint32_t draw_id,
                    struct dral_indirect_draw_parameters *params);

#endif
