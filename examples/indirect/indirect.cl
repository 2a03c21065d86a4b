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
 *    pack     packed, as Gallium writes it, from raw buffers: a work item
 *             per draw. The slot of a record depends on the counts.
 *    patch    in pairs, as PanVK writes it: a work item per draw and binding.
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

/* The slot of a record, and the one after it: its continuation or zeros. */
static void
write_record(global struct indirect_output *output, uint slot,
             struct dral_record_template record)
{
   for (uint i = 0; i < 4; i++) {
      output->table[4 * slot + i] = record.first[i];
      output->table[4 * slot + 4 + i] = record.second[i];
   }
}

/* A zero slot ends the table on v6 and v7. v4 and v5 do not read it. */
static void
write_end(global struct indirect_output *output, uint slot)
{
   for (uint i = 0; i < 4; i++)
      output->table[4 * slot + i] = 0;
}

/* The offset of an attribute and its descriptor, which is 0 where the offset
 * does not fit or the buffer is unused. */
static void
write_attribute(global struct indirect_output *output, uint binding,
                uint slot, uint format,
                struct dral_device_offset offset)
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
static struct dral_draw
resolve_draw(global const struct indirect_draw *draw,
             global const struct indirect_state *state,
             global const struct dral_index_range *range,
             global struct indirect_output *output)
{
   const bool indexed = state->index_size != 0;
   const struct command command = command_of(draw, indexed);
   struct dral_vertex_range vertices;
   struct dral_draw_info info;
   struct dral_draw resolved;

   vertices.vertex_count = command.count;
   vertices.offset_start = command.first_vertex;
   vertices.base_vertex_offset = 0;
   if (indexed)
      vertices = dral_device_index_range_resolve(*range);
   info.architecture = state->architecture;
   info.padding_rule = DRAL_PADDING_RULE_DRIVER;
   info.rounding = DRAL_ROUNDING_NEAREST;
   info.idvs = state->idvs;
   info.primitive_size_rule = DRAL_PRIMITIVE_SIZE_RULE_PADDED;
   info.vertex_count = vertices.vertex_count;
   info.instance_count = command.instance_count;
   info.vertices_per_primitive = state->vertices_per_primitive;
   info.offset_start = vertices.offset_start;
   info.base_instance = command.first_instance;
   resolved = dral_device_draw_resolve(info);

   output->drawn = resolved.threads != 0;
   if (resolved.threads == 0)
      return resolved;
   output->padded_count = resolved.padded_count;
   output->instance_size_byte = resolved.instance_size_byte;
   output->instance_primitive_size_byte =
      resolved.instance_primitive_size_byte;
   output->invocation[0] = resolved.invocation[0];
   output->invocation[1] = resolved.invocation[1];
   output->offset_start = info.offset_start;
   output->base_vertex_offset = vertices.base_vertex_offset;
   return resolved;
}

/* Writes a binding's part of a draw. Returns false if it cannot be drawn. */
static bool
patch_binding(struct dral_draw draw,
              global const struct indirect_state *state, uint binding,
              global struct indirect_output *output)
{
   const struct indirect_binding source = state->bindings[binding];
   const uint variant = dral_device_draw_variant(draw);
   const struct dral_record_template record =
      state->vertex.variants[variant].templates[binding];
   const struct dral_device_offset offset = dral_device_vertex_state_offset(
      draw, record, state->vertex.instance_strides[binding], source.bound,
      source.source_offset);
   const bool is_unused = record.first[0] == 0;

   write_record(output, 2 * binding,
                dral_device_vertex_state_record(draw, record, source.bound));
   write_attribute(output, binding, 2 * binding, source.format, offset);
   return is_unused || offset.valid;
}

kernel void
resolve(global const struct indirect_draw *draws,
        global const struct indirect_state *states,
        global const struct dral_index_range *ranges,
        global struct dral_draw *resolved,
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
     global const struct dral_draw *resolved_draws,
     global struct indirect_output *outputs)
{
   const size_t draw = get_global_id(0);
   const uint state_index = draws[draw].state;
   global const struct indirect_state *state = &states[state_index];
   global const struct dral_vertex_buffer *buffers =
      &all_buffers[INDIRECT_BINDINGS * state_index];
   global struct indirect_output *output = &outputs[draw];
   const struct dral_draw resolved = resolved_draws[draw];
   uint next = 0;

   if (resolved.threads == 0)
      return;
   for (uint i = 0; i < state->vertex.buffer_count; i++) {
      const struct dral_device_table_record appended =
         dral_device_attribute_append(resolved, buffers[i], next);
      const struct dral_device_offset offset = dral_device_attribute_offset(
         resolved, buffers[i], state->bindings[i].source_offset);

      write_record(output, appended.slot, appended.record);
      write_attribute(output, i, appended.slot, state->bindings[i].format,
                      offset);
      /* Also for an unused buffer, which packed tables have no slot for. */
      if (!offset.valid)
         output->drawn = 0;
      next = appended.next;
   }
   write_end(output, next);
}

/* The slot after the buffers and the images. */
static uint
end_of(global const struct indirect_state *state, struct dral_draw draw)
{
   return state->vertex.variants[dral_device_draw_variant(draw)].end;
}

kernel void
patch(global const struct indirect_draw *draws,
      global const struct indirect_state *states,
      global const struct dral_draw *resolved,
      global struct indirect_output *outputs)
{
   const size_t draw = get_global_id(0) / INDIRECT_BINDINGS;
   const uint binding = get_global_id(0) % INDIRECT_BINDINGS;
   global const struct indirect_state *state = &states[draws[draw].state];

   if (resolved[draw].threads == 0)
      return;
   if (binding == 0)
      write_end(&outputs[draw], end_of(state, resolved[draw]));
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
   const struct dral_draw resolved = resolve_draw(
      &draws[draw], state, &ranges[draw], &outputs[draw]);

   if (resolved.threads == 0)
      return;
   write_end(&outputs[draw], end_of(state, resolved));
   for (uint i = 0; i < state->vertex.buffer_count; i++) {
      if (!patch_binding(resolved, state, i, &outputs[draw]))
         outputs[draw].drawn = 0;
   }
}
