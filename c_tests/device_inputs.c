/* SPDX-License-Identifier: MIT */

#include "device_inputs.h"

#include "csv.h"
#include "sample_draws.h"

#include <string.h>

/* Where buffers begin; the rows leave it out. */
#define BUFFER_START 0x123404321000

static struct device_draw_input
device_draw(const struct dral_draw *draw,
            const struct dral_vertex_buffer *buffer, uint32_t source_offset)
{
   struct device_draw_input input;

   /* device_structs_are_those_of_the_library: the layout is the same. */
   memcpy(&input.draw, draw, sizeof input.draw);
   memcpy(&input.buffer, buffer, sizeof input.buffer);
   input.source_offset = source_offset;
   return input;
}

struct device_draw_input
random_device_draw(struct generator *generator)
{
   struct dral_draw draw = random_draw(generator,
                                       4 + number_below(generator, 4));
   struct dral_vertex_buffer buffer = random_buffer(generator, &draw);

   /* Small factors, so that most offsets fit. */
   if (!one_in(generator, 4)) {
      draw.offset_start %= 0x10000;
      draw.base_instance %= 0x10000;
      buffer.stride %= 0x1000;
   }
   return device_draw(&draw, &buffer,
                      one_in(generator, 4) ? edge_number(generator)
                                           : number_below(generator, 4096));
}

static struct dral_device_valhall_source
device_valhall(const struct dral_valhall_source *source)
{
   struct dral_device_valhall_source copy;

   memcpy(&copy, source, sizeof copy);
   return copy;
}

struct dral_device_valhall_source
random_device_valhall(struct generator *generator)
{
   const struct dral_valhall_source source =
      random_valhall(generator, 9 + number_below(generator, 6));

   return device_valhall(&source);
}

/* Inputs as they are found. */
struct list {
   struct device_draw_input *inputs;
   uint32_t count;
};

static void
add(struct list *list, struct context *context, const struct dral_draw *draw,
    const struct dral_vertex_buffer *buffer, uint32_t source_offset)
{
   CHECK(context, list->count < DEVICE_ROWS, "more rows than room");
   if (list->count < DEVICE_ROWS)
      list->inputs[list->count++] = device_draw(draw, buffer, source_offset);
}

static struct dral_vertex_buffer
buffer_of(const struct csv *csv, uint32_t buffer_size)
{
   const uint32_t buffer_offset = csv_unsigned(csv, "buffer_offset");
   struct dral_vertex_buffer buffer;

   buffer.address = BUFFER_START + buffer_offset;
   buffer.size = buffer_size - buffer_offset;
   buffer.stride = csv_unsigned(csv, "stride");
   buffer.divisor = csv_unsigned(csv, "divisor");
   /* In OpenGL, which most rows come from, divisor 0 is per vertex. */
   buffer.rate = buffer.divisor == 0 ? DRAL_RATE_VERTEX
                                     : DRAL_RATE_INSTANCE;
   return buffer;
}

static void
add_records(struct list *list, const struct csv *csv)
{
   const int is_old = csv_text(csv, "archs")[1] == '4';
   const struct dral_vertex_buffer buffer =
      buffer_of(csv, csv_unsigned(csv, "buffer_size"));
   uint32_t architecture;

   for (architecture = 4; architecture <= 7; architecture++) {
      struct dral_draw draw = plain_draw(architecture,
                                         csv_unsigned(csv, "vertex_count"),
                                         csv_unsigned(csv, "instance_count"));

      /* "v4+v5+v7noidvs" or "v6+v7" */
      if (architecture != 7 && is_old != (architecture <= 5))
         continue;
      draw.idvs = csv_unsigned(csv, "idvs");
      /* A number or its unsigned pattern. */
      draw.offset_start = (int32_t)csv_number(csv, "offset_start");
      draw.base_instance = csv_unsigned(csv, "base_instance");
      add(list, csv->context, &draw, &buffer,
          csv_unsigned(csv, "src_offset"));
   }
}

static void
add_draws(struct list *list, const struct csv *csv)
{
   const struct dral_vertex_buffer buffer = { 0 };
   uint32_t architecture;

   for (architecture = 4; architecture <= 7; architecture++) {
      struct dral_draw draw = plain_draw(architecture,
                                         csv_unsigned(csv, "vertex_count"),
                                         csv_unsigned(csv, "instance_count"));

      draw.idvs = csv_unsigned(csv, "idvs");
      add(list, csv->context, &draw, &buffer, 0);
   }
}

static void
add_ids(struct list *list, const struct csv *csv)
{
   const struct dral_vertex_buffer buffer = { 0 };
   uint32_t architecture;

   for (architecture = 4; architecture <= 5; architecture++) {
      const struct dral_draw draw =
         plain_draw(architecture, csv_unsigned(csv, "vertex_count"),
                    1 + csv_unsigned(csv, "instanced"));

      add(list, csv->context, &draw, &buffer, 0);
   }
}

static void
add_vulkan(struct list *list, const struct csv *csv)
{
   /* All buffers of these rows have 8 KiB. */
   struct dral_vertex_buffer buffer = buffer_of(csv, 8192);
   uint32_t architecture;

   buffer.rate = csv_unsigned(csv, "rate");
   for (architecture = 6; architecture <= 7; architecture++) {
      struct dral_draw draw = plain_draw(architecture,
                                         csv_unsigned(csv, "vertex_count"),
                                         csv_unsigned(csv, "instance_count"));

      draw.base_instance = csv_unsigned(csv, "base_instance");
      add(list, csv->context, &draw, &buffer,
          csv_unsigned(csv, "src_offset"));
   }
}

static void
add_file(struct list *list, struct context *context, const char *file_name,
         void (*add_row)(struct list *list, const struct csv *csv))
{
   struct csv csv;

   if (!csv_open(&csv, context, file_name))
      return;
   while (csv_next(&csv))
      add_row(list, &csv);
   csv_close(&csv);
}

uint32_t
device_draw_rows(struct context *context,
                 struct device_draw_input inputs[DEVICE_ROWS])
{
   struct list list = { inputs, 0 };

   add_file(&list, context, "records.csv", add_records);
   add_file(&list, context, "draws.csv", add_draws);
   add_file(&list, context, "ids.csv", add_ids);
   add_file(&list, context, "vulkan.csv", add_vulkan);
   return list.count;
}

uint32_t
device_valhall_rows(struct context *context,
                    struct dral_device_valhall_source sources[DEVICE_ROWS])
{
   struct csv csv;
   uint32_t count = 0;

   if (!csv_open(&csv, context, "valhall.csv"))
      return 0;
   while (csv_next(&csv)) {
      struct dral_valhall_source source = { 0 };

      CHECK(context, count + 6 <= DEVICE_ROWS, "more rows than room");
      if (count + 6 > DEVICE_ROWS)
         break;
      source.divisor = csv_unsigned(&csv, "divisor");
      source.rate = source.divisor == 0 ? DRAL_RATE_VERTEX
                                        : DRAL_RATE_INSTANCE;
      source.stride = csv_unsigned(&csv, "stride");
      source.offset = (int32_t)csv_number(&csv, "src_offset");
      source.table = 2;
      for (source.architecture = 9; source.architecture <= 14;
           source.architecture++)
         sources[count++] = device_valhall(&source);
   }
   csv_close(&csv);
   return count;
}
