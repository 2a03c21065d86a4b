/* SPDX-License-Identifier: MIT */

#include "rows.h"

#include "dral_model.h"

#include <stdlib.h>

#define LOOP(name)                                                           \
   static void name(const struct row *row, size_t first,                     \
                    size_t count, struct outputs *outputs)

/* Calls uint32_t f(uint32_t) for each count. */
#define COUNT_LOOP(name, padded_vertex_count)                                \
   LOOP(name)                                                                \
   {                                                                         \
      uint32_t sum = 0;                                                      \
      size_t i;                                                              \
                                                                             \
      (void)row;                                                             \
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
      (void)row;                                                             \
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
      const struct row *row, size_t i, size_t binding,                       \
      struct dral_draw_info *info, struct dral_draw *draw,                   \
      struct outputs *outputs);                                              \
   LOOP(loop_##name)                                                         \
   {                                                                         \
      size_t i;                                                              \
                                                                             \
      for (i = first; i < first + count; i++) {                              \
         struct dral_draw_info info = draw_info(i);                          \
                                                                             \
         name(row, i, i % INPUT_BINDINGS, &info, &outputs->draw,             \
              outputs);                                                      \
      }                                                                      \
   }                                                                         \
   static inline void name(                                                  \
      __attribute__((unused)) const struct row *row,                         \
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
      draw, row->shape, 0, inputs.bindings[binding],
      row->buffer_count, outputs->words, TABLE_WORDS, outputs->slots);
}

static inline void
write_state(const struct row *row, size_t binding,
            const struct dral_bound_buffer *bound, struct outputs *outputs)
{
   outputs->word_count = dral_vertex_state_table(
      &row->prepared->states[binding], &outputs->draw, bound,
      row->buffer_count, outputs->words, TABLE_WORDS);
}

DRAW_LOOP(by_state)
{
   expect_success(dral_draw_resolve(draw, info));
   write_state(row, binding, row->prepared->bound[binding], outputs);
}

/* The same, after dral_bound_buffer_init for each buffer. */
DRAW_LOOP(by_address)
{
   const struct dral_vertex_buffer *buffers = inputs.bindings[binding];
   struct dral_bound_buffer bound[INPUT_BUFFERS];
   int refused = 0;
   size_t j;

   expect_success(dral_draw_resolve(draw, info));
   for (j = 0; j < row->buffer_count; j++)
      refused |= dral_bound_buffer_init(&bound[j], buffers[j].address,
                                        buffers[j].size);
   if (!refused)
      write_state(row, binding, bound, outputs);
}

/*
 * A table only if the draw's own last one differs. A driver remembers its
 * last table; here each draw has its own, so that nothing of mixed draws
 * differs from the second time on.
 */
DRAW_LOOP(by_key)
{
   struct dral_written *const written = &outputs->written[i];
   const struct dral_bound_buffer *bound = row->prepared->bound[binding];
   int words;

   expect_success(dral_draw_resolve(draw, info));
   words = dral_words_to_write(written, &row->prepared->states[binding],
                               draw, bound, row->buffer_count);
   expect_success(words);
   if ((words & DRAL_WORDS_TABLE) == 0)
      return;
   write_state(row, binding, bound, outputs);
   written->words = DRAL_WORDS_TABLE | DRAL_WORDS_ATTRIBUTES;
}

/* A driver's whole draw: the table and the attributes. */
DRAW_LOOP(next)
{
   const struct dral_bound_buffer *bound = row->prepared->bound[binding];

   expect_success(dral_draw_resolve(draw, info));
   write_state(row, binding, bound, outputs);
   outputs->attribute_words = dral_vertex_state_attributes(
      &row->prepared->states[binding], draw, bound,
      row->buffer_count, outputs->attributes, 2 * INPUT_BUFFERS);
}

DRAW_LOOP(plain_next)
{
   draw->info = *info;
   outputs->word_count =
      plain_draw(draw, inputs.bindings[binding], row->buffer_count,
                 outputs->words, outputs->slots);
   outputs->attribute_words = plain_attributes(
      draw, inputs.bindings[binding], inputs.elements[binding],
      row->buffer_count, outputs->slots, outputs->attributes);
}

DRAW_LOOP(plain)
{
   draw->info = *info;
   outputs->word_count =
      plain_draw(draw, inputs.bindings[binding], row->buffer_count,
                 outputs->words, outputs->slots);
}

DRAW_LOOP(plain_pairs)
{
   draw->info = *info;
   outputs->word_count =
      plain_draw_pairs(draw, inputs.bindings[binding], row->buffer_count,
                       outputs->words, outputs->slots);
}

#define NUMBERS(name, library, plain)                                        \
   { name, library, plain, INPUT_NUMBERS, 0, 0, NULL }
#define DRAWS(name, library, plain, shape, buffers)                          \
   { name, library, plain, INPUT_DRAWS, shape, buffers, NULL }
#define PACKED(name, library, plain, buffers)                                \
   DRAWS(name, library, plain, DRAL_TABLE_SHAPE_PACKED, buffers)
#define PAIRS(name, library, plain, buffers)                                 \
   DRAWS(name, library, plain, DRAL_TABLE_SHAPE_PAIRS, buffers)

struct row rows[] = {
   NUMBERS("padded count, mixed", loop_counts, loop_plain_counts),
   NUMBERS("magic divisor, mixed", loop_divisors, loop_plain_divisors),
   DRAWS("draw resolved", loop_resolve, loop_plain_resolve, 0, 0),
   PACKED("8 attributes, prepared", loop_by_state, loop_plain, 8),
   PACKED("16 attributes, prepared", loop_by_state, loop_plain, 16),
   PAIRS("8 attributes, prepared, pairs", loop_by_state, loop_plain_pairs, 8),
   PAIRS("16 attributes, prepared, pairs", loop_by_state, loop_plain_pairs,
         16),
   PACKED("8 attributes, prepared, addresses", loop_by_address, loop_plain, 8),
   PACKED("8 attributes, equal keys", loop_by_key, loop_plain, 8),
   PACKED("8 attributes, prepared, with descriptors", loop_next,
          loop_plain_next, 8),
   PACKED("16 attributes, prepared, with descriptors", loop_next,
          loop_plain_next, 16),
   PACKED("8 attributes, from scratch", loop_by_table, loop_plain, 8),
   PACKED("16 attributes, from scratch", loop_by_table, loop_plain, 16),
};

const size_t row_count = sizeof(rows) / sizeof(rows[0]);
