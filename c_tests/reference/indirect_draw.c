/* SPDX-License-Identifier: MIT */

#include "indirect_draw.h"
#include "plain.h"

#define MAX_GENERATED_DRAW_COUNT ((uint64_t)8192 * 8192)
#define CONTIGUOUS_BATCH_LIMIT ((uint64_t)16 * 1024 * 1024)
#define BATCH_BUFFER_START_BYTES ((uint64_t)12)
#define ARB_CHECK_BYTES ((uint64_t)4)
#define PAGE_BYTES ((uint64_t)4096)

#define NONE DRAL_INDIRECT_DRAW_NO_OFFSET

static uint64_t
smaller(uint64_t a, uint64_t b)
{
   return a < b ? a : b;
}

/* divisor must not be 0 */
static uint64_t
divide_up(uint64_t value, uint64_t divisor)
{
   uint64_t quotient = value / divisor;

   return value % divisor == 0 ? quotient : quotient + 1;
}

static int
is_gfx9(uint32_t verx10)
{
   return verx10 >= 90 && verx10 <= 99;
}

static int
is_iris(const struct dral_indirect_draw *config)
{
   return config->driver == DRAL_INDIRECT_DRAW_DRIVER_IRIS;
}

/* Whether the driver supports the hardware. */
static int
is_known(const struct dral_indirect_draw *config)
{
   if (is_iris(config) && config->version >= 80 && config->version <= 89)
      return 1;
   return is_gfx9(config->version) || config->version >= 110;
}

/* With iris, a second word says whether there are indices. */
static uint32_t
draw_id_bytes_of(const struct dral_indirect_draw *config)
{
   if (is_iris(config))
      return 4 + 4;
   return is_gfx9(config->version) ? 4 : 0;
}

static int
has_known_flags(const struct dral_indirect_draw *config)
{
   return config->indexed <= 1 && config->uses_first_vertex <= 1 &&
          config->uses_base_instance <= 1 && config->uses_draw_id <= 1 &&
          config->predicated <= 1 && config->tiled <= 1 &&
          config->has_count_buffer <= 1 && config->is_protected <= 1 &&
          config->tessellation_workaround <= 1 &&
          config->execute_indirect <= 1;
}

static uint32_t
mode_of(const struct dral_indirect_draw *config)
{
   if (config->execute_indirect)
      return DRAL_INDIRECT_DRAW_MODE_EXECUTE_INDIRECT;
   if (config->is_protected)
      return DRAL_INDIRECT_DRAW_MODE_REGISTERS;
   if (config->tessellation_workaround)
      return DRAL_INDIRECT_DRAW_MODE_REGISTERS;
   if (config->max_draw_count < config->generate_threshold)
      return DRAL_INDIRECT_DRAW_MODE_REGISTERS;
   if (is_iris(config))
      return DRAL_INDIRECT_DRAW_MODE_RING;
   if (config->max_draw_count >= config->ring_threshold)
      return DRAL_INDIRECT_DRAW_MODE_RING;
   return DRAL_INDIRECT_DRAW_MODE_IN_PLACE;
}

static int
uses_base(const struct dral_indirect_draw *config)
{
   return config->uses_first_vertex || config->uses_base_instance;
}

static uint32_t
command_words_of(const struct dral_indirect_draw *config)
{
   if (!is_iris(config) && config->version >= 110)
      return 10;
   if (uses_base(config) && config->uses_draw_id)
      return 7 + 1 + 4 + 4;
   if (uses_base(config) || config->uses_draw_id)
      return 7 + 1 + 4;
   return 7;
}

static uint32_t
flags_of(const struct dral_indirect_draw *config, uint32_t mode)
{
   uint32_t flags = 0;

   if (config->indexed)
      flags += 1;
   if (config->predicated)
      flags += 2;
   if (config->uses_draw_id)
      flags += 4;
   if (uses_base(config))
      flags += 8;
   if (!is_iris(config)) {
      if (config->has_count_buffer)
         flags += 16;
      if (mode == DRAL_INDIRECT_DRAW_MODE_RING)
         flags += 32;
   }
   if (config->tiled)
      flags += 64;
   flags += config->mocs * 0x100;
   flags += command_words_of(config) * 0x10000;
   return flags;
}

static uint32_t
stride_of(const struct dral_indirect_draw *config)
{
   uint32_t command = config->indexed ? 20 : 16;

   return config->stride > command ? config->stride : command;
}

static uint64_t
check_bytes(uint32_t verx10)
{
   return verx10 >= 120 ? ARB_CHECK_BYTES : 0;
}

/* The size of a ring with ring_capacity draws. */
static int
full_ring(const struct dral_indirect_draw *config, uint64_t command_bytes,
          uint32_t *bo_size)
{
   uint64_t size = check_bytes(config->version);

   size += command_bytes * config->ring_capacity;
   size += draw_id_bytes_of(config) * (uint64_t)config->ring_capacity;
   size += BATCH_BUFFER_START_BYTES;
   size = divide_up(size, PAGE_BYTES) * PAGE_BYTES;
   if (size > max32())
      return DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE;
   *bo_size = (uint32_t)size;
   return 0;
}

static int
plan_ring(const struct dral_indirect_draw *config,
          struct dral_indirect_draw_plan *plan)
{
   uint64_t command_bytes = 4 * (uint64_t)plan->command_words;
   uint64_t check = check_bytes(config->version);
   uint64_t ring_count =
      smaller(config->ring_capacity, plan->max_draw_count);
   int err = full_ring(config, command_bytes, &plan->ring_size);

   if (err)
      return err;
   plan->ring_count = (uint32_t)ring_count;
   plan->commands_offset = (uint32_t)check;
   plan->end_jump_offset = (uint32_t)(check + ring_count * command_bytes);
   if (plan->draw_id_stride > 0)
      plan->draw_id_offset =
         plan->end_jump_offset + (uint32_t)BATCH_BUFFER_START_BYTES;
   return 0;
}

static int
plan_in_place(const struct dral_indirect_draw *config,
              struct dral_indirect_draw_plan *plan)
{
   /* No chunk is larger than the first one. */
   uint64_t first_chunk = smaller(config->max_draw_count,
                                  MAX_GENERATED_DRAW_COUNT);

   if (first_chunk * 4 * plan->command_words > CONTIGUOUS_BATCH_LIMIT)
      return DRAL_INDIRECT_DRAW_ERROR_BATCH_RANGE;
   plan->chunk_count = (uint32_t)divide_up(config->max_draw_count,
                                           MAX_GENERATED_DRAW_COUNT);
   if (is_gfx9(config->version)) {
      plan->draw_id_offset = 0;
      plan->draw_id_size = 4 * config->max_draw_count;
   }
   return 0;
}

int
ref_indirect_plan(const struct dral_indirect_draw *config,
                  struct dral_indirect_draw_plan *plan)
{
   struct dral_indirect_draw_plan result = { 0 };
   uint32_t mode = mode_of(config);
   int err = 0;

   if (config->driver > DRAL_INDIRECT_DRAW_DRIVER_IRIS)
      return DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_DRIVER;
   if (!has_known_flags(config))
      return DRAL_ERROR_UNKNOWN_FLAG;
   if (!is_known(config))
      return DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_HARDWARE;
   /* No item would write the jump out of the ring. */
   if (mode == DRAL_INDIRECT_DRAW_MODE_RING &&
       (config->max_draw_count == 0 || config->ring_capacity == 0))
      return DRAL_INDIRECT_DRAW_ERROR_EMPTY_RING;
   if (config->mocs > 0xFF)
      return DRAL_INDIRECT_DRAW_ERROR_MOCS_RANGE;

   result.mode = mode;
   result.stride = stride_of(config);
   result.max_draw_count = config->max_draw_count;
   result.commands_offset = NONE;
   result.end_jump_offset = NONE;
   result.draw_id_offset = NONE;
   result.base_offset = NONE;
   if (mode == DRAL_INDIRECT_DRAW_MODE_RING ||
       mode == DRAL_INDIRECT_DRAW_MODE_IN_PLACE) {
      result.flags = flags_of(config, mode);
      result.command_words = command_words_of(config);
      result.draw_id_stride = draw_id_bytes_of(config);
      if (result.draw_id_stride > 0 && uses_base(config))
         result.base_offset = config->indexed ? 12 : 8;
      err = mode == DRAL_INDIRECT_DRAW_MODE_RING
               ? plan_ring(config, &result)
               : plan_in_place(config, &result);
   }
   if (err == 0)
      *plan = result;
   return err;
}
