/* SPDX-License-Identifier: MIT */

/*
 * Attribute buffer records and their tables, attribute offsets, id records,
 * attribute descriptors, and what the hardware does with them.
 */

#include "reference.h"

#include "plain.h"

/* Record types: docs/reference/instancing.md, "Descriptor words". */
enum {
   TYPE_1D = 1,
   TYPE_1D_POT_DIVISOR = 2,
   TYPE_1D_MODULUS = 3,
   TYPE_1D_NPOT_DIVISOR = 4,
   TYPE_CONTINUATION = 0x20,
   TYPE_VERTEX_ID = 0x22,
   TYPE_INSTANCE_ID = 0x24
};

/* Types of the attribute descriptor: the same page, "Valhall and later". */
enum {
   VALHALL_DESCRIPTOR_ATTRIBUTE = 5,
   VALHALL_1D = 1,
   VALHALL_1D_POT_DIVISOR = 2,
   VALHALL_1D_NPOT_DIVISOR = 3,
   VALHALL_FORMAT_R16F = 199 * 4096, /* components in the order RGBA */
   VALHALL_INVALID_TABLE = 17,
   VALHALL_FREQUENCY_VERTEX = 0,
   VALHALL_FREQUENCY_INSTANCE = 1
};

/* Attribute modes, and their records. */

/* The bits of an address below the record's 64-byte granularity. */
static uint32_t
low_address_bits(const struct dral_vertex_buffer *buffer)
{
   return (uint32_t)(buffer->address % 64);
}

uint64_t
ref_bound_buffer(uint64_t address, uint64_t size, uint32_t words[4])
{
   const uint64_t from_aligned = size + address % 64;
   uint64_t errors = 0;

   if (address >= pow2(56))
      errors |= ERROR_SET(DRAL_ERROR_ADDRESS_RANGE);
   if (size > max32() || from_aligned > max32())
      errors |= ERROR_SET(DRAL_ERROR_SIZE_RANGE);
   clear(words, 4);
   if (errors)
      return errors;
   words[0] = (uint32_t)(address % pow2(32));
   words[1] = (uint32_t)(address / pow2(32));
   words[3] = (uint32_t)from_aligned;
   return 0;
}

void
ref_record_pack(const struct dral_attribute_record *record, uint32_t words[8])
{
   clear(words, 8);
   put(words, 0, 6, record->type);
   put(words, 6, 50, record->pointer / 64);
   put(words, 64, 32, record->stride);
   put(words, 96, 32, record->size);
   if (record->type != TYPE_1D)
      put(words, 56, 5, record->shift);
   if (record->type == TYPE_1D_MODULUS)
      put(words, 61, 3, record->odd);
   if (record->type == TYPE_1D_NPOT_DIVISOR) {
      put(words, 61, 1, record->extra_flags);
      put(words, 128 + 0, 6, TYPE_CONTINUATION);
      put(words, 128 + 32, 32, record->magic);
      put(words, 128 + 96, 32, record->divisor);
   }
}

/* The errors of a buffer, whatever the draw. */
static uint64_t
buffer_errors(const struct dral_vertex_buffer *buffer)
{
   uint32_t words[4];
   uint64_t errors =
      ref_bound_buffer(buffer->address, buffer->size, words);

   if (buffer->rate == DRAL_RATE_UNUSED)
      errors |= ERROR_SET(DRAL_ERROR_UNUSED_BUFFER);
   else if (buffer->rate > DRAL_RATE_UNUSED)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_RATE);
   return errors;
}

/* The table of "Attribute modes", row by row, for a resolved draw. */
static struct dral_attribute_record
record_of(const struct dral_draw *draw,
          const struct dral_vertex_buffer *buffer)
{
   const int per_instance = buffer->rate == DRAL_RATE_INSTANCE;
   const uint64_t hardware_divisor =
      product(draw->padded_count, buffer->divisor);
   struct dral_attribute_record record = { 0 };
   struct dral_magic_divisor magic;

   record.pointer = buffer->address / 64 * 64;
   record.type = TYPE_1D;
   record.stride = buffer->stride;
   record.size = (uint32_t)(buffer->size + low_address_bits(buffer));
   if (draw->info.instance_count <= 1) {
      if (per_instance)
         record.stride = 0;
   } else if (!per_instance) {
      const struct dral_padded_count padded =
         ref_split_padded(draw->padded_count);

      record.type = TYPE_1D_MODULUS;
      record.shift = padded.shift;
      record.odd = padded.odd;
   } else if (buffer->divisor == 0 || hardware_divisor >= pow2(32)) {
      /* In both cases every id reads the first element. */
      record.stride = 0;
   } else if (odd_part((uint32_t)hardware_divisor) == 1) {
      record.type = TYPE_1D_POT_DIVISOR;
      record.shift = floor_log2(hardware_divisor);
   } else {
      (void)ref_magic_divisor((uint32_t)hardware_divisor, draw->info.rounding,
                              &magic);
      record.type = TYPE_1D_NPOT_DIVISOR;
      record.shift = magic.shift;
      record.extra_flags = magic.extra_flags;
      record.magic = magic.magic;
      record.divisor = buffer->divisor;
   }
   return record;
}

/*
 * The number of slots of a buffer in a packed table.  It depends neither on
 * the power of two in the padded count, nor on whether the hardware divisor
 * is 2^32 or more.
 */
static uint32_t
slots_of(const struct dral_draw *draw,
         const struct dral_vertex_buffer *buffer)
{
   if (draw->info.instance_count <= 1 || buffer->rate != DRAL_RATE_INSTANCE ||
       buffer->divisor == 0)
      return 1;
   return odd_part(draw->padded_count) == 1 && odd_part(buffer->divisor) == 1
             ? 1
             : 2;
}

uint64_t
ref_attribute_record(const struct dral_draw_info *info,
                     const struct dral_vertex_buffer *buffer,
                     uint32_t words[8], uint32_t *slots)
{
   struct dral_draw resolved;
   struct dral_attribute_record record;
   uint64_t errors = ref_draw_resolve(info, &resolved);

   if (errors == 0)
      errors = buffer_errors(buffer);
   if (errors)
      return errors;
   record = record_of(&resolved, buffer);
   ref_record_pack(&record, words);
   *slots = slots_of(&resolved, buffer);
   return 0;
}

uint64_t
ref_attribute_table(const struct dral_draw_info *info, uint32_t shape,
                    uint32_t image_count,
                    const struct dral_vertex_buffer *buffers,
                    size_t buffer_count, uint32_t *words, uint32_t *slots,
                    uint32_t *word_count)
{
   const int is_pairs = shape == DRAL_TABLE_SHAPE_PAIRS;
   uint64_t errors = 0;
   uint32_t next = 0;
   size_t i;

   for (i = 0; i < buffer_count; i++) {
      const int is_hole =
         is_pairs && buffers[i].rate == DRAL_RATE_UNUSED;
      uint32_t record[8] = { 0 };
      uint32_t count = 1;
      uint32_t word;

      if (!is_hole)
         errors |= ref_attribute_record(info, &buffers[i], record, &count);
      if (errors)
         continue;
      if (is_pairs)
         count = 2;
      for (; count == 2 && next % 2 == 1; next++)
         clear(&words[4 * next], 4);
      slots[i] = next;
      for (word = 0; word < 4 * count; word++)
         words[4 * next + word] = record[word];
      next += count;
   }
   if (shape > DRAL_TABLE_SHAPE_PAIRS)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_TABLE_SHAPE);
   if (shape == DRAL_TABLE_SHAPE_PACKED && image_count > 0)
      errors |= ERROR_SET(DRAL_ERROR_IMAGES_IN_PACKED_TABLE);
   if (errors)
      return errors;
   next += 2 * image_count;
   /* On Bifrost an empty record stops the prefetcher. */
   if (is_pairs || info->architecture >= 6)
      clear(&words[4 * next++], 4);
   *word_count = 4 * next;
   return 0;
}

/* The signed word elements * stride + bytes, with fewer than 2^33 bytes. */
static uint64_t
offset_of(int64_t elements, uint32_t stride, uint64_t bytes, int32_t *offset)
{
   const uint64_t distance =
      (uint64_t)(elements < 0 ? -elements : elements);
   uint64_t start;
   int64_t value;

   /* Each element has at least one byte. */
   if (distance > pow2(32))
      return ERROR_SET(DRAL_ERROR_OFFSET_RANGE);
   start = product(distance, stride);
   /* More than that, and the sum does not fit either. */
   if (start > pow2(34))
      return ERROR_SET(DRAL_ERROR_OFFSET_RANGE);
   value = (elements < 0 ? -(int64_t)start : (int64_t)start) + (int64_t)bytes;
   if (value < INT32_MIN || value > INT32_MAX)
      return ERROR_SET(DRAL_ERROR_OFFSET_RANGE);
   *offset = (int32_t)value;
   return 0;
}

uint64_t
ref_attribute_offset(const struct dral_draw_info *info,
                     const struct dral_vertex_buffer *buffer,
                     uint32_t source_offset, int32_t *offset)
{
   const int per_instance = buffer->rate == DRAL_RATE_INSTANCE;
   uint32_t words[8];
   uint32_t slots;
   uint64_t within;
   uint64_t errors = ref_attribute_record(info, buffer, words, &slots);
   int64_t elements = info->base_instance;

   if (errors)
      return errors;

   within = (uint64_t)source_offset + low_address_bits(buffer);
   /*
    * The hardware adds the start to every index, multiplied by the record's
    * stride, which can be 0.  That is right for per-vertex data; for
    * per-instance data the offset must subtract it.
    */
   if (get(words, 64, 32) != 0)
      elements -= info->offset_start;
   if (!per_instance || buffer->stride == 0)
      elements = 0;
   return offset_of(elements, buffer->stride, within, offset);
}

/* Midgard's ids. */

static void
pack_vertex_id(const struct dral_draw *draw, uint32_t words[4])
{
   struct dral_padded_count padded;

   put(words, 0, 6, TYPE_VERTEX_ID);
   if (draw->info.instance_count > 1) {
      padded = ref_split_padded(draw->padded_count);
      put(words, 56, 5, padded.shift);
      put(words, 61, 3, padded.odd);
   } else {
      /* A modulus of 9 << 31, above every id. */
      put(words, 56, 5, 0x1F);
      put(words, 61, 3, 4);
   }
}

static void
pack_instance_id(const struct dral_draw *draw, uint32_t words[4])
{
   struct dral_magic_divisor magic = { 0, 0, 0 };

   if (draw->info.instance_count == 1) {
      /* Divisors of 2^31, as drivers write, and of 2^32: all ids give 0. */
      magic.shift = 31;
      if (draw->info.vertex_count <= pow2(31)) {
         magic.magic = 0x7FFFFFFF;
         magic.extra_flags = 1;
      }
   } else if (draw->padded_count > 1 && odd_part(draw->padded_count) == 1) {
      /* A multiplier of 2^31 is half of 2^32: one shift less. */
      magic.shift = floor_log2(draw->padded_count) - 1;
   } else {
      /* The nearest rounding has no magic of 1. */
      (void)ref_magic_divisor(draw->padded_count,
                              draw->padded_count == 1
                                 ? DRAL_ROUNDING_DOCUMENTED
                                 : draw->info.rounding,
                              &magic);
   }
   put(words, 0, 6, TYPE_INSTANCE_ID);
   put(words, 56, 5, magic.shift);
   put(words, 61, 1, magic.extra_flags);
   put(words, 64, 32, magic.magic);
}

/* Adds a * b to *sum.  Returns 1 if that exceeds 64 bits. */
static int
add_product(uint64_t *sum, uint64_t a, uint32_t b)
{
   const uint64_t low = (a & max32()) * b;
   const uint64_t high = (a >> 32) * b + (low >> 32);
   const uint64_t product_low = high << 32 | (low & max32());

   *sum += product_low;
   return high >> 32 != 0 || *sum < product_low;
}

/* Whether the vertex or instance with this number reads the buffer only. */
static int
reads_within(const struct dral_vertex_buffer *buffer, uint64_t offset,
             uint32_t bytes, int32_t offset_start, uint32_t base_instance,
             uint64_t number)
{
   uint64_t element = number;
   uint64_t end = offset;

   if (buffer->rate == DRAL_RATE_INSTANCE) {
      element = buffer->divisor == 0 ? 0 : number / buffer->divisor;
      /* Without a stride, the number of the element does not matter. */
      if (add_product(&element, base_instance, 1) && buffer->stride != 0)
         return 0;
   } else if (offset_start < 0 ||
              add_product(&element, (uint32_t)offset_start, 1)) {
      /* A negative start reads before the buffer. */
      if (buffer->stride != 0)
         return 0;
   }
   return !add_product(&end, element, buffer->stride) &&
          !add_product(&end, bytes, 1) && end <= buffer->size;
}

uint64_t
ref_vertex_buffer_limit(const struct dral_vertex_buffer *buffer,
                        uint64_t offset, uint32_t bytes, int32_t offset_start,
                        uint32_t base_instance, uint64_t *limit)
{
   /* The first number below which all fit, and the last that is tried. */
   uint64_t fit = 0;
   uint64_t end = UINT64_MAX;

   if (buffer->rate > DRAL_RATE_UNUSED)
      return ERROR_SET(DRAL_ERROR_UNKNOWN_RATE);
   *limit = UINT64_MAX;
   if (buffer->rate == DRAL_RATE_UNUSED)
      return 0;
   while (fit < end) {
      const uint64_t middle = fit + (end - fit) / 2;

      if (reads_within(buffer, offset, bytes, offset_start, base_instance,
                       middle))
         fit = middle + 1;
      else
         end = middle;
   }
   *limit = fit;
   return 0;
}

void
ref_unused_attribute(uint32_t architecture, uint32_t unused_location,
                     uint32_t words[2])
{
   /* The pixel format CONSTANT, 95.  All four components are the constant 0:
    * channel number 4, or on v7 and later the component order 0000. */
   const uint32_t order = architecture >= 7 ? 0xE7 : 04444;

   words[0] = words[1] = 0;
   if (unused_location == DRAL_UNUSED_LOCATION_READS_ZERO)
      words[0] = 0x200 | (95u << 12 | order) << 10;
}

uint64_t
ref_id_records(const struct dral_draw_info *info, uint32_t words[8])
{
   struct dral_draw draw;
   const uint64_t errors = ref_draw_resolve(info, &draw);

   if (errors)
      return errors;
   if (info->architecture > 5)
      return ERROR_SET(DRAL_ERROR_NO_ID_RECORDS);
   clear(words, 8);
   pack_vertex_id(&draw, &words[0]);
   pack_instance_id(&draw, &words[4]);
   return 0;
}

/* Valhall and later. */

uint64_t
ref_valhall(const struct dral_valhall_source *attribute, uint32_t words[8])
{
   uint32_t type = VALHALL_1D;
   uint32_t frequency = VALHALL_FREQUENCY_VERTEX;
   uint32_t offset_enable = 1;
   uint32_t stride = attribute->stride;
   int64_t offset = attribute->offset;
   uint64_t distance;
   struct dral_magic_divisor magic = { 0, 0, 0 };
   uint64_t errors = 0;

   if (!is_known_architecture(attribute->architecture))
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_ARCHITECTURE);
   else if (attribute->architecture < 9)
      errors |= ERROR_SET(DRAL_ERROR_NO_ATTRIBUTE_DESCRIPTORS);
   if (attribute->rounding > DRAL_ROUNDING_NEAREST)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_ROUNDING);
   if (attribute->rate > DRAL_RATE_UNUSED)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_RATE);
   if (attribute->divisor_one > DRAL_DIVISOR_ONE_ONE_DIMENSIONAL)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_DIVISOR_ONE);
   if (attribute->unused_location > DRAL_UNUSED_LOCATION_NULL_DESCRIPTOR)
      errors |= ERROR_SET(DRAL_ERROR_UNKNOWN_FLAG);
   if (errors)
      return errors;
   if (attribute->rate == DRAL_RATE_UNUSED) {
      clear(words, 8);
      /* A Null Descriptor has no fields at all. */
      if (attribute->unused_location == DRAL_UNUSED_LOCATION_READS_ZERO) {
         put(words, 0, 4, VALHALL_DESCRIPTOR_ATTRIBUTE);
         put(words, 10, 22, VALHALL_FORMAT_R16F);
         put(words, 32 + 0, 6, VALHALL_INVALID_TABLE);
      }
      return 0;
   }
   if (attribute->format >= pow2(22))
      errors |= ERROR_SET(DRAL_ERROR_FORMAT_RANGE);
   if (attribute->table >= pow2(6))
      errors |= ERROR_SET(DRAL_ERROR_TABLE_RANGE);

   if (attribute->rate == DRAL_RATE_INSTANCE) {
      frequency = VALHALL_FREQUENCY_INSTANCE;
      offset_enable = 0;
      distance = product(attribute->base_instance, stride);
      /* No offset is negative enough for more than 2^32. */
      offset += distance > pow2(32) ? (int64_t)pow2(33) : (int64_t)distance;
      if (attribute->divisor == 0) {
         stride = 0;
      } else if (attribute->divisor == 1 &&
                 attribute->divisor_one == DRAL_DIVISOR_ONE_ONE_DIMENSIONAL) {
         /* Every instance has its own element. */
      } else if (odd_part(attribute->divisor) == 1) {
         type = VALHALL_1D_POT_DIVISOR;
         magic.shift = floor_log2(attribute->divisor);
      } else {
         type = VALHALL_1D_NPOT_DIVISOR;
         errors |= ref_magic_divisor(attribute->divisor, attribute->rounding,
                                     &magic);
      }
   }

   if (offset > INT32_MAX)
      errors |= ERROR_SET(DRAL_ERROR_OFFSET_RANGE);
   if (errors)
      return errors;

   clear(words, 8);
   put(words, 0, 4, VALHALL_DESCRIPTOR_ATTRIBUTE);
   put(words, 4, 4, type);
   put(words, 8, 1, offset_enable);
   put(words, 10, 22, attribute->format);
   put(words, 32 + 0, 6, attribute->table);
   put(words, 32 + 6, 2, frequency);
   put(words, 32 + 24, 5, magic.shift);
   put(words, 32 + 29, 1, magic.extra_flags);
   put(words, 64, 32, (uint32_t)offset);
   put(words, 96, 32, attribute->buffer_index);
   put(words, 128, 32, stride);
   put(words, 160, 32, magic.magic);
   return 0;
}

/* Models of the hardware. */

/* (2 * odd + 1) << shift is at most 15 << 31, so it needs 64 bits. */
static uint32_t
modulo(uint32_t id, uint32_t shift, uint32_t odd)
{
   uint64_t modulus = (2 * (uint64_t)odd + 1) * pow2(shift);

   return (uint32_t)(id % modulus);
}

/* The fields of a record that the attribute unit reads. */
struct unit_record {
   uint32_t type;
   uint32_t stride;
   uint32_t shift;
   uint32_t odd;
   struct dral_magic_divisor magic;
};

static struct unit_record
read_record(const uint32_t words[8])
{
   struct unit_record record = { 0 };

   record.type = get(words, 0, 6);
   record.stride = get(words, 64, 32);
   record.shift = get(words, 56, 5);
   if (record.type == TYPE_1D_MODULUS)
      record.odd = get(words, 61, 3);
   if (record.type == TYPE_1D_NPOT_DIVISOR) {
      record.magic.magic = get(words, 128 + 32, 32);
      record.magic.shift = record.shift;
      record.magic.extra_flags = get(words, 61, 1);
   }
   return record;
}

static int
has_elements(const struct unit_record *record)
{
   return record->type == TYPE_1D || record->type == TYPE_1D_POT_DIVISOR ||
          record->type == TYPE_1D_MODULUS ||
          record->type == TYPE_1D_NPOT_DIVISOR;
}

/* The record must have elements. */
static uint32_t
element_of(const struct unit_record *record, uint32_t linear_id)
{
   if (record->stride == 0)
      return 0;
   switch (record->type) {
   case TYPE_1D_POT_DIVISOR:
      return (uint32_t)(linear_id / pow2(record->shift));
   case TYPE_1D_MODULUS:
      return modulo(linear_id, record->shift, record->odd);
   case TYPE_1D_NPOT_DIVISOR:
      return ref_magic_divide(&record->magic, linear_id);
   default:
      return linear_id;
   }
}

int
ref_record_elements(const uint32_t words[8], uint32_t first_linear_id,
                    uint32_t count, uint32_t *elements)
{
   const struct unit_record record = read_record(words);
   uint32_t i;

   if (!has_elements(&record))
      return 0;
   for (i = 0; i < count; i++)
      elements[i] = element_of(&record, first_linear_id + i);
   return 1;
}

int
ref_id_value(const uint32_t words[4], uint32_t linear_id, uint32_t *id)
{
   struct dral_magic_divisor magic;

   switch (get(words, 0, 6)) {
   case TYPE_VERTEX_ID:
      *id = modulo(linear_id, get(words, 56, 5), get(words, 61, 3));
      return 1;
   case TYPE_INSTANCE_ID:
      magic.magic = get(words, 64, 32);
      magic.shift = get(words, 56, 5);
      magic.extra_flags = get(words, 61, 1);
      *id = ref_magic_divide(&magic, linear_id);
      return 1;
   default:
      return 0;
   }
}

int
ref_valhall_element(const uint32_t words[8], uint32_t vertex_id,
                    uint32_t instance_id, uint32_t *element)
{
   uint32_t stride = get(words, 128, 32);
   struct dral_magic_divisor magic;
   uint32_t id;
   uint32_t index;

   if (get(words, 0, 4) != VALHALL_DESCRIPTOR_ATTRIBUTE)
      return 0;

   switch (get(words, 32 + 6, 2)) {
   case VALHALL_FREQUENCY_VERTEX:
      id = vertex_id;
      break;
   case VALHALL_FREQUENCY_INSTANCE:
      id = instance_id;
      break;
   default:
      return 0;
   }

   switch (get(words, 4, 4)) {
   case VALHALL_1D:
      index = id;
      break;
   case VALHALL_1D_POT_DIVISOR:
      index = (uint32_t)(id / pow2(get(words, 32 + 24, 5)));
      break;
   case VALHALL_1D_NPOT_DIVISOR:
      magic.magic = get(words, 160, 32);
      magic.shift = get(words, 32 + 24, 5);
      magic.extra_flags = get(words, 32 + 29, 1);
      index = ref_magic_divide(&magic, id);
      break;
   default:
      return 0;
   }

   *element = stride == 0 ? 0 : index;
   return 1;
}

uint32_t
ref_api_element(uint32_t rate, uint32_t divisor, uint32_t vertex_id,
                uint32_t instance_id)
{
   if (rate == DRAL_RATE_VERTEX)
      return vertex_id;
   if (divisor == 0)
      return 0;
   return instance_id / divisor;
}
