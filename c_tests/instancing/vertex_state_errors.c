/* SPDX-License-Identifier: MIT */

/*
 * Arguments that are not valid, of the functions for prepared vertex state
 * and tables of pairs: numbers, counts and indices that are wrong, and states
 * that were never prepared.
 */

#include "harness/harness.h"
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
   sound.words_at = OUT(0);
   sound.slots_at = OUT(1);
   sound.capacity = WORDS;
   sound.count_at = OUT(2);
}

DEFINE_CALL(prepare_state,
            dral_vertex_state_prepare(sound.architecture, sound.rounding,
                                      sound.shape, sound.image_count,
                                      sound.buffers, sound.buffer_count,
                                      OUT(0)))
DEFINE_CALL(table,
            dral_vertex_state_table(&sound.state, &sound.draw, sound.bound,
                                    sound.bound_count, OUT(0), WORDS,
                                    OUT(1), OUT(2)))
DEFINE_CALL(offset,
            dral_vertex_state_offset(&sound.state, &sound.draw, sound.index,
                                     sound.bound, sound.source_offset,
                                     OUT(0)))
DEFINE_CALLS(state_calls,
             table(),
             offset(),
             dral_vertex_state_key(&sound.state, &sound.draw, OUT(0)))

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

#define PREPARE(field, value, error) \
   STEP(prepare_state, sound.field, value, error)

STEPS_TEST(
   bad_arguments_of_preparing_are_refused,
   PREPARE(architecture, 4, 0),
   PREPARE(architecture, 5, 0),
   PREPARE(architecture, 6, 0),
   PREPARE(architecture, 7, 0),
   PREPARE(architecture, 9, -EDOM),
   PREPARE(architecture, 10, -EDOM),
   PREPARE(architecture, 11, -EDOM),
   PREPARE(architecture, 12, -EDOM),
   PREPARE(architecture, 13, -EDOM),
   PREPARE(architecture, 14, -EDOM),
   PREPARE(architecture, 0, -EINVAL),
   PREPARE(architecture, 3, -EINVAL),
   PREPARE(architecture, 8, -EINVAL),
   PREPARE(architecture, 15, -EINVAL),
   PREPARE(architecture, 1024, -EINVAL),
   PREPARE(architecture, UINT32_MAX, -EINVAL),
   PREPARE(rounding, 2, -EINVAL),
   PREPARE(shape, 2, -EINVAL),
   PREPARE(image_count, UINT32_MAX, 0),
   PREPARE(image_count, 0, 0),
   PREPARE(buffers[1].rate, 3, -EINVAL),
   PREPARE(buffers[1].rate, UINT32_MAX, -EINVAL),
   /* Address and size are not read. */
   PREPARE(buffers[0].address, UINT64_MAX, 0),
   PREPARE(buffers[0].size, UINT32_MAX, 0),
   PREPARE(buffer_count, STATE_BUFFERS, 0),
   PREPARE(buffer_count, STATE_BUFFERS + 1, -EINVAL),
   /* Neither images nor holes are in a packed table. */
   PREPARE(buffer_count, 2, 0),
   PREPARE(shape, DRAL_TABLE_SHAPE_PACKED, 0),
   PREPARE(image_count, 1, -EINVAL),
   PREPARE(buffer_count, BUFFERS, -EINVAL))

#define OFFSET(field, value, error) STEP(offset, sound.field, value, error)

STEPS_TEST(
   bad_arguments_of_a_prepared_offset_are_refused,
   /* A hole, and beyond the buffers, the state and memory. */
   OFFSET(index, 2, -EINVAL),
   OFFSET(index, 3, -EINVAL),
   OFFSET(index, STATE_BUFFERS, -EINVAL),
   OFFSET(index, UINT32_MAX, -EINVAL),
   /* Both ends of the field: 16 bytes x 2^27 elements are 2^31. */
   OFFSET(draw.base_instance, 1 << 27, -ERANGE),
   OFFSET(source_offset, (uint32_t)INT32_MAX + 1, -ERANGE),
   OFFSET(source_offset, INT32_MAX, 0),
   OFFSET(source_offset, 16, 0),
   OFFSET(draw.offset_start, (1 << 27) + 1, 0),
   OFFSET(source_offset, 15, -ERANGE),
   /* The base instance is of no concern per vertex. */
   OFFSET(draw.offset_start, 0, 0),
   OFFSET(index, 0, 0),
   OFFSET(draw.base_instance, 1 << 27, 0))

/* Or were prepared for other buffers. */
STEPS_TEST(
   states_that_were_never_prepared_are_refused,
   STEP(state_calls, sound.state.buffer_count, STATE_BUFFERS + 1, -EINVAL),
   STEP(state_calls, sound.state.seal, 0, -EINVAL),
   STEP(state_calls, sound.state.seal, UINT32_MAX, -EINVAL),
   STEP(table, sound.bound_count, BUFFERS + 1, -EINVAL),
   STEP(table, sound.bound_count, 0, -EINVAL))

static void
states_of_any_byte_are_refused(struct context *context)
{
   int byte;

   for (byte = 0; byte < 256; byte += 255) {
      make_sound(context);
      memset(&sound.state, byte, sizeof sound.state);
      CHECK_EQUAL(context, state_calls(), -EINVAL, "all bytes %d", byte);
      /* A zeroed state says that it has no buffers. */
      sound.bound_count = 0;
      CHECK_EQUAL(context, table(), -EINVAL, "all bytes %d", byte);
   }
}

/* From scratch: the first buffer that is refused is named, or none. */
#define PACK(field, value, error) \
   STEP(pack_and_tell, sound.field, value, error)

STEPS_TEST(
   refused_buffer_of_pairs_is_named,
   PACK(buffers[0].address, (uint64_t)1 << 56, REFUSED(-ERANGE, 0)),
   PACK(buffers[1].address, (uint64_t)1 << 56, REFUSED(-ERANGE, 1)),
   PACK(buffers[0].rate, 3, REFUSED(-EINVAL, 0)),
   PACK(buffers[1].rate, 3, REFUSED(-EINVAL, 1)),
   PACK(buffers[0].address, 0x1001, 0),
   PACK(buffers[0].size, UINT32_MAX, REFUSED(-ERANGE, 0)),
   PACK(buffers[1].address, 0x1001, 0),
   PACK(buffers[1].size, UINT32_MAX, REFUSED(-ERANGE, 1)),
   /* Nothing of a hole is read. */
   PACK(buffers[2].address, UINT64_MAX, 0),
   PACK(buffers[2].size, UINT32_MAX, 0),
   PACK(shape, DRAL_TABLE_SHAPE_PACKED, REFUSED(-EINVAL, 2)),
   PACK(shape, 2, REFUSED(-EINVAL, BUFFERS)),
   PACK(image_count, 1, REFUSED(-ENOSPC, BUFFERS)),
   PACK(image_count, UINT32_MAX, REFUSED(-ENOSPC, BUFFERS)),
   PACK(capacity, WORDS - 1, REFUSED(-ENOSPC, BUFFERS)),
   PACK(words_at, 0, REFUSED(-EINVAL, BUFFERS)),
   PACK(slots_at, 0, REFUSED(-EINVAL, BUFFERS)),
   PACK(count_at, 0, REFUSED(-EINVAL, BUFFERS)),
   PACK(draw_at, 0, REFUSED(-EINVAL, BUFFERS)),
   PACK(buffers_at, 0, REFUSED(-EINVAL, BUFFERS)),
   PACK(buffer_count, 2, 0),
   PACK(shape, DRAL_TABLE_SHAPE_PACKED, 0),
   PACK(image_count, 1, REFUSED(-EINVAL, 2)))

static void
first_of_two_refused_buffers_is_named(struct context *context)
{
   make_sound(context);
   sound.buffers[0].rate = 3;
   sound.buffers[1].address = (uint64_t)1 << 56;
   CHECK_EQUAL(context, pack_and_tell(), REFUSED(-EINVAL, 0), "the first");
}

const struct test vertex_state_errors_tests[] = {
   QUICK_TEST(bad_arguments_of_preparing_are_refused),
   QUICK_TEST(bad_arguments_of_a_prepared_offset_are_refused),
   QUICK_TEST(states_that_were_never_prepared_are_refused),
   QUICK_TEST(states_of_any_byte_are_refused),
   QUICK_TEST(refused_buffer_of_pairs_is_named),
   QUICK_TEST(first_of_two_refused_buffers_is_named),
   NO_MORE_TESTS,
};
