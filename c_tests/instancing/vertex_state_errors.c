/* SPDX-License-Identifier: MIT */

/*
 * Callers that do what they should not, of the functions for prepared vertex
 * state and tables of pairs: NULL, arrays that overlap, counts, capacities
 * and indices that are wrong, states that were never prepared, and any bits
 * in the structs that the library made.
 */

#include "harness/canary.h"
#include "dral.h"
#include "instancing/sample_draws.h"
#include "instancing/sample_states.h"
#include "harness/subjects.h"
#include "harness/tally.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define BUFFERS 3
#define WORDS (8 * BUFFERS + 4)
#define HOSTILE_CALLS 100000

/* All memory of a caller: what a call changes is seen in a copy. */
struct caller {
   struct dral_vertex_buffer buffers[BUFFERS];
   struct dral_vertex_state state;
   struct dral_resolved_draw draw;
   struct dral_bound_buffer bound[BUFFERS + 1];
   uint32_t words[WORDS + 8];
   uint32_t slots[BUFFERS + 1];
   size_t word_count;
   size_t refused;
   int32_t offset;
   struct dral_vertex_state_key key;
};

/* What an earlier call wrote must not hide what this one writes. */
static void
clear_outputs(struct caller *memory)
{
   fill_canary(memory->words, sizeof memory->words);
   fill_canary(memory->slots, sizeof memory->slots);
   fill_canary(&memory->word_count, sizeof memory->word_count);
   fill_canary(&memory->refused, sizeof memory->refused);
   fill_canary(&memory->offset, sizeof memory->offset);
   fill_canary(&memory->key, sizeof memory->key);
}

/*
 * Makes a call and checks its result; on error no memory has changed.  Each
 * test first sees the same call succeed, so what is refused is the argument
 * that differs.
 */
#define CHECK_CALL(context, memory, call, error, ...)                      \
   do {                                                                    \
      struct caller copy;                                                  \
                                                                           \
      clear_outputs(memory);                                               \
      memcpy(&copy, (memory), sizeof copy);                                \
      CHECK_EQUAL((context), call, (error), __VA_ARGS__);                  \
      CHECK((context),                                                     \
            (error) == 0 || memcmp(&copy, (memory), sizeof copy) == 0,     \
            __VA_ARGS__);                                                  \
   } while (0)

static void
make_sound(struct context *context, struct caller *memory)
{
   const size_t end_of_draw =
      offsetof(struct dral_resolved_draw, base_instance) + sizeof(uint32_t);
   const struct dral_draw draw = plain_draw(7, 70, 100);
   uint32_t i;

   fill_canary(memory, sizeof *memory);
   for (i = 0; i < BUFFERS; i++) {
      struct dral_vertex_buffer *buffer = &memory->buffers[i];

      memset(buffer, 0, sizeof *buffer);
      buffer->address = 0x1000;
      buffer->size = 4096;
      buffer->stride = 16;
      buffer->rate = i; /* the last is a hole */
      buffer->divisor = 3;
      CHECK_EQUAL(context,
                  dral_buffer_bind(buffer->address, buffer->size,
                                   &memory->bound[i]),
                  0, "bound");
   }
   CHECK_EQUAL(context, dral_draw_resolve(&draw, &memory->draw), 0,
               "resolved");
   /* The copies are compared with the padding at the end of the struct. */
   fill_canary((unsigned char *)&memory->draw + end_of_draw,
               sizeof memory->draw - end_of_draw);
   CHECK_EQUAL(context,
               dral_vertex_state_prepare(7, DRAL_ROUNDING_NEAREST,
                                         DRAL_TABLE_SHAPE_PAIRS, 0,
                                         memory->buffers, BUFFERS,
                                         &memory->state),
               0, "prepared");
}

static void
bad_arguments_of_preparing_are_refused(struct context *context)
{
   static const struct {
      uint32_t architecture, rounding, shape, image_count;
      size_t buffer_count;
      int error;
      const char *what;
   } cases[] = {
      { 4, 1, 1, 2, BUFFERS, 0, "v4" },
      { 5, 1, 1, 2, BUFFERS, 0, "v5" },
      { 6, 1, 1, 2, BUFFERS, 0, "v6" },
      { 7, 1, 1, 2, BUFFERS, 0, "v7" },
      { 9, 1, 1, 2, BUFFERS, -EDOM, "v9" },
      { 10, 1, 1, 2, BUFFERS, -EDOM, "v10" },
      { 11, 1, 1, 2, BUFFERS, -EDOM, "v11" },
      { 12, 1, 1, 2, BUFFERS, -EDOM, "v12" },
      { 13, 1, 1, 2, BUFFERS, -EDOM, "v13" },
      { 14, 1, 1, 2, BUFFERS, -EDOM, "v14" },
      { 0, 1, 1, 2, BUFFERS, -EINVAL, "v0" },
      { 3, 1, 1, 2, BUFFERS, -EINVAL, "v3" },
      { 8, 1, 1, 2, BUFFERS, -EINVAL, "v8" },
      { 15, 1, 1, 2, BUFFERS, -EINVAL, "v15" },
      { 1024, 1, 1, 2, BUFFERS, -EINVAL, "v1024" },
      { UINT32_MAX, 1, 1, 2, BUFFERS, -EINVAL, "v2^32-1" },
      { 7, 2, 1, 2, BUFFERS, -EINVAL, "rounding" },
      { 7, 1, 2, 0, BUFFERS, -EINVAL, "shape" },
      { 7, 1, 1, UINT32_MAX, BUFFERS, 0, "images" },
      /* Neither images nor holes are in a packed table. */
      { 7, 1, 0, 0, 2, 0, "packed" },
      { 7, 1, 0, 1, 2, -EINVAL, "images in a packed table" },
      { 7, 1, 0, 0, BUFFERS, -EINVAL, "a hole in a packed table" },
   };
   struct caller memory;
   struct dral_vertex_buffer *buffers = memory.buffers;
   struct dral_vertex_state *state = &memory.state;
   struct dral_vertex_buffer many[STATE_BUFFERS + 1];
   size_t i;

   make_sound(context, &memory);
   for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      CHECK_CALL(context, &memory,
                 dral_vertex_state_prepare(
                    cases[i].architecture, cases[i].rounding, cases[i].shape,
                    cases[i].image_count, buffers, cases[i].buffer_count,
                    state),
                 cases[i].error, "%s", cases[i].what);
   }
#define PREPARE(buffers, count) \
   dral_vertex_state_prepare(7, 1, 1, 0, buffers, count, state)
   CHECK_CALL(context, &memory, PREPARE(NULL, 0), 0, "0 buffers");
   buffers[1].rate = 3;
   CHECK_CALL(context, &memory, PREPARE(buffers, BUFFERS), -EINVAL, "rate");
   buffers[1].rate = UINT32_MAX;
   CHECK_CALL(context, &memory, PREPARE(buffers, BUFFERS), -EINVAL, "rate");

   for (i = 0; i < STATE_BUFFERS + 1; i++)
      many[i] = buffers[0];
   CHECK_CALL(context, &memory, PREPARE(many, STATE_BUFFERS), 0,
              "as many buffers as it holds");
   CHECK_CALL(context, &memory, PREPARE(many, STATE_BUFFERS + 1), -EINVAL,
              "more buffers than it holds");

   /* Address and size are not read. */
   buffers[0].address = UINT64_MAX;
   buffers[0].size = UINT32_MAX;
   CHECK_CALL(context, &memory, PREPARE(buffers, 1), 0, "an address");
#undef PREPARE
}

static void
bad_arguments_of_a_prepared_table_are_refused(struct context *context)
{
   struct caller memory;

#define TABLE(buffers, count, capacity, slots)                            \
   dral_vertex_state_table(&memory.state, &memory.draw, buffers, count,   \
                           memory.words, capacity, slots,                 \
                           &memory.word_count)
   make_sound(context, &memory);
   CHECK_CALL(context, &memory, TABLE(memory.bound, 3, WORDS, memory.slots),
              0, "sound");
   CHECK_CALL(context, &memory,
              TABLE(memory.bound, 4, WORDS + 8, memory.slots), -EINVAL,
              "too many buffers");
   CHECK_CALL(context, &memory, TABLE(NULL, 0, WORDS, NULL), -EINVAL,
              "no buffers");
#undef TABLE
}

/*
 * A table whose outputs lie over what it reads, or over one another, at
 * every distance: its words are not promised, but that nothing else changes.
 */
static void
a_prepared_table_over_its_inputs_stays_in_its_outputs(struct context *context)
{
   struct caller sound;
   union {
      uint64_t align;
      uint32_t words[WORDS + sizeof(struct dral_vertex_state) / 4 + WORDS];
   } around;
   uint32_t *const middle = around.words + WORDS;
   const size_t lengths[] = { sizeof sound.state / 4, sizeof sound.bound / 4,
                              sizeof sound.draw / 4, WORDS };
   size_t i;

   make_sound(context, &sound);
   for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
      const void *const sources[] = { &sound.state, sound.bound, &sound.draw,
                                      sound.words };
      const size_t length = lengths[i];
      size_t place;

      for (place = 0; place <= 2 * (WORDS + length); place++) {
         const bool moves_slots = place % 2 == 1;
         uint32_t *const moved = around.words + place / 2;
         uint32_t *const other = i == 3 ? middle : sound.words;
         uint32_t *const words = moves_slots ? other : moved;
         uint32_t *const slots = moves_slots ? moved : i == 3 ? middle
                                                              : sound.slots;
         uint32_t copy[sizeof around / 4];
         size_t count = 0;
         size_t j;

         fill_canary(&around, sizeof around);
         memcpy(middle, sources[i], length * 4);
         memcpy(copy, &around, sizeof copy);
         CHECK_EQUAL(context,
                     dral_vertex_state_table(
                        i == 0 ? (const void *)middle : &sound.state,
                        i == 2 ? (const void *)middle : &sound.draw,
                        i == 1 ? (const void *)middle : sound.bound, BUFFERS,
                        words, WORDS, slots, &count),
                     0, "input %u, %u", (unsigned)i, (unsigned)place);
         CHECK_EQUAL(context, count, WORDS, "input %u, %u", (unsigned)i,
                     (unsigned)place);
         for (j = 0; j < sizeof copy / 4; j++) {
            const uint32_t *const word = &around.words[j];
            const bool is_output =
               (word >= words && word < words + WORDS) ||
               (word >= slots && word < slots + BUFFERS);

            CHECK(context, is_output || *word == copy[j],
                  "input %u, %u: word %u", (unsigned)i, (unsigned)place,
                  (unsigned)j);
         }
      }
   }
}

static void
bad_arguments_of_a_prepared_offset_are_refused(struct context *context)
{
   static const struct {
      uint32_t buffer, source_offset;
      int32_t offset_start;
      uint32_t base_instance;
      int error;
      int32_t offset;
   } cases[] = {
      { 1, 4, 0, 0, 0, 4 },
      /* A hole, and beyond the buffers, the state and memory. */
      { 2, 4, 0, 0, -EINVAL, 0 },
      { 3, 4, 0, 0, -EINVAL, 0 },
      { STATE_BUFFERS, 4, 0, 0, -EINVAL, 0 },
      { UINT32_MAX, 4, 0, 0, -EINVAL, 0 },
      /* Both ends of the field: 16 bytes x 2^27 elements are 2^31. */
      { 1, INT32_MAX, 0, 0, 0, INT32_MAX },
      { 1, (uint32_t)INT32_MAX + 1, 0, 0, -ERANGE, 0 },
      { 1, 0, 1 << 27, 0, 0, INT32_MIN },
      { 1, 15, (1 << 27) + 1, 0, -ERANGE, 0 },
      { 1, 16, (1 << 27) + 1, 0, 0, INT32_MIN },
      { 1, 0, 0, 1 << 27, -ERANGE, 0 },
      /* The base instance is of no concern per vertex. */
      { 0, 0, 0, 1 << 27, 0, 0 },
   };
   struct caller memory;
   size_t i;

   make_sound(context, &memory);
   for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
      memory.draw.offset_start = cases[i].offset_start;
      memory.draw.base_instance = cases[i].base_instance;
      CHECK_CALL(context, &memory,
                 dral_vertex_state_offset(&memory.state, &memory.draw,
                                          cases[i].buffer, memory.bound,
                                          cases[i].source_offset,
                                          &memory.offset),
                 cases[i].error, "case %zu", i);
      CHECK(context,
            cases[i].error != 0 || memory.offset == cases[i].offset,
            "case %zu", i);
   }
}

/* Zeroed, filled, or with a count that no state has. */
static void
states_that_were_never_prepared_are_refused(struct context *context)
{
   struct caller memory;
   struct dral_vertex_state prepared;
   uint32_t i;

   make_sound(context, &memory);
   prepared = memory.state;
   for (i = 0; i < 5; i++) {
      const int error = i == 0 ? 0 : -EINVAL;

      switch (i) {
      case 0:
         break;
      case 1:
         memset(&memory.state, 0, sizeof memory.state);
         break;
      case 2:
         memset(&memory.state, 0xFF, sizeof memory.state);
         break;
      case 3:
         memory.state = prepared;
         memory.state.buffer_count = STATE_BUFFERS + 1;
         break;
      default:
         memory.state = prepared;
         memory.state.seal ^= 1;
         break;
      }
      CHECK_CALL(context, &memory,
                 dral_vertex_state_table(&memory.state, &memory.draw,
                                         memory.bound, BUFFERS, memory.words,
                                         WORDS, memory.slots,
                                         &memory.word_count),
                 error, "state %" PRIu32, i);
      /* A zeroed state says that it has no buffers, and is refused, too. */
      if (i == 1)
         CHECK_CALL(context, &memory,
                    dral_vertex_state_table(&memory.state, &memory.draw, NULL,
                                            0, memory.words, WORDS, NULL,
                                            &memory.word_count),
                    error, "state %" PRIu32, i);
      CHECK_CALL(context, &memory,
                 dral_vertex_state_offset(&memory.state, &memory.draw, 0,
                                          memory.bound, 0, &memory.offset),
                 error, "state %" PRIu32, i);
      CHECK_CALL(context, &memory,
                 dral_vertex_state_key(&memory.state, &memory.draw,
                                       &memory.key),
                 error, "state %" PRIu32, i);
   }
}

/* From scratch: the first buffer that is refused is named, or none. */
static void
refused_buffer_of_pairs_is_named(struct context *context)
{
   struct caller memory;
   struct dral_vertex_buffer *buffers = memory.buffers;
   uint32_t shape = DRAL_TABLE_SHAPE_PAIRS;
   uint32_t images = 0;
   const struct dral_resolved_draw *draw = &memory.draw;
   uint32_t *words = memory.words;
   size_t capacity = WORDS;
   uint32_t *slots = memory.slots;
   size_t *word_count = &memory.word_count;
   size_t place;

#define PACK(refused)                                                      \
   dral_attribute_table_pack(draw, shape, images, buffers, BUFFERS, words, \
                             capacity, slots, word_count, refused)
#define CHECK_PACK(error, index, what)                                     \
   do {                                                                    \
      CHECK_CALL(context, &memory, PACK(NULL), error, what);               \
      memory.refused = 99;                                                 \
      CHECK_EQUAL(context, PACK(&memory.refused), error, what);            \
      CHECK_EQUAL(context, memory.refused, index, what);                   \
   } while (0)

   make_sound(context, &memory);
   CHECK_PACK(0, 99, "sound");
   for (place = 0; place < 2; place++) {
      const struct dral_vertex_buffer buffer = buffers[place];

      buffers[place].address = (uint64_t)1 << 56;
      CHECK_PACK(-ERANGE, place, "address");
      buffers[place] = buffer;
      buffers[place].address = 0x1001;
      buffers[place].size = UINT32_MAX;
      CHECK_PACK(-ERANGE, place, "size");
      buffers[place] = buffer;
      buffers[place].rate = 3;
      CHECK_PACK(-EINVAL, place, "rate");
      buffers[place] = buffer;
   }
   buffers[0].rate = 3;
   buffers[1].address = (uint64_t)1 << 56;
   CHECK_PACK(-EINVAL, 0, "the first of two");
   buffers[0].rate = DRAL_RATE_VERTEX;
   CHECK_PACK(-ERANGE, 1, "the second");
   buffers[1].address = 0x1000;
   CHECK_PACK(0, 99, "sound");

   /* Nothing of a hole is read. */
   buffers[2].address = UINT64_MAX;
   buffers[2].size = UINT32_MAX;
   CHECK_PACK(0, 99, "a hole");
   shape = DRAL_TABLE_SHAPE_PACKED;
   CHECK_PACK(-EINVAL, 2, "a hole in a packed table");
   buffers[2] = buffers[0];
   CHECK_PACK(0, 99, "packed");
   images = 1;
   CHECK_PACK(-EINVAL, BUFFERS, "images in a packed table");
   shape = DRAL_TABLE_SHAPE_PAIRS;
   CHECK_PACK(-ENOSPC, BUFFERS, "no room for an image");
   images = UINT32_MAX;
   CHECK_PACK(-ENOSPC, BUFFERS, "no room for images");
   images = 0;
   capacity = WORDS - 1;
   CHECK_PACK(-ENOSPC, BUFFERS, "no room");
   capacity = WORDS;
   shape = 2;
   CHECK_PACK(-EINVAL, BUFFERS, "shape");
   shape = DRAL_TABLE_SHAPE_PAIRS;
   words = NULL;
   CHECK_PACK(-EINVAL, BUFFERS, "no words");
   words = memory.words;
   slots = NULL;
   CHECK_PACK(-EINVAL, BUFFERS, "no slots");
   slots = memory.slots;
   word_count = NULL;
   CHECK_PACK(-EINVAL, BUFFERS, "no count");
   word_count = &memory.word_count;
   draw = NULL;
   CHECK_PACK(-EINVAL, BUFFERS, "no draw");
   draw = &memory.draw;
   buffers = NULL;
   CHECK_PACK(-EINVAL, BUFFERS, "no buffers");
#undef CHECK_PACK
#undef PACK
}

static void
randomize(struct generator *generator, void *memory, size_t size)
{
   unsigned char *bytes = memory;
   size_t i;

   for (i = 0; i < size; i++)
      bytes[i] = (unsigned char)next_number(generator);
}

/* Any bits, or some of a sound struct changed. */
static void
damage(struct generator *generator, void *memory, size_t size)
{
   unsigned char *bytes = memory;
   uint32_t word;
   size_t place;
   uint32_t i;

   switch (number_below(generator, 4)) {
   case 0:
      randomize(generator, memory, size);
      break;
   case 1: /* a few bits */
      for (i = 1 + number_below(generator, 8); i > 0; i--) {
         place = number_below(generator, (uint32_t)size);
         bytes[place] ^= (unsigned char)(1 << number_below(generator, 8));
      }
      break;
   case 2: /* a field, of those before the arrays most often */
      place = number_below(generator, one_in(generator, 3)
                                         ? (uint32_t)size / 4
                                         : size < 48 ? (uint32_t)size / 4
                                                     : 12);
      word = edge_number(generator);
      memcpy(bytes + 4 * place, &word, sizeof word);
      break;
   default:
      break;
   }
}

/* A call that succeeds writes words, slots and their number, or nothing. */
static void
check_inside(struct context *context, int error, struct sample_table *table,
             size_t capacity, size_t slot_count)
{
   if (error == 0) {
      CHECK(context, table->word_count <= capacity, "%zu words in %zu",
            table->word_count, capacity);
      fill_canary(table->words, capacity * sizeof table->words[0]);
      fill_canary(table->slots, slot_count * sizeof table->slots[0]);
      fill_canary(&table->word_count, sizeof table->word_count);
   }
   CHECK(context, is_untouched(table, sizeof *table), "error %d", error);
}

static void
any_bits_in_a_state_are_safe(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t tables = 0;
   uint32_t offsets = 0;
   uint32_t refused = 0;
   uint32_t i;

   for (i = 0; i < HOSTILE_CALLS; i++) {
      const struct dral_draw draw =
         random_instanced_draw(&generator, 4 + i % 4);
      struct sample_state sample =
         random_state(context, &generator, 4 + i % 4, &draw);
      const uint32_t seal = sample.state.seal;
      const size_t capacity = number_below(&generator, STATE_WORDS + 1);
      struct dral_resolved_draw resolved;
      struct sample_table table;
      GUARDED(int32_t, offset);
      GUARDED(struct dral_vertex_state_key, key);
      uint32_t buffer;
      int error;

      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "sound");
      damage(&generator, &sample.state, sizeof sample.state);
      damage(&generator, &resolved, sizeof resolved);
      damage(&generator, sample.bound, sizeof sample.bound);
      if (!one_in(&generator, 8)) {
         /* What lets the functions go on. */
         sample.state.seal = seal;
         sample.state.buffer_count =
            number_below(&generator, STATE_BUFFERS + 1);
         sample.buffer_count = sample.state.buffer_count;
      }

      error = prepared_table(&sample, &resolved, capacity, &table);
      check_inside(context, error, &table, capacity, sample.buffer_count);
      if (error == 0) {
         tables++;
      } else {
         CHECK(context, error == -EINVAL || error == -ENOSPC, "error %d",
               error);
         refused++;
      }

      fill_canary(&offset, sizeof offset);
      buffer = one_in(&generator, 8)
                  ? edge_number(&generator)
                  : number_below(&generator, STATE_BUFFERS + 1);
      error = dral_vertex_state_offset(&sample.state, &resolved, buffer,
                                       &sample.bound[0],
                                       edge_number(&generator),
                                       &offset.value);
      if (error == 0) {
         fill_canary(&offset.value, sizeof offset.value);
         offsets++;
      } else {
         CHECK(context, error == -EINVAL || error == -ERANGE, "error %d",
               error);
      }
      CHECK(context, is_untouched(&offset, sizeof offset), "call %" PRIu32,
            i);

      fill_canary(&key, sizeof key);
      error = dral_vertex_state_key(&sample.state, &resolved, &key.value);
      if (error == 0)
         fill_canary(&key.value, sizeof key.value);
      else
         CHECK_EQUAL(context, error, -EINVAL, "key");
      CHECK(context, is_untouched(&key, sizeof key), "call %" PRIu32, i);
   }
   CHECK_MET(context, tables, HOSTILE_CALLS / 10);
   CHECK_MET(context, offsets, HOSTILE_CALLS / 50);
   CHECK_MET(context, refused, HOSTILE_CALLS / 10);
}

/* A call with a damaged draw: its output and nothing else may change. */
#define CHECK_GUARDED(context, output, call)                             \
   do {                                                                  \
      fill_canary(&(output), sizeof(output));                            \
      if ((call) == 0)                                                   \
         fill_canary(&(output).value, sizeof(output).value);             \
      CHECK((context), is_untouched(&(output), sizeof(output)), "%s",    \
            #call);                                                      \
   } while (0)

static void
any_bits_in_a_resolved_draw_are_safe(struct context *context)
{
   struct generator generator = generator_for(context);
   uint32_t tables = 0;
   uint32_t i;

   for (i = 0; i < HOSTILE_CALLS; i++) {
      const struct dral_draw draw =
         random_instanced_draw(&generator, 4 + i % 4);
      const struct sample_state sample =
         random_state(context, &generator, 4 + i % 4, &draw);
      const struct dral_vertex_buffer buffer =
         random_valid_buffer(&generator, &draw);
      const size_t capacity = number_below(&generator, STATE_WORDS + 1);
      struct dral_resolved_draw resolved;
      struct sample_table table;
      GUARDED(struct dral_attribute_record, record);
      GUARDED(struct dral_id_record, id);
      GUARDED(uint64_t, number);
      GUARDED(int32_t, offset);
      GUARDED(size_t, count);
      int error;

      CHECK_EQUAL(context, dral_draw_resolve(&draw, &resolved), 0, "sound");
      damage(&generator, &resolved, sizeof resolved);
      CHECK_GUARDED(context, record,
                    dral_attribute_record(&resolved, &buffer, &record.value));
      CHECK_GUARDED(context, offset,
                    dral_attribute_offset(&resolved, &buffer,
                                          edge_number(&generator),
                                          &offset.value));
      CHECK_GUARDED(context, number,
                    dral_hardware_divisor(&resolved, &buffer,
                                          &number.value));
      CHECK_GUARDED(context, number,
                    dral_varying_buffer_size(&resolved,
                                             edge_number(&generator),
                                             &number.value));
      CHECK_GUARDED(context, id, dral_vertex_id_record(&resolved, &id.value));
      CHECK_GUARDED(context, id,
                    dral_instance_id_record(&resolved, &id.value));
      CHECK_GUARDED(context, count,
                    dral_attribute_table_word_count(
                       &resolved, sample.shape, sample.image_count,
                       sample.buffers, sample.buffer_count, &count.value));
      CHECK(context, strlen(dral_attribute_explain(&resolved, &buffer)) > 0,
            "call %" PRIu32, i);

      fill_canary(&table, sizeof table);
      error = dral_attribute_table_pack(
         &resolved, sample.shape, sample.image_count, sample.buffers,
         sample.buffer_count, table.words, capacity, table.slots,
         &table.word_count, NULL);
      check_inside(context, error, &table, capacity, sample.buffer_count);
      tables += error == 0;
   }
   CHECK_MET(context, tables, HOSTILE_CALLS / 2);
}

const struct test vertex_state_errors_tests[] = {
   QUICK_TEST(bad_arguments_of_preparing_are_refused),
   QUICK_TEST(bad_arguments_of_a_prepared_table_are_refused),
   QUICK_TEST(a_prepared_table_over_its_inputs_stays_in_its_outputs),
   QUICK_TEST(bad_arguments_of_a_prepared_offset_are_refused),
   QUICK_TEST(states_that_were_never_prepared_are_refused),
   QUICK_TEST(refused_buffer_of_pairs_is_named),
   QUICK_TEST(any_bits_in_a_state_are_safe),
   QUICK_TEST(any_bits_in_a_resolved_draw_are_safe),
   NO_MORE_TESTS,
};
