/* SPDX-License-Identifier: MIT */

#include "loops.h"

#include "dral_panfrost.h"

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

/* The inputs of a draw, for a function that resolves it in place. */
static inline struct dral_draw *
next_draw(struct outputs *outputs, const struct counts *counts)
{
   outputs->draw.architecture = INPUT_ARCHITECTURE;
   outputs->draw.vertices_per_primitive = 3;
   outputs->draw.vertex_count = counts->vertices;
   outputs->draw.instance_count = counts->instances;
   return &outputs->draw;
}

/* dral_draw_resolve */
LOOP(loop_draws_resolved)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   const struct inputs *inputs = all_inputs();
   size_t i;

   for (i = first; i < first + count; i++)
      draw_resolve(next_draw(outputs, &inputs->draws[i]));
}

/* dral_draw_resolve and dral_attribute_table. */
LOOP(loop_draws_by_table)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   FUNCTION(table, 1, dral_attribute_table);
   const struct inputs *inputs = all_inputs();
   size_t i;

   for (i = first; i < first + count; i++) {
      struct dral_draw *draw = next_draw(outputs, &inputs->draws[i]);

      draw_resolve(draw);
      outputs->word_count =
         table(draw, subject->shape, 0, inputs->bindings[i % INPUT_BINDINGS],
               subject->buffer_count, outputs->words, TABLE_WORDS,
               outputs->slots);
   }
}

/* The slots of the last draw, which drivers read where they are. */
static void
copy_slots(const struct subject *subject,
           const struct dral_vertex_state *state, struct outputs *outputs)
{
   uint32_t i;

   for (i = 0; i < subject->buffer_count; i++)
      outputs->slots[i] = dral_vertex_state_slot(state, &outputs->draw, i);
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
      struct dral_draw *draw = next_draw(outputs, &inputs->draws[i]);

      draw_resolve(draw);
      outputs->word_count =
         state_table(&prepared->states[i % INPUT_BINDINGS], draw,
                     prepared->bound[i % INPUT_BINDINGS], outputs->words,
                     TABLE_WORDS);
   }
   if (count != 0)
      copy_slots(subject, &prepared->states[(i - 1) % INPUT_BINDINGS],
                 outputs);
}

/* The same, after dral_bound_buffer_init for each buffer. */
LOOP(loop_draws_by_address)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   FUNCTION(state_table, 1, dral_vertex_state_table);
   const struct inputs *inputs = all_inputs();
   const struct prepared *prepared =
      prepared_inputs(subject->shape, subject->buffer_count);
   size_t i;
   size_t j;

   for (i = first; i < first + count; i++) {
      const struct dral_vertex_buffer *buffers =
         inputs->bindings[i % INPUT_BINDINGS];
      struct dral_draw *draw = next_draw(outputs, &inputs->draws[i]);
      struct dral_bound_buffer bound[INPUT_BUFFERS];
      int refused = 0;

      draw_resolve(draw);
      for (j = 0; j < subject->buffer_count; j++)
         refused |= dral_bound_buffer_init(&bound[j], buffers[j].address,
                                           buffers[j].size);
      if (refused)
         continue;
      outputs->word_count =
         state_table(&prepared->states[i % INPUT_BINDINGS], draw, bound,
                     outputs->words, TABLE_WORDS);
   }
   if (count != 0)
      copy_slots(subject, &prepared->states[(i - 1) % INPUT_BINDINGS],
                 outputs);
}

/*
 * dral_draw_resolve, and a table only if a key of the draw differs from that
 * of the same draw before. A driver keeps the keys of its last table; here
 * each draw has its own, so that the keys of mixed draws are equal from the
 * second time on.
 */
LOOP(loop_draws_by_key)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   FUNCTION(state_table, 1, dral_vertex_state_table);
   const struct inputs *inputs = all_inputs();
   const struct prepared *prepared =
      prepared_inputs(subject->shape, subject->buffer_count);
   size_t i;

   for (i = first; i < first + count; i++) {
      struct dral_draw *draw = next_draw(outputs, &inputs->draws[i]);

      draw_resolve(draw);
      if (outputs->kept[i].table == draw->table_key &&
          outputs->kept[i].offset == draw->offset_key &&
          outputs->kept[i].is_written)
         continue;
      outputs->word_count =
         state_table(&prepared->states[i % INPUT_BINDINGS], draw,
                     prepared->bound[i % INPUT_BINDINGS], outputs->words,
                     TABLE_WORDS);
      outputs->kept[i].table = draw->table_key;
      outputs->kept[i].offset = draw->offset_key;
      outputs->kept[i].is_written = 1;
   }
   if (count != 0)
      copy_slots(subject, &prepared->states[(i - 1) % INPUT_BINDINGS],
                 outputs);
}

/* dral_draw_resolve, then dral_attribute_append for each buffer. */
LOOP(loop_draws_by_record)
{
   FUNCTION(draw_resolve, 0, dral_draw_resolve);
   FUNCTION(append, 1, dral_attribute_append);
   const struct inputs *inputs = all_inputs();
   size_t i;
   size_t j;

   for (i = first; i < first + count; i++) {
      const struct dral_vertex_buffer *buffers =
         inputs->bindings[i % INPUT_BINDINGS];
      struct dral_draw *draw = next_draw(outputs, &inputs->draws[i]);
      uint32_t next = 0;

      draw_resolve(draw);
      for (j = 0; j < subject->buffer_count; j++)
         outputs->slots[j] = (uint32_t)append(
            draw, &buffers[j], outputs->words, TABLE_WORDS, &next);
      memset(&outputs->words[4 * next], 0, 16);
      outputs->word_count = (int)(4 * (next + 1));
   }
}

/* plain_draw or plain_draw_pairs */
LOOP(loop_draws_at_once)
{
   FUNCTION(draw_words, 0, plain_draw);
   const struct inputs *inputs = all_inputs();
   size_t i;

   for (i = first; i < first + count; i++)
      outputs->word_count =
         draw_words(next_draw(outputs, &inputs->draws[i]),
                    inputs->bindings[i % INPUT_BINDINGS],
                    subject->buffer_count, outputs->words, outputs->slots);
}

/* Functions that a driver has inline, so that nothing is called. */
#define INLINE_LOOP(name, padded_vertex_count)                              \
   LOOP(name)                                                                \
   {                                                                         \
      uint32_t sum = 0;                                                      \
      size_t i;                                                              \
                                                                             \
      (void)subject;                                                         \
      for (i = first; i < first + count; i++)                                \
         sum += padded_vertex_count(numbers[i]);                             \
      outputs->number = sum;                                                 \
   }
INLINE_LOOP(loop_counts_inline, pan_padded_vertex_count)
INLINE_LOOP(loop_plain_counts_inline, plain_padded_vertex_count_inline)

#define F(name) ((function)(name))

/* The subjects for each shape of a table. */
#define DRAWS(kernel, shape, buffers, plain)                                 \
   { kernel, "dral", loop_draws_by_table,                                    \
     { F(dral_draw_resolve), F(dral_attribute_table) }, shape, buffers },    \
   { kernel, "dral by state", loop_draws_by_state,                           \
     { F(dral_draw_resolve), F(dral_vertex_state_table) }, shape, buffers }, \
   { kernel, "dral by address", loop_draws_by_address,                       \
     { F(dral_draw_resolve), F(dral_vertex_state_table) }, shape, buffers }, \
   { kernel, "dral by key", loop_draws_by_key,                               \
     { F(dral_draw_resolve), F(dral_vertex_state_table) }, shape, buffers }, \
   { kernel, "plain", loop_draws_at_once, { F(plain) }, shape, buffers }

static const struct subject subjects[] = {
   { "count", "dral", loop_counts, { F(dral_padded_vertex_count) } },
   { "count", "inline", loop_counts_inline, { NULL } },
   { "count", "plain inline", loop_plain_counts_inline, { NULL } },
   { "count", "plain", loop_counts, { F(plain_padded_vertex_count) } },

   { "divisor", "dral", loop_divisors, { F(dral_magic_divisor) } },
   { "divisor", "plain", loop_divisors, { F(plain_magic_divisor) } },
#ifdef HAS_LIBDIVIDE
   { "divisor", "libdivide", loop_divisors, { F(libdivide_divisor) } },
#endif
#ifdef HAS_FXDIV
   { "divisor", "fxdiv", loop_divisors, { F(fxdiv_divisor) } },
#endif

   { "draw resolved", "dral", loop_draws_resolved,
     { F(dral_draw_resolve) } },
   { "draw resolved", "plain", loop_draws_resolved,
     { F(plain_draw_resolve) } },

   DRAWS("draw 8", DRAL_TABLE_SHAPE_PACKED, 8, plain_draw),
   DRAWS("draw 16", DRAL_TABLE_SHAPE_PACKED, 16, plain_draw),
   DRAWS("draw 8, pairs", DRAL_TABLE_SHAPE_PAIRS, 8, plain_draw_pairs),
   DRAWS("draw 16, pairs", DRAL_TABLE_SHAPE_PAIRS, 16, plain_draw_pairs),
   { "draw 8", "dral by record", loop_draws_by_record,
     { F(dral_draw_resolve), F(dral_attribute_append) },
     DRAL_TABLE_SHAPE_PACKED, 8 },
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
