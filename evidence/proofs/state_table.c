/* SPDX-License-Identifier: MIT */

/* The words of a table, and the slot after them. */

#include "state.h"

/* Any words before the round. One of them is followed. */
static void
any_before_round(void)
{
   u32 from, shift_below = state_word(variants[variant].plain_below);

   output = nondet_output();
   word_before = output.words[word];
   assume_prepared(round_);
   from = state_byte(variants[variant].shared_from[round_]);
   assume(shift_below <= most_plain(state_template(round_), from));
   /* As dral_bound_buffer_init leaves it. */
   assume(bound_buffer(round_).words[2] == 0);
}

static u64
round_errors(void)
{
   /* Where the table just fits, its last record may have one slot, and also
    * where some record is not plain. */
   const u32 slots =
      state_word(variants[variant].end) < capacity / 4 &&
            dral_device_draw_shift(draw) <
               state_word(variants[variant].plain_below)
         ? 2
         : 1;

   return round_ != NOT_REACHED &&
                state_byte(variants[variant].slots[round_]) + slots >
                   capacity / 4
             ? ERROR_SET(DRAL_ERROR_OUTPUT_TOO_SMALL)
             : 0;
}

/* The followed word: the record's, or as it was before the round. */
static u32
word_after_round(void)
{
   const u32 slot = state_byte(variants[variant].slots[round_]);
   const struct dral_record_template record = dral_device_vertex_state_record(
      draw, state_template(round_), bound_buffer(round_));

   return word / 4 == slot       ? record.first[word % 4]
          : word / 4 == slot + 1 ? record.second[word % 4]
                                 : word_before;
}

static void
claim_round(void)
{
   const u32 end = state_word(variants[variant].end);

   claim(round_errors() == 0);
   /* After the loop, the zero slot is written. */
   claim(word / 4 >= capacity / 4 ||
         output.words[word] == word_after_round() ||
         (round_ + 1 == rounds && word / 4 == end));
}

void
vertex_state_table(void)
{
   u64 errors;
   u32 end, i;
   s32 status;

   any_arguments();
   any_output();
   end = state_word(variants[variant].end);
   /* With the zero slot, a table of 16 GiB would have no slots. */
   assume(end != ~0u);
   rounds = count;
   for (i = 0; i < 4; i++)
      assume(state_word(masks[0][i]) == mask(0, i) &&
             state_word(masks[1][i]) == mask(1, i));
   status = (s32)wasm_dral_vertex_state_table(
      ARGUMENT(2), ARGUMENT(3), ARGUMENT(4), count, ARGUMENT(5), capacity);
   errors = count_errors() | round_errors();
   if (end + state_word(terminator) % 2 > capacity / 4)
      errors |= ERROR_SET(DRAL_ERROR_OUTPUT_TOO_SMALL);
   claim_count(status, errors, 4 * (end + state_word(terminator) % 2));
   if (errors)
      return;
   after_loop();
   claim(word / 4 >= capacity / 4 ||
         output.words[word] == (word / 4 == end ? 0
                                : round_ == NOT_REACHED
                                   ? word_before
                                   : word_after_round()));
}

void
vertex_state_end(void)
{
   u32 end;
   u64 errors;
   s32 status;

   any_arguments();
   end = state_word(variants[variant].end);
   errors = state_errors();
   if (draw.info.architecture <= 5 && end != ~0u)
      end += state_word(terminator) % 2;
   if (end >> 31 != 0)
      errors |= ERROR_SET(DRAL_ERROR_ARRAY_LENGTH);
   status = (s32)wasm_dral_vertex_state_end(ARGUMENT(2), ARGUMENT(3));
   claim_count(status, errors, end);
}
