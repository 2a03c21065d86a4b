/* SPDX-License-Identifier: MIT */

/* What ANV's shader writes for random items, the size of its draws and of its
 * ring, compared with the module's plan and items. */

#include "anv.h"
#include "dral_indirect_draw.h"
#include "random.h"

#include <inttypes.h>

#define CASES 20000
#define NONE DRAL_INDIRECT_DRAW_NO_OFFSET

#define global
#define genX(name) name
#define GENX(name) GENX_##name
#define min(a, b) ((a) < (b) ? (a) : (b))
#define align(value, alignment) align64(value, alignment)
#define INTEL_WA_16011107343_GFX_VER 0
#define INTEL_WA_22018402687_GFX_VER 0
#define END_ADDRESS 1
#define GENERATE_ADDRESS 2

/* What the vertex shader of a pipeline reads. */
struct brw_vs_prog_data {
   bool uses_firstvertex, uses_baseinstance, uses_drawid;
};
struct anv_graphics_pipeline {
   struct brw_vs_prog_data vs;
};
struct anv_cmd_graphics_state {
   struct brw_vs_prog_data vs;
   /* 24.3 finds it by the pipeline. */
   struct {
      struct brw_vs_prog_data *pipeline;
   } base;
};
struct anv_cmd_buffer {
   struct {
      struct anv_cmd_graphics_state gfx;
   } state;
};
#define get_gfx_vs_prog_data(gfx) (&(gfx)->vs)
#define anv_pipeline_to_graphics(pipeline) ((void *)(pipeline))
#define get_vs_prog_data(pipeline) (&(pipeline)->vs)

/* The shader's memory: only addresses, from 1 TiB. */
#define BASE ((uint64_t)1 << 40)

static struct dral_indirect_draw_item wrote;
static uint64_t source, ids;

static void
write_MI_BATCH_BUFFER_START(void *destination, uint64_t address)
{
   wrote.jump_offset = (uint32_t)((uint64_t)(uintptr_t)destination - BASE);
   wrote.jump = address == END_ADDRESS ? DRAL_INDIRECT_DRAW_JUMP_END
                                       : DRAL_INDIRECT_DRAW_JUMP_GENERATE;
}

static void
write_draw(void *destination, void *indirect, void *id, uint32_t draw_id,
           uint32_t multiplier, bool indexed, bool predicated, bool tbimr,
           bool base, bool uses_id, uint32_t mocs)
{
   wrote.draw_id = draw_id;
   wrote.draw_offset = (uint32_t)((uint64_t)(uintptr_t)destination - BASE);
   source = (uint64_t)(uintptr_t)indirect - BASE;
   ids = (uint64_t)(uintptr_t)id - BASE;
}

#include "pieces.c"

#if GFX_VER >= 12
#define COMMANDS_OFFSET (4 * GENX_MI_ARB_CHECK_length)
#else
#define COMMANDS_OFFSET 0
#endif

static uint32_t compared, shown;

#define DIFFERS(...)         \
   do {                      \
      if (shown++ < 5)       \
         printf(__VA_ARGS__); \
   } while (0)

static void
compare(void)
{
   const uint32_t counts[] = { 1 + below(20), 4, 5, 100, 8192, 8193, 20000 };
   const uint32_t most = counts[below(7)];
   const uint32_t count = below(3) == 0 ? below(most + 3) : below(2) * most;
   const struct dral_indirect_draw draws = {
      .driver = DRAL_INDIRECT_DRAW_DRIVER_ANV,
      .version = VERSION,
      .indexed = below(2),
      .uses_first_vertex = below(2),
      .uses_base_instance = below(2),
      .uses_draw_id = below(2),
      .predicated = below(2),
      .tiled = below(2),
      .has_count_buffer = below(2),
      .mocs = below(256),
      .max_draw_count = most,
      .stride = below(2) * 64,
      .generate_threshold = 1,
      .ring_threshold = below(2) ? 1 : UINT32_MAX,
      .ring_capacity = 8192,
   };
   struct anv_cmd_buffer buffer = {
      { { { draws.uses_first_vertex, draws.uses_base_instance,
            draws.uses_draw_id } } },
   };
   uint32_t draw_cmd_stride;
   struct dral_indirect_draw_plan plan;
   struct dral_indirect_draw_item item;
   uint32_t base = 0, index, read = count;
   bool is_ring;

   buffer.state.gfx.base.pipeline = &buffer.state.gfx.vs;
   draw_cmd_stride = cmd_buffer_get_generated_draw_stride(&buffer);
   if (dral_indirect_draw_resolve(&draws, &plan) != 0) {
      DIFFERS("refused: %" PRIu32 " draws\n", most);
      return;
   }
   is_ring = plan.mode == DRAL_INDIRECT_DRAW_MODE_RING;
   compared++;
   if (plan.command_words * 4 != draw_cmd_stride)
      DIFFERS("a draw of version %d: the tree has %" PRIu32 " bytes, dral %"
              PRIu32 "\n", VERSION, draw_cmd_stride, plan.command_words * 4);
   if (is_ring) {
      RING_SIZE_OF_TREE
      if (plan.commands_offset != COMMANDS_OFFSET ||
          DRAL_INDIRECT_DRAW_JUMP_SIZE !=
             4 * GENX_MI_BATCH_BUFFER_START_length)
         DIFFERS("a ring of version %d: the tree's draws begin at %d, dral's "
                 "at %" PRIu32 "; its jump has %d bytes, dral's %d\n",
                 VERSION, COMMANDS_OFFSET, plan.commands_offset,
                 4 * GENX_MI_BATCH_BUFFER_START_length,
                 DRAL_INDIRECT_DRAW_JUMP_SIZE);
      if (plan.ring_size != bo_size)
         DIFFERS("a ring of version %d: the tree has %" PRIu32
                 " bytes, dral %" PRIu32 "\n", VERSION, bo_size,
                 plan.ring_size);
      index = below(plan.ring_count);
      base = below(1 + most / plan.ring_count) * plan.ring_count;
   } else {
      index = below(most + 2);
   }
   memset(&wrote, 0, sizeof wrote);
   wrote.draw_id = wrote.draw_offset = wrote.jump_offset = NONE;
   source = ids = UINT64_MAX;
   WRITE_DRAW
   if (dral_indirect_draw_plan_item(&plan, count, base, index, &item) != 0) {
      DIFFERS("refused: item %" PRIu32 "\n", index);
      return;
   }
   compared++;
   if (item.draw_offset != wrote.draw_offset || item.jump != wrote.jump ||
       item.jump_offset != wrote.jump_offset ||
       (item.draw_offset != NONE &&
        (item.draw_id != wrote.draw_id || item.source != source)))
      DIFFERS("item %" PRIu32 " from draw %" PRIu32 " of %" PRIu32 ", count %"
              PRIu32 ", %s: generate_draws.cl writes a draw to %" PRIu32
              " and a jump %" PRIu32 " to %" PRIu32 ", dral %" PRIu32 ", %"
              PRIu32 " to %" PRIu32 "\n", index, base, most, count,
              is_ring ? "ring" : "in place", wrote.draw_offset, wrote.jump,
              wrote.jump_offset, item.draw_offset, item.jump,
              item.jump_offset);
}

int
main(void)
{
   for (uint32_t i = 0; i < CASES; i++)
      compare();
   printf("compared %" PRIu32 "\n", compared);
   return 0;
}
