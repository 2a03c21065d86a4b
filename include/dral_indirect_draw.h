/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Indirect draws that a shader writes: on Intel GPUs, what a driver reserves
 * for them, in place in its batch or in a ring, and where each generated
 * draw and each jump goes.
 *
 * An optional module of the driver arithmetic library. Generated from
 * src/ffi/indirect_draw by build.rs; do not edit.
 *
 * - Every function is pure: no allocation, no state, no I/O, no panic. Call
 *   them from any thread and from a signal handler.
 * - A function that can fail returns 0 or a negative errno: -EINVAL for a
 *   broken precondition (NULL where data is needed, an unknown value),
 *   -ERANGE beyond a limit or for a result that does not fit. No result ever
 *   wraps.
 * - Outputs are written on success only. If several errors apply, which one
 *   is returned is unspecified.
 * - Enums are passed and stored as uint32_t; unknown values are errors.
 * - No struct ever grows; what needs more becomes a new function.
 *
 * Terms: an indirect command is what the application wrote, a generated draw
 * what the shader makes of it; an item is one invocation of the shader.
 * docs/indirect-draw.md has the rules.
 */


#ifndef DRAL_INDIRECT_DRAW_H
#define DRAL_INDIRECT_DRAW_H

#include <stddef.h>
#include <stdint.h>

/**
 * Bytes of a jump from one batch to another, MI_BATCH_BUFFER_START.
 */
#define JUMP_SIZE 12

/**
 * Where there is no offset.
 */
#define DRAL_INDIRECT_DRAW_NO_OFFSET UINT32_MAX

/**
 * A driver whose shader generates draws.
 */
enum dral_indirect_draw_driver {
   /**
    * Vulkan, in place and in a ring. Version 90, and 110 and later.
    */
   DRAL_INDIRECT_DRAW_DRIVER_ANV = 0,
   /**
    * OpenGL, in a ring. Version 80, 90, and 110 and later.
    */
   DRAL_INDIRECT_DRAW_DRIVER_IRIS = 1,
};

/**
 * A bit of the word that tells the shader what to write.
 */
enum dral_indirect_draw_flag {
   /**
    * The draws have an index buffer.
    */
   DRAL_INDIRECT_DRAW_FLAG_INDEXED = 1,
   /**
    * The draws depend on a predicate.
    */
   DRAL_INDIRECT_DRAW_FLAG_PREDICATED = 2,
   /**
    * The vertex shader reads the index of the draw.
    */
   DRAL_INDIRECT_DRAW_FLAG_DRAW_ID = 4,
   /**
    * The vertex shader reads the first vertex or the base instance.
    */
   DRAL_INDIRECT_DRAW_FLAG_BASE = 8,
   /**
    * The number of draws is read from memory.
    */
   DRAL_INDIRECT_DRAW_FLAG_INDIRECT_COUNT = 16,
   /**
    * The draws go into a ring.
    */
   DRAL_INDIRECT_DRAW_FLAG_RING = 32,
   /**
    * The draws are rendered tile by tile.
    */
   DRAL_INDIRECT_DRAW_FLAG_TILED = 64,
};

/**
 * Where a jump leads.
 */
enum dral_indirect_draw_jump {
   /**
    * To where the ring is filled with the draws that follow.
    */
   DRAL_INDIRECT_DRAW_JUMP_GENERATE = 1,
   /**
    * To what follows all draws.
    */
   DRAL_INDIRECT_DRAW_JUMP_END = 2,
};

/**
 * How indirect draws are issued.
 */
enum dral_indirect_draw_mode {
   /**
    * The command streamer loads the parameters of each draw into
    * registers; nothing is generated.
    */
   DRAL_INDIRECT_DRAW_MODE_REGISTERS = 0,
   /**
    * The hardware unrolls all draws itself; nothing is generated.
    */
   DRAL_INDIRECT_DRAW_MODE_EXECUTE_INDIRECT = 1,
   /**
    * A shader writes the draws into slots of the batch.
    */
   DRAL_INDIRECT_DRAW_MODE_IN_PLACE = 2,
   /**
    * A shader writes the draws into a ring, part after part.
    */
   DRAL_INDIRECT_DRAW_MODE_RING = 3,
};

/**
 * Indirect draws, and what decides how the driver issues them. All zero but
 * version, max_draw_count, the thresholds and ring_capacity are plain draws
 * of ANV without indices, one command after the other.
 */
struct dral_indirect_draw {
   /**
    * An enum dral_indirect_draw_driver.
    */
   uint32_t driver;
   /**
    * The generation of the hardware times ten: 90, or 110 (for Gfx11) and
    * later; 80 with iris.
    */
   uint32_t version;
   /**
    * 1 if the draws have an index buffer, else 0.
    */
   uint32_t indexed;
   /**
    * 1 if the vertex shader reads the first or base vertex, else 0.
    */
   uint32_t uses_first_vertex;
   /**
    * 1 if the vertex shader reads the base instance, else 0.
    */
   uint32_t uses_base_instance;
   /**
    * 1 if the vertex shader reads the index of the draw, else 0.
    */
   uint32_t uses_draw_id;
   /**
    * 1 if the draws depend on a predicate, else 0.
    */
   uint32_t predicated;
   /**
    * 1 if the draws are rendered tile by tile (TBIMR), else 0.
    */
   uint32_t tiled;
   /**
    * 1 if the number of draws is read from memory, else 0.
    */
   uint32_t has_count_buffer;
   /**
    * The memory object control state of the parameters, at most 255.
    */
   uint32_t mocs;
   /**
    * How many draws there are, or can be.
    */
   uint32_t max_draw_count;
   /**
    * Bytes from one indirect command to the next; if less than a command
    * has, those of a command count.
    */
   uint32_t stride;
   /**
    * From this many draws on, a shader generates them. ANV: 4.
    */
   uint32_t generate_threshold;
   /**
    * From this many draws on, it does so in a ring. ANV: 100. Not read for
    * iris, which always uses a ring.
    */
   uint32_t ring_threshold;
   /**
    * The most draws that the ring has at once. ANV: 8192; for iris what
    * dral_indirect_draw_ring_capacity says.
    */
   uint32_t ring_capacity;
   /**
    * 1 if the memory is protected, where no shader writes commands, else 0.
    */
   uint32_t is_protected;
   /**
    * 1 if a workaround of the hardware (1306463417, 16011107343) applies
    * and there is a tessellation control shader, else 0.
    */
   uint32_t tessellation_workaround;
   /**
    * 1 if the hardware itself can unroll these draws, else 0.
    */
   uint32_t execute_indirect;
};

/**
 * What a driver reserves for indirect draws, and tells the shader. What the
 * mode has no use for is 0, or DRAL_INDIRECT_DRAW_NO_OFFSET for an offset.
 */
struct dral_indirect_draw_plan {
   /**
    * How the draws are issued: an enum dral_indirect_draw_mode.
    */
   uint32_t mode;
   /**
    * The flags word of the shader: bits of enum dral_indirect_draw_flag,
    * the memory object control state << 8, command_words << 16.
    */
   uint32_t flags;
   /**
    * 32-bit words of each generated draw.
    */
   uint32_t command_words;
   /**
    * Bytes from one indirect command to the next.
    */
   uint32_t stride;
   /**
    * How many draws there can be.
    */
   uint32_t max_draw_count;
   /**
    * In place: how many pieces the draws are generated in.
    */
   uint32_t chunk_count;
   /**
    * Ring: how many draws fit at once.
    */
   uint32_t ring_count;
   /**
    * Ring: where its first draw lies, in bytes from its beginning.
    */
   uint32_t commands_offset;
   /**
    * Ring: where the jump behind its last draw lies, likewise.
    */
   uint32_t end_jump_offset;
   /**
    * Ring: its bytes, a multiple of 4096.
    */
   uint32_t ring_size;
   /**
    * Where draw ids lie, if draws read them from a vertex buffer (Gfx9,
    * and always with iris). In a ring one for each of its draws, from its
    * beginning; in place one for each draw, in a buffer of their own.
    */
   uint32_t draw_id_offset;
   /**
    * Bytes from one draw id to the next: 4; with iris 8, of which the
    * second 4 are all ones with indices and else 0.
    */
   uint32_t draw_id_stride;
   /**
    * In place: bytes of the buffer of draw ids.
    */
   uint32_t draw_id_size;
   /**
    * Where in an indirect command the base vertex and instance lie, 8
    * bytes, if draws read them from a vertex buffer: 31 with ANV, with
    * iris the first that is free.
    */
   uint32_t base_offset;
};

/**
 * Draws that are generated in place by one dispatch.
 */
struct dral_indirect_draw_chunk {
   /**
    * The index of its first draw: the draw_base of its items.
    */
   uint32_t draw_base;
   /**
    * Its draws.
    */
   uint32_t draw_count;
   /**
    * Bytes to reserve for them in the batch, in one piece.
    */
   uint32_t size;
   /**
    * Width of the dispatch. The item at x, y is y * 8192 + x; items from
    * draw_count on do nothing.
    */
   uint32_t width;
   /**
    * Height of the dispatch.
    */
   uint32_t height;
   /**
    * Where the ids of its draws lie in the buffer of draw ids (Gfx9), else
    * DRAL_INDIRECT_DRAW_NO_OFFSET.
    */
   uint32_t draw_id_offset;
};

/**
 * What one item of the shader writes. Offsets count bytes from the first
 * generated draw of the chunk or ring, for which a ring has its
 * commands_offset.
 */
struct dral_indirect_draw_item {
   /**
    * Bytes from the first indirect command to the one that is read; 0 if
    * no draw is written.
    */
   uint64_t source;
   /**
    * 1 if a draw is written, else 0.
    */
   uint32_t writes_draw;
   /**
    * The index of the draw.
    */
   uint32_t draw_id;
   /**
    * Where the draw is written; DRAL_INDIRECT_DRAW_NO_OFFSET if none is.
    */
   uint32_t draw_offset;
   /**
    * Where draw_id is written, counted as in the plan;
    * DRAL_INDIRECT_DRAW_NO_OFFSET if it is not.
    */
   uint32_t draw_id_offset;
   /**
    * 0 if no jump is written; else an enum dral_indirect_draw_jump.
    */
   uint32_t jump;
   /**
    * Where the jump is written; DRAL_INDIRECT_DRAW_NO_OFFSET if none is.
    */
   uint32_t jump_offset;
};

/**
 * The parameters of a draw command.
 */
struct dral_indirect_draw_parameters {
   /**
    * Vertices, or indices, of each instance.
    */
   uint32_t vertex_count;
   /**
    * The first vertex, or the first index.
    */
   uint32_t start_vertex;
   /**
    * Instances, those of all views.
    */
   uint32_t instance_count;
   /**
    * The first instance.
    */
   uint32_t start_instance;
   /**
    * What is added to every index; 0 without indices.
    */
   int32_t base_vertex;
   /**
    * From Gfx11 on, what the vertex shader reads: the base vertex (without
    * indices the first vertex), the base instance, the index of the draw.
    */
   uint32_t extended[3];
};

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Chooses how indirect draws are issued, and plans what to reserve and what
 * to tell the shader.
 *
 * \return 0; -EINVAL for an unknown driver or hardware, a flag that is
 * neither 0 nor 1, a ring for no draws (a ring threshold or capacity of 0)
 * or NULL; -ERANGE for mocs above 255, draws in place that need more than
 * 16 MiB in one piece, or a ring beyond 32 bits.
 *
 * Source: docs/indirect-draw.md, "Modes", "Commands", "Flags", "In place",
 * "Ring".
 *
 * # Safety
 * draws and plan are NULL or point to a struct each.
 */
int dral_indirect_draw_resolve(const struct dral_indirect_draw *draws,
                               struct dral_indirect_draw_plan *plan);

/**
 * What decided the mode of dral_indirect_draw_resolve, or why that refuses the
 * draws: a sentence for a log, static and never NULL.
 *
 * # Safety
 * draws is NULL or points to a struct.
 */
const char *dral_indirect_draw_explain(const struct dral_indirect_draw *draws);

/**
 * A chunk of draws in place: what one dispatch of the shader generates.
 *
 * \param index below the chunk_count of the plan
 * \return 0; -EINVAL for a plan that is not in place, a chunk that it does
 * not have, or NULL; -ERANGE for what dral_indirect_draw_resolve never wrote.
 *
 * Source: docs/indirect-draw.md, "In place".
 *
 * # Safety
 * plan and chunk are NULL or point to a struct each.
 */
int dral_indirect_draw_plan_chunk(const struct dral_indirect_draw_plan *plan,
                                  uint32_t index,
                                  struct dral_indirect_draw_chunk *chunk);

/**
 * How often a ring is filled. The first draw of a filling is the number of
 * fillings before it times the ring_count of the plan; that of the first is
 * 0 again when the draws are issued again.
 *
 * \param draw_count how many draws there are: what the count buffer says,
 * which may exceed the maximum, or without one the maximum
 * \param iterations at least 1: without draws the ring has only a jump
 * \return 0; -EINVAL for a plan that is not a ring, or NULL.
 *
 * Source: docs/indirect-draw.md, "Ring".
 *
 * # Safety
 * plan is NULL or points to a struct, iterations to a uint32_t.
 */
int dral_indirect_draw_plan_iterations(const struct dral_indirect_draw_plan *plan,
                                       uint32_t draw_count,
                                       uint32_t *iterations);

/**
 * Bytes of a ring of the ring_capacity of the draws that has room for the
 * draws of every pipeline. A driver that keeps one ring needs this many: the
 * ring_size of a plan is that of its own pipeline, and where parameters are
 * read from vertex buffers the next one may need more.
 *
 * \param draws only driver, version and ring_capacity matter
 * \return 0; -EINVAL for an unknown driver or hardware, a flag that is
 * neither 0 nor 1, or NULL; -ERANGE for a size beyond 32 bits.
 *
 * Source: docs/indirect-draw.md, "Ring".
 *
 * # Safety
 * draws is NULL or points to a struct, size to a uint32_t.
 */
int dral_indirect_draw_ring_size(const struct dral_indirect_draw *draws,
                                 uint32_t *size);

/**
 * How many draws of this pipeline a ring of a fixed size has room for: the
 * ring_capacity to plan with. The ring of iris has 131072 bytes.
 *
 * \param draws its ring_capacity is not read
 * \param ring_size bytes
 * \param capacity 0 if not one fits
 * \return 0; -EINVAL for an unknown driver or hardware, a flag that is
 * neither 0 nor 1, or NULL.
 *
 * Source: docs/indirect-draw.md, "Ring".
 *
 * # Safety
 * draws is NULL or points to a struct, capacity to a uint32_t.
 */
int dral_indirect_draw_ring_capacity(const struct dral_indirect_draw *draws,
                                     uint32_t ring_size,
                                     uint32_t *capacity);

/**
 * What one item of the shader writes: a model, to which a shader can be
 * compared.
 *
 * \param draw_count how many draws there are: what the count buffer says,
 * which may exceed the maximum, or without one the maximum
 * \param draw_base the first draw of the chunk, or of the filling of the
 * ring
 * \param item below the ring_count of a ring; in place below 2^26, and those
 * beyond the chunk write nothing
 * \return 0; -EINVAL for a plan without a shader, an item that no dispatch
 * has, or NULL; -ERANGE if the index of the draw leaves 32 bits, or for what
 * dral_indirect_draw_resolve never wrote.
 *
 * Source: docs/indirect-draw.md, "Items".
 *
 * # Safety
 * plan and written are NULL or point to a struct each.
 */
int dral_indirect_draw_plan_item(const struct dral_indirect_draw_plan *plan,
                                 uint32_t draw_count,
                                 uint32_t draw_base,
                                 uint32_t item,
                                 struct dral_indirect_draw_item *written);

/**
 * What a draw command takes from an indirect command.
 *
 * \param indexed 1 for a VkDrawIndexedIndirectCommand, 0 for a
 * VkDrawIndirectCommand
 * \param command its words: 5 with indices, else 4
 * \param word_count how many words there are; those after the command are
 * not read
 * \param instance_multiplier how many views each draw has, if views are
 * drawn as instances, else 1
 * \param draw_id the index of the draw
 * \return 0; -EINVAL for fewer words, a multiplier of 0, a flag that is
 * neither 0 nor 1, or NULL; -ERANGE if the instances of all views leave 32
 * bits.
 *
 * Source: docs/indirect-draw.md, "Parameters".
 *
 * # Safety
 * command has word_count elements; parameters is NULL or points to a struct.
 */
int dral_indirect_draw_decode(uint32_t indexed,
                              const uint32_t *command,
                              size_t word_count,
                              uint32_t instance_multiplier,
                              uint32_t draw_id,
                              struct dral_indirect_draw_parameters *parameters);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* DRAL_INDIRECT_DRAW_H */
