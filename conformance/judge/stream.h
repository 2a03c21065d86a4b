/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Runs command streams (v10 and later): executes each instruction on the
 * registers of its queue, lets the queues of a group run as far ahead of each
 * other as they may, and completes loads, stores and draws as early or as
 * late as scoreboard entries allow.
 *
 * Source: genxml/v10.xml to v14.xml, genxml/decode_csf.c and
 * genxml/cs_builder.h in src/panfrost of Mesa, whose names are used.
 */

#ifndef STREAM_H
#define STREAM_H

#include "work.h"

/** 10 to 14; set before the first stream runs. */
extern uint32_t stream_architecture;

/** How many dispatches of a driver's or an application's own shaders were not
 * executed. */
extern uint64_t stream_shader_count;

/** See work_run(). */
void stream_run(const struct work *work, enum work_order order, bool keep,
                const struct work_user *user);

#endif
