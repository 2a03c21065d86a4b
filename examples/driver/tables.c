/* SPDX-License-Identifier: MIT */

#include "driver.h"

#include <string.h>

/* The resource table of vertex buffers on v9. */
#define ATTRIBUTE_BUFFER_TABLE 2

/* R32UI with the component order R001, on v4 and v5. */
#define ID_FORMAT 0x85B20u

static uint32_t
library_rate(const struct driver_buffer *buffer)
{
   return buffer->per_instance ? DRAL_RATE_INSTANCE : DRAL_RATE_VERTEX;
}

/* When vertex elements are created: rates, strides, divisors and attributes,
 * here one in each buffer. */
static int
create_elements(struct driver_context *context, unsigned architecture)
{
   struct dral_vertex_buffer buffers[DRIVER_MAX_BUFFERS] = { { 0 } };
   struct dral_vertex_element elements[DRIVER_MAX_BUFFERS];
   const struct dral_vertex_state_info info = {
      .architecture = architecture,
      .buffers = buffers,
      .buffer_count = context->buffer_count,
      .elements = elements,
      .element_count = context->buffer_count,
   };
   unsigned i;

   for (i = 0; i < context->buffer_count; i++) {
      buffers[i].stride = context->buffers[i].stride;
      buffers[i].rate = library_rate(&context->buffers[i]);
      buffers[i].divisor = context->buffers[i].divisor;
      elements[i].buffer = i;
      elements[i].format = context->buffers[i].format;
      elements[i].source_offset = context->buffers[i].source_offset;
   }
   return dral_vertex_state_prepare(&context->state, &info);
}

/* When vertex buffers are bound: addresses and sizes. */
static int
bind_buffers(struct driver_context *context)
{
   int error = 0;
   unsigned i;

   for (i = 0; i < context->buffer_count && error == 0; i++)
      error = dral_bound_buffer_init(&context->bound[i],
                                     context->buffers[i].address,
                                     context->buffers[i].size);
   return error;
}

void
driver_begin_commands(struct driver_context *context)
{
   context->table_count = 0;
   context->descriptor_count = 0;
   memset(&context->written, 0, sizeof context->written);
}

/* A new table: the records, and on v4 and v5 the id records after them. */
static int
build_records(struct driver_context *context)
{
   struct driver_tables *tables = &context->tables;
   struct driver_table *table = &context->table_memory[context->table_count];
   int words;

   if (context->table_count == DRIVER_MAX_SETS)
      return DRIVER_NO_MEMORY;
   tables->table = context->table_count++;
   words = dral_vertex_state_table(
      &context->state, &tables->draw, context->bound, context->buffer_count,
      table->records, DRIVER_MAX_TABLE_WORDS);
   if (words < 0)
      return words;
   table->record_words = (unsigned)words;
   if (context->architecture >= 6)
      return 0;
   /* Without a zero slot at the end, the table ends where the ids begin. */
   table->record_words += 8;
   return dral_id_records(&tables->draw, &table->records[words]);
}

/* New descriptors of the attributes: slots, formats and offsets. */
static int
build_descriptors(struct driver_context *context)
{
   struct driver_tables *tables = &context->tables;
   struct driver_descriptors *descriptors =
      &context->descriptor_memory[context->descriptor_count];
   const int slot = dral_vertex_state_end(&context->state, &tables->draw);
   unsigned i;
   int words;

   if (context->descriptor_count == DRIVER_MAX_SETS)
      return DRIVER_NO_MEMORY;
   tables->descriptors = context->descriptor_count++;
   words = dral_vertex_state_attributes(
      &context->state, &tables->draw, context->bound, context->buffer_count,
      descriptors->attributes[0], 2 * DRIVER_MAX_BUFFERS);
   if (words < 0)
      return words;
   if (slot < 0)
      return slot;
   for (i = 0; i < 2; i++) {
      descriptors->ids[i][0] =
         ((uint32_t)slot + i) | 1 << 9 | ID_FORMAT << 10;
      descriptors->ids[i][1] = 0;
   }
   return 0;
}

/* For each draw on v4 to v7: writes only words that the newest ones lack. */
static int
draw_with_records(struct driver_context *context,
                  const struct driver_draw *source)
{
   const struct dral_draw_info info = {
      .architecture = context->architecture,
      .idvs = source->idvs ? DRAL_IDVS_YES : DRAL_IDVS_NO,
      .vertex_count = source->vertex_count,
      .instance_count = source->instance_count,
      .vertices_per_primitive = source->vertices_per_primitive,
      .offset_start = source->offset_start,
      .base_instance = source->base_instance,
   };
   struct driver_tables *tables = &context->tables;
   struct dral_written *written = &context->written;
   int to_write, error = dral_draw_resolve(&tables->draw, &info);

   tables->threads = tables->draw.threads;
   if (error != 0 || tables->threads == 0)
      return error;
   to_write = dral_words_to_write(written, &context->state, &tables->draw,
                                  context->bound, context->buffer_count);
   if (to_write < 0)
      return to_write;
   tables->new_words = (uint32_t)to_write;
   if (to_write & DRAL_WORDS_TABLE) {
      error = build_records(context);
      if (error < 0)
         return error;
      written->words |= DRAL_WORDS_TABLE;
   }
   if (to_write & DRAL_WORDS_ATTRIBUTES) {
      error = build_descriptors(context);
      if (error < 0)
         return error;
      written->words |= DRAL_WORDS_ATTRIBUTES;
   }
   return 0;
}

/* For each draw on v9 and later, where nothing is padded or resolved. */
static int
draw_with_attributes(struct driver_context *context,
                     const struct driver_draw *draw)
{
   struct driver_tables *tables = &context->tables;
   int error = 0;
   unsigned i;

   tables->threads = (uint64_t)draw->vertex_count * draw->instance_count;
   for (i = 0; i < context->buffer_count && error == 0; i++) {
      const struct driver_buffer *buffer = &context->buffers[i];
      const struct dral_valhall_source source = {
         .architecture = context->architecture,
         .rate = library_rate(buffer),
         .divisor = buffer->divisor,
         .stride = buffer->stride,
         .format = buffer->format,
         .table = ATTRIBUTE_BUFFER_TABLE,
         .buffer_index = i,
         .offset = (int32_t)buffer->source_offset,
         .base_instance = draw->base_instance,
      };

      if (buffer->source_offset > INT32_MAX)
         return DRAL_ERROR_OFFSET_RANGE;
      error = dral_valhall_attribute(&source, tables->attributes[i]);
   }
   return error;
}

int
driver_build_tables(struct driver_context *context, unsigned architecture,
                    const struct driver_draw *draw)
{
   int error = 0;

   if (!draw->same_buffers) {
      context->architecture = 0;
      context->buffer_count = draw->buffer_count;
      memcpy(context->buffers, draw->buffers, sizeof context->buffers);
      if (architecture < 9)
         error = create_elements(context, architecture);
      if (architecture < 9 && error == 0)
         error = bind_buffers(context);
      if (error != 0)
         return error;
      context->architecture = architecture;
   }
   if (context->architecture == 0)
      return DRAL_ERROR_NOT_PREPARED;
   return architecture < 9 ? draw_with_records(context, draw)
                           : draw_with_attributes(context, draw);
}
