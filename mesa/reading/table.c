/* SPDX-License-Identifier: MIT */

/* The entries that ANV's function assigns for random shaders, compared with
 * dral_binding_table_map_make. `defect` prints the entries of two samplers in
 * a table for commands that the device generates. */

#include "dral_binding_table.h"
#include "random.h"
#include "table.h"

#include <inttypes.h>

#define CASES 4000
#define SETS 8
#define NONE DRAL_DESCRIPTOR_ABSENT

#include "pieces.c"

/* A shader for both. */
struct request {
   struct dral_descriptor_set_layout layouts[SETS];
   struct dral_descriptor_binding_layout bindings[SETS][MOST_BINDINGS];
   struct dral_binding_table_use uses[SETS][MOST_BINDINGS];
   struct dral_descriptor_immutable_sampler samplers[SETS][32];
   struct dral_binding_table_set sets[SETS];
   struct dral_binding_table_shader shader;
   struct anv_descriptor_set_layout anv[SETS];
   struct anv_descriptor_set_layout_sampler anv_samplers[SETS][32];
   struct anv_sampler planes[SETS][32];
   struct anv_sampler *pointers[SETS][32];
   struct anv_binding_apply_layout applied[SETS][MOST_BINDINGS];
   bool needs_memory[SETS];
};

static void
bind(struct request *r, uint32_t s, uint32_t b, uint32_t model)
{
   static const uint32_t data[3][6] = {
      /* 0x081 is in no table of the indirect model: a surface state that
       * only the table reaches. */
      { 0x022, 0x023, 0x021, 0x041, 0x081, 0x008 },
      { 0x102, 0x183, 0x081, 0x081, 0x010, 0x008 },
      { 0x100, 0x200, 0x080, 0x083, 0x010, 0x008 },
   };
   static const uint32_t counts[] = { 1, 1, 1, 2, 3, 5, 8, 40, 130, 200 };
   struct dral_descriptor_binding_layout *layout = &r->bindings[s][b];
   struct anv_descriptor_set_binding_layout *anv = &r->anv[s].binding[b];
   const uint32_t kind = below(6);

   layout->data = data[model - 1][kind];
   layout->array_size = counts[below(10)];
   layout->plane_count = 1;
   /* Planes are those of immutable samplers. */
   if (kind == 1 && layout->array_size <= 4 && below(2) == 0) {
      layout->plane_count = 1 + below(3);
      layout->first_immutable_sampler = b * 4;
      layout->immutable_sampler_count = layout->array_size;
      anv->samplers = &r->anv_samplers[s][b * 4];
      anv->immutable_samplers = &r->pointers[s][b * 4];
   } else {
      layout->first_immutable_sampler = NONE;
   }
   layout->descriptor_index = below(1000);
   layout->dynamic_offset_index =
      kind == 2 && below(3) == 0 ? below(16) : NONE;
   layout->surface_offset = 8 * below(1000);
   layout->surface_size = 8 * below(9);
   layout->surface_stride = layout->plane_count * layout->surface_size;
   layout->binding_flags = below(5) == 0 ? below(16) : 0;
   for (uint32_t i = b * 4; i < b * 4 + 4; i++) {
      const uint32_t planes = 1 + below(layout->plane_count);

      r->samplers[s][i].plane_count = (uint8_t)planes;
      r->anv_samplers[s][i].has_ycbcr_conversion = planes > 1;
      r->anv_samplers[s][i].ycbcr_conversion_state.format = planes;
      r->planes[s][i].n_planes = planes;
      r->pointers[s][i] = &r->planes[s][i];
   }
   anv->type = kind == 5 ? VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK
                         : VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
   anv->flags = layout->binding_flags;
   anv->data = layout->data;
   anv->max_plane_count = (uint8_t)layout->plane_count;
   anv->array_size = layout->array_size;
   anv->descriptor_index = (int32_t)layout->descriptor_index;
   anv->dynamic_offset_index = layout->dynamic_offset_index == NONE
                                  ? -1
                                  : (int16_t)layout->dynamic_offset_index;
   anv->descriptor_surface_offset = layout->surface_offset;
   anv->descriptor_surface_stride = layout->surface_stride;
   anv->descriptor_data_surface_size = layout->surface_size;
   r->uses[s][b].use_count = below(4) == 0 ? 0 : 1 + below(300);
   r->uses[s][b].flags = below(10) == 0;
   r->applied[s][b].use_count = (uint8_t)MIN2(r->uses[s][b].use_count, 255);
   r->applied[s][b].properties =
      BINDING_PROPERTY_NORMAL |
      (r->uses[s][b].flags ? BINDING_PROPERTY_NO_BINDING_TABLE : 0);
   r->needs_memory[s] |=
      r->uses[s][b].use_count > 0 && layout->surface_stride > 0;
}

static void
fill(struct request *r, uint32_t version)
{
   static const uint32_t flags[] = { 0, 0, 0, 1, 16, 32, 17 };
   const uint32_t model = version < 125 ? (below(3) ? 1 : 3) : 1 + below(3);

   memset(r, 0, sizeof *r);
   r->shader.mesa = RELEASE;
   r->shader.version = version;
   r->shader.sets = r->sets;
   r->shader.set_count = below(SETS + 1);
   r->shader.always_bindless = below(8) == 0;
   r->shader.stage_is_bindless = version >= 125 && below(6) == 0;
   r->shader.render_target_count =
      r->shader.stage_is_bindless ? 0 : below(9);
   r->shader.render_target_mask = (1u << r->shader.render_target_count) - 1;
   for (uint32_t s = 0; s < r->shader.set_count; s++) {
      const uint32_t set_flags = model == 3 ? 16 | below(2) : flags[below(4)];

      r->sets[s].layout = &r->layouts[s];
      r->sets[s].bindings = r->bindings[s];
      r->sets[s].uses = r->uses[s];
      r->sets[s].immutable_samplers = r->samplers[s];
      r->layouts[s].model = model;
      r->layouts[s].set_flags = set_flags;
      r->layouts[s].binding_count = below(MOST_BINDINGS + 1);
      r->layouts[s].immutable_sampler_count = 32;
      if (model == 1 || (model == 3 && version < 125 && (set_flags & 1)))
         r->layouts[s].table_flags = DRAL_DESCRIPTOR_TABLE_FLAG_BINDING_TABLE;
      r->anv[s].flags = r->anv[s].vk.flags = set_flags;
      r->anv[s].binding_count = r->layouts[s].binding_count;
      r->anv[s].descriptor_count = UINT32_MAX;
      for (uint32_t b = 0; b < r->layouts[s].binding_count; b++)
         bind(r, s, b, model);
   }
}

static struct anv_pipeline_bind_map found;
static struct anv_pipeline_push_map pushed;

/* Lets the driver assign entries. */
static struct apply_pipeline_layout_state
assign(struct request *r, const struct anv_physical_device *device)
{
   struct apply_pipeline_layout_state state = { .pdevice = device };
   nir_shader shader = { { r->shader.stage_is_bindless } };

   memset(&found, 0, sizeof found);
   memset(&pushed, 0, sizeof pushed);
   for (uint32_t i = 0; i < r->shader.render_target_count; i++)
      found.surface_to_descriptor[found.surface_count++] =
         (struct anv_pipeline_binding) {
            .set = ANV_DESCRIPTOR_SET_COLOR_ATTACHMENTS,
            .index = i,
            .binding = UINT32_MAX,
         };
   for (uint32_t s = 0; s < r->shader.set_count; s++) {
      state.set[s].desc_buffer_used = r->needs_memory[s];
      state.set[s].binding = r->applied[s];
   }
   pdevice_always_bindless = r->shader.always_bindless;
   assign_entries(&state, r->anv, (uint32_t)r->shader.set_count,
                  r->layouts[0].model == 3, &shader, &found, &pushed);
   free(pushed.block_to_descriptor);
   return state;
}

static int
same_entry(const struct dral_binding_table_entry *dral,
           const struct anv_pipeline_binding *anv, bool is_sampler)
{
   const bool is_null = dral->set == DRAL_BINDING_TABLE_SET_ID_NULL;

   if (dral->set >= 32 && !is_null)
      return dral->set == anv->set && dral->index == anv->index &&
             dral->binding == anv->binding;
   /* The driver's sampler table has an entry for a missing plane. */
   if (is_null)
      return is_sampler ? anv->plane > 0
                        : anv->set == ANV_DESCRIPTOR_SET_NULL;
   if (dral->set != anv->set || dral->binding != anv->binding ||
       dral->index != anv->index)
      return 0;
   if (is_sampler)
      return dral->plane == anv->plane;
   return dral->set_offset == anv->set_offset &&
          (dral->dynamic_offset_index == NONE
              ? dral->plane == anv->plane
              : dral->dynamic_offset_index == anv->dynamic_offset_index);
}

static const char *
difference(const struct request *r,
           const struct apply_pipeline_layout_state *state,
           const struct dral_binding_table_map *map,
           const struct dral_binding_table_entry *surfaces,
           const struct dral_binding_table_entry *samplers,
           const struct dral_binding_table_slots *slots)
{
   if (map->surface_count != found.surface_count)
      return "entries";
   if (map->sampler_count != found.sampler_count)
      return "samplers";
   for (uint32_t i = 0; i < map->surface_count; i++) {
      if (!same_entry(&surfaces[i], &found.surface_to_descriptor[i], false))
         return "an entry";
   }
   for (uint32_t i = 0; i < map->sampler_count; i++) {
      if (!same_entry(&samplers[i], &found.sampler_to_descriptor[i], true))
         return "a sampler";
   }
   for (uint32_t s = 0; s < r->shader.set_count; s++) {
      /* On hardware that needs no entry, 26.2 does not write it. */
      const bool is_read =
         RELEASE == 2403 || r->shader.version < 125 || !r->needs_memory[s];

      if (is_read && map->set_slots[s] != state->set[s].desc_offset)
         return "the slot of a set";
      for (uint32_t b = 0; b < r->layouts[s].binding_count; b++) {
         const struct dral_binding_table_slots *own =
            &slots[map->first_slots[s] + b];

         if (r->uses[s][b].use_count == 0)
            continue;
         if (own->sampler != r->applied[s][b].sampler_offset ||
             (own->surface != r->applied[s][b].surface_offset &&
              (is_read || r->anv[s].binding[b].type !=
                             VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK)))
            return "a slot";
      }
   }
   return NULL;
}

static void
compare(void)
{
   static const uint32_t versions[] = { 90, 120, 125, 300 };
   static struct request r;
   static struct dral_binding_table_entry surfaces[240], samplers[128];
   static struct dral_binding_table_slots slots[SETS * MOST_BINDINGS];
   uint32_t compared = 0, shown = 0;

   for (uint32_t i = 0; i < CASES && shown < 4; i++) {
      const uint32_t version = versions[below(4)];
      struct anv_physical_device device = {
         .info = { version / 10, version, version >= 125, 4096 },
         .uses_ex_bso = version >= 125,
      };
      struct apply_pipeline_layout_state state;
      struct dral_binding_table_map map;
      const char *what;

      fill(&r, version);
      device.indirect_descriptors = r.layouts[0].model == 1 || version < 125;
      device.always_use_bindless = r.shader.always_bindless;
      /* The driver asserts what the library refuses. */
      if (dral_binding_table_map_make(&r.shader, &map, surfaces, 240,
                                      samplers, 128, slots,
                                      SETS * MOST_BINDINGS) != 0)
         continue;
      state = assign(&r, &device);
      compared++;
      what = difference(&r, &state, &map, surfaces, samplers, slots);
      if (what != NULL && ++shown)
         printf("anv_nir_apply_pipeline_layout.c: shader %" PRIu32
                " of version %" PRIu32 ": %s differs: the tree has %" PRIu32
                " entries and %" PRIu32 " samplers, dral %" PRIu32
                " and %" PRIu32 "\n", i, version, what, found.surface_count,
                found.sampler_count, map.surface_count, map.sampler_count);
   }
   printf("compared %" PRIu32 "\n", compared);
}

#if RELEASE == 2602
/* The samplers of one binding of this size, in a table for commands that the
 * device generates. */
static uint32_t
device_samplers(uint32_t count)
{
   static struct anv_descriptor_set_layout layout;
   struct anv_descriptor_set_layout *layouts[] = { &layout };
   struct anv_binding_apply_layout applied[1] = { 0 };
   const struct anv_physical_device device = { .info = { 12, 120, false } };
   struct apply_pipeline_layout_state state = { .pdevice = &device };
   nir_shader shader = { { 0 } };

   layout.vk.flags =
      VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT |
      VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
   layout.binding_count = 1;
   layout.binding[0].data = ANV_DESCRIPTOR_BTI_SAMPLER_STATE;
   layout.binding[0].array_size = count;
   layout.binding[0].max_plane_count = 1;
   memset(&found, 0, sizeof found);
   memset(&pushed, 0, sizeof pushed);
   state.set[0].binding = applied;
   state.set_layouts = layouts;
   state.set_count = 1;
   state.bind_map = &found;
   build_device_bindable_binding_table(&state, &shader, &found, &pushed,
                                       NULL);
   free(pushed.block_to_descriptor);
   return found.sampler_count;
}
#endif

int
main(int argc, char **argv)
{
#if RELEASE == 2602
   if (argc > 1) {
      printf("%" PRIu32 " %" PRIu32 "\n", device_samplers(2),
             device_samplers(12));
      return 0;
   }
#endif
   compare();
   return 0;
}
