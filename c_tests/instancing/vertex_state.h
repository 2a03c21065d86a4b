/* SPDX-License-Identifier: MIT */

/*
 * The tables and offsets of a state compared with those of the reference.
 */

#ifndef VERTEX_STATE_H
#define VERTEX_STATE_H

#include "instancing/sample_states.h"

/* Checks the draw's table, from scratch, appended record by record and from
 * the prepared state, with every capacity. */
void
check_state_tables(struct context *context, const struct sample_state *sample,
                   const struct dral_draw_info *draw);

/* Checks that one of these errors is returned for a table from scratch. */
void
check_refused_table(struct context *context,
                    const struct sample_state *sample,
                    const struct dral_draw *draw, uint64_t errors);

/* Checks the offset of an attribute, from scratch and from the prepared
 * state.  Returns whether there is one. */
int
check_state_offset(struct context *context, const struct sample_state *sample,
                   const struct dral_draw_info *draw, uint32_t buffer,
                   uint32_t source, int32_t *offset);

#endif
