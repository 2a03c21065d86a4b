/* SPDX-License-Identifier: MIT */

/*
 * What dral_device.h made, on whichever machine, beside what the library
 * makes of the same input.
 */

#ifndef DEVICE_CHECK_H
#define DEVICE_CHECK_H

#include "device/inputs.h"

/* How often records of each type were made, the refused ones as type 0. */
struct device_types {
   uint32_t records[5];
   uint32_t valhall[4];
   /* Offsets that fit, and draws that have id records. */
   uint32_t offsets;
   uint32_t ids;
   /* Draws of nothing, and index ranges that have vertices. */
   uint32_t nothing;
   uint32_t ranges;
   /* Attribute descriptors that fit. */
   uint32_t descriptors;
   /* Keys of tables in which all records are shared, and in which the start
    * moves only some of the buffers that divide. */
   uint32_t shared_keys;
   uint32_t moved_keys;
};

void
check_device_draw(struct context *context,
                  const struct device_draw_input *input,
                  const struct device_draw_result *result,
                  struct device_types *types);

void
check_device_state(struct context *context, const struct sample_state *state,
                   const struct device_state_input *input,
                   const struct device_state_result *result,
                   struct device_types *types);

void
check_device_valhall(struct context *context,
                     const struct dral_valhall_source *source,
                     const struct device_valhall_result *result,
                     struct device_types *types);

#endif
