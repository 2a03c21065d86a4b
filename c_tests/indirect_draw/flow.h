/* SPDX-License-Identifier: MIT */

#ifndef FLOW_H
#define FLOW_H

#include "harness/harness.h"

void every_draw_in_place_runs_once_in_order(struct context *context);
void every_draw_in_a_ring_runs_once_in_order(struct context *context);

#endif
