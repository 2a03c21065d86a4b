/* SPDX-License-Identifier: MIT */

/*
 * Many indirect draws at once: the commands are in a buffer that the GPU
 * wrote, so the CPU knows none of the counts when it records the draws.
 *
 *    search   the smallest and the largest index: a work group per draw
 *    resolve  the words of the draw: a work item per draw
 *
 * Then the table, in one of two shapes:
 *
 *    pack     packed, as Gallium has it, from raw buffers: a work item per
 *             draw. The slot of a record depends on the counts.
 *    patch    in pairs, as PanVK has it: a work item per draw and binding.
 *             Buffer b is at slot 2b in every draw, so the CPU writes all
 *             that refers to a slot. It bound the buffers and prepared the
 *             vertex states, so nothing is divided here.
 *
 * patch_one resolves and patches one draw, for comparison with patch.
 */

#include "indirect.h"

/* The words of a command with indices, and of one without. */
struct command {
   uint count;
   uint instance_count;
   /* 0 without indices. */
   uint first_index;
   /* The vertex offset, or the first vertex. */
   int first_vertex;
   uint first_instance;
};

static struct command
command_of(global const struct indirect_draw *draw, bool indexed)
{
   struct command command;

   command.count = draw->command[0];
   command.instance_count = draw->command[1];
   command.first_index = indexed ? draw->command[2] : 0;
   command.first_vertex = (int)draw->command[indexed ? 3 : 2];
   command.first_instance = draw->command[indexed ? 4 : 3];
   return command;
}

/* Work item i of a group reads every INDIRECT_SEARCHERS-th index from i. */
kernel __attribute__((reqd_work_group_size(INDIRECT_SEARCHERS, 1, 1))) void
search(global const struct indirect_draw *draws,
       global const struct indirect_state *states, global const uint *indices,
       global struct dral_index_range *ranges)
{
   const size_t draw = get_global_id(0) / INDIRECT_SEARCHERS;
   const size_t lane = get_local_id(0);
   global const struct indirect_state *state = &states[draws[draw].state];
   const struct command command = command_of(&draws[draw], true);
   const ulong first = command.first_index;
   const ulong end = min(first + command.count, (ulong)state->index_capacity);
   const uint size = state->index_size;
   const uint offset = state->index_offset;
   const uint largest_of_size = 0xFFFFFFFFu >> (32 - 8 * size);
   const bool restart = state->restart != 0;
   /* Beyond the buffer every index is 0, by Vulkan's robust access rule. */
   uint smallest =
      command.count != 0 && end != first + command.count ? 0 : 0xFFFFFFFFu;
   uint largest = 0;
   local uint smallest_of[INDIRECT_SEARCHERS];
   local uint largest_of[INDIRECT_SEARCHERS];

   for (ulong i = first + lane; i < end; i += INDIRECT_SEARCHERS) {
      const ulong byte = offset + i * size;
      const uint index =
         indices[byte / 4] >> 8 * (byte % 4) & largest_of_size;
      const bool is_restart = restart & (index == largest_of_size);

      smallest = min(smallest, is_restart ? smallest : index);
      largest = max(largest, is_restart ? largest : index);
   }
   smallest_of[lane] = smallest;
   largest_of[lane] = largest;
   barrier(CLK_LOCAL_MEM_FENCE);
   if (lane != 0)
      return;
   for (uint i = 1; i < INDIRECT_SEARCHERS; i++) {
      smallest = min(smallest, smallest_of[i]);
      largest = max(largest, largest_of[i]);
   }
   ranges[draw].min_index = smallest;
   ranges[draw].max_index = largest;
   ranges[draw].vertex_offset = command.first_vertex;
}

static void
write_slot(global struct indirect_output *output, uint slot, uint a, uint b,
           uint c, uint d)
{
   output->table[4 * slot] = a;
   output->table[4 * slot + 1] = b;
   output->table[4 * slot + 2] = c;
   output->table[4 * slot + 3] = d;
}

/* The offset of an attribute and its descriptor, which is 0 where the offset
 * does not fit or the buffer is unused. */
static void
write_attribute(global struct indirect_output *output, uint binding,
                uint slot, uint format,
                struct dral_device_attribute_offset offset)
{
   struct dral_attribute_descriptor attribute;
   struct dral_device_attribute_descriptor_words descriptor;

   attribute.slot = slot;
   attribute.format = format;
   attribute.offset = offset.offset;
   descriptor = dral_device_attribute_descriptor_pack(attribute);
   output->attributes[binding][0] = offset.valid ? descriptor.words[0] : 0;
   output->attributes[binding][1] = offset.valid ? descriptor.words[1] : 0;
}

/* Resolves a draw and writes its words. */
static struct dral_resolved_draw
resolve_draw(global const struct indirect_draw *draw,
             global const struct indirect_state *state,
             global const struct dral_index_range *range,
             global struct indirect_output *output)
{
   const bool indexed = state->index_size != 0;
   const struct command command = command_of(draw, indexed);
   struct dral_vertex_range vertices;
   struct dral_draw source;
   struct dral_resolved_draw resolved;
   bool drawn;

   vertices.vertex_count = command.count;
   vertices.offset_start = command.first_vertex;
   vertices.base_vertex_offset = 0;
   if (indexed)
      vertices = dral_device_index_range_resolve(*range);
   source.architecture = state->architecture;
   source.padding_rule = DRAL_PADDING_RULE_DRIVER;
   source.rounding = DRAL_ROUNDING_NEAREST;
   source.idvs = state->idvs;
   source.vertex_count = vertices.vertex_count;
   source.instance_count = command.instance_count;
   source.vertices_per_primitive = state->vertices_per_primitive;
   source.offset_start = vertices.offset_start;
   source.base_instance = command.first_instance;
   source.primitive_size = DRAL_PRIMITIVE_SIZE_PADDED;
   resolved = dral_device_draw_resolve(source);

   drawn = resolved.threads != 0;
   output->drawn = drawn;
   output->padded_count = resolved.padded_count;
   output->instance_size_byte = resolved.instance_size_byte;
   output->instance_primitive_size_byte =
      resolved.instance_primitive_size_byte;
   output->invocation[0] = resolved.invocation[0];
   output->invocation[1] = resolved.invocation[1];
   output->offset_start = drawn ? resolved.offset_start : 0;
   output->base_vertex_offset = drawn ? vertices.base_vertex_offset : 0;
   return resolved;
}

/* Writes a binding's part of a draw. Returns false if it cannot be drawn. */
static bool
patch_binding(struct dral_resolved_draw resolved,
              global const struct indirect_state *state, uint binding,
              global struct indirect_output *output)
{
   const struct indirect_binding source = state->bindings[binding];
   const struct dral_record_template record =
      dral_device_record_template_moved_up(
         state->vertex.templates[dral_device_draw_variant(resolved)][binding],
         dral_device_draw_shift(resolved));
   const struct dral_device_attribute_words words =
      dral_device_record_template_pack(record, source.bound);
   const struct dral_device_attribute_offset offset =
      dral_device_vertex_state_offset(
         resolved, record, state->vertex.instance_strided >> binding & 1,
         state->vertex.strides[binding], source.bound, source.source_offset);
   const bool is_unused = record.head == 0;

   write_slot(output, 2 * binding, words.words[0], words.words[1],
              words.words[2], words.words[3]);
   write_slot(output, 2 * binding + 1, words.words[4], words.words[5],
              words.words[6], words.words[7]);
   write_attribute(output, binding, 2 * binding, source.format, offset);
   return is_unused || offset.valid;
}

kernel void
resolve(global const struct indirect_draw *draws,
        global const struct indirect_state *states,
        global const struct dral_index_range *ranges,
        global struct dral_resolved_draw *resolved,
        global struct indirect_output *outputs)
{
   const size_t draw = get_global_id(0);

   resolved[draw] = resolve_draw(&draws[draw], &states[draws[draw].state],
                                 &ranges[draw], &outputs[draw]);
}

kernel void
pack(global const struct indirect_draw *draws,
     global const struct indirect_state *states,
     global const struct dral_vertex_buffer *all_buffers,
     global const struct dral_resolved_draw *resolved_draws,
     global struct indirect_output *outputs)
{
   const size_t draw = get_global_id(0);
   const uint state_index = draws[draw].state;
   global const struct indirect_state *state = &states[state_index];
   global const struct dral_vertex_buffer *buffers =
      &all_buffers[INDIRECT_BINDINGS * state_index];
   global struct indirect_output *output = &outputs[draw];
   const struct dral_resolved_draw resolved = resolved_draws[draw];
   uint next = 0;

   if (resolved.threads == 0)
      return;
   /* Packed tables have no slot for an unused buffer. */
   for (uint i = 0; i < state->vertex.buffer_count; i++) {
      if (!dral_device_attribute_offset(resolved, buffers[i],
                                        state->bindings[i].source_offset)
              .valid) {
         output->drawn = 0;
         return;
      }
   }
   for (uint i = 0; i < state->vertex.buffer_count; i++) {
      const struct indirect_binding source = state->bindings[i];
      const struct dral_device_attribute_words record =
         dral_device_attribute_record_pack(
            dral_device_attribute_record(resolved, buffers[i]));
      const uint slot = dral_device_table_slot(next, record.word_count);

      if (slot != next)
         write_slot(output, next, 0, 0, 0, 0);
      write_slot(output, slot, record.words[0], record.words[1],
                 record.words[2], record.words[3]);
      if (record.word_count == 8)
         write_slot(output, slot + 1, record.words[4], record.words[5],
                    record.words[6], record.words[7]);
      write_attribute(output, i, slot, source.format,
                      dral_device_attribute_offset(resolved, buffers[i],
                                                   source.source_offset));
      next = slot + record.word_count / 4;
   }
   if (dral_device_table_end_slots(resolved.architecture,
                                   DRAL_TABLE_SHAPE_PACKED, 0) != 0)
      write_slot(output, next, 0, 0, 0, 0);
}

/* The zero slot after the buffers and the images. */
static void
write_end(global const struct indirect_state *state,
          global struct indirect_output *output)
{
   write_slot(output,
              2 * (state->vertex.buffer_count + state->vertex.image_count), 0,
              0, 0, 0);
}

kernel void
patch(global const struct indirect_draw *draws,
      global const struct indirect_state *states,
      global const struct dral_resolved_draw *resolved,
      global struct indirect_output *outputs)
{
   const size_t draw = get_global_id(0) / INDIRECT_BINDINGS;
   const uint binding = get_global_id(0) % INDIRECT_BINDINGS;
   global const struct indirect_state *state = &states[draws[draw].state];

   if (resolved[draw].threads == 0)
      return;
   if (binding == 0)
      write_end(state, &outputs[draw]);
   if (binding >= state->vertex.buffer_count)
      return;
   if (!patch_binding(resolved[draw], state, binding, &outputs[draw]))
      atomic_xchg(&outputs[draw].drawn, 0);
}

kernel void
patch_one(global const struct indirect_draw *draws,
          global const struct indirect_state *states,
          global const struct dral_index_range *ranges,
          global struct indirect_output *outputs)
{
   const size_t draw = get_global_id(0);
   global const struct indirect_state *state = &states[draws[draw].state];
   const struct dral_resolved_draw resolved = resolve_draw(
      &draws[draw], state, &ranges[draw], &outputs[draw]);

   if (resolved.threads == 0)
      return;
   write_end(state, &outputs[draw]);
   for (uint i = 0; i < state->vertex.buffer_count; i++) {
      if (!patch_binding(resolved, state, i, &outputs[draw]))
         outputs[draw].drawn = 0;
   }
}
