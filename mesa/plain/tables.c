/* SPDX-License-Identifier: MIT */

/* What the series in mesa/26.2/dral calls of the library, in plain C as a
 * driver could have it: records are prepared once, and a table is a copy plus
 * a shift. It refuses draws that no job can hold. Otherwise it trusts the
 * driver, and computes only what the driver reads.
 */

#include <dral.h>

#include <stdbool.h>
#include <string.h>

enum {
   TYPE_CONTINUATION = 0x20
};

/* No shift of a draw is as large. */
#define NEVER_SHARED 32

/* (2 * odd + 1) << shift */
struct padded {
   uint32_t odd;
   uint32_t shift;
};

/* The bits of a value. */
static uint32_t
bits_of(uint32_t value)
{
   return value ? 32 - (uint32_t)__builtin_clz(value) : 0;
}

static struct padded
padded_count(uint32_t count)
{
   static const uint8_t next[] = {9, 10, 12, 12, 14, 14, 16, 16};
   struct padded result = {0, 0};

   if (count >= 20) {
      result.shift = bits_of(count) - 4;
      count = next[(count >> result.shift) - 8];
   } else if (count >= 10) {
      count = (count + 1) & ~1u;
   }

   const uint32_t zeros = (uint32_t)__builtin_ctz(count);

   result.odd = count >> zeros >> 1;
   result.shift += zeros;
   return result;
}

int
dral_draw_resolve(struct dral_draw *draw, const struct dral_draw_info *info)
{
   const bool several = info->instance_count > 1;
   uint32_t padded = info->vertex_count, groups_z = 32;
   struct padded size = {0, 0};

   draw->info = *info;
   draw->threads = 0;
   draw->table_key = 0;
   if (!info->vertex_count || !info->instance_count)
      return 0;

   draw->invocation[0] = info->vertex_count - 1;
   if (several) {
      const uint32_t alignment = info->idvs == DRAL_IDVS_YES ? 3 : 0;

      groups_z = bits_of(info->vertex_count - 1);
      if (groups_z + bits_of(info->instance_count - 1) > 32)
         return DRAL_ERROR_INVOCATION_RANGE;

      draw->invocation[0] |= (info->instance_count - 1) << groups_z;
      size = padded_count((info->vertex_count + alignment) & ~alignment);
      padded = (2 * size.odd + 1) << size.shift;
   }
   draw->invocation[1] = groups_z << 22 | 2u << 28;

   const uint64_t threads = (uint64_t)padded * info->instance_count;

   if (threads > (uint64_t)1 << 32)
      return DRAL_ERROR_THREAD_RANGE;

   draw->threads = threads;
   draw->padded_count = padded;
   draw->instance_size = several ? padded : 1;
   draw->instance_primitive_size = 1;
   if (several && info->primitive_size_rule == DRAL_PRIMITIVE_SIZE_RULE_ONE) {
      const struct padded primitives =
         padded_count((padded - 1) / info->vertices_per_primitive + 1);

      draw->instance_primitive_size = (2 * primitives.odd + 1)
                                      << primitives.shift;
   }
   draw->table_key = (several ? 64 : 32) + (size.odd << 5 | size.shift);
   draw->offset_key = (uint64_t)info->base_instance << 32 |
                      (several ? (uint32_t)info->offset_start : 0);
   return 0;
}

int
dral_bound_buffer_init(struct dral_bound_buffer *bound, uint64_t address,
                       uint64_t size)
{
   const uint64_t from_pointer = size + (address & 63);

   if (from_pointer > UINT32_MAX)
      return DRAL_ERROR_SIZE_RANGE;

   bound->words[0] = (uint32_t)address;
   bound->words[1] = (uint32_t)(address >> 32);
   bound->words[2] = 0;
   bound->words[3] = (uint32_t)from_pointer;
   return 0;
}

/* A divisor that is no power of two as a multiplier, rounded to nearest. */
static void
write_divisor(struct dral_record_template *record, uint32_t hw_divisor,
              uint32_t divisor)
{
   const uint32_t shift = bits_of(hw_divisor) - 1;
   const uint64_t numerator = ((uint64_t)1 << (32 + shift)) + hw_divisor / 2;
   const bool is_below = numerator % hw_divisor > hw_divisor / 2;

   record->first[0] = DRAL_RECORD_TYPE_NPOT_DIVISOR;
   record->first[1] = shift << 24 | (uint32_t)is_below << 29;
   record->second[0] = TYPE_CONTINUATION;
   record->second[1] = (uint32_t)(numerator / hw_divisor) & 0x7FFFFFFF;
   record->second[3] = divisor;
}

/* The record of a buffer in draws whose padded count is `distance`, 0 with one
 * instance, shifted by the draw. Returns from which shift on all threads read
 * one element. */
static uint8_t
prepare_record(struct dral_record_template *record, uint32_t distance,
               const struct dral_vertex_buffer *buffer)
{
   const uint64_t hw_divisor = (uint64_t)distance * buffer->divisor;

   memset(record, 0, sizeof(*record));
   if (buffer->rate == DRAL_RATE_UNUSED)
      return NEVER_SHARED;

   record->first[0] = DRAL_RECORD_TYPE_ONE_DIMENSIONAL;
   record->first[2] = buffer->stride;
   if (buffer->rate == DRAL_RATE_VERTEX) {
      if (distance) {
         record->first[0] = DRAL_RECORD_TYPE_MODULUS;
         record->first[1] = distance >> 1 << 29;
      }
      return NEVER_SHARED;
   }
   if (!hw_divisor || hw_divisor > UINT32_MAX)
      return 0;
   if (!(hw_divisor & (hw_divisor - 1))) {
      record->first[0] = DRAL_RECORD_TYPE_POT_DIVISOR;
      record->first[1] = (bits_of((uint32_t)hw_divisor) - 1) << 24;
   } else {
      write_divisor(record, (uint32_t)hw_divisor, buffer->divisor);
   }
   return (uint8_t)(33 - bits_of((uint32_t)hw_divisor));
}

/* Whether the record has a continuation. */
static bool
has_continuation(uint32_t distance, const struct dral_vertex_buffer *buffer)
{
   return buffer->rate == DRAL_RATE_INSTANCE && distance && buffer->divisor &&
          (distance > 1 || (buffer->divisor & (buffer->divisor - 1)));
}

int
dral_vertex_state_prepare(struct dral_vertex_state *state,
                          const struct dral_vertex_state_info *info)
{
   const bool pairs = info->shape == DRAL_TABLE_SHAPE_PAIRS;

   if (info->buffer_count > DRAL_VERTEX_STATE_BUFFERS)
      return DRAL_ERROR_BUFFER_COUNT;

   state->buffer_count = (uint32_t)info->buffer_count;
   state->element_count = (uint32_t)info->element_count;
   for (size_t b = 0; b < info->buffer_count; b++)
      state->instance_strides[b] =
         info->buffers[b].rate == DRAL_RATE_INSTANCE ? info->buffers[b].stride
                                                     : 0;

   for (uint32_t v = 0; v < DRAL_VERTEX_STATE_VARIANTS; v++) {
      struct dral_vertex_state_variant *variant = &state->variants[v];
      const uint32_t distance = v ? 2 * v - 1 : 0;
      uint32_t next = 0;

      for (size_t b = 0; b < info->buffer_count; b++) {
         const uint32_t more =
            pairs || has_continuation(distance, &info->buffers[b]);

         /* Records with a continuation begin at even slots. */
         next += next & more;
         variant->slots[b] = (uint8_t)next;
         variant->shared_from[b] = prepare_record(
            &variant->templates[b], distance, &info->buffers[b]);
         next += 1 + more;
      }
      variant->end = next + 2 * info->image_count;
   }

   for (size_t i = 0; i < info->element_count; i++) {
      const struct dral_vertex_element *element = &info->elements[i];
      struct dral_prepared_element *prepared = &state->elements[i];

      prepared->buffer = element->buffer;
      prepared->source_offset = element->source_offset;
      /* Zeros: the format CONSTANT, with the component order 0000. */
      prepared->word =
         1u << 9 | (95u << 12 | (info->architecture == 7 ? 0xE7 : 0x924)) << 10;
      if (element->buffer != DRAL_NO_BUFFER)
         prepared->word = 1u << 9 | element->format << 10;
   }
   return 0;
}

static const struct dral_vertex_state_variant *
variant_of(const struct dral_vertex_state *state, const struct dral_draw *draw)
{
   return draw->table_key ? &state->variants[(draw->table_key >> 5) - 1] : NULL;
}

int
dral_vertex_state_table(const struct dral_vertex_state *state,
                        const struct dral_draw *draw,
                        const struct dral_bound_buffer *buffers,
                        size_t buffer_count, uint32_t *words, size_t capacity)
{
   const struct dral_vertex_state_variant *variant = variant_of(state, draw);
   const uint32_t shift = draw->table_key & 31;

   if (!variant)
      return DRAL_ERROR_NOT_RESOLVED;

   for (uint32_t b = 0; b < state->buffer_count; b++) {
      uint32_t *record = words + 4 * variant->slots[b];

      /* The next record may have the second slot. */
      memcpy(record, &variant->templates[b], sizeof(variant->templates[b]));
      if (!record[0])
         continue;
      if (shift >= variant->shared_from[b]) {
         record[0] = DRAL_RECORD_TYPE_ONE_DIMENSIONAL;
         record[1] = record[2] = 0;
         memset(record + 4, 0, 16);
      } else if (record[0] != DRAL_RECORD_TYPE_ONE_DIMENSIONAL) {
         record[1] += shift << 24;
      }
      record[0] += buffers[b].words[0] & ~63u;
      record[1] += buffers[b].words[1];
      record[3] = buffers[b].words[3];
   }
   if (draw->info.architecture < 6)
      return (int)(4 * variant->end);

   memset(words + 4 * variant->end, 0, 16);
   return (int)(4 * variant->end + 4);
}

int
dral_vertex_state_attributes(const struct dral_vertex_state *state,
                             const struct dral_draw *draw,
                             const struct dral_bound_buffer *buffers,
                             size_t buffer_count, uint32_t *words,
                             size_t capacity)
{
   const struct dral_vertex_state_variant *variant = variant_of(state, draw);
   const uint32_t shift = draw->table_key & 31;

   if (!variant)
      return DRAL_ERROR_NOT_RESOLVED;

   for (uint32_t i = 0; i < state->element_count; i++) {
      const struct dral_prepared_element *element = &state->elements[i];
      const uint32_t b = element->buffer;
      int64_t offset = 0;

      words[2 * i] = element->word;
      if (b != DRAL_NO_BUFFER) {
         int64_t elements = draw->info.base_instance;

         /* The start is added even to the result of a division. */
         if (shift < variant->shared_from[b])
            elements -= draw->info.offset_start;
         offset = elements * state->instance_strides[b] +
                  element->source_offset + (buffers[b].words[0] & 63);
         if (offset != (int32_t)offset)
            return DRAL_ERROR_OFFSET_RANGE;
         words[2 * i] += variant->slots[b];
      }
      words[2 * i + 1] = (uint32_t)offset;
   }
   return (int)(2 * state->element_count);
}

int
dral_vertex_state_end(const struct dral_vertex_state *state,
                      const struct dral_draw *draw)
{
   const struct dral_vertex_state_variant *variant = variant_of(state, draw);

   return variant ? (int)variant->end : DRAL_ERROR_NOT_RESOLVED;
}

int
dral_id_records(const struct dral_draw *draw, uint32_t *words)
{
   const bool several = draw->info.instance_count > 1;
   const uint32_t shift = several ? draw->table_key & 31 : 31;
   const uint32_t odd = several ? (draw->table_key >> 5) - 2 : 4;
   const bool few = draw->threads <= (uint64_t)1 << 31;
   /* Divides by a number above all ids: 2^31 or 2^32. */
   struct dral_record_template record = {
      .first[1] = 31u << 24 | (uint32_t)few << 29,
      .second[1] = few ? 0x7FFFFFFF : 0,
   };

   if (!draw->table_key)
      return DRAL_ERROR_NOT_RESOLVED;
   if (several && draw->padded_count == 1)
      record = (struct dral_record_template){.first[1] = 1u << 29,
                                             .second[1] = 0x7FFFFFFF};
   else if (several && odd == 0)
      record = (struct dral_record_template){.first[1] = (shift - 1) << 24};
   else if (several)
      write_divisor(&record, draw->padded_count, 0);

   memset(words, 0, 32);
   words[0] = DRAL_ID_TYPE_VERTEX;
   words[1] = shift << 24 | odd << 29;
   words[4] = DRAL_ID_TYPE_INSTANCE;
   words[5] = record.first[1];
   words[6] = record.second[1];
   return 0;
}

const char *
dral_error_text(int error)
{
   return "a number of the draw does not fit";
}
