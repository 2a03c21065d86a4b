/* SPDX-License-Identifier: MIT */

/* PanVK's units of a descriptor and of an inline uniform block, compared with
 * the layout of a set of one binding. */

#include "anv.h"
#include "dral_descriptor_layout.h"

#include <inttypes.h>

#define DIV_ROUND_UP(value, divisor) (((value) + (divisor) - 1) / (divisor))

struct panvk_descriptor_set_binding_layout {
   VkDescriptorType type;
   unsigned textures_per_desc, samplers_per_desc;
};

#include "pieces.c"

static uint32_t compared;

static void
compare(uint32_t version, uint32_t type, uint32_t count)
{
   const struct dral_descriptor_binding binding = {
      .descriptor_type = type,
      .descriptor_count = count,
   };
   struct dral_descriptor_set_layout set = { 0 };
   struct dral_descriptor_binding_layout layout;
   struct dral_descriptor_table table;
   uint32_t units;
   int error;

#if RELEASE == 2403
   units = panvk_get_desc_stride(type) * count;
#else
   const struct panvk_descriptor_set_binding_layout own = { type, 1, 1 };

   units = type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK
              ? panvk_get_iub_desc_count(count)
              : panvk_get_desc_stride(&own) * count;
#endif
   error = dral_descriptor_table_init(4, RELEASE, version, 0, &table);
   if (error == 0)
      error = dral_descriptor_set_lay_out(&table, &binding, 1, &set, &layout,
                                          1);
   compared++;
   if (error != 0 || set.surface_size != units * PANVK_DESCRIPTOR_SIZE)
      printf("%" PRIu32 " descriptors of type %" PRIu32 " on v%" PRIu32
             ": panvk_descriptor_set_layout.h has %" PRIu32 " units, dral %"
             PRIu32 " bytes (%d)\n", count, type, version, units,
             set.surface_size, error);
}

int
main(void)
{
   static const uint32_t versions[] = { 6, 7, 10 };

   for (uint32_t v = 0; v < 3; v++) {
      for (uint32_t type = 0; type <= 10; type++) {
         /* Dynamic buffers are elsewhere. */
         for (uint32_t count = 1; count < 5 && type / 8 != 1 + type / 10;
              count++)
            compare(versions[v], type, count);
      }
#if RELEASE != 2403
      for (uint32_t bytes = 4; bytes < 100; bytes += 4)
         compare(versions[v], VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK, bytes);
#endif
   }
   printf("compared %" PRIu32 "\n", compared);
   return 0;
}
