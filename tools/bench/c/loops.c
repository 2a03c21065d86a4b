/* SPDX-License-Identifier: MIT */

#include "loops.h"

#include <string.h>

#define LOOP(name)                                                           \
   static void name(const struct subject *subject, const uint32_t *numbers,  \
                    size_t first, size_t count, struct outputs *outputs)

/* The subject's function, cast to the signature of a known function. */
#define FUNCTION(name, place, known)                                        \
   const __typeof__(&known) name =                                          \
      (__typeof__(&known))subject->functions[place]

/* uint32_t f(uint32_t) */
LOOP(loop_counts)
{
   FUNCTION(padded_vertex_count, 0, dral_padded_vertex_count);
   uint32_t sum = 0;
   size_t i;

   for (i = first; i < first + count; i++)
      sum += padded_vertex_count(numbers[i]);
   outputs->number = sum;
}

/* dral_magic_divisor; each call can begin before the last has ended. */
LOOP(loop_divisors)
{
   FUNCTION(magic_divisor, 0, dral_magic_divisor);
   size_t i;

   for (i = first; i < first + count; i++)
      magic_divisor(numbers[i], DRAL_ROUNDING_DOCUMENTED, &outputs->divisor);
}

/* dral_magic_divisor; each divisor waits for the magic before it. */
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

/* dral_padded_vertex_count, then dral_magic_divisor. */
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

/* dral_padded_count_divisor */
LOOP(loop_count_divisors)
{
   FUNCTION(padded_count_divisor, 0, dral_padded_count_divisor);
   size_t i;

   for (i = first; i < first + count; i++)
      padded_count_divisor(numbers[i], DRAL_PADDING_RULE_DRIVER,
                           DRAL_ROUNDING_DOCUMENTED, &outputs->padded,
                           &outputs->divisor);
}

/* dral_padded_vertex_counts, for whole batches. */
LOOP(loop_count_batches)
{
   FUNCTION(padded_vertex_counts, 0, dral_padded_vertex_counts);
   size_t i;

   for (i = first; i < first + count; i += BATCH)
      padded_vertex_counts(&numbers[i], outputs->numbers, BATCH);
}

/* dral_magic_divisors, for whole batches. */
LOOP(loop_divisor_batches)
{
   FUNCTION(magic_divisors, 0, dral_magic_divisors);
   size_t i;

   for (i = first; i < first + count; i += BATCH)
      magic_divisors(&numbers[i], DRAL_ROUNDING_DOCUMENTED,
                     outputs->divisors, BATCH);
}

/* dral_draw_resolve */
LOOP(loop_draws_resolved)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   const struct inputs *inputs = all_inputs();
   size_t i;

   for (i = first; i < first + count; i++)
      draw_resolve(&inputs->draws[i], &outputs->resolved);
}

/* dral_draw_resolve and dral_attribute_table_pack. */
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

/* dral_draw_resolve and dral_vertex_state_table, with bound buffers. */
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

/* The same, after dral_buffer_bind for each buffer. */
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

/*
 * dral_draw_resolve and dral_vertex_state_key, and a table only if the key
 * differs from the last key of the same draw. A driver keeps one key, that of
 * its last table; here each draw has its own, so that the keys of mixed draws
 * are equal from the second time on.
 */
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

/*
 * dral_draw_resolve, then dral_attribute_record and
 * dral_attribute_record_pack for each buffer, packed.
 */
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

/* plain_draw or plain_draw_pairs */
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

/* plain_draw_prepared */
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

#define F(name) ((function)(name))

/* The subjects for each shape of a table. */
#define DRAWS(kernel, shape, buffers, plain)                                 \
   { kernel, "dral", loop_draws_by_table,                                    \
     { F(dral_draw_resolve), F(dral_attribute_table_pack) }, shape,          \
     buffers },                                                              \
   { kernel, "dral by state", loop_draws_by_state,                           \
     { F(dral_draw_resolve), F(dral_vertex_state_table) }, shape, buffers }, \
   { kernel, "dral by bind", loop_draws_by_bind,                             \
     { F(dral_draw_resolve), F(dral_buffer_bind),                            \
       F(dral_vertex_state_table) }, shape, buffers },                       \
   { kernel, "dral by key", loop_draws_by_key,                               \
     { F(dral_draw_resolve), F(dral_vertex_state_key),                       \
       F(dral_vertex_state_table) }, shape, buffers },                       \
   { kernel, "plain", loop_draws_at_once, { F(plain) }, shape, buffers }

/* The subjects that only write packed tables. */
#define PACKED_DRAWS(kernel, buffers)                                        \
   { kernel, "dral by record", loop_draws_by_record,                         \
     { F(dral_draw_resolve), F(dral_attribute_record),                       \
       F(dral_attribute_record_pack) }, DRAL_TABLE_SHAPE_PACKED, buffers },  \
   { kernel, "plain by state", loop_draws_prepared_by_hand,                  \
     { F(plain_draw_prepared) }, DRAL_TABLE_SHAPE_PACKED, buffers }

static const struct subject subjects[] = {
   { "count", "dral", loop_counts, { F(dral_padded_vertex_count) } },
   { "count", "plain", loop_counts, { F(plain_padded_vertex_count) } },

   { "divisor", "dral", loop_divisors, { F(dral_magic_divisor) } },
   { "divisor", "plain", loop_divisors, { F(plain_magic_divisor) } },
   { "divisor", "mesa", loop_divisors, { F(plain_magic_divisor_mesa) } },
   { "divisor", "bare", loop_divisors, { F(bare_division) } },
#ifdef HAS_LIBDIVIDE
   { "divisor", "libdivide", loop_divisors, { F(libdivide_divisor) } },
#endif
#ifdef HAS_FXDIV
   { "divisor", "fxdiv", loop_divisors, { F(fxdiv_divisor) } },
#endif

   { "chain", "dral", loop_divisor_chain, { F(dral_magic_divisor) } },
   { "chain", "plain", loop_divisor_chain, { F(plain_magic_divisor) } },

   { "count to divisor", "dral", loop_count_divisors,
     { F(dral_padded_count_divisor) } },
   { "count to divisor", "plain", loop_count_then_divisor,
     { F(plain_padded_vertex_count), F(plain_magic_divisor) } },

   { "counts", "dral", loop_count_batches, { F(dral_padded_vertex_counts) } },
   { "counts", "plain", loop_count_batches,
     { F(plain_padded_vertex_counts) } },

   { "divisors", "dral", loop_divisor_batches, { F(dral_magic_divisors) } },
   { "divisors", "plain", loop_divisor_batches, { F(plain_magic_divisors) } },
   { "divisors", "mesa", loop_divisor_batches,
     { F(plain_magic_divisors_mesa) } },

   { "draw resolved", "dral", loop_draws_resolved,
     { F(dral_draw_resolve) } },
   { "draw resolved", "plain", loop_draws_resolved,
     { F(plain_draw_resolve) } },

   DRAWS("draw 8", DRAL_TABLE_SHAPE_PACKED, 8, plain_draw),
   DRAWS("draw 16", DRAL_TABLE_SHAPE_PACKED, 16, plain_draw),
   DRAWS("draw 8, pairs", DRAL_TABLE_SHAPE_PAIRS, 8, plain_draw_pairs),
   DRAWS("draw 16, pairs", DRAL_TABLE_SHAPE_PAIRS, 16, plain_draw_pairs),
   PACKED_DRAWS("draw 8", 8),
   PACKED_DRAWS("draw 16", 16),
};

const struct subject *
find_subject(const char *kernel, const char *side)
{
   size_t i;

   for (i = 0; i < sizeof(subjects) / sizeof(subjects[0]); i++) {
      const struct subject *subject = &subjects[i];

      if (strcmp(subject->kernel, kernel) == 0 &&
          strcmp(subject->side, side) == 0)
         return subject;
   }
   return NULL;
}

const uint32_t *
inputs_of(const struct subject *subject, size_t *count)
{
   const char *kernel = subject->kernel;
   const struct inputs *inputs = all_inputs();

   if (strncmp(kernel, "draw", 4) == 0) {
      *count = INPUT_DRAWS;
      return NULL;
   }
   *count = INPUT_NUMBERS;
   return strncmp(kernel, "count", 5) == 0 ? inputs->vertex_counts
                                           : inputs->divisors;
}

size_t
inputs_per_call(const struct subject *subject)
{
   return subject->run == loop_count_batches ||
                subject->run == loop_divisor_batches
             ? BATCH
             : 1;
}

void
run_subject(const struct subject *subject, const uint32_t *numbers,
            size_t count)
{
   static struct outputs outputs;

   subject->run(subject, numbers, 0, count, &outputs);
}

void
run_divisor_function(function make, const uint32_t *numbers, size_t count)
{
   const struct subject subject = {
      .run = loop_divisors,
      .functions = { make },
   };

   run_subject(&subject, numbers, count);
}
