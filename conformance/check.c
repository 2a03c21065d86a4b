/* SPDX-License-Identifier: MIT */

#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

#define MOST_FINDINGS 256
#define MOST_DRAWS 8192
/* Of each draw; all if there are fewer. */
#define THREADS 512

/* What is known of a chain's draws, by their jobs. */
struct pair {
   uint64_t job;
   /* NULL: not one of the scene */
   const struct check_draw *draw;
};

/* Memory that a draw's vertex shader writes. */
struct region {
   uint64_t begin, end;
};

struct check {
   const struct kernels *kernels;
   const struct check_layout *layout;
   const struct check_draw *draws;
   uint32_t count;
   /* The first draw that is not paired yet, and how many of its views are. */
   uint32_t next, views, submissions;

   /* Of the chain that runs. */
   enum chain_order order;
   bool pairing;
   struct pair pairs[MOST_DRAWS];
   uint32_t pair_count;
   struct region regions[3 * MOST_DRAWS];
   uint32_t region_count;
   /* For which draw each table was written. */
   struct {
      uint64_t address;
      const struct check_draw *draw;
   } tables[MOST_DRAWS];
   uint32_t table_count;

   uint32_t finding_count;
};

static struct check_finding findings[MOST_FINDINGS];

static void __attribute__((format(printf, 4, 5)))
find(struct check *check, const struct check_draw *draw, const char *defect,
     const char *format, ...)
{
   const uint32_t number = draw ? draw->number : CHECK_CHAIN;
   va_list list;

   /* What only happens in another order than the chain's is its fault. */
   if (check->order == CHAIN_DRAWS_LATE)
      defect = "Indirect draws share one attribute table";
   if (check->order == CHAIN_DRAWS_EARLY)
      defect = "A job does not wait for what it reads";

   /* One of each draw, and what also happens in another order is no matter of
    * order. */
   for (uint32_t i = 0; i < check->finding_count; i++) {
      if (findings[i].draw == number && findings[i].defect == defect)
         return;
      if (findings[i].draw == number && findings[i].order == CHAIN_LINKED &&
          check->order != CHAIN_LINKED)
         return;
   }
   if (check->finding_count == MOST_FINDINGS)
      return;

   struct check_finding *finding = &findings[check->finding_count++];

   *finding = (struct check_finding){number, check->order, defect, ""};
   va_start(list, format);
   vsnprintf(finding->text, sizeof(finding->text), format, list);
   va_end(list);
}

/* ---- What a draw uses ---------------------------------------------------- */

static bool
index_of(const struct check_draw *draw, uint32_t number, uint32_t *index)
{
   const uint32_t restart =
      (uint32_t)((1ull << 8 * draw->index_bytes) - 1);

   if (!draw->index_bytes) {
      *index = number;
      return true;
   }
   *index = 0;
   memcpy(index, draw->indices + (size_t)number * draw->index_bytes,
          draw->index_bytes);
   return !draw->restart || *index != restart;
}

/* Vertices from the smallest to the largest index. */
static uint64_t
range_of(const struct check_draw *draw, uint32_t *smallest)
{
   uint32_t low = UINT32_MAX, high = 0, index;

   *smallest = 0;
   if (!draw->instances)
      return 0;
   if (!draw->index_bytes)
      return draw->count;
   for (uint32_t i = 0; i < draw->count; i++) {
      if (!index_of(draw, i, &index))
         continue;
      low = index < low ? index : low;
      high = index > high ? index : high;
   }
   *smallest = low;
   return low <= high ? (uint64_t)high - low + 1 : 0;
}

/* ---- Which draw of the chain is which of the scene ----------------------- */

static bool
same_counts(const struct check_draw *draw, const struct chain_draw *found)
{
   uint32_t smallest;
   const bool empty = range_of(draw, &smallest) == 0;

   if (draw->index_bytes != found->primitive.index_bytes && found->has_tiler)
      return false;
   if (found->vertices == 0)
      return empty && found->by_kernel;
   if (found->instances != draw->instances && found->vertices != 1u << 31)
      return false;
   return draw->index_bytes ? found->primitive.index_count == draw->count
                            : found->vertices == draw->count;
}

static void
find_missing(struct check *check, const struct check_draw *draw)
{
   bool has_buffers = false;

   for (uint32_t i = 0; i < CHECK_ATTRIBUTES; i++)
      has_buffers |= draw->attributes[i].used;
   find(check, draw,
        !has_buffers && (draw->index_bytes || draw->indirect)
           ? "Indexed draws without vertex buffers vanish" : NULL,
        "the draw is missing");
}

static void
pair(struct check *check, const struct chain_draw *found)
{
   const struct check_draw *draw = NULL;

   if (check->views) {
      draw = &check->draws[check->next - 1];
      check->views--;
   } else {
      uint32_t i = check->next;

      while (i < check->count && !same_counts(&check->draws[i], found))
         i++;
      /* Counts may be wrong. */
      if (i == check->count)
         i = check->next;
      if (i < check->count) {
         uint32_t smallest;

         for (; check->next < i; check->next++) {
            const struct check_draw *missing = &check->draws[check->next];

            if (range_of(missing, &smallest))
               find_missing(check, missing);
         }
         draw = &check->draws[i];
         check->next = i + 1;
         check->views = draw->views ? draw->views - 1 : 0;
      }
   }
   if (check->pair_count < MOST_DRAWS)
      check->pairs[check->pair_count++] =
         (struct pair){found->job.address, draw};
}

/* ---- One draw ------------------------------------------------------------ */

static void
check_region(struct check *check, const struct check_draw *draw, uint32_t i,
             const struct mali_record *record, uint64_t needed)
{
   const uint64_t begin = record->pointer, end = begin + record->size;

   if (needed > record->size) {
      find(check, draw,
           needed > UINT32_MAX ? "The size of a varying buffer wraps" : NULL,
           "varyings %" PRIu32 ": threads write %" PRIu64
           " bytes into a buffer of %" PRIu32,
           i, needed, record->size);
      return;
   }
   if (!memory_holds(begin, record->size)) {
      find(check, draw, "The varying buffer of indirect draws overflows",
           "varyings %" PRIu32 ": %" PRIu32
           " bytes at 0x%" PRIx64 " leave their buffer object",
           i, record->size, begin);
      return;
   }
   for (uint32_t j = 0; j < check->region_count; j++) {
      if (begin < check->regions[j].end && check->regions[j].begin < end) {
         find(check, draw, "A clear resets the varyings of indirect draws",
              "varyings %" PRIu32 " at 0x%" PRIx64
              " overwrite those of an earlier draw",
              i, begin);
         return;
      }
   }
   if (check->region_count < 3 * MOST_DRAWS)
      check->regions[check->region_count++] = (struct region){begin, end};
}

static void
check_varyings(struct check *check, const struct check_draw *draw,
               const struct chain_draw *found)
{
   const uint64_t padded =
      found->instances > 1 ? found->vertex.instance_size : 0;
   const uint64_t threads =
      (found->instances - 1) * padded + found->vertices;
   struct mali_record record;

   if (!found->vertex.varying_buffers)
      return;
   for (uint32_t i = 0; i < 3; i++) {
      if (!mali_record(found->vertex.varying_buffers, i, &record)) {
         find(check, draw, NULL, "the table of varyings is not mapped");
         return;
      }
      if (record.stride)
         check_region(check, draw, i, &record, threads * record.stride);
      if (i == 1 && record.stride && found->has_tiler &&
          found->tiler.position != record.pointer)
         find(check, draw, NULL, "the tiler reads other positions");
   }
}

/* The draw of this chain that used these tables first. */
static const struct check_draw *
first_with_table(struct check *check, const struct chain_draw *found,
                 const struct check_draw *draw)
{
   const uint64_t address = found->vertex.buffers;

   for (uint32_t i = 0; i < check->table_count; i++) {
      if (check->tables[i].address == address)
         return check->tables[i].draw;
   }
   if (check->table_count < MOST_DRAWS) {
      check->tables[check->table_count].address = address;
      check->tables[check->table_count++].draw = draw;
   }
   return draw;
}

static const char *
explain(struct check *check, const struct check_draw *draw,
        const struct chain_draw *found, const struct check_attribute *a,
        const struct mali_record *record, int64_t byte, int64_t wanted)
{
   const int64_t start = found->vertex.offset_start;
   const uint64_t padded = found->vertex.instance_size;
   const uint64_t product = padded * a->divisor;
   const bool instanced = draw->instances > 1 && a->per_instance;
   const struct check_draw *first = first_with_table(check, found, draw);

   if (!found->by_kernel &&
       (first->instances != draw->instances || first->count != draw->count ||
        first->first != draw->first ||
        first->base_instance != draw->base_instance))
      return "Tables of the previous draw are reused";
   if (instanced && product > UINT32_MAX)
      return (uint32_t)product
                ? "The product of padded count and divisor wraps"
                : "A product that wraps to 0 is treated as a power of two";
   if ((uint64_t)draw->base_instance * a->stride > INT32_MAX)
      return "The offset of an attribute wraps";

   const int64_t base = draw->base_instance;
   const int64_t more =
      start && instanced && a->divisor ? start * record->stride : 0;
   const int64_t less =
      a->per_instance
         ? base * ((int64_t)a->stride - (int64_t)a->pipeline_stride) : 0;

   if (more && byte - wanted == more)
      return "The start is not subtracted from per-instance offsets";
   if (less && wanted - byte == less - more)
      return "The offset uses the pipeline's stride";
   if (a->per_instance && a->divisor > 1 && base &&
       wanted - byte ==
          base * a->stride - base * a->stride / a->divisor)
      return "The base instance is divided by the divisor";
   return NULL;
}

static void
check_attribute(struct check *check, const struct check_draw *draw,
                const struct chain_draw *found, uint32_t i, uint32_t slot,
                uint32_t vertex, uint32_t id, uint32_t instance)
{
   const struct check_attribute *a = &draw->attributes[i];
   struct mali_attribute attribute;
   struct mali_record record;
   uint8_t bytes[16] = {0};

   if (!mali_attribute(found->vertex.attributes, slot, &attribute) ||
       !mali_record(found->vertex.buffers, attribute.slot, &record)) {
      find(check, draw, NULL, "attribute %" PRIu32 ": no descriptor", i);
      return;
   }

   const uint64_t element =
      a->per_instance
         ? (a->divisor ? instance / a->divisor : 0) +
              (uint64_t)draw->base_instance
         : vertex;
   const int64_t wanted = (int64_t)(a->offset + a->stride * element);
   const int64_t read =
      attribute.offset +
      (int64_t)record.stride * ((int64_t)mali_element(&record, id) +
                                found->vertex.offset_start);
   /* The record's pointer lacks the low bits of the binding's address. */
   const int64_t byte = read - (int64_t)((uintptr_t)a->data & 63);
   const bool inside =
      read >= 0 && read + a->bytes <= record.size &&
      memory_read(record.pointer + (uint64_t)read, bytes, a->bytes);

   /* The API does not specify what is read there. */
   if (wanted + a->bytes > (int64_t)a->size)
      return;
   if (inside && memcmp(bytes, a->data + wanted, a->bytes) == 0)
      return;

   find(check, draw,
        explain(check, draw, found, a, &record, byte, wanted),
        "attribute %" PRIu32 ": vertex %" PRIu32 " of instance %" PRIu32
        " reads byte %" PRId64 "%s, not %" PRId64 ", of its binding (record of "
        "type %" PRIu32 ", stride %" PRIu32 ", offset %" PRId32 ")",
        i, vertex, instance, byte, inside ? "" : ", outside", wanted,
        record.type, record.stride, attribute.offset);
}

static void
check_images(struct check *check, const struct check_draw *draw,
             const struct chain_draw *found)
{
   uint32_t missing = (1u << draw->images) - 1;

   /* In the order that the compiler chooses. */
   for (uint32_t i = 0; i < draw->images; i++) {
      struct mali_attribute attribute = {0};
      struct mali_record record;
      uint32_t word, j;

      if (!mali_attribute(found->vertex.attributes,
                          check->layout->first_image + i, &attribute) ||
          !mali_record(found->vertex.buffers, attribute.slot, &record) ||
          !memory_read(record.pointer + (uint32_t)attribute.offset, &word,
                       sizeof(word)))
         word = 0;
      for (j = 0; j < draw->images; j++) {
         if (missing >> j & 1 && word == draw->image_words[j])
            break;
      }
      if (j < draw->images) {
         missing &= ~(1u << j);
         continue;
      }
      find(check, draw,
           "Images are not copied into a new table",
           "image %" PRIu32 ": slot %" PRIu32 " holds none of the draw", i,
           attribute.slot);
   }
}

static void
check_ids(struct check *check, const struct check_draw *draw,
          const struct chain_draw *found, uint32_t smallest)
{
   const uint64_t uniforms = found->vertex.push_uniforms;
   const uint32_t offset = (uint32_t)draw->first + smallest;
   uint32_t word = 0;

   if (draw->vertex_offset_at >= 0 &&
       (!memory_read(uniforms + (uint32_t)draw->vertex_offset_at, &word, 4) ||
        word != offset))
      find(check, draw,
           NULL,
           "vertex ids begin at %" PRIu32 ", not %" PRIu32, word, offset);
   if (draw->base_instance_at >= 0 &&
       (!memory_read(uniforms + (uint32_t)draw->base_instance_at, &word, 4) ||
        word != draw->base_instance))
      find(check, draw,
           NULL,
           "instance ids begin at %" PRIu32 ", not %" PRIu32, word,
           draw->base_instance);
}

static bool
check_counts(struct check *check, const struct check_draw *draw,
             const struct chain_draw *found, uint64_t range,
             uint32_t smallest)
{
   if (range == 0) {
      if (found->vertices)
         find(check, draw,
              "A draw without an index is not skipped",
              "nothing to draw, but %" PRIu64 " vertices run",
              found->vertices);
      return false;
   }
   if (range >> 32) {
      if (!found->vertices)
         find(check, draw, "The full index range is treated as empty",
              "a range of 2^32 vertices is a null job");
      return false;
   }
   if (found->vertices != range || found->instances != draw->instances) {
      const bool wide = draw->instances > 1 &&
                        64 - __builtin_clzll(range | 1) +
                              64 - __builtin_clzll(draw->instances | 1) > 32;

      find(check, draw,
           wide ? "The invocation needs more than 32 bits" : NULL,
           "%" PRIu64 " vertices x %" PRIu64 " instances run, not %" PRIu64
           " x %" PRIu32,
           found->vertices, found->instances, range, draw->instances);
      return false;
   }
   if (found->vertex.offset_start != draw->first + (int32_t)smallest) {
      find(check, draw, NULL, "the draw starts at %" PRId32 ", not %" PRId64,
           found->vertex.offset_start, (int64_t)draw->first + smallest);
      return false;
   }
   if (range > 1 && draw->instances > 1 &&
       found->vertex.instance_size < range) {
      find(check, draw,
           range > 0xE0000000u ? "The padded count shifts by 32" : NULL,
           "instances of %" PRIu64 " vertices are padded to %" PRIu32, range,
           found->vertex.instance_size);
      return false;
   }
   return true;
}

static void
check_tiler(struct check *check, const struct check_draw *draw,
            const struct chain_draw *found)
{
   const struct mali_primitive *primitive = &found->primitive;

   if (!found->has_tiler)
      return;
   if (found->tiler.offset_start != found->vertex.offset_start ||
       found->tiler.instance_size != found->vertex.instance_size)
      find(check, draw, NULL,
           "the tiler starts at %" PRId32 " with instances of %" PRIu32
           ", vertices at %" PRId32 " with %" PRIu32,
           found->tiler.offset_start, found->tiler.instance_size,
           found->vertex.offset_start, found->vertex.instance_size);
   if (primitive->index_count != draw->count)
      find(check, draw, NULL, "%" PRIu32 " indices, not %" PRIu32,
           primitive->index_count, draw->count);
   if (draw->instances > 1 && primitive->mode == MALI_POINTS &&
       found->tiler.primitive_size < found->vertices)
      find(check, draw, "The number of primitives wraps to 0",
           "%" PRIu64 " primitives are padded to %" PRIu32, found->vertices,
           found->tiler.primitive_size);

   const uint64_t size = (uint64_t)draw->count * draw->index_bytes;

   if (size && (!memory_holds(primitive->indices, size) ||
                memcmp((void *)(uintptr_t)primitive->indices, draw->indices,
                       size)))
      find(check, draw, NULL, "the tiler reads other indices");
}

/* The i-th of the `count` numbers from 0 to `end` - 1 that are looked at:
 * all, or both ends and some between. */
static uint32_t
sample(uint32_t i, uint32_t count, uint32_t end)
{
   if (end <= count || i < count / 4)
      return i;
   if (i >= count - count / 4)
      return end - (count - i);
   return (uint32_t)(((uint64_t)i * end) / count) ^ (i & 1);
}

static void
check_threads(struct check *check, const struct check_draw *draw,
              const struct chain_draw *found)
{
   const uint32_t instances =
      draw->instances < 16 ? draw->instances : 16;
   const uint32_t most = THREADS / instances;
   const uint32_t vertices = draw->count < most ? draw->count : most;

   for (uint32_t i = 0; i < instances; i++) {
      const uint32_t instance = sample(i, instances, draw->instances);

      for (uint32_t v = 0; v < vertices; v++) {
         uint32_t index, slot = 0;

         if (!index_of(draw, sample(v, vertices, draw->count), &index))
            continue;

         const int64_t vertex =
            draw->index_bytes
               ? (int64_t)index + found->primitive.base_vertex_offset
               : index;

         if (vertex < 0 || vertex >= (int64_t)found->vertices) {
            find(check, draw, NULL,
                 "index %" PRIu32 " is vertex %" PRId64 " of %" PRIu64,
                 index, vertex, found->vertices);
            return;
         }

         const uint32_t padded =
            draw->instances > 1 ? found->vertex.instance_size : 0;
         const uint32_t id = (uint32_t)vertex + instance * padded;

         for (uint32_t a = 0; a < CHECK_ATTRIBUTES; a++) {
            if (draw->attributes[a].used)
               check_attribute(check, draw, found, a,
                               check->layout->packed ? slot : a,
                               (uint32_t)draw->first + index, id, instance);
            slot += draw->attributes[a].used;
         }
      }
   }
}

static void
check_one(struct check *check, const struct check_draw *draw,
          const struct chain_draw *found)
{
   uint32_t smallest;
   const uint64_t range = range_of(draw, &smallest);

   if (check_counts(check, draw, found, range, smallest)) {
      first_with_table(check, found, draw);
      check_varyings(check, draw, found);
      check_tiler(check, draw, found);
      check_ids(check, draw, found, smallest);
      check_images(check, draw, found);
      check_threads(check, draw, found);
   }
}

static void
on_draw(void *data, const struct chain_draw *found)
{
   struct check *check = data;

   /* The driver's own draws, for clears, are triangles. */
   if (check->pairing) {
      if (!found->has_tiler || found->primitive.mode == MALI_POINTS)
         pair(check, found);
      return;
   }
   for (uint32_t i = 0; i < check->pair_count; i++) {
      if (check->pairs[i].job != found->job.address)
         continue;
      if (check->pairs[i].draw)
         check_one(check, check->pairs[i].draw, found);
      else
         find(check, NULL, NULL, "a draw that the scene has not");
      return;
   }
   /* Its varyings must not be overwritten, and overwrite nothing. */
   if (found->vertices)
      check_varyings(check, NULL, found);
}

static void
on_nothing(void *data, const struct chain_draw *found)
{
   (void)data;
   (void)found;
}

static void
on_wrong(void *data, const char *what)
{
   struct check *check = data;

   if (!check->pairing)
      find(check, NULL, NULL, "%s", what);
}

/* ---- A scene ------------------------------------------------------------- */

struct check *
check_begin(const struct kernels *kernels, const struct check_layout *layout,
            const struct check_draw *draws, uint32_t count)
{
   struct check *check = calloc(1, sizeof(*check));

   if (!check)
      abort();
   check->kernels = kernels;
   check->layout = layout;
   check->draws = draws;
   check->count = count;
   return check;
}

void
check_chain(struct check *check, uint64_t first_job)
{
   const struct chain_user user = {
      check->kernels, check, on_draw, on_wrong,
   };

   check->pair_count = 0;
   check->pairing = true;
   memory_keep_writes(false);
   chain_run(first_job, CHAIN_LINKED, &user);
   check->pairing = false;
   for (check->order = 0; check->order < CHAIN_ORDERS; check->order++) {
      check->region_count = 0;
      check->table_count = 0;
      memory_keep_writes(false);
      chain_run(first_job, check->order, &user);
   }
   /* As the driver finds its memory afterwards. */
   check->order = CHAIN_LINKED;
   check->pairing = true;
   memory_keep_writes(true);

   const struct chain_user silent = {
      check->kernels, check, on_nothing, on_wrong,
   };

   chain_run(first_job, CHAIN_LINKED, &silent);
   check->pairing = false;
}

static void
find_rest(struct check *check)
{
   uint32_t smallest;

   check->order = CHAIN_LINKED;
   for (; check->next < check->count; check->next++) {
      if (range_of(&check->draws[check->next], &smallest))
         find_missing(check, &check->draws[check->next]);
   }
}

void
check_submission(struct check *check)
{
   if (check->submissions++)
      find_rest(check);
   check->next = 0;
   check->views = 0;
}

uint32_t
check_end(struct check *check, const struct check_finding **found)
{
   uint32_t count;

   find_rest(check);
   count = check->finding_count;
   *found = findings;
   free(check);
   return count;
}
