/* SPDX-License-Identifier: MIT */

/* Follows the blocks of docs/guide/first-driver.md, whose main is renamed.
 * Records random draws with the functions of the page, then computes what each
 * thread of each draw reads from the words in memory, and compares it with the
 * API's element. Nothing is checked before the last draw is recorded. */

#undef main
#undef printf

#include <dral_model.h>
#include <stdlib.h>

#define CHECK(condition)                                                     \
   ((condition) ? (void)0                                                    \
                : (printf("%s:%d: %s\n", __FILE__, __LINE__, #condition),    \
                   exit(1)))

enum { BINDINGS = 6, LOCATIONS = 5, DRAWS = 12 };

/* A draw as the API has it when it is recorded. */
struct expected {
   struct dral_draw_info info;
   int32_t first_vertex;
   uint32_t min_index;
   uint32_t varying_stride;
   uint64_t address[BINDINGS], size[BINDINGS];
   uint32_t image;
};

static struct dral_vertex_buffer buffers[BINDINGS];
static struct dral_vertex_element elements[LOCATIONS];
static struct expected expected[DRAWS];
static unsigned long long reads, draws, kept_tables, kept_attributes;

static uint32_t
random_below(uint32_t limit)
{
   static uint64_t state = 1;

   state = state * 6364136223846793005u + 1442695040888963407u;
   return (uint32_t)((state >> 33) % limit);
}

static void
random_elements(void)
{
   for (uint32_t b = 0; b < BINDINGS; b++) {
      const uint32_t divisors[] = { 0, 1, 2, 3, 5, 12 };

      buffers[b].stride = 4 * (1 + random_below(8));
      buffers[b].rate = random_below(2) ? DRAL_RATE_INSTANCE
                                        : DRAL_RATE_VERTEX;
      buffers[b].divisor = divisors[random_below(6)];
   }
   for (uint32_t e = 0; e < LOCATIONS; e++) {
      elements[e].buffer = random_below(BINDINGS + 1);
      if (elements[e].buffer == BINDINGS)
         elements[e].buffer = DRAL_NO_BUFFER;
      elements[e].format = 0xB7010;
      elements[e].source_offset = 4 * random_below(4);
   }
}

static uint64_t
right_address(const struct expected *draw, uint32_t location, uint32_t vertex,
              uint32_t instance)
{
   const struct dral_vertex_element *element = &elements[location];
   const struct dral_vertex_buffer *buffer = &buffers[element->buffer];
   const uint32_t read = buffer->rate == DRAL_RATE_VERTEX
                            ? (uint32_t)draw->first_vertex + vertex
                         : buffer->divisor == 0
                            ? draw->info.base_instance
                            : draw->info.base_instance +
                                 instance / buffer->divisor;

   return draw->address[element->buffer] + element->source_offset +
          (uint64_t)read * buffer->stride;
}

/* What an attribute of v4 to v7 reads. */
static void
check_records(const struct context *c, const struct job *job,
              const struct expected *draw, uint32_t location,
              uint32_t linear_id, uint32_t vertex, uint32_t instance)
{
   struct dral_attribute_descriptor attribute;
   struct dral_attribute_record record;
   uint32_t element;
   const uint32_t binding = elements[location].buffer;
   const uint32_t left = 4096 - (uint32_t)(job->table - c->memory);

   CHECK(dral_attribute_descriptor_unpack(&job->attributes[2 * location],
                                          &attribute) == 0);
   CHECK(4 * attribute.slot + 8 <= left);
   CHECK(dral_attribute_record_unpack(&job->table[4 * attribute.slot], 8,
                                      &record) == 0);
   CHECK(dral_attribute_record_element(&record, linear_id, &element) == 0);
   CHECK(record.pointer + record.size ==
         draw->address[binding] + draw->size[binding]);
   element += (uint32_t)job->offset_start;
   CHECK(record.pointer + (uint64_t)(int64_t)attribute.offset +
            (uint64_t)(int64_t)(int32_t)element * record.stride ==
         right_address(draw, location, vertex, instance));
   reads++;
}

static void
check_ids(const struct job *job, uint32_t linear_id, uint32_t vertex,
          uint32_t instance)
{
   const uint32_t ids[2] = { vertex, instance };

   for (uint32_t i = 0; i < 2; i++) {
      struct dral_attribute_descriptor attribute;
      struct dral_id_record record;
      uint32_t id;

      CHECK(dral_attribute_descriptor_unpack(
               &job->attributes[2 * (16 + i)], &attribute) == 0);
      CHECK(attribute.offset == 0 && attribute.format == 0x85B20);
      CHECK(dral_id_record_unpack(&job->table[4 * attribute.slot],
                                  &record) == 0);
      CHECK(record.type == (i == 0 ? DRAL_ID_TYPE_VERTEX
                                   : DRAL_ID_TYPE_INSTANCE));
      CHECK(dral_id_record_value(&record, linear_id, &id) == 0);
      CHECK(id == ids[i]);
      reads++;
   }
}

static void
check_valhall(const struct job *job, const struct expected *draw,
              uint32_t location, uint32_t vertex, uint32_t instance)
{
   struct dral_valhall_attribute attribute;
   uint32_t element;
   const uint32_t binding = elements[location].buffer;
   const uint32_t first = (uint32_t)job->base_vertex_offset;

   CHECK(dral_valhall_attribute_unpack(&job->attributes[8 * location],
                                       &attribute) == 0);
   CHECK(attribute.buffer_index == binding && attribute.table == 2);
   CHECK(dral_valhall_attribute_element(
            &attribute, vertex + (attribute.offset_enable ? first : 0),
            instance, &element) == 0);
   CHECK(draw->address[binding] + (uint64_t)(int64_t)attribute.offset +
            (uint64_t)element * attribute.stride ==
         right_address(draw, location, vertex, instance));
   reads++;
}

/* Records draws in one command buffer. The first one of a second buffer binds
 * nothing and has the counts of the last draw. */
static void
record(struct context *c, const struct dral_vertex_state_info *api,
       int is_second)
{
   static uint32_t bound_image;
   static struct expected now;

   memset(c->memory, 0xEE, sizeof c->memory);
   begin_commands(c);
   for (uint32_t d = 0; d < DRAWS; d++) {
      struct dral_index_range range = { 0 };
      int result;
      const int is_indexed = (int)random_below(2);
      const uint32_t before = c->job_count;

      /* Binds again, also a buffer at an unaligned address. */
      for (uint32_t b = 0; b < BINDINGS; b++) {
         if ((d > 0 && random_below(8) != 0) || (d == 0 && is_second))
            continue;
         now.address[b] = 0x100000 * (b + 1) + 4 * random_below(100);
         now.size[b] = 0x10000 + 4 * random_below(9);
         CHECK(bind_buffer(c, b, now.address[b], now.size[b]) == 0);
      }
      if (api->image_count > 0 &&
          (d == 0 ? !is_second : random_below(5) == 0)) {
         bound_image++;
         for (uint32_t i = 0; i < api->image_count; i++) {
            for (uint32_t w = 0; w < 8; w++)
               c->images[i][w] = bound_image << 8 | i;
         }
         c->written.words &= ~(uint32_t)DRAL_WORDS_TABLE;
      }
      now.image = bound_image;
      if (d == 0 ? !is_second : random_below(3) != 0) {
         now.info.vertex_count = 1 + random_below(40);
         now.info.instance_count = 1 + random_below(random_below(2) ? 1 : 20);
         now.info.base_instance = random_below(2) ? 0 : random_below(50);
      }
      now.info.architecture = api->architecture;
      now.info.idvs = api->architecture >= 6 && random_below(2)
                         ? DRAL_IDVS_YES : DRAL_IDVS_NO;
      now.info.vertices_per_primitive = 3;
      now.first_vertex = (int32_t)random_below(300);
      now.min_index = is_indexed ? random_below(200) : 0;
      now.varying_stride = is_indexed ? 16 : 20;
      if (api->architecture >= 9) {
         result = emit_valhall(c, api, now.info.base_instance,
                               now.first_vertex);
      } else if (is_indexed) {
         range.min_index = now.min_index;
         range.max_index = now.min_index + now.info.vertex_count - 1;
         range.vertex_offset = now.first_vertex - (int32_t)now.min_index;
         result = emit_indexed(c, &range, now.info);
      } else {
         now.info.offset_start = now.first_vertex;
         result = emit_draw(c, &now.info, 0, now.varying_stride);
      }
      CHECK(result == 0);
      CHECK(c->job_count == before + 1);
      expected[d] = now;
   }
}

static void
check_draw(const struct context *c, const struct dral_vertex_state_info *api,
           const struct job *job, const struct expected *draw)
{
   uint32_t size = 1;

   if (api->architecture < 9) {
      uint64_t threads;

      CHECK(dral_instance_size_unpack((uint8_t)job->instance_size_byte,
                                      &size) == 0);
      CHECK(draw->info.instance_count == 1 ||
            size >= draw->info.vertex_count);
      threads = (uint64_t)(draw->info.instance_count == 1
                              ? draw->info.vertex_count : size) *
                draw->info.instance_count;
      CHECK(job->varying_size >= threads * draw->varying_stride);
      /* An index leads to the vertex at this position in the draw. */
      CHECK((int64_t)draw->min_index + job->base_vertex_offset == 0);
      for (uint32_t i = 0; i < api->image_count; i++) {
         for (uint32_t w = 0; w < 8; w++) {
            CHECK(job->table[8 * c->buffer_count + 8 * i + w] ==
                  (draw->image << 8 | i));
         }
      }
   }
   if (api->architecture == 6 || api->architecture == 7) {
      struct dral_draw same = { 0 };
      int end;

      CHECK(dral_draw_resolve(&same, &draw->info) == 0);
      end = dral_vertex_state_end(&c->state, &same);
      CHECK(end >= 0);
      for (uint32_t w = 0; w < 4; w++)
         CHECK(job->table[4 * end + (int)w] == 0);
   }
   for (uint32_t i = 0; i < draw->info.instance_count; i++) {
      for (uint32_t v = 0; v < draw->info.vertex_count; v++) {
         const uint32_t linear_id = i * size + v;

         for (uint32_t e = 0; e < LOCATIONS; e++) {
            if (elements[e].buffer == DRAL_NO_BUFFER)
               continue;
            if (api->architecture >= 9)
               check_valhall(job, draw, e, v, i);
            else
               check_records(c, job, draw, e, linear_id, v, i);
         }
         if (api->architecture <= 5)
            check_ids(job, linear_id, v, i);
      }
   }
   draws++;
}

/* One command buffer: first all draws, then all checks. */
static void
check_commands(struct context *c, const struct dral_vertex_state_info *api,
               int is_second)
{
   record(c, api, is_second);
   for (uint32_t d = 0; d < DRAWS; d++) {
      const struct job *job = &c->jobs[d];

      check_draw(c, api, job, &expected[d]);
      if (d > 0 && api->architecture < 9) {
         kept_tables += job->table == job[-1].table;
         kept_attributes += job->attributes == job[-1].attributes;
      }
   }
}

/* On v4 and v5 the ids follow 16 locations. */
static void
check_limit(struct context *c)
{
   static struct dral_vertex_element many[17];

   for (uint32_t architecture = 4; architecture <= 7; architecture++) {
      struct dral_vertex_state_info api = {
         .architecture = architecture, .buffers = buffers, .buffer_count = 1,
         .elements = many, .element_count = 16,
      };

      CHECK(create_elements(c, &api) == 0);
      api.element_count = 17;
      CHECK(create_elements(c, &api) ==
            (architecture <= 5 ? DRAL_ERROR_ELEMENT_COUNT : 0));
   }
}

int
main(void)
{
   static struct context c;

   check_limit(&c);
   for (uint32_t architecture = 4; architecture <= 15; architecture++) {
      for (uint32_t shape = 0; shape < 2 && architecture != 8; shape++) {
         for (uint32_t round = 0; round < 40; round++) {
            const struct dral_vertex_state_info api = {
               .architecture = architecture, .shape = shape,
               .image_count = shape == DRAL_TABLE_SHAPE_PAIRS
                                 ? random_below(3) : 0,
               .buffers = buffers, .buffer_count = BINDINGS,
               .elements = elements, .element_count = LOCATIONS,
            };

            random_elements();
            if (architecture < 9)
               CHECK(create_elements(&c, &api) == 0);
            check_commands(&c, &api, 0);
            check_commands(&c, &api, 1);
         }
      }
   }
   /* Otherwise nothing would show that words are kept rightly. */
   CHECK(kept_tables > 100 && kept_attributes > 50);
   printf("%llu draws\n", draws);
   return reads > 1000000 ? 0 : 1;
}
