/* SPDX-License-Identifier: MIT */

#include "varyings.h"

#include <inttypes.h>
#include <stdio.h>

#include "memory.h"

typedef void (*on_wrong)(void *data, enum check_defect defect,
                         const char *text);

/* Threads write `needed` bytes; with the padding of the last instance, they
 * would be `all`. */
static void
check_region(struct varyings *varyings, uint32_t number,
             const struct mali_record *record, uint64_t needed, uint64_t all,
             on_wrong wrong, void *data)
{
   uint64_t begin = record->pointer;
   char text[128];

   if (check_plant == DEFECT_VARYING_RESET && varyings->count)
      begin = varyings->regions[0].begin;
   if (check_plant == DEFECT_VARYING_BUFFER)
      begin = 64;

   const uint64_t end = begin + record->size;

   if (needed > record->size) {
      snprintf(text, sizeof(text),
               "varyings %" PRIu32 ": threads write %" PRIu64
               " bytes into a buffer of %" PRIu32,
               number, needed, record->size);
      wrong(data, all > UINT32_MAX ? DEFECT_VARYING_SIZE : DEFECT_NONE, text);
      return;
   }
   if (!memory_holds(begin, record->size)) {
      snprintf(text, sizeof(text),
               "varyings %" PRIu32 ": %" PRIu32 " bytes at 0x%" PRIx64
               " leave their buffer object",
               number, record->size, begin);
      wrong(data, DEFECT_VARYING_BUFFER, text);
      return;
   }
   for (uint32_t i = 0; i < varyings->count; i++) {
      if (begin < varyings->regions[i].end &&
          varyings->regions[i].begin < end) {
         snprintf(text, sizeof(text),
                  "varyings %" PRIu32 " at 0x%" PRIx64
                  " overwrite the varyings of an earlier draw",
                  number, begin);
         wrong(data, DEFECT_VARYING_RESET, text);
         return;
      }
   }
   if (varyings->count < VARYINGS_MOST) {
      varyings->regions[varyings->count].begin = begin;
      varyings->regions[varyings->count++].end = end;
   }
}

void
varyings_check(struct varyings *varyings, const struct work_draw *draw,
               on_wrong wrong, void *data)
{
   const uint64_t padded =
      draw->instances > 1 ? draw->vertex.instance_size : draw->vertices;
   const uint64_t threads = (draw->instances - 1) * padded + draw->vertices;
   struct mali_record record;

   if (!draw->vertex.varying_buffers)
      return;
   for (uint32_t i = 0; i < 3; i++) {
      if (!mali_record(draw->vertex.varying_buffers, i, &record)) {
         wrong(data, DEFECT_NONE, "there is no table of varyings");
         return;
      }
      if (record.stride)
         check_region(varyings, i, &record, threads * record.stride,
                      draw->instances * padded * record.stride, wrong, data);
      if (i == 1 && record.stride && draw->has_tiler &&
          draw->tiler.position != record.pointer)
         wrong(data, DEFECT_NONE, "the tiler reads other positions");
   }
}
