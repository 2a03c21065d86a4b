/* SPDX-License-Identifier: MIT */

/*
 * dral_device.h and dral_panfrost.h as OpenCL C: a work item computes all
 * results of one input and writes them back.
 */

#include "device/results.h"
#include "numbers.h"

kernel void
padding(uint first, global struct padding_result *results)
{
   results[get_global_id(0)] =
      padding_result(first + (uint)get_global_id(0));
}

kernel void
documented_magic(uint first, global struct magic_result *results)
{
   results[get_global_id(0)] = magic_result(first + (uint)get_global_id(0),
                                            DRAL_ROUNDING_DOCUMENTED);
}

kernel void
nearest_magic(uint first, global struct magic_result *results)
{
   results[get_global_id(0)] = magic_result(first + (uint)get_global_id(0),
                                            DRAL_ROUNDING_NEAREST);
}

kernel void
drop_in(uint first, global struct drop_in_result *results)
{
   results[get_global_id(0)] =
      drop_in_result(first + (uint)get_global_id(0));
}

kernel void
work_groups(global const struct work_groups *inputs,
            global struct work_groups_result *results)
{
   const struct work_groups input = inputs[get_global_id(0)];
   struct work_groups_result result;

   pan_pack_work_groups_compute(result.words, input.values[3],
                                input.values[4], input.values[5],
                                input.values[0], input.values[1],
                                input.values[2], input.graphics != 0,
                                input.indirect != 0);
   results[get_global_id(0)] = result;
}

kernel void
draws(global const struct device_draw_input *inputs,
      global struct device_draw_result *results)
{
   results[get_global_id(0)] = device_draw_result(inputs[get_global_id(0)]);
}

kernel void
valhall(global const struct dral_valhall_source *sources,
        global struct dral_device_valhall_words *results)
{
   results[get_global_id(0)] =
      dral_device_valhall_attribute(sources[get_global_id(0)]);
}

kernel void
states(global const struct device_state_input *inputs,
       global struct device_state_result *results,
       global const struct dral_vertex_state *prepared)
{
   const struct device_state_input input = inputs[get_global_id(0)];

   results[get_global_id(0)] =
      device_state_result(&prepared[input.state], input);
}
