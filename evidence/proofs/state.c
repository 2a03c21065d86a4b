/* SPDX-License-Identifier: MIT */

/*
 * The functions of dral.h for prepared states, as rustc compiles them for
 * WebAssembly, for any prepared state and COUNT buffers.  They are compared
 * with functions of dral_device.h for one buffer.
 */

#define PLAIN_PRODUCTS
#include "core.h"

#include "known_device.h"

#include "core_functions.h"

#define BUFFERS DRAL_VERTEX_STATE_BUFFERS
#ifndef COUNT
#define COUNT nondet_u32()
#endif
#define SEAL 0x6C617264

/* Argument 2 is the state, and argument 4 has the bound buffers. */
#define offset_of(member) offsetof(struct dral_vertex_state, member)
#define state_word(member) argument(2)[offset_of(member) / 4]
#define state_byte(member)                                                  \
   (state_word(member) >> 8 * (offset_of(member) % 4) & 0xFF)

struct memory
nondet_memory(void);
struct output
nondet_output(void);

static struct dral_record_template
state_template(u32 variant, u32 buffer)
{
   struct dral_record_template record;
   u32 i;

   for (i = 0; i < 4; i++) {
      record.first[i] =
         state_word(variants[variant].templates[buffer].first[i]);
      record.second[i] =
         state_word(variants[variant].templates[buffer].second[i]);
   }
   return record;
}

static struct dral_bound_buffer
bound_buffer(u32 buffer)
{
   struct dral_bound_buffer bound;
   u32 i;

   for (i = 0; i < 4; i++)
      bound.words[i] = argument(4)[4 * buffer + i];
   return bound;
}

/*
 * Whether a record of a state is one that prepare leaves.  This is assumed;
 * no proof covers prepare.
 */
static int
is_prepared(u32 variant, struct dral_record_template record, u32 shared_from,
            u32 instance_stride)
{
   const u32 type = record.first[0], usual =
      dral_device_template_shared_from(record);
   const int has_second =
      record.second[0] | record.second[1] | record.second[2] |
      record.second[3];

   switch (type) {
   case 0:
      return shared_from == 0 && instance_stride == 0 && !has_second &&
             (record.first[1] | record.first[2] | record.first[3]) == 0;
   case DRAL_RECORD_TYPE_ONE_DIMENSIONAL:
      return !has_second && record.first[1] == 0 && record.first[3] == 0 &&
             (shared_from == 0 ? record.first[2] == 0
                               : shared_from == 32 && variant == 0 &&
                                    instance_stride == 0);
   default:
      return variant != 0 && shared_from == usual;
   }
}

/* Any state, any bound buffers, and any draw that is resolved or is not. */
static struct dral_draw
any_arguments(void)
{
   WORDS(dral_draw) draw;

   input = nondet_memory();
   output = nondet_output();
   any_resolved();
   draw.it = given;
   if (nondet_u32())
      draw.it.table_key = 0;
   pass(argument(3), draw);
   may_read(2, sizeof(struct dral_vertex_state));
   may_read(3, sizeof draw);
   may_read(4, 16 * BUFFERS);
   return draw.it;
}

/* The state has what prepare computes for this buffer. */
static void
any_prepared(u32 variant, u32 buffer)
{
   assume(is_prepared(
      variant, state_template(variant, buffer),
      state_byte(variants[variant].shared_from[buffer]),
      state_word(instance_strides[buffer])));
}

/* The errors of a state and a draw. */
static u64
state_errors(struct dral_draw draw)
{
   u64 errors = 0;

   if (state_word(seal) != SEAL || state_word(buffer_count) > BUFFERS)
      errors |= ERROR_SET(DRAL_ERROR_NOT_PREPARED);
   if (!dral_device_draw_is_resolved(draw))
      errors |= ERROR_SET(DRAL_ERROR_NOT_RESOLVED);
   return errors;
}

/* As claim_status, for a function that returns a count. */
#define claim_count(status, errors, count)                                  \
   claim_status((status) < 0 ? (status) : 0, errors);                       \
   claim((errors) || (status) == (s32)(count))

void
vertex_state_end(void)
{
   const struct dral_draw draw = any_arguments();
   const u32 end = state_word(variants[dral_device_draw_variant(draw)].end);
   u64 errors = state_errors(draw);
   const s32 status =
      (s32)wasm_dral_vertex_state_end(ARGUMENT(2), ARGUMENT(3));

   if (end >> 31 != 0)
      errors |= ERROR_SET(DRAL_ERROR_ARRAY_LENGTH);
   claim_count(status, errors, end);
}

/* What a table has of one buffer, and how an attribute reads it. */
static struct dral_record_template
record_of_buffer(struct dral_draw draw, u32 buffer)
{
   return dral_device_vertex_state_record(
      draw, state_template(dral_device_draw_variant(draw), buffer),
      bound_buffer(buffer));
}

static struct dral_device_offset
offset_in_buffer(struct dral_draw draw, u32 buffer, u32 source_offset)
{
   return dral_device_vertex_state_offset(
      draw, state_template(dral_device_draw_variant(draw), buffer),
      state_word(instance_strides[buffer]), bound_buffer(buffer),
      source_offset);
}

/* One word of the table: of the record that is last written there. */
void
vertex_state_table(void)
{
   const struct dral_draw draw = any_arguments();
   const struct output before = output;
   const u32 variant = dral_device_draw_variant(draw);
   const u32 count = COUNT, capacity = nondet_u32();
   const u32 end = state_word(variants[variant].end);
   const u32 word = nondet_u32();
   u32 want, i, shift_below = state_word(variants[variant].plain_below);
   u64 errors = state_errors(draw);
   s32 status;

   assume(count <= BUFFERS && capacity <= 0x4000 && word < 0x4000);
   want = before.words[word];
   if (count != state_word(buffer_count))
      errors |= ERROR_SET(DRAL_ERROR_BUFFER_COUNT);
   for (i = 0; i < 4; i++) {
      assume(state_word(masks[0][i]) == (i == 0 ? ~63u : ~0u));
      assume(state_word(masks[1][i]) == (i == 1 ? ~0u : 0));
   }
   for (i = 0; i < count; i++) {
      const u32 slot = state_byte(variants[variant].slots[i]);
      const u32 from = state_byte(variants[variant].shared_from[i]);
      struct dral_record_template record;

      any_prepared(variant, i);
      /* As dral_bound_buffer_init leaves it. */
      assume(bound_buffer(i).words[2] == 0);
      assume(shift_below <=
             (state_word(variants[variant].templates[i].first[0]) == 0 ? 0
              : from == 0                                              ? 1
                                                                       : from));
      record = record_of_buffer(draw, i);
      if (word / 4 == slot)
         want = record.first[word % 4];
      if (word / 4 == slot + 1)
         want = record.second[word % 4];
      if (slot + 2 > capacity / 4)
         errors |= ERROR_SET(DRAL_ERROR_OUTPUT_TOO_SMALL);
   }
   if (word / 4 == end)
      want = 0;
   if (end >= capacity / 4)
      errors |= ERROR_SET(DRAL_ERROR_OUTPUT_TOO_SMALL);
   may_write(5, 4 * capacity);
   status = (s32)wasm_dral_vertex_state_table(
      ARGUMENT(2), ARGUMENT(3), ARGUMENT(4), count, ARGUMENT(5), capacity);
   claim_count(status, errors, 4 * (end + state_word(terminator) % 2));
   claim(errors || output.words[word] == want);
}

/* What a draw writes for one buffer, an attribute of it, and ids. */
struct for_draw {
   struct dral_record_template record;
   struct dral_device_offset offset;
   struct dral_device_id_words ids;
   u32 slot, end, type;
};

static struct for_draw
words_for(struct dral_draw draw, u32 buffer, u32 source_offset)
{
   const u32 variant = dral_device_draw_variant(draw);
   struct for_draw result;

   any_prepared(variant, buffer);
   result.record = record_of_buffer(draw, buffer);
   result.offset = offset_in_buffer(draw, buffer, source_offset);
   result.ids = dral_device_id_records(draw);
   result.type = state_template(variant, buffer).first[0];
   result.slot = state_byte(variants[variant].slots[buffer]);
   result.end = state_word(variants[variant].end);
   return result;
}

/*
 * A driver writes all words of one draw.  The words that the next draw does
 * not need to write are those it would write, for any buffer and attribute.
 */
void
words_to_write(void)
{
   WORDS(dral_draw) draw;
   const u32 count = COUNT, buffer = nondet_u32();
   const u32 source_offset = nondet_u32(), word = nondet_u32() % 4;
   u32 i, before, is_same = 1;
   struct for_draw last, next;
   u64 errors;
   s32 status;

   draw.it = any_arguments();
   before = output.words[0];
   errors = state_errors(draw.it);
   assume(count <= BUFFERS && buffer < count);
   if (count != state_word(buffer_count))
      errors |= ERROR_SET(DRAL_ERROR_BUFFER_COUNT);
   may_write(5, sizeof(struct dral_written));
   status = (s32)wasm_dral_words_to_write(ARGUMENT(5), ARGUMENT(2),
                                          ARGUMENT(3), ARGUMENT(4), count);
   claim_count(status, errors, 3 & ~output.words[0]);
   claim(errors || (output.words[0] & ~before) == 0);
   assume(errors == 0);
   last = words_for(draw.it, buffer, source_offset);
   output.words[0] = 3;
   if (nondet_u32()) {
      any_resolved();
      assume(given.info.architecture == draw.it.info.architecture);
      is_same = 0;
   }
   if (nondet_u32()) {
      for (i = 0; i < 4 * count; i++)
         argument(4)[i] = nondet_u32();
      is_same = 0;
   }
   if (nondet_u32()) {
      const u32 checksum = nondet_u32();

      assume(state_word(checksum) != checksum);
      state_word(checksum) = checksum;
      is_same = 2;
   }
   before = draw.it.info.vertex_count;
   draw.it = given;
   pass(argument(3), draw);
   next = words_for(draw.it, buffer, source_offset);
   /* A buffer is used in all variants or in none. */
   assume((last.type == 0) == (next.type == 0));
   status = (s32)wasm_dral_words_to_write(ARGUMENT(5), ARGUMENT(2),
                                          ARGUMENT(3), ARGUMENT(4), count);
   /* Another state. */
   claim(is_same != 2 || status == 3);
   /* The same draw, except that larger ones write other id records. */
   claim(is_same != 1 ||
         (status & (before > (u32)1 << 31 ? 2 : 3)) == 0);
   if (is_same == 2)
      return;
   claim(status & 1 || (last.record.first[word] == next.record.first[word] &&
                        last.record.second[word] == next.record.second[word] &&
                        last.slot == next.slot && last.end == next.end));
   /* Those of a draw of more than 2^31 vertices have the same ids. */
   claim(status & 1 || before > (u32)1 << 31 ||
         (last.ids.words[word] == next.ids.words[word] &&
          last.ids.words[4 + word] == next.ids.words[4 + word]));
   claim(status & 2 || (last.slot == next.slot && last.end == next.end &&
                        last.offset.valid == next.offset.valid &&
                        last.offset.offset == next.offset.offset));
}
