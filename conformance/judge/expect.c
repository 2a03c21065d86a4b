/* SPDX-License-Identifier: MIT */

#include "expect.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "memory.h"

static void __attribute__((format(printf, 4, 5)))
wrong(struct expect *expect, const struct expect_draw *draw,
      enum check_defect defect, const char *format, ...)
{
   char text[160];
   va_list list;

   va_start(list, format);
   vsnprintf(text, sizeof(text), format, list);
   va_end(list);
   expect->wrong(expect->data, draw, defect, text);
}

/* ---- What is expected -------------------------------------------------- */

int32_t
expect_first(const struct expect_draw *draw)
{
   return draw->index_bytes ? draw->vertex_offset : (int32_t)draw->first;
}

/* False: it restarts. */
static bool
index_of(const struct expect_draw *draw, uint32_t number, uint32_t *index)
{
   const uint32_t bytes = draw->index_bytes;

   *index = number;
   if (!bytes)
      return true;
   *index = 0;
   memcpy(index,
          (const void *)(uintptr_t)(draw->indices + (uint64_t)number * bytes),
          bytes);
   return !draw->restart ||
          *index != (bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1);
}

void
expect_range(struct expect_draw *draw)
{
   uint32_t low = UINT32_MAX, high = 0, index;

   if (!draw->instances || !draw->count)
      return;
   if (!draw->index_bytes) {
      draw->range = draw->count;
      return;
   }
   for (uint32_t i = 0; i < draw->count; i++) {
      if (!index_of(draw, i, &index))
         continue;
      low = index < low ? index : low;
      high = index > high ? index : high;
   }
   if (low > high)
      return;
   draw->range = (uint64_t)high - low + 1;
   draw->smallest = low;
}

void
expect_begin(struct expect *expect, enum work_order order)
{
   expect->order = order;
   expect->varyings.count = 0;
   expect->this_draw = NULL;
   expect->after_indirect = false;
}

/* ---- Counts and indices ------------------------------------------------ */

static void
check_indices(struct expect *expect, const struct expect_draw *draw,
              const struct work_draw *work)
{
   const struct mali_idvs *idvs = &work->idvs, *last = &expect->last_idvs;
   const uint64_t bytes = draw->index_bytes;
   const uint64_t end = (idvs->first_index + (uint64_t)draw->count) * bytes;
   const uint64_t indices =
      work->has_idvs ? idvs->indices + idvs->first_index * bytes
                     : work->primitive.indices;
   const bool restarts =
      work->has_idvs ? idvs->restart : work->primitive.restart;
   const enum check_defect defect =
      work->has_idvs && idvs->indices == last->indices
         ? explain_register(expect, idvs->first_index, last->first_index,
                            DEFECT_INDICES)
         : DEFECT_INDICES;

   if (!bytes)
      return;
   if (!expect->byte && indices != draw->indices) {
      wrong(expect, draw, defect,
            "indices are read at 0x%" PRIx64 ", not 0x%" PRIx64, indices,
            draw->indices);
      return;
   }
   if (!memory_holds(indices, draw->count * bytes) ||
       (work->has_idvs && end > idvs->index_size)) {
      wrong(expect, draw, defect, "indices are read outside");
      return;
   }
   for (uint32_t i = 0; i < draw->count; i++) {
      uint32_t index, word = 0;
      const bool shaded = index_of(draw, i, &index);

      memcpy(&word, (const void *)(uintptr_t)(indices + i * bytes), bytes);
      if (word != index)
         wrong(expect, draw, defect,
               "index %" PRIu32 " is %" PRIu32 ", not %" PRIu32, i, word,
               index);
      else if (!shaded && !restarts)
         wrong(expect, draw, DEFECT_INDICES,
               "index %" PRIu32 " does not restart", i);
      else
         continue;
      return;
   }
}

/* Bits that an invocation needs for a count. */
static uint32_t
bits_of(uint64_t count)
{
   return count > 1 ? 64 - (uint32_t)__builtin_clzll(count - 1) : 0;
}

/* v4 to v7 */
static bool
check_job(struct expect *expect, const struct expect_draw *draw,
          const struct work_draw *work)
{
   const uint64_t range = draw->range;
   const uint32_t instances = draw->instances;
   const int32_t start = expect_first(draw) + (int32_t)draw->smallest;

   if (range == 0) {
      if (work->vertices || check_plant == DEFECT_EMPTY)
         wrong(expect, draw, DEFECT_EMPTY,
               "nothing to draw, but %" PRIu64 " vertices run",
               work->vertices);
      return false;
   }
   if (work->vertices != range || work->instances != instances) {
      wrong(expect, draw,
            bits_of(range) + bits_of(instances) > 32 ? DEFECT_INVOCATION
                                                     : DEFECT_COUNTS,
            "%" PRIu64 " vertices x %" PRIu64 " instances run, not %" PRIu64
            " x %" PRIu32,
            work->vertices, work->instances, range, instances);
      return false;
   }
   if (work->vertex.offset_start != start) {
      wrong(expect, draw, DEFECT_VERTEX_OFFSET,
            "the draw starts at %" PRId32 ", not %" PRId32,
            work->vertex.offset_start, start);
      return false;
   }
   if (range > 1 && instances > 1 && work->vertex.instance_size < range) {
      wrong(expect, draw, DEFECT_NONE,
            "instances of %" PRIu64 " vertices are padded to %" PRIu32, range,
            work->vertex.instance_size);
      return false;
   }
   return true;
}

static void
check_tiler(struct expect *expect, const struct expect_draw *draw,
            const struct work_draw *work)
{
   const struct mali_draw *tiler = &work->tiler, *vertex = &work->vertex;
   const struct mali_primitive *primitive = &work->primitive;

   if (!work->has_tiler)
      return;
   if (tiler->offset_start != vertex->offset_start ||
       tiler->instance_size != vertex->instance_size)
      wrong(expect, draw, DEFECT_NONE,
            "the tiler starts at %" PRId32 " with instances of %" PRIu32
            ", vertices at %" PRId32 " with %" PRIu32,
            tiler->offset_start, tiler->instance_size, vertex->offset_start,
            vertex->instance_size);
   if (primitive->index_count != draw->count ||
       primitive->index_bytes != draw->index_bytes)
      wrong(expect, draw, DEFECT_INDICES,
            "%" PRIu32 " indices of %" PRIu32 " bytes, not %" PRIu32
            " of %" PRIu32,
            primitive->index_count, primitive->index_bytes, draw->count,
            draw->index_bytes);
   else
      check_indices(expect, draw, work);
}

/* v9 and later */
static bool
check_idvs(struct expect *expect, const struct expect_draw *draw,
           const struct mali_idvs *idvs)
{
   const struct mali_idvs *last = &expect->last_idvs;
   const int32_t first = expect_first(draw);

   if (idvs->index_count != draw->count ||
       idvs->instance_count != draw->instances) {
      wrong(expect, draw,
            idvs->index_count != draw->count
               ? explain_register(expect, idvs->index_count,
                                  last->index_count, DEFECT_COUNTS)
               : explain_register(expect, idvs->instance_count,
                                  last->instance_count, DEFECT_COUNTS),
            "%" PRIu32 " vertices x %" PRIu32 " instances run, not %" PRIu32
            " x %" PRIu32,
            idvs->index_count, idvs->instance_count, draw->count,
            draw->instances);
      return false;
   }
   if (!draw->count || !draw->instances)
      return false;
   if (idvs->index_bytes != draw->index_bytes) {
      wrong(expect, draw,
            explain_register(expect, idvs->index_bytes, last->index_bytes,
                             DEFECT_INDICES),
            "indices of %" PRIu32 " bytes, not %" PRIu32, idvs->index_bytes,
            draw->index_bytes);
      return false;
   }
   if (idvs->vertex_offset != first) {
      wrong(expect, draw,
            explain_register(expect, (uint32_t)idvs->vertex_offset,
                             (uint32_t)last->vertex_offset,
                             DEFECT_VERTEX_OFFSET),
            "the vertex offset is %" PRId32 ", not %" PRId32,
            idvs->vertex_offset, first);
      return false;
   }
   /* Attributes per instance would be divided with it. */
   if (idvs->instance_offset)
      wrong(expect, draw, DEFECT_INSTANCE_OFFSET,
            "the instance offset is %" PRIu32, idvs->instance_offset);
   if (draw->view_mask && idvs->view_mask &&
       idvs->view_mask != draw->view_mask)
      wrong(expect, draw, DEFECT_NONE,
            "the views are 0x%" PRIx32 ", not 0x%" PRIx32, idvs->view_mask,
            draw->view_mask);
   return true;
}

/* Where vertex and instance ids begin. */
static void
check_ids(struct expect *expect, const struct expect_draw *draw,
          const struct work_draw *work)
{
   const struct read_values *values = draw->values;
   const uint32_t first = (uint32_t)expect_first(draw);
   /* v10 and later do not search the smallest index. */
   const uint32_t right = first + (work->has_idvs ? 0 : draw->smallest);
   uint32_t word = 0;

   /* Whether a program's shader reads its id or the base of it is not
    * known. */
   if (values->vertex_offset >= 0 &&
       (!memory_read(work->uniforms + (uint32_t)values->vertex_offset, &word,
                     4) ||
        (word != right && (expect->byte || word != first))))
      wrong(expect, draw, explain_uniforms(expect, draw, work),
            "vertex ids begin at %" PRIu32 ", not %" PRIu32, word, right);
   if (values->base_instance >= 0 &&
       (!memory_read(work->uniforms + (uint32_t)values->base_instance, &word,
                     4) ||
        word != draw->base_instance))
      wrong(expect, draw, explain_uniforms(expect, draw, work),
            "instance ids begin at %" PRIu32 ", not %" PRIu32, word,
            draw->base_instance);
}

/* ---- What threads read ------------------------------------------------- */

/* Finds the draw that used its tables first. */
static void
find_table(struct expect *expect, const struct expect_draw *draw,
           const struct work_draw *work)
{
   const uint64_t address = work->vertex.buffers;

   expect->table_draw = draw;
   for (uint32_t i = 0; i < expect->table_count; i++) {
      if (expect->tables[i].address == address) {
         expect->table_draw = expect->tables[i].draw;
         return;
      }
   }
   if (expect->table_count < EXPECT_TABLES) {
      expect->tables[expect->table_count].address = address;
      expect->tables[expect->table_count++].draw = draw;
   }
}

struct place {
   struct expect *expect;
   const struct expect_draw *draw;
};

static void
on_varyings(void *data, enum check_defect defect, const char *text)
{
   const struct place *place = data;

   wrong(place->expect, place->draw, defect, "%s", text);
}

static void
check_varyings(struct expect *expect, const struct expect_draw *draw,
               const struct work_draw *work)
{
   struct place place = {expect, draw};

   varyings_check(&expect->varyings, work, on_varyings, &place);
}

void
expect_other(struct expect *expect, const struct work_draw *work)
{
   if (work->vertices && !work->has_idvs)
      check_varyings(expect, NULL, work);
}

bool
expect_check_draw(struct expect *expect, const struct expect_draw *draw,
                  const struct work_draw *work)
{
   if (work->has_idvs) {
      expect->last_idvs = expect->this_idvs;
      expect->last_draw = expect->this_draw;
      expect->this_idvs = work->idvs;
      expect->this_draw = draw;
      expect->after_indirect = explain_after_indirect(expect, draw);
      if (!check_idvs(expect, draw, &work->idvs))
         return false;
      check_indices(expect, draw, work);
   } else {
      find_table(expect, draw, work);
      if (!check_job(expect, draw, work))
         return false;
      check_varyings(expect, draw, work);
      check_tiler(expect, draw, work);
   }
   check_ids(expect, draw, work);
   return true;
}

static uint64_t
element_of(const struct expect_draw *draw,
           const struct expect_attribute *attribute, uint32_t vertex,
           uint32_t instance)
{
   if (!attribute->per_instance)
      return vertex;
   return (uint64_t)draw->base_instance +
          (attribute->divisor ? instance / attribute->divisor : 0);
}

static bool
is_right(const struct expect *expect,
         const struct expect_attribute *attribute, const struct read *read,
         int64_t at, int64_t right)
{
   if (!expect->byte)
      return at == right;
   for (uint32_t i = 0; i < attribute->bytes; i++) {
      if (read->bytes[i] !=
          expect->byte(attribute->buffer, (uint64_t)right + i))
         return false;
   }
   return true;
}

static void
check_read(struct expect *expect, const struct expect_draw *draw,
           const struct work_draw *work,
           const struct expect_attribute *attribute, uint32_t vertex,
           const struct read_thread *thread)
{
   const uint64_t first = attribute->begin + attribute->offset;
   const uint64_t right =
      first + attribute->stride *
                 element_of(draw, attribute, vertex, thread->instance);
   struct expect_misread misread = {
      .work = work,
      .attribute = attribute,
      .vertex = vertex,
      .instance = thread->instance,
      .linear_id = thread->linear_id,
      .right = (int64_t)right,
   };
   struct read_descriptor *descriptor = &misread.descriptor;
   struct read read;

   if (right < first || right + attribute->bytes > attribute->end) {
      expect->outside++;
      return;
   }
   expect->reads++;
   if (!read_descriptor(work, expect->attribute_table, attribute->slot,
                        descriptor)) {
      wrong(expect, draw, explain_no_tables(expect, draw, work),
            "location %" PRIu32 ": no descriptor", attribute->location);
      return;
   }
   explain_plant(draw, attribute, work, thread->linear_id, descriptor);
   read_bytes(work, descriptor, thread, attribute->bytes, &read);
   misread.is_inside = read.is_inside;
   misread.read = read.byte;
   if (!expect->byte)
      misread.read +=
         (int64_t)memory_begin(work->has_idvs ? descriptor->buffer.address
                                              : descriptor->record.pointer);
   if (!read.is_inside ||
       !is_right(expect, attribute, &read, misread.read, misread.right))
      expect->misread(expect->data, draw,
                      explain_read(expect, draw, &misread), &misread);
}

void
expect_check_reads(struct expect *expect, const struct expect_draw *draw,
                   const struct work_draw *work)
{
   const uint32_t all = draw->instances, count = draw->count;
   const uint32_t instances = all < 16 ? all : 16;
   const uint32_t most = READ_THREADS / instances;
   const uint32_t vertices = count < most ? count : most;
   const uint32_t padded = all > 1 ? work->vertex.instance_size : 0;
   const uint32_t base =
      work->has_tiler ? (uint32_t)work->primitive.base_vertex_offset
                      : -draw->smallest;

   for (uint32_t v = 0; v < vertices; v++) {
      uint32_t index;

      if (!index_of(draw, read_sample(v, vertices, count), &index))
         continue;

      /* Of 32 bits, because the largest index may be 2^32 - 1. */
      const uint32_t vertex = draw->index_bytes ? index + base : index;

      if (!work->has_idvs && vertex >= work->vertices) {
         wrong(expect, draw, DEFECT_NONE,
               "index %" PRIu32 " is vertex %" PRIu32 " of %" PRIu64, index,
               vertex, work->vertices);
         return;
      }
      for (uint32_t i = 0; i < instances; i++) {
         const uint32_t instance = read_sample(i, instances, all);
         const struct read_thread thread = {
            index, instance, vertex + instance * padded,
         };

         for (uint32_t a = 0; a < draw->attribute_count; a++)
            check_read(expect, draw, work, &draw->attributes[a],
                       (uint32_t)expect_first(draw) + index, &thread);
      }
   }
   if (work->idvs.varying_resources) {
      struct work_draw varying = *work;

      varying.idvs.resources = work->idvs.varying_resources;
      varying.idvs.varying_resources = 0;
      expect_check_reads(expect, draw, &varying);
   }
}
