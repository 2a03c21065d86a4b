/* SPDX-License-Identifier: MIT */

#include "subjects.h"

#include "peers.h"
#include "plain/plain.h"

#include <string.h>

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
