/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The instanced draws of gl_draws.c and vk_draws.c; the same in every run.
 *
 * A divisor is part of a pipeline in Vulkan, so each is drawn with several
 * counts. Counts are small, because the driver allocates varyings for every
 * vertex of every instance.
 */

#ifndef DRAWS_H
#define DRAWS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

#define DIVISORS 256
#define DRAWS_PER_DIVISOR 12

struct draw {
   uint32_t vertices, instances, first;
   /* With the indices `first` and up, which give the same vertices. */
   bool indexed;
};

/* Indices, each its own number. */
#define INDICES 4096

/** An attribute with its buffer; the address is counted from a page. */
struct attribute {
   uint32_t per_instance, divisor, stride, source_offset, address, size;
};

/** What tables.py pairs with the trace. */
static void
draws_print_attribute(const struct attribute *attribute, int begins)
{
   printf("%s %u %u %u %u %u %u", begins ? "\nattributes" : "",
          attribute->per_instance, attribute->divisor, attribute->stride,
          attribute->source_offset, attribute->address, attribute->size);
}

static void
draws_print(const struct draw *draw, uint32_t base)
{
   printf("\ndraw %u %u %u %u %d\n", draw->vertices, draw->instances,
          draw->first, base, draw->indexed);
}

static uint32_t draws_state = 1;

/** A number of up to `bits` bits; 1 <= bits <= 32. */
static uint32_t
draws_random(unsigned bits)
{
   /* Numerical Recipes; the low bits of the state are poor. */
   uint32_t high = draws_state = draws_state * 1664525 + 1013904223;
   uint32_t low = draws_state = draws_state * 1664525 + 1013904223;

   return ((high & 0xFFFF0000) | low >> 16) >> (32 - bits);
}

/** Whether floating point rounds 2^(32 + shift) / divisor wrongly. */
static int
draws_float_is_wrong(uint32_t divisor)
{
   uint64_t power = 1ull << (63 - __builtin_clz(divisor));

   return (uint64_t) ceil((double) power / divisor) !=
          (power + divisor - 1) / divisor;
}

static void
draws_divisors(uint32_t divisors[DIVISORS])
{
   /* 4971027 is the first product with a wrong result. */
   uint32_t wrong = 4000001;
   unsigned i;

   for (i = 0; i < DIVISORS; i++) {
      switch (i % 4) {
      case 0:
         divisors[i] = draws_random(10);
         break;
      case 1:
         divisors[i] = draws_random(1 + i % 32);
         break;
      case 2:
         divisors[i] = 1u << draws_random(5);
         break;
      default:
         do
            wrong += 2;
         while (!draws_float_is_wrong(wrong));
         divisors[i] = wrong;
         break;
      }
   }
}

static struct draw
draws_next(unsigned i)
{
   struct draw draw;

   /* Small counts, since a product with 4971027 must stay below 2^32. */
   draw.vertices = 1 + draws_random(i % 3 == 0 ? 10 : 4);
   draw.instances = 1 + draws_random(3);
   draw.first = i % 5 == 0 ? draws_random(4) : 0;
   draw.indexed = i % 6 == 5 || i == 10;
   return draw;
}

/* What changes before a draw whose shader also reads what follows vertex data
 * in the tables: an image (Vulkan), a texel buffer (OpenGL, v6 and later) or
 * ids (OpenGL, v5). */
enum extra {
   EXTRA_NOTHING,
   /* The vertex buffers are bound again. */
   EXTRA_BUFFERS,
   /* Another image or texel buffer. */
   EXTRA_OTHER,
   /* A shader that reads neither, for this draw. */
   EXTRA_PLAIN,
   /* The same, and the first vertex buffer is bound 32 bytes further on. */
   EXTRA_MOVED,
   /* This draw has indices. */
   EXTRA_INDEXED,
};

static const struct {
   enum extra change;
   uint32_t vertices, instances, first;
} draws_extra[] = {
   {EXTRA_BUFFERS, 64, 2, 0},
   /* Only the counts: 72 is not a power of two. */
   {EXTRA_NOTHING, 70, 2, 0},
   {EXTRA_NOTHING, 64, 2, 0},
   {EXTRA_NOTHING, 70, 1, 0},
   {EXTRA_NOTHING, 70, 3, 0},
   /* Only offsets. */
   {EXTRA_NOTHING, 70, 3, 5},
   {EXTRA_BUFFERS, 70, 3, 5},
   {EXTRA_OTHER, 70, 3, 5},
   {EXTRA_PLAIN, 70, 3, 5},
   {EXTRA_NOTHING, 70, 3, 5},
   {EXTRA_PLAIN, 64, 3, 0},
   {EXTRA_NOTHING, 64, 3, 0},
   {EXTRA_INDEXED, 70, 3, 0},
   {EXTRA_NOTHING, 70, 3, 0},
   {EXTRA_NOTHING, 70, 3, 0},
   {EXTRA_INDEXED, 70, 3, 0},
   {EXTRA_BUFFERS, 70, 3, 0},
   {EXTRA_PLAIN, 70, 3, 0},
   {EXTRA_MOVED, 70, 3, 0},
   {EXTRA_NOTHING, 70, 3, 0},
};

#define EXTRA_DRAWS (sizeof draws_extra / sizeof draws_extra[0])

/** Lists a draw of draws_extra, with what its shader reads behind the vertex
 * data: "image", "texels" or "nothing", which of them, and the stride and
 * size of texels. */
static void
draws_print_extra(unsigned i, const char *kind, unsigned which,
                  uint32_t stride, uint32_t size)
{
   const struct draw draw = {
      draws_extra[i].vertices, draws_extra[i].instances, draws_extra[i].first,
      draws_extra[i].change == EXTRA_INDEXED,
   };

   printf("\nextra %s %u %u %u", kind, which, stride, size);
   draws_print(&draw, 0);
}

/* What changes from one draw to the next, for what a draw costs. */
enum change {
   CHANGE_NOTHING,
   /* Between two, and between eight padded counts. */
   CHANGE_COUNTS,
   CHANGE_MANY_COUNTS,
   /* The first vertex. */
   CHANGE_START,
   CHANGE_BUFFERS,
   /* An offset that changes the low bits of the address. */
   CHANGE_OFFSETS,
   CHANGE_ELEMENTS,
   /* The descriptor set; not in OpenGL. */
   CHANGE_DESCRIPTORS,
   CHANGES,
};

static const char *const draws_changes[] = {
   "nothing", "counts", "many", "start", "buffers", "offsets", "elements",
   "descriptors",
};

#define COST_DRAWS 256

/** Draw `i` of those whose cost is counted. */
static struct draw
draws_cost(enum change change, bool instanced, unsigned i)
{
   const bool other = change == CHANGE_COUNTS && i % 2;
   const uint32_t more = change == CHANGE_MANY_COUNTS ? i % 8 * 10 : 0;

   return (struct draw){
      .vertices = other ? 100 : 70 + more,
      .instances = instanced ? (other ? 4 : 3) : 1,
      .first = change == CHANGE_START ? i % 2 : 0,
   };
}

/**
 * Draws with 1, 8 and 16 attributes, every other one per instance, and has
 * callgrind count the instructions of each case, for all changes before
 * `end`. `set` binds these attributes, `draw` draws after changing what is
 * said.
 */
static void
draws_count_costs(enum change end, void (*set)(unsigned attributes),
                  void (*draw)(enum change change, struct draw draw,
                               unsigned number))
{
   static const unsigned counts[] = {1, 8, 16};
   char name[64];

   for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++) {
      for (unsigned change = 0; change < end; change++) {
         for (int instanced = 0; instanced < 2; instanced++) {
            set(counts[c]);
            /* The first draws compile shaders. */
            for (unsigned i = 0; i < COST_DRAWS + 16; i++) {
               if (i == 16)
                  CALLGRIND_ZERO_STATS;
               draw((enum change) change,
                    draws_cost((enum change) change, instanced, i), i);
            }
            snprintf(name, sizeof name, "%u %s %d %u", counts[c],
                     draws_changes[change], instanced, COST_DRAWS);
            CALLGRIND_DUMP_STATS_AT(name);
         }
      }
   }
}

#endif /* DRAWS_H */
