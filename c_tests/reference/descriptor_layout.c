/* SPDX-License-Identifier: MIT */

/* The layouts of sets, and whether they are supported. */

#include "descriptor_layout.h"
#include "plain.h"

/* At least the number of bindings in a test. */
#define MAX_BINDINGS 64

#define UNLIMITED UINT32_MAX
#define NONE DRAL_DESCRIPTOR_ABSENT

#define TYPE(name) DRAL_DESCRIPTOR_TYPE_##name
#define DATA(name) DRAL_DESCRIPTOR_DATA_##name
#define SET_FLAG(name) DRAL_DESCRIPTOR_SET_FLAG_##name
#define TABLE_FLAG(name) DRAL_DESCRIPTOR_TABLE_FLAG_##name
#define ERROR(name) DRAL_DESCRIPTOR_LAYOUT_ERROR_##name

static int
is_variable(const struct dral_descriptor_binding *binding)
{
   return (binding->binding_flags &
           DRAL_DESCRIPTOR_BINDING_FLAG_VARIABLE_DESCRIPTOR_COUNT) != 0;
}

/* UINT32_MAX means no limit. */
static int
is_above(uint64_t value, uint32_t limit)
{
   return limit != UNLIMITED && value > limit;
}

/* Errors of a list that no table allows, and of an invalid table. */
static int
is_invalid(int err)
{
   return err == ERROR(MUTABLE_TYPE) || err == ERROR(INDEX_UNIT);
}

/* Errors that make a set unsupported, but not the query an error. */
static int
is_unsupported(int err)
{
   return err == ERROR(MUTABLE_REFUSED) || err == ERROR(NO_VARIABLE_COUNT);
}

/* The row of a binding, with the bytes of an inline uniform block. */
static int
resolve_binding(const struct dral_descriptor_table *table,
                const struct dral_descriptor_binding *binding,
                struct dral_descriptor_type_layout *out)
{
   int err = ref_layout_type(table, binding->descriptor_type,
                             binding->mutable_types,
                             (uint32_t)binding->mutable_type_count, out);

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
         return DRAL_ERROR_UNKNOWN_FLAG;
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

/* The error of a single binding whose count is not 0. */
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
   if (ref_is_inline(type) && binding->descriptor_count % 4 != 0)
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
   if (!ref_is_inline(type))
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

   walk->surface = align_up(walk->surface, row.surface_alignment);
   walk->sampler = align_up(walk->sampler, row.sampler_alignment);
   if (ref_is_inline(type)) {
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

   if (ref_is_inline(type))
      walk->surface += align_up(count, table->rules.inline_size_alignment);
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
      return DRAL_ERROR_OUTPUT_TOO_SMALL;

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
         surface =
            last->surface_offset +
            align_up(variable_count, table->rules.inline_size_alignment);
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
   surface = align_up(surface, table->rules.set_alignment);
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

/* The maximum count of a variable binding at this offset. */
static uint32_t
greatest_variable_count(const struct dral_descriptor_table *table,
                        const struct dral_descriptor_binding_layout *slot)
{
   uint64_t left;

   if (ref_is_inline(slot->descriptor_type))
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

/* The binding table entries of a binding: one for each plane. */
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

/* The maximum number of entries of a set in the binding table of a stage. */
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
          ref_is_inline(type))
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

   /* A variable binding is checked with its smallest count. */
   for (i = 0; i < count; i++) {
      asked[i] = bindings[i];
      if (is_variable(&asked[i]) && asked[i].descriptor_count == 0)
         asked[i].descriptor_count =
            ref_is_inline(asked[i].descriptor_type) ? 4 : 1;
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
