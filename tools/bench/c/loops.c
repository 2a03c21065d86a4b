/* SPDX-License-Identifier: MIT */

#include "loops.h"

#include <string.h>

/* The subject's function, cast to the signature of a known function. */
#define FUNCTION(name, place, known)                                        \
   const __typeof__(&known) name =                                          \
      (__typeof__(&known))subject->functions[place]

LOOP(loop_counts)
{
   FUNCTION(padded_vertex_count, 0, dral_padded_vertex_count);
   uint32_t sum = 0;
   size_t i;

   for (i = first; i < first + count; i++)
      sum += padded_vertex_count(numbers[i]);
   outputs->number = sum;
}

LOOP(loop_divisors)
{
   FUNCTION(magic_divisor, 0, dral_magic_divisor);
   size_t i;

   for (i = first; i < first + count; i++)
      magic_divisor(numbers[i], DRAL_ROUNDING_DOCUMENTED, &outputs->divisor);
}

LOOP(loop_divisor_chain)
{
   FUNCTION(magic_divisor, 0, dral_magic_divisor);
   uint32_t zero = 0;
   size_t i;

   for (i = first; i < first + count; i++) {
      magic_divisor(numbers[i] + zero, DRAL_ROUNDING_DOCUMENTED,
                    &outputs->divisor);
      /* Bit 31 of a magic is never set, but compilers do not know that. */
      zero = outputs->divisor.magic >> 31;
   }
}

LOOP(loop_count_then_divisor)
{
   FUNCTION(padded_vertex_count, 0, dral_padded_vertex_count);
   FUNCTION(magic_divisor, 1, dral_magic_divisor);
   size_t i;

   for (i = first; i < first + count; i++) {
      outputs->padded.count = padded_vertex_count(numbers[i]);
      magic_divisor(outputs->padded.count, DRAL_ROUNDING_DOCUMENTED,
                    &outputs->divisor);
   }
}

LOOP(loop_count_divisors)
{
   FUNCTION(padded_count_divisor, 0, dral_padded_count_divisor);
   size_t i;

   for (i = first; i < first + count; i++)
      padded_count_divisor(numbers[i], DRAL_PADDING_RULE_DRIVER,
                           DRAL_ROUNDING_DOCUMENTED, &outputs->padded,
                           &outputs->divisor);
}

LOOP(loop_count_batches)
{
   FUNCTION(padded_vertex_counts, 0, dral_padded_vertex_counts);
   size_t i;

   for (i = first; i < first + count; i += BATCH)
      padded_vertex_counts(&numbers[i], outputs->numbers, BATCH);
}

LOOP(loop_divisor_batches)
{
   FUNCTION(magic_divisors, 0, dral_magic_divisors);
   size_t i;

   for (i = first; i < first + count; i += BATCH)
      magic_divisors(&numbers[i], DRAL_ROUNDING_DOCUMENTED,
                     outputs->divisors, BATCH);
}

LOOP(loop_draws_resolved)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   const struct inputs *inputs = all_inputs();
   size_t i;

   for (i = first; i < first + count; i++)
      draw_resolve(&inputs->draws[i], &outputs->resolved);
}

LOOP(loop_draws_by_table)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   FUNCTION(table_pack, 1, dral_attribute_table_pack);
   const struct inputs *inputs = all_inputs();
   size_t i;

   for (i = first; i < first + count; i++) {
      draw_resolve(&inputs->draws[i], &outputs->resolved);
      table_pack(&outputs->resolved, subject->shape, 0,
                 inputs->bindings[i % INPUT_BINDINGS], subject->buffer_count,
                 outputs->words, TABLE_WORDS, outputs->slots,
                 &outputs->word_count, NULL);
   }
}

LOOP(loop_draws_by_state)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   FUNCTION(state_table, 1, dral_vertex_state_table);
   const struct inputs *inputs = all_inputs();
   const struct prepared *prepared =
      prepared_inputs(subject->shape, subject->buffer_count);
   size_t i;

   for (i = first; i < first + count; i++) {
      draw_resolve(&inputs->draws[i], &outputs->resolved);
      state_table(&prepared->states[i % INPUT_BINDINGS], &outputs->resolved,
                  prepared->bound[i % INPUT_BINDINGS], subject->buffer_count,
                  outputs->words, TABLE_WORDS, outputs->slots,
                  &outputs->word_count);
   }
}

LOOP(loop_draws_by_bind)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   FUNCTION(buffer_bind, 1, dral_buffer_bind);
   FUNCTION(state_table, 2, dral_vertex_state_table);
   const struct inputs *inputs = all_inputs();
   const struct prepared *prepared =
      prepared_inputs(subject->shape, subject->buffer_count);
   size_t i;
   size_t j;

   for (i = first; i < first + count; i++) {
      const struct dral_vertex_buffer *buffers =
         inputs->bindings[i % INPUT_BINDINGS];
      struct dral_bound_buffer bound[INPUT_BUFFERS];

      draw_resolve(&inputs->draws[i], &outputs->resolved);
      for (j = 0; j < subject->buffer_count; j++)
         buffer_bind(buffers[j].address, buffers[j].size, &bound[j]);
      state_table(&prepared->states[i % INPUT_BINDINGS], &outputs->resolved,
                  bound, subject->buffer_count, outputs->words, TABLE_WORDS,
                  outputs->slots, &outputs->word_count);
   }
}

LOOP(loop_draws_by_key)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   FUNCTION(state_key, 1, dral_vertex_state_key);
   FUNCTION(state_table, 2, dral_vertex_state_table);
   const struct inputs *inputs = all_inputs();
   const struct prepared *prepared =
      prepared_inputs(subject->shape, subject->buffer_count);
   size_t i;

   for (i = first; i < first + count; i++) {
      const struct dral_vertex_state *state =
         &prepared->states[i % INPUT_BINDINGS];
      struct dral_vertex_state_key *kept = &outputs->kept[i];
      struct dral_vertex_state_key key;

      draw_resolve(&inputs->draws[i], &outputs->resolved);
      state_key(state, &outputs->resolved, &key);
      if (key.table == kept->table && key.offsets == kept->offsets &&
          key.moved == kept->moved)
         continue;
      state_table(state, &outputs->resolved,
                  prepared->bound[i % INPUT_BINDINGS], subject->buffer_count,
                  outputs->words, TABLE_WORDS, outputs->slots,
                  &outputs->word_count);
      *kept = key;
   }
}

LOOP(loop_draws_by_record)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   FUNCTION(attribute_record, 1, dral_attribute_record);
   FUNCTION(record_pack, 2, dral_attribute_record_pack);
   const struct inputs *inputs = all_inputs();
   size_t i;
   size_t j;

   for (i = first; i < first + count; i++) {
      const struct dral_vertex_buffer *buffers =
         inputs->bindings[i % INPUT_BINDINGS];
      uint32_t *words = outputs->words;
      uint32_t next = 0;

      draw_resolve(&inputs->draws[i], &outputs->resolved);
      for (j = 0; j < subject->buffer_count; j++) {
         struct dral_attribute_record record;
         size_t word_count;

         attribute_record(&outputs->resolved, &buffers[j], &record);
         if (record.type == DRAL_RECORD_TYPE_NPOT_DIVISOR && next % 2 == 1) {
            memset(&words[4 * next], 0, 16);
            next++;
         }
         record_pack(&record, &words[4 * next], 8, &word_count);
         outputs->slots[j] = next;
         next += (uint32_t)word_count / 4;
      }
      memset(&words[4 * next], 0, 16);
      outputs->word_count = 4 * (next + 1);
   }
}

LOOP(loop_draws_at_once)
{
   FUNCTION(draw_words, 0, plain_draw);
   const struct inputs *inputs = all_inputs();
   size_t i;

   for (i = first; i < first + count; i++)
      draw_words(&inputs->draws[i], inputs->bindings[i % INPUT_BINDINGS],
                 subject->buffer_count, &outputs->resolved, outputs->words,
                 outputs->slots, &outputs->word_count);
}

LOOP(loop_draws_prepared_by_hand)
{
   FUNCTION(draw_words, 0, plain_draw_prepared);
   const struct inputs *inputs = all_inputs();
   const struct prepared *prepared =
      prepared_inputs(subject->shape, subject->buffer_count);
   size_t i;

   for (i = first; i < first + count; i++)
      draw_words(&inputs->draws[i],
                 &prepared->plain_states[i % INPUT_BINDINGS],
                 prepared->plain_bound[i % INPUT_BINDINGS],
                 subject->buffer_count, &outputs->resolved, outputs->words,
                 outputs->slots, &outputs->word_count);
}
