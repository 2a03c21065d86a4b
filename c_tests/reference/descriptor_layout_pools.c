/* SPDX-License-Identifier: MIT */

/* The sizes of descriptor pools. */

#include "descriptor_layout.h"
#include "plain.h"

#define TYPE(name) DRAL_DESCRIPTOR_TYPE_##name
#define TABLE_FLAG(name) DRAL_DESCRIPTOR_TABLE_FLAG_##name
#define ERROR(name) DRAL_DESCRIPTOR_LAYOUT_ERROR_##name

/* *sum += a * b, or an error if it exceeds 64 bits. */
static void
add_product(uint64_t *sum, uint64_t a, uint64_t b, int *err)
{
   if ((b != 0 && a > UINT64_MAX / b) || a * b > UINT64_MAX - *sum)
      *err = ERROR(SIZE_RANGE);
   else
      *sum += a * b;
}

/* *value = align_up(*value, alignment), or an error if it exceeds 64 bits. */
static void
align64(uint64_t *value, uint64_t alignment, int *err)
{
   uint64_t rest = *value % alignment;

   if (rest != 0)
      add_product(value, alignment - rest, 1, err);
}

static int
part_type(const struct dral_descriptor_table *table,
          const struct dral_descriptor_pool_part *part,
          struct dral_descriptor_type_layout *row)
{
   return ref_layout_type(table, part->descriptor_type, part->mutable_types,
                          (uint32_t)part->mutable_type_count, row);
}

/*
 * The worst case: every descriptor is padded to the largest alignment, and
 * every inline uniform block loses as much as possible at both ends.
 */
int
ref_layout_pool_size(const struct dral_descriptor_table *table,
                     const struct dral_descriptor_pool_part *sizes,
                     uint32_t count, uint32_t max_sets,
                     uint32_t max_inline_bindings,
                     struct dral_descriptor_pool_size *size)
{
   const struct dral_descriptor_rules *rules = &table->rules;
   const int in_units = (rules->flags & TABLE_FLAG(UNIT_POOLS)) != 0;
   struct dral_descriptor_type_layout row;
   uint64_t surface_sum = 0;
   uint64_t sampler_sum = 0;
   uint64_t inline_bytes = 0;
   uint32_t surface_alignment = 1;
   uint32_t sampler_alignment = 1;
   uint32_t i;
   int err;

   if (!(rules->flags & TABLE_FLAG(POOLS)))
      return ERROR(NO_POOLS);
   for (i = 0; i < count; i++) {
      err = part_type(table, &sizes[i], &row);
      if (err)
         return err;
      if (sizes[i].descriptor_count == 0)
         continue;
      if (!ref_is_inline(sizes[i].descriptor_type))
         surface_alignment = larger(surface_alignment, row.surface_alignment);
      sampler_alignment = larger(sampler_alignment, row.sampler_alignment);
   }

   err = 0;
   for (i = 0; i < count; i++) {
      const uint32_t type = sizes[i].descriptor_type;
      const uint64_t descriptors = sizes[i].descriptor_count;
      uint64_t surface_size;
      uint64_t planes = 1;

      (void)part_type(table, &sizes[i], &row);
      if (ref_is_inline(type)) {
         inline_bytes += descriptors;
         continue;
      }
      /* The pool does not know its samplers, so each may have all planes. */
      if (type == TYPE(COMBINED_IMAGE_SAMPLER))
         planes = larger(1, rules->max_planes);
      surface_size = planes * row.surface_size;
      surface_size += row.surface_sampler_size;
      if (planes > 1)
         surface_size += row.surface_sampler_size;
      add_product(&surface_sum, align_up(surface_size, surface_alignment),
                  descriptors, &err);
      add_product(&sampler_sum,
                  align_up(planes * row.sampler_size, sampler_alignment),
                  descriptors, &err);
   }

   if (!in_units || inline_bytes > 0) {
      uint64_t bytes = inline_bytes;
      uint64_t units = 0;

      if (max_inline_bindings > 0) {
         const int refused =
            ref_layout_type(table, TYPE(INLINE_UNIFORM_BLOCK), 0, 0, &row);

         if (refused)
            return refused;
         add_product(&bytes,
                     (uint64_t)larger(row.surface_alignment,
                                      surface_alignment) +
                        rules->inline_header_size +
                        rules->inline_size_alignment - 1,
                     max_inline_bindings, &err);
      }
      if (in_units)
         add_product(&units, inline_bytes, rules->index_unit, &err);
      add_product(&surface_sum, bytes > units ? bytes : units, 1, &err);
   }
   if (!in_units || surface_sum > 0)
      add_product(&surface_sum, rules->set_alignment, max_sets, &err);
   align64(&surface_sum, rules->pool_alignment, &err);
   align64(&sampler_sum, rules->pool_alignment, &err);
   if (err)
      return err;

   size->surface_size = surface_sum;
   size->sampler_size = sampler_sum;
   return 0;
}
