/* SPDX-License-Identifier: MIT */

/* The types of descriptors, one by one and in lists. */

#include "descriptor_layout.h"
#include "plain.h"

#include <stddef.h>

#define TYPE(name) DRAL_DESCRIPTOR_TYPE_##name
#define ERROR(name) DRAL_DESCRIPTOR_LAYOUT_ERROR_##name

/* The types that a mutable binding without a list can have. */
static const uint32_t default_list[] = {
   TYPE(SAMPLER),
   TYPE(COMBINED_IMAGE_SAMPLER),
   TYPE(SAMPLED_IMAGE),
   TYPE(STORAGE_IMAGE),
   TYPE(UNIFORM_TEXEL_BUFFER),
   TYPE(STORAGE_TEXEL_BUFFER),
   TYPE(UNIFORM_BUFFER),
   TYPE(STORAGE_BUFFER),
   TYPE(INPUT_ATTACHMENT),
   TYPE(ACCELERATION_STRUCTURE)
};

int
ref_is_dynamic(uint32_t type)
{
   return type == TYPE(UNIFORM_BUFFER_DYNAMIC) ||
          type == TYPE(STORAGE_BUFFER_DYNAMIC);
}

int
ref_is_inline(uint32_t type)
{
   return type == TYPE(INLINE_UNIFORM_BLOCK);
}

/* Whether the sizes of a type are multiples of the unit, if there is one. */
static int
type_is_whole(const struct dral_descriptor_rules *rules,
              const struct dral_descriptor_type_layout *type)
{
   const uint32_t unit = rules->index_unit;

   if (unit == 0)
      return 1;
   if (type->surface_alignment % unit != 0)
      return 0;
   if (ref_is_inline(type->descriptor_type))
      return rules->inline_header_size % unit == 0 &&
             rules->inline_size_alignment % unit == 0;
   return type->surface_size % unit == 0 &&
          type->surface_sampler_size % unit == 0;
}

int
ref_embeds_samplers(const struct dral_descriptor_table *table)
{
   return (table->rules.flags &
           DRAL_DESCRIPTOR_TABLE_FLAG_EMBEDDED_SAMPLERS) &&
          (table->rules.set_flags &
           DRAL_DESCRIPTOR_SET_FLAG_EMBEDDED_IMMUTABLE_SAMPLERS);
}

const struct dral_descriptor_type_layout *
ref_find_row(const struct dral_descriptor_table *table, uint32_t type)
{
   size_t i;

   for (i = 0; i < table->type_count; i++) {
      if (table->types[i].descriptor_type == type)
         return &table->types[i];
   }
   return NULL;
}

static int
is_not_mutable(const struct dral_descriptor_type_layout *row)
{
   return (row->flags & DRAL_DESCRIPTOR_TYPE_FLAG_NOT_MUTABLE) != 0;
}

/* The part of a row that applies to a set; samplers embedded in the shader
 * take nothing. */
static struct dral_descriptor_type_layout
row_in_set(const struct dral_descriptor_table *table,
           const struct dral_descriptor_type_layout *row)
{
   struct dral_descriptor_type_layout embedded = { 0 };

   if (row->descriptor_type != TYPE(SAMPLER) || !ref_embeds_samplers(table))
      return *row;
   embedded.descriptor_type = TYPE(SAMPLER);
   embedded.max_planes = row->max_planes;
   embedded.surface_alignment = 1;
   embedded.sampler_alignment = 1;
   return embedded;
}

/* The types that a descriptor can have: one, or a list. */
struct type_list {
   const uint32_t *types;
   uint32_t count;
   int is_mutable;
};

static struct type_list
types_of(const uint32_t *type, const uint32_t *mutable_types, uint32_t count)
{
   struct type_list list = { type, 1, *type == TYPE(MUTABLE) };

   if (list.is_mutable && count > 0) {
      list.types = mutable_types;
      list.count = count;
   } else if (list.is_mutable) {
      list.types = default_list;
      list.count = sizeof(default_list) / sizeof(default_list[0]);
   }
   return list;
}

/*
 * The row of any type.  A mutable type has all data of its list, and the
 * largest size and alignment.  Of several errors, an invalid list or table
 * comes first, then a type that is missing in the table.
 */
int
ref_layout_type(const struct dral_descriptor_table *table, uint32_t type,
                const uint32_t *mutable_types, uint32_t count,
                struct dral_descriptor_type_layout *layout)
{
   const struct type_list list = types_of(&type, mutable_types, count);
   struct dral_descriptor_type_layout merged = { 0 };
   int err = 0;
   uint32_t i;

   merged.descriptor_type = TYPE(MUTABLE);
   merged.surface_alignment = 1;
   merged.sampler_alignment = 1;
   merged.max_planes = 1;
   for (i = 0; i < list.count; i++) {
      const uint32_t listed = list.types[i];
      const struct dral_descriptor_type_layout *found =
         ref_find_row(table, listed);
      struct dral_descriptor_type_layout row;
      uint64_t size;

      if (list.is_mutable && (ref_is_inline(listed) ||
                              ref_is_dynamic(listed) ||
                              listed == TYPE(MUTABLE)))
         return ERROR(MUTABLE_TYPE);
      if (found && !type_is_whole(&table->rules, found))
         return ERROR(INDEX_UNIT);
      if (!found) {
         err = ERROR(UNKNOWN_TYPE);
         continue;
      }
      if (list.is_mutable && is_not_mutable(found)) {
         if (err != ERROR(UNKNOWN_TYPE))
            err = ERROR(MUTABLE_REFUSED);
         continue;
      }
      row = row_in_set(table, found);
      if (!list.is_mutable) {
         merged = row;
         continue;
      }
      size = (uint64_t)row.surface_size + row.surface_sampler_size;
      if (!fits32(size) && !err)
         err = ERROR(SIZE_RANGE);
      merged.data |= row.data;
      merged.surface_size = larger(merged.surface_size, (uint32_t)size);
      merged.sampler_size = larger(merged.sampler_size, row.sampler_size);
      merged.surface_alignment =
         larger(merged.surface_alignment, row.surface_alignment);
      merged.sampler_alignment =
         larger(merged.sampler_alignment, row.sampler_alignment);
   }
   if (!err)
      *layout = merged;
   return err;
}
