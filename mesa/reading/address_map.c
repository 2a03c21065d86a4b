/* SPDX-License-Identifier: MIT */

/* The areas of ANV's function, compared with dral_address_map. */

#include "anv.h"
#include "dral_binding_table.h"

#include <inttypes.h>

#define mesa_logi(...) (void)0
#define INTEL_DEBUG(flag) 0
#define fprintf(...) (void)0
#include "pieces.c"
#undef fprintf

static const char *const names[] = {
   "general", "low heap", "binding tables", "internal surfaces",
   "scratch surfaces", "bindless surfaces", "indirect descriptors",
   "indirect push descriptors", "instructions", "dynamic states",
   "visible dynamic states", "push descriptor buffers", "auxiliary table",
   "high heap", "sparse resources", "null-initialized heap",
};

int
main(int argc, char **argv)
{
   static const uint64_t alignments[] = { 4096, 65536 };
   static const uint64_t sizes[] = { UINT64_C(1) << 48, UINT64_C(1) << 47,
                                     0xF00000000000, 0xF00000000001 };
   uint32_t compared = 0;

   for (int v = 1; v < argc; v++) {
      for (uint32_t i = 0; i < 16; i++) {
         const int version = atoi(argv[v]);
         struct anv_physical_device device = {
            .info = { version / 10, version, version >= 125,
                      alignments[i / 2 % 2] },
            .indirect_descriptors = i % 2,
            .gtt_size = sizes[i / 4],
         };
         struct dral_address_range ranges[DRAL_ADDRESS_AREA_COUNT];
         int error;

         /* Before 12.5, all descriptors are indirect. */
         if (version < 125 && i % 2 == 0)
            continue;
         anv_physical_device_init_va_ranges(&device);
         error = dral_address_map(RELEASE, version, i % 2,
                                  alignments[i / 2 % 2], sizes[i / 4],
                                  ranges, DRAL_ADDRESS_AREA_COUNT);
         const struct anv_va_range found[] = {
            device.va.general_state_pool, device.va.low_heap,
            device.va.binding_table_pool,
            device.va.internal_surface_state_pool,
            device.va.scratch_surface_state_pool,
            device.va.bindless_surface_state_pool,
            device.va.indirect_descriptor_pool,
            device.va.indirect_push_descriptor_pool,
            device.va.instruction_state_pool.size
               ? device.va.instruction_state_pool
               : device.va.shader_heap,
            device.va.dynamic_state_pool, device.va.dynamic_visible_pool,
            device.va.push_descriptor_buffer_pool, device.va.aux_tt_pool,
            device.va.high_heap, device.va.trtt,
            device.va.null_initialized_heap,
         };
         for (uint32_t a = 0; a < DRAL_ADDRESS_AREA_COUNT; a++) {
            compared++;
            if (error != 0 || found[a].addr != ranges[a].address ||
                found[a].size != ranges[a].size)
               printf("%s of version %d, indirect %" PRIu32 ": anv_va.c has "
                      "%#" PRIx64 " + %#" PRIx64 ", dral %#" PRIx64
                      " + %#" PRIx64 " (%d)\n",
                      names[a], version, i % 2, found[a].addr, found[a].size,
                      ranges[a].address, ranges[a].size, error);
         }
      }
   }
   printf("compared %" PRIu32 "\n", compared);
   return 0;
}
