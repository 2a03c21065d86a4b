/* SPDX-License-Identifier: MIT */

#include "record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "stream.h"

/* Of a program */
#define PRINTED 20
#define MOST_DRAWS 8192

/* `draw` is the first, so that what it begins with leads here. */
struct expected {
   struct record_draw draw;
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
static struct expect expect;
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

static bool
draws(const struct expected *one)
{
   return one->draw.expected.range != 0;
}

static void
find_range(struct expected *one)
{
   struct expect_draw *draw = &one->draw.expected;
   const uint64_t size = (uint64_t)draw->count * draw->index_bytes;

   /* No program draws so much: these are words of another meaning. Reads
    * outside of the indices may read anything. */
   one->is_unknown =
      draw->instances && draw->count &&
      ((draw->indirect &&
        (draw->count > INT32_MAX || draw->instances > INT32_MAX)) ||
       (draw->index_bytes && (draw->indices + size > one->draw.index_end ||
                              !memory_holds(draw->indices, size))));
   if (!one->is_unknown)
      expect_range(draw);
}

void
record_expect(const struct record_draw *draw)
{
   /* IDVS draws of v10 and later have a mask of views. */
   int views = stream_architecture < 9
                       ? __builtin_popcount(draw->expected.view_mask) : 1;
   struct expected one = {.draw = *draw};

   find_range(&one);
   if (!draws(&one))
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

/* ---- What is wrong ----------------------------------------------------- */

static void __attribute__((format(printf, 3, 4)))
wrong(struct expected *one, enum check_defect defect, const char *format, ...)
{
   static const char *const orders[WORK_ORDERS] = {
      "", " with draws as late as dependencies allow",
      " with draws as early as dependencies allow",
   };
   const struct expect_draw *draw = &one->draw.expected;
   __builtin_va_list list;

   if (one->is_wrong)
      return;
   one->is_wrong = true;
   defect = explain_order(expect.order, defect);
   count(&record_counts->wrong, 1);
   if (printed++ >= PRINTED)
      return;
   fprintf(stderr,
           "judge: a draw of %" PRIu32 " %s x %" PRIu32
           " instances, first %" PRIu32 ", vertex offset %" PRId32
           ", base instance %" PRIu32 "%s:\n  ",
           draw->count, draw->index_bytes ? "indices" : "vertices",
           draw->instances, draw->first, draw->vertex_offset,
           draw->base_instance, orders[expect.order]);
   __builtin_va_start(list, format);
   vfprintf(stderr, format, list);
   __builtin_va_end(list);
   fprintf(stderr, "\n  defect       %s\n", check_defects[defect].title);
}

/* Elements of the attribute, with a sign; or bytes. */
static void
print_place(char *text, size_t size, const struct expect_attribute *attribute,
            int64_t address)
{
   const int64_t stride = attribute->stride;
   const int64_t bytes =
      address - (int64_t)(attribute->begin + attribute->offset);

   if (stride && bytes % stride == 0)
      snprintf(text, size, "0x%" PRIx64 ", element %" PRId64, address,
               bytes / stride);
   else
      snprintf(text, size, "0x%" PRIx64 ", byte %" PRId64, address, bytes);
}

/* In the order of `dral trace explain` and `dral trace check`. */
static void
on_misread(void *data, const struct expect_draw *draw,
           enum check_defect defect, const struct expect_misread *misread)
{
   const struct expect_attribute *attribute = misread->attribute;
   const struct read_descriptor *descriptor = &misread->descriptor;
   uint32_t words[8];
   const uint32_t count =
      read_words(misread->work, 0, attribute->slot, descriptor, words);
   char text[96], read[64], right[64], hex[80] = "";

   (void)data;
   for (uint32_t i = 0; i < count; i++)
      snprintf(hex + 9 * i, sizeof(hex) - 9 * i, "%08" PRIx32 " ", words[i]);
   read_print(misread->work, descriptor, text, sizeof(text));
   print_place(read, sizeof(read), attribute, misread->read);
   print_place(right, sizeof(right), attribute, misread->right);
   wrong((struct expected *)draw, defect,
         "attribute    location %" PRIu32 ", binding %" PRIu32
         " at 0x%" PRIx64 ", stride %" PRIu32 ", %s %" PRIu32 "\n"
         "  words        %s(%s)\n"
         "  first wrong  thread %" PRIu32 " (instance %" PRIu32
         ", vertex %" PRIu32 ") reads %s%s, should read %s",
         attribute->location, attribute->binding,
         attribute->begin + attribute->offset, attribute->stride,
         attribute->per_instance ? "divisor" : "per vertex, divisor",
         attribute->divisor, hex, text, misread->linear_id, misread->instance,
         misread->vertex, read, misread->is_inside ? "" : ", outside", right);
}

static void
check_draw(struct expected *one, const struct work_draw *work)
{
   const struct expect_draw *draw = &one->draw.expected;

   /* v10 and later read the indices themselves. */
   if (one->is_unknown || one->draw.is_magic ||
       (!draw->range && work->has_idvs))
      return;
   if (draw->range && !one->is_judged)
      count(&record_counts->draws, 1);
   one->is_judged = true;
   if (expect_check_draw(&expect, draw, work))
      expect_check_reads(&expect, draw, work);
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
   const struct expect_draw *draw = &one->draw.expected;
   const uint32_t right = mode_of(one->draw.topology);
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
      return draw->range ? OTHER_COUNTS : 0;
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
                           (draws(one) ? NOT_SUBMITTED : 0)) < best)
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
         *draw->expected.values = found[i].values;
      /* So that nobody expects those before any more. */
      for (; last < found[i].expected; last++) {
         if (last + 1 < found[i].expected && draws(&expected[last]))
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
      count(&record_counts->shaders, expect.order == WORK_LINKED);
      return;
   }
   /* Such jobs leave their buffers. */
   if (fault == WORK_BROKEN && is_unknown)
      return;
   count(&record_counts->wrong, 1);
   if (printed++ < PRINTED)
      fprintf(stderr, "judge: %s\n", what);
}

static void
on_wrong(void *data, const struct expect_draw *draw, enum check_defect defect,
         const char *text)
{
   (void)data;
   if (draw)
      wrong((struct expected *)draw, defect, "%s", text);
   else
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
      else
         expect_other(&expect, work);
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
   expect.wrong = on_wrong;
   expect.misread = on_misread;
   expect.table_count = 0;
   expect.reads = expect.outside = 0;
   for (uint32_t order = 0; order < (found_count ? WORK_ORDERS : 1);
        order++) {
      expect_begin(&expect, order);
      memory_keep_writes(false);
      work_run(work, order, false, &user);
   }
   count(&record_counts->reads, expect.reads);
   count(&record_counts->outside, expect.outside);
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
      count(&record_counts->missing, draws(&expected[next_expected]));
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
