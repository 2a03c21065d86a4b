/* SPDX-License-Identifier: MIT */

#include "driver.h"

#include <errno.h>
#include <string.h>

/* The resource table of vertex buffers on v9. */
#define ATTRIBUTE_BUFFER_TABLE 2

static uint32_t
library_rate(const struct driver_buffer *buffer)
{
   return buffer->per_instance ? DRAL_RATE_INSTANCE : DRAL_RATE_VERTEX;
}

/* When vertex elements are created: rates, strides and divisors. */
static int
create_elements(struct driver_context *context, const char **reason)
{
   struct dral_vertex_buffer buffers[DRIVER_MAX_BUFFERS] = { { 0 } };
   unsigned i;

   for (i = 0; i < context->buffer_count; i++) {
      buffers[i].stride = context->buffers[i].stride;
      buffers[i].rate = library_rate(&context->buffers[i]);
      buffers[i].divisor = context->buffers[i].divisor;
   }
   *reason = "unknown architecture";
   return dral_vertex_state_prepare(
      context->architecture, DRAL_ROUNDING_DOCUMENTED,
      DRAL_TABLE_SHAPE_PACKED, 0, buffers, context->buffer_count,
      &context->state);
}

/* When vertex buffers are bound: addresses and sizes. */
static int
bind_buffers(struct driver_context *context, const char **reason)
{
   int status = 0;
   unsigned i;

   *reason = "an address of 2^56 or more, or a size that its low bits take "
             "beyond 32 bits";
   for (i = 0; i < context->buffer_count && status == 0; i++)
      status = dral_buffer_bind(context->buffers[i].address,
                                context->buffers[i].size, &context->bound[i]);
   return status;
}

/* v4 and v5. */
static int
build_ids(struct driver_tables *tables, const char **reason)
{
   struct dral_id_record vertex, instance;
   int status = dral_vertex_id_record(&tables->resolved, &vertex);

   *reason = "the draw has no id records";
   if (status == 0)
      status = dral_instance_id_record(&tables->resolved, &instance);
   if (status == 0)
      status = dral_id_record_pack(&vertex, tables->vertex_id);
   if (status == 0)
      status = dral_id_record_pack(&instance, tables->instance_id);
   return status;
}

static int
build_offsets(struct driver_context *context, const char **reason)
{
   struct driver_tables *tables = &context->tables;
   int status = 0;
   unsigned i;

   *reason = "the offset of the attribute does not fit 32 bits";
   for (i = 0; i < context->buffer_count && status == 0; i++)
      status = dral_vertex_state_offset(
         &context->state, &tables->resolved, i, &context->bound[i],
         context->buffers[i].source_offset, &tables->offsets[i]);
   return status;
}

/* For each draw on v4 to v7: resolved once, and written only where the key
 * differs from that of the words already there. */
static int
draw_with_records(struct driver_context *context,
                  const struct driver_draw *draw, const char **reason)
{
   const struct dral_draw info = {
      .architecture = context->architecture,
      .idvs = draw->idvs,
      .vertex_count = draw->vertex_count,
      .instance_count = draw->instance_count,
      .vertices_per_primitive = draw->vertices_per_primitive,
      .offset_start = draw->offset_start,
      .base_instance = draw->base_instance,
   };
   struct driver_tables *tables = &context->tables;
   const struct dral_vertex_state_key old = context->key;
   const bool is_first = !context->has_key;
   int status = dral_draw_resolve(&info, &tables->resolved);

   *reason = dral_draw_explain(&info);
   if (status != 0 || tables->resolved.threads == 0)
      return status;
   if (context->architecture <= 5)
      status = build_ids(tables, reason);
   if (status == 0) {
      *reason = "no vertex elements";
      status = dral_vertex_state_key(&context->state, &tables->resolved,
                                     &context->key);
   }
   if (status != 0)
      return status;
   /* Until everything is written. */
   context->has_key = false;

   tables->has_new_records = is_first || context->key.table != old.table;
   if (tables->has_new_records) {
      *reason = "the table does not fit";
      status = dral_vertex_state_table(
         &context->state, &tables->resolved, context->bound,
         context->buffer_count, tables->records, DRIVER_MAX_TABLE_WORDS,
         tables->slots, &tables->record_words);
   }
   tables->has_new_offsets = is_first || context->key.offsets != old.offsets
                             || context->key.moved != old.moved;
   if (status == 0 && tables->has_new_offsets)
      status = build_offsets(context, reason);
   context->has_key = status == 0;
   return status;
}

/* For each draw on v9 and later, where nothing is padded or resolved. */
static int
draw_with_attributes(struct driver_context *context,
                     const struct driver_draw *draw, const char **reason)
{
   struct driver_tables *tables = &context->tables;
   int status = 0;
   unsigned i;

   *reason = "unknown architecture, an offset of more than 32 bits or a "
             "format of more than 22";
   tables->resolved.threads =
      (uint64_t)draw->vertex_count * draw->instance_count;
   for (i = 0; i < context->buffer_count && status == 0; i++) {
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
         return -ERANGE;
      status = dral_valhall_attribute(&source, &attribute);
      if (status == 0)
         status = dral_valhall_attribute_pack(&attribute,
                                              tables->attributes[i]);
   }
   return status;
}

int
driver_build_tables(struct driver_context *context, unsigned architecture,
                    const struct driver_draw *draw, const char **reason)
{
   int status = 0;

   if (!draw->same_buffers) {
      memset(context, 0, sizeof *context);
      context->architecture = architecture;
      context->buffer_count = draw->buffer_count;
      memcpy(context->buffers, draw->buffers, sizeof context->buffers);
      if (architecture < 9)
         status = create_elements(context, reason);
      if (status == 0 && architecture < 9)
         status = bind_buffers(context, reason);
      if (status != 0)
         return status;
      context->is_bound = true;
   }
   if (!context->is_bound) {
      *reason = "its buffers were refused";
      return -EINVAL;
   }
   return architecture < 9 ? draw_with_records(context, draw, reason)
                           : draw_with_attributes(context, draw, reason);
}
