/* SPDX-License-Identifier: MIT */

/*
 * Binding tables that are known: sizes, entries and address maps, and what
 * functions of the real driver printed.
 */

#include "dral_binding_table.h"
#include "harness/known.h"
#include "harness/subjects.h"

#include <string.h>

#define MOST_BINDINGS 64
#define MOST_SETS 33

static void
add_entries(struct words *answer,
            const struct dral_binding_table_entry *entries, uint32_t count)
{
   uint32_t i;

   add_word(answer, count);
   for (i = 0; i < count; i++)
      add_struct(answer, &entries[i], sizeof entries[i]);
}

/* What a shader has, until the next call. */
static const struct dral_binding_table_shader *
given_shader(const struct words *given)
{
   static struct dral_descriptor_set_layout layouts[MOST_SETS];
   static struct dral_descriptor_binding_layout bindings[MOST_BINDINGS];
   static struct dral_binding_table_use uses[MOST_BINDINGS];
   static struct dral_binding_table_set sets[MOST_SETS];
   static struct dral_binding_table_shader shader;
   static uint8_t samplers[KNOWN_WORDS];
   size_t place = 4, binding = 0;
   uint32_t i;

   shader.always_bindless = GIVEN(0);
   shader.stage_is_bindless = GIVEN(1);
   shader.render_target_count = GIVEN(2);
   shader.render_target_mask = GIVEN(3);
   shader.sets = sets;
   for (shader.set_count = 0; place < given->count; shader.set_count++) {
      struct dral_descriptor_set_layout *layout = &layouts[shader.set_count];
      struct dral_binding_table_set *set = &sets[shader.set_count];

      place = take_struct(given, place, layout, sizeof *layout);
      set->layout = layout;
      set->bindings = &bindings[binding];
      set->uses = &uses[binding];
      for (i = 0; i < layout->binding_count; i++, binding++) {
         place = take_struct(given, place, &bindings[binding],
                             sizeof bindings[binding]);
         place =
            take_struct(given, place, &uses[binding], sizeof uses[binding]);
      }
      set->immutable_samplers = &samplers[place];
      for (i = 0; i < layout->immutable_sampler_count; i++, place++)
         samplers[place] = (uint8_t)GIVEN(place);
   }
   return &shader;
}

/*
 * Given whether all is bindless, whether the stage is, count and mask of
 * render targets, and of each set its layout, the layout and the use of each
 * binding and its immutable samplers: the entries of both tables, the slots
 * of all bindings, and entry and first slot of each set.
 */
static int
known_map(const struct words *given, struct words *answer)
{
   const struct dral_binding_table_shader *shader = given_shader(given);
   const char *told = dral_binding_table_map_explain(shader);
   struct dral_binding_table_map map;
   struct dral_binding_table_entry surfaces[DRAL_BINDING_TABLE_MAX_ENTRIES];
   struct dral_binding_table_entry samplers[DRAL_BINDING_TABLE_MAX_SAMPLERS];
   struct dral_binding_table_slots slots[MOST_BINDINGS];
   const int error = dral_binding_table_map_make(
      shader, &map, surfaces, DRAL_BINDING_TABLE_MAX_ENTRIES, samplers,
      DRAL_BINDING_TABLE_MAX_SAMPLERS, slots, MOST_BINDINGS);
   uint32_t i;

   if ((strcmp(told, "the map can be made") == 0) != (error == 0))
      return 1;
   if (error != 0)
      return error;
   add_entries(answer, surfaces, map.surface_count);
   add_entries(answer, samplers, map.sampler_count);
   add_struct(answer, slots, map.slot_count * sizeof slots[0]);
   for (i = 0; i < DRAL_BINDING_TABLE_MAX_SETS; i++) {
      if (i < shader->set_count) {
         add_word(answer, map.set_slots[i]);
         add_word(answer, map.first_slots[i]);
      } else if (map.set_slots[i] != 0 || map.first_slots[i] != 0) {
         return 1;
      }
   }
   return 0;
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
   struct dral_binding_table_bases bases;
   int error;

   fill_canary(&bases, sizeof bases);
   error = dral_binding_table_bases_of(GIVEN(0), GIVEN(1), &bases);
   if (error != 0)
      return give_answer(answer, error, &bases, sizeof bases, 0);
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
      return give_answer(answer, error, ranges, sizeof ranges, 0);
   for (i = 0; i < DRAL_ADDRESS_AREA_COUNT; i++) {
      add_word(answer, ranges[i].address);
      add_word(answer, ranges[i].address + ranges[i].size);
   }
   return 0;
}

KNOWN_TEST(
   binding_tables_are_the_known_answers, "binding_table_known.csv",
   { "map", 0, known_map },
   { "size", 1, answer_size },
   { "allocate", 3, answer_allocate },
   { "emit", 0, known_emit },
   { "state_address", 2, answer_state_address },
   { "entry_word", 2, answer_entry_word },
   { "entry", 4, answer_entry },
   { "bases", 2, known_bases },
   { "areas", 4, known_areas })

const struct test binding_table_answers_tests[] = {
   QUICK_TEST(binding_tables_are_the_known_answers),
   NO_MORE_TESTS
};
