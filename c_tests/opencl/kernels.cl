/* SPDX-License-Identifier: MIT */

/*
 * dral_device.h and dral_panfrost.h as OpenCL C: a work item an input, all results written back.
 */

#include "device/results.h"
#include "numbers.h"

kernel void
padding(uint first, global struct padding_result *results)
{
   const uint number = first + (uint)get_global_id(0);
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
   results[get_global_id(0)] = result;
}

static void
magic(uint first, uint rounding, global struct magic_result *results)
{
   const struct dral_magic_divisor divisor =
      dral_device_magic_divisor(first + (uint)get_global_id(0), rounding);
   struct magic_result result;

   result.magic_and_flags = divisor.magic | divisor.extra_flags << 31;
   result.shift = divisor.shift;
   results[get_global_id(0)] = result;
}

kernel void
documented_magic(uint first, global struct magic_result *results)
{
   magic(first, DRAL_ROUNDING_DOCUMENTED, results);
}

kernel void
nearest_magic(uint first, global struct magic_result *results)
{
   magic(first, DRAL_ROUNDING_NEAREST, results);
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
        global struct device_valhall_result *results)
{
   results[get_global_id(0)] =
      device_valhall_result(sources[get_global_id(0)]);
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
