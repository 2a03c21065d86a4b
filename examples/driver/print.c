/* SPDX-License-Identifier: MIT */

#include "print.h"

#include <errno.h>
#include <inttypes.h>

/* Words per line, four like a slot. */
#define LINE_WORDS 4

/* Prints a line up to the text beside the words. */
static void
print_words(FILE *out, const char *label, const uint32_t *words,
            unsigned count)
{
   unsigned i;

   fprintf(out, "  %-16s", label);
   for (i = 0; i < LINE_WORDS; i++) {
      if (i < count)
         fprintf(out, " %08" PRIx32, words[i]);
      else
         fprintf(out, " %8s", "");
   }
   fputs("  ", out);
}

static void
print_byte(FILE *out, const char *label, uint32_t byte)
{
   fprintf(out, "  %-16s %02" PRIx32 "%*s  ", label, byte,
           9 * LINE_WORDS - 3, "");
}

static const char *
record_type(uint32_t type)
{
   switch (type) {
   case DRAL_RECORD_TYPE_ONE_DIMENSIONAL:
      return "1D";
   case DRAL_RECORD_TYPE_POT_DIVISOR:
      return "1D POT Divisor";
   case DRAL_RECORD_TYPE_MODULUS:
      return "1D Modulus";
   case DRAL_RECORD_TYPE_NPOT_DIVISOR:
      return "1D NPOT Divisor";
   default:
      return "unknown type";
   }
}

static const char *
valhall_type(uint32_t type)
{
   switch (type) {
   case DRAL_VALHALL_TYPE_ONE_DIMENSIONAL:
      return "1D";
   case DRAL_VALHALL_TYPE_POT_DIVISOR:
      return "1D POT Divisor";
   case DRAL_VALHALL_TYPE_NPOT_DIVISOR:
      return "1D NPOT Divisor";
   default:
      return "unknown type";
   }
}

/* The contents of the draw descriptor. */
static int
print_draw_words(FILE *out, const struct driver_draw *draw,
                 const struct dral_resolved_draw *resolved)
{
   const uint32_t start = (uint32_t)draw->offset_start;
   uint32_t size, vertices, instances;
   int status;

   fprintf(out, "  padded count     %" PRIu32 ": %" PRIu64 " threads, %" PRIu64
           " wasted\n",
           resolved->padded_count, resolved->threads,
           resolved->wasted_threads);

   status = dral_instance_size_unpack((uint8_t)resolved->instance_size_byte,
                                      &size);
   if (status != 0)
      return status;
   print_byte(out, "instance size", resolved->instance_size_byte);
   fprintf(out, "%" PRIu32 "\n", size);

   status = dral_instance_size_unpack(
      (uint8_t)resolved->instance_primitive_size_byte, &size);
   if (status != 0)
      return status;
   print_byte(out, "primitive size", resolved->instance_primitive_size_byte);
   fprintf(out, "%" PRIu32 "\n", size);

   print_words(out, "offset start", &start, 1);
   fprintf(out, "%" PRId32 "\n", draw->offset_start);

   status = dral_invocation_unpack(resolved->invocation, &vertices,
                                   &instances);
   if (status != 0)
      return status;
   print_words(out, "invocation", resolved->invocation, 2);
   fprintf(out, "vertices %" PRIu32 ", instances %" PRIu32 "\n", vertices,
           instances);
   return 0;
}

static int
print_id_record(FILE *out, const char *label, const uint32_t words[4])
{
   struct dral_id_record record;
   const int status = dral_id_record_unpack(words, &record);

   if (status != 0)
      return status;
   print_words(out, label, words, 4);
   fprintf(out, "R %" PRIu32, record.shift);
   if (record.type == DRAL_ID_TYPE_VERTEX)
      fprintf(out, ", P %" PRIu32 "\n", record.odd);
   else
      fprintf(out, ", E %" PRIu32 ", magic %08" PRIx32 "\n",
              record.extra_flags, record.magic);
   return 0;
}

/* Prints a slot's line up to the text beside the words. */
static void
print_slot(FILE *out, const uint32_t *records, size_t slot)
{
   char label[32];

   snprintf(label, sizeof label, "slot %zu", slot);
   print_words(out, label, records + 4 * slot, 4);
}

/* Prints the record of a buffer, and returns its number of slots. */
static int
print_record(FILE *out, const struct driver_tables *tables, size_t slot,
             unsigned buffer, size_t *slots)
{
   const uint32_t *words = tables->records + 4 * slot;
   struct dral_attribute_record record;
   const int status = dral_attribute_record_unpack(
      words, tables->record_words - 4 * slot, &record);

   if (status != 0)
      return status;
   print_slot(out, tables->records, slot);
   fprintf(out, "buffer %u: %s, pointer 0x%" PRIx64 ", stride %" PRIu32
           ", size %" PRIu32,
           buffer, record_type(record.type), record.pointer, record.stride,
           record.size);
   *slots = 1;

   switch (record.type) {
   case DRAL_RECORD_TYPE_POT_DIVISOR:
      fprintf(out, ", R %" PRIu32 "\n", record.shift);
      break;
   case DRAL_RECORD_TYPE_MODULUS:
      fprintf(out, ", R %" PRIu32 ", P %" PRIu32 "\n", record.shift,
              record.odd);
      break;
   case DRAL_RECORD_TYPE_NPOT_DIVISOR:
      fprintf(out, ", R %" PRIu32 ", E %" PRIu32 "\n", record.shift,
              record.extra_flags);
      print_slot(out, tables->records, slot + 1);
      fprintf(out, "continuation: magic %08" PRIx32 ", divisor %" PRIu32 "\n",
              record.magic, record.divisor);
      *slots = 2;
      break;
   default:
      fputc('\n', out);
      break;
   }
   return 0;
}

static int
print_records(FILE *out, const struct driver_draw *draw,
              const struct driver_tables *tables)
{
   static const char kept[] = "kept from the draw before";
   const size_t slot_count = tables->record_words / 4;
   unsigned buffer = 0;
   size_t slot = 0;

   if (!tables->has_new_records)
      fprintf(out, "  table            %s\n", kept);
   while (slot < slot_count) {
      size_t slots = 1;

      if (buffer == draw->buffer_count) {
         print_slot(out, tables->records, slot);
         fputs("end\n", out);
      } else if (slot < tables->slots[buffer]) {
         print_slot(out, tables->records, slot);
         fputs("skipped\n", out);
      } else {
         const int status = print_record(out, tables, slot, buffer, &slots);

         if (status != 0)
            return status;
         buffer++;
      }
      slot += slots;
   }

   if (!tables->has_new_offsets)
      fprintf(out, "  offsets          %s\n", kept);
   for (buffer = 0; buffer < draw->buffer_count; buffer++) {
      fprintf(out, "  attribute %-6u slot %" PRIu32 ", offset %" PRId32 "\n",
              buffer, tables->slots[buffer], tables->offsets[buffer]);
   }
   return 0;
}

static int
print_attribute(FILE *out, unsigned index, const uint32_t words[8])
{
   struct dral_valhall_attribute attribute;
   const int status = dral_valhall_attribute_unpack(words, &attribute);
   char label[32];

   if (status != 0)
      return status;
   snprintf(label, sizeof label, "attribute %u", index);
   print_words(out, label, words, 4);
   fprintf(out, "%s, per %s, format %06" PRIx32 ", table %" PRIu32
           ", buffer %" PRIu32 ", offset %" PRId32 "\n",
           valhall_type(attribute.type),
           attribute.frequency == DRAL_FREQUENCY_VERTEX ? "vertex"
                                                        : "instance",
           attribute.format, attribute.table, attribute.buffer_index,
           attribute.offset);
   print_words(out, "", words + 4, 4);
   fprintf(out, "stride %" PRIu32, attribute.stride);
   if (attribute.type != DRAL_VALHALL_TYPE_ONE_DIMENSIONAL)
      fprintf(out, ", R %" PRIu32, attribute.shift);
   if (attribute.type == DRAL_VALHALL_TYPE_NPOT_DIVISOR)
      fprintf(out, ", E %" PRIu32 ", magic %08" PRIx32,
              attribute.extra_flags, attribute.magic);
   fprintf(out, "%s\n",
           attribute.offset_enable ? ", the draw's offset added" : "");
   return 0;
}

int
driver_print_tables(FILE *out, const struct driver_draw *draw,
                    const struct driver_context *context)
{
   const struct driver_tables *tables = &context->tables;
   int status = 0;
   unsigned i;

   fprintf(out, "draw of line %u on v%u: vertices %" PRIu32
           ", instances %" PRIu32 "\n",
           draw->line, context->architecture, draw->vertex_count,
           draw->instance_count);
   if (tables->resolved.threads == 0) {
      fputs("  nothing to draw\n", out);
      return 0;
   }
   if (context->architecture >= 9) {
      for (i = 0; i < draw->buffer_count && status == 0; i++)
         status = print_attribute(out, i, tables->attributes[i]);
      return status;
   }

   status = print_draw_words(out, draw, &tables->resolved);
   if (status == 0 && context->architecture <= 5) {
      status = print_id_record(out, "vertex id", tables->vertex_id);
      if (status == 0)
         status = print_id_record(out, "instance id", tables->instance_id);
   }
   if (status == 0)
      status = print_records(out, draw, tables);
   return status;
}
