/* SPDX-License-Identifier: MIT */

#include "binding_table.h"
#include "plain.h"

#include <stddef.h>

#define GIB ((uint64_t)1 << 30)
#define MIB ((uint64_t)1 << 20)
#define POINTER_GRANULARITY ((uint64_t)32)

#define MAX_SURFACES 240
#define MAX_SAMPLERS 128
#define MAX_STAGES 6

/* For bindings that are not in a table, and for a missing index. */
#define BINDLESS 255
#define NONE 0xFFFFFFFF

/* Bits of a binding's data. */
#define BTI_SURFACE 0x001
#define BTI_SAMPLER 0x002
#define INLINE_UNIFORM 0x008
#define ANY_INDIRECT 0x070
#define SURFACE 0x080
#define SAMPLER 0x100

/* Flags of a set's layout. */
#define SET_PUSH_DESCRIPTOR 0x01
#define SET_DESCRIPTOR_BUFFER 0x10
#define SET_EMBEDDED_SAMPLERS 0x20

/* Flags of a binding. */
#define UPDATE_AFTER_BIND 1
#define UPDATE_UNUSED_WHILE_PENDING 2
#define PARTIALLY_BOUND 4

/* Blocks. */

/* The size of a block in bytes. */
static uint64_t
block_size(const struct dral_binding_table_blocks *blocks)
{
   if (blocks->size != 0)
      return blocks->size;
   return blocks->mesa == 2602 && blocks->version >= 125 ? 4096 : 65536;
}

static uint64_t
block_count(const struct dral_binding_table_blocks *blocks)
{
   return GIB / block_size(blocks);
}

/* The base for a block's tables, from the first block. */
static uint64_t
block_base(const struct dral_binding_table_blocks *blocks, uint64_t index)
{
   const uint64_t start = index * block_size(blocks);

   if (blocks->mesa == 2602 && blocks->version >= 125)
      return start / MIB * MIB;
   return start;
}

/* Allocates tables for the chosen stages, all in one block. */
static int
alloc_tables(const struct dral_binding_table_blocks *blocks,
             struct dral_binding_table_block *block, uint32_t chosen,
             const uint32_t *entries, uint32_t stages, uint32_t *offsets)
{
   const uint64_t start = block->index * block_size(blocks) -
                          block_base(blocks, block->index);
   uint32_t i;

   for (i = 0; i < stages; i++) {
      const uint64_t size =
         align_up(4 * (uint64_t)entries[i], POINTER_GRANULARITY);

      if ((chosen >> i) % 2 == 0)
         continue;
      if (size > block_size(blocks) - block->next)
         return DRAL_BINDING_TABLE_ERROR_BLOCK_FULL;
      /* The null table takes no space. */
      offsets[i] = size == 0 ? 0 : (uint32_t)(start + block->next);
      block->next = (uint32_t)(block->next + size);
   }
   return 0;
}

int
ref_binding_table_emit(const struct dral_binding_table_blocks *blocks,
                       struct dral_binding_table_block *block,
                       const uint32_t *entries, uint32_t *offsets,
                       uint32_t stages, uint32_t active, uint32_t dirty,
                       struct dral_binding_table_emission *emission)
{
   struct dral_binding_table_block current = *block;
   struct dral_binding_table_emission chosen = { active & dirty, 0 };
   uint32_t placed[MAX_STAGES];
   uint32_t i;
   int err;

   if (block->index >= block_count(blocks))
      return DRAL_BINDING_TABLE_ERROR_BLOCK_INDEX;
   if (block->next > block_size(blocks) ||
       block->next % POINTER_GRANULARITY != 0)
      return DRAL_BINDING_TABLE_ERROR_NOT_A_BLOCK;
   for (i = 0; i < stages; i++) {
      if ((active >> i) % 2 == 1 && entries[i] > MAX_SURFACES)
         return DRAL_BINDING_TABLE_ERROR_ENTRY_LIMIT;
   }

   err = alloc_tables(blocks, &current, chosen.stages, entries, stages,
                      placed);
   if (err) {
      if (block->index + (uint64_t)1 == block_count(blocks))
         return DRAL_BINDING_TABLE_ERROR_BLOCK_FULL;
      chosen.stages = active;
      current.index = block->index + 1;
      current.next = 0;
      chosen.new_base = block_base(blocks, block->index) !=
                        block_base(blocks, current.index);
      err = alloc_tables(blocks, &current, chosen.stages, entries, stages,
                         placed);
   }
   if (err)
      return err;

   for (i = 0; i < stages; i++) {
      if ((chosen.stages >> i) % 2 == 1)
         offsets[i] = placed[i];
   }
   *block = current;
   *emission = chosen;
   return 0;
}

/* The map. */

/* A binding of a set, and how the shader uses it. */
struct binding {
   uint32_t score;
   uint32_t set_number;
   uint32_t number;
   const struct dral_binding_table_set *set;
   const struct dral_descriptor_binding_layout *layout;
   const struct dral_binding_table_use *use;
};

static int
is_used(const struct dral_binding_table_set *set, uint32_t b)
{
   return set->uses[b].use_count > 0;
}

static int
is_dynamic(const struct dral_descriptor_binding_layout *layout)
{
   return layout->dynamic_offset_index != NONE;
}

static int
supports_bindless(const struct binding *binding)
{
   if (binding->set->layout->table_flags &
       DRAL_DESCRIPTOR_TABLE_FLAG_BINDING_TABLE)
      return (binding->layout->data & ANY_INDIRECT) != 0;
   return 1;
}

/* Whether a binding is bindless for reasons other than the table's size and
 * always_bindless. */
static int
is_kept_out(const struct dral_binding_table_shader *shader,
            const struct binding *binding)
{
   const uint32_t set_flags = binding->set->layout->set_flags;

   if (shader->stage_is_bindless)
      return 1;
   if (shader->always_bindless || (set_flags & SET_PUSH_DESCRIPTOR))
      return 0;
   if (set_flags & (SET_DESCRIPTOR_BUFFER | SET_EMBEDDED_SAMPLERS))
      return 1;
   return (binding->layout->binding_flags &
           (UPDATE_AFTER_BIND | UPDATE_UNUSED_WHILE_PENDING |
            PARTIALLY_BOUND)) != 0;
}

static struct binding
binding_of(const struct dral_binding_table_shader *shader, uint32_t s,
           uint32_t b)
{
   struct binding binding = { 0 };
   uint32_t uses = shader->sets[s].uses[b].use_count;

   binding.set_number = s;
   binding.number = b;
   binding.set = &shader->sets[s];
   binding.layout = &binding.set->bindings[b];
   binding.use = &binding.set->uses[b];
   if (uses > 255)
      uses = 255;
   binding.score = uses * 128 % 0x10000 / binding.layout->array_size;
   if (!supports_bindless(&binding))
      binding.score |= 0x8000;
   return binding;
}

static int
comes_before(const struct binding *a, const struct binding *b)
{
   if (a->score != b->score)
      return a->score > b->score;
   if (a->set_number != b->set_number)
      return a->set_number < b->set_number;
   return a->number < b->number;
}

/* Finds the first used binding after previous, or of all if previous is NULL.
 * Returns 0 if no binding follows. */
static int
find_next(const struct dral_binding_table_shader *shader,
          const struct binding *previous, struct binding *next)
{
   int found = 0;
   uint32_t s;
   uint32_t b;

   for (s = 0; s < shader->set_count; s++) {
      for (b = 0; b < shader->sets[s].layout->binding_count; b++) {
         struct binding binding;

         if (!is_used(&shader->sets[s], b))
            continue;
         binding = binding_of(shader, s, b);
         if (previous != NULL && !comes_before(previous, &binding))
            continue;
         if (!found || comes_before(&binding, next)) {
            *next = binding;
            found = 1;
         }
      }
   }
   return found;
}

/* The plane count of an immutable sampler. There is at least one. */
static uint32_t
sampler_planes(const struct dral_binding_table_set *set,
               const struct dral_descriptor_binding_layout *layout,
               uint32_t sampler)
{
   return set->immutable_samplers[layout->first_immutable_sampler +
                                  sampler % layout->immutable_sampler_count]
      .plane_count;
}

/* The errors of a binding and its immutable samplers. */
static uint32_t
binding_errors(const struct dral_binding_table_set *set, uint32_t b)
{
   const struct dral_descriptor_binding_layout *layout = &set->bindings[b];
   uint32_t i;

   if (!is_used(set, b))
      return 0;
   if (layout->array_size == 0)
      return REF_BINDING_TABLE_ERROR(ABSENT_BINDING);
   if (layout->plane_count == 0 ||
       (is_dynamic(layout) && layout->plane_count != 1))
      return REF_BINDING_TABLE_LAYOUT;
   if (layout->first_immutable_sampler == NONE)
      return 0;
   for (i = 0; i < layout->immutable_sampler_count; i++) {
      if (sampler_planes(set, layout, i) < 1 ||
          sampler_planes(set, layout, i) > layout->plane_count)
         return REF_BINDING_TABLE_ERROR(PLANE_COUNT);
   }
   return 0;
}

/* The errors of a shader, without its tables. */
static uint32_t
shader_errors(const struct dral_binding_table_shader *shader)
{
   uint32_t errors = 0;
   uint32_t s;
   uint32_t b;

   if (shader->always_bindless > 1 || shader->stage_is_bindless > 1)
      errors |= REF_BINDING_TABLE_FLAG;
   if (shader->render_target_count > 8)
      errors |= REF_BINDING_TABLE_ERROR(RENDER_TARGET_LIMIT);
   else if (shader->render_target_mask >= 1u << shader->render_target_count)
      errors |= REF_BINDING_TABLE_ERROR(RENDER_TARGET_MASK);
   if (shader->set_count > (shader->mesa == 2602 ? 32u : 8u))
      errors |= REF_BINDING_TABLE_ERROR(SET_LIMIT);
   for (s = 0; s < shader->set_count; s++) {
      const struct dral_descriptor_set_layout *layout =
         shader->sets[s].layout;

      if (layout->binding_count > 0 &&
          layout->model != DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT &&
          layout->model != DRAL_DESCRIPTOR_MODEL_ANV_DIRECT &&
          layout->model != DRAL_DESCRIPTOR_MODEL_ANV_BUFFER)
         errors |= REF_BINDING_TABLE_ERROR(UNKNOWN_MODEL);
      for (b = 0; b < layout->binding_count; b++)
         errors |= binding_errors(&shader->sets[s], b);
   }
   return errors;
}

/* The map under construction. */
struct tables {
   struct dral_binding_table_map *map;
   struct dral_binding_table_entry *surfaces;
   struct dral_binding_table_entry *samplers;
   struct dral_binding_table_slots *slots;
   uint32_t errors;
};

/* An entry that is not a descriptor. */
static struct dral_binding_table_entry
other_entry(uint32_t set, uint32_t index)
{
   struct dral_binding_table_entry entry = { 0 };

   entry.set = set;
   entry.binding = NONE;
   entry.index = index;
   entry.dynamic_offset_index = NONE;
   entry.set_offset = NONE;
   return entry;
}

static void
add_render_targets(const struct dral_binding_table_shader *shader,
                   struct tables *tables)
{
   uint32_t i;

   for (i = 0; i < shader->render_target_count; i++)
      tables->surfaces[tables->map->surface_count++] = other_entry(
         DRAL_BINDING_TABLE_SET_ID_RENDER_TARGET,
         (shader->render_target_mask >> i) % 2 == 1 ? i : NONE);
}

static int
uses_set_memory(const struct dral_binding_table_set *set)
{
   uint32_t b;

   for (b = 0; b < set->layout->binding_count; b++) {
      if (is_used(set, b) && set->bindings[b].surface_stride > 0)
         return 1;
   }
   return 0;
}

static void
add_set_memory(const struct dral_binding_table_shader *shader,
               struct tables *tables)
{
   const int is_old = shader->mesa == 2403;
   const int has_entries =
      !shader->stage_is_bindless && (is_old || shader->version < 125);
   uint32_t s;

   for (s = 0; s < shader->set_count; s++) {
      const struct dral_binding_table_set *set = &shader->sets[s];

      if (!has_entries || !uses_set_memory(set)) {
         tables->map->set_slots[s] = has_entries && is_old ? 0 : BINDLESS;
         continue;
      }
      tables->map->set_slots[s] = tables->map->surface_count;
      tables->surfaces[tables->map->surface_count++] = other_entry(
         is_old && set->layout->model == DRAL_DESCRIPTOR_MODEL_ANV_BUFFER
            ? DRAL_BINDING_TABLE_SET_ID_DESCRIPTOR_BUFFER
            : DRAL_BINDING_TABLE_SET_ID_SET_MEMORY, s);
   }
}

/* Bindings are in the order of their numbers; all are bindless at first. */
static void
add_slots(const struct dral_binding_table_shader *shader,
          struct tables *tables)
{
   uint32_t s;
   uint32_t b;

   for (s = 0; s < shader->set_count; s++) {
      tables->map->first_slots[s] = tables->map->slot_count;
      for (b = 0; b < shader->sets[s].layout->binding_count; b++) {
         struct dral_binding_table_slots *slots =
            &tables->slots[tables->map->slot_count++];

         slots->surface = BINDLESS;
         slots->sampler = BINDLESS;
      }
   }
}

/* There are few elements and planes, so nothing overflows. */
static uint64_t
offset_of(uint32_t offset, uint32_t stride, uint32_t size, uint32_t element,
          uint32_t plane)
{
   return offset + (uint64_t)element * stride + (uint64_t)plane * size;
}

static struct dral_binding_table_entry
descriptor_entry(const struct binding *binding, int is_sampler,
                 uint32_t element, uint32_t plane, uint32_t *errors)
{
   const struct dral_descriptor_binding_layout *layout = binding->layout;
   const uint64_t index = (uint64_t)layout->descriptor_index + element;
   const uint64_t dynamic = (uint64_t)layout->dynamic_offset_index + element;
   const uint64_t offset =
      is_sampler
         ? offset_of(layout->sampler_offset, layout->sampler_stride,
                     layout->sampler_size, element, plane)
         : offset_of(layout->surface_offset, layout->surface_stride,
                     layout->surface_size, element, plane);
   struct dral_binding_table_entry entry = { 0 };

   if (index > max32() || offset > max32() ||
       (is_dynamic(layout) && dynamic > max32()))
      *errors |= REF_BINDING_TABLE_ERROR(INDEX_RANGE);
   entry.set = binding->set_number;
   entry.binding = binding->number;
   entry.index = (uint32_t)index;
   entry.plane = plane;
   entry.dynamic_offset_index = is_dynamic(layout) ? (uint32_t)dynamic : NONE;
   entry.set_offset = (uint32_t)offset;
   return entry;
}

/*
 * Adds the entries of a binding if they fit, element by element.  Returns the
 * slot of the first, or BINDLESS.
 */
static uint32_t
append(const struct binding *binding, int is_sampler,
       struct dral_binding_table_entry *entries, uint32_t *count,
       uint32_t limit, uint32_t *errors)
{
   const struct dral_descriptor_binding_layout *layout = binding->layout;
   const uint32_t first = *count;
   uint32_t e;
   uint32_t p;

   if (first + (uint64_t)layout->array_size * layout->plane_count > limit)
      return BINDLESS;
   for (e = 0; e < layout->array_size; e++) {
      /* An immutable sampler may have fewer planes than its binding. */
      const uint32_t planes = layout->first_immutable_sampler == NONE
                                 ? layout->plane_count
                                 : sampler_planes(binding->set, layout, e);

      for (p = 0; p < layout->plane_count; p++)
         entries[(*count)++] =
            p < planes
               ? descriptor_entry(binding, is_sampler, e, p, errors)
               : other_entry(DRAL_BINDING_TABLE_SET_ID_NULL, NONE);
   }
   return first;
}

static void
add_binding(const struct dral_binding_table_shader *shader,
            const struct binding *binding, struct tables *tables)
{
   const uint32_t data = binding->layout->data;
   const int always = shader->always_bindless != 0;
   const int is_bindless = always && supports_bindless(binding);
   const int kept_out = is_kept_out(shader, binding);
   struct dral_binding_table_map *map = tables->map;
   struct dral_binding_table_slots *slots =
      &tables->slots[map->first_slots[binding->set_number] + binding->number];
   /* Samplers use the sampler table even without the binding table. */
   const int wants_surface = (data & BTI_SURFACE) &&
                             !(always && data & SURFACE) &&
                             binding->use->flags % 2 == 0;
   const int wants_sampler =
      (data & BTI_SAMPLER) && !(always && data & SAMPLER);

   if (wants_surface && !is_bindless && !kept_out)
      slots->surface = append(binding, 0, tables->surfaces,
                              &map->surface_count, MAX_SURFACES,
                              &tables->errors);
   if (wants_sampler && !is_bindless && !kept_out)
      slots->sampler = append(binding, 1, tables->samplers,
                              &map->sampler_count, MAX_SAMPLERS,
                              &tables->errors);
   /* Drivers assert this: every binding that needs a table is in it. */
   if (!supports_bindless(binding) &&
       ((wants_surface && slots->surface == BINDLESS) ||
        (wants_sampler && slots->sampler == BINDLESS)))
      tables->errors |= kept_out ? REF_BINDING_TABLE_ERROR(NOT_BINDLESS)
                                 : REF_BINDING_TABLE_ERROR(TABLE_FULL);
   if (data & INLINE_UNIFORM)
      slots->surface = map->set_slots[binding->set_number];
}

uint32_t
ref_binding_table_map(const struct dral_binding_table_shader *shader,
                      struct dral_binding_table_map *map,
                      struct dral_binding_table_entry *surfaces,
                      struct dral_binding_table_entry *samplers,
                      struct dral_binding_table_slots *slots)
{
   const struct dral_binding_table_map empty = { 0 };
   struct tables tables = { map, surfaces, samplers, slots, 0 };
   struct binding binding;
   struct binding previous;
   const struct binding *after = NULL;

   if (shader_errors(shader) != 0)
      return shader_errors(shader);

   *map = empty;
   add_render_targets(shader, &tables);
   add_set_memory(shader, &tables);
   add_slots(shader, &tables);
   while (find_next(shader, after, &binding)) {
      add_binding(shader, &binding, &tables);
      previous = binding;
      after = &previous;
   }
   return tables.errors;
}
