/* SPDX-License-Identifier: MIT */

#include "harness/text.h"

#include <inttypes.h>
#include <stdio.h>

#define TEXT_LENGTH 512
#define WORD_LENGTH 9

const char *
draw_text(const struct dral_draw_info *draw)
{
   static char text[TEXT_LENGTH];

   snprintf(text, sizeof text,
            "draw v%" PRIu32 " rule %" PRIu32 " rounding %" PRIu32
            " idvs %" PRIu32 " vertices %" PRIu32 " instances %" PRIu32
            " per primitive %" PRIu32 " start %" PRId32 " base %" PRIu32
            " primitive size %" PRIu32,
            draw->architecture, draw->padding_rule, draw->rounding,
            draw->idvs, draw->vertex_count, draw->instance_count,
            draw->vertices_per_primitive, draw->offset_start,
            draw->base_instance, draw->primitive_size_rule);
   return text;
}

const char *
buffer_text(const struct dral_vertex_buffer *buffer)
{
   static char text[TEXT_LENGTH];

   snprintf(text, sizeof text,
            "buffer 0x%" PRIX64 " size %" PRIu64 " stride %" PRIu32
            " rate %" PRIu32 " divisor %" PRIu32,
            buffer->address, buffer->size, buffer->stride, buffer->rate,
            buffer->divisor);
   return text;
}

const char *
valhall_text(const struct dral_valhall_source *source)
{
   static char text[TEXT_LENGTH];

   snprintf(text, sizeof text,
            "attribute v%" PRIu32 " rounding %" PRIu32 " rate %" PRIu32
            " divisor %" PRIu32 " stride %" PRIu32 " format 0x%" PRIX32
            " table %" PRIu32 " buffer %" PRIu32 " offset %" PRId32
            " base %" PRIu32 " divisor one %" PRIu32,
            source->architecture, source->rounding, source->rate,
            source->divisor, source->stride, source->format, source->table,
            source->buffer_index, source->offset, source->base_instance,
            source->divisor_one);
   return text;
}

const char *
words_text(const uint32_t *words, size_t count)
{
   static char text[8 * WORD_LENGTH + 1];
   size_t i;

   text[0] = '\0';
   for (i = 0; i < count && i < 8; i++) {
      snprintf(text + i * WORD_LENGTH, sizeof text - i * WORD_LENGTH,
               "%08" PRIx32 " ", words[i]);
   }
   return text;
}
