/* SPDX-License-Identifier: MIT */

#include "mali.h"

#include <string.h>

#include "memory.h"

/* Bits of a descriptor, counted from its start. */
static uint32_t
bits(const uint32_t *words, uint32_t start, uint32_t size)
{
   const uint32_t word = words[start / 32] >> start % 32;

   return size == 32 ? word : word & ((1u << size) - 1);
}

static uint64_t
address(const uint32_t *words, uint32_t word)
{
   return words[word] | (uint64_t)words[word + 1] << 32;
}

/* A count of the form (2 * odd + 1) << shift. */
static uint32_t
padded(const uint32_t *words, uint32_t start)
{
   return (2 * bits(words, start + 5, 3) + 1) << bits(words, start, 5);
}

bool
mali_job(uint64_t at, struct mali_job *job)
{
   uint32_t words[8];

   if (!memory_read(at, words, sizeof(words)))
      return false;
   *job = (struct mali_job){
      .address = at,
      .next = address(words, 6),
      .type = bits(words, 4 * 32 + 1, 7),
      .barrier = bits(words, 4 * 32 + 8, 1),
      .index = bits(words, 4 * 32 + 16, 16),
      .dependencies = {bits(words, 5 * 32, 16), bits(words, 5 * 32 + 16, 16)},
   };
   return true;
}

bool
mali_draw(uint64_t at, struct mali_draw *draw)
{
   uint32_t words[32];

   if (!memory_read(at, words, sizeof(words)))
      return false;
   *draw = (struct mali_draw){
      .instance_size = padded(words, 16),
      .primitive_size = padded(words, 24),
      .offset_start = (int32_t)words[1],
      .position = address(words, 4),
      .push_uniforms = address(words, 12),
      .state = address(words, 14),
      .buffers = address(words, 16),
      .attributes = address(words, 18),
      .varying_buffers = address(words, 20),
   };
   return true;
}

bool
mali_uniforms(uint64_t state, uint32_t *count)
{
   uint32_t words[16];

   if (!memory_read(state, words, sizeof(words)))
      return false;
   *count = bits(words, 12 * 32 + 15, 7);
   return true;
}

bool
mali_primitive(uint64_t at, struct mali_primitive *primitive)
{
   uint32_t words[6];

   if (!memory_read(at, words, sizeof(words)))
      return false;

   const uint32_t type = bits(words, 8, 3);

   *primitive = (struct mali_primitive){
      .mode = bits(words, 0, 8),
      .index_bytes = type ? 1u << (type - 1) : 0,
      .restart = bits(words, 19, 2),
      .index_count = words[3] + 1,
      .base_vertex_offset = (int32_t)words[1],
      .indices = address(words, 4),
      .point_size = bits(words, 11, 2),
   };
   return true;
}

bool
mali_record(uint64_t table, uint32_t slot, struct mali_record *record)
{
   uint32_t words[8] = {0};

   /* The last record of a table needs no continuation. */
   if (!memory_read(table + 16 * slot, words, 16))
      return false;
   memory_read(table + 16 * slot, words, sizeof(words));
   *record = (struct mali_record){
      .type = bits(words, 0, 6),
      .shift = bits(words, 56, 5),
      .odd = bits(words, 61, 3),
      .extra = bits(words, 61, 1),
      .stride = words[2],
      .size = words[3],
      .magic = bits(words + 4, 0, 6) == MALI_CONTINUATION ? words[5] : 0,
      .pointer = address(words, 0) & 0x00FFFFFFFFFFFFC0ull,
   };
   return true;
}

bool
mali_attribute(uint64_t table, uint32_t slot,
               struct mali_attribute *attribute)
{
   uint32_t words[2];

   if (!memory_read(table + 8 * slot, words, sizeof(words)))
      return false;
   *attribute = (struct mali_attribute){
      .slot = bits(words, 0, 9),
      .format = bits(words, 10, 22),
      .offset = (int32_t)words[1],
   };
   return true;
}

void
mali_idvs(uint32_t architecture, const uint32_t *registers, uint32_t flags,
          struct mali_idvs *draw)
{
   /* The index buffer moved in v12. */
   const bool old = architecture < 12;
   const uint32_t merged = registers[56] | flags;
   const uint32_t type = bits(&merged, 8, 3);
   const uint64_t uniforms = address(registers, 8);

   *draw = (struct mali_idvs){
      .resources = address(registers, 0),
      .uniforms = uniforms & 0xFFFFFFFFFFFF,
      .uniform_count = (uint32_t)(uniforms >> 56),
      .attribute_offset = registers[32],
      .index_count = registers[33],
      .instance_count = registers[34],
      .first_index = registers[35],
      .vertex_offset = (int32_t)registers[36],
      .instance_offset = registers[37],
      .mode = bits(&merged, 0, 4),
      .index_bytes = type ? 1u << (type - 1) : 0,
      .restart = bits(&merged, 19, 1),
      .view_mask = architecture < 14 ? bits(&merged, 24, 8) : 0,
      .indices = address(registers, old ? 54 : 48),
      .index_size = registers[old ? 39 : 50],
   };
}

bool
mali_malloc_vertex(uint64_t job, struct mali_idvs *draw)
{
   uint32_t words[96];

   if (!memory_read(job, words, sizeof(words)))
      return false;

   /* The primitive, and the environments of the position and varying shaders,
    * the second only if the primitive has one. */
   const uint32_t *primitive = words + 8, *position = words + 64;
   const uint32_t *varying = words + 80;
   const uint32_t type = bits(primitive, 8, 3);

   *draw = (struct mali_idvs){
      .resources = address(position, 8),
      .varying_resources = bits(primitive, 18, 1) ? address(varying, 8) : 0,
      .uniforms = address(position, 14),
      .uniform_count = bits(position, 32, 8),
      .attribute_offset = position[0],
      .index_count = primitive[3],
      .instance_count = words[12],
      .vertex_offset = (int32_t)primitive[1],
      .instance_offset = primitive[2],
      .mode = bits(primitive, 0, 8),
      .index_bytes = type ? 1u << (type - 1) : 0,
      .restart = bits(primitive, 19, 1),
      .indices = address(words, 30),
      /* The job does not state it. */
      .index_size = UINT32_MAX,
   };
   return true;
}

bool
mali_resource(uint64_t resources, uint32_t table, uint32_t index,
              uint32_t words[8])
{
   uint32_t entry[4];

   if (table >= (resources & 63) ||
       !memory_read((resources & ~63ull) + 16 * table, entry, sizeof(entry)))
      return false;

   const uint64_t descriptors = address(entry, 0) & 0x00FFFFFFFFFFFFFF;

   return 32 * ((uint64_t)index + 1) <= address(entry, 2) &&
          memory_read(descriptors + 32 * (uint64_t)index, words, 32);
}

bool
mali_buffer(uint64_t resources, uint32_t table, uint32_t index,
            struct mali_buffer *buffer)
{
   uint32_t words[8];

   if (!mali_resource(resources, table, index, words) ||
       bits(words, 0, 4) != MALI_BUFFER)
      return false;
   *buffer = (struct mali_buffer){address(words, 2), words[1]};
   return true;
}

bool
mali_first_word(const uint32_t words[8], uint32_t *word)
{
   const uint32_t type = bits(words, 0, 4);
   uint32_t plane[8];

   if (type == MALI_BUFFER)
      return memory_read(address(words, 2), word, 4);
   return type == MALI_TEXTURE &&
          memory_read(address(words, 4), plane, sizeof(plane)) &&
          memory_read(address(plane, 2), word, 4);
}

bool
mali_invocation(uint64_t at, uint64_t counts[3])
{
   uint32_t words[2];

   if (!memory_read(at, words, sizeof(words)))
      return false;

   const uint64_t packed = words[0];
   /* Where each number begins: sizes in y and z, groups in x, y, z. */
   const uint32_t begins[6] = {bits(words, 32, 5), bits(words, 37, 5),
                               bits(words, 42, 6), bits(words, 48, 6),
                               bits(words, 54, 6), 32};

   for (uint32_t i = 0; i < 3; i++) {
      const uint32_t begin = begins[2 + i], end = begins[3 + i];

      counts[i] = end > begin && begin < 32
                     ? ((packed & ((1ull << end) - 1)) >> begin) + 1
                     : 1;
   }
   counts[0] *= begins[0] ? (packed & ((1ull << begins[0]) - 1)) + 1 : 1;
   return true;
}

uint64_t
mali_element(const struct mali_record *record, uint32_t id)
{
   const uint32_t count = (2 * record->odd + 1) << record->shift;
   const uint64_t multiplier = record->magic | 1ull << 31;

   switch (record->type) {
   case MALI_1D_POT:
      return id >> record->shift;
   case MALI_1D_MODULUS:
      return count ? id % count : id;
   case MALI_1D_NPOT:
      return (uint64_t)(((unsigned __int128)id + record->extra) *
                           multiplier >> 32) >> record->shift;
   default:
      return id;
   }
}
