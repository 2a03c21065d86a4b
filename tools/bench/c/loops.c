/* SPDX-License-Identifier: MIT */

#include "loops.h"

#include <string.h>

typedef uint32_t (*count_function)(uint32_t);
typedef int (*divisor_function)(uint32_t, uint32_t,
                                struct dral_magic_divisor *);
typedef int (*count_divisor_function)(uint32_t, uint32_t, uint32_t,
                                      struct dral_padded_count *,
                                      struct dral_magic_divisor *);
typedef int (*counts_function)(const uint32_t *, uint32_t *, size_t);
typedef int (*divisors_function)(const uint32_t *, uint32_t,
                                 struct dral_magic_divisor *, size_t);
typedef int (*resolve_function)(const struct dral_draw *,
                                struct dral_resolved_draw *);
typedef int (*table_function)(const struct dral_resolved_draw *, uint32_t,
                              uint32_t, const struct dral_vertex_buffer *,
                              size_t, uint32_t *, size_t, uint32_t *,
                              size_t *, size_t *);
typedef int (*state_function)(const struct dral_vertex_state *,
                              const struct dral_resolved_draw *,
                              const struct dral_bound_buffer *, size_t,
                              uint32_t *, size_t, uint32_t *, size_t *);
typedef int (*bind_function)(uint64_t, uint64_t, struct dral_bound_buffer *);
typedef int (*key_function)(const struct dral_vertex_state *,
                            const struct dral_resolved_draw *,
                            struct dral_vertex_state_key *);
typedef int (*record_function)(const struct dral_resolved_draw *,
                               const struct dral_vertex_buffer *,
                               struct dral_attribute_record *);
typedef int (*pack_function)(const struct dral_attribute_record *, uint32_t *,
                             size_t, size_t *);
typedef int (*draw_function)(const struct dral_draw *,
                             const struct dral_vertex_buffer *, size_t,
                             struct dral_resolved_draw *, uint32_t *,
                             uint32_t *, size_t *);
typedef int (*prepared_function)(const struct dral_draw *,
                                 const struct plain_state *,
                                 const struct plain_bound *, size_t,
                                 struct dral_resolved_draw *, uint32_t *,
                                 uint32_t *, size_t *);

void
loop_counts(const struct subject *subject, const uint32_t *numbers,
            size_t first, size_t count, struct outputs *outputs)
{
   const count_function padded_vertex_count = (count_function)subject->functions[0];
   uint32_t sum = 0;
   size_t i;

   for (i = first; i < first + count; i++)
      sum += padded_vertex_count(numbers[i]);
   outputs->number = sum;
}

void
loop_divisors(const struct subject *subject, const uint32_t *numbers,
              size_t first, size_t count, struct outputs *outputs)
{
   const divisor_function magic_divisor = (divisor_function)subject->functions[0];
   size_t i;

   for (i = first; i < first + count; i++)
      magic_divisor(numbers[i], DRAL_ROUNDING_DOCUMENTED, &outputs->divisor);
}

void
loop_divisor_chain(const struct subject *subject, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs)
{
   const divisor_function magic_divisor = (divisor_function)subject->functions[0];
   uint32_t zero = 0;
   size_t i;

   for (i = first; i < first + count; i++) {
      magic_divisor(numbers[i] + zero, DRAL_ROUNDING_DOCUMENTED,
                    &outputs->divisor);
      /* Bit 31 of a magic is never set, which no compiler knows. */
      zero = outputs->divisor.magic >> 31;
   }
}

void
loop_count_then_divisor(const struct subject *subject,
                        const uint32_t *numbers, size_t first, size_t count,
                        struct outputs *outputs)
{
   const count_function padded_vertex_count = (count_function)subject->functions[0];
   const divisor_function magic_divisor = (divisor_function)subject->functions[1];
   size_t i;

   for (i = first; i < first + count; i++) {
      outputs->padded.count = padded_vertex_count(numbers[i]);
      magic_divisor(outputs->padded.count, DRAL_ROUNDING_DOCUMENTED,
                    &outputs->divisor);
   }
}

void
loop_count_divisors(const struct subject *subject, const uint32_t *numbers,
                    size_t first, size_t count, struct outputs *outputs)
{
   const count_divisor_function padded_count_divisor =
      (count_divisor_function)subject->functions[0];
   size_t i;

   for (i = first; i < first + count; i++)
      padded_count_divisor(numbers[i], DRAL_PADDING_RULE_DRIVER,
                           DRAL_ROUNDING_DOCUMENTED, &outputs->padded,
                           &outputs->divisor);
}

void
loop_count_batches(const struct subject *subject, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs)
{
   const counts_function padded_vertex_counts = (counts_function)subject->functions[0];
   size_t i;

   for (i = first; i < first + count; i += BATCH)
      padded_vertex_counts(&numbers[i], outputs->numbers, BATCH);
}

void
loop_divisor_batches(const struct subject *subject, const uint32_t *numbers,
                     size_t first, size_t count, struct outputs *outputs)
{
   const divisors_function magic_divisors = (divisors_function)subject->functions[0];
   size_t i;

   for (i = first; i < first + count; i += BATCH)
      magic_divisors(&numbers[i], DRAL_ROUNDING_DOCUMENTED,
                     outputs->divisors, BATCH);
}

void
loop_draws_resolved(const struct subject *subject, const uint32_t *numbers,
                    size_t first, size_t count, struct outputs *outputs)
{
   const resolve_function draw_resolve = (resolve_function)subject->functions[0];
   const struct inputs *inputs = all_inputs();
   size_t i;

   (void)numbers;
   for (i = first; i < first + count; i++)
      draw_resolve(&inputs->draws[i], &outputs->resolved);
}

void
loop_draws_by_table(const struct subject *subject, const uint32_t *numbers,
                    size_t first, size_t count, struct outputs *outputs)
{
   const resolve_function draw_resolve = (resolve_function)subject->functions[0];
   const table_function table_pack = (table_function)subject->functions[1];
   const struct inputs *inputs = all_inputs();
   size_t i;

   (void)numbers;
   for (i = first; i < first + count; i++) {
      draw_resolve(&inputs->draws[i], &outputs->resolved);
      table_pack(&outputs->resolved, subject->shape, 0,
                 inputs->bindings[i % INPUT_BINDINGS], subject->buffer_count,
                 outputs->words, TABLE_WORDS, outputs->slots,
                 &outputs->word_count, NULL);
   }
}

void
loop_draws_by_state(const struct subject *subject, const uint32_t *numbers,
                    size_t first, size_t count, struct outputs *outputs)
{
   const resolve_function draw_resolve = (resolve_function)subject->functions[0];
   const state_function state_table = (state_function)subject->functions[1];
   const struct inputs *inputs = all_inputs();
   const struct prepared *prepared =
      prepared_inputs(subject->shape, subject->buffer_count);
   size_t i;

   (void)numbers;
   for (i = first; i < first + count; i++) {
      draw_resolve(&inputs->draws[i], &outputs->resolved);
      state_table(&prepared->states[i % INPUT_BINDINGS], &outputs->resolved,
                  prepared->bound[i % INPUT_BINDINGS], subject->buffer_count,
                  outputs->words, TABLE_WORDS, outputs->slots,
                  &outputs->word_count);
   }
}

void
loop_draws_by_bind(const struct subject *subject, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs)
{
   const resolve_function draw_resolve = (resolve_function)subject->functions[0];
   const bind_function buffer_bind = (bind_function)subject->functions[1];
   const state_function state_table = (state_function)subject->functions[2];
   const struct inputs *inputs = all_inputs();
   const struct prepared *prepared =
      prepared_inputs(subject->shape, subject->buffer_count);
   size_t i;
   size_t j;

   (void)numbers;
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

void
loop_draws_by_key(const struct subject *subject, const uint32_t *numbers,
                  size_t first, size_t count, struct outputs *outputs)
{
   const resolve_function draw_resolve = (resolve_function)subject->functions[0];
   const key_function state_key = (key_function)subject->functions[1];
   const state_function state_table = (state_function)subject->functions[2];
   const struct inputs *inputs = all_inputs();
   const struct prepared *prepared =
      prepared_inputs(subject->shape, subject->buffer_count);
   size_t i;

   (void)numbers;
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

void
loop_draws_by_record(const struct subject *subject, const uint32_t *numbers,
                     size_t first, size_t count, struct outputs *outputs)
{
   const resolve_function draw_resolve = (resolve_function)subject->functions[0];
   const record_function attribute_record = (record_function)subject->functions[1];
   const pack_function record_pack = (pack_function)subject->functions[2];
   const struct inputs *inputs = all_inputs();
   size_t i;
   size_t j;

   (void)numbers;
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

void
loop_draws_at_once(const struct subject *subject, const uint32_t *numbers,
                   size_t first, size_t count, struct outputs *outputs)
{
   const draw_function draw_words = (draw_function)subject->functions[0];
   const struct inputs *inputs = all_inputs();
   size_t i;

   (void)numbers;
   for (i = first; i < first + count; i++)
      draw_words(&inputs->draws[i], inputs->bindings[i % INPUT_BINDINGS],
                 subject->buffer_count, &outputs->resolved, outputs->words,
                 outputs->slots, &outputs->word_count);
}

void
loop_draws_prepared_by_hand(const struct subject *subject,
                            const uint32_t *numbers, size_t first,
                            size_t count, struct outputs *outputs)
{
   const prepared_function draw_words = (prepared_function)subject->functions[0];
   const struct inputs *inputs = all_inputs();
   const struct prepared *prepared =
      prepared_inputs(subject->shape, subject->buffer_count);
   size_t i;

   (void)numbers;
   for (i = first; i < first + count; i++)
      draw_words(&inputs->draws[i],
                 &prepared->plain_states[i % INPUT_BINDINGS],
                 prepared->plain_bound[i % INPUT_BINDINGS],
                 subject->buffer_count, &outputs->resolved, outputs->words,
                 outputs->slots, &outputs->word_count);
}
