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
