/* SPDX-License-Identifier: MIT */

/*
 * Everything that dral_device.h computes from a number, from a draw with one
 * vertex buffer, from a prepared state, and from an attribute of v9 and
 * later. C and OpenCL C: the CPU and the GPU run the same lines, and one
 * function checks the results of both.
 */

#ifndef DEVICE_RESULTS_H
#define DEVICE_RESULTS_H

#include "dral_device.h"

/* A number as a vertex count and as a size. */
struct padding_result {
   dral_device_u32 driver_count;
   dral_device_u32 documented_count;
   dral_device_u32 idvs_count;
   /* shift | odd << 5 | of the documented rule the same << 8 | the byte of
    * an instance size << 16 */
   dral_device_u32 factors;
};

static inline struct padding_result
padding_result(dral_device_u32 number)
{
   const struct dral_padded_count driver =
      dral_device_padded_count(number, DRAL_PADDING_RULE_DRIVER);
   const struct dral_padded_count documented =
      dral_device_padded_count(number, DRAL_PADDING_RULE_DOCUMENTED);
   struct padding_result result;

   result.driver_count = driver.count;
   result.documented_count = documented.count;
   result.idvs_count = dral_device_idvs_vertex_count(number);
   result.factors = driver.shift | driver.odd << 5 | documented.shift << 8 |
                    documented.odd << 13 |
                    dral_device_instance_size_byte(number) << 16;
   return result;
}

/* A magic divisor in two words, which PoCL's compiler can vectorize. */
struct magic_result {
   /* magic | extra flags << 31 */
   dral_device_u32 magic_and_flags;
   dral_device_u32 shift;
};

static inline struct magic_result
magic_result(dral_device_u32 number, dral_device_u32 rounding)
{
   const struct dral_magic_divisor divisor =
      dral_device_magic_divisor(number, rounding);
   struct magic_result result;

   result.magic_and_flags = divisor.magic | divisor.extra_flags << 31;
   result.shift = divisor.shift;
   return result;
}

struct device_draw_input {
   struct dral_vertex_buffer buffer;
   struct dral_draw_info info;
   struct dral_index_range range;
   struct dral_attribute_descriptor descriptor;
   dral_device_u32 source_offset;
   /* The slot at which the record may begin. */
   dral_device_u32 next;
};

struct device_draw_result {
   struct dral_draw draw;
   dral_device_u64 varying_size;
   dral_device_u64 unrounded_size;
   dral_device_u64 hardware_divisor;
   struct dral_bound_buffer bound;
   struct dral_vertex_range vertices;
   struct dral_device_invocation invocation;
   struct dral_device_table_record appended;
   struct dral_device_offset offset;
   struct dral_device_attribute_descriptor_words descriptor;
   struct dral_device_id_words ids;
};

static inline struct device_draw_result
device_draw_result(struct device_draw_input input)
{
   struct device_draw_result result;

   result.draw = dral_device_draw_resolve(input.info);
   result.varying_size =
      dral_device_varying_buffer_size(result.draw, input.buffer.stride);
   result.unrounded_size =
      dral_device_varying_size(result.draw, input.buffer.stride);
   result.hardware_divisor =
      dral_device_hardware_divisor(result.draw, input.buffer);
   result.bound =
      dral_device_bound_buffer_init(input.buffer.address, input.buffer.size);
   result.vertices = dral_device_index_range_resolve(input.range);
   result.invocation = dral_device_invocation_pack(
      input.info.vertex_count, input.info.instance_count);
   result.appended =
      dral_device_attribute_append(result.draw, input.buffer, input.next);
   result.offset = dral_device_attribute_offset(result.draw, input.buffer,
                                                input.source_offset);
   result.descriptor =
      dral_device_attribute_descriptor_pack(input.descriptor);
   result.ids = dral_device_id_records(result.draw);
   return result;
}

/* A draw with a buffer of a prepared state. */
struct device_state_input {
   struct dral_bound_buffer bound;
   struct dral_draw_info info;
   /* Which of the states, and which of its buffers. */
   dral_device_u32 state;
   dral_device_u32 buffer;
   /* What the state was prepared from. */
   dral_device_u32 rate;
   dral_device_u32 stride;
   dral_device_u32 divisor;
   dral_device_u32 source_offset;
   /* A table key for a draw that was never resolved, or 0. */
   dral_device_u32 wrong_key;
};

struct device_state_result {
   struct dral_record_template record;
   struct dral_device_offset offset;
   dral_device_u32 buffer_count;
   dral_device_u32 slot;
   dral_device_u32 end;
   /* Prepared by the device itself. */
   struct dral_record_template templates[DRAL_VERTEX_STATE_VARIANTS];
};

/* Reads each field of a state that is not private. */
static inline struct device_state_result
device_state_result(
   DRAL_DEVICE_GLOBAL const struct dral_vertex_state *state,
   struct device_state_input input)
{
   struct dral_draw draw = dral_device_draw_resolve(input.info);
   const dral_device_u32 buffer = input.buffer;
   struct dral_record_template record;
   struct device_state_result result;
   dral_device_u32 variant, i;

   if (input.wrong_key != 0)
      draw.table_key = input.wrong_key;
   variant = dral_device_draw_variant(draw);
   record = state->variants[variant].templates[buffer];
   result.record =
      dral_device_vertex_state_record(draw, record, input.bound);
   result.offset = dral_device_vertex_state_offset(
      draw, record, state->instance_strides[buffer], input.bound,
      input.source_offset);
   result.buffer_count = state->buffer_count;
   result.slot = state->variants[variant].slots[buffer];
   result.end = state->variants[variant].end;
   for (i = 0; i < DRAL_VERTEX_STATE_VARIANTS; i++)
      result.templates[i] = dral_device_record_template(
         dral_device_variant_distance(i), draw.info.rounding, input.rate,
         input.stride, input.divisor);
   return result;
}

#endif
