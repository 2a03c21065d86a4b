/* SPDX-License-Identifier: MIT */

#include "tables.h"

#include <errno.h>
#include <string.h>

/* The resource table of vertex buffers on v9. */
#define ATTRIBUTE_BUFFER_TABLE 2

static int
refuse(struct driver_refusal *refusal, int status, int buffer,
       const char *reason)
{
   refusal->buffer = buffer;
   refusal->reason = reason;
   return status;
}

static uint32_t
library_rate(const struct driver_buffer *buffer)
{
   return buffer->per_instance ? DRAL_RATE_INSTANCE : DRAL_RATE_VERTEX;
}

/* When vertex elements are created: rates, strides and divisors. */
static int
create_elements(struct driver_context *context,
                struct driver_refusal *refusal)
{
   struct dral_vertex_buffer buffers[DRIVER_MAX_BUFFERS] = { { 0 } };
   unsigned i;
   int status;

   for (i = 0; i < context->buffer_count; i++) {
      buffers[i].stride = context->buffers[i].stride;
      buffers[i].rate = library_rate(&context->buffers[i]);
      buffers[i].divisor = context->buffers[i].divisor;
   }
   status = dral_vertex_state_prepare(
      context->architecture, DRAL_ROUNDING_DOCUMENTED,
      DRAL_TABLE_SHAPE_PACKED, 0, buffers, context->buffer_count,
      &context->state);
   if (status != 0)
      return refuse(refusal, status, -1, "unknown architecture");
   return 0;
}

/* When vertex buffers are bound: addresses and sizes. */
static int
bind_buffers(struct driver_context *context, struct driver_refusal *refusal)
{
   unsigned i;

   for (i = 0; i < context->buffer_count; i++) {
      const struct driver_buffer *buffer = &context->buffers[i];
      const int status = dral_buffer_bind(buffer->address, buffer->size,
                                          &context->bound[i]);

      if (status != 0) {
         return refuse(refusal, status, (int)i,
                       "an address of 2^56 or more, or a size that its low "
                       "bits take beyond 32 bits");
      }
   }
   return 0;
}

/* v4 and v5. */
static int
build_ids(struct driver_tables *tables, struct driver_refusal *refusal)
{
   struct dral_id_record vertex, instance;
   int status = dral_vertex_id_record(&tables->resolved, &vertex);

   if (status == 0)
      status = dral_instance_id_record(&tables->resolved, &instance);
   if (status == 0)
      status = dral_id_record_pack(&vertex, tables->vertex_id);
   if (status == 0)
      status = dral_id_record_pack(&instance, tables->instance_id);
   if (status != 0)
      return refuse(refusal, status, -1, "the draw has no id records");
   return 0;
}

static int
build_offsets(struct driver_context *context, struct driver_refusal *refusal)
{
   struct driver_tables *tables = &context->tables;
   unsigned i;

   for (i = 0; i < context->buffer_count; i++) {
      const int status = dral_vertex_state_offset(
         &context->state, &tables->resolved, i, &context->bound[i],
         context->buffers[i].source_offset, &tables->offsets[i]);

      if (status != 0)
         return refuse(refusal, status, (int)i,
                       "the offset of the attribute does not fit 32 bits");
   }
   return 0;
}

/* For each draw on v4 to v7: resolved once, and written only where the key
 * differs from that of the words already there. */
static int
draw_with_records(struct driver_context *context,
                  const struct driver_draw *draw,
                  struct driver_refusal *refusal)
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

   if (status != 0)
      return refuse(refusal, status, -1, dral_draw_explain(&info));
   if (tables->resolved.threads == 0)
      return 0;
   if (context->architecture <= 5) {
      status = build_ids(tables, refusal);
      if (status != 0)
         return status;
   }

   status = dral_vertex_state_key(&context->state, &tables->resolved,
                                  &context->key);
   if (status != 0)
      return refuse(refusal, status, -1, "no vertex elements");
   /* Until everything is written. */
   context->has_key = false;

   tables->has_new_records = is_first || context->key.table != old.table;
   if (tables->has_new_records) {
      status = dral_vertex_state_table(
         &context->state, &tables->resolved, context->bound,
         context->buffer_count, tables->records, DRIVER_MAX_TABLE_WORDS,
         tables->slots, &tables->record_words);
      if (status != 0)
         return refuse(refusal, status, -1, "the table does not fit");
   }
   tables->has_new_offsets = is_first || context->key.offsets != old.offsets
                             || context->key.moved != old.moved;
   if (tables->has_new_offsets) {
      status = build_offsets(context, refusal);
      if (status != 0)
         return status;
   }
   context->has_key = true;
   return 0;
}

/* For each draw on v9 and later, where nothing is padded or resolved. */
static int
draw_with_attributes(struct driver_context *context,
                     const struct driver_draw *draw,
                     struct driver_refusal *refusal)
{
   struct driver_tables *tables = &context->tables;
   unsigned i;

   tables->resolved.threads =
      (uint64_t)draw->vertex_count * draw->instance_count;
   for (i = 0; i < context->buffer_count; i++) {
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
      int status = buffer->source_offset > INT32_MAX ? -ERANGE : 0;

      if (status == 0)
         status = dral_valhall_attribute(&source, &attribute);
      if (status == 0)
         status = dral_valhall_attribute_pack(&attribute,
                                              tables->attributes[i]);
      if (status != 0) {
         return refuse(refusal, status, (int)i,
                       status == -ERANGE ? "an offset of more than 32 bits "
                                           "or a format of more than 22"
                                         : "unknown architecture");
      }
   }
   return 0;
}

int
driver_build_tables(struct driver_context *context, unsigned architecture,
                    const struct driver_draw *draw,
                    struct driver_refusal *refusal)
{
   int status = 0;

   if (!draw->same_buffers) {
      memset(context, 0, sizeof *context);
      context->architecture = architecture;
      context->buffer_count = draw->buffer_count;
      memcpy(context->buffers, draw->buffers, sizeof context->buffers);
      if (architecture < 9)
         status = create_elements(context, refusal);
      if (status == 0 && architecture < 9)
         status = bind_buffers(context, refusal);
      if (status != 0)
         return status;
      context->is_bound = true;
   }
   if (!context->is_bound)
      return refuse(refusal, -EINVAL, -1, "its buffers were refused");
   return architecture < 9 ? draw_with_records(context, draw, refusal)
                           : draw_with_attributes(context, draw, refusal);
}
