/* SPDX-License-Identifier: MIT */

#include "driver.h"

#include <string.h>

/* The resource table of vertex buffers on v9. */
#define ATTRIBUTE_BUFFER_TABLE 2

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

/* v4 and v5. */
static int
build_ids(struct driver_tables *tables)
{
   struct dral_id_record vertex, instance;
   int error = dral_vertex_id_record(&tables->draw, &vertex);

   if (error == 0)
      error = dral_instance_id_record(&tables->draw, &instance);
   if (error == 0)
      error = dral_id_record_pack(&vertex, tables->vertex_id);
   if (error == 0)
      error = dral_id_record_pack(&instance, tables->instance_id);
   return error;
}

/* The records, and what else depends on the padded count. */
static int
build_records(struct driver_context *context)
{
   struct driver_tables *tables = &context->tables;
   const int words = dral_vertex_state_table(
      &context->state, &tables->draw, context->bound, tables->records,
      DRIVER_MAX_TABLE_WORDS);

   if (words < 0)
      return words;
   tables->record_words = (unsigned)words;
   return context->architecture <= 5 ? build_ids(tables) : 0;
}

/* The descriptors of the attributes: slots, formats and offsets. */
static int
build_descriptors(struct driver_context *context)
{
   struct driver_tables *tables = &context->tables;

   return dral_vertex_state_attributes(
      &context->state, &tables->draw, context->bound,
      tables->descriptors[0], 2 * DRIVER_MAX_BUFFERS);
}

/* For each draw on v4 to v7: written only where a key differs from that of
 * the words already there. */
static int
draw_with_records(struct driver_context *context,
                  const struct driver_draw *source)
{
   struct driver_tables *tables = &context->tables;
   struct dral_draw *draw = &tables->draw;
   int error;

   draw->architecture = context->architecture;
   error = dral_draw_next(draw, source->vertex_count,
                          source->instance_count, source->offset_start,
                          source->base_instance,
                          source->vertices_per_primitive, source->idvs);
   if (error != 0 || draw->threads == 0)
      return error;

   tables->has_new_records = draw->table_key != context->record_key;
   tables->has_new_descriptors = !dral_vertex_state_same_attributes(
      &context->state, context->descriptor_key, context->offset_key, draw);
   if (tables->has_new_records) {
      /* Until it is written. */
      context->record_key = 0;
      error = build_records(context);
      if (error < 0)
         return error;
      context->record_key = draw->table_key;
   }
   if (tables->has_new_descriptors) {
      context->descriptor_key = 0;
      error = build_descriptors(context);
      if (error < 0)
         return error;
      context->descriptor_key = draw->table_key;
      context->offset_key = draw->offset_key;
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

   tables->draw.threads = (uint64_t)draw->vertex_count * draw->instance_count;
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
      struct dral_valhall_attribute attribute;

      if (buffer->source_offset > INT32_MAX)
         return DRAL_ERROR_OFFSET_RANGE;
      error = dral_valhall_attribute(&source, &attribute);
      if (error == 0)
         error = dral_valhall_attribute_pack(&attribute,
                                             tables->attributes[i]);
   }
   return error;
}

int
driver_build_tables(struct driver_context *context, unsigned architecture,
                    const struct driver_draw *draw)
{
   int error = 0;

   if (!draw->same_buffers) {
      memset(context, 0, sizeof *context);
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
