/* SPDX-License-Identifier: MIT */

/*
 * Arguments that are not valid, of the functions for prepared vertex state
 * and tables of pairs: numbers, counts and indices that are wrong, and states
 * that were never prepared.
 */

#include "harness/canary.h"
#include "harness/steps.h"
#include "dral.h"
#include "instancing/sample_draws.h"
#include "instancing/sample_states.h"
#include "harness/subjects.h"

#include <string.h>

#define BUFFERS 3
#define WORDS (8 * BUFFERS + 4)

/* The index that no call tells. */
#define NO_INDEX 99

/* What the calls read. */
static struct {
   uint32_t architecture, rounding, shape, image_count;
   struct dral_vertex_buffer buffers[STATE_BUFFERS + 1];
   size_t buffer_count;
   struct dral_vertex_state state;
   struct dral_resolved_draw draw;
   struct dral_bound_buffer bound[BUFFERS + 1];
   size_t bound_count;
   uint32_t index, source_offset;
   /* Of a table from scratch. */
   const struct dral_resolved_draw *draw_at;
   const struct dral_vertex_buffer *buffers_at;
   uint32_t *words_at, *slots_at;
   size_t capacity, *count_at;
} sound;

/* What they write. */
static struct {
   struct dral_vertex_state state;
   uint32_t words[WORDS];
   uint32_t slots[BUFFERS + 1];
   size_t word_count;
   int32_t offset;
   struct dral_vertex_state_key key;
} out;

static void
make_sound(struct context *context)
{
   size_t i;

   memset(&sound, 0, sizeof sound);
   sound.architecture = 7;
   sound.rounding = DRAL_ROUNDING_NEAREST;
   sound.shape = DRAL_TABLE_SHAPE_PAIRS;
   for (i = 0; i < LENGTH(sound.buffers); i++) {
      sound.buffers[i] = plain_buffer(i % 2, 3);
      sound.buffers[i].address = 0x1000;
   }
   sound.buffers[2].rate = DRAL_RATE_UNUSED;
   sound.buffer_count = BUFFERS;
   sound.draw = resolved_plain_draw(7, 70, 100);
   for (i = 0; i < LENGTH(sound.bound); i++)
      CHECK_EQUAL(context, dral_buffer_bind(0x1000, 4096, &sound.bound[i]), 0,
                  "bound");
   sound.bound_count = BUFFERS;
   CHECK_EQUAL(context,
               dral_vertex_state_prepare(7, 1, 1, 0, sound.buffers, BUFFERS,
                                         &sound.state),
               0, "prepared");
   sound.index = 1;
   sound.draw_at = &sound.draw;
   sound.buffers_at = sound.buffers;
   sound.words_at = out.words;
   sound.slots_at = out.slots;
   sound.capacity = WORDS;
   sound.count_at = &out.word_count;
}

static int
prepare_state(void)
{
   return dral_vertex_state_prepare(
      sound.architecture, sound.rounding, sound.shape, sound.image_count,
      sound.buffers, sound.buffer_count, &out.state);
}

static int
table(void)
{
   return dral_vertex_state_table(&sound.state, &sound.draw, sound.bound,
                                  sound.bound_count, out.words, WORDS,
                                  out.slots, &out.word_count);
}

static int
offset(void)
{
   return dral_vertex_state_offset(&sound.state, &sound.draw, sound.index,
                                   sound.bound, sound.source_offset,
                                   &out.offset);
}

static int
state_calls(void)
{
   const int errors[] = {
      table(),
      offset(),
      dral_vertex_state_key(&sound.state, &sound.draw, &out.key),
   };

   return same_error(errors, LENGTH(errors));
}

static int
pack_table(size_t *refused)
{
   return dral_attribute_table_pack(
      sound.draw_at, sound.shape, sound.image_count, sound.buffers_at,
      sound.buffer_count, sound.words_at, sound.capacity, sound.slots_at,
      sound.count_at, refused);
}

/* The error and the index that it tells, as one number. */
#define REFUSED(error, index) ((error) - 1000 * (int)(index))

static int
pack_and_tell(void)
{
   size_t refused = NO_INDEX;
   const int error = pack_table(&refused);

   if (pack_table(NULL) != error || (error == 0 && refused != NO_INDEX))
      return 1;
   return error == 0 ? 0 : REFUSED(error, refused);
}

static void
bad_arguments_of_preparing_are_refused(struct context *context)
{
   static const struct step steps[] = {
#define ARCHITECTURE(value, error) \
   STEP(prepare_state, sound.architecture, value, error)
      ARCHITECTURE(4, 0),
      ARCHITECTURE(5, 0),
      ARCHITECTURE(6, 0),
      ARCHITECTURE(7, 0),
      ARCHITECTURE(9, -EDOM),
      ARCHITECTURE(10, -EDOM),
      ARCHITECTURE(11, -EDOM),
      ARCHITECTURE(12, -EDOM),
      ARCHITECTURE(13, -EDOM),
      ARCHITECTURE(14, -EDOM),
      ARCHITECTURE(0, -EINVAL),
      ARCHITECTURE(3, -EINVAL),
      ARCHITECTURE(8, -EINVAL),
      ARCHITECTURE(15, -EINVAL),
      ARCHITECTURE(1024, -EINVAL),
      ARCHITECTURE(UINT32_MAX, -EINVAL),
#undef ARCHITECTURE
      STEP(prepare_state, sound.rounding, 2, -EINVAL),
      STEP(prepare_state, sound.shape, 2, -EINVAL),
      STEP(prepare_state, sound.image_count, UINT32_MAX, 0),
      STEP(prepare_state, sound.image_count, 0, 0),
      STEP(prepare_state, sound.buffers[1].rate, 3, -EINVAL),
      STEP(prepare_state, sound.buffers[1].rate, UINT32_MAX, -EINVAL),
      /* Address and size are not read. */
      STEP(prepare_state, sound.buffers[0].address, UINT64_MAX, 0),
      STEP(prepare_state, sound.buffers[0].size, UINT32_MAX, 0),
      STEP(prepare_state, sound.buffer_count, STATE_BUFFERS, 0),
      STEP(prepare_state, sound.buffer_count, STATE_BUFFERS + 1, -EINVAL),
      /* Neither images nor holes are in a packed table. */
      STEP(prepare_state, sound.buffer_count, 2, 0),
      STEP(prepare_state, sound.shape, DRAL_TABLE_SHAPE_PACKED, 0),
      STEP(prepare_state, sound.image_count, 1, -EINVAL),
      STEP(prepare_state, sound.buffer_count, BUFFERS, -EINVAL),
   };

   make_sound(context);
   CHECK_STEPS(context, steps);
}

static void
bad_arguments_of_a_prepared_offset_are_refused(struct context *context)
{
   static const struct step steps[] = {
      /* A hole, and beyond the buffers, the state and memory. */
      STEP(offset, sound.index, 2, -EINVAL),
      STEP(offset, sound.index, 3, -EINVAL),
      STEP(offset, sound.index, STATE_BUFFERS, -EINVAL),
      STEP(offset, sound.index, UINT32_MAX, -EINVAL),
      /* Both ends of the field: 16 bytes x 2^27 elements are 2^31. */
      STEP(offset, sound.draw.base_instance, 1 << 27, -ERANGE),
      STEP(offset, sound.source_offset, (uint32_t)INT32_MAX + 1, -ERANGE),
      STEP(offset, sound.source_offset, INT32_MAX, 0),
      STEP(offset, sound.source_offset, 16, 0),
      STEP(offset, sound.draw.offset_start, (1 << 27) + 1, 0),
      STEP(offset, sound.source_offset, 15, -ERANGE),
   };
   static const struct step vertex[] = {
      /* The base instance is of no concern per vertex. */
      STEP(offset, sound.index, 0, 0),
      STEP(offset, sound.draw.base_instance, 1 << 27, 0),
   };

   make_sound(context);
   CHECK_STEPS(context, steps);
   CHECK_EQUAL(context, offset(), 0, "the smallest");
   CHECK_EQUAL(context, out.offset, INT32_MIN, "the smallest");
   make_sound(context);
   CHECK_STEPS(context, vertex);
   CHECK_EQUAL(context, out.offset, 0, "per vertex");
}

/* Zeroed, filled, for other buffers, or with a count that no state has. */
static void
states_that_were_never_prepared_are_refused(struct context *context)
{
   static const struct step steps[] = {
      STEP(state_calls, sound.state.buffer_count, STATE_BUFFERS + 1, -EINVAL),
      STEP(state_calls, sound.state.seal, 0, -EINVAL),
      STEP(state_calls, sound.state.seal, UINT32_MAX, -EINVAL),
      STEP(table, sound.bound_count, BUFFERS + 1, -EINVAL),
      STEP(table, sound.bound_count, 0, -EINVAL),
   };
   unsigned byte;

   make_sound(context);
   CHECK_STEPS(context, steps);
   sound.state.seal ^= 1;
   CHECK_EQUAL(context, state_calls(), -EINVAL, "one bit of the seal");
   for (byte = 0; byte < 256; byte += 255) {
      make_sound(context);
      memset(&sound.state, (int)byte, sizeof sound.state);
      CHECK_EQUAL(context, state_calls(), -EINVAL, "all bytes %u", byte);
      /* A zeroed state says that it has no buffers. */
      sound.bound_count = 0;
      CHECK_EQUAL(context, table(), -EINVAL, "all bytes %u", byte);
   }
}

/* From scratch: the first buffer that is refused is named, or none. */
static void
refused_buffer_of_pairs_is_named(struct context *context)
{
#define FIELD(field, value, error) \
   STEP(pack_and_tell, sound.field, value, error)
   static const struct step steps[] = {
      FIELD(buffers[0].address, (uint64_t)1 << 56, REFUSED(-ERANGE, 0)),
      FIELD(buffers[1].address, (uint64_t)1 << 56, REFUSED(-ERANGE, 1)),
      FIELD(buffers[0].rate, 3, REFUSED(-EINVAL, 0)),
      FIELD(buffers[1].rate, 3, REFUSED(-EINVAL, 1)),
      FIELD(buffers[0].address, 0x1001, 0),
      FIELD(buffers[0].size, UINT32_MAX, REFUSED(-ERANGE, 0)),
      FIELD(buffers[1].address, 0x1001, 0),
      FIELD(buffers[1].size, UINT32_MAX, REFUSED(-ERANGE, 1)),
      /* Nothing of a hole is read. */
      FIELD(buffers[2].address, UINT64_MAX, 0),
      FIELD(buffers[2].size, UINT32_MAX, 0),
      FIELD(shape, DRAL_TABLE_SHAPE_PACKED, REFUSED(-EINVAL, 2)),
      FIELD(shape, 2, REFUSED(-EINVAL, BUFFERS)),
      FIELD(image_count, 1, REFUSED(-ENOSPC, BUFFERS)),
      FIELD(image_count, UINT32_MAX, REFUSED(-ENOSPC, BUFFERS)),
      FIELD(capacity, WORDS - 1, REFUSED(-ENOSPC, BUFFERS)),
      FIELD(words_at, 0, REFUSED(-EINVAL, BUFFERS)),
      FIELD(slots_at, 0, REFUSED(-EINVAL, BUFFERS)),
      FIELD(count_at, 0, REFUSED(-EINVAL, BUFFERS)),
      FIELD(draw_at, 0, REFUSED(-EINVAL, BUFFERS)),
      FIELD(buffers_at, 0, REFUSED(-EINVAL, BUFFERS)),
      FIELD(buffer_count, 2, 0),
      FIELD(shape, DRAL_TABLE_SHAPE_PACKED, 0),
      FIELD(image_count, 1, REFUSED(-EINVAL, 2)),
   };
#undef FIELD

   make_sound(context);
   CHECK_STEPS(context, steps);
   make_sound(context);
   sound.buffers[0].rate = 3;
   sound.buffers[1].address = (uint64_t)1 << 56;
   CHECK_EQUAL(context, pack_and_tell(), REFUSED(-EINVAL, 0),
               "the first of two");
}

const struct test vertex_state_errors_tests[] = {
   QUICK_TEST(bad_arguments_of_preparing_are_refused),
   QUICK_TEST(bad_arguments_of_a_prepared_offset_are_refused),
   QUICK_TEST(states_that_were_never_prepared_are_refused),
   QUICK_TEST(refused_buffer_of_pairs_is_named),
   NO_MORE_TESTS,
};
