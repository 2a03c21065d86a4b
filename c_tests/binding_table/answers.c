/* SPDX-License-Identifier: MIT */

/*
 * Binding tables that are known: sizes, entries and address maps, and what
 * functions of the real driver printed.
 */

#include "dral_binding_table.h"
#include "harness/subjects.h"

#include <string.h>

#define MOST_BINDINGS 4
#define MOST_SETS 4

enum {
   COMBINED = DRAL_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
   SAMPLED = DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
   STORAGE_IMAGE = DRAL_DESCRIPTOR_TYPE_STORAGE_IMAGE,
   UNIFORM_TEXEL = DRAL_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
   UNIFORM = DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
   STORAGE = DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER,
   UNIFORM_DYNAMIC = DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
   INLINE = DRAL_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK,
   INDIRECT = DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT,
   DIRECT = DRAL_DESCRIPTOR_MODEL_ANV_DIRECT,
   TARGET = DRAL_BINDING_TABLE_SET_ID_RENDER_TARGET,
   MEMORY = DRAL_BINDING_TABLE_SET_ID_SET_MEMORY
};

#define NONE DRAL_DESCRIPTOR_ABSENT
#define GONE DRAL_BINDING_TABLE_BINDLESS

/* Type, count and flags; the number is the place. */
struct given {
   uint32_t type, count, flags;
};

static const struct given given_sets[MOST_SETS][MOST_BINDINGS] = {
   { { STORAGE_IMAGE, 3, 0 }, { COMBINED, 2, 0 }, { UNIFORM, 1, 0 },
     { UNIFORM_TEXEL, 1, 0 } },
   { { UNIFORM_DYNAMIC, 1, 0 }, { SAMPLED, 4, 0 } },
   { { SAMPLED, 300, 0 } },
   /* Partially bound. */
   { { STORAGE, 1, 4 }, { INLINE, 64, 0 } },
};

static const uint32_t binding_counts[MOST_SETS] = { 4, 2, 1, 2 };

/* How often each binding of each set is used. */
typedef const uint32_t use_counts[MOST_SETS][MOST_BINDINGS];

static use_counts all_of_two = { { 1, 2, 4, 1 }, { 1, 1 } };
static use_counts too_many = { { 0, 0, 1, 0 }, { 1, 0 }, { 9 } };
static use_counts partially_bound = { { 0, 0, 1, 0 }, { 0 }, { 0 }, { 1, 1 } };

/* A shader with its sets, and its map. */
struct mapped {
   struct dral_descriptor_set_layout layouts[MOST_SETS];
   struct dral_descriptor_binding_layout bindings[MOST_SETS][MOST_BINDINGS];
   struct dral_binding_table_use uses[MOST_SETS][MOST_BINDINGS];
   struct dral_binding_table_set sets[MOST_SETS];
   struct dral_binding_table_shader shader;
   struct dral_binding_table_map map;
   struct dral_binding_table_entry surfaces[DRAL_BINDING_TABLE_MAX_ENTRIES];
   struct dral_binding_table_entry samplers[DRAL_BINDING_TABLE_MAX_SAMPLERS];
   struct dral_binding_table_slots slots[MOST_SETS * MOST_BINDINGS];
};

static void
lay_set_out(struct context *context, struct mapped *mapped, uint32_t model,
            uint32_t number)
{
   const uint32_t version = model == INDIRECT ? 120 : 125;
   const uint32_t count = binding_counts[number];
   struct dral_descriptor_set_layout *layout = &mapped->layouts[number];
   struct dral_descriptor_table table = { 0 };
   struct dral_descriptor_binding bindings[MOST_BINDINGS];
   uint32_t i;

   memset(bindings, 0, sizeof bindings);
   for (i = 0; i < count; i++) {
      bindings[i].binding = i;
      bindings[i].descriptor_type = given_sets[number][i].type;
      bindings[i].descriptor_count = given_sets[number][i].count;
      bindings[i].binding_flags = given_sets[number][i].flags;
   }
   CHECK_EQUAL(context,
               dral_descriptor_table_init(model, DRAL_MESA_RELEASE_V24_3,
                                          version, 0, &table),
               0, "table");
   CHECK_EQUAL(context,
               dral_descriptor_set_lay_out(&table, bindings, count, layout,
                                           mapped->bindings[number], count),
               0, "set %" PRIu32, number);
   CHECK_EQUAL(context, layout->binding_count, count, "set %" PRIu32, number);
   mapped->sets[number].layout = layout;
   mapped->sets[number].bindings = mapped->bindings[number];
   mapped->sets[number].uses = mapped->uses[number];
}

static void
fill_map(struct context *context, struct mapped *mapped)
{
   CHECK_EQUAL(context,
               dral_binding_table_map_make(
                  &mapped->shader, &mapped->map, mapped->surfaces,
                  DRAL_BINDING_TABLE_MAX_ENTRIES, mapped->samplers,
                  DRAL_BINDING_TABLE_MAX_SAMPLERS, mapped->slots,
                  MOST_SETS * MOST_BINDINGS),
               0, "map");
   CHECK(context, strcmp(dral_binding_table_map_explain(&mapped->shader),
                         "the map can be made") == 0, "explanation");
}

static void
make_map(struct context *context, struct mapped *mapped, uint32_t model,
         uint32_t render_targets, uint32_t set_count, use_counts counts,
         uint32_t always_bindless)
{
   uint32_t i;
   uint32_t j;

   memset(mapped, 0, sizeof *mapped);
   mapped->shader.always_bindless = always_bindless;
   mapped->shader.render_target_count = render_targets;
   mapped->shader.render_target_mask = (1u << render_targets) - 1;
   mapped->shader.sets = mapped->sets;
   mapped->shader.set_count = set_count;
   for (i = 0; i < set_count; i++) {
      lay_set_out(context, mapped, model, i);
      for (j = 0; j < MOST_BINDINGS; j++)
         mapped->uses[i][j].use_count = counts[i][j];
   }
   fill_map(context, mapped);
}

/* What stands there: its set or what it is, and its binding or its index. */
struct name {
   uint32_t set, number;
};

static void
check_names(struct context *context, const struct mapped *mapped,
            const struct name *names, uint32_t count)
{
   uint32_t i;

   CHECK_EQUAL(context, mapped->map.surface_count, count, "surfaces");
   for (i = 0; i < count; i++) {
      const struct dral_binding_table_entry *entry = &mapped->surfaces[i];

      CHECK_EQUAL(context, entry->set, names[i].set, "entry %" PRIu32, i);
      CHECK_EQUAL(context,
                  entry->binding == NONE ? entry->index : entry->binding,
                  names[i].number, "entry %" PRIu32, i);
   }
}

/* The slots of sets one after the other. */
static void
check_slots(struct context *context, const struct mapped *mapped,
            const uint32_t *surfaces, uint32_t count)
{
   uint32_t i;

   for (i = 0; i < count; i++)
      CHECK_EQUAL(context, mapped->slots[i].surface, surfaces[i],
                  "slot %" PRIu32, i);
}

static const struct name two_sets[] = {
   { TARGET, 0 }, { TARGET, 1 }, { MEMORY, 0 }, { MEMORY, 1 }, { 0, 2 },
   { 0, 1 }, { 0, 1 }, { 0, 3 }, { 1, 0 }, { 0, 0 }, { 0, 0 }, { 0, 0 },
   { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 },
};

static const uint32_t slots_of_two_sets[] = { 9, 5, 4, 7, 8, 12 };

static void
two_sets_and_two_targets_are_the_known_map(struct context *context)
{
   static const uint32_t indices[] = { 0, 1, 0, 1, 5, 3, 4, 6,
                                       0, 0, 1, 2, 1, 2, 3, 4 };
   static const uint32_t offsets[] = { NONE, NONE, NONE, NONE, 40, 24, 32, 56,
                                       0, 0, 8, 16, 16, 24, 32, 40 };
   struct mapped mapped;
   uint32_t i;

   make_map(context, &mapped, INDIRECT, 2, 2, all_of_two, 0);
   check_names(context, &mapped, two_sets, 16);
   check_slots(context, &mapped, slots_of_two_sets, 6);
   for (i = 0; i < 16; i++) {
      CHECK_EQUAL(context, mapped.surfaces[i].index, indices[i],
                  "entry %" PRIu32, i);
      CHECK_EQUAL(context, mapped.surfaces[i].set_offset, offsets[i],
                  "entry %" PRIu32, i);
      CHECK_EQUAL(context, mapped.surfaces[i].plane, 0, "entry %" PRIu32, i);
      CHECK_EQUAL(context, mapped.surfaces[i].dynamic_offset_index,
                  i == 8 ? 0 : NONE, "entry %" PRIu32, i);
   }
   CHECK_EQUAL(context, mapped.map.sampler_count, 2, "samplers");
   for (i = 0; i < 2; i++) {
      CHECK_EQUAL(context, mapped.samplers[i].set, 0, "sampler %" PRIu32, i);
      CHECK_EQUAL(context, mapped.samplers[i].binding, 1,
                  "sampler %" PRIu32, i);
      CHECK_EQUAL(context, mapped.samplers[i].index, 3 + i,
                  "sampler %" PRIu32, i);
   }
   for (i = 0; i < 6; i++)
      CHECK_EQUAL(context, mapped.slots[i].sampler, i == 1 ? 0 : GONE,
                  "slot %" PRIu32, i);
   for (i = 0; i < DRAL_BINDING_TABLE_MAX_SETS; i++)
      CHECK_EQUAL(context, mapped.map.set_slots[i], i < 2 ? 2 + i : 0,
                  "set %" PRIu32, i);
}

static void
array_of_300_is_bindless(struct context *context)
{
   static const struct name names[] = { { TARGET, 0 }, { MEMORY, 0 },
                                        { MEMORY, 1 }, { MEMORY, 2 },
                                        { 0, 2 },      { 1, 0 } };
   static const uint32_t slots[] = { GONE, GONE, 4, GONE, 5, GONE, GONE };
   struct mapped mapped;

   make_map(context, &mapped, INDIRECT, 1, 3, too_many, 0);
   check_names(context, &mapped, names, 6);
   check_slots(context, &mapped, slots, 7);
}

static void
partially_bound_is_bindless_and_inline_stays_in_its_set(
   struct context *context)
{
   static const struct name names[] = { { MEMORY, 0 }, { MEMORY, 3 },
                                        { 0, 2 } };
   static const uint32_t slots[] = { GONE, GONE, 2, GONE, GONE, GONE, GONE,
                                     GONE, 1 };
   struct mapped mapped;

   make_map(context, &mapped, INDIRECT, 0, 4, partially_bound, 0);
   check_names(context, &mapped, names, 3);
   check_slots(context, &mapped, slots, 9);
}

static void
always_bindless_leaves_targets_and_sets(struct context *context)
{
   static const uint32_t slots[] = { GONE, GONE, GONE, GONE, GONE, GONE };
   struct mapped mapped;

   make_map(context, &mapped, INDIRECT, 2, 2, all_of_two, 1);
   check_names(context, &mapped, two_sets, 4);
   check_slots(context, &mapped, slots, 6);
   CHECK_EQUAL(context, mapped.map.sampler_count, 0, "samplers");
}

static void
direct_model_has_the_known_offsets(struct context *context)
{
   static const uint32_t offsets[] = { NONE, NONE, NONE, NONE, 320, 192, 256,
                                       384, 0, 0, 64, 128, 64, 128, 192,
                                       256 };
   struct mapped mapped;
   uint32_t i;

   make_map(context, &mapped, DIRECT, 2, 2, all_of_two, 0);
   check_names(context, &mapped, two_sets, 16);
   check_slots(context, &mapped, slots_of_two_sets, 6);
   for (i = 0; i < 16; i++)
      CHECK_EQUAL(context, mapped.surfaces[i].set_offset, offsets[i],
                  "entry %" PRIu32, i);
}

/* A use without the binding table keeps its samplers. */
static void
use_without_the_table_keeps_its_sampler(struct context *context)
{
   static use_counts image = { { 0, 1, 0, 0 } };
   struct mapped mapped;

   make_map(context, &mapped, DIRECT, 0, 1, image, 0);
   mapped.uses[0][1].flags = DRAL_BINDING_TABLE_USE_FLAG_NO_BINDING_TABLE;
   fill_map(context, &mapped);
   CHECK_EQUAL(context, mapped.map.surface_count, 1, "the set");
   CHECK_EQUAL(context, mapped.map.sampler_count, 2, "samplers");
   CHECK_EQUAL(context, mapped.slots[1].surface, GONE, "slot");
   CHECK_EQUAL(context, mapped.slots[1].sampler, 0, "slot");
}

static void
slots_of_sets_are_where_the_map_says(struct context *context)
{
   static const uint32_t firsts[] = { 0, 4, 6, 7 };
   struct mapped mapped;
   uint32_t i;

   make_map(context, &mapped, INDIRECT, 0, 4, partially_bound, 0);
   CHECK_EQUAL(context, mapped.map.slot_count, 9, "slots");
   for (i = 0; i < DRAL_BINDING_TABLE_MAX_SETS; i++)
      CHECK_EQUAL(context, mapped.map.first_slots[i], i < 4 ? firsts[i] : 0,
                  "set %" PRIu32, i);
}

static void
sizes_of_binding_tables_are_the_known_answers(struct context *context)
{
   static const uint32_t known[][2] = { { 0, 0 },   { 1, 32 },  { 8, 32 },
                                        { 9, 64 },  { 16, 64 }, { 17, 96 },
                                        { 240, 960 } };
   size_t i;

   for (i = 0; i < sizeof known / sizeof known[0]; i++) {
      uint32_t size = 1;

      CHECK_EQUAL(context, dral_binding_table_size(known[i][0], &size), 0,
                  "%" PRIu32 " entries", known[i][0]);
      CHECK_EQUAL(context, size, known[i][1], "%" PRIu32 " entries",
                  known[i][0]);
   }
}

/* Tables that fit a block, one behind the other. */
static uint32_t
capacity(struct context *context, uint32_t entry_count)
{
   struct dral_binding_table_block block = { 5, 0 };
   uint32_t tables = 0;
   uint32_t offset = 0;
   uint32_t end = 0;

   while (dral_binding_table_allocate(&block, entry_count, &offset) == 0) {
      CHECK_EQUAL(context, offset, end, "table %" PRIu32, tables);
      end = block.next;
      tables++;
   }
   CHECK_EQUAL(context, block.index, 5, "index");
   return tables;
}

static void
blocks_have_room_for_as_many_tables_as_are_known(struct context *context)
{
   uint32_t entry_count;

   for (entry_count = 1; entry_count <= 8; entry_count++)
      CHECK_EQUAL(context, capacity(context, entry_count), 2048,
                  "%" PRIu32 " entries", entry_count);
   CHECK_EQUAL(context, capacity(context, 240), 68, "240 entries");
}

static void
full_block_moves_all_active_stages(struct context *context)
{
   const uint32_t counts[6] = { 240, 240, 240, 240, 240, 240 };
   struct dral_binding_table_block block = { 5, 65536 - 960 };
   struct dral_binding_table_emission emission = { 0 };
   uint32_t offsets[6] = { 0 };
   uint32_t i;

   CHECK_EQUAL(context, dral_binding_table_emit(&block, 6, counts, offsets, 6,
                                                0x3F, 0x20, &emission), 0,
               "the last room");
   CHECK_EQUAL(context, emission.stages, 0x20, "the last room");
   CHECK_EQUAL(context, emission.new_base, 0, "the last room");
   CHECK_EQUAL(context, offsets[5], 65536 - 960, "the last room");
   CHECK_EQUAL(context, dral_binding_table_emit(&block, 6, counts, offsets, 6,
                                                0x3F, 0x20, &emission), 0,
               "a fresh block");
   CHECK_EQUAL(context, emission.stages, 0x3F, "a fresh block");
   CHECK_EQUAL(context, emission.new_base, 1, "a fresh block");
   CHECK_EQUAL(context, block.index, 6, "a fresh block");
   CHECK_EQUAL(context, block.next, 5760, "a fresh block");
   for (i = 0; i < 6; i++)
      CHECK_EQUAL(context, offsets[i], 960 * i, "stage %" PRIu32, i);
}

/* Version, block, pool, offset, entry. */
static const struct {
   uint32_t version, block, pool;
   uint64_t offset;
   uint32_t word;
} words[] = {
   { 120, 0, 0, 0x1000, 0x40001000 },
   { 120, 1, 0, 0x1000, 0x3FFF1000 },
   { 120, 16383, 0, 0x1000, 0x11000 },
   { 120, 0, 1, 0x40, 0x80000040 },
   { 120, 0, 1, 0x7FFFFFC0, 0xFFFFFFC0 },
   { 125, 0, 0, 0x1000, 0x1000 },
   { 125, 1, 0, 0x1000, 0x1000 },
   { 125, 16383, 0, 0x1000, 0x1000 },
};

static void
entry_words_are_the_known_answers(struct context *context)
{
   size_t i;

   for (i = 0; i < sizeof words / sizeof words[0]; i++) {
      struct dral_binding_table_bases bases = { 0 };
      uint64_t address = 0;
      uint32_t word = 0;

      CHECK_EQUAL(context,
                  dral_binding_table_bases_of(words[i].version,
                                              words[i].block, &bases),
                  0, "bases %zu", i);
      CHECK_EQUAL(context, dral_surface_state_address(words[i].pool,
                                                      words[i].offset,
                                                      &address), 0,
                  "address %zu", i);
      CHECK_EQUAL(context, dral_binding_table_entry_word(bases.surface_base,
                                                         address, &word), 0,
                  "word %zu", i);
      CHECK_EQUAL(context, word, words[i].word, "word %zu", i);
   }
}

/* Counts the states of a stretch of the window whose entry misses them. */
static uint64_t
misses(uint64_t base, uint64_t from, uint64_t to, uint64_t step)
{
   uint64_t missed = 0;
   uint64_t address;

   for (address = from; address < to; address += step) {
      uint32_t word;

      if (dral_binding_table_entry_word(base, address, &word) != 0 ||
          base + word != address)
         missed++;
   }
   return missed;
}

#define STATES 0x100000000
#define STATES_END 0x1C0000000

static void
base_and_entry_are_the_state_for_every_block(struct context *context)
{
   uint32_t block;

   for (block = 0; block < DRAL_BINDING_TABLE_BLOCK_COUNT; block++) {
      const uint64_t address = 0xC0000000 + 65536 * (uint64_t)block;
      struct dral_binding_table_bases older = { 0 };
      struct dral_binding_table_bases newer = { 0 };

      CHECK_EQUAL(context, dral_binding_table_bases_of(124, block, &older), 0,
                  "block %" PRIu32, block);
      CHECK_EQUAL(context, dral_binding_table_bases_of(125, block, &newer), 0,
                  "block %" PRIu32, block);
      CHECK_EQUAL(context, older.surface_base, address, "block %" PRIu32,
                  block);
      CHECK_EQUAL(context, older.surface_base + older.state_offset, STATES,
                  "block %" PRIu32, block);
      CHECK_EQUAL(context, older.pool_base, 0, "block %" PRIu32, block);
      CHECK_EQUAL(context, newer.surface_base, STATES, "block %" PRIu32,
                  block);
      CHECK_EQUAL(context, newer.state_offset, 0, "block %" PRIu32, block);
      CHECK_EQUAL(context, newer.pool_base, address, "block %" PRIu32,
                  block);
      /* The first states, the last, and those of a coarse comb. */
      CHECK_EQUAL(context, misses(address, STATES, STATES + 0x1000, 64), 0,
                  "block %" PRIu32, block);
      CHECK_EQUAL(context, misses(address, STATES_END - 0x1000, STATES_END,
                                  64), 0, "block %" PRIu32, block);
      CHECK_EQUAL(context, misses(address, STATES, STATES_END, 0x3FFFFC0), 0,
                  "block %" PRIu32, block);
   }
}

static void
base_and_entry_are_every_state(struct context *context)
{
   static const uint64_t bases[] = { 0xC0000000, 0xFFFF0000, STATES };
   size_t i;

   for (i = 0; i < sizeof bases / sizeof bases[0]; i++)
      CHECK_EQUAL(context, misses(bases[i], STATES, STATES_END, 64), 0,
                  "base 0x%" PRIx64, bases[i]);
}

#define AREAS DRAL_ADDRESS_AREA_COUNT

/* Area, first byte, and the end where that is known. */
struct known_area {
   uint32_t area;
   uint64_t address, end;
};

static void
check_areas(struct context *context, const struct dral_address_range *ranges,
            const struct known_area *known, size_t count)
{
   size_t i;

   for (i = 0; i < count; i++) {
      const struct dral_address_range *range = &ranges[known[i].area];

      CHECK_EQUAL(context, range->address, known[i].address,
                  "area %" PRIu32, known[i].area);
      if (known[i].end != 0)
         CHECK_EQUAL(context, range->address + range->size, known[i].end,
                     "area %" PRIu32, known[i].area);
   }
}

#define COUNT(array) (sizeof array / sizeof array[0])

static const struct known_area older[] = {
   { DRAL_ADDRESS_AREA_GENERAL, 0x200000, 0x40000000 },
   { DRAL_ADDRESS_AREA_LOW_HEAP, 0x40000000, 0x80000000 },
   { DRAL_ADDRESS_AREA_BINDING_TABLE, 0xC0000000, 0x100000000 },
   { DRAL_ADDRESS_AREA_INTERNAL_SURFACE, 0x100000000, 0x140000000 },
   { DRAL_ADDRESS_AREA_SCRATCH_SURFACE, 0x100000000, 0x100800000 },
   { DRAL_ADDRESS_AREA_BINDLESS_SURFACE, 0x140000000, 0x1C0000000 },
   { DRAL_ADDRESS_AREA_INDIRECT_DESCRIPTOR, 0x200000000, 0x2C0000000 },
   { DRAL_ADDRESS_AREA_INDIRECT_PUSH, 0x2C0000000, 0x300000000 },
   { DRAL_ADDRESS_AREA_INSTRUCTION, 0x300000000, 0x380000000 },
   { DRAL_ADDRESS_AREA_DYNAMIC_STATE, 0x3C0000000, 0x400000000 },
   { DRAL_ADDRESS_AREA_DYNAMIC_VISIBLE, 0x400000000, 0x4BFFFF000 },
   { DRAL_ADDRESS_AREA_PUSH_DESCRIPTOR_BUFFER, 0, 0 },
   { DRAL_ADDRESS_AREA_AUXILIARY_TABLE, 0x4BFFFF000, 0x53FFFF000 },
   { DRAL_ADDRESS_AREA_HIGH_HEAP, 0x53FFFF000, 0xEFFF00000000 },
   { DRAL_ADDRESS_AREA_TRTT, 0xF00000000000, 0xFFFF00000000 },
};

static const struct known_area newer[] = {
   { DRAL_ADDRESS_AREA_INDIRECT_DESCRIPTOR, 0, 0 },
   { DRAL_ADDRESS_AREA_INDIRECT_PUSH, 0, 0 },
   { DRAL_ADDRESS_AREA_INSTRUCTION, 0x200000000, 0 },
   { DRAL_ADDRESS_AREA_DYNAMIC_STATE, 0x2C0000000, 0 },
   { DRAL_ADDRESS_AREA_DYNAMIC_VISIBLE, 0x300000000, 0 },
   { DRAL_ADDRESS_AREA_PUSH_DESCRIPTOR_BUFFER, 0x380000000, 0x3BFFFF000 },
   { DRAL_ADDRESS_AREA_AUXILIARY_TABLE, 0x3C0000000, 0 },
   { DRAL_ADDRESS_AREA_HIGH_HEAP, 0x440000000, 0 },
};

static const struct known_area forced[] = {
   { DRAL_ADDRESS_AREA_INSTRUCTION, 0x300000000, 0 },
   { DRAL_ADDRESS_AREA_DYNAMIC_VISIBLE, 0x400000000, 0 },
   { DRAL_ADDRESS_AREA_PUSH_DESCRIPTOR_BUFFER, 0x480000000, 0 },
   { DRAL_ADDRESS_AREA_AUXILIARY_TABLE, 0x4C0000000, 0 },
   { DRAL_ADDRESS_AREA_HIGH_HEAP, 0x540000000, 0 },
};

static const struct known_area small[] = {
   { DRAL_ADDRESS_AREA_AUXILIARY_TABLE, 0x3BFFFF000, 0 },
   { DRAL_ADDRESS_AREA_HIGH_HEAP, 0x43FFFF000, 0x7FFF00000000 },
};

static void
address_maps_are_the_known_answers(struct context *context)
{
   static const struct {
      uint32_t version, indirect;
      uint64_t alignment, size;
      const struct known_area *known;
      size_t count;
   } maps[] = {
      { 90, 1, 4096, (uint64_t)1 << 48, older, COUNT(older) },
      { 120, 1, 4096, (uint64_t)1 << 48, older, COUNT(older) },
      { 125, 0, 65536, (uint64_t)1 << 48, newer, COUNT(newer) },
      { 125, 1, 65536, (uint64_t)1 << 48, forced, COUNT(forced) },
      { 125, 0, 4096, (uint64_t)1 << 47, small, COUNT(small) },
   };
   size_t i;

   for (i = 0; i < COUNT(maps); i++) {
      struct dral_address_range ranges[AREAS];

      memset(ranges, 0xFF, sizeof ranges);
      CHECK_EQUAL(context, dral_address_map(maps[i].version, maps[i].indirect,
                                            maps[i].alignment, maps[i].size,
                                            ranges, AREAS), 0, "map %zu", i);
      check_areas(context, ranges, maps[i].known, maps[i].count);
   }
}

const struct test binding_table_tests[] = {
   QUICK_TEST(two_sets_and_two_targets_are_the_known_map),
   QUICK_TEST(array_of_300_is_bindless),
   QUICK_TEST(partially_bound_is_bindless_and_inline_stays_in_its_set),
   QUICK_TEST(always_bindless_leaves_targets_and_sets),
   QUICK_TEST(direct_model_has_the_known_offsets),
   QUICK_TEST(use_without_the_table_keeps_its_sampler),
   QUICK_TEST(slots_of_sets_are_where_the_map_says),
   QUICK_TEST(sizes_of_binding_tables_are_the_known_answers),
   QUICK_TEST(blocks_have_room_for_as_many_tables_as_are_known),
   QUICK_TEST(full_block_moves_all_active_stages),
   QUICK_TEST(entry_words_are_the_known_answers),
   QUICK_TEST(base_and_entry_are_the_state_for_every_block),
   QUICK_TEST(base_and_entry_are_every_state),
   QUICK_TEST(address_maps_are_the_known_answers),
   NO_MORE_TESTS
};
