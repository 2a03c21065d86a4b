/* SPDX-License-Identifier: MIT */

/*
 * Indirect draws: the commands are in a buffer that the GPU wrote, so the CPU
 * does not know any of the counts when it records the draw. One work item
 * builds all words of one draw.
 */

#include "indirect.h"

static struct dral_draw
draw_of(struct indirect_command command,
        global const struct indirect_state *state)
{
   struct dral_draw draw;

   draw.architecture = state->architecture;
   draw.padding_rule = state->padding_rule;
   draw.rounding = state->rounding;
   draw.idvs = state->idvs;
   draw.vertex_count = command.vertex_count;
   draw.instance_count = command.instance_count;
   draw.vertices_per_primitive = state->vertices_per_primitive;
   draw.offset_start = (int)command.first_vertex;
   draw.base_instance = command.first_instance;
   draw.primitive_size = state->primitive_size;
   return draw;
}

/* Writes a slot of 4 words. */
static void
write_slot(global uint *words, uint slot, uint a, uint b, uint c, uint d)
{
   words[4 * slot] = a;
   words[4 * slot + 1] = b;
   words[4 * slot + 2] = c;
   words[4 * slot + 3] = d;
}

/* Whether all buffers have a record and an offset in this draw. */
static bool
has_table(struct dral_resolved_draw resolved,
          global const struct indirect_state *state)
{
   bool result = true;

   for (uint i = 0; i < state->buffer_count; i++)
      result = result && dral_device_attribute_offset(
                            resolved, state->buffers[i], 0).valid != 0;
   return result;
}

/* Writes the table: its words, the slots and the offsets of the buffers. */
static void
write_table(struct dral_resolved_draw resolved,
            global const struct indirect_state *state,
            global struct indirect_output *output)
{
   uint next = 0;

   for (uint i = 0; i < state->buffer_count; i++) {
      const struct dral_device_attribute_words record =
         dral_device_attribute_record_pack(
            dral_device_attribute_record(resolved, state->buffers[i]));
      const uint slot = dral_device_table_slot(next, record.word_count);

      if (slot != next)
         write_slot(output->words, next, 0, 0, 0, 0);
      write_slot(output->words, slot, record.words[0], record.words[1],
                 record.words[2], record.words[3]);
      if (record.word_count == 8)
         write_slot(output->words, slot + 1, record.words[4],
                    record.words[5], record.words[6], record.words[7]);
      next = slot + record.word_count / 4;
      output->slots[i] = slot;
      output->offsets[i] = dral_device_attribute_offset(
                              resolved, state->buffers[i], 0).offset;
   }
   if (dral_device_table_end_slots(resolved.architecture,
                                   DRAL_TABLE_SHAPE_PACKED, 0) != 0) {
      write_slot(output->words, next, 0, 0, 0, 0);
      next++;
   }
   output->word_count = 4 * next;
}

/*
 * commands: one per work item; state_indices: the index of its state.
 */
kernel void
indirect(global const struct indirect_command *commands,
         global const uint *state_indices,
         global const struct indirect_state *states,
         global struct indirect_output *outputs)
{
   const size_t index = get_global_id(0);
   global const struct indirect_state *state = &states[state_indices[index]];
   global struct indirect_output *output = &outputs[index];
   struct dral_resolved_draw resolved =
      dral_device_draw_resolve(draw_of(commands[index], state));

   if (resolved.threads == 0 || !has_table(resolved, state))
      resolved = dral_device_draw_refused();
   output->drawn = resolved.threads != 0;
   output->padded_count = resolved.padded_count;
   output->instance_size = resolved.instance_size;
   output->instance_size_byte = resolved.instance_size_byte;
   output->instance_primitive_size_byte =
      resolved.instance_primitive_size_byte;
   output->invocation[0] = resolved.invocation[0];
   output->invocation[1] = resolved.invocation[1];
   output->word_count = 0;
   if (resolved.threads != 0)
      write_table(resolved, state, output);
}
