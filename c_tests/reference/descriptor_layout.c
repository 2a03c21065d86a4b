/* SPDX-License-Identifier: MIT */

#include "descriptor_layout.h"

#include <string.h>

/* As many as the tests have. */
#define MAX_BINDINGS 64

#define UNLIMITED UINT32_MAX
#define NONE DRAL_DESCRIPTOR_ABSENT

#define TYPE(name) DRAL_DESCRIPTOR_TYPE_##name
#define DATA(name) DRAL_DESCRIPTOR_DATA_##name
#define SET_FLAG(name) DRAL_DESCRIPTOR_SET_FLAG_##name
#define TABLE_FLAG(name) DRAL_DESCRIPTOR_TABLE_FLAG_##name
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

static int
fits32(uint64_t value)
{
   return value <= UINT64_C(0xffffffff);
}

/* alignment must not be 0, and the result must fit. */
static uint64_t
align(uint64_t value, uint64_t alignment)
{
   uint64_t rest = value % alignment;

   return rest == 0 ? value : value + (alignment - rest);
}

static uint32_t
larger(uint32_t a, uint32_t b)
{
   return a > b ? a : b;
}

int
ref_is_dynamic(uint32_t type)
{
   return type == TYPE(UNIFORM_BUFFER_DYNAMIC) ||
          type == TYPE(STORAGE_BUFFER_DYNAMIC);
}

static int
is_variable(const struct dral_descriptor_binding *binding)
{
   return (binding->binding_flags &
           DRAL_DESCRIPTOR_BINDING_FLAG_VARIABLE_DESCRIPTOR_COUNT) != 0;
}

static int
is_inline(uint32_t type)
{
   return type == TYPE(INLINE_UNIFORM_BLOCK);
}

/* UINT32_MAX means no limit. */
static int
is_above(uint64_t value, uint32_t limit)
{
   return limit != UNLIMITED && value > limit;
}

/* Does the type consist of whole units, if there are units? */
static int
type_is_whole(const struct dral_descriptor_rules *rules,
              const struct dral_descriptor_type_layout *type)
{
   const uint32_t unit = rules->index_unit;

   if (unit == 0)
      return 1;
   if (type->surface_alignment % unit != 0)
      return 0;
   if (is_inline(type->descriptor_type))
      return rules->inline_header_size % unit == 0 &&
             rules->inline_size_alignment % unit == 0;
   return type->surface_size % unit == 0 &&
          type->surface_sampler_size % unit == 0;
}

/* Types and lists of types. */

int
ref_embeds_samplers(const struct dral_descriptor_table *table)
{
   return (table->rules.flags & TABLE_FLAG(EMBEDDED_SAMPLERS)) &&
          (table->rules.set_flags & SET_FLAG(EMBEDDED_IMMUTABLE_SAMPLERS));
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

/* A list that no table allows, or an invalid table. */
static int
is_invalid(int err)
{
   return err == ERROR(MUTABLE_TYPE) || err == ERROR(INDEX_UNIT);
}

/* What makes a set unsupported, without making the query an error. */
static int
is_unsupported(int err)
{
   return err == ERROR(MUTABLE_REFUSED) || err == ERROR(NO_VARIABLE_COUNT);
}

/*
 * The row of any type.  A mutable type has all data of its list, and the
 * largest size and alignment.  Of several errors, an invalid list or table
 * comes first, then a type that the table does not have.
 */
static int
resolve(const struct dral_descriptor_table *table, struct type_list list,
        struct dral_descriptor_type_layout *out)
{
   struct dral_descriptor_type_layout merged = { 0 };
   int err = 0;
   uint32_t i;

   merged.descriptor_type = TYPE(MUTABLE);
   merged.surface_alignment = 1;
   merged.sampler_alignment = 1;
   merged.max_planes = 1;
   for (i = 0; i < list.count; i++) {
      const uint32_t type = list.types[i];
      const struct dral_descriptor_type_layout *found =
         ref_find_row(table, type);
      struct dral_descriptor_type_layout row;
      uint64_t size;

      if (list.is_mutable && (is_inline(type) || ref_is_dynamic(type) ||
                              type == TYPE(MUTABLE)))
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
      *out = merged;
   return err;
}

int
ref_layout_type(const struct dral_descriptor_table *table, uint32_t type,
                const uint32_t *mutable_types, uint32_t count,
                struct dral_descriptor_type_layout *layout)
{
   return resolve(table, types_of(&type, mutable_types, count), layout);
}

/* The row of a binding, with the bytes of an inline uniform block. */
static int
resolve_binding(const struct dral_descriptor_table *table,
                const struct dral_descriptor_binding *binding,
                struct dral_descriptor_type_layout *out)
{
   int err = resolve(table,
                     types_of(&binding->descriptor_type,
                              binding->mutable_types,
                              (uint32_t)binding->mutable_type_count),
                     out);

   if (err)
      return err;
   if (binding->descriptor_type == TYPE(INLINE_UNIFORM_BLOCK)) {
      out->surface_size = binding->descriptor_count;
      out->sampler_size = 0;
   }
   return 0;
}

/* The number of immutable samplers passed. */
static uint32_t
sampler_count(const struct dral_descriptor_binding *binding)
{
   if (binding->descriptor_type != TYPE(SAMPLER) &&
       binding->descriptor_type != TYPE(COMBINED_IMAGE_SAMPLER))
      return 0;
   return (uint32_t)binding->immutable_sampler_count;
}

static uint32_t
sampler_planes(const struct dral_descriptor_binding *binding,
               uint32_t sampler)
{
   return binding->immutable_samplers[sampler].plane_count;
}

/* The maximum number of planes of its immutable samplers. */
static uint32_t
image_planes(const struct dral_descriptor_binding *binding)
{
   uint32_t most = 1;
   uint32_t i;

   for (i = 0; i < sampler_count(binding); i++)
      most = larger(most, sampler_planes(binding, i));
   return most;
}

/* Two samplers if a sampler of several planes has two filters. */
static uint32_t
image_samplers(const struct dral_descriptor_binding *binding)
{
   uint32_t i;

   for (i = 0; i < sampler_count(binding); i++) {
      if (sampler_planes(binding, i) >= 2 &&
          binding->immutable_samplers[i].own_chroma_filter == 1)
         return 2;
   }
   return 1;
}

static int
sampler_error(const struct dral_descriptor_table *table,
              const struct dral_descriptor_binding *binding)
{
   uint32_t i;

   for (i = 0; i < sampler_count(binding); i++) {
      if (sampler_planes(binding, i) == 0 ||
          sampler_planes(binding, i) > larger(1, table->rules.max_planes))
         return ERROR(PLANE_COUNT);
      if (binding->immutable_samplers[i].own_chroma_filter > 1)
         return ERROR(UNKNOWN_FLAG);
   }
   return 0;
}

/* The layout of a set. */

static int
is_ascending(const struct dral_descriptor_binding *bindings, uint32_t count)
{
   uint32_t i;

   for (i = 1; i < count; i++) {
      if (bindings[i].binding <= bindings[i - 1].binding)
         return 0;
   }
   return 1;
}

/* The error of a binding whose count is not 0, by itself. */
static int
binding_error(const struct dral_descriptor_table *table,
              const struct dral_descriptor_binding *binding, int is_last)
{
   const uint32_t type = binding->descriptor_type;
   struct dral_descriptor_type_layout row;
   const int err = resolve_binding(table, binding, &row);

   if (sampler_error(table, binding))
      return sampler_error(table, binding);
   if (is_invalid(err))
      return err;
   if (is_inline(type) && binding->descriptor_count % 4 != 0)
      return ERROR(INLINE_SIZE);
   if (is_variable(binding) && (!is_last || ref_is_dynamic(type)))
      return ERROR(VARIABLE_BINDING);

   /* With embedded samplers, only samplers without memory are allowed. */
   if (ref_embeds_samplers(table) && err == 0 &&
       (row.surface_size != 0 || row.surface_sampler_size != 0 ||
        row.sampler_size != 0))
      return ERROR(EMBEDDED_MEMORY);

   return 0;
}

/*
 * Invalid bindings before unknown types, and those before what makes a set
 * unsupported.
 */
static int
check_bindings(const struct dral_descriptor_table *table,
               const struct dral_descriptor_binding *bindings, uint32_t count)
{
   int err = 0;
   uint32_t i;

   if (!is_ascending(bindings, count))
      return ERROR(BINDING_ORDER);
   for (i = 0; i < count; i++) {
      struct dral_descriptor_type_layout row;
      int found;

      if (bindings[i].descriptor_count == 0)
         continue;
      found = binding_error(table, &bindings[i], i == count - 1);
      if (found)
         return found;
      found = resolve_binding(table, &bindings[i], &row);
      /* Sizes are checked in the order of the bindings. */
      if (found == ERROR(SIZE_RANGE))
         found = 0;
      if (!found && is_variable(&bindings[i]) &&
          table->rules.max_variable_count == 0)
         found = ERROR(NO_VARIABLE_COUNT);
      if (found == ERROR(UNKNOWN_TYPE) || !err)
         err = found;
   }
   return err;
}

/* The progress of the walk over the bindings. */
struct walk {
   uint64_t descriptors;
   uint64_t buffer_views;
   uint64_t dynamic;
   uint64_t surface;
   uint64_t sampler;
   uint64_t embedded;
   uint64_t immutable;
   uint64_t largest_inline;
};

/* All sums must stay below 2^32; then no product exceeds 64 bits. */
static int
check_sums(const struct dral_descriptor_table *table, const struct walk *walk)
{
   /* Unless they are counted in bytes. */
   if (table->rules.index_unit == 0 && !fits32(walk->descriptors))
      return ERROR(COUNT_RANGE);
   if (!fits32(walk->surface) || !fits32(walk->sampler))
      return ERROR(SIZE_RANGE);
   if (!fits32(walk->buffer_views) || !fits32(walk->embedded) ||
       !fits32(walk->dynamic) || !fits32(walk->immutable))
      return ERROR(COUNT_RANGE);
   return 0;
}

/* Limits that applications must observe. */
static int
check_applications_limits(const struct dral_descriptor_table *table,
                          const struct walk *walk)
{
   if (is_above(walk->largest_inline, table->rules.max_inline_size))
      return ERROR(INLINE_LIMIT);
   if ((table->rules.set_flags & SET_FLAG(PUSH_DESCRIPTOR)) &&
       is_above(walk->descriptors, table->rules.max_push_descriptors))
      return ERROR(PUSH_LIMIT);
   return 0;
}

/* Places one binding whose type is known and whose count is not 0. */
static int
place(const struct dral_descriptor_table *table,
      const struct dral_descriptor_binding *binding, struct walk *walk,
      struct dral_descriptor_binding_layout *slot)
{
   const uint32_t type = binding->descriptor_type;
   const uint32_t count = binding->descriptor_count;
   struct dral_descriptor_type_layout row;
   uint64_t surface_stride;
   uint64_t sampler_stride;
   uint32_t planes;
   int err = resolve_binding(table, binding, &row);

   if (err)
      return err;
   planes = image_planes(binding);
   if (planes > larger(1, row.max_planes))
      planes = larger(1, row.max_planes);

   surface_stride = (uint64_t)planes * row.surface_size;
   if (!is_inline(type))
      surface_stride +=
         (uint64_t)image_samplers(binding) * row.surface_sampler_size;
   sampler_stride = (uint64_t)planes * row.sampler_size;
   if (!fits32(surface_stride) || !fits32(sampler_stride))
      return ERROR(SIZE_RANGE);

   slot->descriptor_type = type;
   slot->binding_flags = binding->binding_flags;
   slot->data = row.data;
   slot->array_size = count;
   slot->plane_count = planes;
   slot->surface_size = row.surface_size;
   slot->surface_stride = (uint32_t)surface_stride;
   slot->sampler_size = row.sampler_size;
   slot->sampler_stride = (uint32_t)sampler_stride;

   slot->descriptor_index = (uint32_t)walk->descriptors;
   walk->descriptors += count;

   slot->buffer_view_index = NONE;
   if (row.data & DATA(BUFFER_VIEW)) {
      slot->buffer_view_index = (uint32_t)walk->buffer_views;
      walk->buffer_views += count;
   }

   slot->dynamic_offset_index = NONE;
   if (ref_is_dynamic(type)) {
      slot->dynamic_offset_index = (uint32_t)walk->dynamic;
      walk->dynamic += count;
   }

   slot->first_immutable_sampler = NONE;
   slot->immutable_sampler_count = sampler_count(binding);
   if (sampler_count(binding) > 0) {
      slot->first_immutable_sampler = (uint32_t)walk->immutable;
      walk->immutable += sampler_count(binding);
   }

   if (ref_embeds_samplers(table) && type == TYPE(SAMPLER))
      walk->embedded += (uint64_t)count * image_planes(binding);

   walk->surface = align(walk->surface, row.surface_alignment);
   walk->sampler = align(walk->sampler, row.sampler_alignment);
   if (is_inline(type)) {
      walk->surface += table->rules.inline_header_size;
      if (count > walk->largest_inline)
         walk->largest_inline = count;
   }
   if (!fits32(walk->surface) || !fits32(walk->sampler))
      return ERROR(SIZE_RANGE);
   slot->surface_offset = (uint32_t)walk->surface;
   slot->sampler_offset = (uint32_t)walk->sampler;
   if (table->rules.index_unit != 0)
      slot->descriptor_index = slot->surface_offset / table->rules.index_unit;

   if (is_inline(type))
      walk->surface += align(count, table->rules.inline_size_alignment);
   else
      walk->surface += surface_stride * count;
   walk->sampler += sampler_stride * count;

   return check_sums(table, walk);
}

/* Places all bindings.  slots may be NULL, to check first whether the walk
 * succeeds. */
static int
walk_bindings(const struct dral_descriptor_table *table,
              const struct dral_descriptor_binding *bindings, uint32_t count,
              struct walk *walk, struct dral_descriptor_binding_layout *slots)
{
   const struct walk start = { 0, 0, 0, 0, 0, 0, 0, 0 };
   struct dral_descriptor_binding_layout slot;
   uint32_t i;
   int err;

   *walk = start;
   for (i = 0; i < count; i++) {
      if (bindings[i].descriptor_count == 0)
         continue;
      err = place(table, &bindings[i], walk, &slot);
      if (err)
         return err;
      /* Limits that the driver checks. */
      if (is_above(walk->surface, table->rules.max_set_size))
         return ERROR(SET_SIZE_LIMIT);
      if (is_above(walk->dynamic, table->rules.max_set_dynamic_buffers))
         return ERROR(DYNAMIC_LIMIT);
      if (slots)
         slots[bindings[i].binding] = slot;
   }
   return 0;
}

static struct dral_descriptor_binding_layout
absent_slot(void)
{
   struct dral_descriptor_binding_layout slot = { 0 };

   slot.descriptor_index = NONE;
   slot.dynamic_offset_index = NONE;
   slot.buffer_view_index = NONE;
   slot.surface_offset = NONE;
   slot.sampler_offset = NONE;
   slot.first_immutable_sampler = NONE;
   return slot;
}

static uint64_t
slot_count(const struct dral_descriptor_binding *bindings, uint32_t count)
{
   if (count == 0)
      return 0;
   return (uint64_t)bindings[count - 1].binding + 1;
}

int
ref_layout_set(const struct dral_descriptor_table *table,
               const struct dral_descriptor_binding *bindings, uint32_t count,
               struct dral_descriptor_set_layout *set,
               struct dral_descriptor_binding_layout *slots,
               uint32_t capacity)
{
   struct walk walk;
   uint32_t binding_count;
   uint32_t i;
   int err;

   err = check_bindings(table, bindings, count);
   if (err)
      return err;
   if (!fits32(slot_count(bindings, count)))
      return ERROR(COUNT_RANGE);
   err = walk_bindings(table, bindings, count, &walk, 0);
   if (err)
      return err;
   err = check_applications_limits(table, &walk);
   if (err)
      return err;

   binding_count = (uint32_t)slot_count(bindings, count);
   if (capacity < binding_count)
      return ERROR(OUTPUT_FULL);

   for (i = 0; i < binding_count; i++)
      slots[i] = absent_slot();
   err = walk_bindings(table, bindings, count, &walk, slots);
   if (err)
      return err;

   set->model = table->rules.model;
   set->table_flags = table->rules.flags;
   set->set_flags = table->rules.set_flags;
   set->binding_count = binding_count;
   set->descriptor_count = (uint32_t)walk.descriptors;
   if (table->rules.index_unit != 0)
      set->descriptor_count =
         (uint32_t)walk.surface / table->rules.index_unit;
   set->buffer_view_count = (uint32_t)walk.buffer_views;
   set->dynamic_offset_count = (uint32_t)walk.dynamic;
   set->surface_size = (uint32_t)walk.surface;
   set->sampler_size = (uint32_t)walk.sampler;
   set->embedded_sampler_count = (uint32_t)walk.embedded;
   set->immutable_sampler_count = (uint32_t)walk.immutable;
   return 0;
}

/* Queries on a finished layout. */

int
ref_layout_set_size(const struct dral_descriptor_table *table,
                    const struct dral_descriptor_set_layout *set,
                    const struct dral_descriptor_binding_layout *slots,
                    uint32_t variable_count,
                    struct dral_descriptor_set_size *out)
{
   const struct dral_descriptor_binding_layout *last = 0;
   uint64_t surface = set->surface_size;
   uint64_t sampler = set->sampler_size;
   uint64_t descriptors = set->descriptor_count;
   uint64_t buffer_views = set->buffer_view_count;

   if (set->binding_count > 0)
      last = &slots[set->binding_count - 1];

   if (last && last->array_size != 0 &&
       (last->binding_flags &
        DRAL_DESCRIPTOR_BINDING_FLAG_VARIABLE_DESCRIPTOR_COUNT)) {
      uint64_t shrink;

      if (variable_count > last->array_size)
         return ERROR(VARIABLE_COUNT);
      shrink = last->array_size - variable_count;

      if (last->descriptor_type == TYPE(INLINE_UNIFORM_BLOCK)) {
         /* It is the last binding in the set. */
         surface = last->surface_offset +
                   align(variable_count, table->rules.inline_size_alignment);
      } else {
         surface -= shrink * last->surface_stride;
         sampler -= shrink * last->sampler_stride;
         descriptors -= shrink;
         if (last->data & DATA(BUFFER_VIEW))
            buffer_views -= shrink;
      }
   }

   if (table->rules.index_unit != 0)
      descriptors = surface / table->rules.index_unit;
   surface = align(surface, table->rules.set_alignment);
   if (!fits32(surface))
      return ERROR(SIZE_RANGE);

   out->surface_size = (uint32_t)surface;
   out->sampler_size = (uint32_t)sampler;
   out->descriptor_count = (uint32_t)descriptors;
   out->buffer_view_count = (uint32_t)buffer_views;
   return 0;
}

int
ref_layout_element(const struct dral_descriptor_binding_layout *slot,
                   uint32_t element, uint32_t plane,
                   struct dral_descriptor_element *address)
{
   uint64_t surface_offset = slot->surface_offset;
   uint64_t sampler_offset = slot->sampler_offset;

   /* A slot that is absent has no elements. */
   if (element >= slot->array_size || plane >= slot->plane_count)
      return ERROR(NOT_IN_BINDING);

   if (slot->descriptor_type == TYPE(INLINE_UNIFORM_BLOCK)) {
      surface_offset += element;
   } else {
      /* Element first: each sum alone is below 2^64, both may not be. */
      surface_offset += (uint64_t)element * slot->surface_stride;
      sampler_offset += (uint64_t)element * slot->sampler_stride;
      if (!fits32(surface_offset) || !fits32(sampler_offset))
         return ERROR(SIZE_RANGE);
      surface_offset += (uint64_t)plane * slot->surface_size;
      sampler_offset += (uint64_t)plane * slot->sampler_size;
   }
   if (!fits32(surface_offset) || !fits32(sampler_offset))
      return ERROR(SIZE_RANGE);

   address->surface_offset = (uint32_t)surface_offset;
   address->sampler_offset = (uint32_t)sampler_offset;
   return 0;
}

/* Support. */

/* The maximum count of a variable binding that begins at an offset. */
static uint32_t
greatest_variable_count(const struct dral_descriptor_table *table,
                        const struct dral_descriptor_binding_layout *slot)
{
   uint64_t left;

   if (is_inline(slot->descriptor_type))
      return table->rules.max_variable_inline_size;
   if (slot->surface_stride == 0)
      return table->rules.max_variable_count;
   if (slot->surface_offset > table->rules.max_set_size)
      return 0;
   left = (table->rules.max_set_size - slot->surface_offset) /
          slot->surface_stride;
   return left < table->rules.max_variable_count ? (uint32_t)left
                                           : table->rules.max_variable_count;
}

/* The entries of a binding: its planes, for each descriptor. */
static uint64_t
entry_sum(const struct dral_descriptor_binding *binding)
{
   const uint32_t samplers = sampler_count(binding);
   uint64_t sum = 0;
   uint32_t i;

   if (samplers == 0)
      return binding->descriptor_count;
   for (i = 0; i < samplers; i++) {
      uint64_t times = binding->descriptor_count / samplers;

      if (i < binding->descriptor_count % samplers)
         times++;
      sum += times * sampler_planes(binding, i);
   }
   return sum;
}

/* Entries that a set may take in the binding table of a stage. */
static uint64_t
stage_entries(const struct dral_descriptor_table *table,
              const struct dral_descriptor_binding *bindings, uint32_t count,
              uint32_t stage)
{
   struct dral_descriptor_type_layout row;
   uint64_t sum = 0;
   int needs_memory = 0;
   uint32_t i;

   for (i = 0; i < count; i++) {
      const struct dral_descriptor_binding *binding = &bindings[i];
      const uint32_t type = binding->descriptor_type;

      if (binding->descriptor_count == 0 ||
          resolve_binding(table, binding, &row) != 0)
         continue;
      if (row.surface_size != 0 || row.surface_sampler_size != 0 ||
          row.sampler_size != 0)
         needs_memory = 1;
      if (!(binding->stage_flags & stage) || type == TYPE(SAMPLER) ||
          is_inline(type))
         continue;
      if (!(row.data & (DATA(INDIRECT_ADDRESS_RANGE) |
                        DATA(INDIRECT_SAMPLED_IMAGE) |
                        DATA(INDIRECT_STORAGE_IMAGE))))
         sum += entry_sum(binding);
   }
   return needs_memory ? sum + 1 : sum;
}

static int
fits_binding_tables(const struct dral_descriptor_table *table,
                    const struct dral_descriptor_binding *bindings,
                    uint32_t count)
{
   uint32_t i;

   if (!(table->rules.flags & TABLE_FLAG(BINDING_TABLE)))
      return 1;
   for (i = 0; i < 32; i++) {
      if (is_above(stage_entries(table, bindings, count, 1u << i),
                   table->rules.max_binding_table_entries))
         return 0;
   }
   return 1;
}

int
ref_layout_support(const struct dral_descriptor_table *table,
                   const struct dral_descriptor_binding *bindings,
                   uint32_t count,
                   struct dral_descriptor_set_support *support)
{
   const struct dral_descriptor_set_support no = { 0, 0 };
   struct dral_descriptor_binding asked[MAX_BINDINGS] = { { 0 } };
   struct dral_descriptor_binding others[MAX_BINDINGS];
   struct dral_descriptor_binding_layout slot;
   struct walk walk;
   uint32_t max = 0;
   uint32_t i;
   uint32_t j;
   int err;

   /* The queried binding must also be valid, with the minimum that it has. */
   for (i = 0; i < count; i++) {
      asked[i] = bindings[i];
      if (is_variable(&asked[i]) && asked[i].descriptor_count == 0)
         asked[i].descriptor_count =
            is_inline(asked[i].descriptor_type) ? 4 : 1;
   }
   err = check_bindings(table, asked, count);
   if (err && !is_unsupported(err))
      return err;

   *support = no;
   if (err ||
       !fits32(slot_count(bindings, count)) ||
       walk_bindings(table, bindings, count, &walk, 0) != 0 ||
       !fits_binding_tables(table, bindings, count))
      return 0;

   for (i = 0; i < count; i++) {
      uint32_t other_count = 0;

      if (!is_variable(&asked[i]))
         continue;
      /* It is the last: place it after all others. */
      for (j = 0; j < count; j++) {
         if (j != i)
            others[other_count++] = bindings[j];
      }
      if (walk_bindings(table, others, other_count, &walk, 0) != 0 ||
          place(table, &asked[i], &walk, &slot) != 0)
         return 0;
      max = greatest_variable_count(table, &slot);
   }

   support->supported = 1;
   support->max_variable_count = max;
   return 0;
}

/* Pools. */

/* *sum += a * b; an error in *err if that exceeds 64 bits. */
static void
add_product(uint64_t *sum, uint64_t a, uint64_t b, int *err)
{
   if ((b != 0 && a > UINT64_MAX / b) || a * b > UINT64_MAX - *sum)
      *err = ERROR(SIZE_RANGE);
   else
      *sum += a * b;
}

/* *value = align(*value, alignment), or likewise. */
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
 * The worst case, allocation by allocation: each descriptor ends where any
 * may begin, each inline uniform block begins and ends where it loses the
 * most.
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
      if (!is_inline(sizes[i].descriptor_type))
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
      if (is_inline(type)) {
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
      add_product(&surface_sum, align(surface_size, surface_alignment),
                  descriptors, &err);
      add_product(&sampler_sum,
                  align(planes * row.sampler_size, sampler_alignment),
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
