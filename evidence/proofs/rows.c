/* SPDX-License-Identifier: MIT */

/*
 * Prints inputs and what the reference computes for them, for link.py to
 * compare with the definitions in Coq: draws, tables or valhall.
 */

#include "reference.h"

#include "plain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define MOST_BUFFERS 513

struct row {
   struct dral_draw_info draw;
   struct dral_vertex_buffer buffer;
   int64_t source;
   uint32_t format, table, buffer_index, one;
};

static const struct row plain = {
   .draw = { .architecture = 5,
             .vertex_count = 70,
             .instance_count = 3,
             .vertices_per_primitive = 0xFFFFFFFF },
   .buffer = { 0x123456789AC0, 4096, 16, DRAL_RATE_INSTANCE, 3 },
};

/* ---- Random numbers -------------------------------------------------- */

static uint64_t state = 7;

static uint64_t
random64(void)
{
   state ^= state << 13;
   state ^= state >> 7;
   state ^= state << 17;
   return state;
}

/* Up to so many bits, often beside a power of two. */
static uint64_t
number(uint32_t bits)
{
   const uint64_t near = ((uint64_t)1 << random64() % bits) + random64() % 5;

   return low_bits(random64() % 3 != 0 ? random64() >> random64() % 64
                                       : near - 2,
                   bits);
}

static struct row
any_row(void)
{
   static const uint32_t widths[] = { 3, 8, 16, 32 };
   struct row row = plain;

   row.draw.vertex_count = (uint32_t)number(widths[random64() % 4]);
   row.draw.instance_count = (uint32_t)number(widths[random64() % 4]);
   row.draw.padding_rule = random64() % 2;
   row.draw.rounding = random64() % 2;
   row.draw.idvs = random64() % 2;
   row.draw.offset_start = (int32_t)number(widths[random64() % 4]);
   row.draw.base_instance = (uint32_t)number(widths[random64() % 4]);
   row.buffer.address = number(57);
   row.buffer.size = number(33);
   row.buffer.stride = (uint32_t)number(widths[random64() % 4]);
   row.buffer.rate = random64() % 2;
   row.buffer.divisor = (uint32_t)number(widths[random64() % 4]);
   row.source = (uint32_t)number(widths[random64() % 4]);
   row.format = (uint32_t)number(23);
   row.table = (uint32_t)number(7);
   row.buffer_index = (uint32_t)number(32);
   row.one = random64() % 2;
   return row;
}

/* ---- Terms of Coq ---------------------------------------------------- */

static void
print_words(const uint32_t *words, uint32_t count)
{
   uint32_t i;

   printf("[");
   for (i = 0; i < count; i++)
      printf("%s%" PRIu32, i == 0 ? "" : ";", words[i]);
   printf("]");
}

static void
print_draw(const struct dral_draw_info *info)
{
   printf("Draw %u %u %s (%d) %u", info->vertex_count, info->instance_count,
          info->rounding == DRAL_ROUNDING_NEAREST ? "Nearest" : "Documented",
          info->offset_start, info->base_instance);
}

static void
print_padded(const struct dral_draw *draw)
{
   printf("Padded %u %u %u", draw->padded_count,
          draw->instance_size_byte % 32, draw->instance_size_byte / 32);
}

static void
print_buffer(const struct dral_vertex_buffer *buffer)
{
   printf("Buffer %" PRIu64 " %" PRIu64 " %u %s %u", buffer->address,
          buffer->size, buffer->stride,
          buffer->rate == DRAL_RATE_VERTEX ? "PerVertex" : "PerInstance",
          buffer->divisor);
}

/* What OpenGL and Vulkan specify, as a sum, which may exceed 64 bits. */
static void
print_address(const struct row *row, uint32_t vertex, uint32_t instance)
{
   const uint32_t divisor = row->buffer.divisor;
   const int64_t element =
      row->buffer.rate == DRAL_RATE_VERTEX
         ? row->draw.offset_start + (int64_t)vertex
         : (int64_t)row->draw.base_instance +
              (divisor == 0 ? 0 : instance / divisor);

   printf("%" PRIu64 " + (%" PRId64 ") + %u * (%" PRId64 ")",
          row->buffer.address, row->source, row->buffer.stride, element);
}

/* The first, the last or any thread. */
static uint32_t
any_below(uint32_t count)
{
   const uint32_t kind = random64() % 3;

   return kind == 0   ? 0
          : kind == 1 ? count - 1
                      : (uint32_t)(random64() % count);
}

/* Whether a thread can read. */
static int
resolve(const struct dral_draw_info *info, struct dral_draw *draw)
{
   return info->vertex_count != 0 && info->instance_count != 0 &&
          ref_draw_resolve(info, draw) == 0;
}

static const char *separator = "";

static void
print_draw_row(const struct row *row)
{
   struct dral_draw draw;
   uint32_t words[8], slots, vertex, instance;
   int32_t offset;

   if (!resolve(&row->draw, &draw))
      return;
   vertex = any_below(row->draw.vertex_count);
   instance = any_below(row->draw.instance_count);
   printf("%s((", separator);
   separator = ";\n";
   print_draw(&row->draw);
   printf(", ");
   print_padded(&draw);
   printf(", ");
   print_buffer(&row->buffer);
   printf(", %" PRId64 ", %u, %u), ", row->source, vertex, instance);
   if (ref_attribute_record(&row->draw, &row->buffer, words, &slots) != 0) {
      printf("[])");
      return;
   }
   printf("[");
   print_words(words, get(words, 0, 6) == 4 ? 8 : 4);
   if (ref_attribute_offset(&row->draw, &row->buffer, (uint32_t)row->source,
                            &offset) != 0) {
      printf("; []; ");
   } else {
      printf("; [%" PRIu32 "; ", (uint32_t)offset);
      print_address(row, vertex, instance);
      printf("]; ");
   }
   (void)ref_id_records(&row->draw, words);
   print_words(words, 8);
   printf("; [%u; %u]])", vertex, instance);
}

static void
print_valhall_row(const struct row *row)
{
   const uint32_t vertex = (uint32_t)random64();
   const uint32_t instance = (uint32_t)random64();
   const struct dral_valhall_source source = {
      .architecture = 9,
      .rounding = row->draw.rounding,
      .rate = row->buffer.rate,
      .divisor = row->buffer.divisor,
      .stride = row->buffer.stride,
      .format = row->format,
      .table = row->table,
      .buffer_index = row->buffer_index,
      .offset = (int32_t)row->source,
      .base_instance = row->draw.base_instance,
      .divisor_one = row->one,
   };
   struct row moved = *row;
   uint32_t words[8];

   moved.source = source.offset;
   moved.buffer.address %= pow2(56);
   moved.buffer.size = 0;
   printf("%s((", separator);
   separator = ";\n";
   print_draw(&row->draw);
   printf(", ");
   print_buffer(&moved.buffer);
   printf(", Source (%d) %u %u %u %s, %u, %u), ", source.offset,
          source.format, source.table, source.buffer_index,
          source.divisor_one ? "true" : "false", vertex, instance);
   if (ref_valhall(&source, words) != 0) {
      printf("[])");
      return;
   }
   printf("[");
   print_words(words, 8);
   printf("; [");
   print_address(&moved, vertex, instance);
   printf("]])");
}

static void
print_table_row(struct row row, uint32_t shape, uint32_t architecture,
                const struct dral_vertex_buffer *buffers, uint32_t count)
{
   static uint32_t words[8 * MOST_BUFFERS + 4], slots[MOST_BUFFERS];
   struct dral_draw draw;
   uint32_t vertex, instance, word_count, i;
   int32_t offset;

   row.draw.architecture = architecture;
   if (!resolve(&row.draw, &draw))
      return;
   vertex = any_below(row.draw.vertex_count);
   instance = any_below(row.draw.instance_count);
   printf("%s((%s, ", separator,
          shape == DRAL_TABLE_SHAPE_PAIRS ? "Pairs" : "Packed");
   separator = ";\n";
   print_draw(&row.draw);
   printf(", ");
   print_padded(&draw);
   printf(", [");
   for (i = 0; i < count; i++) {
      printf("%s", i == 0 ? "" : "; ");
      if (buffers[i].rate == DRAL_RATE_UNUSED) {
         printf("None");
         continue;
      }
      printf("Some (");
      print_buffer(&buffers[i]);
      printf(")");
   }
   printf("], %s, %u, %" PRId64 ", %u, %u), ",
          architecture > 5 ? "true" : "false", row.format, row.source, vertex,
          instance);
   if (ref_attribute_table(&row.draw, shape, 0, buffers, count, words, slots,
                           &word_count) != 0) {
      printf("[])");
      return;
   }
   printf("[");
   print_words(slots, count);
   printf("; ");
   print_words(words, word_count);
   for (i = 0; i < count; i++) {
      row.buffer = buffers[i];
      printf("; [");
      if (buffers[i].rate != DRAL_RATE_UNUSED && slots[i] < 512 &&
          row.format < pow2(22) &&
          ref_attribute_offset(&row.draw, &buffers[i], (uint32_t)row.source,
                               &offset) == 0) {
         printf("%" PRIu32 "; %" PRIu32 "; ",
                slots[i] + 512 + 1024 * row.format, (uint32_t)offset);
         print_address(&row, vertex, instance);
      }
      printf("]");
   }
   printf("])");
}

static void
print_tables(void)
{
   static struct dral_vertex_buffer buffers[MOST_BUFFERS];
   struct row row = plain;
   uint32_t i, b;

   for (b = 0; b < MOST_BUFFERS; b++) {
      buffers[b] = plain.buffer;
      buffers[b].rate = DRAL_RATE_VERTEX;
   }
   print_table_row(row, DRAL_TABLE_SHAPE_PACKED, 4, buffers, 0);
   row.format = 0x3FFFFF;
   print_table_row(row, DRAL_TABLE_SHAPE_PACKED, 4, buffers, 512);
   row.format = 0x400000;
   print_table_row(row, DRAL_TABLE_SHAPE_PACKED, 6, buffers, 513);
   buffers[1].address = pow2(56);
   print_table_row(row, DRAL_TABLE_SHAPE_PAIRS, 7, buffers, 2);
   for (i = 0; i < 150; i++) {
      const uint32_t shape = random64() % 2, count = random64() % 17;

      for (b = 0; b < count; b++) {
         buffers[b] = any_row().buffer;
         buffers[b].address %= pow2(56);
         buffers[b].size %= pow2(32) - 63;
         if (shape == DRAL_TABLE_SHAPE_PAIRS && random64() % 5 == 0)
            buffers[b].rate = DRAL_RATE_UNUSED;
      }
      row = any_row();
      row.draw.vertex_count %= 1000;
      print_table_row(row, shape, 4 + random64() % 4, buffers, count);
   }
}

/* Plain rows with one other value each, on both sides of every bound. */
#define OTHERS(member, ...)                                                 \
   do {                                                                     \
      const uint64_t values[] = { __VA_ARGS__ };                            \
                                                                            \
      for (i = 0; i < sizeof values / sizeof values[0]; i++) {              \
         struct row row = plain;                                            \
                                                                            \
         row.member = values[i];                                            \
         print(&row);                                                       \
         row.draw.instance_count = 1;                                       \
         print(&row);                                                       \
         row.buffer.rate = DRAL_RATE_VERTEX;                                \
         print(&row);                                                       \
      }                                                                     \
   } while (0)

static void
print_rows(void (*print)(const struct row *row))
{
   struct row most = plain;
   uint32_t i, odd;

   /* 2^32 threads */
   most.draw.vertex_count = 4;
   most.draw.instance_count = 0x40000000;
   print(&most);
   OTHERS(draw.vertex_count, 1, 2, 0x7FFFFFFF, 0x80000000, 0x80000001,
          0xFFFFFFFF);
   OTHERS(draw.instance_count, 2, 0xFFFFFFFF / 72);
   OTHERS(draw.offset_start, 0x80000000, 0x7FFFFFFF);
   OTHERS(draw.base_instance, 0xFFFFFFFF);
   OTHERS(buffer.address, 0, 63, pow2(56) - 1, pow2(56), UINT64_MAX);
   OTHERS(buffer.size, 0, 0xFFFFFFFF, pow2(32), UINT64_MAX);
   OTHERS(buffer.stride, 0, 0xFFFFFFFF);
   OTHERS(buffer.divisor, 0, 1, 0xFFFFFFFF);
   OTHERS(source, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF);
   OTHERS(format, 0x3FFFFF, 0x400000);
   OTHERS(table, 63, 64);
   OTHERS(buffer_index, 0xFFFFFFFF);
   OTHERS(one, 1);
   /* Every padded count and its hardware divisors, in both roundings. */
   for (odd = 1; odd <= 9; odd += 2)
      for (i = 0; i < 32; i++) {
         struct row row = plain;

         row.draw.vertex_count = (odd << i) - (i > 0);
         row.draw.instance_count = 2;
         row.draw.rounding = i % 2;
         row.draw.padding_rule = i / 2 % 2;
         row.buffer.divisor = odd == 9 ? 1 : odd << (31 - i) / 4;
         print(&row);
      }
   for (i = 0; i < 600; i++) {
      struct row row = any_row();

      /* Half of them fit. */
      if (i % 2 == 0) {
         row.draw.vertex_count %= 10000;
         row.draw.instance_count %= 10000;
      }
      print(&row);
   }
}

int
main(int argc, char **argv)
{
   if (argc == 2 && strcmp(argv[1], "draw") == 0)
      print_rows(print_draw_row);
   else if (argc == 2 && strcmp(argv[1], "valhall") == 0)
      print_rows(print_valhall_row);
   else if (argc == 2 && strcmp(argv[1], "table") == 0)
      print_tables();
   else
      return 2;
   return 0;
}
