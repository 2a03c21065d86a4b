/* SPDX-License-Identifier: MIT */

/*
 * All that dral_device.h makes of a draw with one vertex buffer, and of an
 * attribute of v9 and later. C and OpenCL C: the CPU and the GPU run the
 * same lines, and one function checks the results of both.
 */

#ifndef DEVICE_RESULTS_H
#define DEVICE_RESULTS_H

#include "dral_device.h"

struct device_draw_input {
   struct dral_device_vertex_buffer buffer;
   struct dral_device_draw draw;
   dral_device_u32 source_offset;
};

struct device_draw_result {
   struct dral_device_resolved_draw resolved;
   struct dral_device_invocation invocation;
   struct dral_device_hardware_divisor hardware_divisor;
   struct dral_device_attribute_mode mode;
   struct dral_device_attribute_words record;
   struct dral_device_attribute_offset offset;
   struct dral_device_id_words vertex_id;
   struct dral_device_id_words instance_id;
};

static inline struct device_draw_result
device_draw_result(struct device_draw_input input)
{
   struct device_draw_result result;

   result.resolved = dral_device_draw_resolve(input.draw);
   result.invocation = dral_device_invocation_pack(
      input.draw.vertex_count, input.draw.instance_count);
   result.hardware_divisor = dral_device_hardware_divisor(
      result.resolved.padded_count, input.buffer.divisor);
   result.mode = dral_device_attribute_mode(
      result.resolved, input.buffer.rate, input.buffer.divisor);
   result.record = dral_device_attribute_record_pack(
      dral_device_attribute_record(result.resolved, input.buffer));
   result.offset = dral_device_attribute_offset(
      result.resolved, input.buffer, input.source_offset);
   result.vertex_id = dral_device_id_record_pack(
      dral_device_vertex_id_record(result.resolved));
   result.instance_id = dral_device_id_record_pack(
      dral_device_instance_id_record(result.resolved));
   return result;
}

struct device_valhall_result {
   struct dral_device_valhall_attribute attribute;
   struct dral_device_valhall_words words;
};

static inline struct device_valhall_result
device_valhall_result(struct dral_device_valhall_source source)
{
   struct device_valhall_result result;

   result.attribute = dral_device_valhall_attribute(source);
   result.words = dral_device_valhall_attribute_pack(result.attribute);
   return result;
}

#endif
