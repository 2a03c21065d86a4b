/* SPDX-License-Identifier: MIT */

#include "binding_table.h"

#include <errno.h>
#include <stddef.h>

#define KIB ((uint64_t)1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

/* The window of 4 GiB: tables, internal states, bindless states. */
#define BINDING_TABLE_POOL (3 * GIB)
#define INTERNAL_SURFACE (4 * GIB)
#define BINDLESS_SURFACE (5 * GIB)
#define WINDOW_END (7 * GIB)

#define BLOCK_SIZE ((uint64_t)65536)
#define BLOCK_COUNT ((uint64_t)16384)
#define POINTER_GRANULARITY ((uint64_t)32)
#define SURFACE_STATE_SIZE ((uint64_t)64)

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

static uint64_t
max32(void)
{
   return 0xFFFFFFFF;
}

/* alignment must not be 0 */
static uint64_t
align_up(uint64_t value, uint64_t alignment)
{
   uint64_t rest = value % alignment;

   return rest == 0 ? value : value + (alignment - rest);
}

/* Blocks. */

static int
is_block(const struct ref_binding_table_block *block)
{
   return block->index < BLOCK_COUNT && block->next <= BLOCK_SIZE &&
          block->next % POINTER_GRANULARITY == 0;
}

int
ref_binding_table_alloc(struct ref_binding_table_block *block,
                        uint32_t entries, uint32_t *offset)
{
   uint64_t size;

   if (!is_block(block))
      return -EINVAL;
   if (entries > REF_BINDING_TABLE_SURFACES)
      return -ERANGE;

   if (entries == 0) {
      *offset = 0;
      return 0;
   }

   size = align_up(4 * (uint64_t)entries, POINTER_GRANULARITY);
   if (size > BLOCK_SIZE - block->next)
      return -ENOSPC;

   *offset = block->next;
   block->next = (uint32_t)(block->next + size);
   return 0;
}

int
ref_binding_table_next_block(struct ref_binding_table_block *block)
{
   if (!is_block(block))
      return -EINVAL;
   if (block->index + (uint64_t)1 == BLOCK_COUNT)
      return -ENOSPC;

   block->index++;
   block->next = 0;
   return 0;
}

/* Tables for the selected stages, all from the same block, or -ENOSPC. */
static int
alloc_tables(struct ref_binding_table_block *block, const uint32_t *chosen,
             const uint32_t *entries, uint32_t stages, uint32_t *offsets)
{
   uint32_t i;
   int err;

   for (i = 0; i < stages; i++) {
      if (!chosen[i])
         continue;
      err = ref_binding_table_alloc(block, entries[i], &offsets[i]);
      if (err)
         return err;
   }
   return 0;
}

int
ref_binding_table_emit(struct ref_binding_table_block *block,
                       const uint32_t *active, const uint32_t *dirty,
                       const uint32_t *entries, uint32_t stages,
                       uint32_t *offsets, uint32_t *new_base)
{
   struct ref_binding_table_block current = *block;
   uint32_t chosen[REF_BINDING_TABLE_STAGES];
   uint32_t placed[REF_BINDING_TABLE_STAGES];
   uint32_t moved = 0;
   uint32_t i;
   int err;

   if (!is_block(block) || stages > REF_BINDING_TABLE_STAGES)
      return -EINVAL;
   for (i = 0; i < stages; i++) {
      if (active[i] > 1 || dirty[i] > 1)
         return -EINVAL;
   }
   for (i = 0; i < stages; i++) {
      if (active[i] && entries[i] > REF_BINDING_TABLE_SURFACES)
         return -ERANGE;
   }

   for (i = 0; i < stages; i++)
      chosen[i] = active[i] && dirty[i];
   err = alloc_tables(&current, chosen, entries, stages, placed);

   if (err == -ENOSPC) {
      /* The old tables cannot be reached from the new base. */
      moved = 1;
      current = *block;
      err = ref_binding_table_next_block(&current);
      if (err)
         return err;
      for (i = 0; i < stages; i++)
         chosen[i] = active[i];
      err = alloc_tables(&current, chosen, entries, stages, placed);
   }
   if (err)
      return err;

   for (i = 0; i < stages; i++) {
      if (chosen[i])
         offsets[i] = placed[i];
   }
   *block = current;
   *new_base = moved;
   return 0;
}

/* Bases and entries. */

int
ref_binding_table_bases(uint32_t verx10, uint32_t block_index,
                        uint64_t *surface_base, uint64_t *bt_pool_base,
                        uint32_t *state_offset)
{
   uint64_t distance;
   uint64_t block_address;

   if (block_index >= BLOCK_COUNT)
      return -EINVAL;
   distance = block_index * BLOCK_SIZE;
   block_address = BINDING_TABLE_POOL + distance;

   if (verx10 >= 125) {
      *surface_base = INTERNAL_SURFACE;
      *bt_pool_base = block_address;
      *state_offset = 0;
   } else {
      *surface_base = block_address;
      *bt_pool_base = 0;
      *state_offset = (uint32_t)(GIB - distance);
   }
   return 0;
}

int
ref_binding_table_entry(uint32_t verx10, uint32_t block_index,
                        uint64_t state, uint32_t *entry)
{
   uint64_t surface_base;
   uint64_t bt_pool_base;
   uint32_t state_offset;
   int err;

   err = ref_binding_table_bases(verx10, block_index, &surface_base,
                                 &bt_pool_base, &state_offset);
   if (err)
      return err;
   if (state >= WINDOW_END - INTERNAL_SURFACE)
      return -EINVAL;
   if (state % SURFACE_STATE_SIZE != 0)
      return -EINVAL;

   /* At most 3 GiB - 64 + 1 GiB. */
   *entry = (uint32_t)(state + state_offset);
   return 0;
}

int
ref_binding_table_entry_at(uint64_t surface_base, uint64_t state_address,
                           uint32_t *entry)
{
   /* The base of the tables, or from verx10 125 on of the states. */
   if (surface_base < BINDING_TABLE_POOL || surface_base > INTERNAL_SURFACE)
      return -EINVAL;
   if (state_address < INTERNAL_SURFACE || state_address >= WINDOW_END)
      return -EINVAL;
   if (state_address % SURFACE_STATE_SIZE != 0)
      return -EINVAL;

   *entry = (uint32_t)(state_address - surface_base);
   return 0;
}

int
ref_binding_table_bindless_state(uint64_t offset, uint64_t *state)
{
   if (offset >= WINDOW_END - BINDLESS_SURFACE)
      return -EINVAL;
   if (offset % SURFACE_STATE_SIZE != 0)
      return -EINVAL;

   *state = offset + (BINDLESS_SURFACE - INTERNAL_SURFACE);
   return 0;
}

/* The address space. */

static int
is_power_of_two(uint64_t value)
{
   if (value == 0)
      return 0;
   while (value % 2 == 0)
      value = value / 2;
   return value == 1;
}

/* Places a range at the end of the last one and returns its end. */
static uint64_t
place(struct ref_address_range *range, uint64_t address, uint64_t size)
{
   range->address = address;
   range->size = size;
   return address + size;
}

int
ref_address_space(uint32_t verx10, uint32_t indirect, uint64_t mem_alignment,
                  uint64_t gtt_size,
                  struct ref_address_range ranges[REF_RANGE_COUNT])
{
   const uint64_t end_of_all = 65536 * 4 * GIB; /* 2^48 */
   const uint64_t trtt = 0xF * 4096 * 4 * GIB; /* 0xF << 44 */
   struct ref_address_range r[REF_RANGE_COUNT] = { { 0, 0 } };
   uint64_t top;
   uint64_t a;
   uint32_t i;

   if (indirect > 1)
      return -EINVAL;
   if (!is_power_of_two(mem_alignment))
      return -EINVAL;
   if (gtt_size > end_of_all)
      return -EINVAL;

   (void)place(&r[REF_RANGE_GENERAL], 2 * MIB, GIB - 2 * MIB);
   (void)place(&r[REF_RANGE_LOW_HEAP], 1 * GIB, 1 * GIB);
   (void)place(&r[REF_RANGE_BINDING_TABLE], BINDING_TABLE_POOL, 1 * GIB);
   (void)place(&r[REF_RANGE_INTERNAL_SURFACE], INTERNAL_SURFACE, 1 * GIB);
   (void)place(&r[REF_RANGE_SCRATCH_SURFACE], INTERNAL_SURFACE, 8 * MIB);
   a = place(&r[REF_RANGE_BINDLESS_SURFACE], BINDLESS_SURFACE, 2 * GIB);

   if (indirect) {
      a = align_up(a, 4 * GIB);
      a = place(&r[REF_RANGE_INDIRECT_DESCRIPTOR], a, 3 * GIB);
      a = place(&r[REF_RANGE_INDIRECT_PUSH], a, 1 * GIB);
   }

   a = align_up(a, 4 * GIB);
   a = place(&r[REF_RANGE_INSTRUCTION], a, 2 * GIB);
   a += 1 * GIB; /* a hole */
   a = place(&r[REF_RANGE_DYNAMIC_STATE], a, 1 * GIB);
   if (verx10 >= 125) {
      a = place(&r[REF_RANGE_DYNAMIC_VISIBLE], a, 2 * GIB);
      a = place(&r[REF_RANGE_PUSH_DESCRIPTOR_BUFFER], a, 1 * GIB - 4 * KIB);
   } else {
      a = place(&r[REF_RANGE_DYNAMIC_VISIBLE], a, 3 * GIB - 4 * KIB);
   }

   a = align_up(a, mem_alignment);
   a = place(&r[REF_RANGE_AUX_TT], a, 2 * GIB);

   top = gtt_size < trtt ? gtt_size : trtt;
   if (top < 4 * GIB)
      return -ERANGE;
   top -= 4 * GIB;
   if (top <= a)
      return -ERANGE;
   (void)place(&r[REF_RANGE_HIGH_HEAP], a, top - a);
   (void)place(&r[REF_RANGE_TRTT], trtt, end_of_all - 4 * GIB - trtt);

   for (i = 0; i < REF_RANGE_COUNT; i++)
      ranges[i] = r[i];
   return 0;
}

/* The map. */

static int
is_used(const struct ref_binding *binding)
{
   return binding->use_count > 0;
}

static int
is_dynamic(const struct ref_binding *binding)
{
   return binding->dynamic_offset_index != REF_BINDING_NO_INDEX;
}

static int
supports_bindless(const struct ref_binding_table_input *input,
                  const struct ref_binding_set *set,
                  const struct ref_binding *binding)
{
   if (input->model == REF_BINDING_MODEL_INDIRECT)
      return (binding->data & ANY_INDIRECT) != 0;
   /* Before verx10 125 there are no extended bindless surface offsets. */
   if (input->model == REF_BINDING_MODEL_BUFFER &&
       (set->set_flags & SET_PUSH_DESCRIPTOR) && input->verx10 < 125)
      return (binding->data & ANY_INDIRECT) != 0;
   return 1;
}

static int
requires_bindless(const struct ref_binding_table_input *input,
                  const struct ref_binding_set *set,
                  const struct ref_binding *binding)
{
   if (input->always_bindless)
      return supports_bindless(input, set, binding);
   if (set->set_flags & SET_PUSH_DESCRIPTOR)
      return 0;
   if (set->set_flags & (SET_DESCRIPTOR_BUFFER | SET_EMBEDDED_SAMPLERS))
      return 1;
   return (binding->binding_flags &
           (UPDATE_AFTER_BIND | UPDATE_UNUSED_WHILE_PENDING |
            PARTIALLY_BOUND)) != 0;
}

static uint32_t
score_of(const struct ref_binding_table_input *input,
         const struct ref_binding_set *set,
         const struct ref_binding *binding)
{
   uint32_t score = binding->use_count * 128 % 0x10000 / binding->array_size;

   if (!supports_bindless(input, set, binding))
      score |= 0x8000;
   return score;
}

/* A used binding and its position in the order. */
struct candidate {
   uint32_t score;
   uint32_t set;
   uint32_t binding;
};

static int
comes_before(const struct candidate *a, const struct candidate *b)
{
   if (a->score != b->score)
      return a->score > b->score;
   if (a->set != b->set)
      return a->set < b->set;
   return a->binding < b->binding;
}

/* The first candidate after the previous one (NULL: of all); 0 if none. */
static int
find_next(const struct ref_binding_table_input *input,
          const struct candidate *previous, struct candidate *next)
{
   int found = 0;
   uint32_t s;
   uint32_t b;

   for (s = 0; s < input->set_count; s++) {
      const struct ref_binding_set *set = &input->sets[s];

      for (b = 0; b < set->binding_count; b++) {
         struct candidate c = { 0, s, b };

         if (!is_used(&set->bindings[b]))
            continue;
         c.score = score_of(input, set, &set->bindings[b]);
         if (previous != NULL && !comes_before(previous, &c))
            continue;
         if (!found || comes_before(&c, next)) {
            *next = c;
            found = 1;
         }
      }
   }
   return found;
}

static int
is_well_formed_binding(const struct ref_binding *binding)
{
   uint32_t i;

   if (binding->use_count > 255 || binding->no_binding_table > 1)
      return 0;
   if (!is_used(binding))
      return 1;
   if (binding->array_size == 0)
      return 0;
   if (binding->planes < 1 || binding->planes > 3)
      return 0;
   if (is_dynamic(binding) && binding->planes != 1)
      return 0;
   if (binding->sampler_planes != NULL) {
      for (i = 0; i < binding->array_size; i++) {
         if (binding->sampler_planes[i] < 1 ||
             binding->sampler_planes[i] > binding->planes)
            return 0;
      }
   }
   return 1;
}

static int
is_well_formed_input(const struct ref_binding_table_input *input)
{
   uint32_t s;
   uint32_t b;

   if (input->model != REF_BINDING_MODEL_INDIRECT &&
       input->model != REF_BINDING_MODEL_DIRECT &&
       input->model != REF_BINDING_MODEL_BUFFER)
      return 0;
   if (input->always_bindless > 1 || input->stage_is_bindless > 1)
      return 0;
   if (input->render_targets > REF_BINDING_TABLE_RENDER_TARGETS)
      return 0;
   if (input->null_render_targets >= (uint32_t)1 << input->render_targets)
      return 0;
   if (input->set_count > REF_BINDING_TABLE_SETS)
      return 0;

   for (s = 0; s < input->set_count; s++) {
      for (b = 0; b < input->sets[s].binding_count; b++) {
         if (!is_well_formed_binding(&input->sets[s].bindings[b]))
            return 0;
      }
   }
   return 1;
}

/* The map under construction: no limit of the output is larger than these. */
struct tables {
   uint32_t surface_count;
   uint32_t sampler_count;
   uint8_t set_slot[REF_BINDING_TABLE_SETS];
   struct ref_binding_table_entry surfaces[REF_BINDING_TABLE_SURFACES];
   struct ref_binding_table_entry samplers[REF_BINDING_TABLE_SAMPLERS];
};

static void
add_render_targets(const struct ref_binding_table_input *input,
                   struct tables *tables)
{
   uint32_t i;

   for (i = 0; i < input->render_targets; i++) {
      struct ref_binding_table_entry entry = { 0 };

      if (input->null_render_targets >> i & 1) {
         entry.set = REF_ENTRY_NULL;
      } else {
         entry.set = REF_ENTRY_RENDER_TARGET;
         entry.index = i;
      }
      tables->surfaces[tables->surface_count] = entry;
      tables->surface_count++;
   }
}

static int
uses_set_buffer(const struct ref_binding_set *set)
{
   uint32_t b;

   for (b = 0; b < set->binding_count; b++) {
      if (is_used(&set->bindings[b]) && set->bindings[b].surface_stride > 0)
         return 1;
   }
   return 0;
}

static void
add_set_buffers(const struct ref_binding_table_input *input,
                struct tables *tables)
{
   uint32_t s;

   for (s = 0; s < input->set_count; s++) {
      struct ref_binding_table_entry entry = { 0 };

      if (!uses_set_buffer(&input->sets[s])) {
         tables->set_slot[s] = 0;
      } else if (input->stage_is_bindless) {
         tables->set_slot[s] = REF_BINDING_TABLE_BINDLESS;
      } else {
         entry.set = input->model == REF_BINDING_MODEL_BUFFER
                        ? REF_ENTRY_SET_BUFFER_OF_BUFFER_MODEL
                        : REF_ENTRY_SET_BUFFER;
         entry.index = s;
         tables->set_slot[s] = (uint8_t)tables->surface_count;
         tables->surfaces[tables->surface_count] = entry;
         tables->surface_count++;
      }
   }
}

/* -ERANGE if a field needs more than 32 bits. */
static int
surface_entry(const struct candidate *c, const struct ref_binding *binding,
              uint32_t element, uint32_t plane,
              struct ref_binding_table_entry *entry)
{
   uint64_t index = (uint64_t)binding->descriptor_index + element;
   uint64_t plane_or_dynamic = plane;
   uint64_t offset_in_element;
   uint64_t offset_of_element;

   if (is_dynamic(binding))
      plane_or_dynamic = (uint64_t)binding->dynamic_offset_index + element;

   /* Elements and planes are few, so neither product nor sum can wrap. */
   offset_of_element = (uint64_t)element * binding->surface_stride;
   offset_in_element = (uint64_t)plane * binding->surface_size;
   offset_of_element += binding->surface_offset + offset_in_element;

   if (index > max32() || plane_or_dynamic > max32() ||
       offset_of_element > max32())
      return -ERANGE;

   entry->set = c->set;
   entry->binding = c->binding;
   entry->index = (uint32_t)index;
   entry->plane_or_dynamic = (uint32_t)plane_or_dynamic;
   entry->set_offset = (uint32_t)offset_of_element;
   return 0;
}

static int
sampler_entry(const struct candidate *c, const struct ref_binding *binding,
              uint32_t element, uint32_t plane,
              struct ref_binding_table_entry *entry)
{
   uint64_t index = (uint64_t)binding->descriptor_index + element;

   if (index > max32())
      return -ERANGE;

   entry->set = c->set;
   entry->binding = c->binding;
   entry->index = (uint32_t)index;
   entry->plane_or_dynamic = plane;
   entry->set_offset = 0;
   return 0;
}

/* An immutable sampler may have fewer planes than its binding. */
static int
has_plane(const struct ref_binding *binding, uint32_t element, uint32_t plane)
{
   if (binding->sampler_planes == NULL)
      return 1;
   return plane < binding->sampler_planes[element];
}

/* Element-major; the caller has checked that they fit. */
static int
append(const struct candidate *c, const struct ref_binding *binding,
       int samplers, struct ref_binding_table_entry *table, uint32_t *count)
{
   uint32_t e;
   uint32_t p;
   int err = 0;

   for (e = 0; e < binding->array_size; e++) {
      for (p = 0; p < binding->planes; p++) {
         struct ref_binding_table_entry entry = { 0 };

         if (!has_plane(binding, e, p))
            entry.set = REF_ENTRY_NULL;
         else if (samplers)
            err = sampler_entry(c, binding, e, p, &entry);
         else
            err = surface_entry(c, binding, e, p, &entry);
         if (err)
            return err;
         table[*count] = entry;
         *count = *count + 1;
      }
   }
   return 0;
}

static int
fits(const struct ref_binding *binding, uint32_t count, uint32_t limit)
{
   return count + (uint64_t)binding->array_size * binding->planes <= limit;
}

static int
add_binding(const struct ref_binding_table_input *input,
            const struct candidate *c, struct tables *tables,
            struct ref_binding_table_slots *slots)
{
   const struct ref_binding_set *set = &input->sets[c->set];
   const struct ref_binding *binding = &set->bindings[c->binding];
   int always = input->always_bindless != 0;
   int by_table = !requires_bindless(input, set, binding) &&
                  !input->stage_is_bindless;
   int err;

   slots->surface = REF_BINDING_TABLE_BINDLESS;
   slots->sampler = REF_BINDING_TABLE_BINDLESS;

   if ((binding->data & BTI_SURFACE) &&
       !(always && binding->data & SURFACE) && !binding->no_binding_table) {
      if (by_table && fits(binding, tables->surface_count,
                           REF_BINDING_TABLE_SURFACES)) {
         slots->surface = (uint8_t)tables->surface_count;
         err = append(c, binding, 0, tables->surfaces,
                      &tables->surface_count);
         if (err)
            return err;
      }
   }

   /* Even without the binding table, its samplers use the sampler table. */
   if ((binding->data & BTI_SAMPLER) &&
       !(always && binding->data & SAMPLER)) {
      if (by_table && fits(binding, tables->sampler_count,
                           REF_BINDING_TABLE_SAMPLERS)) {
         slots->sampler = (uint8_t)tables->sampler_count;
         err = append(c, binding, 1, tables->samplers,
                      &tables->sampler_count);
         if (err)
            return err;
      }
   }

   if (binding->data & INLINE_UNIFORM)
      slots->surface = tables->set_slot[c->set];
   return 0;
}

/* Bindings in order; with slots NULL it only checks whether this succeeds. */
static int
add_bindings(const struct ref_binding_table_input *input,
             struct tables *tables, struct ref_binding_table_slots *slots)
{
   struct candidate candidate;
   struct candidate previous;
   const struct candidate *after = NULL;
   int err;

   while (find_next(input, after, &candidate)) {
      struct ref_binding_table_slots slot;
      uint32_t at = candidate.binding;
      uint32_t s;

      err = add_binding(input, &candidate, tables, &slot);
      if (err)
         return err;
      for (s = 0; s < candidate.set; s++)
         at += input->sets[s].binding_count;
      if (slots != NULL)
         slots[at] = slot;
      previous = candidate;
      after = &previous;
   }
   return 0;
}

int
ref_binding_table_map(const struct ref_binding_table_input *input,
                      struct ref_binding_table_entry *entries,
                      uint32_t capacity, struct ref_binding_table_map *map,
                      struct ref_binding_table_slots *slots)
{
   struct tables start = { 0 };
   struct tables tables;
   uint32_t at = 0;
   uint32_t s;
   uint32_t b;
   uint32_t i;
   int err;

   if (!is_well_formed_input(input))
      return -EINVAL;

   add_render_targets(input, &start);
   add_set_buffers(input, &start);

   tables = start;
   err = add_bindings(input, &tables, NULL);
   if (err)
      return err;
   if (tables.surface_count > capacity)
      return -ENOSPC;

   for (s = 0; s < input->set_count; s++) {
      for (b = 0; b < input->sets[s].binding_count; b++) {
         slots[at].surface = REF_BINDING_TABLE_BINDLESS;
         slots[at].sampler = REF_BINDING_TABLE_BINDLESS;
         at++;
      }
   }
   tables = start;
   err = add_bindings(input, &tables, slots);
   if (err)
      return err;

   for (i = 0; i < tables.surface_count; i++)
      entries[i] = tables.surfaces[i];
   map->surface_count = tables.surface_count;
   map->sampler_count = tables.sampler_count;
   for (i = 0; i < REF_BINDING_TABLE_SETS; i++)
      map->set_slot[i] = tables.set_slot[i];
   for (i = 0; i < REF_BINDING_TABLE_SAMPLERS; i++)
      map->samplers[i] = tables.samplers[i];
   return 0;
}
