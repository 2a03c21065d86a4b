/* SPDX-License-Identifier: MIT */

#include "device/inputs.h"

#include "instancing/rows.h"
#include "instancing/sample_draws.h"

#include <stdlib.h>
#include <string.h>

/* Where buffers begin; the rows leave it out. */
#define BUFFER_START 0x123404321000

static struct device_draw_input
device_draw(const struct dral_draw *draw,
            const struct dral_vertex_buffer *buffer, uint32_t source_offset)
{
   struct device_draw_input input;

   memset(&input, 0, sizeof input);
   input.draw = *draw;
   input.buffer = *buffer;
   input.bound_size = buffer->size;
   input.source_offset = source_offset;
   return input;
}

static int32_t
signed_edge(struct generator *generator)
{
   const uint32_t bits = edge_number(generator);
   int32_t number;

   memcpy(&number, &bits, sizeof number);
   return number;
}

static struct dral_index_range
random_range(struct generator *generator)
{
   struct dral_index_range range;

   range.min_index = edge_number(generator);
   range.max_index = one_in(generator, 4)
                        ? edge_number(generator)
                        : range.min_index + edge_number(generator) % 0x10000;
   range.vertex_offset = one_in(generator, 2) ? 0 : signed_edge(generator);
   /* The one that has 2^32 vertices. */
   if (one_in(generator, 100)) {
      range.min_index = 0;
      range.max_index = UINT32_MAX;
   }
   return range;
}

static struct dral_draw
random_draw_of_all_kinds(struct generator *generator)
{
   struct dral_draw draw = random_draw(generator,
                                       4 + number_below(generator, 4));

   /* Nothing to draw. */
   if (one_in(generator, 50))
      draw.vertex_count = 0;
   if (one_in(generator, 50))
      draw.instance_count = 0;
   /* 2^32 elements and a few more, less than 2^16. */
   if (one_in(generator, 20)) {
      draw.base_instance = UINT32_MAX;
      draw.offset_start = -1 - (int32_t)number_below(generator, 0x8000);
   }
   /* Small factors, so that most offsets fit. */
   else if (!one_in(generator, 4)) {
      draw.offset_start %= 0x10000;
      draw.base_instance %= 0x10000;
   }
   return draw;
}

static struct dral_vertex_buffer
random_buffer_of_all_kinds(struct generator *generator,
                           const struct dral_draw *draw)
{
   struct dral_vertex_buffer buffer = random_buffer(generator, draw);

   if (one_in(generator, 30))
      buffer.rate = DRAL_RATE_UNUSED;
   if (!one_in(generator, 4))
      buffer.stride %= 0x1000;
   /* 2^32 + i elements of 2^32 - i bytes, which 64 bits do not tell from
    * -i * i. */
   if (draw->offset_start < 0 && one_in(generator, 4))
      buffer.stride = (uint32_t)draw->offset_start + 1;
   return buffer;
}

static uint32_t
random_source_offset(struct generator *generator)
{
   return one_in(generator, 4) ? edge_number(generator)
                               : number_below(generator, 4096);
}

struct device_draw_input
random_device_draw(struct generator *generator)
{
   const struct dral_draw draw = random_draw_of_all_kinds(generator);
   const struct dral_vertex_buffer buffer =
      random_buffer_of_all_kinds(generator, &draw);
   struct device_draw_input input =
      device_draw(&draw, &buffer, random_source_offset(generator));

   if (one_in(generator, 8))
      input.bound_size = next_number(generator) >>
                         number_below(generator, 34);
   /* Together with the low bits of the address beyond 64 bits. */
   if (one_in(generator, 50))
      input.bound_size = UINT64_MAX - number_below(generator, 64);
   input.range = random_range(generator);
   input.descriptor.slot = number_below(generator, 600);
   input.descriptor.format = any_magnitude(generator) >> 9;
   input.descriptor.offset = signed_edge(generator);
   return input;
}

struct device_state
random_device_state(struct context *context, struct generator *generator)
{
   struct device_state state;

   do {
      state.draw = random_instanced_draw(generator,
                                         4 + number_below(generator, 4));
      state.sample = random_state(context, generator,
                                  state.draw.architecture, &state.draw);
   } while (state.sample.buffer_count == 0);
   return state;
}

struct device_state_input
random_state_input(struct generator *generator,
                   const struct device_state *states, uint32_t count)
{
   const uint32_t index = number_below(generator, count);
   const struct device_state *state = &states[index];
   struct device_state_input input;
   struct dral_vertex_buffer buffer;
   struct dral_bound_buffer bound;
   struct dral_resolved_draw resolved;
   struct dral_draw draw;

   do {
      draw = random_draw_of_all_kinds(generator);
      draw.architecture = state->sample.architecture;
      draw.rounding = state->sample.rounding;
      if (one_in(generator, 2)) {
         draw.vertex_count = state->draw.vertex_count;
         draw.instance_count = 2 + number_below(generator, 2);
      }
   } while (dral_draw_resolve(&draw, &resolved) != 0);
   do {
      buffer = random_buffer(generator, &draw);
   } while (dral_buffer_bind(buffer.address, buffer.size, &bound) != 0);
   memset(&input, 0, sizeof input);
   input.draw = draw;
   input.bound = bound;
   input.state = index;
   input.buffer = number_below(generator, state->sample.buffer_count);
   input.rate = state->sample.buffers[input.buffer].rate;
   input.divisor = state->sample.buffers[input.buffer].divisor;
   input.source_offset = random_source_offset(generator);
   return input;
}

struct dral_valhall_source
random_device_valhall(struct generator *generator)
{
   struct dral_valhall_source source =
      random_valhall(generator, 9 + number_below(generator, 6));

   if (one_in(generator, 30))
      source.rate = DRAL_RATE_UNUSED;
   return source;
}

static void *
or_exit(void *memory)
{
   if (memory == NULL) {
      fprintf(stderr, "no memory\n");
      exit(2);
   }
   return memory;
}

void *
allocate(size_t size)
{
   return or_exit(malloc(size));
}

/* A list that is full gets twice as many elements. */
static void *
grown(void *elements, uint32_t count, uint32_t *capacity, size_t size)
{
   if (count < *capacity)
      return elements;
   *capacity = 2 * *capacity + 1024;
   return or_exit(realloc(elements, *capacity * size));
}

static void
add(struct device_draw_list *list, const struct device_draw_input *input)
{
   list->inputs = grown(list->inputs, list->count, &list->capacity,
                        sizeof *input);
   list->inputs[list->count++] = *input;
}

static void
add_draw(struct device_draw_list *list, const struct dral_draw *draw,
         const struct dral_vertex_buffer *buffer, uint32_t source_offset)
{
   const struct device_draw_input input = device_draw(draw, buffer,
                                                      source_offset);

   add(list, &input);
}

/* A row of the other files, with a buffer if it is about one. */
static void
add_row(struct device_draw_list *list, const struct csv *csv,
        uint32_t first_architecture, uint32_t last_architecture)
{
   const int has_buffer = csv_has(csv, "src_offset");
   struct dral_vertex_buffer buffer = { 0 };
   uint32_t source_offset = 0;
   uint32_t architecture;

   if (has_buffer) {
      buffer = row_buffer(csv, BUFFER_START);
      source_offset = csv_unsigned(csv, "src_offset");
   }
   for (architecture = first_architecture; architecture <= last_architecture;
        architecture++) {
      const struct dral_draw draw = row_draw(csv, architecture);

      /* "v4+v5+v7noidvs" or "v6+v7" */
      if (csv_has(csv, "archs") && architecture != 7 &&
          (csv_text(csv, "archs")[1] == '4') != (architecture <= 5))
         continue;
      add_draw(list, &draw, &buffer, source_offset);
   }
}

/* A row of panvk26_draws.csv without buffers: v6 and v7 have the same. */
static struct device_draw_input
vulkan_draw(const struct csv *csv)
{
   const struct dral_vertex_buffer buffer = { 0 };
   struct dral_index_range range;
   struct dral_draw draw;
   struct device_draw_input input;

   if (row_panvk_draw(csv, 6, &draw, &range)) {
      const struct dral_vertex_range vertices =
         dral_device_index_range_resolve(range);

      draw.vertex_count = vertices.vertex_count;
      draw.offset_start = vertices.offset_start;
   }
   input = device_draw(&draw, &buffer, 0);
   if (csv_text(csv, "path")[0] == 'x')
      input.range = range;
   return input;
}

/* A draw of panvk26_draws.csv, by its number. */
struct numbered_draw {
   uint32_t number;
   struct device_draw_input input;
};

struct numbered_draws {
   struct numbered_draw *draws;
   uint32_t count;
   uint32_t capacity;
};

static void
add_on_v6_and_v7(struct device_draw_list *list,
                 struct device_draw_input input)
{
   for (input.draw.architecture = 6; input.draw.architecture <= 7;
        input.draw.architecture++)
      add(list, &input);
}

/* The draws of PanVK, and then each of them with each of its buffers. */
static void
add_panvk(struct device_draw_list *list, struct context *context)
{
   struct numbered_draws found = { NULL, 0, 0 };
   struct csv csv;
   uint32_t i;

   if (!csv_open(&csv, context, "panvk26_draws.csv"))
      return;
   while (csv_next(&csv)) {
      struct numbered_draw *draw;

      found.draws = grown(found.draws, found.count, &found.capacity,
                          sizeof *found.draws);
      draw = &found.draws[found.count++];
      draw->number = csv_unsigned(&csv, "draw");
      draw->input = vulkan_draw(&csv);
      add_on_v6_and_v7(list, draw->input);
   }
   csv_close(&csv);
   if (csv_open(&csv, context, "panvk26_buffers.csv")) {
      while (csv_next(&csv)) {
         struct device_draw_input input;
         const uint32_t number = csv_unsigned(&csv, "draw");

         for (i = 0; i < found.count && found.draws[i].number != number; i++)
            ;
         CHECK(context, i < found.count, "no draw %" PRIu32, number);
         if (i == found.count)
            continue;
         input = found.draws[i].input;
         input.buffer = row_buffer(&csv, 0);
         input.bound_size = input.buffer.size;
         input.source_offset = csv_unsigned(&csv, "src_offset");
         input.descriptor.slot = 2 * csv_unsigned(&csv, "binding");
         input.descriptor.offset = (int32_t)csv_unsigned(&csv, "src_offset");
         add_on_v6_and_v7(list, input);
      }
      csv_close(&csv);
   }
   free(found.draws);
}

struct device_draw_list
device_draw_rows(struct context *context)
{
   static const struct {
      const char *name;
      uint32_t first_architecture, last_architecture;
   } files[] = { { "records.csv", 4, 7 },
                 { "draws.csv", 4, 7 },
                 { "ids.csv", 4, 5 },
                 { "vulkan.csv", 6, 7 } };
   struct device_draw_list list = { NULL, 0, 0 };
   struct csv csv;
   uint32_t i;

   for (i = 0; i < 4; i++) {
      if (!csv_open(&csv, context, files[i].name))
         continue;
      while (csv_next(&csv))
         add_row(&list, &csv, files[i].first_architecture,
                 files[i].last_architecture);
      csv_close(&csv);
   }
   add_panvk(&list, context);
   return list;
}

static void
add_valhall(struct device_valhall_list *list,
            const struct dral_valhall_source *source)
{
   list->sources = grown(list->sources, list->count, &list->capacity,
                         sizeof *list->sources);
   list->sources[list->count++] = *source;
}

struct device_valhall_list
device_valhall_rows(struct context *context)
{
   static const struct {
      const char *name;
      uint32_t first_architecture;
   } files[] = { { "valhall.csv", 9 }, { "panvk26_valhall.csv", 10 } };
   struct device_valhall_list list = { NULL, 0, 0 };
   struct csv csv;
   uint32_t architecture, i;

   for (i = 0; i < 2; i++) {
      if (!csv_open(&csv, context, files[i].name))
         continue;
      while (csv_next(&csv)) {
         for (architecture = files[i].first_architecture; architecture <= 14;
              architecture++) {
            const struct dral_valhall_source source =
               row_valhall(&csv, architecture);

            add_valhall(&list, &source);
         }
      }
      csv_close(&csv);
   }
   return list;
}
