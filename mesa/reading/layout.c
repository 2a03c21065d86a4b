/* SPDX-License-Identifier: MIT */

/* The data, sizes and alignments that ANV's functions return for each type in
 * each model, compared with dral_descriptor_type_find. */

#include "anv.h"
#include "dral_descriptor_layout.h"

#include <inttypes.h>
#include <stddef.h>

#define align(value, alignment) align64(value, alignment)
#define ALIGN(value, alignment) align64(value, alignment)

#include "pieces.c"

static const uint32_t types[] = {
   0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1000138000, 1000150000, 1000351000,
};

static uint32_t compared;

static void
compare(const struct anv_physical_device *device, uint32_t model,
        uint32_t set_flags, uint32_t type)
{
   const bool is_mutable = type == 1000351000;
   const bool is_inline = type == 1000138000;
   struct dral_descriptor_table table;
   struct dral_descriptor_type_layout own;
   uint16_t surface_size, sampler_size;
   unsigned surface_alignment, sampler_alignment;
   uint32_t data;
   int error;

   error = dral_descriptor_table_init(model, RELEASE, device->info.verx10,
                                      set_flags, &table);
   if (error == 0)
      error = dral_descriptor_type_find(&table, type, NULL, 0, &own);
   /* Descriptor buffers have no mutable combined image samplers. */
   if (model == 3 && is_mutable)
      return;
   if (is_mutable) {
      data = anv_descriptor_data_for_mutable_type(device, model, set_flags,
                                                  NULL, 0);
      anv_descriptor_size_for_mutable_type(device, model, set_flags, NULL, 0,
                                           &surface_size, &sampler_size);
   } else {
      data = anv_descriptor_data_for_type(device, model, set_flags, type);
      anv_descriptor_data_size(data, model, &surface_size, &sampler_size);
   }
   anv_descriptor_data_alignment(data, model, &surface_alignment,
                                 &sampler_alignment);
   compared++;
   if (error != 0 || own.data != data || own.surface_size != surface_size ||
       own.sampler_size != sampler_size ||
       own.surface_alignment != surface_alignment ||
       own.sampler_alignment != sampler_alignment)
      printf("type %" PRIu32 " of model %" PRIu32 ", version %d, set flags %#"
             PRIx32 ": anv_descriptor_set.c has data %03x, %d bytes aligned "
             "to %u, sampler %d to %u; dral %03x, %d to %u, %d to %u (%d)\n",
             type, model, device->info.verx10, set_flags, data, surface_size,
             surface_alignment, sampler_size, sampler_alignment, own.data,
             own.surface_size, own.surface_alignment, own.sampler_size,
             own.sampler_alignment, error);
}

/* The bytes of the driver's structures. */
static void
compare_structures(void)
{
   const struct anv_sampled_image_descriptor sampled = { 0x1040, 0x60 };
   const struct anv_address_range_descriptor range = {
      .address = 0x123456789A0,
      .range = 0x4321,
   };
   const struct anv_storage_image_descriptor storage = {
      .vanilla = 0x1000,
      .image_depth = 4,
#if RELEASE != 2403
      .image_address = 0x123456789A0,
      .tile_mode = UINT32_MAX,
      .row_pitch_B = 512,
      .qpitch = 64,
      .format = 7,
      .min_array_element = 3,
#endif
   };
   const struct dral_descriptor_storage_image image = {
      0x1000, 4, 0x123456789A0, 1, 512, 64, 7, 3
   };
   const struct {
      const char *name;
      const void *bytes;
      size_t size;
   } found[] = {
      { "anv_sampled_image_descriptor", &sampled, sizeof sampled },
      { "anv_storage_image_descriptor", &storage, sizeof storage },
      { "anv_address_range_descriptor", &range, sizeof range },
   };
   struct dral_descriptor_structure words[3];

   if (dral_descriptor_sampled_image_pack(0x1040, 0x60, &words[0]) != 0 ||
       dral_descriptor_storage_image_pack(RELEASE, &image, &words[1]) != 0 ||
       dral_descriptor_address_range_pack(0x123456789A0, 0x4321, &words[2]))
      printf("a structure is refused\n");
   for (uint32_t i = 0; i < 3; i++) {
      compared++;
      if (found[i].size != 4 * words[i].count ||
          memcmp(found[i].bytes, words[i].words, found[i].size) != 0)
         printf("anv_private.h: %s has other bytes\n", found[i].name);
   }
}

int
main(int argc, char **argv)
{
   static const uint32_t flags[] = { 0, 1, 2, 32 };

   for (int v = 1; v < argc; v++) {
      const int version = atoi(argv[v]);

      for (uint32_t model = 1; model <= 3; model++) {
         const struct anv_physical_device device = {
            .info = { version / 10, version, version >= 125, 4096 },
            .indirect_descriptors = model == 1 || version < 125,
            .uses_ex_bso = version >= 125,
         };

         if (model == 2 && version < 125)
            continue;
         for (uint32_t f = 0; f < 4; f++) {
            for (uint32_t t = 0; t < sizeof types / sizeof types[0]; t++) {
               const uint32_t set_flags = flags[f] | (model == 3 ? 16 : 0);

               /* The library's table has the samplers that are not embedded;
                * a layout leaves them out. */
               if ((set_flags & 32) && types[t] == 0)
                  continue;
               compare(&device, model, set_flags, types[t]);
            }
         }
      }
   }
   compare_structures();
   printf("compared %" PRIu32 "\n", compared);
   return 0;
}
