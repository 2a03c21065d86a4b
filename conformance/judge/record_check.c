/* SPDX-License-Identifier: MIT */

#include "record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "memory.h"
#include "read.h"
#include "stream.h"
#include "varyings.h"

/* Of a program */
#define PRINTED 20
#define MOST_DRAWS 8192

struct expected {
   struct record_draw draw;
   /* Vertices from the smallest to the largest index; 0: nothing to draw */
   uint64_t range;
   uint32_t smallest;
   /* A shader should have written its counts or indices. */
   bool is_unknown;
   bool is_judged, is_wrong;
};

struct found {
   struct work_draw draw;
   /* The number of the expected draw, plus 1; 0: the driver's own */
   uint32_t expected;
   struct read_values values;
};

static struct record_counts own_counts;
struct record_counts *record_counts = &own_counts;
enum record_plant record_plant;

const char *const record_plants[RECORD_PLANTS] = {
   [RECORD_DIVISOR] = "divisor-forgotten",
   [RECORD_ZERO_DIVISOR] = "zero-divisor-one",
   [RECORD_PREVIOUS_OFFSET] = "previous-offset",
   [RECORD_ATTRIBUTE_OFFSET] = "attribute-offset-forgotten",
   [RECORD_STRIDE] = "stride-of-pipeline",
   [RECORD_RESTART] = "restart-ignored",
   [RECORD_FIRST_VERTEX] = "first-vertex-forgotten",
   [RECORD_FIRST_INDEX] = "first-index-forgotten",
   [RECORD_VERTEX_OFFSET] = "vertex-offset-forgotten",
   [RECORD_BASE_INSTANCE] = "base-instance-forgotten",
   [RECORD_SECONDARY] = "secondaries-forgotten",
   [RECORD_INDIRECT_OFFSET] = "indirect-offset-forgotten",
};

static struct expected *expected;
static uint32_t expected_count, expected_capacity;
/* The first that no work could be paired with yet. */
static uint32_t next_expected;

static struct found found[MOST_DRAWS];
static uint32_t found_count;
static enum work_order order;
/* What draws wrote so far. */
static struct varyings varyings;
/* Whether a draw of the submission is unknown. */
static bool is_unknown;
static uint32_t printed;
static const struct kernels *kernels;

static void
count(uint64_t *counter, uint64_t more)
{
   __atomic_add_fetch(counter, more, __ATOMIC_RELAXED);
}

void
record_set_gpu(const char *gpu)
{
   stream_architecture = (uint32_t)strtoul(gpu, NULL, 16) >> 12;
   kernels = stream_architecture == 6 ? &kernels_v6 : &kernels_v7;
}

/* ---- What is expected -------------------------------------------------- */

/* False: it restarts, or is not in the buffer. */
static bool
index_of(const struct record_draw *draw, uint32_t number, uint32_t *index)
{
   const uint64_t bytes = draw->index_bytes;
   const uint32_t first =
      record_plant == RECORD_FIRST_INDEX ? 0 : draw->first;
   const uint64_t at = draw->indices + (first + (uint64_t)number) * bytes;

   *index = number;
   if (!bytes)
      return true;
   *index = 0;
   if (at + bytes > draw->index_end || !memory_read(at, index, bytes))
      return false;
   return !draw->restart || record_plant == RECORD_RESTART ||
          *index != (bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1);
}

static void
find_range(struct expected *one)
{
   const struct record_draw *draw = &one->draw;
   uint32_t low = UINT32_MAX, high = 0, index;

   if (!draw->instances || !draw->count)
      return;
   /* No program draws so much: these are words of another meaning. */
   if (draw->is_indirect &&
       (draw->count > INT32_MAX || draw->instances > INT32_MAX)) {
      one->is_unknown = true;
      return;
   }
   if (!draw->index_bytes) {
      one->range = draw->count;
      return;
   }
   if (draw->indices + ((uint64_t)draw->first + draw->count) *
                          draw->index_bytes > draw->index_end) {
      one->is_unknown = true;
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
   one->range = (uint64_t)high - low + 1;
   one->smallest = low;
}

void
record_expect(const struct record_draw *draw)
{
   /* IDVS draws of v10 and later have a mask of views. */
   uint32_t views = stream_architecture < 9
                       ? (uint32_t)__builtin_popcount(draw->view_mask) : 1;
   struct expected one = {.draw = *draw};

   find_range(&one);
   if (!one.range)
      count(&record_counts->empty, 1);
   for (views = views ? views : 1; views; views--) {
      if (expected_count == expected_capacity) {
         expected_capacity = 2 * expected_capacity + 64;
         expected = realloc(expected, expected_capacity * sizeof(one));
         if (!expected)
            abort();
      }
      expected[expected_count++] = one;
   }
}

/* The first vertex, or what is added to each index. */
static int32_t
first_of(const struct record_draw *draw)
{
   if (draw->index_bytes)
      return record_plant == RECORD_VERTEX_OFFSET ? 0 : draw->vertex_offset;
   return record_plant == RECORD_FIRST_VERTEX ? 0 : (int32_t)draw->first;
}

static uint64_t
address_of(const struct record_draw *draw,
           const struct record_attribute *attribute, uint32_t vertex,
           uint32_t instance)
{
   uint64_t element = vertex, divisor = attribute->divisor;

   if (divisor && record_plant == RECORD_DIVISOR)
      divisor = 1;
   if (!divisor && record_plant == RECORD_ZERO_DIVISOR)
      divisor = 1;
   if (attribute->per_instance) {
      element = divisor ? instance / divisor : 0;
      if (record_plant != RECORD_BASE_INSTANCE)
         element += draw->base_instance;
   }
   return attribute->address + attribute->stride * element;
}

/* ---- What is wrong ----------------------------------------------------- */

static void __attribute__((format(printf, 3, 4)))
wrong(struct expected *one, enum check_defect defect, const char *format, ...)
{
   static const char *const orders[WORK_ORDERS] = {
      "", " with draws as late as dependencies allow",
      " with draws as early as dependencies allow",
   };
   const struct record_draw *draw = &one->draw;
   __builtin_va_list list;

   if (one->is_wrong)
      return;
   one->is_wrong = true;
   /* What only happens in another order than the submitted one is its
    * fault. */
   if (order == WORK_DRAWS_LATE && defect != DEFECT_VARYING_BUFFER)
      defect = stream_architecture < 10 ? DEFECT_SHARED : DEFECT_OVERWRITTEN;
   if (order == WORK_DRAWS_EARLY && defect != DEFECT_UNIFORMS)
      defect = DEFECT_WAIT;
   count(&record_counts->wrong, 1);
   if (printed++ >= PRINTED)
      return;
   fprintf(stderr,
           "judge: a draw of %" PRIu32 " %s x %" PRIu32
           " instances, first %" PRIu32 ", vertex offset %" PRId32
           ", base instance %" PRIu32 "%s:\n  ",
           draw->count, draw->index_bytes ? "indices" : "vertices",
           draw->instances, draw->first, draw->vertex_offset,
           draw->base_instance, orders[order]);
   __builtin_va_start(list, format);
   vfprintf(stderr, format, list);
   __builtin_va_end(list);
   fprintf(stderr, "\n  defect       %s\n", check_defects[defect].title);
}

static struct explain_asked
ask(const struct record_draw *draw, const struct record_attribute *attribute)
{
   return (struct explain_asked){
      .stride = attribute->stride,
      .pipeline_stride = attribute->pipeline_stride,
      .last_stride = draw->attributes[draw->attribute_count - 1].stride,
      .divisor = attribute->divisor,
      .base_instance = draw->base_instance,
      .per_instance = attribute->per_instance,
   };
}

/* A thread that reads elsewhere. */
struct thread {
   struct expected *one;
   const struct work_draw *work;
   const struct record_attribute *attribute;
   uint32_t vertex, instance, linear_id;
   uint64_t right, read;
   bool is_inside;
};

/* Whether an earlier draw of the work, with other numbers, has its tables. */
static bool
is_stale(const struct record_draw *draw, const struct work_draw *work)
{
   for (uint32_t i = 0; i < found_count && found[i].draw.key != work->key;
        i++) {
      const struct record_draw *other =
         found[i].expected ? &expected[found[i].expected - 1].draw : NULL;

      if (other && found[i].draw.vertex.buffers == work->vertex.buffers &&
          (other->count != draw->count || other->first != draw->first ||
           other->vertex_offset != draw->vertex_offset ||
           other->instances != draw->instances ||
           other->base_instance != draw->base_instance))
         return true;
   }
   return false;
}

static enum check_defect
defect_of(const struct thread *thread,
          const struct read_descriptor *descriptor)
{
   const struct explain_asked asked =
      ask(&thread->one->draw, thread->attribute);
   const int64_t more = (int64_t)(thread->read - thread->right);
   const int64_t base =
      (int64_t)asked.base_instance * asked.stride * asked.per_instance;

   if (thread->work->has_idvs)
      return base && more == -base  ? DEFECT_BASE_LOST
             : base && more == base ? DEFECT_BASE_TWICE : DEFECT_NONE;
   if (!thread->work->by_kernel &&
       is_stale(&thread->one->draw, thread->work))
      return DEFECT_STALE;
   return explain_bytes(&asked, thread->work,
                        read_stride(thread->work, descriptor),
                        thread->linear_id, more);
}

/* Elements of the attribute, with a sign; or bytes. */
static void
print_place(char *text, size_t size, const struct thread *thread,
            uint64_t address)
{
   const int64_t stride = thread->attribute->stride;
   const int64_t bytes = (int64_t)(address - thread->attribute->address);

   if (stride && bytes % stride == 0)
      snprintf(text, size, "0x%" PRIx64 ", element %" PRId64, address,
               bytes / stride);
   else
      snprintf(text, size, "0x%" PRIx64 ", byte %" PRId64, address, bytes);
}

/* In the order of `dral trace explain` and `dral trace check`. */
static void
print_thread(const struct thread *thread,
             const struct read_descriptor *descriptor)
{
   const struct record_attribute *attribute = thread->attribute;
   uint32_t words[8];
   const uint32_t count =
      read_words(thread->work, 0, attribute->location, descriptor, words);
   char text[96], read[64], right[64], hex[80] = "";

   for (uint32_t i = 0; i < count; i++)
      snprintf(hex + 9 * i, sizeof(hex) - 9 * i, "%08" PRIx32 " ", words[i]);
   read_print(thread->work, descriptor, text, sizeof(text));
   print_place(read, sizeof(read), thread, thread->read);
   print_place(right, sizeof(right), thread, thread->right);
   wrong(thread->one, defect_of(thread, descriptor),
         "attribute    location %" PRIu32 ", binding %" PRIu32
         " at 0x%" PRIx64 ", stride %" PRIu32 ", %s %" PRIu32 "\n"
         "  words        %s(%s)\n"
         "  first wrong  thread %" PRIu32 " (instance %" PRIu32
         ", vertex %" PRIu32 ") reads %s%s, should read %s",
         attribute->location, attribute->binding, attribute->address,
         attribute->stride,
         attribute->per_instance ? "divisor" : "per vertex, divisor",
         attribute->divisor, hex, text, thread->linear_id, thread->instance,
         thread->vertex, read, thread->is_inside ? "" : ", outside", right);
}

static void
check_thread(struct expected *one, const struct work_draw *work,
             const struct record_attribute *attribute, uint32_t vertex,
             uint32_t instance, const struct read_thread *thread)
{
   const uint64_t right =
      address_of(&one->draw, attribute, vertex, instance);
   const struct explain_asked asked = ask(&one->draw, attribute);
   struct read_descriptor descriptor;
   struct read read;

   if (!attribute->address || right < attribute->address ||
       right + attribute->bytes > attribute->end) {
      count(&record_counts->outside, 1);
      return;
   }
   count(&record_counts->reads, 1);
   if (!read_descriptor(work, 0, attribute->location, &descriptor)) {
      wrong(one, work->has_idvs ? DEFECT_TABLES : DEFECT_NONE,
            "location %" PRIu32 ": no descriptor", attribute->location);
      return;
   }
   explain_plant(&asked, work, thread->linear_id, &descriptor);
   read_bytes(work, &descriptor, thread, attribute->bytes, &read);

   const uint64_t begin = work->has_idvs ? descriptor.buffer.address
                                         : descriptor.record.pointer;
   const int64_t more =
      (int64_t)(memory_begin(begin) + (uint64_t)read.byte - right);

   if (read.is_inside && !more)
      return;

   const struct thread found_thread = {
      one, work, attribute, vertex, instance,
      thread->linear_id, right, right + (uint64_t)more, read.is_inside,
   };

   print_thread(&found_thread, &descriptor);
}

static void
check_threads(struct expected *one, const struct work_draw *work)
{
   const struct record_draw *draw = &one->draw;
   const uint32_t all = draw->instances, count = draw->count;
   const uint32_t instances = all < 16 ? all : 16;
   const uint32_t most = READ_THREADS / instances;
   const uint32_t vertices = count < most ? count : most;
   const uint32_t padded = all > 1 ? work->vertex.instance_size : 0;
   const uint32_t base =
      work->has_tiler ? (uint32_t)work->primitive.base_vertex_offset
                      : -one->smallest;

   for (uint32_t v = 0; v < vertices; v++) {
      uint32_t index;

      if (!index_of(draw, read_sample(v, vertices, count), &index))
         continue;

      /* Of 32 bits, because the largest index may be 2^32 - 1. */
      const uint32_t vertex = draw->index_bytes ? index + base : index;

      if (!work->has_idvs && vertex >= work->vertices) {
         wrong(one, DEFECT_NONE,
               "index %" PRIu32 " is vertex %" PRIu32 " of %" PRIu64,
               index, vertex, work->vertices);
         return;
      }
      for (uint32_t i = 0; i < instances; i++) {
         const uint32_t instance = read_sample(i, instances, all);
         const struct read_thread thread = {
            index, instance, vertex + instance * padded,
         };

         for (uint32_t a = 0; a < draw->attribute_count; a++)
            check_thread(one, work, &draw->attributes[a],
                         (uint32_t)first_of(draw) + index, instance,
                         &thread);
      }
   }
}

static bool
check_start(struct expected *one, int32_t begins, int32_t right)
{
   if (begins == right)
      return true;
   wrong(one, DEFECT_VERTEX_OFFSET,
         "the draw starts at %" PRId32 ", not %" PRId32, begins, right);
   return false;
}

/* v4 to v7 */
static bool
check_job(struct expected *one, const struct work_draw *work)
{
   const struct record_draw *draw = &one->draw;
   const struct mali_primitive *primitive = &work->primitive;

   if (work->vertices != one->range || work->instances != draw->instances) {
      wrong(one, DEFECT_COUNTS,
            "%" PRIu64 " vertices x %" PRIu64 " instances run, not %" PRIu64
            " x %" PRIu32,
            work->vertices, work->instances, one->range, draw->instances);
      return false;
   }
   if (!check_start(one, work->vertex.offset_start,
                    first_of(draw) + (int32_t)one->smallest))
      return false;
   if (one->range > 1 && draw->instances > 1 &&
       work->vertex.instance_size < one->range) {
      wrong(one, DEFECT_NONE,
            "instances of %" PRIu64 " vertices are padded to %" PRIu32,
            one->range, work->vertex.instance_size);
      return false;
   }
   if (!work->has_tiler)
      return true;
   if (work->tiler.offset_start != work->vertex.offset_start ||
       work->tiler.instance_size != work->vertex.instance_size)
      wrong(one, DEFECT_NONE,
            "the tiler starts elsewhere, or pads instances otherwise");
   if (primitive->index_count != draw->count ||
       primitive->index_bytes != draw->index_bytes)
      wrong(one, DEFECT_INDICES,
            "%" PRIu32 " indices of %" PRIu32 " bytes, not %" PRIu32
            " of %" PRIu32,
            primitive->index_count, primitive->index_bytes, draw->count,
            draw->index_bytes);
   if (draw->index_bytes && record_plant != RECORD_FIRST_INDEX &&
       primitive->indices !=
          draw->indices + (uint64_t)draw->first * draw->index_bytes)
      wrong(one, DEFECT_INDICES, "the tiler reads other indices");
   return true;
}

/* v10 and later */
static bool
check_idvs(struct expected *one, const struct work_draw *work)
{
   const struct record_draw *draw = &one->draw;
   const struct mali_idvs *idvs = &work->idvs;
   const uint64_t bytes = draw->index_bytes;

   if (idvs->index_count != draw->count ||
       idvs->instance_count != draw->instances ||
       idvs->index_bytes != bytes) {
      wrong(one, DEFECT_COUNTS,
            "%" PRIu32 " vertices x %" PRIu32
            " instances with indices of %" PRIu32 " bytes run, not %" PRIu32
            " x %" PRIu32 " with %" PRIu64,
            idvs->index_count, idvs->instance_count, idvs->index_bytes,
            draw->count, draw->instances, bytes);
      return false;
   }
   if (!check_start(one, idvs->vertex_offset, first_of(draw)))
      return false;
   if (idvs->instance_offset)
      wrong(one, DEFECT_INSTANCE_OFFSET,
            "the instance offset is %" PRIu32, idvs->instance_offset);
   if (bytes && idvs->indices + idvs->first_index * bytes !=
                   draw->indices + draw->first * bytes)
      wrong(one, DEFECT_INDICES, "the draw reads other indices");
   if (bytes && draw->restart && !idvs->restart)
      wrong(one, DEFECT_INDICES, "indices do not restart");
   return true;
}

static enum check_defect
ids_defect(const struct work_draw *work)
{
   return work->has_idvs && order == WORK_DRAWS_EARLY ? DEFECT_UNIFORMS
                                                      : DEFECT_IDS;
}

/* Where vertex and instance ids begin. */
static void
check_ids(struct expected *one, const struct work_draw *work)
{
   const struct read_values *values = one->draw.values;
   /* v10 and later do not search the smallest index. */
   const uint32_t offset = (uint32_t)first_of(&one->draw) +
                           (work->has_idvs ? 0 : one->smallest);
   uint32_t word = 0;

   /* Which of both a shader reads as its id or its base is not known. */
   if (values->vertex_offset >= 0 &&
       (!memory_read(work->uniforms + (uint32_t)values->vertex_offset, &word,
                     4) ||
        (word != offset && word != (uint32_t)first_of(&one->draw))))
      wrong(one, ids_defect(work),
            "vertex ids begin at %" PRIu32 ", not %" PRIu32, word, offset);
   if (values->base_instance >= 0 &&
       (!memory_read(work->uniforms + (uint32_t)values->base_instance, &word,
                     4) ||
        word != one->draw.base_instance))
      wrong(one, ids_defect(work),
            "instance ids begin at %" PRIu32 ", not %" PRIu32, word,
            one->draw.base_instance);
}

static void
on_varyings(void *data, enum check_defect defect, const char *text)
{
   wrong(data, defect, "%s", text);
}

static void
check_draw(struct expected *one, const struct work_draw *work)
{
   if (one->is_unknown)
      return;
   if (!one->range) {
      /* v10 and later read the indices themselves. */
      if (!work->has_idvs && ((work->vertices && work->instances) ||
                              check_plant == DEFECT_EMPTY))
         wrong(one, DEFECT_EMPTY,
               "nothing to draw, but %" PRIu64 " vertices run",
               work->vertices);
      return;
   }
   if (one->draw.is_magic)
      return;
   if (!one->is_judged)
      count(&record_counts->draws, 1);
   one->is_judged = true;
   if (work->has_idvs ? check_idvs(one, work) : check_job(one, work)) {
      if (!work->has_idvs)
         varyings_check(&varyings, work, on_varyings, one);
      check_ids(one, work);
      check_threads(one, work);
   }
}

/* ---- Which draw is which ----------------------------------------------- */

/* "Draw Mode" of genxml by VkPrimitiveTopology; 0: not compared. */
static uint32_t
mode_of(uint32_t topology)
{
   static const uint32_t modes[] = {1, 2, 4, 8, 10, 12};

   return topology < sizeof(modes) / sizeof(modes[0]) ? modes[topology] : 0;
}

#define OTHER_COUNTS 3
#define NOT_SUBMITTED 4
#define NOT_RECORDED 2
#define IMPOSSIBLE 1000000

/* What it costs to say that they are the same draw. */
static uint32_t
cost(const struct expected *one, const struct work_draw *work)
{
   const struct record_draw *draw = &one->draw;
   const uint32_t right = mode_of(draw->topology);
   const uint32_t mode =
      work->has_idvs ? work->idvs.mode : work->primitive.mode;
   const uint32_t index_bytes = work->has_idvs ? work->idvs.index_bytes
                                               : work->primitive.index_bytes;
   const bool known = work->has_idvs || work->has_tiler;
   uint64_t vertices = work->vertices;

   if (known && (index_bytes != draw->index_bytes ||
                 (right && mode && mode != right)))
      return IMPOSSIBLE;
   if (!work->vertices || !work->instances)
      return one->range ? OTHER_COUNTS : 0;
   if (!work->has_idvs && draw->index_bytes)
      vertices = work->primitive.index_count;
   return vertices == draw->count && work->instances == draw->instances
             ? 0 : OTHER_COUNTS;
}

/* The cheapest way to pair what was found with what is expected, in order;
 * draws of later work may remain. */
static void
pair(void)
{
   const uint32_t rows = found_count, columns =
      expected_count - next_expected;
   const size_t width = (size_t)columns + 1;
   uint32_t *costs = malloc(width * (rows + 1) * sizeof(*costs));
   uint32_t j = 0;

   if (!costs)
      abort();
#define AT(i, j) costs[(i) * width + (j)]
   for (uint32_t i = 0; i <= rows; i++) {
      for (j = 0; j <= columns; j++) {
         const struct expected *one =
            j ? &expected[next_expected + j - 1] : NULL;
         const struct work_draw *work = i ? &found[i - 1].draw : NULL;
         uint32_t best = i || j ? IMPOSSIBLE : 0, other;

         if (i && (other = AT(i - 1, j) + NOT_RECORDED) < best)
            best = other;
         if (j && (other = AT(i, j - 1) +
                           (one->range ? NOT_SUBMITTED : 0)) < best)
            best = other;
         if (i && j && (other = AT(i - 1, j - 1) + cost(one, work)) < best)
            best = other;
         AT(i, j) = best;
      }
   }

   uint32_t end = 0;

   for (j = 0; j <= columns; j++) {
      if (AT(rows, j) < AT(rows, end))
         end = j;
   }
   j = end;
   for (uint32_t i = rows; i;) {
      if (j && AT(i, j) == AT(i - 1, j - 1) +
                              cost(&expected[next_expected + j - 1],
                                   &found[i - 1].draw)) {
         found[--i].expected = next_expected + j--;
      } else if (AT(i, j) == AT(i - 1, j) + NOT_RECORDED) {
         i--;
      } else {
         j--;
      }
   }
#undef AT
   free(costs);

   uint32_t last = next_expected;

   is_unknown = false;
   for (uint32_t i = next_expected; i < expected_count; i++)
      is_unknown |= expected[i].is_unknown;
   for (uint32_t i = 0; i < rows; i++) {
      if (!found[i].expected) {
         count(&record_counts->other, 1);
         continue;
      }

      const struct record_draw *draw = &expected[found[i].expected - 1].draw;

      if (draw->is_magic)
         *draw->values = found[i].values;
      /* So that nobody expects those before any more. */
      for (; last < found[i].expected; last++) {
         if (last + 1 < found[i].expected && expected[last].range)
            count(&record_counts->missing, 1);
      }
   }
   next_expected = last;
}

static void
on_found(void *data, const struct work_draw *work)
{
   (void)data;
   if (found_count == MOST_DRAWS) {
      fputs("judge: too many draws at once\n", stderr);
      exit(2);
   }
   found[found_count] = (struct found){*work, 0, {-1, -1, false}};
   if (read_is_magic(work))
      read_find_values(work, &found[found_count].values);
   found_count++;
}

static void
on_fault(void *data, enum work_fault fault, const char *what)
{
   (void)data;
   if (fault == WORK_SHADER) {
      count(&record_counts->shaders, order == WORK_LINKED);
      return;
   }
   /* Such jobs leave their buffers. */
   if (fault == WORK_BROKEN && is_unknown)
      return;
   count(&record_counts->wrong, 1);
   if (printed++ < PRINTED)
      fprintf(stderr, "judge: %s\n", what);
}

/* Of the driver's own draws, for clears for example. */
static void
on_own_varyings(void *data, enum check_defect defect, const char *text)
{
   (void)data;
   (void)defect;
   on_fault(NULL, WORK_BROKEN, text);
}

static void
on_draw(void *data, const struct work_draw *work)
{
   (void)data;
   for (uint32_t i = 0; i < found_count; i++) {
      if (found[i].draw.key != work->key)
         continue;
      if (found[i].expected)
         check_draw(&expected[found[i].expected - 1], work);
      else if (work->vertices && !work->has_idvs)
         varyings_check(&varyings, work, on_own_varyings, NULL);
      return;
   }
}

static void
on_nothing(void *data, const struct work_draw *work)
{
   (void)data;
   (void)work;
}

static void
ignore(void *data, enum work_fault fault, const char *what)
{
   (void)data;
   (void)fault;
   (void)what;
}

void
record_work(const struct work *work, bool keep)
{
   struct work_user user = {
      .kernels = kernels,
      .draw = on_found,
      .wrong = ignore,
   };

   const uint64_t shaders = stream_shader_count;

   found_count = 0;
   memory_keep_writes(false);
   work_run(work, WORK_LINKED, false, &user);
   count(&record_counts->shaders, stream_shader_count - shaders);
   pair();
   user.draw = on_draw;
   user.wrong = on_fault;
   for (order = WORK_LINKED; order < (found_count ? WORK_ORDERS : 1);
        order++) {
      varyings.count = 0;
      memory_keep_writes(false);
      work_run(work, order, false, &user);
   }
   memory_keep_writes(true);
   user.draw = on_nothing;
   user.wrong = ignore;
   if (keep)
      work_run(work, WORK_LINKED, true, &user);
}

void
record_end(void)
{
   for (; next_expected < expected_count; next_expected++)
      count(&record_counts->missing, expected[next_expected].range != 0);
   expected_count = next_expected = 0;
}

int
record_report(const struct record_counts *counts)
{
   printf("%" PRIu64 " draws judged, %" PRIu64 " reads, %" PRIu64
          " wrong, %" PRIu64 " missing, %" PRIu64 " other, %" PRIu64
          " empty, %" PRIu64 " reads outside, %" PRIu64
          " shaders not executed, %" PRIu64 " calls refused\n",
          counts->draws, counts->reads, counts->wrong, counts->missing,
          counts->other, counts->empty, counts->outside, counts->shaders,
          counts->refused);
   if (counts->wrong || counts->missing)
      return 1;
   if (counts->refused || !counts->draws || !counts->reads) {
      puts("No verdict: nothing was judged, or a call is not supported.");
      return 2;
   }
   return 0;
}
