/* SPDX-License-Identifier: MIT */

#include "loops.h"

#include "dral_model.h"
#include "dral_panfrost.h"

#include <stdlib.h>
#include <string.h>

#define LOOP(name)                                                           \
   static void name(const struct subject *subject, size_t first,             \
                    size_t count, struct outputs *outputs)

/* Calls uint32_t f(uint32_t), or a macro, for each number. */
#define COUNT_LOOP(name, numbers, padded_vertex_count)                       \
   LOOP(name)                                                                \
   {                                                                         \
      uint32_t sum = 0;                                                      \
      size_t i;                                                              \
                                                                             \
      (void)subject;                                                         \
      for (i = first; i < first + count; i++)                                \
         sum += padded_vertex_count(inputs.numbers[i]);                      \
      outputs->number = sum;                                                 \
   }
COUNT_LOOP(loop_counts, vertex_counts, dral_padded_vertex_count)
COUNT_LOOP(loop_plain_counts, vertex_counts, plain_padded_vertex_count)
/* Functions that a driver has inline, so that nothing is called. */
COUNT_LOOP(loop_constants, constants, pan_padded_vertex_count)
COUNT_LOOP(loop_plain_constants, constants, plain_padded_vertex_count_inline)

/* A call that the inputs of the benchmark never refuse. */
static inline void
expect_success(int result)
{
   if (result < 0)
      abort();
}

/* Each call can begin before the last has ended. */
LOOP(loop_divisors)
{
   divisor_function *const make = subject->make;
   size_t i;

   for (i = first; i < first + count; i++)
      expect_success(make(inputs.divisors[i], DRAL_ROUNDING_DOCUMENTED,
                          &outputs->divisor));
}

static inline struct dral_draw_info
draw_info(size_t i)
{
   const struct dral_draw_info info = {
      .architecture = INPUT_ARCHITECTURE,
      .vertex_count = inputs.draws[i].vertices,
      .instance_count = inputs.draws[i].instances,
      .vertices_per_primitive = 3,
   };

   return info;
}

/* What follows is done for each draw, with the buffers of its binding. */
#define DRAW_LOOP(name)                                                      \
   static inline __attribute__((always_inline)) void name(                   \
      const struct subject *subject, size_t i, size_t binding,               \
      struct dral_draw_info *info, struct dral_draw *draw,                   \
      struct outputs *outputs);                                              \
   LOOP(loop_##name)                                                         \
   {                                                                         \
      size_t i;                                                              \
                                                                             \
      for (i = first; i < first + count; i++) {                              \
         struct dral_draw_info info = draw_info(i);                          \
                                                                             \
         name(subject, i, i % INPUT_BINDINGS, &info, &outputs->draw,         \
              outputs);                                                      \
      }                                                                      \
   }                                                                         \
   static inline void name(                                                  \
      __attribute__((unused)) const struct subject *subject,                 \
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
      draw, subject->shape, 0, inputs.bindings[binding],
      subject->buffer_count, outputs->words, TABLE_WORDS, outputs->slots);
}

static inline void
write_state(const struct subject *subject, size_t binding,
            const struct dral_bound_buffer *bound, struct outputs *outputs)
{
   outputs->word_count = dral_vertex_state_table(
      &subject->prepared->states[binding], &outputs->draw, bound,
      subject->buffer_count, outputs->words, TABLE_WORDS);
}

DRAW_LOOP(by_state)
{
   expect_success(dral_draw_resolve(draw, info));
   write_state(subject, binding, subject->prepared->bound[binding], outputs);
}

/* The same, after dral_bound_buffer_init for each buffer. */
DRAW_LOOP(by_address)
{
   const struct dral_vertex_buffer *buffers = inputs.bindings[binding];
   struct dral_bound_buffer bound[INPUT_BUFFERS];
   int refused = 0;
   size_t j;

   expect_success(dral_draw_resolve(draw, info));
   for (j = 0; j < subject->buffer_count; j++)
      refused |= dral_bound_buffer_init(&bound[j], buffers[j].address,
                                        buffers[j].size);
   if (!refused)
      write_state(subject, binding, bound, outputs);
}

/*
 * A table only if the draw's own last one differs. A driver remembers its
 * last table; here each draw has its own, so that nothing of mixed draws
 * differs from the second time on.
 */
DRAW_LOOP(by_key)
{
   struct dral_written *const written = &outputs->written[i];
   const struct dral_bound_buffer *bound = subject->prepared->bound[binding];
   int words;

   expect_success(dral_draw_resolve(draw, info));
   words = dral_words_to_write(written, &subject->prepared->states[binding],
                               draw, bound, subject->buffer_count);
   expect_success(words);
   if ((words & DRAL_WORDS_TABLE) == 0)
      return;
   write_state(subject, binding, bound, outputs);
   written->words = DRAL_WORDS_TABLE | DRAL_WORDS_ATTRIBUTES;
}

/* A driver's whole draw: the table and the attributes. */
DRAW_LOOP(next)
{
   const struct dral_bound_buffer *bound = subject->prepared->bound[binding];

   expect_success(dral_draw_resolve(draw, info));
   write_state(subject, binding, bound, outputs);
   outputs->attribute_words = dral_vertex_state_attributes(
      &subject->prepared->states[binding], draw, bound,
      subject->buffer_count, outputs->attributes, 2 * INPUT_BUFFERS);
}

DRAW_LOOP(plain_next)
{
   draw->info = *info;
   outputs->word_count =
      plain_draw(draw, inputs.bindings[binding], subject->buffer_count,
                 outputs->words, outputs->slots);
   outputs->attribute_words = plain_attributes(
      draw, inputs.bindings[binding], inputs.elements[binding],
      subject->buffer_count, outputs->slots, outputs->attributes);
}

DRAW_LOOP(by_record)
{
   uint32_t next = 0;
   size_t j;

   expect_success(dral_draw_resolve(draw, info));
   for (j = 0; j < subject->buffer_count; j++)
      outputs->slots[j] = (uint32_t)dral_attribute_append(
         draw, &inputs.bindings[binding][j], outputs->words, TABLE_WORDS,
         &next);
   memset(&outputs->words[4 * next], 0, 16);
   outputs->word_count = (int)(4 * (next + 1));
}

DRAW_LOOP(plain)
{
   draw->info = *info;
   outputs->word_count =
      plain_draw(draw, inputs.bindings[binding], subject->buffer_count,
                 outputs->words, outputs->slots);
}

DRAW_LOOP(plain_pairs)
{
   draw->info = *info;
   outputs->word_count =
      plain_draw_pairs(draw, inputs.bindings[binding], subject->buffer_count,
                       outputs->words, outputs->slots);
}

#define NUMBERS(kernel, side, loop, make)                                    \
   { kernel, side, loop, INPUT_NUMBERS, make, 0, 0, false, NULL }
#define CONSTANTS(side, loop)                                                \
   { "constant", side, loop, INPUT_CONSTANTS, NULL, 0, 0, false, NULL }
#define DRAWS(kernel, side, loop, shape, buffers, has_state)                 \
   { kernel, side, loop, INPUT_DRAWS, NULL, shape, buffers, has_state, NULL }

/* The subjects for each shape of a table. */
#define TABLES(kernel, shape, buffers, plain)                                \
   DRAWS(kernel, "dral", loop_by_table, shape, buffers, false),              \
   DRAWS(kernel, "dral by state", loop_by_state, shape, buffers, true),      \
   DRAWS(kernel, "dral by address", loop_by_address, shape, buffers, true),  \
   DRAWS(kernel, "dral by key", loop_by_key, shape, buffers, true),          \
   DRAWS(kernel, "plain", plain, shape, buffers, false)

static struct subject subjects[] = {
   NUMBERS("count", "dral", loop_counts, NULL),
   NUMBERS("count", "plain", loop_plain_counts, NULL),
   CONSTANTS("dral", loop_constants),
   CONSTANTS("plain", loop_plain_constants),
   NUMBERS("divisor", "dral", loop_divisors, dral_magic_divisor),
   NUMBERS("divisor", "plain", loop_divisors, plain_magic_divisor),
#ifdef HAS_LIBDIVIDE
   NUMBERS("divisor", "libdivide", loop_divisors, libdivide_divisor),
#endif
#ifdef HAS_FXDIV
   NUMBERS("divisor", "fxdiv", loop_divisors, fxdiv_divisor),
#endif
   DRAWS("draw resolved", "dral", loop_resolve, 0, 0, false),
   DRAWS("draw resolved", "plain", loop_plain_resolve, 0, 0, false),
   TABLES("draw 8", DRAL_TABLE_SHAPE_PACKED, 8, loop_plain),
   TABLES("draw 16", DRAL_TABLE_SHAPE_PACKED, 16, loop_plain),
   TABLES("draw 8, pairs", DRAL_TABLE_SHAPE_PAIRS, 8, loop_plain_pairs),
   TABLES("draw 16, pairs", DRAL_TABLE_SHAPE_PAIRS, 16, loop_plain_pairs),
   DRAWS("draw 8", "dral by record", loop_by_record,
         DRAL_TABLE_SHAPE_PACKED, 8, false),
   DRAWS("next 8", "dral", loop_next, DRAL_TABLE_SHAPE_PACKED, 8, true),
   DRAWS("next 8", "plain", loop_plain_next, DRAL_TABLE_SHAPE_PACKED, 8,
         false),
   DRAWS("next 16", "dral", loop_next, DRAL_TABLE_SHAPE_PACKED, 16, true),
   DRAWS("next 16", "plain", loop_plain_next, DRAL_TABLE_SHAPE_PACKED, 16,
         false),
};

const struct subject *
find_subject(const char *kernel, const char *side)
{
   size_t i;

   make_inputs();
   for (i = 0; i < sizeof(subjects) / sizeof(subjects[0]); i++) {
      struct subject *subject = &subjects[i];

      if (strcmp(subject->kernel, kernel) != 0 ||
          strcmp(subject->side, side) != 0)
         continue;
      if (subject->has_state)
         subject->prepared =
            prepared_inputs(subject->shape, subject->buffer_count);
      return subject;
   }
   return NULL;
}

size_t
input_count(const struct subject *subject)
{
   return subject->input_count;
}

void
run_subject(const struct subject *subject, size_t count)
{
   static struct outputs outputs;

   subject->run(subject, 0, count, &outputs);
}

void
run_divisor_function(divisor_function *make, size_t count)
{
   const struct subject subject = { .run = loop_divisors, .make = make };

   run_subject(&subject, count);
}
