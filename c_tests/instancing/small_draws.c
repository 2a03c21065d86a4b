/* SPDX-License-Identifier: MIT */

/*
 * Every thread of every small draw: on each architecture, with each rule and
 * rounding, with and without IDVS, at each rate and each small divisor, the
 * hardware reads through the words what the graphics API asks for.
 */

#include "harness/text.h"
#include "dral.h"
#include "dral_model.h"
#include "harness/parallel.h"
#include "reference/reference.h"
#include "instancing/sample_draws.h"
#include "harness/subjects.h"

#include <stdio.h>
#include <string.h>

/* How small the draws are. */
struct limits {
   uint32_t vertices, instances, divisor;
};

#define MAX_VERTICES 300
#define MAX_DIVISOR 40

static const struct limits quick_limits = { 40, 6, 9 };
static const struct limits all_limits = { MAX_VERTICES, 20, MAX_DIVISOR };

/* The architectures with attribute buffer records. */
#define FIRST_WITH_RECORDS 4
#define LAST_WITH_RECORDS 7

/* Those of them with records for the vertex id and the instance id. */
#define LAST_WITH_IDS 5

/* What a worker has tried, and the first mismatch. */
struct trial {
   const struct limits *limits;
   uint64_t threads;
   uint64_t mismatches;
   struct dral_draw_info draw;
   struct dral_vertex_buffer buffer;
   uint32_t linear_id;
};

static void
mismatch(struct trial *trial, const struct dral_draw_info *draw,
         const struct dral_vertex_buffer *buffer, uint32_t linear_id)
{
   if (trial->mismatches == 0) {
      trial->draw = *draw;
      trial->buffer = *buffer;
      trial->linear_id = linear_id;
   }
   trial->mismatches++;
}

/*
 * The linear ids from one instance to the next, as the dispatcher reads them
 * in the instance size of the draw.
 */
static uint32_t
instance_distance(const struct dral_draw *resolved)
{
   const uint32_t byte = resolved->instance_size_byte;

   return (2 * (byte >> 5) + 1) << (byte & 31);
}

/* The record of a buffer, and its fields.  Returns 0 without a record. */
static int
packed_record(const struct dral_draw *draw,
              const struct dral_vertex_buffer *buffer, uint32_t words[8],
              struct dral_attribute_record *record)
{
   uint32_t next = 0;
   uint32_t again[8];

   if (dral_attribute_append(draw, buffer, words, 8, &next) != 0 ||
       dral_attribute_record_unpack(words, 4 * (size_t)next, record) != 0)
      return 0;
   ref_record_pack(record, again);
   return memcmp(words, again, sizeof again) == 0;
}

/* The threads of one instance: the reference's model, and the library's. */
static void
try_instance(struct trial *trial, const struct dral_draw_info *draw,
             const struct dral_vertex_buffer *buffer,
             const struct dral_attribute_record *record,
             const uint32_t words[8], uint32_t instance_id,
             uint32_t first_linear_id)
{
   const int per_vertex = buffer->rate == DRAL_RATE_VERTEX;
   const uint32_t of_instance =
      ref_api_element(DRAL_RATE_INSTANCE, buffer->divisor, 0, instance_id);
   uint32_t modelled[MAX_VERTICES];
   uint32_t vertex_id;

   if (ref_record_elements(words, first_linear_id, draw->vertex_count,
                           modelled) == 0) {
      mismatch(trial, draw, buffer, first_linear_id);
      return;
   }
   for (vertex_id = 0; vertex_id < draw->vertex_count; vertex_id++) {
      const uint32_t linear_id = first_linear_id + vertex_id;
      const uint32_t expected = per_vertex ? vertex_id : of_instance;
      uint32_t element = ~expected;

      if (modelled[vertex_id] != expected ||
          dral_attribute_record_element(record, linear_id, &element) != 0 ||
          element != expected)
         mismatch(trial, draw, buffer, linear_id);
   }
   trial->threads += draw->vertex_count;
}

static void
try_buffer(struct trial *trial, const struct dral_draw_info *draw,
           const struct dral_draw *resolved, uint32_t distance,
           uint32_t rate, uint32_t divisor)
{
   const struct dral_vertex_buffer buffer = { 0x123456789AC0, 4096, 16, rate,
                                              divisor };
   struct dral_attribute_record record;
   uint32_t words[8] = { 0 };
   uint32_t instance_id;

   if (!packed_record(resolved, &buffer, words, &record)) {
      mismatch(trial, draw, &buffer, 0);
      return;
   }
   for (instance_id = 0; instance_id < draw->instance_count; instance_id++)
      try_instance(trial, draw, &buffer, &record, words, instance_id,
                   instance_id * distance);
}

/* The two id records of a draw, and their words. */
struct ids {
   struct dral_id_record vertex, instance;
   uint32_t words[8];
};

static int
has_ids(const struct dral_draw *draw, struct ids *ids)
{
   return dral_id_records(draw, ids->words) == 0 &&
          dral_id_record_unpack(&ids->words[0], &ids->vertex) == 0 &&
          dral_id_record_unpack(&ids->words[4], &ids->instance) == 0;
}

/* By the reference's model and by the library's. */
static int
reads(const struct dral_id_record *record, const uint32_t words[4],
      uint32_t linear_id, uint32_t expected)
{
   uint32_t modelled = ~expected;
   uint32_t value = ~expected;

   return ref_id_value(words, linear_id, &modelled) != 0 &&
          dral_id_record_value(record, linear_id, &value) == 0 &&
          modelled == expected && value == expected;
}

static void
try_ids(struct trial *trial, const struct dral_draw_info *draw,
        const struct dral_draw *resolved, uint32_t distance)
{
   const struct dral_vertex_buffer none = { 0 };
   struct ids ids;
   uint32_t instance_id;
   uint32_t vertex_id;

   if (!has_ids(resolved, &ids)) {
      mismatch(trial, draw, &none, 0);
      return;
   }
   for (instance_id = 0; instance_id < draw->instance_count; instance_id++) {
      for (vertex_id = 0; vertex_id < draw->vertex_count; vertex_id++) {
         const uint32_t linear_id = instance_id * distance + vertex_id;

         if (!reads(&ids.vertex, &ids.words[0], linear_id, vertex_id) ||
             !reads(&ids.instance, &ids.words[4], linear_id, instance_id))
            mismatch(trial, draw, &none, linear_id);
      }
   }
   trial->threads += (uint64_t)draw->vertex_count * draw->instance_count;
}

static void
try_draw(struct trial *trial, const struct dral_draw_info *draw)
{
   const struct dral_vertex_buffer none = { 0 };
   struct dral_draw resolved;
   uint32_t distance;
   uint32_t divisor;

   memset(&resolved, 0, sizeof resolved);
   if (dral_draw_resolve(&resolved, draw) != 0) {
      mismatch(trial, draw, &none, 0);
      return;
   }
   distance = instance_distance(&resolved);
   /* Instances must not share a thread. */
   if (draw->instance_count > 1 && distance < draw->vertex_count)
      mismatch(trial, draw, &none, distance);
   try_buffer(trial, draw, &resolved, distance, DRAL_RATE_VERTEX, 0);
   for (divisor = 0; divisor <= trial->limits->divisor; divisor++)
      try_buffer(trial, draw, &resolved, distance, DRAL_RATE_INSTANCE,
                 divisor);
   if (draw->architecture <= LAST_WITH_IDS)
      try_ids(trial, draw, &resolved, distance);
}

/* All draws of a vertex count; many vertices come first. */
static void
try_vertex_count(uint32_t item, void *state)
{
   const struct limits *limits = ((struct trial *)state)->limits;
   const uint32_t vertex_count = limits->vertices - item;
   uint32_t architecture;
   uint32_t instance_count;
   uint32_t options;

   for (architecture = FIRST_WITH_RECORDS; architecture <= LAST_WITH_RECORDS;
        architecture++) {
      for (instance_count = 1; instance_count <= limits->instances;
           instance_count++) {
         for (options = 0; options < 8; options++) {
            struct dral_draw_info draw = plain_draw(
               architecture, vertex_count, instance_count);

            draw.idvs = options & 1 ? DRAL_IDVS_YES : DRAL_IDVS_NO;
            draw.padding_rule = options >> 1 & 1;
            draw.rounding = options >> 2 & 1;
            try_draw(state, &draw);
         }
      }
   }
}

static void
try_all(struct context *context, const struct limits *limits)
{
   /* Of 32 draws of each size, by a record per vertex and one for each
    * divisor; and by the ids of half of these draws. */
   const uint64_t threads =
      (uint64_t)limits->vertices * (limits->vertices + 1) / 2 *
      limits->instances * (limits->instances + 1) / 2 *
      (32 * (limits->divisor + 2) + 16);
   struct trial trials[WORKERS] = { { 0 } };
   struct trial total = { 0 };
   double seconds;
   uint32_t i;

   for (i = 0; i < WORKERS; i++)
      trials[i].limits = limits;
   seconds = in_parallel(try_vertex_count, limits->vertices, trials,
                         sizeof trials[0]);
   for (i = 0; i < WORKERS; i++) {
      total.threads += trials[i].threads;
      total.mismatches += trials[i].mismatches;
      CHECK_EQUAL(context, trials[i].mismatches, 0,
                  "mismatches, the first for thread %" PRIu32 " of %s, %s",
                  trials[i].linear_id, draw_text(&trials[i].draw),
                  buffer_text(&trials[i].buffer));
   }
   printf("# %s: %" PRIu64 " inputs, %" PRIu64 " mismatches, %.1f seconds\n",
          context->test, total.threads, total.mismatches, seconds);
   context->checks += total.threads;
   CHECK_EQUAL(context, total.threads, threads, "threads");
}

static void
threads_of_small_draws_read_what_the_api_says(struct context *context)
{
   try_all(context, &quick_limits);
}

static void
every_thread_of_every_small_draw_reads_what_the_api_says(
   struct context *context)
{
   try_all(context, &all_limits);
}

const struct test small_draws_tests[] = {
   QUICK_TEST(threads_of_small_draws_read_what_the_api_says),
   SWEEP_TEST(every_thread_of_every_small_draw_reads_what_the_api_says),
   NO_MORE_TESTS,
};
