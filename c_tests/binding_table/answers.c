/* SPDX-License-Identifier: MIT */

/*
 * Binding tables that are known: sizes, entries and address maps, and what
 * functions of the real driver printed.
 */

#include "dral_binding_table.h"
#include "harness/known.h"
#include "harness/subjects.h"

#include <errno.h>
#include <string.h>

#define MOST_BINDINGS 4
#define MOST_SETS 4

/* Type, count and flags; the number is the place. */
static const struct given {
   uint32_t type, count, flags;
} given_sets[MOST_SETS][MOST_BINDINGS] = {
   { { DRAL_DESCRIPTOR_TYPE_STORAGE_IMAGE, 3, 0 },
     { DRAL_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 2, 0 },
     { DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, 0 },
     { DRAL_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, 1, 0 } },
   { { DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1, 0 },
     { DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 4, 0 } },
   { { DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 300, 0 } },
   /* Partially bound. */
   { { DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, 4 },
     { DRAL_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, 64, 0 } },
};

static const uint32_t binding_counts[MOST_SETS] = { 4, 2, 1, 2 };

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

static int
lay_set_out(struct mapped *mapped, uint32_t model, uint32_t version,
            uint32_t number)
{
   const uint32_t count = binding_counts[number];
   struct dral_descriptor_table table = { 0 };
   struct dral_descriptor_binding bindings[MOST_BINDINGS];
   uint32_t i;
   int error;

   memset(bindings, 0, sizeof bindings);
   for (i = 0; i < count; i++) {
      bindings[i].binding = i;
      bindings[i].descriptor_type = given_sets[number][i].type;
      bindings[i].descriptor_count = given_sets[number][i].count;
      bindings[i].binding_flags = given_sets[number][i].flags;
   }
   error = dral_descriptor_table_init(model, DRAL_MESA_RELEASE_V24_3, version,
                                      0, &table);
   if (error == 0)
      error = dral_descriptor_set_lay_out(&table, bindings, count,
                                          &mapped->layouts[number],
                                          mapped->bindings[number], count);
   mapped->sets[number].layout = &mapped->layouts[number];
   mapped->sets[number].bindings = mapped->bindings[number];
   mapped->sets[number].uses = mapped->uses[number];
   return error;
}

static void
add_entries(struct words *answer,
            const struct dral_binding_table_entry *entries, uint32_t count)
{
   uint32_t i;

   add_word(answer, count);
   for (i = 0; i < count; i++)
      add_struct(answer, &entries[i], sizeof entries[i]);
}

/*
 * Given model, version, render targets, how many of the sets, whether all
 * is bindless, and set, binding, count and flags of uses: the entries of both
 * tables, the slots of all bindings, and entry and first slot of each set.
 */
static int
known_map(const struct words *given, struct words *answer)
{
   struct mapped mapped;
   uint32_t in[5], use[4], i;
   size_t place;
   int error = 0;

   memset(&mapped, 0, sizeof mapped);
   take_struct(given, 0, in, sizeof in);
   mapped.shader.render_target_count = in[2];
   mapped.shader.render_target_mask = (1u << in[2]) - 1;
   mapped.shader.sets = mapped.sets;
   mapped.shader.set_count = in[3];
   mapped.shader.always_bindless = in[4];
   for (i = 0; i < in[3] && error == 0; i++)
      error = lay_set_out(&mapped, in[0], in[1], i);
   for (place = 5; place < given->count; place += 4) {
      take_struct(given, place, use, sizeof use);
      mapped.uses[use[0]][use[1]].use_count = use[2];
      mapped.uses[use[0]][use[1]].flags = use[3];
   }
   if (error == 0)
      error = dral_binding_table_map_make(
         &mapped.shader, &mapped.map, mapped.surfaces,
         DRAL_BINDING_TABLE_MAX_ENTRIES, mapped.samplers,
         DRAL_BINDING_TABLE_MAX_SAMPLERS, mapped.slots,
         MOST_SETS * MOST_BINDINGS);
   if (strcmp(dral_binding_table_map_explain(&mapped.shader),
              "the map can be made") != 0)
      return -EINVAL;
   add_entries(answer, mapped.surfaces, mapped.map.surface_count);
   add_entries(answer, mapped.samplers, mapped.map.sampler_count);
   add_struct(answer, mapped.slots,
              mapped.map.slot_count * sizeof mapped.slots[0]);
   for (i = 0; i < DRAL_BINDING_TABLE_MAX_SETS; i++) {
      if (i < in[3]) {
         add_word(answer, mapped.map.set_slots[i]);
         add_word(answer, mapped.map.first_slots[i]);
      } else if (mapped.map.set_slots[i] != 0 ||
                 mapped.map.first_slots[i] != 0) {
         return -EINVAL;
      }
   }
   return error;
}

DEFINE_ANSWER(size, uint32_t, 1, dral_binding_table_size(GIVEN(0), out))

/* Given a block and a count: its next, and the offset of the table. */
static int
allocate(const struct words *given, uint32_t *next, uint32_t *offset)
{
   struct dral_binding_table_block block = { GIVEN(0), GIVEN(1) };
   const int error = dral_binding_table_allocate(&block, GIVEN(2), offset);

   if (block.index != GIVEN(0) || (error != 0 && block.next != GIVEN(1)))
      return 1;
   if (error == 0)
      *next = block.next;
   return error;
}

DEFINE_ANSWER(allocate, uint32_t, 2,
              allocate(given, out, (uint32_t *)out + 1))

/* Given a block, a fresh index, active and dirty stages and counts: the block
 * behind, the emission and the offsets, with 7 where none is written. */
static int
known_emit(const struct words *given, struct words *answer)
{
   struct dral_binding_table_block block = { GIVEN(0), GIVEN(1) };
   struct dral_binding_table_emission emission;
   uint32_t offsets[] = { 7, 7, 7, 7, 7, 7, 7 };
   const size_t count = given->count - 5;
   const int error = dral_binding_table_emit(
      &block, GIVEN(2), given_from(given, 5), offsets, count, GIVEN(3),
      GIVEN(4), &emission);
   size_t i;

   for (i = error == 0 ? count : 0; i < 7; i++) {
      if (offsets[i] != 7)
         return 1;
   }
   if (error != 0)
      return block.index == GIVEN(0) && block.next == GIVEN(1) ? error : 1;
   add_struct(answer, &block, sizeof block);
   add_struct(answer, &emission, sizeof emission);
   add_struct(answer, offsets, count * sizeof offsets[0]);
   return 0;
}

DEFINE_ANSWER(state_address, uint64_t, 1,
              dral_surface_state_address(GIVEN(0), given->word[1], out))
DEFINE_ANSWER(entry_word, uint32_t, 1,
              dral_binding_table_entry_word(given->word[0], given->word[1],
                                            out))

/* Given version, block, pool and offset of a state. */
static int
entry_word(const struct words *given, void *word)
{
   struct dral_binding_table_bases bases;
   uint64_t address;
   int error = dral_binding_table_bases_of(GIVEN(0), GIVEN(1), &bases);

   if (error == 0)
      error = dral_surface_state_address(GIVEN(2), given->word[3], &address);
   return error != 0 ? error
                     : dral_binding_table_entry_word(bases.surface_base,
                                                     address, word);
}

DEFINE_ANSWER(entry, uint32_t, 1, entry_word(given, out))

/* Given version and block: the bases of surfaces and of the pool, and the
 * offset of states. */
static int
known_bases(const struct words *given, struct words *answer)
{
   struct dral_binding_table_bases bases = { 0 };
   const int error = dral_binding_table_bases_of(GIVEN(0), GIVEN(1), &bases);

   if (error != 0)
      return error;
   add_word(answer, bases.surface_base);
   add_word(answer, bases.pool_base);
   add_word(answer, bases.state_offset);
   return 0;
}

/* Given version, 1 for indirect descriptors, alignment and size: beginning
 * and end of each area. */
static int
known_areas(const struct words *given, struct words *answer)
{
   struct dral_address_range ranges[DRAL_ADDRESS_AREA_COUNT];
   uint32_t i;
   int error;

   fill_canary(ranges, sizeof ranges);
   error = dral_address_map(GIVEN(0), GIVEN(1), given->word[2],
                            given->word[3], ranges, DRAL_ADDRESS_AREA_COUNT);
   if (error != 0)
      return give_answer(answer, error, ranges, sizeof ranges, 1);
   for (i = 0; i < DRAL_ADDRESS_AREA_COUNT; i++) {
      add_word(answer, ranges[i].address);
      add_word(answer, ranges[i].address + ranges[i].size);
   }
   return 0;
}

static const struct known_function known[] = {
   { "map", 0, known_map },
   { "size", 1, answer_size },
   { "allocate", 3, answer_allocate },
   { "emit", 0, known_emit },
   { "state_address", 2, answer_state_address },
   { "entry_word", 2, answer_entry_word },
   { "entry", 4, answer_entry },
   { "bases", 2, known_bases },
   { "areas", 4, known_areas },
};

static void
binding_tables_are_the_known_answers(struct context *context)
{
   check_known_answers(context, "binding_table_known.csv", known,
                       sizeof known / sizeof known[0]);
}

const struct test binding_table_answers_tests[] = {
   QUICK_TEST(binding_tables_are_the_known_answers),
   NO_MORE_TESTS
};
