/* SPDX-License-Identifier: MIT */

/*
 * Tables and offsets of a state beside those of the reference.
 */

#ifndef VERTEX_STATE_H
#define VERTEX_STATE_H

#include "instancing/sample_states.h"

/* The draw's table, from scratch and by the prepared state, is that of the
 * reference in every room, and nothing around it is written. */
void
check_state_tables(struct context *context, const struct sample_state *sample,
                   const struct dral_draw *draw);

/* From scratch there is no table, and nothing is written, because of this
 * buffer. */
void
check_refused_table(struct context *context,
                    const struct sample_state *sample,
                    const struct dral_resolved_draw *draw, int error,
                    size_t buffer);

/* An attribute of a buffer in both ways: its error and its offset. */
int
check_state_offset(struct context *context, const struct sample_state *sample,
                   const struct dral_draw *draw, uint32_t buffer,
                   uint32_t source, int32_t *offset);

#endif
