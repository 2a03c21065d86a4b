/* SPDX-License-Identifier: MIT */

#include "subjects.h"

#include "peers.h"
#include "plain/plain.h"

#include <string.h>

#define F(name) ((function)(name))

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

   { "draw", "dral", loop_draws_by_table,
     { F(dral_draw_resolve), F(dral_attribute_table_pack) } },
   { "draw", "dral by record", loop_draws_by_record,
     { F(dral_draw_resolve), F(dral_attribute_record),
       F(dral_attribute_record_pack) } },
   { "draw", "plain", loop_draws_at_once, { F(plain_draw) } },
   { "draw", "checked", loop_draws_by_table,
     { F(checked_draw_resolve), F(checked_attribute_table_pack) } },

   { "table", "dral", loop_tables, { F(dral_attribute_table_pack) } },
   { "table", "plain", loop_tables, { F(plain_attribute_table_pack) } },
   { "table", "checked", loop_tables, { F(checked_attribute_table_pack) } },
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

   if (strcmp(kernel, "draw") == 0 || strcmp(kernel, "table") == 0) {
      *count = INPUT_DRAWS;
      return NULL;
   }
   *count = INPUT_NUMBERS;
   return strncmp(kernel, "count", 5) == 0 ? inputs->vertex_counts
                                           : inputs->divisors;
}
