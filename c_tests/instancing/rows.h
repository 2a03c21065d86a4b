/* SPDX-License-Identifier: MIT */

/*
 * The inputs of the drivers' rows; data/README.md has the columns.
 */

#ifndef ROWS_H
#define ROWS_H

#include "dral.h"
#include "harness/csv.h"

/* The draw of a row of records.csv, draws.csv, ids.csv or vulkan.csv. */
struct dral_draw
row_draw(const struct csv *csv, uint32_t architecture);

/*
 * The buffer of a row of records.csv or vulkan.csv, which leave out where it
 * starts, or of panvk26_buffers.csv, which has its address.
 */
struct dral_vertex_buffer
row_buffer(const struct csv *csv, uint64_t start);

/*
 * The draw of a row of panvk26_draws.csv: 1 if it is indexed, then its
 * vertices and its start are those of the range.
 */
int
row_panvk_draw(const struct csv *csv, uint32_t architecture,
               struct dral_draw *draw, struct dral_index_range *range);

/* The attribute of a row of valhall.csv or panvk26_valhall.csv. */
struct dral_valhall_source
row_valhall(const struct csv *csv, uint32_t architecture);

#endif
