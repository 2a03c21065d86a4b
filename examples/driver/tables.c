/* SPDX-License-Identifier: MIT */

#include "tables.h"

#include <errno.h>
#include <string.h>

/* The resource table that drivers keep vertex buffers in on v9. */
#define ATTRIBUTE_BUFFER_TABLE 2

static const char offset_too_large[] =
   "the offset of the attribute does not fit 32 bits";

static int
refuse(struct driver_refusal *refusal, int status, int buffer,
       const char *reason)
{
   refusal->buffer = buffer;
   refusal->reason = reason;
   return status;
}

static struct dral_draw
library_draw(unsigned architecture, const struct driver_draw *draw)
{
   const struct dral_draw result = {
      .architecture = architecture,
      .idvs = draw->idvs,
      .vertex_count = draw->vertex_count,
      .instance_count = draw->instance_count,
      .vertices_per_primitive = draw->vertices_per_primitive,
      .offset_start = draw->offset_start,
      .base_instance = draw->base_instance,
   };

   return result;
}

static struct dral_vertex_buffer
library_buffer(const struct driver_buffer *buffer)
{
   const struct dral_vertex_buffer result = {
      .address = buffer->address,
      .size = buffer->size,
      .stride = buffer->stride,
      .rate = buffer->per_instance ? DRAL_RATE_INSTANCE : DRAL_RATE_VERTEX,
      .divisor = buffer->divisor,
   };

   return result;
}

/* v4 to v7. */
static int
build_records(const struct dral_draw *info, const struct driver_draw *draw,
              struct driver_tables *tables, struct driver_refusal *refusal)
{
   struct dral_vertex_buffer buffers[DRIVER_MAX_BUFFERS];
   struct dral_attribute_record record;
   unsigned i;
   int status;

   for (i = 0; i < draw->buffer_count; i++) {
      buffers[i] = library_buffer(&draw->buffers[i]);

      /* One by one first, to know which is refused. */
      status = dral_attribute_record(info, &buffers[i], &record);
      if (status != 0) {
         return refuse(refusal, status, (int)i,
                       dral_attribute_explain(info, &buffers[i]));
      }
      status = dral_attribute_offset(info, &buffers[i],
                                     draw->buffers[i].source_offset,
                                     &tables->offsets[i]);
      if (status != 0)
         return refuse(refusal, status, (int)i, offset_too_large);
   }

   status = dral_attribute_table_pack(info, buffers, draw->buffer_count,
                                      tables->records,
                                      DRIVER_MAX_TABLE_WORDS, tables->slots,
                                      &tables->record_words);
   if (status != 0)
      return refuse(refusal, status, -1, "the table does not fit");
   return 0;
}

/* v4 and v5. */
static int
build_ids(const struct dral_draw *info, struct driver_tables *tables,
          struct driver_refusal *refusal)
{
   struct dral_id_record vertex, instance;
   int status = dral_vertex_id_record(info, &vertex);

   if (status == 0)
      status = dral_instance_id_record(info, &instance);
   if (status == 0)
      status = dral_id_record_pack(&vertex, tables->vertex_id);
   if (status == 0)
      status = dral_id_record_pack(&instance, tables->instance_id);
   if (status != 0)
      return refuse(refusal, status, -1, "the draw has no id records");
   return 0;
}

/* The base instance goes into the offset, which the library takes as it
 * is. */
static int
valhall_offset(const struct driver_draw *draw,
               const struct driver_buffer *buffer, int32_t *offset)
{
   uint64_t sum = buffer->source_offset;

   if (buffer->per_instance)
      sum += (uint64_t)draw->base_instance * buffer->stride;
   if (sum > INT32_MAX)
      return -ERANGE;
   *offset = (int32_t)sum;
   return 0;
}

/* v9 on. */
static int
build_attributes(unsigned architecture, const struct driver_draw *draw,
                 struct driver_tables *tables,
                 struct driver_refusal *refusal)
{
   unsigned i;

   for (i = 0; i < draw->buffer_count; i++) {
      const struct driver_buffer *buffer = &draw->buffers[i];
      struct dral_valhall_source source = {
         .architecture = architecture,
         .rate = buffer->per_instance ? DRAL_RATE_INSTANCE
                                      : DRAL_RATE_VERTEX,
         .divisor = buffer->divisor,
         .stride = buffer->stride,
         .format = buffer->format,
         .table = ATTRIBUTE_BUFFER_TABLE,
         .buffer_index = i,
      };
      struct dral_valhall_attribute attribute;
      int status = valhall_offset(draw, buffer, &source.offset);

      if (status != 0)
         return refuse(refusal, status, (int)i, offset_too_large);
      status = dral_valhall_attribute(&source, &attribute);
      if (status == 0)
         status = dral_valhall_attribute_pack(&attribute,
                                              tables->attributes[i]);
      if (status != 0)
         return refuse(refusal, status, (int)i,
                       "unknown architecture, or a format of more than 22 "
                       "bits");
   }
   return 0;
}

int
driver_build_tables(unsigned architecture, const struct driver_draw *draw,
                    struct driver_tables *tables,
                    struct driver_refusal *refusal)
{
   const struct dral_draw info = library_draw(architecture, draw);
   int status;

   memset(tables, 0, sizeof *tables);
   tables->architecture = architecture;

   if (architecture >= 9) {
      /* Nothing to resolve: no record depends on the counts. */
      if (draw->vertex_count == 0 || draw->instance_count == 0)
         return refuse(refusal, -EINVAL, -1, "nothing is dispatched");
      return build_attributes(architecture, draw, tables, refusal);
   }

   status = dral_draw_resolve(&info, &tables->resolved);
   if (status != 0)
      return refuse(refusal, status, -1, dral_draw_explain(&info));
   if (architecture <= 5) {
      status = build_ids(&info, tables, refusal);
      if (status != 0)
         return status;
   }
   return build_records(&info, draw, tables, refusal);
}
