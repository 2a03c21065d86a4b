/* SPDX-License-Identifier: MIT */

#include "layout.h"

#include <dral.h>

bool
create_set_layout(const struct dral_descriptor_binding *bindings, size_t count,
                  struct set_layout *set, const char **reason)
{
   const uint32_t version = 120;
   const uint32_t model = dral_descriptor_anv_model(version, 0, 0);
   struct dral_descriptor_table table;
   struct dral_descriptor_set_size size = { 0 };
   int status = dral_descriptor_table_init(model, DRAL_MESA_RELEASE_V26_2,
                                           version, 0, &table);

   if (status >= 0) {
      status = dral_descriptor_set_lay_out(&table, bindings, count,
                                           &set->totals, set->bindings,
                                           MAX_BINDINGS);
   }
   if (status >= 0) {
      /* No binding has a variable count. */
      status = dral_descriptor_set_measure(&table, &set->totals,
                                           set->bindings, 0, &size);
   }
   *reason = dral_error_text(status);
   set->size = size.surface_size;
   return status >= 0;
}

bool
find_descriptor(const struct set_layout *set, uint32_t binding,
                uint32_t element, uint32_t *offset)
{
   struct dral_descriptor_element place;

   if (binding >= set->totals.binding_count ||
       dral_descriptor_element_locate(&set->bindings[binding], element, 0,
                                      &place) < 0)
      return false;
   *offset = place.surface_offset;
   return true;
}

bool
place_varyings(const struct dral_varying *varyings, size_t count,
               struct shader_varyings *places)
{
   uint8_t components_used[MAX_SLOTS];
   uint32_t scratch[MAX_VARYINGS];

   return count <= MAX_VARYINGS &&
          dral_varying_pack(varyings, count, 0, 0, MAX_SLOTS,
                            places->positions, components_used,
                            &places->slot_count, scratch) >= 0;
}
