/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Runs the kernels of draw_helper.cl, compiled as C or as SPIR-V, for random
 * commands, and compares every word that they write with the reference in C:
 *
 *    kernels COMMANDS [MODULE]
 *
 * MODULE is the SPIR-V, which an OpenCL device runs (run.h). Half of the
 * commands are ordinary; the others have numbers of up to 32 bits. With
 * TABLES the kernels must write what the reference expects. Those of the
 * stock driver may differ, but only by exactly what a defect of
 * docs/driver-defects.md writes. Prints one line: the numbers of commands,
 * null jobs and attributes, then of commands with each defect, first of the
 * ordinary half.
 */

#include "as_c.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw_helper.cl"

#undef min
#undef max
#include "reference.h"
#include "run.h"

#define MOST_BUFFERS 8
#define MOST_ATTRIBUTES 16
#define INDICES 2500
#define VARYING_ADDRESS 0x7000000000ull
#define VARYING_SIZE (1u << 28)

enum defect {
   DEFECT_PRODUCT,
   DEFECT_START,
   DEFECT_EMPTY,
   DEFECT_LARGE,
   DEFECTS,
};

/* A command, and what the driver knows of the state. */
struct test {
   struct dral_draw draw;
   struct dral_index_range range;
   bool indexed;
   uint32_t index_count, index_bytes;
   uint32_t buffer_count, attribute_count;
   uint32_t varying_strides[PANLIB_VARY_BUF_MAX];
   struct dral_vertex_buffer buffers[MOST_BUFFERS];
   struct dral_vertex_element elements[MOST_ATTRIBUTES];
};

/* What a kernel writes. */
struct memory {
   struct mali_indexed_vertex_job_packed idvs;
   struct mali_compute_job_packed vertex;
   struct mali_tiler_job_packed tiler;
   struct mali_attribute_buffer_packed varyings[PANLIB_VARY_BUF_MAX];
   struct mali_attribute_buffer_packed buffers[2 * MOST_BUFFERS];
   struct mali_attribute_packed attributes[MOST_ATTRIBUTES];
   struct libpan_draw_helper_varying_buf_info info;
   uint32_t sysvals[3];
};

/* What the kernels read and write. */
static struct shared {
   struct memory memory;
   VkDrawIndirectCommand command;
   VkDrawIndexedIndirectCommand indexed;
   atomic_uint smallest, largest;
   struct libpan_draw_helper_index_min_max_result result;
   struct libpan_draw_helper_attrib_buf_info buffers[MOST_BUFFERS];
   struct libpan_draw_helper_attrib_info elements[MOST_ATTRIBUTES];
   uint8_t indices[4 * INDICES];
} *shared;

static uint64_t state = 1;

/* A number of up to `bits` bits; 0 to 32. */
static uint32_t
random_bits(uint32_t bits)
{
   state = state * 6364136223846793005ull + 1442695040888963407ull;
   return bits ? (uint32_t)(state >> 32) >> (32 - bits) : 0;
}

/* A number of any size of up to `bits` bits. */
static uint32_t
random_size(uint32_t bits)
{
   return random_bits(random_bits(5) * bits / 31);
}

static void
random_buffer(struct dral_vertex_buffer *buffer, bool ordinary)
{
   buffer->address = (uint64_t)random_bits(24) << 24 | random_bits(24);
   buffer->size = ordinary ? random_bits(20) : random_bits(32) & ~63u;
   buffer->stride = ordinary ? random_bits(8) : random_size(32);
   buffer->rate = random_bits(1) ? DRAL_RATE_INSTANCE : DRAL_RATE_VERTEX;
   /* Vulkan's divisor of per-vertex data is 1. */
   buffer->divisor = buffer->rate == DRAL_RATE_VERTEX ? 1
                     : ordinary                       ? random_bits(3)
                                                      : random_size(32);
}

static struct test
random_test(bool ordinary, bool indexed)
{
   const uint32_t bits = ordinary ? 10 : 32;
   struct test test = {
      .indexed = indexed,
      .index_bytes = 1u << random_bits(1) << random_bits(1),
      .index_count = random_bits(4) ? random_bits(11) : 0,
      .buffer_count = 1 + random_bits(3) % MOST_BUFFERS,
      .attribute_count = random_bits(4),
      .varying_strides = {random_bits(7), 16, random_bits(1) * 2},
      .draw = {
         .architecture = PAN_ARCH,
         .rounding = DRAL_ROUNDING_NEAREST,
         .idvs = random_bits(1),
         .primitive_size_rule = DRAL_PRIMITIVE_SIZE_RULE_PADDED,
         .vertex_count = ordinary ? random_size(12) : random_size(32),
         .instance_count = ordinary ? random_bits(3) : random_size(32),
         .vertices_per_primitive = 1 + random_bits(1) + random_bits(1),
         .offset_start = (int32_t)(random_bits(1) * random_size(bits)),
         .base_instance = random_bits(1) * random_size(bits),
      },
   };

   for (uint32_t i = 0; i < test.buffer_count; i++)
      random_buffer(&test.buffers[i], ordinary);
   for (uint32_t i = 0; i < test.attribute_count; i++) {
      struct dral_vertex_element *element = &test.elements[i];

      element->buffer =
         random_bits(3) ? random_bits(3) % test.buffer_count : DRAL_NO_BUFFER;
      element->format = random_bits(22);
      element->source_offset = random_bits(ordinary ? 6 : 11);
   }
   return test;
}

/* Fills the index buffer, has the kernel search it, and compares. */
static void
search_indices(struct test *test, bool ordinary)
{
   const VkDrawIndexedIndirectCommand *command = &shared->indexed;
   const uint32_t bits = 8 * test->index_bytes;
   const uint32_t restart = (uint32_t)((1ull << bits) - 1);
   const uint8_t restarts = (uint8_t)random_bits(1);
   const uint32_t base = random_size(ordinary && bits > 16 ? 16 : bits);
   uint32_t low = restart, high = 0;

   for (uint32_t i = 0; i < command->firstIndex + test->index_count; i++) {
      uint32_t index = base + random_bits(ordinary ? 6 : 11);

      index = restarts && !random_bits(5) ? restart : index & restart;
      memcpy(shared->indices + i * test->index_bytes, &index,
             test->index_bytes);
      if (i >= command->firstIndex && !(restarts && index == restart)) {
         low = index < low ? index : low;
         high = index > high ? index : high;
      }
   }
   /* As the driver initializes them. */
   shared->smallest = restart;
   shared->largest = 0;
   RUN(panlib_draw_index_minmax_search_helper, 64, POINTER(shared->indices),
       POINTER(&shared->indexed), POINTER(&shared->smallest),
       POINTER(&shared->largest), NUMBER(test->index_bytes >> 1),
       NUMBER(restarts));
   if (shared->smallest != low || shared->largest != high) {
      fprintf(stderr, "kernels: indices %u to %u, expected %u to %u\n",
              shared->smallest, shared->largest, low, high);
      exit(1);
   }
   test->range = (struct dral_index_range){low, high,
                                           (int32_t)command->vertexOffset};
}

/* The descriptors as the driver leaves them to the kernel. */
static void
prepare(const struct test *test, struct memory *memory)
{
   memset(memory, 0xA5, sizeof(*memory));
   memory->info = (struct libpan_draw_helper_varying_buf_info){
      .address = VARYING_ADDRESS,
      .size = VARYING_SIZE,
   };
   for (uint32_t i = 0; i < PANLIB_VARY_BUF_MAX; i++) {
      pan_pack(&memory->varyings[i], ATTRIBUTE_BUFFER, cfg)
         cfg.stride = test->varying_strides[i];
   }
   for (uint32_t i = 0; i < test->buffer_count; i++) {
      const struct dral_vertex_buffer *buffer = &test->buffers[i];

      pan_pack(&memory->buffers[2 * i], ATTRIBUTE_BUFFER, cfg) {
         cfg.type = MALI_ATTRIBUTE_TYPE_1D;
         cfg.pointer = buffer->address & ~63ull;
         cfg.size = (uint32_t)(buffer->size + (buffer->address & 63));
      }
   }
   for (uint32_t i = 0; i < test->attribute_count; i++) {
      pan_pack(&memory->attributes[i], ATTRIBUTE, cfg) {
         cfg.buffer_index = test->elements[i].buffer * 2;
         cfg.offset_enable = true;
         cfg.format = test->elements[i].format;
      }
   }
   /* What the kernels read of the jobs must be valid. */
   memset(&memory->idvs, 0, sizeof(memory->idvs));
   memset(&memory->vertex, 0, sizeof(memory->vertex));
   memset(&memory->tiler, 0, sizeof(memory->tiler));
}

static void
run(const struct test *test)
{
   struct memory *memory = &shared->memory;
   struct libpan_draw_helper_attrib_buf_info *buffers = shared->buffers;
   struct libpan_draw_helper_attrib_info *elements = shared->elements;

   shared->result = (struct libpan_draw_helper_index_min_max_result){
      test->range.min_index, test->range.max_index};
   shared->command = (VkDrawIndirectCommand){
      .vertexCount = test->draw.vertex_count,
      .instanceCount = test->draw.instance_count,
      .firstVertex = (uint32_t)test->draw.offset_start,
      .firstInstance = test->draw.base_instance,
   };
   const uint32_t buffers_valid = (1u << test->buffer_count) - 1;
   uint32_t attributes_valid = 0;
   uint8_t *idvs = test->draw.idvs ? (uint8_t *)&memory->idvs : NULL;
   uint8_t *vertex = test->draw.idvs ? NULL : (uint8_t *)&memory->vertex;
   uint8_t *tiler = test->draw.idvs ? NULL : (uint8_t *)&memory->tiler;

   for (uint32_t i = 0; i < test->buffer_count; i++) {
      const struct dral_vertex_buffer *buffer = &test->buffers[i];

#ifdef TABLES
      buffers[i] = *buffer;
#else
      buffers[i] = (struct libpan_draw_helper_attrib_buf_info){
         .divisor = buffer->divisor,
         .stride = buffer->stride,
         .per_instance = buffer->rate == DRAL_RATE_INSTANCE,
      };
#endif
   }
   for (uint32_t i = 0; i < test->attribute_count; i++) {
      const struct dral_vertex_element *element = &test->elements[i];

      if (element->buffer != DRAL_NO_BUFFER)
         attributes_valid |= 1u << i;
#ifdef TABLES
      elements[i] = *element;
#else
      if (element->buffer == DRAL_NO_BUFFER)
         continue;

      const struct dral_vertex_buffer *buffer =
         &test->buffers[element->buffer];

      elements[i] = (struct libpan_draw_helper_attrib_info){
         .base_offset = element->source_offset + (buffer->address & 63),
         .stride = buffer->rate == DRAL_RATE_INSTANCE ? buffer->stride : 0,
      };
#endif
   }
   if (test->indexed)
      RUN(panlib_draw_indexed_indirect_helper, 1, POINTER(&shared->indexed),
          POINTER(shared->indices), POINTER(&shared->result),
          NUMBER(test->index_bytes),
          NUMBER(test->draw.vertices_per_primitive), NUMBER(buffers_valid),
          NUMBER(attributes_valid),
          POINTER(memory->varyings), POINTER(&memory->info),
          POINTER(memory->buffers), POINTER(buffers),
          POINTER(memory->attributes), POINTER(elements),
          POINTER(&memory->sysvals[0]), POINTER(&memory->sysvals[1]),
          POINTER(&memory->sysvals[2]), POINTER(idvs), POINTER(vertex),
          POINTER(tiler));
   else
      RUN(panlib_draw_indirect_helper, 1, POINTER(&shared->command),
          POINTER(memory->varyings), POINTER(&memory->info),
          POINTER(memory->buffers), POINTER(buffers), NUMBER(buffers_valid),
          NUMBER(attributes_valid), POINTER(memory->attributes),
          POINTER(elements), POINTER(&memory->sysvals[0]),
          POINTER(&memory->sysvals[1]), POINTER(&memory->sysvals[2]),
          POINTER(idvs), POINTER(vertex), POINTER(tiler),
          NUMBER(test->draw.vertices_per_primitive));
}

/* Resolves the draw as the reference does: whether it has a job. */
static bool
expect(struct test *test, int32_t offsets[MOST_ATTRIBUTES])
{
   struct dral_draw *draw = &test->draw;

   if (test->indexed) {
      struct dral_vertex_range vertices;

      if (ref_index_range(&test->range, &vertices))
         return false;
      draw->vertex_count = vertices.vertex_count;
      draw->offset_start = vertices.offset_start;
   }
   if (ref_draw_resolve(draw) || !draw->threads)
      return false;

   unsigned __int128 size = 0;

   for (uint32_t i = 0; i < PANLIB_VARY_BUF_MAX; i++)
      size += ((unsigned __int128)draw->threads * test->varying_strides[i] +
               63) / 64 * 64;
   if (size > VARYING_SIZE)
      return false;
   for (uint32_t i = 0; i < test->attribute_count; i++) {
      const struct dral_vertex_element *element = &test->elements[i];

      if (element->buffer != DRAL_NO_BUFFER &&
          ref_attribute_offset(draw, &test->buffers[element->buffer],
                               element->source_offset, &offsets[i]))
         return false;
   }
   return true;
}

/* The words that a product in 32 bits gives. */
static void
with_wrapped_product(const struct dral_draw *draw,
                     const struct dral_vertex_buffer *buffer,
                     uint32_t words[8])
{
   const uint32_t product = draw->padded_count * buffer->divisor;
   struct dral_magic_divisor magic;

   words[1] &= 0xFFFFFFu;
   memset(words + 4, 0, 4 * sizeof(*words));
   if (product == 0)
      return;
   words[2] = buffer->stride;
   words[0] &= ~63u;
   if ((product & (product - 1)) == 0) {
      words[0] |= 2;
      words[1] |= (uint32_t)__builtin_ctz(product) << 24;
      return;
   }
   ref_magic_divisor(product, DRAL_ROUNDING_NEAREST, &magic);
   words[0] |= 4;
   words[1] |= magic.shift << 24 | magic.extra_flags << 29;
   words[4] = 0x20;
   words[5] = magic.magic;
   words[7] = buffer->divisor;
}

static _Noreturn void
fail(const struct test *test, const char *what, uint32_t number)
{
   fprintf(stderr,
           "kernels: %s %" PRIu32 ": %s, %" PRIu32 " vertices x %" PRIu32
           ", first %" PRId32 ", base %" PRIu32 ", idvs %" PRIu32 "\n",
           what, number, test->indexed ? "indexed" : "not indexed",
           test->draw.vertex_count, test->draw.instance_count,
           test->draw.offset_start, test->draw.base_instance,
           test->draw.idvs);
   exit(1);
}

static void
compare_buffers(const struct test *test, const struct memory *memory,
                bool has[DEFECTS])
{
   for (uint32_t i = 0; i < test->buffer_count; i++) {
      const struct dral_vertex_buffer *buffer = &test->buffers[i];
      const uint32_t *found = memory->buffers[2 * i].opaque;
      uint32_t words[8], slots;

      ref_attribute_record(&test->draw, buffer, words, &slots);
      if (memcmp(found, words, sizeof(words)) == 0)
         continue;
      with_wrapped_product(&test->draw, buffer, words);
      if (test->draw.instance_count < 2 ||
          buffer->rate != DRAL_RATE_INSTANCE ||
          (uint64_t)test->draw.padded_count * buffer->divisor <= UINT32_MAX ||
          memcmp(found, words, sizeof(words)))
         fail(test, "buffer", i);
      has[DEFECT_PRODUCT] = true;
   }
}

static void
compare_attributes(const struct test *test, const struct memory *memory,
                   const int32_t offsets[MOST_ATTRIBUTES], bool has[DEFECTS])
{
   for (uint32_t i = 0; i < test->attribute_count; i++) {
      const struct dral_vertex_element *element = &test->elements[i];
      const uint32_t *found = memory->attributes[i].opaque;

      if (element->buffer == DRAL_NO_BUFFER)
         continue;

      const struct dral_vertex_buffer *buffer =
         &test->buffers[element->buffer];
      const uint32_t with_start =
         (uint32_t)offsets[i] +
         (uint32_t)test->draw.offset_start * buffer->stride;

      if (found[0] != (2 * element->buffer | 1u << 9 | element->format << 10))
         fail(test, "attribute", i);
      if (found[1] == (uint32_t)offsets[i])
         continue;
      if (test->draw.instance_count < 2 ||
          buffer->rate != DRAL_RATE_INSTANCE || found[1] != with_start)
         fail(test, "offset", i);
      has[DEFECT_START] = true;
   }
}

static void
compare_draw(const struct test *test, struct mali_draw_packed *packed,
             uint64_t position, bool tiler)
{
   pan_unpack(packed, DRAW, draw);

   if (draw.offset_start != test->draw.offset_start ||
       draw.instance_size != test->draw.instance_size ||
       (tiler && (draw.position != position ||
                  draw.instance_primitive_size !=
                     test->draw.instance_primitive_size)))
      fail(test, "draw", tiler);
}

#define SECTION(job, A, S) \
   ((void *)((uint8_t *)&(job) + pan_section_offset(A, S)))

static void
compare_job(const struct test *test, struct memory *memory)
{
   const bool idvs = test->draw.idvs;
   uint64_t addresses[PANLIB_VARY_BUF_MAX];
   uint64_t next = VARYING_ADDRESS;
   struct mali_primitive_packed *packed =
      idvs ? SECTION(memory->idvs, INDEXED_VERTEX_JOB, PRIMITIVE)
           : SECTION(memory->tiler, TILER_JOB, PRIMITIVE);
   const uint32_t *words =
      idvs ? SECTION(memory->idvs, INDEXED_VERTEX_JOB, INVOCATION)
           : SECTION(memory->vertex, COMPUTE_JOB, INVOCATION);

   for (uint32_t i = 0; i < PANLIB_VARY_BUF_MAX; i++) {
      const uint64_t size = test->draw.threads * test->varying_strides[i];

      pan_unpack(&memory->varyings[i], ATTRIBUTE_BUFFER, buffer);
      addresses[i] = next;
      if (buffer.pointer != next || buffer.size != size)
         fail(test, "varying", i);
      next += (size + 63) & ~63ull;
   }
   if (memcmp(words, test->draw.invocation, 8) != 0)
      fail(test, "invocation", 0);
   compare_draw(test,
                idvs ? SECTION(memory->idvs, INDEXED_VERTEX_JOB, VERTEX_DRAW)
                     : SECTION(memory->vertex, COMPUTE_JOB, DRAW),
                0, false);
   compare_draw(test,
                idvs
                   ? SECTION(memory->idvs, INDEXED_VERTEX_JOB, FRAGMENT_DRAW)
                   : SECTION(memory->tiler, TILER_JOB, DRAW),
                addresses[PANLIB_VARY_BUF_POSITION], true);

   pan_unpack(packed, PRIMITIVE, primitive);
   if (primitive.index_count != (test->indexed ? test->index_count
                                               : test->draw.vertex_count) ||
       (test->indexed &&
        primitive.base_vertex_offset != (int32_t)-test->range.min_index))
      fail(test, "primitive", 0);
}

/* What the shaders of the draw read. */
static void
compare_system_values(const struct test *test, const struct memory *memory)
{
   const struct dral_draw *draw = &test->draw;

   if (memory->sysvals[0] != (uint32_t)(test->indexed
                                           ? test->range.vertex_offset
                                           : draw->offset_start) ||
       memory->sysvals[1] != draw->base_instance ||
       memory->sysvals[2] != (uint32_t)draw->offset_start)
      fail(test, "system value", 0);
}

/* Compares what a kernel wrote, and finds the defects. */
static bool
compare(struct test *test, struct memory *memory, bool has[DEFECTS])
{
   int32_t offsets[MOST_ATTRIBUTES];
   const bool right = expect(test, offsets);
   void *job = test->draw.idvs ? (void *)&memory->idvs
                               : (void *)&memory->vertex;

   pan_unpack((struct mali_job_header_packed *)job, JOB_HEADER, header);

   const bool runs = header.type != MALI_JOB_TYPE_NULL;

   memset(has, 0, DEFECTS * sizeof(*has));
   if (!right && runs) {
      const bool empty = test->indexed &&
                         test->range.min_index > test->range.max_index;

      has[empty ? DEFECT_EMPTY : DEFECT_LARGE] = true;
      return true;
   }
   if (right != runs)
      fail(test, "job", header.type);
   if (!runs)
      return false;
   compare_buffers(test, memory, has);
   compare_attributes(test, memory, offsets, has);
   compare_job(test, memory);
   compare_system_values(test, memory);
   return true;
}

int
main(int argc, char **argv)
{
   const uint32_t count =
      argc == 2 || argc == 3 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
   uint32_t nulls = 0, attributes = 0, wrong = 0;
   uint32_t counts[2][DEFECTS] = {{0}};

   if (count == 0) {
      fprintf(stderr, "usage: kernels COMMANDS [MODULE]\n");
      return 2;
   }
   shared = run_begin(argv[2], sizeof(*shared));
   for (uint32_t i = 0; i < count; i++) {
      const bool ordinary = i % 2 == 0;
      struct test test = random_test(ordinary, i % 4 >= 2);
      bool has[DEFECTS];

      shared->indexed = (VkDrawIndexedIndirectCommand){
         .indexCount = test.index_count,
         .instanceCount = test.draw.instance_count,
         .firstIndex = random_bits(8),
         .vertexOffset = test.draw.offset_start,
         .firstInstance = test.draw.base_instance,
      };
      if (test.indexed)
         search_indices(&test, ordinary);
      prepare(&test, &shared->memory);
      run(&test);
      if (compare(&test, &shared->memory, has))
         attributes += test.attribute_count;
      else
         nulls++;
      for (uint32_t defect = 0; defect < DEFECTS; defect++) {
         counts[ordinary][defect] += has[defect];
         wrong += has[defect];
      }
   }
   printf("%" PRIu32 "\t%" PRIu32 "\t%" PRIu32, count, nulls, attributes);
   for (int ordinary = 1; ordinary >= 0; ordinary--) {
      for (uint32_t defect = 0; defect < DEFECTS; defect++)
         printf("\t%" PRIu32, counts[ordinary][defect]);
   }
   puts("");
#ifdef TABLES
   return wrong != 0;
#else
   return wrong == 0;
#endif
}
