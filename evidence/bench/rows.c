/* SPDX-License-Identifier: MIT */

#include "rows.h"

#include "dral_model.h"

#include <stdlib.h>

struct prepared prepared;

#define LOOP(name)                                                           \
   static void name(size_t first, size_t count, struct outputs *outputs)

/* Calls uint32_t f(uint32_t) for each count. */
#define COUNT_LOOP(name, padded_vertex_count)                                \
   LOOP(name)                                                                \
   {                                                                         \
      uint32_t sum = 0;                                                      \
      size_t i;                                                              \
                                                                             \
      for (i = first; i < first + count; i++)                                \
         sum += padded_vertex_count(inputs.vertex_counts[i]);                \
      outputs->number = sum;                                                 \
   }
COUNT_LOOP(loop_counts, dral_padded_vertex_count)
COUNT_LOOP(loop_plain_counts, plain_padded_vertex_count)

/* A call that the inputs of the benchmark never refuse. */
static inline void
expect_success(int result)
{
   if (result < 0)
      abort();
}

/* Each call can begin before the last has ended. */
#define DIVISOR_LOOP(name, magic_divisor)                                    \
   LOOP(name)                                                                \
   {                                                                         \
      size_t i;                                                              \
                                                                             \
      for (i = first; i < first + count; i++)                                \
         expect_success(magic_divisor(inputs.divisors[i],                    \
                                      DRAL_ROUNDING_DOCUMENTED,              \
                                      &outputs->divisor));                   \
   }
DIVISOR_LOOP(loop_divisors, dral_magic_divisor)
DIVISOR_LOOP(loop_plain_divisors, plain_magic_divisor)

static inline struct dral_draw_info
draw_info(size_t i)
{
   const struct dral_draw_info info = {
      .architecture = INPUT_ARCHITECTURE,
      .idvs = DRAL_IDVS_NO,
      .vertex_count = inputs.draws[i].vertices,
      .instance_count = inputs.draws[i].instances,
      .vertices_per_primitive = 3,
   };

   return info;
}

/* What follows is done for each draw, with the buffers of its binding. */
#define DRAW_LOOP(name)                                                      \
   static inline __attribute__((always_inline)) void name(                   \
      size_t i, size_t binding, struct dral_draw_info *info,                 \
      struct dral_draw *draw, struct outputs *outputs);                      \
   LOOP(loop_##name)                                                         \
   {                                                                         \
      size_t i;                                                              \
                                                                             \
      for (i = first; i < first + count; i++) {                              \
         struct dral_draw_info info = draw_info(i);                          \
                                                                             \
         name(i, i % INPUT_BINDINGS, &info, &outputs->draw, outputs);        \
      }                                                                      \
   }                                                                         \
   static inline void name(                                                  \
      __attribute__((unused)) size_t i,                                      \
      __attribute__((unused)) size_t binding, struct dral_draw_info *info,   \
      struct dral_draw *draw, __attribute__((unused)) struct outputs *outputs)

DRAW_LOOP(resolve)
{
   expect_success(dral_draw_resolve(draw, info));
}

DRAW_LOOP(plain_resolve)
{
   draw->info = *info;
   plain_draw_resolve(draw);
}

DRAW_LOOP(by_table)
{
   expect_success(dral_draw_resolve(draw, info));
   outputs->word_count = dral_attribute_table(
      draw, DRAL_TABLE_SHAPE_PACKED, 0, inputs.bindings[binding],
      INPUT_BUFFERS, outputs->words, TABLE_WORDS, outputs->slots);
}

static inline void
write_state(size_t binding, const struct dral_bound_buffer *bound,
            struct outputs *outputs)
{
   outputs->word_count = dral_vertex_state_table(
      &prepared.states[binding], &outputs->draw, bound,
      INPUT_BUFFERS, outputs->words, TABLE_WORDS);
}

/*
 * A table only if the draw's own last one differs. A driver remembers its
 * last table; here each draw has its own, so that nothing differs from the
 * second time on.
 */
DRAW_LOOP(by_key)
{
   struct dral_written *const written = &outputs->written[i];
   const struct dral_bound_buffer *bound = prepared.bound[binding];
   int words;

   expect_success(dral_draw_resolve(draw, info));
   words = dral_words_to_write(written, &prepared.states[binding],
                               draw, bound, INPUT_BUFFERS);
   expect_success(words);
   if ((words & DRAL_WORDS_TABLE) == 0)
      return;
   write_state(binding, bound, outputs);
   written->words = DRAL_WORDS_TABLE | DRAL_WORDS_ATTRIBUTES;
}

/* A driver's whole draw: the table and the attributes. */
DRAW_LOOP(next)
{
   const struct dral_bound_buffer *bound = prepared.bound[binding];

   expect_success(dral_draw_resolve(draw, info));
   write_state(binding, bound, outputs);
   outputs->attribute_words = dral_vertex_state_attributes(
      &prepared.states[binding], draw, bound,
      INPUT_BUFFERS, outputs->attributes, 2 * INPUT_BUFFERS);
}

DRAW_LOOP(plain_next)
{
   draw->info = *info;
   outputs->word_count =
      plain_draw(draw, inputs.bindings[binding], INPUT_BUFFERS,
                 outputs->words, outputs->slots);
   outputs->attribute_words = plain_attributes(
      draw, inputs.bindings[binding], inputs.elements[binding],
      INPUT_BUFFERS, outputs->slots, outputs->attributes);
}

DRAW_LOOP(plain)
{
   draw->info = *info;
   outputs->word_count =
      plain_draw(draw, inputs.bindings[binding], INPUT_BUFFERS,
                 outputs->words, outputs->slots);
}

#define NUMBERS(name, library, plain)                                        \
   { name, library, plain, INPUT_NUMBERS, false }
#define DRAWS(name, library, plain, has_buffers)                             \
   { name, library, plain, INPUT_DRAWS, has_buffers }

const struct row rows[] = {
   NUMBERS("padded count", loop_counts, loop_plain_counts),
   NUMBERS("magic divisor", loop_divisors, loop_plain_divisors),
   DRAWS("draw resolved", loop_resolve, loop_plain_resolve, false),
   DRAWS("8 attributes, prepared", loop_next, loop_plain_next, true),
   DRAWS("8 attributes, equal keys", loop_by_key, loop_plain, true),
   DRAWS("8 attributes, from scratch", loop_by_table, loop_plain, true),
};

const size_t row_count = sizeof(rows) / sizeof(rows[0]);
