/* SPDX-License-Identifier: MIT */

#include "modules/descriptor_layout_random.h"

#include <string.h>

enum {
   PUSH = DRAL_DESCRIPTOR_SET_FLAG_PUSH_DESCRIPTOR,
   EMBEDDED = DRAL_DESCRIPTOR_SET_FLAG_EMBEDDED_IMMUTABLE_SAMPLERS
};

const uint32_t descriptor_types[RANDOM_TYPES + 1] = {
   0,
   1,
   2,
   3,
   4,
   5,
   6,
   7,
   8,
   9,
   10,
   DRAL_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE,
   DRAL_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK,
   DRAL_DESCRIPTOR_TYPE_MUTABLE,
};

uint32_t
random_set_flags(struct generator *generator)
{
   uint32_t flags =
      (uint32_t)next_number(generator) & ~(uint32_t)(PUSH | EMBEDDED);

   if (one_in(generator, 6))
      flags |= PUSH;
   if (one_in(generator, 8))
      flags |= EMBEDDED;
   return flags;
}

static uint32_t
any_limit(struct generator *generator, uint32_t most)
{
   if (one_in(generator, 3))
      return UINT32_MAX;
   return one_in(generator, 10) ? edge_number(generator)
                                : number_below(generator, most);
}

/* A size in bytes, usually a multiple of the unit. */
static uint32_t
any_bytes(struct generator *generator, uint32_t unit)
{
   const uint32_t bytes = one_in(generator, 40) ? edge_number(generator)
                                                : number_below(generator, 99);

   return unit == 0 || one_in(generator, 300) ? bytes : bytes / unit * unit;
}

static uint32_t
any_alignment(struct generator *generator, uint32_t unit)
{
   const uint32_t alignment = 1u << number_below(generator, 9);

   if (one_in(generator, 60))
      return 0x80000000;
   if (alignment >= unit || one_in(generator, 300))
      return alignment;
   return unit;
}

/* Random rules. */
static void
random_rules(struct generator *generator, struct dral_descriptor_rules *rules)
{
   const uint32_t unit =
      one_in(generator, 2) ? 0 : 1u << number_below(generator, 6);

   memset(rules, 0, sizeof *rules);
   rules->set_flags = random_set_flags(generator);
   rules->set_alignment = 1u << number_below(generator, 13);
   rules->pool_alignment = 1u << number_below(generator, 13);
   rules->index_unit = unit;
   rules->inline_header_size =
      one_in(generator, 2) ? 0 : any_bytes(generator, unit);
   rules->inline_size_alignment = any_alignment(generator, unit);
   rules->max_planes = number_below(generator, 5);
   rules->max_set_size = any_limit(generator, 200000);
   rules->max_set_dynamic_buffers = any_limit(generator, 12);
   rules->max_inline_size = any_limit(generator, 500);
   rules->max_push_descriptors = any_limit(generator, 100);
   rules->max_sets = any_limit(generator, 10);
   rules->max_dynamic_buffers = any_limit(generator, 16);
   rules->max_variable_count = any_limit(generator, 90000);
   rules->max_variable_inline_size = any_limit(generator, 90000);
   rules->max_binding_table_entries = any_limit(generator, 100);
   rules->flags = DRAL_DESCRIPTOR_TABLE_FLAG_POOLS;
   if (one_in(generator, 2))
      rules->flags |= DRAL_DESCRIPTOR_TABLE_FLAG_BINDING_TABLE;
   if (unit != 0 && one_in(generator, 2))
      rules->flags |= DRAL_DESCRIPTOR_TABLE_FLAG_UNIT_POOLS;
}

void
random_table(struct generator *generator,
             struct dral_descriptor_type_layout *types,
             struct dral_descriptor_table *table)
{
   const uint32_t flag = DRAL_DESCRIPTOR_TYPE_FLAG_NOT_MUTABLE;
   struct dral_descriptor_type_layout *layout = types;
   uint32_t unit;
   uint32_t i;

   random_rules(generator, &table->rules);
   unit = table->rules.index_unit;
   for (i = 0; i < RANDOM_TYPES; i++) {
      if (i != 2 && one_in(generator, 8))
         continue;
      /* All but the mutable type, which is the last. */
      layout->descriptor_type = descriptor_types[i];
      layout->flags = one_in(generator, 12) ? flag : 0;
      layout->data = number_below(generator, 0x400);
      layout->max_planes = number_below(generator, 5);
      layout->surface_size = any_bytes(generator, unit);
      layout->surface_sampler_size =
         one_in(generator, 2) ? 0 : any_bytes(generator, unit);
      layout->sampler_size = any_bytes(generator, 0);
      layout->surface_alignment = any_alignment(generator, unit);
      layout->sampler_alignment = 1u << number_below(generator, 9);
      layout++;
   }
   table->types = types;
   table->type_count = (size_t)(layout - types);
}
